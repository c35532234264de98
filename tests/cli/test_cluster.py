"""`faircap cluster`: what is written, and that every figure of the report means what the contract says.

The figures are recomputed here in plain Python from the labels; tests/check_result.py does the same from the files.
"""
import csv
import io
import math
import random
import os
import unittest

from tool import Case, read_json

KEYS = {"faircap": str, "file": str, "n": int, "k": int, "max_size": int, "min_size": int, "balance_required": str,
        "method": str, "fairlets": type(None), "seed": int, "threads": int, "cost": float, "lower_bound": type(None),
        "gap": type(None), "balance": float, "sizes": list, "groups": dict, "medoids": list, "status": str,
        "seconds": float, "peak_bytes": int, "enforces": list, "violations": dict, "group_cost": dict}


def people(n, seed=1):
    """A table of n people: x, y, sex (F, M), school (A, B, C)."""
    rng = random.Random(seed)
    rows = [(rng.randint(0, 20), rng.randint(0, 20), rng.choice("FM"), rng.choice("ABC")) for _ in range(n)]
    return rows, "x,y,sex,school\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)


def cost_and_medoids(points, labels, k):
    """Sum over clusters of the least sum of distances to a member; the medoids, ties to the smaller row."""
    cost, medoids = 0, []
    for c in range(1, k + 1):
        members = [i for i, label in enumerate(labels) if label == c]
        sums = [(math.fsum(math.dist(points[i], points[m]) for i in members), m) for m in members]
        least = min(s for s, _ in sums)
        cost += least
        medoids.append(min(m for s, m in sums if s <= least * (1 + 1e-12)) + 1)
    return cost, medoids


class ClusterCase(Case):
    def cluster(self, *arguments, code=0, **more):
        """The report, with the records of the output as "rows" and what was said as "said"."""
        done = self.expect(code, "cluster", *arguments, "-o", "out.csv", "--json", "out.json", **more)
        report = read_json(self.text("out.json"))
        report["rows"] = list(csv.reader(io.StringIO(self.text("out.csv"), newline="")))
        report["said"] = done.err
        return report


