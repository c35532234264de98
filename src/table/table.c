/* table.c - a rectangular file: its names, rows and cells, whatever format it came in.
 *
 * Reading goes bytes -> (inflate, transcode) -> records -> profile of the columns; the profile
 * decides about the header and the decimal mark. Cells are split out of the text when a row is
 * asked for. A .npy matrix shows its values as texts, so that everything above sees one table.
 */
#include "table/table_of.h"

#include "base/text.h"
#include "table/faults.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void fcap_read_options_init_sized(fcap_read_options *options, size_t struct_size) {
    memset(options, 0, struct_size);
    options->struct_size = struct_size;
}

static void add_note(fcap_table *t, const char *format, ...) FCAP_PRINTF(2);
static void add_note(fcap_table *t, const char *format, ...) {
    if (t->n_notes < FCAP_NOTES_KEPT) {
        va_list args;
        va_start(args, format);
        vsnprintf(t->note[t->n_notes++], NOTE_SIZE, format, args);
        va_end(args);
    }
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

/* One of those that a rival may be. */
static const char *delimiter_word(char delimiter) {
    return delimiter == '\t'  ? "tabs"
           : delimiter == ';' ? "semicolons"
           : delimiter == '|' ? "pipes"
           : delimiter == ',' ? "commas"
           : delimiter == ':' ? "colons"
           : delimiter == ' ' ? "blanks"
           : delimiter == '^' ? "carets"
                              : "tildes";
}

static int is_figure(char c) {
    return c >= '0' && c <= '9';
}

/* May the rival divide what are cells of the only column? Blanks are in names, too, and are
 * meant where a figure stands at an end of the last cell; commas are in decimal numbers. */
static int may_divide(fcap_table *t) {
    fcap_cell const last = fcap_table_row(t, t->n_rows - 1)[0];
    if (t->csv.rival == ' ') {
        return last.size > 0 &&
               (is_figure(last.text[0]) || is_figure(last.text[last.size - 1]));
    }
    return t->has_header || !t->comma;
}

static int is_in_apostrophes(fcap_cell cell) {
    return cell.size > 1 && cell.text[0] == '\'' && cell.text[cell.size - 1] == '\'';
}

/* Some programs write 'a' for "a". Looked for in the first line and in the last. */
static void note_apostrophes(fcap_table *t) {
    const fcap_cell *const last = fcap_table_row(t, t->n_rows - 1);
    for (int32_t j = 0; j < t->n_columns; j++) {
        int const is_first = is_in_apostrophes(t->first[j]);
        if (is_first || is_in_apostrophes(last[j])) {
            add_note(t,
                     "apostrophes around a cell are kept (line %lld, column %d), and "
                     "delimiters between them divide it; only double quotes hold a cell "
                     "together",
                     (long long)fcap_csv_line(&t->csv, is_first ? 0 : t->csv.n_records - 1),
                     (int)j + 1);
            return;
        }
    }
}

static void note_rival(fcap_table *t) {
    char const rival = t->csv.rival;
    char const quoted[] = {'\'', rival, '\'', 0};
    const char *const option = rival == '\t' ? "tab" : quoted;
    if (t->n_columns > 1 && !t->comma) {
        add_note(t,
                 "the lines are divided as evenly by %s as by %s; if it is %s that are between "
                 "the cells, say --delimiter %s",
                 delimiter_word(rival), delimiter_word(t->csv.delimiter), delimiter_word(rival),
                 option);
    }
    if (t->n_columns == 1 && may_divide(t)) {
        add_note(t,
                 "each line is one cell, though %s divide all of them alike; if these are "
                 "between the cells, say --delimiter %s",
                 delimiter_word(rival), option);
    }
}

/* The next byte that is no blank and no line end, as a small letter; 0 at the end. */
static char next_letter(const input *in, size_t *at) {
    while (*at < in->size && strchr(" \t\r\n", in->bytes[*at]) != NULL && in->bytes[*at] != 0) {
        ++*at;
    }
    char const c = *at < in->size ? in->bytes[(*at)++] : 0;
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int begins_as(const input *in, const char *letters) {
    size_t at = 0;
    while (*letters != 0 && next_letter(in, &at) == *letters) {
        letters++;
    }
    return *letters == 0;
}

/* What a text says in its first letters that is no delimited one, or NULL. Blanks do not
 * count. A file of tags or keys may have few different lines and no delimiter: a column. */
static const char *other_text(const input *in) {
    static const struct {
        const char *letters;
        const char *said;
    } format[] = {
        {"<?xml", "this is XML, whatever the file is called; export the table as CSV"},
        {"<!doctypehtml", "this is a web page (HTML), whatever the file is called; open it in "
                          "a spreadsheet and save the table as CSV"},
        {"<html", "this is a web page (HTML), whatever the file is called; open it in a "
                  "spreadsheet and save the table as CSV"},
        {"<table", "this is a web page (HTML), whatever the file is called; open it in a "
                   "spreadsheet and save the table as CSV"},
        {"{\"", "this is JSON; export the table as CSV"},
        {"[{", "this is JSON; export the table as CSV"},
        {"[\"", "this is JSON; export the table as CSV"},
        {"{\\rtf", "this is a document (RTF); save the table as CSV"},
    };
    for (size_t i = 0; i < sizeof format / sizeof *format; i++) {
        if (begins_as(in, format[i].letters)) {
            return format[i].said;
        }
    }
    return NULL;
}

static fcap_status open_csv(fcap_table *t, input *in, const fcap_read_options *o,
                            fcap_faults *faults) {
    const char *const bytes = in->bytes;
    TRY(fcap_input_transcode(&t->run, in));
    t->has_mark = in->bytes != bytes; /* a mark was taken off, or UTF-16 became UTF-8 */
    const char *const other = o->skip_lines == 0 ? other_text(in) : NULL;
    if (other != NULL) {
        return fcap_run_fail(&t->run, FCAP_E_DATA, "%s", other);
    }
    TRY(fcap_csv_open(&t->run, in, o->delimiter, o->skip_lines, &t->csv, faults));
    t->n_columns = t->csv.n_fields;
    TRY(open_rows(t));
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
    if (guess != NULL) {
        add_note(t, "%s", guess);
    }
    if (t->csv.rival != 0) {
        note_rival(t);
    }
    if (t->csv.stray_quotes > 0) {
        add_note(t,
                 "a quote inside an unquoted cell is kept as it is (line %lld%s); cells are "
                 "quoted as a whole or not at all",
                 (long long)fcap_csv_line(&t->csv, t->csv.first_stray),
                 t->csv.stray_quotes > 1 ? " and others" : "");
    }
    note_apostrophes(t);
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

/* What a file says that in its first bytes is no text, or NULL. */
static const char *other_format(const input *in) {
    static const struct {
        const char *bytes;
        size_t size;
        const char *said;
    } format[] = {
        {"PK\003\004", 4,
         "this is a workbook (.xlsx, .ods) or another zip file; export the sheet as CSV "
         "(Excel: "
         "\"CSV UTF-8\")"},
        {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8,
         "this is a workbook of an older Excel (.xls); export the sheet as CSV (Excel: \"CSV "
         "UTF-8\")"},
        {"\xfd"
         "7zXZ\0",
         6, "the file is packed with xz; unpack it"},
        {"\x28\xb5\x2f\xfd", 4, "the file is packed with zstd; unpack it"},
        {"7z\xbc\xaf\x27\x1c", 6, "the file is packed with 7-Zip; unpack it"},
        {"PAR1", 4, "this is a Parquet file; export it as CSV"},
        {"%PDF-", 5, "this is a PDF; export the table as CSV"},
        {"\x89PNG\r\n\x1a\n", 8, "this is a picture (PNG), no table"},
        {"\xff\xd8\xff", 3, "this is a picture (JPEG), no table"},
        {"GIF89a", 6, "this is a picture (GIF), no table"},
        {"SQLite format 3", 16, "this is a database of SQLite; export the table as CSV"},
        {"\x89HDF\r\n\x1a\n", 8, "this is an HDF5 file; export the table as CSV"},
        {"ARROW1\0\0", 8, "this is a Feather or Arrow file; export it as CSV"},
        {"FEA1", 4, "this is a Feather file; export it as CSV"},
        {"RDX2\n", 5, "this is a file of R; write the table with write.csv()"},
        {"RDX3\n", 5, "this is a file of R; write the table with write.csv()"},
        {"X\n\0\0\0", 5, "this is a file of R; write the table with write.csv()"},
        {"Rar!\x1a\x07", 6, "the file is packed with RAR; unpack it"},
        {"\x1f\x8b", 2, "the file is packed with gzip twice; unpack it"},
        {"\x1f\x9d", 2, "the file is packed with compress; unpack it"},
    };
    for (size_t i = 0; i < sizeof format / sizeof *format; i++) {
        if (in->size >= format[i].size &&
            memcmp(in->bytes, format[i].bytes, format[i].size) == 0) {
            return format[i].said;
        }
    }
    int const bzip2 = in->size >= 10 && memcmp(in->bytes, "BZh", 3) == 0 &&
                      memcmp(in->bytes + 4, "1AY&SY", 6) == 0;
    return bzip2 ? "the file is packed with bzip2; unpack it" : NULL;
}

static fcap_status open_bytes(fcap_table *t, input *in, const fcap_read_options *o,
                              fcap_faults *faults) {
    TRY(copy_missing_texts(t, o));
    TRY(fcap_input_inflate(&t->run, in));
    const char *const other = other_format(in);
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
