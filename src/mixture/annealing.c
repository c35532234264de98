/* annealing.c - see annealing.h.
 *
 * The limit is measured against what a usual change costs, and sinks by equal factors. One long
 * descent is worth more than several short ones (docs/decisions/0016-mixture.md); the short
 * ones that follow it are there for tight rules, which changes one by one may not get past:
 * some items go anywhere, the rules are mended, and it cools again. At the end of each all
 * exchanges and moves are tried, where items are few enough.
 */
#include "mixture/annealing.h"

#include "base/elementary.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    SLICE = 2048,  /* proposals between two looks at the clock */
    FRESH = 64,    /* slices after which sums are added up anew, against rounding */
    SAMPLE = 4096, /* proposals that tell what a change costs */
    SHAKEN = 50,   /* one of so many items goes anywhere, and two more */
    FEW = 100,     /* free items: as much work for tight rules as for the first descent; */
    PART = 8,      /* of more, one part in so many */
    TURNS = 400,   /* short descents, shared by the items: */
    TURNS_LEAST = 4,
    TURNS_MOST = 40,
    PAIRS_PART = 4, /* of the work, for pairs that met before, if there are any */
    LOTS = 1 << 16  /* of a chance */
};

typedef enum goal {
    TO_OBEY,
    TO_MEET_ANEW,
    TO_COST_LESS
} goal;

/* From where to where: a chance, or a limit relative to a usual change. */
typedef struct heat {
    double hot;
    double cold;
} heat;

static const heat HEAT[] = {
    [TO_OBEY] = {0.03, 1e-5}, [TO_MEET_ANEW] = {0.1, 1e-4}, [TO_COST_LESS] = {0.3, 0.003}};
static const double AGAIN = 0.3; /* of the heat, after the first time */

fcap_status fcap_annealing_open(fcap_run *run, grouping *g, rng random, annealing *out) {
    *out = (annealing){.g = g, .best = {INT64_MAX, INT64_MAX, INFINITY}};
    out->label = arena_array(&run->mem, int32_t, g->task->it.n);
    out->points = run->tick != NULL ? arena_array(&run->mem, int32_t, g->task->r->n) : NULL;
    if (out->label == NULL || (run->tick != NULL && out->points == NULL)) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld labels",
                             (long long)g->task->it.n);
    }
    return fcap_proposals_open(run, g, random, &out->proposals);
}

static int may_change(const annealing *a) {
    return a->g->task->t.k > 1 && a->proposals.n_free > 0;
}

static void show(fcap_run *run, const annealing *a) {
    const items *const it = &a->g->task->it;
    for (int64_t j = 0; a->points != NULL && j < a->g->task->r->n; j++) {
        a->points[j] = a->label[it->of_point[j]];
    }
    run->best_labels = a->points;
}

static void keep_if_better(fcap_run *run, annealing *a) {
    const grouping *const g = a->g;
    if (fcap_merit_less(g->now, a->best)) {
        a->best = g->now;
        memcpy(a->label, g->label, (size_t)g->task->it.n * sizeof *a->label);
        if (g->now.excess == 0) {
            fcap_run_note_cost(run, ldexp(g->now.cost * g->blend->unit, g->blend->exponent));
            show(run, a);
        }
    }
}

/* ---- one proposal ---- */

static int lowers_excess(const grouping *g, const change *c, int64_t limit) {
    return fcap_grouping_breaks(g, c) <= limit * g->task->t.unit;
}

static int lowers_pairs(const grouping *g, const change *c, int64_t limit) {
    return fcap_grouping_meets(g, c) <= limit && fcap_grouping_breaks(g, c) == 0;
}

static int lowers_cost(const grouping *g, const change *c, double limit) {
    int64_t const meets = g->task->it.avoid.start == NULL ? 0 : fcap_grouping_meets(g, c);
    if (meets > 0 || (meets == 0 && fcap_grouping_costs(g, c) > limit)) {
        return 0;
    }
    return fcap_grouping_breaks(g, c) == 0;
}

static int is_taken(const grouping *g, const change *c, goal to, double limit, uint32_t luck) {
    int64_t const back = luck < limit * LOTS;
    return to == TO_COST_LESS   ? lowers_cost(g, c, limit)
           : to == TO_MEET_ANEW ? lowers_pairs(g, c, back)
                                : lowers_excess(g, c, back);
}

static int is_reached(const grouping *g, goal to) {
    return to == TO_OBEY        ? g->now.excess == 0
           : to == TO_MEET_ANEW ? g->now.met == g->task->it.avoid.inside
                                : 0;
}

static void spend_slice(annealing *a, goal to, double limit, int64_t tries) {
    change c;
    uint32_t luck;
    for (int64_t i = 0; i < tries && !is_reached(a->g, to); i++) {
        if (fcap_proposals_draw(&a->proposals, &c, &luck) &&
            is_taken(a->g, &c, to, limit, luck)) {
            fcap_grouping_make(a->g, &c);
            a->taken++;
        }
    }
    a->done += tries;
}

