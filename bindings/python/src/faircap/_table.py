"""_table.py - files as the command line reads them: read_csv(), Table, generate(), and numbers as text."""
from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, Mapping, NamedTuple, Optional, Sequence, Union

import numpy as np

from ._library import c_path, c_text, call, ffi, lib, ratio, sentence, text, whole
from .exceptions import ArgumentError

__all__ = [
    "Dataset",
    "Generated",
    "Table",
    "display",
    "generate",
    "number_parse",
    "number_print",
    "read_csv",
    "read_table",
]

Column = Union[str, int]


def _given(names: Sequence[str], value: str, option: str) -> int:
    if value not in names:
        raise ArgumentError(f"{option} is {value!r}; it must be one of {', '.join(names)}")
    return names.index(value)


def two_of(pair: Any, option: str, bits: int) -> tuple[int, int]:
    try:
        low, high = pair
    except (TypeError, ValueError):
        raise ArgumentError(f"{option} is {pair!r}; it must be two numbers") from None
    return whole(low, option, bits), whole(high, option, bits)


# ---- tables ----


class Table:
    """A rectangular file: names, rows, cells. Made by :func:`read_table`.

    Attributes
    ----------
    n_rows, n_columns : int
        Data records, the header not counted, and columns.
    names : list of str
        The header's texts, or the numbers from 1 on where there is none.
    delimiter : str
        Detected or given.
    has_header, has_mark : bool
        Whether there is a header, and whether the file began with a byte-order mark.
    notes : list of str
        What the reader noticed and went on.
    """

    def __init__(self, pointer: Any):
        self._pointer = ffi.gc(pointer, lib.fcap_table_free)
        self.n_rows = lib.fcap_table_rows(pointer)
        self.n_columns = lib.fcap_table_columns(pointer)
        self.names = [text(lib.fcap_table_name(pointer, c)) for c in range(self.n_columns)]
        self.delimiter = lib.fcap_table_delimiter(pointer).decode()
        self.has_header = bool(lib.fcap_table_has_header(pointer))
        self.has_mark = bool(lib.fcap_table_has_mark(pointer))
        self.notes = [sentence(lib.fcap_table_note(pointer, i)) for i in range(lib.fcap_table_notes(pointer))]

    def __repr__(self) -> str:
        return f"Table({self.n_rows} rows: {', '.join(self.names)})"

    def find(self, column: Column) -> int:
        """The number, from 0 on, of the column with that header, or with that number as text, counted from 1."""
        if isinstance(column, (int, np.integer)):
            number = int(column)
            if 0 <= number < self.n_columns:
                return number
            raise ArgumentError(f"there is no column {column}; there are {self.n_columns}, counted from 0")
        at = lib.fcap_table_find(self._pointer, c_text(column, "column"))
        if at == -2:
            raise ArgumentError(f"more than one column is named {column!r}")
        if at < 0:
            raise ArgumentError(f"there is no column {column!r}; there are {', '.join(self.names)}")
        return at

    def lines(self) -> np.ndarray:
        """The line of the file, counted from 1, on which each row starts."""
        line = np.empty(self.n_rows, np.int64)
        lib.fcap_table_lines(self._pointer, ffi.from_buffer("int64_t[]", line))
        return line

    def row(self, row: int) -> list[Optional[str]]:
        """The cells of a row, counted from 0; None where a cell is missing."""
        return [self._text(cell) for cell in self._cells(row)[0 : self.n_columns]]

    def _cells(self, row: int) -> Any:
        """Valid until the next call."""
        if not 0 <= row < self.n_rows:
            raise IndexError(f"there is no row {row}; there are {self.n_rows}")
        cells = lib.fcap_table_row(self._pointer, row)
        if cells == ffi.NULL:
            raise MemoryError
        return cells

    def _text(self, cell: Any) -> Optional[str]:
        if lib.fcap_table_missing(self._pointer, cell):
            return None
        return ffi.unpack(cell.text, cell.size).decode("utf-8", "replace")

    def number(self, row: int, column: Column) -> Optional[float]:
        """The number in a cell under the table's decimal mark; None where there is none."""
        value = ffi.new("double *")
        found = lib.fcap_table_number(self._pointer, self._cells(row)[self.find(column)], value)
        return value[0] if found else None


