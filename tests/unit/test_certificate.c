/* test_certificate.c - what multipliers prove: equal to the enumeration of all sets of members,
 * never above the optimum over all partitions, and refused where nothing can be proved. */
#include "counting.h"
#include "fuzz/dp_oracle.h"
#include "instances.h"
#include "problem/shape.h"
#include "verify.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    SMALL = 9,
    LARGE = 300,
    D = 2
};

typedef struct instance {
    double x[LARGE * D];
    double pi[LARGE];
    int32_t group[LARGE];
    fcap_attribute attribute;
    fcap_problem problem;
    fcap_rules rules;
    int n;
    int count[2];
    int two; /* a balance is asked for */
} instance;

static void draw(dice *luck, int i, int n, instance *in) {
    *in = (instance){.n = n, .two = i % 4 != 0};
    int64_t const den = roll(luck, 1, 4);
    draw_points(luck, (shape_of_points)(i % SHAPES), in->x, n, D);
    for (int j = 0; j < n; j++) {
        in->group[j] = (int32_t)roll(luck, 0, 1);
    }
    in->group[0] = 0;
    in->group[n - 1] = n > 1;
    for (int j = 0; j < n; j++) {
        in->count[in->group[j]]++;
    }
    in->attribute = (fcap_attribute){in->group, 2, {in->two ? roll(luck, 1, den) : 0, den}};
    in->problem = (fcap_problem)FCAP_PROBLEM_INIT;
    in->problem.x = in->x;
    in->problem.n = n;
    in->problem.d = D;
    in->problem.attribute = &in->attribute;
    in->problem.n_attributes = i % 8 != 0; /* a balance of 0 is as good as no attribute */
    in->rules = (fcap_rules)FCAP_RULES_INIT;
    in->rules.k = (int32_t)roll(luck, 1, n < 6 ? n : 6);
    int64_t const even = (n + in->rules.k - 1) / in->rules.k;
    in->rules.max_size = roll(luck, even, even + 3);
    in->rules.min_size = roll(luck, 1, even > 3 ? 3 : 1);
}

static long double distance(const instance *in, int i, int j) {
    long double square = 0;
    for (int c = 0; c < D; c++) {
        long double const t = (long double)in->x[i * D + c] - (long double)in->x[j * D + c];
        square += t * t;
    }
    return sqrtl(square);
}

/* Some multipliers: near the useful ones, at random, or absurd. */
static void draw_multipliers(dice *luck, int kind, instance *in) {
    double far = 0;
    for (int j = 0; j < in->n; j++) {
        far = fmax(far, (double)distance(in, 0, j));
    }
    for (int j = 0; j < in->n; j++) {
        int const a = (int)roll(luck, 0, in->n - 1);
        int const b = (int)roll(luck, 0, in->n - 1);
        double const near = (double)fminl(distance(in, a, j), distance(in, b, j));
        in->pi[j] = kind == 0   ? near
                    : kind == 1 ? far * (2 * roll_unit(luck) - 0.7)
                    : kind == 2 ? 1.5 * near + 0.1 * far
                    : kind == 3 ? 0
                                : ldexp(roll_unit(luck) - 0.5, (int)roll(luck, -900, 900));
    }
}

static int feasible(const instance *in, int a, int b, int k) {
    const fcap_rules *const r = &in->rules;
    if (k == 0) {
        return a == 0 && b == 0;
    }
    if (!in->two) {
        return a + b >= k * r->min_size && a + b <= k * r->max_size;
    }
    return dp_feasible(a, b, k, (int)r->max_size, (int)r->min_size,
                       (int)in->attribute.balance.num, (int)in->attribute.balance.den);
}

static int counts_allowed(const instance *in, int a, int b) {
    const fcap_rules *const r = &in->rules;
    fcap_ratio const t = in->attribute.balance;
    int const balanced = !in->two || (t.num * a <= t.den * b && t.num * b <= t.den * a);
    return balanced && a + b >= r->min_size && a + b <= r->max_size;
}

static void counts_of(const instance *in, unsigned set, int *a, int *b) {
    *a = *b = 0;
    for (int j = 0; j < in->n; j++) {
        if (set >> j & 1) {
            *(in->group[j] == 0 ? a : b) += 1;
        }
    }
}

/* ---- the oracles ---- */

/* L(pi), from all sets of members. The terms are rounded as in any program, the sums are not.
 */
