"""`faircap check`: believes nothing, finds what is wrong, and says it in the form that scripts read."""
import re
import struct
import unittest

from tool import Case, properties, read_json

DATA = "id,x,g\n" + "".join(f"p{i},{i},{'ab'[i % 2]}\n" for i in range(8))
GOOD = "id,x,g,cluster\n" + "".join(f"p{i},{i},{'ab'[i % 2]},{1 + i // 4}\n" for i in range(8))
UNBALANCED = "-k", 2, "-q", 4, "-p", "g", "-f", "x", "-t"  # and a balance
REQUEST = *UNBALANCED, "1"


class CheckCase(Case):
    def setUp(self):
        super().setUp()
        self.put("data.csv", DATA)

    def check(self, result, *options, code, request=REQUEST, **more):
        """{property: rest of its line}"""
        self.put("result.csv", result)
        done = self.expect(code, "check", "data.csv", "result.csv", *request, *options, **more)
        return properties(done.out)

    def violated(self, result, *options, request=REQUEST):
        return {name for name, rest in self.check(result, *options, code=6, request=request).items()
                if rest.startswith("VIOLATED")}


class Reasons(CheckCase):
    def test_rows_that_do_not_match_have_a_reason(self):
        whole, lines = GOOD.splitlines(keepends=True)[0], GOOD.splitlines(keepends=True)[1:]
        labels = [f"{i + 1},{1 + i // 4}\n" for i in range(8)]
        twice, missing = "1 row of the result is there for the second time, on line ", "1 row of the file is not in the result"
        cases = (
            ("row,cluster\n", labels[:7], 7, missing),
            ("row,cluster\n", labels[:5], 5, "3 rows of the file are not in the result"),
            ("row,cluster\n", labels + labels[:1], 8, twice + "10"),
            ("row,cluster\n", labels + labels[:2], 8, "2 rows of the result are there for the second time, the first on line 10"),
            ("row,cluster\n", [*labels[:7], labels[0]], 7, f"{missing}; {twice}9"),
            ("row,cluster\n", [*labels, "9,1\n"], 8, "1 row of the result is none of the file, on line 10"),
            ("row,cluster\n", ["1,one\n", "\n", *labels[1:]], 8, "1 row has no whole number from 1 as its cluster, on line 2"),
            ("id,cluster\n", [f"p{i % 7},1\n" for i in range(8)], 7, f"{missing}; {twice}9"),
            ("id,cluster\n", [f"p{i + 1},1\n" for i in range(8)], 7, f"{missing}; 1 row of the result is none of the file, on line 9"),
            (whole, lines[:7], 7, missing),
            (whole, lines + lines[:1], 8, "1 row of the result is none of the file, on line 10"),
            (whole, ["p0,9,a,1\n", *lines[1:]], 7, "1 row has other cells than the file, or another place, on line 2"),
            (whole, [lines[1], lines[0], *lines[2:]], 6, "2 rows have other cells than the file, or another place, the first on line 2"),
            (whole.replace("x", "y"), lines, 0, "column 2 of the result is not called as in the file"),
        )
        for header, rows, value, reason in cases:
            with self.subTest(header=header, reason=reason):
                lines_of = self.check(header + "".join(rows), "--id", "id", code=6)
                self.assertEqual(lines_of, {"rows": f"VIOLATED ({value}, 8; {reason})"})
                self.expect(6, "check", "data.csv", "result.csv", *REQUEST, "--id", "id", "--json", "out.json")
                self.assertEqual(read_json(self.text("out.json"))["properties"],
                                 [{"property": "rows", "ok": False, "value": str(value), "limit": "8", "reason": reason}])
                self.assertEqual(self.second_opinion("data.csv", "result.csv", *REQUEST, "--id", "id").code, 6)


