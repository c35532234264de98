"""The published files become what the paper clustered, by rules that can be checked by hand."""
import csv
import hashlib
import os
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(ROOT, "reproduce")]
import prepare  # noqa: E402
import school  # noqa: E402
from datasets import DATASETS, Source  # noqa: E402

DATA = os.environ.get("FAIRCAP_DATA")


class Folders(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="faircap-test-")
        self.addCleanup(folder.cleanup)
        self.data, self.out = os.path.join(folder.name, "data"), os.path.join(folder.name, "out")
        os.mkdir(self.data)

    def prepared(self, name):
        return next(p for p in prepare.everything(self.data, self.out) if p.dataset.name == name)

    def rows(self, path, delimiter=","):
        with open(path, encoding="utf-8", newline="") as stream:
            return list(csv.reader(stream, delimiter=delimiter))


class Prepare(Folders):
    def test_an_empty_folder_has_none_of_the_data_sets(self):
        made = prepare.everything(self.data, self.out)
        self.assertEqual([p.dataset.name for p in made], ["student-mat", "student-por", "pisa", "oulad", "mooc"])
        self.assertTrue(all(p.path is None and p.files == () for p in made))

    def test_a_file_is_found_in_its_folder_and_beside_it(self):
        school.student(self.data, "student-mat", 10, 1)
        path = self.prepared("student-mat").path
        beside = os.path.join(self.data, "student-mat.csv")
        os.rename(path, beside)
        self.assertEqual(self.prepared("student-mat").path, beside)

    def test_the_right_checksum_is_ok_and_another_differs(self):
        path = school.put(self.data, "a.csv", "x\n1\n")
        right = hashlib.sha256(b"x\n1\n").hexdigest()
        self.assertEqual(prepare.identify(Source("", "a.csv", right), path), prepare.Found("a.csv", right, prepare.OK))
        self.assertEqual(prepare.identify(Source("", "a.csv", "0" * 64), path).verdict, prepare.DIFFERS)
        self.assertEqual(prepare.identify(Source("", "a.csv", md5=hashlib.md5(b"x\n1\n").hexdigest()), path).verdict, prepare.OK)
        self.assertEqual(prepare.identify(Source("", "a.csv"), path).verdict, prepare.UNKNOWN)

    def test_the_student_data_are_used_where_they_are(self):
        school.student(self.data, "student-por", 10, 1)
        made = self.prepared("student-por")
        self.assertEqual(made.path, os.path.join(self.data, "student-performance", "student-por.csv"))
        self.assertEqual((made.attributes, made.files[0].verdict), (33, prepare.DIFFERS))

    def test_both_parts_of_pisa_are_one_table_with_one_header(self):
        school.pisa(self.data, 50)
        made = self.prepared("pisa")
        rows = self.rows(made.path)
        self.assertEqual((len(rows), len(rows[0]), made.attributes), (51, 24, 24))
        self.assertEqual([row for row in rows if row == rows[0]], rows[:1])

    def test_one_part_of_pisa_alone_is_not_the_data_set(self):
        school.pisa(self.data, 50)
        os.remove(os.path.join(self.data, "pisa2009", "pisa2009test.csv"))
        self.assertIsNone(self.prepared("pisa").path)

    def test_parts_of_pisa_that_do_not_belong_together_are_refused(self):
        school.pisa(self.data, 50)
        school.put(self.data, "pisa2009/pisa2009test.csv", "other,header\n1,2\n")
        with self.assertRaisesRegex(prepare.BadData, "different headers"):
            self.prepared("pisa")

    def test_oulad_is_sampled_evenly_from_the_complete_rows_of_each_gender(self):
        school.oulad(self.data, 120)
        everyone = self.rows(os.path.join(self.data, "oulad", "studentInfo.csv"))
        complete = [row for row in everyone[1:] if "" not in row]
        size = min(sum(row[3] == gender for row in complete) for gender in "FM")
        wanted = []
        for gender in "FM":
            members = [i for i, row in enumerate(complete) if row[3] == gender]
            wanted += [members[j * len(members) // size] for j in range(size)]
        self.assertLess(size, len(complete) - size)
        self.assertEqual(self.rows(self.prepared("oulad").path), everyone[:1] + [complete[i] for i in sorted(wanted)])

    def test_lines_of_the_sample_are_those_of_the_file(self):
        school.oulad(self.data, 60)
        with open(os.path.join(self.data, "oulad", "studentInfo.csv"), "rb") as stream:
            lines = set(stream)
        with open(self.prepared("oulad").path, "rb") as stream:
            self.assertLessEqual(set(stream), lines)

    def test_the_sample_of_oulad_is_taken_as_it_is(self):
        school.oulad(self.data, 60)
        school.oulad(self.data, 30, "studentInfo-4000.csv")
        self.assertEqual(self.prepared("oulad").path, os.path.join(self.data, "oulad", "studentInfo-4000.csv"))

    @unittest.skipUnless(DATA, "FAIRCAP_DATA is not set")
    def test_the_rule_makes_the_sample_of_the_data_sets_readme(self):
        path, _, _ = prepare.oulad([os.path.join(DATA, "oulad", "studentInfo.csv")], self.out)
        sample = next(d for d in DATASETS if d.name == "oulad").sources[0][0]
        self.assertEqual(prepare.identify(sample, path).verdict, prepare.OK)


class Mooc(Folders):
    """The loader of the file that cannot be shipped, on files of its form."""

    def usable(self, n):
        rows, usable = school.mooc_with_faults(n)
        wanted = [school.MOOC_HEADER.index(name) for name in prepare.MOOC_COLUMNS]
        return [[rows[i][column] for column in wanted] for i in usable]

    def check(self, n, name="HMXPC13_DI_v2_5-14-14.csv", delimiter=","):
        school.mooc(self.data, n, name, delimiter)
        made = self.prepared("mooc")
        header, *rows = self.rows(made.path)
        gender = prepare.MOOC_COLUMNS.index("gender")
        usable = self.usable(n)
        women = sum(row[gender] == "f" for row in usable)
        self.assertEqual((tuple(header), made.attributes), (prepare.MOOC_COLUMNS, 20))
        self.assertTrue(all(row in usable for row in rows))
        self.assertEqual(len(rows), 2 * min(women, len(usable) - women))
        self.assertEqual(sum(row[gender] == "f" for row in rows) * 2, len(rows))
        return made, rows

    def test_rows_with_another_gender_a_flag_or_a_missing_cell_are_left_out(self):
        made, rows = self.check(180)
        self.assertEqual(made.files[0].verdict, prepare.UNKNOWN)
        self.assertTrue(any("," in cell for row in rows for cell in row))  # a country with a comma, quoted in the file

    def test_the_later_release_is_read_too(self):
        made, _ = self.check(90, "HXPC13_DI_v3_11-13-2019.csv")
        self.assertEqual(made.files[0].verdict, prepare.DIFFERS)  # its MD5 is published
        os.remove(os.path.join(self.data, "mooc", "HXPC13_DI_v3_11-13-2019.csv"))
        self.check(90, "HXPC13_DI_v3_11-13-2019.tab", "\t")

    def test_identifiers_and_dates_are_not_copied(self):
        made, _ = self.check(90)
        with open(made.path, encoding="utf-8") as stream:
            text = stream.read()
        self.assertNotIn("MHxPC", text)
        self.assertNotIn("2013-01-01", text)

    def test_no_more_than_two_thousand_of_each_gender_are_taken(self):
        before, prepare.SAMPLE = prepare.SAMPLE, 20
        try:
            school.mooc(self.data, 200)
            _, *rows = self.rows(self.prepared("mooc").path)
        finally:
            prepare.SAMPLE = before
        self.assertEqual((len(rows), prepare.SAMPLE), (40, 2000))

    def test_a_file_without_a_column_is_refused_by_name(self):
        school.put(self.data, "mooc/HMXPC13_DI_v2_5-14-14.csv", "course_id,gender\nx,m\n")
        with self.assertRaisesRegex(prepare.BadData, "no column viewed"):
            self.prepared("mooc")

    def test_a_file_with_one_gender_is_refused(self):
        rows = [row for row in school.mooc_rows(20) if row[9] == "m"]
        school.put(self.data, "mooc/HMXPC13_DI_v2_5-14-14.csv", school.table(school.MOOC_HEADER, rows))
        with self.assertRaisesRegex(prepare.BadData, "no complete row of gender f"):
            self.prepared("mooc")

    def test_a_prepared_file_is_not_written_again(self):
        school.mooc(self.data, 90)
        path = self.prepared("mooc").path
        os.utime(path, (1, 1))
        self.assertEqual(self.prepared("mooc").path, path)
        self.assertEqual(os.path.getmtime(path), 1)


if __name__ == "__main__":
    unittest.main()
