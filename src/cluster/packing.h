/* packing.h - look-ahead for merging: do the weights still go into k bins of capacity q?
 *
 * Merging the closest pair whenever it fits can end with more than k clusters, all heavier than
 * q / 2. So before two clusters of weights a and b merge, ask
 *
 *     fcap_packing_admits(p, a, b)
 *
 * which is true when there is a packing of all weights into k bins with a + b in place of a and
 * b: either the one first-fit decreasing finds, or the present packing, when a bin of it holds
 * both. As long as there are more than k clusters, some bin holds two: there is always a pair
 * that is admitted, and merging ends with k clusters.
 *
 * If no packing of the weights given at the start is found, neither by first-fit decreasing nor
 * by filling one bin after the other, there is no look-ahead and every pair is admitted.
 */
#ifndef FCAP_CLUSTER_PACKING_H
#define FCAP_CLUSTER_PACKING_H

#include "base/run.h"

/* `count` clusters of the same weight. */
typedef struct packing_lot {
    int64_t weight;
    int64_t count;
} packing_lot;

/* Bins first .. first + n - 1. */
typedef struct packing_bins {
    int32_t first;
    int32_t n;
    int64_t room;
} packing_bins;

/* Each of these bins holds `each` clusters of this weight; no two of the same weight overlap.
 */
typedef struct packing_share {
    int64_t weight;
    int64_t each;
    int32_t first;
    int32_t n;
} packing_share;

typedef struct packing_answer {
    int64_t a;
    int64_t b;
    int64_t step;
    int admitted;
} packing_answer;

typedef struct packing {
    int32_t bins;
    int64_t capacity;
    int64_t never_fails; /* first-fit decreasing finds a bin for any weight below this */
    int on;              /* 0: no packing found, everything is admitted */
    int64_t step;        /* merges so far, + 1 */
    packing_lot *lots;   /* the weights now, heaviest first */
    int64_t n_lots;
    packing_lot *after;  /* scratch: the weights after the merge asked for */
    packing_bins *space; /* scratch: bins that have room, in order; before and after a weight */
    /* The present packing. Only made when first-fit decreasing refuses a merge; void (no
     * shares) again after a merge that it granted, for then it can repack what there is. */
    packing_share *shares;
    int64_t n_shares;
    int recording;          /* first-fit decreasing writes down the shares */
    packing_answer *memory; /* answers of this step by a hash of the weights */
} packing;

/* n weights >= 1, together below 2^53, into 1 <= bins <= n of capacity >= 1. */
fcap_status fcap_packing_open(fcap_run *run, const int64_t *weight, int64_t n, int32_t bins,
                              int64_t capacity, packing *p);
/* May clusters of weights a and b, both among those now, merge? a + b <= capacity. */
int fcap_packing_admits(packing *p, int64_t a, int64_t b);
/* Is it known from an earlier question, with the same weights to be packed, that they may not?
 */
int fcap_packing_refused(packing *p, int64_t a, int64_t b);
/* They have merged. */
void fcap_packing_merge(packing *p, int64_t a, int64_t b);

#endif
