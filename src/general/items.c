/* items.c - see items.h. */
#include "general/items.h"

#include <stdlib.h>
#include <string.h>

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld items", (long long)n);
}

/* ---- together ---- */

static int64_t root_of(int32_t *parent, int64_t j) {
    while (parent[j] != j) {
        parent[j] = parent[parent[j]];
        j = parent[j];
    }
    return j;
}

/* The root of a set is its smallest point. */
static void join_sets(const fcap_sets *sets, int32_t *parent) {
    for (int64_t s = 0; s < sets->n; s++) {
        for (int64_t at = sets->start[s] + 1; at < sets->start[s + 1]; at++) {
            int64_t const a = root_of(parent, sets->member[at - 1]);
            int64_t const b = root_of(parent, sets->member[at]);
            parent[a < b ? b : a] = (int32_t)(a < b ? a : b);
        }
    }
}

static fcap_status list_members(fcap_run *run, const rules *r, items *out) {
    int32_t *const parent = arena_array(&run->mem, int32_t, r->n);
    out->of_point = arena_array(&run->mem, int32_t, r->n);
    out->start = arena_array(&run->mem, int64_t, r->n + 1);
    out->member = arena_array(&run->mem, int64_t, r->n);
    if (parent == NULL || out->of_point == NULL || out->start == NULL || out->member == NULL) {
        return out_of_memory(run, r->n);
    }
    for (int64_t j = 0; j < r->n; j++) {
        parent[j] = (int32_t)j;
    }
    join_sets(&r->together, parent);
    for (int64_t j = 0; j < r->n; j++) {
        int64_t const root = root_of(parent, j);
        out->of_point[j] = root == j ? (int32_t)out->n++ : out->of_point[root];
        out->start[out->of_point[j] + 1]++;
    }
    for (int64_t x = 0; x < out->n; x++) {
        out->start[x + 1] += out->start[x];
    }
    for (int64_t j = r->n - 1; j >= 0; j--) { /* from the end: members ascend */
        out->member[--out->start[out->of_point[j] + 1]] = j;
    }
    /* each start has moved to the beginning of its own row, one place up */
    memmove(out->start, out->start + 1, (size_t)out->n * sizeof *out->start);
    out->start[out->n] = r->n;
    return FCAP_OK;
}

/* ---- types ---- */

typedef struct typed {
    const int64_t *tally;
    int32_t n_entries;
    int32_t item;
} typed;

static int by_tally(const void *left, const void *right) {
    const typed *const a = left;
    const typed *const b = right;
    for (int32_t e = 0; e < a->n_entries; e++) {
        if (a->tally[e] != b->tally[e]) {
            return a->tally[e] < b->tally[e] ? -1 : 1;
        }
    }
    return (a->item > b->item) - (a->item < b->item);
}

static fcap_status find_types(fcap_run *run, const tally_rules *t, items *out) {
    int32_t const m = t->n_entries;
    int64_t *const tally = arena_array(&run->mem, int64_t, out->n * m);
    out->type = arena_array(&run->mem, int32_t, out->n);
    typed *const order = arena_array(&run->mem, typed, out->n);
    int64_t *const kept = arena_array(&run->mem, int64_t, out->n * m);
    if (tally == NULL || out->type == NULL || order == NULL || kept == NULL) {
        return out_of_memory(run, out->n);
    }
    for (int64_t x = 0; x < out->n; x++) {
        for (int64_t at = out->start[x]; at < out->start[x + 1]; at++) {
            fcap_tally_add(t, out->member[at], tally + x * m);
        }
        order[x] = (typed){tally + x * m, m, (int32_t)x};
    }
    qsort(order, (size_t)out->n, sizeof *order, by_tally);
    for (int64_t x = 0; x < out->n; x++) {
        size_t const bytes = (size_t)m * sizeof *kept;
        if (x == 0 || memcmp(order[x].tally, order[x - 1].tally, bytes) != 0) {
            memcpy(kept + (int64_t)out->n_types * m, order[x].tally, bytes);
            out->n_types++;
        }
        out->type[order[x].item] = out->n_types - 1;
    }
    out->tally = kept;
    return FCAP_OK;
}

/* ---- homes and contradictions ---- */

