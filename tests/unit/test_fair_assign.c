/* test_fair_assign.c - all assignments are tried on tiny instances; on larger ones the proof
 * that comes with an answer is checked.
 */
#include "cluster/fair_assign.h"
#include "effort.h"
#include "instances.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    N_MOST = 5000,
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

static int is_allowed(int64_t a, int64_t b) {
    if (a + b < at.min_size || a + b > at.capacity) {
        return 0;
    }
    return at.t.num == 0 || (a * at.t.den >= b * at.t.num && b * at.t.den >= a * at.t.num);
}

/* ---- oracle: every assignment */

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

/* ---- oracle: all counts of two groups, each group assigned apart by dynamic programming */

enum {
    SIDE = 32, /* counts 0 .. SIDE - 1 */
    STATES = SIDE * SIDE * SIDE
};

/* value[c0 + SIDE c1 + SIDE^2 c2]: the least cost of the points so far with those counts in the
 * first three of four clusters. */
static double value[2][STATES];

static void assign_group(int32_t g) {
    static double next[STATES];
    int64_t const step[4] = {1, SIDE, SIDE * SIDE, 0};
    for (int64_t s = 0; s < STATES; s++) {
        value[g][s] = s == 0 ? 0 : 1e300;
    }
    for (int64_t j = 0; j < at.n; j++) {
        if (at.group[j] != g) {
            continue;
        }
        for (int64_t s = 0; s < STATES; s++) {
            next[s] = 1e300;
        }
        for (int64_t s = 0; s < STATES; s++) {
            for (int32_t i = 0; i < at.k && value[g][s] < 1e300; i++) {
                int64_t const to = s + step[i == at.k - 1 ? 3 : i];
                double const c = value[g][s] + at.d[j * at.k + i];
                next[to] = c < next[to] ? c : next[to];
            }
        }
        memcpy(value[g], next, sizeof next);
    }
}

static int64_t count_in(int64_t s, int32_t i, int64_t total) {
    int64_t const c[3] = {s % SIDE, s / SIDE % SIDE, s / SIDE / SIDE};
    return i < at.k - 1 ? c[i] : total - c[0] - c[1] - c[2];
}

static double cheapest_by_counts(void) {
    int64_t total[2] = {0, 0};
    for (int64_t j = 0; j < at.n; j++) {
        total[at.group[j]]++;
    }
    assign_group(0);
    assign_group(1);
    double best = 1e300;
    for (int64_t s = 0; s < STATES; s++) {
        for (int64_t u = 0; u < STATES && value[0][s] < best; u++) {
            if (value[0][s] + value[1][u] >= best) {
                continue;
            }
            int allowed = 1;
            for (int32_t i = 0; i < at.k; i++) {
                allowed &= is_allowed(count_in(s, i, total[0]), count_in(u, i, total[1]));
            }
            best = allowed ? value[0][s] + value[1][u] : best;
        }
    }
    return best;
}

/* ---- instances */

static fcap_ratio const RATIOS[] = {{0, 1}, {1, 3}, {1, 2},  {2, 3}, {3, 4},
                                    {1, 1}, {2, 5}, {9, 10}, {1, 9}};
enum {
    N_RATIOS = sizeof RATIOS / sizeof *RATIOS
};

/* As many of one group as of the other, at most one apart. */
static void make_even(void) {
    int64_t ones = 0;
    for (int64_t j = 0; j < at.n; j++) {
        ones += at.group[j];
    }
    for (int64_t j = 0; j < at.n; j++) {
        if (ones > at.n - ones && at.group[j] == 1) {
            at.group[j] = 0;
            ones--;
        } else if (ones + 1 < at.n - ones && at.group[j] == 0) {
            at.group[j] = 1;
            ones++;
        }
    }
}

