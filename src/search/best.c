/* best.c - the method best: search and bound take turns until they meet.
 *
 *     search --answer, prices--> bound --multipliers, candidates left--> branch
 *        ^                         |                                       |
 *        +---- medoids to try -----+---------------------------------------+
 *
 * An effort of e makes e rounds, each with a multiple of the work of the one before. So more
 * effort goes on where less would have ended and never gives a worse answer, and whenever the
 * run is stopped there is an answer and a bound that had about the same share of the time.
 *
 * All bounds here are for answers cheaper than the best one known: candidates for medoids are
 * left out once no cheaper answer has them. The multipliers themselves prove a bound for all
 * answers; that one is evaluated again at the end, with compensated sums.
 */
#include "search/best.h"

#include "bound/branch.h"
#include "problem/shape.h"
#include "search/large.h"
#include "search/search.h"

#include <math.h>
#include <string.h>

enum {
    BOUND_POINTS = 10000, /* with more, a bound takes much longer than the search */
    PROOF_POINTS = 1000,  /* candidates left; with more, branch and bound does not get far */
    PROOF_SHARE = 4, /* times the work of the search go into the proof, up to so many points */
    LEAF_WORK = 1000000000, /* for one assignment that branch and bound asks for */
    FIRST_STEPS = 40,       /* of the ascent, whatever they take: fewer prove nothing */
    POLISH_STEPS = 150      /* for a certificate */
};

/* "Optimal" means that nothing is cheaper than cost * (1 - 1e-9). */
static const double OPTIMAL_GAP = 1e-9;
static const double HOPE = 0.005;     /* of the gap is worth going on for with the ascent */
static const double ROUNDING = 1e-11; /* more than that of sums of distances */

typedef struct best {
    const fcap_options *o;
    points *p;
    const rules *r;
    shape shape;
    search search;
    answer answer;
    int bounded; /* a bound is wanted */
    lagrange bound;
    double proved;      /* no answer costs less, by the arithmetic of the search */
    char *may;          /* n: candidates left, for the search */
    double *multiplier; /* n: a start for the bound */
    answer leaf;        /* where branch and bound left k candidates */
    int64_t nodes;      /* of branch and bound */
} best;

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for a bound of %lld points",
                         (long long)n);
}

static double gap_of(const best *b) {
    double const gap = b->answer.cost - b->proved;
    return gap <= 0 ? 0 : gap / b->answer.cost;
}

static int is_done(const best *b) {
    double const enough = b->o->gap > OPTIMAL_GAP ? b->o->gap : OPTIMAL_GAP;
    return b->bounded && gap_of(b) <= enough;
}

static void note_bound(fcap_run *run, best *b, double value) {
    b->proved = value > b->proved ? value : b->proved;
    run->best_bound = ldexp(b->proved, b->p->exponent);
}

/* ---- the parts of a round ---- */

/* The prices of an assignment say what each point would pay: a good start. */
static void price_points(best *b) {
    const answer *const a = &b->answer;
    for (int64_t j = 0; j < b->p->n; j++) {
        b->multiplier[j] = INFINITY;
    }
    for (int32_t i = 0; i < a->k; i++) {
        for (int64_t j = 0; j < b->p->n; j++) {
            int32_t const g = b->shape.group == NULL ? 0 : b->shape.group[j];
            double const e =
                fcap_points_distance(b->p, a->medoid[i], j) + a->price[(int64_t)g * a->k + i];
            b->multiplier[j] = e < b->multiplier[j] ? e : b->multiplier[j];
        }
    }
}

/* What the bound's callbacks work on. */
typedef struct proposal {
    fcap_run *run;
    best *b;
} proposal;

static fcap_status propose(void *user, const int64_t *medoid, double *upper) {
    const proposal *const at = user;
    best *const b = at->b;
    int64_t const before = b->search.spent;
    TRY(fcap_search_improve(at->run, &b->search, medoid, &b->answer));
    b->bound.work += b->search.spent - before; /* on the account of who proposed it */
    b->search.spent = before;
    *upper = b->answer.cost < *upper ? b->answer.cost : *upper;
    return FCAP_OK;
}

