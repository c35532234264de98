/* rewrite.h - a table made of another one: some rows left out, cells changed, columns added.
 *
 * It is written as a text and read again, so that it is a table like any other. Every row
 * begins on the line where it was, so that messages still name the lines of the file.
 */
#ifndef CLI_LMS_REWRITE_H
#define CLI_LMS_REWRITE_H

#include "lms/traps.h"

typedef struct added {
    int32_t n; /* columns */
    const fcap_cell *name;
    const fcap_cell *(*cells)(void *user, int64_t row); /* n of them */
    void *user;
} added;

/* Replaces *table, or leaves it alone and says why not. traps and more may be NULL. Delimiter
 * and header of the options are not used: they are those of the table. */
int rewrite(fcap_table **table, const traps *t, const added *more, const fcap_read_options *o,
            const char *file);

/* What a cell is in a copy. */
typedef fcap_cell cell_change(const void *user, int64_t row, int32_t column, fcap_cell cell);
/* A copy with other cells, on the same lines; NULL, which cannot happen unless memory runs out,
 * when it cannot be read again. */
fcap_table *rewritten(fcap_table *table, cell_change *change, const void *user);

#endif
