/* settle.c - see settle.h. */
#include "search/settle.h"

#include "cluster/place.h"
#include "metric/metric.h"

#include <math.h>
#include <string.h>

enum {
    ROUNDS_MOST = 20 /* it settles after some five */
};

fcap_status fcap_settle(fcap_run *run, const points *p, const rules *r, int64_t *medoid,
                        int32_t *label) {
    int32_t *const placed = arena_array(&run->mem, int32_t, r->n);
    if (placed == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for placing %lld points",
                             (long long)r->n);
    }
    double best = INFINITY;
    for (int round = 0; round < ROUNDS_MOST; round++) {
        fcap_status const status = fcap_place(run, p, r, medoid, placed);
        if (status == FCAP_E_CANCELLED && round > 0) {
            break; /* the answer of the round before stands */
        }
        TRY(status);
        fcap_measures m = {.medoid = medoid};
        TRY(fcap_measure_labels(run, p, r, placed, &m, NULL));
        if (!(m.cost < best * (1 - 1e-9))) {
            break;
        }
        best = m.cost;
        fcap_run_note_cost(run, best);
        memcpy(label, placed, (size_t)r->n * sizeof *label);
        if (fcap_run_should_stop(run, "placing", round, ROUNDS_MOST)) {
            break;
        }
    }
    return FCAP_OK;
}
