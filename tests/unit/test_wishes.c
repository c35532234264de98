/* test_wishes.c - every rule that fcap_measure() judges, against the tests' own judge. */
#include "effort.h"
#include "instances.h"
#include "verify.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    N_MOST = 40,
    K_MOST = 5,
    D_MOST = 3,
    ATTRIBUTES = 3,
    G_MOST = 4,
    SETS = 9,
    SHARES = 3
};

/* Sets with room for their members. */
typedef struct sets_room {
    int64_t start[SETS + 1];
    int64_t member[SETS * N_MOST];
} sets_room;

typedef struct instance {
    double x[N_MOST * D_MOST];
    double distance[N_MOST * N_MOST];
    int64_t weight[N_MOST];
    char candidate[N_MOST];
    int32_t group[ATTRIBUTES][N_MOST];
    fcap_attribute attribute[ATTRIBUTES];
    int64_t capacity[K_MOST];
    fcap_share share[SHARES];
    fcap_no_isolate no_isolate[SHARES];
    sets_room room[3];
    int32_t start[N_MOST];
    int32_t labels[N_MOST];
    fcap_problem problem;
    fcap_rules rules;
} instance;

static void draw_attributes(dice *luck, instance *in) {
    fcap_problem *const p = &in->problem;
    p->attribute = in->attribute;
    p->n_attributes = (int32_t)roll(luck, 0, ATTRIBUTES);
    for (int32_t a = 0; a < p->n_attributes; a++) {
        int32_t const n_groups = (int32_t)roll(luck, 1, G_MOST);
        int32_t const least = roll(luck, 0, 1) ? -1 : 0; /* -1: some are unknown */
        for (int64_t i = 0; i < p->n; i++) {
            in->group[a][i] = (int32_t)roll(luck, least, n_groups - 1);
        }
        in->attribute[a] = (fcap_attribute){in->group[a], n_groups, {roll(luck, 0, 2), 4}};
    }
}

static void draw_shares(dice *luck, instance *in) {
    fcap_rules *const r = &in->rules;
    if (in->problem.n_attributes == 0) {
        return;
    }
    r->share = in->share;
    r->n_shares = (int32_t)roll(luck, 0, SHARES);
    for (int32_t i = 0; i < r->n_shares; i++) {
        int32_t const a = (int32_t)roll(luck, 0, in->problem.n_attributes - 1);
        int64_t const least = roll(luck, 0, 5);
        in->share[i] = (fcap_share){a,
                                    (int32_t)roll(luck, -1, in->attribute[a].n_groups - 1),
                                    {least, 10},
                                    {roll(luck, least, 10), 10}};
    }
    r->no_isolate = in->no_isolate;
    r->n_no_isolate = (int32_t)roll(luck, 0, SHARES);
    for (int32_t i = 0; i < r->n_no_isolate; i++) {
        int32_t const a = (int32_t)roll(luck, 0, in->problem.n_attributes - 1);
        in->no_isolate[i] =
            (fcap_no_isolate){a, (int32_t)roll(luck, 0, in->attribute[a].n_groups - 1)};
    }
}

/* Sets that overlap, are empty, have one member, or one twice. */
static fcap_sets draw_sets(dice *luck, int64_t n, sets_room *room) {
    int64_t const sets = roll(luck, 0, SETS);
    int64_t at = 0;
    for (int64_t s = 0; s < sets; s++) {
        room->start[s] = at;
        int64_t const members = roll(luck, 0, roll(luck, 0, 3) == 0 ? n : 4);
        for (int64_t i = 0; i < members; i++) {
            room->member[at++] = roll(luck, 0, n - 1);
        }
    }
    room->start[sets] = at;
    return (fcap_sets){sets, room->start, room->member};
}

static void draw_distance(dice *luck, int kind, instance *in) {
    fcap_problem *const p = &in->problem;
    draw_points(luck, (shape_of_points)roll(luck, 0, EQUAL), in->x, p->n, p->d);
    p->x = in->x;
    p->metric = (fcap_metric)(kind % FCAP_METRIC_END);
    p->objective = kind == 4 ? FCAP_OBJECTIVE_SSE : FCAP_OBJECTIVE_MEDOIDS;
    if (kind == 3) { /* no metric at all */
        for (int64_t i = 0; i < p->n; i++) {
            for (int64_t j = 0; j < i; j++) {
                in->distance[i * p->n + j] = in->distance[j * p->n + i] = roll_unit(luck) * 50;
            }
        }
        p->distance = in->distance;
        p->x = NULL;
        p->d = 0;
    }
    if (kind == 4) {
        p->metric = roll(luck, 0, 1) ? FCAP_METRIC_EUCLIDEAN : FCAP_METRIC_SQEUCLIDEAN;
    }
}

