/* tuned.c - see tuned.h: the grid that tune tries, and the choice among what came out. */
#include "tuned.h"

#include "series.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GRID_MOST = 10000 /* pairs of slack and lambda */
};

/* The methods of the paper that have something to tune. */
static const fcap_method METHODS[] = {FCAP_METHOD_FAIR_KMEDOIDS, FCAP_METHOD_FAIR_HIERARCHICAL};
enum {
    N_METHODS = sizeof METHODS / sizeof *METHODS
};

/* ---- the grid ---- */

/* One method with one kind of fairlets, at every slack and lambda that it knows. */
static void add_grid(tuned *g, series *list, int32_t *n, const arguments *a,
                     const decimal_set *slacks, const decimal_set *lambdas) {
    tuned_choice *const c = &g->choice[g->n++];
    c->first = *n;
    c->n_slacks = slacks->n;
    c->n_lambdas = c->has_lambda ? lambdas->n : 1;
    c->n_series = c->n_slacks * c->n_lambdas;
    for (int32_t s = 0; s < c->n_slacks; s++) {
        for (int32_t l = 0; l < c->n_lambdas; l++) {
            series *const to = &list[(*n)++];
            *to = (series){.method = c->method,
                           .fairlets = c->fairlets,
                           .slack = slacks->value[s],
                           .lambda = a->lambda};
            if (c->has_lambda) { /* the nearest double, as if it were read from its text */
                to->lambda = (double)lambdas->value[l].num / (double)lambdas->value[l].den;
            }
            series_set_name(to, to->slack);
            strcpy(c->name, to->name);
        }
    }
}

int tuned_open(tuned *g, const arguments *a, const decimal_set *slacks,
               const decimal_set *lambdas, series **list, int32_t *n) {
    *g = (tuned){0, NULL};
    *n = 0;
    int64_t const pairs = (int64_t)slacks->n * lambdas->n;
    if (pairs > GRID_MOST) {
        return say_error(EXIT_USAGE, "%d slacks and %d lambdas are %lld pairs; %d is the most",
                         (int)slacks->n, (int)lambdas->n, (long long)pairs, GRID_MOST);
    }
    int const choices = N_METHODS * FCAP_FAIRLETS_END;
    g->choice = need((size_t)choices, sizeof *g->choice);
    *list = need((size_t)(choices * pairs), sizeof **list);
    for (int i = 0; i < choices; i++) {
        tuned_choice *const c = &g->choice[i];
        c->method = METHODS[i / FCAP_FAIRLETS_END];
        c->fairlets = (fcap_fairlets)(i % FCAP_FAIRLETS_END);
        c->has_lambda = c->method == FCAP_METHOD_FAIR_KMEDOIDS;
        add_grid(g, *list, n, a, slacks, lambdas);
    }
    return 0;
}

void tuned_close(tuned *g) {
    free(g->choice);
    *g = (tuned){0, NULL};
}

/* ---- the choice ---- */

/* What came out of one series of the grid. */
typedef struct outcome {
    int64_t runs;
    int64_t answers;
    int64_t repaired;
    double excess;  /* mean of cost / least cost of all lambdas with that slack, k and seed */
    double balance; /* the least; negative: no answer */
} outcome;

/* The least cost at one place (k and seed) of all lambdas at a slack; negative: no answer. */
static double least_cost(const trials *t, int32_t first, int32_t n, int64_t place,
                         int64_t per_series) {
    double least = -1;
    for (int32_t l = 0; l < n; l++) {
        const trial *const row = &t->trial[(first + l) * per_series + place];
        if (row->state == TRIAL_DONE && (least < 0 || row->cost < least)) {
            least = row->cost;
        }
    }
    return least;
}

