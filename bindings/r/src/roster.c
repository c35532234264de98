/* roster.c - tables: read from files, encoded to points and groups, or generated.
 *
 * A data frame becomes a problem in the same way as a file does in the tool, by the same code:
 * it is written to memory as CSV, and the library reads and encodes that. Numbers are written
 * so that they read back to the same bits, texts in quotes.
 */
#include "faircap_r.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what R frees ---- */

static void close_table(SEXP pointer) {
    fcap_table_free(R_ExternalPtrAddr(pointer));
    R_ClearExternalPtr(pointer);
}

static void close_dataset(SEXP pointer) {
    fcap_dataset_free(R_ExternalPtrAddr(pointer));
    R_ClearExternalPtr(pointer);
}

/* Made before there is anything to own, so that nothing is lost if R has no memory for it. */
static SEXP owner(R_CFinalizer_t close) {
    SEXP const pointer = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, R_NilValue));
    R_RegisterCFinalizerEx(pointer, close, TRUE);
    UNPROTECT(1);
    return pointer;
}

/* ---- reading a file ---- */

static void read_options_of(fcap_read_options *o, SEXP options) {
    fcap_read_options_init(o);
    SEXP const delimiter = fcap_r_field(options, "delimiter");
    SEXP const na = fcap_r_field(options, "na");
    R_xlen_t const n = Rf_xlength(na);
    const char **const text = (const char **)R_alloc((size_t)n + 1, sizeof *text);
    for (R_xlen_t i = 0; i < n; i++) {
        text[i] = fcap_r_text(na, i);
    }
    o->na = text;
    o->n_na = (int32_t)n;
    o->delimiter = delimiter == R_NilValue ? 0 : CHAR(STRING_ELT(delimiter, 0))[0];
    o->header = (fcap_header)Rf_asInteger(fcap_r_field(options, "header"));
    o->decimal_comma = fcap_r_flag(options, "decimal_comma");
    o->skip_lines = (int64_t)fcap_r_number(options, "skip");
}

static SEXP notes_of_table(const fcap_table *t) {
    SEXP const notes = PROTECT(Rf_allocVector(STRSXP, fcap_table_notes(t)));
    for (int32_t i = 0; i < fcap_table_notes(t); i++) {
        SET_STRING_ELT(notes, i, Rf_mkCharCE(fcap_table_note(t, i), CE_UTF8));
    }
    UNPROTECT(1);
    return notes;
}

/* Columns of numbers only (and missing cells) are numeric vectors, others are texts. NULL when
 * memory runs out in the library. */
static SEXP columns_of(fcap_table *t) {
    int32_t const d = fcap_table_columns(t);
    int64_t const n = fcap_table_rows(t);
    char *const is_text = memset(R_alloc((size_t)d + 1, 1), 0, (size_t)d);
    double value;
    for (int64_t i = 0; i < n; i++) {
        const fcap_cell *const cell = fcap_table_row(t, i);
        for (int32_t j = 0; cell != NULL && j < d; j++) {
            is_text[j] |=
                !fcap_table_missing(t, cell[j]) && fcap_table_number(t, cell[j], &value) != 1;
        }
    }
    SEXP const columns = PROTECT(Rf_allocVector(VECSXP, d));
    SEXP const names = PROTECT(Rf_allocVector(STRSXP, d));
    for (int32_t j = 0; j < d; j++) {
        SET_VECTOR_ELT(columns, j, Rf_allocVector(is_text[j] ? STRSXP : REALSXP, n));
        SET_STRING_ELT(names, j, Rf_mkCharCE(fcap_table_name(t, j), CE_UTF8));
    }
    for (int64_t i = 0; i < n; i++) {
        const fcap_cell *const cell = fcap_table_row(t, i);
        if (cell == NULL) {
            UNPROTECT(2);
            return NULL;
        }
        for (int32_t j = 0; j < d; j++) {
            SEXP const column = VECTOR_ELT(columns, j);
            int const missing = fcap_table_missing(t, cell[j]);
            if (is_text[j]) {
                SEXP const text =
                    missing ? NA_STRING
                            : Rf_mkCharLenCE(cell[j].text, (int)cell[j].size, CE_UTF8);
                SET_STRING_ELT(column, i, text);
            } else {
                value = NA_REAL;
                REAL(column)
                [i] = missing || !fcap_table_number(t, cell[j], &value) ? NA_REAL : value;
            }
        }
    }
    Rf_setAttrib(columns, R_NamesSymbol, names);
    UNPROTECT(2);
    return columns;
}

