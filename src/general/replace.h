/* replace.h - one centre for another point: which replacements promise most?
 *
 * With the prices of the present centres, the value of prices.h for the new set of centres is a
 * bound: no assignment to them costs less. For a point it is found for all k centres that may
 * go at once, as in FastPAM [SR21], in one look at the items: what an item
 * pays now, what it would pay without its centre, what it would pay at the new one.
 */
#ifndef FCAP_GENERAL_REPLACE_H
#define FCAP_GENERAL_REPLACE_H

#include "general/layout.h"
#include "general/prices.h"

typedef struct replacement {
    double bound; /* of the cost with it, about */
    int64_t point;
    int32_t cluster; /* whose centre goes */
} replacement;

typedef struct replacing {
    const layout *l;
    const prices *prices;
    int32_t *first; /* of each item: where it pays least */
    double *least;  /* what it pays there */
    double *second; /* at the next best */
    double *loss;   /* k */
    double *row;    /* distances of a point */
    float *rounded;
    int64_t *order; /* points that are tried, shuffled */
    replacement *list;
    int64_t work;
} replacing;

fcap_status fcap_replacing_open(fcap_run *run, const layout *l, const prices *at,
                                replacing *out);
/* The best replacement of each of `tries` points, drawn by lot, the most promising first;
 * returns how many there are in w->list. */
int64_t fcap_replacing_list(fcap_run *run, replacing *w, rng *random, int64_t tries);

#endif
