"""Two checkers that share no code, `faircap check` and tests/check_result.py, must say the same about everything.

First on answers of faircap for many made-up files and options, then on random labels, then on several hundred results
that were good until one thing in them was changed: both must object to every one of these.
"""
import csv
import gzip
import io
import json
import math
import random
import re
import struct
import unittest
from fractions import Fraction

from tool import Case, properties, read_json

K, Q = 4, 6  # of the mutants: K * Q rows, so every cluster is full


def table(rows, delimiter=",", quote=csv.QUOTE_MINIMAL, end="\n"):
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, quoting=quote, lineterminator=end).writerows(rows)
    return text.getvalue()


def matrix(rows):
    head = repr({"descr": "<f8", "fortran_order": False, "shape": (len(rows), len(rows[0]))}).encode() + b"\n"
    values = [v for row in rows for v in row]
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + struct.pack(f"<{len(values)}d", *values)


def people(rng, n):
    """Rows of many kinds of columns: number, number, text, group, group, identifier, remark."""
    names = [f"person {i}" for i in range(n)]
    remarks = ["", "a,b", 'say "x"', "two\nlines", "=1+1", "'-x", "ünï", " blank ", "NA", "-5"]
    rows = [[rng.randint(0, 30), round(rng.uniform(-5, 5), 3), rng.choice(["red", "green", "blue"]), "FM"[i % 2],
             "ABC"[i % 3], names[i], rng.choice(remarks)] for i in range(n)]
    return [["age", "score", "colour", "sex", "school", "name", "remark"]] + rows


def with_gaps(rows, rng):
    return [rows[0]] + [[c if rng.random() < 0.9 or j in (5, 6) else rng.choice(["", "NA", "?"])
                         for j, c in enumerate(row)] for row in rows[1:]]


def files(rng):
    """{name: (content, options that make it readable)}: all of the same kind of rows, in many forms."""
    rows = people(rng, 36)
    comma = [[str(c).replace(".", ",") if j == 1 else c for j, c in enumerate(row)] for row in rows]
    points = [[rng.uniform(-1, 1) for _ in range(3)] + [float(i % 2)] for i in range(36)]
    return {
        "plain.csv": (table(rows), []),
        "crlf.csv": ("\ufeff" + table(rows, end="\r\n"), []),
        "cr.csv": (table(rows, quote=csv.QUOTE_ALL, end="\r").replace("two\nlines", "two\rlines"), []),
        "quoted.csv": (table(rows, quote=csv.QUOTE_ALL), []),
        "comma.csv": (table(comma, ";"), []),
        "tabs.tsv": (table(rows, "\t"), []),
        "pipes.csv": ("sep=|\n" + table(rows, "|"), []),
        "utf16.csv": (("\ufeff" + table(rows)).encode("utf-16-le"), []),
        "packed.csv.gz": (gzip.compress(table(rows).encode()), []),
        "bare.csv": (table(rows[1:]), ["--no-header"]),
        "comment.csv": ('a "comment, of\n' + table(rows), ["--skip", "1"]),
        "matrix.npy": (matrix(points), []),
    }


class Agreement(Case):
    def both(self, data, result, *options):
        """What both checkers say, after comparing every property that both have. Bad data (3) for one of them may
        be violated rows (6) for the other."""
        mine = self.run_tool("check", data, result, *options)
        other = self.second_opinion(data, result, *options)
        said = f"{data} {result} {' '.join(map(str, options))}\n{mine}\n{other}"
        self.assertEqual(mine.code == 0, other.code == 0, said)
        self.assertLessEqual({mine.code, other.code}, {0, 3, 6}, said)
        if mine.code != 3 and other.code != 3:
            self.compare(properties(mine.out), other.out, said)
        return mine, other

    def compare(self, mine, other, said):
        def good(lines, *names):
            return all(lines[name].startswith("ok") for name in names if name in lines)
        self.assertEqual(good(mine, "rows", "clusters"), good(other, "rows", "clusters"), said)
        if not {"cost", "capacity"} <= mine.keys():
            return  # the rows are not those of the data: nothing else can be said
        for name in "rows", "clusters", "capacity", "min_size":
            self.assertEqual(mine[name].split(")")[0], other[name].split(")")[0], said)
        balances = {name: rest for name, rest in mine.items() if name.startswith("balance")}
        self.assertEqual(good(balances, *balances), good(other, "balance"), said)
        values = re.findall(r"(?:VIOLATED|ok) \(([^,]*), ([^)]*)\)", " ".join(balances.values()))
        theirs = re.fullmatch(r"\w+ \((.*), (.*)\).*", other["balance"]).groups()
        for at in 0, 1:
            numbers = [Fraction(v) for v in re.findall(r"(?:^|[= ])(\d+(?:/\d+)?)(?= |$)", theirs[at])]
            self.assertEqual([Fraction(v[at]) for v in values], numbers, said)
        cost, expected = (float(re.search(r"\(([^,)]*)", lines["cost"])[1]) for lines in (mine, other))
        self.assertTrue(math.isclose(cost, expected, rel_tol=1e-9), said)


