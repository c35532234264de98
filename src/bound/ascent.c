/* ascent.c - see ascent.h. */
#include "bound/ascent.h"

#include "bound/master.h"
#include "bound/sorting.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    ROOM = 1024,           /* columns; 8 n where that is less */
    GENERATIONS = 4,       /* room for the columns of so many evaluations, at least */
    ROOM_MOST = 6000,      /* and at most (144 MB); with more clusters there is no master */
    PATIENCE = 10,         /* steps that a column without a share is kept */
    TIDY = 8,              /* steps between looking for those */
    WARM_STEPS = 25,       /* with few candidates, at first */
    WARM_CANDIDATES = 300, /* and ten for each cluster */
    PROPOSE = 10           /* steps between proposals */
};

static const double SERIOUS = 0.1; /* of the promise makes a new centre */
static const double GOOD = 0.3;    /* of it lets the next step be longer, */
static const double LONGER = 1.5;
static const double BAD = -0.3; /* and such a loss, shorter */
static const double SHORTER = 0.5;
static const double ENOUGH = 0.3;   /* of the promise is left to the master */
static const double NOTHING = 1e-9; /* of L: a promise of nothing */
static const double GUESS = 0.05;   /* by that L will rise, if no answer is known */
static const double DEFLECT = 0.7;  /* of the direction before, where there is no master */

typedef struct ascent {
    master m;
    double *centre;      /* n, by position: the best pi */
    double *trial;       /* n: the pi to evaluate next */
    unsigned char *keep; /* room */
    evaluation at;       /* of trial */
    int64_t *proposed;   /* k: last time */
    double t;            /* how far the master goes; 0: nothing is known yet */
    double promise;      /* L at trial less L at the centre, by the model */
    int64_t null;        /* steps since the centre moved */
    int64_t step;        /* evaluations */
    double *direction;   /* n, where there is no master */
} ascent;

double fcap_bound_ceiling(double upper) {
    return upper * (1 - 5e-10);
}

const double *fcap_ascent_centre(const lagrange *b) {
    return b->up->centre;
}

void fcap_ascent_chosen(const lagrange *b, int64_t *chosen) {
    memcpy(chosen, b->up->at.chosen, (size_t)b->s->k * sizeof *chosen);
}

static int has_master(const lagrange *b) {
    return (int64_t)b->s->k * 2 * GENERATIONS <= ROOM_MOST;
}

/* ---------------------------------------------------------------- the state */

static int32_t room_for(const lagrange *b) {
    int32_t const least = 2 * GENERATIONS * b->s->k;
    int32_t const usual = b->s->n < ROOM / 8 ? (int32_t)b->s->n * 8 : ROOM;
    return !has_master(b) ? 1 : usual > least ? usual : least;
}

fcap_status fcap_ascent_open(fcap_run *run, lagrange *b) {
    arena *const mem = &run->mem;
    int64_t const n = b->s->n;
    int32_t const room = room_for(b);
    ascent *const up = arena_array(mem, ascent, 1);
    b->up = up;
    if (up != NULL) {
        up->centre = arena_array(mem, double, n);
        up->trial = arena_array(mem, double, n);
        up->direction = arena_array(mem, double, n);
        up->keep = arena_array(mem, unsigned char, room);
        up->proposed = arena_array(mem, int64_t, b->s->k);
        up->at = fcap_bound_evaluation(run, b->s->k);
    }
    if (up == NULL || up->centre == NULL || up->trial == NULL || up->direction == NULL ||
        up->keep == NULL || up->proposed == NULL || up->at.chosen == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for the bound of %lld points", (long long)n);
    }
    return fcap_master_open(run, b, room, &up->m);
}

void fcap_ascent_restart(lagrange *b, const double *pi) {
    ascent *const up = b->up;
    memmove(up->trial, pi, (size_t)b->s->n * sizeof *pi);
    memset(up->direction, 0, (size_t)b->s->n * sizeof *pi);
    up->null = 0;
    up->t = 0;
    up->promise = INFINITY;
    b->value = -INFINITY;
}

void fcap_ascent_reset(lagrange *b, const double *pi, double value) {
    ascent *const up = b->up;
    fcap_ascent_restart(b, pi);
    memcpy(up->centre, up->trial, (size_t)b->s->n * sizeof *pi);
    for (int64_t j = 0; j < b->s->n; j++) {
        b->pi[b->order[j]] = pi[j];
    }
    b->value = value;
}

void fcap_ascent_begin(lagrange *b, const double *pi) {
    fcap_ascent_restart(b, pi);
    b->up->m.c.n = 0;
    b->up->t = 0;
    b->up->step = 0;
    for (int32_t m = 0; m < b->s->k; m++) {
        b->up->proposed[m] = -1;
    }
}

/* trial becomes the centre. */
static void move_centre(lagrange *b) {
    ascent *const up = b->up;
    b->value = up->at.value;
    up->null = 0;
    memcpy(up->centre, up->trial, (size_t)b->s->n * sizeof *up->centre);
    for (int64_t j = 0; j < b->s->n; j++) {
        b->pi[b->order[j]] = up->centre[j];
    }
    for (int64_t a = 0; a < b->n_alive; a++) {
        b->v[b->alive[a]] = b->set[b->alive[a]].value;
    }
}

