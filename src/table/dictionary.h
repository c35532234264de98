/* dictionary.h - texts as numbers: each different text gets the next id, and is counted. */
#ifndef FCAP_TABLE_DICTIONARY_H
#define FCAP_TABLE_DICTIONARY_H

#include "base/arena.h"

#include <faircap/table.h>

typedef struct dictionary_entry {
    const char *text; /* a copy, closed by 0 */
    size_t size;
    uint64_t hash;
    int64_t count;
} dictionary_entry;

typedef struct dictionary {
    dictionary_entry *entry; /* by id */
    int32_t n;
    int32_t room;
    int32_t *slot; /* hash table of id + 1, 0 = free; a power of two of them */
    int64_t n_slots;
    char *pool; /* for the copies to come */
    size_t pool_left;
} dictionary;

/* The id of a text, counted once more; -1 when memory runs out. */
int32_t fcap_dictionary_add(arena *mem, dictionary *d, fcap_cell text);
/* rank[id] = place of each entry in bytewise order; 0 when memory runs out. */
int fcap_dictionary_rank(arena *mem, const dictionary *d, int32_t **rank);

#endif
