/* proof.h - what multipliers prove of any families, beyond doubt about rounding.
 *
 * A cluster of an answer is in all families that the rules imply, so V_i of a candidate is at
 * least the largest of theirs. The ascent (ascent.h) goes by one family, whose V are concave in
 * pi; what is printed may take the best of all.
 */
#ifndef FCAP_BOUND_PROOF_H
#define FCAP_BOUND_PROOF_H

#include "bound/family.h"
#include "data/points.h"

typedef struct proof_case {
    const points *p;
    int32_t k;
    const char *may;  /* n flags: candidates; NULL: all */
    const family *of; /* n_families */
    int32_t n_families;
    const double *pi; /* by point */
} proof_case;

/* L(pi) less all that rounding can have added, and at least 0: never above the cost of any
 * answer. In the units of p. */
fcap_status fcap_proof_bound(fcap_run *run, const proof_case *of, double *value);

#endif
