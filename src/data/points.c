/* points.c - distances in blocks. See points.h for the layout and why. */
#include "data/points.h"

#include "base/parallel.h"
#include "base/vector.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    MATRIX_CHUNK = 16, /* rows made together; larger: fewer loads, fewer chunks */
    NEAR_LEAST = -300  /* squares of what differs by 2^-353 of 1 have all their digits */
};

static int64_t round_up(int64_t n) {
    return (n + LANES - 1) / LANES * LANES;
}

static fcap_status out_of_memory(fcap_run *run, int64_t n, int32_t d) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                         "out of memory for %lld points with %d coordinates", (long long)n,
                         (int)d);
}

static int is_given(const points *p) {
    return p->given.entry != NULL;
}

/* Is a distance the root of what is summed? */
static int has_root(const points *p) {
    return p->metric == FCAP_METRIC_EUCLIDEAN && !is_given(p);
}

static inline double *at(const points *p, int64_t i, int32_t c) {
    return p->x + ((i / LANES) * p->d + c) * LANES + i % LANES;
}

/* x * up * power is x / 2^exponent, rounded once: where there are two factors, neither rounds.
 */
typedef struct scale {
    double up;
    double power;
} scale;

static scale scale_of(int exponent) {
    int const part = exponent < -1000 ? 1000 : 0;
    return (scale){ldexp(1, part), ldexp(1, -exponent - part)};
}

/* The largest magnitude in a column of n rows; 0 where all are equal. */
static double largest_of_column(const double *x, int64_t n, int32_t d, int32_t c) {
    double largest = 0;
    for (int64_t i = 0; i < n; i++) {
        double const here = fmax(fabs(x[i * d + c]), fabs(x[c]));
        largest = x[i * d + c] != x[c] && here > largest ? here : largest;
    }
    return largest;
}

/* Is any value but 0 so small that its squares may be lost beside the largest? */
static int has_wide_range(const double *x, int64_t n, double largest) {
    double const least = ldexp(largest, NEAR_LEAST);
    int found = 0;
    for (int64_t i = 0; i < n && !found; i++) {
        found = x[i] != 0 && fabs(x[i]) < least;
    }
    return found;
}

static int exponent_for(fcap_metric metric, int exponent) {
    return metric == FCAP_METRIC_SQEUCLIDEAN ? 2 * exponent : exponent;
}

fcap_status fcap_points_open(fcap_run *run, const double *x, int64_t n, int32_t d,
                             points *out) {
    return fcap_points_open_metric(run, x, n, d, FCAP_METRIC_EUCLIDEAN, out);
}

fcap_status fcap_points_open_metric(fcap_run *run, const double *x, int64_t n, int32_t d,
                                    fcap_metric metric, points *out) {
    double largest = 0;
    for (int64_t i = 0; i < n * d; i++) {
        double const magnitude = fabs(x[i]);
        if (!(magnitude <= 1.7976931348623157e308)) {
            return fcap_run_fail(run, FCAP_E_ARGUMENT,
                                 "coordinate %d of point %lld is not a finite number",
                                 (int)(i % d), (long long)(i / d));
        }
        largest = magnitude > largest ? magnitude : largest;
    }
    double different = 0;
    for (int32_t c = 0; has_wide_range(x, n * d, largest) && c < d; c++) {
        different = fmax(different, largest_of_column(x, n, d, c));
    }
    int const without_equal = different > 0 && different < ldexp(largest, NEAR_LEAST);
    int exponent = 0;
    frexp(without_equal ? different : largest, &exponent); /* x < 2^exponent; 0 for 0 */
    *out = (points){.n = n,
                    .d = d,
                    .exponent = exponent_for(metric, exponent),
                    .stride = round_up(n),
                    .metric = metric,
                    .x_exponent = exponent,
                    .origin = x};
    out->x = arena_array(&run->mem, double, out->stride *d);
    if (out->x == NULL) {
        return out_of_memory(run, n, d);
    }
    scale const s = scale_of(exponent);
    for (int64_t i = 0; i < out->stride; i++) {
        const double *const from = x + (i < n ? i : n - 1) * d;
        for (int32_t c = 0; c < d; c++) {
            *at(out, i, c) = from[c] * s.up * s.power;
        }
    }
    for (int32_t c = 0; without_equal && c < d; c++) {
        int const equal = largest_of_column(x, n, d, c) == 0;
        for (int64_t i = 0; equal && i < out->stride; i++) {
            *at(out, i, c) = 0; /* it adds nothing, whatever it is */
        }
    }
    return FCAP_OK;
}

