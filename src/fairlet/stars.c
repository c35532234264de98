/* stars.c - the cheapest stars, from few arcs and with a proof for all of them. See stars.h.
 *
 * Sparse. An optimum uses one arc of each row, nearly always to a seat close by. So the flow
 * problem starts with the arcs of each row to its nearest seats, of each seat to its nearest
 * rows, and of some solution (or there might be none). Its answer comes with prices y; an arc
 * that was left out could improve it only if
 *
 *     c[i, j] + y[i] - y[j] < 0.
 *
 * A sweep over all distances looks for such arcs. Each row swept gets its best arcs, and if one
 * of them is violated, a price at which none is; the flow goes on from there (mincost.h takes
 * any start). When no arc is violated any more, the prices prove the answer for all arcs. It
 * ends, because each round adds an arc; two to four rounds are usual.
 *
 * Few rows are swept more than twice: prices only fall in a flow, so c[i, j] - y[j] of an arc
 * left out stays at least what it was in the last sweep of row i, the last value in its list.
 * Only when -y[i] has risen above that value one of them may be violated.
 *
 * Memory O(rows + seats); time that of the flow and of some rows * seats distances.
 *
 * The network: row i -> seat j at cost c[i, j]; a seat needs least[j] and passes up to most[j]
 * - least[j] on to a sink, which needs the rest.
 *
 * Dense. The matrix of all costs and assignment.c: less to set up, so faster while it is small.
 */
#include "fairlet/stars.h"

#include "data/near_order.h"
#include "fairlet/coarse.h"
#include "fairlet/sweep.h"
#include "flow/assignment.h"
#include "flow/mincost.h"

#include <assert.h>
#include <math.h>

#ifndef NEAR_
#define NEAR_  12
#define WORST_ 6
#endif
enum {
    NEAREST = 12,       /* arcs of each point in the beginning, and of a row after each sweep */
    DENSE_CELLS = 40000 /* up to so many the dense way is the faster (measured) */
};

typedef struct galaxy {
    const star_problem *p;
    double scale;
    int32_t rows;
    int32_t seats;
    flow_arc *arc; /* first that of each seat to the sink */
    int64_t *flow;
    int32_t *before; /* of an arc of a row: the row's arc added before it, 0 if none */
    int64_t n_arcs;
    int64_t room;    /* of these arrays */
    int32_t *latest; /* of a row: its arc added last, 0 if none */
    int64_t *price;
    int64_t *supply;
    double *bound; /* of a row: no arc left out has c - price[seat] below this */
} galaxy;

static fcap_status out_of_memory(fcap_run *run, const star_problem *p) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                         "out of memory for fairlets of %lld and %lld points",
                         (long long)p->row->n, (long long)p->seat->n);
}

/* ---- costs ---- */

