"""Every request for memory that the package's library makes fails, once and from then on: OutOfMemoryError."""
import ctypes
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np
from points import ROOT, some

import faircap

OBJECT = b"_native.abi3.so"


class Calls:
    """One call of each kind."""

    def __init__(self, folder):
        self.X, self.group = some(30)
        self.path = os.path.join(folder, "points.csv")
        pathlib.Path(self.path).write_text("x,y,g\n" + "".join(f"{a},{b},{'ab'[g]}\n" for (a, b, _), g in zip(self.X, self.group)))
        self.table = faircap.read_table(self.path)
        self.model = faircap.FairCapacitatedClustering(3, balance=1 / 4, effort=1, n_jobs=1)
        self.labels = self.model.fit_predict(self.X, sensitive_features=self.group)

    def all(self):
        request = dict(n_clusters=3, sensitive_features=self.group, balance=1 / 4)
        return {
            "fit": lambda: self.model.fit(self.X, sensitive_features=self.group),
            "feasible": lambda: faircap.feasible(self.X, **request),
            "check": lambda: faircap.check(self.X, self.labels, **request),
            "fairlets": lambda: faircap.fairlets(self.X, self.group, balance=1 / 4),
            "certify": lambda: faircap.certify(self.X, np.ones(30), **request),
            "read_table": lambda: faircap.read_table(self.path),
            "read_csv": lambda: faircap.read_csv(self.path, protect="g"),
        }


def arm(memory, at, on):
    memory.faulty_arm(ctypes.byref(ctypes.c_char_p(OBJECT)), ctypes.byref(ctypes.c_int(at)), ctypes.byref(ctypes.c_int(on)))


def requests(memory):
    count = ctypes.c_int()
    memory.faulty_count(ctypes.byref(count))
    return count.value


def fail_everywhere():
    """Runs in a process of its own, with tests/sweep/faulty_caller.c in front of the C library."""
    memory = ctypes.CDLL(os.environ["LD_PRELOAD"])
    points = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, call in Calls(folder).all().items():
            for on in 0, 1:
                at, failed = 0, True
                while failed:
                    at += 1
                    arm(memory, at, on)
                    try:
                        call()
                        failed = False
                    except faircap.OutOfMemoryError:
                        points += 1
                    made = requests(memory)
                    arm(memory, 0, 0)
                    assert failed == (made >= at), f"{name}: request {at} of {made}: failed {failed}"
                assert at > 1, f"{name} asks for no memory"
    print(points)


class Memory(unittest.TestCase):
    def test_every_request_for_memory_may_fail(self):
        with tempfile.TemporaryDirectory() as folder:
            library = os.path.join(folder, "faulty_caller.so")
            subprocess.run(["gcc", "-shared", "-fPIC", "-O1", ROOT / "tests/sweep/faulty_caller.c", "-o", library], check=True)
            done = subprocess.run([sys.executable, __file__, "everywhere"], env=dict(os.environ, LD_PRELOAD=library), text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(int(done.stdout), 20)
        print(f"figure: {int(done.stdout)} requests for memory failed, each is an OutOfMemoryError")


if __name__ == "__main__":
    fail_everywhere() if sys.argv[1:] == ["everywhere"] else unittest.main()
