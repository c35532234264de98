/* centres.h - what the clusters of a labelling cost, and around which members. */
#ifndef FCAP_METRIC_CENTRES_H
#define FCAP_METRIC_CENTRES_H

#include "data/points.h"
#include "problem/rules.h"

typedef struct centres {
    int64_t *medoid;  /* k: the best member (ties: the smallest index), -1 of an empty cluster;
                         a candidate wherever the cluster has one */
    double *cost;     /* k, in true units and as the objective says */
    double *distance; /* n, from each point to its medoid; NULL: not wanted */
    int *exponent;    /* k: true distance = distance * 2^exponent of the cluster; with it */
    int lost;         /* by the distances of p the costs were others: squares became 0 */
} centres;

/* Into the arrays of `out`. size has the k sizes of the clusters. FCAP_E_OVERFLOW when the sum
 * of costs is no number. */
fcap_status fcap_centres(fcap_run *run, const points *p, const rules *r, const int32_t *labels,
                         const int64_t *size, centres *out);

#endif
