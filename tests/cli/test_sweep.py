"""faircap sweep: rows that single runs confirm, whatever the threads, stops and earlier runs in the folder were."""
import os
import resource
import shutil
import subprocess
import unittest

from study import COLUMNS, STOPS, Study
from tool import FAIRCAP, read_json

FAIRLETS = "fair-hierarchical", "fair-kmedoids", "fairlet-kcenter", "fairlet-kmedoids"
ALL = ["best", "kmedoids", *(f"{method}/{kind}" for method in FAIRLETS for kind in ("mcf", "vanilla"))]
LONG = os.environ.get("FAIRCAP_LONG") == "1"


class Sweep(Study):
    def sweep(self, *arguments, code=0, folder="out", data="data.csv"):
        return self.expect(code, "sweep", data, "-p", "group", "--effort", 2, *arguments, "-o", folder)

    def names(self, folder="out"):
        return list(dict.fromkeys(row["method"] for row in self.rows(folder)))


class Rows(Sweep):
    def test_the_table_has_a_row_for_each_method_k_and_seed_in_that_order(self):
        done = self.sweep("-k", "4,2:3", "--seeds", 2)
        self.assertEqual(done.out, "")
        self.assertEqual(self.text("out/results.csv").splitlines()[0], ",".join(COLUMNS))
        self.assertEqual([(row["method"], row["k"], row["seed"]) for row in self.rows()],
                         [(method, k, seed) for method in ALL for k in "234" for seed in "12"])

    def test_every_row_is_what_cluster_says_with_the_same_options(self):
        self.sweep("-k", "3,7", "--methods", "paper", "--seed", 5, "--min-size", 2, "--lambda", 0.7, "--fairlet-centre", "random")
        for row in self.rows():
            method, _, fairlets = row["method"].split("@")[0].partition("/")
            options = ["--fairlets", fairlets] if fairlets else []
            options += ["--lambda", 0.7] if method == "fair-kmedoids" else []
            done = self.expect(0, "cluster", "data.csv", "-p", "group", "-k", row["k"], "-m", method, "--slack", row["slack"],
                               "--min-size", 2, "--effort", 2, "--fairlet-centre", "random", "--seed", row["seed"],
                               "--json", "-", *options)
            report = read_json(done.out)
            number = {key: float(row[key]) if row[key] else None for key in ("cost", "bound", "gap", "balance", "lambda")}
            broken = report["violations"]
            with self.subTest(row=row):
                self.assertEqual(row["status"], report["status"])
                self.assertEqual((number["cost"], number["bound"], number["gap"], number["balance"]),
                                 (report["cost"], report["lower_bound"], report["gap"], report["balance"]))
                self.assertEqual([int(size) for size in row["sizes"].split()], sorted(report["sizes"], reverse=True))
                self.assertEqual(int(row["q"]), report["max_size"])
                self.assertEqual(int(row["over_capacity"]), broken["capacity"] + broken["min_size"])
                self.assertEqual(int(row["unbalanced"]), broken["balance"])
                self.assertEqual(int(row["violations"]), sum(broken.values()))
                self.assertEqual(row["repaired"], {True: "1", False: "0"}[report["repaired"]] if method.startswith("fair-") else "")
                self.assertEqual(number["lambda"], report.get("lambda"))
                self.assertEqual(row["slack"], "1.2" if method == "fair-hierarchical" else "1.01")

    def test_the_number_of_threads_changes_nothing(self):
        for threads in 1, 2, 4:
            self.sweep("-k", "3:5", "--threads", threads, folder=f"out{threads}")
        self.assertEqual(self.results("out1"), self.results("out2"))
        self.assertEqual(self.results("out1"), self.results("out4"))

    def test_a_request_that_cannot_be_met_is_a_row_and_baselines_answer_it(self):
        self.put("data.csv", "x,group\n" + "".join(f"{i * i},{'ab'[i % 2]}\n" for i in range(12)))
        self.sweep("-k", "2,6,7", "-q", 2, "-t", 1)
        for row in self.rows():
            method, k = row["method"].split("/")[0], row["k"]
            answered = k == "6" or method == "kmedoids" or (method.startswith("fairlet-") and k == "2")
            with self.subTest(row=row):
                self.assertEqual(row["status"] != "infeasible", answered)
                self.assertEqual(row["q"], "2")
                if not answered:
                    self.assertEqual([row[key] for key in COLUMNS[5:14]], [""] * 9)
                    self.assertEqual(row["sizes"], "")

    def test_clusters_beyond_the_rows_are_infeasible_for_everybody(self):
        self.sweep("-k", "49,2000000000")
        self.assertEqual({row["status"] for row in self.rows()}, {"infeasible"})
        said = self.sweep("-k", "30,49", "--methods", "kmedoids,best").err
        self.assertIn("note: 3 runs have no answer: no clustering can meet the request; faircap plan data.csv -k 30 ...", said)
        said = self.sweep("-k", 49, "--methods", "kmedoids").err
        self.assertIn("note: 1 run has no answer: k = 49 is more than the 48 rows", said)

    def test_the_usual_numbers_of_clusters_end_at_the_rows(self):
        self.put("data.csv", "x,group\n1,a\n2,b\n4,a\n8,b\n")
        self.assertIn("-k ends at 4 and not at 20: the file has 4 rows", self.sweep("--methods", "kmedoids").err)
        self.assertEqual([row["k"] for row in self.rows()], ["3", "4"])
        self.sweep("--methods", "kmedoids", "-k", "3:20", folder="typed")
        self.assertEqual(len(self.rows("typed")), 18)
        self.put("data.csv", "x,group\n1,a\n2,b\n")
        self.sweep("--methods", "kmedoids", folder="two")
        self.assertEqual([row["k"] for row in self.rows("two")], ["2"])

    def test_costs_are_compared_with_the_cheapest_answer_that_keeps_every_rule(self):
        said = self.sweep("-k", 3, "--methods", "kmedoids,fair-kmedoids").err
        self.assertIn("\n2 runs of 48 rows; cost: mean of cost / least cost, for the same k and seed, of an answer that keeps every rule\n", said)
        self.assertRegex(said, r"(?m)^fair-kmedoids/mcf +1\.0000 +0 ")
        self.assertRegex(said, r"(?m)^kmedoids +0\.\d+ +1 ")
        self.assertNotIn("not compared", said)

    def test_the_cheapest_is_never_called_best_which_is_the_name_of_a_method(self):
        for methods in "best", "kmedoids,best@1.5", "kmedoids,fair-kmedoids":
            said = self.sweep("-k", 3, "--methods", methods, folder=methods).err.splitlines()
            self.assertEqual([line for line in said if "best" in line and not line.startswith(("best", "page:"))], [])

    def test_an_answer_that_breaks_a_rule_is_nothing_to_compare_with(self):
        said = self.sweep("-k", 3, "--methods", "kmedoids,fairlet-kcenter").err
        self.assertEqual({row["violations"] != "0" for row in self.rows()}, {True})
        self.assertRegex(said, r"(?m)^kmedoids +- +1 +0 ")
        self.assertRegex(said, r"(?m)^fairlet-kcenter/mcf +- +1 +0 ")
        self.assertIn("\nnot compared: 2 answers, since no answer for the same k and seed keeps every rule\n", said)
        said = self.sweep("-k", "1,3", "--methods", "kmedoids", folder="one").err
        self.assertRegex(said, r"(?m)^kmedoids +1\.0000 +1 +0 ")
        self.assertIn("\nnot compared: 1 answer, since", said)

    def test_a_file_of_one_row_is_no_file_of_rows(self):
        self.put("data.csv", "x,group\n1,a\n")
        self.assertRegex(self.sweep("-k", 1, "--methods", "kmedoids").err, "(?m)^1 run of 1 row; ")

    def test_beside_an_answer_that_costs_nothing_others_are_not_as_cheap(self):
        self.put("data.csv", "x,y,group\n" + "".join(f"{i // 4},{i // 4},{'ab'[i // 2 % 2]}\n" for i in range(8)))
        said = self.sweep("-k", 2, "--methods", "best,fair-kmedoids/vanilla,fair-hierarchical/vanilla").err
        costs = {row["method"]: float(row["cost"]) for row in self.rows()}
        self.assertEqual(costs["best"], 0)
        for method, cost in costs.items():
            self.assertRegex(said, rf"(?m)^{method} +{'inf' if cost > 0 else '1.0000'} ")

    def test_without_a_protected_attribute_the_methods_that_need_none_run(self):
        self.expect(0, "sweep", "data.csv", "-x", "group", "-k", 3, "--methods", "best,kmedoids", "-o", "out")
        self.assertEqual([row["balance"] for row in self.rows()], ["", ""])
        done = self.expect(2, "sweep", "data.csv", "-x", "group", "-k", 3, "-o", "other")
        self.assertIn("fair-hierarchical needs to know the protected attribute: -p COL", done.err)
        self.assertIn("best,kmedoids would do here", done.err)
        self.assertFalse(os.path.exists(self.path("other")))

    def test_rules_that_only_best_knows_are_no_reason_to_run_the_others(self):
        self.put("data.csv", "x,group,w\n" + "".join(f"{i * i},{'ab'[i % 2]},{1 + i % 3}\n" for i in range(12)))
        for words, said in (("-w", "w"), "weights (-w)"), (("--share", "group:a=0.4..0.6"), "shares (--share)"), \
                (("--no-isolate", "group:a"), "groups of which nobody is alone (--no-isolate)"):
            with self.subTest(words=words):
                done = self.sweep("-k", 3, *words, code=2)
                self.assertIn(f"faircap: kmedoids does not know {said}\nnote: --methods says which methods to run; best would do here\n", done.err)
                self.assertFalse(os.path.exists(self.path("out")))
                self.sweep("-k", 3, *words, "--methods", "best", folder=words[0])
                done = self.expect(2, "tune", "data.csv", "-p", "group", "-k", 3, *words, "-o", "out")
                self.assertIn(f"the methods that tune is about do not know {said}; faircap sweep with --methods best does", done.err)
                self.assertFalse(os.path.exists(self.path("out")))

    def test_it_ends_with_a_table_and_the_name_of_the_page(self):
        said = self.sweep("-k", "2:3", "--methods", "kmedoids,best").err.splitlines()
        self.assertEqual([line.split()[0] for line in said[-5:-2]], ["method", "kmedoids", "best"])
        self.assertRegex(said[-3], r"^best +1\.0000 +0 +0 +\d")
        self.assertEqual(said[-1], "page: out/report.html")
        self.assertEqual(self.sweep("-k", "2:3", "--methods", "kmedoids,best", "--quiet").err, "")

    def test_verbose_says_a_line_for_each_run(self):
        said = self.sweep("-k", "2:3", "--methods", "kmedoids", "-v").err
        self.assertRegex(said, r"(?m)^kmedoids, k 3, seed 1: feasible, cost [\d.]+, [\d.]+ s$")

    def test_progress_shows_runs_done_and_running(self):
        said = self.sweep("-k", "2:3", "--progress", "on").err
        self.assertRegex(said, r"\d+ of 20 runs done, \d+ running.*Ctrl-C keeps what is done")


