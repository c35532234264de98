/* results.h - results.csv: one row for each complete trial, read back to go on from.
 *
 *     method,k,seed,q,status,cost,bound,gap,balance,violations,over_capacity,unbalanced,
 *     repaired,seconds,slack,lambda,sizes
 *
 * Rows are ordered by series as asked for, k and seed; those that are in the file and were not
 * asked for this time stay, their series after the others. A cell that has nothing to say is
 * empty.
 *
 * The file is taken back only if it is, cell by cell, what would be written: rows that are cut,
 * come from elsewhere or contradict themselves are refused, and the file is left as it is. It
 * does not show whether a cost was edited.
 */
#ifndef CLI_RESULTS_H
#define CLI_RESULTS_H

#include "study/trials.h"

typedef struct results {
    char *path;
    trials kept; /* rows that were not asked for; its series are those asked for and more */
} results;

/* Reads the file, if there is one, and closes the trials of *t that it has. 0, or an exit code
 * after having said why. The caller closes in both cases. */
int results_open(results *r, const char *path, trials *t);
void results_close(results *r);

int results_write(const results *r, const trials *t);

#endif
