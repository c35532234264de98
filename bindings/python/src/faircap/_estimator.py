"""_estimator.py - FairCapacitatedClustering: the library as a scikit-learn clusterer."""
from __future__ import annotations

import multiprocessing
import numbers
from dataclasses import fields
from typing import Any, Callable, Mapping, Optional, Sequence, Union

import numpy as np
from joblib import effective_n_jobs
from numpy.typing import ArrayLike
from scipy.spatial.distance import cdist
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils import check_random_state, gen_batches
from sklearn.utils.validation import check_is_fitted

from ._groups import attributes_of
from ._library import Progress, Watch
from ._request import Data, Request, Settings, one_for_each, refuse_masked, sizes_of
from .exceptions import ArgumentError

try:
    from sklearn.utils.validation import validate_data as _validate_data  # scikit-learn 1.6 and later
except ImportError:

    def _validate_data(estimator: Any, X: Any, **options: Any) -> np.ndarray:
        return estimator._validate_data(X, **options)


__all__ = ["FairCapacitatedClustering"]

SETTINGS = {field.name for field in fields(Settings)}
#: What scipy calls our metrics.
SCIPY_METRIC = {"euclidean": "euclidean", "manhattan": "cityblock", "sqeuclidean": "sqeuclidean"}


class FairCapacitatedClustering(ClusterMixin, BaseEstimator):
    """Clusters of bounded size that mix the sensitive groups, and a proof of how good they are.

    Divides the points into ``n_clusters`` clusters, none empty, so that each holds at most ``max_size`` points, has in
    it for every two sensitive groups at least ``balance`` times as many members of the one as of the other, and obeys
    every other rule asked for. Among these it looks for the cheapest: the one with the least sum of distances to the
    medoids, or what else ``objective`` says.

    Parameters
    ----------
    n_clusters : int or None, default=8
        Clusters wanted. None with ``group_size``.
    max_size : int, optional
        Capacity: the most points (with ``demand``: the largest total demand) of a cluster. By default
        ``ceil(n * slack / n_clusters)``.
    min_size : int, default=1
        The fewest points of a cluster.
    slack : float, str or Fraction, default=1.01
        Of the default capacity; taken exactly.
    capacities : sequence of int, optional
        A capacity for each cluster instead of ``max_size``; cluster ``c`` obeys ``capacities[c]``.
    group_size : int or (int, int), optional
        Clusters of A to B members instead of ``n_clusters``: the fewest that are possible. An int A means
        ``(A, A + 1)``.
    balance : float, str, Fraction, sequence or mapping, optional
        The least balance of a cluster, such as ``0.5``, ``1/3`` or ``"1/3"``; taken exactly. One value for all
        sensitive features, one for each, or a mapping from their names. By default, and for what is not named, 1/2;
        0 is none.
    shares : mapping, optional
        ``{feature: {group: (least, most)}}``: bounds on a group's part of every cluster; None is no bound.
    no_isolate : bool, sequence or mapping, optional
        Never exactly one member of a group in a cluster: of all groups (True), of all groups of some features, or
        ``{feature: groups}``.
    intersectional : bool, default=False
        Balance the combinations of the sensitive features, not each by itself.
    missing : {"error", "category"}, default="error"
        What to do with points whose sensitive feature is missing: refuse them, or make them members of no group, bound
        by no rule.
    metric : {"euclidean", "manhattan", "sqeuclidean", "precomputed"}, default="euclidean"
        The distance. With ``"precomputed"`` X is a symmetric matrix of distances.
    objective : {"medoids", "sse", "mixed"}, default="medoids"
        What a clustering costs: distances to medoids, squared distances to means, or what ``aim`` says.
    aim : array-like of shape (n_features,), optional
        With ``objective="mixed"``, for each feature: above 0, the weight of one in which the members of a cluster shall
        be alike; it costs the squared distances to the mean of the cluster. Below 0, minus the weight of one in which
        the clusters shall be alike, and so diverse inside; it costs, for every member, the squared distance from the
        mean of its cluster to the mean of all points. 0: it does not matter. Features keep their units: one divided by
        its standard deviation weighs as much as any other such one.
    method : str, default="best"
        ``"best"``; the two of the paper, ``"fair-hierarchical"`` and ``"fair-kmedoids"``; or a baseline:
        ``"kmedoids"`` keeps no rule, ``"fairlet-kcenter"`` and ``"fairlet-kmedoids"`` the balance only. See
        ``violations_``.
    fairlets : {"mcf", "vanilla", "tree"}, default="mcf"
        How the paper's methods divide the points into fairlets: at least cost, in any valid way, or at nearly the
        least cost for very many points.
    fairlet_centre : {"median", "random"}, default="median"
        Which member stands for a fairlet.
    decay : float, default=0.3
        Lambda of the paper, the decay of the knapsack's values in ``"fair-kmedoids"``.
    effort : int, default=5
        How hard to search, from 1 to 9.
    tol : float, default=0
        Stop once the gap is at most this.
    bound : {"auto", "off", "certify"}, default="auto"
        Whether ``"best"`` proves a lower bound: where that takes about as long as the search, never, or always.
    certificate : bool, default=False
        Keep ``multipliers_``, which takes some more time and may prove a better bound.
    time_limit : float, optional
        Seconds; running out of them is no error, see ``status_``.
    random_state : int, RandomState or None, default=None
        The seed; None is 1, so that the same call gives the same answer. An int gives the same labels in C, in R and
        on the command line.
    n_jobs : int or None, default=-1
        Threads, as everywhere in scikit-learn; -1 is all cores. Labels never depend on it.
    callback : callable, optional
        Called with a :class:`Progress` about 20 times a second; the search stops with the best answer so far when it
        returns True.
    verbose : int, default=0
        Above 0: a line on stderr every second.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        The cluster of each point. Clusters are numbered by their first point.
    medoid_indices_ : ndarray of shape (n_clusters,)
        The row of each cluster's medoid.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        The medoids; the means with the objectives ``"sse"`` and ``"mixed"``; not there with ``metric="precomputed"``.
    inertia_ : float
        The cost.
    lower_bound_ : float
        No clustering that obeys the rules costs less, whatever pairs of ``avoid`` it repeats; nan where nothing was
        proved.
    gap_ : float
        ``(inertia_ - lower_bound_) / inertia_``: so much cheaper a clustering can be at most; nan without a bound.
    status_ : {"optimal", "feasible", "time_limit", "interrupted"}
        Whether it is proved that no clustering that obeys the rules costs less, and if not why the search ended.
    sizes_, loads_ : ndarray of shape (n_clusters,)
        Points, and their total demand.
    balance_ : float
        The least balance of all clusters; nan without sensitive features.
    cluster_balances_, cluster_costs_ : ndarray of shape (n_clusters,)
        The balance and the cost of each cluster.
    groups_ : dict
        The groups of each sensitive feature, in the order of the columns of ``counts_``.
    counts_ : dict of ndarray of shape (n_clusters, n_groups)
        Members of each group, for each sensitive feature.
    group_costs_ : dict of ndarray of shape (n_groups,)
        The mean distance of a group's members to the medoids of their clusters.
    violations_ : dict
        How often each rule is broken; a baseline breaks rules that it does not promise to keep.
    max_size_ : int
        The capacity in force.
    n_clusters_ : int
        Clusters made.
    n_iter_ : int
        Improvements made by the search.
    multipliers_ : ndarray of shape (n_samples,) or None
        From which :func:`faircap.certify` recomputes a lower bound; None without ``certificate``.
    report_ : dict
        All else that the library says: seconds, peak_bytes, n_fairlets, fairlet_cost, swap_optimal, nodes, ...
        ``all_tried``: 1 where it is proved that no clustering repeats fewer pairs of ``avoid``, and that none with as
        few costs less.
    n_features_in_ : int
        Features seen during fit.
    feature_names_in_ : ndarray of str
        Their names, when X has names.

    See Also
    --------
    faircap.feasible : Whether a request can be met, before any work.
    faircap.check : What any labels amount to.

    References
    ----------
    T. Le Quy, A. Roy, G. Friege, E. Ntoutsi, "Fair-Capacitated Clustering", EDM 2021.

    Examples
    --------
    >>> from faircap import FairCapacitatedClustering
    >>> X = [[0, 0], [0, 1], [1, 0], [1, 1], [9, 9], [9, 8], [8, 9], [8, 8]]
    >>> sex = ["f", "m", "f", "m", "f", "m", "f", "m"]
    >>> model = FairCapacitatedClustering(n_clusters=2, max_size=4).fit(X, sensitive_features=sex)
    >>> model.labels_
    array([0, 0, 0, 0, 1, 1, 1, 1], dtype=int32)
    >>> model.status_, model.balance_
    ('optimal', 1.0)
    """

    def __init__(
        self,
        n_clusters: Optional[int] = 8,
        *,
        max_size: Optional[int] = None,
        min_size: int = 1,
        slack: Any = 1.01,
        capacities: Optional[Sequence[int]] = None,
        group_size: Union[int, tuple[int, int], None] = None,
        balance: Any = None,
        shares: Optional[Mapping] = None,
        no_isolate: Any = None,
        intersectional: bool = False,
        missing: str = "error",
        metric: str = "euclidean",
        objective: str = "medoids",
        aim: Optional[ArrayLike] = None,
        method: str = "best",
        fairlets: str = "mcf",
        fairlet_centre: str = "median",
        decay: float = 0.3,
        effort: int = 5,
        tol: float = 0.0,
        bound: str = "auto",
        certificate: bool = False,
        time_limit: Optional[float] = None,
        random_state: Any = None,
        n_jobs: Optional[int] = -1,
        callback: Optional[Callable[[Progress], Any]] = None,
        verbose: int = 0,
    ):
        self.n_clusters = n_clusters
        self.max_size = max_size
        self.min_size = min_size
        self.slack = slack
        self.capacities = capacities
        self.group_size = group_size
        self.balance = balance
        self.shares = shares
        self.no_isolate = no_isolate
        self.intersectional = intersectional
        self.missing = missing
        self.metric = metric
        self.objective = objective
        self.aim = aim
        self.method = method
        self.fairlets = fairlets
        self.fairlet_centre = fairlet_centre
        self.decay = decay
        self.effort = effort
        self.tol = tol
        self.bound = bound
        self.certificate = certificate
        self.time_limit = time_limit
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.callback = callback
        self.verbose = verbose

    # ---- what scikit-learn asks ----

    def _more_tags(self) -> dict[str, Any]:  # up to scikit-learn 1.6
        return {"pairwise": self.metric == "precomputed"}

    def __sklearn_tags__(self) -> Any:  # from 1.6 on
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.metric == "precomputed"
        return tags

    # ---- fitting ----

    def fit(
        self,
        X: ArrayLike,
        y: Any = None,
        *,
        sensitive_features: Any = None,
        demand: Optional[ArrayLike] = None,
        candidates: Optional[ArrayLike] = None,
        together: Optional[Sequence[Sequence[int]]] = None,
        apart: Optional[Sequence[Sequence[int]]] = None,
        avoid: Optional[Sequence[Sequence[int]]] = None,
        start: Optional[ArrayLike] = None,
        keep: bool = False,
    ) -> FairCapacitatedClustering:
        """Makes the clusters.

        Ctrl-C stops the search: the best answer so far, if there is one, is in the attributes when KeyboardInterrupt
        arrives.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features), or (n_samples, n_samples) with ``metric="precomputed"``
            The points. C-ordered float64 is not copied, and may be read-only.
        y : ignored
            Groups go to ``sensitive_features``.
        sensitive_features : array-like of shape (n_samples,) or (n_samples, n), data frame or mapping, optional
            The group of each point: values of any type. Without it no fairness is asked for.
        demand : array-like of int of shape (n_samples,), optional
            What each point takes of a capacity; 1 by default.
        candidates : array-like, optional
            Rows that may be medoids, or a flag for each row; all may by default.
        together, apart : sequence of sequences of rows, optional
            The members of a set share a cluster; no two members of a set share a cluster.
        avoid : sequence of sequences of rows, optional
            Earlier teams: as few pairs as possible that met in one of them meet again.
        start : array-like of int of shape (n_samples,), optional
            Labels to start from; -1 where there is none.
        keep : bool, default=False
            Points with a label in ``start`` stay where they are.

        Returns
        -------
        self : FairCapacitatedClustering

        Raises
        ------
        InfeasibleError
            When no clustering meets the request; says why, and the smallest change that would help.
        """
        points = self._points(X)
        self._check_square(points)
        data = Data(points, sensitive_features, demand, candidates, together, apart, avoid, start, keep)
        request = Request(data, self._settings())
        labels, report, multipliers = request.cluster()
        self._take(request, labels, report, multipliers)
        self._fitted = Data(points, request.attributes, demand, candidates)
        request.watch.raise_pending()
        return self

    def fit_predict(self, X: ArrayLike, y: Any = None, **data: Any) -> np.ndarray:
        """Makes the clusters and returns ``labels_``; takes what :meth:`fit` takes."""
        return self.fit(X, y, **data).labels_

    def _points(self, X: ArrayLike, **options: Any) -> np.ndarray:
        refuse_masked(X, "X")
        return _validate_data(self, X, dtype=np.float64, order="C", **options)

    def _check_square(self, X: np.ndarray) -> None:
        if self.metric == "precomputed" and X.shape[0] != X.shape[1]:
            raise ArgumentError(f"precomputed distances must be a square matrix, not {X.shape[0]} x {X.shape[1]}")

    def _seed(self) -> int:
        if self.random_state is None:
            return 1
        if isinstance(self.random_state, numbers.Integral):
            if not 0 <= int(self.random_state) < 2**64:
                raise ArgumentError(f"random_state is {self.random_state}; it must lie between 0 and 2^64 - 1")
            return int(self.random_state)
        return int(check_random_state(self.random_state).randint(2**31 - 1))

    def _threads(self) -> int:
        if multiprocessing.current_process().daemon:  # one of a pool, which has a process for each core already
            return 1
        return int(effective_n_jobs(self.n_jobs))

    def _settings(self, **changes: Any) -> Settings:
        """The parameters as the library takes them."""
        own = {name: value for name, value in self.get_params(deep=False).items() if name in SETTINGS}
        own.update(seed=self._seed(), threads=self._threads(), watch=Watch(self.callback, self.verbose))
        own.update(changes)
        return Settings(**own)

    def _take(
        self, request: Request, labels: np.ndarray, report: dict[str, Any], multipliers: Optional[np.ndarray]
    ) -> None:
        """The answer as attributes."""
        m = request.measure(labels)
        self.labels_ = labels
        self.n_clusters_ = int(request.rules.k)
        self.max_size_ = request.capacity()
        self.medoid_indices_ = m["medoid"]
        self.inertia_ = report.pop("cost")
        bound = report.pop("lower_bound")
        self.lower_bound_ = bound if bound >= 0 else float("nan")
        self.gap_ = (self.inertia_ - self.lower_bound_) / (self.inertia_ or 1.0)  # a cost of 0 has no gap, or no bound
        self.status_ = report.pop("outcome")
        self.n_iter_ = report.pop("iterations")
        self.report_ = {name: value for name, value in report.items() if not name.startswith("violated")}
        self.multipliers_ = multipliers
        self.sizes_, self.loads_ = m["size"], m["load"]
        self.balance_ = m["balance"]
        self.cluster_balances_, self.cluster_costs_ = m["cluster_balance"], m["cluster_cost"]
        self.groups_ = {a.name: a.values for a in request.attributes}
        self.counts_, self.group_costs_ = m["count"], m["group_cost"]
        self.violations_ = violations_of(m)
        self._set_centres(request)

    def _set_centres(self, request: Request) -> None:
        X = request.X
        if self.metric == "precomputed":
            self.__dict__.pop("cluster_centers_", None)
        elif self.objective != "medoids":
            sums = np.stack([np.bincount(self.labels_, X[:, c], self.n_clusters_) for c in range(X.shape[1])], axis=1)
            self.cluster_centers_ = sums / self.sizes_[:, np.newaxis]
        else:
            self.cluster_centers_ = X[self.medoid_indices_]

    # ---- new points ----

    def _distances(self, X: np.ndarray, rows: slice) -> np.ndarray:
        if self.metric == "precomputed":
            return X[rows][:, self.medoid_indices_]
        if self.objective == "mixed":
            return cdist(X[rows], self.cluster_centers_, "sqeuclidean", w=self._weights())
        metric = "sqeuclidean" if self.objective == "sse" else SCIPY_METRIC[self.metric]
        return cdist(X[rows], self.cluster_centers_, metric)

    def _weights(self) -> np.ndarray:
        """Of the features in which members are alike: in all others no cluster is nearer than another."""
        weights = np.maximum(np.asarray(self.aim, dtype=np.float64), 0)
        if not weights.any():
            raise ArgumentError(
                "no aim is above 0, so members are alike in nothing and no cluster is the nearest; use assign()"
            )
        return weights

    def _nearest(self, X: ArrayLike) -> tuple[np.ndarray, float]:
        """The nearest centre of each point, and the sum of the distances to them; a thousand points at a time."""
        check_is_fitted(self)
        points = self._points(X, reset=False)
        labels, total = np.empty(len(points), np.int32), 0.0
        for rows in gen_batches(len(points), 1024):
            distances = self._distances(points, rows)
            labels[rows] = distances.argmin(axis=1)
            total += distances.min(axis=1).sum()
        return labels, total

    def predict(self, X: ArrayLike) -> np.ndarray:
        """The cluster of the nearest centre of each point.

        Centres are ``cluster_centers_``; with ``objective="mixed"`` only the features with an aim above 0 count.
        Capacity, balance and all other rules are **not** applied, so the labels of the points of ``fit`` may differ
        from ``labels_``. :meth:`assign` applies them.

        Parameters
        ----------
        X : array-like of shape (n_points, n_features)
            With ``metric="precomputed"``: the distances to the points of ``fit``, of shape (n_points, n_samples).

        Returns
        -------
        labels : ndarray of shape (n_points,)
        """
        return self._nearest(X)[0]

    def score(self, X: ArrayLike, y: Any = None) -> float:
        """The negative sum of the distances of the points to their nearest centres, as in KMeans; greater is better."""
        return -self._nearest(X)[1]

    def assign(
        self, X: ArrayLike, *, sensitive_features: Any = None, demand: Optional[ArrayLike] = None
    ) -> np.ndarray:
        """Clusters for new points, so that all rules hold for old and new points together.

        Nobody of ``fit`` moves, and clusters keep their numbers: late students join existing groups. A default capacity
        counts the new points too. The estimator does not change.

        Parameters
        ----------
        X : array-like of shape (n_points, n_features)
            With ``metric="precomputed"``: the distances to the points of ``fit`` and then to the new ones, of shape
            (n_points, n_samples + n_points).
        sensitive_features, demand : optional
            Of the new points, as in :meth:`fit`; several features go by their names, in any order.

        Returns
        -------
        labels : ndarray of shape (n_points,)

        Raises
        ------
        InfeasibleError
            When the new points do not fit within the rules.
        """
        check_is_fitted(self)
        old = self._fitted
        n = len(old.X)
        points = self._joined(X)
        m = len(points) - n
        data = Data(points, self._joined_groups(sensitive_features, m))
        if demand is not None or old.demand is not None:
            before = np.ones(n, int) if old.demand is None else old.demand
            after = np.ones(m, int) if demand is None else one_for_each(m, "new points", demand, "demand")
            data.demand = np.concatenate([before, after])
        if old.candidates is not None:
            given = np.asarray(old.candidates)
            data.candidates = np.flatnonzero(given) if given.dtype.kind == "b" else given
        data.start = np.concatenate([self.labels_, np.full(m, -1, np.int32)])
        data.keep = True
        fixed = {"n_clusters": self.n_clusters_, "group_size": None, "method": "best", "bound": "off"}
        fixed["intersectional"] = False  # the combinations are there already
        if self.group_size is not None:
            fixed.update(min_size=sizes_of(self.group_size)[0], max_size=self.max_size_)
        request = Request(data, self._settings(**fixed))
        labels = request.cluster()[0]
        request.watch.raise_pending()
        return labels[n:]

    def _joined(self, X: ArrayLike) -> np.ndarray:
        """Old points and new ones."""
        old = self._fitted.X
        if self.metric != "precomputed":
            return np.concatenate([old, self._points(X, reset=False)])
        refuse_masked(X, "X")
        given = np.asarray(X, dtype=np.float64)
        n, m = len(old), len(given) if given.ndim > 0 else 1
        if given.ndim != 2 or given.shape[1] != n + m:
            raise ArgumentError(
                f"the distances of {m} new points to {n} old and {m} new ones must have the shape ({m}, {n + m}), "
                f"not {given.shape}"
            )
        joined = np.empty((n + m, n + m))
        joined[:n, :n] = old
        joined[n:] = given
        joined[:n, n:] = given[:, :n].T
        return joined

    def _joined_groups(self, sensitive_features: Any, m: int) -> Optional[dict]:
        old = self._fitted.sensitive_features
        new = attributes_of(sensitive_features, m, self.missing, self.intersectional, like=old)
        if len(new) != len(old):
            raise ArgumentError(f"fit was given {len(old)} sensitive features, assign is given {len(new)}")
        return {a.name: np.concatenate([a.of_points(), b.of_points()]) for a, b in zip(old, new)} or None


def violations_of(measures: Mapping[str, Any]) -> dict[str, int]:
    """How often each rule is broken."""
    return {name[len("violated_") :]: number for name, number in measures.items() if name.startswith("violated_")}
