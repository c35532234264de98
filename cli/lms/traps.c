/* traps.c - see traps.h.
 *
 *   Canvas gradebook   rows "Manual Posting" and "Points Possible" above the students, the test
 *                      student, EX, (read only), ="..." around a text
 *   Moodle grades      - for no grade, 85.00 % for 85, a decimal comma between commas
 *   Moodle overview    a row for each group that a student is in
 *   Blackboard         preview users, "In Progress(...)", "Needs Grading(...)"
 *   Brightspace        # before ids, a last column of #
 *   any spreadsheet    rows of empty cells, a row with the average or the total (for teachers)
 *
 * They are told by their shape, not by English words, wherever a shape tells them.
 */
#include "traps.h"

#include "fold.h"
#include "keys.h"
#include "list_in.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {            /* what is taken off the cells of a column */
    WRAPPING = 1, /* ="..." */
    HASH = 2,     /* # */
    PERCENT = 4,  /* " %" */
    STATE = 8,    /* In Progress(...), Needs Grading(...): the whole cell */
    LETTERS = 16  /* nothing: grades that are no numbers are only told */
};

enum {
    ABOVE_MOST = 3 /* rows above the students of a Canvas gradebook */
};

/* ---- cells ---- */

static int begins(fcap_cell cell, const char *with) {
    size_t const size = strlen(with);
    return cell.size >= size && memcmp(cell.text, with, size) == 0;
}

static int equals(fcap_cell cell, const char *text) {
    return cell.size == strlen(text) && memcmp(cell.text, text, cell.size) == 0;
}

static int is_wrapped(fcap_cell cell) {
    return cell.size >= 3 && begins(cell, "=\"") && cell.text[cell.size - 1] == '"';
}

/* A state of work that stands where a score will be. */
static int is_state(fcap_cell cell) {
    return begins(cell, "In Progress") || begins(cell, "Needs Grading") ||
           begins(cell, "Needs Marking");
}

/* The number before a percent sign; of size 0 where there is none. */
static fcap_cell before_percent(fcap_cell cell) {
    size_t size = cell.size;
    if (size == 0 || cell.text[size - 1] != '%') {
        return (fcap_cell){cell.text, 0};
    }
    size--;
    while (size > 0 && cell.text[size - 1] == ' ') {
        size--;
    }
    if (size > 1 && memcmp(cell.text + size - 2, "\xc2\xa0", 2) == 0) {
        size -= 2; /* a blank that does not break */
    }
    double unused;
    int const number = fcap_number_parse(cell.text, size, '.', &unused) == 1 ||
                       fcap_number_parse(cell.text, size, ',', &unused) == 1;
    return (fcap_cell){cell.text, number ? size : 0};
}

fcap_cell traps_cell(const traps *t, int32_t column, fcap_cell cell) {
    int const trim = t->trim[column];
    if ((trim & WRAPPING) && is_wrapped(cell)) {
        cell.text += 2;
        cell.size -= 3;
    }
    if ((trim & HASH) && cell.size > 0 && cell.text[0] == '#') {
        cell.text++;
        cell.size--;
    }
    if ((trim & PERCENT) && before_percent(cell).size > 0) {
        cell = before_percent(cell);
    }
    if ((trim & STATE) && is_state(cell)) {
        cell.size = 0;
    }
    return cell;
}

/* ---- looking ---- */

typedef struct search {
    fcap_table *table;
    source source;
    const roles *roles;
    const char *file;
    int quiet;
    traps *found;
} search;

static void leave_out(const search *s, int64_t row, const char *why) {
    int64_t *const line = need((size_t)fcap_table_rows(s->table), sizeof *line);
    fcap_table_lines(s->table, line);
    s->found->left_out[row] = 1;
    s->found->any = 1;
    const fcap_cell *cell = fcap_table_row(s->table, row);
    for (int32_t c = 1; c < s->roles->n && cell->size == 0; c++) {
        cell++;
    }
    say_note(s->quiet, "%s: line %lld (\"%s\") is left out: %s", safe(s->file),
             (long long)line[row], cell_shown(*cell), why);
    free(line);
}

static int is_empty(const fcap_cell *cells, const roles *r, role what) {
    int32_t const c = roles_column(r, what);
    return c < 0 || cells[c].size == 0;
}

