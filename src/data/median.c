/* median.c - see median.h.
 *
 * With r_j = |x_j - y|, u_j the direction from y to x_j, v = x - y and c = u_j v, a distance is
 * sqrt(r^2 - 2 r c + |v|^2). For |v| >= R and s = r^2 + R^2 it is at least
 *
 *     sqrt(s) - (r / sqrt(s)) c - gamma c^2,   gamma = (sqrt(s) - r R / sqrt(s) - |r - R|) /
 * R^2.
 *
 * Proof: (sqrt(s) - (r / sqrt(s)) c - sqrt(s - 2 r c)) / c^2 rises with c, because the series
 * of 1 - sqrt(1 - z) has positive terms; at c = R it is gamma. Where c > R the distance is at
 * least |r - c|, and the same quotient with that falls from gamma on. The sum over all j is a
 * level.
 *
 * The sum of gamma_j u_j u_j' needs one pass for all levels: points are sorted into bins by r,
 * and the largest gamma of a bin counts for all of it (gamma rises up to r = R and falls
 * after).
 *
 * On the sphere |v| = R a level is at least total - |slope| R - lambda R^2, lambda the largest
 * eigenvalue of the bend. If that exceeds S of some point, so does S everywhere outside,
 * because S is convex and smaller at y.
 *
 * None of this but the last needs y to be the median; around any other place levels are as
 * valid, and sharp nearby.
 */
#include "data/median.h"

#include "base/vector.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    POINTS_LEAST = 128,
    POINTS_EACH = 12, /* coordinate: with fewer, all sums take less than the bounds */
    COORDINATES_MOST = 128,
    FINE = 3,    /* bits: bins of an octave are 8 */
    OCTAVES = 8, /* of r, around the mean; what is beyond is in the last bin */
    BINS = OCTAVES << FINE,
    SAMPLED = 256, /* blocks that the first steps towards the median look at */
    ROUGH_STEPS = 12,
    FULL_STEPS = 2,
    SQUARINGS = 6 /* of the bend; leaves an error of d^(1/64) */
};

#define GROWTH 1.12   /* from a level to the next */
#define COARSE 1.25   /* the same, around points */
#define MARGIN 1e-10  /* of the sums: more than rounding */
#define TINY   1e-300 /* keeps quotients finite */

int fcap_median_serves(const points *p) {
    return p->metric == FCAP_METRIC_EUCLIDEAN && p->given.entry == NULL &&
           p->n >= POINTS_LEAST && p->n >= (int64_t)POINTS_EACH * p->d && p->d >= 2 &&
           p->d <= COORDINATES_MOST;
}

fcap_status fcap_median_open(fcap_run *run, int32_t d, median_room *out) {
    arena *const mem = &run->mem;
    int64_t const square = (int64_t)d * d;
    *out = (median_room){.centre = arena_array(mem, double, (int64_t)d *LANES),
                         .step = arena_array(mem, double, d),
                         .spread = arena_array(mem, double, BINS *square),
                         .power = arena_array(mem, double, 2 * square)};
    int ok =
        out->centre != NULL && out->step != NULL && out->spread != NULL && out->power != NULL;
    for (int l = 0; l < MEDIAN_LEVELS; l++) {
        out->level[l].slope = arena_array(mem, double, d);
        out->level[l].bend = arena_array(mem, double, square);
        ok &= out->level[l].slope != NULL && out->level[l].bend != NULL;
    }
    return ok ? FCAP_OK
              : fcap_run_fail(run, FCAP_E_NO_MEMORY,
                              "out of memory for medians of points with %d coordinates",
                              (int)d);
}

/* ---------------------------------------------------------------- the median */

static int64_t lanes_of(const points *p, int64_t block) {
    int64_t const left = p->n - block * LANES;
    return left < LANES ? left : LANES;
}

/* Squared distances of a block from y. */
static inline void squares_of(const points *p, const double *centre, int64_t block,
                              quad *restrict square) {
    block_squares(centre, p->x + block * LANES * p->d, p->d, square);
}

static void begin_at_mean(const points *p, median_room *w) {
    for (int32_t c = 0; c < p->d; c++) {
        double sum = 0;
        for (int64_t i = 0; i < p->n; i++) {
            sum += fcap_points_coordinate(p, i, c);
        }
        w->centre[(int64_t)c * LANES] = sum / (double)p->n;
    }
}

