/* table_out.c - see table_out.h. */
#include "table_out.h"

#include "cell_out.h"

#include <string.h>

static void write_cell(output *out, const fcap_table *table, fcap_cell cell, char delimiter) {
    cell_put_safe(cell_to_output, out, table, cell, delimiter);
}

static void write_name(output *out, const job *j, int32_t column, char delimiter) {
    const char *const name = fcap_table_name(j->table, column);
    write_cell(out, j->table, (fcap_cell){name, strlen(name)}, delimiter);
}

static void write_labels_only(output *out, const job *j, const int32_t *labels) {
    const int64_t *const rows = fcap_dataset_rows(j->dataset);
    if (j->id >= 0) {
        write_name(out, j, j->id, ',');
    } else {
        output_text(out, "row");
    }
    output_text(out, ",cluster\n");
    for (int64_t i = 0; i < j->problem.n; i++) {
        if (j->id >= 0) {
            write_cell(out, j->table, fcap_table_row(j->table, rows[i])[j->id], ',');
        } else {
            output_integer(out, rows[i] + 1);
        }
        output_format(out, ",%d\n", (int)labels[i] + 1);
    }
}

void write_labelled_table(output *out, const job *j, const int32_t *labels) {
    if (j->args->labels_only) {
        write_labels_only(out, j, labels);
        return;
    }
    char const delimiter = fcap_table_delimiter(j->table);
    output_text(out, fcap_table_has_mark(j->table) ? "\xef\xbb\xbf" : "");
    int32_t const n = fcap_table_columns(j->table);
    const int64_t *const rows = fcap_dataset_rows(j->dataset);
    for (int32_t c = 0; c < n; c++) {
        write_name(out, j, c, delimiter);
        output_bytes(out, &delimiter, 1);
    }
    output_text(out, "cluster\n");
    for (int64_t i = 0; i < j->problem.n; i++) {
        const fcap_cell *const cells = fcap_table_row(j->table, rows[i]);
        for (int32_t c = 0; c < n; c++) {
            write_cell(out, j->table, cells[c], delimiter);
            output_bytes(out, &delimiter, 1);
        }
        output_format(out, "%d\n", (int)labels[i] + 1);
    }
}
