/* coarse.c - a star problem between cells, between cells of cells, and so on. See coarse.h.
 *
 * Where the groups are mixed unevenly, many rows have to go far, and prices that know this save
 * the flow most of its work: shortest paths become local. So every CELL-th row and every
 * CELL-th seat stand for all that are nearest to them, and the problem between these cells is
 * solved in the same way, down to one that is small enough for all arcs. Its answer says two
 * things about the finer problem:
 *
 * - Prices. A seat j is worth y[j] = min over cells c of rows (c[j, c] + y[c]), which is how
 *   prices of rows price a seat. At these prices each row gets its best arcs, and each seat.
 * - A solution: the flow between cells, taken apart into rows and seats in any order. Its arcs
 *   are added, so the finer problem has one.
 *
 * Cells of the nearest, and not of a k-d tree: in ten dimensions points of the same cell of a
 * tree are hardly nearer than others, and the prices mislead (2 x 10,000: 3 s against 0.3 s in
 * flows). Cells of four, and not of more: with 16 the flows take three times as long.
 *
 * Memory O(n), time that of the flows and of the sweeps.
 */
#include "fairlet/coarse.h"

#include "base/parallel.h"
#include "fairlet/sweep.h"

#include <assert.h>

enum {
    CELL = 4,
    ALL_ARCS = 90000, /* a problem with so many has them all */
    REFINE_CHUNK = 256
};

/* Points and their cells. */
typedef struct cells {
    const points *p;
    points of;       /* those that stand for the cells */
    int32_t *cell;   /* of each point */
    int64_t *start;  /* of.n + 1 offsets into member */
    int32_t *member; /* points, cell after cell */
} cells;

typedef struct coarse {
    const star_problem *p; /* the finer problem */
    star_problem q;
    cells row;
    cells seat;
    galaxy g; /* of q */
    /* Of a cell of seats, the arcs from cells of rows: */
    int64_t *arcs_start;
    int32_t *arcs;
} coarse;

/* Two levels. */
typedef struct refining {
    const coarse *k;
    galaxy *g; /* of the finer problem */
} refining;

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for the cells of %lld points",
                         (long long)n);
}

/* ---- coarser ---- */

/* Each point of p goes to the nearest of `of`. */
static fcap_status make_cells(fcap_run *run, const points *p, const points *of, double scale,
                              cells *out) {
    *out = (cells){.p = p,
                   .of = *of,
                   .start = arena_array(&run->mem, int64_t, of->n + 2),
                   .member = arena_array(&run->mem, int32_t, p->n)};
    if (out->start == NULL || out->member == NULL) {
        return out_of_memory(run, p->n);
    }
    sweep nearest;
    TRY(fcap_sweep_open(run, p, &out->of, 1, &nearest));
    nearest.scale = scale;
    fcap_sweep_run(run, &nearest);
    out->cell = nearest.best;
    for (int64_t i = 0; i < p->n; i++) { /* start[c + 2] counts, then start[c + 1] fills */
        out->start[out->cell[i] + 2]++;
    }
    for (int64_t c = 0; c < of->n; c++) {
        out->start[c + 2] += out->start[c + 1];
    }
    for (int64_t i = 0; i < p->n; i++) {
        out->member[out->start[out->cell[i] + 1]++] = (int32_t)i;
    }
    return FCAP_OK;
}

/* n of the points, evenly spread over their order. */
static fcap_status choose_some(fcap_run *run, const points *p, int64_t n, points *out) {
    int64_t *const index = arena_array(&run->mem, int64_t, n);
    *out = (points){.n = 0};
    if (index == NULL) {
        return out_of_memory(run, p->n);
    }
    for (int64_t c = 0; c < n; c++) {
        index[c] = c * p->n / n;
    }
    return fcap_points_subset(run, p, index, n, out);
}

static fcap_status make_own_cells(fcap_run *run, const points *p, double scale, cells *out) {
    points of;
    TRY(choose_some(run, p, (p->n + CELL - 1) / CELL, &of));
    return make_cells(run, p, &of, scale, out);
}

/* Units and limits of cells are those of their members together. */
static fcap_status make_problem(fcap_run *run, coarse *k) {
    arena *const mem = &run->mem;
    int32_t *const units = arena_array(mem, int32_t, k->row.of.n);
    int32_t *const least = arena_array(mem, int32_t, k->seat.of.n);
    int32_t *const most = arena_array(mem, int32_t, k->seat.of.n);
    if (units == NULL || least == NULL || most == NULL) {
        return out_of_memory(run, k->p->row->n);
    }
    int64_t all = 0;
    assert(k->row.cell != NULL && k->seat.start != NULL); /* made before this is called */
    for (int64_t i = 0; i < k->p->row->n; i++) {
        units[k->row.cell[i]] += units_of(k->p, i);
        all += units_of(k->p, i);
    }
    for (int64_t b = 0; b < k->seat.of.n; b++) {
        int64_t room = 0;
        for (int64_t at = k->seat.start[b]; at < k->seat.start[b + 1]; at++) {
            least[b] += k->p->least[k->seat.member[at]];
            room += k->p->most[k->seat.member[at]];
        }
        most[b] = (int32_t)(room < all ? room : all);
    }
    k->q = (star_problem){&k->row.of, &k->seat.of, least, most, units};
    return FCAP_OK;
}

