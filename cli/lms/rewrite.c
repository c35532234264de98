/* rewrite.c - see rewrite.h. */
#include "rewrite.h"

#include "cell_out.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

typedef struct text {
    char *bytes;
    size_t used;
    size_t room;
    int64_t line; /* that would begin next */
} text;

static void to_text(void *to, const char *bytes, size_t size) {
    text *const t = to;
    if (size > t->room - t->used) {
        size_t const room = 2 * t->room + size + (1 << 12);
        char *const bigger = need(room, 1);
        if (t->used > 0) {
            memcpy(bigger, t->bytes, t->used);
        }
        free(t->bytes);
        t->bytes = bigger;
        t->room = room;
    }
    if (size > 0) {
        memcpy(t->bytes + t->used, bytes, size);
        t->used += size;
    }
    for (size_t i = 0; i < size; i++) {
        int const half = bytes[i] == '\r' && i + 1 < size && bytes[i + 1] == '\n';
        t->line += bytes[i] == '\n' || (bytes[i] == '\r' && !half);
    }
}

/* Blank lines are passed over by the reader. */
static void go_to_line(text *t, int64_t line) {
    while (t->line < line) {
        to_text(t, "\n", 1);
    }
}

static void put(text *t, const fcap_table *from, fcap_cell cell, int first) {
    char const delimiter = fcap_table_delimiter(from);
    to_text(t, &delimiter, !first);
    if (first && cell.size == 0) {
        to_text(t, "\"\"", 2); /* a row of one empty cell is no blank line */
        return;
    }
    cell_put_safe(to_text, t, from, cell, delimiter); /* the reader takes the guard off */
}

static void put_header(text *t, const fcap_table *from, const added *more) {
    to_text(t, "\xef\xbb\xbf", fcap_table_has_mark(from) ? 3 : 0);
    for (int32_t c = 0; c < fcap_table_columns(from); c++) {
        const char *const name = fcap_table_name(from, c);
        put(t, from, (fcap_cell){name, strlen(name)}, c == 0);
    }
    for (int32_t c = 0; more != NULL && c < more->n; c++) {
        put(t, from, more->name[c], 0);
    }
    to_text(t, "\n", 1);
}

static int64_t put_rows(text *t, fcap_table *from, const traps *found, const added *more) {
    int64_t const n = fcap_table_rows(from);
    int64_t *const line = need((size_t)n, sizeof *line);
    fcap_table_lines(from, line);
    int64_t kept = 0;
    for (int64_t row = 0; row < n; row++) {
        if (found != NULL && found->left_out[row]) {
            continue;
        }
        kept++;
        go_to_line(t, line[row]);
        const fcap_cell *const cells = fcap_table_row(from, row);
        for (int32_t c = 0; c < fcap_table_columns(from); c++) {
            put(t, from, found != NULL ? traps_cell(found, c, cells[c]) : cells[c], c == 0);
        }
        const fcap_cell *const behind = more != NULL ? more->cells(more->user, row) : NULL;
        for (int32_t c = 0; behind != NULL && c < more->n; c++) {
            put(t, from, behind[c], 0);
        }
        to_text(t, "\n", 1);
    }
    free(line);
    return kept;
}

int rewrite(fcap_table **table, const traps *t, const added *more, const fcap_read_options *o,
            const char *file) {
    text out = {.line = 1};
    int const header = fcap_table_has_header(*table) || more != NULL;
    if (header) {
        put_header(&out, *table, more);
    } else {
        to_text(&out, "\xef\xbb\xbf", fcap_table_has_mark(*table) ? 3 : 0);
    }
    if (put_rows(&out, *table, t, more) == 0) {
        free(out.bytes);
        return say_error(EXIT_DATA, "%s: no row is left", safe(file));
    }
    fcap_read_options again = *o;
    again.header = header ? FCAP_HEADER_YES : FCAP_HEADER_NO;
    again.delimiter = fcap_table_delimiter(*table);
    again.skip_lines = 0;
    again.decimal_comma |= t != NULL && t->decimal_comma;
    fcap_table *made = NULL;
    fcap_faults faults;
    fcap_error err;
    fcap_status const status =
        fcap_table_parse(out.bytes, out.used, &again, &made, &faults, &err);
    free(out.bytes);
    if (status == FCAP_E_DATA && faults.total > 0) {
        say_faults(file, &faults);
        return EXIT_DATA;
    }
    if (status != FCAP_OK) {
        return say_error(exit_code_of(status), "%s", safe(err.message));
    }
    fcap_table_free(*table);
    *table = made;
    return 0;
}

fcap_table *rewritten(fcap_table *table, cell_change *change, const void *user) {
    text out = {.line = 1};
    int64_t const n = fcap_table_rows(table);
    int64_t *const line = need((size_t)n, sizeof *line);
    fcap_table_lines(table, line);
    if (fcap_table_has_header(table)) {
        put_header(&out, table, NULL);
    }
    for (int64_t row = 0; row < n; row++) {
        go_to_line(&out, line[row]);
        const fcap_cell *const cells = fcap_table_row(table, row);
        for (int32_t c = 0; c < fcap_table_columns(table); c++) {
            put(&out, table, change(user, row, c, cells[c]), c == 0);
        }
        to_text(&out, "\n", 1);
    }
    free(line);
    fcap_read_options o;
    double unused;
    fcap_read_options_init(&o);
    o.header = fcap_table_has_header(table) ? FCAP_HEADER_YES : FCAP_HEADER_NO;
    o.delimiter = fcap_table_delimiter(table);
    o.decimal_comma = fcap_table_number(table, (fcap_cell){"1,5", 3}, &unused) == 1;
    fcap_table *made = NULL;
    fcap_status const status = fcap_table_parse(out.bytes, out.used, &o, &made, NULL, NULL);
    free(out.bytes);
    return status == FCAP_OK ? made : NULL;
}
