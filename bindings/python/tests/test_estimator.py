"""FairCapacitatedClustering among scikit-learn's own tools, and every rule through it."""
import pickle
import sys
import tracemalloc
import unittest
import warnings
from fractions import Fraction
from unittest import SkipTest

import joblib
import numpy as np
import pandas as pd
import sklearn
from points import some
from sklearn.base import clone
from sklearn.exceptions import NotFittedError, SkipTestWarning
from sklearn.metrics import pairwise_distances
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

try:
    from sklearn.utils.estimator_checks import estimator_checks_generator  # scikit-learn 1.6 and later
except ImportError:
    from functools import partial

    estimator_checks_generator = partial(check_estimator, generate_only=True)

from faircap import ArgumentError, FairCapacitatedClustering, InfeasibleError, check
from faircap._library import ffi
from faircap._request import Data as Points
from faircap._request import Request

Fair = FairCapacitatedClustering


def quick(*arguments, **options):
    """Rules hold after a short search as well as after a long one."""
    return Fair(*arguments, **{"effort": 1, **options})


class ScikitLearn(unittest.TestCase):
    def test_every_check_of_scikit_learn_passes_and_none_is_skipped(self):
        ran = 0
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            for estimator, check_one in estimator_checks_generator(Fair()):
                try:
                    check_one(estimator)
                except SkipTest as skipped:  # of scikit-learn, which would go on with a warning
                    self.fail(f"{check_one} is skipped: {skipped}")
                ran += 1
            check_estimator(Fair())
        self.assertEqual([str(w.message) for w in caught if issubclass(w.category, SkipTestWarning)], [])
        self.assertGreaterEqual(ran, 33)  # as many as 1.2 has for a clusterer
        print(f"\nfigure: {ran} checks of scikit-learn {sklearn.__version__}, none skipped", file=sys.stderr)

    def test_a_pipeline_passes_the_groups_on(self):
        X, group = some()
        pipe = make_pipeline(StandardScaler(), Fair(4))
        pipe.fit(X, faircapacitatedclustering__sensitive_features=group)
        self.assertGreaterEqual(pipe[-1].balance_, 0.5)
        self.assertEqual(pipe.predict(X).shape, (60,))

    def test_a_grid_search_over_n_clusters_splits_the_groups_with_the_points(self):
        X, group = some(90)
        search = GridSearchCV(Fair(balance="1/5"), {"n_clusters": [2, 4]}, cv=3, error_score="raise")
        search.fit(X, sensitive_features=group)
        self.assertEqual(search.best_params_, {"n_clusters": 4})

    def test_a_grid_search_splits_precomputed_distances_both_ways(self):
        X, _ = some(60)
        search = GridSearchCV(quick(metric="precomputed"), {"n_clusters": [2, 4]}, cv=3, error_score="raise")
        search.fit(pairwise_distances(X))
        self.assertEqual(search.best_params_, {"n_clusters": 4})

    def test_clone_and_pickle_give_the_same_model(self):
        X, group = some()
        model = Fair(4, balance=Fraction(1, 2), max_size=20).fit(X, sensitive_features=group)
        again = clone(model).fit(X, sensitive_features=group)
        loaded = pickle.loads(pickle.dumps(model))
        np.testing.assert_array_equal(again.labels_, model.labels_)
        np.testing.assert_array_equal(loaded.predict(X), model.predict(X))
        np.testing.assert_array_equal(
            loaded.assign(X[:2], sensitive_features=group[:2]), model.assign(X[:2], sensitive_features=group[:2])
        )

    def test_joblib_processes_give_the_same_labels(self):
        X, group = some()
        fit = joblib.delayed(Fair(4).fit_predict)
        here = Fair(4).fit_predict(X, sensitive_features=group)
        for labels in joblib.Parallel(n_jobs=2)(fit(X, sensitive_features=group) for _ in range(4)):
            np.testing.assert_array_equal(labels, here)

    def test_what_is_not_fitted_says_so(self):
        for call in (Fair().predict, Fair().assign):
            self.assertRaises(NotFittedError, call, [[0.0]])

    def test_both_kinds_of_tags_know_precomputed_distances(self):
        self.assertTrue(Fair(metric="precomputed")._more_tags()["pairwise"])
        self.assertFalse(Fair()._more_tags()["pairwise"])

        class Input:
            pairwise = None

        class Tags:
            input_tags = Input()

        class NewBase:  # what scikit-learn 1.6 has
            def __sklearn_tags__(self):
                return Tags()

        class New(Fair, NewBase):
            def __init__(self, metric="precomputed"):
                super().__init__(metric=metric)

        self.assertTrue(New().__sklearn_tags__().input_tags.pairwise)


