/* kcenter.h - k points such that the farthest other point is near one of them. */
#ifndef FCAP_CLUSTER_KCENTER_H
#define FCAP_CLUSTER_KCENTER_H

#include "data/points.h"

/* Farthest-first traversal [Gon85], at most twice the least radius. Writes n labels in [0, k),
 * each cluster with its centre as a member, and the centres. 1 <= k <= n. O(n k d). */
fcap_status fcap_kcenter(fcap_run *run, const points *p, int32_t k, int32_t *label,
                         int64_t *centre);

#endif
