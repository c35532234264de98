/* spellings.c - see spellings.h. */
#include "spellings.h"

#include "list_in.h"
#include "lms/keys.h"
#include "lms/rewrite.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

enum {
    SHOWN = 5 /* spellings of a column */
};

typedef struct spelling {
    fcap_table *table;
    const int32_t *column;
    int32_t n;
    char **text; /* n for each row: what the cell is in other words; NULL: as it is */
    int quiet;
    int any;
} spelling;

static char *text_at(const spelling *s, int64_t row, int32_t column) {
    fcap_cell const cell = fcap_table_row(s->table, row)[column];
    return memcpy(need(cell.size + 1, 1), cell.text, cell.size);
}

static int is_of_numbers(fcap_table *table, int32_t column) {
    int64_t known = 0;
    int64_t numbers = 0;
    for (int64_t row = 0; row < fcap_table_rows(table); row++) {
        fcap_cell const cell = fcap_table_row(table, row)[column];
        double unused;
        known += !fcap_table_missing(table, cell);
        numbers += fcap_table_number(table, cell, &unused) == 1;
    }
    return 2 * numbers > known;
}

/* Rows whose texts are the same but for case: those spelled otherwise than most get that
 * spelling; of equally many, that of the first row. */
static void unify(spelling *s, int32_t i, const key *run, int64_t n, int *said) {
    char **const own = need((size_t)n, sizeof *own);
    int64_t *const same =
        need((size_t)n, sizeof *same); /* rows spelled as this one, from it on */
    int64_t best = 0;
    for (int64_t a = 0; a < n; a++) {
        own[a] = text_at(s, run[a].row, s->column[i]);
    }
    for (int64_t a = 0; a < n; a++) {
        int64_t first = 0;
        while (strcmp(own[first], own[a]) != 0) {
            first++;
        }
        same[first]++;
    }
    for (int64_t a = 1; a < n; a++) {
        best = same[a] > same[best] ? a : best;
    }
    for (int64_t a = 0; a < n; a++) {
        if (strcmp(own[a], own[best]) == 0) {
            continue;
        }
        s->any = 1;
        s->text[run[a].row * s->n + i] = text_at(s, run[best].row, s->column[i]);
        if (same[a] > 0 && (*said)++ < SHOWN) {
            say_note(s->quiet, "%s: \"%s\" (%lld %s) counts as \"%s\"",
                     name_shown(fcap_table_name(s->table, s->column[i])), name_shown(own[a]),
                     (long long)same[a], same[a] == 1 ? "student" : "students",
                     name_shown(own[best]));
        }
    }
    for (int64_t a = 0; a < n; a++) {
        free(own[a]);
    }
    free(same);
    free(own);
}

/* Are all of them spelled alike? */
static int is_one_spelling(const spelling *s, int32_t i, const key *run, int64_t n) {
    char *const first = text_at(s, run[0].row, s->column[i]);
    int same = 1;
    for (int64_t a = 1; a < n && same; a++) {
        fcap_cell const cell = fcap_table_row(s->table, run[a].row)[s->column[i]];
        same = equal_cells(cell, (fcap_cell){first, strlen(first)});
    }
    free(first);
    return same;
}

static void unify_column(spelling *s, int32_t i) {
    int said = 0;
    keys k = keys_open(s->table, s->column[i], 0);
    for (int64_t from = 0, to = 0; from < k.n; from = to) {
        for (to = from; to < k.n && strcmp(k.key[to].text, k.key[from].text) == 0; to++) {
        }
        if (!is_one_spelling(s, i, k.key + from, to - from)) {
            unify(s, i, k.key + from, to - from, &said);
        }
    }
    keys_close(&k);
}

/* Missing cells are empty ones in the copy, whatever words mean so. */
static fcap_cell cell_alike(const void *user, int64_t row, int32_t column, fcap_cell cell) {
    const spelling *const s = user;
    if (fcap_table_missing(s->table, cell)) {
        return (fcap_cell){"", 0};
    }
    for (int32_t i = 0; i < s->n; i++) {
        const char *const text = s->text[row * s->n + i];
        if (s->column[i] == column && text != NULL) {
            return (fcap_cell){text, strlen(text)};
        }
    }
    return cell;
}

fcap_table *spelled_alike(fcap_table *table, const int32_t *column, int32_t n, int quiet) {
    size_t const cells = (size_t)fcap_table_rows(table) * (size_t)n;
    spelling s = {table, column, n, need(cells, sizeof *s.text), quiet, 0};
    for (int32_t i = 0; i < n; i++) {
        if (!is_of_numbers(table, column[i])) {
            unify_column(&s, i);
        }
    }
    fcap_table *const copy = s.any ? rewritten(table, cell_alike, &s) : NULL;
    for (size_t i = 0; i < cells; i++) {
        free(s.text[i]);
    }
    free(s.text);
    return copy;
}
