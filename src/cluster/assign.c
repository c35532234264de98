/* assign.c - min-cost flow on the graph of places, clusters and one sink.
 *
 *     point j --c[j,i]--> (g, i) --[least, most]--> i --[size_least, size_most]--> sink
 *
 * Points are not nodes: each is in one place, and what a unit of flow can do at place (g, i) is
 * to push one of its points to (g, t), for what the cheapest of them costs (moves.c). So the
 * graph has (groups + 1) k + 1 nodes, however many points there are.
 *
 * Every node v has a price y[v]; an arc u -> v of cost c has the reduced cost c - y[u] + y[v].
 *
 *     Invariant: no arc with room has a negative reduced cost.
 *
 * Any prices allow it: each point goes where cost + price is least, and an arc is full where
 * its reduced cost is negative and at its lower bound where that is positive. Then what flows
 * in and out of a node differs. Excess goes to the nearest deficit along a shortest path in
 * reduced costs (Dijkstra), the prices of the nodes nearer than that rise by the difference,
 * and the invariant holds again. When nothing is left the flow is optimal, and the prices prove
 * it; when no deficit can be reached there is no assignment. This is successive shortest paths
 * [AMO93, 9.7] from a start of any quality; a large problem without prices first solves a
 * quarter of itself, and so on, for the prices.
 *
 * All numbers are whole, in doubles where that is faster: prices stay below 2^51.
 *
 * O(n k) for the start and O(k^2) a path at worst; paths are as many as the start has excess.
 */
#include "cluster/assign.h"

#include "base/parallel.h"
#include "base/vector.h"
#include "cluster/moves.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    NOBODY = -1,
    SHARE = 4,        /* a sample has one in four points */
    SAMPLE_FROM = 40, /* points in a place */
    ROWS = 4096       /* points in a chunk of the parallel loop */
};

static const double PRICE_MOST = 1125899906842624.0; /* 2^50; prices given are cut to that */

typedef struct network {
    const assign_problem *p;
    int32_t places; /* nodes [0, places) are g * k + i, then come k clusters, then the sink */
    int32_t sink;
    int64_t *group_size;
    moves m;
    /* of a node: */
    double *price;
    int64_t *excess; /* what comes in less what goes out */
    /* of the arc from a node (other than the sink) to the next kind: */
    int64_t *flow;
    int64_t *least;
    int64_t *most;
    /* Dijkstra, for one path: */
    double *reach;    /* length of the shortest path found so far; infinite once settled */
    double *open;     /* price, infinite once settled */
    int32_t *from;    /* the node before on it */
    int32_t *settled; /* nodes in the order in which they were settled */
    double *length;   /* and their lengths */
    int32_t n_settled;
    int32_t *ready; /* nodes as near as the last settled one, to be settled next */
    int32_t n_ready;
    double *low; /* no reach is below it: of a group's places, of the clusters, of the sink */
} network;

static int32_t head_of(const network *w, int32_t node) {
    return node < w->places ? w->places + node % w->p->k : w->sink;
}

static fcap_status fail_stopped(fcap_run *run, const assign_problem *p) {
    return fcap_run_fail(run, FCAP_E_CANCELLED, "stopped while assigning %lld points",
                         (long long)p->n);
}

static fcap_status fail_memory(fcap_run *run, const assign_problem *p) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                         "out of memory for assigning %lld points to %d clusters",
                         (long long)p->n, (int)p->k);
}

/* ---------------------------------------------------------------- the shortest path */

