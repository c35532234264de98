/* labels_in.c - a result is the data's columns plus `cluster`, or a key plus `cluster`.
 *
 * Nothing is believed: with all columns, every cell is compared with the data; with a key (the
 * row number or the --id column) every point must appear exactly once. Data of one column make
 * results of two columns in either form: the name of the first one says which.
 */
#include "labels_in.h"

#include "list_in.h"
#include "row_keys.h"
#include "text_in.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WAYS = 3 /* to divide the lines of a result */
};

/* Row `row` of the result has this flaw. */
static void find_flaw(labels_in *in, row_flaw flaw, int64_t row) {
    if (in->flaws[flaw]++ == 0) {
        in->line[flaw] = row; /* becomes a line in the end */
    }
}

static void set_label(labels_in *in, int64_t point, fcap_cell cell, int64_t row) {
    int64_t const label =
        in->names.n > 0 ? label_names_find(&in->names, cell) + 1 : cell_whole_number(cell);
    if (label < 1 || label > INT32_MAX) {
        find_flaw(in, ROW_UNLABELLED, row);
        in->label[point] = -1;
        return;
    }
    in->label[point] = (int32_t)label - 1;
    in->largest = label > in->largest ? (int32_t)label : in->largest;
}

/* The first column, from 1, that is not called as in the data; 0: all are. */
static int32_t other_header(const job *j, const fcap_table *result) {
    for (int32_t c = 0; c < fcap_table_columns(j->table); c++) {
        if (strcmp(fcap_table_name(j->table, c), fcap_table_name(result, c)) != 0) {
            return c + 1;
        }
    }
    return 0;
}

/* All columns: the i-th row of the result is the i-th point. Under other names no row is. */
static void match_by_cells(labels_in *in, const job *j, fcap_table *result) {
    int32_t const n = fcap_table_columns(j->table);
    in->other_header = other_header(j, result);
    const int64_t *const rows = fcap_dataset_rows(j->dataset);
    for (int64_t i = 0; i < in->rows; i++) {
        if (i >= j->problem.n) {
            find_flaw(in, ROW_UNKNOWN, i);
            continue;
        }
        const fcap_cell *const data = fcap_table_row(j->table, rows[i]);
        const fcap_cell *const cells = fcap_table_row(result, i);
        int same = in->other_header == 0;
        for (int32_t c = 0; c < n && same; c++) {
            same = equal_cells(data[c], cells[c]);
        }
        in->matched += same;
        if (!same) {
            find_flaw(in, ROW_DIFFERENT, i);
        }
        set_label(in, i, cells[n], i);
    }
    in->flaws[ROW_MISSING] = in->rows < j->problem.n ? j->problem.n - in->rows : 0;
}

/* The first row of that name which has no label yet, or NULL; *known: there is one of that
 * name, with a label or without. */
static row_key *take_key(const row_keys *keys, fcap_cell name, int *known) {
    int64_t count;
    row_key *const first = row_keys_find(keys, name, &count);
    *known = 0;
    for (int64_t i = 0; i < count; i++) {
        *known |= first[i].point >= 0;
        if (!first[i].taken && first[i].point >= 0) {
            first[i].taken = 1;
            return &first[i];
        }
    }
    return NULL;
}

static void match_by_id(labels_in *in, const job *j, fcap_table *result) {
    row_keys keys = row_keys_open(j, 0);
    for (int64_t i = 0; i < in->rows; i++) {
        const fcap_cell *const cells = fcap_table_row(result, i);
        int known;
        const row_key *const found = take_key(&keys, cells[0], &known);
        if (found == NULL) {
            find_flaw(in, known ? ROW_TWICE : ROW_UNKNOWN, i);
        } else {
            in->matched++;
            set_label(in, found->point, cells[1], i);
        }
    }
    in->flaws[ROW_MISSING] = j->problem.n - in->matched;
    row_keys_close(&keys);
}

