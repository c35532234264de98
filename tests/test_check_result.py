#!/usr/bin/env python3
"""Tests of the judge: hand-computed values, every reading rule, and mutants that must be caught."""
import contextlib
import gzip
import io
import itertools
import json
import math
import os
import random
import struct
import sys
import tempfile
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_result  # noqa: E402

LINE = "x,g\n0,a\n1,b\n10,a\n12,b\n"
LINE_RESULT = "x,g,cluster\n0,a,1\n1,b,1\n10,a,2\n12,b,2\n"
LINE_REPORT = {"n": 4, "k": 2, "cost": 3.0, "balance": 1, "sizes": [2, 2], "medoids": [1, 3],
               "groups": {"g": [{"a": 1, "b": 1}, {"a": 1, "b": 1}]},
               "violations": {"capacity": 0, "balance": 0}}
DATA = os.environ.get("FAIRCAP_DATA")


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def put(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as stream:
            stream.write(content if isinstance(content, bytes) else content.encode("utf-8"))
        return path

    def call(self, *arguments):
        """(exit code, {property: rest of its line}, standard error)"""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = check_result.main(list(arguments))
            except SystemExit as stop:
                code = stop.code
        lines = dict(line.split(": ", 1) for line in out.getvalue().splitlines())
        return code, lines, err.getvalue()

    def judge(self, data, result, options="", report=None):
        arguments = options.split() + [self.put("data", data), self.put("result", result)]
        if report is not None:
            arguments += ["--report", self.put("report", json.dumps(report))]
        return self.call(*arguments)

    def describe(self, data, options=""):
        code, lines, err = self.call("--describe", *options.split(), self.put("data", data))
        self.assertEqual(code, 0, err)
        return lines

    def cost(self, data, options="", n=None):
        """The cost with all rows in one cluster, by row number."""
        rows = [f"{i + 1},1\n" for i in range(n)]
        code, lines, err = self.judge(data, "row,cluster\n" + "".join(rows), options + " -k 1")
        self.assertEqual(code, 0, (lines, err))
        return float(lines["cost"].split("(")[1].split(",")[0])


class Values(Case):
    def test_line_by_hand(self):
        deviation = math.sqrt((5.75**2 + 4.75**2 + 4.25**2 + 6.25**2) / 4)
        for scale, cost in (("none", 3), ("minmax", 3 / 12), ("zscore", 3 / deviation)):
            report = dict(LINE_REPORT, cost=cost)
            code, lines, _ = self.judge(LINE, LINE_RESULT, f"-p g -k 2 -t 1 --scale {scale}", report)
            self.assertEqual(code, 0, lines)
            self.assertTrue(all(text.startswith("ok") for text in lines.values()), lines)
            self.assertEqual(len(lines), 14)
        self.assertEqual(lines["rows"], "ok (4, 4)")
        self.assertEqual(lines["capacity"], "ok (2, 3)")  # ceil(4 * 1.01 / 2)
        self.assertEqual(lines["balance"], "ok (1, 1)")

    def test_triangle_by_hand(self):
        data = "x,y\n0,0\n3,4\n0,8\n"  # 5 + 5 to the middle, 5 + 8 otherwise
        self.assertEqual(self.cost(data, "--scale none", 3), 10)

    def test_one_hot(self):
        data = "x,c\n0,u\n0,v\n0,v\n0,u\n"
        self.assertAlmostEqual(self.cost(data, n=4), 2 * math.sqrt(2), places=15)

    def test_similar_and_diverse_by_hand(self):
        data = "x,c,y\n0,u,\n2,u,1\n4,v,oops\n6,v,3\n"  # x: T = 20; c: T = 2; y: 1 and 3 are known, T = 2
        columns = [{"name": "x", "wish": "similar", "weight": 2, "unknown": 0, "inside": 0.2, "between": 0.8, "inside_by_lot": 2 / 3},
                   {"name": "c", "wish": "diverse", "weight": 1, "unknown": 0, "inside": 0, "between": 1, "inside_by_lot": 2 / 3},
                   {"name": "y", "wish": "diverse", "weight": 1, "unknown": 2, "inside": 0.5, "between": 0.5, "inside_by_lot": 2 / 3}]
        report = {"n": 4, "k": 2, "cost": 2 * 0.2 + 1 + 0.5, "balance": None, "sizes": [2, 2], "groups": {}, "columns": columns,
                  "violations": {"capacity": 0, "balance": 0}}
        result = "x,c,y,group\n0,u,,Team 9\n2,u,1,Team 9\n4,v,oops,Team 10\n6,v,3,Team 10\n"
        options = "--similar x=2 --diverse c,y --numeric y --missing category -s 2-2"
        code, lines, _ = self.judge(data, result, options, report)
        self.assertEqual((code, lines["cost"]), (0, "ok (1.9, None)"), lines)
        for key, wrong in (("inside", 0.21), ("between", 0.79), ("unknown", 1), ("wish", "diverse"), ("inside_by_lot", 0.6)):
            changed = dict(report, columns=[dict(columns[0], **{key: wrong}), *columns[1:]])
            code, lines, _ = self.judge(data, result, options, changed)
            self.assertEqual((code, lines["report.columns"]), (6, "VIOLATED (3, 3) wrong for x"), key)

    def test_slack_is_exact(self):
        data = "x,g\n" + "".join(f"{i},a\n" for i in range(100))
        labels = [min(i // 11 + 1, 10) for i in range(100)]  # nine of 11, one of 1
        result = "row,cluster\n" + "".join(f"{i + 1},{c}\n" for i, c in enumerate(labels))
        code, lines, _ = self.judge(data, result, "-k 10 --slack 1.1")
        self.assertEqual((code, lines["capacity"]), (0, "ok (11, 11)"))
        self.assertEqual(self.judge(data, result, "-k 10 --slack 1")[0], 6)
        code, lines, _ = self.judge(data, result, "-k 5 --enforces none")
        self.assertEqual(lines["capacity"], "ok (11, 21)")  # ceil(100 * 1.01 / 5)
        self.assertEqual(self.judge(data, result, "-k 10 --slack 1.1 --min-size 2")[0], 6)

    def test_huge_and_tiny_numbers(self):
        self.assertEqual(self.cost("x,y\n-1e308,0\n1e308,0\n", n=2), 1)
        self.assertEqual(self.cost("x,y\n5e-324,0\n0,0\n", n=2), 1)
        rows = "row,cluster\n1,1\n2,1\n"
        self.assertEqual(self.judge("x,y\n-1e308,0\n1e308,0\n", rows, "--scale none")[0], 6)
        self.assertEqual(self.judge("x,y\n1e309,0\n1,0\n", rows)[0], 3)


class Balance(Case):
    def expected(self, labels, groups, k, t, q):
        """Exit code and smallest balance by the literal definition over ordered pairs."""
        worst, kinds = Fraction(10), sorted(set(groups))
        for c in range(1, k + 1):
            own = [g for g, label in zip(groups, labels) if label == c]
            for g, h in itertools.permutations(kinds, 2):
                if own.count(h):
                    worst = min(worst, Fraction(own.count(g), own.count(h)))
            if len(kinds) == 1 and own:
                worst = Fraction(0)
        sizes = [labels.count(c) for c in range(1, k + 1)]
        good = worst >= t and max(sizes) <= q and min(sizes) >= 1
        return (0 if good else 6), worst

    def test_random_labellings_against_the_definition(self):
        chance, seen = random.Random(1), set()
        for _ in range(400):
            n, k = chance.randint(3, 9), chance.randint(1, 3)
            groups = [chance.choice("ab" if n < 7 else "abc") for _ in range(n)]
            labels = [chance.randint(1, k) for _ in range(n)]
            t, q = Fraction(chance.randint(0, 4), 4), chance.randint(2, 9)
            data = "x,g\n" + "".join(f"{i},{g}\n" for i, g in enumerate(groups))
            rows = [f"{i + 1},{c}\n" for i, c in enumerate(labels)]
            chance.shuffle(rows)
            code, lines, _ = self.judge(data, "row,cluster\n" + "".join(rows), f"-p g -k {k} -q {q} -t {t}")
            want, worst = self.expected(labels, groups, k, t, q)
            self.assertEqual(code, want, (groups, labels, k, q, t, lines))
            self.assertIn(f"({worst}, {t})", lines["balance"])
            seen.add(code)
        self.assertEqual(seen, {0, 6})

    def test_single_group_has_balance_zero(self):
        result = "row,cluster\n1,1\n2,1\n"
        self.assertEqual(self.judge("x,g\n1,a\n2,a\n", result, "-p g -t 1/1000")[0], 6)
        self.assertEqual(self.judge("x,g\n1,a\n2,a\n", result, "-p g -t 0")[0], 0)

    def test_limits_per_attribute(self):
        data = "x,g,h\n1,a,u\n2,b,u\n3,a,u\n4,b,v\n"
        result = "row,cluster\n" + "".join(f"{i},1\n" for i in range(1, 5))
        self.assertEqual(self.judge(data, result, "-p g,h -t g=1,h=1/3")[0], 0)
        self.assertEqual(self.judge(data, result, "-p g,h -t g=1,h=0.34")[0], 6)
        self.assertEqual(self.judge(data, result, "-p g,h -t 1/3")[0], 0)
        self.assertEqual(self.judge(data, result, "-p g,h -t g=1")[0], 6)  # h: the default, 1/2
        self.assertEqual(self.judge(data, result, "-p g,h -t x=1")[0], 2)
        self.assertEqual(self.judge(data, result, "-t 1")[0], 2)
        self.assertEqual(self.judge(data, result, "-p g -t 2")[0], 2)

    def test_missing_group_has_no_bounds(self):
        data = "x,g\n1,a\n2,b\n3,\n4,NA\n5,?\n"
        result = "row,cluster\n1,1\n2,1\n3,1\n4,2\n5,2\n"
        report = {"n": 5, "k": 2, "cost": 0.75, "balance": 1, "sizes": [3, 2], "medoids": [2, 4],
                  "groups": {"g": [{"a": 1, "b": 1, "(missing)": 1}, {"a": 0, "b": 0, "(missing)": 2}]},
                  "violations": {"capacity": 0, "balance": 0}}
        code, lines, _ = self.judge(data, result, "-p g -k 2 -t 1 --missing category", report)
        self.assertEqual(code, 0, lines)
        self.assertEqual(self.judge(data, result, "-p g -k 2 --missing impute")[0], 3)
        self.assertEqual(self.judge(data, result, "-p g -k 2")[0], 3)


class Mutants(Case):
    def test_every_changed_label_is_caught(self):
        lines = LINE_RESULT.splitlines()
        texts = ["", "0", "1", "2", "3", "-1", "1.0", "x", "9" * 30]
        for row, label in itertools.product(range(1, 5), texts):
            changed = lines[:]
            changed[row] = changed[row].rsplit(",", 1)[0] + "," + label
            if changed != lines:
                code, out, _ = self.judge(LINE, "\n".join(changed), "-p g -k 2 -t 1 -q 2")
                self.assertEqual(code, 6, (changed, out))

    def test_labels_are_one_to_k(self):
        for labels, good in (("1122", 1), ("2211", 1), ("0011", 0), ("1133", 0), ("1111", 0), ("1123", 0)):
            result = "row,cluster\n" + "".join(f"{i},{c}\n" for i, c in enumerate(labels, 1))
            code, out, _ = self.judge(LINE, result, "-k 2 -q 4 --enforces clusters")
            self.assertEqual((code, out["clusters"][:2] == "ok"), (0, True) if good else (6, False), labels)

    def test_every_changed_row_is_caught(self):
        lines = LINE_RESULT.splitlines()
        mutants = [lines[:i] + lines[i + 1:] for i in range(1, 5)]  # one row lost
        mutants += [lines[:i] + lines[i:i + 1] + lines[i:] for i in range(1, 5)]  # one row twice
        mutants += [lines[:1] + list(order) for order in itertools.permutations(lines[1:])][1:]
        mutants += [[line.replace(a, b, 1) if j == i else line for j, line in enumerate(lines)]
                    for i in range(5) for a, b in ((",a", ",b"), (",b", ",a"), ("1", "7"), ("x,g", "x,h"))
                    if a in lines[i].rsplit(",", 1)[0]]
        for mutant in mutants:
            code, out, _ = self.judge(LINE, "\n".join(mutant), "-p g -k 2 -t 1 -q 2")
            self.assertEqual(code, 6, (mutant, out))
            self.assertIn("VIOLATED", out["rows"])

    def test_keys(self):
        good = ["1,1", "2,1", "3,2", "4,2"]
        for order in itertools.permutations(good):
            self.assertEqual(self.judge(LINE, "row,cluster\n" + "\n".join(order), "-p g -k 2 -t 1")[0], 0)
        for bad in (good[1:], good + ["4,2"], good + ["5,2"], good[:3] + ["3,2"], good[:3] + ["0,2"]):
            code, out, _ = self.judge(LINE, "row,cluster\n" + "\n".join(bad), "-p g -k 2 -t 1")
            self.assertEqual(code, 6, bad)
            self.assertIn("VIOLATED", out["rows"])
        data, result = "name,x\nu,1\nv,2\nw,9\n", "name,cluster\nw,2\nu,1\nv,1\n"
        self.assertEqual(self.judge(data, result, "--id name -k 2")[0], 0)
        self.assertEqual(self.judge(data, result, "-k 2")[0], 3)  # not said to be the id
        twice = "name,cluster\nu,1\nu,2\nw,2\n"  # equal ids: in the order of the file
        out = self.judge("name,x\nu,1\nu,2\nw,9\n", twice, "--id name -k 2 --scale none")[1]
        self.assertEqual(out["cost"], "ok (7.0, None)")
        self.assertEqual(self.judge(data, result.replace("w", "u"), "--id name -k 2")[0], 6)

    def test_every_changed_figure_is_caught(self):
        changes = {"n": [5, 4.5, None, "4", True], "k": [3, None], "cost": [3.0001, 3 * (1 + 1e-8), None],
                   "balance": [0.5, None, 0.999], "sizes": [[2, 1], [2], [2, 2, 0], None],
                   "medoids": [[1, 2], [3, 1], [1], [1, 3, 4], [1, 5], [0, 3], [True, 3], None],
                   "groups": [{}, None, {"g": [{"a": 1, "b": 1}]}, {"g": [{"a": 2, "b": 1}] * 2}, {"g": 1},
                              {"h": LINE_REPORT["groups"]["g"]}, {"g": [{"a": 1, "c": 1}] * 2}],
                   "violations": [None, {"capacity": 1, "balance": 0}, {"capacity": 0, "balance": 1}, {}]}
        options = "-p g -k 2 -t 1 --scale none"
        for key, values in changes.items():
            for value in values + ["absent"]:
                report = dict(LINE_REPORT, **{key: value})
                if value == "absent":
                    del report[key]
                code, out, _ = self.judge(LINE, LINE_RESULT, options, report)
                bad = [name for name, text in out.items() if text.startswith("VIOLATED")]
                self.assertEqual((code, bad), (6, [f"report.{key}"]), value)
        close = dict(LINE_REPORT, cost=3 * (1 + 1e-10), medoids=[2, 4])  # pairs: both are medoids
        self.assertEqual(self.judge(LINE, LINE_RESULT, options, close)[0], 0)
        self.assertEqual(self.judge("x,y\n0,0\n1,0\n5,0\n", "row,cluster\n1,1\n2,1\n3,1\n", "", {
            "n": 3, "k": 1, "cost": 1, "balance": None, "sizes": [3], "medoids": [1], "groups": {},
            "violations": {"capacity": 0, "balance": 0}})[1]["report.medoids"], "VIOLATED (0, 1)")

    def test_every_changed_mean_of_a_group_is_caught(self):
        options, good = "-p g -k 2 -t 1 --scale none", {"g": {"a": 0, "b": 1.5}}
        self.assertEqual(self.judge(LINE, LINE_RESULT, options, dict(LINE_REPORT, group_cost=good))[0], 0)
        other = dict(LINE_REPORT, group_cost={"g": {"a": 0.5, "b": 1}}, medoids=[2, 3])  # pairs: both are medoids
        self.assertEqual(self.judge(LINE, LINE_RESULT, options, other)[0], 0)
        for value in ({}, None, 3, {"g": None}, {"g": {"a": 0}}, {"g": {"a": 0, "b": 1.5, "c": 0}}, {"h": good["g"]},
                      {"g": {"a": 1e-300, "b": 1.5}}, {"g": {"a": 0, "b": 1.5 * (1 + 1e-8)}}, {"g": {"a": 0, "b": None}},
                      {"g": {"a": False, "b": 1.5}}, dict(good, h={}), {"g": {"a": 1.5, "b": 0}}):
            code, out, _ = self.judge(LINE, LINE_RESULT, options, dict(LINE_REPORT, group_cost=value))
            bad = [name for name, text in out.items() if text.startswith("VIOLATED")]
            self.assertEqual((code, bad), (6, ["report.group_cost"]), value)

    def test_rows_without_a_group_have_no_part_in_the_means(self):
        data, result = "x,g\n0,a\n4,\n5,b\n", "row,cluster\n1,1\n2,1\n3,1\n"
        report = {"n": 3, "k": 1, "cost": 5, "balance": 1, "sizes": [3], "medoids": [2], "violations": {"capacity": 0, "balance": 0},
                  "groups": {"g": [{"a": 1, "b": 1, "(missing)": 1}]}, "group_cost": {"g": {"a": 4, "b": 1}}}
        code, out, _ = self.judge(data, result, "-p g -k 1 --missing category --scale none", report)
        self.assertEqual(code, 0, out)

    def test_what_is_not_enforced_does_not_count(self):
        result = "row,cluster\n1,1\n2,2\n3,1\n4,1\n"
        report = dict(LINE_REPORT, cost=12, balance=0, sizes=[3, 1], medoids=[3, 2],
                      groups={"g": [{"a": 2, "b": 1}, {"b": 1}]}, violations={"capacity": 1, "balance": 2})
        options = "-p g -k 2 -t 1 -q 2 --min-size 2 --scale none"
        self.assertEqual(self.judge(LINE, result, options, report)[0], 6)
        code, out, _ = self.judge(LINE, result, options + " --enforces none", report)
        self.assertEqual(code, 0, out)
        self.assertEqual(out["capacity"], "VIOLATED (3, 2) not enforced")
        for name in ("capacity", "balance", "min_size"):
            self.assertEqual(self.judge(LINE, result, options + f" --enforces {name}", report)[0], 6)
        self.assertEqual(self.judge(LINE, result, options + " --enforces clusters", report)[0], 0)
        self.assertEqual(self.judge(LINE, result, options + " --enforces speed", report)[0], 2)


# Eight rows on a line: two clusters of four, one row of each with no group, two schools, weights.
CLASS = """name,x,sex,school,load
ann,0,F,N,1
bob,1,M,N,2
cai,3,F,S,1
dee,4,,S,4
eve,10,F,N,1
fay,11,M,S,1
gus,12,M,S,3
hal,14,,N,2
"""
CLASS_OPTIONS = "--id name -f x --scale none --missing category -k 2"
CLASS_LABELS = "11112222"


class Rules(Case):
    """Each rule beyond sizes and balance: a labelling that keeps it, and one that breaks it."""

    def label(self, labels, options="", report=None):
        names = [line.split(",")[0] for line in CLASS.splitlines()[1:]]
        result = "name,cluster\n" + "".join(f"{name},{c}\n" for name, c in zip(names, labels))
        return self.judge(CLASS, result, f"{CLASS_OPTIONS} {options}", report)

    def broken(self, labels, options):
        """The names of the properties that are violated; the exit code says the same."""
        code, lines, err = self.label(labels, options)
        bad = {name for name, text in lines.items() if text.startswith("VIOLATED")}
        self.assertEqual((code, err), (6 if bad else 0, ""), lines)
        return bad

    def test_weights_count_in_the_capacity(self):
        self.assertEqual(self.broken(CLASS_LABELS, "-w load -q 8"), set())
        self.assertEqual(self.broken(CLASS_LABELS, "-w load -q 7"), {"capacity"})
        self.assertEqual(self.label(CLASS_LABELS, "-w load")[1]["capacity"], "ok (8, 8)")  # ceil(15 * 1.01 / 2)
        self.assertEqual(self.broken(CLASS_LABELS, "-w load --slack 1 --min-size 4"), set())
        self.assertEqual(self.broken(CLASS_LABELS, "-w load --slack 1 --min-size 5"), {"min_size"})  # rows, not weight
        report = {"loads": [8, 7]}
        self.assertIn("ok", self.label(CLASS_LABELS, "-w load", report)[1]["report.loads"])
        self.assertIn("VIOLATED", self.label(CLASS_LABELS, "-w load", {"loads": [4, 4]})[1]["report.loads"])
        for cell in ("0", "-1", "1.5", "x", "", "1e300"):
            bad = CLASS.replace("M,N,2", f"M,N,{cell}")
            self.assertEqual(self.judge(bad, "row,cluster\n", CLASS_OPTIONS + " -w load")[0], 3, cell)
        self.assertEqual(self.describe(CLASS, "-w load -p sex --missing category")["features"], "3")  # x, school

    def test_a_capacity_for_each_cluster(self):
        sizes = "--sizes " + self.put("sizes", "3\n5\n")
        self.assertEqual(self.broken("11222221", sizes), set())
        self.assertEqual(self.broken("22111112", sizes), {"capacity"})
        self.assertEqual(self.label("22111112", sizes)[1]["capacity"], "VIOLATED (5, 3)")
        self.assertEqual(self.broken(CLASS_LABELS, "-w load --sizes " + self.put("sizes", "\ufeff8\r\n7\r\n")), set())
        self.assertEqual(self.broken(CLASS_LABELS, "-w load --sizes " + self.put("sizes", "7\n8\n")), {"capacity"})
        self.assertEqual(self.label(CLASS_LABELS, "--sizes " + self.put("sizes", "3\n"))[0], 2)
        self.assertEqual(self.label(CLASS_LABELS, sizes + " -q 5")[0], 2)
        self.assertEqual(self.label(CLASS_LABELS, "--sizes " + self.put("sizes", "3\nx\n"))[0], 3)

    def test_group_sizes(self):
        self.assertEqual(self.broken(CLASS_LABELS, "-s 3-4"), set())
        self.assertEqual(self.broken(CLASS_LABELS, "-s 4"), set())  # 4 to 5
        self.assertEqual(self.broken("11111222", "-s 4"), {"min_size"})
        self.assertEqual(self.broken("11111222", "-s 3-4"), {"capacity"})
        for text in ("0", "4-3", "x", "3-", "-3"):
            self.assertEqual(self.label(CLASS_LABELS, f"--group-size={text}")[0], 2, text)

    def test_shares(self):
        for share, labels, good in (("sex:F=1/4..1/2", CLASS_LABELS, 1), ("sex:F=0.26..", CLASS_LABELS, 0),
                                    ("sex:F=..50%", CLASS_LABELS, 1), ("sex:F=..49%", CLASS_LABELS, 0),
                                    ("sex:(missing)=25%..25%", CLASS_LABELS, 1), ("sex:=25%..1/4", CLASS_LABELS, 1),
                                    ("sex:NA=..0.2", CLASS_LABELS, 0), ("school:N=0.5..0.5", CLASS_LABELS, 1),
                                    ("school:N=0.5..0.5", "12212122", 0), ("4:S=1/2..1/2", CLASS_LABELS, 1)):
            bad = self.broken(labels, "--share " + share)
            self.assertEqual(len(bad), 1 - good, (share, bad))
            self.assertTrue(all(name.startswith("share ") for name in bad))
        line = self.label(CLASS_LABELS, "--share sex:F=0.3..0.5")[1]["share sex:F"]
        self.assertEqual(line, "VIOLATED (1/4..1/2, 3/10..1/2)")
        for share in ("sex:F", "sex:F=", "sex:F=..", "sex:F=0.5..0.4", "sex:F=0..2", "sex=0..1", "sex:X=0..1", "u:F=0..1"):
            self.assertEqual(self.label(CLASS_LABELS, "--share " + share)[0], 2, share)
        report = {"violations": {"capacity": 0, "balance": 0, "share": 1}}
        for count, good in ((1, 1), (0, 0)):
            report["violations"]["share"] = count
            line = self.label(CLASS_LABELS, "--share sex:F=0.3..0.5", report)[1]["report.violations"]
            self.assertEqual(line.startswith("ok"), bool(good))

    def test_columns_of_shares_are_no_features(self):
        self.assertEqual(self.describe(CLASS, "--missing category -x load")["features"], "6")  # x, sex 3, school 2
        self.assertEqual(self.describe(CLASS, "--missing category -x load --share school:N=0..1")["features"], "4")
        self.assertEqual(self.describe(CLASS, "-f x --share sex:F=0..1 --missing drop")["kept rows"], "6")
        self.assertIn("groups school", self.describe(CLASS, "-f x --no-isolate school"))

    def test_nobody_alone(self):
        self.assertEqual(self.broken(CLASS_LABELS, "--no-isolate school"), set())
        self.assertEqual(self.broken(CLASS_LABELS, "--no-isolate sex:M"), {"no_isolate sex:M"})
        self.assertEqual(self.broken(CLASS_LABELS, "--no-isolate sex"), {"no_isolate sex:M", "no_isolate sex:F"})
        self.assertEqual(self.broken("11112111", "--no-isolate sex"), {"no_isolate sex:F", "capacity"})
        self.assertEqual(self.label(CLASS_LABELS, "--no-isolate sex:NA")[0], 2)

    def test_together_apart_and_medoids(self):
        sets = self.put("sets", 'ann,"bob" , cai\r\n\r\nfay,gus\r\n')
        self.assertEqual(self.broken(CLASS_LABELS, f"--together {sets}"), set())
        self.assertEqual(self.broken("21112221", f"--together {sets}"), {"together"})
        self.assertEqual(self.label("21112221", f"--together {sets}")[1]["together"], "VIOLATED (1, 0)")
        self.assertEqual(self.label(CLASS_LABELS, f"--apart {sets}")[1]["apart"], "VIOLATED (4, 0)")
        again = f"--apart {sets} --apart {self.put('more', 'ann,bob,hal')}"  # the pair counts once
        self.assertEqual(self.label(CLASS_LABELS, again)[1]["apart"], "VIOLATED (4, 0)")
        apart = self.put("apart", "ann,eve\ndee,hal\n")
        self.assertEqual(self.broken(CLASS_LABELS, f"--apart {apart}"), set())
        self.assertEqual(self.broken("11112221", f"--apart {apart}"), {"apart"})
        for text in ("ann,zoe", "ann,ann", '"ann', "ann;bob"):
            self.assertEqual(self.label(CLASS_LABELS, "--together " + self.put("sets", text))[0], 3, text)
        medoids = "--medoids " + self.put("medoids", "name\nann\nfay\n")
        self.assertEqual(self.broken(CLASS_LABELS, medoids), set())
        self.assertEqual(self.label(CLASS_LABELS, medoids)[1]["cost"], "ok (13.0, None)")  # 8 around ann, 5 around fay
        self.assertEqual(self.broken("12112122", medoids), {"medoids"})
        for found, good in (([1, 6], 1), ([2, 6], 0), ([1, 7], 0)):
            line = self.label(CLASS_LABELS, medoids, {"medoids": found})[1]["report.medoids"]
            self.assertEqual(line.startswith("ok"), bool(good), found)

    def test_rows_are_named_by_number_without_an_id(self):
        result = "row,cluster\n" + "".join(f"{i},{c}\n" for i, c in enumerate(CLASS_LABELS, 1))
        for text, code in (("1,2", 0), ("1,5", 6), ("0,1", 3), ("1,9", 3), ("ann,bob", 3)):
            options = f"-f x -k 2 --together {self.put('sets', text)}"
            self.assertEqual(self.judge(CLASS, result, options)[0], code, text)
        dropped = "row,cluster\n" + "".join(f"{i},{c}\n" for i, c in zip((1, 2, 3, 5, 6, 7), "111222"))
        options = f"-f x -k 2 -p sex --missing drop --together {self.put('sets', '1,4,2')}"  # row 4 is left out
        self.assertEqual(self.judge(CLASS, dropped, options)[0], 0)

    def test_kept_rows(self):
        start = self.put("start", "cluster,name\n1,ann\n2,hal\n7,zoe\n,bob\n")
        self.assertEqual(self.broken(CLASS_LABELS, f"--start {start} --keep"), set())
        self.assertEqual(self.broken("22221111", f"--start {start} --keep"), {"keep"})
        self.assertEqual(self.label("22221111", f"--start {start} --keep")[1]["keep"], "VIOLATED (2, 0)")
        self.assertEqual(self.broken("22221111", f"--start {start}"), set())
        self.assertEqual(self.label(CLASS_LABELS, "--keep")[0], 2)
        twice = self.judge(CLASS.replace("bob", "ann"), "row,cluster\n", f"{CLASS_OPTIONS} --start {start} --keep")
        self.assertEqual(twice[0], 3)
        rows = self.put("start", "row,cluster\n1,2\n8,1\n")
        result = "row,cluster\n" + "".join(f"{i},{c}\n" for i, c in enumerate(CLASS_LABELS, 1))
        self.assertEqual(self.judge(CLASS, result, f"-f x -k 2 --start {rows} --keep")[1]["keep"], "VIOLATED (2, 0)")

    def test_pairs_that_met_before(self):
        chance = random.Random(4)
        names = [line.split(",")[0] for line in CLASS.splitlines()[1:]]
        for _ in range(150):
            files = [[chance.choice([1, 2, 3, None]) for _ in names] for _ in range(chance.randint(1, 4))]
            labels = "1" + "".join(chance.choice("12") for _ in names[2:]) + "2"
            met = {(i, j) for i, j in itertools.combinations(range(8), 2) if labels[i] == labels[j] and
                   any(of[i] == of[j] is not None for of in files)}
            options = ""
            for number, of in enumerate(files):
                rows = "".join(f"{name},{c or 'NA'}\n" for name, c in zip(names, of))
                options += f" --avoid {self.put(f'earlier{number}', 'name,cluster' + chr(10) + rows)}"
            report = {"repeated_pairs": len(met) + chance.randint(0, 1)}
            lines = self.label(labels, options + " -q 8", report)[1]
            self.assertEqual(lines["repeated_pairs"], f"ok ({len(met)}, None)")
            self.assertEqual(lines["report.repeated_pairs"].startswith("ok"), report["repeated_pairs"] == len(met))

    def test_pairs_are_null_where_there_were_no_earlier_teams(self):
        for value, good in ((None, 1), (0, 0)):
            line = self.label(CLASS_LABELS, "", {"repeated_pairs": value})[1]["report.repeated_pairs"]
            self.assertEqual(line.startswith("ok"), bool(good))

    def test_combinations_of_attributes(self):
        data = "x,g,h\n" + "".join(f"{i},{'ab'[i % 2]},{'uv'[i // 2 % 2]}\n" for i in range(8))
        pairs = "row,cluster\n" + "".join(f"{i + 1},{i // 4 + 1}\n" for i in range(8))
        mixed = "row,cluster\n" + "".join(f"{i + 1},{c}\n" for i, c in enumerate([1, 2, 2, 1, 1, 2, 2, 1]))
        for options, result, code in (("-p g,h -t 1", pairs, 0), ("-p g,h -t 1", mixed, 0),
                                      ("-p g,h -t 1 --intersectional", pairs, 0),
                                      ("-p g,h -t 1/9 --intersectional", mixed, 6),
                                      ("-p g,h -t 0 --intersectional", mixed, 0),
                                      ("-p g -t 1 --intersectional", pairs, 2)):
            self.assertEqual(self.judge(data, result, "-k 2 " + options)[0], code, options)
        report = {"groups": {"g & h": [{"a & u": 1, "a & v": 1, "b & u": 1, "b & v": 1}] * 2}}
        lines = self.judge(data, pairs, "-k 2 -p g,h --intersectional", report)[1]
        self.assertTrue(lines["report.groups"].startswith("ok"), lines)
        arguments = ["-k", "2", "-p", "g,h", "--intersectional", "-t", "g & h=1", "--share", "g & h:a & u=1/4..1/4",
                     self.put("data", data), self.put("result", pairs)]
        self.assertEqual(self.call(*arguments)[0], 0)
        arguments[6] = "g=1"
        self.assertEqual(self.call(*arguments)[0], 2)
        gap = self.judge(data.replace("0,a,u", "0,,u"), pairs, "-k 2 -p g,h --intersectional -t 1/2 --missing category")
        self.assertEqual((gap[0], gap[1]["balance"]), (6, "VIOLATED (0, 1/2)"))  # a & u is missing in cluster 1


class Measures(Case):
    """Distances of other kinds, and squares around means."""
    SQUARE = "x,y\n0,0\n3,4\n6,0\n"

    def test_metrics_by_hand(self):
        for metric, cost in (("euclidean", 10), ("manhattan", 13), ("sqeuclidean", 50)):
            self.assertEqual(self.cost(self.SQUARE, f"--scale none --metric {metric}", 3), cost)
        self.assertEqual(self.call("--metric", "hamming", "x", "y")[0], 2)

    def test_squares_around_means(self):
        self.assertAlmostEqual(self.cost(self.SQUARE, "--scale none --objective sse", 3), 18 + 32 / 3, places=12)
        self.assertEqual(self.call("--objective", "sse", "--metric", "manhattan", "x", "y")[0], 2)

    def test_stretched_features(self):
        self.assertEqual(self.cost(self.SQUARE, "--scale none --metric manhattan --weight-feature x=2", 3), 20)
        self.assertEqual(self.cost(self.SQUARE, "--scale none --weight-feature x=0,y=3", 3), 12)
        text = self.cost("c,x\nu,0\nv,0\nu,0\n", "--weight-feature c=3", 3)
        self.assertAlmostEqual(text, 3 * math.sqrt(2), places=12)
        for bad in ("x", "x=-1", "z=1", "x=a"):
            self.assertEqual(self.judge(self.SQUARE, "row,cluster\n", f"--weight-feature {bad}")[0], 2, bad)

    @staticmethod
    def matrix(rows):
        head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0])}), }}".ljust(117) + "\n"
        values = [v for row in rows for v in row]
        return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack(f"<{len(values)}d", *values)

    def test_given_distances(self):
        data, rows = "name,g\na,u\nb,\nc,v\nd,u\n", [[0, 1, 5, 9], [1, 0, 2, 9], [5, 2, 0, 1], [9, 9, 1, 0]]
        path = self.put("given.npy", self.matrix(rows))
        self.assertEqual(self.cost(data, f"--distances {path}", 4), 8)  # around c; the first columns are of no importance
        kept = "row,cluster\n1,1\n3,1\n4,1\n"
        lines = self.judge(data, kept, f"--distances {path} -p g --missing drop -k 1", {
            "cost": 6, "medoids": [3], "group_cost": {"g": {"u": 3, "v": 0}}})[1]
        for key in ("cost", "medoids", "group_cost"):
            self.assertTrue(lines[f"report.{key}"].startswith("ok"), lines)
        options = f"--distances {path} -k 1"
        for row, column, value in ((0, 1, 1.1), (2, 3, -1), (1, 1, 1e-9), (0, 3, math.nan), (3, 0, math.inf)):
            bad = [list(of) for of in rows]
            bad[row][column] = value
            self.put("given.npy", self.matrix(bad))
            self.assertEqual(self.judge(data, "row,cluster\n1,1\n", options)[0], 3, value)
        self.put("given.npy", self.matrix([of[:3] for of in rows[:3]]))
        self.assertEqual(self.judge(data, "row,cluster\n1,1\n", options)[0], 3)
        self.assertEqual(self.judge(data, "row,cluster\n1,1\n", options + " -f g")[0], 2)
        close = [list(of) for of in rows]
        close[0][1] *= 1 + 1e-10
        self.put("given.npy", self.matrix(close))
        self.assertAlmostEqual(self.cost(data, options, 4), 8, places=9)


