/* Axes hold their values, and their ticks are few, round and told apart by their labels. */
#include "figure/axis.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* 1, 2 or 5 times a power of ten */
static int is_round(double step) {
    while (step < 0.999999) {
        step *= 10;
    }
    while (step >= 9.999999) {
        step /= 10;
    }
    return fabs(step - 1) < 1e-6 || fabs(step - 2) < 1e-6 || fabs(step - 5) < 1e-6;
}

static void check(double low, double high, int most) {
    axis const a = axis_over(low, high, most);
    double const margin = 1e-9 * (a.high - a.low);
    assert_true(a.low <= low + margin && a.high >= high - margin);
    assert_true(a.low < a.high);
    assert_true(is_round(a.step));
    int const n = axis_ticks(&a);
    assert_true(n >= 2 && n <= most + 2); /* rounding outwards may add one at each end */
    char before[SVG_DECIMAL] = "";
    for (int i = 0; i < n; i++) {
        char text[SVG_DECIMAL];
        int const length = axis_label(&a, axis_tick(&a, i), text);
        assert_int_equal(length, (int)strlen(text));
        assert_true(strlen(text) <= 12);
        assert_string_not_equal(text, before);
        strcpy(before, text);
    }
}

static void ticks_are_few_round_and_different(void **state) {
    (void)state;
    static const double size[] = {1e-12, 1e-6,  3e-3, 0.7, 1,    12,
                                  395,   99999, 1e5,  7e9, 1e18, 1e200};
    static const double width[] = {1e-7, 1e-4, 1e-3, 0.03, 0.5, 1};
    for (size_t s = 0; s < sizeof size / sizeof *size; s++) {
        for (size_t w = 0; w < sizeof width / sizeof *width; w++) {
            for (int most = 3; most <= 12; most++) {
                check(size[s] * (1 - width[w]), size[s], most);
            }
        }
    }
}

static void an_axis_of_no_width_is_widened(void **state) {
    (void)state;
    check(0, 0, 5);
    check(1137.7, 1137.7, 5);
    axis const zero = axis_over(0, 0, 5);
    assert_true(zero.low == 0); /* no negative costs are shown */
}

static void what_is_not_finite_does_no_harm(void **state) {
    (void)state;
    axis const a = axis_over(-INFINITY, INFINITY, 5);
    axis const b = axis_over((double)NAN, 5, 5);
    assert_true(a.low < a.high && axis_ticks(&a) > 1);
    assert_true(b.low < b.high && axis_ticks(&b) > 1);
}

static void whole_numbers_have_whole_ticks(void **state) {
    (void)state;
    axis const few = axis_whole(2.5, 20.5, 20);
    assert_true(few.low == 2.5 && few.high == 20.5);
    assert_int_equal(axis_ticks(&few), 18);
    assert_true(axis_tick(&few, 0) == 3);
    axis const one = axis_whole(6.5, 7.5, 20);
    assert_int_equal(axis_ticks(&one), 1);
    assert_true(axis_tick(&one, 0) == 7);
    axis const many = axis_whole(1.5, 200.5, 20);
    assert_true(many.step == 10);
    axis const most = axis_whole(0.5, 2e9, 10);
    assert_true(axis_ticks(&most) <= 11);
}

static void large_values_are_labelled_in_a_unit(void **state) {
    (void)state;
    char text[SVG_DECIMAL];
    axis const a = axis_over(1e9, 4e9, 5);
    assert_int_equal(a.power, 9);
    axis_label(&a, 2e9, text);
    assert_string_equal(text, "2");
    axis const b = axis_over(1200, 1400, 5);
    assert_int_equal(b.power, 0);
    axis_label(&b, 1250, text);
    assert_string_equal(text, "1250");
    axis const c = axis_over(0.5, 0.9, 5);
    axis_label(&c, 0.7, text);
    assert_string_equal(text, "0.7");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_are_few_round_and_different),
        cmocka_unit_test(an_axis_of_no_width_is_widened),
        cmocka_unit_test(what_is_not_finite_does_no_harm),
        cmocka_unit_test(whole_numbers_have_whole_ticks),
        cmocka_unit_test(large_values_are_labelled_in_a_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
