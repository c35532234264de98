/* fair_table.h - the distances of all points to k medoids, kept while medoids change.
 *
 * Points stand group by group, in the order of their numbers within a group, so that a price of
 * a group is one number for a stretch of a column. Columns of doubles are for bounds and
 * claims; rows of whole numbers, of one unit for all medoid sets, are for flows (assign.h).
 *
 * A lean table stores none of them: distances are computed whenever they are needed, from a
 * copy of the points in the order of the places. Its numbers have the same bits.
 */
#ifndef FCAP_CLUSTER_FAIR_TABLE_H
#define FCAP_CLUSTER_FAIR_TABLE_H

#include "cluster/assign.h"
#include "problem/shape.h"

enum {
    FAIR_STRETCH = 64 /* places at once: their minima stay in registers and the first cache */
};

typedef struct fair_table {
    const points *p;
    int64_t n;
    int32_t k;
    int32_t n_groups;
    double unit;      /* distance per whole unit */
    int32_t *order;   /* n: place r is point order[r] */
    int32_t *group;   /* n: of place r; 0 .. 0 1 .. 1 */
    int64_t first[3]; /* group g has places first[g] .. first[g + 1] - 1 */
    int64_t *medoid;  /* k: what the columns are now; -1 for none */
    double *distance; /* [i * stride + r]; NULL in a lean table */
    int64_t stride;
    int32_t *cost; /* [r * k + i]; NULL in a lean table */
    double *row;   /* stride: scratch */
    points rows;   /* of a lean table: the points in the order of the places */
    points centres;
    int32_t threads;
    double *room;    /* of a lean table: a stretch of all columns for each thread */
    double *partial; /* sums of parts of the places */
} fair_table;

/* lean: see above. Memory O(n k), or O(n d) of a lean one. */
fcap_status fcap_fair_table_open(fcap_run *run, const points *p, const shape *s, int lean,
                                 fair_table *out);
/* Computes the columns of the medoids that are not there yet. O(n d) each. */
void fcap_fair_table_set(fair_table *t, const int64_t *medoid);
double fcap_fair_table_distance(const fair_table *t, int32_t i, int64_t r);
/* Some FAIR_STRETCH places at most: that of place from + x to medoid i is [i * *stride + x] of
 * what is returned, until the thread's next call. */
const double *fcap_fair_table_stretch(const fair_table *t, int64_t from, int64_t n,
                                      int32_t thread, int64_t *stride);
/* gain[r] = min over i' != i of (d_ri' + price)  -  d_ri: what place r would pay to be in i. */
void fcap_fair_table_gains(const fair_table *t, const double *price, int32_t i, double *gain);
/* sum_j min_i (d_ji + price[g(j), i]), price[g * k + i]. O(n k). */
double fcap_fair_table_least(const fair_table *t, const double *price);
/* sum_j d_j,label(j), in the order of the places. */
double fcap_fair_table_cost(const fair_table *t, const int32_t *label);

#endif
