/* galaxy.c - the network of a star problem. See galaxy.h. */
#include "fairlet/galaxy.h"

#include <assert.h>
#include <string.h>

static fcap_status out_of_memory(fcap_run *run, const star_problem *p) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                         "out of memory for fairlets of %lld and %lld points",
                         (long long)p->row->n, (long long)p->seat->n);
}

fcap_status fcap_galaxy_make_room(fcap_run *run, galaxy *g, int64_t more) {
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
    if (g->n_arcs > 0) {
        memcpy(arc, g->arc, (size_t)g->n_arcs * sizeof *arc);
        memcpy(flow, g->flow, (size_t)g->n_arcs * sizeof *flow);
        memcpy(before, g->before, (size_t)g->n_arcs * sizeof *before);
    }
    g->arc = arc;
    g->flow = flow;
    g->before = before;
    g->room = room;
    return FCAP_OK;
}

int64_t fcap_galaxy_arc(const galaxy *g, int64_t row, int64_t seat) {
    int64_t a = g->latest[row];
    while (a > 0 && g->arc[a].to != g->rows + seat) {
        a = g->before[a];
    }
    return a;
}

int64_t fcap_galaxy_need_arc(galaxy *g, int64_t row, int64_t seat, int64_t cost) {
    int64_t const old = fcap_galaxy_arc(g, row, seat);
    if (old > 0) {
        return old;
    }
    assert(g->n_arcs < g->room);
    int64_t const a = g->n_arcs++;
    g->arc[a] = (flow_arc){.from = (int32_t)row,
                           .to = g->rows + (int32_t)seat,
                           .upper = units_of(g->p, row),
                           .cost = cost};
    g->before[a] = g->latest[row];
    g->latest[row] = (int32_t)a;
    return a;
}

fcap_status fcap_galaxy_open(fcap_run *run, const star_problem *p, double scale, galaxy *g) {
    int64_t const nodes = p->row->n + p->seat->n + 1;
    assert(nodes < (1 << 22)); /* prices stay below 2^53 and so are exact in a sweep */
    *g = (galaxy){.p = p,
                  .scale = scale,
                  .rows = (int32_t)p->row->n,
                  .seats = (int32_t)p->seat->n,
                  .latest = arena_array(&run->mem, int32_t, p->row->n),
                  .price = arena_array(&run->mem, int64_t, nodes),
                  .supply = arena_array(&run->mem, int64_t, nodes)};
    if (g->latest == NULL || g->price == NULL || g->supply == NULL) {
        return out_of_memory(run, p);
    }
    TRY(fcap_galaxy_make_room(run, g, p->seat->n));
    assert(g->arc != NULL); /* there is a seat */
    int32_t const sink = g->rows + g->seats;
    for (int32_t i = 0; i < g->rows; i++) {
        g->supply[i] = units_of(p, i);
        g->supply[sink] -= g->supply[i];
    }
    for (int32_t j = 0; j < g->seats; j++) {
        g->supply[g->rows + j] = -p->least[j];
        g->supply[sink] += p->least[j];
        g->arc[g->n_arcs++] =
            (flow_arc){.from = g->rows + j, .to = sink, .upper = p->most[j] - p->least[j]};
    }
    return FCAP_OK;
}

fcap_status fcap_galaxy_solve(fcap_run *run, galaxy *g) {
    flow_problem const problem = {g->rows + g->seats + 1, g->n_arcs, g->arc, g->supply};
    return fcap_mincost_solve(run, &problem, g->flow, g->price);
}
