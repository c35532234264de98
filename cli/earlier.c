/* earlier.c - see earlier.h. */
#include "earlier.h"

#include "list_in.h"
#include "text_in.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

typedef struct reading {
    earlier *e;
    const job *j;
    const char *option;
    const char *path;
    fcap_table *table;
    int32_t key;     /* column that names the rows; -1 = their order does */
    int32_t cluster; /* column */
    char *seen;      /* problem.n: has it had a row? */
} reading;

/* The physical line on which a row of the file starts. */
static int64_t line_of(const reading *r, int64_t row) {
    int64_t *const line = need((size_t)fcap_table_rows(r->table), sizeof *line);
    fcap_table_lines(r->table, line);
    int64_t const found = line[row];
    free(line);
    return found;
}

static int wrong(const reading *r, int64_t row, int32_t column, const char *what) {
    const char *const cell = cell_shown(fcap_table_row(r->table, row)[column]);
    return say_error(EXIT_DATA, "--%s: %s: line %lld, column %d: %s: \"%s\"", r->option,
                     safe(r->path), (long long)line_of(r, row), (int)column + 1, what, cell);
}

/* ---- the file ---- */

static int32_t last_called(const fcap_table *table, const char *name) {
    int32_t const last = fcap_table_columns(table) - 1;
    return strcmp(fcap_table_name(table, last), name) == 0 ? last
                                                           : fcap_table_find(table, name);
}

/* Where the clusters are; *named: they have names. As fcap_table_find where there is none. */
static int32_t cluster_column(const job *j, const fcap_table *table, int *named) {
    int32_t const group = j->args->command == CMD_GROUP ? last_called(table, "group") : -1;
    *named = group >= 0;
    return *named ? group : last_called(table, "cluster");
}

static const char *cluster_name(const reading *r) {
    return r->j->args->command == CMD_GROUP ? "group" : "cluster";
}

/* Detected, or as the data has them, or commas: whatever gives a column `cluster`. What comes
 * only once is in `bytes`. */
static int open_table(reading *r, const char *bytes, size_t size) {
    char const delimiter[] = {0, fcap_table_delimiter(r->j->table), ','};
    for (size_t i = 0; i < sizeof delimiter; i++) {
        fcap_read_options o;
        fcap_read_options_init(&o);
        o.header = FCAP_HEADER_YES;
        o.delimiter = delimiter[i];
        fcap_faults faults;
        fcap_error err;
        fcap_status const status =
            bytes != NULL ? fcap_table_parse(bytes, size, &o, &r->table, &faults, &err)
                          : fcap_table_read(r->path, &o, &r->table, &faults, &err);
        int const last = i + 1 == sizeof delimiter;
        int named = 0;
        r->cluster = status == FCAP_OK ? cluster_column(r->j, r->table, &named) : -1;
        if (r->cluster >= 0) {
            if (named) {
                r->e->names = label_names_open(r->table, r->cluster);
            }
            return 0;
        }
        if (r->cluster == -2) {
            return say_error(
                EXIT_DATA,
                "--%s: %s has more than one column \"%s\"; put the one that is meant "
                "last",
                r->option, safe(r->path), cluster_name(r));
        }
        if (status == FCAP_E_DATA && faults.total > 0 && last) {
            say_faults(r->path, &faults);
            return EXIT_DATA;
        }
        if (status != FCAP_OK && (status != FCAP_E_DATA || last)) {
            return say_error(exit_code_of(status), "%s", safe(err.message));
        }
        if (!last) {
            fcap_table_free(r->table);
            r->table = NULL;
        }
    }
    return say_error(EXIT_DATA, "--%s: %s has no column \"%s\"", r->option, safe(r->path),
                     cluster_name(r));
}

static int read_file(reading *r) {
    size_t size = 0;
    int const once = text_comes_once(r->path);
    char *const bytes = once ? text_read_once(r->path, &size) : NULL;
    int const code = once && bytes == NULL ? EXIT_IO : open_table(r, bytes, size);
    free(bytes);
    return code;
}

/* Which column names the rows: that of --id, or `row`; else they must be those of the data, in
 * its order. */
static int find_key(reading *r) {
    const fcap_table *const data = r->j->table;
    r->key = -1;
    if (r->j->id >= 0 && !r->j->args->by_row) {
        const char *const name = fcap_table_name(data, r->j->id);
        r->key = fcap_table_find(r->table, name);
        if (r->key == -2) {
            return say_error(EXIT_DATA,
                             "--%s: %s has more than one column \"%s\" to match its rows by "
                             "(--id); give all but one of them another name, in the data too",
                             r->option, safe(r->path), name_shown(name));
        }
        return r->key >= 0
                   ? 0
                   : say_error(EXIT_DATA,
                               "--%s: %s has no column \"%s\" to match its rows by (--id)",
                               r->option, safe(r->path), name_shown(name));
    }
    if (strcmp(fcap_table_name(r->table, 0), "row") == 0 &&
        (fcap_table_columns(r->table) != fcap_table_columns(data) + 1 ||
         strcmp(fcap_table_name(data, 0), "row") != 0)) {
        r->key = 0;
        return 0;
    }
    if (fcap_table_columns(r->table) == fcap_table_columns(data) + 1 &&
        r->cluster == fcap_table_columns(data)) {
        return 0;
    }
    return say_error(EXIT_DATA,
                     "--%s: the rows of %s cannot be matched with the data: name the column of "
                     "the ids with --id, or give a result with \"row\" and \"cluster\"",
                     r->option, safe(r->path));
}

