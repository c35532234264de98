/* proposals.h - which changes are looked at: drawn by lot, mostly among what is near.
 *
 * An item goes to the group of another one, and a member of that group takes its place, or goes
 * to a third group whose member does, or nobody leaves. Where members shall be similar, the
 * other item is near in an order in which near items are near: its distance there is drawn
 * evenly in its logarithm, so that every scale has its turn, from neighbours to the far end.
 */
#ifndef FCAP_MIXTURE_PROPOSALS_H
#define FCAP_MIXTURE_PROPOSALS_H

#include "mixture/grouping.h"

typedef struct proposals {
    const grouping *g;
    rng random;
    int32_t *free; /* items that may move */
    int64_t n_free;
    int32_t *order; /* all items, near ones next to each other; NULL: no item is nearer */
    int32_t *place; /* of each item in it */
    int32_t scales; /* powers of two up to the number of items */
    int sizes_vary; /* a group can get larger at the cost of another */
} proposals;

fcap_status fcap_proposals_open(fcap_run *run, const grouping *g, rng random, proposals *out);
/* Draws a change; 0 when the lot fell on one that is none. luck: 16 more random bits. */
int fcap_proposals_draw(proposals *p, change *out, uint32_t *luck);
/* The exchange of two items of different groups. */
change fcap_proposals_swap(const grouping *g, int32_t x, int32_t y);
change fcap_proposals_move(const grouping *g, int32_t x, int32_t to);

#endif
