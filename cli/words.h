/* words.h - what the tool says on stderr, and with which exit code it ends. */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include <faircap/faircap.h>
#include <faircap/table.h>

#include <stddef.h>

enum {
    EXIT_DONE = 0,
    EXIT_INTERNAL = 1,
    EXIT_USAGE = 2,
    EXIT_DATA = 3,
    EXIT_INFEASIBLE = 4,
    EXIT_NOT_FOUND = 5,
    EXIT_VIOLATED = 6,
    EXIT_IO = 7,
    EXIT_INTERRUPTED = 130
};

/* What errors begin with, where it is not "faircap:". */
void words_begin(const char *label);
/* "faircap: ..." in red on a terminal; always shown. Returns `code`. */
int say_error(int code, const char *format, ...) FCAP_PRINTF(2);
/* "note: ..."; not shown with --quiet. */
void say_note(int quiet, const char *format, ...) FCAP_PRINTF(2);

/* The exit code of a library status. */
int exit_code_of(fcap_status status);

/* The faults of a file, one a line, and how many more there are. */
void say_faults(const char *file, const fcap_faults *faults);

/* Zeroed memory, or the program ends with EXIT_IO: in a tool there is nothing better to do. */
void *need(size_t count, size_t size);

enum {
    RATIO_SIZE = 48
};
/* A balance with three decimals, rounded down, so that what is below 1/2 looks so; "none" when
 * den is 0. Returns text. */
const char *ratio_decimal(fcap_ratio ratio, char text[RATIO_SIZE]);
/* "1.01" where the decimal ends, else "4/3". Returns text. */
const char *ratio_print(fcap_ratio ratio, char text[RATIO_SIZE]);

/* What a noun gets behind so many: "" or "s". */
const char *plural(int64_t n);
enum {
    CELL_CHARACTERS = 40, /* of a cell are shown */
    CELL_SIZE = 168,      /* bytes that these fill at most, with the end */
    SAFE_SIZE = 408       /* the same of 100 characters, as many as the next one shows */
};
/* Text of the user's files made safe for a terminal; valid until the fourth next call. */
const char *safe(const char *text);

/* The same of a cell: at most 40 of its characters. */
const char *cell_shown(fcap_cell cell);
/* The same of a text that was a cell: the name of a column or of a group. */
const char *name_shown(const char *text);

#endif
