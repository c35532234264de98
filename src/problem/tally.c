/* tally.c - see tally.h. */
#include "problem/tally.h"

#include <string.h>

static fcap_status out_of_memory(fcap_run *run, const rules *r) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                         "out of memory for the rules of %lld points in %d clusters",
                         (long long)r->n, (int)r->k);
}

/* ---- entries ---- */

static int32_t *entry_of(const tally_rules *t, int32_t attribute, int32_t group) {
    return &t->entry[t->offset[attribute] + group + 1];
}

/* The entry of a group, a new one where it has none. */
static int32_t take_entry(tally_rules *t, int32_t attribute, int32_t group) {
    int32_t *const entry = entry_of(t, attribute, group);
    if (*entry < 0) {
        *entry = t->n_entries++;
    }
    return *entry;
}

/* floor or ceil of c * ratio for c = 0 .. n. */
static int32_t *multiples(fcap_run *run, int64_t n, fcap_ratio ratio, int up) {
    int32_t *const out = arena_array(&run->mem, int32_t, n + 1);
    for (int64_t c = 0; out != NULL && c <= n; c++) {
        int64_t const product = c * ratio.num;
        out[c] = (int32_t)(product / ratio.den + (up && product % ratio.den != 0));
    }
    return out;
}

/* ---- conditions ---- */

/* A single group has nobody to be balanced with: an entry that stays 0. */
static fcap_status open_balances(fcap_run *run, tally_rules *t) {
    const rules *const r = t->r;
    for (int32_t a = 0; a < r->n_attributes; a++) {
        const fcap_attribute *const from = &r->attribute[a];
        if (from->balance.num == 0 || from->n_groups == 0) {
            continue;
        }
        tally_balance *const b = &t->balance[t->n_balances++];
        b->first = t->n_entries;
        b->n_groups = from->n_groups == 1 ? 2 : from->n_groups;
        b->t = (double)from->balance.num / (double)from->balance.den;
        b->need = multiples(run, r->n, from->balance, 1);
        if (b->need == NULL) {
            return out_of_memory(run, r);
        }
        for (int32_t g = 0; g < from->n_groups; g++) {
            take_entry(t, a, g);
        }
        t->n_entries = b->first + b->n_groups;
    }
    return FCAP_OK;
}

static fcap_status open_shares(fcap_run *run, tally_rules *t) {
    const rules *const r = t->r;
    for (int32_t s = 0; s < r->n_shares; s++) {
        const fcap_share *const from = &r->share[s];
        tally_share *const to = &t->share[t->n_shares++];
        to->entry = take_entry(t, from->attribute, from->group);
        to->least = (double)from->least.num / (double)from->least.den;
        to->most = (double)from->most.num / (double)from->most.den;
        to->low = multiples(run, r->n, from->least, 1);
        to->high = multiples(run, r->n, from->most, 0);
        if (to->low == NULL || to->high == NULL) {
            return out_of_memory(run, r);
        }
    }
    return FCAP_OK;
}

static fcap_status open_capacities(fcap_run *run, tally_rules *t) {
    const rules *const r = t->r;
    int64_t *const capacity = arena_array(&run->mem, int64_t, r->k);
    if (capacity == NULL) {
        return out_of_memory(run, r);
    }
    for (int32_t i = 0; i < r->k; i++) {
        capacity[i] = r->capacities == NULL ? r->capacity : r->capacities[i];
    }
    t->capacity = capacity;
    t->unit = (r->total_weight + r->n - 1) / r->n;
    t->unit = t->unit < 1 ? 1 : t->unit; /* a caller without weights may leave the total 0 */
    return FCAP_OK;
}

static void add_row(tally_rules *t, int32_t a, double on_a, int32_t b, double on_b,
                    double limit) {
    t->row[t->n_rows++] =
        (tally_row){.a = a, .b = b, .on_a = on_a, .on_b = on_b, .limit = limit};
}

/* What is linear of the conditions. */
static fcap_status open_rows(fcap_run *run, tally_rules *t) {
    int64_t most = 2 + 2 * (int64_t)t->n_shares;
    for (int32_t b = 0; b < t->n_balances; b++) {
        most += (int64_t)t->balance[b].n_groups * t->balance[b].n_groups;
    }
    t->row = arena_array(&run->mem, tally_row, most);
    if (t->row == NULL) {
        return out_of_memory(run, t->r);
    }
    double const scale = 1.0 / (double)t->unit;
    add_row(t, TALLY_LOAD, scale, TALLY_LOAD, 0, scale);
    t->row[0].is_capacity = 1;
    if (t->r->min_size > 1) {
        add_row(t, TALLY_SIZE, -1, TALLY_SIZE, 0, -(double)t->r->min_size);
    }
    for (int32_t b = 0; b < t->n_balances; b++) {
        const tally_balance *const from = &t->balance[b];
        for (int32_t g = 0; g < from->n_groups; g++) {
            for (int32_t h = 0; h < from->n_groups; h++) {
                if (g != h) {
                    add_row(t, from->first + g, -1, from->first + h, from->t, 0);
                }
            }
        }
    }
    for (int32_t s = 0; s < t->n_shares; s++) {
        if (t->share[s].least > 0) {
            add_row(t, t->share[s].entry, -1, TALLY_SIZE, t->share[s].least, 0);
        }
        if (t->share[s].most < 1) {
            add_row(t, t->share[s].entry, 1, TALLY_SIZE, -t->share[s].most, 0);
        }
    }
    return FCAP_OK;
}

