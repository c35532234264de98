/* member_bounds.c - lower bounds of sums of distances, for all members of a cluster at once.
 *
 * Squared distances: with the mean m, S(i) = sum |x - m|^2 + n |x_i - m|^2, which is no bound
 * but the sum itself.
 *
 * Manhattan distances, and any on a line: S(i) is a sum over the coordinates. The values of one
 * coordinate are put into bins; a bin with c values of sum s adds |s - c v| to the sum of
 * distances from v, or more if v lies inside it (Jensen).
 *
 * Euclidean distances: S is convex in the place it is summed from, so from the middle y
 * outwards it grows along each ray at least as it does up to a first distance D. There, in
 * direction v, with a = |x - y|, t = (x - y) v, R^2 = a^2 + D^2 and z = 2 D t / R^2,
 *
 *     |x - (y + D v)| = R sqrt(1 - z) >= R (1 - z/2 - c z^2),   c = 1/4 / (1 - w/2 + sqrt(1 -
 * w))
 *
 * for every |z| <= w = 2 D a / R^2. Summed over x this is a number, less a vector times v, less
 * a quadratic form of v, so n members are bounded in the time that n distances take:
 *
 *     S(y + D v) >= B(v) = sum R  -  D v sum (x - y)/R  -  D^2 v' [sum 4 c (x - y)(x - y)' /
 * R^3] v S(y + e v) >= S(y) + (B(v) - S(y)) e / D                               for every e >=
 * D.
 */
#include "metric/member_bounds.h"

#include "base/vector.h"

#include <math.h>
#include <string.h>

enum {
    RAY_DIMENSIONS = 32, /* more: the quadratic form costs more than what it saves */
    MIDDLE_STEPS = 4,    /* of Weiszfeld's iteration; any middle gives valid bounds */
    LEVELS = 4,          /* distances D that are tried */
    BINS = 256,
    FEW = 32,   /* members whose sums are as quickly had as bounds */
    ENOUGH = 16 /* members that are still open: no more levels */
};

#define FIRST_LEVEL 1.25 /* D, in distances of the nearest member from the middle */
#define NEXT_LEVEL  1.6  /* times the last */
#define LEAST_LEVEL 0.01 /* of the mean distance */
#define REACH       100.0 /* D times that is as far as a bound is taken on: rounding grows, too */

static double sum_of(const double *value, int64_t n) {
    double lane[LANES] = {0};
    for (int64_t i = 0; i < n; i++) {
        lane[i % LANES] += value[i];
    }
    double sum = 0;
    for (int l = 0; l < LANES; l++) {
        sum += lane[l];
    }
    return sum;
}

/* ---- squares ---- */

double fcap_squares_to_mean(const points *p, double *square) {
    double correction = 0;
    memset(square, 0, (size_t)p->n * sizeof *square);
    for (int32_t c = 0; c < p->d; c++) {
        double sum = 0;
        double rest = 0;
        for (int64_t i = 0; i < p->n; i++) {
            sum += fcap_points_coordinate(p, i, c);
        }
        double const mean = sum / (double)p->n;
        for (int64_t i = 0; i < p->n; i++) {
            double const t = fcap_points_coordinate(p, i, c) - mean;
            square[i] += t * t;
            rest += t;
        }
        correction += rest * rest / (double)p->n;
    }
    double const total = sum_of(square, p->n) - correction;
    return total > 0 ? total : 0;
}

/* ---- a middle ---- */

/* out[i] = |x_i - y|^2; the coordinates of y are LANES apart. */
WIDE static void squares_to(const points *p, const double *y, double *out) {
    for (int64_t j = 0; j < p->stride; j += LANES) {
        block_squares(y, p->x + j * p->d, p->d, (quad *)(void *)(out + j));
    }
}

/* y = sum w_i x_i / sum w_i; NULL: all weigh the same. Lanes beyond n have no weight. */
static void weighted_mean(const points *p, const double *weight, double *y) {
    double total = 0;
    for (int64_t i = 0; i < p->n; i++) {
        total += weight != NULL ? weight[i] : 1;
    }
    for (int32_t c = 0; c < p->d; c++) {
        double lane[LANES] = {0};
        for (int64_t i = 0; i < p->n; i++) {
            double const x = p->x[((i / LANES) * p->d + c) * LANES + i % LANES];
            lane[i % LANES] += weight != NULL ? weight[i] * x : x;
        }
        double sum = 0;
        for (int l = 0; l < LANES; l++) {
            sum += lane[l];
        }
        y[(int64_t)c * LANES] = sum / total;
    }
}

