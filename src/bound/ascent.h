/* ascent.h - multipliers with a large L(pi). */
#ifndef FCAP_BOUND_ASCENT_H
#define FCAP_BOUND_ASCENT_H

#include "bound/lagrange.h"

/* Called now and then with k medoids that the dual likes; may lower *upper when it finds a
 * cheaper answer. */
typedef fcap_status bound_propose(void *user, const int64_t *medoid, double *upper);

typedef struct bound_goal {
    double upper;           /* cost of the best answer known; INFINITY for none */
    double gap;             /* stop once (upper - value) / upper <= gap */
    int64_t steps;          /* evaluations of L allowed */
    bound_propose *propose; /* may be NULL */
    void *user;
} bound_goal;

/* Raises b->value. upper comes back lowered if proposals succeeded; `alive` gets shorter by
 * fixing. May be called again and goes on where it was. */
fcap_status fcap_bound_ascend(fcap_run *run, lagrange *b, bound_goal *goal);

/* ---- for bound/ alone ---- */

fcap_status fcap_ascent_open(fcap_run *run, lagrange *b);
/* From pi by position. */
void fcap_ascent_begin(lagrange *b, const double *pi);
/* Answers at or above this are not worth finding: upper (1 - 5e-10). */
double fcap_bound_ceiling(double upper);

#endif