fcap_status fcap_points_open_given(fcap_run *run, const double *distance, int64_t n,
                                   points *out) {
    *out = (points){.n = n, .stride = round_up(n)};
    return fcap_given_open(run, distance, n, &out->given, &out->exponent);
}

void fcap_points_gather(const points *from, const int64_t *index, int64_t n, double *x,
                        points *out) {
    *out = *from;
    out->n = n;
    out->stride = round_up(n);
    out->matrix = NULL;
    out->origin = NULL;
    out->x = x;
    for (int64_t i = 0; i < out->stride; i++) {
        int64_t const source = index[i < n ? i : n - 1];
        for (int32_t c = 0; c < from->d; c++) {
            *at(out, i, c) = *at(from, source, c);
        }
    }
}

fcap_status fcap_points_subset(fcap_run *run, const points *from, const int64_t *index,
                               int64_t n, points *out) {
    if (is_given(from)) {
        *out = *from;
        out->n = n;
        out->stride = round_up(n);
        out->matrix = NULL;
        return fcap_given_subset(run, &from->given, index, n, &out->given);
    }
    double *const x = arena_array(&run->mem, double, round_up(n) * from->d);
    if (x == NULL) {
        return out_of_memory(run, n, from->d);
    }
    fcap_points_gather(from, index, n, x, out);
    return FCAP_OK;
}

/* The largest coordinate of those in which the points differ, as they are scaled. */
static double largest_of_different(const points *p) {
    double largest = 0;
    for (int64_t i = 0; i < p->stride; i += LANES) {
        for (int32_t c = 0; c < p->d; c++) {
            const double *const block = at(p, i, c);
            double const first = p->x[(int64_t)c * LANES];
            for (int l = 0; l < LANES; l++) {
                double const here = fmax(fabs(block[l]), fabs(first));
                largest = block[l] != first && here > largest ? here : largest;
            }
        }
    }
    return largest;
}

/* Of one true coordinate; 0 where all are equal. */
static double largest_of_origin(const points *from, const int64_t *index, int64_t n,
                                int32_t c) {
    double const first = from->origin[index[0] * from->d + c];
    double largest = 0;
    for (int64_t i = 0; i < n; i++) {
        double const x = from->origin[index[i] * from->d + c];
        largest = x != first ? fmax(fmax(fabs(x), fabs(first)), largest) : largest;
    }
    return largest;
}

fcap_status fcap_points_zoom(fcap_run *run, const points *from, const int64_t *index,
                             points *sub) {
    if (from->origin == NULL || largest_of_different(sub) >= ldexp(1, NEAR_LEAST)) {
        return FCAP_OK;
    }
    double largest = 0;
    for (int32_t c = 0; c < from->d; c++) {
        largest = fmax(largest, largest_of_origin(from, index, sub->n, c));
    }
    int exponent = 0;
    frexp(largest, &exponent);
    if (largest == 0 || exponent >= from->x_exponent + NEAR_LEAST) {
        return FCAP_OK; /* all are equal, or all is small */
    }
    sub->x = arena_array(&run->mem, double, sub->stride * sub->d);
    if (sub->x == NULL) {
        return out_of_memory(run, sub->n, sub->d);
    }
    sub->x_exponent = exponent;
    sub->exponent = exponent_for(sub->metric, exponent);
    scale const s = scale_of(exponent);
    for (int32_t c = 0; c < sub->d; c++) {
        int const differs = largest_of_origin(from, index, sub->n, c) > 0;
        for (int64_t i = 0; differs && i < sub->stride; i++) {
            int64_t const source = index[i < sub->n ? i : sub->n - 1];
            *at(sub, i, c) = from->origin[source * from->d + c] * s.up * s.power;
        }
    }
    return FCAP_OK;
}

