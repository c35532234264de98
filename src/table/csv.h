/* csv.h - delimited text as records of cells.
 *
 * The text stays as it is in memory; a csv knows where each record starts and splits a record
 * into cells on demand. So a table of any size needs the text and 8 bytes per record.
 */
#ifndef FCAP_TABLE_CSV_H
#define FCAP_TABLE_CSV_H

#include "base/run.h"
#include "table/input.h"

#include <faircap/table.h>

typedef struct csv {
    const input *file; /* where the text is */
    int begins;        /* a file begins with it, not a part of one */
    const char *text;
    size_t size;
    char delimiter;
    char rival; /* another that divides the records as evenly, unless one was asked for; or 0 */
    int32_t rival_fields;    /* not 0: the rival divides nearly all, into so many */
    unsigned char kind[256]; /* what each byte is to the scanner */
    int64_t n_records;       /* blank lines are no records */
    size_t *start;           /* n_records offsets into text */
    int32_t n_fields;        /* of every record */
    size_t longest;          /* bytes of the longest record */
    int64_t stray_quotes;    /* records with a quote inside an unquoted cell, kept as it is */
    int64_t first_stray;     /* the first such record */
    int64_t broken_records;  /* those that go over several lines */
    int64_t first_broken;    /* the first of them */
} csv;

/* Finds the records and checks them all; every fault is added to faults, and if there is any
 * the result is FCAP_E_DATA. delimiter 0 = detect. */
fcap_status fcap_csv_open(fcap_run *run, const input *file, char delimiter, int64_t skip_lines,
                          csv *out, fcap_faults *faults);

/* The n_fields cells of a record, trimmed and unquoted. scratch has room for `longest` bytes;
 * cells that had to be changed point into it, the others into the text. */
void fcap_csv_cells(const csv *in, int64_t record, fcap_cell *cells, char *scratch);

/* The 1-based physical line on which a record starts. Counts from the top: for messages only.
 */
int64_t fcap_csv_line(const csv *in, int64_t record);
/* The same of `n` records from `first` on, all in one pass. */
void fcap_csv_lines(const csv *in, int64_t first, int64_t n, int64_t *line);

#endif
