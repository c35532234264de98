"""An output file is the old one or the complete new one: kill -9, full disks, missing rights, two runs at once.

Nothing here looks into the program: every test makes the outside world fail and then looks at the files.
"""
import contextlib
import fcntl
import os
import random
import resource
import signal
import stat
import subprocess
import threading
import time
import unittest

from tool import FAIRCAP, LONG, TIMEOUT, Case, read_json

BIG = "--n", 60000, "--dim", 5  # some 6 MB
LINE = "x,g\n0,a\n1,b\n10,a\n12,b\n"
KILLS = 800 if LONG else 16  # of a run with one output; and a quarter of them of a run with three


class SaveCase(Case):
    def leftovers(self):
        return [name for name in self.names() if name.startswith(".faircap-")]

    def run_limited(self, prepare, *arguments, **more):
        """Exit code of a run in a process that was prepared in some way first."""
        done = subprocess.run([FAIRCAP, *map(str, arguments)], cwd=self.folder, timeout=TIMEOUT, preexec_fn=prepare,
                              stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False,
                              **{"stdout": subprocess.DEVNULL, **more})
        return done.returncode, done.stderr.decode()


class Killed(SaveCase):
    def kill_after(self, process, seconds, wait_for_file):
        """kill -9 some time after the start, or after a temporary file has appeared."""
        deadline = time.monotonic() + TIMEOUT
        while wait_for_file and process.poll() is None and not self.leftovers() and time.monotonic() < deadline:
            time.sleep(0.0005)
        time.sleep(seconds)
        process.kill()
        process.communicate()

    def test_kill_9_leaves_the_old_file_or_the_complete_new_one(self):
        rng = random.Random()
        began = time.monotonic()
        self.expect(0, "generate", *BIG, "-o", "new.csv")
        whole = time.monotonic() - began
        old, new = b"the old file\n", self.get("new.csv")
        cut = kept = 0
        for turn in range(KILLS):
            self.put("out.csv", old)
            for name in self.leftovers():
                os.unlink(self.path(name))
            process = self.start_tool("generate", *BIG, "-o", "out.csv")
            seconds = rng.random() * whole
            self.kill_after(process, seconds if turn % 2 else seconds / 4, wait_for_file=turn % 2 == 0)
            found = self.get("out.csv")
            self.assertIn(found, (old, new), f"a partial file of {len(found)} bytes after {seconds} s")
            cut += bool(self.leftovers())
            kept += found == old
        print(f"figure: kill -9 {KILLS} times, {cut} of them while the file was being written, and {KILLS // 4} times with three")
        self.assertGreater(cut, 0, "no kill came while the file was being written")
        self.assertGreater(kept, 0, "no kill came before the file was complete")
        self.expect(0, "generate", *BIG, "-o", "out.csv")
        self.assertEqual((self.get("out.csv"), self.leftovers()), (new, []))

    def test_kill_9_leaves_each_of_several_files_old_or_complete(self):
        rng = random.Random()
        text = "long," + LINE.replace("\n", "\n" + "words " * 20000 + ",", 4)
        self.put("data.csv", text)
        options = "cluster", "data.csv", "-k", 2, "-f", "x", "-o", "out.csv", "--json", "out.json", "--html", "out.html"
        began = time.monotonic()
        self.expect(0, *options)
        whole = time.monotonic() - began
        table, page = self.get("out.csv"), self.text("out.html")
        for turn in range(KILLS // 4):
            for name in "out.csv", "out.json", "out.html":
                self.put(name, "old")
            process = self.start_tool(*options)
            self.kill_after(process, rng.random() * whole * (1 if turn % 2 else 0.3), wait_for_file=turn % 2 == 0)
            self.assertIn(self.get("out.csv"), (b"old", table))
            self.assertTrue(self.text("out.json") == "old" or read_json(self.text("out.json"))["n"] == 4)
            found = self.text("out.html")
            self.assertTrue(found == "old" or found.endswith("</html>\n") and len(found) > len(page) // 2)
        self.expect(0, *options)
        self.assertEqual(self.leftovers(), [])


class Ended(SaveCase):
    """By a signal that says so: at once and without a word, but no temporary file is left."""

    def run_unread(self, *arguments):
        """Standard output is a pipe that nobody reads any more."""
        reader, writer = os.pipe()
        os.close(reader)
        try:
            return self.run_limited(None, *arguments, stdout=writer)
        finally:
            os.close(writer)

    def setUp(self):
        super().setUp()
        self.put("data.csv", LINE)
        self.put("old", "old")

    def test_files_are_complete_before_a_reader_can_leave(self):
        self.expect(0, "cluster", "data.csv", "-k", 2, "--quiet", "-o", "table", "--html", "page")
        names = self.names()
        for words, file in ((["-o", "old", "--json", "-"], "table"), (["--html", "page", "--json", "old", "-o", "-"], None)):
            self.put("old", "old")
            code, said = self.run_unread("cluster", "data.csv", "-k", 2, "--quiet", *words)
            self.assertEqual((code, said, self.names()), (-signal.SIGPIPE, "", names))
            self.assertEqual(self.text("old")[:1], "{" if file is None else self.text(file)[:1])
            self.assertTrue(file is None or self.get("old") == self.get(file))

    def test_a_certificate_of_an_earlier_run_is_gone_before_a_reader_can_leave(self):
        self.put("data.csv", LINE.replace("12,b", "12,c"))  # three groups: no certificate
        self.put("two.csv", LINE)
        self.expect(0, "cluster", "two.csv", "-k", 2, "-p", "g", "-o", "table", "--certificate", "proof")
        code, _ = self.run_unread("cluster", "data.csv", "-k", 2, "-p", "g", "-t", "0", "--share", "g:a=0..1", "-o", "table", "--json", "-",
                                  "--certificate", "proof")
        self.assertEqual((code, "proof" in self.names()), (-signal.SIGPIPE, False))

    def test_a_reader_who_leaves_ends_the_run_without_a_temporary_file(self):
        before = self.names()
        code, said = self.run_unread("cluster", "data.csv", "-k", 2, "--quiet", "-o", "old", "--json", "/dev/stdout")
        self.assertEqual((code, said, self.names(), self.text("old")), (-signal.SIGPIPE, "", before, "old"))

    def test_the_head_of_a_table_can_be_taken(self):
        process = subprocess.Popen([FAIRCAP, "generate", "--n", "100000"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        self.assertEqual(process.stdout.readline(), b"id,x1,x2,group\n")
        process.stdout.close()
        self.assertEqual((process.stderr.read(), process.wait(TIMEOUT)), (b"", -signal.SIGPIPE))
        process.stderr.close()

    def test_a_parent_who_ignores_the_signal_is_told(self):
        reader, writer = os.pipe()
        os.close(reader)
        with open(writer, "wb") as stream:
            code, said = self.run_limited(lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN), "generate", stdout=stream)
        self.assertEqual(code, 7)
        self.assertIn("cannot write to standard output: Broken pipe", said)

    def test_no_signal_leaves_a_temporary_file(self):
        ended = 0
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGXCPU) * 2:
            self.put("old", "old")
            process = self.start_tool("generate", *BIG, "-o", "old")
            while process.poll() is None and not any(os.path.getsize(self.path(name)) for name in self.leftovers()):
                time.sleep(0.0005)
            process.send_signal(number)
            said = process.communicate(timeout=TIMEOUT)[1]
            self.assertIn(process.returncode, (0, -number), said)
            self.assertEqual((self.leftovers(), self.get("old") == b"old"), ([], process.returncode != 0))
            ended += process.returncode != 0
        self.assertGreater(ended, 0)


class Leftovers(SaveCase):
    def test_leftovers_of_killed_runs_are_removed_by_the_next_run(self):
        self.put(".faircap-aB3xY9", "half a file")
        self.put(".faircap-000000", "")
        self.expect(0, "generate", "-o", "out.csv")
        self.assertEqual(self.names(), ["out.csv"])

    def test_leftovers_are_looked_for_in_the_folder_of_the_output(self):
        os.mkdir(self.path("there"))
        self.put("there/.faircap-aB3xY9", "half a file")
        self.put(".faircap-aB3xY9", "half a file")
        self.expect(0, "generate", "-o", "there/out.csv")
        self.assertEqual((os.listdir(self.path("there")), self.leftovers()), (["out.csv"], [".faircap-aB3xY9"]))

    def test_a_file_that_another_run_is_writing_is_left_alone(self):
        self.put(".faircap-aB3xY9", "being written")
        with open(self.path(".faircap-aB3xY9"), "rb") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            self.expect(0, "generate", "-o", "out.csv")
            self.assertEqual(self.leftovers(), [".faircap-aB3xY9"])

    def test_files_with_other_names_are_left_alone(self):
        others = [".faircap-", ".faircap-abc", ".faircap-abcdefg", ".faircaprc", "faircap-abcdef"]
        for name in others:
            self.put(name, "mine")
        os.mkdir(self.path(".faircap-folder"[:15]))
        os.symlink("out.csv", self.path(".faircap-linked"[:15]))
        self.expect(0, "generate", "-o", "out.csv")
        self.assertEqual(self.names(), sorted(others + ["out.csv", ".faircap-folder", ".faircap-linked"]))


class CannotWrite(SaveCase):
    def setUp(self):
        super().setUp()
        self.put("data.csv", LINE)
        self.put("out.csv", "old")
        self.before = self.names()

    def assert_untouched(self):
        self.assertEqual((self.names(), self.text("out.csv")), (self.before, "old"))

    def test_a_full_device_is_exit_7(self):
        for words in (["generate", "-o", "/dev/full"], ["cluster", "data.csv", "-k", 2, "-o", "/dev/full"],
                      ["cluster", "data.csv", "-k", 2, "-o", "new.csv", "--json", "/dev/full"],
                      ["cluster", "data.csv", "-k", 2, "-o", "/dev/full", "--json", "new.json"],
                      ["cluster", "data.csv", "-k", 2, "-o", "new.csv", "--html", "/dev/full"],
                      ["cluster", "data.csv", "-k", 2, "-q", 1, "--json", "/dev/full"],
                      ["plan", "data.csv", "--json", "/dev/full"]):
            with self.subTest(words=words):
                done = self.expect(7, *words)
                self.assertIn("cannot write /dev/full: No space left on device", done.err)
                self.assert_untouched()

    def test_a_full_standard_output_is_exit_7(self):
        for words in (["generate"], ["cluster", "data.csv", "-k", 2], ["plan", "data.csv"], ["--help"],
                      ["cluster", "data.csv", "-k", 2, "--json", "-"], ["plan", "data.csv", "--json", "-"],
                      ["cluster", "--help"], ["--list-options"], ["--version"]):
            with self.subTest(words=words), open("/dev/full", "wb") as full:
                code, said = self.run_limited(None, *words, stdout=full)
                self.assertEqual(code, 7)
                self.assertIn("cannot write to standard output", said)

    def test_a_disk_that_fills_up_leaves_the_old_file(self):
        for handler in signal.SIG_IGN, signal.SIG_DFL:  # as some parents leave it, and as a shell does
            def limit(handler=handler):
                signal.signal(signal.SIGXFSZ, handler)
                resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))
            code, said = self.run_limited(limit, "generate", "--n", 20000, "-o", "out.csv")
            self.assertEqual(code, 7, said)
            self.assertIn("cannot write out.csv: File too large", said)
            self.assert_untouched()
            with open(self.path("stdout"), "wb") as stream:
                code, said = self.run_limited(limit, "generate", "--n", 20000, stdout=stream)
            self.assertEqual(code, 7, said)
            self.assertIn("cannot write to standard output: File too large", said)
            os.unlink(self.path("stdout"))

    def test_a_path_below_a_file_is_exit_7(self):
        for option in "-o", "--json", "--html":
            done = self.expect(7, "cluster", "data.csv", "-k", 2, option, "out.csv/new")
            self.assertIn("cannot write out.csv/new: Not a directory", done.err)
            self.assert_untouched()

    def test_an_output_that_cannot_be_written_is_known_before_the_search(self):
        self.expect(0, "generate", "--n", 6000, "-o", "big.csv")
        self.before = self.names()
        for option in "-o", "--json", "--html":
            began = time.monotonic()
            self.expect(7, "cluster", "big.csv", "-k", 40, "--effort", 9, option, "missing/new")
            self.assertLess(time.monotonic() - began, 5)
            self.assert_untouched()

    def test_a_folder_that_does_not_exist_is_exit_7(self):
        done = self.expect(7, "cluster", "data.csv", "-k", 2, "-o", "missing/new.csv")
        self.assertIn("cannot write missing/new.csv: No such file or directory", done.err)
        self.assert_untouched()

    def test_a_folder_as_the_target_is_exit_7(self):
        os.mkdir(self.path("folder"))
        self.before = self.names()
        for target in "folder", "folder/", ".":
            done = self.expect(7, "cluster", "data.csv", "-k", 2, "-o", target)
            self.assertIn("Is a directory", done.err)
            self.assert_untouched()

    def test_a_folder_without_rights_is_exit_7(self):
        os.chmod(self.folder, 0o555)
        self.addCleanup(os.chmod, self.folder, 0o700)
        someone = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        try:
            code, said = self.run_limited(None, "cluster", "data.csv", "-k", 2, "-o", "out.csv", **someone)
        except PermissionError:
            self.skipTest("root may write everywhere, and nobody else may run this binary")
        self.assertEqual(code, 7, said)
        self.assertIn("cannot write out.csv: Permission denied", said)
        self.assert_untouched()

    def test_a_name_too_long_is_exit_7(self):
        self.expect(7, "generate", "-o", "x" * 300)
        self.assert_untouched()


