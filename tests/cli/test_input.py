"""What faircap reads and what it refuses: one test for each row of the table in docs/INPUT.md.

The table is a promise to users. The class TableOfRules checks that it names the same rules as this file and
test_roles.py; every other test holds faircap to one row, through the command line, as a user would meet it.
"""
import ast
import bz2
import csv
import gzip
import io
import lzma
import math
import os
import pathlib
import re
import struct
import threading
import unittest

from tool import ROOT, Case, read_json

PAGE = os.path.join(ROOT, "docs", "INPUT.md")


def npy(rows, kind="<f8", fortran=False, shape=None, head=None):
    """The bytes of a .npy file (version 1.0) that holds these rows."""
    shape = (len(rows), len(rows[0])) if shape is None else shape
    head = head or repr({"descr": kind, "fortran_order": fortran, "shape": shape})
    head += " " * (-(len(head) + 11) % 64) + "\n"
    values = [v for row in (zip(*rows) if fortran else rows) for v in row]
    code = kind[0] + {"f4": "f", "f8": "d", "i8": "q"}[kind[1:]] * len(values)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack(code, *values)


class InputCase(Case):
    """Reads made-up files by asking for one cluster of all rows."""

    def read(self, content, *options, name="data.csv", stdin=b""):
        """The JSON report, and beside it: notes (what was said) and table (records of the output)."""
        if content is not None:
            self.put(name, content)
        done = self.expect(0, "cluster", name, "-m", "kmedoids", "-k", 1, "--effort", 1, "--threads", 1,
                           "--json", "-", "-o", "out.csv", *options, stdin=stdin)
        report = read_json(done.out)
        report["notes"] = done.err
        report["text"] = self.text("out.csv")
        report["table"] = list(csv.reader(io.StringIO(report["text"], newline=""), delimiter=","))
        return report

    def refuse(self, content, *options, code=3):
        """What is said about a file that is refused: one text a line, without the program's and file's name."""
        self.put("data.csv", content)
        before = self.names()
        done = self.expect(code, "cluster", "data.csv", "-k", 1, "-o", "no.csv", "--json", "no.json", *options)
        self.assertEqual((done.out, self.names()), ("", before))
        return [line.replace("faircap: ", "", 1).replace("data.csv: ", "", 1) for line in done.err.splitlines()
                if not line.startswith("note:")]

    def assert_fault(self, content, place, words, *options):
        """The file has exactly one fault, at that place, and the message has these words."""
        said = self.refuse(content, *options)
        self.assertEqual(len(said), 1, said)
        self.assertTrue(said[0].startswith(place + ": "), said)
        self.assertIn(words, said[0])


