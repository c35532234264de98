/* roster.c - see roster.h. */
#include "roster.h"

#include "encoding.h"
#include "first_line.h"
#include "fold.h"
#include "join.h"
#include "keys.h"
#include "list_in.h"
#include "rewrite.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DOUBLES_SHOWN = 5,
    NAMELESS_SHOWN = 5
};

static const char *shown_name(const char *path) {
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

/* ---- one file ---- */

/* Is a teacher to be helped, where a script is to be taken at its word? */
static int is_lenient(const arguments *a) {
    return a->command == CMD_GROUP && !a->as_is;
}

static int read_file(const char *path, const arguments *a, const fcap_read_options *o,
                     fcap_table **table) {
    fcap_faults faults;
    fcap_error err;
    fcap_status const status =
        a->command == CMD_GROUP ? read_table_of_teacher(path, o, a->quiet, table, &faults, &err)
                                : fcap_table_read(path, o, table, &faults, &err);
    if (status == FCAP_E_DATA && faults.total > 0) {
        say_faults(path, &faults);
        return EXIT_DATA;
    }
    return status == FCAP_OK
               ? 0
               : say_error(exit_code_of(status), "%s",
                           status == FCAP_E_DATA ? err.message : safe(err.message));
}

static void say_notes(const fcap_table *table, int quiet) {
    for (int32_t i = 0; i < fcap_table_notes(table); i++) {
        say_note(quiet, "%s", fcap_table_note(table, i));
    }
}

/* In a file of an LMS, or beside one, also what the LMS says about the account or the group. */
static char *columns_aside(const roles *r, source s) {
    char *const aside = need((size_t)r->n, 1);
    for (int32_t c = 0; c < r->n; c++) {
        role const what = r->of[c];
        int const of_lms = what == ROLE_GROUP || what == ROLE_GROUPING ||
                           what == ROLE_GROUP_ID || what == ROLE_ADMIN;
        aside[c] = (char)(role_tells_who(what) || (s != SOURCE_PLAIN && of_lms));
    }
    return aside;
}

/* The options and what the traps add to them. na has room for both. */
static fcap_read_options with_traps(const fcap_read_options *o, const traps *t,
                                    const char **na) {
    fcap_read_options more = *o;
    for (int32_t i = 0; i < o->n_na; i++) {
        na[i] = o->na[i];
    }
    for (int32_t i = 0; i < t->n_na; i++) {
        na[more.n_na++] = t->na[i];
    }
    more.na = na;
    return more;
}

/* The first line of a list that someone typed may be a student: then the file is read again.
 */
static int look_at_first_line(const char *path, const arguments *a, fcap_read_options *o,
                              fcap_table **table) {
    const char *const file = shown_name(path);
    if (!is_lenient(a) || o->header != FCAP_HEADER_DETECT || !fcap_table_has_header(*table)) {
        return 0;
    }
    const char *const first = fcap_table_name(*table, 0);
    int64_t const above = first_line_is_title(*table);
    if (above > 0) {
        say_note(a->quiet,
                 "%s: line 1 (\"%s\") looks like a title above the table; --skip %lld begins "
                 "below it",
                 safe(file), name_shown(first), (long long)above);
        return 0;
    }
    if (!first_line_is_student(*table) || strcmp(path, "-") == 0) {
        if (first_line_is_unclear(*table)) {
            say_note(a->quiet,
                     "%s: line 1 (\"%s\") is taken for the header; say --no-header if that is "
                     "a student",
                     safe(file), name_shown(first));
        }
        return 0;
    }
    say_note(a->quiet,
             "%s: line 1 (\"%s\") looks like a student, so the file has no header and its "
             "columns are called 1, 2, ...; if it is one, say --header",
             safe(file), name_shown(first));
    fcap_table_free(*table);
    *table = NULL;
    o->header = FCAP_HEADER_NO;
    return read_file(path, a, o, table);
}

/* *o becomes the options that the table was read with at last; na has room for them. */
static int read_one(roster *r, const char *path, const arguments *a, fcap_read_options *o,
                    const char **na, fcap_table **table) {
    int code = read_file(path, a, o, table);
    code = code != 0 ? code : look_at_first_line(path, a, o, table);
    if (code != 0) {
        return code;
    }
    r->roles = roles_find(*table);
    r->source = a->as_is ? SOURCE_PLAIN : source_of(*table, &r->roles);
    if (is_lenient(a) && r->source == SOURCE_PLAIN) {
        guess_names(&r->roles, *table);
    }
    code = roles_ask(&r->roles, *table, a, 0);
    r->aside = columns_aside(&r->roles, r->source);
    const char *const file = shown_name(path);
    if (code != 0 || (r->source == SOURCE_PLAIN && !is_lenient(a))) {
        say_notes(*table, a->quiet);
        return code;
    }
    if (r->source != SOURCE_PLAIN) {
        say_note(a->quiet, "%s is %s", safe(file), source_phrase(r->source));
    }
    traps t = traps_find(*table, r->source, &r->roles, file, is_lenient(a), a->quiet);
    if (t.any) {
        *o = with_traps(o, &t, na);
        code = rewrite(table, &t, NULL, o, file);
        o->decimal_comma |= t.decimal_comma;
    } else {
        say_notes(*table, a->quiet);
    }
    traps_close(&t);
    return code;
}

/* ---- several files ---- */

static int join_one(roster *r, const arguments *a, const char *path, fcap_read_options *o,
                    const char **na, fcap_table **table) {
    roster other = {0};
    fcap_table *second = NULL;
    fcap_read_options theirs = *o;
    theirs.delimiter = 0;
    theirs.header = FCAP_HEADER_YES;
    theirs.skip_lines = 0;
    theirs.decimal_comma = a->decimal_comma;
    theirs.na = na;
    int code = read_one(&other, path, a, &theirs, na, &second);
    if (code == 0) {
        o->na = na; /* what is missing in either file is missing in both */
        o->n_na = theirs.n_na;
        joining const j = {.table = table,
                           .roles = &r->roles,
                           .aside = &r->aside,
                           .file = shown_name(a->file[0]),
                           .other = second,
                           .other_roles = &other.roles,
                           .other_aside = other.aside,
                           .other_file = path,
                           .by = a->join_by,
                           .lenient = is_lenient(a),
                           .quiet = a->quiet};
        code = join(&j, o);
    }
    fcap_table_free(second);
    roster_close(&other);
    return code;
}

static int check_join(const arguments *a, const fcap_table *table) {
    for (int i = 0; i < a->join.n; i++) {
        if (strcmp(a->join.word[i], "-") == 0) {
            return say_error(EXIT_USAGE, "--join needs a file; it cannot be standard input");
        }
    }
    if (a->join.n > 0 && !fcap_table_has_header(table)) {
        return say_error(EXIT_USAGE,
                         "--join needs a file with a header; say --header if %s has "
                         "one",
                         safe(shown_name(a->file[0])));
    }
    return a->join_by != NULL && a->join.n == 0
               ? say_error(EXIT_USAGE, "--join-by needs a file to join: --join FILE")
               : 0;
}

int roster_read(roster *r, const arguments *args, const fcap_read_options *o,
                fcap_table **table) {
    *r = (roster){0};
    size_t const files = (size_t)args->join.n + 1;
    const char **const na = need((size_t)o->n_na + files * TRAPS_NA, sizeof *na);
    for (int32_t i = 0; i < o->n_na; i++) {
        na[i] = o->na[i];
    }
    fcap_read_options own = *o;
    own.na = na;
    int code = read_one(r, args->file[0], args, &own, na, table);
    code = code != 0 ? code : check_join(args, *table);
    for (int i = 0; i < args->join.n && code == 0; i++) {
        code = join_one(r, args, args->join.word[i], &own, na, table);
    }
    code = code != 0 ? code : roles_ask(&r->roles, *table, args, 1);
    free(na);
    if (code == 0) {
        r->line = need((size_t)fcap_table_rows(*table), sizeof *r->line);
        fcap_table_lines(*table, r->line);
    }
    return code;
}

void roster_close(roster *r) {
    roles_close(&r->roles);
    free(r->aside);
    free(r->line);
    *r = (roster){0};
}

/* ---- looking ---- */

static int identifies(fcap_table *table, int32_t column) {
    keys k = keys_open(table, column, 0);
    int good = k.n == fcap_table_rows(table);
    for (int64_t i = 1; i < k.n; i++) {
        good &= strcmp(k.key[i].text, k.key[i - 1].text) != 0;
    }
    keys_close(&k);
    return good;
}

int32_t roster_id(const roster *r, fcap_table *table) {
    static const role by[] = {ROLE_EMAIL, ROLE_LOGIN, ROLE_SIS_ID, ROLE_LMS_ID, ROLE_NAME};
    for (size_t i = 0; i < sizeof by / sizeof *by; i++) {
        int32_t const c = roles_column(&r->roles, by[i]);
        if (c >= 0 && identifies(table, c)) {
            return c;
        }
    }
    return -1;
}

void roster_say_doubles(const roster *r, fcap_table *table, int quiet) {
    static const role by[] = {ROLE_EMAIL, ROLE_LOGIN, ROLE_SIS_ID, ROLE_LMS_ID};
    int64_t *const line = need((size_t)fcap_table_rows(table), sizeof *line);
    fcap_table_lines(table, line);
    for (size_t i = 0; i < sizeof by / sizeof *by; i++) {
        int32_t const c = roles_column(&r->roles, by[i]);
        if (c < 0) {
            continue;
        }
        keys k = keys_open(table, c, 0);
        int64_t found = 0;
        for (int64_t at = 1; at < k.n; at++) {
            if (strcmp(k.key[at].text, k.key[at - 1].text) == 0 && ++found <= DOUBLES_SHOWN) {
                say_note(quiet,
                         "lines %lld and %lld have the same \"%s\", \"%s\": are they one "
                         "student?",
                         (long long)line[k.key[at - 1].row], (long long)line[k.key[at].row],
                         name_shown(fcap_table_name(table, c)),
                         cell_shown(fcap_table_row(table, k.key[at].row)[c]));
            }
        }
        if (found > DOUBLES_SHOWN) {
            say_note(quiet, "and %lld more row%s \"%s\" with another one",
                     (long long)(found - DOUBLES_SHOWN),
                     found - DOUBLES_SHOWN == 1 ? " shares its" : "s share their",
                     name_shown(fcap_table_name(table, c)));
        }
        keys_close(&k);
    }
    free(line);
}

/* Does a row say nothing in the columns of names? */
static int is_nameless(const roster *r, const fcap_table *table, const fcap_cell *cells) {
    for (int32_t c = 0; c < r->roles.n; c++) {
        role const what = r->roles.of[c];
        int const names = what == ROLE_NAME || what == ROLE_FIRST || what == ROLE_LAST;
        if (!names || fcap_table_missing(table, cells[c])) {
            continue;
        }
        char *const seen = need(cells[c].size + 1, 1);
        int const empty = fold_look(cells[c], seen) == 0;
        free(seen);
        if (!empty) {
            return 0;
        }
    }
    return 1;
}

void roster_say_nameless(const roster *r, fcap_table *table, int quiet) {
    int64_t const n = fcap_table_rows(table);
    char text[160] = "";
    size_t at = 0;
    int64_t found = 0;
    for (int64_t row = 0; row < n; row++) {
        if (is_nameless(r, table, fcap_table_row(table, row)) && ++found <= NAMELESS_SHOWN) {
            at += (size_t)snprintf(text + at, sizeof text - at, "%s%lld", found > 1 ? ", " : "",
                                   (long long)r->line[row]);
        }
    }
    if (found == n) {
        return; /* no column has names: nobody is an exception */
    }
    if (found == 1) {
        say_note(quiet,
                 "line %s has no name and counts as a student; if it is none, remove the line",
                 text);
    } else if (found > 1) {
        say_note(quiet,
                 "%lld lines have no name and count as students (%s%s); remove those that are "
                 "none",
                 (long long)found, text, found > NAMELESS_SHOWN ? ", ..." : "");
    }
}

void roster_name(const roster *r, fcap_table *table, int32_t id, int64_t row, char *out,
                 size_t size) {
    const fcap_cell *const cells = fcap_table_row(table, row);
    int named = 0;
    for (int32_t c = 0; c < r->roles.n; c++) {
        named |= role_tells_who(r->roles.of[c]);
    }
    roles_name(&r->roles, cells, out, size);
    if (out[0] == 0 && id >= 0) {
        snprintf(out, size, "%.*s", (int)cells[id].size, cells[id].text);
    } else if (out[0] == 0 && named) {
        snprintf(out, size, "Line %lld", (long long)r->line[row]);
    } else if (out[0] == 0) {
        snprintf(out, size, "Row %lld", (long long)row + 1);
    }
}
