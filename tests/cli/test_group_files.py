"""Files that name students for faircap group: wishes (--together, --apart) and former groups (--avoid, --late)."""
import csv
import io
import os
import shutil
import unittest

from classroom import GroupCase, as_csv
from tool import ROOT

LMS = os.path.join(ROOT, "tests", "lms")
PEOPLE = [("Ada", "Lovelace"), ("Charles", "Babbage"), ("José", "Núñez"), ("Ada", "Byron"), ("Mary Ann", "Evans"),
          ("Grace", "Hopper"), ("Anna", "Lee"), ("Anna", "Lee"), ("Kurt", "Gödel"), ("Emmy", "Noether"), ("王", "伟"),
          ("Alan", "Turing")]


class FileCase(GroupCase):
    def setUp(self):
        super().setUp()
        self.rows = [{"First name": first, "Last name": last, "Email address": f"s{i}@school.example", "Username": f"user{i}",
                      "ID number": f"{700 + i}", "score": i * 7 % 12} for i, (first, last) in enumerate(PEOPLE)]
        self.put("roster.csv", as_csv(self.rows))

    def of(self, groups, *students):
        return [groups[f"s{i}@school.example"] for i in students]

    def faults(self, option, text, code=3):
        self.put("wish.txt", text)
        return self.refused(code, "--groups", 3, option, "wish.txt")


