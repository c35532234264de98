/* packing.c - first-fit decreasing on counted weights, and a packing to fall back on.
 *
 * First-fit decreasing puts the weights, heaviest first, each into the first bin with room.
 * Equal weights go together: a bin takes as many as it has room for. O(different weights * k).
 *
 * Most weights cannot fail at all. When w finds no bin, every bin has less than w of room:
 * k (q - w + 1) <= n - w, where n is the sum of all weights. So w fails only if
 *
 *     k q - n + k <= w (k - 1)
 *
 * and lighter ones need not be looked at. In the beginning, when all clusters are light, an
 * answer takes no time.
 *
 * First-fit decreasing is no exact test: it may pack a, b and the rest, and fail on a + b and
 * the same rest although a and b share a bin. Therefore the present packing is asked too.
 */
#include "cluster/packing.h"

#include <assert.h>
#include <string.h>

enum {
    MEMORY = 1024 /* answers; a power of two. A newer answer takes the place of an older one */
};

/* Puts all lots (heaviest first) into bins; 0 if one does not fit. With `placed`, records where
 * and sets *n_placed; otherwise looks only at weights that can fail. */
static int first_fit(packing *p, const packing_lot *lots, int64_t n, packing_lot *placed,
                     int64_t *n_placed) {
    for (int32_t b = 0; b < p->bins; b++) {
        p->room[b] = p->capacity;
    }
    for (int64_t i = 0; i < n; i++) {
        int64_t const w = lots[i].weight;
        int64_t left = lots[i].count;
        if (placed == NULL && w < p->never_fails) {
            return 1;
        }
        for (int32_t b = 0; b < p->bins && left > 0; b++) {
            if (p->room[b] < w) {
                continue;
            }
            int64_t const most = p->room[b] / w;
            int64_t const taken = most < left ? most : left;
            p->room[b] -= taken * w;
            left -= taken;
            if (placed != NULL) {
                placed[(*n_placed)++] = (packing_lot){w, taken, b};
            }
        }
        if (left > 0) {
            return 0;
        }
    }
    return 1;
}

