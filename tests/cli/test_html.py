"""`faircap cluster --html`: one page that says everything about a run, to people who never read the paper.

The page is read here by Python's own parser, as a browser would. What it shows is compared with the JSON report, with the
second checker and with figures computed here; its commands are given to a shell and run.
"""
import csv
import io
import math
import os
import random
import re
import shlex
import subprocess
import unittest
from fractions import Fraction
from html.parser import HTMLParser

from tool import Case, read_json

VOID = {"meta", "br", "hr", "img", "link", "input"}
KNOWN = {"html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "b", "strong", "div", "dl", "dt", "dd", "ul",
         "li", "section", "figure", "figcaption", "svg", "defs", "pattern", "path", "rect", "line", "circle", "text", "g", "use",
         "desc", "table", "thead", "tbody", "tfoot", "tr", "th", "td", "pre", "code", "span"}
PICTURE = {"rect", "line", "circle", "path", "use"}  # written as <rect .../>


class Element:
    def __init__(self, tag, attributes, parent):
        self.tag, self.attributes, self.parent, self.children = tag, dict(attributes), parent, []

    def text(self):
        return "".join(c if isinstance(c, str) else c.text() for c in self.children)

    def all(self, tag, **attributes):
        """The elements below with that tag and these attributes (class_ is one of the classes)."""
        for child in self.children:
            if not isinstance(child, str):
                wanted = all(value in child.attributes.get("class", "").split() if key == "class_" else
                             child.attributes.get(key) == value for key, value in attributes.items())
                if child.tag == tag and wanted:
                    yield child
                yield from child.all(tag, **attributes)


class Reader(HTMLParser):
    """A tree, or an exception where something is not closed, not known, or written twice."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.root = self.at = Element("", [], None)
        self.ids = []
        self.feed(text)
        self.close()
        if self.at is not self.root:
            raise AssertionError(f"<{self.at.tag}> is not closed")

    def handle_starttag(self, tag, attributes):
        if tag not in KNOWN:
            raise AssertionError(f"an element that no page has: <{tag}>")
        if len(dict(attributes)) < len(attributes):
            raise AssertionError(f"<{tag}> has an attribute twice: {attributes}")
        element = Element(tag, attributes, self.at)
        self.at.children.append(element)
        self.ids += [element.attributes["id"]] if "id" in element.attributes else []
        if tag not in VOID:
            self.at = element

    def handle_startendtag(self, tag, attributes):
        if tag not in PICTURE:
            raise AssertionError(f"<{tag}/> closes nothing in HTML")
        self.handle_starttag(tag, attributes)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if tag != self.at.tag:
            raise AssertionError(f"</{tag}> closes <{self.at.tag}>")
        self.at = self.at.parent

    def handle_data(self, data):
        self.at.children.append(data)

    def handle_comment(self, data):
        raise AssertionError(f"a comment: {data}")


class Page:
    def __init__(self, text):
        self.source = text
        self.reader = Reader(text)
        self.root = self.reader.root
        self.title, = (h.text() for h in self.root.all("h1"))

    def text(self):
        return next(self.root.all("main")).text()

    def section(self, start):
        """The one section whose heading begins so; None when there is none."""
        found = [s for s in self.root.all("section") if next(s.all("h2")).text().startswith(start)]
        if len(found) > 1:
            raise AssertionError(f"{start} is there {len(found)} times")
        return found[0] if found else None

    def words(self, start):
        """The text of a section, with single spaces."""
        return " ".join(self.section(start).text().split())

    def commands(self):
        """(check, repeat)"""
        return tuple(pre.text() for pre in self.root.all("pre", class_="command"))

    def rows(self, start):
        """The rows of a section's table as lists of texts: head, body, foot."""
        table = next(self.section(start).all("table"))
        return [[[cell.text() for cell in row.children if not isinstance(cell, str)]
                 for row in next(table.all(part)).all("tr")] for part in ("thead", "tbody", "tfoot")]


