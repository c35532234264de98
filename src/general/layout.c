/* layout.c - see layout.h. */
#include "general/layout.h"

#include <math.h>
#include <string.h>

enum {
    ROW_SHARE = 4 /* a whole row of distances where so many times fewer are needed, at most */
};

static fcap_status out_of_memory(fcap_run *run, const task *of) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld items in %d clusters",
                         (long long)of->it.n, (int)of->t.k);
}

double fcap_task_cost(const task *of, double cost) {
    return ldexp(cost, of->by_mean ? 2 * of->p->x_exponent : of->p->exponent);
}

int fcap_merit_less(merit a, merit b) {
    if (a.excess != b.excess) {
        return a.excess < b.excess;
    }
    return a.met != b.met ? a.met < b.met : a.cost < b.cost;
}

fcap_status fcap_layout_open(fcap_run *run, const task *of, layout *out) {
    int64_t const n = of->it.n;
    int32_t const k = of->t.k;
    *out = (layout){.task = of,
                    .n = n,
                    .k = k,
                    .medoid = arena_array(&run->mem, int64_t, k),
                    .pinned = arena_array(&run->mem, int32_t, n),
                    .mean = arena_array(&run->mem, double, of->by_mean ? k * of->p->d : 0),
                    .cost = arena_array(&run->mem, double, n *k),
                    .label = arena_array(&run->mem, int32_t, n),
                    .tally = arena_array(&run->mem, int64_t, k * of->t.n_entries),
                    .excess = arena_array(&run->mem, int64_t, k),
                    .heavy = arena_array(&run->mem, int64_t, k),
                    .spite = 1,
                    .sum = arena_array(&run->mem, int64_t, of->t.n_entries),
                    .changed = arena_array(&run->mem, char, k),
                    .row = arena_array(&run->mem, double, of->p->stride)};
    if (out->medoid == NULL || out->pinned == NULL || out->mean == NULL || out->cost == NULL ||
        out->label == NULL || out->tally == NULL || out->excess == NULL || out->heavy == NULL ||
        out->sum == NULL || out->changed == NULL || out->row == NULL) {
        return out_of_memory(run, of);
    }
    if (of->it.apart.start != NULL) {
        out->enemies = arena_array(&run->mem, int32_t, n * k);
    }
    if (of->it.avoid.start != NULL) {
        out->known = arena_array(&run->mem, int32_t, n * k);
    }
    if ((of->it.apart.start != NULL && out->enemies == NULL) ||
        (of->it.avoid.start != NULL && out->known == NULL)) {
        return out_of_memory(run, of);
    }
    memset(out->pinned, -1, (size_t)n * sizeof *out->pinned);
    for (int32_t i = 0; i < k; i++) {
        out->medoid[i] = -1;
        out->heavy[i] = 1;
    }
    return FCAP_OK;
}

/* ---- centres ---- */

static double square_to_mean(const layout *l, int32_t i, int64_t j) {
    const points *const p = l->task->p;
    const double *const mean = l->mean + (int64_t)i * p->d;
    double sum = 0;
    for (int32_t c = 0; c < p->d; c++) {
        double const t = fcap_points_coordinate(p, j, c) - mean[c];
        sum += t * t;
    }
    return sum;
}

static void fill_column(layout *l, int32_t i) {
    const items *const it = &l->task->it;
    const points *const p = l->task->p;
    int const whole = !l->task->by_mean && it->start[it->n] * ROW_SHARE >= p->n;
    if (whole) {
        fcap_points_distances(p, l->medoid[i], l->row);
    }
    for (int64_t x = 0; x < l->n; x++) {
        double sum = 0;
        for (int64_t at = it->start[x]; at < it->start[x + 1]; at++) {
            int64_t const j = it->member[at];
            sum += l->task->by_mean ? square_to_mean(l, i, j)
                   : whole          ? l->row[j]
                                    : fcap_points_distance(p, l->medoid[i], j);
        }
        l->cost[x * l->k + i] = sum;
        l->far = sum > l->far ? sum : l->far;
    }
}

