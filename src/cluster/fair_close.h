/* fair_close.h - branch and bound over the counts of clusters: from near-optimal to proved. */
#ifndef FCAP_CLUSTER_FAIR_CLOSE_H
#define FCAP_CLUSTER_FAIR_CLOSE_H

#include "cluster/fair_assign.h"

/* Improves fa->best (valid, of *cost) and raises *bound, spending at most `nodes` flows.
 * fa->member and fa->cluster are where it starts. When the run is stopped, the best so far. */
fcap_status fcap_fair_close(fcap_run *run, fair_assign *fa, int64_t nodes, double *cost,
                            double *bound);

#endif
