/* centres.h - what the clusters of a labelling cost, and around which members. */
#ifndef FCAP_METRIC_CENTRES_H
#define FCAP_METRIC_CENTRES_H

#include "data/points.h"
#include "problem/rules.h"

/* medoid[c] is the best member (ties: the smallest index), -1 of an empty cluster; a candidate
 * wherever the cluster has one. cost[c] is in true units and as r->objective says. size has the
 * k sizes of the clusters. FCAP_E_OVERFLOW when the sum of costs is no number. */
fcap_status fcap_centres(fcap_run *run, const points *p, const rules *r, const int32_t *labels,
                         const int64_t *size, int64_t *medoid, double *cost);

#endif
