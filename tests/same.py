#!/usr/bin/env python3
"""Every command says and writes the same with other builds of the tool, and so does a matrix in every form of .npy.

    same.py TOOL...     compared with FAIRCAP, else build/release/faircap
"""
import os
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent / "faults"))
import scenarios  # noqa: E402

ROWS = [[7 * i % 13 / 4, i * i % 11 / 8, (-1) ** i * i / 2] for i in range(30)]  # the same as float32 and float64
SECONDS_LAST = re.compile(rb"(?m) +[0-9]+\.[0-9]{2}$|<td>[0-9]+\.[0-9]{2}</td></tr>$")
FORMS = [f"{end}f{width}{order}" for end in "<>" for width in "48" for order in "CF"]  # rows or columns first


def outcome(tool, scenario, folder):
    """Exit code, what was said, and every file that a run made, without what a clock says."""
    before = set(folder.rglob("*"))
    scenarios.FAIRCAP = tool
    done = scenarios.run(scenario.arguments, folder)
    made = {str(path.relative_to(folder)): path.read_bytes() for path in set(folder.rglob("*")) - before if path.is_file()}
    for name in made:
        (folder / name).unlink()
    shutil.rmtree(folder / "study", ignore_errors=True)
    said = {"exit code": str(done.returncode).encode(), "standard output": done.stdout, "standard error": done.stderr}
    return {name: without_clock(name, text) for name, text in {**made, **said}.items()}


def without_clock(name, text):
    """Without seconds: in results.csv they are the 14th column, and the 17th sums them up; in the tables of sweep and its page the last."""
    if name == "study/results.csv":
        return b"\n".join(b",".join(cell for at, cell in enumerate(line.split(b",")) if at not in (13, 16)) for line in text.split(b"\n"))
    if name in ("standard error", "study/report.html"):
        text = SECONDS_LAST.sub(b"", text)
    return scenarios.CLOCK.sub(b"", text)


def main(*tools):
    reference, wrong, compared = scenarios.FAIRCAP, [], 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        scenarios.prepare(folder)
        for form in FORMS:
            scenarios.write_matrix(folder / f"{form}.npy", ROWS, form[:3], form[3] == "F")
        matrices = [scenarios.Scenario(form, ["cluster", f"{form}.npy", "-k", "4", "-o", "out.csv", "--json", "out.json",
                                              "--certificate", "out.proof"], []) for form in FORMS]
        for scenario in scenarios.SCENARIOS + matrices:
            wanted = outcome(reference, scenario, folder)
            if wanted["exit code"] != b"0":
                wrong.append(f"{scenario.name}: {wanted['standard error'].decode()}")
            for tool in tools:
                now = outcome(os.path.abspath(tool), scenario, folder)
                wrong += [f"{tool}: {scenario.name}: {key} differs" for key in sorted(wanted.keys() | now.keys())
                          if wanted.get(key) != now.get(key)]
                compared += len(wanted)
    for line in wrong:
        print(line)
    print(f"figure: {compared} outputs of {len(scenarios.SCENARIOS)} runs of every command and {len(FORMS)} forms of .npy")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
