/* mincost.c - successive shortest paths with prices, from any start ([AMO93] ch. 9).
 *
 * The residual network has two links for each arc, one to add flow and one to take it back;
 * a link has room for more flow or none. Its reduced cost is r = cost + price[tail] -
 * price[head].
 *
 * Invariant: r >= 0 on every link with room. The start is made to fit: an arc with r < 0 gets
 * all the flow it may have, one with r > 0 the least, one with r = 0 keeps what it has. That
 * leaves nodes with excess and nodes with a lack. Each excess is led to the nearest lack along
 * a shortest path in reduced costs, found by Dijkstra's algorithm and stopped there, at length
 * D. Then every node nearer than D gets price += reach - D: the invariant stays, and the links
 * of the path have r = 0, so flow may go along it. When no excess is left the flow is feasible,
 * and the invariant is the proof that it is optimal.
 *
 * Three things make the search short. Nodes at the distance just being settled wait on a stack
 * and not in the heap (taking flow back costs r = 0, so every second step of a path is such);
 * nothing farther than the nearest lack seen so far is put anywhere; and the links without room
 * stand behind the others, so nobody looks at them.
 *
 * Range. Let C be the largest |cost|, P the largest |price| given, N the nodes. A node that
 * lacks flow keeps its price; so after a search that ends at node t the start has price[t] -
 * (cost of a path) >= -P - NC, and any node whose price fell is at the end of a path of r = 0
 * from there: its price is above -P - 2NC. Hence no length exceeds 2P + 5NC < 2^62.
 *
 * O(units * arcs * log nodes) at worst, where units are what the start leaves to be moved; a
 * search looks at few nodes where the network has an idea of distance. Memory: 88 bytes an arc
 * and 56 a node.
 */
#include "flow/mincost.h"

#include <assert.h>
#include <string.h>

#define FAR INT64_MAX

enum {
    NOWHERE = -1,
    HEAP_WAYS = 4
};

typedef struct place {
    int64_t price;
    int64_t reach;  /* length of the shortest path found so far, FAR if none */
    int64_t excess; /* flow that has arrived and not left; negative: what it lacks */
    int32_t by;     /* the link by which the path arrives */
} place;

typedef struct waiting {
    int64_t reach; /* when it was put there; a node found nearer since then waits twice */
    int32_t node;
} waiting;

typedef struct network {
    const flow_problem *p;
    place *node;
    /* Links, sorted by tail; those of node v are first[v] .. first[v + 1] - 1, and those of
     * them that have room come first, up to open[v] - 1. */
    int64_t *first;
    int64_t *open;
    int32_t *head;
    int64_t *cost;
    int64_t *room;
    int32_t *name;  /* 2a for the link that adds flow to arc a, 2a + 1 for the other one */
    int32_t *where; /* of a name: the link */
    /* One search: */
    waiting *heap;
    int64_t in_heap;
    int32_t *stack; /* nodes as far as the one just looked at */
    int64_t in_stack;
    int32_t *touched; /* nodes with a reach */
    int64_t n_touched;
} network;

/* ---- the residual network ---- */

static fcap_status allocate(fcap_run *run, const flow_problem *p, network *w) {
    arena *const mem = &run->mem;
    int64_t const links = 2 * p->n_arcs;
    *w = (network){.p = p,
                   .node = arena_array(mem, place, p->nodes),
                   .first = arena_array(mem, int64_t, (int64_t)p->nodes + 1),
                   .open = arena_array(mem, int64_t, p->nodes),
                   .head = arena_array(mem, int32_t, links),
                   .cost = arena_array(mem, int64_t, links),
                   .room = arena_array(mem, int64_t, links),
                   .name = arena_array(mem, int32_t, links),
                   .where = arena_array(mem, int32_t, links),
                   .heap = arena_array(mem, waiting, links + 1),
                   .stack = arena_array(mem, int32_t, p->nodes),
                   .touched = arena_array(mem, int32_t, p->nodes)};
    if (w->node == NULL || w->first == NULL || w->open == NULL || w->head == NULL ||
        w->cost == NULL || w->room == NULL || w->name == NULL || w->where == NULL ||
        w->heap == NULL || w->stack == NULL || w->touched == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for a flow of %d nodes and %lld arcs",
                             (int)p->nodes, (long long)p->n_arcs);
    }
    return FCAP_OK;
}

static int64_t clamp(int64_t x, int64_t low, int64_t high) {
    return x < low ? low : x > high ? high : x;
}

/* The start as it must be: see the head of this file. */
static int64_t fitting_flow(const flow_arc *a, int64_t flow, const int64_t *price) {
    int64_t const r = a->cost + price[a->from] - price[a->to];
    return r < 0 ? a->upper : r > 0 ? a->lower : clamp(flow, a->lower, a->upper);
}

static int64_t mate_of(const network *w, int64_t link) {
    return w->where[w->name[link] ^ 1];
}

