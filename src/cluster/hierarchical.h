/* hierarchical.h - agglomerative clustering under a capacity (Algorithm 1 of [LQ21]).
 *
 * Every item starts as a cluster. In each step the closest pair of clusters that may merge
 * does, until k clusters remain:
 *
 *     centroid   of a merged cluster: (w_a c_a + w_b c_b) / (w_a + w_b), a the smaller index
 *     distance   sum over coordinates in order of (c_b - c_a)^2, of coordinates divided by a
 *                power of two (data/points.h)
 *     closest    least (distance, smaller index, larger index); a merged cluster keeps the
 *                smaller index, so the index of a cluster is its smallest item
 *     may merge  w_a + w_b <= q, and the look-ahead admits it (cluster/packing.h): the weights
 *                after the merge still go into k bins of q
 *
 * When packing.h finds a packing of the items into k bins, exactly k clusters result (or n, if
 * that is less). Otherwise there is no look-ahead, and merging may come to a dead end with more
 * than k, which the caller has to repair.
 */
#ifndef FCAP_CLUSTER_HIERARCHICAL_H
#define FCAP_CLUSTER_HIERARCHICAL_H

#include "base/run.h"

typedef struct merge_items {
    int64_t n; /* >= 1, below 2^31 */
    int32_t d;
    const double *x;       /* n rows of d: centroids */
    const int64_t *weight; /* n, each >= 1: members; together below 2^53 */
} merge_items;

typedef struct merge_result {
    int32_t *label;     /* n, in [0, n_clusters), numbered by smallest item */
    int32_t n_clusters; /* k; more at a dead end; n if that is less */
    double *height;     /* NULL, or room for n: the distance of each pair merged, in order */
} merge_result;

/* k and capacity >= 1. */
fcap_status fcap_hierarchical(fcap_run *run, const merge_items *items, int32_t k,
                              int64_t capacity, merge_result *out);

#endif
