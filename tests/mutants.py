#!/usr/bin/env python3
"""Answers are damaged in every way: both checkers must say the same, and catch all that breaks a rule.

An answer of the tool is right by `faircap check` and by tests/check_result.py, for requests with every rule. Then one thing is
changed: a label, two labels, a row, a cell, the header, or a figure of the report. Whether the rest still keeps the rules is
decided here, from the members of the clusters; what breaks one must be caught by both, what breaks none by neither. Until
300 were harmful; with FAIRCAP_LONG=1 10,000. The tool is FAIRCAP, else build/release/faircap.
"""
import collections
import contextlib
import csv
import io
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

import check_result

ROOT = pathlib.Path(__file__).resolve().parents[1]
FAIRCAP = os.path.abspath(os.environ.get("FAIRCAP") or ROOT / "build/release/faircap")
HARMFUL = 10000 if os.environ.get("FAIRCAP_LONG") == "1" else 300
COLUMNS = ["name", "sex", "level", "load", "age", "score"]
NAME, SEX, LEVEL, LOAD = range(4)
WRONG_LABELS = ["0", "-1", "1.5", "x", "", "99", "1 2", "2147483648", "0x1"]


def people(rng, n=24):
    return [COLUMNS] + [[f"person {i + 1}", "FM"[i % 2], "abc"[i % 3], str(rng.randint(1, 3)), str(rng.randint(18, 60)),
                         f"{rng.random():.3f}"] for i in range(n)]


def written(rows):
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


# ---- rules: the options that ask for one, its file if it has one, and whether a cluster, or all of them, keep it ----

Rule = collections.namedtuple("Rule", "words text of_cluster of_all", defaults=(None, None, None))
Request = collections.namedtuple("Request", "k least rules")


def balanced(members, column, values, least):
    counts = [sum(row[column] == value for row in members) for value in values]
    return min(counts) >= least * max(counts)


def capacity(most):
    return Rule(["-q", most], of_cluster=lambda members: len(members) <= most)


def load(most):
    return Rule(["-w", "load", "-q", most], of_cluster=lambda members: sum(int(row[LOAD]) for row in members) <= most)


def sizes(*most):
    return Rule(["--sizes"], "".join(f"{size}\n" for size in most),
                of_all=lambda clusters: all(len(clusters[str(i + 1)]) <= size for i, size in enumerate(most)))


def sexes(least):
    return Rule(["-p", "sex", "-t", least], of_cluster=lambda members: balanced(members, SEX, "FM", Fraction(least)))


def levels(least):
    return Rule(["-p", "level", "-t", least], of_cluster=lambda members: balanced(members, LEVEL, "abc", Fraction(least)))


def both(sex, level):
    return Rule(["-p", "sex,level", "-t", f"sex={sex},level={level}"],
                of_cluster=lambda members: balanced(members, SEX, "FM", Fraction(sex)) and
                balanced(members, LEVEL, "abc", Fraction(level)))


def share(least, most):
    def within(members):
        women = sum(row[SEX] == "F" for row in members)
        return Fraction(least) * len(members) <= women <= Fraction(most) * len(members)
    return Rule(["--share", f"sex:F={least}..{most}"], of_cluster=within)


NOBODY_ALONE = Rule(["--no-isolate", "level"],
                    of_cluster=lambda members: 1 not in collections.Counter(row[LEVEL] for row in members).values())


def together(*names):
    return Rule(["--together"], ",".join(names) + "\n",
                of_cluster=lambda members: len({row[NAME] for row in members} & set(names)) in (0, len(names)))


def apart(*names):
    return Rule(["--apart"], ",".join(names) + "\n",
                of_cluster=lambda members: len({row[NAME] for row in members} & set(names)) <= 1)


def kept(**labels):
    labels = {name.replace("_", " "): str(label) for name, label in labels.items()}
    return Rule(["--keep", "--start"], written([["name", "cluster"], *labels.items()]),
                of_all=lambda clusters: all(labels.get(row[NAME], label) == label
                                            for label, members in clusters.items() for row in members))


