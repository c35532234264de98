/* records.c - see records.h. */
#include "shard/records.h"

#include "shard/headers.h"
#include "table/csv.h"
#include "table/faults.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- cells */

static double value_at(const records *from, const record *r, int32_t column) {
    const npy_form *const form = &from->p->s->of[r->b->shard].form;
    return fcap_npy_value(form, r->value + (size_t)column * (size_t)form->width);
}

fcap_cell fcap_record_cell(const records *from, const record *r, int32_t column, char *room) {
    if (!from->l->is_matrix) {
        return r->cell[column];
    }
    double const value = value_at(from, r, column);
    int const size = isnan(value) ? 0 : fcap_number_print(value, room);
    return (fcap_cell){room, (size_t)size};
}

int fcap_record_missing(const records *from, const record *r, int32_t column) {
    return from->l->is_matrix ? isnan(value_at(from, r, column))
                              : fcap_is_missing(&from->l->missing, r->cell[column]);
}

int fcap_record_number(const records *from, const record *r, int32_t column, double *value) {
    if (from->l->is_matrix) {
        *value = value_at(from, r, column);
        return isinf(*value) ? -1 : 1;
    }
    fcap_cell const cell = r->cell[column];
    return fcap_number_parse(cell.text, cell.size, from->l->comma ? ',' : '.', value);
}

/* ---------------------------------------------------------------- faults */

static fcap_status fault_at(fcap_run *run, const char *path, int64_t line, int32_t column,
                            const char *what) {
    if (column > 0) {
        return fcap_run_fail(run, FCAP_E_DATA, "%s, line %lld, column %d: %s", path,
                             (long long)line, (int)column, what);
    }
    return fcap_run_fail(run, FCAP_E_DATA, "%s, line %lld: %s", path, (long long)line, what);
}

fcap_status fcap_record_fault(fcap_run *run, const records *from, const record *r,
                              int32_t column, const char *format, ...) {
    char what[300];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    const char *const path = from->p->s->of[r->b->shard].path;
    if (from->l->is_matrix) {
        return fcap_run_fail(run, FCAP_E_DATA, "%s, row %lld, column %d: %s", path,
                             (long long)r->row + 1, (int)column + 1, what);
    }
    return fault_at(run, path, fcap_block_line(run, from->p, r->b, r->at), column + 1, what);
}

/* The faults of a block, whose lines count from its beginning: the first of them. */
static fcap_status first_fault(fcap_run *run, const records *from, const block *b,
                               const fcap_faults *faults) {
    const fcap_fault *const f = &faults->fault[0];
    int64_t const before = fcap_block_line(run, from->p, b, 0) - 1;
    return fault_at(run, from->p->s->of[b->shard].path, before + f->line, f->column,
                    f->message);
}

/* ---------------------------------------------------------------- blocks */

static fcap_status visit_text(fcap_run *run, const records *from, const block *b,
                              record_visit *visit, void *context) {
    input const file = {.bytes = b->text, .size = b->size};
    csv in;
    fcap_faults faults = {0};
    fcap_error *const err = run->err;
    fcap_error unused;
    run->err = &unused;
    fcap_status const status = fcap_csv_open(run, &file, from->l->delimiter, 0, &in, &faults);
    run->err = err;
    if (status == FCAP_E_NO_MEMORY) {
        return fcap_run_fail(run, status, "out of memory for the records of %s",
                             from->p->s->of[b->shard].path);
    }
    if (in.n_records == 0) {
        return FCAP_OK; /* blank lines */
    }
    if (status != FCAP_OK) {
        return first_fault(run, from, b, &faults);
    }
    record r = {.b = b, .at = in.start[0]};
    if (in.n_fields != from->l->n_columns) {
        return fcap_record_fault(
            run, from, &r, -1, "the row has %d %s where the others have %d", (int)in.n_fields,
            in.n_fields == 1 ? "field" : "fields", (int)from->l->n_columns);
    }
    fcap_cell *const cells = arena_array(&run->mem, fcap_cell, in.n_fields);
    char *const scratch = arena_array(&run->mem, char, in.longest + 1);
    if (cells == NULL || scratch == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for a record");
    }
    r.cell = cells;
    for (int64_t i = 0; i < in.n_records; i++) {
        fcap_csv_cells(&in, i, cells, scratch);
        r.at = in.start[i];
        if (i > 0 || !b->starts || !from->l->has_header || !fcap_header_is(from->l, cells)) {
            TRY(visit(context, &r));
        }
    }
    return FCAP_OK;
}

static fcap_status visit_matrix(const records *from, const block *b, record_visit *visit,
                                void *context) {
    const npy_form *const form = &from->p->s->of[b->shard].form;
    size_t const width = (size_t)form->columns * (size_t)form->width;
    for (int64_t i = 0; i < b->rows; i++) {
        record const r = {.value = b->text + (size_t)i * width, .b = b, .row = b->first + i};
        TRY(visit(context, &r));
    }
    return FCAP_OK;
}

/* What a visit keeps is the run's; blocks and records have memory of their own. */
fcap_status fcap_records_visit(fcap_run *run, const records *from, record_visit *visit,
                               void *context) {
    fcap_run scratch;
    fcap_run_open(&scratch, NULL, run->err);
    reader r;
    fcap_status status = fcap_reader_open(&scratch, from->p, from->size, &r);
    int more = 1;
    while (status == FCAP_OK && more) {
        block b;
        status = fcap_reader_next(&scratch, &r, &b, &more);
        if (status == FCAP_OK && more) {
            arena_mark const mark = fcap_arena_save(&scratch.mem);
            status = from->l->is_matrix ? visit_matrix(from, &b, visit, context)
                                        : visit_text(&scratch, from, &b, visit, context);
            fcap_arena_restore(&scratch.mem, mark);
        }
    }
    fcap_reader_close(&r);
    fcap_run_close(&scratch);
    return status;
}
