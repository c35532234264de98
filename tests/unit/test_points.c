/* test_points.c - distances in blocks equal distances one by one, bit for bit. */
#include "data/points.h"
#include "instances.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    N = 77,
    D_MOST = 33
};

static double naive(const double *x, int64_t i, int64_t j, int32_t d, int exponent) {
    double sum = 0;
    for (int32_t c = 0; c < d; c++) {
        double const t = ldexp(x[j * d + c], -exponent) - ldexp(x[i * d + c], -exponent);
        sum += t * t;
    }
    return sum;
}

static void rows_equal_pairs_in_every_dimension(void **state) {
    (void)state;
    dice luck = dice_of(1);
    for (int32_t d = 1; d <= D_MOST; d++) {
        double x[N * D_MOST];
        draw_points(&luck, (shape_of_points)(d % SHAPES), x, N, d);
        fcap_run run;
        fcap_run_open(&run, NULL, NULL);
        points p;
        assert_int_equal(fcap_points_open(&run, x, N, d, &p), FCAP_OK);
        double *const row = arena_array(&run.mem, double, p.stride);
        float *const scratch = arena_array(&run.mem, float, p.stride);
        for (int64_t i = 0; i < N; i++) {
            fcap_points_distances(&p, i, row);
            const float *const floats = fcap_points_row(&p, i, scratch);
            for (int64_t j = 0; j < N; j++) {
                double const square = naive(x, i, j, d, p.exponent);
                assert_true(row[j] == sqrt(square));
                assert_true(row[j] == fcap_points_distance(&p, i, j));
                assert_true(floats[j] == sqrtf((float)square));
                assert_true(floats[j] == fcap_points_distance_float(&p, i, j));
            }
        }
        fcap_run_close(&run);
    }
}

static void the_matrix_holds_the_same_rows_for_any_number_of_threads(void **state) {
    (void)state;
    dice luck = dice_of(2);
    double x[N * 5];
    draw_points(&luck, SCATTERED, x, N, 5);
    for (int threads = 1; threads <= 4; threads++) {
        fcap_run run;
        fcap_run_open(&run, NULL, NULL);
        run.threads = threads;
        points p;
        assert_int_equal(fcap_points_open(&run, x, N, 5, &p), FCAP_OK);
        assert_int_equal(fcap_points_matrix(&run, &p), FCAP_OK);
        for (int64_t i = 0; i < N; i++) {
            for (int64_t j = 0; j < N; j++) {
                assert_true(fcap_points_row(&p, i, NULL)[j] ==
                            fcap_points_distance_float(&p, i, j));
            }
        }
        fcap_run_close(&run);
    }
}

static void scaling_by_a_power_of_two_changes_only_the_exponent(void **state) {
    (void)state;
    dice luck = dice_of(3);
    double x[N * 3];
    double y[N * 3];
    draw_points(&luck, SCATTERED, x, N, 3);
    for (int i = 0; i < N * 3; i++) {
        y[i] = ldexp(x[i], 37);
    }
    fcap_run run;
    fcap_run_open(&run, NULL, NULL);
    points p;
    points q;
    assert_int_equal(fcap_points_open(&run, x, N, 3, &p), FCAP_OK);
    assert_int_equal(fcap_points_open(&run, y, N, 3, &q), FCAP_OK);
    assert_int_equal(q.exponent, p.exponent + 37);
    for (int64_t i = 0; i < N; i++) {
        assert_true(fcap_points_distance(&p, 0, i) == fcap_points_distance(&q, 0, i));
    }
    fcap_run_close(&run);
}

static void a_subset_keeps_distances(void **state) {
    (void)state;
    dice luck = dice_of(4);
    double x[N * 4];
    draw_points(&luck, CLUMPED, x, N, 4);
    int64_t const index[] = {3, 5, 8, 13, 21, 34, 55};
    fcap_run run;
    fcap_run_open(&run, NULL, NULL);
    points p;
    points sub;
    assert_int_equal(fcap_points_open(&run, x, N, 4, &p), FCAP_OK);
    assert_int_equal(fcap_points_subset(&run, &p, index, 7, &sub), FCAP_OK);
    for (int i = 0; i < 7; i++) {
        for (int j = 0; j < 7; j++) {
            assert_true(fcap_points_distance(&sub, i, j) ==
                        fcap_points_distance(&p, index[i], index[j]));
        }
    }
    double *const row = arena_array(&run.mem, double, p.stride);
    for (int i = 0; i < 7; i++) { /* and between the two sets */
        fcap_points_distances_to(&sub, i, &p, row);
        for (int64_t j = 0; j < N; j++) {
            assert_true(row[j] == fcap_points_distance(&p, index[i], j));
            assert_true(row[j] == fcap_points_distance_to(&sub, i, &p, j));
        }
        fcap_points_distances_blocks(&sub, i, &p, 1, 2, row);
        for (int64_t j = 0; j < 2 * LANES; j++) {
            assert_true(row[j] == fcap_points_distance(&p, index[i], LANES + j));
        }
    }
    fcap_run_close(&run);
}

static void what_is_not_finite_is_refused(void **state) {
    (void)state;
    double const bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        double const x[4] = {1, 2, bad[i], 4};
        fcap_error err;
        fcap_run run;
        fcap_run_open(&run, NULL, &err);
        points p;
        assert_int_equal(fcap_points_open(&run, x, 2, 2, &p), FCAP_E_ARGUMENT);
        assert_string_equal(err.message, "coordinate 0 of point 1 is not a finite number");
        fcap_run_close(&run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_equal_pairs_in_every_dimension),
        cmocka_unit_test(the_matrix_holds_the_same_rows_for_any_number_of_threads),
        cmocka_unit_test(scaling_by_a_power_of_two_changes_only_the_exponent),
        cmocka_unit_test(a_subset_keeps_distances),
        cmocka_unit_test(what_is_not_finite_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
