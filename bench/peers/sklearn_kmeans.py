#!/usr/bin/env python3
"""sklearn_kmeans.py kmeans|minibatch POINTS.npy K LABELS - scikit-learn on all but the last column of a matrix.

Writes row,cluster; prints the seconds of fit() alone. One start, as faircap has one.
"""
import sys
import time

import numpy
from sklearn.cluster import KMeans, MiniBatchKMeans

kind, points, k, labels = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
x = numpy.ascontiguousarray(numpy.load(points, mmap_mode="r")[:, :-1])
model = {"kmeans": KMeans, "minibatch": MiniBatchKMeans}[kind](n_clusters=k, n_init=1, random_state=1)
begin = time.perf_counter()
model.fit(x)
seconds = time.perf_counter() - begin
rows = numpy.arange(1, len(x) + 1)
numpy.savetxt(labels, numpy.column_stack([rows, model.labels_ + 1]), fmt="%d", delimiter=",", header="row,cluster", comments="")
print(seconds)
