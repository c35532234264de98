#!/usr/bin/env python3
"""Capacitated p-median instances of the classical kind, their optima, and what faircap makes of them.

As in Osman and Christofides (1994): whole coordinates anywhere in a square, Euclidean distances rounded down, demands 1..20,
capacity so that 80 to 90 % of it is used. Each instance is made from its seed. tests/golden/cpmp.csv holds the optima
(a median is a member of its cluster), found by CBC, or by HiGHS where CBC takes too long.

    cpmp.py                     the instances of the file: cost, optimum, gap, seconds at default effort
    cpmp.py --sample            the small ones only, as ./test does; exit 1 when the promise below is broken
    cpmp.py --write FOLDER      the instances as files: NAME.csv (id,x,y,weight) and NAME.npy (distances)
    cpmp.py --derive [SECONDS]  makes the file of optima, or tries again what it lacks; at most SECONDS a try
            [--solver highs]    by HiGHS (Debian's python3-scipy) instead of CBC (coinor-cbc)
    cpmp.py --large N,K         one instance of many clumped points with plain Euclidean distances: cost, bound, gap, seconds

Promise: on average within 0.3 % of the optimum, and optimal in 70 of 100. The program is FAIRCAP, else
build/release/faircap; OPTIONS after `--` are given to it.

How they prove it. With multipliers u(i) for "every point i is assigned once", each possible median j is a knapsack:

    rho(j) = min  sum (d(i,j) - u(i)) x(i)   with  x(j) = 1,  sum w(i) x(i) <= q,  0 <= x <= 1
    L(u)   = sum u(i) + the k smallest rho(j)  <=  every clustering's cost

and forcing x(i,j) = 1 raises L(u) by a computable amount. Assignments that raise it above a guess of the optimum are left
out of the integer program. When what CBC then finds costs no more than the guess, nothing left out is cheaper, and it is
the optimum; otherwise the guess is raised. The first guess is the cost of faircap's answer, if there is one.
"""
import argparse
import csv
import json
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GOLDEN = os.path.join(ROOT, "tests", "golden", "cpmp.csv")
FAIRCAP = os.path.abspath(os.environ.get("FAIRCAP") or os.path.join(ROOT, "build", "release", "faircap"))
COLUMNS = "seed", "n", "k", "capacity", "optimum", "proved"
GRID = {(50, 5): 8, (50, 10): 4, (50, 20): 3, (100, 5): 3, (100, 10): 8, (100, 20): 4, (200, 5): 3, (200, 10): 3, (200, 20): 4}
SAMPLE_MOST = 100  # points of an instance of the sample
WITHIN, OPTIMAL_PART = 0.003, 0.7
GUESSES = 0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.3, 1.0  # above the bound
STEPS = 600  # of the subgradient


# ---- instances; only random() is used, which is the same in every version of Python ----

def whole(rng, low, high):
    return low + int(rng.random() * (high - low + 1))


def packs(weights, k, capacity):
    """Does the next largest weight in the first cluster with room, and so on, need at most k clusters?"""
    loads = [0] * k
    for weight in sorted(weights, reverse=True):
        room = next((c for c in range(k) if loads[c] + weight <= capacity), None)
        if room is None:
            return False
        loads[room] += weight
    return True


def draw(seed, n, k):
    rng = random.Random(seed)
    points = [(whole(rng, 1, 100), whole(rng, 1, 100)) for _ in range(n)]
    weights = [whole(rng, 1, 20) for _ in range(n)]
    capacity = math.ceil(sum(weights) / (k * (0.8 + 0.1 * rng.random())))
    while not packs(weights, k, capacity):  # clusters of two or three points
        capacity += 1
    distances = [[math.isqrt((a - c) ** 2 + (b - d) ** 2) for c, d in points] for a, b in points]
    return {"seed": seed, "n": n, "k": k, "capacity": capacity, "points": points, "weights": weights, "distances": distances}


