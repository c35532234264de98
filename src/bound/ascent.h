/* ascent.h - multipliers with a large L(pi), by a bundle method with all clusters apart.
 *
 * At a centre, the best pi so far, the master (master.h) says where to look next and what the
 * columns promise there. If L there has risen by a tenth of the promise, that is the new
 * centre; in any case the clusters found are new columns. With one column for each cluster, not
 * one for all k together as in the usual bundle, an evaluation tells k times as much.
 *
 * Measured on student-mat, k = 10, where the maximum is 1062.185: a deflected subgradient has
 * 1052.0 after 100 evaluations and 1057.4 after 600; this has 1062.1 after 50.
 */
#ifndef FCAP_BOUND_ASCENT_H
#define FCAP_BOUND_ASCENT_H

#include "bound/lagrange.h"

/* Called now and then with k medoids that the dual likes, ascending; may lower *upper when it
 * finds a cheaper answer. */
typedef fcap_status bound_propose(void *user, const int64_t *medoid, double *upper);

typedef struct bound_goal {
    double upper;           /* cost of the best answer known; INFINITY for none */
    double gap;             /* stop once (upper - value) / upper <= gap */
    int64_t steps;          /* evaluations of L allowed */
    int64_t work;           /* stop once b->work is beyond that; 0: no limit */
    bound_propose *propose; /* may be NULL */
    void *user;
    double hope; /* stop when less than this share of upper - value is promised; 0: never */
} bound_goal;

/* Raises b->value. upper comes back lowered if proposals succeeded; `alive` gets shorter by
 * fixing. May be called again and goes on where it was. It returns early when nothing is left
 * to gain: L >= upper (1 - 5e-10), or next to nothing is promised. */
fcap_status fcap_bound_ascend(fcap_run *run, lagrange *b, bound_goal *goal);

/* ---- for bound/ alone ---- */

fcap_status fcap_ascent_open(fcap_run *run, lagrange *b);
/* From pi by position; forgets all columns. */
void fcap_ascent_begin(lagrange *b, const double *pi);
/* From pi by position, for other candidates; keeps the columns. b->value is unknown again. */
void fcap_ascent_restart(lagrange *b, const double *pi);
/* The same, with L there known. */
void fcap_ascent_reset(lagrange *b, const double *pi, double value);
/* The best pi by position. */
const double *fcap_ascent_centre(const lagrange *b);
/* The k candidates chosen at the evaluation before; by index. Zeros before the first. */
void fcap_ascent_chosen(const lagrange *b, int64_t *chosen);
/* Answers at or above this are not worth finding: upper (1 - 5e-10). */
double fcap_bound_ceiling(double upper);

#endif
