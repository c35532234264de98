/* label_names.c - see label_names.h. */
#include "label_names.h"

#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_length(const void *left, const void *right) {
    const char *const a = *(const char *const *)left;
    const char *const b = *(const char *const *)right;
    size_t const m = strlen(a);
    size_t const n = strlen(b);
    return m != n ? (m > n) - (m < n) : strcmp(a, b);
}

static char *copy_of(fcap_cell cell) {
    char *const text = need(cell.size + 1, 1);
    memcpy(text, cell.text, cell.size);
    return text;
}

label_names label_names_open(fcap_table *table, int32_t column) {
    int64_t const rows = fcap_table_rows(table);
    label_names out = {.name = need((size_t)rows, sizeof *out.name)};
    int64_t n = 0;
    for (int64_t row = 0; row < rows; row++) {
        fcap_cell const cell = fcap_table_row(table, row)[column];
        if (!fcap_table_missing(table, cell)) {
            out.name[n++] = copy_of(cell);
        }
    }
    qsort(out.name, (size_t)n, sizeof *out.name, by_length);
    for (int64_t i = 0; i < n; i++) {
        if (out.n > 0 && strcmp(out.name[i], out.name[out.n - 1]) == 0) {
            free(out.name[i]);
        } else {
            out.name[out.n++] = out.name[i];
        }
    }
    return out;
}

int32_t label_names_find(const label_names *names, fcap_cell cell) {
    char *const text = copy_of(cell);
    char **const found = bsearch(&text, names->name, (size_t)names->n, sizeof text, by_length);
    free(text);
    return found != NULL ? (int32_t)(found - names->name) : -1;
}

void label_names_close(label_names *names) {
    for (int32_t i = 0; i < names->n; i++) {
        free(names->name[i]);
    }
    free(names->name);
    *names = (label_names){NULL, 0};
}

/* "Group 01": as many digits as the last group has, two at least. */
static const char *numbered(const char *word, const char *between, int32_t label, int32_t k,
                            char text[GROUP_NAME_SIZE]) {
    char number[12];
    int32_t const last = k > 10 ? k : 10;
    size_t const width = (size_t)snprintf(number, sizeof number, "%d", (int)last);
    size_t const length = (size_t)snprintf(number, sizeof number, "%d", (int)label + 1);
    size_t const zeros = width > length ? width - length : 0;
    snprintf(text, GROUP_NAME_SIZE, "%s%s%.*s%s", word, between, (int)zeros, "0000000000",
             number);
    return text;
}

static int is_taken(const label_names *names, const char *name) {
    return label_names_find(names, (fcap_cell){name, strlen(name)}) >= 0;
}

const char *group_name(const label_names *so_far, const char *word, int32_t label, int32_t k,
                       char text[GROUP_NAME_SIZE]) {
    if (so_far == NULL || so_far->n == 0) {
        return numbered(word, " ", label, k, text);
    }
    if (label < so_far->n) {
        return so_far->name[label];
    }
    int32_t number = so_far->n - 1; /* the next ones that are free, in their order */
    for (int32_t left = label - so_far->n; left >= 0; left--) {
        do {
            numbered(word, " ", ++number, k, text);
        } while (is_taken(so_far, text));
    }
    return text;
}

const char *group_code(int32_t label, int32_t k, char text[GROUP_NAME_SIZE]) {
    return numbered("G", "", label, k, text);
}
