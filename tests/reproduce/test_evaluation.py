"""reproduce/run from files to page, on made-up data in the form of the paper's five data sets."""
import csv
import html.parser
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import school  # noqa: E402

FAIRCAP = os.path.abspath(os.environ.get("FAIRCAP") or os.path.join(ROOT, "build", "dev", "faircap"))
COMMAND = os.path.join(ROOT, "reproduce", "run")
TIMEOUT = 600
VOID = {"meta", "br"}

# See tests/cli/tool.py: a background job must not lose a Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)


def start(*arguments, cwd=None):
    return subprocess.Popen([COMMAND, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, cwd=cwd, env=dict(os.environ, FAIRCAP=FAIRCAP))


def run(*arguments):
    process = start(*arguments)
    out, err = process.communicate(timeout=TIMEOUT)
    if "Sanitizer" in err or "runtime error:" in err:
        raise AssertionError("a sanitizer complained:\n" + err)
    return process.returncode, out, err


def read(*path):
    with open(os.path.join(*path), encoding="utf-8", newline="") as stream:
        return stream.read()


def without_seconds(text):
    """results.csv without what a clock says."""
    return [{key: value for key, value in row.items() if key not in ("seconds", "check")} for row in csv.DictReader(text.splitlines())]


class Outline(html.parser.HTMLParser):
    """The elements of a page; wrong nesting is an error."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.tags, self.loads = [], [], [], [], []
        self.feed(text)
        self.close()
        if self.open:
            raise AssertionError(f"never closed: {self.open}")

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        attributes = dict(attrs)
        self.tags.append(tag)
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.loads += [value for name, value in attrs if name in ("src", "xlink:href", "data") or (tag, name) == ("link", "href")]
        self.links += [attributes["href"]] if tag in ("a", "use") and "href" in attributes else []

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise AssertionError(f"</{tag}> closes nothing")


class Folders(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="faircap-test-")
        self.addCleanup(folder.cleanup)
        self.data, self.out = os.path.join(folder.name, "data"), os.path.join(folder.name, "out")
        os.mkdir(self.data)

    def expect(self, code, *arguments):
        found, out, err = run(*arguments)
        self.assertEqual(found, code, err)
        return out, err


class WholeEvaluation(unittest.TestCase):
    """One evaluation of all five data sets, looked at from all sides."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="faircap-test-")
        cls.addClassCleanup(folder.cleanup)
        cls.data, cls.out = os.path.join(folder.name, "data"), os.path.join(folder.name, "out")
        school.everything(cls.data)
        cls.code, cls.printed, cls.said = run("--quick", "-k", "3:5", "--output", cls.out, cls.data)
        if cls.code != 0:
            raise AssertionError(cls.said)
        cls.page = read(cls.out, "index.html")
        cls.summary = json.loads(read(cls.out, "summary.json"))
        cls.outline = Outline(cls.page)

    def test_the_path_of_the_page_is_what_is_printed(self):
        self.assertEqual(self.printed, os.path.join(self.out, "index.html") + "\n")

    def test_all_five_data_sets_are_found_and_named_by_checksum(self):
        found = {d["name"]: d for d in self.summary["datasets"]}
        self.assertEqual(list(found), ["student-mat", "student-por", "pisa", "oulad", "mooc"])
        self.assertTrue(all(d["found"] for d in found.values()))
        for entry in (f for d in found.values() for f in d["files"]):
            self.assertEqual(self.page.count(entry["sha256"]), 1)

    def test_files_that_are_not_the_published_ones_are_used_and_said(self):
        verdicts = {d["name"]: {f["verdict"] for f in d["files"]} for d in self.summary["datasets"]}
        self.assertEqual(verdicts.pop("mooc"), {"no checksum is published"})
        self.assertEqual(set.union(*verdicts.values()), {"differs from the published file"})
        self.assertIn("student-mat: student-mat.csv, differs from the published file", self.said)

    def test_the_page_is_well_formed_and_every_id_is_its_own(self):
        self.assertEqual(len(self.outline.ids), len(set(self.outline.ids)))
        targets = [link[1:] for link in self.outline.links if link.startswith("#")]
        self.assertGreater(len(targets), 40)
        self.assertEqual(set(targets) - set(self.outline.ids), set())

    def test_the_page_loads_nothing_and_runs_nothing(self):
        self.assertEqual((self.outline.loads, "script" in self.outline.tags), ([], False))
        self.assertEqual(re.findall(r"@import|url\((?!#)", self.page), [])

    def test_every_figure_is_a_picture_of_its_own(self):
        pictures = re.findall(r'<figure id="([^"]+)"><div class="scroll" tabindex="0">(<svg.*?</svg>)', self.page, re.DOTALL)
        names = [f"{d}-{f}" for d in ("student-mat", "student-por", "pisa", "oulad", "mooc") for f in ("cost", "balance", "sizes")]
        names += ["tune-lambda", "tune-slack", "published-student-mat-published", "published-student-por-published"]
        self.assertEqual([name for name, _ in pictures], names)
        for name, picture in pictures:
            with self.subTest(name):
                root = xml.etree.ElementTree.fromstring(picture)
                ids = {e.get("id") for e in root.iter() if e.get("id")}
                for reference in re.findall(r"url\(#([^)]+)\)|href=\"#([^\"]+)\"", picture):
                    self.assertIn("".join(reference), ids)

    def test_no_record_gets_out(self):
        for name in ("index.html", "claims.csv", "summary.json", "mooc/results.csv", "mooc/report.html", "oulad/results.csv"):
            with self.subTest(name):
                self.assertEqual(read(self.out, *name.split("/")).count(school.SECRET), 0)
        self.assertGreater(read(self.out, "data", "mooc.csv").count(school.SECRET), 0)  # the word is in what was clustered

    def test_the_page_does_not_say_where_it_was_made(self):
        self.assertEqual(self.page.count(os.path.dirname(self.data)), 0)

    def test_every_claim_is_on_the_page_and_in_both_tables(self):
        rows = list(csv.DictReader(read(self.out, "claims.csv").splitlines()))
        self.assertEqual([row["claim"] for row in rows], [c["claim"] for c in self.summary["claims"]])
        self.assertLessEqual({"claim-" + row["claim"] for row in rows}, set(self.outline.ids))
        self.assertEqual(sum(self.summary["verdicts"].values()), len(rows))
        self.assertEqual(self.summary["verdicts"]["not tested"], 0)

    def test_what_always_holds_is_confirmed_and_what_cannot_be_is_not(self):
        verdicts = {c["claim"]: c["verdict"] for c in self.summary["claims"]}
        for name in ("student-mat", "student-por", "pisa", "oulad", "mooc"):
            self.assertEqual(verdicts[name + "-capacity"], "confirmed")
            self.assertNotEqual(verdicts[name + "-table"], "confirmed")  # 40 students are not 395
        self.assertEqual(verdicts["fairness"], "confirmed")
        self.assertNotEqual(verdicts["half-share"], "confirmed")

    def test_published_costs_stand_beside_ours_and_broken_capacities_are_marked(self):
        for instance in self.summary["published"]:
            self.assertEqual(len(instance["runs"]), 9 * 3)
            for made in instance["runs"]:
                with self.subTest(made=made):
                    broken = made["method"].startswith("fair-kmedoids") and 40 * 101 // (100 * made["k"]) * made["k"] < 40
                    self.assertEqual(made["broken"], broken)
                    self.assertAlmostEqual(made["percent"], 100 * (made["ours"] / made["published"] - 1))
        marked = self.page.count("†</td>")
        self.assertEqual(marked, sum(made["broken"] for i in self.summary["published"] for made in i["runs"]))
        self.assertGreater(marked, 0)

    def test_a_second_run_makes_no_run_again(self):
        results = {name: read(self.out, name, "results.csv") for name in ("student-mat", "mooc", "tune", "published-student-por")}
        code, _, said = run("--quick", "-k", "3:5", "--output", self.out, self.data)
        self.assertEqual(code, 0, said)
        self.assertEqual({name: read(self.out, name, "results.csv") for name in results}, results)  # seconds included


class Parts(Folders):
    def test_data_sets_that_are_not_there_are_said_to_be_missing(self):
        school.student(self.data, "student-mat", 30, 1)
        self.expect(0, "--quick", "-k", "3", "--output", self.out, self.data)
        summary, page = json.loads(read(self.out, "summary.json")), read(self.out, "index.html")
        self.assertEqual([d["name"] for d in summary["datasets"] if d["found"]], ["student-mat"])
        self.assertEqual((page.count("MOOC was not found."), page.count('<a href="https://doi.org/10.7910/DVN/26147">')), (1, 2))
        verdicts = {c["claim"]: c["verdict"] for c in summary["claims"]}
        others = [key for key in verdicts if key.startswith(("mooc-", "oulad-", "pisa-", "student-por-"))]
        self.assertEqual({verdicts[key] for key in others}, {"not tested"})
        self.assertNotIn("not tested", {verdicts["student-mat-capacity"], verdicts["fairness"], verdicts["tune-slack"]})
        self.assertNotIn("published", Outline(page).ids)

    def test_a_folder_without_data_is_refused(self):
        _, err = self.expect(3, "--output", self.out, self.data)
        self.assertIn("none of the paper's data sets is in", err)
        self.assertFalse(os.path.exists(os.path.join(self.out, "index.html")))

    def test_a_damaged_file_is_refused_before_anything_runs(self):
        school.everything(self.data)
        school.put(self.data, "mooc/HMXPC13_DI_v2_5-14-14.csv", "course_id,gender\nx,m\n")
        _, err = self.expect(3, "--quick", "--output", self.out, self.data)
        self.assertIn("no column viewed", err)
        self.assertFalse(os.path.exists(os.path.join(self.out, "student-mat")))

    def test_unknown_published_methods_are_refused(self):
        school.student(self.data, "student-mat", 30, 1)
        school.published(self.data)
        school.put(self.data, "edm2021/published-costs.csv", "dataset,method,k,cost\nstudent-mat,Other,3,1\n")
        _, err = self.expect(3, "--quick", "--output", self.out, self.data)
        self.assertIn("no method of the paper is called 'Other'", err)

    def test_wrong_usage_is_exit_code_2(self):
        self.expect(2)
        self.expect(2, "--jobs", "none", self.data)
        school.student(self.data, "student-mat", 30, 1)
        self.expect(2, "-k", "three", "--output", self.out, self.data)

    def test_help_needs_no_data(self):
        out, _ = self.expect(0, "--help")
        self.assertIn("DATA_DIR", out)

    def test_interrupted_it_goes_on_and_ends_with_the_same_results(self):
        school.student(self.data, "student-mat", 60, 1)
        school.student(self.data, "student-por", 60, 2)
        arguments = "--quick", "-k", "3:6", "--jobs", "1", "--output"
        self.expect(0, *arguments, self.out, self.data)
        again = self.out + "-again"
        for delay in (0, 0.1, 0.3):  # before the tool hears signals, while it computes, wherever it is by then
            process = start(*arguments, again, self.data)
            while not process.stderr.readline().startswith("[1/"):
                self.assertIsNone(process.poll())
            time.sleep(delay)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=TIMEOUT)
            self.assertIn(process.returncode, (130,) if delay == 0 else (0, 130), err)
            self.assertEqual("the same command goes on from here" in err, process.returncode == 130, err)
        self.expect(0, *arguments, again, self.data)
        for name in ("student-mat", "student-por", "tune"):
            results = [without_seconds(read(folder, name, "results.csv")) for folder in (again, self.out)]
            self.assertEqual(*[[(row["method"], row["k"]) for row in rows] for rows in results])
            # A run that its time limit ended on a busy machine may have come less far the other time.
            rows = [pair for pair in zip(*results) if "time_limit" not in (pair[0]["status"], pair[1]["status"])]
            self.assertEqual(*map(list, zip(*rows)))

    def test_another_output_folder_can_be_relative(self):
        school.student(self.data, "student-mat", 30, 1)
        process = start("--quick", "-k", "3", "--output", "here", "data", cwd=os.path.dirname(self.data))
        out, err = process.communicate(timeout=TIMEOUT)
        self.assertEqual((process.returncode, out), (0, "here/index.html\n"), err)


if __name__ == "__main__":
    unittest.main()