static fcap_status sort_arcs(fcap_run *run, coarse *k) {
    int64_t const n = k->seat.of.n;
    const galaxy *const g = &k->g;
    k->arcs_start = arena_array(&run->mem, int64_t, n + 2);
    k->arcs = arena_array(&run->mem, int32_t, g->n_arcs);
    if (k->arcs_start == NULL || k->arcs == NULL) {
        return out_of_memory(run, k->p->row->n);
    }
    for (int64_t a = g->seats; a < g->n_arcs; a++) { /* [b + 2] counts, then [b + 1] fills */
        k->arcs_start[g->arc[a].to - g->rows + 2]++;
    }
    for (int64_t b = 0; b < n; b++) {
        k->arcs_start[b + 2] += k->arcs_start[b + 1];
    }
    for (int64_t a = g->seats; a < g->n_arcs; a++) {
        k->arcs[k->arcs_start[g->arc[a].to - g->rows + 1]++] = (int32_t)a;
    }
    return FCAP_OK;
}

/* ---- finer: prices ---- */

static int64_t cost_between(const galaxy *g, const points *row, int64_t i, int64_t j) {
    return whole_distance(fcap_points_distance_to(row, i, g->p->seat, j), g->scale);
}

/* Only cells with an arc to that of the seat are asked: the others are farther. A cell without
 * rows says nothing. */
static void price_some(void *context, int64_t from, int64_t to, int32_t thread) {
    refining const *const r = context;
    const coarse *const k = r->k;
    (void)thread;
    for (int64_t j = from; j < to; j++) {
        int64_t const b = k->seat.cell[j];
        int64_t least = INT64_MAX;
        for (int64_t at = k->arcs_start[b]; at < k->arcs_start[b + 1]; at++) {
            int64_t const a = k->g.arc[k->arcs[at]].from;
            if (k->q.units[a] > 0) {
                int64_t const value = cost_between(r->g, &k->row.of, a, j) + k->g.price[a];
                least = value < least ? value : least;
            }
        }
        r->g->price[r->g->rows + j] = least < INT64_MAX ? least : k->g.price[k->g.rows + b];
    }
}

/* ---- finer: arcs ---- */

/* The best seats of each row. It sits at the first to begin with, at the price of this. */
static fcap_status add_best_seats(fcap_run *run, galaxy *g) {
    sweep s;
    TRY(fcap_sweep_open(run, g->p->row, g->p->seat, NEAREST, &s));
    s.scale = g->scale;
    for (int32_t j = 0; j < g->seats; j++) {
        s.price[j] = (double)g->price[g->rows + j];
    }
    fcap_sweep_run(run, &s);
    for (int64_t i = 0; i < g->rows; i++) {
        const int32_t *const best = s.best + i * NEAREST;
        const double *const value = s.value + i * NEAREST;
        for (int32_t k = 0; k < s.found[i]; k++) {
            int64_t const cost = (int64_t)(value[k] + s.price[best[k]]);
            int64_t const arc = fcap_galaxy_need_arc(g, i, best[k], cost);
            g->flow[arc] = k == 0 ? units_of(g->p, i) : 0;
        }
        g->price[i] = -(int64_t)value[0];
    }
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
    for (int64_t j = 0; j < g->seats; j++) {
        for (int32_t k = 0; k < s.found[j]; k++) {
            int64_t const i = s.best[j * NEAREST + k];
            fcap_galaxy_need_arc(g, i, j, (int64_t)(s.value[j * NEAREST + k] + s.price[i]));
        }
    }
    return FCAP_OK;
}

/* ---- finer: a solution ---- */

/* Members of a cell, in order, and what is left of the first. */
typedef struct queue {
    int64_t at;
    int64_t left;
} queue;

/* The next units of a cell of seats; `rest` is what it takes above its least. */
static void next_seat(const coarse *k, queue *q, int64_t *rest) {
    while (q->left == 0) {
        int32_t const j = k->seat.member[++q->at];
        int64_t const spare = k->p->most[j] - k->p->least[j];
        int64_t const more = *rest < spare ? *rest : spare;
        q->left = k->p->least[j] + more;
        *rest -= more;
    }
}

typedef void take_seat(void *context, int32_t row, int32_t seat);

