/* scale.h - bringing a numeric column to a common scale. NaN stands for a missing value.
 *
 * The n values of a column are `step` apart.
 */
#ifndef FCAP_TABLE_SCALE_H
#define FCAP_TABLE_SCALE_H

#include <faircap/table.h>

/* The values of a column that are there. */
typedef struct value_range {
    double low;
    double high;
    int64_t seen;
} value_range;

/* value -> (value / 2^e - shift) / divisor: in this order nothing overflows, even at 1e308. */
typedef struct linear {
    double power[2]; /* whose product is 2^-e; one may be beyond the range of doubles */
    double shift;
    double divisor; /* 0: a constant column, which becomes 0 */
} linear;

/* Goes on with more values of the column. */
void fcap_range_add(value_range *range, const double *value, int64_t n, int64_t step);
linear fcap_scale_of(value_range range, const double *value, int64_t n, int64_t step,
                     fcap_scale scale);
/* The mean of the values that are there; 0 when there are none. */
double fcap_mean_of(value_range range, const double *value, int64_t n, int64_t step);

static inline double fcap_scale_apply(linear s, double value) {
    return s.divisor == 0 ? 0 : (value * s.power[0] * s.power[1] - s.shift) / s.divisor;
}

#endif