/* Several medoids may change places one by one: only the own mark is wiped. */
static void pin(layout *l, int32_t i, int64_t point) {
    const int32_t *const item = l->task->it.of_point;
    if (l->medoid[i] >= 0 && l->pinned[item[l->medoid[i]]] == i) {
        l->pinned[item[l->medoid[i]]] = -1;
    }
    l->pinned[item[point]] = i;
}

void fcap_layout_set_medoid(layout *l, int32_t i, int64_t point) {
    const points *const p = l->task->p;
    if (l->task->by_mean) {
        for (int32_t c = 0; c < p->d; c++) {
            l->mean[(int64_t)i * p->d + c] = fcap_points_coordinate(p, point, c);
        }
    } else if (l->medoid[i] == point) {
        return;
    } else {
        pin(l, i, point);
    }
    l->medoid[i] = point;
    fill_column(l, i);
}

void fcap_layout_set_mean(layout *l, int32_t i) {
    fill_column(l, i);
}

int fcap_layout_is_fixed(const layout *l, int64_t item) {
    return l->task->it.home[item] >= 0 || (!l->loose && l->pinned[item] >= 0);
}

/* ---- labels ---- */

static const int64_t *tally_of(const layout *l, int64_t item) {
    const items *const it = &l->task->it;
    return it->tally + (int64_t)it->type[item] * l->task->t.n_entries;
}

int64_t fcap_layout_excess(const layout *l, int32_t i, int64_t with, int64_t without) {
    int64_t *const sum = l->sum;
    int32_t const m = l->task->t.n_entries;
    const int64_t *const now = l->tally + (int64_t)i * m;
    for (int32_t e = 0; e < m; e++) {
        sum[e] = now[e];
    }
    if (with >= 0) {
        const int64_t *const more = tally_of(l, with);
        for (int32_t e = 0; e < m; e++) {
            sum[e] += more[e];
        }
    }
    if (without >= 0) {
        const int64_t *const less = tally_of(l, without);
        for (int32_t e = 0; e < m; e++) {
            sum[e] -= less[e];
        }
    }
    return l->heavy[i] * fcap_tally_excess(&l->task->t, i, sum);
}

static void meet(const pairs *p, int64_t item, int32_t k, int32_t i, int sign, int32_t *table) {
    for (int64_t at = p->start[item]; at < p->start[item + 1]; at++) {
        table[(int64_t)p->with[at] * k + i] += sign * p->weight[at];
    }
}

void fcap_layout_recount(layout *l) {
    int32_t const m = l->task->t.n_entries;
    size_t const table = (size_t)l->n * (size_t)l->k * sizeof(int32_t);
    memset(l->tally, 0, (size_t)l->k * (size_t)m * sizeof *l->tally);
    if (l->enemies != NULL) {
        memset(l->enemies, 0, table);
    }
    if (l->known != NULL) {
        memset(l->known, 0, table);
    }
    for (int64_t x = 0; x < l->n; x++) {
        const int64_t *const own = tally_of(l, x);
        int64_t *const sum = l->tally + (int64_t)l->label[x] * m;
        for (int32_t e = 0; e < m; e++) {
            sum[e] += own[e];
        }
        if (l->enemies != NULL) {
            meet(&l->task->it.apart, x, l->k, l->label[x], 1, l->enemies);
        }
        if (l->known != NULL) {
            meet(&l->task->it.avoid, x, l->k, l->label[x], 1, l->known);
        }
    }
    for (int32_t i = 0; i < l->k; i++) {
        l->excess[i] = fcap_layout_excess(l, i, -1, -1);
        l->changed[i] = 1;
    }
}

void fcap_layout_set_labels(layout *l, const int32_t *label) {
    memcpy(l->label, label, (size_t)l->n * sizeof *label);
    fcap_layout_recount(l);
}

