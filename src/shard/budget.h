/* budget.h - what a rank will take of a memory limit, said before it is taken.
 *
 * The limit is about resident bytes: what MPI and the program have, too. Rows go to a file
 * where they do not fit; the rest is needed in any case. So a limit that is too low is refused
 * at once, with the smallest that would do, instead of being exceeded after an hour.
 */
#ifndef FCAP_SHARD_BUDGET_H
#define FCAP_SHARD_BUDGET_H

#include "shard/schema.h"

/* Resident bytes of this process now, and the most there ever were; 0 where the system does not
 * tell. */
int64_t fcap_memory_now(void);
int64_t fcap_memory_peak(void);

/* What an answer takes besides the rows. */
typedef struct budget {
    int64_t limit; /* of a rank; 0: what the machine has */
    int32_t k;
    int64_t sample;   /* rows that rank 0 searches, */
    int64_t gather;   /* and assigns at a time */
    int64_t matrix;   /* points that may have a matrix of distances in that search */
    int whole;        /* the sample is all there is */
    int64_t capacity; /* of a cluster */
} budget;

/* May this rank keep its points in memory? An error if the limit is too low even without them.
 * Call it after the rows have been read once. Collective. */
fcap_status fcap_budget_check(fcap_run *run, fcap_comm *comm, const schema *s, const budget *b,
                              int *kept);
/* On rank 0, before n points come in a step: many may be equally near to two medoids. */
fcap_status fcap_budget_gather(fcap_run *run, const schema *s, int32_t k, int64_t limit,
                               int64_t n);

#endif
