/* fair_dual.h - prices that make the bound of an assignment as large as they can.
 *
 *     maximise  sum_j min_i (d_ji + p[g(j)][i])  -  sum_i sigma_i(p[0][i], p[1][i])
 *
 * over all prices p of the places of two groups, sigma_i(x, y) = max {x a + y b : (a, b) in the
 * polygon of cluster i}. The largest value is that of the assignment in which points may be
 * divided, with counts in the polygons; those counts come out too, as a wish for whole ones.
 */
#ifndef FCAP_CLUSTER_FAIR_DUAL_H
#define FCAP_CLUSTER_FAIR_DUAL_H

#include "cluster/fair_table.h"
#include "problem/polygon.h"

/* What the points of one part of the places add, see fair_dual.c. */
typedef struct dual_part {
    double *gain;   /* 2 k */
    double *matrix; /* as in fair_dual */
    double *share;  /* k: of a divided point */
    int32_t *near;  /* k: its clusters */
    double total;   /* of the points that are not divided */
    double divided; /* of those that are, smoothed, */
    double least;   /* and their minima */
} dual_part;

typedef struct fair_dual {
    const fair_table *t;
    const polygon **hull; /* k: the polygons of the clusters, set by the caller */
    double *price;        /* 2 k: the best so far */
    double bound;         /* their value */
    double *count;        /* 2 k: members when points are divided, in the polygons */
    /* the rest is for fair_dual.c */
    double *at;     /* 2 k: prices at work */
    double *next;   /* 2 k */
    double *gain;   /* 2 k: gradient */
    double *centre; /* 2 k: what the counts are drawn to */
    double *matrix; /* 2 k rows of 2 k */
    double *step;   /* 2 k */
    dual_part *part;
    int32_t parts;
    double width; /* points this near to a second cluster are divided */
    double stiff; /* how much counts are drawn to the centre */
} fair_dual;

/* How to go about it. */
typedef struct dual_plan {
    double scale;  /* a typical distance */
    double from;   /* the first width, in scales; smaller for better prices to start with */
    double to;     /* the last */
    double enough; /* a bound that needs not be exceeded */
} dual_plan;

fcap_status fcap_fair_dual_open(fcap_run *run, const fair_table *t, fair_dual *out);
/* From d->price, whose value is never lost. O(n k + k^3) a step, some 10 to 40 steps. */
void fcap_fair_dual_raise(fair_dual *d, const dual_plan *plan);
/* Sets d->count to the counts in the polygons nearest to what the prices in d->price lead to,
 * when points within `width` of a second cluster are divided. */
void fcap_fair_dual_counts(fair_dual *d, double width);
/* A first width for a relative gap between cost and bound: the wider, the wider. */
double fcap_dual_width(double gap);
/* The value of prices. */
double fcap_fair_dual_value(const fair_dual *d, const double *price);

#endif
