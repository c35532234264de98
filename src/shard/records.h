/* records.h - every data row of a rank's pieces, in order.
 *
 * Headers are left out. What is wrong with a record ends the visit with a sentence that names
 * shard, line and column.
 */
#ifndef FCAP_SHARD_RECORDS_H
#define FCAP_SHARD_RECORDS_H

#include "shard/reader.h"
#include "shard/row_format.h"

typedef struct record {
    const fcap_cell *cell; /* of a text; valid during the visit */
    const char *value;     /* of a matrix: the bytes of its row */
    const block *b;
    size_t at;   /* of a text: its offset in the block */
    int64_t row; /* of a matrix: in its shard */
} record;

typedef struct records {
    const row_format *l;
    const pieces *p;
    int64_t size; /* of a piece */
} records;

typedef fcap_status record_visit(void *context, const record *r);

fcap_status fcap_records_visit(fcap_run *run, const records *from, record_visit *visit,
                               void *context);
/* What ends a visit because of a cell: FCAP_E_DATA. */
fcap_status fcap_record_fault(fcap_run *run, const records *from, const record *r,
                              int32_t column, const char *format, ...) FCAP_PRINTF(5);

/* A cell of a record: its text. room: FCAP_NUMBER_SIZE, for matrices. */
fcap_cell fcap_record_cell(const records *from, const record *r, int32_t column, char *room);
int fcap_record_missing(const records *from, const record *r, int32_t column);
/* 1: a number; 0: none; -1: too large. Not of a missing cell. */
int fcap_record_number(const records *from, const record *r, int32_t column, double *value);

#endif
