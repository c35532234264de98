/* rules.h - what a cluster may be: sizes, and group counts for any number of attributes.
 *
 * A cluster is seen as its size s and, for each attribute, a vector of counts (c_1 .. c_G). It
 * is allowed when  min_size <= s <= capacity  and  c_g / c_h >= t  for all groups g, h of each
 * attribute with t = num/den > 0, that is  num * max(c) <= den * min(c).  Two groups with
 * balance t ([LQ21] Eq. 3) are the case G = 2. Points of unknown group count in s alone.
 * Everything is compared in integers: n < 2^31 and den <= 10^9, so no product overflows.
 *
 * Beyond that: with weights the capacity limits the total weight of a cluster, not s; shares
 * bound c_g / s; no_isolate forbids c_g = 1; together, apart and keep are about single points;
 * avoid is no rule but the first part of the cost.
 */
#ifndef FCAP_PROBLEM_RULES_H
#define FCAP_PROBLEM_RULES_H

#include "base/run.h"

enum {
    RATIO_LIMIT = 1000000000
};
#define WEIGHT_LIMIT ((int64_t)1 << 53)

typedef struct rules {
    int64_t n;
    int32_t k;
    int64_t capacity;       /* no more than the total weight: sums and tables rely on it */
    int64_t asked_capacity; /* the same as it was asked for, to be told */
    int64_t min_size;
    const fcap_attribute *attribute;
    int32_t n_attributes;
    int32_t n_counts; /* sum of all n_groups: the length of a cluster's count vector */
    /* n_counts: members of each group, where nobody has all points and so the groups of the
     * attributes are NULL; NULL: count them. */
    const int64_t *members;
    /* beyond sizes and balances; NULL or 0 where nothing is asked for: */
    const int64_t *capacities; /* k: of each cluster; `capacity` is then the largest */
    const int64_t *weight;     /* n: what a point takes of a capacity */
    int64_t total_weight;      /* of all points; n without weights */
    const fcap_share *share;
    int32_t n_shares;
    const fcap_no_isolate *no_isolate;
    int32_t n_no_isolate;
    fcap_sets together;
    fcap_sets apart;
    fcap_sets avoid;
    const int32_t *start;
    int keep;
    const char *candidate; /* n flags: may it be a medoid? */
    fcap_objective objective;
    const double *aim; /* of each coordinate, where the objective is mixed */
} rules;

/* Checks a request at the door and fixes the capacity. FCAP_E_ARGUMENT says what is wrong. */
fcap_status fcap_rules_open(fcap_run *run, const fcap_problem *problem, const fcap_rules *asked,
                            rules *out);

/* Is nothing asked for beyond sizes, balances and medoids that are members? */
int fcap_rules_plain(const rules *r);

/* count has n_counts entries, the attributes one after another. */
int fcap_rules_balanced(const rules *r, const int64_t *count);
/* The smallest c_g / c_h over groups and attributes; den = 0 when there is no attribute. */
fcap_ratio fcap_rules_balance(const rules *r, const int64_t *count);
int fcap_ratio_less(fcap_ratio a, fcap_ratio b);

/* The greatest common divisor of two numbers that are not both 0. */
int64_t fcap_gcd(int64_t a, int64_t b);
/* ceil(a * b / c) for a, c >= 1 and b >= 0. */
int64_t fcap_ceil_div(int64_t a, int64_t b, int64_t c);

#endif
