"""The data sets of the paper and of the scale tests, read with the options of their README, give exactly its counts.

A reader that drops a row, splits a cell or guesses a type wrongly shows up here, on files that nobody made for a
test. The folder is found through FAIRCAP_DATA; without it every test is skipped. No row of a file is ever printed.
"""
import csv
import gzip
import hashlib
import json
import math
import os
import re
import sys
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "cli"))
from tool import Case  # noqa: E402

DATA = os.environ.get("FAIRCAP_DATA")

MAT = "student-performance/student-mat.csv"
POR = "student-performance/student-por.csv"
PISA_TRAIN, PISA_TEST = "pisa2009/pisa2009train.csv", "pisa2009/pisa2009test.csv"
OULAD, OULAD_4000 = "oulad/studentInfo.csv", "oulad/studentInfo-4000.csv"
ADULT, ADULT_TEST = "adult/adult.data", "adult/adult.test"
BANK = "bank-marketing/bank-full.csv"
CREDIT = "credit-default/default_of_credit_card_clients.csv"
DIABETES = "diabetes130/diabetic_data.csv.gz"
CODES = "diabetes130/IDs_mapping.csv"
DIABETES_NUMBERS = ("time_in_hospital,num_lab_procedures,num_procedures,num_medications,number_outpatient,"
                    "number_emergency,number_inpatient,number_diagnoses")


def data(name):
    return os.path.join(DATA, *name.split("/"))


def read(name):
    with open(data(name), "rb") as stream:
        return stream.read()


def pisa():
    """Train and test in one file, with one header."""
    train, test = read(PISA_TRAIN), read(PISA_TEST)
    header, rows = test.split(b"\n", 1)
    if not train.startswith(header + b"\n"):
        raise AssertionError("the headers of the two parts of PISA differ")
    return train + rows


