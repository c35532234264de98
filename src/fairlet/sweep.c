/* sweep.c - all distances between two sets, row by row, on several threads. See sweep.h.
 *
 * Ties. Points with many equal distances must not all ask for the same few: among equal values
 * point i prefers those that follow its own share of the other set's order, cyclically. Where
 * that order says nothing about the place (as in most data) this spreads the wishes evenly.
 *
 * O(from * to) time in vectors, O(to) memory a thread besides the lists.
 */
#include "fairlet/sweep.h"

#include "base/parallel.h"
#include "base/vector.h"

#include <math.h>

enum {
    SWEEP_CHUNK = 32
};

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

/* The least values below below[i], ascending; of equal ones those that come first when counting
 * starts at i's share and goes round. */
static void select_least(sweep const *s, int64_t i, const double *value) {
    int64_t const n = s->to->n;
    int64_t const first = i * n / s->from->n;
    int32_t *const best = s->best + i * s->most;
    double *const kept = s->value + i * s->most;
    double below = s->below[i];
    int32_t found = 0;
    for (int turn = 0; turn < 2; turn++) {
        int64_t const end = turn == 0 ? n : first;
        for (int64_t j = turn == 0 ? first : 0; j < end; j++) {
            if (value[j] < below) {
                int32_t at = found < s->most ? found++ : s->most - 1;
                for (; at > 0 && kept[at - 1] > value[j]; at--) {
                    kept[at] = kept[at - 1];
                    best[at] = best[at - 1];
                }
                kept[at] = value[j];
                best[at] = (int32_t)j;
                below = found == s->most ? kept[found - 1] : below;
            }
        }
    }
    s->found[i] = found;
}

static void sweep_some(void *context, int64_t from, int64_t to, int32_t thread) {
    sweep const *const s = context;
    double *const value = s->scratch + thread * s->to->stride;
    for (int64_t i = from; i < to; i++) {
        s->found[i] = 0;
        if (s->below[i] == -INFINITY) {
            continue;
        }
        fcap_points_distances_to(s->from, i, s->to, value);
        if (reduce(value, s->price, s->to->n, s->scale) < s->below[i]) {
            select_least(s, i, value);
        }
    }
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
                   .found = arena_array(mem, int32_t, from->n),
                   .scratch = arena_array(mem, double, run->threads * to->stride)};
    if (out->price == NULL || out->below == NULL || out->best == NULL || out->found == NULL ||
        out->value == NULL || out->scratch == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for the neighbours of %lld and %lld points",
                             (long long)from->n, (long long)to->n);
    }
    for (int64_t i = 0; i < from->n; i++) {
        out->below[i] = INFINITY;
    }
    return FCAP_OK;
}

void fcap_sweep_run(fcap_run *run, sweep *s) {
    fcap_parallel_for(run->threads, s->from->n, SWEEP_CHUNK, sweep_some, s);
}
