#!/usr/bin/env python3
"""mixture.py FAIRCAP FILE [SIMILAR DIVERSE BALANCE] - both aims at once, and what a teacher would do otherwise.

FILE is student-mat.csv or one like it. Groups of 3 to 4, mixed by BALANCE (sex), similar in SIMILAR (G3), diverse in
DIVERSE (school,Mjob). Every figure is recomputed here from the labels: of a similar column the part of its variation
inside groups, of a diverse one the part between them. Rows:

    faircap             both at once
    by lot              1,000 draws of the same sizes: the mean, and the best value of each column
    similar, then ...   groups for the similar columns alone; then exchanges that make the diverse ones better, as long
                        as the similar ones stay within a tolerance: 10 % above, or what faircap has (which nobody
                        knows beforehand)
    diverse, then ...   the same the other way round
    diverse alone       faircap, and the exchange method of anticlustering in R with 10 restarts (peers/anticlust.R), in
                        as much time as that takes

Exchanges are of two students of different groups, the same rules kept, in random order until none helps. CSV on
standard output. Needs Rscript for the last row.
"""
import csv
import json
import os
import random
import subprocess
import sys
import tempfile
import time

FAIRCAP, FILE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SIMILAR = (sys.argv[3] if len(sys.argv) > 3 else "G3").split(",")
DIVERSE = (sys.argv[4] if len(sys.argv) > 4 else "school,Mjob").split(",")
BALANCE = sys.argv[5] if len(sys.argv) > 5 else "sex"
HERE = os.path.dirname(os.path.abspath(__file__))
DRAWS, RESTARTS, ROUNDS = 1000, 10, 30
SEMICOLON = ";"


def read(path):
    with open(path, newline="", encoding="utf-8-sig") as stream:
        return list(csv.DictReader(stream, delimiter=SEMICOLON))


def coordinates(rows, column):
    """Rows of numbers around 0 whose squares have the sum 1."""
    values = [row[column] for row in rows]
    try:
        parts = [[float(v)] for v in values]
    except ValueError:
        kinds = sorted(set(values))
        parts = [[float(v == kind) for kind in kinds] for v in values]
    means = [sum(p[c] for p in parts) / len(parts) for c in range(len(parts[0]))]
    centred = [[x - m for x, m in zip(p, means)] for p in parts]
    root = sum(x * x for p in centred for x in p) ** 0.5
    return [[x / root for x in p] for p in centred]


class State:
    """Labels, and for each column the sums of its groups."""

    def __init__(self, x, label, kind):
        self.x, self.label, self.kind = x, list(label), kind
        self.members = {g: [i for i, l in enumerate(label) if l == g] for g in set(label)}
        self.sums = {c: {g: [sum(v) for v in zip(*(x[c][i] for i in m))] for g, m in self.members.items()} for c in x}

    def between(self, c):
        return sum(sum(v * v for v in s) / len(self.members[g]) for g, s in self.sums[c].items())

    def change(self, c, i, j):
        """What an exchange adds to the part of column c between groups."""
        a, b = self.x[c][i], self.x[c][j]
        out = 0.0
        for g, sign in ((self.label[i], 1), (self.label[j], -1)):
            for s, u, v in zip(self.sums[c][g], a, b):
                step = sign * (v - u)
                out += (2 * s * step + step * step) / len(self.members[g])
        return out

    def balanced_after(self, i, j):
        if self.kind[i] == self.kind[j]:
            return True
        for g, leaves, comes in ((self.label[i], i, j), (self.label[j], j, i)):
            kinds = [self.kind[m] for m in self.members[g] if m != leaves] + [self.kind[comes]]
            counts = [kinds.count(k) for k in set(self.kind)]
            if 2 * min(counts) < max(counts):
                return False
        return True

    def exchange(self, i, j):
        g, h = self.label[i], self.label[j]
        for c, x in self.x.items():
            for at, (u, v) in enumerate(zip(x[i], x[j])):
                self.sums[c][g][at] += v - u
                self.sums[c][h][at] -= v - u
        self.members[g][self.members[g].index(i)] = j
        self.members[h][self.members[h].index(j)] = i
        self.label[i], self.label[j] = h, g


def cost(state, columns, diverse):
    """What these columns cost: the parts inside groups, or between them."""
    between = sum(state.between(c) for c in columns)
    return between if diverse else len(columns) - between


