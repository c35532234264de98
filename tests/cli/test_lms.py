"""Rosters of learning-management systems: what is read of each export, what --join adds, what --to writes.

The fixtures of tests/lms are rows of nobody in the exact shape of each export; make.py there makes them.
"""
import csv
import io
import os
import re
import shutil
import unittest

from hostile import hostile_names, may_run
from tool import ROOT, Case

LMS = os.path.join(ROOT, "tests", "lms")
SURVEY = ("--join", "survey.csv", "--missing", "category", "-k", "3", "-f", "level", "-p", "gender")


def table(text, delimiter=","):
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=delimiter))


class LmsCase(Case):
    def setUp(self):
        super().setUp()
        for name in os.listdir(LMS):
            if not name.endswith((".py", "__pycache__")):
                shutil.copy(os.path.join(LMS, name), self.path(name))

    def cluster(self, *arguments, code=0):
        return self.expect(code, "cluster", *arguments)

    def put_rows(self, name, rows, quoting=csv.QUOTE_MINIMAL):
        text = io.StringIO()
        csv.writer(text, lineterminator="\n", quoting=quoting).writerows(rows)
        self.put(name, text.getvalue())

    def rows(self, name, delimiter=","):
        return table(self.text(name), delimiter)


class Reading(LmsCase):
    def test_every_export_is_known_in_every_language(self):
        kinds = {"moodle-participants": "a Moodle list of participants", "moodle-grades": "a Moodle grade export",
                 "moodle-groups-overview": "a Moodle overview of groups", "canvas-groups": "a Canvas group set",
                 "canvas-gradebook": "a Canvas gradebook", "blackboard-gradebook": "a Blackboard gradebook",
                 "brightspace-grades": "a Brightspace grade export"}
        seen = 0
        for name in self.names():
            kind = next((kinds[k] for k in kinds if name.startswith(k)), None)
            if kind:
                seen += 1
                done = self.run_tool("cluster", name, *SURVEY, "-o", "out.csv")
                self.assertEqual(done.code, 0, done.err)
                self.assertIn(f"note: {name} is {kind}\n", done.err)
                self.assertRegex(done.err, rf"{re.escape(name)}: 1[12] of 1[23] students found in survey.csv")
        self.assertEqual(seen, 17)

    def test_who_somebody_is_makes_no_distance(self):
        for name, features in (("canvas-groups.csv", "sections"), ("canvas-groups-de.csv", "Abschnitte"),
                               ("brightspace-grades.csv", "Essay Points Grade <Numeric MaxPoints:10..."),
                               ("moodle-grades-de.csv", "Institution, Abteilung, Test: Brüche")):
            done = self.cluster(name, "-k", "3", "--missing", "category", "-o", "out.csv")
            self.assertIn(f"distance from: {features}", done.err)

    def test_a_list_of_names_needs_more_data_and_is_told_where_it_comes_from(self):
        done = self.cluster("moodle-participants-fr.csv", "-k", "3", code=3)
        self.assertIn("--join FILE adds what is known about them", done.err)

    def test_rows_above_the_students_and_the_test_student_are_left_out(self):
        for name, delimiter in (("canvas-gradebook.csv", ","), ("canvas-gradebook-semicolon.csv", ";")):
            done = self.cluster(name, "-k", "3", "-f", "Quiz (4002)", "-o", "out.csv")
            self.assertIn('line 2 ("Manual Posting") is left out', done.err)
            self.assertIn('line 3 ("Points Possible") is left out', done.err)
            self.assertIn("line 16 (", done.err)
            rows = self.rows("out.csv", delimiter)
            self.assertEqual(len(rows), 13)
            self.assertNotIn("Test", self.text("out.csv"))
            self.assertEqual(self.get("out.csv").startswith(b"\xef\xbb\xbf"), delimiter == ";")

    def test_as_is_leaves_the_rows(self):
        done = self.cluster("canvas-gradebook.csv", "--as-is", "-k", "3", "-f", "Section", "--missing", "category", "-o", "out.csv")
        self.assertNotIn("left out: it is", done.err)
        self.assertEqual(len(self.rows("out.csv")), 16)

    def test_excused_work_is_missing(self):
        done = self.cluster("canvas-gradebook.csv", "-k", "3", "-f", "Essay (4001)", code=3)
        self.assertRegex(done.err, "Essay .*2")  # EX and N/A
        self.assertIn('1 cell with "EX" or "(read only)": read as missing', done.err)

    def test_a_text_in_a_formula_comes_out(self):
        done = self.cluster("canvas-gradebook.csv", "-k", "3", "-f", "Quiz (4002)", "-o", "out.csv")
        self.assertIn('"Student": ="..." around a text is taken off', done.err)
        self.assertEqual(self.rows("out.csv")[3][0], "'=Martin, Chloé")

    def test_grades_of_moodle_are_numbers_in_any_display_and_language(self):
        for name, essay, share in (("moodle-grades.csv", "Quiz: Fractions (Real)", "Quiz: Fractions (Percentage)"),
                                   ("moodle-grades-de.csv", "Test: Brüche (Punkte)", "Test: Brüche (Prozentsatz)")):
            cost = []
            for column in (essay, share):
                done = self.cluster(name, "-k", "3", "-f", column, "--missing", "drop", "--json", "r.json", "-o", "out.csv")
                self.assertIn('2 cells with "-": read as missing', done.err)
                cost.append(re.search(r"cost ([0-9.]+)", done.err)[1])
            self.assertEqual(*cost)  # ten times the number, scaled, is the number
            self.assertIn("percentages are read as numbers", done.err)
        self.assertIn("numbers have a decimal comma", done.err)

    def test_letters_are_noted(self):
        done = self.cluster("moodle-grades.csv", "-k", "3", "--missing", "category", "-o", "out.csv")
        self.assertIn('"Assignment: Essay (Letter)": no numbers', done.err)

    def test_a_student_in_two_groups_is_one_student(self):
        done = self.cluster("moodle-groups-overview-fr.csv", *SURVEY, "-o", "out.csv")
        self.assertIn("3 rows are of students who are in more than one group", done.err)
        self.assertEqual(len(self.rows("out.csv")), 14)

    def test_utf_16_with_tabs_is_read(self):
        done = self.cluster("blackboard-gradebook.xls", "-k", "3", "-f", "7", "-o", "out.csv")
        self.assertIn('("Hall_PreviewUser") is left out: it is a preview user', done.err)
        self.assertIn('mean that there is no score yet', done.err)
        rows = self.rows("out.csv", "\t")
        self.assertEqual(len(rows), 13)
        self.assertEqual(rows[10][3], "00010")

    def test_marks_before_ids_come_off(self):
        self.cluster("brightspace-grades.csv", "-k", "3", "-o", "out.csv")
        self.assertEqual(self.rows("out.csv")[10][:2], ["00010", "jdasilva"])

    def test_messages_name_the_lines_of_the_file(self):
        lines = self.text("canvas-gradebook.csv").splitlines()
        lines[10] = lines[10].replace(",Lab B,", ",Lab B,oops")
        self.put("broken.csv", "\n\n" + "\r\n".join(lines))
        done = self.cluster("broken.csv", "-k", "3", "-f", "Essay (4001)", "--numeric", "Essay (4001)", code=3)
        self.assertIn("line 13, column 6", done.err)

    def test_a_plain_file_stays_as_it_is(self):
        self.put("plain.csv", "name,ID,score\nPoints Possible,,10\n\"Student, Test\",7,4\nb,8,9\n")
        done = self.cluster("plain.csv", "-k", "2", "-f", "score", "-o", "out.csv")
        self.assertEqual(len(self.rows("out.csv")), 4)
        self.assertNotIn("left out: it is", done.err)

    def test_an_answer_for_an_export_is_checked_as_any_other(self):
        request = ("-k", "3", "-f", "level", "-p", "gender", "--join", "survey.csv", "--missing", "drop")
        self.cluster("canvas-gradebook.csv", *request, "-o", "out.csv")
        done = self.expect(0, "check", "canvas-gradebook.csv", "out.csv", *request)
        self.assertNotIn("VIOLATED", done.out)
        self.expect(0, "plan", "canvas-gradebook.csv", *request)


