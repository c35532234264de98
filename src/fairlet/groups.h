/* groups.h - points divided into groups of f neighbours, the last perhaps smaller. */
#ifndef FCAP_FAIRLET_GROUPS_H
#define FCAP_FAIRLET_GROUPS_H

#include "data/points.h"

/* Writes the points of each group (member has room for n) and where it starts (n + 1), and
 * returns the number of groups in *n_groups. */
fcap_status fcap_fairlet_groups(fcap_run *run, const points *p, const int64_t *index, int64_t n,
                                int64_t f, int64_t *start, int64_t *member, int64_t *n_groups);

/* The same in O(n log n), from neighbours in a k-d tree: groups are wider. */
fcap_status fcap_fairlet_groups_fast(fcap_run *run, const points *p, const int64_t *index,
                                     int64_t n, int64_t f, int64_t *start, int64_t *member,
                                     int64_t *n_groups);

#endif
