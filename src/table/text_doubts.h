/* text_doubts.h - what is seen of a column of texts that may be meant as numbers: how many are
 * numbers but for what is written around them, and what the others are.
 */
#ifndef FCAP_TABLE_TEXT_DOUBTS_H
#define FCAP_TABLE_TEXT_DOUBTS_H

#include "table/encoding.h"
#include "table/number_marks.h"

enum {
    KEPT_SIZE =
        8 /* bytes of a text that is compared with others; longer ones never mean missing */
};

typedef struct text_doubt {
    int32_t column;
    int is_left_out; /* as an identifier */
    int64_t numbers; /* as they are written */
    int64_t marked;  /* but for the marks */
    int64_t united;  /* but for the unit, which is the same in all of these */
    int64_t others;
    int64_t different;   /* of these: another text than the first one */
    unsigned marks;      /* of marked cells, and what was seen of numbers */
    unsigned unit_marks; /* of those with the unit */
    number_unit unit;
    int units_differ; /* two numbers with the unit do: it is no part of one name */
    int sizes_differ; /* of marked cells */
    size_t first_size;
    int64_t first_marked; /* rows */
    int64_t first_united;
    int64_t first_other;
    size_t number_size; /* of the first number with the unit */
    size_t other_size;
    char number[KEPT_SIZE];
    char other[KEPT_SIZE];
} text_doubt;

/* Counts one more cell. 0: the column is texts, no more of it need be looked at. */
int fcap_text_doubt_count(text_doubt *d, const fcap_table *t, fcap_cell cell, int64_t row);
/* A note about numbers that are written as no number is; 0: there are none, or too few. */
int fcap_text_doubt_say_marks(encoding *e, const text_doubt *d);
/* A note about numbers whose only other text may mean missing; 0: it is not so. */
int fcap_text_doubt_say_missing(encoding *e, const text_doubt *d);
/* A note about a column of texts many of which are numbers. */
void fcap_text_doubt_say_mixture(encoding *e, const text_doubt *d);

#endif
