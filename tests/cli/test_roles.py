"""What columns may be besides features: weights, groups with rules of their own; and distances that are changed or given.

As test_input.py: one test for each row of the table in docs/INPUT.md, through the command line.
"""
import math
import re
import unicodedata
import unittest

from test_input import InputCase, npy
from tool import read_json

UNSEEN = "\u2028\u2029\x85\x01\x07\x1e\x7f\u034f\u115f\u180e\u206a\u3164\uffa0"  # besides blanks of all widths
CLASS = """id,x,y,sex,school,w
1,0,0,F,MS,1
2,1,0,M,MS,2
3,2,1,F,GP,3
4,3,1,M,GP,1
5,4,5,F,GP,1
6,5,5,M,MS,2
7,6,7,F,MS,1
"""


class RoleCase(InputCase):
    def plan(self, content, *options):
        """What `plan` reports of a file."""
        self.put("data.csv", content)
        return read_json(self.expect(0, "plan", "data.csv", "--json", "-", *options).out)

    def judged(self, content, *options):
        """The report of `cluster`, which the second checker has read as well."""
        self.put("data.csv", content)
        self.expect(0, "cluster", "data.csv", *options, "--json", "out.json", "--html", "out.html", "-o", "out.csv", "--quiet")
        second = self.second_opinion("data.csv", "out.csv", *options, "--report", "out.json")
        self.assertEqual(second.code, 0, second)
        return read_json(self.text("out.json"))

    def misuse(self, *options, content=CLASS):
        """What is said about options that cannot be."""
        said = self.refuse(content, *options, code=2)
        self.assertEqual(len(said), 1, said)
        return said[0]

    def cost(self, content, *options):
        """The cost of all rows in one cluster, from the labels alone."""
        self.put("data.csv", content)
        rows = len(content.strip().splitlines()) - 1
        self.put("one.csv", "row,cluster\n" + "".join(f"{i + 1},1\n" for i in range(rows)))
        self.expect(0, "check", "data.csv", "one.csv", "-k", 1, "--quiet", "--json", "check.json", *options)
        return read_json(self.get("check.json"))["cost"]


