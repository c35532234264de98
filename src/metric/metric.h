/* metric.h - what a labelling amounts to, from the labels alone.
 *
 * The judge of a clustering shares no code with what made it: nothing of src/cluster or
 * src/fairlet is used here, and nothing that a search believed about its answer.
 */
#ifndef FCAP_METRIC_METRIC_H
#define FCAP_METRIC_METRIC_H

#include "data/points.h"
#include "problem/rules.h"

/* p may be NULL: then cost, medoid, cluster_cost and group_cost are left out. Arrays of `out`
 * that are NULL are skipped. labels are in [0, k). The cost is right; *lost, where wanted, says
 * that by the distances of p, which a search sees, it was another: squares became 0. */
fcap_status fcap_measure_labels(fcap_run *run, const points *p, const rules *r,
                                const int32_t *labels, fcap_measures *out, int *lost);

#endif
