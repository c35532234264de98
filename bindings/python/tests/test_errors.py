"""One exception for each status; errors say what to change and leak nothing."""
import gc
import pickle
import re
import resource
import unittest
from decimal import Decimal

import numpy as np
from points import ROOT, hard, some

import faircap
from faircap import FairCapacitatedClustering as Fair
from faircap._library import error_of, ffi, sentence
from faircap.exceptions import BY_STATUS


def current_bytes():
    """Memory of this process that is in use now."""
    pages = int(open("/proc/self/statm").read().split()[1])
    return pages * resource.getpagesize()


def pandas():
    """Imported late: when it is there first, objects of its own come while leaks are counted."""
    import pandas

    return pandas


def raise_error(error):
    raise error


def raise_in_little_memory():
    """Fits a million points where there is room for their coordinates and not much more."""
    X = np.zeros((10**6, 4))
    before = resource.getrlimit(resource.RLIMIT_AS)
    mapped = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (mapped + 2**24, before[1]))
    try:
        Fair(4, n_jobs=1).fit(X)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


class Statuses(unittest.TestCase):
    def test_every_status_of_the_header_has_its_own_exception(self):
        header = (ROOT / "include/faircap/faircap.h").read_text()
        statuses = {int(number) for number in re.findall(r"FCAP_E_\w+ = (\d+)", header)}
        self.assertEqual(statuses, set(BY_STATUS))
        self.assertEqual(len(set(BY_STATUS.values())), len(statuses))
        for status, kind in BY_STATUS.items():
            self.assertEqual(kind.status, status)
            self.assertTrue(issubclass(kind, faircap.FaircapError))
            self.assertIn(kind.__name__, faircap.__all__)
            self.assertNotEqual(faircap.status_text(status), "unknown status")
        self.assertEqual(faircap.status_text(max(statuses) + 1), "unknown status")

    def test_each_is_also_what_python_calls_such_an_error(self):
        for kind, natural in {
            faircap.ArgumentError: ValueError, faircap.InfeasibleError: ValueError, faircap.DataError: ValueError,
            faircap.NotFoundError: RuntimeError, faircap.OutOfMemoryError: MemoryError,
            faircap.TooLargeError: OverflowError, faircap.InputError: OSError,
        }.items():  # fmt: skip
            self.assertTrue(issubclass(kind, natural))

    def test_each_can_happen(self):
        X, sex = some()
        hard_X, hard_sex = hard()
        tight = faircap.generate(60, weights=(300, 999))
        asked = {
            "argument": lambda: Fair(4, effort=10).fit(X),
            "infeasible": lambda: Fair(4, max_size=3).fit(X),
            "not_found": lambda: Fair(12, max_size=int(np.ceil(tight.demand.sum() / 12)) + 1, time_limit=1e-9).fit(
                tight.X, demand=tight.demand
            ),
            "no_memory": raise_in_little_memory,
            "overflow": lambda: Fair(4).fit(X * 1e307),
            "cancelled": lambda: Fair(20, method="fair-kmedoids", callback=lambda at: True).fit(
                hard_X, sensitive_features=hard_sex
            ),
            # Nothing makes the library fail this way, so what would come from it is made by hand.
            "internal": lambda: raise_error(error_of(7, "made by hand")),
            "data": lambda: faircap.read_table(b"a,b\n1,2,3\n"),
            "io": lambda: faircap.read_table("there/is/none.csv"),
        }
        header = (ROOT / "include/faircap/faircap.h").read_text()
        statuses = {name.lower(): int(number) for name, number in re.findall(r"FCAP_E_(\w+) = (\d+)", header)}
        self.assertEqual(set(asked), set(statuses))
        for name, fail in asked.items():
            with self.assertRaises(faircap.FaircapError) as caught:
                fail()
            self.assertIs(type(caught.exception), BY_STATUS[statuses[name]], name)
            self.assertGreater(len(str(caught.exception)), 5)

    def test_they_survive_a_pickle(self):
        try:
            Fair(5, max_size=3).fit(some()[0])
        except faircap.InfeasibleError as error:
            again = pickle.loads(pickle.dumps(error))
            self.assertEqual((str(again), again.reason), (str(error), error.reason))
            self.assertEqual(again.smallest_change, error.smallest_change)


