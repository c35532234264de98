#!/usr/bin/env python3
"""Twelve changes of a request whose effect on the answer is known, each on 100 requests (FAIRCAP_LONG=1: 10,000).

The same labels, byte for byte:
    1 ids renamed                   2 group values renamed, in the same order     3 LF becomes CRLF
    4 a byte-order mark in front    5 another delimiter                           6 gzip
    7 all coordinates scaled by a power of two: the cost too
The same optimum, where both runs prove theirs; and no bound above the other's cost:
    8 all coordinates shifted      9 rows in another order       10 columns in another order
An optimum that is no dearer, and what was possible stays possible:
   11 a larger capacity            12 a smaller balance

Requests are small (8 to 26 rows), so that most optima are proved. The tool is FAIRCAP, else build/release/faircap.
"""
import collections
import gzip
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
FAIRCAP = os.path.abspath(os.environ.get("FAIRCAP") or ROOT / "build/release/faircap")
REQUESTS = 10000 if os.environ.get("FAIRCAP_LONG") == "1" else 100

Request = collections.namedtuple("Request", "rows k most balance")  # rows: (id, group, coordinates)
Answer = collections.namedtuple("Answer", "code labels cost bound optimal said")


def draw(seed):
    rng = random.Random(seed)
    n, d, k = rng.randint(8, 26), rng.randint(1, 4), rng.randint(1, 4)
    rows = [(f"p{i + 1}", rng.choice("ab"), [rng.randint(0, 60) for _ in range(d)]) for i in range(n)]
    balance = rng.choice([(0, 1), (1, 3), (1, 2), (2, 3)])
    return Request(rows, k, -(-n // k) + rng.randint(0, 3), balance)


def table(rows, delimiter=","):
    names = ["id", "group"] + [f"x{j + 1}" for j in range(len(rows[0][2]))]
    return "".join(delimiter.join(map(str, cells)) + "\n" for cells in [names] + [[i, g, *x] for i, g, x in rows]).encode()


def solve(folder, name, content, request):
    """What the tool makes of a file."""
    path, report = folder / name, folder / (name + ".json")
    path.write_bytes(content)
    num, den = request.balance
    fair = ["-p", "group", "-t", f"{num}/{den}"] if num else ["-x", "group"]
    done = subprocess.run([FAIRCAP, "cluster", path, "--id", "id", "--scale", "none", *fair, "-k", str(request.k), "-q",
                           str(request.most), "--effort", "1", "--threads", "1", "--labels-only", "--json", report],
                          capture_output=True, text=True, check=False, timeout=120)
    if done.returncode != 0:
        return Answer(done.returncode, None, None, None, False, done.stderr)
    found = json.loads(report.read_text())
    labels = [line.replace(";", ",").replace("\t", ",").split(",")[-1] for line in done.stdout.splitlines()[1:]]
    return Answer(0, labels, found["cost"], found["lower_bound"], found["status"] == "optimal", "")


# ---- relations: each makes (content, request) of a request, and compares two answers; True: as expected ----

def same(a, b):
    return (a.code, a.labels, a.cost, a.bound) == (b.code, b.labels, b.cost, b.bound)


def near(a, b):
    """The same verdict, and the same cost where both are proved; no bound above the other's cost."""
    if a.code != 0 or b.code != 0:
        return a.code == b.code
    slack = 1 + 1e-9
    if (a.bound is not None and a.bound > b.cost * slack) or (b.bound is not None and b.bound > a.cost * slack):
        return False
    return not (a.optimal and b.optimal) or math.isclose(a.cost, b.cost, rel_tol=1e-9, abs_tol=1e-9)


def no_dearer(a, b):
    """What was possible stays possible, and b costs no more than a."""
    if a.code != 0:
        return True
    return b.code == 0 and (not b.optimal or b.cost <= a.cost * (1 + 1e-9) + 1e-9)


def changed_rows(change):
    return lambda q, rng: (table([change(*row) for row in q.rows]), q)


def shuffled(q, rng):
    rows = list(q.rows)
    rng.shuffle(rows)
    return table(rows), q


def columns_shuffled(q, rng):
    order = list(range(len(q.rows[0][2])))
    rng.shuffle(order)
    return table([(i, g, [x[j] for j in order]) for i, g, x in q.rows]), q


POWER = 2.0 ** -7
RELATIONS = {
    "ids renamed": (changed_rows(lambda i, g, x: ("student " + i[1:], g, x)), same),
    "groups renamed": (changed_rows(lambda i, g, x: (i, {"a": "men", "b": "women"}[g], x)), same),
    "CRLF": (lambda q, rng: (table(q.rows).replace(b"\n", b"\r\n"), q), same),
    "byte-order mark": (lambda q, rng: (b"\xef\xbb\xbf" + table(q.rows), q), same),
    "delimiter": (lambda q, rng: (table(q.rows, rng.choice(";\t|")), q), same),
    "gzip": (lambda q, rng: (gzip.compress(table(q.rows)), q), same),
    "shifted": (changed_rows(lambda i, g, x: (i, g, [v + 1000 for v in x])), near),
    "scaled": (changed_rows(lambda i, g, x: (i, g, [v * POWER for v in x])),
               lambda a, b: (a.code, a.labels) == (b.code, b.labels) and (a.code != 0 or a.cost * POWER == b.cost)),
    "rows shuffled": (shuffled, near),
    "columns shuffled": (columns_shuffled, near),
    "larger capacity": (lambda q, rng: (table(q.rows), q._replace(most=q.most + 1)), no_dearer),
    "smaller balance": (lambda q, rng: (table(q.rows), q._replace(balance=(q.balance[0], q.balance[1] + 1))), no_dearer),
}


def try_all(seed, folder):
    """{relation: complaint or None} for one request, and whether it is possible and proved."""
    folder = pathlib.Path(folder) / str(seed)
    folder.mkdir()
    request, rng, said = draw(seed), random.Random(-seed), {}
    base = solve(folder, "base.csv", table(request.rows), request)
    for name, (change, holds) in RELATIONS.items():
        content, asked = change(request, rng)
        other = solve(folder, "other.csv" + (".gz" if name == "gzip" else ""), content, asked)
        expected = base.code in (0, 4) and other.code in (0, 4) and holds(base, other)
        said[name] = None if expected else f"request {seed}, {name}: {base}\n  and {other}"
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    return said, base.code == 0, base.optimal


def main():
    wrong, possible, proved = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for said, can, optimal in (try_all(seed, folder) for seed in range(1, REQUESTS + 1)):
            found = [line for line in said.values() if line]
            for line in found if len(wrong) < 10 else []:
                print(line, flush=True)
            wrong += found
            possible += can
            proved += optimal
            if len(wrong) > 100:
                break
    print(f"figure: {len(RELATIONS)} relations on {REQUESTS} requests ({possible} possible, {proved} proved optimal), "
          f"{len(wrong)} broken")
    return 1 if wrong or proved < REQUESTS // 4 else 0


if __name__ == "__main__":
    sys.exit(main())
