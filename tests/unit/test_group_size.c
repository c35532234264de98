/* test_group_size.c - groups of A to B members: the fewest that no rule excludes, in words. */
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fewest_groups_are_chosen_and_explained),
        cmocka_unit_test(every_number_of_points_has_groups_or_not),
        cmocka_unit_test(sizes_without_any_number_of_groups_say_what_would_help),
        cmocka_unit_test(balance_and_nobody_alone_contradict_in_groups_of_two_and_three),
        cmocka_unit_test(weights_and_capacities_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
