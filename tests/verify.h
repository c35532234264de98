/* verify.h - the tests' own judge: recomputes everything from raw arrays, slowly and obviously.
 *
 * Shares no code with src/: no points, no rules, no metric; of the library it knows the structs
 * of a request. If it and the library agree, two independent pieces of code agree.
 */
#ifndef TESTS_VERIFY_H
#define TESTS_VERIFY_H

#include <faircap/faircap.h>

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

/* A request with all its rules. Counts are those of fcap_measures. */
typedef struct judged {
    int is_partition; /* labels in [0, k), every cluster used; else nothing below is judged */
    double cost;      /* a cluster without a candidate: around its best member */
    int64_t over_capacity;
    int64_t under_min_size;
    int64_t unbalanced;
    int64_t wrong_shares;
    int64_t isolating;
    int64_t without_medoid;
    int64_t divided;   /* sets of together */
    int64_t not_apart; /* pairs */
    int64_t moved;     /* points of a start that is kept */
    int64_t repeated;  /* pairs; no rule is broken by them */
    int valid;         /* nothing is broken */
} judged;

judged verify_rules(const fcap_problem *p, const fcap_rules *r, const int32_t *labels);

/* d(i, j) as the problem says. */
double verify_distance(const fcap_problem *p, int64_t i, int64_t j);

#endif
