/* text_doubts.c - see text_doubts.h. */
#include "table/text_doubts.h"

#include "base/number.h"
#include "table/option_word.h"

#include <stdio.h>
#include <string.h>

enum {
    SOME_TEXTS = 16,   /* so many different texts among numbers may stand close together, ... */
    SOME_ALIKE = 1000, /* and so many that are alike */
    MANY_ALIKE = 100000
};

/* ---- what may mean missing ---- */

static char lower_of(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int is_word(const text_doubt *d, const char *word) {
    size_t i = 0;
    while (i < d->other_size && word[i] != 0 && lower_of(d->other[i]) == word[i]) {
        i++;
    }
    return i == d->other_size && word[i] == 0;
}

/* Neither letters nor digits: -, ., ---, and the dashes of print. */
static int has_signs_alone(const text_doubt *d) {
    for (size_t i = 0; i < d->other_size; i++) {
        unsigned const c = (unsigned char)lower_of(d->other[i]);
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            return 0;
        }
        if (c >= 0x80 &&
            (c != 0xe2 || i + 2 >= d->other_size || (unsigned char)d->other[i + 1] != 0x80)) {
            return 0;
        }
        i += c >= 0x80 ? 2 : 0;
    }
    return 1;
}

/* Are all others one text that looks as if it meant "missing"? */
static int may_be_missing(const text_doubt *d) {
    static const char *const words[] = {"none", "null", "nan",     "na",      "n/a",    "#n/a",
                                        "\\n",  "inf",  "#value!", "missing", "unknown"};
    if (d->others == 0 || d->different > 0 || d->other_size > KEPT_SIZE) {
        return 0;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (is_word(d, words[i])) {
            return 1;
        }
    }
    return has_signs_alone(d);
}

/* ---- counting ---- */

static void keep(char to[KEPT_SIZE], fcap_cell cell) {
    memcpy(to, cell.text, cell.size < KEPT_SIZE ? cell.size : KEPT_SIZE);
}

/* Is it another text than the one that was kept? Of long ones the beginning is compared. */
static int differs(const char kept[KEPT_SIZE], size_t kept_size, fcap_cell cell) {
    return cell.size != kept_size ||
           memcmp(kept, cell.text, cell.size < KEPT_SIZE ? cell.size : KEPT_SIZE) != 0;
}

static void count_marked(text_doubt *d, unsigned marks, fcap_cell cell, int64_t row) {
    if (d->marked++ == 0) {
        d->first_marked = row;
        d->first_size = cell.size;
    }
    d->sizes_differ |= cell.size != d->first_size;
    d->marks |= marks;
}

/* 0: it has no unit, or another one than the cells before. */
static int count_united(text_doubt *d, fcap_cell cell, int64_t row) {
    number_unit unit;
    fcap_cell number;
    unsigned const marks = fcap_number_unit(cell, &unit, &number);
    if (marks == 0 || (d->united > 0 && (strcmp(unit.before, d->unit.before) != 0 ||
                                         strcmp(unit.behind, d->unit.behind) != 0))) {
        return 0;
    }
    if (d->united++ == 0) {
        d->first_united = row;
        d->unit = unit;
        d->number_size = number.size;
        keep(d->number, number);
    }
    d->units_differ |= differs(d->number, d->number_size, number);
    d->unit_marks |= marks;
    return 1;
}

static void count_other(text_doubt *d, fcap_cell cell, int64_t row) {
    if (d->others++ == 0) {
        d->first_other = row;
        d->other_size = cell.size;
        keep(d->other, cell);
    }
    d->different += cell.size > KEPT_SIZE || differs(d->other, d->other_size, cell);
}

/* Can it still be that at most a quarter is something else, or one text that means missing? So
 * far a third and some more may be; a column of ordinary texts is known after these few. */
static int is_open(const text_doubt *d, const fcap_table *t) {
    const column_profile *const p = &t->profile[d->column];
    int64_t const allowed = (d->numbers + d->marked + d->united) / 2;
    int64_t const alike = !may_be_missing(d)                   ? SOME_ALIKE
                          : p->numbers + p->comma_numbers == 0 ? MANY_ALIKE
                                                               : INT64_MAX - allowed;
    return d->different <= SOME_TEXTS + allowed && d->others <= alike + allowed;
}

int fcap_text_doubt_count(text_doubt *d, const fcap_table *t, fcap_cell cell, int64_t row) {
    unsigned const marks = fcap_number_marks(cell);
    if (marks != 0) {
        count_marked(d, marks, cell, row);
    } else if (fcap_reads_as_number(cell)) {
        d->numbers++;
        d->marks |= memchr(cell.text, '.', cell.size) != NULL ||
                            memchr(cell.text, ',', cell.size) != NULL
                        ? SEEN_DECIMALS
                        : 0u;
        d->marks |= fcap_is_decimal_comma(cell) ? SEEN_DECIMAL_COMMA : 0u;
    } else if (!count_united(d, cell, row)) {
        count_other(d, cell, row);
        return is_open(d, t);
    }
    return 1;
}

/* ---- notes ---- */

static const char *excerpt_of(const encoding *e, const text_doubt *d, int64_t row,
                              char out[EXCERPT_SIZE]) {
    fcap_cell const cell = fcap_table_row(e->table, row)[d->column];
    return fcap_excerpt(cell.text, cell.size, out);
}

