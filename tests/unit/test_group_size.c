/* test_group_size.c - groups of A to B members: the fewest that no rule excludes, in words. */
#include "effort.h"
#include "instances.h"

#include <faircap/faircap.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static fcap_group_plan groups_of(int64_t n, int64_t least, int64_t most) {
    fcap_problem p = FCAP_PROBLEM_INIT;
    fcap_rules const r = FCAP_RULES_INIT;
    fcap_group_plan out;
    fcap_error err;
    p.n = n;
    assert_int_equal(fcap_plan_group_size(&p, &r, least, most, &out, &err), FCAP_OK);
    return out;
}

static void the_fewest_groups_are_chosen_and_explained(void **state) {
    (void)state;
    fcap_group_plan const g = groups_of(23, 3, 4);
    assert_int_equal(g.k, 6);
    assert_int_equal(g.fewest, 6);
    assert_int_equal(g.most, 7);
    assert_int_equal(g.plan.verdict, FCAP_VERDICT_FEASIBLE);
    assert_string_equal(g.sentence, "23 points in groups of 3 to 4: 6 groups, 5 of 4 and 1 of "
                                    "3, are possible; 6 is the fewest");
    assert_string_equal(groups_of(20, 5, 5).sentence,
                        "20 points in groups of 5: 4 groups, of 5 each, are possible; 4 is the "
                        "fewest");
}

static void every_number_of_points_has_groups_or_not(void **state) {
    (void)state;
    for (int64_t n = 1; n <= 40; n++) {
        for (int64_t least = 1; least <= 9; least++) {
            for (int64_t most = least; most <= 10; most++) {
                int64_t k = 1;
                while (k <= n && (k * least > n || k * most < n)) {
                    k++;
                }
                assert_int_equal(groups_of(n, least, most).k, k <= n ? k : 0);
            }
        }
    }
}

static void sizes_without_any_number_of_groups_say_what_would_help(void **state) {
    (void)state;
    fcap_group_plan const g = groups_of(23, 7, 7);
    assert_int_equal(g.k, 0);
    assert_non_null(strstr(g.sentence, "groups of 7 to 8, or of 5 to 7"));
    assert_true(groups_of(23, 7, 8).k > 0);
    assert_true(groups_of(23, 5, 7).k > 0);
    assert_non_null(strstr(groups_of(3, 4, 5).sentence, "groups of 3"));
}

/* The rule of most teachers' tools and the paper's balance, at the paper's sizes. */
static void balance_and_nobody_alone_contradict_in_groups_of_two_and_three(void **state) {
    (void)state;
    int32_t group[24];
    for (int i = 0; i < 24; i++) {
        group[i] = i % 2;
    }
    fcap_attribute const sex = {group, 2, {1, 2}};
    fcap_no_isolate const nobody[2] = {{0, 0}, {0, 1}};
    fcap_problem p = FCAP_PROBLEM_INIT;
    fcap_rules r = FCAP_RULES_INIT;
    fcap_group_plan g;
    fcap_error err;
    p.n = 24;
    p.attribute = &sex;
    p.n_attributes = 1;
    r.no_isolate = nobody;
    r.n_no_isolate = 2;
    assert_int_equal(fcap_plan_group_size(&p, &r, 2, 3, &g, &err), FCAP_OK);
    assert_int_equal(g.k, 0);
    assert_int_equal(g.plan.reason, FCAP_REASON_NO_ISOLATE);
    assert_non_null(strstr(g.plan.sentence, "clusters of 2 to 3 members cannot have both a "
                                            "balance of 1/2 and nobody alone in their group"));
    for (int64_t least = 2; least <= 4; least++) { /* 4, 5 and 6 have both */
        assert_int_equal(fcap_plan_group_size(&p, &r, least, 4, &g, &err), FCAP_OK);
        assert_int_equal(g.k, 6);
    }
    r.k = 8;
    r.max_size = 3;
    fcap_plan_report plan;
    assert_int_equal(fcap_plan(&p, &r, &plan, &err), FCAP_OK);
    assert_int_equal(plan.reason, FCAP_REASON_NO_ISOLATE);
    r.max_size = 0;
    assert_int_equal(fcap_plan(&p, &r, &plan, &err), FCAP_OK);
    assert_int_equal(plan.change_clusters, 6);
}

/* ---- what would help ---- */

enum {
    POINTS = 14
};

/* Some number of groups of `least` to `most` members is not excluded, with this balance. */
static int can_be(const fcap_problem *p, fcap_rules r, int64_t least, int64_t most,
                  fcap_ratio t) {
    fcap_attribute attribute = p->attribute[0];
    fcap_problem changed = *p;
    attribute.balance = t;
    changed.attribute = &attribute;
    r.min_size = least;
    r.max_size = most;
    for (r.k = 1; r.k <= p->n; r.k++) {
        fcap_plan_report plan;
        fcap_error err;
        if (r.k * least <= p->n && p->n <= r.k * most) {
            assert_int_equal(fcap_plan(&changed, &r, &plan, &err), FCAP_OK);
            if (plan.verdict != FCAP_VERDICT_INFEASIBLE) {
                return 1;
            }
        }
    }
    return 0;
}

/* The largest balance below t that some number of groups can have; den 0: none. */
static fcap_ratio largest_below(const fcap_problem *p, fcap_rules r, int64_t least,
                                int64_t most, fcap_ratio t) {
    fcap_ratio best = {0, 0};
    if (!can_be(p, r, least, most, (fcap_ratio){0, 1})) {
        return best;
    }
    best.den = 1;
    for (int64_t den = 1; den < p->n; den++) {
        for (int64_t num = 1; num <= den && num + den <= p->n; num++) {
            if (num * t.den < t.num * den && num * best.den > best.num * den &&
                can_be(p, r, least, most, (fcap_ratio){num, den})) {
                best = (fcap_ratio){num, den};
            }
        }
    }
    return best;
}

