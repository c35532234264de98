/* sweep.h - for each point of one set the points of another that are best for it:
 *
 *     those j of least  c[i, j] - price[j],  where that is below below[i],
 *
 * with c the distance as a whole number. With prices of 0 these are the nearest neighbours;
 * with the prices of a flow, the arcs that would improve it. Fast if neighbours in `to` are
 * neighbours in space (near_order.h), right in any case.
 */
#ifndef FCAP_FAIRLET_SWEEP_H
#define FCAP_FAIRLET_SWEEP_H

#include "data/points.h"

/* Distances become whole numbers here and nowhere else. */
static inline int32_t whole_distance(double distance, double scale) {
    return (int32_t)(distance * scale + 0.5);
}

typedef struct sweep {
    const points *from;
    const points *to; /* of the same exponent */
    double scale;
    double *price;  /* of `to`; whole, so the values are exact */
    double *below;  /* of `from`; -INFINITY leaves the point out at no cost */
    int32_t most;   /* at most so many of each */
    int32_t *best;  /* of each a list of `most` */
    double *value;  /* of those in the lists, ascending */
    int32_t *found; /* length of each list */
    /* Blocks of LANES points of `to`: */
    points centre;   /* one of them stands for each, */
    double *radius;  /* the others are not farther from it than this, */
    double *dearest; /* and no price is higher */
    double *scratch;
} sweep;

/* All prices 0, all `below` infinite. */
fcap_status fcap_sweep_open(fcap_run *run, const points *from, const points *to, int32_t most,
                            sweep *out);
/* On several threads. */
void fcap_sweep_run(fcap_run *run, sweep *s);

#endif
