/* best.c - see best.h. For now: medoids of k-medoids, and points placed around them. */
#include "search/best.h"

#include "cluster/kmedoids.h"
#include "cluster/place.h"
#include "search/settle.h"

/* A search that was stopped has medoids but no valid answer yet: one assignment makes it. */
static fcap_status place_once(fcap_run *run, points *p, const rules *r, const int64_t *medoid,
                              int32_t *label) {
    fcap_outcome const why = run->stopped;
    fcap_tick *const tick = run->tick;
    double const limit = run->time_limit;
    run->stopped = FCAP_FEASIBLE;
    run->tick = NULL;
    run->time_limit = 0;
    fcap_status const status = fcap_place(run, p, r, medoid, label);
    run->stopped = why;
    run->tick = tick;
    run->time_limit = limit;
    return status;
}

fcap_status fcap_best(fcap_run *run, const fcap_options *o, points *p, const rules *r,
                      method_result *out) {
    int64_t *const medoid = arena_array(&run->mem, int64_t, r->k);
    if (medoid == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d medoids", (int)r->k);
    }
    TRY(fcap_kmedoids(run, p, r->k, o->effort, out->label, medoid, &out->iterations));
    if (run->stopped != FCAP_FEASIBLE) {
        return place_once(run, p, r, medoid, out->label);
    }
    fcap_status const status = fcap_settle(run, p, r, medoid, out->label);
    return status == FCAP_E_CANCELLED ? place_once(run, p, r, medoid, out->label) : status;
}
