/* join.c - see join.h. Which columns identify students in both files, pairing.c finds. */
#include "join.h"

#include "join_names.h"
#include "keys.h"
#include "list_in.h"
#include "pairing.h"
#include "rewrite.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows that have no partner, or two ---- */

enum {
    NAMED_MOST = 20
};

typedef struct row_list {
    char text[1600];
    size_t used;
    int64_t n;
} row_list;

/* "line 4 ("ann@x.org")" behind what is there. */
static void list_row(row_list *list, int64_t line, fcap_cell cell) {
    list->n++;
    if (list->n <= NAMED_MOST) {
        list->used += (size_t)snprintf(
            list->text + list->used, sizeof list->text - list->used, "%sline %lld (%s%.60s%s)",
            list->n > 1 ? ", " : "", (long long)line, cell.size > 0 ? "\"" : "",
            cell.size > 0 ? cell_shown(cell) : "empty", cell.size > 0 ? "\"" : "");
    }
    if (list->used >= sizeof list->text) {
        list->used = sizeof list->text - 1;
    }
}

static const char *more_rows(const row_list *list) {
    static char text[48];
    snprintf(text, sizeof text, " and %lld more", (long long)list->n - NAMED_MOST);
    return list->n > NAMED_MOST ? text : "";
}

static int refuse_doubles(fcap_table *table, int32_t column, int before_at, const char *file) {
    int64_t *const line = need((size_t)fcap_table_rows(table), sizeof *line);
    fcap_table_lines(table, line);
    keys k = keys_open(table, column, before_at);
    int64_t doubles = 0;
    for (int64_t i = 1; i < k.n; i++) {
        if (strcmp(k.key[i].text, k.key[i - 1].text) == 0 && ++doubles <= NAMED_MOST) {
            say_error(EXIT_DATA, "--join: %s: lines %lld and %lld both have \"%s\" in \"%s\"",
                      safe(file), (long long)line[k.key[i - 1].row],
                      (long long)line[k.key[i].row],
                      cell_shown(fcap_table_row(table, k.key[i].row)[column]),
                      name_shown(fcap_table_name(table, column)));
        }
    }
    keys_close(&k);
    free(line);
    return doubles == 0
               ? 0
               : say_error(EXIT_DATA,
                           "--join: an identifier can be there only once in each file; remove "
                           "the rows that do not count");
}

/* Who sent a form twice has changed their mind: the last row counts. */
static void say_doubles(const joining *j, const pairing *p) {
    int64_t *const line = need((size_t)fcap_table_rows(j->other), sizeof *line);
    fcap_table_lines(j->other, line);
    keys k = keys_open(j->other, p->right, p->before_at);
    int64_t doubles = 0;
    for (int64_t i = 1; i < k.n; i++) {
        if (strcmp(k.key[i].text, k.key[i - 1].text) == 0 && ++doubles <= NAMED_MOST) {
            say_note(j->quiet,
                     "%s: lines %lld and %lld are both of \"%s\": the last one counts",
                     safe(j->other_file), (long long)line[k.key[i - 1].row],
                     (long long)line[k.key[i].row],
                     cell_shown(fcap_table_row(j->other, k.key[i].row)[p->right]));
        }
    }
    if (doubles > NAMED_MOST) {
        say_note(j->quiet, "%s: and %lld more row%s again", safe(j->other_file),
                 (long long)doubles - NAMED_MOST,
                 doubles - NAMED_MOST == 1 ? " that comes" : "s that come");
    }
    keys_close(&k);
    free(line);
}

/* Rows that a later one of the same student has replaced are of somebody all the same. */
static void mark_replaced(const joining *j, const pairing *p, char *used) {
    keys k = keys_open(j->other, p->right, p->before_at);
    for (int64_t i = k.n - 1; i > 0 && !p->by_name; i--) {
        if (strcmp(k.key[i].text, k.key[i - 1].text) == 0) {
            used[k.key[i - 1].row] |= used[k.key[i].row];
        }
    }
    keys_close(&k);
}

