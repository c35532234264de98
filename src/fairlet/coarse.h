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

#endif
