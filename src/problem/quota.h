/* quota.h - group counts for each of k clusters that obey the rules, near what is wished.
 *
 * Two groups, all points in one of them, balance t > 0. Given wishes (a_i, b_i), the counts
 * that the clusters would like, with the groups' totals as their sums, finds allowed counts
 * with the same sums. They exist whenever the request is feasible.
 */
#ifndef FCAP_PROBLEM_QUOTA_H
#define FCAP_PROBLEM_QUOTA_H

#include "problem/rules.h"

typedef struct quota {
    int64_t a; /* members of group 0 */
    int64_t b; /* of group 1 */
} quota;

/* The fewest members of each group in an allowed cluster of size s (algorithms: lo(s)). */
int64_t fcap_quota_least(int64_t s, fcap_ratio t);

/* FCAP_E_INFEASIBLE when no counts obey the rules. O(k q log q) at worst, usually O(k log q).
 */
fcap_status fcap_quotas(fcap_run *run, const rules *r, const quota *wish, quota *out);

#endif