/* reach = min(reach, cost + open + add); returns the least reach. */
WIDE static double relax(const int32_t *restrict cost, const double *restrict open,
                         double *restrict reach, int32_t *restrict from, int64_t n, double add,
                         int32_t node) {
    for (int64_t t = 0; t < n; t++) {
        double const d = (double)cost[t] + add + open[t];
        int const shorter = d < reach[t];
        reach[t] = shorter ? d : reach[t];
        from[t] = shorter ? node : from[t];
    }
    double lane[8];
    for (int l = 0; l < 8; l++) {
        lane[l] = INFINITY;
    }
    int64_t t = 0;
    for (; t + 8 <= n; t += 8) {
        for (int l = 0; l < 8; l++) {
            lane[l] = reach[t + l] < lane[l] ? reach[t + l] : lane[l];
        }
    }
    double least = INFINITY;
    for (; t < n; t++) {
        least = reach[t] < least ? reach[t] : least;
    }
    for (int l = 0; l < 8; l++) {
        least = lane[l] < least ? lane[l] : least;
    }
    return least;
}

static void close_node(network *w, int32_t v) {
    w->reach[v] = INFINITY;
    w->open[v] = INFINITY;
}

/* An arc u -> v of cost 0; u was settled at length d. */
static void reach_by_arc(network *w, int32_t u, int32_t v, double d) {
    double const to = d - w->price[u] + w->open[v];
    if (to < w->reach[v]) {
        w->from[v] = u;
        if (to == d) {
            close_node(w, v);
            w->ready[w->n_ready++] = v;
        } else {
            int32_t const block = v / w->p->k;
            w->reach[v] = to;
            w->low[block] = to < w->low[block] ? to : w->low[block];
        }
    }
}

/* The open node with the least reach, the first of them; NOBODY when there is none. */
static int32_t nearest(network *w, double *d) {
    int32_t const blocks = w->p->n_groups + 2;
    for (;;) {
        int32_t best = 0;
        for (int32_t b = 1; b < blocks; b++) {
            best = w->low[b] < w->low[best] ? b : best;
        }
        if (w->low[best] == INFINITY) {
            return NOBODY;
        }
        int32_t const from = best * w->p->k;
        int32_t const to = best == blocks - 1 ? from + 1 : from + w->p->k;
        double least = INFINITY;
        for (int32_t v = from; v < to; v++) {
            if (w->reach[v] == w->low[best]) {
                *d = w->reach[v];
                return v;
            }
            least = w->reach[v] < least ? w->reach[v] : least;
        }
        w->low[best] = least; /* whoever had it was settled from elsewhere */
    }
}

/* All arcs with room out of node u, which was settled at length d. */
static void scan(network *w, int32_t u, double d) {
    int32_t const k = w->p->k;
    if (u < w->places && w->m.count[u] > 0) {
        int32_t const g = u / k;
        int64_t const base = (int64_t)g * k;
        fcap_moves_look(&w->m, u);
        w->low[g] = relax(w->m.least + (int64_t)u * k, w->open + base, w->reach + base,
                          w->from + base, k, d - w->price[u], u);
    }
    if (u < w->sink && w->flow[u] < w->most[u]) {
        reach_by_arc(w, u, head_of(w, u), d);
    }
    if (u == w->sink) {
        for (int32_t v = w->places; v < w->sink; v++) {
            if (w->flow[v] > w->least[v]) {
                reach_by_arc(w, u, v, d);
            }
        }
    } else if (u >= w->places) {
        for (int32_t v = u - w->places; v < w->places; v += k) {
            if (w->flow[v] > w->least[v]) {
                reach_by_arc(w, u, v, d);
            }
        }
    }
}

/* A reach by an arc between places is a lower bound, as moves are: is it exact? If not, it is
 * replaced by the next best, from all nodes settled so far. */
static int confirmed(network *w, int32_t v) {
    int32_t const k = w->p->k;
    int32_t const u = w->from[v];
    int32_t const t = v % k;
    if (u >= w->places || v >= w->places) {
        return 1;
    }
    int32_t const before = w->m.least[(int64_t)u * k + t];
    fcap_moves_confirm(&w->m, u, t);
    if (w->m.least[(int64_t)u * k + t] == before) {
        return 1;
    }
    w->reach[v] = INFINITY;
    for (int32_t s = 0; s < w->n_settled; s++) {
        int32_t const x = w->settled[s];
        double d = w->length[s] - w->price[x] + w->price[v];
        if (x / k == v / k && w->m.count[x] > 0) {
            d += w->m.least[(int64_t)x * k + t];
        } else if (x != head_of(w, v) || w->flow[v] == w->least[v]) {
            continue;
        }
        if (d < w->reach[v]) {
            w->reach[v] = d;
            w->from[v] = x;
        }
    }
    return 0;
}

