/* encode.c - rows of cells become points and protected groups.
 *
 *   column     becomes
 *   numeric    one coordinate, scaled (min-max by default)
 *   text       one 0/1 coordinate for each value (one-hot, as in [LQ21] section 5.1)
 *   protected  a group id, in no coordinate unless it is asked for
 *   identifier nothing
 *
 * Two passes over the rows: the first keeps or drops each row, reads numbers and learns the
 * texts; then the scales are known and the coordinates are written.
 */
#include "base/text.h"
#include "table/dataset_of.h"
#include "table/dictionary.h"
#include "table/faults.h"
#include "table/scale.h"
#include "table/table_of.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* One column that makes coordinates. Exactly one of value and id is used. */
typedef struct feature {
    int32_t column;
    int numeric;
    double *value; /* by kept row; NaN = missing */
    int32_t *id;   /* by kept row, an entry of texts; -1 = missing */
    dictionary texts;
    int32_t *rank;
    int64_t n_missing;
    int64_t first_missing; /* row */
    int32_t width;         /* coordinates */
} feature;

typedef struct protected_column {
    int32_t column;
    int32_t *id; /* by kept row */
    dictionary texts;
    int64_t n_missing;
    int64_t first_missing;
} protected_column;

/* Everything the passes need; its memory ends with the call. */
typedef struct encoding {
    fcap_run *run;
    fcap_table *table;
    fcap_encode_options o;
    fcap_dataset *out;
    feature *feature;
    int32_t n_features;
    protected_column *protect;
    fcap_faults *faults;
} encoding;

void fcap_encode_options_init_sized(fcap_encode_options *options, size_t struct_size) {
    memset(options, 0, struct_size);
    options->struct_size = struct_size;
    options->id = -1;
}

static fcap_status out_of_memory(encoding *e) {
    return fcap_run_fail(e->run, FCAP_E_NO_MEMORY, "out of memory for %lld rows",
                         (long long)e->table->n_rows);
}

static void add_note(fcap_dataset *ds, const char *format, ...) FCAP_PRINTF(2);
static void add_note(fcap_dataset *ds, const char *format, ...) {
    if (ds->n_notes < FCAP_NOTES_KEPT) {
        va_list args;
        va_start(args, format);
        vsnprintf(ds->note[ds->n_notes++], NOTE_SIZE, format, args);
        va_end(args);
    }
}

static int contains(fcap_columns set, int32_t column) {
    for (int32_t i = 0; i < set.n; i++) {
        if (set.index[i] == column) {
            return 1;
        }
    }
    return 0;
}

static const char *shown_name(const encoding *e, int32_t column, char out[EXCERPT_SIZE]) {
    const char *const name = e->table->name[column];
    return fcap_excerpt(name, strlen(name), out);
}

/* ---- which columns are what ---- */

static int is_numeric(const encoding *e, int32_t column) {
    if (contains(e->o.numeric, column)) {
        return 1;
    }
    if (contains(e->o.categorical, column)) {
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
    if (e->table->is_npy || cells < 2 || contains(e->o.categorical, column) ||
        contains(e->o.numeric, column)) {
        return 0;
    }
    return !is_numeric(e, column) ||
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
        return out_of_memory(e);
    }
    int32_t open = n;
    for (int32_t i = 0; i < n; i++) {
        /* distinct > 0.9 * cells, or all different; in repeats: */
        int64_t const cells = present_cells(e, candidate[i]);
        limit[i] = is_numeric(e, candidate[i]) ? 1 : (cells + 9) / 10;
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
                return out_of_memory(e);
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
            shown_name(e, c, name);
            cut |= at + strlen(name) + 3 >= sizeof text;
            if (!cut) {
                at += (size_t)snprintf(text + at, sizeof text - at, "%s%s", n > 0 ? ", " : "",
                                       name);
            }
            n++;
        }
    }
    if (n > 0) {
        add_note(e->out, "left out of the distance as %s: %s%s (-f takes %s in)",
                 n == 1 ? "an identifier" : "identifiers", text, cut ? ", ..." : "",
                 n == 1 ? "it" : "them");
    }
}