class Answers(Agreement):
    def options(self, name):
        """Option lists for one file; protected columns by number where there are no names."""
        if name == "matrix.npy":
            return [[], ["-p", "4"], ["-p", "4", "-t", "0.4", "--scale", "none"], ["-f", "1,3", "--scale", "zscore"]]
        sex, school, who, age, remark = ("4", "5", "6", "1", "7") if name == "bare.csv" else \
            ("sex", "school", "name", "age", "remark")
        return [["-x", remark], ["-x", remark, "-p", sex],
                ["-x", remark, "-p", f"{sex},{school}", "-t", f"{sex}=1/2,{school}=1/5"],
                ["-x", remark, "-p", sex, "--scale", "none", "--include-protected", "-q", "7"],
                ["-x", remark, "-p", school, "-t", "0.25", "--scale", "zscore", "--min-size", "6"],
                ["-f", age, "-p", sex, "--slack", "1.5"], ["-f", f"{age},3", "--id", who, "--categorical", age],
                ["-x", f"{who},3,{sex}", "--missing", "category"], ["-x", who, "--missing", "impute", "-p", sex],
                ["-x", who, "--missing", "drop", "-p", sex, "--na", "-5"]]

    def test_the_checkers_agree_on_answers_for_every_form_of_file(self):
        pairs = 0
        for name, (content, needed) in files(random.Random(1)).items():
            self.put(name, content)
            for options in self.options(name):
                for only in [], ["--labels-only"]:
                    words = [*needed, *options, "-k", 5]
                    self.expect(0, "cluster", name, *words, *only, "-m", "kmedoids", "--effort", 1, "--threads", 1,
                                "-o", "out.csv", "--json", "out.json")
                    with self.subTest(name=name, options=words + only):
                        mine, _ = self.both(name, "out.csv", *words)
                        self.assertEqual(properties(mine.out)["rows"][:2], "ok")
                        self.assert_report(name, *words)
                    pairs += 1
        self.assertGreater(pairs, 200)

    def assert_report(self, name, *words):
        """Every figure of the report is the one that the second checker finds."""
        opinion = self.second_opinion(name, "out.csv", *words, "--report", "out.json")
        figures = {p: rest for p, rest in opinion.out.items() if p.startswith("report.")}
        self.assertGreater(len(figures), 6, opinion)
        self.assertEqual([p for p, rest in figures.items() if not rest.startswith("ok")], [], opinion)

    def test_the_checkers_agree_on_files_with_gaps(self):
        rng = random.Random(2)
        for turn in range(10):
            self.put("gaps.csv", table(with_gaps(people(rng, 40), rng)))
            for policy in "drop", "impute", "category":
                protect = [] if policy == "impute" else ["-p", "sex,school"]
                words = ["-x", "name,remark" + ("" if protect else ",sex"), *protect, "--missing", policy, "-k", 3]
                with self.subTest(turn=turn, policy=policy):
                    self.expect(0, "cluster", "gaps.csv", *words, "-m", "kmedoids", "--effort", 1, "-o", "out.csv",
                                "--json", "out.json")
                    self.both("gaps.csv", "out.csv", *words)
                    self.assert_report("gaps.csv", *words)

    def test_both_refuse_the_same_files(self):
        for content, options in {
                "": [], "x,y\n": [], "x,y\n1\n": [], 'x,y\n1,"a\n': [], 'x,y\n1,"a" b\n': [], "x,y\n1,\x00\n": [],
                "x,y\n1,2\n3,\n": [], "x,y\n1,2\noops,4\n5,6\n": [], "x,y\n1,2\n1e309,3\n4,5\n": [],
                "x,y\n,1\n2,\n": ["--missing", "drop"], "x,g\n1,a\n2,\n": ["-p", "g", "--missing", "impute"],
                "x,y\n1,2\n3,4\n": ["-x", "x,y"], "x,y\n1,2\n3,4\n ": ["-p", "z"], "x,x\n1,2\n3,4\n": ["-p", "x"],
                "x,y\n1,2\n5,6\n": ["-t", "1/2"], "x,y\n1,2\n7,8\n": ["-x", "x", "-f", "x"],
                "x,z\n1,2\n3,\n": ["--missing", "error"]}.items():
            options = list(options)
            with self.subTest(content=content, options=options):
                self.put("data.csv", content)
                self.put("result.csv", "row,cluster\n1,1\n")
                mine = self.run_tool("check", "data.csv", "result.csv", "-k", 1, *options)
                other = self.second_opinion("data.csv", "result.csv", "-k", 1, *options)
                self.assertEqual(mine.code, other.code, (mine, other))
                self.assertIn(mine.code, (2, 3))


