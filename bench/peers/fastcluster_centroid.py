#!/usr/bin/env python3
"""fastcluster_centroid.py FILE RUNS - fastcluster.linkage_vector on the x columns of a CSV file.

One row of bench/run; the cost is the sum of the heights of all merges. No matrix of distances is
made, as in faircap.
"""
import csv
import statistics
import sys
import time

import fastcluster
import numpy

with open(sys.argv[1], newline="") as file:
    rows = csv.reader(file)
    wanted = [i for i, name in enumerate(next(rows)) if name.startswith("x")]
    x = numpy.array([[float(row[i]) for i in wanted] for row in rows])
runs = int(sys.argv[2])
seconds = []
for _ in range(runs):
    start = time.perf_counter()
    tree = fastcluster.linkage_vector(x, method="centroid")
    seconds.append(time.perf_counter() - start)
print(f"fastcluster.linkage_vector,{x.shape[0]},{x.shape[1]},1,1,{runs},{min(seconds):.4f},"
      f"{statistics.median(seconds):.4f},{tree[:, 2].sum():.6f}")
