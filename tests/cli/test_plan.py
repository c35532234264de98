"""`faircap plan`: its verdicts and smallest changes against an exhaustive search written from the definitions.

The search knows nothing of hulls or lattices: it adds up clusters in every possible way. So small requests are
decided twice, and a wrong verdict, reason or "smallest change" shows.
"""
import itertools
import random
import re
import unittest
from fractions import Fraction
from functools import lru_cache

from tool import Case, read_json

REASONS = "k_above_n", "capacity", "min_size", "one_group", "balance", "group_below_k", "packing"


def capacity(n, k, slack=Fraction("1.01")):
    return -(-n * slack.numerator // (k * slack.denominator))


@lru_cache(maxsize=None)
def possible(counts, k, low, q, t):
    """Can the groups' members be divided into k clusters of low to q members with balance t? By trying all."""
    def fair(cluster):
        return len(cluster) > 1 and min(cluster) >= t * max(cluster) or t == 0
    kinds = [c for c in itertools.product(*(range(m + 1) for m in counts))
             if max(low, 1) <= sum(c) <= q and fair(c)]
    reached = {(0,) * len(counts)}
    for _ in range(k):
        reached = {s for r in reached for c in kinds
                   for s in [tuple(map(sum, zip(r, c)))] if all(a <= b for a, b in zip(s, counts))}
        if not reached:
            return False
    return counts in reached


def balances(n):
    return sorted({Fraction(a, b) for b in range(1, n + 1) for a in range(b + 1)}, reverse=True)


def spelled(balance):
    return None if balance is None else f"{balance.numerator}/{balance.denominator}"


def judge(counts, k, low, asked_q, t):
    """(reason or None, smallest change) of a request, by the words of the contract."""
    n = sum(counts)
    q = asked_q or capacity(n, k)
    if possible(counts, k, low, q, t):
        return None, None
    overall = Fraction(min(counts), max(counts)) if len(counts) > 1 else Fraction(0)
    holds = {"k_above_n": k > n, "capacity": k * q < n, "min_size": k * low > n or low > q,
             "one_group": len(counts) == 1 and t > 0, "balance": overall < t,
             "group_below_k": min(counts) < k and t > 0, "packing": True}
    size = next((s for s in range(1, n + 1) if possible(counts, k, low, s, t)), None)
    clusters = [j for j in range(1, n + 1) if possible(counts, j, low, asked_q or capacity(n, j), t)]
    nearest = min(clusters, key=lambda j: (abs(j - k), j), default=None)
    most = next((b for b in balances(n) if possible(counts, k, low, q, b)), None)
    least = next((s for s in range(low - 1, 0, -1) if possible(counts, k, s, q, t)), None)
    change = {"max_size": size, "clusters": nearest, "balance": spelled(most), "balance_attribute": None if most is None else "g",
              "min_size": least}
    return next(r for r in REASONS if holds[r]), change


class PlanCase(Case):
    def put_counts(self, counts):
        rows = [f"{i},{'abc'[g]}\n" for g, m in enumerate(counts) for i in range(m)]
        self.put("data.csv", "x,g\n" + "".join(rows))

    def plan(self, *options):
        """(exit code, report)"""
        done = self.run_tool("plan", "data.csv", *options, "--json", "-")
        self.assertIn(done.code, (0, 4), done.err)
        return done.code, read_json(done.out)


class AgainstExhaustiveSearch(PlanCase):
    def compare(self, counts, k, low, q, t):
        options = ["-p", "g", "-t", spelled(t), "-k", k, "--min-size", low]
        code, report = self.plan(*options, *(["-q", q] if q else []))
        reason, change = judge(counts, k, low, q, t)
        self.assertEqual(code, 4 if report["status"] == "infeasible" else 0)
        if report["status"] == "open":
            self.assertGreater(len(counts), 2)
            return
        self.assertEqual(report["status"], "infeasible" if reason else "feasible")
        if reason:
            self.assertEqual(report["reason"], reason)
            if len(counts) <= 2:
                self.assertEqual(report["smallest_change"], change)

    def request(self, rng, counts):
        n = sum(counts)
        q = rng.choice([None, None, *range(1, n + 1)])
        t = rng.choice([Fraction(0), Fraction(1, 2), Fraction(1), Fraction(1, 3), Fraction(2, 3), Fraction(3, 4)])
        return counts, rng.randint(1, min(n + 1, 7)), rng.choice([1, 1, 1, 2, 3]), q, t

    def test_requests_with_two_groups_are_decided_as_by_trying_all(self):
        rng = random.Random(5)
        for _ in range(160):
            counts = (rng.randint(1, 8), rng.randint(1, 8))
            self.put_counts(counts)
            request = self.request(rng, counts)
            with self.subTest(request=request):
                self.compare(*request)

    def test_requests_with_one_group_are_decided_as_by_trying_all(self):
        rng = random.Random(6)
        for _ in range(30):
            counts = (rng.randint(1, 9),)
            self.put_counts(counts)
            request = self.request(rng, counts)
            with self.subTest(request=request):
                self.compare(*request)

    def test_requests_with_three_groups_are_never_decided_wrongly(self):
        rng = random.Random(7)
        for _ in range(40):
            counts = tuple(rng.randint(1, 4) for _ in range(3))
            self.put_counts(counts)
            request = self.request(rng, counts)
            with self.subTest(request=request):
                self.compare(*request)

    def test_a_smaller_minimum_size_is_named(self):
        self.put("data.csv", "x\n1\n2\n3\n4\n")
        self.put("six.csv", "x\n1\n2\n3\n4\n5\n6\n")
        self.put("threes.txt", "3\n3\n")
        code, report = self.plan("-k", 2, "-q", 2, "--min-size", 3)
        self.assertEqual((code, report["smallest_change"]),
                         (4, {"max_size": None, "clusters": None, "balance": None, "balance_attribute": None, "min_size": 2}))
        for words, change, said in (
                (["data.csv", "-k", 2, "-q", 2, "--min-size", 3], ["--min-size", 2], "what would help: a minimum size of 2\n"),
                (["six.csv", "-s", 7], ["-s", "6-8"], "what would help: a minimum size of 6\n"),
                (["six.csv", "--sizes", "threes.txt", "--min-size", 4], ["--min-size", 3],
                 "what would help: a minimum size of 3, or fewer capacities\n")):
            done = self.expect(4, "plan", *words)
            self.assertIn(said, done.err)
            self.assertIn(f"change one of these:  {change[0]} {change[1]}\n", done.err)
            self.assertNotIn("no single change helps", done.err)
            base = [word for word in words if word not in ("-s", 7)]
            self.expect(0, "plan", *base, *change)

    def test_every_reason_occurs(self):
        half = Fraction(1, 2)
        for reason, request in {"k_above_n": ((2, 2), 5, 1, None, half), "capacity": ((4, 4), 2, 1, 3, half),
                                "min_size": ((4, 4), 3, 3, 8, half), "one_group": ((6,), 2, 1, None, half),
                                "balance": ((1, 9), 1, 1, None, half), "group_below_k": ((2, 3), 3, 1, None, half),
                                "packing": ((4, 8), 3, 1, 4, half)}.items():
            self.put_counts(request[0])
            self.compare(*request)
            self.assertEqual(judge(*request)[0], reason)

    def test_the_list_shows_the_largest_balance_for_each_k(self):
        for counts in (4, 8), (5, 5), (3, 9), (1, 6):
            self.put_counts(counts)
            code, report = self.plan("-p", "g")
            self.assertEqual(code, 0)
            n = sum(counts)
            self.assertEqual([row["k"] for row in report["possible"]], list(range(2, n + 1)))
            for row in report["possible"]:
                q = capacity(n, row["k"])
                most = next((b for b in balances(n) if possible(counts, row["k"], 1, q, b)), None)
                fair = possible(counts, row["k"], 1, q, Fraction(1, 2))
                self.assertEqual(row, {"k": row["k"], "max_size": q, "status": "feasible" if fair else "infeasible",
                                       "largest_balance": spelled(most)})


class Words(PlanCase):
    def setUp(self):
        super().setUp()
        self.put("data.csv", "id,x,g\n" + "".join(f"{i},{i},{'a' if i < 4 else 'b'}\n" for i in range(12)))

    def test_the_data_are_described(self):
        done = self.expect(0, "plan", "data.csv", "-p", "g")
        self.assertIn("12 rows, 3 columns, 1 of them makes 1 coordinate\ng: a 4, b 8; balance 0.500\n", done.out)
        report = self.plan("-p", "g")[1]
        for key, value in {"n": 12, "dropped": 0, "columns": 3, "coordinates": 1,
                           "groups": {"g": {"a": 4, "b": 8}}}.items():
            self.assertEqual(report[key], value)

    def test_a_feasible_request_is_exit_0(self):
        done = self.expect(0, "plan", "data.csv", "-p", "g", "-k", 4)
        self.assertIn("feasible: 4 clusters of 1 to 4 members, balance at least 1/2", done.out)
        report = self.plan("-p", "g", "-k", 4)[1]
        self.assertEqual((report["status"], report["k"], report["max_size"], report["min_size"],
                          report["balance_required"]), ("feasible", 4, 4, 1, "1/2"))

    def test_an_infeasible_request_is_exit_4_with_reason_and_changes_in_words(self):
        done = self.expect(4, "plan", "data.csv", "-p", "g", "-k", 3, "-q", 4)
        self.assertIn("12 rows", done.out)
        self.assertRegex(done.err, r"infeasible \(packing\): .*maximum size of 6.*4 clusters.*balance of 1/3")

    def test_a_report_in_a_file_comes_with_the_words(self):
        plain = self.expect(0, "plan", "data.csv", "-p", "g")
        done = self.expect(0, "plan", "data.csv", "-p", "g", "--json", "out.json")
        self.assertEqual(done, plain)
        self.assertEqual(read_json(self.text("out.json")), self.plan("-p", "g")[1])
        self.assertEqual(self.expect(0, "plan", "data.csv", "-p", "g", "--json", "/dev/null"), plain)

    def test_three_groups_are_judged_too(self):
        self.put_counts((4, 4, 4))
        done = self.expect(0, "plan", "data.csv", "-p", "g", "-k", 2)
        self.assertRegex(done.out, r"(?m)^(feasible: 2 clusters of 1 to 7 members, balance at least 1/2"
                                   r"|open: 2 clusters .*; not excluded, but it may still be impossible)$")
        self.assertIn(self.plan("-p", "g", "-k", 2)[1]["status"], ("feasible", "open"))

    def test_dropped_rows_are_counted(self):
        self.put("data.csv", "x,g\n1,a\n,a\n3,b\n")
        done = self.expect(0, "plan", "data.csv", "-p", "g", "--missing", "drop")
        self.assertIn("2 rows (1 more left out)", done.out)
        self.assertEqual(self.plan("-p", "g", "--missing", "drop")[1]["dropped"], 1)

    def test_a_missing_group_is_shown_and_not_bound(self):
        self.put("data.csv", "x,g\n1,a\n2,\n3,b\n4,\n")
        options = "-p", "g", "--missing", "category"
        self.assertIn("g: a 1, b 1, missing 2; balance 1.000", self.expect(0, "plan", "data.csv", *options).out)
        self.assertEqual(self.plan(*options)[1]["groups"], {"g": {"a": 1, "b": 1, "(missing)": 2}})

    def test_plan_and_cluster_agree_on_what_can_be_done(self):
        for k in range(1, 14):
            code, _ = self.plan("-p", "g", "-k", k)
            self.expect(code, "cluster", "data.csv", "-p", "g", "-k", k, "--effort", 1)

    def test_a_failed_report_is_exit_7_and_leaves_nothing(self):
        self.expect(7, "plan", "data.csv", "--json", "missing/out.json")
        self.expect(7, "plan", "data.csv", "-p", "g", "-k", 3, "-q", 4, "--json", "/dev/full")
        self.assertEqual(self.names(), ["data.csv"])

    def test_the_list_is_sorted_by_k_and_has_at_most_twenty_lines(self):
        self.put("data.csv", "x\n" + "".join(f"{i}\n" for i in range(100)))
        done = self.expect(0, "plan", "data.csv")
        self.assertEqual([int(k) for k in re.findall(r"(?m)^ *(\d+) +\d+  feasible$", done.out)], list(range(2, 22)))
        report = self.plan()[1]
        self.assertEqual([row["k"] for row in report["possible"]], list(range(2, 22)))

    def test_the_list_for_programs_has_what_is_documented(self):
        self.put("data.csv", "x,g\n" + "".join(f"{i},{'uuuuvvv'[i]}\n" for i in range(7)))
        report = self.plan("-p", "g")[1]
        self.assertEqual(list(report), ["n", "dropped", "columns", "coordinates", "groups", "possible"])
        self.assertEqual(report["possible"][0], {"k": 2, "max_size": 4, "status": "feasible", "largest_balance": "1/2"})
        self.assertEqual(report["possible"][-1], {"k": 7, "max_size": 2, "status": "infeasible", "largest_balance": "0/1"})
        self.assertEqual(self.plan("-p", "g", "-q", 1)[1]["possible"][0]["largest_balance"], None)  # no balance would do
        self.assertEqual(self.plan("-x", "g")[1]["possible"][0]["largest_balance"], None)


class Suggestions(PlanCase):
    """Each option of "change one of these", asked for, is not excluded; the next one that changes less is."""

    def suggested(self, *request):
        """The options named, as (name, value)."""
        said = self.expect(4, "plan", *request).err
        return re.findall(r"(-[a-z]|--min-size) (\S+)", re.search(r"change one of these:(.*)", said)[1])

    def put_groups(self, groups, weights=None):
        cells = [f"z{i},{i},{g.strip('.')}" + (f",{weights[i]}" if weights else "") for i, g in enumerate(groups)]
        self.put("data.csv", "key,x,g" + (",w" if weights else "") + "\n" + "".join(f"{row}\n" for row in cells))

    def follow(self, request, options, expected):
        """`request` has every option once; one of them is replaced."""
        self.assertEqual(options, expected)
        for name, value in options:
            changed = list(request)
            if name in changed:
                changed[changed.index(name) + 1] = value
            else:
                changed += [name, value]
            with self.subTest(change=(name, value)):
                self.expect(0, "plan", *changed)

    def test_what_only_trying_all_excludes_is_not_suggested(self):
        self.put_groups("qrq.rrprrqq...prqrrq.qq.qrqrqrqppr.")
        request = "data.csv", "--id", "key", "-f", "x", "-p", "g", "-t", "1/5", "--missing", "category", "-k", 8
        self.follow(request, self.suggested(*request), [("-q", "7"), ("-k", "5"), ("-t", "0")])
        self.expect(4, "plan", *request, "-q", 6)
        self.put_groups("pqqqqqpppqpppppqpqqq", "77212173772711377173")
        request = "data.csv", "--id", "key", "-f", "x", "-p", "g", "-w", "w", "-t", "2/3", "-k", 10
        options = [o for o in self.suggested(*request) if o[0] in ("-k", "-t") or o[1].isdigit()]
        self.follow(request, options, [("-q", "10"), ("-k", "9"), ("-t", "0")])

    def test_of_several_attributes_the_one_is_named_whose_balance_helps(self):
        self.put("data.csv", "name,x,g,h\n1,0,a,u\n2,3,a,v\n3,1,b,u\n4,7,b,v\n5,2,b,u\n")
        request = "data.csv", "-f", "x", "-p", "g,h", "-k", 3
        self.follow(request, self.suggested(*request), [("-k", "2"), ("-t", "g=0,h=0")])  # neither alone
        change = self.plan(*request[1:])[1]["smallest_change"]
        self.assertEqual((change["balance"], change["balance_attribute"]), ("0/1", None))
        self.put("data.csv", "x,g,h\n1,a,u\n2,a,v\n3,a,u\n4,b,v\n")
        request = "data.csv", "-f", "x", "-p", "g,h", "-t", "g=1/2,h=1/3", "-k", 1
        self.follow(request, self.suggested(*request), [("-t", "g=1/3,h=1/3")])
        change = self.plan(*request[1:])[1]
        self.assertEqual((change["smallest_change"]["balance"], change["smallest_change"]["balance_attribute"]), ("1/3", "g"))
        self.assertIn("what would help: a balance of 1/3 of g", change["sentence"])

    def test_of_group_sizes_any_number_of_groups_will_do(self):
        self.put_counts((4, 2))
        request = "data.csv", "-f", "x", "-p", "g", "-t", "1", "-s", "2-4"
        self.follow(request, self.suggested(*request), [("-t", "1/2")])
        self.put_counts((3, 2))
        request = "data.csv", "-f", "x", "-p", "g", "-t", "2/3", "-s", "1-3"
        self.follow(request, self.suggested(*request), [("-s", "1-5"), ("-t", "1/2")])
        self.expect(4, "plan", *request[:-1], "1-4")
        self.assertEqual(self.expect(4, "cluster", *request).err, self.expect(4, "plan", *request).err)


if __name__ == "__main__":
    unittest.main()
