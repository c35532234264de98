/* commands.h - one function per command; each returns the exit code. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "args.h"

int cmd_group(const arguments *args);
int cmd_cluster(const arguments *args);
int cmd_check(const arguments *args);
int cmd_plan(const arguments *args);
int cmd_sweep(const arguments *args);
int cmd_tune(const arguments *args);
int cmd_generate(const arguments *args);

#endif
