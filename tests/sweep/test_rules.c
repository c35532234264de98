/* test_rules.c - every rule, alone and with others, against all divisions of a few points.
 *
 *     test_rules [REQUESTS [RULE [SEED]]]    feasible requests of each rule, unless said
 *                                            otherwise 24, and 3 under sanitizers; one rule
 *                                            by its name; one seed of it
 *
 * What cannot be done is never done, and what can be done is never called impossible. At the
 * lowest effort an answer is valid and no better than the optimum; at the highest it is the
 * optimum. No bound is above what it bounds, and the library's figures about any labels, good
 * or bad, are those of the tests' own judge. Of more points the optimum is not known, but that
 * there is an answer: it is not refused, and what is found is valid (a tenth as many of these,
 * and of those with many clusters a twentieth).
 */
#include "effort.h"
#include "instances.h"
#include "rule_draws.h"
#include "rules_optimum.h"

#include <faircap/faircap.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int64_t requests_wanted;
static const char *rule_wanted;
static uint64_t seed_wanted;

enum {
    COMBINATION = 0 /* as a rule: several of them */
};

typedef struct request {
    rule_draw drawn;
    rules_optimum best;
    double least; /* cost of all divisions, whatever pairs they repeat */
} request;

typedef struct answer {
    fcap_status status;
    int32_t label[DRAW_POINTS_MOST];
    fcap_report report;
    char message[400];
} answer;

/* ---- what went wrong, with all that is needed to repeat it ---- */

static void print_rules(const rule_draw *r) {
    for (unsigned rule = 1; rule <= DRAWN_AVOID; rule *= 2) {
        if (r->rules & rule) {
            print_error(" %s", rule_draw_name((drawn_rule)rule));
        }
    }
    print_error("; n %lld, k %d, q %lld, min_size %lld%s\n", (long long)r->problem.n,
                (int)r->asked.k, (long long)r->asked.max_size, (long long)r->asked.min_size,
                r->planted ? "; planted:" : "");
    for (int64_t i = 0; r->planted && i < r->problem.n; i++) {
        print_error(" %d", (int)r->label[i]);
    }
}

static void must(int holds, const request *of, const answer *a, const char *what) {
    if (holds) {
        return;
    }
    print_error("%s\n  seed %llu:", what, (unsigned long long)of->drawn.seed);
    print_rules(&of->drawn);
    print_error("\n  optimum: %s, %lld pairs, %.17g\n", of->best.feasible ? "yes" : "none",
                (long long)of->best.pairs, of->best.cost);
    if (a != NULL) {
        print_error("  answer: %s (%s), outcome %d, %lld pairs, %.17g, bound %.17g; labels",
                    fcap_status_text(a->status), a->message, (int)a->report.outcome,
                    (long long)a->report.repeated_pairs, a->report.cost, a->report.lower_bound);
        for (int64_t i = 0; a->status == FCAP_OK && i < of->drawn.problem.n; i++) {
            print_error(" %d", (int)a->label[i]);
        }
        print_error("\n");
    }
    fail();
}

static answer solve(const request *of, int32_t effort, int32_t threads) {
    fcap_options o;
    fcap_options_init(&o);
    o.effort = effort;
    o.threads = threads;
    o.seed = of->drawn.seed % 5;
    answer a = {.status = FCAP_OK};
    fcap_error err = {.message = ""};
    a.status = fcap_cluster(&of->drawn.problem, &of->drawn.asked, &o, a.label, &a.report, &err);
    memcpy(a.message, err.message, sizeof a.message);
    return a;
}

/* ---- what must be true ---- */

static int at_most(double small, double large, double tolerance) {
    return small <= large + tolerance * fabs(large) + tolerance * 1e-3;
}

/* Clusters are numbered by their smallest row, among those of one capacity. */
static void is_numbered(const request *of, const answer *a) {
    const rule_draw *const r = &of->drawn;
    int64_t first[DRAW_POINTS_MOST];
    for (int64_t i = r->problem.n - 1; i >= 0; i--) {
        first[a->label[i]] = i;
    }
    for (int32_t c = 0; c < r->asked.k; c++) {
        for (int32_t b = 0; !r->asked.keep && b < c; b++) {
            must(first[b] < first[c] || rules_capacity_of(&r->problem, &r->asked, b) !=
                                            rules_capacity_of(&r->problem, &r->asked, c),
                 of, a, "not numbered by the smallest row");
        }
    }
}

