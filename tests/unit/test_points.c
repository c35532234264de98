/* test_points.c - distances in blocks equal distances one by one, bit for bit; also those of
 * the other metrics, and given ones. */
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

static void the_other_metrics_sum_in_the_same_order(void **state) {
    (void)state;
    dice luck = dice_of(5);
    for (int32_t d = 1; d <= D_MOST; d++) {
        double x[N * D_MOST];
        draw_points(&luck, (shape_of_points)(d % SHAPES), x, N, d);
        fcap_run run;
        fcap_run_open(&run, NULL, NULL);
        points near;
        points square;
        assert_int_equal(fcap_points_open_metric(&run, x, N, d, FCAP_METRIC_MANHATTAN, &near),
                         FCAP_OK);
        assert_int_equal(
            fcap_points_open_metric(&run, x, N, d, FCAP_METRIC_SQEUCLIDEAN, &square), FCAP_OK);
        assert_true(fcap_points_metric(&near) && !fcap_points_metric(&square));
        assert_int_equal(square.exponent, 2 * near.exponent);
        double *const row = arena_array(&run.mem, double, near.stride);
        float *const scratch = arena_array(&run.mem, float, near.stride);
        for (int64_t i = 0; i < N; i++) {
            fcap_points_distances(&near, i, row);
            const float *floats = fcap_points_row(&near, i, scratch);
            for (int64_t j = 0; j < N; j++) {
                double sum = 0;
                for (int32_t c = 0; c < d; c++) {
                    sum += fabs(ldexp(x[j * d + c], -near.exponent) -
                                ldexp(x[i * d + c], -near.exponent));
                }
                assert_true(row[j] == sum && sum < fcap_points_limit(&near));
                assert_true(row[j] == fcap_points_distance(&near, i, j));
                assert_true(floats[j] == (float)sum);
                assert_true(floats[j] == fcap_points_distance_float(&near, i, j));
            }
            fcap_points_distances(&square, i, row);
            floats = fcap_points_row(&square, i, scratch);
            for (int64_t j = 0; j < N; j++) {
                double const sum = naive(x, i, j, d, square.x_exponent);
                assert_true(row[j] == sum && sum < fcap_points_limit(&square));
                assert_true(row[j] == fcap_points_distance(&square, i, j));
                assert_true(floats[j] == (float)sum);
                assert_true(floats[j] == fcap_points_distance_float(&square, i, j));
            }
        }
        fcap_run_close(&run);
    }
}

/* ---- given distances ---- */

static void draw_distances(dice *luck, double *given) {
    for (int64_t i = 0; i < N; i++) {
        for (int64_t j = 0; j <= i; j++) {
            given[i * N + j] = given[j * N + i] = i == j ? 0 : roll_unit(luck) * 1000;
        }
    }
}

static void given_distances_are_those_given(void **state) {
    (void)state;
    dice luck = dice_of(6);
    double given[N * N];
    draw_distances(&luck, given);
    fcap_run run;
    fcap_run_open(&run, NULL, NULL);
    points p;
    assert_int_equal(fcap_points_open_given(&run, given, N, &p), FCAP_OK);
    assert_int_equal(p.d, 0);
    assert_false(fcap_points_metric(&p));
    assert_true(p.given.entry == given); /* not copied */
    double *const row = arena_array(&run.mem, double, p.stride);
    float *const floats = arena_array(&run.mem, float, p.stride);
    for (int64_t i = 0; i < N; i++) {
        fcap_points_distances(&p, i, row);
        fcap_points_rows(&p, &i, 1, floats);
        for (int64_t j = 0; j < p.stride; j++) { /* lanes beyond n repeat the last point */
            double const d = ldexp(given[i * N + (j < N ? j : N - 1)], -p.exponent);
            assert_true(d < fcap_points_limit(&p));
            assert_true(row[j] == d && floats[j] == (float)d);
            assert_true(j >= N || fcap_points_distance(&p, i, j) == d);
            assert_true(j >= N || fcap_points_distance_float(&p, i, j) == (float)d);
        }
    }
    assert_int_equal(fcap_points_matrix(&run, &p), FCAP_OK);
    assert_true(fcap_points_row(&p, 3, NULL)[70] ==
                (float)ldexp(given[3 * N + 70], -p.exponent));
    fcap_run_close(&run);
}