/* A column that is read as text although many cells are numbers is often a typing error. */
static void note_doubtful_text(encoding *e, int32_t column) {
    const column_profile *const p = &e->table->profile[column];
    int64_t const numbers = p->numbers + p->comma_numbers;
    if (5 * numbers < p->cells || numbers == 0 || contains(e->o.categorical, column)) {
        return;
    }
    char name[EXCERPT_SIZE];
    add_note(
        e->out,
        "%s is read as text: only %lld of %lld cells are numbers%s; if it should be numbers, "
        "correct the others or say --numeric",
        shown_name(e, column, name),
        (long long)(e->table->comma ? numbers - p->pointed : p->numbers), (long long)p->cells,
        p->comma_numbers > 0 && !e->table->comma ? " (decimal commas: --decimal-comma)" : "");
}

static fcap_status add_feature(encoding *e, int32_t column) {
    feature *const f = &e->feature[e->n_features++];
    f->column = column;
    f->numeric = is_numeric(e, column);
    if (!f->numeric) {
        note_doubtful_text(e, column);
    }
    int64_t const n = e->table->n_rows;
    if (f->numeric) {
        f->value = arena_array(&e->run->mem, double, n);
    } else {
        f->id = arena_array(&e->run->mem, int32_t, n);
    }
    return f->value == NULL && f->id == NULL ? out_of_memory(e) : FCAP_OK;
}

static fcap_status choose_columns(encoding *e) {
    int32_t const n = e->table->n_columns;
    e->feature = arena_array(&e->run->mem, feature, n);
    e->protect = arena_array(&e->run->mem, protected_column, e->o.protect.n);
    char *const is_id = arena_array(&e->run->mem, char, n);
    int32_t *const candidate = arena_array(&e->run->mem, int32_t, n);
    if (e->feature == NULL || e->protect == NULL || is_id == NULL || candidate == NULL) {
        return out_of_memory(e);
    }
    for (int32_t a = 0; a < e->o.protect.n; a++) {
        e->protect[a].column = e->o.protect.index[a];
        e->protect[a].id = arena_array(&e->run->mem, int32_t, e->table->n_rows);
        if (e->protect[a].id == NULL) {
            return out_of_memory(e);
        }
    }
    int const chosen = e->o.features.n > 0;
    int32_t n_candidates = 0;
    for (int32_t c = 0; c < n && !chosen; c++) {
        int const free_column =
            !contains(e->o.protect, c) && !contains(e->o.ignore, c) && c != e->o.id;
        if (free_column && may_be_id(e, c)) {
            candidate[n_candidates++] = c;
        }
    }
    TRY(find_ids(e, candidate, n_candidates, is_id));
    note_ids(e, is_id);
    for (int32_t c = 0; c < n; c++) {
        int const is_protected = contains(e->o.protect, c);
        int wanted =
            chosen ? contains(e->o.features, c)
                   : !is_protected && !contains(e->o.ignore, c) && c != e->o.id && !is_id[c];
        if (is_protected && e->o.include_protected) {
            wanted = 1;
        }
        if (wanted) {
            TRY(add_feature(e, c));
        }
    }
    if (e->n_features == 0) {
        return fcap_run_fail(
            e->run, FCAP_E_DATA,
            "no column is left to measure distances with: the others are protected, ignored or "
            "identifiers; name some with -f");
    }
    return FCAP_OK;
}

/* ---- the pass over the rows ---- */

static void count_missing(int64_t *n, int64_t *first, int64_t row) {
    if ((*n)++ == 0) {
        *first = row;
    }
}

