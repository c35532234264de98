/* test_search.c - answers are valid and as good as claimed, whatever the problem looks like. */
#include "effort.h"
#include "search/search.h"
#include "search_help.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
    LITTLE_WORK = 2000000,
    N_MOST = 7,
    K_MOST = 3
};

static small w; /* too large for the stack */

static answer search_for(search *s, int64_t work) {
    answer best;
    assert_int_equal(fcap_search_open(&w.run, &w.p, &w.r, &w.s, s), FCAP_OK);
    assert_int_equal(fcap_answer_open(&w.run, &w.s, &best), FCAP_OK);
    assert_int_equal(fcap_search_run(&w.run, s, work, &best), FCAP_OK);
    return best;
}

/* The least cost of all sets of medoids, or of those that differ from these in one at most. */
static double best_of_sets(const answer *a, int only_swaps) {
    int64_t medoid[K_MOST];
    double best = INFINITY;
    int64_t const n = w.r.n;
    int32_t const k = w.r.k;
    int64_t sets = 1;
    for (int32_t i = 0; i < k; i++) {
        sets *= n;
    }
    for (int64_t code = 0; code < sets; code++) {
        int64_t rest = code;
        int32_t same = 0;
        int different = 1;
        for (int32_t i = 0; i < k; i++) {
            medoid[i] = rest % n;
            rest /= n;
            same += medoid[i] == a->medoid[i];
            different &= i == 0 || medoid[i] > medoid[i - 1] || only_swaps;
            for (int32_t c = 0; c < i; c++) {
                different &= medoid[c] != medoid[i];
            }
        }
        if (different && (!only_swaps || same >= k - 1)) {
            double const cost = small_best(&w, medoid);
            best = cost < best ? cost : best;
        }
    }
    return best;
}

static void finds_the_best_of_all_answers_to_small_problems(void **state) {
    (void)state;
    dice luck = dice_of(3);
    for (int i = 0; i < often(150); i++) {
        int64_t const n = roll(&luck, 2, N_MOST);
        int32_t const k = (int32_t)roll(&luck, 1, n < K_MOST ? n : K_MOST);
        if (!small_open(&w, &luck, n, k, i % 3 != 0, (shape_of_points)(i % SHAPES))) {
            continue;
        }
        search s;
        answer const a = search_for(&s, LITTLE_WORK);
        assert_true(small_is_valid(&w, &a));
        double const best = best_of_sets(&a, 0);
        assert_true(a.cost <= best + 1e-9 && a.cost >= best - 1e-9);
        fcap_run_close(&w.run);
    }
}

static void swap_optimal_means_that_no_exchange_is_cheaper(void **state) {
    (void)state;
    dice luck = dice_of(4);
    int claimed = 0;
    int opened = 0;
    for (int i = 0; i < often(300); i++) {
        int64_t const n = roll(&luck, 3, N_MOST);
        int32_t const k = (int32_t)roll(&luck, 2, n < K_MOST ? n : K_MOST);
        if (!small_open(&w, &luck, n, k, i % 3 != 0, (shape_of_points)(i % SHAPES))) {
            continue;
        }
        search s;
        answer a = search_for(&s, 1);
        double const before = a.cost;
        opened++;
        assert_int_equal(fcap_search_certify_swaps(&w.run, &s, INT64_MAX, &a), FCAP_OK);
        assert_true(a.cost <= before && small_is_valid(&w, &a));
        if (a.swap_optimal) {
            assert_true(best_of_sets(&a, 1) >= a.cost - 1e-8);
            claimed++;
        }
        fcap_run_close(&w.run);
    }
    assert_true(opened > often(300) / 3 && claimed == opened);
}

static void more_work_never_costs_more_and_every_answer_is_valid(void **state) {
    (void)state;
    dice luck = dice_of(9);
    for (int i = 0; i < often(24); i++) {
        int64_t const n = roll(&luck, 20, 120);
        int32_t const k = (int32_t)roll(&luck, 2, 12);
        if (!small_open(&w, &luck, n, k, i % 3 != 0, (shape_of_points)(i % SHAPES))) {
            continue;
        }
        search s;
        answer a = search_for(&s, 1);
        for (int more = 0; more < 4; more++) {
            assert_true(small_is_valid(&w, &a));
            double const before = a.cost;
            assert_int_equal(fcap_search_run(&w.run, &s, 5 * LITTLE_WORK, &a), FCAP_OK);
            assert_true(a.cost <= before);
        }
        double const before = a.cost;
        int64_t other[16];
        for (int32_t c = 0; c < k; c++) {
            other[c] = (c * 7 + i) % n;
        }
        assert_int_equal(fcap_search_improve(&w.run, &s, other, &a), FCAP_OK);
        assert_true(a.cost <= before && small_is_valid(&w, &a));
        fcap_run_close(&w.run);
    }
}

