/* learn.h - what all rows of all ranks say about their columns.
 *
 * Counts of kinds of cells, the least and the largest number, the different texts: each rank
 * learns from its rows, rank 0 combines, everybody is told. Nothing of it depends on who has
 * which rows.
 */
#ifndef FCAP_SHARD_LEARN_H
#define FCAP_SHARD_LEARN_H

#include "shard/records.h"
#include "table/dictionary.h"
#include "table/scale.h"

enum {
    TEXTS_MOST = 10000 /* different ones of a column that are kept */
};

/* Different texts in bytewise order. */
typedef struct text_list {
    const char **text;
    size_t *size;
    int64_t *count;
    int32_t n;
} text_list;

typedef struct learned_column {
    column_profile profile; /* without the facts of a first record */
    value_range range;      /* of the cells that are numbers */
    int many;               /* more than TEXTS_MOST texts, or numbers: they are not kept */
    text_list texts;
} learned_column;

typedef struct learned {
    learned_column *column;
    int64_t *rows;   /* of each piece, dropped ones included */
    int64_t total;   /* of all */
    int64_t dropped; /* of all */
} learned;

/* texts: a flag for each column whose texts matter even if they are numbers. drop: one for each
 * column; rows with a missing cell in one of them are counted as dropped
 * and teach nothing. NULL: none is. Collective. */
fcap_status fcap_learn(fcap_run *run, fcap_comm *c, const records *from, const char *texts,
                       const char *drop, learned *out);
/* The place of a text in a list, or -1. */
int32_t fcap_text_find(const text_list *list, fcap_cell cell);

#endif
