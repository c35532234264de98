/* divide.c - see divide.h.
 *
 * A state is the vector of units left, one number in mixed radix. From each state that can be
 * reached after c clusters, cluster c takes every part that it may have. When all clusters are
 * alike, the next one takes a unit of the first type that is left: who else would.
 */
#include "problem/divide.h"

#include "problem/sizes.h"

#include <string.h>

enum {
    TYPES_MOST = 24,
    STATES_MOST = 1 << 20,
    UNITS_MOST = 4096,
    SETS_MOST = 64,      /* of apart: bits of a word */
    STEPS_MOST = 1 << 24 /* states after all clusters, where the way is wanted */
};

typedef struct type {
    int64_t times;
    int64_t stride; /* in the number of a state */
    int64_t size;
    int64_t weight;
    int64_t candidates;
    uint64_t apart; /* the sets it belongs to */
    int64_t *count; /* width; 0 where no rule of the mask looks */
} type;

typedef struct divider {
    const request *q;
    unsigned mask;
    int32_t n_attributes;
    group_rules *rules; /* of each attribute; none where the mask does not look */
    type type[TYPES_MOST];
    int32_t n_types;
    int32_t *type_of; /* of each unit; -1: it is kept */
    kinds kinds;
    uint64_t *kept_apart; /* of each kind: sets that its kept members are of */
    int64_t n_states;
    char *reached;
    char *next;
    int32_t *came; /* [cluster * n_states + state]: the state before; NULL: nobody asks */
    /* the cluster being filled */
    int64_t filled; /* clusters before it */
    int64_t before; /* the state before */
    const kind *kind;
    uint64_t kind_apart;
    int64_t left[TYPES_MOST];
    int64_t taken[TYPES_MOST];
    int64_t left_size;
    int64_t later_least; /* free members that the clusters after it take */
    int64_t later_most;
    int64_t *count; /* width */
    int out_of_effort;
} divider;

/* ---- types ---- */

static uint64_t apart_of(const divider *d, const units *u, int64_t unit) {
    uint64_t bits = 0;
    const fcap_sets *const apart = &d->q->r->apart;
    for (int64_t s = 0; (d->mask & RULE_APART) && s < apart->n; s++) {
        for (int64_t at = apart->start[s]; at < apart->start[s + 1]; at++) {
            bits |= u->of[apart->member[at]] == unit ? (uint64_t)1 << s : 0;
        }
    }
    return bits;
}

static void count_unit(const divider *d, const units *u, int64_t unit, int64_t *count) {
    memset(count, 0, (size_t)d->q->width * sizeof *count);
    for (int64_t at = u->start[unit]; at < u->start[unit + 1]; at++) {
        for (int32_t a = 0; a < d->n_attributes; a++) {
            if (d->rules[a].least != NULL) {
                int32_t const g = d->q->r->attribute[a].group[u->member[at]];
                count[d->q->offset[a] + (g < 0 ? d->q->r->attribute[a].n_groups : g)]++;
            }
        }
    }
}

static int same_type(const divider *d, const type *a, const type *b) {
    return a->size == b->size && a->weight == b->weight && a->candidates == b->candidates &&
           a->apart == b->apart &&
           memcmp(a->count, b->count, (size_t)d->q->width * sizeof *a->count) == 0;
}

/* 0 when there are too many types. */
static int add_unit(divider *d, const type *unit, int32_t *type_of) {
    int32_t i = 0;
    while (i < d->n_types && !same_type(d, &d->type[i], unit)) {
        i++;
    }
    if (i == TYPES_MOST) {
        return 0;
    }
    if (i == d->n_types) {
        type *const fresh = &d->type[d->n_types++];
        int64_t *const count = fresh->count;
        memcpy(count, unit->count, (size_t)d->q->width * sizeof *count);
        *fresh = *unit;
        fresh->count = count;
        fresh->times = 0;
    }
    d->type[i].times++;
    *type_of = i;
    return 1;
}

