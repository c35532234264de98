"""The questions that claims put to the results of one data set: each function yields the comparisons it made.

A run without an answer is not compared. Where the paper's words name no figure ("close", "tiny"), the constants here do.
"""
from claims import Comparison
from results import (BASELINES, FAIR_CAPACITATED, HIERARCHICAL, KCENTER, KMEDOIDS, KMEDOIDS_FC, PAPER, above, no_more,
                     spread)

CLOSE = 5.0  # percent above k-medoids: "close to"
QUALITY = 10.0  # percent above k-medoids: "maintaining clustering quality"
COMPARABLE = 0.05  # of balance: "comparative"
TINY = 0.05  # of the mean size: the difference of sizes that is "tiny"

# ---- two runs ----


def cheaper(left, right, k, run, other):
    return Comparison(left, right, k, run.cost < other.cost, above(other.cost, run.cost), "%")


def no_dearer(left, right, k, run, other):
    return cheaper(left, right, k, run, other)._replace(holds=no_more(run.cost, other.cost))


def fairer(left, right, k, run, other):
    return Comparison(left, right, k, run.balance > other.balance, run.balance - other.balance, "balance")


def tighter(left, right, k, run, other):
    return Comparison(left, right, k, spread(run) < spread(other), spread(other) - spread(run), "members")


# ---- data, fairlets, parameters ----


def fact(words, holds):
    return Comparison(words, "", None, holds)


def as_printed(results):
    data, printed = results.data, results.data.printed
    yield fact(f"{data.instances:,} instances, {printed.instances:,} printed", data.instances == printed.instances)
    yield fact(f"{data.attributes} attributes, {printed.attributes} printed", data.attributes == printed.attributes)
    same = sorted(count for _, count in data.groups) == sorted(count for _, count in printed.groups)
    yield fact("group counts " + " and ".join(f"{count:,}" for _, count in data.groups), same)
    yield fact(f"balance {data.balance():.3f}, {printed.balance} printed", abs(data.balance() - float(printed.balance)) < 0.0006)


def mcf_fairlets_cheaper(results):
    mcf, vanilla = results.data.fairlet_cost["mcf"], results.data.fairlet_cost["vanilla"]
    yield fact(f"MCF fairlets cost {mcf:,.1f}, vanilla ones {vanilla:,.1f}", mcf < vanilla)


def lambda_chosen(tune):
    for choice in tune.choices:
        if choice.lam is not None:
            yield fact(f"{choice.method}: the grid search chooses {choice.lam:g}", choice.lam == 0.3)
            excess = tune.excess(choice.method, 0.3)
            if excess is not None:
                yield fact(f"{choice.method}: 0.3 costs {excess:.2f} % more than the best λ of each k", excess <= 1)


def slack_chosen(slacks):
    def compare(tune):
        for choice in tune.choices:
            wanted = slacks.get(choice.method.split("/")[0])
            if wanted:
                yield fact(f"{choice.method}: the grid search chooses {choice.slack:g}, the paper {wanted:g}",
                           choice.slack == wanted)
    return compare


def ideal_capacity_fails(tune):
    """At slack 1 a method did not get there with its fairlets: no answer, or points had to be placed one by one."""
    for run in tune.results.all:
        if run.slack == 1:
            yield Comparison(run.method, "", run.k, run.cost is None or run.repaired == 1)


# ---- cost ----


def kmedoids_cheapest(results):
    for method in PAPER:
        if method != KMEDOIDS:
            for k, other, plain in results.pairs(method, KMEDOIDS):
                yield no_dearer(method, "costs more than k-medoids", k, plain, other)


def cheaper_than_kcenter(results):
    for method in FAIR_CAPACITATED:
        for rival in KCENTER.values():
            for k, ours, theirs in results.pairs(method, rival):
                yield cheaper(method, rival, k, ours, theirs)


def others_than(*methods):
    """What the paper compares a method with in cost: all its methods but unconstrained k-medoids."""
    return tuple(m for m in FAIR_CAPACITATED + tuple(KCENTER.values()) if m not in methods)


def cheapest_of(winners, others):
    """The cheapest of `winners` costs no more than every one of `others`."""
    def compare(results):
        for k in results.ks:
            best, rest = results.cheapest(winners, k), results.cheapest(others, k)
            if best and rest:
                yield no_dearer(" or ".join(winners), "the cheapest other", k, best, rest)
    return compare