/* Dijkstra from a node with excess to the nearest with a deficit, which is returned, or NOBODY;
 * the prices are those after the path. */
static int32_t nearest_deficit(network *w, int32_t source) {
    for (int32_t v = 0; v <= w->sink; v++) {
        w->reach[v] = INFINITY;
        w->open[v] = w->price[v];
    }
    for (int32_t b = 0; b < w->p->n_groups + 2; b++) {
        w->low[b] = INFINITY;
    }
    close_node(w, source);
    w->ready[0] = source;
    w->n_ready = 1;
    w->n_settled = 0;
    double d = 0;
    for (;;) {
        int32_t u;
        if (w->n_ready > 0) {
            u = w->ready[--w->n_ready];
        } else {
            do {
                u = nearest(w, &d);
            } while (u != NOBODY && !confirmed(w, u));
            if (u == NOBODY) {
                return NOBODY;
            }
            close_node(w, u);
        }
        if (w->excess[u] < 0) {
            for (int32_t s = 0; s < w->n_settled; s++) {
                w->price[w->settled[s]] += d - w->length[s];
            }
            return u;
        }
        w->settled[w->n_settled] = u;
        w->length[w->n_settled++] = d;
        scan(w, u, d);
    }
}

/* ---------------------------------------------------------------- one path */

/* How much the path that ends in `target` can carry: one where a point moves. */
static int64_t room_on_path(const network *w, int32_t source, int32_t target) {
    int64_t room = w->excess[source];
    room = -w->excess[target] < room ? -w->excess[target] : room;
    for (int32_t v = target; v != source; v = w->from[v]) {
        int32_t const u = w->from[v];
        int64_t const here = u < w->places && v < w->places ? 1
                             : u < v                        ? w->most[u] - w->flow[u]
                                                            : w->flow[v] - w->least[v];
        room = here < room ? here : room;
    }
    return room;
}

/* From the end backwards, so that no move changes the arcs before it. */
static void push(network *w, int32_t source, int32_t target, int64_t amount) {
    int32_t const k = w->p->k;
    for (int32_t v = target; v != source; v = w->from[v]) {
        int32_t const u = w->from[v];
        if (u < w->places && v < w->places) {
            fcap_moves_make(&w->m, w->m.mover[(int64_t)u * k + v % k], v % k);
        } else if (u < v) {
            w->flow[u] += amount;
        } else {
            w->flow[v] -= amount;
        }
    }
    w->excess[source] -= amount;
    w->excess[target] += amount;
}

static fcap_status route(fcap_run *run, network *w) {
    int64_t total = 0;
    int64_t done = 0;
    for (int32_t v = 0; v <= w->sink; v++) {
        total += w->excess[v] > 0 ? w->excess[v] : 0;
    }
    for (int32_t v = 0; v <= w->sink; v++) {
        while (w->excess[v] > 0) {
            int32_t const target = nearest_deficit(w, v);
            if (target == NOBODY) {
                return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                                     "the bounds of clusters and groups exclude one another: "
                                     "%lld of %lld points find no place",
                                     (long long)(total - done), (long long)w->p->n);
            }
            int64_t const amount = room_on_path(w, v, target);
            push(w, v, target, amount);
            done += amount;
            if (fcap_run_should_stop(run, "assign", done, total)) {
                return fcap_run_fail(run, FCAP_E_CANCELLED,
                                     "stopped while assigning %lld points", (long long)w->p->n);
            }
        }
    }
    return FCAP_OK;
}

/* ---------------------------------------------------------------- the start */

