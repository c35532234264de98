"""SIGINT, SIGTERM and SIGHUP at random moments: a complete answer that passes the second checker, or no file at all.

The run is long (6,000 points, highest effort), so that most signals meet the search. Some trials wait until the
progress line shows a cost: from then on there is an answer, and it must be saved.
"""
import os
import random
import signal
import subprocess
import time
import unittest

from tool import FAIRCAP, LONG, TIMEOUT, Case, complain_about_sanitizers, read_json

REQUEST = "data.csv", "-k", "40", "-p", "group", "-t", "1/4"
SECONDS = 20  # a hang, not slowness: the machine may be busy
PROCESSOR_SECONDS = 20 if "FAIRCAP_COUNTED" in os.environ else 2  # from a signal to the end; one on a free machine
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP] * (10 if LONG else 1)  # 12 + 18 in all; LONG: 120 + 180


def processor_seconds(pid):
    """Of a process that is running, until now."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stream:
        fields = stream.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Interrupt(Case):
    def setUp(self):
        super().setUp()
        self.expect(0, "generate", "--n", 6000, "--true-clusters", 40, "-o", "data.csv")

    def begin(self, **more):
        return subprocess.Popen([FAIRCAP, "cluster", *REQUEST, "--effort", "9", "--progress", "on", "-o", "out.csv",
                                 "--json", "out.json"], cwd=self.folder, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **more)

    def wait_for_answer(self, process):
        """Returns what was said until the progress line showed a cost."""
        said, deadline = b"", time.monotonic() + TIMEOUT
        while b"cost" not in said and time.monotonic() < deadline:
            part = os.read(process.stderr.fileno(), 65536)
            self.assertNotEqual(part, b"", said)
            said += part
        return said

    def stop(self, process, number):
        """Sends the signal; (exit code, what was said after it). The stop must be quick."""
        began = time.monotonic()
        process.send_signal(number)
        said = process.communicate(timeout=TIMEOUT)[1].decode()
        self.assertLess(time.monotonic() - began, SECONDS)
        complain_about_sanitizers(said)
        return process.returncode, said

    def assert_good_answer(self, said):
        report = read_json(self.text("out.json"))
        self.assertEqual(report["status"], "interrupted")
        self.assertIn("note: interrupted; this is the best answer so far", said)
        opinion = self.second_opinion(*REQUEST, "out.csv", "--enforces", "clusters", "--report", "out.json")
        self.assertEqual(opinion.code, 0, opinion)
        self.assertEqual(opinion.out["clusters"], "ok (40, 40)")

    def clear(self):
        self.assertEqual([name for name in self.names() if name.startswith(".faircap-")], [])
        for name in set(self.names()) - {"data.csv"}:
            os.unlink(self.path(name))

    def test_an_answer_at_hand_is_saved(self):
        rng = random.Random()
        for number in SIGNALS * 4:
            process = self.begin()
            self.wait_for_answer(process)
            time.sleep(rng.random() * 0.5)
            code, said = self.stop(process, number)
            self.assertEqual(code, 130, said)
            self.assertEqual(self.names(), ["data.csv", "out.csv", "out.json"])
            self.assert_good_answer(said)
            self.clear()

    def test_at_any_moment_there_is_a_complete_answer_or_no_file(self):
        rng, saved = random.Random(), 0
        for number in SIGNALS * 6:
            process = self.begin()
            seconds = rng.random() ** 2
            time.sleep(seconds)
            code, said = self.stop(process, number)
            with self.subTest(seconds=seconds, number=number):
                self.assertIn(code, (130, -number), said)
                if self.names() == ["data.csv"]:
                    continue
                self.assertEqual(code, 130)
                self.assertEqual(self.names(), ["data.csv", "out.csv", "out.json"])
                self.assert_good_answer(said)
                saved += 1
            self.clear()
        print(f"figure: {len(SIGNALS) * 6} signals at any moment, {saved} answers saved; {len(SIGNALS) * 4} with an answer at hand, "
              "all saved")

    def test_a_second_signal_ends_the_run_without_a_partial_file(self):
        rng = random.Random()
        for _ in range(5):
            process = self.begin()
            self.wait_for_answer(process)
            process.send_signal(signal.SIGINT)
            time.sleep(rng.random() * 0.1)
            code, said = self.stop(process, signal.SIGINT)
            self.assertIn(code, (130, -signal.SIGINT))
            for name in "out.csv", "out.json":
                if name in self.names():
                    self.assertTrue(self.text(name).endswith("\n"))
            if code == 130:
                self.assert_good_answer(said)
            self.clear()

    def test_a_large_run_ends_soon_after_the_signal(self):
        """Also before all points have been placed once: there is an answer if that takes no time, else none."""
        self.expect(0, "generate", "--n", 100000, "--dim", 10, "--true-clusters", 100, "-o", "data.csv")
        for clusters, moment in (1000, 1.5), (1000, 5), (30, 1.5):
            process = subprocess.Popen([FAIRCAP, "cluster", "data.csv", "-k", str(clusters), "-p", "group", "-t", "1/4", "--effort", "9",
                                        "--threads", "1", "-o", "out.csv"], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            time.sleep(moment)
            before = processor_seconds(process.pid)
            process.send_signal(signal.SIGINT)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            with self.subTest(clusters=clusters, moment=moment):
                self.assertIn(process.returncode, (130, -signal.SIGINT))
                self.assertLess(used.ru_utime + used.ru_stime - before, PROCESSOR_SECONDS)
            self.clear()

    def test_a_run_under_nohup_outlives_its_terminal(self):
        process = self.begin(preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.wait_for_answer(process)
        process.send_signal(signal.SIGHUP)
        time.sleep(0.5)
        self.assertIsNone(process.poll())
        code, said = self.stop(process, signal.SIGTERM)
        self.assertEqual(code, 130, said)
        self.assert_good_answer(said)

    def test_an_interrupted_run_without_an_answer_leaves_old_files_alone(self):
        self.put("out.csv", "old")
        process = self.begin()
        code, _ = self.stop(process, signal.SIGTERM)
        self.assertIn(code, (130, -signal.SIGTERM))
        if code != 130:
            self.assertEqual((self.names(), self.text("out.csv")), (["data.csv", "out.csv"], "old"))


class InterruptedGroups(Case):
    WISHES = "-s", "4-5", "-p", "group", "-t", "1/4", "--similar", "x1,x2", "--diverse", "x3"

    def test_groups_are_complete_or_the_old_ones(self):
        """`group` stops as `cluster` does; both checkers find that what it leaves is what was wished for."""
        self.expect(0, "generate", "--n", 300, "--dim", 3, "-o", "data.csv")
        rng, saved = random.Random(), 0
        for number in SIGNALS * 2:
            self.put("out.csv", "old")
            process = self.start_tool("group", "data.csv", "--size", "4-5", "--balance", "group=1/4", "--similar", "x1,x2",
                                      "--diverse", "x3", "--effort", 9, "-o", "out.csv")
            time.sleep(rng.random())
            process.send_signal(number)
            said = process.communicate(timeout=TIMEOUT)[1].decode()
            complain_about_sanitizers(said)
            self.assertIn(process.returncode, (130, -number), said)
            self.assertEqual(self.names(), ["data.csv", "out.csv"])
            if self.text("out.csv") != "old":
                self.assertEqual(process.returncode, 130)
                self.expect(0, "check", "data.csv", "out.csv", *self.WISHES)
                self.assertEqual(self.second_opinion("data.csv", "out.csv", *self.WISHES).code, 0)
                saved += 1
        print(f"figure: {len(SIGNALS) * 2} signals to group, {saved} answers saved")


if __name__ == "__main__":
    unittest.main()
