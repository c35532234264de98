/* test_change.c - every change that an impossible request is told would do, asked for.
 *
 * Requests too large for trying all labellings (test_feasible_rules.c does that): the oracle is
 * what users have, the judgement on the changed request. It must not be excluded, and what
 * changes less must be. With weights, missing groups, several attributes and groups, where the
 * judge has to try divisions and may leave a request open.
 */
#include "effort.h"
#include "instances.h"
#include "problem/change.h"
#include "problem/feasible.h"
#include "problem/trial.h"

#include <faircap/faircap.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum {
    POINTS = 36,
    FEW = 18,
    ATTRIBUTES = 2
};

typedef struct question {
    fcap_problem problem;
    fcap_rules rules;
    fcap_attribute attribute[ATTRIBUTES];
    int32_t group[ATTRIBUTES][POINTS];
    int64_t weight[POINTS];
    int64_t total;
} question;

/* How many changes were named, and how many were not although something would do. */
typedef struct tally {
    int infeasible;
    int named;
    int silent;
    int hopeless; /* no single change helps */
} tally;

/* Nearly all the time goes to requests of many points, which try more divisions of the same
 * kinds: sanitizers get eight times as many of the others instead. */
static int64_t most_points(void) {
    return IS_SLOW && !is_long() ? FEW : POINTS;
}

static void draw(dice *d, question *q) {
    *q = (question){.problem = FCAP_PROBLEM_INIT, .rules = FCAP_RULES_INIT};
    int64_t const n = roll(d, 6, roll(d, 0, 3) == 0 ? most_points() : FEW);
    int64_t const k = roll(d, 2, n / 2);
    int const weighted = roll(d, 0, 1) == 0;
    q->problem.n = q->total = n;
    for (int64_t i = 0; i < n && weighted; i++) {
        static const int64_t heavy[] = {1, 2, 3, 7};
        q->weight[i] = heavy[roll(d, 0, 3)];
        q->total += q->weight[i] - 1;
        q->problem.weight = q->weight;
    }
    q->problem.attribute = q->attribute;
    q->problem.n_attributes = (int32_t)roll(d, 1, ATTRIBUTES);
    for (int32_t a = 0; a < q->problem.n_attributes; a++) {
        int32_t const groups = (int32_t)roll(d, 2, 4);
        int const missing = roll(d, 0, 1) == 0;
        for (int64_t i = 0; i < n; i++) {
            int64_t const g = roll(d, 0, 2) == 0 ? roll(d, 0, groups - 1) : i % groups;
            q->group[a][i] = missing && roll(d, 0, 4) == 0 ? -1 : (int32_t)g;
        }
        int64_t const den = roll(d, 1, 5);
        q->attribute[a] = (fcap_attribute){q->group[a], groups, {roll(d, 1, den), den}};
    }
    q->rules.k = (int32_t)k;
    q->rules.max_size = roll(d, 0, 1) == 0 ? 0 : q->total / k + roll(d, 1, 3);
    q->rules.min_size = roll(d, 0, 2) == 0 ? roll(d, 1, n / k) : 1;
}

static fcap_plan_report plan(const question *q) {
    question const copy = *q; /* its arrays may be another's */
    fcap_problem p = copy.problem;
    fcap_plan_report out;
    fcap_error err;
    p.attribute = copy.attribute;
    p.weight = p.weight != NULL ? copy.weight : NULL;
    assert_int_equal(fcap_plan(&p, &copy.rules, &out, &err), FCAP_OK);
    return out;
}

/* As fcap_plan() judges, without looking for changes: these take long. */
static int excluded(const question *q) {
    question const copy = *q;
    fcap_problem p = copy.problem;
    fcap_run run;
    fcap_error err;
    rules r;
    request asked;
    finding f;
    int64_t effort = FEASIBLE_EFFORT;
    p.attribute = copy.attribute;
    p.weight = p.weight != NULL ? copy.weight : NULL;
    fcap_run_open(&run, NULL, &err);
    assert_int_equal(fcap_rules_open(&run, &p, &copy.rules, &r), FCAP_OK);
    assert_int_equal(fcap_request_open(&run, &r, &effort, &asked), FCAP_OK);
    assert_int_equal(fcap_judge(&run, &asked, 1, &f), FCAP_OK);
    fcap_run_close(&run);
    return f.reason != FCAP_REASON_NONE;
}

