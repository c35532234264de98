/* test_feasible_rules.c - fcap_plan() with every rule, against trying all labellings.
 *
 * The oracle knows the rules by their definitions only and labels up to eight points in every
 * way. Each request is judged twice: as users see it, and without trying divisions, which is
 * what large requests get. Neither may ever be wrong; how much is proved is printed. Changes
 * must be enough where the changed request is proved, and nothing smaller may be possible.
 *
 * FAIRCAP_LONG=1 judges ten times as many.
 */
#include "base/run.h"
#include "effort.h"
#include "instances.h"
#include "problem/feasible.h"

#include <faircap/faircap.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    POINTS = 8,
    ATTRIBUTES = 2,
    GROUPS = 3,
    RULES = 4,
    SETS = 3
};

enum { /* what a request may ask for */
    BALANCE = 1,
    MANY_GROUPS = 2,
    UNKNOWN = 4,
    TWO_ATTRIBUTES = 8,
    SHARES = 16,
    NO_ISOLATE = 32,
    MIN_SIZE = 64,
    WEIGHTS = 128,
    CAPACITIES = 256,
    TOGETHER = 512,
    APART = 1024,
    KEEP = 2048,
    MEDOIDS = 4096
};

typedef struct request {
    fcap_problem problem;
    fcap_rules rules;
    fcap_attribute attribute[ATTRIBUTES];
    int32_t group[ATTRIBUTES][POINTS];
    int64_t weight[POINTS];
    char candidate[POINTS];
    int64_t capacity[POINTS];
    fcap_share share[RULES];
    fcap_no_isolate no_isolate[RULES];
    int64_t together_start[SETS + 1];
    int64_t together_member[SETS * POINTS];
    int64_t apart_start[SETS + 1];
    int64_t apart_member[SETS * POINTS];
    int32_t start[POINTS];
} request;

/* ---- the oracle ---- */

/* A request with numbers changed. */
typedef struct variant {
    const request *q;
    int k;
    int64_t capacity;
    fcap_ratio t; /* the balance of an attribute is cut down to this ... */
    int of;       /* ... which is this one; -1: those of all */
} variant;

static int64_t capacity_of(const variant *v, int c) {
    return v->q->rules.capacity != NULL ? v->q->rules.capacity[c] : v->capacity;
}

static int counts_obey(const variant *v, const int32_t *label, int c, int64_t size) {
    const request *const q = v->q;
    int64_t count[ATTRIBUTES][GROUPS + 1] = {{0}};
    for (int a = 0; a < q->problem.n_attributes; a++) {
        const fcap_attribute *const t = &q->attribute[a];
        for (int i = 0; i < q->problem.n; i++) {
            int32_t const g = t->group[i];
            count[a][g < 0 ? GROUPS : g] += label[i] == c;
        }
        fcap_ratio b = t->balance;
        b = (v->of < 0 || v->of == a) && v->t.num * b.den < b.num * v->t.den ? v->t : b;
        for (int g = 0; g < t->n_groups; g++) {
            for (int h = 0; h < t->n_groups; h++) {
                if (b.num * count[a][h] > b.den * count[a][g]) {
                    return 0;
                }
            }
        }
        if (t->n_groups == 1 && b.num > 0 && count[a][0] > 0) {
            return 0;
        }
    }
    for (int i = 0; i < q->rules.n_shares; i++) {
        const fcap_share *const s = &q->share[i];
        int64_t const x = count[s->attribute][s->group < 0 ? GROUPS : s->group];
        if (x * s->least.den < size * s->least.num || x * s->most.den > size * s->most.num) {
            return 0;
        }
    }
    for (int i = 0; i < q->rules.n_no_isolate; i++) {
        if (count[q->no_isolate[i].attribute][q->no_isolate[i].group] == 1) {
            return 0;
        }
    }
    return 1;
}

static int pairs_obey(const request *q, const int32_t *label) {
    for (int64_t s = 0; s < q->rules.together.n; s++) {
        for (int64_t i = q->together_start[s] + 1; i < q->together_start[s + 1]; i++) {
            if (label[q->together_member[i]] != label[q->together_member[i - 1]]) {
                return 0;
            }
        }
    }
    for (int64_t s = 0; s < q->rules.apart.n; s++) {
        for (int64_t i = q->apart_start[s]; i < q->apart_start[s + 1]; i++) {
            for (int64_t j = q->apart_start[s]; j < i; j++) {
                if (label[q->apart_member[i]] == label[q->apart_member[j]]) {
                    return 0;
                }
            }
        }
    }
    return 1;
}

