/* spread.h - can clusters of several kinds have the totals of one attribute together?
 *
 * A cluster of a kind and of size s has between lo_g(s) and hi_g(s) members of group g
 * (sizes.h). Over all clusters sizes sum to n and counts to the total of the group. Its convex
 * relaxation is decided exactly: the edges of all kinds' hulls (hull.h) in the order of their
 * slopes. What this excludes is impossible. With two groups, one kind and no gaps in the counts
 * the allowed (size, count) are the lattice points of a polygon, and what is not excluded is
 * possible.
 */
#ifndef FCAP_PROBLEM_SPREAD_H
#define FCAP_PROBLEM_SPREAD_H

#include "problem/sizes.h"

typedef struct spread {
    int excluded;
    int exact;      /* and what is not excluded is possible, by these rules */
    int64_t barred; /* a kind without any allowed size, or -1 */
    int32_t group;  /* whose total does not come out, or -1 */
    int64_t least;  /* the smallest and the largest allowed size of the first kind */
    int64_t most;
} spread;

/* n members in all. Kinds with kept members need the counts in request.kept. */
fcap_status fcap_spread(fcap_run *run, const request *q, int32_t attribute, unsigned mask,
                        const kinds *k, spread *out);

#endif