/* A start that obeys the rules is never left for something worse. */
static void is_no_worse_than_its_start(const request *of, const answer *a) {
    const rule_draw *const r = &of->drawn;
    for (int64_t i = 0; i < r->problem.n; i++) {
        if (r->asked.start == NULL || r->asked.start[i] < 0) {
            return;
        }
    }
    rules_judged const start = rules_judge(&r->problem, &r->asked, r->asked.start);
    must(!start.valid || a->report.repeated_pairs < start.pairs ||
             (a->report.repeated_pairs == start.pairs &&
              at_most(a->report.cost, start.cost, 1e-12)),
         of, a, "worse than its start");
}

static void is_valid(const request *of, const answer *a) {
    must(a->status == FCAP_OK, of, a, "no answer");
    rules_judged const j = rules_judge(&of->drawn.problem, &of->drawn.asked, a->label);
    must(j.valid, of, a, "a rule is broken");
    must(at_most(j.cost, a->report.cost, 1e-11) && at_most(a->report.cost, j.cost, 1e-11), of,
         a, "not the cost of the labels");
    must(j.pairs == a->report.repeated_pairs, of, a, "not the pairs of the labels");
    must(a->report.violated_capacity == 0 && a->report.violated_balance == 0 &&
             a->report.violated_wishes == 0,
         of, a, "the report says that a rule is broken");
    is_numbered(of, a);
    is_no_worse_than_its_start(of, a);
}

static double least_of(const rule_draw *r) {
    fcap_rules any = r->asked;
    any.avoid = (fcap_sets){0};
    return rules_optimum_of(&r->problem, &any).cost;
}

static int is_optimal(const request *of, const answer *a) {
    return a->report.repeated_pairs == of->best.pairs &&
           at_most(a->report.cost, of->best.cost, 1e-9);
}

/* What the report says about itself is true. */
static void says_the_truth(const request *of, const answer *a) {
    const fcap_report *const r = &a->report;
    must(r->repeated_pairs > of->best.pairs ||
             (r->repeated_pairs == of->best.pairs && at_most(of->best.cost, r->cost, 1e-11)),
         of, a, "the optimum is undercut");
    must(at_most(r->lower_bound, of->least, 1e-11), of, a, "a bound above the optimum");
    must(r->outcome == FCAP_OPTIMAL || r->outcome == FCAP_FEASIBLE, of, a,
         "neither optimal nor feasible");
    must(r->outcome != FCAP_OPTIMAL || at_most(r->cost, of->least, 1e-9), of, a,
         "called optimal, but is not");
    must(!r->all_tried || is_optimal(of, a), of, a, "all were tried, but not the best");
}

/* The library's figures about any labels are those of the judge. */
static void is_measured(const request *of, const int32_t *label) {
    const rule_draw *const r = &of->drawn;
    rules_judged const j = rules_judge(&r->problem, &r->asked, label);
    fcap_options o;
    fcap_options_init(&o);
    o.threads = 1;
    fcap_measures m = {.cost = 0};
    fcap_error err = {.message = ""};
    must(fcap_measure(&r->problem, &r->asked, label, &o, &m, &err) == FCAP_OK, of, NULL,
         err.message);
    must(m.violated_capacity == j.capacity, of, NULL, "measured: capacity");
    must(m.violated_min_size == j.min_size, of, NULL, "measured: min_size");
    must(m.violated_balance == j.balance, of, NULL, "measured: balance");
    must(m.violated_share == j.share, of, NULL, "measured: share");
    must(m.violated_no_isolate == j.no_isolate, of, NULL, "measured: no_isolate");
    must(m.violated_together == j.together, of, NULL, "measured: together");
    must((m.violated_apart == 0) == (j.apart == 0), of, NULL, "measured: apart");
    must(m.violated_keep == j.keep, of, NULL, "measured: keep");
    must(m.repeated_pairs == j.pairs, of, NULL, "measured: pairs");
    must((m.violated_medoids == 0) == (j.medoids == 0), of, NULL, "measured: medoids");
    must(j.medoids > 0 || (at_most(m.cost, j.cost, 1e-11) && at_most(j.cost, m.cost, 1e-11)),
         of, NULL, "measured: cost");
}

