/* relaxed.h - a lower bound for requests with any rules.
 *
 * Each cluster of an answer obeys all rules, so it obeys some of them: those about the groups
 * of one attribute and the sizes (cells.h), or the capacity for weights. Each such part of the
 * rules is a family of clusters with a bound of its own (lagrange.h). The one that promises
 * most is raised; together, apart, avoid and keep are left aside, and clusters of different
 * capacities all have the largest. No triangle inequality is needed.
 *
 *     relaxed x;
 *     TRY(fcap_relaxed_open(run, p, r, &x));
 *     relaxed_goal goal = {.upper = cost, .work = ...};
 *     TRY(fcap_relaxed_raise(run, &x, &goal));      // as often as there is time
 *
 * Costs are in the units of p.
 */
#ifndef FCAP_BOUND_RELAXED_H
#define FCAP_BOUND_RELAXED_H

#include "bound/branch.h"
#include "problem/rules.h"

typedef struct relaxed_goal {
    double upper;           /* cost of the best answer known; INFINITY for none. Comes back
                               lowered when proposals succeed */
    double gap;             /* stop once (upper - bound) / upper <= gap */
    int64_t work;           /* units to spend (lagrange.h) */
    bound_propose *propose; /* as in ascent.h; may be NULL. Not called with avoid */
    void *user;
    /* As in branch.h: the least cost with given medoids. May be NULL: then nothing is said
     * where branches end, and their bound is what remains. */
    fcap_status (*leaf)(void *user, const int64_t *medoid, double *cost, double *bound);
    const double *pi; /* n: multipliers to start from, the first time; NULL: its own */
} relaxed_goal;

typedef struct relaxed {
    double bound;    /* no answer costs less than that and upper; -1: nothing is known */
    double *pi;      /* n: the multipliers, by point */
    char *may;       /* n: may it be a medoid of an answer cheaper than upper? */
    int64_t *chosen; /* k medoids that the bound likes, ascending */
    int64_t work;    /* spent so far */

    /* for bound/ alone */
    const points *p;
    const rules *r;
    struct relaxed_families *of; /* NULL: there is no bound */
    int32_t best;                /* of them; -1: not known yet */
    lagrange b;
} relaxed;

/* The rules stay the caller's. FCAP_OK without a bound for objectives that have none. */
fcap_status fcap_relaxed_open(fcap_run *run, const points *p, const rules *r, relaxed *out);
fcap_status fcap_relaxed_raise(fcap_run *run, relaxed *x, relaxed_goal *goal);

#endif
