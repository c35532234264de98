/* roster.c - see roster.h. */
#include "roster.h"

#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Headers without case; the first of a list that a column has is taken. */
static const char *const NAME[] = {"name",   "student",     "student name", "full name",
                                   "nombre", "nom complet", "naam",         NULL};
static const char *const FIRST[] = {"first name",    "firstname", "given name", "vorname",
                                    "pr\xc3\xa9nom", "voornaam",  NULL};
static const char *const LAST[] = {"last name", "lastname", "surname",    "family name",
                                   "nachname",  "nom",      "achternaam", NULL};
static const char *const ID[] = {"id",
                                 "student id",
                                 "student_id",
                                 "studentid",
                                 "id number",
                                 "user name",
                                 "username",
                                 "login_id",
                                 "sis login id",
                                 "sis user id",
                                 "user_id",
                                 "email",
                                 "email address",
                                 "e-mail",
                                 "e-mail address",
                                 "e-mail-adresse",
                                 "mail",
                                 "number",
                                 "matriculation",
                                 NULL};

static int32_t column_called(const fcap_table *table, const char *name) {
    for (int32_t c = 0; c < fcap_table_columns(table); c++) {
        if (strcasecmp(fcap_table_name(table, c), name) == 0) {
            return c;
        }
    }
    return -1;
}

static int32_t first_of(const fcap_table *table, const char *const *names) {
    int32_t found = -1;
    for (; *names != NULL && found < 0; names++) {
        found = column_called(table, *names);
    }
    return found;
}

static int by_text(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* Has every row a text of its own there? */
static int tells_apart(fcap_table *table, int32_t column) {
    int64_t const rows = fcap_table_rows(table);
    char **const text = need((size_t)rows, sizeof *text);
    int different = 1;
    int64_t n = 0;
    for (; n < rows && different; n++) {
        fcap_cell const cell = fcap_table_row(table, n)[column];
        different = !fcap_table_missing(table, cell);
        text[n] = need(cell.size + 1, 1);
        memcpy(text[n], cell.text, cell.size);
    }
    qsort(text, (size_t)n, sizeof *text, by_text);
    for (int64_t i = 1; i < n && different; i++) {
        different = strcmp(text[i - 1], text[i]) != 0;
    }
    for (int64_t i = 0; i < n; i++) {
        free(text[i]);
    }
    free(text);
    return different;
}

/* An identifier where there is one, else names if no two are the same. */
static int32_t find_id(fcap_table *table, int32_t name) {
    for (const char *const *at = ID; *at != NULL; at++) {
        int32_t const c = column_called(table, *at);
        if (c >= 0 && tells_apart(table, c)) {
            return c;
        }
    }
    return name >= 0 && tells_apart(table, name) ? name : -1;
}

roster roster_find(fcap_table *table) {
    roster out = {first_of(table, NAME), first_of(table, FIRST), first_of(table, LAST), -1};
    out.id = find_id(table, out.name);
    return out;
}

void roster_name(const roster *who, fcap_table *table, int64_t row, char *out, size_t size) {
    const fcap_cell *const cell = fcap_table_row(table, row);
    if (who->first >= 0 && who->last >= 0) {
        snprintf(out, size, "%.*s %.*s", (int)cell[who->first].size, cell[who->first].text,
                 (int)cell[who->last].size, cell[who->last].text);
    } else if (who->name >= 0 || who->id >= 0) {
        fcap_cell const text = cell[who->name >= 0 ? who->name : who->id];
        snprintf(out, size, "%.*s", (int)text.size, text.text);
    } else {
        snprintf(out, size, "Row %lld", (long long)row + 1);
    }
}
