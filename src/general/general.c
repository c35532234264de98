/* general.c - see general.h.
 *
 * Few free items: all divisions (exact.h). Otherwise the search and the lower bound take turns,
 * each with its part of the budget, until that is spent or the two meet.
 */
#include "general/general.h"

#include "bound/relaxed.h"
#include "general/exact.h"
#include "general/sketch.h"
#include "general/walk.h"
#include "problem/divide.h"
#include "problem/feasible.h"

#include <math.h>

enum {
    EXACT_WORK = 20000000, /* steps for the proof that an answer is the best */
    MUCH_EFFORT = 7,       /* from here on there is time for more of them */
    MANY = 3000,           /* items; beyond, the budget rises more slowly */
    BOUND_POINTS = 10000,  /* with more, a bound takes much longer than the search */
    BOUND_PAIR = 1000,     /* work of its first steps, for each pair of points, */
    BOUND_SHARE = 12,      /* and so many times the budget is as much as they may take */
    TURNS = 3,             /* of search and bound; each is twice as long as the one before */
    SKETCH_PART = 4,       /* of the budget, for a sample */
    FIRST_PART = 16        /* of the budget: no answer so far, and another start is needed */
};

static const double ROUNDING = 1e-11;   /* more than that of sums of distances */
static const double OPTIMAL_GAP = 1e-9; /* what counts as none, relative to the cost */

/* Work that an effort allows, in about nanoseconds. */
static int64_t budget(const task *t, int32_t effort) {
    static const int64_t share[] = {0, 10, 30, 100, 300, 1000, 2000, 5000, 12000, 30000};
    int64_t const n = t->it.n;
    int64_t const few = n < 20 ? n : 20;
    int64_t const much = n < MANY ? n : MANY;
    int64_t const whole =
        few * few * few * 250000 + 2000000 * much + 300000 * (n - much) + 10000 * n * t->t.k;
    return whole / 1000 * share[effort];
}

/* The label that an item starts with, if a point of it has one. */
static int32_t start_of(const task *t, const int32_t *start, int64_t item) {
    for (int64_t at = t->it.start[item]; at < t->it.start[item + 1]; at++) {
        if (start[t->it.member[at]] >= 0) {
            return start[t->it.member[at]];
        }
    }
    return -1;
}

static fcap_status begin_with_labels(fcap_run *run, walk *w, const int32_t *start) {
    const task *const t = w->task;
    int32_t *const label = arena_array(&run->mem, int32_t, t->it.n);
    if (label == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld labels",
                             (long long)t->it.n);
    }
    for (int64_t x = 0; x < t->it.n; x++) {
        label[x] = start_of(t, start, x);
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

/* All bounds leave here in the scale of distances. */
static double in_scale(const task *t, double cost) {
    return ldexp(fcap_task_cost(t, cost), -t->p->exponent);
}

static fcap_status try_exact(fcap_run *run, const fcap_options *o, const task *t,
                             exact_end *end, method_result *out) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    exact_answer best = {.label = arena_array(&run->mem, int32_t, t->it.n)};
    if (best.label == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld labels",
                             (long long)t->it.n);
    }
    TRY(fcap_exact(run, t, o->effort >= MUCH_EFFORT ? EXACT_WORK * 20 : EXACT_WORK, end,
                   &best));
    if (*end == EXACT_NONE) {
        return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                             "no clustering obeys all rules: every division of the %lld free "
                             "points or sets into %d clusters was tried; make a rule less "
                             "strict",
                             (long long)t->it.n_free, (int)t->t.k);
    }
    if (*end == EXACT_FOUND) {
        write_labels(t, best.label, out);
        out->all_tried = 1;
        out->optimal = best.worth.cost - best.least <= best.worth.cost * OPTIMAL_GAP;
        out->lower_bound = in_scale(t, best.least) * (1 - ROUNDING);
        out->fixed_medoid_bound = out->lower_bound;
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* ---- search and bound ---- */

typedef struct pursuit {
    const fcap_options *o;
    const task *t;
    walk w;
    relaxed bound;
    int bounded;
} pursuit;

/* Answers are compared by repeated pairs first, so a cost alone proves nothing about those that
 * have some. */
static int is_optimal(const pursuit *g) {
    merit const best = g->w.best.merit;
    return best.excess == 0 && best.met == 0 && g->bounded &&
           best.cost - g->bound.bound <= best.cost * OPTIMAL_GAP;
}

static int is_near_enough(const pursuit *g) {
    merit const best = g->w.best.merit;
    return best.excess == 0 && best.met == 0 && g->bounded && g->bound.bound >= 0 &&
           best.cost - g->bound.bound <= best.cost * g->o->gap;
}

static fcap_status raise_bound(fcap_run *run, pursuit *g, int64_t work) {
    merit const best = g->w.best.merit;
    relaxed_goal goal = {
        .upper = best.excess == 0 ? best.cost : INFINITY, .gap = g->o->gap, .work = work};
    TRY(fcap_relaxed_raise(run, &g->bound, &goal));
    run->best_bound = fmax(run->best_bound, ldexp(g->bound.bound, g->t->p->exponent));
    return FCAP_OK;
}

/* Where to begin: the labels that were given, the medoids of a sample, or nowhere. */
static fcap_status begin(fcap_run *run, pursuit *g, int64_t whole) {
    int64_t *const medoid = arena_array(&run->mem, int64_t, g->t->t.k);
    int found = 0;
    if (medoid == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d medoids",
                             (int)g->t->t.k);
    }
    if (g->t->r->start != NULL) {
        return begin_with_labels(run, &g->w, g->t->r->start);
    }
    if (fcap_sketch_fits(g->t)) {
        TRY(fcap_sketch_medoids(run, g->t, g->o->effort, whole / SKETCH_PART, medoid, &found));
    }
    if (found) {
        fcap_walk_from(run, &g->w, medoid, whole);
    }
    return FCAP_OK;
}

