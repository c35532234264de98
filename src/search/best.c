/* best.c - see best.h. For now: medoids of k-medoids, and points placed around them. */
#include "search/best.h"

#include "cluster/kmedoids.h"
#include "search/settle.h"

fcap_status fcap_best(fcap_run *run, const fcap_options *o, points *p, const rules *r,
                      method_result *out) {
    int64_t *const medoid = arena_array(&run->mem, int64_t, r->k);
    if (medoid == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d medoids", (int)r->k);
    }
    TRY(fcap_kmedoids(run, p, r->k, o->effort, out->label, medoid, &out->iterations));
    return fcap_settle(run, p, r, medoid, out->label);
}
