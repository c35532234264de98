/* test_feasible.c - the closed-form decision against dynamic programming, and the hints.
 *
 * For each random request the verdict must be that of the oracle, and each smallest change must
 * be feasible by the oracle while nothing smaller is.
 */
#include "effort.h"
#include "fuzz/dp_oracle.h"
#include "instances.h"

#include <faircap/faircap.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum {
    MOST = 64
};

static fcap_plan_report plan(int a, int b, fcap_rules rules, fcap_ratio t) {
    int32_t group[2 * MOST];
    for (int i = 0; i < a + b; i++) {
        group[i] = i >= a;
    }
    fcap_attribute const attribute = {group, 2, t};
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.n = a + b;
    p.attribute = &attribute;
    p.n_attributes = 1;
    fcap_plan_report report;
    fcap_error err;
    assert_int_equal(fcap_plan(&p, &rules, &report, &err), FCAP_OK);
    return report;
}

static fcap_rules rules_of(int k, int64_t q, int lo) {
    fcap_rules r = FCAP_RULES_INIT;
    r.k = k;
    r.max_size = q;
    r.min_size = lo;
    return r;
}

static int oracle(int a, int b, int k, int64_t q, int lo, fcap_ratio t) {
    return dp_feasible(a, b, k, (int)q, lo, (int)t.num, (int)t.den);
}

/* The capacity that goes with k: as given, or by the slack. */
static int64_t capacity(fcap_rules r, int n, int k) {
    r.k = k;
    return fcap_rules_capacity(&r, n);
}

static void hints_are_enough_and_smallest(int a, int b, fcap_rules r, fcap_ratio t,
                                          const fcap_plan_report *p) {
    int const n = a + b;
    int const lo = (int)r.min_size;
    int64_t const q = capacity(r, n, r.k);
    int64_t smallest = 0;
    for (int64_t try = q + 1; try <= n && smallest == 0; try++) {
        smallest = oracle(a, b, r.k, try, lo, t) ? try:
            0;
    }
    assert_int_equal(p->change_max_size, smallest);
    int nearest = 0;
    for (int step = 1; step <= n && nearest == 0; step++) {
        int const below = r.k - step;
        int const above = r.k + step;
        if (below >= 1 && oracle(a, b, below, capacity(r, n, below), lo, t)) {
            nearest = below;
        } else if (above <= n && oracle(a, b, above, capacity(r, n, above), lo, t)) {
            nearest = above;
        }
    }
    assert_int_equal(p->change_clusters, nearest);
    int least = lo - 1;
    while (least > 0 && !oracle(a, b, r.k, q, least, t)) {
        least--;
    }
    assert_int_equal(p->change_min_size, least);
    /* The largest balance: it works, and no larger ratio of small numbers does. */
    if (p->change_balance.den == 0) {
        assert_false(oracle(a, b, r.k, q, lo, (fcap_ratio){0, 1}));
        return;
    }
    fcap_ratio const best = p->change_balance;
    assert_true(oracle(a, b, r.k, q, lo, best));
    for (int den = 1; den <= n; den++) {
        for (int num = 0; num <= den && num + den <= n; num++) {
            if (num * best.den > best.num * den) {
                assert_false(oracle(a, b, r.k, q, lo, (fcap_ratio){num, den}));
            }
        }
    }
}

static void equals_dynamic_programming_on_100000_requests(void **state) {
    (void)state;
    dice d = dice_of(1);
    int infeasible = 0;
    int packing = 0;
    for (int i = 0; i < often(100000); i++) {
        int const a = (int)roll(&d, 0, 14);
        int const b = (int)roll(&d, a == 0, 16);
        int const n = a + b;
        int const k = (int)roll(&d, 1, n < 8 ? n + 1 : 8);
        int64_t const fair_share = (n + k - 1) / k;
        int64_t const q = roll(&d, 0, 9) == 0 ? roll(&d, 1, n) : fair_share + roll(&d, 0, 2);
        int const lo = (int)roll(&d, 1, roll(&d, 0, 3) == 0 ? 6 : 1);
        int64_t den = roll(&d, 1, 12);
        int64_t num = roll(&d, 0, den);
        if (roll(&d, 0, 9) == 0) {
            num = roll(&d, 0, 1);
            den = 1; /* t = 0 and t = 1 */
        }
        fcap_ratio const t = {num, den};
        int const follows = roll(&d, 0, 3) == 0; /* the capacity follows k */
        fcap_rules const r = rules_of(k, follows ? 0 : q, lo);
        fcap_plan_report const p = plan(a, b, r, t);
        int const one_group = (a == 0 || b == 0) && num > 0;
        int const exists = !one_group && oracle(a, b, k, capacity(r, n, k), lo, t);
        assert_int_equal(p.verdict, exists ? FCAP_VERDICT_FEASIBLE : FCAP_VERDICT_INFEASIBLE);
        if (!exists) {
            infeasible++;
            packing += p.reason == FCAP_REASON_PACKING;
            hints_are_enough_and_smallest(a, b, r, t, &p);
        }
    }
    print_message("%d infeasible, of which %d pass every obvious check\n", infeasible, packing);
    assert_true(packing > often(500));
}

