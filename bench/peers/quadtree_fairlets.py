#!/usr/bin/python3
"""Pairs of two equal groups in a randomly shifted quadtree, after Backurs et al. 2019 (t = 1).

    quadtree_fairlets.py FILE RUNS

From the finest cells up, what a cell has left of both groups is paired in any order, and the rest goes to the cell above. The
row of output is that of bench.h; the cost is the mean over the runs, each with a shift of its own."""
import sys
import time

import numpy

LEVELS = 30


def read(path):
    with open(path) as lines:
        names = next(lines).rstrip("\n").split(",")
        rows = [line.rstrip("\n").split(",") for line in lines]
    columns = [i for i, name in enumerate(names) if name.startswith("x")]
    group = names.index("group")
    return (numpy.array([[float(row[i]) for i in columns] for row in rows]),
            numpy.array([row[group] != rows[0][group] for row in rows]))


def number_within(cell, group):
    """How many of the same cell and group come before each; both sorted by cell, then group."""
    fresh = numpy.ones(len(cell), bool)
    fresh[1:] = (cell[1:] != cell[:-1]) | (group[1:] != group[:-1])
    start = numpy.flatnonzero(fresh)
    return numpy.arange(len(cell)) - numpy.repeat(start, numpy.diff(numpy.append(start, len(cell))))


def pair_in_cells(left, cell, group):
    """The pairs of this level, and what is left."""
    order = numpy.lexsort((group[left], cell))
    left, cell = left[order], cell[order]
    number = number_within(cell, group[left])
    first, second = (numpy.flatnonzero(group[left] == g) for g in (False, True))
    key = lambda at: numpy.rec.fromarrays([cell[at], number[at]])
    _, a, b = numpy.intersect1d(key(first), key(second), return_indices=True)
    paired = numpy.zeros(len(left), bool)
    paired[first[a]] = paired[second[b]] = True
    return left[first[a]], left[second[b]], left[~paired]


def quadtree(x, group, luck):
    side = (x.max(0) - x.min(0)).max() or 1
    unit = (x - x.min(0)) / (2 * side) + luck.random(x.shape[1]) / 2  # in the unit cube, shifted
    left, cost = numpy.arange(len(x)), 0.0
    for level in range(LEVELS, -1, -1):
        _, cell = numpy.unique(numpy.floor(unit[left] * 2.0 ** level), axis=0, return_inverse=True)
        a, b, left = pair_in_cells(left, cell.ravel(), group)
        cost += numpy.linalg.norm(x[a] - x[b], axis=1).sum()
    return cost


def main():
    x, group = read(sys.argv[1])
    runs = int(sys.argv[2])
    seconds, costs = [], []
    for run in range(runs):
        start = time.perf_counter()
        costs.append(quadtree(x, group, numpy.random.default_rng(run)))
        seconds.append(time.perf_counter() - start)
    print("quadtree,%d,%d,%d,1,%d,%.4f,%.4f,%.6f" % (
        len(x), x.shape[1], len(x) // 2, runs, min(seconds), sorted(seconds)[runs // 2], sum(costs) / runs))


main()
