#!/usr/bin/env python3
"""The tables about the method best: what it finds, what it proves, how long that takes, and against whom.

    bench/best_tables.py FOLDER [PART...] [--datasets A,B] [--ks 3-20] [--limits default,5,60] [--balances half,largest]

    main      student-mat, student-por, PISA, OULAD-4000; k = 3..20; t = 1/2 and the largest feasible; slack 1.01
    mpfcc     MPFCC's scheme from our own parts (bench_mpfcc) for as long as best took at default effort, at every row of main;
              with up to 1,000 points the cheaper of two runs: assignments made exact, and not (then there is time for more starts)
    edm2021   the two resampled files behind the paper's published curves, against these and MPFCC's published figures
    lowdim    20 synthetic instances: d = 2, n = 300..2000, capacity ceil(n / k)
    tiny      student-mat in clusters of some five: k = 40, 60, 80
    known     thirty-points, whose optimum is known

A limit is `default` (effort 5, no limit) or seconds (effort 9). Each part appends rows to FOLDER/PART.csv and makes no row
again that is there, so it can be run in pieces; delete the file after a change of the program. At the end FOLDER/tables.md
is made from all rows. Every answer is judged by `faircap check`. FAIRCAP_DATA names the folder of the data sets.
"""
import argparse
import collections
import csv
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BIN = os.path.join(ROOT, "build", "release")
FAIRCAP = os.path.abspath(os.environ.get("FAIRCAP") or os.path.join(BIN, "faircap"))
DATA = os.environ.get("FAIRCAP_DATA", "")
sys.path.insert(0, os.path.join(ROOT, "tests"))
import check_result  # noqa: E402  (it encodes files without any code of faircap's)

OPTIONS = {  # as in the README of the data sets
    "student-mat": ("student-performance/student-mat.csv", ["-p", "sex"]),
    "student-por": ("student-performance/student-por.csv", ["-p", "sex"]),
    "PISA": (None, ["-p", "male", "--missing", "drop"]),
    "OULAD-4000": ("oulad/studentInfo-4000.csv", ["-p", "gender", "-x", "id_student"]),
    "edm2021-mat": ("edm2021/student-mat-resampled.csv", ["-p", "sex", "--scale", "none", "--include-protected"]),
    "edm2021-por": ("edm2021/student-por-resampled.csv", ["-p", "sex", "--scale", "none", "--include-protected"]),
    "thirty-points": ("known-answers/thirty-points.csv", ["-f", "x1,x2", "-p", "color", "--scale", "none"]),
}
MAIN = "student-mat", "student-por", "PISA", "OULAD-4000"
FAIR_CAPACITATED = "MCF hier FC", "MCF kMed-knap FC", "Vanilla hier FC", "Vanilla kMed-knap FC"
PUBLISHED_AS = {"edm2021-mat": "student-mat", "edm2021-por": "student-por"}
MPFCC = {  # best of five seeds, slack 1.01, t = 1/2
    "student-mat": {3: 1189.64, 5: 1137.70, 10: 1071.79, 15: 1027.81, 20: 991.13},
    "edm2021-mat": {3: 1223.10, 5: 1169.97, 10: 1079.18, 15: 1017.89, 20: 968.79}}
LOWDIM_K = 5, 10, 20, 40
RUN = ("dataset", "k", "balance", "limit", "n", "max_size", "t", "cost", "lower_bound", "gap", "seconds", "status",
       "swap_optimal", "fixed_medoid_gap", "wall", "check")


class Table:
    """Rows of a CSV file, by key; a new row is written at once."""

    def __init__(self, folder, name, columns, keys):
        self.path, self.columns, self.keys = os.path.join(folder, name + ".csv"), columns, keys
        self.rows = {}
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8", newline="") as stream:
                for row in csv.DictReader(stream):
                    self.rows[tuple(row[c] for c in keys)] = row
        else:
            self.write(columns, "w")

    def write(self, cells, mode="a"):
        with open(self.path, mode, encoding="utf-8", newline="") as stream:
            csv.writer(stream, lineterminator="\n").writerow(cells)

    def has(self, *key):
        return tuple(map(str, key)) in self.rows

    def get(self, *key):
        return self.rows.get(tuple(map(str, key)))

    def add(self, row):
        row = {c: "" if row.get(c) is None else str(row[c]) for c in self.columns}
        self.rows[tuple(row[c] for c in self.keys)] = row
        self.write([row[c] for c in self.columns])
        print(",".join(row[c] for c in self.columns), flush=True)


