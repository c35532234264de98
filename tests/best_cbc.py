#!/usr/bin/env python3
"""The method best against an integer program solved by CBC: 200 instances with n = 30..60.

    minimise  sum d(i, j) x(i, j)        x(i, j) = 1: point j is in the cluster whose medoid is i
    sum over i of x(i, j) = 1,  x(i, j) <= x(i, i),  sum x(i, i) = k
    min_size x(i, i) <= sum over j of x(i, j) <= max_size x(i, i)
    den a(i) >= num b(i),  den b(i) >= num a(i)    a(i), b(i): the sums of x(i, j) over each group

tests/golden/best-cbc.csv holds the optima, found by CBC alone; every instance is made from its seed, which is in the file
too. Seeds that CBC did not decide within its time are listed without an optimum, and the next seed took their place.

    best_cbc.py              every second instance of the file: `faircap cluster --effort 9` finds its optimum and proves it;
                             CBC solves a sample again (with FAIRCAP_LONG=1 every instance, and CBC all of them)
    best_cbc.py --derive N   makes the file anew, or goes on where it ends, until it has N optima

The program is FAIRCAP, else build/release/faircap. CBC is Debian's coinor-cbc. Each cost is recomputed here from labels.
"""
import argparse
import concurrent.futures
import csv
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "golden", "best-cbc.csv")
FAIRCAP = os.path.abspath(os.environ.get("FAIRCAP") or os.path.join(HERE, "..", "build", "release", "faircap"))
LONG = os.environ.get("FAIRCAP_LONG") == "1"
DECIDE_SECONDS = 30  # of CBC, when the file is made
AGAIN_SECONDS = 600  # when it is checked: the machine may be slower
SAMPLE = 6  # solved again by CBC
EVERY = 2   # of the instances one in two
UNIT = 1000  # the objective is in thousandths, so that CBC's absolute tolerances are small
COLUMNS = "seed", "n", "d", "k", "max_size", "min_size", "balance", "optimum"


# ---- an instance from its seed; only random() is used, which is the same in every version of Python ----

