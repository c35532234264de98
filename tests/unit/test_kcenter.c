/* test_kcenter.c - the traversal against one that measures all distances again, and its
 * promise. */
#include "cluster/kcenter.h"
#include "instances.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
    N_MOST = 60
};

static double x[N_MOST * 2];

static double distance(int64_t i, int64_t j) {
    return hypot(x[2 * i] - x[2 * j], x[2 * i + 1] - x[2 * j + 1]);
}

static double radius(int64_t n, const int64_t *centre, int32_t k) {
    double most = 0;
    for (int64_t i = 0; i < n; i++) {
        double least = INFINITY;
        for (int32_t c = 0; c < k; c++) {
            least = distance(i, centre[c]) < least ? distance(i, centre[c]) : least;
        }
        most = least > most ? least : most;
    }
    return most;
}

static void solve(int64_t n, int32_t k, uint64_t seed, int32_t *label, int64_t *centre) {
    fcap_options o;
    fcap_options_init(&o);
    o.seed = seed;
    fcap_run run;
    fcap_run_open(&run, &o, NULL);
    points p;
    assert_int_equal(fcap_points_open(&run, x, n, 2, &p), FCAP_OK);
    assert_int_equal(fcap_kcenter(&run, &p, k, label, centre), FCAP_OK);
    fcap_run_close(&run);
}

static void every_centre_is_the_farthest_and_every_point_at_its_nearest(void **state) {
    (void)state;
    dice luck = dice_of(1);
    for (int i = 0; i < 2000; i++) {
        int64_t const n = roll(&luck, 1, N_MOST);
        int32_t const k = (int32_t)roll(&luck, 1, n < 9 ? n : 9);
        draw_points(&luck, (shape_of_points)(i % HUGE_ONES), x, n, 2);
        int32_t label[N_MOST];
        int64_t centre[9];
        solve(n, k, (uint64_t)i, label, centre);
        for (int32_t c = 0; c < k; c++) {
            assert_int_equal(label[centre[c]], c);
        }
        for (int32_t c = 1; c < k; c++) {
            double const to_others = radius(n, centre, c);
            double least = INFINITY;
            for (int32_t e = 0; e < c; e++) {
                least = fmin(least, distance(centre[c], centre[e]));
            }
            assert_true(least >= to_others * (1 - 1e-12));
        }
        for (int64_t j = 0; j < n; j++) {
            for (int32_t c = 0; c < k; c++) {
                assert_true(distance(j, centre[label[j]]) <=
                            distance(j, centre[c]) * (1 + 1e-12));
            }
        }
    }
}

static void the_radius_is_at_most_twice_the_least(void **state) {
    (void)state;
    dice luck = dice_of(2);
    for (int i = 0; i < 200; i++) {
        int64_t const n = roll(&luck, 3, 14);
        draw_points(&luck, (shape_of_points)(i % HUGE_ONES), x, n, 2);
        int32_t label[N_MOST];
        int64_t centre[3];
        solve(n, 3, 1, label, centre);
        double const found = radius(n, centre, 3);
        double least = INFINITY;
        for (int64_t a = 0; a < n; a++) {
            for (int64_t b = 0; b < n; b++) {
                for (int64_t c = 0; c < n; c++) {
                    int64_t const three[3] = {a, b, c};
                    least = fmin(least, radius(n, three, 3));
                }
            }
        }
        assert_true(found <= 2 * least * (1 + 1e-12));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_centre_is_the_farthest_and_every_point_at_its_nearest),
        cmocka_unit_test(the_radius_is_at_most_twice_the_least),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