class GoodResults(CheckCase):
    def test_each_property_has_one_line_with_value_and_limit(self):
        self.put("result.csv", GOOD)
        done = self.expect(0, "check", "data.csv", "result.csv", *REQUEST, "--min-size", 3, "--scale", "none")
        self.assertEqual(done.out, "rows: ok (8, 8)\nclusters: ok (2, 2)\ncapacity: ok (4, 4)\nmin_size: ok (4, 3)\n"
                                   "balance: ok (1/1, 1/1)\ncost: ok (8)\n")

    def test_several_attributes_have_a_line_each(self):
        self.put("data.csv", "x,g,h\n0,a,c\n1,b,c\n2,a,d\n3,b,c\n")
        lines = self.check("row,cluster\n1,1\n2,1\n3,2\n4,2\n", code=6,
                           request=("-k", 2, "-p", "g,h", "-t", "g=1,h=1/3"))
        self.assertEqual((lines["balance g"], lines["balance h"]), ("ok (1/1, 1/1)", "VIOLATED (0/2, 1/3)"))

    def test_labels_by_row_may_come_in_any_order(self):
        rows = "".join(f"{i + 1},{1 + i // 4}\n" for i in (3, 1, 7, 5, 0, 2, 4, 6))
        self.check("row,cluster\n" + rows, code=0)

    def test_labels_by_id_may_come_in_any_order(self):
        rows = "".join(f"p{i},{1 + i // 4}\n" for i in (3, 1, 7, 5, 0, 2, 4, 6))
        self.check("id,cluster\n" + rows, "--id", "id", code=0)

    def put_matrix(self, name, shape, values):
        head = repr({"descr": "<f8", "fortran_order": False, "shape": shape}).ljust(117) + "\n"
        self.put(name, b"\x93NUMPY\1\0" + struct.pack("<H", 118) + head.encode() + struct.pack(f"<{len(values)}d", *values))

    def test_both_forms_of_a_result_of_one_column_are_told_apart(self):
        places = [1, 2, 8, 9.5]
        self.put("x.csv", "x\n1\n2\n8\n9.5\n")
        self.put("row.csv", "row\n1\n2\n8\n9.5\n")
        self.put("who.csv", "who\nann\nbob\ncyd\ndan\n")
        self.put_matrix("vector.npy", (4,), places)
        self.put_matrix("column.npy", (4, 1), places)
        self.put_matrix("distances.npy", (4, 4), [abs(a - b) for a in places for b in places])
        given = "who.csv", "--distances", "distances.npy"
        for data, *options in ["x.csv"], ["row.csv"], ["vector.npy"], ["column.npy"], given, [*given, "--id", "who"]:
            for form in [], ["--labels-only"]:
                with self.subTest(data=data, options=options, form=form):
                    self.expect(0, "cluster", data, "-k", 2, *options, *form, "-o", "result.csv")
                    request = data, "result.csv", "-k", 2, *options
                    lines = properties(self.expect(0, "check", *request).out)
                    self.assertEqual((lines["rows"], lines["capacity"]), ("ok (4, 4)", "ok (2, 3)"))
                    self.assertEqual(self.second_opinion(*request).code, 0)
                    head, *rows = self.text("result.csv").splitlines()
                    for wrong in ([head, *rows[1:]], [head, *rows, rows[0]], [head, rows[1], *rows[1:]],
                                  [head.replace(",", "s,"), *rows]):
                        self.put("result.csv", "\n".join(wrong) + "\n")
                        self.assertIn(self.run_tool("check", *request).code, (3, 6), wrong)
                        self.assertIn(self.second_opinion(*request).code, (3, 6), wrong)

    def test_a_column_called_row_is_the_data_unless_it_cannot_be(self):
        for cells, keys, code in (("4 3 2 1", "4 3 2 1", 0), ("4 3 2 1", "1 2 3 4", 6), ("7 8 9 4", "1 2 3 4", 0),
                                  ("7 8 9 4", "2 1 3 4", 6), ("1 1 2 3", "1 2 3 4", 6), ("01 02 03 04", "1 2 3 4", 0),
                                  ("01 02 03 04", "01 02 03 04", 0), ("7 8 9 4", "01 02 03 04", 6)):
            with self.subTest(cells=cells, keys=keys):
                self.put("row.csv", "row\n" + cells.replace(" ", "\n") + "\n")
                self.put("result.csv", "row,cluster\n" + "".join(f"{key},{1 + i // 2}\n" for i, key in enumerate(keys.split())))
                self.expect(code, "check", "row.csv", "result.csv", "-k", 2)
                self.assertEqual(self.second_opinion("row.csv", "result.csv", "-k", 2).code, code)

    def test_the_result_may_have_another_form_than_the_data(self):
        labels = "row,cluster\n" + "".join(f"{i + 1},{1 + i // 4}\n" for i in range(8))
        for data in DATA, DATA.replace(",", ";"), DATA.replace(",", "\t"):
            self.put("data.csv", data)
            for result in labels, labels.replace("\n", "\r\n"), "\ufeff" + labels:
                self.check(result, code=0)
            self.check(data.replace("\n", "\r\n").replace("id", '"id"'), code=3)
            self.put("form.csv", "".join(a + data[2:3] + b.rpartition(",")[2] + "\n" for a, b in
                                         zip(data.splitlines(), GOOD.splitlines())))
            self.expect(0, "check", "data.csv", "form.csv", *REQUEST)

    def test_the_result_may_have_any_delimiter(self):
        def with_mark(text, mark):
            return text.replace(",", mark)
        by_row = "row,cluster\n" + "".join(f"{i + 1},{1 + i // 4}\n" for i in range(8))
        by_id = "id,cluster\n" + "".join(f"p{i},{1 + i // 4}\n" for i in range(8))
        for data in ",;\t|":
            self.put("data.csv", with_mark(DATA, data))
            for result in by_row, by_id, GOOD:
                for mark in ",;\t|":
                    text = with_mark(result, mark)
                    for named in text, text.replace("\n", "\r"), f"sep={mark}\n" + text:
                        self.check(named, "--id", "id", code=0)
                    self.expect(0, "check", "data.csv", "-", *REQUEST, "--id", "id", stdin=named.encode())
                    self.assertEqual(self.violated(text.replace("2\n", "1\n", 1), "--id", "id"), {"balance", "capacity"})
        self.put("data.csv", DATA)
        self.put("result.csv", with_mark(by_id, ";").replace("p3;1", "p3"))
        self.assertIn("result.csv: line 5: the row has 1 field where the others have 2",
                      self.expect(3, "check", "data.csv", "result.csv", "--id", "id", *REQUEST).err)
        self.put("names.csv", "name,x\n" + "".join(f'"Love, {c}",{i}\n' for i, c in enumerate("abcd")))
        self.put("result.csv", "name;cluster\n" + "".join(f"Love, {c};{1 + i // 2}\n" for i, c in enumerate("abcd")))
        self.expect(0, "check", "names.csv", "result.csv", "--id", "name", "-k", 2)

    def test_the_result_can_come_from_standard_input(self):
        for data in DATA, DATA.replace(",", ";"):
            self.put("data.csv", data)
            for only in [], ["--labels-only"]:
                table = self.expect(0, "cluster", "data.csv", *REQUEST, *only).out
                self.expect(0, "check", "data.csv", "-", *REQUEST, stdin=table.encode())

    def test_the_data_can_come_from_standard_input(self):
        self.put("result.csv", GOOD)
        self.expect(0, "check", "-", "result.csv", *REQUEST, stdin=DATA.encode())
        self.expect(2, "check", "-", "-", *REQUEST)

    def test_a_large_result_can_come_from_standard_input(self):
        self.expect(0, "generate", "--n", 20000, "-o", "data.csv")
        rows = "".join(f"{i},{1 + i % 100}\n" for i in range(1, 20001))
        self.expect(0, "check", "data.csv", "-", "-k", 100, stdin=("row,cluster\n" + rows).encode())

    def test_without_k_the_largest_label_counts(self):
        lines = self.check(GOOD, code=0, request=("-f", "x"))
        self.assertEqual((lines["clusters"], lines["capacity"]), ("ok (2, 2)", "ok (4, 5)"))

    def test_dropped_rows_have_no_place_in_the_result(self):
        self.put("data.csv", "x,g\n0,a\nNA,b\n2,b\n")
        for result in "x,g,cluster\n0,a,1\n2,b,1\n", "row,cluster\n1,1\n3,1\n":
            self.check(result, "--missing", "drop", code=0, request=("-k", 1, "-p", "g"))
        for result in "x,g,cluster\n0,a,1\nNA,b,1\n2,b,1\n", "row,cluster\n1,1\n2,1\n3,1\n":
            self.check(result, "--missing", "drop", code=6, request=("-k", 1, "-p", "g"))

    def test_equal_ids_are_matched_in_the_order_of_the_file(self):
        self.put("data.csv", "id,x\nsame,0\nsame,1\nother,9\n")
        lines = self.check("id,cluster\nother,2\nsame,1\nsame,1\n", code=0,
                           request=("-k", 2, "--id", "id", "--scale", "none"))
        self.assertEqual(lines["cost"], "ok (1)")


