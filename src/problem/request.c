/* request.c - see request.h. */
#include "problem/request.h"

#include <stdlib.h>
#include <string.h>

enum {
    UNITS_MOST = 4096 /* without rules about points, units serve small requests only */
};

static fcap_status no_memory(fcap_run *run, const char *what, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld %s", (long long)n,
                         what);
}

static int64_t weight_of(const rules *r, int64_t point) {
    return r->weight == NULL ? 1 : r->weight[point];
}

static int is_kept(const rules *r, int64_t point) {
    return r->keep && r->start[point] >= 0;
}

/* ---- units ---- */

static int64_t root_of(int64_t *parent, int64_t i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/* Numbers the units by their first point. */
static void number_units(int64_t *parent, int64_t n, units *u) {
    for (int64_t i = 0; i < n; i++) {
        int64_t const root = root_of(parent, i);
        if (root == i) {
            u->of[i] = u->n++;
        } else {
            u->of[i] = u->of[root];
        }
    }
}

/* Members, weights and what is kept. */
static void fill_units(const rules *r, units *u) {
    for (int64_t i = 0; i < r->n; i++) {
        u->start[u->of[i] + 1]++;
        u->kept[u->of[i]] = -1;
    }
    for (int64_t v = 0; v < u->n; v++) {
        u->start[v + 1] += u->start[v];
    }
    for (int64_t i = r->n - 1; i >= 0; i--) {
        u->member[--u->start[u->of[i] + 1]] = i;
    }
    memmove(u->start, u->start + 1, (size_t)u->n * sizeof *u->start);
    u->start[u->n] = r->n;
    for (int64_t i = 0; i < r->n; i++) {
        int64_t const v = u->of[i];
        u->weight[v] += weight_of(r, i);
        u->candidate[v] |= r->candidate == NULL || r->candidate[i] != 0;
        if (!is_kept(r, i)) {
            continue;
        }
        if (u->kept[v] >= 0 && u->kept[v] != r->start[i] && u->torn[0] < 0) {
            int64_t at = u->start[v];
            while (!is_kept(r, u->member[at])) {
                at++; /* the first kept one has the label of the unit */
            }
            u->torn[0] = u->member[at];
            u->torn[1] = i;
        }
        u->kept[v] = u->kept[v] < 0 ? r->start[i] : u->kept[v];
    }
}

static fcap_status open_units(fcap_run *run, const rules *r, int join, units *u) {
    *u = (units){.of = arena_array(&run->mem, int64_t, r->n),
                 .start = arena_array(&run->mem, int64_t, r->n + 2),
                 .member = arena_array(&run->mem, int64_t, r->n),
                 .weight = arena_array(&run->mem, int64_t, r->n),
                 .kept = arena_array(&run->mem, int32_t, r->n),
                 .candidate = arena_array(&run->mem, char, r->n),
                 .torn = {-1, -1}};
    int64_t *const parent = arena_array(&run->mem, int64_t, r->n);
    if (u->of == NULL || u->start == NULL || u->member == NULL || u->weight == NULL ||
        u->kept == NULL || u->candidate == NULL || parent == NULL) {
        return no_memory(run, "points", r->n);
    }
    for (int64_t i = 0; i < r->n; i++) {
        parent[i] = i;
    }
    for (int64_t s = 0; join && s < r->together.n; s++) {
        for (int64_t at = r->together.start[s] + 1; at < r->together.start[s + 1]; at++) {
            int64_t const a = root_of(parent, r->together.member[at - 1]);
            int64_t const b = root_of(parent, r->together.member[at]);
            parent[a > b ? a : b] = a > b ? b : a; /* the root is the first point */
        }
    }
    number_units(parent, r->n, u);
    fill_units(r, u);
    return FCAP_OK;
}

/* ---- totals ---- */

static void count_point(const request *q, int64_t point, int64_t *count) {
    for (int32_t a = 0; a < q->r->n_attributes; a++) {
        const fcap_attribute *const t = &q->r->attribute[a];
        int32_t const g = t->group[point];
        count[q->offset[a] + (g < 0 ? t->n_groups : g)]++;
    }
}

static fcap_status open_totals(fcap_run *run, request *q) {
    const rules *const r = q->r;
    q->offset = arena_array(&run->mem, int32_t, r->n_attributes + 1);
    if (q->offset == NULL) {
        return no_memory(run, "attributes", r->n_attributes);
    }
    for (int32_t a = 0; a < r->n_attributes; a++) {
        q->offset[a + 1] = q->offset[a] + r->attribute[a].n_groups + 1;
    }
    q->width = q->offset[r->n_attributes];
    q->total = arena_array(&run->mem, int64_t, q->width);
    q->free = arena_array(&run->mem, int64_t, q->width);
    if (q->total == NULL || q->free == NULL) {
        return no_memory(run, "groups", q->width);
    }
    for (int32_t a = 0; r->members != NULL && a < r->n_attributes; a++) {
        /* one more place there, for the unknown */
        memcpy(q->total + q->offset[a], r->members + q->offset[a] - a,
               (size_t)r->attribute[a].n_groups * sizeof *q->total);
    }
    for (int64_t i = 0; r->members == NULL && i < r->n; i++) {
        count_point(q, i, q->total);
    }
    memcpy(q->free, q->total, (size_t)q->width * sizeof *q->free);
    return FCAP_OK;
}

static fcap_status open_kept(fcap_run *run, request *q) {
    const rules *const r = q->r;
    q->kept = arena_array(&run->mem, kept_members, r->k);
    int64_t *const count = arena_array(&run->mem, int64_t, (int64_t)r->k * q->width);
    if (q->kept == NULL || count == NULL) {
        return no_memory(run, "clusters", r->k);
    }
    for (int32_t c = 0; c < r->k; c++) {
        q->kept[c].count = count + (int64_t)c * q->width;
    }
    for (int64_t v = 0; v < q->joined.n; v++) { /* who stays with a kept one is kept, too */
        if (q->joined.kept[v] < 0) {
            continue;
        }
        kept_members *const c = &q->kept[q->joined.kept[v]];
        for (int64_t at = q->joined.start[v]; at < q->joined.start[v + 1]; at++) {
            int64_t const i = q->joined.member[at];
            c->size++;
            c->weight += weight_of(r, i);
            c->candidates += r->candidate == NULL || r->candidate[i] != 0;
            count_point(q, i, c->count);
            q->n_free--;
        }
    }
    for (int64_t c = 0; c < r->k; c++) {
        for (int32_t g = 0; g < q->width; g++) {
            q->free[g] -= q->kept[c].count[g];
        }
    }
    return FCAP_OK;
}

static int by_value(const void *left, const void *right) {
    int64_t const a = *(const int64_t *)left;
    int64_t const b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

static void sum_up(int64_t *weight, int64_t n) {
    qsort(weight + 1, (size_t)n, sizeof *weight, by_value);
    for (int64_t i = 1; i <= n; i++) {
        weight[i] += weight[i - 1];
    }
}

static fcap_status open_lightest(fcap_run *run, request *q) {
    q->lightest = arena_array(&run->mem, int64_t, q->n + 1);
    q->lightest_free = arena_array(&run->mem, int64_t, q->n_free + 1);
    if (q->lightest == NULL || q->lightest_free == NULL) {
        return no_memory(run, "weights", q->n);
    }
    int64_t at = 0;
    for (int64_t i = 0; i < q->n; i++) {
        q->lightest[i + 1] = q->r->weight[i];
        if (q->kept == NULL || q->joined.kept[q->joined.of[i]] < 0) {
            q->lightest_free[++at] = q->r->weight[i];
        }
    }
    sum_up(q->lightest, q->n);
    sum_up(q->lightest_free, q->n_free);
    return FCAP_OK;
}

static unsigned rules_asked(const rules *r) {
    unsigned asked = 0;
    for (int32_t a = 0; a < r->n_attributes; a++) {
        asked |= r->attribute[a].balance.num > 0 ? (unsigned)RULE_BALANCE : 0;
    }
    asked |= r->n_shares > 0 ? (unsigned)RULE_SHARE : 0;
    asked |= r->n_no_isolate > 0 ? (unsigned)RULE_NO_ISOLATE : 0;
    asked |= r->weight != NULL ? (unsigned)RULE_WEIGHT : 0;
    asked |= r->together.n > 0 ? (unsigned)RULE_TOGETHER : 0;
    asked |= r->apart.n > 0 ? (unsigned)RULE_APART : 0;
    asked |= r->keep ? (unsigned)RULE_KEEP : 0;
    asked |= r->candidate != NULL ? (unsigned)RULE_MEDOIDS : 0;
    return asked;
}

fcap_status fcap_request_open(fcap_run *run, const rules *r, int64_t *effort, request *out) {
    *out = (request){
        .r = r,
        .n = r->n,
        .k = r->k,
        .capacity = r->capacity,
        .min_size = r->min_size <= r->n ? r->min_size : r->n + 1,
        .t_limit = {1, 1},
        .t_of = -1,
        .asked = rules_asked(r),
        .n_free = r->n,
        .effort = effort,
    };
    TRY(open_totals(run, out));
    out->has_units = r->members == NULL &&
                     ((out->asked & ~(unsigned)RULES_OF_GROUPS) != 0 || r->n <= UNITS_MOST);
    if (out->has_units) {
        TRY(open_units(run, r, 0, &out->single));
        out->joined = out->single;
    }
    if (out->asked & RULE_TOGETHER) {
        TRY(open_units(run, r, 1, &out->joined));
    }
    if (out->asked & RULE_KEEP) {
        TRY(open_kept(run, out));
    }
    return r->weight != NULL ? open_lightest(run, out) : FCAP_OK;
}

/* ---- questions ---- */

fcap_ratio fcap_request_balance(const request *q, int32_t attribute) {
    fcap_ratio const t = q->r->attribute[attribute].balance;
    int const meant = q->t_of < 0 || q->t_of == attribute;
    return meant && fcap_ratio_less(q->t_limit, t) ? q->t_limit : t;
}

int fcap_request_asks(const request *q, int32_t attribute, unsigned mask) {
    if ((mask & RULE_BALANCE) && fcap_request_balance(q, attribute).num > 0) {
        return 1;
    }
    for (int32_t i = 0; (mask & RULE_SHARE) && i < q->r->n_shares; i++) {
        if (q->r->share[i].attribute == attribute) {
            return 1;
        }
    }
    for (int32_t i = 0; (mask & RULE_NO_ISOLATE) && i < q->r->n_no_isolate; i++) {
        if (q->r->no_isolate[i].attribute == attribute) {
            return 1;
        }
    }
    return 0;
}

const units *fcap_request_units(const request *q, unsigned mask) {
    return mask & (RULE_TOGETHER | RULE_KEEP) ? &q->joined : &q->single;
}

int64_t fcap_request_capacity(const request *q, int64_t c) {
    if (q->r->capacities == NULL) {
        return q->capacity;
    }
    int64_t const capacity = q->r->capacities[c];
    return capacity < q->r->total_weight ? capacity : q->r->total_weight;
}

/* ---- kinds ---- */

/* How many of n points with these sums of weights fit into `room`? */
static int64_t most_that_fit(const int64_t *sum, int64_t n, int64_t room) {
    if (sum == NULL) {
        return room < n ? room : n;
    }
    int64_t low = 0;
    int64_t high = n;
    while (low < high) {
        int64_t const middle = high - (high - low) / 2;
        if (sum[middle] <= room) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

static kind kind_of(const request *q, int64_t c, int keep) {
    int64_t const capacity = fcap_request_capacity(q, c);
    const kept_members *const there =
        keep && c < q->r->k && q->kept[c].size > 0 ? &q->kept[c] : NULL;
    kind out = {.times = 1, .cluster = (int32_t)c, .room = capacity, .least = q->min_size};
    if (there == NULL) {
        out.most = most_that_fit(keep ? q->lightest_free : q->lightest, keep ? q->n_free : q->n,
                                 capacity);
        return out;
    }
    out.kept = there;
    out.room = capacity - there->weight;
    out.least = there->size > out.least ? there->size : out.least;
    out.most =
        out.room < 0 ? -1 : there->size + most_that_fit(q->lightest_free, q->n_free, out.room);
    return out;
}

static int by_kind(const void *left, const void *right) {
    const kind *const a = left;
    const kind *const b = right;
    int const a_kept = a->kept != NULL;
    int const b_kept = b->kept != NULL;
    if (a_kept != b_kept) {
        return b_kept - a_kept;
    }
    if (!a_kept && a->room != b->room) {
        return a->room > b->room ? -1 : 1;
    }
    return (a->cluster > b->cluster) - (a->cluster < b->cluster);
}

fcap_status fcap_request_kinds(fcap_run *run, const request *q, unsigned mask, kinds *out) {
    int const keep = (mask & RULE_KEEP) && q->kept != NULL;
    int const alike = !keep && q->r->capacities == NULL;
    int64_t const n = alike ? 1 : q->k;
    *out = (kinds){.kind = arena_array(&run->mem, kind, n)};
    if (out->kind == NULL) {
        return no_memory(run, "clusters", n);
    }
    for (int64_t c = 0; c < n; c++) {
        out->kind[c] = kind_of(q, c, keep);
    }
    if (alike) {
        out->kind[0].times = q->k;
        out->n = 1;
        return FCAP_OK;
    }
    qsort(out->kind, (size_t)n, sizeof *out->kind, by_kind);
    for (int64_t c = 0; c < n; c++) {
        const kind *const next = &out->kind[c];
        kind *const last = out->n > 0 ? &out->kind[out->n - 1] : NULL;
        if (last != NULL && last->kept == NULL && next->kept == NULL &&
            last->room == next->room) {
            last->times++;
        } else {
            out->kind[out->n++] = *next;
        }
    }
    return FCAP_OK;
}
