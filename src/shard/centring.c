/* centring.c - see centring.h. */
#include "shard/centring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CANDIDATES = 8,   /* of a cluster, besides its medoid */
    MEDIAN_STEPS = 12 /* of Weiszfeld's method */
};

static fcap_status out_of_memory(fcap_run *run, int32_t k) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for k = %d", (int)k);
}

static int is_own(const cloud *c, int64_t row) {
    return row >= c->first && row < c->first + c->n;
}

/* ---------------------------------------------------------------- medoids at home */

typedef struct homing {
    const cloud *c;
    const standing *at;
    int32_t i; /* the cluster that somebody leaves, */
    int32_t h; /* and where to */
    int group;
    double least;
    int64_t row;
} homing;

static fcap_status find_leaver(void *context, const points *p, int64_t at, int64_t from,
                               int64_t n) {
    homing *const w = context;
    for (int64_t r = 0; r < n; r++) {
        int64_t const j = from + r;
        if (w->c->label[j] == w->i && w->c->group[j] == w->group) {
            double const more = fcap_points_distance_to(p, at + r, &w->at->centre, w->h) -
                                fcap_points_distance_to(p, at + r, &w->at->centre, w->i);
            if (more < w->least) {
                w->least = more;
                w->row = w->c->first + j;
            }
        }
    }
    return FCAP_OK;
}

