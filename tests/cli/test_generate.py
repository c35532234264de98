"""`faircap generate`: the columns and counts of the contract, the same file for the same seed, nothing else."""
import csv
import io
import unittest
from collections import Counter
from fractions import Fraction

from tool import Case


class Generate(Case):
    def rows(self, *options):
        return list(csv.reader(io.StringIO(self.expect(0, "generate", *options).out)))

    def groups(self, *options):
        return [row[-1] for row in self.rows(*options)[1:]]

    def test_the_columns_are_id_coordinates_and_group(self):
        rows = self.rows("--n", 7, "--dim", 3)
        self.assertEqual(rows[0], ["id", "x1", "x2", "x3", "group"])
        self.assertEqual([row[0] for row in rows[1:]], [str(i) for i in range(1, 8)])
        for row in rows[1:]:
            self.assertEqual(len([float(cell) for cell in row[1:4]]), 3)

    def test_weights_and_truth_are_added_behind(self):
        rows = self.rows("--n", 50, "--weights", "2-9", "--truth", "--true-clusters", 4)
        self.assertEqual(rows[0], ["id", "x1", "x2", "group", "weight", "truth"])
        self.assertEqual({int(row[4]) for row in rows[1:]}, set(range(2, 10)))
        self.assertEqual(Counter(row[5] for row in rows[1:]), {"1": 13, "2": 13, "3": 12, "4": 12})
        self.assertEqual(self.rows("--n", 1, "--true-clusters", 1, "--groups", 1, "--truth")[0][-1], "truth")

    def test_groups_are_called_by_letters(self):
        self.assertEqual(set(self.groups("--groups", 3)), {"a", "b", "c"})
        names = set(self.groups("--groups", 30, "--n", 300))
        self.assertEqual(len(names), 30)
        self.assertTrue({"a", "z", "aa", "ad"} <= names)

    def test_the_group_balance_is_met_as_nearly_as_whole_points_allow(self):
        for n, groups, text in (100, 2, "1"), (100, 2, "1/4"), (90, 2, "0.5"), (101, 2, "1"), (60, 3, "1/3"), \
                (1000, 2, "1/9"), (10, 2, "1/1000"):
            counts = Counter(self.groups("--n", n, "--groups", groups, "--group-balance", text))
            self.assertEqual((len(counts), sum(counts.values())), (groups, n))
            low, high = min(counts.values()), max(counts.values())
            asked = Fraction(text)
            self.assertTrue(Fraction(low - 1, high + 1) <= asked <= Fraction(low + 1, high - 1) or low == 1,
                            (text, counts))

    def test_the_default_is_a_hundred_points_in_a_plane(self):
        rows = self.rows()
        self.assertEqual((len(rows), rows[0]), (101, ["id", "x1", "x2", "group"]))

    def test_the_same_seed_gives_the_same_file(self):
        first = self.expect(0, "generate", "--n", 200, "--seed", 5, "--truth", "--weights", "1-3").out
        self.expect(0, "generate", "--n", 200, "--seed", 5, "--truth", "--weights", "1-3", "-o", "out.csv")
        self.assertEqual(self.text("out.csv"), first)
        self.assertEqual(self.rows(), self.rows("--seed", 1))

    def test_another_seed_gives_another_file(self):
        files = {self.expect(0, "generate", "--seed", seed).out for seed in range(10)}
        self.assertEqual(len(files), 10)

    def test_truth_and_weights_do_not_change_the_points(self):
        plain = self.rows("--n", 30)
        more = self.rows("--n", 30, "--truth", "--weights", "1-5")
        self.assertEqual([row[:4] for row in more], plain)

    def test_the_true_clusters_are_found_again_when_they_lie_apart(self):
        self.expect(0, "generate", "--n", 200, "--dim", 20, "--true-clusters", 4, "--truth", "-o", "data.csv")
        self.expect(0, "cluster", "data.csv", "-k", 4, "-x", "group,truth", "-o", "out.csv")
        pairs = {(row[-2], row[-1]) for row in csv.reader(io.StringIO(self.text("out.csv")))} - {("truth", "cluster")}
        self.assertEqual(len(pairs), 4)

    def test_generated_files_read_back_without_notes_beside_the_id(self):
        self.expect(0, "generate", "-o", "data.csv")
        done = self.expect(0, "plan", "data.csv", "-p", "group")
        self.assertEqual(done.err, "note: left out of the distance as an identifier: id (-f takes it in)\n")
        self.assertIn("100 rows, 4 columns, 2 of them make 2 coordinates\ngroup: a 50, b 50; balance 1.000", done.out)

    def test_requests_that_cannot_be_met_are_wrong_usage(self):
        for options in (["--n", 0], ["--n", "many"], ["--dim", 0], ["--groups", 0], ["--true-clusters", 0],
                        ["--n", 3, "--groups", 4], ["--n", 3, "--true-clusters", 4], ["--group-balance", 0],
                        ["--group-balance", 2], ["--group-balance", "x"], ["--weights", "5"], ["--weights", "5-1"],
                        ["--weights", "0-3"], ["--weights", "a-b"], ["--weights", "1-2-3"], ["--weights", "-"],
                        ["--weights", "1-9999999999"]):
            with self.subTest(options=options):
                done = self.expect(2, "generate", "-o", "out.csv", *options)
                self.assertEqual((len(done.err.splitlines()), self.names()), (1, []))

    def test_a_file_that_cannot_be_written_is_exit_7(self):
        for path in "missing/out.csv", ".", "/dev/full":
            self.expect(7, "generate", "-o", path)


if __name__ == "__main__":
    unittest.main()
