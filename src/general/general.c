/* general.c - see general.h. */
#include "general/general.h"

#include "general/walk.h"

#include <math.h>

/* Work that an effort allows, in about nanoseconds. */
static int64_t budget(const task *t, int32_t effort) {
    static const int64_t share[] = {0, 10, 30, 100, 300, 1000, 2000, 5000, 12000, 30000};
    int64_t const n = t->it.n;
    int64_t const few = n < 20 ? n : 20;
    int64_t const whole = few * few * few * 50000 + 2000000 * n + 10000 * n * t->t.k;
    return whole / 1000 * share[effort];
}

/* The label that most points of an item start with. */
static int32_t start_of(const task *t, int64_t item) {
    for (int64_t at = t->it.start[item]; at < t->it.start[item + 1]; at++) {
        if (t->r->start[t->it.member[at]] >= 0) {
            return t->r->start[t->it.member[at]];
        }
    }
    return -1;
}

static fcap_status begin(fcap_run *run, walk *w) {
    const task *const t = w->task;
    int32_t *const label = arena_array(&run->mem, int32_t, t->it.n);
    if (label == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld labels",
                             (long long)t->it.n);
    }
    for (int64_t x = 0; x < t->it.n; x++) {
        label[x] = start_of(t, x);
    }
    fcap_walk_begin(run, w, label);
    return FCAP_OK;
}

static fcap_status hand_out(fcap_run *run, const walk *w, method_result *out) {
    const task *const t = w->task;
    if (w->best.merit.excess > 0) {
        if (run->stopped != FCAP_FEASIBLE) {
            return fcap_run_fail(run, FCAP_E_CANCELLED, "stopped before there was an answer");
        }
        return fcap_run_fail(run, FCAP_E_NOT_FOUND,
                             "no clustering that obeys all rules was found after %lld tries; "
                             "more effort may find one, or a rule that is less strict",
                             (long long)w->round);
    }
    for (int64_t j = 0; j < t->r->n; j++) {
        out->label[j] = w->best.label[t->it.of_point[j]];
    }
    out->iterations = w->chains.iterations;
    return FCAP_OK;
}

fcap_status fcap_general(fcap_run *run, const fcap_options *o, points *p, const rules *r,
                         method_result *out) {
    task t = {.p = p, .r = r, .by_mean = r->objective == FCAP_OBJECTIVE_SSE};
    TRY(fcap_tally_open(run, r, &t.t));
    TRY(fcap_items_open(run, r, &t.t, &t.it));
    if (p->matrix == NULL) {
        TRY(fcap_points_matrix(run, p));
    }
    walk w;
    TRY(fcap_walk_open(run, &t, fcap_rng_fork(&run->random, 6), &w));
    if (r->start != NULL) {
        TRY(begin(run, &w));
    }
    fcap_walk_run(run, &w, budget(&t, o->effort));
    return hand_out(run, &w, out);
}