static int obeys(const variant *v, const int32_t *label) {
    const request *const q = v->q;
    if (!pairs_obey(q, label)) {
        return 0;
    }
    for (int c = 0; c < v->k; c++) {
        int64_t size = 0;
        int64_t weight = 0;
        int candidates = 0;
        for (int i = 0; i < q->problem.n; i++) {
            if (label[i] == c) {
                size++;
                weight += q->problem.weight != NULL ? q->weight[i] : 1;
                candidates += q->problem.candidate == NULL || q->candidate[i];
            }
        }
        if (size < 1 || size < q->rules.min_size || weight > capacity_of(v, c) ||
            candidates == 0 || !counts_obey(v, label, c, size)) {
            return 0;
        }
    }
    return 1;
}

static int labels_from(const variant *v, int32_t *label, int i, int used) {
    const request *const q = v->q;
    if (i == q->problem.n) {
        return obeys(v, label);
    }
    if (q->rules.keep && q->start[i] >= 0) {
        label[i] = q->start[i];
        return labels_from(v, label, i + 1, used);
    }
    int const named = q->rules.keep || q->rules.capacity != NULL; /* else numbered as met */
    for (int c = 0; c < v->k && (named || c <= used); c++) {
        label[i] = c;
        if (labels_from(v, label, i + 1, c == used ? used + 1 : used)) {
            return 1;
        }
    }
    return 0;
}

static int possible_of(const request *q, int k, int64_t capacity, fcap_ratio t, int of) {
    int32_t label[POINTS];
    variant const v = {q, k, capacity, t, of};
    for (int i = 0; q->rules.start != NULL && i < q->problem.n; i++) {
        if (q->start[i] >= k) {
            return 0; /* it could not be said */
        }
    }
    return k <= q->problem.n && labels_from(&v, label, 0, 0);
}

static int possible(const request *q, int k, int64_t capacity, fcap_ratio t) {
    return possible_of(q, k, capacity, t, -1);
}

/* ---- random requests ---- */

static void draw_attributes(dice *d, unsigned asks, request *q) {
    q->problem.n_attributes = asks & TWO_ATTRIBUTES ? 2 : 1;
    q->problem.attribute = q->attribute;
    for (int a = 0; a < q->problem.n_attributes; a++) {
        int32_t const groups = asks & MANY_GROUPS ? 3 : 2;
        int32_t const n = (int32_t)q->problem.n;
        for (int i = 0; i < n; i++) {
            q->group[a][i] =
                (int32_t)(roll(d, 0, 2) == 0 ? roll(d, 0, groups - 1) : i % groups);
            if ((asks & UNKNOWN) && roll(d, 0, 3) == 0) {
                q->group[a][i] = -1;
            }
        }
        int64_t const den = roll(d, 1, 4);
        q->attribute[a] =
            (fcap_attribute){q->group[a], groups, {asks & BALANCE ? roll(d, 0, den) : 0, den}};
    }
}

static void draw_counts(dice *d, unsigned asks, request *q) {
    int32_t const most = q->problem.n_attributes - 1;
    q->rules.n_shares = asks & SHARES ? (int32_t)roll(d, 1, 2) : 0;
    q->rules.share = q->share;
    for (int i = 0; i < q->rules.n_shares; i++) {
        int32_t const a = (int32_t)roll(d, 0, most);
        int64_t const den = roll(d, 2, 6);
        int64_t const low = roll(d, 0, den / 2);
        q->share[i] = (fcap_share){
            a,
            (int32_t)roll(d, asks & UNKNOWN ? -1 : 0, q->attribute[a].n_groups - 1),
            {low, den},
            {roll(d, low, den), den}};
    }
    q->rules.n_no_isolate = asks & NO_ISOLATE ? (int32_t)roll(d, 1, 3) : 0;
    q->rules.no_isolate = q->no_isolate;
    for (int i = 0; i < q->rules.n_no_isolate; i++) {
        int32_t const a = (int32_t)roll(d, 0, most);
        q->no_isolate[i] =
            (fcap_no_isolate){a, (int32_t)roll(d, 0, q->attribute[a].n_groups - 1)};
    }
}

