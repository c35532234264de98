/* options.h - every option and every command as rows of two tables.
 *
 * The parser, --help, the completions and the test of the man page are made from them, so they
 * cannot disagree. An option that means one thing for some commands and another for others
 * (-k 8, -k 3:20) has two rows.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "args.h"

#include <stddef.h>

typedef enum kind {
    FLAG,   /* int: set to 1 */
    TEXT,   /* const char *: given twice, it must be the same */
    WORDS,  /* word_list: may repeat */
    INPUT,  /* const char *: a file that is read, which no output may replace */
    INPUTS, /* word_list: such files */
    COUNT,  /* int64_t within [low, high] */
    REAL,   /* double >= 0 */
    RATIO,  /* fcap_ratio */
    CHOICE, /* int: index into choices, separated by | */
    METHOD, /* int: fcap_method, by name */
    SHARE,  /* double within [0, 1): 0.01 or 1% */
} kind;

typedef struct option_row {
    char letter; /* 0 = none */
    const char *name;
    kind kind;
    size_t field;
    unsigned commands; /* that take it */
    const char *argument;
    const char *help;
    int64_t low; /* of REAL: 0 = at least 0, 1 = above 0 */
    int64_t high;
} option_row;

/* A row without a name is a heading. */
extern const option_row options[];
extern const size_t n_options;

typedef struct command_row {
    command id;
    const char *name;
    const char *files;
    int n_files;
    const char *what;
    const char *examples;
} command_row;

extern const command_row commands[];
extern const size_t n_commands;

/* NULL for CMD_NONE. */
const command_row *command_row_of(command id);

#endif
