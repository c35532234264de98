"""Rosters as teachers have them: typed lists, and what spreadsheets make of them."""
import csv
import io

from classroom import GroupCase, as_csv, roster

NAMES = "Anna Alt,Bert Bau,Cleo Cor,Dirk Dam,Eva Ems,Fritz Fuchs,Gerd Gut,Hans Hut,Ina Ihl".split(",")


class Rosters(GroupCase):
    def made(self, *options, code=0):
        """The rows that faircap group writes; what it says is in self.said."""
        done = self.expect(code, "group", *options, "--effort", 1, "-o", "out.csv")
        self.said = done.err
        text = self.text("out.csv")
        self.marked = text.startswith("\ufeff")
        return list(csv.reader(io.StringIO(text.lstrip("\ufeff")), delimiter=";" if ";" in text else ","))


class TestFirstLine(Rosters):
    def test_first_student_of_a_list_without_header_is_kept(self):
        self.put("list.csv", "".join(f"{name}\n" for name in NAMES))
        rows = self.made("list.csv", "--size", 3, "--to", "student:names.csv")
        self.assertEqual([row[0] for row in rows[1:]], NAMES)
        self.assertIn('line 1 ("Anna Alt") looks like a student', self.said)
        self.assertEqual(sorted(line.split(",")[1] for line in self.text("names.csv").splitlines()[1:]), NAMES)
        # the kinds of the second column tell, where names do not
        self.put("kinds.csv", "Anna;w\nBert;m\nCleo;w\nDirk;m\nEva;w\nFritz;m\n")
        rows = self.made("kinds.csv", "--size", 2, "--balance", "2", "--together", self.put("pair.txt", "Anna;Bert\n"))
        self.assertEqual(len(rows), 7)
        self.assertEqual(rows[1][2], rows[2][2])

    def test_header_is_a_header(self):
        for header in "Teilnehmende", "Name", "Student list", "Full Name of Pupil":
            self.put("list.csv", header + "\n" + "".join(f"{name}\n" for name in NAMES))
            rows = self.made("list.csv", "--size", 3)
            self.assertEqual(rows[0], [header, "group"])
            self.assertEqual(len(rows), 10)
            self.assertNotIn("looks like a student", self.said)

    def test_unclear_first_line_is_said(self):
        self.put("list.csv", "Anna\nBert\nCleo\nDirk\n")
        self.assertEqual(len(self.made("list.csv", "--groups", 1)), 4)
        self.assertIn('line 1 ("Anna") is taken for the header; say --no-header if that is a student', self.said)
        self.assertEqual(len(self.made("list.csv", "--groups", 1, "--no-header")), 5)
        self.made("roster.csv", "--groups", 4)
        self.assertNotIn("line 1", self.said)

    def test_title_above_the_header(self):
        self.put("list.csv", "Klasse 8b;;\n;;\nName;Vorname;Note\n" + "".join(f"N{i};Eva;{i}\n" for i in range(6)))
        self.made("list.csv", "--groups", 2)
        self.assertIn('line 1 ("Klasse 8b") looks like a title above the table; --skip 2', self.said)
        self.assertEqual(self.made("list.csv", "--groups", 2, "--skip", 2)[0], ["Name", "Vorname", "Note", "group"])

    def test_a_stray_cell_in_the_last_column_of_a_spreadsheet(self):
        # 16,384 columns: whatever looks at each of them by reading its row again takes minutes.
        wide = [[name, *[""] * 16383] for name in ["Name", *NAMES]]
        wide[4][16383] = "x"
        self.put("list.csv", "".join(",".join(row) + "\n" for row in wide))
        self.put("notes.csv", "Name,Note\n" + "".join(f"{name},{len(name)}\n" for name in NAMES))
        rows = self.made("list.csv", "--size", 3, "--join", "notes.csv", "--diverse", "Note")
        self.assertEqual([row[0] for row in rows], ["Name", *NAMES])
        self.assertEqual({len(row) for row in rows}, {16386})

    def test_role_is_shown_as_it_is_written(self):
        self.put("list.csv", "1;2\n3;4\n5;6\n7;8\n")
        self.assertIn("--role name=1", self.refused(3, "--groups", 2, "--no-header", "--to", "student:s.csv", data="list.csv"))
        self.expect(0, "group", "list.csv", "--groups", 2, "--no-header", "--to", "student:s.csv", "--role", "name=1", "-o", "o.csv")
        self.assertIn("--role login=COL", self.refused(3, "--groups", 4, "--to", "brightspace:s.csv"))


