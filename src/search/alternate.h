/* alternate.h - points to medoids, medoids to the middle of their points, until that settles.
 *
 * The descent of Lloyd [Llo82] with exact steps: quick from a poor start, but it ends where one
 * cluster alone cannot be improved. Exchanges (search/priced_swap.h) go on from there.
 */
#ifndef FCAP_SEARCH_ALTERNATE_H
#define FCAP_SEARCH_ALTERNATE_H

#include "search/answer.h"

/* The best members of clusters seen before: in a walk most clusters stay as they are. */
enum {
    MIDDLES_KEPT = 4096
};
typedef struct middle_memory {
    uint64_t *members; /* a hash of all members; 0: none */
    int32_t *best;
} middle_memory;

fcap_status fcap_middles_open(fcap_run *run, middle_memory *out);

/* Each cluster gets its best member as medoid; the labels stay, the cost falls with it. Above
 * MATRIX_POINTS points only members near the mean of a large cluster are tried. `candidate`
 * (n flags) says which points may become medoids; NULL = all. */
fcap_status fcap_alternate_medoids(fcap_run *run, const points *p, const char *candidate,
                                   middle_memory *memory, answer *a, int32_t *changed);

typedef struct alternation {
    const char *candidate;
    middle_memory *memory;
    int64_t rounds; /* in: assignments at most; out: made */
    answer *spare;
} alternation;

/* From a placed answer down to one that neither step improves. The cost never rises. */
fcap_status fcap_alternate(fcap_run *run, fair_assign *fa, alternation *how, answer *a);

#endif
