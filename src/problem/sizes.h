/* sizes.h - how many of each group a cluster of s members may have, by one attribute's rules.
 *
 * With u = the largest count the groups of a balanced cluster lie in the box [ceil(t u), u],
 * and each box is allowed (algorithms: the union over u is all). Shares cut the box of each
 * group down further; nobody alone takes 1 out of it. What sums to s in such a box is known
 * without trying: sums of sets {0, 2, 3, .. b} leave out 1, or all odd numbers when every b
 * is 2. So a size costs O(groups) for each u, and one box suffices for two groups, or no
 * balance.
 */
#ifndef FCAP_PROBLEM_SIZES_H
#define FCAP_PROBLEM_SIZES_H

#include "problem/request.h"

typedef struct span {
    int64_t low;
    int64_t high;
} span;

/* The rules of one attribute. The last "group" are the unknown points: bound by shares only. */
typedef struct group_rules {
    int32_t n_groups;
    fcap_ratio t;
    fcap_ratio *least; /* n_groups + 1 each */
    fcap_ratio *most;
    char *no_isolate;
    int64_t *total;
    span *box; /* scratch */
} group_rules;

/* Those rules of an attribute that are in the mask. */
fcap_status fcap_group_rules_open(fcap_run *run, const request *q, int32_t attribute,
                                  unsigned mask, group_rules *out);

/* The counts that each group can have in an allowed cluster of s >= 1 members, with at least
 * floor[g] (NULL: 0) and at most ceiling[g] of each; 0 when there is none. Exact for small s,
 * for two groups and without a balance; else spans may be too wide. */
int fcap_spans(const group_rules *g, int64_t s, const int64_t *floor, const int64_t *ceiling,
               span *out);

/* The fewest members of each group in a balanced cluster of s members, all of known group; -1
 * when there is none. */
int64_t fcap_fewest(int64_t s, int32_t n_groups, fcap_ratio t);

#endif
