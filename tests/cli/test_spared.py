"""What a run reads is not written over, by whatever name, and two outputs are two files."""
import os
import subprocess
import unittest

from tool import FAIRCAP, TIMEOUT, Case

DATA = "id,x,g\np1,1,a\np2,2,b\np3,8,a\np4,9,b\n"
READ = {"--distances", "--join", "--together", "--apart", "--avoid", "--late", "--sizes", "--start", "--medoids", "--reference"}
REPEATED = {"--join", "--together", "--apart", "--avoid"}
WRITTEN = {"--output", "--json", "--html", "--to"}
ASKED = {"cluster": ["data.csv", "-k", 2], "group": ["data.csv", "--size", 2], "plan": ["data.csv", "-k", 2],
         "check": ["data.csv", "result.csv", "-k", 2]}


class SparedCase(Case):
    def setUp(self):
        super().setUp()
        self.put("data.csv", DATA)
        self.expect(0, "cluster", "data.csv", "-k", 2, "-p", "g", "-o", "result.csv", "--certificate", "result.proof")
        os.symlink("data.csv", self.path("link.csv"))

    def contents(self):
        return {name: self.get(name) for name in self.names() if os.path.isfile(self.path(name))}

    def refused(self, said, *arguments, **more):
        before = self.contents()
        done = self.expect(2, *arguments, **more)
        self.assertIn(said, done.err)
        self.assertEqual((self.contents(), done.out), (before, ""))

    def run_redirected(self, *arguments, **streams):
        """Standard input and output are files."""
        done = subprocess.run([FAIRCAP, *map(str, arguments)], cwd=self.folder, timeout=TIMEOUT, stderr=subprocess.PIPE, check=False,
                              **{"stdin": subprocess.DEVNULL, **streams})
        return done.returncode, done.stderr.decode()


class Inputs(SparedCase):
    SAID = "is the input; give the output another name"

    def options(self):
        """(command, option) of all options whose value is a file."""
        for line in self.expect(0, "--list-options").out.splitlines():
            command, option, argument = (line.split(" ") + ["", ""])[:3]
            if "FILE" in argument:
                yield command, option

    def test_every_option_that_names_a_file_is_known_here(self):
        found = set(self.options())
        self.assertEqual({option for _, option in found}, READ | WRITTEN | {"--certificate"})

    def test_no_file_of_an_option_is_written_over(self):
        tried = 0
        self.put("read", "p1,p2\n")
        os.symlink("read", self.path("other"))
        for command, option in self.options():
            if option not in READ or command not in ASKED:
                continue
            before = [option, "data.csv"] if option in REPEATED else []
            for output in ("--json", "-o") if command in ("cluster", "group") else ("--json",):
                for name in "read", "./read", "other":
                    self.refused(self.SAID, command, *ASKED[command], *before, option, "read", output, name)
                    tried += 1
        self.assertGreater(tried, 60)

    def test_the_files_of_plan_and_check_are_not_written_over(self):
        for name in "data.csv", "link.csv", "./data.csv":
            self.refused(self.SAID, "plan", "data.csv", "-k", 2, "-p", "g", "--json", name)
            self.refused(self.SAID, "plan", "data.csv", "--json", name)
        for name in "data.csv", "link.csv", "result.csv", "result.proof":
            self.refused(self.SAID, "check", "data.csv", "result.csv", "-k", 2, "-p", "g", "--certificate", "result.proof",
                         "--json", name)

    def test_the_report_of_a_request_that_cannot_be_met_is_not_written_over_the_input(self):
        self.refused(self.SAID, "cluster", "data.csv", "-k", 2, "-q", 1, "--json", "data.csv")
        self.refused(self.SAID, "plan", "data.csv", "-k", 2, "-q", 1, "--json", "data.csv")
        self.refused(self.SAID, "group", "data.csv", "--size", 9, "--json", "data.csv")

    def test_a_file_that_is_standard_input_is_not_written_over(self):
        for words in (["cluster", "-", "-k", 2, "-o"], ["cluster", "/dev/stdin", "-k", 2, "--json"], ["plan", "-", "--json"],
                      ["group", "-", "--size", 2, "--html"], ["check", "-", "result.csv", "-k", 2, "--json"],
                      ["check", "data.csv", "-", "-k", 2, "--json"]):
            with self.subTest(words=words), open(self.path("data.csv"), encoding="utf-8") as stream:
                code, said = self.run_redirected(*words, "link.csv", stdin=stream)
                self.assertEqual((code, self.text("data.csv")), (2, DATA))
                self.assertIn(self.SAID, said)

    def test_standard_output_is_not_added_to_the_input(self):
        for words in ["cluster", "data.csv", "-k", 2], ["plan", "data.csv"], ["cluster", "data.csv", "-k", 2, "--json", "-"]:
            with self.subTest(words=words), open(self.path("data.csv"), "ab") as stream:
                code, said = self.run_redirected(*words, stdout=stream)
                self.assertEqual((code, self.text("data.csv")), (2, DATA))
                self.assertIn("standard output goes to the input", said)

    def test_a_pipe_may_be_input_and_output(self):
        self.expect(0, "cluster", "/dev/stdin", "-k", 2, "-o", "/dev/stdout", stdin=DATA.encode())
        self.expect(0, "cluster", "-", "-k", 2, "-o", "out.csv", stdin=DATA.encode())

    def test_a_study_goes_on_in_its_folder_but_spares_what_it_reads(self):
        words = "sweep", "data.csv", "-k", 2, "--methods", "kmedoids", "-o", "study"
        self.expect(0, *words)
        self.expect(0, *words, "--seeds", 2)
        published = "method,k,cost\nkmedoids,2,1\n"
        self.put("study/published.csv", published)
        done = self.expect(2, *words, "--reference", "study/published.csv")
        self.assertIn("study/published.csv is the input; take another folder", done.err)
        self.assertEqual(self.text("study/published.csv"), published)