void fcap_points_put(points *to, int64_t j, const points *from, int64_t i) {
    assert(!is_given(from) && from->d == to->d && from->exponent == to->exponent);
    int64_t const last = j == to->n - 1 ? to->stride - 1 : j; /* lanes beyond n repeat it */
    for (; j <= last; j++) {
        for (int32_t c = 0; c < from->d; c++) {
            *at(to, j, c) = *at(from, i, c);
        }
    }
}

int fcap_points_metric(const points *p) {
    return !is_given(p) && p->metric != FCAP_METRIC_SQEUCLIDEAN;
}

double fcap_points_limit(const points *p) {
    double const d = p->d; /* coordinates differ by less than 2 */
    if (is_given(p)) {
        return 1;
    }
    return p->metric == FCAP_METRIC_MANHATTAN     ? 2 * d
           : p->metric == FCAP_METRIC_SQEUCLIDEAN ? 4 * d
                                                  : 2 * sqrt(d);
}

double fcap_points_diameter(const points *p, double far) {
    if (is_given(p)) {
        return fcap_points_limit(p);
    }
    return p->metric == FCAP_METRIC_SQEUCLIDEAN ? far * 4 : far * 2;
}

double fcap_points_coordinate(const points *p, int64_t i, int32_t c) {
    assert(c < p->d);
    return *at(p, i, c);
}

/* ---- one pair ---- */

/* The distance, but for the root of Euclidean ones. */
static double sum_between(const points *p, int64_t i, const points *q, int64_t j) {
    if (is_given(p)) {
        return fcap_given_distance(&p->given, i, &q->given, j);
    }
    const double *const a = at(p, i, 0);
    const double *const b = at(q, j, 0);
    double sum = 0;
    for (int64_t c = 0; c < p->d; c++) {
        double const t = b[c * LANES] - a[c * LANES];
        sum += p->metric == FCAP_METRIC_MANHATTAN ? fabs(t) : t * t;
    }
    return sum;
}

double fcap_points_distance(const points *p, int64_t i, int64_t j) {
    double const sum = sum_between(p, i, p, j);
    return has_root(p) ? sqrt(sum) : sum;
}

double fcap_points_distance_to(const points *from, int64_t i, const points *to, int64_t j) {
    assert(from->d == to->d && from->exponent == to->exponent);
    double const sum = sum_between(from, i, to, j);
    return has_root(from) ? sqrt(sum) : sum;
}

float fcap_points_distance_float(const points *p, int64_t i, int64_t j) {
    float const sum = (float)sum_between(p, i, p, j);
    return has_root(p) ? sqrtf(sum) : sum;
}

/* ---- rows ---- */

typedef float quad_float __attribute__((vector_size(4 * sizeof(float))));

/* From a point of p to n points (whole blocks); the same for two of the metrics but for the
 * root, which comes in a second loop, plain enough to become vector instructions. */
WIDE static void row_of_doubles(const points *p, const double *point, const double *block,
                                int64_t n, double *out) {
    if (p->metric == FCAP_METRIC_MANHATTAN) {
        for (int64_t j = 0; j < n; j += LANES) {
            block_absolutes(point, block + j * p->d, p->d, (quad *)(void *)(out + j));
        }
        return;
    }
    for (int64_t j = 0; j < n; j += LANES) {
        block_squares(point, block + j * p->d, p->d, (quad *)(void *)(out + j));
    }
    for (int64_t j = 0; has_root(p) && j < n; j++) {
        out[j] = sqrt(out[j]);
    }
}

