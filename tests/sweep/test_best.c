/* test_best.c - the method best against every partition of a few points.
 *
 *     test_best [INSTANCES]     feasible random instances; unless said otherwise 800,
 *                               and 100 under sanitizers
 *
 * At the highest effort the cost is the optimum and the answer says so; at the lowest the
 * answer is valid and no cheaper than the optimum; no bound is above what it bounds; what
 * cannot be done is refused. Points on grids and lines, several at one place, all at one place,
 * very large and very small; one group or two; from one cluster to one for each point.
 */
#include "effort.h"
#include "instances.h"
#include "partition_optimum.h"
#include "verify.h"

#include <faircap/faircap.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    N_MOST = 10,
    D_MOST = 3
};
static int64_t instances_wanted;

typedef struct instance {
    uint64_t seed;
    double x[N_MOST * D_MOST];
    int32_t group[N_MOST];
    fcap_attribute attribute;
    fcap_problem problem;
    fcap_rules rules;
    double optimum; /* negative: infeasible */
} instance;

typedef struct answer {
    fcap_status status;
    int32_t label[N_MOST];
    double multipliers[N_MOST];
    fcap_report report;
} answer;

/* ---- what is drawn ---- */

typedef enum place_of_points {
    ANYWHERE,
    IN_CLUMPS,
    ON_GRID,  /* four values each: ties and duplicates */
    ON_CUBE,  /* two values each: hardly anything but ties */
    ON_LINE,  /* whole steps along one direction */
    ONE_SPOT, /* all the same */
    VERY_FAR, /* as ANYWHERE, times 2^200 */
    VERY_NEAR /* as ON_GRID, times 2^-200 */
} place_of_points;

static const place_of_points places[] = {ANYWHERE, ANYWHERE, IN_CLUMPS, ON_GRID,  ON_GRID,
                                         ON_CUBE,  ON_LINE,  ONE_SPOT,  VERY_FAR, VERY_NEAR};

static void draw_line(dice *luck, double *x, int64_t n, int32_t d) {
    double direction[D_MOST];
    for (int32_t c = 0; c < d; c++) {
        direction[c] = (double)roll(luck, -3, 3) / 7;
    }
    for (int64_t j = 0; j < n; j++) {
        double const step = (double)roll(luck, 0, 12);
        for (int32_t c = 0; c < d; c++) {
            x[j * d + c] = step * direction[c];
        }
    }
}

static void draw_places(dice *luck, place_of_points place, double *x, int64_t n, int32_t d) {
    shape_of_points const shape[] = {
        [ANYWHERE] = SCATTERED, [IN_CLUMPS] = CLUMPED, [ON_GRID] = GRID,
        [ON_CUBE] = GRID,       [ON_LINE] = GRID,      [ONE_SPOT] = EQUAL,
        [VERY_FAR] = SCATTERED, [VERY_NEAR] = GRID};
    if (place == ON_LINE) {
        draw_line(luck, x, n, d);
        return;
    }
    draw_points(luck, shape[place], x, n, d);
    for (int64_t i = 0; i < n * d; i++) {
        x[i] = place == ON_CUBE ? floor(x[i] / 2) : x[i];
        x[i] = place == VERY_FAR ? ldexp(x[i], 200) : x[i];
        x[i] = place == VERY_NEAR ? ldexp(x[i], -200) : x[i];
    }
}

/* Half of the time as equal as can be, so that a balance of 1 has answers too. */
static void draw_groups(dice *luck, int32_t *group, int64_t n) {
    int64_t const first = roll(luck, 0, 1) != 0 ? n / 2 : roll(luck, 1, n - 1);
    for (int64_t j = 0; j < n; j++) {
        int64_t const other = roll(luck, 0, j);
        group[j] = group[other];
        group[other] = j >= first;
    }
}

