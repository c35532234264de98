"""What faircap group says: wishes that exclude each other, columns that were meant otherwise, who came late."""
import csv
import io
import unittest

from classroom import GroupCase, as_csv, roster
from tool import read_json


class WordCase(GroupCase):
    def change(self, **columns):
        """Columns of the roster become what the functions make of the number of a row."""
        for i, row in enumerate(self.rows):
            for name, value in columns.items():
                row[name] = value(i)
        self.put("roster.csv", as_csv(self.rows))

    def mail(self, *students):
        return ",".join(self.rows[i]["Email address"] for i in students)

    def name(self, i):
        return f"{self.rows[i]['First name']} {self.rows[i]['Last name']}"


class Sizes(WordCase):
    def sizes(self, *options):
        groups, _ = self.group(*options)
        return sorted(len(m) for m in self.members(groups).values())

    def test_one_size_is_that_size_and_one_more_where_the_rest_needs_it(self):
        self.assertEqual(self.sizes("--size", 4), [4] * 10)
        self.assertEqual(self.sizes("--size", 7), [8] * 5)
        self.assertEqual(self.sizes("--size", 3), [3] * 12 + [4])
        self.assertEqual(self.sizes("--size", 6), [6, 6] + [7] * 4)

    def test_a_range_makes_as_few_groups_as_possible(self):
        self.assertEqual(self.sizes("--size", "3-5"), [5] * 8)
        self.assertEqual(self.sizes("--size", "6-7"), [6, 6] + [7] * 4)

    def test_what_does_not_go_up_is_said(self):
        self.assertIn("40 students are too few for a group of 41", self.refused(4, "--size", 41))
        self.assertIn("40 students are too few for 41 groups", self.refused(4, "--groups", 41))
        self.assertIn("40 students make 3 groups of 11, and 7 are left, more than one for each; --size 10-11 would do",
                      self.refused(4, "--size", 11))
        self.assertEqual(self.sizes("--size", "10-11"), [10] * 4)
        self.assertIn("40 students make 1 group of 30, and 10 are left, more than one for each; --groups 2 would do",
                      self.refused(4, "--size", 30))
        self.assertIn("cannot be divided into groups of 11 to 12; groups of 10 to 12 would do",
                      self.refused(4, "--size", "11-12").replace("groups of 10 to 11", "groups of 10 to 12"))

    def test_one_group_is_one_group(self):
        self.group("--groups", 1)
        self.assertIn("40 students in 1 group of 40", self.said)