def improve(state, aim, other, aim_diverse, limit, luck):
    """Exchanges that make the columns of `aim` better while those of `other` cost at most `limit`."""
    sign = 1 if aim_diverse else -1
    held = cost(state, other, not aim_diverse)
    order = list(range(len(state.label)))
    for _ in range(ROUNDS):
        better = False
        luck.shuffle(order)
        for a, i in enumerate(order):
            for j in order[a + 1:]:
                if state.label[i] == state.label[j]:
                    continue
                if sign * sum(state.change(c, i, j) for c in aim) > -1e-12:
                    continue
                more = -sign * sum(state.change(c, i, j) for c in other)
                if held + more > limit or not state.balanced_after(i, j):
                    continue
                state.exchange(i, j)
                held += more
                better = True
        if not better:
            break


def group(folder, *words):
    """(labels, seconds of the search) of faircap group."""
    out, report = os.path.join(folder, "out.csv"), os.path.join(folder, "out.json")
    subprocess.run([FAIRCAP, "group", FILE, *words, "--quiet", "-o", out, "--json", report], check=True)
    with open(report, encoding="utf-8") as stream:
        return [row["group"] for row in read(out)], json.load(stream)["seconds"]


def main():
    rows = read(FILE)
    kind = [row[BALANCE] for row in rows]
    x = {c: coordinates(rows, c) for c in SIMILAR + DIVERSE}
    luck = random.Random(1)
    print("what,seconds," + ",".join(f"inside:{c}" for c in SIMILAR) + "," + ",".join(f"between:{c}" for c in DIVERSE) +
          ",sum", flush=True)

    def show(what, seconds, parts):
        print(what, f"{seconds:.2f}", *(f"{p:.4f}" for p in parts), f"{sum(parts):.4f}", sep=",", flush=True)

    def parts_of(label):
        state = State(x, label, kind)
        return [1 - state.between(c) for c in SIMILAR] + [state.between(c) for c in DIVERSE]

    with tempfile.TemporaryDirectory() as folder:
        mixed = ["--size", "3-4", "--balance", BALANCE]
        similar, diverse = ["--similar", ",".join(SIMILAR)], ["--diverse", ",".join(DIVERSE)]
        label, seconds = group(folder, *mixed, *similar, *diverse)
        both = parts_of(label)
        show("faircap", seconds, both)
        drawn = []
        for _ in range(DRAWS):
            lot = list(label)
            luck.shuffle(lot)
            drawn.append(parts_of(lot))
        show("by lot: mean", 0, [sum(column) / DRAWS for column in zip(*drawn)])
        show("by lot: best of each", 0, [min(column) for column in zip(*drawn)])
        for first, words, aim, other, is_diverse in (("similar", similar, DIVERSE, SIMILAR, True),
                                                     ("diverse", diverse, SIMILAR, DIVERSE, False)):
            begin, seconds = group(folder, *mixed, *words)
            show(f"{first} alone", seconds, parts_of(begin))
            reached = sum(both[:len(SIMILAR)]) if is_diverse else sum(both[len(SIMILAR):])
            for tolerance in ("10 %", "as faircap"):
                state = State(x, begin, kind)
                now = cost(state, other, not is_diverse)
                started = time.perf_counter()
                improve(state, aim, other, is_diverse, 1.1 * now if tolerance == "10 %" else max(reached, now), luck)
                show(f"{first} then the other within {tolerance}", time.perf_counter() - started, parts_of(state.label))
        peer = subprocess.run(["Rscript", os.path.join(HERE, "peers", "anticlust.R"), os.path.join(folder, "out.csv"),
                               ",".join(DIVERSE), str(RESTARTS)], check=True, stdout=subprocess.PIPE, text=True)
        seconds, least = map(float, peer.stdout.split())
        print("diverse alone: exchange in R", f"{seconds:.2f}", *("" for _ in x), f"{least:.4f}", sep=",")
        groups = str(len(set(label)))  # of the same sizes
        alone, taken = group(folder, "--groups", groups, *diverse, "--time-limit", f"{seconds}")
        found = parts_of(alone)[len(SIMILAR):]
        print("diverse alone: faircap", f"{taken:.2f}", *("" for _ in SIMILAR), *(f"{p:.4f}" for p in found),
              f"{sum(found):.4f}", sep=",")


if __name__ == "__main__":
    main()
