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

static const double LITTLE = 1e-12;  /* a share that is not worth moving */
static const double NOTHING = 1e-13; /* a share that is none */

fcap_status fcap_master_open(fcap_run *run, const lagrange *b, int32_t room, master *out) {
    arena *const mem = &run->mem;
    int64_t const n = b->s->n;
    int32_t const n_regions = b->regions.room;
    int64_t most = 1;
    for (int64_t a = b->s->least; a <= b->s->most; a++) {
        int64_t const size = a + b->s->high[a - b->s->least];
        most = size > most ? size : most;
    }
    TRY(fcap_columns_open(run, b->s->total, most, room, &out->c));
    out->value = arena_array(mem, double, room);
    out->slope = arena_array(mem, double, room);
    out->taken = arena_array(mem, double, n);
    out->held = arena_array(mem, double, n_regions);
    out->newest = arena_array(mem, int32_t, n);
    out->order = arena_array(mem, int32_t, room);
    out->begin = arena_array(mem, int32_t, n + 1);
    out->owner = arena_array(mem, int64_t, n);
    out->best = arena_array(mem, share_move, n_regions);
    out->spare = arena_array(mem, double, n_regions);
    out->part = arena_array(mem, double, n_regions);
    out->gives = arena_array(mem, unsigned char, n_regions);
    return out->value == NULL || out->slope == NULL || out->taken == NULL ||
                   out->held == NULL || out->newest == NULL || out->order == NULL ||
                   out->begin == NULL || out->owner == NULL || out->best == NULL ||
                   out->spare == NULL || out->part == NULL || out->gives == NULL
               ? fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d clusters",
                               (int)room)
               : FCAP_OK;
}

/* ---------------------------------------------------------------- shares that keep the rules
 */

static void add_up(master *m, const lagrange *b) {
    const columns *const c = &m->c;
    const regions *const g = &b->regions;
    memset(m->taken, 0, (size_t)b->s->n * sizeof *m->taken);
    memset(m->held, 0, (size_t)g->room * sizeof *m->held);
    for (int32_t x = 0; x < c->n; x++) {
        m->taken[c->candidate[x]] += c->share[x];
        m->held[g->of[c->candidate[x]]] += c->share[x];
    }
    for (int32_t r = g->n - 1; r > 0; r--) {
        m->held[g->at[r].parent] += m->held[r];
    }
}

/* Takes share from region r down to its most: from all in proportion, but from a region inside
 * only what is above its least. part: at first, how much of what its candidates and the regions
 * inside can spare a region can; in the end, how much of its candidates' share is left. */
static void reduce(master *m, const lagrange *b, int32_t r) {
    columns *const c = &m->c;
    const regions *const g = &b->regions;
    for (int32_t s = 0; s < g->n; s++) {
        m->spare[s] = m->held[s];
        m->part[s] = 1;
    }
    for (int32_t s = 1; s < g->n; s++) {
        m->spare[g->at[s].parent] -= m->held[s];
    }
    for (int32_t s = g->n - 1; s > r; s--) {
        double const above = m->held[s] - g->at[s].least;
        double const gives = above < m->spare[s] ? above : m->spare[s];
        m->part[s] = gives > 0 ? gives / m->spare[s] : 0;
        m->spare[g->at[s].parent] += gives > 0 ? gives : 0;
    }
    double const surplus = m->held[r] - g->at[r].most;
    m->part[r] = surplus < m->spare[r] ? (m->spare[r] - surplus) / m->spare[r] : 0;
    for (int32_t s = r + 1; s < g->n; s++) {
        m->part[s] = 1 - m->part[s] * (1 - m->part[g->at[s].parent]);
    }
    for (int32_t x = 0; x < c->n; x++) {
        c->share[x] *= m->part[g->of[c->candidate[x]]];
    }
    add_up(m, b);
}

/* How much share candidate i can take from outside of region r; 0 when it is not in r. */
static double place_for(const master *m, const lagrange *b, int64_t i, int32_t r) {
    const regions *const g = &b->regions;
    double place = 1 - m->taken[i];
    int32_t s = g->of[i];
    for (; s > r; s = g->at[s].parent) {
        double const left = g->at[s].most - m->held[s];
        place = left < place ? left : place;
    }
    return s == r && place > 0 ? place : 0;
}

/* Gives share to what is chosen in region r, up to its least. It suffices: all that is chosen
 * there keeps to the bounds, so where no more can be given, no less is held than chosen. */
static void fill(master *m, const lagrange *b, const evaluation *at, int32_t r) {
    const regions *const g = &b->regions;
    for (int64_t a = 0; a < b->s->k && m->held[r] < g->at[r].least; a++) {
        int64_t const i = at->chosen[a];
        double const place = place_for(m, b, i, r);
        double const missing = g->at[r].least - m->held[r];
        double const amount = place < missing ? place : missing;
        m->c.share[m->newest[i]] += amount;
        m->taken[i] += amount;
        for (int32_t s = g->of[i]; s != REGION_ALL; s = g->at[s].parent) {
            m->held[s] += amount;
        }
        m->held[REGION_ALL] += amount;
    }
}

