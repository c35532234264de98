/* unknown.h - words that the command line does not know, and what may have been meant. */
#ifndef CLI_UNKNOWN_H
#define CLI_UNKNOWN_H

#include "options.h"

/* Each says so and returns EXIT_USAGE. */
int unknown_command(const char *name);
/* `shown` is the word as typed, `name` the option in it. */
int unknown_option(const char *shown, const char *name, command of);
/* -m of another command, where this one has --methods. */
int unknown_letter(const char *shown, char letter, command of);

#endif
