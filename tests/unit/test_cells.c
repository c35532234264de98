/* test_cells.c - every cluster of every answer is in a cell. */
#include "problem/cells.h"

#include "instances.h"
#include "rule_draws.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static int is_in_a_cell(const cells *c, const int32_t *label, int32_t cluster, int64_t n) {
    int64_t count[DRAW_POINTS_MOST + 1] = {0};
    int64_t size = 0;
    for (int64_t j = 0; j < n; j++) {
        count[c->class_of[j]] += label[j] == cluster;
        size += label[j] == cluster;
    }
    for (int64_t x = 0; x < c->n; x++) {
        int fits = size >= c->size_least[x] && size <= c->size_most_of[x];
        for (int32_t g = 0; g < c->n_classes; g++) {
            fits &= count[g] >= c->low[x * c->n_classes + g] &&
                    count[g] <= c->high[x * c->n_classes + g] && count[g] <= c->most[g];
        }
        if (fits && size <= c->size_most) {
            return 1;
        }
    }
    return 0;
}

/* The next labelling in counting order; 0 after the last. */
static int next_labels(int32_t *label, int64_t n, int32_t k) {
    for (int64_t i = 0; i < n; i++) {
        if (++label[i] < k) {
            return 1;
        }
        label[i] = 0;
    }
    return 0;
}

static int64_t check_all_answers(const rule_draw *drawn, const rules *r, const cells *c) {
    int32_t label[DRAW_POINTS_MOST] = {0};
    int64_t answers = 0;
    do {
        if (rules_judge(&drawn->problem, &drawn->asked, label).valid) {
            answers++;
            for (int32_t i = 0; i < r->k; i++) {
                assert_true(is_in_a_cell(c, label, i, r->n));
            }
        }
    } while (next_labels(label, r->n, r->k));
    return answers;
}

static void every_cluster_of_every_answer_is_in_a_cell(void **state) {
    (void)state;
    static const unsigned kind[] = {
        DRAWN_GROUPS,     DRAWN_ATTRIBUTES,
        DRAWN_UNKNOWN,    DRAWN_SHARE,
        DRAWN_NO_ISOLATE, DRAWN_WEIGHT | DRAWN_SHARE,
        DRAWN_CAPACITIES, DRAWN_GROUPS | DRAWN_SHARE | DRAWN_NO_ISOLATE | DRAWN_MIN_SIZE};
    static rule_draw drawn;
    int64_t answers = 0;
    for (uint64_t seed = 1; seed <= 1200; seed++) {
        fcap_run run;
        rules r;
        rule_draw_make(seed, kind[seed % 8], DRAWN_TINY, &drawn);
        fcap_run_open(&run, NULL, NULL);
        assert_int_equal(fcap_rules_open(&run, &drawn.problem, &drawn.asked, &r), FCAP_OK);
        if (pow(r.k, (double)r.n) <= 3000) {
            for (int32_t a = -1; a < r.n_attributes; a++) {
                cells c;
                assert_int_equal(fcap_cells_open(&run, &r, a, &c), FCAP_OK);
                answers += check_all_answers(&drawn, &r, &c);
            }
        }
        fcap_run_close(&run);
    }
    print_message("%lld answers\n", (long long)answers);
    assert_true(answers > 5000);
}

/* 60 points of three groups, k = 3, each cluster full: 20 points with 5..10 of each group. */
static void a_balance_leaves_what_it_allows(void **state) {
    (void)state;
    int32_t group[60];
    for (int i = 0; i < 60; i++) {
        group[i] = i % 3;
    }
    fcap_attribute const t = {group, 3, {1, 2}};
    rules const r = {
        .n = 60, .k = 3, .capacity = 20, .min_size = 1, .attribute = &t, .n_attributes = 1};
    fcap_run run;
    cells c;
    fcap_run_open(&run, NULL, NULL);
    assert_int_equal(fcap_cells_open(&run, &r, 0, &c), FCAP_OK);
    assert_true(c.n > 0 && c.size_most == 20);
    for (int64_t x = 0; x < c.n; x++) {
        assert_true(c.size_least[x] == 20);
        for (int32_t g = 0; g < 3; g++) {
            assert_true(c.low[x * 3 + g] >= 4 && c.high[x * 3 + g] <= 10);
            assert_true(c.high[x * 3 + g] <= 2 * (c.low[x * 3] < 5 ? 4 : 6));
        }
    }
    fcap_run_close(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cluster_of_every_answer_is_in_a_cell),
        cmocka_unit_test(a_balance_leaves_what_it_allows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