fcap_status fcap_tally_open(fcap_run *run, const rules *r, tally_rules *out) {
    int64_t groups = 0;
    *out = (tally_rules){.r = r, .k = r->k, .n_entries = TALLY_GROUPS, .candidates = -1};
    out->offset = arena_array(&run->mem, int32_t, r->n_attributes + 1);
    out->balance = arena_array(&run->mem, tally_balance, r->n_attributes + 1);
    out->share = arena_array(&run->mem, tally_share, r->n_shares + 1);
    out->alone = arena_array(&run->mem, int32_t, r->n_no_isolate + 1);
    if (out->offset == NULL || out->balance == NULL || out->share == NULL ||
        out->alone == NULL) {
        return out_of_memory(run, r);
    }
    for (int32_t a = 0; a < r->n_attributes; a++) {
        out->offset[a] = (int32_t)groups;
        groups += r->attribute[a].n_groups + 1;
    }
    out->entry = arena_array(&run->mem, int32_t, groups + 1);
    if (out->entry == NULL) {
        return out_of_memory(run, r);
    }
    memset(out->entry, -1, (size_t)groups * sizeof *out->entry);
    TRY(open_balances(run, out));
    TRY(open_shares(run, out));
    for (int32_t s = 0; s < r->n_no_isolate; s++) {
        out->alone[out->n_alone++] =
            take_entry(out, r->no_isolate[s].attribute, r->no_isolate[s].group);
    }
    if (r->candidate != NULL) {
        out->candidates = out->n_entries++;
    }
    TRY(open_capacities(run, out));
    return open_rows(run, out);
}

fcap_status fcap_tally_window(fcap_run *run, const tally_rules *whole, const int32_t *list,
                              int32_t n, tally_rules *out) {
    int64_t *const capacity = arena_array(&run->mem, int64_t, n);
    if (capacity == NULL) {
        return out_of_memory(run, whole->r);
    }
    for (int32_t i = 0; i < n; i++) {
        capacity[i] = whole->capacity[list[i]];
    }
    *out = *whole;
    out->k = n;
    out->capacity = capacity;
    return FCAP_OK;
}

/* ---- tallies ---- */

void fcap_tally_add(const tally_rules *t, int64_t j, int64_t *tally) {
    const rules *const r = t->r;
    tally[TALLY_LOAD] += r->weight == NULL ? 1 : r->weight[j];
    tally[TALLY_SIZE]++;
    for (int32_t a = 0; a < r->n_attributes; a++) {
        int32_t const entry = *entry_of(t, a, r->attribute[a].group[j]);
        if (entry >= 0) {
            tally[entry]++;
        }
    }
    if (t->candidates >= 0) {
        tally[t->candidates] += r->candidate[j] != 0;
    }
}

static int64_t above(int64_t value, int64_t most) {
    return value > most ? value - most : 0;
}

/* How many members the groups lack beside the largest of them. */
static int64_t unbalanced(const tally_balance *b, const int64_t *tally) {
    const int64_t *const count = tally + b->first;
    int64_t most = count[0];
    for (int32_t g = 1; g < b->n_groups; g++) {
        most = count[g] > most ? count[g] : most;
    }
    int64_t const need = b->need[most];
    int64_t lack = 0;
    for (int32_t g = 0; g < b->n_groups; g++) {
        lack += above(need, count[g]);
    }
    return lack;
}

int64_t fcap_tally_excess(const tally_rules *t, int32_t i, const int64_t *tally) {
    int64_t lack = above(t->r->min_size, tally[TALLY_SIZE]);
    for (int32_t b = 0; b < t->n_balances; b++) {
        lack += unbalanced(&t->balance[b], tally);
    }
    for (int32_t s = 0; s < t->n_shares; s++) {
        const tally_share *const share = &t->share[s];
        int64_t const count = tally[share->entry];
        int64_t const size = tally[TALLY_SIZE];
        lack += above(share->low[size], count) + above(count, share->high[size]);
    }
    for (int32_t s = 0; s < t->n_alone; s++) {
        lack += tally[t->alone[s]] == 1;
    }
    if (t->candidates >= 0) {
        lack += tally[t->candidates] == 0;
    }
    return lack * t->unit + above(tally[TALLY_LOAD], t->capacity[i]);
}

double fcap_tally_limit(const tally_rules *t, const tally_row *row, int32_t i) {
    return row->is_capacity ? row->limit * (double)t->capacity[i] : row->limit;
}