/* The first column with the least cost + price. */
WIDE static int32_t cheapest(const int32_t *restrict cost, const double *restrict price,
                             int32_t k) {
    double lane[8];
    for (int l = 0; l < 8; l++) {
        lane[l] = INFINITY;
    }
    int32_t i = 0;
    for (; i + 8 <= k; i += 8) {
        for (int l = 0; l < 8; l++) {
            double const c = (double)cost[i + l] + price[i + l];
            lane[l] = c < lane[l] ? c : lane[l];
        }
    }
    double least = INFINITY;
    for (; i < k; i++) {
        double const c = (double)cost[i] + price[i];
        least = c < least ? c : least;
    }
    for (int l = 0; l < 8; l++) {
        least = lane[l] < least ? lane[l] : least;
    }
    i = 0;
    while ((double)cost[i] + price[i] > least) {
        i++;
    }
    return i;
}

static void place_points(void *context, int64_t from, int64_t to, int32_t thread) {
    (void)thread;
    network *const w = context;
    const assign_problem *const p = w->p;
    for (int64_t j = from; j < to; j++) {
        int32_t const g = p->group == NULL ? 0 : p->group[j];
        w->m.label[j] = cheapest(p->cost + j * p->k, w->price + (int64_t)g * p->k, p->k);
    }
}

/* A price that no bound calls for only makes work: what has no upper limit is not scarce, and
 * what has no lower one needs no premium. */
static void take_prices(network *w, assign_prices prices) {
    int32_t const k = w->p->k;
    for (int32_t v = w->places; v < w->sink; v++) {
        w->price[v] = (double)prices.cluster[v - w->places];
    }
    for (int32_t v = 0; v < w->places; v++) {
        w->price[v] = (double)prices.member[v];
    }
    for (int32_t v = w->sink - 1; v >= 0; v--) {
        double const next = v < w->places ? w->price[w->places + v % k] : 0;
        double y = w->price[v];
        y = y > PRICE_MOST ? PRICE_MOST : y < -PRICE_MOST ? -PRICE_MOST : y;
        y = w->least[v] == 0 && y < next ? next : y;
        y = w->most[v] >= (v < w->places ? w->group_size[v / k] : w->p->n) && y > next ? next
                                                                                       : y;
        w->price[v] = y;
    }
}

/* Flow by the sign of the reduced cost; where that is 0, what comes in goes out if it may. */
static void set_flows(network *w) {
    memset(w->excess, 0, (size_t)(w->sink + 1) * sizeof *w->excess);
    for (int32_t v = 0; v < w->places; v++) {
        w->excess[v] = w->m.count[v];
    }
    for (int32_t v = 0; v < w->sink; v++) {
        double const cost = w->price[head_of(w, v)] - w->price[v];
        int64_t flow = w->excess[v];
        flow = flow < w->least[v] || cost > 0 ? w->least[v] : flow;
        flow = flow > w->most[v] || cost < 0 ? w->most[v] : flow;
        w->flow[v] = flow;
        w->excess[v] -= flow;
        w->excess[head_of(w, v)] += flow;
    }
    w->excess[w->sink] -= w->p->n;
}

/* ---------------------------------------------------------------- bounds */

/* The bounds of nodes v to v + k - 1 against the n points that pass them. */
static fcap_status check_sum(fcap_run *run, const network *w, int32_t v, int64_t n) {
    int64_t least = 0;
    int64_t most = 0;
    char of[32] = "";
    if (v < w->places) {
        snprintf(of, sizeof of, " of group %d", (int)(v / w->p->k));
    }
    for (int32_t i = 0; i < w->p->k; i++, v++) {
        if (w->least[v] > w->most[v]) {
            return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                                 "cluster %d takes at least %lld and at most %lld points%s",
                                 (int)i, (long long)w->least[v], (long long)w->most[v], of);
        }
        least += w->least[v];
        most += w->most[v];
    }
    if (least > n || most < n) {
        return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                             "%lld points%s cannot be divided among %d clusters that take %lld "
                             "to %lld %s",
                             (long long)n, of, (int)w->p->k, (long long)least, (long long)most,
                             of[0] ? "of them" : "together");
    }
    return FCAP_OK;
}

