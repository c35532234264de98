/* terms.h - the rules of the whole, from counts alone: no rank has all points.
 *
 * Rank 0 judges whether they can be met, as faircap plan does, and keeps what assignments need.
 */
#ifndef FCAP_SHARD_TERMS_H
#define FCAP_SHARD_TERMS_H

#include "problem/polygon.h"
#include "shard/schema.h"

typedef struct terms {
    int64_t capacity; /* as asked for; on all ranks, the rest on rank 0 only */
    rules r;
    fcap_attribute attribute;
    shape s; /* without groups of points */
    polygon hull;
    box around;
} terms;

/* Collective. *out must not move afterwards. */
fcap_status fcap_terms_open(fcap_run *run, fcap_comm *comm, const schema *s,
                            const fcap_mpi_request *q, terms *out);
/* What clusters can take at these prices: the dual value of them is the sum of minima less it.
 */
double fcap_terms_support(const terms *t, const double *price);

#endif
