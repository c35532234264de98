/* lookup.h - columns by name, as people type them. Each function returns 0, or an exit code
 * after having said what is wrong; option is its name in that sentence.
 *
 * Scripts mean what they say: a name is exact. Teachers are understood where only one column
 * can be meant: case, blanks and punctuation are of no importance to the command group.
 */
#ifndef CLI_LOOKUP_H
#define CLI_LOOKUP_H

#include "args.h"

typedef struct lookup {
    const fcap_table *table;
    int lenient;
} lookup;
/* As the command of these arguments looks columns up. */
lookup lookup_for(const fcap_table *table, const arguments *a);

/* The column of that name or 1-based number; -1 = none, -2 = more than one. */
int32_t column_named(lookup in, const char *name);

/* Says that there is no such column, or more than one (found = -2); returns the exit code. */
int no_such_column(lookup in, const char *option, const char *name, int32_t found);

int find_column(lookup in, const char *option, const char *name, int32_t *out);

/* Each word is a column's whole name, or several names separated by commas. out->index is
 * yours to free. */
int find_columns(lookup in, const char *option, const word_list *words, fcap_columns *out);

/* Columns with a number each. */
typedef struct column_factors {
    fcap_stretch *factor; /* yours to free, after an error too */
    int32_t n;
} column_factors;
/* Each word is COL=W, or several of these separated by commas. No column comes twice. */
int find_factors(lookup in, const char *option, const word_list *words, column_factors *out);
/* The same with COL alone as well, which means COL=1. */
int find_weighted(lookup in, const char *option, const word_list *words, column_factors *out);

#endif
