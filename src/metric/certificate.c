/* certificate.c - see certificate.h.
 *
 * Let a clustering pay d(i, j) - pi_j for a member j of the cluster with medoid i, and the sum
 * of all pi besides; that is its cost. A cluster with medoid i pays at least
 *
 *     V_i = min over allowed counts (a, b) of [ the a smallest of group 0 + the b smallest of
 *           group 1 among  d(i, j) - pi_j ],  i itself being one of them,
 *
 * and k different points are medoids, so every clustering costs at least
 *
 *     L(pi) = sum_j pi_j + the k smallest V_i.
 *
 * Counts are allowed when the cluster obeys the rules and what it leaves, (n_0 - a, n_1 - b),
 * can be divided among k - 1 clusters that do, too. A cluster of s members holds at least lo(s)
 * of each group, or cannot be balanced; so with need_m(S) the least sum of lo over m possible
 * sizes that add up to S (dynamic programming, doubling m),
 *
 *     the rest can be divided  <=>  need_{k-1}(n - a - b) <= min(n_0 - a, n_1 - b),
 *
 * as each cluster may hold any number of group 0 from lo(s) to s - lo(s).
 *
 * For a fixed a the b are taken as an interval. Should they ever not be one, the interval
 * allows too much, and the bound is lower, not wrong. Sums of the b smallest are convex in b,
 * so the best b is the number of negative terms, moved into the interval.
 *
 * Other rules only forbid more. They are left out, which lowers the bound and keeps it true:
 * shares, wishes, and all but the largest of several capacities. Only candidates have a V_i.
 * Of a capacity in weights that many members are left which the lightest points could be.
 *
 * Rounding: every term is rounded once, sums are compensated, so a sum of terms x is off by
 * less than 3u sum |x|, u = 2^-53 [Neu74]. 8u times the absolute terms that could take
 * part is subtracted.
 */
#include "metric/certificate.h"

#include "base/parallel.h"
#include "metric/smallest.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDING 0x1p-50 /* 8u */
/* Distances are below 2 sqrt(d) in the scale of points: larger multipliers prove nothing, and
 * any others are as valid. */
#define MULTIPLIER_MOST 0x1p60

enum {
    NEVER = INT32_MAX / 2, /* more members than there are */
    CHUNK = 4
};

/* The counts of two groups, or of one (b = 0), that a cluster may have. */
typedef struct allowed {
    const int32_t *group; /* n ids, 0 or 1; NULL: one group */
    fcap_ratio t;
    int64_t total[2];
    int64_t most[2]; /* members of each group in a cluster */
    int64_t *low;    /* [a], a <= most[0]: b is in [low, high]; low > high: none */
    int64_t *high;
} allowed;

/* Terms of one candidate. */
typedef struct scratch {
    double *row;     /* distances */
    double *term[2]; /* the smallest of each group */
    double *sum[2];  /* [c]: of the c smallest */
} scratch;

typedef struct certificate {
    const points *p;
    const allowed *can;
    const double *pi;
    scratch *of_thread;
    double *value; /* V_i */
    int64_t first; /* candidate at item 0 of the loop */
} certificate;

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                         "out of memory for a certificate of %lld points", (long long)n);
}

static fcap_status cancelled(fcap_run *run) {
    return fcap_run_fail(run, FCAP_E_CANCELLED, "the certificate was not computed to its end");
}

/* ---- which counts are allowed ---- */

/* The one attribute that asks for a balance, as groups 0 and 1; or one group. */
static fcap_status find_groups(fcap_run *run, const rules *r, allowed *out) {
    int32_t balances = 0;
    *out = (allowed){.total = {r->n, 0}, .t = {0, 1}};
    for (int32_t a = 0; a < r->n_attributes; a++) {
        const fcap_attribute *const t = &r->attribute[a];
        if (t->balance.num == 0) {
            continue;
        }
        balances++;
        out->group = t->group;
        out->t = t->balance;
        int known = t->n_groups == 2;
        for (int64_t j = 0; known && j < r->n; j++) {
            known = t->group[j] >= 0;
        }
        if (balances > 1 || !known) {
            return fcap_run_fail(run, FCAP_E_ARGUMENT,
                                 "a certificate is about the balance of one attribute with two "
                                 "groups, known for every point, or about none");
        }
    }
    for (int64_t j = 0; out->group != NULL && j < r->n; j++) {
        out->total[1] += out->group[j];
    }
    out->total[0] -= out->total[1];
    return FCAP_OK;
}