fcap_status fcap_bring_home(fcap_run *run, fcap_comm *comm, cloud *c, const standing *at,
                            int *moved) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t *const where = arena_array(&run->mem, int64_t, 2 * (int64_t)at->k);
    fcap_status status = where != NULL ? FCAP_OK : out_of_memory(run, at->k);
    AGREE(run, comm, status);
    for (int32_t i = 0; i < at->k; i++) {
        if (is_own(c, at->medoid[i])) {
            where[2 * i] = c->label[at->medoid[i] - c->first];
            where[2 * i + 1] = c->group[at->medoid[i] - c->first];
        }
    }
    fcap_comm_sum(comm, where, 2 * (int64_t)at->k);
    *moved = 0;
    for (int32_t i = 0; i < at->k; i++) {
        int32_t const h = (int32_t)where[2 * i];
        if (h == i) {
            continue;
        }
        homing w = {c, at, i, h, (int)where[2 * i + 1], INFINITY, INT32_MAX};
        AGREE(run, comm, fcap_cloud_visit(run, c, find_leaver, &w));
        fcap_comm_least(comm, &w.least, &w.row);
        if (!(w.least < INFINITY)) {
            continue; /* nobody there: sizes forbid that */
        }
        *moved = 1;
        if (is_own(c, w.row)) {
            c->label[w.row - c->first] = h;
        }
        if (is_own(c, at->medoid[i])) {
            c->label[at->medoid[i] - c->first] = i;
        }
        for (int32_t x = 0; x < at->k; x++) { /* who left may be a medoid, not at home either */
            where[2 * x] = at->medoid[x] == w.row ? h : where[2 * x];
        }
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* ---------------------------------------------------------------- costs */

typedef struct costing {
    const cloud *c;
    const points *centre; /* `each` for every cluster, one after another */
    int32_t each;
    fixed *sum; /* of each */
} costing;

static fcap_status add_costs(void *context, const points *p, int64_t at, int64_t from,
                             int64_t n) {
    costing *const w = context;
    for (int64_t r = 0; r < n; r++) {
        int64_t const first = (int64_t)w->c->label[from + r] * w->each;
        for (int64_t x = first; x < first + w->each; x++) {
            fixed_add(&w->sum[x], fcap_points_distance_to(p, at + r, w->centre, x));
        }
    }
    return FCAP_OK;
}

static fcap_status sum_costs(fcap_run *run, fcap_comm *comm, const cloud *c,
                             const points *centre, int32_t each, fixed **sum) {
    *sum = arena_array(&run->mem, fixed, centre->n);
    costing w = {c, centre, each, *sum};
    fcap_status status = *sum == NULL ? out_of_memory(run, (int32_t)centre->n)
                                      : fcap_cloud_visit(run, c, add_costs, &w);
    AGREE(run, comm, status);
    fcap_comm_sum(comm, (int64_t *)(void *)*sum, FIXED_PARTS * centre->n);
    return FCAP_OK;
}

static double total_of(const fixed *sum, int64_t n) {
    fixed all = {0};
    for (int64_t i = 0; i < n; i++) {
        fixed_join(&all, fixed_normal(sum[i]));
    }
    return fixed_value(all);
}

fcap_status fcap_cost(fcap_run *run, fcap_comm *comm, const cloud *c, standing *io) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    fixed *sum = NULL;
    TRY(sum_costs(run, comm, c, &io->centre, 1, &sum));
    io->cost = total_of(sum, io->k);
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* ---------------------------------------------------------------- medians of the sample */

/* The cluster of least priced distance. */
static int32_t cheapest(const collected *sample, int64_t j, const standing *at) {
    int32_t best = 0;
    double least = INFINITY;
    const double *const price = at->price + (int64_t)sample->group[j] * at->k;
    for (int32_t i = 0; i < at->k; i++) {
        double const e = fcap_points_distance_to(&sample->p, j, &at->centre, i) + price[i];
        best = e < least ? i : best;
        least = e < least ? e : least;
    }
    return best;
}

/* Weiszfeld's method: means weighted by 1 / distance, from the medoids on. A distance of 0 is
 * taken for a thousandth of the diameter. */
static fcap_status find_medians(fcap_run *run, const collected *sample, const schema *s,
                                const standing *at, points *median) {
    int32_t const d = s->d;
    int32_t *const label = arena_array(&run->mem, int32_t, sample->n + 1);
    double *const sum = arena_array(&run->mem, double, (int64_t)at->k *d);
    double *const weight = arena_array(&run->mem, double, at->k);
    double *const x = arena_array(&run->mem, double, d);
    if (label == NULL || sum == NULL || weight == NULL || x == NULL) {
        return out_of_memory(run, at->k);
    }
    memcpy(median->x, at->centre.x, (size_t)(at->centre.stride * d) * sizeof *median->x);
    for (int64_t j = 0; j < sample->n; j++) {
        label[j] = cheapest(sample, j, at);
    }
    for (int turn = 0; turn < MEDIAN_STEPS; turn++) {
        memset(sum, 0, (size_t)at->k * (size_t)d * sizeof *sum);
        memset(weight, 0, (size_t)at->k * sizeof *weight);
        for (int64_t j = 0; j < sample->n; j++) {
            double const far = fcap_points_distance_to(&sample->p, j, median, label[j]);
            double const least = 1e-3 * s->diameter;
            double const w = 1 / (far > least ? far : least);
            fcap_cloud_get(&sample->p, j, x);
            weight[label[j]] += w;
            for (int32_t a = 0; a < d; a++) {
                sum[(int64_t)label[j] * d + a] += w * x[a];
            }
        }
        for (int32_t i = 0; i < at->k; i++) {
            for (int32_t a = 0; weight[i] > 0 && a < d; a++) {
                x[a] = sum[(int64_t)i * d + a] / weight[i];
            }
            if (weight[i] > 0) {
                fcap_cloud_put(median, i, x);
            }
        }
    }
    return FCAP_OK;
}

/* ---------------------------------------------------------------- candidates */

typedef struct candidate {
    double far;  /* from the median */
    int64_t row; /* -1: none */
} candidate;

static int is_nearer(candidate a, candidate b) {
    return b.row < 0 || a.far < b.far || (a.far == b.far && a.row < b.row);
}

/* Among the CANDIDATES nearest of a cluster; returns the place taken, or -1. */
static int32_t insert(candidate *list, double *x, int32_t d, candidate one, const double *of) {
    if (!is_nearer(one, list[CANDIDATES - 1])) {
        return -1;
    }
    int32_t at = CANDIDATES - 1;
    for (; at > 0 && is_nearer(one, list[at - 1]); at--) {
        list[at] = list[at - 1];
        memcpy(x + (int64_t)at * d, x + (int64_t)(at - 1) * d, (size_t)d * sizeof *x);
    }
    list[at] = one;
    memcpy(x + (int64_t)at * d, of, (size_t)d * sizeof *x);
    return at;
}

typedef struct seeking {
    const cloud *c;
    const points *median;
    candidate *list; /* CANDIDATES of every cluster */
    double *x;
    double *own; /* d */
} seeking;

static fcap_status seek(void *context, const points *p, int64_t at, int64_t from, int64_t n) {
    seeking *const w = context;
    int32_t const d = w->c->d;
    for (int64_t r = 0; r < n; r++) {
        int64_t const i = w->c->label[from + r];
        candidate const one = {fcap_points_distance_to(p, at + r, w->median, i),
                               w->c->first + from + r};
        if (is_nearer(one, w->list[i * CANDIDATES + CANDIDATES - 1])) {
            fcap_cloud_get(p, at + r, w->own);
            insert(w->list + i * CANDIDATES, w->x + i * CANDIDATES * d, d, one, w->own);
        }
    }
    return FCAP_OK;
}

static fcap_status open_seeking(fcap_run *run, const cloud *c, int32_t k, seeking *w) {
    int64_t const n = (int64_t)k * CANDIDATES;
    w->list = arena_array(&run->mem, candidate, n);
    w->x = arena_array(&run->mem, double, n * c->d);
    w->own = arena_array(&run->mem, double, c->d);
    if (w->list == NULL || w->x == NULL || w->own == NULL) {
        return out_of_memory(run, k);
    }
    for (int64_t x = 0; x < n; x++) {
        w->list[x].row = -1;
    }
    return FCAP_OK;
}

/* The nearest of all ranks, on all of them. */
static fcap_status join_candidates(fcap_run *run, fcap_comm *comm, int32_t k, seeking *w) {
    int64_t const n = (int64_t)k * CANDIDATES;
    int32_t const d = w->c->d;
    size_t const lists = (size_t)n * sizeof *w->list;
    size_t const rows = (size_t)n * (size_t)d * sizeof *w->x;
    char *all = NULL;
    char *rest = NULL;
    size_t total = 0;
    TRY(fcap_comm_gather(run, comm, w->list, lists, &all, &total));
    TRY(fcap_comm_gather(run, comm, w->x, rows, &rest, &total));
    for (int32_t r = 1; comm->rank == 0 && r < comm->size; r++) {
        const candidate *const list =
            (const candidate *)(const void *)(all + (size_t)r * lists);
        const double *const x = (const double *)(const void *)(rest + (size_t)r * rows);
        for (int64_t one = 0; one < n; one++) {
            int64_t const i = one / CANDIDATES;
            if (list[one].row >= 0) {
                insert(w->list + i * CANDIDATES, w->x + i * CANDIDATES * d, d, list[one],
                       x + one * d);
            }
        }
    }
    fcap_comm_broadcast(comm, w->list, lists);
    fcap_comm_broadcast(comm, w->x, rows);
    return FCAP_OK;
}

/* The cheapest of each cluster's candidates, of which the last is its medoid. */
static void take_best(const seeking *w, const points *tried, const fixed *sum, standing *io,
                      int *changed) {
    int32_t const each = CANDIDATES + 1;
    *changed = 0;
    for (int32_t i = 0; i < io->k; i++) {
        int64_t best = (int64_t)i * each + CANDIDATES;
        for (int32_t x = 0; x < CANDIDATES; x++) {
            int64_t const at = (int64_t)i * each + x;
            if (w->list[i * CANDIDATES + x].row >= 0 && fixed_less(sum[at], sum[best])) {
                best = at;
            }
        }
        int32_t const x = (int32_t)(best % each);
        if (x < CANDIDATES) {
            *changed = 1;
            io->medoid[i] = w->list[i * CANDIDATES + x].row;
            fcap_points_put(&io->centre, i, tried, best);
        }
    }
}

fcap_status fcap_centre(fcap_run *run, fcap_comm *comm, const cloud *c, const collected *sample,
                        standing *io, int *changed) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int32_t const k = io->k;
    int32_t const each = CANDIDATES + 1;
    points median = {0};
    points tried = {0};
    seeking w = {.c = c, .median = &median};
    fcap_status status = fcap_cloud_points(run, c->s, k, &median);
    status =
        status != FCAP_OK ? status : fcap_cloud_points(run, c->s, (int64_t)k * each, &tried);
    status = status != FCAP_OK ? status : open_seeking(run, c, k, &w);
    if (status == FCAP_OK && comm->rank == 0) {
        status = find_medians(run, sample, c->s, io, &median);
    }
    AGREE(run, comm, status);
    fcap_comm_broadcast(comm, median.x, (size_t)(median.stride * c->d) * sizeof *median.x);
    AGREE(run, comm, fcap_cloud_visit(run, c, seek, &w));
    TRY(join_candidates(run, comm, k, &w));
    for (int32_t i = 0; i < k; i++) {
        for (int32_t x = 0; x < CANDIDATES; x++) {
            int64_t const at = (int64_t)i * CANDIDATES + x;
            fcap_cloud_put(&tried, (int64_t)i * each + x, w.x + at * c->d);
        }
        fcap_points_put(&tried, (int64_t)i * each + CANDIDATES, &io->centre, i);
    }
    fixed *sum = NULL;
    TRY(sum_costs(run, comm, c, &tried, each, &sum));
    take_best(&w, &tried, sum, io, changed);
    fcap_arena_restore(&run->mem, mark);
    return fcap_cost(run, comm, c, io);
}
