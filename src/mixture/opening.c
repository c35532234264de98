/* opening.c - see opening.h. */
#include "mixture/opening.h"

#include "general/general.h"
#include "problem/divide.h"
#include "problem/feasible.h"

#include <stdlib.h>
#include <string.h>

enum {
    MEND = 400,           /* proposals for each item, */
    MEND_LEAST = 200000,  /* and at least, to mend what was dealt */
    MEND_EFFORT = 5,      /* of the other search, at least: without an answer all is lost */
    TABLE_MOST = 20000000 /* items times groups: costs that the other search keeps */
};

/* ---- dealing ---- */

typedef struct card {
    int64_t size;
    int32_t type;
    uint64_t lot;
    int32_t item;
} card;

/* Large items first, while there is room; then by type, in random order. */
static int by_size_and_type(const void *left, const void *right) {
    const card *const a = left;
    const card *const b = right;
    if (a->size != b->size) {
        return a->size > b->size ? -1 : 1;
    }
    if (a->type != b->type) {
        return a->type < b->type ? -1 : 1;
    }
    if (a->lot != b->lot) {
        return a->lot < b->lot ? -1 : 1;
    }
    return (a->item > b->item) - (a->item < b->item);
}

/* The label that a start gives to an item, or -1. */
static int32_t started(const task *of, int64_t item) {
    for (int64_t at = of->it.start[item]; of->r->start != NULL && at < of->it.start[item + 1];
         at++) {
        if (of->r->start[of->it.member[at]] >= 0) {
            return of->r->start[of->it.member[at]];
        }
    }
    return -1;
}

/* The next group in turn with room for a load; if none has, the next. */
static int32_t next_with_room(const tally_rules *t, const int64_t *load, int64_t more,
                              int32_t turn) {
    for (int32_t i = 0; i < t->k; i++) {
        int32_t const group = (turn + i) % t->k;
        if (load[group] + more <= t->capacity[group]) {
            return group;
        }
    }
    return turn;
}

static fcap_status deal(fcap_run *run, const task *of, rng random, int32_t *label) {
    int64_t const n = of->it.n;
    card *const deck = arena_array(&run->mem, card, n);
    int64_t *const load = arena_array(&run->mem, int64_t, of->t.k);
    if (deck == NULL || load == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld items",
                             (long long)n);
    }
    int64_t cards = 0;
    for (int64_t x = 0; x < n; x++) {
        const int64_t *const tally = of->it.tally + (int64_t)of->it.type[x] * of->t.n_entries;
        label[x] = started(of, x);
        if (label[x] >= 0) {
            load[label[x]] += tally[TALLY_LOAD];
            continue;
        }
        deck[cards++] =
            (card){tally[TALLY_SIZE], of->it.type[x], fcap_rng_next(&random), (int32_t)x};
    }
    qsort(deck, (size_t)cards, sizeof *deck, by_size_and_type);
    int32_t turn = 0;
    for (int64_t i = 0; i < cards; i++) {
        const int64_t *const tally = of->it.tally + (int64_t)deck[i].type * of->t.n_entries;
        int32_t const group = next_with_room(&of->t, load, tally[TALLY_LOAD], turn);
        label[deck[i].item] = group;
        load[group] += tally[TALLY_LOAD];
        turn = (group + 1) % of->t.k;
    }
    return FCAP_OK;
}

/* ---- other ways ---- */

/* Labels of points as those of items, which stay at home all the same. */
static void set_points(annealing *a, const int32_t *of_point, int32_t *label) {
    const items *const it = &a->g->task->it;
    for (int64_t x = 0; x < it->n; x++) {
        label[x] = it->home[x] >= 0 ? it->home[x] : of_point[it->member[it->start[x]]];
    }
    fcap_grouping_set(a->g, label);
}

static fcap_status try_divisions(fcap_run *run, annealing *a, int32_t *of_point,
                                 int32_t *label) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t effort = FEASIBLE_EFFORT;
    request q;
    division found = DIVISION_OPEN;
    TRY(fcap_request_open(run, a->g->task->r, &effort, &q));
    TRY(fcap_divide_labels(run, &q, of_point, &found));
    if (found == DIVISION_EXISTS) {
        set_points(a, of_point, label);
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* Squared distances to means are costs that the general search knows; its answer obeys. */
static fcap_status try_general(fcap_run *run, const fcap_options *o, annealing *a,
                               int32_t *of_point, int32_t *label) {
    const task *const of = a->g->task;
    rules other = *of->r;
    fcap_options quick = *o;
    points p = *of->p;
    method_result found = {.label = of_point};
    other.objective = FCAP_OBJECTIVE_SSE;
    quick.bound = FCAP_BOUND_OFF;
    quick.effort = o->effort > MEND_EFFORT ? o->effort : MEND_EFFORT;
    TRY(fcap_general(run, &quick, &p, &other, &found));
    set_points(a, of_point, label);
    return FCAP_OK;
}

fcap_status fcap_opening_find(fcap_run *run, const fcap_options *o, annealing *a) {
    const task *const of = a->g->task;
    int64_t const mend = of->it.n * MEND > MEND_LEAST ? of->it.n * MEND : MEND_LEAST;
    int32_t *const label = arena_array(&run->mem, int32_t, of->it.n);
    int32_t *const of_point = arena_array(&run->mem, int32_t, of->r->n);
    if (label == NULL || of_point == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld labels",
                             (long long)of->r->n);
    }
    TRY(deal(run, of, fcap_rng_fork(&run->random, 8), label));
    fcap_grouping_set(a->g, label);
    fcap_annealing_obey(run, a, mend);
    if (a->g->now.excess > 0 && run->stopped == FCAP_FEASIBLE) {
        TRY(try_divisions(run, a, of_point, label));
        fcap_annealing_obey(run, a, mend);
    }
    if (a->g->now.excess > 0 && run->stopped == FCAP_FEASIBLE &&
        of->it.n * of->t.k <= TABLE_MOST) {
        TRY(try_general(run, o, a, of_point, label));
    }
    if (a->g->now.excess == 0) {
        return FCAP_OK;
    }
    if (run->stopped != FCAP_FEASIBLE) {
        return fcap_run_fail(run, FCAP_E_CANCELLED, "stopped before there was an answer");
    }
    return fcap_run_fail(run, FCAP_E_NOT_FOUND,
                         "no clustering that obeys all rules was found; more effort may find "
                         "one, or a rule that is less strict");
}
