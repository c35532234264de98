/* repeat.c - see repeat.h. */
#include "report/repeat.h"

#include "report/svg.h"
#include "shell_word.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The name of an option stays on one line. */
static void word(output *out, const char *text) {
    char *const safe_text = shell_word(text);
    int const whole = text[0] == '-' && strlen(safe_text) < 24;
    output_text(out, whole ? " <span>" : " ");
    svg_code(out, safe_text);
    output_text(out, whole ? "</span>" : "");
    free(safe_text);
}

/* ---- commands ---- */

static void open_command(output *out) {
    /* The program's own folder is nobody's business, and another one where it is repeated. */
    output_text(out, "<pre class=\"command\"><code>faircap");
}

static void close_command(output *out) {
    output_text(out, "</code></pre>\n");
}

void repeat_command(output *out, const arguments *args) {
    open_command(out);
    for (int i = 1; i < args->argc; i++) {
        word(out, args->argv[i]);
    }
    close_command(out);
}

/* Something that can be read again. */
static int is_file(const char *path) {
    return path != NULL && strcmp(path, "-") != 0 && !output_is_device(path);
}

static int looks_like_an_option(const char *path) {
    return path[0] == '-' && path[1] != 0;
}

void repeat_check(output *out, const arguments *args, int certified) {
    const char **const request = need((size_t)args->argc, sizeof *request);
    int const n = args_request(args, request);
    const char *const table = is_file(args_table(args)) ? args_table(args) : "RESULT";
    int const last = looks_like_an_option(args->file[0]) || looks_like_an_option(table);
    open_command(out);
    output_text(out, " check");
    if (!last) {
        word(out, args->file[0]);
        word(out, table);
    }
    for (int i = 0; i < n; i++) {
        word(out, request[i]);
    }
    if (certified) {
        word(out, "--certificate");
        word(out, is_file(args->certificate) ? args->certificate : "CERTIFICATE");
    }
    if (last) {
        word(out, "--");
        word(out, args->file[0]);
        word(out, table);
    }
    close_command(out);
    free(request);
}
