/* row_names.c - notes on features that seem to number or to name the rows: what programs write
 * before each row, and identifiers that repeat. They make rows near that stand near each other
 * in the file, or that were numbered one after the other.
 */
#include "base/number.h"
#include "table/encoding.h"
#include "table/option_word.h"

#include <stdio.h>

/* Whole numbers, each one more than that before it. The profile knows the first and the last
 * one, and that all between them climb. */
static int counts_up(const fcap_table *t, int32_t column, int64_t *from) {
    const column_profile *const p = &t->profile[column];
    int const has_first = !t->has_header; /* it is in no count */
    int64_t const first =
        has_first ? fcap_number_form(t->first[column].text, t->first[column].size, '.').ordinal
                  : p->low;
    *from = first;
    return p->climbed && !p->broken && p->missing == 0 && p->cells + has_first >= 3 &&
           p->high - p->low == p->cells - 1 && first >= 0 && p->low - first == has_first;
}

/* pandas and R write one before the rows. */
static int has_no_name(const fcap_table *t, int32_t column) {
    return t->has_header && t->first[column].size == 0;
}

enum {
    REMEDY_SIZE = OPTION_WORD_SIZE + 60
};
/* "leave it out with -x 1"; another column may be called 1. */
static const char *remedy(const encoding *e, int32_t column, char out[REMEDY_SIZE]) {
    char word[OPTION_WORD_SIZE];
    if (fcap_option_column(e, column, word) == NULL) {
        return "give it a name, and leave it out with -x";
    }
    snprintf(out, REMEDY_SIZE, "leave it out with -x %s", word);
    return out;
}

static void say_counted(encoding *e, int32_t column, int64_t from) {
    char name[EXCERPT_SIZE];
    char advice[REMEDY_SIZE];
    int const by_number = has_no_name(e->table, column) || !e->table->has_header;
    fcap_encoding_note(e,
                       "%s%s counts the rows (%lld, %lld, %lld, ...) and is part of the "
                       "distance; if it only numbers them, %s",
                       by_number ? "column " : "", fcap_encoding_name(e, column, name),
                       (long long)from, (long long)from + 1, (long long)from + 2,
                       remedy(e, column, advice));
}

static void say_nameless(encoding *e, int32_t column) {
    char advice[REMEDY_SIZE];
    fcap_encoding_note(e,
                       "column %d has no name and is part of the distance; if it numbers or "
                       "names the rows, %s",
                       (int)column + 1, remedy(e, column, advice));
}

static void say_repeated_id(encoding *e, int32_t column) {
    char name[EXCERPT_SIZE];
    char advice[REMEDY_SIZE];
    fcap_encoding_note(e,
                       "%s is called as identifiers are, but has values more than once and is "
                       "part of the distance; if it is no measure, %s, or use --categorical",
                       fcap_encoding_name(e, column, name), remedy(e, column, advice));
}

/* Years, ages and heights may climb by one, too: numbers of rows begin at 0 or 1. */
static void look_at(encoding *e, int32_t column, int numeric) {
    const column_profile *const p = &e->table->profile[column];
    int const nameless = has_no_name(e->table, column);
    int64_t from;
    if (numeric && counts_up(e->table, column, &from) && (from <= 1 || nameless)) {
        say_counted(e, column, from);
    } else if (nameless) {
        say_nameless(e, column);
    } else if (numeric && e->table->has_header && p->cells > 1 && p->integers == p->cells &&
               fcap_name_is_id(e->table->name[column])) {
        say_repeated_id(e, column);
    }
}

/* Who names a column wants it; and without the only one nothing is left. */
void fcap_encoding_row_names(encoding *e) {
    if (e->table->is_npy || e->n_features == 1) {
        return;
    }
    for (int32_t i = 0; i < e->n_features && e->out->n_notes < FCAP_NOTES_KEPT; i++) {
        int32_t const c = e->feature[i].column;
        int const is_named =
            fcap_columns_contain(e->o.features, c) || fcap_columns_contain(e->o.numeric, c) ||
            fcap_columns_contain(e->o.categorical, c) ||
            fcap_columns_contain(e->o.protect, c) || fcap_columns_contain(e->o.grouped, c);
        if (!is_named) {
            look_at(e, c, e->feature[i].numeric);
        }
    }
}