class Resume(Sweep):
    def test_a_complete_sweep_is_not_run_again(self):
        self.sweep("-k", "2:4")
        before = self.get("out/results.csv")
        self.sweep("-k", "2:4")
        self.assertEqual(self.get("out/results.csv"), before)

    def test_stopped_at_any_moment_it_goes_on(self):
        self.expect(0, "generate", "--n", 90, "--true-clusters", 4, "--group-balance", "2/3", "-o", "data.csv")
        arguments = ["sweep", "data.csv", "-p", "group", "-k", "3:6", "--effort", 3]
        for number in STOPS:
            with self.subTest(signal=number):
                self.assert_resumes_after(number, arguments, 20 if LONG else 3)
                self.assertEqual([name for name in os.listdir(self.path("out")) if name.startswith(".")], [])
            shutil.rmtree(self.path("out"))
            shutil.rmtree(self.path("whole"))

    def test_more_k_methods_and_seeds_are_added(self):
        self.sweep("-k", "3,4", "--methods", "kmedoids,best")
        first = self.rows()
        self.sweep("-k", "2:4", "--methods", "kmedoids,best,fair-kmedoids", "--seeds", 2)
        self.assertEqual([row for row in self.rows() if row in first], first)
        self.sweep("-k", "2:4", "--methods", "kmedoids,best,fair-kmedoids", "--seeds", 2, folder="whole")
        self.assertEqual(self.results(), self.results("whole"))

    def test_rows_that_are_not_asked_for_stay_behind_the_others(self):
        self.sweep("-k", "3:4", "--methods", "kmedoids,best")
        self.sweep("-k", "2,4", "--methods", "best,fair-kmedoids/vanilla")
        self.assertEqual([(row["method"], row["k"]) for row in self.rows()],
                         [("best", "2"), ("best", "3"), ("best", "4"), ("fair-kmedoids/vanilla", "2"),
                          ("fair-kmedoids/vanilla", "4"), ("kmedoids", "3"), ("kmedoids", "4")])
        self.assertEqual(read_json(self.text("out/sweep.json"))["methods"], ["best", "fair-kmedoids/vanilla"])
        said = self.sweep("-k", "2,4", "--methods", "best,fair-kmedoids/vanilla").err
        self.assertIn("note: results.csv has 3 further rows, which the figures leave out", said)

    def test_figures_that_cannot_be_written_cost_no_run(self):
        limit = 30000  # bytes of a file: more than results.csv has, less than the page
        done = subprocess.run([FAIRCAP, "sweep", "data.csv", "-p", "group", "-k", "2:3", "--effort", "2", "-o", "out"], cwd=self.folder,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)), capture_output=True, text=True)
        self.assertEqual(done.returncode, 7, done.stderr)
        self.assertIn("faircap: cannot write out/report.html: File too large\nnote: all runs are saved in out; the same command makes the "
                      "figures and runs nothing again\n", done.stderr)
        before = self.get("out/results.csv")
        self.sweep("-k", "2:3")
        self.assertEqual(self.get("out/results.csv"), before)

    def test_two_sweeps_do_not_write_to_one_folder(self):
        self.expect(0, "generate", "--n", 3000, "-o", "large.csv")
        first = subprocess.Popen([FAIRCAP, "sweep", "large.csv", "-p", "group", "-k", "30", "--methods", "best", "--effort", "9",
                                  "--progress", "on", "-o", "out"], cwd=self.folder, stderr=subprocess.PIPE)
        try:
            os.read(first.stderr.fileno(), 100)
            while b"running" not in os.read(first.stderr.fileno(), 65536):
                pass
            done = self.expect(7, "sweep", "large.csv", "-p", "group", "-k", 2, "--methods", "kmedoids", "-o", "out")
            self.assertIn("another run is writing to out", done.err)
        finally:
            first.kill()
            first.communicate()