static long double enumerated(const instance *in) {
    long double value[SMALL];
    long double sum = 0;
    for (int i = 0; i < in->n; i++) {
        value[i] = INFINITY;
        for (unsigned set = 1; set < 1U << in->n; set++) {
            int a;
            int b;
            counts_of(in, set, &a, &b);
            if (!(set >> i & 1) || !counts_allowed(in, a, b) ||
                !feasible(in, in->count[0] - a, in->count[1] - b, in->rules.k - 1)) {
                continue;
            }
            long double paid = 0;
            for (int j = 0; j < in->n; j++) {
                paid += set >> j & 1 ? distance(in, i, j) - (long double)in->pi[j] : 0;
            }
            value[i] = fminl(value[i], paid);
        }
        sum += (long double)in->pi[i];
    }
    for (int c = 0; c < in->rules.k; c++) {
        int least = c;
        for (int i = c; i < in->n; i++) {
            least = value[i] < value[least] ? i : least;
        }
        long double const v = value[least];
        value[least] = value[c];
        sum += v;
    }
    return sum;
}

/* The least cost of all partitions into k allowed clusters, by dynamic programming over sets.
 */
static long double optimum(const instance *in) {
    unsigned const all = (1U << in->n) - 1;
    static long double cost[1 << SMALL];
    static long double best[SMALL + 1][1 << SMALL];
    for (unsigned set = 0; set <= all; set++) {
        int a;
        int b;
        counts_of(in, set, &a, &b);
        cost[set] = INFINITY;
        for (int i = 0; i < in->n && counts_allowed(in, a, b); i++) {
            long double paid = 0;
            for (int j = 0; j < in->n; j++) {
                paid += set >> j & 1 ? distance(in, i, j) : 0;
            }
            cost[set] = set >> i & 1 ? fminl(cost[set], paid) : cost[set];
        }
        best[0][set] = set == 0 ? 0 : INFINITY;
    }
    for (int c = 1; c <= in->rules.k; c++) {
        for (unsigned set = 0; set <= all; set++) {
            best[c][set] = INFINITY;
            for (unsigned part = set; part > 0; part = (part - 1) & set) {
                best[c][set] = fminl(best[c][set], cost[part] + best[c - 1][set & ~part]);
            }
        }
    }
    return best[in->rules.k][all];
}

/* ---- */

static fcap_status certify(const instance *in, int32_t threads, double *bound) {
    fcap_options o;
    fcap_options_init(&o);
    o.threads = threads;
    return fcap_certify(&in->problem, &in->rules, in->pi, &o, bound, NULL);
}

static void it_equals_the_enumeration_and_is_never_above_the_optimum(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int proved = 0;
    int infeasible = 0;
    int sharp = 0;
    for (int i = 0; i < 8000; i++) {
        instance in;
        draw(&luck, i, (int)roll(&luck, 1, i % 20 == 0 ? SMALL : 6), &in);
        draw_multipliers(&luck, i % 7 % 5, &in);
        double bound = -7;
        fcap_status const status = certify(&in, 1 + i % 2, &bound);
        if (!feasible(&in, in.count[0], in.count[1], in.rules.k)) {
            assert_int_equal(status, FCAP_E_INFEASIBLE);
            assert_true(bound == -7);
            infeasible++;
            continue;
        }
        assert_int_equal(status, FCAP_OK);
        long double const least = optimum(&in);
        assert_true((long double)bound <= least * (1 + 1e-15L));
        long double size = 0;
        for (int j = 0; j < in.n; j++) {
            size += fabsl((long double)in.pi[j]) + distance(&in, 0, j);
        }
        long double const exact = fmaxl(0, enumerated(&in));
        if (i % 7 % 5 != 4) { /* absurd multipliers are cut, which changes what they prove */
            assert_true(fabsl((long double)bound - exact) <= 1e-13L * size);
        }
        proved += bound > 0;
        sharp += least > 0 && (long double)bound >= 0.99L * least;
    }
    print_message("%d positive bounds, %d within 1 %% of the optimum, %d infeasible\n", proved,
                  sharp, infeasible);
    assert_true(proved > 300 && sharp > 50 && infeasible > 50);
}

