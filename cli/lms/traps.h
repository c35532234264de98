/* traps.h - what LMS exports have between the students: rows that are no student, cells that
 * are no value, decorations around values. A note says what was found. */
#ifndef CLI_LMS_TRAPS_H
#define CLI_LMS_TRAPS_H

#include "lms/source.h"

enum {
    TRAPS_NA = 4
};

typedef struct traps {
    char *left_out;           /* for each row: 1 = it is no student */
    int *trim;                /* for each column: bits of what is taken off its cells */
    const char *na[TRAPS_NA]; /* texts that mean missing here */
    int32_t n_na;
    int decimal_comma; /* 1 = numbers have one, though the delimiter does not tell */
    int any;           /* is there anything to do at all? */
} traps;

/* Looks through a table, and says what will be done. `file` is its name in notes. `tidy`: also
 * for what spreadsheets leave in any table, empty rows and totals. */
traps traps_find(fcap_table *table, source from, const roles *r, const char *file, int tidy,
                 int quiet);
void traps_close(traps *t);

/* The part of a cell that counts. */
fcap_cell traps_cell(const traps *t, int32_t column, fcap_cell cell);

#endif