/* Upper bounds end at what there is, so that no full arc carries more. */
static fcap_status take_bounds(fcap_run *run, network *w) {
    const assign_problem *const p = w->p;
    for (int32_t v = 0; v < w->sink; v += p->k) {
        int32_t const from = v < w->places ? v : 0;
        const int64_t *const least = v < w->places ? p->least : p->size_least;
        const int64_t *const most = v < w->places ? p->most : p->size_most;
        int64_t const n = v < w->places ? w->group_size[v / p->k] : p->n;
        for (int32_t i = 0; i < p->k; i++) {
            w->least[v + i] = least == NULL ? 0 : least[from + i];
            w->most[v + i] = most == NULL || most[from + i] > n ? n : most[from + i];
        }
        TRY(check_sum(run, w, v, n));
    }
    return FCAP_OK;
}

static fcap_status open_network(fcap_run *run, const assign_problem *p, network *w) {
    arena *const mem = &run->mem;
    int32_t const places = p->n_groups * p->k;
    int32_t const nodes = places + p->k + 1;
    *w = (network){.p = p,
                   .places = places,
                   .sink = nodes - 1,
                   .group_size = arena_array(mem, int64_t, p->n_groups),
                   .price = arena_array(mem, double, nodes),
                   .excess = arena_array(mem, int64_t, nodes),
                   .flow = arena_array(mem, int64_t, nodes),
                   .least = arena_array(mem, int64_t, nodes),
                   .most = arena_array(mem, int64_t, nodes),
                   .reach = arena_array(mem, double, nodes),
                   .open = arena_array(mem, double, nodes),
                   .from = arena_array(mem, int32_t, nodes),
                   .settled = arena_array(mem, int32_t, nodes),
                   .length = arena_array(mem, double, nodes),
                   .ready = arena_array(mem, int32_t, nodes),
                   .low = arena_array(mem, double, p->n_groups + 2)};
    if (w->group_size == NULL || w->price == NULL || w->excess == NULL || w->flow == NULL ||
        w->least == NULL || w->most == NULL || w->reach == NULL || w->open == NULL ||
        w->from == NULL || w->settled == NULL || w->length == NULL || w->ready == NULL ||
        w->low == NULL) {
        return fail_memory(run, p);
    }
    for (int64_t j = 0; j < p->n; j++) {
        w->group_size[p->group == NULL ? 0 : p->group[j]]++;
    }
    return take_bounds(run, w);
}

/* ---------------------------------------------------------------- the sample */

static int is_cold(const network *w) {
    int priced = 0;
    for (int32_t v = 0; v < w->sink; v++) {
        priced |= w->price[v] != 0;
    }
    return !priced;
}

/* One by lot of each SHARE members of a group that follow one another. Returns how many. */
static int64_t draw_sample(const network *w, int32_t *chosen) {
    const assign_problem *const p = w->p;
    int32_t *const seen = w->settled; /* scratch that is free now, one for each group */
    int32_t *const lot = w->ready;
    rng luck = fcap_rng_seed(1);
    int64_t n = 0;
    memset(seen, 0, (size_t)p->n_groups * sizeof *seen);
    for (int64_t j = 0; j < p->n; j++) {
        int32_t const g = p->group == NULL ? 0 : p->group[j];
        lot[g] = seen[g] == 0 ? (int32_t)fcap_rng_below(&luck, SHARE) : lot[g];
        if (seen[g] == lot[g]) {
            chosen[n++] = (int32_t)j;
        }
        seen[g] = (seen[g] + 1) % SHARE;
    }
    return n;
}

/* Bounds for the sample, wider by rounding. */
static void share_bounds(const network *w, int64_t *least, int64_t *most) {
    for (int32_t v = 0; v < w->sink; v++) {
        least[v] = w->least[v] / SHARE;
        most[v] = (w->most[v] + SHARE - 1) / SHARE;
    }
}