static int row_has_missing(const encoding *e, const fcap_cell *cells) {
    for (int32_t i = 0; i < e->n_features; i++) {
        if (fcap_table_missing(e->table, cells[e->feature[i].column])) {
            return 1;
        }
    }
    for (int32_t a = 0; a < e->o.protect.n; a++) {
        if (fcap_table_missing(e->table, cells[e->protect[a].column])) {
            return 1;
        }
    }
    return 0;
}

static fcap_status read_number(encoding *e, feature *f, fcap_cell cell, int64_t row,
                               double *value) {
    int const kind = fcap_table_number(e->table, cell, value);
    if (kind == 1) {
        return FCAP_OK;
    }
    char text[EXCERPT_SIZE];
    char name[EXCERPT_SIZE];
    fcap_excerpt(cell.text, cell.size, text);
    shown_name(e, f->column, name);
    *value = 0;
    int64_t const line =
        e->faults->kept < FCAP_FAULTS_KEPT ? fcap_table_line(e->table, row) : 0;
    if (kind < 0) {
        fcap_faults_add(e->faults, line, f->column + 1, "%s: \"%s\" is too large a number",
                        name, text);
    } else {
        fcap_faults_add(e->faults, line, f->column + 1,
                        "%s: \"%s\" is not a number; correct it, or use --na or --categorical",
                        name, text);
    }
    return FCAP_OK;
}

static fcap_status read_rows(encoding *e) {
    fcap_dataset *const ds = e->out;
    for (int64_t r = 0; r < e->table->n_rows; r++) {
        const fcap_cell *const cells = fcap_table_row(e->table, r);
        int const drop = e->o.missing == FCAP_MISSING_DROP && row_has_missing(e, cells);
        int64_t const i = ds->n;
        for (int32_t c = 0; c < e->n_features; c++) {
            feature *const f = &e->feature[c];
            fcap_cell const cell = cells[f->column];
            int const missing = fcap_table_missing(e->table, cell);
            double value = NAN;
            if (missing && !drop) {
                count_missing(&f->n_missing, &f->first_missing, r);
            }
            if (f->numeric) {
                if (!missing) {
                    TRY(read_number(e, f, cell, r, &value));
                }
                f->value[i] = value;
            } else if (!drop) {
                f->id[i] = missing ? -1 : fcap_dictionary_add(&e->run->mem, &f->texts, cell);
                if (!missing && f->id[i] < 0) {
                    return out_of_memory(e);
                }
            }
        }
        if (drop) {
            ds->dropped++;
            continue;
        }
        for (int32_t a = 0; a < e->o.protect.n; a++) {
            protected_column *const p = &e->protect[a];
            fcap_cell const cell = cells[p->column];
            int const missing = fcap_table_missing(e->table, cell);
            if (missing) {
                count_missing(&p->n_missing, &p->first_missing, r);
            }
            p->id[i] = missing ? -1 : fcap_dictionary_add(&e->run->mem, &p->texts, cell);
            if (!missing && p->id[i] < 0) {
                return out_of_memory(e);
            }
        }
        ds->row[ds->n++] = r;
    }
    return FCAP_OK;
}

static void fault_missing(encoding *e, int32_t column, int64_t n, int64_t first,
                          const char *remedy) {
    char name[EXCERPT_SIZE];
    shown_name(e, column, name);
    /* Lines are counted from the top, so only for faults that will be kept. */
    int64_t const line =
        e->faults->kept < FCAP_FAULTS_KEPT ? fcap_table_line(e->table, first) : 0;
    fcap_faults_add(e->faults, line, column + 1, "%s: %lld of %lld cells are missing; %s", name,
                    (long long)n, (long long)e->table->n_rows, remedy);
}