static void draw_sets(dice *d, int64_t n, int64_t largest, int64_t *start, int64_t *member,
                      fcap_sets *out) {
    *out = (fcap_sets){roll(d, 1, SETS), start, member};
    for (int64_t s = 0; s < out->n; s++) {
        int64_t const size = roll(d, 2, largest < n ? largest : n);
        start[s + 1] = start[s];
        for (int64_t i = 0; i < n; i++) { /* different points */
            int64_t const wanted = size - (start[s + 1] - start[s]);
            if (roll(d, 1, n - i) <= wanted) {
                member[start[s + 1]++] = i;
            }
        }
    }
}

static void draw_wishes(dice *d, unsigned asks, request *q) {
    int64_t const n = q->problem.n;
    if (asks & TOGETHER) {
        draw_sets(d, n, 3, q->together_start, q->together_member, &q->rules.together);
    }
    if (asks & APART) {
        draw_sets(d, n, 4, q->apart_start, q->apart_member, &q->rules.apart);
    }
    if (asks & KEEP) {
        q->rules.start = q->start;
        q->rules.keep = 1;
        for (int64_t i = 0; i < n; i++) {
            q->start[i] = roll(d, 0, 2) == 0 ? -1 : (int32_t)roll(d, 0, q->rules.k - 1);
        }
    }
    if (asks & MEDOIDS) {
        q->problem.candidate = q->candidate;
        for (int64_t i = 0; i < n; i++) {
            q->candidate[i] = roll(d, 0, 1) == 0;
        }
    }
}

static void draw(dice *d, unsigned asks, request *q) {
    *q = (request){.problem = FCAP_PROBLEM_INIT, .rules = FCAP_RULES_INIT};
    int const named = (asks & (KEEP | CAPACITIES)) != 0;
    int64_t const n = roll(d, 2, named ? 7 : POINTS);
    int64_t const k = roll(d, 1, n < 4 ? 3 : named ? 3 : 4);
    int64_t total = n;
    q->problem.n = n;
    q->rules.k = (int32_t)k;
    q->rules.min_size = asks & MIN_SIZE ? roll(d, 1, 3) : 1;
    if (asks & WEIGHTS) {
        q->problem.weight = q->weight;
        for (int64_t i = 0; i < n; i++) {
            q->weight[i] = roll(d, 1, roll(d, 0, 1) == 0 ? 9 : 4);
            total += q->weight[i] - 1;
        }
    }
    int64_t const share = (total + k - 1) / k;
    q->rules.max_size = roll(d, 0, 4) == 0 ? 0 : share + roll(d, 0, share / 2);
    if (asks & CAPACITIES) {
        q->rules.capacity = q->capacity;
        for (int64_t c = 0; c < k; c++) {
            q->capacity[c] = roll(d, share > 2 ? share - 2 : 1, share + 2);
        }
    }
    if (asks & (BALANCE | SHARES | NO_ISOLATE)) {
        draw_attributes(d, asks, q);
        draw_counts(d, asks, q);
    }
    draw_wishes(d, asks, q);
}

/* ---- judging ---- */

typedef struct score {
    int infeasible;
    int obvious;  /* of these, by sizes, or by the balance of the file */
    int excluded; /* of the others, called infeasible */
    int excluded_at_once;
    int proved; /* of the others, called feasible */
    int proved_at_once;
    int judged;
    int changes; /* checked */
    int reason[FCAP_REASON_END];
} score;

static fcap_plan_report judge(const request *q, int64_t effort) {
    fcap_run run;
    fcap_error err;
    rules r;
    fcap_plan_report report = {.verdict = FCAP_VERDICT_OPEN};
    fcap_run_open(&run, NULL, &err);
    fcap_status status = fcap_rules_open(&run, &q->problem, &q->rules, &r);
    if (status == FCAP_OK) {
        status = fcap_feasible_within(&run, &r, &q->rules, 0, effort, &report);
    }
    if (status != FCAP_OK) {
        print_error("%s\n", err.message);
    }
    fcap_run_close(&run);
    assert_int_equal(status, FCAP_OK);
    return report;
}

static int64_t capacity_for(const request *q, int k) {
    fcap_rules r = q->rules;
    int64_t total = q->problem.n;
    for (int64_t i = 0; q->problem.weight != NULL && i < q->problem.n; i++) {
        total += q->weight[i] - 1;
    }
    r.k = k;
    return fcap_rules_capacity(&r, total);
}

static const fcap_ratio as_asked = {1, 1};

