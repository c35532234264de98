"""The page of faircap group --html: one class, to read, to print and to keep."""
import re
import unittest
from collections import Counter

from classroom import JARGON, GroupCase, as_csv


class Page(GroupCase):
    def page(self, *options, data="roster.csv"):
        self.expect(0, "group", data, *options, "--effort", 1, "-o", "out.csv", "--html", "out.html")
        return self.text("out.html")

    def cards(self, page):
        """[(name, number for paper, [students])] in the order of the screen."""
        return [(name, int(n), re.findall("<li>(.*?)</li>", body)) for n, name, body in
                re.findall(r'<article class="card" style="--n:([0-9]+)"><h3>(.*?) <span.*?</h3>\n(.*?)</article>', page, re.S)]

    def test_has_every_student_and_no_jargon(self):
        page = self.page("--size", "4-5", "--balance", "gender=1/4", "--similar", "score", "--diverse", "degree")
        for word in JARGON:
            self.assertNotIn(word, page.split("<main>")[1])
        self.assertEqual(sum(len(students) for _, _, students in self.cards(page)), 40)
        self.assertIn("<title>8 groups of roster.csv - faircap</title>", page)
        self.assertIn("<h1>8 groups of roster.csv</h1>", page)
        self.assertIn("<code>--to student:list.html</code>", page)
        self.assertNotIn("labels-only", page)

    def test_students_of_one_name_are_told_apart_and_no_others(self):
        names = Counter(f"{row['First name']} {row['Last name']}" for row in self.rows)
        self.assertGreater(max(names.values()), 1)
        shown = {student for _, _, students in self.cards(self.page("--groups", 8)) for student in students}
        for row in self.rows:
            name = f"{row['First name']} {row['Last name']}"
            self.assertIn(f"{name} ({row['Email address']})" if names[name] > 1 else name, shown)
        self.put("names.csv", "name,score\n" + "".join(f"Ann Lee,{i}\n" for i in range(4)))
        shown = [s for _, _, students in self.cards(self.page("--groups", 2, data="names.csv")) for s in students]
        self.assertEqual(sorted(shown), [f"Ann Lee (line {i})" for i in range(2, 6)])

    def test_on_paper_groups_are_in_the_order_of_their_numbers(self):
        page = self.page("--groups", 8, "--similar", "score")
        cards = self.cards(page)
        self.assertNotEqual([n for _, n, _ in cards], sorted(n for _, n, _ in cards))
        self.assertEqual([name for name, n, _ in sorted(cards, key=lambda c: c[1])], [f"Group 0{i}" for i in range(1, 9)])
        paper = page[page.index("@media print"):]
        self.assertIn(".card{order:var(--n)", paper)
        self.assertIn("on paper they are in the order of their numbers", page)

    def test_long_names_wrap_and_are_not_cut_in_a_character(self):
        self.rows[3]["Last name"] = "\u00dc" * 400
        self.put("roster.csv", as_csv(self.rows))
        page = self.page("--groups", 8)
        self.assertRegex(page, r"\.card\{[^}]*overflow-wrap:anywhere")
        self.assertIn("\u00dc" * 90, page)
        self.assertNotIn("\ufffd", page)

    def test_newcomers_are_marked(self):
        self.put("early.csv", as_csv(self.rows[:36]))
        self.page("--groups", 8, data="early.csv")
        self.put("before.csv", self.text("out.csv"))
        page = self.page("--late", "before.csv")
        new = [s for _, _, students in self.cards(page) for s in students if s.endswith(" <em>new</em>")]
        self.assertEqual(len(new), 4)
        self.assertIn("36 students stay in their groups; 4 came late, marked &quot;new&quot; below", page.replace('"new" below', "&quot;new&quot; below"))

    def test_what_is_unknown_is_said(self):
        for i in (3, 9):
            self.rows[i]["score"] = ""
        self.rows[5]["degree"] = "?"
        self.put("roster.csv", as_csv(self.rows))
        page = self.page("--groups", 8, "--similar", "score", "--diverse", "degree")
        self.assertIn("Score is unknown for 2 students, who can be in any group.", page)
        self.assertIn("Degree is unknown for 1 student, who can be in any group.", page)


if __name__ == "__main__":
    unittest.main()