void fcap_master_repair(master *m, const lagrange *b, const evaluation *at) {
    columns *const c = &m->c;
    for (int32_t x = 0; x < c->n; x++) {
        m->newest[c->candidate[x]] = x;
        c->share[x] = b->out[c->candidate[x]] ? 0 : c->share[x];
    }
    add_up(m, b);
    for (int32_t r = b->regions.n - 1; r >= 0; r--) {
        if (m->held[r] > b->regions.at[r].most) {
            reduce(m, b, r);
        } else {
            fill(m, b, at, r);
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

static int can_give(const master *m, const regions *g, int32_t r) {
    return m->held[r] > g->at[r].least + LITTLE;
}

static int can_take(const master *m, const regions *g, int32_t r) {
    return m->held[r] < g->at[r].most - LITTLE;
}

/* The pair with the largest difference of slopes: of one candidate, or of two in one region, as
 * far as candidates and the regions inside may give and take. */
static share_move find_move(master *m, const lagrange *b) {
    const regions *const g = &b->regions;
    share_move best = {-1, -1};
    for (int32_t r = 0; r < g->n; r++) {
        m->best[r] = best;
    }
    for (int64_t o = 0; o < m->owners; o++) {
        int64_t const i = m->owner[o];
        share_move const own = within(m, o);
        if (gain_of(m, own) > gain_of(m, best)) {
            best = own;
        }
        note(m, &m->best[g->of[i]], own, 1, m->taken[i] < 1 - LITTLE);
    }
    for (int32_t r = g->n - 1; r >= 0; r--) {
        best = gain_of(m, m->best[r]) > gain_of(m, best) ? m->best[r] : best;
        if (r != REGION_ALL) {
            note(m, &m->best[g->at[r].parent], m->best[r], can_give(m, g, r),
                 can_take(m, g, r));
        }
    }
    return best;
}

/* Which regions' candidates may give to one of region r: those around r, as far out as there is
 * a place, and those inside these that have enough. */
static void mark_givers(master *m, const regions *g, int32_t r) {
    memset(m->gives, 0, (size_t)g->n);
    m->gives[r] = 1;
    for (; r != REGION_ALL && can_take(m, g, r); r = g->at[r].parent) {
        m->gives[g->at[r].parent] = 1;
    }
    for (int32_t s = 1; s < g->n; s++) {
        m->gives[s] |= m->gives[g->at[s].parent] && can_give(m, g, s);
    }
}

/* For the column that takes most gladly of all: the giver with which the objective falls most,
 * the bend of the way being known. */
static int32_t find_giver(master *m, const lagrange *b, int32_t to, double t) {
    const columns *const c = &m->c;
    const float *const row = fcap_columns_products(c, to);
    int32_t best = -1;
    double most = 0;
    mark_givers(m, &b->regions, b->regions.of[c->candidate[to]]);
    for (int32_t x = 0; x < c->n; x++) {
        if (c->share[x] <= 0 || m->slope[x] <= m->slope[to]) {
            continue;
        }
        if (m->gives[b->regions.of[c->candidate[x]]]) {
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

/* The smallest region that has both. */
static int32_t common_region(const regions *g, int32_t r, int32_t s) {
    while (r != s) {
        if (r > s) {
            r = g->at[r].parent;
        } else {
            s = g->at[s].parent;
        }
    }
    return r;
}

/* How much the regions of h can give to those of i, at most. */
static double limit_of(const master *m, const lagrange *b, int64_t h, int64_t i, int32_t both) {
    const regions *const g = &b->regions;
    double limit = i == h ? INFINITY : place_for(m, b, i, both);
    for (int32_t r = g->of[h]; r != both; r = g->at[r].parent) {
        double const spare = m->held[r] - g->at[r].least;
        limit = spare < limit ? spare : limit;
    }
    return limit;
}

static void make_move(master *m, const lagrange *b, share_move w, double t) {
    columns *const c = &m->c;
    const regions *const g = &b->regions;
    const float *const to = fcap_columns_products(c, w.to);
    const float *const from = fcap_columns_products(c, w.from);
    double const bend = t * ((double)to[w.to] + (double)from[w.from] - 2 * (double)to[w.from]);
    int64_t const i = c->candidate[w.to];
    int64_t const h = c->candidate[w.from];
    int32_t const both = common_region(g, g->of[i], g->of[h]);
    double const limit = limit_of(m, b, h, i, both);
    double const gain = m->slope[w.from] - m->slope[w.to];
    double amount = c->share[w.from];
    amount = limit < amount ? limit : amount;
    if (bend > 0 && gain / bend < amount) {
        amount = gain / bend;
    }
    c->share[w.to] += amount;
    c->share[w.from] -= amount;
    m->taken[i] += amount;
    m->taken[h] -= amount;
    for (int32_t r = g->of[h]; r != both; r = g->at[r].parent) {
        m->held[r] -= amount;
    }
    for (int32_t r = g->of[i]; r != both; r = g->at[r].parent) {
        m->held[r] += amount;
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
        share_move best = find_move(m, b);
        if (!(gain_of(m, best) * b->s->k > aim.enough)) {
            break;
        }
        if (m->taken[m->c.candidate[best.to]] < 1 - LITTLE) {
            int32_t const giver = find_giver(m, b, best.to, aim.t);
            best.from = giver >= 0 ? giver : best.from; /* a gain may be too small to square */
        }
        make_move(m, b, best, aim.t);
    }
    double const worth = uncovered(m, b->s->n, pi);
    return worth + go(b, aim, pi);
}
