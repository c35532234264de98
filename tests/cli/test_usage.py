"""How faircap is talked to: help, mistakes, exit codes, and that a mistake never costs anybody a file."""
import re
import unittest

from tool import Case, read_json

COMMANDS = "cluster", "check", "plan", "sweep", "tune", "generate"
LINE = "x,g\n0,a\n1,b\n10,a\n12,b\n"


class Help(Case):
    def test_help_lists_the_commands_and_the_exit_codes(self):
        done = self.expect(0, "--help")
        self.assertEqual(done.err, "")
        for command in COMMANDS:
            self.assertRegex(done.out, rf"(?m)^  {command} +\S")
        codes = done.out.split("Exit codes")[1]
        for code in 0, 1, 2, 3, 4, 5, 6, 7, 130:
            self.assertRegex(codes, rf"\b{code} [a-z]")

    def test_the_help_of_a_command_can_be_asked_for_in_four_ways(self):
        for command in COMMANDS:
            plain = self.expect(0, command, "--help")
            self.assertIn(f"faircap {command} - ", plain.out)
            for words in [command, "-h"], ["help", command], ["--help", command]:
                self.assertEqual(self.expect(0, *words), plain)

    def test_help_goes_before_every_mistake_behind_it(self):
        self.expect(0, "cluster", "--help", "--no-such-option")

    def test_help_names_every_option_of_the_command(self):
        listed = [line.split() for line in self.expect(0, "--list-options").out.splitlines()]
        for command in COMMANDS:
            shown = set(re.findall(r"--[a-z-]+", self.expect(0, command, "--help").out))
            for words in listed:
                if words[0] == command and len(words) > 1:
                    self.assertIn(words[1], shown)

    def test_the_version_is_the_one_of_the_reports(self):
        version = self.expect(0, "--version").out
        self.assertRegex(version, r"^faircap \d+\.\d+\.\d+\n$")
        self.put("data.csv", LINE)
        report = read_json(self.expect(0, "cluster", "data.csv", "-k", 2, "--json", "-").out)
        self.assertEqual(version, f"faircap {report['faircap']}\n")

    def test_no_arguments_show_the_help_on_standard_error(self):
        done = self.expect(2)
        self.assertEqual(done.out, "")
        self.assertEqual(done.err, self.expect(0, "--help").out)


class Numbers(Case):
    """One of a thing is said as one."""

    def said(self, code, *arguments):
        done = self.expect(code, *arguments)
        self.assertNotRegex(done.out + done.err, r"\b1 (more )?(rows|columns|clusters|groups|faults|members|students|points|pairs|sets|"
                                                 r"coordinates|lines|runs|capacities|kinds)\b")
        return done.out + done.err

    def test_one_row_and_one_column_are_said_as_one(self):
        self.put("one.csv", "x\n5\n")
        self.assertIn("1 row, 1 column, 1 of them makes 1 coordinate\n", self.said(0, "plan", "one.csv", "--header", "-k", 1))
        self.assertIn("feasible: 1 cluster of 1 to 1 member\n", self.said(0, "plan", "one.csv", "--header", "-k", 1, "-q", 1))
        self.assertIn("cluster 1: 1 member, cost 0", self.said(0, "cluster", "one.csv", "--header", "-k", 1, "-v"))
        self.assertIn("2 clusters cannot be made of 1 point", self.said(4, "cluster", "one.csv", "--header", "-k", 2))
        self.assertIn("1 point in groups of 1 to 2", self.said(0, "plan", "one.csv", "--header", "-s", 1))
        self.assertIn("1 point cannot be divided", self.said(4, "plan", "one.csv", "--header", "-s", 2))
        self.put("result.csv", "a,b,cluster\n1,2,1\n")
        self.assertIn("it needs the file's 1 column and then", self.said(3, "check", "one.csv", "result.csv", "--header"))
        self.assertIn("2 groups and 1 cluster cannot be made of 1 point",
                      self.said(2, "generate", "--n", 1, "--true-clusters", 1))
        self.said(0, "sweep", "one.csv", "--header", "-k", 1, "--methods", "kmedoids", "-o", "sweep")

    def test_one_of_several_is_said_as_one(self):
        self.put("data.csv", "x,g\n1,a\n2,\n3,b\n4,b\n")
        self.assertIn("g: 1 of 4 cells is missing; a protected value", self.said(3, "plan", "data.csv", "-p", "g"))
        self.assertIn("note: 1 of 4 rows has missing cells and is left out",
                      self.said(0, "plan", "data.csv", "-p", "g", "-t", 0, "--missing", "drop"))
        self.assertIn("x is read as text: only 1 of 4 cells is a number",
                      self.said(0, "plan", self.put("text.csv", "y,x\n1,a\n2,a\n3,b\n4,7\n")))
        self.assertIn("1 cluster of at most 2 holds 2 points, but there are 4", self.said(4, "plan", "data.csv", "-k", 1, "-q", 2, "-x", "g"))
        self.put("sizes.txt", "2\n")
        self.assertIn("has 1 capacity, but -k asks for 2 clusters", self.said(2, "plan", "data.csv", "-x", "g", "-k", 2, "--sizes", "sizes.txt"))
        self.assertIn("the 1 capacity comes to 2, but there are 4 points", self.said(4, "plan", "data.csv", "-x", "g", "--sizes", "sizes.txt"))
        self.put("heavy.csv", "x,w\n1,3\n2,3\n")
        self.assertIn("1 cluster holds a weight of 4, but", self.said(4, "plan", "heavy.csv", "-w", "w", "-k", 1, "-q", 4))

    def test_one_student_is_said_as_one(self):
        self.put("roster.csv", "email,name,gender\n" + "".join(f"s{i}@x.org,S{i},{'FM'[i % 2]}\n" for i in range(6)))
        self.put("survey.csv", "email,skill\n" + "".join(f"s{i}@x.org,{i}\n" for i in (0, 1, 2, 3, 4, 9)))
        said = self.said(0, "group", "roster.csv", "--join", "survey.csv", "--size", 3, "--similar", "skill", "-o", "out.csv")
        self.assertIn("1 of 6 students has no row in survey.csv", said)
        self.assertIn("1 of 6 rows is of nobody in roster.csv and is not used", said)


