/* sweep.c - the best of one set for each point of another, on several threads. See sweep.h.
 *
 * Blocks. A point of block b has a value of at least (d(i, centre) - radius) * scale - dearest,
 * by the triangle inequality; so most blocks need not be looked at once the list has good
 * entries. In the plane this leaves a few of a hundred blocks, in many dimensions most of them,
 * and all where the inequality does not hold: runs of blocks are therefore taken together, as
 * fast as a plain loop over all distances.
 *
 * Ties. Points with many equal distances must not all ask for the same few: among equal values
 * point i prefers those that follow its own share of the other set's order, cyclically. This
 * spreads the wishes, whether the order follows space or chance.
 *
 * O(from * to) time at worst, in vectors; O(from + to) memory.
 */
#include "fairlet/sweep.h"

#include "base/parallel.h"
#include "base/vector.h"

#include <math.h>

enum {
    SWEEP_CHUNK = 32,
    TILE = 16 /* blocks looked at together at most; their values stay in the nearest cache */
};

static fcap_status out_of_memory(fcap_run *run, const sweep *s) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                         "out of memory for the neighbours of %lld and %lld points",
                         (long long)s->from->n, (long long)s->to->n);
}

/* value[j] holds a distance and becomes c - price; returns the least. */
WIDE static double reduce(double *restrict value, const double *restrict price, int64_t n,
                          double scale) {
    double lane[8];
    for (int l = 0; l < 8; l++) {
        lane[l] = INFINITY;
    }
    int64_t j = 0;
    for (; j + 8 <= n; j += 8) {
        for (int l = 0; l < 8; l++) {
            double const v = whole_distance(value[j + l], scale) - price[j + l];
            value[j + l] = v;
            lane[l] = v < lane[l] ? v : lane[l];
        }
    }
    double least = INFINITY;
    for (; j < n; j++) {
        value[j] = whole_distance(value[j], scale) - price[j];
        least = value[j] < least ? value[j] : least;
    }
    for (int l = 0; l < 8; l++) {
        least = lane[l] < least ? lane[l] : least;
    }
    return least;
}

/* ---- the list of one point ---- */

typedef struct list {
    int32_t *best;
    double *value;
    int32_t found;
    int32_t most;
    int64_t own; /* where counting starts, for equal values */
    int64_t n;
    double limit; /* values above cannot enter any more */
} list;

static int64_t turn(const list *l, int64_t j) {
    return j < l->own ? j - l->own + l->n : j - l->own;
}

static void offer(list *l, int64_t j, double value) {
    int32_t at = l->found;
    while (at > 0 && (l->value[at - 1] > value ||
                      (l->value[at - 1] == value && turn(l, l->best[at - 1]) > turn(l, j)))) {
        at--;
    }
    if (at == l->most) {
        return;
    }
    l->found += l->found < l->most;
    for (int32_t k = l->found - 1; k > at; k--) {
        l->value[k] = l->value[k - 1];
        l->best[k] = l->best[k - 1];
    }
    l->value[at] = value;
    l->best[at] = (int32_t)j;
    l->limit = l->found == l->most ? l->value[l->most - 1] : l->limit;
}

/* Offers the points of n blocks from `first` on. */
static void offer_blocks(const sweep *s, int64_t i, int64_t first, int64_t n, list *l) {
    _Alignas(64) double value[TILE * LANES];
    int64_t const begin = first * LANES;
    int64_t const end = begin + n * LANES < l->n ? begin + n * LANES : l->n;
    fcap_points_distances_blocks(s->from, i, s->to, first, n, value);
    if (reduce(value, s->price + begin, end - begin, s->scale) > l->limit) {
        return;
    }
    for (int64_t j = begin; j < end; j++) {
        double const v = value[j - begin];
        if (v <= l->limit && v < s->below[i]) {
            offer(l, j, v);
        }
    }
}

/* ---- all blocks ---- */

/* lower[b] holds the distance to the centre of block b and becomes a bound of all values in it;
 * the 2 is for the rounding of distances. Returns the block of the least. */
static int64_t bound_blocks(const sweep *s, double *restrict lower) {
    int64_t least = 0;
    int const metric = fcap_points_metric(s->to);
    for (int64_t b = 0; b < s->centre.n; b++) {
        lower[b] = metric ? (lower[b] - s->radius[b]) * s->scale - s->dearest[b] - 2
                          : -INFINITY; /* nothing is known */
    }
    for (int64_t b = 1; b < s->centre.n; b++) {
        least = lower[b] < lower[least] ? b : least;
    }
    return least;
}

