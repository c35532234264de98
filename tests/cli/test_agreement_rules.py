"""The two checkers on every rule beyond sizes and one balance: random requests and random labels, judged alike.

`faircap check` and tests/check_result.py must agree on the exit code, on each rule, on the cost and on repeated pairs.
"""
import math
import random
import struct
import unittest

from tool import Case

ROWS = 24
RULES = {"capacity", "min_size", "clusters", "balance", "share", "no_isolate", "together", "apart", "keep", "medoids"}


def matrix(rows):
    head = repr({"descr": "<f8", "fortran_order": False, "shape": (len(rows), len(rows))}).encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + struct.pack(f"<{len(rows) ** 2}d", *sum(rows, []))


class Agreement(Case):
    def draw_data(self, rng):
        lines = ["name,x,y,colour,sex,school,load"]
        for i in range(ROWS):
            sex, school = rng.choice(["F", "M", "F", "M", ""]), rng.choice("NSE")
            lines.append(f"p{i},{rng.uniform(0, 9):.3f},{rng.randint(0, 5)},{rng.choice(['red', 'blue'])},{sex},{school},"
                         f"{rng.randint(1, 5)}")
        self.put("data.csv", "\n".join(lines) + "\n")

    def draw_result(self, rng, name, k, missing=False):
        labels = [rng.randint(1, k) for _ in range(ROWS)]
        cells = [f"p{i},{'' if missing and rng.random() < 0.3 else c}\n" for i, c in enumerate(labels)]
        rng.shuffle(cells)
        self.put(name, "name,cluster\n" + "".join(cells))
        return name

    def draw_sets(self, rng, name):
        sets = [rng.sample(range(ROWS), rng.randint(1, 4)) for _ in range(rng.randint(1, 3))]
        return self.put(name, "".join(",".join(f"p{i}" for i in of) + "\n" for of in sets))

    def draw_sizes(self, rng, k):
        if rng.random() < 0.3:
            return ["--sizes", self.put("sizes.txt", "".join(f"{rng.randint(5, 40)}\n" for _ in range(k)))]
        return ["-k", str(k)] + rng.choice([[], ["-q", str(rng.randint(4, 40))], ["--slack", "1.5", "--min-size", "4"]])

    def draw_distance(self, rng):
        kind = rng.randint(0, 5)
        if kind == 0:
            rows = [[0.0] * ROWS for _ in range(ROWS)]
            for i in range(ROWS):
                for j in range(i):
                    rows[i][j] = rows[j][i] = rng.uniform(0, 100)
            return ["--distances", self.put("given.npy", matrix(rows))]
        metric = rng.choice(["euclidean", "manhattan", "sqeuclidean"])
        options = ["--metric", metric, "--scale", rng.choice(["minmax", "none"])]
        options += ["--weight-feature", f"x={rng.randint(0, 4)},y=2.5"] if kind == 1 else []
        return options + (["--objective", "sse"] if kind == 2 and metric != "manhattan" else [])

    def draw_groups(self, rng):
        options = rng.choice([[], ["-p", "school", "-t", "1/4"], ["-p", "sex,school", "-t", "sex=1/3,school=1/10"],
                              ["-p", "sex,school", "--intersectional", "-t", "1/9"]])
        shares = ["school:N=1/8..1/2", "sex:F=20%..70%", "sex:(missing)=..0.3", "colour:red=0.1.."]
        for share in rng.sample(shares, rng.randint(0, 2)):
            options = [*options, "--share", share]
        return options + rng.choice([[], ["--no-isolate", "sex"], ["--no-isolate", "school:E"]])

    def draw_wishes(self, rng, k):
        options = []
        for option in ("--together", "--apart"):
            options += [option, self.draw_sets(rng, option[2:])] if rng.random() < 0.4 else []
        for number in range(rng.choice([0, 0, 1, 3])):
            options += ["--avoid", self.draw_result(rng, f"earlier{number}.csv", 5, missing=True)]
        if rng.random() < 0.3:
            options += ["--start", self.draw_result(rng, "start.csv", k, missing=True), "--keep"]
        if rng.random() < 0.3:
            names = rng.sample(range(ROWS), 6)
            options += ["--medoids", self.put("medoids.txt", "".join(f"p{i}\n" for i in names))]
        return options

    @staticmethod
    def violated(lines):
        """The rules that are broken; balances of several attributes are one line here and several there."""
        return {name.split(" ")[0] for name, text in lines.items() if text.startswith("VIOLATED")} & RULES

    def test_random_requests_and_labels(self):
        rng, seen = random.Random(6), set()
        for _ in range(250):
            k = rng.randint(2, 4)
            self.draw_data(rng)
            options = ["--id", "name", "--missing", "category", *self.draw_sizes(rng, k), *self.draw_distance(rng),
                       *self.draw_groups(rng), *self.draw_wishes(rng, k)]
            options += ["-w", "load"] if rng.random() < 0.4 else ["-x", "load"]
            self.draw_result(rng, "result.csv", k)
            first, second = self.run_tool("check", "data.csv", "result.csv", *options), \
                self.second_opinion("data.csv", "result.csv", *options)
            lines = dict(line.split(": ", 1) for line in first.out.splitlines())
            said = f"{' '.join(options)}\n{first.out}\n{first.err}\n{second.out}\n{second.err}"
            self.assertIn(first.code, (0, 6), said)
            self.assertEqual(first.code, second.code, said)
            self.assertEqual(self.violated(lines), self.violated(second.out), said)
            cost = [float(of["cost"].split("(")[1].split(",")[0].rstrip(")")) for of in (lines, second.out)]
            self.assertTrue(math.isclose(*cost, rel_tol=1e-9), said)
            pairs = [of.get("repeated_pairs", "(0").split("(")[1].split(",")[0].rstrip(")") for of in (lines, second.out)]
            self.assertEqual(*pairs, said)
            seen |= self.violated(lines)
        self.assertEqual(seen, RULES - {"clusters"})


if __name__ == "__main__":
    unittest.main()