/* Rows for several points at once: each block is loaded from memory once for all of them. */
WIDE static void rows_of_floats(const points *p, const int64_t *index, int64_t n, float *out) {
    int const absolute = p->metric == FCAP_METRIC_MANHATTAN;
    for (int64_t j = 0; j < p->stride; j += LANES) {
        for (int64_t i = 0; i < n; i++) {
            quad sum[4];
            if (absolute) {
                block_absolutes(at(p, index[i], 0), p->x + j * p->d, p->d, sum);
            } else {
                block_squares(at(p, index[i], 0), p->x + j * p->d, p->d, sum);
            }
            quad_float *const to = (quad_float *)(void *)(out + i * p->stride + j);
            to[0] = __builtin_convertvector(sum[0], quad_float);
            to[1] = __builtin_convertvector(sum[1], quad_float);
            to[2] = __builtin_convertvector(sum[2], quad_float);
            to[3] = __builtin_convertvector(sum[3], quad_float);
        }
    }
    for (int64_t j = 0; has_root(p) && j < n * p->stride; j++) {
        out[j] = sqrtf(out[j]);
    }
}

void fcap_points_distances(const points *p, int64_t i, double *out) {
    fcap_points_distances_to(p, i, p, out);
}

void fcap_points_distances_to(const points *from, int64_t i, const points *to, double *out) {
    fcap_points_distances_blocks(from, i, to, 0, to->stride / LANES, out);
}

void fcap_points_distances_blocks(const points *from, int64_t i, const points *to,
                                  int64_t first, int64_t n, double *out) {
    assert(from->d == to->d && from->exponent == to->exponent);
    assert(first >= 0 && (first + n) * LANES <= to->stride);
    if (!is_given(from)) {
        row_of_doubles(from, at(from, i, 0), to->x + first * LANES * to->d, n * LANES, out);
        return;
    }
    int64_t const end = (first + n) * LANES;
    int64_t const some = (end < to->n ? end : to->n) - first * LANES;
    fcap_given_row(&from->given, i, &to->given, first * LANES, some, out);
    for (int64_t j = some; j < n * LANES; j++) {
        out[j] = out[some - 1];
    }
}

void fcap_points_rows(const points *p, const int64_t *index, int64_t n, float *out) {
    if (!is_given(p)) {
        rows_of_floats(p, index, n, out);
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        float *const row = out + i * p->stride;
        fcap_given_row_float(&p->given, index[i], &p->given, p->n, row);
        for (int64_t j = p->n; j < p->stride; j++) {
            row[j] = row[p->n - 1];
        }
    }
}

const float *fcap_points_row(const points *p, int64_t i, float *scratch) {
    if (p->matrix != NULL) {
        return p->matrix + i * p->stride;
    }
    assert(scratch != NULL);
    fcap_points_rows(p, &i, 1, scratch);
    return scratch;
}

static void matrix_rows(void *context, int64_t from, int64_t to, int32_t thread) {
    const points *const p = context;
    (void)thread;
    assert(to > from && to - from <= MATRIX_CHUNK);
    int64_t index[MATRIX_CHUNK] = {0};
    for (int64_t i = from; i < to; i++) {
        index[i - from] = i;
    }
    fcap_points_rows(p, index, to - from, p->matrix + from * p->stride);
}

fcap_status fcap_points_matrix(fcap_run *run, points *p) {
    if (p->n > (run->matrix_points > 0 ? run->matrix_points : MATRIX_POINTS)) {
        return FCAP_OK;
    }
    p->matrix = arena_array(&run->mem, float, p->n * p->stride);
    if (p->matrix == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld x %lld distances",
                             (long long)p->n, (long long)p->n);
    }
    fcap_parallel_for(run->threads, p->n, MATRIX_CHUNK, matrix_rows, p);
    return FCAP_OK;
}
