/* stars.h - majority points to seats at least total distance; seat j takes least[j] to most[j].
 *
 *     minimise  sum_i c[i, s(i)]   with   least[j] <= |{i : s(i) = j}| <= most[j]
 *
 * A seat stands for the minority of one fairlet (one point, or the median of several).
 */
#ifndef FCAP_FAIRLET_STARS_H
#define FCAP_FAIRLET_STARS_H

#include "data/points.h"

typedef struct star_problem {
    const points *row;    /* the majority */
    const points *seat;   /* of the same exponent */
    const int32_t *least; /* of each seat; together at most row->n, */
    const int32_t *most;  /* and these together at least that */
    const int32_t *units; /* rows that a row stands for, each with a seat; NULL: 1 */
} star_problem;

/* Whole costs c are distances times this (whole_distance in sweep.h): such that none exceeds
 * 2^30 if the points' bounding box has it as diagonal. The total differs from the true one by
 * less than row->n * diagonal / 2^30. */
double fcap_stars_scale(const star_problem *p);

/* Writes the seat of each row; units are 1. Both ways find the least total; fcap_stars_solve
 * takes the faster. */
fcap_status fcap_stars_solve(fcap_run *run, const star_problem *p, int32_t *seat);
fcap_status fcap_stars_sparse(fcap_run *run, const star_problem *p, int32_t *seat);
fcap_status fcap_stars_dense(fcap_run *run, const star_problem *p, int32_t *seat);

/* The same by any way that wants neighbours in space to be neighbours in both lists
 * (near_order.h). */
typedef fcap_status star_way(fcap_run *run, const star_problem *p, int rounds, int32_t *seat);
fcap_status fcap_stars_in_order(fcap_run *run, const star_problem *p, star_way *way, int rounds,
                                int32_t *seat);

#endif