def draw(seed):
    rng = random.Random(seed)

    def whole(low, high):
        return low + int(rng.random() * (high - low + 1))

    def one_of(*things):
        return things[whole(0, len(things) - 1)]
    n, d, kind = whole(30, 60), whole(1, 6), one_of("anywhere", "clumps", "grid")
    centres = [[rng.random() for _ in range(d)] for _ in range(5)]
    points = []
    for _ in range(n):
        centre = one_of(*centres)
        points.append([{"anywhere": lambda c: rng.random(), "clumps": lambda c: c + 0.15 * rng.random(),
                        "grid": lambda c: whole(0, 4) / 4}[kind](c) for c in centre])
    balance = one_of(None, "1/3", "1/2", "2/3", "3/4", "1")
    smaller = n // 2 if balance == "1" else whole(n // 3, n // 2)
    groups = ["a"] * smaller + ["b"] * (n - smaller)
    for j in range(n - 1, 0, -1):
        other = whole(0, j)
        groups[j], groups[other] = groups[other], groups[j]
    k = whole(2, 8)
    even = -(-n // k)
    return {"seed": seed, "n": n, "d": d, "k": k, "max_size": one_of(even, even + 1, even + whole(1, 6)),
            "min_size": one_of(1, 1, max(1, even // 2)), "balance": balance,
            "points": [[round(c, 4) for c in p] for p in points], "groups": groups}


def shapes(it):
    """The pairs (members of a, members of b) that a cluster may have."""
    t = Fraction(it["balance"] or 0)
    return [(a, size - a) for size in range(it["min_size"], it["max_size"] + 1) for a in range(size + 1)
            if a >= t * (size - a) and size - a >= t * a]


def is_feasible(it):
    reached, of_a = {(0, 0)}, it["groups"].count("a")
    for _ in range(it["k"]):
        reached = {(a + c, b + d) for a, b in reached for c, d in shapes(it)
                   if a + c <= of_a and b + d <= it["n"] - of_a}
    return (of_a, it["n"] - of_a) in reached


def cost_of(it, labels):
    """The cost of a valid labelling, from the labels alone; None when a rule is broken."""
    clusters = {}
    for j, label in enumerate(labels):
        clusters.setdefault(label, []).append(j)
    allowed = set(shapes(it))
    for members in clusters.values():
        of_a = sum(it["groups"][j] == "a" for j in members)
        if (of_a, len(members) - of_a) not in allowed:
            return None
    if len(clusters) != it["k"]:
        return None
    return math.fsum(min(math.fsum(math.dist(it["points"][m], it["points"][j]) for j in members) for m in members)
                     for members in clusters.values())


# ---- the integer program ----

def program(it):
    """The lines of an LP file."""
    n, rows = it["n"], range(it["n"])

    def total(terms):  # one term a line: CBC's reader has limits
        return "\n".join(f" {'+' if w >= 0 else '-'} {abs(w)!r} x{i}_{j}" for w, i, j in terms)
    yield "Minimize\n obj:"
    yield total((UNIT * math.dist(it["points"][i], it["points"][j]), i, j) for i in rows for j in rows if i != j)
    yield "Subject To"
    for j in rows:
        yield f" one{j}:\n{total((1, i, j) for i in rows)}\n = 1"
    for i in rows:
        for j in rows:
            if i != j:
                yield f" open{i}_{j}: x{i}_{j} - x{i}_{i} <= 0"
    yield f" k:\n{total((1, i, i) for i in rows)}\n = {it['k']}"
    t = Fraction(it["balance"] or 0)
    for i in rows:
        others = [(1, i, j) for j in rows if j != i]
        yield f" most{i}:\n{total([*others, (1 - it['max_size'], i, i)])}\n <= 0"
        yield f" least{i}:\n{total([*others, (1 - it['min_size'], i, i)])}\n >= 0"
        for few in "ab" if t else "":
            weights = [(t.denominator if it["groups"][j] == few else -t.numerator, i, j) for j in rows]
            yield f" fair{few}{i}:\n{total(weights)}\n >= 0"
    yield "Binaries"
    yield "\n".join(f" x{i}_{j}" for i in rows for j in rows)
    yield "End"


def solve(it, seconds):
    """The optimum by CBC, recomputed from its labels; None when it was not proved in time."""
    with tempfile.TemporaryDirectory(prefix="faircap-cbc-") as folder:
        model, solution = os.path.join(folder, "model.lp"), os.path.join(folder, "solution.txt")
        with open(model, "w", encoding="ascii") as stream:
            stream.write("\n".join(program(it)) + "\n")
        said = subprocess.run(["cbc", model, "sec", str(seconds), "ratio", "0", "allow", "0", "increment", "1e-6", "solve",
                               "solution", solution], capture_output=True, text=True, check=False).stdout
        if not os.path.exists(solution):
            raise SystemExit(f"instance {it['seed']}: CBC wrote no solution\n{said[-2000:]}")
        with open(solution, encoding="ascii") as stream:
            lines = stream.read().splitlines()
    if not lines[0].startswith("Optimal"):
        return None
    labels = [None] * it["n"]
    for line in lines[1:]:
        words = line.replace("**", "").split()
        if words[1].startswith("x") and float(words[2]) > 0.5:
            i, j = map(int, words[1][1:].split("_"))
            labels[j] = i
    cost, objective = cost_of(it, labels), float(lines[0].split()[-1]) / UNIT
    if None in labels or cost is None or not math.isclose(cost, objective, rel_tol=1e-6, abs_tol=1e-9):
        raise SystemExit(f"instance {it['seed']}: CBC's answer is not valid: {lines[0]}, recomputed {cost}")
    return cost


# ---- the file of optima ----

def described(it, optimum):
    return [it["balance"] or "none" if c == "balance" else it.get(c) for c in COLUMNS[:-1]] + [optimum]


def stored():
    """{seed: optimum, or None where CBC did not decide}; the file must describe what its seeds make."""
    found = {}
    with open(GOLDEN, encoding="ascii", newline="") as stream:
        for row in csv.DictReader(stream):
            seed = int(row["seed"])
            if [row[c] for c in COLUMNS[:-1]] != [str(v) for v in described(draw(seed), None)[:-1]]:
                raise SystemExit(f"{GOLDEN}: seed {seed} makes another instance than the file says")
            found[seed] = float(row["optimum"]) if row["optimum"] else None
    return found


def derive(wanted):
    if not os.path.exists(GOLDEN):
        with open(GOLDEN, "w", encoding="ascii") as stream:
            stream.write(",".join(COLUMNS) + "\n")
    done = stored()
    seed, decided = max(done, default=0), sum(v is not None for v in done.values())
    while decided < wanted:
        seed += 1
        it = draw(seed)
        if not is_feasible(it):
            continue
        optimum = solve(it, DECIDE_SECONDS)
        decided += optimum is not None
        with open(GOLDEN, "a", encoding="ascii", newline="") as stream:
            csv.writer(stream, lineterminator="\n").writerow(described(it, "" if optimum is None else repr(optimum)))
    return 0


# ---- the comparison ----

def answer_of(it):
    """The report of faircap at the highest effort, with its labels."""
    table = "".join(f"{','.join(map(repr, p))},{g}\n" for p, g in zip(it["points"], it["groups"]))
    header = ",".join([*(f"x{c + 1}" for c in range(it["d"])), "group"])
    with tempfile.TemporaryDirectory(prefix="faircap-cbc-") as folder:
        data, labels, report = (os.path.join(folder, name) for name in ("data.csv", "out.csv", "out.json"))
        with open(data, "w", encoding="ascii") as stream:
            stream.write(f"{header}\n{table}")
        fair = ["-p", "group", "-t", it["balance"]] if it["balance"] else ["-x", "group"]
        done = subprocess.run([FAIRCAP, "cluster", data, "--scale", "none", *fair, "-k", str(it["k"]), "-q",
                               str(it["max_size"]), "--min-size", str(it["min_size"]), "-m", "best", "--effort", "9",
                               "--threads", "1", "-o", labels, "--json", report],
                              capture_output=True, text=True, check=False, timeout=900)
        if done.returncode != 0:
            return {"error": f"exit {done.returncode}: {done.stderr.strip()}"}
        with open(report, encoding="utf-8") as stream:
            found = json.load(stream)
        with open(labels, encoding="utf-8", newline="") as stream:
            found["labels"] = [row[-1] for row in csv.reader(stream)][1:]
    return found


def faults(it, optimum, found):
    """What is wrong with an answer of faircap, in words."""
    if "error" in found:
        return [found["error"]]
    cost, bound, wrong = cost_of(it, found["labels"]), found["lower_bound"], []
    if cost is None or not math.isclose(cost, found["cost"], rel_tol=1e-9):
        return [f"the labels break a rule or cost {cost}, not {found['cost']}"]
    if not math.isclose(cost, optimum, rel_tol=1e-6, abs_tol=1e-9):
        wrong.append(f"cost {cost!r}, which is {cost - optimum:+.3g} from the optimum {optimum!r}")
    if bound is None or bound > optimum * (1 + 1e-12):
        wrong.append(f"the bound {bound!r} is above the optimum")
    if found["status"] != "optimal":
        wrong.append(f"status {found['status']}, gap {found['gap']}")
    return wrong


def compare():
    optima = {seed: optimum for seed, optimum in stored().items() if optimum is not None}
    undecided = len(stored()) - len(optima)
    optima = optima if LONG else dict(list(optima.items())[::EVERY])
    bad, slowest = 0, 0.0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for seed, found in zip(optima, pool.map(lambda seed: answer_of(draw(seed)), optima)):
            wrong = faults(draw(seed), optima[seed], found)
            bad += bool(wrong)
            slowest = max(slowest, found.get("seconds", 0))
            for what in wrong:
                print(f"instance {seed} {described(draw(seed), optima[seed])[1:]}: {what}")
        again = list(optima) if LONG else list(optima)[::max(1, len(optima) // SAMPLE)][:SAMPLE]
        for seed, optimum in zip(again, pool.map(lambda seed: solve(draw(seed), AGAIN_SECONDS), again)):
            if optimum is None or not math.isclose(optimum, optima[seed], rel_tol=1e-6, abs_tol=1e-9):
                bad += 1
                print(f"instance {seed}: CBC now says {optimum}, the file {optima[seed]}")
    print(f"figure: {len(optima)} instances with n = 30..60, {len(optima) - bad} optimal and proved, the slowest in "
          f"{slowest:.1f} s; CBC solved {len(again)} again ({undecided} others it could not decide)")
    return 1 if bad else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--derive", type=int, metavar="N")
    wanted = parser.parse_args().derive
    sys.exit(compare() if wanted is None else derive(wanted))
