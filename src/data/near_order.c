/* near_order.c - a k-d tree as a permutation. See near_order.h.
 *
 * The points are divided at the median of the coordinate of largest extent, at a multiple of
 * LANES; then each half, down to blocks and, within these, to NEAR_CELL points. Equal
 * coordinates are ordered by index, so the halves are well defined. Where distances are given
 * and there are no coordinates, the difference of the distances to two points far apart serves
 * as one.
 *
 * Medians are found by selection with a pivot drawn at random, and the extents of many points
 * from some of them: O(n log n) in all. The first levels are divided one after the other, the
 * parts of a level on several threads; how, does not depend on their number.
 */
#include "data/near_order.h"

#include "base/parallel.h"

enum {
    PARTS = 64,       /* divided level by level, */
    EXTENT_OF = 1024, /* points that are looked at for an extent */
    NOWHERE = -1
};

typedef struct ranked {
    double x;
    int64_t index;
} ranked;

typedef struct arranging {
    const points *p;
    ranked *r;
    int64_t start[PARTS + 1];
    int64_t middle[PARTS]; /* where a part is divided */
} arranging;

static int is_before(const ranked *a, const ranked *b) {
    return a->x != b->x ? a->x < b->x : a->index < b->index;
}

/* ---- along which coordinate? ---- */

static double extent(const points *p, const ranked *r, int64_t n, int64_t step, int32_t c) {
    double low = fcap_points_coordinate(p, r[0].index, c);
    double high = low;
    for (int64_t i = 0; i < n; i += step) {
        double const x = fcap_points_coordinate(p, r[i].index, c);
        low = x < low ? x : low;
        high = x > high ? x : high;
    }
    return high - low;
}

/* NOWHERE if the points looked at are all equal. */
static int32_t widest(const points *p, const ranked *r, int64_t n, int64_t step) {
    int32_t best = NOWHERE;
    double best_extent = 0;
    for (int32_t c = 0; c < p->d; c++) {
        double const e = extent(p, r, n, step, c);
        if (e > best_extent) {
            best_extent = e;
            best = c;
        }
    }
    return best;
}

static int64_t farthest(const points *p, const ranked *r, int64_t n, int64_t from) {
    int64_t best = from;
    double best_distance = 0;
    for (int64_t i = 0; i < n; i++) {
        double const d = fcap_points_distance(p, from, r[i].index);
        if (d > best_distance) {
            best_distance = d;
            best = r[i].index;
        }
    }
    return best;
}

/* Gives each point its place on a line; 0 if they all have the same. */
static int place(const points *p, ranked *r, int64_t n) {
    if (p->d == 0) {
        int64_t const a = farthest(p, r, n, r[0].index);
        int64_t const b = farthest(p, r, n, a);
        for (int64_t i = 0; i < n; i++) {
            r[i].x =
                fcap_points_distance(p, a, r[i].index) - fcap_points_distance(p, b, r[i].index);
        }
        return a != b;
    }
    int32_t c = widest(p, r, n, n / EXTENT_OF + 1);
    c = c == NOWHERE && n > EXTENT_OF ? widest(p, r, n, 1) : c;
    for (int64_t i = 0; c != NOWHERE && i < n; i++) {
        r[i].x = fcap_points_coordinate(p, r[i].index, c);
    }
    return c != NOWHERE;
}

/* ---- in two ---- */

static void exchange(ranked *r, int64_t i, int64_t j) {
    ranked const x = r[i];
    r[i] = r[j];
    r[j] = x;
}

/* The first `half` come first. */
static void select_first(ranked *r, int64_t n, int64_t half) {
    rng luck = fcap_rng_seed((uint64_t)n);
    while (n > 1) {
        exchange(r, 0, fcap_rng_below(&luck, n));
        int64_t smaller = 0; /* than the pivot r[0]: r[1] .. r[smaller] */
        for (int64_t i = 1; i < n; i++) {
            if (is_before(&r[i], &r[0])) {
                exchange(r, ++smaller, i);
            }
        }
        exchange(r, 0, smaller);
        if (half == smaller || half == smaller + 1) {
            return;
        }
        if (half < smaller) {
            n = smaller;
        } else {
            r += smaller + 1;
            n -= smaller + 1;
            half -= smaller + 1;
        }
    }
}

/* Returns where the second half starts; n if the points stay as they are. */
static int64_t divide(const points *p, ranked *r, int64_t n) {
    if (n <= NEAR_CELL || !place(p, r, n)) {
        return n;
    }
    int64_t const unit = n > LANES ? LANES : NEAR_CELL;
    int64_t const half = (n / 2 + unit - 1) / unit * unit;
    select_first(r, n, half);
    return half;
}

/* The deeper call is for half of the points, so there are log2(n) at most. */
static void arrange(const points *p, ranked *r, int64_t n) {
    for (int64_t half = divide(p, r, n); half < n; half = divide(p, r, n)) {
        arrange(p, r, half);
        r += half;
        n -= half;
    }
}

/* ---- all ---- */

static void divide_parts(void *context, int64_t from, int64_t to, int32_t thread) {
    arranging *const a = context;
    (void)thread;
    for (int64_t i = from; i < to; i++) {
        a->middle[i] =
            a->start[i] + divide(a->p, a->r + a->start[i], a->start[i + 1] - a->start[i]);
    }
}

static void arrange_parts(void *context, int64_t from, int64_t to, int32_t thread) {
    arranging *const a = context;
    (void)thread;
    for (int64_t i = from; i < to; i++) {
        arrange(a->p, a->r + a->start[i], a->start[i + 1] - a->start[i]);
    }
}

fcap_status fcap_points_near_order(fcap_run *run, const points *p, int64_t *order) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    arranging a = {.p = p, .r = arena_array(&run->mem, ranked, p->n), .start = {0, p->n}};
    if (a.r == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for the order of %lld points", (long long)p->n);
    }
    for (int64_t i = 0; i < p->n; i++) {
        a.r[i].index = i;
    }
    int64_t parts = 1;
    for (; parts < PARTS && p->n / parts > EXTENT_OF; parts *= 2) {
        fcap_parallel_for(run->threads, parts, 1, divide_parts, &a);
        for (int64_t i = parts - 1; i >= 0; i--) {
            a.start[2 * i + 2] = a.start[i + 1];
            a.start[2 * i + 1] = a.middle[i];
        }
    }
    fcap_parallel_for(run->threads, parts, 1, arrange_parts, &a);
    for (int64_t i = 0; i < p->n; i++) {
        order[i] = a.r[i].index;
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
