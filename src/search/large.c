/* large.c - see large.h. */
#include "search/large.h"

#include "cluster/fair_flow.h"
#include "cluster/kmedoids.h"
#include "metric/centres.h"
#include "search/levels.h"
#include "search/search.h"
#include "search/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SAMPLE_LEAST = 2000,    /* points of the first sample */
    SAMPLE_MOST = 20000,    /* unless clusters ask for more */
    SAMPLE_SHARE = 3,       /* one in so many points at most, */
    EACH = 100,             /* so many in each cluster, */
    EACH_LEAST = 8,         /* and if there are very many clusters */
    MINORITY_EACH = 2,      /* of the smaller group */
    STORED_MOST = 40000000, /* distances, of 12 bytes each; more are computed when needed */
    BRIEF_ROUNDS = 2,       /* of settling before contenders are compared */
    SAMPLE_ROUNDS = 20,     /* of settling the best at a sample */
    PATIENCE = 2,           /* rounds in a row that may gain little */
    STARTS_MOST = 250,
    FIRST_STREAM = 1000,   /* of random numbers, for the samples */
    FIELD_POINTS = 100000, /* of a level with several contenders, at most */
    FREE_POINTS = 100000,  /* of a level where medoids without rules are looked for, at most; */
    FREE_MOST = 10000000,  /* the same of points times clusters */
    EXCHANGE_POINTS = 50000, /* of a level where medoids are exchanged */
    EFFORT_USUAL = 5,        /* beyond, there are more starts */
    LAST_WORK = 500000000,   /* points times clusters times coordinates; some LAST_SECONDS */
};

static const double LITTLE = 1e-4;      /* of the cost */
static const double LAST_SECONDS = 0.4; /* for an answer when a run is interrupted */

/* Medoids that are still considered, and their prices. */
typedef struct contender {
    int64_t *medoid; /* k points of the whole */
    double *price;   /* [g * k + i] */
    double cost;     /* at the last level, in the scale of its points */
} contender;

/* What goes from level to level. */
typedef struct field {
    const shape *s; /* of the whole */
    int32_t effort;
    contender *of;
    int32_t n;
} field;

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

/* Samples that are searched: fewer where each takes longer. */
static int32_t starts_of(const shape *s, int32_t effort) {
    static const int64_t searched[] = {0, 0, 4, 8, 16, 32, 64, 128, 256, 512}; /* thousands */
    int64_t const starts = 1000 * searched[effort] / first_size(s);
    return starts < 1 ? 1 : starts > STARTS_MOST ? STARTS_MOST : (int32_t)starts;
}

/* Of the search of each. Several brief ones are better than a long one: where the medoids of a
 * sample lie depends more on the sample than on the search. */
