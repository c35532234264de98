/* fair_table.c - see fair_table.h.
 *
 * No distance exceeds twice the largest one from the first point, so a unit of
 * 2 max_j d(0, j) / COST_MOST serves every medoid set.
 *
 * Sums over many places are made of parts, on several threads, and added up in order.
 */
#include "cluster/fair_table.h"

#include "base/parallel.h"
#include "base/vector.h"

#include <assert.h>
#include <math.h>

enum {
    STRETCH = FAIR_STRETCH,
    BLOCKS = STRETCH / LANES + 1, /* that a stretch touches, if it begins within one */
    PART = 64 * STRETCH           /* places */
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

/* The points once more, in the order of the places, and k of them to begin with. */
static fcap_status open_lean(fcap_run *run, fair_table *t) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    t->rows = *t->p;
    t->centres = *t->p;
    t->rows.matrix = t->centres.matrix = NULL;
    t->centres.n = t->k;
    t->centres.stride = (t->k + LANES - 1) / LANES * LANES;
    t->rows.x = arena_array(&run->mem, double, t->rows.stride * t->p->d);
    t->centres.x = arena_array(&run->mem, double, t->centres.stride * t->p->d);
    t->room = arena_array(&run->mem, double, (int64_t)t->threads * t->k * BLOCKS * LANES);
    if (t->rows.x == NULL || t->centres.x == NULL || t->room == NULL) {
        fcap_arena_restore(&run->mem, mark);
        return out_of_memory(run, t);
    }
    for (int64_t r = 0; r < t->n; r++) {
        fcap_points_put(&t->rows, r, t->p, t->order[r]);
    }
    return FCAP_OK;
}

static fcap_status open_stored(fcap_run *run, fair_table *t) {
    t->distance = arena_array(&run->mem, double, t->stride *(int64_t)t->k);
    t->cost = arena_array(&run->mem, int32_t, t->n * (int64_t)t->k);
    return t->distance != NULL && t->cost != NULL ? FCAP_OK : out_of_memory(run, t);
}

