/* npy.h - matrices in NumPy's .npy format: float32 or float64, either byte order. */
#ifndef FCAP_TABLE_NPY_H
#define FCAP_TABLE_NPY_H

#include "base/run.h"

typedef struct npy {
    double *value; /* rows * columns, row-major; NaN means missing */
    int64_t rows;
    int32_t columns;
} npy;

enum {
    NPY_START = 12 /* bytes that tell where the values begin */
};

/* What the header says of the values. */
typedef struct npy_form {
    int64_t rows;
    int32_t columns;
    int width; /* bytes of a value: 4 or 8 */
    int swap;  /* the other byte order */
    int column_major;
    size_t begin; /* bytes before the first value */
} npy_form;

/* From the first NPY_START bytes of a file: how many come before the values; 0: no .npy file.
 */
size_t fcap_npy_begin(const char *bytes, size_t size);
/* From at least that many bytes: the form of the values. */
fcap_status fcap_npy_form(fcap_run *run, const char *bytes, size_t size, npy_form *out);
/* The value of these form->width bytes. */
double fcap_npy_value(const npy_form *form, const char *bytes);

int fcap_npy_recognise(const char *bytes, size_t size);
fcap_status fcap_npy_open(fcap_run *run, const char *bytes, size_t size, npy *out);

#endif
