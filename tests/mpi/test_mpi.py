"""faircap-mpi under mpirun: any number of ranks and files gives the same answer, and faults end the whole job.

FAIRCAP_MPI is the tool, FAIRCAP the one for a single process, which gives the data. FAIRCAP_LONG=1 makes more of
everything.
"""
import csv
import gzip
import json
import os
import pathlib
import random
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import unittest

TOOL = os.environ["FAIRCAP_MPI"]
ONE = os.environ["FAIRCAP"]
LONG = os.environ.get("FAIRCAP_LONG") == "1"
SMALL = ["--sample", "600", "--gather", "500", "--effort", "1", "--piece-size", "9K", "--quiet"]
MPIRUN = ["mpirun", "--oversubscribe", "-n"]
if os.geteuid() == 0:
    MPIRUN.insert(1, "--allow-run-as-root")


def mpi(ranks, *words, timeout=120):
    command = [*MPIRUN, str(ranks), TOOL, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout)


def generate(path, seed, n=2500, dim=3, clusters=9, balance="2/3"):
    subprocess.run([ONE, "generate", "--n", str(n), "--dim", str(dim), "--true-clusters", str(clusters),
                    "--group-balance", balance, "--seed", str(seed), "-o", path, "--quiet"], check=True)


def lines_of(path):
    return path.read_text().splitlines(keepends=True)


def split(path, folder, parts, header=True, packed=()):
    """The rows of a file in several, each with the header, or (header=False) only the first."""
    folder.mkdir()
    head, *rows = lines_of(path)
    draw = random.Random(parts)
    cuts = [0, *sorted(draw.sample(range(1, len(rows)), parts - 1)), len(rows)]
    for i in range(parts):
        text = (head if header or i == 0 else "") + "".join(rows[cuts[i]:cuts[i + 1]])
        if i in packed:
            with gzip.open(folder / f"part{i:02}.csv.gz", "wt") as out:
                out.write(text)
        else:
            (folder / f"part{i:02}.csv").write_text(text)


