/* subproblem.c - see subproblem.h. O(n + w log w) for w costs in the windows, else
 * O(n + q log q). */
#include "bound/subproblem.h"

#include "base/vector.h"
#include "bound/sorting.h"

#include <math.h>
#include <string.h>

enum {
    SPARE = 8, /* costs kept in the window on each side of the cut, plus a share */
    SHARE = 16,
    /* units of work: */
    LOOK_WORK = 2,   /* a cost looked at */
    SELECT_WORK = 6, /* the smallest of all found */
    SORT_WORK = 30   /* a cost sorted */
};

static const double FIRST_WIDTH = 1e-3; /* distances are of the order of 1 */
static const double WIDER = 2;
static const double NARROWER = 0.9;

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

void fcap_subproblem_open(const shape *s, subproblem *out) {
    *out = (subproblem){.s = s, .begin = {0, s->total[0], s->n}, .most = {s->most, 0}};
    for (int64_t a = s->least; a <= s->most; a++) {
        out->most[1] = larger(out->most[1], s->high[a - s->least]);
    }
    out->most[0] = larger(out->most[0], 0);
}

fcap_status fcap_subproblem_room(fcap_run *run, const subproblem *p, cost_room *out) {
    int64_t const n = p->s->n;
    out->cost = arena_array(&run->mem, double, n + 3);
    out->sorted = arena_array(&run->mem, double, n + 1);
    out->sum[0] = arena_array(&run->mem, double, p->most[0] + 1);
    out->sum[1] = arena_array(&run->mem, double, p->most[1] + 1);
    if (out->cost == NULL || out->sorted == NULL || out->sum[0] == NULL ||
        out->sum[1] == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for the costs of %lld points", (long long)n);
    }
    return FCAP_OK;
}

/* ---------------------------------------------------------------- the costs of one group */

/* Costs below the window are summed, those in it are listed. */
typedef struct group_costs {
    double low;
    double high;
    int64_t below; /* costs under low */
    double total;  /* their sum */
    double *list;  /* the costs in [low, high), sorted */
    int64_t n;     /* of them */
} group_costs;

/* cost = distance - pi, and the sum and number of those below `low`. The sum has four lanes,
 * so it is the same for vectors of any width. */
WIDE static void subtract(const double *distance, const double *pi, int64_t n, group_costs *g,
                          double *cost) {
    quad_double const edge = {g->low, g->low, g->low, g->low};
    quad_double total = {0};
    quad_int64 below = {0};
    int64_t j = 0;
    for (; j + 4 <= n; j += 4) {
        quad_double const c =
            *(const quad_double *)(distance + j) - *(const quad_double *)(pi + j);
        quad_int64 const less = c < edge;
        *(quad_double *)(cost + j) = c;
        total += (quad_double)((quad_int64)c & less);
        below -= less;
    }
    for (; j < n; j++) {
        cost[j] = distance[j] - pi[j];
        if (cost[j] < g->low) {
            g->total += cost[j];
            g->below++;
        }
    }
    g->total += (total[0] + total[1]) + (total[2] + total[3]);
    g->below += below[0] + below[1] + below[2] + below[3];
}

static int64_t list_window(const double *cost, int64_t n, const group_costs *g, double *list) {
    int64_t m = 0;
    for (int64_t j = 0; j < n; j++) {
        list[m] = cost[j];
        m += (cost[j] >= g->low) & (cost[j] < g->high);
    }
    return m;
}

/* The candidate itself, at `own`, is left out: its cost is not a matter of choice. */
static void look_at(const subproblem *p, const double *distance, const double *pi, int64_t own,
                    cost_room *room, group_costs *g, int32_t id) {
    int64_t const from = p->begin[id];
    int64_t const to = p->begin[id + 1];
    int64_t const first = own >= from && own < to ? own : to;
    g->list = room->sorted + from;
    g->below = 0;
    g->total = 0;
    subtract(distance + from, pi + from, first - from, g, room->cost + from);
    g->n = list_window(room->cost + from, first - from, g, g->list);
    if (first < to) {
        room->cost[own] = distance[own] - pi[own];
        subtract(distance + own + 1, pi + own + 1, to - own - 1, g, room->cost + own + 1);
        g->n += list_window(room->cost + own + 1, to - own - 1, g, g->list + g->n);
    }
    fcap_sort(g->list, g->n);
}

