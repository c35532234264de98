/* parallel.h - a loop over fixed chunks, on several threads.
 *
 * The chunks do not depend on the number of threads, so whatever is computed per chunk and
 * then combined in chunk order is the same for any number. Threads are made for each loop and
 * joined at its end: nothing survives the call, so a forked child works (a pool, such as that
 * of OpenMP, would hang there). A loop therefore should take a millisecond or more to be worth
 * it.
 */
#ifndef FCAP_BASE_PARALLEL_H
#define FCAP_BASE_PARALLEL_H

#include <stdint.h>

enum {
    PARALLEL_MOST = 256 /* threads of a loop */
};

/* Works on items [from, to). Must not touch anything that another chunk writes. `thread` is in
 * [0, threads) and unique among those running now: an index into per-thread scratch. */
typedef void parallel_body(void *context, int64_t from, int64_t to, int32_t thread);

/* Runs body over [0, n) in chunks; the calling thread takes part. If threads cannot be made,
 * the calling thread does all the work. */
void fcap_parallel_for(int32_t threads, int64_t n, int64_t chunk, parallel_body *body,
                       void *context);

/* How many the process may use: what taskset, a batch system or a container leaves of the
 * machine's. */
int32_t fcap_parallel_cores(void);

#endif