/* The cheapest labels for given medoids; to the end, if that takes no more than about a second.
 */
static fcap_status try_leaf(void *user, const int64_t *medoid, double *cost, double *bound) {
    const proposal *const at = user;
    best *const b = at->b;
    memcpy(b->leaf.medoid, medoid, (size_t)b->r->k * sizeof *medoid);
    b->leaf.cost = INFINITY;
    int64_t const closing = LEAF_WORK / fcap_search_place_work(&b->search, 0) + 1;
    fcap_status const status = fcap_answer_place(at->run, &b->search.fa, closing, &b->leaf);
    if (status == FCAP_E_CANCELLED) { /* there is an answer already, and nothing new of this */
        *cost = INFINITY;
        *bound = -INFINITY;
        return FCAP_OK;
    }
    TRY(status);
    *cost = b->leaf.cost;
    *bound = b->leaf.fixed_bound;
    if (b->leaf.cost < b->answer.cost) {
        fcap_answer_copy(&b->leaf, &b->answer);
        fcap_search_note(at->run, &b->search, &b->answer);
    }
    return FCAP_OK;
}

/* Only candidates that a cheaper answer may have are worth trying. */
static void restrict_search(best *b) {
    memset(b->may, 0, (size_t)b->p->n);
    for (int64_t i = 0; i < b->bound.n_alive; i++) {
        b->may[b->bound.alive[i]] = 1;
    }
    for (int32_t i = 0; i < b->answer.k; i++) {
        b->may[b->answer.medoid[i]] = 1;
    }
    b->search.candidate = b->may;
}

static fcap_status raise_bound(fcap_run *run, best *b, int64_t work) {
    proposal at = {run, b};
    bound_goal goal = {.upper = b->answer.cost,
                       .gap = b->o->gap,
                       .steps = INT64_MAX,
                       .work = b->bound.work + work,
                       .hope = HOPE,
                       .propose = propose,
                       .user = &at};
    if (b->bound.value == -INFINITY) {
        goal.steps = FIRST_STEPS;
        goal.work = 0;
    }
    TRY(fcap_bound_ascend(run, &b->bound, &goal));
    double const most = fcap_bound_ceiling(b->answer.cost);
    int const none_left = b->bound.n_alive < b->r->k;
    note_bound(run, b, none_left || b->bound.value > most ? most : b->bound.value);
    restrict_search(b);
    return FCAP_OK;
}

static fcap_status close_gap(fcap_run *run, best *b, int64_t work) {
    proposal at = {run, b};
    int64_t const share = b->p->n <= PROOF_POINTS ? PROOF_SHARE : 1;
    branch_goal goal = {.upper = b->answer.cost,
                        .nodes = INT64_MAX,
                        .work = b->bound.work + share * work,
                        .leaf = try_leaf,
                        .propose = propose,
                        .user = &at};
    TRY(fcap_branch(run, &b->bound, &goal));
    b->nodes += goal.used;
    double const most = fcap_bound_ceiling(b->answer.cost);
    note_bound(run, b, goal.bound > most ? most : goal.bound);
    return FCAP_OK;
}

/* ---- the whole ---- */

static fcap_status open_bound(fcap_run *run, best *b) {
    b->may = arena_array(&run->mem, char, b->p->n);
    b->multiplier = arena_array(&run->mem, double, b->p->n);
    if (b->may == NULL || b->multiplier == NULL) {
        return out_of_memory(run, b->p->n);
    }
    TRY(fcap_answer_open(run, &b->shape, &b->leaf));
    TRY(fcap_bound_open(run, b->p, &b->shape, &b->bound));
    price_points(b);
    fcap_bound_begin(&b->bound, b->multiplier);
    return FCAP_OK;
}

