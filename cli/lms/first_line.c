/* first_line.c - see first_line.h. */
#include "first_line.h"

#include "fold.h"
#include "keys.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

enum {
    NAME_MOST = 60, /* bytes of a name */
    WORDS_OF_NAME = 6,
    TITLE_LINES = 6 /* that are looked at for a header */
};

static fcap_cell first_cell(const fcap_table *table, int32_t column) {
    const char *const name = fcap_table_name(table, column);
    return (fcap_cell){name, strlen(name)};
}

/* ---- what a name looks like ---- */

/* Words of letters: the first one begins with a capital, or with a letter that is not ASCII.
 * Returns how many there are; 0 when it is no name. */
static int words_of_name(fcap_cell cell) {
    int words = 0;
    int inside = 0;
    for (size_t i = 0; i < cell.size; i++) {
        unsigned char const c = (unsigned char)cell.text[i];
        int const gap = c == ' ' || c == ',';
        int const letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c >= 0x80;
        if (!gap && !letter && strchr("-'.`", c) == NULL) {
            return 0;
        }
        if (!gap && !inside) {
            if (words++ == 0 && !((c >= 'A' && c <= 'Z') || c >= 0x80)) {
                return 0;
            }
        }
        inside = !gap;
    }
    return cell.size <= NAME_MOST && words <= WORDS_OF_NAME ? words : 0;
}

/* A word that heads a column of names, in some of the languages in which lists are made. */
static int has_word_of_header(fcap_cell cell) {
    static const char *const words[] = {
        "name",  "student", "schüler", "schueler", "teilnehm", "mitglied", "member",  "pupil",
        "learn", "élève",   "eleve",   "étudiant", "etudiant", "alumn",    "nombre",  "nom",
        "class", "klasse",  "kurs",    "course",   "list",     "gruppe",   "group",   "team",
        "first", "last",    "surname", "vorname",  "nachname", "person",   "gender",  "sex",
        "grade", "note",    "score",   "punkte",   "points",   "level",    "question"};
    char *const folded = need(cell.size + 1, 1);
    fold_case(cell, folded);
    int found = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        found |= strstr(folded, words[i]) != NULL;
    }
    free(folded);
    return found;
}

/* ---- the columns, below the first line ---- */

typedef struct column_look {
    int64_t filled;
    int64_t numbers;
    int64_t names;     /* of one word or more */
    int64_t two_words; /* of two or more */
    int64_t as_first;  /* but for case and blanks around */
    char *first;       /* what the first line has here, as keys.h compares it */
} column_look;

static int is_as(const char *first, fcap_cell cell) {
    if (first[0] == 0) {
        return 0;
    }
    char *const folded = need(cell.size + 1, 1);
    key_text(cell, 0, folded);
    int const same = strcmp(first, folded) == 0;
    free(folded);
    return same;
}

/* Of every column, in one pass over the rows. */
static column_look *looks_open(fcap_table *table) {
    int32_t const n = fcap_table_columns(table);
    column_look *const looks = need((size_t)n, sizeof *looks);
    for (int32_t c = 0; c < n; c++) {
        fcap_cell const first = first_cell(table, c);
        looks[c].first = need(first.size + 1, 1);
        key_text(first, 0, looks[c].first);
    }
    for (int64_t row = 0; row < fcap_table_rows(table); row++) {
        const fcap_cell *const cells = fcap_table_row(table, row);
        for (int32_t c = 0; c < n; c++) {
            column_look *const look = &looks[c];
            double unused;
            int const words = words_of_name(cells[c]);
            look->filled += !fcap_table_missing(table, cells[c]);
            look->numbers += fcap_table_number(table, cells[c], &unused) == 1;
            look->names += words > 0;
            look->two_words += words > 1;
            look->as_first += is_as(look->first, cells[c]);
        }
    }
    return looks;
}

static void looks_close(column_look *looks, int32_t n) {
    for (int32_t c = 0; c < n; c++) {
        free(looks[c].first);
    }
    free(looks);
}

static int is_number(const fcap_table *table, fcap_cell cell) {
    double unused;
    return fcap_table_number(table, cell, &unused) == 1;
}

static int is_address(fcap_cell cell) {
    const char *const at = memchr(cell.text, '@', cell.size);
    return at != NULL && at != cell.text &&
           memchr(at, '.', cell.size - (size_t)(at - cell.text)) != NULL;
}

/* ---- the first line ---- */

static int has_known_header(const fcap_table *table) {
    int known = 0;
    for (int32_t c = 0; c < fcap_table_columns(table); c++) {
        known |= role_of_header(fcap_table_name(table, c)) != ROLE_OTHER;
    }
    return known;
}

