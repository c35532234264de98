/* test_member_bounds.c - no bound is above the sum it bounds, in any number of dimensions and
 * for every metric; and in large clusters few members are left open.
 */
#include "instances.h"

#include "metric/member_bounds.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    N_MOST = 400,
    D_MOST = 36
};

typedef struct bounded {
    fcap_run run;
    points p;
    double *far;
    double *bound;
} bounded;

static bounded bound_all(const double *x, int64_t n, int32_t d, fcap_metric metric) {
    bounded b;
    fcap_run_open(&b.run, NULL, NULL);
    assert_int_equal(fcap_points_open_metric(&b.run, x, n, d, metric, &b.p), FCAP_OK);
    b.far = arena_array(&b.run.mem, double, b.p.stride);
    b.bound = arena_array(&b.run.mem, double, b.p.stride);
    assert_true(b.far != NULL && b.bound != NULL);
    fcap_member_bounds(&b.p, b.far, b.bound);
    return b;
}

static double sum_from(const points *p, int64_t i) {
    double sum = 0;
    for (int64_t j = 0; j < p->n; j++) {
        sum += fcap_points_distance(p, i, j);
    }
    return sum;
}

static void no_bound_is_above_its_sum(void **state) {
    (void)state;
    double *const x = calloc((size_t)N_MOST * D_MOST, sizeof *x);
    assert_non_null(x);
    dice luck = dice_of(7);
    for (int i = 0; i < 600; i++) {
        int64_t const n = roll(&luck, 1, N_MOST);
        int32_t const d = (int32_t)(i % 4 == 0 ? roll(&luck, 1, D_MOST) : roll(&luck, 1, 5));
        fcap_metric const metric = (fcap_metric)(i % 3);
        draw_points(&luck, (shape_of_points)(i % SHAPES), x, n, d);
        bounded b = bound_all(x, n, d, metric);
        for (int64_t m = 0; m < n; m++) {
            double const sum = sum_from(&b.p, m);
            if (!(b.bound[m] <= sum * (1 + 1e-10))) {
                fail_msg("draw %d, n %lld, d %d: %.17g above %.17g", i, (long long)n, (int)d,
                         b.bound[m], sum);
            }
        }
        fcap_run_close(&b.run);
    }
    free(x);
}

/* Around a centre, as the clusters of an answer are: sums of twelve uniform numbers. */
static void draw_cloud(dice *luck, double *x, int64_t n, int32_t d) {
    for (int64_t i = 0; i < n * d; i++) {
        x[i] = 0;
        for (int t = 0; t < 12; t++) {
            x[i] += roll_unit(luck);
        }
        x[i] *= i % d == 0 ? 3 : 1; /* longer one way */
    }
}

static void few_members_of_a_cloud_are_left_open(void **state) {
    (void)state;
    enum {
        N = 2000
    };
    double *const x = calloc((size_t)N * 20, sizeof *x);
    assert_non_null(x);
    dice luck = dice_of(3);
    int32_t const dimensions[] = {1, 2, 3, 5, 10, 20};
    for (size_t i = 0; i < sizeof dimensions / sizeof *dimensions; i++) {
        for (int metric = 0; metric < 3; metric++) {
            draw_cloud(&luck, x, N, dimensions[i]);
            bounded b = bound_all(x, N, dimensions[i], (fcap_metric)metric);
            double best = INFINITY;
            for (int64_t m = 0; m < N; m++) {
                double const sum = sum_from(&b.p, m);
                best = sum < best ? sum : best;
            }
            int64_t open = 0;
            for (int64_t m = 0; m < N; m++) {
                open += b.bound[m] <= best;
            }
            if (open > N / 20) {
                fail_msg("%d dimensions, metric %d: %lld of %d are open", (int)dimensions[i],
                         metric, (long long)open, N);
            }
            fcap_run_close(&b.run);
        }
    }
    free(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_bound_is_above_its_sum),
        cmocka_unit_test(few_members_of_a_cloud_are_left_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
