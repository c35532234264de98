/* near_order.c - a k-d tree as a permutation. See near_order.h.
 *
 * The points are sorted by the coordinate of largest extent and cut in the middle, at a
 * multiple of LANES; then each half, until it is one block or its points are all equal. Equal
 * coordinates are sorted by index, so the order is total. O(n log^2 n + n d log n).
 */
#include "data/near_order.h"

#include <stdlib.h>

typedef struct ranked {
    double x;
    int64_t index;
} ranked;

static int by_place(const void *left, const void *right) {
    const ranked *const a = left;
    const ranked *const b = right;
    return a->x != b->x ? (a->x > b->x) - (a->x < b->x)
                        : (a->index > b->index) - (a->index < b->index);
}

static double extent(const points *p, const ranked *r, int64_t n, int32_t c) {
    double low = fcap_points_coordinate(p, r[0].index, c);
    double high = low;
    for (int64_t i = 1; i < n; i++) {
        double const x = fcap_points_coordinate(p, r[i].index, c);
        low = x < low ? x : low;
        high = x > high ? x : high;
    }
    return high - low;
}

/* The deeper call is for half of the points, so there are log2(n) at most. */
static void arrange(const points *p, ranked *r, int64_t n) {
    while (n > LANES) {
        int32_t widest = 0;
        double widest_extent = 0;
        for (int32_t c = 0; c < p->d; c++) {
            double const e = extent(p, r, n, c);
            if (e > widest_extent) {
                widest_extent = e;
                widest = c;
            }
        }
        if (!(widest_extent > 0)) {
            return;
        }
        for (int64_t i = 0; i < n; i++) {
            r[i].x = fcap_points_coordinate(p, r[i].index, widest);
        }
        qsort(r, (size_t)n, sizeof *r, by_place);
        int64_t const half = (n / 2 + LANES - 1) / LANES * LANES;
        arrange(p, r, half);
        r += half;
        n -= half;
    }
}

fcap_status fcap_points_near_order(fcap_run *run, const points *p, int64_t *order) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    ranked *const r = arena_array(&run->mem, ranked, p->n);
    if (r == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for the order of %lld points", (long long)p->n);
    }
    for (int64_t i = 0; i < p->n; i++) {
        r[i].index = i;
    }
    arrange(p, r, p->n);
    for (int64_t i = 0; i < p->n; i++) {
        order[i] = r[i].index;
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
