"""Fair-capacitated clustering: clusters of bounded size that mix protected groups, with a proof of how good they are.

>>> import faircap
>>> X = [[0.0], [1.0], [8.0], [9.0]]
>>> faircap.FairCapacitatedClustering(n_clusters=2).fit_predict(X, sensitive_features=["f", "m", "m", "f"])
array([0, 0, 1, 1], dtype=int32)
"""
from . import plots
from ._estimator import FairCapacitatedClustering
from ._functions import Check, Fairlets, Plan, certify, check, fairlets, feasible
from ._library import Progress, status_text, version
from ._methods import enforces, methods
from ._table import (
    Dataset,
    Generated,
    Table,
    display,
    generate,
    number_parse,
    number_print,
    read_csv,
    read_table,
)
from .exceptions import (
    ArgumentError,
    CancelledError,
    DataError,
    FaircapError,
    Fault,
    InfeasibleError,
    InputError,
    InternalError,
    NotFoundError,
    OutOfMemoryError,
    SmallestChange,
    TooLargeError,
)

__version__ = version()

__all__ = [
    "ArgumentError",
    "CancelledError",
    "Check",
    "DataError",
    "Dataset",
    "FairCapacitatedClustering",
    "FaircapError",
    "Fairlets",
    "Fault",
    "Generated",
    "InfeasibleError",
    "InputError",
    "InternalError",
    "NotFoundError",
    "OutOfMemoryError",
    "Plan",
    "Progress",
    "SmallestChange",
    "Table",
    "TooLargeError",
    "certify",
    "check",
    "display",
    "enforces",
    "fairlets",
    "feasible",
    "generate",
    "methods",
    "number_parse",
    "number_print",
    "plots",
    "read_csv",
    "read_table",
    "status_text",
    "version",
]
