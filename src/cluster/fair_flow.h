/* fair_flow.h - exact assignment when every cluster has a box for its counts.
 *
 * A box bounds a, b and a + b of a cluster, which is a flow (assign.h): the relaxation that
 * branching works with, and, for boxes inside P, an answer.
 */
#ifndef FCAP_CLUSTER_FAIR_FLOW_H
#define FCAP_CLUSTER_FAIR_FLOW_H

#include "cluster/fair_assign.h"

/* Starts from fa->member and fa->cluster and leaves the prices of the answer there. */
fcap_status fcap_fair_flow(fcap_run *run, fair_assign *fa, const box *boxes, int32_t *label);
/* Members of each cluster; 1 when all counts are in P. */
int fcap_fair_count(const fair_assign *fa, const int32_t *label, quota *count);

#endif
