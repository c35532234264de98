"""faircap group from the export of every system, in every language of the fixtures, to every format, and back again."""
import csv
import importlib.util
import io
import os
import shutil
import unittest

from tool import ROOT, Case

LMS = os.path.join(ROOT, "tests", "lms")
FORMATS = ("moodle-groups", "moodle-uploadusers", "moodle-bulkenrol", "moodle-brickfield", "canvas", "blackboard", "brightspace", "csv",
           "student")


def people():
    """{any identifier or name: login} of everybody in the fixtures."""
    spec = importlib.util.spec_from_file_location("make", os.path.join(LMS, "make.py"))
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    known = {"mneu@example.edu": "mneu", "Mia Neu": "mneu"}
    for first, last, login, number, canvas, *_ in make.PEOPLE:
        for text in (login, number, canvas, f"{login}@example.edu", f"{first} {last}", f"{last}, {first}", f"'={last}, {first}"):
            known[text] = login
    return known


KNOWN = people()
HAS = {"login": ("canvas", "blackboard", "brightspace"), "email": ("moodle", "brightspace"),
       "id": ("moodle-participants", "moodle-grades", "canvas", "blackboard", "brightspace")}


def fixtures():
    return sorted(name for name in os.listdir(LMS) if name.endswith((".csv", ".xls")) and name != "survey.csv")


class RoundTrip(Case):
    def setUp(self):
        super().setUp()
        for name in fixtures():
            shutil.copy(os.path.join(LMS, name), self.path(name))

    def rows(self, name):
        text = self.text(name).removeprefix("\ufeff")
        delimiter = max(",;\t", key=text.splitlines()[0].count)
        return list(csv.reader(io.StringIO(text), delimiter=delimiter))

    def members(self, name):
        """{login: group} of a table: whoever is known in a row, and its last cell with a group or a code."""
        header, *rows = self.rows(name)
        return {next(KNOWN[cell] for cell in row if cell in KNOWN): next(c for c in reversed(row) if c.startswith("Group "))
                for row in rows}

    def read(self, form, file):
        if form == "moodle-bulkenrol":
            found, now = {}, None
            for line in self.text(file).splitlines():
                now = line[2:] if line.startswith("# ") else now
                if not line.startswith("# "):
                    found[KNOWN[line]] = now
            return found
        if form == "blackboard":
            titles = {row[0]: row[1] for row in self.rows("blackboard-groups.csv")[1:]}
            return {KNOWN[row[1]]: titles[row[0]] for row in self.rows("blackboard-members.csv")[1:]}
        return self.members(file)

    def can_write(self, source, form):
        login, email, number = (source.startswith(HAS[what]) for what in ("login", "email", "id"))
        return {"moodle-uploadusers": login, "moodle-bulkenrol": email, "moodle-brickfield": email or number,
                "canvas": login or number, "blackboard": login, "brightspace": login}.get(form, True)

    def test_every_export_goes_into_every_format_and_comes_back(self):
        written = 0
        for source in fixtures():
            formats = [form for form in FORMATS if self.can_write(source, form)]
            self.expect(0, "group", source, "--groups", 3, "--course", "PHY", "--effort", 1, "-o", "out.csv",
                        *(word for form in formats for word in ("--to", f"{form}:{form}.csv")))
            groups = self.members("out.csv")
            self.assertGreaterEqual(len(groups), 12)
            self.assertEqual({row[0] for row in self.rows("moodle-groups.csv")[1:]}, set(groups.values()))
            for form in formats[1:]:
                with self.subTest(source=source, form=form):
                    self.assertEqual(self.read(form, f"{form}.csv"), groups)
                    former = "blackboard-members.csv" if form == "blackboard" else f"{form}.csv"
                    self.expect(0, "group", source, "--late", former, "-o", "late.csv")
                    written += 1
                    if form != "blackboard":  # which has codes, not names
                        self.assertEqual(self.members("late.csv"), groups)
        self.assertEqual(written, 100)

    def test_a_format_that_a_system_has_no_identifiers_for_is_refused(self):
        refused = 0
        for source in fixtures():
            for form in FORMATS:
                if not self.can_write(source, form):
                    done = self.expect(3, "group", source, "--groups", 3, "--course", "PHY", "--to", f"{form}:to.csv")
                    self.assertRegex(done.err, "no column has the ")
                    refused += 1
        self.assertEqual(refused, 36)


