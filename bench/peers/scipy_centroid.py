#!/usr/bin/env python3
"""scipy_centroid.py FILE RUNS - scipy.cluster.hierarchy.linkage on the x columns of a CSV file.

One row of bench/run; the cost is the sum of the heights of all merges. The time includes the
distances between all pairs.
"""
import csv
import statistics
import sys
import time

import numpy
import scipy.cluster.hierarchy

with open(sys.argv[1], newline="") as file:
    rows = csv.reader(file)
    wanted = [i for i, name in enumerate(next(rows)) if name.startswith("x")]
    x = numpy.array([[float(row[i]) for i in wanted] for row in rows])
runs = int(sys.argv[2])
seconds = []
for _ in range(runs):
    start = time.perf_counter()
    tree = scipy.cluster.hierarchy.linkage(x, method="centroid")
    seconds.append(time.perf_counter() - start)
print(f"scipy linkage,{x.shape[0]},{x.shape[1]},1,1,{runs},{min(seconds):.4f},"
      f"{statistics.median(seconds):.4f},{tree[:, 2].sum():.6f}")
