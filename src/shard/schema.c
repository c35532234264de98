/* schema.c - see schema.h. */
#include "shard/schema.h"

#include "base/text.h"
#include "shard/fixed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    COORDINATES_MOST = 10000,
    COORDINATE_BITS = 500, /* coordinates are below 2 to this: squares of them can be had */
    GROUPS_NAMED = 10      /* more are hardly meant as groups */
};

static fcap_status out_of_memory(fcap_run *run) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for the columns");
}

/* ---------------------------------------------------------------- which columns */

typedef struct choosing {
    const row_format *l;
    char *feature; /* named */
    char *ignored;
    char *numeric;
    char *categorical;
    char *texts; /* whose texts matter, numbers or not */
} choosing;

static fcap_status flag(fcap_run *run, const row_format *l, fcap_texts names, char **out) {
    *out = arena_array(&run->mem, char, l->n_columns);
    if (*out == NULL) {
        return out_of_memory(run);
    }
    for (int32_t i = 0; i < names.n; i++) {
        int32_t column = -1;
        TRY(fcap_row_format_find(run, l, names.text[i], &column));
        (*out)[column] = 1;
    }
    return FCAP_OK;
}

static int is_numeric(const choosing *w, const schema *s, int32_t j) {
    return w->numeric[j] ||
           (!w->categorical[j] &&
            fcap_column_is_numeric(&s->facts.column[j].profile, 1, w->l->comma));
}

/* As in table/choose.c, but that whole numbers with such a name are believed to be different:
 * to know it all of them would have to meet. */
static int is_identifier(const choosing *w, const schema *s, int32_t j) {
    const learned_column *const f = &s->facts.column[j];
    int64_t const cells = f->profile.cells;
    if (w->l->is_matrix || cells < 2 || w->numeric[j] || w->categorical[j]) {
        return 0;
    }
    if (is_numeric(w, s, j)) {
        return f->profile.integers == cells && fcap_name_says_id(w->l->name[j]);
    }
    return f->many || 10 * (int64_t)f->texts.n > 9 * cells;
}

static void note_left_out(schema *s, const char *name) {
    char shown[EXCERPT_SIZE];
    size_t const used = strlen(s->note);
    snprintf(s->note + used, sizeof s->note - used, "%s%s",
             used == 0 ? "left out of the distance as identifiers: " : ", ",
             fcap_excerpt(name, strlen(name), shown));
}

static fcap_status find_names(fcap_run *run, const fcap_mpi_request *q, schema *s,
                              choosing *w) {
    const row_format *const l = s->from->l;
    w->l = l;
    TRY(flag(run, l, q->features, &w->feature));
    TRY(flag(run, l, q->ignore, &w->ignored));
    TRY(flag(run, l, q->numeric, &w->numeric));
    TRY(flag(run, l, q->categorical, &w->categorical));
    if (q->protect != NULL) {
        TRY(fcap_row_format_find(run, l, q->protect, &s->protect));
    }
    w->texts = arena_array(&run->mem, char, l->n_columns);
    if (w->texts == NULL) {
        return out_of_memory(run);
    }
    memcpy(w->texts, w->categorical, (size_t)l->n_columns);
    if (s->protect >= 0) {
        w->texts[s->protect] = 1;
    }
    return FCAP_OK;
}

static fcap_status choose(fcap_run *run, const fcap_mpi_request *q, const choosing *names,
                          schema *s) {
    const row_format *const l = s->from->l;
    choosing const w = *names;
    s->feature = arena_array(&run->mem, schema_feature, l->n_columns);
    s->used = arena_array(&run->mem, char, l->n_columns);
    if (s->feature == NULL || s->used == NULL) {
        return out_of_memory(run);
    }
    for (int32_t j = 0; j < l->n_columns; j++) {
        int wanted = w.feature[j] != 0;
        if (q->features.n == 0 && j != s->protect && !w.ignored[j]) {
            wanted = !is_identifier(&w, s, j);
            if (!wanted) {
                note_left_out(s, l->name[j]);
            }
        }
        if (wanted) {
            s->feature[s->n_features++] =
                (schema_feature){.column = j, .numeric = is_numeric(&w, s, j)};
        }
        s->used[j] = (char)(wanted || j == s->protect);
    }
    return s->n_features > 0
               ? FCAP_OK
               : fcap_run_fail(
                     run, FCAP_E_DATA,
                     "no column is left to measure distances with; name some with -f");
}

