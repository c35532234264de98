/* row_format.c - see row_format.h. */
#include "shard/row_format.h"

#include "shard/head.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAMES_SIZE = 300, /* bytes of the columns that a sentence lists */
    HEAD_BYTES = 1 << 20,
    FIRST_RECORDS = 1000 /* that decide */
};

/* Numbers of a format as they travel. */
typedef struct passed_format {
    int32_t is_matrix;
    int32_t delimiter;
    int32_t has_header;
    int32_t comma;
    int32_t n_columns;
} passed_format;

static fcap_status out_of_memory(fcap_run *run) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for the columns");
}

/* ---------------------------------------------------------------- the head of a text */

static fcap_status name_column(fcap_run *run, fcap_cell cell, int named, int32_t j,
                               const char **out) {
    int const has_name = named && cell.size > 0;
    size_t const room = has_name ? cell.size + 1 : 16;
    char *const name = arena_array(&run->mem, char, room);
    if (name == NULL) {
        return out_of_memory(run);
    }
    if (has_name) {
        memcpy(name, cell.text, cell.size);
    } else {
        snprintf(name, room, "%d", (int)j + 1);
    }
    *out = name;
    return FCAP_OK;
}

static fcap_status judge_records(fcap_run *run, const csv *in, const fcap_mpi_request *q,
                                 row_format *out) {
    int32_t const n = out->n_columns;
    fcap_cell *const first = arena_array(&run->mem, fcap_cell, n);
    fcap_cell *const cells = arena_array(&run->mem, fcap_cell, n);
    char *const kept = arena_array(&run->mem, char, in->longest + 1);
    char *const scratch = arena_array(&run->mem, char, in->longest + 1);
    column_profile *const profile = arena_array(&run->mem, column_profile, n);
    out->name = arena_array(&run->mem, const char *, n);
    if (first == NULL || cells == NULL || kept == NULL || scratch == NULL || profile == NULL ||
        out->name == NULL) {
        return out_of_memory(run);
    }
    fcap_csv_cells(in, 0, first, kept);
    for (int32_t j = 0; j < n; j++) {
        fcap_column_first(&profile[j], &out->missing, first[j]);
    }
    for (int64_t i = 1; i < in->n_records && i <= FIRST_RECORDS; i++) {
        fcap_csv_cells(in, i, cells, scratch);
        for (int32_t j = 0; j < n; j++) {
            fcap_column_count(&profile[j], &out->missing, cells[j], first[j]);
        }
    }
    const char *guess = NULL;
    out->has_header =
        q->header == FCAP_HEADER_YES ||
        (q->header == FCAP_HEADER_DETECT && fcap_columns_have_header(profile, n, &guess));
    out->comma = q->decimal_comma ||
                 (out->delimiter == ';' && fcap_columns_use_comma(profile, n, out->has_header));
    for (int32_t j = 0; j < n; j++) {
        TRY(name_column(run, first[j], out->has_header, j, &out->name[j]));
    }
    return FCAP_OK;
}

static fcap_status judge_text(fcap_run *run, const shard *s, const fcap_mpi_request *q,
                              row_format *out) {
    shard_head first;
    TRY(fcap_head_open(run, s, HEAD_BYTES, q->delimiter, &first));
    if (first.in.n_records == 0) {
        return fcap_run_fail(run, FCAP_E_DATA, "%s: there are no rows", s->path);
    }
    out->delimiter = first.in.delimiter;
    out->n_columns = first.in.n_fields;
    return judge_records(run, &first.in, q, out);
}

static fcap_status judge_matrix(fcap_run *run, const shard *s, row_format *out) {
    out->is_matrix = 1;
    out->delimiter = ',';
    out->n_columns = s->form.columns;
    out->name = arena_array(&run->mem, const char *, out->n_columns);
    if (out->name == NULL) {
        return out_of_memory(run);
    }
    for (int32_t j = 0; j < out->n_columns; j++) {
        TRY(name_column(run, (fcap_cell){NULL, 0}, 0, j, &out->name[j]));
    }
    return FCAP_OK;
}

/* ---------------------------------------------------------------- telling the others */

