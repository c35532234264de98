/* test_mixture.c - similar members and alike groups: valid always, and as good as the best. */
#include "counting.h"
#include "effort.h"
#include "general_help.h"
#include "rule_draws.h"
#include "verify.h"

#include "mixture/floors.h"
#include "mixture/opening.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static wish w; /* too large for the stack */

enum {
    CLASS = 60, /* students of the larger tests */
    CLASS_D = 4
};

/* ---- all of few points ---- */

static int any_rules(dice *luck) {
    int asked = 0;
    for (int rule = 1; rule < ASK_END; rule *= 2) {
        asked |= roll(luck, 0, 3) == 0 ? rule : 0;
    }
    return asked;
}

static void draw_mixed(dice *luck, int asked, int64_t most) {
    int64_t const n = roll(luck, 3, most);
    int32_t const k = (int32_t)roll(luck, 1, 3);
    wish_draw(&w, luck, n, k, asked);
    wish_mix(&w, luck);
}

static void expect_best(const wished *best, const int32_t *label) {
    assert_true(wish_obeyed(&w, label));
    assert_int_equal(wish_pairs(&w, &w.r.avoid, label), best->met);
    double const cost = wish_cost(&w, label);
    if (cost > best->cost + 1e-9) {
        print_message("asked %d: %g instead of %g, n %d k %d\n", w.asked, cost, best->cost,
                      (int)w.p.n, (int)w.r.k);
    }
    assert_true(cost <= best->cost + 1e-9 * (1 + best->cost));
}

static void the_library_finds_the_best_answer(void **state) {
    (void)state;
    dice luck = dice_of(91);
    int feasible = 0;
    for (int i = 0; i < often(400); i++) {
        draw_mixed(&luck, any_rules(&luck), 7);
        wished const best = wish_best(&w);
        int32_t label[WISH_MOST];
        fcap_report report;
        fcap_options o;
        fcap_options_init(&o);
        fcap_error err = {.message = ""};
        fcap_status const status = fcap_cluster(&w.p, &w.r, &o, label, &report, &err);
        int const idle = w.aim[0] == 0 && w.aim[1] == 0;
        if (!best.found) {
            assert_true(status == FCAP_E_INFEASIBLE || (idle && status == FCAP_E_NOT_FOUND));
            continue;
        }
        feasible++;
        if (status != FCAP_OK) {
            print_message("asked %d: %s\n", w.asked, err.message);
        }
        assert_int_equal(status, FCAP_OK);
        assert_int_equal(report.all_tried, !idle);
        assert_true(idle || wish_told(&best, &report));
        expect_best(&best, label);
        assert_true(fabs(report.cost - wish_cost(&w, label)) <= 1e-9 * (1 + best.cost));
    }
    assert_true(feasible > often(100));
}

/* The search alone, which the library leaves to divisions where points are so few. */
static fcap_status search_alone(int32_t *label, double *bound) {
    fcap_options o;
    fcap_run run;
    rules r;
    points p;
    points blended;
    blend b;
    grouping g;
    annealing a;
    fcap_options_init(&o);
    o.threads = 1;
    fcap_run_open(&run, &o, NULL);
    fcap_status status = fcap_rules_open(&run, &w.p, &w.r, &r);
    assert_int_equal(status, FCAP_OK);
    assert_int_equal(fcap_points_open(&run, w.x, w.p.n, WISH_D, &p), FCAP_OK);
    assert_int_equal(fcap_blend_open(&run, &p, &r, &b), FCAP_OK);
    assert_int_equal(fcap_points_open(&run, b.x, p.n, b.d, &blended), FCAP_OK);
    task of = {.p = &blended, .r = &r, .by_mean = 1, .n_spread = b.d - b.near};
    assert_int_equal(fcap_tally_open(&run, &r, &of.t), FCAP_OK);
    status = fcap_items_open(&run, &r, &of.t, &of.it);
    if (status == FCAP_OK) {
        assert_int_equal(fcap_blend_items(&run, &of.it, &b), FCAP_OK);
        assert_int_equal(fcap_grouping_open(&run, &of, &b, &g), FCAP_OK);
        assert_int_equal(fcap_annealing_open(&run, &g, fcap_rng_seed(5), &a), FCAP_OK);
        status = fcap_opening_find(&run, &o, &a);
    }
    if (status == FCAP_OK) {
        assert_int_equal(fcap_floors(&run, &b, &r, bound), FCAP_OK);
        double const unit = ldexp(b.unit, b.exponent);
        *bound *= unit;
        fcap_annealing_run(&run, &a, 60000);
        for (int64_t j = 0; j < w.p.n; j++) {
            label[j] = a.label[of.it.of_point[j]];
        }
        assert_true(fabs(a.best.cost * unit - wish_cost(&w, label)) <= 1e-9 * (1 + unit));
    }
    fcap_run_close(&run);
    return status;
}