static void exchange_links(network *w, int64_t a, int64_t b) {
    if (a == b) {
        return;
    }
    int32_t const head = w->head[a];
    int64_t const cost = w->cost[a];
    int64_t const room = w->room[a];
    int32_t const name = w->name[a];
    w->head[a] = w->head[b];
    w->cost[a] = w->cost[b];
    w->room[a] = w->room[b];
    w->name[a] = w->name[b];
    w->head[b] = head;
    w->cost[b] = cost;
    w->room[b] = room;
    w->name[b] = name;
    w->where[w->name[a]] = (int32_t)a;
    w->where[name] = (int32_t)b;
}

static void add_link(network *w, int64_t name, int32_t tail, int32_t head, int64_t cost,
                     int64_t room) {
    int64_t const link = w->open[tail]++;
    w->head[link] = head;
    w->cost[link] = cost;
    w->room[link] = room;
    w->name[link] = (int32_t)name;
    w->where[name] = (int32_t)link;
}

static void link_nodes(network *w, const int64_t *flow, const int64_t *price) {
    const flow_problem *const p = w->p;
    for (int64_t a = 0; a < p->n_arcs; a++) {
        w->first[p->arc[a].from + 1]++;
        w->first[p->arc[a].to + 1]++;
    }
    for (int32_t v = 0; v < p->nodes; v++) {
        w->open[v] = w->first[v];
        w->first[v + 1] += w->first[v];
        w->node[v] = (place){price[v], FAR, p->supply[v], NOWHERE};
    }
    for (int64_t a = 0; a < p->n_arcs; a++) {
        flow_arc const arc = p->arc[a];
        int64_t const x = fitting_flow(&arc, flow[a], price);
        add_link(w, 2 * a, arc.from, arc.to, arc.cost, arc.upper - x);
        add_link(w, 2 * a + 1, arc.to, arc.from, -arc.cost, x - arc.lower);
        w->node[arc.from].excess -= x;
        w->node[arc.to].excess += x;
    }
    for (int32_t v = 0; v < p->nodes; v++) {
        w->open[v] = w->first[v];
        for (int64_t link = w->first[v]; link < w->first[v + 1]; link++) {
            if (w->room[link] > 0) {
                exchange_links(w, link, w->open[v]++);
            }
        }
    }
}

/* Changes the room of a link out of v, and its place if it opens or closes. */
static void change_room(network *w, int32_t v, int64_t link, int64_t by) {
    int const was_open = w->room[link] > 0;
    w->room[link] += by;
    if (was_open && w->room[link] == 0) {
        exchange_links(w, link, --w->open[v]);
    } else if (!was_open && w->room[link] > 0) {
        exchange_links(w, link, w->open[v]++);
    }
}

/* ---- one shortest path ---- */

static void put_in_heap(network *w, int64_t reach, int32_t node) {
    int64_t hole = w->in_heap++;
    while (hole > 0) {
        int64_t const parent = (hole - 1) / HEAP_WAYS;
        if (w->heap[parent].reach <= reach) {
            break;
        }
        w->heap[hole] = w->heap[parent];
        hole = parent;
    }
    w->heap[hole] = (waiting){reach, node};
}

static waiting take_from_heap(network *w) {
    waiting const top = w->heap[0];
    waiting const last = w->heap[--w->in_heap];
    int64_t hole = 0;
    for (;;) {
        int64_t const child = hole * HEAP_WAYS + 1;
        int64_t const end = child + HEAP_WAYS < w->in_heap ? child + HEAP_WAYS : w->in_heap;
        int64_t least = child;
        for (int64_t c = child + 1; c < end; c++) {
            least = w->heap[c].reach < w->heap[least].reach ? c : least;
        }
        if (child >= w->in_heap || w->heap[least].reach >= last.reach) {
            break;
        }
        w->heap[hole] = w->heap[least];
        hole = least;
    }
    w->heap[hole] = last;
    return top;
}

static int32_t next_nearest(network *w) {
    if (w->in_stack > 0) {
        return w->stack[--w->in_stack];
    }
    while (w->in_heap > 0) {
        waiting const x = take_from_heap(w);
        if (x.reach == w->node[x.node].reach) { /* else it was found nearer and is done */
            return x.node;
        }
    }
    return NOWHERE;
}

/* Follows the links out of u. lack is the nearest node found that lacks flow, or NOWHERE, and
 * length the path to it, or FAR. */
static void look_around(network *w, int32_t u, int32_t *lack, int64_t *length) {
    int64_t const reach = w->node[u].reach;
    int64_t const start = reach + w->node[u].price;
    for (int64_t link = w->first[u]; link < w->open[u]; link++) {
        int32_t const v = w->head[link];
        place *const to = &w->node[v];
        int64_t const d = start + w->cost[link] - to->price;
        if (d >= to->reach || d >= *length) {
            continue;
        }
        if (to->reach == FAR) {
            w->touched[w->n_touched++] = v;
        }
        to->reach = d;
        to->by = (int32_t)link;
        if (to->excess < 0) {
            *lack = v;
            *length = d;
        } else if (d == reach) {
            w->stack[w->in_stack++] = v;
        } else {
            put_in_heap(w, d, v);
        }
    }
}