def read_table(
    source: Union[str, os.PathLike, bytes],
    *,
    delimiter: Optional[str] = None,
    header: Optional[bool] = None,
    decimal_comma: bool = False,
    skip_lines: int = 0,
    na: Union[str, Sequence[str]] = (),
) -> Table:
    """Reads a CSV, TSV or .npy file, plain or gzip; what is not given is detected.

    Parameters
    ----------
    source : path or bytes
        A file, or its contents.
    delimiter : str, optional
        One character.
    header : bool, optional
        Whether the first line has the names of the columns.
    decimal_comma : bool, default=False
        Numbers are written with a comma.
    skip_lines : int, default=0
        Lines before the header that are not part of the table.
    na : str or sequence of str
        Further texts that mean "missing".

    Returns
    -------
    table : Table

    Raises
    ------
    DataError
        Lists the faults of the file with line and column.
    InputError
        When the file cannot be read.
    """
    options = ffi.new("fcap_read_options *")
    lib.fcap_read_options_init_sized(options, ffi.sizeof("fcap_read_options"))
    if delimiter is not None:
        encoded = c_text(delimiter, "delimiter")
        if len(encoded) != 1:
            raise ArgumentError(f"delimiter is {delimiter!r}; it must be one character")
        options.delimiter = encoded
    if header is not None and header not in (True, False):
        raise ArgumentError(f"header is {header!r}; it must be True, False or None")
    options.header = {None: lib.FCAP_HEADER_DETECT, True: lib.FCAP_HEADER_YES, False: lib.FCAP_HEADER_NO}[header]
    options.decimal_comma = bool(decimal_comma)
    options.skip_lines = whole(skip_lines, "skip_lines", 53)
    if options.skip_lines < 0:
        raise ArgumentError(f"skip_lines is {skip_lines!r}; it must be at least 0")
    texts = [ffi.new("char[]", c_text(value, "na")) for value in ([na] if isinstance(na, str) else na)]
    listed = ffi.new("char *[]", texts)
    options.na, options.n_na = listed, len(texts)
    out, faults = ffi.new("fcap_table **"), ffi.new("fcap_faults *")
    if isinstance(source, bytes):
        call(lib.fcap_table_parse, source, len(source), options, out, faults=faults)
    else:
        call(lib.fcap_table_read, c_path(source), options, out, faults=faults)
    return Table(out[0])


# ---- points and groups ----


@dataclass(frozen=True)
class Dataset:
    """The rows of a file as points and groups.

    Attributes
    ----------
    X : ndarray of shape (n_points, n_coordinates)
        The coordinates, scaled; texts one-hot.
    sensitive_features : dict of ndarray, or None
        For ``fit``: the names of the groups of each protected column; None where missing.
    demand : ndarray of int, or None
        Of the weight column.
    features : list of str
        The columns that make the distance.
    rows : ndarray of int
        The row of the file, from 0 on, of each point; rows with missing cells may have been left out.
    n_dropped : int
        How many were.
    notes : list of str
        What was decided without being asked.
    distances : ndarray of shape (n_points, n_points), or None
        For ``metric="precomputed"``, when a file of distances was given.
    table : Table
        The file.
    """

    X: Optional[np.ndarray] = field(repr=False)
    sensitive_features: Optional[dict[str, np.ndarray]] = field(repr=False)
    demand: Optional[np.ndarray] = field(repr=False)
    features: list[str]
    rows: np.ndarray = field(repr=False)
    n_dropped: int
    notes: list[str]
    distances: Optional[np.ndarray] = field(repr=False)
    table: Table


class _Encoding:
    """fcap_encode_options with what they point to."""

    def __init__(self, table: Table):
        self.table = table
        self.options = ffi.new("fcap_encode_options *")
        lib.fcap_encode_options_init_sized(self.options, ffi.sizeof("fcap_encode_options"))
        self._alive: list[Any] = []

    def columns(self, name: str, given: Union[Column, Sequence[Column], None]) -> None:
        one = isinstance(given, (str, int, np.integer))
        listed: Any = [] if given is None else [given] if one else given
        index = ffi.new("int32_t[]", [self.table.find(column) for column in listed])
        self._alive.append(index)
        part = getattr(self.options, name)
        part.index, part.n = index, len(listed)

    def stretch(self, stretch: Mapping[Column, float]) -> None:
        rows = ffi.new("fcap_stretch[]", [(self.table.find(column), by) for column, by in stretch.items()])
        self._alive.append(rows)
        self.options.stretch, self.options.n_stretches = rows, len(stretch)


