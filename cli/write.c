/* write.c - bytes, texts and numbers into an output, wherever that goes. See save.h. */
#include "save.h"

#include "words.h"

#include <faircap/table.h>

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void output_flush(output *out) {
    size_t done = 0;
    while (done < out->used && out->error == 0) {
        ssize_t const n = write(out->file, out->buffer + done, out->used - done);
        if (n > 0) {
            done += (size_t)n;
        } else if (n == 0) {
            out->error = ENOSPC; /* no progress and no error: once more would be for ever */
        } else if (errno != EINTR) {
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
            output_flush(out);
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
    assert(n >= 0);
    if ((size_t)n < sizeof text) {
        output_bytes(out, text, (size_t)n);
        return;
    }
    char *const all = need((size_t)n + 1, 1);
    va_start(args, format);
    vsnprintf(all, (size_t)n + 1, format, args);
    va_end(args);
    output_bytes(out, all, (size_t)n);
    free(all);
}

void output_integer(output *out, int64_t value) {
    output_format(out, "%lld", (long long)value);
}

void output_number(output *out, double value) {
    char text[FCAP_NUMBER_SIZE];
    int const n = fcap_number_print(value, text);
    output_bytes(out, text, (size_t)n);
}
