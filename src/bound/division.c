/* division.c - see division.h. */
#include "bound/division.h"

#include <assert.h>
#include <math.h>

static const double HALF = 0.5;
static const double CERTAIN = 1e-6; /* a share as near as that to 0 or 1 */
static const double TRACE = 0.02;   /* less share does not count for an island */
static const double DOUBT = 0.05;   /* an island's is at least so far from a whole number */

fcap_status fcap_division_open(fcap_run *run, int64_t n, division *out) {
    *out = (division){.side = arena_array(&run->mem, int64_t, n),
                      .key = arena_array(&run->mem, double, n)};
    return out->side == NULL || out->key == NULL
               ? fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld candidates",
                               (long long)n)
               : FCAP_OK;
}

/* Inserts candidate i into the side, which has n sorted by their keys. */
static void insert(division *w, int64_t n, int64_t i, double key) {
    int64_t x = n;
    for (; x > 0 && w->key[x - 1] > key; x--) {
        w->key[x] = w->key[x - 1];
        w->side[x] = w->side[x - 1];
    }
    w->key[x] = key;
    w->side[x] = i;
}

/* ---------------------------------------------------------------- islands */

/* All candidates of the centre's region up to the border. */
typedef struct island {
    int64_t centre;
    double border;
    double worth;  /* 0: there is none */
    int32_t count; /* whole medoids */
} island;

/* All candidates with a share that are not certain, by their distance from the centre. */
static int64_t sort_shares(const lagrange *b, int64_t centre, division *w) {
    int64_t n = 0;
    for (int64_t a = 0; a < b->n_alive; a++) {
        int64_t const i = b->alive[a];
        if (b->weight[i] > TRACE && b->regions.of[i] != REGION_CERTAIN) {
            double const d = i == centre ? -1 : fcap_points_distance(b->p, centre, i);
            insert(w, n++, i, d);
        }
    }
    return n;
}

/* An island ends between two candidates with a share, of which the nearer one is of the
 * centre's region like all before. It is worth the gap between them, times the root of the
 * doubt: with the doubt itself a wide gap counts for too little, with none at all too much. */
static void find_island(const lagrange *b, int64_t centre, division *w, island *best) {
    int32_t const r = b->regions.of[centre];
    int64_t const n = sort_shares(b, centre, w);
    double sum = b->weight[centre];
    double last = 0; /* how far the last one inside is */
    for (int64_t x = 1; x < n; x++) {
        double const next = w->key[x];
        double const doubt = fabs(sum - floor(sum + HALF));
        double const worth = (next - last) * sqrt(doubt);
        if (doubt >= DOUBT && worth > best->worth) {
            *best = (island){centre, (last + next) / 2, worth, (int32_t)sum};
        }
        if (b->regions.of[w->side[x]] != r) {
            return;
        }
        sum += b->weight[w->side[x]];
        last = next;
    }
}

static int64_t list_island(const lagrange *b, const island *x, division *w) {
    int32_t const r = b->regions.of[x->centre];
    int64_t n = 0;
    for (int64_t a = 0; a < b->n_alive; a++) {
        int64_t const i = b->alive[a];
        if (b->regions.of[i] == r && fcap_points_distance(b->p, x->centre, i) <= x->border) {
            w->side[n++] = i;
        }
    }
    return n;
}

/* Returns 0 when there is none. */
static int choose_island(const lagrange *b, division *out) {
    island best = {0};
    for (int64_t a = 0; a < b->n_alive; a++) {
        int64_t const i = b->alive[a];
        if (b->weight[i] > DOUBT && b->regions.of[i] != REGION_CERTAIN) {
            find_island(b, i, out, &best);
        }
    }
    if (best.worth == 0) {
        return 0;
    }
    out->region = b->regions.of[best.centre];
    out->count = best.count;
    out->n = list_island(b, &best, out);
    region_range const can = fcap_regions_range(&b->regions, out->region, out->n);
    return can.low <= out->count && out->count < can.high;
}

/* ---------------------------------------------------------------- neighbours */

/* The candidate whose share is least certain. */
static int64_t choose_pivot(const lagrange *b) {
    int64_t pivot = -1;
    double best = -1;
    for (int64_t a = 0; a < b->n_alive; a++) {
        int64_t const i = b->alive[a];
        double const y = b->weight[i];
        double const doubt = y < HALF ? y : 1 - y;
        if (b->regions.of[i] != REGION_CERTAIN &&
            (doubt > best || (doubt == best && y > b->weight[pivot]))) {
            best = doubt;
            pivot = i;
        }
    }
    return pivot;
}

/* The pivot and its nearest neighbours of the same region, until they have half a medoid; but
 * not so many that some medoid is among them anyway. */
static void choose_neighbours(const lagrange *b, division *out) {
    int64_t const pivot = choose_pivot(b);
    assert(pivot >= 0); /* else nothing would be open */
    int32_t const r = b->regions.of[pivot];
    int64_t m = 1;
    out->side[0] = pivot;
    out->key[0] = -1;
    for (int64_t a = 0; a < b->n_alive; a++) {
        int64_t const i = b->alive[a];
        if (i != pivot && b->regions.of[i] == r && b->weight[i] > CERTAIN) {
            insert(out, m++, i, fcap_points_distance(b->p, pivot, i));
        }
    }
    double sum = b->weight[pivot];
    int64_t n = 1;
    while (n < m && sum + b->weight[out->side[n]] <= HALF &&
           fcap_regions_range(&b->regions, r, n + 1).low == 0) {
        sum += b->weight[out->side[n++]];
    }
    out->region = r;
    out->count = 0;
    out->n = n;
}

void fcap_division_choose(const lagrange *b, division *out) {
    if (!fcap_regions_has_room(&b->regions) || !choose_island(b, out)) {
        choose_neighbours(b, out);
    }
}
