/* choose.c - which columns of a table are what, from their profiles, names and values. */
#include "table/encoding.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

int fcap_columns_contain(fcap_columns set, int32_t column) {
    for (int32_t i = 0; i < set.n; i++) {
        if (set.index[i] == column) {
            return 1;
        }
    }
    return 0;
}

int fcap_encoding_is_numeric(const encoding *e, int32_t column) {
    if (fcap_columns_contain(e->o.numeric, column)) {
        return 1;
    }
    if (fcap_columns_contain(e->o.categorical, column)) {
        return 0;
    }
    return fcap_column_is_numeric(&e->table->profile[column], e->table->has_header,
                                  e->table->comma);
}

/* Numbers of a column that are not missing, and those that are whole. */
static int64_t present_cells(const encoding *e, int32_t column) {
    const column_profile *const p = &e->table->profile[column];
    return p->cells + (!e->table->has_header && !p->first_missing);
}

static int64_t integer_cells(const encoding *e, int32_t column) {
    const column_profile *const p = &e->table->profile[column];
    return p->integers + (!e->table->has_header && p->first_integer);
}

/* A text column can be an identifier by its values, a whole-number one also needs the name. */
static int may_be_id(const encoding *e, int32_t column) {
    int64_t const cells = present_cells(e, column);
    if (e->table->is_npy || cells < 2 || fcap_columns_contain(e->o.categorical, column) ||
        fcap_columns_contain(e->o.numeric, column)) {
        return 0;
    }
    return !fcap_encoding_is_numeric(e, column) ||
           (integer_cells(e, column) == cells && fcap_name_says_id(e->table->name[column]));
}

/* is_id[column] for the columns that may be one: counts repeated values, and looks no further
 * once there are too many. */
static fcap_status find_ids(encoding *e, const int32_t *candidate, int32_t n, char *is_id) {
    arena_mark const mark = fcap_arena_save(&e->run->mem);
    dictionary *const seen = arena_array(&e->run->mem, dictionary, n);
    int64_t *const repeats = arena_array(&e->run->mem, int64_t, n);
    int64_t *const limit = arena_array(&e->run->mem, int64_t, n);
    if (seen == NULL || repeats == NULL || limit == NULL) {
        return fcap_encoding_no_memory(e);
    }
    int32_t open = n;
    for (int32_t i = 0; i < n; i++) {
        /* distinct > 0.9 * cells, or all different; in repeats: */
        int64_t const cells = present_cells(e, candidate[i]);
        limit[i] = fcap_encoding_is_numeric(e, candidate[i]) ? 1 : (cells + 9) / 10;
        is_id[candidate[i]] = 1;
    }
    for (int64_t r = 0; r < e->table->n_rows && open > 0; r++) {
        const fcap_cell *const cells = fcap_table_row(e->table, r);
        for (int32_t i = 0; i < n; i++) {
            if (!is_id[candidate[i]] || fcap_table_missing(e->table, cells[candidate[i]])) {
                continue;
            }
            int32_t const before = seen[i].n;
            if (fcap_dictionary_add(&e->run->mem, &seen[i], cells[candidate[i]]) < 0) {
                return fcap_encoding_no_memory(e);
            }
            repeats[i] += seen[i].n == before;
            if (repeats[i] >= limit[i]) {
                is_id[candidate[i]] = 0;
                open--;
            }
        }
    }
    fcap_arena_restore(&e->run->mem, mark);
    return FCAP_OK;
}

static void note_ids(encoding *e, const char *is_id) {
    char text[NOTE_SIZE - 80] = "";
    size_t at = 0;
    int32_t n = 0;
    int cut = 0;
    for (int32_t c = 0; c < e->table->n_columns; c++) {
        if (is_id[c]) {
            char name[EXCERPT_SIZE];
            fcap_encoding_name(e, c, name);
            cut |= at + strlen(name) + 3 >= sizeof text;
            if (!cut) {
                at += (size_t)snprintf(text + at, sizeof text - at, "%s%s", n > 0 ? ", " : "",
                                       name);
            }
            n++;
        }
    }
    if (n > 0) {
        fcap_encoding_note(e, "left out of the distance as %s: %s%s (-f takes %s in)",
                           n == 1 ? "an identifier" : "identifiers", text, cut ? ", ..." : "",
                           n == 1 ? "it" : "them");
    }
}

static void add_feature(encoding *e, int32_t column) {
    feature *const f = &e->feature[e->n_features++];
    *f = (feature){
        .column = column, .stretch = 1, .numeric = fcap_encoding_is_numeric(e, column)};
}

/* Where the values of the features are read to. Numbers alone, none of which gets a second
 * coordinate, are read to their places in x, and need no memory beside it. */
