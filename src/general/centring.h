/* centring.h - the best centre of each cluster: a member that may be a medoid, or the mean.
 *
 * The best member minimises the sum of distances to all members. Small clusters are looked
 * through; of large ones without a matrix of distances the members near the mean are tried.
 */
#ifndef FCAP_GENERAL_CENTRING_H
#define FCAP_GENERAL_CENTRING_H

#include "general/layout.h"

typedef struct centring {
    layout *l;
    int64_t *start;  /* k + 1 */
    int64_t *member; /* points of each cluster, ascending in items */
    double *near;    /* scratch of large clusters: d values */
    int64_t work;    /* so far, in about nanoseconds */
} centring;

fcap_status fcap_centring_open(fcap_run *run, layout *l, centring *out);
/* New centres for the clusters that have changed; returns how many centres did. A cluster
 * without a member that may be a medoid keeps its centre. */
int32_t fcap_centring_update(centring *w);

#endif
