/* spared.c - see spared.h. A file may have many names, so files are compared and not names. */
#include "spared.h"

#include "options.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a name leads to: a regular file, or a name in a folder where there is nothing yet. */
typedef struct place {
    int known;
    dev_t device; /* of the file, or of the folder */
    ino_t inode;
    const char *name; /* in the folder; "" for a file that is there */
} place;

/* A name or, if it is "-", the stream that this means. */
static int look(const char *path, int stream, struct stat *about) {
    return strcmp(path, "-") == 0 ? fstat(stream, about) : stat(path, about);
}

/* A link to nowhere is replaced, so its own folder counts. */
static place place_to_be(const char *path) {
    const char *const slash = strrchr(path, '/');
    char folder[4096] = ".";
    struct stat about;
    size_t const length = slash != NULL ? (size_t)(slash - path) + 1 : 1;
    if (length >= sizeof folder) {
        return (place){0}; /* no system opens it */
    }
    if (slash != NULL) {
        memcpy(folder, path, length);
        folder[length] = 0;
    }
    if (stat(folder, &about) != 0) {
        return (place){0};
    }
    return (place){1, about.st_dev, about.st_ino, slash != NULL ? slash + 1 : path};
}

static place place_of(const char *path) {
    struct stat about;
    if (look(path, STDOUT_FILENO, &about) != 0) {
        return place_to_be(path);
    }
    return (place){S_ISREG(about.st_mode), about.st_dev, about.st_ino, ""};
}

int one_file(const char *one, const char *other) {
    place const a = place_of(one);
    place const b = place_of(other);
    return a.known && b.known && a.device == b.device && a.inode == b.inode &&
           strcmp(a.name, b.name) == 0;
}

static int is_input(const char *input, const struct stat *out) {
    struct stat in;
    return input != NULL && look(input, STDIN_FILENO, &in) == 0 && in.st_dev == out->st_dev &&
           in.st_ino == out->st_ino;
}

/* Of all options that name files to read. */
static int is_of_option(const arguments *a, const option_row *r, const struct stat *out) {
    const void *const field = (const char *)a + r->field;
    if (r->name == NULL || (r->commands & a->command) == 0) {
        return 0;
    }
    if (r->kind == INPUT) {
        return is_input(*(const char *const *)field, out);
    }
    const word_list *const list = field;
    int found = 0;
    for (int i = 0; r->kind == INPUTS && i < list->n; i++) {
        found |= is_input(list->word[i], out);
    }
    return found;
}

int spared(const arguments *a, const char *path) {
    struct stat out;
    if (look(path, STDOUT_FILENO, &out) != 0 || !S_ISREG(out.st_mode)) {
        return 0;
    }
    int found = 0;
    for (int i = 0; i < a->n_files; i++) {
        found |= is_input(a->file[i], &out);
    }
    for (size_t i = 0; i < n_options; i++) {
        found |= is_of_option(a, &options[i], &out);
    }
    return found;
}
