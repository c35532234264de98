/* repeat.h - commands on a page, as a shell takes them: to repeat a run, and to check it. */
#ifndef CLI_REPEAT_H
#define CLI_REPEAT_H

#include "args.h"
#include "save.h"

/* The command line, every word as it was typed. */
void repeat_command(output *out, const arguments *args);

/* What recomputes the answer of this run from the raw data; with its certificate, if one was
 * written. */
void repeat_check(output *out, const arguments *args, int certified);

#endif
