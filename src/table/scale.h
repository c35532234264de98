/* scale.h - bringing a numeric column to a common scale. NaN stands for a missing value. */
#ifndef FCAP_TABLE_SCALE_H
#define FCAP_TABLE_SCALE_H

#include <faircap/table.h>

/* value -> (value / 2^e - shift) / divisor: in this order nothing overflows, even at 1e308. */
typedef struct linear {
    int e;
    double shift;
    double divisor; /* 0: a constant column, which becomes 0 */
} linear;

linear fcap_scale_of(const double *value, int64_t n, fcap_scale scale);
double fcap_scale_apply(linear s, double value);
/* The mean of the values that are there; 0 when there are none. */
double fcap_mean_of(const double *value, int64_t n);

#endif