/* From hot to cold in so many proposals, or until the goal is reached. */
static void cool(fcap_run *run, annealing *a, goal to, heat from, int64_t tries) {
    static const char *const stage[] = {"rules", "pairs", "search"};
    double const fall = from.hot > 0 ? fcap_log(from.cold / from.hot) : 0;
    int64_t slice = 0;
    for (int64_t spent = 0; spent < tries && !is_reached(a->g, to); spent += SLICE) {
        int64_t const left = tries - spent;
        if (fcap_run_should_stop(run, stage[to], a->done, a->planned)) {
            break;
        }
        double const limit = from.hot * fcap_exp(fall * ((double)spent / (double)tries));
        spend_slice(a, to, limit, left < SLICE ? left : SLICE);
        if (++slice % FRESH == 0) {
            fcap_grouping_set(a->g, a->g->label);
        }
        keep_if_better(run, a);
    }
}

void fcap_annealing_obey(fcap_run *run, annealing *a, int64_t tries) {
    keep_if_better(run, a);
    if (may_change(a)) {
        cool(run, a, TO_OBEY, HEAT[TO_OBEY], tries);
    }
}

/* ---- the end of a descent ---- */

static int take_if_better(annealing *a, const change *c) {
    double const little = 1e-12 * (a->g->blend->at_most + fabs(a->g->now.cost));
    if (!lowers_cost(a->g, c, -fmax(little, DBL_MIN))) {
        return 0;
    }
    fcap_grouping_make(a->g, c);
    a->taken++;
    return 1;
}

static int improve_item(annealing *a, int64_t from) {
    const proposals *const p = &a->proposals;
    int32_t const x = p->free[from];
    int better = 0;
    for (int32_t to = 0; p->sizes_vary && to < a->g->task->t.k; to++) {
        if (to != a->g->label[x]) {
            change const c = fcap_proposals_move(a->g, x, to);
            better |= take_if_better(a, &c);
        }
    }
    for (int64_t i = from + 1; i < p->n_free; i++) {
        if (a->g->label[p->free[i]] != a->g->label[x]) {
            change const c = fcap_proposals_swap(a->g, x, p->free[i]);
            better |= take_if_better(a, &c);
        }
    }
    return better;
}

/* Until no exchange of two items and no move of one is better. */
static void descend(fcap_run *run, annealing *a) {
    int better = 1;
    while (better) {
        better = 0;
        for (int64_t i = 0; i < a->proposals.n_free; i++) {
            if (fcap_run_should_stop(run, "search", a->done, a->planned)) {
                return;
            }
            better |= improve_item(a, i);
        }
    }
    keep_if_better(run, a);
}

/* ---- all of it ---- */

/* What a change of the present groups costs, better or worse: its mean size. */
static double usual_change(annealing *a) {
    double sum = 0;
    int64_t n = 0;
    change c;
    uint32_t luck;
    for (int i = 0; i < SAMPLE; i++) {
        if (fcap_proposals_draw(&a->proposals, &c, &luck)) {
            sum += fabs(fcap_grouping_costs(a->g, &c));
            n++;
        }
    }
    return n > 0 ? sum / (double)n : 0;
}

/* From labels that obey the rules. */
static void come_down(fcap_run *run, annealing *a, heat from, int64_t tries) {
    int64_t const n = a->proposals.n_free;
    int64_t const anew = a->g->task->it.avoid.start != NULL ? tries / PAIRS_PART : 0;
    cool(run, a, TO_MEET_ANEW, HEAT[TO_MEET_ANEW], anew);
    cool(run, a, TO_COST_LESS, from, tries - anew);
    if (n * n <= tries) {
        descend(run, a);
    }
}

/* Some items go anywhere, whatever the rules say. */
static void shake(annealing *a) {
    proposals *const p = &a->proposals;
    for (int64_t i = 0; i < 2 + p->n_free / SHAKEN; i++) {
        int32_t const x = p->free[fcap_rng_below(&p->random, p->n_free)];
        int32_t const to = (int32_t)fcap_rng_below(&p->random, a->g->task->t.k);
        if (to != a->g->label[x]) {
            change const c = fcap_proposals_move(a->g, x, to);
            fcap_grouping_make(a->g, &c);
        }
    }
}

/* Short descents from the best answer, shaken. */
static void try_again(fcap_run *run, annealing *a, heat from, int64_t tries) {
    int64_t const wanted = TURNS / a->proposals.n_free;
    int64_t const turns = wanted < TURNS_LEAST  ? TURNS_LEAST
                          : wanted > TURNS_MOST ? TURNS_MOST
                                                : wanted;
    for (int64_t turn = 0; turn < turns && run->stopped == FCAP_FEASIBLE; turn++) {
        int64_t const before = a->done;
        fcap_grouping_set(a->g, a->label);
        shake(a);
        cool(run, a, TO_OBEY, HEAT[TO_OBEY], tries / turns);
        int64_t const left = tries / turns - (a->done - before);
        if (a->g->now.excess == 0 && left > 0) {
            come_down(run, a, from, left);
        }
    }
}

void fcap_annealing_run(fcap_run *run, annealing *a, int64_t tries) {
    int64_t const again = a->proposals.n_free <= FEW ? tries / 2 : tries / PART;
    a->planned = a->done + tries;
    keep_if_better(run, a);
    if (!may_change(a)) {
        return;
    }
    double const usual = usual_change(a);
    heat from = {usual * HEAT[TO_COST_LESS].hot, usual * HEAT[TO_COST_LESS].cold};
    come_down(run, a, from, tries - again);
    from.hot *= AGAIN;
    try_again(run, a, from, again);
}
