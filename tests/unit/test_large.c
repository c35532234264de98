/* test_large.c - with many points answers obey the rules, are assigned exactly where that is
 * claimed, and depend on no thread and on no clock.
 */
#include "effort.h"
#include "instances.h"
#include "search/large.h"
#include "verify.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    N = 13000,
    D = 3
};

static double x[N * D];
static int32_t group[N];

typedef struct problem {
    fcap_run run;
    points p;
    fcap_attribute attribute;
    rules r;
    shape s;
    answer a;
} problem;

static int stop_at_once(void *user, const fcap_progress *progress) {
    (void)user;
    (void)progress;
    return 1;
}

static void draw(uint64_t seed, shape_of_points kind, int even) {
    dice luck = dice_of(seed);
    draw_points(&luck, kind, x, N, D);
    for (int64_t j = 0; j < N;
         j++) { /* the groups live apart, so that balance costs something */
        group[j] = even ? (int32_t)(j % 2) : x[j * D] > x[(j + 1) % N * D];
    }
}

static void open_problem(problem *w, int32_t k, fcap_ratio t, int32_t threads,
                         fcap_tick *tick) {
    fcap_options o;
    fcap_options_init(&o);
    o.threads = threads;
    o.tick = tick;
    fcap_run_open(&w->run, &o, NULL);
    assert_int_equal(fcap_points_open(&w->run, x, N, D, &w->p), FCAP_OK);
    w->attribute = (fcap_attribute){group, 2, t};
    w->r = (rules){.n = N,
                   .k = k,
                   .capacity = 2 * ((N + k - 1) / k / 2 + 1),
                   .min_size = 1,
                   .attribute = &w->attribute,
                   .n_attributes = t.num > 0,
                   .n_counts = t.num > 0 ? 2 : 0};
    assert_int_equal(fcap_shape_open(&w->run, &w->r, &w->s), FCAP_OK);
    assert_true(w->s.least <= w->s.most);
    assert_true(fcap_large_serves(&w->p, &w->s));
    assert_int_equal(fcap_answer_open(&w->run, &w->s, &w->a), FCAP_OK);
    assert_int_equal(fcap_large(&w->run, &w->p, &w->r, &w->s, 1, &w->a), FCAP_OK);
}

static void check(const problem *w) {
    fcap_ratio const t = w->attribute.balance;
    verified const v =
        verify(x, N, D, group, t.num > 0 ? 2 : 0, t.num, t.den, w->a.label, w->r.k);
    double const cost = ldexp(w->a.cost, w->p.exponent);
    double own = 0;
    assert_true(v.is_partition && v.largest <= w->r.capacity && v.smallest >= 1);
    assert_true(t.num == 0 || v.balanced);
    for (int32_t i = 0; i < w->r.k; i++) {
        assert_int_equal(w->a.label[w->a.medoid[i]], i);
    }
    for (int64_t j = 0; j < N; j++) {
        own += fcap_points_distance(&w->p, w->a.medoid[w->a.label[j]], j);
    }
    assert_true(fabs(ldexp(own, w->p.exponent) - cost) <= 1e-9 * (1 + cost));
    assert_true(v.cost <= cost * (1 + 1e-9));
    assert_true(w->a.fixed_bound <= w->a.cost * (1 + 1e-12));
}

static void answers_obey_the_rules(void **state) {
    (void)state;
    fcap_ratio const ratio[] = {{0, 1}, {1, 2}, {9, 10}};
    shape_of_points const kind[] = {SCATTERED, CLUMPED, GRID, EQUAL};
    int const all = often(4) == 4;
    for (int i = all ? 0 : 1; i < (all ? 4 : 2); i++) {
        problem w;
        draw((uint64_t)i, kind[i], i >= 2);
        open_problem(&w, i == 0 ? 1 : 7, ratio[i % 3], 2, NULL);
        check(&w);
        assert_true(w.a.cost - w.a.fixed_bound <= 1e-3 * w.a.cost);
        fcap_run_close(&w.run);
    }
}

static void sizes_alone_and_balance_one_are_assigned_exactly(void **state) {
    (void)state;
    for (int i = often(4) == 4 ? 0 : 1; i < 2; i++) {
        problem w;
        draw((uint64_t)(10 + i), (shape_of_points)i, 1);
        open_problem(&w, 6, i % 2 ? (fcap_ratio){1, 1} : (fcap_ratio){0, 1}, 2, NULL);
        check(&w);
        assert_true(w.a.cost - w.a.fixed_bound <= 2e-11 * w.a.cost);
        fcap_run_close(&w.run);
    }
}

static void threads_change_nothing(void **state) {
    (void)state;
    problem one;
    problem three;
    if (often(2) < 2) { /* the release build compares them */
        skip();
    }
    int32_t const k = 34;
    draw(20, CLUMPED, 0);
    open_problem(&one, k, (fcap_ratio){1, 2}, 1, NULL);
    open_problem(&three, k, (fcap_ratio){1, 2}, 3, NULL);
    assert_true(one.a.cost == three.a.cost && one.a.fixed_bound == three.a.fixed_bound);
    assert_memory_equal(one.a.label, three.a.label, N * sizeof *one.a.label);
    fcap_run_close(&one.run);
    fcap_run_close(&three.run);
}

static void who_is_stopped_at_once_has_an_answer(void **state) {
    (void)state;
    problem w;
    draw(21, CLUMPED, 0);
    open_problem(&w, 12, (fcap_ratio){1, 2}, 2, stop_at_once);
    check(&w);
    assert_int_equal(w.run.stopped, FCAP_INTERRUPTED);
    fcap_run_close(&w.run);
}

static void few_points_or_tiny_clusters_are_left_to_the_search(void **state) {
    (void)state;
    points p = {.n = 10000, .d = 2};
    shape s = {.n_groups = 1, .n = 10000, .k = 3};
    assert_false(fcap_large_serves(&p, &s));
    p.n = s.n = 100000;
    assert_true(fcap_large_serves(&p, &s));
    s.k = 20000;
    assert_false(fcap_large_serves(&p, &s));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_obey_the_rules),
        cmocka_unit_test(sizes_alone_and_balance_one_are_assigned_exactly),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(who_is_stopped_at_once_has_an_answer),
        cmocka_unit_test(few_points_or_tiny_clusters_are_left_to_the_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