/* One step of Weiszfeld's method, by every `stride`-th block: the mean with weights 1 / r. */
WIDE static void step_to_median(const points *p, median_room *w, int64_t stride) {
    double total = 0;
    memset(w->step, 0, (size_t)p->d * sizeof *w->step);
    for (int64_t b = 0; b * LANES < p->n; b += stride) {
        double weight[LANES] __attribute__((aligned(32)));
        int64_t const lanes = lanes_of(p, b);
        squares_of(p, w->centre, b, (quad *)(void *)weight);
        for (int l = 0; l < LANES; l++) {
            weight[l] = l < lanes && weight[l] > 0 ? 1 / sqrt(weight[l]) : 0;
        }
        for (int l = 0; l < LANES; l++) {
            total += weight[l];
        }
        const double *x = p->x + b * LANES * p->d;
        for (int32_t c = 0; c < p->d; c++, x += LANES) {
            double part[4] = {0};
            for (int l = 0; l < LANES; l++) {
                part[l % 4] += weight[l] * x[l];
            }
            w->step[c] += (part[0] + part[1]) + (part[2] + part[3]);
        }
    }
    for (int32_t c = 0; total > 0 && c < p->d; c++) {
        w->centre[(int64_t)c * LANES] = w->step[c] / total;
    }
}

static void find_median(const points *p, median_room *w) {
    int64_t const blocks = p->stride / LANES;
    int64_t const stride = blocks / SAMPLED > 0 ? blocks / SAMPLED : 1;
    begin_at_mean(p, w);
    for (int step = 0; step < ROUGH_STEPS; step++) {
        step_to_median(p, w, stride);
    }
    for (int step = 0; step < FULL_STEPS; step++) {
        step_to_median(p, w, 1);
    }
}

/* The distances from y; returns their sum. */
WIDE static double radii(const points *p, const double *centre, double *radius) {
    double part[LANES] = {0};
    for (int64_t b = 0; b * LANES < p->n; b++) {
        int64_t const lanes = lanes_of(p, b);
        double *const r = radius + b * LANES;
        squares_of(p, centre, b, (quad *)(void *)r);
        for (int l = 0; l < LANES; l++) {
            r[l] = sqrt(r[l]);
        }
        for (int64_t l = 0; l < lanes; l++) {
            part[l] += r[l];
        }
    }
    double sum = 0;
    for (int l = 0; l < LANES; l++) {
        sum += part[l];
    }
    return sum;
}

/* ---------------------------------------------------------------- bins */

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Steps of an eighth of an octave, since the least radius that has a bin of its own. */
static uint64_t first_bin(double usual) {
    return (bits_of(usual) >> (52 - FINE)) - BINS / 2;
}

static int64_t bin_of(uint64_t first, double r) {
    int64_t const b = (int64_t)((bits_of(r) >> (52 - FINE)) - first);
    return b < 0 ? 0 : b >= BINS ? BINS - 1 : b;
}

