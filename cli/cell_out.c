/* cell_out.c - see cell_out.h. */
#include "cell_out.h"

#include "save.h"

#include <string.h>

int cell_is_formula(fcap_cell cell) {
    size_t i = 0;
    while (i < cell.size && cell.text[i] == '\'') {
        i++;
    }
    static const char starts[] = {'=', '+', '-', '@', '\t', '\r'};
    return i < cell.size && memchr(starts, cell.text[i], sizeof starts) != NULL;
}

static int must_be_quoted(fcap_cell cell, char delimiter) {
    for (size_t i = 0; i < cell.size; i++) {
        char const c = cell.text[i];
        if (c == delimiter || c == '"' || c == '\n' || c == '\r') {
            return 1;
        }
    }
    int const blank_end =
        cell.size > 0 && (cell.text[0] == ' ' || cell.text[0] == '\t' ||
                          cell.text[cell.size - 1] == ' ' || cell.text[cell.size - 1] == '\t');
    return blank_end;
}

void cell_put(cell_sink *sink, void *to, fcap_cell cell, int guarded, char delimiter) {
    if (!must_be_quoted(cell, delimiter)) {
        sink(to, "'", (size_t)guarded);
        sink(to, cell.text, cell.size);
        return;
    }
    sink(to, "\"'", guarded ? 2 : 1);
    size_t from = 0;
    for (size_t i = 0; i < cell.size; i++) {
        if (cell.text[i] == '"') { /* up to it, with it; the next piece begins with it again */
            sink(to, cell.text + from, i + 1 - from);
            from = i;
        }
    }
    sink(to, cell.text + from, cell.size - from);
    sink(to, "\"", 1);
}

void cell_put_safe(cell_sink *sink, void *to, const fcap_table *table, fcap_cell cell,
                   char delimiter) {
    double unused;
    int const guarded = cell_is_formula(cell) && fcap_table_number(table, cell, &unused) != 1;
    cell_put(sink, to, cell, guarded, delimiter);
}

void cell_to_output(void *to, const char *bytes, size_t size) {
    output_bytes(to, bytes, size);
}