/* The prices of a sample are nearly those of the whole. Rounding may leave a sample without an
 * assignment: then the start stays cold. */
static fcap_status price_by_sample(fcap_run *run, network *w) {
    const assign_problem *const p = w->p;
    arena *const mem = &run->mem;
    arena_mark const mark = fcap_arena_save(mem);
    int32_t *const chosen = arena_array(mem, int32_t, p->n);
    int64_t *const least = arena_array(mem, int64_t, w->sink);
    int64_t *const most = arena_array(mem, int64_t, w->sink);
    int64_t *const price = arena_array(mem, int64_t, w->sink);
    int64_t const n = chosen == NULL ? 0 : draw_sample(w, chosen);
    int32_t *const cost = arena_array(mem, int32_t, n * p->k);
    int32_t *const group = arena_array(mem, int32_t, n);
    int32_t *const label = arena_array(mem, int32_t, n);
    if (chosen == NULL || least == NULL || most == NULL || price == NULL || cost == NULL ||
        group == NULL || label == NULL) {
        return fail_memory(run, p);
    }
    share_bounds(w, least, most);
    for (int64_t j = 0; j < n; j++) {
        memcpy(cost + j * p->k, p->cost + (int64_t)chosen[j] * p->k,
               (size_t)p->k * sizeof *cost);
        group[j] = p->group == NULL ? 0 : p->group[chosen[j]];
    }
    assign_problem const sample = {.n = n,
                                   .k = p->k,
                                   .n_groups = p->n_groups,
                                   .group = group,
                                   .cost = cost,
                                   .least = least,
                                   .most = most,
                                   .size_least = least + w->places,
                                   .size_most = most + w->places};
    int64_t total;
    fcap_error *const err = run->err;
    run->err = NULL; /* that a sample has no assignment is nobody's business */
    assign_prices const prices = {price, price + w->places};
    fcap_status const status = fcap_assign(run, &sample, prices, label, &total);
    run->err = err;
    take_prices(w, prices);
    fcap_arena_restore(mem, mark);
    return status == FCAP_E_CANCELLED   ? fail_stopped(run, p)
           : status == FCAP_E_NO_MEMORY ? fail_memory(run, p)
                                        : FCAP_OK;
}

/* ---------------------------------------------------------------- all of it */

static fcap_status solve(fcap_run *run, network *w) {
    TRY(fcap_moves_open(run, w->p, &w->m));
    fcap_parallel_for(run->threads, w->p->n, ROWS, place_points, w);
    fcap_moves_begin(&w->m);
    set_flows(w);
    return route(run, w);
}

static void write_prices(const network *w, assign_prices prices) {
    for (int32_t v = 0; v < w->places; v++) {
        prices.member[v] = (int64_t)(w->price[v] - w->price[w->sink]);
    }
    for (int32_t v = w->places; v < w->sink; v++) {
        prices.cluster[v - w->places] = (int64_t)(w->price[v] - w->price[w->sink]);
    }
}

fcap_status fcap_assign(fcap_run *run, const assign_problem *p, assign_prices prices,
                        int32_t *label, int64_t *cost) {
    assert(p->n >= 1 && p->n <= INT32_MAX && p->k >= 1 && p->n_groups >= 1);
    arena_mark const mark = fcap_arena_save(&run->mem);
    network w;
    TRY(open_network(run, p, &w));
    take_prices(&w, prices);
    if (p->n / w.places >= SAMPLE_FROM && is_cold(&w)) {
        TRY(price_by_sample(run, &w));
    }
    TRY(solve(run, &w));
    memcpy(label, w.m.label, (size_t)p->n * sizeof *label);
    write_prices(&w, prices);
    *cost = 0;
    for (int64_t j = 0; j < p->n; j++) {
        *cost += p->cost[j * p->k + label[j]];
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
