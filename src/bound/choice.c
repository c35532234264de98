/* choice.c - the k candidates with the least sum of V that the regions allow, and what that
 * says of each candidate. O(alive log alive + k regions).
 *
 * Greedy. Let f_r(m) be the least sum with m medoids in region r. It is convex: sorted V are,
 * for the candidates that belong to r, and so is the best division of m among them and the
 * regions inside if all of those are; a bound only cuts off ends. And with one more, the best
 * choice stays and gets the cheapest that has a place. So each region, the inner ones first,
 * takes the cheapest until it has its least; REGION_ALL has all k then.
 *
 * Exchange. The choice B is a basis of a matroid with the least weight (regions.h), so the
 * lightest basis with a candidate i that is not in B is B - h + i, with the heaviest h for
 * which that is a basis: going up the tree from i to the first region that has both, those of
 * i have a place left, and those of h can do with one less. Likewise without an i of B.
 */
#include "bound/lagrange.h"

#include "bound/sorting.h"

#include <math.h>

/* ---------------------------------------------------------------- choosing */

/* The V of the candidates of each region, sorted. */
static void sort_by_region(lagrange *b, evaluation *out) {
    const regions *const g = &b->regions;
    for (int32_t r = 0; r < g->n; r++) {
        out->of[r] = (region_choice){0};
    }
    for (int64_t a = 0; a < b->n_alive; a++) {
        out->of[g->of[b->alive[a]]].size++;
    }
    for (int32_t r = 1; r < g->n; r++) {
        out->of[r].begin = out->of[r - 1].begin + out->of[r - 1].size;
    }
    for (int64_t a = 0; a < b->n_alive; a++) {
        region_choice *const x = &out->of[g->of[b->alive[a]]];
        b->sorted_v[x->begin + x->own++] = b->set[b->alive[a]].value;
    }
    for (int32_t r = 0; r < g->n; r++) {
        fcap_sort(b->sorted_v + out->of[r].begin, out->of[r].size);
        out->of[r].own = 0;
    }
}

/* The cheapest candidate of a region that is not chosen. */
static double offer(const lagrange *b, const region_choice *x) {
    return x->own < x->size ? b->sorted_v[x->begin + x->own] : INFINITY;
}

/* The region, r or inside r, with the cheapest offer that there is a place for; ties to lower
 * numbers. */
static int32_t cheapest_in(const lagrange *b, const evaluation *e, int32_t r) {
    const regions *const g = &b->regions;
    for (int32_t s = r; s < g->n; s++) {
        g->now[s] = s;
    }
    for (int32_t s = g->n - 1; s > r; s--) {
        int32_t const p = g->at[s].parent;
        if (p >= r && e->of[s].held < g->at[s].most &&
            offer(b, &e->of[g->now[s]]) < offer(b, &e->of[g->now[p]])) {
            g->now[p] = g->now[s];
        }
    }
    return g->now[r];
}

/* How many of each region. Returns 0 when the regions allow no choice. */
static int count(const lagrange *b, evaluation *out) {
    const regions *const g = &b->regions;
    for (int32_t r = g->n - 1; r >= 0; r--) {
        while (out->of[r].held < g->at[r].least) {
            int32_t s = cheapest_in(b, out, r);
            if (offer(b, &out->of[s]) == INFINITY) {
                return 0;
            }
            out->of[s].own++;
            for (; s != REGION_ALL; s = g->at[s].parent) {
                out->of[s].held++;
            }
            out->of[REGION_ALL].held++;
        }
        if (out->of[r].held > g->at[r].most) {
            return 0;
        }
    }
    return 1;
}

/* Those candidates; ties to lower indices. */
static void list_chosen(const lagrange *b, evaluation *out) {
    int64_t m = 0;
    for (int32_t r = 0; r < b->regions.n; r++) {
        region_choice *const x = &out->of[r];
        const double *const v = b->sorted_v + x->begin;
        x->leaves = x->own > 0 ? v[x->own - 1] : -INFINITY;
        x->comes = offer(b, x);
        x->ties = 0;
        while (x->ties < x->own && v[x->own - 1 - x->ties] == x->leaves) {
            x->ties++;
        }
    }
    for (int64_t a = 0; a < b->n_alive; a++) {
        int64_t const i = b->alive[a];
        region_choice *const x = &out->of[b->regions.of[i]];
        double const v = b->set[i].value;
        int const tie = v == x->leaves && x->ties > 0;
        x->ties -= tie;
        if (v < x->leaves || tie) {
            out->chosen[m++] = i;
        }
    }
}

/* From each region's own candidates to all that may leave for one of it, or come in the place
 * of one: first those inside, then those around. */
static void find_exchanges(const regions *g, evaluation *out) {
    for (int32_t r = g->n - 1; r > 0; r--) {
        const region_choice *const x = &out->of[r];
        region_choice *const p = &out->of[g->at[r].parent];
        if (x->held > g->at[r].least && x->leaves > p->leaves) {
            p->leaves = x->leaves;
        }
        if (x->held < g->at[r].most && x->comes < p->comes) {
            p->comes = x->comes;
        }
    }
    for (int32_t r = 1; r < g->n; r++) {
        region_choice *const x = &out->of[r];
        const region_choice *const p = &out->of[g->at[r].parent];
        if (x->held < g->at[r].most && p->leaves > x->leaves) {
            x->leaves = p->leaves;
        }
        if (x->held > g->at[r].least && p->comes < x->comes) {
            x->comes = p->comes;
        }
    }
}

void fcap_bound_choose(lagrange *b, evaluation *out) {
    sort_by_region(b, out);
    if (!count(b, out)) {
        out->value = INFINITY;
        return;
    }
    list_chosen(b, out);
    find_exchanges(&b->regions, out);
    out->value = b->pi_sum;
    for (int64_t m = 0; m < b->s->k; m++) {
        out->value += b->set[out->chosen[m]].value;
    }
}

/* ---------------------------------------------------------------- fixing */

/* Those that no answer below the ceiling has: with i, L would be at or above it. */
static int64_t put_out(lagrange *b, const evaluation *at, double ceiling) {
    int64_t changed = 0;
    int64_t m = 0;
    for (int64_t a = 0; a < b->n_alive; a++) {
        int64_t const i = b->alive[a];
        int const chosen = m < b->s->k && at->chosen[m] == i;
        double const leaves = at->of[b->regions.of[i]].leaves;
        m += chosen;
        if (!chosen && at->value + b->set[i].value - leaves >= ceiling) {
            b->out[i] = 1;
            b->v[i] = INFINITY;
            b->weight[i] = 0;
            changed++;
        }
    }
    return changed;
}

/* Those that all of them have: without i, L would be. */
static int64_t make_certain(lagrange *b, const evaluation *at, double ceiling) {
    int64_t changed = 0;
    for (int64_t m = 0; m < b->s->k; m++) {
        int64_t const i = at->chosen[m];
        int32_t const r = b->regions.of[i];
        if (r != REGION_CERTAIN && at->value - b->set[i].value + at->of[r].comes >= ceiling) {
            fcap_regions_certify(&b->regions, i);
            changed++;
        }
    }
    return changed;
}

int64_t fcap_bound_fix(lagrange *b, const evaluation *at, double ceiling) {
    if (at->value >= ceiling) {
        return 0; /* nothing is left to be fixed */
    }
    int64_t const n_out = put_out(b, at, ceiling);
    if (n_out > 0) {
        fcap_bound_list_alive(b);
    }
    return n_out + make_certain(b, at, ceiling);
}
