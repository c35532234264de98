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
 * Where there are coordinates, more is known before any sum (metric/member_bounds.h): of 10,000
 * members around a middle all but some ten are skipped in any number of dimensions, where (B)
 * alone skips hardly any beyond a few. Given distances obey nothing, and all are summed.
 * Starting with the member nearest to the middle makes the bounds sharp early. A margin above
 * rounding keeps every member that could tie, so the answer (ties: the smallest index) is that
 * of the full search.
 *
 * The other objective is the sum of squares around the mean.
 */
#include "metric/centres.h"

#include "base/parallel.h"
#include "metric/member_bounds.h"

#include <math.h>
#include <string.h>

#define BOUND_MARGIN 1e-9 /* relative; rounding in sums of 10^7 terms stays far below */

/* Room for one cluster; each thread has its own. */
typedef struct workplace {
    double *x; /* the coordinates of the members */
    double *row;
    double *bound;
    char *candidate;
} workplace;

typedef struct centre_search {
    const points *p;
    const rules *r;
    const int64_t *member; /* members, cluster after cluster, ascending */
    const int64_t *start;  /* k + 1 offsets */
    int64_t *medoid;
    double *cost;
    points *given; /* the members of each cluster, where distances are given; else NULL */
    workplace *place;
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

/* The best member of one cluster, whose points are `sub`; `first` is tried first. Bounds that
 * are known already are in `bound`. */
static int64_t best_member(const points *sub, const char *candidate, int64_t first, double *row,
                           double *bound, double *cost) {
    int64_t const n = sub->n;
    int64_t best = -1;
    double best_sum = 0;
    for (int64_t turn = -1; turn < n; turn++) {
        int64_t const m = turn < 0 ? first : turn;
        int const skip = turn == first || !may_be_medoid(candidate, m) ||
                         (best >= 0 && bound[m] > best_sum * (1 + BOUND_MARGIN));
        if (skip) {
            continue;
        }
        fcap_points_distances(sub, m, row);
        double const sum = sum_of(row, n);
        if (best < 0 || sum < best_sum || (sum == best_sum && m < best)) {
            best = m;
            best_sum = sum;
        }
        raise_bounds(sub, row, sum, bound);
    }
    *cost = best_sum;
    return best;
}

/* Flags of the members that may be medoids; NULL when none may, or all. */
static const char *flag_candidates(const rules *r, const int64_t *member, int64_t n,
                                   char *flag) {
    int64_t found = 0;
    for (int64_t i = 0; r->candidate != NULL && i < n; i++) {
        flag[i] = r->candidate[member[i]];
        found += flag[i] != 0;
    }
    return found == 0 || found == n ? NULL : flag;
}

static void search_clusters(void *context, int64_t from, int64_t to, int32_t thread) {
    centre_search *const s = context;
    const workplace *const w = &s->place[thread];
    for (int64_t c = from; c < to; c++) {
        const int64_t *const member = s->member + s->start[c];
        int64_t const n = s->start[c + 1] - s->start[c];
        s->medoid[c] = -1;
        s->cost[c] = 0;
        if (n == 0) {
            continue;
        }
        points sub;
        if (s->given != NULL) {
            sub = s->given[c];
        } else {
            fcap_points_gather(s->p, member, n, w->x, &sub);
        }
        const char *const candidate = flag_candidates(s->r, member, n, w->candidate);
        double const squares =
            s->r->objective == FCAP_OBJECTIVE_SSE ? fcap_squares_to_mean(&sub, w->row) : 0;
        fcap_member_bounds(&sub, w->row, w->bound);
        int64_t const first = least_of(w->row, n, candidate);
        double sum = 0;
        int64_t const best = best_member(&sub, candidate, first, w->row, w->bound, &sum);
        s->medoid[c] = member[best];
        s->cost[c] = s->r->objective == FCAP_OBJECTIVE_SSE ? ldexp(squares, 2 * sub.x_exponent)
                                                           : ldexp(sum, sub.exponent);
    }
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

static fcap_status no_memory(fcap_run *run, int32_t k) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for measuring %d clusters",
                         (int)k);
}

/* Room for the largest cluster, for each thread. */
static fcap_status open_places(fcap_run *run, const int64_t *size, int32_t threads,
                               centre_search *s) {
    int64_t largest = 0;
    for (int32_t c = 0; c < s->r->k; c++) {
        largest = size[c] > largest ? size[c] : largest;
    }
    int64_t const stride = (largest + LANES - 1) / LANES * LANES;
    s->place = arena_array(&run->mem, workplace, threads);
    for (int32_t t = 0; s->place != NULL && t < threads; t++) {
        s->place[t] = (workplace){.x = arena_array(&run->mem, double, stride * s->p->d),
                                  .row = arena_array(&run->mem, double, stride),
                                  .bound = arena_array(&run->mem, double, stride),
                                  .candidate = arena_array(&run->mem, char, largest)};
        const workplace *const w = &s->place[t];
        if (w->x == NULL || w->row == NULL || w->bound == NULL || w->candidate == NULL) {
            return no_memory(run, s->r->k);
        }
    }
    return s->place == NULL ? no_memory(run, s->r->k) : FCAP_OK;
}

static fcap_status open_search(fcap_run *run, const int32_t *labels, const int64_t *size,
                               int32_t threads, centre_search *s) {
    const rules *const r = s->r;
    int64_t *const member = arena_array(&run->mem, int64_t, r->n);
    int64_t *const start = arena_array(&run->mem, int64_t, (int64_t)r->k + 2);
    if (member == NULL || start == NULL) {
        return no_memory(run, r->k);
    }
    line_up(r, labels, size, start, member);
    s->member = member;
    s->start = start;
    if (s->p->d == 0) {
        s->given = arena_array(&run->mem, points, r->k);
        for (int32_t c = 0; s->given != NULL && c < r->k; c++) {
            if (size[c] > 0) {
                TRY(fcap_points_subset(run, s->p, member + start[c], size[c], &s->given[c]));
            }
        }
        if (s->given == NULL) {
            return no_memory(run, r->k);
        }
    }
    return open_places(run, size, threads, s);
}

fcap_status fcap_centres(fcap_run *run, const points *p, const rules *r, const int32_t *labels,
                         const int64_t *size, int64_t *medoid, double *cost) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    centre_search s = {.p = p, .r = r, .medoid = medoid, .cost = cost};
    int32_t const threads = r->k < run->threads ? r->k : run->threads;
    TRY(open_search(run, labels, size, threads, &s));
    fcap_parallel_for(threads, r->k, 1, search_clusters, &s);
    double total = 0;
    for (int32_t c = 0; c < r->k; c++) {
        total += cost[c];
    }
    if (!(total <= 1.7976931348623157e308)) {
        return fcap_run_fail(run, FCAP_E_OVERFLOW,
                             "the sum of distances is beyond the range of numbers; divide the "
                             "data by a constant, or scale them");
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
