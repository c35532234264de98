#!/usr/bin/env python3
"""Judge a result of `faircap` from the raw data: an independent second checker.

What: reads FILE and RESULT, recomputes sizes, loads, balance, shares, wishes, cost and (with --report) every
figure of the JSON report, prints `property: ok|VIOLATED (value, limit)` lines, and exits 0 (all ok), 6 (something
that counts is violated), 3 (bad data), 2 (bad usage) or 7 (a file cannot be read). Options are those of faircap.

Why: `faircap check` shares a language and a file reader with the program it checks. This judge shares no
code with either; it was written from the interface document alone, so that a misread file, a wrong scale or
a wrong count shows up as a disagreement. Sizes, slack, balance and shares are decided in integers and fractions;
only distances are floating point. It is one file, so that it can be taken anywhere.
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
WISHES = {"share", "no_isolate", "together", "apart", "keep", "medoids"}
ENFORCEABLE = {"capacity", "balance", "clusters", "min_size"} | WISHES
TOLERANCE = 1e-9
SYMMETRY = 1e-9
WEIGHT_MOST = 1 << 53
MISSING = {"", "NA", "N/A", "NaN", "NULL", "?"}
DELIMITERS = ",;\t|"
SAMPLE = 100  # records that decide the delimiter
ID_WORDS = {"id", "number", "nr", "matriculation"}
NEWLINE = re.compile(r"\r\n|\r|\n")
MARKS = re.compile("\\A(?:[ \t]*(?:\r\n|\r|\n))*\ufeff+")  # byte-order marks, and blank lines before them
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
    text = MARKS.sub("", text)
    sep = re.match(r"sep=([^\r\n])(?:\r\n|\r|\n|\Z)", text, re.IGNORECASE)
    text = MARKS.sub("", text[sep.end():] if sep else text)
    delimiter = delimiter or (sep[1] if sep else detect_delimiter(text))
    records = list(parse_records(text, delimiter))
    if not records:
        raise Stop(BAD_DATA, f"{path}: empty file")
    if records[0] and records[0][0].startswith("\ufeff"):  # within quotes
        cell = records[0][0].lstrip("\ufeff")
        records[0][0] = cell[1:] if ESCAPED.match(cell) else cell
    for number, cells in enumerate(records, 1):
        if cells is None:
            raise Stop(BAD_DATA, f"{path}: record {number}: quote never closed, or text after its end")
        if len(cells) != len(records[0]):
            raise Stop(BAD_DATA, f"{path}: record {number}: {len(cells)} fields, not {len(records[0])}")
    return records, delimiter


def read_npy(data, path):
    """The numbers of a C-order float matrix, row by row, and whether they have single precision; a vector is a column."""
    try:
        start = 10 if data[6] == 1 else 12
        end = start + struct.unpack("<H" if data[6] == 1 else "<I", data[8:start])[0]
        head = ast.literal_eval(data[start:end].decode("utf-8"))
        kind, (n, d) = head["descr"], (*head["shape"], 1)[:max(2, len(head["shape"]))]
        values = array.array({"f4": "f", "f8": "d"}[kind[1:]], data[end:])
        if kind[0] not in "<>" or head["fortran_order"] or d < 1 or n < 1 or len(values) != n * d:
            raise ValueError("not a matrix in C order, or incomplete")
    except (ValueError, KeyError, IndexError, TypeError, SyntaxError, struct.error) as error:
        raise Stop(BAD_DATA, f"{path}: npy: {error}")
    if (kind[0] == "<") != (sys.byteorder == "little"):
        values.byteswap()
    return [values[i * d:(i + 1) * d] for i in range(n)], kind[1:] == "f4"


def split_list(options, is_part=lambda text: "," not in text):
    """The parts of all texts: a whole one where that is a part, else up to the first comma with a part before it."""
    found = []
    for text in options or []:
        words = text.split(",")
        while words:
            sizes = [len(words), *range(1, len(words))]
            size = next((size for size in sizes if is_part(",".join(words[:size]))), 1)
            found.append(",".join(words[:size]))
            del words[:size]
    return found


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
        return list(dict.fromkeys(map(self.find, split_list(options, self.has))))

    def has(self, name):
        return name in (self.header or []) or (LABEL.fullmatch(name) and 1 <= int(name) <= len(self.names))


class Instance:
    """The kept rows as points, and the group of each of them for every attribute.

    An attribute is known by its column or, with --intersectional, by the tuple of all protected columns. Those in
    `balanced` are protected; the others are there for shares and no_isolate."""

    def __init__(self, table, opt):
        self.table, self.policy = table, opt.missing
        self.protected = table.find_all(opt.protect)
        if opt.intersectional and len(self.protected) < 2:
            raise Stop(USAGE, "--intersectional combines at least two protected columns")
        self.balanced = [tuple(self.protected)] if opt.intersectional else self.protected
        self.id = None if opt.id is None else table.find(opt.id)
        self.weight = None if opt.weight is None else table.find(opt.weight)
        self.metric, self.matrix = opt.metric or "euclidean", None
        shares, lonely = [self.parse_share(text) for text in opt.share or []], \
            [self.parse_group(text, False) for text in opt.no_isolate or []]
        attributes = [a for a, *_ in shares + lonely]
        self.grouped = [a for a in dict.fromkeys(attributes) if a not in self.balanced]
        numeric, text = table.find_all(opt.numeric), table.find_all(opt.categorical)
        self.numeric = [j in numeric or (j not in text and table.mostly_numbers(row[j] for row in table.rows))
                        for j in range(len(table.names))]
        self.identifiers = []
        mixed = opt.objective == "mixed"
        self.features = [] if opt.distances or mixed else self.choose_features(opt, table.find_all(opt.ignore))
        self.kept = self.choose_rows()
        stretch = self.parse_stretch(opt.weight_feature)
        coordinates = [[stretch.get(j, 1) * x for x in c] for j in self.features for c in self.encode(j, opt.scale)]
        self.coordinates, self.points = len(coordinates), list(zip(*coordinates))
        self.aims = [self.parse_aim(part, diverse) for diverse in (False, True)
                     for part in split_list(opt.diverse if diverse else opt.similar)]
        self.groups = {a: self.cells(a) for a in [*self.balanced, *self.grouped]}
        self.weights = [1] * len(self.kept) if self.weight is None else \
            [self.whole_weight(self.table.rows[i][self.weight]) for i in self.kept]
        if sum(self.weights) > WEIGHT_MOST:
            raise Stop(BAD_DATA, "the weights add up to more than 2^53")
        if opt.distances:
            self.matrix = self.read_distances(opt.distances)
        self.shares = [(a, self.find_value(a, value), *limits) for a, value, *limits in shares]
        self.lonely = list(dict.fromkeys((a, group) for a, value in lonely for group in self.find_values(a, value)))

    def choose_features(self, opt, ignored):
        chosen = self.table.find_all(opt.features)
        if set(chosen) & set(ignored):
            raise Stop(USAGE, "a column is in both -f and -x")
        if not chosen:
            out = {*self.protected, *self.grouped, *ignored, self.id, self.weight}
            rest = [j for j in range(len(self.table.names)) if j not in out and not self.is_nothing(j)]
            self.identifiers = [j for j in rest if self.is_identifier(j)]
            chosen = [j for j in rest if j not in self.identifiers]
        chosen += [j for j in dict.fromkeys(self.protected + self.grouped)
                   if opt.include_protected and j not in chosen]
        if not chosen:
            raise Stop(BAD_DATA, "no column is left for the distance")
        return chosen

    def is_nothing(self, j):
        """A column of delimited text without a name and without a value, such as that behind a last delimiter."""
        named = self.table.header is not None and self.table.header[j] != ""
        return self.table.delimiter is not None and not named and all(row[j] in self.table.missing for row in self.table.rows)

    def is_identifier(self, j):
        cells = [row[j] for row in self.table.rows if row[j] not in self.table.missing]
        if not self.numeric[j]:
            return len(self.table.rows) >= 2 and 10 * len(set(cells)) > 9 * len(cells)
        words = [w for w in re.split(r"[\W_]+", self.table.names[j].lower()) if w]
        if words[1:2] == ["of"]:
            words = words[1:]  # number of rooms
        return bool(ID_WORDS & {*words[:1], *words[-1:]}) and all(map(INTEGER.fullmatch, cells)) \
            and len(set(map(int, cells))) == len(cells)

    def choose_rows(self):
        rows, missing = self.table.rows, self.table.missing
        weight = [] if self.weight is None else [self.weight]
        groups = list(dict.fromkeys(self.protected + self.grouped))
        used = list(dict.fromkeys(self.features + groups + weight))
        for j in {"error": used, "impute": groups + weight, "category": weight}.get(self.policy, []):
            if count := sum(row[j] in missing for row in rows):
                raise Stop(BAD_DATA, f"column {show(self.table.names[j])}: {count} missing")
        kept = [i for i, row in enumerate(rows)
                if self.policy != "drop" or not any(row[j] in missing for j in used)]
        if not kept:
            raise Stop(BAD_DATA, "no row is left")
        return kept

    def cells(self, j):
        """The cells of the kept rows in one column, or their combinations in several; None for a missing one."""
        if isinstance(j, tuple):
            parts = zip(*map(self.cells, j))
            return [None if None in part else part for part in parts]
        cells = (self.table.rows[i][j] for i in self.kept)
        return [None if c in self.table.missing else c for c in cells]

    def name(self, attribute):
        columns = attribute if isinstance(attribute, tuple) else (attribute,)
        return " & ".join(self.table.names[j] for j in columns)

    def titles(self):
        """{attribute: its name}, with the numbers of the columns where two would have one name."""
        titles = {a: self.name(a) for a in self.groups}
        while doubles := [a for a in titles if not isinstance(a, tuple) and list(titles.values()).count(titles[a]) > 1]:
            titles.update({a: f"{titles[a]} (column {a + 1})" for a in doubles})
        return titles

    @staticmethod
    def group_name(group):
        """The text, or its parts with " & " between; in quotes where it could be taken for something else."""
        if group is None:
            return "(missing)"
        if isinstance(group, tuple):
            odd = re.compile(r'^"| & | &$')
            return " & ".join('"' + part.replace('"', '""') + '"' if odd.search(part) else part for part in group)
        return f'"{group}"' if re.fullmatch(r'("*)\(missing\)\1', group) else group

    def parse_group(self, text, with_value):
        """(attribute, value or None) of COL:VALUE or COL: the first colon with a column before it counts."""
        ends = [i for i, c in enumerate(text) if c == ":"]
        for end in ([] if with_value else [len(text)]) + ends:
            name, value = text[:end], text[end + 1:] if end < len(text) else None
            if self.balanced != self.protected and name == self.name(self.balanced[0]):
                return self.balanced[0], value
            if self.table.has(name):
                return self.table.find(name), value
        raise Stop(USAGE, f"{show(text)}: COL:VALUE is expected")

    def parse_share(self, text):
        """(attribute, value, least, most) of COL:VALUE=LO..HI; an absent limit is 0 or 1."""
        group, _, limits = text.rpartition("=")
        low, dots, high = limits.partition("..")
        try:
            least, most = fraction(low or "0"), fraction(high or "1")
        except (ValueError, ZeroDivisionError):
            least, most = 1, 0
        if not dots or not low + high or not 0 <= least <= most <= 1:
            raise Stop(USAGE, f"--share {show(text)}: COL:VALUE=LO..HI is expected")
        return *self.parse_group(group, True), least, most

    def find_value(self, attribute, value):
        """The group that a text names; None: the missing ones."""
        named = {self.group_name(g): g for g in self.groups[attribute] if g is not None}
        if value == "(missing)" and None not in self.groups[attribute]:
            value = self.group_name(value)
        if value in named:
            return named[value]
        if value in self.table.missing | {"missing", "(missing)"} and self.policy == "category":
            return None
        raise Stop(USAGE, f"{show(self.titles()[attribute])} has no value {show(value)}")

    def find_values(self, attribute, value):
        """One group, or all of the attribute."""
        if value is None:
            return sorted(set(self.groups[attribute]) - {None})
        found = self.find_value(attribute, value)
        if found is None:
            raise Stop(USAGE, "--no-isolate: the missing ones are no group")
        return [found]

    def parse_stretch(self, options):
        stretch = {}
        def is_part(text):
            name, _, factor = text.rpartition("=")
            return "," not in factor and self.table.has(name)

        for part in split_list(options, is_part):
            name, sign, factor = part.rpartition("=")
            j = self.table.find(name)
            if not sign or not POINT_NUMBER.fullmatch(factor) or float(factor) < 0 or j not in self.features:
                raise Stop(USAGE, f"--weight-feature {show(part)}: COL=W is expected, of a feature")
            stretch[j] = float(factor)
        return stretch

    def parse_aim(self, part, diverse):
        """What COL or COL=W of --similar or --diverse asks for."""
        name, sign, weight = (part, "", "1") if self.table.has(part) else part.rpartition("=")
        if not POINT_NUMBER.fullmatch(weight) or float(weight) < 0:
            raise Stop(USAGE, f"{show(part)}: COL or COL=W is expected")
        return Aim(self, self.table.find(name), diverse, float(weight))

    def whole_weight(self, cell):
        value = self.table.value(cell) if self.table.is_number(cell) else 0
        if not 1 <= value <= WEIGHT_MOST or value != int(value):
            raise Stop(BAD_DATA, f"weight '{show(cell)}': a whole number of at least 1 is expected")
        return int(value)

    def read_distances(self, path):
        """The n x n matrix of the file's rows, the dropped ones included; only those of kept rows are looked at."""
        rows = read_npy(read_bytes(path), path)[0]
        if {len(rows), len(rows[0])} != {len(self.table.rows)}:
            raise Stop(BAD_DATA, f"{path}: {len(rows)} x {len(rows[0])} distances for {len(self.table.rows)} rows")
        for i, j in itertools.combinations_with_replacement(self.kept, 2):
            one, other = rows[i][j], rows[j][i]
            if not (0 <= one < math.inf and 0 <= other < math.inf) or abs(one - other) > SYMMETRY * max(one, other) \
                    or (i == j and one != 0):
                raise Stop(BAD_DATA, f"{path}: distances of rows {i + 1} and {j + 1}: {one}, {other}")
        return rows

    def distances(self, at, others):
        """From one kept row to others."""
        if self.matrix is not None:
            i, rows = self.kept[at], self.matrix
            return [(rows[i][j] + rows[j][i]) / 2 for j in (self.kept[o] for o in others)]
        point, points = self.points[at], [self.points[o] for o in others]
        if self.metric == "euclidean":
            return list(map(math.dist, points, itertools.repeat(point)))
        if self.metric == "manhattan":
            return [total(abs(a - b) for a, b in zip(point, p)) for p in points]
        return [total(square(a - b) for a, b in zip(point, p)) for p in points]

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
        absent = [float(c is None) for c in cells]
        numbers = scaled(fill_mean([numbers[i] for i in self.kept]), scale, absent.count(0))
        return [numbers, absent] if self.policy == "category" and any(absent) else [numbers]

    def number(self, cell, j):
        if not self.table.is_number(cell) or math.isinf(self.table.value(cell)):
            raise Stop(BAD_DATA, f"column {show(self.table.names[j])}: '{show(cell)}' is no finite number")
        return self.table.value(cell)


