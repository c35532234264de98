/* centring.c - see centring.h. */
#include "general/centring.h"

#include <math.h>
#include <string.h>

enum {
    STRIP = 32,     /* members summed between looks at the limit */
    LARGE = 1000,   /* members of a large cluster, where there is no matrix */
    NEAR_MEAN = 24, /* tried in a large cluster */
    SAMPLE = 512    /* members that these are compared by */
};

#define LEAST_GAIN 1e-12 /* relative: smaller gains are rounding */

fcap_status fcap_centring_open(fcap_run *run, layout *l, centring *out) {
    int64_t const n = l->task->it.start[l->n];
    *out = (centring){.l = l,
                      .start = arena_array(&run->mem, int64_t, l->k + 2),
                      .member = arena_array(&run->mem, int64_t, n),
                      .near = arena_array(&run->mem, double, l->task->p->d)};
    if (out->start == NULL || out->member == NULL || out->near == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for centres of %lld points",
                             (long long)n);
    }
    return FCAP_OK;
}

/* The points of the clusters, one cluster after another. */
static void list_members(centring *w) {
    const layout *const l = w->l;
    const items *const it = &l->task->it;
    memset(w->start, 0, (size_t)(l->k + 2) * sizeof *w->start);
    for (int64_t x = 0; x < l->n; x++) {
        w->start[l->label[x] + 2] += it->start[x + 1] - it->start[x];
    }
    for (int32_t i = 0; i < l->k; i++) {
        w->start[i + 2] += w->start[i + 1];
    }
    for (int64_t x = 0; x < l->n; x++) {
        for (int64_t at = it->start[x]; at < it->start[x + 1]; at++) {
            w->member[w->start[l->label[x] + 1]++] = it->member[at];
        }
    }
    w->work += 10 * l->n;
}

/* ---- medoids ---- */

/* The sum of distances to every `stride`-th member, broken off above the limit. */
static double sum_to(centring *w, int32_t i, int64_t x, int64_t stride, double limit) {
    const points *const p = w->l->task->p;
    const float *const row = p->matrix == NULL ? NULL : fcap_points_row(p, x, NULL);
    double sum = 0;
    int64_t at = w->start[i];
    while (at < w->start[i + 1] && sum <= limit) {
        for (int32_t s = 0; s < STRIP && at < w->start[i + 1]; s++, at += stride) {
            int64_t const y = w->member[at];
            sum += row != NULL ? (double)row[y] : fcap_points_distance(p, x, y);
        }
        w->work += row != NULL ? STRIP : STRIP * (5 + p->d);
    }
    return sum;
}

static int may_be(const centring *w, int64_t x) {
    const char *const candidate = w->l->task->r->candidate;
    return candidate == NULL || candidate[x];
}

/* Exact: the sums decide in doubles, whatever the matrix is made of. */
static double exact_sum(centring *w, int32_t i, int64_t x) {
    const points *const p = w->l->task->p;
    double sum = 0;
    for (int64_t at = w->start[i]; at < w->start[i + 1]; at++) {
        sum += fcap_points_distance(p, x, w->member[at]);
    }
    w->work += (w->start[i + 1] - w->start[i]) * (5 + p->d);
    return sum;
}

static int64_t best_of_all(centring *w, int32_t i) {
    double least = INFINITY;
    int64_t best = -1;
    for (int64_t at = w->start[i]; at < w->start[i + 1]; at++) {
        int64_t const x = w->member[at];
        double const sum = may_be(w, x) ? sum_to(w, i, x, 1, least) : INFINITY;
        if (sum < least) {
            least = sum;
            best = x;
        }
    }
    return best;
}

typedef struct nearest {
    int32_t n;
    int64_t who[NEAR_MEAN];
    double far[NEAR_MEAN];
} nearest;

static void insert(nearest *list, int64_t x, double far) {
    if (list->n == NEAR_MEAN && far >= list->far[NEAR_MEAN - 1]) {
        return;
    }
    int32_t at = list->n < NEAR_MEAN ? list->n++ : NEAR_MEAN - 1;
    for (; at > 0 && list->far[at - 1] > far; at--) {
        list->far[at] = list->far[at - 1];
        list->who[at] = list->who[at - 1];
    }
    list->far[at] = far;
    list->who[at] = x;
}