static fcap_status rounds(fcap_run *run, best *b) {
    int64_t before = 0;
    for (int32_t effort = 1; effort <= b->o->effort; effort++) {
        int64_t const work = fcap_search_work(&b->search, effort) - before;
        before += work;
        TRY(fcap_search_run(run, &b->search, work, &b->answer));
        if (b->bounded && run->stopped == FCAP_FEASIBLE) {
            if (effort == 1) {
                TRY(open_bound(run, b));
            }
            TRY(raise_bound(run, b, work));
        }
        if (b->bounded && run->stopped == FCAP_FEASIBLE && !is_done(b) &&
            b->bound.n_alive <= PROOF_POINTS) {
            TRY(close_gap(run, b, work));
        }
        if (run->stopped == FCAP_FEASIBLE && !is_done(b) && !b->answer.swap_optimal) {
            TRY(fcap_search_certify_swaps(run, &b->search, work, &b->answer));
        }
        if (run->stopped != FCAP_FEASIBLE || is_done(b)) {
            return FCAP_OK;
        }
    }
    return FCAP_OK;
}

/* Candidates that were left out of the ascent count again for a certificate, which knows no
 * upper bound: multipliers that are good for them too. */
static fcap_status polish(fcap_run *run, best *b) {
    bound_goal goal = {.upper = INFINITY, .steps = POLISH_STEPS};
    memcpy(b->multiplier, b->bound.pi, (size_t)b->p->n * sizeof *b->multiplier);
    fcap_bound_begin(&b->bound, b->multiplier);
    return fcap_bound_ascend(run, &b->bound, &goal);
}

/* The bound that is handed out, and whether it meets the cost. */
static fcap_status prove(fcap_run *run, best *b, method_result *out) {
    out->fixed_medoid_bound = b->answer.fixed_bound;
    out->swap_optimal = b->answer.swap_optimal;
    if (!b->bounded || b->bound.pi == NULL || (b->proved <= 0 && b->answer.cost > 0)) {
        return FCAP_OK; /* nothing is proved */
    }
    if (b->o->multipliers != NULL && run->stopped == FCAP_FEASIBLE) {
        TRY(polish(run, b));
    }
    TRY(fcap_bound_certified(run, b->p, &b->shape, b->bound.pi, &out->multiplier_bound));
    memcpy(out->multiplier, b->bound.pi, (size_t)b->p->n * sizeof *out->multiplier);
    out->lower_bound = fmax(out->multiplier_bound, b->proved * (1 - ROUNDING));
    out->fixed_medoid_bound = fmax(out->fixed_medoid_bound, out->lower_bound);
    out->nodes = b->nodes;
    out->optimal = b->answer.cost - out->lower_bound <= b->answer.cost * OPTIMAL_GAP;
    out->swap_optimal |= out->optimal;
    return FCAP_OK;
}

fcap_status fcap_best(fcap_run *run, const fcap_options *o, points *p, const rules *r,
                      method_result *out) {
    best b = {.o = o, .p = p, .r = r};
    b.bounded =
        o->bound == FCAP_BOUND_CERTIFY || (o->bound == FCAP_BOUND_AUTO && p->n <= BOUND_POINTS);
    TRY(fcap_shape_open(run, r, &b.shape));
    TRY(fcap_answer_open(run, &b.shape, &b.answer));
    int const large = fcap_large_serves(p, &b.shape);
    if (large) {
        TRY(fcap_large(run, p, r, &b.shape, o->effort, &b.answer));
    }
    if (!large || (b.bounded && run->stopped == FCAP_FEASIBLE)) {
        TRY(fcap_search_open(run, p, r, &b.shape, &b.search));
        TRY(rounds(run, &b));
    }
    memcpy(out->label, b.answer.label, (size_t)p->n * sizeof *out->label);
    out->iterations = b.search.round;
    return prove(run, &b, out);
}
