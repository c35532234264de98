#!/usr/bin/env python3
"""centroid.py fastcluster|scipy FILE RUNS - centroid linkage of the x columns of a CSV file by a peer.

One row of bench/run; the cost is the sum of the heights of all merges. fastcluster's linkage_vector makes no
matrix of distances, as faircap; scipy's time includes the distances between all pairs.
"""
import csv
import statistics
import sys
import time

import numpy

if sys.argv[1] == "fastcluster":
    from fastcluster import linkage_vector as linkage
else:
    from scipy.cluster.hierarchy import linkage

with open(sys.argv[2], newline="") as file:
    rows = csv.reader(file)
    wanted = [i for i, name in enumerate(next(rows)) if name.startswith("x")]
    x = numpy.array([[float(row[i]) for i in wanted] for row in rows])
runs = int(sys.argv[3])
seconds = []
for _ in range(runs):
    start = time.perf_counter()
    tree = linkage(x, method="centroid")
    seconds.append(time.perf_counter() - start)
print(f"{sys.argv[1]} centroid linkage,{x.shape[0]},{x.shape[1]},1,1,{runs},{min(seconds):.4f},"
      f"{statistics.median(seconds):.4f},{tree[:, 2].sum():.6f}")