static void changes_are_the_smallest_for_any_number_of_groups(void **state) {
    (void)state;
    dice d = dice_of(9);
    int changes = 0;
    int none = 0;
    for (int i = 0; i < often(is_long() ? 10000 : 1000); i++) {
        int32_t group[POINTS];
        int64_t const den = roll(&d, 1, 4);
        int32_t const groups = (int32_t)roll(&d, 2, 3);
        fcap_attribute const attribute = {group, groups, {roll(&d, 1, den), den}};
        fcap_no_isolate const nobody[2] = {{0, 0}, {0, 1}};
        fcap_problem p = FCAP_PROBLEM_INIT;
        fcap_rules r = FCAP_RULES_INIT;
        fcap_group_plan g;
        fcap_error err;
        p.n = roll(&d, 2, POINTS);
        p.attribute = &attribute;
        p.n_attributes = 1;
        r.no_isolate = nobody;
        r.n_no_isolate = roll(&d, 0, 3) == 0 ? 2 : 0;
        for (int64_t x = 0; x < p.n; x++) {
            group[x] = (int32_t)(roll(&d, 0, 2) == 0 ? roll(&d, 0, groups - 1) : x % groups);
        }
        int64_t const least = roll(&d, 1, 5);
        int64_t const most = least + roll(&d, 0, 2);
        fcap_ratio const t = attribute.balance;
        assert_int_equal(fcap_plan_group_size(&p, &r, least, most, &g, &err), FCAP_OK);
        assert_int_equal(g.k > 0, can_be(&p, r, least, most, t));
        if (g.k > 0) {
            continue;
        }
        int64_t larger = most + 1;
        while (larger <= p.n && !can_be(&p, r, least, larger, t)) {
            larger++;
        }
        assert_int_equal(g.plan.change_max_size, larger <= p.n ? larger : 0);
        int64_t smaller = least - 1;
        while (smaller > 0 && !can_be(&p, r, smaller, most, t)) {
            smaller--;
        }
        assert_int_equal(g.plan.change_min_size, smaller);
        fcap_ratio const best = largest_below(&p, r, least, most, t);
        assert_int_equal(g.plan.change_balance.num, best.num);
        assert_int_equal(g.plan.change_balance.den, best.den);
        assert_int_equal(g.plan.change_clusters, 0); /* the sizes decide */
        int const helps = larger <= p.n || smaller > 0 || best.den > 0;
        int const advised = strstr(g.plan.sentence, "what can help") != NULL;
        assert_int_equal(strstr(g.plan.sentence, "no single change helps") != NULL,
                         !helps && !advised);
        changes += helps;
        none += !helps;
    }
    print_message("%d with changes, %d without\n", changes, none);
    assert_true(changes > often(300));
}

static void weights_and_capacities_are_refused(void **state) {
    (void)state;
    int64_t const weight[4] = {1, 2, 3, 4};
    fcap_problem p = FCAP_PROBLEM_INIT;
    fcap_rules r = FCAP_RULES_INIT;
    fcap_group_plan g;
    fcap_error err;
    p.n = 4;
    p.weight = weight;
    assert_int_equal(fcap_plan_group_size(&p, &r, 1, 2, &g, &err), FCAP_E_ARGUMENT);
    assert_non_null(strstr(err.message, "weights"));
    p.weight = NULL;
    r.capacity = weight;
    assert_int_equal(fcap_plan_group_size(&p, &r, 1, 2, &g, &err), FCAP_E_ARGUMENT);
    r.capacity = NULL;
    assert_int_equal(fcap_plan_group_size(&p, &r, 3, 2, &g, &err), FCAP_E_ARGUMENT);
    assert_int_equal(fcap_plan_group_size(&p, &r, 0, 2, &g, &err), FCAP_E_ARGUMENT);
}

static void what_is_out_of_range_is_refused_before_it_is_followed(void **state) {
    (void)state;
    int32_t start[4] = {0, -1, INT32_MAX, -1};
    fcap_problem p = FCAP_PROBLEM_INIT;
    fcap_rules r = FCAP_RULES_INIT;
    fcap_group_plan g;
    fcap_error err;
    p.n = 4;
    r.start = start;
    assert_int_equal(fcap_plan_group_size(&p, &r, 1, 4, &g, &err), FCAP_E_ARGUMENT);
    assert_non_null(strstr(err.message, "point 2 starts in cluster 2147483647"));
    start[2] = -1;
    p.n = INT64_MAX;
    assert_int_equal(fcap_plan_group_size(&p, &r, 1, 4, &g, &err), FCAP_E_ARGUMENT);
    assert_non_null(strstr(err.message, "n is 9223372036854775807"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fewest_groups_are_chosen_and_explained),
        cmocka_unit_test(every_number_of_points_has_groups_or_not),
        cmocka_unit_test(sizes_without_any_number_of_groups_say_what_would_help),
        cmocka_unit_test(balance_and_nobody_alone_contradict_in_groups_of_two_and_three),
        cmocka_unit_test(changes_are_the_smallest_for_any_number_of_groups),
        cmocka_unit_test(weights_and_capacities_are_refused),
        cmocka_unit_test(what_is_out_of_range_is_refused_before_it_is_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
