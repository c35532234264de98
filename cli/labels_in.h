/* labels_in.h - reading a result back, and matching its rows with the data. */
#ifndef CLI_LABELS_IN_H
#define CLI_LABELS_IN_H

#include "job.h"
#include "label_names.h"

typedef struct labels_in {
    int32_t *label;     /* problem.n labels from 0; -1 = none or not a whole number from 1 */
    int32_t largest;    /* the largest label, from 1 */
    int64_t rows;       /* of the result */
    int64_t matched;    /* points of the data with exactly one row in the result */
    int64_t different;  /* rows whose cells are not those of the data, or that match no point */
    label_names names;  /* of the groups, where the last column is `group`, not `cluster` */
    int64_t unlabelled; /* rows whose cluster is not a whole number from 1 */
} labels_in;

/* 0, or an exit code after having said why. */
int labels_read(labels_in *in, const job *j, const char *path);
void labels_free(labels_in *in);

#endif
