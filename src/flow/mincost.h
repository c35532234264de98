/* mincost.h - flow of least cost in a sparse network.
 *
 *     minimise    sum_a cost[a] flow[a]
 *     subject to  lower[a] <= flow[a] <= upper[a]                          for every arc a
 *                 flow out of v - flow into v = supply[v]                  for every node v
 *
 * All numbers are whole. Parallel arcs, self loops and negative costs are fine.
 */
#ifndef FCAP_FLOW_MINCOST_H
#define FCAP_FLOW_MINCOST_H

#include "base/run.h"

typedef struct flow_arc {
    int32_t from;
    int32_t to;
    int64_t lower;
    int64_t upper;
    int64_t cost;
} flow_arc;

typedef struct flow_problem {
    int32_t nodes;
    int64_t n_arcs; /* below 2^30 */
    const flow_arc *arc;
    const int64_t *supply; /* nodes; the sum is 0 */
} flow_problem;

/* Bounds of what may be asked: with them no sum overflows (see mincost.c). */
#define FLOW_COST_MOST  (INT64_C(1) << 58) /* of (nodes + 1) * largest |cost| */
#define FLOW_PRICE_MOST (INT64_C(1) << 59) /* of a price given */
#define FLOW_UNITS_MOST (INT64_C(1) << 60) /* of all |supply|, |lower| and |upper| together */

/* flow (n_arcs) and price (nodes) are read as a start and written as the answer. Any start will
 * do; zeros are a cold one. A flow outside the bounds is moved into them, and moved to a bound
 * where the prices ask for it. A start near the answer, such as the last answer after arcs were
 * added, saves most of the work.
 *
 * The answer proves itself: with the reduced cost r = cost + price[from] - price[to]
 *     r >= 0 wherever flow < upper,   r <= 0 wherever flow > lower,
 * so no other flow costs less (weak duality).
 *
 * Prices only fall: none is above the one given.
 *
 * FCAP_E_INFEASIBLE when the supplies cannot be carried away. After an error flow and price
 * mean nothing. */
fcap_status fcap_mincost_solve(fcap_run *run, const flow_problem *p, int64_t *flow,
                               int64_t *price);

#endif