class Joining(LmsCase):
    def test_no_student_is_dropped_and_who_has_no_partner_is_named(self):
        done = self.cluster("moodle-participants-de.csv", *SURVEY, "-o", "out.csv")
        self.assertIn('11 of 12 students found in survey.csv by "E-mail"', done.err)
        self.assertIn('line 9 ("haberg@example.edu")', done.err)
        self.assertIn('line 13 ("stranger@example.edu")', done.err)
        rows = self.rows("out.csv")
        self.assertEqual(len(rows), 13)
        self.assertEqual(rows[0][5:9], ["Timestamp", "gender", "level", "hours"])
        self.assertEqual(rows[4][6:8], ["M", "4"])  # her address has another case in the survey
        self.assertEqual(rows[8][5:9], ["", "", "", ""])

    def test_missing_partners_are_missing_cells(self):
        done = self.cluster("moodle-participants-de.csv", "--join", "survey.csv", "-k", "3", "-p", "gender", "-f", "level", code=3)
        self.assertIn("--missing", done.err)

    def test_double_identifiers_are_refused_with_their_lines(self):
        self.put("twice.csv", self.text("survey.csv") + "2026-01-12,ALEE@example.edu,F,1,1\n")
        done = self.cluster("moodle-participants.csv", "--join", "twice.csv", "-k", "3", "-f", "level", "-o", "out.csv", code=3)
        self.assertIn('twice.csv: lines 2 and 14 both have "ALEE@example.edu" in "E-mail"', done.err)
        self.assertNotIn("out.csv", self.names())

    def test_a_user_name_may_be_what_is_before_the_at(self):
        done = self.cluster("canvas-groups.csv", *SURVEY, "-o", "out.csv")
        self.assertIn("before the @: is that right?", done.err)
        self.assertEqual(self.rows("out.csv")[1][7:9], ["F", "3"])

    def test_two_files_numbered_from_one_are_not_taken_for_the_same_students(self):
        people = self.rows("moodle-participants.csv")[1:]
        self.put("a.csv", "id,email\n" + "".join(f"{i},{p[2]}\n" for i, p in enumerate(people, 1)))
        self.put("b.csv", "id,email,x\n" + "".join(f"{i},{p[2]},{p[3]}\n" for i, p in enumerate(people[::-1][:9], 1)))
        self.cluster("a.csv", "--join", "b.csv", "-k", "2", "-f", "x", "--missing", "category", "-o", "out.csv")
        self.assertEqual(self.rows("out.csv")[-1][1:3], ["lnielsen@example.edu", "20012"])

    def test_columns_can_be_named(self):
        self.put("a.csv", "who,x\nA,1\nb,2\nc,3\nd,4\n")
        self.put("b.csv", "whom,y\n C ,3\na,1\nB,2\nD,9\n")
        done = self.cluster("a.csv", "--join", "b.csv", "-k", "2", code=3)
        self.assertIn("--join-by COL=COL2", done.err)
        self.cluster("a.csv", "--join", "b.csv", "--join-by", "who=whom", "-k", "2", "-f", "x,y", "-o", "out.csv")
        self.assertEqual([r[:3] for r in self.rows("out.csv")],
                         [["who", "x", "y"], ["A", "1", "1"], ["b", "2", "2"], ["c", "3", "3"], ["d", "4", "9"]])

    def test_several_files_can_be_joined_and_columns_of_one_name_are_told_apart(self):
        self.put("more.csv", "E-mail;level;points\n" + "".join(f"{p[2]};9;{i},5\n" for i, p in
                                                             enumerate(self.rows("moodle-participants.csv")[1:])))
        done = self.cluster("moodle-participants.csv", *SURVEY, "--join", "more.csv", "-o", "out.csv")
        self.assertIn('that of more.csv is called "level (more.csv)"', done.err)
        rows = self.rows("out.csv")
        self.assertEqual(rows[0][8:11], ["hours", "level (more.csv)", "points"])
        self.assertEqual(rows[2][8:11], ["1.5", "9", "1.5"])  # one decimal mark in one table

    def test_a_file_that_fits_nobody_is_refused(self):
        self.put("other.csv", "email,x\nnobody@example.edu,1\n")
        done = self.cluster("moodle-participants.csv", "--join", "other.csv", "-k", "3", "-f", "x", code=3)
        self.assertIn("is among the", done.err)
        self.put("none.csv", "colour,x\nred,1\n")
        self.cluster("moodle-participants.csv", "--join", "none.csv", "-k", "3", "-f", "x", code=3)
        self.cluster("moodle-participants.csv", "--join", "gone.csv", "-k", "3", "-f", "x", code=7)
        self.cluster("moodle-participants.csv", "--join", "-", "-k", "3", "-f", "x", code=2)
        self.cluster("moodle-participants.csv", "--join-by", "x", "-k", "3", "-f", "x", code=2)

    def test_the_joined_file_is_not_written_over(self):
        done = self.cluster("moodle-participants.csv", *SURVEY, "-o", "survey.csv", code=2)
        self.assertIn('"survey.csv" is the input', done.err)

    def test_a_file_with_an_unusual_header_is_read_by_role(self):
        self.put("odd.csv", "Kürzel,x,Adresse im Haus\n" + "".join(f"k{i},{i},{i}\n" for i in range(6)))
        self.put("more.csv", "user name,y\n" + "".join(f"K{i},{i}\n" for i in range(6)))
        self.cluster("odd.csv", "--role", "login=Kürzel", "--join", "more.csv", "-k", "2", "-f", "x,y",
                     "--to", "brightspace", "-o", "out.csv")
        self.assertEqual(self.rows("out.csv")[1][:4], ["ENROLL", "k0", "", "Group 01"])
        done = self.cluster("odd.csv", "--role", "nick=Kürzel", "-k", "2", code=2)
        self.assertIn("ROLE is name, first-name", done.err)
        self.cluster("odd.csv", "--role", "login=nix", "-k", "2", code=2)