def read_csv(
    source: Union[str, os.PathLike, bytes, Table],
    *,
    protect: Union[Column, Sequence[Column], None] = None,
    grouped: Union[Column, Sequence[Column], None] = None,
    features: Union[Column, Sequence[Column], None] = None,
    ignore: Union[Column, Sequence[Column], None] = None,
    numeric: Union[Column, Sequence[Column], None] = None,
    categorical: Union[Column, Sequence[Column], None] = None,
    id: Optional[Column] = None,
    weight: Optional[Column] = None,
    scale: str = "minmax",
    missing: str = "error",
    include_protected: bool = False,
    intersectional: bool = False,
    stretch: Optional[Mapping[Column, float]] = None,
    distances: Union[str, os.PathLike, None] = None,
    **reading: Any,
) -> Dataset:
    """Reads a file as the command line does: the same columns make the same coordinates.

    Parameters
    ----------
    source : path, bytes or Table
        CSV, TSV or .npy, plain or gzip.
    protect : str, int or sequence, optional
        Sensitive columns, by header or by number from 0 on; in no distance.
    grouped : str, int or sequence, optional
        Further sensitive columns, for rules other than a balance.
    features : str, int or sequence, optional
        Columns that make the distance; by default every column that has no other part and is no identifier.
    ignore, numeric, categorical : str, int or sequence, optional
        Columns left out, and columns whose detected type is overruled.
    id, weight : str or int, optional
        The identifier, and the demand: a column of whole numbers.
    scale : {"minmax", "zscore", "none"}, default="minmax"
        Of the numeric columns.
    missing : {"error", "drop", "impute", "category"}, default="error"
        What to do with missing cells.
    include_protected : bool, default=False
        Let the sensitive columns count in the distance.
    intersectional : bool, default=False
        Make one sensitive feature of the combinations of ``protect``.
    stretch : mapping, optional
        ``{column: factor}``: so much longer is its axis.
    distances : path, optional
        A .npy file with a square matrix of distances, instead of coordinates.
    **reading
        Options of :func:`read_table`.

    Returns
    -------
    data : Dataset

    Examples
    --------
    >>> import faircap
    >>> data = faircap.read_csv(b"name,maths,sex\\nann,1,f\\nbob,2,m\\neve,4,f\\nian,5,m\\n", protect="sex", id="name")
    >>> data.features, data.X.ravel(), data.sensitive_features
    (['maths'], array([0.  , 0.25, 0.75, 1.  ]), {'sex': array(['f', 'm', 'f', 'm'], dtype=object)})
    """
    table = source if isinstance(source, Table) else read_table(source, **reading)
    e = _Encoding(table)
    for name, given in {
        "protect": protect, "grouped": grouped, "features": features, "ignore": ignore, "numeric": numeric,
        "categorical": categorical,
    }.items():
        e.columns(name, given)
    o = e.options
    o.id = -1 if id is None else table.find(id)
    o.weight = -1 if weight is None else table.find(weight)
    o.scale = _given(("minmax", "zscore", "none"), scale, "scale")
    o.missing = _given(("error", "drop", "impute", "category"), missing, "missing")
    o.include_protected, o.intersectional = include_protected, intersectional
    o.without_features = distances is not None
    e.stretch(stretch or {})
    out, faults = ffi.new("fcap_dataset **"), ffi.new("fcap_faults *")
    call(lib.fcap_dataset_encode, table._pointer, o, out, faults=faults)
    encoded = ffi.gc(out[0], lib.fcap_dataset_free)
    if distances is not None:
        call(lib.fcap_dataset_read_distances, encoded, c_path(distances))
    return _dataset(encoded, table)


def _copied(pointer: Any, count: int, dtype: Any) -> Any:
    """The array that C points to; None where it points to nothing."""
    if pointer == ffi.NULL:
        return None
    return np.frombuffer(ffi.buffer(pointer, count * np.dtype(dtype).itemsize), dtype).copy()


def _dataset(encoded: Any, table: Table) -> Dataset:
    p = lib.fcap_dataset_problem(encoded)
    x = _copied(p.x, p.n * p.d, np.float64)
    distances = _copied(p.distance, p.n * p.n, np.float64)
    groups = {}
    for a in range(p.n_attributes):
        named = [text(lib.fcap_dataset_group_name(encoded, a, g)) for g in range(p.attribute[a].n_groups)]
        numbers = _copied(p.attribute[a].group, p.n, np.int32)
        groups[text(lib.fcap_dataset_attribute_name(encoded, a))] = np.array([*named, None], dtype=object)[numbers]
    columns = lib.fcap_dataset_features(encoded)
    return Dataset(
        X=None if x is None else x.reshape(p.n, p.d),
        sensitive_features=groups or None,
        demand=_copied(p.weight, p.n, np.int64),
        features=[table.names[c] for c in columns.index[0 : columns.n]],
        rows=_copied(lib.fcap_dataset_rows(encoded), p.n, np.int64),
        n_dropped=lib.fcap_dataset_dropped(encoded),
        notes=[sentence(lib.fcap_dataset_note(encoded, i)) for i in range(lib.fcap_dataset_notes(encoded))],
        distances=None if distances is None else distances.reshape(p.n, p.n),
        table=table,
    )