static void four_and_eight_in_three_clusters_of_four_is_impossible(void **state) {
    (void)state;
    fcap_plan_report const p = plan(4, 8, rules_of(3, 4, 1), (fcap_ratio){1, 2});
    assert_int_equal(p.verdict, FCAP_VERDICT_INFEASIBLE);
    assert_int_equal(p.reason, FCAP_REASON_PACKING);
    assert_int_equal(p.change_max_size, 6);
    assert_int_equal(p.change_clusters, 4);
    assert_int_equal(p.change_balance.num, 1);
    assert_int_equal(p.change_balance.den, 3);
    assert_non_null(
        strstr(p.sentence, "a maximum size of 6, or 4 clusters, or a balance of 1/3"));
}

static void reasons_come_in_their_order(void **state) {
    (void)state;
    fcap_ratio const half = {1, 2};
    assert_int_equal(plan(2, 3, rules_of(6, 1, 1), half).reason, FCAP_REASON_K_ABOVE_N);
    assert_int_equal(plan(5, 5, rules_of(3, 3, 1), half).reason, FCAP_REASON_CAPACITY);
    assert_int_equal(plan(5, 5, rules_of(3, 9, 4), half).reason, FCAP_REASON_MIN_SIZE);
    assert_int_equal(plan(5, 5, rules_of(2, 9, 6), half).reason, FCAP_REASON_MIN_SIZE);
    assert_int_equal(plan(2, 8, rules_of(2, 9, 1), half).reason, FCAP_REASON_BALANCE);
    assert_int_equal(plan(3, 4, rules_of(4, 9, 1), half).reason, FCAP_REASON_GROUP_BELOW_K);
    assert_int_equal(plan(4, 8, rules_of(3, 4, 1), half).reason, FCAP_REASON_PACKING);
}

static void a_smaller_minimum_that_would_do_is_named(void **state) {
    (void)state;
    fcap_ratio const none = {0, 1};
    fcap_plan_report const small = plan(2, 2, rules_of(2, 2, 3), none);
    assert_int_equal(small.reason, FCAP_REASON_MIN_SIZE);
    assert_int_equal(small.change_min_size, 2);
    assert_non_null(strstr(small.sentence, "; what would help: a minimum size of 2"));
    assert_null(strstr(small.sentence, "no single change"));
    fcap_plan_report const huge = plan(3, 3, rules_of(1, 9, INT32_MAX), none);
    assert_int_equal(huge.change_min_size, 6);
    fcap_plan_report const two = plan(4, 4, rules_of(2, 3, 4), none); /* capacity 3 for 8 */
    assert_int_equal(two.change_min_size, 0);
    assert_int_equal(plan(2, 2, rules_of(2, 2, 2), none).change_min_size, 0); /* feasible */
}

/* What is said of capacities given one by one, with groups of a and b and balance t. */
static const char *said_of(int a, int b, int k, const int64_t *capacities, int lo,
                           fcap_ratio t) {
    static fcap_plan_report report;
    fcap_rules r = rules_of(k, 0, lo);
    r.capacity = capacities;
    report = plan(a, b, r, t);
    assert_int_equal(report.verdict, FCAP_VERDICT_INFEASIBLE);
    return report.sentence;
}

static void other_capacities_are_advised_only_where_they_can_help(void **state) {
    (void)state;
    fcap_ratio const none = {0, 1};
    fcap_ratio const half = {1, 2};
    int64_t const threes[3] = {3, 3, 3};
    int64_t const uneven[2] = {2, 6};
    int64_t const ones[5] = {1, 1, 1, 1, 1};
    assert_non_null(
        strstr(said_of(3, 3, 2, threes, 4, none), "size of 3, or fewer capacities"));
    assert_non_null(
        strstr(said_of(3, 3, 2, uneven, 3, none), "size of 2, or other capacities"));
    assert_non_null(strstr(said_of(4, 4, 2, threes, 1, none), "can help: other capacities"));
    assert_non_null(strstr(said_of(2, 2, 5, ones, 1, none), "can help: fewer capacities"));
    assert_non_null(strstr(said_of(2, 3, 3, threes, 1, half), ", or fewer capacities"));
    assert_null(strstr(said_of(3, 3, 2, threes, 7, none), "capacities"));
    assert_null(strstr(said_of(1, 5, 2, threes, 1, half), "capacities"));
}

