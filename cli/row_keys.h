/* row_keys.h - the rows of a file by the text that names them: the cell of --id, or the number.
 *
 * Files about rows (results, wishes) name them so. Rows that were left out because of missing
 * cells have a name too: who names one is told that, not that there is no such row.
 */
#ifndef CLI_ROW_KEYS_H
#define CLI_ROW_KEYS_H

#include "job.h"

typedef struct row_key {
    const char *text;
    int64_t point; /* of the problem; -1 = the row was left out */
    int taken;     /* the caller's mark */
} row_key;

typedef struct row_keys {
    row_key *key; /* sorted by text; equal texts in the order of the file */
    int64_t n;
    char *bytes; /* what the texts point to */
} row_keys;

/* By row numbers (from 1), or by the cells of --id. */
row_keys row_keys_open(const job *j, int by_number);
void row_keys_close(row_keys *keys);

/* The first of the rows called so, and how many of them there are; NULL when there is none. */
row_key *row_keys_find(const row_keys *keys, fcap_cell name, int64_t *count);

/* What a point is called: its id, or "row 7". Safe to show; valid until the fourth next call.
 */
const char *row_shown(const job *j, int64_t point);

#endif
