/* dictionary.c - open addressing, at most half full, doubling. See dictionary.h. */
#include "table/dictionary.h"

#include <stdlib.h>
#include <string.h>

enum {
    POOL_SIZE = 4096
};

static uint64_t hash_of(fcap_cell text) {
    uint64_t h = 0x9ae16a3b2f90404fu ^ text.size;
    for (size_t i = 0; i < text.size; i++) {
        h = (h ^ (unsigned char)text.text[i]) * 0x9ddfea08eb382d69u;
        h ^= h >> 29;
    }
    return h ^ h >> 32;
}

static void insert_slot(const dictionary *d, int32_t id) {
    uint64_t const mask = (uint64_t)d->n_slots - 1;
    uint64_t at = d->entry[id].hash & mask;
    while (d->slot[at] != 0) {
        at = (at + 1) & mask;
    }
    d->slot[at] = id + 1;
}

static int grow(arena *mem, dictionary *d) {
    int32_t const room = d->room == 0 ? 8 : 2 * d->room;
    if (room < d->room) {
        return 0;
    }
    dictionary_entry *const entry = arena_array(mem, dictionary_entry, room);
    int32_t *const slot = arena_array(mem, int32_t, 2 * (int64_t)room);
    if (entry == NULL || slot == NULL) {
        return 0;
    }
    if (d->n > 0) {
        memcpy(entry, d->entry, (size_t)d->n * sizeof *entry);
    }
    d->entry = entry;
    d->room = room;
    d->slot = slot;
    d->n_slots = 2 * (int64_t)room;
    for (int32_t id = 0; id < d->n; id++) {
        insert_slot(d, id);
    }
    return 1;
}

/* A copy of a text, closed by 0; NULL when memory runs out. Copies lie close together: a block
 * of the arena for each would be several times as large as a short text. */
static const char *keep_text(arena *mem, dictionary *d, fcap_cell text) {
    if (text.size >= d->pool_left) {
        size_t const room = text.size < POOL_SIZE / 8 ? POOL_SIZE : text.size + 1;
        char *const pool = arena_array(mem, char, room);
        if (pool == NULL) {
            return NULL;
        }
        d->pool = pool;
        d->pool_left = room;
    }
    char *const copy = memcpy(d->pool, text.text, text.size);
    copy[text.size] = 0;
    d->pool += text.size + 1;
    d->pool_left -= text.size + 1;
    return copy;
}

int32_t fcap_dictionary_add(arena *mem, dictionary *d, fcap_cell text) {
    uint64_t const hash = hash_of(text);
    if (d->n_slots > 0) {
        uint64_t const mask = (uint64_t)d->n_slots - 1;
        for (uint64_t at = hash & mask; d->slot[at] != 0; at = (at + 1) & mask) {
            dictionary_entry *const e = &d->entry[d->slot[at] - 1];
            if (e->hash == hash && e->size == text.size &&
                memcmp(e->text, text.text, text.size) == 0) {
                e->count++;
                return d->slot[at] - 1;
            }
        }
    }
    if (d->n == d->room && !grow(mem, d)) {
        return -1;
    }
    const char *const copy = keep_text(mem, d, text);
    if (copy == NULL) {
        return -1;
    }
    d->entry[d->n] = (dictionary_entry){copy, text.size, hash, 1};
    insert_slot(d, d->n);
    return d->n++;
}

typedef struct ranked {
    const dictionary_entry *entry;
    int32_t id;
} ranked;

static int by_bytes(const void *left, const void *right) {
    const dictionary_entry *const a = ((const ranked *)left)->entry;
    const dictionary_entry *const b = ((const ranked *)right)->entry;
    int const order = memcmp(a->text, b->text, a->size < b->size ? a->size : b->size);
    return order != 0 ? order : (a->size > b->size) - (a->size < b->size);
}

int fcap_dictionary_rank(arena *mem, const dictionary *d, int32_t **rank) {
    ranked *const order = arena_array(mem, ranked, d->n);
    *rank = arena_array(mem, int32_t, d->n);
    if (order == NULL || *rank == NULL) {
        return 0;
    }
    for (int32_t id = 0; id < d->n; id++) {
        order[id] = (ranked){&d->entry[id], id};
    }
    qsort(order, (size_t)d->n, sizeof *order, by_bytes); /* all texts differ: no ties */
    for (int32_t i = 0; i < d->n; i++) {
        (*rank)[order[i].id] = i;
    }
    return 1;
}
