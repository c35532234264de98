/* save.c - files as a page has them: in memory, gone with the program. See cli/save.h.
 *
 * There is no disk that could fill, no other program and no signal, so a file is simply
 * written.
 */
#include "save.h"

#include "words.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <faircap/table.h>

int output_is_device(const char *path) {
    (void)path;
    return 0;
}

static int fail(const output *out) {
    return say_error(EXIT_IO, "cannot write %s: %s", safe(out->path), strerror(out->error));
}

int output_open(output *out, const char *path) {
    *out = (output){.path = path, .file = STDOUT_FILENO};
    if (strcmp(path, "-") != 0) {
        out->file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        out->error = out->file < 0 ? errno : 0;
    }
    return out->error != 0 ? fail(out) : 0;
}

static void flush(output *out) {
    size_t done = 0;
    while (done < out->used && out->error == 0) {
        ssize_t const n = write(out->file, out->buffer + done, out->used - done);
        if (n >= 0) {
            done += (size_t)n;
        } else {
            out->error = errno;
        }
    }
    out->used = 0;
}

void output_bytes(output *out, const char *bytes, size_t size) {
    while (size > 0) {
        size_t const room = sizeof out->buffer - out->used;
        size_t const part = size < room ? size : room;
        memcpy(out->buffer + out->used, bytes, part);
        out->used += part;
        bytes += part;
        size -= part;
        if (out->used == sizeof out->buffer) {
            flush(out);
        }
    }
}

void output_text(output *out, const char *text) {
    output_bytes(out, text, strlen(text));
}

void output_format(output *out, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    int const n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (n > 0) {
        output_bytes(out, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
    }
}

void output_integer(output *out, int64_t value) {
    output_format(out, "%lld", (long long)value);
}

void output_number(output *out, double value) {
    char text[FCAP_NUMBER_SIZE];
    int const n = fcap_number_print(value, text);
    output_bytes(out, text, (size_t)n);
}

int output_finish(output *out) {
    flush(out);
    return out->error != 0 ? fail(out) : 0;
}

int output_commit(output *out) {
    output_discard(out);
    return 0;
}

void output_discard(output *out) {
    if (out->path != NULL && out->file > STDERR_FILENO) {
        close(out->file);
        out->file = STDOUT_FILENO;
    }
}
