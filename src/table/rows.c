/* rows.c - the pass over the rows that keeps or drops each, reads numbers and learns texts.
 *
 * Most rows are plain: nothing is missing, every number is one, no text had to be unquoted.
 * These are split, and their numbers read, many at a time on several threads; then one thread
 * goes over them in order and gives texts their ids. Every other row is read by itself, in its
 * turn, with its faults. So ids and faults do not depend on the threads.
 */
#include "base/parallel.h"
#include "table/encoding.h"
#include "table/faults.h"
#include "table/number_marks.h"
#include "table/table_of.h"

#include <math.h>

enum {
    BATCH_ROWS = 1 << 15,
    BATCH_CELLS = 1 << 20, /* texts that are kept until they have ids */
    CHUNK = 512            /* rows that a thread takes at a time */
};

/* Rows that are read together. */
typedef struct batch {
    encoding *e;
    int64_t from; /* the first row */
    int64_t room; /* rows at most */
    int32_t n_texts;
    int32_t *column; /* of the texts: features, groups, then the weight */
    fcap_cell *text; /* room * n_texts */
    char *shown;     /* the texts of a matrix */
    char *plain;
    row_reader *reader;
    int32_t threads;
} batch;

/* ---- a row by itself ---- */

static void count_missing(int64_t *n, int64_t *first, int64_t row) {
    if ((*n)++ == 0) {
        *first = row;
    }
}

static int row_has_missing(const encoding *e, const fcap_cell *cells) {
    for (int32_t i = 0; i < e->n_features; i++) {
        if (fcap_table_missing(e->table, cells[e->feature[i].column])) {
            return 1;
        }
    }
    for (int32_t a = 0; a < e->n_protect; a++) {
        if (fcap_table_missing(e->table, cells[e->protect[a].column])) {
            return 1;
        }
    }
    return e->o.weight >= 0 && fcap_table_missing(e->table, cells[e->o.weight]);
}

static fcap_status read_number(encoding *e, feature *f, fcap_cell cell, int64_t row,
                               double *value) {
    int const kind = fcap_table_number(e->table, cell, value);
    if (kind == 1) {
        return FCAP_OK;
    }
    char text[EXCERPT_SIZE];
    char name[EXCERPT_SIZE];
    fcap_excerpt(cell.text, cell.size, text);
    fcap_encoding_name(e, f->column, name);
    *value = 0;
    int64_t const line = fcap_encoding_line(e, row);
    if (kind < 0) {
        fcap_faults_add(e->faults, line, f->column + 1, "%s: \"%s\" is too large a number",
                        name, text);
    } else {
        /* a semicolon file with one decimal point is read with points */
        int const has_comma = !e->table->comma && fcap_is_decimal_comma(cell);
        fcap_faults_add(e->faults, line, f->column + 1,
                        "%s: \"%s\" is not a number; correct it, or use %s", name, text,
                        has_comma ? "--decimal-comma, --na or --categorical"
                                  : "--na or --categorical");
    }
    return FCAP_OK;
}

static fcap_status read_features(encoding *e, const fcap_cell *cells, int64_t row, int drop) {
    int64_t const i = e->out->n;
    for (int32_t c = 0; c < e->n_features; c++) {
        feature *const f = &e->feature[c];
        fcap_cell const cell = cells[f->column];
        int const missing = fcap_table_missing(e->table, cell);
        double value = NAN;
        if (missing && !drop) {
            count_missing(&f->n_missing, &f->first_missing, row);
        }
        if (f->numeric) {
            if (!missing) {
                TRY(read_number(e, f, cell, row, &value));
            }
            f->value[i * f->step] = value;
        } else if (!drop) {
            f->id[i] = missing ? -1 : fcap_dictionary_add(&e->run->mem, &f->texts, cell);
            if (!missing && f->id[i] < 0) {
                return fcap_encoding_no_memory(e);
            }
        }
    }
    return FCAP_OK;
}

