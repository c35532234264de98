/* master.c - see master.h. O(columns) for each move, and at most so many moves that a solution
 * costs about as much as an evaluation of L. */
#include "bound/master.h"

#include "base/vector.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    MOVES = 50,       /* a solution makes that many, and half as many as there are columns, */
    DISTANCES = 1000, /* and one for so many distances that an evaluation looks at */
    MOVE_WORK = 4     /* units of work of a move, for each column */
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
    out->newest = arena_array(mem, int32_t, n);
    out->order = arena_array(mem, int32_t, room);
    out->begin = arena_array(mem, int32_t, n + 1);
    out->owner = arena_array(mem, int64_t, n);
    out->of_set = arena_array(mem, share_move, b->s->k);
    return out->value == NULL || out->slope == NULL || out->taken == NULL ||
                   out->held == NULL || out->newest == NULL || out->order == NULL ||
                   out->begin == NULL || out->owner == NULL || out->of_set == NULL
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
    m->c.share[m->newest[i]] += amount;
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
        m->newest[c->candidate[x]] = x;
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

/* Orders the columns by candidate: counted, then placed. */
static void list_columns(master *m, const lagrange *b) {
    const columns *const c = &m->c;
    int32_t *const seat =
        m->newest; /* of each candidate's next column in the order; free now */
    for (int64_t a = 0; a < b->n_alive; a++) {
        seat[b->alive[a]] = 0;
    }
    for (int32_t x = 0; x < c->n; x++) {
        seat[c->candidate[x]]++;
    }
    m->owners = 0;
    m->begin[0] = 0;
    for (int64_t a = 0; a < b->n_alive; a++) {
        int64_t const i = b->alive[a];
        if (seat[i] > 0) {
            m->begin[m->owners + 1] = m->begin[m->owners] + seat[i];
            seat[i] = m->begin[m->owners];
            m->owner[m->owners++] = i;
        }
    }
    for (int32_t x = 0; x < c->n; x++) {
        if (!b->out[c->candidate[x]]) {
            m->order[seat[c->candidate[x]]++] = x;
        }
    }
}

static double gain_of(const master *m, share_move w) {
    return w.from < 0 || w.to < 0 ? -INFINITY : m->slope[w.from] - m->slope[w.to];
}

static void note(const master *m, share_move *best, share_move w, int gives, int takes) {
    if (gives && w.from >= 0 && (best->from < 0 || m->slope[w.from] > m->slope[best->from])) {
        best->from = w.from;
    }
    if (takes && w.to >= 0 && (best->to < 0 || m->slope[w.to] < m->slope[best->to])) {
        best->to = w.to;
    }
}

/* The columns of one candidate: the steepest that has a share, and the least steep. */
static share_move within(const master *m, int64_t owner) {
    const columns *const c = &m->c;
    share_move best = {-1, -1};
    double high = -INFINITY;
    double low = INFINITY;
    for (int32_t at = m->begin[owner]; at < m->begin[owner + 1]; at++) {
        int32_t const x = m->order[at];
        double const slope = m->slope[x];
        if (slope < low) {
            low = slope;
            best.to = x;
        }
        if (slope > high && c->share[x] > 0) {
            high = slope;
            best.from = x;
        }
    }
    return best;
}

/* The pair with the largest difference of slopes: of one candidate, of one required set, or of
 * any two, as far as candidates may take more and sets may give. *all: the latter. */
static share_move find_move(master *m, const lagrange *b, share_move *all) {
    share_move best = {-1, -1};
    *all = best;
    for (int32_t r = 0; r < b->n_sets; r++) {
        m->of_set[r] = best;
    }
    for (int64_t o = 0; o < m->owners; o++) {
        int64_t const i = m->owner[o];
        int32_t const r = b->set_of[i];
        share_move const own = within(m, o);
        int const takes = m->taken[i] < FULL;
        if (gain_of(m, own) > gain_of(m, best)) {
            best = own;
        }
        note(m, all, own, r < 0 || m->held[r] > LEAST, takes);
        if (r >= 0) {
            note(m, &m->of_set[r], own, 1, takes);
        }
    }
    for (int32_t r = 0; r < b->n_sets; r++) {
        best = gain_of(m, m->of_set[r]) > gain_of(m, best) ? m->of_set[r] : best;
    }
    return gain_of(m, *all) > gain_of(m, best) ? *all : best;
}

/* For the column that takes most gladly of all: the giver with which the objective falls most,
 * the bend of the way being known. */
static int32_t find_giver(const master *m, const lagrange *b, int32_t to, double t) {
    const columns *const c = &m->c;
    const float *const row = fcap_columns_products(c, to);
    int32_t best = -1;
    double most = 0;
    for (int32_t x = 0; x < c->n; x++) {
        if (c->share[x] <= 0 || m->slope[x] <= m->slope[to]) {
            continue;
        }
        int32_t const r = b->set_of[c->candidate[x]];
        if (r < 0 || m->held[r] > LEAST) {
            double const gain = m->slope[x] - m->slope[to];
            double const self = (double)fcap_columns_products(c, x)[x];
            double const bend = t * ((double)row[to] + self - 2 * (double)row[x]);
            double const promise = gain * gain / (bend + 1e-12);
            if (promise > most) {
                most = promise;
                best = x;
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
    double const gain = m->slope[w.from] - m->slope[w.to];
    double amount = c->share[w.from];
    if (i != h && 1 - m->taken[i] < amount) {
        amount = 1 - m->taken[i];
    }
    if (r >= 0 && b->set_of[i] != r && m->held[r] - 1 < amount) {
        amount = m->held[r] - 1;
    }
    if (bend > 0 && gain / bend < amount) {
        amount = gain / bend;
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
    int64_t const looks = b->n_alive * b->s->n / DISTANCES;
    int64_t const most = MOVES + m->c.n / 2 + looks;
    list_columns(m, b);
    set_slopes(m, b, aim.centre, aim.t);
    m->work = 0;
    for (int64_t step = 0; step < most; step++) {
        m->work += m->c.n * MOVE_WORK;
        share_move all;
        share_move best = find_move(m, b, &all);
        if (!(gain_of(m, best) * b->s->k > aim.enough)) {
            break;
        }
        if (best.to == all.to && best.from == all.from) {
            best.from = find_giver(m, b, best.to, aim.t);
        }
        make_move(m, b, best, aim.t);
    }
    double const worth = uncovered(m, b->s->n, pi);
    return worth + go(b, aim, pi);
}
