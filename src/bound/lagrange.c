/* lagrange.c - see lagrange.h. O(n alive) for each evaluation. */
#include "bound/lagrange.h"

#include "base/parallel.h"
#include "bound/ascent.h"
#include "bound/sorting.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    CHUNK = 16,            /* candidates of a chunk */
    PARALLEL_FROM = 400000 /* distances to look at; fewer are not worth a thread */
};

static fcap_status no_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for the bound of %lld points",
                         (long long)n);
}

/* ---------------------------------------------------------------- opening */

static void order_points(const shape *s, lagrange *b) {
    int64_t at[2] = {0, s->total[0]};
    for (int64_t j = 0; j < s->n; j++) {
        int64_t const position = at[s->group == NULL ? 0 : s->group[j]]++;
        b->order[position] = j;
        b->place[j] = position;
    }
}

static fcap_status open_arrays(fcap_run *run, lagrange *b) {
    arena *const mem = &run->mem;
    int64_t const n = b->s->n;
    b->pi = arena_array(mem, double, n);
    b->alive = arena_array(mem, int32_t, n);
    b->v = arena_array(mem, double, n);
    b->weight = arena_array(mem, double, n);
    b->state = arena_array(mem, candidacy, n);
    b->order = arena_array(mem, int64_t, n);
    b->place = arena_array(mem, int64_t, n);
    b->window = arena_array(mem, cost_window, n);
    b->set = arena_array(mem, cheapest_set, n);
    b->sorted_v = arena_array(mem, double, n);
    b->row = arena_array(mem, double *, b->threads);
    b->room = arena_array(mem, cost_room, b->threads);
    return b->pi == NULL || b->alive == NULL || b->v == NULL || b->weight == NULL ||
                   b->state == NULL || b->order == NULL || b->place == NULL ||
                   b->window == NULL || b->set == NULL || b->sorted_v == NULL ||
                   b->row == NULL || b->room == NULL
               ? no_memory(run, n)
               : FCAP_OK;
}

static void make_rows(void *context, int64_t from, int64_t to, int32_t thread) {
    (void)thread;
    lagrange *const b = context;
    for (int64_t i = from; i < to; i++) {
        fcap_points_distances_to(b->p, i, &b->sorted, b->matrix + i * b->stride);
    }
}

static fcap_status open_rows(fcap_run *run, lagrange *b) {
    int64_t const n = b->s->n;
    TRY(fcap_points_subset(run, b->p, b->order, n, &b->sorted));
    b->stride = b->sorted.stride;
    if (n <= BOUND_MATRIX_POINTS) {
        b->matrix = arena_array(&run->mem, double, n * b->stride);
        if (b->matrix == NULL) {
            return no_memory(run, n);
        }
        fcap_parallel_for(b->threads, n, CHUNK, make_rows, b);
        return FCAP_OK;
    }
    for (int32_t t = 0; t < b->threads; t++) {
        b->row[t] = arena_array(&run->mem, double, b->stride);
        if (b->row[t] == NULL) {
            return no_memory(run, n);
        }
    }
    return FCAP_OK;
}

fcap_status fcap_bound_open(fcap_run *run, const points *p, const shape *s, lagrange *out) {
    assert(p->n == s->n && s->k >= 1 && s->k <= s->n);
    *out = (lagrange){.p = p, .s = s, .threads = run->threads < 1 ? 1 : run->threads};
    fcap_subproblem_open(s, &out->sub);
    TRY(open_arrays(run, out));
    order_points(s, out);
    TRY(open_rows(run, out));
    for (int32_t t = 0; t < out->threads; t++) {
        TRY(fcap_subproblem_room(run, &out->sub, &out->room[t]));
    }
    TRY(fcap_ascent_open(run, out));
    fcap_bound_begin(out, NULL);
    return FCAP_OK;
}

const double *fcap_bound_row(const lagrange *b, int64_t i, double *scratch) {
    if (b->matrix != NULL) {
        return b->matrix + i * b->stride;
    }
    fcap_points_distances_to(b->p, i, &b->sorted, scratch);
    return scratch;
}

void fcap_bound_list_alive(lagrange *b) {
    b->n_alive = 0;
    for (int64_t i = 0; i < b->s->n; i++) {
        if (b->state[i] != CANDIDATE_OUT) {
            b->alive[b->n_alive++] = (int32_t)i;
        }
    }
}

/* ---------------------------------------------------------------- evaluating */

typedef struct pass {
    lagrange *b;
    const double *pi;
} pass;