class BadResults(CheckCase):
    def test_a_cluster_too_large_is_found(self):
        bad = GOOD.replace("p4,4,a,2", "p4,4,a,1")
        self.assertEqual(self.violated(bad), {"capacity", "balance"})
        self.assertEqual(self.violated(bad, "0", request=UNBALANCED), {"capacity"})
        self.check(bad, "1/3", "-q", 5, request=UNBALANCED, code=0)

    def test_a_cluster_too_small_is_found(self):
        self.assertEqual(self.violated(GOOD, "--min-size", 5, "-q", 5), {"min_size"})

    def test_an_unbalanced_cluster_is_found(self):
        swapped = GOOD.replace("p3,3,b,1", "p3,3,b,2").replace("p4,4,a,2", "p4,4,a,1")
        lines = self.check(swapped, code=6)
        self.assertEqual(lines["balance"], "VIOLATED (1/3, 1/1)")
        self.check(swapped, "1/3", request=UNBALANCED, code=0)

    def test_an_empty_cluster_is_found(self):
        lines = self.check(GOOD, "-k", 3, code=6)
        self.assertEqual((lines["clusters"], lines["min_size"]), ("VIOLATED (2, 3)", "VIOLATED (0, 1)"))

    def test_a_label_above_k_is_found(self):
        self.assertIn("clusters", self.violated(GOOD.replace("p7,7,b,2", "p7,7,b,3")))

    def test_a_label_that_is_no_whole_number_from_1_is_found(self):
        for wrong in "0", "-1", "1.0", "two", "", "1e0", "99999999999":
            with self.subTest(wrong):
                self.assertTrue(self.violated(GOOD.replace("p7,7,b,2", f"p7,7,b,{wrong}")) & {"rows", "clusters"})

    def test_a_missing_row_is_found(self):
        self.assertEqual(self.violated(GOOD.replace("p7,7,b,2\n", "")), {"rows"})

    def test_a_row_that_comes_twice_is_found(self):
        self.assertEqual(self.violated(GOOD + "p7,7,b,2\n"), {"rows"})
        labels = "row,cluster\n" + "".join(f"{i + 1},{1 + i // 4}\n" for i in range(8))
        self.assertEqual(self.violated(labels + "8,2\n"), {"rows"})
        self.assertEqual(self.violated(labels.replace("8,2", "7,2")), {"rows"})

    def test_a_row_that_is_not_in_the_data_is_found(self):
        self.assertEqual(self.violated("row,cluster\n" + "".join(f"{i},1\n" for i in range(8)),
                                       request=("-k", 1, "-f", "x")), {"rows"})

    def test_a_changed_cell_is_found(self):
        for changed in GOOD.replace("p7,7", "p7,8"), GOOD.replace("p7,7,b", "p7,7,a"), GOOD.replace("p7", "P7"), \
                GOOD.replace("p7,7", "p7,7.0"):
            self.assertEqual(self.violated(changed), {"rows"})

    def test_rows_in_another_order_are_found(self):
        lines = GOOD.splitlines()
        lines[1], lines[2] = lines[2], lines[1]
        self.assertEqual(self.violated("\n".join(lines) + "\n"), {"rows"})

    def test_a_changed_header_is_found(self):
        self.assertEqual(self.violated(GOOD.replace("id,x,g", "id,y,g")), {"rows"})

    def test_a_file_that_is_no_result_is_bad_data(self):
        for result in DATA, GOOD.replace("cluster", "team"), "id,cluster\np0,1\n", "a,b,c,d,cluster\n1,2,3,4,5\n":
            self.put("result.csv", result)
            done = self.expect(3, "check", "data.csv", "result.csv", *REQUEST)
            self.assertIn('is no result for this file: it needs the file\'s 3 columns and then "cluster"', done.err)

    def test_a_faulty_result_names_its_line(self):
        self.put("result.csv", GOOD.replace("p4,4,a,2", "p4,4,a"))
        done = self.expect(3, "check", "data.csv", "result.csv", *REQUEST)
        self.assertIn("result.csv: line 6: the row has 3 fields where the others have 4", done.err)
        self.put("data.csv", DATA.replace(",", ";"))
        self.put("result.csv", GOOD.replace("p4,4,a,2", "p4,4,a").replace(",", ";"))
        done = self.expect(3, "check", "data.csv", "result.csv", *REQUEST)
        self.assertIn("result.csv: line 6: the row has 3 fields where the others have 4", done.err)
        self.put("result.csv", "row,cluster\n1,1\n2\n")
        done = self.expect(3, "check", "data.csv", "result.csv", *REQUEST)
        self.assertIn("result.csv: line 3: the row has 1 field where the others have 2", done.err)

    def test_a_result_that_cannot_be_read_is_exit_7(self):
        self.expect(7, "check", "data.csv", "missing.csv", *REQUEST)
        self.expect(7, "check", "data.csv", ".", *REQUEST)