/* ---- its rows ---- */

static int set_label(const reading *r, int64_t row, int64_t point) {
    fcap_cell const cell = fcap_table_row(r->table, row)[r->cluster];
    int64_t const label =
        r->e->names.n > 0 ? label_names_find(&r->e->names, cell) + 1 : cell_whole_number(cell);
    r->seen[point] = 1;
    if (fcap_table_missing(r->table, cell)) {
        return 0; /* not in a cluster yet */
    }
    if (label < 1 || label > INT32_MAX) {
        return wrong(r, row, r->cluster, "a cluster is a whole number from 1");
    }
    r->e->label[point] = (int32_t)label - 1;
    r->e->labelled++;
    r->e->largest = label > r->e->largest ? (int32_t)label : r->e->largest;
    return 0;
}

static int match_by_key(const reading *r, const row_keys *keys) {
    int code = 0;
    for (int64_t row = 0; row < fcap_table_rows(r->table) && code == 0; row++) {
        int64_t count;
        const row_key *const key =
            row_keys_find(keys, fcap_table_row(r->table, row)[r->key], &count);
        if (key == NULL || (count == 1 && key->point < 0)) {
            r->e->strangers++;
        } else if (count > 1) {
            code = wrong(r, row, r->key, "more than one row of the data has this id");
        } else if (r->seen[key->point]) {
            code = wrong(r, row, r->key, "this id is there twice");
        } else {
            code = set_label(r, row, key->point);
        }
    }
    return code;
}

/* The i-th row is the i-th point, and has its cells: who has changed the order needs ids. */
static int match_by_order(const reading *r) {
    const int64_t *const rows = fcap_dataset_rows(r->j->dataset);
    int64_t const n = fcap_table_rows(r->table);
    int code = 0;
    for (int64_t i = 0; i < n && code == 0; i++) {
        if (i >= r->j->problem.n) {
            r->e->strangers++;
            continue;
        }
        const fcap_cell *const data = fcap_table_row(r->j->table, rows[i]);
        const fcap_cell *const cell = fcap_table_row(r->table, i);
        for (int32_t c = 0; c < fcap_table_columns(r->j->table); c++) {
            if (!equal_cells(data[c], cell[c])) {
                return say_error(EXIT_DATA,
                                 "--%s: %s: line %lld is not row %lld of the data; name the "
                                 "column of the ids with --id, so that the order is of no "
                                 "importance",
                                 r->option, safe(r->path), (long long)line_of(r, i),
                                 (long long)rows[i] + 1);
            }
        }
        code = set_label(r, i, i);
    }
    return code;
}

int earlier_read(earlier *e, const job *j, const row_keys *keys, const char *option,
                 const char *path) {
    *e = (earlier){.label = need((size_t)j->problem.n, sizeof *e->label)};
    for (int64_t i = 0; i < j->problem.n; i++) {
        e->label[i] = -1;
    }
    if (strcmp(path, "-") == 0) {
        return say_error(EXIT_USAGE, "--%s needs a file; it cannot be standard input", option);
    }
    reading r = {.e = e,
                 .j = j,
                 .option = option,
                 .path = path,
                 .seen = need((size_t)j->problem.n, sizeof *r.seen)};
    int code = read_file(&r);
    code = code != 0 ? code : find_key(&r);
    if (code == 0) {
        code = r.key >= 0 ? match_by_key(&r, keys) : match_by_order(&r);
    }
    fcap_table_free(r.table);
    free(r.seen);
    if (code == 0 && e->labelled == 0) {
        code = say_error(EXIT_DATA, "--%s: no row of %s is in the data", option, safe(path));
    }
    if (code == 0 && e->strangers > 0) {
        say_note(j->args->quiet, "--%s: %s: %lld %s not in the data; ignored", option,
                 safe(path), (long long)e->strangers,
                 e->strangers == 1 ? "row is" : "rows are");
    }
    return code;
}

static int by_label(const void *left, const void *right) {
    int32_t const a = *(const int32_t *)left;
    int32_t const b = *(const int32_t *)right;
    return (a > b) - (a < b);
}

int64_t earlier_clusters(const earlier *e, int64_t n) {
    int32_t *const sorted = need((size_t)n, sizeof *sorted);
    int64_t count = 0;
    memcpy(sorted, e->label, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, by_label);
    for (int64_t i = 0; i < n; i++) {
        count += sorted[i] >= 0 && (i == 0 || sorted[i] != sorted[i - 1]);
    }
    free(sorted);
    return count;
}

void earlier_free(earlier *e) {
    free(e->label);
    label_names_close(&e->names);
    *e = (earlier){0};
}
