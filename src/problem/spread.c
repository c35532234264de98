/* spread.c - see spread.h. */
#include "problem/spread.h"

#include "problem/hull.h"

#include <stdlib.h>
#include <string.h>

enum {
    EDGES_MOST = 1 << 22 /* beyond, nothing is decided: 100 MB */
};

/* Part of a hull, as often as there are clusters of its kind. */
typedef struct edge {
    int64_t ds;
    int64_t dv;
    int64_t times;
} edge;

/* The least sum of v over all clusters, where v is a group's count or its negative. */
typedef struct curve {
    int32_t group;
    int sign;
    hull hull;
    edge *edge;
    int64_t n;
    int64_t s; /* sums of the first vertices */
    int64_t v;
} curve;

/* ---- sums over kinds ---- */

static int by_slope(const void *left, const void *right) {
    const edge *const a = left;
    const edge *const b = right;
    int64_t const x = a->dv * b->ds;
    int64_t const y = b->dv * a->ds;
    return (x > y) - (x < y);
}

static void take_hull(curve *c, int64_t times) {
    const vertex *const v = c->hull.v;
    c->s += times * v[0].s;
    c->v += times * v[0].lo;
    for (int64_t i = 1; i < c->hull.n; i++) {
        c->edge[c->n++] = (edge){v[i].s - v[i - 1].s, v[i].lo - v[i - 1].lo, times};
    }
}

/* The least sum of v for sizes that sum to n, rounded up; 0 when sizes cannot. */
static int least_sum(curve *c, int64_t n, int64_t *out) {
    int64_t need = n - c->s;
    if (need < 0) {
        return 0;
    }
    qsort(c->edge, (size_t)c->n, sizeof *c->edge, by_slope);
    int64_t v = c->v;
    for (int64_t i = 0; i < c->n && need > 0; i++) {
        const edge *const e = &c->edge[i];
        int64_t const whole = need / e->ds < e->times ? need / e->ds : e->times;
        v += whole * e->dv;
        need -= whole * e->ds;
        if (whole < e->times && need > 0) { /* part of an edge */
            int64_t const rise = need * e->dv;
            v += rise / e->ds + (rise % e->ds != 0 && rise > 0);
            need = 0;
        }
    }
    *out = v;
    return need == 0;
}

/* ---- the curves of one attribute ---- */

/* Groups that may fail first: those with rules of their own, the smallest and the largest. */
static int is_telling(const group_rules *g, int32_t i, int32_t smallest, int32_t largest) {
    return i == smallest || i == largest || g->no_isolate[i] || g->least[i].num > 0 ||
           g->most[i].num < g->most[i].den;
}

static fcap_status open_curves(fcap_run *run, const group_rules *g, const kinds *k, curve **out,
                               int32_t *n) {
    int32_t smallest = 0;
    int32_t largest = 0;
    for (int32_t i = 1; i < g->n_groups; i++) {
        smallest = g->total[i] < g->total[smallest] ? i : smallest;
        largest = g->total[i] > g->total[largest] ? i : largest;
    }
    int64_t room = 0;
    int64_t most = 0;
    for (int64_t j = 0; j < k->n; j++) {
        most = k->kind[j].most > most ? k->kind[j].most : most;
        room += fcap_hull_room(k->kind[j].most);
    }
    *n = 0;
    for (int32_t i = 0; i <= g->n_groups; i++) {
        *n += is_telling(g, i, smallest, largest) ? 2 : 0;
    }
    if (*n == 0 || room > EDGES_MOST / *n) {
        *n = 0;
        return FCAP_OK;
    }
    curve *const c = arena_array(&run->mem, curve, *n);
    *out = c;
    if (c == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d groups",
                             (int)g->n_groups);
    }
    int32_t at = 0;
    for (int32_t i = 0; i <= g->n_groups; i++) {
        for (int side = 0; side < 2 && is_telling(g, i, smallest, largest); side++) {
            c[at] = (curve){.group = i,
                            .sign = side == 0 ? 1 : -1,
                            .edge = arena_array(&run->mem, edge, room)};
            if (c[at].edge == NULL) {
                return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld edges",
                                     (long long)room);
            }
            TRY(fcap_hull_open(run, most, &c[at++].hull));
        }
    }
    return FCAP_OK;
}

/* One attribute being judged. */
typedef struct judged {
    const request *q;
    int32_t offset; /* of the attribute's counts */
    group_rules g;
    curve *curve;
    int32_t n_curves;
    int64_t *ceiling; /* scratch: n_groups + 1 */
    span *span;
} judged;

/* The counts possible in a cluster of size s of this kind. */
static int spans_of(const judged *d, const kind *k, unsigned mask, int64_t s) {
    const int64_t *const free = d->q->free + d->offset;
    if (!(mask & RULE_KEEP)) {
        return fcap_spans(&d->g, s, NULL, d->g.total, d->span);
    }
    if (k->kept == NULL) {
        return fcap_spans(&d->g, s, NULL, free, d->span);
    }
    const int64_t *const there = k->kept->count + d->offset;
    int64_t const joining = s - k->kept->size;
    for (int32_t i = 0; i <= d->g.n_groups; i++) {
        d->ceiling[i] = there[i] + (free[i] < joining ? free[i] : joining);
    }
    return fcap_spans(&d->g, s, there, d->ceiling, d->span);
}