static void say_left_alone(const joining *j, const pairing *p, const int64_t *partner) {
    int64_t const n = fcap_table_rows(*j->table);
    int64_t *const line = need((size_t)n, sizeof *line);
    fcap_table_lines(*j->table, line);
    row_list *const list = need(1, sizeof *list);
    for (int64_t row = 0; row < n; row++) {
        if (partner[row] < 0) {
            list_row(list, line[row], fcap_table_row(*j->table, row)[p->left]);
        }
    }
    if (list->n > 0) {
        say_note(j->quiet,
                 "%s: %lld of %lld students %s no row in %s, so its columns are empty for "
                 "them: %s%s",
                 safe(j->file), (long long)list->n, (long long)n, list->n == 1 ? "has" : "have",
                 safe(j->other_file), list->text, more_rows(list));
    }
    free(list);
    free(line);
}

static void say_strangers(const joining *j, const pairing *p, const int64_t *partner) {
    int64_t const n = fcap_table_rows(j->other);
    int64_t *const line = need((size_t)n, sizeof *line);
    char *const used = need((size_t)n, 1);
    fcap_table_lines(j->other, line);
    for (int64_t row = 0; row < fcap_table_rows(*j->table); row++) {
        if (partner[row] >= 0) {
            used[partner[row]] = 1;
        }
    }
    mark_replaced(j, p, used);
    row_list *const list = need(1, sizeof *list);
    for (int64_t row = 0; row < n; row++) {
        if (!used[row]) {
            list_row(list, line[row], fcap_table_row(j->other, row)[p->right]);
        }
    }
    if (list->n > 0) {
        say_note(j->quiet, "%s: %lld of %lld rows %s of nobody in %s and %s not used: %s%s",
                 safe(j->other_file), (long long)list->n, (long long)n,
                 list->n == 1 ? "is" : "are", safe(j->file), list->n == 1 ? "is" : "are",
                 list->text, more_rows(list));
    }
    free(list);
    free(used);
    free(line);
}

/* ---- the columns that come in ---- */

typedef struct incoming {
    const joining *j;
    int32_t *column; /* of the other table */
    fcap_cell *name;
    fcap_cell *cell; /* of the row asked for */
    char *number;    /* is the column one of numbers whose decimal mark must change? */
    char *bytes;     /* cells with another decimal mark */
    size_t room;
    int32_t n;
    char mark; /* of the joined table */
    const int64_t *partner;
} incoming;

static char mark_of(const fcap_table *table) {
    double unused;
    return fcap_table_number(table, (fcap_cell){"1,5", 3}, &unused) == 1 ? ',' : '.';
}

/* Does the table have a decimal mark at all? If not, that of the other one is as good. */
static int has_decimals(fcap_table *table) {
    char const mark = mark_of(table);
    for (int64_t row = 0; row < fcap_table_rows(table); row++) {
        const fcap_cell *const cells = fcap_table_row(table, row);
        for (int32_t c = 0; c < fcap_table_columns(table); c++) {
            double unused;
            if (memchr(cells[c].text, mark, cells[c].size) != NULL &&
                fcap_table_number(table, cells[c], &unused) == 1) {
                return 1;
            }
        }
    }
    return 0;
}

static int mostly_numbers(fcap_table *table, int32_t column) {
    int64_t numbers = 0;
    int64_t filled = 0;
    for (int64_t row = 0; row < fcap_table_rows(table); row++) {
        fcap_cell const cell = fcap_table_row(table, row)[column];
        double unused;
        filled += !fcap_table_missing(table, cell);
        numbers += fcap_table_number(table, cell, &unused) == 1;
    }
    return 2 * numbers > filled;
}

/* Does the roster already say this about its students? Then once is enough. */
static int is_known(const joining *j, int32_t column) {
    role const what = j->other_roles->of[column];
    return what == ROLE_ADMIN || (role_tells_who(what) && roles_column(j->roles, what) >= 0);
}

