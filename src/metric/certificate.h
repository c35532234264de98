/* certificate.h - what n multipliers prove about the cost of every clustering.
 *
 * Anybody may make the multipliers, in any way: each pi gives a bound that holds, and this
 * file computes it from the data, the rules and pi alone. It shares no code with what searched
 * for them (src/bound, src/search), nor with what that search believes about the rules
 * (problem/shape.h, problem/hull.h).
 */
#ifndef FCAP_METRIC_CERTIFICATE_H
#define FCAP_METRIC_CERTIFICATE_H

#include "data/points.h"
#include "problem/rules.h"

/* Writes a number that no clustering obeying r costs less than, both in the scale of p, with
 * the distances as p gives them; at least 0. At most one attribute may ask for a balance, of
 * two groups that are known for every point, and the cost is that of medoids (else
 * FCAP_E_ARGUMENT). FCAP_E_INFEASIBLE when nothing obeys r. */
fcap_status fcap_certificate_bound(fcap_run *run, const points *p, const rules *r,
                                   const double *multiplier, double *bound);

#endif