class Kinds(WordCase):
    def test_a_mix_that_cannot_be_is_explained(self):
        self.change(gender=lambda i: "M" if i < 3 else "F")
        said = self.refused(4, "--groups", 5, "--balance", "gender")  # no mix of any ratio is possible
        self.assertIn("a mix by gender of any ratio: not possible in 5 groups of 8; 3 groups of 13 to 14 would do\n", said)
        self.assertIn('  gender: 37 "F", 3 "M"\n', said)
        self.assertIn('every group needs at least 1 "M", so 5 groups need 5; there are 3', said)
        self.assertIn("--diverse gender", said)
        said = self.refused(4, "--size", "4-5", "--balance", "gender=1/20")
        self.assertIn("; groups of", said)
        self.assertIn('every group needs at least 1 "M", so at least 8 groups need 8; there are 3', said)

    def test_what_would_help_does(self):
        self.change(gender=lambda i: "M" if i < 8 else "F")
        said = self.refused(4, "--groups", 8, "--balance", "gender=1/2")
        self.assertIn("--balance gender=1/4 would do", said)
        self.group("--groups", 8, "--balance", "gender=1/4")
        self.refused(4, "--groups", 8, "--balance", "gender=1/3")
        said = self.refused(4, "--groups", 9, "--balance", "gender=1/4")
        self.assertIn("8 groups of 5 would do", said)

    def test_more_kinds_than_a_group_has_places(self):
        self.change(gender=lambda i: "abcdef"[i % 6])
        self.assertIn("every group needs one of each of the 6 kinds, and has at most 4 students",
                      self.refused(4, "--size", "3-4", "--balance", "gender=1/2"))

    def test_spellings_of_one_kind_are_noticed(self):
        self.change(gender=lambda i: ("non-binary", "nonbinary")[i % 2] if i < 20 else "F" if i < 30 else "female")
        said = self.refused(4, "--size", 3, "--balance", "gender=1/2")
        self.assertIn('"F" and "female" look like two spellings of one kind', said)
        self.assertIn('"non-binary" and "nonbinary" look like two spellings of one kind', said)
        self.group("--size", 8, "--balance", "gender=1/3")
        self.assertIn('gender: "non-binary" (line 2) and "nonbinary" (line 3) count as two kinds; if they are one, write them alike',
                      self.said)
        self.assertNotIn('"F" and "female"', self.said)

    def test_scores_are_no_kinds(self):
        said = self.refused(4, "--size", 4, "--balance", "score")
        self.assertIn("different numbers, no kinds: --similar score makes groups of equals, --diverse score spreads", said)
        self.assertNotIn("spellings", said)

    def test_the_only_one_of_a_kind_is_alone_anywhere(self):
        self.change(gender=lambda i: "X" if i == 4 else "FM"[i % 2])
        said = self.refused(4, "--size", 4, "--nobody-alone", "gender")
        self.assertIn('there is only one "X", who is alone in any group', said)
        self.assertIn('--nobody-alone gender:F --nobody-alone gender:M asks it of the others only', said)
        self.group("--size", 4, "--nobody-alone", "gender:F, gender:M")
        self.assertIn('gender: 20 "F", 19 "M"', said.replace('19 "F", 20 "M"', '20 "F", 19 "M"'))

    def test_unknown_kinds_are_counted_and_told(self):
        self.change(gender=lambda i: "" if i in (3, 9, 20) else "FM"[i % 2])
        self.expect(0, "group", "roster.csv", "--size", 4, "--balance", "gender", "--effort", 1, "-o", "out.csv", "--html", "p.html")
        groups, _ = self.group("--size", 5, "--balance", "gender", "--nobody-alone", "gender:F")
        note = "gender is unknown for 3 students, who count as no kind and can be in any group"
        self.assertIn(note, self.said)
        self.assertIn(note[0].upper() + note[1:], self.text("p.html"))
        for members in self.members(groups).values():
            women, men = ([self.column("gender")[m] for m in members].count(g) for g in "FM")
            self.assertGreaterEqual(2 * min(women, men), max(women, men))


class Columns(WordCase):
    def test_cells_that_are_no_numbers_are_shown_with_their_lines(self):
        self.change(score=lambda i: {4: "excused", 7: "n/a yet", 9: ""}.get(i, i))
        for option in "--similar", "--diverse":
            self.group("--size", 4, option, "score")
            self.assertIn('score: "excused" (line 6), "n/a yet" (line 9) are no number and count as unknown', self.said)
            self.assertIn("score is unknown for 3 students", self.said)
        self.change(score=lambda i: "oops" if i % 3 == 0 else i)
        self.group("--size", 4, "--similar", "score")
        self.assertIn('"oops" (line 23), ... are no number', self.said)

    def test_case_and_blanks_of_names_are_of_no_importance(self):
        self.change(**{"Quiz: final score (Real)": lambda i: i * i % 17})
        one, first = self.group("--size", 4, "--balance", "gender=1/3", "--similar", "score=2,Quiz: final score (Real)", "--diverse",
                                "degree", "--nobody-alone", "degree:BSc")
        two, second = self.group("--size", 4, "--balance", " GENDER = 1/3", "--similar", " Score = 2 , quiz final score real",
                                 "--diverse", "DEGREE", "--nobody-alone", "Degree:BSc")
        self.assertEqual(one, two)
        self.assertEqual(first["cost"], second["cost"])

    def test_an_unknown_name_gets_what_may_be_meant(self):
        self.change(**{"Quiz: final score (Real)": lambda i: i, "Essay (Real)": lambda i: i})
        for option in "--similar", "--diverse", "--balance", "--nobody-alone":
            self.assertIn(f'{option}: there is no column "final"; did you mean "Quiz: final score (Real)"?',
                          self.refused(2, "--size", 4, option, "final"))
            self.assertIn('did you mean "gender"?', self.refused(2, "--size", 4, option, "gendr"))
            self.assertIn('there is no column "colour"; the columns are gender, score, degree, Quiz: final score (Real), Essay (Real)',
                          self.refused(2, "--size", 4, option, "colour"))
        self.assertIn('did you mean "Quiz: final score (Real)" or "Essay (Real)"?', self.refused(2, "--size", 4, "--similar", "real"))

    def test_two_columns_of_one_name_are_not_guessed(self):
        self.change(SCORE=lambda i: i)
        self.group("--size", 4, "--similar", "score")
        self.assertIn("more than one column", self.refused(2, "--size", 4, "--similar", "Score"))

    def test_a_file_of_names_alone_is_told_where_more_comes_from(self):
        self.put("names.csv", "First name,Last name,Email address\n" + "".join(f"a{i},b{i},c{i}@x.org\n" for i in range(8)))
        self.assertIn("--join FILE adds", self.refused(2, "--size", 4, "--similar", "score", data="names.csv"))


