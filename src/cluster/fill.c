/* fill.c - sequential knapsacks, and judging exchanges of a medoid without redoing all of them.
 *
 * Medoid 1 takes the bundles of most value that fit into q, medoid 2 does so with what is left,
 * and so on ([LQ21] Algorithm 2, ClusterAssignment). A medoid's own bundle is in its cluster
 * from the start: the paper does not say so, but otherwise an earlier medoid may take it, and a
 * cluster may stay empty (with slack 1.2 the first 17 of 20 take everything).
 *
 * A knapsack leaves room for no bundle that is still there, so bundles that are left over in
 * the end fit nowhere. They count with the farthest medoid, so that the search avoids them.
 *
 * Exchanging medoid c for o changes nothing for the medoids before c, unless one of them had
 * taken o, or would now take the bundle that is no longer a medoid. So a trial starts at the
 * first medoid e concerned, and what comes is bounded from below by
 *
 *     cost of the medoids before e + sum over bundles left of the least spread among e.. and o,
 *
 * where the spread of a bundle is the sum of distances of its points to a medoid. The same
 * bound is taken again when 8, 4, 2 and 1 medoids are to come. It knows no capacity, so where
 * capacities are tight most exchanges end only at these last ones.
 */
#include "cluster/fill.h"

#include "base/parallel.h"
#include "base/vector.h"

#include <math.h>
#include <string.h>

enum {
    VIEWS_MOST =
        6000, /* bundles for which all views are kept: 12 bytes each, squared (432 MB) */
    LOOK_CHUNK = 16,
    LOOKS_AT_ONCE = 512, /* between looks at the clock */
    SUM_LANES = 8,
    ORDERS_MOST = 1 << 24 /* numbers in the shortened orders (64 MB); beyond, whole ones do */
};

#define FAR_AWAY 3e38f
#define ROUNDING 1e-5 /* above the relative error of 64 additions in single precision */

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld fairlets",
                         (long long)n);
}

/* ---- views ---- */

static void look(const fill *f, int64_t bundle, fill_view view, fill_room *room,
                 int with_order) {
    int64_t const n = f->b->n;
    fcap_points_rows(f->p, &f->b->centre[bundle], 1, room->to_points);
    for (int64_t j = 0; j < n; j++) {
        double sum = 0;
        for (int64_t at = f->b->start[j]; at < f->b->start[j + 1]; at++) {
            sum += (double)room->to_points[f->b->member[at]];
        }
        view.spread[j] = (float)sum;
        view.distance[j] = room->to_points[f->b->centre[j]];
    }
    if (with_order) {
        fcap_knapsack_order(&f->sack, view.distance, room->keys, view.order);
    }
}

static fill_view row_of(const fill_view *all, int64_t i, int64_t n) {
    return (fill_view){all->distance + i * n, all->spread + i * n, all->order + i * n};
}

fill_view fcap_fill_look(const fill *f, int64_t bundle, fill_room *room, int with_order) {
    if (f->all.distance != NULL) {
        return row_of(&f->all, bundle, f->b->n);
    }
    look(f, bundle, room->own, room, with_order);
    return room->own;
}

static fcap_status view_open(fcap_run *run, int64_t cells, fill_view *out) {
    *out =
        (fill_view){arena_array(&run->mem, float, cells), arena_array(&run->mem, float, cells),
                    arena_array(&run->mem, int32_t, cells)};
    return out->distance == NULL || out->spread == NULL || out->order == NULL
               ? out_of_memory(run, cells)
               : FCAP_OK;
}

typedef struct looking {
    const fill *f;
    fill_view all;
    fill_room *room; /* per thread */
    int64_t first;   /* bundle number 0 of this round */
} looking;

static void look_at_chunk(void *context, int64_t from, int64_t to, int32_t thread) {
    const looking *const l = context;
    for (int64_t i = l->first + from; i < l->first + to; i++) {
        look(l->f, i, row_of(&l->all, i, l->f->b->n), &l->room[thread], 1);
    }
}

