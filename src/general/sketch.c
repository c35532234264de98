/* sketch.c - see sketch.h. */
#include "general/sketch.h"

#include "search/search.h"

#include <string.h>

enum {
    SAMPLE = 3000,
    SKETCH_FROM = 6000 /* items: with fewer the search itself is as quick */
};

int fcap_sketch_fits(const task *t) {
    return t->it.n >= SKETCH_FROM && t->it.n_free == t->it.n && t->r->candidate == NULL &&
           t->t.k <= SAMPLE / 10;
}

/* The same part of a cluster's rows as of all rows; a fifth more where rows are not what a
 * capacity counts. */
static int64_t sampled_capacity(const rules *r, int64_t m) {
    int64_t const even = fcap_ceil_div(m, 1, r->k);
    if (r->weight != NULL || r->capacities != NULL) {
        return even + fcap_ceil_div(even, 1, 5);
    }
    int64_t const capacity = r->capacity < r->n ? r->capacity : r->n;
    int64_t const part = fcap_ceil_div(capacity, m, r->n);
    return part > even ? part : even;
}

fcap_status fcap_sketch_medoids(fcap_run *run, const task *t, int32_t effort, int64_t *medoid,
                                int *found) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t *const index = arena_array(&run->mem, int64_t, SAMPLE);
    if (index == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for a sample of %d points",
                             SAMPLE);
    }
    for (int64_t x = 0; x < SAMPLE; x++) {
        index[x] = x * t->r->n / SAMPLE;
    }
    points p;
    shape s;
    search w;
    answer best;
    rules const sizes = {
        .n = SAMPLE, .k = t->r->k, .capacity = sampled_capacity(t->r, SAMPLE), .min_size = 1};
    TRY(fcap_points_subset(run, t->p, index, SAMPLE, &p));
    TRY(fcap_shape_open(run, &sizes, &s));
    TRY(fcap_search_open(run, &p, &sizes, &s, &w));
    TRY(fcap_answer_open(run, &s, &best));
    run->sketching++; /* its costs are not those of answers */
    fcap_status const status = fcap_search_run(run, &w, fcap_search_work(&w, effort), &best);
    run->sketching--;
    *found = status == FCAP_OK;
    if (status != FCAP_OK && status != FCAP_E_CANCELLED) {
        return status;
    }
    for (int32_t i = 0; *found && i < t->r->k; i++) {
        medoid[i] = index[best.medoid[i]];
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
