/* shown_names.c - see shown_names.h.
 *
 * Why combinations stay different: read a name from the left. A part that begins with a quote
 * ends at the first quote that is not doubled. Any other ends before the first " & ", which is
 * the one between the parts: the part has none in it, and none begins in it, as it does not end
 * in " &".
 */
#include "table/shown_names.h"

#include <stdio.h>
#include <string.h>

static const char BETWEEN[] = " & ";

/* Writes, or only counts where there is nothing to write to. */
typedef struct pen {
    char *to;
    size_t at;
} pen;

static void put(pen *p, const char *text, size_t size) {
    if (p->to != NULL && size > 0) {
        memcpy(p->to + p->at, text, size);
    }
    p->at += size;
}

static void put_quoted(pen *p, const char *text, size_t size) {
    put(p, "\"", 1);
    for (size_t i = 0; i < size; i++) {
        put(p, "\"\"", text[i] == '"' ? 2 : 0);
        put(p, text + i, text[i] != '"');
    }
    put(p, "\"", 1);
}

/* ---- groups ---- */

static int has_between(const char *text, size_t size) {
    size_t const wide = sizeof BETWEEN - 1;
    for (size_t i = 0; i + wide <= size; i++) {
        if (memcmp(text + i, BETWEEN, wide) == 0) {
            return 1;
        }
    }
    return size >= 2 && memcmp(text + size - 2, " &", 2) == 0;
}

/* (missing), with any number of quotes on either side, as many before as behind it. */
static int is_called_missing(const char *text, size_t size) {
    size_t const word = sizeof SHOWN_MISSING - 1;
    if (size < word || (size - word) % 2 != 0) {
        return 0;
    }
    size_t const quotes = (size - word) / 2;
    int same = memcmp(text + quotes, SHOWN_MISSING, word) == 0;
    for (size_t i = 0; i < quotes && same; i++) {
        same = text[i] == '"' && text[size - 1 - i] == '"';
    }
    return same;
}

static void put_group(pen *p, const char *text, size_t size) {
    const char *part = text;
    const char *const end = text + size;
    if (memchr(text, 0, size) == NULL) {
        size_t const quoted = (size_t)is_called_missing(text, size);
        put(p, "\"", quoted);
        put(p, text, size);
        put(p, "\"", quoted);
        return;
    }
    for (;;) {
        const char *const behind = memchr(part, 0, (size_t)(end - part));
        size_t const length = (size_t)((behind != NULL ? behind : end) - part);
        if (has_between(part, length) || (length > 0 && part[0] == '"')) {
            put_quoted(p, part, length);
        } else {
            put(p, part, length);
        }
        if (behind == NULL) {
            return;
        }
        put(p, BETWEEN, sizeof BETWEEN - 1);
        part = behind + 1;
    }
}

static void put_title(pen *p, const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        put(p, text[i] == 0 ? BETWEEN : text + i, text[i] == 0 ? sizeof BETWEEN - 1 : 1);
    }
}

static const char *written(fcap_dataset *dataset, const char *text, size_t size,
                           void (*write)(pen *, const char *, size_t)) {
    pen p = {NULL, 0};
    write(&p, text, size);
    p = (pen){arena_array(&dataset->run.mem, char, p.at + 1), 0};
    if (p.to != NULL) {
        write(&p, text, size);
        p.to[p.at] = 0;
    }
    return p.to;
}

const char *fcap_shown_group(fcap_dataset *dataset, const char *text, size_t size) {
    return written(dataset, text, size, put_group);
}

const char *fcap_shown_title(fcap_dataset *dataset, const char *text, size_t size) {
    return written(dataset, text, size, put_title);
}

/* ---- attributes ---- */

static const char *with_column(fcap_dataset *dataset, const char *name, int32_t column) {
    static const char FORM[] = "%s (column %lld)";
    long long const number = (long long)column + 1;
    size_t const size = (size_t)snprintf(NULL, 0, FORM, name, number) + 1;
    char *const text = arena_array(&dataset->run.mem, char, size);
    if (text != NULL) {
        (void)snprintf(text, size, FORM, name, number);
    }
    return text;
}

/* Marks every attribute whose name another one has; returns how many, or -1: no memory. */
static int32_t mark_doubles(fcap_dataset *dataset, int32_t combined,
                            const protected_column *column, char *is_double) {
    const char **const name = dataset->attribute_name;
    int32_t const n = dataset->n_attributes;
    int32_t marked = 0;
    for (int32_t a = 0; a < n; a++) {
        is_double[a] = 0;
        for (int32_t b = 0; b < n && !is_double[a]; b++) {
            is_double[a] = a != b && strcmp(name[a], name[b]) == 0;
        }
    }
    for (int32_t a = combined; a < n; a++) {
        if (is_double[a]) {
            name[a] = with_column(dataset, name[a], column[a - combined].column);
            marked++;
        }
        if (name[a] == NULL) {
            return -1;
        }
    }
    return marked;
}

/* It ends: two marks of different columns never make one name, so of two attributes that share
 * one, an attribute without a mark gets its first; a combination's name has an end. */
int fcap_shown_titles(fcap_dataset *dataset, int32_t combined, const protected_column *column) {
    int32_t marked = 1;
    char *const is_double = arena_array(&dataset->run.mem, char, dataset->n_attributes);
    while (is_double != NULL && marked > 0) {
        marked = mark_doubles(dataset, combined, column, is_double);
    }
    return is_double != NULL && marked == 0;
}
