/* galaxy.h - some arcs of a star problem (stars.h), and a flow that is the best on these.
 *
 * The network: row i -> seat j at cost c[i, j]; a seat needs least[j] and passes up to most[j]
 * - least[j] on to a sink, which needs the rest. With the prices y of its answer, an arc that
 * was left out could improve it only if
 *
 *     c[i, j] + y[i] - y[j] < 0.
 */
#ifndef FCAP_FAIRLET_GALAXY_H
#define FCAP_FAIRLET_GALAXY_H

#include "fairlet/stars.h"
#include "flow/mincost.h"

typedef struct galaxy {
    const star_problem *p;
    double scale;
    int32_t rows; /* nodes: rows, then seats, then the sink */
    int32_t seats;
    flow_arc *arc; /* first that of each seat to the sink */
    int64_t *flow;
    int32_t *before; /* of an arc of a row: the row's arc added before it, 0 if none */
    int64_t n_arcs;
    int64_t room;    /* of these arrays */
    int32_t *latest; /* of a row: its arc added last, 0 if none */
    int64_t *price;
    int64_t *supply;
} galaxy;

/* Without arcs of rows, prices 0. */
fcap_status fcap_galaxy_open(fcap_run *run, const star_problem *p, double scale, galaxy *g);
fcap_status fcap_galaxy_make_room(fcap_run *run, galaxy *g, int64_t more);
/* The arc of a row to a seat; 0 if there is none. */
int64_t fcap_galaxy_arc(const galaxy *g, int64_t row, int64_t seat);
/* The one that is there, or a new one, for which there is room. */
int64_t fcap_galaxy_need_arc(galaxy *g, int64_t row, int64_t seat, int64_t cost);
/* The best flow from the flow and the prices there are (mincost.h). */
fcap_status fcap_galaxy_solve(fcap_run *run, galaxy *g);

static inline int32_t units_of(const star_problem *p, int64_t row) {
    return p->units == NULL ? 1 : p->units[row];
}

#endif
