"""What the tool says about the data themselves: rows, groups, and the cost of the two fairlet decompositions."""
import json
import subprocess
from dataclasses import dataclass

FAIRLETS = ("mcf", "vanilla")


class ToolFailed(Exception):
    """The tool ended with an exit code; it has said why on stderr."""

    def __init__(self, code):
        super().__init__(f"faircap ended with exit code {code}")
        self.code = code


@dataclass(frozen=True)
class Measured:
    printed: object  # the paper's row of this data set
    instances: int
    attributes: int
    groups: tuple  # (value, count), as the file has them
    fairlet_cost: dict  # fairlets -> sum of distances to the minority member
    fairlet_count: int

    def balance(self):
        counts = [count for _, count in self.groups]
        return min(counts) / max(counts)


def measure(tool, prepared):
    """The table of data sets, recomputed. The fairlets are those that every method of the sweep starts from."""
    options, printed = prepared.dataset.options, prepared.dataset.printed
    plan = ask([tool, "plan", prepared.path, *options, "--json", "-", "--quiet"])
    runs = {fairlets: ask([tool, "cluster", prepared.path, *options, "-k", "2", "-m", "fairlet-kcenter", "--fairlets", fairlets,
                           "--json", "-", "--quiet"]) for fairlets in FAIRLETS}
    return Measured(printed, plan["n"], prepared.attributes, tuple(plan["groups"][printed.protected].items()),
                    {fairlets: run["fairlet_cost"] for fairlets, run in runs.items()}, runs["mcf"]["fairlet_count"])


def ask(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        raise ToolFailed(done.returncode)
    return json.loads(done.stdout)


def version(tool):
    return subprocess.run([tool, "--version"], stdout=subprocess.PIPE, check=True, text=True).stdout.strip()