class Writing(LmsCase):
    def groups(self, name="out.csv"):
        """{e-mail: cluster} of the labelled table."""
        rows = self.rows(name)
        at = rows[0].index("Email address")
        return {row[at]: int(row[-1]) for row in rows[1:]}

    def write(self, source, *arguments, code=0):
        return self.cluster(source, *SURVEY, "-o", "out.csv", *arguments, code=code)

    def test_moodle_groups_are_named_and_never_numbers(self):
        done = self.write("moodle-participants.csv", "--to", "moodle-groups:g.csv", "--group-set", "Lab, spring")
        self.assertEqual(self.text("g.csv"), "groupname,groupingname\n" + "".join(
            f'Group 0{i},"Lab, spring"\n' for i in (1, 2, 3)))
        self.assertIn("g.csv: Moodle: course > Participants > Groups", done.err)

    def test_moodle_bulk_enrolment_is_a_text_of_addresses(self):
        self.write("moodle-participants.csv", "--to", "moodle-bulkenrol:b.txt")
        found, group = {}, None
        for line in self.text("b.txt").splitlines():
            if line.startswith("# Group "):
                group = int(line[8:])
            else:
                found[line] = group
        self.assertEqual(found, self.groups())

    def test_moodle_brickfield_goes_by_number_or_by_address(self):
        self.write("moodle-participants.csv", "--to", "moodle-brickfield:b.csv")
        self.assertEqual(self.text("b.csv").splitlines()[0], "idnumber,group,grouping")
        self.assertNotIn(", ", self.text("b.csv"))
        self.assertEqual(len(self.rows("b.csv")), 13)
        self.put("some.csv", self.text("moodle-participants.csv").replace(",20003,", ",,"))
        self.write("some.csv", "--to", "moodle-brickfield:b.csv")
        self.assertEqual(self.text("b.csv").splitlines()[0], "email,group,grouping")
        self.assertEqual({r[0]: int(r[1][6:]) for r in self.rows("b.csv")[1:]}, self.groups())

    def test_moodle_upload_users_needs_a_course(self):
        done = self.write("blackboard-gradebook-fr.csv", "--to", "moodle-uploadusers:u.csv", code=2)
        self.assertIn("--course SHORTNAME", done.err)
        self.write("blackboard-gradebook-fr.csv", "--to", "moodle-uploadusers:u.csv", "--course", "PHY 1")
        rows = self.rows("u.csv")
        self.assertEqual(rows[0], ["username", "course1", "group1"])
        self.assertEqual(rows[1][:2], ["alee", "PHY 1"])

    def test_canvas_goes_round(self):
        for name in ("canvas-groups.csv", "canvas-groups-es.csv", "canvas-groups-de.csv"):
            self.write(name, "--to", "canvas:c.csv")
            before, after = self.rows(name), self.rows("c.csv")
            self.assertEqual([r[:-1] for r in after], [r[:-1] for r in before])
            labels = [r[-1] for r in self.rows("out.csv")[1:]]
            self.assertEqual([r[-1] for r in after], ["group_name"] + [f"Group 0{label}" for label in labels])

    def test_canvas_gets_no_old_groups_and_no_joined_columns(self):
        rows = self.rows("canvas-groups.csv")
        self.put_rows("old.csv", [r + (["77", "g77"] if i > 0 else ["canvas_group_id", "group_id"]) for i, r in enumerate(rows)])
        self.write("old.csv", "--to", "canvas:c.csv")
        self.assertEqual(self.rows("c.csv")[0], rows[0])

    def test_canvas_takes_students_from_elsewhere(self):
        self.write("canvas-gradebook.csv", "--to", "canvas:c.csv")
        self.assertEqual(self.rows("c.csv")[:2], [["canvas_user_id", "user_id", "login_id", "group_name"],
                                                  ["9101", "20001", "alee", self.rows("c.csv")[1][3]]])
        self.write("blackboard-gradebook-fr.csv", "--to", "canvas:c.csv")
        self.assertEqual(self.rows("c.csv")[1][:3], ["", "", "alee"])
        done = self.write("canvas-gradebook.csv", "--to", "canvas:c.txt", code=2)
        self.assertIn("ends with .csv", done.err)

    def test_blackboard_gets_groups_and_members_with_the_same_codes(self):
        self.write("blackboard-gradebook.xls", "--to", "blackboard:b.csv")
        groups, members = self.rows("b-groups.csv"), self.rows("b-members.csv")
        self.assertEqual(groups[:2], [["Group Code", "Title", "Description", "Group Set", "Self Enroll"],
                                      ["G01", "Group 01", "", "Groups", "N"]])
        self.assertEqual(members[0], ["Group Code", "User Name"])
        self.assertEqual({m[0] for m in members[1:]}, {g[0] for g in groups[1:]})
        self.assertEqual(len(members), 13)
        done = self.cluster("blackboard-gradebook.xls", "-k", "3", "-f", "7", "--to", "blackboard", code=2)
        self.assertIn("makes 2 files", done.err)

    def test_brightspace_gets_actions(self):
        self.write("brightspace-grades.csv", "--to", "brightspace:b.csv")
        rows = self.rows("b.csv")
        self.assertEqual(rows[0], ["Action", "Username", "Org Defined ID", "Group Name", "Group Code"])
        self.assertEqual(rows[10][:3], ["ENROLL", "jdasilva", "00010"])

    def test_students_see_names_and_groups_alone(self):
        self.write("moodle-participants-fr.csv", "--to", "student:s.csv", "--to", "csv:t.csv")
        rows = self.rows("s.csv")
        self.assertEqual(rows[0], ["group", "name"])
        self.assertIn("João da Silva", [r[1] for r in rows])
        self.assertEqual([r[0] for r in rows[1:]], sorted(r[0] for r in rows[1:]))
        self.assertNotIn("@", self.text("s.csv"))
        self.assertEqual(self.rows("t.csv")[0][-2:], ["hours", "group"])

    def test_zeros_before_numbers_depend_on_the_number_of_groups(self):
        self.put("many.csv", "id,x\n" + "".join(f"{i},{i}\n" for i in range(1, 301)))
        self.cluster("many.csv", "-k", "100", "-m", "kmedoids", "--effort", 1, "--to", "moodle-groups", "-o", "g.csv")
        self.assertEqual(self.rows("g.csv")[1][0], "Group 001")

    def test_without_a_file_it_takes_the_place_of_the_table(self):
        done = self.cluster("canvas-groups.csv", *SURVEY, "--to", "canvas")
        self.assertEqual(table(done.out)[0][-1], "group_name")
        self.assertIn("standard output: Canvas:", done.err)
        self.cluster("canvas-groups.csv", *SURVEY, "--to", "canvas", "-o", "c.csv")
        self.assertEqual(self.text("c.csv"), done.out)
        quiet = self.cluster("canvas-groups.csv", *SURVEY, "--to", "canvas:c2.csv", "--quiet")
        self.assertEqual((quiet.out, quiet.err), ("", ""))

    def test_a_page_does_not_send_a_file_for_an_lms_to_the_check(self):
        self.cluster("canvas-groups.csv", *SURVEY, "--to", "canvas", "-o", "c.csv", "--html", "p.html")
        page = re.sub("<[^>]*>", "", self.text("p.html"))
        self.assertIn("faircap check canvas-groups.csv RESULT --join survey.csv", page)
        self.cluster("canvas-groups.csv", *SURVEY, "--to", "canvas:c.csv", "-o", "t.csv", "--html", "p.html")
        page = re.sub("<[^>]*>", "", self.text("p.html"))
        self.assertIn("faircap check canvas-groups.csv t.csv --join survey.csv", page)

    def test_wrong_targets_are_wrong_usage(self):
        for arguments, part in ((("--to", "excel"), "moodle-brickfield"), (("--to", "canvas", "--to", "csv"), "only one --to"),
                                (("--to", "csv:a.csv", "--to", "csv:b.csv"), "given twice"), (("--to", "csv:"), "empty"),
                                (("--to", "csv:a.csv", "--to", "student:a.csv"), "two outputs"),
                                (("--to", "csv", "--labels-only"), "exclude"),
                                (("--to", "csv:canvas-groups.csv"), "is the input")):
            done = self.cluster("canvas-groups.csv", "-k", "3", *arguments, code=2)
            self.assertIn(part, done.err)

    def test_students_without_identifier_are_refused_by_name(self):
        text = self.text("moodle-participants.csv").replace("bdiaz@example.edu", "").replace("ezak@example.edu", "")
        self.put("some.csv", text)
        self.put("own.csv", "ID number,level\n" + "".join(f"{r[3]},{i}\n" for i, r in
                                                         enumerate(self.rows("moodle-participants.csv")[1:])))
        arguments = ("some.csv", "--join", "own.csv", "-k", "3", "-f", "level", "--to", "moodle-bulkenrol:b.txt")
        done = self.cluster(*arguments, code=3)
        self.assertIn('line 3 ("Bruno Díaz") has no e-mail address', done.err)
        self.assertIn('line 6 ("Ewa Żak") has no e-mail address', done.err)
        self.assertNotIn("b.txt", self.names())

    def test_two_students_with_one_identifier_are_refused(self):
        self.put("some.csv", self.text("canvas-groups.csv").replace("bdiaz", "ALEE"))
        done = self.cluster("some.csv", "-k", "3", "--to", "canvas:c.csv", code=3)
        self.assertIn('line 3 ("Bruno Díaz") has the same "login_id" as line 2', done.err)

    def test_a_format_that_cannot_be_written_is_refused_before_the_search(self):
        done = self.cluster("moodle-participants.csv", *SURVEY, "--to", "blackboard:b.csv", "-o", "out.csv", code=3)
        self.assertIn("no column has the user name", done.err)
        self.assertNotIn("out.csv", self.names())

    def test_students_who_were_left_out_are_named(self):
        done = self.cluster("moodle-participants.csv", "--join", "survey.csv", "--missing", "drop", "-k", "3", "-f", "level",
                            "--to", "student:s.csv")
        self.assertIn('line 9 ("Henrik Åberg") has missing cells, so it is in no group', done.err)