/* The rows of a cell take the seats of the cells they flow to, in order. */
static fcap_status take_apart(fcap_run *run, const coarse *k, take_seat *take, void *context) {
    const galaxy *const c = &k->g;
    queue *const row = arena_array(&run->mem, queue, k->row.of.n);
    if (row == NULL) {
        return out_of_memory(run, k->row.of.n);
    }
    for (int64_t a = 0; a < k->row.of.n; a++) {
        row[a].at = k->row.start[a] - 1;
    }
    for (int64_t b = 0; b < k->seat.of.n; b++) {
        int64_t rest = c->flow[b];
        queue seat = {k->seat.start[b] - 1, 0};
        for (int64_t at = k->arcs_start[b]; at < k->arcs_start[b + 1]; at++) {
            queue *const from = &row[c->arc[k->arcs[at]].from];
            for (int64_t units = c->flow[k->arcs[at]]; units > 0;) {
                next_seat(k, &seat, &rest);
                if (from->left == 0) {
                    from->left = units_of(k->p, k->row.member[++from->at]);
                }
                int64_t some = units < seat.left ? units : seat.left;
                some = from->left < some ? from->left : some;
                take(context, k->row.member[from->at], k->seat.member[seat.at]);
                from->left -= some;
                seat.left -= some;
                units -= some;
            }
        }
    }
    return FCAP_OK;
}

static void by_arc(void *context, int32_t row, int32_t seat) {
    galaxy *const g = context;
    fcap_galaxy_need_arc(g, row, seat, cost_between(g, g->p->row, row, seat));
}

static void at_once(void *context, int32_t row, int32_t seat) {
    int32_t *const seats = context;
    seats[row] = seat;
}

/* ---- the whole ---- */

static fcap_status refine(fcap_run *run, coarse *k, galaxy *g) {
    refining r = {k, g};
    TRY(sort_arcs(run, k));
    fcap_parallel_for(run->threads, g->seats, REFINE_CHUNK, price_some, &r);
    g->price[g->rows + g->seats] = k->g.price[k->g.rows + k->g.seats];
    int64_t flowing = 0;
    for (int64_t a = k->g.seats; a < k->g.n_arcs; a++) {
        flowing += k->g.flow[a] > 0;
    }
    int64_t const nodes = (int64_t)g->rows + g->seats;
    TRY(fcap_galaxy_make_room(run, g, (NEAREST + 1) * nodes + flowing));
    arena_mark const mark = fcap_arena_save(&run->mem);
    TRY(add_best_seats(run, g));
    TRY(add_best_rows(run, g));
    TRY(take_apart(run, k, by_arc, g));
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

static fcap_status connect_all(fcap_run *run, galaxy *g) {
    TRY(fcap_galaxy_make_room(run, g, (int64_t)g->rows * g->seats));
    for (int64_t i = 0; i < g->rows; i++) {
        for (int64_t j = 0; j < g->seats; j++) {
            int64_t const a = g->n_arcs++;
            g->arc[a] = (flow_arc){.from = (int32_t)i,
                                   .to = g->rows + (int32_t)j,
                                   .upper = units_of(g->p, i),
                                   .cost = cost_between(g, g->p->row, i, j)};
            g->before[a] = g->latest[i];
            g->latest[i] = (int32_t)a;
        }
    }
    return FCAP_OK;
}

/* As many calls deep as there are levels: log4(n). */
fcap_status fcap_stars_coarse(fcap_run *run, const star_problem *p, double scale, galaxy *g) {
    TRY(fcap_galaxy_open(run, p, scale, g));
    if (p->row->n * p->seat->n <= ALL_ARCS) {
        TRY(connect_all(run, g));
    } else {
        coarse *const k = arena_array(&run->mem, coarse, 1);
        if (k == NULL) {
            return out_of_memory(run, p->row->n);
        }
        k->p = p;
        TRY(make_own_cells(run, p->row, scale, &k->row));
        TRY(make_own_cells(run, p->seat, scale, &k->seat));
        TRY(make_problem(run, k));
        TRY(fcap_stars_coarse(run, &k->q, scale, &k->g));
        TRY(refine(run, k, g));
    }
    return fcap_galaxy_solve(run, g);
}

fcap_status fcap_stars_rough(fcap_run *run, const star_problem *p, double scale,
                             int64_t n_cells, int32_t *seat) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    coarse k = {.p = p};
    points of;
    TRY(choose_some(run, p->seat, n_cells < p->seat->n ? n_cells : p->seat->n, &of));
    TRY(make_cells(run, p->row, &of, scale, &k.row));
    TRY(make_cells(run, p->seat, &of, scale, &k.seat));
    TRY(make_problem(run, &k));
    TRY(fcap_stars_coarse(run, &k.q, scale, &k.g));
    TRY(sort_arcs(run, &k));
    TRY(take_apart(run, &k, at_once, seat));
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