class Data:
    """Paths of the data sets; what has to be made is made in a folder that goes away."""

    def __init__(self, folder):
        self.folder, self.encoded_paths = folder, {}

    def path(self, name):
        relative = OPTIONS[name][0]
        return self.pisa() if relative is None else os.path.join(DATA, *relative.split("/"))

    def pisa(self):
        joined = os.path.join(self.folder, "pisa.csv")
        if not os.path.exists(joined):
            parts = []
            for part in "train", "test":
                with open(os.path.join(DATA, "pisa2009", f"pisa2009{part}.csv"), "rb") as stream:
                    parts.append(stream.read())
            with open(joined, "wb") as stream:
                stream.write(parts[0] + parts[1].split(b"\n", 1)[1])
        return joined

    def encoded(self, name):
        """A file of plain columns x1, x2, ..., group for bench_mpfcc."""
        if name not in self.encoded_paths:
            opt = check_result.parse_options([*OPTIONS[name][1], self.path(name), "--describe"])
            instance = check_result.Instance(check_result.Table(opt), opt)
            groups = next(iter(instance.groups.values()))
            path = os.path.join(self.folder, name + "-encoded.csv")
            with open(path, "w", encoding="ascii") as stream:
                stream.write(",".join([*(f"x{c + 1}" for c in range(instance.coordinates)), "group"]) + "\n")
                names = {g: f"g{i}" for i, g in enumerate(sorted(set(groups)))}
                for point, group in zip(instance.points, groups):
                    stream.write(",".join([*map(repr, point), names[group]]) + "\n")
            self.encoded_paths[name] = path
        return self.encoded_paths[name]


# ---- running ----

def faircap(*words):
    return subprocess.run([FAIRCAP, *map(str, words)], capture_output=True, text=True, check=False)


def effort(limit):
    return [] if limit == "default" else ["--effort", "9", "--time-limit", limit]


def cluster(path, request, limit):
    """The figures of one run, for a row."""
    with tempfile.TemporaryDirectory(prefix="faircap-tables-") as folder:
        labels, report = os.path.join(folder, "out.csv"), os.path.join(folder, "out.json")
        began = time.monotonic()
        done = faircap("cluster", path, *request, "-m", "best", *effort(limit), "--quiet", "-o", labels, "--json", report)
        wall = time.monotonic() - began
        if done.returncode != 0:
            raise SystemExit(f"faircap cluster {path} {request} {limit}: exit {done.returncode}\n{done.stderr}")
        with open(report, encoding="utf-8") as stream:
            found = json.load(stream)
        checked = faircap("check", path, labels, *request).returncode
    found.update(wall=f"{wall:.2f}", check="ok" if checked == 0 else f"exit {checked}", limit=limit,
                 t=found["balance_required"])
    return found


def largest_balance(path, request):
    """The largest t that can be met, or None."""
    judged = faircap("plan", path, *request, "-t", "1", "--json", "-")
    report = json.loads(judged.stdout)
    return "1" if judged.returncode == 0 else report["smallest_change"]["balance"]


def run_main(data, table, chosen):
    for limit in chosen.limits:
        for name in chosen.datasets or MAIN:
            for k in chosen.ks:
                for balance in chosen.balances:
                    if table.has(name, k, balance, limit):
                        continue
                    request = [*OPTIONS[name][1], "-k", k, "--slack", "1.01"]
                    t = "1/2" if balance == "half" else largest_balance(data.path(name), request)
                    found = cluster(data.path(name), [*request, "-t", t], limit)
                    table.add({**found, "dataset": name, "balance": balance})


