/* packing_bound.c - see packing_bound.h. */
#include "problem/packing_bound.h"

#include <stdlib.h>

enum {
    STEPS_MOST = 20000000
};

/* A unit, or the filler of a smaller cluster. */
typedef struct item {
    int64_t weight;
    int64_t size;
} item;

typedef struct items {
    item *item; /* by falling weight */
    int64_t n;
} items;

static int by_weight(const void *left, const void *right) {
    const item *const a = left;
    const item *const b = right;
    if (a->weight != b->weight) {
        return a->weight > b->weight ? -1 : 1;
    }
    return (a->size > b->size) - (a->size < b->size);
}

static fcap_status open_items(fcap_run *run, const request *q, unsigned mask, int64_t extra,
                              items *out) {
    const units *const u = fcap_request_units(q, mask);
    *out = (items){.item = arena_array(&run->mem, item, u->n + extra)};
    if (out->item == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld weights",
                             (long long)u->n + (long long)extra);
    }
    for (int64_t v = 0; v < u->n; v++) {
        if (!(mask & RULE_KEEP) || u->kept[v] < 0) {
            out->item[out->n++] = (item){u->weight[v], u->start[v + 1] - u->start[v]};
        }
    }
    qsort(out->item, (size_t)out->n, sizeof *out->item, by_weight);
    return FCAP_OK;
}

/* ---- how many of weight v or more? ---- */

static void count_heavy(const items *all, const kinds *k, packing_gap *out) {
    if (k->n > STEPS_MOST / (all->n + 1)) {
        return;
    }
    for (int64_t i = 0; i < all->n; i++) {
        int64_t const v = all->item[i].weight;
        if (i + 1 < all->n && all->item[i + 1].weight == v) {
            continue;
        }
        int64_t hold = 0;
        for (int64_t j = 0; j < k->n && hold <= i; j++) {
            int64_t const each = k->kind[j].room < 0 ? 0 : k->kind[j].room / v;
            hold += each > i ? i + 1 : each * k->kind[j].times;
        }
        if (hold < i + 1) {
            *out = (packing_gap){.excluded = 1, .weight = v, .n = i + 1, .hold = hold};
            return;
        }
    }
}

/* ---- the bound L2 ---- */

/* The first item lighter than or as light as w; items fall. */
static int64_t first_at_most(const items *all, int64_t w) {
    int64_t low = 0;
    int64_t high = all->n;
    while (low < high) {
        int64_t const middle = low + (high - low) / 2;
        if (all->item[middle].weight <= w) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/* Items above room - a are alone among those of at least a; those above room / 2 are in
 * different bins; what these leave is all there is for items in [a, room / 2], besides new
 * bins. */
static int exceeds(const items *all, const int64_t *sum, int64_t room, int64_t bins, int64_t a,
                   int64_t after) {
    int64_t const alone = first_at_most(all, room - a);
    int64_t const large = first_at_most(all, room / 2);
    if (large > bins || alone > bins) {
        return 1;
    }
    int64_t const middle = large > alone ? large - alone : 0;
    int64_t const from = large > alone ? large : alone;
    int64_t const left = middle * room - (sum[from] - sum[alone]);
    int64_t const small = after > from ? sum[after] - sum[from] : 0;
    int64_t const beyond = small > left ? small - left : 0;
    int64_t const more = beyond / room + (beyond % room != 0);
    return alone + middle + more > bins;
}

static fcap_status martello_toth(fcap_run *run, items *all, const kinds *k, int64_t bins,
                                 packing_gap *out) {
    int64_t room = 0;
    for (int64_t j = 0; j < k->n; j++) {
        room = k->kind[j].room > room ? k->kind[j].room : room;
    }
    if (room < 1 || bins > INT64_MAX / 4 / room) {
        return FCAP_OK;
    }
    for (int64_t j = 0; j < k->n; j++) {
        int64_t const filler = room - k->kind[j].room;
        for (int64_t i = 0; filler > 0 && i < k->kind[j].times; i++) {
            all->item[all->n++] = (item){filler, 0};
        }
    }
    qsort(all->item, (size_t)all->n, sizeof *all->item, by_weight);
    int64_t *const sum = arena_array(&run->mem, int64_t, all->n + 1);
    if (sum == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld weights",
                             (long long)all->n);
    }
    for (int64_t i = 0; i < all->n; i++) {
        sum[i + 1] = sum[i] + all->item[i].weight;
    }
    for (int64_t i = first_at_most(all, room / 2); i < all->n; i++) {
        int64_t const a = all->item[i].weight;
        if (i + 1 < all->n && all->item[i + 1].weight == a) {
            continue;
        }
        if (exceeds(all, sum, room, bins, a, i + 1)) {
            *out = (packing_gap){.excluded = 1, .weight = a, .n = i + 1, .hold = -1};
            return FCAP_OK;
        }
    }
    return FCAP_OK;
}

fcap_status fcap_packing_bound(fcap_run *run, const request *q, unsigned mask, const kinds *k,
                               packing_gap *out) {
    *out = (packing_gap){0};
    items all;
    TRY(open_items(run, q, mask, q->k, &all));
    count_heavy(&all, k, out);
    return out->excluded ? FCAP_OK : martello_toth(run, &all, k, q->k, out);
}

/* ---- packings ---- */

typedef struct bin {
    int64_t room;
    int64_t size;
} bin;

/* Each item into the first bin with room, or into the one with the most. */
static int pack(const items *all, bin *bins, int64_t n, int emptiest) {
    for (int64_t i = 0; i < all->n; i++) {
        int64_t at = -1;
        for (int64_t b = 0; b < n && (emptiest || at < 0); b++) {
            if (all->item[i].weight <= bins[b].room &&
                (at < 0 || bins[b].room > bins[at].room)) {
                at = b;
            }
        }
        if (at < 0) {
            return 0;
        }
        bins[at].room -= all->item[i].weight;
        bins[at].size += all->item[i].size;
    }
    return 1;
}

static int all_have(const bin *bins, int64_t n, int64_t least) {
    for (int64_t b = 0; b < n; b++) {
        if (bins[b].size < least) {
            return 0;
        }
    }
    return 1;
}

static void empty_bins(const kinds *k, bin *bins) {
    for (int64_t j = 0; j < k->n; j++) {
        const kind *const from = &k->kind[j];
        for (int64_t i = 0; i < from->times; i++) {
            *bins++ =
                (bin){.room = from->room, .size = from->kept == NULL ? 0 : from->kept->size};
        }
    }
}

fcap_status fcap_packing_found(fcap_run *run, const request *q, unsigned mask, const kinds *k,
                               int *found) {
    *found = 0;
    if (q->k > STEPS_MOST / q->n) {
        return FCAP_OK;
    }
    items all;
    TRY(open_items(run, q, mask, 0, &all));
    bin *const bins = arena_array(&run->mem, bin, q->k);
    if (bins == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld clusters",
                             (long long)q->k);
    }
    for (int emptiest = 0; emptiest < 2 && !*found; emptiest++) {
        empty_bins(k, bins);
        *found = pack(&all, bins, q->k, emptiest) && all_have(bins, q->k, q->min_size);
    }
    return FCAP_OK;
}
