/* main.c - the program that the page's worker runs, once for each question.
 *
 *     core VERB group ROSTER OPTIONS...
 *
 * What follows the verb is a command line of `faircap group`, read by the tool's own code, so
 * that the page cannot mean anything else by it. The answer is JSON on standard output; errors
 * and notes are the tool's, on standard error, one a line. The exit code is the tool's too.
 */
#include "bridge.h"
#include "words.h"

#include <string.h>

typedef struct verb {
    const char *name;
    int (*answer)(output *out, const arguments *args);
} verb;

static const verb verbs[] = {
    {"read", bridge_read},       {"judge", bridge_judge},   {"group", bridge_group},
    {"measure", bridge_measure}, {"export", bridge_export}, {"formats", bridge_formats},
};

static int answer(const verb *v, const arguments *args) {
    static output out;
    int code = output_open(&out, "-");
    code = code != 0 ? code : v->answer(&out, args);
    return code != 0 ? code : output_finish(&out);
}

int main(int argc, char **argv) {
    for (size_t i = 0; argc > 2 && i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(argv[1], verbs[i].name) == 0) {
            arguments args;
            int finished = 0;
            int const code = args_parse(argc - 1, argv + 1, &args, &finished);
            return code != 0 || finished ? code : answer(&verbs[i], &args);
        }
    }
    return say_error(EXIT_USAGE, "the page asks for something that its core does not know");
}