/* Each rule is asked for in half of the instances. */
static void draw(dice *luck, int kind, instance *in) {
    memset(in, 0, sizeof *in);
    fcap_problem *const p = &in->problem;
    fcap_rules *const r = &in->rules;
    *p = (fcap_problem)FCAP_PROBLEM_INIT;
    *r = (fcap_rules)FCAP_RULES_INIT;
    r->k = (int32_t)roll(luck, 1, K_MOST);
    p->n = roll(luck, r->k, N_MOST);
    p->d = (int32_t)roll(luck, 1, D_MOST);
    r->max_size = roll(luck, 0, p->n);
    r->min_size = roll(luck, 1, 5);
    draw_distance(luck, kind, in);
    draw_attributes(luck, in);
    draw_shares(luck, in);
    for (int64_t i = 0; i < p->n; i++) {
        in->weight[i] = roll(luck, 1, 9);
        in->candidate[i] = roll(luck, 0, 2) == 0;
        in->labels[i] = (int32_t)(i < r->k ? i : roll(luck, 0, r->k - 1));
        in->start[i] = (int32_t)(roll(luck, 0, 2) ? in->labels[i] : roll(luck, -1, r->k - 1));
    }
    for (int32_t c = 0; c < r->k; c++) {
        in->capacity[c] = roll(luck, 1, 2 * p->n);
    }
    p->weight = roll(luck, 0, 1) ? in->weight : NULL;
    p->candidate = roll(luck, 0, 1) ? in->candidate : NULL;
    r->capacity = roll(luck, 0, 1) ? in->capacity : NULL;
    r->together = draw_sets(luck, p->n, &in->room[0]);
    r->apart = draw_sets(luck, p->n, &in->room[1]);
    r->avoid = draw_sets(luck, p->n, &in->room[2]);
    r->start = roll(luck, 0, 1) ? in->start : NULL;
    r->keep = r->start != NULL && roll(luck, 0, 1);
    if (roll(luck, 0, 4) == 0) { /* one that a labelling can obey by chance */
        r->max_size = 9 * p->n;
        r->min_size = 1;
        r->capacity = NULL;
        p->n_attributes = r->n_shares = r->n_no_isolate = r->keep = 0;
        r->together.n = r->apart.n = roll(luck, 0, 1);
    }
}

static int near(double a, double b) {
    return fabs(a - b) <= 1e-11 * (1 + fabs(b));
}

/* Medoids are the best candidates, and means of groups are to them. */
static void judge_medoids(const instance *in, const fcap_measures *m) {
    const fcap_problem *const p = &in->problem;
    for (int32_t c = 0; c < in->rules.k; c++) {
        int64_t best = -1;
        double least = 0;
        for (int64_t i = 0; i < p->n; i++) {
            double sum = 0;
            for (int64_t j = 0; j < p->n; j++) {
                sum += in->labels[j] == c ? verify_distance(p, i, j) : 0;
            }
            if (in->labels[i] == c && (p->candidate == NULL || p->candidate[i]) &&
                (best < 0 || sum < least * (1 - 1e-12))) {
                best = i;
                least = sum;
            }
        }
        if (best < 0) {
            assert_int_equal(m->medoid[c], -1);
            continue;
        }
        double sum = 0;
        for (int64_t j = 0; j < p->n; j++) {
            sum += in->labels[j] == c ? verify_distance(p, m->medoid[c], j) : 0;
        }
        assert_int_equal(in->labels[m->medoid[c]], c);
        assert_true(p->candidate == NULL || p->candidate[m->medoid[c]]);
        assert_true(near(sum, least));
    }
}

