/* descent.c - see descent.h.
 *
 * Candidates are judged in batches by priced bounds, in parallel; those that are not excluded
 * are assigned exactly, least bound first. A batch is about as much work as an assignment. When
 * an exchange is made, the rest of the batch is judged again, one by one, at the new prices.
 */
#include "search/descent.h"

#include "search/alternate.h"
#include "search/sharpen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    JUDGE_WORK = 4,   /* nanoseconds a point: judging */
    SHARPEN_WORK = 1, /* a point and medoid: one step on the prices */
    BATCH_LEAST = 48,
    BATCH_MEDOIDS = 10, /* candidates in a batch for each medoid */
    CARE_MOST = 4,      /* quick assignments that a careful one may cost in the descent */
    CLOSE_STEPS = 40,   /* on the prices, where an exchange has to be excluded */
    CLOSE_NODES = 2000  /* of branching, the same; each is reckoned as an assignment */
};

#define SCORE_NEW  0.3f  /* what the latest judgement counts in the score of a candidate */
#define CLAIM      1e-9  /* of the cost: an exchange that gains less does not count as better */
#define WORTH_CARE 3e-3  /* above the limit: a more careful assignment gains no more */
#define ROUNDING   1e-10 /* of the cost: two sums of the same distances may differ by that */

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

static fcap_status place_trial(fcap_run *run, search *w, int64_t closing) {
    w->trial.cost = INFINITY;
    fcap_status const status = fcap_answer_place(run, &w->fa, closing, &w->trial);
    fcap_search_count(run, w, fcap_search_place_work(w, closing));
    return status;
}

/* Assigns the exchange, with more care while it is not clear whether it costs less than
 * `limit`; then a takes it. */
