/* targets.c - see targets.h. */
#include "targets.h"

#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int say_formats(const char *asked) {
    say_error(EXIT_USAGE, "--to takes FORMAT or FORMAT:FILE, not \"%s\"; the formats are",
              safe(asked));
    for (int i = 0; i < n_formats; i++) {
        fprintf(stderr, "  %-19s %s\n", formats[i].name, formats[i].what);
    }
    return EXIT_USAGE;
}

/* "groups.csv" and "-members" make "groups-members.csv". */
static char *path_with(const char *path, const char *part) {
    const char *const slash = strrchr(path, '/');
    const char *const dot = strrchr(slash != NULL ? slash : path, '.');
    size_t const stem =
        dot != NULL && dot != path && dot[-1] != '/' ? (size_t)(dot - path) : strlen(path);
    size_t const room = strlen(path) + strlen(part) + 1;
    char *const full = need(room, 1);
    snprintf(full, room, "%.*s%s%s", (int)stem, path, part, path + stem);
    return full;
}

static int ends_with(const char *text, const char *end) {
    size_t const size = strlen(text);
    size_t const n = strlen(end);
    return size >= n && strcmp(text + size - n, end) == 0;
}

static int set_paths(target *t, const char *path) {
    int const direct = strcmp(path, "-") == 0 || output_is_device(path);
    if (path[0] == 0) {
        return say_error(EXIT_USAGE, "--to %s: the name of the file is empty", t->format->name);
    }
    if (direct && t->format->n_files > 1) {
        return say_error(EXIT_USAGE,
                         "--to %s makes %d files, so it needs a name: --to %s:groups.csv makes "
                         "groups%s.csv and groups%s.csv",
                         t->format->name, t->format->n_files, t->format->name,
                         t->format->part[0], t->format->part[1]);
    }
    if (!direct && t->format->extension != NULL && !ends_with(path, t->format->extension)) {
        return say_error(EXIT_USAGE,
                         "--to %s: the LMS takes only files whose name ends with %s, "
                         "not \"%s\"",
                         t->format->name, t->format->extension, safe(path));
    }
    for (int i = 0; i < t->format->n_files; i++) {
        t->path[i] = path_with(path, t->format->n_files > 1 ? t->format->part[i] : "");
    }
    return 0;
}

static int add_target(targets *t, const arguments *a, const char *word) {
    size_t const size = strcspn(word, ":");
    target *const new = &t->of[t->n];
    const format *asked = format_named(word, size);
    if (asked == NULL) {
        return say_formats(word);
    }
    int const in_place = word[size] == 0;
    const char *const path = !in_place ? word + size + 1 : a->output != NULL ? a->output : "-";
    if (strcmp(asked->name, student_page.name) == 0 && ends_with(path, ".html")) {
        asked = &student_page;
    }
    for (int i = 0; i < t->n; i++) {
        if (t->of[i].format == asked) {
            return say_error(EXIT_USAGE, "--to %s is given twice", asked->name);
        }
    }
    if (in_place && t->in_place) {
        return say_error(EXIT_USAGE,
                         "only one --to can go to -o; give the others files: --to %s:FILE",
                         asked->name);
    }
    *new = (target){.format = asked};
    t->in_place |= in_place;
    t->n++;
    return set_paths(new, path);
}

int targets_open(targets *t, const arguments *a) {
    *t = (targets){.n = 0};
    int code = 0;
    for (int i = 0; i < a->to.n && code == 0; i++) {
        code = add_target(t, a, a->to.word[i]);
    }
    if (code == 0 && t->in_place && a->labels_only) {
        code =
            say_error(EXIT_USAGE, "--labels-only and --to without a file exclude each other");
    }
    return code;
}

void targets_close(targets *t) {
    for (int i = 0; i < t->n; i++) {
        for (int f = 0; f < FORMAT_FILES; f++) {
            free(t->of[i].path[f]);
        }
    }
    *t = (targets){.n = 0};
}

int targets_check(const targets *t, const sheet *s) {
    int code = 0;
    for (int i = 0; i < t->n && code == 0; i++) {
        const format *const f = t->of[i].format;
        code = f->check != NULL ? f->check(s, f->name) : 0;
    }
    return code;
}

void targets_say_next(const targets *t, int quiet) {
    for (int i = 0; i < t->n && !quiet; i++) {
        const target *const one = &t->of[i];
        int const two = one->format->n_files > 1;
        fprintf(stderr, "%s%s%s: %s.\n",
                strcmp(one->path[0], "-") == 0 ? "standard output" : safe(one->path[0]),
                two ? " and " : "", two ? safe(one->path[1]) : "", one->format->next);
    }
}
