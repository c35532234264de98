/* fair_flow.h - exact assignment when every cluster has a box for its counts.
 *
 * A box bounds a, b and a + b of a cluster, which is a flow (assign.h): the relaxation that
 * branching works with, and, for boxes inside P, an answer.
 */
#ifndef FCAP_CLUSTER_FAIR_FLOW_H
#define FCAP_CLUSTER_FAIR_FLOW_H

#include "cluster/fair_assign.h"

/* Starts from fa->member and fa->cluster and leaves the prices of the answer there and, as
 * distances, in fa->price. */
fcap_status fcap_fair_flow(fcap_run *run, fair_assign *fa, const box *boxes, int32_t *label);
/* Members of each cluster; 1 when all counts are in P. */
int fcap_fair_count(const fair_assign *fa, const int32_t *label, quota *count);
/* Is the gap no more than rounding? */
int fcap_fair_proved(const fair_assign *fa, double cost, double bound);
/* What a point pays as a rule; not 0, even where it pays nothing. */
double fcap_fair_usual_distance(const fair_assign *fa, double cost);
/* From distances to fa->member and fa->cluster, for the next flow. */
void fcap_fair_take_prices(fair_assign *fa, const double *price);

#endif