void fcap_layout_move(layout *l, int64_t item, int32_t to) {
    int32_t const m = l->task->t.n_entries;
    int32_t const from = l->label[item];
    const int64_t *const own = tally_of(l, item);
    for (int32_t e = 0; e < m; e++) {
        l->tally[(int64_t)from * m + e] -= own[e];
        l->tally[(int64_t)to * m + e] += own[e];
    }
    l->label[item] = to;
    l->excess[from] = fcap_layout_excess(l, from, -1, -1);
    l->excess[to] = fcap_layout_excess(l, to, -1, -1);
    l->changed[from] = l->changed[to] = 1;
    if (l->enemies != NULL) {
        meet(&l->task->it.apart, item, l->k, from, -1, l->enemies);
        meet(&l->task->it.apart, item, l->k, to, 1, l->enemies);
    }
    if (l->known != NULL) {
        meet(&l->task->it.avoid, item, l->k, from, -1, l->known);
        meet(&l->task->it.avoid, item, l->k, to, 1, l->known);
    }
}

int64_t fcap_layout_pair(const layout *l) {
    return l->spite * l->task->t.unit;
}

merit fcap_layout_merit(const layout *l) {
    merit sum = {0, 0, 0};
    for (int32_t i = 0; i < l->k; i++) {
        sum.excess += l->excess[i];
    }
    int64_t enemies = 0;
    for (int64_t x = 0; x < l->n; x++) {
        int64_t const at = x * l->k + l->label[x];
        sum.cost += l->cost[at];
        enemies += l->enemies == NULL ? 0 : l->enemies[at];
        sum.met += l->known == NULL ? 0 : l->known[at];
    }
    sum.excess += enemies / 2 * fcap_layout_pair(l); /* each pair was seen from both ends */
    sum.met = sum.met / 2 + l->task->it.avoid.inside;
    return sum;
}

/* ---- kept answers ---- */

fcap_status fcap_kept_open(fcap_run *run, const task *of, kept *out) {
    out->label = arena_array(&run->mem, int32_t, of->it.n);
    out->medoid = arena_array(&run->mem, int64_t, of->t.k);
    out->mean = arena_array(&run->mem, double, of->by_mean ? of->t.k * of->p->d : 0);
    out->merit = (merit){INT64_MAX, INT64_MAX, INFINITY};
    return out->label != NULL && out->medoid != NULL && out->mean != NULL
               ? FCAP_OK
               : out_of_memory(run, of);
}

static size_t mean_bytes(const task *of) {
    return of->by_mean ? (size_t)of->t.k * (size_t)of->p->d * sizeof(double) : 0;
}

void fcap_layout_keep(const layout *l, merit worth, kept *to) {
    memcpy(to->label, l->label, (size_t)l->n * sizeof *to->label);
    memcpy(to->medoid, l->medoid, (size_t)l->k * sizeof *to->medoid);
    memcpy(to->mean, l->mean, mean_bytes(l->task));
    to->merit = worth;
}

void fcap_layout_restore(layout *l, const kept *from) {
    if (l->task->by_mean) {
        memcpy(l->medoid, from->medoid, (size_t)l->k * sizeof *l->medoid);
        memcpy(l->mean, from->mean, mean_bytes(l->task));
        for (int32_t i = 0; i < l->k; i++) {
            fill_column(l, i);
        }
    } else {
        for (int32_t i = 0; i < l->k; i++) {
            fcap_layout_set_medoid(l, i, from->medoid[i]);
        }
    }
    fcap_layout_set_labels(l, from->label);
}

void fcap_kept_copy(const task *of, const kept *from, kept *to) {
    memcpy(to->label, from->label, (size_t)of->it.n * sizeof *to->label);
    memcpy(to->medoid, from->medoid, (size_t)of->t.k * sizeof *to->medoid);
    memcpy(to->mean, from->mean, mean_bytes(of));
    to->merit = from->merit;
}
