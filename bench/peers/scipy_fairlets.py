#!/usr/bin/env python3
"""scipy_fairlets.py FILE RUNS - scipy's linear_sum_assignment between the two groups of a CSV file; one row of bench/run.

Fairlets with t = 1. The time is that of the call alone, on a ready matrix of distances."""
import csv
import sys
import time

import numpy
from scipy.optimize import linear_sum_assignment
from scipy.spatial.distance import cdist

path, runs = sys.argv[1], int(sys.argv[2])
with open(path, newline="", encoding="utf-8") as lines:
    rows = list(csv.DictReader(lines))
names = [name for name in rows[0] if name.startswith("x")]
x = numpy.array([[float(row[name]) for name in names] for row in rows])
group = numpy.array([row["group"] for row in rows])
values, counts = numpy.unique(group, return_counts=True)
matrix = cdist(x[group == values[0]], x[group == values[1]])
seconds = []
for _ in range(runs):
    start = time.perf_counter()
    left, right = linear_sum_assignment(matrix)
    seconds.append(time.perf_counter() - start)
seconds.sort()
print(f"scipy linear_sum_assignment,{len(x)},{len(names)},{counts.min()},1,{runs},{seconds[0]:.4f},{seconds[runs // 2]:.4f},"
      f"{matrix[left, right].sum():.6f}")
