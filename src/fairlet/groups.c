/* groups.c - groups of neighbours, greedily, then by exchanges.
 *
 *     minimise  sum over groups of the distances within
 *
 * The first point left takes its f - 1 nearest. Then, for each point x and each of its nearest
 * neighbours in another group, x changes places with that member of the other group for which
 * the distances within both fall most, until nothing improves. No guarantee: for f >= 3 the
 * problem is hard. O(n^2 d) for the neighbours, O(n f^2) a pass.
 */
#include "fairlet/groups.h"

#include "data/near_order.h"

#include <string.h>

enum {
    NEIGHBOURS = 8,
    PASSES_MOST = 20
};

#define WORK_MOST 1e8 /* distances in a pass; beyond, groups stay as they are */

typedef struct grouping {
    points p; /* the points to group */
    int64_t f;
    int64_t *start;
    int64_t *member; /* numbers within p */
    int64_t n_groups;
    int64_t *group; /* of a point */
    double *row;
    int64_t *near; /* n * NEIGHBOURS */
} grouping;

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for groups of %lld points",
                         (long long)n);
}

static void take_nearest(grouping *g) {
    int64_t at = 0;
    for (int64_t first = 0; first < g->p.n; first++) {
        if (g->group[first] >= 0) {
            continue;
        }
        fcap_points_distances(&g->p, first, g->row);
        g->start[g->n_groups] = at;
        for (int64_t next = first; next >= 0 && at - g->start[g->n_groups] < g->f;) {
            g->group[next] = g->n_groups;
            g->member[at++] = next;
            next = -1;
            for (int64_t i = first + 1; i < g->p.n; i++) {
                if (g->group[i] < 0 && (next < 0 || g->row[i] < g->row[next])) {
                    next = i;
                }
            }
        }
        g->n_groups++;
    }
    g->start[g->n_groups] = at;
}

static void find_neighbours(grouping *g) {
    for (int64_t x = 0; x < g->p.n; x++) {
        int64_t *const near = g->near + x * NEIGHBOURS;
        int32_t have = 0;
        fcap_points_distances(&g->p, x, g->row);
        for (int64_t i = 0; i < g->p.n; i++) {
            if (i == x || (have == NEIGHBOURS && g->row[i] >= g->row[near[NEIGHBOURS - 1]])) {
                continue;
            }
            int32_t place = have < NEIGHBOURS ? have++ : NEIGHBOURS - 1;
            for (; place > 0 && g->row[near[place - 1]] > g->row[i]; place--) {
                near[place] = near[place - 1];
            }
            near[place] = i;
        }
        for (; have < NEIGHBOURS; have++) {
            near[have] = x; /* too few points: itself, which is in no other group */
        }
    }
}

static double sum_to(const grouping *g, int64_t x, int64_t group) {
    double sum = 0;
    for (int64_t at = g->start[group]; at < g->start[group + 1]; at++) {
        sum += fcap_points_distance(&g->p, x, g->member[at]);
    }
    return sum;
}

/* Exchanges x for the member of group b that saves most; 0 when none saves anything. */
static int exchange(grouping *g, int64_t x, int64_t b) {
    int64_t const a = g->group[x];
    double const x_here = sum_to(g, x, a);
    double const x_there = sum_to(g, x, b);
    double best = 1e-9 * (x_here + x_there);
    int64_t best_at = -1;
    for (int64_t at = g->start[b]; at < g->start[b + 1]; at++) {
        int64_t const z = g->member[at];
        double const between = fcap_points_distance(&g->p, x, z);
        double const saved =
            x_here + sum_to(g, z, b) - (x_there - between) - (sum_to(g, z, a) - between);
        if (saved > best) {
            best = saved;
            best_at = at;
        }
    }
    if (best_at < 0) {
        return 0;
    }
    int64_t const z = g->member[best_at];
    for (int64_t at = g->start[a]; at < g->start[a + 1]; at++) {
        g->member[at] = g->member[at] == x ? z : g->member[at];
    }
    g->member[best_at] = x;
    g->group[x] = b;
    g->group[z] = a;
    return 1;
}

static void improve(fcap_run *run, grouping *g) {
    int improved = 1;
    for (int pass = 0; improved && pass < PASSES_MOST; pass++) {
        improved = 0;
        for (int64_t x = 0; x < g->p.n; x++) {
            for (int i = 0; i < NEIGHBOURS; i++) {
                int64_t const b = g->group[g->near[x * NEIGHBOURS + i]];
                improved |= b != g->group[x] && exchange(g, x, b);
            }
            if (fcap_run_should_stop(run, "fairlet groups", x, g->p.n)) {
                return;
            }
        }
    }
}

fcap_status fcap_fairlet_groups(fcap_run *run, const points *p, const int64_t *index, int64_t n,
                                int64_t f, int64_t *start, int64_t *member, int64_t *n_groups) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    grouping g = {.f = f, .start = start, .member = member};
    TRY(fcap_points_subset(run, p, index, n, &g.p));
    g.group = arena_array(&run->mem, int64_t, n);
    g.row = arena_array(&run->mem, double, g.p.stride);
    g.near = arena_array(&run->mem, int64_t, n * NEIGHBOURS);
    if (g.group == NULL || g.row == NULL || g.near == NULL) {
        return out_of_memory(run, n);
    }
    memset(g.group, -1, (size_t)n * sizeof *g.group);
    take_nearest(&g);
    if ((double)n * NEIGHBOURS * (double)f * (double)f <= WORK_MOST) {
        find_neighbours(&g);
        improve(run, &g);
    }
    for (int64_t i = 0; i < n; i++) {
        member[i] = index[member[i]];
    }
    *n_groups = g.n_groups;
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

fcap_status fcap_fairlet_groups_fast(fcap_run *run, const points *p, const int64_t *index,
                                     int64_t n, int64_t f, int64_t *start, int64_t *member,
                                     int64_t *n_groups) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    points some;
    TRY(fcap_points_subset(run, p, index, n, &some));
    TRY(fcap_points_near_order(run, &some, member));
    for (int64_t i = 0; i < n; i++) {
        member[i] = index[member[i]];
    }
    *n_groups = 0;
    for (int64_t at = 0; at < n; at = start[*n_groups]) {
        start[++*n_groups] = at + f < n ? at + f : n;
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
