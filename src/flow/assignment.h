/* assignment.h - rows to columns at least cost; column j takes between least[j] and most[j]
 * rows.
 *
 *     minimise  sum_r c[r, a(r)]   with   least[j] <= |{r : a(r) = j}| <= most[j]
 *
 * With least = most = 1 and as many rows as columns this is the linear assignment problem; with
 * least = 1 and most = m it is the star flow of fairlets (src/fairlet).
 */
#ifndef FCAP_FLOW_ASSIGNMENT_H
#define FCAP_FLOW_ASSIGNMENT_H

#include "base/run.h"

typedef struct assignment_problem {
    int64_t rows;
    int64_t columns;
    const int32_t *cost;  /* rows * columns, each in [0, COST_MOST] */
    const int32_t *least; /* columns */
    const int32_t *most;  /* columns */
} assignment_problem;

enum {
    COST_MOST = 1 << 30
};

/* Proof of optimality: row and column prices with c[r,j] >= u[r] + v[j] everywhere, equality on
 * the arcs used, v[j] > 0 only where a column has least[j] rows and v[j] < 0 only where it has
 * most[j]. Then no other choice costs less (weak duality). */
typedef struct assignment_proof {
    int64_t *u; /* rows; may be NULL */
    int64_t *v; /* columns; may be NULL */
} assignment_proof;

/* FCAP_E_INFEASIBLE when all columns together take fewer rows than there are, or need more. */
fcap_status fcap_assignment_solve(fcap_run *run, const assignment_problem *p, int32_t *column,
                                  assignment_proof proof);

/* ---- the same in memory that is there, from any prices ---- */

/* For one thread at a time. */
typedef struct assignment_room {
    double *price;    /* of a column, then of the rest (assignment.c) */
    double *masked;   /* the same for a search: -infinity once settled */
    double *reach;    /* length of the shortest path found so far, infinity once settled */
    double *by;       /* of a node: the row by which the path arrives, or the node before; in
                         lanes as wide as the reach */
    int32_t *settled; /* nodes in the order in which they were settled */
    double *length;   /* and their lengths */
    int32_t *excess;  /* of a node: rows too many; negative: too few */
    int32_t *above;   /* of a column: rows above the least that the rest knows of */
    int32_t *first;   /* of a column: one of its rows, or -1 */
    int32_t *next;    /* of a row: another one of its column, or -1 */
} assignment_room;

fcap_status fcap_assignment_room_open(fcap_run *run, int64_t rows, int64_t columns,
                                      assignment_room *room);
/* p must be feasible. price (columns) is read as a start, any whole numbers will do, and
 * written as the v of a proof; prices near these save most of the work. */
void fcap_assignment_solve_in(assignment_room *room, const assignment_problem *p, double *price,
                              int32_t *column);

#endif
