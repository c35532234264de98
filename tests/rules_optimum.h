/* rules_optimum.h - every rule of <faircap/faircap.h>, judged slowly, and the best answer of
 * few points found by looking at all of them.
 *
 * What the rules mean is written here a second time, from the header's words alone: no code is
 * shared with src/. A cluster is the set of its members, seen as the bits of a number; the best
 * division is found by dynamic programming over these sets, in O(3^n k) steps.
 */
#ifndef TESTS_RULES_OPTIMUM_H
#define TESTS_RULES_OPTIMUM_H

#include <faircap/faircap.h>

#include <stdint.h>

enum {
    RULES_POINTS_MOST = 10, /* of which the optimum can be found */
    RULES_JUDGED_MOST = 63  /* whose labels can be judged */
};

/* Of all divisions that obey the rules, the one with the fewest pairs that met before, and of
 * these the cheapest. */
typedef struct rules_optimum {
    int feasible;
    int64_t pairs; /* of rules->avoid in one cluster */
    double cost;
} rules_optimum;

/* At most RULES_POINTS_MOST points. Not for several threads at a time. */
rules_optimum rules_optimum_of(const fcap_problem *p, const fcap_rules *asked);

/* What a labelling breaks; the counts are those of fcap_measures. */
typedef struct rules_judged {
    int valid; /* labels in [0, k), no cluster empty, nothing below broken */
    int32_t capacity;
    int32_t min_size;
    int32_t balance;
    int32_t share;
    int32_t no_isolate;
    int32_t medoids;
    int64_t together;
    int64_t apart;
    int64_t keep;
    int64_t pairs;
    double cost; /* INFINITY when a cluster has no medoid */
} rules_judged;

/* At most RULES_JUDGED_MOST points. */
rules_judged rules_judge(const fcap_problem *p, const fcap_rules *asked, const int32_t *labels);

/* The capacity of cluster c. */
int64_t rules_capacity_of(const fcap_problem *p, const fcap_rules *asked, int32_t c);

#endif
