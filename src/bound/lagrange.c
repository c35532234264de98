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
    b->out = arena_array(mem, unsigned char, n);
    b->set_of = arena_array(mem, int32_t, n);
    b->order = arena_array(mem, int64_t, n);
    b->place = arena_array(mem, int64_t, n);
    b->window = arena_array(mem, cost_window, n);
    b->set = arena_array(mem, cheapest_set, n);
    b->sorted_v = arena_array(mem, double, n);
    b->row = arena_array(mem, double *, b->threads);
    b->room = arena_array(mem, cost_room, b->threads);
    return b->pi == NULL || b->alive == NULL || b->v == NULL || b->weight == NULL ||
                   b->out == NULL || b->set_of == NULL || b->order == NULL ||
                   b->place == NULL || b->window == NULL || b->set == NULL ||
                   b->sorted_v == NULL || b->row == NULL || b->room == NULL
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
        if (!b->out[i]) {
            b->alive[b->n_alive++] = (int32_t)i;
        }
    }
}

/* ---------------------------------------------------------------- evaluating */

typedef struct pass {
    lagrange *b;
    multipliers at;
} pass;

static void solve_some(void *context, int64_t from, int64_t to, int32_t thread) {
    pass const *const w = context;
    lagrange *const b = w->b;
    for (int64_t at = from; at < to; at++) {
        int64_t const i = b->alive[at];
        fcap_subproblem_solve(&b->sub, fcap_bound_row(b, i, b->row[thread]), &w->at,
                              b->place[i], &b->window[i], &b->room[thread], &b->set[i]);
    }
}

/* The smallest and second smallest V of each required set, ties to lower indices. */
static void choose_in_sets(const lagrange *b, evaluation *out) {
    for (int32_t r = 0; r < b->n_sets; r++) {
        out->best[r] = -1;
        out->second[r] = INFINITY;
    }
    for (int64_t a = 0; a < b->n_alive; a++) {
        int64_t const i = b->alive[a];
        int32_t const r = b->set_of[i];
        double const v = b->set[i].value;
        if (r < 0) {
            continue;
        }
        if (out->best[r] < 0 || v < b->set[out->best[r]].value) {
            out->second[r] = out->best[r] < 0 ? INFINITY : b->set[out->best[r]].value;
            out->best[r] = i;
        } else if (v < out->second[r]) {
            out->second[r] = v;
        }
    }
}

static int is_best_of_set(const lagrange *b, const evaluation *e, int64_t i) {
    return b->set_of[i] >= 0 && e->best[b->set_of[i]] == i;
}

/* The smallest of all others, ties to lower indices. Returns 0 when there are too few. */
static int choose_others(lagrange *b, evaluation *out) {
    int64_t const wanted = b->s->k - b->n_sets;
    int64_t n = 0;
    for (int64_t a = 0; a < b->n_alive; a++) {
        if (!is_best_of_set(b, out, b->alive[a])) {
            b->sorted_v[n++] = b->set[b->alive[a]].value;
        }
    }
    if (n < wanted) {
        return 0;
    }
    fcap_sort(b->sorted_v, n);
    out->last = wanted > 0 ? b->sorted_v[wanted - 1] : -INFINITY;
    out->next = wanted < n ? b->sorted_v[wanted] : INFINITY;
    int64_t equal = wanted; /* in the end: how many with V = last are wanted */
    while (equal > 0 && b->sorted_v[wanted - equal] < out->last) {
        equal--;
    }
    int64_t m = 0;
    for (int64_t a = 0; a < b->n_alive && m < b->s->k; a++) {
        int64_t const i = b->alive[a];
        double const v = b->set[i].value;
        int const best = is_best_of_set(b, out, i);
        int const tie = !best && v == out->last && equal > 0;
        equal -= tie;
        if (best || v < out->last || tie) {
            out->chosen[m++] = i;
        }
    }
    return 1;
}

void fcap_bound_choose(lagrange *b, evaluation *out) {
    choose_in_sets(b, out);
    int possible = b->n_alive >= b->s->k;
    for (int32_t r = 0; r < b->n_sets; r++) {
        possible &= out->best[r] >= 0;
    }
    if (!possible || !choose_others(b, out)) {
        out->value = INFINITY;
        return;
    }
    out->value = b->pi_sum;
    for (int64_t m = 0; m < b->s->k; m++) {
        out->value += b->set[out->chosen[m]].value;
    }
}

