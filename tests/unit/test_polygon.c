/* test_polygon.c - corners, support and box against all counts of a small shape. */
#include "instances.h"
#include "problem/polygon.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
    MOST = 40
};

static int is_in(const box *x, int64_t a, int64_t b) {
    int64_t const value[SIDES] = {a, b, a + b};
    for (int c = 0; c < SIDES; c++) {
        if (value[c] < x->least[c] || value[c] > x->most[c]) {
            return 0;
        }
    }
    return 1;
}

static box draw_box(dice *luck, int64_t n) {
    box x;
    for (int c = 0; c < SIDES; c++) {
        x.least[c] = roll(luck, 0, n / 3);
        x.most[c] = roll(luck, x.least[c], 2 * n);
    }
    return x;
}

/* One box of one shape against every pair of counts. */
static int check_box(dice *luck, const shape *s, polygon *h, box const asked) {
    box around = {{INT64_MAX, INT64_MAX, INT64_MAX}, {-1, -1, -1}};
    int64_t n = 0;
    box x = asked;
    int const any = fcap_polygon_build(s, &x, h);
    for (int64_t a = 0; a <= s->n; a++) {
        for (int64_t b = 0; b <= s->n; b++) {
            if (!fcap_shape_allows(s, a, b) || !is_in(&asked, a, b)) {
                continue;
            }
            int64_t const value[SIDES] = {a, b, a + b};
            for (int c = 0; c < SIDES; c++) {
                around.least[c] = value[c] < around.least[c] ? value[c] : around.least[c];
                around.most[c] = value[c] > around.most[c] ? value[c] : around.most[c];
            }
            n++;
        }
    }
    assert_int_equal(any, n > 0);
    if (!any) {
        assert_int_equal(h->n, 0);
        return 0;
    }
    assert_memory_equal(&x, &around, sizeof x);
    assert_true(h->n <= n);
    for (int32_t v = 0; v < h->n; v++) { /* corners are counts, in order, none superfluous */
        int32_t const u = (v + 1) % h->n;
        int32_t const w = (v + 2) % h->n;
        assert_true(fcap_shape_allows(s, (int64_t)h->a[v], (int64_t)h->b[v]));
        double const turn = (h->a[u] - h->a[v]) * (h->b[w] - h->b[u]) -
                            (h->b[u] - h->b[v]) * (h->a[w] - h->a[u]);
        assert_true(h->n < 3 || turn > 0);
    }
    for (int price = 0; price < 12; price++) {
        double const p = (double)roll(luck, -9, 9);
        double const q = (double)roll(luck, -9, 9);
        double most = -1e300;
        for (int64_t a = x.least[OF_A]; a <= x.most[OF_A]; a++) {
            for (int64_t b = x.least[OF_B]; b <= x.most[OF_B]; b++) {
                double const pay = p * (double)a + q * (double)b;
                most = fcap_shape_allows(s, a, b) && is_in(&x, a, b) && pay > most ? pay : most;
            }
        }
        assert_true(fcap_polygon_support(h, p, q) == most);
    }
    return 1;
}

static void equals_all_counts_in_the_box(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int full = 0;
    int empty = 0;
    for (int round = 0; round < 2500; round++) {
        int64_t const n = roll(&luck, 2, MOST);
        int32_t const k = (int32_t)roll(&luck, 1, n < 8 ? 1 : n / 4);
        int64_t const den = roll(&luck, 1, 7);
        int32_t group[MOST];
        for (int64_t j = 0; j < n; j++) {
            group[j] = roll(&luck, 0, 99) < 45;
        }
        fcap_attribute const t = {group, 2, {roll(&luck, 1, den), den}};
        rules const r = {.n = n,
                         .k = k,
                         .capacity = (n + k - 1) / k + roll(&luck, 0, 4),
                         .min_size = roll(&luck, 1, 3),
                         .attribute = &t,
                         .n_attributes = round % 5 > 0,
                         .n_counts = 2};
        fcap_run run;
        fcap_run_open(&run, NULL, NULL);
        shape s;
        polygon h;
        assert_int_equal(fcap_shape_open(&run, &r, &s), FCAP_OK);
        assert_int_equal(fcap_polygon_open(&run, &s, &h), FCAP_OK);
        check_box(&luck, &s, &h, fcap_box_all(&s));
        for (int b = 0; b < 8; b++) {
            int const any = check_box(&luck, &s, &h, draw_box(&luck, r.capacity));
            full += any;
            empty += !any;
        }
        fcap_run_close(&run);
    }
    print_message("%d boxes with counts, %d without\n", full, empty);
    assert_true(full > 500 && empty > 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_all_counts_in_the_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