/* The same without a window, from the costs that look_at() has left in the room. */
static void look_at_all(const subproblem *p, int64_t own, cost_room *room, group_costs *g,
                        int32_t id) {
    int64_t const from = p->begin[id];
    int64_t const to = p->begin[id + 1];
    g->low = -INFINITY;
    g->high = INFINITY;
    g->below = 0;
    g->total = 0;
    g->n = 0;
    for (int64_t j = from; j < to; j++) {
        if (j != own) {
            g->list[g->n++] = room->cost[j];
        }
    }
    if (g->n > p->most[id]) {
        fcap_select_smallest(g->list, g->n, p->most[id]);
        g->n = p->most[id];
    }
    fcap_sort(g->list, g->n);
}

/* sum[c] = F(c), or the line under it where the window does not reach. */
static void add_up(const group_costs *g, double *sum, int64_t most) {
    int64_t const below = smaller(g->below, most);
    int64_t const known = smaller(g->below + g->n, most);
    for (int64_t c = 0; c < below; c++) {
        sum[c] = g->total - (double)(g->below - c) * g->low;
    }
    if (g->below > most) {
        sum[most] = g->total - (double)(g->below - most) * g->low;
        return;
    }
    sum[below] = g->total;
    for (int64_t c = below; c < known; c++) {
        sum[c + 1] = sum[c] + g->list[c - below];
    }
    for (int64_t c = known; c < most; c++) {
        sum[c + 1] = sum[c] + g->high;
    }
}

static int is_known(const group_costs *g, int64_t c) {
    return c >= g->below && c <= g->below + g->n;
}

/* How many costs of group 1 are best if nothing else decides: those below 0. */
static int64_t unrestricted(const group_costs *g) {
    if (g->low >= 0 && g->below > 0) {
        return 0; /* on the line of slope low */
    }
    int64_t c = g->below;
    int64_t from = 0;
    int64_t to = g->n;
    while (from < to) {
        int64_t const mid = (from + to) / 2;
        if (g->list[mid] < 0) {
            from = mid + 1;
        } else {
            to = mid;
        }
    }
    c += from;
    return from == g->n && g->high < 0 ? INT64_MAX / 2 : c;
}

/* ---------------------------------------------------------------- the counts */

/* The best allowed counts, of the first a that has them. own is the candidate's group: one of
 * its count is the candidate. */
static void choose_counts(const subproblem *p, const group_costs *g, int32_t own,
                          const cost_room *room, cheapest_set *out) {
    const shape *const s = p->s;
    int64_t const first = own == 0;
    int64_t const second = own == 1;
    int64_t const wish = unrestricted(&g[1]) + second;
    out->value = INFINITY;
    for (int64_t a = larger(s->least, first); a <= s->most; a++) {
        int64_t const low = larger(s->low[a - s->least], second);
        int64_t const high = s->high[a - s->least];
        if (low > high) {
            continue;
        }
        int64_t const b = wish < low ? low : wish > high ? high : wish;
        double const value = room->sum[0][a - first] + room->sum[1][b - second];
        if (value < out->value) {
            out->value = value;
            out->count[0] = a;
            out->count[1] = b;
        }
    }
}

/* A window about the cut, with some costs to spare on both sides. */
static void move_window(const group_costs *g, int64_t count, double cut, int32_t id,
                        cost_window *w) {
    int64_t const spare = SPARE + count / SHARE;
    int64_t const at = count - g->below; /* of the list */
    double const low = at >= spare ? g->list[at - spare] : g->below == 0 ? -INFINITY : g->low;
    double const high = at + spare < g->n ? g->list[at + spare] : g->high;
    w->low[id] = low < cut - w->width ? low : cut - w->width;
    w->high[id] = high > cut + w->width ? high : cut + w->width;
}

