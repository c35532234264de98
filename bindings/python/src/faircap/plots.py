"""plots.py - the paper's evaluation: many methods and numbers of clusters, and its three figures.

:func:`sweep` needs nothing but the package; the figures need matplotlib.

>>> from faircap import generate, plots
>>> X, group = generate(40, true_clusters=4)[:2]
>>> rows = plots.sweep(X, [2, 3], methods=["best", "kmedoids"], sensitive_features=group)
>>> [(row["method"], row["n_clusters"]) for row in rows]
[('best', 2), ('best', 3), ('kmedoids', 2), ('kmedoids', 3)]
"""
from __future__ import annotations

from typing import Any, Iterable, Mapping, Optional, Sequence

from numpy.typing import ArrayLike

from ._estimator import FairCapacitatedClustering
from ._functions import DATA
from .exceptions import InfeasibleError, NotFoundError

__all__ = ["PAPER", "balance", "cost", "sizes", "sweep"]

#: The methods that the paper compares, and best.
PAPER = ("best", "fair-kmedoids", "fair-hierarchical", "fairlet-kmedoids", "fairlet-kcenter", "kmedoids")
MARKERS = "osD^vPX*"


def sweep(
    X: ArrayLike, n_clusters: Iterable[int], methods: Sequence[str] = PAPER, **options: Any
) -> list[dict[str, Any]]:
    """One fit for each method and number of clusters.

    Parameters
    ----------
    X : array-like
        The points.
    n_clusters : iterable of int
        Numbers of clusters.
    methods : sequence of str
        Names of methods.
    **options
        Parameters of :class:`faircap.FairCapacitatedClustering` and arguments of its ``fit``.

    Returns
    -------
    rows : list of dict
        With ``method``, ``n_clusters``, ``cost``, ``lower_bound``, ``balance``, ``sizes``, ``max_size``, ``status``,
        ``seconds``; a request without an answer has a ``status`` and a ``note`` only. ``pandas.DataFrame(rows)`` is a
        table.
    """
    data = {name: options[name] for name in DATA if name in options}
    rest = {name: value for name, value in options.items() if name not in DATA}
    numbers = list(n_clusters)
    rows = []
    for method in methods:
        for k in numbers:
            row: dict[str, Any] = {"method": method, "n_clusters": k}
            try:
                model = FairCapacitatedClustering(k, method=method, **rest).fit(X, **data)
                row.update(
                    cost=model.inertia_,
                    lower_bound=model.lower_bound_,
                    balance=model.balance_,
                    sizes=model.sizes_,
                    max_size=model.max_size_,
                    status=model.status_,
                    seconds=model.report_["seconds"],
                )
            except (InfeasibleError, NotFoundError) as none:
                row.update(status="infeasible" if isinstance(none, InfeasibleError) else "not_found", note=str(none))
            rows.append(row)
    return rows


# ---- figures ----


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise ImportError("plots need matplotlib; plots.sweep() works without it") from None
    return plt.subplots(layout="constrained")[1]


def _lines(rows: Sequence[Mapping[str, Any]], value: str, ax: Any) -> Any:
    ax = _axes(ax)
    answered = [row for row in rows if value in row]
    for i, method in enumerate(dict.fromkeys(row["method"] for row in answered)):
        own = [row for row in answered if row["method"] == method]
        x, y = [row["n_clusters"] for row in own], [row[value] for row in own]
        ax.plot(x, y, marker=MARKERS[i % len(MARKERS)], markersize=5, linewidth=1.2, label=method)
    ax.set_xlabel("number of clusters")
    ax.locator_params(axis="x", integer=True)
    return ax


def _legend(ax: Any) -> None:
    """Above the axes, where it covers nothing."""
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncol=3, frameon=False, fontsize="small")


def cost(rows: Sequence[Mapping[str, Any]], ax: Optional[Any] = None) -> Any:
    """Cost against the number of clusters, above the lower bound; returns the axes."""
    ax = _lines(rows, "cost", ax)
    bounds = {row["n_clusters"]: row["lower_bound"] for row in rows if row.get("lower_bound", -1) >= 0}
    if bounds:
        x = sorted(bounds)
        ax.fill_between(x, [bounds[k] for k in x], color="0.85", label="impossible within the rules", zorder=0)
        ax.set_ylim(bottom=0.9 * min(bounds.values()))
    ax.set_ylabel("cost")
    _legend(ax)
    return ax


def balance(rows: Sequence[Mapping[str, Any]], required: Optional[float] = None, ax: Optional[Any] = None) -> Any:
    """Balance against the number of clusters, with the one asked for as a line; returns the axes."""
    ax = _lines(rows, "balance", ax)
    if required is not None:
        ax.axhline(required, color="0.4", linestyle="--", linewidth=1, label="asked for")
    ax.set_ylim(-0.02, 1.02)
    ax.set_ylabel("balance of the least balanced cluster")
    _legend(ax)
    return ax


def sizes(rows: Sequence[Mapping[str, Any]], n_clusters: int, ax: Optional[Any] = None) -> Any:
    """Box plots of the sizes of clusters, a box for each method, with the capacity as a line; returns the axes."""
    own = [row for row in rows if row["n_clusters"] == n_clusters and "sizes" in row]
    if not own:
        raise ValueError(f"no method has an answer with {n_clusters} clusters")
    ax = _axes(ax)
    ax.boxplot([row["sizes"] for row in own], medianprops={"color": "black"})
    ax.set_xticks(range(1, len(own) + 1), [row["method"] for row in own], rotation=20, ha="right")
    ax.axhline(own[0]["max_size"], color="0.4", linestyle="--", linewidth=1, label="capacity")
    ax.set_ylabel(f"members of {n_clusters} clusters")
    _legend(ax)
    return ax
