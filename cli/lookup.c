/* lookup.c - see lookup.h. */
#include "lookup.h"

#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int no_such_column(const fcap_table *table, const char *option, const char *name,
                   int32_t found) {
    if (found == -2) {
        return say_error(EXIT_USAGE,
                         "%s: more than one column is called \"%s\"; use its number (from 1)",
                         option, safe(name));
    }
    for (int32_t c = 0; c < fcap_table_columns(table); c++) {
        if (strcasecmp(fcap_table_name(table, c), name) == 0) {
            return say_error(EXIT_USAGE, "%s: there is no column \"%s\"; did you mean \"%s\"?",
                             option, safe(name), safe(fcap_table_name(table, c)));
        }
    }
    char list[200] = "";
    size_t at = 0;
    int32_t const n = fcap_table_columns(table);
    for (int32_t c = 0; c < n; c++) {
        const char *const shown = safe(fcap_table_name(table, c));
        if (at + strlen(shown) + 8 > sizeof list) {
            strcpy(list + at, ", ...");
            break;
        }
        at += (size_t)snprintf(list + at, sizeof list - at, "%s%s", c > 0 ? ", " : "", shown);
    }
    return say_error(EXIT_USAGE, "%s: there is no column \"%s\"; the columns are %s", option,
                     safe(name), list);
}

static int add_column(const fcap_table *table, const char *option, const char *name,
                      int32_t *index, int32_t *n) {
    int32_t const c = fcap_table_find(table, name);
    if (c < 0) {
        return no_such_column(table, option, name, c);
    }
    for (int32_t i = 0; i < *n; i++) {
        if (index[i] == c) {
            return 0; /* named twice */
        }
    }
    index[(*n)++] = c;
    return 0;
}

/* Each word is a column's whole name, or several names separated by commas. */
int find_columns(const fcap_table *table, const char *option, const word_list *words,
                 fcap_columns *out) {
    int32_t *const index = need((size_t)fcap_table_columns(table), sizeof *index);
    int32_t n = 0;
    int code = 0;
    for (int w = 0; w < words->n && code == 0; w++) {
        const char *at = words->word[w];
        if (fcap_table_find(table, at) >= 0) {
            code = add_column(table, option, at, index, &n);
            continue;
        }
        for (;;) {
            size_t const size = strcspn(at, ",");
            char *const name = need(size + 1, 1);
            memcpy(name, at, size);
            code = add_column(table, option, name, index, &n);
            free(name);
            if (code != 0 || at[size] == 0) {
                break;
            }
            at += size + 1;
        }
    }
    *out = (fcap_columns){index, n};
    if (code != 0) {
        free(index);
        *out = (fcap_columns){NULL, 0};
    }
    return code;
}

int find_column(const fcap_table *table, const char *option, const char *name, int32_t *out) {
    *out = fcap_table_find(table, name);
    return *out < 0 ? no_such_column(table, option, name, *out) : 0;
}

/* "COL=W" up to the last '='. */
static int add_factor(const fcap_table *table, const char *option, const char *text,
                      size_t size, column_factors *out) {
    size_t name_size = size;
    while (name_size > 0 && text[name_size - 1] != '=') {
        name_size--;
    }
    char *const copy = need(size + 1, 1);
    memcpy(copy, text, size);
    double by;
    if (name_size < 2 || fcap_number_parse(copy + name_size, size - name_size, '.', &by) != 1 ||
        by < 0) {
        say_error(EXIT_USAGE, "%s takes COL=W, with a number W of at least 0, not \"%s\"",
                  option, safe(copy));
        free(copy);
        return EXIT_USAGE;
    }
    copy[name_size - 1] = 0;
    int32_t c;
    int code = find_column(table, option, copy, &c);
    for (int32_t i = 0; code == 0 && i < out->n; i++) {
        if (out->factor[i].column == c) {
            code = say_error(EXIT_USAGE, "%s: \"%s\" is given twice", option, safe(copy));
        }
    }
    if (code == 0) {
        out->factor[out->n++] = (fcap_stretch){c, by};
    }
    free(copy);
    return code;
}

typedef int piece_reader(const fcap_table *table, const char *option, const char *text,
                         size_t size, column_factors *out);

/* A piece that is a column's name, or has no number behind it, weighs 1. */
static int add_weighted(const fcap_table *table, const char *option, const char *text,
                        size_t size, column_factors *out) {
    char *const name = need(size + 3, 1);
    memcpy(name, text, size);
    int const plain = fcap_table_find(table, name) >= 0 || strchr(name, '=') == NULL;
    memcpy(name + size, plain ? "=1" : "", plain ? 2 : 0);
    int const code = add_factor(table, option, name, strlen(name), out);
    free(name);
    return code;
}

/* Is the whole word about one column, though its header has a comma? */
static int is_one_factor(const fcap_table *table, const char *word) {
    const char *const equals = strrchr(word, '=');
    if (equals == NULL) {
        return 0;
    }
    size_t const size = (size_t)(equals - word);
    char *const name = need(size + 1, 1);
    memcpy(name, word, size);
    int const found = fcap_table_find(table, name) >= 0;
    free(name);
    return found;
}

/* Reads all words, piece by piece. */
static int find_pieces(const fcap_table *table, const char *option, const word_list *words,
                       piece_reader *read, column_factors *out) {
    *out = (column_factors){.factor =
                                need((size_t)fcap_table_columns(table), sizeof *out->factor)};
    int code = 0;
    for (int w = 0; w < words->n && code == 0; w++) {
        const char *at = words->word[w];
        int const whole = fcap_table_find(table, at) >= 0 || is_one_factor(table, at);
        for (int more = 1; more && code == 0;) {
            size_t const size = whole ? strlen(at) : strcspn(at, ",");
            code = read(table, option, at, size, out);
            more = at[size] != 0;
            at += size + 1;
        }
    }
    return code;
}

int find_factors(const fcap_table *table, const char *option, const word_list *words,
                 column_factors *out) {
    return find_pieces(table, option, words, add_factor, out);
}

int find_weighted(const fcap_table *table, const char *option, const word_list *words,
                  column_factors *out) {
    return find_pieces(table, option, words, add_weighted, out);
}