fcap_status fcap_fill_open(fcap_run *run, const points *p, const bundles *b, int64_t capacity,
                           double lambda, fill *out) {
    *out = (fill){
        .p = p, .b = b, .capacity = capacity, .weight = arena_array(&run->mem, int64_t, b->n)};
    if (out->weight == NULL) {
        return out_of_memory(run, b->n);
    }
    for (int64_t i = 0; i < b->n; i++) {
        out->weight[i] = b->start[i + 1] - b->start[i];
    }
    TRY(fcap_knapsack_open(run, out->weight, b->n, lambda, capacity, &out->sack));
    if (b->n > VIEWS_MOST) {
        return FCAP_OK;
    }
    looking l = {.f = out, .room = arena_array(&run->mem, fill_room, run->threads)};
    TRY(view_open(run, b->n * b->n, &l.all));
    if (l.room == NULL) {
        return out_of_memory(run, b->n);
    }
    for (int32_t t = 0; t < run->threads; t++) {
        TRY(fcap_fill_room_open(run, out, &l.room[t]));
    }
    for (l.first = 0; l.first < b->n; l.first += LOOKS_AT_ONCE) {
        int64_t const left = b->n - l.first;
        fcap_parallel_for(run->threads, left < LOOKS_AT_ONCE ? left : LOOKS_AT_ONCE, LOOK_CHUNK,
                          look_at_chunk, &l);
        if (fcap_run_should_stop(run, "distances", l.first, b->n)) {
            return fcap_run_fail(run, FCAP_E_CANCELLED,
                                 "stopped after the distances of %lld fairlets",
                                 (long long)l.first);
        }
    }
    out->all = l.all;
    return FCAP_OK;
}

fcap_status fcap_fill_room_open(fcap_run *run, const fill *f, fill_room *out) {
    int64_t const n = f->b->n;
    *out = (fill_room){.to_points = arena_array(&run->mem, float, f->p->stride),
                       .keys = arena_array(&run->mem, knapsack_key, n),
                       .gone = arena_array(&run->mem, char, n),
                       .there = arena_array(&run->mem, float, n),
                       .left = arena_array(&run->mem, int64_t, f->sack.n_classes),
                       .chosen = arena_array(&run->mem, int32_t, n)};
    if (out->to_points == NULL || out->keys == NULL || out->gone == NULL ||
        out->there == NULL || out->left == NULL || out->chosen == NULL) {
        return out_of_memory(run, n);
    }
    TRY(view_open(run, f->b->n > VIEWS_MOST ? n : 0, &out->own));
    return fcap_knapsack_room(run, &f->sack, &out->sack);
}

fcap_status fcap_filled_open(fcap_run *run, const fill *f, int32_t k, filled *out) {
    arena *const mem = &run->mem;
    int64_t const n = f->b->n;
    int64_t const table = ((int64_t)k + 1) * n;
    *out = (filled){.k = k,
                    .medoid = arena_array(mem, int32_t, k),
                    .view = arena_array(mem, fill_view, k),
                    .place = arena_array(mem, int32_t, n),
                    .gone_at = arena_array(mem, char, table),
                    .there_at = arena_array(mem, float, table),
                    .left_at = arena_array(mem, int64_t, (int64_t)k * f->sack.n_classes),
                    .cost_at = arena_array(mem, double, (int64_t)k + 1),
                    .own_after = arena_array(mem, double, (int64_t)k + 1),
                    .rest = arena_array(mem, float, table),
                    .tempted = arena_array(mem, int32_t, k)};
    if (out->medoid == NULL || out->view == NULL || out->place == NULL ||
        out->gone_at == NULL || out->there_at == NULL || out->left_at == NULL ||
        out->cost_at == NULL || out->own_after == NULL || out->rest == NULL ||
        out->tempted == NULL) {
        return out_of_memory(run, n);
    }
    for (int32_t c = 0; c < k && n > VIEWS_MOST; c++) {
        TRY(view_open(run, n, &out->view[c]));
    }
    int64_t const shorter = (int64_t)k * (k + 1) / 2 * n + 1;
    if (shorter > ORDERS_MOST) {
        return FCAP_OK;
    }
    out->orders = arena_array(mem, int32_t, shorter);
    out->orders_at = arena_array(mem, int64_t, k);
    out->lengths = arena_array(mem, int64_t, k);
    return out->orders == NULL || out->orders_at == NULL || out->lengths == NULL
               ? out_of_memory(run, n)
               : FCAP_OK;
}

/* ---- filling ---- */

/* Counts the bundles of each class that are not gone. */
static void count_left(const fill *f, const char *gone, int64_t *left) {
    memset(left, 0, (size_t)f->sack.n_classes * sizeof *left);
    for (int64_t j = 0; j < f->b->n; j++) {
        left[f->sack.class_of[j]] += !gone[j];
    }
}

/* What the medoid takes of the bundles that are not gone; they are, afterwards. */
static int64_t take(const fill *f, const fill_view *view, const int32_t *order, int32_t medoid,
                    char *gone, fill_room *room, double *cost) {
    int64_t const left = f->capacity - f->weight[medoid];
    knapsack_offer const offer = {view->distance, order, gone, room->left, left > 0 ? left : 0};
    int64_t const n = fcap_knapsack_choose(&f->sack, &offer, &room->sack, room->chosen);
    *cost = (double)view->spread[medoid];
    for (int64_t i = 0; i < n; i++) {
        int32_t const j = room->chosen[i];
        *cost += (double)view->spread[j];
        gone[j] = 1;
    }
    if (f->sack.n_classes == 1) {
        room->left[0] -= n;
    } else {
        for (int64_t i = 0; i < n; i++) {
            room->left[f->sack.class_of[room->chosen[i]]]--;
        }
    }
    return n;
}

