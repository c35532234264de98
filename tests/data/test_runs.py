"""The paper's experiment: its data sets, its methods, its decompositions, k = 3..20, every answer judged.

    student-mat, student-por, PISA, OULAD-4000
      x  (fair-hierarchical, fair-kmedoids, fairlet-kcenter, fairlet-kmedoids) x (mcf, vanilla), and kmedoids
      x  k = 3..20  x  slack 1.01, 1.2;  t = 1/2

Every run must succeed with exactly k clusters and keep what its method enforces; tests/check_result.py says so, which
reads each data set once. Then the costs are printed as tables, and it is counted how often the claims of the paper
hold. Claims are not asserted: a claim is a result, not a promise of the program.

FAIRCAP_LONG=1 makes all runs, otherwise a sample. FAIRCAP_RUNS_LOG names a file to which each run is appended as one
line of JSON when it is done; runs of the same program that are already in it are not made again. A program with
sanitizers takes ten times as long, so build/release/faircap is used instead of one if it is there.
"""
import collections
import concurrent.futures
import contextlib
import functools
import hashlib
import io
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import test_data  # noqa: E402
import tool  # noqa: E402
from tool import check_result  # noqa: E402

LONG = os.environ.get("FAIRCAP_LONG") == "1"
LOG = os.environ.get("FAIRCAP_RUNS_LOG")
TIMEOUT = 900  # seconds of one run; on an idle machine the slowest takes 8

FAIR = "fair-hierarchical", "fair-kmedoids"
BASELINES = "fairlet-kcenter", "fairlet-kmedoids"
ENFORCED = {"fair-hierarchical": "capacity,balance,clusters,min_size", "fair-kmedoids":
            "capacity,balance,clusters,min_size", "fairlet-kcenter": "balance,clusters",
            "fairlet-kmedoids": "balance,clusters", "kmedoids": "clusters"}
DECOMPOSITIONS = "mcf", "vanilla"
VARIANTS = [(m, f) for m in FAIR + BASELINES for f in DECOMPOSITIONS] + [("kmedoids", None)]
SLACKS = "1.01", "1.2"
PAPER_SLACK = {"fair-hierarchical": "1.2", "fair-kmedoids": "1.01"}

OPTIONS = {"student-mat": ["-p", "sex"], "student-por": ["-p", "sex"], "PISA": ["-p", "male", "--missing", "drop"],
           "OULAD-4000": ["-p", "gender", "-x", "id_student"]}
FAIRLETS = {"student-mat": (187, 21), "student-por": (266, 117), "PISA": (1697, 10), "OULAD-4000": (2000, 0)}
SAMPLE = {"student-mat": [3, 10, 20], "student-por": [5, 15], "PISA": [5], "OULAD-4000": [10]}
TIGHT = [40, 60, 80]  # of student-mat: clusters so small that the fairlets do not pack

Task = collections.namedtuple("Task", "data method fairlets k slack")


def path_of(name, folder):
    return {"student-mat": lambda: test_data.data(test_data.MAT), "student-por": lambda: test_data.data(test_data.POR),
            "OULAD-4000": lambda: test_data.data(test_data.OULAD_4000),
            "PISA": lambda: os.path.join(folder, "pisa.csv")}[name]()


def has_sanitizers(path):
    with open(path, "rb") as stream:
        content = stream.read()
    return any(name in content for name in (b"__asan_init", b"__tsan_init", b"__ubsan_handle"))


def program():
    """(path, is it fast?) of the program to run."""
    release = os.path.join(tool.ROOT, "build", "release", "faircap")
    if has_sanitizers(tool.FAIRCAP):
        return (release, True) if os.access(release, os.X_OK) else (tool.FAIRCAP, False)
    return tool.FAIRCAP, True


