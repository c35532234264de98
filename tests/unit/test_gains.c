/* test_gains.c - the most that a cluster can gain, against all pairs of counts. */
#include "search/gains.h"
#include "search_help.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
    N_MOST = 60
};

static int descending(const void *left, const void *right) {
    float const a = *(const float *)left;
    float const b = *(const float *)right;
    return (a < b) - (a > b);
}

/* Sorts each group and tries every allowed pair. */
static double slow_best(const shape *s, const float *gain) {
    float list[2][N_MOST];
    int64_t n[2] = {0, 0};
    for (int64_t j = 0; j < s->n; j++) {
        int32_t const g = s->group == NULL ? 0 : s->group[j];
        list[g][n[g]++] = gain[j];
    }
    qsort(list[0], (size_t)n[0], sizeof(float), descending);
    qsort(list[1], (size_t)n[1], sizeof(float), descending);
    double best = -INFINITY;
    double sum_a = 0;
    for (int64_t a = 0; a <= n[0]; sum_a += a < n[0] ? (double)list[0][a] : 0, a++) {
        double sum_b = 0;
        for (int64_t b = 0; b <= n[1]; sum_b += b < n[1] ? (double)list[1][b] : 0, b++) {
            if (fcap_shape_allows(s, a, b) && sum_a + sum_b > best) {
                best = sum_a + sum_b;
            }
        }
    }
    return best;
}

static void the_best_cluster_is_that_of_all_pairs_of_counts(void **state) {
    (void)state;
    static small w;
    dice luck = dice_of(17);
    int tried = 0;
    for (int i = 0; i < 3000; i++) {
        int64_t const n = roll(&luck, 1, N_MOST);
        int32_t const k = (int32_t)roll(&luck, 1, n < 6 ? n : 6);
        if (!small_open(&w, &luck, n, k, i % 3 != 0, SCATTERED)) {
            continue;
        }
        gains g;
        float gain[N_MOST];
        assert_int_equal(fcap_gains_open(&w.run, &w.s, &g), FCAP_OK);
        double const shift = roll_unit(&luck) * 1.5;
        for (int again = 0; again < 3; again++) {
            for (int64_t j = 0; j < n; j++) {
                gain[j] = (float)(i % 5 == 0 ? (double)roll(&luck, -2, 2) / 4
                                             : roll_unit(&luck) - shift);
            }
            gained const found = fcap_gains_best(&g, gain);
            assert_true(fabs(found.value - slow_best(&w.s, gain)) < 1e-9);
            tried++;
        }
        fcap_run_close(&w.run);
    }
    assert_true(tried > 3000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_cluster_is_that_of_all_pairs_of_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
