/* fairlet.c - vanilla fairlets, and what all decompositions share.
 *
 * The cost of a decomposition: in a fairlet with one minority member, the sum of distances of
 * the others to it; with several, the sum of distances of all members to that minority member
 * for which it is least (the fairlet's minority median).
 */
#include "fairlet/fairlet.h"

#include "problem/rules.h"

#include <math.h>
#include <string.h>

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for fairlets of %lld points",
                         (long long)n);
}

/* Replaces f/m by the fraction of smallest terms between it and the balance of the data, found
 * in the tree of Stern and Brocot. Fairlets of that balance are of balance t as well, and
 * smaller: for t = 89/100 and 285 : 315 points 9/10, and 19 members at most instead of 189. */
static void simplest_between(two_groups *g) {
    int64_t low_f = 0;
    int64_t low_m = 1;
    int64_t high_f = 1;
    int64_t high_m = 1; /* t <= 1 */
    if (g->n_few == g->n_many || g->f == g->m) {
        g->f = g->m = 1;
        return;
    }
    for (;;) {
        int64_t const f = low_f + high_f;
        int64_t const m = low_m + high_m;
        if (f * g->m < g->f * m) { /* below t */
            low_f = f;
            low_m = m;
        } else if (f * g->n_many > g->n_few * m) { /* above what the data have */
            high_f = f;
            high_m = m;
        } else {
            g->f = f;
            g->m = m;
            return;
        }
    }
}

/* Is one of the minority enough for each fairlet? */
static int fits_stars(const two_groups *g) {
    return g->n_many <= g->n_few * (g->m / g->f);
}

fcap_status fcap_two_groups_open(fcap_run *run, const fcap_attribute *a, int64_t n,
                                 two_groups *out) {
    if (a->n_groups != 2 || a->balance.num < 1) {
        return fcap_run_fail(
            run, FCAP_E_ARGUMENT,
            "fairlets need a protected attribute with two groups and a balance "
            "above 0, not %d groups and %lld/%lld",
            (int)a->n_groups, (long long)a->balance.num, (long long)a->balance.den);
    }
    int64_t count[2] = {0, 0};
    for (int64_t i = 0; i < n; i++) {
        if (a->group[i] < 0) {
            return fcap_run_fail(run, FCAP_E_ARGUMENT,
                                 "point %lld has no group, but a fairlet needs one",
                                 (long long)i);
        }
        count[a->group[i]]++;
    }
    int const minority = count[1] < count[0];
    int64_t const common = fcap_gcd(a->balance.num, a->balance.den);
    *out = (two_groups){.few = arena_array(&run->mem, int64_t, count[minority]),
                        .many = arena_array(&run->mem, int64_t, count[!minority]),
                        .f = a->balance.num / common,
                        .m = a->balance.den / common};
    if (out->few == NULL || out->many == NULL) {
        return out_of_memory(run, n);
    }
    for (int64_t i = 0; i < n; i++) {
        if (a->group[i] == minority) {
            out->few[out->n_few++] = i;
        } else {
            out->many[out->n_many++] = i;
        }
    }
    if (out->n_few * out->m < out->n_many * out->f) {
        return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                             "the data have balance %lld/%lld, less than %lld/%lld",
                             (long long)out->n_few, (long long)out->n_many, (long long)out->f,
                             (long long)out->m);
    }
    if (!fits_stars(out)) {
        simplest_between(out);
    }
    return FCAP_OK;
}

void fcap_two_groups_simplify(two_groups *g) {
    int64_t const common = fcap_gcd(g->f, g->m);
    g->f /= common;
    g->m /= common;
    if (fits_stars(g)) {
        g->m /= g->f;
        g->f = 1;
    } else {
        simplest_between(g);
    }
}

fcap_status fcap_fairlets_open(fcap_run *run, int64_t n, int64_t n_points, fairlets *out) {
    *out = (fairlets){.n = n,
                      .start = arena_array(&run->mem, int64_t, n + 1),
                      .member = arena_array(&run->mem, int64_t, n_points),
                      .centre = arena_array(&run->mem, int64_t, n)};
    return out->start == NULL || out->member == NULL || out->centre == NULL
               ? out_of_memory(run, n_points)
               : FCAP_OK;
}

