#!/usr/bin/python3
"""python_overhead.py - what the Python package costs beside the library: time of a fit, and copies.

    bindings/python/test && build/python/venv/bin/python bench/python_overhead.py [--library build/release]

Times are processor seconds of this process, the least of several runs, so that other work on the machine counts little.
"fit" is told with the seconds that it spends outside the library: that is what the package costs.
With --library the road not taken is measured too: the stable ABI by hand (bench/python_limited.c), linked to that
library.
"""
import argparse
import pathlib
import subprocess
import sys
import sysconfig
import tempfile
import time
import tracemalloc

import numpy as np

from faircap import FairCapacitatedClustering, _request, generate, version
from faircap._library import ffi, lib

ROOT = pathlib.Path(__file__).resolve().parent.parent


def least(runs, work):
    """The least processor seconds of some runs."""
    seconds = []
    for _ in range(runs):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


def raw_calls(x, group, k, method):
    """What a C program would do: fcap_cluster(), and fcap_measure() for sizes and medoids."""
    attribute = ffi.new("fcap_attribute[1]")
    attribute[0].group, attribute[0].n_groups = ffi.from_buffer("int32_t[]", group), 2
    attribute[0].balance.num, attribute[0].balance.den = 1, 2
    problem = ffi.new("fcap_problem *", {"struct_size": ffi.sizeof("fcap_problem")})
    problem.x, problem.n, problem.d = ffi.from_buffer("double[]", x), *x.shape
    problem.attribute, problem.n_attributes = attribute, 1
    rules = ffi.new("fcap_rules *", {"struct_size": ffi.sizeof("fcap_rules"), "k": k, "min_size": 1})
    rules.slack.num, rules.slack.den = 101, 100
    options = ffi.new("fcap_options *")
    lib.fcap_options_init_sized(options, ffi.sizeof("fcap_options"))
    options.method, options.threads, options.effort = lib.FCAP_METHOD_BEST, 1, 1
    if method == "kmedoids":
        options.method = lib.FCAP_METHOD_KMEDOIDS
    labels, medoids, sizes = np.empty(len(x), np.int32), np.empty(k, np.int64), np.empty(k, np.int64)
    measures = ffi.new("fcap_measures *")
    measures.medoid, measures.size = ffi.from_buffer("int64_t[]", medoids), ffi.from_buffer("int64_t[]", sizes)
    given = ffi.from_buffer("int32_t[]", labels)
    report, err = ffi.new("fcap_report *"), ffi.new("fcap_error *")
    seconds = []
    for call in (
        lambda: lib.fcap_cluster(problem, rules, options, given, report, err),
        lambda: lib.fcap_measure(problem, rules, given, options, measures, err),
    ):
        start = time.process_time()
        assert call() == lib.FCAP_OK, ffi.string(err.message)
        seconds.append(time.process_time() - start)
    return seconds, labels


class Inside:
    """The library as the package calls it, with a clock on the calls that take time."""

    def __init__(self):
        self.seconds = 0.0

    def __getattr__(self, name):
        function = getattr(lib, name)
        return self.timed(function) if name in ("fcap_cluster", "fcap_measure") else function

    def timed(self, function):
        def call(*arguments):
            start = time.process_time()
            status = function(*arguments)
            self.seconds += time.process_time() - start
            return status

        return call


def fit_seconds(model, x, group):
    """Processor seconds of a fit: all, and those outside the library."""
    inside = Inside()
    _request.lib = inside
    all_of_it = least(1, lambda: model.fit(x, sensitive_features=group))
    _request.lib = lib
    return all_of_it, all_of_it - inside.seconds


