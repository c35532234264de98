/* run.h - everything a computation may need besides its data.
 *
 * One fcap_run lives on the stack of each public call and is the first argument of every
 * internal function that can fail. It replaces globals: memory, random numbers, the error
 * message, progress, the deadline and the number of threads.
 */
#ifndef FCAP_BASE_RUN_H
#define FCAP_BASE_RUN_H

#include "base/arena.h"
#include "base/rng.h"

typedef struct fcap_run {
    arena mem;
    rng random;
    fcap_error *err; /* may be NULL */
    int32_t threads;
    fcap_tick *tick;
    void *tick_user;
    double started;       /* seconds of a monotonic clock */
    double time_limit;    /* 0 = none */
    double next_tick;     /* when to call tick again */
    fcap_outcome stopped; /* FCAP_FEASIBLE while going on; else why the search should end */
    double best_cost;     /* for progress; negative while there is no answer */
    double best_bound;    /* the same of the lower bound; both in true units */
    const int32_t *best_labels; /* the same of the labels; NULL while there are none */
    int sketching;              /* costs noted now are not those of answers */
    int64_t matrix_points; /* more points have no matrix of distances; 0: as data/points.h */
    int64_t
        routed; /* work of flows between very many clusters so far, about a nanosecond each */
} fcap_run;

#define TRY(call)                                                                              \
    do {                                                                                       \
        fcap_status const try_status_ = (call);                                                \
        if (try_status_ != FCAP_OK) {                                                          \
            return try_status_;                                                                \
        }                                                                                      \
    } while (0)

/* options may be NULL: defaults, no tick, no limit. */
void fcap_run_open(fcap_run *run, const fcap_options *options, fcap_error *err);
void fcap_run_close(fcap_run *run);

/* Record a sentence and return the status:  return fcap_run_fail(run, FCAP_E_..., "...", ...);
 */
fcap_status fcap_run_fail(fcap_run *run, fcap_status status, const char *format, ...)
    FCAP_PRINTF(3);
/* The same without a run, for functions that need none. err may be NULL. */
fcap_status fcap_error_set(fcap_error *err, fcap_status status, const char *format, ...)
    FCAP_PRINTF(3);

/* Call it often from the calling thread; it looks at the clock and calls tick at most every
 * 50 ms. Returns 1 when the search should end now (the reason is in run->stopped). */
int fcap_run_should_stop(fcap_run *run, const char *stage, int64_t done, int64_t total);

/* An answer of this cost (in true units) is there, for progress. */
void fcap_run_note_cost(fcap_run *run, double cost);

double fcap_run_seconds(const fcap_run *run);

#endif