static double spread(const star_problem *p, int32_t c) {
    double low = INFINITY;
    double high = -INFINITY;
    for (int set = 0; set < 2; set++) {
        const points *const s = set == 0 ? p->row : p->seat;
        for (int64_t i = 0; i < s->n; i++) {
            double const x = fcap_points_coordinate(s, i, c);
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
    }
    return high - low;
}

/* The distance between the corners of a box around all points; none is longer. */
static double longest(const star_problem *p) {
    double square = 0;
    double sum = 0;
    for (int32_t c = 0; c < p->row->d; c++) {
        double const side = spread(p, c);
        square += side * side;
        sum += side;
    }
    return p->row->d == 0                              ? fcap_points_limit(p->row)
           : p->row->metric == FCAP_METRIC_MANHATTAN   ? sum
           : p->row->metric == FCAP_METRIC_SQEUCLIDEAN ? square
                                                       : sqrt(square);
}

double fcap_stars_scale(const star_problem *p) {
    double const length = longest(p);
    return length > 0 ? COST_MOST / length : 0;
}

/* ---- the network ---- */

/* Room for `more` arcs. */
static fcap_status make_room(fcap_run *run, galaxy *g, int64_t more) {
    if (g->n_arcs + more <= g->room) {
        return FCAP_OK;
    }
    int64_t const room = g->n_arcs + g->n_arcs / 4 + more;
    flow_arc *const arc = arena_array(&run->mem, flow_arc, room);
    int64_t *const flow = arena_array(&run->mem, int64_t, room);
    int32_t *const before = arena_array(&run->mem, int32_t, room);
    if (arc == NULL || flow == NULL || before == NULL) {
        return out_of_memory(run, g->p);
    }
    for (int64_t a = 0; a < g->n_arcs; a++) {
        arc[a] = g->arc[a];
        flow[a] = g->flow[a];
        before[a] = g->before[a];
    }
    g->arc = arc;
    g->flow = flow;
    g->before = before;
    g->room = room;
    return FCAP_OK;
}

static int64_t arc_between(const galaxy *g, int64_t row, int64_t seat) {
    int64_t a = g->latest[row];
    while (a > 0 && g->arc[a].to != g->rows + seat) {
        a = g->before[a];
    }
    return a; /* 0 if there is none */
}

/* The arc of a row to a seat: the one that is there, or a new one. */
static int64_t need_arc(galaxy *g, int64_t row, int64_t seat, int64_t cost) {
    int64_t const old = arc_between(g, row, seat);
    if (old > 0) {
        return old;
    }
    assert(g->n_arcs < g->room);
    int64_t const a = g->n_arcs++;
    g->arc[a] = (flow_arc){
        .from = (int32_t)row, .to = g->rows + (int32_t)seat, .upper = 1, .cost = cost};
    g->before[a] = g->latest[row];
    g->latest[row] = (int32_t)a;
    return a;
}

static fcap_status open_galaxy(fcap_run *run, const star_problem *p, galaxy *g) {
    int64_t const nodes = p->row->n + p->seat->n + 1;
    assert(nodes < (1 << 22)); /* prices stay below 2^53 and so are exact in a sweep */
    *g = (galaxy){.p = p,
                  .scale = fcap_stars_scale(p),
                  .rows = (int32_t)p->row->n,
                  .seats = (int32_t)p->seat->n,
                  .latest = arena_array(&run->mem, int32_t, p->row->n),
                  .price = arena_array(&run->mem, int64_t, nodes),
                  .supply = arena_array(&run->mem, int64_t, nodes),
                  .bound = arena_array(&run->mem, double, p->row->n)};
    if (g->latest == NULL || g->price == NULL || g->supply == NULL || g->bound == NULL) {
        return out_of_memory(run, p);
    }
    TRY(make_room(run, g, (NEAREST + 2) * nodes));
    assert(g->arc != NULL); /* room for at least three nodes' arcs was made */
    int32_t const sink = g->rows + g->seats;
    for (int32_t i = 0; i < g->rows; i++) {
        g->supply[i] = 1;
    }
    g->supply[sink] = -g->rows;
    for (int32_t j = 0; j < g->seats; j++) {
        g->supply[g->rows + j] = -p->least[j];
        g->supply[sink] += p->least[j];
        g->arc[g->n_arcs++] =
            (flow_arc){.from = g->rows + j, .to = sink, .upper = p->most[j] - p->least[j]};
    }
    return FCAP_OK;
}

/* ---- arcs ---- */

/* Gives each row that was swept the arcs found for it. Where one of them is violated the row
 * takes the price at which the worst is not, and sits there; returns how many rows did. */
static int64_t add_best_seats(galaxy *g, const sweep *s) {
    int64_t moved = 0;
    for (int64_t i = 0; i < g->rows; i++) {
        const int32_t *const best = s->best + i * NEAREST;
        const double *const value = s->value + i * NEAREST;
        for (int32_t k = 0; k < s->found[i]; k++) {
            int64_t const cost = (int64_t)(value[k] + s->price[best[k]]);
            int64_t const arc = need_arc(g, i, best[k], cost);
            g->bound[i] = s->found[i] == NEAREST ? value[k] : INFINITY;
            if (k == 0 && -(int64_t)value[0] > g->price[i]) {
                g->price[i] = -(int64_t)value[0];
                g->flow[arc] = 1;
                moved++;
            }
        }
    }
    return moved;
}

/* Sweeps the rows for which an arc left out may be violated. */
static fcap_status add_violated(fcap_run *run, galaxy *g, sweep *s, int64_t *moved) {
    for (int32_t j = 0; j < g->seats; j++) {
        s->price[j] = (double)g->price[g->rows + j];
    }
    for (int32_t i = 0; i < g->rows; i++) {
        s->below[i] = g->bound[i] < -(double)g->price[i] ? INFINITY : -INFINITY;
    }
    fcap_sweep_run(run, s);
    int64_t fresh = 0;
    for (int64_t i = 0; i < g->rows; i++) {
        for (int32_t k = 0; k < s->found[i]; k++) {
            fresh += arc_between(g, i, s->best[i * NEAREST + k]) == 0;
        }
    }
    TRY(make_room(run, g, fresh));
    *moved = add_best_seats(g, s);
    return FCAP_OK;
}

/* The best rows of each seat; without them a seat that is nobody's choice would be hard to
 * fill. */
static fcap_status add_best_rows(fcap_run *run, galaxy *g) {
    sweep s;
    TRY(fcap_sweep_open(run, g->p->seat, g->p->row, NEAREST, &s));
    s.scale = g->scale;
    for (int32_t i = 0; i < g->rows; i++) {
        s.price[i] = -(double)g->price[i];
    }
    fcap_sweep_run(run, &s);
    TRY(make_room(run, g, (int64_t)NEAREST * g->seats));
    for (int64_t j = 0; j < g->seats; j++) {
        for (int32_t k = 0; k < s.found[j]; k++) {
            int64_t const i = s.best[j * NEAREST + k];
            need_arc(g, i, j, (int64_t)(s.value[j * NEAREST + k] + s.price[i]));
        }
    }
    return FCAP_OK;
}

static fcap_status first_arcs(fcap_run *run, galaxy *g, sweep *s) {
    const star_problem *const p = g->p;
    int32_t *const seat = arena_array(&run->mem, int32_t, g->rows);
    if (seat == NULL) {
        return out_of_memory(run, p);
    }
    TRY(fcap_stars_coarse(run, p, g->price + g->rows, seat));
    for (int32_t i = 0; i < g->rows; i++) { /* below any price, so all rows are swept */
        g->price[i] = -FLOW_PRICE_MOST;
        g->bound[i] = -INFINITY;
    }
    int64_t moved;
    TRY(add_violated(run, g, s, &moved));
    TRY(add_best_rows(run, g));
    TRY(make_room(run, g, g->rows));
    for (int64_t i = 0; i < g->rows; i++) {
        double const d = fcap_points_distance_to(p->row, i, p->seat, seat[i]);
        need_arc(g, i, seat[i], whole_distance(d, g->scale));
    }
    return FCAP_OK;
}

static fcap_status solve(fcap_run *run, const star_problem *p, int32_t *seat) {
    galaxy g;
    sweep s;
    TRY(open_galaxy(run, p, &g));
    TRY(fcap_sweep_open(run, p->row, p->seat, NEAREST, &s));
    s.scale = g.scale;
    TRY(first_arcs(run, &g, &s));
    int64_t moved = 1;
    while (moved > 0) {
        flow_problem const problem = {g.rows + g.seats + 1, g.n_arcs, g.arc, g.supply};
        TRY(fcap_mincost_solve(run, &problem, g.flow, g.price));
        TRY(add_violated(run, &g, &s, &moved));
    }
    assert(g.flow != NULL);
    for (int64_t a = g.seats; a < g.n_arcs; a++) {
        if (g.flow[a] > 0) {
            seat[g.arc[a].from] = g.arc[a].to - g.rows;
        }
    }
    return FCAP_OK;
}

/* Neighbours side by side: the sweeps leave out more, and a search of the flow stays in the
 * cache. */
fcap_status fcap_stars_sparse(fcap_run *run, const star_problem *p, int32_t *seat) {
    arena *const mem = &run->mem;
    arena_mark const mark = fcap_arena_save(mem);
    int64_t *const row_at = arena_array(mem, int64_t, p->row->n);
    int64_t *const seat_at = arena_array(mem, int64_t, p->seat->n);
    int32_t *const least = arena_array(mem, int32_t, p->seat->n);
    int32_t *const most = arena_array(mem, int32_t, p->seat->n);
    int32_t *const found = arena_array(mem, int32_t, p->row->n);
    if (row_at == NULL || seat_at == NULL || least == NULL || most == NULL || found == NULL) {
        return out_of_memory(run, p);
    }
    points row;
    points seats;
    TRY(fcap_points_near_order(run, p->row, row_at));
    TRY(fcap_points_near_order(run, p->seat, seat_at));
    TRY(fcap_points_subset(run, p->row, row_at, p->row->n, &row));
    TRY(fcap_points_subset(run, p->seat, seat_at, p->seat->n, &seats));
    for (int64_t j = 0; j < p->seat->n; j++) {
        least[j] = p->least[seat_at[j]];
        most[j] = p->most[seat_at[j]];
    }
    star_problem const ordered = {&row, &seats, least, most};
    TRY(solve(run, &ordered, found));
    for (int64_t i = 0; i < p->row->n; i++) {
        seat[row_at[i]] = (int32_t)seat_at[found[i]];
    }
    fcap_arena_restore(mem, mark);
    return FCAP_OK;
}

/* ---- the matrix ---- */

fcap_status fcap_stars_dense(fcap_run *run, const star_problem *p, int32_t *seat) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t const seats = p->seat->n;
    double const scale = fcap_stars_scale(p);
    int32_t *const cost = arena_array(&run->mem, int32_t, p->row->n * seats);
    double *const distance = arena_array(&run->mem, double, p->seat->stride);
    if (cost == NULL || distance == NULL) {
        return out_of_memory(run, p);
    }
    for (int64_t i = 0; i < p->row->n; i++) {
        fcap_points_distances_to(p->row, i, p->seat, distance);
        for (int64_t j = 0; j < seats; j++) {
            cost[i * seats + j] = whole_distance(distance[j], scale);
        }
    }
    assignment_problem const problem = {p->row->n, seats, cost, p->least, p->most};
    TRY(fcap_assignment_solve(run, &problem, seat, (assignment_proof){NULL, NULL}));
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

fcap_status fcap_stars_solve(fcap_run *run, const star_problem *p, int32_t *seat) {
    return p->row->n * p->seat->n <= DENSE_CELLS ? fcap_stars_dense(run, p, seat)
                                                 : fcap_stars_sparse(run, p, seat);
}