class TestSpreadsheets(Rosters):
    def test_empty_rows_and_totals_are_no_students(self):
        rows = as_csv(roster(12)).replace(",", ";")
        for end, said in (";;;;;\n;;;;;\n", "2 lines from 14 to 15 are empty"), ("Durchschnitt;;;;48,5;\n", 'line 14 ("Durchschnitt")'), (
                ";;;;;\nAverage;;;;61.2;\n", 'line 15 ("Average") is left out: it is no student'):
            self.put("class.csv", rows + end)
            self.assertEqual(len(self.made("class.csv", "--size", 4)), 13)
            self.assertIn(said, self.said)
        self.assertEqual(len(self.made("class.csv", "--size", 4, "--as-is")), 15)
        # a student with that name has more to say
        self.put("class.csv", rows + "Total;Eva;eva@x.example;F;3;BSc\n")
        self.assertEqual(len(self.made("class.csv", "--groups", 4)), 14)
        self.assertNotIn("left out", self.said)

    def test_lines_are_counted_as_in_the_file(self):
        self.put("class.csv", "Name;Vorname;Note\nA;Eva;1\n;;\nB;Eva;2\n;;9\nC;Eva;zwei\nD;Eva;3\nE;Eva;1\n")
        self.made("class.csv", "--groups", 2, "--similar", "Note", "--html", "p.html")
        self.assertIn('Note: "zwei" (line 6) is no number', self.said)
        self.assertIn("<li>Line 5</li>", self.text("p.html"))

    def test_cells_stay_what_they_are(self):
        """Rows left out make the table anew: nothing else in it may change."""
        self.put("class.csv", 'Name,tel,x\n"Ann, ""A""",+49 1,-\nBob,=1+1,"a\nb"\n,,\nCy, ,3\n')
        rows = self.made("class.csv", "--groups", 1)
        self.assertEqual([row[:3] for row in rows[1:]], [['Ann, "A"', "'+49 1", "'-"], ["Bob", "'=1+1", "a\nb"], ["Cy", "", "3"]])


class TestWindows(Rosters):
    """What a German Excel saves as CSV, and an editor as text."""

    def test_every_file_is_read(self):
        self.put("class.csv", "Name;Vorname\nMüller;Jürgen\nWeiß;Zoé\nKrüger;Söhnke\nBraun;Eva\n".encode("cp1252"))
        self.put("more.csv", "Name;Größe\nMüller;1,7\nWeiß;1,8\nKrüger;1,6\nBraun;1,5\n".encode("cp1252"))
        self.put("pair.txt", "Jürgen Müller; Zoé Weiß\n".encode("cp1252"))
        rows = self.made("class.csv", "--size", 2, "--join", "more.csv", "--join-by", "Name", "--together", "pair.txt")
        self.assertEqual(rows[1][:2], ["Müller", "Jürgen"])
        self.assertEqual(rows[1][3], rows[2][3])
        self.assertTrue(self.marked)
        for name in "class.csv", "more.csv", "pair.txt":
            self.assertIn(f"{name} is not in UTF-8 and is read as Windows-1252", self.said)
        self.put("before.csv", "name;group\nMüller, Jürgen;A\nWeiß, Zoé;A\nKrüger, Söhnke;B\nBraun, Eva;B\n".encode("cp1252"))
        rows = self.made("class.csv", "--size", 2, "--avoid", "before.csv")
        self.assertNotEqual(rows[1][2], rows[2][2])

    def test_what_it_cannot_be_is_refused(self):
        self.put("class.csv", b"Name;x\nM\x81ller;1\nWei\xdf;2\n")
        self.assertIn("not valid UTF-8", self.refused(3, "--groups", 1, data="class.csv"))
        self.put("class.csv", "Name,x\nMüller,1\nWeiß,2\n".encode("cp1252"))
        self.assertIn("not valid UTF-8", self.expect(3, "cluster", "class.csv", "-k", 1).err)

    def test_workbook_is_named(self):
        self.put("pair.xlsx", b"PK\3\4\0\0")
        self.assertIn("pair.xlsx is a workbook; save the sheet as CSV", self.refused(3, "--size", 4, "--together", "pair.xlsx"))


