#!/usr/bin/env python3
"""cluster.py FAIRCAP FAIRCAP_MPI FOLDER [ROWS [SEEDS]] - faircap-mpi on ROWS rows (10^7), d = 10, k = 100, t = 1/2, in four shards.

FOLDER gets the shards once (190 bytes a row). In this order: weak scaling, a quarter of the rows on one rank and half of them on
two, with SEEDS (5) seeds each in turn, because the luck of a search is not the matter; all rows on two ranks, judged by check;
the same with --memory-limit 256M, whose labels must be the same. A line for each rank, as CSV on standard output: wall_s is that of
the job, cpu_s and peak_mib (resident) are of the rank. Wall clock means something on a machine that does nothing else.

    mpirun ... cluster.py --rank FILE COMMAND...   runs a command and appends what it took
"""
import filecmp
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import time

COLUMNS = "what,n,ranks,rank,seed,wall_s,cpu_s,peak_mib,passes,fixed_gap,cost,remark"
SHARDS = 4
ASK = ["-k", "100", "-p", "group", "-t", "1/2"]


def measured_rank(record, *command):
    code = subprocess.run(command).returncode
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    rank = os.environ.get("OMPI_COMM_WORLD_RANK") or os.environ.get("PMI_RANK", "0")
    with open(f"{record}.{rank}", "w", encoding="utf-8") as out:
        json.dump({"cpu": used.ru_utime + used.ru_stime, "peak": used.ru_maxrss / 1024}, out)
    return code


class Bench:
    def __init__(self, one, tool, folder, rows):
        self.one, self.tool, self.folder, self.rows = one, os.path.abspath(tool), pathlib.Path(folder), rows
        as_root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
        # Ranks go where the system puts them: bound to cores, two could share one with what else runs there.
        self.mpirun = ["mpirun", "--oversubscribe", "--bind-to", "none", *as_root, "-n"]

    def prepare(self):
        self.shards = [self.folder / f"{self.rows}-{i}.csv" for i in range(SHARDS)]
        if all(shard.exists() for shard in self.shards):
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        whole = self.folder / "whole.csv"
        subprocess.run([self.one, "generate", "--n", str(self.rows), "--dim", "10", "--true-clusters", "100", "--group-balance",
                        "9/10", "-o", whole, "--quiet"], check=True)
        with open(whole, encoding="ascii") as source:
            next(source)
            for i, shard in enumerate(self.shards):
                with open(shard.with_suffix(".new"), "w", encoding="ascii") as out:
                    out.write("id," + ",".join(f"x{c}" for c in range(1, 11)) + ",group\n")
                    for _ in range(self.rows * i // SHARDS, self.rows * (i + 1) // SHARDS):
                        out.write(next(source))
                shard.with_suffix(".new").rename(shard)
        whole.unlink()

    def run(self, what, shards, ranks, verb, out, *more, seed=1, remark=""):
        """Runs it, prints a line for each rank, and returns the seconds."""
        record, stats = self.folder / "rank", self.folder / "stats.json"
        for old in [*self.folder.glob("rank.*"), stats]:
            old.unlink(missing_ok=True)
        place = ["-o", out] if verb == "cluster" else [out]
        words = [verb, *shards, *place, *ASK, *more, "--quiet"]
        if verb == "cluster":
            shutil.rmtree(out, ignore_errors=True)
            words += ["--seed", seed, "--stats", stats]
        began = time.monotonic()
        done = subprocess.run([*self.mpirun, str(ranks), sys.executable, os.path.abspath(__file__), "--rank", record, self.tool,
                               *map(str, words)])
        wall = time.monotonic() - began
        report = json.loads((out / "report.json").read_text()) if done.returncode == 0 else {}
        passes = json.loads(stats.read_text())["passes"] if stats.exists() else ""
        for rank in range(ranks):
            took = json.loads((self.folder / f"rank.{rank}").read_text())
            gap = 1 - report["fixed_medoid_bound"] / report["cost"] if report else 1
            print(what, self.rows * len(shards) // SHARDS, ranks, rank, seed, f"{wall:.1f}", f"{took['cpu']:.1f}",
                  f"{took['peak']:.0f}", passes, f"{gap:.1e}", report.get("cost", ""),
                  remark if done.returncode == 0 else f"exit code {done.returncode}", sep=",", flush=True)
        return wall

    def weak_scaling(self, seeds):
        total = {1: 0.0, 2: 0.0}
        for seed in range(1, seeds + 1):
            for ranks in (1, 2):
                out = self.folder / "weak"
                total[ranks] += self.run("weak scaling", self.shards[:ranks], ranks, "cluster", out, seed=seed)
                shutil.rmtree(out, ignore_errors=True)
        longer = 100 * (total[2] / total[1] - 1)
        print("weak scaling", "", "1 to 2", "", f"1..{seeds}", f"{total[1]:.1f} to {total[2]:.1f}", "", "", "", "", "",
              f"{longer:.1f} % longer", sep=",", flush=True)

    def whole(self):
        free, held = self.folder / "free", self.folder / "held"
        self.run("cluster", self.shards, 2, "cluster", free)
        self.run("check", self.shards, 2, "check", free, remark="every rule holds")
        self.run("cluster 256M", self.shards, 2, "cluster", held, "--memory-limit", "256M")
        names = [path.name for path in free.iterdir()]
        same = held.exists() and filecmp.cmpfiles(free, held, names, shallow=False)[0] == names
        print("cluster 256M", "", "", "", "", "", "", "", "", "", "", "the same files" if same else "ANOTHER ANSWER", sep=",")
        return same


def main(one, tool, folder, rows="10000000", seeds="5"):
    bench = Bench(one, tool, folder, int(rows))
    bench.prepare()
    print(COLUMNS)
    bench.weak_scaling(int(seeds))
    return 0 if bench.whole() else 1


if __name__ == "__main__":
    sys.exit(measured_rank(*sys.argv[2:]) if sys.argv[1] == "--rank" else main(*sys.argv[1:]))