static fcap_verdict verdict_of(const request *of) {
    fcap_plan_report plan;
    fcap_error err = {.message = ""};
    must(fcap_plan(&of->drawn.problem, &of->drawn.asked, &plan, &err) == FCAP_OK, of, NULL,
         err.message);
    return plan.verdict;
}

/* ---- the sweep ---- */

typedef struct tally {
    int64_t feasible;
    int64_t planned; /* of these, known before any work */
    int64_t found;   /* tiny: the optimum, at effort 1; small: an answer */
    int64_t proved;  /* that it is the optimum; tiny: at effort 9 */
    int64_t infeasible;
    int64_t refused;  /* of these, with a proof before any work */
    int64_t excluded; /* of these, with a proof in the end */
} tally;

static void judge_feasible(const request *of, tally *t) {
    fcap_verdict const verdict = verdict_of(of);
    must(verdict != FCAP_VERDICT_INFEASIBLE, of, NULL, "the plan falsely excludes it");
    answer const least = solve(of, 1, 1);
    is_valid(of, &least);
    says_the_truth(of, &least);
    answer const most = solve(of, 9, 1);
    is_valid(of, &most);
    says_the_truth(of, &most);
    must(is_optimal(of, &most), of, &most, "effort 9 does not find the optimum");
    if (of->drawn.seed % 16 == 0) {
        answer const again = solve(of, 9, 3);
        must(memcmp(most.label, again.label, sizeof most.label) == 0 &&
                 most.report.lower_bound == again.report.lower_bound,
             of, &again, "not the same answer again");
    }
    t->feasible++;
    t->planned += verdict == FCAP_VERDICT_FEASIBLE;
    t->found += is_optimal(of, &least);
    t->proved += most.report.outcome == FCAP_OPTIMAL || most.report.all_tried;
}

static void judge_infeasible(const request *of, tally *t) {
    fcap_verdict const verdict = verdict_of(of);
    must(verdict != FCAP_VERDICT_FEASIBLE, of, NULL, "the plan promises what cannot be");
    answer const a = solve(of, 1, 1);
    must(a.status == FCAP_E_INFEASIBLE || a.status == FCAP_E_NOT_FOUND, of, &a, "not refused");
    t->infeasible++;
    t->refused += verdict == FCAP_VERDICT_INFEASIBLE;
    t->excluded += a.status == FCAP_E_INFEASIBLE;
}

static void draw(unsigned rule, uint64_t seed, drawn_size size, request *of) {
    rule_draw_make(seed, rule == COMBINATION ? rule_draw_combination(seed) : rule, size,
                   &of->drawn);
}

static void sweep_tiny(unsigned rule, tally *t) {
    static request of;
    for (uint64_t seed = 1; t->feasible < requests_wanted; seed++) {
        draw(rule, seed_wanted > 0 ? seed_wanted : seed, DRAWN_TINY, &of);
        of.best = rules_optimum_of(&of.drawn.problem, &of.drawn.asked);
        of.least = least_of(&of.drawn);
        if (of.best.feasible) {
            judge_feasible(&of, t);
        } else if (t->infeasible < requests_wanted) {
            judge_infeasible(&of, t);
        }
        if (seed_wanted > 0) {
            return;
        }
    }
}

/* Too many points to know the optimum, but the planted answer shows that there is one, and no
 * bound may be above what it costs. */
