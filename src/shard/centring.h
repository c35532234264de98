/* centring.h - what labels cost, and better medoids for them, over all ranks.
 *
 * The best member of a cluster lies near its geometric median. Rank 0 finds the medians of a
 * sample; of every cluster the few members nearest to that, and the medoid it has, are tried
 * against all members. Sums are exact, so the choice does not depend on the ranks.
 */
#ifndef FCAP_SHARD_CENTRING_H
#define FCAP_SHARD_CENTRING_H

#include "shard/zoom.h"

/* Every medoid becomes a member of its own cluster, at least cost: it changes places with a
 * member of its group (cluster/fair_assign.c says why that costs nothing). *moved: some did.
 * Collective. */
fcap_status fcap_bring_home(fcap_run *run, fcap_comm *comm, cloud *c, const standing *at,
                            int *moved);
/* io->cost, of the labels of the cloud. Collective. */
fcap_status fcap_cost(fcap_run *run, fcap_comm *comm, const cloud *c, standing *io);
/* Better medoids for the labels, if there are any near; io->cost with them. sample: on rank 0.
 * *changed: some are new. Collective. */
fcap_status fcap_centre(fcap_run *run, fcap_comm *comm, const cloud *c, const collected *sample,
                        standing *io, int *changed);

#endif
