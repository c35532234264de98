/* fair_assign.c - see fair_assign.h. From cheap to thorough, until the gap is closed:
 *
 *   1. the flow in a box around P for every cluster. With all counts in P it is the answer;
 *   2. an answer near its counts, or near those that the given prices lead to where the balance
 *      is scarce: a flow in boxes within P (fair_round.h);
 *   3. the best prices (fair_dual.h), an answer near the counts that go with them, exchanges
 *      (fair_exchange.h); with balance 1 cycles instead, which are exact (fair_residual.h);
 *   4. branching (fair_close.h), if asked for.
 *
 * The answer depends on the medoids and the prices given, not on earlier calls: only distances
 * are kept between them.
 */
#include "cluster/fair_assign.h"

#include "cluster/fair_close.h"
#include "cluster/fair_flow.h"
#include "cluster/fair_guess.h"
#include "cluster/fair_round.h"

#include <math.h>
#include <string.h>

/* Gaps, relative to the cost: */
#define GOOD_ENOUGH     1e-5 /* is left to closing */
#define WORTH_EXCHANGES 3e-5
#define WORTH_PRICES    3e-3 /* with balance 1: below it cycles are faster */
#define SCARCE          5e-3
#define ROUNDING        1e-7 /* may come from whole units */

static fcap_status out_of_memory(fcap_run *run, const fair_assign *fa) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for assigning %lld points",
                         (long long)fa->p->n);
}

/* ---------------------------------------------------------------- the workspace */

static fcap_status open_scratch(fcap_run *run, fair_assign *fa) {
    arena *const mem = &run->mem;
    int64_t const n = fa->p->n;
    int64_t const k = fa->k;
    fa->label = arena_array(mem, int32_t, n);
    fa->best = arena_array(mem, int32_t, n);
    fa->member = arena_array(mem, int64_t, 2 * k);
    fa->cluster = arena_array(mem, int64_t, k);
    fa->least = arena_array(mem, int64_t, 2 * k);
    fa->most = arena_array(mem, int64_t, 2 * k);
    fa->size_least = arena_array(mem, int64_t, k);
    fa->size_most = arena_array(mem, int64_t, k);
    fa->count = arena_array(mem, quota, k);
    fa->wanted = arena_array(mem, quota, k);
    fa->wish = arena_array(mem, quota, k);
    fa->price = arena_array(mem, double, 2 * k);
    fa->boxes = arena_array(mem, box, k);
    int const all = fa->label != NULL && fa->best != NULL && fa->member != NULL &&
                    fa->cluster != NULL && fa->least != NULL && fa->most != NULL &&
                    fa->size_least != NULL && fa->size_most != NULL && fa->count != NULL &&
                    fa->wanted != NULL && fa->wish != NULL && fa->price != NULL &&
                    fa->boxes != NULL;
    return all ? FCAP_OK : out_of_memory(run, fa);
}

/* Is every cluster half and half? */
static int is_pairs(const shape *s) {
    for (int64_t a = s->least; a <= s->most; a++) {
        if (s->low[a - s->least] != a || s->high[a - s->least] != a) {
            return 0;
        }
    }
    return s->n_groups == 2;
}

static fcap_status open_any(fcap_run *run, const points *p, const shape *s, int lean,
                            fair_assign *out) {
    *out = (fair_assign){.p = p, .s = s, .k = s->k, .around = fcap_box_all(s)};
    TRY(fcap_polygon_open(run, s, &out->hull));
    if (!fcap_polygon_build(s, &out->around, &out->hull)) {
        return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                             "%lld points cannot be divided among %d clusters by the rules",
                             (long long)p->n, (int)s->k);
    }
    TRY(fcap_fair_table_open(run, p, s, lean, &out->table));
    TRY(open_scratch(run, out));
    TRY(fcap_residual_open(run, &out->table, &out->residual));
    out->pairs = is_pairs(s);
    if (s->n_groups == 2) {
        TRY(fcap_fair_dual_open(run, &out->table, &out->dual));
        TRY(fcap_fair_exchange_open(run, s, &out->residual, &out->exchange));
    }
    out->unit = out->table.unit;
    /* Every cluster of every answer is in P, so the sizes in P are as good as the problem's
     * own limits. */
    out->attribute = (fcap_attribute){s->group, 2, s->t};
    out->rules = (rules){.n = p->n,
                         .k = s->k,
                         .capacity = out->around.most[OF_SIZE],
                         .min_size = out->around.least[OF_SIZE],
                         .attribute = &out->attribute,
                         .n_attributes = 1,
                         .n_counts = 2};
    return FCAP_OK;
}

fcap_status fcap_fair_assign_open(fcap_run *run, const points *p, const shape *s,
                                  fair_assign *out) {
    return open_any(run, p, s, 0, out);
}

fcap_status fcap_fair_assign_open_lean(fcap_run *run, const points *p, const shape *s,
                                       fair_assign *out) {
    return open_any(run, p, s, 1, out);
}