def labels_of(folder):
    found = []
    for path in sorted(folder.glob("*.labels.csv")):
        with open(path, newline="") as source:
            rows = list(csv.DictReader(source))
        assert [int(row["row"]) for row in rows] == list(range(1, len(rows) + 1)), path
        found += [int(row["cluster"]) for row in rows]
    return found


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="faircap-mpi-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def cluster(self, ranks, files, out, *more):
        done = mpi(ranks, "cluster", *files, "-o", out, *SMALL, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return labels_of(out), (out / "report.json").read_text()


class SameAnswer(Folder):
    def test_any_number_of_ranks_and_files_gives_the_same_labels_and_report(self):
        instances = 40 if LONG else 20
        for seed in range(1, instances + 1):
            data = self.folder / f"{seed}.csv"
            generate(data, seed, n=1500 + 100 * (seed % 8), dim=2 + seed % 4)
            ask = ["-k", str(3 + seed % 7)] + (["-p", "group", "-t", f"{1 + seed % 3}/5"] if seed % 3 else [])
            ask += ["--scale", "zscore"] if seed % 4 == 0 else []
            ask += ["--metric", "manhattan"] if seed % 5 == 0 else []
            first = self.cluster(1, [data], self.folder / f"one{seed}", *ask)
            self.assertEqual(len(first[0]), 1500 + 100 * (seed % 8))
            for turn, ranks in enumerate([2, 3, 4, 7]):
                if not LONG and seed > 6 and turn != seed % 4:
                    continue  # four numbers of ranks for some instances, one for the others
                parts = self.folder / f"parts{seed}-{ranks}"
                split(data, parts, 1 + (seed + turn) % 5 + 1, header=turn % 2 == 0, packed={turn} if turn > 1 else ())
                out = self.folder / f"out{seed}-{ranks}"
                more = ["--memory-limit", "1M"] if turn == 1 else []
                files = [parts / "part*"] if turn else sorted(parts.glob("part*"))
                self.assertEqual(self.cluster(ranks, files, out, *ask, *more), first, (seed, ranks))
        print(f"figure: {instances} instances, 1, 2, 3, 4 and 7 ranks, 2 to 6 files: the same labels and reports")

    def test_few_rows_get_the_labels_of_faircap_cluster(self):
        data = self.folder / "points.csv"
        generate(data, 3, n=500)
        ask = ["-k", "6", "-p", "group", "-t", "1/2"]
        one = self.folder / "one.csv"
        subprocess.run([ONE, "cluster", data, *ask, "--labels-only", "-o", one, "--effort", "1", "--quiet"], check=True)
        with open(one, newline="") as source:
            wanted = [int(row["cluster"]) for row in csv.DictReader(source)]
        self.assertEqual(self.cluster(3, [data], self.folder / "out", *ask)[0], wanted)

    def test_a_matrix_in_parts_is_read_like_text(self):
        data = self.folder / "points.csv"
        generate(data, 5, n=2000, dim=3)
        rows = [[float(c) for c in row[1:4]] for row in csv.reader(lines_of(data)[1:])]
        for part in range(2):
            some = rows[1000 * part:1000 * part + 1000]
            header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(some)}, 3), }}".ljust(117) + "\n"
            with open(self.folder / f"m{part}.npy", "wb") as out:
                out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
                out.write(b"".join(struct.pack("<3d", *row) for row in some))
        text = self.cluster(1, [data], self.folder / "text", "-k", "5", "-f", "x1,x2,x3")
        matrix = self.cluster(3, [self.folder / "m?.npy"], self.folder / "matrix", "-k", "5")
        self.assertEqual(matrix[0], text[0])

    def test_the_answer_is_judged_by_check_and_a_wrong_one_is_not_accepted(self):
        data = self.folder / "points.csv"
        out = self.folder / "out"
        generate(data, 7)
        ask = ["-k", "5", "-p", "group"]
        self.cluster(2, [data], out, *ask)
        good = mpi(3, "check", data, out, *ask, "--piece-size", "9K")
        self.assertEqual(good.returncode, 0, good.stdout + good.stderr)
        self.assertEqual(good.stdout.count(": ok"), 7, good.stdout)
        tight = mpi(2, "check", data, out, *ask, "-q", "400")
        self.assertEqual(tight.returncode, 6)
        self.assertIn("capacity: VIOLATED", tight.stdout)


class Faults(Folder):
    def test_a_malformed_record_is_named_once_by_shard_line_and_column(self):
        data = self.folder / "points.csv"
        generate(data, 9)
        split(data, self.folder / "parts", 3)
        bad = self.folder / "parts/part01.csv"
        rows = lines_of(bad)
        rows[100] = rows[100].replace(rows[100].split(",")[2], "oops", 1)
        bad.write_text("".join(rows))
        done = mpi(4, "cluster", self.folder / "parts/*.csv", "-k", "5", "-o", self.folder / "out", *SMALL)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(done.stderr.count("part01.csv, line 101, column 3: "), 1, done.stderr)
        self.assertEqual(done.stderr.count("oops"), 1)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["parts", "points.csv"])

    def test_what_cannot_be_done_is_refused_in_a_sentence(self):
        data = self.folder / "points.csv"
        generate(data, 9, n=200)
        cases = [(["-k", "5", "--share", "group:a=0.4.."], 2, "faircap cluster knows more rules"),
                 (["-k", "5", "-q", "30"], 4, "a maximum size of 40"),
                 (["-k", "5", "-p", "x1"], 2, "balances two groups"),
                 (["-k", "5", "-p", "nobody"], 2, "there is no column nobody"),
                 (["-k", "5", "--missing", "impute"], 2, "--missing needs error|drop"),
                 ([], 2, "say how many clusters")]
        for words, code, said in cases:
            done = mpi(2, "cluster", data, "-o", self.folder / "out", "--quiet", *words)
            self.assertEqual(done.returncode, code, (words, done.stderr))
            self.assertEqual(done.stderr.count(said), 1, (words, done.stderr))
            self.assertFalse((self.folder / "out").exists())
        (self.folder / "full").mkdir()
        (self.folder / "full/file").write_text("mine")
        done = mpi(2, "cluster", data, "-k", "5", "-o", self.folder / "full", "--quiet")
        self.assertEqual(done.returncode, 7)
        self.assertIn("not an empty folder", done.stderr)


