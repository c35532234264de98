/* proof.c - see proof.h.
 *
 * As in certified.c, a distance is off by at most (D + 8) u of itself, u = 2^-53. The sums here
 * are plain: one of m terms is off by at most m u times the sum of their magnitudes, whatever
 * the order, and no set has more than `most` members; differences of such sums and a division
 * by a weight double that. So the value of a set, and the least of them, is off by at most
 *
 *     E_i = (D + 8 + 8 most) u  sum_j (d(i, j) + |pi_j|)  +  n 1e-150
 *
 * and the sum over k clusters and all pi by k max E_i and (n + k) u of their magnitudes.
 */
#include "bound/proof.h"

#include "base/parallel.h"
#include "bound/sorting.h"

#include <math.h>

enum {
    CHUNK = 16
};

static const double UNIT = 1.1102230246251565e-16; /* 2^-53 */
static const double UNDERFLOW = 1e-150;
static const double PI_MOST = 1e100; /* distances are of the order of 1 */

/* One family, in its own order. */
typedef struct view {
    const family *of;
    const double *pi;     /* by position */
    const int64_t *place; /* by point */
    void **room;          /* of each thread */
} view;

typedef struct proof {
    const proof_case *of;
    view *view;        /* n_families */
    double **row;      /* of each thread: distances by point, */
    double **by_place; /* and by position */
    double *v;         /* n */
    double *error;     /* n */
} proof;

static fcap_status no_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for the bound of %lld points",
                         (long long)n);
}

static double solve(const proof *w, const view *x, int64_t i, int32_t thread) {
    double *const distance = w->by_place[thread];
    for (int64_t j = 0; j < x->of->n; j++) {
        distance[j] = w->row[thread][x->of->order[j]];
    }
    family_query const ask = {distance, x->pi, x->place[i]};
    family_set found = {.member = NULL};
    x->of->cheapest(x->of->self, x->room[thread], &ask, &found);
    return found.value;
}

static void prove_some(void *context, int64_t from, int64_t to, int32_t thread) {
    proof *const w = context;
    const points *const p = w->of->p;
    for (int64_t i = from; i < to; i++) {
        double size = 0;
        int64_t most = 0;
        w->v[i] = -INFINITY;
        if (w->of->may != NULL && !w->of->may[i]) {
            w->v[i] = INFINITY;
            continue;
        }
        fcap_points_distances(p, i, w->row[thread]);
        for (int64_t j = 0; j < p->n; j++) {
            size += w->row[thread][j] + fabs(w->of->pi[j]);
        }
        for (int32_t f = 0; f < w->of->n_families; f++) {
            double const v = solve(w, &w->view[f], i, thread);
            w->v[i] = v > w->v[i] ? v : w->v[i];
            most = w->of->of[f].most > most ? w->of->of[f].most : most;
        }
        w->error[i] =
            (p->d + 8 + 8 * (double)most) * UNIT * size * 1.001 + (double)p->n * UNDERFLOW;
    }
}

/* Fewer than k candidates with a cluster: there is no answer, and nothing to prove. */
static double total(proof *w) {
    int64_t const n = w->of->p->n;
    double error = 0;
    double size = 0;
    double sum = 0;
    for (int64_t j = 0; j < n; j++) {
        sum += w->of->pi[j];
        size += fabs(w->of->pi[j]);
        error = w->error[j] > error ? w->error[j] : error;
    }
    fcap_sort(w->v, n);
    for (int32_t m = 0; m < w->of->k; m++) {
        sum += w->v[m];
        size += fabs(w->v[m]);
    }
    return sum - error * w->of->k - 2 * (double)(n + w->of->k) * UNIT * size;
}

static fcap_status open_view(fcap_run *run, const proof_case *of, const family *f,
                             int32_t threads, view *out) {
    double *const pi = arena_array(&run->mem, double, f->n);
    int64_t *const place = arena_array(&run->mem, int64_t, f->n);
    *out = (view){f, pi, place, arena_array(&run->mem, void *, threads)};
    if (pi == NULL || place == NULL || out->room == NULL) {
        return no_memory(run, f->n);
    }
    for (int64_t j = 0; j < f->n; j++) {
        pi[j] = of->pi[f->order[j]];
        place[f->order[j]] = j;
    }
    for (int32_t t = 0; t < threads; t++) {
        out->room[t] = f->room(run, f->self);
        if (out->room[t] == NULL) {
            return no_memory(run, f->n);
        }
    }
    return FCAP_OK;
}

static fcap_status open_proof(fcap_run *run, int32_t threads, proof *w) {
    arena *const mem = &run->mem;
    int64_t const n = w->of->p->n;
    w->view = arena_array(mem, view, w->of->n_families);
    w->row = arena_array(mem, double *, threads);
    w->by_place = arena_array(mem, double *, threads);
    w->v = arena_array(mem, double, n);
    w->error = arena_array(mem, double, n);
    if (w->view == NULL || w->row == NULL || w->by_place == NULL || w->v == NULL ||
        w->error == NULL) {
        return no_memory(run, n);
    }
    for (int32_t t = 0; t < threads; t++) {
        w->row[t] = arena_array(mem, double, w->of->p->stride);
        w->by_place[t] = arena_array(mem, double, w->of->p->stride);
        if (w->row[t] == NULL || w->by_place[t] == NULL) {
            return no_memory(run, n);
        }
    }
    for (int32_t f = 0; f < w->of->n_families; f++) {
        TRY(open_view(run, w->of, &w->of->of[f], threads, &w->view[f]));
    }
    return FCAP_OK;
}

fcap_status fcap_proof_bound(fcap_run *run, const proof_case *of, double *value) {
    *value = 0;
    for (int64_t j = 0; j < of->p->n; j++) {
        if (!(fabs(of->pi[j]) <= PI_MOST)) {
            return FCAP_OK; /* nonsense proves nothing */
        }
    }
    arena_mark const mark = fcap_arena_save(&run->mem);
    int32_t const threads = run->threads < 1 ? 1 : run->threads;
    proof w = {.of = of};
    TRY(open_proof(run, threads, &w));
    fcap_parallel_for(threads, of->p->n, CHUNK, prove_some, &w);
    double const bound = total(&w);
    *value = bound > 0 && bound < INFINITY ? bound : 0;
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
