/* test_relaxed.c - the bound of requests with any rules, against the optimum of tiny ones. */
#include "bound/relaxed.h"
#include "effort.h"

#include "instances.h"
#include "rule_draws.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum {
    REQUESTS = 100, /* feasible ones of each rule */
    WORK = 100000   /* units of lagrange.h */
};

typedef struct bound_of_rules {
    rule_draw drawn;
    rules_optimum best;
    fcap_run run;
    points p;
    rules r;
    relaxed x;
    double unit; /* the true distance per 1 of points */
} bound_of_rules;

static void open_case(bound_of_rules *c) {
    const fcap_problem *const q = &c->drawn.problem;
    fcap_run_open(&c->run, NULL, NULL);
    assert_int_equal(fcap_rules_open(&c->run, q, &c->drawn.asked, &c->r), FCAP_OK);
    fcap_status const status =
        q->distance != NULL
            ? fcap_points_open_given(&c->run, q->distance, q->n, &c->p)
            : fcap_points_open_metric(&c->run, q->x, q->n, q->d, q->metric, &c->p);
    assert_int_equal(status, FCAP_OK);
    assert_int_equal(fcap_relaxed_open(&c->run, &c->p, &c->r, &c->x), FCAP_OK);
    c->unit = ldexp(1, c->p.exponent);
}

static void is_a_bound(const bound_of_rules *c) {
    double const bound = c->x.bound * c->unit;
    if (bound > c->best.cost * (1 + 1e-12)) {
        print_error("seed %llu, rules %u: bound %.17g, optimum %.17g\n",
                    (unsigned long long)c->drawn.seed, c->drawn.rules, bound, c->best.cost);
        fail();
    }
}

/* With the candidates left, the optimum can still be had. */
static int64_t fixing_keeps_the_optimum(bound_of_rules *c) {
    static rule_draw less;
    int64_t out = 0;
    less = c->drawn;
    for (int64_t i = 0; i < c->r.n; i++) {
        out += !c->x.may[i];
    }
    less.problem.candidate = c->x.may;
    rules_optimum const left = rules_optimum_of(&less.problem, &c->drawn.asked);
    assert_true(left.feasible && left.pairs == c->best.pairs);
    assert_true(left.cost <= c->best.cost * (1 + 1e-12));
    return out;
}

typedef struct figures {
    int64_t n;
    int64_t optimal; /* the bound is the optimum */
    int64_t out;     /* candidates */
    double first;    /* sum of bound / optimum: of some steps, */
    double last;     /* and with branches */
} figures;

static void judge(bound_of_rules *c, double above, figures *f) {
    relaxed_goal goal = {.upper = INFINITY};
    assert_int_equal(fcap_relaxed_raise(&c->run, &c->x, &goal), FCAP_OK);
    is_a_bound(c);
    double const scale = c->best.cost > 0 ? c->unit / c->best.cost : 0;
    f->first += scale > 0 ? fmax(c->x.bound, 0) * scale : 1;
    goal = (relaxed_goal){.upper = c->best.cost / c->unit * (1 + above) + 1e-9, .work = WORK};
    assert_int_equal(fcap_relaxed_raise(&c->run, &c->x, &goal), FCAP_OK);
    is_a_bound(c);
    f->n++;
    f->last += scale > 0 ? fmax(c->x.bound, 0) * scale : 1;
    f->optimal += scale == 0 || c->x.bound * scale > 1 - 1e-8;
    if (c->best.cost > 0) {
        f->out += fixing_keeps_the_optimum(c);
    }
}

static void no_bound_is_above_the_optimum(void **state) {
    (void)state;
    static bound_of_rules c;
    int64_t all = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    print_message("rule          requests  first   last    optimal  put out\n");
    for (unsigned rule = 1; rule <= DRAWN_ALL + 1; rule *= 2) {
        figures f = {0};
        int const last = rule > DRAWN_ALL;
        if (rule == DRAWN_SSE) {
            continue;
        }
        for (uint64_t seed = 1; f.n < often(REQUESTS * (last ? 10 : 1)); seed++) {
            unsigned const drawn =
                last ? rule_draw_combination(seed) & ~(unsigned)DRAWN_SSE : rule;
            rule_draw_make(seed, drawn, DRAWN_TINY, &c.drawn);
            c.best = rules_optimum_of(&c.drawn.problem, &c.drawn.asked);
            if (c.best.feasible) {
                open_case(&c);
                judge(&c, seed % 3 == 0 ? 0 : seed % 3 == 1 ? 1e-3 : 0.3, &f);
                fcap_run_close(&c.run);
            }
        }
        print_message("%-12s %9lld  %.4f  %.4f  %7lld  %7lld\n",
                      last ? "combination" : rule_draw_name((drawn_rule)rule), (long long)f.n,
                      f.first / (double)f.n, f.last / (double)f.n, (long long)f.optimal,
                      (long long)f.out);
        assert_true(f.last >= f.first);
        all += f.n;
    }
    assert_true(all > often(2000));
}

static void squared_errors_have_no_bound(void **state) {
    (void)state;
    static bound_of_rules c;
    rule_draw_make(1, DRAWN_SSE, DRAWN_TINY, &c.drawn);
    open_case(&c);
    relaxed_goal goal = {.upper = INFINITY, .work = WORK};
    assert_int_equal(fcap_relaxed_raise(&c.run, &c.x, &goal), FCAP_OK);
    assert_true(c.x.bound == -1);
    fcap_run_close(&c.run);
}

/* Plain rules of two groups: the bound of lagrange.h, which is another program. */
static void two_groups_have_the_bound_that_they_always_had(void **state) {
    (void)state;
    enum {
        POINTS = 60
    };
    dice luck = dice_of(5);
    double x[POINTS * 2];
    int32_t group[POINTS];
    for (int round = 0; round < 5; round++) {
        fcap_run run;
        points p;
        shape s;
        lagrange b;
        relaxed y;
        draw_points(&luck, round % 2 ? SCATTERED : CLUMPED, x, POINTS, 2);
        for (int i = 0; i < POINTS; i++) {
            group[i] = i % 5 < 2;
        }
        fcap_attribute const t = {group, 2, {1, 2}};
        rules const r = {.n = POINTS,
                         .k = 4,
                         .capacity = 16,
                         .min_size = 1,
                         .attribute = &t,
                         .n_attributes = 1,
                         .n_counts = 2};
        fcap_run_open(&run, NULL, NULL);
        assert_int_equal(fcap_points_open(&run, x, POINTS, 2, &p), FCAP_OK);
        assert_int_equal(fcap_shape_open(&run, &r, &s), FCAP_OK);
        assert_int_equal(fcap_bound_open(&run, &p, &s, &b), FCAP_OK);
        bound_goal up = {.upper = INFINITY, .steps = 400};
        assert_int_equal(fcap_bound_ascend(&run, &b, &up), FCAP_OK);
        assert_int_equal(fcap_relaxed_open(&run, &p, &r, &y), FCAP_OK);
        relaxed_goal goal = {.upper = INFINITY, .work = 400000000};
        assert_int_equal(fcap_relaxed_raise(&run, &y, &goal), FCAP_OK);
        assert_true(fabs(y.bound - b.value) <= 2e-3 * b.value);
        fcap_run_close(&run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_bound_is_above_the_optimum),
        cmocka_unit_test(squared_errors_have_no_bound),
        cmocka_unit_test(two_groups_have_the_bound_that_they_always_had),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
