/* group_size.c - see group_size.h.
 *
 * Groups of A to B members of n points can be ceil(n / B) to floor(n / A). Of these numbers the
 * first that no other rule excludes is taken: few groups are the largest ones asked for.
 */
#include "problem/group_size.h"

#include "problem/feasible.h"
#include "problem/trial.h"

#include <stdio.h>

static const char *groups(int64_t k) {
    return k == 1 ? "group" : "groups";
}

/* "5 of 4 and 1 of 3": the most even sizes. */
static void say_sizes(int64_t n, int64_t k, char *out, size_t size) {
    int64_t const small = n / k;
    int64_t const larger = n % k; /* groups with one member more */
    if (larger == 0) {
        snprintf(out, size, k == 1 ? "of %lld" : "of %lld each", (long long)small);
    } else {
        snprintf(out, size, "%lld of %lld and %lld of %lld", (long long)larger,
                 (long long)small + 1, (long long)(k - larger), (long long)small);
    }
}

static const char *points(int64_t n) {
    return n == 1 ? "point" : "points";
}

static void say_chosen(int64_t n, int64_t least, int64_t most, const fcap_group_plan *g,
                       int plain, char *out, size_t size) {
    char sizes[120];
    char between[60];
    int64_t const k = g->k;
    say_sizes(n, k, sizes, sizeof sizes);
    if (least == most) {
        snprintf(between, sizeof between, "%lld", (long long)least);
    } else {
        snprintf(between, sizeof between, "%lld to %lld", (long long)least, (long long)most);
    }
    const char *const how =
        g->plan.verdict == FCAP_VERDICT_FEASIBLE ? "possible" : "not excluded";
    const char *const verb = k == 1 ? "is" : "are";
    int at =
        plain ? snprintf(out, size, "%lld %s in groups of %s: %lld %s, %s, %s %s", (long long)n,
                         points(n), between, (long long)k, groups(k), sizes, verb, how)
              : snprintf(out, size, "%lld %s in groups of %s: %lld %s %s %s", (long long)n,
                         points(n), between, (long long)k, groups(k), verb, how);
    if (k == g->fewest) {
        snprintf(out + at, size - (size_t)at, "; %lld is the fewest", (long long)k);
    } else {
        snprintf(out + at, size - (size_t)at,
                 "; by size alone %d would do, but the other rules exclude fewer than %lld",
                 (int)g->fewest, (long long)k);
    }
}

/* No number of groups has such sizes: which come nearest, all other rules obeyed? */
static void say_no_sizes(int64_t n, int64_t least, int64_t most, const fcap_plan_report *p,
                         char *out, size_t size) {
    int at = snprintf(out, size, "%lld %s cannot be divided into groups of %lld to %lld",
                      (long long)n, points(n), (long long)least, (long long)most);
    if (p->change_max_size > 0) {
        at += snprintf(out + at, size - (size_t)at, "; what would help: groups of %lld to %lld",
                       (long long)least, (long long)p->change_max_size);
    }
    if (p->change_min_size > 0) {
        snprintf(out + at, size - (size_t)at, "%sof %lld to %lld",
                 p->change_max_size > 0 ? ", or " : "; what would help: groups ",
                 (long long)p->change_min_size, (long long)most);
    }
}

/* The plan of k groups; where no number of groups is possible, with what would make one so. */
static fcap_status plan(fcap_run *run, const fcap_problem *problem, fcap_rules asked, int64_t k,
                        int none_possible, fcap_plan_report *out) {
    rules r;
    asked.k = (int32_t)k;
    TRY(fcap_rules_open(run, problem, &asked, &r));
    return fcap_feasible_within(run, &r, &asked, none_possible, FEASIBLE_EFFORT, out);
}

/* The first k that nothing excludes, 0 when there is none; *last: the last one looked at. */
static fcap_status choose(fcap_run *run, const fcap_problem *problem, fcap_rules asked,
                          int64_t first, int64_t *last, int32_t *out) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t effort = 0;
    rules r;
    request q;
    trial found;
    asked.k = (int32_t)first;
    TRY(fcap_rules_open(run, problem, &asked, &r));
    TRY(fcap_request_open(run, &r, &effort, &q));
    trials t = {.run = run,
                .effort = FEASIBLE_EFFORT, /* as fcap_feasible() has for the chosen one */
                .budget = TRIAL_BUDGET,
                .any_k = 1,
                .fewest = first};
    TRY(fcap_try(&t, q, &found));
    *out = found.answer == TRIAL_ADMITTED ? (int32_t)found.k : 0;
    *last = found.k;
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

fcap_status fcap_group_size(fcap_run *run, const fcap_problem *problem, const fcap_rules *asked,
                            int64_t least, int64_t most, fcap_group_plan *out) {
    if (least < 1 || most < least) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "groups of %lld to %lld are asked for; both must be at least 1, "
                             "the smaller one first",
                             (long long)least, (long long)most);
    }
    if (problem->weight != NULL || asked->capacity != NULL) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "a group size counts points, so it does not go with %s: ask for a "
                             "number of clusters instead",
                             problem->weight != NULL ? "weights"
                                                     : "a capacity of each cluster");
    }
    fcap_rules sized = *asked;
    sized.k = INT32_MAX; /* until it is known: of the start, labels may be any below */
    sized.min_size = least;
    sized.max_size = most;
    rules r;
    TRY(fcap_rules_open(run, problem, &sized, &r));
    int64_t const n = problem->n;
    int64_t first = fcap_ceil_div(n, 1, most);
    int64_t last = n / least;
    fcap_group_plan found = {0};
    if (first > last) { /* the number that comes nearest, for the reason */
        TRY(plan(run, problem, sized, last > 0 ? last : 1, 1, &found.plan));
        say_no_sizes(n, least, most, &found.plan, found.sentence, sizeof found.sentence);
        *out = found;
        return FCAP_OK;
    }
    found.fewest = (int32_t)first;
    found.most = (int32_t)last;
    for (int64_t i = 0; asked->start != NULL && i < n; i++) {
        first = asked->start[i] >= first ? asked->start[i] + 1 : first;
    }
    TRY(choose(run, problem, sized, first, &last, &found.k));
    TRY(plan(run, problem, sized, found.k > 0 ? found.k : first, found.k == 0, &found.plan));
    int plain = fcap_rules_plain(&r);
    for (int32_t a = 0; a < problem->n_attributes; a++) {
        plain &= problem->attribute[a].balance.num == 0;
    }
    if (found.k > 0) {
        say_chosen(n, least, most, &found, plain, found.sentence, sizeof found.sentence);
    } else {
        snprintf(found.sentence, sizeof found.sentence,
                 "no number of groups of %lld to %lld is possible, from %lld to %lld; of "
                 "%lld: %.300s",
                 (long long)least, (long long)most, (long long)first,
                 (long long)(last > first ? last : first), (long long)first,
                 found.plan.sentence);
    }
    *out = found;
    return FCAP_OK;
}