class Data(unittest.TestCase):
    def test_c_ordered_float64_is_not_copied_and_may_be_read_only(self):
        X, group = some()
        X.setflags(write=False)
        group.setflags(write=False)
        model = Fair(4).fit(X, sensitive_features=group)
        self.assertTrue(np.shares_memory(model._fitted.X, X))

    def test_the_library_reads_the_array_itself(self):
        X = np.random.default_rng(1).normal(size=(20000, 50))
        lent = Request(Points(X), Fair(3)._settings()).problem
        self.assertEqual(int(ffi.cast("uintptr_t", lent.x)), X.ctypes.data)
        D = pairwise_distances(X[:50])
        lent = Request(Points(D), Fair(3, metric="precomputed")._settings()).problem
        self.assertEqual(int(ffi.cast("uintptr_t", lent.distance)), D.ctypes.data)
        tracemalloc.start()
        Fair(3, method="kmedoids").fit(X)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        self.assertLess(peak, X.nbytes / 5)  # labels, a mask of scikit-learn's, ...

    def test_other_orders_and_types_give_the_same_labels(self):
        X, group = some()
        X = np.round(X * 8) / 8  # exact in float32
        labels = Fair(4).fit_predict(X, sensitive_features=group)
        for other in (np.asfortranarray(X), X.astype(np.float32), X.tolist(), pd.DataFrame(X), np.repeat(X, 2, 0)[::2]):
            np.testing.assert_array_equal(Fair(4).fit_predict(other, sensitive_features=group.tolist()), labels)

    def test_data_frames_have_names_and_are_held_to_them(self):
        X, group = some()
        frame = pd.DataFrame(X, columns=["a", "b", "c"])
        model = Fair(4).fit(frame, sensitive_features=pd.Series(group, name="sex"))
        self.assertEqual(list(model.feature_names_in_), ["a", "b", "c"])
        self.assertEqual(model.groups_, {"sex": [0, 1]})
        with self.assertRaises(ValueError):
            model.predict(frame[["b", "a", "c"]])

    def test_groups_of_any_type_mean_the_same(self):
        X, group = some()
        labels = Fair(4).fit_predict(X, sensitive_features=group)
        words = np.array(["f", "m"])[group]
        for same in (words, words.astype(object), group.astype(bool), group * 0.5, group.astype(np.uint64) * 10**9,
                     pd.Categorical(words), pd.Series(words, dtype="string"),
                     [1 if g else "1" for g in group]):  # fmt: skip
            np.testing.assert_array_equal(Fair(4).fit_predict(X, sensitive_features=same), labels)

    def test_several_columns_are_balanced_each_by_its_own_number(self):
        X, sex = some()
        school = np.arange(60) % 3
        frame = pd.DataFrame({"sex": sex, "school": school})
        model = quick(4, balance={"sex": "1/2", "school": 0.2}).fit(X, sensitive_features=frame)
        self.assertEqual(model.counts_["school"].shape, (4, 3))
        self.assertTrue((model.counts_["school"].min(1) >= 0.2 * model.counts_["school"].max(1)).all())
        for same in (frame.to_numpy(), {"sex": sex, "school": school}):
            other = quick(4, balance=["1/2", 0.2]).fit(X, sensitive_features=same)
            np.testing.assert_array_equal(other.labels_, model.labels_)

    def test_what_is_not_named_in_the_balance_keeps_a_half_and_0_is_none(self):
        X, sex = some()
        lonely = np.arange(60) < 1
        both = {"sex": sex, "lonely": lonely}
        self.assertEqual(quick(4, balance={"lonely": 0}).fit(X, sensitive_features=both).violations_["balance"], 0)
        for asked in (None, {"sex": 0.5}):
            self.assertRaises(InfeasibleError, quick(4, balance=asked).fit, X, sensitive_features=both)

    def test_a_quotient_is_taken_exactly(self):
        X, sex = np.arange(22.0)[:, np.newaxis], np.arange(22) % 11 < 5
        for five_sixths in (5 / 6, "5/6", Fraction(5, 6), np.float64(5) / 6):
            self.assertEqual(quick(2, balance=five_sixths).fit(X, sensitive_features=sex).balance_, 5 / 6)

    def test_combinations_are_balanced_when_asked(self):
        X, sex = some()
        data = {"sex": sex, "half": np.arange(60) % 2}
        model = quick(3, balance="1/4", intersectional=True).fit(X, sensitive_features=data)
        self.assertEqual(model.groups_, {"sex & half": ["0 & 0", "0 & 1", "1 & 0", "1 & 1"]})
        self.assertGreaterEqual(model.balance_, 0.25)

    def test_combinations_that_look_alike_have_two_names(self):
        data = {"a": ["p & q", "p"] * 4, "b": ["r", "q & r"] * 4}
        model = quick(2, balance=1, intersectional=True).fit(np.arange(8.0)[:, np.newaxis], sensitive_features=data)
        self.assertEqual(model.groups_, {"a & b": ['p & "q & r"', '"p & q" & r']})

    def test_missing_groups_are_refused_or_bound_by_no_rule(self):
        X, sex = some()
        for gap in (None, float("nan"), pd.NA):
            column = sex.astype(object)
            column[:3] = gap
            with self.assertRaisesRegex(ArgumentError, "missing for 3 of 60"):
                quick(4).fit(X, sensitive_features=column)
            model = quick(4, missing="category").fit(X, sensitive_features=column)
            self.assertEqual(model.counts_["sensitive"].sum(), 57)
        texts = [float("nan"), *np.array(["f", "m"])[sex[1:]]]
        dates = np.array(["2020-01-01", "2020-01-02"], "M8[ns]")[sex]
        dates[0] = np.datetime64("nat")
        for column in (texts, dates):
            with self.assertRaisesRegex(ArgumentError, "missing for 1 of 60"):
                quick(4).fit(X, sensitive_features=column)