/* Where no answer has been found, the divisions of counts are few, or nobody knows of any: if
 * they are few, one of them is where to begin. */
static fcap_status begin_with_division(fcap_run *run, pursuit *g) {
    int64_t effort = FEASIBLE_EFFORT;
    request q;
    division found = DIVISION_OPEN;
    int32_t *const label = arena_array(&run->mem, int32_t, g->t->r->n);
    if (label == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld labels",
                             (long long)g->t->r->n);
    }
    TRY(fcap_request_open(run, g->t->r, &effort, &q));
    TRY(fcap_divide_labels(run, &q, label, &found));
    return found == DIVISION_EXISTS ? begin_with_labels(run, &g->w, label) : FCAP_OK;
}

static fcap_status take_turns(fcap_run *run, pursuit *g) {
    int64_t const whole = budget(g->t, g->o->effort);
    TRY(begin(run, g, whole));
    TRY(fcap_walk_run(run, &g->w, whole / FIRST_PART));
    if (g->w.best.merit.excess > 0 && run->stopped == FCAP_FEASIBLE) {
        TRY(begin_with_division(run, g));
    }
    for (int turn = TURNS - 1; turn >= 0; turn--) {
        TRY(fcap_walk_run(run, &g->w, whole >> turn));
        if (g->bounded && run->stopped == FCAP_FEASIBLE) {
            TRY(raise_bound(run, g, whole >> (turn + 1)));
        }
        if (run->stopped != FCAP_FEASIBLE || is_optimal(g) || is_near_enough(g)) {
            break;
        }
    }
    return FCAP_OK;
}

static void report_bounds(fcap_run *run, pursuit *g, method_result *out) {
    double const bound = fcap_walk_finish(run, &g->w);
    out->fixed_medoid_bound = bound > 0 ? bound * (1 - ROUNDING) : -1;
    if (g->bounded && g->bound.bound > 0) {
        out->lower_bound = g->bound.bound;
        out->fixed_medoid_bound = fmax(out->fixed_medoid_bound, out->lower_bound);
        out->optimal = is_optimal(g);
    }
}

/* The first steps of a bound look at all pairs some dozen times: too long for little effort. */
static int is_bound_cheap(const task *t, int32_t effort) {
    int64_t const n = t->r->n;
    return n <= BOUND_POINTS && n * n * BOUND_PAIR <= budget(t, effort) * BOUND_SHARE;
}

static fcap_status search(fcap_run *run, const fcap_options *o, const task *t,
                          method_result *out) {
    pursuit g = {.o = o, .t = t};
    g.bounded = !t->by_mean && (o->bound == FCAP_BOUND_CERTIFY ||
                                (o->bound == FCAP_BOUND_AUTO && is_bound_cheap(t, o->effort)));
    TRY(fcap_walk_open(run, t, fcap_rng_fork(&run->random, 6), &g.w));
    if (g.bounded) {
        TRY(fcap_relaxed_open(run, t->p, t->r, &g.bound));
    }
    TRY(take_turns(run, &g));
    if (g.w.best.merit.excess == 0) {
        report_bounds(run, &g, out);
        write_labels(t, g.w.best.label, out);
        out->iterations = g.w.chains.iterations;
        return FCAP_OK;
    }
    if (run->stopped != FCAP_FEASIBLE) {
        return fcap_run_fail(run, FCAP_E_CANCELLED, "stopped before there was an answer");
    }
    return fcap_run_fail(run, FCAP_E_NOT_FOUND,
                         "no clustering that obeys all rules was found in %lld tries; more "
                         "effort may find one, or a rule that is less strict",
                         (long long)g.w.round);
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