static const fcap_error no_memory = {FCAP_E_NO_MEMORY, "out of memory for a row of the table"};

static SEXP counts_of(const int64_t *from, int64_t n, int64_t shift) {
    SEXP const out = Rf_allocVector(REALSXP, n);
    for (int64_t i = 0; i < n; i++) {
        REAL(out)[i] = (double)(from[i] + shift);
    }
    return out;
}

/* The line on which each row starts. */
static SEXP lines_of(const fcap_table *t) {
    int64_t const n = fcap_table_rows(t);
    int64_t *const line = (int64_t *)(void *)R_alloc((size_t)n + 1, sizeof *line);
    fcap_table_lines(t, line);
    return counts_of(line, n, 0);
}

SEXP fcap_r_read(SEXP source, SEXP options) {
    fcap_read_options o;
    fcap_faults faults = {.total = 0};
    fcap_error err;
    fcap_table *t = NULL;
    read_options_of(&o, options);
    SEXP const own = PROTECT(owner(close_table));
    fcap_status const status =
        TYPEOF(source) == RAWSXP
            ? fcap_table_parse(RAW(source), (size_t)Rf_xlength(source), &o, &t, &faults, &err)
            : fcap_table_read(R_ExpandFileName(CHAR(STRING_ELT(source, 0))), &o, &t, &faults,
                              &err);
    if (status != FCAP_OK) {
        UNPROTECT(1);
        return fcap_r_failure(&err, &faults);
    }
    R_SetExternalPtrAddr(own, t);
    SEXP const columns = columns_of(t);
    if (columns == NULL) {
        UNPROTECT(1);
        return fcap_r_failure(&no_memory, NULL);
    }
    PROTECT(columns);
    char const delimiter = fcap_table_delimiter(t);
    record r = fcap_r_open(7);
    fcap_r_set(&r, "columns", columns);
    fcap_r_set_number(&r, "rows", (double)fcap_table_rows(t));
    fcap_r_set(&r, "delimiter", Rf_ScalarString(Rf_mkCharLen(&delimiter, 1)));
    fcap_r_set(&r, "header", Rf_ScalarLogical(fcap_table_has_header(t)));
    fcap_r_set(&r, "mark", Rf_ScalarLogical(fcap_table_has_mark(t)));
    fcap_r_set(&r, "notes", notes_of_table(t));
    fcap_r_set(&r, "lines", lines_of(t));
    SEXP const out = fcap_r_close(&r);
    close_table(own);
    UNPROTECT(2);
    return out;
}

/* ---- a data frame as CSV ---- */

/* Grows in R's memory; what was before is R's to collect when the call ends. */
typedef struct text {
    char *bytes;
    size_t size;
    size_t room;
} text;

