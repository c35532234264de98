/* best.h - the method best: points, not fairlets, and a proof of how good the answer is. */
#ifndef FCAP_SEARCH_BEST_H
#define FCAP_SEARCH_BEST_H

#include "data/points.h"
#include "problem/rules.h"
#include "search/result.h"

/* r has no attribute, or one that asks for a balance of two groups, known for every point.
 * Fills out->label, and as much of the proof as o asks for; out->multiplier has room for n. */
fcap_status fcap_best(fcap_run *run, const fcap_options *o, points *p, const rules *r,
                      method_result *out);

#endif
