/* comm.h - the only thing the core knows about many machines.
 *
 * A handful of collective operations: every rank calls the same one at the same place. Nothing
 * here includes mpi.h; src/mpi/comm_mpi.c has the version for MPI, and fcap_comm_serial() the
 * one for a single process, so one rank and a thousand run the same lines.
 *
 * Sums are of whole numbers, and a maximum needs no order: no result depends on how many ranks
 * there are. The operations cannot fail: where the network does, the job ends.
 *
 * A rank that leaves while the others wait is a deadlock. So what can fail on one rank alone is
 * followed by fcap_comm_agree(), which makes the error of one the error of all.
 */
#ifndef FCAP_SHARD_COMM_H
#define FCAP_SHARD_COMM_H

#include "base/run.h"

typedef struct fcap_comm fcap_comm;

struct fcap_comm {
    int32_t rank;
    int32_t size;
    void *self;
    void (*sum)(void *self, int64_t *values, int64_t n);  /* on all ranks */
    void (*most)(void *self, double *values, int64_t n);  /* the largest of each, on all */
    void (*broadcast)(void *self, void *bytes, size_t n); /* from rank 0 */
    /* To rank 0, in the order of the ranks; size has what each rank sends, and only rank 0
     * needs `all`. */
    void (*gather)(void *self, const void *bytes, const size_t *size, void *all);
    /* For the record: what this rank sent or received, as this file counts it. */
    int64_t rounds;
    int64_t bytes;
};

fcap_comm fcap_comm_serial(void);

void fcap_comm_sum(fcap_comm *c, int64_t *values, int64_t n);
void fcap_comm_most(fcap_comm *c, double *values, int64_t n);
void fcap_comm_broadcast(fcap_comm *c, void *bytes, size_t n);
/* The least of pairs (value, index), compared by value first; index below 2^53. */
void fcap_comm_least(fcap_comm *c, double *value, int64_t *index);

/* What each rank has `mine` of: *all, from the arena, on every rank. */
fcap_status fcap_comm_share(fcap_run *run, fcap_comm *c, int64_t mine, int64_t **all);
/* n bytes of each rank, one after another, on rank 0; *all (the arena's, 0 bytes elsewhere) has
 * *total. */
fcap_status fcap_comm_gather(fcap_run *run, fcap_comm *c, const void *bytes, size_t n,
                             char **all, size_t *total);
/* The same where every rank knows all sizes, and rank 0 has the room for it. */
void fcap_comm_bring(fcap_comm *c, const void *bytes, const size_t *size, void *room);
/* *n bytes of rank 0, which the others get from the arena. */
fcap_status fcap_comm_spread(fcap_run *run, fcap_comm *c, void **bytes, size_t *n);

/* Every rank says how it fared. If one failed, all return the status, and have the sentence, of
 * the first that did. */
fcap_status fcap_comm_agree(fcap_run *run, fcap_comm *c, fcap_status mine);

/* For what can fail on one rank alone. */
#define AGREE(run, comm, call)                                                                 \
    do {                                                                                       \
        fcap_status const own_status_ = (call);                                                \
        fcap_status const all_status_ = fcap_comm_agree((run), (comm), own_status_);           \
        if (own_status_ != FCAP_OK || all_status_ != FCAP_OK) {                                \
            return all_status_ != FCAP_OK ? all_status_ : own_status_;                         \
        }                                                                                      \
    } while (0)

#endif
