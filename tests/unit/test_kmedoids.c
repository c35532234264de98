/* test_kmedoids.c - against brute force, and on what is hard: ties, duplicates, k = 1, k = n.
 */
#include "effort.h"
#include "instances.h"
#include "verify.h"

#include <faircap/faircap.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static fcap_status cluster(const double *x, int64_t n, int32_t d, int32_t k, int effort,
                           int threads, int32_t *labels, fcap_report *report) {
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.x = x;
    p.n = n;
    p.d = d;
    fcap_rules r = FCAP_RULES_INIT;
    r.k = k;
    fcap_options o;
    fcap_options_init(&o);
    o.method = FCAP_METHOD_KMEDOIDS;
    o.effort = effort;
    o.threads = threads;
    fcap_error err;
    return fcap_cluster(&p, &r, &o, labels, report, &err);
}

/* The cheapest of all choices of k medoids, each point to its nearest. */
static double cheapest(const double *x, int n, int32_t d, int32_t k) {
    double best = -1;
    for (unsigned set = 1; set < 1u << n; set++) {
        if (__builtin_popcount(set) != k) {
            continue;
        }
        double cost = 0;
        for (int j = 0; j < n; j++) {
            double nearest = -1;
            for (int m = 0; m < n; m++) {
                double square = 0;
                for (int32_t c = 0; c < d; c++) {
                    square += (x[m * d + c] - x[j * d + c]) * (x[m * d + c] - x[j * d + c]);
                }
                if (set >> m & 1 && (nearest < 0 || sqrt(square) < nearest)) {
                    nearest = sqrt(square);
                }
            }
            cost += nearest;
        }
        best = best < 0 || cost < best ? cost : best;
    }
    return best;
}

static void is_never_below_the_optimum_and_nearly_always_at_it(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int at_optimum = 0;
    int const cases = often(400);
    for (int i = 0; i < cases; i++) {
        int const n = (int)roll(&luck, 2, 10);
        int32_t const k = (int32_t)roll(&luck, 1, n);
        int32_t const d = (int32_t)roll(&luck, 1, 3);
        double x[30];
        int32_t labels[10];
        draw_points(&luck, (shape_of_points)(i % HUGE_ONES), x, n, d);
        fcap_report report;
        assert_int_equal(cluster(x, n, d, k, 5, 1, labels, &report), FCAP_OK);
        verified const v = verify(x, n, d, NULL, 0, 0, 1, labels, k);
        assert_true(v.is_partition);
        assert_true(fabs(v.cost - report.cost) <= 1e-12 * (1 + v.cost));
        double const optimum = cheapest(x, n, d, k);
        assert_true(report.cost >= optimum * (1 - 1e-12));
        at_optimum += report.cost <= optimum * (1 + 1e-6) + 1e-12;
    }
    print_message("%d of %d at the optimum\n", at_optimum, cases);
    assert_true(at_optimum >= cases * 99 / 100);
}

/* No exchange of one medoid for one point improves: what the search promises up to 12,000. */
static void no_single_swap_improves_the_answer(void **state) {
    (void)state;
    dice luck = dice_of(2);
    enum {
        N = 120,
        D = 2,
        K = 5
    };
    double x[N * D];
    int32_t labels[N];
    draw_points(&luck, SCATTERED, x, N, D);
    fcap_report report;
    assert_int_equal(cluster(x, N, D, K, 1, 1, labels, &report), FCAP_OK);
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.x = x;
    p.n = N;
    p.d = D;
    fcap_rules r = FCAP_RULES_INIT;
    r.k = K;
    int64_t medoid[K];
    fcap_measures m = {.medoid = medoid};
    fcap_error err;
    assert_int_equal(fcap_measure(&p, &r, labels, NULL, &m, &err), FCAP_OK);
    for (int out = 0; out < K; out++) {
        for (int64_t in = 0; in < N; in++) {
            double cost = 0;
            for (int64_t j = 0; j < N; j++) {
                double nearest = -1;
                for (int c = 0; c < K; c++) {
                    int64_t const o = c == out ? in : medoid[c];
                    double const e = hypot(x[o * D] - x[j * D], x[o * D + 1] - x[j * D + 1]);
                    nearest = nearest < 0 || e < nearest ? e : nearest;
                }
                cost += nearest;
            }
            assert_true(cost >= report.cost * (1 - 1e-6));
        }
    }
}