static void the_search_alone_finds_it_too(void **state) {
    (void)state;
    dice luck = dice_of(92);
    int feasible = 0;
    int bounded = 0;
    for (int i = 0; i < often(200); i++) {
        draw_mixed(&luck, any_rules(&luck), i % 10 == 0 ? 9 : 7);
        wished const best = wish_best(&w);
        int32_t label[WISH_MOST];
        double bound = 0;
        fcap_status const status = search_alone(label, &bound);
        if (!best.found) {
            assert_true(status == FCAP_E_INFEASIBLE || status == FCAP_E_NOT_FOUND);
            continue;
        }
        feasible++;
        assert_int_equal(status, FCAP_OK);
        expect_best(&best, label);
        assert_true(bound >= 0 && bound <= best.cost * (1 + 1e-9) + 1e-300);
        bounded += bound > best.cost / 2;
    }
    assert_true(feasible > often(50) && bounded > often(10));
}

/* ---- a class ---- */

typedef struct class_of {
    double x[CLASS * CLASS_D];
    int32_t sex[CLASS];
    fcap_attribute attribute;
    double aim[CLASS_D];
    fcap_problem p;
    fcap_rules r;
} class_of;

static class_of class;

/* A score, an age, and two 0/1 columns; two thirds are of one sex. */
static void draw_class(uint64_t seed) {
    dice luck = dice_of(seed);
    for (int64_t i = 0; i < CLASS; i++) {
        class.x[i * CLASS_D] = roll_unit(&luck);
        class.x[i * CLASS_D + 1] = roll_unit(&luck);
        class.x[i * CLASS_D + 2] = (double)roll(&luck, 0, 1);
        class.x[i * CLASS_D + 3] = roll(&luck, 0, 3) == 0;
        class.sex[i] = i % 3 == 0;
    }
    class.attribute = (fcap_attribute){class.sex, 2, {1, 3}};
    memcpy(class.aim, (double[]){1, 0, -1, -2}, sizeof class.aim);
    class.p = (fcap_problem)FCAP_PROBLEM_INIT;
    class.p.x = class.x;
    class.p.n = CLASS;
    class.p.d = CLASS_D;
    class.p.attribute = &class.attribute;
    class.p.n_attributes = 1;
    class.p.objective = FCAP_OBJECTIVE_MIXED;
    class.p.aim = class.aim;
    class.r = (fcap_rules)FCAP_RULES_INIT;
    class.r.k = 15;
    class.r.min_size = 3;
    class.r.max_size = 5;
}

static fcap_status group_class(int32_t threads, uint64_t seed, int32_t *label,
                               fcap_report *report, fcap_error *err) {
    fcap_options o;
    fcap_options_init(&o);
    o.effort = 2;
    o.threads = threads;
    o.seed = seed;
    return fcap_cluster(&class.p, &class.r, &o, label, report, err);
}

static double cost_with(const double *aim, const int32_t *label) {
    fcap_measures m = {.size = NULL};
    class.p.aim = aim;
    assert_int_equal(fcap_measure(&class.p, &class.r, label, NULL, &m, NULL), FCAP_OK);
    class.p.aim = class.aim;
    return m.cost;
}