/* out[S] = the least x[s] + y[S - s], for S <= n; indices up to nx and ny count. */
static fcap_status combine(fcap_run *run, const int32_t *x, int64_t nx, const int32_t *y,
                           int64_t ny, int32_t *out, int64_t n) {
    for (int64_t s = 0; s <= n; s++) {
        out[s] = NEVER;
    }
    for (int64_t s = 0; s <= nx; s++) {
        int64_t const to = smaller(ny, n - s);
        int32_t const from = x[s];
        if (fcap_run_should_stop(run, "sizes", s, nx)) {
            return cancelled(run);
        }
        if (from == NEVER) {
            continue;
        }
        int32_t *const at = out + s;
        for (int64_t rest = 0; rest <= to; rest++) {
            int32_t const both = from + y[rest];
            at[rest] = both < at[rest] ? both : at[rest];
        }
    }
    return FCAP_OK;
}

/* need[s] = lo(s) for one cluster: the fewest members of its smaller group. */
static void need_of_one(const rules *r, int64_t capacity, fcap_ratio t, int32_t *need) {
    int64_t lo = 0;
    for (int64_t s = 0; s <= r->n; s++) {
        while (t.num * (s - lo) > t.den * lo) {
            lo++;
        }
        int const possible = s >= r->min_size && s <= capacity && 2 * lo <= s;
        need[s] = possible ? (int32_t)lo : NEVER;
    }
}

/* need[S] for k - 1 clusters together; n + 1 entries from the arena. */
static fcap_status need_of_rest(fcap_run *run, const rules *r, int64_t capacity, fcap_ratio t,
                                int32_t **need) {
    int64_t const n = r->n;
    int32_t *power = arena_array(&run->mem, int32_t, n + 1); /* of `many` clusters */
    int32_t *done = arena_array(&run->mem, int32_t, n + 1);  /* of `made` clusters */
    int32_t *spare = arena_array(&run->mem, int32_t, n + 1);
    if (power == NULL || done == NULL || spare == NULL) {
        return out_of_memory(run, n);
    }
    need_of_one(r, capacity, t, power);
    for (int64_t s = 1; s <= n; s++) {
        done[s] = NEVER;
    }
    int64_t many = 1;
    int64_t made = 0;
    for (int64_t left = r->k - 1; left > 0; left /= 2, many *= 2) {
        int64_t const most = smaller(n, many * capacity);
        if (left % 2 != 0) {
            TRY(combine(run, done, smaller(n, made * capacity), power, most, spare, n));
            int32_t *const old = done;
            done = spare;
            spare = old;
            made += many;
        }
        if (left > 1) {
            TRY(combine(run, power, most, power, most, spare, n));
            int32_t *const old = power;
            power = spare;
            spare = old;
        }
    }
    *need = done;
    return FCAP_OK;
}

/* A cluster of a and b members obeys the rules: sizes, and [LQ21] Eq. 3. */
static int obeys(const rules *r, fcap_ratio t, int64_t a, int64_t b) {
    return a + b >= r->min_size && a + b <= r->capacity &&
           t.num * larger(a, b) <= t.den * smaller(a, b);
}

static void allow_two_groups(const rules *r, const int32_t *need, allowed *out) {
    fcap_ratio const t = out->t;
    for (int64_t a = 0; a <= out->most[0]; a++) {
        int64_t const last = smaller(smaller(out->total[1], a * t.den / t.num), r->n - a);
        out->low[a] = 1;
        out->high[a] = 0;
        for (int64_t b = a * t.num / t.den; b <= last && a + b <= r->capacity; b++) {
            int64_t const left = smaller(out->total[0] - a, out->total[1] - b);
            if (obeys(r, t, a, b) && need[r->n - a - b] <= left) {
                out->low[a] = out->low[a] > out->high[a] ? b : out->low[a];
                out->high[a] = b;
            }
        }
    }
}

static void allow_one_group(const rules *r, int64_t capacity, allowed *out) {
    int64_t const others = r->k - 1;
    for (int64_t a = 0; a <= out->most[0]; a++) {
        int const fits = a >= r->min_size && a <= capacity &&
                         r->n - a >= others * r->min_size && r->n - a <= others * capacity;
        out->low[a] = !fits;
        out->high[a] = 0;
    }
}