class Folder(Sweep):
    def refused(self, *words, said, code=2, folder="out"):
        """The command is refused, and nothing in the folder is changed."""
        def state():
            return {name: self.get(os.path.join(folder, name)) for name in sorted(os.listdir(self.path(folder)))}
        before = state()
        done = self.sweep("-k", "2:3", "--methods", "kmedoids", *words, code=code, folder=folder)
        self.assertIn(said, done.err)
        self.assertEqual(state(), before)

    def test_a_sweep_of_other_data_or_rules_is_refused(self):
        self.sweep("-k", "2:3", "--methods", "kmedoids")
        for words, said in (("--effort", 3), "--effort is 2 there and 3 here"), (("-t", "1/3"), '--balance is "1/2" there and "1/3" here'), \
                (("-q", 30), "-q (0: none) is 0 there and 30 here"), (("--slack", 1.5), '--slack is "1.01" there and "1.5" here'), \
                (("--lambda", 0.5), "--lambda is 0.3 there and 0.5 here"), (("--min-size", 2), "--min-size is 1 there and 2 here"), \
                (("--time-limit", 9), "--time-limit is 0 there and 9 here"), (("--gap", "1%"), "--gap is 0 there and 0.01 here"), \
                (("--bound", "off"), '--bound is "auto" there and "off" here'), (("--scale", "none"), "its data are others"), \
                (("--fairlet-centre", "random"), '--fairlet-centre is "median" there and "random" here'), \
                (("-x", "x1"), "its data are others (rows, columns, -p, --scale or --missing); take another folder (-o)"):
            with self.subTest(words=words):
                self.refused(*words, said=said)

    def test_a_sweep_of_another_version_is_refused(self):
        self.sweep("-k", "2:3", "--methods", "kmedoids")
        version = read_json(self.text("out/sweep.json"))["faircap"]
        self.put("out/sweep.json", self.text("out/sweep.json").replace(version, "0.0.1"))
        self.refused(said=f'faircap "0.0.1" made it, and this is "{version}"')

    def test_files_of_others_are_not_written_over(self):
        for name in "results.csv", "report.html", "cost.svg":
            folder = name + "-folder"
            os.mkdir(self.path(folder))
            self.put(f"{folder}/{name}", "mine")
            self.refused(said=f"{folder}/{name} is in the way", folder=folder)
        os.mkdir(self.path("json"))
        self.put("json/sweep.json", '{"a": 1}\n')
        self.refused(said="was not written by faircap sweep", folder="json")

    def test_folders_and_pipes_in_the_way_are_said_before_anything_is_run(self):
        self.sweep("-k", "2:3", "--methods", "kmedoids")
        for name in "results.csv", "sweep.json", "sizes.svg", "published.gp":
            for make in os.mkdir, os.mkfifo:
                folder = f"{name}-{make.__name__}"
                shutil.copytree(self.path("out"), self.path(folder))
                if os.path.exists(self.path(f"{folder}/{name}")):
                    os.unlink(self.path(f"{folder}/{name}"))
                make(self.path(f"{folder}/{name}"))
                before = sorted(os.listdir(self.path(folder)))
                done = self.sweep("-k", "2:4", "--methods", "kmedoids", folder=folder, code=2)
                self.assertIn(f"{folder}/{name} is in the way: it is a folder, a device or a pipe; take another folder", done.err)
                self.assertEqual(sorted(os.listdir(self.path(folder))), before)

    def test_the_input_is_not_written_over(self):
        os.mkdir(self.path("in"))
        os.rename(self.path("data.csv"), self.path("in/cost.csv"))
        before = self.get("in/cost.csv")
        done = self.sweep("-k", 2, folder="in", data="in/cost.csv", code=2)
        self.assertIn("in/cost.csv is the input", done.err)
        self.assertEqual((self.get("in/cost.csv"), os.listdir(self.path("in"))), (before, ["cost.csv"]))

    def test_results_that_contradict_themselves_are_refused(self):
        self.sweep("-k", "2:3", "--methods", "kmedoids,fair-kmedoids")
        good = self.text("out/results.csv")
        lines = good.splitlines(keepends=True)
        cells = lines[1].split(",")

        def with_cell(column, value):
            at = COLUMNS.index(column)
            return lines[0] + ",".join(cells[:at] + [value] + cells[at + 1:]) + "".join(lines[2:])
        bad = {"": "", "a,b\n1,2\n": "other columns", good + lines[1]: "line 6 is there twice: line 2 has the same",
               good + lines[3]: "line 6 is there twice: line 4 has the same",
               good.replace("method,", "way,"): "other columns", "".join(lines[:2]) + lines[2][:40] + "\n": "line 3",
               good.replace("\n", "\n\n").replace("kmedoids,3,", "kmedoids,4,"): "line 5, column q", "\0\1\2": "",
               good.replace("\n", "\n\n\"", 1): "", with_cell("balance", "1.5"): "a balance is from 0 to 1",
               with_cell("balance", "0.51"): "column balance: \"0.51\" is not what faircap wrote: no two groups in a cluster of at most 24",
               with_cell("unbalanced", "1"): "it contradicts the balance", with_cell("over_capacity", "1"): "by the sizes it is 0",
               with_cell("bound", "1"): "only best has a bound", with_cell("bound", "99"): "line 2, column bound",
               with_cell("status", "optimal"): "the answers of kmedoids are feasible", with_cell("status", "time_limit"): "column status",
               with_cell("method", "best"): "line 2, column check", with_cell("cost", cells[5][:-1]): "one of them was changed, or the row is from",
               with_cell("k", "\33[31m"): '"?[31m" is not what faircap wrote: it is no number of clusters; delete the line to have it run again'}
        for column, values in {"method": ("kmedoid", "kmedoids/mcf", "kmedoids@1.5", ""), "k": ("02", "0", "", "-1", "9" * 30, "2147483648"),
                               "seed": ("-1", "", "01", "9" * 19), "status": ("interrupted", "", "Feasible"),
                               "cost": ("1e999", "-3", '"7,5"', "", "nan", "0x3"), "bound": ("x",), "gap": ("0.5", "0"),
                               "balance": ("", "-1", "0.6000000000000001", "2e-1"), "violations": ("7", ""), "over_capacity": ("-1", ""),
                               "unbalanced": ("3", ""), "repaired": ("0", "1"), "seconds": ("-1", "", "inf"), "slack": ("1.02", "", "x"),
                               "lambda": ("0.3",), "check": ("", "0" * 16), "sizes": ("24 23\n", "24\n", "23 25\n", "24 24 0\n", "\n")}.items():
            for value in values:
                bad[with_cell(column, value)] = "line 2, column "
        for column in "q", "cost", "seconds":  # a number that could be
            bad[with_cell(column, "26.5" if column != "q" else "26")] = "line 2, column " + ("q" if column == "q" else "check")
        for text, said in bad.items():
            with self.subTest(text=text[:300]):
                self.put("out/results.csv", text)
                self.refused(said=said or "results.csv", code=3)
        self.put("out/results.csv", good)
        self.sweep("-k", "2:3", "--methods", "kmedoids,fair-kmedoids")
        self.assertEqual(self.text("out/results.csv"), good)

    def test_rows_of_another_folder_are_refused(self):
        self.sweep("-k", "2:3", "--methods", "kmedoids")
        self.sweep("-k", "2:3", "--methods", "kmedoids", "--seed", 2, "--scale", "zscore", folder="other")
        self.put("out/results.csv", self.text("other/results.csv"))
        self.refused(said="line 2, column check", code=3)

    def test_wherever_the_file_is_cut_nothing_wrong_is_believed(self):
        arguments = "-k", "2:3", "--methods", "kmedoids,best"
        self.sweep(*arguments)
        good, whole = self.text("out/results.csv"), self.results()
        ends = [at for at, letter in enumerate(good) if letter == "\n"]
        for at in range(len(good)) if LONG else [*range(0, ends[0], 9), ends[0], ends[0] + 1, *range(ends[-2] - 30, len(good))]:
            with self.subTest(at=at):
                self.put("out/results.csv", good[:at])
                is_at_an_end = at in ends or at - 1 in ends
                self.sweep(*arguments, code=0 if is_at_an_end else 3)
                if is_at_an_end:
                    self.assertEqual(self.results(), whole)

    def test_rows_that_are_missing_or_in_another_order_are_no_fault(self):
        arguments = "-k", "2:4", "--methods", "kmedoids,best"
        self.sweep(*arguments)
        header, *rows = self.text("out/results.csv").splitlines(keepends=True)
        for part in slice(None, 0, -1), slice(1, None), slice(None, -1), slice(None, None, 2), slice(0, 0):
            kept = rows[part]
            self.put("out/results.csv", header + "".join(kept))
            self.sweep(*arguments)
            now = self.text("out/results.csv").splitlines(keepends=True)[1:]
            self.assertEqual([line for line in now if line in kept], [line for line in rows if line in kept])
            self.assertEqual(len(now), 6)
            rows = now
        self.put("out/results.csv", header + "".join(rows[::-1]))
        self.sweep(*arguments)
        self.assertEqual(sorted(self.text("out/results.csv").splitlines(keepends=True)), sorted([header, *rows]))

    def test_the_folder_and_those_above_it_are_made(self):
        self.sweep("-k", 2, "--methods", "kmedoids", folder="a/b/c/")
        self.assertEqual(len(self.rows("a/b/c")), 1)

    def test_a_folder_that_cannot_be_made_is_said(self):
        self.put("file", "")
        for folder in "file", "file/out", "/proc/no-such-folder/out":
            self.assertIn("cannot make the folder", self.sweep("-k", 2, folder=folder, code=7).err)
        self.assertIn("-o DIR", self.expect(2, "sweep", "data.csv", "-k", 2).err)
        self.assertIn("-o takes a folder", self.sweep("-k", 2, folder="-", code=2).err)

    def test_other_files_in_the_folder_are_left_alone(self):
        os.mkdir(self.path("out"))
        self.put("out/notes.txt", "mine")
        self.sweep("-k", 2, "--methods", "kmedoids")
        self.assertEqual(self.text("out/notes.txt"), "mine")