def kcenter_dearest(results):
    for k in results.ks:
        rest = [results.get(method, k) for method in (*FAIR_CAPACITATED, KMEDOIDS) if results.get(method, k)]
        dearest = max(rest, key=lambda run: run.cost, default=None)
        for rival in KCENTER.values():
            run = results.get(rival, k)
            if run and dearest:
                yield cheaper(rival, "costs more than all others", k, dearest, run)


def close_to_kmedoids(percent, below=None):
    def compare(results):
        for method in FAIR_CAPACITATED:
            for k, ours, plain in results.pairs(method, KMEDOIDS):
                if below is None or k < below:
                    excess = above(ours.cost, plain.cost)
                    yield Comparison(method, "above k-medoids", k, excess <= percent, excess, "%")
    return compare


def fluctuates(results):
    """From k = 4 on, a method's cost goes up at least once while k grows."""
    for method in FAIR_CAPACITATED:
        runs = [results.get(method, k) for k in results.ks if k >= 4 and results.get(method, k)]
        if len(runs) > 1:
            yield fact(method, any(b.cost > a.cost for a, b in zip(runs, runs[1:])))


# ---- balance ----


def each_run(methods, holds):
    """Every run of these methods, alone: holds(run) is a truth, or a truth with by how much and in which unit."""
    def compare(results):
        for method in methods:
            for k in results.ks:
                run = results.get(method, k)
                if run:
                    answer = holds(run)
                    yield Comparison(method, "", k, *(answer if isinstance(answer, tuple) else (answer,)))
    return compare


keeps_threshold = each_run(FAIR_CAPACITATED, lambda run: run.unbalanced == 0)
perfect_balance = each_run(FAIR_CAPACITATED, lambda run: run.balance == 1)
# A cluster of balance b has a share of b / (1 + b) of its smaller group: one half only if b = 1.
half_of_each = each_run(FAIR_CAPACITATED, lambda run: run.balance >= 1)


def comparable_balance(results):
    for method in FAIR_CAPACITATED:
        for rival in KCENTER.values():
            for k, ours, theirs in results.pairs(method, rival):
                yield fairer(method, rival, k, ours, theirs)._replace(holds=ours.balance >= theirs.balance - COMPARABLE)


def fairer_than(methods, rivals, below=None, ties=False):
    def compare(results):
        for method in methods:
            for rival in rivals:
                for k, ours, theirs in results.pairs(method, rival):
                    if below is None or k < below:
                        made = fairer(method, rival, k, ours, theirs)
                        yield made._replace(holds=made.holds or (ties and made.by == 0))
    return compare


def holds_balance_well(results):
    """Half way or more from the threshold to the data's own balance."""
    half_way = (0.5 + results.data.balance()) / 2
    yield from each_run(KMEDOIDS_FC.values(), lambda run: (run.balance >= half_way, run.balance - half_way, "balance"))(results)


def only_kmedoids_unfair(results):
    for method in (*FAIR_CAPACITATED, *KCENTER.values()):
        for k, ours, plain in results.pairs(method, KMEDOIDS):
            yield Comparison(method, "has balance 1, k-medoids less", k, ours.balance == 1 > plain.balance)


# ---- sizes ----


within_capacity = each_run(FAIR_CAPACITATED, lambda run: max(run.sizes) <= run.q)
over_capacity = each_run(BASELINES, lambda run: max(run.sizes) > run.q)


def baselines_over_capacity(results):
    yield from within_capacity(results)
    yield from over_capacity(results)


def tighter_sizes(results):
    for method in FAIR_CAPACITATED:
        for rival in BASELINES:
            for k, ours, theirs in results.pairs(method, rival):
                yield tighter(method, rival, k, ours, theirs)


def range_of_sizes(run):
    difference = max(run.sizes) - min(run.sizes)
    return difference <= TINY * sum(run.sizes) / run.k, difference, "members"


tiny_differences = each_run(FAIR_CAPACITATED, range_of_sizes)


def wider_in_order(*methods):
    """Interquartile ranges of sizes fall from the first method to the last; the whole order must hold."""
    def compare(results):
        for k in results.ks:
            ranges = [spread(results.get(method, k)) for method in methods if results.get(method, k)]
            if len(ranges) == len(methods):
                yield Comparison(" > ".join(methods), "", k, all(a > b for a, b in zip(ranges, ranges[1:])))
    return compare


def nearer_to_ideal(results):
    """With the same fairlets, the largest cluster of the partitioning method is the smaller one."""
    for fairlets, method in KMEDOIDS_FC.items():
        for k, ours, theirs in results.pairs(method, HIERARCHICAL[fairlets]):
            difference = max(theirs.sizes) - max(ours.sizes)
            yield Comparison(method, HIERARCHICAL[fairlets], k, difference > 0, difference, "members")
