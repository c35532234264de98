#!/usr/bin/env python3
"""Files of other readers' tests (fetch.py), read by faircap under sanitizers and by two other readers.

For each file: no crash, no hang, no complaint of a sanitizer. A file that is accepted has the same records, cells and lines
as tests/suites/rules.py says, and the same cells as Python's csv module in strict mode. A file that is refused has the
faults that rules.py finds, on the same lines and in the same columns. csv-spectrum says beside each file what is in it.

    run.py [--list] [FOLDER]    --list: what became of each file; FOLDER: build/suites
"""
import concurrent.futures
import csv
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
from collections import Counter

import rules

ROOT = pathlib.Path(__file__).resolve().parents[2]
DUMP = pathlib.Path(os.environ.get("DUMP_TABLE") or ROOT / "build" / "dev" / "dump_table")
FAIRCAP = pathlib.Path(os.environ.get("FAIRCAP") or ROOT / "build" / "dev" / "faircap")
BATCH = 50
E_DATA = 8  # FCAP_E_DATA of faircap.h
SECONDS = 60  # for a batch; no file of 4 MB needs one second
MEMORY = {"ASAN_OPTIONS": "allocator_may_return_null=1:max_allocation_size_mb=1024:hard_rss_limit_mb=3072"}
DELIMITERS = (b",", b";", b"\t", b"|")
csv.field_size_limit(1 << 30)


def dump(paths, delimiter="detect"):
    """What the library makes of each file; a text where it ended badly."""
    try:
        done = subprocess.run([DUMP, delimiter, *paths], capture_output=True, timeout=SECONDS, check=False,
                              env=dict(os.environ, **MEMORY))
        lines, bad = done.stdout.splitlines(), done.returncode or done.stderr
    except subprocess.TimeoutExpired:
        lines, bad = [], "no end"
    if not bad and len(lines) == len(paths):
        return [json.loads(line) for line in lines]
    if len(paths) == 1:
        return [f"crash or hang: {bad if bad == 'no end' else done.stderr.decode(errors='replace')[-2000:]}"]
    return [dump([path], delimiter)[0] for path in paths]


def plan(path):
    """What is wrong with the end of `faircap plan FILE`, or None."""
    try:
        done = subprocess.run([FAIRCAP, "plan", path], capture_output=True, timeout=SECONDS, check=False,
                              env=dict(os.environ, **MEMORY))
    except subprocess.TimeoutExpired:
        return f"{path}: plan: no end"
    said = done.stderr.decode(errors="replace")
    known = {0: "", 3: "faircap: ", 4: "faircap: ", 7: "faircap: out of memory for "}
    if done.returncode not in known or known[done.returncode] not in said or re.search("ERROR: .*Sanitizer|runtime error", said):
        return f"{path}: plan: exit {done.returncode}: {said[:500]}"
    return None


# ---- judging ----

def texts(cells):
    return [cell.decode("utf-8", "replace") for cell in cells]


def differs_from_rules(seen, text):
    """How an accepted table differs from what the rules make of the text, or None."""
    found = rules.records(text, seen["delimiter"].encode())
    if rules.faults(found):
        return f"accepted, but {rules.faults(found)[0]}"
    header, body = found[:seen["header"]], found[seen["header"]:]
    if header and [name or str(i + 1) for i, name in enumerate(texts(header[0].cells))] != seen["names"]:
        return "other names"
    if [r.line for r in body] != seen["lines"]:
        return "other lines"
    if [texts(r.cells) for r in body] != seen["rows"]:
        return "other cells"
    if any(r.stray for r in found) != any("quote inside" in note for note in seen["notes"]):
        return "a note about quotes"
    return None


GUARD = re.compile(r"^'(?='*[=+\-@\t\r])")


def differs_from_python(seen, text):
    """The same against Python's csv module, which does not trim and knows no apostrophes."""
    text = text[len(rules.split_sep_line(text)[0]):].decode()
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=seen["delimiter"]))
    rows[:1] = [[cell.lstrip("\ufeff") if i == 0 else cell for i, cell in enumerate(row)] for row in rows[:1]]
    theirs = [[GUARD.sub("", cell.strip(" \t")).strip(" \t") for cell in row] for row in rows]
    theirs = [row for row in theirs if len(row) > 1 or any(row)]
    ours = [[cell.strip(" \t") for cell in row] for row in seen["rows"]]
    if seen["header"]:
        names = [name.strip(" \t") if theirs[0][i:i + 1] != [""] else "" for i, name in enumerate(seen["names"])]
        ours = [names] + ours
    return None if ours == theirs else "Python: other cells"