class Weights(RoleCase):
    def test_weights_count_in_the_capacity_and_not_in_the_distance(self):
        seen = self.plan(CLASS, "-w", "w", "-k", 2, "-x", "sex,school", "--slack", 1)
        self.assertEqual((seen["coordinates"], seen["max_size"]), (2, 6))
        self.assertEqual(self.plan(CLASS, "-k", 2, "--slack", 1)["max_size"], 4)

    def test_a_capacity_of_weights_may_be_as_large_as_their_sum(self):
        text = "x,w\n1,3000000000\n2,3000000000\n3,1\n4,5000000000\n"
        self.put("data.csv", text)
        said = self.expect(4, "cluster", "data.csv", "-w", "w", "-k", 2, "-q", 2 ** 32).err
        self.assertIn("change one of these:  -q 6000000000\n", said)
        for capacity in 6000000000, 6000000001, 2 ** 53:
            report = self.judged(text, "-w", "w", "-k", 2, "-q", capacity)
            self.assertEqual((report["max_size"], sum(report["loads"])), (capacity, 11000000001))
            self.assertLessEqual(max(report["loads"]), capacity)
            self.assertEqual(self.plan(text, "-w", "w", "-k", 2, "-q", capacity)["max_size"], capacity)
        for method in "best", "fair-kmedoids", "fair-hierarchical":  # without weights it is as good as none
            report = self.judged(CLASS, "-x", "w,school", "-p", "sex", "-k", 2, "-q", 2 ** 53, "-m", method)
            self.assertEqual((report["max_size"], sum(report["sizes"])), (2 ** 53, 7))
        self.assertEqual(self.misuse("-w", "w", "-q", 2 ** 53 + 1),
                         f'--max-size takes a whole number from 1 to 9007199254740992, not "{2 ** 53 + 1}"')
        self.put("sizes.txt", f"6000000000\n{2 ** 53}\n")
        self.judged(text, "-w", "w", "--sizes", self.path("sizes.txt"))
        self.put("sizes.txt", f"6000000000\n{2 ** 53 + 1}\n{10 ** 20}\n")
        self.put("data.csv", text)
        said = self.expect(3, "cluster", "data.csv", "-w", "w", "--sizes", "sizes.txt").err
        self.assertEqual(said.count("a capacity is a whole number from 1 to 2^53, not"), 2)

    def test_a_weight_is_a_whole_number_from_1_on(self):
        for cell in "0", "-1", "1.5", "many", "1e-3", "0x2":
            with self.subTest(cell):
                self.assert_fault(f"x,w\n1,2\n2,{cell}\n3,1\n", "line 3, column 2",
                                  f'w: "{cell}" is no weight; weights are whole numbers of at least 1', "-w", "w")

    def test_a_whole_number_may_be_written_in_any_way(self):
        self.assertEqual(self.plan("x,w\n1,2.0\n2,1e1\n3,007\n", "-w", 2, "-k", 1, "--slack", 1)["max_size"], 19)

    def test_a_missing_weight_is_never_guessed(self):
        text = "x,w\n1,2\n2,\n3,1\n"
        for policy in "error", "impute", "category":
            self.assert_fault(text, "line 3, column 2", "1 of 3 cells is missing; a weight cannot be guessed: use "
                              "--missing drop", "-w", "w", "--missing", policy)
        seen = self.plan(text, "-w", "w", "--missing", "drop", "-k", 1, "--slack", 1)
        self.assertEqual((seen["n"], seen["dropped"], seen["max_size"]), (2, 1, 3))

    def test_weights_add_up_to_2_to_the_53_at_most(self):
        text = "x,w\n1,{}\n2,1\n3,1\n"
        self.assertEqual(self.plan(text.format(2 ** 53 - 2), "-w", "w", "-k", 1, "--slack", 1)["max_size"], 2 ** 53)
        self.assert_fault(text.format(2 ** 53 - 1), "line 4, column 2", "add up to more than 2^53", "-w", "w")
        self.assert_fault(text.format("1e300"), "line 2, column 2", "add up to more than 2^53", "-w", "w")

    def test_the_weight_has_no_other_part(self):
        for option in "-f", "-p", "-x", "--no-isolate":
            with self.subTest(option):
                said = self.misuse("-w", "w", option, "w")
                self.assertIn('"w"', said)
                self.assertIn("-w", said)
        self.assertIn('there is no column "v"', self.misuse("-w", "v"))