class Mistakes(Case):
    def setUp(self):
        super().setUp()
        self.put("data.csv", LINE)

    def test_a_whole_number_is_told_its_limits(self):
        files = {"check": ("data.csv", "data.csv"), "generate": ()}
        limits = {"skip": (0, 2 ** 31 - 1), "clusters": (1, 2 ** 31 - 1), "max-size": (1, 2 ** 53), "min-size": (1, 2 ** 31 - 1),
                  "effort": (1, 9), "seed": (0, 2 ** 63 - 1), "threads": (1, 256), "seeds": (1, 10000), "n": (1, 2 ** 31 - 1),
                  "dim": (1, 1000000), "true-clusters": (1, 2 ** 31 - 1)}
        tried = set()
        for command, option in re.findall(r"(?m)^(\w+) --([a-z-]+) (?:N|1\.\.9)$", self.expect(0, "--list-options").out):
            low, high = (1, 1000 if command == "generate" else 2 ** 31 - 1) if option == "groups" else limits[option]
            few = high < 2 ** 31 - 1  # so low a limit is always told
            begin = f"faircap: --{option} takes a whole number "
            both, least = f"from {low} to {high}", f"of at least {low}"
            odd = [] if option in tried else ["-1", "1e30", "", " 5", "5x", "0x10", "nan", "99999999999999999999x"]
            tried.add(option)
            for text in [str(low - 1), *odd]:
                with self.subTest(command=command, option=option, text=text):
                    self.assertEqual(self.said(command, *files.get(command, ["data.csv"]), f"--{option}={text}"),
                                     f'{begin}{both if few else least}, not "{text}"\n')
            for text in str(high + 1), str(2 ** 64 + low), "99999999999999999999":
                with self.subTest(command=command, option=option, text=text):
                    self.assertEqual(self.said(command, *files.get(command, ["data.csv"]), f"--{option}={text}"),
                                     f'{begin}{both}, not "{text}"\n')
        self.assertEqual(tried, {*limits, "groups"})
        self.expect(0, "generate", "--n", 3, "--true-clusters", 1, "--seed", 2 ** 63 - 1)
        self.assertIn('whole numbers from 1 to 999999999, the smaller first, such as 1-10, not "1-1000000000"',
                      self.said("generate", "--weights", "1-1000000000"))

    def said(self, *arguments, code=2):
        done = self.expect(code, *arguments)
        self.assertEqual(done.out, "")
        self.assertEqual(len(done.err.splitlines()), 1, done.err)
        return done.err

    def test_a_mistyped_command_gets_a_suggestion(self):
        for typed, meant in {"clusters": "cluster", "clutser": "cluster", "chek": "check", "plam": "plan",
                             "generat": "generate"}.items():
            self.assertIn(f'there is no command "{typed}"; did you mean "{meant}"?', self.said(typed, "data.csv"))
        self.assertIn("see faircap --help", self.said("frobnicate"))
        self.assertIn('did you mean "plan"', self.said("help", "plam"))

    def test_a_mistyped_option_gets_a_suggestion(self):
        for typed, meant in {"--protct": "--protect", "--max_size": "--max-size", "--jsn=x": "--json",
                             "--balence": "--balance", "--cluster": "--clusters"}.items():
            said = self.said("cluster", "data.csv", "-k", 2, typed, "g")
            self.assertIn(f'has no option "{typed}"; did you mean {meant}?', said)
        self.assertIn("see faircap cluster --help", self.said("cluster", "data.csv", "--frobnicate"))

    def test_an_option_of_another_command_is_unknown(self):
        self.assertIn('plan has no option "--effort"', self.said("plan", "data.csv", "--effort", 3))
        self.assertIn('generate has no option "-p"', self.said("generate", "-p", "g"))
        self.assertIn('check has no option "-o"', self.said("check", "data.csv", "data.csv", "-o", "x"))

    def test_an_option_before_the_command_is_explained(self):
        self.assertIn("a command comes first", self.said("-k", 3, "cluster", "data.csv"))

    def test_a_missing_value_is_named(self):
        self.assertIn("--json needs a value: --json FILE", self.said("cluster", "data.csv", "--json"))
        self.assertIn("-k needs a value: -k N", self.said("cluster", "data.csv", "-k"))

    def test_a_value_that_is_not_wanted_is_refused(self):
        self.assertIn("--labels-only takes no value", self.said("cluster", "data.csv", "--labels-only=yes"))

    def test_wrong_values_say_what_is_expected(self):
        for option, wrong, words in (("-k", "0", "at least 1"), ("-k", "two", "at least 1"), ("-k", "-3", "at least 1"),
                                     ("-k", "3.0", "at least 1"), ("-k", "99999999999999999999", "from 1 to 2147483647"),
                                     ("-q", "0", "at least 1"), ("--min-size", "0", "at least 1"),
                                     ("--effort", "10", "from 1 to 9"), ("--effort", "0", "from 1 to 9"),
                                     ("--threads", "0", "from 1 to 256"), ("--seed", "-1", "at least 0"),
                                     ("--scale", "log", "one of minmax|zscore|none"),
                                     ("--missing", "skip", "one of error|drop|impute|category"),
                                     ("--progress", "yes", "one of auto|on|off"),
                                     ("--time-limit", "soon", "at least 0"), ("--time-limit", "-1", "at least 0"),
                                     ("--slack", "one", "is not a fraction"), ("--slack", "0.9", "at least 1"),
                                     ("-m", "best-ish", "one of ")):
            with self.subTest(option=option, wrong=wrong):
                self.assertIn(words, self.said("cluster", "data.csv", "-k", 2, option, wrong))

    def test_wrong_balances_say_what_is_expected(self):
        for wrong, words in {"2": "above 1", "1.01": "above 1", "3/2": "above 1", "half": "not a fraction",
                             "1/0": "not a fraction", "-1/2": "not a fraction", "": "not a fraction",
                             "x=1/2": "not a protected attribute", "g=2": "above 1", "g=": "not a fraction"}.items():
            with self.subTest(wrong):
                self.assertIn(words, self.said("cluster", "data.csv", "-k", 2, "-p", "g", "-t", wrong))

    def test_a_balance_without_a_protected_attribute_is_wrong_usage(self):
        for command in ["cluster", "data.csv"], ["plan", "data.csv"], ["check", "data.csv", "data.csv"]:
            self.assertIn("-t needs a protected attribute", self.said(*command, "-k", 2, "-t", "1/2"))

    def test_two_values_of_an_option_that_has_one_are_refused(self):
        given = {"cluster": "-o --json --html --certificate --sizes --start --medoids --distances --id -w --delimiter -s "
                            "--join-by --course --group-set",
                 "group": "-o --json --html --late --size", "check": "--json --sizes", "plan": "--json --sizes",
                 "sweep": "-o -k --methods --reference", "tune": "-o -k --slack --lambda", "generate": "-o --weights"}
        for command, words in given.items():
            files = {"generate": [], "check": ["data.csv", "data.csv"]}.get(command, ["data.csv"])
            for option in words.split():
                with self.subTest(command=command, option=option):
                    self.assertIn(f'{option} is given twice, "1" and "2"; leave one out',
                                  self.said(command, *files, option, "1", option, "2"))
        self.assertIn("-o is given twice", self.said("cluster", "data.csv", "-k", 2, "-oa", "--output=b"))
        self.assertEqual(self.names(), ["data.csv"])

    def test_the_same_value_twice_is_harmless_and_the_last_number_counts(self):
        self.expect(0, "cluster", "data.csv", "-k", 3, "-k", 2, "--seed", 4, "--seed", 5, "-o", "out.csv", "--output=out.csv")
        self.assertEqual(self.text("out.csv").count("\n"), 5)
        self.assertNotIn(",3\n", self.text("out.csv"))

    def test_clusters_must_be_asked_for(self):
        self.assertIn("say how many clusters: -k N", self.said("cluster", "data.csv"))

    def test_missing_files_and_files_too_many_are_named(self):
        self.assertIn("cluster needs FILE", self.said("cluster", "-k", 2))
        self.assertIn("check needs FILE RESULT", self.said("check", "data.csv"))
        self.assertIn('does not know what to do with "more.csv"', self.said("plan", "data.csv", "more.csv"))
        self.assertIn("it takes no file", self.said("generate", "data.csv"))

    def test_an_unknown_column_lists_the_columns(self):
        self.assertIn('-p: there is no column "sex"; the columns are x, g',
                      self.said("cluster", "data.csv", "-k", 2, "-p", "sex"))
        self.assertIn("--id: there is no column", self.said("cluster", "data.csv", "-k", 2, "--id", "name"))

    def test_a_long_list_of_columns_is_cut(self):
        self.put("wide.csv", ",".join(f"column{i}" for i in range(100)) + "\n" + ",".join("1" * 100) + "\n")
        said = self.said("plan", "wide.csv", "-p", "sex")
        self.assertIn("column0, column1, ", said)
        self.assertTrue(said.endswith(", ...\n"), said)
        self.assertLess(len(said), 400)

    def test_files_after_two_dashes_may_begin_with_a_dash(self):
        self.put("-k", LINE)
        self.expect(0, "plan", "-p", "g", "--", "-k")

    def test_options_may_follow_the_file_and_be_glued(self):
        plain = self.expect(0, "plan", "-p", "g", "-k", "2", "data.csv")
        for words in (["data.csv", "-pg", "-k2"], ["data.csv", "--protect=g", "--clusters=2"],
                      ["data.csv", "--protect", "g", "--clusters", "2"]):
            self.assertEqual(self.expect(0, "plan", *words), plain)


