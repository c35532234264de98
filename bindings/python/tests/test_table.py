"""Files: what read_csv() and Table say of them."""
import os
import tempfile
import unittest

import numpy as np
from points import ROOT

import faircap

ROSTER = ROOT / "examples/roster.csv"


class Tables(unittest.TestCase):
    def test_a_table_has_names_rows_and_cells(self):
        table = faircap.read_table(b"\xef\xbb\xbfname;score\nann;1,5\nbob;NA\n")
        self.assertEqual((table.n_rows, table.n_columns, table.names), (2, 2, ["name", "score"]))
        self.assertEqual((table.delimiter, table.has_header, table.has_mark), (";", True, True))
        self.assertEqual((table.row(0), table.row(1)), (["ann", "1,5"], ["bob", None]))
        self.assertEqual((table.number(0, "score"), table.number(0, 0), table.number(1, "2")), (1.5, None, None))
        self.assertEqual(table.find("score"), 1)
        self.assertEqual(table.lines().tolist(), [2, 3])
        self.assertEqual(faircap.read_table(b'a,b\n"1\n",2\n3,4\n').lines().tolist(), [2, 4])
        for column in ("age", 2):
            self.assertRaises(faircap.ArgumentError, table.find, column)
        self.assertRaises(IndexError, table.row, 2)

    def test_reading_can_be_told_what_it_would_guess(self):
        table = faircap.read_table(b"#\n1|2\n3|-\n", delimiter="|", header=False, skip_lines=1, na=["-"])
        self.assertEqual((table.names, table.row(1)), (["1", "2"], ["3", None]))

    def test_faults_come_with_line_and_column(self):
        with self.assertRaises(faircap.DataError) as caught:
            faircap.read_table(b"a,b\n1,2\n3\n4,5,6\n")
        self.assertEqual([fault.line for fault in caught.exception.faults], [3, 4])
        self.assertEqual(caught.exception.total, 2)
        self.assertIn("line 3", str(caught.exception))

    def test_a_file_that_is_not_there_is_an_os_error(self):
        self.assertRaises(OSError, faircap.read_table, "there/is/none.csv")

    def test_an_array_file_is_a_table_too(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.npy")
            np.save(path, np.arange(6.0).reshape(3, 2))
            np.testing.assert_array_equal(faircap.read_csv(path, scale="none").X, np.arange(6.0).reshape(3, 2))


class Datasets(unittest.TestCase):
    def test_the_roster_becomes_points_and_groups(self):
        data = faircap.read_csv(ROSTER, protect="gender", scale="zscore")
        self.assertEqual(data.X.shape, (32, 9))
        self.assertEqual(data.features, ["maths", "programming", "meeting_time", "learning_style", "absences"])
        self.assertEqual(sorted(set(data.sensitive_features["gender"])), ["female", "male"])
        self.assertTrue(any("email" in note for note in data.notes))

    def test_columns_have_parts(self):
        lines = [f"p{i},{i},{i * i},{i + 1},{'ab'[i % 2]},{'cdc'[i % 3]}" for i in range(6)]
        table = faircap.read_table("\n".join(["who,x,y,w,g,h", *lines]).encode())
        parts = {"protect": "g", "grouped": "h", "id": "who", "weight": "w", "features": ["x", "y"]}
        data = faircap.read_csv(table, stretch={"y": 2}, **parts)
        self.assertEqual(data.demand.tolist(), [1, 2, 3, 4, 5, 6])
        self.assertEqual(list(data.sensitive_features), ["g", "h"])
        self.assertEqual(data.X[:, 1].max(), 2.0)
        both = faircap.read_csv(table, protect=["g", "h"], id="who", features="x", intersectional=True)
        self.assertEqual(list(both.sensitive_features), ["g & h"])
        self.assertEqual(faircap.read_csv(table, features="g", categorical="x", include_protected=True).X.shape, (6, 2))

    def test_missing_cells_are_the_callers_decision(self):
        text = b"x,g\n1,a\n,b\n3,a\n4,b\n"
        self.assertRaises(faircap.DataError, faircap.read_csv, text, protect="g")
        dropped = faircap.read_csv(text, protect="g", missing="drop")
        self.assertEqual((dropped.rows.tolist(), dropped.n_dropped), ([0, 2, 3], 1))
        self.assertEqual(len(faircap.read_csv(text, protect="g", missing="impute").X), 4)
        unknown = faircap.read_csv(b"x,g\n1,a\n2,\n3,b\n4,b\n", protect="g", missing="category")
        self.assertEqual(list(unknown.sensitive_features["g"]), ["a", None, "b", "b"])

    def test_distances_may_come_from_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "d.npy")
            np.save(path, np.abs(np.subtract.outer(np.arange(4.0), np.arange(4.0))))
            data = faircap.read_csv(b"g\na\nb\na\nb\n", protect="g", distances=path)
            self.assertIsNone(data.X)
            model = faircap.FairCapacitatedClustering(2, metric="precomputed")
            labels = model.fit_predict(data.distances, sensitive_features=data.sensitive_features)
            self.assertEqual(labels.tolist(), [0, 0, 1, 1])


class NumbersAndText(unittest.TestCase):
    def test_numbers_read_back(self):
        for value in (0.1, 1e300, -5e-324, 123456789.0):
            self.assertEqual(faircap.number_parse(faircap.number_print(value)), value)
        self.assertIsNone(faircap.number_parse("0x1p3"))
        self.assertRaises(OverflowError, faircap.number_parse, "1e999")

    def test_text_is_made_safe(self):
        self.assertEqual(faircap.display("a\x1b[31m\nb"), "a?[31m?b")
        self.assertEqual(faircap.display("x" * 100, 10), "xxxxxxxxxx...")

    def test_generated_points_repeat(self):
        first, second = (faircap.generate(30, groups=3, weights=(2, 5), random_state=9) for _ in range(2))
        np.testing.assert_array_equal(first.X, second.X)
        self.assertTrue(((first.demand >= 2) & (first.demand <= 5)).all())
        self.assertRaises(faircap.ArgumentError, faircap.generate, 0)


class Columns(unittest.TestCase):
    def test_a_column_named_twice_and_a_stretch_below_0_are_refused(self):
        csv = b"a,b\n1,x\n2,y\n3,x\n"
        for columns in ({"protect": ["b", "b"]}, {"grouped": ["b", 1]}):
            with self.assertRaisesRegex(faircap.ArgumentError, "b is to make groups twice"):
                faircap.read_csv(csv, **columns)
        for factor in (-1, float("nan"), float("inf")):
            with self.assertRaisesRegex(faircap.ArgumentError, "is to be stretched by"):
                faircap.read_csv(csv, stretch={"a": factor})


if __name__ == "__main__":
    unittest.main()
