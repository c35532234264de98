/* feasible.h - is there any clustering at all, and if not, what is the smallest change? */
#ifndef FCAP_PROBLEM_FEASIBLE_H
#define FCAP_PROBLEM_FEASIBLE_H

#include "problem/rules.h"

/* Judges a request. `asked` tells whether the capacity was given or follows k. */
fcap_status fcap_feasible(fcap_run *run, const rules *r, const fcap_rules *asked,
                          fcap_plan_report *report);

#endif
