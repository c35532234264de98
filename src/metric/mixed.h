/* mixed.h - what the clusters of a labelling cost where members shall be alike in some
 * coordinates and clusters in others.
 */
#ifndef FCAP_METRIC_MIXED_H
#define FCAP_METRIC_MIXED_H

#include "data/points.h"
#include "problem/rules.h"

/* cost[c] of each cluster, in true units:
 *
 *     sum over coordinates with aim > 0 of  aim * sum { (x - mean of c)^2 : x in c }
 *   + sum over coordinates with aim < 0 of -aim * |c| (mean of c - mean of all)^2
 *
 * size has the k sizes; *lost: as p is scaled, all the squares are 0, or nearly, where some
 * point differs from its mean. FCAP_E_OVERFLOW when the sum is no number. */
fcap_status fcap_mixed_costs(fcap_run *run, const points *p, const rules *r,
                             const int32_t *labels, const int64_t *size, double *cost,
                             int *lost);

#endif
