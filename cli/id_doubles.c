/* id_doubles.c - see id_doubles.h.
 *
 * Of each id only a hash is kept, so that ten million of them take 160 MB and not their texts;
 * rows whose hashes are equal are compared.
 */
#include "id_doubles.h"

#include "checksum.h"
#include "list_in.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct hashed {
    uint64_t hash;
    int64_t row;
} hashed;

static int by_hash_then_row(const void *left, const void *right) {
    const hashed *const a = left;
    const hashed *const b = right;
    return a->hash != b->hash ? (a->hash > b->hash) - (a->hash < b->hash)
                              : (a->row > b->row) - (a->row < b->row);
}

static int same_id(const job *j, int64_t a, int64_t b) {
    fcap_cell const first = fcap_table_row(j->table, a)[j->id];
    char *const text = memcpy(need(first.size + 1, 1), first.text, first.size);
    fcap_cell const kept = {text, first.size}; /* the next row takes its place */
    int const same = equal_cells(kept, fcap_table_row(j->table, b)[j->id]);
    free(text);
    return same;
}

static void say(const job *j, int64_t row, int64_t again, int64_t more) {
    int64_t *const line = need((size_t)fcap_table_rows(j->table), sizeof *line);
    char rest[80] = "";
    fcap_table_lines(j->table, line);
    if (more > 0) {
        snprintf(rest, sizeof rest, ", and %lld more %s an id again", (long long)more,
                 more == 1 ? "row has" : "rows have");
    }
    say_note(j->args->quiet,
             "lines %lld and %lld have the same id (%s), \"%s\"%s: files that name rows by id "
             "cannot tell them apart",
             (long long)line[row], (long long)line[again],
             name_shown(fcap_table_name(j->table, j->id)),
             cell_shown(fcap_table_row(j->table, row)[j->id]), rest);
    free(line);
}

void id_doubles_say_note(const job *j) {
    if (j->args->id == NULL || j->args->quiet) {
        return;
    }
    int64_t const rows = fcap_table_rows(j->table);
    hashed *const all = need((size_t)rows, sizeof *all);
    int64_t n = 0;
    for (int64_t row = 0; row < rows; row++) {
        fcap_cell const cell = fcap_table_row(j->table, row)[j->id];
        if (!fcap_table_missing(j->table, cell)) {
            all[n++] = (hashed){checksum_bytes(CHECKSUM_START, cell.text, cell.size), row};
        }
    }
    qsort(all, (size_t)n, sizeof *all, by_hash_then_row);
    int64_t doubles = 0;
    int64_t first = 0; /* place of the row that is the first to have an id again */
    for (int64_t i = 1; i < n; i++) {
        if (all[i].hash == all[i - 1].hash && same_id(j, all[i - 1].row, all[i].row)) {
            first = doubles++ == 0 || all[i].row < all[first].row ? i : first;
        }
    }
    if (doubles > 0) {
        say(j, all[first - 1].row, all[first].row, doubles - 1);
    }
    free(all);
}
