/* assign_costs.c - distances to the medoids as whole numbers, see assign.h.
 *
 * Distances are computed twice, once for the largest and once to be kept: that is cheaper than
 * n k doubles of memory. A block of medoids at a time, so that what is written of a row lies
 * together.
 */
#include "base/parallel.h"
#include "base/vector.h"
#include "cluster/assign.h"

enum {
    BLOCK = 16 /* medoids; their distances are 128 bytes a point of scratch for each thread */
};

/* ---------------------------------------------------------------- one at a time */

static inline int32_t in_units(double distance, double scale) {
    return (int32_t)(distance * scale + 0.5);
}

fcap_status fcap_assign_row_open(fcap_run *run, const assign_problem *p, assign_row *out) {
    int64_t const n = p->cost != NULL ? 0 : p->source.centres->stride;
    out->distance = arena_array(&run->mem, double, n);
    out->cost = arena_array(&run->mem, int32_t, n);
    return out->distance != NULL && out->cost != NULL
               ? FCAP_OK
               : fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d clusters",
                               (int)p->k);
}

WIDE static void round_all(const double *restrict distance, double scale, int64_t n,
                           int32_t *restrict cost) {
    for (int64_t i = 0; i < n; i++) {
        cost[i] = in_units(distance[i], scale);
    }
}

const int32_t *fcap_assign_compute(const assign_problem *p, int64_t j, assign_row *room) {
    fcap_points_distances_to(p->source.rows, j, p->source.centres, room->distance);
    round_all(room->distance, p->source.scale, p->source.centres->stride, room->cost);
    return room->cost;
}

int32_t fcap_assign_cost(const assign_problem *p, int64_t j, int32_t i) {
    if (p->cost != NULL) {
        return p->cost[j * p->k + i];
    }
    return in_units(fcap_points_distance_to(p->source.rows, j, p->source.centres, i),
                    p->source.scale);
}

/* ---------------------------------------------------------------- all */

typedef struct costs_job {
    const points *p;
    const int64_t *medoid;
    int32_t k;
    double scale;     /* 0: only look for the largest */
    double *distance; /* BLOCK rows of stride for each thread */
    double *largest;  /* of a medoid */
    int32_t *cost;
} costs_job;

static void one_block(void *context, int64_t from, int64_t to, int32_t thread) {
    costs_job *const job = context;
    int64_t const stride = job->p->stride;
    double *const distance = job->distance + thread * BLOCK * stride;
    for (int64_t i = from; i < to; i++) {
        fcap_points_distances(job->p, job->medoid[i], distance + (i - from) * stride);
    }
    if (job->scale > 0) {
        for (int64_t j = 0; j < job->p->n; j++) {
            for (int64_t i = from; i < to; i++) {
                job->cost[j * job->k + i] =
                    (int32_t)(distance[(i - from) * stride + j] * job->scale + 0.5);
            }
        }
        return;
    }
    for (int64_t i = from; i < to; i++) {
        const double *const row = distance + (i - from) * stride;
        double largest = 0;
        for (int64_t j = 0; j < job->p->n; j++) {
            largest = row[j] > largest ? row[j] : largest;
        }
        job->largest[i] = largest;
    }
}

fcap_status fcap_assign_costs(fcap_run *run, const points *p, const int64_t *medoid, int32_t k,
                              int32_t **cost, double *unit) {
    int32_t const blocks = (k + BLOCK - 1) / BLOCK;
    int32_t const threads = run->threads < blocks ? run->threads : blocks;
    *cost = arena_array(&run->mem, int32_t, p->n * k);
    arena_mark const mark = fcap_arena_save(&run->mem);
    costs_job job = {.p = p,
                     .medoid = medoid,
                     .k = k,
                     .distance = arena_array(&run->mem, double, threads *BLOCK * p->stride),
                     .largest = arena_array(&run->mem, double, k),
                     .cost = *cost};
    if (*cost == NULL || job.distance == NULL || job.largest == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for the distances of %lld points to %d medoids",
                             (long long)p->n, (int)k);
    }
    fcap_parallel_for(threads, k, BLOCK, one_block, &job);
    double largest = 0;
    for (int32_t i = 0; i < k; i++) {
        largest = job.largest[i] > largest ? job.largest[i] : largest;
    }
    if (*unit == 0) {
        *unit = largest > 0 ? largest / COST_MOST : 1;
    }
    job.scale = 1 / *unit;
    if (largest * job.scale >= COST_MOST + 0.5) {
        return fcap_run_fail(run, FCAP_E_OVERFLOW,
                             "a distance of %g is too large for costs in units of %g", largest,
                             *unit);
    }
    fcap_parallel_for(threads, k, BLOCK, one_block, &job);
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