/* ---------------------------------------------------------------- missing cells */

static int anything_missing(const schema *s) {
    for (int32_t j = 0; j < s->from->l->n_columns; j++) {
        if (s->used[j] && s->facts.column[j].profile.missing > 0) {
            return 1;
        }
    }
    return 0;
}

static fcap_status refuse_missing(fcap_run *run, const schema *s, const record *r,
                                  int32_t column) {
    char shown[EXCERPT_SIZE];
    int64_t const missing = s->facts.column[column].profile.missing;
    int const named = s->from->l->has_header; /* else its name is the number, said already */
    const char *const name = named ? s->from->l->name[column] : "";
    return fcap_record_fault(
        run, s->from, r, column, "%s%s%lld of %lld %s missing; use --missing drop%s",
        fcap_excerpt(name, strlen(name), shown), named ? ": " : "", (long long)missing,
        (long long)s->facts.total, missing == 1 ? "cells is" : "cells are",
        column == s->protect ? "" : ", or leave the column out (-x)");
}

/* ---------------------------------------------------------------- scales */

/* Mean and spread need a pass of their own, with sums that do not depend on the order. */
typedef struct moments {
    fcap_run *run;
    const schema *s;
    fixed *sum; /* of where in the range the values are, from 0 to 1 */
    fixed *squares;
    double *mean;
    int second;
} moments;

int fcap_schema_drops(const schema *s, const record *r) {
    for (int32_t j = 0; s->facts.dropped > 0 && j < s->from->l->n_columns; j++) {
        if (s->used[j] && fcap_record_missing(s->from, r, j)) {
            return 1;
        }
    }
    return 0;
}

static fcap_status add_moments(void *context, const record *r) {
    moments *const m = context;
    if (fcap_schema_drops(m->s, r)) {
        return FCAP_OK;
    }
    for (int32_t f = 0; f < m->s->n_features; f++) {
        const schema_feature *const x = &m->s->feature[f];
        double value = 0;
        if (!x->numeric || fcap_record_missing(m->s->from, r, x->column) ||
            fcap_record_number(m->s->from, r, x->column, &value) != 1) {
            continue;
        }
        double const v = fcap_scale_apply(x->scale, value); /* from 0 to 1 so far */
        if (m->second) {
            fixed_add(&m->squares[f], (v - m->mean[f]) * (v - m->mean[f]));
        } else {
            fixed_add(&m->sum[f], v);
        }
    }
    return FCAP_OK;
}

static fcap_status set_moments(fcap_run *run, fcap_comm *c, schema *s) {
    moments m = {.run = run,
                 .s = s,
                 .sum = arena_array(&run->mem, fixed, s->n_features),
                 .squares = arena_array(&run->mem, fixed, s->n_features),
                 .mean = arena_array(&run->mem, double, s->n_features)};
    fcap_status const memory =
        m.sum == NULL || m.squares == NULL || m.mean == NULL ? out_of_memory(run) : FCAP_OK;
    AGREE(run, c, memory);
    for (m.second = 0; m.second < 2; m.second++) {
        AGREE(run, c, fcap_records_visit(run, s->from, add_moments, &m));
        fixed *const part = m.second ? m.squares : m.sum;
        fcap_comm_sum(c, (int64_t *)(void *)part, FIXED_PARTS * (int64_t)s->n_features);
        for (int32_t f = 0; f < s->n_features; f++) {
            schema_feature *const x = &s->feature[f];
            double const mean =
                fixed_value(part[f]) / (double)s->facts.column[x->column].range.seen;
            if (x->numeric && x->scale.divisor > 0 && m.second) {
                x->scale.shift += m.mean[f] * x->scale.divisor;
                x->scale.divisor *= sqrt(mean);
            } else if (!m.second) {
                m.mean[f] = mean;
            }
        }
    }
    return FCAP_OK;
}

