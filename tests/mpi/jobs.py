"""faircap-mpi under mpirun: what its tests share.

FAIRCAP_MPI is the tool, FAIRCAP the one for a single process, which gives the data, FAIRCAP_MPIRUN what starts ranks (mpirun;
mpirun.mpich for a tool built with MPICH). FAIRCAP_LONG=1 makes more of everything.
"""
import csv
import gzip
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import unittest

TOOL = os.environ["FAIRCAP_MPI"]
ONE = os.environ["FAIRCAP"]
LONG = os.environ.get("FAIRCAP_LONG") == "1"
SMALL = ["--sample", "600", "--gather", "500", "--effort", "1", "--piece-size", "9K", "--quiet"]


def starter():
    """mpirun, and what lets it start more ranks than there are cores."""
    name = os.environ.get("FAIRCAP_MPIRUN", "mpirun")
    version = subprocess.run([name, "--version"], capture_output=True, text=True).stdout
    if "Open MPI" not in version and "OpenRTE" not in version:
        return [name]
    return [name, "--oversubscribe", *(["--allow-run-as-root"] if os.geteuid() == 0 else [])]


MPIRUN = starter()
IS_OPEN_MPI = "--oversubscribe" in MPIRUN


def command(ranks, *words):
    return [*MPIRUN, "-n", str(ranks), TOOL, *map(str, words)]


def mpi(ranks, *words, timeout=300):
    return subprocess.run(command(ranks, *words), capture_output=True, text=True, timeout=timeout)


def generate(path, seed, n=2500, dim=3, clusters=9, balance="2/3"):
    subprocess.run([ONE, "generate", "--n", str(n), "--dim", str(dim), "--true-clusters", str(clusters),
                    "--group-balance", balance, "--seed", str(seed), "-o", path, "--quiet"], check=True)


def lines_of(path):
    return path.read_text().splitlines(keepends=True)


def write(path, text):
    """As text, or packed, as the name says."""
    with (gzip.open if path.suffix == ".gz" else open)(path, "wt") as out:
        out.write(text)
    return path


def split(path, folder, parts, header=True, packed=()):
    """The rows of a file in several, each with the header, or (header=False) only the first."""
    folder.mkdir()
    head, *rows = lines_of(path)
    draw = random.Random(parts)
    cuts = [0, *sorted(draw.sample(range(1, len(rows)), parts - 1)), len(rows)]
    for i in range(parts):
        text = (head if header or i == 0 else "") + "".join(rows[cuts[i]:cuts[i + 1]])
        write(folder / f"part{i:02}.csv{'.gz' if i in packed else ''}", text)


def labels_of(folder):
    found = []
    for path in sorted(folder.glob("*.labels.csv")):
        with open(path, newline="") as source:
            rows = list(csv.DictReader(source))
        assert [int(row["row"]) for row in rows] == list(range(1, len(rows) + 1)), path
        found += [int(row["cluster"]) for row in rows]
    return found


def answer_in(folder):
    return labels_of(folder), (folder / "report.json").read_text()


class Folder(unittest.TestCase):
    """A folder of its own, which is gone afterwards."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="faircap-mpi-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def cluster(self, ranks, files, out, *more):
        done = mpi(ranks, "cluster", *files, "-o", out, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return answer_in(out)

    def same(self, found, wanted, what):
        """assertEqual() would look for the differences of a thousand labels for minutes."""
        self.assertTrue(found == wanted, what)