static fcap_status pack(fcap_run *run, const row_format *l, void **bytes, size_t *size) {
    size_t room = sizeof(passed_format);
    for (int32_t j = 0; j < l->n_columns; j++) {
        room += strlen(l->name[j]) + 1;
    }
    char *const out = arena_array(&run->mem, char, room);
    if (out == NULL) {
        return out_of_memory(run);
    }
    passed_format const head = {l->is_matrix, l->delimiter, l->has_header, l->comma,
                                l->n_columns};
    memcpy(out, &head, sizeof head);
    size_t at = sizeof head;
    for (int32_t j = 0; j < l->n_columns; j++) {
        strcpy(out + at, l->name[j]);
        at += strlen(l->name[j]) + 1;
    }
    *bytes = out;
    *size = room;
    return FCAP_OK;
}

static fcap_status unpack(fcap_run *run, const char *bytes, row_format *out) {
    passed_format head;
    memcpy(&head, bytes, sizeof head);
    out->is_matrix = head.is_matrix;
    out->delimiter = (char)head.delimiter;
    out->has_header = head.has_header;
    out->comma = head.comma;
    out->n_columns = head.n_columns;
    out->name = arena_array(&run->mem, const char *, out->n_columns);
    if (out->name == NULL) {
        return out_of_memory(run);
    }
    const char *at = bytes + sizeof head;
    for (int32_t j = 0; j < out->n_columns; j++) {
        out->name[j] = at;
        at += strlen(at) + 1;
    }
    return FCAP_OK;
}

fcap_status fcap_row_format_open(fcap_run *run, fcap_comm *c, const shards *s,
                                 const fcap_mpi_request *q, row_format *out) {
    void *bytes = NULL;
    size_t size = 0;
    fcap_status status = FCAP_OK;
    *out = (row_format){.missing = {q->na.text, q->na.n}};
    if (c->rank == 0) {
        status = s->of[0].kind == SHARD_MATRIX ? judge_matrix(run, &s->of[0], out)
                                               : judge_text(run, &s->of[0], q, out);
        status = status == FCAP_OK ? pack(run, out, &bytes, &size) : status;
    }
    AGREE(run, c, status);
    TRY(fcap_comm_spread(run, c, &bytes, &size));
    status = c->rank == 0 ? FCAP_OK : unpack(run, bytes, out);
    AGREE(run, c, status);
    return FCAP_OK;
}

/* Says which there are. */
static fcap_status no_such_column(fcap_run *run, const row_format *l, const char *name) {
    char names[NAMES_SIZE] = "";
    size_t at = 0;
    int32_t shown = 0;
    if (!l->has_header) {
        return l->n_columns == 1
                   ? fcap_run_fail(run, FCAP_E_ARGUMENT,
                                   "there is no column %s; the only one has a number, 1", name)
                   : fcap_run_fail(
                         run, FCAP_E_ARGUMENT,
                         "there is no column %s; columns have only numbers here, 1 to %d", name,
                         (int)l->n_columns);
    }
    for (; shown < l->n_columns && at + strlen(l->name[shown]) + 3 < sizeof names; shown++) {
        at += (size_t)snprintf(names + at, sizeof names - at, "%s%s", shown > 0 ? ", " : "",
                               l->name[shown]);
    }
    return fcap_run_fail(run, FCAP_E_ARGUMENT, "there is no column %s; the %s %s%s", name,
                         l->n_columns == 1 ? "only one is" : "columns are", names,
                         shown < l->n_columns ? ", ..." : "");
}

fcap_status fcap_row_format_find(fcap_run *run, const row_format *l, const char *name,
                                 int32_t *column) {
    int32_t found = -1;
    for (int32_t j = 0; l->has_header && j < l->n_columns; j++) {
        if (strcmp(l->name[j], name) == 0) {
            if (found >= 0) {
                return fcap_run_fail(run, FCAP_E_ARGUMENT,
                                     "two columns are called %s; say the number of one: %d",
                                     name, (int)found + 1);
            }
            found = j;
        }
    }
    char *end = NULL;
    long const number = strtol(name, &end, 10);
    if (found < 0 && *name != 0 && *end == 0 && number >= 1 && number <= l->n_columns) {
        found = (int32_t)number - 1;
    }
    *column = found;
    return found >= 0 ? FCAP_OK : no_such_column(run, l, name);
}
