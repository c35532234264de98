"""_request.py - arrays and options as the structs of the library, and the calls that take them.

A request owns whatever the structs point to. Coordinates are lent, not copied: the library never writes to them.
"""
from __future__ import annotations

import numbers
from dataclasses import dataclass, field
from typing import AbstractSet, Any, Iterable, Mapping, Optional

import numpy as np

from ._groups import Attribute, attributes_of
from ._library import Watch, call, ffi, fraction, lib, name_of, number_of, ratio, real, text, whole
from .exceptions import ArgumentError, InfeasibleError, SmallestChange

__all__ = ["Data", "Request", "Settings", "exactly", "one_for_each", "refuse_masked", "sizes_of"]


@dataclass
class Data:
    """What is known of the points, as fit() takes it."""

    X: Any = None  # an array of C-ordered float64, or None where only counts matter
    sensitive_features: Any = None
    demand: Any = None
    candidates: Any = None
    together: Any = None
    apart: Any = None
    avoid: Any = None
    start: Any = None
    keep: bool = False


@dataclass
class Settings:
    """What is asked for: the parameters of FairCapacitatedClustering that the library has to know."""

    n_clusters: Optional[int] = 8
    max_size: Optional[int] = None
    min_size: int = 1
    slack: Any = 1.01
    capacities: Any = None
    balance: Any = None
    shares: Optional[Mapping] = None
    no_isolate: Any = None
    group_size: Any = None
    intersectional: bool = False
    missing: str = "error"
    metric: str = "euclidean"
    objective: str = "medoids"
    aim: Any = None
    method: str = "best"
    fairlets: str = "mcf"
    fairlet_centre: str = "median"
    decay: float = 0.3
    effort: int = 5
    tol: float = 0.0
    bound: str = "auto"
    certificate: bool = False
    time_limit: Optional[float] = None
    seed: int = 1
    threads: int = 0
    watch: Watch = field(default_factory=Watch)


def sizes_of(group_size: Any) -> tuple[int, int]:
    """A, or A and B: groups of A to B members, where one number A allows A + 1 as well."""
    if isinstance(group_size, numbers.Integral):
        return whole(group_size, "group_size"), int(group_size) + 1
    try:
        least, most = group_size
    except (TypeError, ValueError):
        raise ArgumentError(f"group_size is {group_size!r}; it must be a number or two numbers") from None
    return whole(least, "group_size"), whole(most, "group_size")


def one_for_each(count: int, what: str, values: Any, option: str) -> np.ndarray:
    """An array with a value for each of so many points or features."""
    refuse_masked(values, option)
    array = np.asarray(values)
    if array.shape != (count,):
        shape = f"{array.size} values" if array.ndim < 2 else f"the shape {array.shape}"
        raise ArgumentError(f"{option} has {shape}; it must have a value for each of the {count} {what}")
    return array


def refuse_masked(values: Any, option: str) -> None:
    if np.ma.is_masked(values):
        raise ArgumentError(f"{option} has masked values; fill them, or leave their points out")


def exactly(values: Any, dtype: Any, option: str) -> np.ndarray:
    """These very numbers as that type: numpy alone would cut decimals off, wrap around, and forget masks."""
    refuse_masked(values, option)
    array = np.asarray(values)
    if array.dtype.kind in "cmM":
        raise ArgumentError(f"{option} has values of the type {array.dtype}; it must have numbers")
    try:
        with np.errstate(invalid="ignore"):
            made = np.ascontiguousarray(array, dtype=dtype)
    except (TypeError, ValueError, OverflowError) as wrong:
        raise ArgumentError(f"{option}: {wrong}") from None
    if np.issubdtype(dtype, np.integer) and array.dtype.kind in "fiuO" and array.dtype != made.dtype:
        changed = array[np.asarray(array != made, bool)]
        if changed.size:
            bits = 8 * made.itemsize - 1
            raise ArgumentError(f"{option} has {changed[0]}; it must have whole numbers below 2^{bits}")
    return made


