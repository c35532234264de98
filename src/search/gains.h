/* gains.h - the most that one more cluster can take from the others.
 *
 * If point j would gain g_j by joining the cluster (g_j < 0: lose), a cluster of a members of
 * group 0 and b of group 1 gains at most
 *
 *     V = max { S_0(a) + S_1(b) : (a, b) in P },   S_g(c) = sum of the c largest of group g.
 */
#ifndef FCAP_SEARCH_GAINS_H
#define FCAP_SEARCH_GAINS_H

#include "problem/shape.h"

/* Scratch for one thread. */
typedef struct gains {
    const shape *s;
    int64_t most[2]; /* members of a group that a cluster may have */
    float *list[2];  /* the gains of each group */
    int64_t n[2];
    double *sum[2];    /* [c] = S_g(c), c = 0 .. most */
    int64_t size_most; /* members of both groups */
    float *both;       /* the gains of both groups */
} gains;

typedef struct gained {
    double value;    /* V */
    double size;     /* sum of the magnitudes of what was added up, for bounds on rounding */
    double price[2]; /* the gains at which the best cluster closes for each group */
} gained;

fcap_status fcap_gains_open(fcap_run *run, const shape *s, gains *out);
/* gain[j] of all n points. O(n + q log q). */
gained fcap_gains_best(gains *w, const float *gain);

#endif
