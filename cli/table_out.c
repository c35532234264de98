/* table_out.c - see table_out.h. */
#include "table_out.h"

#include "cell_out.h"
#include "file_words.h"
#include "wishes.h"

#include <string.h>

static void write_cell(output *out, const fcap_table *table, fcap_cell cell, char delimiter) {
    cell_put_safe(cell_to_output, out, table, cell, delimiter);
}

/* Does a file with this at its beginning look like no table, or lose it? */
static int begins_otherwise(const char *name) {
    static const char *const first[] = {"<",           "{",   "[",      "PAR1",  "PK\003\004",
                                        "FEA1",        "BZh", "GIF89a", "%PDF-", "Rar!\x1a\x07",
                                        "\xef\xbb\xbf"};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        if (strncmp(name, first[i], strlen(first[i])) == 0) {
            return 1;
        }
    }
    return 0;
}

/* What is quoted as if it began with a delimiter is read back as a name. */
static void write_name(output *out, const job *j, int32_t column, char delimiter) {
    const char *const name = fcap_table_name(j->table, column);
    write_cell(out, j->table, (fcap_cell){name, strlen(name)},
               begins_otherwise(name) ? name[0] : delimiter);
}

/* The last cell of a row: the number of its cluster, or the name of its group. */
static void write_label(output *out, const job *j, int32_t label, char delimiter) {
    char text[GROUP_NAME_SIZE];
    if (j->args->command != CMD_GROUP) {
        output_format(out, "%d\n", (int)label + 1);
        return;
    }
    const char *const name = wishes_group_name(j, label, text);
    write_cell(out, j->table, (fcap_cell){name, strlen(name)}, delimiter);
    output_text(out, "\n");
}

static const char *label_column(const job *j) {
    return j->args->command == CMD_GROUP ? file_words_of(j->args).column : "cluster";
}

static void write_header(output *out, const job *j, char delimiter) {
    const char *const name = label_column(j);
    write_cell(out, j->table, (fcap_cell){name, strlen(name)}, delimiter);
    output_text(out, "\n");
}

/* Do rules or aims look at this column? */
static int is_asked_for(const job *j, int32_t column) {
    int found = job_makes_groups(j, column);
    for (int32_t i = 0; i < j->aims.n; i++) {
        found |= j->aims.column[i].column == column;
    }
    return found;
}

/* A column `group` of the roster is that of an earlier time, and the new one takes its place,
 * unless it is what the groups are made of. */
static int is_left_out(const job *j, int32_t column) {
    return j->args->command == CMD_GROUP &&
           strcmp(fcap_table_name(j->table, column), label_column(j)) == 0 &&
           !is_asked_for(j, column);
}

static void write_labels_only(output *out, const job *j, const int32_t *labels) {
    const int64_t *const rows = fcap_dataset_rows(j->dataset);
    if (j->id >= 0) {
        write_name(out, j, j->id, ',');
    } else {
        output_text(out, "row");
    }
    output_text(out, ",");
    write_header(out, j, ',');
    for (int64_t i = 0; i < j->problem.n; i++) {
        if (j->id >= 0) {
            write_cell(out, j->table, fcap_table_row(j->table, rows[i])[j->id], ',');
        } else {
            output_integer(out, rows[i] + 1);
        }
        output_text(out, ",");
        write_label(out, j, labels[i], ',');
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
        if (!is_left_out(j, c)) {
            write_name(out, j, c, delimiter);
            output_bytes(out, &delimiter, 1);
        }
    }
    write_header(out, j, delimiter);
    for (int64_t i = 0; i < j->problem.n; i++) {
        const fcap_cell *const cells = fcap_table_row(j->table, rows[i]);
        for (int32_t c = 0; c < n; c++) {
            if (!is_left_out(j, c)) {
                write_cell(out, j->table, cells[c], delimiter);
                output_bytes(out, &delimiter, 1);
            }
        }
        write_label(out, j, labels[i], delimiter);
    }
}