static fcap_status try_exchange(fcap_run *run, search *w, const exchange *e, int64_t closing,
                                double limit, answer *a) {
    answer *const t = &w->trial;
    memcpy(t->medoid, a->medoid, (size_t)a->k * sizeof *t->medoid);
    t->medoid[e->out] = e->candidate;
    TRY(place_trial(run, w, FAIR_ASSIGN_QUICK));
    int const is_open = t->cost >= limit && t->fixed_bound < limit;
    int const is_cheap = fcap_search_place_work(w, 0) <=
                         CARE_MOST * fcap_search_place_work(w, FAIR_ASSIGN_QUICK);
    if (is_open && (closing > 0 || (is_cheap && t->cost < limit * (1 + WORTH_CARE)))) {
        TRY(place_trial(run, w, closing));
    }
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

/* Candidates are remembered by how near they came to an improvement. */
static void remember(search *w, double cost, int64_t n) {
    for (int64_t x = 0; x < n; x++) {
        const exchange *const e = &w->list[x];
        if (e->out >= 0) {
            float *const s = &w->score[e->candidate];
            *s += SCORE_NEW * ((float)(e->bound / cost - 1) - *s);
        }
    }
}

fcap_status fcap_descend(fcap_run *run, search *w, patience how, int64_t until, answer *a) {
    if (a->k == 1) {
        return FCAP_OK; /* alternating is exact */
    }
    int64_t const n = w->n_order;
    int64_t const reach = how.reach < n ? how.reach : n;
    int64_t const wanted = BATCH_LEAST + (int64_t)BATCH_MEDOIDS * a->k;
    int64_t const batch = wanted < n ? wanted : n;
    int64_t since = 0;
    int64_t at = 0;
    int64_t tries = how.tries;
    fcap_priced_set(&w->swaps, a);
    while (since < reach && tries > 0 && w->spent < until) {
        int64_t const size = batch < reach - since ? batch : reach - since;
        for (int64_t x = 0; x < size; x++) {
            w->list[x].candidate = w->order[at];
            at = at + 1 == n ? 0 : at + 1;
        }
        fcap_priced_judge_all(run, &w->swaps, a->cost * (1 - how.gain), w->list, size);
        w->spent += size * row_work(w);
        remember(w, a->cost, size);
        qsort(w->list, (size_t)size, sizeof *w->list, by_bound);
        int64_t improved = 0;
        TRY(try_batch(run, w, how, size, &tries, &improved, a));
        since = improved > 0 ? 0 : since + size;
        at = improved > 0 ? 0 : at; /* the most promising first */
        tries = improved > 0 ? how.tries : tries;
        if (fcap_run_should_stop(run, "swap", since, n)) {
            break;
        }
    }
    return FCAP_OK;
}

/* ---- all exchanges ---- */

/* One exchange: excluded by sharper and sharper bounds, or made, or left open. */
static fcap_status close_one(fcap_run *run, search *w, int64_t o, int32_t out, int64_t until,
                             int *open, answer *a) {
    double const limit = a->cost * (1 - CLAIM);
    exchange const e = fcap_priced_bound(&w->swaps, o, out, &w->swaps.room[0]);
    w->spent += row_work(w) + CLOSE_STEPS * w->p->n * a->k * SHARPEN_WORK;
    if (e.bound >= limit ||
        fcap_sharpen(&w->swaps, &e, CLOSE_STEPS, limit, w->trial.price) >= limit) {
        return FCAP_OK;
    }
    double const before = a->cost;
    TRY(try_exchange(run, w, &e, 0, limit, a));
    if (a->cost < before || w->trial.fixed_bound >= limit) {
        return FCAP_OK;
    }
    int64_t const each = fcap_search_place_work(w, 0);
    int64_t const left = w->spent < until ? (until - w->spent) / each : 0;
    int64_t const used = w->fa.nodes;
    TRY(try_exchange(run, w, &e, left < CLOSE_NODES ? left : CLOSE_NODES, limit, a));
    w->spent += (w->fa.nodes - used) * each;
    *open |= !(a->cost < before || w->trial.fixed_bound >= limit);
    return FCAP_OK;
}

/* All medoids for one candidate, or as many as may be looked at. */
static fcap_status close_candidate(fcap_run *run, search *w, int64_t o, int64_t until,
                                   int *open, answer *a) {
    double const before = a->cost;
    exchange const e = fcap_priced_judge(&w->swaps, o, before, &w->swaps.room[0]);
    memcpy(w->bound, w->swaps.room[0].bound, (size_t)a->k * sizeof *w->bound);
    for (int32_t i = 0; e.out >= 0 && i < a->k && a->cost == before; i++) {
        if (w->spent >= until || fcap_run_should_stop(run, "certify", i, a->k)) {
            return FCAP_OK; /* the caller sees it too */
        }
        if (w->bound[i] < before * (1 - CLAIM)) {
            TRY(close_one(run, w, o, i, until, open, a));
        }
    }
    return FCAP_OK;
}

fcap_status fcap_descend_all(fcap_run *run, search *w, int64_t until, answer *a) {
    int64_t const n = w->n_order;
    if (a->k == 1) {
        int32_t changed = 0;
        TRY(fcap_alternate_medoids(run, w->p, w->candidate, &w->middles, a, &changed));
        a->swap_optimal = w->p->matrix != NULL;
        return FCAP_OK;
    }
    fcap_priced_set(&w->swaps, a);
    int64_t left = n; /* candidates that are not closed since the last exchange */
    int open = 0;
    for (int64_t from = 0; left > 0;) {
        int64_t const wanted = BATCH_LEAST + (int64_t)BATCH_MEDOIDS * a->k;
        int64_t const size = wanted < left ? wanted : left;
        double const before = a->cost;
        for (int64_t x = 0; x < size; x++) {
            w->list[x].candidate = w->order[(from + x) % n];
        }
        fcap_priced_judge_all(run, &w->swaps, before, w->list, size);
        w->spent += size * row_work(w);
        qsort(w->list, (size_t)size, sizeof *w->list, by_bound);
        for (int64_t x = 0; x < size && a->cost == before; x++) {
            if (w->list[x].bound < before * (1 - CLAIM)) {
                TRY(close_candidate(run, w, w->list[x].candidate, until, &open, a));
            }
            if (w->spent >= until || fcap_run_should_stop(run, "certify", n - left, n)) {
                return FCAP_OK;
            }
        }
        from = (from + size) % n;
        left = a->cost < before ? n : left - size;
        open = a->cost < before ? 0 : open;
    }
    a->swap_optimal = !open;
    return FCAP_OK;
}
