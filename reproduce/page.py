"""The page: everything the evaluation found, in one file that loads nothing.

It shows counts, costs and figures, never a record: the only values of a data set that appear are the names of the two
protected groups, as in the paper's own table.
"""
import os

import tables
from claims import CONFIRMED, PARTLY, REFUTED, UNTESTED
from experiments import TUNE
from figures import figure, style_of
from markup import Markup, el, link

PAPER = "T. Le Quy, A. Roy, G. Friege, E. Ntoutsi: Fair-Capacitated Clustering. EDM 2021"
MARK = {CONFIRMED: "✓", PARTLY: "~", REFUTED: "✗", UNTESTED: "–"}

STYLE = """
nav{position:sticky;top:0;z-index:1;background:var(--paper);border-bottom:1px solid var(--line);margin:1rem 0;
padding:.5rem 0;display:flex;flex-wrap:wrap;gap:.25rem 1rem;font-size:.875rem}
a{color:var(--c0)}h2,h3,article,figure{scroll-margin-top:5rem}h3{font-size:1rem;margin:1.5rem 0 .25rem}
.hash{font:.75rem/1.3 ui-monospace,'Liberation Mono',monospace;white-space:normal;overflow-wrap:anywhere;
display:inline-block;min-width:16rem}
caption{text-align:left;color:var(--soft);font-size:.875rem;padding-bottom:.375rem}
td.text,th.text{text-align:left;white-space:normal;min-width:9rem}
td.sep,th.sep{border-left:1px solid var(--line)}
.claim{display:grid;grid-template-columns:9.5rem 1fr;gap:0 1rem;padding:.625rem 0;border-bottom:1px solid var(--line)}
.claim p{margin:0}.claim .aside{margin-top:.125rem}.says{font-weight:700}.says b{display:block}
.confirmed{color:var(--good)}.not-confirmed{color:var(--bad)}.not-tested{color:var(--soft)}.partly{color:var(--ink)}
.claim ul{margin:.125rem 0 0;padding:0;list-style:none}.claim .scroll{margin-top:.25rem}
.claim th,.claim td{padding:.125rem .75rem .125rem 0;font-size:.8125rem;color:var(--soft);font-weight:400;text-align:left}
.claim small{display:block;font-size:.75rem}.claim td:nth-child(2):last-child small{display:inline;margin-left:.75rem}
.count{font-weight:400;color:var(--soft);font-size:.875rem;display:block}
pre{font-size:.75rem;white-space:pre-wrap;background:var(--tint);padding:.5rem .75rem;margin:.25rem 0}
@media (max-width:40rem){.claim{grid-template-columns:1fr}}
@media print{nav{display:none}h3{break-after:avoid}.claim{break-inside:avoid}a{color:inherit;text-decoration:none}}
"""


def page(evaluation):
    """The page as text. evaluation: see evaluate.Evaluation."""
    sections = [("data", "Data", data_sets), ("claims", "Claims", claims)]
    sections += [(p.dataset.name, p.dataset.name, results_of(p)) for p in evaluation.prepared if p.path]
    sections += [("parameters", "Parameters", parameters), ("published", "Published costs", published),
                 ("runs", "How it was made", runs)]
    bodies = [(key, name, list(made(evaluation))) for key, name, made in sections]
    shown = [(key, name, body) for key, name, body in bodies if body]
    head = el("head", el("meta", charset="utf-8"), el("meta", name="viewport", content="width=device-width,initial-scale=1"),
              el("title", "Fair-Capacitated Clustering: the evaluation, repeated"),
              el("style", Markup(style_of(evaluation.folder(evaluation.experiments[0])) + STYLE)))
    main = el("main", *opening(evaluation), el("nav", *[link("#" + key, name) for key, name, _ in shown]),
              *[el("section", *body, id=key) for key, _, body in shown])
    return "<!DOCTYPE html>\n" + el("html", head, el("body", main), lang="en") + "\n"


def opening(evaluation):
    counts = evaluation.counts()
    yield el("h1", "Fair-Capacitated Clustering: the evaluation, repeated")
    yield el("p", f"Every experiment of the paper ({PAPER}), made again with {evaluation.version}: its methods, its data sets, "
             "its choice of parameters, its claims; and beside its methods the method best, which proves how far from the "
             "optimum it is.")
    words = {CONFIRMED: "claims hold", PARTLY: "hold in part", REFUTED: "do not hold", UNTESTED: "for want of data"}
    yield el("dl", *[el("div", el("dt", el("span", f"{MARK[v]} {v}", class_=class_of(v))), el("dd", counts[v]), el("dd", words[v]))
                     for v in words], class_="tiles")
    if evaluation.quick:
        yield el("p", el("strong", "A quick run: "), f"k = {evaluation.settings.ks} only, and one second for each run of best. Its "
                 "verdicts are a foretaste of those of the whole evaluation.")


def data_sets(evaluation):
    yield el("h2", "Data sets")
    missing = [p for p in evaluation.prepared if not p.path]
    there = len(evaluation.prepared) - len(missing)
    yield el("p", f"{there} of the {len(evaluation.prepared)} data sets of the paper were found. A file is known by its SHA-256.")
    yield tables.files(evaluation)
    for p in missing:
        yield el("p", el("strong", f"{p.dataset.title} was not found. "), p.dataset.obtain, " ",
                 link(p.dataset.link, p.dataset.link))
    yield el("h3", "The paper's table of data sets, recomputed")
    yield tables.overview(evaluation)
    for p in evaluation.prepared:
        if p.remark:
            yield el("p", f"{p.dataset.title}: {p.remark}.", class_="aside")