static void one_cluster_and_as_many_as_points_are_exact(void **state) {
    (void)state;
    dice luck = dice_of(21);
    for (int i = 0; i < 60; i++) {
        int64_t const n = roll(&luck, 1, 30);
        int32_t const k = i % 2 == 0 ? 1 : (int32_t)n;
        if (!small_open(&w, &luck, n, k, 0, (shape_of_points)(i % SHAPES))) {
            continue;
        }
        search s;
        answer a = search_for(&s, LITTLE_WORK);
        verified const v = verify(w.x, n, w.d, NULL, 0, 0, 1, a.label, k);
        assert_true(v.is_partition);
        assert_true(k == 1 || a.cost == 0);
        assert_true(small_is_valid(&w, &a));
        assert_int_equal(fcap_search_certify_swaps(&w.run, &s, INT64_MAX, &a), FCAP_OK);
        assert_true(a.swap_optimal);
        fcap_run_close(&w.run);
    }
}

static void labels_do_not_depend_on_threads(void **state) {
    (void)state;
    int32_t label[SMALL_MOST];
    for (int32_t threads = 1; threads <= 3; threads++) {
        dice luck = dice_of(31);
        while (!small_open(&w, &luck, SMALL_MOST, 9, 1, SCATTERED)) {
        }
        w.run.threads = threads;
        search s;
        answer const a = search_for(&s, 50 * LITTLE_WORK);
        assert_true(small_is_valid(&w, &a));
        if (threads == 1) {
            memcpy(label, a.label, sizeof label);
        }
        assert_memory_equal(label, a.label, sizeof label);
        fcap_run_close(&w.run);
    }
}

/* Asks to stop at the nth look. */
static int stop_at(void *user, const fcap_progress *progress) {
    (void)progress;
    int *const left = user;
    return --*left < 0;
}

static void a_search_that_is_stopped_has_a_valid_answer_or_none(void **state) {
    (void)state;
    int answers = 0;
    for (int at = 0; at < 12; at++) {
        dice luck = dice_of(77);
        while (!small_open(&w, &luck, 300, 8, 1, CLUMPED)) {
        }
        int left = at;
        w.run.tick = stop_at;
        w.run.tick_user = &left;
        search s;
        answer a;
        assert_int_equal(fcap_search_open(&w.run, &w.p, &w.r, &w.s, &s), FCAP_OK);
        assert_int_equal(fcap_answer_open(&w.run, &w.s, &a), FCAP_OK);
        fcap_status const status = fcap_search_run(&w.run, &s, 500 * LITTLE_WORK, &a);
        if (status == FCAP_OK) {
            assert_true(small_is_valid(&w, &a));
            answers++;
            assert_int_equal(fcap_search_certify_swaps(&w.run, &s, INT64_MAX, &a), FCAP_OK);
            assert_true(small_is_valid(&w, &a));
        } else {
            assert_int_equal(status, FCAP_E_CANCELLED);
        }
        fcap_run_close(&w.run);
    }
    assert_true(answers > 0);
}

static void only_candidates_become_medoids(void **state) {
    (void)state;
    dice luck = dice_of(13);
    while (!small_open(&w, &luck, 60, 5, 1, SCATTERED)) {
    }
    char may[60];
    for (int j = 0; j < 60; j++) {
        may[j] = j % 4 == 0;
    }
    search s;
    answer best;
    assert_int_equal(fcap_search_open(&w.run, &w.p, &w.r, &w.s, &s), FCAP_OK);
    assert_int_equal(fcap_answer_open(&w.run, &w.s, &best), FCAP_OK);
    s.candidate = may;
    assert_int_equal(fcap_search_run(&w.run, &s, 20 * LITTLE_WORK, &best), FCAP_OK);
    for (int32_t i = 0; i < 5; i++) {
        assert_int_equal(best.medoid[i] % 4, 0);
    }
    fcap_run_close(&w.run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_best_of_all_answers_to_small_problems),
        cmocka_unit_test(swap_optimal_means_that_no_exchange_is_cheaper),
        cmocka_unit_test(more_work_never_costs_more_and_every_answer_is_valid),
        cmocka_unit_test(one_cluster_and_as_many_as_points_are_exact),
        cmocka_unit_test(labels_do_not_depend_on_threads),
        cmocka_unit_test(a_search_that_is_stopped_has_a_valid_answer_or_none),
        cmocka_unit_test(only_candidates_become_medoids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