class Rights(SaveCase):
    def mode(self, name):
        return stat.S_IMODE(os.stat(self.path(name)).st_mode)

    def test_the_rights_of_an_existing_file_are_kept(self):
        for mode in 0o600, 0o640, 0o664, 0o400:
            self.put("out.csv", "old")
            os.chmod(self.path("out.csv"), mode)
            self.expect(0, "generate", "-o", "out.csv")
            self.assertEqual((self.mode("out.csv"), len(self.text("out.csv").splitlines())), (mode, 101))
            os.unlink(self.path("out.csv"))

    def test_a_symbolic_link_stays_and_its_file_is_written(self):
        os.mkdir(self.path("far"))
        self.put("far/real.csv", "old")
        os.symlink("far/real.csv", self.path("link.csv"))
        self.expect(0, "generate", "-o", "link.csv")
        self.assertTrue(os.path.islink(self.path("link.csv")))
        self.assertEqual(len(self.text("far/real.csv").splitlines()), 101)

    def test_nobody_else_can_read_a_file_that_is_being_written(self):
        self.expect(0, "generate", *BIG, "-o", "new.csv")
        whole, seen = os.path.getsize(self.path("new.csv")), set()
        self.put("out.csv", "old")
        os.chmod(self.path("out.csv"), 0o666)
        deadline = time.monotonic() + TIMEOUT
        while not seen and time.monotonic() < deadline:
            process = subprocess.Popen([FAIRCAP, *map(str, ("generate", *BIG, "-o", "out.csv"))], cwd=self.folder, stdin=subprocess.DEVNULL,
                                       preexec_fn=lambda: os.umask(0))
            while process.poll() is None:
                for name in self.leftovers():
                    with contextlib.suppress(FileNotFoundError):
                        about = os.stat(self.path(name))
                        seen |= {stat.S_IMODE(about.st_mode)} if about.st_size < whole else set()
            self.assertEqual((process.returncode, self.mode("out.csv")), (0, 0o666))
        self.assertEqual(seen, {0o600})

    def test_a_new_file_gets_the_rights_of_the_umask(self):
        for mask in 0o022, 0o027, 0o077, 0o002:
            self.run_limited(lambda mask=mask: os.umask(mask), "generate", "-o", f"out{mask}")
            self.assertEqual(self.mode(f"out{mask}"), 0o666 & ~mask)


