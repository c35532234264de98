/* source.c - see source.h. */
#include "source.h"

#include "fold.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

/* The column with a header that is never translated, or -1. */
static int32_t fixed(const fcap_table *table, const char *header) {
    for (int32_t c = 0; c < fcap_table_columns(table); c++) {
        if (strcmp(fcap_table_name(table, c), header) == 0) {
            return c;
        }
    }
    return -1;
}

/* ---- Canvas ---- */

static int is_canvas_groups(const fcap_table *table) {
    return fixed(table, "canvas_user_id") >= 0 && fixed(table, "group_name") >= 0;
}

/* `name` and `sections` are translated, and stand at the beginning and behind the login. */
static void name_canvas_groups(const fcap_table *table, roles *r) {
    int32_t const login = fixed(table, "login_id");
    if (r->of[0] == ROLE_OTHER) {
        r->of[0] = ROLE_NAME;
    }
    if (login >= 0 && login + 1 < r->n && r->of[login + 1] == ROLE_OTHER) {
        r->of[login + 1] = ROLE_SECTION;
    }
}

static int is_canvas_gradebook(const fcap_table *table) {
    return fixed(table, "ID") >= 0 && fixed(table, "SIS Login ID") >= 0 &&
           fixed(table, "Section") >= 0;
}

static void name_canvas_gradebook(const fcap_table *table, const roles *r) {
    r->of[fixed(table, "ID")] = ROLE_LMS_ID;
}

/* ---- Brightspace, Blackboard ---- */

static int is_brightspace(const fcap_table *table) {
    return fixed(table, "OrgDefinedId") >= 0 || fixed(table, "End-of-Line Indicator") >= 0;
}

/* "Essay [Total Pts: 10 Score] |4711", in any language */
static int has_column_number(const char *header) {
    const char *const bar = strrchr(header, '|');
    return bar != NULL && bar[1] != 0 && strspn(bar + 1, "0123456789") == strlen(bar + 1);
}

static int is_blackboard(const fcap_table *table, const roles *r) {
    int marked = roles_column(r, ROLE_ADMIN) >= 0; /* last access, availability */
    for (int32_t c = 0; c < r->n; c++) {
        marked |= has_column_number(fcap_table_name(table, c));
    }
    return marked && roles_column(r, ROLE_FIRST) >= 0 && roles_column(r, ROLE_LAST) >= 0 &&
           roles_column(r, ROLE_LOGIN) >= 0;
}

/* ---- Moodle ---- */

static int names_stand_at(const roles *r, int32_t c) {
    return c + 1 < r->n && ((r->of[c] == ROLE_FIRST && r->of[c + 1] == ROLE_LAST) ||
                            (r->of[c] == ROLE_LAST && r->of[c + 1] == ROLE_FIRST));
}

static int is_moodle_groups(const roles *r) {
    return r->n >= 4 && r->of[0] == ROLE_GROUPING && r->of[1] == ROLE_GROUP &&
           names_stand_at(r, 2);
}

/* Seconds since 1970, of this century: ten digits, everywhere the same or nearly so. */
static int holds_unix_time(fcap_table *table, int32_t column) {
    int64_t const n = fcap_table_rows(table);
    for (int64_t row = 0; row < n && row < 20; row++) {
        fcap_cell const cell = fcap_table_row(table, row)[column];
        if (cell.size != 10 || cell.text[0] < '1' || cell.text[0] > '4') {
            return 0;
        }
        for (size_t i = 0; i < cell.size; i++) {
            if (cell.text[i] < '0' || cell.text[i] > '9') {
                return 0;
            }
        }
    }
    return 1;
}

/* "Quiz: Fractions (Real)": kind of activity, name, display */
static int is_grade_header(const char *header) {
    const char *const colon = strstr(header, ": ");
    size_t const size = strlen(header);
    return colon != NULL && colon != header && strchr(colon, '(') != NULL &&
           header[size - 1] == ')';
}

static int is_moodle_grades(fcap_table *table, const roles *r) {
    if (!names_stand_at(r, 0)) {
        return 0;
    }
    int32_t const last = r->n - 1;
    if (r->of[last] == ROLE_OTHER && holds_unix_time(table, last)) {
        r->of[last] = ROLE_ADMIN;
    }
    int grades = r->of[last] == ROLE_ADMIN && holds_unix_time(table, last);
    for (int32_t c = 2; c < r->n && !grades; c++) {
        grades = r->of[c] == ROLE_OTHER && is_grade_header(fcap_table_name(table, c));
    }
    return grades;
}

static int is_moodle_participants(const roles *r) {
    return r->n >= 3 && names_stand_at(r, 0) && r->of[r->n - 1] == ROLE_GROUP;
}

/* ---- the story ---- */

source source_of(fcap_table *table, roles *r) {
    if (!fcap_table_has_header(table)) {
        return SOURCE_PLAIN;
    }
    if (is_canvas_groups(table)) {
        name_canvas_groups(table, r);
        return SOURCE_CANVAS_GROUPS;
    }
    if (is_canvas_gradebook(table)) {
        name_canvas_gradebook(table, r);
        return SOURCE_CANVAS_GRADEBOOK;
    }
    if (is_brightspace(table)) {
        return SOURCE_BRIGHTSPACE;
    }
    if (is_moodle_groups(r)) {
        return SOURCE_MOODLE_GROUPS;
    }
    if (is_moodle_grades(table, r)) {
        return SOURCE_MOODLE_GRADES;
    }
    if (is_blackboard(table, r)) {
        return SOURCE_BLACKBOARD;
    }
    return is_moodle_participants(r) ? SOURCE_MOODLE_PARTICIPANTS : SOURCE_PLAIN;
}

const char *source_phrase(source s) {
    static const char *const phrase[] = {
        [SOURCE_PLAIN] = "a table",
        [SOURCE_MOODLE_PARTICIPANTS] = "a Moodle list of participants",
        [SOURCE_MOODLE_GRADES] = "a Moodle grade export",
        [SOURCE_MOODLE_GROUPS] = "a Moodle overview of groups",
        [SOURCE_CANVAS_GROUPS] = "a Canvas group set",
        [SOURCE_CANVAS_GRADEBOOK] = "a Canvas gradebook",
        [SOURCE_BLACKBOARD] = "a Blackboard gradebook",
        [SOURCE_BRIGHTSPACE] = "a Brightspace grade export",
    };
    return phrase[s];
}
