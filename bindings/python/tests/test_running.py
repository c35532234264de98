"""While a fit runs: progress, Ctrl-C, other threads, and processes made by fork."""
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import unittest
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from points import hard, some

import faircap
from faircap import FairCapacitatedClustering as Fair

INTERRUPTED = """
import os, signal, threading, time
from points import hard
from faircap import FairCapacitatedClustering
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job of a script would ignore it
X, group = hard()
model = FairCapacitatedClustering(20, effort=9, callback=lambda p: seen.append(p) if p.cost is not None else None)
seen = []
def press():
    while not seen: time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=press, daemon=True).start()
try:
    model.fit(X, sensitive_features=group)
except KeyboardInterrupt:
    print("interrupted", model.status_, len(model.labels_), model.violations_["capacity"])
"""


def run(code):
    """A program of its own."""
    command = [sys.executable, "-W", "ignore", "-c", code]
    return subprocess.run(command, cwd=os.path.dirname(__file__), capture_output=True, text=True, timeout=600)


def labels_of(seed):
    X, group = some()
    return Fair(4, random_state=seed).fit_predict(X, sensitive_features=group).tolist()


def labels_without_a_warning(seed):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return labels_of(seed)


class Progress(unittest.TestCase):
    def test_the_callback_sees_costs_fall_and_can_stop_with_the_best_so_far(self):
        X, group = hard()
        seen = []

        def enough(progress):
            seen.append(progress)
            return progress.cost is not None and len(seen) > 3

        model = Fair(20, effort=9, callback=enough).fit(X, sensitive_features=group)
        self.assertEqual(model.status_, "interrupted")
        self.assertEqual(model.violations_["balance"], 0)
        costs = [p.cost for p in seen if p.cost is not None]
        self.assertEqual(costs, sorted(costs, reverse=True))
        self.assertTrue(all(isinstance(p, faircap.Progress) and p.stage for p in seen))

    def test_what_the_callback_raises_arrives(self):
        X, group = hard()

        def broken(progress):
            raise LookupError("in the callback")

        with self.assertRaisesRegex(LookupError, "in the callback"):
            Fair(20, effort=9, callback=broken).fit(X, sensitive_features=group)

    def test_stopping_before_there_is_an_answer_is_an_error(self):
        X, group = hard()
        with self.assertRaises(faircap.CancelledError):
            Fair(20, method="fair-kmedoids", callback=lambda progress: True).fit(X, sensitive_features=group)

    def test_a_time_limit_is_no_error(self):
        X, group = hard(300)
        self.assertEqual(Fair(20, effort=9, time_limit=5).fit(X, sensitive_features=group).status_, "time_limit")

    def test_verbose_writes_lines_on_stderr(self):
        code = "from points import hard\nfrom faircap import FairCapacitatedClustering as F\nX, g = hard(300)\n"
        code += "F(20, effort=9, time_limit=5, verbose=1).fit(X, sensitive_features=g)"
        done = run(code)
        self.assertIn("faircap: Progress(stage=", done.stderr)
        self.assertEqual(done.stdout, "")

    def test_ctrl_c_stops_with_the_best_answer_so_far(self):
        done = run(INTERRUPTED)
        self.assertEqual((done.stdout, done.stderr), ("interrupted interrupted 800 0\n", ""))


class Threads(unittest.TestCase):
    def test_other_threads_run_during_a_fit(self):
        X, group = hard()
        turns, over = [0], threading.Event()

        def count():
            while not over.wait(0.001):
                turns[0] += 1

        threading.Thread(target=count, daemon=True).start()
        Fair(20, effort=9, n_jobs=1, callback=lambda p: turns[0] > 20 and p.cost is not None).fit(X)
        over.set()
        self.assertGreater(turns[0], 20)

    def test_eight_threads_give_what_one_gives(self):
        alone = [labels_of(seed) for seed in range(8)]
        with ThreadPoolExecutor(8) as pool:
            self.assertEqual(list(pool.map(labels_of, list(range(8)) * 3)), alone * 3)

    def test_labels_do_not_depend_on_n_jobs(self):
        X, group = some(200)
        one, two = (Fair(6, n_jobs=n).fit_predict(X, sensitive_features=group) for n in (1, 2))
        np.testing.assert_array_equal(one, two)


class Processes(unittest.TestCase):
    def test_a_fit_after_fork_works_in_child_and_parent(self):
        expected = labels_of(3)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            self.assertEqual(pool.map(labels_without_a_warning, [3, 3, 3]), [expected] * 3)
        self.assertEqual(labels_of(3), expected)

    def test_a_fork_during_a_fit_of_another_thread_does_not_hang(self):
        X, _ = hard()
        running, over = threading.Event(), threading.Event()

        def watch(progress):
            running.set()
            return over.is_set() and progress.cost is not None

        fit = threading.Thread(target=Fair(20, effort=9, callback=watch).fit, args=(X,))
        fit.start()
        running.wait()
        child = os.fork()
        if child == 0:
            signal.alarm(300)
            os._exit(0 if len(labels_of(1)) == 60 else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        over.set()
        fit.join()


if __name__ == "__main__":
    unittest.main()
