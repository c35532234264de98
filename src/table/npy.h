/* npy.h - matrices in NumPy's .npy format: float32 or float64, either byte order. */
#ifndef FCAP_TABLE_NPY_H
#define FCAP_TABLE_NPY_H

#include "base/run.h"

typedef struct npy {
    double *value; /* rows * columns, row-major; NaN means missing */
    int64_t rows;
    int32_t columns;
} npy;

int fcap_npy_recognise(const char *bytes, size_t size);
fcap_status fcap_npy_open(fcap_run *run, const char *bytes, size_t size, npy *out);

#endif