static void every_shape_gives_k_clusters(void **state) {
    (void)state;
    dice luck = dice_of(3);
    for (int shape = 0; shape < SHAPES; shape++) {
        int32_t const ks[] = {1, 2, 7, 199, 200};
        for (int i = 0; i < 5; i++) {
            double x[200 * 3];
            int32_t labels[200];
            draw_points(&luck, (shape_of_points)shape, x, 200, 3);
            fcap_report report;
            assert_int_equal(cluster(x, 200, 3, ks[i], 1, 2, labels, &report), FCAP_OK);
            int used[200] = {0};
            int n_used = 0;
            int32_t next = 0;
            for (int j = 0; j < 200; j++) {
                assert_true(labels[j] >= 0 && labels[j] < ks[i]);
                assert_true(labels[j] <= next); /* numbered by their smallest row */
                next = labels[j] == next ? next + 1 : next;
                n_used += used[labels[j]]++ == 0;
            }
            assert_int_equal(n_used, ks[i]);
            assert_true(isfinite(report.cost));
        }
    }
}

static void finds_planted_clusters_beyond_the_matrix(void **state) {
    (void)state;
    enum {
        N = 15000,
        K = 12
    };
    double *const x = malloc(sizeof *x * N * 2);
    int32_t *const labels = malloc(sizeof *labels * N);
    dice luck = dice_of(4);
    for (int64_t i = 0; i < N; i++) { /* on a ring, far apart */
        double const angle = (double)(i % K) * 2 * 3.14159265358979 / K;
        x[2 * i] = 100 * cos(angle) + roll_unit(&luck);
        x[2 * i + 1] = 100 * sin(angle) + roll_unit(&luck);
    }
    fcap_report report;
    assert_int_equal(cluster(x, N, 2, K, often(3), 2, labels, &report), FCAP_OK);
    for (int64_t i = 0; i < N; i++) {
        assert_int_equal(labels[i], i % K);
    }
    free(labels);
    free(x);
}

static void labels_do_not_depend_on_threads(void **state) {
    (void)state;
    enum {
        N = 2500,
        K = 9
    };
    double *const x = malloc(sizeof *x * N * 6);
    int32_t *const one = malloc(sizeof *one * N);
    int32_t *const many = malloc(sizeof *many * N);
    dice luck = dice_of(5);
    draw_points(&luck, SCATTERED, x, N, 6);
    fcap_report report;
    assert_int_equal(cluster(x, N, 6, K, 2, 1, one, &report), FCAP_OK);
    int const threads[] = {2, 3, 4, 8};
    for (int i = 4 - often(4); i < 4; i++) {
        assert_int_equal(cluster(x, N, 6, K, 2, threads[i], many, &report), FCAP_OK);
        assert_memory_equal(one, many, sizeof *one * N);
    }
    free(many);
    free(one);
    free(x);
}

typedef struct patience {
    int ticks;
    int limit;
} patience;

static int stop_after(void *user, const fcap_progress *progress) {
    patience *const p = user;
    assert_non_null(progress->stage);
    return ++p->ticks >= p->limit;
}

static void an_interrupted_search_returns_its_best(void **state) {
    (void)state;
    enum {
        N = 3000,
        K = 20
    };
    double *const x = malloc(sizeof *x * N * 8);
    int32_t *const labels = malloc(sizeof *labels * N);
    dice luck = dice_of(6);
    draw_points(&luck, SCATTERED, x, N, 8);
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.x = x;
    p.n = N;
    p.d = 8;
    fcap_rules r = FCAP_RULES_INIT;
    r.k = K;
    for (int limit = 1; limit <= 4; limit++) {
        patience left = {0, limit};
        fcap_options o;
        fcap_options_init(&o);
        o.method = FCAP_METHOD_KMEDOIDS;
        o.effort = 9;
        o.tick = stop_after;
        o.tick_user = &left;
        fcap_report report;
        fcap_error err;
        assert_int_equal(fcap_cluster(&p, &r, &o, labels, &report, &err), FCAP_OK);
        assert_int_equal(report.outcome, FCAP_INTERRUPTED);
        assert_int_equal(left.ticks, limit);
    }
    fcap_options o;
    fcap_options_init(&o);
    o.method = FCAP_METHOD_KMEDOIDS;
    o.effort = 9;
    o.time_limit = 0.05;
    fcap_report report;
    fcap_error err;
    assert_int_equal(fcap_cluster(&p, &r, &o, labels, &report, &err), FCAP_OK);
    assert_int_equal(report.outcome, FCAP_TIME_LIMIT);
    free(labels);
    free(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_never_below_the_optimum_and_nearly_always_at_it),
        cmocka_unit_test(no_single_swap_improves_the_answer),
        cmocka_unit_test(every_shape_gives_k_clusters),
        cmocka_unit_test(finds_planted_clusters_beyond_the_matrix),
        cmocka_unit_test(labels_do_not_depend_on_threads),
        cmocka_unit_test(an_interrupted_search_returns_its_best),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