class Output(ClusterCase):
    def setUp(self):
        super().setUp()
        self.people, text = people(30)
        self.put("data.csv", text)

    def test_the_output_is_the_input_with_one_more_column(self):
        report = self.cluster("data.csv", "-k", 4, "-p", "sex", "-m", "kmedoids")
        source = list(csv.reader(io.StringIO(self.text("data.csv"))))
        self.assertEqual([row[:-1] for row in report["rows"]], source)
        self.assertEqual(report["rows"][0][-1], "cluster")

    def test_labels_are_1_to_k_and_none_is_missing(self):
        for k in 1, 2, 7, 30:
            report = self.cluster("data.csv", "-k", k)
            labels = [int(row[-1]) for row in report["rows"][1:]]
            self.assertEqual(set(labels), set(range(1, k + 1)))

    def test_clusters_are_numbered_by_their_first_row(self):
        labels = [int(row[-1]) for row in self.cluster("data.csv", "-k", 6)["rows"][1:]]
        self.assertEqual(list(dict.fromkeys(labels)), [1, 2, 3, 4, 5, 6])

    def test_the_table_goes_to_standard_output_by_default(self):
        self.cluster("data.csv", "-k", 4)
        done = self.expect(0, "cluster", "data.csv", "-k", 4)
        self.assertEqual(done.out, self.text("out.csv"))
        self.assertEqual(self.expect(0, "cluster", "data.csv", "-k", 4, "-o", "-").out, done.out)

    def test_a_report_on_standard_output_comes_without_labels(self):
        done = self.expect(0, "cluster", "data.csv", "-k", 4, "--json", "-")
        self.assertEqual(read_json(done.out)["k"], 4)
        done = self.expect(0, "cluster", "data.csv", "-k", 4, "--html", "-")
        self.assertTrue(done.out.startswith("<!DOCTYPE html>"))
        self.assertTrue(done.out.endswith("</html>\n"))

    def test_labels_and_report_can_go_to_different_places(self):
        done = self.expect(0, "cluster", "data.csv", "-k", 4, "--json", "-", "-o", "out.csv")
        read_json(done.out)
        self.assertEqual(len(self.text("out.csv").splitlines()), 31)
        done = self.expect(0, "cluster", "data.csv", "-k", 4, "--json", "out.json")
        self.assertEqual(done.out, self.text("out.csv"))

    def test_labels_only_without_id_has_the_row_numbers(self):
        whole = self.cluster("data.csv", "-k", 4)["rows"]
        only = self.cluster("data.csv", "-k", 4, "--labels-only")["rows"]
        self.assertEqual(only, [["row", "cluster"]] + [[str(i), row[-1]] for i, row in enumerate(whole) if i > 0])

    def test_labels_only_with_id_has_the_ids(self):
        ids = ["a,b", 'c "d"', "=e", " f", "7", "7", "", "line\nbreak"]
        text = io.StringIO()
        csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(
            [["the key", "x"]] + [[i, n] for n, i in enumerate(ids)])
        self.put("ids.csv", text.getvalue())
        rows = self.cluster("ids.csv", "-k", 2, "--labels-only", "--id", "the key")["rows"]
        self.assertEqual(rows[0], ["the key", "cluster"])
        self.assertEqual([row[0] for row in rows[1:]], [i.replace("=e", "'=e") for i in ids])
        self.expect(0, "check", "ids.csv", "out.csv", "-k", 2, "-q", 8, "--id", "the key")

    def test_the_output_keeps_the_delimiter_of_the_input(self):
        self.put("data.tsv", self.text("data.csv").replace(",", "\t"))
        self.expect(0, "cluster", "data.tsv", "-k", 2, "-o", "out.tsv")
        self.assertTrue(self.text("out.tsv").startswith("x\ty\tsex\tschool\tcluster\n"))

    def test_the_input_is_never_written_over(self):
        before = self.text("data.csv")
        os.symlink("data.csv", self.path("link.csv"))
        for name in "data.csv", "link.csv", "./data.csv":
            for option in "-o", "--json", "--html":
                done = self.expect(2, "cluster", "data.csv", "-k", 4, option, name)
                self.assertIn("is the input; give the output another name", done.err)
        self.assertEqual(self.text("data.csv"), before)

    def test_a_column_called_cluster_is_an_ordinary_column(self):
        self.put("again.csv", "cluster,x\n9,1\n9,2\n8,7\n8,8\n")
        report = self.cluster("again.csv", "-k", 2, "-f", "x")
        self.assertEqual(report["rows"], [["cluster", "x", "cluster"], ["9", "1", "1"], ["9", "2", "1"],
                                          ["8", "7", "2"], ["8", "8", "2"]])
        self.expect(0, "check", "again.csv", "out.csv", "-k", 2, "-f", "x")

    def test_a_file_without_a_header_gets_one_of_numbers(self):
        self.put("plain.csv", "1,2\n3,4\n5,6\n")
        report = self.cluster("plain.csv", "-k", 2)
        self.assertEqual(report["rows"][0], ["1", "2", "cluster"])
        self.expect(0, "check", "plain.csv", "out.csv", "-k", 2)


