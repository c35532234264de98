"""_groups.py - sensitive features as the library wants them: a number for each point's group, names for the numbers."""
from __future__ import annotations

import numbers
from dataclasses import dataclass
from typing import Any, Hashable, Mapping, Optional, Sequence

import numpy as np

from .exceptions import ArgumentError

__all__ = ["Attribute", "attributes_of"]

UNKNOWN = -1


@dataclass(frozen=True)
class Attribute:
    """One sensitive feature: its name, the values of its groups in order, and the group of each point."""

    name: Hashable
    values: list[Any]
    group: np.ndarray  # int32; UNKNOWN: a member of no group
    parts: tuple[Hashable, ...] = ()  # of a combination: the names of its features

    def number(self, value: Any, option: str) -> int:
        """The number of the group with that value; None asks for the points of unknown group."""
        if value is None:
            return UNKNOWN
        if value not in self.values:
            raise ArgumentError(f"{option}: {self.name!r} has no group {value!r}; its groups are {self.values}")
        return self.values.index(value)

    def of_points(self) -> np.ndarray:
        """The value of each point; None where it is unknown."""
        return np.array([*self.values, None], dtype=object)[self.group]


def attributes_of(
    sensitive: Any, n: Optional[int], missing: str, intersectional: bool, like: Sequence[Attribute] = ()
) -> list[Attribute]:
    """A column, several columns, a data frame or a mapping from names to columns; in the order of others like them."""
    found = [_encode(name, column) for name, column in _columns(sensitive)]
    if len(found) > 1 and like:
        found = _in_order(found, [name for a in like for name in a.parts or (a.name,)])
    for a in found:
        if n is not None and len(a.group) != n:
            raise ArgumentError(f"sensitive_features has {len(a.group)} rows; X has {n}")
        unknown = int(np.count_nonzero(a.group == UNKNOWN))
        if unknown and missing != "category":
            raise ArgumentError(
                f"sensitive feature {a.name!r} is missing for {unknown} of {len(a.group)} points; "
                "leave these out, or set missing='category' to make them members of no group"
            )
        n = len(a.group)
    return [_combined(found)] if intersectional and len(found) > 1 else found


def _in_order(found: list[Attribute], names: list[Hashable]) -> list[Attribute]:
    """By name; features without names of their own are numbered, and taken as they come."""
    own = {a.name: a for a in found}
    if own.keys() == set(names):
        return [own[name] for name in names]
    if len(found) == len(names) and list(range(len(found))) in (list(own), names):
        return found
    raise ArgumentError(f"the sensitive features are {list(own)}; those of fit were {names}")


def _columns(sensitive: Any) -> list[tuple[Hashable, Any]]:
    if sensitive is None:
        return []
    if isinstance(sensitive, Mapping):
        return list(sensitive.items())
    if hasattr(sensitive, "columns"):  # a data frame
        return [(name, sensitive[name]) for name in sensitive.columns]
    if hasattr(sensitive, "name") and hasattr(sensitive, "to_numpy"):  # a series
        return [("sensitive" if sensitive.name is None else sensitive.name, sensitive)]
    array = _array(sensitive)
    if array.ndim == 1:
        return [("sensitive", array)]
    if array.ndim == 2:
        return [(column, array[:, column]) for column in range(array.shape[1])]
    if array.ndim == 0:
        raise ArgumentError(f"sensitive_features is {sensitive!r}; it must be the groups themselves, one for a point")
    raise ArgumentError(f"sensitive_features has {array.ndim} dimensions; it must have 1 or 2")


def _array(values: Any) -> np.ndarray:
    """Lists keep their values as they are: numpy alone would make a text of a nan beside texts."""
    array = np.asarray(values, dtype=object if isinstance(values, (list, tuple)) else None)
    hidden = np.ma.getmaskarray(values) if isinstance(values, np.ma.MaskedArray) else np.zeros(array.shape, bool)
    if array.dtype.kind == "M":
        array = array.astype("M8[us]")  # nanoseconds would become bare numbers
    elif array.dtype.kind == "m":
        hidden = hidden | np.isnat(array)  # and so would no time
    if hidden.any():
        array = array.astype(object)
        array[hidden] = None
    return array


def _encode(name: Hashable, column: Any) -> Attribute:
    """Groups are numbered in the order of their values, so that the same data give the same numbers."""
    array = _array(column)
    if array.ndim != 1:
        raise ArgumentError(f"sensitive feature {name!r} has {array.ndim} dimensions; it must have 1")
    if array.dtype.kind in "bui" and array.size and int(array.max()) - int(array.min()) < 65536:
        return _encode_small(name, array)
    cells = array.tolist()
    try:
        seen = dict.fromkeys(cells)
    except TypeError as wrong:
        raise ArgumentError(f"sensitive feature {name!r}: {wrong}; groups are texts, numbers or the like") from None
    known = [value for value in seen if not _is_missing(value)]
    try:
        known.sort()
    except TypeError:  # values of several types
        known.sort(key=lambda value: (type(value).__name__, str(value)))
    number = dict.fromkeys(seen, UNKNOWN)
    number.update((value, i) for i, value in enumerate(known))
    return Attribute(name, known, np.fromiter(map(number.__getitem__, cells), np.int32, len(cells)))


def _encode_small(name: Hashable, array: np.ndarray) -> Attribute:
    """Whole numbers near each other need no sorting."""
    least = int(array.min())
    offset = array.astype(np.int64) - least
    present = np.bincount(offset) > 0
    number = (np.cumsum(present) - 1).astype(np.int32)
    kind = bool if array.dtype.kind == "b" else int
    return Attribute(name, [kind(value + least) for value in np.flatnonzero(present)], number[offset])


def _is_missing(value: Any) -> bool:
    no_number = isinstance(value, numbers.Number) and value != value
    return value is None or no_number or type(value).__name__ in ("NAType", "NaTType")  # pandas' own


def _part(value: Any) -> str:
    """A part of a combination's name, in quotes where another combination could have the same name; as the library has it."""
    part = str(value)
    odd = part.startswith('"') or " & " in part or part.endswith(" &")
    return '"' + part.replace('"', '""') + '"' if odd else part


def _combined(found: list[Attribute]) -> Attribute:
    """The combinations that occur, as one attribute; unknown where a part is."""
    rows = np.stack([a.group for a in found], axis=1)
    known = (rows != UNKNOWN).all(axis=1)
    combinations, number = np.unique(rows[known], axis=0, return_inverse=True)
    group = np.full(len(rows), UNKNOWN, np.int32)
    group[known] = number.reshape(-1)
    values = [" & ".join(_part(a.values[g]) for a, g in zip(found, row)) for row in combinations]
    return Attribute(" & ".join(str(a.name) for a in found), values, group, tuple(a.name for a in found))