/* Sorts the free units into types; 0 when there are too many. */
static int find_types(divider *d, int64_t *scratch) {
    const units *const u = fcap_request_units(d->q, d->mask);
    for (int64_t v = 0; v < u->n; v++) {
        if ((d->mask & RULE_KEEP) && u->kept[v] >= 0) {
            for (int64_t j = 0; j < d->kinds.n; j++) {
                if (d->kinds.kind[j].kept == &d->q->kept[u->kept[v]]) {
                    d->kept_apart[j] |= apart_of(d, u, v);
                }
            }
            d->type_of[v] = -1;
            continue;
        }
        type unit = {.size = u->start[v + 1] - u->start[v],
                     .weight = d->mask & RULE_WEIGHT ? u->weight[v] : 0,
                     .candidates = d->mask & RULE_MEDOIDS ? u->candidate[v] : 0,
                     .apart = apart_of(d, u, v),
                     .count = scratch};
        count_unit(d, u, v, scratch);
        unit.weight = d->q->r->weight == NULL ? unit.size : unit.weight;
        if (!add_unit(d, &unit, &d->type_of[v])) {
            return 0;
        }
    }
    d->n_states = 1;
    for (int32_t i = 0; i < d->n_types; i++) {
        d->type[i].stride = d->n_states;
        d->n_states *= d->type[i].times + 1;
        if (d->n_states > STATES_MOST) {
            return 0;
        }
    }
    return 1;
}

/* ---- one cluster ---- */

static int groups_allow(const group_rules *g, const int64_t *count, int64_t s) {
    int64_t low = g->n_groups > 0 ? count[0] : 0;
    int64_t high = low;
    for (int32_t i = 0; i <= g->n_groups; i++) {
        int64_t const c = count[i];
        if (c * g->least[i].den < g->least[i].num * s ||
            c * g->most[i].den > g->most[i].num * s || (g->no_isolate[i] && c == 1)) {
            return 0;
        }
        low = i < g->n_groups && c < low ? c : low;
        high = i < g->n_groups && c > high ? c : high;
    }
    low = g->n_groups == 1 ? 0 : low; /* the other group of [LQ21] Eq. 3 has no member */
    return g->t.num * high <= g->t.den * low;
}

/* May the cluster have what it keeps plus what it has taken of each type? */
static int allows(divider *d, int64_t size) {
    const kept_members *const there = d->kind->kept;
    int64_t candidates = there == NULL ? 0 : there->candidates;
    size += there == NULL ? 0 : there->size;
    if (size < d->kind->least) {
        return 0;
    }
    for (int32_t g = 0; g < d->q->width; g++) {
        d->count[g] = there == NULL ? 0 : there->count[g];
    }
    for (int32_t i = 0; i < d->n_types; i++) {
        candidates += d->taken[i] * d->type[i].candidates;
        for (int32_t g = 0; d->taken[i] > 0 && g < d->q->width; g++) {
            d->count[g] += d->taken[i] * d->type[i].count[g];
        }
    }
    if ((d->mask & RULE_MEDOIDS) && candidates == 0) {
        return 0;
    }
    for (int32_t a = 0; a < d->n_attributes; a++) {
        if (d->rules[a].least != NULL &&
            !groups_allow(&d->rules[a], d->count + d->q->offset[a], size)) {
            return 0;
        }
    }
    return 1;
}

/* What the cluster has taken so far, of all types together. */
typedef struct taking {
    int64_t state; /* what would be left */
    int64_t size;
    int64_t weight;
    uint64_t apart;
    int must; /* a unit of the first type that is left */
} taking;

static int has_room(const divider *d, const taking *t) {
    int64_t const there = d->kind->kept == NULL ? 0 : d->kind->kept->size;
    return t->size + there <= d->kind->most && t->weight <= d->kind->room;
}

/* Tries every number of units of type i and of those after it. */
static void take(divider *d, taking t, int32_t i) {
    if (d->out_of_effort || --*d->q->effort < 0) {
        d->out_of_effort = 1;
        return;
    }
    if (i == d->n_types) {
        int64_t const later = d->left_size - t.size;
        if (!d->next[t.state] && later >= d->later_least && later <= d->later_most &&
            allows(d, t.size)) {
            d->next[t.state] = 1;
            if (d->came != NULL) {
                d->came[d->filled * d->n_states + t.state] = (int32_t)d->before;
            }
        }
        return;
    }
    const type *const what = &d->type[i];
    int const must = t.must && d->left[i] > 0;
    t.must = t.must && d->left[i] == 0;
    for (int64_t x = 0; x <= d->left[i]; x++) {
        if (x > 0) {
            d->taken[i] = x;
            t.state -= what->stride;
            t.size += what->size;
            t.weight += what->weight;
            if (!has_room(d, &t) || (t.apart & what->apart) != 0) {
                break;
            }
            t.apart |= what->apart;
        }
        if (x > 0 || !must) {
            take(d, t, i + 1);
        }
    }
    d->taken[i] = 0;
}

