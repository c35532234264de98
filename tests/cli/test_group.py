"""faircap group: a teacher's words, from roster to groups; every answer is judged here from the files alone."""
import csv
import io
import itertools
import json
import random
import unittest

from classroom import JARGON, GroupCase, as_csv, part_between, roster


class Wishes(GroupCase):
    def test_sizes_mix_and_nobody_alone_hold(self):
        groups, report = self.group("--size", "4-5", "--balance", "gender=1/4", "--nobody-alone", "gender")
        gender = self.column("gender")
        for name, members in self.members(groups).items():
            self.assertRegex(name, r"^Group 0\d$")
            self.assertIn(len(members), (4, 5))
            counts = [sum(gender[m] == g for m in members) for g in "FM"]
            self.assertGreaterEqual(4 * min(counts), max(counts))
            self.assertGreaterEqual(min(counts), 2)
        self.assertEqual(report["k"], 8)

    def test_similar_and_diverse_columns_beat_the_lot(self):
        groups, report = self.group("--groups", 10, "--similar", "score", "--diverse", "degree=2")
        labels = [groups[row["Email address"]] for row in self.rows]
        score = part_between([float(row["score"]) for row in self.rows], labels)
        degree = part_between([row["degree"] for row in self.rows], labels)
        by_lot = 9 / 39
        self.assertGreater(score, 0.8)
        self.assertLess(degree, by_lot / 2)
        column = {c["name"]: c for c in report["columns"]}
        self.assertAlmostEqual(column["score"]["between"], score)
        self.assertAlmostEqual(column["degree"]["between"], degree)
        self.assertAlmostEqual(column["degree"]["inside_by_lot"], 1 - by_lot)
        self.assertAlmostEqual(report["cost"], 1 - score + 2 * degree)
        self.assertEqual(report["objective"], "mixed")

    def test_check_agrees(self):
        self.group("--size", "3-4", "--balance", "gender", "--similar", "score", "--diverse", "degree")
        done = self.expect(0, "check", "roster.csv", "out.csv", "-s", "3-4", "-p", "gender", "--similar", "score",
                           "--diverse", "degree")
        report = json.loads(self.text("out.json"))
        self.assertIn(f"cost: ok ({report['cost']})", done.out)

    def test_an_average_of_draws_is_what_is_said_of_the_lot(self):
        _, report = self.group("--groups", 10, "--similar", "score")
        luck = random.Random(5)
        labels = [i % 10 for i in range(40)]
        scores = [float(row["score"]) for row in self.rows]
        parts = []
        for _ in range(300):
            luck.shuffle(labels)
            parts.append(1 - part_between(scores, labels))
        self.assertAlmostEqual(sum(parts) / 300, report["columns"][0]["inside_by_lot"], delta=0.01)

    def test_sets_of_students_are_together_and_apart(self):
        mail = [row["Email address"] for row in self.rows]
        self.put("together.txt", f"{mail[0]},{mail[1]}\n{mail[2]},{mail[3]},{mail[4]}\n")
        self.put("apart.txt", ",".join(mail[10:17]) + "\n")
        groups, _ = self.group("--size", 4, "--together", "together.txt", "--apart", "apart.txt", "--similar", "score")
        self.assertEqual(groups[mail[0]], groups[mail[1]])
        self.assertEqual(len({groups[m] for m in mail[2:5]}), 1)
        self.assertEqual(len({groups[m] for m in mail[10:17]}), 7)

    def test_former_team_mates_do_not_meet(self):
        before, _ = self.group("--groups", 10)
        self.put("before.csv", self.text("out.csv"))
        after, report = self.group("--groups", 10, "--avoid", "before.csv", "--similar", "score")
        self.assertEqual(report["repeated_pairs"], 0)
        for members in self.members(after).values():
            for a, b in itertools.combinations(members, 2):
                self.assertNotEqual(before[a], before[b])

    def test_late_students_are_added_and_nobody_moves(self):
        self.put("early.csv", as_csv(self.rows[:36]))
        before, _ = self.group("--size", "3-4", "--balance", "gender=1/3", data="early.csv")
        named = {g: f"Team {chr(65 + i)}" for i, g in enumerate(sorted(set(before.values())))}
        text = self.text("out.csv")
        for old, new in named.items():
            text = text.replace(old + "\n", new + "\n")
        self.put("before.csv", text)
        after, _ = self.group("--late", "before.csv", "--size", "3-5", "--similar", "score")
        self.assertEqual(len(after), 40)
        for who, group in before.items():
            self.assertEqual(after[who], named[group])
        self.assertLessEqual(set(after.values()), set(named.values()))

    def test_without_columns_groups_are_drawn_by_seed(self):
        one, _ = self.group("--groups", 8)
        self.assertIn("drawn by lot", self.said)
        again, _ = self.group("--groups", 8)
        other, _ = self.group("--groups", 8, "--seed", 2)
        self.assertEqual(one, again)
        self.assertNotEqual(one, other)
        self.assertEqual({len(m) for m in self.members(one).values()}, {5})


class Rosters(GroupCase):
    def test_unknown_cells_are_no_reason_to_refuse(self):
        self.rows = roster(40, unknown=(3, 9, 20))
        self.rows[5]["score"] = "excused"
        self.rows[6]["gender"] = ""
        self.rows[8]["degree"] = "NA"
        self.put("roster.csv", as_csv(self.rows))
        groups, report = self.group("--size", "4-5", "--balance", "gender=1/4", "--similar", "score", "--diverse",
                                    "degree")
        self.assertEqual(len(groups), 40)
        self.assertEqual([c["unknown"] for c in report["columns"]], [4, 1])
        self.assertIn("score is unknown for 4", self.said)

    def test_an_earlier_group_column_gives_way(self):
        self.group("--groups", 8)
        self.put("again.csv", self.text("out.csv"))
        self.group("--groups", 4, data="again.csv")
        header = self.text("out.csv").splitlines()[0]
        self.assertEqual(header.split(",").count("group"), 1)

    def test_labels_only_has_nothing_but_who_and_where(self):
        self.group("--groups", 8, "--similar", "score", "--labels-only")
        lines = self.text("out.csv").splitlines()
        self.assertEqual(lines[0], "Email address,group")
        self.assertEqual(len(lines), 41)

    def test_hostile_names_pass_unharmed(self):
        hostile = ['=HYPERLINK("x")', "<script>alert(1)</script>", 'O"Neil', "a;b", "\u202eevil", "Robert'); DROP--", "@x",
                   "+1", "-2", "\u0130", "x" * 300, "&amp;"]
        self.rows = roster(500)
        for i, row in enumerate(self.rows):
            row["Last name"] = hostile[i % len(hostile)]
        self.put("roster.csv", as_csv(self.rows))
        self.expect(0, "group", "roster.csv", "--size", 4, "--similar", "score", "--effort", 1, "-o", "out.csv",
                    "--html", "out.html")
        page = self.text("out.html")
        self.assertNotIn("<script", page)
        self.assertNotIn("\u202e", page)
        for row, old in zip(csv.DictReader(io.StringIO(self.text("out.csv"))), self.rows):
            name = row["Last name"]
            self.assertEqual(name[1:] if name.startswith("'") else name, old["Last name"])


if __name__ == "__main__":
    unittest.main()
