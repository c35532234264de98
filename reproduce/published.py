"""The costs of the paper's own runs, read off its plots, beside ours on the very instances they were run on.

These figures and instances stay in DATA_DIR/edm2021; nothing of them is part of this project. The instances are the student
data as the published code made them: each sex drawn with replacement, scaled to [0, 1], and the protected attribute counts
in the distance.

Where the published run cannot have kept its own capacity: its code takes q = floor(n * 1.01 / k). If k q < n, k clusters of q
do not hold n students, and since the run ended with all of them in k clusters, one had more than q.
"""
import csv
import io
from collections import namedtuple
from dataclasses import dataclass

from prepare import BadData, find, identify, write
from datasets import Source
from results import FAIRLET_KMEDOIDS, HIERARCHICAL, KCENTER, KMEDOIDS, KMEDOIDS_FC, PAPER, above

FOLDER = "edm2021"
COSTS = "published-costs.csv"
OPTIONS = ("-p", "sex", "--scale", "none", "--include-protected")
READING_ERROR = 2  # units of cost, of the student data
METHODS = {
    "MCF hier FC": HIERARCHICAL["mcf"], "Vanilla hier FC": HIERARCHICAL["vanilla"],
    "MCF kMed-knap FC": KMEDOIDS_FC["mcf"], "Vanilla kMed-knap FC": KMEDOIDS_FC["vanilla"],
    "MCF fairlet+k-Center": KCENTER["mcf"], "Vanilla fairlet+k-Center": KCENTER["vanilla"],
    "MCF fairlet+k-Medoids": FAIRLET_KMEDOIDS["mcf"], "Vanilla fairlet+k-Medoids": FAIRLET_KMEDOIDS["vanilla"],
    "k-Medoids (unfair,uncap)": KMEDOIDS}


# percent: how much more ours costs; None where we have no answer. broken: the published run broke its capacity for certain.
Difference = namedtuple("Difference", "method k published ours percent broken")


@dataclass(frozen=True)
class Instance:
    """A published run: the file it clustered, and what its answers cost."""
    name: str  # of the data set
    path: str
    file: object  # prepare.Found
    costs: dict  # (method as we name it, k) -> cost
    reference: str  # the same, as a file for faircap sweep --reference


def instances(data_dir, out_dir):
    """The published runs whose instance and costs are both in DATA_DIR."""
    table = find(data_dir, FOLDER, COSTS)
    made = []
    for name in ("student-mat", "student-por"):
        source = Source(FOLDER, name + "-resampled.csv")
        path = find(data_dir, FOLDER, source.name)
        costs = read_costs(table, name) if table and path else {}
        if costs:
            made.append(Instance(name, path, identify(source, path), costs, write_reference(out_dir, name, costs)))
    return made


def read_costs(path, dataset):
    costs = {}
    with open(path, encoding="utf-8-sig", newline="") as stream:
        for row in csv.DictReader(stream):
            if row["dataset"] == dataset:
                if row["method"] not in METHODS:
                    raise BadData(f"{path}: no method of the paper is called {row['method']!r}")
                costs[METHODS[row["method"]], int(row["k"])] = float(row["cost"])
    return costs


def write_reference(out_dir, name, costs):
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("method", "k", "cost"))
    table.writerows((method, k, cost) for wanted in PAPER for (method, k), cost in costs.items() if method == wanted)
    return write(out_dir, name + "-published.csv", text.getvalue().encode("ascii"))


def broke_capacity(method, n, k):
    """True when the published run of this method cannot have kept its capacity."""
    return method in KMEDOIDS_FC.values() and n * 101 // (100 * k) * k < n


def differences(instance, results):
    """A Difference for every published cost with a k that we ran."""
    n = next((sum(run.sizes) for run in results.runs.values()), 0)
    made = []
    for (method, k), cost in instance.costs.items():
        if k in results.ks:
            run = results.get(method, k)
            ours, percent = (run.cost, above(run.cost, cost)) if run else (None, None)
            made.append(Difference(method, k, cost, ours, percent, broke_capacity(method, n, k)))
    return made