static fcap_status check_missing(encoding *e) {
    for (int32_t a = 0; a < e->o.protect.n; a++) {
        const protected_column *const p = &e->protect[a];
        int const allowed = e->o.missing == FCAP_MISSING_CATEGORY;
        if (p->n_missing > 0 && !allowed) {
            fault_missing(
                e, p->column, p->n_missing, p->first_missing,
                "a protected value cannot be guessed: use --missing drop or category");
        }
    }
    for (int32_t c = 0; c < e->n_features; c++) {
        const feature *const f = &e->feature[c];
        if (f->n_missing == e->out->n && e->o.missing == FCAP_MISSING_IMPUTE) {
            fault_missing(e, f->column, f->n_missing, f->first_missing,
                          "there is nothing to impute from: leave the column out (-x)");
        }
        if (f->n_missing > 0 && e->o.missing == FCAP_MISSING_ERROR) {
            fault_missing(
                e, f->column, f->n_missing, f->first_missing,
                "use --missing drop, impute or category, or leave the column out (-x)");
        }
    }
    if (e->faults->total == 0 && e->out->n == 0) {
        fcap_faults_add(e->faults, 0, 0,
                        "every row has a missing cell, so --missing drop leaves none");
    }
    return e->faults->total > 0 ? fcap_faults_fail(e->run->err, e->faults) : FCAP_OK;
}

/* ---- coordinates ---- */

static void fill_numeric(const feature *f, fcap_dataset *ds, int32_t at, fcap_scale scale) {
    linear const s = fcap_scale_of(f->value, ds->n, scale);
    double const mean = f->n_missing > 0 ? fcap_mean_of(f->value, ds->n) : 0;
    for (int64_t i = 0; i < ds->n; i++) {
        int const missing = isnan(f->value[i]);
        double *const x = ds->x + i * ds->d + at;
        x[0] = fcap_scale_apply(s, missing ? mean : f->value[i]);
        if (f->width == 2) {
            x[1] = missing;
        }
    }
}

/* The most frequent text; of equals the bytewise smallest. */
static int32_t most_frequent(const feature *f) {
    int32_t best = 0;
    for (int32_t id = 1; id < f->texts.n; id++) {
        int64_t const more = f->texts.entry[id].count - f->texts.entry[best].count;
        if (more > 0 || (more == 0 && f->rank[id] < f->rank[best])) {
            best = id;
        }
    }
    return best;
}

static void fill_text(const feature *f, fcap_dataset *ds, int32_t at, fcap_missing missing) {
    int32_t const common = f->texts.n > 0 ? f->rank[most_frequent(f)] : 0;
    for (int64_t i = 0; i < ds->n; i++) {
        int32_t place;
        if (f->id[i] >= 0) {
            place = f->rank[f->id[i]];
        } else {
            place = missing == FCAP_MISSING_CATEGORY ? f->width - 1 : common;
        }
        if (place < f->width) {
            ds->x[i * ds->d + at + place] = 1;
        }
    }
}

static fcap_status write_coordinates(encoding *e) {
    fcap_dataset *const ds = e->out;
    int const extra = e->o.missing == FCAP_MISSING_CATEGORY;
    int64_t d = 0;
    for (int32_t c = 0; c < e->n_features; c++) {
        feature *const f = &e->feature[c];
        if (!f->numeric && !fcap_dictionary_rank(&e->run->mem, &f->texts, &f->rank)) {
            return out_of_memory(e);
        }
        f->width = (f->numeric ? 1 : f->texts.n) + (extra && f->n_missing > 0);
        d += f->width;
    }
    if (d < 1 || d > INT32_MAX) {
        return fcap_run_fail(e->run, FCAP_E_DATA, "the columns make %lld coordinates",
                             (long long)d);
    }
    ds->d = (int32_t)d;
    ds->x = arena_array(&ds->run.mem, double, ds->n *d);
    ds->feature_column = arena_array(&ds->run.mem, int32_t, e->n_features);
    if (ds->x == NULL || ds->feature_column == NULL) {
        return fcap_run_fail(e->run, FCAP_E_NO_MEMORY,
                             "out of memory for %lld points with %lld coordinates; a text "
                             "column with many values makes one coordinate for each: leave it "
                             "out with -x",
                             (long long)ds->n, (long long)d);
    }
    ds->n_features = e->n_features;
    int32_t at = 0;
    for (int32_t c = 0; c < e->n_features; c++) {
        const feature *const f = &e->feature[c];
        ds->feature_column[c] = f->column;
        if (f->numeric) {
            fill_numeric(f, ds, at, e->o.scale);
        } else {
            fill_text(f, ds, at, e->o.missing);
        }
        at += f->width;
    }
    return FCAP_OK;
}

