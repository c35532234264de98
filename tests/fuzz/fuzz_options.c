/* fuzz_options.c - any words as a command line: no crash, an exit code and a sentence that is
 * safe for a terminal, or arguments within their documented ranges; and the same every time.
 *
 *   words, each ended by a line end; byte 0 chooses the command
 */
#include "args.h"
#include "fuzz/require.h"
#include "fuzz/tool.h"
#include "options.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum {
    WORDS_MOST = 40
};

static void check_choices(const arguments *a) {
    for (size_t i = 0; i < n_options; i++) {
        const option_row *const row = &options[i];
        const char *const field = (const char *)a + row->field;
        if (row->name == NULL || !(row->commands & (unsigned)a->command)) {
            continue;
        }
        if (row->kind == WORDS) {
            const word_list *const list = (const word_list *)(const void *)field;
            REQUIRE(list->n >= 0 && list->n <= WORDS_MAX, "--%s: %d words", row->name, list->n);
            for (int j = 0; j < list->n; j++) {
                REQUIRE(list->word[j] != NULL, "--%s: no word", row->name);
            }
        }
        if (row->kind == RATIO) {
            const fcap_ratio *const r = (const fcap_ratio *)(const void *)field;
            REQUIRE(r->num >= 0 && r->num <= 1000000000 && r->den >= 0 && r->den <= 1000000000,
                    "--%s: %lld/%lld", row->name, (long long)r->num, (long long)r->den);
        }
        if (row->kind == REAL || row->kind == SHARE) {
            double const value = *(const double *)(const void *)field;
            REQUIRE(value - value == 0, "--%s is not finite", row->name);
            REQUIRE(row->kind != SHARE || value < 1, "--%s: %g", row->name, value);
        }
        if (row->kind == FLAG) {
            int const value = *(const int *)(const void *)field;
            REQUIRE(value == 0 || value == 1, "--%s: %d", row->name, value);
        }
    }
}

/* Help and errors alone are judged by what the tool says: nothing is read or computed. */
static int parse(char *const *argv, int argc, arguments *args, int *finished, char **said,
                 size_t *size) {
    FILE *const terminal = stderr;
    stderr = open_memstream(said, size);
    int const code = args_parse(argc, (char **)argv, args, finished);
    fclose(stderr);
    stderr = terminal;
    return code;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static char text[2048];
    char *argv[WORDS_MOST + 3] = {"faircap"};
    int argc = 1;
    if (size < 1 || size > sizeof text - 1) {
        return 0;
    }
    if (data[0] % 9 < n_commands) {
        argv[argc++] = (char *)(size_t)commands[data[0] % 9].name;
    }
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    for (char *at = text; at < text + size - 1 && argc < WORDS_MOST; at += strlen(at) + 1) {
        char *const end = strchr(at, '\n');
        if (end != NULL) {
            *end = 0;
        }
        if (strcmp(at, "--help") == 0 || strcmp(at, "-h") == 0 ||
            strcmp(at, "--version") == 0 || strcmp(at, "--list-options") == 0) {
            return 0; /* pages on stdout */
        }
        argv[argc++] = at;
    }
    arguments args;
    arguments again;
    int finished = 0;
    int finished_again = 0;
    char *said = NULL;
    char *said_again = NULL;
    size_t n = 0;
    size_t m = 0;
    int const code = parse(argv, argc, &args, &finished, &said, &n);
    int const code_again = parse(argv, argc, &again, &finished_again, &said_again, &m);
    REQUIRE(code == code_again && finished == finished_again, "%d and %d", code, code_again);
    REQUIRE(n == m && memcmp(said, said_again, n) == 0, "%s%s", said, said_again);
    REQUIRE(is_safe_text(said, n), "unsafe text");
    REQUIRE(code == 0 || code == 2, "exit code %d", code);
    REQUIRE(code == 0 || n > 20, "no reason: %s", said);
    if (code == 0 && !finished) {
        REQUIRE(args.command != CMD_NONE && args.n_files <= FILES_MAX, "%d files",
                args.n_files);
        check_choices(&args);
    }
    free(said);
    free(said_again);
    return 0;
}
