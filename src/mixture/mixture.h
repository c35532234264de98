/* mixture.h - the method best where members shall be similar in some coordinates and groups
 * alike in others: FCAP_OBJECTIVE_MIXED, under any rules.
 *
 * Few free items: all divisions, and a proof. Otherwise the lower bound is the sum of what each
 * coordinate could have alone (mixture/floors.h).
 */
#ifndef FCAP_MIXTURE_MIXTURE_H
#define FCAP_MIXTURE_MIXTURE_H

#include "data/points.h"
#include "problem/rules.h"
#include "search/result.h"

/* As fcap_general() of general/general.h; p has coordinates, r an aim for each. */
fcap_status fcap_mixture(fcap_run *run, const fcap_options *o, const points *p, const rules *r,
                         method_result *out);

#endif