/* It works, and no larger one that is below what was asked. */
static void is_largest_balance(const request *q, int64_t capacity, fcap_ratio best, int of) {
    int const n = (int)q->problem.n;
    int below = 0;
    for (int a = 0; a < q->problem.n_attributes; a++) {
        fcap_ratio const t = q->attribute[a].balance;
        below |= (of < 0 || of == a) && best.num * t.den < t.num * best.den;
    }
    assert_true(below);
    assert_true(possible_of(q, q->rules.k, capacity, best, of));
    for (int den = 1; den <= n; den++) {
        for (int num = 1; num <= den && num + den <= n; num++) {
            if (num * best.den > best.num * den) {
                assert_false(possible_of(q, q->rules.k, capacity, (fcap_ratio){num, den}, of));
            }
        }
    }
}

static void check_balances(const request *q, const fcap_plan_report *p, int64_t capacity) {
    fcap_ratio const none = {0, 1};
    int balanced = 0;
    int alone = 0; /* attributes whose balance can be left out to good effect */
    for (int a = 0; a < q->problem.n_attributes; a++) {
        if (q->attribute[a].balance.num > 0) {
            balanced++;
            alone |= possible_of(q, q->rules.k, capacity, none, a) << a;
        }
    }
    int const all = balanced > 0 && possible(q, q->rules.k, capacity, none);
    assert_int_equal(p->change_balance.den > 0, all);
    assert_int_equal(p->change_balances.den > 0, all);
    assert_int_equal(p->change_attribute >= 0, alone != 0);
    if (p->change_attribute >= 0) {
        assert_true(alone >> p->change_attribute & 1);
        assert_true(p->attribute < 0 || !(alone >> p->attribute & 1) ||
                    p->change_attribute == p->attribute);
    }
    if (all) {
        is_largest_balance(q, capacity, p->change_balance, p->change_attribute);
        is_largest_balance(q, capacity, p->change_balances, -1);
    }
}

static void check_changes(const request *q, const fcap_plan_report *p, score *s) {
    int const n = (int)q->problem.n;
    int const k = q->rules.k;
    int64_t const capacity = capacity_for(q, k);
    int64_t total = n;
    for (int i = 0; q->problem.weight != NULL && i < n; i++) {
        total += q->weight[i] - 1;
    }
    s->changes++;
    int64_t smallest = 0;
    for (int64_t c = capacity + 1; q->rules.capacity == NULL && c <= total && !smallest; c++) {
        smallest = possible(q, k, c, as_asked) ? c : 0;
    }
    assert_int_equal(p->change_max_size, smallest);
    int nearest = 0;
    for (int step = 1; q->rules.capacity == NULL && step < n + k && !nearest; step++) {
        if (k - step >= 1 && possible(q, k - step, capacity_for(q, k - step), as_asked)) {
            nearest = k - step;
        } else if (k + step <= n &&
                   possible(q, k + step, capacity_for(q, k + step), as_asked)) {
            nearest = k + step;
        }
    }
    assert_int_equal(p->change_clusters, nearest);
    request smaller = *q;
    do {
        smaller.rules.min_size--;
    } while (smaller.rules.min_size > 0 && !possible(&smaller, k, capacity, as_asked));
    assert_int_equal(p->change_min_size, smaller.rules.min_size);
    check_balances(q, p, capacity);
}

static void judge_one(const request *q, score *s) {
    fcap_plan_report const p = judge(q, FEASIBLE_EFFORT);
    fcap_plan_report const quick = judge(q, 0);
    int const exists = possible(q, q->rules.k, capacity_for(q, q->rules.k), as_asked);
    if ((exists && p.verdict == FCAP_VERDICT_INFEASIBLE) ||
        (exists && quick.verdict == FCAP_VERDICT_INFEASIBLE)) {
        print_error("wrongly: %s | %s\n", p.sentence, quick.sentence);
    }
    s->judged++;
    assert_int_not_equal(p.verdict, exists ? FCAP_VERDICT_INFEASIBLE : FCAP_VERDICT_FEASIBLE);
    assert_int_not_equal(quick.verdict,
                         exists ? FCAP_VERDICT_INFEASIBLE : FCAP_VERDICT_FEASIBLE);
    if (exists) {
        s->proved += p.verdict == FCAP_VERDICT_FEASIBLE;
        s->proved_at_once += quick.verdict == FCAP_VERDICT_FEASIBLE;
        return;
    }
    s->infeasible++;
    s->reason[p.reason]++;
    if (p.verdict == FCAP_VERDICT_INFEASIBLE && p.reason <= FCAP_REASON_GROUP_BELOW_K) {
        s->obvious++;
        return;
    }
    s->excluded += p.verdict == FCAP_VERDICT_INFEASIBLE;
    s->excluded_at_once += quick.verdict == FCAP_VERDICT_INFEASIBLE;
    if (p.verdict == FCAP_VERDICT_INFEASIBLE) {
        assert_true(strlen(p.sentence) > 20);
        assert_true(strlen(p.sentence) < sizeof p.sentence - 1);
        if (s->excluded % 4 == 0) {
            check_changes(q, &p, s);
        }
    }
}

