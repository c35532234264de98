/* row_format.h - how the rows of all shards are to be read: delimiter, header, names, decimal
 * mark.
 *
 * Rank 0 decides, from the beginning of the first shard, by the rules of docs/INPUT.md; the
 * others are told.
 */
#ifndef FCAP_SHARD_ROW_FORMAT_H
#define FCAP_SHARD_ROW_FORMAT_H

#include "shard/shards.h"
#include "table/columns.h"

#include <faircap/faircap_mpi.h>

typedef struct row_format {
    int is_matrix;
    char delimiter;
    int has_header;
    int comma;
    int32_t n_columns;
    const char **name; /* of each column, closed by 0 */
    missing_texts missing;
} row_format;

fcap_status fcap_row_format_open(fcap_run *run, fcap_comm *c, const shards *s,
                                 const fcap_mpi_request *q, row_format *out);
/* The column with that name, or that 1-based number; FCAP_E_ARGUMENT for none, or several. */
fcap_status fcap_row_format_find(fcap_run *run, const row_format *l, const char *name,
                                 int32_t *column);

#endif
