/* test_quota.c - quotas obey the rules, exist whenever the dynamic program says so, and are the
 * wishes where those are allowed. */
#include "fuzz/dp_oracle.h"
#include "instances.h"
#include "problem/quota.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
    MOST = 40
};

static int allowed(quota c, const rules *r, fcap_ratio t) {
    int64_t const s = c.a + c.b;
    return s >= r->min_size && s <= r->capacity && c.a * t.den >= c.b * t.num &&
           c.b * t.den >= c.a * t.num;
}

static void quotas_exist_whenever_the_request_is_feasible(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int feasible = 0;
    int kept = 0;
    for (int i = 0; i < 20000; i++) {
        int const a = (int)roll(&luck, 1, MOST / 2);
        int const b = (int)roll(&luck, 1, MOST / 2);
        int const k = (int)roll(&luck, 1, 8);
        int const q = (int)roll(&luck, (a + b + k - 1) / k, (a + b + k - 1) / k + 4);
        int const least = (int)roll(&luck, 1, 3);
        int64_t const den = roll(&luck, 1, 7);
        fcap_ratio const t = {roll(&luck, 1, den), den};
        fcap_attribute const attribute = {.n_groups = 2, .balance = t};
        rules const r = {.n = a + b,
                         .k = k,
                         .capacity = q,
                         .min_size = least,
                         .attribute = &attribute,
                         .n_attributes = 1,
                         .n_counts = 2};
        quota wish[8] = {{0, 0}};
        for (int j = 0; j < a + b; j++) { /* crowded in some clusters, or anywhere */
            int64_t const c = roll(&luck, 0, i % 2 ? k - 1 : (k - 1) / 2);
            if (j < a) {
                wish[c].a++;
            } else {
                wish[c].b++;
            }
        }
        int all_allowed = 1;
        for (int c = 0; c < k; c++) {
            all_allowed &= allowed(wish[c], &r, t);
        }
        fcap_run run;
        fcap_run_open(&run, NULL, NULL);
        quota out[8];
        fcap_status const status = fcap_quotas(&run, &r, wish, out);
        fcap_run_close(&run);
        int const expected = dp_feasible(a, b, k, q, least, (int)t.num, (int)t.den);
        assert_int_equal(status, expected ? FCAP_OK : FCAP_E_INFEASIBLE);
        if (!expected) {
            continue;
        }
        feasible++;
        kept += all_allowed;
        quota sum = {0, 0};
        for (int c = 0; c < k; c++) {
            assert_true(allowed(out[c], &r, t));
            sum.a += out[c].a;
            sum.b += out[c].b;
            assert_true(!all_allowed || (out[c].a == wish[c].a && out[c].b == wish[c].b));
        }
        assert_int_equal(sum.a, a);
        assert_int_equal(sum.b, b);
    }
    print_message("%d feasible requests, %d with allowed wishes\n", feasible, kept);
    assert_true(feasible > 3000 && kept > 200);
}

static void large_numbers_are_quick(void **state) {
    (void)state;
    fcap_attribute const attribute = {.n_groups = 2, .balance = {45, 100}};
    enum {
        K = 500
    };
    rules const r = {.n = 10000000,
                     .k = K,
                     .capacity = 20200,
                     .min_size = 1,
                     .attribute = &attribute,
                     .n_attributes = 1,
                     .n_counts = 2};
    quota wish[K] = {{0, 0}};
    quota out[K];
    for (int c = 0; c < K; c++) { /* sizes from 0 to 40,000, halves crossed */
        wish[c].a = (int64_t)c * 5300000 * 2 / (K * (K - 1));
        wish[c].b = (int64_t)(K - 1 - c) * 4700000 * 2 / (K * (K - 1));
    }
    quota sum = {0, 0};
    for (int c = 0; c < K; c++) {
        sum.a += wish[c].a;
        sum.b += wish[c].b;
    }
    wish[0].a += 5300000 - sum.a;
    wish[0].b += 4700000 - sum.b;
    fcap_run run;
    fcap_run_open(&run, NULL, NULL);
    assert_int_equal(fcap_quotas(&run, &r, wish, out), FCAP_OK);
    fcap_run_close(&run);
    for (int c = 0; c < K; c++) {
        assert_true(allowed(out[c], &r, attribute.balance));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotas_exist_whenever_the_request_is_feasible),
        cmocka_unit_test(large_numbers_are_quick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
