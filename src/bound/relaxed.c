/* relaxed.c - see relaxed.h. */
#include "bound/relaxed.h"

#include "bound/boxed.h"
#include "bound/load.h"
#include "bound/proof.h"

#include <math.h>
#include <string.h>

enum {
    FAMILIES = 4,        /* that are tried, at most */
    PROBE_STEPS = 12,    /* of the ascent, to see which family promises most */
    FIRST_STEPS = 40,    /* whatever they take: fewer prove nothing */
    BRANCH_POINTS = 1000 /* candidates left; with more, branch and bound does not get far */
};

static const double HOPE = 0.005;     /* of the gap is worth going on for with the ascent */
static const double ROUNDING = 1e-11; /* of all multipliers: more than that of such sums */

typedef struct relaxed_families {
    family family[FAMILIES];
    shape shape[FAMILIES]; /* as lagrange.h wants it */
    cells cells[FAMILIES];
    boxed boxed[FAMILIES];
    load load;
    int64_t zero; /* where shapes have their counts of a second group */
    int32_t n;
} relaxed_families;

static fcap_status no_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for the bound of %lld points",
                         (long long)n);
}

/* ---------------------------------------------------------------- families */

static int weights_differ(const rules *r) {
    for (int64_t i = 1; r->weight != NULL && i < r->n; i++) {
        if (r->weight[i] != r->weight[0]) {
            return 1;
        }
    }
    return 0;
}

static void add_family(relaxed *x, family f) {
    relaxed_families *const of = x->of;
    of->family[of->n] = f;
    of->shape[of->n] = (shape){.n_groups = 1,
                               .n = f.n,
                               .k = x->r->k,
                               .total = {f.first, f.n - f.first},
                               .t = {0, 1},
                               .least = f.most,
                               .most = f.most,
                               .low = &of->zero,
                               .high = &of->zero};
    of->n++;
}

static fcap_status add_boxed(fcap_run *run, relaxed *x, int32_t attribute) {
    relaxed_families *const of = x->of;
    TRY(fcap_cells_open(run, x->r, attribute, &of->cells[of->n]));
    TRY(fcap_boxed_open(run, &of->cells[of->n], x->r->n, &of->boxed[of->n]));
    add_family(x, fcap_boxed_family(&of->boxed[of->n]));
    return FCAP_OK;
}

static fcap_status open_families(fcap_run *run, relaxed *x) {
    const rules *const r = x->r;
    int const loaded = weights_differ(r);
    for (int32_t a = 0; a < r->n_attributes && x->of->n < FAMILIES - 1; a++) {
        if (fcap_cells_matter(r, a)) {
            TRY(add_boxed(run, x, a));
        }
    }
    if (x->of->n == 0 && (!loaded || r->min_size > 1)) {
        TRY(add_boxed(run, x, -1));
    }
    if (loaded) {
        TRY(fcap_load_open(run, r, &x->of->load));
        add_family(x, fcap_load_family(&x->of->load));
    }
    return FCAP_OK;
}

/* No cell, or no place for a single point: there is no answer, and no bound of one. */
static int has_clusters(const relaxed_families *of) {
    for (int32_t f = 0; f < of->n; f++) {
        if (of->family[f].most < 1) {
            return 0;
        }
    }
    return 1;
}

fcap_status fcap_relaxed_open(fcap_run *run, const points *p, const rules *r, relaxed *out) {
    *out = (relaxed){.bound = -1, .p = p, .r = r, .best = -1};
    out->pi = arena_array(&run->mem, double, r->n);
    out->may = arena_array(&run->mem, char, r->n);
    out->chosen = arena_array(&run->mem, int64_t, r->k);
    out->of = arena_array(&run->mem, relaxed_families, 1);
    if (out->pi == NULL || out->may == NULL || out->chosen == NULL || out->of == NULL) {
        return no_memory(run, r->n);
    }
    for (int64_t i = 0; i < r->n; i++) {
        out->may[i] = r->candidate == NULL || r->candidate[i];
    }
    if (r->objective != FCAP_OBJECTIVE_MEDOIDS || r->k > r->n) {
        out->of = NULL;
        return FCAP_OK;
    }
    TRY(open_families(run, out));
    if (!has_clusters(out->of)) {
        out->of = NULL;
    }
    return FCAP_OK;
}

/* ---------------------------------------------------------------- raising */

static fcap_status open_bound(fcap_run *run, relaxed *x, int32_t f, const double *pi) {
    TRY(fcap_bound_open_family(run, x->p, &x->of->shape[f], &x->of->family[f], x->r->candidate,
                               &x->b));
    fcap_bound_begin(&x->b, pi);
    return FCAP_OK;
}

