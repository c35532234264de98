/* table.c - a rectangular file: its names, rows and cells, whatever format it came in.
 *
 * Reading goes bytes -> (inflate, transcode) -> records -> profile of the columns; the profile
 * decides about the header and the decimal mark. Cells are split out of the text when a row is
 * asked for. A .npy matrix shows its values as texts, so that everything above sees one table.
 */
#include "table/table_of.h"

#include "base/text.h"
#include "table/faults.h"
#include "table/formats.h"
#include "table/notes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void fcap_read_options_init_sized(fcap_read_options *options, size_t struct_size) {
    memset(options, 0, struct_size);
    options->struct_size = struct_size;
}

static fcap_status out_of_memory(fcap_table *t) {
    return fcap_run_fail(&t->run, FCAP_E_NO_MEMORY, "out of memory for %d columns",
                         (int)t->n_columns);
}

/* ---- opening ---- */

static fcap_status check_options(const fcap_read_options *o, fcap_error *err) {
    char const d = o->delimiter;
    if (d == '"' || d == '\n' || d == '\r' || (unsigned char)d >= 0x80) {
        return fcap_error_set(err, FCAP_E_ARGUMENT,
                              "the delimiter must be one ASCII character, not a quote or a "
                              "line end");
    }
    if (o->n_na < 0 || (o->n_na > 0 && o->na == NULL)) {
        return fcap_error_set(err, FCAP_E_ARGUMENT,
                              "the %d texts for missing cells are not there", (int)o->n_na);
    }
    if ((o->allocator.alloc == NULL) != (o->allocator.release == NULL)) {
        return fcap_error_set(err, FCAP_E_ARGUMENT,
                              "the allocator needs both alloc and release, or neither");
    }
    return FCAP_OK;
}

/* A table lives in its own arena: freeing the arena frees the table. */
static fcap_table *table_new(const fcap_read_options *o, fcap_error *err) {
    fcap_options run_options;
    fcap_options_init(&run_options);
    run_options.allocator = o->allocator;
    run_options.threads = o->threads;
    fcap_run run;
    fcap_run_open(&run, &run_options, err);
    fcap_table *const t = arena_array(&run.mem, fcap_table, 1);
    if (t == NULL) {
        fcap_run_close(&run);
        return NULL;
    }
    t->run = run;
    return t;
}

/* The caller's strings may be gone when cells are looked at later: keep copies. */
static fcap_status copy_missing_texts(fcap_table *t, const fcap_read_options *o) {
    const char **const copy = arena_array(&t->run.mem, const char *, o->n_na + 1);
    if (copy == NULL) {
        return out_of_memory(t);
    }
    for (int32_t i = 0; i < o->n_na; i++) {
        size_t const size = strlen(o->na[i]) + 1;
        char *const text = arena_array(&t->run.mem, char, size);
        if (text == NULL) {
            return out_of_memory(t);
        }
        copy[i] = memcpy(text, o->na[i], size);
    }
    t->missing = (missing_texts){copy, o->n_na};
    return FCAP_OK;
}

fcap_status fcap_row_readers(fcap_run *run, const fcap_table *t, int32_t n, row_reader **out) {
    size_t const bytes =
        t->is_npy ? (size_t)t->n_columns * FCAP_NUMBER_SIZE : t->csv.longest + 1;
    row_reader *const reader = arena_array(&run->mem, row_reader, n);
    for (int32_t i = 0; reader != NULL && i < n; i++) {
        char *const scratch = arena_array(&run->mem, char, bytes);
        fcap_cell *const cells = arena_array(&run->mem, fcap_cell, t->n_columns);
        if (scratch == NULL || cells == NULL) {
            return FCAP_E_NO_MEMORY;
        }
        reader[i] = (row_reader){cells, scratch, scratch + bytes};
    }
    *out = reader;
    return reader != NULL ? FCAP_OK : FCAP_E_NO_MEMORY;
}

void fcap_row_read(const fcap_table *t, int64_t record, row_reader *reader) {
    if (!t->is_npy) {
        fcap_csv_cells(&t->csv, record, reader->cells, reader->scratch);
        return;
    }
    for (int32_t j = 0; j < t->n_columns; j++) {
        double const value = fcap_npy_at(&t->npy, record, j);
        char *const text = reader->scratch + (size_t)j * FCAP_NUMBER_SIZE;
        int const size = isnan(value) ? 0 : fcap_number_print(value, text);
        reader->cells[j] = (fcap_cell){text, (size_t)size};
    }
}

void fcap_table_leave(const fcap_table *t, int64_t from, int64_t to) {
    if (!t->is_npy) {
        const char *const text = t->csv.text;
        fcap_input_leave(&t->file, text + t->csv.start[from],
                         text + (to < t->csv.n_records ? t->csv.start[to] : t->csv.size));
    } else if (!t->npy.form.column_major) {
        int64_t const bytes = (int64_t)t->npy.form.columns * t->npy.form.width;
        fcap_input_leave(&t->file, t->npy.data + from * bytes, t->npy.data + to * bytes);
    }
}