@unittest.skipUnless(os.geteuid() == 0, "only root can be two users")
class SharedMachine(SaveCase):
    """Root is one user, nobody the other one; the folder is like /tmp."""
    NOBODY = 65534
    CLUB = 4711  # a group

    def setUp(self):
        super().setUp()
        os.chmod(self.folder, 0o1777)
        self.put("mine.csv", "mine")

    def owned(self, name, user, group, mode=None):
        os.chown(self.path(name), user, group, follow_symlinks=False)
        if mode is not None:
            os.chmod(self.path(name), mode)

    def about(self, name):
        found = os.stat(self.path(name))
        return stat.S_IMODE(found.st_mode), found.st_uid, found.st_gid

    def test_a_link_of_another_user_is_not_followed(self):
        for target in "mine.csv", "not-there.csv":
            os.symlink(target, self.path("out.csv"))
            self.owned("out.csv", self.NOBODY, self.NOBODY)
            for words in (["generate", "-o", "out.csv"], ["plan", "roster.csv", "--json", "out.csv"]):
                self.put("roster.csv", LINE)
                done = self.expect(7, *words)
                self.assertIn("it is a link or a pipe of another user", done.err)
                self.assertEqual((self.names(), self.text("mine.csv")), (["mine.csv", "out.csv", "roster.csv"], "mine"))
            os.unlink(self.path("out.csv"))

    def test_a_pipe_of_another_user_is_not_written_to(self):
        os.mkfifo(self.path("out.csv"), 0o666)
        self.owned("out.csv", self.NOBODY, self.NOBODY, 0o666)
        with open(os.open(self.path("out.csv"), os.O_RDONLY | os.O_NONBLOCK), "rb") as spy:
            self.expect(7, "generate", "-o", "out.csv")
            self.assertEqual(spy.read(), b"")

    def test_a_link_of_root_is_followed(self):
        expected = self.expect(0, "generate").out
        self.assertEqual(self.expect(0, "generate", "-o", "/dev/stdout").out, expected)

    def test_rights_that_another_user_prepared_are_not_taken_over(self):
        self.owned("mine.csv", self.NOBODY, self.NOBODY, 0o666)
        code, said = self.run_limited(lambda: os.umask(0o077), "generate", "-o", "mine.csv")
        self.assertEqual((code, self.about("mine.csv")), (0, (0o600, 0, 0)), said)

    def test_the_group_of_a_file_is_kept_with_its_rights(self):
        self.owned("mine.csv", 0, self.CLUB, 0o640)
        self.expect(0, "generate", "-o", "mine.csv")
        self.assertEqual(self.about("mine.csv"), (0o640, 0, self.CLUB))

    def test_rights_of_a_group_that_cannot_be_kept_are_dropped(self):
        self.owned("mine.csv", self.NOBODY, self.CLUB, 0o664)
        try:
            code, said = self.run_limited(None, "generate", "-o", "mine.csv", user=self.NOBODY, group=self.NOBODY, extra_groups=[])
        except PermissionError:
            self.skipTest("nobody may not run this binary")
        self.assertEqual((code, self.about("mine.csv")), (0, (0o604, self.NOBODY, self.NOBODY)), said)


