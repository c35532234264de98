/* columns.h - clusters that the sub-problems have found: a candidate and its members.
 *
 * At any pi a column of candidate i bounds V_i from above: V_i <= cost - sum of pi over its
 * members. So columns are what is known of L, and they stay true for all pi (master.h).
 *
 * For the master each pair of columns has a product,
 *
 *     |S and T|  +  DRIFT sum over groups g of  |S_g| |T_g| / n_g
 *
 * the second part of which makes it easy for all pi of a group to move together. Without it
 * that is slow: clusters that are nearly full cover nearly every point, whatever the common
 * level of the pi, so the slope in that direction is small and the way is long (student-mat,
 * k = 10: 1055.5 after 50 evaluations and 1061.4 with it, of 1062.2).
 */
#ifndef FCAP_BOUND_COLUMNS_H
#define FCAP_BOUND_COLUMNS_H

#include "base/run.h"

enum {
    DRIFT = 30
};

typedef struct columns {
    int32_t n;
    int32_t room;
    int64_t total[2];   /* points of each group; group 0 has the first positions */
    int64_t words;      /* of 64 bits for a set of points */
    int64_t most;       /* members of a column, at most */
    int32_t *candidate; /* room */
    int32_t *size;      /* room: members */
    int32_t *first;     /* room: of them in group 0 */
    double *cost;       /* room: the sum of their distances */
    double *share;      /* room: how much of it the answer of the master has */
    int32_t *idle;      /* room: steps since it had a share */
    int32_t *member;    /* room rows of `most` positions, ascending */
    uint64_t *bits;     /* room rows of `words`: the same as a set */
    float *product;     /* room rows of room */
} columns;

fcap_status fcap_columns_open(fcap_run *run, const int64_t *total, int64_t most, int32_t room,
                              columns *out);
/* Where the members of the next column go; there must be room. */
int32_t *fcap_columns_next(columns *c);
/* Makes a column of them. One that is there already is not added again. */
void fcap_columns_add(columns *c, int64_t candidate, int64_t size, double cost);
/* Keeps those with keep[column] != 0, in order. */
void fcap_columns_keep(columns *c, const unsigned char *keep);
/* cost - the sum of pi over the members. */
double fcap_columns_value(const columns *c, int32_t column, const double *pi);
const float *fcap_columns_products(const columns *c, int32_t column);

#endif
