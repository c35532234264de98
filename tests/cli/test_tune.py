"""faircap tune: the whole grid in results.csv, and choices that follow from it by the rule in docs/ALGORITHMS.md."""
import os
import signal
import unittest
from fractions import Fraction

from study import Study
from tool import read_json

METHODS = [f"{method}/{kind}" for method in ("fair-kmedoids", "fair-hierarchical") for kind in ("mcf", "vanilla")]
REQUEST = "data.csv", "-p", "group"


def choice_of(rows, method):
    """(slack, lambda, runs, repaired, failed, excess) of the rows of a method, anew and by the rule's own words."""
    rows = [row for row in rows if row["method"] == method]

    def fits(row):
        return row["status"] in ("feasible", "optimal") and row["repaired"] == "0"

    def excess(mine, all_lambdas):
        ratios = [float(row["cost"]) / min(float(other["cost"]) for other in all_lambdas
                                           if fits(other) and (other["k"], other["seed"]) == (row["k"], row["seed"]))
                  for row in mine if fits(row)]
        return sum(ratios) / len(ratios) if ratios else -1
    slacks = sorted({row["slack"] for row in rows}, key=Fraction)
    slack = min(slacks, key=lambda s: sum(not fits(row) for row in rows if row["slack"] == s))  # the first of several
    there = [row for row in rows if row["slack"] == slack]
    lambdas = sorted({row["lambda"] for row in there}, key=lambda text: float(text or 0))
    decay = min(lambdas, key=lambda value: (sum(not fits(row) for row in there if row["lambda"] == value),
                                            excess([row for row in there if row["lambda"] == value], there)))
    chosen = [row for row in there if row["lambda"] == decay]
    return {"slack": slack, "lambda": float(decay) if decay else None, "runs": len(there),
            "repaired": sum(row["repaired"] == "1" for row in there), "failed": sum(not row["cost"] for row in there),
            "excess": excess(chosen, there), "balance": min(float(row["balance"]) for row in chosen if row["balance"])}