class Report(ClusterCase):
    def setUp(self):
        super().setUp()
        self.people, text = people(40, seed=2)
        self.put("data.csv", text)

    def test_the_keys_are_those_of_the_contract(self):
        report = self.cluster("data.csv", "-k", 5, "-p", "sex", "-m", "kmedoids", "--threads", 1)
        for key, kind in KEYS.items():
            with self.subTest(key):
                self.assertIn(key, report)
                allowed = (int, float) if kind is float else kind
                self.assertIsInstance(report[key], allowed)
                self.assertNotIsInstance(report[key], bool)

    def test_the_request_is_repeated_in_the_report(self):
        report = self.cluster("data.csv", "-k", 5, "-p", "sex", "-m", "kmedoids", "-q", 11, "--min-size", 3,
                              "-t", "0.3", "--seed", 7, "--threads", 1)
        for key, value in {"file": "data.csv", "n": 40, "k": 5, "max_size": 11, "min_size": 3, "seed": 7,
                           "balance_required": "3/10", "method": "kmedoids", "fairlets": None, "threads": 1,
                           "enforces": [], "lower_bound": None, "gap": None, "status": "feasible"}.items():
            self.assertEqual(report[key], value, key)
        self.assertGreaterEqual(report["seconds"], 0)
        self.assertGreater(report["peak_bytes"], 100000)

    def test_the_figures_are_those_of_the_labels(self):
        for seed in range(1, 6):
            self.people, text = people(40, seed)
            self.put("data.csv", text)
            report = self.cluster("data.csv", "-k", 5, "-p", "sex,school", "-f", "x,y", "-m", "kmedoids",
                                  "--scale", "none", "-q", 8, "--min-size", 6)
            labels = [int(row[-1]) for row in report["rows"][1:]]
            cost, medoids = cost_and_medoids([p[:2] for p in self.people], labels, 5)
            self.assertTrue(math.isclose(report["cost"], cost, rel_tol=1e-12))
            self.assertEqual(report["medoids"], medoids)
            sizes = [labels.count(c) for c in range(1, 6)]
            self.assertEqual(report["sizes"], sizes)
            worst, unfair = 1, set()
            for at, name, groups in (2, "sex", "FM"), (3, "school", "ABC"):
                for c in range(1, 6):
                    cells = [p[at] for p, label in zip(self.people, labels) if label == c]
                    counts = {g: cells.count(g) for g in groups}
                    self.assertEqual(report["groups"][name][c - 1], counts)
                    low, high = min(counts.values()), max(counts.values())
                    worst = min(worst, low / high)
                    if 2 * low < high:
                        unfair.add(c)
                for g in groups:
                    away = [math.dist(p[:2], self.people[medoids[label - 1] - 1][:2])
                            for p, label in zip(self.people, labels) if p[at] == g]
                    self.assertTrue(math.isclose(report["group_cost"][name][g], math.fsum(away) / len(away), rel_tol=1e-12))
            self.assertEqual(report["balance"], worst)
            self.assertEqual(report["violations"], {**dict.fromkeys(report["violations"], 0),
                                                    "capacity": sum(s > 8 for s in sizes), "balance": len(unfair),
                                                    "min_size": sum(s < 6 for s in sizes)})

    def test_the_answer_of_a_line_is_the_known_one(self):
        self.put("line.csv", "x,g\n0,a\n1,b\n10,a\n12,b\n")
        report = self.cluster("line.csv", "-k", 2, "-p", "g", "--scale", "none")
        self.assertEqual([row[-1] for row in report["rows"][1:]], ["1", "1", "2", "2"])
        self.assertEqual((report["cost"], report["sizes"], report["balance"], report["medoids"], report["groups"]),
                         (3, [2, 2], 1, [1, 3], {"g": [{"a": 1, "b": 1}] * 2}))

    def test_medoids_are_row_numbers_that_count_dropped_rows(self):
        self.put("gaps.csv", "x\nNA\n0\n1\nNA\n2\n100\nNA\n")
        report = self.cluster("gaps.csv", "-k", 2, "-q", 3, "--missing", "drop")
        self.assertEqual((report["medoids"], report["n"], report["dropped"]), ([3, 6], 4, 3))

    def test_without_a_protected_attribute_there_is_no_balance(self):
        report = self.cluster("data.csv", "-k", 5, "-x", "sex")
        self.assertEqual((report["balance"], report["balance_required"], report["groups"], report["group_cost"]),
                         (None, None, {}, {}))
        self.assertEqual(report["violations"]["balance"], 0)

    def test_the_default_balance_is_one_half(self):
        self.assertEqual(self.cluster("data.csv", "-k", 5, "-p", "sex", "-m", "kmedoids")["balance_required"], "1/2")

    def test_each_attribute_can_have_its_own_balance(self):
        options = "data.csv", "-k", 2, "-p", "sex,school", "-m", "kmedoids", "--effort", 1
        self.assertEqual(self.cluster(*options, "-t", "0.25")["balance_required"], "1/4")
        self.assertEqual(self.cluster(*options, "-t", "sex=1/3,school=1/10")["balance_required"],
                         "sex=1/3,school=1/10")
        self.assertEqual(self.cluster(*options, "-t", "sex=1/3")["balance_required"], "sex=1/3,school=1/2")
        self.assertEqual(self.cluster(*options, "-t", "1/5,sex=0.30")["balance_required"], "sex=3/10,school=1/5")
        self.assertEqual(self.cluster(*options, "-t", "sex=2/6,school=1/3")["balance_required"], "1/3")

    def test_repeated_balances_are_those_of_one_list(self):
        self.put("six.csv", "x,g,h\n1,a,u\n2,a,v\n3,b,u\n9,b,u\n8,b,v\n7,a,v\n")
        options = "six.csv", "-k", 2, "-f", "x", "-p", "g,h"
        once = self.cluster(*options, "-t", "g=1,h=0")
        for words in ["-t", "g=1", "-t", "h=0"], ["-th=0", "--balance=g=2/2", "-t", "g=1"]:
            report = self.cluster(*options, *words)
            self.assertEqual((report["balance_required"], report["rows"]), ("g=1/1,h=0/1", once["rows"]))
        self.put("one_sided.csv", "row,cluster\n1,1\n2,1\n3,2\n4,2\n5,2\n6,1\n")
        broken = "one_sided.csv", "-k", 2, "-f", "x", "-p", "g,h", "-t", "g=1", "-t", "h=0"
        lines = self.expect(6, "check", "six.csv", *broken).out
        self.assertIn("balance g: VIOLATED", lines)
        self.assertIn("balance h: ok", lines)
        self.assertEqual(self.second_opinion("six.csv", *broken).code, 6)
        self.expect(0, "plan", *options, "-t", "g=1", "-t", "h=0")
        self.expect(4, "plan", *options, "-q", 3, "-t", "g=1", "-t", "h=0")
        self.expect(0, "cluster", *options, "-t", "g=1", "-t", "h=0", "-o", "out.csv", "--html", "page.html")
        self.assertEqual(self.text("page.html").count("g=1"), 2)  # both commands to repeat have both

    def test_two_balances_of_one_attribute_are_refused(self):
        self.put("six.csv", "x,g,h\n1,a,u\n2,a,v\n3,b,u\n9,b,u\n8,b,v\n7,a,v\n")
        self.put("result.csv", "row,cluster\n1,1\n2,1\n3,1\n4,2\n5,2\n6,2\n")
        said = {'two are asked of "g", 1 and 1/3': (["g=1", "g=1/3"], ["g=1,g=1/3"], ["g=1", "h=0", "2=1/3"]),
                "0.5 is for all attributes": (["1/2", "g=1"], ["g=1", "1/2"], ["g=1,1/2"], ["1/3", "0.5"], ["1/2,g=1", "h=0"])}
        for words, cases in said.items():
            for case in cases:
                options = "-p", "g,h", *(word for text in case for word in ("-t", text))
                for command in (["cluster", "six.csv", "-k", 2], ["plan", "six.csv"], ["check", "six.csv", "result.csv", "-k", 2],
                                ["sweep", "six.csv", "-k", "2:3", "-o", "out"], ["tune", "six.csv", "-k", "2:3", "-o", "out"]):
                    with self.subTest(command=command, case=case):
                        self.assertIn(words, self.expect(2, *command, *options).err)
                self.assertEqual(self.second_opinion("six.csv", "result.csv", "-k", 2, *options).code, 2)
        self.assertEqual(self.names(), sorted(["data.csv", "result.csv", "six.csv"]))

    def test_the_default_capacity_is_exact(self):
        self.put("hundred.csv", "x\n" + "".join(f"{i}\n" for i in range(100)))
        for n, k, slack, q in (100, 10, "1.1", 11), (100, 10, "1.01", 11), (100, 10, "1", 10), (100, 3, "1.01", 34), \
                (100, 7, "1.05", 15), (100, 100, "1", 1), (100, 1, "1.01", 101), (100, 10, "1.10000000", 11):
            with self.subTest(k=k, slack=slack):
                report = self.cluster("hundred.csv", "-k", k, "--slack", slack, "-m", "kmedoids", "--effort", 1)
                self.assertEqual((report["n"], report["max_size"]), (n, q))

    def test_a_slack_beside_a_capacity_is_noted(self):
        self.put("six.csv", "x\n" + "".join(f"{i}\n" for i in range(6)))
        self.put("sizes.txt", "3\n3\n")
        note = "note: --slack has no effect: {} gives the capacity\n"
        for command in ("cluster", "plan"):
            for option, more in ("-q", ("-k", 2, "-q", 3)), ("-s", ("-s", 3)), ("--sizes", ("--sizes", "sizes.txt")):
                for slack in "1.5", "1.01":
                    self.assertIn(note.format(option), self.expect(0, command, "six.csv", *more, "--slack", slack).err)
                self.assertNotIn("--slack", self.expect(0, command, "six.csv", *more).err)
        self.assertNotIn("--slack", self.expect(0, "cluster", "six.csv", "-k", 2, "--slack", "1.5").err)

    def test_a_table_that_goes_nowhere_is_noted(self):
        self.put("six.csv", "x\n" + "".join(f"{i}\n" for i in range(6)))
        note = "note: the table is not written: {} takes standard output; -o FILE writes it\n"
        for report in "--json", "--html":
            words = "cluster", "six.csv", "-k", 2, report, "-"
            self.assertIn(note.format(report), self.expect(0, *words).err)
            self.assertEqual(self.expect(0, *words, "--quiet").err, "")
            for more in ("-o", "out.csv"), ("-o", "/dev/null"), ("--to", "csv:out.csv"):
                self.assertNotIn("not written", self.expect(0, *words, *more).err)
        self.assertNotIn("not written", self.expect(0, "cluster", "six.csv", "-k", 2, "--json", "out.json").err)
        self.assertNotIn("not written", self.expect(0, "plan", "six.csv", "-k", 2, "--json", "-").err)

    def test_strange_names_are_valid_json(self):
        name = 'da"ta\\\t\u00e4\u202e.csv'
        self.put(name, 'x,"g""\n\u202e"\n0,"a\\b"\n1,"c\td"\n')
        report = self.cluster(name, "-k", 1, "-p", 2)
        self.assertEqual(report["file"], name)
        self.assertEqual(report["groups"], {'g"\n\u202e': [{"a\\b": 1, "c\td": 1}]})

    def test_a_time_limit_stops_with_an_answer(self):
        self.expect(0, "generate", "--n", 3000, "--seed", 3, "-o", "big.csv")
        report = self.cluster("big.csv", "-k", 30, "-p", "group", "-m", "kmedoids", "--effort", 9, "--time-limit", "0.3")
        self.assertEqual(report["status"], "time_limit")
        self.assertLess(report["seconds"], 2)
        self.assertIn("stopped by --time-limit", report["said"])
        self.assertEqual(self.second_opinion("big.csv", "out.csv", "-k", 30, "-p", "group", "--enforces", "clusters",
                                             "--report", "out.json").code, 0)


