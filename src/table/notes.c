/* notes.c - see notes.h. The file is read by the rules of docs/INPUT.md all the same. */
#include "table/notes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void add_note(fcap_table *t, const char *format, ...) FCAP_PRINTF(2);
static void add_note(fcap_table *t, const char *format, ...) {
    if (t->n_notes < FCAP_NOTES_KEPT) {
        va_list args;
        va_start(args, format);
        vsnprintf(t->note[t->n_notes++], NOTE_SIZE, format, args);
        va_end(args);
    }
}

/* ---- delimiters ---- */

typedef struct separator {
    const char *text;
    const char *word;
    const char *option; /* NULL: no delimiter can be this */
} separator;

/* Those that are detected; and those that are not, of files with one column. */
static const separator known[] = {
    {"\t", "tabs", "tab"},
    {";", "semicolons", "';'"},
    {"|", "pipes", "'|'"},
    {",", "commas", "','"},
    {":", "colons", "':'"},
    {" ", "blanks", "' '"},
    {"^", "carets", "'^'"},
    {"~", "tildes", "'~'"},
    {"\001", "the characters U+0001", "$'\\001'"},
    {"\037", "the characters U+001F", "$'\\037'"},
    {"\xef\xbc\x8c", "wide commas", NULL},
    {"\xef\xbc\x9b", "wide semicolons", NULL},
    {"\xe3\x80\x81", "ideographic commas", NULL},
    {"\xd8\x8c", "Arabic commas", NULL},
};

static const separator *known_as(char c) {
    size_t i = 0;
    while (known[i].text[0] != c && i + 1 < sizeof known / sizeof *known) {
        i++;
    }
    return &known[i];
}

static void note_rival(fcap_table *t) {
    const separator *const rival = known_as(t->csv.rival);
    const separator *const own = known_as(t->csv.delimiter);
    if (t->comma) {
        return; /* then commas are in decimal numbers */
    }
    if (t->csv.rival_fields > 0) {
        add_note(
            t,
            "%s divide the lines into %d cells, and %s nearly all of them into %d; if it "
            "is %s that are between the cells, mend the other lines and say --delimiter %s",
            own->word, (int)t->n_columns, rival->word, (int)t->csv.rival_fields, rival->word,
            rival->option);
        return;
    }
    add_note(t,
             "the lines are divided as evenly by %s as by %s; if it is %s that are between "
             "the cells, say --delimiter %s",
             rival->word, own->word, rival->word, rival->option);
}

/* How often the delimiter is in a cell; several blanks in a row are one. */
static int64_t count_in(fcap_cell cell, const char *delimiter) {
    size_t const size = strlen(delimiter);
    int64_t count = 0;
    for (size_t i = 0; i + size <= cell.size; i++) {
        if (memcmp(cell.text + i, delimiter, size) == 0) {
            int const again = delimiter[0] == ' ' && i > 0 && cell.text[i - 1] == ' ';
            count += !again;
            i += size - 1;
        }
    }
    return count;
}

enum {
    LINES_TRIED = 100
};

/* Does it divide all of the first lines, each of which is one cell, alike? The header may be
 * one name short, as R writes it above names of rows. */
static int divides_alike(fcap_table *t, const char *delimiter) {
    int64_t const first = count_in(t->first[0], delimiter);
    int64_t wanted = first;
    int alike = first > 0 && t->csv.n_records > 1;
    for (int64_t i = 1; alike && i < t->csv.n_records && i < LINES_TRIED; i++) {
        fcap_row_read(t, i, &t->row);
        int64_t const count = count_in(t->row.cells[0], delimiter);
        wanted += i == 1 && count == first + 1;
        alike = count == wanted;
    }
    return alike;
}

static int is_figure(char c) {
    return c >= '0' && c <= '9';
}

/* Blanks are in names, too, and are meant where a figure stands at an end of the last cell;
 * commas are in decimal numbers. */
static int is_meant(fcap_table *t, const char *delimiter) {
    fcap_cell const last = fcap_table_row(t, t->n_rows - 1)[0];
    if (delimiter[0] == ' ') {
        return last.size > 0 &&
               (is_figure(last.text[0]) || is_figure(last.text[last.size - 1]));
    }
    return t->has_header || !t->comma;
}

