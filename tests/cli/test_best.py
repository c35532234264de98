"""The method best on the command line: the optimum where it is known, honest figures, early ends, corners, threads, Ctrl-C.

Every answer is judged by both checkers. That its answers are optimal is shown elsewhere: tests/sweep/test_best.c (all
partitions of a few points) and tests/best_cbc.py (an integer program).
"""
import csv
import io
import math
import os
import random
import signal
import subprocess
import time
import unittest

from tool import FAIRCAP, LONG, TIMEOUT, Case, complain_about_sanitizers, read_json

import best_cbc  # noqa: E402  (tool.py says where it is)

DATA = os.environ.get("FAIRCAP_DATA")
THIRTY = "-f", "x1,x2", "-p", "color", "--scale", "none", "-k", "3", "-q", "11", "-t", "1"
GROUP = "-p", "group", "-x", "id"
SECONDS = 20  # a hang, not slowness: the machine may be busy


def table(points, groups=None):
    head = ",".join(f"x{c + 1}" for c in range(len(points[0])))
    rows = [",".join(map(repr, p)) for p in points]
    if groups:
        head, rows = head + ",group", [f"{row},{g}" for row, g in zip(rows, groups)]
    return "\n".join([head, *rows]) + "\n"


class BestCase(Case):
    def generate(self, n, *more, name="data.csv"):
        self.expect(0, "generate", "--n", n, *more, "-o", name)
        return name

    def best(self, data, *request, more=()):
        """The report of a run that both checkers agree with, and its labels; `more` is of `cluster` alone."""
        for name in {"out.csv", "out.json"} & set(self.names()):
            os.unlink(self.path(name))
        self.expect(0, "cluster", data, *request, *more, "-o", "out.csv", "--json", "out.json")
        return self.judged(data, *request)

    def judged(self, data, *request):
        report = read_json(self.text("out.json"))
        self.assertEqual(report["method"], "best")
        self.expect(0, "check", data, "out.csv", *request)
        opinion = self.second_opinion(data, "out.csv", *request, "--report", "out.json")
        self.assertEqual(opinion.code, 0, opinion)
        self.assert_consistent(report)
        rows = list(csv.reader(io.StringIO(self.text("out.csv"), newline="")))
        report["labels"] = [row[-1] for row in rows[1:]]
        return report

    def assert_consistent(self, report):
        """What the figures must be to each other, whatever they are."""
        cost, bound, gap = report["cost"], report["lower_bound"], report["gap"]
        self.assertEqual(bound is None, gap is None)
        if bound is not None:
            self.assertTrue(0 <= bound <= cost, report)
            self.assertAlmostEqual(gap, (cost - bound) / cost if cost else 0, places=14)
            self.assertEqual(report["status"] == "optimal", gap <= 1e-9, report)
        else:
            self.assertNotEqual(report["status"], "optimal")
        if report["multiplier_bound"] is not None:
            self.assertLessEqual(report["multiplier_bound"], bound)
        if report["fixed_medoid_gap"] is not None:
            self.assertTrue(0 <= report["fixed_medoid_gap"] <= 1, report)
        if report["status"] == "optimal":
            self.assertIs(report["swap_optimal"], True)

    def assert_optimal(self, report, cost):
        self.assertEqual(report["status"], "optimal", report)
        self.assertTrue(math.isclose(report["cost"], cost, rel_tol=1e-9, abs_tol=1e-12), (report["cost"], cost))


class Known(BestCase):
    @unittest.skipUnless(DATA, "FAIRCAP_DATA is not set: it names the folder of the data sets")
    def test_thirty_points(self):
        with open(os.path.join(DATA, "known-answers", "thirty-points.csv"), "rb") as stream:
            self.put("data.csv", stream.read())
        report = self.best("data.csv", *THIRTY)
        self.assert_optimal(report, 24.835209553398663)
        self.assertEqual((sorted(report["medoids"]), report["sizes"]), ([10, 14, 30], [10, 10, 10]))

    def test_optima_of_an_integer_program_at_the_default_effort(self):
        """These are the smallest of the 200 instances; nothing is said about the others at this effort."""
        known = {seed: optimum for seed, optimum in best_cbc.stored().items() if optimum is not None}
        small = sorted(known, key=lambda seed: (best_cbc.draw(seed)["n"], seed))[:3]
        for seed in small:
            it = best_cbc.draw(seed)
            self.put("data.csv", table(it["points"], it["groups"]))
            fair = ["-p", "group", "-t", it["balance"]] if it["balance"] else ["-x", "group"]
            report = self.best("data.csv", *fair, "--scale", "none", "-k", it["k"], "-q", it["max_size"], "--min-size",
                               it["min_size"])
            self.assert_optimal(report, known[seed])

    def test_best_is_the_default_with_and_without_groups(self):
        self.generate(40)
        for request, kept in (GROUP, ["capacity", "min_size", "balance"]), (("-f", "x1,x2"), ["capacity", "min_size"]):
            report = read_json(self.expect(0, "cluster", "data.csv", *request, "-k", 4, "--json", "-").out)
            self.assertEqual((report["method"], report["enforces"]), ("best", kept))