class Infeasible(ClusterCase):
    def setUp(self):
        super().setUp()
        self.put("data.csv", "x,g\n" + "".join(f"{i},{'a' if i < 4 else 'b'}\n" for i in range(12)))
        self.request = "data.csv", "-k", 3, "-q", 4, "-p", "g"  # counts 4 and 8: the example of reliability.md

    def test_the_report_names_the_reason_and_the_smallest_changes(self):
        done = self.expect(4, "cluster", *self.request, "--json", "-")
        report = read_json(done.out)
        self.assertEqual((report["status"], report["reason"]), ("infeasible", "packing"))
        self.assertEqual(report["smallest_change"], {"max_size": 6, "clusters": 4, "balance": "1/3", "balance_attribute": "g",
                                                     "min_size": None})

    def test_the_sentence_says_the_same_in_words(self):
        said = self.expect(4, "cluster", *self.request).err
        for words in "infeasible (packing)", "maximum size of 6", "4 clusters", "balance of 1/3":
            self.assertIn(words, said)

    def test_each_change_alone_is_enough(self):
        for change in ["-q", 6], ["-k", 4], ["-t", "1/3"]:
            self.expect(0, "cluster", *self.request, *change, "-o", "out.csv")

    def test_plan_and_cluster_say_the_same(self):
        self.assertEqual(self.expect(4, "cluster", *self.request, "--json", "-"),
                         self.expect(4, "plan", *self.request, "--json", "-"))

    def test_nothing_is_written_but_the_report(self):
        done = self.expect(4, "cluster", *self.request, "-o", "out.csv", "--json", "out.json", "--html", "out.html")
        self.assertEqual((done.out, self.names()), ("", ["data.csv", "out.json"]))

    def test_who_names_the_baseline_gets_its_answer_with_a_note(self):
        report = self.cluster(*self.request, "-m", "kmedoids")
        self.assertEqual((report["status"], report["k"], len(report["sizes"])), ("feasible", 3, 3))
        self.assertIn("note: no clustering can meet this request (packing)", report["said"])
        self.assertGreater(sum(report["violations"].values()), 0)
        self.assertIn("does not enforce", report["said"])
        self.expect(6, "check", self.request[0], "out.csv", *self.request[1:])

    def test_more_clusters_than_rows_is_infeasible_for_every_method(self):
        for method in [], ["-m", "kmedoids"]:
            report = read_json(self.expect(4, "cluster", "data.csv", "-k", 13, *method, "--json", "-").out)
            self.assertEqual((report["reason"], report["smallest_change"]),
                             ("k_above_n", {"max_size": None, "clusters": 12, "balance": None, "balance_attribute": None,
                                            "min_size": None}))


