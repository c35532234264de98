/* references.h - costs that others report for the same file, to draw beside ours.
 *
 * A CSV with the columns method, k and cost; further columns are ignored. A method that is
 * named like a series is compared with it; names are read as --methods reads them, so that
 * "fair-kmedoids" is "fair-kmedoids/mcf".
 */
#ifndef CLI_REFERENCES_H
#define CLI_REFERENCES_H

#include "study/trials.h"

typedef struct reference {
    int32_t method; /* index into references.method */
    int32_t k;
    double cost;
} reference;

typedef struct references {
    int32_t n_methods;
    char (*method)[SERIES_NAME]; /* in the order in which they first appear */
    int64_t n;
    reference *reference; /* by method, k */
} references;

/* 0, or an exit code after having said why. */
int references_open(references *r, const char *path, const arguments *a);
/* The row of a method and k, or NULL. */
const reference *references_find(const references *r, int32_t method, int32_t k);
/* Zeroed is fine. */
void references_close(references *r);

#endif
