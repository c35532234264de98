/* feasible.h - is there any clustering at all, and if not, what is the smallest change? */
#ifndef FCAP_PROBLEM_FEASIBLE_H
#define FCAP_PROBLEM_FEASIBLE_H

#include "problem/rules.h"

/* Steps for trying divisions: about a tenth of a second. While it is fuzzed fewer, since what a
 * step can do wrong shows in the first million. */
enum {
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    FEASIBLE_EFFORT = 1000000
#else
    FEASIBLE_EFFORT = 10000000
#endif
};

/* Judges a request. `asked` tells whether the capacity was given or follows k. */
fcap_status fcap_feasible(fcap_run *run, const rules *r, const fcap_rules *asked,
                          fcap_plan_report *report);
/* The same with other effort for the verdict and for each judgement of a changed request; 0:
 * nothing is tried, only proved. any_k: every number of clusters that the sizes allow has been
 * excluded, and any is as good; r has the one whose reason is told. */
fcap_status fcap_feasible_within(fcap_run *run, const rules *r, const fcap_rules *asked,
                                 int any_k, int64_t effort, fcap_plan_report *report);

#endif
