#!/usr/bin/env python3
"""A system call of a run fails: the run says so and leaves the old files, or it goes on and leaves the right ones.

    openat, read, write, fsync, close, rename   x   ENOSPC, EIO, EINTR   x   every command

strace makes the n-th call of the tool fail (not those of the loader, which come before). Whatever happens: exit 0 with
outputs that are byte for byte those of a run without a failure, or exit 7 with a reason and each output old or complete;
no temporary file is left. An interrupted (EINTR) write or fsync must not be taken for an error. Outputs of a run without a
failure are saved step by step. FAIRCAP_LONG=1 fails every call, else a sample of each kind. The tool is FAIRCAP, else
build/release/faircap.
"""
import collections
import pathlib
import re
import shutil
import sys
import tempfile

from scenarios import CLOCK, LONG, SCENARIOS, contents, prepare, run, study

CALLS = "openat", "read", "write", "fsync", "close", "rename"
ERRORS = "ENOSPC", "EIO", "EINTR"
SAMPLE = 3  # calls of one kind, in one run, for each error


def calls_of(arguments, folder):
    """The calls of a run: for each kind, the first argument of each call in turn."""
    done = run(arguments, folder, ["strace", "-f", "-qq", "-o", "calls", "-e", "trace=" + ",".join(CALLS)])
    assert done.returncode == 0, (arguments, done.stderr)
    found = collections.defaultdict(list)
    for call, first in re.findall(r"(?m)^\d+ +(\w+)\(([^,)]*)", (folder / "calls").read_text()):
        found[call].append(first)
    return found


def loader_calls(folder):
    """How many calls the loader makes before main(): all but the write of `faircap --version`."""
    found = {call: len(made) for call, made in calls_of(["--version"], folder).items()}
    return collections.Counter(found) - collections.Counter(write=1)


def places(call, made, loader):
    """Which calls of one kind are to fail, from 1: those of the tool, and none of its messages."""
    own = [at for at in range(loader + 1, len(made) + 1) if call != "write" or made[at - 1] != "2"]
    if LONG or len(own) <= SAMPLE:
        return own
    return [own[i * (len(own) - 1) // (SAMPLE - 1)] for i in range(SAMPLE)]


def judge(scenario, call, error, done, before, wanted, folder, plain, studied):
    """What is wrong with a run in which a call failed; None: nothing."""
    if done.returncode not in (0, 7):
        return f"exit {done.returncode}"
    now = contents(folder, scenario.outputs)
    if done.returncode == 0:
        if now != wanted:
            return "exit 0 with other outputs"
        if study(folder) != studied:
            return "exit 0 with another study"
        if CLOCK.sub(b"", done.stdout) != CLOCK.sub(b"", plain.stdout):
            return "exit 0 with another standard output"
    if done.returncode == 7 and not done.stderr.strip():
        return "no reason"
    for name in scenario.outputs:
        if now.get(name) not in (before[name], wanted[name]):
            return f"{name} is neither old nor complete"
    left = [path.name for path in folder.rglob(".faircap-*")]
    if left:
        return f"left behind: {left}"
    # Standard output is written by the C library, in commands that do not catch signals.
    if error == "EINTR" and call in ("write", "fsync") and done.returncode != 0 and b"standard output" not in done.stderr:
        return "an interrupted call is taken for an error"
    return None


def unsaved(scenario, folder):
    """The outputs of a run that are not saved step by step: made with rights for nobody else, written, on disk (fsync), named
    (rename), and the name on disk (fsync of the folder)."""
    done = run(scenario.arguments, folder, ["strace", "-f", "-qq", "-o", "calls", "-e", "trace=openat,write,fsync,rename,close"])
    assert done.returncode == 0, (scenario.name, done.stderr)
    steps = re.sub(r"(?m)^\d+ +", "", (folder / "calls").read_text())
    wrong = []
    for name in scenario.outputs:
        temporary = re.search(rf'(?m)^rename\("(\./)?(\.faircap-\w{{6}})", "{re.escape(name)}"\)', steps)
        made = temporary and re.search(rf'(?m)^openat\(AT_FDCWD, "(\./)?{temporary[2]}", \S*O_CREAT\|O_EXCL\S*, 0600\) += (\d+)$', steps)
        before = made and steps[made.end():temporary.start()].splitlines()
        own = [line.split("(")[0] for line in before or [] if re.match(rf"(write|fsync|close)\({made[2]}\b", line)]
        after = temporary and re.match(r'.*\n(close\(\d+\).*\n)?openat\(AT_FDCWD, "\.[^"]*", \S*O_DIRECTORY\S*\) += (\d+)\n'
                                       r"fsync\(\2\) += 0\n", steps[temporary.start():])
        if own[:1] != ["write"] or own[-1:] != ["fsync"] or "close" in own or not after:
            wrong.append(f"{scenario.name}: {name} is not saved step by step")
    return wrong


def sweep(scenario, loader, folder):
    def fresh():
        for name in scenario.outputs:
            (folder / name).write_text("old")
        shutil.rmtree(folder / "study", ignore_errors=True)
    fresh()
    found = calls_of(scenario.arguments, folder)
    fresh()
    plain = run(scenario.arguments, folder)
    assert plain.returncode == 0, (scenario.name, plain.stderr)
    wanted, studied = contents(folder, scenario.outputs), study(folder)
    failures, wrong = 0, []
    for call in CALLS:
        for error in ERRORS:
            for at in places(call, found[call], loader[call]):
                fresh()
                before = contents(folder, scenario.outputs)
                done = run(scenario.arguments, folder, ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e",
                                                        f"inject={call}:error={error}:when={at}"])
                failures += 1
                what = judge(scenario, call, error, done, before, wanted, folder, plain, studied)
                if what:
                    wrong.append(f"{scenario.name}: {call} number {at} of {len(found[call])} gives {error}: {what}; "
                                 f"{done.stderr.decode(errors='replace').strip()[:300]}")
    return failures, wrong


def main(*names):
    """All scenarios, or those named."""
    failures, wrong = 0, []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder)
        loader = loader_calls(folder)
        for scenario in (s for s in SCENARIOS if not names or s.name in names):
            n, found = sweep(scenario, loader, folder)
            found += unsaved(scenario, folder)
            print(f"{scenario.name}: {n} failures injected")
            failures += n
            wrong += found
    for line in wrong:
        print(line)
    print(f"figure: {failures} failed system calls, {len(wrong)} of them with a wrong end")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
