/* lookup.h - columns by name, as people type them. Each function returns 0, or an exit code
 * after having said what is wrong; option is its name in that sentence. */
#ifndef CLI_LOOKUP_H
#define CLI_LOOKUP_H

#include "args.h"

/* Says that there is no such column, or more than one (found = -2); returns the exit code. */
int no_such_column(const fcap_table *table, const char *option, const char *name,
                   int32_t found);

int find_column(const fcap_table *table, const char *option, const char *name, int32_t *out);

/* Each word is a column's whole name, or several names separated by commas. out->index is
 * yours to free. */
int find_columns(const fcap_table *table, const char *option, const word_list *words,
                 fcap_columns *out);

/* Columns with a number each. */
typedef struct column_factors {
    fcap_stretch *factor; /* yours to free, after an error too */
    int32_t n;
} column_factors;
/* Each word is COL=W, or several of these separated by commas. No column comes twice. */
int find_factors(const fcap_table *table, const char *option, const word_list *words,
                 column_factors *out);
/* The same with COL alone as well, which means COL=1. */
int find_weighted(const fcap_table *table, const char *option, const word_list *words,
                  column_factors *out);

#endif
