/* given.c - see given.h. */
#include "data/given.h"

#include <assert.h>
#include <math.h>

enum {
    TILE = 64 /* entries and their mirror images, both near in memory */
};

#define SYMMETRY       1e-9
#define EXPONENT_LEAST (-1000) /* so that the scale is a number */

/* Every entry alone; the largest is left in *largest. */
static fcap_status check_entries(fcap_run *run, const double *distance, int64_t n,
                                 double *largest) {
    *largest = 0;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < n; j++) {
            double const d = distance[i * n + j];
            if (!(d >= 0 && d <= 1.7976931348623157e308)) {
                return fcap_run_fail(run, FCAP_E_ARGUMENT,
                                     "the distance from point %lld to point %lld is %g; "
                                     "distances are finite, and none is negative",
                                     (long long)i, (long long)j, d);
            }
            if (i == j && d > 0) {
                return fcap_run_fail(run, FCAP_E_ARGUMENT,
                                     "the distance from point %lld to itself is %g, not 0",
                                     (long long)i, d);
            }
            *largest = d > *largest ? d : *largest;
        }
    }
    return FCAP_OK;
}

/* Entries against their mirror images, tile after tile; *differ: some are not equal. */
static fcap_status check_symmetry(fcap_run *run, const double *distance, int64_t n,
                                  int *differ) {
    *differ = 0;
    for (int64_t top = 0; top < n; top += TILE) {
        for (int64_t left = 0; left <= top; left += TILE) {
            for (int64_t i = top; i < top + TILE && i < n; i++) {
                for (int64_t j = left; j < left + TILE && j < i; j++) {
                    double const a = distance[j * n + i];
                    double const b = distance[i * n + j];
                    if (fabs(a - b) > SYMMETRY * fmax(a, b)) {
                        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                                             "the distance from point %lld to point %lld is "
                                             "%.17g, and %.17g the other way; they must be "
                                             "equal",
                                             (long long)j, (long long)i, a, b);
                    }
                    *differ |= a != b;
                }
            }
        }
    }
    return FCAP_OK;
}

static fcap_status mean_of_halves(fcap_run *run, const double *distance, int64_t n,
                                  const double **out) {
    double *const mean =
        n < INT32_MAX ? arena_array(&run->mem, double, (size_t)n *(size_t)n) : NULL;
    if (mean == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld x %lld distances",
                             (long long)n, (long long)n);
    }
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < i; j++) {
            double const both = distance[i * n + j] / 2 + distance[j * n + i] / 2;
            mean[i * n + j] = mean[j * n + i] = both;
        }
    }
    *out = mean;
    return FCAP_OK;
}

fcap_status fcap_given_open(fcap_run *run, const double *distance, int64_t n,
                            given_distances *out, int *exponent) {
    double largest = 0;
    int differ = 0;
    TRY(check_entries(run, distance, n, &largest));
    TRY(check_symmetry(run, distance, n, &differ));
    *exponent = 0;
    frexp(largest, exponent); /* largest < 2^exponent; 0 for 0 */
    *exponent = *exponent < EXPONENT_LEAST ? EXPONENT_LEAST : *exponent;
    *out = (given_distances){.entry = distance, .side = n, .scale = ldexp(1, -*exponent)};
    return differ ? mean_of_halves(run, distance, n, &out->entry) : FCAP_OK;
}

static int64_t row_of(const given_distances *g, int64_t i) {
    return g->at != NULL ? g->at[i] : i;
}

fcap_status fcap_given_subset(fcap_run *run, const given_distances *from, const int64_t *index,
                              int64_t n, given_distances *out) {
    int64_t *const at = arena_array(&run->mem, int64_t, n);
    if (at == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld points",
                             (long long)n);
    }
    for (int64_t i = 0; i < n; i++) {
        at[i] = row_of(from, index[i]);
    }
    *out = *from;
    out->at = at;
    return FCAP_OK;
}

double fcap_given_distance(const given_distances *from, int64_t i, const given_distances *to,
                           int64_t j) {
    assert(from->entry == to->entry);
    return from->entry[row_of(from, i) * from->side + row_of(to, j)] * from->scale;
}

void fcap_given_row(const given_distances *from, int64_t i, const given_distances *to,
                    int64_t first, int64_t n, double *out) {
    assert(from->entry == to->entry);
    const double *const row = from->entry + row_of(from, i) * from->side;
    for (int64_t j = 0; j < n; j++) {
        out[j] = row[row_of(to, first + j)] * from->scale;
    }
}

void fcap_given_row_float(const given_distances *from, int64_t i, const given_distances *to,
                          int64_t n, float *out) {
    assert(from->entry == to->entry);
    const double *const row = from->entry + row_of(from, i) * from->side;
    for (int64_t j = 0; j < n; j++) {
        out[j] = (float)(row[row_of(to, j)] * from->scale);
    }
}
