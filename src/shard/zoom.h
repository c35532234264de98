/* zoom.h - all points to k given medoids under sizes and a balance, exactly, though no rank has
 * them all.
 *
 * At good prices most points are far from changing their mind: their second choice is dearer by
 * more than prices are wrong. Only the others, those with a small margin, come to rank 0, where
 * a flow (cluster/assign.h) assigns them within what the settled ones leave. If afterwards the
 * prices of a group's places have changed, relative to one another, by no more than the margin
 * that was asked for, then no settled point would move, and the whole is optimal.
 *
 * With very many points even those of small margin are many, while prices are wrong. So the
 * first flows are about a part of them, drawn by lot, with rules in proportion: the prices of
 * that flow are wrong by less, the margin that matters is narrower, and a larger part of fewer
 * points fits. Each step has about the same number of points, whatever n is; the last has all
 * of its margin, and is exact.
 */
#ifndef FCAP_SHARD_ZOOM_H
#define FCAP_SHARD_ZOOM_H

#include "shard/collect.h"
#include "shard/pass.h"
#include "shard/terms.h"

/* Where a search stands: medoids, and prices that go with them. */
typedef struct standing {
    int32_t k;
    int32_t n_groups;
    int64_t *medoid; /* rows; on all ranks */
    points centre;   /* the same as points */
    double *price;   /* [g * k + i] */
    double cost;     /* infinite: no answer yet */
    double before;   /* the cost when these medoids were found; infinite: they are the first */
    double bound;    /* no labels with these medoids cost less */
    int proved;      /* the last assignment is optimal within its boxes */
    double slack;    /* what rounding in that assignment may have cost */
    int32_t round;
    int64_t known; /* points that the prices are from; 0: nothing is known */
} standing;

/* What it took. */
typedef struct expense {
    int32_t passes;
    int64_t pass_messages; /* collective operations in them, */
    int64_t pass_bytes;    /* and what this rank sent or received there */
    int32_t steps;
    int64_t gathered;
} expense;

fcap_status fcap_standing_open(fcap_run *run, const schema *s, int32_t k, standing *out);
/* Into the arrays of *to, which is of the same size. */
void fcap_standing_copy(const standing *from, standing *to);

/* Labels of the cloud for the medoids of *io, from its prices; its prices, bound and `proved`
 * are set. gather: about so many points come to rank 0 at a time. Collective. */
fcap_status fcap_zoom(fcap_run *run, fcap_comm *comm, cloud *c, const terms *t, int64_t gather,
                      uint64_t seed, standing *io, expense *spent);

#endif