class Figures(BestCase):
    def test_no_bound_is_above_any_cost(self):
        """All runs of one request bound each other, whatever their effort and seed."""
        for data, request in ((self.generate(60, "--seed", 5, name="a.csv"), (*GROUP, "-k", 5)),
                              (self.generate(45, "--group-balance", "2/3", "--dim", 3, name="b.csv"),
                               (*GROUP, "-k", 4, "-t", "5/8", "--slack", "1.1")),
                              (self.generate(50, "--true-clusters", 1, name="c.csv"), ("-f", "x1,x2", "-k", 10, "-q", 5))):
            reports = [self.best(data, *request, more=["--effort", effort, "--seed", seed])
                       for effort, seed in ((1, 1), (1, 2), (5, 1), (9, 1))]
            bounds = [r["lower_bound"] for r in reports if r["lower_bound"] is not None]
            self.assertLessEqual(max(bounds), min(r["cost"] for r in reports) * (1 + 1e-12))
            self.assertLessEqual(reports[-1]["cost"], reports[0]["cost"] * (1 + 1e-12))
            self.assertEqual(reports[-1]["status"], "optimal", data)

    def test_without_a_bound_nothing_is_claimed(self):
        self.generate(60)
        for effort in 1, 3:
            report = self.best("data.csv", *GROUP, "-k", 5, more=["--bound", "off", "--effort", effort])
            self.assertEqual((report["lower_bound"], report["gap"], report["status"]), (None, None, "feasible"))

    def test_more_room_never_costs_more(self):
        """The optimum of a request with fewer demands; both are proved, so this must hold."""
        self.generate(40, "--seed", 3)
        costs = []
        for more in (["-q", 10, "-t", "1"], ["-q", 10, "-t", "1/2"], ["-q", 13, "-t", "1/2"], ["-q", 40, "-t", "0"]):
            report = self.best("data.csv", *GROUP, "-k", 4, *more, more=["--effort", 9])
            self.assertEqual(report["status"], "optimal")
            costs.append(report["cost"])
        self.assertEqual(costs, sorted(costs, reverse=True))


class EarlyEnds(BestCase):
    def test_a_gap_ends_the_search(self):
        self.generate(200, "--true-clusters", 8, "--seed", 2)
        for gap in 0.5, 0.05:
            report = self.best("data.csv", *GROUP, "-k", 8, more=["--effort", 9, "--gap", gap])
            self.assertLessEqual(report["gap"], gap)
            self.assertIn(report["status"], ("feasible", "optimal"))

    def test_a_time_limit_leaves_a_valid_answer(self):
        self.generate(400, "--true-clusters", 1)
        report = self.best("data.csv", *GROUP, "-k", 20, more=["--effort", 9, "--time-limit", 0.05])
        self.assertIn(report["status"], ("time_limit", "optimal"))
        self.assertLess(report["seconds"], SECONDS)

    def test_a_hopeless_time_limit_leaves_an_answer_or_no_file(self):
        self.generate(2000)
        for seconds in "0.000001", "0.001", "0.01":
            done = self.run_tool("cluster", "data.csv", *GROUP, "-k", 10, "--time-limit", seconds, "-o", "out.csv",
                                 "--json", "out.json")
            self.assertIn(done.code, (0, 5), done)
            if done.code == 0:
                self.judged("data.csv", *GROUP, "-k", 10)
            else:
                self.assertNotIn("out.csv", self.names())


