/* sack.h - the items of most worth that fit together: a knapsack.
 *
 * First by branch and bound over the items in the order of worth for weight, each branch cut
 * off by its linear relaxation [HS74]. Weights that are much alike make that long; then most
 * items are decided by what the linear relaxation would lose without, or with, them [DH80], and
 * the few that are left go through all weights one after the other. Where even that is too much
 * (weights of many digits) the linear relaxation of all counts: a little more than there is.
 */
#ifndef FCAP_BOUND_SACK_H
#define FCAP_BOUND_SACK_H

#include "base/run.h"

typedef struct sack_item {
    double worth; /* above 0 */
    double rate;  /* for a unit of weight */
    int64_t weight;
    int32_t position; /* the caller's name for it */
} sack_item;

typedef struct sack {
    sack_item *item; /* the caller's, then by falling rate; room for as many as were opened */
    int64_t n;       /* of them */
    int32_t *best;   /* items that fit and are worth most, as far as is known */
    int64_t n_best;
    int64_t work;    /* of the last call, in about nanoseconds */
    double *worth;   /* n + 1: of the first items together */
    int64_t *weight; /* n + 1: the same */
    int32_t *now;    /* items taken, ascending */
    int32_t *core;   /* the items that are undecided, and those that are in */
    double *row[2];  /* the most worth within each weight */
    char *taken;     /* [core item][weight]: it is among the best */
} sack;

/* For up to n items. */
fcap_status fcap_sack_open(fcap_run *run, int64_t n, sack *out);

/* The most that items are worth which fit into `place`, or an upper bound of it. */
double fcap_sack_fill(sack *s, int64_t place);

#endif
