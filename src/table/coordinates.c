/* coordinates.c - the values of the features, scaled or one-hot, as rows of numbers. */
#include "table/encoding.h"
#include "table/scale.h"

#include <math.h>

static void fill_numeric(const feature *f, fcap_dataset *ds, int32_t at, fcap_scale scale) {
    linear const s = fcap_scale_of(f->value, ds->n, scale);
    double const mean = f->n_missing > 0 ? fcap_mean_of(f->value, ds->n) : 0;
    for (int64_t i = 0; i < ds->n; i++) {
        int const missing = isnan(f->value[i]);
        double *const x = ds->x + i * ds->d + at;
        x[0] = f->stretch * fcap_scale_apply(s, missing ? mean : f->value[i]);
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

static void fill_text(const feature *f, fcap_dataset *ds, int32_t at, fcap_missing missing) {
    int32_t const common = f->texts.n > 0 ? f->rank[most_frequent(f)] : 0;
    for (int64_t i = 0; i < ds->n; i++) {
        int32_t place;
        if (f->id[i] >= 0) {
            place = f->rank[f->id[i]];
        } else {
            place = missing == FCAP_MISSING_CATEGORY ? f->width - 1 : common;
        }
        if (place < f->width) {
            ds->x[i * ds->d + at + place] = f->stretch;
        }
    }
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
    ds->x = arena_array(&ds->run.mem, double, ds->n *d);
    ds->feature_column = arena_array(&ds->run.mem, int32_t, e->n_features);
    if (ds->x == NULL || ds->feature_column == NULL) {
        return fcap_run_fail(e->run, FCAP_E_NO_MEMORY,
                             "out of memory for %lld points with %lld coordinates; a text "
                             "column with many values makes one coordinate for each: leave it "
                             "out with -x",
                             (long long)ds->n, (long long)d);
    }
    ds->n_features = e->n_features;
    int32_t at = 0;
    for (int32_t c = 0; c < e->n_features; c++) {
        const feature *const f = &e->feature[c];
        ds->feature_column[c] = f->column;
        if (f->numeric) {
            fill_numeric(f, ds, at, e->o.scale);
        } else {
            fill_text(f, ds, at, e->o.missing);
        }
        at += f->width;
    }
    return FCAP_OK;
}