class Aim:
    """A column in which the members of a cluster shall be alike, or the clusters (diverse), and what it costs.

    Numbers are one coordinate, texts one 0/1 coordinate each; what is unknown has the mean of what is known. All is
    divided by T, the squared distances of all rows to the mean, so that the part inside clusters and the part between
    them add up to 1."""

    def __init__(self, instance, j, diverse, weight):
        self.name, self.diverse, self.weight = instance.table.names[j], diverse, weight
        table, cells = instance.table, instance.cells(j)
        if instance.numeric[j]:
            columns = [[table.value(c) if c is not None and table.is_number(c) else None for c in cells]]
        else:
            columns = [[None if c is None else float(c == text) for c in cells] for text in sorted(set(cells) - {None})]
        self.unknown = columns[0].count(None) if columns else len(cells)
        self.columns = [fill_mean(column) for column in columns]
        self.total = total(square(x - mean_of(column)) for column in self.columns for x in column)

    def between(self, clusters):
        """The part of T that is left when every row is at the mean of its cluster; 0 when T is."""
        parts = [len(of) * square(mean_of([column[i] for i in of]) - mean_of(column))
                 for column in self.columns for of in clusters]
        return total(parts) / self.total if self.total > 0 else 0.0

    def inside(self, clusters):
        parts = []
        for column in self.columns:
            for of in clusters:
                mean = mean_of([column[i] for i in of])
                parts += [square(column[i] - mean) for i in of]
        return total(parts) / self.total if self.total > 0 else 0.0

    def cost(self, clusters):
        return self.weight * (self.between if self.diverse else self.inside)(clusters)


