/* coordinates.c - the values of the features, scaled or one-hot, as rows of numbers. */
#include "base/parallel.h"
#include "table/encoding.h"
#include "table/scale.h"
#include "table/table_of.h"

#include <math.h>

enum {
    CHUNK = 4096 /* points whose coordinates are written together: all of them stay in cache */
};

/* What it takes to write coordinates, for each feature. */
typedef struct filling {
    const encoding *e;
    value_range *range;
    linear *scale;
    double *mean;    /* instead of a missing number */
    int32_t *common; /* instead of a missing text */
    int32_t *at;     /* the first coordinate */
} filling;

static void fill_numbers(const filling *w, int32_t c, int64_t from, int64_t to) {
    const feature *const f = &w->e->feature[c];
    const fcap_dataset *const ds = w->e->out;
    linear const scale = w->scale[c];
    for (int64_t i = from; i < to; i++) {
        double const value = f->value[i * f->step];
        int const missing = isnan(value);
        double *const x = ds->x + i * ds->d + w->at[c]; /* perhaps where the value is now */
        x[0] = f->stretch * fcap_scale_apply(scale, missing ? w->mean[c] : value);
        if (f->width == 2) {
            x[1] = missing ? f->stretch : 0;
        }
    }
}

/* The most frequent text; of equals the bytewise smallest. */
static int32_t most_frequent(const feature *f) {
    int32_t best = 0;
    for (int32_t id = 1; id < f->texts.n; id++) {
        int64_t const more = f->texts.entry[id].count - f->texts.entry[best].count;
        if (more > 0 || (more == 0 && f->rank[id] < f->rank[best])) {
            best = id;
        }
    }
    return best;
}

static void fill_texts(const filling *w, int32_t c, int64_t from, int64_t to) {
    const feature *const f = &w->e->feature[c];
    const fcap_dataset *const ds = w->e->out;
    int const own = w->e->o.missing == FCAP_MISSING_CATEGORY;
    for (int64_t i = from; i < to; i++) {
        int32_t place;
        if (f->id[i] >= 0) {
            place = f->rank[f->id[i]];
        } else {
            place = own ? f->width - 1 : w->common[c];
        }
        if (place < f->width) {
            ds->x[i * ds->d + w->at[c] + place] = f->stretch;
        }
    }
}

static void fill_chunk(void *context, int64_t from, int64_t to, int32_t thread) {
    const filling *const w = context;
    (void)thread;
    for (int32_t c = 0; c < w->e->n_features; c++) {
        if (w->e->feature[c].numeric) {
            fill_numbers(w, c, from, to);
        } else {
            fill_texts(w, c, from, to);
        }
    }
}

/* Scales, means and places, from all values. */
static void prepare(const filling *w) {
    const encoding *const e = w->e;
    int64_t const n = e->out->n;
    for (int64_t from = 0; from < n; from += CHUNK) {
        int64_t const some = n - from < CHUNK ? n - from : CHUNK;
        for (int32_t c = 0; c < e->n_features; c++) {
            const feature *const f = &e->feature[c];
            if (f->numeric) {
                fcap_range_add(&w->range[c], f->value + from * f->step, some, f->step);
            }
        }
    }
    int32_t at = 0;
    for (int32_t c = 0; c < e->n_features; c++) {
        const feature *const f = &e->feature[c];
        w->at[c] = at;
        at += f->width;
        if (f->numeric) {
            w->scale[c] = fcap_scale_of(w->range[c], f->value, n, f->step, e->o.scale);
            w->mean[c] = f->n_missing > 0 ? fcap_mean_of(w->range[c], f->value, n, f->step) : 0;
        } else {
            w->common[c] = f->texts.n > 0 ? f->rank[most_frequent(f)] : 0;
        }
    }
}

static fcap_status fill(encoding *e) {
    filling w = {.e = e,
                 .range = arena_array(&e->run->mem, value_range, e->n_features),
                 .scale = arena_array(&e->run->mem, linear, e->n_features),
                 .mean = arena_array(&e->run->mem, double, e->n_features),
                 .common = arena_array(&e->run->mem, int32_t, e->n_features),
                 .at = arena_array(&e->run->mem, int32_t, e->n_features)};
    if (w.range == NULL || w.scale == NULL || w.mean == NULL || w.common == NULL ||
        w.at == NULL) {
        return fcap_encoding_no_memory(e);
    }
    prepare(&w);
    fcap_parallel_for(e->table->run.threads, e->out->n, CHUNK, fill_chunk, &w);
    return FCAP_OK;
}

fcap_status fcap_encoding_coordinates(encoding *e) {
    fcap_dataset *const ds = e->out;
    if (e->o.without_features) {
        return FCAP_OK;
    }
    int const extra = e->o.missing == FCAP_MISSING_CATEGORY;
    int64_t d = 0;
    for (int32_t c = 0; c < e->n_features; c++) {
        feature *const f = &e->feature[c];
        if (!f->numeric && !fcap_dictionary_rank(&e->run->mem, &f->texts, &f->rank)) {
            return fcap_encoding_no_memory(e);
        }
        f->width = (f->numeric ? 1 : f->texts.n) + (extra && f->n_missing > 0);
        d += f->width;
    }
    if (d < 1 || d > INT32_MAX) {
        return fcap_run_fail(e->run, FCAP_E_DATA, "the columns make %lld coordinates",
                             (long long)d);
    }
    ds->d = (int32_t)d;
    if (!e->in_place) {
        ds->x = arena_array(&ds->run.mem, double, ds->n *d);
    }
    ds->feature_column = arena_array(&ds->run.mem, int32_t, e->n_features);
    if (ds->x == NULL || ds->feature_column == NULL) {
        return fcap_run_fail(e->run, FCAP_E_NO_MEMORY,
                             "out of memory for %lld points with %lld coordinates; a text "
                             "column with many values makes one coordinate for each: leave it "
                             "out with -x",
                             (long long)ds->n, (long long)d);
    }
    ds->n_features = e->n_features;
    for (int32_t c = 0; c < e->n_features; c++) {
        ds->feature_column[c] = e->feature[c].column;
    }
    return fill(e);
}