class Naming(FileCase):
    def test_students_are_known_by_name_email_login_and_id(self):
        for line in ("Ada Lovelace,Grace Hopper", "lovelace ada,HOPPER  GRACE", '"Lovelace, Ada","Hopper, Grace"',
                     "Lovelace, Ada; Hopper, Grace", "Lovelace, Ada, Hopper, Grace", " S0@School.example\tuser5 ",
                     "USER0;705", "700,Hopper Grace,", "\ufeffada LOVELACE;  grace\u00a0hopper"):
            self.put("wish.txt", line + "\n")
            groups, _ = self.group("--groups", 4, "--together", "wish.txt", "--diverse", "score")
            self.assertEqual(*self.of(groups, 0, 5), line)
            groups, _ = self.group("--groups", 2, "--apart", "wish.txt", "--similar", "score")
            self.assertNotEqual(*self.of(groups, 0, 5), line)

    def test_letters_of_other_alphabets_and_a_header_are_no_hindrance(self):
        self.put("wish.txt", "Student 1;Student 2\nNÚÑEZ, JOSÉ; kurt gödel\n\n王伟;Mary Ann Evans\n")
        self.put("mail.txt", "email\ns9@school.example,s11@school.example\n")
        groups, _ = self.group("--groups", 3, "--together", "wish.txt", "--together", "mail.txt")
        for pair in ((2, 8), (10, 4), (9, 11)):
            self.assertEqual(*self.of(groups, *pair))

    def test_lines_have_any_end(self):
        lines = ["# friends", "Ada Lovelace; Grace Hopper", "", "José Núñez; Kurt Gödel", "Ada Byron, Emmy Noether"]
        for end in "\n", "\r\n", "\r":
            for encoding in "utf-8", "cp1252":
                self.put("wish.txt", (end.join(lines) + end + "\x1a").encode(encoding))
                groups, report = self.group("--groups", 3, "--together", "wish.txt", "--diverse", "score")
                for pair in ((0, 5), (2, 8), (3, 9)):
                    self.assertEqual(*self.of(groups, *pair))
            self.put("wish.txt", end.join(lines + ["Nobody Atall; 700"]))
            self.assertIn('line 6, column 1: nobody has the name', self.refused(3, "--groups", 3, "--apart", "wish.txt"))

    def test_whole_names_have_two_orders(self):
        for whole in ("{0} {1}", "{1}, {0}"):
            self.put("names.csv", "name;score\n" + "".join(whole.format(*p) + f";{i}\n" for i, p in enumerate(PEOPLE[:6])))
            for line in ("Ada Lovelace;Grace Hopper", "Lovelace, Ada;Hopper, Grace", "lovelace ada;hopper grace"):
                self.put("wish.txt", line)
                self.expect(0, "group", "names.csv", "--groups", 3, "--together", "wish.txt", "--diverse", "score", "-o", "out.csv")
                groups = {r["name"]: r["group"] for r in csv.DictReader(io.StringIO(self.text("out.csv")), delimiter=";")}
                self.assertEqual(groups[whole.format("Ada", "Lovelace")], groups[whole.format("Grace", "Hopper")], line)

    def test_all_faults_of_all_files_are_listed_with_lines(self):
        self.put("apart.txt", "Grace Hopper,Nobody Atall\n")
        said = self.faults("--together", "Ada Lovelase,Grace Hopper\nTuring;zzz\n\nKurt Gödel,kurt godul\n")
        self.assertIn('wish.txt: line 1, column 1: nobody has the name, e-mail, login or ID "Ada Lovelase"; did you mean '
                      '"Ada Lovelace"?', said)
        self.assertIn('line 2, column 1: nobody has the name, e-mail, login or ID "Turing"; did you mean "Alan Turing"?', said)
        self.assertIn('line 2, column 2: nobody has the name, e-mail, login or ID "zzz"\n', said)
        self.assertIn('"kurt godul"; did you mean "Kurt Gödel"?', said)
        said = self.refused(3, "--groups", 3, "--together", "wish.txt", "--apart", "apart.txt")
        self.assertIn("wish.txt: line 4", said)
        self.assertIn('apart.txt: line 1, column 2: nobody has the name, e-mail, login or ID "Nobody Atall"', said)

    def test_the_first_twenty_faults_are_shown(self):
        said = self.faults("--apart", "".join(f"x{i:03},y{i:03}\n" for i in range(15)))
        self.assertEqual(said.count("nobody has"), 20)
        self.assertIn("and 10 more faults", said)

    def test_two_students_of_one_name_are_asked_about(self):
        said = self.faults("--together", "Anna Lee,Ada Byron\n")
        self.assertIn('2 students are called "Anna Lee": s6@school.example (line 8), s7@school.example (line 9); write the '
                      'e-mail', said)
        self.put("wish.txt", "S6@school.example,Ada Byron\n")
        self.group("--groups", 3, "--together", "wish.txt")
        self.put("names.csv", "name,x\nAnna Lee,1\nAnna Lee,2\nBo Li,3\n")
        self.put("wish.txt", "anna lee,Bo Li\n")
        said = self.refused(3, "--groups", 2, "--apart", "wish.txt", data="names.csv")
        self.assertIn('2 students are called "anna lee": (line 2), (line 3); write "anna lee (line 2)"', said)

    def test_of_long_names_forty_characters_are_shown_and_what_tells_them_apart(self):
        for letter in "x", "ä", "\u4f60", "\U0001f600":
            long = letter * 60
            people = [long + "1", long + "2", long + "3", "Ann Lee", "Ann Lee", "Bo Li"]
            self.put("names.csv", "name,email\n" + "".join(f"{name},{i}{'e' * 50}@x.org\n" for i, name in enumerate(people)))
            self.put("apart.txt", f"{long}1; {long}2; Bo Li\n")
            self.put("wish.txt", f"{long}2; {long}1; 3{'e' * 50}@x.org\n")
            former = "name,group\n" + "".join(f"{name},{'g' * 60}\n" for name in people[:3] + ["Bo Li"])
            self.put("former.csv", former + f"{long}1,other\n{'z' * 60},other\n")
            for options in (["--together", "wish.txt", "--apart", "apart.txt"], ["--late", "former.csv"]):
                with self.subTest(letter=letter, options=options):
                    said = self.refused(3 if "--late" in options else 4, "--groups", 3, *options, data="names.csv")
                    self.assertIn(letter * 40 + "...", said)
                    for cell in letter, "z", "g", "e":
                        self.assertNotIn(cell * 41, said)
                    self.assertNotIn("?", said)
            self.put("wish.txt", f"Ann Lee; {long}4\n")
            said = self.refused(3, "--groups", 3, "--together", "wish.txt", data="names.csv")
            self.assertIn(f"3{'e' * 39}... (line 5), 4{'e' * 39}... (line 6); write the e-mail", said)
            if len(letter.encode()) < 3:  # names of more bytes are not compared
                self.assertIn(f'did you mean "{letter * 40}..."', said)

    def test_somebody_twice_in_a_line_is_a_fault(self):
        self.assertIn('"Ada Lovelace" is there twice', self.faults("--together", "Ada Lovelace;user0\n"))

    def test_a_file_without_students_asks_for_nothing(self):
        for text in ("", "\n\n", "email\n", ";;\n"):
            self.put("wish.txt", text)
            self.group("--groups", 3, "--apart", "wish.txt")
            self.assertIn("--apart: wish.txt names nobody, so it asks for nothing", self.said)
        self.put("wish.txt", "Ada Byron\n")
        self.group("--groups", 3, "--apart", "wish.txt")
        self.assertIn("1 line has one student only", self.said)

    def test_without_any_identity_rows_have_numbers(self):
        self.put("plain.csv", "x,y\n" + "".join(f"{i},{i * i}\n" for i in range(12)))
        self.put("wish.txt", "1,12\n")
        self.expect(0, "group", "plain.csv", "--groups", 4, "--together", "wish.txt", "--similar", "x", "-o", "out.csv")
        labels = [r["group"] for r in csv.DictReader(io.StringIO(self.text("out.csv")))]
        self.assertEqual(labels[0], labels[11])
        self.put("wish.txt", "1,13\n")
        self.assertIn("there is no row 13; rows are 1 to 12", self.refused(3, "--groups", 4, "--together", "wish.txt", data="plain.csv"))


