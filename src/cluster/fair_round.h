/* fair_round.h - an answer near counts that are not whole. */
#ifndef FCAP_CLUSTER_FAIR_ROUND_H
#define FCAP_CLUSTER_FAIR_ROUND_H

#include "cluster/fair_assign.h"

/* Whole counts with the right sums from `count` (2 k), which has nearly those; in P or not. */
void fcap_fair_round(const fair_assign *fa, const double *count, quota *out);
/* A box of allowed counts around c, which are allowed, for a balance of t > 0. */
box fcap_fair_box(const rules *r, fcap_ratio t, quota c);
/* The best assignment in boxes of allowed counts around counts near `wish`: valid. Starts from
 * the prices in fa and leaves its own there. */
fcap_status fcap_fair_near(fcap_run *run, fair_assign *fa, const quota *wish, int32_t *label);

#endif