class ExitCodes(Case):
    """Each exit code, and that outputs appear with 0 only (a report also with 4)."""

    OUTPUTS = "-o", "out.csv", "--json", "out.json", "--html", "out.html"

    def setUp(self):
        super().setUp()
        self.put("data.csv", LINE)
        self.put("faulty.csv", LINE + "oops,a\n")
        self.files = self.names()

    def assert_nothing_written(self, code, *arguments):
        self.expect(code, *arguments, *self.OUTPUTS)
        self.assertEqual(self.names(), self.files)
        for name in "out.csv", "out.json", "out.html":
            self.put(name, "old")
        self.expect(code, *arguments, *self.OUTPUTS)
        self.assertEqual([self.text(name) for name in ("out.csv", "out.json", "out.html")], ["old"] * 3)
        self.assertEqual(len(self.names()), len(self.files) + 3)

    def test_0_means_that_all_outputs_are_there(self):
        self.expect(0, "cluster", "data.csv", "-k", 2, *self.OUTPUTS)
        self.assertEqual(self.names(), sorted(self.files + ["out.csv", "out.json", "out.html"]))

    def test_2_is_wrong_usage_and_writes_nothing(self):
        self.assert_nothing_written(2, "cluster", "data.csv", "-k", 2, "-p", "nobody")

    def test_3_is_bad_data_and_writes_nothing(self):
        self.assert_nothing_written(3, "cluster", "faulty.csv", "-k", 2)

    def test_7_is_a_file_that_cannot_be_read_and_writes_nothing(self):
        self.assert_nothing_written(7, "cluster", "missing.csv", "-k", 2)

    def test_4_is_an_infeasible_request_and_writes_the_report_only(self):
        self.put("out.csv", "old")
        done = self.expect(4, "cluster", "data.csv", "-k", 2, "-q", 1, *self.OUTPUTS)
        self.assertEqual((done.out, self.text("out.csv")), ("", "old"))
        self.assertEqual(self.names(), sorted(self.files + ["out.csv", "out.json"]))
        self.assertEqual(read_json(self.text("out.json"))["status"], "infeasible")

    def test_6_is_a_violation_that_check_found(self):
        self.put("result.csv", "row,cluster\n1,1\n2,1\n3,1\n4,2\n")
        self.expect(6, "check", "data.csv", "result.csv", "-k", 2, "-q", 2)
        self.expect(0, "check", "data.csv", "result.csv", "-k", 2, "-q", 3)

    def test_7_is_an_output_that_cannot_be_written_and_writes_none_of_them(self):
        for option in "-o", "--json", "--html":
            words = ["-o", "out.csv", "--json", "out.json", "--html", "out.html"]
            words[words.index(option) + 1] = "missing/file"
            self.expect(7, "cluster", "data.csv", "-k", 2, *words)
            self.assertEqual(self.names(), self.files)

    def test_two_outputs_cannot_have_one_name(self):
        for words in (["-o", "same", "--json", "same"], ["--json", "same", "--html", "same"],
                      ["-o", "-", "--json", "-"], ["--json", "-", "--html", "-"]):
            with self.subTest(words=words):
                done = self.expect(2, "cluster", "data.csv", "-k", 2, *words)
                self.assertEqual((done.out, self.names()), ("", self.files))

    def test_an_output_without_a_name_is_wrong_usage(self):
        for option in "-o", "--json", "--html":
            self.assertEqual(self.expect(2, "cluster", "data.csv", "-k", 2, option, "").out, "")

    def test_several_outputs_may_be_thrown_away(self):
        self.expect(0, "cluster", "data.csv", "-k", 2, "-o", "/dev/null", "--json", "/dev/null")


