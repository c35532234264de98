/* collect.h - some points of all ranks, brought to rank 0.
 *
 * Each comes with its coordinates, so rank 0 can measure every distance it needs: 8 (d + 1)
 * bytes, however many clusters there are. They come some megabytes at a time: beside the points
 * themselves rank 0 needs room for one such turn.
 */
#ifndef FCAP_SHARD_COLLECT_H
#define FCAP_SHARD_COLLECT_H

#include "shard/cloud.h"

typedef struct collected {
    int64_t n;   /* on every rank: of all */
    int64_t own; /* of this rank, */
    int64_t at;  /* which begin there */
    /* on rank 0, by row: */
    points p;
    int64_t *row;
    int32_t *group;
} collected;

/* index: n points of this rank, ascending. Collective. */
fcap_status fcap_collect(fcap_run *run, fcap_comm *comm, const cloud *c, const int64_t *index,
                         int64_t n, collected *out);

/* A number of a row that looks random, the same wherever the row is. */
uint64_t fcap_row_hash(uint64_t seed, int64_t row);

/* About `wanted` points, with the share of each group that the whole has. Collective; only rank
 * 0 has them. */
fcap_status fcap_sample(fcap_run *run, fcap_comm *comm, const cloud *c, int64_t wanted,
                        uint64_t seed, collected *out);

#endif
