"""One run of each command, for harnesses that break something around it: arguments, the files it writes, its exit code."""
import collections
import os
import pathlib
import re
import struct
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
FAIRCAP = os.path.abspath(os.environ.get("FAIRCAP") or ROOT / "build/release/faircap")
LONG = os.environ.get("FAIRCAP_LONG") == "1"

CLOCK = re.compile(rb'"(seconds|peak_bytes)": [0-9.e+-]+|[0-9.]+ (s|seconds)\b|[0-9.]+ MB')
ROW_CLOCK = re.compile(rb"(?m)>[0-9]+\.[0-9]{2}(?=</td>)|[0-9.e-]+(?=,[^,\n]*,[^,\n]*,[0-9a-f]{16},)|[0-9a-f]{16}(?=,[0-9 ]*$)")

Scenario = collections.namedtuple("Scenario", "name arguments outputs")

SCENARIOS = [
    Scenario("cluster", ["cluster", "text.csv", "-k", "3", "-p", "sex", "--effort", "1", "-o", "out.csv", "--json", "out.json",
                         "--html", "out.html", "--certificate", "out.proof"], ["out.csv", "out.json", "out.html", "out.proof"]),
    Scenario("cluster gz to stdout", ["cluster", "x.csv.gz", "-k", "4", "-p", "group", "-m", "kmedoids"], []),
    Scenario("cluster npy", ["cluster", "x.npy", "-k", "2", "-m", "kmedoids", "-o", "out.csv"], ["out.csv"]),
    Scenario("cluster wishes", ["cluster", "text.csv", "-k", "4", "--id", "name", "--together", "friends.txt", "--start", "y.csv",
                                "--effort", "1", "-o", "out.csv"], ["out.csv"]),
    Scenario("group", ["group", "text.csv", "--size", "4-5", "--balance", "sex=1/3", "--diverse", "age", "--effort", "1", "-o",
                       "out.csv", "--html", "out.html"], ["out.csv", "out.html"]),
    Scenario("check", ["check", "text.csv", "y.csv", "-k", "3", "-p", "sex", "--certificate", "y.proof", "--json", "out.json"],
             ["out.json"]),
    Scenario("plan", ["plan", "text.csv", "-p", "sex", "--json", "out.json"], ["out.json"]),
    Scenario("generate", ["generate", "--n", "60", "--weights", "1-9", "-o", "out.csv"], ["out.csv"]),
    Scenario("sweep", ["sweep", "x.csv", "-p", "group", "-k", "4", "--methods", "kmedoids", "--effort", "1", "-o", "study"], []),
    Scenario("tune", ["tune", "x.csv", "-p", "group", "-k", "4", "--slack", "1.1", "--lambda", "0.3", "-o", "study"], []),
]


def run(arguments, folder, before=(), **more):
    """The tool in a folder, on one thread, so that calls come in one order."""
    threads = [] if arguments[0] in ("generate", "plan", "--version", "--help") else ["--threads", "1"]
    return subprocess.run([*before, FAIRCAP, *arguments, *threads], cwd=folder, capture_output=True, timeout=120,
                          stdin=subprocess.DEVNULL, check=False, **more)


def write_matrix(path, rows, form="<f8", columns_first=False):
    """What numpy.save writes; a form is the low or the high end first (< >), and 4 or 8 bytes."""
    values = [x for line in (zip(*rows) if columns_first else rows) for x in line]
    header = f"{{'descr': '{form}', 'fortran_order': {columns_first}, 'shape': ({len(rows)}, {len(rows[0])}), }}".ljust(117) + "\n"
    path.write_bytes(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode()
                     + struct.pack(f"{form[0]}{len(values)}{'f' if form[2] == '4' else 'd'}", *values))


def prepare(folder):
    """The inputs of all scenarios."""
    folder = pathlib.Path(folder)
    subprocess.run([FAIRCAP, "generate", "--n", "40", "--group-balance", "1/2", "-o", "x.csv"], cwd=folder, check=True)
    subprocess.run(["gzip", "-k", "x.csv"], cwd=folder, check=True)
    (folder / "text.csv").write_text("name,sex,town,age\n" + "".join(
        f"person {i},{'FM'[i % 3 > 0]},{'abc'[i % 3]},{20 + i * i % 7}\n" for i in range(24)))
    (folder / "friends.txt").write_text("person 1,person 2\nperson 5,person 9\n")
    write_matrix(folder / "x.npy", [[i] for i in range(6)])
    done = run(["cluster", "text.csv", "-k", "3", "-p", "sex", "--effort", "1", "-o", "y.csv", "--certificate", "y.proof"], folder)
    assert done.returncode == 0, done.stderr


def contents(folder, names):
    """The files, without what a clock says."""
    found = {name: (folder / name).read_bytes() for name in names if (folder / name).exists()}
    return {name: CLOCK.sub(b"", text) for name, text in found.items()}


def study(folder):
    """The files of a study, without seconds, and checks of rows that have them."""
    return {name: ROW_CLOCK.sub(b"", text) for name, text in
            contents(folder, [f"study/{path.name}" for path in sorted((folder / "study").glob("*"))]).items()}