static void inside_and_between_make_the_whole(void **state) {
    (void)state;
    int32_t label[CLASS];
    int32_t one[CLASS] = {0};
    fcap_report report;
    draw_class(93);
    assert_int_equal(group_class(1, 1, label, &report, NULL), FCAP_OK);
    double sum = 0;
    for (int c = 0; c < CLASS_D; c++) {
        double inside[CLASS_D] = {0};
        double between[CLASS_D] = {0};
        inside[c] = 1;
        between[c] = -1;
        double const within = cost_with(inside, label);
        double const among = cost_with(between, label);
        class.r.k = 1;
        double const whole = cost_with(inside, one);
        class.r.k = 15;
        assert_true(fabs(within + among - whole) < 1e-12 * whole);
        sum += class.aim[c] > 0 ? class.aim[c] * within : -class.aim[c] * among;
    }
    assert_true(fabs(sum - report.cost) < 1e-12 * sum);
}

static void both_aims_beat_groups_by_lot(void **state) {
    (void)state;
    int32_t label[CLASS];
    int32_t lot[CLASS];
    draw_class(94);
    assert_int_equal(group_class(1, 1, label, NULL, NULL), FCAP_OK);
    double const nothing[CLASS_D] = {0};
    double const similar[CLASS_D] = {1, 0, 0, 0};
    double const diverse[CLASS_D] = {0, 0, -1, -2};
    class.p.aim = nothing;
    assert_int_equal(group_class(1, 1, lot, NULL, NULL), FCAP_OK);
    assert_true(cost_with(similar, label) < 0.3 * cost_with(similar, lot));
    assert_true(cost_with(diverse, label) < 0.5 * cost_with(diverse, lot));
}

static void labels_depend_on_the_seed_and_not_on_threads(void **state) {
    (void)state;
    int32_t label[3][CLASS];
    draw_class(95);
    assert_int_equal(group_class(1, 1, label[0], NULL, NULL), FCAP_OK);
    assert_int_equal(group_class(3, 1, label[1], NULL, NULL), FCAP_OK);
    assert_memory_equal(label[0], label[1], sizeof label[0]);
    memset(class.aim, 0, sizeof class.aim); /* nothing matters: groups by lot */
    assert_int_equal(group_class(1, 1, label[1], NULL, NULL), FCAP_OK);
    assert_int_equal(group_class(1, 2, label[2], NULL, NULL), FCAP_OK);
    assert_memory_not_equal(label[1], label[2], sizeof label[1]);
}

static void a_change_costs_what_it_says(void **state) {
    (void)state;
    dice luck = dice_of(96);
    fcap_run run;
    rules r;
    points p;
    blend b;
    grouping g;
    proposals lots;
    int32_t label[CLASS];
    draw_class(96);
    fcap_run_open(&run, NULL, NULL);
    assert_int_equal(fcap_rules_open(&run, &class.p, &class.r, &r), FCAP_OK);
    assert_int_equal(fcap_points_open(&run, class.x, CLASS, CLASS_D, &p), FCAP_OK);
    assert_int_equal(fcap_blend_open(&run, &p, &r, &b), FCAP_OK);
    task of = {.p = &p, .r = &r, .by_mean = 1};
    assert_int_equal(fcap_tally_open(&run, &r, &of.t), FCAP_OK);
    assert_int_equal(fcap_items_open(&run, &r, &of.t, &of.it), FCAP_OK);
    assert_int_equal(fcap_blend_items(&run, &of.it, &b), FCAP_OK);
    assert_int_equal(fcap_grouping_open(&run, &of, &b, &g), FCAP_OK);
    for (int i = 0; i < CLASS; i++) {
        label[i] = (int32_t)roll(&luck, 0, r.k - 1);
    }
    fcap_grouping_set(&g, label);
    assert_int_equal(fcap_proposals_open(&run, &g, fcap_rng_seed(1), &lots), FCAP_OK);
    int made[CHANGE_GROUPS + 1] = {0};
    for (int i = 0; i < often(3000); i++) {
        change c;
        uint32_t bits;
        if (!fcap_proposals_draw(&lots, &c, &bits)) {
            continue;
        }
        merit const before = g.now;
        double const costs = fcap_grouping_costs(&g, &c);
        int64_t const breaks = fcap_grouping_breaks(&g, &c);
        fcap_grouping_make(&g, &c);
        memcpy(label, g.label, sizeof label);
        fcap_grouping_set(&g, label); /* added up anew */
        assert_true(fabs(g.now.cost - before.cost - costs) < 1e-9);
        assert_int_equal(g.now.excess - before.excess, breaks);
        made[c.n]++;
    }
    assert_true(made[2] > often(500) && made[3] > often(100));
    fcap_run_close(&run);
}

