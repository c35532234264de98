/* formats.c - see formats.h. docs/LMS.md has each of them with its source and its click path.
 *
 * Identifiers are written as they are, because the LMS must find them again. Names, which are
 * for people and spreadsheets, are guarded against being run as formulas (cell_out.h).
 */
#include "formats.h"

#include "cell_out.h"
#include "students.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const fcap_cell *cells_of(const sheet *s, int64_t student) {
    return fcap_table_row(s->table, s->row[student]);
}

static fcap_cell cell_at(const fcap_cell *cells, int32_t column) {
    return column >= 0 ? cells[column] : (fcap_cell){"", 0};
}

static fcap_cell text_cell(const char *text) {
    return (fcap_cell){text, strlen(text)};
}

/* An identifier, or a text of ours. */
static void put(output *out, fcap_cell cell, const char *behind) {
    cell_put(cell_to_output, out, cell, 0, ',');
    output_text(out, behind);
}

static void put_group(output *out, const sheet *s, int32_t label, const char *behind) {
    char name[GROUP_NAME_SIZE];
    put(out, text_cell(group_name(s->names, s->words.group, label, s->k, name)), behind);
}

/* For people: guarded against being run, and divided as the rest of the file. */
static void show_group(output *out, const sheet *s, int32_t label, char delimiter) {
    char name[GROUP_NAME_SIZE];
    cell_put_safe(cell_to_output, out, s->table,
                  text_cell(group_name(s->names, s->words.group, label, s->k, name)),
                  delimiter);
}

static int check_login(const sheet *s, const char *name) {
    int32_t const column[] = {sheet_column(s, ROLE_LOGIN)};
    return sheet_refuse_ids(s, name, column, 1, "user name");
}

/* ---- Moodle ---- */

static void write_moodle_groups(output *out, int which, const sheet *s) {
    (void)which;
    output_text(out, "groupname,groupingname\n");
    for (int32_t g = 0; g < s->k; g++) {
        put_group(out, s, g, ",");
        put(out, text_cell(s->group_set), "\n");
    }
}

static int check_uploadusers(const sheet *s, const char *name) {
    if (s->course == NULL || s->course[0] == 0) {
        return say_error(
            EXIT_USAGE,
            "--to %s needs the short name of the course, as Moodle shows it in the "
            "course settings: --course SHORTNAME",
            name);
    }
    return check_login(s, name);
}

static void write_uploadusers(output *out, int which, const sheet *s) {
    (void)which;
    int32_t const login = sheet_column(s, ROLE_LOGIN);
    output_text(out, "username,course1,group1\n");
    for (int64_t i = 0; i < s->n; i++) {
        put(out, cell_at(cells_of(s, i), login), ",");
        put(out, text_cell(s->course), ",");
        put_group(out, s, s->label[i], "\n");
    }
}

/* Lines of addresses below "# group": what is none would be a group, or nobody. */
static int check_bulkenrol(const sheet *s, const char *name) {
    int32_t const column[] = {sheet_column(s, ROLE_EMAIL)};
    int const code = column[0] >= 0 ? sheet_refuse_addresses(s, name, column[0]) : 0;
    return code != 0 ? code : sheet_refuse_ids(s, name, column, 1, "e-mail address");
}

/* "# Group 01", on one line whatever the name is. */
static void head_of_group(output *out, const sheet *s, int32_t group) {
    char text[GROUP_NAME_SIZE];
    const char *const name = group_name(s->names, s->words.group, group, s->k, text);
    output_text(out, "# ");
    for (const char *c = name; *c != 0; c++) {
        output_bytes(out, *c == '\n' || *c == '\r' ? " " : c, 1);
    }
    output_text(out, "\n");
}

static void write_bulkenrol(output *out, int which, const sheet *s) {
    (void)which;
    int32_t const email = sheet_column(s, ROLE_EMAIL);
    int64_t *const order = sheet_by_group(s);
    int32_t group = -1;
    for (int64_t i = 0; i < s->n; i++) {
        if (s->label[order[i]] != group) {
            group = s->label[order[i]];
            head_of_group(out, s, group);
        }
        fcap_cell const cell = cells_of(s, order[i])[email];
        output_bytes(out, cell.text, cell.size);
        output_text(out, "\n");
    }
    free(order);
}

/* By ID number where everybody has one, else by e-mail. */
static role brickfield_key(const sheet *s) {
    return sheet_is_complete(s, sheet_column(s, ROLE_SIS_ID)) ? ROLE_SIS_ID : ROLE_EMAIL;
}

static int check_brickfield(const sheet *s, const char *name) {
    role const by = brickfield_key(s);
    int32_t const column[] = {sheet_column(s, by)};
    return sheet_refuse_ids(s, name, column, 1,
                            by == ROLE_SIS_ID ? "ID number" : "ID number or e-mail address");
}