/* A workspace may be copied, so what points into it is set at each call. */
static void point_at_own(fair_assign *fa) {
    fa->rules.attribute = &fa->attribute;
    fa->residual.t = &fa->table;
    fa->exchange.r = &fa->residual;
    fa->dual.t = &fa->table;
    for (int32_t i = 0; fa->dual.hull != NULL && i < fa->k; i++) {
        fa->dual.hull[i] = &fa->hull;
    }
}

double fcap_fair_support(const fair_assign *fa, double pa, double pb) {
    return fcap_polygon_support(&fa->hull, pa, pb);
}

double fcap_fair_bound(const fair_assign *fa, const double *price) {
    double pay = 0;
    for (int32_t i = 0; i < fa->k; i++) {
        double const second = fa->s->n_groups == 2 ? price[fa->k + i] : 0;
        pay += fcap_polygon_support(&fa->hull, price[i], second);
    }
    return fcap_fair_table_least(&fa->table, price) - pay;
}

/* ---------------------------------------------------------------- prices */

static double gap_of(const placed *x) {
    return (x->cost - x->bound) / x->cost;
}

/* fa->price, if it proves more than the prices that are there. */
static void offer_prices(fair_assign *fa, placed *io) {
    double const bound = fcap_fair_bound(fa, fa->price);
    if (bound > io->bound) {
        io->bound = bound;
        memcpy(io->price, fa->price, (size_t)(fa->s->n_groups * fa->k) * sizeof *io->price);
    }
}

/* ---------------------------------------------------------------- an answer */

/* Keeps the labels in fa->label if they are the better ones. */
static void offer_labels(fair_assign *fa, placed *io) {
    double const cost = fcap_fair_table_cost(&fa->table, fa->label);
    if (cost < io->cost) {
        io->cost = cost;
        memcpy(fa->best, fa->label, (size_t)fa->table.n * sizeof *fa->best);
    }
}

/* The last digits of the labels in fa->label, which are optimal within fa->boxes but for them,
 * or of pairs, which need not be. */
static void settle(fcap_run *run, fair_assign *fa, int pairs, placed *io) {
    residual *const r = &fa->residual;
    r->label = fa->label;
    r->boxes = fa->boxes;
    r->pairs = pairs;
    r->price = fa->price;
    fcap_residual_settle(run, r);
    offer_prices(fa, io);
    offer_labels(fa, io);
}

/* A flow in boxes around counts near fa->count. */
static fcap_status try_near(fcap_run *run, fair_assign *fa, placed *io) {
    TRY(fcap_fair_near(run, fa, fa->count, fa->label));
    offer_prices(fa, io);
    offer_labels(fa, io);
    if (!fa->rough && gap_of(io) <= ROUNDING && !fcap_fair_proved(fa, io->cost, io->bound)) {
        settle(run, fa, 0, io);
    }
    return FCAP_OK;
}

/* Better prices than those of flows, which know nothing of the corners of P, and an answer near
 * the counts that go with them. The wider the gap, the more is smoothed at first. */
static fcap_status improve(fcap_run *run, fair_assign *fa, placed *io) {
    fair_dual *const d = &fa->dual;
    size_t const size = 2 * (size_t)fa->k * sizeof *d->price;
    memcpy(d->price, io->price, size);
    fcap_fair_dual_raise(d, &(dual_plan){.scale = fcap_fair_usual_distance(fa, io->cost),
                                         .from = fcap_dual_width(gap_of(io)),
                                         .to = 3e-4,
                                         .enough = io->cost * (1 - GOOD_ENOUGH)});
    if (d->bound > io->bound) {
        io->bound = d->bound;
        memcpy(io->price, d->price, size);
    }
    fcap_fair_round(fa, d->count, fa->count);
    fcap_fair_take_prices(fa, io->price);
    TRY(try_near(run, fa, io));
    if (!fa->pairs && gap_of(io) > WORTH_EXCHANGES) {
        memcpy(fa->label, fa->best, (size_t)fa->table.n * sizeof *fa->best);
        fa->residual.label = fa->label;
        fcap_fair_exchange(run, &fa->exchange);
        offer_labels(fa, io);
    }
    return FCAP_OK;
}

/* Balance 1: from an answer to the best one by cycles. */
static void improve_pairs(fcap_run *run, fair_assign *fa, placed *io) {
    memcpy(fa->label, fa->best, (size_t)fa->table.n * sizeof *fa->best);
    memcpy(fa->price, io->price, 2 * (size_t)fa->k * sizeof *fa->price);
    for (int32_t i = 0; i < fa->k; i++) {
        fa->boxes[i] = fa->around;
    }
    settle(run, fa, 1, io);
}

/* What comes after there is an answer: stopping leaves that. */
static fcap_status improve_all(fcap_run *run, fair_assign *fa, int64_t closing, placed *io) {
    if (gap_of(io) > (fa->pairs ? WORTH_PRICES : GOOD_ENOUGH)) {
        TRY(improve(run, fa, io));
    }
    if (fa->pairs) {
        improve_pairs(run, fa, io);
    }
    if (closing > 0 && !fcap_fair_proved(fa, io->cost, io->bound)) {
        TRY(fcap_fair_close(run, fa, closing, io));
    }
    return FCAP_OK;
}

