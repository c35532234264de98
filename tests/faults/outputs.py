#!/usr/bin/env python3
"""Nothing can be written where a run writes: each command says so with exit 7 and leaves the old files.

    standard output closed, full (/dev/full), or a pipe that nobody reads   x   every command
    files on a full device, on a disk that is full after some bytes, in a folder without rights

A run that writes nothing there ends well, with the right files. With more than one output some may be complete. The tool
is FAIRCAP, else build/release/faircap.
"""
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

from scenarios import CLOCK, SCENARIOS, contents, prepare, run

NOBODY = 65534


def closed():
    os.close(1)


def broken_pipe():
    """Nobody reads, and the signal that says so is ignored, as some parents leave it."""
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    reader, writer = os.pipe()
    os.close(reader)
    os.dup2(writer, 1)


def broken_pipe_with_signal():
    broken_pipe()
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def full_output():
    os.dup2(os.open("/dev/full", os.O_WRONLY), 1)


def full_after(size):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return limit


def without_rights():
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


STREAMS = {"standard output closed": closed, "a pipe without a reader": broken_pipe,
           "a pipe without a reader, with SIGPIPE": broken_pipe_with_signal, "a full standard output": full_output}
DISKS = {"a disk full at once": full_after(0), "a disk full after 10 bytes": full_after(10), "a folder without rights": without_rights}


class Bench:
    def __init__(self, folder):
        self.folder, self.runs, self.refused, self.left_out, self.wrong = folder, 0, 0, 0, []

    def fresh(self, scenario):
        for name in scenario.outputs:
            (self.folder / name).write_text("old")
        shutil.rmtree(self.folder / "study", ignore_errors=True)

    def good(self, scenario):
        self.fresh(scenario)
        done = run(scenario.arguments, self.folder)
        assert done.returncode == 0, (scenario.name, done.stderr)
        return contents(self.folder, scenario.outputs), CLOCK.sub(b"", done.stdout)

    def judge(self, scenario, world, done, wanted, must_fail):
        """must_fail: None where it does not matter."""
        now = contents(self.folder, scenario.outputs)
        by_signal = world.endswith("SIGPIPE") and done.returncode == -signal.SIGPIPE
        what = []
        if done.returncode not in (0, 7) and not by_signal:
            what.append(f"exit {done.returncode}")
        if must_fail is not None and (done.returncode != 0) != must_fail:
            what.append(f"exit {done.returncode}")
        if done.returncode == 0 and now != wanted:
            what.append("exit 0 with other files")
        if done.returncode == 7 and b"cannot " not in done.stderr:
            what.append("no reason")
        what += [f"{name} is neither old nor complete" for name in scenario.outputs if now.get(name) not in (b"old", wanted[name])]
        what += [f"left behind: {path.name}" for path in self.folder.rglob(".faircap-*")]
        self.runs += 1
        self.refused += done.returncode != 0
        if what:
            self.wrong.append(f"{scenario.name}, {world}: {'; '.join(what)}: {done.stderr.decode(errors='replace')[:300]}")

    def streams(self, scenario):
        wanted, printed = self.good(scenario)
        for world, prepared in STREAMS.items():
            self.fresh(scenario)
            done = run(scenario.arguments, self.folder, preexec_fn=prepared)
            self.judge(scenario, world, done, wanted, must_fail=printed != b"")

    def disks(self, scenario):
        wanted, _ = self.good(scenario)
        study = "study" in scenario.arguments
        for world, prepared in DISKS.items():
            self.fresh(scenario)
            if prepared is without_rights:
                os.chmod(self.folder, 0o555)
            try:
                done = run(scenario.arguments, self.folder, preexec_fn=prepared)
            finally:
                os.chmod(self.folder, 0o755)
            self.judge(scenario, world, done, wanted, must_fail=bool(scenario.outputs) or study)

    def full_device(self, scenario):
        """Each output in turn is /dev/full."""
        wanted, _ = self.good(scenario)
        for name in scenario.outputs:
            self.fresh(scenario)
            words = ["/dev/full" if word == name else word for word in scenario.arguments]
            self.judge(scenario, f"{name} on a full device", run(words, self.folder), wanted, must_fail=True)

    def small_disk(self, scenario):
        """A disk of 16 KB that other files fill; needs the right to mount."""
        disk = self.folder / "disk"
        disk.mkdir(exist_ok=True)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", disk], capture_output=True, check=False).returncode != 0:
            self.left_out += 1
            return
        try:
            with open(disk / "filler", "wb") as filler:
                filler.write(b"x" * 16000)
            words = [f"disk/{word}" if word in scenario.outputs or word == "study" else word for word in scenario.arguments]
            done = run(words, self.folder)
            left = {path.name for path in disk.rglob("*") if path.is_file()} - {"filler"}
            self.runs += 1
            self.refused += done.returncode != 0
            if done.returncode != 7 or b"No space left on device" not in done.stderr or left:
                self.wrong.append(f"{scenario.name}, a small disk: exit {done.returncode}, left {sorted(left)}: {done.stderr[:300]}")
        finally:
            subprocess.run(["umount", disk], check=True)


def main():
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        bench = Bench(pathlib.Path(name))
        prepare(name)
        for scenario in SCENARIOS:
            bench.streams(scenario)
            bench.disks(scenario)
            bench.full_device(scenario)
            if scenario.outputs or "study" in scenario.arguments:
                bench.small_disk(scenario)
    for line in bench.wrong[:20]:
        print(line)
    if bench.left_out:
        print(f"left out, as there is no right to mount: {bench.left_out} runs on a small disk")
    print(f"figure: {bench.runs} runs that could not write, {bench.refused} said so, {len(bench.wrong)} with a wrong end")
    return 1 if bench.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
