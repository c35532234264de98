"""runs.py - programs run once, with what they took; rows of a table in CSV.

Seconds are of the wall clock; cpu_s are those of all threads. Memory is that of the whole process at its peak, mapped
files included. The process that imports this should stay small, because a child's peak begins with its parent's.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

LIMIT = 3600  # seconds for one run


def run(*words, expect=(0,)):
    """(seconds, processor seconds, peak MB, standard output) of a program; None when it fails or takes too long."""
    begin = time.perf_counter()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen([str(w) for w in words], stdout=out, stderr=err)
        status = usage = None
        while usage is None and time.perf_counter() - begin < LIMIT:
            done, status, usage = os.wait4(child.pid, os.WNOHANG)
            if done == 0:
                usage = None
                time.sleep(0.005)
        if usage is None:
            child.kill()
            child.wait()
            print(f"{words[0]}: stopped after {LIMIT} s", file=sys.stderr)
            return None
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        if child.returncode not in expect:
            print(f"skipped: {' '.join(map(str, words))}: exit {child.returncode}: {err.read()[-300:].decode()}", file=sys.stderr)
            return None
        return time.perf_counter() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, out.read().decode()


def row(columns, cells, took, **more):
    """Prints the first cells, then what was taken and `more`, by the names of the columns; returns the values."""
    values = {"seconds": took[0], "cpu_s": took[1], "peak_mb": took[2], **more}
    cells = [str(cell) for cell in cells]
    for name in columns.split(",")[len(cells):]:
        value = values.get(name)
        cells.append("" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value))
    print(",".join(cells), flush=True)
    return values


def answer(faircap, *words, labels):
    """One run of `faircap cluster`: what it took, and what it says of itself."""
    took = run(faircap, "cluster", *words, "--quiet", "--labels-only", "-o", labels, "--json", labels + ".json")
    if took is None:
        return None
    with open(labels + ".json", encoding="utf-8") as stream:
        report = json.load(stream)
    return took, {"fit_s": report["seconds"], "gap": report["gap"], "fixed_gap": report["fixed_medoid_gap"],
                  "cost": report["cost"]}


def judged(faircap, *words):
    """The report of `faircap check`, and the rules that are broken, by name."""
    done = run(faircap, "check", *words, "--json", "-", "--quiet", expect=(0, 6))
    if done is None:
        return None, {}
    report = json.loads(done[3])
    return report, {p["property"]: p["value"] for p in report["properties"] if not p["ok"]}