static void write_brickfield(output *out, int which, const sheet *s) {
    (void)which;
    role const by = brickfield_key(s);
    int32_t const column = sheet_column(s, by);
    output_text(out,
                by == ROLE_SIS_ID ? "idnumber,group,grouping\n" : "email,group,grouping\n");
    for (int64_t i = 0; i < s->n; i++) {
        put(out, cell_at(cells_of(s, i), column), ",");
        put_group(out, s, s->label[i], ",");
        put(out, text_cell(s->group_set), "\n");
    }
}

/* ---- Canvas ---- */

static int from_canvas(const sheet *s) {
    return s->roster->source == SOURCE_CANVAS_GROUPS ||
           s->roster->source == SOURCE_CANVAS_GRADEBOOK;
}

static int check_canvas(const sheet *s, const char *name) {
    int32_t const column[] = {sheet_column(s, ROLE_LMS_ID), sheet_column(s, ROLE_LOGIN),
                              sheet_column(s, ROLE_SIS_ID)};
    return sheet_refuse_ids(s, name, column, 3, "Canvas ID, login or SIS ID");
}

/* A number of another system is written only where there is no login: Canvas would look for
 * it first. */
static void write_canvas_ids(output *out, const sheet *s) {
    int32_t const number = sheet_column(s, ROLE_LMS_ID);
    int32_t const sis = sheet_column(s, ROLE_SIS_ID);
    int32_t const login = sheet_column(s, ROLE_LOGIN);
    output_text(out, "canvas_user_id,user_id,login_id,group_name\n");
    for (int64_t i = 0; i < s->n; i++) {
        const fcap_cell *const cells = cells_of(s, i);
        int const with_sis = from_canvas(s) || cell_at(cells, login).size == 0;
        put(out, cell_at(cells, number), ",");
        put(out, cell_at(cells, with_sis ? sis : -1), ",");
        put(out, cell_at(cells, login), ",");
        put_group(out, s, s->label[i], "\n");
    }
}

/* Which columns of a group set's export go back: who and where. The ids of old groups would
 * keep everybody where they are, and joined columns are nobody else's business. */
static int goes_back(role what) {
    return what == ROLE_NAME || what == ROLE_LMS_ID || what == ROLE_SIS_ID ||
           what == ROLE_LOGIN || what == ROLE_SECTION;
}

static void write_canvas_again(output *out, const sheet *s) {
    const roles *const r = &s->roster->roles;
    for (int32_t c = 0; c < r->n; c++) {
        if (goes_back(r->of[c])) {
            put(out, text_cell(fcap_table_name(s->table, c)), ",");
        }
    }
    output_text(out, "group_name\n");
    for (int64_t i = 0; i < s->n; i++) {
        const fcap_cell *const cells = cells_of(s, i);
        for (int32_t c = 0; c < r->n; c++) {
            if (!goes_back(r->of[c])) {
                continue;
            }
            if (role_tells_who(r->of[c]) && r->of[c] != ROLE_NAME) {
                put(out, cells[c], ",");
            } else {
                cell_put_safe(cell_to_output, out, s->table, cells[c], ',');
                output_text(out, ",");
            }
        }
        put_group(out, s, s->label[i], "\n");
    }
}

static void write_canvas(output *out, int which, const sheet *s) {
    (void)which;
    if (s->roster->source == SOURCE_CANVAS_GROUPS) {
        write_canvas_again(out, s);
    } else {
        write_canvas_ids(out, s);
    }
}

/* ---- Blackboard, Brightspace ---- */

static void write_blackboard(output *out, int which, const sheet *s) {
    char code[GROUP_NAME_SIZE];
    if (which == 0) {
        output_text(out, "Group Code,Title,Description,Group Set,Self Enroll\n");
        for (int32_t g = 0; g < s->k; g++) {
            put(out, text_cell(group_code(g, s->k, code)), ",");
            put_group(out, s, g, ",,");
            put(out, text_cell(s->group_set), ",N\n");
        }
        return;
    }
    int32_t const login = sheet_column(s, ROLE_LOGIN);
    output_text(out, "Group Code,User Name\n");
    for (int64_t i = 0; i < s->n; i++) {
        put(out, text_cell(group_code(s->label[i], s->k, code)), ",");
        put(out, cell_at(cells_of(s, i), login), "\n");
    }
}

static void write_brightspace(output *out, int which, const sheet *s) {
    (void)which;
    int32_t const login = sheet_column(s, ROLE_LOGIN);
    int32_t const id = sheet_column(s, ROLE_SIS_ID);
    output_text(out, "Action,Username,Org Defined ID,Group Name,Group Code\n");
    for (int64_t i = 0; i < s->n; i++) {
        const fcap_cell *const cells = cells_of(s, i);
        char code[GROUP_NAME_SIZE];
        output_text(out, "ENROLL,");
        put(out, cell_at(cells, login), ",");
        put(out, cell_at(cells, id), ",");
        put_group(out, s, s->label[i], ",");
        put(out, text_cell(group_code(s->label[i], s->k, code)), "\n");
    }
}

