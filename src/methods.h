/* methods.h - each method as a whole: fairlets, clusters of fairlets, labels of points. */
#ifndef FCAP_METHODS_H
#define FCAP_METHODS_H

#include "data/points.h"
#include "problem/rules.h"
#include "search/result.h"

/* r holds what the method enforces: without a capacity for some, without a balance for others.
 */
fcap_status fcap_method_run(fcap_run *run, const fcap_options *o, points *p, const rules *r,
                            method_result *out);

#endif
