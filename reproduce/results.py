"""What a sweep or a tune wrote into results.csv, and what can be read off it: costs, balances, the spread of sizes.

Every figure that the claims, the tables and the page show comes from here; nothing is computed about clusters anywhere
else, and nothing here knows what is claimed.
"""
import csv
import os
import statistics
from collections import namedtuple

# The methods of the paper at the slacks of the paper, as --methods names them. The four that are fair and capacitated:
HIERARCHICAL = {"mcf": "fair-hierarchical/mcf@1.2", "vanilla": "fair-hierarchical/vanilla@1.2"}
KMEDOIDS_FC = {"mcf": "fair-kmedoids/mcf", "vanilla": "fair-kmedoids/vanilla"}
FAIR_CAPACITATED = (*HIERARCHICAL.values(), *KMEDOIDS_FC.values())
# What the paper compares them with: "MCF fairlet" and "vanilla fairlet" are fairlets + k-center; and k-medoids.
KCENTER = {"mcf": "fairlet-kcenter/mcf", "vanilla": "fairlet-kcenter/vanilla"}
KMEDOIDS = "kmedoids"
BASELINES = (*KCENTER.values(), KMEDOIDS)
# Run by the published code, not mentioned in the text of the paper:
FAIRLET_KMEDOIDS = {"mcf": "fairlet-kmedoids/mcf", "vanilla": "fairlet-kmedoids/vanilla"}
BEST, BEST_WIDE = "best", "best@1.2"
PAPER = (*FAIR_CAPACITATED, *KCENTER.values(), *FAIRLET_KMEDOIDS.values(), KMEDOIDS)
METHODS = (BEST, BEST_WIDE, *PAPER)

Run = namedtuple("Run", "method k q status cost bound gap balance over_capacity unbalanced repaired seconds slack lam sizes")


class Results:
    """The runs of one folder, by method and k; a run without an answer is not there.

    `data` is what was measured on the data themselves (measure.Measured), where that matters.
    """

    def __init__(self, runs, data=None):
        self.all = list(runs)
        self.data = data
        self.runs = {(run.method, run.k): run for run in self.all if run.cost is not None}
        self.ks = sorted({run.k for run in self.all})

    def get(self, method, k):
        return self.runs.get((method, k))

    def pairs(self, left, right):
        """(k, run of left, run of right) for every k at which both have an answer."""
        return [(k, self.get(left, k), self.get(right, k)) for k in self.ks
                if self.get(left, k) and self.get(right, k)]

    def cheapest(self, methods, k):
        """The cheapest run of these methods; None when none has an answer."""
        runs = [self.get(method, k) for method in methods if self.get(method, k)]
        return min(runs, key=lambda run: run.cost, default=None)


def load(folder, data=None):
    """The results of a sweep or tune, or None when the folder has none."""
    path = os.path.join(folder, "results.csv")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8", newline="") as stream:
        return Results([parse(row) for row in csv.DictReader(stream)], data)


def parse(row):
    def number(column, kind=float):
        return kind(row[column]) if row[column] else None

    return Run(row["method"], int(row["k"]), number("q", int), row["status"], number("cost"), number("bound"),
               number("gap"), number("balance"), number("over_capacity", int), number("unbalanced", int),
               number("repaired", int), number("seconds"), number("slack"), number("lambda"),
               tuple(int(size) for size in row["sizes"].split()))


def spread(run):
    """Interquartile range of the cluster sizes, quartiles interpolated as in the usual box plot."""
    if len(run.sizes) < 2:
        return 0
    low, _, high = statistics.quantiles(run.sizes, n=4, method="inclusive")
    return high - low


def above(cost, other):
    """By how many percent a cost is above another one."""
    return 100 * (cost / other - 1)


def no_more(left, right):
    """left <= right, up to the rounding of sums."""
    return left <= right + 1e-9 * abs(right)
