/* doubts.c - columns that may be meant otherwise than they are read: thousands that look like
 * decimals, and numbers that are written as no number is.
 *
 * They are read by the rules of docs/INPUT.md all the same; a note says how, and what to
 * change. Which columns can be meant follows from the counts of their profiles; only these are
 * looked at, and each only until its cells settle it, which in most columns are a few.
 */
#include "base/number.h"
#include "table/encoding.h"
#include "table/text_doubts.h"

#include <stdio.h>
#include <string.h>

typedef struct doubt {
    int32_t column;
    int numeric;
    int settled;   /* it is what it is read as */
    int is_asked;  /* to be a category */
    int is_part;   /* of the distance, or left out of it as an identifier */
    int has_whole; /* a whole number of three digits */
    int has_small; /* a whole number from 1 on */
    int has_round; /* a number with a mark that ends in 0 */
    int64_t row;   /* of the first doubtful number; -1: none yet */
    text_doubt text;
} doubt;

/* ---- thousands that look like decimals ---- */

/* A number with a mark that ends in 0 has decimals that nobody would write, beside others that
 * have none: 1.000 beside 50. */
static void look_at_number(doubt *d, const fcap_table *t, fcap_cell cell, int64_t row) {
    char const mark = t->comma ? ',' : '.';
    number_form const form = fcap_number_form(cell.text, cell.size, mark);
    d->has_whole |= form.ordinal >= 100 && form.ordinal <= 999;
    d->has_small |= form.ordinal >= 1;
    if (!form.has_mark) {
        return;
    }
    d->settled = !fcap_may_be_thousands(cell, mark);
    d->has_round |= cell.text[cell.size - 1] == '0';
    d->row = d->row < 0 ? row : d->row;
}

static void say_thousands(encoding *e, const doubt *d) {
    char name[EXCERPT_SIZE];
    char text[EXCERPT_SIZE];
    fcap_cell const cell = fcap_table_row(e->table, d->row)[d->column];
    fcap_encoding_note(
        e,
        "%s: \"%s\" (line %lld) is read as a decimal number, beside whole "
        "numbers%s; if the %s stands between thousands, remove it from the column",
        fcap_encoding_name(e, d->column, name), fcap_excerpt(cell.text, cell.size, text),
        (long long)fcap_table_line(e->table, d->row), d->has_whole ? " of three digits" : "",
        e->table->comma ? "comma" : "point");
}

/* ---- all columns ---- */

/* Has a column of numbers some with a decimal mark and whole ones, too? */
static int is_mixed(const fcap_table *t, int32_t column) {
    const column_profile *const p = &t->profile[column];
    int const first = !t->has_header;
    int64_t const marked = t->comma ? p->comma_numbers + (first && p->first_comma_number)
                                    : p->pointed + (first && p->first_pointed);
    return marked > 0 && p->integers + (first && p->first_integer) > 0;
}

static doubt doubt_of(const encoding *e, int32_t column, int is_part, int is_left_out) {
    int const numeric = column == e->o.weight || fcap_encoding_is_numeric(e, column);
    int const asked = fcap_columns_contain(e->o.categorical, column);
    return (doubt){.column = column,
                   .numeric = numeric,
                   .is_asked = asked,
                   .is_part = is_part,
                   .settled = numeric ? is_left_out || !is_mixed(e->table, column) : asked,
                   .row = -1,
                   .text = {.column = column, .is_left_out = is_left_out}};
}

static void look_at(doubt *d, const fcap_table *t, fcap_cell cell, int64_t row) {
    if (d->numeric) {
        look_at_number(d, t, cell, row);
    } else {
        d->settled = !fcap_text_doubt_count(&d->text, t, cell, row);
    }
}

static void look_at_rows(const encoding *e, doubt *of, int32_t n) {
    fcap_table *const t = e->table;
    int32_t open = 0;
    for (int32_t i = 0; i < n; i++) {
        open += !of[i].settled;
    }
    for (int64_t row = 0; row < t->n_rows && open > 0; row++) {
        const fcap_cell *const cells = fcap_table_row(t, row);
        for (int32_t i = 0; i < n; i++) {
            fcap_cell const cell = cells[of[i].column];
            if (!of[i].settled && !fcap_table_missing(t, cell)) {
                look_at(&of[i], t, cell, row);
                open -= of[i].settled;
            }
        }
    }
}

static void say_of_text(encoding *e, const doubt *d) {
    if (!d->settled && fcap_text_doubt_say_marks(e, &d->text)) {
        return;
    }
    if (d->is_part && !d->is_asked &&
        (d->settled || !fcap_text_doubt_say_missing(e, &d->text))) {
        fcap_text_doubt_say_mixture(e, &d->text);
    }
}

static void say(encoding *e, const doubt *d) {
    if (!d->numeric) {
        say_of_text(e, d);
    } else if (!d->settled && d->row >= 0 && (d->has_whole || (d->has_round && d->has_small))) {
        say_thousands(e, d);
    }
}

fcap_status fcap_encoding_doubts(encoding *e) {
    int32_t n = 0;
    doubt *const of =
        arena_array(&e->run->mem, doubt, (int64_t)e->table->n_columns + e->o.noted.n + 1);
    if (of == NULL) {
        return fcap_encoding_no_memory(e);
    }
    if (e->table->is_npy) {
        return FCAP_OK; /* its numbers are no texts */
    }
    for (int32_t c = 0; c < e->n_features; c++) {
        of[n++] = doubt_of(e, e->feature[c].column, 1, 0);
    }
    for (int32_t c = 0; c < e->table->n_columns && e->left_out != NULL; c++) {
        if (e->left_out[c] && !fcap_name_says_id(e->table->name[c])) {
            of[n++] = doubt_of(e, c, 1, 1);
        }
    }
    for (int32_t i = 0; i < e->o.noted.n; i++) {
        of[n++] = doubt_of(e, e->o.noted.index[i], 0, 0);
    }
    if (e->o.weight >= 0) {
        of[n++] = doubt_of(e, e->o.weight, 0, 0);
    }
    look_at_rows(e, of, n);
    for (int32_t i = 0; i < n; i++) {
        say(e, &of[i]);
    }
    return FCAP_OK;
}
