/* labels_in.h - reading a result back, and matching its rows with the data. */
#ifndef CLI_LABELS_IN_H
#define CLI_LABELS_IN_H

#include "job.h"
#include "label_names.h"

/* What is wrong with the rows of a result. */
typedef enum row_flaw {
    ROW_MISSING,    /* points that have no row; they have no line */
    ROW_TWICE,      /* rows of points that have one already */
    ROW_UNKNOWN,    /* rows of no point: there is no such row, or it is left out */
    ROW_DIFFERENT,  /* rows whose cells are not those of the data */
    ROW_UNLABELLED, /* rows whose cluster is not a whole number from 1 */
    ROW_FLAWS
} row_flaw;

typedef struct labels_in {
    int32_t *label;       /* problem.n labels from 0; -1 = none or not a whole number from 1 */
    int32_t largest;      /* the largest label, from 1 */
    int64_t rows;         /* of the result */
    int64_t matched;      /* points of the data with exactly one row in the result */
    label_names names;    /* of the groups, where the last column is `group`, not `cluster` */
    int32_t other_header; /* the first column, from 1, not called as in the data; 0: none */
    int64_t flaws[ROW_FLAWS]; /* how many rows have each */
    int64_t line[ROW_FLAWS];  /* of the result, on which the first of them begins */
} labels_in;

/* 0, or an exit code after having said why. */
int labels_read(labels_in *in, const job *j, const char *path);
void labels_free(labels_in *in);

#endif
