/* result_row.h - one row of results.csv: a trial as text, and back.
 *
 * A row is believed only if it is, cell by cell, what would be written for it, if nothing in it
 * contradicts the request or itself, and if its checksum is right. What is wrong is said of one
 * column, so that whoever edited the file finds the place. The checksum is for the rest: a cost
 * with another digit is as good a number as the right one. It begins with what the whole study
 * has in common, so a row of another folder has another one.
 */
#ifndef CLI_RESULT_ROW_H
#define CLI_RESULT_ROW_H

#include "study/trials.h"

#include <faircap/table.h>

enum {
    RESULT_COLUMNS = 18,
    RESULT_WHY = 240
};
const char *result_column(int c);

typedef struct result_line {
    char cell[RESULT_COLUMNS - 1][SERIES_NAME]; /* all but the last */
    char *sizes;                                /* the last; free() */
} result_line;

/* A line for rows of up to `clusters` clusters. */
result_line result_line_open(int32_t clusters);
/* `origin` is the checksum of what all rows have in common. */
void result_line_print(result_line *l, const arguments *a, uint64_t origin, const series *s,
                       const trial *row);

/* What is wrong with a row. */
typedef struct result_fault {
    int column;
    char why[RESULT_WHY];
} result_fault;

/* Fills *s and *row (but for row->series) and returns 1, or 0 and the fault. */
int result_row_read(const fcap_cell *cell, const trials *t, uint64_t origin, series *s,
                    trial *row, result_fault *fault);

#endif
