/* cells.h - the counts that a cluster may have in the groups of one attribute, as boxes.
 *
 * For a bound it is enough to look at one attribute: every cluster of every answer has counts
 * (c_1 .. c_G) of its groups, and c_0 of points without a group, that lie in the union of cells
 *
 *     low_g <= c_g <= high_g for all groups,   size_least <= c_0 + c_1 + ... <= size_most
 *
 * A balance num/den is the union over m = the smallest count of the boxes [m, m den / num]; a
 * share is, for one size, a box; no group with one member makes a box that ends at 1 end
 * before. So with one cell for each pair of size and m nothing is lost. Where that would be too
 * many, a cell has some sizes and some m, and is a little too large.
 *
 * Each cell is cut by what the k - 1 other clusters need and can take: their counts are in the
 * cells, too (hull.h).
 */
#ifndef FCAP_PROBLEM_CELLS_H
#define FCAP_PROBLEM_CELLS_H

#include "problem/rules.h"

typedef struct cells {
    int32_t n_classes; /* the groups, and at last the points without one if there are any */
    const int32_t *class_of; /* n */
    int64_t *total;          /* of each class: points */
    int64_t *most;           /* of each class: in a cluster, at most */
    int64_t size_most;       /* of a cluster */
    int64_t n;               /* cells; 0: there is no answer */
    int64_t *size_least;     /* n */
    int64_t *size_most_of;   /* n */
    int64_t *low;            /* n rows of n_classes */
    int64_t *high;           /* n rows of n_classes */
} cells;

/* By the groups of an attribute; -1: sizes alone. */
fcap_status fcap_cells_open(fcap_run *run, const rules *r, int32_t attribute, cells *out);

/* Is anything asked of the attribute? */
int fcap_cells_matter(const rules *r, int32_t attribute);

/* Rows that fit into the largest capacity: the lightest ones. */
fcap_status fcap_cells_rows(fcap_run *run, const rules *r, int64_t *rows);

#endif
