/* Quartiles are those of R's type 7; boxes are Tukey's. */
#include "figure/spread.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void quantiles_are_those_of_type_seven(void **state) {
    (void)state;
    /* From R: quantile(c(1, 2, 4, 8, 16, 32), c(0, .1, .25, .5, .75, 1)) */
    double const x[] = {1, 2, 4, 8, 16, 32};
    double const share[] = {0, 0.1, 0.25, 0.5, 0.75, 1};
    double const expected[] = {1, 1.5, 2.5, 6, 14, 32};
    for (int i = 0; i < 6; i++) {
        assert_float_equal(spread_quantile(x, 6, share[i]), expected[i], 1e-12);
    }
    assert_float_equal(spread_quantile(x, 1, 0.75), 1, 0);
}

static void whiskers_end_at_values_and_outliers_lie_beyond(void **state) {
    (void)state;
    double x[] = {50, 10, 11, 12, 13, 14, 15, -20};
    spread_sort(x, 8);
    spread_box const b = spread_tukey(x, 8);
    assert_float_equal(b.lower, 10.75, 1e-12);
    assert_float_equal(b.median, 12.5, 1e-12);
    assert_float_equal(b.upper, 14.25, 1e-12);
    assert_float_equal(b.low, 10, 0);
    assert_float_equal(b.high, 15, 0);
    assert_int_equal(b.first, 1);
    assert_int_equal(b.last, 6);
}

static void equal_values_have_a_flat_box(void **state) {
    (void)state;
    double const x[] = {7, 7, 7, 7, 7, 9};
    spread_box const b = spread_tukey(x, 6);
    assert_true(b.low == 7 && b.lower == 7 && b.median == 7 && b.upper == 7 && b.high == 7);
    assert_int_equal(b.last, 4); /* 9 is an outlier */
}

static void boxes_are_in_order_for_any_sample(void **state) {
    (void)state;
    uint32_t random = 1;
    for (int round = 0; round < 2000; round++) {
        double x[12];
        int const n = 1 + round % 12;
        for (int i = 0; i < n; i++) {
            random = random * 1664525u + 1013904223u;
            x[i] = (double)(random >> 24) * (random & 1024u ? 10 : 1);
        }
        spread_sort(x, n);
        spread_box const b = spread_tukey(x, n);
        assert_true(b.low <= b.lower && b.lower <= b.median && b.median <= b.upper);
        assert_true(b.upper <= b.high && x[0] <= b.low && b.high <= x[n - 1]);
        assert_true(b.first <= b.last);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_those_of_type_seven),
        cmocka_unit_test(whiskers_end_at_values_and_outliers_lie_beyond),
        cmocka_unit_test(equal_values_have_a_flat_box),
        cmocka_unit_test(boxes_are_in_order_for_any_sample),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
