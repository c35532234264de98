"""The runs of the evaluation: which sweeps and which grid search, and how one is made to go on where it stopped.

Every run is one command of the tool with a folder of its own. The tool keeps what it has finished there, so a run that was
interrupted is simply made again.
"""
import csv
import os
import resource
import signal
import subprocess
import time
from dataclasses import dataclass

from measure import ToolFailed
from prepare import write
from published import OPTIONS as PUBLISHED_OPTIONS
from results import METHODS

TUNE = "tune"
# The paper's grids. Its own slack of 1.01 is between the points of an even grid, so it is added.
LAMBDAS = "0.1:1.0:0.1"
SLACKS = "1.0,1.01,1.05:1.3:0.05"
LARGE = 1000  # rows, from which on best searches less: its time grows with the square of the rows


@dataclass(frozen=True)
class Experiment:
    name: str  # also of its folder
    title: str
    command: tuple  # of the tool, without its name and the output folder


@dataclass(frozen=True)
class Settings:
    """No time limit: it would end the paper's methods too, and results would depend on the machine. Effort does not."""
    ks: str = "3:20"
    effort: str = "5"  # of best
    effort_large: str = "3"
    jobs: str = ""  # "": as many as there are cores


def plan(prepared, measured, instances, settings):
    """All experiments. measured: {data set: measure.Measured}."""
    made = [sweep(p.dataset.name, p.dataset.title, p.path, p.dataset.options, settings, measured[p.dataset.name].instances)
            for p in prepared if p.path]
    made += [sweep(f"published-{i.name}", f"{i.name} as the published runs had it", i.path,
                   (*PUBLISHED_OPTIONS, "--reference", i.reference), settings) for i in instances]
    mathematics = next((p for p in prepared if p.dataset.name == "student-mat" and p.path), None)
    if mathematics:
        made.append(Experiment(TUNE, "parameter selection on student-mat", (
            "tune", mathematics.path, *mathematics.dataset.options, "-k", settings.ks, "-t", "1/2", "--lambda", LAMBDAS,
            "--slack", SLACKS, *threads(settings))))
    return made


def sweep(name, title, path, options, settings, rows=0):
    effort = settings.effort_large if rows >= LARGE else settings.effort
    return Experiment(name, title, ("sweep", path, *options, "-k", settings.ks, "-t", "1/2", "--methods", ",".join(METHODS),
                                    "--effort", effort, *threads(settings)))


def threads(settings):
    return ("--threads", settings.jobs) if settings.jobs else ()


def run(tool, experiment, folder, times):
    """Makes the experiment, or what is left of it. Raises ToolFailed; exit code 130 means interrupted."""
    start, before = time.monotonic(), processor_seconds()
    code = call([tool, *experiment.command, "-o", folder])
    times.add(experiment.name, time.monotonic() - start, processor_seconds() - before)
    if code != 0:
        raise ToolFailed(code)


def processor_seconds():
    """Of all programs that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def call(command):
    """The exit code of a command that is told of Ctrl-C once, and then has the time to end in good order.

    It has a session of its own: a terminal would otherwise send it the same Ctrl-C a second time, which it takes for
    impatience.
    """
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
    told = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(number, lambda *_: child.send_signal(signal.SIGINT)) for number in told]
    try:
        code = child.wait()
        return code if code >= 0 else 128 - code  # ended by a signal before it could end in good order: as a shell says it
    finally:
        for number, handler in zip(told, before):
            signal.signal(number, handler)


class Times:
    """What each experiment took over all the runs it needed, in seconds of the clock and of the processors; kept in a file."""

    COLUMNS = ("experiment", "seconds", "processor_seconds")

    def __init__(self, path):
        self.path, self.taken = path, {}
        if os.path.exists(path):
            with open(path, encoding="ascii", newline="") as stream:
                self.taken = {name: (float(clock), float(processor)) for name, clock, processor in list(csv.reader(stream))[1:]}

    def of(self, name):
        """(seconds of the clock, seconds of the processors)"""
        return self.taken.get(name, (0.0, 0.0))

    def add(self, name, clock, processor):
        before = self.of(name)
        self.taken[name] = before[0] + clock, before[1] + processor
        rows = [self.COLUMNS] + [(key, f"{c:.1f}", f"{p:.1f}") for key, (c, p) in self.taken.items()]
        text = "".join(",".join(row) + "\n" for row in rows)
        write(os.path.dirname(self.path), os.path.basename(self.path), text.encode("ascii"))