/* ---- for people ---- */

static const char MARK[] = "\xef\xbb\xbf"; /* without it Excel takes é for Ã© */

/* What the roster has as well is told apart: "group" by "new group", "Gruppe" by "Gruppe 2",
 * which is known again (former.c). */
static void put_group_header(output *out, const sheet *s, char delimiter) {
    const char *const word = s->words.column;
    int const taken = fcap_table_find(s->table, word) != -1;
    char second[GROUP_NAME_SIZE];
    snprintf(second, sizeof second, strcmp(word, "group") == 0 ? "new %s" : "%s 2", word);
    cell_put_safe(cell_to_output, out, s->table, text_cell(taken ? second : word), delimiter);
}

static void write_csv(output *out, int which, const sheet *s) {
    (void)which;
    char const delimiter = fcap_table_delimiter(s->table);
    output_text(out, MARK);
    for (int32_t c = 0; c < s->roster->roles.n; c++) {
        cell_put_safe(cell_to_output, out, s->table, text_cell(fcap_table_name(s->table, c)),
                      delimiter);
        output_bytes(out, &delimiter, 1);
    }
    put_group_header(out, s, delimiter);
    output_text(out, "\n");
    for (int64_t i = 0; i < s->n; i++) {
        const fcap_cell *const cells = cells_of(s, i);
        for (int32_t c = 0; c < s->roster->roles.n; c++) {
            cell_put_safe(cell_to_output, out, s->table, cells[c], delimiter);
            output_bytes(out, &delimiter, 1);
        }
        show_group(out, s, s->label[i], delimiter);
        output_text(out, "\n");
    }
}

static int check_student(const sheet *s, const char *name) {
    int32_t const column[] = {sheet_column(s, ROLE_NAME), sheet_column(s, ROLE_FIRST),
                              sheet_column(s, ROLE_LAST)};
    return sheet_refuse_empty(s, name, column, 3, "name");
}

/* The name, and what tells the student from others who are called the same. The caller frees
 * it. */
static char *name_to_show(const sheet *s, int64_t student) {
    const roles *const r = &s->roster->roles;
    const fcap_cell *const cells = cells_of(s, student);
    size_t const room = roles_name_room(r, cells);
    char *const name = need(room + MARK_SIZE + 3, 1);
    char mark[MARK_SIZE] = "";
    roles_name(r, cells, name, room);
    if (s->students != NULL && student_line(s->students, s->row[student], mark)[0] != 0) {
        snprintf(name + strlen(name), MARK_SIZE + 3, " (%s)", mark);
    }
    return name;
}

static void write_student(output *out, int which, const sheet *s) {
    (void)which;
    char const delimiter = fcap_table_delimiter(s->table);
    int64_t *const order = sheet_by_group(s);
    output_text(out, MARK);
    cell_put_safe(cell_to_output, out, s->table, text_cell(s->words.column), delimiter);
    output_bytes(out, &delimiter, 1);
    cell_put_safe(cell_to_output, out, s->table, text_cell(s->words.name), delimiter);
    output_text(out, "\n");
    for (int64_t i = 0; i < s->n; i++) {
        char *const name = name_to_show(s, order[i]);
        show_group(out, s, s->label[order[i]], delimiter);
        output_bytes(out, &delimiter, 1);
        cell_put_safe(cell_to_output, out, s->table, text_cell(name), delimiter);
        output_text(out, "\n");
        free(name);
    }
    free(order);
}

/* Text of unknown origin on a page: nothing in it is markup, or reorders what is around it. */
static void put_text(output *out, const char *text) {
    size_t const size = strlen(text);
    size_t const room = 4 * size + 8;
    char *const shown = need(room, 1);
    fcap_text_display(text, size, size, shown, room);
    for (const char *c = shown; *c != 0; c++) {
        const char *const mark = *c == '&'   ? "&amp;"
                                 : *c == '<' ? "&lt;"
                                 : *c == '>' ? "&gt;"
                                 : *c == '"' ? "&quot;"
                                             : NULL;
        output_bytes(out, mark != NULL ? mark : c, mark != NULL ? strlen(mark) : 1);
    }
    free(shown);
}

