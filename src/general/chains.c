/* chains.c - see chains.h. */
#include "general/chains.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NEAR_MOST = 12,  /* clusters that an item may go to */
    NEAR_PAIRS = 40, /* the same where pairs count more than distances */
    LIST_SPARE = 32, /* room for items that join a list */
    VIOLATED_MOST = 16,
    REPAIR_PASSES = 40,
    REMEMBERED = 8,       /* types */
    SCANNED = 8,          /* items are looked at for one that is tried, at most */
    MUCH_WORK = 20000000, /* for improvements at one time */
    MUCH_EACH = 1000,     /* and so much more for each item */
    LOOK = 1024           /* items between looks at the clock */
};

/* Items of a cluster that are tried as the second, third ... of a chain. */
static const int32_t breadth[CHAIN_MOST + 1] = {0, 60, 12, 4, 0};

#define LEAST_GAIN 1e-12 /* of the largest cost; smaller gains are rounding */

typedef struct ranked {
    double key;
    int32_t item;
    int32_t to;
} ranked;

static int by_key(const void *left, const void *right) {
    const ranked *const a = left;
    const ranked *const b = right;
    if (a->key != b->key) {
        return a->key < b->key ? -1 : 1;
    }
    return a->item != b->item ? (a->item > b->item) - (a->item < b->item)
                              : (a->to > b->to) - (a->to < b->to);
}

fcap_status fcap_chains_open(fcap_run *run, layout *l, const prices *at, chains *out) {
    int32_t const most = l->known != NULL ? NEAR_PAIRS : NEAR_MOST;
    *out = (chains){.l = l, .prices = at, .depth = CHAIN_MOST - 1};
    out->n_near = l->k < most ? l->k : most;
    int64_t const lists = l->n + l->n / 4 + (int64_t)l->k * LIST_SPARE;
    out->near = arena_array(&run->mem, int32_t, l->n * out->n_near);
    out->leave = arena_array(&run->mem, double, l->n);
    out->list = arena_array(&run->mem, int32_t, lists);
    out->from = arena_array(&run->mem, int64_t, l->k + 1);
    out->size = arena_array(&run->mem, int64_t, l->k);
    out->room = arena_array(&run->mem, double, l->k);
    out->order = arena_array(&run->mem, ranked, l->n);
    if (out->near == NULL || out->leave == NULL || out->list == NULL || out->from == NULL ||
        out->size == NULL || out->room == NULL || out->order == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for moves of %lld items",
                             (long long)l->n);
    }
    return FCAP_OK;
}

/* ---- near clusters and lists ---- */

static double priced(const chains *w, int64_t item, int32_t i) {
    int32_t const type = w->l->task->it.type[item];
    return w->l->cost[item * w->l->k + i] + w->prices->type[(int64_t)type * w->l->k + i];
}

