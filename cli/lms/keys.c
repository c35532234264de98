/* keys.c - see keys.h. */
#include "keys.h"

#include "fold.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

static fcap_cell trimmed(fcap_cell cell, int before_at) {
    const char *const at = before_at ? memchr(cell.text, '@', cell.size) : NULL;
    cell.size = at != NULL ? (size_t)(at - cell.text) : cell.size;
    while (cell.size > 0 && (unsigned char)cell.text[0] <= ' ') {
        cell.text++;
        cell.size--;
    }
    while (cell.size > 0 && (unsigned char)cell.text[cell.size - 1] <= ' ') {
        cell.size--;
    }
    return cell;
}

size_t key_text(fcap_cell cell, int before_at, char *out) {
    return fold_case(trimmed(cell, before_at), out);
}

static int by_text_then_row(const void *left, const void *right) {
    const key *const a = left;
    const key *const b = right;
    int const order = strcmp(a->text, b->text);
    return order != 0 ? order : (a->row > b->row) - (a->row < b->row);
}

void keys_open_all(fcap_table *table, const int32_t *column, int32_t n_columns, int before_at,
                   keys *out) {
    int64_t const n = fcap_table_rows(table);
    size_t *const bytes = need((size_t)n_columns + 1, sizeof *bytes);
    char **const at = need((size_t)n_columns + 1, sizeof *at);
    for (int64_t row = 0; row < n; row++) {
        const fcap_cell *const cells = fcap_table_row(table, row);
        for (int32_t i = 0; i < n_columns; i++) {
            bytes[i] += cells[column[i]].size + 1;
        }
    }
    for (int32_t i = 0; i < n_columns; i++) {
        at[i] = need(bytes[i] + 1, 1);
        out[i] = (keys){
            .key = need((size_t)n, sizeof *out[i].key), .bytes = at[i], .before_at = before_at};
    }
    for (int64_t row = 0; row < n; row++) {
        const fcap_cell *const cells = fcap_table_row(table, row);
        for (int32_t i = 0; i < n_columns; i++) {
            size_t const size = key_text(cells[column[i]], before_at, at[i]);
            if (size > 0) {
                out[i].key[out[i].n++] = (key){at[i], row};
                at[i] += size + 1;
            }
        }
    }
    for (int32_t i = 0; i < n_columns; i++) {
        qsort(out[i].key, (size_t)out[i].n, sizeof *out[i].key, by_text_then_row);
    }
    free(at);
    free(bytes);
}

keys keys_open(fcap_table *table, int32_t column, int before_at) {
    keys k;
    keys_open_all(table, &column, 1, before_at, &k);
    return k;
}

int64_t keys_different(const keys *k) {
    int64_t different = 0;
    for (int64_t i = 0; i < k->n; i++) {
        different += i == 0 || strcmp(k->key[i].text, k->key[i - 1].text) != 0;
    }
    return different;
}

void keys_close(keys *k) {
    free(k->key);
    free(k->bytes);
    free(k->asked);
    *k = (keys){0};
}

const key *keys_find(keys *k, fcap_cell cell, int64_t *count) {
    if (cell.size + 1 > k->room) {
        free(k->asked);
        k->room = 2 * cell.size + 64;
        k->asked = need(k->room, 1);
    }
    key_text(cell, k->before_at, k->asked);
    int64_t low = 0;
    int64_t high = k->n;
    while (low < high) {
        int64_t const middle = low + (high - low) / 2;
        if (strcmp(k->key[middle].text, k->asked) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *count = 0;
    while (low + *count < k->n && strcmp(k->key[low + *count].text, k->asked) == 0) {
        (*count)++;
    }
    return *count > 0 ? &k->key[low] : NULL;
}
