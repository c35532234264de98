"""Every claim of the paper's sections Experiments and Conclusion, as a question to the results.

A claim is a list of comparisons, each of which holds or does not: "at k = 7, fair-kmedoids/mcf costs less than
fairlet-kcenter/mcf". It is *confirmed* when the share that holds is what its words ask for: all of them, "almost all" (9 of
10) or "most" (more than half); *partly* when at least half of that share holds; otherwise *not confirmed*. Without its
data set, or without answers to compare, it is *not tested*. No verdict is written anywhere: all come from results.csv.

Where the paper's words name no figure ("close", "tiny"), `test` says which one was taken.
"""
import statistics
from collections import namedtuple
from dataclasses import dataclass

from results import (BASELINES, FAIR_CAPACITATED, HIERARCHICAL, KCENTER, KMEDOIDS, KMEDOIDS_FC, PAPER, above, no_more,
                     spread)

CONFIRMED, PARTLY, REFUTED, UNTESTED = "confirmed", "partly", "not confirmed", "not tested"
ALL, ALMOST_ALL, MOST = "all", "almost all", "most"

CLOSE = 5.0  # percent above k-medoids: "close to"
QUALITY = 10.0  # percent above k-medoids: "maintaining clustering quality"
COMPARABLE = 0.05  # of balance: "comparative"
TINY = 0.05  # of the mean size: the difference of sizes that is "tiny"

# One comparison. `what` says what was compared, without the k, so that equal ones can be counted together; `by` is by how much
# it holds (or, below zero, does not): percent of cost, balance, or members, as `unit` says.
Comparison = namedtuple("Comparison", "what k holds by unit", defaults=(None, ""))
Detail = namedtuple("Detail", "what holds of failing by unit")  # failing: the k at which it does not hold; by: the median


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

    def detail(self):
        """A Detail for everything that was compared, or for each data set where that would be too much."""
        several = len(self.claim.datasets) > 1
        by_data = several and any(c.k is not None for _, c in self.comparisons)
        groups = {}
        for dataset, c in self.comparisons:
            what = dataset if by_data else f"{dataset}: {c.what}" if several else c.what
            groups.setdefault(what, []).append(c)
        return [detail(what, made) for what, made in groups.items()]


def detail(what, made):
    failing = sorted({c.k for c in made if c.k is not None and not c.holds})
    measured = [c.by for c in made if c.by is not None]
    return Detail(what, sum(c.holds for c in made), len(made), failing, statistics.median(measured) if measured else None, made[0].unit)


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


# Comparisons of two runs.


def cheaper(what, k, run, other):
    return Comparison(what, k, run.cost < other.cost, above(other.cost, run.cost), "%")


def cheaper_or_equal(what, k, run, other):
    return cheaper(what, k, run, other)._replace(holds=no_more(run.cost, other.cost))


def fairer(what, k, run, other):
    return Comparison(what, k, run.balance > other.balance, run.balance - other.balance, "balance")


def tighter(what, k, run, other):
    return Comparison(what, k, spread(run) < spread(other), spread(other) - spread(run), "members")


# What is asked of the results of one data set: each function yields what it compared.


def as_printed(results):
    data, printed = results.data, results.data.printed
    yield Comparison(f"{data.instances:,} instances, {printed.instances:,} printed", None, data.instances == printed.instances)
    yield Comparison(f"{data.attributes} attributes, {printed.attributes} printed", None,
                     data.attributes == printed.attributes)
    same = sorted(count for _, count in data.groups) == sorted(count for _, count in printed.groups)
    yield Comparison("group counts " + " and ".join(f"{count:,}" for _, count in data.groups), None, same)
    yield Comparison(f"balance {data.balance():.3f}, {printed.balance} printed", None,
                     abs(data.balance() - float(printed.balance)) < 0.0006)


def mcf_fairlets_cheaper(results):
    mcf, vanilla = results.data.fairlet_cost["mcf"], results.data.fairlet_cost["vanilla"]
    yield Comparison(f"MCF fairlets cost {mcf:,.1f}, vanilla ones {vanilla:,.1f}", None, mcf < vanilla)


def lambda_chosen(tune):
    for choice in tune.choices:
        if choice.lam is not None:
            yield Comparison(f"{choice.method}: the grid search chooses {choice.lam:g}", None, choice.lam == 0.3)
            excess = tune.excess(choice.method, 0.3)
            if excess is not None:
                yield Comparison(f"{choice.method}: 0.3 costs {excess:.2f} % more than the best of the grid (up to 1 % counts)",
                                 None, excess <= 1)


def slack_chosen(slacks):
    def compare(tune):
        for choice in tune.choices:
            wanted = slacks.get(choice.method.split("/")[0])
            if wanted:
                yield Comparison(f"{choice.method}: the grid search chooses {choice.slack:g}, the paper {wanted:g}", None,
                                 choice.slack == wanted)
    return compare


def ideal_capacity_fails(tune):
    """At slack 1 a method did not get there with its fairlets: no answer, or points had to be placed one by one."""
    for run in tune.results.all:
        if run.slack == 1:
            yield Comparison(run.method, run.k, run.cost is None or run.repaired == 1)


def kmedoids_cheapest(results):
    for method in PAPER:
        if method != KMEDOIDS:
            for k, other, plain in results.pairs(method, KMEDOIDS):
                yield cheaper_or_equal(f"k-medoids against {method}", k, plain, other)


def cheaper_than_kcenter(results):
    for method in FAIR_CAPACITATED:
        for rival in KCENTER.values():
            for k, ours, theirs in results.pairs(method, rival):
                yield cheaper(f"{method} against {rival}", k, ours, theirs)


