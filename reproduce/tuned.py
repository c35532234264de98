"""What a grid search of the tool chose, and what any other point of its grid would have cost."""
import json
import os
from dataclasses import dataclass

from results import above, load


@dataclass(frozen=True)
class Choice:
    method: str
    slack: float
    lam: float  # None for methods that know no lambda
    why: str


class Tune:
    """results: one run for each point of the grid and each k; choices: one for each method."""

    def __init__(self, results, choices):
        self.results, self.choices = results, choices

    def excess(self, method, lam):
        """By how many percent costs with this lambda are above the least of all lambdas, at the chosen slack, over all k."""
        slack = next(choice.slack for choice in self.choices if choice.method == method)
        costs = {}
        for run in self.results.all:
            if run.method == method and run.slack == slack and run.cost is not None:
                costs.setdefault(run.k, {})[run.lam] = run.cost
        pairs = [(of_k[lam], min(of_k.values())) for of_k in costs.values() if lam in of_k]
        return sum(above(cost, least) for cost, least in pairs) / len(pairs) if pairs else None


def load_tune(folder):
    """The grid search of a folder, or None when there is none."""
    results = load(folder)
    if results is None:
        return None
    with open(os.path.join(folder, "tune.json"), encoding="utf-8") as stream:
        said = json.load(stream)
    return Tune(results, [Choice(c["method"], float(c["slack"]), c.get("lambda"), c.get("why", "")) for c in said["chosen"]
                          if c.get("slack") is not None])