class Outputs(SparedCase):
    SAID = "two outputs cannot both go to"

    def test_two_names_of_one_file_are_refused(self):
        self.put("there.csv", "old")
        os.symlink("there.csv", self.path("again.csv"))
        os.mkdir(self.path("folder"))
        os.symlink(".", self.path("here"))
        for one, other in (("new.csv", "./new.csv"), ("new.csv", "folder/../new.csv"), ("new.csv", "here/new.csv"),
                           ("new.csv", self.path("new.csv")), ("there.csv", "again.csv"), ("there.csv", "here/again.csv"),
                           ("folder/a", "folder//a"), ("missing/a", "missing/a")):
            self.refused(self.SAID, "cluster", "data.csv", "-k", 2, "-o", one, "--json", other)
            self.refused(self.SAID, "group", "data.csv", "--size", 2, "--html", other, "--json", one)

    def test_a_name_of_the_file_that_is_standard_output_is_refused(self):
        for words in (["cluster", "-k", 2, "--json", "new"], ["cluster", "-k", 2, "-o", "new", "--json", "-"],
                      ["plan", "--json", "./new"], ["cluster", "-k", 2, "-o", "/dev/stdout", "--json", "new"]):
            with self.subTest(words=words), open(self.path("new"), "wb") as stream:
                code, said = self.run_redirected(words[0], "data.csv", *words[1:], stdout=stream)
                self.assertEqual((code, self.get("new")), (2, b""))
                self.assertIn(self.SAID, said)

    def test_other_files_of_the_same_name_are_fine(self):
        os.mkdir(self.path("folder"))
        os.symlink("nowhere", self.path("one"))  # which is replaced
        os.symlink("nowhere", self.path("two"))
        self.expect(0, "cluster", "data.csv", "-k", 2, "-o", "new", "--json", "folder/new")
        self.expect(0, "cluster", "data.csv", "-k", 2, "-o", "one", "--json", "two")
        self.assertEqual((self.text("one"), self.text("two")[:1]), (self.text("new"), "{"))

    def test_devices_may_be_named_twice(self):
        self.expect(0, "cluster", "data.csv", "-k", 2, "-o", "/dev/null", "--json", "/dev/null", "--html", "/dev/../dev/null")
        self.assertIn("{", self.expect(0, "cluster", "data.csv", "-k", 2, "-o", "/dev/stdout", "--json", "/dev/stdout").out)


if __name__ == "__main__":
    unittest.main()