class TestKinds(Rosters):
    def test_case_makes_no_kind(self):
        for i, row in enumerate(self.rows):
            row["gender"] = ("Female", "female", "Male", "MALE")[i % 4] if i % 5 else ("Female", "Male")[i % 2]
        self.put("roster.csv", as_csv(self.rows))
        groups, report = self.group("--size", 4, "--balance", "gender=1", "--nobody-alone", "Gender:female", "--diverse", "gender")
        self.assertRegex(self.said, r'gender: "female" \(\d+ students\) counts as "Female"')
        self.assertEqual(set(report["groups"]["gender"][0]), {"Female", "Male"})
        for members in self.members(groups).values():
            self.assertEqual(sum(self.column("gender")[who].lower() == "male" for who in members), 2)
        written = {row[3] for row in csv.reader(io.StringIO(self.text("out.csv")))}
        self.assertEqual(written, {"gender", "Female", "female", "Male", "MALE"})  # the file stays what it is
        self.assertIn("2 Female, 2 Male", self.page())

    def page(self):
        self.expect(0, "group", "roster.csv", "--size", 4, "--balance", "gender=1", "--effort", 1, "-o", "o.csv", "--html", "p.html")
        return self.text("p.html")

    def test_other_differences_make_kinds(self):
        self.put("class.csv", "Name,kind\n" + "".join(f"N{i},{kind}\n" for i, kind in enumerate(["a b", "ab", "a b", "ab"])))
        self.made("class.csv", "--size", 2, "--balance", "kind=1")
        self.assertIn("count as two kinds", self.said)


class TestJoins(Rosters):
    def test_cells_keep_their_decimal_mark(self):
        self.put("class.csv", "Vorname;Nachname;E-Mail\n" + "".join(f"Eva;N{i};e{i}@x.example\n" for i in range(6)))
        self.put("more.csv", "E-Mail;Note\n" + "".join(f"e{i}@x.example;{i},7\n" for i in range(6)))
        rows = self.made("class.csv", "--join", "more.csv", "--size", 2, "--similar", "Note")
        self.assertEqual([row[3] for row in rows[1:]], [f"{i},7" for i in range(6)])
        self.assertEqual(rows[1][4], rows[2][4])  # read as numbers: the nearest are together
        self.put("plain.csv", "Name,Email\n" + "".join(f"N{i},e{i}@x.example\n" for i in range(6)))
        rows = self.made("plain.csv", "--join", "more.csv", "--size", 2, "--similar", "Note")
        self.assertEqual([row[2] for row in rows[1:]], [f"{i},7" for i in range(6)])
        self.assertEqual(rows[1][3], rows[2][3])

    def test_survey_by_name(self):
        self.put("class.csv", "First name,Last name,Username\n" + "".join(f"Eva,N{c},u{c}\n" for c in "ABCDE"))
        self.put("survey.csv", "Name,level\n" + "".join(f"{name},{i}\n" for i, name in enumerate(
            ("Eva NA", "nb eva", '"NC, Eva"', "Eva  ND", "Eva NE"))))
        rows = self.made("class.csv", "--join", "survey.csv", "--groups", 2, "--similar", "level")
        self.assertEqual([row[3] for row in rows[1:]], ["0", "1", "2", "3", "4"])
        self.assertIn("by name, as no e-mail address, login or ID is in both", self.said)
        # twice the same name, or too few: it is asked which columns
        for survey in "Name,level\nEva NA,1\nEva NA,2\nEva NB,3\nEva NC,1\n", "Name,level\nEva NA,1\nX Y,2\nZ Z,3\nW W,1\n":
            self.put("survey.csv", survey)
            self.assertIn("--join-by", self.refused(3, "--groups", 2, "--join", "survey.csv", data="class.csv"))
        self.put("class.csv", "Student,x\n" + "".join(f"N{c},1\n" for c in "ABCDE"))
        self.assertIn("--join-by Student=Name", self.refused(3, "--groups", 2, "--join", "survey.csv", data="class.csv"))

    def test_last_answer_counts(self):
        self.put("class.csv", "Name,Email\n" + "".join(f"N{i},e{i}@x.example\n" for i in range(4)))
        self.put("survey.csv", "Email,level\n" + "".join(f"e{i}@x.example,{i}\n" for i in range(4)) + "E1@x.example,9\n")
        rows = self.made("class.csv", "--join", "survey.csv", "--groups", 2)
        self.assertEqual([row[2] for row in rows[1:]], ["0", "9", "2", "3"])
        self.assertIn('lines 3 and 6 are both of "E1@x.example": the last one counts', self.said)
        self.assertNotIn("nobody", self.said)
        self.expect(3, "cluster", "class.csv", "--join", "survey.csv", "-k", 2)
        self.put("twice.csv", "Name,Email\nA,e1@x.example\nB,e1@x.example\n")
        self.refused(3, "--groups", 1, "--join", "survey.csv", data="twice.csv")

    def test_address_of_the_survey_is_known(self):
        """A Canvas roster has logins only; who answered gave an address, and wishes may use it."""
        self.put("class.csv", "name,login_id\n" + "".join(f"N{i},u{i}\n" for i in range(4)))
        self.put("survey.csv", "Your address,level\n" + "".join(f"u{i}@uni.example,{i}\n" for i in range(4)))
        self.put("pair.txt", "u0@uni.example; u3@uni.example\n")
        rows = self.made("class.csv", "--join", "survey.csv", "--groups", 2, "--together", "pair.txt", "--to", "moodle-bulkenrol:b.txt")
        self.assertEqual(rows[1][-1], rows[4][-1])
        self.assertIn("u2@uni.example\n", self.text("b.txt"))