def same_faults(seen, wanted):
    return len(seen["faults"]) == min(20, len(wanted)) and seen["n_faults"] == len(wanted) and all(
        line == at and column == where and part in said
        for (line, column, said), (at, where, part) in zip(seen["faults"], wanted))


def differs_in_faults(seen, text):
    """How the faults of a refused file differ from those that the rules find, or None."""
    named = rules.split_sep_line(text)[1]
    for delimiter in [named] if named else DELIMITERS:
        try:
            found = rules.records(text, delimiter)
        except rules.Refused as refused:
            if str(refused) in seen["error"]:
                return None
            continue
        wanted = rules.faults(found)
        if wanted and same_faults(seen, wanted):
            return None
        if not wanted and len(found) == 1 and "a header and no rows" in seen["error"]:
            return None
    return f"faults {[f[:2] for f in seen['faults']]}"


def judge(path, seen):
    """(what became of the file, how it differs or None)."""
    if isinstance(seen, str):
        return "bad end", seen
    data = path.read_bytes()
    if seen["status"] not in (0, E_DATA):
        return "bad end", seen["error"]
    try:
        text = rules.decode(data)
        if text[:6] == b"\x93NUMPY":
            return "matrix", None
        if seen["status"] == 0:
            return "accepted", differs_from_rules(seen, text) or differs_from_python(seen, text)
        return reason(seen), differs_in_faults(seen, text)
    except rules.Refused as refused:
        return reason(seen) if seen["status"] else "accepted", None if str(refused) in seen.get("error", "") else str(refused)


def spectrum(folder):
    """How tables differ from what csv-spectrum says is in its files."""
    for file in (folder / "npm" / "csv-spectrum").glob("*.tgz"):
        with tarfile.open(file) as archive:
            expected = {pathlib.Path(m.name).stem: json.load(archive.extractfile(m)) for m in archive
                        if "/json/" in m.name and m.name.endswith(".json")}
        expected.pop("location_coordinates", None)  # tells another telephone number than the file has
        for path in (folder / "files" / "csv-spectrum").rglob("*.csv"):
            seen = dump([path])[0]
            rows = [dict(zip(seen["names"], row)) for row in seen.get("rows", [])]
            if path.stem in expected and rows != expected[path.stem]:
                yield f"{path}: csv-spectrum expects other cells"


REASONS = ("the file is empty", "header and no rows", "NUL", "UTF-8", "never closed", "after a closing quote",
           "where the others have", "gzip", "workbook", "packed", "JSON", "XML", "HTML", "RTF")


def reason(seen):
    return "refused: " + next((r for r in REASONS if r in seen["error"]), seen["error"])


def main():
    show = "--list" in sys.argv[1:]
    folder = pathlib.Path(next((a for a in sys.argv[1:] if a[0] != "-"), ROOT / "build" / "suites"))
    paths = sorted(p for kind in ("files", "texts") for p in (folder / kind).rglob("*") if p.is_file())
    if not paths:
        print("no files: tests/suites/fetch.py gets them")
        return 1
    counts, wrong = Counter(), []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        batches = [paths[i:i + BATCH] for i in range(0, len(paths), BATCH)]
        for batch, seen in zip(batches, pool.map(dump, batches)):
            for path, one in zip(batch, seen):
                kind, difference = judge(path, one)
                counts[kind] += 1
                if show:
                    print(f"{kind}\t{path.relative_to(folder)}\t{one.get('error', '') if isinstance(one, dict) else ''}")
                if difference:
                    wrong.append((path, kind, difference))
        tool = [p for p in paths if p.relative_to(folder).parts[0] == "files"]
        ends = [end for end in pool.map(plan, tool) if end] + list(spectrum(folder))
    for path, kind, difference in wrong:
        print(f"{path.relative_to(folder)}: {kind}: {difference}")
    for end in ends:
        print(end)
    for kind, n in counts.most_common():
        print(f"{n:6} {kind}")
    print(f"figure: {len(paths)} files of other readers' tests, {counts['accepted']} accepted, "
          f"{len(wrong) + len(ends)} wrong ends, lines, cells or faults")
    return 1 if wrong or ends else 0


if __name__ == "__main__":
    sys.exit(main())
