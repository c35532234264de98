/* test_memory.c - above 12,000 points no method makes a matrix of all pairs: neither as one
 * block nor in pieces.
 *
 * Blocks are counted at the allocator that the caller gives. A bit for each pair of 20,000
 * points would be 50 MB: no block may be as large. All blocks together may be PER_POINT bytes a
 * point, and a matrix of floats would be 80,000.
 */
#include "effort.h"

#include <faircap/table.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
    N = 20000,
    D = 4,
    K = 20,
    PER_POINT = 8000 /* bytes; 5,300 are needed, most of them for samples of a fixed size */
};

/* Of a method. What counts branches is slow, and this is where it sees a search without matrix.
 */
#if defined(FCAP_COVERAGE)
static const double SECONDS = 4;
#else
static const double SECONDS = IS_SLOW ? 0.2 : 0.5;
#endif

/* Each block is preceded by its size. */
typedef struct ledger {
    size_t live;
    size_t peak;
    size_t largest;
} ledger;

enum {
    HEAD = 64 /* keeps the alignment of malloc */
};

static void *ledger_alloc(void *user, size_t size) {
    ledger *const l = user;
    char *const block = malloc(size + HEAD);
    if (block == NULL) {
        return NULL;
    }
    *(size_t *)(void *)block = size;
    l->live += size;
    l->peak = l->live > l->peak ? l->live : l->peak;
    l->largest = size > l->largest ? size : l->largest;
    return block + HEAD;
}

static void ledger_release(void *user, void *block) {
    char *const begin = (char *)block - HEAD;
    ((ledger *)user)->live -= *(size_t *)(void *)begin;
    free(begin);
}

typedef struct crowd {
    double *x;
    int32_t *group;
    int32_t *labels;
    fcap_attribute attribute;
    fcap_problem problem;
    fcap_rules rules;
} crowd;

static crowd draw_crowd(void) {
    crowd c = {.x = malloc(sizeof(double) * N * D),
               .group = malloc(sizeof(int32_t) * N),
               .labels = malloc(sizeof(int32_t) * N)};
    assert_true(c.x != NULL && c.group != NULL && c.labels != NULL);
    fcap_generate_options g;
    fcap_generate_options_init(&g);
    g.n = N;
    g.dim = D;
    g.balance = (fcap_ratio){9, 10};
    fcap_error err;
    assert_int_equal(fcap_generate(&g, c.x, c.group, NULL, NULL, &err), FCAP_OK);
    c.attribute = (fcap_attribute){c.group, 2, {1, 2}};
    c.problem = (fcap_problem)FCAP_PROBLEM_INIT;
    c.problem.x = c.x;
    c.problem.n = N;
    c.problem.d = D;
    c.rules = (fcap_rules)FCAP_RULES_INIT;
    c.rules.k = K;
    return c;
}

static void release_crowd(crowd *c) {
    free(c->x);
    free(c->group);
    free(c->labels);
}

/* Clusters the crowd, and looks at what that took. */
static void assert_lean(const crowd *c, fcap_method method, fcap_fairlets fairlets) {
    ledger l = {0};
    fcap_options o;
    fcap_options_init(&o);
    o.method = method;
    o.fairlets = fairlets;
    o.effort = 1;
    o.time_limit = SECONDS; /* memory is taken early */
    o.allocator = (fcap_allocator){ledger_alloc, ledger_release, &l};
    fcap_error err = {0};
    fcap_status const status = fcap_cluster(&c->problem, &c->rules, &o, c->labels, NULL, &err);
    if (status != FCAP_OK && status != FCAP_E_NOT_FOUND && status != FCAP_E_CANCELLED) {
        fail_msg("%s: %s", fcap_method_name(method), err.message);
    }
    if (l.peak >= (size_t)N * PER_POINT) {
        fail_msg("%s, fairlets %d: %zu bytes, the largest block %zu", fcap_method_name(method),
                 (int)fairlets, l.peak, l.largest);
    }
    assert_int_equal(l.live, 0);
}

static void no_method_makes_a_matrix_of_all_pairs(void **state) {
    (void)state;
    crowd c = draw_crowd();
    c.problem.attribute = &c.attribute;
    c.problem.n_attributes = 1;
    for (int method = 0; method < FCAP_METHOD_END; method++) {
        int const has_fairlets = method != FCAP_METHOD_BEST && method != FCAP_METHOD_KMEDOIDS;
        for (int f = 0; f < (has_fairlets ? FCAP_FAIRLETS_END : 1); f++) {
            assert_lean(&c, (fcap_method)method, (fcap_fairlets)f);
        }
    }
    release_crowd(&c);
}

static void nor_does_best_with_other_rules_or_metrics(void **state) {
    (void)state;
    crowd c = draw_crowd();
    fcap_share const share = {.attribute = 0, .group = 0, .least = {1, 3}, .most = {2, 3}};
    c.attribute.balance = (fcap_ratio){0, 1};
    c.problem.attribute = &c.attribute;
    c.problem.n_attributes = 1;
    c.rules.share = &share;
    c.rules.n_shares = 1;
    assert_lean(&c, FCAP_METHOD_BEST, FCAP_FAIRLETS_MCF);
    c.rules.n_shares = 0;
    for (int metric = 0; metric < 3; metric++) {
        c.problem.metric = (fcap_metric)metric;
        assert_lean(&c, FCAP_METHOD_BEST, FCAP_FAIRLETS_MCF);
    }
    release_crowd(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_method_makes_a_matrix_of_all_pairs),
        cmocka_unit_test(nor_does_best_with_other_rules_or_metrics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