class Lists(Sweep):
    def said(self, *arguments):
        done = self.sweep(*arguments, code=2)
        self.assertFalse(os.path.exists(self.path("out")))
        return done.err

    def test_numbers_of_clusters_are_ranges_and_lists(self):
        for text, numbers in ("5", [5]), ("3:5", [3, 4, 5]), ("3:8:2", [3, 5, 7]), ("9, 3:4 ,2", [2, 3, 4, 9]), ("4,3:5,4", [3, 4, 5]):
            self.sweep("-k", text, "--methods", "kmedoids", folder=text)
            self.assertEqual([int(row["k"]) for row in self.rows(text)], numbers)

    def test_numbers_that_are_none_are_said(self):
        for text, said in ("", "-k: a number is missing"), ("3,", "a number is missing"), ("3:", "a number is missing"), \
                ("3-8", '"3-8" is not how a range is written; write 3:8'), ("2,3..8", "write 3:8"), ("3-", 'not "3-"'), \
                ("a", 'not "a"'), ("3.5", 'whole numbers from 1 to 2147483647, not "3.5"'), ("0:3", 'not "0"'), ("-3", 'not "-3"'), \
                ("9:3", '"9:3" goes backwards'), ("3:9:0", 'not "0"'), ("3:9:2:1", '"3:9:2:1" has too many colons'), \
                ("1:99999", "at most 10000 numbers"), ("99999999999999999999", "not \"99999999999999999999\""):
            with self.subTest(text=text):
                self.assertIn(said, self.said("-k", text))
        self.assertIn("runs", self.said("-k", "1:10000", "--seeds", 10000))

    def test_methods_have_canonical_names(self):
        for text, names in ("all", ALL), ("fair-kmedoids", ["fair-kmedoids/mcf"]), ("best@1.01", ["best"]), \
                ("best@1.20,best@6/5", None), ("best@4/3", ["best@4/3"]), \
                ("kmedoids , fair-hierarchical/vanilla@1.20", ["kmedoids", "fair-hierarchical/vanilla@1.2"]), \
                ("paper", [name + "@1.2" if "hierarchical" in name else name for name in ALL]):
            with self.subTest(text=text):
                folder = text.replace("/", "-")
                if names is None:
                    self.assertIn("best@1.2 is named twice", self.said("-k", 2, "--methods", text))
                    continue
                self.sweep("-k", 2, "--methods", text, folder=folder)
                self.assertEqual(self.names(folder), names)

    def test_methods_that_are_none_are_said(self):
        for text, said in ("", "a name is missing"), ("best,", "a name is missing"), ("best,best", "best is named twice"), \
                ("all,kmedoids", "kmedoids is named twice"), ("kmedoid", 'no method "kmedoid"; did you mean "kmedoids"?'), \
                ("papers", 'did you mean "paper"?'), ("x" * 80, "too long"), ("quite-another", "see faircap sweep --help"), \
                ("pam", 'no method "pam"; see faircap sweep --help'), ("best, ", "a name is missing"), \
                ("best/mcf", 'best has no fairlets: write it without "/mcf"'), ("fair-kmedoids/bush", 'mcf, vanilla or tree, not "bush"'), \
                ("best@0.9", 'at least 1, such as 1.2, not "0.9"'), ("best@", 'not ""'):
            with self.subTest(text=text):
                self.assertIn(said, self.said("-k", 2, "--methods", text))

    def test_the_option_of_one_method_leads_to_that_of_many(self):
        self.assertIn('sweep has no option "-m"; did you mean --methods?', self.said("-k", 2, "-m", "best"))

    def test_a_slack_of_its_own_and_a_capacity_exclude_each_other(self):
        self.assertIn("fair-hierarchical/mcf@1.2 has a slack of its own, but -q", self.said("-k", 2, "-q", 30, "--methods", "paper"))

    def test_seeds_must_exist(self):
        self.assertIn("leaves no room", self.said("-k", 2, "--seed", 2 ** 63 - 9, "--seeds", 99))
        self.assertIn("exclude each other", self.said("-k", 2, "--gap", "1%", "--bound", "off"))


if __name__ == "__main__":
    unittest.main()
