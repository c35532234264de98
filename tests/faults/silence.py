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

from scenarios import SCENARIOS, prepare, run

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
        before = set(os.listdir(folder)) | {"trace", "study"}
        for scenario in SCENARIOS:
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
    print(f"figure: {len(SCENARIOS)} runs of {len({s.arguments[0] for s in SCENARIOS})} commands without a network call")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
