/* fair_exchange.c - see fair_exchange.h.
 *
 * Paths are found by Floyd and Warshall's algorithm. The labels stay optimal for their counts,
 * because a shortest path leaves no negative cycle behind. Gains below some units are rounding.
 */
#include "cluster/fair_exchange.h"

#include <math.h>
#include <stdlib.h>

enum {
    WAYS = 9,          /* -1, 0, 1 of each group */
    ROUNDS_MOST = 500, /* exchanges; as a rule some 10 are made */
    JUDGED_MOST = 200000
};

/* One member of group g from cluster `from` to cluster `to`; from == to for none. */
typedef struct shift {
    int32_t from;
    int32_t to;
} shift;

typedef struct exchange {
    double gain; /* negative */
    shift of[2];
} exchange;

fcap_status fcap_fair_exchange_open(fcap_run *run, const shape *s, residual *r,
                                    fair_exchange *out) {
    int64_t const k = r->t->k;
    *out = (fair_exchange){
        .s = s,
        .r = r,
        .length = arena_array(&run->mem, double, 2 * k * k),
        .next = arena_array(&run->mem, int32_t, 2 * k * k),
        .path = {arena_array(&run->mem, path, k * k), arena_array(&run->mem, path, k * k)},
        .allowed = arena_array(&run->mem, char, k *WAYS)};
    if (out->length == NULL || out->next == NULL || out->allowed == NULL ||
        out->path[0] == NULL || out->path[1] == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for exchanges among %d clusters", (int)k);
    }
    return FCAP_OK;
}

/* ---------------------------------------------------------------- paths */

static void find_paths(fair_exchange *x, int32_t g) {
    int32_t const k = x->r->t->k;
    double const tiny = 4 * x->r->t->unit;
    double *const length = x->length + (int64_t)g * k * k;
    int32_t *const next = x->next + (int64_t)g * k * k;
    const double *const move = x->r->move + (int64_t)g * k * k;
    for (int32_t h = 0; h < k; h++) {
        for (int32_t i = 0; i < k; i++) {
            length[h * k + i] = h == i ? 0 : move[h * k + i];
            next[h * k + i] = i;
        }
    }
    for (int32_t via = 0; via < k; via++) {
        for (int32_t h = 0; h < k; h++) {
            double const first = length[h * k + via];
            if (h == via || first == INFINITY) {
                continue;
            }
            for (int32_t i = 0; i < k; i++) {
                double const d = first + length[via * k + i];
                if (d < length[h * k + i] - tiny && h != i) {
                    length[h * k + i] = d;
                    next[h * k + i] = next[h * k + via];
                }
            }
        }
    }
}

/* Every point on the path moves one on. */
static void make_shift(fair_exchange *x, int32_t g, shift c) {
    int32_t const k = x->r->t->k;
    int32_t const base = g * k;
    for (int32_t h = c.from; h != c.to;) {
        int32_t const i = x->next[(int64_t)(base + h) * k + c.to];
        x->r->label[x->r->mover[(int64_t)(base + h) * k + i]] = i;
        h = i;
    }
    for (int32_t h = c.from; h != c.to; h = x->next[(int64_t)(base + h) * k + c.to]) {
        fcap_residual_refresh(x->r, base + h);
    }
    fcap_residual_refresh(x->r, base + c.to);
    x->r->count[base + c.from]--;
    x->r->count[base + c.to]++;
}

/* ---------------------------------------------------------------- exchanges */

static void find_allowed(fair_exchange *x) {
    int32_t const k = x->r->t->k;
    for (int32_t i = 0; i < k; i++) {
        for (int way = 0; way < WAYS; way++) {
            x->allowed[i * WAYS + way] = (char)fcap_shape_allows(
                x->s, x->r->count[i] + way / 3 - 1, x->r->count[k + i] + way % 3 - 1);
        }
    }
}

static int allows(const fair_exchange *x, int32_t i, const shift *of) {
    int const da = (of[0].to == i) - (of[0].from == i);
    int const db = (of[1].to == i) - (of[1].from == i);
    return x->allowed[i * WAYS + 3 * (da + 1) + db + 1];
}

static void judge(const fair_exchange *x, exchange e, exchange *best) {
    if (e.gain < best->gain && allows(x, e.of[0].from, e.of) && allows(x, e.of[0].to, e.of) &&
        allows(x, e.of[1].from, e.of) && allows(x, e.of[1].to, e.of)) {
        *best = e;
    }
}

static int by_length(const void *left, const void *right) {
    const path *const x = left;
    const path *const y = right;
    if (x->length != y->length) {
        return x->length < y->length ? -1 : 1;
    }
    return (x->pair > y->pair) - (x->pair < y->pair);
}

/* The paths of a group, shortest first; among them no path at all, which is pair 0. */
static void sort_paths(fair_exchange *x, int32_t g) {
    int32_t const k = x->r->t->k;
    path *const list = x->path[g];
    int32_t n = 0;
    for (int32_t pair = 0; pair < k * k; pair++) {
        double const length = x->length[(int64_t)g * k * k + pair];
        if (length < INFINITY && (pair == 0 || pair / k != pair % k)) {
            list[n++] = (path){length, pair};
        }
    }
    qsort(list, (size_t)n, sizeof *list, by_length);
    x->n_paths[g] = n;
}

static exchange best_exchange(const fair_exchange *x) {
    int32_t const k = x->r->t->k;
    exchange best = {-16 * x->r->t->unit, {{0, 0}, {0, 0}}};
    int64_t left = JUDGED_MOST;
    for (int32_t a = 0; a < x->n_paths[0]; a++) {
        path const first = x->path[0][a];
        if (first.length + x->path[1][0].length >= best.gain) {
            break; /* so is everything that follows */
        }
        for (int32_t b = 0; b < x->n_paths[1] && left > 0; b++, left--) {
            path const second = x->path[1][b];
            double const gain = first.length + second.length;
            if (gain >= best.gain) {
                break;
            }
            judge(x,
                  (exchange){
                      gain,
                      {{first.pair / k, first.pair % k}, {second.pair / k, second.pair % k}}},
                  &best);
        }
    }
    return best;
}

void fcap_fair_exchange(fcap_run *run, fair_exchange *x) {
    fcap_residual_begin(x->r);
    for (int32_t g = 0; g < 2; g++) {
        find_paths(x, g);
        sort_paths(x, g);
    }
    for (int round = 0; round < ROUNDS_MOST; round++) {
        find_allowed(x);
        exchange const e = best_exchange(x);
        int const any = e.of[0].from != e.of[0].to || e.of[1].from != e.of[1].to;
        if (!any || fcap_run_should_stop(run, "assign", round, ROUNDS_MOST)) {
            return;
        }
        for (int32_t g = 0; g < 2; g++) {
            if (e.of[g].from != e.of[g].to) {
                make_shift(x, g, e.of[g]);
                find_paths(x, g);
                sort_paths(x, g);
            }
        }
    }
}