class Rules(unittest.TestCase):
    """Each rule holds in the answer; without it, it would not."""

    def setUp(self):
        self.X, self.sex = some()
        self.free = quick(4, slack=4).fit(self.X)

    def test_sizes(self):
        model = quick(4, max_size=16, min_size=14).fit(self.X)
        self.assertTrue(((model.sizes_ >= 14) & (model.sizes_ <= 16)).all())
        self.assertGreaterEqual(model.inertia_, self.free.inertia_)
        self.assertEqual(model.max_size_, 16)

    def test_capacities_of_single_clusters(self):
        model = quick(4, capacities=[30, 10, 10, 10]).fit(self.X)
        self.assertEqual(model.sizes_.tolist(), [30, 10, 10, 10])

    def test_group_size_chooses_the_number_of_clusters(self):
        model = quick(None, group_size=(7, 8)).fit(self.X, sensitive_features=self.sex)
        self.assertEqual(model.n_clusters_, 8)
        self.assertTrue(set(model.sizes_) <= {7, 8})
        with self.assertRaises(InfeasibleError):
            quick(None, group_size=(59, 59)).fit(self.X)

    def test_demand_counts_in_the_capacity(self):
        demand = np.arange(60) % 5 + 1
        model = quick(4, max_size=46).fit(self.X, demand=demand)
        np.testing.assert_array_equal(model.loads_, np.bincount(model.labels_, demand))
        self.assertLessEqual(model.loads_.max(), 46)

    def test_shares_and_nobody_alone(self):
        model = quick(6, balance=0, shares={0: {0: ("2/5", None)}}).fit(self.X, sensitive_features=self.sex)
        self.assertTrue((model.counts_["sensitive"][:, 0] >= 0.4 * model.sizes_).all())
        for asked in (True, ["sensitive"], {"sensitive": [0, 1]}):
            model = quick(20, balance=0, no_isolate=asked).fit(self.X, sensitive_features=self.sex)
            self.assertFalse((model.counts_["sensitive"] == 1).any())

    def test_together_apart_and_avoid(self):
        model = quick(4).fit(self.X, together=[[0, 1, 2]], apart=[[3, 4, 5, 6]])
        self.assertEqual(len(set(model.labels_[:3])), 1)
        self.assertEqual(len(set(model.labels_[3:7])), 4)
        teams = [np.flatnonzero(self.free.labels_ == c) for c in range(4)]
        model = quick(4).fit(self.X, avoid=teams)
        again = check(self.X, self.free.labels_, avoid=teams, slack=4).repeated_pairs
        self.assertLess(model.report_["repeated_pairs"], again)

    def test_start_and_keep(self):
        start = np.full(60, -1)
        start[:8] = [3, 3, 2, 2, 1, 1, 0, 0]
        model = quick(4).fit(self.X, start=start, keep=True)
        np.testing.assert_array_equal(model.labels_[:8], start[:8])

    def test_candidates_by_rows_or_flags(self):
        rows = [1, 5, 9, 20, 30]
        model = quick(4).fit(self.X, candidates=rows)
        self.assertTrue(set(model.medoid_indices_) <= set(rows))
        flags = np.isin(np.arange(60), rows)
        np.testing.assert_array_equal(quick(4).fit_predict(self.X, candidates=flags), model.labels_)

    def test_metrics_and_precomputed_distances_agree(self):
        for metric in ("euclidean", "manhattan"):
            model = quick(4, metric=metric).fit(self.X)
            D = pairwise_distances(self.X, metric=metric)
            given = quick(4, metric="precomputed").fit(D)
            self.assertAlmostEqual(given.inertia_, model.inertia_, places=9)
            self.assertFalse(hasattr(given, "cluster_centers_"))
            np.testing.assert_array_equal(given.predict(D[:5]), model.predict(self.X[:5]))
        with self.assertRaisesRegex(ArgumentError, "square"):
            quick(2, metric="precomputed").fit(D[:5])

    def test_means_instead_of_medoids(self):
        model = quick(4, objective="sse").fit(self.X)
        centre = np.array([self.X[model.labels_ == c].mean(0) for c in range(4)])
        np.testing.assert_allclose(model.cluster_centers_, centre)
        self.assertAlmostEqual(model.inertia_, ((self.X - centre[model.labels_]) ** 2).sum(), places=9)

    def test_alike_in_some_features_and_diverse_in_others(self):
        aim = np.array([2.0, -3.0, 0.0])
        rules = {"balance": "1/2", "min_size": 5, "max_size": 8, "objective": "mixed", "aim": aim}
        given = {"sensitive_features": self.sex, "together": [[0, 1]], "apart": [[2, 3, 4]]}
        model = quick(9, **rules).fit(self.X, **given)
        self.assertFalse(any(model.violations_.values()), model.violations_)
        self.assertTrue(5 <= model.sizes_.min() <= model.sizes_.max() <= 8 and model.balance_ >= 0.5)
        self.assertEqual(model.labels_[0], model.labels_[1])
        self.assertEqual(len(set(model.labels_[[2, 3, 4]])), 3)
        mean = np.array([self.X[model.labels_ == c].mean(0) for c in range(9)])
        inside = ((self.X - mean[model.labels_]) ** 2).sum(0)
        between = ((mean[model.labels_] - self.X.mean(0)) ** 2).sum(0)
        np.testing.assert_allclose(model.inertia_, 2 * inside[0] + 3 * between[1])
        np.testing.assert_allclose(model.cluster_costs_.sum(), model.inertia_)
        np.testing.assert_allclose(model.cluster_centers_, mean)
        self.assertLessEqual(model.lower_bound_, model.inertia_)
        self.assertEqual(check(self.X, model.labels_, **rules, **given).cost, model.inertia_)
        # By lot: B = T (k - 1) / (n - 1).
        variation = ((self.X - self.X.mean(0)) ** 2).sum(0)
        self.assertLess(inside[0], variation[0] * 51 / 59 / 4)
        self.assertLess(between[1], variation[1] * 8 / 59 / 4)

    def test_new_points_among_alike_members(self):
        model = quick(4, max_size=18, objective="mixed", aim=[1, -1, 4]).fit(self.X)
        far = pairwise_distances(self.X * [1, 0, 2], model.cluster_centers_ * [1, 0, 2], metric="sqeuclidean")
        np.testing.assert_array_equal(model.predict(self.X), far.argmin(1))
        self.assertAlmostEqual(model.score(self.X), -far.min(1).sum())
        everyone = np.concatenate([model.labels_, model.assign(self.X[:6])])
        self.assertLessEqual(np.bincount(everyone).max(), 18)
        with self.assertRaisesRegex(ArgumentError, r"no aim is above 0.*assign\(\)"):
            quick(4, objective="mixed", aim=[0, -1, -1]).fit(self.X).predict(self.X)

    def test_every_method_answers_and_says_what_it_breaks(self):
        for method in ("fair-kmedoids", "fair-hierarchical", "fairlet-kcenter", "fairlet-kmedoids", "kmedoids"):
            model = quick(4, method=method, max_size=16).fit(self.X, sensitive_features=self.sex)
            self.assertEqual(model.violations_["capacity"], (model.sizes_ > 16).sum())
        self.assertTrue(np.isnan(model.lower_bound_))

    def test_options_of_the_search_reach_it(self):
        model = quick(4, bound="off", effort=1, n_jobs=1).fit(self.X)
        self.assertTrue(np.isnan(model.gap_))
        for without in (model, quick(4).fit(self.X), quick(4, bound="off", certificate=True).fit(self.X)):
            self.assertIsNone(without.multipliers_)
        self.assertEqual(quick(4, certificate=True).fit(self.X).multipliers_.shape, (60,))
        self.assertEqual(model.report_["threads"], 1)
        paper = quick(4, method="fair-kmedoids", fairlet_centre="random", decay=0.5, random_state=3)
        mcf, vanilla = (
            paper.set_params(fairlets=name).fit(self.X, sensitive_features=self.sex).report_["fairlet_cost"]
            for name in ("mcf", "vanilla")
        )
        self.assertLess(mcf, vanilla)

    def test_a_random_state_may_be_a_generator(self):
        labels = [quick(4, random_state=np.random.RandomState(7)).fit_predict(self.X) for _ in range(2)]
        np.testing.assert_array_equal(*labels)


