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
#include "general/leaders.h"
#include "general/replace.h"

typedef struct walk {
    const task *task;
    layout l;
    prices prices;
    chains chains;
    centring centring;
    replacing replacing;
    leaders leaders;
    kept best;     /* excess > 0: there is no answer yet */
    kept now;      /* where the walk came from */
    kept top;      /* the best since the last new start, or since the return to best */
    kept here;     /* what kicks start from */
    kept step;     /* the local optimum that exchanges start from */
    double *shelf; /* prices there */
    size_t shelf_bytes;
    int32_t *label; /* scratch: n items */
    int stale;      /* the centres of l are others than those of best */
    rng random;
    int64_t round; /* starts and kicks so far: the number of the next random stream */
    int64_t extra; /* work that the parts do not count */
} walk;

fcap_status fcap_walk_open(fcap_run *run, const task *of, rng random, walk *out);
/* The work so far. */
int64_t fcap_walk_spent(const walk *w);
/* Goes on from w->best, whose labels and centres someone has written; returns its worth. */
merit fcap_walk_resume(walk *w);
/* So many kicks of w->best and what they lead to. */
void fcap_walk_kicks(fcap_run *run, walk *w, int32_t kicks);
/* Starts and kicks until so much is spent in all; w->best is the best answer so far. */
fcap_status fcap_walk_run(fcap_run *run, walk *w, int64_t until);
/* Assigns with care once more. Returns a bound: no assignment to the medoids of w->best that
 * obeys the rules costs less; negative: none is known. */
double fcap_walk_finish(fcap_run *run, walk *w);
/* Begins with k different medoids, which no item's home forbids. */
void fcap_walk_from(fcap_run *run, walk *w, const int64_t *medoid, int64_t until);
/* Begins with labels of items that someone gave: -1 where there is none. */
void fcap_walk_begin(fcap_run *run, walk *w, const int32_t *label);

#endif