class Late(WordCase):
    def setUp(self):
        super().setUp()
        self.put("early.csv", as_csv(self.rows[:36]))
        self.before, _ = self.group("--size", "4", data="early.csv")
        self.put("before.csv", self.text("out.csv"))

    def test_who_stays_and_who_joins_is_said(self):
        after, _ = self.group("--late", "before.csv", "--similar", "score")
        self.assertIn("  36 students stay; 4 join:\n", self.said)
        names = [self.name(i) for i in range(40)]
        for i in range(36, 40):
            told = f"{names[i]} ({self.mail(i)})" if names.count(names[i]) > 1 else names[i]
            self.assertIn(f"    {told}: {after[self.mail(i)]}\n", self.said)

    def test_the_smallest_groups_are_filled_first(self):
        small = [row for row in csv.DictReader(io.StringIO(self.text("before.csv"))) if row["group"] not in ("Group 01", "Group 02")]
        keep = [row for row in csv.DictReader(io.StringIO(self.text("before.csv"))) if row["group"] in ("Group 01", "Group 02")][::3]
        self.put("before.csv", as_csv(small + keep))
        after, _ = self.group("--late", "before.csv", "--similar", "score")
        self.assertEqual(sorted(len(m) for m in self.members(after).values()), [4] * 5 + [5] * 4)

    def test_full_groups_say_which_size_would_do(self):
        said = self.refused(4, "--late", "before.csv", "--size", "3-4")
        self.assertIn("40 students cannot be divided into the 9 groups so far of at most 4, with nobody moved; groups of up to 5 "
                      "(--size 1-5) would do", said)
        self.group("--late", "before.csv", "--size", "1-5")

    def test_wishes_against_the_groups_so_far_are_named(self):
        one, two = (self.members(self.before)[g] for g in ("Group 01", "Group 02"))
        self.put("apart.txt", f"{one[0]},{one[1]}\n")
        self.put("together.txt", f"\n{one[0]},{two[0]}\n")
        said = self.refused(4, "--late", "before.csv", "--apart", "apart.txt", "--together", "together.txt")
        self.assertIn('must be apart (apart.txt, line 1), but both are in "Group 01" so far, and nobody moves', said)
        self.assertIn("must be together (together.txt, line 2), but they are in different groups so far, and nobody moves", said)


