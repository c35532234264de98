/* fair_table.h - the distances of all points to k medoids, kept while medoids change.
 *
 * Points stand group by group, in the order of their numbers within a group, so that a price of
 * a group is one number for a stretch of a column. Columns of doubles are for bounds and
 * claims; rows of whole numbers, of one unit for all medoid sets, are for flows (assign.h).
 */
#ifndef FCAP_CLUSTER_FAIR_TABLE_H
#define FCAP_CLUSTER_FAIR_TABLE_H

#include "cluster/assign.h"
#include "problem/shape.h"

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
    double *distance; /* [i * stride + r] */
    int64_t stride;
    int32_t *cost; /* [r * k + i] */
    double *row;   /* stride: scratch */
} fair_table;

fcap_status fcap_fair_table_open(fcap_run *run, const points *p, const shape *s,
                                 fair_table *out);
/* Computes the columns of the medoids that are not there yet. O(n d) each. */
void fcap_fair_table_set(fair_table *t, const int64_t *medoid);
/* gain[r] = min over i' != i of (d_ri' + price)  -  d_ri: what place r would pay to be in i. */
void fcap_fair_table_gains(const fair_table *t, const double *price, int32_t i, double *gain);
/* sum_j min_i (d_ji + price[g(j), i]), price[g * k + i]. O(n k). */
double fcap_fair_table_least(const fair_table *t, const double *price);
/* sum_j d_j,label(j), in the order of the places. */
double fcap_fair_table_cost(const fair_table *t, const int32_t *label);

#endif
