/* spread.c - see spread.h. */
#include "figure/spread.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *left, const void *right) {
    double const a = *(const double *)left;
    double const b = *(const double *)right;
    return (a > b) - (a < b);
}

void spread_sort(double *value, int64_t n) {
    qsort(value, (size_t)n, sizeof *value, ascending);
}

double spread_quantile(const double *sorted, int64_t n, double share) {
    double const at = share * (double)(n - 1);
    int64_t const below = (int64_t)floor(at);
    if (below + 1 >= n) {
        return sorted[n - 1];
    }
    return sorted[below] + (at - (double)below) * (sorted[below + 1] - sorted[below]);
}

spread_box spread_tukey(const double *sorted, int64_t n) {
    spread_box b = {.lower = spread_quantile(sorted, n, 0.25),
                    .median = spread_quantile(sorted, n, 0.5),
                    .upper = spread_quantile(sorted, n, 0.75),
                    .last = n - 1};
    double const reach = 1.5 * (b.upper - b.lower);
    while (sorted[b.first] < b.lower - reach) {
        b.first++;
    }
    while (sorted[b.last] > b.upper + reach) {
        b.last--;
    }
    /* Between values a quartile may lie beyond the last one that is no outlier: the whisker
     * then has no length. */
    b.low = sorted[b.first] < b.lower ? sorted[b.first] : b.lower;
    b.high = sorted[b.last] > b.upper ? sorted[b.last] : b.upper;
    return b;
}
