"""The same as in C: every function of the headers is in Python, and the tool makes the same labels."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import numpy as np
from points import ROOT

import faircap
from faircap._library import ffi, lib, names_of

TOOL = os.environ.get("FAIRCAP", str(ROOT / "build/release/faircap"))
README = (ROOT / "bindings/python/README.md").read_text()


def public_functions():
    """Those of one process: faircap_mpi.h is a library of its own."""
    text = "".join((ROOT / "include/faircap" / name).read_text() for name in ("faircap.h", "table.h"))
    return set(re.findall(r"^FCAP_API[^;(]*?\b(fcap_\w+)\(", text, re.M))


def table_of_functions():
    rows = re.findall(r"^\| (`fcap_.*?) \| (`.*) \|$", README, re.M)
    return {name: re.match(r"`([\w.]+)`", python)[1] for c, python in rows for name in re.findall(r"`(\w+)`", c)}


class Reachable(unittest.TestCase):
    def test_every_public_function_is_in_the_table_of_the_readme(self):
        self.assertGreater(len(public_functions()), 40)
        self.assertEqual(public_functions(), set(table_of_functions()))

    def test_what_the_table_names_is_there(self):
        for python in table_of_functions().values():
            at = faircap
            for name in python.split("."):
                at = getattr(at, name)

    def test_every_public_function_is_called_by_the_package(self):
        sources = "".join(path.read_text() for path in pathlib.Path(faircap.__file__).parent.glob("*.py"))
        called = set(re.findall(r"\blib\.(fcap_\w+)", sources))
        called |= {f"fcap_{family}_name" for family in re.findall(r'(?:name_of|names_of|number_of)\("(\w+)"', sources)}
        # The groups are copied out of the data set, so its own balance has no reader.
        self.assertEqual(public_functions() - called, {"fcap_dataset_set_balance"})

    def test_every_field_that_a_caller_sets_is_set_by_the_package(self):
        sources = "".join(path.read_text() for path in pathlib.Path(faircap.__file__).parent.glob("*.py"))
        for struct in ("problem", "rules", "options", "read_options", "encode_options", "generate_options"):
            for field, _ in ffi.typeof(f"fcap_{struct}").fields:
                # Memory is Python's business; columns and sets are named where they are looped over.
                set_somewhere = re.search(rf'\.{field}\b|"{field}"', sources)
                # noted: columns that `faircap group` uses in its own way
                self.assertTrue(set_somewhere or field in ("allocator", "noted"), f"fcap_{struct}.{field}")

    def test_every_name_of_an_enumeration_is_accepted(self):
        X = np.eye(6)
        for metric in names_of("metric"):
            faircap.FairCapacitatedClustering(2, metric=metric).fit(X)
        for objective in names_of("objective"):
            aim = [1, -1, 0, 2, -0.5, 1] if objective == "mixed" else None
            faircap.FairCapacitatedClustering(2, objective=objective, aim=aim).fit(X)
        for bound in names_of("bound"):
            faircap.FairCapacitatedClustering(2, bound=bound).fit(X)
        for method in faircap.methods():
            faircap.FairCapacitatedClustering(2, method=method).fit(X, sensitive_features=[0, 1] * 3)
        for reason in range(1, lib.FCAP_REASON_END):
            self.assertTrue(names_of("reason")[reason])


class SameLabels(unittest.TestCase):
    CASES = (
        (["-k", "6"], {"n_clusters": 6}),
        (["-k", "6", "-q", "25", "--min-size", "15", "--seed", "7"],
         {"n_clusters": 6, "max_size": 25, "min_size": 15, "random_state": 7}),
        (["-k", "5", "-t", "3/5", "--slack", "1.1"], {"n_clusters": 5, "balance": "3/5", "slack": 1.1}),
        (["-k", "5", "-m", "fair-kmedoids", "--lambda", "0.5"],
         {"n_clusters": 5, "method": "fair-kmedoids", "decay": 0.5}),
        (["-k", "5", "-m", "fair-hierarchical", "--fairlets", "vanilla", "--seed", "3"],
         {"n_clusters": 5, "method": "fair-hierarchical", "fairlets": "vanilla", "random_state": 3}),
        (["-k", "5", "-m", "kmedoids", "--metric", "manhattan"],
         {"n_clusters": 5, "method": "kmedoids", "metric": "manhattan"}),
        (["-k", "5", "--objective", "sse"], {"n_clusters": 5, "objective": "sse"}),
        (["-s", "11-13"], {"n_clusters": None, "group_size": (11, 13)}),
        (["-k", "6", "-w", "weight"], {"n_clusters": 6, "demand": True}),
    )  # fmt: skip

    def test_the_tool_and_the_package_make_the_same_labels(self):
        with tempfile.TemporaryDirectory() as folder:
            points, labels, report = (f"{folder}/{name}" for name in ("points.csv", "labels.csv", "report.json"))
            drawn = ["--n", "120", "--dim", "3", "--true-clusters", "5", "--weights", "1-4"]
            self.run_tool("generate", *drawn, "-o", points)
            for arguments, options in self.CASES:
                with self.subTest(arguments=arguments):
                    ignored = [] if "-w" in arguments else ["-x", "weight"]
                    common = ["-p", "group", "--id", "id", "--effort", "1", "--labels-only", *ignored]
                    self.run_tool("cluster", points, *common, *arguments, "-o", labels, "--json", report)
                    column = {"weight": "weight"} if "demand" in options else {"ignore": "weight"}
                    data = faircap.read_csv(points, protect="group", id="id", **column)
                    rest = {name: value for name, value in options.items() if name != "demand"}
                    model = faircap.FairCapacitatedClustering(effort=1, **rest)
                    model.fit(data.X, sensitive_features=data.sensitive_features, demand=data.demand)
                    told = np.genfromtxt(labels, delimiter=",", skip_header=1, dtype=int, usecols=1)
                    np.testing.assert_array_equal(model.labels_ + 1, told)
                    said = json.loads(pathlib.Path(report).read_text())
                    self.assertEqual(said["cost"], model.inertia_)
                    self.assertEqual([row - 1 for row in said["medoids"]], model.medoid_indices_.tolist())
                    self.assertEqual(said["sizes"], model.sizes_.tolist())

    def test_groups_of_the_tool_are_those_of_the_aims_that_it_makes(self):
        random = np.random.default_rng(3)
        score, degree = random.integers(20, 100, 40), random.choice(["BSc", "MSc", "PhD"], 40)
        sex = random.permutation(["f", "m"] * 20)
        # A column is divided by its variation, summed up one number after the other; texts are 0/1.
        X = np.stack([score, *(degree == kind for kind in ("BSc", "MSc", "PhD"))], axis=1).astype(float)
        squares = (X - X.sum(axis=0) / 40) ** 2
        aim = [1 / np.cumsum(squares[:, 0])[-1], *[-2 / np.cumsum(squares[:, 1:].T)[-1]] * 3]
        with tempfile.TemporaryDirectory() as folder:
            roster, groups, report = (f"{folder}/{name}" for name in ("roster.csv", "groups.csv", "report.json"))
            rows = [f"{a},{b},{c}" for a, b, c in zip(score, degree, sex)]
            pathlib.Path(roster).write_text("\n".join(["score,degree,sex", *rows, ""]))
            wishes = ["--similar", "score", "--diverse", "degree=2"]
            self.run_tool("group", roster, "--groups", "9", "--balance", "sex=1/2", *wishes, "--effort", "1",
                          "--labels-only", "-o", groups, "--json", report)  # fmt: skip
            rules = {"min_size": 4, "max_size": 5, "balance": "1/2", "objective": "mixed", "aim": aim}
            model = faircap.FairCapacitatedClustering(9, effort=1, **rules).fit(X, sensitive_features=sex)
            told = np.genfromtxt(groups, delimiter=",", skip_header=1, dtype=str, usecols=1)
            np.testing.assert_array_equal([f"Group {label + 1:02d}" for label in model.labels_], told)
            said = json.loads(pathlib.Path(report).read_text())
            self.assertEqual((said["objective"], said["cost"]), ("mixed", model.inertia_))
            self.assertEqual(said["lower_bound"], model.lower_bound_)
            checked = self.run_tool("check", roster, groups, "-s", "4-5", "-p", "sex", *wishes).stdout
            self.assertIn(f"cost: ok ({faircap.number_print(model.inertia_)})", checked)

    def test_generate_makes_the_same_points(self):
        told = self.run_tool("generate", "--n", "50", "--dim", "2", "--seed", "4", "-o", "-").stdout
        table = faircap.read_table(told.encode())
        X = faircap.generate(50, dim=2, random_state=4).X
        np.testing.assert_array_equal([[table.number(i, "x1"), table.number(i, "x2")] for i in range(50)], X)

    def run_tool(self, *arguments):
        return subprocess.run([TOOL, *arguments], check=True, capture_output=True, text=True)


if __name__ == "__main__":
    unittest.main()
