/* regions.c - see regions.h.
 *
 * How many there can be. A region that still says something after fcap_regions_settle() has
 * either a `least` above what the regions inside need, and these differences sum to k at most;
 * or else a `most` below its capacity. Only so many are made with a `most` that both together
 * have room.
 */
#include "bound/regions.h"

#include <assert.h>

enum {
    SPARE = 8 /* regions with a `most` even if k = 1 */
};

int32_t fcap_regions_room(int32_t k) {
    return 2 * k + SPARE;
}

int fcap_regions_has_room(const regions *g) {
    return g->n < g->room - g->k - REGION_NEXT;
}

fcap_status fcap_regions_open(fcap_run *run, int64_t n, int32_t k, regions *out) {
    *out = (regions){.k = k, .room = fcap_regions_room(k)};
    out->at = arena_array(&run->mem, region, out->room);
    out->of = arena_array(&run->mem, int32_t, n);
    out->now = arena_array(&run->mem, int32_t, out->room);
    if (out->at == NULL || out->of == NULL || out->now == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld candidates",
                             (long long)n);
    }
    fcap_regions_begin(out, n);
    return FCAP_OK;
}

void fcap_regions_begin(regions *g, int64_t n) {
    g->n = REGION_NEXT;
    g->at[REGION_ALL] = (region){.parent = REGION_ALL, .least = g->k, .most = g->k};
    g->at[REGION_CERTAIN] = (region){.parent = REGION_ALL};
    for (int64_t i = 0; i < n; i++) {
        g->of[i] = REGION_ALL;
    }
}

void fcap_regions_certify(regions *g, int64_t i) {
    for (int32_t r = g->of[i]; r != REGION_ALL; r = g->at[r].parent) {
        assert(r != REGION_CERTAIN && g->at[r].most > 0);
        g->at[r].least -= g->at[r].least > 0;
        g->at[r].most -= g->at[r].most < ANY_NUMBER;
    }
    g->of[i] = REGION_CERTAIN;
    g->at[REGION_CERTAIN].least++;
    g->at[REGION_CERTAIN].most++;
}

/* ---------------------------------------------------------------- conclusions */

/* What a region and those inside say of it: size, needed, capacity, low, high. */
static void look_inside(regions *g, const int32_t *alive, int64_t n_alive,
                        const unsigned char *out) {
    for (int32_t r = 0; r < g->n; r++) {
        g->at[r].size = g->at[r].needed = 0;
    }
    for (int64_t a = 0; a < n_alive; a++) {
        g->at[g->of[alive[a]]].size += !out[alive[a]];
    }
    for (int32_t r = 0; r < g->n; r++) {
        g->at[r].capacity = g->at[r].size;
    }
    for (int32_t r = g->n - 1; r >= 0; r--) {
        region *const x = &g->at[r];
        x->low = x->least > x->needed ? x->least : x->needed;
        x->high = x->most < x->capacity ? x->most : x->capacity;
        if (r != REGION_ALL) {
            g->at[x->parent].needed += x->low;
            g->at[x->parent].capacity += x->high;
        }
    }
}

/* And what follows from the one around it: what the others there cannot have, it has; and what
 * they must have, it has not. Returns 0 when something cannot be. */
static int look_around(regions *g) {
    int possible = g->at[REGION_ALL].low <= g->at[REGION_ALL].high;
    for (int32_t r = 1; r < g->n; r++) {
        region *const x = &g->at[r];
        const region *const p = &g->at[x->parent];
        int64_t const left = p->low - (p->capacity - x->high);
        int64_t const fits = p->high - (p->needed - x->low);
        possible &= x->low <= x->high;
        x->low = x->low > left ? x->low : left;
        x->high = x->high < fits ? x->high : fits;
    }
    return possible;
}

/* Candidates of a region that needs all of them, or has no place for any. */
static void decide(regions *g, const int32_t *alive, int64_t n_alive, unsigned char *out) {
    for (int64_t a = 0; a < n_alive; a++) {
        int64_t const i = alive[a];
        const region *const x = &g->at[g->of[i]];
        if (out[i] || g->of[i] == REGION_CERTAIN) {
            continue;
        }
        if (x->high == x->needed) {
            out[i] = 1;
        } else if (x->low == x->capacity) {
            fcap_regions_certify(g, i);
        }
    }
}

/* Regions that say no more than those inside go; what they had belongs to the one around. */
static void clear(regions *g, const int32_t *alive, int64_t n_alive) {
    int32_t n = REGION_NEXT;
    for (int32_t r = 0; r < REGION_NEXT; r++) {
        g->now[r] = r;
    }
    for (int32_t r = REGION_NEXT; r < g->n; r++) {
        region const x = g->at[r];
        int const idle = x.least <= x.needed && x.most >= x.capacity;
        int32_t const parent = g->now[x.parent];
        g->now[r] = idle ? parent : n;
        if (!idle) {
            g->at[n] = x;
            g->at[n++].parent = parent;
        }
    }
    g->n = n;
    for (int64_t a = 0; a < n_alive; a++) {
        g->of[alive[a]] = g->now[g->of[alive[a]]];
    }
}

int fcap_regions_settle(regions *g, const int32_t *alive, int64_t n_alive, unsigned char *out) {
    look_inside(g, alive, n_alive, out);
    if (!look_around(g)) {
        return 0;
    }
    decide(g, alive, n_alive, out);
    look_inside(g, alive, n_alive, out);
    clear(g, alive, n_alive);
    look_inside(g, alive, n_alive, out);
    look_around(g);
    return 1;
}

region_range fcap_regions_range(const regions *g, int32_t r, int64_t n) {
    const region *const x = &g->at[r];
    int64_t const low = x->low - (x->capacity - n);
    int64_t const high = x->high - x->needed;
    return (region_range){low > 0 ? low : 0, high < n ? high : n};
}
