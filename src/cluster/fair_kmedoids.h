/* fair_kmedoids.h - Algorithm 2 of [LQ21]: k-medoids of bundles with knapsacks. */
#ifndef FCAP_CLUSTER_FAIR_KMEDOIDS_H
#define FCAP_CLUSTER_FAIR_KMEDOIDS_H

#include "data/bundle.h"
#include "data/points.h"

typedef struct fair_kmedoids_options {
    int32_t k;        /* at most the number of bundles */
    int64_t capacity; /* q */
    double lambda;    /* of Eq. 11, in the data's own unit */
} fair_kmedoids_options;

/* Writes the cluster of each bundle, or -1 for those that fit nowhere, and the k medoids as
 * points. Stops early with the best so far when the run says so. */
fcap_status fcap_fair_kmedoids(fcap_run *run, const points *p, const bundles *b,
                               const fair_kmedoids_options *o, int32_t *label, int64_t *medoid,
                               int64_t *iterations);

#endif
