/* pass.h - one look at all points: where each would go at given prices.
 *
 * Point j of group g goes to the cluster of least d_ji + price[g, i]. What comes of it and is
 * small enough to be sent around: members of every place, how many points have a second choice
 * that is hardly dearer, and the sum of the minima, which with the prices is a lower bound
 * (cluster/fair_assign.h).
 */
#ifndef FCAP_SHARD_PASS_H
#define FCAP_SHARD_PASS_H

#include "shard/cloud.h"
#include "shard/fixed.h"

enum {
    MARGIN_BINS = 256 /* of margins, eight to an octave */
};

typedef struct pass {
    int64_t *load;                   /* [g * k + i] */
    int64_t margin[MARGIN_BINS + 1]; /* points with a margin of that bin; the last: beyond */
    fixed least;                     /* sum of the minima */
} pass;

fcap_status fcap_pass_open(fcap_run *run, int32_t k, int32_t n_groups, pass *out);
/* Sets labels and margins of the cloud, and *out from all ranks. Collective; one sum. */
fcap_status fcap_pass(fcap_run *run, fcap_comm *comm, cloud *c, const points *centre,
                      const double *price, pass *out);

/* No margin of a bin up to this one is above: all those up to the limit of a bin are in bins up
 * to it. */
float fcap_margin_limit(int32_t bin);
int32_t fcap_margin_bin(float margin);

#endif
