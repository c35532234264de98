/* tool.c - see tool.h. */
#include "fuzz/tool.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int faircap_main(int argc, char **argv); /* cli/main.c */

enum {
    WORDS_MOST = 64,
    FILES_MOST = 4
};

static void need(int condition, const char *what) {
    if (!condition) {
        perror(what);
        _exit(2);
    }
}

const char *tool_file(int number, const void *bytes, size_t size) {
    static int file[FILES_MOST];
    static char name[FILES_MOST][40];
    if (file[number] == 0) {
        file[number] = memfd_create("fuzz", 0);
        need(file[number] > 0, "memfd_create");
        snprintf(name[number], sizeof name[number], "/proc/self/fd/%d", file[number]);
    }
    need(ftruncate(file[number], 0) == 0, "ftruncate");
    need(pwrite(file[number], bytes, size, 0) == (ssize_t)size, "pwrite");
    return name[number];
}

/* What file 1 got. */
static char *read_back(int file, size_t *size) {
    off_t const end = lseek(file, 0, SEEK_END);
    need(end >= 0, "lseek");
    *size = (size_t)end;
    char *const text = malloc(*size + 1);
    need(text != NULL && pread(file, text, *size, 0) == (ssize_t)*size, "pread");
    text[*size] = 0;
    return text;
}

told tool_tell(const char *const *word) {
    static int out = -1;
    char *argv[WORDS_MOST + 1] = {0};
    int argc = 0;
    told t = {0};
    if (out < 0) {
        out = memfd_create("out", 0);
        need(out >= 0, "memfd_create");
    }
    for (; word[argc] != NULL && argc < WORDS_MOST; argc++) {
        argv[argc] = strdup(word[argc]);
    }
    need(ftruncate(out, 0) == 0 && lseek(out, 0, SEEK_SET) == 0, "ftruncate");
    int const screen = dup(1);
    need(screen >= 0 && dup2(out, 1) == 1, "dup2");
    FILE *const terminal = stderr;
    stderr = open_memstream(&t.err, &t.err_size);
    need(stderr != NULL, "open_memstream");
    t.code = faircap_main(argc, argv);
    fflush(stdout);
    fclose(stderr);
    stderr = terminal;
    t.out = read_back(out, &t.out_size);
    need(dup2(screen, 1) == 1, "dup2");
    close(screen);
    for (int i = 0; i < argc; i++) {
        free(argv[i]);
    }
    return t;
}

void told_free(told *t) {
    free(t->out);
    free(t->err);
}

/* The code point at *u and its bytes; -1 when it is none. */
static int32_t decode(const unsigned char *u, size_t left, int *bytes) {
    static const int32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    int const n = *u < 0x80   ? 1
                  : *u < 0xc2 ? 0
                  : *u < 0xe0 ? 2
                  : *u < 0xf0 ? 3
                  : *u < 0xf5 ? 4
                              : 0;
    if (n == 0 || (size_t)n > left) {
        return -1;
    }
    int32_t c = n == 1 ? *u : *u & (0x7f >> n);
    for (int i = 1; i < n; i++) {
        if ((u[i] & 0xc0) != 0x80) {
            return -1;
        }
        c = c << 6 | (u[i] & 0x3f);
    }
    *bytes = n;
    return c < least[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ? -1 : c;
}

int is_safe_text(const char *text, size_t size) {
    const unsigned char *const u = (const unsigned char *)text;
    size_t at = 0;
    while (at < size) {
        int bytes = 0;
        int32_t const c = decode(u + at, size - at, &bytes);
        int const control = (c < 0x20 && c != '\n') || (c >= 0x7f && c < 0xa0);
        int const reorders = c == 0x200e || c == 0x200f || c == 0x61c ||
                             (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
        if (c < 0 || control || reorders) {
            return 0;
        }
        at += (size_t)bytes;
    }
    return 1;
}