static void put(text *t, const char *bytes, size_t size) {
    if (size > t->room - t->size) {
        size_t const room = 2 * t->room + size;
        char *const larger = R_alloc(room, 1);
        memcpy(larger, t->bytes, t->size);
        t->bytes = larger;
        t->room = room;
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
}

/* Reading takes an apostrophe off a cell such as '=1 (docs/INPUT.md): one is put there. */
static int loses_apostrophe(const char *cell) {
    size_t const marks = strspn(cell, "'");
    return marks > 0 && cell[marks] != 0 && strchr("=+-@\t\r", cell[marks]) != NULL;
}

static void put_quoted(text *t, const char *cell) {
    put(t, "\"", 1);
    if (loses_apostrophe(cell)) {
        put(t, "'", 1);
    }
    for (const char *at = cell; *at != 0;) {
        size_t const plain = strcspn(at, "\"");
        put(t, at, plain);
        at += plain;
        if (*at == '"') {
            put(t, "\"\"", 2);
            at++;
        }
    }
    put(t, "\"", 1);
}

static void put_number(text *t, double value) {
    char digits[FCAP_NUMBER_SIZE];
    if (ISNAN(value)) {
        put(t, "\"\"", 2);
    } else if (!R_FINITE(value)) {
        put_quoted(t, value > 0 ? "Inf" : "-Inf"); /* a fault, which names row and column */
    } else {
        put(t, digits, (size_t)fcap_number_print(value, digits));
    }
}

static void put_cell(text *t, SEXP column, R_xlen_t row) {
    if (TYPEOF(column) == REALSXP) {
        put_number(t, REAL(column)[row]);
    } else if (TYPEOF(column) == INTSXP) {
        int const value = INTEGER(column)[row];
        put_number(t, value == NA_INTEGER ? NA_REAL : value);
    } else {
        put_quoted(t, STRING_ELT(column, row) == NA_STRING ? "" : fcap_r_text(column, row));
    }
}

static text csv_of(SEXP columns) {
    SEXP const names = Rf_getAttrib(columns, R_NamesSymbol);
    R_xlen_t const d = Rf_xlength(columns);
    R_xlen_t const n = d > 0 ? Rf_xlength(VECTOR_ELT(columns, 0)) : 0;
    text t = {.size = 0, .room = (size_t)(n + 1) * (size_t)(d + 1) * 12 + 64};
    t.bytes = R_alloc(t.room, 1);
    for (R_xlen_t i = -1; i < n; i++) {
        for (R_xlen_t j = 0; j < d; j++) {
            put(&t, ",", j > 0);
            if (i < 0) {
                put_quoted(&t, fcap_r_text(names, j));
            } else {
                put_cell(&t, VECTOR_ELT(columns, j), i);
            }
        }
        put(&t, "\n", 1);
    }
    return t;
}

/* ---- encoding ---- */

static int32_t find(const fcap_table *t, const char *name, fcap_error *err) {
    int32_t const c = fcap_table_find(t, name);
    if (c < 0) {
        char shown[100];
        fcap_text_display(name, strlen(name), 40, shown, sizeof shown);
        err->status = FCAP_E_ARGUMENT;
        snprintf(err->message, sizeof err->message,
                 c == -2 ? "more than one column is named \"%s\"" : "there is no column \"%s\"",
                 shown);
    }
    return c;
}

static fcap_status find_all(const fcap_table *t, SEXP words, fcap_columns *out,
                            fcap_error *err) {
    R_xlen_t const n = Rf_xlength(words);
    int32_t *const index = (int32_t *)R_alloc((size_t)n + 1, sizeof *index);
    for (R_xlen_t i = 0; i < n; i++) {
        index[i] = find(t, fcap_r_text(words, i), err);
        if (index[i] < 0) {
            return FCAP_E_ARGUMENT;
        }
    }
    *out = (fcap_columns){index, (int32_t)n};
    return FCAP_OK;
}

static fcap_status find_one(const fcap_table *t, SEXP word, int32_t *out, fcap_error *err) {
    if (word == R_NilValue) {
        return FCAP_OK;
    }
    *out = find(t, fcap_r_text(word, 0), err);
    return *out < 0 ? FCAP_E_ARGUMENT : FCAP_OK;
}

static fcap_status find_stretches(const fcap_table *t, SEXP factors, fcap_encode_options *o,
                                  fcap_error *err) {
    SEXP const names = Rf_getAttrib(factors, R_NamesSymbol);
    R_xlen_t const n = Rf_xlength(factors);
    fcap_stretch *const s = (fcap_stretch *)R_alloc((size_t)n + 1, sizeof *s);
    for (R_xlen_t i = 0; i < n; i++) {
        s[i] = (fcap_stretch){find(t, fcap_r_text(names, i), err), REAL(factors)[i]};
        if (s[i].column < 0) {
            return FCAP_E_ARGUMENT;
        }
    }
    o->stretch = s;
    o->n_stretches = (int32_t)n;
    return FCAP_OK;
}

static fcap_status encode_options_of(fcap_encode_options *o, const fcap_table *t, SEXP options,
                                     fcap_error *err) {
    fcap_encode_options_init(o);
    const struct {
        const char *name;
        fcap_columns *columns;
    } list[] = {{"protect", &o->protect},   {"groups", &o->grouped},
                {"features", &o->features}, {"ignore", &o->ignore},
                {"numeric", &o->numeric},   {"categorical", &o->categorical}};
    fcap_status status = FCAP_OK;
    for (size_t i = 0; i < sizeof list / sizeof *list && status == FCAP_OK; i++) {
        status = find_all(t, fcap_r_field(options, list[i].name), list[i].columns, err);
    }
    status = status ? status : find_one(t, fcap_r_field(options, "id"), &o->id, err);
    status = status ? status : find_one(t, fcap_r_field(options, "weights"), &o->weight, err);
    status = status ? status : find_stretches(t, fcap_r_field(options, "stretch"), o, err);
    o->include_protected = fcap_r_flag(options, "include_protected");
    o->intersectional = fcap_r_flag(options, "intersectional");
    o->scale = (fcap_scale)Rf_asInteger(fcap_r_field(options, "scale"));
    o->missing = (fcap_missing)Rf_asInteger(fcap_r_field(options, "missing"));
    o->without_features = fcap_r_flag(options, "without_features");
    return status;
}

static fcap_status set_balances(fcap_dataset *data, SEXP balance, fcap_error *err) {
    for (R_xlen_t a = 0; a < Rf_xlength(balance); a++) {
        fcap_ratio ratio;
        fcap_status const status = fcap_ratio_parse(fcap_r_text(balance, a), &ratio, err);
        if (status != FCAP_OK) {
            return status;
        }
        fcap_dataset_set_balance(data, (int32_t)a, ratio);
    }
    return FCAP_OK;
}

static SEXP attribute_of(const fcap_dataset *data, const fcap_problem *p, int32_t a) {
    const fcap_attribute *const from = &p->attribute[a];
    SEXP const group = PROTECT(Rf_allocVector(INTSXP, p->n));
    SEXP const levels = PROTECT(Rf_allocVector(STRSXP, from->n_groups));
    memcpy(INTEGER(group), from->group, (size_t)p->n * sizeof(int));
    for (int32_t g = 0; g < from->n_groups; g++) {
        SET_STRING_ELT(levels, g, Rf_mkCharCE(fcap_dataset_group_name(data, a, g), CE_UTF8));
    }
    record r = fcap_r_open(4);
    fcap_r_set(&r, "name", fcap_r_string(fcap_dataset_attribute_name(data, a)));
    fcap_r_set(&r, "group", group);
    fcap_r_set(&r, "levels", levels);
    fcap_r_set(&r, "balance", fcap_r_ratio(from->balance));
    SEXP const out = fcap_r_close(&r);
    UNPROTECT(2);
    return out;
}

static SEXP doubles_of(const double *from, int64_t rows, int64_t columns) {
    if (from == NULL) {
        return R_NilValue;
    }
    SEXP const out = Rf_allocMatrix(REALSXP, (int)rows, (int)columns);
    memcpy(REAL(out), from, (size_t)rows * (size_t)columns * sizeof(double));
    return out;
}

static void set_words(record *r, const fcap_dataset *data) {
    fcap_columns const used = fcap_dataset_features(data);
    SEXP const features = PROTECT(Rf_allocVector(INTSXP, used.n));
    SEXP const notes = PROTECT(Rf_allocVector(STRSXP, fcap_dataset_notes(data)));
    for (int32_t i = 0; i < used.n; i++) {
        INTEGER(features)[i] = used.index[i] + 1;
    }
    for (int32_t i = 0; i < fcap_dataset_notes(data); i++) {
        SET_STRING_ELT(notes, i, Rf_mkCharCE(fcap_dataset_note(data, i), CE_UTF8));
    }
    fcap_r_set(r, "features", features);
    fcap_r_set(r, "notes", notes);
    UNPROTECT(2);
}

static SEXP points_of(const fcap_dataset *data) {
    fcap_problem const p = fcap_dataset_problem(data);
    SEXP const attributes = PROTECT(Rf_allocVector(VECSXP, p.n_attributes));
    for (int32_t a = 0; a < p.n_attributes; a++) {
        SET_VECTOR_ELT(attributes, a, attribute_of(data, &p, a));
    }
    record r = fcap_r_open(9);
    fcap_r_set_number(&r, "n", (double)p.n);
    fcap_r_set(&r, "points", doubles_of(p.distance == NULL ? p.x : NULL, p.d, p.n));
    fcap_r_set(&r, "distance", doubles_of(p.distance, p.n, p.n));
    fcap_r_set(&r, "attributes", attributes);
    fcap_r_set(&r, "weight", p.weight == NULL ? R_NilValue : counts_of(p.weight, p.n, 0));
    fcap_r_set(&r, "rows", counts_of(fcap_dataset_rows(data), p.n, 1));
    fcap_r_set_number(&r, "dropped", (double)fcap_dataset_dropped(data));
    set_words(&r, data);
    SEXP const out = fcap_r_close(&r);
    UNPROTECT(1);
    return out;
}

static fcap_status encode(SEXP columns, SEXP options, SEXP own_table, SEXP own_data,
                          fcap_faults *faults, fcap_error *err) {
    text const csv = csv_of(columns);
    fcap_read_options o;
    fcap_encode_options e;
    fcap_table *t = NULL;
    fcap_dataset *data = NULL;
    fcap_read_options_init(&o);
    o.header = FCAP_HEADER_YES;
    o.delimiter = ',';
    fcap_status status = fcap_table_parse(csv.bytes, csv.size, &o, &t, faults, err);
    R_SetExternalPtrAddr(own_table, t);
    status = status ? status : encode_options_of(&e, t, options, err);
    status = status ? status : fcap_dataset_encode(t, &e, &data, faults, err);
    R_SetExternalPtrAddr(own_data, data);
    status = status ? status : set_balances(data, fcap_r_field(options, "balance"), err);
    SEXP const distances = fcap_r_field(options, "distances");
    if (status == FCAP_OK && distances != R_NilValue) {
        const char *const path = R_ExpandFileName(CHAR(STRING_ELT(distances, 0)));
        status = fcap_dataset_read_distances(data, path, err);
    }
    return status;
}

SEXP fcap_r_encode(SEXP columns, SEXP options) {
    SEXP const own_table = PROTECT(owner(close_table));
    SEXP const own_data = PROTECT(owner(close_dataset));
    fcap_faults faults = {.total = 0};
    fcap_error err;
    fcap_status const status = encode(columns, options, own_table, own_data, &faults, &err);
    SEXP const out = PROTECT(status == FCAP_OK ? points_of(R_ExternalPtrAddr(own_data))
                                               : fcap_r_failure(&err, &faults));
    close_dataset(own_data);
    close_table(own_table);
    UNPROTECT(3);
    return out;
}

/* ---- synthetic data ---- */

SEXP fcap_r_generate(SEXP options) {
    fcap_generate_options o;
    fcap_generate_options_init(&o);
    fcap_error err;
    const char *const balance = fcap_r_text(fcap_r_field(options, "balance"), 0);
    if (fcap_ratio_parse(balance, &o.balance, &err) != FCAP_OK) {
        return fcap_r_failure(&err, NULL);
    }
    o.n = (int64_t)fcap_r_number(options, "n");
    o.dim = (int32_t)fcap_r_number(options, "dim");
    o.groups = (int32_t)fcap_r_number(options, "groups");
    o.true_clusters = (int32_t)fcap_r_number(options, "true_clusters");
    o.weight_low = (int64_t)fcap_r_number(options, "weight_low");
    o.weight_high = (int64_t)fcap_r_number(options, "weight_high");
    o.seed = (uint64_t)fcap_r_number(options, "seed");
    SEXP const points = PROTECT(Rf_allocMatrix(REALSXP, (int)o.dim, (int)o.n));
    SEXP const group = PROTECT(Rf_allocVector(INTSXP, o.n));
    SEXP const truth = PROTECT(Rf_allocVector(INTSXP, o.n));
    int64_t *const weight =
        o.weight_high > 0 ? (int64_t *)R_alloc((size_t)o.n, sizeof *weight) : NULL;
    if (fcap_generate(&o, REAL(points), INTEGER(group), INTEGER(truth), weight, &err) !=
        FCAP_OK) {
        UNPROTECT(3);
        return fcap_r_failure(&err, NULL);
    }
    record r = fcap_r_open(4);
    fcap_r_set(&r, "points", points);
    fcap_r_set(&r, "group", group);
    fcap_r_set(&r, "truth", truth);
    fcap_r_set(&r, "weight", weight == NULL ? R_NilValue : counts_of(weight, o.n, 0));
    SEXP const out = fcap_r_close(&r);
    UNPROTECT(3);
    return out;
}