/* Every student has a number and a login in Canvas; what stands above them has neither. */
static void find_rows_above(const search *s) {
    int64_t const n = fcap_table_rows(s->table);
    for (int64_t row = 0; row < n && row < ABOVE_MOST; row++) {
        const fcap_cell *const cells = fcap_table_row(s->table, row);
        if (!is_empty(cells, s->roles, ROLE_LMS_ID) || !is_empty(cells, s->roles, ROLE_LOGIN) ||
            !is_empty(cells, s->roles, ROLE_SIS_ID)) {
            break;
        }
        leave_out(s, row, "it is about the assignments, no student");
    }
}

static void find_test_students(const search *s) {
    for (int64_t row = 0; row < fcap_table_rows(s->table); row++) {
        char name[80];
        roles_name(s->roles, fcap_table_row(s->table, row), name, sizeof name);
        if (strcmp(name, "Student, Test") == 0 || strcmp(name, "Test Student") == 0) {
            leave_out(s, row, "it is the test student of Canvas (--as-is keeps it)");
        }
    }
}

static void find_preview_users(const search *s) {
    static const char end[] = "_previewuser";
    size_t const size = sizeof end - 1;
    int32_t const login = roles_column(s->roles, ROLE_LOGIN);
    for (int64_t row = 0; login >= 0 && row < fcap_table_rows(s->table); row++) {
        fcap_cell const cell = fcap_table_row(s->table, row)[login];
        if (cell.size > size && memcmp(cell.text + cell.size - size, end, size) == 0) {
            leave_out(s, row, "it is a preview user, no student (--as-is keeps it)");
        }
    }
}

/* Students who are in two groups have two rows; the first one counts. */
static void find_repeated_students(const search *s) {
    static const role by[] = {ROLE_EMAIL, ROLE_LOGIN, ROLE_SIS_ID};
    int32_t column = -1;
    for (size_t i = 0; i < sizeof by / sizeof *by && column < 0; i++) {
        column = roles_column(s->roles, by[i]);
    }
    if (column < 0) {
        return;
    }
    keys k = keys_open(s->table, column, 0);
    int64_t repeated = 0;
    for (int64_t i = 1; i < k.n; i++) {
        if (strcmp(k.key[i].text, k.key[i - 1].text) == 0) {
            s->found->left_out[k.key[i].row] = 1;
            repeated++;
        }
    }
    keys_close(&k);
    s->found->any |= repeated > 0;
    if (repeated > 0) {
        say_note(s->quiet,
                 "%s: %lld %s of students who are in more than one group; of each the first "
                 "row counts",
                 safe(s->file), (long long)repeated, repeated == 1 ? "row is" : "rows are");
    }
}

/* ---- what spreadsheets leave ---- */

/* ";;;;;" below the students: they were formatted once, or emptied. */
static void find_empty_rows(const search *s) {
    int64_t const n = fcap_table_rows(s->table);
    int64_t *const line = need((size_t)n, sizeof *line);
    int64_t first = 0;
    int64_t last = 0;
    int64_t empty = 0;
    fcap_table_lines(s->table, line);
    for (int64_t row = 0; row < n; row++) {
        const fcap_cell *const cells = fcap_table_row(s->table, row);
        int filled = 0;
        for (int32_t c = 0; c < s->roles->n; c++) {
            filled |= cells[c].size > 0;
        }
        if (!filled) {
            s->found->left_out[row] = 1;
            s->found->any = 1;
            first = empty++ == 0 ? line[row] : first;
            last = line[row];
        }
    }
    free(line);
    if (empty == 1) {
        say_note(s->quiet, "%s: line %lld is empty and left out", safe(s->file),
                 (long long)first);
    } else if (empty > 1) {
        say_note(s->quiet, "%s: %lld lines from %lld to %lld are empty and left out",
                 safe(s->file), (long long)empty, (long long)first, (long long)last);
    }
}

static int is_word_for_total(fcap_cell cell) {
    static const char *const words[] = {
        "average",      "mean",         "median",         "total",
        "totals",       "sum",          "count",          "durchschnitt",
        "schnitt",      "mittelwert",   "mittel",         "summe",
        "gesamt",       "gesamtsumme",  "insgesamt",      "anzahl",
        "moyenne",      "somme",        "totaux",         "media",
        "promedio",     "suma",         "totale",         "somma",
        "média",        "soma",         "gemiddelde",     "totaal",
        "medel",        "genomsnitt",   "summa",          "gennemsnit",
        "gjennomsnitt", "keskiarvo",    "yhteensä",       "średnia",
        "razem",        "průměr",       "celkem",         "ortalama",
        "toplam",       "среднее",      "итого",          "всього",
        "μέσοςόρος",    "σύνολο",       "átlag",          "összesen",
        "medie",        "平均",         "合計",           "合计",
        "总计",         "classaverage", "klassenschnitt", "klassendurchschnitt"};
    char *const folded = need(cell.size + 1, 1);
    fold_header(cell, folded);
    int found = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        found |= strcmp(folded, words[i]) == 0;
    }
    free(folded);
    return found;
}

