/* test_shape.c - counts are allowed exactly when the dynamic program can complete them. */
#include "fuzz/dp_oracle.h"
#include "instances.h"
#include "problem/shape.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
    MOST = 24
};

static void counts_are_allowed_iff_the_rest_can_be_divided(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int64_t yes = 0;
    int64_t no = 0;
    for (int i = 0; i < 3000; i++) {
        int const n0 = (int)roll(&luck, 1, MOST / 2);
        int const n1 = (int)roll(&luck, 1, MOST / 2);
        int const n = n0 + n1;
        int const k = (int)roll(&luck, 1, 6);
        int const q = (int)roll(&luck, (n + k - 1) / k, (n + k - 1) / k + 4);
        int const least = (int)roll(&luck, 1, 3);
        int const den = (int)roll(&luck, 1, 6);
        int const num = (int)roll(&luck, 1, den);
        int32_t group[MOST];
        for (int j = 0; j < n; j++) {
            group[j] = j >= n0;
        }
        fcap_attribute const t = {group, 2, {num, den}};
        rules const r = {.n = n,
                         .k = k,
                         .capacity = q,
                         .min_size = least,
                         .attribute = &t,
                         .n_attributes = 1,
                         .n_counts = 2};
        fcap_run run;
        fcap_run_open(&run, NULL, NULL);
        shape s;
        assert_int_equal(fcap_shape_open(&run, &r, &s), FCAP_OK);
        for (int a = 0; a <= n0; a++) {
            for (int b = 0; b <= n1; b++) {
                int const rest = k == 1
                                     ? a == n0 && b == n1
                                     : dp_feasible(n0 - a, n1 - b, k - 1, q, least, num, den);
                int const expected = dp_allowed(a, b, q, least, num, den) && rest;
                assert_int_equal(fcap_shape_allows(&s, a, b), expected);
                yes += expected;
                no += !expected;
            }
        }
        fcap_run_close(&run);
    }
    print_message("%lld counts allowed, %lld not\n", (long long)yes, (long long)no);
    assert_true(yes > 5000 && no > 5000);
}

static void without_a_balance_only_sizes_count(void **state) {
    (void)state;
    for (int n = 1; n <= 12; n++) {
        for (int k = 1; k <= n; k++) {
            for (int q = (n + k - 1) / k; q <= n + 1; q++) {
                for (int least = 1; least * k <= n; least++) {
                    rules const r = {.n = n, .k = k, .capacity = q, .min_size = least};
                    fcap_run run;
                    fcap_run_open(&run, NULL, NULL);
                    shape s;
                    assert_int_equal(fcap_shape_open(&run, &r, &s), FCAP_OK);
                    for (int a = 0; a <= n; a++) {
                        int const rest = n - a;
                        int const expected = a >= least && a <= q && rest >= (k - 1) * least &&
                                             rest <= (k - 1) * q;
                        assert_int_equal(fcap_shape_allows(&s, a, 0), expected);
                        assert_int_equal(fcap_shape_allows(&s, a, 1), 0);
                    }
                    fcap_run_close(&run);
                }
            }
        }
    }
}

static void a_balance_of_zero_asks_for_nothing(void **state) {
    (void)state;
    int32_t const group[4] = {0, 1, 2, -1};
    fcap_attribute const t = {group, 3, {0, 1}};
    rules r = {
        .n = 4, .k = 2, .capacity = 3, .min_size = 1, .attribute = &t, .n_attributes = 1};
    assert_true(fcap_shape_known(&r));
    fcap_attribute const three = {group, 3, {1, 2}};
    r.attribute = &three;
    assert_false(fcap_shape_known(&r));
    fcap_run run;
    fcap_run_open(&run, NULL, NULL);
    shape s;
    assert_int_equal(fcap_shape_open(&run, &r, &s), FCAP_E_ARGUMENT);
    fcap_run_close(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_allowed_iff_the_rest_can_be_divided),
        cmocka_unit_test(without_a_balance_only_sizes_count),
        cmocka_unit_test(a_balance_of_zero_asks_for_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