/* Some steps with each family; the one that has got highest goes on. */
static fcap_status choose_family(fcap_run *run, relaxed *x, const relaxed_goal *goal) {
    double *const pi = arena_array(&run->mem, double, x->r->n);
    double highest = -INFINITY;
    if (pi == NULL) {
        return no_memory(run, x->r->n);
    }
    x->best = 0;
    for (int32_t f = 0; x->of->n > 1 && f < x->of->n; f++) {
        arena_mark const mark = fcap_arena_save(&run->mem);
        bound_goal probe = {.upper = goal->upper, .steps = PROBE_STEPS};
        TRY(open_bound(run, x, f, goal->pi));
        TRY(fcap_bound_ascend(run, &x->b, &probe));
        x->work += x->b.work;
        if (x->b.value > highest) {
            highest = x->b.value;
            x->best = f;
            memcpy(pi, x->b.pi, (size_t)x->r->n * sizeof *pi);
        }
        fcap_arena_restore(&run->mem, mark);
    }
    return open_bound(run, x, x->best, highest > -INFINITY ? pi : goal->pi);
}

/* An assignment to given medoids is not known here. */
static fcap_status unknown_leaf(void *user, const int64_t *medoid, double *cost,
                                double *bound) {
    (void)user;
    (void)medoid;
    *cost = INFINITY;
    *bound = -INFINITY;
    return FCAP_OK;
}

static double closer(double bound, double upper) {
    double const most = fcap_bound_ceiling(upper);
    return bound < most ? bound : most;
}

/* Raises it as far as work goes; *proved: no answer below upper costs less. */
static fcap_status raise(fcap_run *run, relaxed *x, relaxed_goal *goal, double *proved) {
    lagrange *const b = &x->b;
    bound_goal up = {.upper = goal->upper,
                     .gap = goal->gap,
                     .steps = INT64_MAX,
                     .work = b->work + goal->work + 1, /* 0 would be no limit */
                     .hope = HOPE,
                     .propose = x->r->avoid.n > 0 ? NULL : goal->propose,
                     .user = goal->user};
    int64_t const until = up.work;
    if (b->value == -INFINITY) {
        bound_goal first = up;
        first.steps = FIRST_STEPS;
        first.work = 0;
        TRY(fcap_bound_ascend(run, b, &first));
        up.upper = first.upper;
    }
    TRY(fcap_bound_ascend(run, b, &up));
    goal->upper = up.upper;
    *proved = b->n_alive < x->r->k ? INFINITY : b->value;
    int const closed = !(closer(*proved, up.upper) < up.upper * (1 - goal->gap)) ||
                       *proved >= fcap_bound_ceiling(up.upper);
    if (!closed && up.upper < INFINITY && b->n_alive <= BRANCH_POINTS && b->work < until &&
        run->stopped == FCAP_FEASIBLE) {
        branch_goal tree = {.upper = up.upper,
                            .nodes = INT64_MAX,
                            .work = until,
                            .leaf = goal->leaf != NULL ? goal->leaf : unknown_leaf,
                            .propose = goal->propose,
                            .user = goal->user};
        TRY(fcap_branch(run, b, &tree));
        goal->upper = tree.upper;
        *proved = tree.bound > *proved ? tree.bound : *proved;
    }
    *proved = closer(*proved, goal->upper);
    return FCAP_OK;
}

/* What is known of the medoids. */
static void show(relaxed *x) {
    const lagrange *const b = &x->b;
    memcpy(x->pi, b->pi, (size_t)x->r->n * sizeof *x->pi);
    for (int64_t i = 0; i < x->r->n; i++) {
        x->may[i] = !b->out[i];
    }
    fcap_ascent_chosen(b, x->chosen);
}

static double magnitude(const relaxed *x) {
    double size = 0;
    for (int64_t j = 0; j < x->r->n; j++) {
        size += fabs(x->pi[j]);
    }
    return size;
}

fcap_status fcap_relaxed_raise(fcap_run *run, relaxed *x, relaxed_goal *goal) {
    double proved = 0;
    double certified = 0;
    if (x->of == NULL) {
        return FCAP_OK;
    }
    /* The answer with the fewest repeated pairs may cost more than one that is known: then no
     * cost of an answer puts candidates out. */
    double const upper = goal->upper;
    goal->upper = x->r->avoid.n > 0 ? INFINITY : goal->upper;
    if (x->best < 0) {
        TRY(choose_family(run, x, goal));
    }
    int64_t const before = x->b.work;
    TRY(raise(run, x, goal, &proved));
    x->work += x->b.work - before;
    if (x->b.value == -INFINITY) { /* stopped before the first step */
        goal->upper = upper;
        return FCAP_OK;
    }
    show(x);
    proof_case const all = {.p = x->p,
                            .k = x->r->k,
                            .may = x->r->candidate,
                            .of = x->of->family,
                            .n_families = x->of->n,
                            .pi = x->pi};
    TRY(fcap_proof_bound(run, &all, &certified));
    x->bound = fmax(x->bound, certified);
    if (goal->upper < INFINITY) { /* else nothing more is known */
        x->bound = fmax(x->bound, proved - ROUNDING * magnitude(x));
    }
    goal->upper = goal->upper < upper ? goal->upper : upper;
    return FCAP_OK;
}