/* "Durchschnitt;;;2,4;14,2;": one word, and nothing else but numbers. */
static int is_total(const search *s, const fcap_cell *cells) {
    int words = 0;
    int total = 0;
    for (int32_t c = 0; c < s->roles->n; c++) {
        double unused;
        int const number = fcap_number_parse(cells[c].text, cells[c].size, '.', &unused) == 1 ||
                           fcap_number_parse(cells[c].text, cells[c].size, ',', &unused) == 1 ||
                           before_percent(cells[c]).size > 0;
        if (cells[c].size > 0 && !number) {
            words++;
            total |= is_word_for_total(cells[c]);
        }
    }
    return words == 1 && total;
}

static void find_totals(const search *s) {
    for (int64_t row = 0; row < fcap_table_rows(s->table) && s->roles->n > 1; row++) {
        if (is_total(s, fcap_table_row(s->table, row))) {
            leave_out(s, row, "it is no student (--as-is keeps it)");
        }
    }
}

/* ---- columns ---- */

typedef struct counts {
    int64_t filled;
    int64_t wrapped;
    int64_t hash;
    int64_t percent;
    int64_t state;
    int64_t missing; /* - , EX, (read only) */
    int64_t comma;   /* numbers with a decimal comma, with a point */
    int64_t point;
} counts;

static int means_missing(source s, fcap_cell cell) {
    return s == SOURCE_MOODLE_GRADES      ? equals(cell, "-")
           : s == SOURCE_CANVAS_GRADEBOOK ? equals(cell, "EX") || equals(cell, "(read only)")
                                          : 0;
}

static void count_cell(counts *c, source s, fcap_cell cell) {
    fcap_cell const percent = before_percent(cell);
    fcap_cell const number = percent.size > 0 ? percent : cell;
    double unused;
    c->wrapped += is_wrapped(cell);
    c->hash += cell.size > 0 && cell.text[0] == '#';
    c->percent += percent.size > 0;
    c->state += is_state(cell);
    c->missing += means_missing(s, cell);
    c->filled += cell.size > 0 && !means_missing(s, cell);
    if (fcap_number_parse(number.text, number.size, ',', &unused) == 1) {
        c->comma += memchr(number.text, ',', number.size) != NULL;
    } else if (fcap_number_parse(number.text, number.size, '.', &unused) == 1) {
        c->point += memchr(number.text, '.', number.size) != NULL;
    }
}

static counts *count_cells(const search *s) {
    int32_t const n = fcap_table_columns(s->table);
    counts *const count = need((size_t)n, sizeof *count);
    for (int64_t row = 0; row < fcap_table_rows(s->table); row++) {
        if (!s->found->left_out[row]) {
            const fcap_cell *const cells = fcap_table_row(s->table, row);
            for (int32_t c = 0; c < n; c++) {
                count_cell(&count[c], s->source, cells[c]);
            }
        }
    }
    return count;
}

/* The headers of the columns that have a bit, as many as fit: "a", "b", ... */
static const char *columns_with(const search *s, int bit, char *list, size_t size) {
    size_t at = 0;
    list[0] = 0;
    for (int32_t c = 0; c < s->roles->n; c++) {
        if (!(s->found->trim[c] & bit)) {
            continue;
        }
        const char *const shown = name_shown(fcap_table_name(s->table, c));
        if (at + strlen(shown) + 12 > size) {
            snprintf(list + at, size - at, ", ...");
            break;
        }
        at += (size_t)snprintf(list + at, size - at, "%s\"%s\"", at > 0 ? ", " : "", shown);
    }
    return list;
}

static void say_columns(const search *s, int bit, const char *what) {
    char list[240];
    if (columns_with(s, bit, list, sizeof list)[0] != 0) {
        s->found->any = 1;
        say_note(s->quiet, "%s: %s: %s", safe(s->file), list, what);
    }
}

