/* dump_table.c - a file as the library reads it, as one line of JSON for each path given: for
 * comparison with another reader. "table" with every cell, or "faults" and the "error".
 *
 *   dump_table [DELIMITER|detect] FILE...
 */
#include <faircap/table.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_text(const char *text, size_t size) {
    putchar('"');
    for (size_t i = 0; i < size; i++) {
        unsigned char const c = (unsigned char)text[i];
        if (c < 0x20 || c == '"' || c == '\\' || c == 0x7f) {
            printf("\\u%04x", c);
        } else {
            putchar(c);
        }
    }
    putchar('"');
}

static void put_faults(const fcap_faults *faults, const fcap_error *err) {
    printf("\"error\":");
    put_text(err->message, strlen(err->message));
    printf(",\"n_faults\":%lld,\"faults\":[", (long long)faults->total);
    for (int32_t i = 0; i < faults->kept; i++) {
        const fcap_fault *const f = &faults->fault[i];
        printf("%s[%lld,%d,", i > 0 ? "," : "", (long long)f->line, (int)f->column);
        put_text(f->message, strlen(f->message));
        putchar(']');
    }
    putchar(']');
}

static void put_names(const fcap_table *table) {
    for (int32_t j = 0; j < fcap_table_columns(table); j++) {
        const char *const name = fcap_table_name(table, j);
        printf(j > 0 ? "," : "");
        put_text(name, strlen(name));
    }
}

static void put_row(fcap_table *table, int64_t row) {
    const fcap_cell *const cells = fcap_table_row(table, row);
    for (int32_t j = 0; j < fcap_table_columns(table); j++) {
        printf(j > 0 ? "," : "");
        put_text(cells[j].text, cells[j].size);
    }
}

static void put_table(fcap_table *table) {
    int64_t const rows = fcap_table_rows(table);
    int64_t *const line = calloc((size_t)rows, sizeof *line);
    if (line == NULL) {
        abort();
    }
    fcap_table_lines(table, line);
    char const delimiter = fcap_table_delimiter(table);
    printf("\"delimiter\":");
    put_text(&delimiter, 1);
    printf(",\"header\":%d,\"names\":[", fcap_table_has_header(table));
    put_names(table);
    printf("],\"lines\":[");
    for (int64_t i = 0; i < rows; i++) {
        printf("%s%lld", i > 0 ? "," : "", (long long)line[i]);
    }
    printf("],\"notes\":[");
    for (int32_t i = 0; i < fcap_table_notes(table); i++) {
        printf(i > 0 ? "," : "");
        put_text(fcap_table_note(table, i), strlen(fcap_table_note(table, i)));
    }
    printf("],\"rows\":[");
    for (int64_t i = 0; i < rows; i++) {
        printf(i > 0 ? ",[" : "[");
        put_row(table, i);
        putchar(']');
    }
    putchar(']');
    free(line);
}

int main(int argc, char **argv) {
    fcap_read_options options;
    fcap_read_options_init(&options);
    options.threads = 2;
    if (argc > 1 && strcmp(argv[1], "detect") != 0) {
        options.delimiter = argv[1][0];
    }
    for (int i = 2; i < argc; i++) {
        fcap_table *table = NULL;
        fcap_faults faults;
        fcap_error err;
        fcap_status const status = fcap_table_read(argv[i], &options, &table, &faults, &err);
        printf("{\"status\":%d,", (int)status);
        if (status == FCAP_OK) {
            put_table(table);
        } else {
            put_faults(&faults, &err);
        }
        puts("}");
        fflush(stdout);
        fcap_table_free(table);
    }
    return 0;
}
