/* median.h - what the sums of distances within a large set are at least, without computing
 * them.
 *
 *     S(x) = sum { |x - x_j| : j }
 *
 * is convex, and least at the median y of the set, a place that is found quickly and need not
 * be one of the points. Around it S rises like a bowl. A bound of how steeply it rises at least
 * leaves few members among which the best one can be, in a number of passes over the set that
 * does not grow with it.
 */
#ifndef FCAP_DATA_MEDIAN_H
#define FCAP_DATA_MEDIAN_H

#include "data/points.h"

enum {
    MEDIAN_LEVELS = 24 /* distances from y at which S is bounded */
};

/* A quadratic function that is not above S wherever |x - y| >= radius. With v = x - y it is
 * total - slope v - v' bend v. */
typedef struct median_level {
    double radius;
    double total;
    double *slope; /* d */
    double *bend;  /* d rows of d */
} median_level;

/* Scratch for one thread. */
typedef struct median_room {
    double *centre; /* d, LANES apart: y */
    double *step;   /* d: also one direction */
    double *spread; /* of each bin of distances: sums of u_a u_b, u the directions from y */
    double *power;  /* two d x d matrices */
    median_level level[MEDIAN_LEVELS];
} median_room;

/* Only these sets are served: Euclidean distances, some 100 points and more, and many for each
 * coordinate. */
int fcap_median_serves(const points *p);
fcap_status fcap_median_open(fcap_run *run, int32_t d, median_room *out);

/* bound[i] <= S(x_i) for every point i, infinite where S(x_i) is above that of another point
 * for certain. Both arrays have room for p->stride. Returns the point nearest to y. O(n d^2).
 */
int64_t fcap_median_bounds(const points *p, median_room *w, double *radius, double *bound);

/* Bounds around point m, whose distances from all points are `row`: raises those that are not
 * above `limit`. Sharper than the others near m, wherever m lies. */
void fcap_median_raise(const points *p, median_room *w, int64_t m, const double *row,
                       double limit, double *bound);

#endif
