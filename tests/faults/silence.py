#!/usr/bin/env python3
"""No command makes a network call, reads a file that it was not given, or leaves one that it was not asked for.

Every command runs under strace. Of the files that it opens, those are known that it was given or asked for, that the
loader needs, and what the system says about this process and its processors.
"""
import os
import pathlib
import re
import shutil
import sys
import tempfile

from scenarios import ROOT, SCENARIOS, Scenario, prepare, run, write_matrix

# What reads and writes other files than the scenarios do, and what reads none.
MORE = [
    Scenario("group join", ["group", "canvas-groups.csv", "--join", "survey.csv", "--size", "3-4", "--balance", "gender", "--effort", "1",
                            "-o", "groups.csv", "--to", "canvas:out.csv", "--to", "student:out.html"], []),
    Scenario("group late", ["group", "canvas-groups.csv", "--late", "groups.csv", "--effort", "1", "-o", "out.csv"], []),
    Scenario("group avoid", ["group", "canvas-groups.csv", "--avoid", "groups.csv", "--groups", "4", "--effort", "1", "-o", "out.csv"], []),
    Scenario("cluster distances", ["cluster", "text.csv", "--distances", "d.npy", "-k", "2", "-o", "out.csv"], []),
    Scenario("help", ["--help"], []), Scenario("help of a command", ["group", "--help"], []), Scenario("version", ["--version"], [])]

NETWORK = re.compile(r"(?m)^\d+ +(socket|connect|bind|listen|accept4?|send\w*|recv\w*|getsockname|setsockopt)\(.*")
OPENED = re.compile(r'(?m)^\d+ +open(?:at)?\((?:AT_FDCWD, )?"([^"]*)".*\) = \d+')
SYSTEM = re.compile(r"/etc/ld\.so\.(cache|preload)|/(usr/)?lib/.*\.so(\.\d+)*|/proc/self/.*|/sys/devices/system/cpu.*|/sys/fs/cgroup/.*")


def strangers(text, folder):
    """Files that were opened and are no business of the tool."""
    inside = str(folder) + "/"
    return sorted({name for name in OPENED.findall(text)
                   if not SYSTEM.fullmatch(name) and not os.path.join(folder, name).startswith(inside)})


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder)
        for name in "canvas-groups.csv", "survey.csv":
            shutil.copy(ROOT / "tests/lms" / name, folder)
        write_matrix(folder / "d.npy", [[abs(i - j) for j in range(24)] for i in range(24)])
        before = set(os.listdir(folder)) | {"trace", "study", "groups.csv"}
        for scenario in SCENARIOS + MORE:
            shutil.rmtree(folder / "study", ignore_errors=True)
            done = run(scenario.arguments, folder, ["strace", "-f", "-qq", "-o", "trace", "-e", "trace=network,open,openat"])
            text = (folder / "trace").read_text()
            if done.returncode != 0 or "openat(" not in text:
                wrong.append(f"{scenario.name}: exit {done.returncode}: {done.stderr.decode()}")
            wrong += [f"{scenario.name}: a network call: {found[0]}" for found in NETWORK.finditer(text)]
            wrong += [f"{scenario.name}: opened {stranger}" for stranger in strangers(text, folder)]
            made = set(os.listdir(folder)) - before - {"out.csv", "out.json", "out.html", "out.proof"}
            wrong += [f"{scenario.name}: made {sorted(made)}"] if made else []
    for line in wrong:
        print(line)
    print(f"figure: {len(SCENARIOS + MORE)} runs of {len({s.arguments[0] for s in SCENARIOS})} commands without a network call")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
