"""A second reader: docs/INPUT.md in Python, byte by byte. It shares no code with src/table.

records(text, delimiter) gives every record with its physical line, its cells and its faults. Slow, short, and for
comparison only. What is guessed about a file (delimiter, header) is no matter of this reader: it is told the delimiter.
"""
import re
import zlib
from collections import Counter, namedtuple

Record = namedtuple("Record", "line cells faults stray")
LINE_END = re.compile(rb"\r\n|\r|\n")
BLANKS = b" \t"
CTRL_Z = b"\x1a"


class Refused(Exception):
    """A file that is no table as a whole; the text is a part of the sentence that says so."""


def unpack(data):
    """The members of a gzip file, and zeros as padding behind each of them."""
    text, left = b"", data
    while left:
        stream = zlib.decompressobj(31)
        try:
            text += stream.decompress(left)
        except zlib.error as error:
            raise Refused("gzip data are damaged") from error
        if not stream.eof:
            raise Refused("gzip data are damaged")
        left = stream.unused_data.lstrip(b"\0")
    return text


OTHER_FORMATS = {b"PK\3\4": "workbook", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "workbook", b"\xfd7zXZ\0": "packed with xz",
                 b"\x28\xb5\x2f\xfd": "packed with zstd", b"7z\xbc\xaf\x27\x1c": "packed with 7-Zip", b"PAR1": "Parquet",
                 b"%PDF-": "PDF", b"BZh91AY&SY": "packed with bzip2", b"SQLite format 3\0": "SQLite", b"\x89HDF\r\n\x1a\n": "HDF5",
                 b"ARROW1\0\0": "Arrow", b"FEA1": "Feather", b"RDX2\n": "file of R", b"RDX3\n": "file of R",
                 b"X\n\0\0\0": "file of R", b"Rar!\x1a\7": "RAR", b"\x1f\x8b": "gzip twice", b"\x1f\x9d": "packed with compress"}
OTHER_TEXTS = re.compile(rb"(<\?xml)|(<!doctypehtml|<html|<table)|(\{\"|\[[{\"])|(\{\\rtf)", re.IGNORECASE)


def decode(data):
    """The bytes of the text in UTF-8 (or what is none), without a mark."""
    if data[:2] == b"\x1f\x8b":
        data = unpack(data)
    for first, said in OTHER_FORMATS.items():
        if data.startswith(first):
            raise Refused(said)
    text = re.sub(CTRL_Z + b"[ \\t\\r\\n" + CTRL_Z + rb"]*\Z", b"", without_mark(data))
    found = OTHER_TEXTS.match(text.translate(None, b" \t\r\n"))
    if found:
        raise Refused(("XML", "HTML", "JSON", "RTF")[found.lastindex - 1])
    return text


def without_mark(data):
    if data[:3] == b"\xef\xbb\xbf":
        return re.sub(rb"\A(\xef\xbb\xbf)+", b"", data)
    for mark, codec in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data[:2] == mark:
            try:
                return without_mark(data[2:].decode(codec).encode())
            except UnicodeDecodeError as error:
                raise Refused("UTF-16") from error
    return data


def behind_marks(text, at):
    """Where the text goes on behind byte-order marks, and behind blank lines before them."""
    found = re.compile(rb"(?:[ \t]*(?:\r\n|\r|\n))*(?:\xef\xbb\xbf)+").match(text, at)
    return found.end() if found else at


def split_sep_line(text):
    """(what is before the table: b"", marks or Excel's first line, the delimiter that this names or None)."""
    at = behind_marks(text, 0)
    found = re.compile(rb"(?i:sep)=([^\r\n\0\x80-\xff])(\r\n|\r|\n|\Z)").match(text, at)
    if not found:
        return text[:at], None
    return text[:behind_marks(text, found.end())], None if found[1] in b'" ' else found[1]


def without_guard(cell):
    return cell[1:] if re.match(rb"'+[=+\-@\t\r]", cell) else cell


