/* claims.h - what the report of an answer says, to be held against what its rows and labels
 * say.
 *
 * Read from the text of report.json alone; what was found comes from review.c.
 */
#ifndef FCAP_SHARD_CLAIMS_H
#define FCAP_SHARD_CLAIMS_H

#include "shard/schema.h"

#define COST_TOLERANCE 1e-9 /* relative */

typedef struct claims {
    int64_t n;
    int64_t dropped;
    int64_t coordinates;
    fcap_ratio balance; /* the least of a cluster; den 0: none */
    double cost;
    double lower_bound; /* negative: none */
    double fixed_medoid_bound;
    double fixed_medoid_gap;
    int64_t smallest;
    int64_t largest;
    int64_t *size;   /* k */
    int64_t *medoid; /* k rows, from 0 on */
    int64_t *count;  /* [g * k + i] */
} claims;

/* FCAP_E_DATA when the report is not as faircap-mpi writes it to the last byte but blanks, of
 * other groups, or of another number of clusters. */
fcap_status fcap_claims_read(fcap_run *run, const char *within, const schema *s, int32_t k,
                             claims *out);
/* Is a value not what was found, apart from n and the cost itself, which have lines of their
 * own? Then `what` is the first one: its key, or "size of cluster 3"; else "". */
int fcap_claims_false(const claims *said, const claims *found, int32_t k, int32_t n_groups,
                      char *what, size_t size);

#endif
