"""From the published files to what is clustered, as the paper describes it or, where it is silent, by a rule written here.

    student-mat, student-por   the published file
    pisa       train and test part in one file; the tool drops rows with missing cells, as the paper's count implies
    oulad      2,000 rows of each gender by the rule of `sample`, from the rows without an empty cell
    mooc       the same rule, from the rows with gender m or f, without incomplete_flag, and with nothing missing in the
               columns that count (MOOC_COLUMNS)

A file that is not the published one, byte by byte, is used all the same and reported.
"""
import csv
import hashlib
import io
import os
from dataclasses import dataclass

from datasets import DATASETS, OULAD_SAMPLE

SAMPLE = 2000  # rows of each gender
MISSING = {"", "NA", "N/A", "NaN", "NULL", "?"}

OK, DIFFERS, UNKNOWN = "ok", "differs from the published file", "no checksum is published"

# Left out: userid_DI (an identifier), start_time_DI and last_event_DI (dates, shifted by the publisher), registered (1
# everywhere), roles (blank in the release), incomplete_flag (marks records that contradict themselves; they are dropped).
MOOC_COLUMNS = ("course_id", "viewed", "explored", "certified", "final_cc_cname_DI", "LoE_DI", "YoB", "gender", "grade",
                "nevents", "ndays_act", "nplay_video", "nchapters", "nforum_posts")


class BadData(Exception):
    """A file that is there and cannot be used; the text says what to change."""


@dataclass(frozen=True)
class Found:
    """A published file in DATA_DIR."""
    name: str
    sha256: str
    verdict: str  # OK, DIFFERS or UNKNOWN


@dataclass(frozen=True)
class Prepared:
    """A data set of the paper, ready for the tool; `path` is None when it is not in DATA_DIR."""
    dataset: object
    path: str
    files: tuple  # of Found
    attributes: int  # columns of the published file
    remark: str


def everything(data_dir, out_dir):
    """Every data set of the paper, prepared; what has to be written goes to out_dir."""
    return [one(dataset, data_dir, out_dir) for dataset in DATASETS]


def one(dataset, data_dir, out_dir):
    paths = first_there(dataset, data_dir)
    if not paths:
        return Prepared(dataset, None, (), 0, "")
    files = tuple(identify(source, path) for source, path in paths)
    path, attributes, remark = MAKERS.get(dataset.name, as_published)([p for _, p in paths], out_dir)
    return Prepared(dataset, path, files, attributes, remark)


def first_there(dataset, data_dir):
    """[(source, path)] of the first alternative whose files are all in DATA_DIR, or in the data set's folder there."""
    for files in dataset.sources:
        paths = [find(data_dir, source.folder, source.name) for source in files]
        if all(paths):
            return list(zip(files, paths))
    return []


def find(data_dir, folder, name):
    for path in (os.path.join(data_dir, folder, name), os.path.join(data_dir, name)):
        if os.path.isfile(path):
            return path
    return None


def identify(source, path):
    sha256, md5 = hashlib.sha256(), hashlib.md5(usedforsecurity=False)
    with open(path, "rb") as stream:
        for block in iter(lambda: stream.read(1 << 20), b""):
            sha256.update(block)
            md5.update(block)
    if not source.sha256 and not source.md5:
        verdict = UNKNOWN
    elif sha256.hexdigest() == source.sha256 or md5.hexdigest() == source.md5:
        verdict = OK
    else:
        verdict = DIFFERS
    return Found(source.name, sha256.hexdigest(), verdict)


def as_published(paths, _out_dir):
    return paths[0], len(header_of(paths[0])), ""


def pisa(paths, out_dir):
    train, test = (read(path) for path in paths)
    header, rows = test.split(b"\n", 1)
    if not train.startswith(header + b"\n"):
        raise BadData(f"{paths[0]} and {paths[1]} have different headers: both must be parts of the same extract")
    joined = train if train.endswith(b"\n") else train + b"\n"
    path = write(out_dir, "pisa.csv", joined + rows)
    return path, len(header_of(path)), "train and test part in one file; rows with a missing cell are dropped"