static outcome look(const trials *t, const tuned_choice *c, int32_t slack, int32_t lambda) {
    int64_t const per_series = t->n / t->n_series;
    int32_t const first = c->first + slack * c->n_lambdas;
    outcome o = {.runs = per_series, .balance = -1};
    for (int64_t i = 0; i < per_series; i++) {
        const trial *const row = &t->trial[(first + lambda) * per_series + i];
        if (row->state != TRIAL_DONE) {
            continue;
        }
        double const least = least_cost(t, first, c->n_lambdas, i, per_series);
        o.answers++;
        o.repaired += row->repaired;
        o.excess += least > 0 ? row->cost / least : 1;
        o.balance = o.balance < 0 || row->balance < o.balance ? row->balance : o.balance;
    }
    o.excess = o.answers > 0 ? o.excess / (double)o.answers : -1;
    return o;
}

/* What speaks against a slack: runs without an answer, and runs whose fairlets did not pack. */
static void count_at(const trials *t, const tuned_choice *c, int32_t slack, int64_t *runs,
                     int64_t *repaired, int64_t *failed) {
    *runs = *repaired = *failed = 0;
    for (int32_t l = 0; l < c->n_lambdas; l++) {
        outcome const o = look(t, c, slack, l);
        *runs += o.runs;
        *repaired += o.repaired;
        *failed += o.runs - o.answers;
    }
}

/* The smallest slack at which everything packs, or else most of it. */
static int32_t choose_slack(const trials *t, tuned_choice *c) {
    int32_t chosen = 0;
    for (int32_t s = 0; s < c->n_slacks; s++) {
        int64_t runs;
        int64_t repaired;
        int64_t failed;
        count_at(t, c, s, &runs, &repaired, &failed);
        if (s == 0 || repaired + failed < c->repaired + c->failed) {
            chosen = s;
            c->runs = runs;
            c->repaired = repaired;
            c->failed = failed;
        }
    }
    return chosen;
}

/* The lambda of least mean cost, those with an answer to everything first. */
static int32_t choose_lambda(const trials *t, const tuned_choice *c, int32_t slack,
                             outcome *best) {
    int32_t chosen = 0;
    *best = look(t, c, slack, 0);
    for (int32_t l = 1; l < c->n_lambdas; l++) {
        outcome const o = look(t, c, slack, l);
        if (o.answers > best->answers ||
            (o.answers == best->answers && o.excess < best->excess)) {
            chosen = l;
            *best = o;
        }
    }
    return chosen;
}

static void explain(tuned_choice *c) {
    char slack[RATIO_SIZE];
    ratio_print(c->slack, slack);
    size_t at = 0;
    if (c->series < 0) {
        snprintf(c->why, sizeof c->why, "no run has an answer at any slack");
        return;
    }
    if (c->repaired + c->failed == 0) {
        at = (size_t)snprintf(c->why, sizeof c->why,
                              "slack %s is the smallest at which the fairlets pack in all %lld "
                              "runs",
                              slack, (long long)c->runs);
    } else {
        at = (size_t)snprintf(
            c->why, sizeof c->why,
            "at slack %s the fewest of %lld runs need a repair (%lld) or have no answer (%lld)",
            slack, (long long)c->runs, (long long)c->repaired, (long long)c->failed);
    }
    if (c->has_lambda) {
        char lambda[FCAP_NUMBER_SIZE];
        fcap_number_print(c->lambda, lambda);
        snprintf(c->why + at, sizeof c->why - at,
                 "; there lambda %s costs least: %.3f %% above the best lambda of each run",
                 lambda, 100 * (c->excess - 1));
    }
}

void tuned_choose(tuned *g, const trials *t) {
    for (int32_t i = 0; i < g->n; i++) {
        tuned_choice *const c = &g->choice[i];
        outcome best;
        int32_t const slack = choose_slack(t, c);
        int32_t const lambda = choose_lambda(t, c, slack, &best);
        int32_t const chosen = c->first + slack * c->n_lambdas + lambda;
        c->series = best.answers > 0 ? chosen : -1;
        c->slack = t->series[chosen].slack;
        c->lambda = t->series[chosen].lambda;
        c->excess = best.excess;
        c->balance = best.balance;
        explain(c);
    }
}