/* ---- all clusters ---- */

static void sum_later(divider *d) {
    for (int64_t j = 0; j < d->kinds.n; j++) {
        const kind *const k = &d->kinds.kind[j];
        int64_t const there = k->kept == NULL ? 0 : k->kept->size;
        d->later_least += k->times * (k->least - there);
        d->later_most += k->times * (k->most - there);
    }
}

static void read_state(divider *d, int64_t state) {
    d->left_size = 0;
    for (int32_t i = 0; i < d->n_types; i++) {
        d->left[i] = state / d->type[i].stride % (d->type[i].times + 1);
        d->left_size += d->left[i] * d->type[i].size;
    }
}

static void fill_cluster(divider *d, const kind *k, uint64_t apart, int alike) {
    int64_t const there = k->kept == NULL ? 0 : k->kept->size;
    d->kind = k;
    d->later_least -= k->least - there;
    d->later_most -= k->most - there;
    memset(d->next, 0, (size_t)d->n_states);
    *d->q->effort -= d->n_states / 8;
    for (int64_t state = 0; state < d->n_states && !d->out_of_effort; state++) {
        if (d->reached[state]) {
            read_state(d, state);
            d->before = state;
            take(d, (taking){.state = state, .apart = apart, .must = alike}, 0);
        }
    }
    char *const swap = d->reached;
    d->reached = d->next;
    d->next = swap;
    d->filled++;
}

static fcap_status open_memory(fcap_run *run, const request *q, unsigned mask, divider *d) {
    int64_t const n = fcap_request_units(q, mask)->n;
    *d = (divider){.q = q,
                   .mask = mask,
                   .n_attributes = q->r->n_attributes,
                   .rules = arena_array(&run->mem, group_rules, q->r->n_attributes),
                   .type_of = arena_array(&run->mem, int32_t, n),
                   .count = arena_array(&run->mem, int64_t, q->width)};
    TRY(fcap_request_kinds(run, q, mask, &d->kinds));
    d->kept_apart = arena_array(&run->mem, uint64_t, d->kinds.n);
    if (d->rules == NULL || d->count == NULL || d->kept_apart == NULL || d->type_of == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld units",
                             (long long)n);
    }
    return FCAP_OK;
}

/* *small: there are few types. */
static fcap_status open_divider(fcap_run *run, const request *q, unsigned mask,
                                int32_t attribute, divider **out, int *small) {
    divider *const d = arena_array(&run->mem, divider, 1);
    int64_t *const scratch = arena_array(&run->mem, int64_t, q->width);
    if (d == NULL || scratch == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d groups",
                             (int)q->width);
    }
    TRY(open_memory(run, q, mask, d));
    for (int32_t a = 0; a < d->n_attributes; a++) {
        if ((attribute < 0 || attribute == a) && fcap_request_asks(q, a, mask)) {
            TRY(fcap_group_rules_open(run, q, a, mask, &d->rules[a]));
        }
    }
    for (int32_t i = 0; i < TYPES_MOST; i++) {
        d->type[i].count = arena_array(&run->mem, int64_t, q->width);
        if (d->type[i].count == NULL) {
            return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d groups",
                                 (int)q->width);
        }
    }
    *small = find_types(d, scratch);
    *out = d;
    return FCAP_OK;
}