def claims(evaluation):
    yield el("h2", "Claims of the paper")
    yield el("p",
             "Each claim of the paper's sections Experiments and Conclusion is a list of comparisons. It is confirmed when all "
             "of them hold (or almost all, or most, where its words say so), partly confirmed when at least half of that many "
             "hold. Where the paper's words name no figure, the test does. Beside or below a count stands the median amount "
             "over all k: how much cheaper, fairer or tighter; below zero, the other way round.")
    part = None
    for found in evaluation.findings:
        if found.claim.part != part:
            part = found.claim.part
            yield el("h3", part)
        yield claim(found)


def claim(found):
    of = len(found.comparisons)
    count = f"{found.holds()} of {of}" if of else "no data"
    tested = len(found.claim.datasets) - len(found.missing)
    if of and found.missing:
        count += f", on {tested} of {len(found.claim.datasets)} data sets"
    seen = [" ", link(f"#{found.claim.datasets[0]}-{found.claim.figure}", "figure")] if found.claim.figure and of else []
    lines = [el("p", found.claim.text), el("p", f"Test: {found.claim.asks()}.", *seen, class_="aside")]
    if of:
        lines.append(tables.details(found.details()))
    if found.missing:
        lines.append(el("p", "Not there: " + ", ".join(found.missing) + ".", class_="aside"))
    says = el("p", el("b", f"{MARK[found.verdict]} {found.verdict}", class_=class_of(found.verdict)),
              el("span", count, class_="count"), class_="says")
    return el("article", says, el("div", *lines), class_="claim", id="claim-" + found.claim.key)


def class_of(verdict):
    return verdict.replace(" ", "-")


def results_of(prepared):
    name, title = prepared.dataset.name, prepared.dataset.title

    def section(evaluation):
        results, folder = evaluation.results.get(name), evaluation.folder_of(name)
        if not results:
            return
        data = results.data
        yield el("h2", title)
        yield el("p", f"{data.instances:,} rows, {data.fairlet_count:,} fairlets, t = 1/2. Fair-hierarchical and best@1.2 have the "
                 "capacity of slack 1.2, all others that of 1.01, as in the paper.")
        yield figure(folder, "cost", name, "Cost against the number of clusters. Hollow markers: an answer that breaks the capacity or the "
                     "balance; hatched: proved to be below every valid answer; @1.2: with the capacity of slack 1.2.")
        yield figure(folder, "balance", name,
                     "The least balance of all clusters; the threshold is dashed, the data's own balance dotted.")
        yield figure(folder, "sizes", name, "Cluster sizes as box plots, outliers shown, with the capacities.")
        yield el("h3", "best beside the paper's methods")
        yield el("p", tables.best_in_words(results))
        yield tables.best(results)
    return section


def parameters(evaluation):
    folder = evaluation.folder_of(TUNE)
    if not evaluation.tune:
        return
    yield el("h2", "Choice of parameters")
    yield el("p", "The paper's grid searches on student-mat: λ of the knapsack's values, and the slack ε of the capacity.")
    yield figure(folder, "lambda", TUNE, "Cost against λ, for k-medoids fair-capacitated.")
    yield figure(folder, "slack", TUNE, "Slack against cost and against runs in which fairlets did not pack.")
    yield tables.choices(evaluation.tune)


def published(evaluation):
    if not evaluation.instances:
        return
    yield el("h2", "Published costs and ours")
    yield el("p",
             "The published runs did not cluster the data sets as they are: each sex was drawn with replacement, and the "
             "protected attribute counts in the distance. So that costs can be compared, these runs of ours had the very same "
             "instances. Published costs are read off the paper's plots, to about 2 units.")
    yield el("p",
             "† The published run broke its own capacity for certain: its code rounds q = n · 1.01 / k down, and then k "
             "clusters of q students hold fewer than n. All students were in a cluster in the end, so one cluster had more than "
             "q. Where there is no †, it may have kept it or not. Ours never break it.")
    for instance in evaluation.instances:
        name = "published-" + instance.name
        results = evaluation.results.get(name)
        if results:
            yield el("h3", f"{instance.name}, the instance of the published runs")
            yield el("p", instance.file.name, ", SHA-256 ", el("span", instance.file.sha256, class_="hash"), class_="aside")
            yield figure(evaluation.folder_of(name), "published", name, "Ours (lines) and the published costs.")
            yield el("p", tables.published_in_words(instance, results))
            yield from tables.published(instance, results)


def runs(evaluation):
    yield el("h2", "How it was made")
    yield tables.times(evaluation)
    yield el("p", "The commands, each of which goes on where it stopped:", class_="aside")
    yield el("pre", "\n".join(evaluation.command_line(e) for e in evaluation.experiments))
    yield el("p",
             "Beside this page: claims.csv and summary.json (the verdicts, for programs), and a folder for each experiment with "
             "results.csv, and every figure as SVG, CSV and gnuplot script.", class_="aside")


def write(evaluation, path):
    text = page(evaluation)
    with open(path + ".part", "w", encoding="utf-8") as stream:
        stream.write(text)
    os.replace(path + ".part", path)
