"""Certificates: `cluster --certificate` writes one, `check --certificate` recomputes what it proves and trusts nothing.

The bound is computed a third time here, in plain Python from the file's multipliers. Every damaged or changed certificate
must be rejected, except those that still prove at least what they claim: a lower claim, or other multipliers whose
recomputed bound is not below it. Any byte changed without the checksum is damage.
"""
import itertools
import math
import os
import random
import unittest

from tool import Case, properties, read_json

REQUEST = "-p", "group", "-t", "1/2", "-k", 4, "-q", 7, "--scale", "none"


def fnv(data, total=0xcbf29ce484222325):
    for byte in data:
        total = (total ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return total


def sealed(body):
    """The certificate with these lines before its checksum."""
    return body + b"checksum %016x\n" % fnv(body)


def body_of(text):
    return text[:text.rindex(b"checksum ")]


def changed(text, key, value):
    """The certificate with another value for a key, and the checksum that belongs to it."""
    lines = body_of(text).decode().splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if line.startswith(key + " "))
    lines[at] = f"{key} {value}\n"
    return sealed("".join(lines).encode())


def multipliers_of(text):
    return [float(line) for line in text.split(b"multipliers\n")[1].split(b"checksum")[0].split()]


def with_multipliers(text, values):
    head = text[:text.index(b"multipliers\n") + len(b"multipliers\n")]
    return sealed(head + "".join(f"{v!r}\n" if isinstance(v, float) else f"{v}\n" for v in values).encode())


def claimed(text):
    return float(text.split(b"\nbound ")[1].split(b"\n")[0])


def divisible(n0, n1, k, sizes, num, den, memo):
    """Can k clusters of these sizes and that balance hold n0 and n1 members?"""
    key = n0, n1, k
    if key not in memo:
        memo[key] = (n0, n1) == (0, 0) if k == 0 else any(
            divisible(n0 - a, n1 - b, k - 1, sizes, num, den, memo)
            for a in range(n0 + 1) for b in range(n1 + 1)
            if a + b in sizes and num * max(a, b) <= den * min(a, b))
    return memo[key]


def bound_of(points, groups, multipliers, k, sizes, num, den):
    """sum pi + the k smallest V_i, by sorting and by trying all counts."""
    memo, total = {}, [groups.count("a"), groups.count("b")]
    allowed = [(a, b) for a in range(total[0] + 1) for b in range(total[1] + 1)
               if a + b in sizes and num * max(a, b) <= den * min(a, b)
               and divisible(total[0] - a, total[1] - b, k - 1, sizes, num, den, memo)]
    values = []
    for i, centre in enumerate(points):
        terms = {g: [-multipliers[i]] if groups[i] == g else [] for g in "ab"}
        for g in "ab":
            terms[g] += sorted(math.dist(centre, x) - multipliers[j] for j, x in enumerate(points)
                               if j != i and groups[j] == g)
        sums = {g: [0, *itertools.accumulate(terms[g])] for g in "ab"}
        own = groups[i]
        values.append(min(sums["a"][a] + sums["b"][b] for a, b in allowed if (a if own == "a" else b) > 0))
    return sum(multipliers) + sum(sorted(values)[:k])


class CertificateCase(Case):
    def setUp(self):
        super().setUp()
        rng = random.Random(3)
        self.groups = ["a"] * 11 + ["b"] * 13
        rng.shuffle(self.groups)
        centres = [(0, 0), (6, 1), (2, 7), (8, 8)]
        self.points = [(rng.gauss(centres[i % 4][0], 1), rng.gauss(centres[i % 4][1], 1)) for i in range(24)]
        self.put("data.csv", self.table())
        self.expect(0, "cluster", "data.csv", *REQUEST, "-o", "out.csv", "--labels-only", "--json", "out.json",
                    "--certificate", "proof")
        self.proof, self.report = self.get("proof"), read_json(self.text("out.json"))

    def table(self):
        return "x,y,group\n" + "".join(f"{x!r},{y!r},{g}\n" for (x, y), g in zip(self.points, self.groups))

    def check(self, code, *more, request=REQUEST):
        """{property: rest of its line}."""
        done = self.expect(code, "check", "data.csv", "out.csv", *request, "--certificate", "proof", *more)
        return properties(done.out)

    def rejected(self, text, word=""):
        self.put("proof", text)
        said = self.check(6)
        self.assertEqual(said["cost"][:2], "ok")
        self.assertTrue(said["certificate"].startswith("VIOLATED ("), said)
        self.assertIn(word, said["certificate"])
        self.assertFalse({"lower_bound", "gap"} & set(said))

    def numbers(self, line):
        return [float(x) for x in line[line.index("(") + 1:-1].split(", ")]


