/* curves.c - see curves.h. */
#include "figure/curves.h"

#include "words.h"

#include <stdlib.h>

/* ---- making ---- */

static int by_number(const void *left, const void *right) {
    int32_t const a = *(const int32_t *)left;
    int32_t const b = *(const int32_t *)right;
    return (a > b) - (a < b);
}

static void list_k(curves *c) {
    const trials *const t = c->trials;
    c->k = need((size_t)t->n, sizeof *c->k);
    for (int64_t i = 0; i < t->n; i++) {
        c->k[i] = t->trial[i].k;
    }
    qsort(c->k, (size_t)t->n, sizeof *c->k, by_number);
    for (int64_t i = 0; i < t->n; i++) {
        if (c->n_k == 0 || c->k[c->n_k - 1] != c->k[i]) {
            c->k[c->n_k++] = c->k[i];
        }
    }
}

static int32_t place_of(const curves *c, int32_t k) {
    const int32_t *const found = bsearch(&k, c->k, (size_t)c->n_k, sizeof k, by_number);
    return (int32_t)(found - c->k);
}

static middle middle_of(double *value, int32_t n) {
    if (n == 0) {
        return (middle){0};
    }
    spread_sort(value, n);
    return (middle){spread_quantile(value, n, 0.5), value[0], value[n - 1]};
}

static void count_answer(curve_point *p, const trial *t) {
    p->answers++;
    p->optimal += t->outcome == FCAP_OPTIMAL;
    p->repaired += t->repaired != 0;
    p->over_capacity += t->over_capacity > 0;
    p->unbalanced += t->unbalanced > 0;
    p->broken += trial_violations(t) > 0;
    p->seconds += t->seconds;
    p->bound = t->bound > p->bound ? t->bound : p->bound;
}

/* The trials of a point follow each other; all that is said of them, once they are known. */
static void sum_up(curve_point *p) {
    double *const cost = need((size_t)p->n_trials, sizeof *cost);
    double *const balance = need((size_t)p->n_trials, sizeof *balance);
    p->bound = -1;
    for (int32_t i = 0; i < p->n_trials; i++) {
        const trial *const t = &p->trial[i];
        p->runs += t->state != TRIAL_OPEN;
        p->infeasible += t->state == TRIAL_INFEASIBLE;
        p->q = t->state != TRIAL_OPEN ? t->q : p->q;
        if (t->state == TRIAL_DONE) {
            cost[p->answers] = t->cost;
            balance[p->answers] = t->balance;
            count_answer(p, t);
        }
    }
    p->cost = middle_of(cost, p->answers);
    p->balance = middle_of(balance, p->answers);
    p->seconds = p->answers > 0 ? p->seconds / p->answers : 0;
    free(balance);
    free(cost);
}

curves curves_open(const trials *t) {
    curves c = {.trials = t, .n_series = t->n_series, .bounded = -1};
    list_k(&c);
    c.point = need((size_t)c.n_series * (size_t)c.n_k, sizeof *c.point);
    for (int64_t i = 0; i < t->n; i++) {
        const trial *const one = &t->trial[i];
        curve_point *const p = &c.point[(int64_t)one->series * c.n_k + place_of(&c, one->k)];
        p->trial = p->trial == NULL ? one : p->trial;
        p->n_trials++;
    }
    for (int64_t i = 0; i < (int64_t)c.n_series * c.n_k; i++) {
        curve_point *const p = &c.point[i];
        sum_up(p);
        c.most_seeds = p->n_trials > c.most_seeds ? p->n_trials : c.most_seeds;
        if (c.bounded < 0 && p->bound >= 0) {
            c.bounded = (int32_t)(i / c.n_k);
        }
    }
    return c;
}

void curves_close(curves *c) {
    free(c->point);
    free(c->k);
    *c = (curves){0};
}

/* ---- looking ---- */

const curve_point *curves_at(const curves *c, int32_t s, int32_t i) {
    return &c->point[(int64_t)s * c->n_k + i];
}

int curves_empty(const curves *c) {
    int empty = 1;
    for (int64_t i = 0; i < (int64_t)c->n_series * c->n_k; i++) {
        empty &= c->point[i].answers == 0;
    }
    return empty;
}

int curves_have_balance(const curves *c) {
    return c->trials->job->n_protect > 0;
}

double curves_shown_balance(double balance) {
    /* 563/1000 times 1000 may lie just below 563; balances that differ do by more than that. */
    return (double)(int64_t)(1000 * balance + 1e-9) / 1000;
}

