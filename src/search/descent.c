/* descent.c - see descent.h.
 *
 * Candidates are judged in batches by priced bounds, in parallel; those that are not excluded
 * are assigned exactly, least bound first. A batch is about as much work as an assignment. When
 * an exchange is made, the rest of the batch is judged again, one by one, at the new prices.
 */
#include "search/descent.h"

#include "search/sharpen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    JUDGE_WORK = 4,   /* nanoseconds a point: judging */
    SHARPEN_WORK = 1, /* a point and medoid: one step on the prices */
    BATCH_LEAST = 64,
    BATCH_MEDOIDS = 40 /* candidates in a batch for each medoid */
};

#define ROUNDING 1e-10 /* of the cost: two sums of the same distances may differ by that */

static int by_bound(const void *left, const void *right) {
    const exchange *const a = left;
    const exchange *const b = right;
    if (a->bound != b->bound) {
        return a->bound < b->bound ? -1 : 1;
    }
    return (a->candidate > b->candidate) - (a->candidate < b->candidate);
}

static int64_t row_work(const search *w) {
    return w->p->n * (w->p->matrix == NULL ? JUDGE_WORK + w->p->d : JUDGE_WORK);
}

/* Assigns the exchange exactly; a takes it when it costs less than `limit`. */
static fcap_status try_exchange(fcap_run *run, search *w, const exchange *e, int64_t closing,
                                double limit, answer *a) {
    answer *const t = &w->trial;
    memcpy(t->medoid, a->medoid, (size_t)a->k * sizeof *t->medoid);
    t->medoid[e->out] = e->candidate;
    t->cost = INFINITY;
    TRY(fcap_answer_place(run, &w->fa, closing, t));
    w->spent += fcap_search_place_work(w);
    if (t->cost < limit) {
        fcap_answer_copy(t, a);
        fcap_priced_set(&w->swaps, a);
        fcap_search_note(run, w, a);
    }
    return FCAP_OK;
}

/* One batch, judged; returns in *improved how many exchanges were made, and takes the tries
 * that failed off *tries. */
static fcap_status try_batch(fcap_run *run, search *w, patience how, int64_t n, int64_t *tries,
                             int64_t *improved, answer *a) {
    *improved = 0;
    for (int64_t x = 0; x<n && * tries> 0; x++) {
        double const limit = a->cost * (1 - how.gain);
        exchange e = w->list[x];
        if (e.bound >= limit) {
            break; /* those that follow are no better */
        }
        if (*improved > 0) {
            e = fcap_priced_judge(&w->swaps, e.candidate, limit, &w->swaps.room[0]);
            w->spent += row_work(w);
        }
        if (e.out < 0 || e.bound >= limit) {
            continue;
        }
        w->spent += (int64_t)how.steps * w->p->n * a->k * SHARPEN_WORK;
        if (fcap_sharpen(&w->swaps, &e, how.steps, limit, w->trial.price) >= limit) {
            continue;
        }
        double const before = a->cost;
        TRY(try_exchange(run, w, &e, 0, before * (1 - ROUNDING), a));
        if (a->cost < before) {
            (*improved)++;
        } else {
            (*tries)--;
        }
        if (fcap_run_should_stop(run, "swap", x, n)) {
            break;
        }
    }
    return FCAP_OK;
}

fcap_status fcap_descend(fcap_run *run, search *w, patience how, int64_t until, answer *a) {
    if (a->k == 1) {
        return FCAP_OK; /* alternating is exact */
    }
    int64_t const n = w->n_order;
    int64_t const wanted = BATCH_LEAST + (int64_t)BATCH_MEDOIDS * a->k;
    int64_t const batch = wanted < n ? wanted : n;
    int64_t since = 0;
    int64_t at = 0;
    int64_t tries = how.tries;
    fcap_priced_set(&w->swaps, a);
    while (since < n && tries > 0 && w->spent < until) {
        int64_t const size = batch < n - since ? batch : n - since;
        for (int64_t x = 0; x < size; x++) {
            w->list[x].candidate = w->order[at];
            at = at + 1 == n ? 0 : at + 1;
        }
        fcap_priced_judge_all(run, &w->swaps, a->cost * (1 - how.gain), w->list, size);
        w->spent += size * row_work(w);
        qsort(w->list, (size_t)size, sizeof *w->list, by_bound);
        int64_t improved = 0;
        TRY(try_batch(run, w, how, size, &tries, &improved, a));
        since = improved > 0 ? 0 : since + size;
        tries = improved > 0 ? how.tries : tries;
        if (fcap_run_should_stop(run, "swap", since, n)) {
            break;
        }
    }
    return FCAP_OK;
}
