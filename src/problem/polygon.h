/* polygon.h - the convex hull of the counts that one cluster may have, within a box.
 *
 *     P n box = {(a, b) in P : a in [a1, a2], b in [b1, b2], a + b in [s1, s2]}     (shape.h)
 *
 * A linear function of the counts is largest at a corner of the hull, and corners are few:
 * O(log q) for a set that is cut out by few lines. So prices of members get their worst case
 *
 *     sigma(x, y) = max { x a + y b : (a, b) in P n box }
 *
 * over the integers, not over a larger set of fractions.
 */
#ifndef FCAP_PROBLEM_POLYGON_H
#define FCAP_PROBLEM_POLYGON_H

#include "problem/shape.h"

typedef enum box_side {
    OF_A,
    OF_B,
    OF_SIZE,
    SIDES
} box_side;

typedef struct box {
    int64_t least[SIDES];
    int64_t most[SIDES];
} box;

typedef struct polygon {
    int32_t n; /* corners, counter-clockwise from the lowest of the least a; 0: nothing */
    double *a; /* of a corner */
    double *b;
} polygon;

/* A box around everything. */
box fcap_box_all(const shape *s);
/* Room for any hull of s. */
fcap_status fcap_polygon_open(fcap_run *run, const shape *s, polygon *out);
/* The hull of P n box; *b becomes the smallest box around it. 0 when nothing is left. O(q). */
int fcap_polygon_build(const shape *s, box *b, polygon *out);
double fcap_polygon_support(const polygon *h, double x, double y);

#endif