static int percent(int part, int whole) {
    return whole == 0 ? 100 : (int)(100.0 * part / whole);
}

static void judge_many(const char *name, unsigned asks, int times) {
    dice d = dice_of(asks);
    score s = {0};
    request q;
    times = often(is_long() ? 10 * times : times);
    for (int i = 0; i < times; i++) {
        draw(&d, asks, &q);
        judge_one(&q, &s);
    }
    int const hard = s.infeasible - s.obvious;
    print_message("%-28s %6d requests, %5d + %5d infeasible: %3d %% proved (%3d %% at once); "
                  "feasible: %3d %% proved (%3d %% at once); %d changes\n",
                  name, s.judged, s.obvious, hard, percent(s.excluded, hard),
                  percent(s.excluded_at_once, hard), percent(s.proved, s.judged - s.infeasible),
                  percent(s.proved_at_once, s.judged - s.infeasible), s.changes);
    for (int r = 0; r < FCAP_REASON_END; r++) {
        if (s.reason[r] > 0) {
            print_message("%s %d ", r == 0 ? "open" : fcap_reason_name((fcap_reason)r),
                          s.reason[r]);
        }
    }
    print_message("\n");
    assert_true(percent(s.excluded, hard) >= 99); /* these are small */
}

static void every_rule_alone_is_judged_rightly(void **state) {
    (void)state;
    judge_many("balance, three groups", BALANCE | MANY_GROUPS, 5000);
    judge_many("balance, unknown", BALANCE | UNKNOWN, 5000);
    judge_many("balance, two attributes", BALANCE | TWO_ATTRIBUTES, 5000);
    judge_many("shares", SHARES, 5000);
    judge_many("shares, three, unknown", SHARES | MANY_GROUPS | UNKNOWN, 5000);
    judge_many("nobody alone", NO_ISOLATE | MIN_SIZE, 5000);
    judge_many("nobody alone, three groups", NO_ISOLATE | MANY_GROUPS, 5000);
    judge_many("weights", WEIGHTS, 5000);
    judge_many("weights, sizes", WEIGHTS | MIN_SIZE, 5000);
    judge_many("capacities", CAPACITIES, 5000);
    judge_many("together", TOGETHER, 5000);
    judge_many("apart", APART, 5000);
    judge_many("keep", KEEP, 5000);
    judge_many("medoids", MEDOIDS, 5000);
}

static void two_rules_are_judged_rightly(void **state) {
    (void)state;
    judge_many("balance, nobody alone", BALANCE | NO_ISOLATE, 5000);
    judge_many("balance, shares", BALANCE | SHARES, 5000);
    judge_many("balance, capacities", BALANCE | CAPACITIES | MIN_SIZE, 5000);
    judge_many("balance, keep", BALANCE | KEEP, 5000);
    judge_many("balance, together", BALANCE | TOGETHER, 5000);
    judge_many("weights, together", WEIGHTS | TOGETHER, 5000);
    judge_many("weights, keep", WEIGHTS | KEEP, 5000);
    judge_many("weights, capacities", WEIGHTS | CAPACITIES, 5000);
    judge_many("together, apart", TOGETHER | APART, 5000);
    judge_many("apart, keep", APART | KEEP, 5000);
    judge_many("medoids, together", MEDOIDS | TOGETHER, 5000);
    judge_many("medoids, keep", MEDOIDS | KEEP, 5000);
}

static void all_rules_together_are_judged_rightly(void **state) {
    (void)state;
    dice d = dice_of(7);
    for (int i = 0; i < 40; i++) {
        unsigned const asks = (unsigned)roll(&d, 0, 8191);
        char name[32];
        snprintf(name, sizeof name, "combination %04x", asks);
        judge_many(name, asks, 250);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_alone_is_judged_rightly),
        cmocka_unit_test(two_rules_are_judged_rightly),
        cmocka_unit_test(all_rules_together_are_judged_rightly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
