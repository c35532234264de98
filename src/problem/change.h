/* change.h - the smallest changes, each of which alone makes an excluded request possible.
 *
 * Each one found has itself been judged (trial.h) and was not excluded, and the one next to it
 * that changes less was. Where that could not be settled, nothing is suggested.
 */
#ifndef FCAP_PROBLEM_CHANGE_H
#define FCAP_PROBLEM_CHANGE_H

#include "problem/finding.h"

typedef struct changes {
    int64_t max_size; /* 0: none helps, of this and the next two */
    int64_t min_size;
    int64_t clusters;
    fcap_ratio balance;  /* den 0: none helps */
    int32_t attribute;   /* whose balance; -1: every one is cut down to it */
    fcap_ratio balances; /* the largest to which all can be cut down */
    int proved;          /* requests so changed are proved to have an answer */
    int gave_up;         /* not all could be tried */
} changes;

/* q: excluded, by f, with this effort for trying divisions; any_k: for every number of clusters
 * that its sizes allow; budget: of each series of trials. `asked` tells whether the capacity
 * was given or follows k. */
fcap_status fcap_changes_find(fcap_run *run, const request *q, const fcap_rules *asked,
                              const finding *f, int any_k, int64_t effort, int64_t budget,
                              changes *out);

#endif
