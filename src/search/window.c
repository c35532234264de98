/* window.c - see window.h. */
#include "search/window.h"

#include <math.h>
#include <string.h>

typedef struct window {
    const int32_t *list; /* clusters */
    int32_t k;
    int64_t n;
    int64_t *member;  /* n points of the whole */
    int32_t *group;   /* n */
    int32_t *number;  /* of a cluster of the whole, or -1 */
    int64_t *inverse; /* of a point of the whole: its number here */
    fcap_attribute attribute;
    rules r;
    shape s;
    points p;
    search search;
    answer best;
} window;

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for a window of %lld points",
                         (long long)n);
}

static fcap_status gather_members(fcap_run *run, const search *w, const answer *a,
                                  window *out) {
    out->number = arena_array(&run->mem, int32_t, a->k);
    out->member = arena_array(&run->mem, int64_t, a->n);
    out->group = arena_array(&run->mem, int32_t, a->n);
    out->inverse = arena_array(&run->mem, int64_t, a->n);
    if (out->number == NULL || out->member == NULL || out->group == NULL ||
        out->inverse == NULL) {
        return out_of_memory(run, a->n);
    }
    for (int32_t i = 0; i < a->k; i++) {
        out->number[i] = -1;
    }
    for (int32_t c = 0; c < out->k; c++) {
        out->number[out->list[c]] = c;
    }
    for (int64_t j = 0; j < a->n; j++) {
        if (out->number[a->label[j]] >= 0) {
            out->inverse[j] = out->n;
            out->group[out->n] = w->s->group == NULL ? 0 : w->s->group[j];
            out->member[out->n++] = j;
        }
    }
    return FCAP_OK;
}

/* The distances are those of the whole, where it has a matrix. */
static fcap_status open_points(fcap_run *run, const points *whole, window *v) {
    TRY(fcap_points_subset(run, whole, v->member, v->n, &v->p));
    if (whole->matrix == NULL) {
        return FCAP_OK;
    }
    v->p.matrix = arena_array(&run->mem, float, v->n * v->p.stride);
    if (v->p.matrix == NULL) {
        return out_of_memory(run, v->n);
    }
    for (int64_t i = 0; i < v->n; i++) {
        const float *const from = fcap_points_row(whole, v->member[i], NULL);
        float *const to = v->p.matrix + i * v->p.stride;
        for (int64_t j = 0; j < v->p.stride; j++) {
            to[j] = from[v->member[j < v->n ? j : v->n - 1]];
        }
    }
    return FCAP_OK;
}

static fcap_status open_rules(fcap_run *run, const search *w, window *v) {
    v->attribute = (fcap_attribute){v->group, 2, w->s->t};
    v->r = (rules){.n = v->n,
                   .k = v->k,
                   .capacity = w->r->capacity < v->n ? w->r->capacity : v->n,
                   .min_size = w->r->min_size,
                   .attribute = &v->attribute,
                   .n_attributes = w->s->n_groups == 2,
                   .n_counts = w->s->n_groups == 2 ? 2 : 0};
    return fcap_shape_open(run, &v->r, &v->s);
}

/* The present answer, as far as it lies in the window. */
static void look_in(const search *w, const answer *a, window *v) {
    answer *const b = &v->best;
    b->cost = 0;
    for (int64_t x = 0; x < v->n; x++) {
        int64_t const j = v->member[x];
        b->label[x] = v->number[a->label[j]];
        b->cost += fcap_points_distance(w->p, a->medoid[a->label[j]], j);
    }
    for (int32_t c = 0; c < v->k; c++) {
        b->medoid[c] = v->inverse[a->medoid[v->list[c]]];
        for (int32_t g = 0; g < a->n_groups; g++) {
            b->price[g * v->k + c] = a->price[g * a->k + v->list[c]];
        }
    }
}

static void put_back(const window *v, double gain, answer *a) {
    const answer *const b = &v->best;
    for (int32_t c = 0; c < v->k; c++) {
        a->medoid[v->list[c]] = v->member[b->medoid[c]];
        for (int32_t g = 0; g < a->n_groups; g++) {
            a->price[g * a->k + v->list[c]] = b->price[g * v->k + c];
        }
    }
    for (int64_t x = 0; x < v->n; x++) {
        a->label[v->member[x]] = v->list[b->label[x]];
    }
    a->cost -= gain;
    a->fixed_bound = -INFINITY; /* of other medoids */
    a->swap_optimal = 0;
}

static const char *candidates_of(fcap_run *run, const search *w, const window *v) {
    char *const flag = arena_array(&run->mem, char, v->n);
    for (int64_t x = 0; flag != NULL && x < v->n; x++) {
        flag[x] = w->candidate[v->member[x]];
    }
    return flag;
}

fcap_status fcap_window_search(fcap_run *run, search *w, const int32_t *list, int32_t n,
                               int64_t rounds, answer *a, int *improved) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    window v = {.list = list, .k = n};
    TRY(gather_members(run, w, a, &v));
    TRY(open_points(run, w->p, &v));
    TRY(open_rules(run, w, &v));
    TRY(fcap_search_open(run, &v.p, &v.r, &v.s, &v.search));
    TRY(fcap_answer_open(run, &v.s, &v.best));
    v.search.is_window = 1;
    v.search.random = fcap_rng_fork(&w->random, (uint64_t)w->round);
    if (w->candidate != NULL) {
        v.search.candidate = candidates_of(run, w, &v);
    }
    look_in(w, a, &v);
    double const before = v.best.cost;
    TRY(fcap_search_kicks(run, &v.search, rounds, &v.best));
    w->spent += v.search.spent + v.n * v.n * (w->p->matrix == NULL ? w->p->d : 1);
    w->routed = run->routed; /* the window has counted it */
    *improved = v.best.cost < before * (1 - 1e-9);
    if (*improved) {
        put_back(&v, before - v.best.cost, a);
    }
    fcap_arena_restore(&run->mem, mark);
    if (*improved) {
        TRY(fcap_answer_place(run, &w->fa, 0, a));
        fcap_search_count(run, w, fcap_search_place_work(w, 0));
        fcap_search_note(run, w, a);
    }
    return FCAP_OK;
}
