#!/usr/bin/env python3
"""inertia.py POINTS.npy LABELS - the sum of squares around the means of the clusters, for the labels of any program."""
import sys

import numpy

x = numpy.load(sys.argv[1], mmap_mode="r")
label = numpy.loadtxt(sys.argv[2], delimiter=",", skiprows=1, usecols=1, dtype=numpy.int64) - 1
k = label.max() + 1
size = numpy.bincount(label, minlength=k)
total = 0.0
for c in range(x.shape[1] - 1):
    column = numpy.array(x[:, c])
    mean = numpy.bincount(label, weights=column, minlength=k) / numpy.maximum(size, 1)
    total += float(((column - mean[label]) ** 2).sum())
print(total)