static void solve_some(void *context, int64_t from, int64_t to, int32_t thread) {
    pass const *const w = context;
    lagrange *const b = w->b;
    for (int64_t at = from; at < to; at++) {
        int64_t const i = b->alive[at];
        fcap_subproblem_solve(&b->sub, fcap_bound_row(b, i, b->row[thread]), w->pi, b->place[i],
                              &b->window[i], &b->room[thread], &b->set[i]);
    }
}

/* The k smallest, ties to lower indices; every candidate that is IN is one of them. */
static void choose(lagrange *b, evaluation *out) {
    int64_t const wanted = b->s->k - b->n_in;
    int64_t n = 0;
    for (int64_t at = 0; at < b->n_alive; at++) {
        if (b->state[b->alive[at]] == CANDIDATE_FREE) {
            b->sorted_v[n++] = b->set[b->alive[at]].value;
        }
    }
    fcap_sort(b->sorted_v, n);
    out->last = wanted > 0 && wanted <= n ? b->sorted_v[wanted - 1] : -INFINITY;
    out->next = wanted < n ? b->sorted_v[wanted] : INFINITY;
    int64_t equal = wanted;
    while (equal > 0 && b->sorted_v[wanted - equal] < out->last) {
        equal--; /* in the end: how many with V = last are wanted */
    }
    int64_t m = 0;
    for (int64_t at = 0; at < b->n_alive && m < b->s->k; at++) {
        int64_t const i = b->alive[at];
        double const v = b->set[i].value;
        int const tie = b->state[i] == CANDIDATE_FREE && v == out->last && equal > 0;
        equal -= tie;
        if (b->state[i] == CANDIDATE_IN || v < out->last || tie) {
            out->chosen[m++] = i;
        }
    }
}

void fcap_bound_evaluate(lagrange *b, const double *pi, evaluation *out) {
    int64_t const n = b->s->n;
    if (b->n_alive < b->s->k) {
        *out = (evaluation){INFINITY, out->chosen, -INFINITY, INFINITY};
        return;
    }
    pass w = {b, pi};
    fcap_parallel_for(b->n_alive * n >= PARALLEL_FROM ? b->threads : 1, b->n_alive, CHUNK,
                      solve_some, &w);
    choose(b, out);
    double sum = 0;
    for (int64_t j = 0; j < n; j++) {
        sum += pi[j];
    }
    for (int64_t m = 0; m < b->s->k; m++) {
        sum += b->set[out->chosen[m]].value;
    }
    out->value = sum;
}

int64_t fcap_bound_fix(lagrange *b, const evaluation *at, double ceiling) {
    int64_t changed = 0;
    int64_t next_chosen = 0;
    for (int64_t a = 0; a < b->n_alive; a++) {
        int64_t const i = b->alive[a];
        double const v = b->set[i].value;
        int const chosen = next_chosen < b->s->k && at->chosen[next_chosen] == i;
        next_chosen += chosen;
        if (b->state[i] == CANDIDATE_IN) {
            continue;
        }
        if (chosen && at->value - v + at->next >= ceiling) {
            b->state[i] = CANDIDATE_IN;
            b->n_in++;
            changed++;
        } else if (!chosen && at->value + v - at->last >= ceiling) {
            b->state[i] = CANDIDATE_OUT;
            b->v[i] = INFINITY;
            b->weight[i] = 0;
            changed++;
        }
    }
    if (changed > 0) {
        fcap_bound_list_alive(b);
    }
    return changed;
}

/* ---------------------------------------------------------------- a start */

/* Without multipliers: twice the distance to the nearest other point. */
static void guess(const lagrange *b, double *pi) {
    for (int64_t j = 0; j < b->s->n; j++) {
        const double *const row = fcap_bound_row(b, b->order[j], b->row[0]);
        double least = INFINITY;
        for (int64_t h = 0; h < b->s->n; h++) {
            least = h != j && row[h] < least ? row[h] : least;
        }
        pi[j] = least < INFINITY ? 2 * least : 0;
    }
}

void fcap_bound_begin(lagrange *b, const double *pi) {
    double *const start = b->sorted_v; /* free now */
    if (pi == NULL) {
        guess(b, start);
    }
    for (int64_t j = 0; j < b->s->n; j++) {
        start[j] = pi == NULL ? start[j] : pi[b->order[j]];
        b->state[j] = CANDIDATE_FREE;
        b->v[j] = -INFINITY;
        b->weight[j] = 0;
    }
    b->n_in = 0;
    b->value = -INFINITY;
    fcap_bound_list_alive(b);
    for (int64_t j = 0; j < b->s->n; j++) {
        b->pi[b->order[j]] = start[j];
    }
    fcap_ascent_begin(b, start);
}
