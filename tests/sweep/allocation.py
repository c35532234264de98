#!/usr/bin/env python3
"""An allocation of a run of each command fails once, or it and all that follow: exit 7, no file, no leak.

Runs FAIRCAP_FAULTY, else build/dev/faircap_faulty, the tool with a malloc that fails on demand and an arena that asks
for every block separately, under ASan. FAIRCAP_LONG=1 tries every allocation, else 25 of each run fail.
With --calls, requests are chosen that between them fail in every call that leads to one: every "return the error" that
these runs can take is taken.
"""
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.path.abspath(os.environ.get("FAIRCAP_FAULTY") or ROOT / "build/dev/faircap_faulty")
LONG = os.environ.get("FAIRCAP_LONG") == "1"
ONCE, FROM_THEN_ON = 17, 8  # the sample, evenly spread


class Tool:
    """The tool with some words, to be run again and again."""

    def __init__(self, arguments, folder):
        self.folder = folder
        tool = TOOL if arguments[0] != "mpi" else TOOL.replace("faircap_faulty", "faircap_mpi_faulty")
        self.process = subprocess.Popen([tool, *arguments[arguments[0] == "mpi":]], cwd=folder, env=dict(os.environ, ASAN_OPTIONS="detect_leaks=1"),
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(timeout=120)
        self.process.stdout.close()

    def run(self, fail_at=0, fail_on=False):
        """(exit code, what was said) where a request for memory fails, or it and all that follow."""
        self.process.stdin.write(f"{fail_at} {int(fail_on)}\n")
        self.process.stdin.flush()
        return os.waitstatus_to_exitcode(int(self.process.stdout.readline())), (self.folder / "said").read_text(errors="replace")


def run(arguments, folder):
    with Tool(arguments, folder) as tool:
        return tool.run()


def new_calls(trace, failed):
    """The requests that a call leads to which has not failed before, and now will."""
    chosen = []
    for at, line in enumerate(trace.read_text().splitlines(), 1):
        calls = set(line.split())
        if not calls <= failed:
            chosen.append(at)
            failed |= calls
    return chosen


def sweep(name, arguments, outputs, folder, expected, failed=None):
    """`failed`: the calls that have failed so far, where calls are swept."""
    points = 0
    with Tool(arguments, folder) as tool:
        shutil.rmtree(folder / "study", ignore_errors=True)
        code, err = tool.run(0 if failed is None else -1)
        assert code == expected, (name, code, err)
        requests = int((folder / "requests").read_text())
        for fail_on, wanted in (False, ONCE), (True, FROM_THEN_ON):
            if failed is None:
                chosen = range(1, requests + 1, 1 if LONG else max(1, requests // wanted))
            else:
                chosen = [] if fail_on else new_calls(folder / "calls", failed)
            for at in chosen:
                for output in outputs:
                    (folder / output).write_text("old")
                shutil.rmtree(folder / "study", ignore_errors=True)  # what is there already is not run again
                code, err = tool.run(at, fail_on)
                points += 1
                assert code == 7, f"{name}: request {at} of {requests} fails: exit {code}\n{err}"
                assert "memory" in err.lower() and "ERROR: " not in err, f"{name}: request {at}:\n{err}"
                for output in outputs:
                    assert (folder / output).read_text() == "old", f"{name}: request {at}: {output} was changed"
                left = [p.name for p in folder.rglob(".faircap-*")]
                assert not left, f"{name}: request {at}: left behind {left}"
    print(f"{name}: {requests} requests, {points} failures injected")
    return points


def rosters(folder):
    """Files that more rules than sizes need."""
    def lines(name, *rows):
        (folder / name).write_text("".join(f"{row}\n" for row in rows))
    lines("few.csv", "name,sex,age", *(f"person {i},{'FM'[i % 2]},{20 + i * i % 7}" for i in range(10)))
    lines("friends.txt", "person 1,person 2", "person 5,person 9")
    lines("rivals.txt", "person 1,person 4")
    lines("leaders.txt", *(f"person {i}" for i in range(0, 10, 2)))
    lines("sizes.txt", 200, 200, 150, 100)
    lines("class.csv", "First name,Last name,ID number,Email address,gender",
          *(f"P{i},Q{i},{1000 + i},p{i}@x.org,{'FM'[i % 2]}" for i in range(16)))
    lines("marks.csv", "Email address,score", *(f"p{i}@x.org,{i * 7 % 13}" for i in range(16)))
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (24, 24), }".ljust(117) + b"\n"
    distances = [abs(i - j) for i in range(24) for j in range(24)]
    (folder / "d.npy").write_bytes(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header + struct.pack("<576d", *distances))


def more_rules(one):
    """Runs for --calls alone: every rule, objective and format once."""
    wishes = ["--together", "friends.txt", "--apart", "rivals.txt"]
    out = ["-o", "out.csv", "--effort", "1", *one]
    for name, *arguments in [
        ("wishes", "cluster", "few.csv", "-k", "2", "--id", "name", *wishes, "--share", "sex:F=0.2..", "--no-isolate", "sex",
         "--medoids", "leaders.txt", "--json", "out.json", "--html", "out.html", *out),
        ("keep", "cluster", "text.csv", "-k", "3", "-x", "name", "--start", "y.csv", "--keep", "-p", "sex", "-t", "0", *out),
        ("avoid", "cluster", "text.csv", "-k", "4", "-x", "name", "--avoid", "y.csv", *out),
        ("capacities", "cluster", "text.csv", "-k", "4", "-f", "town", "-w", "age", "--sizes", "sizes.txt", *out),
        ("squares", "cluster", "text.csv", "-k", "4", "-x", "name", "--objective", "sse", *out),
        ("distances", "cluster", "text.csv", "-k", "4", "--id", "name", "--distances", "d.npy", *out),
        ("three groups", "cluster", "text.csv", "-k", "4", "-x", "name", "-p", "town", "-t", "1/4", "-m", "fair-kmedoids", *out),
        ("tree", "cluster", "x.csv", "-k", "4", "-p", "group", "-m", "fair-kmedoids", "--fairlets", "tree", *out),
        ("sizes", "cluster", "text.csv", "-x", "name", "-s", "4-5", "-p", "sex,town", "--intersectional", "-t", "0", *out),
        ("group wishes", "group", "text.csv", "--size", "4", *wishes, "--avoid", "y.csv", "--similar", "age", "--html", "out.html",
         *out),
        ("group joined", "group", "class.csv", "--join", "marks.csv", "--size", "4", "--diverse", "score", "--nobody-alone",
         "gender", "--to", "moodle-groups:out.csv", "--effort", "1", *one),
        ("group late", "group", "class.csv", "--late", "former.csv", *out),
    ]:
        yield name, arguments, [word for word in ("out.csv", "out.json", "out.html") if word in " ".join(arguments)], 0
    rows = ["-k", "4", "-p", "group", "-o", "study", "--effort", "1"]
    yield "mpi", ["mpi", "cluster", "x.csv", *rows], [], 0
    yield "mpi, a sample", ["mpi", "cluster", "x.csv", *rows, "--sample", "20", "--gather", "10", "--piece-size", "1K"], [], 0
    yield "mpi, text", ["mpi", "cluster", "text.csv.gz", "-k", "3", "-p", "sex", "-x", "name", "-o", "study", "--sample", "12"], [], 0
    yield "plan wishes", ["plan", "text.csv", "-k", "5", "--id", "name", *wishes, "--share", "sex:F=0.6.."], [], 4
    yield "plan weights", ["plan", "text.csv", "-k", "5", "-w", "age", "-q", "100"], [], 4
    yield "plan minimum", ["plan", "x.csv", "-k", "4", "-q", "10", "--min-size", "12"], [], 4


def main(*options):
    failed = set() if "--calls" in options else None
    points = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run(["generate", "--n", "40", "--group-balance", "1/2", "-o", "x.csv"], folder)
        subprocess.run(["gzip", "-k", "x.csv"], cwd=folder, check=True)
        (folder / "text.csv").write_text("name,sex,town,age\n" + "".join(
            f"person {i},{'FM'[i % 3 > 0]},{'abc'[i % 3]},{20 + i * i % 7}\n" for i in range(24)))
        run(["cluster", "text.csv", "-k", "3", "-p", "sex", "-o", "y.csv"], folder)
        run(["cluster", "x.csv", "-k", "4", "-p", "group", "-o", "z.csv", "--certificate", "z.proof"], folder)
        one = ["--threads", "1"]
        again = ["sweep", "x.csv", "-p", "group", "-k", "3:5", "--methods", "kmedoids,fair-kmedoids", "--effort", "1", "-o", "done"]
        run(again, folder)
        subprocess.run(["gzip", "-k", "text.csv"], cwd=folder, check=True)
        rosters(folder)
        run(["group", "class.csv", "--groups", "4", "--diverse", "gender", "-o", "former.csv"], folder)
        for label, arguments, outputs, expected in [
            *(more_rules(one) if failed is not None else []),
            ("generate", ["generate", "--n", "50", "--weights", "1-9", "--truth", "-o", "out.csv"], ["out.csv"], 0),
            ("plan", ["plan", "x.csv", "-p", "group", "--json", "plan.json"], ["plan.json"], 0),
            ("plan infeasible", ["plan", "x.csv", "-p", "group", "-k", "9", "-q", "4", "--json", "plan.json"],
             ["plan.json"], 4),
            ("cluster", ["cluster", "text.csv", "-k", "3", "-p", "sex,town", "--effort", "1", "-o", "out.csv",
                         "--json", "out.json", "--html", "out.html", *one], ["out.csv", "out.json", "out.html"], 0),
            ("cluster gz", ["cluster", "x.csv.gz", "-k", "4", "-m", "kmedoids", "-p", "group", "--na", "u,v", "--effort", "1",
                            "--labels-only", "-o", "out.csv", *one], ["out.csv"], 0),
            *[(f"{method} {fairlets}", ["cluster", "x.csv", "-k", k, "-m", method, "--fairlets", fairlets, "-p", "group", *more,
                                        "--labels-only", "-o", "out.csv", *one], ["out.csv"], 0)
              for method, fairlets, k, more in [
                  ("fair-hierarchical", "mcf", "4", []), ("fair-hierarchical", "vanilla", "11", ["-q", "4", "-t", "1/3"]),
                  ("fair-kmedoids", "mcf", "4", []), ("fair-kmedoids", "vanilla", "11", ["-q", "4", "-t", "1/3"]),
                  ("fair-hierarchical", "mcf", "3", ["-t", "2/5", "--slack", "1.2"]),
                  ("fairlet-kcenter", "mcf", "4", []), ("best", "mcf", "4", ["--effort", "1"]),
                  ("best", "mcf", "11", ["-q", "4", "-t", "1/3", "--effort", "1"]), ("fairlet-kmedoids", "vanilla", "4", [])]],
            ("best certificate", ["cluster", "x.csv", "-k", "4", "-p", "group", "-o", "out.csv", "--certificate", "out.proof",
                                  "--effort", "1", *one],
             ["out.csv", "out.proof"], 0),
            ("check certificate", ["check", "x.csv", "z.csv", "-p", "group", "-k", "4", "--certificate", "z.proof", "--json",
                                   "check.json", *one], ["check.json"], 0),
            ("group", ["group", "text.csv", "--size", "4-5", "--balance", "sex=1/3", "--diverse", "age", "--effort", "1",
                       "-o", "out.csv", *one], ["out.csv"], 0),
            ("sweep", ["sweep", "x.csv", "-p", "group", "-k", "4,99", "--methods", "kmedoids,fair-hierarchical", "--effort", "1",
                       "-o", "study", *one], [], 0),
            ("sweep again", [*again[:4], "-k", "3:4", *again[6:], *one], [], 0),
            ("tune", ["tune", "x.csv", "-p", "group", "-k", "4", "--slack", "1.1", "--lambda", "0.3", "-o", "study", *one], [], 0),
            ("check", ["check", "text.csv", "y.csv", "-p", "sex", "-k", "3", "-q", "24", "-t", "0", "--json",
                       "check.json", *one], ["check.json"], 0),
        ]:
            points += sweep(label, arguments, outputs if expected != 4 else [], folder, expected, failed)
    print(f"figure: {points} failures injected")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
