/* mixed.c - see mixed.h. One coordinate after the other, each mean before its squares. */
#include "metric/mixed.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The means of coordinate c: of each cluster, and of all points. */
static double find_means(const points *p, const rules *r, const int32_t *labels,
                         const int64_t *size, int32_t c, double *mean) {
    double all = 0;
    memset(mean, 0, (size_t)r->k * sizeof *mean);
    for (int64_t i = 0; i < r->n; i++) {
        mean[labels[i]] += fcap_points_coordinate(p, i, c);
    }
    for (int32_t g = 0; g < r->k; g++) {
        all += mean[g];
        mean[g] = size[g] > 0 ? mean[g] / (double)size[g] : 0;
    }
    return all / (double)r->n;
}

/* Squares that add up to less have lost digits. */
static const double SQUARES_LEAST = 0x1p-980;

/* Adds what coordinate c costs to each cluster, and the largest difference from a mean to
 * *most, as the points are scaled. */
static void add_coordinate(const points *p, const rules *r, const int32_t *labels,
                           const int64_t *size, int32_t c, double *mean, double *cost,
                           double *most) {
    double const half = ldexp(1, p->x_exponent - 1); /* of the unit, which may be 2^1024 */
    double const all = find_means(p, r, labels, size, c, mean);
    double const weight = fabs(r->aim[c]);
    for (int32_t g = 0; r->aim[c] < 0 && g < r->k; g++) {
        double const t = 2 * (mean[g] - all) * half;
        *most = fmax(*most, fabs(mean[g] - all));
        cost[g] += weight * ((double)size[g] * t * t);
    }
    for (int64_t i = 0; r->aim[c] > 0 && i < r->n; i++) {
        double const off = fcap_points_coordinate(p, i, c) - mean[labels[i]];
        double const t = 2 * off * half;
        cost[labels[i]] += weight * (t * t);
        *most = fmax(*most, fabs(off));
    }
}

fcap_status fcap_mixed_costs(fcap_run *run, const points *p, const rules *r,
                             const int32_t *labels, const int64_t *size, double *cost,
                             int *lost) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    double *const mean = arena_array(&run->mem, double, r->k);
    double total = 0;
    double most = 0;
    if (mean == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for measuring %d clusters",
                             (int)r->k);
    }
    memset(cost, 0, (size_t)r->k * sizeof *cost);
    for (int32_t c = 0; c < p->d; c++) {
        if (r->aim[c] != 0) {
            add_coordinate(p, r, labels, size, c, mean, cost, &most);
        }
    }
    for (int32_t g = 0; g < r->k; g++) {
        total += cost[g];
    }
    if (!(total <= DBL_MAX)) {
        return fcap_run_fail(run, FCAP_E_OVERFLOW,
                             "the sum of squares is beyond the range of numbers; divide the "
                             "data or their aims by a constant");
    }
    *lost = most > 0 && most * most < SQUARES_LEAST;
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
