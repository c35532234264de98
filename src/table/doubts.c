/* doubts.c - columns that may be meant otherwise than they are read: thousands that look like
 * decimals, and numbers that are written as no number is.
 *
 * They are read by the rules of docs/INPUT.md all the same; a note says how, and what to
 * change. Which columns can be meant follows from the counts of their profiles; only these are
 * looked at, and each only until a cell settles it, which in most columns is an early one.
 */
#include "base/number.h"
#include "table/encoding.h"

#include <stdio.h>
#include <string.h>

enum {
    PERCENT = 1, /* what is in the texts of a column that are numbers to a reader */
    APOSTROPHE = 2,
    BLANK = 4,
    MINUS = 8
};

typedef struct doubt {
    int32_t column;
    int numeric;
    int settled;   /* it is what it is read as */
    int has_whole; /* a whole number of three digits */
    unsigned marks;
    int64_t row; /* of the first doubtful cell; -1: none yet */
    char text[EXCERPT_SIZE];
} doubt;

/* A text that is left to look at. */
typedef struct rest {
    const char *at;
    const char *end;
} rest;

static int take(rest *r, const char *text) {
    size_t const size = strlen(text);
    int const is_next = (size_t)(r->end - r->at) >= size && memcmp(r->at, text, size) == 0;
    r->at += is_next ? size : 0;
    return is_next;
}

static int take_digits(rest *r, int most) {
    int n = 0;
    while (n < most && r->at < r->end && *r->at >= '0' && *r->at <= '9') {
        r->at++;
        n++;
    }
    return n;
}

/* ---- thousands that look like decimals ---- */

/* 1.000 as a whole: a number from 1 to 999, the mark, three digits. */
static int may_be_thousands(fcap_cell cell, const char *mark) {
    rest r = {cell.text, cell.text + cell.size};
    if (!take(&r, "-")) {
        take(&r, "+");
    }
    return r.at < r.end && *r.at != '0' && take_digits(&r, 3) > 0 && take(&r, mark) &&
           take_digits(&r, 4) == 3 && r.at == r.end;
}

static void look_at_number(doubt *d, const fcap_table *t, fcap_cell cell, int64_t row) {
    number_form const form = fcap_number_form(cell.text, cell.size, t->comma ? ',' : '.');
    d->has_whole |= form.ordinal >= 100 && form.ordinal <= 999;
    if (form.has_mark && !may_be_thousands(cell, t->comma ? "," : ".")) {
        d->settled = 1;
    } else if (form.has_mark && d->row < 0) {
        d->row = row;
        fcap_excerpt(cell.text, cell.size, d->text);
    }
}

static void say_thousands(encoding *e, const doubt *d) {
    char name[EXCERPT_SIZE];
    fcap_encoding_note(e,
                       "%s: \"%s\" (line %lld) is read as a decimal number, beside whole "
                       "numbers of three digits; if the %s stands between thousands, remove it "
                       "from the column",
                       fcap_encoding_name(e, d->column, name), d->text,
                       (long long)fcap_table_line(e->table, d->row),
                       e->table->comma ? "comma" : "point");
}

/* ---- numbers that are written as no number is ---- */

/* A blank of any kind that stands between thousands, or before a % sign. */
static int take_blank(rest *r) {
    return take(r, " ") || take(r, "\xc2\xa0") || take(r, "\xe2\x80\xaf") ||
           take(r, "\xe2\x80\x89");
}

/* Between thousands: its mark, or 0. */
static unsigned take_gap(rest *r) {
    return take(r, "'") || take(r, "\xe2\x80\x99") ? APOSTROPHE : take_blank(r) ? BLANK : 0;
}

/* One more group of three digits, with its mark before it. */
static unsigned take_group(rest *r) {
    rest const before = *r;
    unsigned const gap = take_gap(r);
    if (gap != 0 && take_digits(r, 3) == 3) {
        return gap;
    }
    *r = before;
    return 0;
}

/* What makes this text no number although a reader takes it for one; 0: nothing, or it is none
 * to a reader either. */
static unsigned marks_of(fcap_cell cell) {
    rest r = {cell.text, cell.text + cell.size};
    unsigned marks = take(&r, "\xe2\x88\x92") ? MINUS : 0;
    if (marks == 0 && !take(&r, "-")) {
        take(&r, "+");
    }
    int const digits = take_digits(&r, INT32_MAX);
    for (unsigned gap = digits <= 3 ? take_group(&r) : 0; gap != 0; gap = take_group(&r)) {
        marks |= gap;
    }
    if (take(&r, ".") || take(&r, ",")) {
        take_digits(&r, INT32_MAX);
    }
    if (r.at < r.end) {
        take_blank(&r);
        marks |= take(&r, "%") ? PERCENT : 0;
    }
    return digits > 0 && r.at == r.end ? marks : 0;
}

