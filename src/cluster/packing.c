/* packing.c - first-fit decreasing on counted weights, and a packing to fall back on.
 *
 * First-fit decreasing puts the weights, heaviest first, each into the first bin with room.
 * Equal weights go together, into groups of bins with equal room: each bin takes as many as
 * fit, and only where the weights end a group is split. So there are at most two groups more
 * per different weight, and it takes O(v min(v, k)) for v different weights.
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
 * the same rest although a and b share a bin. Therefore the present packing is asked too. And
 * where it cannot pack the weights at the start, bins are filled up one by one instead.
 */
#include "cluster/packing.h"

#include <assert.h>
#include <string.h>

enum {
    NO_BIN = INT32_MAX,
    FILL_WORK = 1 << 28, /* steps that filling up may take: some tenths of a second */
    MEMORY = 1024 /* answers; a power of two. A newer answer takes the place of an older one */
};

/* Each of the n bins from `first` on gets `each` of this weight. */
static void share(packing *p, int64_t weight, int64_t each, int32_t first, int64_t n) {
    if (n > 0 && each > 0) {
        p->shares[p->n_shares++] = (packing_share){weight, each, first, (int32_t)n};
    }
}

/* Puts equal weights into bins of equal room, which become up to three groups: those that take
 * as many as fit, one that takes the rest, and those that stay as they were. Groups with less
 * room than `least` are of no use to later weights and left out. Returns the end of the groups
 * written. */
static packing_bins *fill(packing *p, packing_bins bins, packing_lot *lot, int64_t least,
                          packing_bins *out) {
    int64_t const w = lot->weight;
    int64_t const most = bins.room / w;
    int64_t const full = lot->count / most < bins.n ? lot->count / most : bins.n;
    lot->count -= most * full;
    int64_t const rest = full < bins.n ? lot->count : 0; /* less than `most` */
    lot->count -= rest;
    packing_bins const group[] = {{bins.first, (int32_t)full, bins.room - most * w},
                                  {bins.first + (int32_t)full, rest > 0, bins.room - rest * w},
                                  {bins.first + (int32_t)full + (rest > 0),
                                   bins.n - (int32_t)full - (rest > 0), bins.room}};
    for (int i = 0; i < 3; i++) {
        if (group[i].n > 0 && group[i].room >= least) {
            *out++ = group[i];
        }
    }
    if (p->recording) {
        share(p, w, most, group[0].first, full);
        share(p, w, rest, group[1].first, 1);
    }
    return out;
}

/* Puts all lots (heaviest first) into bins; 0 if one does not fit. If recording, writes the
 * shares; otherwise looks only at weights that can fail. */