static void sweep_one(const sweep *s, int64_t i, double *lower) {
    list l = {.best = s->best + i * s->most,
              .value = s->value + i * s->most,
              .most = s->most,
              .own = i * s->to->n / s->from->n,
              .n = s->to->n,
              .limit = s->below[i]};
    fcap_points_distances_to(s->from, i, &s->centre, lower);
    int64_t const nearest = bound_blocks(s, lower);
    offer_blocks(s, i, nearest, 1, &l);
    lower[nearest] = INFINITY;
    for (int64_t b = 0; b < s->centre.n;) {
        int64_t n = 0;
        while (n < TILE && b + n < s->centre.n && lower[b + n] <= l.limit && b + n != nearest) {
            n++;
        }
        if (n > 0) {
            offer_blocks(s, i, b, n, &l);
        }
        b += n > 0 ? n : 1;
    }
    s->found[i] = l.found;
}

static void sweep_some(void *context, int64_t from, int64_t to, int32_t thread) {
    sweep const *const s = context;
    double *const lower = s->scratch + thread * s->centre.stride;
    for (int64_t i = from; i < to; i++) {
        s->found[i] = 0;
        if (s->below[i] > -INFINITY) {
            sweep_one(s, i, lower);
        }
    }
}

/* Of each block the point nearest to its mean, and the radius around it. */
static fcap_status make_blocks(fcap_run *run, sweep *s) {
    const points *const p = s->to;
    int64_t const n = p->stride / LANES;
    int64_t *const index = arena_array(&run->mem, int64_t, n);
    s->radius = arena_array(&run->mem, double, n);
    s->dearest = arena_array(&run->mem, double, n);
    if (index == NULL || s->radius == NULL || s->dearest == NULL) {
        return out_of_memory(run, s);
    }
    for (int64_t b = 0; b < n; b++) {
        int64_t const begin = b * LANES;
        int64_t const end = begin + LANES < p->n ? begin + LANES : p->n;
        double square[LANES] = {0}; /* distances to the mean */
        for (int32_t c = 0; c < p->d; c++) {
            double sum = 0;
            for (int64_t j = begin; j < end; j++) {
                sum += fcap_points_coordinate(p, j, c);
            }
            for (int64_t j = begin; j < end; j++) {
                double const t = fcap_points_coordinate(p, j, c) - sum / (double)(end - begin);
                square[j - begin] += t * t;
            }
        }
        index[b] = begin;
        for (int64_t j = begin; j < end; j++) {
            index[b] = square[j - begin] < square[index[b] - begin] ? j : index[b];
        }
        for (int64_t j = begin; j < end; j++) {
            double const d = fcap_points_distance(p, index[b], j);
            s->radius[b] = d > s->radius[b] ? d : s->radius[b];
        }
    }
    return fcap_points_subset(run, p, index, n, &s->centre);
}

fcap_status fcap_sweep_open(fcap_run *run, const points *from, const points *to, int32_t most,
                            sweep *out) {
    arena *const mem = &run->mem;
    *out = (sweep){.from = from,
                   .to = to,
                   .most = most,
                   .price = arena_array(mem, double, to->n),
                   .below = arena_array(mem, double, from->n),
                   .best = arena_array(mem, int32_t, from->n * most),
                   .value = arena_array(mem, double, from->n *most),
                   .found = arena_array(mem, int32_t, from->n)};
    if (out->price == NULL || out->below == NULL || out->best == NULL || out->found == NULL ||
        out->value == NULL) {
        return out_of_memory(run, out);
    }
    TRY(make_blocks(run, out));
    out->scratch = arena_array(mem, double, run->threads * out->centre.stride);
    if (out->scratch == NULL) {
        return out_of_memory(run, out);
    }
    for (int64_t i = 0; i < from->n; i++) {
        out->below[i] = INFINITY;
    }
    return FCAP_OK;
}

void fcap_sweep_run(fcap_run *run, sweep *s) {
    for (int64_t b = 0; b < s->centre.n; b++) {
        s->dearest[b] = -INFINITY;
        for (int64_t j = b * LANES; j < (b + 1) * LANES && j < s->to->n; j++) {
            s->dearest[b] = s->price[j] > s->dearest[b] ? s->price[j] : s->dearest[b];
        }
    }
    fcap_parallel_for(run->threads, s->from->n, SWEEP_CHUNK, sweep_some, s);
}
