#!/usr/bin/env python3
"""Judge a result of `faircap` from the raw data: an independent second checker.

What: reads FILE and RESULT, recomputes sizes, balance, cost and (with --report) every figure of the JSON
report, prints `property: ok|VIOLATED (value, limit)` lines, and exits 0 (all ok), 6 (something that counts
is violated), 3 (bad data), 2 (bad usage) or 7 (a file cannot be read).

Why: `faircap check` shares a language and a file reader with the program it checks. This judge shares no
code with either; it was written from the interface document alone, so that a misread file, a wrong scale or
a wrong count shows up as a disagreement. Sizes, slack and balance are decided in integers and fractions;
only distances are floating point.
"""
import argparse
import array
import ast
import gzip
import itertools
import json
import math
import re
import struct
import sys
import zlib
from collections import Counter, defaultdict, deque
from fractions import Fraction

OK, USAGE, BAD_DATA, VIOLATED, NO_FILE = 0, 2, 3, 6, 7
ENFORCEABLE = {"capacity", "balance", "clusters", "min_size"}
TOLERANCE = 1e-9
MISSING = {"", "NA", "N/A", "NaN", "NULL", "?"}
DELIMITERS = ",;\t|"
SAMPLE = 100  # records that decide the delimiter
ID_WORDS = {"id", "number", "nr", "matriculation"}
NEWLINE = re.compile(r"\r\n|\r|\n")
ESCAPED = re.compile("'+[=+\\-@\t\r]")
INTEGER = re.compile(r"[+-]?[0-9]+")
LABEL = re.compile(r"[0-9]{1,18}")
POINT_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
COMMA_NUMBER = re.compile(POINT_NUMBER.pattern.replace(r"\.", ","))
COMMA_SIGN = re.compile(r"[+-]?[0-9]+,[0-9]+")


class Stop(Exception):
    """Ends the run: Stop(exit code, message)."""


def show(text):
    """Text fit for a terminal: short, without control or direction characters."""
    return "".join(c if c.isprintable() else "?" for c in str(text)[:40])


def read_bytes(path):
    try:
        with open(0 if path == "-" else path, "rb") as stream:
            data = stream.read()
        return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise Stop(BAD_DATA, f"{path}: broken gzip: {error}")
    except OSError as error:
        raise Stop(NO_FILE, f"{path}: {error.strerror}")


def decode(data, path):
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise Stop(BAD_DATA, f"{path}: invalid text at byte {error.start}")
    if "\0" in text:
        raise Stop(BAD_DATA, f"{path}: NUL byte")
    return text


def parse_records(text, delimiter):
    """Yield the cells of each record (RFC 4180), or None for a fault: a quote never closed, or text after
    a closing quote. A cell is quoted only when its first character is a quote."""
    d, blank = re.escape(delimiter), " \t".replace(delimiter, "")
    token = re.compile(f'"([^"]*(?:""[^"]*)*)"[{blank}]*(?=[{d}\r\n]|\\Z)|([^{d}\r\n]*)')
    position = 0
    while position < len(text):
        cells, plain = [], True
        while True:
            match = token.match(text, position)
            quoted, unquoted = match.groups()
            plain = plain and quoted is None
            cell = unquoted.strip(" \t") if quoted is None else quoted.replace('""', '"')
            if quoted is None and unquoted.startswith('"'):
                yield None
            cells.append(cell[1:] if ESCAPED.match(cell) else cell)
            position = match.end() + 1
            if text[match.end():position] != delimiter:
                break
        if text[match.end():position + 1] == "\r\n":
            position += 1
        if cells != [""] or not plain:
            yield cells


def detect_delimiter(text):
    """The delimiter with the most constant number of fields (above one); ties: the one with more fields."""
    def score(delimiter):
        records = list(itertools.islice(parse_records(text, delimiter), SAMPLE))
        counts = Counter(len(cells) for cells in records if cells)
        fields, times = max(counts.items(), key=lambda item: item[::-1], default=(0, 0))
        return fields > 1, None not in records, Fraction(times, max(len(records), 1)), fields
    return max(DELIMITERS, key=score)


