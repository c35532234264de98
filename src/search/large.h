/* large.h - answers for more points than a search can look at one by one.
 *
 *     samples --search--> contenders --larger sample: settle, drop the dearest--> ...
 *         --k-medoids without rules: one more; exchanges of medoids--> all points: settle
 *
 * A sample of some thousand points decides where medoids lie. Which sample matters more than
 * how hard it is searched, so several are searched briefly, and larger samples tell the answers
 * apart. On the way medoids move to the middle of what they get. Prices go along, so each
 * assignment begins near its end. Every step is a fixed number of passes over the points:
 * O(n k) time, and O(n) memory besides what an assignment needs (cluster/fair_table.h).
 */
#ifndef FCAP_SEARCH_LARGE_H
#define FCAP_SEARCH_LARGE_H

#include "search/answer.h"

/* Is a sample worth having: are there many points, and many in each cluster? */
int fcap_large_serves(const points *p, const shape *s);

/* *best (open, with an infinite cost) becomes an answer whose labels are assigned to its
 * medoids with care, so best->fixed_bound says how well. A run that is stopped early still gets
 * an answer, all points with the medoids known by then; FCAP_E_CANCELLED if it is interrupted
 * and that would take too long. */
fcap_status fcap_large(fcap_run *run, const points *p, const rules *r, const shape *s,
                       int32_t effort, answer *best);

#endif