static fcap_status find_allowed(fcap_run *run, const rules *r, allowed *out) {
    TRY(find_groups(run, r, out));
    int64_t const capacity = smaller(r->capacity, r->n);
    out->most[0] = smaller(capacity, out->total[0]);
    out->low = arena_array(&run->mem, int64_t, out->most[0] + 1);
    out->high = arena_array(&run->mem, int64_t, out->most[0] + 1);
    if (out->low == NULL || out->high == NULL) {
        return out_of_memory(run, r->n);
    }
    if (out->group == NULL) {
        allow_one_group(r, capacity, out);
    } else {
        int32_t *need = NULL;
        TRY(need_of_rest(run, r, capacity, out->t, &need));
        assert(need != NULL);
        allow_two_groups(r, need, out);
    }
    int any = 0;
    int64_t const end = out->most[0];
    out->most[0] = 0;
    for (int64_t a = 0; a <= end; a++) {
        if (out->low[a] <= out->high[a]) {
            any = 1;
            out->most[0] = a;
            out->most[1] = larger(out->most[1], out->high[a]);
        }
    }
    return any ? FCAP_OK
               : fcap_run_fail(run, FCAP_E_INFEASIBLE, "no clustering obeys these rules");
}

/* ---- sums ---- */

typedef struct compensated {
    double sum;
    double carry;
    double absolute; /* of the terms */
} compensated;

static void add(compensated *c, double x) {
    double const sum = c->sum + x;
    c->carry += fabs(c->sum) >= fabs(x) ? (c->sum - sum) + x : (x - sum) + c->sum;
    c->sum = sum;
    c->absolute += fabs(x);
}

static double total(const compensated *c) {
    return c->sum + c->carry;
}

/* ---- the value of a candidate ---- */

/* Sums of the smallest terms of a group; `own`, unless NULL, is always among them. Returns how
 * many make the least sum; the absolute terms are added to *absolute. */
static int64_t sum_smallest(smallest *term, const double *own, double *sum, double *absolute) {
    compensated c = {0, 0, 0};
    int64_t best = 0;
    int64_t taken = 0;
    fcap_smallest_in_order(term);
    sum[0] = 0;
    if (own != NULL) {
        add(&c, *own);
        sum[++taken] = total(&c);
        best = taken;
    }
    for (int64_t i = 0; i < term->n; i++) {
        add(&c, term->x[i]);
        sum[++taken] = total(&c);
        best = term->x[i] < 0 ? taken : best;
    }
    *absolute += c.absolute;
    return best;
}

static double value_of(const certificate *c, const scratch *s, int64_t i) {
    const allowed *const can = c->can;
    int const home = can->group != NULL ? can->group[i] : 0;
    smallest term[2] = {{s->term[0], 0, can->most[0] - (home == 0)},
                        {s->term[1], 0, can->most[1] - (home == 1)}};
    fcap_points_distances(c->p, i, s->row);
    double const own = s->row[i] - c->pi[i];
    for (int64_t j = 0; j < c->p->n; j++) {
        if (j != i) {
            fcap_smallest_offer(&term[can->group != NULL ? can->group[j] : 0],
                                s->row[j] - c->pi[j]);
        }
    }
    double absolute = 0;
    int64_t best[2];
    for (int g = 0; g < 2; g++) {
        best[g] = sum_smallest(&term[g], g == home ? &own : NULL, s->sum[g], &absolute);
    }
    double least = INFINITY;
    for (int64_t a = home == 0; a <= can->most[0]; a++) {
        int64_t const low = larger(can->low[a], home == 1);
        if (low <= can->high[a]) {
            int64_t const b = larger(low, smaller(best[1], can->high[a]));
            double const sum = s->sum[0][a] + s->sum[1][b];
            least = sum < least ? sum : least;
        }
    }
    return least - ROUNDING * absolute;
}

static void value_some(void *context, int64_t from, int64_t to, int32_t thread) {
    certificate *const c = context;
    for (int64_t i = from; i < to; i++) {
        c->value[c->first + i] = value_of(c, &c->of_thread[thread], c->first + i);
    }
}

/* ---- rules beyond sizes and a balance ---- */