def read_records(data, path, skip=0, delimiter=None):
    """The records of delimited text, all of one width, and the delimiter."""
    text = decode(data, path)
    for _ in range(skip):
        line = NEWLINE.search(text)
        text = text[line.end():] if line else ""
    sep = re.match(r"sep=([^\r\n])(?:\r\n|\r|\n|\Z)", text, re.IGNORECASE)
    text = text[sep.end():] if sep else text
    delimiter = delimiter or (sep[1] if sep else detect_delimiter(text))
    records = list(parse_records(text, delimiter))
    if not records:
        raise Stop(BAD_DATA, f"{path}: empty file")
    for number, cells in enumerate(records, 1):
        if cells is None:
            raise Stop(BAD_DATA, f"{path}: record {number}: quote never closed, or text after its end")
        if len(cells) != len(records[0]):
            raise Stop(BAD_DATA, f"{path}: record {number}: {len(cells)} fields, not {len(records[0])}")
    return records, delimiter


def read_npy(data, path):
    """The numbers of a 2-d C-order float matrix, row by row, and whether they have single precision."""
    try:
        start = 10 if data[6] == 1 else 12
        end = start + struct.unpack("<H" if data[6] == 1 else "<I", data[8:start])[0]
        head = ast.literal_eval(data[start:end].decode("utf-8"))
        kind, (n, d) = head["descr"], head["shape"]
        values = array.array({"f4": "f", "f8": "d"}[kind[1:]], data[end:])
        if kind[0] not in "<>" or head["fortran_order"] or d < 1 or n < 1 or len(values) != n * d:
            raise ValueError("not a matrix in C order, or incomplete")
    except (ValueError, KeyError, IndexError, TypeError, SyntaxError, struct.error) as error:
        raise Stop(BAD_DATA, f"{path}: npy: {error}")
    if (kind[0] == "<") != (sys.byteorder == "little"):
        values.byteswap()
    return [values[i * d:(i + 1) * d] for i in range(n)], kind[1:] == "f4"


def split_list(options):
    return [name for option in options or [] for name in option.split(",")]


class Table:
    """Names and text cells of FILE, and the rules that say what is missing and what is a number."""

    def __init__(self, opt):
        self.missing = MISSING | set(split_list(opt.na))
        self.header, self.delimiter, self.comma, self.single = None, None, False, None
        data = read_bytes(opt.file)
        if data[:6] == b"\x93NUMPY":
            rows, self.single = read_npy(data, opt.file)
            self.rows = [["" if v != v else re.sub(r"\.0$", "", repr(v)) for v in row] for row in rows]
        else:
            self.rows, self.delimiter = read_records(data, opt.file, opt.skip, opt.delimiter)
            self.comma = opt.decimal_comma or (self.delimiter == ";" and self.has_decimal_comma())
            if opt.header or (not opt.no_header and self.has_header()):
                self.header = self.rows.pop(0)
        if not self.rows:
            raise Stop(BAD_DATA, f"{opt.file}: a header and no data")
        header = self.header or [""] * len(self.rows[0])
        self.names = [name or str(j) for j, name in enumerate(header, 1)]

    def is_number(self, cell):
        return (COMMA_NUMBER if self.comma else POINT_NUMBER).fullmatch(cell) is not None

    def value(self, cell):
        return float(cell.replace(",", ".") if self.comma else cell)

    def has_decimal_comma(self):
        cells = set(itertools.chain.from_iterable(self.rows))
        return any(map(COMMA_SIGN.fullmatch, cells)) and \
            not any("." in c and POINT_NUMBER.fullmatch(c) for c in cells)

    def has_header(self):
        first, rest = self.rows[0], self.rows[1:]
        words = [j for j, c in enumerate(first) if c not in self.missing and not self.is_number(c)]
        if any(self.mostly_numbers(row[j] for row in rest) for j in words):
            return True
        numbers = sum(map(self.is_number, first))
        again = any(row[j] == first[j] for j in words for row in rest)
        return numbers < len(first) and not (numbers and again)

    def mostly_numbers(self, cells):
        present = [c for c in cells if c not in self.missing]
        return 2 * sum(map(self.is_number, present)) > len(present)

    def find(self, name):
        """Index of a column given by its header or, failing that, by its 1-based number."""
        hits = [j for j, text in enumerate(self.header or []) if text == name != ""]
        if not hits and LABEL.fullmatch(name) and 1 <= int(name) <= len(self.names):
            hits = [int(name) - 1]
        if len(hits) != 1:
            raise Stop(USAGE, f"column {show(name)}: {'several have this name' if hits else 'not found'}")
        return hits[0]

    def find_all(self, options):
        return list(dict.fromkeys(map(self.find, split_list(options))))


