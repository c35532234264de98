#!/usr/bin/env python3
"""to_npy.py DATA.csv POINTS.npy - generated data (id, x1..xd, group) as a matrix: the x columns, then the group as 0, 1, ..."""
import sys

import numpy

with open(sys.argv[1], encoding="ascii") as stream:
    names = stream.readline().strip().split(",")
    n = sum(1 for _ in stream)
wanted = [i for i, name in enumerate(names) if name.startswith("x")]
group = names.index("group")
out = numpy.lib.format.open_memmap(sys.argv[2], "w+", dtype=numpy.float64, shape=(n, len(wanted) + 1))
with open(sys.argv[1], encoding="ascii") as stream:
    stream.readline()
    for begin in range(0, n, 1 << 18):
        rows = min(1 << 18, n - begin)
        out[begin:begin + rows] = numpy.loadtxt(stream, delimiter=",", usecols=[*wanted, group], max_rows=rows,
                                                converters={group: lambda text: ord(text) - ord("a")}, encoding="ascii")