/* The point of a row, by its number from 1; -1 when there is none. */
static int64_t point_of(const job *j, int64_t number) {
    const int64_t *const rows = fcap_dataset_rows(j->dataset);
    int64_t low = 0;
    int64_t high =
        j->problem.n < number ? j->problem.n : number; /* no row is before its number */
    while (low < high) {
        int64_t const middle = low + (high - low) / 2;
        if (rows[middle] < number - 1) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < j->problem.n && rows[low] == number - 1 ? low : -1;
}

/* The point of the row whose number a cell is; 007 is no row's number. */
static int64_t point_numbered(const job *j, fcap_cell cell) {
    int64_t const number = cell_whole_number(cell);
    return number > 0 && cell.text[0] != '0' ? point_of(j, number) : -1;
}

static void match_by_row(labels_in *in, const job *j, fcap_table *result) {
    char *const taken = need((size_t)j->problem.n, 1);
    for (int64_t i = 0; i < in->rows; i++) {
        const fcap_cell *const cells = fcap_table_row(result, i);
        int64_t const point = point_numbered(j, cells[0]);
        if (point < 0 || taken[point]) {
            find_flaw(in, point < 0 ? ROW_UNKNOWN : ROW_TWICE, i);
        } else {
            taken[point] = 1;
            in->matched++;
            set_label(in, point, cells[1], i);
        }
    }
    in->flaws[ROW_MISSING] = j->problem.n - in->matched;
    free(taken);
}

static int is_result_of(const job *j, const fcap_table *result) {
    int32_t const n = fcap_table_columns(result);
    const char *const last = fcap_table_name(result, n - 1);
    int const labelled = strcmp(last, "cluster") == 0 || strcmp(last, "group") == 0;
    return labelled && (n == fcap_table_columns(j->table) + 1 || n == 2);
}

/* Is the first column the numbers of the rows, in order, as no order of the data would be? */
static int is_counted(const job *j, fcap_table *result) {
    const int64_t *const rows = fcap_dataset_rows(j->dataset);
    int strange = 0; /* the data have a cell that is no row's number */
    if (fcap_table_rows(result) != j->problem.n) {
        return 0;
    }
    for (int64_t i = 0; i < j->problem.n; i++) {
        if (point_numbered(j, fcap_table_row(result, i)[0]) != i) {
            return 0;
        }
        strange |= point_numbered(j, fcap_table_row(j->table, rows[i])[0]) < 0;
    }
    return strange;
}

/* Does the result name rows by number? Where `row` is the data's only column, it has the header
 * of both forms, and has to be theirs unless it cannot be. */
static int is_by_number(const job *j, fcap_table *result) {
    int const only =
        fcap_table_columns(j->table) == 1 && strcmp(fcap_table_name(j->table, 0), "row") == 0;
    return strcmp(fcap_table_name(result, 0), "row") == 0 && (!only || is_counted(j, result));
}

/* With the data's delimiter; with commas, as a labels-only file has them; or with the one that
 * is detected, because a spreadsheet saves with its own. Where none gives a result, what the
 * data's delimiter gave is told: the table that is none, or its faults; where that is one
 * column, the delimiter is another, and what the detected one gave is told. */
static int open_result(const job *j, const char *path, fcap_table **out) {
    fcap_read_options o;
    fcap_read_options_init(&o);
    o.header = FCAP_HEADER_YES;
    size_t size = 0;
    int const once = text_comes_once(path); /* but may have to be parsed again */
    char *const bytes = once ? text_read_once(path, &size) : NULL;
    if (once && bytes == NULL) {
        return EXIT_IO;
    }
    char const delimiter[WAYS] = {fcap_table_delimiter(j->table), ',', 0};
    fcap_table *table[WAYS] = {NULL};
    fcap_faults faults[WAYS];
    fcap_error err[WAYS];
    fcap_status status[WAYS] = {FCAP_OK};
    int chosen = 0;
    for (int i = 0; i < WAYS; i++) {
        o.delimiter = delimiter[i];
        status[i] = bytes != NULL
                        ? fcap_table_parse(bytes, size, &o, &table[i], &faults[i], &err[i])
                        : fcap_table_read(path, &o, &table[i], &faults[i], &err[i]);
        if (status[i] == FCAP_OK && is_result_of(j, table[i])) {
            chosen = i;
            break;
        }
        if (status[i] != FCAP_OK && status[i] != FCAP_E_DATA) {
            chosen = i; /* unreadable, or no memory: the same for any delimiter */
            break;
        }
    }
    free(bytes);
    if (chosen == 0 && status[0] == FCAP_OK && !is_result_of(j, table[0]) &&
        fcap_table_columns(table[0]) == 1) {
        chosen = WAYS - 1;
    }
    for (int i = 0; i < WAYS; i++) {
        if (i != chosen) {
            fcap_table_free(table[i]);
        }
    }
    *out = table[chosen];
    if (status[chosen] == FCAP_E_DATA && faults[chosen].total > 0) {
        say_faults(path, &faults[chosen]);
        return EXIT_DATA;
    }
    return status[chosen] == FCAP_OK
               ? 0
               : say_error(exit_code_of(status[chosen]), "%s", safe(err[chosen].message));
}

/* From rows to the lines of the file that people see. */
static void find_lines(labels_in *in, const fcap_table *result) {
    int64_t *const line = need((size_t)in->rows, sizeof *line);
    fcap_table_lines(result, line);
    for (int flaw = 0; flaw < ROW_FLAWS; flaw++) {
        if (flaw != ROW_MISSING && in->flaws[flaw] > 0) {
            in->line[flaw] = line[in->line[flaw]];
        }
    }
    free(line);
}

int labels_read(labels_in *in, const job *j, const char *path) {
    *in = (labels_in){0};
    fcap_table *result = NULL;
    int code = open_result(j, path, &result);
    if (code != 0) {
        return code;
    }
    in->rows = fcap_table_rows(result);
    in->label = need((size_t)j->problem.n, sizeof *in->label);
    for (int64_t i = 0; i < j->problem.n; i++) {
        in->label[i] = -1;
    }
    int32_t const n = fcap_table_columns(result);
    if (strcmp(fcap_table_name(result, n - 1), "group") == 0) {
        in->names = label_names_open(result, n - 1);
    }
    int const short_form = n == 2 && is_result_of(j, result);
    if (short_form && j->id >= 0 &&
        strcmp(fcap_table_name(result, 0), fcap_table_name(j->table, j->id)) == 0) {
        match_by_id(in, j, result);
    } else if (short_form && is_by_number(j, result)) {
        match_by_row(in, j, result);
    } else if (is_result_of(j, result) && n == fcap_table_columns(j->table) + 1) {
        match_by_cells(in, j, result);
    } else {
        code =
            say_error(EXIT_DATA,
                      "%s is no result for this file: it needs the file's %d column%s and then "
                      "\"cluster\", or \"row\" (or the column of --id) and \"cluster\"",
                      strcmp(path, "-") == 0 ? "standard input" : safe(path),
                      (int)fcap_table_columns(j->table), plural(fcap_table_columns(j->table)));
        labels_free(in);
    }
    if (code == 0) {
        find_lines(in, result);
    }
    fcap_table_free(result);
    return code;
}

void labels_free(labels_in *in) {
    free(in->label);
    label_names_close(&in->names);
    in->label = NULL;
}
