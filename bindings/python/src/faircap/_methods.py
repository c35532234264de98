"""_methods.py - which methods there are, and what each promises never to break."""
from __future__ import annotations

from ._library import lib, names_of, number_of

__all__ = ["enforces", "methods"]


def methods() -> list[str]:
    """The names that ``method`` takes.

    Examples
    --------
    >>> import faircap
    >>> "fair-kmedoids" in faircap.methods()
    True
    """
    return names_of("method")


def enforces(method: str) -> set[str]:
    """What a method never breaks: ``"capacity"``, ``"balance"``, ``"wishes"`` (all other rules).

    Examples
    --------
    >>> import faircap
    >>> faircap.enforces("fairlet-kcenter")
    {'balance'}
    """
    bits = lib.fcap_method_enforces(number_of("method", method))
    promises = {
        "capacity": lib.FCAP_ENFORCES_CAPACITY,
        "balance": lib.FCAP_ENFORCES_BALANCE,
        "wishes": lib.FCAP_ENFORCES_WISHES,
    }
    return {name for name, bit in promises.items() if bits & bit}