# ---- synthetic data ----


class Generated(NamedTuple):
    """Points with known structure: coordinates, group and true cluster of each, and demand where asked for."""

    X: np.ndarray
    group: np.ndarray
    truth: np.ndarray
    demand: Optional[np.ndarray]


def generate(
    n: int = 1000,
    *,
    dim: int = 2,
    groups: int = 2,
    balance: Any = None,
    true_clusters: Optional[int] = None,
    weights: Optional[tuple[int, int]] = None,
    random_state: int = 1,
) -> Generated:
    """Gaussian clusters with protected groups, as ``faircap generate`` makes them.

    Parameters
    ----------
    n, dim, groups, true_clusters : int
        Points, coordinates, protected groups, and clusters that the points are drawn from.
    balance : float, str or Fraction, optional
        The smallest group / the largest.
    weights : (int, int), optional
        Whole demands drawn from this range.
    random_state : int, default=1
        The seed.

    Returns
    -------
    data : Generated

    Examples
    --------
    >>> import faircap
    >>> faircap.generate(100, dim=3).X.shape
    (100, 3)
    """
    o = ffi.new("fcap_generate_options *")
    lib.fcap_generate_options_init_sized(o, ffi.sizeof("fcap_generate_options"))
    n, dim = whole(n, "n", 53), whole(dim, "dim")
    o.n, o.dim, o.groups = n, dim, whole(groups, "groups")
    if whole(random_state, "random_state", 64) < 0:
        raise ArgumentError(f"random_state is {random_state!r}; it must be at least 0")
    o.seed = int(random_state)
    if true_clusters is not None:
        o.true_clusters = whole(true_clusters, "true_clusters")
    if balance is not None:
        o.balance.num, o.balance.den = ratio(balance, "balance")
    if weights is not None:
        o.weight_low, o.weight_high = two_of(weights, "weights", 53)
    if n < 1 or dim < 1:
        raise ArgumentError(f"{n} points of {dim} coordinates are asked for; both must be at least 1")
    x, group, truth = np.empty((n, dim)), np.empty(n, np.int32), np.empty(n, np.int32)
    demand = None if weights is None else np.empty(n, np.int64)
    call(
        lib.fcap_generate,
        o,
        ffi.from_buffer("double[]", x),
        ffi.from_buffer("int32_t[]", group),
        ffi.from_buffer("int32_t[]", truth),
        ffi.NULL if demand is None else ffi.from_buffer("int64_t[]", demand),
    )
    return Generated(x, group, truth, demand)


# ---- numbers and text ----


def number_print(value: float) -> str:
    """The shortest decimal that reads back to the same bits, as in every file that faircap writes."""
    out = ffi.new("char[]", lib.FCAP_NUMBER_SIZE)
    lib.fcap_number_print(value, out)
    return text(out)


def number_parse(number: str, decimal_mark: str = ".") -> Optional[float]:
    """The number that a text is, under any locale; None when it is none.

    Examples
    --------
    >>> import faircap
    >>> faircap.number_parse("1,5", ","), faircap.number_parse("nan")
    (1.5, None)
    """
    given, mark, value = number.encode("utf-8", "replace"), c_text(decimal_mark, "decimal_mark"), ffi.new("double *")
    if len(mark) != 1:
        raise ArgumentError(f"decimal_mark is {decimal_mark!r}; it must be one character")
    found = lib.fcap_number_parse(given, len(given), mark, value)
    if found < 0:
        raise OverflowError(f"{number} is too large")
    return value[0] if found else None


def display(unsafe: str, characters: int = 60) -> str:
    """Text of unknown origin made safe for a terminal or a log."""
    if whole(characters, "characters") < 0:
        raise ArgumentError(f"characters is {characters!r}; it must be at least 0")
    given = unsafe.encode("utf-8", "replace")
    out = ffi.new("char[]", 4 * characters + 8)
    size = lib.fcap_text_display(given, len(given), characters, out, len(out))
    return ffi.unpack(out, size).decode("utf-8", "replace")