/* A bundle that nobody took counts with the farthest medoid; `other` stands in for medoid c. */
static double cost_of_left_over(const filled *s, int64_t j, int32_t c, const fill_view *other) {
    float farthest = 0;
    for (int32_t i = 0; i < s->k; i++) {
        float const d = (i == c ? other : &s->view[i])->spread[j];
        farthest = d > farthest ? d : farthest;
    }
    return (double)farthest;
}

/* Would an earlier medoid take this one's bundle, if it were no medoid? */
static int32_t first_tempted(const fill *f, const filled *s, int32_t c, fill_room *room) {
    int64_t const n = f->b->n;
    for (int32_t e = 0; e < c; e++) {
        memcpy(room->gone, s->gone_at + (int64_t)e * n, (size_t)n);
        room->gone[s->medoid[c]] = 0;
        count_left(f, room->gone, room->left);
        double unused;
        take(f, &s->view[e], s->view[e].order, s->medoid[e], room->gone, room, &unused);
        if (room->gone[s->medoid[c]]) {
            return e;
        }
    }
    return c;
}

WIDE static void mark_what_is_there(const char *restrict gone, float *restrict there,
                                    int64_t n) {
    for (int64_t j = 0; j < n; j++) {
        there[j] = (float)(1 - gone[j]);
    }
}

/* The order of medoid i without what the medoids before e took: a trial that starts at e need
 * not walk past that. The bundles of medoids stay, for one of them may become free. */
static void shorten_orders(const fill *f, filled *s) {
    int64_t at = 0;
    for (int32_t e = 0; e < s->k; e++) {
        s->orders_at[e] = at;
        for (int32_t i = e; i < s->k; i++) {
            for (int64_t j = 0; j < f->b->n; j++) {
                int32_t const bundle = s->view[i].order[j];
                int32_t const by = s->place[bundle];
                s->orders[at] = bundle;
                at += by < 0 || by >= e || s->medoid[by] == bundle;
            }
        }
        s->lengths[e] = (at - s->orders_at[e]) / (s->k - e);
    }
}

static const int32_t *order_after(const filled *s, int32_t e, int32_t i) {
    return s->orders == NULL ? s->view[i].order
                             : s->orders + s->orders_at[e] + (i - e) * s->lengths[e];
}

static void prepare_trials(const fill *f, filled *s, fill_room *room) {
    int64_t const n = f->b->n;
    if (s->orders != NULL) {
        shorten_orders(f, s);
    }
    for (int64_t j = 0; j < n; j++) {
        s->rest[(int64_t)s->k * n + j] = FAR_AWAY;
    }
    s->own_after[s->k] = 0;
    for (int32_t c = s->k; c-- > 0;) {
        const float *const after = s->rest + ((int64_t)c + 1) * n;
        float *const rest = s->rest + (int64_t)c * n;
        for (int64_t j = 0; j < n; j++) {
            rest[j] = s->view[c].spread[j] < after[j] ? s->view[c].spread[j] : after[j];
        }
        s->own_after[c] = s->own_after[c + 1] + (double)s->view[c].spread[s->medoid[c]];
    }
    mark_what_is_there(s->gone_at, s->there_at, s->k * n);
    for (int32_t c = 0; c < s->k; c++) {
        s->tempted[c] = first_tempted(f, s, c, room);
    }
}

void fcap_fill(const fill *f, filled *s, fill_room *room) {
    int64_t const n = f->b->n;
    memset(s->gone_at, 0, (size_t)n);
    for (int64_t j = 0; j < n; j++) {
        s->place[j] = -1;
    }
    for (int32_t c = 0; c < s->k; c++) {
        s->gone_at[s->medoid[c]] = 1;
        s->place[s->medoid[c]] = c;
        if (f->all.distance != NULL) {
            s->view[c] = row_of(&f->all, s->medoid[c], n);
        } else {
            look(f, s->medoid[c], s->view[c], room, 1);
        }
    }
    s->cost_at[0] = 0;
    count_left(f, s->gone_at, room->left);
    for (int32_t c = 0; c < s->k; c++) {
        memcpy(s->left_at + (int64_t)c * f->sack.n_classes, room->left,
               (size_t)f->sack.n_classes * sizeof *room->left);
        char *const gone = s->gone_at + ((int64_t)c + 1) * n;
        double cost;
        memcpy(gone, s->gone_at + (int64_t)c * n, (size_t)n);
        int64_t const many =
            take(f, &s->view[c], s->view[c].order, s->medoid[c], gone, room, &cost);
        s->cost_at[c + 1] = s->cost_at[c] + cost;
        for (int64_t i = 0; i < many; i++) {
            s->place[room->chosen[i]] = c;
        }
    }
    s->cost = s->cost_at[s->k];
    s->left_over = 0;
    for (int64_t j = 0; j < n; j++) {
        if (s->place[j] < 0) {
            s->cost += cost_of_left_over(s, j, -1, NULL);
            s->left_over++;
        }
    }
    prepare_trials(f, s, room);
}

