/* metric.c - cost ([LQ21] Eq. 1), balance (Eqs. 3 and 4) and sizes of a labelling, and the mean
 * cost of each group.
 *
 *     cost(C) = min { S(m) : m in C },   S(m) = sum { d(x, m) : x in C }
 *
 * The best member of a cluster is found exactly, but not by all |C|^2 distances: after S(e) is
 * known, the triangle inequality bounds every other sum,
 *
 *     S(m) >= | |C| d(e, m) - S(e) |,                                                (B)
 *
 * and members whose bound exceeds the best sum so far are skipped [NF17]. Starting with the
 * member nearest to the mean makes (B) sharp early. A margin above rounding keeps every member
 * that could tie, so the answer (ties: the smallest index) is that of the full search.
 */
#include "metric/metric.h"

#include "base/parallel.h"

#include <math.h>
#include <string.h>

#define BOUND_MARGIN 1e-9 /* relative; rounding in sums of 10^7 terms stays far below */

typedef struct medoid_search {
    const int64_t *member; /* members, cluster after cluster, ascending */
    const int64_t *start;  /* k + 1 offsets */
    int64_t *medoid;
    double *cost;
    points *sub;
    double **row;
    double **bound;
} medoid_search;

static int64_t nearest_to_mean(const points *p, double *mean_row) {
    int64_t best = 0;
    double best_square = -1;
    for (int32_t c = 0; c < p->d; c++) {
        double sum = 0;
        for (int64_t i = 0; i < p->n; i++) {
            sum += fcap_points_coordinate(p, i, c);
        }
        double const mean = sum / (double)p->n;
        for (int64_t i = 0; i < p->n; i++) {
            double const t = fcap_points_coordinate(p, i, c) - mean;
            mean_row[i] = (c == 0 ? 0 : mean_row[i]) + t * t;
        }
    }
    for (int64_t i = 0; i < p->n; i++) {
        if (best_square < 0 || mean_row[i] < best_square) {
            best_square = mean_row[i];
            best = i;
        }
    }
    return best;
}

static double sum_of(const double *row, int64_t n) {
    double lane[LANES] = {0};
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        for (int l = 0; l < LANES; l++) {
            lane[l] += row[i + l];
        }
    }
    for (; i < n; i++) {
        lane[i % LANES] += row[i];
    }
    double sum = 0;
    for (int l = 0; l < LANES; l++) {
        sum += lane[l];
    }
    return sum;
}

/* The best member of one cluster, whose points are `sub`. */
static int64_t best_member(const points *sub, double *row, double *bound, double *cost) {
    int64_t const n = sub->n;
    int64_t const first = nearest_to_mean(sub, row);
    int64_t best = -1;
    double best_sum = 0;
    memset(bound, 0, (size_t)n * sizeof *bound);
    for (int64_t turn = -1; turn < n; turn++) {
        int64_t const m = turn < 0 ? first : turn;
        int const skip =
            (turn == first) || (best >= 0 && bound[m] > best_sum * (1 + BOUND_MARGIN));
        if (skip) {
            continue;
        }
        fcap_points_distances(sub, m, row);
        double const sum = sum_of(row, n);
        if (best < 0 || sum < best_sum || (sum == best_sum && m < best)) {
            best = m;
            best_sum = sum;
        }
        for (int64_t i = 0; i < n; i++) {
            double const b = fabs((double)n * row[i] - sum);
            bound[i] = b > bound[i] ? b : bound[i];
        }
    }
    *cost = best_sum;
    return best;
}

static void search_clusters(void *context, int64_t from, int64_t to, int32_t thread) {
    medoid_search *const s = context;
    (void)thread;
    for (int64_t c = from; c < to; c++) {
        int64_t const size = s->start[c + 1] - s->start[c];
        s->medoid[c] = -1;
        s->cost[c] = 0;
        if (size > 0) {
            int64_t const i = best_member(&s->sub[c], s->row[c], s->bound[c], &s->cost[c]);
            s->medoid[c] = s->member[s->start[c] + i];
        }
    }
}

