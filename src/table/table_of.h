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

struct fcap_table {
    fcap_run run; /* its arena holds everything below, and this struct */
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
    fcap_cell *cells; /* of the row asked for last */
    char *scratch;
    fcap_cell *first; /* of the first record */
    char *first_scratch;
    int32_t n_notes;
    char note[FCAP_NOTES_KEPT][NOTE_SIZE];
};

/* The physical line on which a row starts; for messages. */
int64_t fcap_table_line(const fcap_table *table, int64_t row);

#endif