class NewPoints(unittest.TestCase):
    def test_predict_takes_the_nearest_medoid(self):
        X, sex = some()
        for metric in ("euclidean", "manhattan", "sqeuclidean"):
            model = quick(4, metric=metric).fit(X)
            distances = pairwise_distances(X, X[model.medoid_indices_], metric=metric)
            np.testing.assert_array_equal(model.predict(X), distances.argmin(1))
        self.assertIn("not", Fair.predict.__doc__)

    def test_assign_keeps_all_rules_and_moves_nobody(self):
        X, sex = some(64)
        model = quick(4, max_size=18).fit(X[:60], sensitive_features=sex[:60])
        before = model.labels_.copy()
        late = model.assign(X[60:], sensitive_features=sex[60:])
        everyone = np.concatenate([before, late])
        self.assertTrue(check(X, everyone, sensitive_features=sex, max_size=18, n_clusters=4))
        np.testing.assert_array_equal(model.labels_, before)
        with self.assertRaises(InfeasibleError):
            model.assign(X[:13], sensitive_features=sex[:13])

    def test_assign_takes_distances_and_demands_too(self):
        X, _ = some(64)
        D, demand = pairwise_distances(X), np.arange(64) % 3 + 1
        model = quick(4, metric="precomputed", max_size=40).fit(D[:60, :60], demand=demand[:60])
        late = model.assign(D[60:], demand=demand[60:])
        load = np.bincount(np.concatenate([model.labels_, late]), demand)
        self.assertLessEqual(load.max(), 40)
        with self.assertRaisesRegex(ArgumentError, "shape"):
            model.assign(D[60:, :60])

    def test_assign_after_group_size_stays_within_it(self):
        X, sex = some(62)
        model = quick(None, group_size=(6, 8)).fit(X[:60], sensitive_features=sex[:60])
        late = model.assign(X[60:], sensitive_features=sex[60:])
        self.assertLessEqual(np.bincount(np.concatenate([model.labels_, late])).max(), 8)


