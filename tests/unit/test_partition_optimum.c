/* test_partition_optimum.c - the tests' own optimum is the best of all labellings, one by one.
 */
#include "instances.h"
#include "partition_optimum.h"
#include "verify.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
    N_MOST = 7,
    D = 2
};

/* The least cost of the labellings that begin with the first `placed` of label, where `used`
 * clusters have a point; each new cluster takes the next number, so none is seen twice. */
static double best_labelling(const partition_request *r, int32_t *label, int64_t placed,
                             int32_t used) {
    if (placed == r->n) {
        if (used != r->k) {
            return INFINITY;
        }
        verified const v =
            verify(r->x, r->n, r->d, r->group, r->n_groups, r->num, r->den, label, r->k);
        int const obeys = v.largest <= r->max_size && v.smallest >= r->min_size && v.balanced;
        return obeys ? v.cost : INFINITY;
    }
    double best = INFINITY;
    for (int32_t c = 0; c <= used && c < r->k; c++) {
        label[placed] = c;
        double const cost = best_labelling(r, label, placed + 1, used + (c == used));
        best = cost < best ? cost : best;
    }
    return best;
}

/* The best of all sets of k medoids, each with its best clustering: the optimum once more. */
static double best_of_medoids(const partition_request *r) {
    double best = INFINITY;
    for (uint32_t set = 0; set < 1u << r->n; set++) {
        int64_t medoid[N_MOST];
        int32_t k = 0;
        for (int64_t j = 0; j < r->n; j++) {
            if ((set >> j & 1) != 0) {
                medoid[k++] = j;
            }
        }
        double const cost = k == r->k ? partition_optimum_at(r, medoid) : -1;
        best = cost >= 0 && cost < best ? cost : best;
    }
    return best;
}

static void the_optimum_is_the_best_of_all_labellings(void **state) {
    (void)state;
    int feasible = 0;
    int infeasible = 0;
    for (int i = 0; i < 600; i++) {
        dice luck = dice_of((uint64_t)i);
        double x[N_MOST * D];
        int32_t group[N_MOST];
        int32_t label[N_MOST];
        int64_t const n = roll(&luck, 1, N_MOST);
        shape_of_points const shape[4] = {SCATTERED, CLUMPED, GRID, EQUAL};
        draw_points(&luck, shape[i % 4], x, n, D);
        for (int64_t j = 0; j < n; j++) {
            group[j] = (int32_t)roll(&luck, 0, 1);
        }
        int64_t const den = roll(&luck, 1, 4);
        partition_request r = {.x = x, .n = n, .d = D, .group = group, .den = den};
        r.n_groups = (int32_t)roll(&luck, 0, 1) * 2;
        r.num = roll(&luck, 0, den);
        r.k = (int32_t)roll(&luck, 1, n);
        r.min_size = roll(&luck, 1, 2);
        r.max_size = roll(&luck, (n + r.k - 1) / r.k, n);
        double const expected = best_labelling(&r, label, 0, 0);
        double const found = partition_optimum(&r);
        if (isfinite(expected)) {
            assert_true(fabs(found - expected) <= 1e-12 * (1 + expected));
            assert_true(fabs(best_of_medoids(&r) - expected) <= 1e-12 * (1 + expected));
        } else {
            assert_true(found < 0 && !isfinite(best_of_medoids(&r)));
        }
        feasible += isfinite(expected) != 0;
        infeasible += !isfinite(expected);
    }
    assert_true(feasible > 200 && infeasible > 100);
}

static void known_answers(void **state) {
    (void)state;
    double const line[] = {0, 1, 2, 10, 11, 12};
    int32_t const group[] = {0, 0, 0, 1, 1, 1};
    partition_request r = {
        .x = line, .n = 6, .d = 1, .k = 2, .max_size = 6, .min_size = 1, .den = 1};
    assert_true(partition_optimum(&r) == 4);
    r.max_size = 2;
    assert_true(partition_optimum(&r) < 0); /* two clusters of two hold four */
    r.k = 6;
    assert_true(partition_optimum(&r) == 0);
    r.k = 3;
    r.group = group;
    r.n_groups = 2;
    r.num = 1;
    assert_true(partition_optimum(&r) == 30); /* three pairs across the gap */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_optimum_is_the_best_of_all_labellings),
        cmocka_unit_test(known_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
