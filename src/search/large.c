/* large.c - see large.h. */
#include "search/large.h"

#include "cluster/fair_flow.h"
#include "cluster/kmedoids.h"
#include "metric/centres.h"
#include "search/levels.h"
#include "search/search.h"
#include "search/start.h"

#include <math.h>
#include <string.h>

enum {
    SAMPLE_LEAST = 4000,    /* points of the first sample */
    SAMPLE_MOST = 20000,    /* unless clusters ask for more */
    SAMPLE_SHARE = 3,       /* one in so many points at most, */
    EACH = 200,             /* so many in each cluster, */
    EACH_LEAST = 8,         /* and if there are very many clusters */
    MINORITY_EACH = 2,      /* of the smaller group */
    STORED_MOST = 40000000, /* distances, of 12 bytes each; more are computed when needed */
    SAMPLE_ROUNDS = 20,     /* of settling a sample */
    PATIENCE = 2,           /* rounds in a row that may gain little */
    FREE_POINTS = 100000, /* of a level where medoids without rules are looked for, at most; */
    FREE_MOST = 10000000, /* the same of points times clusters */
    EFFORT_USUAL = 5,     /* beyond, there are more starts of those */
    MANY_CLUSTERS = 24    /* with more, those are better than what a brief search finds */
};

static const double LITTLE = 1e-4; /* of the cost */

/* The medoids and prices that go from level to level. */
typedef struct pathway {
    const points *p;
    const rules *r;
    const shape *s;
    int32_t effort;
    int64_t *medoid; /* k points of the whole */
    double *price;   /* [g * k + i] */
} pathway;

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for a search of %lld points",
                         (long long)n);
}

/* ---------------------------------------------------------------- sizes */

static int64_t first_size(const shape *s) {
    int64_t const k = s->k;
    int64_t size = EACH * k;
    size = size < SAMPLE_LEAST ? SAMPLE_LEAST : size > SAMPLE_MOST ? SAMPLE_MOST : size;
    size = size > s->n / SAMPLE_SHARE ? s->n / SAMPLE_SHARE : size;
    size = size < EACH_LEAST * k ? EACH_LEAST * k : size;
    if (s->n_groups == 2) {
        int64_t const few = s->total[0] < s->total[1] ? s->total[0] : s->total[1];
        double const scale = (double)s->n / (double)few;
        double const most = (double)s->n;
        double const wanted = MINORITY_EACH * (double)k * scale;
        size = wanted > most ? s->n : (int64_t)wanted > size ? (int64_t)wanted : size;
    }
    return size;
}

int fcap_large_serves(const points *p, const shape *s) {
    return p->n > MATRIX_POINTS && p->d > 0 && 2 * first_size(s) < p->n;
}

/* Rounds of settling all points, by effort. */
static int64_t rounds_of(int32_t effort) {
    return 2 + 2 * effort;
}

/* Is this the largest level where medoids without rules are looked for? */
static int is_for_free(const shape *s, int64_t n, int64_t next) {
    int64_t const by_k = FREE_MOST / s->k;
    int64_t const most = by_k < FREE_POINTS ? by_k : FREE_POINTS;
    return n <= most && next > most;
}

/* ---------------------------------------------------------------- settling */