/* The root of a^2 + b^2, without squares beyond the range of numbers. (hypot() may differ from
 * one machine to another, and ranks must agree.) */
static double diagonal(double a, double b) {
    double const more = a > b ? a : b;
    double const less = a > b ? b : a;
    return more > 0 ? more * sqrt(1 + less / more * (less / more)) : 0;
}

/* Distances are below 1 in these units, wherever the coordinates lie: those of times of 1.7e9 s
 * that differ by milliseconds would be lost in units of the largest coordinate. */
static void set_unit(schema *s, double far, double largest) {
    int least = 0;
    frexp(largest, &least);
    frexp(far, &s->exponent);
    least -= COORDINATE_BITS;
    s->exponent = s->exponent < least ? least : s->exponent;
    int const part = s->exponent < -1000 ? 1000 : 0;
    s->shrink[0] = ldexp(1, part);
    s->shrink[1] = ldexp(1, -s->exponent - part);
    s->diameter = ldexp(far, -s->exponent) * (1 + 1e-9);
}

/* The coordinates in their order, how large they become, and how far apart. */
static fcap_status measure(fcap_run *run, schema *s) {
    int const is_sum = s->metric == FCAP_METRIC_MANHATTAN;
    double largest = 0;
    double far = 0;
    int64_t d = 0;
    for (int32_t f = 0; f < s->n_features; f++) {
        schema_feature *const x = &s->feature[f];
        const learned_column *const facts = &s->facts.column[x->column];
        x->at = (int32_t)d;
        x->width = x->numeric ? 1 : facts->texts.n;
        if (!x->numeric && facts->many) {
            return fcap_run_fail(
                run, FCAP_E_DATA,
                "%s has more than %d different texts, each of which would be a "
                "coordinate; leave it out with -x",
                s->from->l->name[x->column], (int)TEXTS_MOST);
        }
        d += x->width;
        double wide = is_sum ? 2 : sqrt(2); /* of two texts */
        double most = 1;
        if (x->numeric) {
            double const low = fcap_scale_apply(x->scale, facts->range.low);
            double const high = fcap_scale_apply(x->scale, facts->range.high);
            wide = high - low;
            most = fabs(low) > fabs(high) ? fabs(low) : fabs(high);
        }
        largest = most > largest ? most : largest;
        far = is_sum ? far + wide : diagonal(far, wide);
    }
    if (d < 1 || d > COORDINATES_MOST) {
        return fcap_run_fail(run, FCAP_E_DATA,
                             "the columns make %lld coordinates; at most %d are possible here",
                             (long long)d, (int)COORDINATES_MOST);
    }
    s->d = (int32_t)d;
    if (!(far < 1e300)) {
        return fcap_run_fail(
            run, FCAP_E_OVERFLOW,
            "the distances are beyond the range of numbers; use --scale minmax");
    }
    set_unit(s, far, largest);
    return FCAP_OK;
}

/* ---------------------------------------------------------------- groups */

typedef struct seeking {
    fcap_run *run;
    const schema *s;
    fcap_cell text;
    char list[200]; /* of all texts */
} seeking;

static fcap_status find_group(void *context, const record *r) {
    const seeking *const w = context;
    char room[FCAP_NUMBER_SIZE];
    char name[EXCERPT_SIZE];
    char found[EXCERPT_SIZE];
    const schema *const s = w->s;
    fcap_cell const cell = fcap_record_cell(s->from, r, s->protect, room);
    if (cell.size != w->text.size || memcmp(cell.text, w->text.text, cell.size) != 0) {
        return FCAP_OK;
    }
    const char *const title = s->from->l->name[s->protect];
    return fcap_record_fault(w->run, s->from, r, s->protect,
                             "%s has %d different values (%s), and \"%s\" first here; "
                             "faircap-mpi balances two groups: correct it, or join values",
                             fcap_excerpt(title, strlen(title), name),
                             (int)s->facts.column[s->protect].texts.n, w->list,
                             fcap_excerpt(cell.text, cell.size, found));
}

