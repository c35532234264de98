"""faircap group: a teacher's words, from roster to groups; every answer is judged here from the files alone."""
import csv
import io
import itertools
import json
import random
import unittest

from classroom import JARGON, GroupCase, as_csv, part_between, roster
from tool import read_json


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

    def test_two_checkers_agree_on_every_figure(self):
        self.rows = roster(40, unknown=(3, 9))
        for i, row in enumerate(self.rows):
            row["score"] = "excused" if i == 12 else row["score"]
            row["degree"] = "" if i in (5, 6) else row["degree"]
            row["team"] = "same"
        self.put("roster.csv", as_csv(self.rows))
        mail = [row["Email address"] for row in self.rows]
        self.put("together.txt", f"{mail[0]},{mail[1]}\n")
        self.put("apart.txt", ",".join(mail[10:17]) + "\n")
        for request, options in (
                (("--size", "3-4", "--balance", "gender", "--similar", "score", "--diverse", "degree=2"),
                 ("-s", "3-4", "-p", "gender", "--similar", "score", "--diverse", "degree=2")),
                (("--groups", 7, "--nobody-alone", "gender", "--diverse", "score=0.5,degree,team"),
                 ("-k", 7, "-q", 6, "--min-size", 5, "--no-isolate", "gender", "--diverse", "score=0.5,degree,team")),
                (("--size", "5", "--similar", "degree", "--diverse", "gender,score", "--together", "together.txt", "--apart", "apart.txt"),
                 ("-q", 5, "--min-size", 5, "--similar", "degree", "--diverse", "gender,score", "--together", "together.txt", "--apart",
                  "apart.txt"))):
            _, report = self.judged(request, options)
            self.expect(0, "check", "roster.csv", "out.csv", "--missing", "category", "--id", "Email address", *options)
        changed = dict(report, cost=report["cost"] * 1.001)
        changed["columns"][0]["inside"] += 1e-6
        self.put("out.json", json.dumps(changed))
        opinion = self.second_opinion("roster.csv", "out.csv", "--missing", "category", "--id", "Email address", *options, "--report",
                                      "out.json")
        self.assertEqual(opinion.code, 6)
        self.assertIn("VIOLATED", opinion.out["report.cost"])
        self.assertIn("wrong for degree", opinion.out["report.columns"])

    def test_check_agrees(self):
        self.group("--size", "3-4", "--balance", "gender", "--similar", "score", "--diverse", "degree")
        done = self.expect(0, "check", "roster.csv", "out.csv", "-s", "3-4", "-p", "gender", "--similar", "score",
                           "--diverse", "degree")
        report = read_json(self.text("out.json"))
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

    def test_late_students_keep_the_sizes_asked_for(self):
        """Groups of 4, 4, 4 and 3, and three who come late: no group of 3 is left."""
        lines = self.text("roster.csv").splitlines()
        self.put("before.csv", "\n".join([lines[0] + ",group"] + [f"{line},G{i % 4}" for i, line in enumerate(lines[1:16])]) + "\n")
        self.put("now.csv", "\n".join(lines[:19]) + "\n")
        for size in "4-5", "4", "3-5":
            after, _ = self.group("--late", "before.csv", "--size", size, data="now.csv")
            self.assertEqual(sorted(len(m) for m in self.members(after).values()), [4, 4, 5, 5], size)

    def test_a_column_called_group_stays_where_the_groups_are_made_of_it(self):
        self.put("points.csv", "name,group,x\n" + "".join(f"s{i},{'ab'[i % 2]},{i}\n" for i in range(12)))
        for wish in ["--balance", "group=1/3"], ["--nobody-alone", "group"], ["--diverse", "group"]:
            self.expect(0, "group", "points.csv", "--size", 4, *wish, "--effort", 1, "-o", "out.csv")
            self.assertRegex(self.text("out.csv"), r"^name,group,x,group\ns0,a,0,Group \d+\n")
        self.expect(0, "group", "points.csv", "--size", 4, "--similar", "x", "--effort", 1, "-o", "out.csv")
        self.assertRegex(self.text("out.csv"), r"^name,x,group\ns0,0,Group \d+\n")  # groups of an earlier time

    def test_without_columns_groups_are_drawn_by_seed(self):
        one, _ = self.group("--groups", 8)
        self.assertIn("drawn by lot", self.said)
        again, _ = self.group("--groups", 8)
        other, _ = self.group("--groups", 8, "--seed", 2)
        self.assertEqual(one, again)
        self.assertNotEqual(one, other)
        self.assertEqual({len(m) for m in self.members(one).values()}, {5})


