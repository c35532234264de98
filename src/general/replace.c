/* replace.c - see replace.h. */
#include "general/replace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

fcap_status fcap_replacing_open(fcap_run *run, const layout *l, const prices *at,
                                replacing *out) {
    int64_t const points_here = l->task->it.start[l->n];
    *out = (replacing){.l = l,
                       .prices = at,
                       .first = arena_array(&run->mem, int32_t, l->n),
                       .least = arena_array(&run->mem, double, l->n),
                       .second = arena_array(&run->mem, double, l->n),
                       .loss = arena_array(&run->mem, double, l->k),
                       .row = arena_array(&run->mem, double, l->task->p->stride),
                       .order = arena_array(&run->mem, int64_t, points_here),
                       .list = arena_array(&run->mem, replacement, points_here)};
    if (out->first == NULL || out->least == NULL || out->second == NULL || out->loss == NULL ||
        out->row == NULL || out->order == NULL || out->list == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for exchanges among %lld points",
                             (long long)points_here);
    }
    for (int64_t x = 0; x < points_here; x++) {
        out->order[x] = l->task->it.member[x];
    }
    return FCAP_OK;
}

/* What each item pays now, and would pay without its centre. */
static void rank_centres(replacing *w) {
    const layout *const l = w->l;
    const items *const it = &l->task->it;
    for (int64_t x = 0; x < l->n; x++) {
        const double *const cost = l->cost + x * l->k;
        const double *const price = w->prices->type + (int64_t)it->type[x] * l->k;
        int32_t const home = it->home[x];
        w->least[x] = w->second[x] = INFINITY;
        for (int32_t i = 0; i < l->k; i++) {
            double const e = cost[i] + price[i];
            if (e < w->least[x]) {
                w->second[x] = w->least[x];
                w->least[x] = e;
                w->first[x] = i;
            } else if (e < w->second[x]) {
                w->second[x] = e;
            }
        }
        if (home >= 0) {
            w->first[x] = home;
            w->least[x] = cost[home] + price[home];
        }
    }
    w->work += l->n * l->k * 2;
}

/* Distances of an item's points to the candidate, whose row is at hand. */
static double far_from(const replacing *w, const float *row, int64_t x) {
    const items *const it = &w->l->task->it;
    double sum = 0;
    for (int64_t at = it->start[x]; at < it->start[x + 1]; at++) {
        sum += row != NULL ? (double)row[it->member[at]] : w->row[it->member[at]];
    }
    return w->l->task->by_mean ? sum * sum : sum; /* of squares only the order matters */
}

/* A row of distances: that of the matrix, or w->row. */
static const float *take_row(replacing *w, int64_t point) {
    const points *const p = w->l->task->p;
    const items *const it = &w->l->task->it;
    if (p->matrix != NULL) {
        return fcap_points_row(p, point, NULL);
    }
    if (it->start[it->n] * 4 >= p->n) {
        fcap_points_distances(p, point, w->row);
        w->work += p->n * (p->d + 4) / 4;
        return NULL;
    }
    for (int64_t at = 0; at < it->start[it->n]; at++) {
        w->row[it->member[at]] = fcap_points_distance(p, point, it->member[at]);
    }
    w->work += it->start[it->n] * (p->d + 10);
    return NULL;
}

/* The best of the centres that may go for this point. */
static replacement judge(replacing *w, int64_t point) {
    const layout *const l = w->l;
    const items *const it = &l->task->it;
    int32_t const own_item = it->of_point[point];
    int32_t const own = l->label[own_item];
    const float *const row = take_row(w, point);
    double gain = 0;
    memset(w->loss, 0, (size_t)l->k * sizeof *w->loss);
    for (int64_t x = 0; x < l->n; x++) {
        int32_t const first = w->first[x];
        const double *const price = w->prices->type + (int64_t)it->type[x] * l->k;
        double const far = far_from(w, row, x);
        if (it->home[x] >= 0) {
            w->loss[first] += far + price[first] - w->least[x];
            continue;
        }
        double const e = far + price[own];
        double const now = e < w->least[x] ? e : w->least[x];
        double const without = e < w->second[x] ? e : w->second[x];
        gain += w->least[x] - now;
        w->loss[first] += without - now;
    }
    w->work += 4 * l->n;
    replacement best = {INFINITY, point, -1};
    for (int32_t i = 0; i < l->k; i++) {
        double const bound = w->prices->value - gain + w->loss[i] + w->prices->limits[i] -
                             w->prices->limits[own];
        int const may = (it->home[own_item] < 0 || it->home[own_item] == i) &&
                        (l->pinned[own_item] < 0 || l->pinned[own_item] == i);
        if (may && l->medoid[i] != point && bound < best.bound) {
            best.bound = bound;
            best.cluster = i;
        }
    }
    return best;
}

static int by_bound(const void *left, const void *right) {
    const replacement *const a = left;
    const replacement *const b = right;
    if (a->bound != b->bound) {
        return a->bound < b->bound ? -1 : 1;
    }
    return (a->point > b->point) - (a->point < b->point);
}

int64_t fcap_replacing_list(fcap_run *run, replacing *w, rng *random, int64_t tries) {
    const task *const of = w->l->task;
    int64_t const all = of->it.start[of->it.n];
    int64_t n = 0;
    rank_centres(w);
    for (int64_t x = 0; x < all && x < tries; x++) {
        int64_t const y = x + fcap_rng_below(random, all - x);
        int64_t const point = w->order[y];
        w->order[y] = w->order[x];
        w->order[x] = point;
        if (of->r->candidate != NULL && !of->r->candidate[point]) {
            continue;
        }
        if (x % 64 == 0 && fcap_run_should_stop(run, "exchange", x, tries)) {
            break;
        }
        replacement const r = judge(w, point);
        if (r.cluster >= 0) {
            w->list[n++] = r;
        }
    }
    qsort(w->list, (size_t)n, sizeof *w->list, by_bound);
    return n;
}