def tasks(fast):
    """What to run: the quick ones first, so that a log that breaks off has as much as can be."""
    made = [Task("student-mat", *variant, k, slack) for k in (TIGHT if LONG else TIGHT[-1:])
            for variant in VARIANTS for slack in SLACKS if variant[0] in FAIR]
    for name in SAMPLE if fast or LONG else ["student-mat", "student-por"]:
        for k in range(3, 21) if LONG else SAMPLE[name]:
            slacks = SLACKS if LONG or name.startswith("student") else SLACKS[:1]
            made += [Task(name, *variant, k, slack) for variant in VARIANTS for slack in slacks]
    return sorted(made, key=lambda t: (not t.data.startswith("student"), t.method == "fair-kmedoids", t.k))


# ---- one run ----

@functools.lru_cache(maxsize=None)
def instance_of(path, options):
    """The second checker's own reading of a data set, made once in each process."""
    opt = check_result.parse_options([path, *options, "--describe"])
    return check_result.Instance(check_result.Table(opt), opt)


def fault_of(path, options, request, task, result, report):
    """None, or what the second checker has to say against an answer."""
    opt = check_result.parse_options([path, result, *options, *request, "--enforces", ENFORCED[task.method],
                                      "--report", report])
    instance, said = instance_of(path, tuple(options)), io.StringIO()
    with contextlib.redirect_stdout(said):
        code = check_result.Judge(instance, check_result.Result(result, instance), opt).judge()
    return None if code == check_result.OK else said.getvalue()


def execute(binary, folder, number, task):
    """Runs and judges one task; a record of what came out."""
    path, options = path_of(task.data, folder), OPTIONS[task.data]
    request = ["-k", str(task.k), "--slack", task.slack, "-t", "1/2"]
    method = ["-m", task.method] + (["--fairlets", task.fairlets] if task.fairlets else [])
    result, report = (os.path.join(folder, f"{number}.{end}") for end in ("csv", "json"))
    words = ["cluster", path, *options, *request, *method, "--threads", "1"]
    begun = time.monotonic()
    done = tool.run(*words, "-o", result, "--json", report, binary=binary, timeout=TIMEOUT)
    record = dict(task._asdict(), code=done.code, wall=round(time.monotonic() - begun, 3), fault=None)
    if done.code != 0:
        return dict(record, fault=f"exit code {done.code}: faircap {' '.join(words)}\n{done.err}")
    with open(report, encoding="utf-8") as stream:
        found = json.load(stream)
    fault = fault_of(path, options, request, task, result, report)
    os.unlink(result)
    os.unlink(report)
    return dict(record, fault=fault and f"faircap {' '.join(words)}\n{fault}",
                **{key: found.get(key) for key in ("n", "cost", "balance", "sizes", "violations", "fairlet_count",
                                                   "fairlet_cost", "repaired", "seconds", "max_size")})


def read_log(digest):
    """{task: record} of the runs of this program that the log has."""
    if not LOG or not os.path.exists(LOG):
        return {}
    with open(LOG, encoding="utf-8") as stream:
        records = [json.loads(line) for line in stream if line.endswith("\n")]
    return {Task(*(r[field] for field in Task._fields)): r for r in records if r["program"] == digest}


def run_all(binary, wanted, folder):
    """{task: record}, several at a time; each is logged when it is done."""
    with open(binary, "rb") as stream:
        digest = hashlib.sha256(stream.read()).hexdigest()[:16]
    records = read_log(digest)
    rest = [task for task in wanted if task not in records]
    with contextlib.ExitStack() as stack:
        log = stack.enter_context(open(LOG, "a", encoding="utf-8")) if LOG else io.StringIO()
        pool = stack.enter_context(concurrent.futures.ProcessPoolExecutor(min(os.cpu_count() or 1, 4)))
        futures = {pool.submit(execute, binary, folder, i, task): task for i, task in enumerate(rest)}
        for future in concurrent.futures.as_completed(futures):
            records[futures[future]] = future.result()
            log.write(json.dumps(dict(future.result(), program=digest)) + "\n")
            log.flush()
    return {task: records[task] for task in wanted}


# ---- tables ----

