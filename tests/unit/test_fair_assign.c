/* test_fair_assign.c - all assignments are tried on tiny instances; on larger ones the proof
 * that comes with an answer is checked.
 */
#include "cluster/fair_assign.h"
#include "instances.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    N_MOST = 1200,
    K_MOST = 40,
    DIM = 2
};

typedef struct instance {
    int64_t n;
    int32_t k;
    int64_t capacity;
    int64_t min_size;
    fcap_ratio t; /* num 0: no balance */
    double x[N_MOST * DIM];
    int32_t group[N_MOST];
    int64_t medoid[K_MOST];
    /* the answer: */
    int32_t label[N_MOST];
    double price[2 * K_MOST];
    double d[64 * K_MOST]; /* distances to the medoids, for the oracle */
} instance;

static instance at;
static fcap_error err;

/* ---- oracle: every assignment */

static int is_allowed(int64_t a, int64_t b) {
    if (a + b < at.min_size || a + b > at.capacity) {
        return 0;
    }
    return at.t.num == 0 || (a * at.t.den >= b * at.t.num && b * at.t.den >= a * at.t.num);
}

static double cheapest(int64_t j, int64_t (*count)[2], double so_far, double best) {
    if (so_far >= best) {
        return best;
    }
    if (j == at.n) {
        for (int32_t i = 0; i < at.k; i++) {
            if (!is_allowed(count[i][0], count[i][1])) {
                return best;
            }
        }
        return so_far;
    }
    for (int32_t i = 0; i < at.k; i++) {
        count[i][at.group[j]]++;
        best = cheapest(j + 1, count, so_far + at.d[j * at.k + i], best);
        count[i][at.group[j]]--;
    }
    return best;
}

/* ---- instances */

static fcap_ratio const RATIOS[] = {{0, 1}, {1, 3}, {1, 2},  {2, 3}, {3, 4},
                                    {1, 1}, {2, 5}, {9, 10}, {1, 9}};
enum {
    N_RATIOS = sizeof RATIOS / sizeof *RATIOS
};

static void draw(dice *luck, int64_t n, int32_t k, fcap_ratio t, shape_of_points kind) {
    at.n = n;
    at.k = k;
    at.t = t;
    int64_t const even = (n + k - 1) / k;
    at.capacity = even + roll(luck, 0, 1 + even / 2);
    at.min_size = roll(luck, 1, n / k > 2 ? 2 : 1);
    draw_points(luck, kind, at.x, n, DIM);
    for (int64_t j = 0; j < n; j++) {
        at.group[j] = (int32_t)roll(luck, 0, 1);
    }
    if (t.num == t.den) {
        for (int64_t j = 0; j < n; j++) {
            at.group[j] = (int32_t)(j & 1);
        }
    }
    int64_t pick[N_MOST];
    for (int64_t j = 0; j < n; j++) {
        pick[j] = j;
    }
    for (int32_t i = 0; i < k; i++) {
        int64_t const o = roll(luck, i, n - 1);
        int64_t const m = pick[o];
        pick[o] = pick[i];
        pick[i] = m;
        at.medoid[i] = m;
    }
}

typedef struct opened {
    fcap_run run;
    points p;
    fcap_attribute attribute;
    rules rules;
    shape shape;
    fair_assign fa;
} opened;

static opened here;