/* ---------------------------------------------------------------- columns */

/* Columns that had no share for long go first, then those with little. Not at every step: to
 * copy all products costs as much as many moves of the master. */
static void make_room(lagrange *b, int64_t wanted) {
    ascent *const up = b->up;
    columns *const c = &up->m.c;
    int32_t patience = PATIENCE;
    double little = 0;
    if (up->step % TIDY != 0 && c->n + wanted <= c->room) {
        return;
    }
    for (;;) {
        int64_t n = 0;
        for (int32_t x = 0; x < c->n; x++) {
            up->keep[x] = c->idle[x] < patience || c->share[x] > little;
            n += up->keep[x];
        }
        if (n + wanted <= c->room) {
            break;
        }
        little = patience > 0 ? 0 : 2 * little + 1e-4;
        patience -= patience > 0;
    }
    fcap_columns_keep(c, up->keep);
}

static void add_column(lagrange *b, int64_t i) {
    ascent *const up = b->up;
    columns *const c = &up->m.c;
    double cost;
    int64_t const size = fcap_bound_members(b, i, up->trial, fcap_columns_next(c), &cost);
    fcap_columns_add(c, i, size, cost);
}

/* The V that k of those not chosen are below. */
static double edge_of_near(lagrange *b) {
    const ascent *const up = b->up;
    int64_t const k = b->s->k;
    int64_t n = 0;
    int64_t next = 0;
    for (int64_t a = 0; a < b->n_alive; a++) {
        int const chosen = next < k && up->at.chosen[next] == b->alive[a];
        next += chosen;
        if (!chosen) {
            b->sorted_v[n++] = b->set[b->alive[a]].value;
        }
    }
    if (n <= k) {
        return INFINITY;
    }
    fcap_select_smallest(b->sorted_v, n, k + 1);
    double edge = -INFINITY;
    for (int64_t x = 0; x <= k; x++) {
        edge = b->sorted_v[x] > edge ? b->sorted_v[x] : edge;
    }
    return edge;
}

/* The clusters of all that are chosen, and of as many that nearly were. */
static void add_columns(lagrange *b) {
    ascent *const up = b->up;
    int32_t const k = b->s->k;
    make_room(b, 2 * (int64_t)k);
    for (int64_t a = 0; a < k; a++) {
        add_column(b, up->at.chosen[a]);
    }
    double const edge = edge_of_near(b);
    int64_t m = 0;
    int64_t next = 0;
    for (int64_t a = 0; a < b->n_alive && m < k; a++) {
        int64_t const i = b->alive[a];
        if (next < k && up->at.chosen[next] == i) {
            next++;
        } else if (b->set[i].value < edge) {
            add_column(b, i);
            m++;
        }
    }
}

/* ---------------------------------------------------------------- steps */

/* With the first evaluation: so far that the slope alone would lead to an answer's cost. */
static double first_t(lagrange *b, double upper) {
    ascent *const up = b->up;
    master_aim const aim = {up->centre, 1, INFINITY};
    double const promised = fcap_master_solve(&up->m, b, aim, up->trial) - b->value;
    double const hope = upper < INFINITY ? upper - b->value : GUESS * fabs(b->value);
    return promised > 0 && hope > 0 ? hope / promised : 1e-3;
}

static void choose_t(lagrange *b, double gain, double upper) {
    ascent *const up = b->up;
    if (up->t == 0) {
        up->t = first_t(b, upper);
    } else if (up->null == 0) {
        up->t *= gain > GOOD * up->promise && up->promise < INFINITY ? LONGER : 1;
    } else if (gain < BAD * up->promise || up->null % 8 == 0) {
        up->t *= SHORTER;
    }
}

static void next_by_master(lagrange *b, double gain, double upper) {
    ascent *const up = b->up;
    fcap_master_repair(&up->m, b, &up->at);
    choose_t(b, gain, upper);
    double enough = up->promise < INFINITY ? ENOUGH * up->promise : 0;
    enough = enough > NOTHING * fabs(b->value) ? enough : NOTHING * fabs(b->value);
    master_aim const aim = {up->centre, up->t, enough};
    up->promise = fcap_master_solve(&up->m, b, aim, up->trial) - b->value;
    b->work += up->m.work;
    for (int64_t i = 0; i < b->s->n; i++) {
        b->weight[i] = up->m.taken[i] > 1 ? 1 : up->m.taken[i] > 0 ? up->m.taken[i] : 0;
    }
}

