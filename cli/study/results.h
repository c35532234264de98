/* results.h - results.csv: one row for each complete trial, read back to go on from.
 *
 *     method,k,seed,q,status,cost,bound,gap,balance,violations,over_capacity,unbalanced,
 *     repaired,seconds,slack,lambda,check,sizes
 *
 * Rows are ordered by series as asked for, k and seed; those that are in the file and were not
 * asked for this time stay, their series after the others. A cell that has nothing to say is
 * empty.
 *
 * The file is taken back only if it is, cell by cell, what was written (result_row.h): rows
 * that are cut or changed, come from elsewhere or contradict themselves are refused, and the
 * file is left as it is. It is replaced as a whole, so no end of a run leaves half a row. Rows
 * may be missing or in another order.
 */
#ifndef CLI_RESULTS_H
#define CLI_RESULTS_H

#include "study/trials.h"

typedef struct results {
    char *path;
    uint64_t origin; /* a checksum of what all rows have in common */
    trials kept;     /* rows that were not asked for; its series are those asked for and more */
} results;

/* Reads the file, if there is one, and closes the trials of *t that it has. 0, or an exit code
 * after having said why. The caller closes in both cases. */
int results_open(results *r, const char *path, uint64_t origin, trials *t);
void results_close(results *r);

int results_write(const results *r, const trials *t);

#endif