fcap_status fcap_fair_table_open(fcap_run *run, const points *p, const shape *s, int lean,
                                 fair_table *out) {
    arena *const mem = &run->mem;
    *out = (fair_table){.p = p,
                        .n = p->n,
                        .k = s->k,
                        .n_groups = s->n_groups,
                        .stride = p->stride,
                        .threads = run->threads,
                        .order = arena_array(mem, int32_t, p->n),
                        .group = arena_array(mem, int32_t, p->n),
                        .medoid = arena_array(mem, int64_t, s->k),
                        .row = arena_array(mem, double, p->stride),
                        .partial = arena_array(mem, double, p->n / PART + 3)};
    if (out->order == NULL || out->group == NULL || out->medoid == NULL || out->row == NULL ||
        out->partial == NULL) {
        return out_of_memory(run, out);
    }
    line_up(out, s->group);
    TRY(lean ? open_lean(run, out) : open_stored(run, out));
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

static void set_column(fair_table *t, int32_t i) {
    double const scale = 1 / t->unit;
    double *const column = t->distance + i * t->stride;
    fcap_points_distances(t->p, t->medoid[i], t->row);
    for (int64_t r = 0; r < t->n; r++) {
        double const d = t->row[t->order[r]];
        column[r] = d;
        t->cost[r * t->k + i] = (int32_t)(d * scale + 0.5);
    }
}

void fcap_fair_table_set(fair_table *t, const int64_t *medoid) {
    for (int32_t i = 0; i < t->k; i++) {
        if (t->medoid[i] == medoid[i]) {
            continue;
        }
        t->medoid[i] = medoid[i];
        if (t->distance != NULL) {
            set_column(t, i);
        } else {
            fcap_points_put(&t->centres, i, t->p, medoid[i]);
        }
    }
}

double fcap_fair_table_distance(const fair_table *t, int32_t i, int64_t r) {
    return t->distance != NULL ? t->distance[i * t->stride + r]
                               : fcap_points_distance_to(&t->rows, r, &t->centres, i);
}

const double *fcap_fair_table_stretch(const fair_table *t, int64_t from, int64_t n,
                                      int32_t thread, int64_t *stride) {
    assert(n <= STRETCH);
    if (t->distance != NULL) {
        *stride = t->stride;
        return t->distance + from;
    }
    double *const room = t->room + (int64_t)thread * t->k * BLOCKS * LANES;
    int64_t const first = from / LANES;
    int64_t const last = n > 0 ? (from + n - 1) / LANES : first - 1;
    for (int32_t i = 0; i < t->k; i++) {
        fcap_points_distances_blocks(&t->centres, i, &t->rows, first, last - first + 1,
                                     room + (int64_t)i * BLOCKS * LANES);
    }
    *stride = (int64_t)BLOCKS * LANES;
    return room + from % LANES;
}

/* ---------------------------------------------------------------- minima */

/* The least of k columns for each of n places; columns are `stride` apart. */
static inline void least_of(const double *distance, int64_t stride, const double *price,
                            int32_t k, int64_t n, double *restrict least) {
    for (int64_t r = 0; r < n; r++) {
        least[r] = INFINITY;
    }
    for (int32_t i = 0; i < k; i++) {
        const double *const column = distance + i * stride;
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

/* Adds the minima of places from .. to - 1, which are of one group, to `total`. */
WIDE static double add_least(const fair_table *t, const double *price, int64_t from, int64_t to,
                             int32_t thread, double total) {
    double least[STRETCH];
    for (int64_t r = from; r < to; r += STRETCH) {
        int64_t const n = to - r < STRETCH ? to - r : STRETCH;
        int64_t stride;
        const double *const distance = fcap_fair_table_stretch(t, r, n, thread, &stride);
        least_of(distance, stride, price, t->k, n, least);
        for (int64_t l = n; l < STRETCH; l++) {
            least[l] = 0;
        }
        total += sum_of(least);
    }
    return total;
}

typedef struct summing {
    const fair_table *t;
    const double *price; /* of the group */
    int64_t first;       /* its places */
    int64_t end;
} summing;

static void sum_parts(void *context, int64_t from, int64_t to, int32_t thread) {
    summing const *const job = context;
    for (int64_t part = from; part < to; part++) {
        int64_t const begin = job->first + part * PART;
        int64_t const end = begin + PART < job->end ? begin + PART : job->end;
        job->t->partial[part] = add_least(job->t, job->price, begin, end, thread, 0);
    }
}

double fcap_fair_table_least(const fair_table *t, const double *price) {
    double total = 0;
    for (int32_t g = 0; g < t->n_groups; g++) {
        summing job = {t, price + (int64_t)g * t->k, t->first[g], t->first[g + 1]};
        if (t->n <= MATRIX_POINTS) {
            total = add_least(t, job.price, job.first, job.end, 0, total);
            continue;
        }
        int64_t const parts = (job.end - job.first + PART - 1) / PART;
        fcap_parallel_for(t->threads, parts, 1, sum_parts, &job);
        for (int64_t part = 0; part < parts; part++) {
            total += t->partial[part];
        }
    }
    return total;
}

/* gain = min over h != i of (d_rh + price)  -  d_ri, for n places. */
static inline void gains_of(const double *distance, int64_t stride, const double *price,
                            int32_t k, int32_t i, int64_t n, double *restrict gain) {
    for (int64_t r = 0; r < n; r++) {
        gain[r] = INFINITY;
    }
    for (int32_t h = 0; h < k; h++) {
        const double *const column = distance + h * stride;
        double const add = h == i ? INFINITY : price[h];
        for (int64_t r = 0; r < n; r++) {
            double const d = column[r] + add;
            gain[r] = d < gain[r] ? d : gain[r];
        }
    }
    const double *const own = distance + i * stride;
    for (int64_t r = 0; r < n; r++) {
        gain[r] -= own[r];
    }
}

WIDE static void all_gains(const fair_table *t, const double *price, int32_t i, double *gain) {
    for (int32_t g = 0; g < t->n_groups; g++) {
        for (int64_t r = t->first[g]; r < t->first[g + 1]; r += STRETCH) {
            int64_t const left = t->first[g + 1] - r;
            int64_t const n = left < STRETCH ? left : STRETCH;
            int64_t stride;
            const double *const distance = fcap_fair_table_stretch(t, r, n, 0, &stride);
            gains_of(distance, stride, price + (int64_t)g * t->k, t->k, i, n, gain + r);
        }
    }
}

/* What is WIDE has several versions, which the linker would show. */
void fcap_fair_table_gains(const fair_table *t, const double *price, int32_t i, double *gain) {
    all_gains(t, price, i, gain);
}

double fcap_fair_table_cost(const fair_table *t, const int32_t *label) {
    double total = 0;
    for (int64_t r = 0; r < t->n; r++) {
        total += fcap_fair_table_distance(t, label[r], r);
    }
    return total;
}
