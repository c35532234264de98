/* branch.h - proof that no answer is cheaper, by branch and bound over the medoids.
 *
 * A node says how many medoids are where (regions.h). Its bound is L, raised by some steps of
 * the ascent from where its parent was; all columns found so far serve all nodes. A node that
 * is not closed is divided by the number of medoids in a set of candidates: at most so many, or
 * more (division.h). Neither says less than its parent, so bounds never fall on the way down.
 *
 * Points at one place and of one group are interchangeable: a medoid and another of them can
 * trade clusters, at the same cost. So among them the medoids are taken to be the first ones.
 * (Not for a family: who knows what else tells them apart.)
 *
 * A node is closed when its bound is at least upper (1 - 5e-10).
 */
#ifndef FCAP_BOUND_BRANCH_H
#define FCAP_BOUND_BRANCH_H

#include "bound/ascent.h"

typedef struct branch_goal {
    double upper;  /* in and out: cost of the best answer known */
    int64_t nodes; /* to look at, at most */
    int64_t work;  /* stop once b->work is beyond that; 0: no limit */
    /* The least cost with exactly these k medoids, ascending, and a proven bound for it (both
     * INFINITY: there is no answer with them; INFINITY and -INFINITY: stopped before one was
     * found); the callee records a cheaper answer. */
    fcap_status (*leaf)(void *user, const int64_t *medoid, double *cost, double *bound);
    bound_propose *propose; /* as in bound_goal; may be NULL */
    void *user;
    double bound; /* out: no answer costs less; upper (1 - 5e-10) or more when all is proved */
    int64_t used; /* out: nodes looked at */
} branch_goal;

/* From where the ascent of b is. Afterwards b has its pi and value again, and the candidates
 * that may be medoids are those that were. */
fcap_status fcap_branch(fcap_run *run, lagrange *b, branch_goal *goal);

#endif
