/* master.c - see master.h. O(columns) for each move, and at most so many moves that a solution
 * costs about as much as an evaluation of L. */
#include "bound/master.h"

#include "base/vector.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    MOVES = 200 /* a solution makes that many, and half as many as there are columns */
};

static const double FULL = 1 - 1e-12;  /* a candidate with so much share takes no more */
static const double LEAST = 1 + 1e-12; /* a set with no more than that gives none */
static const double NOTHING = 1e-13;   /* a share that is none */

fcap_status fcap_master_open(fcap_run *run, const lagrange *b, int32_t room, master *out) {
    arena *const mem = &run->mem;
    int64_t const n = b->s->n;
    int64_t most = 1;
    for (int64_t a = b->s->least; a <= b->s->most; a++) {
        int64_t const size = a + b->s->high[a - b->s->least];
        most = size > most ? size : most;
    }
    TRY(fcap_columns_open(run, b->s->total, most, room, &out->c));
    out->value = arena_array(mem, double, room);
    out->slope = arena_array(mem, double, room);
    out->taken = arena_array(mem, double, n);
    out->held = arena_array(mem, double, b->s->k);
    out->best = arena_array(mem, int32_t, n + b->s->k + 1);
    return out->value == NULL || out->slope == NULL || out->taken == NULL ||
                   out->held == NULL || out->best == NULL
               ? fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d clusters",
                               (int)room)
               : FCAP_OK;
}

/* ---------------------------------------------------------------- shares that keep the rules
 */

/* Returns the sum of all shares. */
static double add_up(master *m, const lagrange *b) {
    const columns *const c = &m->c;
    double sum = 0;
    memset(m->taken, 0, (size_t)b->s->n * sizeof *m->taken);
    memset(m->held, 0, (size_t)b->s->k * sizeof *m->held);
    for (int32_t x = 0; x < c->n; x++) {
        int64_t const i = c->candidate[x];
        sum += c->share[x];
        m->taken[i] += c->share[x];
        if (b->set_of[i] >= 0) {
            m->held[b->set_of[i]] += c->share[x];
        }
    }
    return sum;
}

/* More share for candidate i, at its newest column. */
static void give(master *m, const lagrange *b, int64_t i, double amount) {
    m->c.share[m->best[i]] += amount;
    m->taken[i] += amount;
    if (b->set_of[i] >= 0) {
        m->held[b->set_of[i]] += amount;
    }
}

/* Takes share from all in proportion, but from a required set only what is above 1. */
static void scale_down(master *m, const lagrange *b, double sum) {
    columns *const c = &m->c;
    double const factor = (double)(b->s->k - b->n_sets) / (sum - (double)b->n_sets);
    for (int32_t x = 0; x < c->n; x++) {
        int32_t const r = b->set_of[c->candidate[x]];
        c->share[x] *= r < 0 ? factor : (1 + (m->held[r] - 1) * factor) / m->held[r];
    }
}

void fcap_master_repair(master *m, const lagrange *b, const evaluation *at) {
    columns *const c = &m->c;
    for (int32_t x = 0; x < c->n; x++) {
        m->best[c->candidate[x]] = x; /* the newest */
        c->share[x] = b->out[c->candidate[x]] ? 0 : c->share[x];
    }
    double sum = add_up(m, b);
    for (int32_t r = 0; r < b->n_sets; r++) {
        if (m->held[r] < 1) {
            sum += 1 - m->held[r];
            give(m, b, at->best[r], 1 - m->held[r]);
        }
    }
    if (sum > b->s->k) {
        scale_down(m, b, sum);
    }
    for (int64_t a = 0; a < b->s->k && sum < b->s->k; a++) {
        double const space = 1 - m->taken[at->chosen[a]];
        double const missing = b->s->k - sum;
        double const amount = space < missing ? space : missing;
        if (amount > 0) {
            give(m, b, at->chosen[a], amount);
            sum += amount;
        }
    }
    add_up(m, b);
}

/* ---------------------------------------------------------------- moves */

WIDE static void add_row(double *to, const float *row, double factor, int64_t n) {
    for (int64_t x = 0; x < n; x++) {
        to[x] += factor * (double)row[x];
    }
}

static void set_slopes(master *m, const lagrange *b, const double *centre, double t) {
    columns *const c = &m->c;
    for (int32_t x = 0; x < c->n; x++) {
        m->value[x] = b->out[c->candidate[x]] ? INFINITY : fcap_columns_value(c, x, centre);
        m->slope[x] = m->value[x] - t * c->size[x] * (1 + DRIFT);
    }
    for (int32_t x = 0; x < c->n; x++) {
        if (c->share[x] > 0) {
            add_row(m->slope, fcap_columns_products(c, x), t * c->share[x], c->n);
        }
    }
}

typedef struct share_move {
    int32_t from;
    int32_t to;
    double gain; /* the difference of their slopes */
} share_move;

static void note_least(const master *m, int32_t *best, int32_t x) {
    if (*best < 0 || m->slope[x] < m->slope[*best]) {
        *best = x;
    }
}

/* The columns that would take share: of each candidate, of each set and of all; the latter two
 * where the candidate is not full. */
static void find_takers(master *m, const lagrange *b) {
    const columns *const c = &m->c;
    int32_t *const of_set = m->best + b->s->n;
    int32_t *const of_all = of_set + b->s->k;
    for (int32_t x = 0; x < c->n; x++) {
        m->best[c->candidate[x]] = -1;
    }
    for (int32_t r = 0; r <= b->s->k; r++) {
        of_set[r] = -1;
    }
    for (int32_t x = 0; x < c->n; x++) {
        int64_t const i = c->candidate[x];
        note_least(m, &m->best[i], x);
        if (m->taken[i] < FULL && m->slope[x] < INFINITY) {
            note_least(m, of_all, x);
            if (b->set_of[i] >= 0) {
                note_least(m, &of_set[b->set_of[i]], x);
            }
        }
    }
}

