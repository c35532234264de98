/* chains.h - the assignment kernel: chains of moves for fixed centres.
 *
 * A chain moves an item from cluster h to i, one from i to l, and so on, and ends anywhere:
 * also in h, then it is a cycle. One move is a relocation, a cycle of two a swap. The same
 * search repairs and improves: a chain is taken when it lowers the excess, or else the repeated
 * pairs, or else the cost.
 *
 * Which chains are tried: as in [LK73], only those whose partial sums promise a
 * gain; every improving cycle has a beginning for which they do. Sums are of priced costs
 * (general/prices.h), plus what the unused room of the clusters on the way is worth: no chain
 * gains more than that.
 */
#ifndef FCAP_GENERAL_CHAINS_H
#define FCAP_GENERAL_CHAINS_H

#include "general/ranks.h"

enum {
    CHAIN_MOST = 4 /* moves */
};

typedef struct chain {
    int32_t n;
    int64_t item[CHAIN_MOST];
    int32_t to[CHAIN_MOST];
    double value; /* what it changes: below 0 is better */
} chain;

typedef struct chains {
    layout *l;
    const prices *prices;
    ranks ranks;
    double *room; /* k: see fcap_prices_room */
    double room_most;
    int32_t depth; /* moves of a chain at most, up to CHAIN_MOST */
    /* the chain that is being looked at: */
    chain now;
    chain best;
    int32_t first;      /* cluster of its first item */
    int64_t without;    /* excess there without that item, minus the present one */
    int64_t broken;     /* total excess */
    int64_t all_pairs;  /* to avoid, from both ends */
    double per_excess;  /* one unit outweighs any repeated pairs and costs */
    double per_pair;    /* one repeated pair outweighs any costs */
    int64_t work;       /* so far, in about nanoseconds */
    int64_t iterations; /* chains taken */
} chains;

fcap_status fcap_chains_open(fcap_run *run, layout *l, const prices *at, chains *out);
/* After centres, prices or labels have changed. */
void fcap_chains_begin(chains *w);
/* Lowers the excess by single moves, the cheapest first. Quick; for labels that break much. */
void fcap_chains_repair(chains *w);
/* Takes chains until none is left that helps, in at most `passes` looks at all items. */
void fcap_chains_improve(fcap_run *run, chains *w, int32_t passes);

#endif
