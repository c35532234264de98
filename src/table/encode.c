/* encode.c - rows of cells become points and protected groups.
 *
 *   column     becomes
 *   numeric    one coordinate, scaled (min-max by default)
 *   text       one 0/1 coordinate for each value (one-hot, as in [LQ21] section 5.1)
 *   protected  a group id, in no coordinate unless it is asked for
 *   weight     a whole number, in no coordinate
 *   identifier nothing
 *
 * Two passes over the rows: the first keeps or drops each row, reads numbers and learns the
 * texts; then the scales are known and the coordinates are written.
 */
#include "table/encoding.h"
#include "table/faults.h"
#include "table/table_of.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

void fcap_encode_options_init_sized(fcap_encode_options *options, size_t struct_size) {
    memset(options, 0, struct_size);
    options->struct_size = struct_size;
    options->id = -1;
    if (struct_size > offsetof(fcap_encode_options, weight)) {
        options->weight = -1;
    }
}

fcap_status fcap_encoding_no_memory(encoding *e) {
    return fcap_run_fail(e->run, FCAP_E_NO_MEMORY, "out of memory for %lld rows",
                         (long long)e->table->n_rows);
}

const char *fcap_encoding_name(const encoding *e, int32_t column, char out[EXCERPT_SIZE]) {
    const char *const name = e->table->name[column];
    return fcap_excerpt(name, strlen(name), out);
}

void fcap_encoding_note(encoding *e, const char *format, ...) {
    fcap_dataset *const ds = e->out;
    if (ds->n_notes < FCAP_NOTES_KEPT) {
        va_list args;
        va_start(args, format);
        vsnprintf(ds->note[ds->n_notes++], NOTE_SIZE, format, args);
        va_end(args);
    }
}

int64_t fcap_encoding_line(const encoding *e, int64_t row) {
    return e->faults->kept < FCAP_FAULTS_KEPT ? fcap_table_line(e->table, row) : 0;
}

/* ---- missing cells ---- */

static void fault_missing(encoding *e, int32_t column, int64_t n, int64_t first,
                          const char *remedy) {
    char name[EXCERPT_SIZE];
    fcap_encoding_name(e, column, name);
    fcap_faults_add(e->faults, fcap_encoding_line(e, first), column + 1,
                    "%s: %lld of %lld cells %s missing; %s", name, (long long)n,
                    (long long)e->table->n_rows, n == 1 ? "is" : "are", remedy);
}

/* A column may make a group alone and in a combination. */
static int is_repeated(const encoding *e, int32_t a) {
    for (int32_t b = 0; b < a; b++) {
        if (e->protect[b].column == e->protect[a].column) {
            return 1;
        }
    }
    return 0;
}

static fcap_status check_missing(encoding *e) {
    for (int32_t a = 0; a < e->n_protect; a++) {
        const protected_column *const p = &e->protect[a];
        int const allowed = e->o.missing == FCAP_MISSING_CATEGORY;
        if (p->n_missing > 0 && !allowed && !is_repeated(e, a)) {
            fault_missing(
                e, p->column, p->n_missing, p->first_missing,
                "a protected value cannot be guessed: use --missing drop or category");
        }
    }
    if (e->n_weightless > 0) {
        fault_missing(e, e->o.weight, e->n_weightless, e->first_weightless,
                      "a weight cannot be guessed: use --missing drop");
    }
    for (int32_t c = 0; c < e->n_features; c++) {
        const feature *const f = &e->feature[c];
        if (f->n_missing == e->out->n && e->o.missing == FCAP_MISSING_IMPUTE) {
            fault_missing(e, f->column, f->n_missing, f->first_missing,
                          "there is nothing to impute from: leave the column out (-x)");
        }
        if (f->n_missing > 0 && e->o.missing == FCAP_MISSING_ERROR) {
            fault_missing(
                e, f->column, f->n_missing, f->first_missing,
                f->n_missing == e->out->n
                    ? "there is nothing to measure: leave the column out (-x)"
                    : "use --missing drop, impute or category, or leave the column out (-x)");
        }
    }
    if (e->faults->total == 0 && e->out->n == 0) {
        fcap_faults_add(e->faults, 0, 0,
                        "every row has a missing cell, so --missing drop leaves none");
    }
    return e->faults->total > 0 ? fcap_faults_fail(e->run->err, e->faults) : FCAP_OK;
}

/* They have been read as asked for, but hardly anybody means them. */
static void note_empty_rows(encoding *e) {
    if (e->n_empty > 0) {
        long long const line = (long long)fcap_table_line(e->table, e->first_empty);
        int const one = e->n_empty == 1;
        fcap_encoding_note(e,
                           "%lld row%s no value at all and %s (line %lld%s); delete %s, or use "
                           "--missing drop",
                           (long long)e->n_empty, one ? " has" : "s have",
                           one ? "becomes a point" : "become points", line,
                           one ? "" : " is the first", one ? "it" : "them");
    }
}

/* ---- the story ---- */

static fcap_status encode(encoding *e) {
    e->out->row = arena_array(&e->out->run.mem, int64_t, e->table->n_rows);
    if (e->o.weight >= 0) {
        e->out->weight = arena_array(&e->out->run.mem, int64_t, e->table->n_rows);
    }
    if (e->out->row == NULL || (e->o.weight >= 0 && e->out->weight == NULL)) {
        return fcap_encoding_no_memory(e);
    }
    TRY(fcap_encoding_choose(e));
    TRY(fcap_encoding_rows(e));
    TRY(check_missing(e));
    note_empty_rows(e);
    TRY(fcap_encoding_coordinates(e));
    return fcap_encoding_attributes(e);
}

fcap_status fcap_dataset_encode(fcap_table *table, const fcap_encode_options *options,
                                fcap_dataset **out, fcap_faults *faults, fcap_error *err) {
    fcap_options run_options;
    fcap_options_init(&run_options);
    run_options.allocator = table->run.mem.os;
    fcap_error own_err;
    if (err == NULL) {
        err = &own_err;
    }
    fcap_run keep;
    fcap_run scratch;
    fcap_run_open(&keep, &run_options, err);
    fcap_run_open(&scratch, &run_options, err);
    fcap_dataset *const ds = arena_array(&keep.mem, fcap_dataset, 1);
    if (ds == NULL) {
        fcap_run_close(&keep);
        return fcap_error_set(err, FCAP_E_NO_MEMORY, "out of memory");
    }
    ds->run = keep;
    fcap_faults own_faults = {0};
    encoding e = {.run = &scratch,
                  .table = table,
                  .out = ds,
                  .faults = faults != NULL ? faults : &own_faults};
    e.faults->total = 0;
    e.faults->kept = 0;
    fcap_encode_options_init(&e.o);
    memcpy(&e.o, options,
           options->struct_size < sizeof e.o ? options->struct_size : sizeof e.o);
    fcap_status const status = encode(&e);
    fcap_run_close(&scratch);
    ds->run.err = NULL;
    if (status != FCAP_OK) {
        fcap_faults_complete(e.faults, status, err);
        fcap_dataset_free(ds);
        return status;
    }
    *out = ds;
    return FCAP_OK;
}