class Formats(InputCase):
    def assert_two_columns(self, content, delimiter, *options):
        seen = self.read(content, *options)
        self.assertEqual(seen["text"].splitlines()[0], f"x{delimiter}y{delimiter}cluster")
        self.assertEqual((seen["n"], seen["features"]), (3, ["x", "y"]))

    def test_commas_are_detected(self):
        self.assert_two_columns("x,y\n1,2\n3,4\n5,6\n", ",")

    def test_semicolons_are_detected(self):
        self.assert_two_columns("x;y\n1;2\n3;4\n5;6\n", ";")

    def test_tabs_are_detected(self):
        self.assert_two_columns("x\ty\n1\t2\n3\t4\n5\t6\n", "\t")

    def test_pipes_are_detected(self):
        self.assert_two_columns("x|y\n1|2\n3|4\n5|6\n", "|")

    def test_a_delimiter_inside_quotes_has_no_vote(self):
        seen = self.read('x,"y"\n1,"a;b;c"\n3,"a;b;c"\n5,"d;e;f"\n')
        self.assertEqual(seen["features"], ["x", "y"])
        self.assertEqual(seen["table"][1], ["1", "a;b;c", "1"])

    def test_a_delimiter_that_fits_as_well_is_noted(self):
        said = "divided as evenly by commas as by pipes; if it is commas that are between the cells, say --delimiter ','"
        self.assertIn(said, self.read("x|a,b|y\n1|c,d|2\n3|e,f|4\n")["notes"])
        self.assertNotIn("as evenly", self.read("x|a,b|y\n1|c,d|2\n3|e,f|4\n", "--delimiter", "|")["notes"])
        self.assertNotIn("as evenly", self.read("x,0;y\n1,5;2\n3,5;4\n")["notes"])

    def test_a_delimiter_that_was_missed_is_noted(self):
        said = "each line is one cell, though {} divide all of them alike; if these are between the cells, say --delimiter {}"
        for mark, word in {" ": "blanks", ":": "colons", "^": "carets", "~": "tildes"}.items():
            text = "".join(f"{a}{mark}{b}\n" for a, b in ("xy", "12", "12", "34", "34"))
            self.assertIn(said.format(word, f"'{mark}'"), self.read(text)["notes"])
            self.assertNotIn("one cell", self.read(text, "--delimiter", mark)["notes"])
        for text in "name age\nann 5\nann 6\nann 5\nbob 6\n", "age name\n5 ann\n6 ann\n5 ann\n6 ann\n":
            self.assertIn(said.format("blanks", "' '"), self.read(text)["notes"])
        for mark, option, word in (",", "','", "commas"), ("\t", "tab", "tabs"), ("|", "'|'", "pipes"):
            text = "sep=;\n" + "".join(f"{a}{mark}{b}\n" for a, b in ("xy", "12", "12", "34", "34"))
            self.assertIn(said.format(word, option), self.read(text)["notes"])
        for text in "sep=;\n1,5\n2,5\n1,5\n", "city name\nNew York\nLos Angeles\nNew York\nLos Angeles\n", "x\n1:30\n1:40\n1:30\n1:40\n", \
                "room\nHall 1\nHall 2\nHall 1\nHall 2\n", "a room\nin Hall 1 2\nHall 2\nin Hall 1 2\nin Hall 2 2\n":
            self.assertNotIn("--delimiter", self.read(text)["notes"])

        for text, word, remedy in (("x\001y\n1\0012\n3\0014\n", "the characters U+0001", "say --delimiter $'\\001'"),
                                   ("x，y\n1，2\n1，2\n", "wide commas", "replace them by commas"),
                                   ("sex  age\nF    12\nM     9\nF    12\n", "blanks", "replace them by commas"),
                                   ("a b\n10 1\n8  2\n7 3\n", "blanks", "replace them by commas"),
                                   ("x1 x2\na 3.1 -0.2\nb 2.3 0.9\n", "blanks", "say --delimiter ' '")):
            self.assertIn(f"though {word} divide all of them alike; if these are between the cells, {remedy}",
                          self.read(text, "--categorical", 1)["notes"])
        self.assert_two_columns("x\001y\n1\0012\n3\0014\n5\0016\n", "\001", "--delimiter", "\001")

    def test_lines_in_quotes_that_a_delimiter_divides_are_noted(self):
        for text, word in (('"x;g"\n"1;a"\n"2;b"\n"1;a"\n', "semicolons"), ('"x,g"\n"1,""a"""\n"2,""b"""\n"1,""a"""\n', "commas")):
            self.assertIn(f"each line is one cell in quotes, though {word} divide all of them alike; if these are between the "
                          "cells, take the quotes off the lines", self.read(text)["notes"])
        for text in '"name"\n"Doe, Ann"\n"Doe, Ann"\n"Roe, Bob"\n', '"x"\n"1;a"\n"2;b;c"\n"1;a"\n':
            self.assertNotIn("one cell", self.read(text)["notes"])

    def test_a_delimiter_that_nearly_all_lines_have_is_noted(self):
        rows = ["Name, First;Age;Note", "Doe, Ann;12;ok", "Roe, Bob;13", "Doe, Ann;12;ok", "Roe, Bob;13;ok"]
        said = ("commas divide the lines into 2 cells, and semicolons nearly all of them into 3; if it is semicolons that are "
                "between the cells, mend the other lines and say --delimiter ';'")
        self.assertIn(said, self.read("\n".join(rows))["notes"])
        self.assertNotIn("nearly", self.read("\n".join(rows), "--delimiter", ",")["notes"])
        self.assertNotIn("nearly", self.read("\n".join([*rows, rows[2]]))["notes"])
        self.assertIn("the row has 2 fields where the others have 3", self.refuse("\n".join(rows), "--delimiter", ";")[0])
        self.assertNotIn("nearly", self.read("x,0;y\n1,5;2,5\n3,5;4,5\n3,5;4\n3,5;4,5\n")["notes"])

    def test_a_given_delimiter_overrules_detection(self):
        self.assert_two_columns("x:y\n1:2\n3:4\n5:6\n", ":", "--delimiter", ":")
        self.assert_two_columns("x\ty\n1\t2\n3\t4\n5\t6\n", "\t", "--delimiter", "tab")
        self.assertEqual(self.read("x;y\n1;2\n1;2\n", "--delimiter", ",")["features"], ["x;y"])

    def test_a_delimiter_is_one_ascii_character(self):
        for wrong in "ab", "", "§", '"', "\n":
            with self.subTest(delimiter=wrong):
                said = self.refuse("x,y\n1,2\n", "--delimiter", wrong, code=2)
                self.assertIn("delimiter", said[0])

    def test_an_excel_sep_line_names_the_delimiter(self):
        self.assert_two_columns("sep=|\nx|y\n1|2\n3|4\n5|6\n", "|")
        self.assert_two_columns("SEP=:\r\nx:y\r\n1:2\r\n3:4\r\n5:6\r\n", ":")
        self.assert_fault("sep=;\nx;y\n1;2\n3;oops\n5;6\n", "line 4, column 2", "oops")

    def test_a_byte_order_mark_is_skipped(self):
        seen = self.read(b"\xef\xbb\xbfx,y\n1,2\n3,4\n", "-f", "x")
        self.assertEqual(seen["text"].splitlines()[0], "\ufeffx,y,cluster")
        self.assertFalse(self.read("x,y\n1,2\n3,4\n")["text"].startswith("\ufeff"))
        for mark in "\ufeff" * 2, "\ufeff" * 3:
            self.assertEqual(self.read(mark + "sep=;\nx;y\n1;2\n3;4\n", "-f", "x")["text"].splitlines()[0], "\ufeffx;y;cluster")

    def test_a_byte_order_mark_before_the_first_record_is_skipped(self):
        mark = "\ufeff"
        for text, *options in ((f"sep=;\n{mark}x;y\n1;2\n3;4\n",), (f"\n \n{mark}{mark}x,y\n1,2\n3,4\n",), (f'"{mark}x",y\n1,2\n3,4\n',),
                               (f"a title\n{mark}x,y\n1,2\n3,4\n", "--skip", 1), (f'{mark}"{mark}{mark}x",y\n1,2\n3,4\n',),
                               (f"a title\n{mark}sep=|\n{mark}x|y\n1|2\n3|4\n", "--skip", 1)):
            with self.subTest(text=text):
                seen = self.read(text, "-f", "x,y", *options)
                self.assertEqual((seen["n"], seen["features"]), (2, ["x", "y"]))
                self.assertEqual(seen["text"].lstrip(mark)[:1], "x")
        for marks in 1, 2, 3:
            for code in "utf-16-le", "utf-16-be":
                self.assertEqual(self.read((marks * mark + "x,y\n1,2\n3,4\n").encode(code), "-f", "x")["features"], ["x"])
        self.assertEqual(self.read(f'"{mark}1",2\n3,4\n')["table"], [["1", "2", "cluster"], ["1", "2", "1"], ["3", "4", "1"]])
        self.assertEqual(self.read(f'"{mark}\'=x",y\n1,2\n', "-f", "=x")["features"], ["=x"])  # the apostrophe of a formula comes off
        for text in f"a,{mark}b\n1,2\n", f'a,b\n"{mark}x",2\n"{mark}x",3\n':  # elsewhere it is part of a cell
            self.assertIn(mark, self.read(text)["text"][1:])

    def test_a_workbook_is_told_from_a_text_file(self):
        said = self.refuse(b"PK\x03\x04\x14\x00\x06\x00rest of a zip file")
        self.assertIn("this is a workbook (.xlsx, .ods) or another zip file; export the sheet as CSV", said[0])

    def test_other_formats_are_told_by_name(self):
        for content, words in ((lzma.compress(b"x,y\n1,2\n"), "packed with xz; unpack it"),
                               (bz2.compress(b"x,y\n1,2\n"), "packed with bzip2; unpack it"),
                               (b"\x28\xb5\x2f\xfd\x24\x08", "packed with zstd; unpack it"),
                               (b"7z\xbc\xaf\x27\x1c\x00\x04", "packed with 7-Zip; unpack it"),
                               (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", "a workbook of an older Excel (.xls); export"),
                               (b"PAR1\x15\x04\x15", "a Parquet file; export it as CSV"),
                               (b"%PDF-1.7\n", "a PDF; export the table as CSV"),
                               (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a picture (PNG), no table"),
                               (b"\xff\xd8\xff\xe0\0\x10JFIF", "a picture (JPEG), no table"),
                               (b"GIF89a\x01\0\x01\0", "a picture (GIF), no table"),
                               (b"SQLite format 3\0\x10\0", "a database of SQLite; export"),
                               (b"\x89HDF\r\n\x1a\n\0", "an HDF5 file; export"),
                               (b"ARROW1\0\0\xff\xff", "a Feather or Arrow file; export"),
                               (b"FEA1\0\0\0\0", "a Feather file; export"),
                               (b"RDX3\nX\n\0\0\0\3", "a file of R; write the table with write.csv()"),
                               (b"RDX2\nX\n\0\0\0\2", "a file of R; write the table with write.csv()"),
                               (b"X\n\0\0\0\3", "a file of R; write the table with write.csv()"),
                               (b"Rar!\x1a\x07\x01\0", "packed with RAR; unpack it"),
                               (b"\x1f\x9d\x90ab", "packed with compress; unpack it")):
            with self.subTest(words):
                self.assertIn(words, self.refuse(content)[0])
                self.assertIn(words, self.refuse(gzip.compress(content))[0])
        self.assertIn("packed with gzip twice", self.refuse(gzip.compress(gzip.compress(b"x,y\n1,2\n")))[0])
        self.assertEqual(self.read("BZh9,y\n1,2\n3,4\n")["features"], ["BZh9", "y"])

    def test_texts_that_are_no_csv_are_told_by_name(self):
        page = "<html>\n<table>\n<tr>\n<td>1</td>\n</tr>\n<tr>\n<td>1</td>\n</tr>\n</table>\n</html>\n"
        for content, words in (("<!DOCTYPE html>\n" + page, "a web page (HTML)"), (page.upper(), "a web page (HTML)"),
                               ("\n  " + page[7:], "a web page (HTML)"), ("<?xml version='1.0'?>\n<a>\n</a>\n", "this is XML"),
                               ('{"x":1}\n{"x":1}\n{"x":2}\n', "this is JSON"), ('{\n "x": 1\n}\n', "this is JSON"),
                               ('[\n {"x": 1}\n]\n', "this is JSON"), ('["x","y"]\n[1,2]\n', "this is JSON"),
                               ("{\\rtf1\nx\nx\n}\n", "a document (RTF)")):
            for code in "utf-8", "utf-8-sig", "utf-16":
                with self.subTest(content, code=code):
                    self.assertIn(words, self.refuse(content.encode(code))[0])
        self.assertEqual(self.read(page + "x,y\n1,2\n3,4\n", "--skip", 10)["features"], ["x", "y"])
        for name in "<html>", "<table", "[{x", "{\\rtf", "PAR1", "%PDF-", "GIF89a", "FEA1", "PK\x03\x04", "BZh91AY&SY":
            self.assertEqual(self.read(f'"{name}",y\n1,2\n3,4\n')["table"][0][0], name)
            self.expect(0, "check", "data.csv", "out.csv", "-k", 1)
        for name in "{x}", "[x]", "<x>", "<5", "{", "<htm":
            self.assertEqual(self.read(f"{name},y\n1,2\n3,4\n")["features"], [name, "y"])

    def test_a_column_of_tags_is_refused(self):
        for text in "<rows>\n<row>\n<x>1</x>\n</row>\n<row>\n<x>1</x>\n</row>\n</rows>\n", "<!-- x -->\n<p>\n<p>\n</p>\n":
            self.assertIn("this is XML or a web page", self.refuse(text)[0])
            self.assertEqual(self.read("\n" + text, "--skip", 1)["n"], text.count("\n") - 1)
        for text in ("<CLOSE>\n1\n2\n1\n", "<x>,<y>\n<a>,<b>\n<a>,<c>\n", '"<x>"\n"<a>"\n"<a>"\n', "<18\n<b>\n<c>\n<b>\n",
                     "<18>\n<b>\n<c>\n<b>\n", "<x>\na\na\nb\n"):
            self.assertEqual(self.read(text)["n"], text.count("\n") - 1)

    def test_other_encodings_are_refused(self):
        text = "x,y\n1,2\n3,4\n"
        for code, words in ("utf-32", "NUL byte"), ("utf-32-be", "NUL byte"), ("cp037", "not valid UTF-8"):
            with self.subTest(code):
                self.assertIn(words, self.refuse(text.encode(code))[0])

    def test_utf16_with_a_mark_is_read(self):
        text = "\ufeffx,größe\n1,2\n3,4\n"
        plain = self.read(text[1:])
        for code in "utf-16-le", "utf-16-be":
            with self.subTest(code=code):
                seen = self.read(text.encode(code))
                self.assertEqual(seen["text"], "\ufeff" + plain["text"])
        seen = self.read("\ufeffx,y\n1,\U0001f600\n2,\U0001f600\n".encode("utf-16-le"))
        self.assertEqual(seen["table"][1][1], "\U0001f600")

    def test_damaged_utf16_is_refused(self):
        text = "\ufeffx,y\n1,2\n".encode("utf-16-le")
        self.assertIn("odd number of bytes", self.refuse(text + b"x")[0])
        self.assertIn("half a character", self.refuse(text + b"\x00\xd8")[0])

    def test_utf16_without_a_mark_is_refused(self):
        said = self.refuse("x,y\n1,2\n".encode("utf-16-le"))
        self.assertIn("line 1, column 1: there is a NUL byte", said[0])

    def test_every_line_end_gives_the_same_table(self):
        text = "x,y\n1,2\n3,4\n5,6\n"
        plain = self.read(text)
        for end in "\r\n", "\r":
            with self.subTest(end=end):
                self.assertEqual(self.read(text.replace("\n", end))["text"], plain["text"])
        mixed = self.read("x,y\r\n1,2\r3,4\n5,6\r\n")
        self.assertEqual(mixed["text"], plain["text"])

    def test_the_last_line_needs_no_end(self):
        self.assertEqual(self.read("x,y\n1,2\n3,4")["n"], 2)

    def test_an_end_mark_of_dos_is_no_row(self):
        plain = self.read("x,y\n1,2\n3,4\n")
        for end in b"\x1a", b"\x1a" * 100, b"\x1a\r\n", b"\n\x1a \x1a\n\n":
            self.assertEqual(self.read(b"x,y\n1,2\n3,4\n" + end)["text"], plain["text"])
        self.assertEqual(self.read(b"x\na\na\nb\nb\n\x1a")["n"], 4)
        self.assertEqual(self.read(b"x\na\na\nb\nb\n\x1a\r\n")["n"], 4)
        self.assertEqual(self.read(b"x\na\na\nb\nb\n\x1ab\n")["n"], 5)

    def test_blank_lines_are_skipped_and_counted(self):
        self.assertEqual(self.read("\n \nx,y\n\n1,2\n\t\n3,4\n\n\n")["n"], 2)
        self.assert_fault("\n \nx,y\n\n1,2\n\t\n3,4\n\noops,6\n", "line 9, column 1", "oops")

    def test_lines_are_physical_lines_after_quoted_line_breaks(self):
        self.assert_fault('x,y\n1,"a\n\nb"\n2,b\n"oops\nmore",c\n3,"d\ne"\n4,f\n', "line 6, column 1", "oops")

    def test_lines_are_counted_right_in_crlf_files(self):
        self.assert_fault("x,y\r\n1,2\r\noops,4\r\n5,6\r\n", "line 3, column 1", "oops")
        self.assert_fault('x,y\r\n1,"a\r\nb"\r\n\r\n2,c\r\noops,d\r\n3,e\r\n', "line 6, column 1", "oops")

    def test_lines_are_counted_right_in_cr_files(self):
        self.assert_fault("x,y\r1,2\roops,4\r5,6\r", "line 3, column 1", "oops")
        self.assert_fault('x,y\r1,"a\rb"\r\r2,c\roops,d\r3,e\r', "line 6, column 1", "oops")

    def test_lines_are_counted_right_with_mixed_ends(self):
        self.assert_fault('x,y\r\n1,"a\rb"\n\r2,c\r\r\noops,d\n3,e\r', "line 7, column 1", "oops")

    def test_lines_before_the_header_can_be_skipped(self):
        text = 'Report of "today\nwith, three, fields\nx,y\n1,2\n3,4\n'
        self.assertEqual(self.read(text, "--skip", 2)["features"], ["x", "y"])
        self.assert_fault(text + "oops,6\n7,8\n", "line 6, column 1", "oops", "--skip", 2)
        self.assertIn("the file is empty", self.refuse(text, "--skip", 9)[0])

    def test_gzip_is_recognised_by_content(self):
        text = b"x,y\n1,2\n3,4\n"
        plain = self.read(text)
        for name in "data.csv.gz", "data.csv":
            self.assertEqual(self.read(gzip.compress(text), name=name)["text"], plain["text"])
        two_members = gzip.compress(text[:7]) + gzip.compress(text[7:])
        self.assertEqual(self.read(two_members, name="two.csv.gz")["text"], plain["text"])
        for behind in b"", gzip.compress(text[7:]) + bytes(9):
            padded = gzip.compress(text[:7] if behind else text) + bytes(100) + behind
            self.assertEqual(self.read(padded, name="padded.csv.gz")["text"], plain["text"])

    def test_damaged_gzip_is_refused(self):
        packed = gzip.compress(b"x,y\n" + b"".join(b"%d,%d\n" % (i, i * i) for i in range(1000)))
        for damaged in (packed[:len(packed) // 2], packed[:-1], packed[:-8] + b"\0\1\2\3" + packed[-4:],
                        packed + bytes(9) + b"x", packed + bytes(9) + packed[:-1]):
            self.assertIn("gzip", self.refuse(damaged)[0])

    def test_a_matrix_of_floats_is_read(self):
        rows = [[0.5, 2.0, -1.0], [3.5, 6.0, -1.0]]
        for kind in "<f4", "<f8", ">f4", ">f8":
            for fortran in False, True:
                with self.subTest(kind=kind, fortran=fortran):
                    seen = self.read(npy(rows, kind, fortran), "--scale", "none", name="data.npy")
                    self.assertEqual(seen["table"], [["1", "2", "3", "cluster"], ["0.5", "2", "-1", "1"],
                                                     ["3.5", "6", "-1", "1"]])
                    self.assertEqual(seen["cost"], 5)

    def test_a_column_of_a_matrix_makes_groups(self):
        matrix = npy([[0.5, 2.0, 1.0], [3.5, 6.0, 0.0], [0.5, 2.5, 1.0], [1.5, 2.5, 1.0]])
        seen = self.read(matrix, "-p", "3", "-t", "1/3", "--scale", "none", name="data.npy")
        self.assertEqual(seen["groups"], {"3": [{"0": 1, "1": 3}]})
        self.assertEqual(seen["coordinates"], 2)

    def test_a_nan_of_a_matrix_is_missing(self):
        matrix = npy([[1.0, 2.0], [float("nan"), 4.0], [3.0, 5.0]])
        self.assertIn("1 of 3 cells is missing", self.refuse(matrix)[0])
        self.assertEqual(self.read(matrix, "--missing", "drop")["n"], 2)

    def test_an_infinity_of_a_matrix_is_refused(self):
        self.assertIn("row 2, column 1 of the .npy file is infinite",
                      self.refuse(npy([[1.0, 2.0], [float("inf"), 4.0]]))[0])

    def test_another_array_is_refused(self):
        for what, array in {"whole numbers": npy([[1, 2], [3, 4]], "<i8"),
                            "cut short": npy([[1.0, 2.0], [3.0, 4.0]])[:-1],
                            "three axes": npy([[1.0, 2.0], [3.0, 4.0]], shape=(2, 2, 1)),
                            "no rows": npy([[1.0]], shape=(0, 1)),
                            "only the magic bytes": npy([[1.0]])[:8]}.items():
            with self.subTest(what):
                self.assertIn(".npy", self.refuse(array)[0])

    def test_a_header_of_a_matrix_has_three_keys_and_nothing_else(self):
        table = "'fortran_order': False, 'shape': (2, 2), "
        for what, head in {"a key twice": "{'descr': '<f8', 'descr': '<f4', " + table + "}",
                           "another key": "{'descr': '<f8', 'x': 1, " + table + "}",
                           "a header in a text": f"{{'x': \"{{'descr': '<f8', {table}}}\", 'descr': '<f4', {table}}}",
                           "text behind it": "{'descr': '<f8', " + table + "} or not",
                           "a leading zero": "{'descr': '<f8', " + table.replace("(2", "(02") + "}"}.items():
            with self.subTest(what):
                self.assertIn(".npy", self.refuse(npy([[1.0, 2.0], [3.0, 4.0]], head=head))[0])
        quoted = '{"shape": (2,2),\t"descr":"<f8" , "fortran_order" : False}'
        self.assertEqual(self.read(npy([[1.0, 2.0], [3.0, 4.0]], head=quoted), name="data.npy")["n"], 2)

    def test_a_dash_is_standard_input(self):
        seen = self.read(None, name="-", stdin=b"x,y\n1,2\n3,4\n")
        self.assertEqual((seen["file"], seen["n"]), ("-", 2))
        done = self.expect(3, "plan", "-", stdin=b"x,y\n1,2\noops,4\n5,6\n")
        self.assertIn("standard input: line 3, column 1", done.err)

    def test_a_pipe_is_read_once(self):
        def through_pipe(content, code, *arguments):
            """Runs with a pipe that is written once; a second look into it would wait for ever."""
            writer = threading.Thread(target=lambda: pathlib.Path(self.path("pipe")).write_bytes(content), daemon=True)
            writer.start()
            done = self.expect(code, *arguments, timeout=20)
            writer.join(20)
            return done.err
        os.mkfifo(self.path("pipe"))
        self.put("data.csv", "x;g\n1;a\n2;b\n3;a\n")
        labels = b"row,cluster\n1,1\n2,1\n3,1\n"  # with another delimiter than the data
        through_pipe(self.get("data.csv"), 0, "plan", "pipe", "-k", 1)
        through_pipe(labels, 0, "check", "data.csv", "pipe", "-k", 1)
        through_pipe(labels, 0, "plan", "data.csv", "-k", 1, "--start", "pipe")
        self.assertIn('has no column "cluster"', through_pipe(b"row|x\n1|2\n", 3, "cluster", "data.csv", "-k", 1, "--start", "pipe"))
        self.assertIn("not valid UTF-8", through_pipe(b"name,x\nJos\xe9,2\nAb,3\nCd,4\n", 3, "group", "pipe", "--size", 3))

    def test_a_file_that_cannot_be_opened_is_exit_7(self):
        for name in "missing.csv", ".", "missing/data.csv":
            with self.subTest(name):
                done = self.expect(7, "plan", name)
                self.assertRegex(done.err, r"^faircap: cannot (open|read) \S+: ")


class Cells(InputCase):
    def test_unquoted_cells_are_trimmed(self):
        seen = self.read("x , y\n 1,\tb \n 3 ,b\n")
        self.assertEqual(seen["table"], [["x", "y", "cluster"], ["1", "b", "1"], ["3", "b", "1"]])

    def test_quoted_cells_keep_their_blanks(self):
        seen = self.read('x,y\n1," b "\n2," b "\n3,b\n')
        self.assertEqual(seen["table"][1], ["1", " b ", "1"])
        self.assertEqual(seen["coordinates"], 3)

    def test_a_doubled_quote_is_one_quote(self):
        seen = self.read('x,y\n1,"the ""best"""\n2,"the ""best"""\n')
        self.assertEqual(seen["table"][1], ["1", 'the "best"', "1"])

    def test_a_quoted_cell_may_hold_delimiters_and_line_breaks(self):
        seen = self.read('x,y\n1,"a,b\nc"\n2,"a,b\nc"\n')
        self.assertEqual((seen["n"], seen["table"][1]), (2, ["1", "a,b\nc", "1"]))

    def test_a_quote_inside_an_unquoted_cell_is_kept_with_a_note(self):
        seen = self.read('x,y\n1,5"\n2,5"\n3,7\n4, "b"\n', "--categorical", "y")
        self.assertEqual([row[1] for row in seen["table"][1:]], ['5"', '5"', "7", '"b"'])
        self.assertIn("note: a quote inside an unquoted cell is kept as it is (line 2 and others)", seen["notes"])

    def test_apostrophes_around_a_cell_are_kept_with_a_note(self):
        said = "note: apostrophes around a cell are kept (line {}, column {}), and delimiters between them divide it"
        for text, place in ("'x','y'\n'a','1'\n'a','2'\n'b','2'\n'b','2'\n", (1, 1)), ("x,y\n1,'a'\n2,'a'\n\n3,'b'\n4,'b'\n", (6, 2)):
            seen = self.read(text)
            self.assertIn(said.format(*place), seen["notes"])
            self.assertEqual(seen["table"][1][1], text.split("\n")[1].split(",")[1])
        self.assertNotIn("apostrophes", self.read("'x,y'\n1,'s\n2,'\n3,'s\n4,'\n")["notes"])

    def test_a_cell_in_quotes_that_holds_rows_is_noted(self):
        said = ("the cell in quotes that begins in line {}, column {}, goes over several lines, each of which could be a row; if "
                "they are rows, the quotes are no quotes: remove or double them")
        for end in "\n", "\r\n", "\r":
            text = 'town,score\nRome,1\n"Oslo,2\nRome,3\nBonn",4\nRome,5\nBonn,5\n'.replace("\n", end)
            self.assertIn(said.format(3, 1), self.read(text)["notes"])
        self.assertIn(said.format(2, 2), self.read('x,y,z\na,"b,c\na,b,c\na,b",c\na,b,c\n')["notes"])
        self.assertIn(said.format(4, 1), self.read('x\ty\n"a\nb"\t1\n"He\t1\nok\t0\nshe"\t1\nb\t0\nb\t1\n')["notes"])
        for text in ('x,y\n"a\nb",1\n"a\nb",2\n', 'x,y\n"a,b\nc,d",1\n"a\nb",2\n', 'x,y\n1,"a\nb,c\nd"\n1,"a\nb"\n', '"x"\n"a\nb"\n"a\nb"\n'):
            self.assertNotIn("several lines", self.read(text)["notes"])

    def test_blanks_after_a_closing_quote_are_dropped(self):
        seen = self.read('x,y\n"1" ,"b"\t\n"2","b"\n')
        self.assertEqual(seen["table"][1], ["1", "b", "1"])

    def test_formulas_get_an_apostrophe_that_reading_takes_off(self):
        cells = ["=1+1", "+x", "-x", "@sum", "\tx", "\rx", "'=x", "''-x"]
        text = "x,y\n" + "".join(f'{i},"{c}"\n' for i, c in enumerate(cells))
        for source in text, text.replace('"', "\"'").replace("\"'\n", '"\n'):
            with self.subTest(source=source):
                self.put("data.csv", source)
                self.expect(0, "cluster", "data.csv", "-k", 1, "-f", "x", "-o", "out.csv")
                written = [row[1] for row in csv.reader(io.StringIO(self.text("out.csv"), newline=""))][1:]
                plain = cells if "'=1" in source else ["=1+1", "+x", "-x", "@sum", "\tx", "\rx", "=x", "'-x"]
                self.assertEqual(written, ["'" + c for c in plain])
                self.expect(0, "check", "data.csv", "out.csv", "-k", 1, "-f", "x")

    def test_an_apostrophe_before_anything_else_stays(self):
        seen = self.read("x,y\n1,'s Gravenhage\n2,'s Gravenhage\n3,'\n4,'\n")
        self.assertEqual([row[1] for row in seen["table"][1:]], ["'s Gravenhage"] * 2 + ["'"] * 2)

    def test_numbers_with_a_sign_get_no_apostrophe(self):
        seen = self.read("x,y\n-1,+2\n-3.5e0,+4\n")
        self.assertEqual(seen["table"][1:], [["-1", "+2", "1"], ["-3.5e0", "+4", "1"]])


class Faults(InputCase):
    def test_an_empty_file_is_refused(self):
        for content in "", "\n\n \n", "\ufeff", "sep=;\n":
            with self.subTest(content=content):
                self.assertEqual(self.refuse(content), ["the file is empty"])

    def test_a_header_without_rows_is_refused(self):
        for options in [], ["--header"]:
            self.assertEqual(self.refuse("x,y\n", *options),
                             ["the file has a header and no rows; if it is data, say --no-header"])

    def test_a_nul_byte_is_refused(self):
        self.assert_fault(b"x,y\n1,2\n3,\x004\n", "line 3, column 2", "there is a NUL byte")

    def test_invalid_utf8_is_refused(self):
        for wrong in b"\xff", b"\xc3", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf5\x80\x80\x80":
            with self.subTest(wrong=wrong):
                self.assert_fault(b"x,y\n1,a\n2,b" + wrong + b"\n3,a\n", "line 3, column 2",
                                  "not valid UTF-8; save the file as UTF-8")

    def test_an_unclosed_quote_is_refused(self):
        self.assert_fault('x,y\n1,a\n2,"b\n3,c\n4,d\n', "line 3, column 2", "never closed; add the closing quote")

    def test_text_after_a_closing_quote_is_refused(self):
        self.assert_fault('x,y\n1,a\n2,"b" c\n3,d\n', "line 3, column 2", "text after a closing quote")
        self.assert_fault('x,y\n1,a\n2,"the "best""\n3,d\n', "line 3, column 2", "double the quotes")
        blanks = "if it is blanks that are between the cells, say --delimiter ' '"
        self.assert_fault('"x1" "x2"\n3.1 -0.2\n2.3 0.9\n', "line 1, column 1", blanks)  # R's write.table()
        self.assert_fault('"x1","x2"\n"a" 1,3\n"b",1\n', "line 2, column 1", "double the quotes")
        self.assert_fault('x;y\n1;a\n2;"the \\"best\\""\n', "line 3, column 2", "a quote inside the cell is written twice, and not with a backslash")

    def test_a_short_row_is_refused(self):
        self.assert_fault("x,y\n1,2\n3\n5,6\n", "line 3", "1 field where the others have 2")

    def test_a_long_row_is_refused(self):
        self.assert_fault("x,y\n1,2\n3,4,\n5,6\n", "line 3", "3 fields where the others have 2")

    def test_more_columns_than_a_table_has_are_refused(self):
        self.put("data.csv", ("," * (1 << 22) + "\n") * 2)
        done = self.expect(3, "cluster", "data.csv", "-k", 2)
        self.assertIn("data.csv: line 1: the row has 4194304 fields or more; is ',' the delimiter?", done.err)

    def test_a_header_of_another_length_is_refused(self):
        self.assert_fault("x,y,z\n1,2\n3,4\n5,6\n", "line 1", "3 fields where the others have 2; a line before the header is left out")
        self.assert_fault("x,y\na,1,2\nb,3,4\nc,5,6\n", "line 1", "2 fields where the others have 3; the header lacks a name (R")
        self.assert_fault("Title\nx,y,z\n1,2,3\n4,5,6\n", "line 1", "1 field where the others have 3; a line before the header is left out")

        self.assertIn("1 field where the others have 3; lines that begin with # are left out with --skip 3",
                      self.refuse("# by me\n# x,y,z,u\n\nx,y,z\n1,2,3\n4,5,6\n7,8,9\n")[0])
        self.assertEqual(self.read("# by me\n# x,y,z,u\n\nx,y,z\n1,2,3\n4,5,6\n7,8,9\n", "--skip", 3)["n"], 3)
        self.assert_fault("a;b;c\n1,2,3\n2,3,4\n", "line 1",
                          "1 field where the others have 3; it has as many with another delimiter: use one in the whole file")

    def test_a_number_cell_that_is_no_number_is_refused(self):
        self.assert_fault("x,y\n1,2\n3,4\nfive,6\n", "line 4, column 1",
                          'x: "five" is not a number; correct it, or use --na or --categorical')

    def test_all_faults_are_listed_the_first_twenty(self):
        rows = [f"{i},{i}" for i in range(60)] + [f"bad{i},0" for i in range(25)]
        said = self.refuse("x,y\n" + "\n".join(rows) + "\n")
        self.assertEqual(len(said), 21)
        for i in range(20):
            self.assertTrue(said[i].startswith(f'line {62 + i}, column 1: x: "bad{i}" '), said[i])
        self.assertEqual(said[20], "and 5 more faults")
        for rows in 1, 2, 20, 21, 50:
            said = self.refuse(b"x,y\n" + b"1,\xe9\n" * rows + b"1,2,3\n")
            self.assertIn("not valid UTF-8", said[0])  # once, for a file in another encoding has it in every name
            listed = ["line %d: the row has 3 fields where the others have 2" % (rows + 2)] if rows < 20 else []
            rest = rows - 1 + (rows >= 20)
            self.assertEqual(said[1:], listed + [f"and {rest} more fault{'s' * (rest > 1)}"] * (rest > 0))

    def test_faults_of_different_kinds_are_listed_together(self):
        said = self.refuse(b'x,y\n1,"a" b\n2\n3,\xff\n4,\x00\n5,6\n7,8\n9,1\n')
        self.assertEqual([line.split(": ")[0] for line in said],
                         ["line 2, column 2", "line 3", "line 4, column 2", "line 5, column 2"])

    def test_messages_show_forty_characters_of_a_cell(self):
        long = "0123456789" * 5
        said = self.refuse(f"x\n1\n2\n{long}ä\n3\n")
        self.assertIn('"' + long[:40] + '..."', said[0])
        said = self.refuse("x\n1\n2\n" + "ä" * 41 + "\n3\n")
        self.assertIn('"' + "ä" * 40 + '..."', said[0])
        self.put("ids.csv", "name,x\na,1\nb,2\nc,3\nd,4\n")
        for cell in long, "xä" * 50, "\u4f60" * 41, "\U0001f600" * 60:
            self.put("list.csv", f"{cell},a\n")
            self.put("start.csv", f"row,cluster\n1,{cell}\n2,1\n3,1\n4,1\n")
            for words in (["plan", "-k", 2, "--id", "name", "--apart", "list.csv"], ["plan", "--sizes", "list.csv"],
                          ["plan", "-k", 2, "--start", "start.csv"], ["group", "--size", 2, "--apart", "list.csv"],
                          ["group", "--size", 2, "--by-row", "--apart", "list.csv"]):
                with self.subTest(cell=cell, words=words):
                    said = self.run_tool(words[0], "ids.csv", *words[1:]).err
                    self.assertNotIn(cell[:41], said)
                    if words[1] != "--sizes":  # which says that there is a second cell
                        self.assertIn(cell[:40] + '...', said)

    def test_names_of_columns_and_groups_are_cells_too(self):
        name, a, b = "n" * 80, "x" * 80, "x" * 80 + "\u200b"
        text = f"{name},y\n{a},1\n{b},2\n{a},3\n{b},4\n{a},\n"
        for words in (["-p", name, "--missing", "drop"], ["-p", name], ["-p", name.upper()], ["-p", "no"], ["-p", name, "-t", "no=1"],
                      ["-w", name], ["--share", f"{name}:z=0..1", "--missing", "drop"], ["-p", name, "-w", name], ["-p", name, "-x", name],
                      ["-p", name, "-t", 1, "-k", 2, "--missing", "drop"], ["--numeric", name], ["--weight-feature", f"{name}=2", "-x", name],
                      ["-f", name, "--id", name, "-k", 2, "--missing", "drop"]):
            for command in "plan", "cluster":
                with self.subTest(command=command, words=words):
                    k = [] if command == "plan" or "-k" in words else ["-k", 1]
                    said = self.run_tool(command, self.put("data.csv", text), "-o" if k else "--json", os.devnull, *words, *k).err
                    for cell in name, a:
                        self.assertNotIn(cell[:41], said)

    def test_messages_never_show_other_cells(self):
        said = "\n".join(self.refuse('name,x,y\nsecret,1,a\nhidden,oops,b\nprivate,3,c\n"closed",4,d\nquiet,5\n'))
        said += "\n".join(self.refuse("name,x,y\nsecret,1,a\nhidden,oops,b\nprivate,3,c\n"))
        for cell in "secret", "hidden", "private", "closed", "quiet":
            self.assertNotIn(cell, said)

    def test_control_characters_never_reach_the_terminal(self):
        name, cell = "x\x1b[31m\u202e", "\x1b[2J\x07\u202eoops\u200b\x9b"
        self.put("data.csv", f"{name},y\n1,2\n{cell},4\n5,6\n")
        done = self.expect(3, "plan", "data.csv")
        self.assertIn("oops", done.err)
        for bad in "\x1b", "\x07", "\x9b", "\u202e", "\u200b":
            self.assertNotIn(bad, done.err)
        done = self.expect(2, "plan", "data.csv", "-p", "no\x1b[0m", "-x", 1)
        self.assertNotIn("\x1b", done.err)
        self.put("left.csv", "name,x\na,1\nb,\nc,3\n")
        self.put("li\x1b[31mst", "a,b\n")
        done = self.expect(0, "plan", "left.csv", "-k", 1, "--id", "name", "--missing", "drop", "--apart", "li\x1b[31mst")
        self.assertIn('li?[31mst: line 1: "b" is a row that is left out', done.err)

    def test_a_refused_file_writes_nothing(self):
        self.put("data.csv", "x,y\n1,2\noops,4\n5,6\n")
        self.put("out.csv", "old")
        done = self.expect(3, "cluster", "data.csv", "-k", 1, "-o", "out.csv", "--json", "new.json",
                           "--html", "new.html")
        self.assertEqual((done.out, self.text("out.csv"), self.names()), ("", "old", ["data.csv", "out.csv"]))


class Headers(InputCase):
    def header(self, content, *options):
        """The output's first line without `cluster`, and the notes about the header."""
        seen = self.read(content, *options)
        notes = [line for line in seen["notes"].splitlines() if "first line" in line]
        return ",".join(seen["table"][0][:-1]), seen["n"], notes

    def test_text_above_numbers_is_a_header(self):
        self.assertEqual(self.header("x,y\n1,2\n3,4\n"), ("x,y", 2, []))

    def test_a_first_line_of_texts_is_a_header(self):
        self.assertEqual(self.header("sex,school\nF,A\nM,A\nF,B\n"), ("sex,school", 3, []))

    def test_a_first_line_of_numbers_is_data_with_a_note(self):
        names, rows, notes = self.header("1,2\n3,4\n")
        self.assertEqual((names, rows), ("1,2", 2))
        self.assertIn("say --header", notes[0])

    def test_a_first_line_like_the_others_is_data_with_a_note(self):
        names, rows, notes = self.header("1,F\n2,M\n3,F\n4,M\n")
        self.assertEqual((names, rows), ("1,2", 4))
        self.assertIn("say --header", notes[0])

    def test_a_header_that_holds_numbers_gets_a_note(self):
        names, rows, notes = self.header("name,2021\nann,1\nbob,1\ncid,2\n", "-f", "2021")
        self.assertEqual((names, rows), ("name,2021", 3))
        self.assertIn("say --no-header", notes[0])
        for content in "nan,2,G\n1,3,M\n4,4,F\n", "#N/A,x\n1,y\n2,y\n3,x\n", "5o,2,F\n1,3,M\n4,4,F\n":
            self.assertIn("the header although it looks like others; if it is data, say --no-header", self.header(content)[2][0])
        for content in "x,-\n1,2\n3,4\n", "x,2021\n1,2\n3,4\n":
            self.assertEqual(self.header(content)[2], [])

    def test_a_first_line_of_texts_that_looks_like_others_gets_a_note(self):
        for content, words in (("F,A\nM,A\nF,B\nM,B\n", "looks like others; if it is data, say --no-header"),
                               ("2024-01-02,a\n2024-01-03,b\n2024-01-03,b\n2024-01-03,b\n", "looks like others; if it is data")):
            names, rows, notes = self.header(content)
            self.assertEqual((names, rows), (content.split("\n")[0], 3))
            self.assertEqual(len(notes), 1)
            self.assertIn(words, notes[0])
            self.assertEqual(self.header(content, "--no-header")[1:], (4, []))

    def test_a_header_without_names_gets_a_note(self):
        for content in ",\n1,2\n3,4\n", "NA,NA\n1,2\n3,4\n", "Report,,\nname,sex,town\nann,f,A\nann,f,A\n":
            with self.subTest(content):
                notes = self.header(content)[2]
                self.assertEqual(len(notes), 1)
                self.assertIn("columns have no name in it; if the header is further down, say --skip, and if it is data, "
                              "--no-header", notes[0])

    def test_a_header_can_be_asked_for(self):
        self.assertEqual(self.header("1,2\n3,4\n5,6\n", "--header"), ("1,2", 2, []))

    def test_a_header_can_be_denied(self):
        self.assertEqual(self.header("F,A\nM,A\nF,B\n", "--no-header"), ("1,2", 3, []))

    def test_asking_for_a_header_and_denying_it_is_wrong_usage(self):
        self.assertIn("exclude each other", self.refuse("x\n1\n", "--header", "--no-header", code=2)[0])


class Columns(InputCase):
    def features(self, content, *options):
        return self.read(content, *options)["features"]

    def test_a_column_is_named_by_its_header(self):
        self.assertEqual(self.features("x,y z,w\n1,2,3\n4,5,6\n", "-f", "y z"), ["y z"])

    def test_a_column_is_named_by_its_number(self):
        self.assertEqual(self.features("x,y,w\n1,2,3\n4,5,6\n", "-f", "3,1"), ["x", "w"])
        self.assertEqual(self.features("1,2,3\n4,5,6\n", "-f", 3, "--no-header"), ["3"])

    def test_a_header_goes_before_a_number(self):
        self.assertEqual(self.features("3,2,1\na,5,6\na,7,8\n", "-f", 1, "--header"), ["1"])
        self.assertEqual(self.read("3,2,1\n0,5,6\n0,7,9\n", "-f", 1, "--header", "--scale", "none")["cost"], 3)

    def test_an_empty_header_is_named_by_its_number(self):
        seen = self.read(",y,\n1,2,3\n4,5,6\n")
        self.assertEqual(seen["features"], ["1", "y", "3"])
        self.assertEqual(self.features(",y,\n1,2,3\n4,5,6\n", "-x", 1), ["y", "3"])
        self.assertEqual(self.features(",1,y\n1,2,3\n4,5,6\n", "-x", 1), ["1", "y"])  # a header goes before a number

    def test_a_header_that_occurs_twice_needs_the_number(self):
        said = self.refuse("x,x,y\n1,2,3\n4,5,6\n", "-f", "x", code=2)
        self.assertIn('more than one column is called "x"; use its number', said[0])
        self.assertEqual(self.read("x,x,y\n1,2,3\n4,9,6\n", "-f", 2, "--scale", "none")["cost"], 7)

    def test_an_unknown_column_is_wrong_usage(self):
        for option in "-p", "-f", "-x", "--id", "--numeric", "--categorical":
            said = self.refuse("x,y\n1,2\n3,4\n", option, "X", code=2)
            self.assertEqual(said, [f'{option}: there is no column "X"; did you mean "x"?'])
            for name in "z", "0", "3":
                with self.subTest(option=option, name=name):
                    said = self.refuse("x,y\n1,2\n3,4\n", option, name, code=2)
                    self.assertEqual(said, [f'{option}: there is no column "{name}"; the columns are x, y'])

    def test_a_header_that_is_not_seen_as_it_is_gets_its_number(self):
        for mark in "\u200b", "\u00ad", "\u2060", "\u00a0", "\x07":
            shown = mark if mark in "\u00ad\u00a0" else "?"
            said = self.refuse(f"y,{mark}x\n1,2\n3,4\n", "-f", "x", code=2)
            self.assertEqual(said, [f'-f: there is no column "x"; did you mean "{shown}x" (it has characters that are not seen; use its number, 2)?'])

    def test_several_columns_are_separated_by_commas_or_given_one_by_one(self):
        text = "x,y,z\n1,2,3\n4,5,6\n"
        self.assertEqual(self.features(text, "-f", "x,z"), ["x", "z"])
        self.assertEqual(self.features(text, "-f", "z", "--features=x", "-fx"), ["x", "z"])

    def test_a_header_with_a_comma_can_be_named(self):
        self.assertEqual(self.features('"x,y",x,y\n1,2,3\n4,5,6\n', "-f", "x,y"), ["x,y"])

    def test_a_header_with_a_comma_can_have_a_value(self):
        text = 'id,x,"se,x",ab\n1,0,p,u\n2,1,p,u\n3,2,p,v\n4,3,q,v\n5,4,q,v\n6,5,p,u\n7,6,p,u\n'
        self.put("data.csv", text)
        plan = "plan", "data.csv", "-f", "x", "-p", "se,x", "-p", "ab", "-k", 2
        done = self.expect(4, *plan, "-t", "2/3")
        self.assertIn("change one of these:  -t se,x=1/3,ab=1/3\n", done.err)
        self.put("blank.csv", text.replace('"se,x"', "the sex"))
        done = self.expect(4, "plan", "blank.csv", "-f", "x", "-p", "the sex,ab", "-k", 2, "-t", "2/3")
        self.assertIn("change one of these:  -t 'the sex'=1/3,ab=1/3\n", done.err)
        for words in (["se,x=1/4", "ab=1/3"], ["se,x=1/4,ab=1/3"], ["ab=1/3,se,x=1/4"], ["1/3,se,x=1/4"]):
            done = self.expect(0, *plan, *(word for each in words for word in ("-t", each)))
            self.assertIn("balance at least se,x=1/4,ab=1/3\n", done.out)
        self.assertIn('"foo" is not a fraction', self.expect(2, *plan, "-t", "se,x=foo").err)
        self.assertIn('"se" is not a protected attribute', self.expect(2, *plan, "-t", "se=1/2,ab=1/3").err)
        asked = *plan[1:], "-t", "ab=1/3,se,x=1/4"
        self.expect(0, "cluster", *asked, "-o", "out.csv", "--json", "out.json")
        opinion = self.second_opinion("data.csv", "out.csv", *asked[1:], "--report", "out.json")
        self.assertEqual(opinion.code, 0, opinion.out)
        for rule in ("--share", "se,x:q=0.1..0.9"), ("--no-isolate", "se,x"), ("--no-isolate", "se,x:p"):
            self.expect(0, *plan, "-t", "0", *rule)
        self.assertEqual(self.features(text, "--weight-feature", "se,x=2", "-x", "ab,id"), ["x", "se,x"])

    def test_an_ignored_column_has_no_part(self):
        self.assertEqual(self.features("x,y\n1,\n2,oops\n", "-x", "y"), ["x"])

    def test_a_column_cannot_be_ignored_and_used(self):
        for option in "-f", "-p":
            said = self.refuse("x,y\n1,2\n3,4\n", option, "x", "-x", "x", code=2)
            self.assertEqual(said, [f'column "x" is both ignored (-x) and used ({option})'])

    def test_a_column_of_nothing_is_left_out_with_a_note(self):
        one = "note: column 3 has no name and no value and is left out\n"
        for text, *options in (("x,y,\n1,2,\n3,4,\n",), ("1,2,\n3,4,\n", "--no-header"), ("x,y,\n1,2,NA\n3,4,\n",)):
            seen = self.read(text, *options)
            self.assertEqual(seen["features"], ["1", "2"] if options else ["x", "y"])
            self.assertIn(one, seen["notes"])
        self.assertIn("note: 2 columns have no name and no value and are left out; the first is column 1\n", self.read(",y,\n,2,\n,4,\n")["notes"])
        for text in "x,y,\n1,2,\n3,4,5\n", "x,y,z\n1,2,\n3,4,\n":
            self.assertIn("missing", self.refuse(text)[0])  # it has a value, or a name
        self.assertIn("2 of 2 cells are missing", self.refuse("x,y,\n1,2,\n3,4,\n", "-f", "x,3")[0])
        self.assertIn("has no part in the distance", self.refuse("x,y,\n1,2,\n3,4,\n", "--weight-feature", "3=2", code=2)[0])
        self.assertNotIn("no name", self.read("x,y,\n1,2,\n3,4,\n", "-x", 3)["notes"])
        self.assertIn("missing", self.refuse(npy([[1.0, math.nan], [2.0, math.nan]]))[0])

    def test_a_file_without_a_column_for_the_distance_is_refused(self):
        self.assertIn("no column is left to measure distances with", self.refuse("x,y\n1,2\n3,4\n", "-x", "x,y")[0])


class Types(InputCase):
    def test_a_text_column_with_many_numbers_is_noted(self):
        done = self.run_tool("plan", self.put("doubt.csv", "x;grade\n1;1,5\n2;1,5\n3;2.0\n4;1,5\n"))
        self.assertIn("note: grade is read as text: only 1 of 4 cells is a number (decimal commas: --decimal-comma)",
                      done.err)
        done = self.run_tool("plan", self.put("doubt.csv", 'x,grade\n.5,"1,500"\n2,"2,500"\n3,0\n4,"1,500"\n'))
        self.assertIn("only 1 of 4 cells is a number (commas between thousands: remove them; decimal commas: --decimal-comma)", done.err)
        done = self.run_tool("plan", self.put("sure.csv", "x,town\n1,a\n2,b\n3,a\n4,b\n"))
        self.assertNotIn("is read as text", done.err)

    def notes(self, text, *command):
        """What the commands that read columns otherwise say of a file, which must be the same."""
        name = self.put("doubt.csv", text)
        commands = [command] if command else [("plan", name, "-f", "s"), ("cluster", name, "-k", "1", "-f", "s"),
                                              ("group", name, "--groups", "1", "--similar", "s")]
        said = {tuple(line for line in self.run_tool(*each).err.splitlines() if line.startswith("note: s: "))
                for each in commands}
        self.assertEqual(len(said), 1, said)
        return said.pop()

    def test_thousands_that_look_like_decimals_are_noted(self):
        said = ('note: s: "{}" (line 4) is read as a decimal number, beside whole numbers of three digits; if the {} '
                "stands between thousands, remove it from the column")
        self.assertEqual(self.notes("name,s\nann,990\nbob,995\ncid,1.000\ndee,-12.005\n"), (said.format("1.000", "point"),))
        self.assertEqual(self.notes("name;s\nann;990\nbob;\ncid;1,250\ndee;1,005\n", "plan", "doubt.csv", "-fs",
                                    "--missing", "drop"), (said.format("1,250", "comma"),))
        self.assertEqual(self.notes("name;s\nann;990\nbob;995\ncid;1,000\ndee;1,005\n"), (said.format("1,000", "comma"),))
        self.assertIn('1: "1.000" (line 1)', self.run_tool("plan", self.put("bare.csv", "1.000\n2.500\n995\n"), "--no-header").err)
        weights = self.put("weights.csv", "x,w\n1,990\n2,1.000\n3,2.000\n")
        self.assertIn('w: "1.000" (line 3)', self.run_tool("plan", weights, "-w", "w").err)
        for column in ("0.125 1.250 12 99", "1.250 2.500", "990 1000", "990 1.25 1.000", "990 0.125 1.000", "990 1.000e2",
                       "990 1234.000", "990 1.0000"):
            with self.subTest(column):
                self.assertEqual(self.notes("name,s\n" + "".join(f"{x},{value}\n" for x, value in
                                                                 zip("abcd", column.split()))), ())
        self.assertNotIn("decimal", self.run_tool("plan", self.put("x.csv", "x,s\n1,990\n2,1.000\n"), "-x", "s").err)

    def test_thousands_beside_small_numbers_are_noted(self):
        said = ('note: s: "{}" (line {}) is read as a decimal number, beside whole numbers; if the {} stands between '
                "thousands, remove it from the column")
        rows = "abcdef"
        for cells, line in {"1.000 50 75 2.500 1.001": 2, "50 1 1.001 2.500": 4, "-1.000 7": 2}.items():
            for mark, decimal, name in (",", ".", "point"), (";", ",", "comma"):
                with self.subTest(cells + mark):
                    shown = cells.replace(".", decimal).split()
                    text = f"name{mark}s\n" + "".join(f"{x}{mark}{cell}\n" for x, cell in zip(rows, shown))
                    self.assertEqual(self.notes(text), (said.format(shown[line - 2], line, name),))
        for cells in "1.001 50 75 2.505", "1.000 0 -5", "0.500 1.000 50", "1.000 2.50 50", "1.0e0 2 3":
            with self.subTest(cells):
                self.assertEqual(self.notes("name,s\n" + "".join(f"{x},{c}\n" for x, c in zip(rows, cells.split()))), ())

    def test_numbers_that_are_written_as_no_number_are_noted(self):
        said = ('note: s: "{}" (line 3) is no number as it is written, so the column is taken as a category; {} to have '
                "numbers")
        for cells, remedy in {"5% 7% 5%": "remove the %", "12.5_% 7_% 5": "remove the %",
                              "1'000 990 1’250": "remove the apostrophes", "1_000 1_250_000 990": "remove the blanks",
                              "1\u00a0000 1\u202f250 990": "remove the blanks", "\u22121 \u22122.5 1": "write - for the minus",
                              "\u22121_000_% 5% 7%": "remove the % and the blanks and write - for the minus"}.items():
            with self.subTest(cells):
                shown = [cell.replace("_", " ") for cell in cells.split(" ")]
                text = "name,s\nann,\n" + "".join(f'{x},"{cell}"\n' for x, cell in zip("bcd", shown))
                self.assertEqual(self.notes(text, "group", "doubt.csv", "--groups", "1", "--similar", "s"),
                                 (said.format(shown[0], remedy),))
                self.assertEqual(self.notes(text, "plan", "doubt.csv", "-fs", "--missing", "drop"),
                                 (said.format(shown[0], remedy),))
        for cells in "5% 7% other", "5%% 7% 5%", "1'00 1'000 990", "030_123_456 030_123_457 030_123_456", "1000'000 1'000 1'000", "a b c":
            with self.subTest(cells):
                self.assertEqual(self.notes("name,s\n" + "".join(f"{x},{cell.replace('_', ' ')}\n" for x, cell in
                                                                 zip("bcd", cells.split()))), ())
        name = self.put("asked.csv", "x,s\n1,5%\n2,7%\n3,5%\n")
        for options in ("--categorical", "s"), ("-x", "s"), ("-p", "s"):
            self.assertNotIn("as it is written", self.run_tool("plan", name, *options).err)

    def test_numbers_with_blanks_around_them_are_noted(self):
        said = 'note: s: "{}" (line 2) is no number as it is written, so the column is taken as a category; remove {} to have numbers'
        for blank in (*" \t\n\v\f\u0085\u00a0\u00ad\u2000\u2007\u2009\u200a\u200b\u200e\u200f\u2028\u2029\u202a\u202e\u202f\u2060\u3000\ufeff",
                      "  ", "\u200e\u00a0"):
            for before, behind in ("", blank), (blank, ""), (blank, blank):
                with self.subTest(before + "1.5" + behind):
                    cells = [f"{before}{cell}{behind}" for cell in ("1.5", "-2", "1.5", "-2")]
                    seen = self.notes("name,s\n" + "".join(f'{x},"{cell}"\n' for x, cell in zip("abcd", cells)),
                                      "plan", "doubt.csv", "-fs")
                    self.assertEqual(len(seen), 1)
                    self.assertIn("so the column is taken as a category; remove the blanks to have numbers", seen[0])
        for cell, remedy in (" 5% ", "the % and the blanks"), ("\u00a05 €", "the blanks and the signs of currencies"), (" 1'000", "the apostrophes and the blanks"):
            text = "name,s\n" + "".join(f'{x},"{cell}"\n' for x in "abcd")
            self.assertEqual(self.notes(text), (said.format(cell, remedy),))
        for cells in '" 5",7,"6 to 7",other', '" ",5," a",5', '" a","b "," a","b "':
            self.assertEqual(self.notes("name,s\n" + "".join(f"{x},{cell}\n" for x, cell in zip("abcd", cells.split(",")))), ())
        self.assertEqual(self.notes("name,s\na, 5 \nb,\t7\nc,5\nd,6\n"), ())

    def test_amounts_that_are_written_as_no_number_are_noted(self):
        said = ('note: s: "{}" (line 2) is no number as it is written, so the column is taken as a category; {} to have '
                "numbers")
        points, commas = "remove the points between thousands", "remove the commas between thousands"
        money, minus = "remove the signs of currencies", "write - for the brackets"
        for cells, remedy in {
                "1.234,50 2.000,00 990,00": points, "1.234.567 2.000.000 5": points, "-1.234, 12.345.678,9 0,5": points,
                "1,234.50 2,000.00 990.00": commas, "1,234,567 2,000,000 5": commas,
                "€5 €7 5": money, "$5 -$7.50 $-2": money, "£.50 £1 5": money, "5_€ 7,50€ 5": money, "¥5 ₹_7 5": money,
                "(5) (7.5) 5": minus, "(€5) 7€ 5": "remove the signs of currencies and write - for the brackets",
                "$1,234.50 $2 $3": "remove the commas between thousands and the signs of currencies",
                "(−5%) 7% (5)": "remove the % and write - for the minus and the brackets"}.items():
            with self.subTest(cells):
                shown = [cell.replace("_", " ") for cell in cells.split(" ")]
                for mark in ",", ";":
                    text = f"name{mark}s\n" + "".join(f'{x}{mark}"{cell}"\n' for x, cell in zip("bcd", shown))
                    self.assertEqual(self.notes(text), (said.format(shown[0], remedy),))
        for cells in ("1.234,50 2.000,00 other", "1.23,50 1.234,50 2.000,00", "1234.567,5 1.234,50 1.234,50", "(5 (5) (5)", "5) (5) (5)",
                      "192.168.100.1 192.168.100.2 192.168.100.3", "$ $5 €", "() (5) []", "$€5 $5 $5", "5kg 5kg 5kg",
                      "1.234,567.8 1.234,50 1.234,50", "01.02.2024 02.03.2024 01.02.2024"):
            with self.subTest(cells):
                self.assertEqual(self.notes("name,s\n" + "".join(f'{x},"{cell}"\n' for x, cell in
                                                                 zip("bcd", cells.split()))), ())
        self.assertEqual(self.notes('name,s\na,"1,234.50"\nb,"2,000"\nc,"1,000"\n'), (said.format("1,234.50", commas),))
        done = self.run_tool("plan", self.put("doubt.csv", 'x,s\n1,"1,234"\n2,"2,345"\n3,"1,234"\n'))
        self.assertIn("note: s is read as text: only 0 of 3 cells are numbers (commas between thousands: remove them; decimal commas: --", done.err)
        name = self.put("semicolons.csv", "x;y\n1.234,50;1\n2.000,00;2\n1.234,50;3\n2.000,00;7\n")
        self.assertIn(said.format("1.234,50", points).replace("s: ", "x: "), self.run_tool("plan", name).err)
        for options in ("--categorical", "x"), ("-x", "x"), ("-p", "x"):
            self.assertNotIn("as it is written", self.run_tool("plan", name, *options).err)

    WRITTEN = 'note: s: "{}" (line 2) is no number as it is written, so the column is taken as a category; {} to have numbers'

    def written(self, cells, mark=","):
        """What is said of these cells, in quotes, behind a column of letters."""
        text = f"name{mark}s\n" + "".join("{}{}\"{}\"\n".format(chr(97 + i), mark, cell.replace('"', '""'))
                                         for i, cell in enumerate(cells))
        return self.notes(text)

    def test_a_few_other_texts_among_such_numbers_are_told(self):
        percent, money = "remove the %", "remove the signs of currencies"
        for cells, remedy, rest in (
                ("5% - 5% 6%", percent, "say --na -"), ("$5 $6 $5 None", money, "say --na None"),
                ("5% 6% #N/A #N/A #N/A", percent, "say --na '#N/A'"), ("$5 $ $ $6", money, "say --na '$'"),
                ("5kg - - 7kg -", "remove the unit", "say --na -"),
                ("1,234.50 - 2,000.00 1,234.50", "remove the commas between thousands", "say --na -"),
                ("5% , , 6%", percent, 'correct the others, such as "," (line 3)'),
                ("5% some 5% 6%", percent, 'correct the others, such as "some" (line 3)'),
                ("5% a b 5% 6% 7% 5% 5%", percent, 'correct the others, such as "a" (line 3)')):
            with self.subTest(cells):
                self.assertEqual(self.written(cells.split()),
                                 (self.WRITTEN.format(cells.split()[0], remedy) + ", and " + rest,))
        for cells in "5% a b 5% 6% 7% 5%", "5% a a 5% 6%", "5% - . 5% 6%":
            with self.subTest(cells):
                self.assertEqual(self.written(cells.split()), ())
        many = ["5%", "6%"] * 200
        self.assertEqual(len(self.written([*many, *"abcdefghijklmnopqrstuvwxyz" * 3])), 1)
        self.assertEqual(self.written([*"abcdefghijklmnopqrstuvwxyz", *many]), ())  # its first cells are those of a column of texts

    def test_one_text_that_may_mean_missing_is_noted(self):
        said = ('note: s is read as text: only {} of {} cells {}, and "{}" (line {}) is the only text beside them; '
                "if it means missing, say --na {}")
        def notes(cells):
            done = self.run_tool("plan", self.put("na.csv", "name,s\n" + "".join(f"n,{cell}\n" for cell in cells)), "-k1")
            return [line for line in done.err.splitlines() if line.startswith("note: s")]
        for text in "-", ".", "--", "—", "nan", "none", "None", "#N/A", "n/a", "#VALUE!", "inf", "\\N", "missing", "Unknown":
            shown = text if re.fullmatch("[A-Za-z/.-]+", text) else f"'{text}'"
            with self.subTest(text):
                self.assertEqual(notes([text] * 20 + ["5"]), [said.format(1, 21, "is a number", text, 2, shown)])
                self.assertEqual(notes(["5", "6.5", text, text]), [said.format(2, 4, "are numbers", text, 4, shown)])
        for cells in [["-"] * 20, ["-"] * 20 + [".", "5"], ["no"] * 20 + ["5"], ["5a"] * 20 + ["5"]]:
            self.assertEqual(notes(cells), [])
        self.run_tool("plan", self.put("na.csv", "name,s\nn,-\nn,5\n"), "-k1")
        self.assertNotIn("note: s", self.run_tool("plan", "na.csv", "-k1", "--categorical", "s").err)
        self.assertIn("s: 1 of 2 cells is missing", self.run_tool("plan", "na.csv", "-k1", "--na", "-").err)

    def test_numbers_in_other_quotes_are_noted(self):
        for quoted in '"{}"', "“{}”", "„{}“", "‚{}‘", "«{}»", "»{}«", "‹{}›", "`{}`", "´{}´", " “{}” ", "“ {} ”", "“{}'":
            with self.subTest(quoted):
                seen = self.written([quoted.format(cell) for cell in ("1", "-2.5", "1", "1")])
                self.assertEqual(len(seen), 1)
                self.assertIn("the quotes to have numbers", seen[0])
        for cells, remedy in {'="1" ="02" ="1"': "remove the equals signs and the quotes",
                              "'1 '02 '1": "remove the apostrophes", "’1 '2 '1": "remove the apostrophes",
                              "“5%” “6%” “5%”": "remove the % and the quotes"}.items():
            with self.subTest(cells):
                self.assertEqual(self.written(cells.split()), (self.WRITTEN.format(cells.split()[0], remedy),))
        for cells in "“1 “2 “1", "=1 =2 =1", '"" "" ""', "“a” “b” “a”", "1” 2” 1”":
            with self.subTest(cells):
                self.assertEqual(self.written(cells.split()), ())

    def test_a_minus_behind_a_number_is_noted(self):
        behind = "write the minus before the number"
        for cells, remedy in {"5.00- 3.00 5.00-": behind, "12- 5 12-": behind, ".5- 1.5 .5-": None, "12-€ 5 12-€":
                              "remove the signs of currencies and " + behind,
                              "–1.5 2 –1.5": "write - for the minus",
                              "1.234,50- −5 5": "remove the points between thousands and write - for the minus and " + behind}.items():
            with self.subTest(cells):
                said = (self.WRITTEN.format(cells.split()[0], remedy),) if remedy else ()
                self.assertEqual(self.written(cells.split()), said)
        for cells in "2- 3- 2-", "-12- -13- -12-", "(12-) (13-) (12-)", "20-29 30-39 20-29", "12-- 13-- 12--":
            with self.subTest(cells):
                self.assertEqual(self.written(cells.split()), ())

    def test_numbers_with_a_unit_are_noted(self):
        for cells in ("5_EUR 6_EUR", "EUR_5 EUR6", "US$5 -US$6.50", "12_kg -13kg", "12kg 13kg", "12°C 13_°C", "5_kr 6_kr", "5k 6k",
                      "5* 6*", "~5 ~6", "≈5 ≈6", "CHF_1.50 CHF_2", "5_km/h 6,5_km/h", "~5_kg ~6_kg", "R$_5 R$_6"):
            with self.subTest(cells):
                cells = [cell.replace("_", " ") for cell in cells.split()] * 2
                self.assertEqual(self.written(cells), (self.WRITTEN.format(cells[0], "remove the unit"),))
        for cells, remedy in {"1.234,50_EUR 2.000,00_EUR": "remove the points between thousands and the unit",
                              "–5_°C 6_°C": "remove the unit and write - for the minus",
                              "−5_°C 6_°C": "remove the unit and write - for the minus"}.items():
            cells = [cell.replace("_", " ") for cell in cells.split()] * 2
            self.assertEqual(self.written(cells), (self.WRITTEN.format(cells[0], remedy),))
        for cells in ("5_kg 5_kg", "5_kg 5_lb", "5a 6a", "5a 5b 6a", "5th 6th", "1st 2nd", "2013J 2014J", "Q1 Q2", "Room_12 Room_13",
                      "MAT_101 MAT_102", "20-29 30-39", "0-35 35-55 55<=", "10-20% 20-30%", "1/2 3/4", "65+ 75+", "<5 <6", "5– 6–",
                      "5_PM 6_PM", "2024-01-02 2024-01-03", "12:30h 13:30h", "5_kilograms 6_kilograms", "[0-10) [10-20)", "#1 #2"):
            with self.subTest(cells):
                self.assertEqual(self.written([cell.replace("_", " ") for cell in cells.split()] * 2), ())

    def test_a_column_of_mostly_numbers_is_numeric(self):
        said = self.refuse("y,x\n1,a\n1,1\n1,b\n1,2\n1,3\n")
        self.assertEqual([line[:16] for line in said], ["line 2, column 2", "line 4, column 2"])

    def test_half_numbers_make_a_column_of_texts(self):
        self.assertEqual(self.read("y,x\n1,a\n1,1\n1,a\n1,1\n")["coordinates"], 3)

    def test_missing_cells_do_not_count_for_the_type(self):
        seen = self.read("y,x\n1,1\n1,\n1,NA\n1,?\n1,3\n", "--missing", "drop")
        self.assertEqual((seen["n"], seen["coordinates"]), (2, 2))

    def test_numbers_in_quotes_are_numbers(self):
        self.assertEqual(self.read('x,y\n"1","10"\n"4","14"\n', "--scale", "none")["cost"], 5)

    def test_numeric_overrules_the_type(self):
        self.assert_fault("y,x\n1,a\n1,1\n", "line 2, column 2", '"a" is not a number', "--numeric", "x")

    def test_categorical_overrules_the_type(self):
        seen = self.read("x,code\n1,7\n2,8\n3,7\n4,9\n", "--categorical", "code")
        self.assertEqual(seen["coordinates"], 4)

    def test_names_are_left_out_as_identifiers(self):
        rows = "".join(f"person {min(i, 9)},{i % 3}\n" for i in range(11))  # 10 of 11 are different
        seen = self.read("name,x\n" + rows)
        self.assertEqual(seen["features"], ["x"])
        self.assertIn("note: left out of the distance as an identifier: name (-f takes it in)", seen["notes"])

    def test_measures_that_are_left_out_as_identifiers_are_noted(self):
        written = 'note: s: "{}" (line 2) is no number as it is written, so the column is left out as an identifier; {} to have numbers'
        def notes(cells, mark=",", name="s"):
            rows = "".join("{}{}\"{}\"\n".format(i % 2, mark, cell.replace('"', '""')) for i, cell in enumerate(cells))
            done = self.run_tool("plan", self.put("left.csv", f"x{mark}{name}\n{rows}"), "-k1")
            self.assertIn(f"left out of the distance as an identifier: {name} (-f takes it in)", done.err)
            return [line for line in done.err.splitlines() if line.startswith(f"note: {name}")]
        for cells, remedy in {"$1.50 $2.50 $3": "remove the signs of currencies", "5% 6% 7%": "remove the %",
                              "“1.5” “2” “3”": "remove the quotes", "12_kg 13_kg 14_kg": "remove the unit",
                              "1_000 2_500 12_500": "remove the blanks", "5.00- 6.00- 7.00": "write the minus before the number"}.items():
            with self.subTest(cells):
                cells = [cell.replace("_", " ") for cell in cells.split()]
                self.assertEqual(notes(cells), [written.format(cells[0], remedy)])
                self.assertEqual(notes(cells, name="student_id"), [])
        self.assertEqual(notes("1,5 2,7 3.5 4,1".split(), ";"),
                         ["note: s is read as text and left out as an identifier: only 1 of 4 cells is a number (decimal commas: "
                          "--decimal-comma); if it should be numbers, correct the others or say --numeric"])
        for cells in ("ann bob cid", '="00123" ="00124" ="00125"', "'1 '2 '3", "(1) (2) (3)", "030_123_456 030_123_457 030_123_458",
                      "612_345_678 612_345_679 612_345_608", "A12 13 14 B7", "192.168.100.1 192.168.100.2 192.168.100.3", "5a 5b 6a"):
            with self.subTest(cells):
                self.assertEqual(notes([cell.replace("_", " ") for cell in cells.split()]), [])

    def test_a_column_that_counts_the_rows_is_noted(self):
        said = "note: {} counts the rows ({}, ...) and is part of the distance; if it only numbers them, leave it out with -x {}"
        def notes(text, *options):
            done = self.run_tool("plan", self.put("count.csv", text), "-k1", *options)
            return [line for line in done.err.splitlines() if "counts the rows" in line]
        for name, cells, shown, word in (("", "0 1 2", "column 1", "1"), ("CustomerID", "1 2 3 4", "CustomerID", "CustomerID"),
                                         ("my count", "0 1 2", "my count", "'my count'"), ("it's", "1 2 3", "it's", "1"),
                                         ("", "7 8 9", "column 1", "1"),
                                         ("-n", "1 2 3", "-n", "1"), ("a,b", "1 2 3", "a,b", "a,b"), ("y", "1 2 3", "y", "1")):
            with self.subTest(name):
                first = ", ".join(cells.split()[:3])
                text = f'"{name}",y\n' + "".join(f"{cell},{3.5 * (i % 2)}\n" for i, cell in enumerate(cells.split()))
                self.assertEqual(notes(text), [said.format(shown, first, word)])
                self.assertEqual(notes(text, "-x", word.strip("'")), [])
                self.assertEqual(notes(text, "-f", "1,2"), [])
        self.assertEqual(notes("1,0.5\n2,0.5\n3,7\n", "--no-header"), [said.format("column 1", "1, 2, 3", "1")])
        long = "n,y\n" + "".join(f"{i},0.5\n" for i in range(20000))
        self.assertEqual(notes(long), [said.format("n", "0, 1, 2", "n")])
        self.assertEqual(notes(long + "20001,1\n"), [])
        self.assertEqual(notes(',0,1\n0,2.5,1\n1,3,2\n2,4.5,9\n'),
                         [said.format("column 1", "0, 1, 2", "").replace("leave it out with -x ", "give it a name, and leave it out with -x")])
        for cells in "1 2", "1 2 4", "3 2 1", "1 2 2", "-1 0 1", "1 2.0 3", "1 3 5", "1999 2000 2001":
            with self.subTest(cells):
                self.assertEqual(notes("x,y\n" + "".join(f"{cell},0.5\n" for cell in cells.split())), [])
        self.assertEqual(notes("x,y\n1,a\n2,a\n,b\n3,b\n", "--missing", "drop"), [])
        self.assertEqual(notes("1,0.5\n7,0.5\n8,0.5\n9,0.5\n", "--no-header"), [])
        self.assertEqual(notes("x\n1\n2\n3\n", "--header"), [])  # nothing would be left
        for options in ("--numeric", "x"), ("-p", "x", "-t", "0", "--include-protected"), ("-w", "x"), ("--id", "x"):
            self.assertEqual(notes("x,y\n1,0.5\n2,0.5\n3,7\n", *options), [])

    def test_a_column_without_a_name_is_noted(self):
        def notes(text, *options):
            done = self.run_tool("plan", self.put("index.csv", text), "-k1", *options)
            return [line for line in done.err.splitlines() if "has no name" in line or "counts the rows" in line]
        said = "note: column {} has no name and is part of the distance; if it numbers or names the rows, leave it out with -x {}"
        text = ",a,b\n3,5.1,8\n7,4.9,9\n8,5.2,7\n12,4.1,3\n"
        self.assertEqual(notes(text), [said.format(1, 1)])
        self.assertEqual(notes(text.replace(",a", '"",a')), [said.format(1, 1)])
        self.assertEqual(notes("a,,b\nx,u,1\nx,v,2\ny,v,1\ny,u,3\n"), [said.format(2, 2)])
        for options in ["-x", 1], ["-f", "1,2"], ["--id", 1], ["--no-header"], ["-w", 1]:
            self.assertEqual(notes(text, *options), [], options)
        self.assertEqual(notes(",a\nann,1\nbob,2\ncid,3\ndora,4\n"), [])  # an identifier

    def test_an_id_that_repeats_is_noted(self):
        said = "note: {} is called as identifiers are, but has values more than once and is part of the distance; if it is no measure, " \
            "leave it out with -x {}, or use --categorical"
        def notes(name, cells, *options):
            text = f"{name},t\n" + "".join(f"{cell},{i}.5\n" for i, cell in enumerate(cells.split()))
            return [line for line in self.run_tool("plan", self.put("id.csv", text), "-k1", *options).err.splitlines() if "identifiers are" in line]
        for name in "id", "id_student", "Student ID", "matriculation":
            self.assertEqual(notes(name, "11 12 11"), [said.format(name, "'Student ID'" if " " in name else name)])
        for name, cells, *options in (("id", "1.5 2 2"), ("id", "a b a"), ("id", "11"), ("number", "11 12 11"), ("nr", "11 12 11"), ("paid", "11 12 11"),
                                      ("id", "11 12 13"), ("id", "11 12 11", "-x", "id"), ("id", "11 12 11", "-f", "id,t"),
                                      ("id", "11 12 11", "--categorical", "id"), ("id", "11 12 11", "-p", "id", "-t", "0")):
            self.assertEqual(notes(name, cells, *options), [], (name, cells, options))

    def test_texts_that_repeat_are_no_identifiers(self):
        rows = "".join(f"person {min(i, 8)},{i % 3}\n" for i in range(10))  # 9 of 10 are different
        self.assertEqual(self.read("name,x\n" + rows)["features"], ["name", "x"])

    def test_numbers_called_id_are_left_out_as_identifiers(self):
        for name in "id", "ID", "student_id", "id_student", "Student ID", "number", "Nr", "matriculation", \
                "nr.", "matriculation number":
            with self.subTest(name):
                self.assertEqual(self.read(f"{name},x\n11,1\n12,2\n13,3\n")["features"], ["x"])

    def test_other_whole_numbers_are_no_identifiers(self):
        for name in "x1", "paid", "idea", "midterm", "numbers", "Number of rooms", "number_of_rooms", "nr of rooms", "ID of":
            with self.subTest(name):
                self.assertEqual(self.read(f"{name},x\n11,1\n12,2\n13,3\n")["features"], [name, "x"])

    def test_an_id_that_repeats_or_is_no_whole_number_is_no_identifier(self):
        for cells in ("11", "12", "11"), ("1.5", "2.5", "3.5"):
            text = "id,x\n" + "".join(f"{cell},{i}\n" for i, cell in enumerate(cells))
            self.assertEqual(self.read(text)["features"], ["id", "x"])

    def test_naming_a_column_takes_it_in_although_it_is_an_identifier(self):
        text = "id,x\n11,1\n12,2\n13,3\n"
        self.assertEqual(self.read(text, "-f", "id,x")["features"], ["id", "x"])
        self.assertEqual(self.read(text, "--numeric", "id")["features"], ["id", "x"])

    def test_the_column_of_id_is_copied_and_not_compared(self):
        seen = self.read("key,x\n7,1\n7,3\n", "--id", "key")
        self.assertEqual((seen["features"], seen["table"][1]), (["x"], ["7", "1", "1"]))

    def test_ids_that_two_rows_have_are_noted(self):
        def notes(content, *options):
            self.put("data.csv", content)
            self.put("labels.csv", "row,cluster\n" + "".join(f"{i},1\n" for i in range(1, content.count("\n"))))
            said = []
            for command in ["plan", "data.csv"], ["cluster", "data.csv", "-k", 1], ["check", "data.csv", "labels.csv"]:
                err = self.run_tool(*command, *options).err
                said.append([line for line in err.splitlines() if "same id" in line])
            self.assertEqual(said, 3 * said[:1])
            return said[0]
        end = ": files that name rows by id cannot tell them apart"
        twice = "key,x\na,1\nb,2\nb,3\n"
        self.assertEqual(notes(twice, "--id", "key"), [f'note: lines 3 and 4 have the same id (key), "b"{end}'])
        self.assertEqual(notes(twice.replace("b,2", 'c,2\n"b",2'), "--id", "key"),
                         [f'note: lines 4 and 5 have the same id (key), "b"{end}'])
        self.assertEqual(notes(twice + "a,4\n", "--id", "key"),
                         [f'note: lines 3 and 4 have the same id (key), "b", and 1 more row has an id again{end}'])
        self.assertEqual(notes(twice + "a,4\nb,5\n", "--id", 1),
                         [f'note: lines 3 and 4 have the same id (key), "b", and 2 more rows have an id again{end}'])
        self.assertEqual(notes(twice.replace("b,", "\x1b[2J,"), "--id", "key"),
                         [f'note: lines 3 and 4 have the same id (key), "?[2J"{end}'])
        for content, options in ((twice, ["-x", "key"]), (twice, ["--id", "key", "--quiet"]), ("key,x\n,1\nNA,2\n,3\nNA,4\n", ["--id", "key"]),
                                 ("key,x\na,1\nA,2\n\" a\",3\n", ["--id", "key"])):
            self.assertEqual(notes(content, *options), [])

    def test_a_text_column_makes_one_coordinate_for_each_value(self):
        seen = self.read("x,y\n0,a\n0,b\n", "-f", "y")
        self.assertEqual(seen["coordinates"], 2)
        self.assertEqual(seen["cost"], 2 ** 0.5)

    def test_minmax_maps_numbers_to_0_to_1(self):
        seen = self.read("x,y\n10,a\n20,a\n40,a\n", "-f", "x")
        self.assertAlmostEqual(seen["cost"], 1 / 3 + 2 / 3, places=14)

    def test_zscore_divides_by_the_population_deviation(self):
        seen = self.read("x\n1\n3\n", "--scale", "zscore")
        self.assertEqual(seen["cost"], 2)

    def test_zscore_takes_the_deviation_of_known_numbers(self):
        text = "x,y\n1,0\n3,0\n,0\n"  # -1, 1 and the mean, 0
        self.assertEqual(self.read(text, "--scale", "zscore", "--missing", "impute")["cost"], 2)
        seen = self.read(text, "--scale", "zscore", "--missing", "category")  # and a coordinate that says so
        self.assertAlmostEqual(seen["cost"], 2 * math.sqrt(2))
        for policy in "impute", "category":
            options = "-k", 1, "--scale", "zscore", "--missing", policy
            self.expect(0, "cluster", "data.csv", *options, "-o", "out.csv", "--json", "out.json")
            opinion = self.second_opinion("data.csv", "out.csv", *options, "--report", "out.json")
            self.assertEqual(opinion.code, 0, opinion.out)

    def test_scale_none_keeps_the_numbers(self):
        self.assertEqual(self.read("x,y\n0,0\n30,40\n", "--scale", "none")["cost"], 50)

    def test_a_constant_column_adds_nothing(self):
        for scale in "minmax", "zscore":
            seen = self.read("x,y\n7,0\n7,1\n", "--scale", scale)
            self.assertEqual((seen["coordinates"], seen["cost"]), (2, 1 if scale == "minmax" else 2))

    def test_the_protected_attribute_is_not_in_the_distance(self):
        seen = self.read("x,g\n0,a\n0,b\n", "-p", "g")
        self.assertEqual((seen["features"], seen["cost"], seen["groups"]), (["x"], 0, {"g": [{"a": 1, "b": 1}]}))

    def test_the_protected_attribute_can_be_taken_into_the_distance(self):
        seen = self.read("x,g\n0,a\n0,b\n", "-p", "g", "--include-protected")
        self.assertEqual((seen["features"], seen["cost"]), (["x", "g"], 2 ** 0.5))

    def test_the_protected_attribute_is_text_even_when_it_looks_like_numbers(self):
        seen = self.read("x,g\n0,1\n0,1.0\n1,01\n2,b\n", "-p", "g")
        self.assertEqual(seen["groups"], {"g": [{"01": 1, "1": 1, "1.0": 1, "b": 1}]})


class Missing(InputCase):
    def test_these_texts_mean_missing(self):
        for text in "", "NA", "N/A", "NaN", "NULL", "?", '""', " ", '"NA"':
            with self.subTest(text=text):
                self.assertEqual(self.read(f"x,y\n1,1\n2,{text}\n3,4\n", "--missing", "drop")["dropped"], 1)

    def test_other_spellings_are_not_missing(self):
        for text in "na", "nan", "null", "none", "-", "n/a", '" "', '"NA "':
            with self.subTest(text=text):
                self.assert_fault(f"x,y\n1,1\n2,{text}\n3,4\n", "line 3, column 2", "is not a number",
                                  "--missing", "drop")

    def test_na_adds_texts_that_mean_missing(self):
        text = "x,y\n1,1\n2,none\n3,-\n4,NA\n5,5\n"
        for options in ["--na", "none,-"], ["--na", "none", "--na", "-"]:
            self.assertEqual(self.read(text, *options, "--missing", "drop")["dropped"], 3)

    def test_a_missing_cell_is_an_error_that_says_how_many(self):
        self.assert_fault("x,y\n1,1\n2,\n3,NA\n4,5\n", "line 3, column 2",
                          "y: 2 of 4 cells are missing; use --missing drop, impute or category")
        self.assert_fault("x,y\n1,\n2,NA\n", "line 2, column 2", "y: 2 of 2 cells are missing; there is nothing to measure: leave the column out (-x)")

    def test_missing_cells_of_unused_columns_do_not_matter(self):
        text = "id,x,y,g\n,1,,a\n,2,,b\n"
        self.assertEqual(self.read(text, "-f", "x", "-p", "g", "--id", "id")["n"], 2)

    def test_missing_drop_leaves_the_rows_out_of_the_output(self):
        text = "x,y,g\n1,1,a\n2,,a\n3,3,b\n4,4,\n5,5,b\n"
        seen = self.read(text, "--missing", "drop", "-p", "g", "--labels-only")
        self.assertEqual((seen["n"], seen["dropped"]), (3, 2))
        self.assertEqual([row[0] for row in seen["table"]], ["row", "1", "3", "5"])
        self.assertEqual(seen["medoids"], [3])
        self.assertIn("note: 2 of 5 rows have missing cells and are left out", seen["notes"])

    def test_missing_drop_that_leaves_no_row_is_refused(self):
        self.assertEqual(self.refuse("x,y\n1,\n,2\n", "--missing", "drop"),
                         ["every row has a missing cell, so --missing drop leaves none"])

    def test_a_fault_in_a_dropped_row_is_still_a_fault(self):
        self.assert_fault("x,y\n1,1\noops,\n3,4\n", "line 3, column 1", "oops", "--missing", "drop")

    def test_missing_impute_takes_the_mean_or_the_most_frequent_text(self):
        seen = self.read("x,y\n0,a\n,a\n6,a\n", "--missing", "impute", "--scale", "none", "-f", "x")
        self.assertEqual((seen["n"], seen["dropped"], seen["medoids"], seen["cost"]), (3, 0, [2], 6))
        seen = self.read("x,y\n0,b\n0,b\n0,c\n0,\n", "--missing", "impute", "-f", "y")
        self.assertEqual((seen["coordinates"], seen["cost"]), (2, 2 ** 0.5))

    def test_missing_impute_refuses_a_column_without_any_value(self):
        said = self.refuse("x,z\n1,\n3,\n", "--missing", "impute")
        self.assertIn("line 2, column 2: z: 2 of 2 cells are missing; there is nothing to impute from", said[0])

    def test_rows_without_any_value_are_noted(self):
        text = "x,y,g\n1,2,a\n3,,b\n,,\nNA,?,\n5,6,a\n"
        for way in "impute", "category":
            for threads in 1, 4:
                seen = self.read(text, "--missing", way, "--threads", threads)
                self.assertEqual(seen["n"], 5)
                self.assertIn("note: 2 rows have no value at all and become points (line 4 is the first); delete them, or use --missing drop\n",
                              seen["notes"])
        self.assertIn("note: 1 row has no value at all and becomes a point (line 3); delete it, or use", self.read("x,y\n1,2\n,\n", "--missing", "impute")["notes"])
        self.assertNotIn("no value", self.read(text, "--missing", "drop")["notes"])
        self.assertNotIn("no value", " ".join(self.refuse(text)))
        self.assertNotIn("no value", self.read("x\n1\nNA\n", "--missing", "impute")["notes"])  # its one cell was written
        self.assertNotIn("no value", self.read("i,x\n7,1\n8,\n", "--missing", "impute", "-f", "x")["notes"])

    def test_missing_impute_breaks_ties_by_the_smaller_text(self):
        seen = self.read("x,y\n0,b\n0,a\n0,\n0,b\n0,a\n", "--missing", "impute", "-f", "y")
        self.assertEqual(seen["medoids"], [2])

    def test_missing_category_is_a_value_of_its_own(self):
        seen = self.read("x,y\n0,a\n0,a\n0,\n", "--missing", "category", "-f", "y")
        self.assertEqual((seen["n"], seen["coordinates"], seen["cost"]), (3, 2, 2 ** 0.5))

    def test_missing_category_marks_a_missing_number(self):
        seen = self.read("x,y\n2,a\n4,a\n,a\n", "--missing", "category", "-f", "x", "--scale", "none")
        self.assertEqual(seen["coordinates"], 2)
        self.assertEqual(seen["medoids"], [3])
        self.assertAlmostEqual(seen["cost"], 2 * 2 ** 0.5, places=14)

    def test_a_missing_protected_value_is_never_guessed(self):
        for policy in "error", "impute":
            self.assert_fault("x,g\n1,a\n2,\n3,b\n", "line 3, column 2",
                              "a protected value cannot be guessed: use --missing drop or category",
                              "-p", "g", "--missing", policy)

    def test_a_missing_protected_value_can_be_dropped(self):
        seen = self.read("x,g\n1,a\n2,\n3,b\n", "-p", "g", "--missing", "drop")
        self.assertEqual(seen["groups"], {"g": [{"a": 1, "b": 1}]})

    def test_a_missing_protected_value_can_be_a_group_without_bounds(self):
        seen = self.read("x,g\n1,a\n2,\n3,b\n4,?\n", "-p", "g", "-t", 1, "--missing", "category")
        self.assertEqual(seen["groups"], {"g": [{"a": 1, "b": 1, "(missing)": 2}]})
        self.assertEqual((seen["balance"], set(seen["violations"].values())), (1, {0}))


class Numbers(InputCase):
    def value(self, cell, *options):
        """What a cell is worth: its distance from 0."""
        return self.read(f"x\n0\n0\n{cell}\n", "--scale", "none", *options)["cost"]

    def test_plain_decimals_are_numbers(self):
        for cell, value in {"7": 7, "+7": 7, "-7": 7, "007": 7, "1.5": 1.5, ".5": 0.5, "5.": 5, "1e3": 1000,
                            "2.5E-1": 0.25, "1e+2": 100, "0.1": 0.1, "123456789012345678901234567890":
                            123456789012345678901234567890.0}.items():
            with self.subTest(cell):
                self.assertEqual(self.value(cell), float(value))

    def test_other_numerals_are_no_numbers(self):
        for cell in "0x10", "inf", "Infinity", "nan", '"1,000"', "1 000", "1'000", "1_000", "1e", "e5", ".", "-", \
                "--1", "1-", "5%", "$5", "1.2.3", "1d3", "\u0663", "\u22125", "1e5.0", "true":
            with self.subTest(cell):
                self.assert_fault(f"x\n1\n2\n{cell}\n3\n", "line 4, column 1", "is not a number")

    def test_a_number_beyond_all_doubles_is_refused(self):
        for cell in "1e309", "-1e309", "9" * 310:
            self.assert_fault(f"x\n1\n2\n{cell}\n3\n", "line 4, column 1", "is too large a number")

    def test_tiny_numbers_are_ordinary(self):
        self.assertEqual(self.value("1e-400"), 0)
        self.assertEqual(self.read("x\n0\n5e-324\n")["cost"], 1)

    def test_the_largest_numbers_are_ordinary_when_scaled(self):
        for scale in "minmax", "zscore":
            seen = self.read("x\n-1.7e308\n1.7e308\n", "--scale", scale)
            self.assertEqual(seen["cost"], 1 if scale == "minmax" else 2)

    def test_distances_beyond_all_doubles_are_refused(self):
        self.assertEqual(self.refuse("x\n-1.7e308\n1.7e308\n", "--scale", "none"),
                         ["the sum of distances is beyond the range of numbers; divide the data by a constant, "
                          "or scale them"])

    def test_ordinary_differences_beside_a_value_that_is_too_far_are_refused(self):
        near = [i * i * 37 % 4100 for i in range(39)]
        few = "-k", 6, "-q", 40, "--effort", 1
        for far, scale in ("1e180", "none"), ("-1e200", "none"), ("1e300", "minmax"):
            text = "".join(f"{cell}\n" for cell in ["x", *near, far])
            for options in ((), ("--metric", "sqeuclidean"), ("--objective", "sse"), ("-m", "kmedoids")):
                with self.subTest(far=far, options=options):
                    said = self.refuse(text, *few, "--scale", scale, *options)
                    self.assertRegex(said[0], "^coordinate 0 of point 39 is .*, and beside it other distances are too "
                                     "small to be squared; mend or leave out that value, or take the metric manhattan$")
        done = self.expect(3, "cluster", "data.csv", "-o", "no.csv", "--scale", "none", *few)
        self.assertIn('note: the value farthest from 0 is in row 40 of the data, in column "x"', done.err)
        self.expect(0, "cluster", "data.csv", "-o", "yes.csv", "--scale", "none", "--metric", "manhattan", *few)
        done = self.expect(0, "check", "data.csv", "yes.csv", "-q", 40, "--scale", "none")
        self.assertRegex(done.out + done.err, r"cost: ok \([1-9]")
        self.put("other.csv", "x,y\n" + "".join(f"{i % 5 / 5},{i}e-250\n" for i in range(40)))  # y does not matter
        self.expect(0, "cluster", "other.csv", "-o", "other_yes.csv", "--scale", "none", "-k", 3)

    def test_a_decimal_comma_is_detected_in_semicolon_files(self):
        seen = self.read("x;y\n1,5;0\n2;0\n0,5;0\n", "--scale", "none")
        self.assertEqual(seen["cost"], 1.5)
        self.assertEqual(seen["text"].splitlines()[1], "1,5;0;1")

    def test_a_decimal_point_anywhere_excludes_the_decimal_comma(self):
        self.assert_fault("x;y\n1,5;0.5\n2;0\n3;1\n", "line 2, column 1", '"1,5" is not a number; correct it, or use --decimal-comma, --na or')
        self.assert_fault("x;y\n1,500;0.5\n2;0\n3;1\n", "line 2, column 1", '"1,500" is not a number; correct it, or use --na or --categorical')

    def test_a_decimal_comma_can_be_asked_for(self):
        text = 'x,y\n"1,5",0\n"2,5",0\n'
        self.assertEqual(self.read(text, "--decimal-comma", "--scale", "none", "-f", "x")["cost"], 1)
        self.assert_fault("x,y\n1,0\n2,0\n3.5,0\n", "line 4, column 1", '"3.5" is not a number', "--decimal-comma")

    def test_the_locale_changes_nothing(self):
        self.put("data.csv", "x\n0\n1.5\n")
        done = self.expect(0, "cluster", "data.csv", "-k", 1, "--scale", "none", "--json", "-",
                           env={"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"})
        self.assertEqual(read_json(done.out)["cost"], 1.5)


class Lists(InputCase):
    """Files of --together, --apart, --medoids and --sizes: lines of ids or numbers."""
    ENDS = "\n", "\r\n", "\r"
    IDS = "abcdef"

    def setUp(self):
        super().setUp()
        self.put("ids.csv", "name,x\n" + "".join(f"{c},{i}\n" for i, c in enumerate(self.IDS)))

    def texts(self, *lines):
        """The lines with each end, with all of them mixed, and without an end behind the last one."""
        mixed = "".join(line + self.ENDS[i % 3] for i, line in enumerate(lines))
        return [end.join(lines) + end for end in self.ENDS] + ["\r".join(lines), "\n" + mixed, "\r" + mixed, "\r\n" + mixed]

    def said(self, command, option, text, *options):
        self.put("list.txt", text)
        files = ("ids.csv", "labels.csv") if command == "check" else ("ids.csv",)
        report = ("--json", "-") if command == "cluster" else ()
        done = self.run_tool(command, *files, "--id", "name", option, "list.txt", *report, *options)
        self.assertNotIn("list.txt", done.err)
        return done.out

    def test_the_first_line_of_a_list_may_say_the_delimiter(self):
        for mark in ";", ",", "\t", "|":
            text = "\ufeff" + "\r\n".join([f"sep={mark}", f"a{mark}b", f"c{mark}d"])
            self.assertIn("4 rows stay together, in 2 sets", self.said("plan", "--together", text, "-k", 3))

    def test_every_line_end_gives_the_same_list(self):
        self.put("labels.csv", "name,cluster\n" + "".join(f"{c},{i // 2 + 1}\n" for i, c in enumerate(self.IDS)))
        for text in self.texts("a,b", "c,d", "e,f"):
            with self.subTest(text):
                for command in "cluster", "plan":
                    self.assertIn("6 rows stay together, in 3 sets", self.said(command, "--together", text, "-k", 3))
                self.assertIn("apart: VIOLATED (3, 0)", self.said("check", "--apart", text, "-k", 3))
        for text in self.texts("a", "c", "f"):
            self.assertIn("only 3 rows may be medoids", self.said("cluster", "--medoids", text, "-k", 2))
        for text in self.texts("1", "2", "3"):
            self.assertEqual(read_json(self.said("cluster", "--sizes", text))["capacities"], [1, 2, 3])
        for text in self.texts("a,b", "", "c,nobody"):
            self.put("list.txt", text)
            line = 3 + (text[0] in "\r\n")
            self.assertIn(f'list.txt: line {line}, column 2: there is no row with "nobody"',
                          self.expect(3, "plan", "ids.csv", "--id", "name", "-k", 2, "--apart", "list.txt").err)

    def test_an_end_mark_of_dos_is_no_line_of_a_list(self):
        for end in "\x1a", "\x1a" * 100, "\r\n\x1a":
            self.assertIn("6 rows stay together, in 3 sets",
                          self.said("plan", "--together", "a,b\nc,d\r\ne,f" + end, "-k", 3))
        self.assertEqual(read_json(self.said("cluster", "--sizes", "3\n3\n\x1a"))["capacities"], [3, 3])
        self.put("list.txt", "\x1a")
        self.assertIn("list.txt has no capacity", self.expect(3, "plan", "ids.csv", "--sizes", "list.txt").err)

    def test_a_line_of_a_list_ends_within_quotes_too(self):
        for end in self.ENDS:
            self.put("ids.csv", f'name,x\n"a{end}b",1\nc,2\nd,3\ne,4\n')
            self.put("list.txt", f'd,e\n"a{end}b",c\n')
            said = self.expect(3, "plan", "ids.csv", "--id", "name", "-k", 2, "--apart", "list.txt").err
            self.assertIn("list.txt: line 2: a quote is opened here and never closed", said)
            self.assertIn("list.txt: line 3, column 1: there is no row", said)

    def test_a_list_is_utf8_with_a_mark_or_without(self):
        for mark in "", "\ufeff":
            self.assertIn("4 rows stay together, in 2 sets",
                          self.said("plan", "--together", mark + "a,b\rc,d\r", "-k", 3))
        for encoding in "utf-16", "utf-16-le", "utf-16-be", "utf-32":
            self.put("list.txt", "a,b\nc,d\n".encode(encoding))
            self.assertIn("list.txt is no plain text; save it as UTF-8",
                          self.expect(3, "plan", "ids.csv", "--id", "name", "-k", 3, "--together", "list.txt").err)


class TableOfRules(unittest.TestCase):
    def rows(self):
        """(rule, example, what happens, test) of each row of the page's table."""
        with open(PAGE, encoding="utf-8") as stream:
            lines = [line.strip() for line in stream if line.startswith("|")]
        self.assertEqual(lines[0], "| rule | example | what happens | test |")
        return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]

    def test_the_table_and_these_tests_name_the_same_rules(self):
        tests = []
        for name in "test_input.py", "test_roles.py":
            with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as stream:
                tests += [f.name for c in ast.parse(stream.read()).body if isinstance(c, ast.ClassDef)
                          for f in c.body if isinstance(f, ast.FunctionDef) and f.name.startswith("test_")]
        tests.remove("test_the_table_and_these_tests_name_the_same_rules")
        rows = self.rows()
        self.assertEqual([row for row in rows if len(row) != 4 or not all(row)], [])
        named = [row[3].strip("`") for row in rows]
        self.assertEqual(sorted(named), sorted(tests))
        self.assertEqual(len(set(named)), len(named))


if __name__ == "__main__":
    unittest.main()