static fcap_status read_groups(encoding *e, const fcap_cell *cells, int64_t row) {
    int64_t const i = e->out->n;
    for (int32_t a = 0; a < e->n_protect; a++) {
        protected_column *const p = &e->protect[a];
        fcap_cell const cell = cells[p->column];
        int const missing = fcap_table_missing(e->table, cell);
        if (missing) {
            count_missing(&p->n_missing, &p->first_missing, row);
        }
        p->id[i] = missing ? -1 : fcap_dictionary_add(&e->run->mem, &p->texts, cell);
        if (!missing && p->id[i] < 0) {
            return fcap_encoding_no_memory(e);
        }
    }
    return FCAP_OK;
}

/* What is behind a table in a spreadsheet, rows of delimiters alone, would become points where
 * missing cells may. The one cell of a row is missing only when somebody wrote so. */
static int is_empty(const fcap_table *t, const fcap_cell *cells) {
    int32_t c = 0;
    while (c < t->n_columns && fcap_table_missing(t, cells[c])) {
        c++;
    }
    return c == t->n_columns && c > 1;
}

/* A dropped row is looked at, too: what is no number there is a fault all the same. */
static fcap_status read_row(encoding *e, int64_t row) {
    fcap_dataset *const ds = e->out;
    const fcap_cell *const cells = fcap_table_row(e->table, row);
    int const drop = e->o.missing == FCAP_MISSING_DROP && row_has_missing(e, cells);
    TRY(read_features(e, cells, row, drop));
    if (e->o.weight >= 0) {
        fcap_encoding_weight(e, cells[e->o.weight], row, drop);
    }
    if (drop) {
        ds->dropped++;
        return FCAP_OK;
    }
    if (is_empty(e->table, cells)) {
        count_missing(&e->n_empty, &e->first_empty, row);
    }
    TRY(read_groups(e, cells, row));
    ds->row[ds->n++] = row;
    return FCAP_OK;
}

/* ---- many rows at a time ---- */

/* Reads the cells that a row needs: numbers to their places as if no row were dropped, texts to
 * `text`. Returns 0 for a row that is not plain. */
static int read_plain(const batch *b, int64_t row, row_reader *reader, fcap_cell *text) {
    const encoding *const e = b->e;
    const fcap_table *const t = e->table;
    fcap_row_read(t, row + t->has_header, reader);
    for (int32_t c = 0; c < e->n_features; c++) {
        const feature *const f = &e->feature[c];
        fcap_cell const cell = reader->cells[f->column];
        if (f->numeric && (fcap_table_missing(t, cell) ||
                           fcap_table_number(t, cell, &f->value[row * f->step]) != 1)) {
            return 0;
        }
    }
    for (int32_t s = 0; s < b->n_texts; s++) {
        text[s] = reader->cells[b->column[s]];
        int const lasting = text[s].text < reader->scratch || text[s].text >= reader->end;
        if (!lasting || fcap_table_missing(t, text[s])) {
            return 0;
        }
    }
    return 1;
}

/* The same for a row of a matrix: its numbers need no text, its texts are kept by the batch. */
static int read_plain_values(const batch *b, int64_t row, fcap_cell *text) {
    const encoding *const e = b->e;
    for (int32_t c = 0; c < e->n_features; c++) {
        const feature *const f = &e->feature[c];
        if (f->numeric) {
            double const value = fcap_npy_at(&e->table->npy, row, f->column);
            f->value[row * f->step] = value;
            if (isnan(value)) {
                return 0;
            }
        }
    }
    char *shown = b->shown + (size_t)(row - b->from) * (size_t)b->n_texts * FCAP_NUMBER_SIZE;
    for (int32_t s = 0; s < b->n_texts; s++, shown += FCAP_NUMBER_SIZE) {
        double const value = fcap_npy_at(&e->table->npy, row, b->column[s]);
        text[s] = (fcap_cell){shown, (size_t)fcap_number_print(value, shown)};
        if (isnan(value) || fcap_table_missing(e->table, text[s])) {
            return 0;
        }
    }
    return 1;
}