double curves_whole_balance(const curves *c) {
    const job *const j = c->trials->job;
    int64_t *const total = need((size_t)job_group_total(j), sizeof *total);
    int64_t *const unknown = need((size_t)j->problem.n_attributes, sizeof *unknown);
    job_count_groups(j, total, unknown);
    double smallest = 1;
    const int64_t *count = total;
    for (int32_t a = 0; a < j->n_protect; a++) {
        int64_t least = count[0];
        int64_t most = count[0];
        for (int32_t g = 1; g < j->problem.attribute[a].n_groups; g++) {
            least = count[g] < least ? count[g] : least;
            most = count[g] > most ? count[g] : most;
        }
        /* One group alone has no balance: the other has no member anywhere. */
        double const balance = j->problem.attribute[a].n_groups < 2 || most == 0
                                   ? 0
                                   : (double)least / (double)most;
        smallest = balance < smallest ? balance : smallest;
        count += j->problem.attribute[a].n_groups;
    }
    free(unknown);
    free(total);
    return smallest;
}

plot_look curves_look(const curves *c, int32_t s) {
    static const plot_colour colour[FCAP_METHOD_END] = {
        [FCAP_METHOD_BEST] = PLOT_BLACK,
        [FCAP_METHOD_KMEDOIDS] = PLOT_GREY,
        [FCAP_METHOD_FAIR_HIERARCHICAL] = PLOT_VERMILION,
        [FCAP_METHOD_FAIR_KMEDOIDS] = PLOT_BLUE,
        [FCAP_METHOD_FAIRLET_KCENTER] = PLOT_GREEN,
        [FCAP_METHOD_FAIRLET_KMEDOIDS] = PLOT_PURPLE};
    const series *const list = c->trials->series;
    int same = 0;
    for (int32_t i = 0; i < s; i++) {
        same += list[i].method == list[s].method && list[i].fairlets == list[s].fairlets;
    }
    return (plot_look){.colour = colour[list[s].method],
                       .dash = (2 * same + (int)list[s].fairlets) % PLOT_DASHES,
                       .shape = (int)(s % SVG_SHAPES)};
}

/* ---- a series over all k ---- */

static void add_gap(curve_sum *sum, int32_t *bounded, const curve_point *p) {
    if (p->bound >= 0) {
        double const below = p->cost.least - p->bound;
        /* What is optimal up to rounding has no gap to tell of. */
        double const gap = below > 1e-9 * p->cost.least ? below / p->cost.least : 0;
        sum->gap += gap;
        sum->largest_gap = gap > sum->largest_gap ? gap : sum->largest_gap;
        sum->bounds += p->answers;
        (*bounded)++;
    }
}

curve_sum curves_sum(const curves *c, int32_t s) {
    curve_sum sum = {.least_balance = 1};
    int32_t bounded = 0;
    for (int32_t i = 0; i < c->n_k; i++) {
        const curve_point *const p = curves_at(c, s, i);
        sum.infeasible += p->runs > 0 && p->infeasible == p->runs;
        if (p->answers == 0) {
            continue;
        }
        sum.answered++;
        sum.answers += p->answers;
        sum.over_capacity += p->over_capacity;
        sum.unbalanced += p->unbalanced;
        sum.broken += p->broken;
        sum.repaired += p->repaired;
        sum.optimal += p->optimal;
        sum.cost += p->cost.median;
        sum.balance += p->balance.median;
        sum.seconds += p->seconds;
        sum.least_balance =
            p->balance.least < sum.least_balance ? p->balance.least : sum.least_balance;
        add_gap(&sum, &bounded, p);
    }
    if (sum.answered > 0) {
        sum.cost /= sum.answered;
        sum.balance /= sum.answered;
        sum.seconds /= sum.answered;
    }
    sum.gap = bounded > 0 ? sum.gap / bounded : 0;
    return sum;
}

double curves_relative(const curves *c, int32_t s, int32_t other, int32_t *common) {
    double total = 0;
    int32_t n = 0;
    for (int32_t i = 0; i < c->n_k; i++) {
        const curve_point *const p = curves_at(c, s, i);
        const curve_point *const to = curves_at(c, other, i);
        if (p->answers > 0 && to->answers > 0 && to->cost.median > 0) {
            total += p->cost.median / to->cost.median;
            n++;
        }
    }
    if (common != NULL) {
        *common = n;
    }
    return n > 0 ? total / n : 0;
}

int curves_is_cheaper(const curves *c, int32_t s, int32_t other) {
    double more = 0;
    for (int32_t i = 0; i < c->n_k; i++) {
        const curve_point *const p = curves_at(c, s, i);
        const curve_point *const to = curves_at(c, other, i);
        more += p->answers > 0 && to->answers > 0 ? p->cost.median - to->cost.median : 0;
    }
    return more < 0;
}

int32_t curves_cheapest(const curves *c) {
    int32_t cheapest = -1;
    int32_t most_answered = 0;
    for (int32_t s = 0; s < c->n_series; s++) {
        curve_sum const sum = curves_sum(c, s);
        if (sum.answered == 0 || sum.broken > 0) {
            continue;
        }
        if (sum.answered > most_answered ||
            (sum.answered == most_answered && curves_is_cheaper(c, s, cheapest))) {
            cheapest = s;
            most_answered = sum.answered;
        }
    }
    return cheapest;
}