class Remarks(FileCase):
    BRIGHTSPACE = ("OrgDefinedId,Username,Last Name,First Name,Score,End-of-Line Indicator\n"
                   "#1001,#ada,Love,Ada,1,#\n#1002,#bob,Babb,Bob,1,#\n#1003,#cid,Cidd,Cid,5,#\n#1004,#dan,Dann,Dan,5,#\n")

    def apart(self, wish):
        """{ID: group}, and what is said of the file of wishes."""
        self.put("roster.csv", self.BRIGHTSPACE)
        self.put("wish.txt", wish)
        done = self.expect(0, "group", "roster.csv", "--groups", 2, "--apart", "wish.txt", "--similar", "Score", "-o", "out.csv")
        rows = list(csv.DictReader(io.StringIO(self.text("out.csv"))))
        group = {row["OrgDefinedId"]: row["group"] for row in rows}
        return group, [line for line in done.err.splitlines() if "wish.txt" in line]

    def test_ids_of_brightspace_may_have_their_mark(self):
        for wish in ("#1001; #1002", "1001; #1002", "#1001, #1002", "#ada\t#bob", "#1001 and #1002", "#ADA;1002", '"#1001";bob',
                     "Ada Love; #1002", "# friends\n#1001; #1002\n#"):
            group, said = self.apart(wish)
            self.assertEqual(said, [], wish)
            self.assertNotEqual(group["1001"], group["1002"], wish)
        self.put("wish.txt", "#1009; #1002\n")
        self.assertIn('wish.txt: line 1, column 1: nobody has the name, e-mail, login or ID "#1009"',
                      self.refused(3, "--groups", 2, "--apart", "wish.txt"))

    def test_where_ids_have_a_mark_in_any_roster_a_line_of_ids_is_a_wish(self):
        plain = self.BRIGHTSPACE.replace(",End-of-Line Indicator", "").replace(",#\n", "\n").replace("OrgDefinedId", "ID number")
        self.put("roster.csv", plain)
        self.put("wish.txt", "#1001; #1002\n")
        self.expect(0, "group", "roster.csv", "--groups", 2, "--apart", "wish.txt", "--similar", "Score", "-o", "out.csv")
        groups = [row["group"] for row in csv.DictReader(io.StringIO(self.text("out.csv")))]
        self.assertNotEqual(groups[0], groups[1])

    def test_a_remark_that_names_somebody_is_noted(self):
        nothing = "note: --apart: wish.txt names nobody, so it asks for nothing"
        said = ('note: wish.txt: line 2 begins with #, so it is a remark, although it names "{}"; remove the # to make it a wish, '
                "or write a blank behind it")
        for remark, name in {"#Ada Love; Bob Babb": "Ada Love", "#Bob Babb and Ada Love": "Bob Babb and Ada Love",
                             "#1009; Love, Ada": "Love, Ada"}.items():
            group, notes = self.apart("\n" + remark)
            self.assertEqual(notes, [said.format(name), nothing])
            self.assertEqual(group["1001"], group["1002"])
        for remark in "# Ada Love; Bob Babb", "# 1001; 1002", "#", "#;,", "#room 5, please; by window":
            self.assertEqual(self.apart("\n" + remark)[1], [nothing], remark)
        unknown = "note: wish.txt: line 2 begins with #, so it is a remark; if it is a list of IDs, nobody has any of them"
        self.assertEqual(self.apart("\n#1009; #1010")[1], [unknown, nothing])
        self.put("roster.csv", as_csv(self.rows))
        self.put("wish.txt", "\n#700; #705\n")
        done = self.expect(0, "group", "roster.csv", "--groups", 2, "--apart", "wish.txt", "-o", "out.csv")
        self.assertIn(said.format("700") + "\n" + nothing, done.err)

    def test_former_groups_may_have_ids_of_brightspace_with_their_mark(self):
        self.put("roster.csv", self.BRIGHTSPACE)
        self.put("former.csv", "OrgDefinedId,group\n#1001,A\n#1002,A\n#1003,B\n#1004,B\n")
        self.expect(0, "group", "roster.csv", "--late", "former.csv", "-o", "out.csv")
        groups = [row["group"] for row in csv.DictReader(io.StringIO(self.text("out.csv")))]
        self.assertEqual(groups, ["A", "A", "B", "B"])


