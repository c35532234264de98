/* mixture.c - see mixture.h.
 *
 * Few free items: all divisions (general/exact.h). Otherwise labels that obey the rules
 * (mixture/opening.h), and annealing from there.
 */
#include "mixture/mixture.h"

#include "general/exact.h"
#include "mixture/floors.h"
#include "mixture/opening.h"

#include <math.h>

enum {
    EXACT_WORK = 20000000, /* steps for the proof that an answer is the best */
    BASE = 1000000,        /* proposals, for any number of items, */
    EACH = 20000,          /* for each item, */
    MANY = 3000,           /* and beyond so many items */
    EACH_OF_MANY = 500     /* for each; of full effort */
};

static const double ROUNDING = 1e-11;   /* more than that of sums of squares */
static const double OPTIMAL_GAP = 1e-9; /* what counts as none, relative to the cost */

/* Proposals that an effort allows. */
static int64_t budget(const task *of, int32_t effort) {
    static const int64_t share[] = {0, 10, 30, 100, 300, 1000, 2000, 5000, 12000, 30000};
    int64_t const n = of->it.n_free;
    int64_t const some = n < MANY ? n : MANY;
    return (BASE + some * EACH + (n - some) * EACH_OF_MANY) / 1000 * share[effort];
}

static void write_labels(const task *of, const int32_t *label, method_result *out) {
    for (int64_t j = 0; j < of->r->n; j++) {
        out->label[j] = label[of->it.of_point[j]];
    }
}

/* 1 in *found: out has the best answer of all, and none costs less than *least. */
static fcap_status try_exact(fcap_run *run, const task *of, int *found, double *least,
                             method_result *out) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    exact_answer best = {.label = arena_array(&run->mem, int32_t, of->it.n)};
    exact_end end = EXACT_LEFT;
    if (best.label == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld labels",
                             (long long)of->it.n);
    }
    TRY(fcap_exact(run, of, EXACT_WORK, &end, &best));
    if (end == EXACT_NONE) {
        return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                             "no clustering obeys all rules: every division of the %lld free "
                             "points or sets into %d clusters was tried; make a rule less "
                             "strict",
                             (long long)of->it.n_free, (int)of->t.k);
    }
    *found = end == EXACT_FOUND;
    if (*found) {
        write_labels(of, best.label, out);
        out->all_tried = 1;
        out->optimal = best.worth.cost - best.least <= best.worth.cost * OPTIMAL_GAP;
        *least = ldexp(best.least, 2 * of->p->x_exponent);
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

static fcap_status search(fcap_run *run, const fcap_options *o, const task *of, const blend *b,
                          method_result *out) {
    grouping g;
    annealing a;
    TRY(fcap_grouping_open(run, of, b, &g));
    TRY(fcap_annealing_open(run, &g, fcap_rng_fork(&run->random, 7), &a));
    TRY(fcap_opening_find(run, o, &a));
    fcap_annealing_run(run, &a, budget(of, o->effort));
    write_labels(of, a.label, out);
    out->iterations = a.taken;
    return FCAP_OK;
}

fcap_status fcap_mixture(fcap_run *run, const fcap_options *o, const points *p, const rules *r,
                         method_result *out) {
    blend b;
    points blended;
    int found = 0;
    double least = 0;
    TRY(fcap_blend_open(run, p, r, &b));
    TRY(fcap_points_open(run, b.x, p->n, b.d, &blended));
    task of = {.p = &blended, .r = r, .by_mean = 1, .n_spread = b.d - b.near};
    TRY(fcap_tally_open(run, r, &of.t));
    TRY(fcap_items_open(run, r, &of.t, &of.it));
    TRY(fcap_blend_items(run, &of.it, &b));
    if (!b.idle) { /* where nothing matters, the answer is drawn by lot */
        TRY(try_exact(run, &of, &found, &least, out));
    }
    double proved = fmax(least - ROUNDING * b.whole, 0);
    if (!found) {
        TRY(search(run, o, &of, &b, out));
        if (o->bound == FCAP_BOUND_OFF) {
            return FCAP_OK;
        }
        TRY(fcap_floors(run, &b, r, &proved));
    }
    out->lower_bound = ldexp(proved * b.unit, b.exponent - p->exponent);
    return FCAP_OK;
}