static void a_subset_of_a_subset_of_given_distances_finds_them(void **state) {
    (void)state;
    dice luck = dice_of(7);
    double given[N * N];
    draw_distances(&luck, given);
    int64_t index[40];
    for (int64_t i = 0; i < 40; i++) {
        index[i] = (i * 31 + 5) % N;
    }
    int64_t const again[] = {39, 0, 17, 17, 5};
    fcap_run run;
    fcap_run_open(&run, NULL, NULL);
    points p;
    points some;
    points few;
    assert_int_equal(fcap_points_open_given(&run, given, N, &p), FCAP_OK);
    assert_int_equal(fcap_points_subset(&run, &p, index, 40, &some), FCAP_OK);
    assert_int_equal(fcap_points_subset(&run, &some, again, 5, &few), FCAP_OK);
    double *const row = arena_array(&run.mem, double, p.stride);
    for (int64_t i = 0; i < 5; i++) {
        int64_t const from = index[again[i]];
        fcap_points_distances_to(&few, i, &some, row);
        for (int64_t j = 0; j < some.stride; j++) {
            int64_t const to = index[j < 40 ? j : 39];
            assert_true(row[j] == ldexp(given[from * N + to], -p.exponent));
            assert_true(j >= 40 || row[j] == fcap_points_distance_to(&few, i, &some, j));
        }
        fcap_points_distances_blocks(&few, i, &some, 1, 2, row);
        for (int64_t j = 0; j < 40 - LANES; j++) {
            int64_t const to = index[LANES + j];
            assert_true(row[j] == ldexp(given[from * N + to], -p.exponent));
        }
    }
    fcap_run_close(&run);
}

static void halves_that_differ_by_rounding_become_one(void **state) {
    (void)state;
    dice luck = dice_of(8);
    double given[N * N];
    draw_distances(&luck, given);
    given[9 * N + 4] *= 1 + 1e-10;
    fcap_run run;
    fcap_run_open(&run, NULL, NULL);
    points p;
    assert_int_equal(fcap_points_open_given(&run, given, N, &p), FCAP_OK);
    double const d = fcap_points_distance(&p, 4, 9);
    assert_true(d == fcap_points_distance(&p, 9, 4));
    assert_true(ldexp(d, p.exponent) > given[4 * N + 9]);
    assert_true(ldexp(d, p.exponent) < given[9 * N + 4]);
    assert_true(ldexp(fcap_points_distance(&p, 5, 9), p.exponent) == given[5 * N + 9]);
    fcap_run_close(&run);
}

static void given_distances_of_any_size_are_read(void **state) {
    (void)state;
    double const sizes[] = {1.7976931348623157e308, 1, 1e-300, 5e-324, 0};
    for (int i = 0; i < 5; i++) {
        double const given[4] = {0, sizes[i], sizes[i], 0};
        fcap_run run;
        fcap_run_open(&run, NULL, NULL);
        points p;
        assert_int_equal(fcap_points_open_given(&run, given, 2, &p), FCAP_OK);
        double const d = fcap_points_distance(&p, 0, 1);
        assert_true(d < 1 && ldexp(d, p.exponent) == sizes[i]);
        fcap_run_close(&run);
    }
}

static void faults_of_given_distances_are_named(void **state) {
    (void)state;
    struct {
        double to;
        double back;
        double self;
        const char *words;
    } const fault[] = {
        {NAN, NAN, 0, "the distance from point 1 to point 2 is "},
        {INFINITY, INFINITY, 0, "the distance from point 1 to point 2 is inf"},
        {-1, -1, 0,
         "the distance from point 1 to point 2 is -1; distances are finite, and none"},
        {3, 3, 0.5, "the distance from point 2 to itself is 0.5, not 0"},
        {3, 3.001, 0, "the distance from point 1 to point 2 is 3, and 3.00"},
        {0, 1e-12, 0, "the distance from point 1 to point 2 is 0, and "},
    };
    for (size_t i = 0; i < sizeof fault / sizeof *fault; i++) {
        double const given[9] = {0, 1, 2, 1, 0, fault[i].to, 2, fault[i].back, fault[i].self};
        fcap_error err;
        fcap_run run;
        fcap_run_open(&run, NULL, &err);
        points p;
        assert_int_equal(fcap_points_open_given(&run, given, 3, &p), FCAP_E_ARGUMENT);
        assert_ptr_equal(strstr(err.message, fault[i].words), err.message);
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
        cmocka_unit_test(the_other_metrics_sum_in_the_same_order),
        cmocka_unit_test(given_distances_are_those_given),
        cmocka_unit_test(a_subset_of_a_subset_of_given_distances_finds_them),
        cmocka_unit_test(halves_that_differ_by_rounding_become_one),
        cmocka_unit_test(given_distances_of_any_size_are_read),
        cmocka_unit_test(faults_of_given_distances_are_named),
        cmocka_unit_test(the_matrix_holds_the_same_rows_for_any_number_of_threads),
        cmocka_unit_test(scaling_by_a_power_of_two_changes_only_the_exponent),
        cmocka_unit_test(a_subset_keeps_distances),
        cmocka_unit_test(what_is_not_finite_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
