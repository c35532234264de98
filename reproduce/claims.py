"""How a claim of the paper is judged: by comparisons, each of which holds or does not.

"At k = 7, fair-kmedoids/mcf costs less than fairlet-kcenter/mcf" is a comparison. A claim is *confirmed* when the share of its
comparisons that holds is what its words ask for: all of them, "almost all" (9 of 10) or "most" (more than half); *partly* when
at least half of that share holds; otherwise *not confirmed*. Without its data set, or without answers to compare, it is *not
tested*. No verdict is written down anywhere: all come from results.csv.
"""
import statistics
from collections import namedtuple
from dataclasses import dataclass

CONFIRMED, PARTLY, REFUTED, UNTESTED = "confirmed", "partly", "not confirmed", "not tested"
ALL, ALMOST_ALL, MOST = "all", "almost all", "most"

# Of `left` with `right` (or with nothing) at one k, or at none. `by` is by how much it holds, or below zero does not: percent of
# cost, balance, or members, as `unit` says.
Comparison = namedtuple("Comparison", "left right k holds by unit", defaults=(None, ""))
# All comparisons of `left` with `right`: how many hold of how many, the k at which it does not (where there is one comparison a
# k), and the median of `by`.
Detail = namedtuple("Detail", "left right holds of failing by unit")


@dataclass(frozen=True)
class Claim:
    key: str
    part: str  # of the paper
    datasets: tuple  # the data sets it speaks of; it is tested on those that are there
    text: str  # what the paper claims
    test: str  # how it is tested
    need: str  # ALL, ALMOST_ALL or MOST
    compare: object  # results of one data set -> comparisons
    figure: str = ""  # cost, balance, sizes, or nothing

    def asks(self):
        """The test, with how many of its comparisons must hold."""
        return self.test + {ALL: "", ALMOST_ALL: ", in at least 9 of 10 cases", MOST: ", in most cases"}[self.need]


@dataclass(frozen=True)
class Finding:
    claim: Claim
    verdict: str
    comparisons: tuple  # (data set, Comparison)
    missing: tuple  # data sets that were not there

    def holds(self):
        return sum(c.holds for _, c in self.comparisons)

    def details(self):
        """A Detail of everything that was compared; of each data set, where a claim is about several."""
        several = len(self.claim.datasets) > 1
        groups = {}
        for dataset, c in self.comparisons:
            key = (c.left, c.right) if not several else (dataset, c.left) if c.k is None else (dataset, "")
            groups.setdefault(key, []).append(c)
        return [detail(left, right, made) for (left, right), made in groups.items()]


def detail(left, right, made):
    ks = [c.k for c in made if c.k is not None]
    failing = [c.k for c in made if not c.holds] if len(ks) == len(set(ks)) == len(made) else []
    measured = [c.by for c in made if c.by is not None]
    return Detail(left, right, sum(c.holds for c in made), len(made), failing, statistics.median(measured) if measured else None,
                  made[0].unit)


def judge(claims, results):
    """A finding for every claim; results: {data set: Results}."""
    return [finding(claim, results) for claim in claims]


def finding(claim, results):
    there = [name for name in claim.datasets if results.get(name)]
    made = tuple((name, c) for name in there for c in claim.compare(results[name]))
    holds = sum(c.holds for _, c in made)
    return Finding(claim, verdict(holds, len(made), claim.need), made, tuple(n for n in claim.datasets if n not in there))


def verdict(holds, of, need):
    if of == 0:
        return UNTESTED
    enough = {ALL: holds == of, ALMOST_ALL: 10 * holds >= 9 * of, MOST: 2 * holds > of}[need]
    half = {ALL: 2 * holds >= of, ALMOST_ALL: 20 * holds >= 9 * of, MOST: 4 * holds > of}[need]
    return CONFIRMED if enough else PARTLY if half else REFUTED


def amount(entry):
    """The median of a Detail in words; empty where nothing was measured."""
    if entry.by is None:
        return ""
    words = {"%": f"{entry.by:+.1f} %", "balance": f"{entry.by:+.3f}", "members": f"{entry.by:+.0f} members"}[entry.unit]
    return words.replace("-", "−")


def exceptions(entry):
    """The k at which it does not hold, in words, where these are few."""
    few = 0 < len(entry.failing) <= 4 and entry.holds > 0
    return "not at k = " + ", ".join(map(str, entry.failing)) if few else ""


def sentence(entry):
    """A Detail in a line of text."""
    what = f"{entry.left}: {entry.right}" if entry.right else entry.left
    if entry.of == 1 and entry.by is None:
        return what if entry.holds else what + ": no"
    more = "; ".join(filter(None, (amount(entry) and "median " + amount(entry), exceptions(entry))))
    return f"{what}: {entry.holds} of {entry.of}" + (f" ({more})" if more else "")
