/* cells.c - see cells.h. Steps of sizes and of m, a box for each pair of steps; then what the
 * boxes say of all clusters but one cuts each box. */
#include "problem/cells.h"

#include "problem/hull.h"

#include <stdlib.h>

enum {
    SIZE_STEPS = 48, /* where shares or single members matter; else all sizes are one step */
    LEAST_STEPS =
        64 /* of the smallest count of a group; with sizes so many, fewer are possible */
};

typedef struct range {
    int64_t least;
    int64_t most;
} range;

typedef struct cell_maker {
    const rules *r;
    cells *c;
    int32_t attribute;
    int32_t n_groups; /* that have a balance: the first classes; 0: none */
    fcap_ratio t;
    range size; /* of any cluster */
    range *box; /* n_classes: of the cell that is made */
} cell_maker;

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static fcap_status no_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for the counts of %lld points",
                         (long long)n);
}

/* ---- sizes ---- */

static int by_weight(const void *a, const void *b) {
    int64_t const x = *(const int64_t *)a;
    int64_t const y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

fcap_status fcap_cells_rows(fcap_run *run, const rules *r, int64_t *rows) {
    *rows = smaller(r->capacity, r->n);
    if (r->weight == NULL) {
        return FCAP_OK;
    }
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t *const weight = arena_array(&run->mem, int64_t, r->n);
    if (weight == NULL) {
        return no_memory(run, r->n);
    }
    for (int64_t i = 0; i < r->n; i++) {
        weight[i] = r->weight[i];
    }
    qsort(weight, (size_t)r->n, sizeof *weight, by_weight);
    int64_t left = r->capacity;
    *rows = 0;
    while (*rows < r->n && weight[*rows] <= left) {
        left -= weight[(*rows)++];
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* What the other clusters cannot take stays; what they need goes. */
static range sizes_of(const rules *r, int64_t rows) {
    int64_t others = (r->k - 1) * rows;
    if (r->capacities != NULL && r->weight == NULL) {
        int64_t least = INT64_MAX;
        others = 0;
        for (int32_t c = 0; c < r->k; c++) {
            int64_t const q = smaller(r->capacities[c], r->n);
            others += q;
            least = smaller(least, q);
        }
        others -= least;
    }
    return (range){larger(r->min_size, r->n - others),
                   smaller(rows, r->n - (r->k - 1) * r->min_size)};
}

/* ---- one cell ---- */

static void narrow(range *x, int64_t least, int64_t most) {
    x->least = larger(x->least, least);
    x->most = smaller(x->most, most);
}

static int is_empty(range x) {
    return x.least > x.most;
}

/* Of sizes [size.least, size.most]: each share at the size where it asks for least. */
static void keep_shares(const cell_maker *w, range size) {
    const cells *const c = w->c;
    for (int32_t i = 0; i < w->r->n_shares; i++) {
        const fcap_share *const s = &w->r->share[i];
        int32_t const groups = w->r->attribute[s->attribute].n_groups;
        int32_t const class = s->group < 0 ? groups : s->group;
        if (s->attribute == w->attribute && class < c->n_classes) {
            narrow(&w->box[class], fcap_ceil_div(size.least, s->least.num, s->least.den),
                   size.most * s->most.num / s->most.den);
        }
    }
}

static void isolate_nobody(const cell_maker *w) {
    for (int32_t i = 0; i < w->r->n_no_isolate; i++) {
        const fcap_no_isolate *const x = &w->r->no_isolate[i];
        if (x->attribute == w->attribute) {
            range *const b = &w->box[x->group];
            b->least = b->least == 1 ? 2 : b->least;
            b->most = b->most == 1 ? 0 : b->most;
        }
    }
}

/* What sizes and the counts of all other classes leave for each. Returns 0 for an empty cell.
 */
static int tighten(const cell_maker *w, range *size) {
    int64_t least = 0;
    int64_t most = 0;
    for (int32_t g = 0; g < w->c->n_classes; g++) {
        if (is_empty(w->box[g])) {
            return 0;
        }
        least += w->box[g].least;
        most += w->box[g].most;
    }
    narrow(size, least, most);
    for (int32_t g = 0; g < w->c->n_classes; g++) {
        range const b = w->box[g];
        narrow(&w->box[g], size->least - (most - b.most), size->most - (least - b.least));
    }
    return !is_empty(*size);
}

static int settle(const cell_maker *w, range *size) {
    for (int round = 0; round < 3; round++) {
        if (!tighten(w, size)) {
            return 0;
        }
        isolate_nobody(w);
    }
    return tighten(w, size);
}

static void store(const cell_maker *w, range size, int64_t at) {
    cells *const c = w->c;
    c->size_least[at] = size.least;
    c->size_most_of[at] = size.most;
    for (int32_t g = 0; g < c->n_classes; g++) {
        c->low[at * c->n_classes + g] = w->box[g].least;
        c->high[at * c->n_classes + g] = w->box[g].most;
    }
}

/* A cell of these sizes whose smallest group has a count in `fewest`. */
static void make_cell(const cell_maker *w, range size, range fewest) {
    for (int32_t g = 0; g < w->c->n_classes; g++) {
        w->box[g] = (range){0, w->c->total[g]};
        if (g < w->n_groups) {
            narrow(&w->box[g], fewest.least, fewest.most * w->t.den / w->t.num);
        }
    }
    keep_shares(w, size);
    if (settle(w, &size)) {
        store(w, size, w->c->n++);
    }
}

/* ---- all cells ---- */

static range step_of(range all, int64_t step, int64_t steps) {
    int64_t const n = all.most - all.least + 1;
    return (range){all.least + step * n / steps, all.least + (step + 1) * n / steps - 1};
}

static int64_t steps_of(range all, int64_t most) {
    int64_t const n = all.most - all.least + 1;
    return n < 1 ? 0 : n < most ? n : most;
}

static range fewest_of(const cell_maker *w) {
    range x = {0, w->size.most};
    for (int32_t g = 0; g < w->n_groups; g++) {
        x.most = smaller(x.most, w->c->total[g]);
    }
    x.most = w->n_groups > 0 ? smaller(x.most, w->size.most / w->n_groups) : 0;
    return x;
}

static int by_size(const cell_maker *w) {
    for (int32_t i = 0; i < w->r->n_shares; i++) {
        if (w->r->share[i].attribute == w->attribute) {
            return 1;
        }
    }
    return 0;
}

static void make_cells(const cell_maker *w, range fewest, int64_t size_steps,
                       int64_t least_steps) {
    for (int64_t s = 0; s < size_steps; s++) {
        range const size = step_of(w->size, s, size_steps);
        if (fewest.least == 0) {
            make_cell(w, size, (range){0, 0});
        }
        range const rest = {larger(fewest.least, 1), fewest.most};
        for (int64_t m = 0; m < least_steps; m++) {
            make_cell(w, size, step_of(rest, m, least_steps));
        }
    }
}

/* ---- the other clusters ---- */

/* under[s]: the fewest members of a class (or of all but it) in a cluster of size s; INT64_MAX
 * where there is none. Between the ends of a cell both are straight, so the ends will do. */
static void under_cells(const cells *c, int32_t class, int others, int64_t *under) {
    for (int64_t s = 0; s <= c->size_most; s++) {
        under[s] = INT64_MAX;
    }
    for (int64_t x = 0; x < c->n; x++) {
        int64_t const ends[2] = {c->size_least[x], c->size_most_of[x]};
        int64_t const low = c->low[x * c->n_classes + class];
        int64_t const high = c->high[x * c->n_classes + class];
        for (int end = 0; end < 2; end++) {
            int64_t const fewest = others ? ends[end] - high : low;
            under[ends[end]] = smaller(under[ends[end]], fewest);
        }
    }
}

/* The fewest that k - 1 clusters need, of n - s members together for some s of the range. */
static int64_t least_of_others(const hull *h, const rules *r, range size) {
    int64_t const others = r->k - 1;
    int64_t at = 0;
    for (int64_t x = 1; x < h->n; x++) {
        at = h->v[x].lo < h->v[at].lo ? x : at;
    }
    int64_t rest = others * h->v[at].s; /* convex, and smallest there */
    rest = larger(smaller(rest, r->n - size.least), r->n - size.most);
    rest = larger(smaller(rest, others * h->v[h->n - 1].s), others * h->v[0].s);
    return fcap_hull_least(h, others, rest);
}

static void cut_class(const rules *r, cells *c, int32_t class, const hull *in,
                      const hull *others) {
    for (int64_t x = 0; x < c->n; x++) {
        int64_t *const low = &c->low[x * c->n_classes + class];
        int64_t *const high = &c->high[x * c->n_classes + class];
        range const size = {c->size_least[x], c->size_most_of[x]};
        int64_t const rest = r->n - c->total[class] - least_of_others(others, r, size);
        *high = smaller(*high, c->total[class] - least_of_others(in, r, size));
        *low = larger(*low, size.least - rest);
    }
}

/* A cut cell may be empty or have fewer sizes. */
static void settle_cells(const cell_maker *w) {
    cells *const c = w->c;
    int64_t n = 0;
    for (int64_t x = 0; x < c->n; x++) {
        range size = {c->size_least[x], c->size_most_of[x]};
        for (int32_t g = 0; g < c->n_classes; g++) {
            w->box[g] = (range){c->low[x * c->n_classes + g], c->high[x * c->n_classes + g]};
        }
        if (settle(w, &size)) {
            store(w, size, n++);
        }
    }
    c->n = n;
}

static fcap_status cut_cells(fcap_run *run, const cell_maker *w) {
    cells *const c = w->c;
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t *const under = arena_array(&run->mem, int64_t, c->size_most + 1);
    hull in = {.v = arena_array(&run->mem, vertex, c->size_most + 1)};
    hull others = {.v = arena_array(&run->mem, vertex, c->size_most + 1)};
    if (under == NULL || in.v == NULL || others.v == NULL) {
        return no_memory(run, w->r->n);
    }
    for (int32_t g = 0; g < c->n_classes && c->n > 0; g++) {
        under_cells(c, g, 0, under);
        fcap_hull_under(&in, c->size_most, under);
        under_cells(c, g, 1, under);
        fcap_hull_under(&others, c->size_most, under);
        cut_class(w->r, c, g, &in, &others);
        settle_cells(w);
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* ---- */

int fcap_cells_matter(const rules *r, int32_t attribute) {
    const fcap_attribute *const t = &r->attribute[attribute];
    int matters = t->balance.num > 0 && t->n_groups > 1;
    for (int32_t i = 0; i < r->n_shares; i++) {
        matters |= r->share[i].attribute == attribute;
    }
    for (int32_t i = 0; i < r->n_no_isolate; i++) {
        matters |= r->no_isolate[i].attribute == attribute;
    }
    return matters;
}

static fcap_status open_classes(fcap_run *run, cell_maker *w) {
    const rules *const r = w->r;
    cells *const c = w->c;
    int32_t *const class_of = arena_array(&run->mem, int32_t, r->n);
    int32_t const groups = w->attribute < 0 ? 0 : r->attribute[w->attribute].n_groups;
    c->total = arena_array(&run->mem, int64_t, groups + 1);
    c->most = arena_array(&run->mem, int64_t, groups + 1);
    w->box = arena_array(&run->mem, range, groups + 1);
    if (class_of == NULL || c->total == NULL || c->most == NULL || w->box == NULL) {
        return no_memory(run, r->n);
    }
    for (int64_t i = 0; i < r->n; i++) {
        int32_t const g = groups == 0 ? -1 : r->attribute[w->attribute].group[i];
        class_of[i] = g < 0 ? groups : g;
        c->total[class_of[i]]++;
    }
    c->class_of = class_of;
    c->n_classes = groups + (c->total[groups] > 0);
    if (groups > 1 && r->attribute[w->attribute].balance.num > 0) {
        w->n_groups = groups;
        w->t = r->attribute[w->attribute].balance;
    }
    return FCAP_OK;
}

static fcap_status open_cells(fcap_run *run, cells *c, int64_t room) {
    c->size_least = arena_array(&run->mem, int64_t, room);
    c->size_most_of = arena_array(&run->mem, int64_t, room);
    c->low = arena_array(&run->mem, int64_t, room * c->n_classes);
    c->high = arena_array(&run->mem, int64_t, room * c->n_classes);
    return c->size_least == NULL || c->size_most_of == NULL || c->low == NULL || c->high == NULL
               ? no_memory(run, room)
               : FCAP_OK;
}

static void note_most(cells *c) {
    c->size_most = 0;
    for (int64_t x = 0; x < c->n; x++) {
        c->size_most = larger(c->size_most, c->size_most_of[x]);
        for (int32_t g = 0; g < c->n_classes; g++) {
            c->most[g] = larger(c->most[g], c->high[x * c->n_classes + g]);
        }
    }
}

fcap_status fcap_cells_open(fcap_run *run, const rules *r, int32_t attribute, cells *out) {
    *out = (cells){0};
    cell_maker w = {.r = r, .c = out, .attribute = attribute};
    int64_t rows;
    TRY(fcap_cells_rows(run, r, &rows));
    TRY(open_classes(run, &w));
    w.size = sizes_of(r, rows);
    out->size_most = larger(w.size.most, 0);
    range const fewest = fewest_of(&w);
    int64_t const size_steps = steps_of(w.size, by_size(&w) ? SIZE_STEPS : 1);
    int64_t const least_steps = steps_of((range){1, fewest.most}, LEAST_STEPS);
    TRY(open_cells(run, out, size_steps * (least_steps + 1) + 1));
    make_cells(&w, fewest, size_steps, least_steps);
    if (r->k > 1 && out->n > 0) {
        TRY(cut_cells(run, &w));
    }
    note_most(out);
    return FCAP_OK;
}
