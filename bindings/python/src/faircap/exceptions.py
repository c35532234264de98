"""exceptions.py - one exception for each status of the library, each also what Python calls such an error."""
from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Optional

__all__ = [
    "ArgumentError",
    "CancelledError",
    "DataError",
    "Fault",
    "FaircapError",
    "InfeasibleError",
    "InputError",
    "InternalError",
    "NotFoundError",
    "OutOfMemoryError",
    "SmallestChange",
    "TooLargeError",
]


class FaircapError(Exception):
    """Something that the library refused or could not do; the message holds the numbers that caused it."""

    status: int = -1


class ArgumentError(FaircapError, ValueError):
    """An argument or option is out of range."""

    status = 1


@dataclass(frozen=True)
class SmallestChange:
    """What would make an impossible request possible: each change alone is enough, all else as asked.

    Attributes
    ----------
    max_size : int or None
        The smallest capacity that works; None when no capacity alone helps.
    n_clusters : int or None
        The nearest number of clusters that works, the smaller of two.
    balance : fractions.Fraction or None
        The largest balance that works, of one attribute.
    min_size : int or None
        The largest minimum size that works.
    balance_attribute : int or None
        Whose balance that is, counted from 0; None when every attribute's is cut down to it, as no single one's would do.
    """

    max_size: Optional[int] = None
    n_clusters: Optional[int] = None
    balance: Optional[Fraction] = None
    min_size: Optional[int] = None
    balance_attribute: Optional[int] = None


class InfeasibleError(FaircapError, ValueError):
    """Proved: no clustering meets the request.

    Attributes
    ----------
    reason : str or None
        Such as ``"capacity"``, ``"balance"`` or ``"packing"``.
    smallest_change : SmallestChange
        What would help.
    """

    status = 2

    def __init__(self, message: str, reason: Optional[str] = None, smallest_change: Optional[SmallestChange] = None):
        super().__init__(message, reason, smallest_change)
        self.reason = reason
        self.smallest_change = smallest_change if smallest_change is not None else SmallestChange()

    def __str__(self) -> str:
        return str(self.args[0])


class NotFoundError(FaircapError, RuntimeError):
    """No answer was found in the given effort, and none is excluded either."""

    status = 3


class OutOfMemoryError(FaircapError, MemoryError):
    """There is not enough memory."""

    status = 4


class TooLargeError(FaircapError, OverflowError):
    """A size, a distance or a cost does not fit its type."""

    status = 5


class CancelledError(FaircapError, RuntimeError):
    """The callback asked to stop before there was an answer."""

    status = 6


class InternalError(FaircapError, RuntimeError):
    """A bug in faircap; please report it."""

    status = 7


@dataclass(frozen=True)
class Fault:
    """What is wrong with a file, and where.

    Attributes
    ----------
    line : int
        The line, counted from 1, where the record starts; 0: the file as a whole.
    column : int
        Counted from 1; 0: the record as a whole.
    message : str
        What is wrong.
    """

    line: int
    column: int
    message: str


class DataError(FaircapError, ValueError):
    """The input data are faulty.

    Attributes
    ----------
    faults : tuple of Fault
        The first of them.
    total : int
        How many there are in all.
    """

    status = 8

    def __init__(self, message: str, faults: tuple[Fault, ...] = (), total: int = 0):
        super().__init__(message, faults, total)
        self.faults = faults
        self.total = total

    def __str__(self) -> str:
        return str(self.args[0])


class InputError(FaircapError, OSError):
    """A file could not be read."""

    status = 9

    def __str__(self) -> str:
        return str(self.args[0])


#: The exception of each status; FCAP_OK has none.
BY_STATUS: dict[int, type[FaircapError]] = {kind.status: kind for kind in FaircapError.__subclasses__()}