static void draw_rules(dice *luck, int64_t n, fcap_rules *rules) {
    *rules = (fcap_rules)FCAP_RULES_INIT;
    rules->k = (int32_t)roll(luck, 1, roll(luck, 0, 1) != 0 && n > 1 ? n / 2 : n);
    int64_t const even = (n + rules->k - 1) / rules->k;
    rules->max_size = roll(luck, 0, 1) != 0 ? even : roll(luck, even, n);
    rules->min_size = roll(luck, 0, 2) == 0 ? roll(luck, 1, n / rules->k) : 1;
}

static double optimum_of(const instance *in, const int64_t *medoid) {
    partition_request const r = {.x = in->x,
                                 .n = in->problem.n,
                                 .d = in->problem.d,
                                 .group = in->group,
                                 .n_groups = in->problem.n_attributes * 2,
                                 .num = in->attribute.balance.num,
                                 .den = in->attribute.balance.den,
                                 .k = in->rules.k,
                                 .max_size = in->rules.max_size,
                                 .min_size = in->rules.min_size};
    return medoid != NULL ? partition_optimum_at(&r, medoid) : partition_optimum(&r);
}

static void draw(uint64_t seed, instance *in) {
    static const fcap_ratio balances[] = {{0, 1}, {1, 9}, {1, 3}, {2, 5}, {1, 2},
                                          {2, 3}, {3, 4}, {1, 1}, {1, 1}};
    dice luck = dice_of(seed);
    int64_t const n = roll(&luck, roll(&luck, 0, 3) == 0 ? 1 : 7, N_MOST);
    int32_t const d = (int32_t)roll(&luck, 1, D_MOST);
    int64_t const place = roll(&luck, 0, sizeof places / sizeof *places - 1);
    memset(in, 0, sizeof *in);
    in->seed = seed;
    draw_places(&luck, places[place], in->x, n, d);
    in->problem = (fcap_problem)FCAP_PROBLEM_INIT;
    in->problem.x = in->x;
    in->problem.n = n;
    in->problem.d = d;
    in->attribute = (fcap_attribute){in->group, 2, {0, 1}};
    if (n > 1 && roll(&luck, 0, 2) != 0) {
        draw_groups(&luck, in->group, n);
        in->attribute.balance =
            balances[roll(&luck, 0, sizeof balances / sizeof *balances - 1)];
        in->problem.attribute = &in->attribute;
        in->problem.n_attributes = 1;
    }
    draw_rules(&luck, n, &in->rules);
    in->optimum = optimum_of(in, NULL);
}

/* ---- what must hold ---- */

static void must(int holds, const instance *in, const answer *a, const char *what) {
    if (!holds) {
        printf(
            "instance %llu (n %lld, d %d, k %d, sizes %lld..%lld, balance %lld/%lld, %d "
            "attributes): %s; status %d, outcome %d, optimum %.17g, cost %.17g, bound %.17g, "
            "bound of the medoids %.17g\n",
            (unsigned long long)in->seed, (long long)in->problem.n, (int)in->problem.d,
            (int)in->rules.k, (long long)in->rules.min_size, (long long)in->rules.max_size,
            (long long)in->attribute.balance.num, (long long)in->attribute.balance.den,
            (int)in->problem.n_attributes, what, (int)a->status, (int)a->report.outcome,
            in->optimum, a->report.cost, a->report.lower_bound, a->report.fixed_medoid_bound);
        fail();
    }
}

static answer solve(const instance *in, int32_t effort, fcap_bound bound, int32_t threads) {
    fcap_options o;
    fcap_options_init(&o);
    o.method = FCAP_METHOD_BEST;
    o.effort = effort;
    o.bound = bound;
    o.threads = threads;
    o.seed = in->seed % 5;
    answer a = {.status = FCAP_OK};
    o.multipliers = a.multipliers;
    fcap_error err = {.message = ""};
    a.status = fcap_cluster(&in->problem, &in->rules, &o, a.label, &a.report, &err);
    if (a.status != FCAP_OK && a.status != FCAP_E_INFEASIBLE) {
        must(0, in, &a, err.message);
    }
    return a;
}

static int at_most(double small, double large, double tolerance) {
    return small <= large + tolerance * fabs(large);
}