class Killed(Folder):
    """A job that loses a rank ends, leaves no answer, and goes on where it was."""

    def start(self, ranks, out, *more):
        return subprocess.Popen([*MPIRUN, str(ranks), TOOL, "cluster", str(self.data), *self.ask, "-o", str(out), *more],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def ranks_of(self, job):
        """The processes of a job that are ranks, not mpirun or its helpers."""
        found, todo = [], [job.pid]
        while todo:
            pid = todo.pop()
            try:
                children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            except OSError:
                continue
            todo += map(int, children)
            found += [int(c) for c in children if self.runs_tool(c)]
        return found

    @staticmethod
    def runs_tool(pid):
        try:
            return pathlib.Path(os.readlink(f"/proc/{pid}/exe")).name == pathlib.Path(TOOL).name
        except OSError:
            return False

    def setUp(self):
        super().setUp()
        self.data = self.folder / "points.csv"
        generate(self.data, 11, n=60000, dim=6, clusters=40)
        self.ask = ["-k", "30", "-p", "group", "--sample", "4000", "--gather", "3000", "--effort", "2",
                    "--piece-size", "200K"]

    def test_a_killed_rank_ends_the_job_and_resume_goes_on(self):
        whole = self.folder / "whole"
        began = time.monotonic()
        done = self.start(2, whole)
        done.communicate(timeout=300)
        self.assertEqual(done.returncode, 0)
        lasts = time.monotonic() - began
        wanted = labels_of(whole), (whole / "report.json").read_text()
        draw = random.Random(5)
        slowest, resumed, finished = 0, 0, 0
        moments = 20 if LONG else 5
        for turn in range(moments):
            out = self.folder / f"out{turn}"
            job = self.start(2 + turn % 3, out, "--quiet")
            time.sleep(draw.uniform(0.1, 0.95) * lasts)
            ranks = self.ranks_of(job)
            if ranks:
                os.kill(draw.choice(ranks), signal.SIGKILL)
            killed = time.monotonic()
            job.communicate(timeout=60)
            slowest = max(slowest, time.monotonic() - killed)
            if job.returncode == 0:  # it was over before
                finished += 1
                self.assertEqual((labels_of(out), (out / "report.json").read_text()), wanted)
                continue
            self.assertFalse(out.exists())
            resumed += (self.folder / f"out{turn}.partial/checkpoint").exists()
            again = self.start(1 + turn % 4, out, "--resume", "--quiet")
            _, said = again.communicate(timeout=300)
            self.assertEqual(again.returncode, 0, said)
            self.assertEqual(labels_of(out), wanted[0])
            self.assertFalse((self.folder / f"out{turn}.partial").exists())
        self.assertLess(slowest, 10)
        print(f"figure: {moments} kills: ended within {slowest:.1f} s, {resumed} left a checkpoint, {finished} came too late")

    def test_a_rank_that_hangs_is_ended_by_the_time_limit(self):
        job = self.start(2, self.folder / "out", "--time-limit", "1", "--quiet", "--effort", "9")
        ranks = []
        while len(ranks) < 2 and job.poll() is None:
            time.sleep(0.05)
            ranks = self.ranks_of(job)
        os.kill(ranks[-1], signal.SIGSTOP)  # wherever it is: within MPI_Init, too
        began = time.monotonic()
        _, said = job.communicate(timeout=60)
        self.assertNotEqual(job.returncode, 0)
        self.assertLess(time.monotonic() - began, 30)
        self.assertIn("a rank hangs", said)
        self.assertFalse((self.folder / "out").exists())

    def test_a_checkpoint_of_another_request_is_refused(self):
        out = self.folder / "out"
        job = self.start(2, out)
        while job.poll() is None and not (self.folder / "out.partial/checkpoint").exists():
            time.sleep(0.02)
        ranks = self.ranks_of(job)
        self.assertTrue(ranks)
        os.kill(ranks[0], signal.SIGKILL)
        job.communicate(timeout=60)
        checkpoint = self.folder / "out.partial/checkpoint"
        self.assertLess(checkpoint.stat().st_size, 100000)
        self.ask[1] = "31"
        other = self.start(2, out, "--resume", "--quiet")
        _, said = other.communicate(timeout=300)
        self.assertEqual(other.returncode, 3)
        self.assertIn("another request", said)
        self.ask[1] = "30"
        checkpoint.write_text(checkpoint.read_text()[:-40])
        damaged = self.start(2, out, "--resume", "--quiet")
        _, said = damaged.communicate(timeout=300)
        self.assertEqual(damaged.returncode, 3)
        self.assertIn("is damaged", said)


class Help(unittest.TestCase):
    def test_one_rank_needs_no_mpirun_and_help_is_shown_once(self):
        alone = subprocess.run([TOOL, "--help"], capture_output=True, text=True, timeout=60)
        many = mpi(3, "--help")
        self.assertEqual(alone.returncode, 0)
        self.assertEqual(many.stdout.count("faircap-mpi - "), 1)
        self.assertEqual(many.returncode, 0)

    def test_the_document_names_every_option(self):
        text = (pathlib.Path(__file__).parents[2] / "docs/CLUSTER.md").read_text()
        shown = subprocess.run([TOOL, "--help"], capture_output=True, text=True, timeout=60).stdout
        options = {word.rstrip(",") for line in shown.splitlines() if line.startswith("  ")
                   for word in line.split()[:3] if word.startswith("--")}
        self.assertGreater(len(options), 25)
        self.assertEqual([o for o in sorted(options) if f"`{o}" not in text], [])


@unittest.skipUnless(os.geteuid() == 0 and shutil.which("ip") and shutil.which("tc"), "two hosts need root and iproute2")
class TwoHosts(Folder):
    """One rank on each of two network namespaces: what is counted is what goes through the link."""

    def test_the_bytes_of_the_link_are_those_that_are_counted(self):
        probe = subprocess.run(["ip", "netns", "add", "faircap-probe"], capture_output=True)
        if probe.returncode != 0:
            self.skipTest("this kernel gives no network namespaces")
        subprocess.run(["ip", "netns", "del", "faircap-probe"], check=True)
        data = self.folder / "points.csv"
        generate(data, 13, n=20000, dim=4)
        words = ["cluster", data, "-k", "10", "-p", "group", "-o", self.folder / "out", "--sample", "3000", "--gather", "2000",
                 "--effort", "1", "--quiet", "--stats", self.folder / "stats.json"]
        script = pathlib.Path(__file__).parent / "two_hosts.sh"
        done = subprocess.run([script, self.folder / "net", "10mbit", *map(str, words)], capture_output=True, text=True,
                              env={**os.environ, "FAIRCAP_MPI": TOOL}, timeout=200)
        self.assertEqual(done.returncode, 0, done.stderr)
        _, received, _, sent = (self.folder / "net/bytes").read_text().split()
        stats = json.loads((self.folder / "stats.json").read_text())
        report = json.loads((self.folder / "out/report.json").read_text())
        counted = stats["bytes_of_rank_0"]
        through = int(received) + int(sent)
        # MPI's own beginning and end, and the headers of packets, are not counted.
        self.assertGreater(through, 0.95 * counted)
        self.assertLess(through, 1.2 * counted + 150000)
        # docs/CLUSTER.md: rows of 8 (d + 1) bytes from the other rank, and (2 k + 259) numbers a pass.
        rows = 8 * 5 * (report["gathered"] + 3500) / 2
        passes = 8 * (2 * 10 + 259) * report["passes"]
        self.assertLess(abs(counted - rows - passes), 0.15 * counted, (counted, rows, passes))
        print(f"figure: 10 Mbit/s: {through} bytes through the link, {counted} counted, {stats['messages']} messages, "
              f"{report['passes']} passes")


if __name__ == "__main__":
    unittest.main()