static int first_fit(packing *p, const packing_lot *lots, int64_t n) {
    while (!p->recording && n > 0 && lots[n - 1].weight < p->never_fails) {
        n--;
    }
    packing_bins *now = p->space;
    packing_bins *next = p->space + p->bins;
    int64_t n_now = 1;
    now[0] = (packing_bins){0, p->bins, p->capacity};
    for (int64_t i = 0; i < n; i++) {
        packing_lot lot = lots[i];
        packing_bins *end = next;
        for (int64_t b = 0; b < n_now; b++) {
            if (lot.count > 0 && now[b].room >= lot.weight) {
                end = fill(p, now[b], &lot, lots[n - 1].weight, end);
            } else {
                *end++ = now[b];
            }
        }
        if (lot.count > 0) {
            return 0;
        }
        n_now = end - next;
        next = now;
        now = end - n_now;
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

/* The first bin of the present packing that holds both weights, or NO_BIN. */
static int32_t common_bin(const packing *p, int64_t a, int64_t b) {
    int32_t found = NO_BIN;
    for (int64_t i = 0; i < p->n_shares; i++) {
        const packing_share *const s = &p->shares[i];
        if (s->weight != a || (a == b && s->each < 2)) {
            continue;
        }
        for (int64_t j = 0; j < p->n_shares; j++) {
            const packing_share *const t = &p->shares[j];
            int32_t const bin = s->first > t->first ? s->first : t->first;
            if (t->weight == b && bin < s->first + s->n && bin < t->first + t->n &&
                bin < found) {
                found = bin;
            }
        }
    }
    return found;
}

/* Adds `change` to the number of clusters of weight w in one bin of the present packing. */
static void change_share(packing *p, int32_t bin, int64_t w, int64_t change) {
    for (int64_t i = 0; i < p->n_shares; i++) {
        packing_share const s = p->shares[i];
        if (s.weight == w && bin >= s.first && bin < s.first + s.n) {
            p->shares[i] = p->shares[--p->n_shares];
            share(p, w, s.each, s.first, bin - s.first);
            share(p, w, s.each, bin + 1, s.first + s.n - bin - 1);
            change += s.each;
            break;
        }
    }
    share(p, w, change, bin, 1);
}

static int packs_after(packing *p, int64_t a, int64_t b) {
    memcpy(p->after, p->lots, (size_t)p->n_lots * sizeof *p->lots);
    return first_fit(p, p->after, replace(p->after, p->n_lots, a, b));
}

/* Where the answer for two weights is or would be: a <= b. */
static packing_answer *answer_for(packing *p, int64_t a, int64_t b) {
    uint64_t const hash = ((uint64_t)a * 0x9e3779b97f4a7c15u + (uint64_t)b) *
                          0xbf58476d1ce4e5b9u; /* mixes upwards: take the top bits */
    return &p->memory[(hash >> 32) % MEMORY];
}

static int is_known(const packing *p, const packing_answer *answer, int64_t a, int64_t b) {
    return answer->step == p->step && answer->a == a && answer->b == b;
}

int fcap_packing_refused(packing *p, int64_t a, int64_t b) {
    int64_t const light = a < b ? a : b;
    int64_t const heavy = a < b ? b : a;
    const packing_answer *const answer = answer_for(p, light, heavy);
    return is_known(p, answer, light, heavy) && !answer->admitted;
}

int fcap_packing_admits(packing *p, int64_t a, int64_t b) {
    if (!p->on || (p->n_shares == 0 && a + b < p->never_fails)) {
        return 1; /* nothing that first-fit decreasing looks at would change */
    }
    if (a > b) {
        return fcap_packing_admits(p, b, a);
    }
    packing_answer *const answer = answer_for(p, a, b);
    if (!is_known(p, answer, a, b)) {
        *answer = (packing_answer){a, b, p->step, packs_after(p, a, b)};
        if (!answer->admitted) {
            if (p->n_shares == 0) {
                p->recording = 1;
                first_fit(p, p->lots, p->n_lots);
                p->recording = 0;
            }
            answer->admitted = common_bin(p, a, b) != NO_BIN;
        }
    }
    return answer->admitted;
}

void fcap_packing_merge(packing *p, int64_t a, int64_t b) {
    if (!p->on) {
        return;
    }
    if (p->n_shares > 0) {
        if (packs_after(p, a, b)) {
            p->n_shares = 0;
        } else {
            int32_t const bin = common_bin(p, a, b);
            change_share(p, bin, a, -1);
            change_share(p, bin, b, -1);
            change_share(p, bin, a + b, 1);
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

/* ---- the fullest bins ----------------------------------------------------------------------
 */

/* can[i * (q + 1) + s]: do lots i and lighter ones have members of sum s? */
static void find_sums(const packing_lot *lots, int64_t n, int64_t q, char *can) {
    memset(can + n * (q + 1), 0, (size_t)q + 1);
    can[n * (q + 1)] = 1;
    for (int64_t i = n; i-- > 0;) {
        const char *const lighter = can + (i + 1) * (q + 1);
        char *const with = can + i * (q + 1);
        int64_t const w = lots[i].weight;
        for (int64_t residue = 0; residue < w && residue <= q; residue++) {
            int64_t since = lots[i].count + 1; /* of this weight, since a sum without it */
            for (int64_t sum = residue; sum <= q; sum += w) {
                since = lighter[sum] ? 0 : since + 1;
                with[sum] = since <= lots[i].count;
            }
        }
    }
}

/* One bin after the other, as full as what is left allows; of equally full ones that with most
 * (or fewest) of the heaviest weight, then of the next. Equal bins are filled together. Finds
 * packings without waste that first-fit decreasing misses: bins of 10 with 3 + 3 + 2 + 2, not
 * 3 + 3 + 3; and bins of 25 with one 3 each.
 */
static int fill_up(packing *p, int64_t q, char *can, int most) {
    packing_lot *const left = p->after;
    int64_t n = p->n_lots;
    int64_t work = 0;
    memcpy(left, p->lots, (size_t)n * sizeof *left);
    int32_t bin = 0;
    while (bin < p->bins && n > 0 && work < FILL_WORK) {
        find_sums(left, n, q, can);
        work += n * (q + 1);
        int64_t sum = q;
        while (!can[sum]) {
            sum--;
        }
        int64_t bins = p->bins - bin;
        int64_t const first_share = p->n_shares;
        for (int64_t i = 0; i < n; i++) {
            int64_t const fit = sum / left[i].weight;
            int64_t each = !most ? 0 : left[i].count < fit ? left[i].count : fit;
            while (!can[(i + 1) * (q + 1) + sum - each * left[i].weight]) {
                each += most ? -1 : 1;
            }
            sum -= each * left[i].weight;
            if (each > 0) {
                bins = left[i].count / each < bins ? left[i].count / each : bins;
                share(p, left[i].weight, each, bin, 1);
            }
        }
        if (p->n_shares == first_share) {
            break; /* not even the lightest fits */
        }
        int64_t kept = 0;
        for (int64_t i = 0, at = first_share; i < n; i++) {
            if (at < p->n_shares && p->shares[at].weight == left[i].weight) {
                left[i].count -= p->shares[at].each * bins;
                p->shares[at++].n = (int32_t)bins;
            }
            if (left[i].count > 0) {
                left[kept++] = left[i];
            }
        }
        n = kept;
        bin += (int32_t)bins;
    }
    p->n_shares = n == 0 ? p->n_shares : 0;
    return n == 0;
}

/* When first-fit decreasing fails: not where the table of sums would be large. */
static fcap_status try_to_fill_up(fcap_run *run, packing *p, int64_t sum) {
    int64_t const q = p->capacity < sum ? p->capacity : sum;
    if ((sum - 1) / p->bins >= q || (p->n_lots + 1) * (q + 1) > FILL_WORK / 16) {
        return FCAP_OK;
    }
    arena_mark const mark = fcap_arena_save(&run->mem);
    char *const can = arena_array(&run->mem, char, (p->n_lots + 1) * (q + 1));
    if (can == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for packing into bins of %lld", (long long)q);
    }
    p->on = fill_up(p, q, can, 1) || fill_up(p, q, can, 0);
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
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
                   .space = arena_array(mem, packing_bins, 2 * (int64_t)bins),
                   .shares = arena_array(mem, packing_share, n + 1),
                   .memory = arena_array(mem, packing_answer, MEMORY)};
    if (p->lots == NULL || p->after == NULL || p->space == NULL || p->shares == NULL ||
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
    p->on = first_fit(p, p->lots, p->n_lots);
    return p->on ? FCAP_OK : try_to_fill_up(run, p, sum);
}
