/* verify.h - the tests' own judge: recomputes everything from raw arrays, slowly and obviously.
 *
 * Shares no code with src/: no points, no rules, no metric. If it and the library agree, two
 * independent pieces of code agree.
 */
#ifndef TESTS_VERIFY_H
#define TESTS_VERIFY_H

#include <stdint.h>

typedef struct verified {
    int is_partition; /* labels in [0, k), every cluster used */
    int64_t largest;
    int64_t smallest;
    double cost;    /* sum over clusters of the best member's sum of distances */
    double balance; /* least over clusters; 1 without groups */
    int balanced;   /* count_g * den >= count_h * num everywhere */
} verified;

verified verify(const double *x, int64_t n, int32_t d, const int32_t *group, int32_t n_groups,
                int64_t num, int64_t den, const int32_t *labels, int32_t k);

/* The mean distance of the members of group g to the medoids of their clusters. */
double verify_group_cost(const double *x, int64_t n, int32_t d, const int32_t *group, int32_t g,
                         const int32_t *labels, const int64_t *medoid);

#endif