class FeaturesOfNewPoints(unittest.TestCase):
    X = np.random.default_rng(0).random((40, 3))
    old = {"sex": ["f", "m"] * 20, "race": ["b", "w", "w", "b"] * 10}
    new = {"sex": ["f"] * 4, "race": ["w", "b"] * 2}

    def test_they_are_told_apart_by_name_in_any_order(self):
        swapped = dict(reversed(self.new.items()))
        for intersectional in (False, True):
            model = Fair(4, balance=0.1, max_size=20, intersectional=intersectional)
            model.fit(self.X, sensitive_features=self.old)
            expected = model.assign(self.X[:4], sensitive_features=self.new)
            np.testing.assert_array_equal(model.assign(self.X[:4], sensitive_features=swapped), expected)
            unnamed = np.array(list(self.new.values())).T
            np.testing.assert_array_equal(model.assign(self.X[:4], sensitive_features=unnamed), expected)

    def test_other_names_are_refused(self):
        model = Fair(4, max_size=20, balance=0.1).fit(self.X, sensitive_features=self.old)
        with self.assertRaisesRegex(ArgumentError, "'gender'.*those of fit were .*'sex'"):
            model.assign(self.X[:4], sensitive_features={"race": self.new["race"], "gender": self.new["sex"]})


if __name__ == "__main__":
    unittest.main()
