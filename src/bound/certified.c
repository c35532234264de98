/* certified.c - the bound that is printed.
 *
 * It holds for the true distances of the points as they are stored, not only for the rounded
 * ones. With u = 2^-53 and D coordinates, a computed distance is off by at most (D/2 + 3) u of
 * itself (the differences, squares and sums under the root are each right to u), or by 1e-150
 * where squares underflow; d - pi by u of itself. So the costs of a set of points are off by
 * at most
 *
 *     E_i = (D + 8) u  sum_j (d(i, j) + |pi_j|)  +  n 1e-150
 *
 * whatever the set, and the minimum over sets no more. Sums are kept as a head and a tail
 * (Knuth's two-sum): their own error, (n u)^2 times the sum of magnitudes, is far below E_i
 * for n < 2^31.
 */
#include "bound/lagrange.h"

#include "base/parallel.h"
#include "bound/sorting.h"

#include <math.h>

enum {
    CHUNK = 16
};

static const double UNIT = 1.1102230246251565e-16; /* 2^-53 */
static const double UNDERFLOW = 1e-150;
static const double PI_MOST = 1e100; /* distances are below 1 times the root of D */

typedef struct exact_sum {
    double head;
    double tail;
} exact_sum;

static void add(exact_sum *s, double x) {
    double const sum = s->head + x;
    double const part = sum - s->head;
    s->tail += (s->head - (sum - part)) + (x - part);
    s->head = sum;
}

/* Scratch of one thread. */
typedef struct desk {
    double *row;
    double *cost[2]; /* of each group */
    double *sum[2];  /* most + 1 */
} desk;

typedef struct proof {
    const points *p;
    const shape *s;
    const double *pi;
    subproblem sub;
    desk *desk;
    double *v;     /* n: V_i as computed */
    double *error; /* n: E_i */
} proof;

static void prefix_sums(double *cost, int64_t n, int64_t most, double *sum) {
    int64_t const m = n < most ? n : most;
    fcap_select_smallest(cost, n, m);
    fcap_sort(cost, m);
    exact_sum s = {0, 0};
    sum[0] = 0;
    for (int64_t c = 0; c < m; c++) {
        add(&s, cost[c]);
        sum[c + 1] = s.head + s.tail;
    }
}

/* The least sum over allowed counts. The sums over b are convex, so the best b is the number of
 * costs below 0, cut to its interval. */
static double least(const proof *w, const desk *k, int32_t own, int64_t n_second) {
    const shape *const s = w->s;
    int64_t const first = own == 0;
    int64_t const second = own == 1;
    int64_t wish = second;
    int64_t const most = n_second < w->sub.most[1] ? n_second : w->sub.most[1];
    while (wish - second < most && k->cost[1][wish - second] < 0) {
        wish++;
    }
    double best = INFINITY;
    for (int64_t a = s->least > first ? s->least : first; a <= s->most; a++) {
        int64_t const low = s->low[a - s->least] > second ? s->low[a - s->least] : second;
        int64_t const high = s->high[a - s->least];
        int64_t const b = wish < low ? low : wish > high ? high : wish;
        double const v = low > high ? INFINITY : k->sum[0][a - first] + k->sum[1][b - second];
        best = v < best ? v : best;
    }
    return best;
}

static void prove_some(void *context, int64_t from, int64_t to, int32_t thread) {
    proof *const w = context;
    desk *const k = &w->desk[thread];
    for (int64_t i = from; i < to; i++) {
        int64_t n[2] = {0, 0};
        double size = 0;
        fcap_points_distances(w->p, i, k->row);
        for (int64_t j = 0; j < w->s->n; j++) {
            int32_t const g = w->s->group == NULL ? 0 : w->s->group[j];
            size += k->row[j] + fabs(w->pi[j]);
            if (j != i) {
                k->cost[g][n[g]++] = k->row[j] - w->pi[j];
            }
        }
        prefix_sums(k->cost[0], n[0], w->sub.most[0], k->sum[0]);
        prefix_sums(k->cost[1], n[1], w->sub.most[1], k->sum[1]);
        w->v[i] = least(w, k, w->s->group == NULL ? 0 : w->s->group[i], n[1]) - w->pi[i];
        w->error[i] = (w->p->d + 8) * UNIT * size * 1.001 + (double)w->s->n * UNDERFLOW;
    }
}

static double total(proof *w) {
    int64_t const n = w->s->n;
    double error = 0;
    double size = 0;
    exact_sum s = {0, 0};
    for (int64_t j = 0; j < n; j++) {
        add(&s, w->pi[j]);
        error = w->error[j] > error ? w->error[j] : error;
        size += fabs(w->pi[j]);
    }
    fcap_sort(w->v, n);
    for (int32_t m = 0; m < w->s->k; m++) {
        add(&s, w->v[m]);
        size += fabs(w->v[m]);
    }
    return (s.head + s.tail) - error * w->s->k - 8 * UNIT * size;
}

static fcap_status open_desks(fcap_run *run, proof *w, int32_t threads) {
    int64_t const n = w->s->n;
    w->desk = arena_array(&run->mem, desk, threads);
    w->v = arena_array(&run->mem, double, n);
    w->error = arena_array(&run->mem, double, n);
    int failed = w->desk == NULL || w->v == NULL || w->error == NULL;
    for (int32_t t = 0; !failed && t < threads; t++) {
        desk *const k = &w->desk[t];
        k->row = arena_array(&run->mem, double, w->p->stride);
        for (int32_t g = 0; g < 2; g++) {
            k->cost[g] = arena_array(&run->mem, double, w->s->total[g] + 1);
            k->sum[g] = arena_array(&run->mem, double, w->sub.most[g] + 1);
            failed |= k->cost[g] == NULL || k->sum[g] == NULL;
        }
        failed |= k->row == NULL;
    }
    return failed ? fcap_run_fail(run, FCAP_E_NO_MEMORY,
                                  "out of memory for the bound of %lld points", (long long)n)
                  : FCAP_OK;
}

fcap_status fcap_bound_certified(fcap_run *run, const points *p, const shape *s,
                                 const double *pi, double *value) {
    *value = 0;
    for (int64_t j = 0; j < s->n; j++) {
        if (!(fabs(pi[j]) <= PI_MOST)) {
            return FCAP_OK; /* nonsense proves nothing */
        }
    }
    arena_mark const mark = fcap_arena_save(&run->mem);
    int32_t const threads = run->threads < 1 ? 1 : run->threads;
    proof w = {.p = p, .s = s, .pi = pi};
    fcap_subproblem_open(s, &w.sub);
    TRY(open_desks(run, &w, threads));
    fcap_parallel_for(threads, s->n, CHUNK, prove_some, &w);
    double const bound = total(&w);
    *value = bound > 0 && bound < INFINITY ? bound : 0;
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
