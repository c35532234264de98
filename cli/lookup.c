/* lookup.c - see lookup.h. */
#include "lookup.h"

#include "lms/fold.h"
#include "lms/headers.h"
#include "nearest.h"
#include "shell_word.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

lookup lookup_for(const fcap_table *table, const arguments *a) {
    return (lookup){table, a->command == CMD_GROUP};
}

/* A piece of a list, without the blanks around it. The caller frees it. */
static char *piece_of(const char *text, size_t size) {
    while (size > 0 && (*text == ' ' || *text == '\t')) {
        text++;
        size--;
    }
    while (size > 0 && (text[size - 1] == ' ' || text[size - 1] == '\t')) {
        size--;
    }
    return memcpy(need(size + 1, 1), text, size);
}

/* ---- names that are nearly right ---- */

static char *folded(const char *text) {
    char *const out = need(strlen(text) + 1, 1);
    fold_header((fcap_cell){text, strlen(text)}, out);
    return out;
}

/* The same, and what is not seen set aside: who asks for a column has only seen its name. */
static char *as_it_looks(const char *text) {
    char *const out = need(strlen(text) + 1, 1);
    fold_kind((fcap_cell){text, strlen(text)}, out);
    return out;
}

int32_t column_named(lookup in, const char *name) {
    int32_t found = fcap_table_find(in.table, name);
    if (found != -1 || !in.lenient) {
        return found;
    }
    char *const asked = folded(name);
    for (int32_t c = 0; c < fcap_table_columns(in.table) && asked[0] != 0; c++) {
        char *const own = folded(fcap_table_name(in.table, c));
        if (strcmp(own, asked) == 0) {
            found = found == -1 ? c : -2;
        }
        free(own);
    }
    free(asked);
    return found;
}

/* How near a header is to what was asked; 0 = not at all: the same but for case, a part of it,
 * or mistyped. */
static int nearness(const char *header, const char *asked) {
    char *const a = as_it_looks(header);
    char *const b = as_it_looks(asked);
    size_t const size = strlen(b);
    int near = 0;
    if (size > 0 && strcmp(a, b) == 0) {
        near = 3;
    } else if (size > 2 && edits(a, b) <= (size > 5 ? 2 : 1)) {
        near = 2;
    } else if (size > 2 && strstr(a, b) != NULL) {
        near = 1;
    }
    free(a);
    free(b);
    return near;
}

enum {
    MEANT_MOST = 3
};

/* Two names may differ in nothing that can be seen, or typed. */
static size_t say_unseen(const char *header, int32_t column, char *out, size_t size) {
    static const char WHY[] = " (it has characters that are not seen; use its number, %d)";
    int const there = has_unseen((fcap_cell){header, strlen(header)});
    return there ? (size_t)snprintf(out, size, WHY, (int)column + 1) : 0;
}

/* The nearest headers, '"a" or "b"'; 0 when none is near, or too many are. */
static int list_meant(lookup in, const char *name, char *list, size_t size) {
    int const floor = in.lenient ? 0 : 2; /* scripts are only told of case */
    int best = floor;
    int n = 0;
    size_t at = 0;
    for (int32_t c = 0; c < fcap_table_columns(in.table); c++) {
        int const near = nearness(fcap_table_name(in.table, c), name);
        best = near > best ? near : best;
    }
    for (int32_t c = 0; c < fcap_table_columns(in.table) && best > floor; c++) {
        const char *const header = fcap_table_name(in.table, c);
        if (nearness(header, name) == best && n++ < MEANT_MOST) {
            at += (size_t)snprintf(list + at, size - at, "%s\"%s\"", n > 1 ? " or " : "",
                                   name_shown(header));
            at = at < size ? at : size - 1;
            at += say_unseen(header, c, list + at, size - at);
            at = at < size ? at : size - 1;
        }
    }
    return n > 0 && n <= MEANT_MOST;
}

/* What there is to name: for a teacher not who the students are. */
static void list_columns(lookup in, char *list, size_t size) {
    size_t at = 0;
    list[0] = 0;
    for (int32_t c = 0; c < fcap_table_columns(in.table); c++) {
        const char *const header = fcap_table_name(in.table, c);
        if (in.lenient && role_of_header(header) != ROLE_OTHER) {
            continue;
        }
        const char *const shown = name_shown(header);
        if (at + strlen(shown) + 8 > size) {
            strcpy(list + at, ", ...");
            break;
        }
        at += (size_t)snprintf(list + at, size - at, "%s%s", at > 0 ? ", " : "", shown);
    }
}

/* "gender:Female" where a column alone is to be named: is "gender" one? */
static int is_kind_of_column(lookup in, const char *name) {
    const char *const colon = strchr(name, ':');
    if (colon == NULL || !in.lenient) {
        return 0;
    }
    char *const before =
        memcpy(need((size_t)(colon - name) + 1, 1), name, (size_t)(colon - name));
    int const is_column = column_named(in, before) >= 0;
    free(before);
    return is_column;
}

