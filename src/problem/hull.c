/* hull.c - see hull.h. */
#include "problem/hull.h"

/* A hull over sizes up to q has edges of different direction (ds, dlo), 0 <= dlo <= ds, with
 * sum ds <= q; so fewer than 2 q^(2/3) + 2 of them. */
static int64_t hull_room(int64_t q) {
    int64_t root = 1;
    while (root * root * root < q) {
        root++;
    }
    return 2 * root * root + 4;
}

/* The fewest members of one group in a cluster of size s, -1 when no such cluster is allowed.
 */
static int64_t fewest(int64_t s, int32_t n_groups, fcap_ratio t) {
    if (n_groups == 2) {
        int64_t const lo = fcap_ceil_div(s, t.num, t.num + t.den);
        return 2 * lo <= s ? lo : -1;
    }
    int64_t const others = n_groups - 1;
    int64_t from = s / n_groups + (s % n_groups != 0); /* the smallest u that can hold s */
    int64_t to = s;
    while (from < to) { /* the largest u with u + (G - 1) ceil(t u) <= s */
        int64_t const u = to - (to - from) / 2;
        if (u + others * fcap_ceil_div(u, t.num, t.den) <= s) {
            from = u;
        } else {
            to = u - 1;
        }
    }
    int64_t const u_most = from;
    if (u_most + others * fcap_ceil_div(u_most, t.num, t.den) > s) {
        return -1;
    }
    from = s / n_groups + (s % n_groups != 0);
    to = u_most;
    while (from < to) { /* the first u where ceil(t u) is no longer the smaller term */
        int64_t const u = from + (to - from) / 2;
        if (fcap_ceil_div(u, t.num, t.den) >= s - others * u) {
            to = u;
        } else {
            from = u + 1;
        }
    }
    int64_t best = INT64_MAX;
    int64_t const first = s / n_groups + (s % n_groups != 0);
    for (int64_t u = from > first ? from - 1 : from; u <= from; u++) {
        int64_t const a = fcap_ceil_div(u, t.num, t.den);
        int64_t const b = s - others * u;
        best = a > b ? (a < best ? a : best) : (b < best ? b : best);
    }
    return best;
}

/* Is c on or above the line from a to b? Then b is no vertex of the lower hull of a, b, c... */
static int turns_down(vertex a, vertex b, vertex c) {
    return (b.lo - a.lo) * (c.s - a.s) >= (c.lo - a.lo) * (b.s - a.s);
}

static void add(hull *h, vertex next) {
    while (h->n >= 2 && turns_down(h->v[h->n - 2], h->v[h->n - 1], next)) {
        h->n--;
    }
    h->v[h->n++] = next;
}

fcap_status fcap_hull_open(fcap_run *run, int64_t most, hull *h) {
    *h = (hull){.v = arena_array(&run->mem, vertex, hull_room(most))};
    return h->v == NULL ? fcap_run_fail(run, FCAP_E_NO_MEMORY,
                                        "out of memory for sizes up to %lld", (long long)most)
                        : FCAP_OK;
}

void fcap_hull_build(hull *h, int64_t least, int64_t most, int32_t n_groups, fcap_ratio t) {
    h->n = 0;
    for (int64_t s = least; s <= most; s++) {
        int64_t const lo = s == 0 ? 0 : fewest(s, n_groups, t);
        if (lo >= 0) {
            add(h, (vertex){s, lo});
        }
    }
}

void fcap_hull_under(hull *h, int64_t most, const int64_t *lo) {
    h->n = 0;
    for (int64_t s = 0; s <= most; s++) {
        if (lo[s] < INT64_MAX) {
            add(h, (vertex){s, lo[s]});
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