static void find_near(chains *w, int64_t item) {
    int32_t *const near = w->near + item * w->n_near;
    double value[NEAR_PAIRS];
    int32_t have = 0;
    for (int32_t i = 0; i < w->l->k; i++) {
        double const e = priced(w, item, i);
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

static double leaving(const chains *w, int64_t item) {
    const int32_t *const near = w->near + item * w->n_near;
    int32_t const own = w->l->label[item];
    if (w->n_near < 2 || fcap_layout_is_fixed(w->l, item)) {
        return INFINITY;
    }
    return priced(w, item, near[near[0] == own]) - priced(w, item, own);
}

/* All lists anew, each with room for more. */
static void build_lists(chains *w) {
    layout *const l = w->l;
    memset(w->size, 0, (size_t)l->k * sizeof *w->size);
    for (int64_t x = 0; x < l->n; x++) {
        w->order[x] = (ranked){w->leave[x], (int32_t)x, 0};
        w->size[l->label[x]]++;
    }
    qsort(w->order, (size_t)l->n, sizeof *w->order, by_key);
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

static void measure_room(chains *w, int32_t i) {
    w->room[i] = fcap_prices_room(w->prices, w->l, i);
    w->room_most = w->room[i] > w->room_most ? w->room[i] : w->room_most;
}

void fcap_chains_begin(chains *w) {
    layout *const l = w->l;
    for (int64_t x = 0; x < l->n; x++) {
        find_near(w, x);
        w->leave[x] = leaving(w, x);
    }
    build_lists(w);
    w->room_most = 0;
    w->broken = 0;
    for (int32_t i = 0; i < l->k; i++) {
        measure_room(w, i);
    }
    w->broken = fcap_layout_merit(l).excess;
    int64_t all = 1;
    for (int64_t x = 0; l->known != NULL && x < l->n; x++) {
        const int64_t *const start = l->task->it.avoid.start;
        for (int64_t at = start[x]; at < start[x + 1]; at++) {
            all += l->task->it.avoid.weight[at];
        }
    }
    w->per_pair = 4 * CHAIN_MOST * l->far;
    w->per_pair = w->per_pair > 0 ? w->per_pair : 1;
    w->per_excess = w->per_pair * (double)(2 * all);
    w->work += l->n * (l->k * 2 + 100);
}

/* Where an item stands in the list of cluster i, or would stand. */
static int64_t place_of(const chains *w, int32_t i, int64_t item) {
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

/* Moves an item, and keeps the lists; 0 when one is full. */
static int move(chains *w, int64_t item, int32_t to) {
    layout *const l = w->l;
    int32_t const own = l->label[item];
    int32_t *at = w->list + w->from[own] + place_of(w, own, item);
    assert(*at == item);
    int64_t const rest = w->list + w->from[own] + --w->size[own] - at;
    memmove(at, at + 1, (size_t)rest * sizeof *at);
    fcap_layout_move(l, item, to);
    w->leave[item] = leaving(w, item);
    measure_room(w, own);
    measure_room(w, to);
    if (w->from[to] + w->size[to] == w->from[to + 1]) {
        return 0;
    }
    int64_t const place = place_of(w, to, item);
    at = w->list + w->from[to] + place;
    memmove(at + 1, at, (size_t)(w->size[to]++ - place) * sizeof *at);
    *at = (int32_t)item;
    return 1;
}

/* ---- the worth of a chain ---- */

/* What a partial chain has changed so far. */
typedef struct change {
    int64_t excess;
    int64_t met;
    double cost;
    double priced;
    double room; /* of the clusters it came through */
} change;

static double value_of(const chains *w, int64_t excess, int64_t met, double cost) {
    double value = cost;
    if (excess != 0 || met != 0) {
        value += w->per_excess * (double)excess + w->per_pair * (double)met;
    }
    return value;
}

static int32_t enemies(const layout *l, int64_t item, int32_t i) {
    return l->enemies == NULL ? 0 : l->enemies[item * l->k + i];
}

static int32_t known(const layout *l, int64_t item, int32_t i) {
    return l->known == NULL ? 0 : l->known[item * l->k + i];
}

/* An item comes to cluster i, from which `gone` leaves (-1: nobody). */
static void arrive(const chains *w, int64_t item, int32_t i, int64_t gone, change *c) {
    const layout *const l = w->l;
    const items *const it = &l->task->it;
    int32_t hostile = enemies(l, item, i);
    int32_t met = known(l, item, i);
    if (gone >= 0) {
        hostile -= hostile > 0 ? fcap_pairs_weight(&it->apart, item, gone) : 0;
        met -= met > 0 ? fcap_pairs_weight(&it->avoid, item, gone) : 0;
    }
    c->excess += hostile * fcap_layout_pair(l);
    c->met += met;
}

static void depart(const chains *w, int64_t item, int32_t i, change *c) {
    c->excess -= enemies(w->l, item, i) * fcap_layout_pair(w->l);
    c->met -= known(w->l, item, i);
}

static change moved(const chains *w, change c, int64_t item, int32_t from, int32_t to) {
    const double *const cost = w->l->cost + item * w->l->k;
    c.cost += cost[to] - cost[from];
    c.priced += priced(w, item, to) - priced(w, item, from);
    return c;
}

static void note(chains *w, int32_t n, double value) {
    if (value < w->best.value) {
        w->best = w->now;
        w->best.n = n;
        w->best.value = value;
    }
}

/* May a chain that begins like this still help? What is broken at its ends may be mended. */
static int is_promising(const chains *w, const change *c, int32_t open) {
    int64_t const hope = w->broken == 0 ? 0 : w->l->excess[open] + w->l->excess[w->first];
    return value_of(w, c->excess - hope, c->met, c->priced) - c->room < 0;
}

/* ---- looking for chains ---- */

static int was_in(const chains *w, int32_t depth, int32_t i) {
    for (int32_t d = 0; d < depth; d++) {
        if (w->now.to[d] == i) {
            return 1;
        }
    }
    return 0;
}

static void extend(chains *w, int32_t depth, const change *c);

/* Item b, which has to leave the open cluster, goes to cluster i. */
static void continue_to(chains *w, int32_t depth, const change *c, int64_t b, int32_t i) {
    layout *const l = w->l;
    int64_t const a = w->now.item[0];
    change next = moved(w, *c, b, w->now.to[depth - 1], i);
    w->now.item[depth] = b;
    w->now.to[depth] = i;
    w->work += 40;
    if (i == w->first) {
        arrive(w, b, i, a, &next);
        next.excess += fcap_layout_excess(l, i, b, a) - l->excess[i];
        note(w, depth + 1, value_of(w, next.excess, next.met, next.cost));
        return;
    }
    arrive(w, b, i, -1, &next);
    int64_t const ends = fcap_layout_excess(l, i, b, -1) - l->excess[i];
    note(w, depth + 1, value_of(w, next.excess + ends + w->without, next.met, next.cost));
    next.room += w->room[i];
    if (depth + 1 < w->depth && is_promising(w, &next, i)) {
        extend(w, depth + 1, &next);
    }
}

/* Without pairs and excess, the sums of priced costs alone decide, and the lists are in their
 * order: what comes later promises less. */
static int is_plain(const chains *w, const change *c) {
    return w->broken == 0 && w->l->known == NULL && c->excess == 0;
}

/* The excess of a cluster that gets one item for another, which depends on its type alone: the
 * last few types are remembered. */
typedef struct remembered {
    int32_t type[REMEMBERED];
    int64_t excess[REMEMBERED];
} remembered;

static int64_t swapped_excess(chains *w, remembered *memo, int32_t i, int64_t in, int64_t out) {
    int32_t const type = w->l->task->it.type[out];
    int32_t const slot = type % REMEMBERED;
    if (memo->type[slot] != type) {
        memo->type[slot] = type;
        memo->excess[slot] = fcap_layout_excess(w->l, i, in, out);
        w->work += 20;
    }
    return memo->excess[slot];
}

/* The last item of the chain so far has come to cluster `open`; which one leaves it? */
static void extend(chains *w, int32_t depth, const change *c) {
    layout *const l = w->l;
    int64_t const in = w->now.item[depth - 1];
    int32_t const open = w->now.to[depth - 1];
    int const plain = is_plain(w, c);
    int32_t left = breadth[depth];
    int32_t scanned = SCANNED * left;
    remembered memo;
    memset(memo.type, -1, sizeof memo.type);
    for (int64_t at = 0; at < w->size[open] && left > 0; at++) {
        int64_t const b = w->list[w->from[open] + at];
        if (w->leave[b] == INFINITY ||
            (plain && c->priced + w->leave[b] - c->room - w->room_most >= 0)) {
            break; /* fixed items come last */
        }
        change next = *c;
        next.excess += swapped_excess(w, &memo, open, in, b) - l->excess[open];
        if (--scanned == 0) {
            break;
        }
        w->work += 8;
        if (l->enemies != NULL || l->known != NULL) {
            /* `in` was counted as if b stayed */
            int32_t const both = fcap_pairs_weight(&l->task->it.apart, in, b);
            next.excess -= both * fcap_layout_pair(l);
            next.met -= fcap_pairs_weight(&l->task->it.avoid, in, b);
            depart(w, b, open, &next);
        }
        if (next.excess > w->broken) {
            continue;
        }
        left--;
        for (int32_t x = 0; x < w->n_near; x++) {
            int32_t const i = w->near[b * w->n_near + x];
            if (i == open || (i != w->first && was_in(w, depth, i))) {
                continue;
            }
            if (plain &&
                c->priced + priced(w, b, i) - priced(w, b, open) - c->room - w->room[i] >= 0) {
                continue;
            }
            continue_to(w, depth, &next, b, i);
        }
    }
}

static void start_to(chains *w, int64_t a, int32_t i) {
    layout *const l = w->l;
    change c = moved(w, (change){.room = w->room[w->first] + w->room[i]}, a, w->first, i);
    depart(w, a, w->first, &c);
    arrive(w, a, i, -1, &c);
    w->now.item[0] = a;
    w->now.to[0] = i;
    int64_t const ends = fcap_layout_excess(l, i, a, -1) - l->excess[i];
    note(w, 1, value_of(w, c.excess + ends + w->without, c.met, c.cost));
    w->work += 60;
    if (w->depth > 1 && is_promising(w, &c, i)) {
        extend(w, 1, &c);
    }
}

/* The best chain that begins with item a; taken if it helps. */
static int improve_from(chains *w, int64_t a) {
    layout *const l = w->l;
    w->first = l->label[a];
    w->without = fcap_layout_excess(l, w->first, -1, a) - l->excess[w->first];
    w->best.n = 0;
    w->best.value = -LEAST_GAIN * l->far;
    for (int32_t x = 0; x < w->n_near; x++) {
        int32_t const i = w->near[a * w->n_near + x];
        if (i != w->first) {
            start_to(w, a, i);
        }
    }
    for (int32_t i = 0; w->broken > 0 && w->n_near < l->k && i < l->k; i++) {
        if (l->excess[i] > 0 && i != w->first) {
            start_to(w, a, i);
        }
    }
    if (w->best.n == 0) {
        return 0;
    }
    chain const taken = w->best;
    for (int32_t x = 0; x < taken.n; x++) {
        if (!move(w, taken.item[x], taken.to[x])) {
            build_lists(w);
        }
    }
    w->iterations++;
    if (w->broken > 0) {
        w->broken = fcap_layout_merit(l).excess;
    }
    return 1;
}

/* Can no chain that begins here help? */
static int is_hopeless(const chains *w, int64_t a) {
    double const room = w->room[w->l->label[a]] + 2 * w->room_most;
    return w->leave[a] == INFINITY ||
           (w->broken == 0 && w->l->known == NULL && w->leave[a] - room >= 0);
}

void fcap_chains_improve(fcap_run *run, chains *w, int32_t passes) {
    int improved = 1;
    int64_t const much = MUCH_WORK + MUCH_EACH * w->l->n;
    int64_t const until = w->work + much;
    for (int32_t pass = 0; pass < passes && improved; pass++) {
        improved = 0;
        for (int64_t a = 0; a < w->l->n; a++) {
            if (a % LOOK == 0 && fcap_run_should_stop(run, "assign", a, w->l->n)) {
                return;
            }
            if (w->work > until && w->broken == 0) {
                return; /* better prices help sooner */
            }
            if (!is_hopeless(w, a)) {
                improved |= improve_from(w, a);
            }
        }
    }
}

/* ---- repair ---- */

/* How much the excess changes when an item goes to cluster i. */
static int64_t relief(const chains *w, int64_t item, int32_t i) {
    const layout *const l = w->l;
    int32_t const own = l->label[item];
    change c = {.excess = fcap_layout_excess(l, own, -1, item) - l->excess[own] +
                          fcap_layout_excess(l, i, item, -1) - l->excess[i]};
    depart(w, item, own, &c);
    arrive(w, item, i, -1, &c);
    return -c.excess;
}

static void offer(chains *w, int64_t item, int32_t i, ranked *best) {
    w->work += 40;
    int64_t const less = relief(w, item, i);
    if (less <= 0) {
        return;
    }
    double const key = (priced(w, item, i) - priced(w, item, w->l->label[item])) / (double)less;
    ranked const arc = {key, (int32_t)item, i};
    if (best->to < 0 || by_key(&arc, best) < 0) {
        *best = arc;
    }
}

/* Of each item its best move, as far as it lowers the excess. */
static int64_t list_repairs(chains *w) {
    layout *const l = w->l;
    int32_t violated[VIOLATED_MOST];
    int32_t n_violated = 0;
    int64_t n = 0;
    for (int32_t i = 0; i < l->k && n_violated < VIOLATED_MOST; i++) {
        if (l->excess[i] > 0) {
            violated[n_violated++] = i;
        }
    }
    for (int64_t x = 0; x < l->n; x++) {
        int32_t const own = l->label[x];
        ranked best = {0, (int32_t)x, -1};
        if (w->leave[x] == INFINITY) {
            continue;
        }
        if (l->excess[own] > 0 || enemies(l, x, own) > 0) {
            for (int32_t at = 0; at < w->n_near; at++) {
                int32_t const i = w->near[x * w->n_near + at];
                if (i != own) {
                    offer(w, x, i, &best);
                }
            }
        }
        for (int32_t at = 0; at < n_violated; at++) {
            if (violated[at] != own) {
                offer(w, x, violated[at], &best);
            }
        }
        if (best.to >= 0) {
            w->order[n++] = best;
        }
    }
    return n;
}

void fcap_chains_repair(chains *w) {
    int improved = w->broken > 0;
    for (int32_t pass = 0; pass < REPAIR_PASSES && improved; pass++) {
        int64_t const n = list_repairs(w);
        improved = 0;
        qsort(w->order, (size_t)n, sizeof *w->order, by_key);
        for (int64_t x = 0; x < n; x++) {
            ranked const arc = w->order[x];
            if (relief(w, arc.item, arc.to) > 0) {
                fcap_layout_move(w->l, arc.item, arc.to);
                improved = 1;
            }
        }
        for (int64_t x = 0; x < w->l->n; x++) {
            w->leave[x] = leaving(w, x);
        }
        w->broken = fcap_layout_merit(w->l).excess;
        improved &= w->broken > 0;
    }
    build_lists(w);
    w->room_most = 0;
    for (int32_t i = 0; i < w->l->k; i++) {
        measure_room(w, i);
    }
}
