/* hull.c - see hull.h. */
#include "problem/hull.h"

#include "problem/sizes.h"

/* Edges have different directions (ds, dlo). Sizes and counts up to q: the ds sum to at most q,
 * and so do the dlo upwards and those downwards. m^2 directions have ds + |dlo| <= m, and their
 * sum is about 2 m^3 / 3; so there are fewer than 3 q^(2/3) + 2 vertices. */
int64_t fcap_hull_room(int64_t most) {
    int64_t root = 1;
    while (root * root * root < most) {
        root++;
    }
    return 4 * root * root + 8;
}

/* Is c on or above the line from a to b? Then b is no vertex of the lower hull of a, b, c... */
static int turns_down(vertex a, vertex b, vertex c) {
    return (b.lo - a.lo) * (c.s - a.s) >= (c.lo - a.lo) * (b.s - a.s);
}

fcap_status fcap_hull_open(fcap_run *run, int64_t most, hull *h) {
    *h = (hull){.v = arena_array(&run->mem, vertex, fcap_hull_room(most))};
    return h->v == NULL ? fcap_run_fail(run, FCAP_E_NO_MEMORY,
                                        "out of memory for sizes up to %lld", (long long)most)
                        : FCAP_OK;
}

void fcap_hull_add(hull *h, int64_t s, int64_t lo) {
    vertex const next = {s, lo};
    while (h->n >= 2 && turns_down(h->v[h->n - 2], h->v[h->n - 1], next)) {
        h->n--;
    }
    h->v[h->n++] = next;
}

void fcap_hull_build(hull *h, int64_t least, int64_t most, fcap_ratio t) {
    h->n = 0;
    for (int64_t s = least; s <= most; s++) {
        int64_t const lo = fcap_fewest(s, 2, t);
        if (lo >= 0) {
            fcap_hull_add(h, s, lo);
        }
    }
}

void fcap_hull_under(hull *h, int64_t most, const int64_t *lo) {
    h->n = 0;
    for (int64_t s = 0; s <= most; s++) {
        if (lo[s] < INT64_MAX) {
            fcap_hull_add(h, s, lo[s]);
        }
    }
}

int64_t fcap_hull_least(const hull *h, int64_t k, int64_t n) {
    if (h->n == 0 || k * h->v[0].s > n || k * h->v[h->n - 1].s < n) {
        return -1;
    }
    int64_t low = 0;
    int64_t high = h->n - 1;
    while (high - low > 1) { /* the edge above n / k */
        int64_t const middle = (low + high) / 2;
        if (k * h->v[middle].s <= n) {
            low = middle;
        } else {
            high = middle;
        }
    }
    vertex const a = h->v[low];
    vertex const b = h->v[high];
    if (a.s == b.s || k * a.s == n) {
        return k * a.lo;
    }
    int64_t const rise = (n - k * a.s) * (b.lo - a.lo);
    int64_t const run = b.s - a.s;
    return k * a.lo + rise / run + (rise % run != 0 && rise > 0);
}