def readme_tables():
    """The tables of the README: for each, a list of rows of cells."""
    tables, last = [], ""
    for line in read("README.md").decode("utf-8").splitlines():
        if line.startswith("|"):
            if not last.startswith("|"):
                tables.append([])
            tables[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        last = line
    return tables


def readme_table(first_cell, second_cell):
    return next(t for t in readme_tables() if t[0][:2] == [first_cell, second_cell])[2:]


def whole(text):
    return int(text.replace(",", ""))


@unittest.skipUnless(DATA, "FAIRCAP_DATA is not set: it names the folder of the data sets")
class DataCase(Case):
    def plan(self, path, *options):
        """The JSON report of `faircap plan` and what was said."""
        path = path if os.path.isabs(path) else data(path)
        done = self.expect(0, "plan", path, *options, "--json", "-")
        return json.loads(done.out), done.err

    def expect_plan(self, path, *options, rows, n, columns, groups, coordinates=None):
        report, said = self.plan(path, *options)
        self.assertEqual((report["n"] + report["dropped"], report["n"], report["columns"], report["groups"]),
                         (rows, n, columns, groups))
        if coordinates is not None:
            self.assertEqual(report["coordinates"], coordinates)
        return said

    def missing(self, path, *options):
        """{column: missing cells} that `--missing error` complains of."""
        path = path if os.path.isabs(path) else data(path)
        done = self.expect(3, "plan", path, *options)
        found = re.findall(r"column \d+: (.+): (\d+) of (\d+) cells are missing", done.err)
        return {name: int(count) for name, count, _ in found}, {int(rows) for _, _, rows in found}

    def second_describes(self, path, *options):
        """The second checker sees the same rows, columns, coordinates and groups."""
        path = path if os.path.isabs(path) else data(path)
        report, _ = self.plan(path, *options)
        lines = self.second_opinion("--describe", path, *options).out
        self.assertEqual(lines["rows"], str(report["n"] + report["dropped"]))
        self.assertEqual(lines["kept rows"], str(report["n"]))
        self.assertEqual(lines["columns"], str(report["columns"]))
        self.assertEqual(lines["features"], str(report["coordinates"]))
        for name, counts in report["groups"].items():
            self.assertEqual(lines[f"groups {name}"], ", ".join(f"{g} {counts[g]}" for g in sorted(counts)))
        return lines

    def joined_pisa(self):
        return self.path(self.put("pisa.csv", pisa()))


class Checksums(DataCase):
    def test_every_file_is_the_one_of_the_readme(self):
        listed = readme_table("File", "Bytes")
        self.assertEqual(len(listed), 11)
        for name, size, _, _, digest in listed:
            with self.subTest(name):
                content = read(name)
                self.assertEqual((len(content), hashlib.sha256(content).hexdigest()), (whole(size), digest))

    def test_the_sample_of_4000_is_the_one_of_the_readme(self):
        content = read(OULAD_4000)
        text = read("README.md").decode("utf-8")
        self.assertIn(f"{len(content):,} bytes, SHA-256\n{hashlib.sha256(content).hexdigest()}", text)

    def test_the_unpacked_diabetes_file_is_the_one_of_the_readme(self):
        content = gzip.decompress(read(DIABETES))
        self.assertIn(f"after decompression: {len(content):,} bytes, SHA-256\n{hashlib.sha256(content).hexdigest()}",
                      read("README.md").decode("utf-8"))

    def test_rows_and_columns_are_those_of_the_readme(self):
        readable = {MAT: [], POR: [], PISA_TRAIN: [], PISA_TEST: [], OULAD: ["-x", "id_student"],
                    ADULT: ["--no-header"], ADULT_TEST: ["--no-header", "--skip", 1], BANK: [], CREDIT: [],
                    DIABETES: ["-f", "time_in_hospital"]}
        for name, _, rows, columns, _ in readme_table("File", "Bytes"):
            if name != CODES:
                with self.subTest(name):
                    report, _ = self.plan(name, *readable[name], "--missing", "category")
                    self.assertEqual((report["n"], report["columns"]), (whole(rows), int(columns)))

    def test_three_tables_in_one_file_are_refused(self):
        self.expect(3, "plan", data(CODES))


class PaperTable(DataCase):
    def test_the_table_of_the_paper_comes_out_again(self):
        pisa = self.joined_pisa()
        sets = {"Student, Mathematics": (MAT, "sex", []), "Student, Portuguese": (POR, "sex", []),
                "PISA 2009 US, rows without NA": (pisa, "male", ["--missing", "drop"]),
                "OULAD studentInfo, full": (OULAD, "gender", ["-x", "id_student", "--missing", "category"])}
        print("\n| data set | rows | attributes | protected | groups | balance |")
        found = 0
        for name, rows, attributes, protected, counts, balance, *_ in readme_table("Data set", "Rows here"):
            if name == "MOOC":
                continue  # not in the folder
            path, column, options = sets[name]
            report, _ = self.plan(path, "-p", column, *options)
            groups = report["groups"][column]
            ratio = Fraction(min(groups.values()), max(groups.values()))
            shown = ", ".join(f"{g} {groups[g]:,}" for g in sorted(groups))
            print(f"| {name} | {report['n']:,} | {report['columns']} | {column} | {shown} | {float(ratio):.3f} |")
            with self.subTest(name):
                self.assertEqual((report["n"], report["columns"], column), (whole(rows), int(attributes), protected))
                listed = dict(re.findall(r"(\w+):? ([\d,]+)", counts))
                self.assertEqual(groups, {g: whole(c.rstrip(",")) for g, c in listed.items()})
                self.assertEqual(f"{float(ratio):.3f}", balance)
            found += 1
        self.assertEqual(found, 4)


class PaperData(DataCase):
    def test_student_mathematics(self):
        said = self.expect_plan(MAT, "-p", "sex", rows=395, n=395, columns=33, coordinates=57,
                                groups={"sex": {"F": 208, "M": 187}})
        self.assertEqual(said, "")
        self.assertEqual(self.second_describes(MAT, "-p", "sex")["feature columns"], "32 (16 numeric)")
        self.assertEqual(self.plan(MAT, "-p", "sex", "--include-protected")[0]["coordinates"], 59)

    def test_student_portuguese(self):
        said = self.expect_plan(POR, "-p", "sex", rows=649, n=649, columns=33, coordinates=57,
                                groups={"sex": {"F": 383, "M": 266}})
        self.assertEqual(said, "")
        self.assertEqual(self.second_describes(POR, "-p", "sex")["feature columns"], "32 (16 numeric)")
        self.assertEqual(self.plan(POR, "-p", "sex", "--include-protected")[0]["coordinates"], 59)

    def test_pisa_joined(self):
        pisa, options = self.joined_pisa(), ["-p", "male", "--missing", "drop"]
        said = self.expect_plan(pisa, *options, rows=5233, n=3404, columns=24, coordinates=29,
                                groups={"male": {"0": 1707, "1": 1697}})
        self.assertEqual(said, "note: 1829 of 5233 rows have missing cells and are left out\n")
        self.assertEqual(self.second_describes(pisa, *options)["feature columns"], "23 (22 numeric)")
        self.assertEqual(self.plan(pisa, *options, "--include-protected")[0]["coordinates"], 30)

    def test_pisa_parts(self):
        for name, rows, n in (PISA_TRAIN, 3663, 2414), (PISA_TEST, 1570, 990):
            report, _ = self.plan(name, "-p", "male", "--missing", "drop")
            self.assertEqual((report["n"] + report["dropped"], report["n"]), (rows, n))

    def test_oulad_full(self):
        options = ["-p", "gender", "-x", "id_student", "--missing"]
        self.expect_plan(OULAD, *options, "drop", rows=32593, n=31482, columns=12, coordinates=50,
                         groups={"gender": {"F": 14415, "M": 17067}})
        self.expect_plan(OULAD, *options, "category", rows=32593, n=32593, columns=12, coordinates=51,
                         groups={"gender": {"F": 14718, "M": 17875}})
        self.assertEqual(self.plan(OULAD, *options, "category", "--include-protected")[0]["coordinates"], 53)
        self.assertEqual(self.missing(OULAD, "-x", "id_student"), ({"imd_band": 1111}, {32593}))

    def test_oulad_sample(self):
        self.expect_plan(OULAD_4000, "-p", "gender", "-x", "id_student", rows=4000, n=4000, columns=12,
                         coordinates=50, groups={"gender": {"F": 2000, "M": 2000}})
        self.second_describes(OULAD_4000, "-p", "gender", "-x", "id_student")

    def test_the_sample_follows_its_rule(self):
        header, *lines = read(OULAD).split(b"\r\n")
        rows = [line for line in lines if line and b'""' not in line]
        chosen = set()
        for gender in b'"F"', b'"M"':
            places = [i for i, line in enumerate(rows) if gender in line.split(b",")]
            chosen |= {places[j * len(places) // 2000] for j in range(2000)}
        expected = [header] + [rows[i] for i in sorted(chosen)]
        found = [line for line in read(OULAD_4000).replace(b"\r\n", b"\n").split(b"\n") if line]
        self.assertTrue(expected == found, "another sample")  # not assertEqual: it would print rows


class ScaleData(DataCase):
    def test_adult(self):
        options = ["--no-header", "-p", 10, "--missing"]
        self.expect_plan(ADULT, *options, "category", rows=32561, n=32561, columns=15,
                         groups={"10": {"Female": 10771, "Male": 21790}})
        report, said = self.plan(ADULT, *options, "drop", "-k", 10, "-t", "0.45")
        self.assertEqual((report["n"] + report["dropped"], report["status"]), (32561, "feasible"))
        self.assertEqual(said, f"note: {report['dropped']} of 32561 rows have missing cells and are left out\n")
        self.assertEqual(self.missing(ADULT, "--no-header"), ({"2": 1836, "7": 1843, "14": 583}, {32561}))
        report, _ = self.plan(ADULT, "--no-header", "-p", 9, "-f", 1)
        self.assertEqual(report["groups"]["9"], {"White": 27816, "Black": 3124, "Asian-Pac-Islander": 1039,
                                                 "Amer-Indian-Eskimo": 311, "Other": 271})

    def test_adult_cannot_be_balanced_to_one_half(self):
        done = self.expect(4, "plan", data(ADULT), "--no-header", "-p", 10, "-f", 1, "-k", 10, "--json", "-")
        report = json.loads(done.out)
        self.assertEqual(report["reason"], "balance")
        self.assertEqual(report["smallest_change"]["max_size"], None)
        self.assertLess(Fraction(report["smallest_change"]["balance"]), Fraction(1, 2))

    def test_adult_test_begins_with_a_comment(self):
        options = ["--no-header", "--skip", 1]
        self.expect_plan(ADULT_TEST, *options, "-p", 10, "--missing", "category", rows=16281, n=16281, columns=15,
                         groups={"10": {"Female": 5421, "Male": 10860}})
        self.assertEqual(self.missing(ADULT_TEST, *options), ({"2": 963, "7": 966, "14": 274}, {16281}))
        self.expect(3, "plan", data(ADULT_TEST), "--no-header")

    def test_bank(self):
        said = self.expect_plan(BANK, "-p", "marital", rows=45211, n=45211, columns=17,
                                groups={"marital": {"married": 27214, "single": 12790, "divorced": 5207}})
        self.assertEqual(said, "")
        self.assertEqual(self.missing(BANK, "--na", "unknown"),
                         ({"job": 288, "education": 1857, "contact": 13020, "poutcome": 36959}, {45211}))

    def test_credit(self):
        groups = {"SEX": {"1": 11888, "2": 18112}}
        expected = {"rows": 30000, "n": 30000, "columns": 25, "coordinates": 23, "groups": groups}
        self.expect_plan(CREDIT, "-p", "SEX", "-x", "ID", **expected)
        said = self.expect_plan(CREDIT, "-p", "SEX", **expected)
        self.assertIn("left out of the distance as an identifier: ID", said)
        report, _ = self.plan(CREDIT, "-p", "EDUCATION,MARRIAGE", "-f", "AGE")
        self.assertEqual(report["groups"], {
            "EDUCATION": {"0": 14, "1": 10585, "2": 14030, "3": 4917, "4": 123, "5": 280, "6": 51},
            "MARRIAGE": {"0": 54, "1": 13659, "2": 15964, "3": 323}})

    def test_diabetes(self):
        said = self.expect_plan(DIABETES, "-p", "gender", "--na", "Unknown/Invalid", "--missing", "drop", "-f",
                                DIABETES_NUMBERS, rows=101766, n=101763, columns=50, coordinates=8,
                                groups={"gender": {"Female": 54708, "Male": 47055}})
        self.assertEqual(said, "note: 3 of 101766 rows have missing cells and are left out\n")

    def test_diabetes_missing_values(self):
        columns = {"race": 2273, "weight": 98569, "payer_code": 40256, "medical_specialty": 49949, "diag_1": 21,
                   "diag_2": 358, "diag_3": 1423}
        numeric = ",".join(c for c in columns if c.startswith("diag"))
        found, rows = self.missing(DIABETES, "-f", ",".join(columns), "--categorical", numeric)
        self.assertEqual((found, rows), (columns, {101766}))

    def test_diabetes_groups(self):
        report, _ = self.plan(DIABETES, "-p", "race,gender", "--missing", "category", "-f", "time_in_hospital")
        self.assertEqual(report["groups"], {
            "race": {"Caucasian": 76099, "AfricanAmerican": 19210, "Hispanic": 2037, "Other": 1506, "Asian": 641,
                     "(missing)": 2273},
            "gender": {"Female": 54708, "Male": 47055, "Unknown/Invalid": 3}})


class KnownAnswers(DataCase):
    THIRTY = "known-answers/thirty-points.csv"
    OPTIMUM = 24.835209553398663
    REQUEST = "-f", "x1,x2", "-p", "color", "--scale", "none", "-k", 3, "-q", 11, "-t", 1

    def test_thirty_points_are_read(self):
        self.expect_plan(self.THIRTY, *self.REQUEST, rows=30, n=30, columns=4, coordinates=2,
                         groups={"color": {"0": 15, "1": 15}})
        self.second_describes(self.THIRTY, "-f", "x1,x2", "-p", "color")

    def test_the_optimum_of_thirty_points_is_confirmed_by_both_checkers(self):
        """With the medoids of the README, five points of each colour go to each of them at the least cost."""
        with open(data(self.THIRTY), newline="", encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
        points = [(float(r["x1"]), float(r["x2"])) for r in rows]
        medoids, labels = [9, 13, 29], [0] * 30
        for colour in "0", "1":
            best = {(0, 0, 0): (0.0, ())}
            for i in (i for i, r in enumerate(rows) if r["color"] == colour):
                after = {}
                for counts, (cost, to) in best.items():
                    for c in range(3):
                        key = tuple(m + (j == c) for j, m in enumerate(counts))
                        new = (cost + math.dist(points[i], points[medoids[c]]), to + ((i, c),))
                        if key[c] <= 5 and new < after.get(key, (math.inf,)):
                            after[key] = new
                best = after
            for i, c in best[5, 5, 5][1]:
                labels[i] = c + 1
        self.put("best.csv", "row,cluster\n" + "".join(f"{i + 1},{c}\n" for i, c in enumerate(labels)))
        done = self.expect(0, "check", data(self.THIRTY), "best.csv", *self.REQUEST, "--json", "-")
        self.assertTrue(math.isclose(json.loads(done.out)["cost"], self.OPTIMUM, rel_tol=1e-12))
        opinion = self.second_opinion(data(self.THIRTY), "best.csv", *self.REQUEST)
        self.assertEqual((opinion.code, opinion.out["capacity"]), (0, "ok (10, 11)"))

    def test_no_limits_are_never_dearer_than_the_optimum_with_limits(self):
        done = self.expect(0, "cluster", data(self.THIRTY), *self.REQUEST, "-m", "kmedoids", "--json", "-")
        self.assertLessEqual(json.loads(done.out)["cost"], self.OPTIMUM * (1 + 1e-12))

    def test_the_synthetic_sets_are_read(self):
        for name in "known-answers/synthetic_a.csv", "known-answers/synthetic_b.csv":
            self.expect_plan(name, "-f", "X1,X2", "-p", "X3", "-t", 1, "-q", 21, "-k", 2, rows=21, n=21, columns=3,
                             coordinates=2, groups={"X3": {"0": 7, "1": 7, "2": 7}})

    def test_the_resampled_sets_are_read(self):
        for name, rows, different, women in ("mat", 395, 255, 208), ("por", 649, 407, 383):
            file, options = f"edm2021/student-{name}-resampled.csv", ["--scale", "none", "--include-protected"]
            report, _ = self.plan(file, "-p", "sex", *options)
            self.assertEqual((report["n"], report["dropped"], report["columns"], report["coordinates"]),
                             (rows, 0, 58, 58))
            self.assertEqual(sorted(report["groups"]["sex"].values()), sorted([women, rows - women]))
            lines = [line for line in read(file).splitlines()[1:] if line]
            self.assertEqual((len(lines), len(set(lines))), (rows, different))
            self.second_describes(file, "-p", "sex", *options)

    def test_the_published_costs_are_complete(self):
        report, _ = self.plan("edm2021/published-costs.csv", "-f", "k,cost", "-p", "dataset,method", "-t", 0)
        self.assertEqual((report["n"], report["columns"]), (648, 4))
        self.assertEqual(sorted(report["groups"]["dataset"].values()), [162] * 4)
        self.assertEqual(list(report["groups"]["method"].values()), [72] * 9)


class Clustering(DataCase):
    def assert_checked(self, path, *options):
        words = [*options, "-k", 10]
        done = self.expect(0, "cluster", path, *words, "-m", "kmedoids", "--effort", 1, "-o", "out.csv",
                           "--json", "out.json")
        self.assertIn("in 10 clusters of ", done.err)
        opinion = self.second_opinion(path, "out.csv", *words, "--enforces", "clusters", "--report", "out.json")
        self.assertEqual(opinion.code, 0, opinion)
        mine = self.run_tool("check", path, "out.csv", *words)
        violated = any(json.loads(self.text("out.json"))["violations"].values())
        self.assertEqual(mine.code, 6 if violated else 0, mine)

    def test_student_mathematics_is_clustered_and_checked(self):
        self.assert_checked(data(MAT), "-p", "sex")

    def test_student_portuguese_is_clustered_and_checked(self):
        self.assert_checked(data(POR), "-p", "sex")

    def test_pisa_is_clustered_and_checked(self):
        self.assert_checked(self.joined_pisa(), "-p", "male", "--missing", "drop")

    def test_oulad_is_clustered_and_checked(self):
        self.assert_checked(data(OULAD_4000), "-p", "gender", "-x", "id_student")


if __name__ == "__main__":
    unittest.main()