def mean_of(values):
    return total(values) / len(values)


def fraction(text):
    """A fraction, a decimal or a percentage, exactly."""
    return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)


def square(x):
    return x * x


def fill_most_frequent(cells):
    counts = Counter(c for c in cells if c is not None)
    common = min(counts, key=lambda c: (-counts[c], c.encode("utf-8")))
    return [common if c is None else c for c in cells]


def fill_mean(numbers):
    present = [x for x in numbers if x is not None]
    mean = 2 * math.fsum(x / 2 / len(present) for x in present) if max(map(abs, present), default=0) > 1e300 \
        else math.fsum(present) / max(len(present), 1)
    return [mean if x is None else x for x in numbers]


def scaled(values, scale, known):
    """known: the values that no mean stands for; only these have a deviation."""
    if scale == "none":
        return values
    if min(values) == max(values):
        return [0.0] * len(values)
    shift = -math.frexp(max(map(abs, values)))[1]  # by a power of two, so that no range overflows
    values = [math.ldexp(v, shift) for v in values]
    low, high, mean = min(values), max(values), math.fsum(values) / len(values)
    if scale == "minmax":
        return [(v - low) / (high - low) for v in values]
    deviation = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / known)  # the others are at the mean
    return [(v - mean) / deviation for v in values]