class Sentences(unittest.TestCase):
    def test_the_smallest_change_is_enough_and_no_smaller_one_is(self):
        X, sex = some()
        with self.assertRaises(faircap.InfeasibleError) as caught:
            Fair(5, max_size=10, balance="1/2").fit(X, sensitive_features=sex)
        change = caught.exception.smallest_change
        self.assertEqual(caught.exception.reason, "capacity")
        self.assertEqual((change.max_size, change.n_clusters), (12, 6))
        self.assertTrue(faircap.feasible(X, n_clusters=5, max_size=12, sensitive_features=sex))
        self.assertFalse(faircap.feasible(X, n_clusters=5, max_size=11, sensitive_features=sex))
        self.assertEqual(Fair(5, max_size=12).fit(X, sensitive_features=sex).sizes_.max(), 12)

    def test_a_smaller_minimum_size_is_named(self):
        with self.assertRaises(faircap.InfeasibleError) as caught:
            Fair(2, max_size=2, min_size=3).fit(np.eye(4))
        self.assertEqual(caught.exception.smallest_change, faircap.SmallestChange(min_size=2))

    def test_the_largest_balance_is_a_fraction(self):
        with self.assertRaises(faircap.InfeasibleError) as caught:
            Fair(2, balance="2/3").fit(np.eye(9), sensitive_features=[0] * 3 + [1] * 6)
        self.assertEqual(str(caught.exception.smallest_change.balance), "1/3")

    def test_wrong_options_are_named_with_their_values(self):
        X, sex = some()
        for options, words in (
            ({"n_clusters": 0}, "0 clusters"),
            ({"n_clusters": 2.5}, "n_clusters is 2.5"),
            ({"max_size": 0}, "max_size is 0"),
            ({"method": "kmeans"}, "'kmeans'.*best"),
            ({"metric": "cosine"}, "'cosine'.*euclidean.*precomputed"),
            ({"effort": 10}, "effort is 10"),
            ({"slack": 0.5}, "slack"),
            ({"balance": "half"}, "balance"),
            ({"balance": {"age": 1}}, "no sensitive feature 'age'"),
            ({"balance": [0.5, 0.5]}, "2 values"),
            ({"shares": {0: {7: (0, 1)}}}, "no group 7"),
            ({"capacities": [9, 9]}, "2 values.*8 clusters"),
            ({"random_state": -1}, "random_state is -1"),
            ({"tol": 2.0}, "gap is 2"),
            ({"fairlet_centre": "mean"}, "'mean'"),
            ({"n_clusters": 2**40}, "below 2.31"),
            ({"n_clusters": True}, "n_clusters is True"),
            ({"n_clusters": 3, "group_size": 4}, "n_clusters is 3.*None"),
            ({"n_clusters": None, "group_size": (3, 4, 5)}, "group_size is"),
            ({"time_limit": "1"}, "time_limit is '1'"),
            ({"tol": None}, "tol is None"),
            ({"shares": {0: 0.5}}, "shares.0. is 0.5"),
            ({"objective": "mixed"}, "mixed needs an aim for each coordinate"),
            ({"aim": [1, 1, -1]}, "an aim goes with the objective mixed only"),
            ({"objective": "mixed", "aim": [1, -1]}, "aim has 2 values; .* each of the 3 features"),
            ({"objective": "mixed", "aim": 1}, "aim has 1 values"),
            ({"objective": "mixed", "aim": np.ones((1, 3))}, "aim has the shape"),
            ({"objective": "mixed", "aim": ["a", "b", "c"]}, "aim: could not convert"),
            ({"objective": "mixed", "aim": [1, np.nan, -1]}, "the aim of coordinate 1 is not finite"),
            ({"objective": "mixed", "aim": [1, 1, -1], "metric": "manhattan"}, "mixed.*not with manhattan"),
            ({"objective": "mixed", "aim": [1, 1, -1], "method": "kmedoids"}, "what clusters shall be alike in"),
        ):
            with self.assertRaisesRegex(faircap.ArgumentError, words, msg=str(options)):
                Fair(**options).fit(X, sensitive_features=sex)
        for data, words in (
            ({"sensitive_features": sex[:5]}, "5 rows; X has 60"),
            ({"sensitive_features": "sex"}, "'sex'; it must be the groups themselves"),
            ({"demand": np.ones(5)}, "demand has 5"),
            ({"demand": 2}, "demand has 1 value"),
            ({"demand": np.ones((60, 1))}, "demand has the shape"),
            ({"demand": np.full(60, 1.5)}, "whole numbers"),
            ({"candidates": [60]}, "rows from 0 to 59"),
            ({"candidates": []}, "empty"),
            ({"together": [[0, 60]]}, "point 60"),
            ({"together": [0, 1]}, "sets of rows, such as"),
            ({"keep": True}, "start"),
        ):
            with self.assertRaisesRegex(faircap.ArgumentError, words, msg=str(data)):
                Fair(4).fit(X, **data)

    def test_no_number_becomes_another_one_in_silence(self):
        X, sex = some()
        one, many = np.ones(60), np.full(60, 2**32)
        hidden = np.ma.masked_array(one, mask=one > 0)
        for data, words in (
            ({"demand": np.full(60, 1.5, dtype=object)}, "demand has 1.5; it must have whole numbers"),
            ({"demand": pandas().array([1.5] * 60, dtype="Float64")}, "demand has 1.5"),
            ({"demand": one + 2j}, "demand has values of the type complex128"),
            ({"demand": one * np.inf}, "demand has inf"),
            ({"demand": np.full(60, 2**64 - 1, dtype=np.uint64)}, "demand has 18446744073709551615"),
            ({"demand": hidden}, "demand has masked values"),
            ({"candidates": np.ma.masked_array(range(5), mask=[1, 0, 0, 0, 0])}, "candidates has masked"),
            ({"start": many}, "start has 4294967296; .* below 2.31"),
            ({"together": [[True, False, True]]}, "sets of rows, such as"),
            ({"together": [np.array([0.5, 1], dtype=object)]}, "together has 0.5"),
            ({"apart": [np.ma.masked_array([0, 1], mask=[0, 1])]}, "apart has masked"),
            ({"avoid": 5}, "avoid is 5; .* sets of rows, such as"),
        ):
            with self.assertRaisesRegex(faircap.ArgumentError, words, msg=str(data)):
                Fair(4).fit(X, **data)
        for capacities in (np.full(4, 15.5, dtype=object), [[15] * 4] * 4, 15):
            with self.assertRaisesRegex(faircap.ArgumentError, "capacities has", msg=str(capacities)):
                Fair(4, capacities=capacities).fit(X)
        masked = np.ma.masked_array(X, mask=X > 0)
        for fit in (Fair(4).fit, Fair(4).fit(X).predict, lambda given: faircap.feasible(given, n_clusters=4)):
            with self.assertRaisesRegex(faircap.ArgumentError, "X has masked values"):
                fit(masked)
        with self.assertRaisesRegex(faircap.ArgumentError, "labels has 4294967296"):
            faircap.check(X, many, n_clusters=4)
        with self.assertRaisesRegex(faircap.ArgumentError, "label 999999999 of 4 points"):
            faircap.check(np.zeros((4, 1)), [0, 0, 1, 10**9 - 1])

    def test_texts_with_nul_or_surrogates_are_refused_not_cut(self):
        table = faircap.read_table(b"a,b\n1,2\n3,4\n")
        for call in (
            lambda odd: Fair(4, slack=odd).fit(some()[0]),
            lambda odd: table.find(odd),
            lambda odd: faircap.read_table("there/is/none" + odd),
            lambda odd: faircap.read_csv(table, distances="there/is/none" + odd),
            lambda odd: faircap.read_table(b"a,b\n1,2\n", na=[odd]),
            lambda odd: faircap.read_table(b"a,b\n1,2\n", delimiter=odd[-1]),
        ):
            for odd in ("1.5\0", "1.5\ud800"):
                self.assertRaisesRegex(faircap.ArgumentError, "NUL|surrogate|no path", call, odd)

    def test_wrong_arguments_of_the_functions_are_named(self):
        csv = b"a,b\n1,xy\n3,zz\n"
        for call, words in (
            (lambda: faircap.read_table(csv, header="yes"), "header is 'yes'"),
            (lambda: faircap.read_table(csv, skip_lines=-1), "skip_lines is -1"),
            (lambda: faircap.read_table(csv, delimiter=5), "delimiter is 5"),
            (lambda: faircap.read_table(csv).find(1.5), "column is 1.5"),
            (lambda: faircap.generate(9, weights=(1,)), r"weights is \(1,\)"),
            (lambda: faircap.generate(9, random_state=-1), "random_state is -1"),
            (lambda: faircap.number_parse("1", "ab"), "decimal_mark is 'ab'"),
            (lambda: faircap.display("x", -1), "characters is -1"),
        ):
            self.assertRaisesRegex(faircap.ArgumentError, words, call)
        self.assertEqual(faircap.read_table(csv, na="xy").row(0), ["1", None])
        self.assertEqual(faircap.read_table(csv, na="x").row(0), ["1", "xy"])
        self.assertEqual(faircap.read_csv(csv, protect=np.int64(1), missing="category").features, ["a"])

    def test_masked_and_odd_nans_are_missing_groups(self):
        X, _ = some()
        for odd in (
            np.ma.masked_array(np.arange(60) % 2, mask=[0] * 59 + [1]),
            [1, 2] * 29 + [1, Decimal("nan")],
            np.array([1, 2] * 29 + [1, complex("nan")]),
            np.array([1, 2] * 29 + [1, "NaT"], dtype="m8[ns]"),
        ):
            with self.assertRaisesRegex(faircap.ArgumentError, "missing for 1 of 60"):
                Fair(4).fit(X, sensitive_features=odd)
        with self.assertRaisesRegex(faircap.ArgumentError, "'a': unhashable type: 'list'"):
            Fair(4).fit(X, sensitive_features={"a": pandas().Series([[1]] * 60)})

    def test_sets_of_rows_may_be_sets(self):
        X, _ = some()
        labels = Fair(4).fit_predict(X, together=[{0, 59}, frozenset((1, 58))])
        self.assertEqual((labels[0], labels[1]), (labels[59], labels[58]))

    def test_options_of_the_tool_are_told_as_parameters(self):
        with self.assertRaisesRegex(faircap.DataError, "use missing=drop, impute or category"):
            faircap.read_csv(b"a,b\n1,2\n,3\n4,5\n")
        for path in sorted((ROOT / "src").rglob("*.c")):
            if path.parent.name in ("shard", "mpi"):  # of faircap-mpi alone
                continue
            for said in re.findall(r'"((?:[^"\\]|\\.)*)"', path.read_text()):
                if re.search(r"(^|[ (])-(-[a-z]|[a-z]\b)", said) and "iconv" not in said:
                    self.assertNotEqual(sentence(ffi.new("char[]", said.encode())), said, path)

    def test_a_balance_without_groups_is_refused(self):
        with self.assertRaisesRegex(faircap.ArgumentError, "no sensitive_features"):
            Fair(2, balance=0.5).fit(np.eye(4))


class Leaks(unittest.TestCase):
    def test_a_thousand_errors_leave_nothing_behind(self):
        X, sex = some(2000)

        def fail(times):
            for _ in range(times):
                for options in ({"n_clusters": 4, "max_size": 3}, {"effort": 10}, {"metric": "cosine"}):
                    try:
                        Fair(**options).fit(X, sensitive_features=sex)
                    except faircap.FaircapError:
                        continue
                    self.fail("no error")
                self.assertRaises(faircap.DataError, faircap.read_table, b"a,b\n1,2,3\n" * 50)

        fail(20)
        gc.collect()
        objects, used = len(gc.get_objects()), current_bytes()
        fail(250)
        gc.collect()
        self.assertLess(len(gc.get_objects()) - objects, 100)
        self.assertLess(current_bytes() - used, 2**21)


if __name__ == "__main__":
    unittest.main()