static double edge_of(uint64_t first, int64_t bin) {
    uint64_t const bits = (first + (uint64_t)bin) << (52 - FINE);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void direction(const points *p, const median_room *w, int64_t i, double *v) {
    const double *const x = p->x + (i / LANES) * LANES * p->d + i % LANES;
    for (int64_t c = 0; c < p->d; c++) {
        v[c] = x[c * LANES] - w->centre[c * LANES];
    }
}

/* Sums of u u', the upper triangle, of every bin. */
WIDE static void spread_out(const points *p, median_room *w, const double *radius,
                            uint64_t first) {
    int64_t const d = p->d;
    memset(w->spread, 0, (size_t)(BINS * d * d) * sizeof *w->spread);
    for (int64_t i = 0; i < p->n; i++) {
        double *const u = w->step;
        double *row = w->spread + bin_of(first, radius[i]) * d * d;
        direction(p, w, i, u);
        double const scale = 1 / (radius[i] * radius[i] + TINY);
        for (int64_t a = 0; a < d; a++, row += d) {
            double const f = u[a] * scale;
            for (int64_t b = a; b < d; b++) {
                row[b] += f * u[b];
            }
        }
    }
}

static double gamma_of(double r, double radius) {
    double const root = sqrt(r * r + radius * radius);
    return (root - r * radius / root - fabs(r - radius)) / (radius * radius);
}

/* The largest gamma of a bin. */
static double gamma_in(uint64_t first, int64_t bin, double radius) {
    double const low = bin == 0 ? 0 : edge_of(first, bin);
    double const high = bin == BINS - 1 ? INFINITY : edge_of(first, bin + 1);
    return gamma_of(radius < low ? low : radius > high ? high : radius, radius);
}

/* ---------------------------------------------------------------- levels */

static void find_bend(const median_room *w, int64_t d, uint64_t first, median_level *l) {
    memset(l->bend, 0, (size_t)(d * d) * sizeof *l->bend);
    for (int64_t bin = 0; bin < BINS; bin++) {
        const double *const from = w->spread + bin * d * d;
        double const gamma = gamma_in(first, bin, l->radius);
        for (int64_t at = 0; at < d * d; at++) {
            l->bend[at] += gamma * from[at];
        }
    }
    for (int64_t a = 0; a < d; a++) {
        for (int64_t b = 0; b < a; b++) {
            l->bend[a * d + b] = l->bend[b * d + a];
        }
    }
}

WIDE static void find_slope(const points *p, const median_room *w, const double *radius,
                            median_level *l) {
    double const square = l->radius * l->radius;
    memset(l->slope, 0, (size_t)p->d * sizeof *l->slope);
    l->total = 0;
    for (int64_t b = 0; b * LANES < p->n; b++) {
        double weight[LANES];
        double root[LANES];
        int64_t const lanes = lanes_of(p, b);
        const double *const r = radius + b * LANES;
        for (int i = 0; i < LANES; i++) {
            root[i] = i < lanes ? sqrt(r[i] * r[i] + square) : 0;
            weight[i] = i < lanes ? 1 / root[i] : 0;
        }
        double part[4] = {0};
        for (int i = 0; i < LANES; i++) {
            part[i % 4] += root[i];
        }
        l->total += (part[0] + part[1]) + (part[2] + part[3]);
        const double *x = p->x + b * LANES * p->d;
        for (int32_t c = 0; c < p->d; c++, x += LANES) {
            double const y = w->centre[(int64_t)c * LANES];
            double sum[4] = {0};
            for (int i = 0; i < LANES; i++) {
                sum[i % 4] += weight[i] * (x[i] - y);
            }
            l->slope[c] += (sum[0] + sum[1]) + (sum[2] + sum[3]);
        }
    }
}

/* next = (now / trace)^2; both symmetric. */
static void square_matrix(const double *now, double trace, int64_t d, double *next) {
    for (int64_t a = 0; a < d; a++) {
        double *const row = next + a * d;
        memset(row, 0, (size_t)d * sizeof *row);
        for (int64_t b = 0; b < d; b++) {
            double const f = now[a * d + b] / trace;
            const double *const from = now + b * d;
            for (int64_t c = 0; c < d; c++) {
                row[c] += f * (from[c] / trace);
            }
        }
    }
}

static double trace_of(const double *matrix, int64_t d) {
    double trace = 0;
    for (int64_t a = 0; a < d; a++) {
        trace += matrix[a * d + a];
    }
    return trace;
}

/* Not below the largest eigenvalue of a symmetric matrix without negative ones: the trace of a
 * power is no less than the power of that, and for a high one not much more. */
static double largest_eigenvalue(median_room *w, const double *matrix, int64_t d) {
    double *now = w->power;
    double *next = w->power + d * d;
    double trace[SQUARINGS + 1];
    memcpy(now, matrix, (size_t)(d * d) * sizeof *now);
    trace[0] = trace_of(now, d);
    for (int step = 0; step < SQUARINGS; step++) {
        if (!(trace[step] > 0)) {
            return 0;
        }
        square_matrix(now, trace[step], d, next);
        double *const spare = now;
        now = next;
        next = spare;
        trace[step + 1] = trace_of(now, d);
    }
    double root = 1;
    for (int step = SQUARINGS; step > 0; step--) {
        root = sqrt(trace[step] * root);
    }
    return trace[0] * root * (1 + MARGIN);
}

/* The least that the level says of the sphere. */
static double least_on_sphere(median_room *w, const median_level *l, int64_t d) {
    double square = 0;
    for (int64_t c = 0; c < d; c++) {
        square += l->slope[c] * l->slope[c];
    }
    double const lambda = largest_eigenvalue(w, l->bend, d);
    return l->total * (1 - MARGIN) - (sqrt(square) + lambda * l->radius) * l->radius;
}

/* ---------------------------------------------------------------- bounds */

static double value_at(const median_level *l, const double *v, int64_t d) {
    double linear = 0;
    double bent = 0;
    for (int64_t a = 0; a < d; a++) {
        const double *const row = l->bend + a * d;
        double sum = 0;
        for (int64_t b = 0; b < d; b++) {
            sum += row[b] * v[b];
        }
        linear += l->slope[a] * v[a];
        bent += sum * v[a];
    }
    return l->total * (1 - MARGIN) - linear - bent;
}

static double sum_from(const points *p, int64_t i, double *row) {
    double sum = 0;
    fcap_points_distances(p, i, row);
    for (int64_t j = 0; j < p->n; j++) {
        sum += row[j];
    }
    return sum;
}

/* Levels from `inner` outwards until one excludes all beyond it, which costs more than `best`.
 * Returns how many are below that one; the radius of that one in *outer. */
static int climb(const points *p, median_room *w, const double *radius, double usual,
                 double inner, double best, double *outer) {
    uint64_t const first = first_bin(usual);
    spread_out(p, w, radius, first);
    *outer = INFINITY;
    for (int l = 0; l < MEDIAN_LEVELS; l++, inner *= GROWTH) {
        median_level *const at = &w->level[l];
        at->radius = inner;
        find_slope(p, w, radius, at);
        find_bend(w, p->d, first, at);
        if (least_on_sphere(w, at, p->d) > best * (1 + MARGIN)) {
            *outer = inner;
            return l;
        }
    }
    return MEDIAN_LEVELS;
}

/* Raises the bound of point i by the outermost of these levels that reaches in as far. */
static void raise_one(const points *p, median_room *w, int levels, int64_t i, double radius,
                      double *bound) {
    int l = levels - 1;
    while (l >= 0 && w->level[l].radius > radius) {
        l--;
    }
    if (l >= 0) {
        direction(p, w, i, w->step);
        double const value = value_at(&w->level[l], w->step, p->d);
        *bound = value > *bound ? value : *bound;
    }
}

int64_t fcap_median_bounds(const points *p, median_room *w, double *radius, double *bound) {
    assert(fcap_median_serves(p));
    find_median(p, w);
    double const sum = radii(p, w->centre, radius);
    double const usual = sum / (double)p->n;
    int64_t near = 0;
    for (int64_t i = 1; i < p->n; i++) {
        near = radius[i] < radius[near] ? i : near;
    }
    double const best = sum_from(p, near, bound);
    memset(bound, 0, (size_t)p->n * sizeof *bound);
    if (!(usual > TINY) || sum > best) {
        return near; /* all in one place, or rounding */
    }
    double const least = usual / 64;
    double const inner = radius[near] > least ? radius[near] : least;
    double outer;
    int const levels = climb(p, w, radius, usual, inner, best, &outer);
    for (int64_t i = 0; i < p->n; i++) {
        if (radius[i] >= outer) {
            bound[i] = INFINITY;
        } else {
            raise_one(p, w, levels, i, radius[i], &bound[i]);
        }
    }
    return near;
}

void fcap_median_raise(const points *p, median_room *w, int64_t m, const double *row,
                       double limit, double *bound) {
    double inner = INFINITY;
    double outer = 0;
    double sum = 0;
    for (int64_t i = 0; i < p->n; i++) {
        sum += row[i];
        if (bound[i] <= limit && row[i] > 0) {
            inner = row[i] < inner ? row[i] : inner;
            outer = row[i] > outer ? row[i] : outer;
        }
    }
    double const usual = sum / (double)p->n;
    double const least = usual / 64;
    if (!(outer > least) || !(usual > TINY)) {
        return;
    }
    for (int32_t c = 0; c < p->d; c++) {
        w->centre[(int64_t)c * LANES] = fcap_points_coordinate(p, m, c);
    }
    uint64_t const first = first_bin(usual);
    int levels = 0;
    spread_out(p, w, row, first);
    for (double at = inner > least ? inner : least; at <= outer && levels < MEDIAN_LEVELS;
         at *= COARSE, levels++) {
        w->level[levels].radius = at;
        find_slope(p, w, row, &w->level[levels]);
        find_bend(w, p->d, first, &w->level[levels]);
    }
    for (int64_t i = 0; i < p->n; i++) {
        if (bound[i] <= limit) {
            raise_one(p, w, levels, i, row[i], &bound[i]);
        }
    }
}
