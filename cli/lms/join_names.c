/* join_names.c - see join_names.h. */
#include "join_names.h"

#include "fold.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

typedef struct named {
    char *text; /* folded; "" = no name */
    int64_t row;
} named;

int roles_have_names(const roles *r) {
    return roles_column(r, ROLE_NAME) >= 0 || roles_column(r, ROLE_LAST) >= 0;
}

static int by_text(const void *left, const void *right) {
    return strcmp(((const named *)left)->text, ((const named *)right)->text);
}

/* The words of a name, sorted: "Lovelace, Ada" and "Ada Lovelace" are one. */
static char *words_of(const char *name) {
    size_t const size = strlen(name);
    char *const copy = need(size + 1, 1);
    char *const out = need(size + 2, 1);
    named *const word = need(size / 2 + 1, sizeof *word);
    fold_case((fcap_cell){name, size}, copy);
    size_t n = 0;
    for (char *at = strtok(copy, " ,;\t"); at != NULL; at = strtok(NULL, " ,;\t")) {
        word[n++].text = at;
    }
    qsort(word, n, sizeof *word, by_text);
    for (size_t i = 0; i < n; i++) {
        strcat(out, i > 0 ? " " : "");
        strcat(out, word[i].text);
    }
    free(word);
    free(copy);
    return out;
}

static named *names_of(fcap_table *table, const roles *r) {
    int64_t const n = fcap_table_rows(table);
    named *const list = need((size_t)n, sizeof *list);
    for (int64_t row = 0; row < n; row++) {
        const fcap_cell *const cells = fcap_table_row(table, row);
        size_t const room = roles_name_room(r, cells);
        char *const name = need(room, 1);
        roles_name(r, cells, name, room);
        list[row] = (named){words_of(name), row};
        free(name);
    }
    return list;
}

static void free_names(named *list, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        free(list[i].text);
    }
    free(list);
}

int64_t *match_names(fcap_table *table, const roles *r, fcap_table *other,
                     const roles *other_roles, int64_t *matched) {
    *matched = 0;
    if (!roles_have_names(r) || !roles_have_names(other_roles)) {
        return NULL;
    }
    int64_t const n = fcap_table_rows(table);
    int64_t const m = fcap_table_rows(other);
    named *const own = names_of(table, r);
    named *const theirs = names_of(other, other_roles);
    int64_t *const partner = need((size_t)n, sizeof *partner);
    char *const taken = need((size_t)m, 1);
    int clear = 1;
    qsort(theirs, (size_t)m, sizeof *theirs, by_text);
    for (int64_t row = 0; row < n; row++) {
        const named *const found = own[row].text[0] != 0 ? bsearch(&own[row], theirs, (size_t)m,
                                                                   sizeof *theirs, by_text)
                                                         : NULL;
        partner[row] = found != NULL ? found->row : -1;
        if (found != NULL) {
            int64_t const at = found - theirs;
            clear &= !taken[at] && (at == 0 || by_text(found, found - 1) != 0) &&
                     (at + 1 == m || by_text(found, found + 1) != 0);
            taken[at] = 1;
            (*matched)++;
        }
    }
    free(taken);
    free_names(own, n);
    free_names(theirs, m);
    if (clear && 10 * *matched >= 8 * (n < m ? n : m)) {
        return partner;
    }
    free(partner);
    return NULL;
}