static void judge_means(const instance *in, const fcap_measures *m) {
    int at = 0;
    for (int32_t a = 0; m->violated_medoids == 0 && a < in->problem.n_attributes; a++) {
        for (int32_t g = 0; g < in->attribute[a].n_groups; g++, at++) {
            double sum = 0;
            int64_t members = 0;
            for (int64_t i = 0; i < in->problem.n; i++) {
                if (in->group[a][i] == g) {
                    sum += verify_distance(&in->problem, i, m->medoid[in->labels[i]]);
                    members++;
                }
            }
            assert_true(near(m->group_cost[at], members > 0 ? sum / (double)members : 0));
        }
    }
}

static void every_rule_is_judged_as_by_the_naive_judge(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int64_t broken[12] = {0};
    instance *const in = malloc(sizeof *in);
    assert_non_null(in);
    for (int i = 0; i < often(4000); i++) {
        draw(&luck, i % 5, in);
        int64_t medoid[K_MOST];
        int64_t load[K_MOST];
        int64_t size[K_MOST];
        double group_cost[ATTRIBUTES * G_MOST];
        fcap_measures m = {
            .medoid = medoid, .load = load, .size = size, .group_cost = group_cost};
        fcap_error err;
        fcap_options o;
        fcap_options_init(&o);
        o.threads = 1;
        assert_int_equal(fcap_measure(&in->problem, &in->rules, in->labels, &o, &m, &err),
                         FCAP_OK);
        judged const v = verify_rules(&in->problem, &in->rules, in->labels);
        assert_true(v.is_partition);
        assert_true(near(m.cost, v.cost));
        int64_t const ours[] = {m.violated_capacity, m.violated_min_size,   m.violated_balance,
                                m.violated_share,    m.violated_no_isolate, m.violated_medoids,
                                m.violated_together, m.violated_apart,      m.violated_keep,
                                m.repeated_pairs};
        int64_t const theirs[] = {
            v.over_capacity,  v.under_min_size, v.unbalanced, v.wrong_shares, v.isolating,
            v.without_medoid, v.divided,        v.not_apart,  v.moved,        v.repeated};
        int64_t all = 0;
        for (int rule = 0; rule < 10; rule++) {
            assert_int_equal(ours[rule], theirs[rule]);
            broken[rule] += ours[rule] > 0;
            all += rule < 9 ? ours[rule] : 0;
        }
        assert_int_equal(v.valid, all == 0);
        broken[10] += v.valid;
        int64_t loads = 0;
        int64_t weights = 0;
        for (int32_t c = 0; c < in->rules.k; c++) {
            loads += load[c];
        }
        for (int64_t j = 0; j < in->problem.n; j++) {
            weights += in->problem.weight != NULL ? in->weight[j] : 1;
        }
        assert_int_equal(loads, weights);
        judge_medoids(in, &m);
        judge_means(in, &m);
    }
    free(in);
    for (int rule = 0; rule <= 10; rule++) { /* nothing above was about nothing */
        assert_true(broken[rule] > often(20));
        assert_true(broken[rule] < often(3980));
    }
}

