/* test_methods.c - every method through the public call: what it enforces holds, whatever is
 * feasible is answered, it can be stopped anywhere, and memory may end anywhere. */
#include "counting.h"
#include "effort.h"
#include "fuzz/dp_oracle.h"
#include "instances.h"
#include "verify.h"

#include <faircap/faircap.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    N_MOST = 60,
    D = 3
};

typedef struct instance {
    double x[N_MOST * D];
    int32_t group[N_MOST];
    fcap_attribute attribute;
    fcap_problem problem;
    fcap_rules rules;
    int a;
    int b;
} instance;

static void draw(dice *luck, int i, instance *in) {
    int64_t const den = roll(luck, 1, 5);
    in->a = (int)roll(luck, 1, 30);
    in->b = (int)roll(luck, 1, 30);
    int const n = in->a + in->b;
    draw_points(luck, (shape_of_points)(i % SHAPES), in->x, n, D);
    for (int j = 0; j < n; j++) {
        int64_t const other = roll(luck, 0, j);
        in->group[j] = in->group[other];
        in->group[other] = j >= in->a;
    }
    in->attribute = (fcap_attribute){in->group, 2, {roll(luck, 1, den), den}};
    in->problem = (fcap_problem)FCAP_PROBLEM_INIT;
    in->problem.x = in->x;
    in->problem.n = n;
    in->problem.d = D;
    in->problem.attribute = &in->attribute;
    in->problem.n_attributes = 1;
    in->rules = (fcap_rules)FCAP_RULES_INIT;
    in->rules.k = (int32_t)roll(luck, 1, n < 12 ? n : 12);
    int64_t const even = (n + in->rules.k - 1) / in->rules.k;
    in->rules.max_size = roll(luck, even, even + 4);
    in->rules.min_size = roll(luck, 1, even > 3 ? 3 : 1);
}

static int feasible_for(const instance *in, unsigned enforces) {
    int const capacity = (enforces & FCAP_ENFORCES_CAPACITY) != 0;
    fcap_ratio const t = in->attribute.balance;
    int const balance = (enforces & FCAP_ENFORCES_BALANCE) != 0;
    return dp_feasible(
        in->a, in->b, in->rules.k, capacity ? (int)in->rules.max_size : in->a + in->b,
        capacity ? (int)in->rules.min_size : 1, balance ? (int)t.num : 0, (int)t.den);
}

static void holds_what_it_enforces(const instance *in, fcap_method method,
                                   const int32_t *label) {
    fcap_ratio const t = in->attribute.balance;
    unsigned const enforces = fcap_method_enforces(method);
    verified const v =
        verify(in->x, in->problem.n, D, in->group, 2, t.num, t.den, label, in->rules.k);
    assert_true(v.is_partition);
    if (enforces & FCAP_ENFORCES_CAPACITY) {
        assert_true(v.largest <= in->rules.max_size && v.smallest >= in->rules.min_size);
    }
    assert_true(v.balanced || !(enforces & FCAP_ENFORCES_BALANCE));
}

static void what_is_feasible_is_answered_within_the_rules(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int answered[FCAP_METHOD_END] = {0};
    int repaired = 0;
    for (int i = 0; i < often(700); i++) {
        instance in;
        draw(&luck, i, &in);
        for (int m = 0; m < FCAP_METHOD_END; m++) {
            fcap_options o;
            fcap_options_init(&o);
            o.method = (fcap_method)m;
            o.effort = 1;
            o.threads = 1 + i % 2;
            o.fairlets = i % 2 ? FCAP_FAIRLETS_MCF : FCAP_FAIRLETS_VANILLA;
            o.fairlet_centre = i % 3 ? FCAP_FAIRLET_CENTRE_MEDIAN : FCAP_FAIRLET_CENTRE_RANDOM;
            int32_t label[N_MOST];
            fcap_report report;
            fcap_error err;
            fcap_status const status =
                fcap_cluster(&in.problem, &in.rules, &o, label, &report, &err);
            int const expected = feasible_for(&in, fcap_method_enforces(o.method));
            assert_int_equal(status, expected ? FCAP_OK : FCAP_E_INFEASIBLE);
            if (expected) {
                holds_what_it_enforces(&in, o.method, label);
                answered[m]++;
                repaired += report.repaired;
            }
        }
    }
    for (int m = 0; m < FCAP_METHOD_END; m++) {
        print_message("%s: %d answers\n", fcap_method_name((fcap_method)m), answered[m]);
        assert_true(answered[m] > often(100));
    }
    print_message("%d repaired\n", repaired);
    assert_true(repaired > (often(700) == 700 ? 50 : 0));
}

