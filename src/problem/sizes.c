/* sizes.c - see sizes.h. */
#include "problem/sizes.h"

#include <string.h>

enum {
    EXACT_SIZES = 96 /* up to here all boxes are tried */
};

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* ---- the rules ---- */

fcap_status fcap_group_rules_open(fcap_run *run, const request *q, int32_t attribute,
                                  unsigned mask, group_rules *out) {
    const fcap_attribute *const t = &q->r->attribute[attribute];
    int32_t const n = t->n_groups + 1;
    *out = (group_rules){.n_groups = t->n_groups,
                         .t = mask & RULE_BALANCE ? fcap_request_balance(q, attribute)
                                                  : (fcap_ratio){0, 1},
                         .least = arena_array(&run->mem, fcap_ratio, n),
                         .most = arena_array(&run->mem, fcap_ratio, n),
                         .no_isolate = arena_array(&run->mem, char, n),
                         .total = q->total + q->offset[attribute],
                         .box = arena_array(&run->mem, span, n)};
    if (out->least == NULL || out->most == NULL || out->no_isolate == NULL ||
        out->box == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d groups", (int)n);
    }
    for (int32_t g = 0; g < n; g++) {
        out->least[g] = (fcap_ratio){0, 1};
        out->most[g] = (fcap_ratio){1, 1};
    }
    for (int32_t i = 0; (mask & RULE_SHARE) && i < q->r->n_shares; i++) {
        const fcap_share *const s = &q->r->share[i];
        if (s->attribute == attribute) {
            int32_t const g = s->group < 0 ? t->n_groups : s->group;
            out->least[g] = fcap_ratio_less(out->least[g], s->least) ? s->least : out->least[g];
            out->most[g] = fcap_ratio_less(s->most, out->most[g]) ? s->most : out->most[g];
        }
    }
    for (int32_t i = 0; (mask & RULE_NO_ISOLATE) && i < q->r->n_no_isolate; i++) {
        if (q->r->no_isolate[i].attribute == attribute) {
            out->no_isolate[q->r->no_isolate[i].group] = 1;
        }
    }
    return FCAP_OK;
}

/* ---- balance ---- */

static int64_t times_ratio(int64_t u, fcap_ratio t) { /* ceil(t u) */
    return u == 0 ? 0 : fcap_ceil_div(u, t.num, t.den);
}

static int64_t least_size(int64_t u, int32_t n_groups, fcap_ratio t) {
    return u + (n_groups - 1) * times_ratio(u, t);
}

/* The largest count in a balanced cluster with at most s members. */
static int64_t largest_count(int64_t s, int32_t n_groups, fcap_ratio t) {
    int64_t low = 0;
    int64_t high = s;
    while (low < high) {
        int64_t const u = high - (high - low) / 2;
        if (least_size(u, n_groups, t) <= s) {
            low = u;
        } else {
            high = u - 1;
        }
    }
    return low;
}

int64_t fcap_fewest(int64_t s, int32_t n_groups, fcap_ratio t) {
    if (s == 0) {
        return 0;
    }
    if (n_groups == 2) {
        int64_t const lo = fcap_ceil_div(s, t.num, t.num + t.den);
        return 2 * lo <= s ? lo : -1;
    }
    /* min over u of max(ceil(t u), s - (G - 1) u): the first rises, the second falls */
    int64_t const others = n_groups - 1;
    int64_t const first = s / n_groups + (s % n_groups != 0); /* the smallest u that holds s */
    int64_t const last = largest_count(s, n_groups, t);
    if (last < first) {
        return -1;
    }
    int64_t low = first;
    int64_t high = last;
    while (low < high) {
        int64_t const u = low + (high - low) / 2;
        if (times_ratio(u, t) >= s - others * u) {
            high = u;
        } else {
            low = u + 1;
        }
    }
    int64_t const here = larger(times_ratio(low, t), s - others * low);
    int64_t const before = larger(times_ratio(low - 1, t), s - others * (low - 1));
    return low > first ? smaller(here, before) : here;
}

/* ---- what sums to s in a box ---- */

/* Sums of some of the box's sets: intervals with sums from low to high, plus `n_gaps` sets
 * {0, 2, .. b}, of which the b sum to `gaps`. */
typedef struct sums {
    int64_t low;
    int64_t high;
    int64_t n_gaps;
    int64_t gaps;
} sums;

static int has_gap(const group_rules *g, int32_t i) {
    return g->no_isolate[i] && g->box[i].low == 0 && g->box[i].high >= 2;
}

