"""_library.py - calls into the C library: statuses become exceptions, names become numbers, ticks become callbacks.

cffi lets go of the interpreter's lock during every call and takes it again for a tick, about 20 times a second. A tick
that runs in the main thread is where Python notices Ctrl-C.
"""
from __future__ import annotations

import numbers
import os
import sys
import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Callable, Optional

import numpy as np

from ._native import ffi, lib
from .exceptions import BY_STATUS, ArgumentError, DataError, FaircapError, Fault, InternalError

__all__ = [
    "Progress",
    "Watch",
    "c_path",
    "c_text",
    "call",
    "ffi",
    "lib",
    "name_of",
    "number_of",
    "ratio",
    "real",
    "sentence",
    "status_text",
    "text",
    "version",
    "whole",
]


def text(pointer: Any) -> str:
    """The string that C points to."""
    return ffi.string(pointer).decode("utf-8", "replace")


def version() -> str:
    """The version of the library, as in ``"0.1.0"``."""
    return text(lib.fcap_version())


def status_text(status: int) -> str:
    """A fixed English text for a status of the library.

    Examples
    --------
    >>> import faircap
    >>> faircap.status_text(faircap.InfeasibleError.status)
    'no clustering can meet the request'
    """
    return text(lib.fcap_status_text(status))


# ---- errors ----

#: Where the library's sentences name options of the tool, these parameters are meant.
PARAMETERS = {
    "--no-header": "header=False",
    "--header": "header=True",
    "--delimiter ": "delimiter=",
    "--missing ": "missing=",
    "--skip ": "skip_lines=",
    "--na ": "na ",
    "--categorical": "categorical",
    "--numeric": "numeric",
    "--decimal-comma": "decimal_comma=True",
    "--weight-feature": "stretch",
    "use -m best": "use method='best'",
    "(-f takes": "(features takes",
    "with -f": "with features",
    "with -x": "with ignore",
    "(-x)": "(ignore)",
}


def sentence(pointer: Any) -> str:
    """What the library says, in the words of this package."""
    said = text(pointer)
    for option, parameter in PARAMETERS.items():
        said = said.replace(option, parameter)
    return said


def error_of(status: int, message: str, faults: Any = None) -> FaircapError:
    """The exception of a status."""
    kind = BY_STATUS.get(status, InternalError)
    if kind is DataError and faults is not None:
        kept = tuple(Fault(f.line, f.column, sentence(f.message)) for f in faults.fault[0 : faults.kept])
        lines = [f"line {f.line}: {f.message}" if f.line else f.message for f in kept]
        more = [f"... {faults.total} faults in all"] if faults.total > len(kept) else []
        return DataError("\n".join([message, *lines, *more]), kept, faults.total)
    return kind(message)


def call(function: Callable[..., int], *arguments: Any, faults: Any = None) -> None:
    """Calls a function whose last argument is an ``fcap_error``; raises what it says."""
    err = ffi.new("fcap_error *")
    status = function(*arguments, *([] if faults is None else [faults]), err)
    if status != lib.FCAP_OK:
        raise error_of(status, sentence(err.message), faults)


# ---- texts, numbers, names and ratios ----


def c_text(value: Any, option: str) -> bytes:
    """A text for C, where NUL would end it; or an ArgumentError that names the option."""
    if not isinstance(value, str):
        raise ArgumentError(f"{option} is {value!r}; it must be a text")
    if "\0" in value or any("\ud800" <= character <= "\udfff" for character in value):
        raise ArgumentError(f"{option} is {value!r}; a text has neither NUL nor lone surrogates")
    return value.encode()


def c_path(path: Any) -> bytes:
    """A path for C, where NUL would end it."""
    try:
        encoded = os.fsencode(path)
    except UnicodeEncodeError:
        raise ArgumentError(f"{path!r} is no path of this system") from None
    if b"\0" in encoded:
        raise ArgumentError(f"the path {path!r} has a NUL")
    return encoded


def whole(value: Any, option: str, bits: int = 31) -> int:
    """A whole number, or an ArgumentError that names the option."""
    is_whole = isinstance(value, numbers.Integral) or isinstance(value, numbers.Real) and float(value).is_integer()
    if not is_whole or isinstance(value, (bool, np.bool_)):
        raise ArgumentError(f"{option} is {value!r}; it must be a whole number")
    if abs(int(value)) >= 2**bits:
        raise ArgumentError(f"{option} is {value!r}; it must be below 2^{bits}")
    return int(value)


