/* shape.h - the counts (a, b) of two groups that a cluster may have in some answer.
 *
 * A cluster with a members of group 0 and b of group 1 is allowed when
 *
 *     min_size <= a + b <= capacity,   a >= t b,   b >= t a        ([LQ21] Eq. 3, in integers)
 *
 * and k - 1 further clusters can be made of what it leaves, (n_0 - a, n_1 - b). Without the
 * last condition a bound would be weaker: with n = k q every cluster has q members, say. For
 * each a the allowed b are an interval, because both conditions are convex (hull.h).
 *
 * Without a balance there is one group: a is the size, b is 0.
 */
#ifndef FCAP_PROBLEM_SHAPE_H
#define FCAP_PROBLEM_SHAPE_H

#include "problem/rules.h"

typedef struct shape {
    int32_t n_groups;     /* 1 or 2 */
    const int32_t *group; /* n ids, 0 or 1; NULL with one group */
    int64_t n;
    int32_t k;
    int64_t total[2]; /* members of each group */
    fcap_ratio t;     /* 0 with one group */
    int64_t least;    /* a is in [least, most]; least > most when nothing is allowed */
    int64_t most;
    int64_t *low;  /* [a - least]: b is in [low, high]; low > high for no b */
    int64_t *high; /* the same */
} shape;

/* Does `best` know this problem: no balance, or one attribute of two groups without unknowns?
 */
int fcap_shape_known(const rules *r);

/* FCAP_E_ARGUMENT for problems it does not know. O(q log q). The arrays are the arena's. */
fcap_status fcap_shape_open(fcap_run *run, const rules *r, shape *out);

int fcap_shape_allows(const shape *s, int64_t a, int64_t b);

#endif
