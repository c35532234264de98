#!/usr/bin/env python3
"""Runs test_NAME.py of a folder for the given names, or all of it, and says which tests took the most processor time.

    unittests.py FOLDER [NAME...]
"""
import os
import pathlib
import signal
import sys
import unittest


def processor_seconds():
    """Of this process and of the children that have ended."""
    return sum(os.times()[:4])


class Timed(unittest.TextTestResult):
    spent = []

    def startTest(self, test):
        self.begin = processor_seconds()
        super().startTest(test)

    def stopTest(self, test):
        super().stopTest(test)
        self.spent.append((processor_seconds() - self.begin, test.id()))


def meet_signals():
    """Under nohup, or in a script's background, some are ignored, and what tests start would inherit that: a handler is not."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


def main(folder, *names):
    meet_signals()
    loader, suite = unittest.TestLoader(), unittest.TestSuite()
    found = {path.stem.removeprefix("test_") for path in pathlib.Path(folder).glob("test_*.py")}
    unknown = set(names) - found
    if unknown:
        sys.exit(f"{folder} has no tests named {', '.join(sorted(unknown))}")
    for name in names or sorted(found):
        suite.addTests(loader.discover(folder, f"test_{name}.py", folder))
    result = unittest.TextTestRunner(resultclass=Timed).run(suite)
    print("processor seconds of the dearest tests:")
    for seconds, name in sorted(Timed.spent, reverse=True)[:15]:
        print(f"{seconds:7.1f}  {name}")
    return 0 if result.wasSuccessful() and result.testsRun > 0 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