static fcap_status open_values(encoding *e) {
    int64_t const n = e->table->n_rows;
    fcap_dataset *const ds = e->out;
    e->in_place = e->o.missing != FCAP_MISSING_CATEGORY;
    for (int32_t c = 0; c < e->n_features; c++) {
        e->in_place &= e->feature[c].numeric;
    }
    if (e->in_place) {
        ds->x = arena_array(&ds->run.mem, double, n * e->n_features);
        if (ds->x == NULL) {
            return fcap_encoding_no_memory(e);
        }
    }
    for (int32_t c = 0; c < e->n_features; c++) {
        feature *const f = &e->feature[c];
        f->step = e->in_place ? e->n_features : 1;
        if (e->in_place) {
            f->value = ds->x + c;
        } else if (f->numeric) {
            f->value = arena_array(&e->run->mem, double, n);
        } else {
            f->id = arena_array(&e->run->mem, int32_t, n);
        }
        if (f->value == NULL && f->id == NULL) {
            return fcap_encoding_no_memory(e);
        }
    }
    return FCAP_OK;
}

static fcap_status add_group_columns(encoding *e, fcap_columns columns) {
    for (int32_t i = 0; i < columns.n; i++) {
        protected_column *const p = &e->protect[e->n_protect++];
        p->column = columns.index[i];
        p->id = arena_array(&e->run->mem, int32_t, e->table->n_rows);
        if (p->id == NULL) {
            return fcap_encoding_no_memory(e);
        }
    }
    return FCAP_OK;
}

static int makes_groups(const encoding *e, int32_t column) {
    return fcap_columns_contain(e->o.protect, column) ||
           fcap_columns_contain(e->o.grouped, column);
}

/* Columns without any part; where no features are named, these are the features. */
static int is_free(const encoding *e, int32_t column) {
    return !makes_groups(e, column) && !fcap_columns_contain(e->o.ignore, column) &&
           column != e->o.id && column != e->o.weight;
}

/* Where each line ends in a delimiter, a column is behind it that nobody knows of. A matrix has
 * no lines: a column without a number is one that somebody has made. */
static int is_nothing(const encoding *e, int32_t column) {
    int const named = e->table->has_header && e->table->first[column].size > 0;
    return !e->table->is_npy && !named && present_cells(e, column) == 0;
}

static void note_nothing(encoding *e, const char *wanted) {
    int32_t n = 0;
    int32_t first = 0;
    for (int32_t c = e->table->n_columns - 1; c >= 0; c--) {
        int const left_out = !wanted[c] && is_free(e, c) && is_nothing(e, c);
        n += left_out;
        first = left_out ? c + 1 : first;
    }
    if (n == 1) {
        fcap_encoding_note(e, "column %d has no name and no value and is left out", (int)first);
    } else if (n > 1) {
        fcap_encoding_note(e,
                           "%d columns have no name and no value and are left out; the first "
                           "is column %d",
                           (int)n, (int)first);
    }
}

/* Each number is above the one before, as in 1, 2, 3, ...: then all are different. */
static int climbs(const encoding *e, int32_t column) {
    return e->table->has_header && !e->table->profile[column].broken;
}

/* Features by default: every free column that is no identifier, and is something. */
static fcap_status free_columns(encoding *e, char *wanted) {
    int32_t const n = e->table->n_columns;
    char *const is_id = arena_array(&e->run->mem, char, n);
    int32_t *const candidate = arena_array(&e->run->mem, int32_t, n);
    if (is_id == NULL || candidate == NULL) {
        return fcap_encoding_no_memory(e);
    }
    int32_t n_candidates = 0;
    for (int32_t c = 0; c < n; c++) {
        if (is_free(e, c) && may_be_id(e, c)) {
            is_id[c] = (char)climbs(e, c);
            candidate[n_candidates] = c;
            n_candidates += !is_id[c];
        }
    }
    TRY(find_ids(e, candidate, n_candidates, is_id));
    note_ids(e, is_id);
    e->left_out = is_id;
    for (int32_t c = 0; c < n; c++) {
        wanted[c] = is_free(e, c) && !is_id[c] && !is_nothing(e, c);
    }
    note_nothing(e, wanted);
    return FCAP_OK;
}

static fcap_status choose_features(encoding *e) {
    int32_t const n = e->table->n_columns;
    e->feature = arena_array(&e->run->mem, feature, n);
    char *const wanted = arena_array(&e->run->mem, char, n);
    if (e->feature == NULL || wanted == NULL) {
        return fcap_encoding_no_memory(e);
    }
    if (e->o.features.n == 0) {
        TRY(free_columns(e, wanted));
    }
    for (int32_t c = 0; c < n; c++) {
        int const asked = wanted[c] || fcap_columns_contain(e->o.features, c) ||
                          (e->o.include_protected && makes_groups(e, c));
        if (asked && c != e->o.weight) {
            add_feature(e, c);
        }
    }
    if (e->n_features == 0) {
        return fcap_run_fail(
            e->run, FCAP_E_DATA,
            "no column is left to measure distances with: the others are protected, ignored, "
            "identifiers or empty; name some with -f");
    }
    return FCAP_OK;
}

