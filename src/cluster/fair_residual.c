/* fair_residual.c - Bellman and Ford's algorithm from prices that are nearly right.
 *
 * x[u] <= c(u, v) + x[v] must hold for every arc u -> v. Arcs that violate it lower x[u], and
 * next[u] becomes v. As soon as the next nodes form a cycle, its cost is negative: the points
 * on it move, and the search goes on from the prices it had reached. Otherwise it ends with
 * prices.
 *
 * In pairs a member of group 1 pays -x, so moves of that group are arcs backwards: more of
 * group 0 in a cluster is more of group 1 there, which is fewer of group 1 elsewhere.
 */
#include "cluster/fair_residual.h"

#include <math.h>
#include <string.h>

enum {
    NOBODY = -1,
    /* Without rounding as many sweeps as there are nodes end or find a cycle, and every cycle
     * lowers the cost. Prices far beyond all distances would let rounding go on for ever. */
    SWEEPS = 4,
    CYCLES = 20 /* a point */
};

fcap_status fcap_residual_open(fcap_run *run, const fair_table *t, residual *out) {
    arena *const mem = &run->mem;
    int64_t const k = t->k;
    int64_t const places = t->n_groups * k;
    *out = (residual){.t = t,
                      .count = arena_array(mem, int64_t, places),
                      .move = arena_array(mem, double, places *k),
                      .mover = arena_array(mem, int32_t, places * k),
                      .own = arena_array(mem, double, t->n),
                      .length = arena_array(mem, double, places + k + 1),
                      .next = arena_array(mem, int32_t, places + k + 1),
                      .seen = arena_array(mem, int32_t, places + k + 1)};
    if (out->count == NULL || out->move == NULL || out->mover == NULL || out->own == NULL ||
        out->length == NULL || out->next == NULL || out->seen == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for moves among %d clusters",
                             (int)t->k);
    }
    return FCAP_OK;
}

/* ---------------------------------------------------------------- moves */

/* Point j, in cluster h, against the moves out of its place. */
static void offer(residual *r, int32_t g, int64_t j) {
    const fair_table *const t = r->t;
    int32_t const h = r->label[j];
    double const own = fcap_fair_table_distance(t, h, j);
    int64_t stride;
    const double *const distance = fcap_fair_table_stretch(t, j, 1, 0, &stride);
    double *const move = r->move + ((int64_t)g * t->k + h) * t->k;
    int32_t *const mover = r->mover + ((int64_t)g * t->k + h) * t->k;
    for (int32_t i = 0; i < t->k; i++) {
        double const c = distance[i * stride] - own;
        if (c < move[i]) {
            move[i] = c;
            mover[i] = (int32_t)j;
        }
    }
}

static void clear_moves(residual *r, int32_t place) {
    int64_t const base = (int64_t)place * r->t->k;
    for (int32_t i = 0; i < r->t->k; i++) {
        r->move[base + i] = INFINITY;
        r->mover[base + i] = NOBODY;
    }
}

/* By columns, which is how distances lie in memory; a stretch of them at a time. */
void fcap_residual_begin(residual *r) {
    const fair_table *const t = r->t;
    memset(r->count, 0, (size_t)(t->n_groups * t->k) * sizeof *r->count);
    for (int32_t v = 0; v < t->n_groups * t->k; v++) {
        clear_moves(r, v);
    }
    for (int64_t j = 0; j < t->n; j++) {
        r->count[t->group[j] * t->k + r->label[j]]++;
        r->own[j] = fcap_fair_table_distance(t, r->label[j], j);
    }
    for (int64_t from = 0; from < t->n; from += FAIR_STRETCH) {
        int64_t const left = t->n - from;
        int64_t stride;
        const double *const distance = fcap_fair_table_stretch(
            t, from, left < FAIR_STRETCH ? left : FAIR_STRETCH, 0, &stride);
        for (int64_t j = from; j < t->n && j < from + FAIR_STRETCH; j++) {
            int64_t const pair = ((int64_t)t->group[j] * t->k + r->label[j]) * t->k;
            for (int32_t i = 0; i < t->k; i++) {
                double const c = distance[i * stride + j - from] - r->own[j];
                if (c < r->move[pair + i]) {
                    r->move[pair + i] = c;
                    r->mover[pair + i] = (int32_t)j;
                }
            }
        }
    }
}

void fcap_residual_refresh(residual *r, int32_t place) {
    const fair_table *const t = r->t;
    int32_t const g = place / t->k;
    clear_moves(r, place);
    for (int64_t j = t->first[g]; j < t->first[g + 1]; j++) {
        if (r->label[j] == place % t->k) {
            offer(r, g, j);
        }
    }
}

/* ---------------------------------------------------------------- shortest paths */

/* The arc u -> v of cost c; 1 if it lowers x[u]. */
static int relax(residual *r, int32_t u, int32_t v, double c) {
    double const x = c + r->length[v];
    if (x < r->length[u] - r->least) {
        r->length[u] = x;
        r->next[u] = v;
        return 1;
    }
    return 0;
}

static int relax_moves(residual *r, int32_t g) {
    int32_t const k = r->t->k;
    int const backwards = r->pairs && g == 1;
    int changed = 0;
    for (int32_t h = 0; h < k; h++) {
        const double *const move = r->move + ((int64_t)g * k + h) * k;
        for (int32_t i = 0; i < k; i++) {
            if (i != h) {
                int32_t const from = g * k + h;
                int32_t const to = g * k + i;
                changed |=
                    backwards ? relax(r, to, from, move[i]) : relax(r, from, to, move[i]);
            }
        }
    }
    return changed;
}

