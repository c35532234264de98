/* text_in.c - see text_in.h. */
#include "text_in.h"

#include "words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *text_read(const char *path, size_t most, size_t *size) {
    FILE *const file = fopen(path, "rb");
    if (file == NULL) {
        say_error(EXIT_IO, "cannot read %s: %s", safe(path), strerror(errno));
        return NULL;
    }
    char *const text = need(most + 1, 1);
    *size = fread(text, 1, most, file);
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
