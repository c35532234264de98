/* subproblem.h - the cheapest cluster of one candidate medoid, when points pay for being
 * served.
 *
 *     V_i = min  sum of (d(i, j) - pi_j) over j in S
 *           over sets S that contain i and whose counts (a, b) of the groups are in P (shape.h)
 *
 * Of each group the cheapest members are taken, so with F_g(c) = the sum of the c smallest
 * costs of group g,  V_i = min over (a, b) in P of F_0(a) + F_1(b).  F_1 is convex: for each a
 * the best b is the unrestricted one, cut to its interval.
 *
 * Few costs decide. Most members are taken beyond doubt and most others are not, so only costs
 * within a window [low, high) of each group are sorted. Below it F_g is bounded by a line of
 * slope `low`, above by one of slope `high`; both lie under F_g. If the minimum of what results
 * is at counts that the window covers, it is exact, and if not, everything is sorted.
 *
 * Points are seen in an order in which group 0 comes first (lagrange.h); j is a position there.
 */
#ifndef FCAP_BOUND_SUBPROBLEM_H
#define FCAP_BOUND_SUBPROBLEM_H

#include "problem/shape.h"

/* What all candidates share. */
typedef struct subproblem {
    const shape *s;
    int64_t begin[3]; /* group g has positions begin[g] .. begin[g + 1] - 1 */
    int64_t most[2];  /* members of group g in any allowed cluster, at most */
} subproblem;

/* Where the costs that decide were, last time, plus the mean pi of the group then: when all pi
 * of a group rise or fall together, so do the costs. Any values are correct; zeros are a start.
 */
typedef struct cost_window {
    double low[2];
    double high[2];
    double width; /* at least so far from the cut on both sides; grows when it was too little */
} cost_window;

/* The cheapest set: of each group the `count` smallest costs, ties to lower positions. */
typedef struct cheapest_set {
    double value;     /* V_i; INFINITY when no counts are allowed */
    int64_t count[2]; /* members of each group, i included */
    double cut[2];    /* costs below it are taken, equal ones as far as the count goes */
    int64_t work;     /* to find it, see lagrange.h */
} cheapest_set;

/* Scratch of one thread. */
typedef struct cost_room {
    double *cost;   /* n */
    double *sorted; /* n */
    double *sum[2]; /* most[g] + 1 */
} cost_room;

void fcap_subproblem_open(const shape *s, subproblem *out);
fcap_status fcap_subproblem_room(fcap_run *run, const subproblem *p, cost_room *out);

/* Multipliers by position. */
typedef struct multipliers {
    const double *pi;
    double mean[2]; /* of each group; 0 for none */
} multipliers;
multipliers fcap_subproblem_multipliers(const subproblem *p, const double *pi);

/* distance by position; own is the candidate's position. */
void fcap_subproblem_solve(const subproblem *p, const double *distance, const multipliers *at,
                           int64_t own, cost_window *window, cost_room *room,
                           cheapest_set *out);

/* The positions in that set, ascending, and what they cost: the sum of their distances.
 * Returns how many. */
int64_t fcap_subproblem_members(const subproblem *p, const double *distance, const double *pi,
                                int64_t own, const cheapest_set *set, int32_t *member,
                                double *cost);

#endif