static int by_weight(const void *left, const void *right) {
    int64_t const a = *(const int64_t *)left;
    int64_t const b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/* The same rules with a capacity in members. */
static fcap_status count_in_members(fcap_run *run, const rules *r, rules *out) {
    *out = *r;
    if (r->weight == NULL) {
        return FCAP_OK;
    }
    int64_t *const weight = arena_array(&run->mem, int64_t, r->n);
    if (weight == NULL) {
        return out_of_memory(run, r->n);
    }
    memcpy(weight, r->weight, (size_t)r->n * sizeof *weight);
    qsort(weight, (size_t)r->n, sizeof *weight, by_weight);
    int64_t left = r->capacity;
    out->capacity = 0;
    while (out->capacity < r->n && weight[out->capacity] <= left) {
        left -= weight[out->capacity++];
    }
    return FCAP_OK;
}

/* ---- all together ---- */

static fcap_status open_scratch(fcap_run *run, certificate *c) {
    c->of_thread = arena_array(&run->mem, scratch, run->threads);
    c->value = arena_array(&run->mem, double, c->p->n);
    int ok = c->of_thread != NULL && c->value != NULL;
    for (int32_t i = 0; ok && i < run->threads; i++) {
        scratch *const s = &c->of_thread[i];
        s->row = arena_array(&run->mem, double, c->p->stride);
        ok = s->row != NULL;
        for (int g = 0; g < 2 && ok; g++) {
            s->term[g] = arena_array(&run->mem, double, c->can->most[g]);
            s->sum[g] = arena_array(&run->mem, double, c->can->most[g] + 1);
            ok = s->term[g] != NULL && s->sum[g] != NULL;
        }
    }
    return ok ? FCAP_OK : out_of_memory(run, c->p->n);
}

static fcap_status find_values(fcap_run *run, certificate *c) {
    int64_t const n = c->p->n;
    int64_t const slab = (1 << 22) / n + (int64_t)CHUNK * run->threads; /* a tick in between */
    for (c->first = 0; c->first < n; c->first += slab) {
        if (fcap_run_should_stop(run, "certificate", c->first, n)) {
            return cancelled(run);
        }
        fcap_parallel_for(run->threads, smaller(slab, n - c->first), CHUNK, value_some, c);
    }
    return FCAP_OK;
}

fcap_status fcap_certificate_bound(fcap_run *run, const points *p, const rules *r,
                                   const double *multiplier, double *bound) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    allowed can;
    rules in_members;
    if (r->objective != FCAP_OBJECTIVE_MEDOIDS) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "a certificate is about distances to medoids, not about the "
                             "objective %s",
                             fcap_objective_name(r->objective));
    }
    TRY(count_in_members(run, r, &in_members));
    TRY(find_allowed(run, &in_members, &can));
    double *const pi = arena_array(&run->mem, double, p->n);
    if (pi == NULL) {
        return out_of_memory(run, p->n);
    }
    compensated sum = {0, 0, 0};
    for (int64_t j = 0; j < p->n; j++) {
        if (!isfinite(multiplier[j])) {
            return fcap_run_fail(run, FCAP_E_ARGUMENT, "multiplier %lld is not finite",
                                 (long long)j);
        }
        double const x = multiplier[j];
        pi[j] = x > MULTIPLIER_MOST    ? MULTIPLIER_MOST
                : x < -MULTIPLIER_MOST ? -MULTIPLIER_MOST
                                       : x;
        add(&sum, pi[j]);
    }
    certificate c = {.p = p, .can = &can, .pi = pi};
    TRY(open_scratch(run, &c));
    TRY(find_values(run, &c));
    smallest chosen = {arena_array(&run->mem, double, r->k), 0, r->k};
    if (chosen.x == NULL) {
        return out_of_memory(run, p->n);
    }
    for (int64_t i = 0; i < p->n; i++) {
        if (r->candidate == NULL || r->candidate[i]) {
            fcap_smallest_offer(&chosen, c.value[i]);
        }
    }
    if (chosen.n < r->k) {
        return fcap_run_fail(run, FCAP_E_INFEASIBLE, "fewer than %d points may be medoids",
                             (int)r->k);
    }
    fcap_smallest_in_order(&chosen);
    for (int32_t i = 0; i < r->k; i++) {
        add(&sum, chosen.x[i]);
    }
    double const least = total(&sum) - ROUNDING * sum.absolute;
    *bound = least > 0 ? least : 0;
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