def print_costs(name, records):
    """One table: a row for each method, decomposition and slack (when it matters), a column for each k."""
    columns = sorted({t.k for t in records})
    print(f"\n{name}: cost for each k\n\n| method | fairlets | slack | " + " | ".join(map(str, columns)) + " |")
    print("|---" * (3 + len(columns)) + "|")
    for method, fairlets in VARIANTS:
        for slack in SLACKS if method in FAIR else SLACKS[:1]:
            found = [records.get(Task(name, method, fairlets, k, slack)) for k in columns]
            cells = ["" if r is None else f"{r['cost']:.1f}" + "*" * bool(r["repaired"]) for r in found]
            print(f"| {method} | {fairlets or ''} | {slack if method in FAIR else ''} | " + " | ".join(cells) + " |")
    print("\n`*`: the fairlets do not pack into clusters of these sizes; their points were placed one by one.")


class Tally:
    """How often claims hold, for each data set and in all."""

    def __init__(self):
        self.count = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0]))

    def add(self, claim, name, holds):
        for key in name, "all":
            self.count[claim][key][0] += bool(holds)
            self.count[claim][key][1] += 1

    def show(self):
        names = [name for name in OPTIONS if any(name in of for of in self.count.values())] + ["all"]
        print("\n| claim | " + " | ".join(names) + " |\n" + "|---" * (1 + len(names)) + "|")
        for claim, of in self.count.items():
            cells = ["{} of {}".format(*of[name]) if name in of else "" for name in names]
            print(f"| {claim} | " + " | ".join(cells) + " |")
        print()
        for claim, of in self.count.items():
            print("claim: {}: holds in {} of {} runs".format(claim, *of["all"]))


def spread(record):
    return max(record["sizes"]) - min(record["sizes"])


def middle_half(record):
    """The height of the box in a box plot of the sizes."""
    low, _, high = statistics.quantiles(record["sizes"], n=4, method="inclusive")
    return high - low


def tally(records):
    """The claims of the paper, on the runs that can be compared."""
    counts = Tally()
    for task, r in records.items():
        unlimited = records.get(task._replace(method="kmedoids", fairlets=None))
        if unlimited and task.method != "kmedoids":
            counts.add("(a) no method is cheaper than kmedoids", task.data, unlimited["cost"] <= r["cost"])
    compared = [(t, r, [records.get(t._replace(method="fairlet-kcenter", fairlets=f)) for f in DECOMPOSITIONS])
                for t, r in records.items() if t.method in FAIR]
    compared = [(t, r, [c["cost"] for c in centres]) for t, r, centres in compared if all(centres)]
    for task, r, costs in compared:
        counts.add(f"(b) {task.method}, {task.fairlets}, slack {task.slack}: cheaper than fairlet-kcenter, "
                   f"{task.fairlets}", task.data, r["cost"] < costs[DECOMPOSITIONS.index(task.fairlets)])
    for task, r, costs in compared:
        if PAPER_SLACK[task.method] == task.slack:
            for which, cost in ("the same decomposition", costs[DECOMPOSITIONS.index(task.fairlets)]), \
                    ("both decompositions", min(costs)), ("at least one decomposition", max(costs)):
                counts.add(f"(b) the four, with the paper's slacks: cheaper than fairlet-kcenter with {which}",
                           task.data, r["cost"] < cost)
    for task, r in records.items():
        if task.data == "OULAD-4000":
            who = "fair-*" if task.method in FAIR else "fairlet-*" if task.method in BASELINES else "kmedoids"
            counts.add(f"(c) balance is 1: {who}", task.data, r["balance"] == 1)
    for task, r in records.items():
        if task.method == "fair-kmedoids" and task.slack == PAPER_SLACK["fair-kmedoids"] and task.k not in TIGHT:
            tally_sizes(counts, records, task, r)
    return counts


