/* leaders.h - which points are centres to begin with: starts, and kicks of what there is.
 *
 * A leader is a point that may be the medoid of its cluster: a candidate, in an item that is at
 * home there or nowhere, and that leads no other cluster.
 */
#ifndef FCAP_GENERAL_LEADERS_H
#define FCAP_GENERAL_LEADERS_H

#include "general/layout.h"

typedef struct leaders {
    layout *l;
    double *weight; /* scratch: of each item, in a draw */
    int64_t work;   /* so far, in about nanoseconds */
} leaders;

fcap_status fcap_leaders_open(fcap_run *run, layout *l, leaders *out);
/* New centres for all clusters, far from each other: k-means++. */
void fcap_leaders_seed(leaders *w, rng *random);
/* Some centres of a neighbourhood are drawn anew from its members. */
void fcap_leaders_kick(leaders *w, rng *random);
/* The centres of two clusters of different capacities change places. */
void fcap_leaders_trade(leaders *w, rng *random);
/* The n clusters with the nearest centres to an item. */
void fcap_leaders_near(const layout *l, int64_t item, int32_t n, int32_t *list);

#endif
