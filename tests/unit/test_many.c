/* test_many.c - fairlets of many groups: the definition is the test; costs against those of the
 * reference with each other group alone. */
#include "fairlet/many.h"
#include "instances.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    N_MOST = 120,
    GROUPS_MOST = 5
};

typedef struct instance {
    double x[N_MOST * 2];
    int32_t group[N_MOST];
    int64_t n;
    int32_t n_groups;
    int64_t size[GROUPS_MOST];
    int64_t smallest;
    fcap_ratio t;
} instance;

/* Groups as uneven as t allows, in random order, and some points of no group. */
static instance draw(dice *luck, fcap_ratio t, int32_t n_groups, int64_t unknown) {
    instance in = {.t = t, .n_groups = n_groups, .smallest = roll(luck, 1, 8)};
    int64_t const most = in.smallest * t.den / t.num < 20 ? in.smallest * t.den / t.num : 20;
    int64_t const reference = roll(luck, 0, n_groups - 1);
    for (int32_t g = 0; g < n_groups + 1; g++) {
        int64_t size = roll(luck, in.smallest, most);
        size = g == reference ? in.smallest : g == n_groups ? unknown : size;
        for (int64_t i = 0; i < size; i++) {
            int64_t const j = roll(luck, 0, in.n);
            in.group[in.n] = in.group[j];
            in.group[j] = g == n_groups ? -1 : g;
            in.n++;
        }
        if (g < n_groups) {
            in.size[g] = size;
        }
    }
    draw_points(luck, (shape_of_points)roll(luck, 0, GRID), in.x, in.n, 2);
    return in;
}

static fairlets decompose(fcap_run *run, const instance *in, matching how) {
    points p;
    fairlets f;
    fcap_attribute const a = {in->group, in->n_groups, in->t};
    assert_int_equal(fcap_points_open(run, in->x, in->n, 2, &p), FCAP_OK);
    assert_int_equal(fcap_fairlet_many(run, &p, &a, in->n, how, &f), FCAP_OK);
    return f;
}

static void assert_is_a_decomposition(const instance *in, const fairlets *f) {
    int seen[N_MOST] = {0};
    assert_int_equal(f->start[0], 0);
    assert_int_equal(f->start[f->n], in->n);
    for (int64_t i = 0; i < f->n; i++) {
        int64_t count[GROUPS_MOST] = {0};
        int64_t unknown = 0;
        for (int64_t at = f->start[i]; at < f->start[i + 1]; at++) {
            int64_t const x = f->member[at];
            assert_int_equal(seen[x]++, 0);
            if (in->group[x] < 0) {
                unknown++;
            } else {
                count[in->group[x]]++;
            }
        }
        int64_t const size = f->start[i + 1] - f->start[i];
        assert_true(unknown == 0 || size == 1);
        assert_true(size <= in->t.num + (in->n_groups - 1) * in->t.den);
        for (int32_t g = 0; g < in->n_groups; g++) {
            for (int32_t h = 0; h < in->n_groups; h++) {
                assert_true(count[g] * in->t.den >= count[h] * in->t.num);
            }
        }
    }
}

static void every_decomposition_is_valid_for_every_balance(void **state) {
    (void)state;
    dice luck = dice_of(1);
    for (int i = 0; i < 3000; i++) {
        int64_t const den = roll(&luck, 1, 9);
        fcap_ratio const t = {roll(&luck, 1, den), den};
        instance const in =
            draw(&luck, t, (int32_t)roll(&luck, 2, GROUPS_MOST), roll(&luck, 0, 3));
        for (int how = AT_RANDOM; how <= IN_BLOCKS; how++) {
            fcap_run run;
            fcap_run_open(&run, NULL, NULL);
            fairlets const f = decompose(&run, &in, (matching)how);
            assert_is_a_decomposition(&in, &f);
            fcap_run_close(&run);
        }
    }
}

/* The points of two groups alone. */
static instance only(const instance *in, int32_t g, int32_t h) {
    instance out = {.t = in->t, .n_groups = 2};
    for (int64_t i = 0; i < in->n; i++) {
        if (in->group[i] == g || in->group[i] == h) {
            memcpy(out.x + 2 * out.n, in->x + 2 * i, 2 * sizeof *out.x);
            out.group[out.n++] = in->group[i] == h;
        }
    }
    return out;
}

static void matchings_with_the_reference_are_the_cheapest(void **state) {
    (void)state;
    dice luck = dice_of(2);
    for (int i = 0; i < 500; i++) {
        fcap_ratio const t = {1, roll(&luck, 1, 4)};
        instance const in = draw(&luck, t, (int32_t)roll(&luck, 3, GROUPS_MOST), 0);
        int32_t reference = 0;
        for (int32_t g = 0; g < in.n_groups; g++) {
            reference = in.size[g] < in.size[reference] ? g : reference;
        }
        double sum = 0;
        for (int32_t g = 0; g < in.n_groups; g++) {
            if (g == reference) {
                continue;
            }
            instance const pair = only(&in, reference, g);
            fcap_attribute const a = {pair.group, 2, pair.t};
            fcap_run run;
            points p;
            two_groups two;
            fairlets f;
            fcap_run_open(&run, NULL, NULL);
            assert_int_equal(fcap_points_open(&run, pair.x, pair.n, 2, &p), FCAP_OK);
            assert_int_equal(fcap_two_groups_open(&run, &a, pair.n, &two), FCAP_OK);
            assert_int_equal(fcap_fairlet_mcf(&run, &p, &two, &f), FCAP_OK);
            sum += f.cost;
            fcap_run_close(&run);
        }
        fcap_run run;
        fcap_run_open(&run, NULL, NULL);
        fairlets const f = decompose(&run, &in, OF_LEAST_COST);
        assert_true(fabs(f.cost - sum) <= 1e-6 * sum + 1e-12);
        fcap_run_close(&run);
    }
}

static void less_balanced_data_are_refused(void **state) {
    (void)state;
    double const x[] = {0, 1, 2, 3, 4};
    int32_t const group[] = {0, 1, 2, 2, 2};
    fcap_attribute const a = {group, 3, {1, 2}};
    fcap_error err = {0};
    fcap_run run;
    points p;
    fairlets f;
    fcap_run_open(&run, NULL, &err);
    assert_int_equal(fcap_points_open(&run, x, 5, 1, &p), FCAP_OK);
    assert_int_equal(fcap_fairlet_many(&run, &p, &a, 5, AT_RANDOM, &f), FCAP_E_INFEASIBLE);
    assert_string_equal(err.message, "the data have balance 1/3, less than 1/2");
    fcap_run_close(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_decomposition_is_valid_for_every_balance),
        cmocka_unit_test(matchings_with_the_reference_are_the_cheapest),
        cmocka_unit_test(less_balanced_data_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