class Request:
    """One problem with its rules and options, ready for the library."""

    def __init__(self, data: Data, settings: Settings):
        self._alive: list[Any] = []
        self.X = data.X
        self.attributes = attributes_of(
            data.sensitive_features, None if data.X is None else len(data.X), settings.missing, settings.intersectional
        )
        self.n = self._count(data)
        self.problem = self._problem(data, settings)
        self.rules = self._rules(data, settings)
        self.options = self._options(settings)
        self.group_plan: Optional[dict[str, Any]] = None
        if settings.group_size is not None:
            self._choose_n_clusters(settings)

    # ---- structs ----

    def _lend(self, kind: str, values: Any, dtype: Any, option: str) -> Any:
        """A pointer to an array of that type, without a copy where it is one already."""
        pointer = ffi.from_buffer(f"{kind}[]", exactly(values, dtype, option))
        self._alive.append(pointer)
        return pointer

    def _new(self, kind: str, *value: Any) -> Any:
        pointer = ffi.new(kind, *value)
        self._alive.append(pointer)
        return pointer

    def _count(self, data: Data) -> int:
        if data.X is not None:
            return len(data.X)
        for given in (self.attributes and self.attributes[0].group, data.demand):
            if given is not None and len(given):
                return len(given)
        raise ArgumentError("X, sensitive_features or demand must be given: how many points are there?")

    def _per_point(self, values: Any, option: str) -> np.ndarray:
        return one_for_each(self.n, "points", values, option)

    def _problem(self, data: Data, s: Settings) -> Any:
        p = self._new("fcap_problem *")
        p.struct_size = ffi.sizeof("fcap_problem")
        p.n = self.n
        if s.metric == "precomputed":
            if data.X is not None:
                p.distance = self._lend("double", data.X, np.float64, "X")
        else:
            p.metric = number_of("metric", s.metric, further="precomputed")
            if data.X is not None:
                p.x = self._lend("double", data.X, np.float64, "X")
                p.d = data.X.shape[1]
        p.objective = number_of("objective", s.objective)
        if s.aim is not None:  # without coordinates nobody reads it
            aim = one_for_each(p.d, "features", s.aim, "aim") if p.d > 0 else s.aim
            p.aim = self._lend("double", aim, np.float64, "aim")
        if data.demand is not None:
            p.weight = self._lend("int64_t", self._per_point(data.demand, "demand"), np.int64, "demand")
        if data.candidates is not None:
            p.candidate = self._lend("char", self._candidates(data.candidates), np.int8, "candidates")
        p.n_attributes = len(self.attributes)
        p.attribute = self._new("fcap_attribute[]", max(1, len(self.attributes)))
        asked = self._balances(s.balance)
        for at, (a, balance) in enumerate(zip(self.attributes, asked)):
            p.attribute[at].group = self._lend("int32_t", a.group, np.int32, "sensitive_features")
            p.attribute[at].n_groups = len(a.values)
            p.attribute[at].balance.num, p.attribute[at].balance.den = balance
        return p

    def _candidates(self, given: Any) -> np.ndarray:
        refuse_masked(given, "candidates")
        given = np.asarray(given)
        if given.dtype.kind == "b":
            return self._per_point(given, "candidates").astype(np.int8)
        flags = np.zeros(self.n, np.int8)
        if given.size == 0:
            raise ArgumentError("candidates is empty: at least one point for each cluster must be allowed as a medoid")
        if (given.dtype.kind not in "iu" or given.min() < 0 or given.max() >= self.n):
            raise ArgumentError(f"candidates must be rows from 0 to {self.n - 1}, or a flag for each row")
        flags[given] = 1
        return flags

    def _balances(self, balance: Any) -> list[tuple[int, int]]:
        """One value is for all; in a mapping or a sequence each has its own, and what is not named keeps 1/2."""
        if balance is None:
            return [(1, 2)] * len(self.attributes)
        if not self.attributes:
            raise ArgumentError("a balance is asked for, but there are no sensitive_features")
        if isinstance(balance, Mapping):
            asked = [(1, 2)] * len(self.attributes)
            for column, value in balance.items():
                asked[self._attribute(column, "balance")] = ratio(value, "balance")
            return asked
        if isinstance(balance, (str, numbers.Number)):
            return [ratio(balance, "balance")] * len(self.attributes)
        if len(balance) != len(self.attributes):
            raise ArgumentError(
                f"balance has {len(balance)} values; there are {len(self.attributes)} sensitive features"
            )
        return [ratio(value, "balance") for value in balance]

    def _attribute(self, column: Any, option: str) -> int:
        """The number of an attribute, by its name or by its number."""
        names = [a.name for a in self.attributes]
        if column in names:
            return names.index(column)
        if isinstance(column, numbers.Integral) and 0 <= int(column) < len(names):
            return int(column)
        raise ArgumentError(f"{option}: there is no sensitive feature {column!r}; there are {names}")

    def _rules(self, data: Data, s: Settings) -> Any:
        r = self._new("fcap_rules *")
        r.struct_size = ffi.sizeof("fcap_rules")
        if s.group_size is None:
            r.k = whole(s.n_clusters, "n_clusters")
        elif s.n_clusters in (None, Settings.n_clusters):
            r.k = 1  # until _choose_n_clusters() knows better
        else:
            raise ArgumentError(f"n_clusters is {s.n_clusters!r}; it must be None where group_size decides")
        r.max_size = self._at_least_1(s.max_size, "max_size") if s.max_size is not None else 0
        r.min_size = self._at_least_1(s.min_size, "min_size")
        r.slack.num, r.slack.den = ratio(s.slack, "slack")
        if s.capacities is not None:
            capacities = one_for_each(r.k, "clusters", s.capacities, "capacities")
            r.capacity = self._lend("int64_t", capacities, np.int64, "capacities")
        self._shares(r, s.shares)
        self._no_isolate(r, s.no_isolate)
        for name in ("together", "apart", "avoid"):
            self._sets(getattr(r, name), getattr(data, name), name)
        if data.start is not None:
            r.start = self._lend("int32_t", self._per_point(data.start, "start"), np.int32, "start")
        r.keep = bool(data.keep)
        return r

    def _at_least_1(self, value: Any, option: str) -> int:
        number = whole(value, option, 53)
        if number < 1:
            raise ArgumentError(f"{option} is {number}; it must be at least 1")
        return number

    def _shares(self, r: Any, shares: Optional[Mapping]) -> None:
        """{column: {group: (least, most)}}"""
        rows = []
        for column, groups in (shares or {}).items():
            at = self._attribute(column, "shares")
            if not isinstance(groups, Mapping):
                raise ArgumentError(f"shares[{column!r}] is {groups!r}; it must be {{group: (least, most)}}")
            for value, (least, most) in groups.items():
                least = (0, 1) if least is None else ratio(least, "shares")
                most = (1, 1) if most is None else ratio(most, "shares")
                rows.append((at, self.attributes[at].number(value, "shares"), least, most))
        r.share = self._new("fcap_share[]", rows)
        r.n_shares = len(rows)

    def _no_isolate(self, r: Any, no_isolate: Any) -> None:
        """True, names of columns, or {column: groups}."""
        if no_isolate is None or no_isolate is False:
            asked: Mapping = {}
        elif no_isolate is True:
            asked = {a.name: a.values for a in self.attributes}
        elif isinstance(no_isolate, Mapping):
            asked = no_isolate
        else:
            columns = [no_isolate] if isinstance(no_isolate, str) else no_isolate
            asked = {column: self.attributes[self._attribute(column, "no_isolate")].values for column in columns}
        rows = []
        for column, values in asked.items():
            at = self._attribute(column, "no_isolate")
            rows += [(at, self.attributes[at].number(value, "no_isolate")) for value in values]
        r.no_isolate = self._new("fcap_no_isolate[]", rows)
        r.n_no_isolate = len(rows)

    def _sets(self, out: Any, sets: Optional[Iterable], name: str) -> None:
        if sets is not None and not isinstance(sets, Iterable):
            raise ArgumentError(f"{name} is {sets!r}; it must be a sequence of sets of rows, such as [[0, 1], [4, 7, 8]]")
        members = [self._members(one, name) for one in (sets if sets is not None else ())]
        out.n = len(members)
        if members:
            out.start = self._lend("int64_t", np.cumsum([0, *map(len, members)]), np.int64, name)
            out.member = self._lend("int64_t", np.concatenate(members), np.int64, name)

    def _members(self, one: Any, name: str) -> np.ndarray:
        refuse_masked(one, name)
        array = np.asarray(list(one) if isinstance(one, AbstractSet) else one)
        if array.ndim != 1 or array.dtype.kind == "b":
            raise ArgumentError(f"{name} must be a sequence of sets of rows, such as [[0, 1], [4, 7, 8]]")
        return exactly(array, np.int64, name)

    def _options(self, s: Settings) -> Any:
        o = self._new("fcap_options *")
        lib.fcap_options_init_sized(o, ffi.sizeof("fcap_options"))
        o.method = number_of("method", s.method)
        o.fairlets = number_of("fairlets", s.fairlets)
        o.bound = number_of("bound", s.bound)
        centres = ("median", "random")
        if s.fairlet_centre not in centres:
            raise ArgumentError(f"fairlet_centre is {s.fairlet_centre!r}; it must be one of {', '.join(centres)}")
        o.fairlet_centre = centres.index(s.fairlet_centre)
        setattr(o, "lambda", real(s.decay, "decay"))
        o.effort = whole(s.effort, "effort")
        o.gap = real(s.tol, "tol")
        o.time_limit = 0 if s.time_limit is None else real(s.time_limit, "time_limit")
        self.certificate = s.certificate
        o.seed = s.seed
        o.threads = s.threads
        self.watch = s.watch
        self._alive.append(self.watch.attach(o))
        return o

    # ---- calls ----

    def _call(self, function: Any, *arguments: Any) -> None:
        """A call in which ticks may happen; an impossible request says what would help."""
        try:
            call(function, self.problem, self.rules, *arguments)
        except InfeasibleError as impossible:
            self.watch.raise_pending()
            plan = self.plan()
            raise InfeasibleError(str(impossible), plan["reason"], plan["smallest_change"]) from None
        except Exception:
            self.watch.raise_pending()
            raise

    def _choose_n_clusters(self, s: Settings) -> None:
        """Groups of A to B members: the library says how many."""
        least, most = sizes_of(s.group_size)
        out = ffi.new("fcap_group_plan *")
        call(lib.fcap_plan_group_size, self.problem, self.rules, least, most, out)
        plan = plan_of(out.plan)
        if out.k == 0:
            raise InfeasibleError(text(out.sentence), plan["reason"], plan["smallest_change"])
        self.rules.k, self.rules.min_size, self.rules.max_size = out.k, least, most
        self.group_plan = {"fewest": out.fewest, "most": out.most, "sentence": text(out.sentence)}

    def plan(self) -> dict[str, Any]:
        """fcap_plan()"""
        out = ffi.new("fcap_plan_report *")
        call(lib.fcap_plan, self.problem, self.rules, out)
        return plan_of(out)

    def cluster(self) -> tuple[np.ndarray, dict[str, Any], Optional[np.ndarray]]:
        """fcap_cluster(): labels, report, and the multipliers where there are any."""
        labels = np.empty(self.n, np.int32)
        multipliers = np.empty(self.n) if self.certificate else None
        if multipliers is not None:
            self.options.multipliers = ffi.from_buffer("double[]", multipliers)
        report = ffi.new("fcap_report *")
        try:
            self._call(lib.fcap_cluster, self.options, ffi.from_buffer("int32_t[]", labels), report)
        finally:
            self.options.multipliers = ffi.NULL
        told = fields(report)
        told["outcome"] = name_of("outcome", report.outcome)
        return labels, told, multipliers if report.multiplier_bound >= 0 else None

    def measure(self, labels: np.ndarray) -> dict[str, Any]:
        """fcap_measure(): everything from the labels alone."""
        k, total = self.rules.k, sum(len(a.values) for a in self.attributes)
        arrays = {
            "size": np.zeros(k, np.int64),
            "load": np.zeros(k, np.int64),
            "medoid": np.full(k, -1, np.int64),
            "cluster_cost": np.zeros(k),
            "count": np.zeros((k, total), np.int64),
            "group_cost": np.zeros(total),
        }
        balances = ffi.new("fcap_ratio[]", k)
        m = ffi.new("fcap_measures *")
        for name, array in arrays.items():
            setattr(m, name, ffi.from_buffer("int64_t[]" if array.dtype == np.int64 else "double[]", array))
        m.cluster_balance = balances
        given = self._lend("int32_t", self._per_point(labels, "labels"), np.int32, "labels")
        self._call(lib.fcap_measure, given, self.options, m)
        told = fields(m)
        told.update(arrays)
        told["balance"] = as_float(m.balance)
        told["cluster_balance"] = np.array([as_float(b) for b in balances])
        told["count"] = self.by_attribute(arrays["count"])
        told["group_cost"] = self.by_attribute(arrays["group_cost"])
        return told

    def certify(self, multipliers: Any) -> float:
        """fcap_certify(): what these multipliers prove."""
        bound = ffi.new("double *")
        given = self._lend("double", self._per_point(multipliers, "multipliers"), np.float64, "multipliers")
        self._call(lib.fcap_certify, given, self.options, bound)
        return bound[0]

    def capacity(self) -> int:
        """fcap_rules_capacity(): the capacity in force."""
        weight = self.problem.weight
        total = self.n if weight == ffi.NULL else sum(weight[0 : self.n])
        return lib.fcap_rules_capacity(self.rules, total)

    def by_attribute(self, columns: np.ndarray) -> dict[Any, np.ndarray]:
        """Columns for all groups of all attributes, apart again."""
        ends = np.cumsum([len(a.values) for a in self.attributes])[:-1]
        parts = np.split(columns, ends, axis=-1) if self.attributes else []
        return {a.name: part for a, part in zip(self.attributes, parts)}


# ---- structs as Python values ----


def fields(struct: Any) -> dict[str, Any]:
    """The numbers of a struct; pointers and structs in it are left out."""
    kinds = ("primitive", "enum")
    return {name: getattr(struct, name) for name, f in ffi.typeof(struct[0]).fields if f.type.kind in kinds}


def as_float(pair: Any) -> float:
    return pair.num / pair.den if pair.den else float("nan")


def plan_of(report: Any) -> dict[str, Any]:
    return {
        "verdict": ("feasible", "infeasible", "open")[report.verdict],
        "reason": name_of("reason", report.reason),
        "max_size": report.max_size,
        "smallest_change": SmallestChange(
            report.change_max_size or None,
            report.change_clusters or None,
            fraction(report.change_balance),
            report.change_min_size or None,
            report.change_attribute if report.change_attribute >= 0 else None,
        ),
        "sentence": text(report.sentence),
        "point": report.point if report.point >= 0 else None,
        "cluster": report.cluster if report.cluster >= 0 else None,
        "attribute": report.attribute if report.attribute >= 0 else None,
    }
