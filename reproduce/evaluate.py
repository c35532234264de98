"""The paper's whole evaluation: prepare the data, make every experiment, judge every claim, write the page.

    python3 evaluate.py --tool build/release/faircap --output DIR [--jobs N] [-k LIST] [--quick] DATA_DIR

reproduce/run calls this. Stopped at any moment (Ctrl-C), the same command goes on where it stopped.
Exit codes are the tool's: 0 done, 2 wrong usage, 3 bad data, 7 cannot read or write, 130 interrupted.
"""
import argparse
import collections
import csv
import io
import json
import os
import re
import shlex
import sys
from dataclasses import asdict, dataclass, replace

import page
import prepare
import published
from claims import CONFIRMED, PARTLY, REFUTED, UNTESTED, judge, sentence
from experiments import TUNE, Settings, Times, plan, run
from figures import NoFigure
from measure import ToolFailed, measure, version
from paper import CLAIMS
from results import load
from tuned import load_tune

QUICK = Settings(ks="3:6", time_limit="1")
EXIT_USAGE, EXIT_DATA, EXIT_FILES, EXIT_INTERRUPTED = 2, 3, 7, 130


@dataclass
class Evaluation:
    """All that the page shows."""
    output: str
    version: str
    settings: Settings
    quick: bool
    prepared: list  # prepare.Prepared
    instances: list  # published.Instance
    experiments: list
    times: Times
    measured: dict  # data set -> measure.Measured
    results: dict  # experiment -> results.Results
    tune: object  # tuned.Tune, or None
    findings: list

    def folder(self, experiment):
        return self.folder_of(experiment.name)

    def folder_of(self, name):
        return os.path.join(self.output, name)

    def counts(self):
        found = collections.Counter(finding.verdict for finding in self.findings)
        return {verdict: found[verdict] for verdict in (CONFIRMED, PARTLY, REFUTED, UNTESTED)}

    def command_line(self, experiment):
        """As a reader would type it: without the folders of whoever ran it."""
        words = [os.path.basename(word) if os.path.isabs(word) else word for word in experiment.command]
        return shlex.join(["faircap", *words, "-o", experiment.name])


def say(words):
    print(words, file=sys.stderr, flush=True)


def evaluate(options):
    settings = settings_of(options)
    say(f"reading {options.data_dir}")
    data = os.path.join(options.output, "data")
    prepared = prepare.everything(options.data_dir, data)
    instances = published.instances(options.data_dir, data)
    if not any(p.path for p in prepared):
        raise prepare.BadData(f"none of the paper's data sets is in {options.data_dir}; see docs/REPRODUCTION.md for the names "
                              "of files")
    for p in prepared:
        report(p)
    measured = {p.dataset.name: measure(options.tool, p) for p in prepared if p.path}
    experiments = plan(prepared, instances, settings)
    times = Times(os.path.join(options.output, "times.csv"))
    made = Evaluation(options.output, version(options.tool), settings, options.quick, prepared, instances, experiments, times,
                      measured, {}, None, [])
    for number, experiment in enumerate(experiments, 1):
        say(f"[{number}/{len(experiments)}] {experiment.title}")
        run(options.tool, experiment, made.folder(experiment), times)
        if experiment.name == TUNE:
            made.tune = load_tune(made.folder(experiment))
        else:
            made.results[experiment.name] = load(made.folder(experiment), measured.get(experiment.name))
    made.findings = judge(CLAIMS, dict(made.results, tune=made.tune))
    return made


def settings_of(options):
    base = QUICK if options.quick else Settings()
    return replace(base, ks=options.k or base.ks, jobs=str(options.jobs or ""))


def report(p):
    if not p.path:
        say(f"  {p.dataset.name}: not found")
    for found in p.files:
        say(f"  {p.dataset.name}: {found.name}, {found.verdict}")


def write_claims(evaluation):
    """claims.csv: one claim a row."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("claim", "part", "datasets", "text", "test", "verdict", "holds", "of", "detail", "missing"))
    for f in evaluation.findings:
        detail = "; ".join(map(sentence, f.details()))
        rows.writerow((f.claim.key, f.claim.part, " ".join(f.claim.datasets), f.claim.text, f.claim.asks(), f.verdict, f.holds(),
                       len(f.comparisons), detail, " ".join(f.missing)))
    prepare.write(evaluation.output, "claims.csv", text.getvalue().encode("utf-8"))


def write_summary(evaluation):
    """summary.json: the same for programs, with what was found and how long it took."""
    differences = {i.name: published.differences(i, evaluation.results["published-" + i.name]) for i in evaluation.instances}
    summary = {
        "faircap": evaluation.version, "k": evaluation.settings.ks, "quick": evaluation.quick, "verdicts": evaluation.counts(),
        "datasets": [{"name": p.dataset.name, "identifier": p.dataset.identifier, "found": p.path is not None,
                      "files": [asdict(found) for found in p.files]} for p in evaluation.prepared],
        "claims": [{"claim": f.claim.key, "verdict": f.verdict, "holds": f.holds(), "of": len(f.comparisons),
                    "detail": [detail._asdict() for detail in f.details()], "missing": f.missing} for f in evaluation.findings],
        "published": [{"instance": name, "runs": [made._asdict() for made in runs]} for name, runs in differences.items()],
        "seconds": {e.name: dict(zip(("clock", "processors"), evaluation.times.of(e.name))) for e in evaluation.experiments}}
    prepare.write(evaluation.output, "summary.json", (json.dumps(summary, indent=1) + "\n").encode("ascii"))


def positive(text):
    if not re.fullmatch(r"[1-9]\d{0,3}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of runs at a time such as 2")
    return int(text)


def arguments():
    parser = argparse.ArgumentParser(prog="reproduce/run", description="The paper's whole evaluation, and a page that shows it.")
    parser.add_argument("data_dir", metavar="DATA_DIR", help="folder with the data sets; docs/REPRODUCTION.md names the files")
    parser.add_argument("--output", metavar="DIR", help="default: build/reproduction, with --quick build/reproduction-quick")
    parser.add_argument("--jobs", metavar="N", type=positive, help="runs at a time (default: as many as there are cores)")
    parser.add_argument("-k", metavar="LIST", help="numbers of clusters: 3:20 (the default, as in the paper) or 3,5,10")
    parser.add_argument("--quick", action="store_true", help="k = 3:6 and one second for each run of best: a foretaste in a few minutes")
    parser.add_argument("--tool", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not os.path.isdir(options.data_dir):
        parser.error(f"{options.data_dir}: no such folder")
    return options


def main():
    options = arguments()
    try:
        os.makedirs(options.output, exist_ok=True)
        evaluation = evaluate(options)
        write_claims(evaluation)
        write_summary(evaluation)
        page.write(evaluation, os.path.join(options.output, "index.html"))
    except (prepare.BadData, NoFigure) as wrong:
        say(f"reproduce: {wrong}")
        return EXIT_DATA
    except OSError as wrong:
        say(f"reproduce: {wrong.filename}: {wrong.strerror}")
        return EXIT_FILES
    except KeyboardInterrupt:
        say("reproduce: stopped; the same command goes on from here")
        return EXIT_INTERRUPTED
    except ToolFailed as wrong:
        said = "stopped; the same command goes on from here" if wrong.code == EXIT_INTERRUPTED else str(wrong)
        say(f"reproduce: {said}")
        return wrong.code
    quick = "a quick run, which proves little: " if options.quick else ""
    say(quick + ", ".join(f"{count} {verdict}" for verdict, count in evaluation.counts().items()))
    print(os.path.join(options.output, "index.html"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
