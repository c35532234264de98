"""Whatever table `cluster` writes in a test is judged by both checkers, `faircap check` and check_result.py.

They must agree on every rule and on the cost, whether the test looks at the table or not. The words of a run are those
of the checkers, less what is about the search and the outputs. A table is left alone where the data came from standard
input, where it has many rows (the second checker is slow), where one checker does not know an option, and where the data
are an export of a learning-management system, of which the second checker knows nothing.
"""
import atexit
import collections
import functools
import math
import os
import re
import subprocess
import tempfile

BYTES_MOST = 20000
EXPORT = re.compile(r"(?m)^note: .* is an? (Moodle|Canvas|Blackboard|Brightspace) ")
counts = collections.Counter()


def first_checker(tool):
    """The tool, but without sanitizers where it was built so too: they would take most of the time."""
    release = tool.replace("/build/dev/", "/build/release/")
    return release if os.path.exists(release) else tool


@functools.cache
def options_of(tool, command):
    """{option: (its long name, does it take a value?)} as --help has them."""
    text = subprocess.run([tool, command, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
    found = {}
    for letter, name, value in re.findall(r"(?m)^  (?:-(\w), |    )--([\w-]+)( \S)?", text):
        found["--" + name] = ("--" + name, value != "")
        if letter:
            found["-" + letter] = found["--" + name]
    return found


def words_of_check(tool, words):
    """(files, -o, words for the checkers) of the words of `cluster`; None where they are not understood."""
    known, wanted = options_of(tool, "cluster"), options_of(tool, "check")
    files, output, kept, rest = [], None, [], iter(words)
    for word in rest:
        if not word.startswith("-") or word == "-":
            files.append(word)
            continue
        option, _, value = word.partition("=") if word.startswith("--") else (word[:2], "", word[2:])
        if option not in known:
            return None
        name, takes_value = known[option]
        given = [value or next(rest, "")] if takes_value else []
        output = given[0] if name == "--output" else output
        if name in wanted and name not in ("--threads", "--json", "--certificate", "--verbose", "--quiet"):
            kept += [name, *given]
    return files, output, kept


def violated(lines):
    """The rules that are broken; balances of several attributes are one line here and several there."""
    return {name.split(" ")[0] for name, text in lines.items() if text.startswith("VIOLATED")}


def cost(lines):
    return float(re.search(r"\(([^,)]*)", lines["cost"])[1]) if "cost" in lines else None


def compare(tool, second, words, folder, printed):
    """Judges what a run of `cluster WORDS` wrote; second(words) is the other checker. A disagreement is an AssertionError."""
    understood = words_of_check(tool, words)
    if understood is None or len(understood[0]) != 1 or "-" in words:
        return
    (data,), output, kept = understood
    with tempfile.TemporaryDirectory() as aside:
        if output is None:
            output = os.path.join(aside, "printed.csv")
            with open(output, "w", encoding="utf-8") as stream:
                stream.write(printed)
        places = [os.path.join(folder or ".", name) for name in (data, output)]
        if output.startswith("/dev/"):  # to this process it may be a file, to a checker a pipe
            return
        if not all(os.path.isfile(path) and 0 < os.path.getsize(path) <= BYTES_MOST for path in places):
            return
        done = subprocess.run([first_checker(tool), "check", data, output, *kept, "--threads", "1"], cwd=folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, check=False)
        other = second([data, output, *kept])
    if 2 in (done.returncode, other.code) or EXPORT.search(done.stderr):
        counts["unknown"] += 1
        return
    counts["judged"] += 1
    mine = dict(line.split(": ", 1) for line in done.stdout.splitlines() if ": " in line)
    costs = cost(mine), cost(other.out)
    agree = done.returncode == other.code and violated(mine) == violated(other.out) and \
        (costs[0] == costs[1] or None not in costs and math.isclose(*costs, rel_tol=1e-9, abs_tol=1e-300))
    if not agree:
        raise AssertionError(f"the checkers disagree about cluster {' '.join(words)}:\n{done.stdout}{done.stderr}\n{other}")


@atexit.register
def say():
    if counts["judged"]:
        print(f"figure: {counts['judged']} tables judged by both checkers, which agree; {counts['unknown']} with options or "
              "data that one of them does not know")