static int relax_pairs(residual *r) {
    int32_t const k = r->t->k;
    int changed = 0;
    for (int32_t i = 0; i < k; i++) {
        if (r->count[i] < r->boxes[i].most[OF_A]) {
            changed |= relax(r, i, k + i, 0);
        }
        if (r->count[i] > r->boxes[i].least[OF_A]) {
            changed |= relax(r, k + i, i, 0);
        }
    }
    return changed;
}

static int relax_boxes(residual *r) {
    int32_t const k = r->t->k;
    int32_t const places = r->t->n_groups * k;
    int32_t const sink = places + k;
    int changed = 0;
    for (int32_t i = 0; i < k; i++) {
        int64_t size = 0;
        for (int32_t g = 0; g < r->t->n_groups; g++) {
            int32_t const v = g * k + i;
            size += r->count[v];
            if (r->count[v] < r->boxes[i].most[g]) {
                changed |= relax(r, v, places + i, 0);
            }
            if (r->count[v] > r->boxes[i].least[g]) {
                changed |= relax(r, places + i, v, 0);
            }
        }
        if (size < r->boxes[i].most[OF_SIZE]) {
            changed |= relax(r, places + i, sink, 0);
        }
        if (size > r->boxes[i].least[OF_SIZE]) {
            changed |= relax(r, sink, places + i, 0);
        }
    }
    return changed;
}

/* A node on a cycle of next nodes, or NOBODY. */
static int32_t find_cycle(residual *r) {
    memset(r->seen, 0, (size_t)r->nodes * sizeof *r->seen);
    for (int32_t v = 0; v < r->nodes; v++) {
        int32_t u = v;
        while (u != NOBODY && r->seen[u] == 0) {
            r->seen[u] = v + 1;
            u = r->next[u];
        }
        if (u != NOBODY && r->seen[u] == v + 1) {
            return u;
        }
    }
    return NOBODY;
}

/* Lowers lengths until nothing is violated: NOBODY; or until there is a cycle: one of it. */
static int32_t shortest_paths(residual *r) {
    for (int32_t v = 0; v < r->nodes; v++) {
        r->next[v] = NOBODY;
    }
    for (int32_t sweep = 0; sweep < SWEEPS * r->nodes; sweep++) {
        int changed = 0;
        for (int32_t g = 0; g < r->t->n_groups; g++) {
            changed |= relax_moves(r, g);
        }
        changed |= r->pairs ? relax_pairs(r) : relax_boxes(r);
        if (!changed) {
            return NOBODY;
        }
        int32_t const v = find_cycle(r);
        if (v != NOBODY) {
            return v;
        }
    }
    return NOBODY;
}

/* ---------------------------------------------------------------- a cycle */

/* The points of the moves on the cycle through v go where they are cheaper together. */
static void go_round(residual *r, int32_t v) {
    int32_t const k = r->t->k;
    int32_t const places = r->t->n_groups * k;
    int32_t u = v;
    do { /* all moves are read before one of them changes anything of another place */
        int32_t const w = r->next[u];
        if (u < places && w < places && u / k == w / k) {
            int const backwards = r->pairs && u >= k;
            int32_t const from = backwards ? w : u;
            int32_t const to = backwards ? u : w;
            int32_t const j = r->mover[(int64_t)from * k + to % k];
            r->label[j] = to % k;
            r->count[from]--;
            r->count[to]++;
        }
        u = w;
    } while (u != v);
    do {
        if (u < places) {
            fcap_residual_refresh(r, u);
        }
        u = r->next[u];
    } while (u != v);
}

/* ---------------------------------------------------------------- prices in and out */

static void take_prices(residual *r) {
    int32_t const k = r->t->k;
    int32_t const places = r->t->n_groups * k;
    for (int32_t v = 0; v < places; v++) {
        r->length[v] = r->pairs && v >= k ? -r->price[v] : r->price[v];
    }
    for (int32_t i = 0; i < k && !r->pairs; i++) {
        double const a = r->price[i];
        double const b = r->t->n_groups == 2 ? r->price[k + i] : a;
        r->length[places + i] = a > b ? a : b;
    }
    if (!r->pairs) {
        r->length[places + k] = 0;
    }
}

static void write_prices(residual *r) {
    int32_t const k = r->t->k;
    for (int32_t v = 0; v < r->t->n_groups * k; v++) {
        r->price[v] = !r->pairs ? r->length[v] - r->length[r->nodes - 1]
                      : v >= k  ? -r->length[v]
                                : r->length[v];
    }
}

void fcap_residual_settle(fcap_run *run, residual *r) {
    int32_t const places = r->t->n_groups * r->t->k;
    r->nodes = r->pairs ? places : places + r->t->k + 1;
    r->least = 1e-14 * r->t->unit * COST_MOST;
    fcap_residual_begin(r);
    take_prices(r);
    for (int64_t cycles = 0; cycles < CYCLES * r->t->n; cycles++) {
        int32_t const v = shortest_paths(r);
        if (v == NOBODY) {
            break;
        }
        go_round(r, v);
        if (fcap_run_should_stop(run, "assign", cycles, cycles + r->t->k)) {
            return;
        }
    }
    write_prices(r);
}
