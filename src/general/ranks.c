/* ranks.c - see ranks.h. */
#include "general/ranks.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NEAR_MOST = 12,  /* clusters that an item may go to */
    NEAR_PAIRS = 40, /* the same where pairs count more than distances */
    LIST_SPARE = 32  /* room for items that join a list */
};

static int by_key(const void *left, const void *right) {
    const ranked *const a = left;
    const ranked *const b = right;
    if (a->key != b->key) {
        return a->key < b->key ? -1 : 1;
    }
    return a->item != b->item ? (a->item > b->item) - (a->item < b->item)
                              : (a->to > b->to) - (a->to < b->to);
}

void fcap_ranked_sort(ranked *list, int64_t n) {
    if (n > 1) {
        qsort(list, (size_t)n, sizeof *list, by_key);
    }
}

fcap_status fcap_ranks_open(fcap_run *run, layout *l, const prices *at, ranks *out) {
    int32_t const most = l->known != NULL ? NEAR_PAIRS : NEAR_MOST;
    *out = (ranks){.l = l, .prices = at, .n_near = l->k < most ? l->k : most};
    int64_t const lists = l->n + l->n / 4 + (int64_t)l->k * LIST_SPARE;
    out->near = arena_array(&run->mem, int32_t, l->n * out->n_near);
    out->leave = arena_array(&run->mem, double, l->n);
    out->list = arena_array(&run->mem, int32_t, lists);
    out->from = arena_array(&run->mem, int64_t, l->k + 1);
    out->size = arena_array(&run->mem, int64_t, l->k);
    out->order = arena_array(&run->mem, ranked, l->n);
    if (out->near == NULL || out->leave == NULL || out->list == NULL || out->from == NULL ||
        out->size == NULL || out->order == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for moves of %lld items",
                             (long long)l->n);
    }
    return FCAP_OK;
}

static void find_near(ranks *w, int64_t item) {
    int32_t *const near = w->near + item * w->n_near;
    double value[NEAR_PAIRS] = {0};
    int32_t have = 0;
    assert(w->n_near >= 1 && w->n_near <= NEAR_PAIRS);
    for (int32_t i = 0; i < w->l->k; i++) {
        double const e = fcap_priced(w, item, i);
        if (have == w->n_near && e >= value[have - 1]) {
            continue;
        }
        int32_t at = have < w->n_near ? have++ : have - 1;
        for (; at > 0 && value[at - 1] > e; at--) {
            value[at] = value[at - 1];
            near[at] = near[at - 1];
        }
        value[at] = e;
        near[at] = i;
    }
}

static double leaving(const ranks *w, int64_t item) {
    const int32_t *const near = w->near + item * w->n_near;
    int32_t const own = w->l->label[item];
    if (w->n_near < 2 || fcap_layout_is_fixed(w->l, item)) {
        return INFINITY;
    }
    return fcap_priced(w, item, near[near[0] == own]) - fcap_priced(w, item, own);
}

/* All lists anew, each with room for more. */
static void build_lists(ranks *w) {
    layout *const l = w->l;
    memset(w->size, 0, (size_t)l->k * sizeof *w->size);
    for (int64_t x = 0; x < l->n; x++) {
        w->order[x] = (ranked){w->leave[x], (int32_t)x, 0};
        w->size[l->label[x]]++;
    }
    fcap_ranked_sort(w->order, l->n);
    w->from[0] = 0;
    for (int32_t i = 0; i < l->k; i++) {
        w->from[i + 1] = w->from[i] + w->size[i] + w->size[i] / 4 + LIST_SPARE;
        w->size[i] = 0;
    }
    for (int64_t x = 0; x < l->n; x++) {
        int32_t const item = w->order[x].item;
        int32_t const i = l->label[item];
        w->list[w->from[i] + w->size[i]++] = item;
    }
}

void fcap_ranks_relist(ranks *w) {
    for (int64_t x = 0; x < w->l->n; x++) {
        w->leave[x] = leaving(w, x);
    }
    build_lists(w);
}

void fcap_ranks_begin(ranks *w) {
    for (int64_t x = 0; x < w->l->n; x++) {
        find_near(w, x);
    }
    fcap_ranks_relist(w);
}

/* Where an item stands in the list of cluster i, or would stand. */
static int64_t place_of(const ranks *w, int32_t i, int64_t item) {
    int64_t from = 0;
    int64_t to = w->size[i];
    while (from < to) {
        int64_t const at = from + (to - from) / 2;
        int64_t const other = w->list[w->from[i] + at];
        double const key = w->leave[other];
        if (key < w->leave[item] || (key == w->leave[item] && other < item)) {
            from = at + 1;
        } else {
            to = at;
        }
    }
    return from;
}

void fcap_ranks_move(ranks *w, int64_t item, int32_t to) {
    int32_t const own = w->l->label[item];
    int32_t *at = w->list + w->from[own] + place_of(w, own, item);
    assert(*at == item);
    int64_t const rest = w->list + w->from[own] + --w->size[own] - at;
    memmove(at, at + 1, (size_t)rest * sizeof *at);
    fcap_layout_move(w->l, item, to);
    w->leave[item] = leaving(w, item);
    if (w->from[to] + w->size[to] == w->from[to + 1]) {
        build_lists(w); /* the list is full */
        return;
    }
    int64_t const place = place_of(w, to, item);
    at = w->list + w->from[to] + place;
    memmove(at + 1, at, (size_t)(w->size[to]++ - place) * sizeof *at);
    *at = (int32_t)item;
}