def cheapest_of(winners, others):
    """The cheapest of `winners` costs no more than every one of `others`."""
    def compare(results):
        for k in results.ks:
            best, rest = results.cheapest(winners, k), results.cheapest(others, k)
            if best and rest:
                yield cheaper_or_equal(" or ".join(winners) + " against the cheapest other", k, best, rest)
    return compare


def others_than(*methods):
    """What the paper compares a method with in cost: all its methods but unconstrained k-medoids."""
    return tuple(m for m in FAIR_CAPACITATED + tuple(KCENTER.values()) if m not in methods)


def kcenter_dearest(results):
    for k in results.ks:
        rest = [results.get(method, k) for method in (*FAIR_CAPACITATED, KMEDOIDS) if results.get(method, k)]
        dearest = max(rest, key=lambda run: run.cost, default=None)
        for rival in KCENTER.values():
            run = results.get(rival, k)
            if run and dearest:
                yield cheaper(f"{rival} costs more than all others", k, dearest, run)


def close_to_kmedoids(percent, below=None):
    def compare(results):
        for method in FAIR_CAPACITATED:
            for k, ours, plain in results.pairs(method, KMEDOIDS):
                if below is None or k < below:
                    excess = above(ours.cost, plain.cost)
                    yield Comparison(f"{method} above k-medoids", k, excess <= percent, excess, "%")
    return compare


def fluctuates(results):
    """From k = 4 on, a method's cost goes up at least once while k grows."""
    for method in FAIR_CAPACITATED:
        runs = [results.get(method, k) for k in results.ks if k >= 4 and results.get(method, k)]
        if len(runs) > 1:
            yield Comparison(method, None, any(b.cost > a.cost for a, b in zip(runs, runs[1:])))


def keeps_threshold(results):
    for method in FAIR_CAPACITATED:
        for k in results.ks:
            run = results.get(method, k)
            if run:
                yield Comparison(method, k, run.unbalanced == 0)


def comparable_balance(results):
    for method in FAIR_CAPACITATED:
        for rival in KCENTER.values():
            for k, ours, theirs in results.pairs(method, rival):
                near = ours.balance >= theirs.balance - COMPARABLE
                yield fairer(f"{method} against {rival}", k, ours, theirs)._replace(holds=near)


def fairer_than(methods, rivals, below=None, ties=False):
    def compare(results):
        for method in methods:
            for rival in rivals:
                for k, ours, theirs in results.pairs(method, rival):
                    if below is None or k < below:
                        made = fairer(f"{method} against {rival}", k, ours, theirs)
                        yield made._replace(holds=made.holds or (ties and made.by == 0))
    return compare


def holds_balance_well(results):
    """Half way or more from the threshold to the data's own balance, which fairlets of one against two cannot exceed much."""
    half_way = (0.5 + results.data.balance()) / 2
    for method in KMEDOIDS_FC.values():
        for k in results.ks:
            run = results.get(method, k)
            if run:
                yield Comparison(f"{method} above half way", k, run.balance >= half_way, run.balance - half_way, "balance")


def perfect_balance(results):
    for method in FAIR_CAPACITATED:
        for k in results.ks:
            run = results.get(method, k)
            if run:
                yield Comparison(method, k, run.balance == 1)


def only_kmedoids_unfair(results):
    for method in (*FAIR_CAPACITATED, *KCENTER.values()):
        for k, ours, plain in results.pairs(method, KMEDOIDS):
            yield Comparison(f"{method} has balance 1, k-medoids less", k, ours.balance == 1 > plain.balance)


def half_of_each(results):
    """A cluster of balance b has a share of b / (1 + b) of its smaller group: one half only if b = 1."""
    for method in FAIR_CAPACITATED:
        for k in results.ks:
            run = results.get(method, k)
            if run:
                yield Comparison(method, k, run.balance >= 1)


def within_capacity(results):
    for method in FAIR_CAPACITATED:
        for k in results.ks:
            run = results.get(method, k)
            if run:
                yield Comparison(method, k, max(run.sizes) <= run.q)


def baselines_over_capacity(results):
    yield from within_capacity(results)
    for rival in BASELINES:
        for k in results.ks:
            run = results.get(rival, k)
            if run:
                yield Comparison(f"{rival} breaks its capacity", k, max(run.sizes) > run.q)


def tighter_sizes(results):
    for method in FAIR_CAPACITATED:
        for rival in BASELINES:
            for k, ours, theirs in results.pairs(method, rival):
                yield tighter(f"{method} against {rival}", k, ours, theirs)


def tiny_differences(results):
    for method in FAIR_CAPACITATED:
        for k in results.ks:
            run = results.get(method, k)
            if run:
                difference = max(run.sizes) - min(run.sizes)
                yield Comparison(method, k, difference <= TINY * sum(run.sizes) / k, difference, "members")


def wider_in_order(*methods):
    """Interquartile ranges of sizes fall from the first method to the last."""
    def compare(results):
        for wide, narrow in zip(methods, methods[1:]):
            for k, left, right in results.pairs(wide, narrow):
                yield tighter(f"{wide} wider than {narrow}", k, right, left)
    return compare


def nearer_to_ideal(results):
    """With the same fairlets, the largest cluster of the partitioning method is the smaller one."""
    for fairlets, method in KMEDOIDS_FC.items():
        for k, ours, theirs in results.pairs(method, HIERARCHICAL[fairlets]):
            difference = max(theirs.sizes) - max(ours.sizes)
            yield Comparison(f"{method} against {HIERARCHICAL[fairlets]}", k, difference > 0, difference, "members")
