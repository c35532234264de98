/* descent.h - exchanges of one medoid, the most promising first, while they improve. */
#ifndef FCAP_SEARCH_DESCENT_H
#define FCAP_SEARCH_DESCENT_H

#include "search/search.h"

/* How hard to try. */
typedef struct patience {
    int64_t tries; /* assignments in a row that may fail to improve */
    int64_t reach; /* candidates judged in a row that may fail to improve */
    int32_t steps; /* on the prices before an assignment (sharpen.h) */
    double gain;   /* relative: exchanges that may gain less are not looked at */
} patience;

/* From a placed answer to one that no exchange improves, as far as `how` and the budget
 * (w->spent < until) allow. The cost never rises. */
fcap_status fcap_descend(fcap_run *run, search *w, patience how, int64_t until, answer *a);

/* The same for all k n exchanges, each excluded by a bound or an exact assignment: a is then
 * swap-optimal. */
fcap_status fcap_descend_all(fcap_run *run, search *w, int64_t until, answer *a);

#endif
