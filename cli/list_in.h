/* list_in.h - a small file of the user's, read line by line: ids or numbers, with commas
 * between those of one line; where people write the file, also with semicolons or tabs.
 *
 * Quotes, blanks, a byte-order mark, Excel's sep= line, any line end and Ctrl-Z at the end are
 * treated as in a table; the cells of a line are read by the reader of tables. Lines need not
 * have equally many cells. A line end within quotes ends the line all the same: such a quote is
 * never closed.
 */
#ifndef CLI_LIST_IN_H
#define CLI_LIST_IN_H

#include <faircap/table.h>

struct list_in;

/* Is this line, which begins with # and has `mark` between its texts, a remark? */
typedef int list_is_remark(const void *asked, const struct list_in *in, fcap_cell line,
                           char mark);

typedef struct list_in {
    const char *path;
    char mark;    /* between cells, as the first line says (sep=;); 0: it does not */
    int any_mark; /* a line with tabs or semicolons is divided by these; # begins a remark */
    list_is_remark *is_remark; /* unless this says 0 of the line */
    const void *asked;         /* its first argument */
    char *text;
    size_t size;
    size_t at;
    fcap_faults faults;
    /* of the line just read: */
    int64_t line;
    const fcap_cell *cell;
    int32_t n;
    fcap_table *table; /* what the cells are in */
} list_in;

/* 0, or an exit code after having said why. `option` is named in messages. */
int list_open(list_in *in, const char *option, const char *path);
/* What people write: any mark between cells, remarks, Windows-1252. Before the first line. */
void list_of_teacher(list_in *in, int quiet, list_is_remark *is_remark, const void *asked);
/* Goes to the next line that is not blank; 0 at the end. Faults are kept. */
int list_next(list_in *in);
/* Adds a fault in the line just read, at its cell i (from 0). */
void list_fault(list_in *in, int32_t i, const char *format, ...) FCAP_PRINTF(3);
/* Says all faults; 0, or an exit code when there were some. The list is closed. */
int list_close(list_in *in);

/* A cell of digits alone as a number; -1 for everything else. */
int64_t cell_whole_number(fcap_cell cell);
int equal_cells(fcap_cell a, fcap_cell b);

#endif