static int32_t first_effort(int32_t effort) {
    return effort > EFFORT_USUAL ? 3 : effort > 2 ? 2 : effort;
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
    centres found = {.medoid = medoid, .cost = cost};
    TRY(fcap_centres(run, p, r, a->label, size, &found));
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

/* ---------------------------------------------------------------- contenders */

static fcap_status open_field(fcap_run *run, const shape *s, int32_t effort, field *out) {
    int32_t const room = starts_of(s, effort) + 1;
    *out = (field){.s = s, .effort = effort, .of = arena_array(&run->mem, contender, room)};
    if (out->of == NULL) {
        return out_of_memory(run, s->n);
    }
    for (int32_t c = 0; c < room; c++) {
        out->of[c].medoid = arena_array(&run->mem, int64_t, s->k);
        out->of[c].price = arena_array(&run->mem, double, (int64_t)s->n_groups * s->k);
        if (out->of[c].medoid == NULL || out->of[c].price == NULL) {
            return out_of_memory(run, s->n);
        }
    }
    return FCAP_OK;
}

/* At a level there is no answer yet with these medoids. */
static void enter(const contender *c, const level *l, answer *a) {
    for (int32_t i = 0; i < a->k; i++) {
        a->medoid[i] = fcap_level_find(l, c->medoid[i]);
    }
    memcpy(a->price, c->price, (size_t)a->n_groups * (size_t)a->k * sizeof *a->price);
    a->cost = INFINITY;
}

static void leave(contender *c, const level *l, const answer *a) {
    for (int32_t i = 0; i < a->k; i++) {
        c->medoid[i] = l->index == NULL ? a->medoid[i] : l->index[a->medoid[i]];
    }
    memcpy(c->price, a->price, (size_t)a->n_groups * (size_t)a->k * sizeof *a->price);
    c->cost = a->cost;
}

static int by_cost(const void *left, const void *right) {
    const contender *const a = left;
    const contender *const b = right;
    return (a->cost > b->cost) - (a->cost < b->cost);
}

/* Those that go on to a level of so many points: fewer where each takes longer. */
static void thin(field *f, int64_t next) {
    qsort(f->of, (size_t)f->n, sizeof *f->of, by_cost);
    int32_t const some = next > FIELD_POINTS ? 1 : (f->n + LEVEL_STEP - 1) / LEVEL_STEP;
    f->n = some < f->n ? some : f->n;
}

/* A first sample is searched as a small problem is. */
static fcap_status search_first(fcap_run *run, field *f, level *l, rng *random) {
    contender *const c = &f->of[f->n++];
    search find;
    answer best;
    TRY(fcap_search_open(run, &l->p, &l->r, &l->s, &find));
    TRY(fcap_answer_open(run, &l->s, &best));
    find.is_window = 1; /* its costs are not ours */
    TRY(fcap_start_seed(run, &find, random, best.medoid));
    leave(c, l, &best);
    int64_t const work = fcap_search_work(&find, first_effort(f->effort));
    fcap_status const status = fcap_search_run(run, &find, work, &best);
    if (status == FCAP_E_CANCELLED) {
        return FCAP_OK; /* the start will do */
    }
    TRY(status);
    leave(c, l, &best);
    return FCAP_OK;
}

/* Contenders from samples of their own: levels[0], and others of that size. */
static fcap_status gather(fcap_run *run, const points *p, const rules *r, field *f,
                          level *levels) {
    int32_t const starts = starts_of(f->s, f->effort);
    for (int32_t c = 0; c < starts && (c == 0 || run->stopped == FCAP_FEASIBLE); c++) {
        arena_mark const mark = fcap_arena_save(&run->mem);
        rng random = fcap_rng_fork(&run->random, FIRST_STREAM + (uint64_t)c);
        level other = levels[0];
        if (c > 0) {
            TRY(fcap_level_draw(run, f->s, &levels[1], levels[0].n, &random, &other));
        }
        TRY(fcap_level_open(run, p, r, f->s, &other));
        TRY(search_first(run, f, &other, &random));
        fcap_arena_restore(&run->mem, mark);
        fcap_run_should_stop(run, "sample", c + 1, starts);
    }
    return FCAP_OK;
}

/* One more, from k-medoids of a level without rules. */
static fcap_status add_free(fcap_run *run, field *f, const level *l) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    answer b;
    int64_t iterations = 0;
    points view = l->p;
    int32_t const starts = f->effort > EFFORT_USUAL ? f->effort - EFFORT_USUAL + 1 : 1;
    TRY(fcap_answer_open(run, &l->s, &b));
    run->sketching = 1; /* its costs are not ours */
    fcap_status const status =
        fcap_kmedoids(run, &view, b.k, starts, b.label, b.medoid, &iterations);
    run->sketching = 0;
    if (status == FCAP_OK) {
        leave(&f->of[f->n++], l, &b);
    }
    fcap_arena_restore(&run->mem, mark);
    return status == FCAP_E_CANCELLED ? FCAP_OK : status;
}

/* ---------------------------------------------------------------- levels */

/* With stored distances if they fit. */
static fcap_status open_assign(fcap_run *run, const level *l, fair_assign *out) {
    return l->n * l->s.k > STORED_MOST ? fcap_fair_assign_open_lean(run, &l->p, &l->s, out)
                                       : fcap_fair_assign_open(run, &l->p, &l->s, out);
}

/* Even if the run was stopped: there is no answer without it. Who interrupts a run gets one
 * that takes no longer than LAST_SECONDS, or none; a time limit is less impatient. */
static fcap_status place_anyway(fcap_run *run, fair_assign *fa, const level *l, answer *best) {
    fcap_outcome const stopped = run->stopped;
    double const limit = run->time_limit;
    fcap_tick *const tick = run->tick;
    if (stopped != FCAP_FEASIBLE) {
        int const hurry = stopped == FCAP_INTERRUPTED;
        if (hurry && l->n * l->s.k > LAST_WORK / (l->p.d + 1)) {
            return fcap_run_fail(run, FCAP_E_CANCELLED, "stopped before there was an answer");
        }
        run->stopped = FCAP_FEASIBLE;
        run->time_limit = hurry ? fcap_run_seconds(run) + LAST_SECONDS : 0;
        run->tick = NULL;
    }
    fcap_status status = fcap_answer_place(run, fa, FAIR_ASSIGN_QUICK, best);
    if (status == FCAP_E_CANCELLED && stopped == FCAP_FEASIBLE) { /* on the way; once more */
        status = place_anyway(run, fa, l, best);
    }
    run->stopped = stopped != FCAP_FEASIBLE ? stopped : run->stopped;
    run->time_limit = limit;
    run->tick = tick;
    return status;
}

/* Medoids towards the middle of what they get at this level. Being stopped leaves them where
 * they were, but all points get an answer. */
