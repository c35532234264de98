/* test_branch.c - branch and bound finds the optimum of small problems and proves it. */
#include "bound/branch.h"

#include "bound_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Leaves by brute force. */
typedef struct slow_leaf {
    const bound_case *c;
    double best;
    int64_t leaves;
} slow_leaf;

static fcap_status solve_slowly(void *user, const int64_t *medoid, double *cost,
                                double *bound) {
    slow_leaf *const l = user;
    for (int32_t m = 1; m < l->c->p.k; m++) {
        assert_true(medoid[m] > medoid[m - 1]);
    }
    partition_request const r = request_of(&l->c->p);
    double const least = partition_optimum_at(&r, medoid);
    *cost = *bound = least < 0 ? INFINITY : least / l->c->unit;
    l->best = *cost < l->best ? *cost : l->best;
    l->leaves++;
    return FCAP_OK;
}

/* Starts with no answer, a bad one or the best; always ends with the best and its proof. */
static void the_optimum_is_found_and_proved(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int64_t tried = 0;
    int64_t nodes = 0;
    int64_t leaves = 0;
    for (int i = 0; i < 1500; i++) {
        small_problem const p = draw_problem(&luck, i % 10 == 0 ? 9 : 7);
        bound_case c;
        case_open(&c, &p);
        if (c.optimum < INFINITY) {
            double const optimum = c.optimum / c.unit;
            int const kind = (int)roll(&luck, 0, 2);
            double const upper = kind == 0   ? INFINITY
                                 : kind == 1 ? optimum * 1.2 + 0.01
                                             : optimum * (1 + 1e-9) + 1e-13;
            lagrange b;
            slow_leaf leaf = {.c = &c, .best = upper};
            assert_int_equal(fcap_bound_open(&c.run, &c.points, &c.s, &b), FCAP_OK);
            bound_goal up = {.upper = upper, .steps = roll(&luck, 0, 10)};
            assert_int_equal(fcap_bound_ascend(&c.run, &b, &up), FCAP_OK);
            branch_goal goal = {
                .upper = upper, .nodes = 100000, .leaf = solve_slowly, .user = &leaf};
            assert_int_equal(fcap_branch(&c.run, &b, &goal), FCAP_OK);
            assert_true(goal.upper == leaf.best);
            assert_true(goal.upper <= optimum * (1 + 1e-9) + 1e-13);
            assert_true(goal.upper >= optimum * (1 - 1e-12));
            assert_true(goal.bound >= goal.upper * (1 - 1e-9));
            tried++;
            nodes += goal.used;
            leaves += leaf.leaves;
        }
        case_close(&c);
    }
    print_message("%lld proved, %lld nodes, %lld leaves\n", (long long)tried, (long long)nodes,
                  (long long)leaves);
    assert_true(tried > 700 && nodes > 500);
}

/* Whatever the budget, the bound is below the optimum. */
static void an_unfinished_proof_says_no_more_than_is_true(void **state) {
    (void)state;
    dice luck = dice_of(2);
    for (int i = 0; i < 800; i++) {
        small_problem const p = draw_problem(&luck, 7);
        bound_case c;
        case_open(&c, &p);
        if (c.optimum < INFINITY) {
            double const optimum = c.optimum / c.unit;
            lagrange b;
            slow_leaf leaf = {.c = &c, .best = INFINITY};
            assert_int_equal(fcap_bound_open(&c.run, &c.points, &c.s, &b), FCAP_OK);
            branch_goal goal = {.upper = optimum * 1.5 + 1,
                                .nodes = roll(&luck, 0, 4),
                                .leaf = solve_slowly,
                                .user = &leaf};
            assert_int_equal(fcap_branch(&c.run, &b, &goal), FCAP_OK);
            assert_true(goal.bound <= optimum * (1 + 1e-12) + 1e-13);
        }
        case_close(&c);
    }
}

/* A leaf that proves less than its cost leaves the problem open. */
static fcap_status solve_badly(void *user, const int64_t *medoid, double *cost, double *bound) {
    fcap_status const status = solve_slowly(user, medoid, cost, bound);
    *bound = 0.9 * *cost;
    return status;
}

static void a_leaf_without_proof_is_no_proof(void **state) {
    (void)state;
    dice luck = dice_of(3);
    int64_t leaves = 0;
    for (int i = 0; i < 400; i++) {
        small_problem const p = draw_problem(&luck, 7);
        bound_case c;
        case_open(&c, &p);
        if (c.optimum < INFINITY) {
            double const optimum = c.optimum / c.unit;
            lagrange b;
            slow_leaf leaf = {.c = &c, .best = INFINITY};
            assert_int_equal(fcap_bound_open(&c.run, &c.points, &c.s, &b), FCAP_OK);
            branch_goal goal = {
                .upper = optimum * 1.5 + 1, .nodes = 1000, .leaf = solve_badly, .user = &leaf};
            assert_int_equal(fcap_branch(&c.run, &b, &goal), FCAP_OK);
            assert_true(goal.bound <= optimum * (1 + 1e-12) + 1e-13);
            assert_true(leaf.leaves == 0 || goal.upper == leaf.best);
            leaves += leaf.leaves;
        }
        case_close(&c);
    }
    assert_true(leaves > 50);
}

static int stop(void *user, const fcap_progress *progress) {
    (void)user;
    (void)progress;
    return 1;
}

static void a_stopped_search_keeps_a_true_bound(void **state) {
    (void)state;
    dice luck = dice_of(4);
    for (int i = 0; i < 100; i++) {
        small_problem const p = draw_problem(&luck, 7);
        bound_case c;
        case_open(&c, &p);
        if (c.optimum < INFINITY) {
            double const optimum = c.optimum / c.unit;
            lagrange b;
            slow_leaf leaf = {.c = &c, .best = INFINITY};
            assert_int_equal(fcap_bound_open(&c.run, &c.points, &c.s, &b), FCAP_OK);
            branch_goal goal = {
                .upper = optimum * 1.5 + 1, .nodes = 1000, .leaf = solve_slowly, .user = &leaf};
            c.run.tick = stop;
            c.run.next_tick = 0;
            assert_int_equal(fcap_branch(&c.run, &b, &goal), FCAP_OK);
            assert_true(goal.bound <= optimum * (1 + 1e-12) + 1e-13);
        }
        case_close(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_optimum_is_found_and_proved),
        cmocka_unit_test(an_unfinished_proof_says_no_more_than_is_true),
        cmocka_unit_test(a_leaf_without_proof_is_no_proof),
        cmocka_unit_test(a_stopped_search_keeps_a_true_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
