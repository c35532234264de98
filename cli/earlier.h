/* earlier.h - the clusters of an earlier result, found again in the data at hand.
 *
 * Unlike a result that is checked (labels_in.h), an earlier one may lack rows, which are new
 * since, and have rows that are gone. Rows are matched by --id, else by their number. The
 * command group writes names of groups into a column `group`, and reads them again.
 */
#ifndef CLI_EARLIER_H
#define CLI_EARLIER_H

#include "label_names.h"
#include "row_keys.h"

typedef struct earlier {
    int32_t *label;    /* problem.n labels from 0; -1 = not in it, or without a cluster there */
    int32_t largest;   /* the largest label, from 1 */
    int64_t labelled;  /* points with a label */
    int64_t strangers; /* rows that are not in the data */
    label_names names; /* of groups that have names (column `group`); else none */
} earlier;

/* keys: by --id, or by number without one. 0, or an exit code after having said why. */
int earlier_read(earlier *e, const job *j, const row_keys *keys, const char *option,
                 const char *path);
/* How many clusters have a member among the n points; fewer than `largest` where the numbers
 * have gaps. */
int64_t earlier_clusters(const earlier *e, int64_t n);
void earlier_free(earlier *e);

#endif
