/* roles.c - see roles.h. */
#include "roles.h"

#include "lookup.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOOKED_AT = 200, /* rows that tell what the cells of a column look like */
    WIDE = 500       /* columns; behind them nobody keeps addresses */
};

/* ---- by content ---- */

int is_email(fcap_cell cell) {
    const char *const at = memchr(cell.text, '@', cell.size);
    if (at == NULL || at == cell.text) {
        return 0;
    }
    size_t const behind = cell.size - (size_t)(at - cell.text) - 1;
    int const dotted = behind > 2 && memchr(at + 1, '.', behind - 1) != NULL;
    return dotted && at[1] != '.' && memchr(at + 1, '@', behind) == NULL &&
           memchr(cell.text, ' ', cell.size) == NULL;
}

int roles_look_like_email(fcap_table *table, int32_t column) {
    int64_t const n = fcap_table_rows(table);
    int64_t const step = n > LOOKED_AT ? n / LOOKED_AT : 1;
    int64_t filled = 0;
    int64_t emails = 0;
    for (int64_t row = 0; row < n; row += step) {
        fcap_cell const cell = fcap_table_row(table, row)[column];
        filled += cell.size > 0;
        emails += is_email(cell);
    }
    return filled > 0 && 10 * emails >= 9 * filled;
}

/* Is there an @ in one of the first cells? Then a closer look is worth its time. */
static int may_have_emails(fcap_table *table, int32_t column) {
    int found = 0;
    for (int64_t row = 0; row < fcap_table_rows(table) && row < 3; row++) {
        fcap_cell const cell = fcap_table_row(table, row)[column];
        found |= memchr(cell.text, '@', cell.size) != NULL;
    }
    return found;
}

/* Only where no header says which column has the addresses. */
static void find_email(roles *r, fcap_table *table) {
    for (int32_t c = 0; c < r->n && c < WIDE && roles_column(r, ROLE_EMAIL) < 0; c++) {
        if (r->of[c] == ROLE_OTHER && may_have_emails(table, c) &&
            roles_look_like_email(table, c)) {
            r->of[c] = ROLE_EMAIL;
        }
    }
}

/* ---- by the columns beside it ---- */

/* "Nombre" beside "Apellidos" is a first name, "Nom" beside "Prénom" a last name. */
static void split_names(roles *r) {
    int32_t const whole = roles_column(r, ROLE_NAME);
    int const first = roles_column(r, ROLE_FIRST) >= 0;
    int const last = roles_column(r, ROLE_LAST) >= 0;
    if (whole >= 0 && first != last) {
        r->of[whole] = first ? ROLE_LAST : ROLE_FIRST;
    }
}

/* ---- the story ---- */

roles roles_find(fcap_table *table) {
    roles r = {.n = fcap_table_columns(table)};
    r.of = need((size_t)r.n, sizeof *r.of);
    if (fcap_table_has_header(table)) {
        for (int32_t c = 0; c < r.n; c++) {
            r.of[c] = role_of_header(fcap_table_name(table, c));
        }
    }
    split_names(&r);
    find_email(&r, table);
    return r;
}

void roles_close(roles *r) {
    free(r->of);
    *r = (roles){0};
}

int32_t roles_column(const roles *r, role what) {
    for (int32_t c = 0; c < r->n; c++) {
        if (r->of[c] == what) {
            return c;
        }
    }
    return -1;
}

/* ---- --role ---- */

static int ask_one(roles *r, lookup in, const char *word, int all) {
    size_t const size = strcspn(word, "=");
    char name[24];
    snprintf(name, sizeof name, "%.*s", (int)(size < 23 ? size : 23), word);
    role const asked = role_named(name);
    if (asked == ROLE_END || word[size] != '=') {
        return say_error(EXIT_USAGE,
                         "--role takes ROLE=COL, where ROLE is name, first-name, last-name, "
                         "login, email, id, canvas-id, section or group; not \"%s\"",
                         safe(word));
    }
    int32_t const c = column_named(in, word + size + 1);
    if (c < 0) {
        return all || c == -2 ? no_such_column(in, "--role", word + size + 1, c) : 0;
    }
    for (int32_t other = 0; other < r->n; other++) {
        if (r->of[other] == asked) {
            r->of[other] = ROLE_OTHER;
        }
    }
    r->of[c] = asked;
    return 0;
}

int roles_ask(roles *r, const fcap_table *table, const arguments *a, int all) {
    int code = 0;
    for (int i = 0; i < a->role.n && code == 0; i++) {
        code = ask_one(r, lookup_for(table, a), a->role.word[i], all);
    }
    return code;
}

/* ---- names ---- */

size_t roles_name_room(const roles *r, const fcap_cell *cells) {
    size_t room = 2;
    for (int32_t c = 0; c < r->n; c++) {
        int const part =
            r->of[c] == ROLE_NAME || r->of[c] == ROLE_FIRST || r->of[c] == ROLE_LAST;
        room += part ? cells[c].size : 0;
    }
    return room;
}

const char *roles_name(const roles *r, const fcap_cell *cells, char *text, size_t size) {
    int32_t const whole = roles_column(r, ROLE_NAME);
    int32_t const first = roles_column(r, ROLE_FIRST);
    int32_t const last = roles_column(r, ROLE_LAST);
    text[0] = 0;
    if (whole >= 0) {
        snprintf(text, size, "%.*s", (int)cells[whole].size, cells[whole].text);
    } else if (first >= 0 || last >= 0) {
        fcap_cell const none = {"", 0};
        fcap_cell const a = first >= 0 ? cells[first] : none;
        fcap_cell const b = last >= 0 ? cells[last] : none;
        snprintf(text, size, "%.*s%s%.*s", (int)a.size, a.text,
                 a.size > 0 && b.size > 0 ? " " : "", (int)b.size, b.text);
    }
    return text;
}
