"""The tables of the page, and the sentences that sum them up."""
import statistics

from claims import amount, exceptions, sentence
from experiments import TUNE
from markup import el, link, table
from prepare import DIFFERS
from published import differences
from results import (BEST, BEST_WIDE, FAIRLET_KMEDOIDS, HIERARCHICAL, KCENTER, KMEDOIDS, KMEDOIDS_FC, above)


def text(*children, tag="td", class_="text", **more):
    return el(tag, *children, class_=class_, **more)


def files(evaluation):
    rows = []
    for p in evaluation.prepared:
        source = link(p.dataset.link, p.dataset.identifier)
        for found in p.files:
            state = el("td", found.verdict, class_="bad text" if found.verdict == DIFFERS else "text")
            checksum = el("span", found.sha256, class_="hash")
            rows.append((text(p.dataset.title), text(found.name), text(source), text(checksum), state))
        if not p.files:
            rows.append((text(p.dataset.title), text("–"), text(source), text("–"), text("not found")))
    head = [[text(word, tag="th") for word in ("data set", "file", "DOI", "SHA-256", "is it the published file?")]]
    return table("What was found", head, rows)


def overview(evaluation):
    def both(counted, printed):
        return el("td", counted, class_="sep"), el("td", printed)

    rows = []
    for p in evaluation.prepared:
        printed, data = p.dataset.printed, evaluation.measured.get(p.dataset.name)
        groups = "; ".join(f"{value}: {count:,}" for value, count in printed.groups)
        counted = "; ".join(f"{value}: {count:,}" for value, count in data.groups) if data else "–"
        rows.append((text(p.dataset.title),
                     *both(f"{data.instances:,}" if data else "–", f"{printed.instances:,}"),
                     *both(data.attributes if data else "–", printed.attributes),
                     *both(counted, groups),
                     *both(f"{data.balance():.3f}" if data else "–", printed.balance)))
    words = ("instances", "attributes", "protected attribute", "balance score")
    head = [[text("data set", tag="th", rowspan=2)] + [el("th", word, colspan=2) for word in words],
            [el("th", word, class_="sep" if word == "counted" else None) for _ in words for word in ("counted", "printed")]]
    return table("Counted from the files, and as the paper prints it", head, rows)


def details(entries):
    """What was compared for a claim: facts as a list, the rest as a table with what was compared with what."""
    if all(entry.of == 1 and entry.by is None for entry in entries):
        return el("ul", *[el("li", sentence(entry)) for entry in entries], class_="aside")
    cells = {(entry.left, entry.right): entry for entry in entries}
    lefts, rights = list(dict.fromkeys(e.left for e in entries)), list(dict.fromkeys(e.right for e in entries))
    if len(rights) > 3 and len(lefts) < len(rights):
        cells = {(right, left): entry for (left, right), entry in cells.items()}
        lefts, rights = rights, lefts
    head = [["", *rights]] if any(rights) else []
    return table("", head, [(left, *[detail_cell(cells.get((left, right))) for right in rights]) for left in lefts])


def detail_cell(entry):
    if entry is None:
        return ""
    more = "; ".join(filter(None, (amount(entry), exceptions(entry))))
    return el("td", f"{entry.holds} of {entry.of}", el("small", more) if more else "")


def cost(run):
    return f"{run.cost:,.1f}" if run else "–"


def percent(value):
    return "–" if value is None else f"{value:+.1f} %".replace("-", "−")


def proof(run):
    if not run:
        return "–"
    if run.status == "optimal":
        return "optimal"
    if run.gap is None:
        return "–"
    return f"{100 * run.gap:.2f} %" if run.gap >= 0.00005 else "< 0.01 %"


def rivals(results, k):
    """(best, the cheaper of the paper's methods with the same capacity) for both slacks."""
    return ((results.get(BEST, k), results.cheapest(KMEDOIDS_FC.values(), k)),
            (results.get(BEST_WIDE, k), results.cheapest(HIERARCHICAL.values(), k)))


def best(results):
    rows = []
    for k in results.ks:
        cells = [k]
        for run, rival in rivals(results, k):
            excess = above(rival.cost, run.cost) if run and rival else None
            cells += [el("td", cost(run), class_="sep"), proof(run), cost(rival), percent(excess)]
        plain, run = results.get(KMEDOIDS, k), results.get(BEST, k)
        cells += [el("td", cost(plain), class_="sep"), percent(above(run.cost, plain.cost) if run and plain else None)]
        rows.append(cells)
    head = [[el("th", "k", rowspan=2), el("th", "slack 1.01", colspan=4), el("th", "slack 1.2", colspan=4),
             el("th", "no rule", colspan=2)],
            [el("th", "best", class_="sep"), "gap", "fair-kmedoids", "more", el("th", "best@1.2", class_="sep"), "gap",
             "fair-hierarchical", "more", el("th", "kmedoids", class_="sep"), "best"]]
    return table("Cost. Of the paper's methods, the cheaper of the two fairlets, and how much more than best that is; gap: by "
                 "how much an optimal answer can be cheaper at most; last column: best against k-medoids", head, rows)