/* Counts that prices lead to, in fa->count. */
static void count_by_prices(fair_assign *fa, const double *price) {
    fair_dual *const d = &fa->dual;
    memcpy(d->price, price, 2 * (size_t)fa->k * sizeof *d->price);
    fcap_fair_dual_counts(d, 1e-3 * fa->unit * COST_MOST);
    fcap_fair_round(fa, d->count, fa->count);
    fcap_fair_take_prices(fa, price);
}

/* Do the prices prove less when they are the same for both groups? Then the balance counts, and
 * a flow that does not see it would only lead away from them. */
static int is_balance_scarce(fair_assign *fa, const placed *x) {
    int32_t const k = fa->k;
    if (fa->s->n_groups == 1) {
        return 0;
    }
    for (int32_t i = 0; i < k; i++) {
        fa->price[i] = fa->price[k + i] = (x->price[i] + x->price[k + i]) / 2;
    }
    return fcap_fair_bound(fa, fa->price) < x->bound * (1 - SCARCE);
}

/* The flow around P; 1 in *done if it is the answer, else one is made from its counts. */
static fcap_status first_answer(fcap_run *run, fair_assign *fa, placed *io, int *done) {
    io->cost = INFINITY;
    if (is_balance_scarce(fa, io)) {
        count_by_prices(fa, io->price);
        return try_near(run, fa, io);
    }
    for (int32_t i = 0; i < fa->k; i++) {
        fa->boxes[i] = fa->around;
    }
    double const given = io->bound;
    TRY(fcap_fair_flow(run, fa, fa->boxes, fa->label));
    offer_prices(fa, io);
    *done = fcap_fair_count(fa, fa->label, fa->count);
    if (!*done) {
        if (io->bound == given) { /* the flow knows less of the balance than the prices did */
            count_by_prices(fa, io->price);
        }
        return try_near(run, fa, io);
    }
    offer_labels(fa, io);
    if (!fa->rough && !fcap_fair_proved(fa, io->cost, io->bound)) {
        settle(run, fa, 0, io);
    }
    return FCAP_OK;
}

/* ---------------------------------------------------------------- medoids at home */

/* A medoid m of cluster i that sits in cluster h changes places with a member x of C_i of its
 * group: d(x, h) <= d(x, m) + d(m, h), so that costs nothing. x is not a medoid at home,
 * because the only one who could be at home in C_i is m; so each exchange brings one more home,
 * nobody leaves home, and k exchanges are enough. There is such an x: no cluster is without
 * members, and with a balance none is without members of a group. */
static void bring_home(fair_assign *fa, const int64_t *medoid, int32_t *label) {
    const fair_table *const t = &fa->table;
    for (int32_t i = 0; i < fa->k; i++) {
        int32_t const h = label[medoid[i]];
        if (h == i) {
            continue;
        }
        int32_t const g = fa->s->group == NULL ? 0 : fa->s->group[medoid[i]];
        int64_t best = -1;
        double least = INFINITY;
        for (int64_t r = t->first[g]; r < t->first[g + 1]; r++) {
            if (label[t->order[r]] == i) {
                double const more =
                    fcap_fair_table_distance(t, h, r) - fcap_fair_table_distance(t, i, r);
                best = more < least ? r : best;
                least = more < least ? more : least;
            }
        }
        label[t->order[best]] = h;
        label[medoid[i]] = i;
    }
}

static void write_answer(fair_assign *fa, const int64_t *medoid, placed *io) {
    const fair_table *const t = &fa->table;
    for (int64_t r = 0; r < t->n; r++) {
        io->label[t->order[r]] = fa->best[r];
    }
    bring_home(fa, medoid, io->label);
    for (int64_t r = 0; r < t->n; r++) {
        fa->best[r] = io->label[t->order[r]];
    }
    io->cost = fcap_fair_table_cost(t, fa->best);
    io->bound = io->bound > io->cost ? io->cost : io->bound;
    io->exact = fcap_fair_proved(fa, io->cost, io->bound);
}

fcap_status fcap_fair_assign(fcap_run *run, fair_assign *fa, const int64_t *medoid,
                             int64_t closing, placed *io) {
    int done = 0;
    point_at_own(fa);
    fa->rough = closing == FAIR_ASSIGN_QUICK && fa->p->n > MATRIX_POINTS;
    fcap_fair_table_set(&fa->table, medoid);
    fcap_fair_guess(fa, io->price);
    io->bound = fcap_fair_bound(fa, io->price);
    fcap_fair_take_prices(fa, io->price);
    TRY(first_answer(run, fa, io, &done));
    if (!done && closing != FAIR_ASSIGN_QUICK) {
        fcap_error *const err = run->err;
        run->err = NULL; /* when stopped there is nothing to say */
        fcap_status const status = improve_all(run, fa, closing, io);
        run->err = err;
        if (status != FCAP_OK && status != FCAP_E_CANCELLED) {
            return out_of_memory(run, fa);
        }
    }
    write_answer(fa, medoid, io);
    return FCAP_OK;
}