class TestNames(Rosters):
    """Files of wishes as people write them."""
    PEOPLE = ("José Müller", "Seán O'Brien", "Jürgen Weiß", "Zoë Ångström", "Ana Maria-Luz", "Max Peters", "Max Peters", "Łukasz Żak")

    def setUp(self):
        super().setUp()
        self.put("class.csv", "Name,x\n" + "".join(f"{name},{i}\n" for i, name in enumerate(self.PEOPLE)))

    def sets(self, text, data="class.csv"):
        """Are the students of each line together?"""
        self.put("wishes.txt", text)
        return [row[-1] for row in self.made(data, "--groups", 4, "--together", "wishes.txt")[1:]]

    def test_letters_that_a_keyboard_has_not(self):
        for one, two in ("Jose Muller", 0), ("mueller, jose", 0), ("Sean O\u2019Brien", 1), ("Juergen Weiss", 2), ("JURGEN WEISS", 2), (
                "Zoe Angstrom", 3), ("Zoe\u0308 Aangstroem", 3), ("Lukasz Zak", 7):
            group = self.sets(f"{one}; Ana Maria-Luz\n")
            self.assertEqual(group[two], group[4], one)

    def test_accents_that_tell_two_apart(self):
        self.put("class.csv", "Name,x\nJosé Gil,1\nJose Gil,2\nAna Roy,3\nBea Sol,4\n")
        self.put("wishes.txt", "José Gil;Ana Roy\nJose Gil;Bea Sol\n")
        rows = self.made("class.csv", "--groups", 2, "--together", "wishes.txt")
        self.assertEqual([row[-1] for row in rows[1:]], ["Group 01", "Group 02", "Group 01", "Group 02"])
        self.put("wishes.txt", "Josè Gil;Ana Roy\n")
        said = self.refused(3, "--groups", 2, "--together", "wishes.txt", data="class.csv")
        self.assertIn("2 students are called", said)

    def test_words_between_names(self):
        for word in "and", "&", "und", "-":
            group = self.sets(f"Jose Muller {word} Ana Maria-Luz\n")
            self.assertEqual(group[0], group[4], word)
        self.assertIn('nobody has the name, e-mail, login or ID "Ana and Bob"',
                      self.refused(3, "--groups", 2, "--together", self.put("w.txt", "Ana and Bob\n"), data="class.csv"))

    def test_remarks(self):
        group = self.sets("# who travels together\nJose Muller;Ana Maria-Luz\n")
        self.assertEqual(group[0], group[4])
        self.assertNotIn("one student only", self.said)

    def test_one_of_two_with_the_same_name(self):
        said = self.refused(3, "--groups", 4, "--together", self.put("w.txt", "Max Peters;Ana Maria-Luz\n"), data="class.csv")
        self.assertIn('write "Max Peters (line 7)"', said)
        group = self.sets("Max Peters (line 8);Ana Maria-Luz\n")
        self.assertEqual(group[6], group[4])
        self.assertIn("nobody has", self.refused(3, "--groups", 4, "--together", self.put("w.txt", "Max Peters (line 2);Ana Maria-Luz\n"),
                                                 data="class.csv"))

    def test_the_list_for_students_tells_them_apart_and_is_read_back(self):
        before = self.made("class.csv", "--groups", 4, "--to", "student:list.csv")
        self.assertIn("Max Peters (line 7)", self.text("list.csv"))
        self.assertIn("Max Peters (line 8)", self.text("list.csv"))
        self.put("now.csv", self.text("class.csv") + "Eva Neu,9\n")
        after = self.made("now.csv", "--late", "list.csv")
        self.assertEqual([row[-1] for row in after[:9]], [row[-1] for row in before])


