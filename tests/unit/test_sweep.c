/* test_sweep.c - the lists of a sweep against sorting everything. */
#include "fairlet/sweep.h"
#include "instances.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    N_MOST = 120,
    DIM_MOST = 5
};

typedef struct candidate {
    double value;
    int64_t turn; /* how far behind the point's own share */
    int32_t index;
} candidate;

static int by_value(const void *left, const void *right) {
    const candidate *const a = left;
    const candidate *const b = right;
    return a->value != b->value ? (a->value > b->value) - (a->value < b->value)
                                : (a->turn > b->turn) - (a->turn < b->turn);
}

static void assert_list_is_right(const sweep *s, int64_t i) {
    candidate all[N_MOST];
    int32_t expected = 0;
    int64_t const n = s->to->n;
    for (int64_t j = 0; j < n; j++) {
        double const d = fcap_points_distance_to(s->from, i, s->to, j);
        int64_t const own = i * n / s->from->n;
        all[j] =
            (candidate){floor(d * s->scale + 0.5) - s->price[j], (j - own + n) % n, (int32_t)j};
    }
    qsort(all, (size_t)n, sizeof *all, by_value);
    while (expected < n && expected < s->most && all[expected].value < s->below[i]) {
        expected++;
    }
    assert_int_equal(s->found[i], expected);
    for (int32_t k = 0; k < expected; k++) {
        assert_int_equal(s->best[i * s->most + k], all[k].index);
        assert_true(s->value[i * s->most + k] == all[k].value);
    }
}

/* Points under one of the metrics or, for kind 3, under distances that obey no rule. */
static void open_some(fcap_run *run, dice *luck, int kind, const double *x, int64_t n,
                      int32_t d, points *all) {
    static double given[4 * N_MOST * N_MOST];
    if (kind < 3) {
        assert_int_equal(fcap_points_open_metric(run, x, n, d, (fcap_metric)kind, all),
                         FCAP_OK);
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        given[i * n + i] = 0;
        for (int64_t j = 0; j < i; j++) {
            given[i * n + j] = given[j * n + i] = roll_unit(luck);
        }
    }
    assert_int_equal(fcap_points_open_given(run, given, n, all), FCAP_OK);
}

static void lists_are_those_of_sorting_all(void **state) {
    (void)state;
    dice luck = dice_of(1);
    for (int i = 0; i < 1000; i++) {
        double x[2 * N_MOST * DIM_MOST];
        int64_t index[2 * N_MOST];
        int64_t const a = roll(&luck, 1, N_MOST);
        int64_t const b = roll(&luck, 1, N_MOST);
        int32_t const d = (int32_t)roll(&luck, 1, DIM_MOST);
        draw_points(&luck, (shape_of_points)(i % SHAPES), x, a + b, d);
        for (int64_t p = 0; p < a + b; p++) {
            index[p] = p;
        }
        fcap_options options;
        fcap_options_init(&options);
        options.threads = 1 + i % 3;
        fcap_run run;
        fcap_run_open(&run, &options, NULL);
        points all;
        points from;
        points to;
        sweep s;
        open_some(&run, &luck, i / 7 % 4, x, a + b, d, &all);
        assert_int_equal(fcap_points_subset(&run, &all, index, a, &from), FCAP_OK);
        assert_int_equal(fcap_points_subset(&run, &all, index + a, b, &to), FCAP_OK);
        int32_t const most = (int32_t)roll(&luck, 1, 14);
        assert_int_equal(fcap_sweep_open(&run, &from, &to, most, &s), FCAP_OK);
        s.scale = i % 7 == 0 ? 10 : 1 << 28;
        for (int64_t j = 0; j < b && i % 2; j++) {
            s.price[j] = (double)roll(&luck, -5, 5) * (i % 4 == 1 ? 1 : 1e8);
        }
        for (int64_t j = 0; j < a && i % 3; j++) {
            s.below[j] = j % 5 == 0 ? -INFINITY : (double)roll(&luck, -5, 5) * 1e8;
        }
        fcap_sweep_run(&run, &s);
        for (int64_t j = 0; j < a; j++) {
            assert_list_is_right(&s, j);
        }
        fcap_run_close(&run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_those_of_sorting_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
