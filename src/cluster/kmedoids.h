/* kmedoids.h - unconstrained k-medoids: the baseline that ignores capacity and balance. */
#ifndef FCAP_CLUSTER_KMEDOIDS_H
#define FCAP_CLUSTER_KMEDOIDS_H

#include "data/points.h"

/* Writes n labels in [0, k); every cluster has a member. 1 <= k <= n, effort 1..9. The medoids
 * go to `medoid` unless that is NULL. Stops early
 * with the best answer so far when the run says so; FCAP_E_CANCELLED if there is none yet. */
fcap_status fcap_kmedoids(fcap_run *run, points *p, int32_t k, int32_t effort, int32_t *labels,
                          int64_t *medoid, int64_t *iterations);

#endif