class TestNameless(Rosters):
    def said_of(self, text, *options):
        done = self.expect(0, "group", self.put("class.csv", text), "--size", 2, "--effort", 1, *options)
        return [line for line in done.err.splitlines() if "no name" in line]

    def test_a_row_without_a_name_is_a_student_with_a_note(self):
        rows = "Name,level\nAnn,1\nBob,2\n{}\nMax,3\nCid,5\nDora,6\n"
        said = ["note: line 4 has no name and counts as a student; if it is none, remove the line"]
        for row in ",7", "NA,7", '" ",7', "\u00a0,7":
            with self.subTest(row):
                self.assertEqual(self.said_of(rows.format(row), "--similar", "level"), said)
        self.assertEqual(self.said_of(rows.format("Eve,")), [])
        self.assertEqual(self.said_of(rows.format(",7"), "--quiet"), [])
        self.assertEqual(self.said_of("First name,Last name,x\nAnn,,1\n,Bell,2\n,,3\nCid,Dorn,4\n"), said)

    def test_rows_without_names_are_counted(self):
        names = ["Ann", "Bob", *[""] * 6]
        rows = "".join(f"{name},{i}\n" for i, name in enumerate(names))
        self.assertEqual(self.said_of("Name,level\n" + rows), ["note: 6 lines have no name and count as students (4, 5, 6, 7, 8, "
                                                               "...); remove those that are none"])

    def test_nobody_is_without_a_name_where_nobody_has_one(self):
        self.assertEqual(self.said_of("x,y\n1,2\n2,3\n,4\n4,5\n"), [])
        self.assertEqual(self.said_of("Name,Email address\n" + "".join(f",{c}@y.example\n" for c in "abcd")), [])


class TestAddresses(Rosters):
    def test_all_bad_addresses_are_named_at_once(self):
        for i, mail in (3, "nobody"), (5, ""), (8, "a@b"):
            self.rows[i]["Email address"] = mail
        self.put("roster.csv", as_csv(self.rows))
        said = self.refused(3, "--size", 4, "--to", "moodle-bulkenrol:b.txt")
        for line, what in (5, 'has "nobody", which is no e-mail address'), (7, "has no e-mail address"), (10, 'has "a@b", which'):
            name = f'{self.rows[line - 2]["First name"]} {self.rows[line - 2]["Last name"]}'
            self.assertIn(f'--to moodle-bulkenrol: line {line} ("{name}") {what}', said)
        self.assertNotIn("b.txt", self.names())


