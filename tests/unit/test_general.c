/* test_general.c - best with any rules: valid always, and as good as the best of all. */
#include "general_help.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static wish w; /* too large for the stack */

typedef struct answered {
    fcap_status status;
    int32_t label[WISH_MOST];
    fcap_report report;
    fcap_error err;
} answered;

static answered ask(int32_t effort, uint64_t seed) {
    answered a = {.status = FCAP_OK};
    fcap_options o;
    fcap_options_init(&o);
    o.effort = effort;
    o.seed = seed;
    o.threads = 1;
    a.status = fcap_cluster(&w.p, &w.r, &o, a.label, &a.report, &a.err);
    return a;
}

static void check_one(dice *luck, int asked, int *feasible) {
    int64_t const n = roll(luck, 3, 7);
    int32_t const k = (int32_t)roll(luck, 1, n < 3 ? n : 3);
    wish_draw(&w, luck, n, k, asked);
    wished const best = wish_best(&w);
    answered const a = ask(3, 1);
    if (!best.found) {
        assert_int_equal(a.status, FCAP_E_INFEASIBLE); /* so few are tried one and all */
        return;
    }
    ++*feasible;
    if (a.status != FCAP_OK) {
        print_message("asked %d: %s\n", asked, a.err.message);
    }
    assert_int_equal(a.status, FCAP_OK);
    assert_true(wish_obeyed(&w, a.label));
    assert_true(wish_told(&best, &a.report));
    assert_int_equal(a.report.repeated_pairs, best.met);
    assert_int_equal(wish_pairs(&w, &w.r.avoid, a.label), best.met);
    double const cost = wish_cost(&w, a.label);
    if (cost > best.cost + 1e-9) {
        print_message("asked %d: %g instead of %g, n %d k %d\n", asked, cost, best.cost, (int)n,
                      (int)k);
    }
    assert_true(cost <= best.cost + 1e-9 * (1 + best.cost));
}

static void finds_the_best_answer_for_each_rule_alone(void **state) {
    (void)state;
    dice luck = dice_of(61);
    for (int rule = 1; rule < ASK_END; rule *= 2) {
        int feasible = 0;
        int const asked = rule == ASK_TWO || rule == ASK_MISSING ? rule | ASK_BALANCE : rule;
        for (int i = 0; i < 60; i++) {
            check_one(&luck, asked, &feasible);
        }
        assert_true(feasible > 5);
    }
}

static void finds_the_best_answer_for_rules_at_random(void **state) {
    (void)state;
    dice luck = dice_of(62);
    int feasible = 0;
    for (int i = 0; i < 1500; i++) {
        int asked = 0;
        for (int rule = 1; rule < ASK_END; rule *= 2) {
            asked |= roll(&luck, 0, 3) == 0 ? rule : 0;
        }
        check_one(&luck, asked, &feasible);
    }
    assert_true(feasible > 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_best_answer_for_each_rule_alone),
        cmocka_unit_test(finds_the_best_answer_for_rules_at_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
