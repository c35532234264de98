/* family.h - which sets of points the cluster of a candidate may be, and the cheapest of them.
 *
 * The bound of lagrange.h needs no more of the rules than that: for any multipliers, the least
 * sum of d(i, j) - pi_j over the sets of a family that contain i. It is a bound as long as
 * every cluster of every answer is in the family. shape.h is one for two groups, built in and
 * fast; others are families of this kind (boxed.h, load.h).
 *
 * Positions are the family's own order of the points; distances and multipliers go by them.
 */
#ifndef FCAP_BOUND_FAMILY_H
#define FCAP_BOUND_FAMILY_H

#include "base/run.h"

typedef struct family_query {
    const double *distance; /* of the candidate, by position */
    const double *pi;       /* by position */
    int64_t own;            /* the candidate's position */
} family_query;

typedef struct family_set {
    double value;    /* the least sum; INFINITY when the candidate has no set */
    int64_t work;    /* see lagrange.h */
    int32_t *member; /* in: where positions go, ascending; NULL: they are not wanted */
    int64_t n;       /* members, if wanted */
    double cost;     /* the sum of their distances, if wanted */
} family_set;

typedef struct family {
    const void *self;
    int64_t n;            /* points */
    int64_t most;         /* members of a set, at most */
    int64_t first;        /* so many first positions have multipliers that move together, */
    const int64_t *order; /* and all others have. n: the point at a position */
    /* Scratch of one thread; NULL: no memory. */
    void *(*room)(fcap_run *run, const void *self);
    void (*cheapest)(const void *self, void *room, const family_query *ask, family_set *out);
} family;

#endif