class RandomLabels(Agreement):
    def test_the_checkers_agree_on_random_labels(self):
        rng = random.Random(3)
        for turn in range(80):
            n, k = rng.randint(2, 30), rng.randint(1, 5)
            self.put("data.csv", table(people(rng, n)))
            labels = [rng.randint(1, k) for _ in range(n)]
            self.put("result.csv", table([["row", "cluster"]] + [[i + 1, c] for i, c in enumerate(labels)]))
            words = ["-x", "name,remark", "-p", rng.choice(["sex", "school", "sex,school"]), "-t",
                     rng.choice(["0", "1", "1/2", "0.3"]), "-k", rng.choice([k, k, k + 1]),
                     "--min-size", rng.choice([1, 2, 5]),
                     *rng.choice([[], ["-q", rng.randint(1, n)], ["--slack", "1.2"]])]
            with self.subTest(turn=turn):
                self.both("data.csv", "result.csv", *words)


class Mutants(Agreement):
    """Results that are good to the last member: all clusters full, all balances 1, so no change can be harmless."""

    def setUp(self):
        super().setUp()
        self.rng = random.Random(4)
        self.data = [row[:6] for row in people(self.rng, K * Q)]
        self.labels = [1 + i // Q for i in range(K * Q)]  # neighbours: three F and three M each

    def results(self):
        """The same labels as a whole table, by row number, and by identifier."""
        whole = [self.data[0] + ["cluster"]] + [row + [c] for row, c in zip(self.data[1:], self.labels)]
        by_row = [["row", "cluster"]] + [[i + 1, c] for i, c in enumerate(self.labels)]
        by_id = [["name", "cluster"]] + [[row[5], c] for row, c in zip(self.data[1:], self.labels)]
        return {"whole": whole, "by row": by_row, "by id": by_id}

    def mutants(self, rows):
        """(what was done, rows): each differs from a good result in one way."""
        rng, n = self.rng, len(rows) - 1

        def changed(i, j, cell):
            return [row if r != i else row[:j] + [cell] + row[j + 1:] for r, row in enumerate(rows)]

        def label(i, value):
            return changed(i, len(rows[0]) - 1, value)
        for _ in range(4):
            i = rng.randint(1, n)
            yield "another label", label(i, 1 + rows[i][-1] % K)
        for wrong in 0, K + 1, -1, "", "one", "1.5", 10 ** 12, "+1", "1 2":
            yield f"label {wrong!r}", label(rng.randint(1, n), wrong)
        for _ in range(4):  # an F and an M change places: sizes stay, balance does not
            i = rng.randint(1, n)
            j = rng.choice([j for j in range(1, n + 1) if rows[j][-1] != rows[i][-1] and (i + j) % 2])
            swapped = label(i, rows[j][-1])
            swapped[j] = rows[j][:-1] + [rows[i][-1]]
            yield "an F and an M swapped", swapped
        for _ in range(3):
            i = rng.randint(1, n)
            yield "a row dropped", rows[:i] + rows[i + 1:]
            yield "a row doubled", rows[:i] + [rows[i]] + rows[i:]
            j = 1 + i % n
            yield "a row in place of another", [rows[j] if r == i else row for r, row in enumerate(rows)]
        for _ in range(3):
            i, j = rng.randint(1, n), rng.randint(0, len(rows[0]) - 2)
            yield "a changed cell", changed(i, j, str(rows[i][j]) + "9")
            yield "an emptied cell", changed(i, j, "")
            cell = str(rows[i][j])
            yield "a cell of the same length", changed(i, j, cell[:-1] + ("8" if cell[-1] != "8" else "7"))
        yield "the last cluster emptied", [row[:-1] + [min(row[-1], K - 1)] if i else row for i, row in enumerate(rows)]
        yield "labels from 0", [row[:-1] + [row[-1] - 1] if i else row for i, row in enumerate(rows)]
        yield "the column cluster renamed", changed(0, len(rows[0]) - 1, "Cluster")
        yield "another column renamed", changed(0, 0, "somebody")
        yield "no rows", rows[:1]
        yield "a row too many", rows + [["person 99" for _ in rows[0][:-1]] + [1]]
        yield "a short row", [row[1:] if i == 3 else row for i, row in enumerate(rows)]
        yield "the labels left out", [row[:-1] for row in rows]
        if len(rows[0]) > 2:
            i = rng.randint(1, n - 1)
            yield "two rows swapped", rows[:i] + [rows[i + 1], rows[i]] + rows[i + 2:]

    def test_both_checkers_catch_every_mutant(self):
        words = ["-k", K, "-q", Q, "--min-size", Q, "-p", "sex", "-t", "1", "-f", "age,score,colour", "--id", "name"]
        forms = {",": {}, ";": {"quote": csv.QUOTE_ALL}, "\t": {"end": "\r\n"}}
        count = 0
        for delimiter, form in forms.items():
            self.put("data.csv", table(self.data, delimiter, **form))
            for kind, rows in self.results().items():
                comma = delimiter if kind == "whole" else ","
                self.put("result.csv", table(rows, comma, **form))
                mine, other = self.both("data.csv", "result.csv", *words)
                self.assertEqual((mine.code, other.code), (0, 0))
                for what, mutant in self.mutants(rows):
                    self.put("result.csv", table(mutant, comma, **form))
                    with self.subTest(what=what, kind=kind, delimiter=delimiter):
                        mine, other = self.both("data.csv", "result.csv", *words)
                        self.assertNotEqual(mine.code, 0, f"{mine}\n{other}")
                    count += 1
        self.assertGreaterEqual(count, 300)

    def test_the_second_checker_catches_every_changed_figure_of_a_report(self):
        words = ["-p", "sex,school", "-x", "name", "-k", 3, "-t", "0"]
        self.put("data.csv", table(self.data))
        self.expect(0, "cluster", "data.csv", *words, "-m", "kmedoids", "-o", "out.csv", "--json", "out.json")
        report = read_json(self.text("out.json"))
        accepted = self.second_opinion("data.csv", "out.csv", *words, "--enforces", "clusters", "--report", "out.json")
        self.assertEqual(accepted.code, 0, accepted)
        changes = {"n": report["n"] + 1, "k": 4, "cost": report["cost"] * 1.000001, "balance": report["balance"] + 0.1,
                   "sizes": report["sizes"][::-1] if report["sizes"] != report["sizes"][::-1] else [1, 2, 3],
                   "medoids": [m % 24 + 1 for m in report["medoids"]], "groups": {},
                   "violations": {"capacity": 3, "balance": 3}}
        for key, value in changes.items():
            self.put("changed.json", json.dumps({**report, key: value}))
            opinion = self.second_opinion("data.csv", "out.csv", *words, "--enforces", "clusters",
                                          "--report", "changed.json")
            self.assertEqual(opinion.code, 6, key)


if __name__ == "__main__":
    unittest.main()