class Reading(Case):
    def test_spellings_of_one_file(self):
        text = 'x;name;g\n0;"a;""b""";u\n1;v;w\n10;v;u\n12;v;w\n'
        result = text.replace("\n", ";1\n").replace("g;1", "g;cluster")
        crlf, blank = text.replace("\n", "\r\n"), text.replace("\n", "\n\n \n")
        variants = [text, text.rstrip(), crlf, text.replace("\n", "\r"), "\ufeff" + text, "sep=;\n" + text,
                    blank, text.encode("utf-16"), gzip.compress(text.encode()), text.replace(";u", "; u\t"),
                    "\ufeff".encode("utf-16-be") + text.encode("utf-16-be")]
        for data in variants:
            code, out, err = self.judge(data, result, "-p g -t 1 -x name --scale none")
            self.assertEqual((code, out.get("cost")), (0, "ok (21.0, None)"), (data, err))
        self.assertEqual(self.judge(text, result.replace('""', "'"), "-p g -t 1")[0], 6)
        self.assertEqual(self.describe('c,x\n"a""b",1\na"b,2\na"b,3\n', "--id x")["features"], "1")
        for delimiter in ",\t|":
            other = text.replace('"a;""b"""', "q").replace(";", delimiter)
            self.assertEqual(self.describe(other, "-p g")["columns"], "3")
        self.assertEqual(self.judge("junk\r\n" + text, result, "-p g -t 1 --skip 1")[0], 0)

    def test_faults(self):
        for data in (b"", b"\n\n", b"x,y\n", b"x,y\n1,2\n3\n", b'x,y\n1,"2\n', b'x,y\n1,"2"3\n',
                     b"x,y\n1,\x00\n", b"x,y\n1,\xff\n", b"x,y\n1,2\nu,2\n3,4\n4,5\n", b"x,y\n1,2\n,3\n",
                     b"\x1f\x8bnothing", b"x,y\n0x10,1\n2,2\n3,3\n", b"x,y\ninf,1\n2,2\n3,3\n"):
            self.assertEqual(self.call("--describe", self.put("data", data))[0], 3, data)
        self.assertEqual(self.call(os.path.join(self.folder, "none"), "result")[0], 7)
        self.assertEqual(self.call(self.put("data", LINE))[0], 2)
        self.assertEqual(self.judge(LINE, LINE_RESULT, "-p sex")[0], 2)
        self.assertEqual(self.judge(LINE, "x,g\n1,a\n", "-p g")[0], 3)

    def test_header_rules(self):
        for data, rows in ((LINE, 4), ("1,2\n3,4\n", 2), ("1,u\n2,u\n", 2), ("1,u\n2,v\n", 1),
                           ("u,v\nu,w\n", 1), (",g\n1,a\n2,b\n3,a\n", 3)):
            got = self.describe(data, "-f 1,2 --missing category")["rows"]
            self.assertEqual(got, str(rows), data)
        self.assertEqual(self.describe("1,2\n3,4\n", "--header")["rows"], "1")
        self.assertEqual(self.describe(LINE, "--no-header --categorical 1")["rows"], "5")

    def test_column_names(self):
        data = "2,x,\n1,5,a\n2,6,b\n3,7,a\n"  # a header that looks like a number wins over the number
        self.assertIn("groups 2", self.describe(data, "--header -p 2"))
        self.assertIn("groups 3", self.describe(data, "--header -p 3"))
        self.assertIn("groups x", self.describe(data, "--header -p x"))

    def test_identifiers(self):
        def found(name, values, options=""):
            body = "".join(f"{v},{i % 3}\n" for i, v in enumerate(values))
            return self.describe(f"{name},y\n{body}", "--header " + options)["identifiers"] == name
        for name in ("id", "ID", "student_id", "id.no", "Student Number", "nr", "Matriculation"):
            self.assertTrue(found(name, [3, 1, 2]), name)
        for name in ("idea", "grade", "my_id_x", "numbers"):
            self.assertFalse(found(name, [3, 1, 2]), name)
        self.assertFalse(found("id", [1, 1, 2]))
        self.assertFalse(found("c", ["1", "2", "u", "v", "u", "2"]))  # half numbers: text
        self.assertEqual(self.describe("a,b\n1,u\n2,v\n1,u\n", "--id b")["feature columns"], "1 (1 numeric)")
        half = self.describe("a,b\n1,1\n2,2\nu,1\nu,2\n", "--header")
        self.assertEqual((half["feature columns"], half["features"]), ("2 (1 numeric)", "4"))
        self.assertFalse(found("id", ["1.5", "2", "3"]))
        self.assertFalse(found("id", [3, 1, 2], "-f id,y"))
        self.assertTrue(found("mail", ["a", "b", "c"]))
        self.assertFalse(found("mail", [f"u{i}" for i in range(9)] + ["u0"]))  # 9 of 10 is not above 0.9
        self.assertTrue(found("mail", [f"u{i}" for i in range(19)] + ["u0"]))

    def test_a_column_of_nothing(self):
        for data, options in (("x,y,\n1,2,\n3,4,NA\n", ""), ("1,2,\n3,4,\n", "--no-header")):
            self.assertEqual(self.describe(data, options)["feature columns"], "2 (2 numeric)")
        code, _, err = self.call("--describe", "-f", "3", self.put("data", "x,y,\n1,2,\n3,4,\n"))
        self.assertEqual((code, err), (3, "check_result: column 3: 2 missing\n"))
        self.assertEqual(self.call("--describe", self.put("data", "x,y,z\n1,2,\n3,4,\n"))[0], 3)

    def test_byte_order_marks(self):
        for data in ("\ufeff\ufeffx,g\n0,a\n1,b\n", "\n\ufeffx,g\n0,a\n1,b\n", "sep=,\n\ufeffx,g\n0,a\n1,b\n", '"\ufeffx",g\n0,a\n1,b\n'):
            self.assertEqual(self.describe(data, "-f x")["feature columns"], "1 (1 numeric)")
        self.assertEqual(self.describe("t\n\ufeffx,g\n0,a\n1,b\n", "-f x --skip 1")["feature columns"], "1 (1 numeric)")

    def test_decimal_comma(self):
        self.assertEqual(self.cost("x;y\n0,5;1\n1,75;1\n", "--scale none", 2), 1.25)
        self.assertEqual(self.cost('x,y\n"0,5",1\n"1,75",1\n', "--scale none --decimal-comma", 2), 1.25)
        self.assertEqual(self.describe("x;y;z\n0,5;1.5;a\n1,75;1;a\n2,5;2;a\n", "-f y")["features"], "1")
        self.assertEqual(self.describe("x;y\n0,5;1\n1;2\n0,5;3\n2,5;1\n")["feature columns"], "2 (2 numeric)")

    def test_apostrophes(self):
        data = "x,t\n1,=a\n2,'=a\n3,''=a\n4,'b\n5,-x\n"  # cells =a =a '=a 'b -x
        self.assertEqual(self.describe(data)["features"], "5")
        result = "x,t,cluster\n1,'=a,1\n2,=a,1\n3,''=a,1\n4,'b,1\n5,'-x,1\n"
        self.assertEqual(self.judge(data, result)[0], 0)
        self.assertEqual(self.judge(data, result.replace("''=", "'=", 1))[0], 6)

    def test_own_cluster_column(self):
        data = "x,cluster\n1,7\n2,7\n3,8\n"
        self.assertEqual(self.judge(data, "x,cluster,cluster\n1,7,1\n2,7,1\n3,8,2\n", "-k 2")[0], 0)
        self.assertEqual(self.judge(data, "x,cluster,cluster\n1,7,7\n2,7,7\n3,8,8\n", "-k 2")[0], 6)

    def test_missing_policies(self):
        data = "x,c\n0,u\n,v\n4,?\n8,v\n8,u\n"
        self.assertEqual(self.judge(data, "row,cluster\n1,1\n")[0], 3)
        lines = self.describe(data, "--missing drop")
        self.assertEqual((lines["rows"], lines["kept rows"], lines["features"]), ("5", "3", "3"))
        self.assertEqual(self.describe(data, "--missing impute")["features"], "3")
        self.assertEqual(self.describe(data, "--missing category")["features"], "5")
        self.assertEqual(self.describe(data, "--missing drop --na 8")["kept rows"], "1")
        impute = self.cost(data, "--missing impute --scale none", 5)  # (0,u) (5,v) (4,u) (8,v) (8,u)
        self.assertAlmostEqual(impute, 3 + math.sqrt(27) + math.sqrt(3) + math.sqrt(11), places=12)
        category = self.cost("x,y\n0,1\n,1\n4,1\n", "--missing category --scale none", 3)  # (0,0) (2,1) (4,0)
        self.assertAlmostEqual(category, 2 * math.sqrt(5), places=12)
        often = self.cost("x,c\n0,u\n0,v\n0,v\n0,?\n", "--missing impute", 4)
        self.assertAlmostEqual(often, math.sqrt(2), places=12)
        kept = "x,c,cluster\n0,u,1\n8,v,1\n8,u,1\n"
        self.assertEqual(self.judge(data, kept, "--missing drop")[0], 0)
        self.assertEqual(self.judge(data, "row,cluster\n5,1\n4,1\n1,1\n", "--missing drop")[0], 0)
        self.assertEqual(self.judge(data, "row,cluster\n1,1\n2,1\n3,1\n", "--missing drop")[0], 6)

    def test_include_protected(self):
        self.assertEqual(self.describe(LINE, "-p g")["features"], "1")
        self.assertEqual(self.describe(LINE, "-p g --include-protected")["features"], "3")
        self.assertEqual(self.describe("x,g\n1,0\n2,1\n", "-p g --include-protected")["features"], "2")

    def test_npy(self):
        for kind, code in (("<f4", "<6f"), ("<f8", "<6d"), (">f8", ">6d")):
            head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': (3, 2), }}".ljust(117) + "\n"
            data = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + \
                struct.pack(code, 0, 0.1, 3, 0.1, 7, 0.1)
            self.assertEqual(self.cost(data, "--scale none", 3), 7)
            result = "1,2,cluster\n0,0.1,1\n3,0.1,1\n7,0.10,1\n"
            self.assertEqual(self.judge(data, result)[0], 0)
            self.assertEqual(self.judge(data, result.replace("0.10", "0.11"))[0], 6)
            self.assertEqual(self.call("--describe", self.put("data", data[:-1]))[0], 3)


