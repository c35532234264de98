/* settle.h - points around medoids, medoids of what came out, and so on, while that is cheaper.
 *
 * Both steps keep every rule, so each answer is valid, and the first exists whenever any does.
 */
#ifndef FCAP_SEARCH_SETTLE_H
#define FCAP_SEARCH_SETTLE_H

#include "data/points.h"
#include "problem/rules.h"

/* Starts from k medoids, which it moves. r has no attribute, or one with two groups. Writes n
 * labels that obey r; stopped after the first round it keeps the last answer, before that it is
 * FCAP_E_CANCELLED. */
fcap_status fcap_settle(fcap_run *run, const points *p, const rules *r, int64_t *medoid,
                        int32_t *label);

#endif