/* The answer obeys the rules, and its figures are those of its labels. */
static void is_valid(const instance *in, const answer *a) {
    must(a->status == FCAP_OK, in, a, "no answer");
    fcap_ratio const t = in->attribute.balance;
    verified const v =
        verify(in->x, in->problem.n, in->problem.d, in->group, in->problem.n_attributes * 2,
               t.num, t.den, a->label, in->rules.k);
    must(v.is_partition && v.balanced && v.largest <= in->rules.max_size &&
             v.smallest >= in->rules.min_size,
         in, a, "a rule is broken");
    must(fabs(v.cost - a->report.cost) <= 1e-12 * v.cost, in, a, "not the cost of the labels");
    must(at_most(in->optimum, v.cost, 1e-12), in, a, "the optimum is undercut");
}

static void is_optimal(const instance *in, const answer *a) {
    must(at_most(a->report.cost, in->optimum, 1e-9), in, a, "not optimal");
}

/* What the report says about itself is true. */
static void says_the_truth(const instance *in, const answer *a) {
    const fcap_report *const r = &a->report;
    must(at_most(r->lower_bound, in->optimum, 1e-13), in, a, "the bound is above the optimum");
    must(r->lower_bound <= r->cost, in, a, "the bound is above the cost");
    if (r->outcome == FCAP_OPTIMAL) {
        is_optimal(in, a);
        must(at_most(r->cost, r->lower_bound, 1.1e-9), in, a, "optimal, but the bound is not");
    } else {
        must(r->outcome == FCAP_FEASIBLE, in, a, "neither optimal nor feasible");
    }
}

static void find_medoids(const instance *in, const answer *a, int64_t *medoid) {
    fcap_error err;
    fcap_measures m = {.medoid = medoid};
    assert_int_equal(fcap_measure(&in->problem, &in->rules, a->label, NULL, &m, &err), FCAP_OK);
}

/* The bound for the reported medoids, and the claim that none of them should be another. */
static void says_the_truth_about_medoids(const instance *in, const answer *a) {
    const fcap_report *const r = &a->report;
    int64_t medoid[N_MOST];
    find_medoids(in, a, medoid);
    must(at_most(r->fixed_medoid_bound, optimum_of(in, medoid), 1e-13), in, a,
         "the bound for the medoids is above their optimum");
    for (int32_t c = 0; r->swap_optimal && c < in->rules.k; c++) {
        int64_t const out = medoid[c];
        for (int64_t j = 0; j < in->problem.n; j++) {
            int taken = 0;
            for (int32_t i = 0; i < in->rules.k; i++) {
                taken |= medoid[i] == j;
            }
            medoid[c] = taken ? out : j;
            double const cost = optimum_of(in, medoid);
            must(cost < 0 || at_most(r->cost, cost, 1.1e-9), in, a, "a swap is cheaper");
            medoid[c] = out;
        }
    }
}

/* What fcap_certify() makes of the multipliers is what the report says they prove. */
static void multipliers_prove_their_bound(const instance *in, const answer *a) {
    const fcap_report *const r = &a->report;
    must(r->multiplier_bound <= r->lower_bound, in, a, "the multipliers' bound is not used");
    if (r->multiplier_bound >= 0) {
        fcap_error err;
        double bound = -1;
        assert_int_equal(
            fcap_certify(&in->problem, &in->rules, a->multipliers, NULL, &bound, &err),
            FCAP_OK);
        must(at_most(bound, in->optimum, 1e-13), in, a, "a certificate above the optimum");
        must(at_most(r->multiplier_bound, bound, 1e-9), in, a,
             "the certificate proves less than the report says");
    }
}

static void are_the_same(const instance *in, const answer *a, const answer *b) {
    must(memcmp(a->label, b->label, sizeof a->label) == 0 && a->report.cost == b->report.cost &&
             a->report.lower_bound == b->report.lower_bound &&
             a->report.outcome == b->report.outcome,
         in, b, "not the same answer again");
}

/* ---- the sweep ---- */

typedef struct tally {
    int64_t feasible;
    int64_t refused;
    int64_t found;  /* the optimum, at effort 1 */
    int64_t proved; /* that it is, at effort 1 */
    double worst;   /* cost at effort 1 over the optimum, less 1 */
} tally;

