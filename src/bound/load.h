/* load.h - the family of clusters whose points weigh at most the capacity together.
 *
 * Only points with a cost below 0 are worth taking, and which of them is a knapsack (sack.h).
 */
#ifndef FCAP_BOUND_LOAD_H
#define FCAP_BOUND_LOAD_H

#include "bound/family.h"
#include "problem/rules.h"

typedef struct load {
    int64_t n;
    const int64_t *weight; /* n, each at least 1 */
    int64_t capacity;
    int64_t most;   /* points that fit */
    int64_t *order; /* n: as they are */
} load;

/* The weights stay the caller's. */
fcap_status fcap_load_open(fcap_run *run, const rules *r, load *out);
family fcap_load_family(const load *l);

#endif
