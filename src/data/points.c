/* points.c - distances in blocks. See points.h for the layout and why. */
#include "data/points.h"

#include "base/parallel.h"
#include "base/vector.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    MATRIX_CHUNK = 16
}; /* rows made together; larger: fewer loads, fewer chunks */

static int64_t round_up(int64_t n) {
    return (n + LANES - 1) / LANES * LANES;
}

static fcap_status out_of_memory(fcap_run *run, int64_t n, int32_t d) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                         "out of memory for %lld points with %d coordinates", (long long)n,
                         (int)d);
}

static inline double *at(const points *p, int64_t i, int32_t c) {
    return p->x + ((i / LANES) * p->d + c) * LANES + i % LANES;
}

fcap_status fcap_points_open(fcap_run *run, const double *x, int64_t n, int32_t d,
                             points *out) {
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
    int exponent = 0;
    frexp(largest, &exponent); /* largest < 2^exponent; 0 for 0 */
    *out = (points){.n = n, .d = d, .exponent = exponent, .stride = round_up(n)};
    out->x = arena_array(&run->mem, double, out->stride *d);
    if (out->x == NULL) {
        return out_of_memory(run, n, d);
    }
    for (int64_t i = 0; i < out->stride; i++) {
        const double *const from = x + (i < n ? i : n - 1) * d;
        for (int32_t c = 0; c < d; c++) {
            *at(out, i, c) = ldexp(from[c], -exponent);
        }
    }
    return FCAP_OK;
}

fcap_status fcap_points_subset(fcap_run *run, const points *from, const int64_t *index,
                               int64_t n, points *out) {
    *out = (points){.n = n, .d = from->d, .exponent = from->exponent, .stride = round_up(n)};
    out->x = arena_array(&run->mem, double, out->stride * out->d);
    if (out->x == NULL) {
        return out_of_memory(run, n, from->d);
    }
    for (int64_t i = 0; i < out->stride; i++) {
        int64_t const source = index[i < n ? i : n - 1];
        for (int32_t c = 0; c < from->d; c++) {
            *at(out, i, c) = *at(from, source, c);
        }
    }
    return FCAP_OK;
}

double fcap_points_coordinate(const points *p, int64_t i, int32_t c) {
    return *at(p, i, c);
}

static double square(const points *p, int64_t i, const points *q, int64_t j) {
    const double *const a = at(p, i, 0);
    const double *const b = at(q, j, 0);
    double sum = 0;
    for (int64_t c = 0; c < p->d; c++) {
        double const t = b[c * LANES] - a[c * LANES];
        sum += t * t;
    }
    return sum;
}

double fcap_points_distance(const points *p, int64_t i, int64_t j) {
    return sqrt(square(p, i, p, j));
}

double fcap_points_distance_to(const points *from, int64_t i, const points *to, int64_t j) {
    assert(from->d == to->d && from->exponent == to->exponent);
    return sqrt(square(from, i, to, j));
}

float fcap_points_distance_float(const points *p, int64_t i, int64_t j) {
    return sqrtf((float)square(p, i, p, j));
}

typedef float quad_float __attribute__((vector_size(4 * sizeof(float))));

/* The roots come in a second loop, plain enough to become vector instructions. */
WIDE static void row_of_doubles(const double *block, int32_t d, int64_t n, const double *point,
                                double *out) {
    for (int64_t j = 0; j < n; j += LANES) {
        block_squares(point, block + j * d, d, (quad *)(void *)(out + j));
    }
    for (int64_t j = 0; j < n; j++) {
        out[j] = sqrt(out[j]);
    }
}

/* Rows for several points at once: each block is loaded from memory once for all of them. */
WIDE static void rows_of_floats(const points *p, const int64_t *index, int64_t n, float *out) {
    for (int64_t j = 0; j < p->stride; j += LANES) {
        for (int64_t i = 0; i < n; i++) {
            quad sum[4];
            block_squares(at(p, index[i], 0), p->x + j * p->d, p->d, sum);
            quad_float *const to = (quad_float *)(void *)(out + i * p->stride + j);
            to[0] = __builtin_convertvector(sum[0], quad_float);
            to[1] = __builtin_convertvector(sum[1], quad_float);
            to[2] = __builtin_convertvector(sum[2], quad_float);
            to[3] = __builtin_convertvector(sum[3], quad_float);
        }
    }
    for (int64_t j = 0; j < n * p->stride; j++) {
        out[j] = sqrtf(out[j]);
    }
}

void fcap_points_distances(const points *p, int64_t i, double *out) {
    row_of_doubles(p->x, p->d, p->stride, at(p, i, 0), out);
}

void fcap_points_distances_to(const points *from, int64_t i, const points *to, double *out) {
    assert(from->d == to->d && from->exponent == to->exponent);
    row_of_doubles(to->x, to->d, to->stride, at(from, i, 0), out);
}

void fcap_points_distances_blocks(const points *from, int64_t i, const points *to,
                                  int64_t first, int64_t n, double *out) {
    assert(from->d == to->d && from->exponent == to->exponent);
    assert(first >= 0 && (first + n) * LANES <= to->stride);
    row_of_doubles(to->x + first * LANES * to->d, to->d, n * LANES, at(from, i, 0), out);
}

const float *fcap_points_row(const points *p, int64_t i, float *scratch) {
    if (p->matrix != NULL) {
        return p->matrix + i * p->stride;
    }
    assert(scratch != NULL);
    rows_of_floats(p, &i, 1, scratch);
    return scratch;
}

void fcap_points_rows(const points *p, const int64_t *index, int64_t n, float *out) {
    rows_of_floats(p, index, n, out);
}

static void matrix_rows(void *context, int64_t from, int64_t to, int32_t thread) {
    const points *const p = context;
    (void)thread;
    assert(to > from && to - from <= MATRIX_CHUNK);
    int64_t index[MATRIX_CHUNK] = {0};
    for (int64_t i = from; i < to; i++) {
        index[i - from] = i;
    }
    rows_of_floats(p, index, to - from, p->matrix + from * p->stride);
}

fcap_status fcap_points_matrix(fcap_run *run, points *p) {
    if (p->n > MATRIX_POINTS) {
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