class Sameness(ClusterCase):
    def test_labels_depend_on_nothing_but_input_options_and_seed(self):
        self.expect(0, "generate", "--n", 400, "--dim", 3, "-o", "data.csv")
        first = self.cluster("data.csv", "-k", 12, "-p", "group", "--threads", 1, "--effort", 1)
        for threads in 1, 2, 3, 8:
            again = self.cluster("data.csv", "-k", 12, "-p", "group", "--threads", threads, "--effort", 1)
            self.assertEqual(again["rows"], first["rows"])
            self.assertEqual((again["cost"], again["medoids"]), (first["cost"], first["medoids"]))

    def test_the_form_of_the_file_does_not_change_the_labels(self):
        _, text = people(50)
        self.put("data.csv", text)
        labels = [row[-1] for row in self.cluster("data.csv", "-k", 5)["rows"]]
        for form in (text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\ufeff" + text, text.replace(",", ";"),
                     "".join(",".join(f'"{c}"' for c in line.split(",")) + "\n" for line in text.splitlines())):
            self.put("form.csv", form)
            self.expect(0, "cluster", "form.csv", "-k", 5, "--labels-only", "-o", "form.out")
            self.assertEqual([line.split(",")[1] for line in self.text("form.out").splitlines()], labels)


class Extremes(ClusterCase):
    def test_equal_points_are_ordinary(self):
        self.put("data.csv", "x,y\n" + "1,2\n" * 20)
        report = self.cluster("data.csv", "-k", 4, "-m", "kmedoids")
        self.assertEqual((report["cost"], sum(report["sizes"]), min(report["sizes"]) > 0), (0, 20, True))

    def test_one_row_makes_one_cluster(self):
        self.put("data.csv", "x\n5\n")
        report = self.cluster("data.csv", "-k", 1)
        self.assertEqual((report["cost"], report["sizes"], report["medoids"]), (0, [1], [1]))

    def test_as_many_clusters_as_rows_cost_nothing(self):
        self.put("data.csv", people(25)[1])
        report = self.cluster("data.csv", "-k", 25)
        self.assertEqual((report["cost"], report["sizes"]), (0, [1] * 25))

    def test_a_wide_file_is_ordinary(self):
        self.put("data.csv", ",".join(f"c{i}" for i in range(3000)) + "\n" +
                 "".join(",".join(str((i * j) % 7) for j in range(3000)) + "\n" for i in range(4)))
        self.assertEqual(self.cluster("data.csv", "-k", 2)["coordinates"], 3000)


if __name__ == "__main__":
    unittest.main()