static void one_group_alone_is_never_balanced(void **state) {
    (void)state;
    int32_t const group[4] = {0, 0, 0, 0};
    fcap_attribute const attribute = {group, 1, {1, 2}};
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.n = 4;
    p.attribute = &attribute;
    p.n_attributes = 1;
    fcap_rules const r = rules_of(2, 0, 1);
    fcap_plan_report report;
    fcap_error err;
    assert_int_equal(fcap_plan(&p, &r, &report, &err), FCAP_OK);
    assert_int_equal(report.reason, FCAP_REASON_ONE_GROUP);
    assert_int_equal(report.change_max_size, 0);
    assert_int_equal(report.change_clusters, 0);
    assert_int_equal(report.change_balance.num, 0);
    assert_int_equal(report.change_balance.den, 1);
}

static void the_capacity_equation_is_exact(void **state) {
    (void)state;
    static const int tight[] = {133, 100, 80, 67, 57, 50, 45, 40, 37,
                                34,  31,  29, 27, 25, 24, 23, 21, 20};
    static const int loose[] = {158, 119, 95, 79, 68, 60, 53, 48, 44,
                                40,  37,  34, 32, 30, 28, 27, 25, 24};
    for (int k = 3; k <= 20; k++) {
        fcap_rules r = rules_of(k, 0, 1);
        assert_int_equal(fcap_rules_capacity(&r, 395), tight[k - 3]);
        r.slack = (fcap_ratio){6, 5};
        assert_int_equal(fcap_rules_capacity(&r, 395), loose[k - 3]);
    }
    fcap_rules r = rules_of(10, 0, 1);
    r.slack = (fcap_ratio){11, 10};
    assert_int_equal(fcap_rules_capacity(&r, 100), 11); /* floating point says 12 */
}

/* Real counts of the paper's data: student-mat 187/208, student-por 266/383. */
static fcap_verdict verdict_of_counts(int64_t a, int64_t b, int k, int64_t q, fcap_ratio t) {
    static int32_t group[1000];
    for (int64_t i = 0; i < a + b; i++) {
        group[i] = i >= a;
    }
    fcap_attribute const attribute = {group, 2, t};
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.n = a + b;
    p.attribute = &attribute;
    p.n_attributes = 1;
    fcap_rules const r = rules_of(k, q, 1);
    fcap_plan_report report;
    fcap_error err;
    assert_int_equal(fcap_plan(&p, &r, &report, &err), FCAP_OK);
    return report.verdict;
}

static void rounding_makes_the_papers_data_infeasible_near_their_balance(void **state) {
    (void)state;
    assert_int_equal(verdict_of_counts(187, 208, 10, 40, (fcap_ratio){89, 100}),
                     FCAP_VERDICT_INFEASIBLE);
    assert_int_equal(verdict_of_counts(266, 383, 10, 66, (fcap_ratio){69, 100}),
                     FCAP_VERDICT_FEASIBLE);
    assert_int_equal(verdict_of_counts(266, 383, 10, 66, (fcap_ratio){694, 1000}),
                     FCAP_VERDICT_INFEASIBLE);
}

/* Three groups: what is called infeasible must be so, by trying every division. */
static int three_groups_exist(const int *left, int k, int q, int lo, fcap_ratio t) {
    if (k == 0) {
        return left[0] == 0 && left[1] == 0 && left[2] == 0;
    }
    for (int a = 0; a <= left[0] && a <= q; a++) {
        for (int b = 0; b <= left[1] && a + b <= q; b++) {
            for (int c = 0; c <= left[2] && a + b + c <= q; c++) {
                int const most = a > b ? (a > c ? a : c) : (b > c ? b : c);
                int const least = a < b ? (a < c ? a : c) : (b < c ? b : c);
                if (a + b + c < lo || a + b + c == 0 || most * t.num > least * t.den) {
                    continue;
                }
                int const rest[3] = {left[0] - a, left[1] - b, left[2] - c};
                if (three_groups_exist(rest, k - 1, q, lo, t)) {
                    return 1;
                }
            }
        }
    }
    return 0;
}

