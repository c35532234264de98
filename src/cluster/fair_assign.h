/* fair_assign.h - all points to k given medoids under sizes and a balance.
 *
 *     minimise  sum_j d(j, m_a(j))   with   (|C_i n group 0|, |C_i n group 1|) in P
 *
 * for every cluster C_i = {j : a(j) = i}; P is the shape. Without balance, and with balance 1,
 * that is a flow and exact. Between them it is NP-hard for k in the input; the answer is then
 * near-optimal and comes with a bound, and the gap can be closed by branching (fair_close.h).
 *
 * The bound is the dual: for any prices p[g][i] of a place, any sign,
 *
 *     sum_j min_i (d_ji + p[g(j)][i])  -  sum_i sigma_P(p[0][i], p[1][i])
 *
 * with sigma_P the most that a cluster's members can pay. The same prices bound other medoid
 * sets, so the search among them uses them too.
 */
#ifndef FCAP_CLUSTER_FAIR_ASSIGN_H
#define FCAP_CLUSTER_FAIR_ASSIGN_H

#include "cluster/fair_dual.h"
#include "cluster/fair_exchange.h"
#include "problem/polygon.h"
#include "problem/quota.h"

#define FAIR_ASSIGN_EXACT INT64_MAX
#define FAIR_ASSIGN_QUICK (-1)

/* A workspace for one problem, reused for many medoid sets. */
typedef struct fair_assign {
    const points *p;
    const shape *s;
    int32_t k;
    double unit; /* distance per whole unit, the same for all medoid sets */
    fair_table table;
    polygon hull; /* of P */
    box around;   /* the smallest box around P */
    fcap_attribute attribute;
    rules rules; /* allow the same clusterings as the problem's own */
    /* scratch, all in the order of the table: */
    int32_t *label;
    int32_t *best;
    int64_t *member;  /* [g * k + i]: prices in units */
    int64_t *cluster; /* k */
    int64_t *least;   /* [g * k + i] */
    int64_t *most;
    int64_t *size_least; /* k */
    int64_t *size_most;
    quota *count; /* k */
    quota *wanted;
    quota *wish;
    double *price; /* [g * k + i] */
    box *boxes;    /* k */
    fair_dual dual;
    residual residual;
    fair_exchange exchange;
    int rough;     /* the last digits may be wrong */
    int pairs;     /* P is {(a, a)}: balance 1 */
    int64_t nodes; /* of closing so far, in all calls */
} fair_assign;

typedef struct placed {
    int32_t *label; /* n, the caller's; every medoid is in its own cluster */
    double cost;    /* sum of distances to the given medoids */
    double bound;   /* no valid assignment to these medoids costs less */
    double *price;  /* [g * k + i], the caller's. In: where to start, all 0 when nothing is
                       known; NAN for a medoid whose price is to be guessed from the others,
                       as after a swap. Out: prices whose dual value is `bound`, or a little less
                       when  branching raised it */
    int exact;      /* proved optimal: cost - bound <= 1e-11 cost, but for the rounding of
                       distances: 1e-15 of the data's diameter a point */
} placed;

/* The arrays are the arena's; p and s must outlive it. FCAP_E_INFEASIBLE when P is empty. */
fcap_status fcap_fair_assign_open(fcap_run *run, const points *p, const shape *s,
                                  fair_assign *out);
/* The same with a lean table (fair_table.h): O(n d + k^2) memory instead of O(n k). For points
 * with coordinates. */
fcap_status fcap_fair_assign_open_lean(fcap_run *run, const points *p, const shape *s,
                                       fair_assign *out);
/* medoid: k different points. closing: how many nodes may be spent to close the gap between
 * cost and bound; 0 none, FAIR_ASSIGN_EXACT until closed, FAIR_ASSIGN_QUICK not even other
 * efforts: the first answer that the flows give, of many points up to rounding. When the run is
 * stopped while closing, the best so far. */
fcap_status fcap_fair_assign(fcap_run *run, fair_assign *fa, const int64_t *medoid,
                             int64_t closing, placed *io);

/* The dual value of any prices for the medoids of the last call. O(n k). */
double fcap_fair_bound(const fair_assign *fa, const double *price);
/* sigma_P; O(log q). */
double fcap_fair_support(const fair_assign *fa, double pa, double pb);

#endif
