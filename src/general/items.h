/* items.h - what moves as one: points that must stay together, or a single point.
 *
 * The search knows items only. An item has a tally (problem/tally.h); items of equal tally are
 * of one type, and most questions are about types, of which there are few without weights. An
 * item may have a home: the cluster that it must be in.
 */
#ifndef FCAP_GENERAL_ITEMS_H
#define FCAP_GENERAL_ITEMS_H

#include "general/pairs.h"
#include "problem/tally.h"

typedef struct items {
    int64_t n;
    int64_t *start;    /* n + 1 */
    int64_t *member;   /* points, ascending in each item */
    int32_t *of_point; /* of all points; -1: not here */
    int32_t *type;     /* n */
    int32_t n_types;
    const int64_t *tally; /* n_types rows */
    int32_t *home;        /* n; -1: free to go anywhere */
    int64_t n_free;
    pairs apart;
    pairs avoid;
} items;

/* Items are numbered by their smallest point. FCAP_E_INFEASIBLE when points that must be
 * together must be apart, or are kept in different clusters. */
fcap_status fcap_items_open(fcap_run *run, const rules *r, const tally_rules *t, items *out);
/* The items in list (ascending) as items 0 .. n - 1; number[cluster] is what a cluster is
 * called there. */
fcap_status fcap_items_window(fcap_run *run, const items *whole, const tally_rules *t,
                              const int32_t *list, int64_t n, const int32_t *number,
                              items *out);

#endif