class Instance:
    """The kept rows as points, and the group of each of them for every protected attribute."""

    def __init__(self, table, opt):
        self.table, self.policy = table, opt.missing
        self.protected = table.find_all(opt.protect)
        self.id = None if opt.id is None else table.find(opt.id)
        numeric, text = table.find_all(opt.numeric), table.find_all(opt.categorical)
        self.numeric = [j in numeric or (j not in text and table.mostly_numbers(row[j] for row in table.rows))
                        for j in range(len(table.names))]
        self.identifiers = []
        self.features = self.choose_features(opt, table.find_all(opt.ignore))
        self.kept = self.choose_rows(dict.fromkeys(self.features + self.protected))
        coordinates = [c for j in self.features for c in self.encode(j, opt.scale)]
        self.coordinates, self.points = len(coordinates), list(zip(*coordinates))
        self.groups = {j: self.cells(j) for j in self.protected}

    def choose_features(self, opt, ignored):
        chosen = self.table.find_all(opt.features)
        if set(chosen) & set(ignored):
            raise Stop(USAGE, "a column is in both -f and -x")
        if not chosen:
            out = {*self.protected, *ignored, self.id}
            rest = [j for j in range(len(self.table.names)) if j not in out]
            self.identifiers = [j for j in rest if self.is_identifier(j)]
            chosen = [j for j in rest if j not in self.identifiers]
        chosen += [j for j in self.protected if opt.include_protected and j not in chosen]
        if not chosen:
            raise Stop(BAD_DATA, "no column is left for the distance")
        return chosen

    def is_identifier(self, j):
        cells = [row[j] for row in self.table.rows if row[j] not in self.table.missing]
        if not self.numeric[j]:
            return len(self.table.rows) >= 2 and 10 * len(set(cells)) > 9 * len(cells)
        words = [w for w in re.split(r"[\W_]+", self.table.names[j].lower()) if w]
        return bool(ID_WORDS & {*words[:1], *words[-1:]}) and all(map(INTEGER.fullmatch, cells)) \
            and len(set(map(int, cells))) == len(cells)

    def choose_rows(self, used):
        rows, missing = self.table.rows, self.table.missing
        for j in {"error": used, "impute": self.protected}.get(self.policy, []):
            if count := sum(row[j] in missing for row in rows):
                raise Stop(BAD_DATA, f"column {show(self.table.names[j])}: {count} missing")
        kept = [i for i, row in enumerate(rows)
                if self.policy != "drop" or not any(row[j] in missing for j in used)]
        if not kept:
            raise Stop(BAD_DATA, "no row is left")
        return kept

    def cells(self, j):
        """The cells of the kept rows in one column; None for a missing one."""
        cells = (self.table.rows[i][j] for i in self.kept)
        return [None if c in self.table.missing else c for c in cells]

    def encode(self, j, scale):
        """The coordinates of one column: scaled numbers, or one 0/1 coordinate per category."""
        cells = self.cells(j)
        if self.policy != "category" and set(cells) == {None}:
            raise Stop(BAD_DATA, f"column {show(self.table.names[j])}: no value at all")
        if not self.numeric[j]:
            if self.policy == "impute":
                cells = fill_most_frequent(cells)
            return [[float(c == category) for c in cells] for category in dict.fromkeys(cells)]
        missing, rows = self.table.missing, self.table.rows
        numbers = [None if row[j] in missing else self.number(row[j], j) for row in rows]
        numbers = scaled(fill_mean([numbers[i] for i in self.kept]), scale)
        absent = [float(c is None) for c in cells]
        return [numbers, absent] if self.policy == "category" and any(absent) else [numbers]

    def number(self, cell, j):
        if not self.table.is_number(cell) or math.isinf(self.table.value(cell)):
            raise Stop(BAD_DATA, f"column {show(self.table.names[j])}: '{show(cell)}' is no finite number")
        return self.table.value(cell)


