/* test_median.c - no bound of a sum of distances exceeds the sum, and the best point is never
 * excluded.
 */
#include "data/median.h"
#include "instances.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
    N_MOST = 700,
    DIM_MOST = 12
};

typedef struct outcome {
    int64_t n;
    double sum[N_MOST];
    int64_t near;
    int64_t open; /* points that are left */
} outcome;

static void check_bounds(const outcome *o, double best, const double *bound) {
    for (int64_t i = 0; i < o->n; i++) {
        assert_true(bound[i] == INFINITY ? o->sum[i] > best : bound[i] <= o->sum[i]);
    }
}

static outcome judge(const double *x, int64_t n, int32_t d) {
    outcome out = {.n = n};
    fcap_run run;
    points p;
    median_room room;
    fcap_run_open(&run, NULL, NULL);
    assert_int_equal(fcap_points_open(&run, x, n, d, &p), FCAP_OK);
    assert_true(fcap_median_serves(&p));
    assert_int_equal(fcap_median_open(&run, d, &room), FCAP_OK);
    double *const radius = arena_array(&run.mem, double, p.stride);
    double *const bound = arena_array(&run.mem, double, p.stride);
    assert_non_null(radius);
    assert_non_null(bound);
    out.near = fcap_median_bounds(&p, &room, radius, bound);
    double best = INFINITY;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < n; j++) {
            out.sum[i] += fcap_points_distance(&p, i, j);
        }
        best = out.sum[i] < best ? out.sum[i] : best;
    }
    check_bounds(&out, best, bound);
    for (int64_t m = 0; m < n; m += 1 + n / 7) {
        fcap_points_distances(&p, m, radius);
        fcap_median_raise(&p, &room, m, radius, m % 2 ? INFINITY : best, bound);
        check_bounds(&out, best, bound);
    }
    for (int64_t i = 0; i < n; i++) {
        out.open += bound[i] <= best;
    }
    fcap_run_close(&run);
    return out;
}

static void no_bound_exceeds_its_sum(void **state) {
    (void)state;
    dice luck = dice_of(1);
    for (int i = 0; i < 60; i++) {
        static double x[N_MOST * DIM_MOST];
        int64_t const n = roll(&luck, 128, N_MOST);
        int32_t const d = (int32_t)roll(&luck, 2, DIM_MOST);
        draw_points(&luck, (shape_of_points)(i % SHAPES), x, n, d);
        outcome const o = judge(x, n, d);
        assert_in_range(o.near, 0, n - 1);
        assert_true(o.open >= 1);
    }
}

/* Some far points, and a line in many dimensions. */
static void odd_sets_keep_their_best(void **state) {
    (void)state;
    dice luck = dice_of(2);
    for (int i = 0; i < 20; i++) {
        static double x[N_MOST * DIM_MOST];
        int64_t const n = 300;
        int32_t const d = 6;
        for (int64_t j = 0; j < n; j++) {
            double const along = roll_unit(&luck);
            for (int32_t c = 0; c < d; c++) {
                x[j * d + c] = i % 2 ? along * (c + 1) : roll_unit(&luck);
                x[j * d + c] += j < 5 ? 1000.0 * (double)j : 0;
            }
        }
        assert_true(judge(x, n, d).open >= 1);
    }
}

static void few_members_of_a_round_cloud_are_left(void **state) {
    (void)state;
    dice luck = dice_of(3);
    static double x[N_MOST * DIM_MOST];
    for (int64_t i = 0; i < (int64_t)N_MOST * DIM_MOST; i++) {
        x[i] = roll_unit(&luck) + roll_unit(&luck) + roll_unit(&luck) - 1.5;
    }
    outcome const o = judge(x, N_MOST, DIM_MOST);
    assert_in_range(o.open, 1, N_MOST / 20);
}

static void only_sets_that_are_worth_it_are_served(void **state) {
    (void)state;
    points p = {.n = 1000, .d = 3, .metric = FCAP_METRIC_EUCLIDEAN};
    assert_true(fcap_median_serves(&p));
    p.n = 10;
    assert_false(fcap_median_serves(&p));
    p.n = 1000;
    p.metric = FCAP_METRIC_MANHATTAN;
    assert_false(fcap_median_serves(&p));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_bound_exceeds_its_sum),
        cmocka_unit_test(odd_sets_keep_their_best),
        cmocka_unit_test(few_members_of_a_round_cloud_are_left),
        cmocka_unit_test(only_sets_that_are_worth_it_are_served),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
