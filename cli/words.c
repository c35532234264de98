/* words.c - messages and exit codes. See words.h. */
#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MESSAGE_SIZE = 16384
};

static int with_colour(void) {
    const char *const no = getenv("NO_COLOR");
    return isatty(STDERR_FILENO) && (no == NULL || no[0] == 0);
}

/* Texts of files are made safe one by one; here half characters go that a format has left of
 * them, and what somebody forgot. */
static void say(const char *label, const char *colour, const char *format, va_list args) {
    int const coloured = with_colour();
    char text[MESSAGE_SIZE];
    char shown[MESSAGE_SIZE + 8];
    vsnprintf(text, sizeof text, format, args);
    fcap_text_display(text, strlen(text), MESSAGE_SIZE, shown, sizeof shown);
    fflush(stdout); /* so that both streams keep their order in one log */
    fprintf(stderr, "%s%s%s %s\n", coloured ? colour : "", label, coloured ? "\033[0m" : "",
            shown);
}

static const char *program = "faircap:";

void words_begin(const char *label) {
    program = label;
}

int say_error(int code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(program, "\033[1;31m", format, args);
    va_end(args);
    return code;
}

void say_note(int quiet, const char *format, ...) {
    if (!quiet) {
        va_list args;
        va_start(args, format);
        say("note:", "\033[1m", format, args);
        va_end(args);
    }
}

int exit_code_of(fcap_status status) {
    switch (status) {
    case FCAP_OK:
        return EXIT_DONE;
    case FCAP_E_ARGUMENT:
        return EXIT_USAGE;
    case FCAP_E_INFEASIBLE:
        return EXIT_INFEASIBLE;
    case FCAP_E_NOT_FOUND:
        return EXIT_NOT_FOUND;
    case FCAP_E_NO_MEMORY:
    case FCAP_E_IO:
        return EXIT_IO;
    case FCAP_E_CANCELLED:
        return EXIT_INTERRUPTED;
    case FCAP_E_OVERFLOW:
    case FCAP_E_DATA:
        return EXIT_DATA;
    case FCAP_E_INTERNAL:
    case FCAP_STATUS_END:
    default:
        return EXIT_INTERNAL;
    }
}

/* A file in another encoding has the same fault in every name: once is enough. */
static int is_said(const fcap_faults *faults, int32_t i) {
    const char *const message = faults->fault[i].message;
    int said = 0;
    for (int32_t k = 0; k < i && strstr(message, "UTF-8") != NULL; k++) {
        said |= strcmp(faults->fault[k].message, message) == 0;
    }
    return said;
}

void say_faults(const char *file, const fcap_faults *faults) {
    const char *const name = strcmp(file, "-") == 0 ? "standard input" : safe(file);
    int64_t unsaid = faults->total - faults->kept;
    for (int32_t i = 0; i < faults->kept; i++) {
        const fcap_fault *const f = &faults->fault[i];
        if (is_said(faults, i)) {
            unsaid++;
            continue;
        }
        if (f->line == 0) {
            say_error(0, "%s: %s", name, f->message);
        } else if (f->column == 0) {
            say_error(0, "%s: line %lld: %s", name, (long long)f->line, f->message);
        } else {
            say_error(0, "%s: line %lld, column %d: %s", name, (long long)f->line,
                      (int)f->column, f->message);
        }
    }
    if (unsaid > 0) {
        say_error(0, "%s: and %lld more fault%s", name, (long long)unsaid, plural(unsaid));
    }
}

void *need(size_t count, size_t size) {
    void *const block = calloc(count > 0 ? count : 1, size);
    if (block == NULL) {
        exit(say_error(EXIT_IO, "out of memory for %zu x %zu bytes", count, size));
    }
    return block;
}

const char *ratio_decimal(fcap_ratio ratio, char text[RATIO_SIZE]) {
    if (ratio.den == 0) {
        snprintf(text, RATIO_SIZE, "none");
    } else {
        int64_t const thousandths = ratio.num * 1000 / ratio.den;
        snprintf(text, RATIO_SIZE, "%lld.%03d", (long long)(thousandths / 1000),
                 (int)(thousandths % 1000));
    }
    return text;
}

const char *plural(int64_t n) {
    return n == 1 ? "" : "s";
}

static const char *safe_part(const char *text, size_t size, size_t characters) {
    static char buffer[4][SAFE_SIZE];
    static int turn;
    turn = (turn + 1) % 4;
    fcap_text_display(text, size, characters, buffer[turn], sizeof buffer[turn]);
    return buffer[turn];
}

const char *safe(const char *text) {
    return safe_part(text, strlen(text), 100);
}

const char *cell_shown(fcap_cell cell) {
    return safe_part(cell.text, cell.size, CELL_CHARACTERS);
}

const char *name_shown(const char *text) {
    return safe_part(text, strlen(text), CELL_CHARACTERS);
}

const char *ratio_print(fcap_ratio ratio, char text[RATIO_SIZE]) {
    int64_t scale = 1;
    int places = 0;
    while (scale % ratio.den != 0 && scale < INT64_C(1000000000)) {
        scale *= 10;
        places++;
    }
    if (scale % ratio.den != 0) {
        snprintf(text, RATIO_SIZE, "%lld/%lld", (long long)ratio.num, (long long)ratio.den);
        return text;
    }
    int64_t const digits = ratio.num % ratio.den * (scale / ratio.den);
    int const used = snprintf(text, RATIO_SIZE, "%lld", (long long)(ratio.num / ratio.den));
    if (places > 0) {
        snprintf(text + used, RATIO_SIZE - (size_t)used, ".%0*lld", places, (long long)digits);
    }
    return text;
}
