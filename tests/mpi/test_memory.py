"""--memory-limit: labels do not depend on it, no rank takes more, and what is too low is said at once."""
import json
import re

from jobs import LONG, Folder, generate, mpi

MEGABYTE = 1 << 20


class Limited(Folder):
    # rows, coordinates, clusters, what else is asked; from effort 4 on some clusters are searched apart, beside the rest
    cases = [(40000, 8, 20, ["-p", "group", "--sample", "20000", "--gather", "20000"]),
             (20000, 2, 6, ["--sample", "4000", "--gather", "5000", "--effort", "4"])]
    if LONG:
        cases += [(150000, 3, 10, ["-p", "group", "-t", "2/3"]), (150000, 10, 100, []), (100000, 30, 40, ["-p", "group"]),
                  (60000, 2, 300, ["-p", "group"]), (120000, 8, 20, ["-p", "group"]), (5000, 4, 20, ["-p", "group"]),
                  (50000, 5, 20, ["-p", "group", "--sample", "5000", "--gather", "5000", "--effort", "5"])]

    def test_the_smallest_limit_that_is_named_does_and_holds(self):
        for turn, (n, dim, k, ask) in enumerate(self.cases):
            data = self.folder / f"{turn}.csv"
            generate(data, 21 + turn, n=n, dim=dim)
            words = ["-k", k, "--effort", "1", *ask]
            low = mpi(2, "cluster", data, *words, "-o", self.folder / "low", "--quiet", "--memory-limit", "1M")
            self.assertEqual(low.returncode, 2, low.stderr)
            self.assertEqual(low.stderr.count("faircap-mpi: "), 1)
            self.assertFalse((self.folder / "low").exists() or (self.folder / "low.partial").exists())
            limit = re.search(r"--memory-limit (\d+)M", low.stderr)[1]
            stats = self.folder / "stats.json"
            free = self.cluster(2, [data], self.folder / f"free{turn}", *words, "--quiet")
            held = self.cluster(2, [data], self.folder / f"held{turn}", *words, "--quiet", "--memory-limit",
                                f"{limit}M", "--stats", stats)
            self.same(held, free, (n, dim, k))
            took = json.loads(stats.read_text())["memory_of_a_rank"] / MEGABYTE
            self.assertLessEqual(took, int(limit))
            print(f"figure: {n} x {dim}, k = {k}: {limit} MB are said to be enough, {took:.0f} MB were taken")
