/* judge.h - does anything exclude a request, and is it proved to have an answer? */
#ifndef FCAP_PROBLEM_JUDGE_H
#define FCAP_PROBLEM_JUDGE_H

#include "problem/finding.h"

/* The first reason that excludes the request, in the order of fcap_reason. With `why` 0 any
 * reason will do. The arena is left as it was. */
fcap_status fcap_judge(fcap_run *run, const request *q, int why, finding *out);

#endif