def tally_sizes(counts, records, task, r):
    """(d): are the sizes of fair-kmedoids the closest together?"""
    others = [("fair-hierarchical", task.fairlets, "1.2", "fair-hierarchical with the paper's slack, 1.2"),
              ("fair-hierarchical", task.fairlets, "1.01", "fair-hierarchical with the same slack, 1.01"),
              ("fairlet-kcenter", task.fairlets, "1.01", "fairlet-kcenter"),
              ("fairlet-kmedoids", task.fairlets, "1.01", "fairlet-kmedoids"), ("kmedoids", None, "1.01", "kmedoids")]
    for method, fairlets, slack, words in others:
        other = records.get(Task(task.data, method, fairlets, task.k, slack))
        for measure, what in (spread, "largest - smallest size"), (middle_half, "middle half of sizes"):
            if other:
                counts.add(f"(d) {what}: fair-kmedoids, slack 1.01, at most that of {words}", task.data,
                           measure(r) <= measure(other))


# ---- the tests ----

@unittest.skipUnless(test_data.DATA, "FAIRCAP_DATA is not set: it names the folder of the data sets")
class Runs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.mkdtemp(prefix="faircap-runs-")
        cls.addClassCleanup(shutil.rmtree, folder)
        with open(os.path.join(folder, "pisa.csv"), "wb") as stream:
            stream.write(test_data.pisa())
        binary, fast = program()
        cls.records = run_all(binary, tasks(fast), folder)
        cls.good = {task: r for task, r in cls.records.items() if r["fault"] is None}

    def each(self, **fields):
        return [(t, r) for t, r in self.good.items() if all(getattr(t, f) == v for f, v in fields.items())]

    def test_every_answer_passes_the_second_checker(self):
        for name in OPTIONS:
            with self.subTest(name):
                faults = [r["fault"] for t, r in self.records.items() if t.data == name and r["fault"] is not None]
                self.assertEqual(faults[:5], [], f"{len(faults)} of the runs on {name} failed")
        print(f"\nfigure: {len(self.good)} of {len(self.records)} runs judged good", end="")

    def test_the_number_of_fairlets_is_the_papers(self):
        for name, (count, larger) in FAIRLETS.items():
            for task, r in self.each(data=name):
                if task.fairlets is not None:
                    self.assertEqual((r["fairlet_count"], r["n"] - 2 * r["fairlet_count"]), (count, larger), task)

    def test_no_fairlets_cost_less_than_those_of_mcf(self):
        for name in OPTIONS:
            costs = {f: {r["fairlet_cost"] for _, r in self.each(data=name, fairlets=f)} for f in DECOMPOSITIONS}
            if costs["mcf"]:
                self.assertEqual((len(costs["mcf"]), len(costs["vanilla"])), (1, 1), name)
                self.assertLessEqual(*costs["mcf"], *costs["vanilla"], name)

    def test_methods_that_know_no_capacity_do_not_depend_on_the_slack(self):
        for method in BASELINES + ("kmedoids",):
            for task, r in self.each(method=method, slack=SLACKS[0]):
                other = self.good.get(task._replace(slack=SLACKS[1]))
                if other:
                    self.assertEqual((r["cost"], r["sizes"]), (other["cost"], other["sizes"]), task)

    def test_clusters_of_pairs_have_balance_1(self):
        for task, r in self.each(data="OULAD-4000"):
            if task.fairlets is not None and not r["repaired"]:
                self.assertEqual(r["balance"], 1, task)

    def test_points_are_placed_one_by_one_when_fairlets_do_not_pack(self):
        """21 triples and 166 pairs in 80 clusters of 5: a cluster with two pairs has room for one more point, which
        no fairlet fills."""
        found = self.each(data="student-mat", k=80, slack="1.01")
        self.assertEqual(len(found), 4)
        for task, r in found:
            self.assertEqual((r["max_size"], r["repaired"]), (5, True), task)

    def test_tables_and_claims(self):
        for name in OPTIONS:
            records = dict(self.each(data=name))
            if records:
                print_costs(name, records)
        tally(self.good).show()


if __name__ == "__main__":
    unittest.main()