/* ---- bins ---- */

/* Values up to the end of each bin: how many, and their sum. */
typedef struct bins {
    double low;
    double per_unit; /* bins per unit of length */
    double count[BINS + 1];
    double sum[BINS + 1];
} bins;

static int bin_of(const bins *b, double value) {
    int const bin = (int)((value - b->low) * b->per_unit);
    return bin < 0 ? 0 : bin < BINS ? bin : BINS - 1;
}

/* Adds to bound[i] what the distances along one coordinate are at least. */
static void bound_by_bins(const points *p, int32_t c, double *bound) {
    double low = fcap_points_coordinate(p, 0, c);
    double high = low;
    for (int64_t i = 1; i < p->n; i++) {
        double const v = fcap_points_coordinate(p, i, c);
        low = v < low ? v : low;
        high = v > high ? v : high;
    }
    if (!(high - low > 1e-290)) {
        return;
    }
    bins b = {.low = low, .per_unit = BINS / (high - low)};
    for (int64_t i = 0; i < p->n; i++) {
        double const v = fcap_points_coordinate(p, i, c);
        int const bin = bin_of(&b, v) + 1;
        b.count[bin]++;
        b.sum[bin] += v;
    }
    for (int bin = 1; bin <= BINS; bin++) {
        b.count[bin] += b.count[bin - 1];
        b.sum[bin] += b.sum[bin - 1];
    }
    for (int64_t i = 0; i < p->n; i++) {
        double const v = fcap_points_coordinate(p, i, c);
        int const bin = bin_of(&b, v);
        double const below = b.count[bin] * v - b.sum[bin];
        double const above =
            (b.sum[BINS] - b.sum[bin + 1]) - (b.count[BINS] - b.count[bin + 1]) * v;
        double const own =
            (b.sum[bin + 1] - b.sum[bin]) - (b.count[bin + 1] - b.count[bin]) * v;
        bound[i] += below + above + fabs(own);
    }
}

/* ---- rays ---- */

/* B(v) = sum - D v . vector - D^2 v' form v, as of the head comment. */
typedef struct rays {
    const points *p;
    double y[RAY_DIMENSIONS * LANES]; /* LANES apart */
    double level;                     /* D */
    double sum;
    double vector[RAY_DIMENSIONS];
    double form[RAY_DIMENSIONS][RAY_DIMENSIONS];
} rays;

/* far[i] = |x_i - y|, with y near the geometric median. weight is scratch. */
static void find_middle(rays *r, double *far, double *weight) {
    const points *const p = r->p;
    weighted_mean(p, NULL, r->y);
    for (int step = 0;; step++) {
        squares_to(p, r->y, far);
        for (int64_t i = 0; i < p->n; i++) {
            far[i] = sqrt(far[i]);
        }
        if (step == MIDDLE_STEPS) {
            return;
        }
        double const least = 1e-6 * sum_of(far, p->n) / (double)p->n;
        if (least == 0) {
            return; /* all in one place */
        }
        for (int64_t i = 0; i < p->n; i++) {
            weight[i] = 1 / (far[i] + least);
        }
        weighted_mean(p, weight, r->y);
    }
}

/* x_i - y */
static void offset_of(const rays *r, int64_t i, double *u) {
    const points *const p = r->p;
    const double *const x = p->x + (i / LANES) * LANES * p->d + i % LANES;
    for (int32_t c = 0; c < p->d; c++) {
        u[c] = x[(int64_t)c * LANES] - r->y[(int64_t)c * LANES];
    }
}

