#!/usr/bin/env python3
"""The least cost of fairlets, by scipy: what `--fairlets mcf` has to reach.

Standard input: JSON, a list of {"few": points, "many": points, "most": w}. Standard output: a list of the least sum of
Euclidean distances when each of the many joins one of the few, and each of the few gets 1 to w of them:

    minimise  sum over i, j of d(i, j) x(i, j)    with  sum over i of x(i, j) = 1,  1 <= sum over j of x(i, j) <= w

When w is 1 that is the assignment problem (linear_sum_assignment); otherwise HiGHS solves the linear program, which has
an optimum in integers because its matrix is that of a transportation problem. `--probe` only says whether scipy is
there (exit code 0). It needs Debian's python3-scipy.
"""
import json
import sys

import numpy
from scipy.optimize import linear_sum_assignment, linprog
from scipy.sparse import identity, kron, vstack


def distances(few, many):
    return numpy.sqrt(((numpy.array(few)[:, None, :] - numpy.array(many)[None, :, :]) ** 2).sum(axis=2))


def optimum(few, many, most):
    d = distances(few, many)
    if most == 1:
        return float(d[linear_sum_assignment(d)].sum())
    m, n = d.shape
    taken = kron(numpy.ones((1, m)), identity(n), format="csr")  # row j: the sum over i
    given = kron(identity(m), numpy.ones((1, n)), format="csr")  # row i: the sum over j
    found = linprog(d.ravel(), A_ub=vstack([given, -given]), b_ub=[most] * m + [-1] * m, A_eq=taken, b_eq=[1] * n,
                    bounds=(0, None), method="highs-ds")
    if found.status != 0:
        raise SystemExit(f"HiGHS: {found.message}")
    return float(found.fun)


if __name__ == "__main__":
    if sys.argv[1:] != ["--probe"]:
        json.dump([optimum(**instance) for instance in json.load(sys.stdin)], sys.stdout)