static int may_leave_its_set(const master *m, const lagrange *b, int64_t i) {
    return b->set_of[i] < 0 || m->held[b->set_of[i]] > LEAST;
}

/* The pair with the largest difference of slopes. */
static share_move find_move(master *m, const lagrange *b) {
    const columns *const c = &m->c;
    const int32_t *const of_set = m->best + b->s->n;
    share_move best = {-1, -1, 0};
    find_takers(m, b);
    for (int32_t x = 0; x < c->n; x++) {
        if (c->share[x] <= 0) {
            continue;
        }
        int64_t const i = c->candidate[x];
        int32_t const r = b->set_of[i];
        int32_t to = m->best[i];
        if (r >= 0 && of_set[r] >= 0 && m->slope[of_set[r]] < m->slope[to]) {
            to = of_set[r];
        }
        if (of_set[b->s->k] >= 0 && may_leave_its_set(m, b, i) &&
            m->slope[of_set[b->s->k]] < m->slope[to]) {
            to = of_set[b->s->k];
        }
        if (m->slope[x] - m->slope[to] > best.gain) {
            best = (share_move){x, to, m->slope[x] - m->slope[to]};
        }
    }
    return best;
}

/* For the column that takes most gladly of all: the giver with which the objective falls most,
 * the bend of the way being known. */
static share_move find_giver(const master *m, const lagrange *b, share_move first, double t) {
    const columns *const c = &m->c;
    if (first.to != m->best[b->s->n + b->s->k]) {
        return first;
    }
    const float *const row = fcap_columns_products(c, first.to);
    share_move best = first;
    double most = 0;
    for (int32_t x = 0; x < c->n; x++) {
        double const gain = m->slope[x] - m->slope[first.to];
        if (c->share[x] > 0 && gain > 0 && may_leave_its_set(m, b, c->candidate[x])) {
            double const self = (double)fcap_columns_products(c, x)[x];
            double const bend = t * ((double)row[first.to] + self - 2 * (double)row[x]);
            double const promise = gain * gain / (bend + 1e-12);
            if (promise > most) {
                most = promise;
                best = (share_move){x, first.to, gain};
            }
        }
    }
    return best;
}

static void make_move(master *m, const lagrange *b, share_move w, double t) {
    columns *const c = &m->c;
    const float *const to = fcap_columns_products(c, w.to);
    const float *const from = fcap_columns_products(c, w.from);
    double const bend = t * ((double)to[w.to] + (double)from[w.from] - 2 * (double)to[w.from]);
    int64_t const i = c->candidate[w.to];
    int64_t const h = c->candidate[w.from];
    int32_t const r = b->set_of[h];
    double amount = c->share[w.from];
    if (i != h && 1 - m->taken[i] < amount) {
        amount = 1 - m->taken[i];
    }
    if (r >= 0 && b->set_of[i] != r && m->held[r] - 1 < amount) {
        amount = m->held[r] - 1;
    }
    if (bend > 0 && w.gain / bend < amount) {
        amount = w.gain / bend;
    }
    c->share[w.to] += amount;
    c->share[w.from] -= amount;
    m->taken[i] += amount;
    m->taken[h] -= amount;
    if (r >= 0) {
        m->held[r] -= amount;
    }
    if (b->set_of[i] >= 0) {
        m->held[b->set_of[i]] += amount;
    }
    if (c->share[w.from] < NOTHING) {
        c->share[w.from] = 0;
    }
    add_row(m->slope, to, t * amount, c->n);
    add_row(m->slope, from, -t * amount, c->n);
}

/* ---------------------------------------------------------------- the answer */

/* r, by position; returns the worth of the shares at the centre, without the sum of pi. */
static double uncovered(master *m, int64_t n, double *r) {
    columns *const c = &m->c;
    double worth = 0;
    for (int64_t j = 0; j < n; j++) {
        r[j] = 1;
    }
    for (int32_t x = 0; x < c->n; x++) {
        c->idle[x] = c->share[x] > 0 ? 0 : c->idle[x] + 1;
        if (c->share[x] > 0) {
            worth += c->share[x] * m->value[x];
            for (int32_t a = 0; a < c->size[x]; a++) {
                r[c->member[x * c->most + a]] -= c->share[x];
            }
        }
    }
    return worth;
}

/* r becomes centre + t (r + DRIFT mean); returns what that adds to the worth. */
static double go(const lagrange *b, master_aim aim, double *r) {
    double worth = 0;
    for (int32_t g = 0; g < 2; g++) {
        int64_t const from = b->sub.begin[g];
        int64_t const to = b->sub.begin[g + 1];
        double mean = 0;
        for (int64_t j = from; j < to; j++) {
            mean += r[j];
        }
        mean /= to > from ? (double)(to - from) : 1;
        for (int64_t j = from; j < to; j++) {
            double const step = aim.t * (r[j] + DRIFT * mean);
            worth += r[j] * step + aim.centre[j];
            r[j] = aim.centre[j] + step;
        }
    }
    return worth;
}

double fcap_master_solve(master *m, const lagrange *b, master_aim aim, double *pi) {
    int64_t const most = MOVES + m->c.n / 2;
    set_slopes(m, b, aim.centre, aim.t);
    for (int64_t step = 0; step < most; step++) {
        share_move const first = find_move(m, b);
        if (first.from < 0 || first.gain * b->s->k <= aim.enough) {
            break;
        }
        make_move(m, b, find_giver(m, b, first, aim.t), aim.t);
    }
    double const worth = uncovered(m, b->s->n, pi);
    return worth + go(b, aim, pi);
}