/* Each cluster gets its best member; the labels stay. */
static fcap_status centre(fcap_run *run, const points *p, const rules *r, answer *a,
                          int *changed) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t *const medoid = arena_array(&run->mem, int64_t, a->k);
    int64_t *const size = arena_array(&run->mem, int64_t, a->k);
    double *const cost = arena_array(&run->mem, double, a->k);
    if (medoid == NULL || size == NULL || cost == NULL) {
        return out_of_memory(run, a->n);
    }
    for (int64_t j = 0; j < a->n; j++) {
        size[a->label[j]]++;
    }
    TRY(fcap_centres(run, p, r, a->label, size, medoid, cost));
    double total = 0;
    *changed = 0;
    for (int32_t i = 0; i < a->k; i++) {
        total += cost[i];
        *changed |= medoid[i] != a->medoid[i];
    }
    total = ldexp(total, -p->exponent);
    *changed &= total < a->cost;
    if (*changed) {
        memcpy(a->medoid, medoid, (size_t)a->k * sizeof *medoid);
        a->cost = total;
        a->fixed_bound = -INFINITY; /* what was proved was about others */
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* From a placed answer: best members and assignments in turn, while that pays. A round that
 * gains little may be followed by one that gains more. Being stopped leaves what there is. */
static fcap_status settle(fcap_run *run, fair_assign *fa, const rules *r, int64_t rounds,
                          answer *a) {
    int patience = PATIENCE;
    for (int64_t round = 0; round < rounds && patience > 0; round++) {
        double const before = a->cost;
        int changed = 0;
        TRY(centre(run, fa->p, r, a, &changed));
        if (!changed || fcap_run_should_stop(run, "settle", round, rounds)) {
            break;
        }
        fcap_status const status = fcap_answer_place(run, fa, FAIR_ASSIGN_QUICK, a);
        if (status == FCAP_E_CANCELLED) {
            break;
        }
        TRY(status);
        patience = a->cost > before * (1 - LITTLE) ? patience - 1 : PATIENCE;
    }
    return FCAP_OK;
}

/* The medoids of an answer without rules, settled under the rules: *a, if that is cheaper. */
static fcap_status try_free(fcap_run *run, fair_assign *fa, const rules *r, int32_t effort,
                            int64_t rounds, answer *a) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    answer b;
    int64_t iterations = 0;
    points view = *fa->p;
    int32_t const starts = effort > EFFORT_USUAL ? effort - EFFORT_USUAL + 1 : 1;
    TRY(fcap_answer_open(run, fa->s, &b));
    run->sketching = 1; /* its costs are not ours */
    fcap_status status = fcap_kmedoids(run, &view, b.k, starts, b.label, b.medoid, &iterations);
    run->sketching = 0;
    if (status == FCAP_OK) {
        status = fcap_answer_place(run, fa, FAIR_ASSIGN_QUICK, &b);
    }
    if (status == FCAP_E_CANCELLED) {
        return FCAP_OK;
    }
    TRY(status);
    TRY(settle(run, fa, r, rounds, &b));
    if (b.cost < a->cost) {
        fcap_answer_copy(&b, a);
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* ---------------------------------------------------------------- samples */

static void enter(const pathway *w, const level *l, answer *a) {
    for (int32_t i = 0; i < a->k; i++) {
        a->medoid[i] = fcap_level_find(l, w->medoid[i]);
    }
    memcpy(a->price, w->price, (size_t)a->n_groups * (size_t)a->k * sizeof *a->price);
}

static void leave(pathway *w, const level *l, const answer *a) {
    for (int32_t i = 0; i < a->k; i++) {
        w->medoid[i] = l->index[a->medoid[i]];
    }
    memcpy(w->price, a->price, (size_t)a->n_groups * (size_t)a->k * sizeof *a->price);
}

/* The first sample is searched as a small problem is. */
static fcap_status search_first(fcap_run *run, pathway *w, level *l) {
    search find;
    answer best;
    TRY(fcap_search_open(run, &l->p, &l->r, &l->s, &find));
    TRY(fcap_answer_open(run, &l->s, &best));
    find.is_window = 1; /* its costs are not ours */
    rng random = fcap_rng_fork(&run->random, 6);
    TRY(fcap_start_seed(run, &find, &random, best.medoid));
    leave(w, l, &best);
    int const brief = w->s->k > MANY_CLUSTERS && w->effort <= EFFORT_USUAL;
    int64_t const work = fcap_search_work(&find, brief ? 1 : w->effort);
    fcap_status const status = fcap_search_run(run, &find, work, &best);
    if (status == FCAP_E_CANCELLED) {
        return FCAP_OK; /* the start will do */
    }
    TRY(status);
    leave(w, l, &best);
    return FCAP_OK;
}

/* With stored distances if they fit. */
static fcap_status open_assign(fcap_run *run, const points *p, const shape *s,
                               fair_assign *out) {
    return p->n * s->k > STORED_MOST ? fcap_fair_assign_open_lean(run, p, s, out)
                                     : fcap_fair_assign_open(run, p, s, out);
}

/* Medoids to the middle of what they get in a larger sample, of which the next has so many
 * points. */
static fcap_status go_on(fcap_run *run, pathway *w, const level *l, int64_t next) {
    fair_assign fa;
    answer a;
    TRY(open_assign(run, &l->p, &l->s, &fa));
    TRY(fcap_answer_open(run, &l->s, &a));
    enter(w, l, &a);
    fcap_status const status = fcap_answer_place(run, &fa, FAIR_ASSIGN_QUICK, &a);
    if (status == FCAP_E_CANCELLED) {
        return FCAP_OK;
    }
    TRY(status);
    TRY(settle(run, &fa, &l->r, SAMPLE_ROUNDS, &a));
    if (is_for_free(w->s, l->n, next) && run->stopped == FCAP_FEASIBLE) {
        TRY(try_free(run, &fa, &l->r, w->effort, SAMPLE_ROUNDS, &a));
    }
    leave(w, l, &a);
    return FCAP_OK;
}

static fcap_status climb(fcap_run *run, pathway *w) {
    level levels[LEVELS_MOST];
    int32_t n = 0;
    rng random = fcap_rng_fork(&run->random, 5);
    TRY(fcap_levels_draw(run, w->s, first_size(w->s), &random, levels, &n));
    for (int32_t l = 0; l < n && run->stopped == FCAP_FEASIBLE; l++) {
        arena_mark const mark = fcap_arena_save(&run->mem);
        TRY(fcap_level_open(run, w->p, w->r, w->s, &levels[l]));
        if (l == 0) {
            TRY(search_first(run, w, &levels[l]));
        } else {
            TRY(go_on(run, w, &levels[l], l + 1 < n ? levels[l + 1].n : w->s->n));
        }
        fcap_arena_restore(&run->mem, mark);
        fcap_run_should_stop(run, "sample", l + 1, n);
    }
    return FCAP_OK;
}

/* ---------------------------------------------------------------- all points */

/* The first assignment of all points is made even if the run was stopped: there is no answer
 * without it. */
static fcap_status place_all(fcap_run *run, fair_assign *fa, answer *best) {
    fcap_outcome const stopped = run->stopped;
    double const limit = run->time_limit;
    fcap_tick *const tick = run->tick;
    if (stopped != FCAP_FEASIBLE) {
        run->stopped = FCAP_FEASIBLE;
        run->time_limit = 0;
        run->tick = NULL;
    }
    fcap_status status = fcap_answer_place(run, fa, FAIR_ASSIGN_QUICK, best);
    if (status == FCAP_E_CANCELLED && stopped == FCAP_FEASIBLE) { /* on the way; once more */
        status = place_all(run, fa, best);
    }
    run->stopped = stopped != FCAP_FEASIBLE ? stopped : run->stopped;
    run->time_limit = limit;
    run->tick = tick;
    return status;
}

fcap_status fcap_large(fcap_run *run, const points *p, const rules *r, const shape *s,
                       int32_t effort, answer *best) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    pathway w = {.p = p,
                 .r = r,
                 .s = s,
                 .effort = effort,
                 .medoid = arena_array(&run->mem, int64_t, s->k),
                 .price = arena_array(&run->mem, double, (int64_t)s->n_groups * s->k)};
    fair_assign fa;
    if (w.medoid == NULL || w.price == NULL) {
        return out_of_memory(run, p->n);
    }
    TRY(climb(run, &w));
    TRY(open_assign(run, p, s, &fa));
    memcpy(best->medoid, w.medoid, (size_t)s->k * sizeof *w.medoid);
    memcpy(best->price, w.price, (size_t)s->n_groups * (size_t)s->k * sizeof *w.price);
    TRY(place_all(run, &fa, best));
    fcap_run_note_cost(run, ldexp(best->cost, p->exponent));
    TRY(settle(run, &fa, r, rounds_of(effort), best));
    if (is_for_free(s, p->n, INT64_MAX) && run->stopped == FCAP_FEASIBLE) {
        TRY(try_free(run, &fa, r, effort, rounds_of(effort), best));
    }
    if (run->stopped == FCAP_FEASIBLE &&
        !fcap_fair_proved(&fa, best->cost, best->fixed_bound)) {
        /* with care */
        fcap_status const status = fcap_answer_place(run, &fa, 0, best);
        if (status != FCAP_E_CANCELLED) {
            TRY(status);
        }
    }
    fcap_run_note_cost(run, ldexp(best->cost, p->exponent));
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