/* ---- trials ---- */

/* The first medoid whose choice the exchange may change. */
static int32_t first_concerned(const filled *s, int32_t candidate, int32_t c) {
    int32_t const taken_by = s->place[candidate];
    int32_t const first = taken_by >= 0 && taken_by < c ? taken_by : c;
    return s->tempted[c] < first ? s->tempted[c] : first;
}

/* Sum of min(a, b) over bundles that are there, rounded down. The order of the sum is fixed;
 * every 64 steps the lanes go into a double. */
WIDE static double sum_of_least(const float *restrict a, const float *restrict b,
                                const float *restrict there, int64_t n) {
    double total = 0;
    int64_t j = 0;
    while (j + SUM_LANES <= n) {
        float lane[SUM_LANES] = {0};
        int64_t const stop = j + 64 * SUM_LANES <= n ? j + 64 * SUM_LANES : n - SUM_LANES + 1;
        for (; j < stop; j += SUM_LANES) {
            for (int l = 0; l < SUM_LANES; l++) {
                float const least = a[j + l] < b[j + l] ? a[j + l] : b[j + l];
                lane[l] += there[j + l] * least;
            }
        }
        for (int l = 0; l < SUM_LANES; l++) {
            total += (double)lane[l];
        }
    }
    for (; j < n; j++) {
        total += (double)(there[j] * (a[j] < b[j] ? a[j] : b[j]));
    }
    return total * (1 - ROUNDING);
}

double fcap_fill_bound(const fill *f, const filled *s, int32_t candidate, int32_t c,
                       const float *spread) {
    int64_t const n = f->b->n;
    int32_t const e = first_concerned(s, candidate, c);
    const float *const rest = s->rest + (int64_t)(e == c ? e + 1 : e) * n;
    double const own = s->own_after[e] - (double)s->view[c].spread[s->medoid[c]];
    return s->cost_at[e] + own + sum_of_least(rest, spread, s->there_at + (int64_t)e * n, n);
}

/* What the medoids after number i take at least of the bundles that are not gone. */
static double cost_to_come(const fill *f, const filled *s, int32_t i, int32_t c,
                           const float *spread, fill_room *room) {
    int64_t const n = f->b->n;
    mark_what_is_there(room->gone, room->there, n);
    const float *const rest = s->rest + ((int64_t)i + 1) * n;
    double const exchanged = i < c ? (double)s->view[c].spread[s->medoid[c]] : 0;
    return s->own_after[i + 1] - exchanged +
           sum_of_least(rest, i < c ? spread : rest, room->there, n);
}

/* The bound costs as much as half a knapsack and rarely decides before the last few, so it is
 * taken when 1, 2, 4, 8, ... medoids are to come. */
static int is_power_of_two(int32_t i) {
    return i > 0 && (i & (i - 1)) == 0;
}

double fcap_fill_try(const fill *f, const filled *s, int32_t candidate, int32_t c,
                     const fill_view *view, double limit, fill_room *room) {
    int64_t const n = f->b->n;
    int32_t const e = first_concerned(s, candidate, c);
    double cost = s->cost_at[e];
    memcpy(room->gone, s->gone_at + (int64_t)e * n, (size_t)n);
    room->gone[s->medoid[c]] = 0;
    room->gone[candidate] = 1;
    memcpy(room->left, s->left_at + (int64_t)e * f->sack.n_classes,
           (size_t)f->sack.n_classes * sizeof *room->left);
    room->left[f->sack.class_of[s->medoid[c]]]++;
    room->left[f->sack.class_of[candidate]]--;
    for (int32_t i = e; i < s->k; i++) {
        double more;
        if (i == c) {
            take(f, view, view->order, candidate, room->gone, room, &more);
        } else {
            take(f, &s->view[i], order_after(s, e, i), s->medoid[i], room->gone, room, &more);
        }
        cost += more;
        if (is_power_of_two(s->k - 1 - i) &&
            cost + cost_to_come(f, s, i, c, view->spread, room) > limit) {
            return INFINITY;
        }
    }
    for (int64_t j = 0; j < n; j++) {
        if (!room->gone[j]) {
            cost += cost_of_left_over(s, j, c, view);
        }
    }
    return cost;
}