/* Some more groups than two: the rarest of them is shown where it is first. */
static fcap_status refuse_groups(fcap_run *run, fcap_comm *c, const schema *s) {
    const text_list *const t = &s->facts.column[s->protect].texts;
    char shown[EXCERPT_SIZE];
    int32_t rare = 0;
    seeking w = {.run = run, .s = s};
    for (int32_t i = 0; i < t->n; i++) {
        size_t const used = strlen(w.list);
        rare = t->count[i] < t->count[rare] ? i : rare;
        snprintf(w.list + used, sizeof w.list - used, "%s%s", i > 0 ? ", " : "",
                 fcap_excerpt(t->text[i], t->size[i], shown));
    }
    w.text = (fcap_cell){t->text[rare], t->size[rare]};
    AGREE(run, c, fcap_records_visit(run, s->from, find_group, &w));
    return FCAP_OK;
}

static fcap_status set_groups(fcap_run *run, fcap_comm *c, const fcap_mpi_request *q,
                              schema *s) {
    s->n_groups = 1;
    s->total[0] = s->n;
    if (s->protect < 0) {
        return FCAP_OK;
    }
    const learned_column *const f = &s->facts.column[s->protect];
    if (!f->many && f->texts.n > 2 && f->texts.n <= GROUPS_NAMED) {
        TRY(refuse_groups(run, c, s));
    }
    if (f->many || f->texts.n != 2) {
        return fcap_run_fail(
            run, FCAP_E_ARGUMENT,
            "%s has %s%d different value%s; faircap-mpi balances two groups (faircap cluster "
            "knows more: take a sample of the rows, or join values to two)",
            s->from->l->name[s->protect], f->many ? "more than " : "",
            f->many ? (int)TEXTS_MOST : (int)f->texts.n, f->texts.n == 1 ? "" : "s");
    }
    s->n_groups = q->balance.num > 0 ? 2 : 1;
    for (int g = 0; g < 2; g++) {
        s->group[g] = f->texts.text[g];
        s->total[g] = f->texts.count[g];
    }
    if (s->n_groups == 1) {
        s->total[0] = s->n;
        s->total[1] = 0;
    }
    return FCAP_OK;
}

/* Where the own rows are among all that are kept. */
typedef struct counter {
    const schema *s;
    int64_t kept;
} counter;

static fcap_status count_row(void *context, const record *r) {
    counter *const w = context;
    w->kept += !fcap_schema_drops(w->s, r);
    return FCAP_OK;
}

static fcap_status set_places(fcap_run *run, fcap_comm *c, schema *s) {
    counter w = {.s = s};
    fcap_status status = FCAP_OK;
    if (s->facts.dropped > 0) {
        status = fcap_records_visit(run, s->from, count_row, &w);
    }
    for (int64_t i = s->from->p->first; s->facts.dropped == 0 && i < s->from->p->last; i++) {
        w.kept += s->facts.rows[i];
    }
    AGREE(run, c, status);
    int64_t *all = NULL;
    TRY(fcap_comm_share(run, c, w.kept, &all));
    s->own = w.kept;
    for (int32_t r = 0; r < c->size; r++) {
        s->first += r < c->rank ? all[r] : 0;
    }
    return FCAP_OK;
}

/* ---------------------------------------------------------------- the story */