class Distances(RoleCase):
    MATRIX = [[0, 1, 5], [1, 0, 3], [5, 3, 0]]

    def test_the_metric_can_be_chosen(self):
        text = "x,y\n0,0\n3,4\n"
        for metric, cost in ("euclidean", 5), ("manhattan", 7), ("sqeuclidean", 25):
            self.assertEqual(self.cost(text, "--scale", "none", "--metric", metric), cost)
        self.assertIn("euclidean|manhattan|sqeuclidean", self.misuse("--metric", "cosine"))

    def test_a_column_can_be_stretched(self):
        text = "x,y\n0,a\n4,b\n"
        self.assertEqual(self.cost(text, "--weight-feature", "x=2", "-f", "x"), 2)
        self.assertEqual(self.cost(text, "--weight-feature", "x=0.5", "-f", "x", "--scale", "none"), 2)
        self.assertAlmostEqual(self.cost(text, "--weight-feature", "y=3", "-f", "y"), 3 * math.sqrt(2), places=14)
        self.assertEqual(self.cost(text, "--weight-feature", "y=0", "-f", "x,y"), 1)

    def test_a_missing_value_is_stretched_with_its_column(self):
        text = "x,y\n1,0\n,0\n1,0\n"
        self.assertEqual(self.cost(text, "--missing", "category", "--weight-feature", "x=3"), 3)

    def test_several_columns_can_be_stretched(self):
        text = '"x,y",y,z\n0,0,0\n1,1,1\n'
        self.assertEqual(self.cost(text, "--weight-feature", "x,y=2", "--weight-feature", "y=2,3=1"), 3)

    def test_a_stretch_needs_a_feature_and_a_number(self):
        self.assertIn("sex has no part in the distance", self.misuse("-p", "sex", "--weight-feature", "sex=2"))
        self.assertIn("id has no part in the distance", self.misuse("--weight-feature", "id=2"))
        self.assertIn('there is no column "v"', self.misuse("--weight-feature", "x=2,v=1"))
        self.assertIn('"x" is given twice', self.misuse("--weight-feature", "2=3", "--weight-feature", "x=2"))
        for wrong in "x", "x=", "x=-1", "x=two", "=2", "x=1e999", "":
            with self.subTest(wrong):
                self.assertIn("takes COL=W, with a number W of at least 0", self.misuse("--weight-feature", wrong))

    def test_distances_can_be_given(self):
        for kind in "<f4", "<f8", ">f8":
            for fortran in False, True:
                with self.subTest(kind=kind, fortran=fortran):
                    self.put("d.npy", npy(self.MATRIX, kind, fortran))
                    self.assertEqual(self.cost("name,g\nann,F\nbob,M\ncid,F\n", "--distances", "d.npy"), 4)
        seen = self.plan("name,g\nann,F\nbob,M\ncid,F\n", "--distances", "d.npy", "-p", "g")
        self.assertEqual((seen["coordinates"], seen["groups"]), (0, {"g": {"F": 2, "M": 1}}))

    def test_distances_of_dropped_rows_are_dropped(self):
        holes = [[0, 1, math.nan, 5], [1, 0, -7, 3], [2, 2, 2, 2], [5, 3, 8, 0]]
        self.put("d.npy", npy(holes))
        text = "name,g\nann,F\nbob,M\ncid,NA\ndan,F\n"
        self.assertEqual(self.plan(text, "-p", "g", "--missing", "drop", "--distances", "d.npy")["n"], 3)
        self.put("three.csv", "row,cluster\n1,1\n2,1\n4,1\n")
        self.expect(0, "check", "data.csv", "three.csv", "-k", 1, "-p", "g", "--missing", "drop", "--distances", "d.npy",
                    "--json", "check.json")
        self.assertEqual(read_json(self.get("check.json"))["cost"], 4)

    def test_distances_are_as_many_as_rows(self):
        for rows in [[0.0]], [[0, 1], [1, 0]], [[0, 1, 5], [1, 0, 3]]:
            self.put("d.npy", npy(rows))
            said = self.refuse("g\nF\nM\nF\n", "--distances", "d.npy")
            self.assertEqual(said, [f"d.npy: the distances are {len(rows)} x {len(rows[0])}, but the data have 3 rows: "
                                    "3 x 3 are needed, in the same order"])

    def test_distances_are_symmetric_finite_and_not_negative(self):
        for wrong, place, words in ((1, 1.5), "row 3, column 2 is 1.5", "the same both ways"), \
                ((1, math.nan), "row 3, column 2 is not finite", "finite"), \
                ((1, math.inf), "row 3, column 2 is not finite", "finite"), \
                ((1, -3), "row 3, column 2 is -3", "no distance is below 0"), \
                ((2, 0.5), "row 3, column 3 is 0.5", "from a row to itself"):
            for fortran in False, True:
                with self.subTest(place, fortran=fortran):
                    matrix = [list(row) for row in self.MATRIX]
                    matrix[2][wrong[0]] = wrong[1]
                    self.put("d.npy", npy(matrix, fortran=fortran))
                    said = self.refuse("g\nF\nM\nF\n", "--distances", "d.npy")[0]
                    self.assertIn(words, said)
                    if not fortran:
                        self.assertIn(place, said)

    def test_distances_may_differ_by_rounding(self):
        matrix = [[0, 1 + 1e-10], [1, 0]]
        self.put("d.npy", npy(matrix))
        self.assertEqual(self.plan("g\nF\nM\n", "--distances", "d.npy")["n"], 2)

    def test_another_file_of_distances_is_refused(self):
        whole = npy(self.MATRIX)
        for content in b"", b"a,b\n1,2\n", whole[:9], whole[:40], whole[:-1], npy(self.MATRIX, "<i8"), \
                npy(self.MATRIX, shape=(1, 3, 3)):
            with self.subTest(content[:12]):
                self.put("d.npy", content)
                self.assertIn(".npy file", self.refuse("g\nF\nM\nF\n", "--distances", "d.npy")[0])
        said = self.refuse("g\nF\nM\nF\n", "--distances", "nowhere.npy", code=7)
        self.assertIn("cannot open nowhere.npy", said[0])

    def test_given_distances_need_no_columns(self):
        self.put("d.npy", npy(self.MATRIX))
        for more in ("-f", "x"), ("--weight-feature", "x=2"), ("--metric", "euclidean"), ("--include-protected",):
            with self.subTest(more):
                self.assertIn(f"{more[0]} and --distances exclude each other",
                              self.misuse("--distances", "d.npy", *more))
        self.assertIn("takes a file", self.misuse("--distances", "-"))