class Proofs(CertificateCase):
    def test_the_file_claims_what_the_report_says(self):
        lines = self.proof.decode().splitlines()
        self.assertEqual(lines[:6], ["faircap certificate 1", "n 24", "k 4", "max_size 7", "min_size 1", "balance 1/2"])
        self.assertEqual(claimed(self.proof), self.report["multiplier_bound"])
        self.assertLessEqual(self.report["multiplier_bound"], self.report["lower_bound"])
        self.assertEqual((len(lines), len(multipliers_of(self.proof))), (6 + 3 + 24 + 1, 24))
        self.assertEqual(self.proof, sealed(body_of(self.proof)))

    def test_three_programs_find_the_same_bound(self):
        said = self.check(0)
        found, claim = self.numbers(said["lower_bound"])
        again = bound_of(self.points, self.groups, multipliers_of(self.proof), 4, range(1, 8), 1, 2)
        self.assertEqual(claim, claimed(self.proof))
        self.assertAlmostEqual(found / claim, 1, places=9)
        self.assertAlmostEqual(again / claim, 1, places=9)
        self.assertGreater(claim, 0)
        cost = self.report["cost"]
        self.assertAlmostEqual(self.numbers(said["gap"])[0], (cost - found) / cost, places=12)

    def test_without_a_balance_there_is_a_certificate_too(self):
        for words in ["-x", "group"], ["-p", "group", "-t", 0]:
            request = *words, "-k", 4, "-q", 6, "--scale", "none", "--min-size", 2
            self.expect(0, "cluster", "data.csv", *request, "-o", "out.csv", "--certificate", "proof")
            self.assertIn(b"\nbalance 0/1\n", self.get("proof"))
            said = self.check(0, request=request)
            one = bound_of(self.points, ["a"] * 24, multipliers_of(self.get("proof")), 4, {6}, 0, 1)
            self.assertAlmostEqual(self.numbers(said["lower_bound"])[0] / one, 1, places=9)

    def test_the_json_report_has_the_bound(self):
        self.check(0, "--json", "check.json")
        report = read_json(self.text("check.json"))
        self.assertEqual((report["status"], [p["property"] for p in report["properties"]][-3:]),
                         ("ok", ["certificate", "lower_bound", "gap"]))
        self.assertAlmostEqual(report["lower_bound"] / claimed(self.proof), 1, places=9)
        self.put("proof", "x")
        self.check(6, "--json", "check.json")
        report = read_json(self.text("check.json"))
        self.assertEqual((report["status"], report["lower_bound"]), ("violated", None))

    def test_threads_change_no_byte(self):
        for threads in 1, 2, 5:
            self.expect(0, "cluster", "data.csv", *REQUEST, "--threads", threads, "-o", "out.csv", "--certificate", "proof")
            self.assertEqual(self.get("proof"), self.proof)
            self.check(0, "--threads", threads)

    def test_a_result_that_breaks_a_rule_has_no_gap(self):
        """Six points at 0 and two at 10: clusters of four cost 20, as these multipliers prove; 0 is cheaper and too large."""
        self.put("data.csv", "x\n" + "0\n" * 6 + "10\n" * 2)
        request = "-k", 2, "-q", 4, "--scale", "none"
        self.expect(0, "cluster", "data.csv", *request, "-o", "out.csv", "--certificate", "proof")
        self.put("proof", changed(with_multipliers(self.get("proof"), [10.0] * 6 + [20.0] * 2), "bound", 19.999999999999))
        said = self.check(0, request=request)
        self.assertAlmostEqual(self.numbers(said["lower_bound"])[0], 20, places=9)
        self.assertAlmostEqual(self.numbers(said["gap"])[0], 0, places=9)
        self.expect(0, "cluster", "data.csv", *request, "-m", "kmedoids", "-o", "out.csv")
        done = self.expect(6, "check", "data.csv", "out.csv", *request, "--certificate", "proof")
        said = properties(done.out)
        self.assertEqual([said[key].split()[0] for key in ("capacity", "cost", "certificate", "lower_bound")],
                         ["VIOLATED", "ok", "ok", "ok"])
        self.assertNotIn("gap", said)
        self.assertIn("note: there is no gap: the bound is about results that keep every rule", done.err)

    def test_no_result_at_all_has_no_gap_either(self):
        self.put("out.csv", self.text("out.csv").replace("24,", "23,"))
        said = self.check(6)
        self.assertEqual([said["rows"][:8], said["lower_bound"][:2], "gap" in said], ["VIOLATED", "ok", False])