def real(value: Any, option: str) -> float:
    """A number, or an ArgumentError that names the option."""
    if not isinstance(value, numbers.Real) or isinstance(value, bool):
        raise ArgumentError(f"{option} is {value!r}; it must be a number")
    return float(value)


def name_of(family: str, number: int) -> Optional[str]:
    """The name of a value of an enumeration such as ``"method"``; None outside its range."""
    pointer = getattr(lib, f"fcap_{family}_name")(number)
    return None if pointer == ffi.NULL else text(pointer)


def names_of(family: str) -> list[str]:
    """All names of an enumeration, in the order of their numbers."""
    end = getattr(lib, f"FCAP_{family.upper()}_END")
    return [str(name_of(family, number)) for number in range(end)]


def number_of(family: str, name: str, further: Optional[str] = None) -> int:
    """The number of a name; ArgumentError lists the names, and a further one, when there is no such one."""
    names = names_of(family)
    if name not in names:
        listed = ", ".join([*names, further] if further else names)
        raise ArgumentError(f"{family} is {name!r}; it must be one of {listed}")
    return names.index(name)


def written(value: Any) -> str:
    """A ratio as text. A float that is the quotient of two small whole numbers, such as 1/3, is exactly that."""
    if isinstance(value, (float, np.floating)) and np.isfinite(value):
        quotient = Fraction(float(value)).limit_denominator(1000)
        if float(quotient) == value:
            return str(quotient)
    return str(value)


def ratio(value: Any, option: str) -> tuple[int, int]:
    """0.5, 1/3, "1/2", Fraction(1, 2) or 1 as two whole numbers, exactly."""
    out = ffi.new("fcap_ratio *")
    given = c_text(written(value), option)
    try:
        call(lib.fcap_ratio_parse, given, out)
    except ArgumentError as wrong:
        raise ArgumentError(f"{option}: {wrong}") from None
    return out.num, out.den


def fraction(pair: Any) -> Optional[Fraction]:
    """A ratio of the library; None where it says that there is none."""
    return Fraction(pair.num, pair.den) if pair.den else None


# ---- progress and Ctrl-C ----


@dataclass(frozen=True)
class Progress:
    """How far a search is.

    Attributes
    ----------
    stage : str
        A word such as ``"swap"``.
    done, total : int
        Steps of this stage, so far and in all; a total of 0 is not known.
    cost, bound : float or None
        The cost of the best answer so far, and what no answer can cost less than.
    """

    stage: str
    done: int
    total: int
    cost: Optional[float]
    bound: Optional[float]


class Watch:
    """What a running call reports to: a callback, a line on stderr, Ctrl-C."""

    def __init__(self, callback: Optional[Callable[[Progress], Any]] = None, verbose: int = 0):
        self.callback = callback
        self.verbose = verbose
        self.exception: Optional[BaseException] = None
        self._next_line = time.monotonic() + 1

    def attach(self, options: Any) -> Any:
        """Makes this the tick of ``fcap_options``, as long as what is returned lives."""
        options.tick = lib.faircap_tick
        options.tick_user = handle = ffi.new_handle(self)
        return handle

    def see(self, at: Any) -> bool:
        """One tick; True stops the call."""
        if self.callback is None and not self.verbose:
            return False
        progress = Progress(
            text(at.stage), at.done, at.total, at.cost if at.cost >= 0 else None, at.bound if at.bound >= 0 else None
        )
        if self.verbose and time.monotonic() >= self._next_line:
            self._next_line = time.monotonic() + 1
            print(f"faircap: {progress}", file=sys.stderr, flush=True)
        return bool(self.callback(progress)) if self.callback is not None else False

    def raise_pending(self) -> None:
        """Raises what was raised in a tick, Ctrl-C included."""
        if self.exception is not None:
            exception, self.exception = self.exception, None
            raise exception


def _keep_exception(kind: type, exception: BaseException, trace: Any) -> None:
    """An exception cannot pass through C: it waits in the watch until the call is over."""
    ffi.from_handle(trace.tb_frame.f_locals["user"]).exception = exception


@ffi.def_extern(name="faircap_tick", error=1, onerror=_keep_exception)
def _tick(user: Any, progress: Any) -> int:
    return ffi.from_handle(user).see(progress)
