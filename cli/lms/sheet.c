/* sheet.c - see sheet.h. */
#include "sheet.h"

#include "cell_out.h"
#include "keys.h"
#include "list_in.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAMED_MOST = 20
};

/* ---- groups ---- */

int64_t *sheet_by_group(const sheet *s) {
    int64_t *const order = need((size_t)s->n, sizeof *order);
    int64_t *const next = need((size_t)s->k + 1, sizeof *next);
    for (int64_t i = 0; i < s->n; i++) {
        next[s->label[i] + 1]++;
    }
    for (int32_t g = 0; g < s->k; g++) {
        next[g + 1] += next[g];
    }
    for (int64_t i = 0; i < s->n; i++) {
        order[next[s->label[i]]++] = i;
    }
    free(next);
    return order;
}

/* ---- columns ---- */

int32_t sheet_column(const sheet *s, role what) {
    int32_t const c = roles_column(&s->roster->roles, what);
    if (c >= 0 || what != ROLE_EMAIL) {
        return c;
    }
    int32_t const login = roles_column(&s->roster->roles, ROLE_LOGIN);
    return login >= 0 && roles_look_like_email(s->table, login) ? login : -1;
}

int sheet_is_complete(const sheet *s, int32_t column) {
    int complete = column >= 0;
    for (int64_t i = 0; i < s->n && complete; i++) {
        complete = fcap_table_row(s->table, s->row[i])[column].size > 0;
    }
    return complete;
}

/* ---- students that an LMS could not place ---- */

typedef struct naming {
    const sheet *sheet;
    int64_t *line; /* of each row */
    int64_t n;
} naming;

static naming naming_open(const sheet *s) {
    naming n = {.sheet = s, .line = need((size_t)fcap_table_rows(s->table), sizeof *n.line)};
    fcap_table_lines(s->table, n.line);
    return n;
}

/* One line for each, up to NAMED_MOST. */
static void name_row(naming *n, const char *format, int64_t row, const char *what) {
    if (++n->n <= NAMED_MOST) {
        char name[128];
        roles_name(&n->sheet->roster->roles, fcap_table_row(n->sheet->table, row), name,
                   sizeof name);
        say_error(EXIT_DATA, "--to %s: line %lld%s%s%s %s", format, (long long)n->line[row],
                  name[0] != 0 ? " (\"" : "", name_shown(name), name[0] != 0 ? "\")" : "",
                  what);
    }
}

static int naming_close(naming *n, const char *format, const char *advice) {
    free(n->line);
    if (n->n == 0) {
        return 0;
    }
    if (n->n > NAMED_MOST) {
        say_error(EXIT_DATA, "--to %s: and %lld more", format, (long long)n->n - NAMED_MOST);
    }
    return say_error(EXIT_DATA, "--to %s: %s; nothing is written", format, advice);
}

void sheet_say_left_out(const sheet *s) {
    int64_t const left = fcap_table_rows(s->table) - s->n;
    naming n = naming_open(s);
    for (int64_t row = 0, i = 0; row < fcap_table_rows(s->table) && left > 0; row++) {
        if (i < s->n && s->row[i] == row) {
            i++;
        } else if (++n.n <= NAMED_MOST) {
            char name[128];
            roles_name(&s->roster->roles, fcap_table_row(s->table, row), name, sizeof name);
            say_note(s->quiet, "line %lld (\"%s\") has missing cells, so it is in no group",
                     (long long)n.line[row], name_shown(name));
        }
    }
    free(n.line);
}

static int has_control(fcap_cell cell) {
    for (size_t i = 0; i < cell.size; i++) {
        if ((unsigned char)cell.text[i] < ' ' || cell.text[i] == 0x7f) {
            return 1;
        }
    }
    return 0;
}

/* The role that --role gives a column with it. */
static const char *role_for(const char *what) {
    return strcmp(what, "name") == 0             ? "name"
           : strcmp(what, "e-mail address") == 0 ? "email"
           : strncmp(what, "ID number", 9) == 0  ? "id"
                                                 : "login";
}