WIDE static void sum_rays(rays *r, const double *far) {
    const points *const p = r->p;
    int32_t const d = p->d;
    double const level = r->level;
    double u[RAY_DIMENSIONS];
    r->sum = 0;
    memset(r->vector, 0, sizeof r->vector);
    memset(r->form, 0, sizeof r->form);
    for (int64_t i = 0; i < p->n; i++) {
        double const a = far[i];
        double const square = a * a + level * level;
        double const length = sqrt(square);
        double const widest = 2 * level * a / square;
        double const w = widest < 1 ? widest : 1;
        double const c4 = 1 / (1 - w / 2 + sqrt(1 - w)); /* 4 c */
        double const once = 1 / length;
        double const twice = c4 / (square * length);
        offset_of(r, i, u);
        r->sum += length;
        for (int32_t c = 0; c < d; c++) {
            double const factor = twice * u[c];
            r->vector[c] += once * u[c];
            for (int32_t e = 0; e < d; e++) {
                r->form[c][e] += factor * u[e];
            }
        }
    }
}

/* B of the direction from y to point i. */
static double ray_bound(const rays *r, int64_t i, double far) {
    int32_t const d = r->p->d;
    double u[RAY_DIMENSIONS];
    offset_of(r, i, u);
    double const step = r->level / far;
    double linear = 0;
    double quadratic = 0;
    for (int32_t c = 0; c < d; c++) {
        double of_row = 0;
        for (int32_t e = 0; e < d; e++) {
            of_row += r->form[c][e] * u[e];
        }
        linear += r->vector[c] * u[c];
        quadratic += of_row * u[c];
    }
    return r->sum - step * linear - step * step * quadratic;
}

/* Members that may still be the best, when one whose sum is `best` is known. */
static int64_t count_open(const double *bound, int64_t n, double best) {
    int64_t open = 0;
    for (int64_t i = 0; i < n; i++) {
        open += bound[i] <= best;
    }
    return open;
}

static void bound_by_rays(const points *p, double *far, double *bound) {
    rays r = {.p = p};
    find_middle(&r, far, bound);
    memset(bound, 0, (size_t)p->n * sizeof *bound);
    double const middle = sum_of(far, p->n); /* S(y) */
    int64_t nearest = 0;
    for (int64_t i = 1; i < p->n; i++) {
        nearest = far[i] < far[nearest] ? i : nearest;
    }
    if (middle == 0) {
        return;
    }
    double best = 0;
    for (int64_t i = 0; i < p->n; i++) {
        best += fcap_points_distance(p, nearest, i);
    }
    double const least = LEAST_LEVEL * middle / (double)p->n;
    r.level = FIRST_LEVEL * far[nearest] > least ? FIRST_LEVEL * far[nearest] : least;
    int64_t open = p->n;
    for (int turn = 0; turn < LEVELS && open > ENOUGH; turn++, r.level *= NEXT_LEVEL) {
        sum_rays(&r, far);
        for (int64_t i = 0; i < p->n; i++) {
            if (far[i] < r.level || bound[i] > best) {
                continue;
            }
            double const rise = ray_bound(&r, i, far[i]) - middle;
            double const reach = far[i] / r.level < REACH ? far[i] / r.level : REACH;
            if (rise > 0 && middle + rise * reach > bound[i]) {
                bound[i] = middle + rise * reach;
            }
        }
        open = count_open(bound, p->n, best);
    }
}

/* ---- the story ---- */

void fcap_member_bounds(const points *p, double *far, double *bound) {
    memset(far, 0, (size_t)p->stride * sizeof *far);
    memset(bound, 0, (size_t)p->stride * sizeof *bound);
    int const squared = p->metric == FCAP_METRIC_SQEUCLIDEAN;
    int const on_axes = p->metric == FCAP_METRIC_MANHATTAN || p->d == 1;
    if (p->d == 0) {
        return; /* of given distances nothing is known */
    }
    if (!squared && !on_axes && p->d <= RAY_DIMENSIONS && p->n > FEW) {
        bound_by_rays(p, far, bound);
        return;
    }
    double const squares = fcap_squares_to_mean(p, far);
    if (squared) {
        for (int64_t i = 0; i < p->n; i++) {
            bound[i] = squares + (double)p->n * far[i];
        }
    } else if (on_axes) {
        for (int32_t c = 0; c < p->d; c++) {
            bound_by_bins(p, c, bound);
        }
        memcpy(far, bound, (size_t)p->n * sizeof *far);
    }
}
