/* network.c - excess to the nearest deficit along shortest paths, until none is left.
 *
 * A path is found by Dijkstra's algorithm in reduced costs, which the invariant makes
 * non-negative. The prices of the nodes nearer than the deficit rise by the difference, so arcs
 * on the path have reduced cost 0, and what the path opens backwards too: the invariant holds
 * again after one unit (or more, where no point has to move) went along it. This is successive
 * shortest paths [AMO93, 9.7].
 *
 * The places of a group are joined by moves, all with all, so a step is one pass over a row of
 * k move costs. These are lower bounds; a node is settled only when the move to it is
 * confirmed. The search ends at the first deficit: it sees a small part of the network, as a
 * rule.
 *
 * All numbers are whole, kept in doubles, which are exact up to 2^53 and four to a vector.
 */
#include "cluster/network.h"

#include "base/vector.h"

#include <math.h>
#include <stdio.h>

enum {
    NOBODY = -1,
    MANY_CLUSTERS = 256 /* with fewer, paths take less than placing the points */
};

int32_t fcap_network_head(const network *w, int32_t node) {
    return node < w->places ? w->places + node % w->p->k : w->sink;
}

fcap_status fcap_network_stopped(fcap_run *run, const assign_problem *p) {
    return fcap_run_fail(run, FCAP_E_CANCELLED, "stopped while assigning %lld points",
                         (long long)p->n);
}

fcap_status fcap_network_no_memory(fcap_run *run, const assign_problem *p) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                         "out of memory for assigning %lld points to %d clusters",
                         (long long)p->n, (int)p->k);
}

fcap_status fcap_network_infeasible(fcap_run *run, const assign_problem *p) {
    return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                         "%lld points cannot be divided among %d clusters: the bounds of "
                         "clusters and groups exclude one another",
                         (long long)p->n, (int)p->k);
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

fcap_status fcap_network_open(fcap_run *run, const assign_problem *p, network *w) {
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
                   .from = arena_array(mem, int64_t, nodes),
                   .settled = arena_array(mem, int32_t, nodes),
                   .length = arena_array(mem, double, nodes),
                   .ready = arena_array(mem, int32_t, nodes),
                   .low = arena_array(mem, double, p->n_groups + 2)};
    if (w->group_size == NULL || w->price == NULL || w->excess == NULL || w->flow == NULL ||
        w->least == NULL || w->most == NULL || w->reach == NULL || w->open == NULL ||
        w->from == NULL || w->settled == NULL || w->length == NULL || w->ready == NULL ||
        w->low == NULL) {
        return fcap_network_no_memory(run, p);
    }
    for (int64_t j = 0; j < p->n; j++) {
        w->group_size[p->group == NULL ? 0 : p->group[j]]++;
    }
    return take_bounds(run, w);
}

/* ---------------------------------------------------------------- the shortest path */

/* reach = min(reach, cost + open + add); returns the least reach. Four at a time by hand: gcc
 * finds no vectors in the minimum. */
WIDE static double relax(const int32_t *restrict cost, const double *restrict open,
                         double *restrict reach, int64_t *restrict from, int64_t n, double add,
                         int64_t node) {
    quad_double low = {INFINITY, INFINITY, INFINITY, INFINITY};
    int64_t t = 0;
    for (; t + 4 <= n; t += 4) {
        quad_double *const r = (quad_double *)(reach + t);
        quad_int64 *const f = (quad_int64 *)(from + t);
        quad_int32 const c = *(const quad_int32 *)(cost + t);
        quad_double const d =
            __builtin_convertvector(c, quad_double) + add + *(const quad_double *)(open + t);
        quad_int64 const shorter = d < *r;
        quad_double const best = (quad_double)CHOOSE(shorter, d, *r);
        quad_int64 const lower = best < low;
        *f = (node & shorter) | (*f & ~shorter);
        *r = best;
        low = (quad_double)CHOOSE(lower, best, low);
    }
    double least = INFINITY;
    for (; t < n; t++) {
        double const d = (double)cost[t] + add + open[t];
        from[t] = d < reach[t] ? node : from[t];
        reach[t] = d < reach[t] ? d : reach[t];
        least = reach[t] < least ? reach[t] : least;
    }
    for (int l = 0; l < 4; l++) {
        least = low[l] < least ? low[l] : least;
    }
    return least;
}

