/* chains.c - see chains.h. */
#include "general/chains.h"

#include <math.h>
#include <string.h>

enum {
    VIOLATED_MOST = 16,
    REPAIR_PASSES = 40,
    REMEMBERED = 8,       /* types */
    SCANNED = 8,          /* items are looked at for one that is tried, at most */
    MUCH_WORK = 20000000, /* for improvements at one time */
    MUCH_EACH = 1000,     /* and so much more for each item */
    FEW = 1500,           /* items: what is broken is mended whatever it takes */
    LOOK = 1024           /* items between looks at the clock */
};

/* Items of a cluster that are tried as the second, third ... of a chain. */
static const int32_t breadth[CHAIN_MOST + 1] = {0, 60, 12, 4, 0};

#define LEAST_GAIN 1e-12 /* of the largest cost; smaller gains are rounding */

fcap_status fcap_chains_open(fcap_run *run, layout *l, const prices *at, chains *out) {
    *out = (chains){.l = l, .prices = at, .depth = CHAIN_MOST - 1};
    TRY(fcap_ranks_open(run, l, at, &out->ranks));
    out->room = arena_array(&run->mem, double, l->k);
    if (out->room == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for moves between %d clusters", (int)l->k);
    }
    for (int64_t x = 0; l->known != NULL && x < l->n; x++) {
        const int64_t *const start = l->task->it.avoid.start;
        for (int64_t at_pair = start[x]; at_pair < start[x + 1]; at_pair++) {
            out->all_pairs += l->task->it.avoid.weight[at_pair];
        }
    }
    return FCAP_OK;
}

static void measure_room(chains *w, int32_t i) {
    w->room[i] = fcap_prices_room(w->prices, w->l, i);
    w->room_most = w->room[i] > w->room_most ? w->room[i] : w->room_most;
}

static void measure_rooms(chains *w) {
    w->room_most = 0;
    for (int32_t i = 0; i < w->l->k; i++) {
        measure_room(w, i);
    }
}

void fcap_chains_begin(chains *w) {
    const layout *const l = w->l;
    fcap_ranks_begin(&w->ranks);
    measure_rooms(w);
    w->broken = fcap_layout_merit(l).excess;
    w->per_pair = l->far > 0 ? 4 * CHAIN_MOST * l->far : 1;
    w->per_excess = w->per_pair * (double)(2 + 2 * w->all_pairs);
    w->work += l->n * (l->k * 2 + 100);
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
    c.priced += fcap_priced(&w->ranks, item, to) - fcap_priced(&w->ranks, item, from);
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
    for (int64_t at = 0; at < w->ranks.size[open] && left > 0; at++) {
        int64_t const b = w->ranks.list[w->ranks.from[open] + at];
        if (w->ranks.leave[b] == INFINITY ||
            (plain && c->priced + w->ranks.leave[b] - c->room - w->room_most >= 0)) {
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
        for (int32_t x = 0; x < w->ranks.n_near; x++) {
            int32_t const i = w->ranks.near[b * w->ranks.n_near + x];
            if (i == open || (i != w->first && was_in(w, depth, i))) {
                continue;
            }
            if (plain && c->priced + fcap_priced(&w->ranks, b, i) -
                                 fcap_priced(&w->ranks, b, open) - c->room - w->room[i] >=
                             0) {
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
    for (int32_t x = 0; x < w->ranks.n_near; x++) {
        int32_t const i = w->ranks.near[a * w->ranks.n_near + x];
        if (i != w->first) {
            start_to(w, a, i);
        }
    }
    for (int32_t i = 0; w->broken > 0 && w->ranks.n_near < l->k && i < l->k; i++) {
        if (l->excess[i] > 0 && i != w->first) {
            start_to(w, a, i);
        }
    }
    if (w->best.n == 0) {
        return 0;
    }
    chain const taken = w->best;
    for (int32_t x = 0; x < taken.n; x++) {
        int32_t const from = l->label[taken.item[x]];
        fcap_ranks_move(&w->ranks, taken.item[x], taken.to[x]);
        measure_room(w, from);
        measure_room(w, taken.to[x]);
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
    return w->ranks.leave[a] == INFINITY ||
           (w->broken == 0 && w->l->known == NULL && w->ranks.leave[a] - room >= 0);
}

void fcap_chains_improve(fcap_run *run, chains *w, int32_t passes) {
    int improved = 1;
    int64_t const until = w->work + MUCH_WORK + MUCH_EACH * w->l->n;
    for (int32_t pass = 0; pass < passes && improved; pass++) {
        improved = 0;
        for (int64_t a = 0; a < w->l->n; a++) {
            if (a % LOOK == 0 && fcap_run_should_stop(run, "assign", a, w->l->n)) {
                return;
            }
            if (w->work > until && (w->broken == 0 || w->l->n > FEW)) {
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
    double const key =
        (fcap_priced(&w->ranks, item, i) - fcap_priced(&w->ranks, item, w->l->label[item])) /
        (double)less;
    ranked const arc = {key, (int32_t)item, i};
    if (best->to < 0 || key < best->key) {
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
        if (w->ranks.leave[x] == INFINITY) {
            continue;
        }
        if (l->excess[own] > 0 || enemies(l, x, own) > 0) {
            for (int32_t at = 0; at < w->ranks.n_near; at++) {
                int32_t const i = w->ranks.near[x * w->ranks.n_near + at];
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
            w->ranks.order[n++] = best;
        }
    }
    return n;
}

void fcap_chains_repair(chains *w) {
    int improved = w->broken > 0;
    for (int32_t pass = 0; pass < REPAIR_PASSES && improved; pass++) {
        int64_t const n = list_repairs(w);
        improved = 0;
        fcap_ranked_sort(w->ranks.order, n);
        for (int64_t x = 0; x < n; x++) {
            ranked const arc = w->ranks.order[x];
            if (relief(w, arc.item, arc.to) > 0) {
                fcap_layout_move(w->l, arc.item, arc.to);
                improved = 1;
            }
        }
        w->broken = fcap_layout_merit(w->l).excess;
        improved &= w->broken > 0;
    }
    fcap_ranks_relist(&w->ranks);
    measure_rooms(w);
}
