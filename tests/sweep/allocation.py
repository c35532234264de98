#!/usr/bin/env python3
"""An allocation of a run of each command fails once, or it and all that follow: exit 7, no file, no leak.

Runs build/dev/faircap_faulty, the tool with a malloc that fails on demand and an arena that asks
for every block separately, under ASan. FAIRCAP_LONG=1 tries every allocation, else 25 of each run fail.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "build/dev/faircap_faulty"
LONG = os.environ.get("FAIRCAP_LONG") == "1"
ONCE, FROM_THEN_ON = 17, 8  # the sample, evenly spread


def run(arguments, folder, fail_at=0, fail_on=False):
    environment = dict(os.environ, FAIRCAP_FAIL_LOG=str(folder / "log"), ASAN_OPTIONS="detect_leaks=1")
    if fail_at:
        environment["FAIRCAP_FAIL_AT"] = str(fail_at)
    if fail_on:
        environment["FAIRCAP_FAIL_ON"] = "1"
    done = subprocess.run([TOOL, *arguments], cwd=folder, env=environment, capture_output=True, timeout=120)
    return done.returncode, done.stderr.decode(errors="replace")


def sweep(name, arguments, outputs, folder, expected):
    shutil.rmtree(folder / "study", ignore_errors=True)
    code, err = run(arguments, folder)
    assert code == expected, (name, code, err)
    requests = int((folder / "log").read_text())
    points = 0
    for fail_on, wanted in (False, ONCE), (True, FROM_THEN_ON):
        step = 1 if LONG else max(1, requests // wanted)
        for at in range(1, requests + 1, step):
            for output in outputs:
                (folder / output).write_text("old")
            shutil.rmtree(folder / "study", ignore_errors=True)  # what is there already is not run again
            code, err = run(arguments, folder, at, fail_on)
            points += 1
            assert code == 7, f"{name}: request {at} of {requests} fails: exit {code}\n{err}"
            assert "memory" in err.lower() and "ERROR: " not in err, f"{name}: request {at}:\n{err}"
            for output in outputs:
                assert (folder / output).read_text() == "old", f"{name}: request {at}: {output} was changed"
            left = [p.name for p in folder.rglob(".faircap-*")]
            assert not left, f"{name}: request {at}: left behind {left}"
    print(f"{name}: {requests} requests, {points} failures injected")
    return points


def main():
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
        for label, arguments, outputs, expected in [
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
            points += sweep(label, arguments, outputs if expected != 4 else [], folder, expected)
    print(f"figure: {points} failures injected")


if __name__ == "__main__":
    sys.exit(main())
