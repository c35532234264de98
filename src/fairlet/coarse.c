/* coarse.c - the star problem between cells of points. See coarse.h.
 *
 * Where the groups are mixed unevenly, many rows have to go far, and prices that know this save
 * the exact flow most of its work: shortest paths become local. So some rows and some seats,
 * every so many-th, stand for all that are nearest to them, and the flow between these cells is
 * solved. A seat j then is worth
 *
 *     y[j] = min over cells c of rows (c[j, c] + y[c]),
 *
 * which is how prices of rows price a seat. And the flow between cells, taken apart into rows
 * and seats in any order, is a solution.
 *
 * With CELLS * sqrt(n) cells there are CELLS^2 * n arcs between them, so memory is O(n).
 */
#include "fairlet/coarse.h"

#include "fairlet/sweep.h"
#include "flow/mincost.h"

#include <assert.h>
#include <math.h>

enum {
    CELLS = 3
};

/* Points and their cells. */
typedef struct cells {
    const points *p;
    points of;       /* those that stand for the others */
    int32_t *cell;   /* of each point */
    int64_t *start;  /* of.n + 1 offsets into member */
    int32_t *member; /* points, cell after cell */
} cells;

typedef struct coarse {
    const star_problem *p;
    cells row;
    cells seat;
    int64_t n_arcs;
    flow_arc *arc; /* row cell a to seat cell b is number a * seat.of.n + b */
    int64_t *flow;
    int64_t *price;
    int64_t *supply;
} coarse;

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for the cells of %lld points",
                         (long long)n);
}

static fcap_status make_cells(fcap_run *run, const points *p, double scale, cells *out) {
    int64_t const wanted = CELLS * (int64_t)sqrt((double)p->n);
    int64_t const n = wanted < p->n ? wanted : p->n;
    *out = (cells){.p = p,
                   .start = arena_array(&run->mem, int64_t, n + 2),
                   .member = arena_array(&run->mem, int32_t, p->n)};
    int64_t *const index = arena_array(&run->mem, int64_t, n);
    if (out->start == NULL || out->member == NULL || index == NULL) {
        return out_of_memory(run, p->n);
    }
    for (int64_t c = 0; c < n; c++) {
        index[c] = c * p->n / n;
    }
    TRY(fcap_points_subset(run, p, index, n, &out->of));
    sweep nearest;
    TRY(fcap_sweep_open(run, p, &out->of, 1, &nearest));
    nearest.scale = scale;
    fcap_sweep_run(run, &nearest);
    out->cell = nearest.best;
    for (int64_t i = 0; i < p->n; i++) { /* start[c + 2] counts, then start[c + 1] fills */
        out->start[out->cell[i] + 2]++;
    }
    for (int64_t c = 0; c < n; c++) {
        out->start[c + 2] += out->start[c + 1];
    }
    for (int64_t i = 0; i < p->n; i++) {
        out->member[out->start[out->cell[i] + 1]++] = (int32_t)i;
    }
    return FCAP_OK;
}

