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

static int by_text_then_row(const void *left, const void *right) {
    const key *const a = left;
    const key *const b = right;
    int const order = strcmp(a->text, b->text);
    return order != 0 ? order : (a->row > b->row) - (a->row < b->row);
}

keys keys_open(fcap_table *table, int32_t column, int before_at) {
    int64_t const n = fcap_table_rows(table);
    size_t bytes = 1;
    for (int64_t row = 0; row < n; row++) {
        bytes += fcap_table_row(table, row)[column].size + 1;
    }
    keys k = {
        .key = need((size_t)n, sizeof *k.key), .bytes = need(bytes, 1), .before_at = before_at};
    char *at = k.bytes;
    for (int64_t row = 0; row < n; row++) {
        fcap_cell const cell = trimmed(fcap_table_row(table, row)[column], before_at);
        if (cell.size > 0) {
            k.key[k.n++] = (key){at, row};
            at += fold_case(cell, at) + 1;
        }
    }
    qsort(k.key, (size_t)k.n, sizeof *k.key, by_text_then_row);
    return k;
}

void keys_close(keys *k) {
    free(k->key);
    free(k->bytes);
    free(k->asked);
    *k = (keys){0};
}

const key *keys_find(keys *k, fcap_cell cell, int64_t *count) {
    cell = trimmed(cell, k->before_at);
    if (cell.size + 1 > k->room) {
        free(k->asked);
        k->room = 2 * cell.size + 64;
        k->asked = need(k->room, 1);
    }
    fold_case(cell, k->asked);
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