class Rosters(GroupCase):
    def test_rows_that_share_an_identifier_are_noted(self):
        self.rows[7]["Email address"] = self.rows[3]["Email address"].upper()
        self.put("roster.csv", as_csv(self.rows))
        done = self.expect(0, "group", "roster.csv", "--groups", 8, "-o", "out.csv")
        self.assertIn(f'lines 5 and 9 have the same "Email address", "{self.rows[7]["Email address"]}": are they one student?', done.err)

    def test_a_column_that_tells_who_somebody_is_is_noted(self):
        self.group("--groups", 8, "--similar", "Last name", "--diverse", "Email address")
        self.assertIn("Last name tells who a student is, so being similar in it means nothing", self.said)
        self.assertIn("Email address tells who a student is, so being diverse in it means nothing", self.said)
        for i, row in enumerate(self.rows):
            row["degree"] = f"thesis {i}"
        self.put("roster.csv", as_csv(self.rows))
        self.group("--groups", 8, "--similar", "degree,score")
        self.assertIn("degree tells who a student is", self.said)
        self.assertNotIn("score tells", self.said)

    def test_another_encoding_is_said_once(self):
        self.put("roster.csv", "name,score\n".encode() + b"".join(b"Jos\xe9 %d,%d\n" % (i, i) for i in range(30)))
        done = self.expect(0, "group", "roster.csv", "--groups", 8)
        self.assertEqual(done.err.count("read as Windows-1252"), 1)
        self.put("roster.csv", "name,score\n".encode() + b"".join(b"Jos\x81 %d,%d\n" % (i, i) for i in range(30)))
        done = self.expect(3, "group", "roster.csv", "--groups", 8)
        self.assertEqual(done.err.count("not valid UTF-8"), 1)

    def test_mark_and_decimal_comma_come_back(self):
        text = "\ufeffname;email;Punkte\n" + "".join(f"Zoë {i};z{i}@x.org;{i},5\n" for i in range(8))
        self.put("roster.csv", text)
        self.put("more.csv", "email,level\n" + "".join(f"z{i}@x.org,{i % 3}.25\n" for i in range(8)))
        self.expect(0, "group", "roster.csv", "--join", "more.csv", "--size", 4, "--similar", "punkte,level", "-o", "out.csv", "--to",
                    "csv:t.csv", "--to", "student:s.csv", "--json", "r.json")
        self.assertEqual([c["unknown"] for c in read_json(self.text("r.json"))["columns"]], [0, 0])
        for name in "out.csv", "t.csv":
            self.assertTrue(self.text(name).startswith("\ufeffname;email;Punkte;level;group\nZoë 0;z0@x.org;0,5;0,25;Group 0"))
        self.assertTrue(self.text("s.csv").startswith("\ufeffgroup;name\nGroup 01;Zoë "))

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


class Words(GroupCase):
    def test_options_of_other_commands_lead_to_those_of_teachers(self):
        for option, instead in (("-k", "--groups 12"), ("-p", "--balance COL"), ("-s", "--size 3-4"), ("-f", "--similar COL"),
                                ("-t", "--balance COL=1/2"), ("--clusters", "--groups 12"), ("--protect", "--balance COL"),
                                ("--group-size", "--size 3-4"), ("--no-isolate", "--nobody-alone COL"), ("--start", "--late FILE")):
            self.assertIn(f'group has no option "{option}"; say {instead}', self.refused_word(option, "4"))
        self.assertIn('"-z"; see faircap group --help', self.refused_word("-z"))
        self.assertIn("did you mean --size", self.refused_word("--siz", "4"))

    def refused_word(self, *words):
        return self.expect(2, "group", "roster.csv", *words).err

    def test_an_unknown_format_lists_all(self):
        for word in "moodle:x.csv", "moodle", "excel:x.xlsx":
            done = self.expect(2, "group", "roster.csv", "--groups", 4, "--to", word)
            for name in ("moodle-groups", "moodle-uploadusers", "moodle-bulkenrol", "moodle-brickfield", "canvas", "blackboard",
                         "brightspace", "csv", "student"):
                self.assertRegex(done.err, rf"(?m)^  {name} ")

    def test_help_is_for_teachers(self):
        text = self.expect(0, "group", "--help").out
        self.assertIn("ROSTER is a table of students", text)
        for word in ".npy", "FILE is", "cluster", "row":
            self.assertNotIn(word, text.replace("leave out no row", "").replace("by-row", "").replace("by row number", ""))


if __name__ == "__main__":
    unittest.main()