int sheet_refuse_empty(const sheet *s, const char *format, const int32_t *column, int n_columns,
                       const char *what) {
    int any = 0;
    for (int c = 0; c < n_columns; c++) {
        any |= column[c] >= 0;
    }
    if (!any) {
        return say_error(EXIT_DATA,
                         "--to %s: no column has the %s; say which one does (--role %s=%s), or "
                         "add a file that has one (--join)",
                         format, what, role_for(what),
                         fcap_table_has_header(s->table) ? "COL" : "1");
    }
    naming n = naming_open(s);
    char lacks[80];
    snprintf(lacks, sizeof lacks, "has no %s", what);
    for (int64_t i = 0; i < s->n; i++) {
        const fcap_cell *const cells = fcap_table_row(s->table, s->row[i]);
        int filled = 0;
        for (int c = 0; c < n_columns; c++) {
            filled |= column[c] >= 0 && cells[column[c]].size > 0;
        }
        if (!filled) {
            name_row(&n, format, s->row[i], lacks);
        }
    }
    char advice[120];
    snprintf(advice, sizeof advice,
             "these students would be lost without a word: fill in their %s", what);
    return naming_close(&n, format, advice);
}

int sheet_refuse_addresses(const sheet *s, const char *format, int32_t column) {
    naming n = naming_open(s);
    for (int64_t i = 0; i < s->n; i++) {
        fcap_cell const cell = fcap_table_row(s->table, s->row[i])[column];
        char what[CELL_SIZE + 48] = "has no e-mail address";
        if (cell.size > 0) {
            snprintf(what, sizeof what, "has \"%s\", which is no e-mail address",
                     cell_shown(cell));
        }
        if (!is_email(cell)) {
            name_row(&n, format, s->row[i], what);
        }
    }
    return naming_close(&n, format,
                        "these students would be lost without a word: correct their addresses");
}

static int refuse_control(const sheet *s, const char *format, int32_t column) {
    naming n = naming_open(s);
    for (int64_t i = 0; i < s->n; i++) {
        if (has_control(fcap_table_row(s->table, s->row[i])[column])) {
            char what[160];
            snprintf(what, sizeof what, "has a line end or control character in \"%.80s\"",
                     name_shown(fcap_table_name(s->table, column)));
            name_row(&n, format, s->row[i], what);
        }
    }
    return naming_close(&n, format, "no LMS has such identifiers: correct them");
}

static int refuse_doubles(const sheet *s, const char *format, int32_t column) {
    char *const placed = need((size_t)fcap_table_rows(s->table), 1);
    for (int64_t i = 0; i < s->n; i++) {
        placed[s->row[i]] = 1;
    }
    naming n = naming_open(s);
    keys k = keys_open(s->table, column, 0);
    for (int64_t i = 1; i < k.n; i++) {
        if (strcmp(k.key[i].text, k.key[i - 1].text) == 0 && placed[k.key[i].row]) {
            char what[160];
            snprintf(what, sizeof what, "has the same \"%.60s\" as line %lld",
                     name_shown(fcap_table_name(s->table, column)),
                     (long long)n.line[k.key[i - 1].row]);
            name_row(&n, format, k.key[i].row, what);
        }
    }
    keys_close(&k);
    free(placed);
    return naming_close(&n, format,
                        "the LMS would take two of these rows for one student: remove the rows "
                        "that do not count");
}

/* Guarding would keep the LMS from finding them. */
static void say_formulas(const sheet *s, int32_t column) {
    int64_t formulas = 0;
    for (int64_t i = 0; i < s->n; i++) {
        formulas += cell_is_formula(fcap_table_row(s->table, s->row[i])[column]);
    }
    if (formulas > 0) {
        say_note(s->quiet,
                 "%lld %s of \"%s\" begin with = + - or @ and are written as they are, because "
                 "the LMS must find them: do not open the file in a spreadsheet",
                 (long long)formulas, formulas == 1 ? "cell" : "cells",
                 name_shown(fcap_table_name(s->table, column)));
    }
}

int sheet_refuse_ids(const sheet *s, const char *format, const int32_t *column, int n_columns,
                     const char *what) {
    int code = sheet_refuse_empty(s, format, column, n_columns, what);
    for (int c = 0; c < n_columns && code == 0; c++) {
        if (column[c] >= 0) {
            code = refuse_control(s, format, column[c]);
            code = code != 0 ? code : refuse_doubles(s, format, column[c]);
            say_formulas(s, column[c]);
        }
    }
    return code;
}