void fcap_bound_evaluate(lagrange *b, const double *pi, evaluation *out) {
    int64_t const n = b->s->n;
    pass w = {b, fcap_subproblem_multipliers(&b->sub, pi)};
    fcap_parallel_for(b->n_alive * n >= PARALLEL_FROM ? b->threads : 1, b->n_alive, CHUNK,
                      solve_some, &w);
    for (int64_t a = 0; a < b->n_alive; a++) {
        b->work += b->set[b->alive[a]].work;
    }
    b->pi_sum = 0;
    for (int64_t j = 0; j < n; j++) {
        b->pi_sum += pi[j];
    }
    fcap_bound_choose(b, out);
}

evaluation fcap_bound_evaluation(fcap_run *run, int32_t k) {
    evaluation e = {.chosen = arena_array(&run->mem, int64_t, k),
                    .best = arena_array(&run->mem, int64_t, k),
                    .second = arena_array(&run->mem, double, k)};
    if (e.best == NULL || e.second == NULL) {
        e.chosen = NULL;
    }
    return e;
}

/* ---------------------------------------------------------------- fixing */

/* L of the answers that have medoid i, which is not chosen: it takes the place of the costliest
 * that may go. */
static double value_with(const lagrange *b, const evaluation *at, int64_t i) {
    int32_t const r = b->set_of[i];
    double const own = r < 0 ? -INFINITY : b->set[at->best[r]].value;
    return at->value + b->set[i].value - (own > at->last ? own : at->last);
}

/* L of the answers without i, which is chosen. */
static double value_without(const lagrange *b, const evaluation *at, int64_t i) {
    double const v = b->set[i].value;
    double const instead = !is_best_of_set(b, at, i)             ? at->next
                           : at->second[b->set_of[i]] > at->last ? at->second[b->set_of[i]]
                                                                 : at->next;
    return at->value - v + instead;
}

/* A set of i alone, which the set that it was in is no longer needed for. */
static void require(lagrange *b, evaluation *at, int64_t i) {
    int32_t const r = b->set_of[i];
    for (int64_t a = 0; r >= 0 && a < b->n_alive; a++) {
        int64_t const h = b->alive[a];
        b->set_of[h] = b->set_of[h] == r ? -1 : b->set_of[h];
    }
    b->set_of[i] = r >= 0 ? r : b->n_sets++;
    at->best[b->set_of[i]] = i;
}

static int is_single(const lagrange *b, int64_t i) {
    for (int64_t a = 0; a < b->n_alive; a++) {
        if (b->alive[a] != i && b->set_of[b->alive[a]] == b->set_of[i]) {
            return 0;
        }
    }
    return 1;
}

int64_t fcap_bound_fix(lagrange *b, evaluation *at, double ceiling) {
    if (at->value >= ceiling) {
        return 0; /* nothing is left to be fixed */
    }
    int64_t changed = 0;
    int64_t m = 0;
    for (int64_t a = 0; a < b->n_alive; a++) {
        int64_t const i = b->alive[a];
        int const chosen = m < b->s->k && at->chosen[m] == i;
        m += chosen;
        if (!chosen && value_with(b, at, i) >= ceiling) {
            b->out[i] = 1;
            b->v[i] = INFINITY;
            b->weight[i] = 0;
            changed++;
        }
    }
    if (changed > 0) {
        fcap_bound_list_alive(b);
    }
    for (m = 0; m < b->s->k; m++) {
        int64_t const i = at->chosen[m];
        if (value_without(b, at, i) >= ceiling && (b->set_of[i] < 0 || !is_single(b, i))) {
            require(b, at, i);
            changed++;
        }
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
        b->out[j] = 0;
        b->set_of[j] = -1;
        b->v[j] = -INFINITY;
        b->weight[j] = 0;
    }
    b->n_sets = 0;
    b->value = -INFINITY;
    fcap_bound_list_alive(b);
    for (int64_t j = 0; j < b->s->n; j++) {
        b->pi[b->order[j]] = start[j];
    }
    fcap_ascent_begin(b, start);
}
