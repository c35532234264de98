"""How the tests of the command line run faircap, so that every test says only what it is about.

The binary is the one named by the environment variable FAIRCAP, else build/dev/faircap. A run that a sanitizer
complains about is a failure of whatever test made it, with the complaint in the message.
"""
import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest
from collections import namedtuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FAIRCAP = os.path.abspath(os.environ.get("FAIRCAP") or os.path.join(ROOT, "build", "dev", "faircap"))
TIMEOUT = 120  # seconds; no run of these tests comes near it
LONG = os.environ.get("FAIRCAP_LONG") == "1"

# A shell starts background jobs with SIGINT ignored, and so would be what the tests start, until the tool has its own
# handler: an early Ctrl-C would be lost there.
signal.signal(signal.SIGINT, signal.default_int_handler)

sys.path.insert(0, os.path.join(ROOT, "tests"))
import check_result  # noqa: E402  (the second checker, written without knowledge of the first)
import judged  # noqa: E402

Run = namedtuple("Run", "code out err")


def complain_about_sanitizers(err):
    if "Sanitizer" in err or "runtime error:" in err:
        raise AssertionError("a sanitizer complained:\n" + err)


def read_json(text):
    """What a JSON text says. Python keeps the last of two keys that are equal; here they are a failure."""
    def without_doubles(pairs):
        keys = [key for key, _ in pairs]
        doubles = sorted({key for key in keys if keys.count(key) > 1})
        if doubles:
            raise AssertionError(f"keys that are there twice in one object of a report: {doubles}")
        return dict(pairs)
    return json.loads(text, object_pairs_hook=without_doubles)


def read_reports(words, folder, code, out):
    """Reads what a run has written with --json, so that every report of every test is valid, whoever looks at it."""
    words = [word for given in words for word in (given.split("=", 1) if given.startswith("--json=") else [given])]
    for option, place in zip(words, words[1:]):
        path = os.path.join(folder or ".", place)
        if option == "--json" and code in (0, 4, 6):
            if place == "-":
                read_json(out)
            elif os.path.isfile(path) and not place.startswith("/dev/"):  # a device may be a file of this process
                with open(path, encoding="utf-8") as stream:
                    read_json(stream.read())


def run(*arguments, stdin=b"", cwd=None, env=None, binary=FAIRCAP, timeout=TIMEOUT):
    """(exit code, standard output, standard error) of `faircap ARGUMENTS`."""
    done = subprocess.run([binary, *map(str, arguments)], input=stdin, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=timeout, cwd=cwd,
                          env=dict(os.environ, **(env or {})), check=False)
    err = done.stderr.decode("utf-8")  # half a character is a failure
    complain_about_sanitizers(err)
    out = done.stdout.decode("utf-8", "backslashreplace")
    read_reports(list(map(str, arguments)), cwd, done.returncode, out)
    if done.returncode == 0 and arguments[:1] == ("cluster",):
        judged.compare(binary, lambda words: judge(*in_folder(cwd, words)), list(map(str, arguments[1:])), cwd, out)
    return Run(done.returncode, out, err)


def start(*arguments, cwd=None):
    """`faircap ARGUMENTS` as a process that is running; the caller waits for it."""
    return subprocess.Popen([FAIRCAP, *map(str, arguments)], stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=cwd)


def in_folder(folder, words):
    """The words that are files of the folder become paths."""
    paths = [os.path.join(folder or ".", str(word)) for word in words]
    return [path if os.path.isfile(path) else word for path, word in zip(paths, words)]


def judge(*arguments):
    """(exit code, {property: rest of its line}, standard error) of tests/check_result.py, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = check_result.main(list(map(str, arguments)))
        except SystemExit as stop:
            code = stop.code
    return Run(code, properties(out.getvalue()), err.getvalue())


def properties(text):
    """{property: rest of its line} of the lines that a checker prints."""
    return dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)


class Case(unittest.TestCase):
    """A test with a folder of its own. Relative names in arguments are names in that folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="faircap-test-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def put(self, name, content):
        """Writes a file, text as UTF-8, and returns its name."""
        with open(self.path(name), "wb") as stream:
            stream.write(content if isinstance(content, bytes) else content.encode("utf-8"))
        return name

    def get(self, name):
        with open(self.path(name), "rb") as stream:
            return stream.read()

    def text(self, name):
        return self.get(name).decode("utf-8")

    def names(self):
        """The files of the folder, sorted."""
        return sorted(os.listdir(self.folder))

    def run_tool(self, *arguments, **more):
        return run(*arguments, cwd=self.folder, **more)

    def start_tool(self, *arguments):
        return start(*arguments, cwd=self.folder)

    def expect(self, code, *arguments, **more):
        """Runs, and fails unless the exit code is the given one."""
        done = self.run_tool(*arguments, **more)
        self.assertEqual(done.code, code, f"faircap {' '.join(map(str, arguments))}\n{done.err[:2000]}{done.out[:500]}")
        return done

    def second_opinion(self, *arguments):
        """The second checker, on files of the folder."""
        return judge(*in_folder(self.folder, arguments))