/* ---- tight rules, made around an answer ---- */

static void finds_an_answer_where_there_is_one(void **state) {
    (void)state;
    static rule_draw drawn;
    static const double aim[DRAW_DIMENSIONS_MOST] = {1, -1, 0.5};
    int found = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)often(80); seed++) {
        int32_t label[DRAW_POINTS_MOST];
        fcap_error err = {.message = ""};
        fcap_options o;
        fcap_options_init(&o);
        o.effort = 1;
        rule_draw_make(seed, rule_draw_combination(seed), DRAWN_SMALL, &drawn);
        drawn.problem.distance = NULL;
        drawn.problem.metric = FCAP_METRIC_EUCLIDEAN;
        drawn.problem.x = drawn.x;
        drawn.problem.objective = FCAP_OBJECTIVE_MIXED;
        drawn.problem.aim = aim;
        if (drawn.problem.d < 1) {
            continue;
        }
        fcap_report report;
        fcap_status const status =
            fcap_cluster(&drawn.problem, &drawn.asked, &o, label, &report, &err);
        if (status != FCAP_OK) {
            print_message("seed %d: %s\n", (int)seed, err.message);
        }
        assert_int_equal(status, FCAP_OK);
        judged const v = verify_rules(&drawn.problem, &drawn.asked, label);
        assert_true(v.valid);
        assert_true(fabs(report.cost - v.cost) <= 1e-9 * (1 + v.cost));
        assert_true(report.lower_bound <= v.cost * (1 + 1e-9));
        found++;
    }
    assert_true(found > often(50));
}

/* ---- when something fails ---- */

static void a_failed_allocation_is_reported_and_leaks_nothing(void **state) {
    (void)state;
    int32_t label[CLASS];
    draw_class(99);
    for (int fail_at = 1;; fail_at++) {
        counting c = {.fail_at = fail_at};
        fcap_options o;
        fcap_options_init(&o);
        o.effort = 1;
        o.threads = 1;
        o.allocator = (fcap_allocator){counting_alloc, counting_release, &c};
        fcap_status const status = fcap_cluster(&class.p, &class.r, &o, label, NULL, NULL);
        assert_int_equal(c.open, 0);
        if (c.calls < fail_at) {
            assert_int_equal(status, FCAP_OK);
            assert_true(fail_at > 1);
            break;
        }
        assert_int_equal(status, FCAP_E_NO_MEMORY);
    }
}

static int stop_at_once(void *user, const fcap_progress *progress) {
    (void)user;
    return progress->cost >= 0; /* there is an answer */
}

static void who_stops_it_gets_the_best_so_far(void **state) {
    (void)state;
    int32_t label[CLASS];
    fcap_report report;
    fcap_options o;
    draw_class(100);
    fcap_options_init(&o);
    o.effort = 9;
    o.tick = stop_at_once;
    assert_int_equal(fcap_cluster(&class.p, &class.r, &o, label, &report, NULL), FCAP_OK);
    assert_int_equal(report.outcome, FCAP_INTERRUPTED);
    o.tick = NULL;
    o.time_limit = 0.2;
    assert_int_equal(fcap_cluster(&class.p, &class.r, &o, label, &report, NULL), FCAP_OK);
    assert_int_equal(report.outcome, FCAP_TIME_LIMIT);
    assert_true(report.seconds < 5);
}

typedef struct seen {
    int32_t label[CLASS];
    int shown; /* ticks with labels */
    int stop_at;
} seen;

static int look(void *user, const fcap_progress *progress) {
    seen *const s = user;
    assert_int_equal(progress->labels != NULL, progress->cost >= 0);
    if (progress->labels == NULL) {
        return 0;
    }
    fcap_measures m = {.size = NULL};
    memcpy(s->label, progress->labels, sizeof s->label);
    assert_int_equal(fcap_measure(&class.p, &class.r, s->label, NULL, &m, NULL), FCAP_OK);
    assert_true(fabs(m.cost - progress->cost) <= 1e-9 * (1 + m.cost));
    assert_int_equal(m.violated_capacity + m.violated_min_size + m.violated_balance, 0);
    return ++s->shown >= s->stop_at;
}

