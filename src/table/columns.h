/* columns.h - what the columns of a table are: numbers, texts or identifiers.
 *
 * A profile is one pass over all cells that counts. From the counts alone follow the header,
 * the decimal mark and the type of each column, by the rules of docs/INPUT.md.
 */
#ifndef FCAP_TABLE_COLUMNS_H
#define FCAP_TABLE_COLUMNS_H

#include "base/run.h"

#include <faircap/table.h>

/* Counts over the cells of one column, the first record apart. */
typedef struct column_profile {
    int64_t cells; /* not missing */
    int64_t missing;
    int64_t numbers;       /* read with a decimal point */
    int64_t comma_numbers; /* read with a decimal comma, and not with a point */
    int64_t integers;
    int64_t pointed;  /* numbers with a point in them */
    int64_t figures;  /* texts that begin with a digit: dates, times, ... */
    int64_t as_first; /* cells with the same text as the first record's */
    int64_t low;      /* the first and the last cell that is not missing, as whole numbers */
    int64_t high;
    int climbed;       /* there is one */
    int broken;        /* they are not all whole numbers, each above the one before */
    int first_missing; /* the same facts about the first record's cell */
    int first_number;
    int first_comma_number;
    int first_integer;
    int first_pointed;
    int first_figure;
    int first_mark; /* what programs write for a number that is none: nan, -, #N/A */
} column_profile;

/* The texts that mean "missing". */
typedef struct missing_texts {
    const char *const *more; /* besides the usual ones */
    int32_t n;
} missing_texts;
int fcap_is_missing(const missing_texts *texts, fcap_cell cell);

/* What the first record's cell is; it adds to no count. */
void fcap_column_first(column_profile *p, const missing_texts *texts, fcap_cell cell);
/* Adds one cell of another record. */
void fcap_column_count(column_profile *p, const missing_texts *texts, fcap_cell cell,
                       fcap_cell first_cell);
/* Goes on with the whole numbers from low to high; -1 is none. */
void fcap_column_climb(column_profile *p, int64_t low, int64_t high);
/* Adds the counts of records that come behind those of p. */
void fcap_column_add(column_profile *p, const column_profile *more);

/* Is the first record a header? *guess gets a sentence when it is not obvious, else NULL. */
int fcap_columns_have_header(const column_profile *p, int32_t n, const char **guess);
/* Does a ';' file use a decimal comma? */
int fcap_columns_use_comma(const column_profile *p, int32_t n, int has_header);

/* More than half of the cells that are not missing are numbers. */
int fcap_column_is_numeric(const column_profile *p, int has_header, int comma);
/* Does the name say that this column identifies rows? (id, ..._id, id_..., number, nr, ...) */
int fcap_name_says_id(const char *name);
/* The same of the words id and matriculation alone: a number may count other things. */
int fcap_name_is_id(const char *name);

#endif
