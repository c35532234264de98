/* fair_exchange.h - counts of clusters changed by one member of each group at a time.
 *
 * For given counts the two groups are assigned apart, each by a flow, and the least cost of one
 * more of a group in cluster i and one fewer in h is the length of a shortest path from h to i
 * in the residual graph of that group: exact, for all pairs at once. So all exchanges of one
 * member, and all of one member of each group together, are judged without another flow.
 */
#ifndef FCAP_CLUSTER_FAIR_EXCHANGE_H
#define FCAP_CLUSTER_FAIR_EXCHANGE_H

#include "cluster/fair_residual.h"

/* One member from cluster pair / k to cluster pair % k, at least cost. */
typedef struct path {
    double length;
    int32_t pair;
} path;

typedef struct fair_exchange {
    const shape *s;
    residual *r;    /* label, valid and optimal for its counts */
    double *length; /* [(g * k + h) * k + i] */
    int32_t *next;  /* the same: the cluster after h on the path to i */
    path *path[2];  /* those of a group by length */
    int32_t n_paths[2];
    char *allowed; /* [i * 9 + 3 (da + 1) + db + 1]: may the counts change by that? */
} fair_exchange;

fcap_status fcap_fair_exchange_open(fcap_run *run, const shape *s, residual *r,
                                    fair_exchange *out);
/* Makes the best exchange while there is one. Two groups. O(n k) once and
 * O(n + k^3) an exchange, and at most a fixed number of pairs of paths. */
void fcap_fair_exchange(fcap_run *run, fair_exchange *x);

#endif
