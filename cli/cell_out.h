/* cell_out.h - one cell of a CSV file that reads back to the same cell.
 *
 * A cell is quoted when it must be. A text that a spreadsheet would take for a formula gets a
 * leading apostrophe, which reading takes off again; numbers are left alone.
 */
#ifndef CLI_CELL_OUT_H
#define CLI_CELL_OUT_H

#include <faircap/table.h>

/* Where the bytes go. */
typedef void cell_sink(void *to, const char *bytes, size_t size);

/* Would a spreadsheet run it? */
int cell_is_formula(fcap_cell cell);

/* As it is, quoted where it must be; guarded: with one apostrophe before it. */
void cell_put(cell_sink *sink, void *to, fcap_cell cell, int guarded, char delimiter);
/* Guarded when it is a formula and no number of that table. */
void cell_put_safe(cell_sink *sink, void *to, const fcap_table *table, fcap_cell cell,
                   char delimiter);

/* The sink of save.h: `to` is an output. */
void cell_to_output(void *to, const char *bytes, size_t size);

#endif
