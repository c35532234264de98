"""The hints are right, and those who use the installed package see them."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from points import ROOT

import faircap

USE = """
import faircap
model = faircap.FairCapacitatedClustering(3, balance="1/2").fit([[0.0], [1.0], [2.0]])
reveal_type(model)
reveal_type(model.labels_)
reveal_type(faircap.feasible(n_clusters=2, demand=[1, 1]).smallest_change.max_size)
faircap.FairCapacitatedClustering(3, objective="mixed", aim=[1, -1])
faircap.FairCapacitatedClustering(3, effort="high")
"""
HINTS = (
    'Revealed type is "faircap._estimator.FairCapacitatedClustering"',
    'Revealed type is "numpy.ndarray[',
    'Revealed type is "Union[builtins.int, None]"',
    'Argument "effort" to "FairCapacitatedClustering" has incompatible type "str"; expected "int"',
)


def mypy(cache, *arguments):
    """mypy, with a cache beside the scratch environment."""
    command = ["mypy", "--cache-dir", str(pathlib.Path(sys.prefix).parent / "mypy" / cache), *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=tempfile.gettempdir())


class Hints(unittest.TestCase):
    def test_the_sources_are_consistent(self):
        package = ROOT / "bindings/python"
        done = mypy("sources", "--config-file", str(package / "pyproject.toml"), str(package / "src/faircap"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_users_of_the_installed_package_are_checked(self):
        self.assertTrue(os.path.exists(os.path.join(os.path.dirname(faircap.__file__), "py.typed")))
        done = mypy("users", "--python-executable", sys.executable, "--ignore-missing-imports", "-c", USE)
        for hint in HINTS:
            self.assertIn(hint, done.stdout)
        self.assertIn("Found 1 error ", done.stdout)


if __name__ == "__main__":
    unittest.main()