/* What one kind adds to the curves; 0 when it has no allowed size. */
static int add_kind(judged *d, const kind *k, unsigned mask, spread *out) {
    for (int32_t i = 0; i < d->n_curves; i++) {
        d->curve[i].hull.n = 0;
    }
    out->least = out->most = 0;
    for (int64_t s = k->least; s <= k->most; s++) {
        if (!spans_of(d, k, mask, s)) {
            continue;
        }
        out->least = out->least == 0 ? s : out->least;
        out->most = s;
        for (int32_t i = 0; i < d->n_curves; i++) {
            curve *const c = &d->curve[i];
            const span *const w = &d->span[c->group];
            fcap_hull_add(&c->hull, s, c->sign > 0 ? w->low : -w->high);
            out->exact &= !(d->g.no_isolate[c->group] && w->low == 0);
        }
    }
    for (int32_t i = 0; i < d->n_curves && out->least > 0; i++) {
        take_hull(&d->curve[i], k->times);
    }
    return out->least > 0;
}

/* ---- different capacities, two groups ---- */

/* The fewest members of each group for all clusters, by dynamic programming over the sum of
 * their sizes: for a given size the counts of a balanced cluster of two groups are an interval,
 * and so are sums of them. -1 when it would take too long. */
static fcap_status least_minority(fcap_run *run, const request *q, const group_rules *g,
                                  const kinds *k, int64_t *out) {
    int64_t steps = 0;
    *out = -1;
    for (int64_t j = 0; j < k->n; j++) {
        int64_t const each = k->kind[j].most - k->kind[j].least + 1;
        if (each > *q->effort / q->n / k->kind[j].times) {
            return FCAP_OK;
        }
        steps += each * q->n * k->kind[j].times;
    }
    if (steps > *q->effort) {
        return FCAP_OK;
    }
    *q->effort -= steps;
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t *best = arena_array(&run->mem, int64_t, q->n + 1);
    int64_t *next = arena_array(&run->mem, int64_t, q->n + 1);
    if (best == NULL || next == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld sizes",
                             (long long)q->n);
    }
    int64_t const none = q->n + 1;
    for (int64_t s = 1; s <= q->n; s++) {
        best[s] = none;
    }
    for (int64_t j = 0; j < k->n; j++) {
        for (int64_t i = 0; i < k->kind[j].times; i++) {
            for (int64_t s = 0; s <= q->n; s++) {
                next[s] = none;
            }
            for (int64_t s = k->kind[j].least; s <= k->kind[j].most; s++) {
                int64_t const lo = fcap_fewest(s, 2, g->t);
                for (int64_t sum = s; lo >= 0 && sum <= q->n; sum++) {
                    int64_t const v = best[sum - s] + lo;
                    next[sum] = v < next[sum] ? v : next[sum];
                }
            }
            int64_t *const swap = best;
            best = next;
            next = swap;
        }
    }
    *out = best[q->n];
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* Is the attribute's only rule a balance of two groups, known for all? */
static int is_two_groups(const group_rules *g) {
    if (g->n_groups != 2 || g->total[2] > 0) {
        return 0;
    }
    for (int32_t i = 0; i <= 2; i++) {
        if (g->no_isolate[i] || g->least[i].num > 0 || g->most[i].num < g->most[i].den) {
            return 0;
        }
    }
    return g->t.num > 0;
}

/* ---- the story ---- */

static fcap_status open_judged(fcap_run *run, const request *q, int32_t attribute,
                               unsigned mask, const kinds *k, judged *d) {
    *d = (judged){.q = q, .offset = q->offset[attribute]};
    TRY(fcap_group_rules_open(run, q, attribute, mask, &d->g));
    TRY(open_curves(run, &d->g, k, &d->curve, &d->n_curves));
    d->ceiling = arena_array(&run->mem, int64_t, d->g.n_groups + 1);
    d->span = arena_array(&run->mem, span, d->g.n_groups + 1);
    return d->ceiling != NULL && d->span != NULL
               ? FCAP_OK
               : fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d groups",
                               (int)d->g.n_groups);
}

fcap_status fcap_spread(fcap_run *run, const request *q, int32_t attribute, unsigned mask,
                        const kinds *k, spread *out) {
    *out = (spread){.barred = -1, .group = -1};
    judged d;
    TRY(open_judged(run, q, attribute, mask, k, &d));
    out->exact = d.n_curves > 0 && d.g.n_groups == 2 && d.g.total[2] == 0 && k->n == 1 &&
                 !(mask & RULE_KEEP);
    for (int64_t j = k->n - 1; j >= 0; j--) { /* the first last: its sizes stay in `out` */
        if (!add_kind(&d, &k->kind[j], mask, out)) {
            out->excluded = 1;
            out->barred = j;
            return FCAP_OK;
        }
    }
    for (int32_t i = 0; i < d.n_curves; i++) {
        const curve *const c = &d.curve[i];
        int64_t needed;
        if (!least_sum(&d.curve[i], q->n, &needed) || needed > c->sign * d.g.total[c->group]) {
            out->excluded = 1;
            out->group = c->group;
            return FCAP_OK;
        }
    }
    if (k->n > 1 && is_two_groups(&d.g) && !(mask & RULE_KEEP)) {
        int64_t needed;
        TRY(least_minority(run, q, &d.g, k, &needed));
        out->exact = needed >= 0;
        out->excluded = needed >= 0 && (needed > d.g.total[0] || needed > d.g.total[1]);
    }
    return FCAP_OK;
}