static void judge_planted(request *of, int32_t effort, tally *t) {
    const rule_draw *const r = &of->drawn;
    rules_judged const planted = rules_judge(&r->problem, &r->asked, r->label);
    must(planted.valid, of, NULL, "what is planted breaks a rule");
    answer const a = solve(of, effort, 1);
    must(a.status == FCAP_OK || a.status == FCAP_E_NOT_FOUND, of, &a,
         "what can be done is refused");
    t->feasible++;
    if (a.status != FCAP_OK) {
        return;
    }
    is_valid(of, &a);
    t->found++;
    t->proved += a.report.outcome == FCAP_OPTIMAL;
    must(at_most(a.report.lower_bound, a.report.cost, 1e-11), of, &a,
         "the bound is above the cost");
    must(at_most(a.report.lower_bound, planted.cost, 1e-11), of, &a,
         "the bound is above the cost of another answer");
}

static void sweep_planted(unsigned rule, drawn_size size, int64_t wanted, tally *t) {
    static request of;
    for (uint64_t seed = 1; seed <= (uint64_t)wanted; seed++) {
        draw(rule, seed_wanted > 0 ? seed_wanted : seed, size, &of);
        of.best = (rules_optimum){.feasible = 1};
        must(verdict_of(&of) != FCAP_VERDICT_INFEASIBLE, &of, NULL,
             "the plan falsely excludes it");
        judge_planted(&of, 1 + (seed % 8 == 0), t);
        if (seed_wanted > 0) {
            return;
        }
    }
}

static void sweep_small(unsigned rule, tally *t) {
    sweep_planted(rule, DRAWN_SMALL, 4 + requests_wanted / 10, t); /* they take longer */
}

/* More clusters than are searched at once. */
static void sweep_many(unsigned rule, tally *t) {
    sweep_planted(rule, DRAWN_MANY, 1 + requests_wanted / 20, t);
}

static void add(tally *sum, const tally *t) {
    sum->feasible += t->feasible;
    sum->planned += t->planned;
    sum->found += t->found;
    sum->proved += t->proved;
    sum->infeasible += t->infeasible;
    sum->refused += t->refused;
    sum->excluded += t->excluded;
}

/* Calls `sweep` for each rule that is wanted, and then for combinations of them. */
static void each_rule(void (*sweep)(unsigned rule, tally *t), tally *sum) {
    printf("rule          feasible  planned  found  proved  infeasible  refused  excluded\n");
    for (unsigned rule = 1; rule <= DRAWN_ALL + 1; rule *= 2) {
        int const last = rule > DRAWN_ALL;
        const char *const name = last ? "combination" : rule_draw_name((drawn_rule)rule);
        if (rule_wanted != NULL && strcmp(rule_wanted, name) != 0) {
            continue;
        }
        tally t = {0};
        sweep(last ? COMBINATION : rule, &t);
        printf("%-12s %9lld %8lld %6lld %7lld %11lld %8lld %9lld\n", name,
               (long long)t.feasible, (long long)t.planned, (long long)t.found,
               (long long)t.proved, (long long)t.infeasible, (long long)t.refused,
               (long long)t.excluded);
        fflush(stdout);
        add(sum, &t);
    }
}

static void every_tiny_request_is_answered_best_or_has_no_answer(void **state) {
    (void)state;
    tally sum = {0};
    each_rule(sweep_tiny, &sum);
    printf("figure: %lld requests of all rules with n <= %d, all optimal at effort 9, %lld "
           "proved; effort 1 found %lld\n",
           (long long)sum.feasible, RULES_POINTS_MOST, (long long)sum.proved,
           (long long)sum.found);
    printf("figure: %lld without an answer, none answered, %lld with a proof\n",
           (long long)sum.infeasible, (long long)sum.excluded);
}

static void every_answer_to_a_small_request_is_valid(void **state) {
    (void)state;
    tally sum = {0};
    each_rule(sweep_small, &sum);
    printf("figure: %lld requests with n <= %d made around an answer: none refused, %lld "
           "answered with little effort, all valid\n",
           (long long)sum.feasible, DRAW_SMALL_MOST, (long long)sum.found);
}

static void every_answer_in_many_clusters_is_valid(void **state) {
    (void)state;
    tally sum = {0};
    each_rule(sweep_many, &sum);
    printf("figure: %lld requests with k >= %d made around an answer: none refused, %lld "
           "answered with little effort, all valid\n",
           (long long)sum.feasible, DRAW_MANY_LEAST, (long long)sum.found);
}

