/* search.h - good medoids: starts, descent by exchanges, and going on from local optima.
 *
 *     seed --alternate--> --exchanges--> local optimum --kick--> again, keep the best
 *                                             |
 *                                             +-- windows: a few neighbouring clusters as a
 *                                                 problem of their own
 *
 * Everything is counted in units of work, about a nanosecond each, and never in time, so the
 * answer depends on the budget alone.
 */
#ifndef FCAP_SEARCH_SEARCH_H
#define FCAP_SEARCH_SEARCH_H

#include "problem/rules.h"
#include "search/alternate.h"
#include "search/priced_swap.h"

enum {
    ELITES = 6
};

typedef struct search {
    points *p;
    const rules *r;
    const shape *s;
    fair_assign fa;
    priced_swap swaps; /* not open when k = 1 */
    const char
        *candidate; /* n flags: may it be a medoid? NULL = all; the caller's, may change */
    rng random;
    int64_t round;        /* starts and kicks so far: the number of the next random stream */
    int64_t spent;        /* work so far */
    int64_t routed;       /* of run->routed, what is counted in it */
    answer elite[ELITES]; /* good and different answers, cheapest first; not of a window */
    int32_t n_elite;
    answer now; /* where the walk is */
    answer trial;
    answer spare;
    exchange *list; /* n: candidates and their bounds */
    int64_t *order; /* n: candidates in the order in which they are judged */
    int64_t n_order;
    double *bound; /* k: scratch */
    float *score;  /* n: how far a candidate was from an improvement, lately */
    middle_memory middles;
    int is_window;
} search;

/* p gets its matrix if it has none and is small enough. All arguments must outlive it. */
fcap_status fcap_search_open(fcap_run *run, points *p, const rules *r, const shape *s,
                             search *out);

/* For the parts of the search: what an assignment is reckoned as, and a new answer made known
 * to the caller's progress. */
int64_t fcap_search_place_work(const search *w, int64_t closing);
/* Counts what was placed since the last call: as reckoned, or what its flows took if that is
 * more. */
void fcap_search_count(const fcap_run *run, search *w, int64_t reckoned);
void fcap_search_note(fcap_run *run, const search *w, const answer *a);

/* The work that an effort of 1..9 allows fcap_search_run(). */
int64_t fcap_search_work(const search *w, int32_t effort);

/* From these k different medoids down to a local optimum; *best is replaced when that is
 * cheaper. A start that alternating leaves far above *best is given up. */
fcap_status fcap_search_improve(fcap_run *run, search *w, const int64_t *medoid, answer *best);

/* Starts, kicks and windows until `work` is spent; goes on where the last call ended. After the
 * first call *best is an answer: FCAP_E_CANCELLED if the run was stopped before there was one.
 */
fcap_status fcap_search_run(fcap_run *run, search *w, int64_t work, answer *best);

/* The kicks alone, from a valid answer. */
fcap_status fcap_search_kicks(fcap_run *run, search *w, int64_t rounds, answer *best);

/* Tries every exchange that its bound does not exclude, exactly, and goes on down where one
 * improves. Sets best->swap_optimal when all are closed; gives up when `work` is spent. */
fcap_status fcap_search_certify_swaps(fcap_run *run, search *w, int64_t work, answer *best);

#endif
