/* sketch.c - see sketch.h. */
#include "general/sketch.h"

#include "general/walk.h"
#include "search/search.h"

#include <string.h>

enum {
    SAMPLE = 3000,     /* points of the first sample; each is in the next one, */
    FINER = 4,         /* which has so many times as many, */
    PART = 3,          /* as long as that is this part of all points at most */
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

typedef struct sample {
    int64_t m;
    int64_t *index; /* of its points among all */
    points p;
    rules sizes;
    int64_t *medoid; /* k, counted in the sample */
    int found;
} sample;

static fcap_status no_memory(fcap_run *run, int64_t m) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for a sample of %lld points",
                         (long long)m);
}

static fcap_status open_sample(fcap_run *run, const task *t, int64_t m, sample *out) {
    *out = (sample){.m = m,
                    .index = arena_array(&run->mem, int64_t, m),
                    .medoid = arena_array(&run->mem, int64_t, t->r->k),
                    .sizes = {.n = m,
                              .k = t->r->k,
                              .capacity = sampled_capacity(t->r, m),
                              .min_size = 1,
                              .total_weight = m}};
    if (out->index == NULL || out->medoid == NULL) {
        return no_memory(run, m);
    }
    for (int64_t x = 0; x < m; x++) {
        out->index[x] = x * t->r->n / m;
    }
    return fcap_points_subset(run, t->p, out->index, m, &out->p);
}

/* Medoids for sizes alone. */
static fcap_status search_sizes(fcap_run *run, int32_t effort, sample *s) {
    shape as;
    search w;
    answer best;
    TRY(fcap_shape_open(run, &s->sizes, &as));
    TRY(fcap_search_open(run, &s->p, &s->sizes, &as, &w));
    TRY(fcap_answer_open(run, &as, &best));
    fcap_status const status = fcap_search_run(run, &w, fcap_search_work(&w, effort), &best);
    s->found = status == FCAP_OK;
    for (int32_t i = 0; s->found && i < s->sizes.k; i++) {
        s->medoid[i] = best.medoid[i];
    }
    return status == FCAP_E_CANCELLED ? FCAP_OK : status;
}

/* The rules about groups: balances and shares are the same in the sample. */
static fcap_status open_groups(fcap_run *run, const task *t, const sample *s, rules *out) {
    int32_t const n = t->r->n_attributes;
    fcap_attribute *const attribute = arena_array(&run->mem, fcap_attribute, n);
    int32_t *const group = arena_array(&run->mem, int32_t, n * s->m);
    if (attribute == NULL || group == NULL) {
        return no_memory(run, s->m);
    }
    *out = s->sizes;
    out->attribute = attribute;
    out->n_attributes = n;
    out->n_counts = t->r->n_counts;
    out->share = t->r->share;
    out->n_shares = t->r->n_shares;
    out->objective = t->r->objective;
    for (int32_t a = 0; a < n; a++) {
        attribute[a] = t->r->attribute[a];
        attribute[a].group = group + a * s->m;
        for (int64_t x = 0; x < s->m; x++) {
            group[a * s->m + x] = t->r->attribute[a].group[s->index[x]];
        }
    }
    return FCAP_OK;
}

/* From the sample's medoids to better ones. */
static fcap_status walk_on(fcap_run *run, const task *t, int64_t work, sample *s) {
    rules r;
    walk w;
    TRY(open_groups(run, t, s, &r));
    task small = {.p = &s->p, .r = &r, .by_mean = t->by_mean};
    TRY(fcap_tally_open(run, &r, &small.t));
    TRY(fcap_items_open(run, &r, &small.t, &small.it));
    if (s->p.matrix == NULL) {
        TRY(fcap_points_matrix(run, &s->p));
    }
    TRY(fcap_walk_open(run, &small, fcap_rng_fork(&run->random, 9), &w));
    fcap_walk_from(run, &w, s->medoid, work);
    TRY(fcap_walk_run(run, &w, work));
    if (w.best.merit.excess == 0) {
        memcpy(s->medoid, w.best.medoid, (size_t)r.k * sizeof *s->medoid);
    }
    return FCAP_OK;
}

static fcap_status sketch(fcap_run *run, const task *t, int32_t effort, int64_t work,
                          int64_t *medoid, int *found) {
    sample s;
    TRY(open_sample(run, t, SAMPLE, &s));
    TRY(search_sizes(run, effort, &s));
    *found = s.found;
    while (s.found && run->stopped == FCAP_FEASIBLE) {
        TRY(walk_on(run, t, work, &s));
        if (s.m * FINER > t->r->n / PART) {
            break;
        }
        sample next;
        TRY(open_sample(run, t, s.m * FINER, &next));
        for (int32_t i = 0; i < t->r->k; i++) {
            next.medoid[i] = s.medoid[i] * FINER;
        }
        next.found = 1;
        s = next;
    }
    for (int32_t i = 0; s.found && i < t->r->k; i++) {
        medoid[i] = s.index[s.medoid[i]];
    }
    return FCAP_OK;
}

fcap_status fcap_sketch_medoids(fcap_run *run, const task *t, int32_t effort, int64_t work,
                                int64_t *medoid, int *found) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    run->sketching++; /* its costs are not those of answers */
    fcap_status const status = sketch(run, t, effort, work, medoid, found);
    run->sketching--;
    TRY(status);
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