static void list_near_mean(centring *w, int32_t i, nearest *list) {
    const points *const p = w->l->task->p;
    double const size = (double)(w->start[i + 1] - w->start[i]);
    memset(w->near, 0, (size_t)p->d * sizeof *w->near);
    for (int64_t at = w->start[i]; at < w->start[i + 1]; at++) {
        for (int32_t c = 0; c < p->d; c++) {
            w->near[c] += fcap_points_coordinate(p, w->member[at], c) / size;
        }
    }
    for (int64_t at = w->start[i]; at < w->start[i + 1]; at++) {
        double square = 0;
        for (int32_t c = 0; c < p->d; c++) {
            double const t = fcap_points_coordinate(p, w->member[at], c) - w->near[c];
            square += t * t;
        }
        if (may_be(w, w->member[at])) {
            insert(list, w->member[at], square);
        }
    }
    w->work += (w->start[i + 1] - w->start[i]) * p->d * 4;
}

/* The members near the mean by a sample, the best two of them by all. */
static int64_t best_near_mean(centring *w, int32_t i) {
    nearest list = {.n = 0};
    nearest by_sample = {.n = 0};
    list_near_mean(w, i, &list);
    int64_t const stride = 1 + (w->start[i + 1] - w->start[i]) / SAMPLE;
    for (int32_t at = 0; at < list.n; at++) {
        insert(&by_sample, list.who[at], sum_to(w, i, list.who[at], stride, INFINITY));
    }
    double least = INFINITY;
    int64_t best = -1;
    for (int32_t at = 0; at < by_sample.n && at < 3; at++) {
        double const sum = sum_to(w, i, by_sample.who[at], 1, least);
        if (sum < least) {
            least = sum;
            best = by_sample.who[at];
        }
    }
    return best;
}

static int is_member(const centring *w, int32_t i, int64_t point) {
    return point >= 0 && w->l->label[w->l->task->it.of_point[point]] == i;
}

static int update_medoid(centring *w, int32_t i) {
    layout *const l = w->l;
    const points *const p = l->task->p;
    int64_t const size = w->start[i + 1] - w->start[i];
    int const large = p->matrix == NULL && p->d > 0 && size > LARGE;
    int64_t const best = large ? best_near_mean(w, i) : best_of_all(w, i);
    if (best < 0 || best == l->medoid[i]) {
        return 0;
    }
    if (is_member(w, i, l->medoid[i]) && may_be(w, l->medoid[i]) &&
        exact_sum(w, i, best) >= exact_sum(w, i, l->medoid[i]) * (1 - LEAST_GAIN)) {
        return 0;
    }
    fcap_layout_set_medoid(l, i, best);
    w->work += 20 * l->n;
    return 1;
}

/* ---- means ---- */

static int update_mean(centring *w, int32_t i) {
    layout *const l = w->l;
    const points *const p = l->task->p;
    double *const mean = l->mean + (int64_t)i * p->d;
    int64_t const size = w->start[i + 1] - w->start[i];
    if (size == 0) {
        return 0;
    }
    memset(mean, 0, (size_t)p->d * sizeof *mean);
    for (int64_t at = w->start[i]; at < w->start[i + 1]; at++) {
        for (int32_t c = 0; c < p->d; c++) {
            mean[c] += fcap_points_coordinate(p, w->member[at], c);
        }
    }
    for (int32_t c = 0; c < p->d; c++) {
        mean[c] /= (double)size;
    }
    fcap_layout_set_mean(l, i);
    w->work += l->n * p->d * 2;
    return 1;
}

int32_t fcap_centring_update(centring *w) {
    layout *const l = w->l;
    int32_t changed = 0;
    list_members(w);
    for (int32_t i = 0; i < l->k; i++) {
        if (l->changed[i]) {
            changed += l->task->by_mean ? update_mean(w, i) : update_medoid(w, i);
            l->changed[i] = 0;
        }
    }
    return changed;
}
