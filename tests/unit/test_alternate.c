/* test_alternate.c - medoids are the best members, and the cost never rises. */
#include "search/alternate.h"
#include "search_help.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static small w;

static double sum_of_member(const answer *a, int64_t x) {
    double sum = 0;
    for (int64_t j = 0; j < a->n; j++) {
        sum += a->label[j] == a->label[x] ? fcap_points_distance(&w.p, x, j) : 0;
    }
    return sum;
}

static double cost_of(const answer *a) {
    double cost = 0;
    for (int64_t j = 0; j < a->n; j++) {
        cost += fcap_points_distance(&w.p, a->medoid[a->label[j]], j);
    }
    return cost;
}

static void each_medoid_is_the_best_member_of_its_cluster(void **state) {
    (void)state;
    dice luck = dice_of(8);
    for (int i = 0; i < 200; i++) {
        int64_t const n = roll(&luck, 2, 90);
        int32_t const k = (int32_t)roll(&luck, 1, n < 8 ? n : 8);
        if (!small_open(&w, &luck, n, k, i % 3 != 0, (shape_of_points)(i % SHAPES))) {
            continue;
        }
        if (i % 2 == 0) {
            assert_int_equal(fcap_points_matrix(&w.run, &w.p), FCAP_OK);
        }
        fair_assign fa;
        answer a;
        answer spare;
        middle_memory memory;
        assert_int_equal(fcap_fair_assign_open(&w.run, &w.p, &w.s, &fa), FCAP_OK);
        assert_int_equal(fcap_answer_open(&w.run, &w.s, &a), FCAP_OK);
        assert_int_equal(fcap_answer_open(&w.run, &w.s, &spare), FCAP_OK);
        assert_int_equal(fcap_middles_open(&w.run, &memory), FCAP_OK);
        for (int32_t c = 0; c < k; c++) {
            a.medoid[c] = n - 1 - c;
        }
        assert_int_equal(fcap_answer_place(&w.run, &fa, 0, &a), FCAP_OK);
        for (int again = 0; again < 2; again++) { /* then from memory */
            double const before = a.cost;
            alternation how = {NULL, &memory, 30, &spare};
            assert_int_equal(fcap_alternate(&w.run, &fa, &how, &a), FCAP_OK);
            assert_true(a.cost <= before && small_is_valid(&w, &a));
            assert_true(fabs(a.cost - cost_of(&a)) <= 1e-9 * (1 + a.cost));
        }
        int32_t changed = 0;
        assert_int_equal(fcap_alternate_medoids(&w.run, &w.p, NULL, &memory, &a, &changed),
                         FCAP_OK);
        for (int64_t x = 0; x < n; x++) {
            double const own = sum_of_member(&a, a.medoid[a.label[x]]);
            assert_true(own <= sum_of_member(&a, x) + 1e-12 * (1 + own));
        }
        fcap_run_close(&w.run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_medoid_is_the_best_member_of_its_cluster),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
