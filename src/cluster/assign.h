/* assign.h - points to k fixed medoids at least total cost, when clusters and groups have
 * bounds.
 *
 *     minimise  sum_j c[j, a(j)]   with   size_least[i] <= |{j : a(j) = i}|             <=
 * size_most[i] least[g, i]   <= |{j in group g : a(j) = i}| <= most[g, i]
 *
 * Exact: every answer carries prices that prove it, and any prices of a similar problem
 * (another medoid, other bounds, fewer points) are a good place to start from.
 */
#ifndef FCAP_CLUSTER_ASSIGN_H
#define FCAP_CLUSTER_ASSIGN_H

#include "data/points.h"
#include "flow/assignment.h" /* COST_MOST */

/* Costs that are computed whenever they are asked for: distances in whole units. */
typedef struct assign_source {
    const points *rows;    /* the points of the problem, in its order */
    const points *centres; /* the medoids, in its order */
    double scale;          /* units per distance */
} assign_source;

typedef struct assign_problem {
    int64_t n;            /* points, 1 .. INT32_MAX */
    int32_t k;            /* clusters, k >= 1 */
    int32_t n_groups;     /* n_groups >= 1 */
    const int32_t *group; /* n ids in [0, n_groups); may be NULL when n_groups is 1 */
    const int32_t *cost;  /* n rows of k, each in [0, COST_MOST]; NULL: by the source */
    assign_source source;
    const int64_t *least;      /* [g * k + i]: fewest of group g in cluster i; NULL = 0 */
    const int64_t *most;       /* the same, most; NULL = no limit */
    const int64_t *size_least; /* k; NULL = 0 */
    const int64_t *size_most;  /* k; NULL = no limit */
} assign_problem;

/* What a place costs besides the distance. In: where to start, all zero when nothing is known.
 * Out: the proof. With members and sizes counted from the labels,
 *
 *     cost[j, i] + member[g(j), i]  is least for i = a(j), for every point j;
 *     member[g, i] > cluster[i]  only where group g has most[g, i] members in cluster i, and
 *     member[g, i] < cluster[i]  only where it has least[g, i];
 *     cluster[i] > 0             only where cluster i has size_most[i] points, and
 *     cluster[i] < 0             only where it has size_least[i].
 *
 * Then no other assignment within the bounds costs less (weak duality). */
typedef struct assign_prices {
    int64_t *member;  /* n_groups * k */
    int64_t *cluster; /* k */
} assign_prices;

/* Writes n labels in [0, k) and their cost. FCAP_E_INFEASIBLE when no assignment keeps the
 * bounds. Nothing is written unless it returns FCAP_OK. Which of several optima comes out may
 * depend on the prices given, but on nothing else. */
fcap_status fcap_assign(fcap_run *run, const assign_problem *p, assign_prices prices,
                        int32_t *label, int64_t *cost);

/* Scratch for one row of costs; none is needed where they are stored. */
typedef struct assign_row {
    double *distance;
    int32_t *cost;
} assign_row;

fcap_status fcap_assign_row_open(fcap_run *run, const assign_problem *p, assign_row *out);
/* The costs of point j, by the source. */
const int32_t *fcap_assign_compute(const assign_problem *p, int64_t j, assign_row *room);
/* What point j costs in cluster i. */
int32_t fcap_assign_cost(const assign_problem *p, int64_t j, int32_t i);

static inline const int32_t *assign_row_of(const assign_problem *p, int64_t j,
                                           assign_row *room) {
    return p->cost != NULL ? p->cost + j * p->k : fcap_assign_compute(p, j, room);
}

/* The distances of all points to k medoids as whole numbers, n rows of k from the arena.
 * *unit is the distance per 1, in the scale of `p` (without its power of two): 0 asks for the
 * one that makes the largest distance COST_MOST; another keeps costs and prices comparable
 * between medoid sets, FCAP_E_OVERFLOW if it is too small for one of the distances. */
fcap_status fcap_assign_costs(fcap_run *run, const points *p, const int64_t *medoid, int32_t k,
                              int32_t **cost, double *unit);

#endif
