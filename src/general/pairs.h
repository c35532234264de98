/* pairs.h - which items must not, or should not, share a cluster with which.
 *
 * Made from sets of points: every two members of a set are a pair. A pair of points counts once
 * however many sets it is in; the weight of a pair of items is the number of pairs of points
 * between them.
 */
#ifndef FCAP_GENERAL_PAIRS_H
#define FCAP_GENERAL_PAIRS_H

#include "base/run.h"

typedef struct pairs {
    int64_t *start; /* n_items + 1: the partners of an item begin here; NULL: no pairs at all */
    int32_t *with;  /* ascending */
    int32_t *weight; /* of each */
    int64_t inside;  /* pairs of points that are one item */
} pairs;

/* of_point: the item of each of n points. FCAP_E_ARGUMENT when there are too many pairs. */
fcap_status fcap_pairs_open(fcap_run *run, const fcap_sets *sets, int64_t n,
                            const int32_t *of_point, int64_t n_items, pairs *out);
/* Those among the items in list, as items 0 .. n - 1; number[item] is its place in the list, or
 * -1. */
fcap_status fcap_pairs_window(fcap_run *run, const pairs *whole, const int32_t *list, int64_t n,
                              const int32_t *number, pairs *out);

/* The weight of the pair of items a and b; 0: it is none. */
int32_t fcap_pairs_weight(const pairs *p, int64_t a, int64_t b);

#endif