static fcap_cell new_name(const joining *j, int32_t column) {
    const char *const name = fcap_table_name(j->other, column);
    int taken = 0;
    for (int32_t c = 0; c < fcap_table_columns(*j->table); c++) {
        taken |= strcmp(fcap_table_name(*j->table, c), name) == 0;
    }
    const char *const slash = strrchr(j->other_file, '/');
    const char *const file = slash != NULL ? slash + 1 : j->other_file;
    size_t const room = strlen(name) + strlen(file) + 4;
    char *const text = need(room, 1);
    snprintf(text, room, taken ? "%s (%s)" : "%s", name, file);
    if (taken) {
        say_note(j->quiet,
                 "--join: both files have a column \"%s\"; that of %s is called \"%s (%s)\"",
                 name_shown(name), safe(j->other_file), name_shown(name), safe(file));
    }
    for (char *c = text; *c != 0; c++) {
        *c = *c == '\n' || *c == '\r' ? ' ' : *c; /* the rows keep their lines */
    }
    return (fcap_cell){text, strlen(text)};
}

/* What matched is there already, unless the roster knows students by something else: then the
 * address that a survey asked for is worth having. */
static int comes_in(const joining *j, const pairing *p, int32_t column) {
    role const what = j->other_roles->of[column];
    int const part_of_name = what == ROLE_NAME || what == ROLE_FIRST || what == ROLE_LAST;
    int const new_id = j->lenient && role_tells_who(what) && roles_column(j->roles, what) < 0;
    return (column != p->right || (new_id && !part_of_name)) && !is_known(j, column) &&
           !(p->by_name && part_of_name);
}

static incoming incoming_open(const joining *j, const pairing *p, const int64_t *partner,
                              int comma) {
    size_t const n = (size_t)j->other_roles->n;
    incoming in = {.j = j,
                   .column = need(n, sizeof *in.column),
                   .name = need(n, sizeof *in.name),
                   .cell = need(n, sizeof *in.cell),
                   .number = need(n, 1),
                   .partner = partner};
    in.mark = comma ? ',' : mark_of(*j->table);
    int const other_mark = in.mark != mark_of(j->other);
    for (int32_t c = 0; c < j->other_roles->n; c++) {
        if (comes_in(j, p, c)) {
            in.name[in.n] = new_name(j, c);
            in.number[in.n] = (char)(other_mark && mostly_numbers(j->other, c));
            in.column[in.n++] = c;
        }
    }
    return in;
}

static void incoming_close(incoming *in) {
    for (int32_t c = 0; c < in->n; c++) {
        free((void *)(uintptr_t)in->name[c].text);
    }
    free(in->column);
    free(in->name);
    free(in->cell);
    free(in->number);
    free(in->bytes);
}

/* Numbers get the decimal mark of the roster, as a table has one mark only. */
static void change_marks(incoming *in, size_t size) {
    char const from = mark_of(in->j->other);
    if (size > in->room) {
        free(in->bytes);
        in->room = 2 * size;
        in->bytes = need(in->room, 1);
    }
    char *at = in->bytes;
    for (int32_t c = 0; c < in->n; c++) {
        if (in->number[c] && in->cell[c].size > 0) {
            memcpy(at, in->cell[c].text, in->cell[c].size);
            char *const mark = memchr(at, from, in->cell[c].size);
            if (mark != NULL) {
                *mark = in->mark;
            }
            in->cell[c].text = at;
            at += in->cell[c].size;
        }
    }
}

static const fcap_cell *incoming_cells(void *user, int64_t row) {
    incoming *const in = user;
    int64_t const partner = in->partner[row];
    const fcap_cell *const cells = partner >= 0 ? fcap_table_row(in->j->other, partner) : NULL;
    size_t size = 0;
    for (int32_t c = 0; c < in->n; c++) {
        in->cell[c] = cells != NULL ? cells[in->column[c]] : (fcap_cell){"", 0};
        size += in->number[c] ? in->cell[c].size : 0;
    }
    if (size > 0) {
        change_marks(in, size);
    }
    return in->cell;
}