/* Pairs to avoid between points that nearly coincide: gains below 1e-160 in the bound's master.
 */
static void requests_that_once_crashed_are_answered(void **state) {
    (void)state;
    tally t = {0};
    uint64_t const asked = seed_wanted;
    seed_wanted = 113;
    sweep_small(DRAWN_AVOID, &t);
    seed_wanted = asked;
    assert_int_equal(t.found, 1);
}

/* Mostly bad labels: whatever is broken is counted. */
static void any_labels_are_measured_as_the_judge_does(void **state) {
    (void)state;
    static request of;
    for (uint64_t seed = 1; seed <= 5 * (uint64_t)requests_wanted; seed++) {
        rule_draw_make(seed, rule_draw_combination(seed), DRAWN_TINY, &of.drawn);
        of.best = (rules_optimum){.feasible = 0};
        int32_t label[DRAW_POINTS_MOST];
        dice luck = dice_of(seed);
        for (int64_t i = 0; i < of.drawn.problem.n; i++) {
            label[i] = (int32_t)roll(&luck, 0, of.drawn.asked.k - 1);
        }
        is_measured(&of, label);
        is_measured(&of, of.drawn.label);
    }
}

/* ---- the oracle itself ---- */

/* The next labelling in counting order; 0 after the last. */
static int next_labels(int32_t *label, int64_t n, int32_t k) {
    for (int64_t i = 0; i < n; i++) {
        if (++label[i] < k) {
            return 1;
        }
        label[i] = 0;
    }
    return 0;
}

static int takes_few_steps(const rule_draw *r) {
    return pow((double)r->asked.k, (double)r->problem.n) <= 5000;
}

/* The optimum that answers are compared with is that of all labellings, judged one by one. */
static void the_oracle_finds_the_best_of_all_labellings(void **state) {
    (void)state;
    static request of;
    int64_t compared = 0;
    for (uint64_t seed = 1; compared < requests_wanted / 5; seed++) {
        rule_draw_make(seed, rule_draw_combination(seed), DRAWN_TINY, &of.drawn);
        const rule_draw *const r = &of.drawn;
        if (!takes_few_steps(r)) {
            continue;
        }
        of.best = rules_optimum_of(&r->problem, &r->asked);
        of.least = least_of(r);
        answer best = {.status = FCAP_E_INFEASIBLE};
        int32_t label[DRAW_POINTS_MOST] = {0};
        do {
            rules_judged const j = rules_judge(&r->problem, &r->asked, label);
            const fcap_report *const known = &best.report;
            if (j.valid && (best.status != FCAP_OK || j.pairs < known->repeated_pairs ||
                            (j.pairs == known->repeated_pairs && j.cost < known->cost))) {
                best.status = FCAP_OK;
                best.report.repeated_pairs = j.pairs;
                best.report.cost = j.cost;
                memcpy(best.label, label, sizeof label);
            }
        } while (next_labels(label, r->problem.n, r->asked.k));
        must((best.status == FCAP_OK) == of.best.feasible, &of, &best, "the oracle is wrong");
        must(!of.best.feasible ||
                 (is_optimal(&of, &best) && at_most(of.best.cost, best.report.cost, 1e-11)),
             &of, &best, "the oracle is not the optimum");
        must(of.best.feasible || !r->planted, &of, &best, "a planted answer is not there");
        compared++;
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_oracle_finds_the_best_of_all_labellings),
        cmocka_unit_test(any_labels_are_measured_as_the_judge_does),
        cmocka_unit_test(every_tiny_request_is_answered_best_or_has_no_answer),
        cmocka_unit_test(every_answer_to_a_small_request_is_valid),
        cmocka_unit_test(every_answer_in_many_clusters_is_valid),
        cmocka_unit_test(requests_that_once_crashed_are_answered),
    };
    requests_wanted = argc > 1 ? atoll(argv[1]) : often(24);
    rule_wanted = argc > 2 ? argv[2] : NULL;
    seed_wanted = argc > 3 ? (uint64_t)atoll(argv[3]) : 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