/* The judge's own judge: each rule broken alone, by hand. */
static void each_planted_violation_is_found_by_the_naive_judge(void **state) {
    (void)state;
    double const x[6] = {0, 1, 2, 10, 11, 12};
    int32_t const group[6] = {0, 1, -1, 0, 1, -1};
    int64_t const weight[6] = {1, 1, 1, 5, 1, 1};
    char const candidate[6] = {1, 0, 0, 0, 1, 0};
    int64_t const capacity[2] = {3, 7};
    int32_t const start[6] = {0, -1, -1, 1, -1, -1};
    int64_t const pair_start[2] = {0, 2};
    int64_t const near_pair[2] = {0, 1};
    int64_t const far_pair[2] = {0, 3};
    fcap_attribute const a = {group, 2, {1, 1}};
    fcap_share const share = {0, -1, {1, 3}, {1, 3}};
    fcap_no_isolate const no_isolate = {0, 0};
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.x = x;
    p.n = 6;
    p.d = 1;
    p.attribute = &a;
    p.n_attributes = 1;
    p.weight = weight;
    p.candidate = candidate;
    fcap_rules r = FCAP_RULES_INIT;
    r.k = 2;
    r.capacity = capacity;
    r.share = &share;
    r.n_shares = 1;
    r.start = start;
    r.keep = 1;
    r.together = (fcap_sets){1, pair_start, near_pair};
    r.apart = (fcap_sets){1, pair_start, far_pair};
    r.avoid = (fcap_sets){1, pair_start, near_pair};
    int32_t const good[6] = {0, 0, 0, 1, 1, 1};
    judged const v = verify_rules(&p, &r, good);
    assert_true(v.valid);
    assert_int_equal(v.repeated, 1);
    assert_true(v.cost == 3 + 2);
    int32_t const turned[6] = {1, 1, 1, 0, 0, 0};
    assert_int_equal(verify_rules(&p, &r, turned).over_capacity, 1);
    assert_int_equal(verify_rules(&p, &r, turned).moved, 2);
    int32_t const mixed[6] = {0, 1, 0, 0, 1, 1};
    judged const w = verify_rules(&p, &r, mixed);
    assert_int_equal(w.over_capacity, 1); /* 7 > 3 */
    assert_int_equal(w.divided, 1);
    assert_int_equal(w.not_apart, 1);
    assert_int_equal(w.moved, 1);
    assert_int_equal(w.unbalanced, 2);
    assert_int_equal(w.wrong_shares, 0);
    assert_int_equal(w.repeated, 0);
    int32_t const other[6] = {0, 0, 1, 1, 0, 1};
    assert_int_equal(verify_rules(&p, &r, other).without_medoid, 1);
    assert_int_equal(verify_rules(&p, &r, other).wrong_shares, 2);
    r.no_isolate = &no_isolate;
    r.n_no_isolate = 1;
    assert_int_equal(verify_rules(&p, &r, good).isolating, 2);
    r.min_size = 4;
    assert_int_equal(verify_rules(&p, &r, good).under_min_size, 2);
    int32_t const empty[6] = {0, 0, 0, 0, 0, 0};
    int32_t const strange[6] = {0, 0, 0, 1, 1, 2};
    assert_false(verify_rules(&p, &r, empty).is_partition);
    assert_false(verify_rules(&p, &r, strange).is_partition);
}

/* 100,000 rows, three earlier files: large teams, teams of five, and the same ones again. */
static void pairs_of_large_earlier_teams_are_counted_not_listed(void **state) {
    (void)state;
    enum {
        ROWS = IS_SLOW ? 20000 : 100000,
        HALVES = 2,
        FIVES = ROWS / 5
    };
    int64_t *const start = malloc((HALVES + 2 * FIVES + 1) * sizeof *start);
    int64_t *const member = malloc(3 * ROWS * sizeof *member);
    int32_t *const labels = malloc(ROWS * sizeof *labels);
    assert_true(start != NULL && member != NULL && labels != NULL);
    int64_t sets = 0;
    int64_t at = 0;
    for (int half = 0; half < HALVES; half++) { /* even rows, odd rows */
        start[sets++] = at;
        for (int64_t i = half; i < ROWS; i += HALVES) {
            member[at++] = i;
        }
    }
    for (int again = 0; again < 2; again++) {
        for (int64_t i = 0; i < ROWS; i++) {
            if (i % 5 == 0) {
                start[sets++] = at;
            }
            member[at++] = i;
        }
    }
    start[sets] = at;
    for (int64_t i = 0; i < ROWS; i++) {
        labels[i] = (int32_t)(i % 4 / 2); /* rows 0 1 | 2 3 | 4 5 ... */
    }
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.n = ROWS;
    fcap_rules r = FCAP_RULES_INIT;
    r.k = 2;
    r.avoid = (fcap_sets){sets, start, member};
    fcap_measures m = {.size = NULL};
    assert_int_equal(fcap_measure(&p, &r, labels, NULL, &m, NULL), FCAP_OK);
    int64_t const quarter = ROWS / 4;
    int64_t expected = 4 * (quarter * (quarter - 1) / 2); /* of each half and cluster */
    for (int64_t first = 0; first < ROWS; first += 5) {   /* others that were five together */
        for (int64_t i = first; i < first + 5; i++) {
            for (int64_t j = first; j < i; j++) {
                expected += (i - j) % 2 != 0 && labels[i] == labels[j];
            }
        }
    }
    assert_int_equal(m.repeated_pairs, expected);
    free(start);
    free(member);
    free(labels);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_is_judged_as_by_the_naive_judge),
        cmocka_unit_test(each_planted_violation_is_found_by_the_naive_judge),
        cmocka_unit_test(pairs_of_large_earlier_teams_are_counted_not_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
