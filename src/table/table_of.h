/* table_of.h - what an fcap_table is made of, for the files of this folder. */
#ifndef FCAP_TABLE_TABLE_OF_H
#define FCAP_TABLE_TABLE_OF_H

#include "base/run.h"
#include "table/columns.h"
#include "table/csv.h"
#include "table/input.h"
#include "table/npy.h"

#include <faircap/table.h>

enum {
    NOTE_SIZE = 400
};

/* What it takes to split a record into cells; each thread has its own. */
typedef struct row_reader {
    fcap_cell *cells;
    char *scratch; /* cells that had to be changed are here */
    const char *end;
} row_reader;

struct fcap_table {
    fcap_run run; /* its arena holds everything below but a mapped file, and this struct */
    input file;
    int is_npy;
    csv csv;
    npy npy;
    int64_t n_rows; /* without the header */
    int32_t n_columns;
    int has_header;
    int comma;    /* decimal comma */
    int has_mark; /* the file began with a byte-order mark */
    missing_texts missing;
    column_profile *profile;
    const char **name;
    row_reader row;   /* the row asked for last */
    fcap_cell *first; /* the cells of the first record */
    int32_t n_notes;
    char note[FCAP_NOTES_KEPT][NOTE_SIZE];
};

/* The counts of all columns, from the cells of all records. */
fcap_status fcap_table_profile(fcap_table *t);

/* Readers for n threads, in the run's memory. */
fcap_status fcap_row_readers(fcap_run *run, const fcap_table *t, int32_t n, row_reader **out);
/* Splits a record; the cells are valid until the reader's next one. */
void fcap_row_read(const fcap_table *t, int64_t record, row_reader *reader);
/* The records [from, to) will not be looked at for a while. */
void fcap_table_leave(const fcap_table *t, int64_t from, int64_t to);

/* The physical line on which a row starts; for messages. */
int64_t fcap_table_line(const fcap_table *table, int64_t row);

#endif