class PageCase(Case):
    def page(self, *arguments, name="page.html", **more):
        """The page of a run whose table and report are out.csv and out.json."""
        done = self.expect(0, "cluster", *arguments, "-o", "out.csv", "--json", "out.json", "--html", name, **more)
        self.said, self.report = done.err, read_json(self.text("out.json"))
        return Page(self.text(name))

    def generate(self, n, *more, name="data.csv"):
        self.expect(0, "generate", "--n", n, "-o", name, *more)

    def labelled(self):
        return list(csv.DictReader(io.StringIO(self.text("out.csv"))))


class Form(PageCase):
    """Every page is whole, runs nothing and loads nothing."""

    def assert_sound(self, page):
        self.assertEqual(len(page.reader.ids), len(set(page.reader.ids)))
        for element in page.root.all("svg", role="img"):
            for name in element.attributes["aria-labelledby"].split():
                self.assertIn(name, page.reader.ids)
        for element in page.root.all("use"):
            self.assertEqual(element.attributes["href"][:1], "#")
            self.assertIn(element.attributes["href"][1:], page.reader.ids)
        self.assertEqual(re.findall(r"(?i)<script|javascript:|\bon\w+=|\bsrc=|@import|https?:|//", page.source), [])
        self.assertEqual(set(re.findall(r"url\((.*?)\)", page.source)), {"#hatch"})
        policy, = (m.attributes["content"] for m in page.root.all("meta", **{"http-equiv": "Content-Security-Policy"}))
        self.assertIn("default-src 'none'", policy)
        for number in re.findall(r' (?:width|height|x|y|cx|cy|x1|x2|y1|y2|r)="([^"]*)"', page.source):
            self.assertRegex(number, r"^-?\d+(\.\d+)?%?$")
        self.assertNotRegex(page.text() + self.said, r"\b1 (clusters|members|rows|points|rules|columns|coordinates|threads)\b")
        self.assertNotRegex(page.text().lower(), r"\b(nan|inf|null)\b")

    def test_pages_of_all_kinds_are_sound(self):
        self.generate(60, "--dim", 4, "--groups", 3, name="three.csv")
        self.generate(90, "--dim", 1, name="line.csv")
        self.generate(90, "--dim", 2, name="plane.csv")
        self.put("one.csv", "x,g\n5,a\n")
        self.put("equal.csv", "x,y,z,g\n" + "1,1,1,a\n1,1,1,b\n" * 8)
        self.put("lost.csv", "x,y,g\n" + "".join(f"{i},{i * i % 7},{'ab'[i % 2] if i % 3 else ''}\n" for i in range(30)))
        rows = ["one.csv", "-k", 1], ["one.csv", "-k", 1, "-p", "g", "-t", 0], ["three.csv", "-k", 1, "-p", "group"], \
            ["three.csv", "-k", 60], ["three.csv", "-k", 7, "-p", "group"], ["line.csv", "-k", 4, "-p", "group"], \
            ["line.csv", "-k", 45, "-p", "group", "-q", 2], ["plane.csv", "-k", 9, "-p", "group", "-m", "kmedoids", "-q", 9], \
            ["plane.csv", "-k", 9, "-p", "group", "-m", "fair-kmedoids"], ["plane.csv", "-k", 9, "-x", "group", "--bound", "off"], \
            ["equal.csv", "-k", 4, "-p", "g"], ["lost.csv", "-k", 3, "-p", "g", "--missing", "category", "-q", 20], \
            ["plane.csv", "-k", 40, "-m", "kmedoids", "-q", 3, "--min-size", 2, "-p", "group"]
        for words in rows:
            with self.subTest(words=words):
                self.assert_sound(self.page(*words, "--threads", 1, "--effort", 1))

    def test_hostile_names_are_only_names(self):
        column, groups = "<script>alert(1)</script>", ["</td></table>", "a & b", '"><img src=x onerror=alert(1)>', "'quoted'"]
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(["x", "<i>y</i>", column])
        for i in range(40):
            writer.writerow([i, i * i % 11, groups[i % 4]])
        self.put("<b>file<b> & co.csv", text.getvalue())
        page = self.page("<b>file<b> & co.csv", "-k", 4, "-p", column, "-m", "kmedoids")
        shown = page.text()
        for name in column, *groups, "<b>file<b> & co.csv", "<i>y</i>":
            self.assertIn(name, shown)
        self.assertEqual([row[0] for row in page.rows("Distance by")[1]],
                         sorted(groups, key=lambda g: -self.report["group_cost"][column][g]))
        self.assertNotIn("<script>", page.source)

    def test_invisible_characters_do_not_get_onto_the_page(self):
        self.put("data.csv", "x,g\u202eh\n" + "".join(f"{i},\u200b{'ab'[i % 2]}\x1b\n" for i in range(8)))
        page = self.page("data.csv", "-k", 2, "-p", "g\u202eh")
        self.assertNotRegex(page.source, "[\u202e\u200b\x00-\x09\x0b-\x1f]")
        self.assertIn("Balance by g?h", page.text())