/* Columns of a fixed width have several blanks between some of them. */
static int are_several(fcap_table *t, const char *delimiter) {
    int several = delimiter[0] == ' ' && count_in(t->first[0], "  ") > 0;
    for (int64_t i = 1;
         delimiter[0] == ' ' && !several && i < t->csv.n_records && i < LINES_TRIED; i++) {
        fcap_row_read(t, i, &t->row);
        several = count_in(t->row.cells[0], "  ") > 0;
    }
    return several;
}

/* Of a file with one column. */
static void note_missed_delimiter(fcap_table *t) {
    const separator *found = NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known && found == NULL; i++) {
        found = divides_alike(t, known[i].text) ? &known[i] : NULL;
    }
    if (found == NULL || !is_meant(t, found->text)) {
        return;
    }
    int const quoted = t->csv.text[t->csv.start[t->csv.n_records - 1]] == '"';
    char remedy[80] = "replace them by commas";
    if (quoted) {
        snprintf(remedy, sizeof remedy, "take the quotes off the lines");
    } else if (found->option != NULL && !are_several(t, found->text)) {
        snprintf(remedy, sizeof remedy, "say --delimiter %s", found->option);
    }
    add_note(
        t,
        "each line is one cell%s, though %s divide all of them alike; if these are between "
        "the cells, %s",
        quoted ? " in quotes" : "", found->word, remedy);
}

/* ---- quotes ---- */

/* Where quotes are that nobody meant, a cell holds whole rows: the text up to its first line
 * end has what is missing to a row, each line between is one, and the last has what is before.
 */
static int holds_rows(const fcap_table *t, fcap_cell cell, int32_t column) {
    char const delimiter[] = {t->csv.delimiter, 0};
    const char *from = cell.text;
    const char *const end = cell.text + cell.size;
    int64_t wanted = t->n_columns - 1 - column;
    for (const char *c = from; c < end; c++) {
        if (*c == '\n' || *c == '\r') {
            if (count_in((fcap_cell){from, (size_t)(c - from)}, delimiter) != wanted) {
                return 0;
            }
            c += *c == '\r' && c + 1 < end && c[1] == '\n';
            from = c + 1;
            wanted = t->n_columns - 1;
        }
    }
    return from > cell.text &&
           count_in((fcap_cell){from, (size_t)(end - from)}, delimiter) == column;
}

/* Rows that go over several lines are looked at until one is found, and not for long. */
static void note_swallowed_rows(fcap_table *t) {
    int64_t const behind = t->csv.first_broken + 100 * LINES_TRIED;
    for (int64_t i = t->csv.first_broken; i < t->csv.n_records && i < behind; i++) {
        fcap_row_read(t, i, &t->row);
        for (int32_t j = 0; j < t->n_columns; j++) {
            if (holds_rows(t, t->row.cells[j], j)) {
                add_note(t,
                         "the cell in quotes that begins in line %lld, column %d, goes over "
                         "several lines, each of which could be a row; if they are rows, the "
                         "quotes are no quotes: remove or double them",
                         (long long)fcap_csv_line(&t->csv, i), (int)j + 1);
                return;
            }
        }
    }
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

void fcap_table_take_notes(fcap_table *t, const char *guess, int delimiter_asked) {
    if (guess != NULL) {
        add_note(t, "%s", guess);
    }
    if (t->n_columns == 1 && !delimiter_asked) {
        note_missed_delimiter(t);
    } else if (t->csv.rival != 0) {
        note_rival(t);
    }
    if (t->csv.stray_quotes > 0) {
        add_note(t,
                 "a quote inside an unquoted cell is kept as it is (line %lld%s); cells are "
                 "quoted as a whole or not at all",
                 (long long)fcap_csv_line(&t->csv, t->csv.first_stray),
                 t->csv.stray_quotes > 1 ? " and others" : "");
    }
    if (t->csv.broken_records > 0 && t->n_columns > 1) {
        note_swallowed_rows(t);
    }
    note_apostrophes(t);
}