fcap_status fcap_schema_open(fcap_run *run, fcap_comm *c, const records *from,
                             const fcap_mpi_request *q, schema *out) {
    *out = (schema){.from = from, .protect = -1, .metric = q->metric};
    choosing names = {0};
    AGREE(run, c, find_names(run, q, out, &names));
    TRY(fcap_learn(run, c, from, names.texts, NULL, &out->facts));
    AGREE(run, c, choose(run, q, &names, out));
    if (q->missing == FCAP_MISSING_DROP && anything_missing(out)) {
        learned again;
        TRY(fcap_learn(run, c, from, names.texts, out->used, &again));
        out->facts = again;
    }
    out->n = out->facts.total - out->facts.dropped;
    if (out->n < 1) {
        return fcap_run_fail(run, FCAP_E_DATA,
                             "no row is left of %lld: each has a missing cell in a column that "
                             "is used; leave columns out (-x)",
                             (long long)out->facts.total);
    }
    if (out->n > INT32_MAX) {
        return fcap_run_fail(run, FCAP_E_DATA, "%lld rows are too many: at most %d can be had",
                             (long long)out->n, (int)INT32_MAX);
    }
    for (int32_t f = 0; f < out->n_features; f++) {
        schema_feature *const x = &out->feature[f];
        fcap_scale const first = q->scale == FCAP_SCALE_ZSCORE ? FCAP_SCALE_MINMAX : q->scale;
        x->scale = fcap_scale_of(out->facts.column[x->column].range, NULL, 0, 1, first);
    }
    if (q->scale == FCAP_SCALE_ZSCORE) {
        TRY(set_moments(run, c, out));
    }
    TRY(measure(run, out));
    TRY(set_groups(run, c, q, out));
    return set_places(run, c, out);
}

/* ---------------------------------------------------------------- a row */

static fcap_status encode_number(fcap_run *run, const schema *s, const record *r,
                                 const schema_feature *f, double *x) {
    double value = 0;
    int const kind = fcap_record_number(s->from, r, f->column, &value);
    if (kind != 1) {
        char room[FCAP_NUMBER_SIZE];
        char text[EXCERPT_SIZE];
        char name[EXCERPT_SIZE];
        fcap_cell const cell = fcap_record_cell(s->from, r, f->column, room);
        const char *const title = s->from->l->name[f->column];
        fcap_excerpt(cell.text, cell.size, text);
        fcap_excerpt(title, strlen(title), name);
        return kind < 0
                   ? fcap_record_fault(run, s->from, r, f->column,
                                       "%s: \"%s\" is too large a number", name, text)
                   : fcap_record_fault(run, s->from, r, f->column,
                                       "%s: \"%s\" is not a number; correct it, or use --na "
                                       "or --categorical",
                                       name, text);
    }
    x[f->at] = fcap_scale_apply(f->scale, value);
    return FCAP_OK;
}

fcap_status fcap_schema_encode(fcap_run *run, const schema *s, const record *r, double *x,
                               int32_t *group, int *kept) {
    char room[FCAP_NUMBER_SIZE];
    *kept = !fcap_schema_drops(s, r);
    if (!*kept) {
        return FCAP_OK;
    }
    for (int32_t f = 0; f < s->n_features; f++) {
        const schema_feature *const at = &s->feature[f];
        if (fcap_record_missing(s->from, r, at->column)) {
            return refuse_missing(run, s, r, at->column);
        }
        if (at->numeric) {
            TRY(encode_number(run, s, r, at, x));
            continue;
        }
        memset(x + at->at, 0, (size_t)at->width * sizeof *x);
        int32_t const place = fcap_text_find(&s->facts.column[at->column].texts,
                                             fcap_record_cell(s->from, r, at->column, room));
        if (place < 0) {
            return fcap_record_fault(run, s->from, r, at->column,
                                     "this text was not there before: the file has changed");
        }
        x[at->at + place] = 1;
    }
    *group = 0;
    if (s->protect >= 0) {
        if (fcap_record_missing(s->from, r, s->protect)) {
            return refuse_missing(run, s, r, s->protect);
        }
        fcap_cell const cell = fcap_record_cell(s->from, r, s->protect, room);
        int32_t const place = fcap_text_find(&s->facts.column[s->protect].texts, cell);
        if (place < 0) {
            return fcap_record_fault(run, s->from, r, s->protect,
                                     "this group was not there before: the file has changed");
        }
        *group = s->n_groups == 2 ? place : 0;
    }
    return FCAP_OK;
}