def fill_most_frequent(cells):
    counts = Counter(c for c in cells if c is not None)
    common = min(counts, key=lambda c: (-counts[c], c.encode("utf-8")))
    return [common if c is None else c for c in cells]


def fill_mean(numbers):
    present = [x for x in numbers if x is not None]
    mean = 2 * math.fsum(x / 2 / len(present) for x in present) if max(map(abs, present), default=0) > 1e300 \
        else math.fsum(present) / max(len(present), 1)
    return [mean if x is None else x for x in numbers]


def scaled(values, scale):
    if scale == "none":
        return values
    if min(values) == max(values):
        return [0.0] * len(values)
    shift = -math.frexp(max(map(abs, values)))[1]  # by a power of two, so that no range overflows
    values = [math.ldexp(v, shift) for v in values]
    low, high, mean = min(values), max(values), math.fsum(values) / len(values)
    if scale == "minmax":
        return [(v - low) / (high - low) for v in values]
    deviation = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / len(values))
    return [(v - mean) / deviation for v in values]


class Result:
    """The label of every kept row (None: it has no usable one), and what is wrong with the rows."""

    def __init__(self, path, instance):
        self.table, self.kept, self.id = instance.table, instance.kept, instance.id
        header, *rows = self.read(path)
        column = len(header) - 1 if "cluster" in self.table.names else header.index("cluster")
        labels = [row.pop(column) for row in rows]
        header.pop(column)
        self.labels, self.faults = [None] * len(self.kept), []
        names = self.table.names
        by_id = self.id is not None and header in ([names[self.id]], [(self.table.header or names)[self.id]])
        if len(header) == len(names) and (header != ["row"] or names == ["row"]):
            self.match_in_order(header, rows, labels)
        elif by_id or header == ["row"]:
            self.match_by_key([row[0] for row in rows], labels, by_id)
        else:
            raise Stop(BAD_DATA, f"{path}: neither the input columns, nor row or the id column, plus cluster")
        self.faults += [f"row {i + 1} has no cluster" for i, c in zip(self.kept, self.labels) if c is None]

    def read(self, path):
        """The records. Detection may err, so other delimiters are tried until there is a column cluster."""
        data, failures = read_bytes(path), []
        for delimiter in [None, self.table.delimiter, *DELIMITERS]:
            try:
                records = read_records(data, path, delimiter=delimiter)[0]
                if "cluster" in records[0]:
                    return records
            except Stop as stop:
                failures.append(stop)
        raise failures[0] if failures else Stop(BAD_DATA, f"{path}: no column cluster")

    def match_in_order(self, header, rows, labels):
        table = self.table
        if table.header and not all(h in pair for h, *pair in zip(header, table.header, table.names)):
            self.faults.append("the header differs from the input")
        if len(rows) != len(self.kept):
            self.faults.append(f"{len(rows)} rows, not {len(self.kept)}")
        for position, (i, row) in enumerate(zip(self.kept, rows)):
            if row != table.rows[i] and not all(map(self.same_cell, table.rows[i], row)):
                self.faults.append(f"row {i + 1} differs from the input")
            self.set_label(position, labels[position])

    def same_cell(self, given, found):
        """Cells of text must be equal; the numbers of a matrix may be spelled in another way."""
        if self.table.single is None or not POINT_NUMBER.fullmatch(found):
            return given == found or (self.table.single is not None and given == "" and found in MISSING)
        value = array.array("f" if self.table.single else "d", [float(found)])[0]
        return given != "" and float(given) == value

    def match_by_key(self, keys, labels, by_id):
        """Find the row of each key. Rows with equal ids are taken in the order of the file."""
        places = defaultdict(deque)
        for position, i in enumerate(self.kept):
            places[self.table.rows[i][self.id] if by_id else str(i + 1)].append(position)
        for key, label in zip(keys, labels):
            if places[key]:
                self.set_label(places[key].popleft(), label)
            else:
                self.faults.append(f"'{show(key)}' is no kept row, or comes too often")

    def set_label(self, position, label):
        self.labels[position] = int(label) if LABEL.fullmatch(label) else None


