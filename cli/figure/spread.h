/* spread.h - a sample in a few numbers: median, quartiles, and Tukey's box.
 *
 * Quartiles are those of linear interpolation between sorted values (type 7 of R, the default
 * of NumPy), so that readers who recompute them find the same.
 */
#ifndef CLI_SPREAD_H
#define CLI_SPREAD_H

#include <stdint.h>

/* Sorts ascending. */
void spread_sort(double *value, int64_t n);

/* All of n >= 1 ascending values. */
double spread_quantile(const double *sorted, int64_t n, double share);

/* A box plot: what lies beyond 1.5 times the box's height from the box is an outlier, and the
 * whiskers end at the last values that do not. */
typedef struct spread_box {
    double low; /* end of the lower whisker */
    double lower;
    double median;
    double upper;
    double high;
    int64_t first; /* values first .. last are no outliers */
    int64_t last;
} spread_box;

spread_box spread_tukey(const double *sorted, int64_t n);

#endif