/* 0 when no clustering obeys the rules. */
static int open_instance(void) {
    opened *const o = &here;
    fcap_run_open(&o->run, NULL, &err);
    assert_int_equal(fcap_points_open(&o->run, at.x, at.n, DIM, &o->p), FCAP_OK);
    o->attribute = (fcap_attribute){at.group, 2, at.t};
    o->rules = (rules){.n = at.n,
                       .k = at.k,
                       .capacity = at.capacity,
                       .min_size = at.min_size,
                       .attribute = &o->attribute,
                       .n_attributes = at.t.num > 0,
                       .n_counts = at.t.num > 0 ? 2 : 0};
    assert_int_equal(fcap_shape_open(&o->run, &o->rules, &o->shape), FCAP_OK);
    fcap_status const status = fcap_fair_assign_open(&o->run, &o->p, &o->shape, &o->fa);
    assert_true(status == FCAP_OK || status == FCAP_E_INFEASIBLE);
    for (int64_t j = 0; j < at.n && at.n <= 64; j++) {
        for (int32_t i = 0; i < at.k; i++) {
            at.d[j * at.k + i] = fcap_points_distance(&o->p, j, at.medoid[i]);
        }
    }
    return status == FCAP_OK;
}

static void close_instance(void) {
    fcap_run_close(&here.run);
}

/* ---- checks */

/* The labels obey the rules and cost what is claimed. */
static void check_valid(const placed *x) {
    int64_t count[K_MOST][2] = {{0}};
    double cost = 0;
    for (int64_t j = 0; j < at.n; j++) {
        assert_in_range(at.label[j], 0, at.k - 1);
        count[at.label[j]][at.group[j]]++;
        cost += fcap_points_distance(&here.p, j, at.medoid[at.label[j]]);
    }
    for (int32_t i = 0; i < at.k; i++) {
        assert_true(is_allowed(count[i][0], count[i][1]));
        assert_int_equal(at.label[at.medoid[i]], i);
    }
    double const off = cost - x->cost;
    assert_true(off <= 1e-12 * cost && -off <= 1e-12 * cost);
    assert_true(x->bound <= x->cost);
    assert_true(!x->exact || x->cost - x->bound <= 1e-11 * x->cost + 1e-12);
}

static void draw_prices(dice *luck, double size) {
    for (int32_t v = 0; v < 2 * K_MOST; v++) {
        at.price[v] = (roll_unit(luck) - 0.5) * size;
    }
}

static placed solve(int64_t closing) {
    placed x = {.label = at.label, .price = at.price};
    assert_int_equal(fcap_fair_assign(&here.run, &here.fa, at.medoid, closing, &x), FCAP_OK);
    check_valid(&x);
    double const dual = fcap_fair_bound(&here.fa, at.price);
    assert_true(dual <= x.bound + 1e-12 * (1 + x.cost));
    return x;
}

/* ---- tests */

static void equals_all_assignments_on_tiny_problems(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int tried = 0;
    int at_once = 0;
    for (int round = 0; round < 20000; round++) {
        int32_t const k = (int32_t)roll(&luck, 1, 4);
        draw(&luck, roll(&luck, k, 9), k, RATIOS[round % N_RATIOS],
             (shape_of_points)(round / N_RATIOS % SHAPES));
        if (open_instance()) {
            int64_t count[K_MOST][2] = {{0}};
            double const best = cheapest(0, count, 0, 1e300);
            memset(at.price, 0, sizeof at.price);
            placed const quick = solve(0);
            assert_true(quick.bound <= best + 1e-12 && best <= quick.cost + 1e-12);
            placed const exact = solve(FAIR_ASSIGN_EXACT);
            assert_true(exact.exact);
            assert_true(exact.cost <= best + (double)at.n * here.fa.unit);
            assert_true(exact.bound <= best + 1e-12);
            for (int price = 0; price < 3; price++) {
                draw_prices(&luck, price);
                assert_true(fcap_fair_bound(&here.fa, at.price) <= best + 1e-12);
            }
            placed const warm = solve(0);
            assert_true(warm.bound <= best + 1e-12 && best <= warm.cost + 1e-12);
            assert_true(solve(FAIR_ASSIGN_EXACT).cost <= best + (double)at.n * here.fa.unit);
            tried++;
            at_once += quick.exact;
        }
        close_instance();
    }
    print_message("%d instances, %d exact without branching\n", tried, at_once);
    assert_true(tried > 5000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_all_assignments_on_tiny_problems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