class Saying(Case):
    def setUp(self):
        super().setUp()
        self.put("data.csv", "id,x,g\n1,0,a\n2,1,b\n3,10,a\n4,12,b\n")

    def test_quiet_says_nothing_when_all_is_well(self):
        self.assertEqual(self.expect(0, "cluster", "data.csv", "-k", 2, "-q", 3, "-o", "o", "--quiet").err, "")
        self.assertEqual(self.expect(0, "plan", "data.csv", "-k", 2, "--quiet").err, "")

    def test_quiet_does_not_hide_errors(self):
        self.assertNotEqual(self.expect(4, "cluster", "data.csv", "-k", 9, "--quiet").err, "")

    def test_one_line_sums_up_the_answer(self):
        said = self.expect(0, "cluster", "data.csv", "-k", 2, "-p", "g", "-o", "o").err
        self.assertRegex(said, r"(?m)^4 rows in 2 clusters of 2 to 2, cost [\d.]+, balance 1\.000 \(best, ")

    def test_verbose_describes_each_cluster(self):
        said = self.expect(0, "cluster", "data.csv", "-k", 2, "-p", "g", "-o", "o", "-v").err
        self.assertEqual(len(re.findall(r"(?m)^  cluster [12]: 2 members, cost [\d.]+, balance 1/1$", said)), 2)

    def test_nothing_is_coloured_outside_a_terminal(self):
        for words in ["data.csv", "-k", 2], ["data.csv", "-k", 9], ["missing.csv", "-k", 2]:
            self.assertNotIn("\x1b", self.run_tool("cluster", *words).err)

    def test_progress_shows_only_when_asked_for_outside_a_terminal(self):
        self.expect(0, "generate", "--n", 2000, "-o", "big.csv")
        for choice, shown in {"auto": False, "off": False, "on": True}.items():
            done = self.run_tool("cluster", "big.csv", "-k", 20, "--time-limit", 0.5, "-o", "o", "--progress", choice)
            self.assertIn(done.code, (0, 5), done.err)  # 5: a slow machine had no answer yet
            self.assertEqual("Ctrl-C keeps the best so far" in done.err, shown)


if __name__ == "__main__":
    unittest.main()