static fcap_status connect_cells(fcap_run *run, coarse *k, double scale) {
    int64_t const rows = k->row.of.n;
    int64_t const seats = k->seat.of.n;
    double *const distance = arena_array(&run->mem, double, k->seat.of.stride);
    k->arc = arena_array(&run->mem, flow_arc, (rows + 1) * seats);
    k->flow = arena_array(&run->mem, int64_t, (rows + 1) * seats);
    k->price = arena_array(&run->mem, int64_t, rows + seats + 1);
    k->supply = arena_array(&run->mem, int64_t, rows + seats + 1);
    if (distance == NULL || k->arc == NULL || k->flow == NULL || k->price == NULL ||
        k->supply == NULL) {
        return out_of_memory(run, k->p->row->n);
    }
    int32_t const sink = (int32_t)(rows + seats);
    for (int64_t a = 0; a < rows; a++) {
        k->supply[a] = k->row.start[a + 1] - k->row.start[a];
        fcap_points_distances_to(&k->row.of, a, &k->seat.of, distance);
        for (int64_t b = 0; b < seats; b++) {
            k->arc[k->n_arcs++] = (flow_arc){.from = (int32_t)a,
                                             .to = (int32_t)(rows + b),
                                             .upper = k->supply[a],
                                             .cost = whole_distance(distance[b], scale)};
        }
    }
    k->supply[sink] = -k->p->row->n;
    for (int64_t b = 0; b < seats; b++) {
        flow_arc rest = {.from = (int32_t)(rows + b), .to = sink};
        for (int64_t s = k->seat.start[b]; s < k->seat.start[b + 1]; s++) {
            int32_t const j = k->seat.member[s];
            k->supply[rows + b] -= k->p->least[j];
            k->supply[sink] += k->p->least[j];
            rest.upper += k->p->most[j] - k->p->least[j];
        }
        k->arc[k->n_arcs++] = rest;
    }
    return FCAP_OK;
}

/* The formula in the head of this file; a cell without rows says nothing. */
static fcap_status price_seats(fcap_run *run, const coarse *k, double scale, int64_t *price) {
    sweep s;
    TRY(fcap_sweep_open(run, k->p->seat, &k->row.of, 1, &s));
    s.scale = scale;
    for (int64_t c = 0; c < k->row.of.n; c++) {
        s.price[c] = k->supply[c] > 0 ? -(double)k->price[c] : -INFINITY;
    }
    fcap_sweep_run(run, &s);
    for (int64_t j = 0; j < k->p->seat->n; j++) {
        price[j] = (int64_t)s.value[j];
    }
    price[k->p->seat->n] = k->price[k->row.of.n + k->seat.of.n];
    return FCAP_OK;
}

/* The rows of a cell take the places of the cells they flow to, in order. */
static void take_seats(const coarse *k, int32_t *place, int32_t *seat) {
    int64_t const cells_of_seats = k->seat.of.n;
    int64_t *const next_row = k->row.start; /* no longer needed as it was */
    for (int64_t b = 0, taken = 0; b < cells_of_seats; b++) {
        int64_t rest = k->flow[k->row.of.n * cells_of_seats + b]; /* above the least */
        int64_t const first = taken;
        for (int64_t s = k->seat.start[b]; s < k->seat.start[b + 1]; s++) {
            int32_t const j = k->seat.member[s];
            int32_t const room = k->p->most[j] - k->p->least[j];
            int64_t const more = rest < room ? rest : room;
            rest -= more;
            for (int64_t i = 0; i < k->p->least[j] + more; i++) {
                place[taken++] = j;
            }
        }
        int64_t at = first;
        for (int64_t a = 0; a < k->row.of.n; a++) {
            for (int64_t i = k->flow[a * cells_of_seats + b]; i > 0; i--) {
                seat[k->row.member[next_row[a]++]] = place[at++];
            }
        }
        assert(at == taken);
    }
}

fcap_status fcap_stars_coarse(fcap_run *run, const star_problem *p, int64_t *price,
                              int32_t *seat) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    double const scale = fcap_stars_scale(p);
    coarse k = {.p = p};
    TRY(make_cells(run, p->row, scale, &k.row));
    TRY(make_cells(run, p->seat, scale, &k.seat));
    TRY(connect_cells(run, &k, scale));
    flow_problem const problem = {(int32_t)(k.row.of.n + k.seat.of.n + 1), k.n_arcs, k.arc,
                                  k.supply};
    TRY(fcap_mincost_solve(run, &problem, k.flow, k.price));
    TRY(price_seats(run, &k, scale, price));
    int32_t *const place = arena_array(&run->mem, int32_t, p->row->n);
    if (place == NULL) {
        return out_of_memory(run, p->row->n);
    }
    take_seats(&k, place, seat);
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