/* Dijkstra from a node with excess to the nearest one that lacks, which is returned; NOWHERE
 * when none can be reached. Prices are updated. */
static int32_t nearest_lack(network *w, int32_t source) {
    int32_t lack = NOWHERE;
    int64_t length = FAR;
    w->node[source].reach = 0;
    w->touched[w->n_touched++] = source;
    w->stack[w->in_stack++] = source;
    for (;;) {
        int32_t const u = next_nearest(w);
        if (u == NOWHERE || w->node[u].reach >= length) {
            break;
        }
        look_around(w, u, &lack, &length);
    }
    for (int64_t i = 0; i < w->n_touched; i++) {
        place *const v = &w->node[w->touched[i]];
        v->price += lack != NOWHERE && v->reach < length ? v->reach - length : 0;
        v->reach = FAR;
    }
    w->n_touched = 0;
    w->in_stack = 0;
    w->in_heap = 0;
    return lack;
}

static int32_t tail_of(const network *w, int64_t link) {
    return w->head[mate_of(w, link)];
}

/* Back along the path. A link of it stays where it is until its own turn: before that only
 * links out of nodes further on have moved. */
static void move_flow(network *w, int32_t source, int32_t lack) {
    int64_t units = w->node[source].excess;
    units = -w->node[lack].excess < units ? -w->node[lack].excess : units;
    for (int32_t v = lack; v != source; v = tail_of(w, w->node[v].by)) {
        int64_t const room = w->room[w->node[v].by];
        units = room < units ? room : units;
    }
    for (int32_t v = lack; v != source;) {
        int64_t const link = w->node[v].by;
        int64_t const mate = mate_of(w, link);
        int32_t const u = w->head[mate];
        change_room(w, v, mate, units);
        change_room(w, u, link, -units);
        v = u;
    }
    w->node[source].excess -= units;
    w->node[lack].excess += units;
}

/* ---- all of them ---- */

static fcap_status clear_excess(fcap_run *run, network *w, int32_t source) {
    while (w->node[source].excess > 0) {
        int32_t const lack = nearest_lack(w, source);
        if (lack == NOWHERE) {
            return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                                 "%lld units of flow cannot be led from node %d to where they "
                                 "are needed",
                                 (long long)w->node[source].excess, (int)source);
        }
        move_flow(w, source, lack);
        if (fcap_run_should_stop(run, "flow", source, w->p->nodes)) {
            return fcap_run_fail(run, FCAP_E_CANCELLED,
                                 "stopped while looking for a flow of %d nodes",
                                 (int)w->p->nodes);
        }
    }
    return FCAP_OK;
}

#ifndef NDEBUG
static int64_t magnitude(int64_t x) {
    return x < 0 ? -x : x;
}

static int within_range(const flow_problem *p, const int64_t *price) {
    int64_t units = 0;
    int64_t sum = 0;
    int fits = p->n_arcs < (INT64_C(1) << 30) && p->nodes < INT32_MAX;
    for (int32_t v = 0; v < p->nodes; v++) {
        fits = fits && magnitude(price[v]) <= FLOW_PRICE_MOST;
        fits = fits && magnitude(p->supply[v]) <= FLOW_UNITS_MOST - units;
        units += fits ? magnitude(p->supply[v]) : 0;
        sum += fits ? p->supply[v] : 0;
    }
    for (int64_t i = 0; i < p->n_arcs; i++) {
        flow_arc const *const a = &p->arc[i];
        fits = fits && a->from >= 0 && a->from < p->nodes && a->to >= 0 && a->to < p->nodes;
        fits = fits && a->lower <= a->upper;
        fits = fits && magnitude(a->cost) <= FLOW_COST_MOST / ((int64_t)p->nodes + 1);
        fits = fits && magnitude(a->lower) <= FLOW_UNITS_MOST - units;
        units += fits ? magnitude(a->lower) : 0;
        fits = fits && magnitude(a->upper) <= FLOW_UNITS_MOST - units;
        units += fits ? magnitude(a->upper) : 0;
    }
    return fits && sum == 0;
}
#endif

fcap_status fcap_mincost_solve(fcap_run *run, const flow_problem *p, int64_t *flow,
                               int64_t *price) {
    assert(within_range(p, price));
    arena_mark const mark = fcap_arena_save(&run->mem);
    network w;
    TRY(allocate(run, p, &w));
    link_nodes(&w, flow, price);
    for (int32_t v = 0; v < p->nodes; v++) {
        TRY(clear_excess(run, &w, v));
    }
    for (int64_t a = 0; a < p->n_arcs; a++) {
        flow[a] = p->arc[a].upper - w.room[w.where[2 * a]];
    }
    for (int32_t v = 0; v < p->nodes; v++) {
        price[v] = w.node[v].price;
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
