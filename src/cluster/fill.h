/* fill.h - ClusterAssignment of [LQ21] Algorithm 2: the medoids, in order, each take the
 * bundles that a knapsack chooses from those still there. See fill.c.
 */
#ifndef FCAP_CLUSTER_FILL_H
#define FCAP_CLUSTER_FILL_H

#include "cluster/knapsack.h"
#include "data/bundle.h"
#include "data/points.h"

/* What a bundle sees when it is a medoid. */
typedef struct fill_view {
    float *distance; /* n: from its centre to the other centres */
    float *spread;   /* n: sum of distances of a bundle's members to its centre */
    int32_t *order;  /* n: bundles in the order of the knapsack */
} fill_view;

/* The problem. */
typedef struct fill {
    const points *p;
    const bundles *b;
    int64_t *weight;
    int64_t capacity;
    knapsack sack;
    fill_view all; /* n x n, when there are few bundles; otherwise NULL */
} fill;

/* What one thread needs to look at medoids and to fill them. */
typedef struct fill_room {
    fill_view own;      /* of one bundle, where there is no matrix */
    float *to_points;   /* distances to all points */
    knapsack_key *keys; /* for sorting */
    knapsack_room sack;
    char *gone;      /* n */
    float *there;    /* n: 0 where gone, else 1 */
    int64_t *left;   /* of each class of weights: bundles that are not gone */
    int32_t *chosen; /* n */
} fill_room;

/* k medoids and what they took. */
typedef struct filled {
    int32_t k;
    int32_t *medoid; /* k bundles, in the order in which they choose */
    fill_view *view; /* k */
    int32_t *place;  /* n: the medoid that took the bundle, -1 for those left over */
    double cost;     /* sum of distances of points to their medoid; see fill.c on left-overs */
    int64_t left_over;
    /* For judging exchanges without starting anew: */
    char *gone_at;      /* (k + 1) x n: taken before medoid c chooses, or a medoid */
    float *there_at;    /* k x n: the same as 0 where gone, else 1 */
    int64_t *left_at;   /* k x classes: not gone before medoid c chooses */
    double *cost_at;    /* k + 1: of the medoids before c */
    double *own_after;  /* k + 1: cost of the medoids' own bundles from c on */
    float *rest;        /* (k + 1) x n: least spread among medoids from c on */
    int32_t *orders;    /* see shorten_orders(); NULL where that would take too much memory */
    int64_t *orders_at; /* k */
    int64_t *lengths;   /* k */
    int32_t *tempted;   /* k: the first medoid that would take medoid c's bundle if it could */
} filled;

fcap_status fcap_fill_open(fcap_run *run, const points *p, const bundles *b, int64_t capacity,
                           double lambda, fill *out);
fcap_status fcap_fill_room_open(fcap_run *run, const fill *f, fill_room *out);
fcap_status fcap_filled_open(fcap_run *run, const fill *f, int32_t k, filled *out);

/* Fills the medoids of s->medoid from scratch and prepares for judging exchanges. */
void fcap_fill(const fill *f, filled *s, fill_room *room);

/* The view of a bundle: from the matrix, or computed into room->own. `with_order` = 0 leaves
 * the order out, which takes the longest. */
fill_view fcap_fill_look(const fill *f, int64_t bundle, fill_room *room, int with_order);

/* No filling with `candidate` in place of medoid c costs less than this; O(n). */
double fcap_fill_bound(const fill *f, const filled *s, int32_t candidate, int32_t c,
                       const float *spread);
/* What that filling costs, or infinity as soon as it is known to cost more than `limit`. */
double fcap_fill_try(const fill *f, const filled *s, int32_t candidate, int32_t c,
                     const fill_view *view, double limit, fill_room *room);

#endif