class Result:
    """The label of every kept row (None: it has no usable one), and what is wrong with the rows."""

    def __init__(self, path, instance):
        self.table, self.kept, self.id = instance.table, instance.kept, instance.id
        header, *rows = self.read_table(path, self.table, "cluster", "group")
        last = header[-1] if header[-1] == "group" else "cluster"
        column = len(header) - 1 if last in self.table.names or last == "group" else header.index(last)
        labels = [row.pop(column) for row in rows]
        header.pop(column)
        if last == "group":  # names, numbered as people would: the shorter first
            numbers = sorted(set(labels), key=lambda name: (len(name.encode()), name.encode()))
            labels = [str(numbers.index(name) + 1) for name in labels]
        self.labels, self.faults = [None] * len(self.kept), []
        names = self.table.names
        by_id = self.id is not None and header in ([names[self.id]], [(self.table.header or names)[self.id]])
        if by_id or header == ["row"] and (names != ["row"] or self.is_counted([row[0] for row in rows])):
            self.match_by_key([row[0] for row in rows], labels, by_id)
        elif len(header) == len(names):
            self.match_in_order(header, rows, labels)
        else:
            raise Stop(BAD_DATA, f"{path}: neither the input columns, nor row or the id column, plus cluster")
        self.faults += [f"row {i + 1} has no cluster" for i, c in zip(self.kept, self.labels) if c is None]

    def is_counted(self, keys):
        """Where the only column is called row: are the keys the numbers of the rows, as no order of its cells would be?"""
        numbers = [str(i + 1) for i in self.kept]
        return keys == numbers and not {self.table.rows[i][0] for i in self.kept} <= set(numbers)

    @staticmethod
    def read_table(path, table, *names):
        """The records. Detection may err, so other delimiters are tried until there is a column of one of the names."""
        data, failures = read_bytes(path), []
        for delimiter in [None, table.delimiter, *DELIMITERS]:
            try:
                records = read_records(data, path, delimiter=delimiter)[0]
                if "cluster" in records[0] or records[0][-1] in names:
                    return records
            except Stop as stop:
                failures.append(stop)
        raise failures[0] if failures else Stop(BAD_DATA, f"{path}: no column cluster")

    def match_in_order(self, header, rows, labels):
        table = self.table
        if not all(h in pair for h, *pair in zip(header, table.header or table.names, table.names)):
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


