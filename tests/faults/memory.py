#!/usr/bin/env python3
"""A limit on memory (RLIMIT_AS) from what the loader needs up to what a run needs: the run ends with exit 7 and a reason,
and leaves the old files, or it ends well with the right ones.

Each command, 8 limits (FAIRCAP_LONG=1: 200). The tool is FAIRCAP, else build/release/faircap.
"""
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

from scenarios import FAIRCAP, LONG, SCENARIOS, contents, prepare, run

LIMITS = 200 if LONG else 8
PAGE = 4096


def limited(limit):
    return {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))}


def loader_needs():
    """The least limit, in pages, under which `faircap --version` works: below, no code of ours runs."""
    low, high = 1, (1 << 30) // PAGE
    while low < high:
        middle = (low + high) // 2
        done = subprocess.run([FAIRCAP, "--version"], capture_output=True, check=False, **limited(middle * PAGE))
        low, high = (low, middle) if done.returncode == 0 else (middle + 1, high)
    return low


def least_limit(scenario, folder, least):
    """The least limit, in pages, under which a run succeeds, about."""
    low, high = least, (1 << 31) // PAGE
    while high - low > 16:
        middle = (low + high) // 2
        shutil.rmtree(folder / "study", ignore_errors=True)
        low, high = (low, middle) if run(scenario.arguments, folder, **limited(middle * PAGE)).returncode == 0 else (middle, high)
    return high


def main():
    runs, refused, wrong = 0, 0, []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder)
        least = loader_needs()
        for scenario in SCENARIOS:
            shutil.rmtree(folder / "study", ignore_errors=True)
            assert run(scenario.arguments, folder).returncode == 0, scenario.name
            wanted = contents(folder, scenario.outputs)
            most = least_limit(scenario, folder, least)
            for i in range(LIMITS):
                limit = least + (most + 16 - least) * i // max(1, LIMITS - 1)
                for output in scenario.outputs:
                    (folder / output).write_text("old")
                shutil.rmtree(folder / "study", ignore_errors=True)
                done = run(scenario.arguments, folder, **limited(limit * PAGE))
                runs += 1
                refused += done.returncode != 0
                now = contents(folder, scenario.outputs)
                old = all(text == b"old" for text in now.values())
                good = now == wanted if done.returncode == 0 else done.returncode == 7 and done.stderr.strip() and old
                left = [path.name for path in folder.rglob(".faircap-*")]
                if not good or left:
                    wrong.append(f"{scenario.name} with {limit * PAGE // 1024} KB: exit {done.returncode}, left {left}: "
                                 f"{done.stderr.decode(errors='replace')[:300]}")
    for line in wrong[:20]:
        print(line)
    print(f"figure: {runs} limits of memory, {refused} of them too low, {len(wrong)} with a wrong end")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