def draw_clumped(seed, n, k):
    """Towns of different size in a large square: no matrix of distances."""
    rng = random.Random(seed)
    towns = [(2000 * rng.random(), 2000 * rng.random(), 20 + 100 * rng.random()) for _ in range(max(5, n // 50))]
    points = []
    for _ in range(n):
        x, y, width = towns[int(len(towns) * rng.random() ** 1.5)]
        spread = width * math.sqrt(-2 * math.log(1 - rng.random()))
        angle = 2 * math.pi * rng.random()
        points.append((round(x + spread * math.cos(angle), 1), round(y + spread * math.sin(angle), 1)))
    weights = [whole(rng, 1, 20) for _ in range(n)]
    return {"seed": seed, "n": n, "k": k, "capacity": math.ceil(sum(weights) / (0.85 * k)), "points": points,
            "weights": weights}


def all_instances():
    """The seeds are 1, 2, ... in the order of the grid."""
    sizes = [size for size, count in GRID.items() for _ in range(count)]
    return [draw(seed, n, k) for seed, (n, k) in enumerate(sizes, 1)]


def name_of(it):
    return f"cpmp-{it['n']}-{it['k']}-{it['seed']}"


def write(it, folder):
    """NAME.csv, and NAME.npy when the distances are given; the words that name them."""
    table, matrix = (os.path.join(folder, name_of(it) + end) for end in (".csv", ".npy"))
    with open(table, "w", encoding="ascii") as stream:
        stream.write("id,x,y,weight\n")
        stream.writelines(f"{i + 1},{x},{y},{w}\n" for i, ((x, y), w) in enumerate(zip(it["points"], it["weights"])))
    if "distances" not in it:
        return [table, "--scale", "none"]
    n = it["n"]
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({n}, {n}), }}"
    head += " " * (-(11 + len(head)) % 64) + "\n"
    with open(matrix, "wb") as stream:
        stream.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode("ascii"))
        for row in it["distances"]:
            stream.write(struct.pack(f"<{n}d", *row))
    return [table, "--distances", matrix]


def cost_of(it, labels):
    """The cost of a valid labelling, from the labels alone; None when a rule is broken."""
    clusters = {}
    for j, label in enumerate(labels):
        clusters.setdefault(label, []).append(j)
    loads = [sum(it["weights"][j] for j in members) for members in clusters.values()]
    if len(clusters) != it["k"] or max(loads) > it["capacity"]:
        return None

    def apart(i, j):
        return it["distances"][i][j] if "distances" in it else math.dist(it["points"][i], it["points"][j])
    return math.fsum(min(math.fsum(apart(m, j) for j in members) for m in members) for members in clusters.values())


# ---- the bound, and what cannot be in an answer that costs no more than a guess ----

def price(it, u):
    """(L(u), rho, the price of a unit of each knapsack's capacity, how often each point is in an open cluster)."""
    n, w, q = it["n"], it["weights"], it["capacity"]
    rho, unit, taken = [0.0] * n, [0.0] * n, [None] * n
    for j, row in enumerate(it["distances"]):
        gains = sorted(((row[i] - u[i]) / w[i], i) for i in range(n) if row[i] < u[i] and i != j)
        total, left, inside = row[j] - u[j], q - w[j], [(j, 1.0)]
        for ratio, i in gains:
            if left <= 0:
                unit[j] = ratio
                break
            part = min(1.0, left / w[i])
            total, left = total + part * (row[i] - u[i]), left - w[i]
            inside.append((i, part))
            if left < 0:
                unit[j] = ratio
                break
        rho[j], taken[j] = total, inside
    chosen = sorted(range(n), key=lambda j: (rho[j], j))[:it["k"]]
    times = [0.0] * n
    for j in chosen:
        for i, part in taken[j]:
            times[i] += part
    return sum(u) + sum(rho[j] for j in chosen), rho, unit, times


