/* former.c - see former.h. */
#include "former.h"

#include "file_words.h"
#include "list_in.h"
#include "lms/encoding.h"
#include "lms/first_line.h"
#include "text_in.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEFT_SHOWN = 10,    /* names of those who are gone */
    TEXT_MOST = 1 << 24 /* bytes of a list of addresses */
};

typedef struct reading {
    former *f;
    const job *j;
    const char *option;
    const char *path;
    int once;
    fcap_table *table;
    roles roles;
    int32_t group; /* column */
    int numbered;  /* it is the column `cluster` of faircap cluster */
    int64_t *line; /* of each row */
    char gone[LEFT_SHOWN * (CELL_SIZE + 32)]; /* who is no longer in the roster */
    size_t gone_size;
    fcap_faults faults;
} reading;

/* ---- the file as a table ---- */

static int32_t last_called(const fcap_table *table, const char *name) {
    for (int32_t c = fcap_table_columns(table) - 1; c >= 0; c--) {
        if (strcmp(fcap_table_name(table, c), name) == 0) {
            return c;
        }
    }
    return -1;
}

/* "Gruppe 2", beside an older "Gruppe". */
static int32_t second_group(const fcap_table *table) {
    for (int32_t c = fcap_table_columns(table) - 1; c >= 0; c--) {
        char name[GROUP_NAME_SIZE];
        snprintf(name, sizeof name, "%s", fcap_table_name(table, c));
        char *const end = strrchr(name, ' ');
        if (end != NULL && strcmp(end, " 2") == 0) {
            *end = 0;
            if (role_of_header(name) == ROLE_GROUP && last_called(table, name) >= 0) {
                return c;
            }
        }
    }
    return -1;
}

/* Ours first, then what headers mean, then upload-users of Moodle and codes of Blackboard. */
static int32_t group_column(reading *r) {
    int32_t const candidate[] = {last_called(r->table, "new group"),
                                 second_group(r->table),
                                 last_called(r->table, "group"),
                                 last_called(r->table, file_words_of(r->j->args).column),
                                 roles_column(&r->roles, ROLE_GROUP),
                                 last_called(r->table, "group1"),
                                 roles_column(&r->roles, ROLE_GROUP_ID),
                                 last_called(r->table, "cluster")};
    size_t const n = sizeof candidate / sizeof *candidate;
    for (size_t i = 0; i < n; i++) {
        if (candidate[i] >= 0) {
            r->numbered = i + 1 == n;
            return candidate[i];
        }
    }
    return -1;
}

static fcap_status parse(reading *r, const char *text, size_t size, char delimiter,
                         fcap_error *err) {
    fcap_read_options o;
    fcap_read_options_init(&o);
    o.header = FCAP_HEADER_YES;
    o.delimiter = delimiter;
    r->faults = (fcap_faults){0};
    return text != NULL ? fcap_table_parse(text, size, &o, &r->table, &r->faults, err)
                        : read_table_of_teacher(r->path, &o, 1, &r->table, &r->faults, err);
}

/* "# Group 01", then an address a line, as local_bulkenrol of Moodle takes it: the same as a
 * table. NULL when the file is no such list; the caller frees it. */
static char *table_of_list(const char *text, size_t size, size_t *made) {
    size_t at = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    if (at >= size || text[at] != '#') {
        return NULL;
    }
    size_t longest = 0;
    for (size_t next = at; next < size;) {
        size_t const length = line_take(text, size, &next);
        longest = length > longest ? length : longest;
    }
    char *const out = need(size + lines_most(text, size) * (longest + 8) + 64, 1);
    fcap_cell group = {"", 0};
    *made = (size_t)sprintf(out, "email\tgroup");
    while (at < size) {
        fcap_cell line = {text + at, 0};
        line.size = line_take(text, size, &at);
        while (line.size > 0 && (unsigned char)line.text[line.size - 1] <= ' ') {
            line.size--;
        }
        out[(*made)++] = '\n'; /* every line stays on its own, below the header */
        if (line.size > 0 && line.text[0] == '#') {
            size_t const skip = line.size > 1 && line.text[1] == ' ' ? 2 : 1;
            group = (fcap_cell){line.text + skip, line.size - skip};
        } else if (line.size > 0) {
            memcpy(out + *made, line.text, line.size);
            *made += line.size;
            out[(*made)++] = '\t';
            memcpy(out + *made, group.text, group.size);
            *made += group.size;
        }
    }
    out[(*made)++] = '\n';
    return out;
}

