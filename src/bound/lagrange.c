/* lagrange.c - see lagrange.h. O(n alive) for each evaluation. */
#include "bound/lagrange.h"

#include "base/parallel.h"
#include "bound/ascent.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    CHUNK = 16,             /* candidates of a chunk */
    PARALLEL_FROM = 400000, /* distances to look at; fewer are not worth a thread */
    ROW_WORK = 2,           /* a distance that is not in the matrix, and */
    COORDINATES_WORK = 2    /* so many coordinates of it more */
};

static fcap_status no_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for the bound of %lld points",
                         (long long)n);
}

/* ---------------------------------------------------------------- opening */

static void order_points(const shape *s, lagrange *b) {
    if (b->family != NULL) {
        for (int64_t position = 0; position < s->n; position++) {
            b->order[position] = b->family->order[position];
            b->place[b->order[position]] = position;
        }
        return;
    }
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
    b->order = arena_array(mem, int64_t, n);
    b->place = arena_array(mem, int64_t, n);
    b->window = arena_array(mem, cost_window, n);
    b->set = arena_array(mem, cheapest_set, n);
    b->sorted_v = arena_array(mem, double, n);
    b->row = arena_array(mem, double *, b->threads);
    b->room = arena_array(mem, cost_room, b->threads);
    b->family_room = arena_array(mem, void *, b->threads);
    return b->pi == NULL || b->alive == NULL || b->v == NULL || b->weight == NULL ||
                   b->out == NULL || b->order == NULL || b->place == NULL ||
                   b->window == NULL || b->set == NULL || b->sorted_v == NULL ||
                   b->row == NULL || b->room == NULL || b->family_room == NULL
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

/* Scratch of the sub-problems. */
static fcap_status open_rooms(fcap_run *run, lagrange *b) {
    for (int32_t t = 0; t < b->threads; t++) {
        if (b->family == NULL) {
            TRY(fcap_subproblem_room(run, &b->sub, &b->room[t]));
            continue;
        }
        b->family_room[t] = b->family->room(run, b->family->self);
        if (b->family_room[t] == NULL) {
            return no_memory(run, b->s->n);
        }
    }
    return FCAP_OK;
}

fcap_status fcap_bound_open_family(fcap_run *run, const points *p, const shape *s,
                                   const family *of, const char *may, lagrange *out) {
    assert(p->n == s->n && s->k >= 1 && s->k <= s->n);
    *out = (lagrange){.p = p,
                      .s = s,
                      .family = of,
                      .may = may,
                      .threads = run->threads < 1 ? 1 : run->threads};
    fcap_subproblem_open(s, &out->sub);
    TRY(open_arrays(run, out));
    TRY(fcap_regions_open(run, s->n, s->k, &out->regions));
    order_points(s, out);
    TRY(open_rows(run, out));
    TRY(open_rooms(run, out));
    TRY(fcap_ascent_open(run, out));
    fcap_bound_begin(out, NULL);
    return FCAP_OK;
}

fcap_status fcap_bound_open(fcap_run *run, const points *p, const shape *s, lagrange *out) {
    return fcap_bound_open_family(run, p, s, NULL, NULL, out);
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

static void solve_family(lagrange *b, const double *pi, int64_t i, int32_t thread) {
    family_query const ask = {fcap_bound_row(b, i, b->row[thread]), pi, b->place[i]};
    family_set found = {.member = NULL};
    b->family->cheapest(b->family->self, b->family_room[thread], &ask, &found);
    b->set[i].value = found.value;
    b->set[i].work = found.work;
}

static void solve_some(void *context, int64_t from, int64_t to, int32_t thread) {
    pass const *const w = context;
    lagrange *const b = w->b;
    for (int64_t at = from; at < to; at++) {
        int64_t const i = b->alive[at];
        if (b->family != NULL) {
            solve_family(b, w->at.pi, i, thread);
            continue;
        }
        fcap_subproblem_solve(&b->sub, fcap_bound_row(b, i, b->row[thread]), &w->at,
                              b->place[i], &b->window[i], &b->room[thread], &b->set[i]);
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
    if (b->matrix == NULL) {
        b->work += b->n_alive * n * (ROW_WORK + b->p->d / COORDINATES_WORK);
    }
    b->pi_sum = 0;
    for (int64_t j = 0; j < n; j++) {
        b->pi_sum += pi[j];
    }
    fcap_bound_choose(b, out);
}

int64_t fcap_bound_members(lagrange *b, int64_t i, const double *pi, int32_t *member,
                           double *cost) {
    const double *const row = fcap_bound_row(b, i, b->row[0]);
    if (b->family == NULL) {
        return fcap_subproblem_members(&b->sub, row, pi, b->place[i], &b->set[i], member, cost);
    }
    family_query const ask = {row, pi, b->place[i]};
    family_set found = {.member = member};
    b->family->cheapest(b->family->self, b->family_room[0], &ask, &found);
    b->work += found.work;
    *cost = found.cost;
    return found.n;
}

evaluation fcap_bound_evaluation(fcap_run *run, int32_t k) {
    evaluation e = {.chosen = arena_array(&run->mem, int64_t, k),
                    .of = arena_array(&run->mem, region_choice, fcap_regions_room(k))};
    if (e.of == NULL) {
        e.chosen = NULL;
    }
    return e;
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
        b->out[j] = b->may != NULL && !b->may[j];
        b->v[j] = -INFINITY;
        b->weight[j] = 0;
    }
    fcap_regions_begin(&b->regions, b->s->n);
    b->value = -INFINITY;
    fcap_bound_list_alive(b);
    for (int64_t j = 0; j < b->s->n; j++) {
        b->pi[b->order[j]] = start[j];
    }
    fcap_ascent_begin(b, start);
}
