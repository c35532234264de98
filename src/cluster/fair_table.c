/* fair_table.c - see fair_table.h.
 *
 * No distance exceeds twice the largest one from the first point, so a unit of
 * 2 max_j d(0, j) / COST_MOST serves every medoid set.
 */
#include "cluster/fair_table.h"

#include "base/vector.h"

#include <assert.h>
#include <math.h>

enum {
    STRETCH = 64 /* points whose minima are kept in registers and the first cache */
};

static fcap_status out_of_memory(fcap_run *run, const fair_table *t) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                         "out of memory for the distances of %lld points to %d medoids",
                         (long long)t->n, (int)t->k);
}

/* A stable order by groups. */
static void line_up(fair_table *t, const int32_t *group) {
    int64_t r = 0;
    for (int32_t g = 0; g < t->n_groups; g++) {
        t->first[g] = r;
        for (int64_t j = 0; j < t->n; j++) {
            if (group == NULL || group[j] == g) {
                t->group[r] = g;
                t->order[r++] = (int32_t)j;
            }
        }
    }
    t->first[t->n_groups] = r;
}

fcap_status fcap_fair_table_open(fcap_run *run, const points *p, const shape *s,
                                 fair_table *out) {
    arena *const mem = &run->mem;
    *out = (fair_table){.p = p,
                        .n = p->n,
                        .k = s->k,
                        .n_groups = s->n_groups,
                        .stride = p->stride,
                        .order = arena_array(mem, int32_t, p->n),
                        .group = arena_array(mem, int32_t, p->n),
                        .medoid = arena_array(mem, int64_t, s->k),
                        .distance = arena_array(mem, double, p->stride *(int64_t)s->k),
                        .cost = arena_array(mem, int32_t, p->n * (int64_t)s->k),
                        .row = arena_array(mem, double, p->stride)};
    if (out->order == NULL || out->group == NULL || out->medoid == NULL ||
        out->distance == NULL || out->cost == NULL || out->row == NULL) {
        return out_of_memory(run, out);
    }
    line_up(out, s->group);
    assert(out->medoid != NULL);
    for (int32_t i = 0; i < s->k; i++) {
        out->medoid[i] = -1;
    }
    double far = 0;
    fcap_points_distances(p, 0, out->row);
    for (int64_t j = 0; j < p->n; j++) {
        far = out->row[j] > far ? out->row[j] : far;
    }
    double const longest = fcap_points_diameter(p, far);
    out->unit = longest > 0 ? longest * (1 + 1e-9) / COST_MOST : 1;
    return FCAP_OK;
}

void fcap_fair_table_set(fair_table *t, const int64_t *medoid) {
    double const scale = 1 / t->unit;
    for (int32_t i = 0; i < t->k; i++) {
        if (t->medoid[i] == medoid[i]) {
            continue;
        }
        t->medoid[i] = medoid[i];
        fcap_points_distances(t->p, medoid[i], t->row);
        double *const column = t->distance + i * t->stride;
        for (int64_t r = 0; r < t->n; r++) {
            double const d = t->row[t->order[r]];
            column[r] = d;
            t->cost[r * t->k + i] = (int32_t)(d * scale + 0.5);
        }
    }
}

/* The least of k columns for each of `n` points from `from` on. */
static inline void least_of(const fair_table *t, const double *price, int64_t from, int64_t n,
                            double *restrict least) {
    for (int64_t r = 0; r < n; r++) {
        least[r] = INFINITY;
    }
    for (int32_t i = 0; i < t->k; i++) {
        const double *const column = t->distance + i * t->stride + from;
        double const add = price[i];
        for (int64_t r = 0; r < n; r++) {
            double const d = column[r] + add;
            least[r] = d < least[r] ? d : least[r];
        }
    }
}

/* Four sums at once, in a fixed order. */
static inline double sum_of(const double *value) {
    double part[4] = {0, 0, 0, 0};
    for (int r = 0; r < STRETCH; r += 4) {
        for (int l = 0; l < 4; l++) {
            part[l] += value[r + l];
        }
    }
    return (part[0] + part[1]) + (part[2] + part[3]);
}

WIDE static double least_sum(const fair_table *t, const double *price) {
    double total = 0;
    double least[STRETCH];
    for (int32_t g = 0; g < t->n_groups; g++) {
        const double *const of_group = price + (int64_t)g * t->k;
        int64_t r = t->first[g];
        for (; r + STRETCH <= t->first[g + 1]; r += STRETCH) {
            least_of(t, of_group, r, STRETCH, least);
            total += sum_of(least);
        }
        int64_t const rest = t->first[g + 1] - r;
        least_of(t, of_group, r, rest, least);
        for (int64_t l = rest; l < STRETCH; l++) {
            least[l] = 0;
        }
        total += sum_of(least);
    }
    return total;
}

WIDE static void gains_of(const fair_table *t, const double *price, int32_t i, double *gain) {
    for (int32_t g = 0; g < t->n_groups; g++) {
        int64_t const from = t->first[g];
        int64_t const n = t->first[g + 1] - from;
        double *const least = gain + from;
        for (int64_t r = 0; r < n; r++) {
            least[r] = INFINITY;
        }
        for (int32_t h = 0; h < t->k; h++) {
            const double *const column = t->distance + h * t->stride + from;
            double const add = h == i ? INFINITY : price[(int64_t)g * t->k + h];
            for (int64_t r = 0; r < n; r++) {
                double const d = column[r] + add;
                least[r] = d < least[r] ? d : least[r];
            }
        }
        const double *const own = t->distance + i * t->stride + from;
        for (int64_t r = 0; r < n; r++) {
            least[r] -= own[r];
        }
    }
}

/* What is WIDE has several versions, which the linker would show. */
double fcap_fair_table_least(const fair_table *t, const double *price) {
    return least_sum(t, price);
}

void fcap_fair_table_gains(const fair_table *t, const double *price, int32_t i, double *gain) {
    gains_of(t, price, i, gain);
}

double fcap_fair_table_cost(const fair_table *t, const int32_t *label) {
    double total = 0;
    for (int64_t r = 0; r < t->n; r++) {
        total += t->distance[label[r] * t->stride + r];
    }
    return total;
}