static int has_text_above_numbers(const fcap_table *table, const column_look *looks) {
    for (int32_t c = 0; c < fcap_table_columns(table); c++) {
        if (2 * looks[c].numbers > looks[c].filled && !is_number(table, first_cell(table, c))) {
            return 1;
        }
    }
    return 0;
}

int first_line_is_student(fcap_table *table) {
    if (has_known_header(table)) {
        return 0;
    }
    int32_t const n = fcap_table_columns(table);
    column_look *const looks = looks_open(table);
    int const above_numbers = has_text_above_numbers(table, looks);
    int student = 0;
    for (int32_t c = 0; c < n && !above_numbers; c++) {
        fcap_cell const first = first_cell(table, c);
        const column_look *const look = &looks[c];
        student |= look->as_first > 0 && !is_number(table, first);
        student |= is_address(first);
        student |= 4 * look->two_words > 3 * look->filled && words_of_name(first) > 1 &&
                   !has_word_of_header(first);
    }
    looks_close(looks, n);
    return student;
}

int first_line_is_unclear(fcap_table *table) {
    int32_t const n = fcap_table_columns(table);
    int spoken = has_known_header(table);
    for (int32_t c = 0; c < n; c++) {
        spoken |= has_word_of_header(first_cell(table, c));
    }
    if (!spoken) {
        column_look *const looks = looks_open(table);
        spoken = has_text_above_numbers(table, looks);
        looks_close(looks, n);
    }
    return !spoken;
}

int64_t first_line_is_title(fcap_table *table) {
    int32_t const n = fcap_table_columns(table);
    int64_t const rows = fcap_table_rows(table);
    int named = 0; /* cells of the first line; the others are called by their numbers */
    for (int32_t c = 0; c < n; c++) {
        named += !is_number(table, first_cell(table, c));
    }
    if (n < 2 || named > 1 || has_known_header(table)) {
        return 0;
    }
    int64_t above = 0;
    int64_t *const line = need((size_t)rows, sizeof *line);
    fcap_table_lines(table, line);
    for (int64_t row = 0; row < rows && row < TITLE_LINES && above == 0; row++) {
        const fcap_cell *const cells = fcap_table_row(table, row);
        int filled = 0;
        int known = 0;
        for (int32_t c = 0; c < n; c++) {
            char *const text = memcpy(need(cells[c].size + 1, 1), cells[c].text, cells[c].size);
            known |= role_of_header(text) != ROLE_OTHER;
            filled += cells[c].size > 0;
            free(text);
        }
        above = known && filled > 1 ? line[row] - 1 : 0;
    }
    free(line);
    return above;
}

/* ---- names ---- */

static int may_hold_names(const column_look *look, int64_t rows) {
    return look->filled == rows && 10 * look->names >= 9 * rows && rows > 1;
}

/* How many names the columns have that may hold some, each counted once; 0 for the others. */
static int64_t *different_names(fcap_table *table, const column_look *looks) {
    int32_t const n = fcap_table_columns(table);
    int64_t *const different = need((size_t)n, sizeof *different);
    int32_t *const column = need((size_t)n, sizeof *column);
    keys *const k = need((size_t)n, sizeof *k);
    int32_t found = 0;
    for (int32_t c = 0; c < n; c++) {
        if (may_hold_names(&looks[c], fcap_table_rows(table))) {
            column[found++] = c;
        }
    }
    keys_open_all(table, column, found, 0, k);
    for (int32_t i = 0; i < found; i++) {
        different[column[i]] = keys_different(&k[i]);
        keys_close(&k[i]);
    }
    free(k);
    free(column);
    return different;
}

/* The columns in order, the first that fits. */
static void take_names(roles *r, fcap_table *table, const column_look *looks,
                       const int64_t *different) {
    int64_t const rows = fcap_table_rows(table);
    int const headless = !fcap_table_has_header(table);
    for (int32_t c = 0; c < r->n; c++) {
        if (r->of[c] != ROLE_OTHER || different[c] == 0 ||
            10 * different[c] < (headless ? 7 : 9) * rows) {
            continue;
        }
        r->of[c] = ROLE_NAME;
        if (headless && 2 * looks[c].two_words < rows && c + 1 < r->n &&
            r->of[c + 1] == ROLE_OTHER && 10 * different[c + 1] >= 5 * rows &&
            different[c + 1] > 4) {
            r->of[c] = ROLE_FIRST; /* whichever it is: names are shown as they stand */
            r->of[c + 1] = ROLE_LAST;
        }
        return;
    }
}

void guess_names(roles *r, fcap_table *table) {
    for (int32_t c = 0; c < r->n; c++) {
        if (role_tells_who(r->of[c]) && r->of[c] != ROLE_EMAIL) {
            return;
        }
    }
    column_look *const looks = looks_open(table);
    int64_t *const different = different_names(table, looks);
    take_names(r, table, looks, different);
    free(different);
    looks_close(looks, r->n);
}