static void add_set(sums *t, const group_rules *g, int32_t i, int sign) {
    if (has_gap(g, i)) {
        t->n_gaps += sign;
        t->gaps += sign * g->box[i].high;
    } else {
        t->low += sign * g->box[i].low;
        t->high += sign * g->box[i].high;
    }
}

static int is_sum(const sums *t, int64_t x) {
    if (x < t->low || x > t->high + t->gaps) {
        return 0;
    }
    if (t->high > t->low) {
        return 1; /* two neighbours fill all gaps */
    }
    int64_t const by_gaps = x - t->low;
    return t->gaps == 2 * t->n_gaps ? by_gaps % 2 == 0 : by_gaps != 1;
}

/* The first count from `from` on, in steps of +1 or -1, that the others complete to s. Only
 * neighbours of gaps can fail. */
static int64_t first_count(const group_rules *g, const sums *others, int32_t i, int64_t s,
                           int64_t from, int step) {
    for (int tries = 0; tries < 5; tries++, from += step) {
        if (from < g->box[i].low || from > g->box[i].high) {
            return -1;
        }
        if (!(has_gap(g, i) && from == 1) && is_sum(others, s - from)) {
            return from;
        }
    }
    return -1;
}

/* Cuts the groups' box [low, high] by the other rules; 0 when one has no count left. */
static int cut_box(group_rules const *g, int64_t s, span known, const int64_t *floor,
                   const int64_t *ceiling) {
    for (int32_t i = 0; i <= g->n_groups; i++) {
        fcap_ratio const most = g->most[i];
        span b = {fcap_ceil_div(s, g->least[i].num, g->least[i].den), s * most.num / most.den};
        if (i < g->n_groups) {
            b.low = larger(b.low, known.low);
            b.high = smaller(b.high, known.high);
        }
        b.low = floor != NULL ? larger(b.low, floor[i]) : b.low;
        b.high = smaller(b.high, ceiling[i]);
        if (g->no_isolate[i]) {
            b.low = b.low == 1 ? 2 : b.low;
            b.high = b.high == 1 ? 0 : b.high;
        }
        if (b.low > b.high) {
            return 0;
        }
        g->box[i] = b;
    }
    return 1;
}

/* Widens the spans by what the box allows. */
static int widen(const group_rules *g, int64_t s, span *out) {
    sums all = {0, 0, 0, 0};
    for (int32_t i = 0; i <= g->n_groups; i++) {
        add_set(&all, g, i, 1);
    }
    if (!is_sum(&all, s)) {
        return 0;
    }
    for (int32_t i = 0; i <= g->n_groups; i++) {
        sums others = all;
        add_set(&others, g, i, -1);
        int64_t const low = larger(g->box[i].low, s - others.high - others.gaps);
        int64_t const high = smaller(g->box[i].high, s - others.low);
        out[i].low = smaller(out[i].low, first_count(g, &others, i, s, low, 1));
        out[i].high = larger(out[i].high, first_count(g, &others, i, s, high, -1));
    }
    return 1;
}

int fcap_spans(const group_rules *g, int64_t s, const int64_t *floor, const int64_t *ceiling,
               span *out) {
    for (int32_t i = 0; i <= g->n_groups; i++) {
        out[i] = (span){s + 1, -1};
    }
    if (g->t.num == 0 || g->n_groups < 2) { /* one group with a balance: none of it */
        int64_t const most = g->t.num == 0 ? s : 0;
        return cut_box(g, s, (span){0, most}, floor, ceiling) && widen(g, s, out);
    }
    int64_t const unknown = ceiling[g->n_groups];
    int64_t const known = larger(0, s - unknown); /* at least */
    if (unknown == 0 && (g->n_groups == 2 || s > EXACT_SIZES)) {
        int64_t const low = fcap_fewest(s, g->n_groups, g->t);
        int64_t const high = g->n_groups == 2 ? s - low : largest_count(s, g->n_groups, g->t);
        return low >= 0 && cut_box(g, s, (span){low, high}, floor, ceiling) && widen(g, s, out);
    }
    int64_t const first = known / g->n_groups + (known % g->n_groups != 0);
    if (s > EXACT_SIZES) {
        span const wide = {times_ratio(first, g->t), largest_count(s, g->n_groups, g->t)};
        return cut_box(g, s, wide, floor, ceiling) && widen(g, s, out);
    }
    int found = 0;
    for (int64_t u = first; least_size(u, g->n_groups, g->t) <= s; u++) {
        span const box = {times_ratio(u, g->t), u};
        found |= cut_box(g, s, box, floor, ceiling) && widen(g, s, out);
    }
    return found;
}