/* " --na TEXT" for the text of all others; 0: an option cannot hold it. */
static int write_na(const encoding *e, const text_doubt *d, char *out, size_t size) {
    fcap_cell const cell = fcap_table_row(e->table, d->first_other)[d->column];
    char word[OPTION_WORD_SIZE];
    if (memchr(cell.text, ',', cell.size) != NULL || cell.text[0] == ' ' ||
        cell.text[cell.size - 1] == ' ' || !fcap_option_word(cell.text, cell.size, word)) {
        return 0;
    }
    snprintf(out, size, "say --na %s", word);
    return 1;
}

/* What to do about the cells that are no numbers at all. */
static void write_others(const encoding *e, const text_doubt *d, int64_t first, char *out,
                         size_t size) {
    char text[EXCERPT_SIZE];
    if (first < 0) {
        out[0] = 0;
        return;
    }
    memcpy(out, ", and ", 7);
    if (!may_be_missing(d) || !write_na(e, d, out + 6, size - 6)) {
        snprintf(out, size, ", and correct the others, such as \"%s\" (line %lld)",
                 excerpt_of(e, d, first, text), (long long)fcap_table_line(e->table, first));
    }
}

/* Most of the cells have one unit, and the numbers with it are not all the same. */
static int has_unit(const text_doubt *d) {
    return d->units_differ && d->united >= 3 * (d->numbers + d->marked);
}

/* Texts that are all different are measures when something tells them from numbers of rooms,
 * telephones or books. */
static int is_measure(const text_doubt *d, unsigned marks) {
    unsigned const telling =
        MARK_PERCENT | MARK_CURRENCY | MARK_UNIT | MARK_MINUS | MARK_BEHIND | SEEN_DECIMALS;
    return (marks & telling) != 0 || ((marks & SEEN_GROUPS) != 0 && d->sizes_differ);
}

int fcap_text_doubt_say_marks(encoding *e, const text_doubt *d) {
    int const united = has_unit(d);
    unsigned const marks = d->marks | (united ? d->unit_marks : 0);
    int64_t const others = d->others + (united ? 0 : d->united);
    int64_t const present = d->numbers + d->marked + d->united + d->others;
    int const is_missing = may_be_missing(d) && others == d->others;
    if ((!united && d->marked == 0) || (4 * others > present && !is_missing) ||
        (d->is_left_out && !is_measure(d, marks))) {
        return 0;
    }
    int64_t const row = united ? d->first_united : d->first_marked;
    int64_t const other = others == 0 ? -1 : d->others > 0 ? d->first_other : d->first_united;
    char name[EXCERPT_SIZE];
    char text[EXCERPT_SIZE];
    char remedy[300];
    char rest[EXCERPT_SIZE + 60];
    fcap_number_remedy(marks, remedy, sizeof remedy);
    write_others(e, d, other, rest, sizeof rest);
    fcap_encoding_note(e,
                       "%s: \"%s\" (line %lld) is no number as it is written, so the column is "
                       "%s; %s to have numbers%s",
                       fcap_encoding_name(e, d->column, name), excerpt_of(e, d, row, text),
                       (long long)fcap_table_line(e->table, row),
                       d->is_left_out ? "left out as an identifier" : "taken as a category",
                       remedy, rest);
    return 1;
}

/* "x is read as text: only 3 of 4 cells are numbers", without the end. */
static void write_share(const encoding *e, const text_doubt *d, char *out, size_t size) {
    const column_profile *const p = &e->table->profile[d->column];
    int64_t const numbers = p->numbers + p->comma_numbers;
    int64_t const read = e->table->comma ? numbers - p->pointed : p->numbers;
    char name[EXCERPT_SIZE];
    snprintf(out, size, "%s is read as text%s: only %lld of %lld cells %s%s",
             fcap_encoding_name(e, d->column, name),
             d->is_left_out ? " and left out as an identifier" : "", (long long)read,
             (long long)p->cells, read == 1 ? "is a number" : "are numbers",
             p->comma_numbers == 0 || e->table->comma ? ""
             : (d->marks & SEEN_DECIMAL_COMMA) != 0
                 ? " (decimal commas: --decimal-comma)"
                 : " (commas between thousands: remove them; decimal commas: --decimal-comma)");
}

int fcap_text_doubt_say_missing(encoding *e, const text_doubt *d) {
    char share[EXCERPT_SIZE + 240];
    char text[EXCERPT_SIZE];
    char remedy[OPTION_WORD_SIZE + 10];
    if (!may_be_missing(d) || d->numbers == 0 || d->marked > 0 || d->united > 0 ||
        !write_na(e, d, remedy, sizeof remedy)) {
        return 0;
    }
    write_share(e, d, share, sizeof share);
    fcap_encoding_note(
        e, "%s, and \"%s\" (line %lld) is the only text beside them; if it means missing, %s",
        share, excerpt_of(e, d, d->first_other, text),
        (long long)fcap_table_line(e->table, d->first_other), remedy);
    return 1;
}

/* A column that is read as text although many cells are numbers is often a typing error. Where
 * all texts are different, decimals tell it from numbers of houses or seats. */
void fcap_text_doubt_say_mixture(encoding *e, const text_doubt *d) {
    const column_profile *const p = &e->table->profile[d->column];
    int64_t const numbers = p->numbers + p->comma_numbers;
    if (5 * numbers < p->cells || numbers == 0 ||
        (d->is_left_out && p->pointed + p->comma_numbers == 0)) {
        return;
    }
    char share[EXCERPT_SIZE + 240];
    write_share(e, d, share, sizeof share);
    fcap_encoding_note(e, "%s; if it should be numbers, correct the others or say --numeric",
                       share);
}