static fcap_status stretch_features(encoding *e) {
    for (int32_t i = 0; i < e->o.n_stretches; i++) {
        const fcap_stretch *const s = &e->o.stretch[i];
        feature *found = NULL;
        for (int32_t c = 0; c < e->n_features; c++) {
            found = e->feature[c].column == s->column ? &e->feature[c] : found;
        }
        if (found == NULL) {
            char name[EXCERPT_SIZE];
            return fcap_run_fail(
                e->run, FCAP_E_ARGUMENT,
                "--weight-feature: %s has no part in the distance, so there is none to stretch "
                "(-f takes it in)",
                fcap_encoding_name(e, s->column, name));
        }
        found->stretch = s->by;
    }
    return FCAP_OK;
}

/* ---- at the door ---- */

static fcap_status no_column(encoding *e, const char *part, int64_t column) {
    return fcap_run_fail(e->run, FCAP_E_ARGUMENT,
                         "%s: there is no column %lld, counted from 0; the table has %d", part,
                         (long long)column, (int)e->table->n_columns);
}

static fcap_status check_set(encoding *e, const char *part, fcap_columns set) {
    if (set.n < 0 || (set.n > 0 && set.index == NULL)) {
        return fcap_run_fail(e->run, FCAP_E_ARGUMENT, "%s: the %d columns are not there", part,
                             (int)set.n);
    }
    for (int32_t i = 0; i < set.n; i++) {
        if (set.index[i] < 0 || set.index[i] >= e->table->n_columns) {
            return no_column(e, part, set.index[i]);
        }
    }
    return FCAP_OK;
}

/* Attributes of one column would be one attribute twice, and no name tells them apart. */
static fcap_status check_repeats(encoding *e) {
    fcap_columns const protect = e->o.protect;
    fcap_columns const grouped = e->o.grouped;
    for (int32_t i = 0; i < protect.n + grouped.n; i++) {
        int const is_grouped = i >= protect.n;
        fcap_columns const set = is_grouped ? grouped : protect;
        int32_t const at = is_grouped ? i - protect.n : i;
        int const again = fcap_columns_contain((fcap_columns){set.index, at}, set.index[at]) ||
                          (is_grouped && !e->o.intersectional &&
                           fcap_columns_contain(protect, set.index[at]));
        if (again) {
            char name[EXCERPT_SIZE];
            return fcap_run_fail(e->run, FCAP_E_ARGUMENT,
                                 "%s is to make groups twice; a column makes one attribute, "
                                 "and may have a part in a combination",
                                 fcap_encoding_name(e, set.index[at], name));
        }
    }
    return FCAP_OK;
}

static fcap_status check_stretches(encoding *e) {
    if (e->o.n_stretches < 0 || (e->o.n_stretches > 0 && e->o.stretch == NULL)) {
        return fcap_run_fail(e->run, FCAP_E_ARGUMENT, "the %d stretches are not there",
                             (int)e->o.n_stretches);
    }
    for (int32_t i = 0; i < e->o.n_stretches; i++) {
        const fcap_stretch *const s = &e->o.stretch[i];
        if (s->column < 0 || s->column >= e->table->n_columns) {
            return no_column(e, "stretch", s->column);
        }
        if (!(s->by >= 0 && s->by <= DBL_MAX)) {
            return fcap_run_fail(e->run, FCAP_E_ARGUMENT,
                                 "column %d is to be stretched by %g; it must be a finite "
                                 "number of at least 0",
                                 (int)s->column, s->by);
        }
    }
    return FCAP_OK;
}

static fcap_status check_options(encoding *e) {
    const fcap_encode_options *const o = &e->o;
    TRY(check_set(e, "protect", o->protect));
    TRY(check_set(e, "features", o->features));
    TRY(check_set(e, "ignore", o->ignore));
    TRY(check_set(e, "numeric", o->numeric));
    TRY(check_set(e, "categorical", o->categorical));
    TRY(check_set(e, "grouped", o->grouped));
    TRY(check_set(e, "noted", o->noted));
    TRY(check_repeats(e));
    if (o->id < -1 || o->id >= e->table->n_columns) {
        return no_column(e, "id", o->id);
    }
    if (o->weight < -1 || o->weight >= e->table->n_columns) {
        return no_column(e, "weight", o->weight);
    }
    if ((int)o->scale < 0 || o->scale > FCAP_SCALE_NONE || (int)o->missing < 0 ||
        o->missing > FCAP_MISSING_CATEGORY) {
        return fcap_run_fail(e->run, FCAP_E_ARGUMENT,
                             "there is no scale number %d, or no way %d with missing cells",
                             (int)o->scale, (int)o->missing);
    }
    return check_stretches(e);
}

fcap_status fcap_encoding_choose(encoding *e) {
    TRY(check_options(e));
    e->protect = arena_array(&e->run->mem, protected_column, e->o.protect.n + e->o.grouped.n);
    if (e->protect == NULL) {
        return fcap_encoding_no_memory(e);
    }
    TRY(add_group_columns(e, e->o.protect));
    TRY(add_group_columns(e, e->o.grouped));
    if (e->o.without_features) {
        return fcap_encoding_doubts(e);
    }
    TRY(choose_features(e));
    TRY(fcap_encoding_doubts(e));
    fcap_encoding_row_names(e);
    TRY(stretch_features(e));
    return open_values(e);
}
