/* quota.c - one cluster after the other, each as near to its wish as the rest allows.
 *
 * With (A, B) members and j clusters left, cluster i may have (a, b) of size s = a + b iff
 *
 *     lo(s) <= a <= s - lo(s)   and   (A - a, B - b) can be divided among j - 1 clusters:
 *     min(A - a, B - b) >= m(s),  m(s) = the hull's least for j - 1 clusters of A + B - s.
 *
 * So for each size s the allowed a are an interval; sizes are tried outwards from the wished
 * one. Each step leaves a feasible rest (hull.h: sums of lattice points), so none fails.
 * Clusters whose wishes are the farthest from allowed come first, and what they could not have
 * is spread evenly over the wishes of the others.
 */
#include "problem/quota.h"

#include "problem/hull.h"

#include <stdlib.h>

typedef struct wish {
    quota want;
    int64_t excess; /* members beyond what is allowed */
    int32_t cluster;
} wish;

typedef struct divider {
    const rules *r;
    fcap_ratio t;
    int64_t capacity;
    hull hull;
    quota left; /* members not yet given away */
} divider;

int64_t fcap_quota_least(int64_t s, fcap_ratio t) {
    return s == 0 ? 0 : fcap_ceil_div(s, t.num, t.num + t.den);
}

static int64_t distance(int64_t x, int64_t y) {
    return x > y ? x - y : y - x;
}

static int64_t clamp(int64_t x, int64_t low, int64_t high) {
    return x < low ? low : x > high ? high : x;
}

/* The a nearest to want_a for size s with j clusters to come; 0 when there is none. */
static int nearest_count(const divider *d, int64_t s, int64_t j, int64_t want_a, int64_t *a) {
    int64_t const rest = d->left.a + d->left.b - s;
    int64_t const least = fcap_quota_least(s, d->t);
    int64_t needed = 0;
    if (rest < 0 || (j == 0 && rest != 0)) {
        return 0;
    }
    if (j > 0) {
        needed = fcap_hull_least(&d->hull, j, rest);
        if (needed < 0) {
            return 0;
        }
    }
    int64_t low = needed - d->left.b + s;
    int64_t high = d->left.a - needed;
    low = low < least ? least : low;
    high = high > s - least ? s - least : high;
    *a = clamp(want_a, low, high);
    return low <= high;
}

/* The allowed counts nearest to the wish: sizes outwards from the wished one. */
static int nearest(const divider *d, quota want, int64_t j, quota *out) {
    int64_t const size = clamp(want.a + want.b, d->r->min_size, d->capacity);
    int64_t best = INT64_MAX;
    for (int64_t step = 0; step <= d->capacity && step < best; step++) {
        for (int side = 0; side < (step == 0 ? 1 : 2); side++) {
            int64_t const s = side == 0 ? size - step : size + step;
            int64_t a;
            if (s < d->r->min_size || s > d->capacity || !nearest_count(d, s, j, want.a, &a)) {
                continue;
            }
            int64_t const far = distance(a, want.a) + distance(s - a, want.b);
            if (far < best) {
                best = far;
                *out = (quota){a, s - a};
            }
        }
    }
    return best < INT64_MAX;
}

static int by_excess(const void *left, const void *right) {
    const wish *const a = left;
    const wish *const b = right;
    if (a->excess != b->excess) {
        return a->excess > b->excess ? -1 : 1;
    }
    return (a->cluster > b->cluster) - (a->cluster < b->cluster);
}

/* How far is a wish from an allowed cluster? */
static int64_t excess_of(const divider *d, quota w) {
    int64_t const size = w.a + w.b;
    int64_t const s = clamp(size, d->r->min_size, d->capacity);
    int64_t const least = fcap_quota_least(s, d->t);
    int64_t const few = w.a < w.b ? w.a : w.b;
    return distance(size, s) + (few < least ? least - few : 0);
}

fcap_status fcap_quotas(fcap_run *run, const rules *r, const quota *wanted, quota *out) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    divider d = {.r = r,
                 .t = r->attribute[0].balance,
                 .capacity = r->capacity < r->n ? r->capacity : r->n};
    wish *const list = arena_array(&run->mem, wish, r->k);
    if (list == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d clusters", (int)r->k);
    }
    TRY(fcap_hull_open(run, d.capacity, &d.hull));
    fcap_hull_build(&d.hull, r->min_size, d.capacity, d.t);
    quota hoped = {0, 0}; /* what the clusters to come wish, together */
    for (int32_t i = 0; i < r->k; i++) {
        list[i] = (wish){wanted[i], excess_of(&d, wanted[i]), i};
        hoped.a += wanted[i].a;
        hoped.b += wanted[i].b;
    }
    d.left = hoped;
    qsort(list, (size_t)r->k, sizeof *list, by_excess);
    for (int32_t i = 0; i < r->k; i++) {
        int64_t const to_come = r->k - i;
        quota const want = {list[i].want.a + (d.left.a - hoped.a) / to_come,
                            list[i].want.b + (d.left.b - hoped.b) / to_come};
        quota found;
        if (!nearest(&d, want, to_come - 1, &found)) {
            return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                                 "%lld and %lld members cannot be divided among %d clusters",
                                 (long long)d.left.a, (long long)d.left.b, (int)to_come);
        }
        out[list[i].cluster] = found;
        d.left.a -= found.a;
        d.left.b -= found.b;
        hoped.a -= list[i].want.a;
        hoped.b -= list[i].want.b;
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