static fcap_status try_all(fcap_run *run, divider *d, division *out) {
    d->reached = arena_array(&run->mem, char, d->n_states);
    d->next = arena_array(&run->mem, char, d->n_states);
    if (d->reached == NULL || d->next == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld states",
                             (long long)d->n_states);
    }
    d->reached[d->n_states - 1] = 1;
    sum_later(d);
    int const alike = d->kinds.n == 1 && d->kinds.kind[0].kept == NULL;
    for (int64_t j = 0; j < d->kinds.n && !d->out_of_effort; j++) {
        for (int64_t i = 0; i < d->kinds.kind[j].times && !d->out_of_effort; i++) {
            fill_cluster(d, &d->kinds.kind[j], d->kept_apart[j], alike);
        }
    }
    *out = d->out_of_effort ? DIVISION_OPEN : d->reached[0] ? DIVISION_EXISTS : DIVISION_NONE;
    return FCAP_OK;
}

/* May the divisions be tried at all? */
static int is_small(const request *q, unsigned mask) {
    return q->has_units && q->n <= UNITS_MOST && q->k <= UNITS_MOST && *q->effort > 0 &&
           (!(mask & RULE_APART) || q->r->apart.n <= SETS_MOST);
}

fcap_status fcap_divide(fcap_run *run, const request *q, unsigned mask, int32_t attribute,
                        division *out) {
    *out = DIVISION_OPEN;
    if (!is_small(q, mask)) {
        return FCAP_OK;
    }
    arena_mark const mark = fcap_arena_save(&run->mem);
    divider *d = NULL;
    int small = 0;
    TRY(open_divider(run, q, mask, attribute, &d, &small));
    if (small) {
        TRY(try_all(run, d, out));
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* ---- one division ---- */

/* An unused cluster of a kind. */
static int32_t cluster_of(const divider *d, const kind *k, const char *used) {
    int32_t c = k->kept != NULL ? k->cluster : 0;
    while (k->kept == NULL && (used[c] || fcap_request_capacity(d->q, c) != k->room ||
                               (d->q->kept != NULL && d->q->kept[c].size > 0))) {
        c++;
    }
    return c;
}

/* Gives the units that cluster c has taken between two states their labels. */
static void label_units(divider *d, int32_t c, int64_t taken_state, int32_t *label) {
    const units *const u = fcap_request_units(d->q, d->mask);
    read_state(d, taken_state);
    for (int64_t v = 0; v < u->n; v++) {
        int32_t const i = d->type_of[v];
        if (i >= 0 && d->left[i] > 0 && label[u->member[u->start[v]]] < 0) {
            d->left[i]--;
            for (int64_t at = u->start[v]; at < u->start[v + 1]; at++) {
                label[u->member[at]] = c;
            }
        }
    }
}

static void label_kept(const divider *d, int32_t *label) {
    const units *const u = fcap_request_units(d->q, d->mask);
    for (int64_t v = 0; v < u->n; v++) {
        for (int64_t at = u->start[v]; at < u->start[v + 1]; at++) {
            label[u->member[at]] = d->type_of[v] < 0 ? u->kept[v] : -1;
        }
    }
}

/* Backwards from the state in which nothing is left. Strides add up, so the difference of two
 * states is the state of what was taken. */
static void follow_back(divider *d, char *used, int32_t *label) {
    int64_t state = 0;
    int64_t filled = d->filled;
    label_kept(d, label);
    for (int64_t j = d->kinds.n - 1; j >= 0; j--) {
        for (int64_t x = d->kinds.kind[j].times; x > 0; x--) {
            int64_t const before = d->came[--filled * d->n_states + state];
            int32_t const c = cluster_of(d, &d->kinds.kind[j], used);
            used[c] = 1;
            label_units(d, c, before - state, label);
            state = before;
        }
    }
}

fcap_status fcap_divide_labels(fcap_run *run, const request *q, int32_t *label, division *out) {
    *out = DIVISION_OPEN;
    if (!is_small(q, q->asked)) {
        return FCAP_OK;
    }
    arena_mark const mark = fcap_arena_save(&run->mem);
    divider *d = NULL;
    int small = 0;
    TRY(open_divider(run, q, q->asked, -1, &d, &small));
    if (small && d->n_states <= STEPS_MOST / q->k) {
        char *const used = arena_array(&run->mem, char, q->k);
        d->came = arena_array(&run->mem, int32_t, d->n_states * q->k);
        if (d->came == NULL || used == NULL) {
            return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld states",
                                 (long long)d->n_states);
        }
        TRY(try_all(run, d, out));
        if (*out == DIVISION_EXISTS) {
            follow_back(d, used, label);
        }
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