@unittest.skipUnless(DATA, "FAIRCAP_DATA is not set")
class RealData(Case):
    def facts(self, options, *path):
        code, lines, err = self.call("--describe", *options.split(), os.path.join(DATA, *path))
        self.assertEqual(code, 0, err)
        return [lines["rows"], lines["kept rows"], lines["columns"], lines["features"]] + \
            [text for name, text in lines.items() if name.startswith("groups")]

    def test_counts_of_the_readme(self):
        self.assertEqual(self.facts("-p sex", "student-performance", "student-mat.csv"),
                         ["395", "395", "33", "57", "F 208, M 187"])
        self.assertEqual(self.facts("-p sex", "student-performance", "student-por.csv"),
                         ["649", "649", "33", "57", "F 383, M 266"])
        self.assertEqual(self.facts("-p gender -x id_student", "oulad", "studentInfo-4000.csv"),
                         ["4000", "4000", "12", "50", "F 2000, M 2000"])
        self.assertEqual(self.facts("-p 10 --no-header --missing drop", "adult", "adult.data")[:3],
                         ["32561", "30162", "15"])
        self.assertEqual(self.facts("-p marital", "bank-marketing", "bank-full.csv")[4:],
                         ["divorced 5207, married 27214, single 12790"])
        self.assertEqual(self.facts("-p SEX -x ID", "credit-default", "default_of_credit_card_clients.csv"),
                         ["30000", "30000", "25", "23", "1 11888, 2 18112"])

    def test_pisa_joined(self):
        parts = []
        for name in ("pisa2009train.csv", "pisa2009test.csv"):
            with open(os.path.join(DATA, "pisa2009", name), encoding="ascii") as stream:
                parts.append(stream.readlines())
        lines = self.describe("".join(parts[0] + parts[1][1:]), "-p male --missing drop")
        self.assertEqual((lines["rows"], lines["kept rows"], lines["features"]), ("5233", "3404", "29"))
        self.assertEqual(lines["groups male"], "0 1707, 1 1697")

    def test_thirty_points(self):
        """The known optimum: medoids 10, 14, 30, five of each colour in each cluster."""
        path = os.path.join(DATA, "known-answers", "thirty-points.csv")
        with open(path, encoding="ascii") as stream:
            rows = [line.strip().split(",") for line in stream][1:]
        points, medoids = [(float(r[1]), float(r[2])) for r in rows], [9, 13, 29]
        labels = {}
        for colour in "01":
            own = [i for i, row in enumerate(rows) if row[3] == colour]
            best = {(0, 0, 0): (0.0, ())}  # counts so far -> cheapest labels
            for i in own:
                step = {}
                for counts, (cost, chosen) in best.items():
                    for c, m in enumerate(medoids):
                        now = tuple(v + (j == c) for j, v in enumerate(counts))
                        entry = (cost + math.dist(points[i], points[m]), chosen + (c + 1,))
                        if max(now) <= 5 and (now not in step or entry < step[now]):
                            step[now] = entry
                best = step
            labels.update(zip(own, best[5, 5, 5][1]))
        result = "row,cluster\n" + "".join(f"{i + 1},{c}\n" for i, c in labels.items())
        report = {"n": 30, "k": 3, "cost": 24.835209553398663, "balance": 1, "sizes": [10] * 3,
                  "medoids": [10, 14, 30], "groups": {"color": [{"0": 5, "1": 5}] * 3},
                  "violations": {"capacity": 0, "balance": 0}}
        options = ["-f", "x1,x2", "-p", "color", "--scale", "none", "-k", "3", "-q", "11", "-t", "1"]
        files = [path, self.put("result", result), "--report", self.put("report", json.dumps(report))]
        code, lines, err = self.call(*options, *files)
        self.assertEqual(code, 0, (lines, err))
        for i in range(30):  # t = 1: no label can change alone
            changed = dict(labels)
            changed[i] = labels[i] % 3 + 1
            text = "row,cluster\n" + "".join(f"{j + 1},{c}\n" for j, c in changed.items())
            self.assertEqual(self.call(*options, path, self.put("changed", text))[0], 6)


if __name__ == "__main__":
    unittest.main()