/* ---- metrics ---- */

/* fair-hierarchical works with Euclidean distances of means, and says so. */
static void the_papers_methods_take_every_metric_or_refuse_it(void **state) {
    (void)state;
    dice luck = dice_of(9);
    static double given[N_MOST * N_MOST];
    int answered = 0;
    for (int i = 0; i < often(200); i++) {
        instance in;
        draw(&luck, i, &in);
        int const kind = i % 3; /* manhattan, squared, given */
        fcap_problem p = in.problem;
        p.metric = kind == 0 ? FCAP_METRIC_MANHATTAN : FCAP_METRIC_SQEUCLIDEAN;
        for (int64_t a = 0; a < p.n; a++) {
            for (int64_t b = 0; b < p.n; b++) {
                given[a * p.n + b] = a == b ? 0 : a < b ? roll_unit(&luck) : given[b * p.n + a];
            }
        }
        p.distance = kind == 2 ? given : NULL;
        for (int m = 0; m < FCAP_METHOD_BEST; m++) {
            fcap_options o;
            fcap_options_init(&o);
            o.method = (fcap_method)m;
            o.threads = 1;
            int32_t label[N_MOST];
            fcap_report report;
            fcap_error err;
            fcap_status const status = fcap_cluster(&p, &in.rules, &o, label, &report, &err);
            if (!feasible_for(&in, fcap_method_enforces(o.method))) {
                assert_int_equal(status, FCAP_E_INFEASIBLE);
            } else if (status != FCAP_OK) {
                assert_int_equal(status, i % SHAPES == HUGE_ONES && kind == 1
                                             ? FCAP_E_OVERFLOW
                                             : FCAP_E_ARGUMENT);
                assert_true(status == FCAP_E_OVERFLOW || m == FCAP_METHOD_FAIR_HIERARCHICAL);
            } else {
                holds_what_it_enforces(&in, o.method, label);
                judged const v = verify_rules(&p, &in.rules, label);
                assert_true(v.cost - report.cost <= 1e-9 * v.cost);
                assert_true(report.cost - v.cost <= 1e-9 * v.cost);
                answered++;
            }
        }
    }
    assert_true(answered > often(300));
}

/* ---- stopping ---- */

static int stop_after(void *user, const fcap_progress *progress) {
    (void)progress;
    int *const left = user;
    return --*left < 0;
}

static void stopped_anywhere_it_answers_or_says_so(void **state) {
    (void)state;
    dice luck = dice_of(2);
    instance in;
    do {
        draw(&luck, 0, &in);
    } while (!feasible_for(&in, 3) || in.problem.n < 40 || in.rules.k < 3);
    for (int m = 0; m < FCAP_METHOD_END; m++) {
        int stopped = 0;
        int answered = 0;
        for (int ticks = 0; ticks < 40; ticks++) {
            int left = ticks;
            fcap_options o;
            fcap_options_init(&o);
            o.method = (fcap_method)m;
            o.tick = stop_after;
            o.tick_user = &left;
            int32_t label[N_MOST] = {7};
            fcap_report report;
            fcap_status const status =
                fcap_cluster(&in.problem, &in.rules, &o, label, &report, NULL);
            if (status == FCAP_OK) {
                holds_what_it_enforces(&in, o.method, label);
                answered++;
            } else {
                assert_int_equal(status, FCAP_E_CANCELLED);
                assert_int_equal(label[0], 7);
                stopped++;
            }
        }
        assert_true(answered > 0 && stopped + answered == 40);
    }
}

/* ---- memory ---- */

static void memory_may_end_anywhere(void **state) {
    (void)state;
    dice luck = dice_of(3);
    instance in;
    do {
        draw(&luck, 1, &in);
    } while (!feasible_for(&in, 3) || in.problem.n < 40 || in.rules.k < 3);
    for (int m = 0; m < FCAP_METHOD_END; m++) {
        int done = 0;
        for (int at = 1; !done; at++) {
            counting f = {.fail_at = at};
            fcap_options o;
            fcap_options_init(&o);
            o.method = (fcap_method)m;
            o.effort = 1;
            o.threads = 1;
            o.allocator = (fcap_allocator){counting_alloc, counting_release, &f};
            int32_t label[N_MOST] = {7};
            fcap_status const status =
                fcap_cluster(&in.problem, &in.rules, &o, label, NULL, NULL);
            assert_int_equal(f.open, 0);
            done = status == FCAP_OK;
            assert_true(done || (status == FCAP_E_NO_MEMORY && label[0] == 7));
        }
    }
}