class Hostile(LmsCase):
    def test_500_hostile_names_pass_unharmed_and_harmless(self):
        names = hostile_names(500)
        header = ["name", "canvas_user_id", "user_id", "login_id", "sections", "group_name"]
        self.put_rows("hostile.csv", [header] + [[name, i, f"s{i}", f"u{i}", names[-i], ""] for i, name in enumerate(names)],
                      csv.QUOTE_ALL)
        self.put("more.csv", "login_id,x\n" + "".join(f"U{i},{i % 7}\n" for i in range(490)))
        done = self.cluster("hostile.csv", "--join", "more.csv", "--missing", "drop", "-k", "100", "-f", "x", "--effort", "1",
                            "--bound", "off", "--to", "canvas:c.csv", "--to", "student:s.csv", "--to", "csv:t.csv", "-o", "out.csv")
        self.assertNotRegex(done.err, "[\x00-\x08\x0b-\x1f\u202a-\u202e\u2066-\u2069]")
        guarded = ["'" + name if may_run(name) else name for name in names[:490]]
        for name, at in (("c.csv", 0), ("t.csv", 0), ("out.csv", 0), ("s.csv", 1)):
            rows = self.rows(name)[1:]
            self.assertEqual([], [cell for row in rows for cell in row if may_run(cell)], name)
            shown = [row[at] for row in rows]
            if name == "s.csv":
                self.assertEqual(sorted(shown), sorted(guarded))
            else:
                self.assertEqual(shown, guarded, name)

    def test_identifiers_are_written_as_they_are_with_a_warning(self):
        self.put("ids.csv", "name,login,x\n" + "".join(f"n{i},-u{i},{i}\n" for i in range(6)))
        done = self.cluster("ids.csv", "-k", "2", "-f", "x", "--to", "brightspace", "-o", "b.csv")
        self.assertEqual(self.rows("b.csv")[1][1], "-u0")
        self.assertIn("do not open the file in a spreadsheet", done.err)
        self.put("bad.csv", 'name,login,x\na,"u\nv",1\nb,w,2\n')
        done = self.cluster("bad.csv", "-k", "2", "-f", "x", "--to", "brightspace", "-o", "b2.csv", code=3)
        self.assertIn('line 2 ("a") has a line end or control character in "login"', done.err)


if __name__ == "__main__":
    unittest.main()