class Together(SaveCase):
    def test_two_runs_into_one_file_both_succeed(self):
        versions = []
        for seed in 1, 2:
            self.expect(0, "generate", "--n", 30000, "--seed", seed, "-o", "version.csv")
            versions.append(self.get("version.csv"))
        for _ in range(5):
            runs = [self.start_tool("generate", "--n", 30000, "--seed", seed, "-o", "out.csv") for seed in (1, 2)]
            for process in runs:
                said = process.communicate(timeout=TIMEOUT)[1]
                self.assertEqual(process.returncode, 0, said)
            self.assertIn(self.get("out.csv"), versions)
            self.assertEqual(self.leftovers(), [])

    def test_a_reader_never_sees_a_part_of_a_file(self):
        self.expect(0, "generate", "--n", 20000, "-o", "out.csv")
        whole, seen, stop = self.get("out.csv"), set(), threading.Event()

        def look():
            while not stop.is_set():
                seen.add(self.get("out.csv"))
        reader = threading.Thread(target=look)
        reader.start()
        try:
            for _ in range(5):
                self.expect(0, "generate", "--n", 20000, "-o", "out.csv")
        finally:
            stop.set()
            reader.join()
        self.assertEqual(seen, {whole})


class OtherTargets(SaveCase):
    def test_a_pipe_is_written_to_and_not_replaced(self):
        expected = self.expect(0, "generate").out
        os.mkfifo(self.path("pipe"))
        process = self.start_tool("generate", "-o", "pipe")
        with open(self.path("pipe"), encoding="utf-8") as stream:
            self.assertEqual(stream.read(), expected)
        process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 0)
        self.assertTrue(stat.S_ISFIFO(os.stat(self.path("pipe")).st_mode))

    def test_dev_null_is_written_to_and_not_replaced(self):
        self.expect(0, "generate", "-o", "/dev/null")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))


if __name__ == "__main__":
    unittest.main()
