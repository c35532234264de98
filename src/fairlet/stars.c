/* stars.c - the cheapest stars, from few arcs and with a proof for all of them. See stars.h.
 *
 * Sparse. An optimum uses one arc of each row, nearly always to a seat close by. So the flow
 * starts with few arcs, from prices that are nearly right (coarse.h). A sweep over all
 * distances looks for arcs that were left out and would improve the answer (galaxy.h). Each row
 * swept gets its best arcs, and if one of them is violated, a price at which none is; the flow
 * goes on from there (mincost.h takes any start). When no arc is violated any more, the prices
 * prove the answer for all arcs. It ends, because each round adds an arc; two rounds are usual.
 *
 * Few rows are swept more than twice: prices only fall in a flow, so c[i, j] - y[j] of an arc
 * left out stays at least what it was in the last sweep of row i, the last value in its list.
 * Only when -y[i] has risen above that value one of them may be violated.
 *
 * Memory O(rows + seats); time that of the flow and of some rows * seats distances.
 *
 * Dense. The matrix of all costs and assignment.c: less to set up, so faster while it is small.
 */
#include "fairlet/stars.h"

#include "data/near_order.h"
#include "fairlet/coarse.h"
#include "fairlet/sweep.h"
#include "flow/assignment.h"

#include <assert.h>
#include <math.h>

enum {
    DENSE_CELLS = 40000 /* up to so many the dense way is the faster (measured) */
};

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

/* ---- arcs that were left out ---- */

typedef struct proof {
    galaxy g;
    sweep s;       /* over all seats, for each row */
    double *bound; /* of a row: no arc left out has c - price[seat] below this */
} proof;

/* Gives each row that was swept the arcs found for it. Where one of them is violated the row
 * takes the price at which the worst is not, and sits there; returns how many rows did. */
static int64_t add_best_seats(proof *t) {
    const sweep *const s = &t->s;
    int64_t moved = 0;
    for (int64_t i = 0; i < t->g.rows; i++) {
        const int32_t *const best = s->best + i * s->most;
        const double *const value = s->value + i * s->most;
        for (int32_t k = 0; k < s->found[i]; k++) {
            int64_t const cost = (int64_t)(value[k] + s->price[best[k]]);
            int64_t const arc = fcap_galaxy_need_arc(&t->g, i, best[k], cost);
            t->bound[i] = s->found[i] == s->most ? value[k] : INFINITY;
            if (k == 0 && -(int64_t)value[0] > t->g.price[i]) {
                t->g.price[i] = -(int64_t)value[0];
                t->g.flow[arc] = 1;
                moved++;
            }
        }
    }
    return moved;
}

/* Sweeps the rows for which an arc left out may be violated. */
static fcap_status add_violated(fcap_run *run, proof *t, int64_t *moved) {
    galaxy *const g = &t->g;
    sweep *const s = &t->s;
    for (int32_t j = 0; j < g->seats; j++) {
        s->price[j] = (double)g->price[g->rows + j];
    }
    for (int32_t i = 0; i < g->rows; i++) {
        s->below[i] = t->bound[i] < -(double)g->price[i] ? INFINITY : -INFINITY;
    }
    fcap_sweep_run(run, s);
    int64_t fresh = 0;
    for (int64_t i = 0; i < g->rows; i++) {
        for (int32_t k = 0; k < s->found[i]; k++) {
            fresh += fcap_galaxy_arc(g, i, s->best[i * s->most + k]) == 0;
        }
    }
    TRY(fcap_galaxy_make_room(run, g, fresh));
    *moved = add_best_seats(t);
    return FCAP_OK;
}

static fcap_status solve(fcap_run *run, const star_problem *p, int rounds, int32_t *seat) {
    (void)rounds; /* as many as it takes */
    proof t;
    TRY(fcap_stars_coarse(run, p, fcap_stars_scale(p), &t.g));
    TRY(fcap_sweep_open(run, p->row, p->seat, NEAREST, &t.s));
    t.s.scale = t.g.scale;
    t.bound = arena_array(&run->mem, double, p->row->n);
    if (t.bound == NULL) {
        return out_of_memory(run, p);
    }
    for (int64_t i = 0; i < p->row->n; i++) {
        t.bound[i] = -INFINITY; /* nothing is known: all rows are swept */
    }
    int64_t moved;
    TRY(add_violated(run, &t, &moved));
    while (moved > 0) {
        TRY(fcap_galaxy_solve(run, &t.g));
        TRY(add_violated(run, &t, &moved));
    }
    assert(t.g.flow != NULL);
    for (int64_t a = t.g.seats; a < t.g.n_arcs; a++) {
        if (t.g.flow[a] > 0) {
            seat[t.g.arc[a].from] = t.g.arc[a].to - t.g.rows;
        }
    }
    return FCAP_OK;
}

/* Neighbours side by side: the sweeps leave out more, and a search of the flow stays in the
 * cache. */
fcap_status fcap_stars_in_order(fcap_run *run, const star_problem *p, star_way *way, int rounds,
                                int32_t *seat) {
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
    star_problem const ordered = {&row, &seats, least, most, NULL};
    TRY(way(run, &ordered, rounds, found));
    for (int64_t i = 0; i < p->row->n; i++) {
        seat[row_at[i]] = (int32_t)seat_at[found[i]];
    }
    fcap_arena_restore(mem, mark);
    return FCAP_OK;
}

fcap_status fcap_stars_sparse(fcap_run *run, const star_problem *p, int32_t *seat) {
    return fcap_stars_in_order(run, p, solve, 0, seat);
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