/* All rules at once: what is proved is never above the least cost of all valid labellings. */
static void it_is_never_above_the_optimum_under_more_rules(void **state) {
    (void)state;
    dice luck = dice_of(6);
    int proved = 0;
    for (int i = 0; i < 3000; i++) {
        instance in;
        draw(&luck, i % HUGE_ONES, (int)roll(&luck, 3, 6), &in);
        draw_multipliers(&luck, i % 2, &in);
        in.rules.k = (int32_t)roll(&luck, 1, 3);
        int64_t weight[SMALL];
        char candidate[SMALL];
        int64_t capacity[3];
        int32_t start[SMALL];
        double given[SMALL * SMALL];
        for (int j = 0; j < in.n; j++) {
            weight[j] = roll(&luck, 1, 4);
            candidate[j] = roll(&luck, 0, 2) != 0;
            start[j] = (int32_t)(roll(&luck, 0, 3) ? -1 : roll(&luck, 0, in.rules.k - 1));
            for (int l = 0; l <= j; l++) {
                given[j * in.n + l] = given[l * in.n + j] = l == j ? 0 : roll_unit(&luck);
            }
        }
        for (int c = 0; c < 3; c++) {
            capacity[c] = roll(&luck, 2, 15);
        }
        in.problem.weight = roll(&luck, 0, 1) ? weight : NULL;
        in.problem.candidate = roll(&luck, 0, 1) ? candidate : NULL;
        in.problem.metric = (fcap_metric)(i % 3);
        in.problem.distance = i % 4 == 0 ? given : NULL;
        in.rules.capacity = roll(&luck, 0, 1) ? capacity : NULL;
        in.rules.max_size = roll(&luck, 2, 15);
        in.rules.start = start;
        in.rules.keep = (int32_t)roll(&luck, 0, 1);
        int64_t const pair[2] = {0, roll(&luck, 1, in.n - 1)};
        int64_t const bounds[2] = {0, 2};
        *(i % 2 ? &in.rules.together : &in.rules.apart) = (fcap_sets){1, bounds, pair};
        double least = INFINITY;
        int32_t label[SMALL] = {0};
        for (int j = 0; j < in.n;) { /* the next labelling, as a number of base k */
            judged const v = verify_rules(&in.problem, &in.rules, label);
            least = v.is_partition && v.valid ? fmin(least, v.cost) : least;
            for (j = 0; j < in.n && ++label[j] == in.rules.k; j++) {
                label[j] = 0;
            }
        }
        double bound = -7;
        fcap_status const status = certify(&in, 1, &bound);
        assert_true(status == FCAP_OK || status == FCAP_E_INFEASIBLE);
        assert_true(status == FCAP_OK || isinf(least));
        assert_true(status != FCAP_OK || bound <= least * (1 + 1e-12));
        proved += isfinite(least) && bound > 0;
    }
    assert_true(proved > 50);
}

/* The same for more points: sums of sorted terms, over all counts that problem/shape allows. */
static int by_value(const void *a, const void *b) {
    double const x = *(const double *)a;
    double const y = *(const double *)b;
    return (x > y) - (x < y);
}

static double sorted_value(const instance *in, const shape *s, int i) {
    double term[2][LARGE];
    int n[2] = {0, 0};
    int const home = in->two ? in->group[i] : 0;
    for (int j = 0; j < in->n; j++) {
        int const g = in->two ? in->group[j] : 0;
        if (j != i) {
            term[g][n[g]++] = (double)distance(in, i, j) - in->pi[j];
        }
    }
    double sum[2][LARGE + 1];
    for (int g = 0; g < 2; g++) {
        qsort(term[g], (size_t)n[g], sizeof *term[g], by_value);
        sum[g][0] = g == home ? -in->pi[i] : 0;
        for (int c = 0; c < n[g]; c++) {
            sum[g][c + 1] = sum[g][c] + term[g][c];
        }
    }
    double least = INFINITY;
    for (int a = 0; a <= n[0]; a++) {
        for (int b = 0; b <= n[1]; b++) {
            if (fcap_shape_allows(s, a + (home == 0), b + (home == 1))) {
                least = fmin(least, sum[0][a] + sum[1][b]);
            }
        }
    }
    return least;
}

static void it_agrees_with_the_counts_of_shape(void **state) {
    (void)state;
    dice luck = dice_of(2);
    int proved = 0;
    for (int i = 0; i < 400; i++) {
        instance in;
        draw(&luck, i, (int)roll(&luck, 20, 70), &in);
        in.rules.k = (int32_t)roll(&luck, 2, in.n / 4);
        in.rules.max_size = (in.n + in.rules.k - 1) / in.rules.k + roll(&luck, 0, 2);
        draw_multipliers(&luck, i % 4, &in);
        double bound = -7;
        if (certify(&in, 2, &bound) == FCAP_E_INFEASIBLE) {
            continue;
        }
        rules const r = {.n = in.n,
                         .k = in.rules.k,
                         .capacity = in.rules.max_size,
                         .min_size = in.rules.min_size,
                         .attribute = &in.attribute,
                         .n_attributes = in.two,
                         .n_counts = in.two ? 2 : 0};
        fcap_run run;
        fcap_run_open(&run, NULL, NULL);
        shape s;
        assert_int_equal(fcap_shape_open(&run, &r, &s), FCAP_OK);
        double value[LARGE];
        double expected = 0;
        double size = 0;
        for (int j = 0; j < in.n; j++) {
            value[j] = sorted_value(&in, &s, j);
            expected += in.pi[j];
            size += fabs(in.pi[j]) + (double)distance(&in, 0, j);
        }
        qsort(value, (size_t)in.n, sizeof *value, by_value);
        for (int c = 0; c < in.rules.k; c++) {
            expected += value[c];
        }
        assert_true(fabs(bound - fmax(0, expected)) <= 1e-11 * size);
        proved += bound > 0;
        fcap_run_close(&run);
    }
    print_message("%d positive bounds\n", proved);
    assert_true(proved > 40);
}