class Corners(BestCase):
    def test_one_cluster(self):
        self.put("data.csv", table([[0.0], [1.0], [2.0], [10.0]], "abab"))
        for effort in 1, 9:
            report = self.best("data.csv", "-p", "group", "-k", 1, "--scale", "none", more=["--effort", effort])
            self.assert_optimal(report, 11)

    def test_a_cluster_for_each_point(self):
        self.generate(25)
        for more in [], ["-q", 1]:
            report = self.best("data.csv", "-f", "x1,x2", "-k", 25, *more)
            self.assert_optimal(report, 0)
            self.assertEqual(report["sizes"], [1] * 25)

    def test_one_point(self):
        self.put("data.csv", "x1\n3\n")
        self.assert_optimal(self.best("data.csv", "-k", 1), 0)

    def test_all_points_equal(self):
        self.put("data.csv", table([[7.0, 7.0]] * 24, "ab" * 12))
        for k, t in (1, "1"), (5, "1/2"), (12, "1"), (24, None):
            fair = ["-p", "group", "-t", t] if t else ["-x", "group"]
            for effort in 1, 9:
                report = self.best("data.csv", *fair, "-k", k, "--scale", "none", more=["--effort", effort])
                self.assert_optimal(report, 0)

    def test_pairs(self):
        """k = n / 2 and t = 1: a matching of least cost. On a line with groups in turn that is neighbour to neighbour."""
        self.put("data.csv", table([[float(j * j)] for j in range(16)], "ab" * 8))
        report = self.best("data.csv", "-p", "group", "-k", 8, "-t", 1, "--scale", "none", more=["--effort", 9])
        self.assert_optimal(report, sum((j + 1) ** 2 - j * j for j in range(0, 16, 2)))

    def test_several_points_at_one_place(self):
        self.put("data.csv", table([[float(j % 4), float(j % 2)] for j in range(32)], "aabb" * 8))
        for k, q in (4, 8), (5, 7), (8, 4), (3, 11):
            for effort in 1, 9:
                report = self.best("data.csv", "-p", "group", "-k", k, "-q", q, "--scale", "none", more=["--effort", effort])
                self.assertTrue(effort == 1 or report["status"] == "optimal", report)

    def test_equal_sizes_and_equal_halves(self):
        self.generate(32, "--seed", 8)
        report = self.best("data.csv", *GROUP, "-k", 4, "-q", 8, "--min-size", 8, "-t", 1, more=["--effort", 9])
        self.assertEqual((report["sizes"], report["balance"], report["status"]), ([8] * 4, 1, "optimal"))


class Threads(BestCase):
    def test_the_answer_does_not_depend_on_the_threads(self):
        for n, effort, more in ((200, 2, ["-k", 7]), (60, 3, ["-k", 5, "-t", "3/4"]), (1000, 1, ["-k", 12, "-q", 84])):
            self.generate(n, "--seed", n)
            answers = [self.best("data.csv", *GROUP, *more, more=["--effort", effort, "--threads", threads, "--gap", 0.02])
                       for threads in (1, 2, 3, 4, 8)]
            for key in "labels", "cost", "lower_bound", "status", "medoids", "swap_optimal", "fixed_medoid_gap":
                self.assertEqual([a[key] for a in answers], [answers[0][key]] * 5, (n, effort, key))

    @unittest.skipUnless(hasattr(os, "sched_setaffinity"), "processes here cannot be kept to some cores")
    def test_all_cores_are_those_that_the_process_may_use(self):
        self.generate(40, "--seed", 3)
        mine = os.sched_getaffinity(0)
        self.addCleanup(os.sched_setaffinity, 0, mine)
        for cores in [min(mine)], mine:
            os.sched_setaffinity(0, cores)
            self.assertEqual(self.best("data.csv", *GROUP, "-k", 4)["threads"], len(cores))


class CtrlC(BestCase):
    REQUEST = *GROUP, "-k", "20", "-t", "2/3"

    def begin(self):
        return subprocess.Popen([FAIRCAP, "cluster", "data.csv", *self.REQUEST, "--effort", "9", "-o", "out.csv", "--json",
                                 "out.json"], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE)

    def stopped_after(self, seconds):
        """Runs, and stops it then; its exit code."""
        process = self.begin()
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        said = process.communicate(timeout=TIMEOUT)[1].decode()
        complain_about_sanitizers(said)
        self.assertLess(time.monotonic() - began, SECONDS)
        return process.returncode

    def test_at_twenty_moments_there_is_a_complete_answer_or_no_file(self):
        """Most moments are early, when the first answers are made; the last are after some two seconds; LONG: six."""
        self.generate(1500, "--group-balance", "3/4", "--true-clusters", 1)
        rng, interrupted = random.Random(20), 0
        for _ in range(20):
            seconds = (6 if LONG else 2) * rng.random() ** 3
            with self.subTest(seconds=seconds):
                code = self.stopped_after(seconds)
                if self.names() == ["data.csv"]:
                    self.assertIn(code, (130, -signal.SIGINT))
                else:
                    self.assertEqual(self.names(), ["data.csv", "out.csv", "out.json"])
                    status = self.judged("data.csv", *self.REQUEST)["status"]
                    self.assertEqual(status == "interrupted", code == 130)
                    self.assertIn(code, (0, 130))  # 0: it had ended by itself
                    interrupted += code == 130
            for name in set(self.names()) - {"data.csv"}:
                os.unlink(self.path(name))
        self.assertGreater(interrupted, 3, "hardly any run had an answer when it was stopped")


if __name__ == "__main__":
    unittest.main()
