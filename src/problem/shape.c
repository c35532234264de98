/* shape.c - see shape.h.
 *
 * Let m(s) be the fewest members of each group that k - 1 clusters of s members together need
 * (hull.h). A cluster of size s leaves enough iff
 *
 *     m(n - s) <= n_0 - a   and   m(n - s) <= n_1 - (s - a).
 *
 * m rises with its argument, by at most 1 a step. So for a given a the first holds from some s
 * on and the second up to some s, and both ends are found by bisection.
 */
#include "problem/shape.h"

#include "problem/hull.h"

#include <assert.h>

/* What is left to judge sizes with. */
typedef struct leftovers {
    const shape *s;
    hull hull;
    int64_t size_least; /* sizes that leave k - 1 clusters a possible total */
    int64_t size_most;
} leftovers;

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int is_balanced(const fcap_attribute *t) {
    return t->balance.num > 0;
}

int fcap_shape_known(const rules *r) {
    int32_t balanced = 0;
    if (!fcap_rules_plain(r)) {
        return 0;
    }
    for (int32_t i = 0; i < r->n_attributes; i++) {
        const fcap_attribute *const t = &r->attribute[i];
        if (!is_balanced(t)) {
            continue;
        }
        balanced++;
        for (int64_t j = 0; r->members == NULL && j < r->n; j++) {
            if (t->group[j] < 0) {
                return 0;
            }
        }
        if (t->n_groups != 2) {
            return 0;
        }
    }
    return balanced <= 1;
}

/* ---- one group ---- */

static void sizes_only(const rules *r, int64_t capacity, shape *out) {
    out->least = larger(r->min_size, r->n - (int64_t)(r->k - 1) * capacity);
    out->most = smaller(capacity, r->n - (int64_t)(r->k - 1) * r->min_size);
    for (int64_t a = out->least; a <= out->most; a++) {
        out->low[a - out->least] = out->high[a - out->least] = 0;
    }
}

/* ---- two groups ---- */

/* Members of each group that the k - 1 other clusters need; -1 for an impossible size. */
static int64_t needed(const leftovers *l, int64_t size) {
    int64_t const rest = l->s->n - size;
    return l->s->k == 1 ? (rest == 0 ? 0 : -1) : fcap_hull_least(&l->hull, l->s->k - 1, rest);
}

/* The first size that leaves enough of group 0; size_most + 1 when none does. */
static int64_t first_size(const leftovers *l, int64_t a) {
    int64_t from = l->size_least;
    int64_t to = l->size_most + 1;
    while (from < to) {
        int64_t const size = from + (to - from) / 2;
        if (needed(l, size) <= l->s->total[0] - a) {
            to = size;
        } else {
            from = size + 1;
        }
    }
    return from;
}

/* The last size that leaves enough of group 1; size_least - 1 when none does. */
static int64_t last_size(const leftovers *l, int64_t a) {
    int64_t from = l->size_least - 1;
    int64_t to = l->size_most;
    while (from < to) {
        int64_t const size = to - (to - from) / 2;
        if (needed(l, size) <= l->s->total[1] - (size - a)) {
            from = size;
        } else {
            to = size - 1;
        }
    }
    return from;
}

static void counts_of_two(const leftovers *l, const rules *r, int64_t capacity, shape *out) {
    fcap_ratio const t = out->t;
    int64_t const most = smaller(capacity, out->total[0]);
    out->least = 0;
    out->most = -1;
    for (int64_t a = 0; a <= most; a++) {
        int64_t const s_first = larger(first_size(l, a), r->min_size);
        int64_t const s_last = smaller(last_size(l, a), capacity);
        int64_t const least = a == 0 ? 0 : fcap_ceil_div(a, t.num, t.den);
        int64_t const low = larger(least, s_first - a);
        int64_t const high = smaller(smaller(a * t.den / t.num, s_last - a), out->total[1]);
        if (low > high && out->most < out->least) {
            continue; /* nothing yet */
        }
        if (out->most < out->least) {
            out->least = a;
        }
        out->low[a - out->least] = low;
        out->high[a - out->least] = high;
        out->most = low <= high ? a : out->most;
    }
}

static fcap_status two_groups(fcap_run *run, const rules *r, int64_t capacity, shape *out) {
    leftovers l = {.s = out};
    TRY(fcap_hull_open(run, capacity, &l.hull));
    fcap_hull_build(&l.hull, r->min_size, capacity, out->t);
    l.size_least = out->n;
    l.size_most = out->n;
    if (out->k > 1 && l.hull.n > 0) {
        l.size_least = larger(0, out->n - (out->k - 1) * l.hull.v[l.hull.n - 1].s);
        l.size_most = out->n - (out->k - 1) * l.hull.v[0].s;
    }
    counts_of_two(&l, r, capacity, out);
    return FCAP_OK;
}

/* ---- */

fcap_status fcap_shape_open(fcap_run *run, const rules *r, shape *out) {
    if (!fcap_shape_known(r)) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "the method best keeps the balance of one attribute with two "
                             "groups, known for every point");
    }
    int64_t const capacity = smaller(r->capacity, r->n);
    *out = (shape){.n_groups = 1, .n = r->n, .k = r->k, .total = {r->n, 0}, .t = {0, 1}};
    for (int32_t i = 0, at = 0; i < r->n_attributes; at += r->attribute[i++].n_groups) {
        if (is_balanced(&r->attribute[i])) {
            out->n_groups = 2;
            out->group = r->attribute[i].group;
            out->t = r->attribute[i].balance;
            out->total[1] = r->members != NULL ? r->members[at + 1] : 0;
        }
    }
    for (int64_t j = 0; out->group != NULL && j < r->n; j++) {
        assert(out->group[j] == 0 || out->group[j] == 1);
        out->total[1] += out->group[j];
    }
    out->total[0] -= out->total[1];
    out->low = arena_array(&run->mem, int64_t, capacity + 1);
    out->high = arena_array(&run->mem, int64_t, capacity + 1);
    if (out->low == NULL || out->high == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for clusters of %lld",
                             (long long)capacity);
    }
    if (out->n_groups == 1) {
        sizes_only(r, capacity, out);
        return FCAP_OK;
    }
    return two_groups(run, r, capacity, out);
}

int fcap_shape_allows(const shape *s, int64_t a, int64_t b) {
    return a >= s->least && a <= s->most && b >= s->low[a - s->least] &&
           b <= s->high[a - s->least];
}
