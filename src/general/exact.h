/* exact.h - few items are free: the best answer of all, by dynamic programming over sets.
 *
 * Clusters are filled one by one. best[S] is the best way to put the set S of free items into
 * the clusters so far; a cluster adds any set T of the items that are left, if it may be that.
 * 3^m steps a cluster for m free items. Where only alike and empty clusters are left, each
 * takes the first item that is left, so that no division is looked at twice.
 *
 * Proves that an answer is optimal, or that there is none: three late students, a class of
 * twelve.
 */
#ifndef FCAP_GENERAL_EXACT_H
#define FCAP_GENERAL_EXACT_H

#include "general/layout.h"

typedef enum exact_end {
    EXACT_LEFT,  /* it would take too long, or was stopped */
    EXACT_FOUND, /* nothing has fewer repeated pairs than label, or as few and less cost */
    EXACT_NONE   /* proved: no answer obeys the rules */
} exact_end;

typedef struct exact_answer {
    int32_t *label; /* of the items */
    merit worth;
    double least; /* no answer costs less, whatever pairs it repeats */
} exact_answer;

/* Fills *out, whose label is there already. work: steps that it may take, about. */
fcap_status fcap_exact(fcap_run *run, const task *of, int64_t work, exact_end *end,
                       exact_answer *out);

#endif
