/* test_levels.c - samples are parts of one another, fair to the groups, and can be solved. */
#include "instances.h"
#include "search/levels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
    N_MOST = 20000,
    D = 2
};

static double x[N_MOST * D];
static int32_t group[N_MOST];

typedef struct problem {
    fcap_run run;
    points p;
    fcap_attribute attribute;
    rules r;
    shape s;
} problem;

static void open_problem(problem *w, int64_t n, int32_t k, double slack, fcap_ratio t) {
    fcap_run_open(&w->run, NULL, NULL);
    assert_int_equal(fcap_points_open(&w->run, x, n, D, &w->p), FCAP_OK);
    w->attribute = (fcap_attribute){group, 2, t};
    w->r = (rules){.n = n,
                   .k = k,
                   .capacity = (int64_t)((double)n * slack / k) + 1,
                   .min_size = 1,
                   .attribute = &w->attribute,
                   .n_attributes = t.num > 0,
                   .n_counts = t.num > 0 ? 2 : 0};
    assert_int_equal(fcap_shape_open(&w->run, &w->r, &w->s), FCAP_OK);
    assert_true(w->s.least <= w->s.most);
}

static void draw_problem(dice *luck, int64_t n, int64_t one_in) {
    draw_points(luck, SCATTERED, x, n, D);
    for (int64_t j = 0; j < n; j++) {
        group[j] = roll(luck, 1, one_in) == 1;
    }
}

static void each_level_is_a_part_of_the_next(void **state) {
    (void)state;
    dice luck = dice_of(1);
    for (int i = 0; i < 20; i++) {
        problem w;
        level l[LEVELS_MOST];
        int32_t levels = 0;
        int64_t const n = roll(&luck, 2000, N_MOST);
        int64_t const first = roll(&luck, 100, 700);
        draw_problem(&luck, n, roll(&luck, 2, 9));
        open_problem(&w, n, 5, 1.5, i % 2 ? (fcap_ratio){1, 100} : (fcap_ratio){0, 1});
        rng random = fcap_rng_seed((uint64_t)i);
        assert_int_equal(fcap_levels_draw(&w.run, &w.s, first, &random, l, &levels), FCAP_OK);
        assert_true(levels >= 1);
        for (int32_t at = 0; at < levels; at++) {
            assert_in_range(l[at].n, first - 2, n / 2 + 2);
            for (int64_t c = 0; c < l[at].n; c++) {
                assert_in_range(l[at].index[c], c == 0 ? 0 : l[at].index[c - 1] + 1, n - 1);
                assert_int_equal(fcap_level_find(&l[at], l[at].index[c]), c);
                if (at + 1 < levels) {
                    int64_t const there = fcap_level_find(&l[at + 1], l[at].index[c]);
                    assert_int_equal(l[at + 1].index[there], l[at].index[c]);
                }
            }
        }
        fcap_run_close(&w.run);
    }
}

static void groups_keep_their_share(void **state) {
    (void)state;
    dice luck = dice_of(2);
    for (int64_t one_in = 2; one_in <= 30; one_in += 7) {
        problem w;
        level l[LEVELS_MOST];
        int32_t levels = 0;
        draw_problem(&luck, N_MOST, one_in);
        open_problem(&w, N_MOST, 3, 1.5, (fcap_ratio){1, 100});
        rng random = fcap_rng_seed(1);
        assert_int_equal(fcap_levels_draw(&w.run, &w.s, 500, &random, l, &levels), FCAP_OK);
        for (int32_t at = 0; at < levels; at++) {
            int64_t ones = 0;
            for (int64_t c = 0; c < l[at].n; c++) {
                ones += group[l[at].index[c]];
            }
            double const share = (double)w.s.total[1] * (double)l[at].n / N_MOST;
            assert_true((double)ones >= share - 2 && (double)ones <= share + 2);
        }
        fcap_run_close(&w.run);
    }
}

/* A balance that the whole just has need not be possible in a sample. */
static void every_level_can_be_solved(void **state) {
    (void)state;
    dice luck = dice_of(3);
    for (int i = 0; i < 12; i++) {
        problem w;
        level l[LEVELS_MOST];
        int32_t levels = 0;
        int32_t const k = 4;
        int64_t const n = 8000 + k * roll(&luck, 0, 500);
        draw_problem(&luck, n, 2 + i % 3);
        open_problem(&w, n, 1, 1, (fcap_ratio){1, 100});
        int64_t const few = w.s.total[0] < w.s.total[1] ? w.s.total[0] : w.s.total[1];
        fcap_run_close(&w.run);
        open_problem(&w, n, k, 1.01, (fcap_ratio){few * 99, (n - few) * 100});
        rng random = fcap_rng_seed(7);
        assert_int_equal(fcap_levels_draw(&w.run, &w.s, 100, &random, l, &levels), FCAP_OK);
        for (int32_t at = 0; at < levels; at++) {
            assert_int_equal(fcap_level_open(&w.run, &w.p, &w.r, &w.s, &l[at]), FCAP_OK);
            assert_true(l[at].s.least <= l[at].s.most);
            assert_int_equal(l[at].p.n, l[at].n);
            assert_true(l[at].r.capacity * k >= l[at].n);
        }
        fcap_run_close(&w.run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_level_is_a_part_of_the_next),
        cmocka_unit_test(groups_keep_their_share),
        cmocka_unit_test(every_level_can_be_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
