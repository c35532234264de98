/* polygon.c - the hull by columns: the lower chain from left to right, the upper one back.
 *
 * For each a the allowed b are an interval, so only its ends can be corners [Andrew 1979].
 */
#include "problem/polygon.h"

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

box fcap_box_all(const shape *s) {
    return (box){{0, 0, 0}, {s->n, s->n, s->n}};
}

fcap_status fcap_polygon_open(fcap_run *run, const shape *s, polygon *out) {
    int64_t const columns = s->most < s->least ? 0 : s->most - s->least + 1;
    *out = (polygon){.a = arena_array(&run->mem, double, 2 * columns + 2),
                     .b = arena_array(&run->mem, double, 2 * columns + 2)};
    if (out->a == NULL || out->b == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for clusters of %lld",
                             (long long)columns);
    }
    return FCAP_OK;
}

/* Drops corners that the next one makes superfluous, then adds it. Whole numbers below 2^31, so
 * their products are exact in int64_t, and in double where it matters (below 2^26). */
static void add_corner(polygon *h, int32_t chain, int64_t a, int64_t b) {
    while (h->n - chain >= 2) {
        int64_t const a0 = (int64_t)h->a[h->n - 2];
        int64_t const b0 = (int64_t)h->b[h->n - 2];
        int64_t const a1 = (int64_t)h->a[h->n - 1];
        int64_t const b1 = (int64_t)h->b[h->n - 1];
        if ((a1 - a0) * (b - b0) - (b1 - b0) * (a - a0) > 0) {
            break;
        }
        h->n--;
    }
    if (h->n > 0 && (int64_t)h->a[h->n - 1] == a && (int64_t)h->b[h->n - 1] == b) {
        return;
    }
    h->a[h->n] = (double)a;
    h->b[h->n] = (double)b;
    h->n++;
}

/* The allowed b of one a. */
static int column(const shape *s, const box *x, int64_t a, int64_t *low, int64_t *high) {
    *low = larger(larger(s->low[a - s->least], x->least[OF_B]), x->least[OF_SIZE] - a);
    *high = smaller(smaller(s->high[a - s->least], x->most[OF_B]), x->most[OF_SIZE] - a);
    return *low <= *high;
}

static void widen(box *x, box_side side, int64_t value) {
    x->least[side] = smaller(x->least[side], value);
    x->most[side] = larger(x->most[side], value);
}

int fcap_polygon_build(const shape *s, box *x, polygon *out) {
    int64_t const from = larger(s->least, x->least[OF_A]);
    int64_t const to = smaller(s->most, x->most[OF_A]);
    box around = {{INT64_MAX, INT64_MAX, INT64_MAX}, {-1, -1, -1}};
    int64_t low;
    int64_t high;
    out->n = 0;
    for (int64_t a = from; a <= to; a++) {
        if (column(s, x, a, &low, &high)) {
            add_corner(out, 0, a, low);
            widen(&around, OF_A, a);
            widen(&around, OF_B, low);
            widen(&around, OF_B, high);
            widen(&around, OF_SIZE, a + low);
            widen(&around, OF_SIZE, a + high);
        }
    }
    if (out->n == 0) {
        return 0;
    }
    int32_t const lower = out->n;
    int64_t const first_a = (int64_t)out->a[0];
    int64_t const first_b = (int64_t)out->b[0];
    for (int64_t a = to; a >= from; a--) {
        if (column(s, x, a, &low, &high)) {
            add_corner(out, lower - 1, a, high);
        }
    }
    if (out->n > 1 && (int64_t)out->a[out->n - 1] == first_a &&
        (int64_t)out->b[out->n - 1] == first_b) {
        out->n--;
    }
    *x = around;
    return 1;
}

double fcap_polygon_support(const polygon *h, double x, double y) {
    double most = x * h->a[0] + y * h->b[0];
    for (int32_t v = 1; v < h->n; v++) {
        double const here = x * h->a[v] + y * h->b[v];
        most = here > most ? here : most;
    }
    return most;
}
