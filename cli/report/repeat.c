/* repeat.c - see repeat.h.
 *
 * A word is quoted where a shell would read it otherwise: 'with spaces', 'it'\''s'. What cannot
 * be seen (control characters, marks that turn text around, bytes that are no text) is spelled
 * out, $'\033', so that what is copied from the page is what was typed, and nothing else.
 */
#include "report/repeat.h"

#include "report/svg.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- quoting ---- */

static int is_plain(const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_@%+=:,./-";
    return word[0] != 0 && word[strspn(word, plain)] == 0;
}

/* Is everything in it visible as it is? */
static int is_visible(const char *word) {
    size_t const size = strlen(word);
    char *const shown = need(size + 16, 1);
    fcap_text_display(word, size, size, shown, size + 16);
    int const same = strcmp(shown, word) == 0;
    free(shown);
    return same;
}

static size_t put(char *to, const char *text) {
    size_t const size = strlen(text);
    memcpy(to, text, size + 1);
    return size;
}

/* Yours to free. */
static char *quoted(const char *word) {
    char *const text = need(4 * strlen(word) + 4, 1); /* a byte is at most \ooo or '\'' */
    if (is_plain(word)) {
        put(text, word);
        return text;
    }
    int const visible = is_visible(word);
    size_t at = put(text, visible ? "'" : "$'");
    for (const char *c = word; *c != 0; c++) {
        unsigned const byte = (unsigned char)*c;
        if (visible && *c == '\'') {
            at += put(text + at, "'\\''");
        } else if (!visible && (byte < 0x20 || byte >= 0x7f || *c == '\'' || *c == '\\')) {
            at += (size_t)snprintf(text + at, 5, "\\%03o", byte);
        } else {
            text[at++] = *c;
        }
    }
    put(text + at, "'");
    return text;
}

/* The name of an option stays on one line. */
static void word(output *out, const char *text) {
    char *const safe_text = quoted(text);
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
