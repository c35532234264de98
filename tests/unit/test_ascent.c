/* test_ascent.c - the ascent rises, stays below the optimum and comes close to it. */
#include "bound/ascent.h"

#include "bound_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void the_bound_rises_and_stays_below_the_optimum(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int64_t tried = 0;
    int64_t reached = 0;
    for (int i = 0; i < 1500; i++) {
        small_problem const p = draw_problem(&luck, i % 8 == 0 ? CASE_POINTS : 8);
        bound_case c;
        case_open(&c, &p);
        if (c.optimum < INFINITY) {
            lagrange b;
            assert_int_equal(fcap_bound_open(&c.run, &c.points, &c.s, &b), FCAP_OK);
            bound_goal goal = {.upper = INFINITY, .steps = 5};
            double before = -INFINITY;
            for (int round = 0; round < 8; round++) {
                assert_int_equal(fcap_bound_ascend(&c.run, &b, &goal), FCAP_OK);
                assert_true(b.value >= before);
                assert_int_equal(b.n_alive, p.n); /* no answer is known */
                before = b.value;
            }
            double value;
            assert_int_equal(fcap_bound_certified(&c.run, &c.points, &c.s, b.pi, &value),
                             FCAP_OK);
            assert_true(value * c.unit <= c.optimum);
            assert_true(fabs((b.value > 0 ? b.value : 0) - value) <= 1e-12 * p.n);
            double sum = 0;
            for (int j = 0; j < p.n; j++) {
                assert_true(b.weight[j] >= 0 && b.weight[j] <= 1);
                sum += b.weight[j];
            }
            assert_true(fabs(sum - p.k) < 1e-9);
            tried++;
            reached += value * c.unit >= c.optimum * (1 - 1e-4) - 1e-12;
        }
        case_close(&c);
    }
    print_message("%lld of %lld within 0.01 %% of the optimum\n", (long long)reached,
                  (long long)tried);
    assert_true(tried > 700 && reached * 10 > tried * 6);
}

static void with_the_optimum_known_no_optimum_is_lost(void **state) {
    (void)state;
    dice luck = dice_of(2);
    for (int i = 0; i < 1000; i++) {
        small_problem const p = draw_problem(&luck, 8);
        bound_case c;
        case_open(&c, &p);
        if (c.optimum < INFINITY) {
            lagrange b;
            assert_int_equal(fcap_bound_open(&c.run, &c.points, &c.s, &b), FCAP_OK);
            double const upper = c.optimum / c.unit * (1 + 1e-6) + 1e-9;
            bound_goal goal = {.upper = upper, .steps = 40};
            assert_int_equal(fcap_bound_ascend(&c.run, &b, &goal), FCAP_OK);
            uint32_t alive = 0;
            for (int64_t a = 0; a < b.n_alive; a++) {
                alive |= 1u << b.alive[a];
            }
            assert_true(optimum_with(&p, alive) <= c.optimum * (1 + 1e-12) + 1e-15);
        }
        case_close(&c);
    }
}

typedef struct proposals {
    int64_t n;
    int64_t last[CASE_POINTS];
    int32_t k;
} proposals;

static fcap_status count_proposal(void *user, const int64_t *medoid, double *upper) {
    proposals *const seen = user;
    seen->n++;
    for (int32_t m = 1; m < seen->k; m++) {
        assert_true(medoid[m] > medoid[m - 1]);
    }
    memcpy(seen->last, medoid, (size_t)seen->k * sizeof *medoid);
    *upper = 1e6;
    return FCAP_OK;
}

static void medoids_are_proposed_and_may_lower_the_upper_bound(void **state) {
    (void)state;
    dice luck = dice_of(3);
    small_problem p = draw_problem(&luck, CASE_POINTS);
    p.groups = 1;
    p.least = 1;
    bound_case c;
    case_open(&c, &p);
    lagrange b;
    proposals seen = {.k = p.k};
    bound_goal goal = {
        .upper = INFINITY, .steps = 30, .propose = count_proposal, .user = &seen};
    assert_int_equal(fcap_bound_open(&c.run, &c.points, &c.s, &b), FCAP_OK);
    assert_int_equal(fcap_bound_ascend(&c.run, &b, &goal), FCAP_OK);
    assert_true(seen.n >= 1);
    assert_true(goal.upper == 1e6);
    case_close(&c);
}

enum {
    MANY = 200
};

/* The same bits for any number of threads; more clusters than the master takes, too. */
static void threads_change_nothing(void **state) {
    (void)state;
    static double x[MANY * 20];
    dice luck = dice_of(4);
    for (int many = 0; many < 2; many++) {
        int64_t const n = many ? MANY * 10 : 700;
        for (int64_t j = 0; j < n * 2; j++) {
            x[j] = roll_unit(&luck);
        }
        rules const r = {
            .n = n, .k = many ? 900 : 7, .capacity = many ? 3 : 110, .min_size = 1};
        double value[2];
        for (int threads = 1; threads <= 2; threads++) {
            fcap_options o;
            fcap_options_init(&o);
            o.threads = threads;
            fcap_run run;
            points p;
            shape s;
            lagrange b;
            fcap_run_open(&run, &o, NULL);
            assert_int_equal(fcap_points_open(&run, x, n, 2, &p), FCAP_OK);
            assert_int_equal(fcap_shape_open(&run, &r, &s), FCAP_OK);
            assert_int_equal(fcap_bound_open(&run, &p, &s, &b), FCAP_OK);
            bound_goal goal = {.upper = INFINITY, .steps = many ? 4 : 12};
            assert_int_equal(fcap_bound_ascend(&run, &b, &goal), FCAP_OK);
            value[threads - 1] = b.value;
            fcap_run_close(&run);
        }
        assert_true(value[0] > -INFINITY);
        assert_memory_equal(&value[0], &value[1], sizeof value[0]);
    }
}

static int stop(void *user, const fcap_progress *progress) {
    (void)user;
    (void)progress;
    return 1;
}

static void a_stopped_ascent_keeps_what_it_has(void **state) {
    (void)state;
    dice luck = dice_of(5);
    small_problem p = draw_problem(&luck, CASE_POINTS);
    p.groups = 1;
    p.least = 1;
    bound_case c;
    case_open(&c, &p);
    lagrange b;
    bound_goal goal = {.upper = INFINITY, .steps = 3};
    assert_int_equal(fcap_bound_open(&c.run, &c.points, &c.s, &b), FCAP_OK);
    assert_int_equal(fcap_bound_ascend(&c.run, &b, &goal), FCAP_OK);
    double const before = b.value;
    c.run.tick = stop;
    c.run.next_tick = 0;
    goal.steps = 1000;
    assert_int_equal(fcap_bound_ascend(&c.run, &b, &goal), FCAP_OK);
    assert_true(b.value >= before);
    case_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bound_rises_and_stays_below_the_optimum),
        cmocka_unit_test(with_the_optimum_known_no_optimum_is_lost),
        cmocka_unit_test(medoids_are_proposed_and_may_lower_the_upper_bound),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(a_stopped_ascent_keeps_what_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