class TestSaying(Rosters):
    def mail(self, *which):
        return ";".join(self.rows[i]["Email address"] for i in which) + "\n"

    def test_what_was_kept_is_said(self):
        self.put("together.txt", self.mail(0, 1) + self.mail(2, 3))
        self.put("apart.txt", self.mail(4, 5))
        self.group("--size", 5, "--together", "together.txt", "--apart", "apart.txt", "--nobody-alone", "gender")
        self.assertIn("  kept: 2 sets together, 1 set apart, nobody alone in gender\n", self.said)
        self.group("--size", 4)
        self.assertNotIn("kept", self.said)

    def test_pairs_that_were_asked_for(self):
        self.group("--size", 4)
        self.put("before.csv", self.text("out.csv"))
        group = list(self.groups("before.csv").values())
        mates = [i for i in range(40) if group[i] == group[0]][:3]
        self.put("together.txt", self.mail(*mates[:2]))
        self.group("--size", 4, "--avoid", "before.csv", "--together", "together.txt")
        self.assertIn("  1 pair of former team-mates meets again, as --together asks; no other\n", self.said)
        self.put("together.txt", self.mail(*mates[:2]) + self.mail(*mates))
        self.group("--groups", 2, "--avoid", "before.csv", "--together", "together.txt")
        self.assertRegex(self.said, r"pairs of former team-mates meet again besides the 3 of --together; fewer were not found")

    def test_former_groups_that_are_empty(self):
        self.put("before.csv", "Email address,group_name\n" + "".join(f"{row['Email address']},\n" for row in self.rows))
        self.assertIn("nobody in before.csv is in a group", self.refused(3, "--size", 4, "--avoid", "before.csv"))
        self.put("before.csv", "Email address,group_name\nx@y.example,A\n")
        self.assertIn("nobody in before.csv is in the roster", self.refused(3, "--size", 4, "--avoid", "before.csv"))

    def test_nothing_is_drawn_where_nobody_is_late(self):
        self.group("--groups", 10)
        self.put("before.csv", self.text("out.csv"))
        self.group("--late", "before.csv")
        self.assertIn("40 students stay; 0 join", self.said)
        self.assertNotIn("lot", self.said)

    def test_wishes_that_work_against_each_other(self):
        for row in self.rows:
            row["again"] = row["score"]
        self.put("roster.csv", as_csv(self.rows))
        self.group("--size", 4, "--similar", "score=2", "--diverse", "again")
        self.assertIn("again is less diverse than by lot: the wishes for similar and for diverse columns work against each other",
                      self.said)
        self.group("--size", 4, "--similar", "score", "--diverse", "degree")
        self.assertNotIn("against", self.said)

    def test_no_table_is_called_a_workbook(self):
        for option in ("-o", "z.xlsx"), ("--to", "student:z.xlsx"):
            self.assertIn('call it "z.csv"', self.refused(2, "--size", 4, *option))
        self.assertNotIn("z.xlsx", self.names())


class TestPages(Rosters):
    def test_the_list_for_the_class_as_a_page(self):
        self.rows[0]["First name"] = '<b>"&'
        self.put("roster.csv", as_csv(self.rows))
        groups, _ = self.group("--size", 4, "--balance", "gender=1/4", "--to", "student:list.html", "--to", "student:list.csv")
        page = self.text("list.html")
        self.assertEqual(page.count("<li>"), 40)
        self.assertEqual(page.count("<h2>Group "), len(set(groups.values())))
        self.assertIn("<li>&lt;b&gt;&quot;&amp; N0</li>", page)
        for secret in "BSc", "score", "gender", "@school", "<b>":
            self.assertNotIn(secret, page)
        self.assertTrue(self.text("list.csv").startswith("\ufeffgroup,name"))

    def test_long_headers_are_cut_and_told(self):
        question = "How do you rate your programming skill, all in all, from 1 (none) to 5 (very good)?"
        for row in self.rows:
            row[question] = row.pop("score")
        self.put("roster.csv", as_csv(self.rows))
        self.expect(0, "group", "roster.csv", "--size", 4, "--similar", question, "--effort", 1, "-o", "o.csv", "--html", "p.html")
        self.assertIn(f'<dt title="{question}">', self.text("p.html"))
        self.assertIn("text-overflow:ellipsis", self.text("p.html"))