class Damage(CertificateCase):
    def test_any_flipped_bit_is_rejected(self):
        rng = random.Random(1)
        places = [(at, bit) for at in range(len(self.proof)) for bit in range(8)]
        for at, bit in rng.sample(places, 120):
            text = bytearray(self.proof)
            text[at] ^= 1 << bit
            self.rejected(bytes(text))

    def test_a_file_cut_anywhere_is_rejected(self):
        rng = random.Random(2)
        for at in [0, 1, 21, 22, 47, 48, len(self.proof) - 1, *rng.sample(range(len(self.proof)), 20)]:
            self.rejected(self.proof[:at])

    def test_lines_dropped_doubled_or_exchanged_are_rejected(self):
        """With the checksum that belongs to the file: it is the content that is wrong."""
        lines = body_of(self.proof).splitlines(keepends=True)
        for at in range(len(lines)):
            self.rejected(sealed(b"".join(lines[:at] + lines[at + 1:])))
            self.rejected(sealed(b"".join(lines[:at] + [lines[at]] + lines[at:])))
        for at in range(8):
            self.rejected(sealed(b"".join(lines[:at] + [lines[at + 1], lines[at]] + lines[at + 2:])))

    def test_other_files_are_rejected(self):
        for text in (b"", b"\0" * 100, b"faircap certificate 2" + self.proof[21:], self.proof + b"\n", b"\n" + self.proof,
                     self.proof + self.proof, self.proof.replace(b"\n", b"\r\n"), self.proof * 100, b"\xff" * 10000,
                     self.table().encode(), self.proof.upper(), b"faircap certificate 1\n", sealed(b"faircap certificate 1\n")):
            self.rejected(text)

    def test_what_happened_to_the_file_is_told_apart(self):
        lines = self.proof.splitlines(keepends=True)
        self.rejected(self.proof.replace(b"\n", b"\r\n"), "its line ends were changed to CR LF")
        for text in b"".join(lines[:-1]), b"".join(lines[:9]), lines[0], self.proof[:-40], self.proof + b"\n", self.proof + b"x\n":
            self.rejected(text, "its last line is no checksum: the file was cut, or something was added")
        for text in self.proof[:-1], self.proof[:-3] + b"\n", self.proof.replace(b"\nn ", b"\nN "):
            self.rejected(text, "damaged: its checksum is another")
        for text in self.proof + b"1.5\n" * 1000, self.proof * 100:
            self.rejected(text, "the file goes on after the last of its 24 multipliers")
        self.rejected(self.proof.replace(b"\nn 24\n", b"\nn 9999\n") + b"1.5\n" * 5000, "it is about n 9999; here it is 24")

    def test_a_file_that_cannot_be_read_is_exit_7(self):
        for name in "missing", ".", "data.csv/x":
            done = self.expect(7, "check", "data.csv", "out.csv", *REQUEST, "--certificate", name)
            self.assertIn("cannot read", done.err)


class Lies(CertificateCase):
    def test_another_request_is_told_apart(self):
        for key, value in (("n", 23), ("n", 25), ("n", 10 ** 30), ("k", 3), ("k", 5), ("k", -4), ("max_size", 6), ("max_size", 8),
                           ("min_size", 2), ("balance", "1/3"), ("balance", "0/1"), ("balance", "2/4"), ("k", "4 "), ("k", "04")):
            self.rejected(changed(self.proof, key, value), f"it is about {key}")
        self.rejected(changed(self.proof, "data", "0" * 16), "it is about data")
        other_balance = ["1/3" if word == "1/2" else word for word in REQUEST]
        for request in [*REQUEST, "-q", 8], other_balance, [*REQUEST, "--min-size", 2]:
            self.put("proof", self.proof)
            self.assertIn("VIOLATED (it is about", self.check(6, request=request)["certificate"])

    def test_other_data_are_told_apart(self):
        points, groups = list(self.points), list(self.groups)
        at, other = groups.index("a"), groups.index("b")
        self.points[5] = (points[5][0] + 1e-12, points[5][1])
        self.put("data.csv", self.table())
        self.rejected(self.proof, "it is about data")
        self.points = points
        self.groups[at], self.groups[other] = "b", "a"
        self.put("data.csv", self.table())
        self.put("proof", self.proof)
        self.assertIn("it is about data", self.check(6)["certificate"])

    def test_a_bound_that_is_too_high_is_rejected(self):
        bound = claimed(self.proof)
        for factor in 1 + 1e-8, 1 + 1e-6, 1.001, 2, 1e300:
            self.put("proof", changed(self.proof, "bound", repr(bound * factor)))
            self.assertIn("VIOLATED", self.check(6)["lower_bound"])

    def test_a_lower_claim_holds(self):
        bound = claimed(self.proof)
        for claim in bound * (1 - 1e-6), bound / 2, 0.0, "1e-400":
            self.put("proof", changed(self.proof, "bound", claim))
            self.assertEqual(self.check(0)["certificate"][:2], "ok")

    def test_no_number_is_no_bound(self):
        for text in "nan", "inf", "-1", "-0.001", "1e999", "0x10", "", "1,5", "five", "1 2", "\0":
            self.rejected(changed(self.proof, "bound", text), "no bound")

    def test_no_number_is_no_multiplier(self):
        good = multipliers_of(self.proof)
        for text in "nan", "-inf", "1e999", "0x1p3", "", " 1", "1 ", "--1", "1e", "9" * 400:
            for at in 0, 11, 23:
                self.rejected(with_multipliers(self.proof, [*good[:at], text, *good[at + 1:]]))

    def test_other_multipliers_count_by_what_they_prove(self):
        rng = random.Random(4)
        good, claim, codes = multipliers_of(self.proof), claimed(self.proof), set()
        for trial in range(60):
            values = list(good)
            for at in rng.sample(range(24), rng.choice([1, 1, 2, 24])):
                values[at] = rng.choice([values[at] + rng.gauss(0, 10 ** rng.uniform(-3, 1)), 0.0, -values[at], 1e300, -1e300])
            bound = claim * rng.choice([1, 1, 0.9])
            text = changed(with_multipliers(self.proof, values), "bound", repr(bound))
            proved = max(0, bound_of(self.points, self.groups, [max(-1e17, min(v, 1e17)) for v in values], 4, range(1, 8), 1, 2))
            if abs(proved - bound) < 1e-6 * bound:
                continue
            self.put("proof", text)
            code = 0 if proved >= bound else 6
            said = self.check(code)
            codes.add(code)
            self.assertEqual(said["lower_bound"].startswith("ok"), code == 0)
            if max(map(abs, values)) < 1e3:
                self.assertAlmostEqual(self.numbers(said["lower_bound"])[0], proved, delta=1e-9 * claim)
        self.assertEqual(codes, {0, 6})