/* ---- each change ---- */

static int with_max_size(question q, int64_t max_size) {
    q.rules.max_size = max_size;
    return excluded(&q);
}

static int with_min_size(question q, int64_t min_size) {
    q.rules.min_size = min_size;
    return excluded(&q);
}

static int with_clusters(question q, int64_t k) {
    q.rules.k = (int32_t)k;
    return excluded(&q);
}

static int with_balance(question q, int32_t attribute, fcap_ratio t) {
    for (int32_t a = 0; a < q.problem.n_attributes; a++) {
        fcap_ratio *const b = &q.attribute[a].balance;
        int const meant = attribute < 0 || attribute == a;
        *b = meant && t.num * b->den < b->num * t.den ? t : *b;
    }
    return excluded(&q);
}

static void count(int named, int would_do, tally *t) {
    t->named += named;
    t->silent += !named && would_do;
}

static void check_sizes(const question *q, const fcap_plan_report *p, tally *t) {
    if (p->change_max_size > 0) {
        assert_true(p->change_max_size > p->max_size);
        assert_false(with_max_size(*q, p->change_max_size));
        if (p->change_max_size - 1 > p->max_size) {
            assert_true(with_max_size(*q, p->change_max_size - 1));
        }
    }
    count(p->change_max_size > 0, !with_max_size(*q, q->total), t);
    if (p->change_min_size > 0) {
        assert_true(p->change_min_size < q->rules.min_size);
        assert_false(with_min_size(*q, p->change_min_size));
        assert_true(with_min_size(*q, p->change_min_size + 1));
    }
    count(p->change_min_size > 0, q->rules.min_size > 1 && !with_min_size(*q, 1), t);
}

static void check_clusters(const question *q, const fcap_plan_report *p, tally *t) {
    int64_t const k = q->rules.k;
    int64_t const n = q->problem.n;
    int64_t const change = p->change_clusters;
    int64_t const away = change == 0 ? n : change > k ? change - k : k - change;
    int would_do = 0;
    for (int64_t step = 1; step < away; step++) {
        int const nearer = (k - step >= 1 && !with_clusters(*q, k - step)) ||
                           (k + step <= n && !with_clusters(*q, k + step));
        assert_false(nearer && change > 0);
        would_do |= nearer;
    }
    if (change > 0) {
        assert_false(with_clusters(*q, change));
        assert_true(change < k || k - away < 1 || with_clusters(*q, k - away));
    }
    count(change > 0, would_do, t);
}

/* The most members that a cluster can have. */
static int64_t most_members(const question *q, int64_t capacity) {
    int64_t most = 0;
    for (int64_t w = 1; w <= 7; w++) { /* the lightest first */
        for (int64_t i = 0; i < q->problem.n; i++) {
            int64_t const weight = q->problem.weight != NULL ? q->weight[i] : 1;
            if (weight == w && w <= capacity) {
                capacity -= w;
                most++;
            }
        }
    }
    return most;
}

/* The smallest fraction above t of what a cluster of n can have, or one above 1. */
static fcap_ratio next_above(fcap_ratio t, int64_t n) {
    fcap_ratio next = {2, 1};
    for (int64_t den = 1; den <= n; den++) {
        for (int64_t num = 1; num <= den && num + den <= n; num++) {
            if (num * t.den > t.num * den && num * next.den < next.num * den) {
                next = (fcap_ratio){num, den};
            }
        }
    }
    return next;
}

static void check_balance(const question *q, int64_t capacity, int32_t attribute,
                          fcap_ratio best, tally *t) {
    fcap_ratio const none = {0, 1};
    if (best.den > 0) {
        int below = 0;
        for (int32_t a = 0; a < q->problem.n_attributes; a++) {
            fcap_ratio const asked = q->attribute[a].balance;
            below |= (attribute < 0 || attribute == a) &&
                     best.num * asked.den < asked.num * best.den;
        }
        assert_true(below);
        assert_false(with_balance(*q, attribute, best));
        assert_true(with_balance(*q, attribute, next_above(best, most_members(q, capacity))));
    }
    count(best.den > 0, !with_balance(*q, -1, none), t);
}

