/* conflicts.h - together, apart, keep and medoids: what excludes them at once.
 *
 * Each looks for a small contradiction that can be named: a set, two points, a cluster. What
 * none of them finds may still be impossible (divide.h).
 */
#ifndef FCAP_PROBLEM_CONFLICTS_H
#define FCAP_PROBLEM_CONFLICTS_H

#include "problem/finding.h"

fcap_status fcap_judge_weights(fcap_run *run, const request *q, finding *out);
fcap_status fcap_judge_together(fcap_run *run, const request *q, finding *out);
fcap_status fcap_judge_apart(fcap_run *run, const request *q, finding *out);
fcap_status fcap_judge_keep(fcap_run *run, const request *q, finding *out);
fcap_status fcap_judge_medoids(fcap_run *run, const request *q, finding *out);

#endif