REQUESTS = [Request(3, 1, [capacity(9)]), Request(4, 5, [capacity(6), sexes("1/2")]), Request(2, 12, [capacity(12), sexes("1")]),
            Request(6, 1, [capacity(5), sexes("1/3")]), Request(5, 2, [capacity(24), sexes("1/4")]),
            Request(4, 1, [load(14), sexes("1/3")]), Request(3, 2, [sizes(12, 5, 9), share("1/4", "2/3")]),
            Request(3, 1, [capacity(10), both("1/2", "1/3")]), Request(4, 3, [capacity(8), levels("1/3"), share("0.3", "0.6")]),
            Request(3, 1, [capacity(9), NOBODY_ALONE]),
            Request(3, 1, [capacity(9), sexes("1/2"), together("person 1", "person 4", "person 6"), apart("person 2", "person 3")]),
            Request(4, 1, [capacity(7), apart("person 5", "person 9", "person 11", "person 20"), NOBODY_ALONE]),
            Request(3, 1, [capacity(9), sexes("1/2"), kept(person_1=2, person_2=2, person_7=3, person_8=1)])]


def keeps_rules(rows, request):
    """Do the labels, which are whole numbers from 1 to k, keep the rules?"""
    clusters = collections.defaultdict(list)
    for row in rows[1:]:
        clusters[row[-1]].append(row)
    return (len(clusters) == request.k and all(len(members) >= request.least for members in clusters.values()) and
            all(rule.of_cluster is None or all(map(rule.of_cluster, clusters.values())) for rule in request.rules) and
            all(rule.of_all is None or rule.of_all(clusters) for rule in request.rules))


# ---- mutations: each changes rows and says whether they are still those of the data; None: nothing was changed ----

def somebody(rows, rng, request):
    """A row; half of the time one that a file of wishes names, if there is one."""
    wishes = re.split("[,\n]", "\n".join(rule.text or "" for rule in request.rules))
    named = [row for row in rows[1:] if row[NAME] in wishes]
    return rng.choice(named if named and rng.random() < 0.5 else rows[1:])


def another_label(rows, rng, request):
    row = somebody(rows, rng, request)
    old, row[-1] = row[-1], str(rng.randint(1, request.k))
    return None if row[-1] == old else True


def swapped_labels(rows, rng, request):
    a, b = somebody(rows, rng, request), rng.choice(rows[1:])
    a[-1], b[-1] = b[-1], a[-1]
    return None if a[-1] == b[-1] else True


def renamed_clusters(rows, rng, request):
    """No harm but with rules for certain numbers: else which number a cluster has means nothing."""
    names = list(range(1, request.k + 1))
    rng.shuffle(names)
    for row in rows[1:]:
        row[-1] = str(names[int(row[-1]) - 1])
    return True


def wrong_label(rows, rng, _):
    rng.choice(rows[1:])[-1] = rng.choice(WRONG_LABELS)
    return False


def lost_row(rows, rng, _):
    rows.pop(rng.randrange(1, len(rows)))
    return False


def doubled_row(rows, rng, _):
    rows.insert(rng.randrange(1, len(rows)), list(rng.choice(rows[1:])))
    return False


def swapped_rows(rows, rng, _):
    a, b = rng.sample(range(1, len(rows)), 2)
    rows[a], rows[b] = rows[b], rows[a]
    return False


def changed_cell(rows, rng, _):
    row, column = rng.choice(rows[1:]), rng.randrange(len(COLUMNS))
    row[column] = ["nobody", "MF"[row[SEX] == "M"], "d", "4", "17", "0.0001"][column]
    return False


def renamed_column(rows, rng, _):
    rows[0][rng.randrange(len(COLUMNS))] += "x"
    return False


def lost_column(rows, rng, _):
    column = rng.randrange(len(COLUMNS))
    for row in rows:
        row.pop(column)
    return False


MUTATIONS = [another_label, another_label, swapped_labels, swapped_labels, renamed_clusters, wrong_label, lost_row, doubled_row,
             swapped_rows, changed_cell, renamed_column, lost_column]


# ---- judges ----