static void look_at_text(doubt *d, const fcap_table *t, fcap_cell cell, int64_t row) {
    unsigned const marks = marks_of(cell);
    double unused;
    if (marks == 0 && fcap_table_number(t, cell, &unused) == 0) {
        d->settled = 1;
    } else if (marks != 0 && d->row < 0) {
        d->row = row;
        fcap_excerpt(cell.text, cell.size, d->text);
    }
    d->marks |= marks;
}

static void say_marks(encoding *e, const doubt *d) {
    static const char *const word[] = {"the %", "the apostrophes", "the blanks"};
    char name[EXCERPT_SIZE];
    char remedy[120] = "";
    size_t at = 0;
    for (int i = 0; i < 3; i++) {
        if ((d->marks >> i & 1) != 0) {
            at += (size_t)snprintf(remedy + at, sizeof remedy - at, "%s%s",
                                   at > 0 ? " and " : "remove ", word[i]);
        }
    }
    if ((d->marks & MINUS) != 0) {
        snprintf(remedy + at, sizeof remedy - at, "%swrite - for the minus",
                 at > 0 ? " and " : "");
    }
    fcap_encoding_note(e,
                       "%s: \"%s\" (line %lld) is no number as it is written, so the column is "
                       "taken as a category; %s to have numbers",
                       fcap_encoding_name(e, d->column, name), d->text,
                       (long long)fcap_table_line(e->table, d->row), remedy);
}

/* A column that is read as text although many cells are numbers is often a typing error. */
static void say_mixture(encoding *e, int32_t column) {
    const column_profile *const p = &e->table->profile[column];
    int64_t const numbers = p->numbers + p->comma_numbers;
    if (5 * numbers < p->cells || numbers == 0) {
        return;
    }
    char name[EXCERPT_SIZE];
    fcap_encoding_note(
        e,
        "%s is read as text: only %lld of %lld cells are numbers%s; if it should be numbers, "
        "correct the others or say --numeric",
        fcap_encoding_name(e, column, name),
        (long long)(e->table->comma ? numbers - p->pointed : p->numbers), (long long)p->cells,
        p->comma_numbers > 0 && !e->table->comma ? " (decimal commas: --decimal-comma)" : "");
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

static doubt doubt_of(const encoding *e, int32_t column) {
    int const numeric = column == e->o.weight || fcap_encoding_is_numeric(e, column);
    int const asked = fcap_columns_contain(e->o.categorical, column);
    return (doubt){.column = column,
                   .numeric = numeric,
                   .settled = numeric ? !is_mixed(e->table, column) : asked,
                   .row = -1};
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
            if (of[i].settled || fcap_table_missing(t, cell)) {
                continue;
            }
            (of[i].numeric ? look_at_number : look_at_text)(&of[i], t, cell, row);
            open -= of[i].settled;
        }
    }
}

static void say(encoding *e, const doubt *d, int is_feature) {
    int const doubtful = !d->settled && d->row >= 0;
    if (d->numeric && doubtful && d->has_whole) {
        say_thousands(e, d);
    } else if (!d->numeric && doubtful) {
        say_marks(e, d);
    } else if (!d->numeric && is_feature &&
               !fcap_columns_contain(e->o.categorical, d->column)) {
        say_mixture(e, d->column);
    }
}

fcap_status fcap_encoding_doubts(encoding *e) {
    int32_t n = 0;
    doubt *const of =
        arena_array(&e->run->mem, doubt, (int64_t)e->n_features + e->o.noted.n + 1);
    if (of == NULL) {
        return fcap_encoding_no_memory(e);
    }
    if (e->table->is_npy) {
        return FCAP_OK; /* its numbers are no texts */
    }
    for (int32_t c = 0; c < e->n_features; c++) {
        of[n++] = doubt_of(e, e->feature[c].column);
    }
    for (int32_t i = 0; i < e->o.noted.n; i++) {
        of[n++] = doubt_of(e, e->o.noted.index[i]);
    }
    if (e->o.weight >= 0) {
        of[n++] = doubt_of(e, e->o.weight);
    }
    look_at_rows(e, of, n);
    for (int32_t i = 0; i < n; i++) {
        say(e, &of[i], i < e->n_features);
    }
    return FCAP_OK;
}