class Judge:
    """Recomputes every property, and knows whether one that counts is violated."""

    def __init__(self, instance, result, opt):
        self.instance, self.result, self.opt, self.violated = instance, result, opt, False
        self.n, self.members = len(instance.kept), defaultdict(list)
        for position, label in enumerate(result.labels):
            if label is not None:
                self.members[label].append(position)
        self.k = opt.k or max(self.members, default=0)
        self.q = opt.max_size or math.ceil(self.n * opt.slack / max(self.k, 1))
        self.ids = range(1, min(self.k, self.n) + 1)
        self.limits = balance_limits(opt.balance, instance)

    def say(self, name, ok, value, limit, note=""):
        counts = name not in ENFORCEABLE or name in self.opt.enforces
        note += "" if ok or counts else " not enforced"
        print(f"{name}: {'ok' if ok else 'VIOLATED'} ({value}, {limit}) {note.strip()}".rstrip())
        self.violated |= not ok and counts

    def judge(self):
        faults, used = self.result.faults, {c for c in self.members if 1 <= c <= self.k}
        strange = sorted(set(self.members) - used)
        sizes = [len(m) for m in self.members.values()] + [0] * (len(used) < max(self.k, 1))
        self.say("rows", not faults, sum(c is not None for c in self.result.labels), self.n,
                 "; ".join(faults[:3] + ["..."] * (len(faults) > 3)))
        self.say("clusters", len(used) == self.k > 0 and not strange, len(used), self.k,
                 f"outside: {strange[:5]}" if strange else "")
        self.say("capacity", max(sizes) <= self.q, max(sizes), self.q)
        self.say("min_size", min(sizes) >= self.opt.min_size, min(sizes), self.opt.min_size)
        self.judge_balance()
        self.judge_cost()
        if self.opt.report:
            self.judge_report(read_report(self.opt.report))
        return VIOLATED if self.violated else OK

    def judge_balance(self):
        balances = {j: self.balances(groups) for j, groups in self.instance.groups.items()}
        self.unfair = {c for j, of in balances.items() for c, b in of.items() if b < self.limits[j]}
        worst = {j: min(of.values(), default=None) for j, of in balances.items()}
        self.balance = min((b for b in worst.values() if b is not None), default=None)
        self.say("balance", not self.unfair, *map(self.per_attribute, (worst, self.limits)))

    def per_attribute(self, values):
        if len(values) < 2:
            return str(next(iter(values.values()), None))
        return " ".join(f"{show(self.instance.table.names[j])}={value}" for j, value in values.items())

    def balances(self, groups):
        """The balance of each cluster: the smallest count_g / count_h over ordered pairs of groups, which is
        the smallest count over the largest. Missing is no such group; a cluster of only such has none."""
        bounded, found = set(groups) - {None}, {}
        for cluster, members in self.members.items():
            count = Counter(groups[i] for i in members)
            counts = [count[g] for g in bounded]
            if any(counts):
                found[cluster] = Fraction(min(counts), max(counts)) if len(bounded) > 1 else Fraction(0)
        return found

    def judge_cost(self):
        """Sum over clusters of the smallest sum of distances to a member."""
        self.sums = {}
        if self.opt.no_cost:
            print("note: the cost was not computed (--no-cost)")
            return
        for cluster, members in self.members.items():
            own = [self.instance.points[i] for i in members]
            self.sums[cluster] = dict(zip(members, (total(map(math.dist, own, itertools.repeat(p)))
                                                    for p in own)))
        self.cost = total(min(sums.values()) for sums in self.sums.values())
        self.say("cost", math.isfinite(self.cost), repr(self.cost), None)

    def judge_report(self, report):
        """Every figure of the report must be the one recomputed here."""
        self.compare("n", report.get("n"), self.n)
        self.compare("k", report.get("k"), self.k)
        self.compare("sizes", report.get("sizes"), [len(self.members.get(c, [])) for c in self.ids])
        if not self.opt.no_cost:
            self.compare_float("cost", report.get("cost"), self.cost)
        self.compare_float("balance", report.get("balance", "absent"), self.balance)
        self.judge_groups(report.get("groups"))
        self.judge_medoids(report.get("medoids"))
        if "group_cost" in report:  # a later key: reports of before do not have it
            self.judge_group_cost(report["group_cost"], report.get("medoids"))
        overfull, found = sum(len(m) > self.q for m in self.members.values()), report.get("violations")
        found = [found.get("capacity"), found.get("balance")] if isinstance(found, dict) else found
        self.compare("violations", found, [overfull, len(self.unfair)])

    def compare(self, key, found, expected):
        same = json.dumps(found, sort_keys=True) == json.dumps(expected, sort_keys=True)  # true is not 1
        self.say(f"report.{key}", same, show(found), show(expected))

    def compare_float(self, key, found, expected):
        if expected is None or type(found) not in (int, float):
            same = found is expected is None
        else:
            same = math.isclose(found, float(expected), rel_tol=TOLERANCE)
        self.say(f"report.{key}", same, show(found), expected)

    def judge_groups(self, found):
        expected = {}
        for j, groups in self.instance.groups.items():
            named = ["(missing)" if g is None else g for g in groups]
            expected[self.instance.table.names[j]] = [
                dict(Counter(named[i] for i in self.members.get(c, []))) for c in self.ids]
        try:  # a group that a cluster lacks may be named with 0 or not at all
            found = {a: [{g: m for g, m in c.items() if m != 0} for c in of] for a, of in found.items()}
        except (AttributeError, TypeError):
            found = None
        wrong = [a for a in expected if not found or found.get(a) != expected[a]]
        self.say("report.groups", found == expected, found and len(found), len(expected),
                 f"wrong for {', '.join(map(show, wrong))}" if wrong else "")

    def judge_medoids(self, found):
        position = {i + 1: at for at, i in enumerate(self.instance.kept)}
        found = found if isinstance(found, list) else []
        right = [c for c, row in zip(self.ids, found)
                 if type(row) is int and self.is_medoid(c, position.get(row))]
        self.say("report.medoids", len(right) == len(found) == self.k, len(right), self.k)

    def judge_group_cost(self, found, medoids):
        """The mean distance of each group's rows to the medoids of their clusters; rows of no group count in none."""
        points, centres, expected = self.instance.points, self.centres(medoids), {}
        for j, groups in self.instance.groups.items():
            distances = defaultdict(list)
            for at, (group, label) in enumerate(zip(groups, self.result.labels)):
                if group is not None:
                    known = label in centres
                    distances[group].append(math.dist(points[at], points[centres[label]]) if known else math.nan)
            expected[self.instance.table.names[j]] = {g: total(of) / len(of) for g, of in distances.items()}
        found = found if isinstance(found, dict) else {None: None}
        wrong = [a for a in expected if not same_means(found.get(a), expected[a])]
        self.say("report.group_cost", found.keys() == expected.keys() and not wrong, len(found), len(expected),
                 f"wrong for {', '.join(map(show, wrong))}" if wrong else "")

    def centres(self, medoids):
        """The reported medoid of each cluster or, where it is none, the one found here: several may be equally good."""
        position = {i + 1: at for at, i in enumerate(self.instance.kept)}
        centres = {c: min(sums, key=sums.get) for c, sums in self.sums.items()}
        for c, row in zip(self.ids, medoids if isinstance(medoids, list) else []):
            if type(row) is int and self.is_medoid(c, position.get(row)):
                centres[c] = position[row]
        return centres

    def is_medoid(self, cluster, at):
        """A member and, when costs are computed, one with the smallest sum of distances."""
        if at is None or self.result.labels[at] != cluster:
            return False
        sums = self.sums.get(cluster)
        return sums is None or sums[at] <= min(sums.values()) * (1 + TOLERANCE)