def second(*words):
    with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.redirect_stderr(said):
        try:
            return check_result.main(list(words)), said.getvalue()
        except SystemExit as stop:
            return stop.code, said.getvalue()


def first(*words):
    done = subprocess.run([FAIRCAP, "check", *words, "--threads", "1"], capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout + done.stderr


class Bench:
    """A request, its answer, and both judges."""

    def __init__(self, folder, number, request, rng):
        self.request, self.rng = request, rng
        self.data, self.answer, self.report, self.mutant = (
            str(folder / f"{number}-{name}") for name in ("data.csv", "answer.csv", "report.json", "mutant.csv"))
        pathlib.Path(self.data).write_text(written(people(rng)), encoding="utf-8")
        self.asked = ["-k", str(request.k), "--min-size", str(request.least), "--id", "name", "-f", "age,score"]
        for i, rule in enumerate(request.rules):
            self.asked += map(str, rule.words)
            if rule.text is not None:
                self.asked.append(str(folder / f"{number}-rule-{i}"))
                pathlib.Path(self.asked[-1]).write_text(rule.text, encoding="utf-8")
        subprocess.run([FAIRCAP, "cluster", self.data, *self.asked, "--effort", "1", "-o", self.answer, "--json", self.report,
                        "--quiet"], check=True)
        with open(self.answer, encoding="utf-8", newline="") as stream:
            self.rows = list(csv.reader(stream))
        assert keeps_rules(self.rows, request)
        self.wrong = self.judge(self.answer, True, "the answer itself")

    def judge(self, path, good, what):
        """Complaints about judges that do not say what they should."""
        said = {"faircap check": first(self.data, path, *self.asked), "check_result.py": second(self.data, path, *self.asked)}
        expected = {0} if good else {3, 6}
        return [f"{what}: {name} says {code}:\n{text}\n{pathlib.Path(path).read_text(encoding='utf-8')}"
                for name, (code, text) in said.items() if code not in expected]

    def try_labels(self):
        rows, mutation = [list(row) for row in self.rows], self.rng.choice(MUTATIONS)
        ours = mutation(rows, self.rng, self.request)
        if ours is None:
            return None
        pathlib.Path(self.mutant).write_text(written(rows), encoding="utf-8")
        good = ours and keeps_rules(rows, self.request)
        return good, self.judge(self.mutant, good, f"{mutation.__name__} ({'harmless' if good else 'harmful'})")

    def try_report(self):
        """A figure of the report that is not that of the labels; only the second checker reads reports."""
        report = json.loads(pathlib.Path(self.report).read_text(encoding="utf-8"))
        field = self.rng.choice(["cost", "sizes", "n", "k"])
        if field == "cost":
            report["cost"] *= 1 + self.rng.choice([-1, 1]) * 10 ** self.rng.uniform(-6, 0)
        elif field == "sizes":
            report["sizes"][self.rng.randrange(len(report["sizes"]))] += self.rng.choice([-1, 1])
        else:
            report[field] += self.rng.choice([-1, 1])
        pathlib.Path(self.mutant).write_text(json.dumps(report), encoding="utf-8")
        code, said = second(self.data, self.answer, *self.asked, "--report", self.mutant)
        return False, [] if code in (3, 6) else [f"report with another {field}: check_result.py says {code}:\n{said}"]


def main():
    rng, counts, wrong = random.Random(12), collections.Counter(), []
    with tempfile.TemporaryDirectory() as name:
        benches = [Bench(pathlib.Path(name), i, request, rng) for i, request in enumerate(REQUESTS)]
        wrong += [line for bench in benches for line in bench.wrong]
        while counts[False] < HARMFUL and len(wrong) < 100:
            bench = rng.choice(benches)
            tried = bench.try_report() if rng.random() < 0.1 else bench.try_labels()
            if tried is not None:
                counts[tried[0]] += 1
                wrong += tried[1]
    for line in wrong[:20]:
        print(line)
    print(f"figure: {counts[False]} harmful mutants, {counts[True]} harmless ones, {len(wrong)} judged wrongly")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
