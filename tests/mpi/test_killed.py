"""A job that loses a rank ends, leaves no answer, and goes on where it was."""
import os
import pathlib
import random
import shutil
import signal
import subprocess
import time

from jobs import LONG, TOOL, Folder, answer_in, command, generate


def runs_tool(pid):
    try:
        return pathlib.Path(os.readlink(f"/proc/{pid}/exe")).name == pathlib.Path(TOOL).name
    except OSError:
        return False


def ranks_of(job):
    """The processes of a job that are ranks, not mpirun or its helpers."""
    found, todo = [], [job.pid]
    while todo:
        pid = todo.pop()
        try:
            children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        except OSError:
            continue
        todo += map(int, children)
        found += [int(c) for c in children if runs_tool(c)]
    return found


def wait_for_ranks(job, n):
    """Those of a job once there are n of them, or it is over."""
    while len(found := ranks_of(job)) < n and job.poll() is None:
        time.sleep(0.02)
    return found


class Killed(Folder):
    stuck = 0  # launchers that had to be ended by hand, when all their ranks were gone

    def setUp(self):
        super().setUp()
        self.data = self.folder / "points.csv"
        generate(self.data, 11, n=60000, dim=6, clusters=40)
        self.ask = ["-k", "30", "-p", "group", "--sample", "4000", "--gather", "3000", "--effort", "2", "--piece-size", "200K",
                    "--quiet"]

    def start(self, ranks, out, *more):
        return subprocess.Popen(command(ranks, "cluster", self.data, *self.ask, "-o", out, *more), stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def kill_one(self, job, draw):
        """Kills a rank, if there is one; the seconds until the job was over."""
        alive = ranks_of(job)
        for pid in draw.sample(alive, min(1, len(alive))):
            os.kill(pid, signal.SIGKILL)
        return self.lasts(job, time.monotonic())[0]

    def lasts(self, job, began, patience=60):
        """(seconds from then to the end of the last rank, what was said). mpirun of Open MPI 4.1 now and then waits for
        itself in PMIx_server_finalize when a rank was lost within MPI_Init: no rank can help that, so it is only counted.
        """
        while ranks_of(job) and time.monotonic() < began + patience:
            time.sleep(0.01)
        self.assertEqual(ranks_of(job), [], "a rank is still there")
        seconds = time.monotonic() - began
        try:
            said = job.communicate(timeout=20)[1]
        except subprocess.TimeoutExpired:
            job.kill()
            said = job.communicate()[1]
            Killed.stuck += 1
        return seconds, said

    @classmethod
    def tearDownClass(cls):
        print(f"figure: mpirun itself had to be ended {cls.stuck} times")

    def ended(self, job, code=0):
        """What a job said, which ends with that code."""
        _, said = job.communicate(timeout=600)
        self.assertEqual(job.returncode, code, said)
        return said

    def test_a_killed_rank_ends_the_job_and_resume_goes_on(self):
        whole = self.folder / "whole"
        began = time.monotonic()
        self.ended(self.start(2, whole))
        lasts = time.monotonic() - began
        wanted = answer_in(whole)
        draw = random.Random(5)
        slowest, kills, resumed, late = 0, 0, 0, 0
        for ranks in [2, 3, 4] if LONG else [3]:
            for turn in range(20):
                if not LONG and kills > late:
                    break
                out = self.folder / f"out{ranks}-{turn}"
                partial = self.folder / f"out{ranks}-{turn}.partial"
                job = self.start(ranks, out)
                wait_for_ranks(job, ranks)
                time.sleep(draw.uniform(0, 0.95) * lasts)
                took = self.kill_one(job, draw)
                kills += 1
                slowest = max(slowest, took if job.returncode != 0 else 0)
                if out.exists():  # it was over before, or all but its end
                    late += 1
                    self.same(answer_in(out), wanted, (ranks, turn))
                    continue
                self.assertNotEqual(job.returncode, 0)
                resumed += (partial / "checkpoint").exists()
                self.ended(self.start(1 + turn % 4, out, "--resume"))
                self.same(answer_in(out)[0], wanted[0], (ranks, turn))
                self.assertFalse(partial.exists())
        self.assertLess(slowest, 10)
        self.assertLess(late, kills)
        print(f"figure: {kills} kills: ended within {slowest:.1f} s, {resumed} left a checkpoint, {late} came too late")

    def test_a_rank_killed_while_mpi_begins_ends_the_job(self):
        """An mpirun that shares a lock with its ranks hangs in some of a hundred: src/mpi/comm_mpi.c."""
        draw = random.Random(6)
        slowest, early, kills = 0, 0, 100 if LONG else 3
        for turn in range(kills):
            out = self.folder / f"out{turn}"
            job = self.start(2 + turn % 3, out)
            wait_for_ranks(job, 2 + turn % 3)
            time.sleep(draw.uniform(0, 0.2))
            early += not (self.folder / f"out{turn}.partial").exists()
            slowest = max(slowest, self.kill_one(job, draw))
            self.assertNotEqual(job.returncode, 0)
            self.assertFalse(out.exists())
        self.assertLess(slowest, 10)
        print(f"figure: {kills} kills at the start, {early} of them before MPI_Init was over: ended within {slowest:.1f} s")

    def test_a_rank_that_hangs_is_ended_by_the_time_limit(self):
        slowest = 0
        for turn in range(6 if LONG else 1):
            job = self.start(2 + turn % 3, self.folder / "out", "--time-limit", "1", "--effort", "9")
            ranks = wait_for_ranks(job, 2 + turn % 3)
            os.kill(ranks[-1 if turn % 2 == 0 else 0], signal.SIGSTOP)  # wherever it is: within MPI_Init, too
            began = time.monotonic()
            seconds, said = self.lasts(job, began)
            slowest = max(slowest, seconds)
            self.assertNotEqual(job.returncode, 0)
            self.assertIn("a rank hangs", said)
            self.assertFalse((self.folder / "out").exists())
        self.assertLess(slowest, 30)  # 2 s + 10 s, and what mpirun takes
        print(f"figure: {turn + 1} stopped ranks: ended within {slowest:.1f} s of a time limit of 1 s")

    def test_a_signal_ends_a_rank_with_one_line_and_no_empty_folder(self):
        out = self.folder / "out"
        partial = self.folder / "out.partial"
        for number, waits, said in [(signal.SIGINT, partial, "faircap-mpi: stopped before the first checkpoint\n"),
                                    (signal.SIGHUP, partial, "faircap-mpi: stopped before the first checkpoint\n"),
                                    (signal.SIGTERM, partial / "checkpoint",
                                     "faircap-mpi: stopped; the same command with --resume goes on\n")]:
            for _ in range(5):  # on a busy machine a signal may come when the answer is there
                job = subprocess.Popen([TOOL, "cluster", self.data, *self.ask, "-o", out], stderr=subprocess.PIPE, text=True)
                while not waits.exists() and job.poll() is None:
                    time.sleep(0.002)
                job.send_signal(number)
                if job.wait(timeout=600) != 0:
                    break
                shutil.rmtree(out)
            self.assertEqual(self.ended(job, 130), said)
            self.assertFalse(out.exists())
            self.assertEqual(partial.exists(), waits != partial)

    def test_a_checkpoint_of_another_request_is_refused(self):
        out = self.folder / "out"
        checkpoint = self.folder / "out.partial/checkpoint"
        job = self.start(2, out)
        while job.poll() is None and not checkpoint.exists():
            time.sleep(0.02)
        ranks = ranks_of(job)
        self.assertTrue(ranks)
        os.kill(ranks[0], signal.SIGKILL)
        job.communicate(timeout=60)
        self.assertLess(checkpoint.stat().st_size, 100000)
        self.ask[1] = "31"
        self.assertIn("another request", self.ended(self.start(2, out, "--resume"), 3))
        self.ask[1] = "30"
        text, rows = checkpoint.read_text(), self.data.read_text()
        head, first, second, *others = rows.splitlines(keepends=True)
        self.data.write_text("".join([head, second, first, *others]))
        self.assertIn("of other data", self.ended(self.start(2, out, "--resume"), 3))
        self.data.write_text(rows)
        at = text.index("price ") + 10
        for damaged in (text[:-40], text[:at] + ("1" if text[at] != "1" else "2") + text[at + 1:]):
            checkpoint.write_text(damaged)
            self.assertIn("is damaged", self.ended(self.start(2, out, "--resume"), 3))
