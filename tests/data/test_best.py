"""The method best on every data set, at full size: valid by `faircap check`, bounded, and as good as what is known.

With little effort, so that it takes a minute; bench/best_tables.py makes the tables with all of it. Uses the release
build, since sanitizers make a hundred thousand rows slow. Skipped without FAIRCAP_DATA.
"""
import json
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import test_data as sets  # noqa: E402
from tool import ROOT, Case, run  # noqa: E402

RELEASE = os.path.join(ROOT, "build", "release", "faircap")
MPFCC = {3: 1189.64, 5: 1137.70, 10: 1071.79, 15: 1027.81, 20: 991.13}  # student-mat, t = 1/2, slack 1.01


@unittest.skipUnless(sets.DATA, "FAIRCAP_DATA is not set")
class Best(Case):
    def best(self, file, *options, effort=1):
        """Clusters, checks the labels and the certificate if there is one; the report."""
        proof = ["--certificate", "proof"] if "--bound" not in options else []
        common = [option for option in options if option not in ("--bound", "off")]
        done = run("cluster", file, *options, "--effort", effort, "-o", "out.csv", "--labels-only", "--json", "out.json",
                   *proof, cwd=self.folder, binary=RELEASE)
        self.assertEqual(done.code, 0, done.err)
        done = run("check", file, "out.csv", *common, *proof, cwd=self.folder, binary=RELEASE)
        self.assertEqual(done.code, 0, done.out)
        return json.loads(self.text("out.json"))

    def test_the_students_are_clustered_as_well_as_is_known(self):
        for k, known in MPFCC.items():
            report = self.best(sets.data(sets.MAT), "-p", "sex", "-k", k, effort=2)
            self.assertLess(report["cost"], known + 0.005, k)
            self.assertLess(report["gap"], 0.01, k)
        self.assertLess(self.best(sets.data(sets.POR), "-p", "sex", "-k", 10, "-t", 0.69)["gap"], 0.02)
        self.assertLess(self.best(sets.data(sets.MAT), "-p", "sex", "-k", 80, "-q", 5)["gap"], 0.04)

    def test_thousands_are_bounded(self):
        """With FAIRCAP_LONG=1 PISA, too."""
        if os.environ.get("FAIRCAP_LONG") == "1":
            self.put("pisa.csv", sets.pisa())
            self.assertLess(self.best("pisa.csv", "-p", "male", "--missing", "drop", "-k", 5)["gap"], 0.02)
        oulad = sets.data(sets.OULAD_4000)
        self.assertLess(self.best(oulad, "-p", "gender", "-x", "id_student", "-k", 10, "-t", 1)["gap"], 0.03)

    def test_tens_of_thousands_are_valid(self):
        """Of the five sets every second one, with FAIRCAP_LONG=1 all."""
        every = 1 if os.environ.get("FAIRCAP_LONG") == "1" else 2
        for file, options in ((sets.OULAD, ["-p", "gender", "-x", "id_student", "--missing", "drop"]),
                              (sets.ADULT, ["--no-header", "-p", 10, "--missing", "drop", "-t", 0.45]),
                              (sets.CREDIT, ["-p", "SEX", "-x", "ID", "-t", 0.6]),
                              (sets.BANK, ["-x", "marital"]),
                              (sets.DIABETES, ["-p", "gender", "--na", "Unknown/Invalid", "--missing", "drop", "-f",
                                               sets.DIABETES_NUMBERS]))[::every]:
            report = self.best(sets.data(file), *options, "-k", 10, "--bound", "off")
            self.assertEqual((report["method"], report["lower_bound"]), ("best", None), file)


if __name__ == "__main__":
    unittest.main()
