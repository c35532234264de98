/* assign.c - min-cost flow from a start of any quality, see network.h.
 *
 * Any prices are a start: each point goes where cost + price is least, and an arc with bounds
 * is full where its reduced cost is negative and at its lower bound where that is positive.
 * That keeps the invariant, but what flows in and out of a node differs; network.c routes the
 * difference. So the better the prices, the less there is to do, and the answer is exact
 * anyway.
 *
 * A large problem without prices first solves a quarter of itself for the prices, and that a
 * quarter of itself, and so on (400,000 x 10: 1,061 units to route instead of some 200,000).
 *
 * O(n k) for the start and O(k^2) a unit at worst.
 */
#include "cluster/assign.h"

#include "base/parallel.h"
#include "base/vector.h"
#include "cluster/network.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    SHARE = 4,        /* a sample has one in four points */
    SAMPLE_FROM = 40, /* points in a place; where there are fewer, samples say too little */
    ROWS = 4096       /* points in a chunk of the parallel loop */
};

static const double PRICE_MOST = 1125899906842624.0; /* 2^50; prices given are cut to that */

/* ---------------------------------------------------------------- the start */

/* The first column with the least cost + price. */
static inline int32_t cheapest(const int32_t *cost, const double *price, int32_t k) {
    quad_double least = {INFINITY, INFINITY, INFINITY, INFINITY};
    quad_int64 where = {0};
    quad_int64 column = {0, 1, 2, 3};
    int32_t i = 0;
    for (; i + 4 <= k; i += 4) {
        quad_int32 const from = *(const quad_int32 *)(cost + i);
        quad_double const c =
            __builtin_convertvector(from, quad_double) + *(const quad_double *)(price + i);
        quad_int64 const less = c < least;
        least = (quad_double)CHOOSE(less, c, least);
        where = CHOOSE(less, column, where);
        column += 4;
    }
    double best = INFINITY;
    int64_t first = 0;
    for (int l = 0; l < 4; l++) {
        if (least[l] < best || (least[l] == best && where[l] < first)) {
            best = least[l];
            first = where[l];
        }
    }
    for (; i < k; i++) {
        double const c = (double)cost[i] + price[i];
        first = c < best ? i : first;
        best = c < best ? c : best;
    }
    return (int32_t)first;
}

typedef struct placing {
    network *w;
    assign_row *room; /* of a thread */
} placing;

WIDE static void place_points(void *context, int64_t from, int64_t to, int32_t thread) {
    placing const *const job = context;
    network *const w = job->w;
    const assign_problem *const p = w->p;
    for (int64_t j = from; j < to; j++) {
        int32_t const g = p->group == NULL ? 0 : p->group[j];
        const int32_t *const cost = assign_row_of(p, j, &job->room[thread]);
        w->m.label[j] = cheapest(cost, w->price + (int64_t)g * p->k, p->k);
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
        double const cost = w->price[fcap_network_head(w, v)] - w->price[v];
        int64_t flow = w->excess[v];
        flow = flow < w->least[v] || cost > 0 ? w->least[v] : flow;
        flow = flow > w->most[v] || cost < 0 ? w->most[v] : flow;
        w->flow[v] = flow;
        w->excess[v] -= flow;
        w->excess[fcap_network_head(w, v)] += flow;
    }
    w->excess[w->sink] -= w->p->n;
}

/* ---------------------------------------------------------------- the sample */

static int is_cold(const network *w) {
    int priced = 0;
    for (int32_t v = 0; v < w->sink; v++) {
        priced |= w->price[v] != 0;
    }
    return !priced;
}

/* One by lot of each SHARE members of a group that follow one another, those left over at the
 * end never. Returns how many. */
static int64_t draw_sample(const network *w, int32_t *chosen) {
    const assign_problem *const p = w->p;
    int32_t *const seen = w->settled; /* scratch that is free now, one for each group */
    int32_t *const lot = w->ready;
    rng luck = fcap_rng_seed(1);
    int64_t n = 0;
    memset(seen, 0, (size_t)p->n_groups * sizeof *seen);
    for (int64_t j = 0; j < p->n; j++) {
        int32_t const g = p->group == NULL ? 0 : p->group[j];
        int32_t const turn = seen[g]++ % SHARE;
        lot[g] = turn == 0 ? (int32_t)(fcap_rng_next(&luck) % SHARE) : lot[g];
        if (turn == lot[g] && seen[g] - turn + SHARE - 1 <= w->group_size[g]) {
            chosen[n++] = (int32_t)j;
        }
    }
    return n;
}

/* Bounds for the sample, so wide that it has an assignment if the whole has one: a quarter of
 * that, less the part of a point by which a sample of a group is smaller, keeps them. */
static void share_bounds(const network *w, int64_t *least, int64_t *most) {
    for (int32_t v = 0; v < w->sink; v++) {
        int64_t const low = w->least[v] / SHARE - (v < w->places ? 0 : w->p->n_groups);
        least[v] = low < 0 ? 0 : low;
        most[v] = (w->most[v] + SHARE - 1) / SHARE;
    }
}

/* The prices of a sample are nearly those of the whole. */
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
        return fcap_network_no_memory(run, p);
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
    run->err = NULL; /* what it says would be about the sample */
    assign_prices const prices = {price, price + w->places};
    fcap_status const status = fcap_assign(run, &sample, prices, label, &total);
    run->err = err;
    take_prices(w, prices);
    fcap_arena_restore(mem, mark);
    return status == FCAP_E_INFEASIBLE  ? fcap_network_infeasible(run, p)
           : status == FCAP_E_CANCELLED ? fcap_network_stopped(run, p)
           : status == FCAP_E_NO_MEMORY ? fcap_network_no_memory(run, p)
                                        : FCAP_OK;
}

/* ---------------------------------------------------------------- all of it */

static fcap_status solve(fcap_run *run, network *w) {
    placing job = {w, arena_array(&run->mem, assign_row, run->threads)};
    if (job.room == NULL) {
        return fcap_network_no_memory(run, w->p);
    }
    for (int32_t t = 0; t < run->threads; t++) {
        TRY(fcap_assign_row_open(run, w->p, &job.room[t]));
    }
    TRY(fcap_moves_open(run, w->p, &w->m));
    fcap_parallel_for(run->threads, w->p->n, ROWS, place_points, &job);
    fcap_moves_begin(&w->m);
    set_flows(w);
    return fcap_network_route(run, w);
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
    assert((int64_t)(p->n_groups + 1) * p->k < 1 << 19); /* prices stay below 2^51 */
    arena_mark const mark = fcap_arena_save(&run->mem);
    network w;
    TRY(fcap_network_open(run, p, &w));
    take_prices(&w, prices);
    if (p->cost != NULL && p->n / w.places >= SAMPLE_FROM && is_cold(&w)) {
        TRY(price_by_sample(run, &w));
    }
    TRY(solve(run, &w));
    memcpy(label, w.m.label, (size_t)p->n * sizeof *label);
    write_prices(&w, prices);
    *cost = 0;
    for (int64_t j = 0; j < p->n; j++) {
        *cost += fcap_assign_cost(p, j, label[j]);
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