class Groups(RoleCase):
    def test_each_attribute_can_have_a_balance_of_its_own(self):
        seen = self.plan(CLASS, "-p", "sex,school", "-t", "sex=1/2,school=1/10", "-k", 1)
        self.assertEqual(seen["balance_required"], "sex=1/2,school=1/10")
        self.assertEqual(seen["groups"], {"sex": {"F": 4, "M": 3}, "school": {"GP": 3, "MS": 4}})

    def test_combinations_of_attributes_can_be_the_groups(self):
        seen = self.plan(CLASS, "-p", "sex,school", "--intersectional", "-t", "1/3", "-k", 1)
        self.assertEqual(seen["groups"], {"sex & school": {"F & GP": 2, "F & MS": 2, "M & GP": 1, "M & MS": 2}})
        self.assertEqual((seen["balance_required"], seen["coordinates"]), ("1/3", 3))

    def test_only_combinations_that_occur_are_groups(self):
        seen = self.plan("x,a,b\n1,p,r\n2,p,s\n3,q,s\n4,q,\n", "-p", "b,a", "--intersectional", "--missing", "category")
        self.assertEqual(seen["groups"], {"b & a": {"r & p": 1, "s & p": 1, "s & q": 1, "(missing)": 1}})

    def test_different_combinations_stay_different(self):
        cells = "p & q,r", "p,q & r", "p &,q", "p,& q", '"""p""",q', "p,q", '"""p"" & q",r'
        names = '"p & q" & r', 'p & "q & r"', '"p &" & q', "p & & q", '"""p""" & q', "p & q", '"""p"" & q" & r'
        text = "x,a,b\n" + "".join(f"{i},{both}\n" for i, both in enumerate(cells))
        seen = self.plan(text, "-p", "a,b", "--intersectional", "-k", 1)
        self.assertEqual((seen["status"], seen["groups"]), ("feasible", {"a & b": dict.fromkeys(names, 1)}))
        options = "-p", "a,b", "--intersectional", "-k", 1, "--share", 'a & b:p & "q & r"=..1/7'
        report = self.judged(text, *options)
        self.assertEqual(report["groups"], {"a & b": [dict.fromkeys(names, 1)]})
        self.assertIn('every cluster: a & b:p & "q & r" are 0 to 1/7 of the members', report["rules"])
        self.assertIn("&quot;p &amp; q&quot; &amp; r", self.text("out.html"))

    def test_attributes_of_one_header_have_two_names(self):
        text = 'g,x,g,"g (column 3)"\na,0,c,e\nb,1,d,f\na,2,d,f\nb,3,c,e\n'
        names = {"-p 1,3": ["g (column 1)", "g (column 3)"], "-p 1": ["g"], "-p 1 --no-isolate 3": ["g (column 1)", "g (column 3)"],
                 "-p 1,3,4": ["g (column 1)", "g (column 3) (column 3)", "g (column 3) (column 4)"]}
        for options, expected in names.items():
            with self.subTest(options):
                report = self.judged(text, *options.split(), "-f", "x", "-k", 2, "-t", 0)
                self.assertEqual([list(report[key]) for key in ("groups", "group_cost")], 2 * [expected])
                self.assertEqual(list(self.plan(text, *options.split(), "-f", "x")["groups"]), expected)
        lines = self.expect(0, "check", "data.csv", "out.csv", "-p", "1,3", "-f", "x", "-t", "g (column 1)=0,3=0").out
        self.assertIn("balance g (column 1): ok (0/1, 0/1)\nbalance g (column 3): ok (0/1, 0/1)\n", lines)

    def test_a_text_that_is_called_missing_is_another_group_than_missing_cells(self):
        text = 'x,g\n1,a\n2,(missing)\n3,\n4,"""(missing)"""\n5,(missing)\n'
        options = "-p", "g", "-t", 0, "--missing", "category", "-k", 1
        expected = {"a": 1, '"(missing)"': 2, "(missing)": 1, '""(missing)""': 1}
        self.assertEqual(self.plan(text, *options)["groups"], {"g": expected})
        for group, most in (("(missing)", 1), ('"(missing)"', 2), ("NA", 1)):
            report = self.judged(text, *options, "--share", f"g:{group}=..{most}/5")
            self.assertEqual(report["groups"], {"g": [expected]})
        self.judged(text.replace("3,", "3,(missing)"), "-p", "g", "-t", 0, "-k", 1, "--share", "g:(missing)=3/5..3/5")

    def test_groups_that_look_alike_are_noted(self):
        said = 'note: g: "{}" (line {}) and "{}" (line {}) look alike, and are two groups; if they are one, write them alike'
        for one, other in (("e\u0301", "\u00e9"), ("F", "f"), ("a b", "a\u00a0b"), ("ab", "a\u200bb"), ("F", "\uff26"),
                           ("\u00c9TE", "E\u0301te"), ("ab", "\ufeffab"),
                           *(("a b", f"a{unseen}b") for unseen in UNSEEN), ("a-b", "a\u2010b"), ("a-b", "a\u2011b"), ("a'b", "a\u2019b"),
                           ("k", "\u212a"), ("\u0219", "\u015f"), ("\u0218", "s\u0327"), ("\u021b", "\u0163"), ("\u021a", "\u0162"), ("T\u0326", "\u0162")):
            text = f"x,g\n1,{other}\n\n2,{one}\n5,{one}\n0,{other}\n"
            shown = [(cell, re.sub("[\u200b\ufeff\u2028\u2029\x01-\x1f\x7f-\x9f]", "?", cell), line) for cell, line in ((one, 4), (other, 2))]
            (_, *first), (_, *second) = sorted(shown)
            for command in ("plan", "data.csv"), ("cluster", "data.csv", "-k", "1"), ("check", "data.csv", "labels.csv"):
                with self.subTest(one=one, other=other, command=command[0]):
                    self.put("data.csv", text)
                    self.put("labels.csv", "row,cluster\n1,1\n2,1\n3,1\n4,1\n")
                    done = self.run_tool(*command, "-p", "g")
                    self.assertEqual([line for line in done.err.splitlines() if "look alike" in line],
                                     [said.format(*first, *second)])
        self.assertEqual(self.read("x,g\n1,e\u0301\n2,\u00e9\n", "-p", "g")["groups"]["g"], [{"e\u0301": 1, "\u00e9": 1}])
        for text in "x,g\n1,A\n2,A-\n3,A+\n", "x,g\n1,e\n2,\u00e9\n3,\u00e8\n", "x,g\n1,e\u0301\u0301\n2,\u00e9\n":
            self.assertNotIn("look alike", self.run_tool("plan", self.put("data.csv", text), "-p", "g").err)

    def test_every_letter_of_european_languages_looks_like_itself_in_two_characters(self):
        letters = [chr(c) for c in [*range(0xc0, 0x180), *range(0x218, 0x21c)]]
        twos = [(c, unicodedata.normalize("NFD", c)) for c in letters if c != "\u0130"]
        twos = [(c, two) for c, two in twos if len(two) == 2]
        self.assertGreater(len(twos), 150)
        names = [f"c{i}" for i in range(len(twos))]
        text = "x," + ",".join(names) + "\n" + "".join(f"{x}," + ",".join(two[x] for two in twos) + "\n" for x in range(2))
        done = self.run_tool("plan", self.put("data.csv", text), "-p", ",".join(names))
        self.assertEqual(done.err.count("look alike"), len(twos), done.err[:2000])

    def test_a_combination_needs_two_attributes(self):
        for protect in (), ("-p", "sex"):
            self.assertIn("at least two protected attributes", self.misuse("--intersectional", *protect))
        self.assertIn('the one attribute is "sex & school", not "sex"',
                      self.misuse("--intersectional", "-p", "sex,school", "-t", "sex=1/2"))

    def test_a_column_with_a_share_is_a_group_column(self):
        seen = self.plan(CLASS, "--share", "sex:F=0.4..60%", "-k", 1)
        self.assertEqual((seen["groups"], seen["balance_required"]), ({"sex": {"F": 4, "M": 3}}, None))
        self.assertEqual(seen["coordinates"], 2 + 2 + 1)
        with_it = self.plan(CLASS, "--share", "sex:F=0.4..60%", "--include-protected", "-k", 1)
        self.assertEqual(with_it["coordinates"], 2 + 2 + 2 + 1)
        both = self.plan(CLASS, "-p", "school", "--share", "sex:F=1/5..", "--share", "school:MS=..1", "-k", 1)
        self.assertEqual((list(both["groups"]), both["balance_required"]), (["school", "sex"], "1/2"))

    def test_a_share_can_be_asked_of_a_combination_or_of_its_parts(self):
        seen = self.plan(CLASS, "-p", "sex,school", "--intersectional", "-t", 0, "--share", "sex & school:F & MS=..1",
                         "--share", "sex:F=0..")
        self.assertEqual(list(seen["groups"]), ["sex & school", "sex"])

    def test_a_share_has_limits_from_0_to_1(self):
        for limits in "0.2..0.5", "20%..50%", "1/5..1/2", "..0.5", "0.2..", "33.3%..", "0..1", ".25...75", "1/2..0.5":
            with self.subTest(limits):
                self.plan(CLASS, "--share", f"sex:F={limits}")
        for limits, words in {"..": "takes COL:VALUE=LO..HI", "0.5": "takes COL:VALUE=LO..HI", "": "takes COL:VALUE",
                              "0.6..0.4": "lower limit is above the upper one", "50%..1/4": "lower limit",
                              "20..50": "between 0 and 1", "..1.01": "between 0 and 1", "..101%": "between 0 and 1",
                              "-0.1..": "between 0 and 1", "a..b": "between 0 and 1", "..%": "between 0 and 1",
                              "..0.12345678901": "between 0 and 1"}.items():
            with self.subTest(limits):
                self.assertIn(words, self.misuse("--share", f"sex:F={limits}"))
        self.assertIn("names no group", self.misuse("--share", "sex=0..1"))

    def test_a_rule_is_about_values_that_there_are(self):
        self.assertIn('sex has no value "X"; its values are F, M', self.misuse("--share", "sex:X=0.1.."))
        self.assertIn('school has no value "ms"; its values are GP, MS', self.misuse("--no-isolate", "school:ms"))
        self.assertIn('there is no column "gender"; the columns are', self.misuse("--share", "gender:F=0.1.."))
        self.assertIn('did you mean "sex"', self.misuse("--no-isolate", "Sex"))

    def test_a_rule_may_be_about_names_with_colons(self):
        text = "x,a:b,g\n1,p:q=r,u\n2,s,v\n"
        seen = self.plan(text, "--share", "a:b:p:q=r=0..1", "--no-isolate", "a:b", "--no-isolate", "3:u")
        self.assertEqual(list(seen["groups"]), ["a:b", "g"])

    def test_a_group_can_be_kept_from_having_one_member_alone(self):
        for rule in "sex", "sex:F", "4", "4:M":
            self.assertEqual(list(self.plan(CLASS, "--no-isolate", rule, "-p", "school")["groups"]), ["school", "sex"])

    def test_a_rule_can_be_about_missing_values(self):
        text = "x,g\n1,a\n2,\n3,b\n4,?\n"
        for name in "NA", "", "?", "missing", "(missing)":
            seen = self.plan(text, "--share", f"g:{name}=..1", "--missing", "category")
            self.assertEqual(seen["groups"], {"g": {"a": 1, "b": 1, "(missing)": 2}})
        self.assertIn("only with --missing category",
                      self.misuse("--share", "g:NA=0.2..", "--missing", "drop", content=text))
        self.assertIn("are no group", self.misuse("--no-isolate", "g:NA", "--missing", "category", content=text))

    def test_a_missing_value_of_a_rule_is_as_that_of_a_protected_column(self):
        text = "x,g\n1,a\n2,\n3,b\n"
        self.assert_fault(text, "line 3, column 2", "1 of 3 cells is missing; a protected value cannot be guessed",
                          "--share", "g:a=0..")
        self.assertEqual(self.plan(text, "--share", "g:a=0..", "--missing", "drop")["n"], 2)


if __name__ == "__main__":
    unittest.main()
