#!/usr/bin/env python3
"""Runs test_NAME.py of a folder for the given names, or all of it.

    unittests.py FOLDER [NAME...]
"""
import pathlib
import sys
import unittest


def main(folder, *names):
    loader, suite = unittest.TestLoader(), unittest.TestSuite()
    found = {path.stem.removeprefix("test_") for path in pathlib.Path(folder).glob("test_*.py")}
    unknown = set(names) - found
    if unknown:
        sys.exit(f"{folder} has no tests named {', '.join(sorted(unknown))}")
    for name in names or sorted(found):
        suite.addTests(loader.discover(folder, f"test_{name}.py", folder))
    result = unittest.TextTestRunner().run(suite)
    return 0 if result.wasSuccessful() and result.testsRun > 0 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
