/* centres.c - the best member of each cluster, and its cost. See centres.h.
 *
 *     cost(C) = min { S(m) : m in C },   S(m) = sum { d(x, m) : x in C }        [LQ21] Eq. 1
 *
 * The best member of a cluster is found exactly, but not by all |C|^2 distances: after S(e) is
 * known, the triangle inequality bounds every other sum,
 *
 *     S(m) >= | |C| d(e, m) - S(e) |,                                                (B)
 *
 * and members whose bound exceeds the best sum so far are skipped [NF17]. Squared distances
 * obey it in another form, the roots of sums of squares being lengths of |C| d numbers:
 *
 *     sqrt S(m) >= | sqrt(|C| d(e, m)) - sqrt S(e) |.                                (C)
 *
 * Given distances obey nothing, and all are summed. Starting with the member nearest to the
 * mean makes the bounds sharp early. In more than a few dimensions (B) excludes too little of a
 * large cluster, and bounds around its median come first (data/median.h). A margin above
 * rounding keeps every member that could tie, so the answer (ties: the smallest index) is that
 * of the full search.
 *
 * The other objective is the sum of squares around the mean m of the cluster, which comes
 * rounded; sum |x - m|^2 - |sum (x - m)|^2 / |C|  is free of that.
 *
 * Beside points that are very far away the squares of a cluster's own differences are 0. Such a
 * cluster is measured on a scale of its own (fcap_points_zoom), and once more as whoever made
 * it has seen it: where the whole costs differ, he has seen nothing.
 */
#include "metric/centres.h"

#include "base/parallel.h"
#include "data/median.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum {
    NARROW_MOST = 60 /* members around which the others are bounded */
};

#define BOUND_MARGIN 1e-9  /* relative; rounding in sums of 10^7 terms stays far below */
#define ROUNDING     1e-12 /* relative; what costs of the same labels may differ by */

typedef struct centre_search {
    const rules *r;
    const int64_t *member; /* members, cluster after cluster, ascending */
    const int64_t *start;  /* k + 1 offsets */
    centres *out;
    points *shared;   /* of each cluster, in the scale of all points; */
    points *sub;      /* in its own, where it has one */
    double *sum;      /* its cost, scaled; */
    double *believed; /* by the shared scale */
    double **row;
    double **bound;
    char **candidate;  /* of the members; NULL: all are */
    median_room *room; /* of a thread; NULL: no cluster is large */
} centre_search;

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

/* square[i] = |x_i - mean|^2; returns their sum, as of an exact mean. */
static double squares_to_mean(const points *p, double *square) {
    double correction = 0;
    memset(square, 0, (size_t)p->n * sizeof *square);
    for (int32_t c = 0; c < p->d; c++) {
        double sum = 0;
        double rest = 0;
        for (int64_t i = 0; i < p->n; i++) {
            sum += fcap_points_coordinate(p, i, c);
        }
        double const mean = sum / (double)p->n;
        for (int64_t i = 0; i < p->n; i++) {
            double const t = fcap_points_coordinate(p, i, c) - mean;
            square[i] += t * t;
            rest += t;
        }
        correction += rest * rest / (double)p->n;
    }
    double const total = sum_of(square, p->n) - correction;
    return total > 0 ? total : 0;
}

static int may_be_medoid(const char *candidate, int64_t i) {
    return candidate == NULL || candidate[i];
}

/* The candidate of least row[i]; the smallest index of equal ones. */
static int64_t least_of(const double *row, int64_t n, const char *candidate) {
    int64_t best = -1;
    for (int64_t i = 0; i < n; i++) {
        if (may_be_medoid(candidate, i) && (best < 0 || row[i] < row[best])) {
            best = i;
        }
    }
    return best;
}

/* What the distances and the sum of one member say about the sums of all. */
static void raise_bounds(const points *p, const double *row, double sum, double *bound) {
    double const n = (double)p->n;
    if (fcap_points_metric(p)) {
        for (int64_t i = 0; i < p->n; i++) {
            double const b = fabs(n * row[i] - sum);
            bound[i] = b > bound[i] ? b : bound[i];
        }
    } else if (p->d > 0) {
        double const root = sqrt(sum);
        for (int64_t i = 0; i < p->n; i++) {
            double const length = sqrt(n * row[i]) - root;
            double const b = length * length;
            bound[i] = b > bound[i] ? b : bound[i];
        }
    }
}

/* The best member so far. */
typedef struct front {
    int64_t member; /* -1: none */
    double sum;
} front;

static double try_member(const points *sub, int64_t m, double *row, front *best) {
    fcap_points_distances(sub, m, row);
    double const sum = sum_of(row, sub->n);
    if (best->member < 0 || sum < best->sum || (sum == best->sum && m < best->member)) {
        *best = (front){m, sum};
    }
    return sum;
}