def scheme(data, row, closing):
    """The words of bench_mpfcc's row for the instance and the seconds of a row."""
    done = subprocess.run([os.path.join(BIN, "bench_mpfcc"), data.encoded(row["dataset"]), row["k"], row["max_size"], row["t"],
                           row["seconds"], "1", closing], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"bench_mpfcc: {done.stderr}")
    return done.stdout.strip().split(",")


def run_mpfcc(data, table, chosen, main):
    for row in list(main.rows.values()):
        key = row["dataset"], row["k"], row["balance"]
        asked = row["dataset"] in (chosen.datasets or MAIN) and int(row["k"]) in chosen.ks
        if row["limit"] != "default" or table.has(*key) or not asked or row["balance"] not in chosen.balances:
            continue
        closings = ("0", "1000") if int(row["n"]) <= 1000 else ("0",)
        words = min((scheme(data, row, closing) for closing in closings), key=lambda words: float(words[8]))
        table.add({**row, "mpfcc": words[8], "starts": words[5], "rounds": words[6], "mpfcc_seconds": words[7],
                   "difference": f"{float(row['cost']) / float(words[8]) - 1:.8f}"})


def run_edm2021(data, table, chosen):
    for name in PUBLISHED_AS:
        for slack in "1.01", "1.2":
            for k in chosen.ks:
                if not table.has(name, k, slack, "default"):
                    found = cluster(data.path(name), [*OPTIONS[name][1], "-k", k, "--slack", slack, "-t", "1/2"], "default")
                    table.add({**found, "dataset": name, "balance": slack})