class Mixes(WordCase):
    """--balance COL without a ratio: as even as the groups allow."""

    def counts(self, groups, kind):
        return [sum(self.column("gender")[who] == kind for who in members) for members in self.members(groups).values()]

    def test_the_most_that_is_possible_is_taken_and_said(self):
        self.change(gender=lambda i: "M" if i < 17 else "F")  # groups of 4 cannot all be 2 and 2
        self.refused(4, "--size", 4, "--balance", "gender=1/2")
        groups, report = self.group("--size", 4, "--balance", "gender")
        self.assertIn("a mix by gender of at least 1 to 3: the most that is possible in groups of 4\n", self.said)
        self.assertEqual(report["balance_required"], "1/3")
        self.assertGreaterEqual(min(self.counts(groups, "M")), 1)
        self.assertGreaterEqual(min(self.counts(groups, "F")), 1)
        self.change(gender=lambda i: "M" if i < 8 else "F")
        self.group("--groups", 8, "--balance", "gender", "--balance", "degree")
        self.assertIn("a mix by gender of at least 1 to 4: the most that is possible in groups of 5\n", self.said)

    def test_where_one_to_two_is_possible_nothing_is_said(self):
        self.change(gender=lambda i: "FM"[i % 2])
        with_ratio, _ = self.group("--size", 4, "--balance", "gender=1:2", "--similar", "score")
        without, _ = self.group("--size", 4, "--balance", "gender", "--similar", "score")
        self.assertEqual(with_ratio, without)
        self.assertNotIn("mix by", self.said)

    def test_other_wishes_count(self):
        """Four F who belong together, in groups of 4 to 5, leave one place for M."""
        self.change(gender=lambda i: "FM"[i % 2])
        self.put("together.txt", self.mail(0, 2, 4, 6) + "\n")
        self.group("--size", "4-5", "--balance", "gender", "--together", "together.txt")
        self.assertIn("a mix by gender of at least 1 to 4: the most that is possible", self.said)
        self.put("together.txt", self.mail(0, 2, 4, 6, 8) + "\n")
        said = self.refused(4, "--size", "4-5", "--balance", "gender", "--together", "together.txt")
        self.assertIn("a mix by gender of any ratio and who must be together: not possible both at once in groups of 4 to 5; "
                      "groups of 5 to 6 would do", said)

    def test_a_rare_kind_is_bound_by_no_rule(self):
        self.change(gender=lambda i: "Non-binary" if i in (4, 9) else "FM"[i % 2])
        groups, _ = self.group("--size", 4, "--balance", "gender")
        self.assertIn('gender: 2 "Non-binary": too few for every group, so they can be in any; the others are mixed', self.said)
        self.assertGreaterEqual(min(self.counts(groups, "F")), 1)
        self.assertGreaterEqual(min(self.counts(groups, "M")), 1)
        groups, _ = self.group("--size", "6-7", "--balance", "gender", "--nobody-alone", "gender")
        self.assertEqual(max(self.counts(groups, "Non-binary")), 2)  # the two are together
        self.assertGreaterEqual(min(self.counts(groups, "F") + self.counts(groups, "M")), 2)
        self.refused(4, "--size", 4, "--balance", "gender=1/4")

    def test_marks_and_ratios_that_are_not_meant(self):
        self.assertIn('one kind alone is named with --nobody-alone gender:F', self.refused(2, "--size", 4, "--balance", "gender:F"))
        self.group("--size", 4, "--nobody-alone", "gender=f", "--balance", "gender=0")
        self.assertIn("--balance gender=0 asks for nothing", self.said)

    def test_a_value_may_have_commas(self):
        self.change(gender=lambda i: ("a, b", "c")[i % 2])
        groups, _ = self.group("--size", 3, "--nobody-alone", "gender:a, b")
        self.assertNotIn(1, self.counts(groups, "a, b"))

    def test_a_header_may_have_commas_and_blanks(self):
        self.change(**{"se, x": lambda i: "FM"[i % 2], "x": lambda i: "pq"[i // 2 % 2]})
        for asked in "se, x", "se, x=1:1", "x,se, x=1/1", "se, x=1/1 , x":
            groups, _ = self.group("--size", 4, "--balance", asked)
            self.assertIn("se, x: F 2, M 2 in every group", self.said)
        self.group("--size", 4, "--nobody-alone", "se, x:F")
        self.assertIn("nobody alone in se, x:F", self.said)

    def test_what_is_advised_is_quoted_for_a_shell(self):
        self.change(**{"it's me": lambda i: "M" if i < 8 else "F"})
        said = self.refused(4, "--groups", 8, "--balance", "it's me=1/2")
        self.assertIn("--balance 'it'\\''s me'=1/4 would do", said)
        self.assertIn("--diverse 'it'\\''s me' instead of --balance", said)

    def test_where_all_groups_are_tried_fewer_pairs_are_excluded(self):
        del self.rows[8:]
        self.change(gender=lambda i: "FM"[i % 2])
        self.put("before.csv", "Email address,group\n" + "".join(f"{row['Email address']},1\n" for row in self.rows))
        _, report = self.group("--size", 4, "--avoid", "before.csv", "--similar", "score")
        self.assertIn("  12 pairs of former team-mates meet again; fewer are not possible\n", self.said)
        self.assertIn("  no better groups exist: all were tried\n", self.said)
        self.assertTrue(report["all_tried"])

    def test_diverse_kinds_are_counted(self):
        self.change(gender=lambda i: "FM"[i % 2])
        self.group("--size", 4, "--diverse", "gender")
        self.assertIn("; F 2, M 2\n", self.said)


class Clashes(WordCase):
    def test_a_mix_and_nobody_alone_in_groups_of_three(self):
        said = self.refused(4, "--size", "3-4", "--balance", "gender=1/2", "--nobody-alone", "gender")
        self.assertEqual(said.count("not possible"), 1)
        self.assertIn("a mix by gender of at least 1 to 2 and nobody alone in gender", said)
        self.assertIn("would do", said)

    def test_students_and_lines_are_named_one_sentence_each(self):
        self.put("together.txt", f"{self.mail(*range(5))}\n\n{self.mail(10, 11)}\n{self.mail(11, 12)}\n")
        self.put("apart.txt", f"{self.mail(10, 12)}\n{self.mail(*range(20, 33))}\n")
        said = self.refused(4, "--groups", "10", "--together", "together.txt", "--apart", "apart.txt")
        self.assertEqual(len(said.splitlines()), 3)
        self.assertRegex(said, r"must be together \(together.txt, line 1\): they are 5, and a group has at most 4 students")
        self.assertRegex(said, r"must be together \(together.txt, line 3; together.txt, line 4\) and apart \(apart.txt, line 1\)")
        self.assertRegex(said, r"and 8 more must be apart \(apart.txt, line 2\): they are 13, and there are at most 10 groups")
        for i in (0, 3, 10, 12, 20):
            self.assertIn(self.name(i), said)

    def test_clashes_of_students_do_not_hide_others(self):
        self.put("together.txt", self.mail(0, 1))
        self.put("apart.txt", self.mail(1, 0))
        said = self.refused(4, "--size", 4, "--together", "together.txt", "--apart", "apart.txt", "--balance", "degree=1")
        self.assertEqual(said.count("must be together"), 1)
        self.assertIn("a mix by degree of at least 1 to 1: not possible", said)
        self.assertNotIn("any two of these", said)

    def test_many_clashes_are_counted(self):
        self.put("together.txt", "".join(self.mail(i, i + 1) + "\n" for i in range(0, 40, 2)) + self.mail(1, 2) + "\n")
        self.put("apart.txt", "".join(self.mail(i, i + 1) + "\n" for i in range(0, 40, 2)) + self.mail(0, 3))
        said = self.refused(4, "--size", 4, "--together", "together.txt", "--apart", "apart.txt")
        self.assertEqual(said.count("must be together"), 20)
        self.assertIn("and 1 more of these", said)

    def test_the_json_report_of_what_cannot_be(self):
        for size in "3", "3-4":
            self.expect(4, "group", "roster.csv", "--size", size, "--balance", "gender=1", "--json", "r.json")
            report = read_json(self.text("r.json"))
            self.assertEqual((report["status"], report["max_size"]), ("infeasible", 4))

    def test_words_that_are_missing_or_wrong(self):
        self.assertIn("--size 3-4", self.refused(2))
        self.assertIn("not both", self.refused(2, "--size", 4, "--groups", 3))
        for size in "4-3", "four", "0", "-4", "3-4-5", "":
            self.assertIn("--size takes a number of students, such as 4, or the fewest and the most", self.refused(2, f"--size={size}"))
        self.assertIn('--nobody-alone: gender has no value "Z"', self.refused(2, "--size", 4, "--nobody-alone", "gender:Z"))
        self.assertIn("above 1", self.refused(2, "--size", 4, "--balance", "gender=3/2"))
        self.assertIn("choose one", self.refused(2, "--size", 4, "--similar", "score", "--diverse", "score"))


if __name__ == "__main__":
    unittest.main()
