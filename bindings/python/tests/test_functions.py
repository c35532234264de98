"""feasible(), fairlets(), check(), certify(), enforces(), and the examples of the documentation."""
import doctest
import importlib
import os
import pkgutil
import unittest

import numpy as np
from points import ROOT, some

import faircap


class Before(unittest.TestCase):
    def test_feasible_needs_counts_only(self):
        plan = faircap.feasible(sensitive_features=["f", "m"] * 10, n_clusters=5)
        self.assertEqual((plan.verdict, plan.n_clusters, plan.max_size, bool(plan)), ("feasible", 5, 5, True))
        self.assertTrue(faircap.feasible(demand=[1, 2, 3], n_clusters=2))
        self.assertRaises(faircap.ArgumentError, faircap.feasible, n_clusters=2)

    def test_it_chooses_the_number_of_groups(self):
        plan = faircap.feasible(np.zeros((20, 1)), n_clusters=None, group_size=3)
        self.assertEqual((plan.n_clusters, plan.max_size), (5, 4))
        self.assertIsNone(faircap.feasible(np.zeros((5, 1)), n_clusters=None, group_size=(3, 4)).n_clusters)

    def test_it_names_what_is_wrong(self):
        plan = faircap.feasible(np.zeros((4, 1)), n_clusters=2, apart=[[0, 1, 2]])
        self.assertEqual((plan.verdict, plan.reason), ("infeasible", "apart"))
        self.assertIn("cluster", plan.sentence)

    def test_what_methods_promise(self):
        self.assertEqual(faircap.enforces("best"), {"capacity", "balance", "wishes"})
        self.assertEqual(faircap.enforces("kmedoids"), set())
        self.assertRaises(faircap.ArgumentError, faircap.enforces, "kmeans")


class After(unittest.TestCase):
    def test_check_agrees_with_the_estimator_and_finds_what_is_broken(self):
        X, sex = some()
        model = faircap.FairCapacitatedClustering(4, max_size=16).fit(X, sensitive_features=sex)
        told = faircap.check(X, model.labels_, sensitive_features=sex, max_size=16)
        self.assertTrue(told)
        self.assertEqual(told.cost, model.inertia_)
        np.testing.assert_array_equal(told.medoids, model.medoid_indices_)
        wrong = np.zeros(60, int)
        wrong[0] = 1
        told = faircap.check(X, wrong, sensitive_features=sex, max_size=16)
        self.assertEqual((bool(told), told.violations["capacity"], told.violations["balance"]), (False, 1, 1))
        for labels in (wrong - 1, ["a"] * 60, np.full(60, np.nan), wrong[:-1]):
            self.assertRaises(faircap.ArgumentError, faircap.check, X, labels)

    def test_any_multipliers_prove_something_and_the_own_ones_the_bound(self):
        X, sex = some()
        model = faircap.FairCapacitatedClustering(4, certificate=True).fit(X, sensitive_features=sex)
        bound = faircap.certify(X, model.multipliers_, n_clusters=4, sensitive_features=sex)
        self.assertAlmostEqual(bound, model.report_["multiplier_bound"], places=9)
        self.assertLessEqual(faircap.certify(X, np.ones(60), n_clusters=4, sensitive_features=sex), bound)


class FairletDivisions(unittest.TestCase):
    def test_each_is_balanced_and_the_cheapest_division_costs_less_than_any(self):
        X, sex = some()
        mcf, vanilla = (faircap.fairlets(X, sex, balance="1/2", method=m) for m in ("mcf", "vanilla"))
        self.assertLess(mcf.cost, vanilla.cost)
        for division in (mcf, vanilla):
            counts = np.stack([np.bincount(division.labels[sex == g], minlength=division.n_fairlets) for g in (0, 1)])
            self.assertEqual(division.labels.max() + 1, division.n_fairlets)
            self.assertTrue((2 * counts.min(0) >= counts.max(0)).all())
            self.assertLessEqual(counts.sum(0).max(), 3)

    def test_points_that_coincide_are_divided_too(self):
        division = faircap.fairlets(np.zeros((8, 1)), [0, 1] * 4, balance=1)
        self.assertEqual(np.bincount(division.labels).tolist(), [2, 2, 2, 2])


class Documentation(unittest.TestCase):
    def test_every_example_is_true(self):
        names = [f"faircap.{m.name}" for m in pkgutil.iter_modules(faircap.__path__) if m.name != "_native"]
        for module in map(importlib.import_module, ["faircap", *names]):
            self.assertEqual(doctest.testmod(module).failed, 0, module.__name__)

    def test_the_readmes_are_true(self):
        before = os.getcwd()
        os.chdir(ROOT)  # they read examples/roster.csv
        try:
            for page, least in (("README.md", 5), ("bindings/python/README.md", 16)):
                told = doctest.testfile(str(ROOT / page), module_relative=False)
                self.assertEqual(told.failed, 0, page)
                self.assertGreaterEqual(told.attempted, least, page)
        finally:
            os.chdir(before)

    def test_everything_public_is_documented(self):
        for name in faircap.__all__:
            self.assertTrue(getattr(faircap, name).__doc__, name)


if __name__ == "__main__":
    unittest.main()