/* Memory for the row that is looked at and for what is known of the columns. */
static fcap_status open_rows(fcap_table *t) {
    row_reader *reader = NULL;
    fcap_status const status = fcap_row_readers(&t->run, t, 2, &reader);
    t->profile = arena_array(&t->run.mem, column_profile, t->n_columns);
    t->name = arena_array(&t->run.mem, const char *, t->n_columns);
    if (status != FCAP_OK || t->profile == NULL || t->name == NULL) {
        return out_of_memory(t);
    }
    t->row = reader[0];
    fcap_row_read(t, 0, &reader[1]);
    t->first = reader[1].cells;
    return FCAP_OK;
}

static fcap_status name_columns(fcap_table *t) {
    for (int32_t j = 0; j < t->n_columns; j++) {
        fcap_cell const c = t->first[j];
        int const named = t->has_header && c.size > 0;
        size_t const room = named ? c.size + 1 : 16;
        char *const name = arena_array(&t->run.mem, char, room);
        if (name == NULL) {
            return out_of_memory(t);
        }
        if (named) {
            memcpy(name, c.text, c.size);
        } else {
            snprintf(name, room, "%d", (int)j + 1);
        }
        t->name[j] = name;
    }
    return FCAP_OK;
}

/* One column, which begins with a tag and ends with one: cells such as <CLOSE> are headers of
 * some programs, above numbers. */
static int is_markup(fcap_table *t) {
    fcap_cell const first = t->first[0];
    int const is_tag = t->n_columns == 1 && first.size > 1 && first.text[0] == '<' &&
                       strchr("0123456789=>.-+ ", first.text[1]) == NULL;
    if (!is_tag || t->csv.text[t->csv.start[0]] == '"') {
        return 0;
    }
    fcap_row_read(t, t->csv.n_records - 1, &t->row);
    fcap_cell const last = t->row.cells[0];
    return t->csv.n_records > 1 && last.size > 1 && last.text[last.size - 1] == '>';
}

static fcap_status open_csv(fcap_table *t, input *in, const fcap_read_options *o,
                            fcap_faults *faults) {
    const char *const bytes = in->bytes;
    TRY(fcap_input_transcode(&t->run, in));
    t->has_mark = in->bytes != bytes; /* a mark was taken off, or UTF-16 became UTF-8 */
    const char *const other = o->skip_lines == 0 ? fcap_other_text(in) : NULL;
    if (other != NULL) {
        return fcap_run_fail(&t->run, FCAP_E_DATA, "%s", other);
    }
    TRY(fcap_csv_open(&t->run, in, o->delimiter, o->skip_lines, &t->csv, faults));
    t->n_columns = t->csv.n_fields;
    TRY(open_rows(t));
    if (o->skip_lines == 0 && is_markup(t)) {
        return fcap_run_fail(&t->run, FCAP_E_DATA,
                             "this is XML or a web page, whatever the file is called; export "
                             "the table as CSV");
    }
    TRY(fcap_table_profile(t));
    const char *guess = NULL;
    t->has_header = o->header == FCAP_HEADER_YES ||
                    (o->header == FCAP_HEADER_DETECT &&
                     fcap_columns_have_header(t->profile, t->n_columns, &guess));
    t->n_rows = t->csv.n_records - t->has_header;
    if (t->n_rows == 0) {
        fcap_faults_add(faults, 0, 0,
                        "the file has a header and no rows; if it is data, say --no-header");
        return fcap_faults_fail(t->run.err, faults);
    }
    t->comma =
        o->decimal_comma || (t->csv.delimiter == ';' &&
                             fcap_columns_use_comma(t->profile, t->n_columns, t->has_header));
    fcap_table_take_notes(t, guess, o->delimiter != 0);
    return name_columns(t);
}

static fcap_status open_npy(fcap_table *t, const input *in) {
    t->is_npy = 1;
    TRY(fcap_npy_open(&t->run, in->bytes, in->size, &t->npy));
    t->n_columns = t->npy.form.columns;
    t->n_rows = t->npy.form.rows;
    TRY(open_rows(t));
    TRY(fcap_table_profile(t));
    return name_columns(t);
}

static fcap_status open_bytes(fcap_table *t, input *in, const fcap_read_options *o,
                              fcap_faults *faults) {
    TRY(copy_missing_texts(t, o));
    TRY(fcap_input_inflate(&t->run, in));
    const char *const other = fcap_other_format(in);
    if (other != NULL) {
        return fcap_run_fail(&t->run, FCAP_E_DATA, "%s", other);
    }
    if (fcap_npy_recognise(in->bytes, in->size)) {
        return open_npy(t, in);
    }
    return open_csv(t, in, o, faults);
}

