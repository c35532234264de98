/* main.c - faircap: parse the command line, run the command. */
#include "commands.h"
#include "memory.h"
#include "signals.h"
#include "words.h"

#include <errno.h>
#include <string.h>

static int run(const arguments *args) {
    switch (args->command) {
    case CMD_CLUSTER:
        return cmd_cluster(args);
    case CMD_GROUP:
        return cmd_group(args);
    case CMD_CHECK:
        return cmd_check(args);
    case CMD_PLAN:
        return cmd_plan(args);
    case CMD_SWEEP:
        return cmd_sweep(args);
    case CMD_TUNE:
        return cmd_tune(args);
    case CMD_GENERATE:
        return cmd_generate(args);
    case CMD_NONE:
    default:
        return EXIT_USAGE;
    }
}

int main(int argc, char **argv) {
    arguments args;
    int finished;
    signals_watch();
    int code = args_parse(argc, argv, &args, &finished);
    if (code == 0 && !finished) {
        memory_watch();
        code = run(&args);
        if (args.verbose && !args.quiet) {
            say_memory();
        }
    }
    if (fflush(stdout) != 0 && code == 0) {
        code = say_error(EXIT_IO, "cannot write to standard output: %s", strerror(errno));
    }
    return code;
}
