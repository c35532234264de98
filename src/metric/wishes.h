/* wishes.h - which wishes about single points a labelling breaks. */
#ifndef FCAP_METRIC_WISHES_H
#define FCAP_METRIC_WISHES_H

#include "problem/rules.h"

/* Writes violated_together, violated_apart, violated_keep and repeated_pairs. */
fcap_status fcap_wishes_judge(fcap_run *run, const rules *r, const int32_t *labels,
                              fcap_measures *out);

#endif
