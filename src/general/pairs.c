/* pairs.c - see pairs.h. */
#include "general/pairs.h"

#include <assert.h>
#include <stdlib.h>

enum {
    PAIRS_MOST = 1 << 28 /* counted from both ends: a gigabyte */
};

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld pairs", (long long)n);
}

static int by_value(const void *left, const void *right) {
    int32_t const a = *(const int32_t *)left;
    int32_t const b = *(const int32_t *)right;
    return (a > b) - (a < b);
}

/* Sorts n values and writes each once; returns how many there are. */
static int64_t once_each(int32_t *value, int64_t n) {
    int64_t kept = 0;
    if (n > 1) {
        qsort(value, (size_t)n, sizeof *value, by_value);
    }
    for (int64_t x = 0; x < n; x++) {
        if (kept == 0 || value[x] != value[kept - 1]) {
            value[kept++] = value[x];
        }
    }
    return kept;
}

static int64_t count_pairs(const fcap_sets *sets) {
    int64_t all = 0;
    for (int64_t s = 0; s < sets->n; s++) {
        int64_t const size = sets->start[s + 1] - sets->start[s];
        all += size < PAIRS_MOST ? size * (size - 1) : PAIRS_MOST + (int64_t)1;
        if (all > PAIRS_MOST) {
            return all;
        }
    }
    return all;
}

/* The partners of each point, in rows. */
typedef struct partners {
    int64_t *start; /* n + 1 */
    int64_t *size;  /* n: different ones, at the beginning of the row */
    int32_t *with;
} partners;

static void fill_rows(const fcap_sets *sets, int64_t *next, int32_t *with) {
    for (int64_t s = 0; s < sets->n; s++) {
        for (int64_t a = sets->start[s]; a < sets->start[s + 1]; a++) {
            for (int64_t b = sets->start[s]; b < sets->start[s + 1]; b++) {
                if (a != b) {
                    with[next[sets->member[a]]++] = (int32_t)sets->member[b];
                }
            }
        }
    }
}

static fcap_status list_partners(fcap_run *run, const fcap_sets *sets, int64_t n, int64_t all,
                                 partners *out) {
    int64_t *const row = arena_array(&run->mem, int64_t, n + 2);
    out->size = arena_array(&run->mem, int64_t, n);
    out->with = arena_array(&run->mem, int32_t, all);
    if (row == NULL || out->size == NULL || out->with == NULL) {
        return out_of_memory(run, all);
    }
    for (int64_t s = 0; s < sets->n; s++) {
        for (int64_t a = sets->start[s]; a < sets->start[s + 1]; a++) {
            row[sets->member[a] + 2] += sets->start[s + 1] - sets->start[s] - 1;
        }
    }
    for (int64_t j = 0; j < n; j++) {
        row[j + 2] += row[j + 1];
    }
    fill_rows(sets, row + 1, out->with); /* moves each beginning to its end: the next one's */
    out->start = row;
    for (int64_t j = 0; j < n; j++) {
        out->size[j] = once_each(out->with + row[j], row[j + 1] - row[j]);
    }
    return FCAP_OK;
}

/* The partners of items: a row has an item as often as there are pairs of points. */
static void join_rows(const partners *of, int64_t n, const int32_t *of_point, int64_t *next,
                      pairs *out) {
    for (int64_t j = 0; j < n; j++) {
        for (int64_t x = of->start[j]; x < of->start[j] + of->size[j]; x++) {
            int32_t const other = of->with[x];
            if (of_point[other] != of_point[j]) {
                out->with[next[of_point[j]]++] = of_point[other];
            } else {
                out->inside += other > j;
            }
        }
    }
}

/* Sorted rows of items, each once, with its weight. */
static void weigh_rows(int64_t n_items, pairs *out) {
    int64_t kept = 0;
    for (int64_t item = 0, from = 0; item < n_items; item++) {
        int64_t const to = out->start[item + 1];
        if (to - from > 1) {
            qsort(out->with + from, (size_t)(to - from), sizeof *out->with, by_value);
        }
        int64_t const first = kept;
        for (int64_t x = from; x < to; x++) {
            if (kept > first && out->with[kept - 1] == out->with[x]) {
                out->weight[kept - 1]++;
                continue;
            }
            out->with[kept] = out->with[x];
            out->weight[kept++] = 1;
        }
        out->start[item] = first;
        from = to;
    }
    out->start[n_items] = kept;
}

fcap_status fcap_pairs_open(fcap_run *run, const fcap_sets *sets, int64_t n,
                            const int32_t *of_point, int64_t n_items, pairs *out) {
    int64_t const all = count_pairs(sets);
    *out = (pairs){.start = NULL};
    if (all == 0) {
        return FCAP_OK;
    }
    if (all > PAIRS_MOST) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "sets of points to keep apart have more than %d pairs; give fewer "
                             "or smaller sets",
                             PAIRS_MOST / 2);
    }
    int64_t *const row = arena_array(&run->mem, int64_t, n_items + 2);
    out->with = arena_array(&run->mem, int32_t, all);
    out->weight = arena_array(&run->mem, int32_t, all);
    partners of = {.start = NULL};
    arena_mark const mark = fcap_arena_save(&run->mem);
    if (row == NULL || out->with == NULL || out->weight == NULL) {
        return out_of_memory(run, all);
    }
    TRY(list_partners(run, sets, n, all, &of));
    assert(of.start != NULL && of.size != NULL);
    for (int64_t j = 0; j < n; j++) {
        for (int64_t x = of.start[j]; x < of.start[j] + of.size[j]; x++) {
            row[of_point[j] + 2] += of_point[of.with[x]] != of_point[j];
        }
    }
    for (int64_t item = 0; item < n_items; item++) {
        row[item + 2] += row[item + 1];
    }
    join_rows(&of, n, of_point, row + 1, out);
    out->start = row;
    weigh_rows(n_items, out);
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

fcap_status fcap_pairs_window(fcap_run *run, const pairs *whole, const int32_t *list, int64_t n,
                              const int32_t *number, pairs *out) {
    int64_t most = 0;
    int64_t kept = 0;
    *out = (pairs){.start = NULL};
    if (whole->start == NULL) {
        return FCAP_OK;
    }
    for (int64_t x = 0; x < n; x++) {
        most += whole->start[list[x] + 1] - whole->start[list[x]];
    }
    out->start = arena_array(&run->mem, int64_t, n + 1);
    out->with = arena_array(&run->mem, int32_t, most);
    out->weight = arena_array(&run->mem, int32_t, most);
    if (out->start == NULL || out->with == NULL || out->weight == NULL) {
        return out_of_memory(run, most);
    }
    for (int64_t x = 0; x < n; x++) { /* the list ascends, so do its numbers */
        for (int64_t at = whole->start[list[x]]; at < whole->start[list[x] + 1]; at++) {
            if (number[whole->with[at]] >= 0) {
                out->with[kept] = number[whole->with[at]];
                out->weight[kept++] = whole->weight[at];
            }
        }
        out->start[x + 1] = kept;
    }
    return FCAP_OK;
}

int32_t fcap_pairs_weight(const pairs *p, int64_t a, int64_t b) {
    if (p->start == NULL) {
        return 0;
    }
    int64_t from = p->start[a];
    int64_t to = p->start[a + 1];
    while (from < to) {
        int64_t const middle = from + (to - from) / 2;
        if (p->with[middle] < b) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return from < p->start[a + 1] && p->with[from] == b ? p->weight[from] : 0;
}