static void check_hopeless(const question *q, const fcap_plan_report *p, tally *t) {
    if (strstr(p->sentence, "no single change helps") == NULL) {
        return;
    }
    t->hopeless++;
    assert_true(with_max_size(*q, q->total));
    assert_true(with_min_size(*q, 1));
    assert_true(with_balance(*q, -1, (fcap_ratio){0, 1}));
    for (int64_t k = 1; k <= q->problem.n; k++) {
        assert_true(with_clusters(*q, k));
    }
}

static void every_change_is_enough_and_less_is_not(void **state) {
    (void)state;
    dice d = dice_of(3);
    tally t = {0};
    int const draws = is_long() ? 4000 : 160;
    for (int i = 0; i < draws; i++) {
        question q;
        draw(&d, &q);
        fcap_plan_report const p = plan(&q);
        if (p.verdict != FCAP_VERDICT_INFEASIBLE) {
            assert_int_equal(p.change_attribute, -1);
            continue;
        }
        t.infeasible++;
        check_sizes(&q, &p, &t);
        check_clusters(&q, &p, &t);
        check_balance(&q, p.max_size, p.change_attribute, p.change_balance, &t);
        check_balance(&q, p.max_size, -1, p.change_balances, &t);
        check_hopeless(&q, &p, &t);
    }
    print_message("%d infeasible: %d changes named, %d not found, %d hopeless\n", t.infeasible,
                  t.named, t.silent, t.hopeless);
    assert_true(2 * t.named > 3 * t.infeasible); /* else little was asked for */
    assert_true(50 * t.silent <= t.named);
}

/* ---- not enough time ---- */

static changes changes_within(const question *of, int64_t budget, int *infeasible) {
    fcap_run run;
    fcap_error err;
    rules r;
    request q;
    finding f;
    changes out = {0};
    int64_t effort = FEASIBLE_EFFORT;
    fcap_run_open(&run, NULL, &err);
    assert_int_equal(fcap_rules_open(&run, &of->problem, &of->rules, &r), FCAP_OK);
    assert_int_equal(fcap_request_open(&run, &r, &effort, &q), FCAP_OK);
    assert_int_equal(fcap_judge(&run, &q, 1, &f), FCAP_OK);
    *infeasible = f.reason != FCAP_REASON_NONE;
    if (*infeasible) {
        assert_int_equal(
            fcap_changes_find(&run, &q, &of->rules, &f, 0, FEASIBLE_EFFORT, budget, &out),
            FCAP_OK);
    }
    fcap_run_close(&run);
    return out;
}

static void without_time_changes_are_left_out_and_never_wrong(void **state) {
    (void)state;
    dice d = dice_of(4);
    int less = 0;
    for (int i = 0; i < often(60); i++) {
        question q;
        int infeasible;
        draw(&d, &q);
        changes const all = changes_within(&q, TRIAL_BUDGET, &infeasible);
        for (int64_t budget = 1; infeasible && !all.gave_up && budget < 1000000; budget *= 3) {
            changes const some = changes_within(&q, budget, &infeasible);
            int const same_one = some.attribute == all.attribute;
            assert_true(some.gave_up ||
                        (some.max_size == all.max_size && some.min_size == all.min_size &&
                         some.clusters == all.clusters && some.balance.den == all.balance.den &&
                         some.balances.den == all.balances.den && same_one));
            assert_true(some.max_size == 0 || some.max_size == all.max_size);
            assert_true(some.min_size == 0 || some.min_size == all.min_size);
            assert_true(some.clusters == 0 || some.clusters == all.clusters);
            assert_true(some.balances.den == 0 || some.balances.num == all.balances.num);
            assert_true(
                some.balance.den == 0 || !same_one ||
                (some.balance.num == all.balance.num && some.balance.den == all.balance.den));
            less += some.gave_up;
        }
    }
    assert_true(less > often(60));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_change_is_enough_and_less_is_not),
        cmocka_unit_test(without_time_changes_are_left_out_and_never_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
