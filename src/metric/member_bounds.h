/* member_bounds.h - how little the sum of distances from a member of a cluster can be. */
#ifndef FCAP_METRIC_MEMBER_BOUNDS_H
#define FCAP_METRIC_MEMBER_BOUNDS_H

#include "data/points.h"

/* bound[i] = a lower bound of S(i) = sum { d(i, x) : x }, up to rounding; 0 where nothing is
 * known. far[i] gets larger the farther i is from the middle of the points. Both have room for
 * p->stride values, aligned as by the arena. Linear in the number of points. */
void fcap_member_bounds(const points *p, double *far, double *bound);

/* square[i] = |x_i - mean|^2; returns their sum, as of an exact mean: the mean comes rounded,
 * and  sum |x - m|^2 - |sum (x - m)|^2 / n  is free of that. */
double fcap_squares_to_mean(const points *p, double *square);

#endif