def fits(n, d, k, method, runs):
    x, group = generate(n, dim=d, true_clusters=k, balance="2/3")[:2]
    model = FairCapacitatedClustering(k, method=method, effort=1, n_jobs=1)
    cluster, measure, fit = [], [], []
    for _ in range(runs):
        seconds, labels = raw_calls(x, group, k, method)
        cluster.append(seconds[0])
        measure.append(seconds[1])
        fit.append(fit_seconds(model, x, group))
        assert np.array_equal(model.labels_, labels)
    both = min(cluster) + min(measure)
    tracemalloc.start()
    model.fit(x, sensitive_features=group)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    copied = "not copied" if np.shares_memory(model._fitted.X, x) else "COPIED"
    print(f"{method} n={n} d={d} k={k}: fcap_cluster {min(cluster):.3f} s, fcap_measure {min(measure):.3f} s, ", end="")
    outside = min(seconds for _, seconds in fit)
    print(f"fit {min(fit)[0]:.3f} s, {1000 * outside:.1f} ms of it outside the library: ", end="")
    print(f"{100 * outside / both:.2f} % of both calls; ", end="")
    print(f"Python allocates {peak / x.nbytes:.2f} times X, which is {copied}", flush=True)


def by_hand(library):
    """Builds python_limited.c; the module."""
    folder = tempfile.mkdtemp()
    subprocess.run(
        ["cc", "-O2", "-shared", "-fPIC", f"-I{sysconfig.get_path('include')}", f"-I{ROOT}/include",
         str(ROOT / "bench/python_limited.c"), f"{library}/libfaircap_static.a", "-lz", "-lm", "-lpthread",
         "-o", f"{folder}/python_limited.abi3.so"],
        check=True,
    )  # fmt: skip
    sys.path.insert(0, folder)
    import python_limited

    return python_limited


def small_calls(library):
    """Microseconds of a call: nothing, twelve points with cffi, by hand, and as an estimator."""
    x = np.random.default_rng(1).normal(size=(12, 2))
    labels = np.empty(12, np.int32)
    hand = by_hand(library)

    def with_cffi():
        problem = ffi.new("fcap_problem *", {"struct_size": ffi.sizeof("fcap_problem")})
        problem.x, problem.n, problem.d = ffi.from_buffer("double[]", x), 12, 2
        rules = ffi.new("fcap_rules *", {"struct_size": ffi.sizeof("fcap_rules"), "k": 3, "min_size": 1})
        rules.slack.num, rules.slack.den = 101, 100
        options = ffi.new("fcap_options *")
        lib.fcap_options_init_sized(options, ffi.sizeof("fcap_options"))
        options.method, options.threads = lib.FCAP_METHOD_KMEDOIDS, 1
        report, err = ffi.new("fcap_report *"), ffi.new("fcap_error *")
        if lib.fcap_cluster(problem, rules, options, ffi.from_buffer("int32_t[]", labels), report, err):
            raise ValueError(ffi.string(err.message))
        return report.cost

    model = FairCapacitatedClustering(3, method="kmedoids", n_jobs=1)
    assert with_cffi() == hand.cluster(x, labels, 2, 3)
    for name, calls, work in (
        ("version(), cffi", 20000, version),
        ("version(), by hand", 20000, hand.version),
        ("12 points, cffi", 2000, with_cffi),
        ("12 points, by hand", 2000, lambda: hand.cluster(x, labels, 2, 3)),
        ("12 points, fit()", 500, lambda: model.fit(x)),
    ):
        seconds = least(5, lambda: [work() for _ in range(calls)])
        print(f"{name:20} {1e6 * seconds / calls:8.2f} us")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", help="a build folder with libfaircap_static.a")
    parser.add_argument("--quick", action="store_true", help="4,000 points only")
    arguments = parser.parse_args()
    if arguments.library:
        small_calls(arguments.library)
    fits(4000, 4, 10, "best", 2)
    fits(4000, 4, 10, "kmedoids", 5)
    if not arguments.quick:
        fits(10**6, 4, 10, "kmedoids", 3)
        fits(10**6, 4, 10, "best", 3)


if __name__ == "__main__":
    main()