/* ---- groups ---- */

static fcap_status write_groups(encoding *e) {
    fcap_dataset *const ds = e->out;
    ds->n_attributes = e->o.protect.n;
    ds->attribute = arena_array(&ds->run.mem, fcap_attribute, ds->n_attributes);
    ds->group_name = arena_array(&ds->run.mem, const char **, ds->n_attributes);
    if (ds->attribute == NULL || ds->group_name == NULL) {
        return out_of_memory(e);
    }
    for (int32_t a = 0; a < ds->n_attributes; a++) {
        const protected_column *const p = &e->protect[a];
        int32_t *rank;
        int32_t *const group = arena_array(&ds->run.mem, int32_t, ds->n);
        const char **const name = arena_array(&ds->run.mem, const char *, p->texts.n);
        if (!fcap_dictionary_rank(&e->run->mem, &p->texts, &rank) || group == NULL ||
            name == NULL) {
            return out_of_memory(e);
        }
        for (int32_t id = 0; id < p->texts.n; id++) {
            const dictionary_entry *const text = &p->texts.entry[id];
            char *const copy = arena_array(&ds->run.mem, char, text->size + 1);
            if (copy == NULL) {
                return out_of_memory(e);
            }
            name[rank[id]] = memcpy(copy, text->text, text->size);
        }
        for (int64_t i = 0; i < ds->n; i++) {
            group[i] = p->id[i] < 0 ? -1 : rank[p->id[i]];
        }
        ds->attribute[a] = (fcap_attribute){group, p->texts.n, {0, 1}};
        ds->group_name[a] = name;
    }
    return FCAP_OK;
}

/* ---- the story ---- */

static fcap_status encode(encoding *e) {
    e->out->row = arena_array(&e->out->run.mem, int64_t, e->table->n_rows);
    if (e->out->row == NULL) {
        return out_of_memory(e);
    }
    TRY(choose_columns(e));
    TRY(read_rows(e));
    TRY(check_missing(e));
    TRY(write_coordinates(e));
    return write_groups(e);
}

fcap_status fcap_dataset_encode(fcap_table *table, const fcap_encode_options *options,
                                fcap_dataset **out, fcap_faults *faults, fcap_error *err) {
    fcap_options run_options;
    fcap_options_init(&run_options);
    run_options.allocator = table->run.mem.os;
    fcap_error own_err;
    if (err == NULL) {
        err = &own_err;
    }
    fcap_run keep;
    fcap_run scratch;
    fcap_run_open(&keep, &run_options, err);
    fcap_run_open(&scratch, &run_options, err);
    fcap_dataset *const ds = arena_array(&keep.mem, fcap_dataset, 1);
    if (ds == NULL) {
        fcap_run_close(&keep);
        return fcap_error_set(err, FCAP_E_NO_MEMORY, "out of memory");
    }
    ds->run = keep;
    fcap_faults own_faults = {0};
    encoding e = {.run = &scratch,
                  .table = table,
                  .out = ds,
                  .faults = faults != NULL ? faults : &own_faults};
    e.faults->total = 0;
    e.faults->kept = 0;
    fcap_encode_options_init(&e.o);
    memcpy(&e.o, options,
           options->struct_size < sizeof e.o ? options->struct_size : sizeof e.o);
    fcap_status const status = encode(&e);
    fcap_run_close(&scratch);
    ds->run.err = NULL;
    if (status != FCAP_OK) {
        fcap_faults_complete(e.faults, status, err);
        fcap_dataset_free(ds);
        return status;
    }
    *out = ds;
    return FCAP_OK;
}