/* Where many members could be the best one, the most likely of them are tried, and what is
 * around them is bounded anew. Those that were tried get an infinite bound. */
static front narrow(const points *sub, median_room *room, int64_t first, double *row,
                    double *bound) {
    front best = {-1, 0};
    for (int turn = 0; turn < NARROW_MOST; turn++) {
        double const limit = turn == 0 ? INFINITY : best.sum * (1 + BOUND_MARGIN);
        int64_t open = 0;
        int64_t next = first;
        for (int64_t i = 0; i < sub->n; i++) {
            open += bound[i] <= limit;
            next = turn > 0 && bound[i] < bound[next] ? i : next;
        }
        if (turn > 0 && open <= sub->d) {
            break; /* as quickly tried */
        }
        try_member(sub, next, row, &best);
        bound[next] = INFINITY;
        fcap_median_raise(sub, room, next, row, best.sum * (1 + BOUND_MARGIN), bound);
    }
    return best;
}

/* The best member of one cluster, whose points are `sub`, if not `best`; `first` is tried
 * first. Sums are not below the bounds. */
static front best_member(const points *sub, const char *candidate, int64_t first, double *row,
                         double *bound, front best) {
    int64_t const n = sub->n;
    for (int64_t turn = -1; turn < n; turn++) {
        int64_t const m = turn < 0 ? first : turn;
        int const skip = turn == first || !may_be_medoid(candidate, m) ||
                         (best.member >= 0 && bound[m] > best.sum * (1 + BOUND_MARGIN));
        if (!skip) {
            double const sum = try_member(sub, m, row, &best);
            raise_bounds(sub, row, sum, bound);
        }
    }
    return best;
}

static int unit_of(const rules *r, const points *p) {
    return r->objective == FCAP_OBJECTIVE_SSE ? 2 * p->x_exponent : p->exponent;
}

/* What the cluster costs around that member, by the distances that all points share. */
static double shared_cost(const rules *r, const points *shared, int64_t member, double *row) {
    if (r->objective == FCAP_OBJECTIVE_SSE) {
        return squares_to_mean(shared, row);
    }
    fcap_points_distances(shared, member, row);
    return sum_of(row, shared->n);
}

static void give_distances(const centre_search *s, int64_t c, int64_t member) {
    fcap_points_distances(&s->sub[c], member, s->row[c]);
    for (int64_t i = 0; i < s->sub[c].n; i++) {
        s->out->distance[s->member[s->start[c] + i]] = s->row[c][i];
    }
    s->out->exponent[c] = s->sub[c].exponent;
}

static void search_clusters(void *context, int64_t from, int64_t to, int32_t thread) {
    centre_search *const s = context;
    for (int64_t c = from; c < to; c++) {
        const points *const sub = &s->sub[c];
        s->out->medoid[c] = -1;
        s->out->cost[c] = 0;
        if (s->start[c + 1] == s->start[c]) {
            continue;
        }
        double const squares = squares_to_mean(sub, s->row[c]);
        int64_t first = least_of(s->row[c], sub->n, s->candidate[c]);
        front best = {-1, 0};
        memset(s->bound[c], 0, (size_t)sub->n * sizeof *s->bound[c]);
        if (s->candidate[c] == NULL && fcap_median_serves(sub)) {
            first = fcap_median_bounds(sub, &s->room[thread], s->row[c], s->bound[c]);
            best = narrow(sub, &s->room[thread], first, s->row[c], s->bound[c]);
        }
        best = best_member(sub, s->candidate[c], first, s->row[c], s->bound[c], best);
        s->sum[c] = s->r->objective == FCAP_OBJECTIVE_SSE ? squares : best.sum;
        s->believed[c] = sub->x == s->shared[c].x
                             ? s->sum[c]
                             : shared_cost(s->r, &s->shared[c], best.member, s->row[c]);
        s->out->medoid[c] = s->member[s->start[c] + best.member];
        s->out->cost[c] = ldexp(s->sum[c], unit_of(s->r, sub));
        if (s->out->distance != NULL) {
            give_distances(s, c, best.member);
        }
    }
}

/* Are the costs on the shared scale others than those of each cluster's own? In a unit in which
 * both are numbers, whatever they are in true units. */
static int has_lost(const centre_search *s, const points *p) {
    int unit = INT_MIN;
    for (int32_t c = 0; c < s->r->k; c++) {
        int const of_cluster = s->sum[c] > 0 ? unit_of(s->r, &s->sub[c]) : INT_MIN;
        unit = of_cluster > unit ? of_cluster : unit;
    }
    double sum = 0;
    double believed = 0;
    for (int32_t c = 0; c < s->r->k; c++) {
        if (s->sum[c] > 0) {
            sum += ldexp(s->sum[c], unit_of(s->r, &s->sub[c]) - unit);
            believed += ldexp(s->believed[c], unit_of(s->r, p) - unit);
        }
    }
    return fabs(sum - believed) > ROUNDING * sum;
}