static void find_trims(const search *s, const counts *count) {
    for (int32_t c = 0; c < s->roles->n; c++) {
        const counts *const n = &count[c];
        int *const trim = &s->found->trim[c];
        *trim |= n->wrapped > 0 ? WRAPPING : 0;
        *trim |= n->percent > 0 && 2 * n->percent > n->filled ? PERCENT : 0;
        if (s->source == SOURCE_BRIGHTSPACE && role_tells_who(s->roles->of[c])) {
            *trim |= n->hash > 0 ? HASH : 0;
        }
        if (s->source == SOURCE_BLACKBOARD && !role_tells_who(s->roles->of[c])) {
            *trim |= n->state > 0 ? STATE : 0;
        }
    }
    say_columns(s, WRAPPING, "=\"...\" around a text is taken off");
    say_columns(s, HASH, "the # before each is taken off");
    say_columns(s, PERCENT, "percentages are read as numbers");
    say_columns(s, STATE,
                "\"In Progress\" and \"Needs Grading\" mean that there is no score yet");
}

/* Letters have no order here: A and B are as different as A and F. */
static void say_letters(const search *s, const counts *count) {
    char list[240];
    for (int32_t c = 0; c < s->roles->n; c++) {
        const counts *const n = &count[c];
        const char *const header = fcap_table_name(s->table, c);
        double unused;
        int64_t numbers = 0;
        if (s->roles->of[c] != ROLE_OTHER || strstr(header, ": ") == NULL || n->filled == 0) {
            continue;
        }
        for (int64_t row = 0; row < fcap_table_rows(s->table); row++) {
            fcap_cell const cell = traps_cell(s->found, c, fcap_table_row(s->table, row)[c]);
            numbers += fcap_number_parse(cell.text, cell.size, '.', &unused) == 1 ||
                       fcap_number_parse(cell.text, cell.size, ',', &unused) == 1;
        }
        s->found->trim[c] |= 2 * numbers <= n->filled ? LETTERS : 0;
    }
    if (columns_with(s, LETTERS, list, sizeof list)[0] != 0) {
        say_note(s->quiet,
                 "%s: %s: no numbers, so two grades are equal or different and nothing "
                 "between; export them with the display \"Real\" to compare them",
                 safe(s->file), list);
    }
}

static void find_missing_texts(const search *s, const counts *count) {
    traps *const t = s->found;
    int64_t missing = 0;
    int64_t comma = 0;
    int64_t point = 0;
    for (int32_t c = 0; c < s->roles->n; c++) {
        missing += count[c].missing;
        if (s->roles->of[c] == ROLE_OTHER) {
            comma += count[c].comma;
            point += count[c].point;
        }
    }
    if (missing > 0) {
        t->any = 1;
        if (s->source == SOURCE_MOODLE_GRADES) {
            t->na[t->n_na++] = "-";
        } else {
            t->na[t->n_na++] = "EX";
            t->na[t->n_na++] = "(read only)";
        }
        say_note(s->quiet, "%s: %lld %s %s: read as missing", safe(s->file), (long long)missing,
                 missing == 1 ? "cell" : "cells",
                 s->source == SOURCE_MOODLE_GRADES ? "with \"-\""
                                                   : "with \"EX\" or \"(read only)\"");
    }
    if (comma > 0 && point == 0 && fcap_table_delimiter(s->table) != ';') {
        t->decimal_comma = 1;
        t->any = 1;
        say_note(s->quiet, "%s: numbers have a decimal comma", safe(s->file));
    }
}

/* ---- the story ---- */

traps traps_find(fcap_table *table, source from, const roles *r, const char *file, int tidy,
                 int quiet) {
    traps t = {.left_out = need((size_t)fcap_table_rows(table), 1),
               .trim = need((size_t)r->n, sizeof *t.trim)};
    search const s = {table, from, r, file, quiet, &t};
    if (tidy) {
        find_empty_rows(&s);
        find_totals(&s);
    }
    if (from == SOURCE_PLAIN) {
        return t;
    }
    if (from == SOURCE_CANVAS_GRADEBOOK) {
        find_rows_above(&s);
        find_test_students(&s);
    } else if (from == SOURCE_BLACKBOARD) {
        find_preview_users(&s);
    } else if (from == SOURCE_MOODLE_GROUPS) {
        find_repeated_students(&s);
    }
    counts *const count = count_cells(&s);
    find_trims(&s, count);
    find_missing_texts(&s, count);
    if (from == SOURCE_MOODLE_GRADES) {
        say_letters(&s, count);
    }
    free(count);
    return t;
}

void traps_close(traps *t) {
    free(t->left_out);
    free(t->trim);
    *t = (traps){0};
}