static fcap_status copy_bytes(fcap_table *t, const void *bytes, size_t size) {
    char *const copy = arena_array(&t->run.mem, char, size);
    if (copy == NULL) {
        return out_of_memory(t);
    }
    if (size > 0) {
        memcpy(copy, bytes, size);
    }
    t->file = (input){.bytes = copy, .size = size};
    return FCAP_OK;
}

/* Shared by both entries: path or bytes. */
static fcap_status open_table(const char *path, const void *bytes, size_t size,
                              const fcap_read_options *options, fcap_table **out,
                              fcap_faults *faults, fcap_error *err) {
    fcap_read_options o;
    fcap_read_options_init(&o);
    if (options != NULL) {
        memcpy(&o, options, options->struct_size < sizeof o ? options->struct_size : sizeof o);
    }
    fcap_faults own_faults = {0};
    if (faults == NULL) {
        faults = &own_faults;
    }
    faults->total = 0;
    faults->kept = 0;
    fcap_error own_err;
    if (err == NULL) {
        err = &own_err;
    }
    TRY(check_options(&o, err));
    fcap_table *const t = table_new(&o, err);
    if (t == NULL) {
        return fcap_error_set(err, FCAP_E_NO_MEMORY, "out of memory");
    }
    fcap_status status =
        path != NULL ? fcap_input_read(&t->run, path, &t->file) : copy_bytes(t, bytes, size);
    if (status == FCAP_OK) {
        status = open_bytes(t, &t->file, &o, faults);
    }
    t->run.err = NULL; /* the caller's error may not outlive this call */
    if (status != FCAP_OK) {
        fcap_faults_complete(faults, status, err);
        fcap_table_free(t);
        return status;
    }
    *out = t;
    return FCAP_OK;
}

fcap_status fcap_table_read(const char *path, const fcap_read_options *options,
                            fcap_table **out, fcap_faults *faults, fcap_error *err) {
    return open_table(path, NULL, 0, options, out, faults, err);
}

fcap_status fcap_table_parse(const void *bytes, size_t size, const fcap_read_options *options,
                             fcap_table **out, fcap_faults *faults, fcap_error *err) {
    return open_table(NULL, bytes, size, options, out, faults, err);
}

void fcap_table_free(fcap_table *table) {
    if (table != NULL) {
        fcap_input_close(&table->file);
        fcap_run run = table->run; /* the table itself lies in the arena */
        fcap_run_close(&run);
    }
}

/* ---- looking ---- */

int64_t fcap_table_rows(const fcap_table *table) {
    return table->n_rows;
}

int32_t fcap_table_columns(const fcap_table *table) {
    return table->n_columns;
}

char fcap_table_delimiter(const fcap_table *table) {
    return table->is_npy ? ',' : table->csv.delimiter;
}

int fcap_table_has_header(const fcap_table *table) {
    return table->has_header;
}

int fcap_table_has_mark(const fcap_table *table) {
    return table->has_mark;
}

const char *fcap_table_name(const fcap_table *table, int32_t column) {
    return table->name[column];
}

int32_t fcap_table_find(const fcap_table *table, const char *name) {
    int32_t found = -1;
    for (int32_t j = 0; j < table->n_columns; j++) {
        int const named = table->has_header && table->first[j].size > 0;
        if (named && strcmp(table->name[j], name) == 0) {
            found = found == -1 ? j : -2;
        }
    }
    if (found != -1) {
        return found;
    }
    int64_t number = 0;
    for (const char *c = name; *c != 0; c++) {
        if (*c < '0' || *c > '9' || number > INT32_MAX) {
            return -1;
        }
        number = 10 * number + (*c - '0');
    }
    return number >= 1 && number <= table->n_columns ? (int32_t)number - 1 : -1;
}

int32_t fcap_table_notes(const fcap_table *table) {
    return table->n_notes;
}

const char *fcap_table_note(const fcap_table *table, int32_t i) {
    return table->note[i];
}

const fcap_cell *fcap_table_row(fcap_table *table, int64_t row) {
    fcap_row_read(table, row + table->has_header, &table->row);
    return table->row.cells;
}

int64_t fcap_table_line(const fcap_table *table, int64_t row) {
    return table->is_npy ? row + 1 : fcap_csv_line(&table->csv, row + table->has_header);
}

void fcap_table_lines(const fcap_table *table, int64_t *line) {
    if (!table->is_npy) {
        fcap_csv_lines(&table->csv, table->has_header, table->n_rows, line);
        return;
    }
    for (int64_t i = 0; i < table->n_rows; i++) {
        line[i] = i + 1;
    }
}

int fcap_table_missing(const fcap_table *table, fcap_cell cell) {
    return fcap_is_missing(&table->missing, cell);
}

int fcap_table_number(const fcap_table *table, fcap_cell cell, double *value) {
    return fcap_number_parse(cell.text, cell.size, table->comma ? ',' : '.', value);
}
