/* fair_kmedoids.c - exchange a medoid for another bundle while that lowers the cost.
 *
 * [LQ21] Algorithm 2, main: all k (n - k) exchanges are judged, the best one is made, until
 * none improves. The paper starts from arbitrary medoids; here they are those of k-medoids of
 * the bundles' centres without a capacity, which saves most of the exchanges. Judging is done
 * in parallel over candidates, each thread with the best that it has seen as its limit: that
 * may skip trials, but never one that costs as little as the best, so the answer does not
 * depend on the threads. Ties: the first medoid, then the first candidate.
 *
 * Where no packing of the bundles into k clusters is found (packing.h), exchanges are not worth
 * their time: the caller has to dissolve bundles anyway, and starts from the medoids.
 *
 * A pass costs O(k n^2) for the bounds, up to k knapsacks for each of the k n exchanges that
 * they do not exclude, and O(k^2) knapsacks to prepare for the next.
 */
#include "cluster/fair_kmedoids.h"

#include "base/parallel.h"
#include "cluster/fill.h"
#include "cluster/kmedoids.h"
#include "cluster/packing.h"

#include <math.h>
#include <string.h>

enum {
    CANDIDATES_AT_ONCE = 512, /* between looks at the clock, at most: */
    KNAPSACKS_AT_ONCE = 50000 /* so many, some hundredths of a second */
};

#define LEAST_GAIN 1e-9 /* of the cost; smaller gains are rounding */

typedef struct exchange {
    double cost;
    int32_t c; /* medoid number */
    int32_t candidate;
} exchange;

typedef struct judging {
    const fill *f;
    const filled *s;
    fill_room *room; /* per thread */
    exchange *best;  /* per thread */
    int64_t first;   /* candidate number 0 of this round */
} judging;

static int is_before(const exchange *a, const exchange *b) {
    if (a->cost != b->cost) {
        return a->cost < b->cost;
    }
    return a->c != b->c ? a->c < b->c : a->candidate < b->candidate;
}

static void judge_candidate(judging *j, int32_t candidate, int32_t thread) {
    const filled *const s = j->s;
    fill_room *const room = &j->room[thread];
    exchange *const best = &j->best[thread];
    if (s->place[candidate] >= 0 && s->medoid[s->place[candidate]] == candidate) {
        return;
    }
    fill_view view = fcap_fill_look(j->f, candidate, room, 0);
    int has_order = j->f->all.distance != NULL;
    for (int32_t c = 0; c < s->k; c++) {
        if (fcap_fill_bound(j->f, s, candidate, c, view.spread) > best->cost) {
            continue;
        }
        if (!has_order) {
            view = fcap_fill_look(j->f, candidate, room, 1);
            has_order = 1;
        }
        exchange const e = {fcap_fill_try(j->f, s, candidate, c, &view, best->cost, room), c,
                            candidate};
        if (is_before(&e, best)) {
            *best = e;
        }
    }
}

static void judge_chunk(void *context, int64_t from, int64_t to, int32_t thread) {
    judging *const j = context;
    for (int64_t i = from; i < to; i++) {
        judge_candidate(j, (int32_t)(j->first + i), thread);
    }
}

/* The best of all exchanges, if one improves. Returns 0 when none does or the run was stopped.
 */
static int best_exchange(fcap_run *run, judging *j, exchange *out) {
    int64_t const n = j->f->b->n;
    exchange const none = {j->s->cost * (1 - LEAST_GAIN), INT32_MAX, INT32_MAX};
    for (int32_t t = 0; t < run->threads; t++) {
        j->best[t] = none;
    }
    int64_t const fit = KNAPSACKS_AT_ONCE / ((int64_t)j->s->k * j->s->k);
    int64_t const round = fit < run->threads         ? run->threads
                          : fit < CANDIDATES_AT_ONCE ? fit
                                                     : CANDIDATES_AT_ONCE;
    int64_t const chunk = round >= 64 ? 8 : 1;
    for (j->first = 0; j->first < n; j->first += round) {
        int64_t const left = n - j->first;
        fcap_parallel_for(run->threads, left < round ? left : round, chunk, judge_chunk, j);
        if (fcap_run_should_stop(run, "swap", j->first, n)) {
            return 0;
        }
    }
    *out = none;
    for (int32_t t = 0; t < run->threads; t++) {
        if (is_before(&j->best[t], out)) {
            *out = j->best[t];
        }
    }
    return out->c != INT32_MAX;
}

static fcap_status start(fcap_run *run, const fill *f, int32_t k, int32_t *medoid) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    points centres;
    TRY(fcap_points_subset(run, f->p, f->b->centre, f->b->n, &centres));
    int32_t *const label = arena_array(&run->mem, int32_t, f->b->n);
    int64_t *const found = arena_array(&run->mem, int64_t, k);
    if (label == NULL || found == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld fairlets",
                             (long long)f->b->n);
    }
    int64_t unused = 0;
    TRY(fcap_kmedoids(run, &centres, k, 3, label, found, &unused));
    for (int32_t c = 0; c < k; c++) {
        medoid[c] = (int32_t)found[c];
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* lambda in the scale of the points: neither 0 nor infinite, however far that is. */
static double scaled_lambda(double lambda, int exponent) {
    double const scaled = ldexp(lambda, -exponent);
    return scaled < 1e-300 ? 1e-300 : scaled > 1e300 ? 1e300 : scaled;
}

/* Do the bundles go into k clusters at all? */
static fcap_status can_pack(fcap_run *run, const fill *f, int32_t k, int *out) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    packing trial;
    TRY(fcap_packing_open(run, f->weight, f->b->n, k, f->capacity, &trial));
    *out = trial.on;
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

fcap_status fcap_fair_kmedoids(fcap_run *run, const points *p, const bundles *b,
                               const fair_kmedoids_options *o, int32_t *label, int64_t *medoid,
                               int64_t *iterations) {
    fill f;
    filled s;
    TRY(fcap_fill_open(run, p, b, o->capacity, scaled_lambda(o->lambda, p->exponent), &f));
    TRY(fcap_filled_open(run, &f, o->k, &s));
    judging j = {.f = &f,
                 .s = &s,
                 .room = arena_array(&run->mem, fill_room, run->threads),
                 .best = arena_array(&run->mem, exchange, run->threads)};
    if (j.room == NULL || j.best == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d threads",
                             (int)run->threads);
    }
    for (int32_t t = 0; t < run->threads; t++) {
        TRY(fcap_fill_room_open(run, &f, &j.room[t]));
    }
    TRY(start(run, &f, o->k, s.medoid));
    fcap_fill(&f, &s, &j.room[0]);
    exchange e;
    run->best_cost = ldexp(s.cost, p->exponent);
    int pack = 0;
    TRY(can_pack(run, &f, o->k, &pack));
    int const promising = pack || s.left_over == 0;
    while (promising && run->stopped == FCAP_FEASIBLE && best_exchange(run, &j, &e)) {
        int32_t const before = s.medoid[e.c];
        double const cost = s.cost;
        s.medoid[e.c] = e.candidate;
        fcap_fill(&f, &s, &j.room[0]);
        if (s.cost >= cost) { /* a tie of two knapsacks was broken differently */
            s.medoid[e.c] = before;
            fcap_fill(&f, &s, &j.room[0]);
            break;
        }
        run->best_cost = ldexp(s.cost, p->exponent);
        (*iterations)++;
    }
    memcpy(label, s.place, (size_t)b->n * sizeof *label);
    for (int32_t c = 0; c < o->k; c++) {
        medoid[c] = b->centre[s.medoid[c]];
    }
    return FCAP_OK;
}