class Tune(Study):
    def tune(self, *arguments, code=0, folder="out", data="data.csv"):
        return self.expect(code, "tune", data, *REQUEST[1:], *arguments, "-o", folder)

    def chosen(self, folder="out"):
        return read_json(self.text(f"{folder}/tune.json"))["chosen"]

    def assert_chosen_by_the_rule(self):
        rows = self.rows()
        for choice in self.chosen():
            expected = choice_of(rows, choice["method"])
            with self.subTest(choice=choice):
                self.assertAlmostEqual(choice["excess"], expected.pop("excess"), places=12)
                self.assertEqual({key: choice[key] for key in expected}, expected)

    def test_the_grid_is_every_slack_and_lambda_of_each_method(self):
        self.tune("-k", "4:5", "--slack", "1:1.2:0.1", "--lambda", "0.1:0.3:0.1")
        self.assertEqual([(row["method"], row["slack"], row["lambda"], row["k"]) for row in self.rows()],
                         [(method, slack, decay, k) for method in METHODS for slack in ("1", "1.1", "1.2")
                          for decay in (("0.1", "0.2", "0.3") if "kmedoids" in method else ("",)) for k in "45"])
        self.assertEqual([choice["method"] for choice in self.chosen()], METHODS)
        self.assert_chosen_by_the_rule()

    def test_where_nothing_fits_everywhere_the_most_that_fits_is_chosen(self):
        self.expect(0, "generate", "--n", 31, "--group-balance", "2/3", "-o", "data.csv")
        self.tune("-k", "5:9", "--slack", "1,1.02", "--lambda", "0.2,0.8", "--seeds", 2)
        self.assert_chosen_by_the_rule()
        self.assertTrue(any(choice["repaired"] + choice["failed"] > 0 for choice in self.chosen()))

    def test_a_choice_is_said_in_a_sentence(self):
        said = self.tune("-k", 4, "--slack", "1.5", "--lambda", "0.5,0.3").err
        self.assertRegex(said, r"(?m)^fair-kmedoids/mcf: slack 1\.5, lambda 0\.[35]\. 1\.5 is the smallest slack at which the "
                               r"fairlets of all 2 runs fit\. There lambda 0\.[35] costs [\d.]+ % more than the cheapest lambda of each run, the dearest ")
        self.assertRegex(said, r"(?m)^fair-hierarchical/vanilla: slack 1\.5\. 1\.5 is the smallest .* of the one run fit\.$")
        self.assertTrue(said.endswith("page: out/report.html\n"))
        self.assertEqual(self.tune("-k", 4, "--slack", "1.5", "--lambda", "0.3", "--quiet").err, "")

    def test_a_grid_without_an_answer_chooses_nothing(self):
        said = self.tune("-k", 40).err
        self.assertIn("fair-kmedoids/mcf: No run of the grid has an answer: no clustering can meet the request.", said)
        self.assertEqual([(choice["slack"], choice["lambda"]) for choice in self.chosen()], [(None, None)] * 4)

    def test_the_ends_of_the_grid_and_lambdas_that_hardly_matter_are_said(self):
        said = self.tune("-k", 4, "--slack", "1.5,1.6", "--lambda", "0.3,0.300001").err
        self.assertIn("1.5 is the smallest slack at which the fairlets of all 2 runs fit. It is the first value of the grid;", said)
        self.assertIn("Lambda hardly matters here: all lie within 0.00 %.", said)

    def test_runs_that_nothing_can_meet_are_not_blamed_on_fairlets(self):
        self.assertRegex(self.tune("-k", "4,40", "--slack", "1.5", "--lambda", "0.3").err,
                         "fair-hierarchical/mcf: .* fairlets of most runs fit: of all but 1 of 2, which no clustering can meet.")

    def test_it_ends_with_the_sweeps_that_use_what_was_chosen(self):
        said = self.tune("-k", 4, "--slack", "1.5", "--lambda", "0.3").err
        methods = ",".join(f"{name}@1.5" for name in METHODS)
        self.assertIn(f"\nto use it: faircap sweep data.csv ... --lambda 0.3 --methods {methods}\n", said)

    def test_rows_are_what_cluster_says(self):
        self.tune("-k", 5, "--slack", "1.1", "--lambda", "0.7", "--seed", 4)
        for row in self.rows():
            method, fairlets = row["method"].split("/")
            decay = ["--lambda", row["lambda"]] if row["lambda"] else []
            report = read_json(self.expect(0, "cluster", *REQUEST, "-k", 5, "--slack", row["slack"], "-m", method, "--fairlets",
                                            fairlets, "--seed", 4, *decay, "--json", "-").out)
            self.assertEqual((float(row["cost"]), int(row["q"]), row["repaired"]),
                             (report["cost"], report["max_size"], str(int(report["repaired"]))))

    def test_stopped_and_widened_it_goes_on(self):
        arguments = ["tune", *REQUEST, "-k", "3:6", "--slack", "1:1.2:0.1", "--lambda", "0.2,0.5"]
        for number in signal.SIGINT, signal.SIGKILL:
            self.assert_resumes_after(number, arguments, 2, folder=f"out{number}", reference=f"whole{number}")
        self.tune("-k", "3:6", "--slack", "1:1.1:0.1", "--lambda", "0.5")
        self.tune("-k", "3:6", "--slack", "1:1.2:0.1", "--lambda", "0.2,0.5")
        self.assertEqual(self.results(), self.results(f"whole{signal.SIGINT:d}"))

    def test_folders_of_tune_and_sweep_are_kept_apart(self):
        self.tune("-k", 4, "--slack", 1.1, "--lambda", 0.3)
        self.assertIn("out/results.csv is in the way", self.expect(2, "sweep", *REQUEST, "-k", 3, "-o", "out").err)
        self.assertIn("holds another tune: --min-size is 1 there and 2 here", self.tune("-k", 4, "--min-size", 2, code=2).err)

    def test_mistakes_are_said(self):
        for words, said in (("--slack", "0.9"), "--slack takes decimals from 1 to 1000000 with at most 6 places, not \"0.9\""), \
                (("--slack", "1:1.3"), '"1:1.3" needs a step: FROM:TO:STEP'), (("--lambda", "0"), "--lambda takes decimals above 0"), \
                (("--lambda", "0.1:1:0"), 'not "0"'), (("--lambda", "0.1234567"), 'not "0.1234567"'), (("--lambda", "0..1"), "write 0:1:STEP"), \
                (("--lambda", "."), 'not "."'), (("--lambda", "1e-1"), 'not "1e-1"'), (("--lambda", "0,3"), "--lambda takes"), \
                (("-q", "5"), 'tune has no option "-q"'), (("--lambda", "1:9:0.01", "--slack", "1:9:0.01"), "641601 pairs"):
            with self.subTest(words=words):
                self.assertIn(said, self.tune("-k", 3, *words, code=2).err)
        self.assertIn("fair-kmedoids needs to know the protected attribute", self.expect(2, "tune", "data.csv", "-o", "out").err)
        self.assertFalse(os.path.exists(self.path("out")))

    def test_decimals_are_exact(self):
        self.tune("-k", 4, "--slack", "1:1.3:0.05", "--lambda", "0.1:1.0:0.1")
        rows = [row for row in self.rows() if row["method"] == "fair-kmedoids/mcf"]
        self.assertEqual(list(dict.fromkeys(row["slack"] for row in rows)), "1 1.05 1.1 1.15 1.2 1.25 1.3".split())
        self.assertEqual(list(dict.fromkeys(row["lambda"] for row in rows)), "0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1".split())


if __name__ == "__main__":
    unittest.main()