class Former(FileCase):
    """Each file says that students i and i + 6 were together, so they do not meet again, and stay where they are."""
    PAIRS = [(i, i + 6) for i in range(6)]

    def write_former(self, text):
        self.put("former.csv", text)

    def avoids(self):
        groups, report = self.group("--groups", 6, "--avoid", "former.csv", "--similar", "score")
        self.assertEqual(report["repeated_pairs"], 0)
        for pair in self.PAIRS:
            self.assertNotEqual(*self.of(groups, *pair))

    def keeps(self, names):
        groups, _ = self.group("--late", "former.csv")
        for team, pair in enumerate(self.PAIRS):
            self.assertEqual(self.of(groups, *pair), [names[team]] * 2)

    def check_both(self, text, names=None):
        self.write_former(text)
        self.avoids()
        self.keeps(names or [f"Team {c}" for c in "ABCDEF"])

    def team(self, i):
        return f"Team {'ABCDEF'[i % 6]}"

    def test_the_table_of_the_tool(self):
        self.put("early.csv", as_csv(self.rows))
        before, _ = self.group("--groups", 6)
        self.write_former(self.text("out.csv"))
        after, report = self.group("--late", "former.csv")
        self.assertEqual(before, after)
        _, report = self.group("--groups", 6, "--avoid", "former.csv")
        self.assertEqual(report["repeated_pairs"], 0)

    def test_every_format_that_the_tool_writes(self):
        formats = "moodle-uploadusers", "moodle-bulkenrol", "moodle-brickfield", "canvas", "brightspace", "csv"
        before, _ = self.group("--groups", 6, "--course", "X", *(w for f in formats for w in ("--to", f"{f}:{f}.csv")))
        for name in formats:
            self.put("former.csv", self.text(f"{name}.csv"))
            after, _ = self.group("--late", "former.csv")
            self.assertEqual(before, after, name)
            _, report = self.group("--groups", 6, "--avoid", "former.csv")
            self.assertEqual(report["repeated_pairs"], 0, name)

    def test_any_line_end_and_ctrl_z(self):
        text = "".join(f"# {self.team(i)}\ns{i}@school.example\ns{i + 6}@school.example\n" for i in range(6))
        table = "email,group\n" + "".join(f"s{i}@school.example,{self.team(i)}\n" for i in range(12))
        for former in text, table:
            lines = former.splitlines()
            mixed = "".join(line + ("\r", "\n", "\r\n")[i % 3] for i, line in enumerate(lines))
            for changed in "\r".join(lines), "\r\n".join(lines), mixed, mixed + "\x1a":
                self.check_both(changed)

    def test_the_list_for_students_where_names_tell(self):
        self.rows[7]["First name"] = "Annette"
        self.put("roster.csv", as_csv(self.rows))
        before, _ = self.group("--groups", 6, "--to", "student:former.csv")
        after, _ = self.group("--late", "former.csv")
        self.assertEqual(before, after)

    def test_the_list_for_students_where_names_do_not_tell(self):
        before, _ = self.group("--groups", 6, "--to", "student:former.csv")
        after, _ = self.group("--late", "former.csv")
        self.assertEqual(before, after)
        for mark in " (line 8)", " (line 9)":  # a list of names alone
            self.put("former.csv", self.text("former.csv").replace(mark, ""))
        for option in ("--late", "former.csv"), ("--avoid", "former.csv", "--groups", 6):
            said = self.refused(3, *option)
            self.assertIn('2 students are called "Anna Lee"', said)
            self.assertIn("former.csv: line", said)

    def test_other_cells_tell_students_of_one_name(self):
        rows = [{"name": " ".join(p), "score": i} for i, p in enumerate(PEOPLE)]
        self.put("names.csv", as_csv(rows))
        self.expect(0, "group", "names.csv", "--groups", 6, "-o", "former.csv")
        self.expect(0, "group", "names.csv", "--late", "former.csv", "-o", "out.csv")
        self.assertEqual(self.text("out.csv"), self.text("former.csv"))

    def test_a_group_set_of_canvas(self):
        lines = ["Name,canvas_user_id,user_id,login_id,Abschnitte,group_name,canvas_group_id"]
        lines += [f'"{first} {last}",{90 + i},{700 + i},USER{i},A,{self.team(i)},{i % 6}' for i, (first, last) in enumerate(PEOPLE)]
        self.check_both("\n".join(lines) + "\n")

    def test_an_overview_of_groups_of_moodle(self):
        lines = ["Gruppierung;Gruppe;Vorname;Nachname;E-Mail-Adresse"]
        lines += [f"Labor;{self.team(i)};{first};{last};s{i}@school.example" for i, (first, last) in enumerate(PEOPLE)]
        self.check_both("\n".join(lines) + "\n")

    def test_who_was_in_two_groups_meets_nobody_of_both_again(self):
        lines = ["Grouping,Group,First name,Last name,Email address"]
        lines += [f"Lab,{self.team(i)},{p[0]},{p[1]},s{i}@school.example" for i, p in enumerate(PEOPLE)]
        lines += [f"Seminar,Sem {i // 2},{p[0]},{p[1]},s{i}@school.example" for i, p in enumerate(PEOPLE)]
        self.write_former("\n".join(lines) + "\n")
        self.avoids()
        groups, _ = self.group("--groups", 6, "--avoid", "former.csv", "--similar", "score")
        for i in range(0, 12, 2):
            self.assertNotEqual(*self.of(groups, i, i + 1))
        said = self.refused(3, "--late", "former.csv")
        self.assertIn('former.csv: line 14: "Ada Lovelace" is in a second group, "Sem 0": leave one row out', said)

    def test_names_of_groups_are_kept_however_long(self):
        names = [f"{'Äußerst lange Gruppe ' * 6}{c}" for c in "ABCDEF"]
        self.check_both("email,group\n" + "".join(f"s{i}@school.example,{names[i % 6]}\n" for i in range(12)), names)

    def test_new_groups_beside_old_ones_have_names_of_their_own(self):
        self.write_former("email,group\n" + "".join(f"s{i}@school.example,Group 0{1 + i % 2 * 2}\n" for i in range(4)))
        groups, _ = self.group("--late", "former.csv", "--groups", 4)
        self.assertEqual(sorted(set(groups.values())), ["Group 01", "Group 03", "Group 04", "Group 05"])

    def test_names_of_groups_are_guarded_where_people_open_them(self):
        self.write_former("email;group\n" + "".join(f's{i}@school.example;"{["=1+1", "a;b"][i % 2]}"\n' for i in range(12)))
        self.put("roster.csv", as_csv(self.rows).replace(",", ";"))
        self.expect(0, "group", "roster.csv", "--late", "former.csv", "-o", "out.csv", "--to", "student:s.csv", "--to", "csv:t.csv")
        for name, at in (("s.csv", 0), ("t.csv", -1), ("out.csv", -1)):
            rows = list(csv.reader(io.StringIO(self.text(name)), delimiter=";"))[1:]
            self.assertEqual({row[at] for row in rows}, {"'=1+1", "a;b"})

    def test_who_has_left_is_named(self):
        self.write_former("name,group\nAda Lovelace,Team A\nPeter Gone,Team A\nGrace Hopper,Team B\nLast One,Team B\n")
        self.group("--late", "former.csv", "--size", "1-6")
        self.assertIn("2 students are no longer in the roster: Peter Gone (line 3), Last One (line 5)", self.said)

    def test_a_changed_address_is_another_student(self):
        self.write_former("name,email,group\nAda Lovelace,other@school.example,Team A\nGrace Hopper,s5@school.example,Team B\n")
        self.group("--late", "former.csv", "--size", "1-12")
        self.assertIn("1 student is no longer in the roster: Ada Lovelace (line 2)", self.said)

    def test_what_is_no_file_of_groups_is_said(self):
        self.write_former("name,colour\nAda Lovelace,red\n")
        self.assertIn('has no column "group"', self.refused(3, "--late", "former.csv"))
        self.write_former("name,group\nSomebody Else,Team A\n")
        self.assertIn("nobody in former.csv is in the roster", self.refused(3, "--late", "former.csv"))
        self.refused(7, "--late", "gone.csv")
        self.refused(2, "--late", "-")

    def test_fixtures_of_systems(self):
        shutil.copy(os.path.join(LMS, "moodle-groups-overview-fr.csv"), self.path("former.csv"))
        shutil.copy(os.path.join(LMS, "moodle-participants-fr.csv"), self.path("now.csv"))
        done = self.expect(0, "group", "now.csv", "--groups", 4, "--avoid", "former.csv", "-o", "out.csv")
        self.assertIn("former team-mate", done.err)


if __name__ == "__main__":
    unittest.main()
