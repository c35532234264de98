/* packing_bound.h - do units of different weights fit into clusters of limited capacity?
 *
 * That is bin packing with k bins, which may differ. Two lower bounds prove that they do not:
 * bins hold at most floor(room / v) units of weight v or more each; and the bound L2 of
 * Martello and Toth (1990), in which a smaller bin is a large one with a filler in it.
 * First-fit and fullest-last by decreasing weight may prove that they do. In between nothing is
 * decided.
 */
#ifndef FCAP_PROBLEM_PACKING_BOUND_H
#define FCAP_PROBLEM_PACKING_BOUND_H

#include "problem/request.h"

/* Why units cannot be packed. */
typedef struct packing_gap {
    int excluded;
    int64_t weight; /* `n` units of this weight or more ... */
    int64_t n;
    int64_t hold; /* ... of which the clusters hold this many; -1: found by the other bound */
} packing_gap;

/* Units not kept, into what room the kinds have. */
fcap_status fcap_packing_bound(fcap_run *run, const request *q, unsigned mask, const kinds *k,
                               packing_gap *out);

/* Was a packing found that has min_size members in each cluster? */
fcap_status fcap_packing_found(fcap_run *run, const request *q, unsigned mask, const kinds *k,
                               int *found);

#endif
