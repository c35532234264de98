/* test_elementary.c - exp and log agree with the C library's to the last few bits. */
#include "base/elementary.h"
#include "instances.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void exp_agrees_with_the_library(void **state) {
    (void)state;
    dice luck = dice_of(1);
    for (int i = 0; i < 200000; i++) {
        double const x = (roll_unit(&luck) - 0.5) * (i % 2 ? 1400 : 4);
        double const expected = exp(x);
        assert_true(fabs(fcap_exp(x) - expected) <= 4e-16 * 4 * expected);
    }
    assert_true(fcap_exp(0) == 1);
    assert_true(fcap_exp(-1e300) == 0 && fcap_exp(-INFINITY) == 0);
    assert_true(fcap_exp(-740) > 0); /* a subnormal number, not nothing */
    assert_true(isinf(fcap_exp(800)));
}

static void log_agrees_with_the_library(void **state) {
    (void)state;
    dice luck = dice_of(2);
    for (int i = 0; i < 200000; i++) {
        double const x = ldexp(0.5 + roll_unit(&luck), (int)roll(&luck, -300, 300));
        double const expected = log(x);
        assert_true(fabs(fcap_log(x) - expected) <= 1e-15 * (1 + fabs(expected)));
    }
    assert_true(fcap_log(1) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exp_agrees_with_the_library),
        cmocka_unit_test(log_agrees_with_the_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
