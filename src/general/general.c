/* general.c - see general.h. */
#include "general/general.h"

#include "general/exact.h"
#include "general/walk.h"

#include <math.h>

enum {
    EXACT_WORK = 20000000, /* steps for the proof that an answer is the best */
    MUCH_EFFORT = 7        /* from here on there is time for more of them */
};

static const double ROUNDING = 1e-11; /* more than that of sums of distances */

/* Work that an effort allows, in about nanoseconds. */
static int64_t budget(const task *t, int32_t effort) {
    static const int64_t share[] = {0, 10, 30, 100, 300, 1000, 2000, 5000, 12000, 30000};
    int64_t const n = t->it.n;
    int64_t const few = n < 20 ? n : 20;
    int64_t const whole = few * few * few * 100000 + 2000000 * n + 10000 * n * t->t.k;
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

static void write_labels(const task *t, const int32_t *label, method_result *out) {
    for (int64_t j = 0; j < t->r->n; j++) {
        out->label[j] = label[t->it.of_point[j]];
    }
}

/* ---- few free items ---- */

/* Costs of the search are in the scale of distances, or of squared coordinates for means; all
 * bounds leave here in the scale of distances. */
static double in_scale(const task *t, double cost) {
    return t->by_mean ? ldexp(cost, 2 * t->p->x_exponent - t->p->exponent) : cost;
}

static fcap_status try_exact(fcap_run *run, const fcap_options *o, const task *t,
                             exact_end *end, method_result *out) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int32_t *const label = arena_array(&run->mem, int32_t, t->it.n);
    merit worth = {0, 0, 0};
    if (label == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld labels",
                             (long long)t->it.n);
    }
    TRY(fcap_exact(run, t, o->effort >= MUCH_EFFORT ? EXACT_WORK * 20 : EXACT_WORK, end, label,
                   &worth));
    if (*end == EXACT_NONE) {
        return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                             "no clustering obeys all rules: every division of the %lld free "
                             "points or sets into %d clusters was tried; make a rule less "
                             "strict",
                             (long long)t->it.n_free, (int)t->t.k);
    }
    if (*end == EXACT_FOUND) {
        write_labels(t, label, out);
        out->optimal = 1;
        out->lower_bound = in_scale(t, worth.cost) * (1 - ROUNDING);
        out->fixed_medoid_bound = out->lower_bound;
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* ---- the search ---- */

static fcap_status search(fcap_run *run, const fcap_options *o, const task *t,
                          method_result *out) {
    walk w;
    TRY(fcap_walk_open(run, t, fcap_rng_fork(&run->random, 6), &w));
    if (t->r->start != NULL) {
        TRY(begin(run, &w));
    }
    TRY(fcap_walk_run(run, &w, budget(t, o->effort)));
    if (w.best.merit.excess == 0) {
        write_labels(t, w.best.label, out);
        out->iterations = w.chains.iterations;
        if (run->stopped == FCAP_FEASIBLE && t->it.avoid.start == NULL) {
            double const bound = fcap_walk_bound(&w);
            out->fixed_medoid_bound = bound > 0 ? bound * (1 - ROUNDING) : bound;
        }
        return FCAP_OK;
    }
    if (run->stopped != FCAP_FEASIBLE) {
        return fcap_run_fail(run, FCAP_E_CANCELLED, "stopped before there was an answer");
    }
    return fcap_run_fail(run, FCAP_E_NOT_FOUND,
                         "no clustering that obeys all rules was found in %lld tries; more "
                         "effort may find one, or a rule that is less strict",
                         (long long)w.round);
}

fcap_status fcap_general(fcap_run *run, const fcap_options *o, points *p, const rules *r,
                         method_result *out) {
    task t = {.p = p, .r = r, .by_mean = r->objective == FCAP_OBJECTIVE_SSE};
    exact_end end = EXACT_LEFT;
    TRY(fcap_tally_open(run, r, &t.t));
    TRY(fcap_items_open(run, r, &t.t, &t.it));
    TRY(try_exact(run, o, &t, &end, out));
    if (end == EXACT_FOUND) {
        return FCAP_OK;
    }
    if (p->matrix == NULL) {
        TRY(fcap_points_matrix(run, p));
    }
    return search(run, o, &t, out);
}