static void judge(const instance *in, tally *t) {
    answer const most = solve(in, 9, FCAP_BOUND_AUTO, 1);
    is_valid(in, &most);
    must(most.report.outcome == FCAP_OPTIMAL, in, &most, "effort 9 does not prove it");
    says_the_truth(in, &most);
    says_the_truth_about_medoids(in, &most);
    multipliers_prove_their_bound(in, &most);

    answer const least = solve(in, 1, FCAP_BOUND_AUTO, 1);
    is_valid(in, &least);
    says_the_truth(in, &least);
    says_the_truth_about_medoids(in, &least);
    multipliers_prove_their_bound(in, &least);
    double const above = in->optimum > 0 ? least.report.cost / in->optimum - 1 : 0;
    t->found += above <= 1e-9;
    t->proved += least.report.outcome == FCAP_OPTIMAL;
    t->worst = above > t->worst ? above : t->worst;

    if (in->seed % 8 == 0) { /* without a bound every search spends its whole budget */
        answer const unbounded = solve(in, 1, FCAP_BOUND_OFF, 1);
        is_valid(in, &unbounded);
        must(unbounded.report.lower_bound < 0, in, &unbounded, "a bound nobody asked for");
    }
    if (in->seed % 16 == 0) {
        answer const again = solve(in, 9, FCAP_BOUND_AUTO, 3);
        are_the_same(in, &most, &again);
    }
}

static void every_answer_is_optimal_or_not_below_the_optimum(void **state) {
    (void)state;
    tally t = {0};
    for (uint64_t seed = 1; t.feasible < instances_wanted; seed++) {
        instance in;
        draw(seed, &in);
        if (in.optimum < 0) {
            answer const a = solve(&in, 1, FCAP_BOUND_AUTO, 1);
            must(a.status == FCAP_E_INFEASIBLE, &in, &a, "not refused");
            t.refused++;
            continue;
        }
        judge(&in, &t);
        t.feasible++;
    }
    printf("figure: %lld instances with n <= %d, all optimal and proved at effort 9; %lld "
           "infeasible ones refused\n",
           (long long)t.feasible, N_MOST, (long long)t.refused);
    printf("figure: effort 1 found %lld optima and proved %lld; at worst %.2g %% above\n",
           (long long)t.found, (long long)t.proved, 100 * t.worst);
}

/* No multipliers, however made, prove more than is true. */
static void no_certificate_is_above_the_optimum(void **state) {
    (void)state;
    int64_t checked = 0;
    double best = 0;
    for (uint64_t seed = 1; checked < instances_wanted; seed++) {
        instance in;
        draw(seed, &in);
        dice luck = dice_of(seed);
        for (int i = 0; in.optimum >= 0 && i < 4; i++) {
            double multipliers[N_MOST];
            double bound = -1;
            double const share = in.optimum / (double)in.problem.n;
            double const range = i == 3 ? 1e6 : 0.5 * i; /* around the points' fair shares */
            for (int64_t j = 0; j < in.problem.n; j++) {
                multipliers[j] = share * (1 + range * (2 * roll_unit(&luck) - 1));
            }
            fcap_error err;
            answer const a = {.status = fcap_certify(&in.problem, &in.rules, multipliers, NULL,
                                                     &bound, &err)};
            must(a.status == FCAP_OK, &in, &a, "not certified");
            must(at_most(bound, in.optimum, 1e-13), &in, &a, "a bound above the optimum");
            best = in.optimum > 0 && bound / in.optimum > best ? bound / in.optimum : best;
        }
        checked += in.optimum >= 0;
    }
    printf("figure: %lld certificates of random multipliers, none above the optimum, the best "
           "at %.1f %% of it\n",
           (long long)checked * 4, 100 * best);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_answer_is_optimal_or_not_below_the_optimum),
        cmocka_unit_test(no_certificate_is_above_the_optimum),
    };
    instances_wanted = argc > 1 ? atoll(argv[1]) : often(800);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