multipliers fcap_subproblem_multipliers(const subproblem *p, const double *pi) {
    multipliers m = {pi, {0, 0}};
    for (int32_t g = 0; g < 2; g++) {
        for (int64_t j = p->begin[g]; j < p->begin[g + 1]; j++) {
            m.mean[g] += pi[j];
        }
        m.mean[g] /=
            p->begin[g + 1] > p->begin[g] ? (double)(p->begin[g + 1] - p->begin[g]) : 1;
    }
    return m;
}

void fcap_subproblem_solve(const subproblem *p, const double *distance, const multipliers *at,
                           int64_t own, cost_window *window, cost_room *room,
                           cheapest_set *out) {
    const double *const pi = at->pi;
    int32_t const mine = own >= p->begin[1];
    group_costs g[2];
    if (window->low[0] == 0 && window->high[0] == 0) { /* a start: what is worth taking */
        *window = (cost_window){{-INFINITY, -INFINITY}, {at->mean[0], at->mean[1]}, 0};
    }
    for (int32_t id = 0; id < 2; id++) {
        g[id].low = window->low[id] - at->mean[id];
        g[id].high = window->high[id] - at->mean[id];
        look_at(p, distance, pi, own, room, &g[id], id);
        add_up(&g[id], room->sum[id], p->most[id]);
    }
    choose_counts(p, g, mine, room, out);
    out->work = p->s->n * LOOK_WORK + (g[0].n + g[1].n) * SORT_WORK;
    window->width *= NARROWER;
    if (out->value < INFINITY && (!is_known(&g[0], out->count[0] - (mine == 0)) ||
                                  !is_known(&g[1], out->count[1] - (mine == 1)))) {
        for (int32_t id = 0; id < 2; id++) {
            look_at_all(p, own, room, &g[id], id);
            add_up(&g[id], room->sum[id], p->most[id]);
        }
        choose_counts(p, g, mine, room, out);
        out->work += p->s->n * SELECT_WORK + (g[0].n + g[1].n) * SORT_WORK;
        window->width = window->width * WIDER + FIRST_WIDTH;
    }
    if (out->value == INFINITY) {
        return;
    }
    out->value += distance[own] - pi[own];
    for (int32_t id = 0; id < 2; id++) {
        int64_t const count = out->count[id] - (mine == id);
        out->cut[id] = count == 0            ? -INFINITY
                       : count > g[id].below ? g[id].list[count - g[id].below - 1]
                                             : g[id].low;
        double const cut = count == 0 ? (g[id].n > 0 ? g[id].list[0] : 0) : out->cut[id];
        move_window(&g[id], count, cut, id, window);
        window->low[id] += at->mean[id];
        window->high[id] += at->mean[id];
    }
}

/* ---------------------------------------------------------------- the members */

int64_t fcap_subproblem_members(const subproblem *p, const double *distance, const double *pi,
                                int64_t own, const cheapest_set *set, int32_t *member,
                                double *cost) {
    int64_t n = 0;
    double total = 0;
    for (int32_t id = 0; id < 2; id++) {
        int64_t const from = p->begin[id];
        int64_t const to = p->begin[id + 1];
        double const cut = set->cut[id];
        int64_t equal = set->count[id] - (own >= from && own < to);
        for (int64_t j = from; j < to; j++) {
            equal -= j != own && distance[j] - pi[j] < cut;
        }
        for (int64_t j = from; j < to; j++) {
            double const c = distance[j] - pi[j];
            int const tie = j != own && c == cut && equal > 0;
            equal -= tie;
            if (j == own || c < cut || tie) {
                member[n++] = (int32_t)j;
                total += distance[j];
            }
        }
    }
    *cost = total;
    return n;
}
