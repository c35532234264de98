/* text_in.c - see text_in.h. */
#include "text_in.h"

#include "words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

char *text_read(const char *path, size_t most, size_t *size) {
    FILE *const file = fopen(path, "rb");
    if (file == NULL) {
        say_error(EXIT_IO, "cannot read %s: %s", safe(path), strerror(errno));
        return NULL;
    }
    char *const text = read_all(file, most, size);
    int const failed = ferror(file);
    int const why = errno;
    fclose(file);
    if (failed) {
        say_error(EXIT_IO, "cannot read %s: %s", safe(path), strerror(why));
        free(text);
        return NULL;
    }
    return text;
}
