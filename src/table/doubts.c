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
    POINT = 8, /* between thousands, as is a comma */
    COMMA = 16,
    CURRENCY = 32,
    MINUS = 64,
    BRACKETS = 128
};

enum {
    N_REMOVED = 6 /* the first of them, which a number is better without */
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

static unsigned take_sign(rest *r) {
    unsigned const minus = take(r, "\xe2\x88\x92") ? MINUS : 0;
    if (minus == 0 && !take(r, "-")) {
        take(r, "+");
    }
    return minus;
}

/* A blank of any kind that stands between thousands, or beside a sign. */
static int take_blank(rest *r) {
    return take(r, " ") || take(r, "\xc2\xa0") || take(r, "\xe2\x80\xaf") ||
           take(r, "\xe2\x80\x89");
}

/* All blanks before or behind a number, also those that are not seen or break a line. */
static unsigned take_edge(rest *r) {
    const char *const before = r->at;
    while (take_blank(r) || take(r, "\t") || take(r, "\r") || take(r, "\n") ||
           take(r, "\xe2\x80\x87") || take(r, "\xe2\x80\x8b") || take(r, "\xe3\x80\x80") ||
           take(r, "\xef\xbb\xbf")) {
    }
    return r->at > before ? BLANK : 0;
}

/* Dollar, Euro, Pound, Yen, Rupee. */
static unsigned take_currency(rest *r) {
    int const is_there = take(r, "$") || take(r, "\xe2\x82\xac") || take(r, "\xc2\xa3") ||
                         take(r, "\xc2\xa5") || take(r, "\xe2\x82\xb9");
    return is_there ? CURRENCY : 0;
}

/* Behind a number, with one blank before it or none. */
static unsigned take_unit(rest *r) {
    rest const before = *r;
    take_blank(r);
    unsigned const unit = take(r, "%") ? PERCENT : take_currency(r);
    if (unit == 0) {
        *r = before;
    }
    return unit;
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

/* Groups of three digits with this mark: it stands between thousands when there are two of
 * them, or when the other mark follows. Once and alone it is a decimal mark. */
static int take_marked_groups(rest *r, const char *mark, char other) {
    rest const before = *r;
    int groups = 0;
    for (rest next = *r; take(&next, mark) && take_digits(&next, 3) == 3; *r = next) {
        groups++;
    }
    if (groups > 1 || (groups == 1 && r->at < r->end && *r->at == other)) {
        return 1;
    }
    *r = before;
    return 0;
}

/* All that is behind the first digits and before the decimals. */
static unsigned take_thousands(rest *r) {
    unsigned marks = 0;
    for (unsigned gap = take_group(r); gap != 0; gap = take_group(r)) {
        marks |= gap;
    }
    return marks != 0                        ? marks
           : take_marked_groups(r, ".", ',') ? POINT
           : take_marked_groups(r, ",", '.') ? COMMA
                                             : 0;
}

/* What makes this text no number although a reader takes it for one; 0: nothing, or it is none
 * to a reader either. */
static unsigned marks_of(fcap_cell cell) {
    rest r = {cell.text, cell.text + cell.size};
    unsigned marks = take_edge(&r);
    marks |= take(&r, "(") ? BRACKETS : 0;
    marks |= take_sign(&r);
    if (take_currency(&r)) {
        take_blank(&r);
        marks |= CURRENCY | take_sign(&r);
    }
    int digits = take_digits(&r, INT32_MAX);
    marks |= digits > 0 && digits <= 3 ? take_thousands(&r) : 0;
    if (((marks & POINT) == 0 && take(&r, ".")) || ((marks & COMMA) == 0 && take(&r, ","))) {
        digits += take_digits(&r, INT32_MAX);
    }
    marks |= take_unit(&r);
    int const is_closed = (marks & BRACKETS) == 0 || take(&r, ")");
    marks |= take_edge(&r);
    return digits > 0 && is_closed && r.at == r.end ? marks : 0;
}

static int is_number(fcap_cell cell) {
    return fcap_number_form(cell.text, cell.size, '.').is_number ||
           fcap_number_form(cell.text, cell.size, ',').is_number;
}

static void look_at_text(doubt *d, const fcap_table *t, fcap_cell cell, int64_t row) {
    unsigned const marks = marks_of(cell);
    (void)t;
    if (marks == 0 && !is_number(cell)) {
        d->settled = 1;
    } else if (marks != 0 && d->row < 0) {
        d->row = row;
        fcap_excerpt(cell.text, cell.size, d->text);
    }
    d->marks |= marks;
}

static void say_marks(encoding *e, const doubt *d) {
    static const char *const word[N_REMOVED] = {"the %",
                                                "the apostrophes",
                                                "the blanks",
                                                "the points between thousands",
                                                "the commas between thousands",
                                                "the signs of currencies"};
    char name[EXCERPT_SIZE];
    char remedy[240] = "";
    size_t at = 0;
    for (int i = 0; i < N_REMOVED; i++) {
        if ((d->marks >> i & 1) != 0) {
            at += (size_t)snprintf(remedy + at, sizeof remedy - at, "%s%s",
                                   at > 0 ? " and " : "remove ", word[i]);
        }
    }
    if ((d->marks & (MINUS | BRACKETS)) != 0) {
        snprintf(remedy + at, sizeof remedy - at, "%swrite - for the %s", at > 0 ? " and " : "",
                 (d->marks & BRACKETS) == 0 ? "minus"
                 : (d->marks & MINUS) == 0  ? "brackets"
                                            : "minus and the brackets");
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
    int64_t const read = e->table->comma ? numbers - p->pointed : p->numbers;
    char name[EXCERPT_SIZE];
    fcap_encoding_note(
        e,
        "%s is read as text: only %lld of %lld cells %s%s; if it should be numbers, "
        "correct the others or say --numeric",
        fcap_encoding_name(e, column, name), (long long)read, (long long)p->cells,
        read == 1 ? "is a number" : "are numbers",
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