class Words(Case):
    """--word: what people read is in their language, what a system needs stays as it is."""

    GERMAN = "--word", "group=Gruppe", "--word", "name=Name", "--word", "line=Zeile"
    ROSTER = "name,user name,Gruppe\n" + "".join(f"{name},u{i},rot\n" for i, name in enumerate(
        ("Ada L", "Ada L", "Ben M", "Cid N", "Dora O", "Emil P")))

    def setUp(self):
        super().setUp()
        self.put("roster.csv", self.ROSTER)

    def write(self, *arguments):
        return self.expect(0, "group", "roster.csv", "--size", 3, *self.GERMAN, *arguments)

    def test_headers_groups_and_lines(self):
        self.write("--to", "student:s.csv", "--to", "csv:t.csv", "--to", "canvas:c.csv", "--to", "blackboard:b.csv", "--to", "student:s.html",
                   "-o", "o.csv", "--json", "r.json")
        self.assertRegex(self.text("s.csv"), r"^\ufeff?Gruppe,Name\nGruppe 01,.*\n")
        self.assertRegex(self.text("s.csv"), r"Ada L \(Zeile 3\)\n")
        self.assertRegex(self.text("t.csv"), r"^\ufeff?name,user name,Gruppe,Gruppe 2\n.*,rot,Gruppe 0[12]\n")
        self.assertRegex(self.text("o.csv"), r"^name,user name,Gruppe\n.*,Gruppe 0[12]\n")
        self.assertRegex(self.text("c.csv"), r"^canvas_user_id,user_id,login_id,group_name\n,,u0,Gruppe 0[12]\n")
        self.assertRegex(self.text("b-groups.csv"), r"^Group Code,Title,Description,Group Set,Self Enroll\nG01,Gruppe 01,,Groups,N\n")
        self.assertIn("<h2>Gruppe 02</h2>", self.text("s.html"))
        self.assertIn('"Gruppe 01"', self.text("r.json"))

    def test_they_are_known_again(self):
        self.write("--to", "student:s.csv", "--to", "csv:t.csv", "-o", "o.csv")
        first = {row["user name"]: row["Gruppe"] for row in csv.DictReader(io.StringIO(self.text("o.csv")))}
        self.put("roster.csv", self.ROSTER + "Fay Q,u6,rot\n")
        for earlier in ("s.csv", "t.csv", "o.csv"):
            self.expect(0, "group", "roster.csv", "--late", earlier, "-o", "now.csv")
            now = {row["user name"]: row["group"] for row in csv.DictReader(io.StringIO(self.text("now.csv")))}
            self.assertEqual({who: now[who] for who in first}, first, earlier)

    def test_marks_in_words_are_text(self):
        self.expect(0, "group", "roster.csv", "--size", 3, "--word", 'group=A, "B"', "-o", "o.csv", "--to", "student:s.csv")
        for name in ("o.csv", "s.csv"):
            header, first, *_ = self.text(name).removeprefix("\ufeff").splitlines()
            self.assertIn('"A, ""B"""', header)
            self.assertRegex(first, r'"A, ""B"" 0\d"')

    def test_only_words(self):
        for word in ("group", "group=", "group=7", "team=T", "group=" + "x" * 60, "name=a\nb"):
            done = self.expect(2, "group", "roster.csv", "--size", 3, "--word", word)
            self.assertIn("--word takes WHAT=TEXT", done.err)


if __name__ == "__main__":
    unittest.main()
