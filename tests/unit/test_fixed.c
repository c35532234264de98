/* test_fixed.c - sums that do not depend on the order, and are right. */
#include "base/rng.h"
#include "shard/fixed.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
    N = 20000
};

static void any_order_gives_the_same_bits(void **state) {
    (void)state;
    rng r = fcap_rng_seed(3);
    static double v[N];
    long double exact = 0;
    for (int i = 0; i < N; i++) {
        v[i] = (fcap_rng_unit(&r) - 0.5) * (i % 7 == 0 ? 2000 : 1e-3);
        exact += v[i];
    }
    fixed up = {0};
    fixed down = {0};
    fixed part[3] = {{{0}}};
    for (int i = 0; i < N; i++) {
        fixed_add(&up, v[i]);
        fixed_add(&down, v[N - 1 - i]);
        fixed_add(&part[i % 3], v[i]);
    }
    fixed joined = part[0];
    fixed_join(&joined, part[1]);
    fixed_join(&joined, part[2]);
    assert_true(fixed_value(up) == fixed_value(down));
    assert_true(fixed_value(up) == fixed_value(joined));
    assert_true(fabsl((long double)fixed_value(up) - exact) <= N * 0x1p-50L);
}

static void values_of_1e_12_keep_their_digits(void **state) {
    (void)state;
    rng r = fcap_rng_seed(5);
    long double exact = 0;
    fixed sum = {0};
    for (int i = 0; i < N; i++) {
        double const v = fcap_rng_unit(&r) * 1e-12;
        fixed_add(&sum, v);
        exact += v;
    }
    assert_true(fabsl((long double)fixed_value(sum) - exact) <= N * (long double)FIXED_UNIT);
    assert_true(N * FIXED_UNIT < 1e-12 * (double)exact);
}

static void order_is_that_of_the_values(void **state) {
    (void)state;
    rng r = fcap_rng_seed(4);
    for (int i = 0; i < 1000; i++) {
        double const a = (fcap_rng_unit(&r) - 0.5) * 100;
        double const b = i % 5 == 0 ? a : (fcap_rng_unit(&r) - 0.5) * 100;
        fixed x = {0};
        fixed y = {0};
        fixed_add(&x, a);
        fixed_add(&x, 7);
        fixed_add(&y, b);
        fixed_add(&y, 3);
        fixed_add(&y, 4);
        assert_int_equal(fixed_less(x, y), a < b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_order_gives_the_same_bits),
                                       cmocka_unit_test(values_of_1e_12_keep_their_digits),
                                       cmocka_unit_test(order_is_that_of_the_values)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