static void draw(dice *luck, int64_t n, int32_t k, fcap_ratio t, int kind) {
    int const apart = kind >= SHAPES;
    at.n = n;
    at.k = k;
    at.t = t;
    int64_t const even = (n + k - 1) / k;
    at.capacity = even + roll(luck, 0, 1 + even / 2);
    at.min_size = roll(luck, 1, n / k > 2 ? 2 : 1);
    draw_points(luck, (shape_of_points)(kind % SHAPES), at.x, n, DIM);
    for (int64_t j = 0; j < n; j++) {
        at.group[j] = (int32_t)roll(luck, 0, 1);
    }
    if (apart) { /* the groups live apart, so that balance costs something */
        for (int64_t j = 0; j < n; j++) {
            at.group[j] = at.x[j * DIM] > at.x[(j + 1) % n * DIM];
        }
    }
    if (t.num == t.den) {
        make_even();
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
static int lean; /* the next one computes its distances whenever it needs them */

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
    fcap_status const status =
        lean ? fcap_fair_assign_open_lean(&o->run, &o->p, &o->shape, &o->fa)
             : fcap_fair_assign_open(&o->run, &o->p, &o->shape, &o->fa);
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
    for (int round = 0; round < often(20000); round++) {
        int32_t const k = (int32_t)roll(&luck, 1, 4);
        draw(&luck, roll(&luck, k, 9), k, RATIOS[round % N_RATIOS],
             round / N_RATIOS % (2 * SHAPES));
        if (open_instance()) {
            int64_t count[K_MOST][2] = {{0}};
            double const best = cheapest(0, count, 0, 1e300);
            memset(at.price, 0, sizeof at.price);
            placed const quick = solve(0);
            assert_true(quick.bound <= best + 1e-12 && best <= quick.cost + 1e-12);
            placed const exact = solve(FAIR_ASSIGN_EXACT);
            assert_true(exact.exact);
            assert_true(exact.cost <= best * (1 + 1e-11) + 1e-12);
            assert_true(exact.bound <= best + 1e-12);
            for (int price = 0; price < 3; price++) {
                draw_prices(&luck, price);
                assert_true(fcap_fair_bound(&here.fa, at.price) <= best + 1e-12);
            }
            placed const warm = solve(0);
            assert_true(warm.bound <= best + 1e-12 && best <= warm.cost + 1e-12);
            assert_true(solve(FAIR_ASSIGN_EXACT).cost <= best * (1 + 1e-11) + 1e-12);
            tried++;
            at_once += quick.exact;
        }
        close_instance();
    }
    print_message("%d instances, %d exact without branching\n", tried, at_once);
    assert_true(tried > often(5000));
}

static void equals_all_counts_on_small_problems(void **state) {
    (void)state;
    dice luck = dice_of(2);
    int tried = 0;
    int at_once = 0;
    for (int round = 0; round < 240; round++) {
        int32_t const k = (int32_t)roll(&luck, 2, round % 8 == 0 ? 4 : 3);
        int64_t const n = roll(&luck, 8, k == 4 ? 14 : 24);
        draw(&luck, n, k, RATIOS[1 + round % (N_RATIOS - 1)], SHAPES + round % SHAPES);
        if (open_instance()) {
            double const best = cheapest_by_counts();
            memset(at.price, 0, sizeof at.price);
            placed const quick = solve(0);
            assert_true(quick.bound <= best + 1e-12 && best <= quick.cost + 1e-12);
            placed const exact = solve(FAIR_ASSIGN_EXACT);
            assert_true(exact.exact);
            assert_true(exact.cost <= best * (1 + 1e-11) + 1e-12);
            assert_true(exact.bound <= best + 1e-12);
            tried++;
            at_once += quick.exact;
        }
        close_instance();
    }
    print_message("%d instances, %d exact without branching\n", tried, at_once);
    assert_true(tried > 80 && at_once < tried);
}

/* Few points in a place: then both begin from the same prices. */
static void distances_that_are_not_stored_change_nothing(void **state) {
    (void)state;
    dice luck = dice_of(12);
    int tried = 0;
    for (int round = 0; round < 400; round++) {
        static int32_t label[N_MOST];
        static double price[2 * K_MOST];
        int32_t const k = (int32_t)roll(&luck, 1, round % 4 == 0 ? 1 : 30);
        int64_t const n = roll(&luck, k, 39 * k < 300 ? 39 * k : 300);
        draw(&luck, n, k, RATIOS[round % N_RATIOS], round / N_RATIOS % (2 * SHAPES));
        if (open_instance()) {
            memset(at.price, 0, sizeof at.price);
            placed const stored = solve(0);
            memcpy(label, at.label, (size_t)n * sizeof *label);
            memcpy(price, at.price, sizeof price);
            close_instance();
            lean = 1;
            assert_true(open_instance());
            lean = 0;
            memset(at.price, 0, sizeof at.price);
            placed const computed = solve(0);
            assert_true(computed.cost == stored.cost && computed.bound == stored.bound);
            assert_memory_equal(at.label, label, (size_t)n * sizeof *label);
            assert_memory_equal(at.price, price, sizeof price);
            tried++;
        }
        close_instance();
    }
    print_message("%d instances\n", tried);
    assert_true(tried > 150);
}

/* Many points, good prices to begin with and none: what is exact stays so. */
static void lean_answers_are_as_good_with_many_points(void **state) {
    (void)state;
    dice luck = dice_of(13);
    for (int round = 0; round < 12; round++) {
        draw(&luck, 2000 + 2 * roll(&luck, 0, 1000), (int32_t)roll(&luck, 2, 12),
             RATIOS[round % 2 == 0 ? 0 : 5], round % SHAPES);
        at.capacity += 2;
        if (open_instance()) {
            memset(at.price, 0, sizeof at.price);
            placed const stored = solve(0);
            double const off = 1e-11 * stored.cost + 1e-12;
            close_instance();
            lean = 1;
            assert_true(open_instance());
            lean = 0;
            placed const warm = solve(0);
            memset(at.price, 0, sizeof at.price);
            placed const cold = solve(0);
            assert_true(warm.exact && cold.exact);
            assert_true(fabs(warm.cost - stored.cost) <= off);
            assert_true(fabs(cold.cost - stored.cost) <= off);
        }
        close_instance();
    }
}

static void balance_one_and_no_balance_are_exact_without_branching(void **state) {
    (void)state;
    dice luck = dice_of(3);
    int tried = 0;
    for (int round = 0; round < 60; round++) {
        int64_t const n = 2 * roll(&luck, 10, 150);
        int32_t const k = (int32_t)roll(&luck, 1, n < 40 ? n / 4 : 12);
        draw(&luck, n, k, RATIOS[round % 2 ? 0 : 5], SHAPES + round / 2 % SHAPES);
        if (open_instance()) {
            memset(at.price, 0, sizeof at.price);
            placed const cold = solve(0);
            assert_true(cold.exact);
            draw_prices(&luck, 0.3);
            placed const warm = solve(0);
            assert_true(warm.exact);
            double const off = warm.cost - cold.cost;
            assert_true(off <= 1e-11 * cold.cost + 1e-12 && -off <= 1e-11 * cold.cost + 1e-12);
            tried++;
        }
        close_instance();
    }
    assert_true(tried > 35);
}

static void branching_closes_the_gap_of_larger_problems(void **state) {
    (void)state;
    dice luck = dice_of(4);
    int tried = 0;
    double gap = 0;
    for (int round = 0; round < 30; round++) {
        int64_t const n = roll(&luck, 30, 60);
        int32_t const k = (int32_t)roll(&luck, 3, 8);
        draw(&luck, n, k, RATIOS[1 + round % 4], SHAPES + round / 4 % 3);
        if (open_instance()) {
            memset(at.price, 0, sizeof at.price);
            placed const quick = solve(0);
            placed const exact = solve(FAIR_ASSIGN_EXACT);
            assert_true(exact.exact);
            assert_true(exact.cost <= quick.cost * (1 + 1e-12));
            assert_true(exact.bound >= quick.bound - 1e-12);
            draw_prices(&luck, 0.5); /* the optimum does not depend on where it starts */
            placed const other = solve(FAIR_ASSIGN_EXACT);
            double const off = other.cost - exact.cost;
            assert_true(off <= 2e-11 * exact.cost + 1e-12 &&
                        -off <= 2e-11 * exact.cost + 1e-12);
            gap += exact.cost > 0 ? (quick.cost - exact.cost) / exact.cost : 0;
            tried++;
        }
        close_instance();
    }
    print_message("%d instances, %.3f %% above the optimum without branching\n", tried,
                  100 * gap / tried);
    assert_true(tried > 10);
}

static void a_workspace_follows_its_medoids(void **state) {
    (void)state;
    dice luck = dice_of(5);
    draw(&luck, 300, 8, (fcap_ratio){1, 2}, SHAPES + CLUMPED);
    at.capacity = 45;
    assert_true(open_instance());
    memset(at.price, 0, sizeof at.price);
    for (int swap = 0; swap < 20; swap++) {
        double start[2 * K_MOST];
        memcpy(start, at.price, sizeof start);
        placed const warm = solve(0);
        fair_assign fresh;
        assert_int_equal(fcap_fair_assign_open(&here.run, &here.p, &here.shape, &fresh),
                         FCAP_OK);
        double price[2 * K_MOST] = {0};
        int32_t label[N_MOST];
        placed cold = {.label = label, .price = price};
        assert_int_equal(fcap_fair_assign(&here.run, &fresh, at.medoid, 0, &cold), FCAP_OK);
        /* from other prices another answer may come out, but both bounds hold for both */
        assert_true(warm.bound <= cold.cost * (1 + 1e-12));
        assert_true(cold.bound <= warm.cost * (1 + 1e-12));
        assert_true(warm.cost - warm.bound <= 0.02 * warm.cost);
        /* from the same prices the same bits, whatever was there before */
        cold.price = start;
        assert_int_equal(fcap_fair_assign(&here.run, &fresh, at.medoid, 0, &cold), FCAP_OK);
        assert_memory_equal(start, at.price, 2 * (size_t)at.k * sizeof *start);
        assert_memory_equal(label, at.label, (size_t)at.n * sizeof *label);
        assert_true(warm.cost == cold.cost && warm.bound == cold.bound);
        fair_assign const moved = here.fa; /* a copy works as well */
        here.fa = moved;
        int64_t next = roll(&luck, 0, at.n - 1);
        for (int32_t i = 0; i < at.k; i++) {
            next = next == at.medoid[i] ? -1 : next;
        }
        if (next >= 0) {
            int64_t const i = roll(&luck, 0, at.k - 1);
            at.medoid[i] = next;
            at.price[i] = at.price[at.k + i] = swap % 2 ? NAN : at.price[i];
        }
    }
    close_instance();
}

static void the_gap_of_a_large_problem_is_small(void **state) {
    (void)state;
    dice luck = dice_of(10);
    for (int round = 0; round < 4; round++) {
        draw(&luck, 1500, 10, RATIOS[1 + round], SHAPES + round % 2);
        at.capacity = 180;
        assert_true(open_instance());
        memset(at.price, 0, sizeof at.price);
        placed const x = solve(0);
        assert_true(x.cost - x.bound <= 1e-3 * x.cost);
        double const dual = fcap_fair_bound(&here.fa, at.price);
        assert_true(dual >= x.bound * (1 - 1e-12)); /* the prices are those behind it */
        close_instance();
    }
}

static void any_prices_are_a_start(void **state) {
    (void)state;
    dice luck = dice_of(9);
    for (int round = 0; round < 60; round++) {
        int64_t const n = 2 * roll(&luck, 5, 40);
        draw(&luck, n, (int32_t)roll(&luck, 1, n / 4), RATIOS[round % N_RATIOS],
             SHAPES + round % SHAPES);
        if (open_instance()) {
            memset(at.price, 0, sizeof at.price);
            placed const zero = solve(0);
            for (int kind = 0; kind < 4; kind++) {
                for (int32_t v = 0; v < 2 * K_MOST; v++) {
                    double const x = roll_unit(&luck) - 0.5;
                    at.price[v] = kind == 0   ? NAN
                                  : kind == 1 ? 1e300 * x
                                  : kind == 2 ? 1e9 * x
                                              : x;
                }
                placed const other = solve(0);
                assert_true(other.bound <= zero.cost + 1e-12 &&
                            zero.bound <= other.cost + 1e-12);
            }
        }
        close_instance();
    }
}

static void support_is_the_most_that_counts_can_pay(void **state) {
    (void)state;
    dice luck = dice_of(6);
    for (int round = 0; round < 200; round++) {
        int64_t const n = roll(&luck, 4, 60);
        draw(&luck, n, (int32_t)roll(&luck, 1, n / 4), RATIOS[round % N_RATIOS], SCATTERED);
        if (open_instance()) {
            const shape *const s = &here.shape;
            for (int price = 0; price < 20; price++) {
                double const x = roll_unit(&luck) - 0.5;
                double const y = price % 4 == 0 ? -x : roll_unit(&luck) - 0.5;
                double most = -1e300;
                for (int64_t a = 0; a <= n; a++) {
                    for (int64_t b = 0; b <= n; b++) {
                        double const pay = x * (double)a + y * (double)b;
                        most = fcap_shape_allows(s, a, b) && pay > most ? pay : most;
                    }
                }
                double const off = fcap_fair_support(&here.fa, x, y) - most;
                assert_true(off <= 1e-12 && off >= -1e-12);
            }
        }
        close_instance();
    }
}

/* Stops the run in `user` when it comes to a stage for the third time, and asks to be called
 * every time. */
typedef struct stopper {
    const char *stage;
    int seen;
} stopper;

static int stop_there(void *user, const fcap_progress *progress) {
    stopper *const s = user;
    here.run.next_tick = 0;
    s->seen += strcmp(progress->stage, s->stage) == 0;
    return s->seen >= 3;
}

static void a_stopped_run_keeps_its_answer(void **state) {
    (void)state;
    dice luck = dice_of(7);
    draw(&luck, 400, 12, (fcap_ratio){2, 3}, SHAPES + SCATTERED);
    at.capacity = 36;
    for (int round = 0; round < 2; round++) {
        assert_true(open_instance());
        stopper s = {round == 0 ? "close" : "assign", 0};
        here.run.tick = stop_there;
        here.run.tick_user = &s;
        here.run.next_tick = 0;
        memset(at.price, 0, sizeof at.price);
        placed x = {.label = at.label, .price = at.price};
        fcap_status const status =
            fcap_fair_assign(&here.run, &here.fa, at.medoid, FAIR_ASSIGN_EXACT, &x);
        if (round == 0) { /* while closing */
            assert_int_equal(status, FCAP_OK);
            check_valid(&x);
            assert_false(x.exact);
        } else { /* before there is an answer */
            assert_int_equal(status, FCAP_E_CANCELLED);
            assert_string_equal(err.message, "stopped while assigning 400 points");
        }
        close_instance();
    }
}

typedef struct faulty {
    int calls;
    int fail_from;
} faulty;

static void *faulty_alloc(void *user, size_t size) {
    faulty *const f = user;
    return ++f->calls >= f->fail_from ? NULL : malloc(size);
}

static void faulty_release(void *user, void *block) {
    (void)user;
    free(block);
}

static void running_out_of_memory_is_reported(void **state) {
    (void)state;
    dice luck = dice_of(8);
    draw(&luck, N_MOST, K_MOST, (fcap_ratio){1, 2}, SHAPES + CLUMPED);
    at.capacity = 150;
    assert_true(open_instance());
    fcap_options o;
    fcap_options_init(&o);
    fcap_status status = FCAP_E_NO_MEMORY;
    int failures = 0;
    for (int from = 1; status != FCAP_OK; from++) {
        faulty f = {.fail_from = from};
        o.allocator = (fcap_allocator){faulty_alloc, faulty_release, &f};
        fcap_run run;
        fcap_run_open(&run, &o, &err);
        fair_assign fa;
        memset(at.price, 0, sizeof at.price);
        placed x = {.label = at.label, .price = at.price};
        status = fcap_fair_assign_open(&run, &here.p, &here.shape, &fa);
        if (status == FCAP_OK) {
            status = fcap_fair_assign(&run, &fa, at.medoid, 1, &x);
        }
        assert_true(status == FCAP_OK || status == FCAP_E_NO_MEMORY);
        failures += status != FCAP_OK;
        fcap_run_close(&run);
    }
    print_message("%d allocations failed\n", failures);
    assert_true(failures >= 3);
    close_instance();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_all_assignments_on_tiny_problems),
        cmocka_unit_test(equals_all_counts_on_small_problems),
        cmocka_unit_test(distances_that_are_not_stored_change_nothing),
        cmocka_unit_test(lean_answers_are_as_good_with_many_points),
        cmocka_unit_test(balance_one_and_no_balance_are_exact_without_branching),
        cmocka_unit_test(branching_closes_the_gap_of_larger_problems),
        cmocka_unit_test(a_workspace_follows_its_medoids),
        cmocka_unit_test(the_gap_of_a_large_problem_is_small),
        cmocka_unit_test(any_prices_are_a_start),
        cmocka_unit_test(support_is_the_most_that_counts_can_pay),
        cmocka_unit_test(a_stopped_run_keeps_its_answer),
        cmocka_unit_test(running_out_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