/* A table with a column of groups, whatever stands between its cells. */
static int open_table(reading *r) {
    size_t size = 0;
    size_t made = 0;
    char *const text = text_read(r->path, TEXT_MOST, &size);
    if (text == NULL) {
        return EXIT_IO;
    }
    char *const list = size < TEXT_MOST ? table_of_list(text, size, &made) : NULL;
    char const delimiter[] = {list != NULL ? '\t' : 0, fcap_table_delimiter(r->j->table), ',',
                              ';', '\t'};
    fcap_error err;
    fcap_status status = FCAP_OK;
    r->group = -1;
    /* Another delimiter may mend what the file says, but no lack of memory. */
    int readable = 1;
    for (size_t i = 0; i < sizeof delimiter && r->group < 0 && readable; i++) {
        fcap_table_free(r->table);
        roles_close(&r->roles);
        r->table = NULL;
        status = parse(r, list, made, delimiter[i], &err);
        readable = status == FCAP_OK || status == FCAP_E_DATA;
        if (status == FCAP_OK) {
            r->roles = roles_find(r->table);
            if (source_of(r->table, &r->roles) == SOURCE_PLAIN) {
                guess_names(&r->roles, r->table);
            }
            r->group = group_column(r);
        }
    }
    free(list);
    free(text);
    if (r->group >= 0) {
        return 0;
    }
    if (status == FCAP_E_DATA && r->faults.total > 0) {
        say_faults(r->path, &r->faults);
        return EXIT_DATA;
    }
    return status != FCAP_OK
               ? say_error(exit_code_of(status), "%s", safe(err.message))
               : say_error(EXIT_DATA,
                           "--%s: %s has no column \"group\": give a file that faircap group "
                           "wrote, a group set of Canvas or an overview of groups of Moodle",
                           r->option, safe(r->path));
}

/* ---- who a row is ---- */

static void fault(reading *r, int64_t row, const char *message) {
    if (r->faults.kept < FCAP_FAULTS_KEPT) {
        fcap_fault *const f = &r->faults.fault[r->faults.kept++];
        *f = (fcap_fault){.line = r->line[row]};
        fcap_text_display(message, strlen(message), sizeof f->message, f->message,
                          sizeof f->message);
    }
    r->faults.total++;
}

static int64_t same_cells(const reading *r, const fcap_cell *theirs, int64_t row) {
    int64_t same = 0;
    for (int32_t c = 0; c < fcap_table_columns(r->table); c++) {
        int32_t const own =
            c == r->group ? -1 : fcap_table_find(r->j->table, fcap_table_name(r->table, c));
        if (own >= 0) {
            int const equal = equal_cells(fcap_table_row(r->j->table, row)[own], theirs[c]);
            same = equal ? same + 1 : INT64_MIN / 2;
        }
    }
    return same;
}

/* Of several with one name: the only one whose other cells are the same. */
static meant narrow(const reading *r, const fcap_cell *theirs, meant m) {
    meant left = {.n = 0};
    for (int64_t i = 0; i < m.n && i < MEANT_KEPT; i++) {
        if (same_cells(r, theirs, m.row[i]) > 0) {
            left.row[left.n++] = m.row[i];
        }
    }
    return m.n > MEANT_KEPT || left.n != 1 ? m : left;
}

/* Who is in this row; *asked is what was looked for. */
static meant find_row(const reading *r, const fcap_cell *cells, char asked[STUDENT_SIZE]) {
    static const role by[] = {ROLE_EMAIL, ROLE_LOGIN, ROLE_SIS_ID, ROLE_LMS_ID};
    const roles *const own = &r->j->roster.roles;
    int32_t column[5] = {-1};
    int shared = 0;
    if (r->j->args->id != NULL) {
        column[0] = fcap_table_find(r->table, fcap_table_name(r->j->table, r->j->id));
    }
    for (size_t i = 0; i < 4; i++) {
        column[i + 1] = roles_column(&r->roles, by[i]);
    }
    for (size_t i = 0; i < 5; i++) {
        if (column[i] < 0 || cells[column[i]].size == 0) {
            continue;
        }
        meant const m = students_find(r->j->students, cells[column[i]]);
        if (m.n == 1) {
            return m;
        }
        shared |= i == 0 || roles_column(own, by[i - 1]) >= 0;
    }
    roles_name(&r->roles, cells, asked, STUDENT_SIZE);
    if (shared || asked[0] == 0) {
        return (meant){.n = 0};
    }
    return narrow(r, cells, students_find(r->j->students, (fcap_cell){asked, strlen(asked)}));
}

static void add_gone(reading *r, int64_t row, const fcap_cell *cells) {
    char name[STUDENT_SIZE];
    roles_name(&r->roles, cells, name, sizeof name);
    for (int32_t c = 0; name[0] == 0 && c < r->roles.n; c++) {
        if (role_tells_who(r->roles.of[c])) {
            snprintf(name, sizeof name, "%.*s", (int)cells[c].size, cells[c].text);
        }
    }
    if (++r->f->first.strangers <= LEFT_SHOWN && r->gone_size < sizeof r->gone) {
        r->gone_size += (size_t)snprintf(r->gone + r->gone_size, sizeof r->gone - r->gone_size,
                                         "%s%s (line %lld)", r->gone_size > 0 ? ", " : "",
                                         name_shown(name), (long long)r->line[row]);
    }
}

/* ---- rows ---- */

static int32_t label_of(const reading *r, fcap_cell cell) {
    int64_t const number = r->numbered ? cell_whole_number(cell) : 0;
    return !r->numbered                         ? label_names_find(&r->f->first.names, cell)
           : number >= 1 && number <= INT32_MAX ? (int32_t)number - 1
                                                : -1;
}