class Writing(CertificateCase):
    def refused(self, code, *words):
        before = self.names()
        done = self.expect(code, "cluster", "data.csv", "-p", "group", "-k", 4, *words)
        self.assertEqual((self.names(), done.out), (before, ""))
        return done.err

    def test_what_makes_no_certificate_says_so(self):
        self.assertIn("exclude each other", self.refused(2, "--certificate", "new", "--bound", "off"))
        for method in "kmedoids", "fair-kmedoids", "fair-hierarchical":
            self.assertIn(f"{method} makes no certificate", self.refused(2, "--certificate", "new", "-m", method))

    def test_it_is_an_output_like_the_others(self):
        self.assertIn("two outputs", self.refused(2, "--certificate", "new", "-o", "new"))
        self.assertIn("two outputs", self.refused(2, "--certificate", "-", "--json", "-"))
        self.assertIn("is the input", self.refused(2, "--certificate", "data.csv"))
        self.assertIn("name of an output is empty", self.refused(2, "--certificate", ""))
        self.assertIn("cannot write", self.refused(7, "--certificate", "missing/new"))
        done = self.expect(0, "cluster", "data.csv", *REQUEST, "--certificate", "-")
        self.assertEqual(done.out.encode(), self.proof)

    def unproved(self, *words):
        """A run that ends with an answer and before there is a bound: the first time limit that is not too short for that."""
        self.expect(0, "generate", "--n", 2500, "-o", "large.csv")
        done, seconds = None, 0.01
        while done is None or done.code == 5:
            seconds *= 1.5
            done = self.run_tool("cluster", "large.csv", "-p", "group", "-k", 40, "--time-limit", f"{seconds:.3f}", *words)
        self.assertEqual(done.code, 0, done.err)
        self.assertIn("no certificate is written: there is no lower bound", done.err)
        return done

    def test_no_old_certificate_stays_beside_a_table_without_one(self):
        self.unproved("-o", "new.csv", "--certificate", "proof")
        self.assertEqual((os.path.exists(self.path("proof")), os.path.exists(self.path("new.csv"))), (False, True))
        self.put("proof", self.proof)
        os.symlink("proof", self.path("link"))
        self.unproved("--certificate", "link")
        self.assertFalse(os.path.exists(self.path("proof")))

    def test_what_is_no_certificate_is_never_removed(self):
        for text in b"", b"a letter", self.proof[1:], self.proof.upper(), b"\n" + self.proof:
            self.put("proof", text)
            self.unproved("--certificate", "proof")
            self.assertEqual(self.get("proof"), text)
        self.unproved("--certificate", "/dev/null")

    def test_a_run_that_writes_no_table_removes_nothing(self):
        self.expect(4, "cluster", "data.csv", "-p", "group", "-k", 4, "-q", 5, "--certificate", "proof")
        self.expect(2, "cluster", "data.csv", *REQUEST, "-m", "kmedoids", "--certificate", "proof")
        self.assertEqual(self.get("proof"), self.proof)

    def test_an_infeasible_request_has_none(self):
        self.refused(4, "--certificate", "new", "-q", 5)


if __name__ == "__main__":
    unittest.main()
