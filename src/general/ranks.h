/* ranks.h - who would leave a cluster most cheaply, and for where.
 *
 * For each item the clusters that are nearest at the present prices; for each cluster its items
 * in the order of what leaving adds to their priced cost. Looking for chains begins at the
 * heads of these lists and stops where nothing can be gained any more. Lists follow single
 * moves.
 */
#ifndef FCAP_GENERAL_RANKS_H
#define FCAP_GENERAL_RANKS_H

#include "general/layout.h"
#include "general/prices.h"

/* Something about an item, to be sorted. */
typedef struct ranked {
    double key;
    int32_t item;
    int32_t to;
} ranked;

typedef struct ranks {
    layout *l;
    const prices *prices;
    int32_t n_near;
    int32_t *near; /* [item * n_near + x]: clusters, the cheapest at these prices first */
    double *leave; /* n: the least that leaving its cluster adds to an item's priced cost;
                      infinite for those that must stay */
    int32_t *list; /* the items of each cluster, by leave */
    int64_t *from; /* k + 1: where the list of a cluster begins; with some room to grow */
    int64_t *size; /* k: of each list */
    ranked *order; /* n: scratch for sorting */
} ranks;

fcap_status fcap_ranks_open(fcap_run *run, layout *l, const prices *at, ranks *out);
/* Sorts by key, then item, then cluster. */
void fcap_ranked_sort(ranked *list, int64_t n);

/* After centres or prices have changed. */
void fcap_ranks_begin(ranks *w);
/* After labels have changed, many at a time. */
void fcap_ranks_relist(ranks *w);
/* Moves an item in the layout and in the lists. */
void fcap_ranks_move(ranks *w, int64_t item, int32_t to);

/* What an item costs in cluster i, with its price. */
static inline double fcap_priced(const ranks *w, int64_t item, int32_t i) {
    int32_t const type = w->l->task->it.type[item];
    return w->l->cost[item * w->l->k + i] + w->prices->type[(int64_t)type * w->l->k + i];
}

#endif