def run_lowdim(data, table, chosen):
    for limit in chosen.limits:
        for i in range(20):
            n, k = 300 + 1700 * i // 19, LOWDIM_K[i % 4]
            truth, group_balance, t = (1, 5, k)[i % 3], ("1", "2/3")[i // 2 % 2], ("1/2", None)[i // 4 % 2]
            if i % 5 == 0:
                group_balance, n, t = "1", n // (2 * k) * 2 * k, "1"  # equal groups, and clusters of equal halves
            name = f"d2-{i + 1:02d}"
            if table.has(name, k, "half" if t == "1/2" else t or "none", limit):
                continue
            path = os.path.join(data.folder, name + ".csv")
            if faircap("generate", "--n", n, "--dim", 2, "--groups", 2, "--group-balance", group_balance,
                       "--true-clusters", truth, "--seed", i + 1, "-o", path).returncode != 0:
                raise SystemExit(f"faircap generate failed for {name}")
            fair = ["-p", "group", "-t", t] if t else []
            request = ["-f", "x1,x2", *fair, "--scale", "none", "-k", k, "-q", -(-n // k)]
            found = cluster(path, request, limit)
            table.add({**found, "dataset": name, "balance": "half" if t == "1/2" else t or "none"})


def run_tiny(data, table, chosen):
    for limit in chosen.limits:
        for k, more in (40, []), (60, []), (80, ["-q", "5"]):
            if not table.has("student-mat", k, "half", limit):
                request = [*OPTIONS["student-mat"][1], "-k", k, *more, "-t", "1/2"]
                table.add({**cluster(data.path("student-mat"), request, limit), "dataset": "student-mat", "balance": "half"})


def run_known(data, table, _):
    if not table.has("thirty-points", 3, "1", "default"):
        request = [*OPTIONS["thirty-points"][1], "-k", 3, "-q", 11, "-t", "1"]
        table.add({**cluster(data.path("thirty-points"), request, "default"), "dataset": "thirty-points", "balance": "1"})


# ---- the tables ----

def number(text, digits=2):
    return "-" if text == "" else f"{float(text):.{digits}f}"


def percent(text, digits=2):
    return "-" if text == "" else f"{100 * float(text):.{digits}f}"


def markdown(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head),
                      *("| " + " | ".join(map(str, row)) + " |" for row in rows)]) + "\n"


def limits_of(table):
    """The limits that occur, default first, then by seconds."""
    found = {row["limit"] for row in table.rows.values()}
    return sorted(found, key=lambda limit: -1 if limit == "default" else float(limit))


def goals(main):
    """How often a gap is reached, by group of data sets, balance and limit."""
    rows = []
    groups = ("student", ("student-mat", "student-por")), ("PISA, OULAD-4000", ("PISA", "OULAD-4000"))
    for title, names in groups:
        for limit in limits_of(main):
            for balance in "half", "largest":
                found = [r for r in main.rows.values()
                         if r["dataset"] in names and r["limit"] == limit and r["balance"] == balance]
                gaps = sorted(float(r["gap"]) if r["gap"] else 1.0 for r in found)
                if gaps:
                    rows.append([title, limit, balance, len(gaps), *(sum(g <= most for g in gaps) for most in (0.005, 0.01, 0.015)),
                                 sum(r["status"] == "optimal" for r in found), percent(gaps[len(gaps) // 2]),
                                 percent(gaps[-1])])
    head = ["data", "limit", "t", "instances", "gap <= 0.5 %", "<= 1 %", "<= 1.5 %", "optimal", "median gap %", "worst gap %"]
    return markdown(head, rows)


def runs(table, chosen=lambda row: True):
    """One line for each instance, with cost, bound, gap and seconds at each limit."""
    limits = limits_of(table)
    instances = collections.OrderedDict()
    for row in filter(chosen, table.rows.values()):
        instances.setdefault((row["dataset"], row["balance"], int(row["k"])), {})[row["limit"]] = row
    lines = []
    for key in sorted(instances, key=lambda key: (key[0], key[1], key[2])):
        of, any_row = instances[key], next(iter(instances[key].values()))
        cells = [key[0], any_row["n"], key[2], any_row["max_size"], any_row["t"] or "none"]
        for limit in limits:
            row = of.get(limit)
            cells += ["", "", "", ""] if row is None else [
                number(row["cost"]), number(row["lower_bound"]),
                percent(row["gap"], 3) + (" optimal" if row["status"] == "optimal" else ""), number(row["seconds"], 1)]
        lines.append(cells)
    head = ["data", "n", "k", "q", "t"]
    for limit in limits:
        name = "default" if limit == "default" else f"{limit} s"
        head += [f"cost, {name}", "bound", "gap %", "s"]
    return markdown(head, lines)


def against_mpfcc(table):
    rows = sorted(table.rows.values(), key=lambda r: (r["dataset"], r["balance"], int(r["k"])))
    worse = [r for r in rows if float(r["difference"]) > 1e-9]
    text = f"best is cheaper or equal in {len(rows) - len(worse)} of {len(rows)} instances.\n\n"
    return text + markdown(["data", "k", "t", "s of best", "s of MPFCC's scheme", "starts", "cost of best", "cost of the scheme",
                            "difference %"],
                           [[r["dataset"], r["k"], r["t"], number(r["seconds"]), number(r["mpfcc_seconds"]), r["starts"],
                             number(r["cost"], 4), number(r["mpfcc"], 4), percent(r["difference"], 4)] for r in rows])


def published():
    found = {}
    with open(os.path.join(DATA, "edm2021", "published-costs.csv"), encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            found[row["dataset"], row["method"], int(row["k"])] = float(row["cost"])
    return found


def against_published(table):
    figures, lines, wins, compared = published(), [], 0, 0
    for name, known_as in PUBLISHED_AS.items():
        for k in sorted({int(r["k"]) for r in table.rows.values() if r["dataset"] == name}):
            tight, loose = (table.get(name, k, slack, "default") for slack in ("1.01", "1.2"))
            theirs = [figures[known_as, method, k] for method in FAIR_CAPACITATED]
            if tight:
                compared += 1
                wins += float(tight["cost"]) < min(theirs)
            lines.append([name, k, *(number(r["cost"]) if r else "" for r in (tight, loose)), *theirs,
                          MPFCC.get(name, {}).get(k, ""), percent(tight["gap"]) if tight else ""])
    text = (f"best at slack 1.01 is cheaper than all four published fair-capacitated figures in {wins} of {compared} cases. "
            "The paper's k-medoids ran at slack 1.01, its hierarchical at 1.2; its figures are read off plots (about 2 units).\n\n")
    return text + markdown(["data", "k", "best, 1.01", "best, 1.2", *FAIR_CAPACITATED, "MPFCC, 1.01", "gap % of best, 1.01"], lines)


def against_mpfcc_figures(main):
    lines = []
    for k, figure in MPFCC["student-mat"].items():
        row = main.get("student-mat", k, "half", "default")
        if row:
            lines.append([k, number(row["cost"], 4), figure, f"{float(row['cost']) - figure:+.3f}", number(row["seconds"])])
    return markdown(["k", "best, default effort", "MPFCC, best of 5 seeds", "difference", "s"], lines)


def write_tables(folder, tables):
    parts = []

    def part(title, name, text):
        if tables[name].rows:
            parts.append(f"## {title}\n\n{text()}")
    part("Known answers", "known", lambda: runs(tables["known"]))
    part("Goals", "main", lambda: goals(tables["main"]))
    part("student-mat as it is, against MPFCC's own figures", "main", lambda: against_mpfcc_figures(tables["main"]))
    part("MPFCC's scheme from our own parts, the same time", "mpfcc", lambda: against_mpfcc(tables["mpfcc"]))
    part("The paper's instances", "edm2021", lambda: against_published(tables["edm2021"]))
    part("Two dimensions, tight capacity", "lowdim", lambda: runs(tables["lowdim"]))
    part("OULAD-4000 with t = 1", "main", lambda: runs(tables["main"], lambda r: (r["dataset"], r["t"]) == ("OULAD-4000", "1/1")))
    part("Tiny clusters", "tiny", lambda: runs(tables["tiny"]))
    part("All instances", "main", lambda: runs(tables["main"]))
    bad = [(name, *key) for name, t in tables.items() for key, row in t.rows.items() if row.get("check", "ok") != "ok"]
    parts.append(f"Answers that `faircap check` refused: {bad or 'none'}\n")
    with open(os.path.join(folder, "tables.md"), "w", encoding="utf-8") as stream:
        stream.write("\n".join(parts))


def whole_numbers(text):
    found = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--datasets", type=lambda text: text.split(","))
    parser.add_argument("--ks", type=whole_numbers, default=whole_numbers("3-20"))
    parser.add_argument("--limits", type=lambda text: text.split(","), default=["default", "5", "60"])
    parser.add_argument("--balances", type=lambda text: text.split(","), default=["half", "largest"])
    chosen = parser.parse_args()
    if not os.path.isdir(DATA):
        parser.error("FAIRCAP_DATA does not name the folder of the data sets")
    os.makedirs(chosen.folder, exist_ok=True)
    by_run = "dataset", "k", "balance", "limit"
    tables = {name: Table(chosen.folder, name, RUN, by_run) for name in ("main", "edm2021", "lowdim", "tiny", "known")}
    tables["mpfcc"] = Table(chosen.folder, "mpfcc", ("dataset", "k", "balance", "t", "seconds", "cost", "mpfcc", "difference",
                                                     "starts", "rounds", "mpfcc_seconds"), by_run[:3])
    runners = {"known": run_known, "main": run_main, "mpfcc": run_mpfcc, "edm2021": run_edm2021, "lowdim": run_lowdim,
               "tiny": run_tiny}
    if set(chosen.parts) - set(runners):
        parser.error(f"the parts are {', '.join(runners)}")
    with tempfile.TemporaryDirectory(prefix="faircap-tables-") as folder:
        data = Data(folder)
        for name in chosen.parts:
            more = [tables["main"]] if name == "mpfcc" else []
            runners[name](data, tables[name], chosen, *more)
    write_tables(chosen.folder, tables)


if __name__ == "__main__":
    main()