int64_t fcap_fairlet_median(const points *p, const int64_t *member, int64_t size,
                            int64_t n_candidates, double *sum) {
    int64_t best = -1;
    for (int64_t c = 0; c < n_candidates; c++) {
        double total = 0;
        for (int64_t i = 0; i < size; i++) {
            total += fcap_points_distance(p, member[c], member[i]);
        }
        if (best < 0 || total < *sum || (total == *sum && member[c] < best)) {
            best = member[c];
            *sum = total;
        }
    }
    return best;
}

void fcap_fairlets_measure(const points *p, fairlets *out, const int64_t *n_few) {
    out->cost = 0;
    for (int64_t i = 0; i < out->n; i++) {
        const int64_t *const member = out->member + out->start[i];
        int64_t const size = out->start[i + 1] - out->start[i];
        double to_minority = 0;
        double to_all = 0;
        fcap_fairlet_median(p, member, size, n_few[i], &to_minority);
        out->centre[i] = fcap_fairlet_median(p, member, size, size, &to_all);
        out->cost += to_minority;
    }
    out->cost = ldexp(out->cost, p->exponent);
}

void fcap_fairlets_random_centres(fcap_run *run, fairlets *f) {
    rng const stream = fcap_rng_fork(&run->random, UINT64_C(0xfa2));
    for (int64_t i = 0; i < f->n; i++) {
        rng random = fcap_rng_fork(&stream, (uint64_t)i);
        int64_t const size = f->start[i + 1] - f->start[i];
        f->centre[i] = f->member[f->start[i] + fcap_rng_below(&random, size)];
    }
}

/* ---- vanilla ---- */

/* How many minority (a) and majority (b) members the next fairlet takes, when that many are
 * left: (f, m) while the groups differ by at least m - f, then one that makes them equal, then
 * pairs. */
static void next_size(int64_t left_few, int64_t left_many, int64_t f, int64_t m, int64_t *a,
                      int64_t *b) {
    int64_t const surplus = left_many - left_few;
    if (surplus > 0 && surplus >= m - f && left_few >= f) {
        *a = f;
        *b = m;
    } else if (surplus > 0 && left_few >= f) {
        *a = f; /* f / (f + surplus) > f / m, because the surplus is below m - f */
        *b = f + surplus;
    } else if (surplus > 0) {
        *a = left_few; /* fewer than f: the rest is one fairlet, as balanced as the rest was */
        *b = left_many;
    } else {
        *a = 1;
        *b = 1;
    }
}

fcap_status fcap_fairlet_vanilla(fcap_run *run, const points *p, const two_groups *g,
                                 fairlets *out) {
    int64_t const n = g->n_few + g->n_many;
    TRY(fcap_fairlets_open(run, g->n_few, n, out)); /* each has a minority member */
    int64_t *const few = arena_array(&run->mem, int64_t, g->n_few);
    int64_t *const many = arena_array(&run->mem, int64_t, g->n_many);
    int64_t *const n_few = arena_array(&run->mem, int64_t, g->n_few);
    if (few == NULL || many == NULL || n_few == NULL) {
        return out_of_memory(run, n);
    }
    rng random = fcap_rng_fork(&run->random, UINT64_C(0xfa1));
    fcap_rng_shuffle(&random, few, g->n_few);
    fcap_rng_shuffle(&random, many, g->n_many);
    int64_t taken_few = 0;
    int64_t taken_many = 0;
    for (out->n = 0; taken_few < g->n_few; out->n++) {
        int64_t a;
        int64_t b;
        next_size(g->n_few - taken_few, g->n_many - taken_many, g->f, g->m, &a, &b);
        int64_t *const member = out->member + out->start[out->n];
        for (int64_t i = 0; i < a; i++) {
            member[i] = g->few[few[taken_few++]];
        }
        for (int64_t i = 0; i < b; i++) {
            member[a + i] = g->many[many[taken_many++]];
        }
        n_few[out->n] = a;
        out->start[out->n + 1] = out->start[out->n] + a + b;
    }
    fcap_fairlets_measure(p, out, n_few);
    return FCAP_OK;
}