/* ---- the story ---- */

static void add_roles(const joining *j, const incoming *in) {
    int32_t const n = j->roles->n;
    role *const of = need((size_t)n + (size_t)in->n, sizeof *of);
    char *const aside = need((size_t)n + (size_t)in->n, 1);
    memcpy(of, j->roles->of, (size_t)n * sizeof *of);
    memcpy(aside, *j->aside, (size_t)n);
    for (int32_t c = 0; c < in->n; c++) {
        role const what = j->other_roles->of[in->column[c]];
        of[n + c] = roles_column(j->roles, what) < 0 ? what : ROLE_OTHER;
        aside[n + c] = j->other_aside[in->column[c]];
    }
    free(j->roles->of);
    free(*j->aside);
    j->roles->of = of;
    j->roles->n = n + in->n;
    *j->aside = aside;
}

static int64_t *find_partners(const joining *j, const pairing *p) {
    int64_t const n = fcap_table_rows(*j->table);
    int64_t matched;
    if (p->by_name) {
        return match_names(*j->table, j->roles, j->other, j->other_roles, &matched);
    }
    int64_t *const partner = need((size_t)n, sizeof *partner);
    keys k = keys_open(j->other, p->right, p->before_at);
    for (int64_t row = 0; row < n; row++) {
        int64_t count;
        const key *const found = keys_find(&k, fcap_table_row(*j->table, row)[p->left], &count);
        partner[row] = found != NULL ? found[count - 1].row : -1;
    }
    keys_close(&k);
    return partner;
}

/* Nobody can be two students; two answers of one are for teachers to know. */
static int check_doubles(const joining *j, const pairing *p) {
    if (p->by_name) {
        return 0; /* that was seen to */
    }
    int const code = refuse_doubles(*j->table, p->left, p->before_at, j->file);
    if (code == 0 && j->lenient) {
        say_doubles(j, p);
        return 0;
    }
    return code != 0 ? code : refuse_doubles(j->other, p->right, p->before_at, j->other_file);
}

int join(const joining *j, fcap_read_options *o) {
    pairing p = {-1, -1, 0, 0, 0};
    int code = pairing_choose(j, &p);
    code = code != 0 ? code : check_doubles(j, &p);
    if (code != 0) {
        return code;
    }
    if (p.matched == 0) {
        return say_error(
            EXIT_DATA,
            "--join: no \"%s\" of %s is among the \"%s\" of %s; name the columns that "
            "hold the same identifiers: --join-by COL=COL2",
            name_shown(fcap_table_name(*j->table, p.left)), safe(j->file),
            name_shown(fcap_table_name(j->other, p.right)), safe(j->other_file));
    }
    int64_t *const partner = find_partners(j, &p);
    say_note(j->quiet, "%s: %lld of %lld students found in %s by \"%s\"%s", safe(j->file),
             (long long)p.matched, (long long)fcap_table_rows(*j->table), safe(j->other_file),
             name_shown(fcap_table_name(j->other, p.right)),
             p.before_at ? ", as user names are there before the @: is that right?"
             : p.by_name ? ", by name, as no e-mail address, login or ID is in both files"
                         : "");
    say_left_alone(j, &p, partner);
    say_strangers(j, &p, partner);
    o->decimal_comma |= mark_of(j->other) == ',' && !has_decimals(*j->table);
    incoming in = incoming_open(j, &p, partner, o->decimal_comma);
    added const more = {in.n, in.name, incoming_cells, &in};
    code = in.n > 0 ? rewrite(j->table, NULL, &more, o, j->file) : 0;
    if (code == 0) {
        add_roles(j, &in);
    }
    incoming_close(&in);
    free(partner);
    return code;
}
