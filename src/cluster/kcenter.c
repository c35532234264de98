/* kcenter.c - Gonzalez' farthest-first traversal [Gon85].
 *
 * The first centre is drawn at random; each further one is the point farthest from those before
 * it (ties: the smaller row; points that coincide with a centre come last). The radius is at
 * most twice the least possible.
 */
#include "cluster/kcenter.h"

#include <assert.h>
#include <math.h>

fcap_status fcap_kcenter(fcap_run *run, const points *p, int32_t k, int32_t *label,
                         int64_t *centre) {
    assert(k >= 1 && k <= p->n);
    arena_mark const mark = fcap_arena_save(&run->mem);
    double *const row = arena_array(&run->mem, double, p->stride);
    double *const nearest = arena_array(&run->mem, double, p->n); /* -1 for centres */
    if (row == NULL || nearest == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld points",
                             (long long)p->n);
    }
    for (int64_t i = 0; i < p->n; i++) {
        nearest[i] = INFINITY;
    }
    rng random = fcap_rng_fork(&run->random, UINT64_C(0xce27e2));
    int64_t next = fcap_rng_below(&random, p->n);
    for (int32_t c = 0; c < k; c++) {
        centre[c] = next;
        fcap_points_distances(p, next, row);
        for (int64_t i = 0; i < p->n; i++) {
            if (row[i] < nearest[i]) {
                nearest[i] = row[i];
                label[i] = c;
            }
        }
        nearest[next] = -1;
        label[next] = c; /* even if it coincides with an earlier centre */
        next = 0;
        for (int64_t i = 1; i < p->n; i++) {
            next = nearest[i] > nearest[next] ? i : next;
        }
        if (fcap_run_should_stop(run, "centres", c, k) && c + 1 < k) {
            return fcap_run_fail(run, FCAP_E_CANCELLED, "stopped after %d of %d centres",
                                 (int)c + 1, (int)k);
        }
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
