/* best.c - see best.h. For now: medoids of k-medoids, and points placed around them; and what
 * the distances to the two nearest medoids prove as multipliers. */
#include "search/best.h"

#include "cluster/kmedoids.h"
#include "cluster/place.h"
#include "metric/certificate.h"
#include "search/settle.h"

#include <math.h>

enum {
    PROVED_POINTS = 5000
};

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

static fcap_status prove(fcap_run *run, const points *p, const rules *r, const int64_t *medoid,
                         method_result *out) {
    for (int64_t j = 0; j < p->n; j++) {
        double nearest[2] = {INFINITY, INFINITY};
        for (int32_t i = 0; i < r->k; i++) {
            double const d = fcap_points_distance(p, medoid[i], j);
            nearest[1] = d < nearest[0] ? nearest[0] : d < nearest[1] ? d : nearest[1];
            nearest[0] = d < nearest[0] ? d : nearest[0];
        }
        out->multiplier[j] = r->k > 1 ? nearest[1] : nearest[0];
    }
    double bound = 0;
    fcap_status const status = fcap_certificate_bound(run, p, r, out->multiplier, &bound);
    if (status == FCAP_OK) {
        run->best_bound = ldexp(bound, p->exponent);
        out->multiplier_bound = out->lower_bound = bound;
    }
    return status == FCAP_E_CANCELLED ? FCAP_OK : status;
}

static fcap_status search(fcap_run *run, const fcap_options *o, points *p, const rules *r,
                          int64_t *medoid, method_result *out) {
    TRY(fcap_kmedoids(run, p, r->k, o->effort, out->label, medoid, &out->iterations));
    if (run->stopped != FCAP_FEASIBLE) {
        return place_once(run, p, r, medoid, out->label);
    }
    fcap_status const status = fcap_settle(run, p, r, medoid, out->label);
    return status == FCAP_E_CANCELLED ? place_once(run, p, r, medoid, out->label) : status;
}

fcap_status fcap_best(fcap_run *run, const fcap_options *o, points *p, const rules *r,
                      method_result *out) {
    int64_t *const medoid = arena_array(&run->mem, int64_t, r->k);
    if (medoid == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d medoids", (int)r->k);
    }
    TRY(search(run, o, p, r, medoid, out));
    int const many = p->n > PROVED_POINTS && o->bound != FCAP_BOUND_CERTIFY;
    return o->bound == FCAP_BOUND_OFF || many ? FCAP_OK : prove(run, p, r, medoid, out);
}