def oulad(paths, out_dir):
    rule = (f"{SAMPLE:,} rows of each gender, evenly spread over the rows without an empty cell, in the order of the "
            "file; the paper gives no rule for its own sample")
    if os.path.basename(paths[0]) == OULAD_SAMPLE:
        return paths[0], len(header_of(paths[0])), rule
    lines = read(paths[0]).splitlines(keepends=True)  # kept as they are; no cell of this file has a line break in it
    header, *records = csv.reader(line.decode("utf-8-sig") for line in lines)
    gender = position(header, "gender", paths[0])
    members = {"F": [], "M": []}
    for i, cells in enumerate(records):
        if len(cells) == len(header) and cells[gender] in members and not MISSING.intersection(map(str.strip, cells)):
            members[cells[gender]].append(i)
    chosen = sample(members, paths[0])
    return write(out_dir, "oulad.csv", lines[0] + b"".join(lines[1 + i] for i in chosen)), len(header), rule


def mooc(paths, out_dir):
    with open(paths[0], encoding="utf-8-sig", errors="surrogateescape", newline="") as stream:
        delimiter = "\t" if "\t" in stream.readline() else ","
        stream.seek(0)
        records = csv.reader(stream, delimiter=delimiter)
        header = [name.strip() for name in next(records)]
        wanted = [position(header, name, paths[0]) for name in MOOC_COLUMNS]
        flag = position(header, "incomplete_flag", paths[0])
        gender = MOOC_COLUMNS.index("gender")
        rows, members = [], {"f": [], "m": []}
        for cells in records:
            if len(cells) != len(header) or cells[flag].strip() not in MISSING | {"0"}:
                continue
            row = tuple(cells[i].strip() for i in wanted)
            if row[gender] in members and not MISSING.intersection(row):
                members[row[gender]].append(len(rows))
                rows.append(row)
    chosen = sample(members, paths[0])
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(MOOC_COLUMNS)
    table.writerows(rows[i] for i in chosen)
    path = write(out_dir, "mooc.csv", text.getvalue().encode("utf-8", "surrogateescape"))
    remark = (f"{len(members['f']):,} rows of women and {len(members['m']):,} of men are complete, of these {len(chosen) // 2:,} "
              f"each by the rule of OULAD; {len(MOOC_COLUMNS) - 1} columns make the distance")
    return path, len(header), remark


MAKERS = {"pisa": pisa, "oulad": oulad, "mooc": mooc}


def sample(members, path):
    """Of each group's N members those number floor(j N / s), j = 0..s-1; members are row numbers, and so is the answer.

    s is SAMPLE, or the size of the smaller group where that is less: the sample has balance 1 in any case.
    """
    size = min([SAMPLE, *map(len, members.values())])
    if size == 0:
        empty = " and ".join(group for group, rows in members.items() if not rows)
        raise BadData(f"{path} has no complete row of gender {empty}: nothing to sample")
    return sorted(rows[j * len(rows) // size] for rows in members.values() for j in range(size))


def position(header, name, path):
    if name not in header:
        raise BadData(f"{path} has no column {name}: it is not the published file")
    return header.index(name)


def header_of(path):
    """The names in the first line, whichever of ; , and tab divides it most."""
    with open(path, encoding="utf-8-sig", newline="") as stream:
        line = stream.readline().rstrip("\r\n")
    return next(csv.reader([line], delimiter=max(";,\t", key=line.count)))


def read(path):
    with open(path, "rb") as stream:
        return stream.read()


def write(folder, name, content):
    """Writes the file unless it is there with this content: a sweep goes on only with the file it was begun with."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    if not (os.path.exists(path) and read(path) == content):
        with open(path + ".part", "wb") as stream:
            stream.write(content)
        os.replace(path + ".part", path)
    return path
