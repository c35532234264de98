"""_functions.py - before and after a clustering: feasible(), fairlets(), check(), certify()."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping, Optional

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_array

from ._estimator import FairCapacitatedClustering, violations_of
from ._request import Data, Request, exactly, refuse_masked
from .exceptions import ArgumentError, InfeasibleError, SmallestChange

__all__ = ["Check", "Fairlets", "Plan", "certify", "check", "fairlets", "feasible"]

#: Arguments of fit(); all others are parameters of the estimator.
DATA = ("sensitive_features", "demand", "candidates", "together", "apart", "avoid", "start", "keep")


def _request(X: Optional[ArrayLike], options: Mapping[str, Any], **changes: Any) -> Request:
    data = {name: options[name] for name in DATA if name in options}
    rest = {name: value for name, value in options.items() if name not in DATA}
    refuse_masked(X, "X")
    points = None if X is None else check_array(X, dtype=np.float64, order="C")
    estimator = FairCapacitatedClustering(**rest)
    if points is not None:
        estimator._check_square(points)
    return Request(Data(points, **data), estimator._settings(**changes))


# ---- before ----


@dataclass(frozen=True)
class Plan:
    """The judgement on a request; true in a condition unless the request is proved impossible.

    Attributes
    ----------
    verdict : {"feasible", "infeasible", "open"}
        The first two are proved. Open: not excluded, not proved.
    n_clusters : int or None
        Asked for, or chosen for a ``group_size``; None where no number of clusters is possible.
    max_size : int
        The capacity in force.
    reason : str or None
        Why the request is impossible, such as ``"capacity"``, ``"balance"`` or ``"packing"``.
    smallest_change : SmallestChange
        What would make it possible.
    sentence : str
        All this in words, for people: it counts points and clusters from 1.
    point, cluster, attribute : int or None
        What the sentence names, counted from 0.
    """

    verdict: str
    n_clusters: Optional[int]
    max_size: int
    reason: Optional[str] = None
    smallest_change: SmallestChange = SmallestChange()
    sentence: str = ""
    point: Optional[int] = None
    cluster: Optional[int] = None
    attribute: Optional[int] = None

    def __bool__(self) -> bool:
        return self.verdict != "infeasible"


def feasible(X: Optional[ArrayLike] = None, **options: Any) -> Plan:
    """Judges a request before any work.

    Parameters
    ----------
    X : array-like, optional
        The points; only their number matters, so None will do with ``sensitive_features`` or ``demand``.
    **options
        Parameters of :class:`FairCapacitatedClustering` and arguments of its ``fit``.

    Returns
    -------
    plan : Plan

    Examples
    --------
    >>> import faircap
    >>> plan = faircap.feasible(sensitive_features=["f"] * 3 + ["m"] * 6, n_clusters=2, balance="2/3")
    >>> plan.verdict, plan.reason, plan.smallest_change.balance
    ('infeasible', 'balance', Fraction(1, 3))
    """
    try:
        request = _request(X, options)
    except InfeasibleError as impossible:  # no number of clusters has that group_size
        return Plan("infeasible", None, 0, impossible.reason, impossible.smallest_change, str(impossible))
    plan = request.plan()
    if not plan["sentence"] and request.group_plan is not None:
        plan["sentence"] = request.group_plan["sentence"]
    return Plan(n_clusters=request.rules.k, **plan)


# ---- after ----


@dataclass(frozen=True)
class Check:
    """What labels amount to, from the labels alone; true in a condition when they break no rule.

    Attributes
    ----------
    cost : float
        As the objective says.
    balance : float
        The least of all clusters; nan without sensitive features.
    violations : dict
        How often each rule is broken.
    sizes, loads, medoids, cluster_costs, cluster_balances : ndarray of shape (n_clusters,)
        Of each cluster; a medoid of -1: there is none.
    counts, group_costs : dict
        As ``counts_`` and ``group_costs_`` of the estimator.
    repeated_pairs : int
        Pairs of ``avoid`` that share a cluster.
    lower_bound, gap : float
        What the multipliers prove; nan without them, and no gap for labels that break a rule.
    """

    cost: float
    balance: float
    violations: dict[str, int]
    sizes: np.ndarray
    loads: np.ndarray
    medoids: np.ndarray
    cluster_costs: np.ndarray
    cluster_balances: np.ndarray
    counts: dict[Any, np.ndarray]
    group_costs: dict[Any, np.ndarray]
    repeated_pairs: int
    lower_bound: float
    gap: float

    def __bool__(self) -> bool:
        return not any(self.violations.values())


def check(
    X: Optional[ArrayLike], labels: ArrayLike, *, multipliers: Optional[ArrayLike] = None, **options: Any
) -> Check:
    """Verifies labels, whoever made them, with code that shares nothing with what makes clusters.

    Parameters
    ----------
    X : array-like or None
        The points. With None there are no costs and no medoids.
    labels : array-like of int of shape (n_samples,)
        From 0 to n_clusters - 1.
    multipliers : array-like of shape (n_samples,), optional
        ``multipliers_`` of an estimator with ``certificate=True``, or any others: the lower bound is computed from
        them anew.
    **options
        Parameters of :class:`FairCapacitatedClustering` and arguments of its ``fit``. ``n_clusters`` is by default
        one more than the largest label.

    Returns
    -------
    result : Check

    Examples
    --------
    >>> import faircap
    >>> result = faircap.check([[0.0], [1.0], [8.0]], [0, 0, 1], max_size=1)
    >>> bool(result), result.violations["capacity"], result.cost
    (False, 1, 1.0)
    """
    labels = exactly(labels, np.int32, "labels")
    if (labels < 0).any():
        raise ArgumentError("labels must be whole numbers from 0 on, one for each point")
    if "n_clusters" not in options and options.get("group_size") is None:
        if (labels >= labels.size).any():
            raise ArgumentError(
                f"label {labels.max()} of {labels.size} points: number clusters from 0 on, without gaps"
            )
        options = {**options, "n_clusters": int(labels.max()) + 1 if labels.size else 1}
    request = _request(X, options)
    m = request.measure(labels)
    bound = float("nan") if multipliers is None else request.certify(multipliers)
    violations = violations_of(m)
    valid = not any(violations.values()) and m["cost"] > 0
    return Check(
        cost=m["cost"] if X is not None else float("nan"),
        balance=m["balance"],
        violations=violations,
        sizes=m["size"],
        loads=m["load"],
        medoids=m["medoid"],
        cluster_costs=m["cluster_cost"],
        cluster_balances=m["cluster_balance"],
        counts=m["count"],
        group_costs=m["group_cost"],
        repeated_pairs=m["repeated_pairs"],
        lower_bound=bound,
        gap=(m["cost"] - bound) / m["cost"] if valid else float("nan"),
    )


def certify(X: ArrayLike, multipliers: ArrayLike, **options: Any) -> float:
    """A lower bound that no clustering within the rules costs less than, from n numbers alone; none is trusted.

    Parameters
    ----------
    X : array-like
        The points.
    multipliers : array-like of shape (n_samples,)
        ``multipliers_`` of an estimator with ``certificate=True``, or any others.
    **options
        Parameters of :class:`FairCapacitatedClustering` and arguments of its ``fit``.

    Returns
    -------
    bound : float
    """
    return _request(X, options).certify(multipliers)


# ---- fairlets ----


@dataclass(frozen=True)
class Fairlets:
    """A division of the points into fairlets.

    Attributes
    ----------
    labels : ndarray of shape (n_samples,)
        The fairlet of each point, numbered by their first points.
    n_fairlets : int
        How many there are.
    cost : float
        The sum of distances of members to the minority member of their fairlet.
    """

    labels: np.ndarray
    n_fairlets: int
    cost: float


def fairlets(
    X: ArrayLike, sensitive_features: Any, *, balance: Any = None, method: str = "mcf", **options: Any
) -> Fairlets:
    """Divides the points into fairlets: the smallest fair sets, which the paper's methods keep together.

    Parameters
    ----------
    X : array-like
        The points.
    sensitive_features : array-like of shape (n_samples,)
        The group of each point.
    balance : float, str or Fraction, optional
        The least balance of a fairlet; 1/2 by default.
    method : {"mcf", "vanilla", "tree"}, default="mcf"
        At least cost, in any valid way, or at nearly the least cost for very many points.
    **options
        Further parameters of :class:`FairCapacitatedClustering`, such as ``metric`` or ``random_state``.

    Returns
    -------
    division : Fairlets

    Examples
    --------
    >>> import faircap
    >>> faircap.fairlets([[0.0], [9.0], [1.0], [8.0]], ["f", "f", "m", "m"], balance=1).labels
    array([0, 1, 0, 1], dtype=int32)
    """
    asked = dict(options, sensitive_features=sensitive_features, balance=balance, fairlets=method)
    asked["method"] = "fairlet-kcenter"
    counted = _request(X, dict(asked, n_clusters=1)).cluster()[1]
    # k clusters of k fairlets, none of them empty: each is one fairlet. The same seed makes the same fairlets.
    n_fairlets = counted["n_fairlets"]
    labels = _request(X, dict(asked, n_clusters=n_fairlets)).cluster()[0]
    return Fairlets(labels, n_fairlets, counted["fairlet_cost"])
