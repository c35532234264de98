/* fair_close.h - branch and bound over the counts of clusters: from near-optimal to proved. */
#ifndef FCAP_CLUSTER_FAIR_CLOSE_H
#define FCAP_CLUSTER_FAIR_CLOSE_H

#include "cluster/fair_assign.h"

/* Improves fa->best, which is valid and costs io->cost, and raises io->bound; at most `nodes`
 * nodes. Starts from io->price. Two groups. When the run is stopped, the best so far. What
 * run->err says on the way would be about parts of the problem: set it to NULL. */
fcap_status fcap_fair_close(fcap_run *run, fair_assign *fa, int64_t nodes, placed *io);

#endif