static const char PAGE[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    "style-src 'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>Groups</title>\n<style>body{font:1.125rem/1.4 system-ui,sans-serif;margin:2rem}"
    "main{display:grid;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));gap:1rem}"
    "section{border:1px solid #777;border-radius:.375rem;padding:.75rem 1rem;"
    "break-inside:avoid;overflow-wrap:anywhere}h2{font-size:1.25rem;margin:0 0 .5rem}"
    "ul{margin:0;padding-left:1.25rem}@media print{body{margin:0}}</style></head>\n<body>"
    "<main>\n";

/* A card for each group, to be put on the wall. */
static void write_student_page(output *out, int which, const sheet *s) {
    (void)which;
    int64_t *const order = sheet_by_group(s);
    int32_t group = -1;
    output_text(out, PAGE);
    for (int64_t i = 0; i < s->n; i++) {
        char *const name = name_to_show(s, order[i]);
        if (s->label[order[i]] != group) {
            char text[GROUP_NAME_SIZE];
            output_text(out, group >= 0 ? "</ul></section>\n" : "");
            group = s->label[order[i]];
            output_text(out, "<section><h2>");
            put_text(out, group_name(s->names, s->words.group, group, s->k, text));
            output_text(out, "</h2>\n<ul>");
        }
        output_text(out, "<li>");
        put_text(out, name);
        output_text(out, "</li>");
        free(name);
    }
    output_text(out, "</ul></section>\n</main></body></html>\n");
    free(order);
}

/* ---- the table ---- */

const format formats[] = {
    {.name = "moodle-groups",
     .what = "the groups alone, nobody in them",
     .n_files = 1,
     .write = write_moodle_groups,
     .next =
         "Moodle: course > Participants > Groups (in the menu) > Import groups; choose the "
         "file, "
         "separator comma, encoding UTF-8. This makes the groups and puts nobody into them: "
         "moodle-bulkenrol, moodle-brickfield or moodle-uploadusers do"},
    {.name = "moodle-uploadusers",
     .what = "members, by site administrators; needs --course",
     .n_files = 1,
     .check = check_uploadusers,
     .write = write_uploadusers,
     .next = "Moodle, site administrators only: Site administration > Users > Accounts > "
             "Upload users; "
             "choose the file, then Upload type: Update existing users only. Missing groups "
             "are made"},
    {.name = "moodle-bulkenrol",
     .what = "members by e-mail, for the plugin local_bulkenrol",
     .n_files = 1,
     .check = check_bulkenrol,
     .write = write_bulkenrol,
     .next = "Moodle with the plugin local_bulkenrol: course > Participants > User bulk "
             "enrolment (in "
             "the menu); paste the whole text of the file, look at the preview, Enrol users"},
    {.name = "moodle-brickfield",
     .what = "members by ID number or e-mail, for the block course_group_upload",
     .n_files = 1,
     .check = check_brickfield,
     .write = write_brickfield,
     .next =
         "Moodle with the block course_group_upload of Brickfield: course > block Course group "
         "upload > Upload; choose the file"},
    {.name = "canvas",
     .what = "a group set",
     .n_files = 1,
     .extension = ".csv",
     .check = check_canvas,
     .write = write_canvas,
     .next = "Canvas: course > People > + Group Set makes an empty set; in its tab: Import, "
             "choose the "
             "file. Canvas passes over students it does not know without a word: compare the "
             "number "
             "of unassigned students afterwards"},
    {.name = "blackboard",
     .what = "two files, groups and members",
     .n_files = 2,
     .part = {"-groups", "-members"},
     .extension = ".csv",
     .check = check_login,
     .write = write_blackboard,
     .next =
         "Blackboard: course > Groups > Import (Original: Users and Groups > Groups > Import): "
         "first the file of groups, then the file of members. Groups made by hand cannot take "
         "members this way"},
    {.name = "brightspace",
     .what = "members of groups that are there",
     .n_files = 1,
     .extension = ".csv",
     .check = check_login,
     .write = write_brightspace,
     .next =
         "Brightspace: course > Course Admin > Groups > Import; the groups must be there with "
         "these "
         "codes (G01, ...). Download the template there first and compare its first line: some "
         "institutions want none"},
    {.name = "csv",
     .what = "all columns and the group, for a spreadsheet",
     .n_files = 1,
     .write = write_csv,
     .next = "The file has all columns, also what you know about the students; it is for you "
             "alone. "
             "--to student makes one to show"},
    {.name = "student",
     .what = "group and name, nothing else: to be shown to students",
     .n_files = 1,
     .check = check_student,
     .write = write_student,
     .next = "The file has names and groups, nothing else: it can be shown to the students"},
};
const format student_page = {
    .name = "student",
    .what = "the same as a page",
    .n_files = 1,
    .check = check_student,
    .write = write_student_page,
    .next = "A page with names and groups, nothing else: print it, or show it to the students",
};
const int n_formats = sizeof formats / sizeof *formats;

const format *format_named(const char *name, size_t size) {
    for (int i = 0; i < n_formats; i++) {
        if (strlen(formats[i].name) == size && memcmp(formats[i].name, name, size) == 0) {
            return &formats[i];
        }
    }
    return NULL;
}