static fcap_status find_homes(fcap_run *run, const rules *r, items *out) {
    out->home = arena_array(&run->mem, int32_t, out->n);
    if (out->home == NULL) {
        return out_of_memory(run, out->n);
    }
    for (int64_t x = 0; x < out->n; x++) {
        out->home[x] = -1;
        for (int64_t at = out->start[x]; r->keep && at < out->start[x + 1]; at++) {
            int32_t const label = r->start[out->member[at]];
            if (label >= 0 && out->home[x] >= 0 && label != out->home[x]) {
                return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                                     "point %lld must stay in cluster %d and be together with "
                                     "one that must stay in cluster %d",
                                     (long long)out->member[at], (int)label, (int)out->home[x]);
            }
            out->home[x] = label >= 0 ? label : out->home[x];
        }
        out->n_free += out->home[x] < 0;
    }
    return FCAP_OK;
}

static fcap_status check_apart(fcap_run *run, const items *it) {
    if (it->apart.inside > 0) {
        return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                             "%lld pairs of points must be apart and also together",
                             (long long)it->apart.inside);
    }
    for (int64_t x = 0; it->apart.start != NULL && x < it->n; x++) {
        for (int64_t at = it->apart.start[x]; at < it->apart.start[x + 1]; at++) {
            int32_t const other = it->apart.with[at];
            if (it->home[x] >= 0 && it->home[x] == it->home[other]) {
                return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                                     "points %lld and %lld must be apart, but both must stay "
                                     "in cluster %d",
                                     (long long)it->member[it->start[x]],
                                     (long long)it->member[it->start[other]], (int)it->home[x]);
            }
        }
    }
    return FCAP_OK;
}

fcap_status fcap_items_open(fcap_run *run, const rules *r, const tally_rules *t, items *out) {
    *out = (items){.n = 0};
    TRY(list_members(run, r, out));
    TRY(find_types(run, t, out));
    TRY(find_homes(run, r, out));
    TRY(fcap_pairs_open(run, &r->apart, r->n, out->of_point, out->n, &out->apart));
    TRY(fcap_pairs_open(run, &r->avoid, r->n, out->of_point, out->n, &out->avoid));
    return check_apart(run, out);
}

/* ---- windows ---- */

/* Where there are more types than items, each item gets its own. */
static fcap_status window_types(fcap_run *run, const items *whole, const tally_rules *t,
                                const int32_t *list, items *out) {
    int32_t const m = t->n_entries;
    out->type = arena_array(&run->mem, int32_t, out->n);
    int64_t *const tally = arena_array(&run->mem, int64_t, out->n * m);
    if (out->type == NULL || tally == NULL) {
        return out_of_memory(run, out->n);
    }
    int const own = whole->n_types > out->n;
    for (int64_t x = 0; x < out->n; x++) {
        int32_t const type = whole->type[list[x]];
        out->type[x] = own ? (int32_t)x : type;
        memcpy(tally + x * m, whole->tally + (int64_t)type * m, (size_t)m * sizeof *tally);
    }
    out->n_types = own ? (int32_t)out->n : whole->n_types;
    out->tally = own ? tally : whole->tally;
    return FCAP_OK;
}

fcap_status fcap_items_window(fcap_run *run, const items *whole, const tally_rules *t,
                              const int32_t *list, int64_t n, const int32_t *number,
                              items *out) {
    int32_t *const place = arena_array(&run->mem, int32_t, whole->n);
    int64_t members = 0;
    for (int64_t x = 0; x < n; x++) {
        members += whole->start[list[x] + 1] - whole->start[list[x]];
    }
    *out = (items){.n = n};
    out->start = arena_array(&run->mem, int64_t, n + 1);
    out->member = arena_array(&run->mem, int64_t, members);
    out->of_point = arena_array(&run->mem, int32_t, t->r->n);
    out->home = arena_array(&run->mem, int32_t, n);
    if (place == NULL || out->start == NULL || out->member == NULL || out->of_point == NULL ||
        out->home == NULL) {
        return out_of_memory(run, n);
    }
    memset(place, -1, (size_t)whole->n * sizeof *place);
    memset(out->of_point, -1, (size_t)t->r->n * sizeof *out->of_point);
    for (int64_t x = 0; x < n; x++) {
        int64_t const from = whole->start[list[x]];
        int64_t const size = whole->start[list[x] + 1] - from;
        place[list[x]] = (int32_t)x;
        out->start[x + 1] = out->start[x] + size;
        for (int64_t at = 0; at < size; at++) {
            out->member[out->start[x] + at] = whole->member[from + at];
            out->of_point[whole->member[from + at]] = (int32_t)x;
        }
        out->home[x] = whole->home[list[x]] < 0 ? -1 : number[whole->home[list[x]]];
        out->n_free += out->home[x] < 0;
    }
    TRY(window_types(run, whole, t, list, out));
    TRY(fcap_pairs_window(run, &whole->apart, list, n, place, &out->apart));
    return fcap_pairs_window(run, &whole->avoid, list, n, place, &out->avoid);
}