/* The first of n values that is x; n if there is none. */
WIDE static int64_t find(const double *value, int64_t n, double x) {
    int64_t i = 0;
    for (; i + 16 <= n; i += 16) {
        const quad_double *const v = (const quad_double *)(value + i);
        quad_int64 const found = (v[0] == x) | (v[1] == x) | (v[2] == x) | (v[3] == x);
        if (found[0] | found[1] | found[2] | found[3]) {
            break;
        }
    }
    while (i < n && value[i] != x) {
        i++;
    }
    return i;
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

/* Does a path that comes to node u end there, or go on to a deficit without a detour? */
static int leads_on(const network *w, int32_t u) {
    while (w->excess[u] >= 0) {
        int32_t const v = u == w->sink ? u : fcap_network_head(w, u);
        if (v == u || w->flow[u] == w->most[u] || w->price[v] != w->price[u]) {
            return 0;
        }
        u = v;
    }
    return 1;
}

/* Which of the nodes from..to - 1 has that reach: the first that leads on, else the first; `to`
 * if none has. Without it the path is the same, but all who are full are settled before: 6,000
 * equal points in pairs took 70 s, and take 1. */
static int32_t with_reach(const network *w, int32_t from, int32_t to, double x) {
    int32_t const first = from + (int32_t)find(w->reach + from, to - from, x);
    for (int32_t v = first; v < to; v += 1 + (int32_t)find(w->reach + v + 1, to - v - 1, x)) {
        if (leads_on(w, v)) {
            return v;
        }
    }
    return first;
}

/* The open node with the least reach; NOBODY when there is none. */
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
        int32_t const v = with_reach(w, from, to, w->low[best]);
        if (v < to) {
            *d = w->low[best];
            return v;
        }
        double least = INFINITY; /* whoever had it was settled from elsewhere */
        for (int32_t u = from; u < to; u++) {
            least = w->reach[u] < least ? w->reach[u] : least;
        }
        w->low[best] = least;
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
        reach_by_arc(w, u, fcap_network_head(w, u), d);
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
    int32_t const u = (int32_t)w->from[v];
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
        } else if (x != fcap_network_head(w, v) || w->flow[v] == w->least[v]) {
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

/* ---------------------------------------------------------------- along the path */

/* How much the path that ends in `target` can carry: one where a point moves. */
static int64_t room_on_path(const network *w, int32_t source, int32_t target) {
    int64_t room = w->excess[source];
    room = -w->excess[target] < room ? -w->excess[target] : room;
    for (int32_t v = target; v != source; v = (int32_t)w->from[v]) {
        int32_t const u = (int32_t)w->from[v];
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
    for (int32_t v = target; v != source; v = (int32_t)w->from[v]) {
        int32_t const u = (int32_t)w->from[v];
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

fcap_status fcap_network_route(fcap_run *run, network *w) {
    int64_t total = 0;
    int64_t done = 0;
    for (int32_t v = 0; v <= w->sink; v++) {
        total += w->excess[v] > 0 ? w->excess[v] : 0;
    }
    for (int32_t v = 0; v <= w->sink; v++) {
        while (w->excess[v] > 0) {
            int32_t const target = nearest_deficit(w, v);
            run->routed += w->p->k >= MANY_CLUSTERS ? (int64_t)w->n_settled * w->p->k : 0;
            if (target == NOBODY) {
                return fcap_network_infeasible(run, w->p);
            }
            int64_t const amount = room_on_path(w, v, target);
            push(w, v, target, amount);
            done += amount;
            if (fcap_run_should_stop(run, "assign", done, total)) {
                return fcap_network_stopped(run, w->p);
            }
        }
    }
    return FCAP_OK;
}
