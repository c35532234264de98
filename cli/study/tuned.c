/* tuned.c - see tuned.h: the grid that tune tries, and the choice among what came out. */
#include "study/tuned.h"

#include "study/series.h"
#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HARDLY 0.01 /* lambdas whose costs differ by less are as good as each other */

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
    int const choices = N_METHODS * PAPER_FAIRLETS;
    g->choice = need((size_t)choices, sizeof *g->choice);
    *list = need((size_t)(choices * pairs), sizeof **list);
    for (int i = 0; i < choices; i++) {
        tuned_choice *const c = &g->choice[i];
        c->method = METHODS[i / PAPER_FAIRLETS];
        c->fairlets = (fcap_fairlets)(i % PAPER_FAIRLETS);
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

/* A repaired answer is not made of fairlets any more: its points are placed one by one, by
 * flow, which costs some percent less whatever lambda is. To compare costs with it would praise
 * a lambda for its failures; so it counts against a slack and a lambda, and in no mean. */
static int packed(const trial *row) {
    return row->state == TRIAL_DONE && !row->repaired;
}

/* What came out of one series of the grid. */
typedef struct outcome {
    int64_t runs;
    int64_t repaired;
    int64_t failed;
    int64_t infeasible; /* of those failed */
    double excess;  /* mean of cost / least cost of all lambdas with that slack, k and seed, of
                       what is packed; negative: nothing is */
    double balance; /* the least of all answers; negative: no answer */
} outcome;

/* The least cost at one place (k and seed) of all lambdas at a slack, of what is packed. */
static double least_cost(const trials *t, int32_t first, int32_t n, int64_t place,
                         int64_t per_series) {
    double least = -1;
    for (int32_t l = 0; l < n; l++) {
        const trial *const row = &t->trial[(first + l) * per_series + place];
        if (packed(row) && (least < 0 || row->cost < least)) {
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
            o.failed++;
            o.infeasible += row->state == TRIAL_INFEASIBLE;
            continue;
        }
        o.balance = o.balance < 0 || row->balance < o.balance ? row->balance : o.balance;
        if (packed(row)) {
            double const least = least_cost(t, first, c->n_lambdas, i, per_series);
            o.excess += least > 0 ? row->cost / least : 1;
        } else {
            o.repaired++;
        }
    }
    int64_t const n_packed = o.runs - o.failed - o.repaired;
    o.excess = n_packed > 0 ? o.excess / (double)n_packed : -1;
    return o;
}

/* All lambdas at a slack together. */
static outcome look_at_slack(const trials *t, const tuned_choice *c, int32_t slack) {
    outcome sum = {0};
    for (int32_t l = 0; l < c->n_lambdas; l++) {
        outcome const o = look(t, c, slack, l);
        sum.runs += o.runs;
        sum.repaired += o.repaired;
        sum.failed += o.failed;
        sum.infeasible += o.infeasible;
    }
    return sum;
}

/* The smallest slack at which everything packs, or else most of it: with every lambda, so that
 * the choice does not hang on one that happened to fit. */
static int32_t choose_slack(const trials *t, tuned_choice *c) {
    int32_t chosen = 0;
    for (int32_t s = 0; s < c->n_slacks; s++) {
        outcome const o = look_at_slack(t, c, s);
        if (s == 0 || o.repaired + o.failed < c->repaired + c->failed) {
            chosen = s;
            c->runs = o.runs;
            c->repaired = o.repaired;
            c->failed = o.failed;
            c->infeasible = o.infeasible;
        }
    }
    return chosen;
}

/* Fewer failures and repairs, then a lower cost; ties go to the smaller lambda. */
static int better(const outcome *a, const outcome *b) {
    int64_t const lost_a = a->repaired + a->failed;
    int64_t const lost_b = b->repaired + b->failed;
    return lost_a != lost_b ? lost_a < lost_b : a->excess < b->excess;
}

/* ---- the reasons ---- */

static void say(tuned_choice *c, const char *format, ...) FCAP_PRINTF(2);
static void say(tuned_choice *c, const char *format, ...) {
    size_t const at = strlen(c->why);
    va_list args;
    va_start(args, format);
    vsnprintf(c->why + at, sizeof c->why - at, format, args);
    va_end(args);
}

/* A slack below 1 makes no sense, and one above the smallest that fits is not looked for. */
static void explain_slack(tuned_choice *c, int32_t index) {
    char slack[RATIO_SIZE];
    ratio_print(c->slack, slack);
    int64_t const lost = c->repaired + c->failed;
    if (lost == 0) {
        say(c, "%s is the smallest slack at which the fairlets of ", slack);
        if (c->runs == 1) {
            say(c, "the one run fit.");
        } else {
            say(c, "all %lld runs fit.", (long long)c->runs);
        }
    } else if (lost == c->infeasible) {
        say(c,
            "%s is the smallest slack at which the fairlets of most runs fit: of all but %lld "
            "of "
            "%lld, which no clustering can meet.",
            slack, (long long)lost, (long long)c->runs);
    } else {
        say(c,
            "At no slack do the fairlets of all runs fit; at %s the fewest of %lld runs need a "
            "repair (%lld) or have no answer (%lld).",
            slack, (long long)c->runs, (long long)c->repaired, (long long)c->failed);
    }
    if (c->n_slacks > 1 && index == 0 && c->slack.num > c->slack.den) {
        say(c, " It is the first value of the grid; a smaller one may fit, too.");
    } else if (c->n_slacks > 1 && index == c->n_slacks - 1 && lost > 0) {
        say(c, " It is the last value of the grid; a wider grid may do better.");
    }
}

static void explain_lambda(tuned_choice *c, int32_t index, double worst, int all_compared) {
    char lambda[FCAP_NUMBER_SIZE];
    fcap_number_print(c->lambda, lambda);
    say(c,
        " There lambda %s costs %.2f %% more than the cheapest lambda of each run, the "
        "dearest %.2f %%.",
        lambda, 100 * (c->excess - 1), 100 * (worst - 1));
    if (all_compared && worst - 1 <= HARDLY) {
        say(c, " Lambda hardly matters here: all lie within %.2f %%.", 100 * (worst - 1));
    } else if (index == 0 || index == c->n_lambdas - 1) {
        say(c, " Lambda %s is the %s value of the grid; a wider grid may do better.", lambda,
            index == 0 ? "first" : "last");
    }
}

/* ---- the choice of one method ---- */

static void choose(tuned_choice *c, const trials *t) {
    int32_t const slack = choose_slack(t, c);
    int32_t const first = c->first + slack * c->n_lambdas;
    outcome best = look(t, c, slack, 0);
    outcome worst = best;
    int all_compared = best.excess >= 0;
    c->series = first;
    for (int32_t l = 1; l < c->n_lambdas; l++) {
        outcome const o = look(t, c, slack, l);
        if (better(&o, &best)) {
            best = o;
            c->series = first + l;
        }
        worst = o.excess > worst.excess ? o : worst;
        all_compared = all_compared && o.excess >= 0;
    }
    c->slack = t->series[c->series].slack;
    c->lambda = t->series[c->series].lambda;
    c->excess = best.excess;
    c->balance = best.balance;
    c->why[0] = 0;
    if (best.failed == best.runs) {
        c->series = -1;
        say(c, "No run of the grid has an answer%s.",
            c->infeasible == c->failed ? ": no clustering can meet the request" : "");
        return;
    }
    explain_slack(c, slack);
    if (c->n_lambdas > 1 && c->excess >= 0) {
        explain_lambda(c, c->series - first, worst.excess, all_compared);
    }
}

void tuned_choose(tuned *g, const trials *t) {
    for (int32_t i = 0; i < g->n; i++) {
        choose(&g->choice[i], t);
    }
}