/* The members of each cluster one after another, from `start` on. */
static void line_up(const rules *r, const int32_t *labels, const int64_t *size, int64_t *start,
                    int64_t *member) {
    for (int32_t c = 0; c < r->k; c++) {
        start[c + 1] = start[c] + size[c];
    }
    for (int64_t i = 0; i < r->n; i++) {
        member[start[labels[i]]++] = i; /* start[c] is now the end of c */
    }
    for (int32_t c = r->k; c > 0; c--) {
        start[c] = start[c - 1];
    }
    start[0] = 0;
}

/* Flags of the members that may be medoids; NULL when none may, or all. */
static fcap_status flag_candidates(fcap_run *run, const rules *r, const int64_t *member,
                                   int64_t n, char **out) {
    int64_t found = 0;
    *out = NULL;
    for (int64_t i = 0; r->candidate != NULL && i < n; i++) {
        found += r->candidate[member[i]] != 0;
    }
    if (found == 0 || found == n) {
        return FCAP_OK;
    }
    char *const flag = arena_array(&run->mem, char, n);
    if (flag == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld members",
                             (long long)n);
    }
    for (int64_t i = 0; i < n; i++) {
        flag[i] = r->candidate[member[i]];
    }
    *out = flag;
    return FCAP_OK;
}

static fcap_status open_search(fcap_run *run, const points *p, const rules *r,
                               const int32_t *labels, const int64_t *size, centre_search *s) {
    int64_t *const member = arena_array(&run->mem, int64_t, r->n);
    int64_t *const start = arena_array(&run->mem, int64_t, (int64_t)r->k + 2);
    s->member = member;
    s->start = start;
    s->shared = arena_array(&run->mem, points, r->k);
    s->sub = arena_array(&run->mem, points, r->k);
    s->sum = arena_array(&run->mem, double, r->k);
    s->believed = arena_array(&run->mem, double, r->k);
    s->row = arena_array(&run->mem, double *, r->k);
    s->bound = arena_array(&run->mem, double *, r->k);
    s->candidate = arena_array(&run->mem, char *, r->k);
    int ok = member != NULL && start != NULL && s->shared != NULL && s->sub != NULL &&
             s->sum != NULL && s->believed != NULL && s->row != NULL && s->bound != NULL &&
             s->candidate != NULL;
    if (ok) {
        line_up(r, labels, size, start, member);
    }
    for (int32_t c = 0; ok && c < r->k; c++) {
        if (size[c] > 0) {
            TRY(fcap_points_subset(run, p, member + start[c], size[c], &s->shared[c]));
            s->sub[c] = s->shared[c];
            TRY(fcap_points_zoom(run, p, member + start[c], &s->sub[c]));
            TRY(flag_candidates(run, r, member + start[c], size[c], &s->candidate[c]));
            s->row[c] = arena_array(&run->mem, double, s->sub[c].stride);
            s->bound[c] = arena_array(&run->mem, double, s->sub[c].stride);
            ok = s->row[c] != NULL && s->bound[c] != NULL;
        }
    }
    return ok ? FCAP_OK
              : fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for measuring %d clusters",
                              (int)r->k);
}

/* Room for medians, where a cluster is large enough to have them looked for. */
static fcap_status open_rooms(fcap_run *run, const points *p, int32_t k, centre_search *s) {
    int wanted = 0;
    for (int32_t c = 0; c < k; c++) {
        wanted |= fcap_median_serves(&s->sub[c]);
    }
    if (!wanted) {
        return FCAP_OK;
    }
    s->room = arena_array(&run->mem, median_room, run->threads);
    if (s->room == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for measuring %d clusters",
                             (int)k);
    }
    for (int32_t t = 0; t < run->threads; t++) {
        TRY(fcap_median_open(run, p->d, &s->room[t]));
    }
    return FCAP_OK;
}

fcap_status fcap_centres(fcap_run *run, const points *p, const rules *r, const int32_t *labels,
                         const int64_t *size, centres *out) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    centre_search s = {.r = r, .out = out};
    TRY(open_search(run, p, r, labels, size, &s));
    TRY(open_rooms(run, p, r->k, &s));
    fcap_parallel_for(run->threads, r->k, 1, search_clusters, &s);
    double total = 0;
    for (int32_t c = 0; c < r->k; c++) {
        total += out->cost[c];
    }
    if (!(total <= 1.7976931348623157e308)) {
        return fcap_run_fail(run, FCAP_E_OVERFLOW,
                             "the sum of distances is beyond the range of numbers; divide the "
                             "data by a constant, or scale them");
    }
    out->lost = has_lost(&s, p);
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
