/* swap.h - the swap search of k-medoids: exchange a medoid for another point while it pays. */
#ifndef FCAP_CLUSTER_SWAP_H
#define FCAP_CLUSTER_SWAP_H

#include "data/points.h"

/* The medoids and what every point thinks of them. */
typedef struct swap_state {
    points *p;
    int32_t k;
    double cost;
    int64_t *medoid; /* k */
    int32_t *near;   /* n: index of the nearest medoid */
    int32_t *second; /* n: of the second nearest; -1 when k = 1 */
    float *dn;       /* n: distance to the nearest */
    float *ds;       /* n: to the second nearest, `far` when k = 1 */
    double *removal; /* k: what removing it would cost, see swap.c */
    char *is_medoid; /* n */
    float *row;      /* scratch for one row of distances */
    float far;       /* above every distance, but not so far that sums lose digits */
} swap_state;

fcap_status fcap_swap_open(fcap_run *run, points *p, int32_t k, swap_state *s);
/* No medoid yet; then fcap_swap_add() each of the k. */
void fcap_swap_clear(swap_state *s);
/* Point i becomes medoid number c, and every point takes it into account. */
void fcap_swap_add(swap_state *s, int32_t c, int64_t i);
/* cost and removal from scratch; call it when the last medoid is added. */
void fcap_swap_sum(swap_state *s);
/* All of the above for the medoids in s->medoid. */
void fcap_swap_refresh(swap_state *s);

/* Exchanges until none with these candidates improves, or the run says stop. */
fcap_status fcap_swap_descend(fcap_run *run, swap_state *s, const int64_t *candidate, int64_t n,
                              int64_t *iterations);

#endif
