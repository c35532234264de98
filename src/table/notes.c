/* notes.c - see notes.h. The file is read by the rules of docs/INPUT.md all the same. */
#include "table/notes.h"

#include <stdarg.h>
#include <stdio.h>

static void add_note(fcap_table *t, const char *format, ...) FCAP_PRINTF(2);
static void add_note(fcap_table *t, const char *format, ...) {
    if (t->n_notes < FCAP_NOTES_KEPT) {
        va_list args;
        va_start(args, format);
        vsnprintf(t->note[t->n_notes++], NOTE_SIZE, format, args);
        va_end(args);
    }
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

void fcap_table_take_notes(fcap_table *t, const char *guess) {
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
}
