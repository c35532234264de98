/* hull.h - which (size, smaller group) a number of clusters can add up to.
 *
 * A cluster of size s in [least, most] needs at least lo(s) members of each group, or is not
 * allowed at all (feasible.c). The hull is the lower convex hull of s -> lo(s) over the allowed
 * sizes. With two groups k clusters can have n members and m of the smaller group together iff
 * k L(n / k) <= m, L being the hull: in the plane each lattice point of k P is a sum of k
 * lattice points of P. With more groups that is necessary only.
 */
#ifndef FCAP_PROBLEM_HULL_H
#define FCAP_PROBLEM_HULL_H

#include "problem/rules.h"

typedef struct vertex {
    int64_t s;
    int64_t lo;
} vertex;

typedef struct hull {
    vertex *v;
    int64_t n;
} hull;

/* The most vertices of a hull over sizes and counts up to `most`. */
int64_t fcap_hull_room(int64_t most);
/* Room for sizes up to `most`. */
fcap_status fcap_hull_open(fcap_run *run, int64_t most, hull *h);
/* Adds a point to the right of all others. */
void fcap_hull_add(hull *h, int64_t s, int64_t lo);
/* Sizes least..most of clusters with two groups and balance t > 0. O(most). */
void fcap_hull_build(hull *h, int64_t least, int64_t most, fcap_ratio t);
/* The same of any lo(s), s = 0..most, which is INT64_MAX where there is none; room for all. */
void fcap_hull_under(hull *h, int64_t most, const int64_t *lo);
/* The fewest members of the smaller group that k >= 1 clusters of n members together need:
 * k L(n / k) rounded up; -1 when n / k is not between the smallest and largest allowed size. */
int64_t fcap_hull_least(const hull *h, int64_t k, int64_t n);

#endif
