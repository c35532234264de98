/* general.h - the method best for every request that search/best.h does not know: any groups
 * and attributes, weights, shares, wishes, means instead of medoids.
 */
#ifndef FCAP_GENERAL_GENERAL_H
#define FCAP_GENERAL_GENERAL_H

#include "data/points.h"
#include "problem/rules.h"
#include "search/result.h"

/* FCAP_E_INFEASIBLE when that is proved, FCAP_E_NOT_FOUND when no answer was found. With keep,
 * or with capacities of single clusters, the labels are those of the rules. */
fcap_status fcap_general(fcap_run *run, const fcap_options *o, points *p, const rules *r,
                         method_result *out);

#endif
