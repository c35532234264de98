/* pairing.c - see pairing.h.
 *
 * Which columns identify students in both files is tried out: of the pairs that match at least
 * half as many students as any other does, the best in this order: e-mail, login, number, a
 * column of the same name, a login that is an e-mail address or what is before its @. The
 * number of matches alone would take two files that are both numbered from 1 on for the same
 * students. For teachers names match students too, where nothing better does.
 */
#include "pairing.h"

#include "fold.h"
#include "join_names.h"
#include "keys.h"
#include "lookup.h"
#include "shell_word.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- columns that may go together ---- */

enum {
    BEFORE_AT = 1, /* a login may be the first part of an e-mail address */
    ALIKE = 2,     /* or a whole one, or a number */
    OWN_CODE = 3   /* the same header, unknown here, all cells different */
};

static int are(role a, role b, role x, role y) {
    return (a == x && b == y) || (a == y && b == x);
}

/* 0 = do not go together; the larger the better. */
static int affinity(role a, role b) {
    static const int same[ROLE_END] = {
        [ROLE_EMAIL] = 7, [ROLE_LOGIN] = 6, [ROLE_SIS_ID] = 5, [ROLE_LMS_ID] = 4};
    if (a == b) {
        return same[a];
    }
    return are(a, b, ROLE_LOGIN, ROLE_EMAIL) || are(a, b, ROLE_LOGIN, ROLE_SIS_ID) ||
                   are(a, b, ROLE_SIS_ID, ROLE_LMS_ID)
               ? ALIKE
               : 0;
}

/* The headers as they are compared: "E-Mail address" is "email_address". */
static char **folded_headers(const fcap_table *table) {
    int32_t const n = fcap_table_columns(table);
    char **const folded = need((size_t)n, sizeof *folded);
    for (int32_t c = 0; c < n; c++) {
        const char *const name = fcap_table_name(table, c);
        folded[c] = need(strlen(name) + 1, 1);
        fold_header((fcap_cell){name, strlen(name)}, folded[c]);
    }
    return folded;
}

static void free_headers(char **folded, int32_t n) {
    for (int32_t c = 0; c < n; c++) {
        free(folded[c]);
    }
    free(folded);
}

typedef struct candidate {
    pairing pair;
    int fit; /* the larger the better */
} candidate;

enum {
    FITS = 8, /* they are smaller */
    MOST_OF_A_FIT =
        10000 /* headers that are there again and again may make millions of pairs */
};

typedef struct candidates {
    candidate *item;
    int64_t n;
    int64_t room;
    int32_t of_fit[FITS];
} candidates;

static void add_candidate(candidates *all, pairing pair, int fit) {
    if (all->of_fit[fit]++ >= MOST_OF_A_FIT) {
        all->of_fit[fit] = MOST_OF_A_FIT;
        return;
    }
    if (all->n == all->room) {
        int64_t const room = 2 * all->room + 16;
        candidate *const item = need((size_t)room, sizeof *item);
        for (int64_t i = 0; i < all->n; i++) {
            item[i] = all->item[i];
        }
        free(all->item);
        all->item = item;
        all->room = room;
    }
    all->item[all->n++] = (candidate){pair, fit};
}

/* By roles and headers alone. */
static candidates candidates_find(const joining *j) {
    candidates all = {0};
    char **const own = folded_headers(*j->table);
    char **const theirs = folded_headers(j->other);
    for (int32_t right = 0; right < j->other_roles->n; right++) {
        for (int32_t left = 0; left < j->roles->n; left++) {
            role const a = j->roles->of[left];
            role const b = j->other_roles->of[right];
            int fit = affinity(a, b);
            if (a == ROLE_OTHER && b == ROLE_OTHER) {
                int const same = own[left][0] != 0 && strcmp(own[left], theirs[right]) == 0;
                fit = same ? OWN_CODE : 0;
            }
            if (fit > 0) {
                add_candidate(&all, (pairing){left, right, 0, 0, 0}, fit);
            }
            if (are(a, b, ROLE_LOGIN, ROLE_EMAIL)) {
                add_candidate(&all, (pairing){left, right, 1, 0, 0}, BEFORE_AT);
            }
        }
    }
    free_headers(own, j->roles->n);
    free_headers(theirs, j->other_roles->n);
    return all;
}

/* ---- how many students they match ---- */

/* Of the columns of the other file that a candidate looks into: a place for each column. */
static keys *open_partners(const joining *j, const candidates *all, int before_at) {
    int32_t const n = j->other_roles->n;
    keys *const by_column = need((size_t)n, sizeof *by_column);
    keys *const opened = need((size_t)n, sizeof *opened);
    int32_t *const column = need((size_t)n, sizeof *column);
    int32_t found = 0;
    for (int64_t i = 0; i < all->n; i++) { /* in the order of their right columns */
        pairing const p = all->item[i].pair;
        if (p.before_at == before_at && (found == 0 || column[found - 1] != p.right)) {
            column[found++] = p.right;
        }
    }
    keys_open_all(j->other, column, found, before_at, opened);
    for (int32_t i = 0; i < found; i++) {
        by_column[column[i]] = opened[i];
    }
    free(column);
    free(opened);
    return by_column;
}