static void read_chunk(void *context, int64_t from, int64_t to, int32_t thread) {
    const batch *const b = context;
    for (int64_t i = from; i < to; i++) {
        fcap_cell *const text = b->text + i * b->n_texts;
        b->plain[i] =
            (char)(b->e->table->is_npy ? read_plain_values(b, b->from + i, text)
                                       : read_plain(b, b->from + i, &b->reader[thread], text));
    }
}

/* A plain row becomes the next point. */
static fcap_status keep_row(encoding *e, int64_t row, const fcap_cell *text) {
    fcap_dataset *const ds = e->out;
    int64_t const i = ds->n;
    for (int32_t c = 0; c < e->n_features; c++) {
        feature *const f = &e->feature[c];
        if (f->numeric) {
            f->value[i * f->step] = f->value[row * f->step];
        } else {
            f->id[i] = fcap_dictionary_add(&e->run->mem, &f->texts, *text++);
            if (f->id[i] < 0) {
                return fcap_encoding_no_memory(e);
            }
        }
    }
    for (int32_t a = 0; a < e->n_protect; a++) {
        protected_column *const p = &e->protect[a];
        p->id[i] = fcap_dictionary_add(&e->run->mem, &p->texts, *text++);
        if (p->id[i] < 0) {
            return fcap_encoding_no_memory(e);
        }
    }
    if (e->o.weight >= 0) {
        fcap_encoding_weight(e, *text, row, 0);
    }
    ds->row[ds->n++] = row;
    return FCAP_OK;
}

static fcap_status open_batch(encoding *e, batch *b) {
    const fcap_table *const t = e->table;
    *b = (batch){.e = e,
                 .column = arena_array(&e->run->mem, int32_t, t->n_columns + e->n_protect + 1)};
    if (b->column == NULL) {
        return fcap_encoding_no_memory(e);
    }
    for (int32_t c = 0; c < e->n_features; c++) {
        if (!e->feature[c].numeric) {
            b->column[b->n_texts++] = e->feature[c].column;
        }
    }
    for (int32_t a = 0; a < e->n_protect; a++) {
        b->column[b->n_texts++] = e->protect[a].column;
    }
    if (e->o.weight >= 0) {
        b->column[b->n_texts++] = e->o.weight;
    }
    b->room = BATCH_CELLS / (b->n_texts + 1) + CHUNK;
    b->room = b->room < BATCH_ROWS ? b->room : BATCH_ROWS;
    b->room = b->room < t->n_rows ? b->room : t->n_rows;
    int64_t const texts = b->room * b->n_texts;
    int64_t const chunks = b->room / CHUNK + 1;
    b->threads = chunks < t->run.threads ? (int32_t)chunks : t->run.threads;
    b->plain = arena_array(&e->run->mem, char, b->room);
    b->text = arena_array(&e->run->mem, fcap_cell, texts);
    b->shown = arena_array(&e->run->mem, char, t->is_npy ? texts *FCAP_NUMBER_SIZE : 0);
    fcap_status const status = fcap_row_readers(e->run, t, b->threads, &b->reader);
    return status != FCAP_OK || b->plain == NULL || b->text == NULL || b->shown == NULL
               ? fcap_encoding_no_memory(e)
               : FCAP_OK;
}

fcap_status fcap_encoding_rows(encoding *e) {
    const fcap_table *const t = e->table;
    batch b;
    TRY(open_batch(e, &b));
    for (; b.from < t->n_rows; b.from += b.room) {
        int64_t const n = t->n_rows - b.from < b.room ? t->n_rows - b.from : b.room;
        fcap_parallel_for(b.threads, n, CHUNK, read_chunk, &b);
        for (int64_t i = 0; i < n; i++) {
            TRY(b.plain[i] ? keep_row(e, b.from + i, b.text + i * b.n_texts)
                           : read_row(e, b.from + i));
        }
        fcap_table_leave(t, b.from + t->has_header, b.from + n + t->has_header);
    }
    return FCAP_OK;
}