/* The place of weight w among the lots: of its lot, or where one would be inserted. */
static int64_t place_of(const packing_lot *lots, int64_t n, int64_t w) {
    int64_t low = 0;
    int64_t high = n;
    while (low < high) {
        int64_t const middle = low + (high - low) / 2;
        if (lots[middle].weight > w) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static int64_t add(packing_lot *lots, int64_t n, int64_t w) {
    int64_t const i = place_of(lots, n, w);
    if (i < n && lots[i].weight == w) {
        lots[i].count++;
        return n;
    }
    memmove(lots + i + 1, lots + i, (size_t)(n - i) * sizeof *lots);
    lots[i] = (packing_lot){.weight = w, .count = 1};
    return n + 1;
}

static int64_t take(packing_lot *lots, int64_t n, int64_t w) {
    int64_t const i = place_of(lots, n, w);
    assert(i < n && lots[i].weight == w);
    if (--lots[i].count > 0) {
        return n;
    }
    memmove(lots + i, lots + i + 1, (size_t)(n - i - 1) * sizeof *lots);
    return n - 1;
}

static int64_t replace(packing_lot *lots, int64_t n, int64_t a, int64_t b) {
    return add(lots, take(lots, take(lots, n, a), b), a + b);
}

/* The first bin of the present packing that holds both weights, or -1. */
static int32_t common_bin(packing *p, int64_t a, int64_t b) {
    memset(p->room, 0, (size_t)p->bins * sizeof *p->room); /* here: how many of a it has */
    for (int64_t i = 0; i < p->n_placed; i++) {
        if (p->placed[i].weight == a) {
            p->room[p->placed[i].bin] = p->placed[i].count;
        }
    }
    int32_t first = -1;
    for (int64_t i = 0; i < p->n_placed; i++) {
        int32_t const bin = p->placed[i].bin;
        if (p->placed[i].weight == b && p->room[bin] > (a == b) && (first < 0 || bin < first)) {
            first = bin;
        }
    }
    return first;
}

/* Adds `change` to the number of clusters of weight w in a bin of the present packing. */
static void change_placed(packing *p, int32_t bin, int64_t w, int64_t change) {
    int64_t i = 0;
    while (i < p->n_placed && (p->placed[i].bin != bin || p->placed[i].weight != w)) {
        i++;
    }
    if (i == p->n_placed) {
        p->placed[p->n_placed++] = (packing_lot){w, 0, bin};
    }
    p->placed[i].count += change;
    if (p->placed[i].count == 0) {
        p->placed[i] = p->placed[--p->n_placed];
    }
}

static int packs_after(packing *p, int64_t a, int64_t b) {
    memcpy(p->after, p->lots, (size_t)p->n_lots * sizeof *p->lots);
    return first_fit(p, p->after, replace(p->after, p->n_lots, a, b), NULL, NULL);
}

static packing_answer *remembered(packing *p, int64_t a, int64_t b) {
    uint64_t const hash = ((uint64_t)a * 0x9e3779b97f4a7c15u + (uint64_t)b) *
                          0xbf58476d1ce4e5b9u; /* mixes upwards: take the top bits */
    return &p->memory[(hash >> 32) % MEMORY];
}

int fcap_packing_admits(packing *p, int64_t a, int64_t b) {
    if (!p->on || (p->n_placed == 0 && a + b < p->never_fails)) {
        return 1; /* nothing that first-fit decreasing looks at would change */
    }
    if (a > b) {
        return fcap_packing_admits(p, b, a);
    }
    packing_answer *const answer = remembered(p, a, b);
    if (answer->step != p->step || answer->a != a || answer->b != b) {
        *answer = (packing_answer){a, b, p->step, packs_after(p, a, b)};
        if (!answer->admitted) {
            if (p->n_placed == 0) {
                first_fit(p, p->lots, p->n_lots, p->placed, &p->n_placed);
            }
            answer->admitted = common_bin(p, a, b) >= 0;
        }
    }
    return answer->admitted;
}

void fcap_packing_merge(packing *p, int64_t a, int64_t b) {
    if (!p->on) {
        return;
    }
    if (p->n_placed > 0) {
        if (packs_after(p, a, b)) {
            p->n_placed = 0;
        } else {
            int32_t const bin = common_bin(p, a, b);
            change_placed(p, bin, a, -1);
            change_placed(p, bin, b, -1);
            change_placed(p, bin, a + b, 1);
        }
    }
    p->n_lots = replace(p->lots, p->n_lots, a, b);
    p->step++;
}

/* The least w with k q - n + k <= w (k - 1). */
static int64_t least_that_fails(int64_t k, int64_t q, int64_t n) {
    if (q >= n) {
        return INT64_MAX; /* one bin takes all; and k q could overflow */
    }
    if (k == 1 || k * q - n + k <= 0) {
        return 1;
    }
    return (k * q - n + k + k - 2) / (k - 1);
}

fcap_status fcap_packing_open(fcap_run *run, const int64_t *weight, int64_t n, int32_t bins,
                              int64_t capacity, packing *p) {
    arena *const mem = &run->mem;
    /* One more lot than clusters: a merged one is added after two were taken, but while one is
     * moved between bins its old lot may still be there. */
    *p = (packing){.bins = bins,
                   .capacity = capacity,
                   .step = 1,
                   .lots = arena_array(mem, packing_lot, n + 1),
                   .after = arena_array(mem, packing_lot, n + 1),
                   .room = arena_array(mem, int64_t, bins),
                   .placed = arena_array(mem, packing_lot, n + 1),
                   .memory = arena_array(mem, packing_answer, MEMORY)};
    if (p->lots == NULL || p->after == NULL || p->room == NULL || p->placed == NULL ||
        p->memory == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for packing %lld weights into %d bins",
                             (long long)n, (int)bins);
    }
    int64_t sum = 0;
    for (int64_t i = 0; i < n; i++) {
        assert(weight[i] >= 1);
        sum += weight[i];
        p->n_lots = add(p->lots, p->n_lots, weight[i]);
    }
    p->never_fails = least_that_fails(bins, capacity, sum);
    p->on = first_fit(p, p->lots, p->n_lots, NULL, NULL);
    return FCAP_OK;
}
