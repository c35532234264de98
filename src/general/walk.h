/* walk.h - the search among centres.
 *
 *     start --assign--> alternate (centres, chains) --> local optimum --kick--> again
 *
 * An assignment is: prices, each item where it costs least, repair, chains. The budget is in
 * units of work, about a nanosecond each, so that answers depend on it alone.
 */
#ifndef FCAP_GENERAL_WALK_H
#define FCAP_GENERAL_WALK_H

#include "general/centring.h"
#include "general/chains.h"

typedef struct walk {
    const task *task;
    layout l;
    prices prices;
    chains chains;
    centring centring;
    kept best;      /* excess > 0: there is no answer yet */
    kept now;       /* where the walk came from */
    int32_t *label; /* scratch: n items */
    double *least;  /* scratch: n points */
    rng random;
    int64_t round; /* starts and kicks so far: the number of the next random stream */
    int64_t extra; /* work that the parts do not count */
} walk;

fcap_status fcap_walk_open(fcap_run *run, const task *of, rng random, walk *out);
/* The work so far. */
int64_t fcap_walk_spent(const walk *w);
/* Starts and kicks until so much is spent in all; w->best is the best answer so far. */
void fcap_walk_run(fcap_run *run, walk *w, int64_t until);
/* Begins with labels of items that someone gave: -1 where there is none. */
void fcap_walk_begin(fcap_run *run, walk *w, const int32_t *label);

#endif