class Wishes:
    """What is asked of single rows and clusters, from the files that name them by id or by row number."""

    def __init__(self, instance, opt):
        self.instance, table = instance, instance.table
        position, self.places = {i: at for at, i in enumerate(instance.kept)}, defaultdict(list)
        for i, row in enumerate(table.rows):
            key = str(i + 1) if instance.id is None else row[instance.id]
            self.places[key].append(position.get(i))
        self.sizes = [self.capacity(path, line) for path in opt.sizes or [] for line in read_lines(path)]
        self.together = self.read_sets(opt.together)
        self.apart = self.read_sets(opt.apart)
        self.avoid = [self.read_labels(path) for path in opt.avoid or []]
        self.start = self.read_labels(opt.start) if opt.start else None
        self.candidates = self.read_candidates(opt.medoids) if opt.medoids else None

    @staticmethod
    def capacity(path, line):
        if len(line) != 1 or not LABEL.fullmatch(line[0]) or int(line[0]) < 1:
            raise Stop(BAD_DATA, f"{path}: one capacity a line is expected, not {show(line)}")
        return int(line[0])

    def place(self, path, key):
        """The position of the row of this name among the kept ones; None: it was dropped."""
        if len(self.places.get(key, [])) != 1:
            raise Stop(BAD_DATA, f"{path}: '{show(key)}' names {'several rows' if key in self.places else 'no row'}")
        return self.places[key][0]

    def read_places(self, path, line):
        keys = [key for key in line if key]
        if len(set(keys)) < len(keys):
            raise Stop(BAD_DATA, f"{path}: a row is named twice in {show(line)}")
        return [at for at in (self.place(path, key) for key in keys) if at is not None]

    def read_sets(self, paths):
        return [self.read_places(path, line) for path in paths or [] for line in read_lines(path)]

    def read_candidates(self, path):
        lines, name = read_lines(path), "row" if self.instance.id is None else self.instance.name(self.instance.id)
        if lines and lines[0] == [name] and name not in self.places:
            lines.pop(0)
        return {at for line in lines for at in self.read_places(path, line)}

    def read_labels(self, path):
        """The cluster of each kept row in an earlier result; None: it has none there. Rows not in FILE are ignored."""
        instance, labels = self.instance, [None] * len(self.instance.kept)
        header, *rows = Result.read_table(path, instance.table)
        column = len(header) - 1 if header[-1] == "cluster" else header.index("cluster")
        names = instance.table.names
        if instance.id is not None:
            keys = self.column(path, header, rows, instance.name(instance.id))
        elif header[0] == "row" and (len(header) != len(names) + 1 or names[0] != "row"):
            keys = [row[0] for row in rows]
        elif len(header) == len(names) + 1 and column == len(names):
            keys = [str(i + 1) for i in instance.kept[:len(rows)]]
        else:
            raise Stop(BAD_DATA, f"{path}: nothing to match its rows by")
        for key, row in zip(keys, rows):
            at = self.place(path, key) if key in self.places else None
            if at is not None and row[column] not in instance.table.missing:
                if not LABEL.fullmatch(row[column]) or int(row[column]) < 1:
                    raise Stop(BAD_DATA, f"{path}: '{show(row[column])}' is no cluster")
                labels[at] = int(row[column])
        return labels

    @staticmethod
    def column(path, header, rows, name):
        if header.count(name) != 1:
            raise Stop(BAD_DATA, f"{path}: no column {show(name)} to match its rows by")
        return [row[header.index(name)] for row in rows]

    def pairs_apart(self, labels):
        """Pairs of rows of one set of --apart that share a cluster, each once."""
        return {pair for places in self.apart for pair in itertools.combinations(sorted(places), 2)
                if labels[pair[0]] == labels[pair[1]] is not None}

    def repeated_pairs(self, labels):
        """Pairs that share a cluster, and shared one in some earlier file: by inclusion and exclusion of the files."""
        pairs = 0
        for some in range(1, len(self.avoid) + 1):
            for files in itertools.combinations(self.avoid, some):
                kinds = Counter(kind for kind in zip(labels, *files) if None not in kind)
                pairs -= (-1) ** some * sum(m * (m - 1) // 2 for m in kinds.values())
        return pairs


def read_lines(path):
    """The cells of each line of a list, but for blank ones."""
    lines = list(parse_records(decode(read_bytes(path), path), ","))
    if None in lines:
        raise Stop(BAD_DATA, f"{path}: quote never closed, or text after its end")
    return [line for line in lines if any(line)]


class Judge:
    """Recomputes every property, and knows whether one that counts is violated."""

    def __init__(self, instance, result, opt):
        self.instance, self.result, self.opt, self.violated = instance, result, opt, False
        self.wishes = Wishes(instance, opt)
        self.n, self.members = len(instance.kept), defaultdict(list)
        for position, label in enumerate(result.labels):
            if label is not None:
                self.members[label].append(position)
        self.loads = {c: sum(instance.weights[i] for i in of) for c, of in self.members.items()}
        kept = self.wishes.start if opt.keep else None
        self.k = opt.k or len(self.wishes.sizes) or max((c for c in kept or [] if c), default=0) or \
            max(self.members, default=0)
        if self.wishes.sizes and len(self.wishes.sizes) != self.k:
            raise Stop(USAGE, f"--sizes has {len(self.wishes.sizes)} lines for {self.k} clusters")
        self.q = opt.max_size or math.ceil(sum(instance.weights) * opt.slack / max(self.k, 1))
        self.ids = range(1, min(self.k, self.n) + 1)
        self.limits = balance_limits(opt.balance, instance)

    def capacity(self, cluster):
        sizes = self.wishes.sizes
        return sizes[cluster - 1] if 1 <= cluster <= len(sizes) else 0 if sizes else self.q

    def say(self, name, ok, value, limit, note=""):
        rule = name.split(" ")[0]
        counts = rule not in ENFORCEABLE or rule in self.opt.enforces
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
        excess = {c: load - self.capacity(c) for c, load in sorted(self.loads.items())}
        fullest = max(excess, key=excess.get, default=1)
        self.overfull = sum(x > 0 for x in excess.values())
        self.say("capacity", not self.overfull, self.loads.get(fullest, 0), self.capacity(fullest))
        self.say("min_size", min(sizes) >= self.opt.min_size, min(sizes), self.opt.min_size)
        self.judge_balance()
        self.judge_shares()
        self.judge_wishes()
        self.judge_cost()
        if self.opt.report:
            self.judge_report(read_report(self.opt.report))
        return VIOLATED if self.violated else OK

    def judge_balance(self):
        balances = {a: self.balances(self.instance.groups[a]) for a in self.instance.balanced}
        self.unfair = {c for j, of in balances.items() for c, b in of.items() if b < self.limits[j]}
        worst = {j: min(of.values(), default=None) for j, of in balances.items()}
        self.balance = min((b for b in worst.values() if b is not None), default=None)
        self.say("balance", not self.unfair, *map(self.per_attribute, (worst, self.limits)))

    def per_attribute(self, values):
        if len(values) < 2:
            return str(next(iter(values.values()), None))
        return " ".join(f"{show(self.instance.titles()[a])}={value}" for a, value in values.items())

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

    def count(self, cluster, attribute, group):
        groups = self.instance.groups[attribute]
        return sum(groups[i] == group for i in self.members[cluster])

    def group(self, attribute, group):
        return f"{show(self.instance.titles()[attribute])}:{show(self.instance.group_name(group))}"

    def judge_shares(self):
        """Bounds on a group's part of every cluster, and nobody alone of a group."""
        instance, self.broken = self.instance, {"share": set(), "no_isolate": set()}
        for attribute, group, least, most in instance.shares:
            parts = {c: Fraction(self.count(c, attribute, group), len(of)) for c, of in list(self.members.items())}
            wrong = {c for c, part in parts.items() if not least <= part <= most}
            self.broken["share"] |= wrong
            low, high = min(parts.values(), default=None), max(parts.values(), default=None)
            self.say(f"share {self.group(attribute, group)}", not wrong, f"{low}..{high}", f"{least}..{most}")
        for attribute, group in instance.lonely:
            wrong = {c for c in list(self.members) if self.count(c, attribute, group) == 1}
            self.broken["no_isolate"] |= wrong
            self.say(f"no_isolate {self.group(attribute, group)}", not wrong, len(wrong), 0)

    def judge_wishes(self):
        """What is asked of single rows. A row without a usable label is with nobody."""
        wishes, labels = self.wishes, self.result.labels
        divided = sum(len({labels[i] for i in places}) > 1 for places in wishes.together)
        moved = sum(c is not None and c != label for c, label in zip(wishes.start or [], labels)) if self.opt.keep else 0
        bare = [c for c, of in self.members.items()
                if wishes.candidates is not None and not wishes.candidates & set(of)]
        self.broken.update(together=divided, apart=len(wishes.pairs_apart(labels)), keep=moved, medoids=len(bare))
        asked = {"together": wishes.together, "apart": wishes.apart, "keep": self.opt.keep,
                 "medoids": wishes.candidates is not None}
        for rule in (rule for rule in asked if asked[rule]):
            self.say(rule, not self.broken[rule], self.broken[rule], 0)
        self.pairs = wishes.repeated_pairs(labels)
        if wishes.avoid:
            self.say("repeated_pairs", True, self.pairs, None)

    def judge_cost(self):
        """Sum over clusters of the smallest sum of distances to a member that may be a medoid; or of squares."""
        self.sums = {}
        if self.opt.no_cost:
            print("note: the cost was not computed (--no-cost)")
            return
        if self.opt.objective == "mixed":
            self.cost = total(aim.cost(self.members.values()) for aim in self.instance.aims)
            self.say("cost", math.isfinite(self.cost), repr(self.cost), None)
            return
        for cluster, members in self.members.items():
            may = self.wishes.candidates and self.wishes.candidates & set(members) or members
            self.sums[cluster] = {i: total(self.instance.distances(i, members)) for i in members if i in may}
        if self.opt.objective == "sse":
            self.cost = total(self.squares(members) for members in self.members.values())
        else:
            self.cost = total(min(sums.values()) for sums in self.sums.values())
        self.say("cost", math.isfinite(self.cost), repr(self.cost), None)

    def squares(self, members):
        """The squared distances of some rows to their mean."""
        sums = []
        for values in zip(*(self.instance.points[i] for i in members)):
            mean = total(values) / len(values)
            sums.append(total(square(x - mean) for x in values))
        return total(sums)

    def judge_report(self, report):
        """Every figure of the report must be the one recomputed here."""
        self.compare("n", report.get("n"), self.n)
        self.compare("k", report.get("k"), self.k)
        self.compare("sizes", report.get("sizes"), [len(self.members.get(c, [])) for c in self.ids])
        if not self.opt.no_cost:
            self.compare_float("cost", report.get("cost"), self.cost)
        self.compare_float("balance", report.get("balance", "absent"), self.balance)
        self.judge_groups(report.get("groups"))
        if self.opt.objective == "mixed":
            self.judge_columns(report.get("columns"))
        else:
            self.judge_medoids(report.get("medoids"))
        if "group_cost" in report and self.opt.objective != "mixed":  # a later key: reports of before do not have it
            self.judge_group_cost(report["group_cost"], report.get("medoids"))
        if "loads" in report:
            self.compare("loads", report["loads"], [self.loads.get(c, 0) for c in self.ids])
        if self.wishes.avoid or "repeated_pairs" in report:
            pairs = self.pairs if self.wishes.avoid else None
            self.compare("repeated_pairs", report.get("repeated_pairs", "absent"), pairs)
        self.judge_violations(report.get("violations"))

    def judge_columns(self, found):
        """What is said of each similar or diverse column."""
        clusters, wrong = self.members.values(), []
        found = found if isinstance(found, list) else []
        lot = 1 - (self.k - 1) / (self.n - 1) if self.n > 1 else 0
        for aim, told in zip(self.instance.aims, found):
            words = told.get("name"), told.get("wish"), told.get("weight"), told.get("unknown")
            figures = told.get("inside"), told.get("between"), told.get("inside_by_lot")
            expected = aim.inside(clusters), aim.between(clusters), lot
            if words != (aim.name, "diverse" if aim.diverse else "similar", aim.weight, aim.unknown) or aim.total > 0 and \
                    not all(math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE) for a, b in zip(figures, expected)):
                wrong.append(aim.name)
        self.say("report.columns", len(found) == len(self.instance.aims) and not wrong, len(found), len(self.instance.aims),
                 f"wrong for {', '.join(map(show, wrong))}" if wrong else "")

    def judge_violations(self, found):
        """The counts of capacity and balance must be there; those of other rules must be right where they are."""
        expected = {"capacity": self.overfull, "balance": len(self.unfair)}
        expected["min_size"] = sum(len(self.members.get(c, [])) < self.opt.min_size for c in self.ids)
        expected.update((rule, of if isinstance(of, int) else len(of)) for rule, of in self.broken.items())
        if not isinstance(found, dict):
            found = {}
        keys = [rule for rule in expected if rule in found or rule in ("capacity", "balance")]
        self.compare("violations", [found.get(rule) for rule in keys], [expected[rule] for rule in keys])

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
            named = list(map(self.instance.group_name, groups))
            expected[self.instance.titles()[j]] = [
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
        centres, expected = self.centres(medoids), {}
        for j, groups in self.instance.groups.items():
            distances = defaultdict(list)
            for at, (group, label) in enumerate(zip(groups, self.result.labels)):
                if group is not None:
                    far = self.instance.distances(at, [centres[label]])[0] if label in centres else math.nan
                    distances[self.instance.group_name(group)].append(far)
            expected[self.instance.titles()[j]] = {g: total(of) / len(of) for g, of in distances.items()}
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
        if self.wishes.candidates is not None and at not in self.wishes.candidates:
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


def balance_limits(options, instance):
    """The required balance of each protected attribute: `1/2`, `0.5` or `sex=1/2,school=1/10`, in one -t or several.

    Two limits for one attribute are a mistake; one for all may only begin a single -t, where it is for those not named."""
    limits, named, general = dict.fromkeys(instance.balanced, Fraction(1, 2)), {}, {}
    if options and not limits:
        raise Stop(USAGE, "-t needs -p")
    names = {instance.name(a) for a in limits} | set(instance.titles().values())

    def is_part(text):
        name, sign, value = text.rpartition("=")
        return "," not in value and (name in names or instance.table.has(name) if sign else value[:1] in set("0123456789."))

    parts = [(place, part) for place, option in enumerate(options or []) for part in split_list([option], is_part)]
    for place, part in parts:
        name, sign, text = part.rpartition("=")
        combined = [a for a in limits if isinstance(a, tuple) and instance.name(a) == name] or \
            [a for a, title in instance.titles().items() if a in limits and title == name != instance.name(a)]
        columns = combined or [instance.table.find(name)] if sign else list(limits)
        try:
            limit = Fraction(text)
        except (ValueError, ZeroDivisionError):
            limit = None
        if limit is None or not 0 <= limit <= 1 or not limits.keys() >= set(columns):
            raise Stop(USAGE, f"-t {show(part)}: a fraction from 0 to 1, for a protected column, is expected")
        if sign:
            twice = named.setdefault(columns[0], limit) != limit or general and place not in general
        else:
            twice = limit not in general.values() if general else named
        if twice:
            raise Stop(USAGE, f"-t {show(part)}: another balance is asked for, too")
        if not sign and not general:
            general[place] = limit
            limits = dict.fromkeys(limits, limit)
    return {**limits, **named}


def without_doubles(pairs):
    """The object of the pairs; a key that is there twice would hide a value."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError(f"a key is there twice: {', '.join(show(key) for key, _ in pairs)[:200]}")
    return dict(pairs)


def read_report(path):
    try:
        report = json.loads(decode(read_bytes(path), path), object_pairs_hook=without_doubles)
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
        counts = Counter(map(instance.group_name, groups))
        print(f"groups {show(instance.titles()[j])}: {', '.join(f'{show(g)} {counts[g]}' for g in sorted(counts))}")


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


def size_range(text):
    """A-B, or A for A to A + 1."""
    least, dash, most = text.partition("-")
    least = whole(1)(least)
    return least, whole(least)(most) if dash else least + 1


def parse_options(arguments):
    parser = argparse.ArgumentParser(allow_abbrev=False, description=__doc__.split("\n")[0])
    add = parser.add_argument
    for names in "-p --protect", "-f --features", "-x --ignore", "--na", "--numeric", "--categorical":
        add(*names.split(), action="append", metavar="LIST")
    for name in "weight-feature", "share", "no-isolate", "together", "apart", "avoid", "sizes", "similar", "diverse":
        add("--" + name, action="append")
    for name in "include-protected", "header", "no-header", "decimal-comma", "no-cost", "describe", "intersectional", "keep":
        add("--" + name, action="store_true")
    add("--id", metavar="COL")
    add("-w", "--weight", metavar="COL")
    add("--metric", choices=["euclidean", "manhattan", "sqeuclidean"])
    add("--objective", choices=["medoids", "sse"], default="medoids")  # mixed with --similar and --diverse
    for name in "distances", "start", "medoids":
        add("--" + name, metavar="FILE")
    add("--scale", choices=["minmax", "zscore", "none"], default="minmax")
    add("--missing", choices=["error", "drop", "impute", "category"], default="error")
    add("--delimiter", metavar="C")
    add("--skip", type=whole(0), default=0, metavar="N")
    add("-k", "--clusters", dest="k", type=whole(1), metavar="N")
    add("-q", "--max-size", type=whole(1), metavar="N")
    add("--slack", type=decimal, default="1.01", metavar="E")
    add("--min-size", type=whole(0), default=1, metavar="N")
    add("-s", "--group-size", type=size_range, metavar="A[-B]")
    add("-m", "--method", help="taken, and of no importance")
    add("-t", "--balance", action="append", metavar="R")
    add("--enforces", default=",".join(ENFORCEABLE), metavar="LIST")
    add("--report", metavar="REPORT.json")
    add("file", metavar="FILE")
    add("result", metavar="RESULT", nargs="?")
    opt = parser.parse_intermixed_args(arguments)
    opt.enforces = set(opt.enforces.split(",")) - {"", "none"}
    opt.delimiter = {"tab": "\t", "\\t": "\t"}.get(opt.delimiter, opt.delimiter)
    if opt.result is None and not opt.describe:
        parser.error("RESULT is missing")
    if opt.group_size:
        opt.min_size, opt.max_size = opt.group_size
    if opt.similar or opt.diverse:
        opt.objective = "mixed"
    if opt.sizes and (opt.max_size or len(opt.sizes) > 1) or opt.keep and not opt.start or opt.distances and (
            opt.metric or opt.features or opt.weight_feature or opt.include_protected) or opt.objective == "sse" and (
            opt.distances or opt.metric == "manhattan"):
        parser.error("--sizes goes without -q and -s, --keep with --start; --distances without --metric, -f, "
                     "--weight-feature and --include-protected; sse without --distances and manhattan")
    if opt.header and opt.no_header or opt.enforces - ENFORCEABLE or len(opt.delimiter or ",") != 1:
        parser.error("--header and --no-header exclude each other; --enforces names some of "
                     f"{', '.join(sorted(ENFORCEABLE))}; --delimiter is one character")
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