int no_such_column(lookup in, const char *option, const char *name, int32_t found) {
    char list[800];
    if (is_kind_of_column(in, name)) {
        char *const before = piece_of(name, strcspn(name, ":"));
        char *const column = shell_word(before);
        char *const kind = shell_word(name);
        say_error(EXIT_USAGE,
                  "%s takes a column with all its kinds: %s %s; one kind alone is named with "
                  "--nobody-alone %s",
                  option, option, column, kind);
        free(kind);
        free(column);
        free(before);
        return EXIT_USAGE;
    }
    if (found == -2) {
        return say_error(EXIT_USAGE,
                         "%s: more than one column is called \"%s\"; use its number (from 1)",
                         option, safe(name));
    }
    if (list_meant(in, name, list, sizeof list)) {
        return say_error(EXIT_USAGE, "%s: there is no column \"%s\"; did you mean %s?", option,
                         safe(name), list);
    }
    list_columns(in, list, in.lenient ? 400 : 200);
    return say_error(EXIT_USAGE, "%s: there is no column \"%s\"; %s%s", option, safe(name),
                     list[0] != 0 ? "the columns are "
                                  : "the file says only who the students are: --join FILE adds "
                                    "what is known about them",
                     list);
}

/* ---- lists of names ---- */

static int add_column(lookup in, const char *option, const char *name, int32_t *index,
                      int32_t *n) {
    int32_t const c = column_named(in, name);
    if (c < 0) {
        return no_such_column(in, option, name, c);
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
int find_columns(lookup in, const char *option, const word_list *words, fcap_columns *out) {
    int32_t *const index = need((size_t)fcap_table_columns(in.table), sizeof *index);
    int32_t n = 0;
    int code = 0;
    for (int w = 0; w < words->n && code == 0; w++) {
        const char *at = words->word[w];
        if (column_named(in, at) >= 0) {
            code = add_column(in, option, at, index, &n);
            continue;
        }
        for (;;) {
            size_t const size = strcspn(at, ",");
            char *const name = piece_of(at, size);
            code = add_column(in, option, name, index, &n);
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

int find_column(lookup in, const char *option, const char *name, int32_t *out) {
    *out = column_named(in, name);
    return *out < 0 ? no_such_column(in, option, name, *out) : 0;
}

/* "COL=W" up to the last '='. */
static int add_factor(lookup in, const char *option, const char *text, size_t size,
                      column_factors *out) {
    size_t name_size = size;
    while (name_size > 0 && text[name_size - 1] != '=') {
        name_size--;
    }
    char *const copy = need(size + 1, 1);
    memcpy(copy, text, size);
    char *const number = piece_of(copy + name_size, size - name_size);
    double by = -1;
    int const is_number = fcap_number_parse(number, strlen(number), '.', &by) == 1;
    free(number);
    if (name_size < 2 || !is_number || by < 0) {
        say_error(EXIT_USAGE, "%s takes COL=W, with a number W of at least 0, not \"%s\"",
                  option, safe(copy));
        free(copy);
        return EXIT_USAGE;
    }
    copy[name_size - 1] = 0;
    char *const name = piece_of(copy, name_size - 1);
    int32_t c;
    int code = find_column(in, option, name, &c);
    free(name);
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

typedef int piece_reader(lookup in, const char *option, const char *text, size_t size,
                         column_factors *out);

/* A piece that is a column's name, or has no number behind it, weighs 1. */
static int add_weighted(lookup in, const char *option, const char *text, size_t size,
                        column_factors *out) {
    char *const name = need(size + 3, 1);
    memcpy(name, text, size);
    int const plain = column_named(in, name) >= 0 || strchr(name, '=') == NULL;
    memcpy(name + size, plain ? "=1" : "", plain ? 2 : 0);
    int const code = add_factor(in, option, name, strlen(name), out);
    free(name);
    return code;
}

/* Is the whole word about one column, though its header has a comma? */
static int is_one_factor(lookup in, const char *word) {
    const char *const equals = strrchr(word, '=');
    if (equals == NULL) {
        return 0;
    }
    char *const name = piece_of(word, (size_t)(equals - word));
    char *const number = piece_of(equals + 1, strlen(equals + 1));
    double unused;
    int const found = column_named(in, name) >= 0 &&
                      fcap_number_parse(number, strlen(number), '.', &unused) == 1;
    free(number);
    free(name);
    return found;
}

/* Reads all words, piece by piece. */
static int find_pieces(lookup in, const char *option, const word_list *words,
                       piece_reader *read, column_factors *out) {
    *out = (column_factors){
        .factor = need((size_t)fcap_table_columns(in.table), sizeof *out->factor)};
    int code = 0;
    for (int w = 0; w < words->n && code == 0; w++) {
        const char *at = words->word[w];
        int const whole = column_named(in, at) >= 0 || is_one_factor(in, at);
        for (int more = 1; more && code == 0;) {
            size_t const size = whole ? strlen(at) : strcspn(at, ",");
            code = read(in, option, at, size, out);
            more = at[size] != 0;
            at += size + 1;
        }
    }
    return code;
}

int find_factors(lookup in, const char *option, const word_list *words, column_factors *out) {
    return find_pieces(in, option, words, add_factor, out);
}

int find_weighted(lookup in, const char *option, const word_list *words, column_factors *out) {
    return find_pieces(in, option, words, add_weighted, out);
}
