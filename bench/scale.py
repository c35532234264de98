#!/usr/bin/env python3
"""scale.py FAIRCAP [--quick | --long] - time, memory, cost and gap from 10^4 rows on, with the peers on the same points.

d = 10, k = 100, groups of balance 0.9, capacity ceil(1.01 n / k). First how fast files are read (`plan`), written
(`generate`) and judged (`check`); then answers. Every answer is judged by the same code from its labels alone: the cost
(sum of distances to the best member of each cluster) and what it breaks by `faircap check`, the sum of squares by
peers/inertia.py. Last the exponents of n, k and d, fitted to the times and memory of faircap. CSV on standard output.

Seconds are of the wall clock; cpu_s are those of all threads. fit_s leaves out reading and writing where a program can.
Memory is that of the whole process at its peak, mapped files included. This process stays small, because a child's
peak begins with its parent's.
"""
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time

FAIRCAP = os.path.abspath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON = "/usr/bin/python3"
COLUMNS = "what,n,d,k,seconds,cpu_s,fit_s,peak_mb,cost,gap,inertia,too_large,too_small,unbalanced"
LIMIT = 3600  # seconds for one run
sizes = [10 ** e for e in range(4, 5 if "--quick" in sys.argv else 8 if "--long" in sys.argv else 7)]


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


def row(what, n, d, k, took, **more):
    values = {"seconds": took[0], "cpu_s": took[1], "peak_mb": took[2], **more}
    cells = [what, str(n), str(d), str(k)]
    for name in COLUMNS.split(",")[4:]:
        value = values.get(name)
        cells.append("" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value))
    print(",".join(cells), flush=True)
    return values


def judge(data, labels, d, k):
    """cost, inertia and broken rules of a file of labels."""
    done = run(FAIRCAP, "check", data, labels, "-k", k, "-p", d + 1, "-t", "9/20", "--scale", "none", "--json", "-", "--quiet",
               expect=(0, 6))
    inertia = run(PYTHON, f"{HERE}/peers/inertia.py", data, labels)
    if done is None:
        return {}
    report = json.loads(done[3])
    broken = {p["property"]: p["value"] for p in report["properties"] if not p["ok"]}
    return {"cost": report["cost"], "inertia": float(inertia[3]) if inertia else None,
            "too_large": broken.get("capacity", "ok"), "too_small": broken.get("min_size", "ok"),
            "unbalanced": broken.get("balance", "ok")}


def answer(method, data, labels, d, k, *more):
    """One run of faircap: what it took, and what it says of itself."""
    took = run(FAIRCAP, "cluster", data, "-k", k, "-p", d + 1, "-t", "9/20", "--scale", "none", "-m", method, "--quiet",
               "--labels-only", "-o", labels, "--json", labels + ".json", *more)
    if took is None:
        return None
    with open(labels + ".json", encoding="utf-8") as stream:
        report = json.load(stream)
    return took, {"fit_s": report["seconds"], "gap": report["gap"]}


def generate(folder, n, d):
    csv, npy = f"{folder}/x.csv", f"{folder}/x.npy"
    took = run(FAIRCAP, "generate", "--n", n, "--dim", d, "--group-balance", "0.9", "--true-clusters", 100, "--seed", 1, "-o", csv)
    run(PYTHON, f"{HERE}/peers/to_npy.py", csv, npy)
    return csv, npy, took


def files(csv, npy, n, d, k, generated):
    """How fast files are read."""
    megabytes = os.path.getsize(csv) / 1e6
    row(f"generate ({megabytes:.0f} MB)", n, d, "", generated)
    with open(csv + ".gz", "wb") as out:
        subprocess.run(["gzip", "-6", "-c", csv], stdout=out, check=True)
    for name, file, group in ("csv", csv, "group"), ("csv.gz", csv + ".gz", "group"), ("npy", npy, d + 1):
        took = run(FAIRCAP, "plan", file, "-p", group, "-t", "9/20", "-k", k, "--quiet")
        if took:
            row(f"plan of .{name} ({megabytes / took[1]:.0f} MB of text a processor second)", n, d, k, took)
    os.unlink(csv + ".gz")


def peers(folder, npy, n, d, k):
    labels = f"{folder}/labels.csv"
    for method in "best", "kmedoids":
        found = answer(method, npy, labels, d, k)
        if found:
            row(f"faircap {method}", n, d, k, found[0], **found[1], **judge(npy, labels, d, k))
    took = run(FAIRCAP, "check", npy, labels, "-k", k, "-p", d + 1, "-t", "9/20", "--scale", "none", expect=(0, 6))
    if took:
        row("faircap check", n, d, k, took)
    others = [("cluster::clara", ["Rscript", f"{HERE}/peers/clara.R", npy, n, d + 1, k, labels]),
              ("sklearn KMeans", [PYTHON, f"{HERE}/peers/sklearn_kmeans.py", "kmeans", npy, k, labels]),
              ("sklearn MiniBatchKMeans", [PYTHON, f"{HERE}/peers/sklearn_kmeans.py", "minibatch", npy, k, labels])]
    for name, words in others:
        if shutil.which(words[0]) is None:
            print(f"{name}: skipped, {words[0]} is not installed", file=sys.stderr)
            continue
        took = run(*words)
        if took:
            row(name, n, d, k, took, fit_s=float(took[3]), **judge(npy, labels, d, k))


def fitted(pairs):
    """The exponent e of y = c x^e, by least squares of the logarithms."""
    x = [math.log(a) for a, _ in pairs]
    y = [math.log(max(b, 1e-9)) for _, b in pairs]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / sum((a - mean_x) ** 2 for a in x)


def exponents(folder):
    """Each of n, k and d by itself, around n = 10^5 (quick: 10^4), k = 30, d = 10. Up to 10,000 rows best would prove a
    bound, which is another work: it is switched off here."""
    base = {"n": 10 ** 4 if len(sizes) == 1 else 10 ** 5, "k": 30, "d": 10}
    steps = {"n": [base["n"] // 10, base["n"] // 3, base["n"]], "k": [10, 30, 100], "d": [3, 10, 30]}
    for method, more in ("best", ["--bound", "off"]), ("kmedoids", []):
        for name, values in steps.items():
            seconds, memory = [], []
            for value in values:
                at = dict(base, **{name: value})
                _, npy, _ = generate(folder, at["n"], at["d"])
                found = answer(method, npy, f"{folder}/labels.csv", at["d"], at["k"], *more)
                if found:
                    row(" ".join(["faircap", method, *more]), at["n"], at["d"], at["k"], found[0], **found[1])
                    seconds.append((value, found[0][1]))
                    memory.append((value, found[0][2]))
            if len(seconds) == len(values):
                print(f"exponent of {name} ({method}): processor time {fitted(seconds):.2f}; memory {fitted(memory):.2f},,,,,,,,,,,,,",
                      flush=True)


def main():
    print(COLUMNS)
    with tempfile.TemporaryDirectory(prefix="faircap-scale-") as folder:
        for n in sizes:
            csv, npy, generated = generate(folder, n, 10)
            files(csv, npy, n, 10, 100, generated)
            peers(folder, npy, n, 10, 100)
        exponents(folder)


if __name__ == "__main__":
    main()