def total(values):
    try:
        return math.fsum(values)
    except OverflowError:
        return math.inf


def same_means(found, expected):
    return isinstance(found, dict) and found.keys() == expected.keys() and all(
        type(found[g]) in (int, float) and math.isclose(found[g], expected[g], rel_tol=TOLERANCE) for g in expected)


def balance_limits(option, instance):
    """The required balance of each protected attribute: `1/2`, `0.5` or `sex=1/2,school=1/10`."""
    limits = dict.fromkeys(instance.protected, Fraction(1, 2))
    if option is not None and not limits:
        raise Stop(USAGE, "-t needs -p")
    for part in sorted((option or "1/2").split(","), key=lambda part: "=" in part):
        name, sign, text = part.rpartition("=")
        columns = [instance.table.find(name)] if sign else list(limits)
        try:
            limit = Fraction(text)
        except (ValueError, ZeroDivisionError):
            limit = None
        if limit is None or not 0 <= limit <= 1 or not limits.keys() >= set(columns):
            raise Stop(USAGE, f"-t {show(part)}: a fraction from 0 to 1, for a protected column, is expected")
        limits.update(dict.fromkeys(columns, limit))
    return limits


def read_report(path):
    try:
        report = json.loads(decode(read_bytes(path), path))
    except ValueError as error:
        raise Stop(BAD_DATA, f"{path}: not JSON: {error}")
    if not isinstance(report, dict):
        raise Stop(BAD_DATA, f"{path}: not a JSON object")
    return report


