/* test_scale.c - columns are brought to one scale without overflow: 1e308, denormals, constant
 * columns and missing values (NaN) are ordinary input.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "table/scale.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST = 64
};

/* Of values one after another. */
static value_range range_of(const double *value, int64_t n) {
    value_range range = {0};
    fcap_range_add(&range, value, n, 1);
    return range;
}

static linear scale_of(const double *value, int64_t n, fcap_scale scale) {
    return fcap_scale_of(range_of(value, n), value, n, 1, scale);
}

static double mean_of(const double *value, int64_t n) {
    return fcap_mean_of(range_of(value, n), value, n, 1);
}

static void apply_all(const double *value, int64_t n, fcap_scale scale, double *out) {
    linear const s = scale_of(value, n, scale);
    for (int64_t i = 0; i < n; i++) {
        out[i] = fcap_scale_apply(s, value[i]);
    }
}

static void minmax_maps_to_the_unit_interval(void **state) {
    (void)state;
    double const value[] = {3, -1, 7, 1};
    double out[4];
    apply_all(value, 4, FCAP_SCALE_MINMAX, out);
    assert_true(out[0] == 0.5);
    assert_true(out[1] == 0);
    assert_true(out[2] == 1);
    assert_true(out[3] == 0.25);
}

static void zscore_has_mean_0_and_population_deviation_1(void **state) {
    (void)state;
    double const value[] = {2, 4, 4, 4, 5, 5, 7, 9}; /* mean 5, deviation 2 */
    double const expected[] = {-1.5, -0.5, -0.5, -0.5, 0, 0, 1, 2};
    double out[8];
    apply_all(value, 8, FCAP_SCALE_ZSCORE, out);
    for (int i = 0; i < 8; i++) {
        assert_true(fabs(out[i] - expected[i]) < 1e-15);
    }
}

static void none_changes_no_bit(void **state) {
    (void)state;
    double const value[] = {0.1, -0.0, 5e-324, DBL_MAX, -DBL_MAX, 1e23};
    double out[6];
    apply_all(value, 6, FCAP_SCALE_NONE, out);
    assert_memory_equal(value, out, sizeof value);
}

static void a_constant_column_becomes_0(void **state) {
    (void)state;
    static const double constants[] = {0, -0.0, 1, -7.25, 0.1, 1e308, -DBL_MAX, 5e-324, 1e-310};
    for (size_t c = 0; c < sizeof constants / sizeof *constants; c++) {
        double const value[] = {constants[c], constants[c], constants[c]};
        double out[3];
        apply_all(value, 3, FCAP_SCALE_MINMAX, out);
        assert_true(out[0] == 0 && out[1] == 0 && out[2] == 0);
        apply_all(value, 3, FCAP_SCALE_ZSCORE, out);
        assert_true(out[0] == 0 && out[1] == 0 && out[2] == 0);
        apply_all(value, 1, FCAP_SCALE_MINMAX, out); /* a single row is constant too */
        assert_true(out[0] == 0);
    }
}

static void the_largest_numbers_do_not_overflow(void **state) {
    (void)state;
    double const value[] = {-DBL_MAX, DBL_MAX, 0, 1e308, -1e308};
    double out[5];
    apply_all(value, 5, FCAP_SCALE_MINMAX, out);
    assert_true(out[0] == 0 && out[1] == 1 && out[2] == 0.5);
    assert_true(fabs(out[3] - (0.5 + 1e308 / DBL_MAX / 2)) < 1e-15);
    assert_true(fabs(out[4] - (0.5 - 1e308 / DBL_MAX / 2)) < 1e-15);
    apply_all(value, 5, FCAP_SCALE_ZSCORE, out);
    for (int i = 0; i < 5; i++) {
        assert_true(isfinite(out[i]));
    }
    assert_true(out[2] == 0 && out[0] == -out[1] && out[1] > 1 && out[1] < 2);
    assert_true(mean_of(value, 5) == 0);
    double const high[] = {DBL_MAX, DBL_MAX, DBL_MAX};
    assert_true(mean_of(high, 3) == DBL_MAX);
    double const pair[] = {1e308, 1.5e308};
    assert_true(mean_of(pair, 2) == 1.25e308);
}

static void denormals_are_scaled_like_others(void **state) {
    (void)state;
    double const value[] = {0, 0x1p-1074, 0x4p-1074, 0x2p-1074};
    double out[4];
    apply_all(value, 4, FCAP_SCALE_MINMAX, out);
    assert_true(out[0] == 0 && out[1] == 0.25 && out[2] == 1 && out[3] == 0.5);
    apply_all(value, 4, FCAP_SCALE_ZSCORE, out);
    double const deviation = sqrt((1.75 * 1.75 + 0.75 * 0.75 + 2.25 * 2.25 + 0.25 * 0.25) / 4);
    assert_true(fabs(out[2] - 2.25 / deviation) < 1e-14);
    assert_true(fabs(out[0] + 1.75 / deviation) < 1e-14);
    assert_true(mean_of(value, 4) == 0x2p-1074); /* 1.75, the nearest there is */
}

