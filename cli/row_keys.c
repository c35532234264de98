/* row_keys.c - see row_keys.h. */
#include "row_keys.h"

#include "list_in.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NUMBER_SIZE = 21 /* of a row number and the closing 0 */
};

static int compare_names(const char *text, fcap_cell name) {
    size_t const size = strlen(text);
    int const order = memcmp(text, name.text, size < name.size ? size : name.size);
    return order != 0 ? order : (size > name.size) - (size < name.size);
}

static int by_text_then_place(const void *left, const void *right) {
    const row_key *const a = left;
    const row_key *const b = right;
    int const order = strcmp(a->text, b->text);
    return order != 0 ? order : (a->text > b->text) - (a->text < b->text);
}

static size_t bytes_needed(const job *j, int by_number) {
    size_t size = 1;
    for (int64_t row = 0; row < fcap_table_rows(j->table); row++) {
        size += by_number ? NUMBER_SIZE : fcap_table_row(j->table, row)[j->id].size + 1;
    }
    return size;
}

/* The name of a row, copied to `at`; a 0 inside a cell ends it. */
static size_t put_name(const job *j, int64_t row, int by_number, char *at) {
    if (by_number) {
        return (size_t)snprintf(at, NUMBER_SIZE, "%lld", (long long)row + 1) + 1;
    }
    fcap_cell const cell = fcap_table_row(j->table, row)[j->id];
    memcpy(at, cell.text, cell.size);
    at[cell.size] = 0;
    return cell.size + 1;
}

row_keys row_keys_open(const job *j, int by_number) {
    int64_t const n = fcap_table_rows(j->table);
    row_keys keys = {need((size_t)n, sizeof *keys.key), n, need(bytes_needed(j, by_number), 1)};
    const int64_t *const rows = fcap_dataset_rows(j->dataset);
    char *at = keys.bytes;
    int64_t point = 0;
    for (int64_t row = 0; row < n; row++) {
        int const used = point < j->problem.n && rows[point] == row;
        keys.key[row] = (row_key){.text = at, .point = used ? point++ : -1};
        at += put_name(j, row, by_number, at);
    }
    qsort(keys.key, (size_t)n, sizeof *keys.key, by_text_then_place);
    return keys;
}

void row_keys_close(row_keys *keys) {
    free(keys->key);
    free(keys->bytes);
    *keys = (row_keys){0};
}

row_key *row_keys_find(const row_keys *keys, fcap_cell name, int64_t *count) {
    int64_t low = 0;
    int64_t high = keys->n;
    while (low < high) {
        int64_t const middle = low + (high - low) / 2;
        if (compare_names(keys->key[middle].text, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *count = 0;
    while (low + *count < keys->n && compare_names(keys->key[low + *count].text, name) == 0) {
        (*count)++;
    }
    return *count > 0 ? &keys->key[low] : NULL;
}

const char *row_shown(const job *j, int64_t point) {
    int64_t const row = fcap_dataset_rows(j->dataset)[point];
    if (j->id >= 0) {
        return cell_shown(fcap_table_row(j->table, row)[j->id]);
    }
    char text[NUMBER_SIZE + 8];
    snprintf(text, sizeof text, "row %lld", (long long)row + 1);
    return safe(text);
}