static void what_fairlets_need_is_said(void **state) {
    (void)state;
    dice luck = dice_of(4);
    instance in;
    do {
        draw(&luck, 0, &in);
    } while (!feasible_for(&in, 3));
    for (int m = FCAP_METHOD_FAIR_HIERARCHICAL; m <= FCAP_METHOD_FAIRLET_KMEDOIDS; m++) {
        fcap_options o;
        fcap_options_init(&o);
        o.method = (fcap_method)m;
        int32_t label[N_MOST];
        fcap_error err;
        fcap_problem bare = in.problem;
        bare.n_attributes = 0;
        assert_int_equal(fcap_cluster(&bare, &in.rules, &o, label, NULL, &err),
                         FCAP_E_ARGUMENT);
        assert_non_null(strstr(err.message, "fairlets need one protected attribute, not 0"));
        o.lambda = 0;
        assert_int_equal(fcap_cluster(&in.problem, &in.rules, &o, label, NULL, &err),
                         FCAP_E_ARGUMENT);
        assert_string_equal(err.message, "lambda is 0; it must be above 0 and below 1e300");
        o.lambda = 0.3;
        o.fairlets = FCAP_FAIRLETS_END;
        assert_int_equal(fcap_cluster(&in.problem, &in.rules, &o, label, NULL, &err),
                         FCAP_E_ARGUMENT);
        o.fairlets = FCAP_FAIRLETS_MCF;
        instance free_mix = in; /* t = 0: every point is a fairlet */
        free_mix.attribute.balance = (fcap_ratio){0, 1};
        free_mix.attribute.group = free_mix.group;
        free_mix.problem.attribute = &free_mix.attribute;
        free_mix.problem.x = free_mix.x;
        fcap_report report;
        assert_int_equal(
            fcap_cluster(&free_mix.problem, &free_mix.rules, &o, label, &report, &err),
            FCAP_OK);
        assert_int_equal(report.n_fairlets, free_mix.problem.n);
        holds_what_it_enforces(&free_mix, o.method, label);
    }
}

static void best_takes_several_attributes_and_unknown_groups(void **state) {
    (void)state;
    dice luck = dice_of(5);
    instance in;
    do {
        draw(&luck, 0, &in);
    } while (!feasible_for(&in, 3) || in.problem.n < 6);
    int32_t label[N_MOST];
    fcap_error err;
    fcap_problem bare = in.problem;
    bare.n_attributes = 0;
    assert_int_equal(fcap_cluster(&bare, &in.rules, NULL, label, NULL, &err), FCAP_OK);
    fcap_attribute both[2] = {in.attribute, {in.group, 2, {0, 1}}};
    bare.attribute = both;
    bare.n_attributes = 2; /* the second asks for nothing */
    assert_int_equal(fcap_cluster(&bare, &in.rules, NULL, label, NULL, &err), FCAP_OK);
    holds_what_it_enforces(&in, FCAP_METHOD_BEST, label);
    both[0] = both[1];
    both[1] = in.attribute; /* the first asks for nothing */
    assert_int_equal(fcap_cluster(&bare, &in.rules, NULL, label, NULL, &err), FCAP_OK);
    holds_what_it_enforces(&in, FCAP_METHOD_BEST, label);
    both[0] = in.attribute; /* twice the same */
    assert_int_equal(fcap_cluster(&bare, &in.rules, NULL, label, NULL, &err), FCAP_OK);
    holds_what_it_enforces(&in, FCAP_METHOD_BEST, label);
    int32_t some[N_MOST];
    memcpy(some, in.group, sizeof some);
    some[0] = -1;
    both[0].group = some;
    both[0].balance = (fcap_ratio){0, 1};
    both[1] = in.attribute;
    assert_int_equal(fcap_cluster(&bare, &in.rules, NULL, label, NULL, &err), FCAP_OK);
    holds_what_it_enforces(&in, FCAP_METHOD_BEST, label);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_feasible_is_answered_within_the_rules),
        cmocka_unit_test(the_papers_methods_take_every_metric_or_refuse_it),
        cmocka_unit_test(stopped_anywhere_it_answers_or_says_so),
        cmocka_unit_test(memory_may_end_anywhere),
        cmocka_unit_test(what_fairlets_need_is_said),
        cmocka_unit_test(best_takes_several_attributes_and_unknown_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