def describe(instance):
    names = [show(name) for name in instance.table.names]
    numeric = sum(instance.numeric[j] for j in instance.features)
    print(f"rows: {len(instance.table.rows)}\nkept rows: {len(instance.kept)}\ncolumns: {len(names)}")
    print(f"feature columns: {len(instance.features)} ({numeric} numeric)\nfeatures: {instance.coordinates}")
    print(f"identifiers: {', '.join(names[j] for j in instance.identifiers) or 'none'}")
    for j, groups in instance.groups.items():
        counts = Counter("(missing)" if g is None else g for g in groups)
        print(f"groups {names[j]}: {', '.join(f'{show(g)} {counts[g]}' for g in sorted(counts))}")


def whole(least):
    def integer(text):
        if not LABEL.fullmatch(text) or int(text) < least:
            raise argparse.ArgumentTypeError(f"an integer of at least {least} is expected")
        return int(text)
    return integer


def decimal(text):
    if not POINT_NUMBER.fullmatch(text) or Fraction(text) <= 0:
        raise argparse.ArgumentTypeError("a positive decimal is expected")
    return Fraction(text)


def parse_options(arguments):
    parser = argparse.ArgumentParser(allow_abbrev=False, description=__doc__.split("\n")[0])
    add = parser.add_argument
    for names in "-p --protect", "-f --features", "-x --ignore", "--na", "--numeric", "--categorical":
        add(*names.split(), action="append", metavar="LIST")
    for name in "include-protected", "header", "no-header", "decimal-comma", "no-cost", "describe":
        add("--" + name, action="store_true")
    add("--id", metavar="COL")
    add("--scale", choices=["minmax", "zscore", "none"], default="minmax")
    add("--missing", choices=["error", "drop", "impute", "category"], default="error")
    add("--delimiter", metavar="C")
    add("--skip", type=whole(0), default=0, metavar="N")
    add("-k", "--clusters", dest="k", type=whole(1), metavar="N")
    add("-q", "--max-size", type=whole(1), metavar="N")
    add("--slack", type=decimal, default="1.01", metavar="E")
    add("--min-size", type=whole(0), default=1, metavar="N")
    add("-t", "--balance", metavar="R")
    add("--enforces", default=",".join(ENFORCEABLE), metavar="LIST")
    add("--report", metavar="REPORT.json")
    add("file", metavar="FILE")
    add("result", metavar="RESULT", nargs="?")
    opt = parser.parse_intermixed_args(arguments)
    opt.enforces = set(opt.enforces.split(",")) - {"", "none"}
    opt.delimiter = {"tab": "\t", "\\t": "\t"}.get(opt.delimiter, opt.delimiter)
    if opt.result is None and not opt.describe:
        parser.error("RESULT is missing")
    if opt.header and opt.no_header or opt.enforces - ENFORCEABLE or len(opt.delimiter or ",") != 1:
        parser.error("--header and --no-header exclude each other; --enforces names capacity, balance, "
                     "clusters, min_size; --delimiter is one character")
    return opt


def main(arguments):
    opt = parse_options(arguments)
    try:
        instance = Instance(Table(opt), opt)
        if opt.describe:
            describe(instance)
        return Judge(instance, Result(opt.result, instance), opt).judge() if opt.result is not None else OK
    except Stop as stop:
        print(f"check_result: {stop.args[1]}", file=sys.stderr)
        return stop.args[0]


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
