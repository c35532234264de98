/* npy.h - matrices in NumPy's .npy format: float32 or float64, either byte order.
 *
 * The values stay where they are, in a mapped file if it is a large one, and are converted when
 * they are looked at.
 */
#ifndef FCAP_TABLE_NPY_H
#define FCAP_TABLE_NPY_H

#include "base/run.h"

#include <string.h>

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

typedef struct npy {
    npy_form form;
    const char *data; /* the values; NaN means missing */
} npy;

/* From the first NPY_START bytes of a file: how many come before the values; 0: no .npy file.
 */
size_t fcap_npy_begin(const char *bytes, size_t size);
/* From at least that many bytes: the form of the values. */
fcap_status fcap_npy_form(fcap_run *run, const char *bytes, size_t size, npy_form *out);
/* The value of these form->width bytes. */
static inline double fcap_npy_value(const npy_form *form, const char *bytes) {
    if (form->width == 8) {
        uint64_t bits;
        double value;
        memcpy(&bits, bytes, sizeof bits);
        bits = form->swap ? __builtin_bswap64(bits) : bits;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    uint32_t bits;
    float value;
    memcpy(&bits, bytes, sizeof bits);
    bits = form->swap ? __builtin_bswap32(bits) : bits;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}
/* The value of a row and a column, from 0. */
static inline double fcap_npy_at(const npy *in, int64_t row, int64_t column) {
    int64_t const at =
        in->form.column_major ? column * in->form.rows + row : row * in->form.columns + column;
    return fcap_npy_value(&in->form, in->data + at * in->form.width);
}

int fcap_npy_recognise(const char *bytes, size_t size);
/* Looks at all values: none is infinite. The bytes must stay. */
fcap_status fcap_npy_open(fcap_run *run, const char *bytes, size_t size, npy *out);

#endif
