"""Figures and pages of sweeps and tunes, also of results that no run would give.

draw_figures (tests/tool/draw.c) draws them from a table of results. Every figure must be well formed, hold finite numbers
only, keep inside its viewBox, and have no two texts on top of each other; what its CSV says is computed here anew.
"""
import csv
import html.parser
import io
import itertools
import os
import re
import shutil
import statistics
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree

import tool

DRAW = os.path.join(os.path.dirname(tool.FAIRCAP), "draw_figures")
COLUMNS = ("method,k,seed,q,status,cost,bound,gap,balance,violations,over_capacity,unbalanced,repaired,seconds,slack,lambda,"
           "sizes").split(",")
FAIRLET_METHODS = [f"{m}/{f}" for m in ("fair-hierarchical", "fair-kmedoids", "fairlet-kcenter", "fairlet-kmedoids")
                   for f in ("mcf", "vanilla")]
ALL = ["best", "kmedoids"] + FAIRLET_METHODS
SVG = "{http://www.w3.org/2000/svg}"
LETTER, NARROW = 6.4, 5.0  # widths of a letter: the widest likely, and the least


def answer(method, k, seed=1, cost=None, n=120, **other):
    """A row of results: a plausible answer unless told otherwise."""
    q = -(-n * 101 // (100 * k))
    size = [n // k + (c < n % k) for c in range(k)]
    cost = 1000 / k ** 0.3 * (1 + 0.02 * ALL.index(method) if method in ALL else 1) + seed if cost is None else cost
    row = dict(method=method, k=k, seed=seed, q=q, status="feasible", cost=cost, bound="", gap="", balance=0.6,
               violations=0, over_capacity=0, unbalanced=0, repaired=0, seconds=0.1, slack=1.01, sizes=size)
    row["lambda"] = 0.3
    row.update(other)
    if row["status"] in ("infeasible", "not_found"):
        row.update(cost="", bound="", balance="", sizes=[])
    row["sizes"] = " ".join(map(str, sorted(row["sizes"], reverse=True)))
    return row


class Ids(html.parser.HTMLParser):
    """All ids of a page, and what its tags are."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.tags, self.links = [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.ids += [value for name, value in attrs if name == "id"]
        self.links += [value for name, value in attrs if name in ("href", "src") and not value.startswith("#")]


class Figures(tool.Case):
    options = ["-p", "group"]

    def setUp(self):
        super().setUp()
        self.data = "x,group\n" + "".join(f"{i},{'ab'[i % 3 == 0]}\n" for i in range(120))
        self.drawn = 0

    def draw(self, rows, what="sweep", references=None, code=0):
        """The name of a new folder with the figures of these rows, all checked."""
        self.drawn += 1
        folder = f"out{self.drawn}"
        os.mkdir(self.path(folder))
        results = io.StringIO()
        writer = csv.DictWriter(results, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        self.put("results.csv", results.getvalue())
        self.put("data.csv", self.data)
        published = "-" if references is None else self.put("references.csv", references)
        done = self.expect(code, what, folder, "results.csv", published, "data.csv", *self.options, binary=DRAW)
        self.err = done.err
        if code == 0:
            self.check_folder(folder)
        return folder

    def read(self, folder, name):
        return self.text(os.path.join(folder, name))

    def rows_of(self, folder, name):
        return list(csv.DictReader(self.read(folder, name).splitlines()))

    # ---- what holds for every figure ----

    def check_folder(self, folder):
        page = Ids(self.read(folder, "report.html"))
        self.assertEqual(len(page.ids), len(set(page.ids)), "an id twice on the page")
        self.assertNotIn("script", page.tags)
        for link in page.links:
            self.assertTrue(re.fullmatch(r"[a-z]+\.(svg|csv|gp|json)", link), link)
        names = [name[:-4] for name in os.listdir(self.path(folder)) if name.endswith(".svg")]
        for name in names:
            svg = self.read(folder, name + ".svg")
            self.assertIn(svg, self.read(folder, "report.html"))
            self.check_svg(name, svg)
            self.check_gnuplot(folder, name)
        self.assertEqual([], [name for name in os.listdir(self.path(folder)) if name.startswith(".")])

    def check_svg(self, name, svg):
        self.assertIsNone(re.search(r"\b(nan|inf)\b", re.sub(r"<(title|desc|text)[^>]*>[^<]*", "", svg), re.IGNORECASE))
        root = ElementTree.fromstring(svg)
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        self.assertEqual(len(ids), len(set(ids)))
        self.assertTrue(all(i == name or i.startswith(name + "-") for i in ids), ids)
        for used in re.findall(r"#([a-z]+-[a-z0-9]+)[\")]", svg):
            self.assertIn(used, ids)
        self.assertTrue(root.find(SVG + "title").text and root.find(SVG + "desc").text)
        width, height = map(float, root.get("viewBox").split()[2:])
        for path in root.findall(SVG + "path"):
            places = re.findall(r"[ML](-?[\d.e+]+) (-?[\d.e+]+)", path.get("d"))
            for x, y in places:
                self.assertTrue(-1 <= float(x) <= width + 1 and -1 <= float(y) <= height + 1, (name, x, y))
        self.check_texts(name, root, width, height)

    def check_texts(self, name, root, width, height):
        boxes = []
        for text in root.findall(SVG + "text"):
            left, right, top, bottom = self.box(text, LETTER)
            self.assertTrue(left >= -1 and right <= width + 1 and top >= 0 and bottom <= height, (name, text.text))
            boxes.append((text.text, self.box(text, NARROW)))
        for (one, a), (two, b) in itertools.combinations(boxes, 2):
            apart = a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2]
            self.assertTrue(apart, f"{name}: {one!r} lies on {two!r}")

    @staticmethod
    def box(text, letter):
        """left, right, top, bottom"""
        wide = letter * len(text.text)
        if text.get("transform"):  # an axis title, from below to above
            x, y = map(float, re.match(r"translate\((\S+) (\S+)\)", text.get("transform")).groups())
            return x - 9, x + 3, y - wide / 2, y + wide / 2
        x, y = float(text.get("x")), float(text.get("y"))
        left = x - {"middle": wide / 2, "end": wide}.get(text.get("text-anchor"), 0)
        return left, left + wide, y - 9, y + 3

    def check_gnuplot(self, folder, name):
        if shutil.which("gnuplot"):
            done = subprocess.run(["gnuplot", name + ".gp"], cwd=self.path(folder), capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""), name)
            self.assertGreater(os.path.getsize(self.path(os.path.join(folder, name + ".png"))), 1000)


class Sweeps(Figures):
    def test_the_usual_case_has_all_files(self):
        folder = self.draw([answer(m, k) for m in ALL for k in range(3, 21)])
        expected = {f"{f}.{e}" for f in ("cost", "balance", "sizes") for e in ("svg", "csv", "gp", "png")}
        if not shutil.which("gnuplot"):
            expected = {name for name in expected if not name.endswith(".png")}
        self.assertEqual(set(os.listdir(self.path(folder))), expected | {"report.html"})
        for name in ALL:
            self.assertIn(f">{name}</text>", self.read(folder, "cost.svg"))

    def test_the_csv_has_medians_and_extremes_over_seeds(self):
        cost = {1: 90.5, 2: 70.25, 3: 110.0, 4: 71.0}
        folder = self.draw([answer("best", 5, seed, cost[seed], bound=60 + seed, balance=seed / 10) for seed in cost])
        row, = self.rows_of(folder, "cost.csv")
        self.assertEqual(row["method"], "best")
        self.assertEqual(float(row["median"]), statistics.median(cost.values()))
        self.assertEqual((float(row["least"]), float(row["largest"])), (70.25, 110))
        self.assertEqual((row["seeds"], float(row["bound"])), ("4", 64))
        row, = self.rows_of(folder, "balance.csv")
        self.assertEqual((float(row["median"]), float(row["least"]), float(row["largest"])), (0.25, 0.1, 0.4))

    def test_boxes_are_those_of_tukey(self):
        sizes = [60, 20, 16, 13, 11]
        folder = self.draw([answer("kmedoids", 5, q=25, sizes=sizes, over_capacity=1, violations=1)])
        box, dot = self.rows_of(folder, "sizes.csv")
        lower, _, upper = statistics.quantiles(sizes, n=4, method="inclusive")
        self.assertEqual((float(box["lower"]), float(box["size"]), float(box["upper"])), (lower, 16, upper))
        self.assertEqual((float(box["low"]), float(box["high"])), (11, 20))  # the whiskers end within 1.5 * (20 - 13)
        self.assertEqual((dot["mark"], dot["size"], dot["clusters"]), ("above", "60", "1"))

    def test_a_size_above_the_capacity_is_marked_even_inside_the_box(self):
        folder = self.draw([answer("kmedoids", 4, q=25, sizes=[40, 38, 22, 20], over_capacity=2, violations=2)])
        self.assertEqual([(r["mark"], r["size"]) for r in self.rows_of(folder, "sizes.csv")],
                         [("box", "30"), ("above", "38"), ("above", "40")])

    def test_infeasible_k_are_gaps(self):
        rows = [answer("best", k, status="infeasible" if k in (6, 7) else "optimal") for k in range(3, 11)]
        folder = self.draw(rows)
        root = ElementTree.fromstring(self.read(folder, "cost.svg"))
        line = [p.get("d") for p in root.findall(SVG + "path") if p.get("stroke-width") == "1.6"][0]
        self.assertEqual(line.count("M"), 2)
        self.assertEqual(line.count("L"), 4)
        self.assertEqual([r["k"] for r in self.rows_of(folder, "cost.csv") if r["median"] == ""], ["6", "7"])
        self.assertIn("no answer for 2 of 8 k, where it is proved that there is none", self.read(folder, "report.html"))

    def test_broken_rules_are_hollow_and_said(self):
        rows = [answer("best", k) for k in range(3, 8)]
        rows += [answer("kmedoids", k, over_capacity=int(k > 4), unbalanced=int(k > 6), violations=1, cost=1) for k in range(3, 8)]
        folder = self.draw(rows)
        svg = self.read(folder, "cost.svg")
        self.assertEqual(len(re.findall(r"<use [^>]*fill=\"#fff\"", svg)), 3 + 2)  # and two in the legend
        page = self.read(folder, "report.html")
        self.assertIn("broke the capacity in 3 of 5 answers and the balance in 1 of 5 answers", page)
        self.assertIn("best alone kept every rule", page)

    def test_the_bound_is_drawn_and_told(self):
        rows = [answer("best", k, cost=100, bound=99 if k > 3 else 100, status="feasible" if k > 3 else "optimal")
                for k in (3, 4, 5)]
        page = self.read(self.draw(rows), "report.html")
        self.assertIn("cheaper by more than 0.67 % on average, and by 1.0 % for the worst k; 1 of its 3 answers are", page)
        self.assertIn("lower bound: no answer that", page)
        apart = self.read(self.draw([answer("fair-kmedoids/mcf", k, cost=10, status="feasible" if k < 5 else "not_found") for k in (3, 4, 5, 6)] +
                                    [answer("fair-hierarchical/mcf", k, cost=9 if k > 3 else 1, status="not_found" if k in (4, 6) else "feasible")
                                     for k in (3, 4, 5, 6)]), "report.html")
        self.assertIn("fair-hierarchical/mcf is the cheapest", apart)
        apart = self.read(self.draw([answer("fair-kmedoids/mcf", k, cost=10, status="feasible" if k < 5 else "not_found") for k in (3, 4, 5, 6)] +
                                    [answer("fair-hierarchical/mcf", k, cost=11 if k < 5 else 1, status="not_found" if k in (4, 6) else "feasible")
                                     for k in (3, 4, 5, 6)]), "report.html")
        self.assertIn("fair-kmedoids/mcf is the cheapest", apart)  # where both answer
        tied = self.read(self.draw([answer(m, k, cost=10) for m in ("best", "fair-kmedoids/mcf") for k in (3, 4)]), "report.html")
        self.assertIn("Of the series that kept every rule, none is cheaper than best.", tied)
        fewer = self.read(self.draw([answer("best", 3, cost=10), answer("best", 4, cost=10), answer("fair-kmedoids/mcf", 3, cost=9),
                                     answer("fair-kmedoids/mcf", 4, status="not_found")]), "report.html")
        self.assertIn("Of the series that kept every rule, best answers the most k.", fewer)
        proved = self.read(self.draw([answer("best", k, cost=100, bound=100 - 1e-9, status="optimal") for k in (3, 4)]), "report.html")
        self.assertIn("Every one of its answers is proved optimal", proved)
        self.assertIn("<td>0.000 %</td>", proved)
        without = self.read(self.draw([answer("kmedoids", k) for k in (3, 4)]), "report.html")
        self.assertNotIn("lower bound", without)

    def test_relative_costs_are_means_over_k(self):
        rows = [answer("best", 3, cost=100), answer("best", 4, cost=10), answer("fair-kmedoids/mcf", 3, cost=110),
                answer("fair-kmedoids/mcf", 4, cost=13)]
        page = self.read(self.draw(rows), "report.html")
        self.assertIn("<td>1.2000</td>", page)  # (1.1 + 1.3) / 2
        self.assertIn("fair-kmedoids/mcf</b> costs 20.0\u00a0% more", page)

    def test_a_single_series_and_a_single_k(self):
        for rows in ([answer("best", k) for k in range(3, 21)], [answer(m, 7) for m in ALL], [answer("best", 7, bound=500)]):
            self.draw(rows)

    def test_many_k(self):
        rows = [answer(m, k, n=1000) for m in ALL for k in range(2, 201)]
        folder = self.draw(rows)
        self.assertIn("Markers stand at one of", self.read(folder, "report.html"))
        self.draw([answer("best", k, n=100000) for k in (2, 5, 10, 1000, 20000)])

    def test_nothing_but_infeasible_requests(self):
        folder = self.draw([answer(m, k, status="infeasible") for m in ALL[:3] for k in (3, 4)])
        self.assertIn("There is no answer for any k", self.read(folder, "report.html"))

    def test_nothing_found(self):
        folder = self.draw([answer("best", 3, status="not_found"), answer("best", 4)])
        self.assertIn("<td>?</td>", self.read(folder, "report.html"))

    def test_costs_of_any_size(self):
        for cost in (0, 1e-9, 0.12, 99999.5, 1e9, 1.5e14, 1e200):
            rows = [answer(m, k, cost=cost * (1 + k / 100)) for m in ALL[:3] for k in (3, 4, 5)]
            self.draw(rows)
        self.draw([answer("best", k, cost=1e9 + k) for k in (3, 4, 5)])
        self.draw([answer("best", k, cost=10.0 ** (3 * k), bound=0) for k in (3, 4, 5)])

    def test_each_panel_of_sizes_has_an_axis_of_its_own(self):
        rows = [answer("best", 4), answer("kmedoids", 4, sizes=[90, 10, 10, 10], over_capacity=1, violations=1)]
        folder = self.draw(rows)
        self.assertEqual(re.findall(r"set yrange \[(.*)\]", self.read(folder, "sizes.gp")), ["0:40", "0:100"])
        for label in ("40", "100"):
            self.assertIn(f">{label}</text>", self.read(folder, "sizes.svg"))
        self.assertEqual(self.read(folder, "report.html").count("axes of sizes differ"), 2)  # caption and description

    def test_scripts_say_what_they_are_and_k_is_whole(self):
        folder = self.draw([answer(m, k) for m in ALL[:2] for k in (3, 4)])
        for name in ("cost", "balance", "sizes"):
            script = self.read(folder, name + ".gp")
            self.assertTrue(script.startswith("# Draws "))
            self.assertIn(f"gnuplot {name}.gp\n# Made anew by every run of the sweep: copy it before you change it.\n", script)
            self.assertIn("set xtics 1\n", script)

    def test_balances_are_rounded_down(self):
        page = self.read(self.draw([answer("best", k, balance=b) for k, b in ((3, 0.5625), (4, 0.5625))]), "report.html")
        self.assertIn("<td>0.562</td><td>0.562</td>", page)
        page = self.read(self.draw([answer("best", 3, balance=0.5), answer("kmedoids", 3, balance=563 / 1000)]), "report.html")
        self.assertIn("<td>0.500</td>", page)
        self.assertIn("<td>0.563</td>", page)

    def test_series_with_bars_stand_beside_each_other(self):
        rows = [answer(m, k, seed) for m in ALL[:3] for k in (1, 2, 3) for seed in (1, 2)]
        folder = self.draw(rows)
        self.assertIn('(of("best") - 0.1500):', self.read(folder, "cost.gp"))
        self.assertIn('(of("fair-hierarchical/mcf") + 0.1500):', self.read(folder, "cost.gp"))
        self.assertIn("moved a little along k", self.read(folder, "report.html"))
        self.draw([answer(m, k, seed) for m in ALL[:3] for k in (1, 100) for seed in (1, 2)])
        folder = self.draw([row for row in rows if row["seed"] == 1])
        self.assertIn('using (of("best")):', self.read(folder, "cost.gp"))

    def test_repaired_answers_have_a_dot(self):
        rows = [answer(m, k, repaired=int(m.startswith("fair-k") and k > 4)) for m in ALL[:4] + ["fair-kmedoids/mcf@1.2"]
                for k in (3, 4, 5, 6)]
        folder = self.draw(rows)
        self.assertEqual(self.read(folder, "cost.svg").count("<circle"), 2 + 1)  # one in the legend
        page = self.read(folder, "report.html")
        self.assertIn("placed one by one: its", page)
        self.assertIn("a smaller capacity can cost less there", page)
        self.assertEqual([r["repaired"] for r in self.rows_of(folder, "cost.csv")[-2:]], ["1", "1"])
        self.assertRegex(page, r"fair-kmedoids/mcf@1.2</th>.*<td>2 of 4</td><td>0.10</td>")
        self.assertRegex(page, r">kmedoids</th>.*<td>\u2013</td><td>0.10</td>")
        without = self.draw([answer("fair-kmedoids/mcf", k) for k in (3, 4)])
        self.assertNotIn("placed one by one", self.read(without, "cost.svg"))

    def test_long_names(self):
        rows = [answer("fair-hierarchical/vanilla@1.0000001234567", k) for k in (3, 4)]
        rows += [answer("fairlet-kmedoids/vanilla@1.33333333333333333", k, cost=7) for k in (3, 4)]
        self.draw(rows)

    def test_ten_seeds(self):
        folder = self.draw([answer(m, k, seed) for m in ALL for k in range(3, 9) for seed in range(1, 11)])
        self.assertIn("medians of 10 seeds", self.read(folder, "report.html"))

    def test_violations_everywhere(self):
        rows = [answer(m, k, over_capacity=2, unbalanced=1, violations=3) for m in ALL for k in range(3, 9)]
        self.assertIn("No series kept every rule", self.read(self.draw(rows), "report.html"))

    def test_more_series_than_markers(self):
        rows = [answer(f"{m}@1.{i}", k, cost=100 + 10 * i + k, slack=1 + i / 10)
                for m in FAIRLET_METHODS[:4] for i in range(2, 9) for k in range(3, 8)]
        self.draw(rows)

    def test_a_sweep_that_was_interrupted(self):
        rows = [answer("best", 3), answer("best", 4), answer("kmedoids", 3), answer("kmedoids", 4, status="")]
        self.assertEqual(len(self.rows_of(self.draw(rows), "cost.csv")), 3)

    def test_without_a_protected_attribute(self):
        self.options = []
        folder = self.draw([answer("best", k, balance="") for k in (3, 4)] + [answer("kmedoids", k, balance="") for k in (3, 4)])
        self.assertFalse(os.path.exists(self.path(os.path.join(folder, "balance.svg"))))
        self.assertIn("no attribute is protected", self.read(folder, "report.html"))
        self.assertNotIn("breaks the balance", self.read(folder, "report.html"))

    def test_names_from_the_file_cannot_do_harm(self):
        self.data = "x,<b>&\"'g\n" + "".join(f"{i},{['<i>', 'b'][i % 2]}\n" for i in range(120))
        self.options = ["-p", "<b>&\"'g"]
        page = self.read(self.draw([answer("best", 3)]), "report.html")
        self.assertNotIn("<b>&\"", page)
        self.assertNotIn("<i>", page)

    def test_the_tool_draws_what_it_found(self):
        self.put("data.csv", self.data)
        self.expect(0, "sweep", "data.csv", "-p", "group", "-k", "3:5", "--methods", "best,kmedoids", "-o", "swept", "--quiet")
        self.check_folder("swept")
        drawn = [(r["method"], r["k"], r["median"]) for r in self.rows_of("swept", "cost.csv")]
        found = [(r["method"], r["k"], r["cost"]) for r in self.rows_of("swept", "results.csv")]
        self.assertEqual(drawn, found)
        command = re.search(r"<pre class=\"command\">(.*?)</pre>", self.read("swept", "report.html"), re.DOTALL).group(1)
        self.assertEqual(re.sub("<[^>]*>", "", command),
                         "faircap sweep data.csv -p group -k 3:5 --methods best,kmedoids -o swept --quiet")


class Published(Figures):
    rows = [answer("best", k, cost=100, bound=90) for k in (3, 4, 5)] + [answer("kmedoids", k, cost=110) for k in (3, 4, 5)]

    def test_the_difference_is_a_mean_over_common_k(self):
        folder = self.draw(self.rows, references="k,cost,method,note\n3,100,kmedoids,x\n4,200,kmedoids,\n9,1,kmedoids,\n")
        self.assertIn(">ours 17.5 % below<", self.read(folder, "published.svg"))  # (10 % - 45 %) / 2
        costs = {(r["source"], r["k"]): r["cost"] for r in self.rows_of(folder, "published.csv")}
        self.assertEqual(costs["published", "4"], "200")
        self.assertEqual(costs["published", "5"], "")
        self.assertEqual((costs["ours", "5"], costs["best", "5"], costs["bound", "5"]), ("110", "100", "90"))

    def test_methods_without_a_series_are_named(self):
        folder = self.draw(self.rows, references="method,k,cost\nkmedoids,3,100\n<other> one,3,50\n")
        self.assertIn("without a series of that name: &lt;other&gt; one.", self.read(folder, "report.html"))
        self.draw(self.rows, references="method,k,cost\nnobody,3,100\n")

    def test_names_are_those_of_methods_and_rows_without_counterpart_are_counted(self):
        rows = self.rows + [answer("fair-kmedoids/mcf", k, cost=110) for k in (3, 4)]
        folder = self.draw(rows, references="method,k,cost\nfair-kmedoids,3,100\nfair-kmedoids,9,1\nother,3,1\nother,4,1\n")
        self.assertIn(">ours 10.0 % above<", self.read(folder, "published.svg"))
        self.assertIn("Of 4 published rows 3 have no counterpart here: 2 for want of the method, 1 of an answer for their k.",
                      self.read(folder, "report.html"))

    def test_a_sweep_without_references_removes_the_figure_of_an_earlier_one(self):
        self.put("data.csv", self.data)
        self.put("costs.csv", "method,k,cost\nkmedoids,3,100\n")
        command = "sweep", "data.csv", "-k", "3", "--methods", "kmedoids", "-o", "swept", "--quiet"
        self.expect(0, *command, "--reference", "costs.csv")
        self.assertTrue(os.path.exists(self.path("swept/published.svg")))
        self.expect(0, *command)
        self.assertEqual([name for name in os.listdir(self.path("swept")) if name.startswith("published")], [])
        self.put("swept/published.csv", "of somebody else")
        self.expect(0, *command)
        self.assertEqual(self.read("swept", "published.csv"), "of somebody else")

    def test_no_k_in_common(self):
        self.assertIn("no k in common", self.read(self.draw(self.rows, references="method,k,cost\nbest,30,100\n"), "published.svg"))

    def test_all_ten_series(self):
        rows = [answer(m, k) for m in ALL for k in range(3, 21)]
        self.draw(rows, references="method,k,cost\n" + "".join(f"{m},{k},{1300 - 10 * k}\n" for m in ALL for k in range(3, 21)))

    def test_faults_of_the_file_are_said(self):
        for text, words in (("method,k\nbest,3\n", 'no column "cost"'),
                            ("method,k,cost\nbest,3.5,100\n", 'k "3.5" is not a whole number'),
                            ("method,k,cost\nbest,0,100\n", 'k "0" is not a whole number'),
                            ("method,k,cost\nbest,3,cheap\n", 'cost "cheap" is not a number'),
                            ("method,k,cost\nbest,3,-1\n", 'cost "-1" is not a number from 0'),
                            ("method,k,cost\n,3,1\n", "method"),
                            ("method,k,cost,k\nbest,3,1,4\n", "two columns"),
                            ("method,k,cost\nbest,3,1\nbest,3,2\n", "more than one cost of best for k = 3")):
            with self.subTest(text):
                self.draw(self.rows, references=text, code=3)
                self.assertIn(words, self.err)


class Tunes(Figures):
    slacks = (1, 1.01, 1.1, 1.3)
    lambdas = [i / 10 for i in range(1, 11)]

    def grid(self, **other):
        for m in FAIRLET_METHODS[:4]:
            for slack in self.slacks:
                for x in self.lambdas if "kmedoids" in m else (0.3,):
                    for k in (3, 4, 5):
                        row = answer(m, k, cost=100 * k + 10 * (x - 0.4) ** 2 - slack, slack=slack, repaired=int(slack < 1.05))
                        if row["repaired"]:
                            row["cost"] /= 2  # must not count
                        row["lambda"] = x
                        row.update(other)
                        yield row

    def test_costs_are_relative_to_the_least(self):
        folder = self.draw(self.grid(), "tune")
        rows = [r for r in self.rows_of(folder, "lambda.csv") if r["method"] == "fair-kmedoids/mcf"]
        self.assertEqual([r["lambda"] for r in rows if r["chosen"] == "1"], ["0.4"])
        least = [100 * k - 1.3 for k in (3, 4, 5)]
        expected = statistics.mean((c + 10 * 0.3 ** 2) / c for c in least)
        self.assertAlmostEqual(float(rows[0]["relative_cost"]), expected, 12)
        slack = [r for r in self.rows_of(folder, "slack.csv") if r["method"] == "fair-hierarchical/mcf"]
        self.assertEqual([r["packed"] for r in slack], ["0", "0", "1", "1"])
        self.assertEqual([r["relative_cost"] == "" for r in slack], [True, True, False, False])
        self.assertEqual([r["chosen"] for r in slack], ["0", "0", "0", "1"])
        page = self.read(folder, "report.html")
        self.assertIn("slack 1.3, lambda 0.4", page)

    def test_rings_have_the_colour_of_their_line_and_do_not_hide_each_other(self):
        folder = self.draw(self.grid(), "tune")
        rings = re.findall(r'<circle cx="(\S+)" cy="(\S+)" r="(\S+)" fill="none" stroke="(\S+)"', self.read(folder, "slack.svg"))
        self.assertEqual(len(rings), 2 * 4 + 1)  # one in the legend
        self.assertEqual(len(set(rings)), len(rings))
        self.assertEqual({colour for *_, colour in rings}, {"#0072b2", "#d55e00", "#777777"})

    def test_a_grid_without_answers(self):
        rows = list(self.grid(status="infeasible", cost="", sizes="", balance=""))
        self.assertIn("Chosen for 0 of 4 methods", self.read(self.draw(rows, "tune"), "report.html"))

    def test_a_grid_of_one_point(self):
        self.slacks, self.lambdas = (1.01,), (0.3,)
        self.draw(self.grid(), "tune")

    def test_a_fine_grid(self):
        self.lambdas = [i / 100 for i in range(1, 101)]
        self.draw(self.grid(), "tune")

    def test_equal_and_costless_answers(self):
        for cost in (5, 0):
            self.draw(self.grid(cost=cost), "tune")


if __name__ == "__main__":
    unittest.main()