static void a_tick_sees_the_labels_that_stopping_there_gives(void **state) {
    (void)state;
    for (int stop_at = 1; stop_at <= 4; stop_at++) {
        seen s = {.stop_at = stop_at};
        int32_t label[CLASS];
        fcap_options o;
        draw_class(101);
        fcap_options_init(&o);
        o.effort = 9;
        o.tick = look;
        o.tick_user = &s;
        assert_int_equal(fcap_cluster(&class.p, &class.r, &o, label, NULL, NULL), FCAP_OK);
        assert_int_equal(s.shown, stop_at);
        for (int i = 0; i < CLASS; i++) { /* the same groups, whatever their numbers */
            for (int j = 0; j < i; j++) {
                assert_int_equal(label[i] == label[j], s.label[i] == s.label[j]);
            }
        }
    }
}

/* ---- the door ---- */

static void large_coordinates_whose_squares_are_no_numbers_may_cost_nothing(void **state) {
    (void)state;
    static const double large[] = {1e200, 1e302, 1.7e308};
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        double const x[] = {large[i], -large[i], large[i], -large[i]};
        double const aim = 1;
        fcap_problem p = FCAP_PROBLEM_INIT;
        fcap_rules r = FCAP_RULES_INIT;
        fcap_report report;
        fcap_error err;
        int32_t label[4];
        p.x = x;
        p.n = 4;
        p.d = 1;
        p.objective = FCAP_OBJECTIVE_MIXED;
        p.aim = &aim;
        r.k = 2;
        assert_int_equal(fcap_cluster(&p, &r, NULL, label, &report, &err), FCAP_OK);
        assert_true(report.cost == 0 && report.lower_bound == 0);
        assert_int_equal(label[0], label[2]);
        assert_int_equal(label[1], label[3]);
    }
}

static void refuses_an_aim_without_its_objective_and_the_reverse(void **state) {
    (void)state;
    int32_t label[CLASS];
    fcap_error err;
    draw_class(97);
    class.p.aim = NULL;
    assert_int_equal(group_class(1, 1, label, NULL, &err), FCAP_E_ARGUMENT);
    assert_non_null(strstr(err.message, "aim"));
    class.p.aim = class.aim;
    class.aim[2] = NAN;
    assert_int_equal(group_class(1, 1, label, NULL, &err), FCAP_E_ARGUMENT);
    class.aim[2] = 1;
    class.p.objective = FCAP_OBJECTIVE_SSE;
    assert_int_equal(group_class(1, 1, label, NULL, &err), FCAP_E_ARGUMENT);
    class.p.objective = FCAP_OBJECTIVE_MIXED;
    class.p.metric = FCAP_METRIC_MANHATTAN;
    assert_int_equal(group_class(1, 1, label, NULL, &err), FCAP_E_ARGUMENT);
}

static void takes_a_problem_from_before_there_was_an_aim(void **state) {
    (void)state;
    int32_t label[CLASS];
    fcap_error err;
    draw_class(98);
    class.p.objective = FCAP_OBJECTIVE_SSE;
    class.p.struct_size = offsetof(fcap_problem, aim); /* what is behind it is not read */
    assert_int_equal(group_class(1, 1, label, NULL, &err), FCAP_OK);
    class.p.struct_size--;
    assert_int_equal(group_class(1, 1, label, NULL, &err), FCAP_E_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_costs_what_it_says),
        cmocka_unit_test(the_library_finds_the_best_answer),
        cmocka_unit_test(the_search_alone_finds_it_too),
        cmocka_unit_test(inside_and_between_make_the_whole),
        cmocka_unit_test(both_aims_beat_groups_by_lot),
        cmocka_unit_test(labels_depend_on_the_seed_and_not_on_threads),
        cmocka_unit_test(finds_an_answer_where_there_is_one),
        cmocka_unit_test(a_failed_allocation_is_reported_and_leaks_nothing),
        cmocka_unit_test(who_stops_it_gets_the_best_so_far),
        cmocka_unit_test(a_tick_sees_the_labels_that_stopping_there_gives),
        cmocka_unit_test(large_coordinates_whose_squares_are_no_numbers_may_cost_nothing),
        cmocka_unit_test(refuses_an_aim_without_its_objective_and_the_reverse),
        cmocka_unit_test(takes_a_problem_from_before_there_was_an_aim),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
