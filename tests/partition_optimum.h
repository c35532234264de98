/* partition_optimum.h - the least cost of any clustering that obeys the rules, for few points.
 *
 *     minimise  sum over clusters C of  min over m in C of  sum over j in C of d(m, j)
 *     over all divisions of n points into exactly k clusters with min_size <= |C| <= max_size
 *     and count_g(C) * den >= count_h(C) * num for all groups g, h
 *
 * What the method `best` is measured by. Looks at every subset of the points as a cluster, and
 * joins them by dynamic programming: O(3^n k) at most. Shares no code with src/.
 */
#ifndef TESTS_PARTITION_OPTIMUM_H
#define TESTS_PARTITION_OPTIMUM_H

#include <stdint.h>

enum {
    PARTITION_POINTS_MOST = 12
};

typedef struct partition_request {
    const double *x; /* n rows of d */
    int64_t n;       /* at most PARTITION_POINTS_MOST */
    int32_t d;
    const int32_t *group; /* n ids in [0, n_groups); may be NULL when n_groups is 0 */
    int32_t n_groups;
    int64_t num; /* the balance asked for */
    int64_t den;
    int32_t k;
    int64_t max_size;
    int64_t min_size;
    uint32_t never; /* the points whose bits are set are no medoids; 0 unless told */
} partition_request;

/* The least cost; negative when no clustering obeys the rules. */
double partition_optimum(const partition_request *r);

/* The same when medoid[i] is a member and the centre of cluster i: the least sum of distances
 * to these k different points. Negative when nothing obeys the rules. */
double partition_optimum_at(const partition_request *r, const int64_t *medoid);

#endif