def bad_bytes(raw):
    """(offset, kind) of the first byte that no text has, or None."""
    nul = raw.find(b"\0")
    try:
        raw.decode()
        wrong = -1
    except UnicodeDecodeError as error:
        wrong = error.start
    if nul < 0 and wrong < 0:
        return None
    return (nul, "NUL") if wrong < 0 or 0 <= nul < wrong else (wrong, "UTF-8")


def one_record(text, at, delimiter):
    """(cells, faults, stray, starts of the cells, where the record ends) of the record at an offset."""
    blanks = bytes(set(BLANKS) - set(delimiter))
    stop = re.compile(b"[" + re.escape(delimiter) + rb"\r\n]|\Z")
    quoted = re.compile(rb'"((?:[^"]|"")*)"(?!")[' + blanks + b"]*")
    cells, faults, stray, starts = [], [], False, []
    while True:
        starts.append(at)
        if text[at:at + 1] == b'"':
            found = quoted.match(text, at)
            if not found:
                return cells + [text[at + 1:]], [(len(cells) + 1, "never closed")], stray, starts, len(text)
            end = stop.search(text, found.end()).start()
            if end > found.end() and not any(kind == "after a closing quote" for _, kind in faults):
                faults.append((len(cells) + 1, "after a closing quote"))
            cells.append(without_guard(found[1].replace(b'""', b'"')))
        else:
            end = stop.search(text, at).start()
            stray |= b'"' in text[at:end]
            cells.append(without_guard(text[at:end].strip(BLANKS)))
        if text[end:end + 1] != delimiter:
            return cells, faults, stray, starts, end
        at = end + 1


def records(text, delimiter):
    """All records of a decoded text, and the number of cells that they should have."""
    blanks = bytes(set(BLANKS) - set(delimiter))
    blank_line = re.compile(b"[" + blanks + rb"]*(\r\n|\r|\n|\Z)")
    at = len(split_sep_line(text)[0])
    line = 1 + len(LINE_END.findall(text[:at]))
    found = []
    while at < len(text):
        blank = blank_line.match(text, at)
        if blank:
            at, line = blank.end(), line + 1
            continue
        cells, faults, stray, starts, end = one_record(text, at, delimiter)
        if not found and cells[0].startswith(b"\xef\xbb\xbf"):  # within quotes
            cells[0] = without_guard(re.sub(rb"\A(\xef\xbb\xbf)+", b"", cells[0]))
        bad = bad_bytes(text[at:end])
        if bad:
            column = sum(start <= at + bad[0] for start in starts)
            faults.insert(0, (column, bad[1]))
        found.append(Record(line, cells, faults, stray))
        line += len(LINE_END.findall(text[at:end])) + 1
        ending = LINE_END.match(text, end)
        at = ending.end() if ending else len(text)
    if not found:
        raise Refused("the file is empty")
    if not any(r.faults or len(r.cells) != 1 for r in found) and is_markup(text, found):
        raise Refused("XML or a web page")
    return found


def is_markup(text, found):
    """One column that begins with a tag and ends with one."""
    first, last = found[0].cells[0], found[-1].cells[0]
    unquoted = re.search(rb"\S", text)[0] != b'"'
    return len(found) > 1 and unquoted and re.match(rb"<[^0-9=>.+ -]", first) and len(last) > 1 and last.endswith(b">")


def width(found):
    """The first record's number of cells, unless more than half of all agree on another."""
    counts = Counter(len(r.cells) for r in found)
    most, times = counts.most_common(1)[0]
    return most if 2 * times > len(found) else len(found[0].cells)


def faults(found):
    """[(line, column, a part of the sentence)] in the order of the lines."""
    wanted, out = width(found), []
    for r in found:
        out += [(r.line, column, kind) for column, kind in r.faults]
        if len(r.cells) != wanted and not any(kind == "never closed" for _, kind in r.faults):
            out.append((r.line, 0, "where the others have"))
    return out