static void threads_change_no_bit(void **state) {
    (void)state;
    dice luck = dice_of(3);
    instance in;
    double one = -7;
    do {
        draw(&luck, 5, LARGE, &in);
        draw_multipliers(&luck, 0, &in);
    } while (certify(&in, 1, &one) != FCAP_OK);
    for (int32_t threads = 2; threads <= 8; threads++) {
        double many = -7;
        assert_int_equal(certify(&in, threads, &many), FCAP_OK);
        assert_memory_equal(&one, &many, sizeof one);
    }
}

/* ---- what is refused ---- */

static void a_feasible_one(instance *in) {
    dice luck = dice_of(4);
    double bound;
    do {
        draw(&luck, 5, 40, in);
        draw_multipliers(&luck, 0, in);
    } while (certify(in, 1, &bound) != FCAP_OK || in->rules.k < 2);
}

static void refuses(const instance *in, const char *words) {
    fcap_error err;
    double bound = -7;
    assert_int_equal(fcap_certify(&in->problem, &in->rules, in->pi, NULL, &bound, &err),
                     FCAP_E_ARGUMENT);
    assert_non_null(strstr(err.message, words));
    assert_true(bound == -7);
}

static void what_proves_nothing_is_refused(void **state) {
    (void)state;
    instance in;
    a_feasible_one(&in);
    in.pi[7] = NAN;
    refuses(&in, "multiplier 7 is not finite");
    in.pi[7] = INFINITY;
    refuses(&in, "multiplier 7 is not finite");
    in.pi[7] = 1e308;
    double bound = -7;
    assert_int_equal(certify(&in, 1, &bound), FCAP_OK);
    assert_true(bound == 0); /* absurd, but a proof of something */
    in.group[3] = -1;
    refuses(&in, "known for every point");
    in.group[3] = 2;
    in.attribute.n_groups = 3;
    refuses(&in, "two groups");
    in.group[3] = 1;
    in.attribute.n_groups = 2;
    fcap_attribute const both[2] = {in.attribute, in.attribute};
    in.problem.attribute = both;
    in.problem.n_attributes = 2;
    refuses(&in, "one attribute");
    in.problem.n_attributes = 0;
    in.problem.objective = FCAP_OBJECTIVE_SSE;
    refuses(&in, "not about the objective sse");
    in.rules.k = 0;
    refuses(&in, "0 clusters");
}

static int stop(void *user, const fcap_progress *progress) {
    (void)user;
    (void)progress;
    return 1;
}

static void it_can_be_stopped(void **state) {
    (void)state;
    instance in;
    a_feasible_one(&in);
    fcap_options o;
    fcap_options_init(&o);
    o.tick = stop;
    double bound = -7;
    assert_int_equal(fcap_certify(&in.problem, &in.rules, in.pi, &o, &bound, NULL),
                     FCAP_E_CANCELLED);
    assert_true(bound == -7);
    o.tick = NULL; /* nobody cancels */
    o.time_limit = 1e-9;
    fcap_error err;
    assert_int_equal(fcap_certify(&in.problem, &in.rules, in.pi, &o, &bound, &err),
                     FCAP_E_NOT_FOUND);
    assert_non_null(strstr(err.message, "within 1e-09 seconds"));
    assert_true(bound == -7);
}

static void memory_may_end_anywhere(void **state) {
    (void)state;
    instance in;
    a_feasible_one(&in);
    int done = 0;
    for (int at = 1; !done; at++) {
        counting f = {.fail_at = at};
        fcap_options o;
        fcap_options_init(&o);
        o.threads = 2;
        o.allocator = (fcap_allocator){counting_alloc, counting_release, &f};
        double bound = -7;
        fcap_status const status =
            fcap_certify(&in.problem, &in.rules, in.pi, &o, &bound, NULL);
        assert_int_equal(f.open, 0);
        done = status == FCAP_OK;
        assert_true(done || (status == FCAP_E_NO_MEMORY && bound == -7));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_equals_the_enumeration_and_is_never_above_the_optimum),
        cmocka_unit_test(it_is_never_above_the_optimum_under_more_rules),
        cmocka_unit_test(it_agrees_with_the_counts_of_shape),
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(what_proves_nothing_is_refused),
        cmocka_unit_test(it_can_be_stopped),
        cmocka_unit_test(memory_may_end_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
