"""faircap group: students named by row numbers, and students who stay where they are pinned."""
import csv
import unittest
from collections import Counter

from tool import Case


class RowCase(Case):
    def setUp(self):
        super().setUp()
        lines = [f"s{i:02}@x.org,{'FM'[i % 2]},{i * 7 % 20}" for i in range(24)]
        self.put("roster.csv", "\n".join(["email,gender,score", *lines]) + "\n")

    def groups(self, *options):
        """The group of each row, from 0."""
        self.expect(0, "group", "roster.csv", *options, "--effort", 1, "-o", "out.csv")
        with open(self.path("out.csv"), encoding="utf-8-sig", newline="") as file:
            return [row["group"] for row in csv.DictReader(file)]

    def test_wishes_by_row_are_those_by_address(self):
        self.put("rows.txt", "1,9\n4,5\n")
        self.put("ids.txt", "s00@x.org,s08@x.org\ns03@x.org,s04@x.org\n")
        by_row = self.groups("--size", 4, "--similar", "score", "--by-row", "--together", "rows.txt")
        self.assertEqual(by_row, self.groups("--size", 4, "--similar", "score", "--together", "ids.txt"))
        self.assertEqual((by_row[0], by_row[3]), (by_row[8], by_row[4]))
        apart = self.groups("--size", 4, "--diverse", "score", "--by-row", "--apart", "rows.txt")
        self.assertNotEqual(apart[0], apart[8])
        self.assertNotEqual(apart[3], apart[4])

    def test_earlier_groups_are_found_by_address_and_by_row(self):
        self.put("last.csv", "email,group\n" + "".join(f"s{i:02}@x.org,Group {i // 4}\n" for i in range(24)))
        self.put("last-rows.csv", "row,cluster\n" + "".join(f"{i + 1},{i // 4 + 1}\n" for i in range(23)))
        self.put("rows.txt", "1,24\n")
        for last, n in (("last.csv", 24), ("last-rows.csv", 23)):
            new = self.groups("--size", "4-4", "--by-row", "--together", "rows.txt", "--avoid", last)
            self.assertEqual(new[0], new[23])
            met = [(i, j) for i in range(n) for j in range(i) if i // 4 == j // 4 and new[i] == new[j]]
            self.assertEqual(met, [])

    def test_a_row_that_is_not_there_is_named(self):
        self.put("rows.txt", "1,25\n")
        done = self.expect(3, "group", "roster.csv", "--size", 4, "--by-row", "--together", "rows.txt")
        self.assertIn("there is no row 25; rows are 1 to 24", done.err)

    def test_pins_hold_and_all_groups_have_the_size(self):
        self.put("pins.csv", "row,cluster\n1,3\n2,3\n10,6\n24,1\n")
        pinned = self.groups("--size", "4-4", "--by-row", "--late", "pins.csv", "--groups", 6, "--similar", "score")
        self.assertEqual([pinned[i] for i in (0, 1, 9, 23)], ["Group 03", "Group 03", "Group 06", "Group 01"])
        self.assertEqual(sorted(Counter(pinned).values()), [4] * 6)


if __name__ == "__main__":
    unittest.main()
