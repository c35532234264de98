/* layout.h - the state of the search: where each item is, and what that is worth.
 *
 * Centres decide what an item costs in a cluster: the distances of its points to the medoid, or
 * their squared distances to the mean. These costs are kept as a table; a column is made anew
 * when its centre changes. Tallies, excess and pairs follow every move.
 *
 * Answers are compared by how far they are from obeying the rules, then by repeated pairs, then
 * by cost. The first two are whole numbers.
 */
#ifndef FCAP_GENERAL_LAYOUT_H
#define FCAP_GENERAL_LAYOUT_H

#include "data/points.h"
#include "general/items.h"

/* What an answer is worth: less is better, from left to right. */
typedef struct merit {
    int64_t excess; /* 0: all rules hold */
    int64_t met;    /* repeated pairs */
    double cost;    /* in the scale of the points */
} merit;

int fcap_merit_less(merit a, merit b);

/* The problem; the same for all states of it. */
typedef struct task {
    const points *p;
    const rules *r;
    tally_rules t;
    items it;
    int by_mean;      /* the centres are means, not medoids */
    int32_t n_spread; /* of mixture/mixture.h: the last coordinates, in which clusters shall be
                         alike around a mean of 0; else 0 */
} task;

/* Costs of the search are in the scale of distances, or of squared coordinates for means; this
 * is in true units. */
double fcap_task_cost(const task *of, double cost);

typedef struct layout {
    const task *task;
    int64_t n; /* items */
    int32_t k;
    int64_t *medoid;  /* k: where the centre is, or was when the mean was put there */
    int32_t *pinned;  /* n: the cluster whose medoid is in the item, or -1 */
    double *mean;     /* k rows of d, where centres are means */
    double *cost;     /* [item * k + i] */
    double far;       /* the largest cost in the table */
    int32_t *label;   /* n */
    int64_t *tally;   /* k rows */
    int64_t *excess;  /* k: of each cluster, times its weight */
    int64_t *heavy;   /* k: the weights, 1 unless a repair is stuck */
    int64_t spite;    /* the same of pairs that must be apart */
    int64_t *sum;     /* scratch: a tally */
    int32_t *enemies; /* [item * k + i]: in cluster i, to be apart from; NULL: none anywhere */
    int32_t *known;   /* the same of pairs to avoid, by weight */
    char *changed;    /* k: the members are others than when this was last cleared */
    int loose;        /* medoids may leave their clusters, in a repair */
    double *row;      /* scratch: a row of distances */
} layout;

fcap_status fcap_layout_open(fcap_run *run, const task *of, layout *out);

/* Puts the centre of cluster i on a point; the column follows. */
void fcap_layout_set_medoid(layout *l, int32_t i, int64_t point);
/* The mean of cluster i has been written to l->mean; the column follows. */
void fcap_layout_set_mean(layout *l, int32_t i);
/* Must it stay in its cluster: at home there, or its medoid? */
int fcap_layout_is_fixed(const layout *l, int64_t item);
/* Labels as a whole, and one by one. */
void fcap_layout_set_labels(layout *l, const int32_t *label);
void fcap_layout_recount(layout *l);
void fcap_layout_move(layout *l, int64_t item, int32_t to);
/* What a pair that must be apart, and is not, adds to the excess. */
int64_t fcap_layout_pair(const layout *l);
/* What it is worth now, added up anew. */
merit fcap_layout_merit(const layout *l);
/* Conditions of cluster i with one item more and one less; -1 for none. */
int64_t fcap_layout_excess(const layout *l, int32_t i, int64_t with, int64_t without);

/* An answer that is kept: labels, centres, worth. */
typedef struct kept {
    int32_t *label;
    int64_t *medoid;
    double *mean;
    merit merit;
} kept;

fcap_status fcap_kept_open(fcap_run *run, const task *of, kept *out);
void fcap_layout_keep(const layout *l, merit worth, kept *to);
void fcap_layout_restore(layout *l, const kept *from);
void fcap_kept_copy(const task *of, const kept *from, kept *to);

#endif
