/* coarse.h - a rough solution of a star problem (stars.h) for the exact one to start from. */
#ifndef FCAP_FAIRLET_COARSE_H
#define FCAP_FAIRLET_COARSE_H

#include "fairlet/galaxy.h"

enum {
    NEAREST = 12 /* arcs of each point to begin with, and of a row after each sweep */
};

/* The best flow on arcs between neighbours. Neighbours in space are neighbours in both lists of
 * points (near_order.h). On several threads. */
fcap_status fcap_stars_coarse(fcap_run *run, const star_problem *p, double scale, galaxy *g);

/* A solution that is right at large: the flow between so many cells, taken apart in any order.
 * Writes the seat of each row; units are 1. */
fcap_status fcap_stars_rough(fcap_run *run, const star_problem *p, double scale,
                             int64_t n_cells, int32_t *seat);

#endif