class Privacy(PageCase):
    def test_no_identifier_and_no_cell_is_on_the_page(self):
        rng = random.Random(7)
        towns = [f"Town{c}shire" for c in "ABCDEF"]
        rows = [(f"Name{i}Surname", f"key{i}x", rng.choice(towns), rng.randint(10 ** 8, 10 ** 9), "FM"[i % 2]) for i in range(60)]
        self.put("data.csv", "name,key,town,income,sex\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
        for more in [], ["--id", "key"], ["--id", "name", "--labels-only"]:
            page = self.page("data.csv", "-k", 6, "-p", "sex", "-m", "kmedoids", *more)
            for row in rows:
                for cell in map(str, row[:4]):
                    self.assertNotIn(cell, page.source)
            for name in "town", "income", "sex":  # names of columns are what the page speaks of
                self.assertIn(name, page.text())


class Words(PageCase):
    def test_the_page_says_what_was_asked_and_what_came_out(self):
        self.generate(60, "--seed", 3)
        page = self.page("data.csv", "-k", 5, "-p", "group", "-q", 14, "--min-size", 9)
        self.assertEqual(page.title, "5 clusters of data.csv")
        said = " ".join(page.text().split())
        for words in ("Asked for: divide 60 rows into 5 clusters of similar members, each with at least 9 and at most 14 members, and "
                      "with a balance of at least 1/2 by group. Method: best.",
                      "Every rule holds. No cluster has more than 14 members or fewer than 9, and each is as balanced as asked for.",
                      f"What came out: 60 rows in 5 clusters of {min(self.report['sizes'])} to {max(self.report['sizes'])} members. "
                      f"A row is on average {self.report['cost'] / 60:#.4g} from the medoid of its cluster",
                      "It is proved that no other grouping that keeps the rules costs less."):
            self.assertIn(words, said)

    def test_a_broken_rule_is_said_first(self):
        self.generate(80, "--seed", 5)
        page = self.page("data.csv", "-k", 6, "-p", "group", "-m", "kmedoids", "-q", 14, "-t", "9/10")
        said, broken = " ".join(page.text().split()), self.report["violations"]
        self.assertGreater(broken["capacity"] * broken["balance"], 0)
        self.assertIn(f"Not every rule holds. kmedoids ignores capacity and balance: {broken['capacity']} of 6 clusters "
                      f"{'is' if broken['capacity'] == 1 else 'are'} larger than 14", said)
        self.assertIn("How far this is from the lowest possible cost is not known.", said)

    def test_balances_have_three_digits_and_are_never_rounded_up(self):
        """1999 to 4000 is below 1/2, although it rounds to 0.500."""
        self.put("data.csv", "x,g\n" + "1,a\n" * 4000 + "2,b\n" * 1999)
        page = self.page("data.csv", "-k", 1, "-p", "g", "-m", "kmedoids", "--effort", 1)
        self.assertIn("balance 0.499 (", self.said)
        self.assertEqual(page.rows("The cluster")[1][0][4], "too low: 0.499")
        self.assertNotIn("0.500", page.text())

    def test_two_different_balances_look_different(self):
        self.put("data.csv", "x,g\n" + "".join(f"{x},{g}\n" for x, n in ((0, 89), (9, 90)) for g in "ab"
                                                for _ in range(100 if g == "a" else n)))
        page = self.page("data.csv", "-k", 2, "-p", "g")
        self.assertEqual([row[4] for row in page.rows("All clusters")[1]], ["0.890", "0.900"])


class Ranking(PageCase):
    def expected_order(self, limit, most, least=1):
        """Clusters from the worst to the best, from the written table and the definition."""
        report, keys = self.report, {}
        rows = self.labelled()
        points = [[float(row[x]) for x in ("x1", "x2")] for row in rows]
        for c in range(1, report["k"] + 1):
            members = [i for i, row in enumerate(rows) if row["cluster"] == str(c)]
            medoid = points[report["medoids"][c - 1] - 1]
            mean = math.fsum(math.dist(points[i], medoid) for i in members) / len(members)
            off = max(len(members) - most, least - len(members), 0)
            balance, broken = Fraction(1), off > 0
            for attribute in report["groups"]:
                counts = report["groups"][attribute][c - 1].values()
                balance = min(balance, Fraction(min(counts), max(counts)))
                broken += Fraction(min(counts), max(counts)) < limit
            keys[c] = -broken, -off, balance, -round(mean, 9)
        return sorted(keys, key=lambda c: (keys[c], c))

    def order(self, page):
        return [int(row[0]) for row in page.rows("All clusters")[1]]

    def test_the_worst_cluster_comes_first(self):
        for seed in range(1, 7):
            self.generate(70, "--seed", seed)
            for words, limit, most in ((["-p", "group"], Fraction(1, 2), 12), (["-x", "group"], Fraction(0), 12),
                                       (["-p", "group", "-m", "kmedoids", "-t", "3/4"], Fraction(3, 4), 12),
                                       (["-p", "group", "-m", "kmedoids", "-t", 0], Fraction(0), 10)):
                with self.subTest(seed=seed, words=words):
                    page = self.page("data.csv", "-k", 6, "-q", most, *words, "--scale", "none", "--effort", 2)
                    expected = self.expected_order(limit, most)
                    self.assertEqual(self.order(page), expected)
                    self.assertRegex(page.words("The worst cluster"), rf"Cluster {expected[0]} (breaks|comes first)")
                    bars = [t.text() for t in page.section("Sizes").all("text") if t.text().startswith("Cluster")]
                    self.assertEqual(bars, [f"Cluster {c}" for c in expected])

    def test_the_reason_is_said(self):
        def said(data, *words):
            self.put("data.csv", "x,g\n" + data)
            return self.page("data.csv", *words, "--scale", "none").words("The worst cluster")
        even = "".join(f"{x + i},{g}\n" for x in (0, 100) for i, g in enumerate("aabb"))
        self.assertIn("No cluster breaks a rule. All are equally balanced. Cluster 2 comes first because its members are the "
                      "farthest from their medoid. Its members are on average 1.500 from their medoid, all rows 1.250.",
                      said(even.replace("103,b", "105,b"), "-k", 2, "-p", "g"))
        self.assertIn("Cluster 1 comes first because it is the least balanced: 0.333 by g.",
                      said(even.replace("2,b", "2,a", 1), "-k", 2, "-p", "g", "-t", "1/3"))
        self.assertIn("Cluster 1 breaks 2 rules: it has 5 members, 1 too many, and its balance by g is 0.250, where at least 1/2 "
                      "was asked for.", said("0,a\n1,a\n2,a\n3,b\n4,a\n99,b\n100,a\n101,b\n", "-k", 2, "-p", "g", "-q", 4, "-m", "kmedoids"))
        self.assertIn("There is none: by all that counts here the clusters are equal.", said(even, "-k", 2, "-p", "g"))

    def test_one_cluster_is_neither_the_worst_nor_the_best(self):
        self.generate(20)
        page = self.page("data.csv", "-k", 1, "-p", "group")
        self.assertIsNone(page.section("The worst cluster"))
        self.assertEqual(len(page.rows("The cluster")[1]), 1)


class Groups(PageCase):
    def test_the_means_are_those_of_the_second_checker(self):
        for seed in 1, 2, 3:
            self.generate(90, "--groups", 4, "--dim", 3, "--seed", seed)
            request = "-k", 7, "-p", "group", "-q", 90, "-t", 0
            page = self.page("data.csv", *request)
            opinion = self.second_opinion("data.csv", "out.csv", *request, "--report", "out.json")
            self.assertEqual((opinion.code, opinion.out["report.group_cost"]), (0, "ok (1, 1)"))
            means = self.report["group_cost"]["group"]
            head, body, foot = page.rows("Distance by group")
            self.assertEqual([row[0] for row in body], sorted(means, key=lambda g: -means[g]))
            members = {g: sum(c[g] for c in self.report["groups"]["group"]) for g in means}
            mean = self.report["cost"] / 90
            for group, count, shown, _, against in body:
                self.assertEqual((int(count), shown), (members[group], f"{means[group]:#.4g}"))
                self.assertAlmostEqual(float(against[:-2]), 100 * (means[group] / mean - 1), delta=0.05001)
            self.assertEqual(foot[0][2], f"{mean:#.4g}")
            widths = [float(r.attributes["width"][:-1]) for r in page.section("Distance by group").all("rect")]
            for (_, _, shown, _, _), width in zip(body, widths):
                self.assertAlmostEqual(width / widths[0], float(shown) / float(body[0][2]), places=3)

    def test_who_is_served_worst_is_said(self):
        self.put("data.csv", "x,g\n0,a\n0,a\n4,b\n10,a\n10,a\n14,b\n")
        page = self.page("data.csv", "-k", 2, "-p", "g", "--scale", "none")
        self.assertIn("b is served worst: farther than a. No rule", page.words("Distance by g"))
        self.put("data.csv", "x,g\n0,a\n1,b\n2,a\n10,a\n11,b\n13,b\n")
        page = self.page("data.csv", "-k", 2, "-p", "g", "--scale", "none")
        self.assertEqual(self.report["group_cost"]["g"], {"a": 1, "b": 2 / 3})
        self.assertIn("a is served worst: 50.0 % farther than b. No rule", page.words("Distance by g"))
        self.put("data.csv", "x,g\n0,a\n0,b\n4,a\n4,b\n")
        self.assertIn("All groups are served alike.", self.page("data.csv", "-k", 2, "-p", "g").words("Distance by g"))

    def test_one_group_is_compared_with_nothing(self):
        self.put("data.csv", "x,g\n0,a\n1,a\n4,a\n")
        self.assertIsNone(self.page("data.csv", "-k", 1, "-p", "g", "-t", 0).section("Distance by"))


class Plane(PageCase):
    def eigenvalues(self, points):
        """Of the scatter matrix, the largest first, by Jacobi rotations."""
        d, n = len(points[0]), len(points)
        mean = [math.fsum(p[c] for p in points) / n for c in range(d)]
        s = [[math.fsum((p[a] - mean[a]) * (p[b] - mean[b]) for p in points) for b in range(d)] for a in range(d)]
        for _ in range(60):
            for p in range(d):
                for q in range(p + 1, d):
                    if s[p][q] != 0:
                        theta = (s[q][q] - s[p][p]) / (2 * s[p][q])
                        t = math.copysign(1, theta) / (abs(theta) + math.hypot(theta, 1))
                        c = 1 / math.hypot(t, 1)
                        for i in range(d):
                            s[i][p], s[i][q] = c * s[i][p] - t * c * s[i][q], t * c * s[i][p] + c * s[i][q]
                        for i in range(d):
                            s[p][i], s[q][i] = c * s[p][i] - t * c * s[q][i], t * c * s[p][i] + c * s[q][i]
        return sorted((s[i][i] for i in range(d)), reverse=True)

    def places(self, page):
        plane = next(e for e in page.root.all("svg", role="img") if "plane" in e.attributes["class"].split())
        aspect = {"flat": 0.4, "square": 1}.get(plane.attributes["class"].split()[-1], 2 / 3)
        return [(float(u.attributes["x"][:-1]), aspect * float(u.attributes["y"][:-1])) for u in plane.all("use")]

    def test_the_axes_are_the_principal_ones(self):
        rng = random.Random(11)
        for d, spread in (3, [5, 4.5, 1]), (5, [3, 3, 2.9, 2.8, 1]), (6, [9, 1, 1, 1, 1, 1]), (4, [1, 1, 0, 0]):
            points = [[rng.gauss(0, 1) * w for w in spread] for _ in range(80)]
            angle = rng.random()
            points = [[p[0] * math.cos(angle) - p[-1] * math.sin(angle), *p[1:-1],
                       p[0] * math.sin(angle) + p[-1] * math.cos(angle)] for p in points]
            self.put("data.csv", "".join(f"x{c}," for c in range(d))[:-1] + "\n" +
                     "".join(",".join(map(repr, p)) + "\n" for p in points))
            page = self.page("data.csv", "-k", 3, "-m", "kmedoids", "--scale", "none")
            values = self.eigenvalues(points)
            shown = [int(x) for x in re.findall(r"direction, (\d+) % of the variance", page.text())]
            for a in range(2):
                self.assertAlmostEqual(shown[1 - a] if len(shown) == 2 and shown[0] < shown[1] else shown[a],
                                       100 * values[a] / sum(values), delta=0.51)
            both = int(re.search(r"it shows (\d+) % of their variance", page.text())[1])
            self.assertAlmostEqual(both, 100 * sum(values[:2]) / sum(values), delta=0.51)
            places = self.places(page)
            spreads = self.eigenvalues(places)
            variance = [math.fsum((p[a] - math.fsum(q[a] for q in places) / len(places)) ** 2 for p in places) for a in range(2)]
            self.assertAlmostEqual(variance[0] / spreads[0], 1, places=3)  # already along its own axes
            self.assertAlmostEqual(variance[1] / variance[0], values[1] / values[0], delta=0.002)

    def test_many_rows_are_a_sample_in_which_nothing_that_repeats_is_lost(self):
        """Five groups of rows in turn, and a sample of a fifth: every fifth row would show one group only."""
        rng = random.Random(2)
        self.put("data.csv", "x,y,z\n" + "".join(
            f"{20 * (i % 5) + rng.random():.4f},{rng.random():.4f},{rng.random():.4f}\n" for i in range(10000)))
        page = self.page("data.csv", "-k", 5, "-m", "kmedoids", "--effort", 1, "--scale", "none")
        self.assertEqual(self.report["sizes"], [2000] * 5)
        self.assertIn("2000 of the 10000 rows are drawn, and the medoids", page.text())
        plane = next(e for e in page.root.all("svg", role="img") if "plane" in e.attributes["class"].split())
        marks = [len(list(g.all("use"))) for g in plane.all("g")]
        self.assertEqual(sum(marks), 2000 + 5)
        self.assertGreater(min(marks), 300)
        self.assertEqual(len(list(plane.all("circle", class_="ring"))), 5)
        for x, y in self.places(page):
            self.assertTrue(5 < x < 95 and 0 < y < 95, (x, y))


class Proof(PageCase):
    def setUp(self):
        super().setUp()
        self.generate(40, "--seed", 4)

    def test_an_optimum_is_called_one(self):
        page = self.page("data.csv", "-k", 4, "-p", "group")
        self.assertEqual(self.report["status"], "optimal")
        said = page.words("How near the optimum")
        self.assertIn(f"Cost found{self.report['cost']:#.6g} Lower bound{self.report['lower_bound']:#.6g} Gapnone: proved optimal",
                      said.replace(" Cost", "Cost"))
        self.assertIn("No certificate was asked for. With --certificate FILE", said)

    def test_a_gap_is_a_promise(self):
        self.generate(300, "--true-clusters", 1, "--seed", 2)
        page = self.page("data.csv", "-k", 9, "-p", "group", "--gap", "30%", "--effort", 1)
        self.assertEqual(self.report["status"], "feasible")
        shown = float(re.search(r"Gap([\d.]+) % of the cost, rounded up", page.words("How near the optimum"))[1])
        self.assertTrue(100 * self.report["gap"] <= shown <= 100 * self.report["gap"] * 1.1 + 0.001)
        self.assertIn(f"is more than {shown:g} % cheaper", re.sub(r"\.0 %", " %", " ".join(page.text().split())))

    def test_what_the_certificate_proves_is_said(self):
        page = self.page("data.csv", "-k", 4, "-p", "group", "--certificate", "proof")
        said = page.words("How near the optimum")
        self.assertIn("The certificate of this run holds one number for each row.", said)
        self.assertEqual("the rest was proved by branch and bound" in said,
                         self.report["multiplier_bound"] < self.report["lower_bound"] * (1 - 1e-9))
        self.assertIn("To verify the rules, the cost and the bound:", said)

    def test_no_bound_is_said_too(self):
        said = self.page("data.csv", "-k", 4, "-p", "group", "--bound", "off").words("How near the optimum")
        self.assertIn("There is no lower bound: --bound off.", said)
        for method in "kmedoids", "fair-kmedoids", "fair-hierarchical", "fairlet-kmedoids", "fairlet-kcenter":
            said = self.page("data.csv", "-k", 4, "-p", "group", "-m", method).words("How near the optimum")
            self.assertIn(f"The method {method} computes no lower bound", said)
            self.assertNotIn("certificate", said)


class Commands(PageCase):
    """What is copied from the page is what was typed, and does what it says."""

    def words(self, command):
        """As bash takes it apart."""
        done = subprocess.run(["bash", "-c", f"faircap() {{ printf '%s\\0' faircap \"$@\"; }}\n{command}"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env={"PATH": os.environ["PATH"], "LC_ALL": "C"}, check=False)
        self.assertEqual(done.stderr, b"")
        return [os.fsdecode(word) for word in done.stdout.split(b"\0")[:-1]]

    def test_the_command_is_the_one_that_was_typed(self):
        self.generate(20, name="it's a \"roster\" of $HOME & `co`.csv")
        typed = ["cluster", "-k3", "--protect=group", "-x", "id", "--na", "a b,*,?", "--na", "", "-t", "1/3", "-o", "out \\ put.csv", "--seed", "5",
                 "--html", "page #1.html", "it's a \"roster\" of $HOME & `co`.csv"]
        self.expect(0, *typed)
        check, repeat = Page(self.text("page #1.html")).commands()
        self.assertEqual(shlex.split(repeat), ["faircap", *typed])
        self.assertEqual(self.words(repeat), ["faircap", *typed])
        self.assertEqual(shlex.split(check), ["faircap", "check", typed[-1], "out \\ put.csv", "-k3", "--protect=group", "-x", "id",
                                              "--na", "a b,*,?", "--na", "", "-t", "1/3"])

    def test_any_file_name_comes_back(self):
        names = ["plain.csv", "-dash.csv", "~.csv", "a\nb.csv", "tab\t.csv", "\x1b[31mred.csv", "\u00fcber \u65e5.csv", "right\u202eleft.csv",
                 "zero\u200bwidth.csv", os.fsdecode(b"not\xffutf8.csv"), "'", "\\", "$'x'", "a=b", "!!", "{a,b}", "#", "\u00a0", "'\n'"]
        self.generate(12, name="base.csv")
        for name in names:
            with self.subTest(name=name):
                self.put("data.csv", self.get("base.csv"))
                os.rename(self.path("data.csv"), self.path(name))
                self.expect(0, "cluster", "-k", 2, "-p", "group", "-o", "out.csv", "--html", "page.html", "--", name)
                page = Page(self.text("page.html"))
                check, repeat = page.commands()
                self.assertNotRegex(repeat, "[\x00-\x1f\x7f\u200b\u202e]")
                self.assertEqual(self.words(repeat)[1:],
                                 ["cluster", "-k", "2", "-p", "group", "-o", "out.csv", "--html", "page.html", "--", name])
                self.expect(0, *self.words(check)[1:])
                os.unlink(self.path(name))

    def test_the_commands_do_what_they_say(self):
        self.generate(40, "--seed", 6)
        for words in (["data.csv", "-k", 4, "-p", "group", "--certificate", "proof"], ["-vk4", "data.csv"],
                      ["data.csv", "-vk", 4, "-q11", "--scale", "none", "-m", "fair-hierarchical", "-pgroup", "--min-size=8"],
                      ["--json", "r.json", "--labels-only", "--id", "id", "--quiet", "-k", 5, "-p", "group", "-t", "0.6", "--", "data.csv"],
                      ["data.csv", "--slack=1.2", "--clusters", 3, "-f", "x1", "--time-limit", 60, "--threads", 1]):
            with self.subTest(words=words):
                place = words.index("--") if "--" in words else len(words)
                words[place:place] = ["-o", "out.csv", "--html", "page.html"]
                self.expect(0, "cluster", *words)
                table = self.get("out.csv")
                check, repeat = map(shlex.split, Page(self.text("page.html")).commands())
                self.assertEqual(repeat[1:], ["cluster", *map(str, words)])
                os.unlink(self.path("out.csv"))
                self.expect(0, *repeat[1:])
                self.assertEqual(self.get("out.csv"), table)
                done = self.expect(0, *check[1:])
                self.assertEqual("certificate: ok" in done.out, "--certificate" in words)

    def test_what_was_not_saved_has_a_name_to_fill_in(self):
        self.generate(12)
        for words in [], ["-o", "-"], ["-o", "/dev/null"]:
            self.expect(0, "cluster", "data.csv", "-k", 2, "--html", "page.html", *words)
            self.assertEqual(Page(self.text("page.html")).commands()[0], "faircap check data.csv RESULT -k 2")
        done = self.expect(0, "cluster", "data.csv", "-k", 2, "--html", "-", "--certificate", "proof")
        self.assertEqual(Page(done.out).commands(), ("faircap check data.csv RESULT -k 2 --certificate proof",
                                                     "faircap cluster data.csv -k 2 --html - --certificate proof"))

    def test_an_early_end_is_no_promise(self):
        self.generate(3000)
        done = None
        for seconds in "0.3", "1", "3":
            if done is None or done.code == 5:
                done = self.run_tool("cluster", "data.csv", "-k", 30, "-m", "kmedoids", "--effort", 9, "--time-limit", seconds,
                                     "-o", "out.csv", "--html", "page.html")
        self.assertEqual(done.code, 0, done.err)
        self.assertIn("another run may find something else", Page(self.text("page.html")).text())


if __name__ == "__main__":
    unittest.main()