static fcap_status advance(fcap_run *run, fair_assign *fa, const level *l, contender *c,
                           answer *a) {
    int const whole = l->index == NULL;
    enter(c, l, a);
    fcap_status const status =
        whole ? place_anyway(run, fa, l, a) : fcap_answer_place(run, fa, FAIR_ASSIGN_QUICK, a);
    if (status == FCAP_E_CANCELLED) {
        return FCAP_OK;
    }
    TRY(status);
    if (whole) {
        fcap_run_note_cost(run, ldexp(a->cost, l->p.exponent));
    }
    TRY(settle(run, fa, &l->r, BRIEF_ROUNDS, a));
    leave(c, l, a);
    return FCAP_OK;
}

/* All contenders at one level; the cheapest answer there is *best, and is settled. */
static fcap_status meet(fcap_run *run, fair_assign *fa, field *f, const level *l,
                        int64_t rounds, answer *best) {
    int32_t winner = 0;
    answer a;
    if (f->n > 1) {
        TRY(fcap_answer_open(run, &l->s, &a));
    }
    for (int32_t c = 0; c < f->n && (c == 0 || run->stopped == FCAP_FEASIBLE); c++) {
        TRY(advance(run, fa, l, &f->of[c], c == 0 ? best : &a));
        if (c > 0 && a.cost < best->cost) {
            fcap_answer_copy(&a, best);
            winner = c;
        }
    }
    if (best->cost < INFINITY) {
        TRY(settle(run, fa, &l->r, rounds, best));
        leave(&f->of[winner], l, best);
    }
    return FCAP_OK;
}

/* Exchanges of medoids that improve the first contender at this level: settling moves none to
 * another place. */
static fcap_status exchange_medoids(fcap_run *run, field *f, level *l) {
    search find;
    answer best;
    int64_t *const medoid = arena_array(&run->mem, int64_t, f->s->k);
    TRY(fcap_search_open(run, &l->p, &l->r, &l->s, &find));
    TRY(fcap_answer_open(run, &l->s, &best));
    if (medoid == NULL) {
        return out_of_memory(run, l->n);
    }
    find.is_window = 1; /* its costs are not ours */
    enter(&f->of[0], l, &best);
    memcpy(medoid, best.medoid, (size_t)best.k * sizeof *medoid);
    TRY(fcap_search_improve(run, &find, medoid, &best));
    if (best.cost < f->of[0].cost) {
        leave(&f->of[0], l, &best);
    }
    return FCAP_OK;
}

/* Of a sample, of which the next has so many points. */
static fcap_status pass(fcap_run *run, field *f, level *l, int64_t next) {
    int const for_free = is_for_free(f->s, l->n, next);
    fair_assign fa;
    answer best;
    if (for_free) {
        TRY(add_free(run, f, l));
    }
    TRY(open_assign(run, l, &fa));
    TRY(fcap_answer_open(run, &l->s, &best));
    TRY(meet(run, &fa, f, l, SAMPLE_ROUNDS, &best));
    if (run->stopped == FCAP_FEASIBLE) {
        thin(f, next);
    }
    if (run->stopped == FCAP_FEASIBLE && for_free && l->n <= EXCHANGE_POINTS && f->s->k > 1) {
        TRY(exchange_medoids(run, f, l));
    }
    return FCAP_OK;
}

static fcap_status climb(fcap_run *run, const points *p, const rules *r, field *f) {
    level levels[LEVELS_MOST + 1];
    int32_t n = 0;
    rng random = fcap_rng_fork(&run->random, 5);
    TRY(fcap_levels_draw(run, f->s, first_size(f->s), &random, levels, &n));
    levels[n] = fcap_level_whole(p, r, f->s);
    TRY(gather(run, p, r, f, levels));
    for (int32_t l = 1; l < n && run->stopped == FCAP_FEASIBLE; l++) {
        arena_mark const mark = fcap_arena_save(&run->mem);
        TRY(fcap_level_open(run, p, r, f->s, &levels[l]));
        TRY(pass(run, f, &levels[l], levels[l + 1].n));
        fcap_arena_restore(&run->mem, mark);
        fcap_run_should_stop(run, "sample", l + 1, n);
    }
    return FCAP_OK;
}

fcap_status fcap_large(fcap_run *run, const points *p, const rules *r, const shape *s,
                       int32_t effort, answer *best) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    level const whole = fcap_level_whole(p, r, s);
    field f;
    fair_assign fa;
    TRY(open_field(run, s, effort, &f));
    TRY(climb(run, p, r, &f));
    if (is_for_free(s, p->n, INT64_MAX) && run->stopped == FCAP_FEASIBLE) {
        TRY(add_free(run, &f, &whole));
    }
    TRY(open_assign(run, &whole, &fa));
    TRY(meet(run, &fa, &f, &whole, rounds_of(effort), best));
    if (best->cost == INFINITY) {
        return fcap_run_fail(run, FCAP_E_CANCELLED, "stopped before there was an answer");
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
