/* test_lagrange.c - the bound against the optimum of small problems. */
#include "bound/lagrange.h"

#include "bound_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void the_certified_bound_is_never_above_the_optimum(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int64_t tried = 0;
    int64_t positive = 0;
    for (int i = 0; i < 4000; i++) {
        small_problem const p = draw_problem(&luck, i % 8 == 0 ? CASE_POINTS : 8);
        bound_case c;
        case_open(&c, &p);
        for (int round = 0; round < 4 && c.optimum < INFINITY; round++) {
            double pi[CASE_POINTS];
            double value;
            draw_pi(&luck, pi, p.n);
            assert_int_equal(fcap_bound_certified(&c.run, &c.points, &c.s, pi, &value),
                             FCAP_OK);
            assert_true(value >= 0);
            assert_true(value * c.unit <= c.optimum);
            tried++;
            positive += value > 0;
        }
        case_close(&c);
    }
    print_message("%lld bounds, %lld above 0\n", (long long)tried, (long long)positive);
    assert_true(tried > 5000 && positive > 200);
}

static void evaluation_and_certificate_agree(void **state) {
    (void)state;
    dice luck = dice_of(2);
    for (int i = 0; i < 500; i++) {
        small_problem const p = draw_problem(&luck, CASE_POINTS);
        bound_case c;
        case_open(&c, &p);
        if (c.optimum < INFINITY) {
            double pi[CASE_POINTS];
            double by_position[CASE_POINTS];
            lagrange b;
            evaluation at = fcap_bound_evaluation(&c.run, c.s.k);
            double value;
            assert_int_equal(fcap_bound_open(&c.run, &c.points, &c.s, &b), FCAP_OK);
            draw_pi(&luck, pi, p.n);
            double size = 1;
            for (int j = 0; j < p.n; j++) {
                by_position[j] = pi[b.order[j]];
                size += fabs(pi[j]);
            }
            fcap_bound_evaluate(&b, by_position, &at);
            assert_int_equal(fcap_bound_certified(&c.run, &c.points, &c.s, pi, &value),
                             FCAP_OK);
            assert_true(fabs((at.value > 0 ? at.value : 0) - value) <= 1e-12 * size * p.k);
        }
        case_close(&c);
    }
}

/* With an upper bound just above the optimum, no medoid of an optimal answer may be lost, and
 * no candidate is in that some optimum does without. */
static void fixing_keeps_every_optimum(void **state) {
    (void)state;
    dice luck = dice_of(3);
    int64_t out = 0;
    int64_t in = 0;
    for (int i = 0; i < 1500; i++) {
        small_problem const p = draw_problem(&luck, 8);
        bound_case c;
        case_open(&c, &p);
        if (c.optimum < INFINITY) {
            double pi[CASE_POINTS];
            lagrange b;
            evaluation at = fcap_bound_evaluation(&c.run, c.s.k);
            assert_int_equal(fcap_bound_open(&c.run, &c.points, &c.s, &b), FCAP_OK);
            for (int round = 0; round < 4; round++) {
                for (int j = 0; j < p.n; j++) {
                    pi[j] = (roll_unit(&luck) + 0.2) * c.optimum / c.unit * 1.5 / p.n;
                }
                fcap_bound_evaluate(&b, pi, &at);
                fcap_bound_fix(&b, &at, c.optimum / c.unit * (1 + 1e-9) + 1e-12);
            }
            for (int j = 0; j < p.n; j++) {
                uint32_t const others = ~(1u << j);
                if (b.regions.of[j] == REGION_CERTAIN) {
                    in++;
                    assert_true(optimum_with(&p, others) > c.optimum);
                }
                out += b.out[j];
            }
            uint32_t alive = 0;
            for (int64_t a = 0; a < b.n_alive; a++) {
                alive |= 1u << b.alive[a];
            }
            assert_true(optimum_with(&p, alive) <= c.optimum * (1 + 1e-12));
        }
        case_close(&c);
    }
    print_message("%lld out, %lld in\n", (long long)out, (long long)in);
    assert_true(out > 100 && in > 20);
}

static void nonsense_multipliers_prove_nothing(void **state) {
    (void)state;
    dice luck = dice_of(4);
    small_problem p = draw_problem(&luck, 6);
    p.groups = 1;
    p.least = 1;
    bound_case c;
    case_open(&c, &p);
    double const bad[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300};
    for (int i = 0; i < 5; i++) {
        double pi[CASE_POINTS] = {0};
        double value = -1;
        pi[p.n - 1] = bad[i];
        assert_int_equal(fcap_bound_certified(&c.run, &c.points, &c.s, pi, &value), FCAP_OK);
        assert_true(value == 0);
    }
    case_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_certified_bound_is_never_above_the_optimum),
        cmocka_unit_test(evaluation_and_certificate_agree),
        cmocka_unit_test(fixing_keeps_every_optimum),
        cmocka_unit_test(nonsense_multipliers_prove_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