static void missing_values_count_for_nothing(void **state) {
    (void)state;
    double const with[] = {NAN, 3, NAN, -1, 7, 1, NAN};
    double const without[] = {3, -1, 7, 1};
    for (int scale = FCAP_SCALE_MINMAX; scale <= FCAP_SCALE_NONE; scale++) {
        linear const a = scale_of(with, 7, (fcap_scale)scale);
        linear const b = scale_of(without, 4, (fcap_scale)scale);
        assert_true(a.power[0] == b.power[0] && a.power[1] == b.power[1]);
        assert_true(a.shift == b.shift && a.divisor == b.divisor);
    }
    assert_true(mean_of(with, 7) == 2.5);
}

static void a_column_without_values_is_constant(void **state) {
    (void)state;
    double const nothing[] = {NAN, NAN};
    assert_true(mean_of(nothing, 2) == 0);
    for (int scale = FCAP_SCALE_MINMAX; scale <= FCAP_SCALE_ZSCORE; scale++) {
        linear const s = scale_of(nothing, 2, (fcap_scale)scale);
        assert_true(fcap_scale_apply(s, 0) == 0);
    }
    assert_true(mean_of(nothing, 0) == 0);
    assert_true(fcap_scale_apply(scale_of(nothing, 0, FCAP_SCALE_MINMAX), 1) == 0);
}

/* Values between -1000 and 1000 with three decimals. */
static void random_column(uint64_t *random, double *value, int n) {
    for (int i = 0; i < n; i++) {
        *random = *random * 6364136223846793005u + 1442695040888963407u;
        value[i] = ((double)(*random >> 44) - 524288) / 524;
    }
}

static void a_scale_by_a_power_of_two_changes_no_bit(void **state) {
    (void)state;
    uint64_t random = 1;
    for (int round = 0; round < 2000; round++) {
        double value[MOST];
        double stretched[MOST];
        double out[MOST];
        double again[MOST];
        int const n = 2 + round % (MOST - 1);
        int const e = round % 1900 - 950;
        random_column(&random, value, n);
        for (int i = 0; i < n; i++) {
            stretched[i] = ldexp(value[i], e);
        }
        for (int scale = FCAP_SCALE_MINMAX; scale <= FCAP_SCALE_ZSCORE; scale++) {
            apply_all(value, n, (fcap_scale)scale, out);
            apply_all(stretched, n, (fcap_scale)scale, again);
            assert_memory_equal(out, again, (size_t)n * sizeof *out);
        }
    }
}

static void agrees_with_the_textbook_formulas(void **state) {
    (void)state;
    uint64_t random = 2;
    for (int round = 0; round < 2000; round++) {
        double value[MOST];
        double minmax[MOST];
        double zscore[MOST];
        int const n = 2 + round % (MOST - 1);
        random_column(&random, value, n);
        long double sum = 0;
        double low = value[0];
        double high = value[0];
        for (int i = 0; i < n; i++) {
            sum += (long double)value[i];
            low = value[i] < low ? value[i] : low;
            high = value[i] > high ? value[i] : high;
        }
        long double const mean = sum / n;
        long double squares = 0;
        for (int i = 0; i < n; i++) {
            squares += ((long double)value[i] - mean) * ((long double)value[i] - mean);
        }
        long double const deviation = sqrtl(squares / n);
        assert_true(fabsl((long double)mean_of(value, n) - mean) < 1e-10L);
        apply_all(value, n, FCAP_SCALE_MINMAX, minmax);
        apply_all(value, n, FCAP_SCALE_ZSCORE, zscore);
        for (int i = 0; i < n; i++) {
            assert_true(minmax[i] >= 0 && minmax[i] <= 1);
            assert_true(fabs(minmax[i] - (value[i] - low) / (high - low)) < 1e-12);
            assert_true(fabsl((long double)zscore[i] -
                              ((long double)value[i] - mean) / deviation) < 1e-10L);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(minmax_maps_to_the_unit_interval),
        cmocka_unit_test(zscore_has_mean_0_and_population_deviation_1),
        cmocka_unit_test(none_changes_no_bit),
        cmocka_unit_test(a_constant_column_becomes_0),
        cmocka_unit_test(the_largest_numbers_do_not_overflow),
        cmocka_unit_test(denormals_are_scaled_like_others),
        cmocka_unit_test(missing_values_count_for_nothing),
        cmocka_unit_test(a_column_without_values_is_constant),
        cmocka_unit_test(a_scale_by_a_power_of_two_changes_no_bit),
        cmocka_unit_test(agrees_with_the_textbook_formulas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