static fcap_status find_medoids(fcap_run *run, const points *p, int32_t k,
                                const int32_t *labels, const int64_t *size, int64_t *medoid,
                                fcap_measures *out) {
    int64_t *const member = arena_array(&run->mem, int64_t, p->n);
    int64_t *const start = arena_array(&run->mem, int64_t, (int64_t)k + 2);
    medoid_search s = {.member = member,
                       .start = start,
                       .medoid = medoid,
                       .cost = arena_array(&run->mem, double, k),
                       .sub = arena_array(&run->mem, points, k),
                       .row = arena_array(&run->mem, double *, k),
                       .bound = arena_array(&run->mem, double *, k)};
    int ok = member != NULL && start != NULL && s.cost != NULL && s.sub != NULL &&
             s.row != NULL && s.bound != NULL;
    for (int32_t c = 0; ok && c < k; c++) {
        start[c + 1] = start[c] + size[c];
    }
    for (int64_t i = 0; ok && i < p->n; i++) {
        member[start[labels[i]]++] = i; /* start[c] is now the end of c */
    }
    for (int32_t c = k; ok && c > 0; c--) {
        start[c] = start[c - 1];
    }
    if (ok) {
        start[0] = 0;
    }
    for (int32_t c = 0; ok && c < k; c++) {
        if (size[c] > 0) {
            TRY(fcap_points_subset(run, p, member + start[c], size[c], &s.sub[c]));
            s.row[c] = arena_array(&run->mem, double, s.sub[c].stride);
            s.bound[c] = arena_array(&run->mem, double, size[c]);
            ok = s.row[c] != NULL && s.bound[c] != NULL;
        }
    }
    if (!ok) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for measuring %d clusters",
                             (int)k);
    }
    fcap_parallel_for(run->threads, k, 1, search_clusters, &s);
    double total = 0;
    for (int32_t c = 0; c < k; c++) {
        double const cost = ldexp(s.cost[c], p->exponent);
        total += cost;
        if (out->cluster_cost != NULL) {
            out->cluster_cost[c] = cost;
        }
    }
    if (!(total <= 1.7976931348623157e308)) {
        return fcap_run_fail(run, FCAP_E_OVERFLOW,
                             "the sum of distances is beyond the range of numbers; divide the "
                             "data by a constant, or scale them");
    }
    out->cost = total;
    return FCAP_OK;
}

/* mean[g] = (1 / n_g) sum { d(x, medoid of x's cluster) : x in g };  0 when n_g is 0. */
static void mean_costs(const points *p, const rules *r, const int32_t *labels,
                       const int64_t *medoid, const int64_t *count, double *mean) {
    memset(mean, 0, (size_t)r->n_counts * sizeof *mean);
    for (int64_t i = 0; i < r->n; i++) {
        double const distance = fcap_points_distance(p, i, medoid[labels[i]]);
        double *of_attribute = mean;
        for (int32_t a = 0; a < r->n_attributes; a++) {
            int32_t const g = r->attribute[a].group[i];
            if (g >= 0) {
                of_attribute[g] += distance;
            }
            of_attribute += r->attribute[a].n_groups;
        }
    }
    for (int32_t g = 0; g < r->n_counts; g++) {
        int64_t members = 0;
        for (int32_t c = 0; c < r->k; c++) {
            members += count[(int64_t)c * r->n_counts + g];
        }
        mean[g] = members > 0 ? ldexp(mean[g] / (double)members, p->exponent) : 0;
    }
}

static void judge_counts(const rules *r, const int64_t *size, const int64_t *count,
                         fcap_measures *out) {
    out->balance = (fcap_ratio){0, 0};
    out->violated_capacity = out->violated_min_size = out->violated_balance = 0;
    for (int32_t c = 0; c < r->k; c++) {
        const int64_t *const of_cluster = count + (int64_t)c * r->n_counts;
        fcap_ratio const balance = fcap_rules_balance(r, of_cluster);
        if (balance.den > 0 && size[c] > 0 &&
            (out->balance.den == 0 || fcap_ratio_less(balance, out->balance))) {
            out->balance = balance;
        }
        out->violated_capacity += size[c] > r->capacity;
        out->violated_min_size += size[c] < r->min_size;
        out->violated_balance += !fcap_rules_balanced(r, of_cluster);
        if (out->cluster_balance != NULL) {
            out->cluster_balance[c] = balance;
        }
    }
}

fcap_status fcap_measure_labels(fcap_run *run, const points *p, const rules *r,
                                const int32_t *labels, fcap_measures *out) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t *const size = arena_array(&run->mem, int64_t, r->k);
    int64_t *const count = arena_array(&run->mem, int64_t, (int64_t)r->k * r->n_counts);
    int64_t *const medoid = arena_array(&run->mem, int64_t, r->k);
    if (size == NULL || count == NULL || medoid == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for measuring %d clusters",
                             (int)r->k);
    }
    for (int64_t i = 0; i < r->n; i++) {
        size[labels[i]]++;
        int64_t *counts = count + (int64_t)labels[i] * r->n_counts;
        for (int32_t a = 0; a < r->n_attributes; a++) {
            int32_t const g = r->attribute[a].group[i];
            if (g >= 0) {
                counts[g]++;
            }
            counts += r->attribute[a].n_groups;
        }
    }
    if (p != NULL) {
        TRY(find_medoids(run, p, r->k, labels, size, medoid, out));
        if (out->medoid != NULL) {
            memcpy(out->medoid, medoid, (size_t)r->k * sizeof *medoid);
        }
        if (out->group_cost != NULL && r->n_counts > 0) {
            mean_costs(p, r, labels, medoid, count, out->group_cost);
        }
    }
    judge_counts(r, size, count, out);
    if (out->size != NULL) {
        memcpy(out->size, size, (size_t)r->k * sizeof *size);
    }
    if (out->count != NULL && r->n_counts > 0) {
        memcpy(out->count, count, (size_t)r->k * (size_t)r->n_counts * sizeof *count);
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