static void three_groups_are_never_called_infeasible_wrongly(void **state) {
    (void)state;
    dice d = dice_of(3);
    int proved = 0;
    for (int i = 0; i < often(3000); i++) {
        int const count[3] = {(int)roll(&d, 1, 5), (int)roll(&d, 1, 6), (int)roll(&d, 1, 6)};
        int const n = count[0] + count[1] + count[2];
        int const k = (int)roll(&d, 1, 4);
        int const q = (n + k - 1) / k + (int)roll(&d, 0, 2);
        fcap_ratio t = {roll(&d, 0, 4), 4};
        int32_t group[32];
        int at = 0;
        for (int g = 0; g < 3; g++) {
            for (int m = 0; m < count[g]; m++) {
                group[at++] = g;
            }
        }
        fcap_attribute const attribute = {group, 3, t};
        fcap_problem p = FCAP_PROBLEM_INIT;
        p.n = n;
        p.attribute = &attribute;
        p.n_attributes = 1;
        fcap_rules const r = rules_of(k, q, 1);
        fcap_plan_report report;
        fcap_error err;
        assert_int_equal(fcap_plan(&p, &r, &report, &err), FCAP_OK);
        if (report.verdict == FCAP_VERDICT_INFEASIBLE) {
            proved++;
            assert_false(three_groups_exist(count, k, q, 1, t));
        }
    }
    print_message("%d proved infeasible\n", proved);
    assert_true(proved > often(100));
}

static void where_not_every_k_was_tried_nothing_is_said_of_all(void **state) {
    (void)state;
    enum {
        N = 200000
    };
    static char may_be_medoid[N] = {1};
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.n = N;
    p.candidate = may_be_medoid;
    fcap_rules r = FCAP_RULES_INIT;
    r.k = 30000;
    r.min_size = 10; /* and a medoid for each: one cluster would do, far away */
    fcap_plan_report report;
    fcap_error err;
    assert_int_equal(fcap_plan(&p, &r, &report, &err), FCAP_OK);
    assert_int_equal(report.reason, FCAP_REASON_MIN_SIZE);
    assert_int_equal(report.change_clusters, 0);
    assert_non_null(strstr(report.sentence, "; no change was found that helps"));
    p.n = 1000;
    r.k = 400;
    r.min_size = 3;
    assert_int_equal(fcap_plan(&p, &r, &report, &err), FCAP_OK);
    assert_int_equal(report.change_clusters, 1);
    may_be_medoid[0] = 0;
    assert_int_equal(fcap_plan(&p, &r, &report, &err), FCAP_OK);
    assert_non_null(strstr(report.sentence, "; no single change helps"));
    may_be_medoid[0] = 1;
}

static void more_clusters_than_points_are_too_many_by_the_difference(void **state) {
    (void)state;
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.n = 5;
    fcap_rules r = FCAP_RULES_INIT;
    r.k = 9;
    fcap_plan_report report;
    fcap_error err;
    assert_int_equal(fcap_plan(&p, &r, &report, &err), FCAP_OK);
    assert_int_equal(report.reason, FCAP_REASON_K_ABOVE_N);
    assert_int_equal(report.change_clusters, 5);
}

static void large_counts_do_not_overflow(void **state) {
    (void)state;
    assert_int_equal(fcap_rules_capacity(&(fcap_rules){.struct_size = sizeof(fcap_rules),
                                                       .k = INT32_MAX,
                                                       .slack = {999999999, 999999998}},
                                         INT32_MAX),
                     2);
    assert_int_equal(verdict_of_counts(499, 501, 1, 1000, (fcap_ratio){499, 501}),
                     FCAP_VERDICT_FEASIBLE);
    assert_int_equal(verdict_of_counts(499, 501, 1, 1000, (fcap_ratio){499999999, 501999999}),
                     FCAP_VERDICT_INFEASIBLE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_dynamic_programming_on_100000_requests),
        cmocka_unit_test(four_and_eight_in_three_clusters_of_four_is_impossible),
        cmocka_unit_test(reasons_come_in_their_order),
        cmocka_unit_test(a_smaller_minimum_that_would_do_is_named),
        cmocka_unit_test(other_capacities_are_advised_only_where_they_can_help),
        cmocka_unit_test(one_group_alone_is_never_balanced),
        cmocka_unit_test(the_capacity_equation_is_exact),
        cmocka_unit_test(rounding_makes_the_papers_data_infeasible_near_their_balance),
        cmocka_unit_test(three_groups_are_never_called_infeasible_wrongly),
        cmocka_unit_test(where_not_every_k_was_tried_nothing_is_said_of_all),
        cmocka_unit_test(more_clusters_than_points_are_too_many_by_the_difference),
        cmocka_unit_test(large_counts_do_not_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
