/* coarse.h - medoids and prices from a sample, on one rank, by the search for few points.
 *
 * The sample is asked for the same in proportion (search/levels.h). Which points it has does
 * not depend on the ranks, so neither does the answer.
 */
#ifndef FCAP_SHARD_COARSE_H
#define FCAP_SHARD_COARSE_H

#include "shard/zoom.h"

/* On rank 0: medoids, centres and prices of *out. effort: 1..9. */
fcap_status fcap_coarse(fcap_run *run, const collected *sample, const terms *t, int32_t effort,
                        standing *out);
/* On rank 0, where the sample is everything: the labels that faircap cluster would give, and
 * what is known of them. */
fcap_status fcap_coarse_whole(fcap_run *run, const collected *all, const terms *t,
                              const fcap_mpi_request *q, int32_t *label, standing *out,
                              fcap_report *report);

#endif