/* Thousands of clusters: a deflected subgradient with Polyak's step. up->t is its factor. */
static void next_by_slope(lagrange *b, double upper) {
    ascent *const up = b->up;
    int64_t const n = b->s->n;
    double norm = 0;
    for (int64_t j = 0; j < n; j++) {
        up->direction[j] = up->direction[j] * DEFLECT + 1;
    }
    for (int64_t a = 0; a < b->s->k; a++) {
        int64_t const i = up->at.chosen[a];
        int32_t *const member = fcap_columns_next(&up->m.c);
        double cost;
        int64_t const size = fcap_bound_members(b, i, up->trial, member, &cost);
        for (int64_t x = 0; x < size; x++) {
            up->direction[member[x]] -= 1;
        }
    }
    for (int64_t i = 0; i < n; i++) {
        norm += up->direction[i] * up->direction[i];
        b->weight[i] *= 1 - SERIOUS;
    }
    for (int64_t a = 0; a < b->s->k; a++) {
        b->weight[up->at.chosen[a]] += SERIOUS;
    }
    up->t = up->t == 0 ? 1 : up->null % 20 == 19 ? up->t * SHORTER : up->t;
    double const aim = upper < INFINITY ? upper : b->value + GUESS * fabs(b->value);
    double const length = norm > 0 ? up->t * (aim - up->at.value) / norm : 0;
    for (int64_t j = 0; j < n; j++) {
        up->trial[j] += length * up->direction[j];
    }
}

/* What was chosen last is proposed, if it is something else than before. */
static fcap_status propose(lagrange *b, bound_goal *goal) {
    ascent *const up = b->up;
    size_t const size = (size_t)b->s->k * sizeof *up->proposed;
    if (goal->propose == NULL || memcmp(up->proposed, up->at.chosen, size) == 0) {
        return FCAP_OK;
    }
    memcpy(up->proposed, up->at.chosen, size);
    return goal->propose(goal->user, up->proposed, &goal->upper);
}

static int is_closed(const lagrange *b, const bound_goal *goal) {
    return b->n_alive < b->s->k || b->value >= fcap_bound_ceiling(goal->upper) ||
           (goal->upper < INFINITY && goal->upper - b->value <= goal->gap * goal->upper);
}

static int promises_little(const lagrange *b, const bound_goal *goal) {
    double const promise = b->up->promise;
    double const missing = goal->upper - b->value;
    return promise < INFINITY && (promise <= NOTHING * fabs(b->value) ||
                                  (goal->upper < INFINITY && promise <= goal->hope * missing));
}

static int is_rise(const lagrange *b, double gain) {
    return b->value == -INFINITY ||
           (has_master(b) ? gain >= SERIOUS * b->up->promise : gain > 0);
}

/* One evaluation, and where to look next. */
static fcap_status take_step(lagrange *b, bound_goal *goal) {
    ascent *const up = b->up;
    fcap_bound_evaluate(b, up->trial, &up->at);
    if (up->at.value == INFINITY) { /* the regions allow nothing */
        b->value = INFINITY;
        return FCAP_OK;
    }
    if (has_master(b)) {
        add_columns(b);
    }
    double const gain = up->at.value - b->value;
    up->null++;
    if (is_rise(b, gain)) {
        move_centre(b);
    }
    if (up->step++ % PROPOSE == 0) {
        TRY(propose(b, goal));
    }
    fcap_bound_fix(b, &up->at, fcap_bound_ceiling(goal->upper));
    if (is_closed(b, goal)) {
        return FCAP_OK;
    }
    if (has_master(b)) {
        next_by_master(b, gain, goal->upper);
    } else {
        next_by_slope(b, goal->upper);
    }
    return FCAP_OK;
}

/* The first steps go far and need no exact L: a part of the candidates will do for them. Ends
 * with all candidates and the pi found. */
static fcap_status warm_up(fcap_run *run, lagrange *b) {
    int64_t const n = b->s->n;
    int64_t const few = WARM_CANDIDATES + 10 * (int64_t)b->s->k;
    bound_goal goal = {.upper = INFINITY, .hope = 0};
    if (n < 4 * few || b->n_alive < n) {
        return FCAP_OK;
    }
    for (int64_t i = 0; i < n; i++) {
        b->out[i] = i * few / n == (i + 1) * few / n; /* every (n / few)-th stays */
    }
    fcap_bound_list_alive(b);
    for (int64_t step = 0; step < WARM_STEPS; step++) {
        if (promises_little(b, &goal) || fcap_run_should_stop(run, "bound", 0, 0)) {
            break;
        }
        TRY(take_step(b, &goal));
    }
    memset(b->out, 0, (size_t)n);
    fcap_bound_list_alive(b);
    if (b->value > -INFINITY) {
        fcap_ascent_restart(b, b->up->centre);
    }
    return FCAP_OK;
}

fcap_status fcap_bound_ascend(fcap_run *run, lagrange *b, bound_goal *goal) {
    if (b->up->step == 0 && goal->steps > 0) {
        TRY(warm_up(run, b));
    }
    for (int64_t step = 0; step < goal->steps; step++) {
        int const spent = goal->work > 0 && b->work > goal->work;
        if (spent || is_closed(b, goal) || promises_little(b, goal) ||
            fcap_run_should_stop(run, "bound", step,
                                 goal->steps < INT64_MAX ? goal->steps : 0)) {
            break;
        }
        TRY(take_step(b, goal));
    }
    return b->up->step > 0 && !is_closed(b, goal) ? propose(b, goal) : FCAP_OK;
}
