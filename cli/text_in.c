/* text_in.c - see text_in.h. */
#include "text_in.h"

#include "words.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    FIRST_ROOM = 1 << 16
};

/* All bytes of a file, in memory that grows with it. */
static char *read_all(FILE *file, size_t most, size_t *size) {
    size_t room = most < FIRST_ROOM ? most : FIRST_ROOM;
    char *text = need(room + 1, 1);
    *size = fread(text, 1, room, file);
    while (*size == room && room < most) {
        room = room < most / 2 ? 2 * room : most;
        char *const bigger = memcpy(need(room + 1, 1), text, *size);
        free(text);
        text = bigger;
        *size += fread(text + *size, 1, room - *size, file);
    }
    return text;
}

/* NULL after having said why; `name` is safe to show. */
static char *read_open(FILE *file, const char *name, size_t most, size_t *size) {
    char *const text = read_all(file, most, size);
    if (ferror(file)) {
        say_error(EXIT_IO, "cannot read %s: %s", name, strerror(errno));
        free(text);
        return NULL;
    }
    return text;
}

char *text_read(const char *path, size_t most, size_t *size) {
    FILE *const file = fopen(path, "rb");
    if (file == NULL) {
        say_error(EXIT_IO, "cannot read %s: %s", safe(path), strerror(errno));
        return NULL;
    }
    char *const text = read_open(file, safe(path), most, size);
    fclose(file);
    return text;
}

int text_comes_once(const char *path) {
    struct stat about;
    return strcmp(path, "-") == 0 ||
           (stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode));
}

char *text_read_once(const char *path, size_t *size) {
    size_t const most = SIZE_MAX / 4; /* memory ends first */
    return strcmp(path, "-") == 0 ? read_open(stdin, "standard input", most, size)
                                  : text_read(path, most, size);
}

size_t line_take(const char *text, size_t size, size_t *at) {
    size_t const begin = *at;
    size_t end = begin;
    while (end < size && text[end] != '\n' && text[end] != '\r') {
        end++;
    }
    int const pair = end + 1 < size && text[end] == '\r' && text[end + 1] == '\n';
    *at = end + (pair ? 2 : 1);
    return end - begin;
}

size_t lines_most(const char *text, size_t size) {
    size_t lines = 1;
    for (size_t i = 0; i < size; i++) {
        lines += text[i] == '\n' || text[i] == '\r';
    }
    return lines;
}

size_t size_without_end_marks(const char *text, size_t size) {
    while (size > 0 && text[size - 1] == 0x1a) {
        size--;
    }
    return size;
}