def best_in_words(results):
    said = []
    for index, (name, others) in enumerate(((BEST, "the cheaper fair-kmedoids"), (BEST_WIDE, "the cheaper fair-hierarchical"))):
        pairs = [rivals(results, k)[index] for k in results.ks]
        excess = [above(rival.cost, run.cost) for run, rival in pairs if run and rival]
        runs = [run for run, _ in pairs if run]
        if excess:
            proved = sum(run.status == "optimal" for run in runs)
            gaps = [run.gap for run in runs if run.gap is not None]
            widest = f", the largest gap is {100 * max(gaps):.2f} %" if gaps else ""
            said.append(f"Against {name}, {others} costs {min(excess):.1f} to {max(excess):.1f} % more (median "
                        f"{statistics.median(excess):.1f} %); {proved} of {len(runs)} answers of {name} are proved "
                        f"optimal{widest}.")
    return " ".join(said)


def choices(tune):
    rows = [(text(c.method), f"{c.slack:g}", "–" if c.lam is None else f"{c.lam:g}", text(c.why)) for c in tune.choices]
    head = [[text("method", tag="th"), "slack", "λ", text("why", tag="th")]]
    return table("What the grid search chooses. The paper: λ = 0.3; slack 1.01 for k-medoids, 1.2 for hierarchical", head, rows)


GROUPS = (("The paper's fair-capacitated methods", (*HIERARCHICAL.values(), *KMEDOIDS_FC.values())),
          ("Fairlets with k-center and k-medoids, which keep no capacity", (*KCENTER.values(), *FAIRLET_KMEDOIDS.values())))


def published(instance, results):
    """Two tables by groups of methods, and one of k-medoids and best, which was not there to be published."""
    found = {(entry.method, entry.k): entry for entry in differences(instance, results)}
    for title, methods in GROUPS:
        yield published_table(f"{title}: cost as published, ours, difference", methods, found, results.ks)
    def ours(method, k):
        run = results.get(method, k)
        return el("td", cost(run), class_="sep"), proof(run)

    rows = [(k, *published_cells(found.get((KMEDOIDS, k))), *ours(BEST, k), *ours(BEST_WIDE, k)) for k in results.ks]
    head = [["k", el("th", "kmedoids", colspan=3), el("th", "best", colspan=2), el("th", "best@1.2", colspan=2)],
            ["", *heads(), el("th", "ours", class_="sep"), "gap", el("th", "ours", class_="sep"), "gap"]]
    yield table("k-medoids without rules, and best on the same instance", head, rows)


def published_table(caption, methods, found, ks):
    head = [["k", *[el("th", method, colspan=3) for method in methods]], ["", *[h for _ in methods for h in heads()]]]
    rows = [(k, *[cell for method in methods for cell in published_cells(found.get((method, k)))]) for k in ks]
    return table(caption, head, rows)


def heads():
    return el("th", "published", class_="sep"), el("th", "ours"), el("th", "")


def published_cells(entry):
    if not entry:
        return el("td", "–", class_="sep"), "–", "–"
    theirs = el("td", f"{entry.published:,.0f}", "†" if entry.broken else "", class_="sep")
    return theirs, "–" if entry.ours is None else f"{entry.ours:,.0f}", percent(entry.percent)


def published_in_words(instance, results):
    """The median difference of each method, and how many published runs broke their capacity for certain."""
    entries = differences(instance, results)
    medians = []
    for method in dict.fromkeys(entry.method for entry in entries):
        excess = [entry.percent for entry in entries if entry.method == method and entry.percent is not None]
        if excess:
            medians.append(f"{method} {percent(statistics.median(excess))}")
    broken = [entry for entry in entries if entry.broken]
    runs = [entry for entry in entries if entry.method in KMEDOIDS_FC.values()]
    return (f"Median difference of ours to the published cost over k: {', '.join(medians)}. Of the {len(runs)} published runs of "
            f"fair-kmedoids, {len(broken)} broke their capacity for certain.")


def times(evaluation):
    taken = [evaluation.times.of(e.name) for e in evaluation.experiments]
    rows = [(text(e.title), runs_of(evaluation, e), f"{clock:,.0f} s", f"{processor:,.0f} s")
            for e, (clock, processor) in zip(evaluation.experiments, taken)]
    totals = [el("td", el("strong", f"{sum(column) / 60:,.1f} min")) for column in zip(*taken)]
    rows.append((text(el("strong", "together")), "", *totals))
    return table("Time; on idle cores the clock shows the processors' time divided by the cores",
                 [[text("experiment", tag="th"), "runs", "clock", "processors"]], rows)


def runs_of(evaluation, experiment):
    results = evaluation.tune.results if experiment.name == TUNE and evaluation.tune else evaluation.results.get(experiment.name)
    return f"{len(results.all):,}" if results else "–"
