/* labels.h - a labelling of the page's: what it amounts to, and what it breaks. */
#ifndef WEB_LABELS_H
#define WEB_LABELS_H

#include "report/result.h"

/* The labels of the file LABELS; j->rules.k becomes their number of groups. NULL after having
 * said why; the caller frees it. */
int32_t *labels_load(job *j);

/* The members of what r has measured: cost, groups, columns, order, what is broken. */
void labels_write(output *out, const result *r);

/* [{group, rule, column, value, rows, sentence}, ...]; count has k entries: how much each group
 * has of it. */
void broken_write(output *out, const result *r, int32_t *count);

#endif