static void close_partners(keys *by_column, int32_t n) {
    for (int32_t c = 0; c < n; c++) {
        keys_close(&by_column[c]);
    }
    free(by_column);
}

/* A column of which nothing is known but its header must tell its rows apart. */
static void drop_unclear(candidates *all, const keys *whole) {
    int64_t kept = 0;
    int32_t looked_at = -1; /* a right column, and whether it does */
    int is_code = 0;
    for (int64_t i = 0; i < all->n; i++) {
        int32_t const right = all->item[i].pair.right;
        if (all->item[i].fit == OWN_CODE && right != looked_at) {
            const keys *const k = &whole[right];
            is_code = k->n > 1 && keys_different(k) == k->n;
            looked_at = right;
        }
        if (all->item[i].fit != OWN_CODE || is_code) {
            all->item[kept++] = all->item[i];
        }
    }
    all->n = kept;
}

static void count_matches(const joining *j, candidates *all) {
    keys *const whole = open_partners(j, all, 0);
    keys *const part = open_partners(j, all, 1);
    drop_unclear(all, whole);
    for (int64_t row = 0; row < fcap_table_rows(*j->table); row++) {
        const fcap_cell *const cells = fcap_table_row(*j->table, row);
        for (int64_t i = 0; i < all->n; i++) {
            pairing *const p = &all->item[i].pair;
            int64_t count;
            p->matched += keys_find(&(p->before_at ? part : whole)[p->right], cells[p->left],
                                    &count) != NULL;
        }
    }
    close_partners(whole, j->other_roles->n);
    close_partners(part, j->other_roles->n);
}

/* The pair that fits best among those that match at least half as many as any does; of
 * several, the one that matches most. */
static pairing best_of(const candidates *all) {
    candidate best = {{-1, -1, 0, 0, 0}, 0};
    int64_t most = 0;
    for (int64_t i = 0; i < all->n; i++) {
        int64_t const matched = all->item[i].pair.matched;
        most = matched > most ? matched : most;
    }
    for (int64_t i = 0; i < all->n; i++) {
        candidate const c = all->item[i];
        if (c.pair.matched >= (most + 1) / 2 &&
            (c.fit > best.fit || (c.fit == best.fit && c.pair.matched > best.pair.matched))) {
            best = c;
        }
    }
    return best.pair;
}

/* ---- as asked, or by names ---- */

/* COL, or COL=COL2 where the other file has another header for it. */
static int asked_pairing(const joining *j, pairing *out) {
    char *const copy = need(strlen(j->by) + 1, 1);
    strcpy(copy, j->by);
    char *const equals = strrchr(copy, '=');
    if (equals != NULL) {
        *equals = 0;
    }
    int code = find_column((lookup){*j->table, 0}, "--join-by", copy, &out->left);
    if (code == 0) {
        code = find_column((lookup){j->other, 0}, "--join-by",
                           equals != NULL ? equals + 1 : copy, &out->right);
    }
    free(copy);
    return code;
}

/* The first column of names. */
static int32_t name_column(const roles *r) {
    int32_t const whole = roles_column(r, ROLE_NAME);
    int32_t const last = roles_column(r, ROLE_LAST);
    return whole >= 0 ? whole : last >= 0 ? last : roles_column(r, ROLE_FIRST);
}

static int can_match_names(const joining *j, pairing *out) {
    pairing p = {name_column(j->roles), name_column(j->other_roles), 0, 0, 1};
    int64_t *const partner =
        match_names(*j->table, j->roles, j->other, j->other_roles, &p.matched);
    int const found = partner != NULL && p.matched > 0;
    free(partner);
    *out = found ? p : *out;
    return found;
}

/* COL=COL2, with the headers of names where both files have such a column. */
static char *columns_to_name(const joining *j) {
    int32_t const left = roles_column(j->roles, ROLE_NAME);
    int32_t const right = roles_column(j->other_roles, ROLE_NAME);
    int const named = left >= 0 && right >= 0;
    const char *const own = named ? fcap_table_name(*j->table, left) : "COL";
    const char *const other = named ? fcap_table_name(j->other, right) : "COL2";
    size_t const size = strlen(own) + strlen(other) + 2;
    char *const both = need(size, 1);
    snprintf(both, size, "%s=%s", own, other);
    char *const word = shell_word(both);
    free(both);
    return word;
}

/* ---- the story ---- */

int pairing_choose(const joining *j, pairing *out) {
    candidates all = {0};
    *out = (pairing){-1, -1, 0, 0, 0};
    if (j->by != NULL) {
        int const code = asked_pairing(j, out);
        if (code != 0) {
            return code;
        }
        add_candidate(&all, *out, ALIKE);
    } else {
        all = candidates_find(j);
    }
    count_matches(j, &all);
    *out = best_of(&all);
    free(all.item);
    if (j->by == NULL && j->lenient && out->matched == 0 && can_match_names(j, out)) {
        return 0;
    }
    if (out->left < 0) {
        char *const columns = columns_to_name(j);
        int const code =
            say_error(EXIT_DATA,
                      "--join: no column of %s and of %s holds the same identifiers (e-mail, "
                      "user name, ID number); name both columns: --join-by %s",
                      safe(j->file), safe(j->other_file), columns);
        free(columns);
        return code;
    }
    return 0;
}
