"""500 hostile names go through every output of faircap group unharmed, and do no harm anywhere."""
import csv
import io
import unittest
from html.parser import HTMLParser

from hostile import PIECES, UNSAFE, guarded, hostile_names, may_run
from tool import Case, read_json

N = 500
FORMATS = ("moodle-groups", "moodle-uploadusers", "moodle-bulkenrol", "moodle-brickfield", "canvas", "blackboard", "brightspace", "csv",
           "student")
KINDS = ["=1+1<b>", "\u202eF\x1b[2J"]
SCORE = "<img src=x onerror=alert(1)>\u2066 =score"


class Outline(HTMLParser):
    """The elements of a page with their attributes, and its text."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.words = set(), []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.add((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data):
        self.words.append(data)


class Hostile(Case):
    def setUp(self):
        super().setUp()
        self.people = [(name, f"u{i}", f"u{i}@x.org", str(7000 + i)) for i, name in enumerate(hostile_names(N))]
        self.write_roster("roster.csv", [p[0] for p in self.people], KINDS, SCORE)

    def write_roster(self, file, names, kinds, score):
        text = io.StringIO()
        rows = [["name", "Username", "Email address", "ID number", "kind", score]]
        rows += [[name, *p[1:], kinds[i % 2], i * i % 91] for i, (name, p) in enumerate(zip(names, self.people))]
        csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(rows)
        self.put(file, text.getvalue())

    def group(self, data="roster.csv", *options):
        done = self.expect(0, "group", data, "--size", 4, "--balance", "kind", "--similar", "6", "--effort", 1, "-o", "out.csv", "--html",
                           "p.html", "--json", "r.json", "--course", "=C<1>", "--group-set", "@set\u202e",
                           *(word for f in FORMATS for word in ("--to", f"{f}:{f}.csv")), *options)
        self.assertNotRegex(done.err, UNSAFE)
        return done

    def rows(self, name):
        return list(csv.reader(io.StringIO(self.text(name).removeprefix("\ufeff"), newline="")))[1:]

    def test_names_read_back_equal_and_nothing_runs(self):
        self.group()
        names = [guarded(p[0]) for p in self.people]
        out = self.rows("out.csv")
        self.assertEqual([row[0] for row in out], names)
        self.assertEqual([row[4] for row in out], [guarded(KINDS[i % 2]) for i in range(N)])
        self.assertEqual([row[0] for row in self.rows("csv.csv")], names)
        group = {p[1]: row[-1] for p, row in zip(self.people, out)}
        self.assertEqual(sorted(map(tuple, self.rows("student.csv"))), sorted((row[-1], name) for row, name in zip(out, names)))
        for name in ("out.csv", "csv.csv", "student.csv"):
            self.assertEqual([], [cell for row in self.rows(name) for cell in row if may_run(cell)], name)
        for name, who, where in (("moodle-uploadusers", 0, 2), ("canvas", 2, 3), ("brightspace", 1, 3)):
            self.assertEqual({row[who]: row[where] for row in self.rows(name + ".csv")}, group, name)
        ids = {p[3]: p[1] for p in self.people}
        self.assertEqual({ids[row[0]]: row[1] for row in self.rows("moodle-brickfield.csv")}, group)
        titles = {row[0]: row[1] for row in self.rows("blackboard-groups.csv")}
        self.assertEqual({row[1]: titles[row[0]] for row in self.rows("blackboard-members.csv")}, group)
        self.assertEqual({row[0] for row in self.rows("moodle-groups.csv")}, set(group.values()))
        listed, now = {}, None
        for line in self.text("moodle-bulkenrol.csv").splitlines():
            now = line[2:] if line.startswith("# ") else now
            if not line.startswith("# "):
                listed[line.split("@")[0]] = now
        self.assertEqual(listed, group)

    def test_the_tool_reads_its_own_output_back(self):
        self.group()
        self.put("again.csv", self.get("out.csv"))
        self.group("again.csv", "--seed", 2)
        self.assertEqual([row[:6] for row in self.rows("out.csv")], [row[:6] for row in self.rows("again.csv")])
        self.expect(0, "group", "roster.csv", "--late", "again.csv", "-o", "late.csv")
        self.assertEqual(self.rows("late.csv"), self.rows("again.csv"))

    def test_pages_and_reports_hold_no_markup_and_no_invisible_signs(self):
        self.group()
        page = Outline(self.text("p.html"))
        self.assertNotRegex(self.text("p.html"), UNSAFE)
        self.assertNotRegex(self.text("r.json"), UNSAFE)
        self.assertEqual(read_json(self.text("r.json"))["columns"][0]["name"], SCORE)
        self.write_roster("plain.csv", [f"Name {i}" for i in range(N)], ["F", "M"], "score")
        self.group("plain.csv")
        self.assertEqual(page.tags, Outline(self.text("p.html")).tags)
        text = "".join(page.words)
        for piece in ("<script>alert(1)</script>", "=HYPERLINK", "محمد", "😀", "&amp;", "<img src=x"):
            self.assertIn(piece, text)

    def test_what_is_said_of_hostile_texts_is_harmless(self):
        self.put("wish.txt", "".join(f'"{piece.replace(chr(34), chr(34) * 2)} zz","u1"\n' for piece in PIECES if "\n" not in piece))
        said = self.expect(3, "group", "roster.csv", "--size", 4, "--together", "wish.txt").err
        self.assertNotRegex(said, UNSAFE)
        self.assertIn("nobody has the name", said)
        for option in "--similar", "--balance", "--nobody-alone":
            said = self.expect(2, "group", "roster.csv", "--size", 4, option, "\u202e\x1b[2Jnone").err
            self.assertNotRegex(said, UNSAFE)
        self.put("apart.txt", "u1,u2\n")
        self.put("together.txt", "u2,u1\n")
        said = self.expect(4, "group", "roster.csv", "--size", 4, "--apart", "apart.txt", "--together", "together.txt", "--balance",
                           "kind=1", "--nobody-alone", "kind").err
        self.assertNotRegex(said, UNSAFE)
        self.assertIn("must be together (together.txt, line 1) and apart (apart.txt, line 1)", said)


if __name__ == "__main__":
    unittest.main()
