/* boxed.h - the family of clusters whose counts are in cells (cells.h), and its cheapest ones.
 *
 * Of each class the cheapest members are taken. In one cell that is a convex problem: all costs
 * below some level, the same for all classes, as far as the boxes allow; the level is 0, or the
 * one at which the size is what the cell asks for. Let the costs of all classes be in one
 * order: going up in it, the size grows by at most one at each, so the level is found by
 * bisection, with a table of how many of each class come before each rank.
 */
#ifndef FCAP_BOUND_BOXED_H
#define FCAP_BOUND_BOXED_H

#include "bound/family.h"
#include "problem/cells.h"

typedef struct boxed {
    const cells *c;
    int64_t n;
    int64_t *order;  /* n: class by class */
    int64_t *begin;  /* of each class: its first position; and n */
    int64_t *offset; /* of each class: where its smallest costs are listed; and their number */
} boxed;

/* The cells stay the caller's. */
fcap_status fcap_boxed_open(fcap_run *run, const cells *c, int64_t n, boxed *out);
family fcap_boxed_family(const boxed *b);

#endif