class Json(CheckCase):
    def test_the_report_has_every_line(self):
        for result, options, code in (GOOD, [], 0), (GOOD, ["-q", 3], 6):
            lines = self.check(result, *options, "--json", "out.json", code=code)
            report = read_json(self.text("out.json"))
            self.assertEqual(report["status"], "violated" if code else "ok")
            self.assertEqual([p["property"] for p in report["properties"]], list(lines))
            for p in report["properties"]:
                word, value, limit = re.fullmatch(r"(\w+) \(([^,]*)(?:, (.*))?\)", lines[p["property"]]).groups()
                self.assertEqual((p["ok"], p["value"], p["limit"]), (word == "ok", value, limit))
            self.assertEqual(str(report["cost"]), report["properties"][-1]["value"])

    def test_a_report_on_standard_output_stands_alone(self):
        self.put("result.csv", GOOD)
        done = self.expect(0, "check", "data.csv", "result.csv", *REQUEST, "--json", "-")
        self.assertEqual(read_json(done.out)["status"], "ok")

    def test_a_report_that_cannot_be_written_is_exit_7(self):
        self.put("result.csv", GOOD)
        self.expect(7, "check", "data.csv", "result.csv", *REQUEST, "--json", "missing/out.json")


if __name__ == "__main__":
    unittest.main()