def multipliers(it):
    """Good ones, by subgradient steps with deflection."""
    u = [sorted(row)[min(it["n"] - 1, it["n"] // it["k"])] * 0.7 for row in it["distances"]]
    best, best_u, step, since = -math.inf, u, 1.0, 0
    direction = [0.0] * it["n"]
    for _ in range(STEPS):
        bound, _, _, times = price(it, u)
        since += 1
        if bound > best + 1e-9:
            best, best_u, since = bound, u, 0
        if since > 15:
            step, since, u = step / 1.6, 0, best_u
            continue
        direction = [0.3 * old + 1 - t for old, t in zip(direction, times)]
        length = sum(x * x for x in direction)
        if length < 1e-12 or step < 1e-4:
            break
        far = step * 0.05 * max(best, 1) / length
        u = [x + far * dx for x, dx in zip(u, direction)]
    return best_u


def possible(it, u, guess):
    """The pairs (i, j) with i in the cluster of median j in some answer that may cost at most `guess`."""
    bound, rho, unit, _ = price(it, u)
    last = sorted(rho)[it["k"] - 1]
    pairs = []
    for j, row in enumerate(it["distances"]):
        base = bound + max(0.0, rho[j] - last)
        if base > guess + 1e-6:
            continue
        for i in range(it["n"]):
            worse = 0.0 if i == j else max(0.0, row[i] - u[i] - it["weights"][i] * unit[j])
            forced = bound + max(0.0, rho[j] + worse - last) if rho[j] > last else base + worse
            if forced <= guess + 1e-6 and it["weights"][i] + (it["weights"][j] if i != j else 0) <= it["capacity"]:
                pairs.append((i, j))
    return pairs


# ---- the integer program ----

def program(it, pairs):
    """The lines of an LP file; one term a line, since CBC's reader has limits."""
    by_point, by_median = {}, {}
    for i, j in pairs:
        by_point.setdefault(i, []).append(j)
        by_median.setdefault(j, []).append(i)
    yield "Minimize\n obj:"
    yield from (f" + {it['distances'][j][i]} x{i}_{j}" for i, j in pairs)
    yield "Subject To"
    for i in range(it["n"]):
        yield f" once{i}:"
        yield from (f" + 1 x{i}_{j}" for j in by_point[i])
        yield " = 1"
    yield " k:"
    yield from (f" + 1 x{j}_{j}" for j in by_median)
    yield f" = {it['k']}"
    for j, members in by_median.items():
        yield f" most{j}:"
        yield from (f" + {it['weights'][i]} x{i}_{j}" for i in members if i != j)
        yield f" - {it['capacity'] - it['weights'][j]} x{j}_{j} <= 0"
        yield from (f" open{i}_{j}: x{i}_{j} - x{j}_{j} <= 0" for i in members if i != j)
    yield "Binaries"
    yield from (f" x{i}_{j}" for i, j in pairs)
    yield "End"


def cbc(it, pairs, guess, seconds):
    """("optimal", cost), ("none", None) when nothing costs at most `guess`, or ("time", cost or None)."""
    if {i for i, _ in pairs} != set(range(it["n"])):
        return "none", None
    with tempfile.TemporaryDirectory(prefix="faircap-cpmp-") as folder:
        model, solution = os.path.join(folder, "model.lp"), os.path.join(folder, "solution.txt")
        with open(model, "w", encoding="ascii") as stream:
            stream.write("\n".join(program(it, pairs)) + "\n")
        said = subprocess.run(["cbc", model, "sec", str(seconds), "cutoff", str(guess + 1.5), "ratio", "0", "allow", "0",
                               "increment", "0.999", "solve", "solution", solution],
                              capture_output=True, text=True, check=False).stdout
        lines = []
        if os.path.exists(solution):
            with open(solution, encoding="ascii") as stream:
                lines = stream.read().splitlines()
    if not lines:
        raise SystemExit(f"instance {it['seed']}: CBC wrote no solution\n{said[-2000:]}")
    labels = [None] * it["n"]
    for line in lines[1:]:
        words = line.replace("**", "").split()
        if words[1].startswith("x") and float(words[2]) > 0.5:
            i, j = map(int, words[1][1:].split("_"))
            labels[i] = j
    cost = None if None in labels else cost_of(it, labels)
    if lines[0].startswith("Optimal") and cost is not None and cost <= guess:
        return "optimal", int(cost)
    if lines[0].startswith(("Infeasible", "Integer infeasible", "Optimal")):
        return "none", None
    return "time", cost


def highs(it, pairs, guess, seconds):
    """The same by HiGHS."""
    from scipy.optimize import Bounds, LinearConstraint, milp  # Debian's python3-scipy
    from scipy.sparse import coo_matrix
    at = {pair: column for column, pair in enumerate(pairs)}
    if {i for i, _ in pairs} != set(range(it["n"])):
        return "none", None
    entries, low, high = [], [], []

    def row(terms, least, most):
        entries.extend((len(low), column, value) for column, value in terms)
        low.append(least)
        high.append(most)

    for i in range(it["n"]):
        row([(column, 1) for (point, _), column in at.items() if point == i], 1, 1)
    row([(column, 1) for (i, j), column in at.items() if i == j], it["k"], it["k"])
    for j in {j for _, j in pairs}:
        members = [(i, column) for (i, median), column in at.items() if median == j and i != j]
        open_j = at[j, j]
        row([(c, it["weights"][i]) for i, c in members] + [(open_j, it["weights"][j] - it["capacity"])], -math.inf, 0)
        for _, column in members:
            row([(column, 1), (open_j, -1)], -math.inf, 0)
    rows, columns, values = zip(*entries)
    done = milp([it["distances"][j][i] for i, j in pairs], integrality=[1] * len(pairs), bounds=Bounds(0, 1),
                constraints=LinearConstraint(coo_matrix((values, (rows, columns)), (len(low), len(pairs))), low, high),
                options={"time_limit": seconds, "mip_rel_gap": 0})
    if done.status == 2:
        return "none", None
    if done.x is None:
        return "time", None
    labels = [None] * it["n"]
    for (i, j), column in at.items():
        if done.x[column] > 0.5:
            labels[i] = j
    cost = int(cost_of(it, labels))
    return ("optimal" if cost <= guess else "none") if done.status == 0 else "time", cost


def optimum_of(it, seconds, solve):
    """(optimum, 1), or (the best that is known, 0), or ("", 0)."""
    u = multipliers(it)
    bound = price(it, u)[0]
    guesses = [math.ceil(bound * (1 + part) + 1) for part in GUESSES]
    known = ""
    heuristic = answer_of(it, []).get("cost") if os.path.exists(FAIRCAP) else None
    if heuristic is not None:  # a guess that is met; no proof rests on it
        guesses = [int(heuristic)]
    while guesses:
        guess = guesses.pop(0)
        pairs = possible(it, u, guess)
        state, cost = solve(it, pairs, guess, seconds)
        print(f"{name_of(it)}: bound {bound:.2f}, guess {guess}, {len(pairs)} pairs: {state} {cost}", file=sys.stderr, flush=True)
        if state == "optimal":
            return cost, 1
        if state == "time":
            if cost is None or cost >= guess:
                known = known if cost is None else int(cost)
                break
            known, guesses = int(cost), [int(cost)]  # a tighter guess leaves less to look at
    return known, 0


def stored():
    """{seed: row}; the file must describe what its seeds make."""
    if not os.path.exists(GOLDEN):
        return {}
    with open(GOLDEN, encoding="ascii", newline="") as stream:
        return {int(row["seed"]): row for row in csv.DictReader(stream)}


def store(rows):
    with open(GOLDEN, "w", encoding="ascii", newline="") as stream:
        out = csv.writer(stream, lineterminator="\n")
        out.writerow(COLUMNS)
        out.writerows([row[c] for c in COLUMNS] for _, row in sorted(rows.items()))


def derive(seconds, solve):
    """Whatever has no proof yet is tried again; start with few seconds, so that the easy ones come first."""
    rows = stored()
    for it in all_instances():
        if rows.get(it["seed"], {}).get("proved") != "1":
            cost, proved = optimum_of(it, seconds, solve)
            rows[it["seed"]] = {**{c: it[c] for c in COLUMNS[:4]}, "optimum": cost, "proved": str(proved)}
            store(rows)
    return 0


# ---- what faircap makes of them ----

def answer_of(it, options):
    """The report of faircap, with the cost of its labels recomputed; an error in words instead."""
    with tempfile.TemporaryDirectory(prefix="faircap-cpmp-") as folder:
        words, labels = write(it, folder), os.path.join(folder, "labels.csv")
        done = subprocess.run([FAIRCAP, "cluster", *words, "--id", "id", "-x", "id", "-w", "weight", "-k", str(it["k"]), "-q",
                               str(it["capacity"]), *options, "--quiet", "--labels-only", "-o", labels, "--json", "-"],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return {"error": f"exit {done.returncode}: {done.stderr.strip()}"}
        found = json.loads(done.stdout)
        with open(labels, encoding="utf-8", newline="") as stream:
            rows = list(csv.reader(stream))
        cost = cost_of(it, [row[-1] for row in rows[-it["n"]:]])
    if cost is None or not math.isclose(cost, found["cost"], rel_tol=1e-9):
        return {"error": f"the labels break a rule or cost {cost}, not {found['cost']}"}
    return found


def compare(sample, options):
    optima = stored()
    chosen = [it for it in all_instances() if it["seed"] in optima and (not sample or it["n"] <= SAMPLE_MOST)]
    gaps, faults, optimal, seconds = [], 0, 0, 0.0
    print("n,k,seed,capacity,optimum,cost,gap_percent,bound,status,seconds")
    for it in chosen:
        row = optima[it["seed"]]
        if [row[c] for c in COLUMNS[:4]] != [str(it[c]) for c in COLUMNS[:4]]:
            raise SystemExit(f"{GOLDEN} does not describe the instance of seed {it['seed']}")
        found = answer_of(it, options)
        proved = row["proved"] == "1"
        if "error" in found:
            print(f"{name_of(it)}: {found['error']}")
            faults += 1
            continue
        best = float(row["optimum"]) if row["optimum"] else found["cost"]
        gap = found["cost"] / best - 1
        wrong = proved and (gap < -1e-9 or (found["lower_bound"] or 0) > best * (1 + 1e-9))
        faults += wrong
        gaps.append(gap)
        optimal += proved and gap < 1e-9
        seconds += found["seconds"]
        print(",".join(map(str, (it["n"], it["k"], it["seed"], it["capacity"], row["optimum"], found["cost"], f"{100 * gap:.3f}",
                                 found["lower_bound"], found["status"], round(found["seconds"], 3)))) +
              (" WRONG: below what is proved" if wrong else ""), flush=True)
    mean = sum(gaps) / len(gaps) if gaps else math.inf
    print(f"figure: {len(chosen)} capacitated p-median instances, {optimal} optimal, {100 * mean:.3f} % above on average, "
          f"{100 * max(gaps, default=math.inf):.2f} % at worst, {seconds:.1f} s; {faults} faults; "
          f"{sum(optima[it['seed']]['proved'] != '1' for it in chosen)} optima not proved")
    return int(faults > 0 or mean > WITHIN or optimal < OPTIMAL_PART * len(chosen))


def large(size, options):
    it = draw_clumped(1, *map(int, size.split(",")))
    found = answer_of(it, options)
    if "error" in found:
        print(found["error"])
        return 1
    print(f"figure: n = {it['n']}, k = {it['k']}: cost {found['cost']:.1f}, bound {found['lower_bound']}, gap {found['gap']}, "
          f"{found['seconds']:.1f} s, {found['status']}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--write", metavar="FOLDER")
    parser.add_argument("--derive", type=int, nargs="?", const=600, metavar="SECONDS")
    parser.add_argument("--solver", choices=("cbc", "highs"), default="cbc")
    parser.add_argument("--large", metavar="N,K")
    parser.add_argument("options", nargs="*")
    opt = parser.parse_args()
    if opt.write:
        os.makedirs(opt.write, exist_ok=True)
        for it in all_instances():
            write(it, opt.write)
        return 0
    if opt.derive:
        return derive(opt.derive, highs if opt.solver == "highs" else cbc)
    return large(opt.large, opt.options) if opt.large else compare(opt.sample, opt.options)


if __name__ == "__main__":
    sys.exit(main())