static void place(reading *r, int64_t row, int64_t point, fcap_cell cell) {
    earlier *const e = &r->f->first;
    int32_t const label = label_of(r, cell);
    if (fcap_table_missing(r->table, cell)) {
        return; /* in no group yet */
    }
    if (label < 0) {
        fault(r, row, "a cluster is a whole number from 1");
        return;
    }
    if (e->label[point] == label) {
        return; /* the same again */
    }
    if (e->label[point] >= 0 && r->once) {
        char text[SAFE_SIZE + CELL_SIZE + 64];
        snprintf(text, sizeof text, "\"%s\" is in a second group, \"%s\": leave one row out",
                 student_shown(r->j->students, point), cell_shown(cell));
        fault(r, row, text);
        return;
    }
    r->f->member[r->f->n++] = (membership){point, label};
    if (e->label[point] < 0) {
        e->label[point] = label;
        e->labelled++;
    }
    e->largest = label >= e->largest ? label + 1 : e->largest;
}

static void place_rows(reading *r) {
    for (int64_t row = 0; row < fcap_table_rows(r->table); row++) {
        const fcap_cell *const cells = fcap_table_row(r->table, row);
        char asked[STUDENT_SIZE] = "";
        meant const m = find_row(r, cells, asked);
        int64_t const point = m.n == 1 ? students_point(r->j->students, m.row[0]) : -1;
        if (m.n > 1) {
            char why[WHO_SIZE];
            fcap_cell const name = {asked, strlen(asked)};
            fault(r, row, students_why(r->j->students, name, &m, why));
        } else if (point < 0) {
            add_gone(r, row, cells);
        } else {
            place(r, row, point, cells[r->group]);
        }
    }
}

static int says_who(const roles *r) {
    int found = 0;
    for (int32_t c = 0; c < r->n; c++) {
        found |= role_tells_who(r->of[c]);
    }
    return found;
}

/* Without names and ids, rows are known by number or order, as those of faircap cluster. */
static int read_by_place(reading *r) {
    earlier *const e = &r->f->first;
    earlier_free(e);
    row_keys keys = row_keys_open(r->j, r->j->id < 0 || r->j->args->by_row);
    int const code = earlier_read(e, r->j, &keys, r->option, r->path);
    row_keys_close(&keys);
    for (int64_t i = 0; code == 0 && i < r->j->problem.n; i++) {
        if (e->label[i] >= 0) {
            r->f->member[r->f->n++] = (membership){i, e->label[i]};
        }
    }
    return code;
}

static int read_by_names(reading *r) {
    earlier *const e = &r->f->first;
    if (!r->numbered) {
        e->names = label_names_open(r->table, r->group);
    }
    r->faults = (fcap_faults){0};
    place_rows(r);
    if (r->faults.total > 0) {
        say_faults(r->path, &r->faults);
        return EXIT_DATA;
    }
    if (e->labelled == 0) {
        int const strangers = e->strangers == fcap_table_rows(r->table);
        return say_error(EXIT_DATA,
                         strangers ? "--%s: nobody in %s is in the roster"
                                   : "--%s: nobody in %s is in a group: the column is empty",
                         r->option, safe(r->path));
    }
    if (e->strangers > 0) {
        say_note(r->j->args->quiet, "--%s: %s: %lld %s no longer in the roster: %s%s",
                 r->option, safe(r->path), (long long)e->strangers,
                 e->strangers == 1 ? "student is" : "students are", r->gone,
                 e->strangers > LEFT_SHOWN ? ", ..." : "");
    }
    return 0;
}

int former_read(former *f, const job *j, const char *option, const char *path, int once) {
    int64_t const n = j->problem.n;
    *f = (former){.first.label = need((size_t)n, sizeof *f->first.label)};
    for (int64_t i = 0; i < n; i++) {
        f->first.label[i] = -1;
    }
    if (strcmp(path, "-") == 0) {
        return say_error(EXIT_USAGE, "--%s needs a file; it cannot be standard input", option);
    }
    reading *const r = need(1, sizeof *r);
    *r = (reading){.f = f, .j = j, .option = option, .path = path, .once = once};
    int code = open_table(r);
    if (code == 0) {
        int64_t const rows = fcap_table_rows(r->table);
        f->member = need((size_t)(rows > n ? rows : n), sizeof *f->member);
        r->line = need((size_t)rows, sizeof *r->line);
        fcap_table_lines(r->table, r->line);
        int const named = (says_who(&r->roles) || j->args->id != NULL) &&
                          students_are_known(j->students) && !(once && j->args->by_row);
        code = named ? read_by_names(r) : read_by_place(r);
    }
    fcap_table_free(r->table);
    roles_close(&r->roles);
    free(r->line);
    free(r);
    return code;
}

void former_free(former *f) {
    earlier_free(&f->first);
    free(f->member);
    *f = (former){.n = 0};
}
