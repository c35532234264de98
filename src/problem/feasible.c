/* feasible.c - deciding whether any clustering can meet a request.
 *
 * Two groups, t = p/r. A cluster of size s needs at least  lo(s) = ceil(p s / (p + r))  members
 * of each group, and s is usable iff 2 lo(s) <= s. Given sizes s_1..s_k of sum n, the group
 * counts a_i in [lo(s_i), s_i - lo(s_i)] can be chosen with any sum between the sums of the
 * bounds. So with m = the smaller group, an answer exists iff
 *
 *     min { sum lo(s_i) : s_i usable, min_size <= s_i <= q, sum s_i = n }  <=  m.       (F)
 *
 * The usable points (s, x), lo(s) <= x <= s - lo(s), are the lattice points of a polygon, and
 * in the plane each lattice point of k P is a sum of k lattice points of P. Therefore the
 * minimum in (F) is k L(n / k) rounded up, where L is the lower convex hull of s -> lo(s): one
 * pass over the sizes, no search. tests/unit/test_feasible.c compares with dynamic programming.
 *
 * With G >= 3 groups, or points of unknown group, the same test with
 *     lo(s) = min over u of max(ceil(t u), s - (G - 1) u)   (u = the largest count)
 * is necessary only; several attributes are tested one by one. Then a request that passes is
 * "open": not excluded, not proved.
 */
#include "problem/feasible.h"

#include "problem/hull.h"

#include <stdio.h>
#include <string.h>

/* One attribute as far as counting goes. */
typedef struct groups {
    int64_t smallest; /* members of the smallest group */
    int64_t largest;
    int64_t unknown; /* points of no group */
    int32_t n_groups;
    fcap_ratio t;
} groups;

/* A request, with numbers that the search for the smallest change may vary. Sizes are cut down
 * to n (+ 1), which changes no answer and keeps products below 2^62. */
typedef struct request {
    int64_t n;
    int64_t k;
    int64_t q;
    int64_t min_size;
    const groups *attribute;
    int32_t n_attributes;
    fcap_ratio t_limit; /* every attribute's t is cut down to this */
    int64_t asked_q;    /* as asked, for the sentence */
    int64_t asked_min_size;
} request;

static fcap_ratio limited(const request *r, const groups *g) {
    return fcap_ratio_less(r->t_limit, g->t) ? r->t_limit : g->t;
}

/* The first reason that excludes the request, in the order of fcap_reason. */
static fcap_reason judge(const request *r, hull *h, int32_t *attribute) {
    *attribute = -1;
    if (r->k > r->n) {
        return FCAP_REASON_K_ABOVE_N;
    }
    if (r->k * r->q < r->n) {
        return FCAP_REASON_CAPACITY;
    }
    if (r->min_size > r->q || r->k * r->min_size > r->n) {
        return FCAP_REASON_MIN_SIZE;
    }
    for (int reason = FCAP_REASON_ONE_GROUP; reason <= FCAP_REASON_PACKING; reason++) {
        for (int32_t a = 0; a < r->n_attributes; a++) {
            const groups *const g = &r->attribute[a];
            fcap_ratio const t = limited(r, g);
            int64_t const known = r->n - g->unknown;
            if (t.num == 0 || known == 0) {
                continue;
            }
            int bad = 0;
            if (reason == FCAP_REASON_ONE_GROUP) {
                bad = g->n_groups == 1;
            } else if (reason == FCAP_REASON_BALANCE) {
                bad = t.num * g->largest > t.den * g->smallest;
            } else if (reason == FCAP_REASON_GROUP_BELOW_K) {
                bad = g->unknown == 0 && g->smallest < r->k;
            } else {
                fcap_hull_build(h, g->unknown > 0 ? 0 : r->min_size, r->q < r->n ? r->q : r->n,
                                g->n_groups, t);
                int64_t const needed = fcap_hull_least(h, r->k, known);
                bad = needed < 0 || needed > g->smallest;
            }
            if (bad) {
                *attribute = a;
                return (fcap_reason)reason;
            }
        }
    }
    return FCAP_REASON_NONE;
}

static int admits(const request *r, hull *h) {
    int32_t unused;
    return judge(r, h, &unused) == FCAP_REASON_NONE;
}

/* ---- the smallest change ---- */

/* A larger capacity allows more, so the smallest that works is found by halving. */
static int64_t smallest_capacity(request r, hull *h) {
    int64_t low = r.q;
    int64_t high = r.n;
    r.q = high;
    if (low >= high || !admits(&r, h)) {
        return 0;
    }
    while (high - low > 1) {
        r.q = low + (high - low) / 2;
        if (admits(&r, h)) {
            high = r.q;
        } else {
            low = r.q;
        }
    }
    return high;
}

/* Which k cannot work for a reason that needs no hull? Saves most of the scan. */
static int quickly_excluded(const request *r) {
    if (r->k < 1 || r->k > r->n || r->k * r->q < r->n || r->min_size > r->q ||
        r->k * r->min_size > r->n) {
        return 1;
    }
    for (int32_t a = 0; a < r->n_attributes; a++) {
        const groups *const g = &r->attribute[a];
        if (g->t.num > 0 && g->unknown == 0 && g->smallest < r->k) {
            return 1;
        }
    }
    return 0;
}

static int64_t nearest_clusters(request r, const fcap_rules *asked, hull *h) {
    int64_t const k = r.k;
    for (int32_t a = 0; a < r.n_attributes; a++) { /* these do not depend on k */
        const groups *const g = &r.attribute[a];
        int const one_group = g->n_groups == 1 && r.n > g->unknown;
        if (g->t.num > 0 && (one_group || g->t.num * g->largest > g->t.den * g->smallest)) {
            return 0;
        }
    }
    int64_t const farthest = k - 1 > r.n - k ? k - 1 : r.n - k;
    for (int64_t step = k > r.n ? k - r.n : 1; step <= farthest; step++) {
        for (int side = 0; side < 2; side++) {
            r.k = side == 0 ? k - step : k + step;
            if (r.k < 1 || r.k > r.n) {
                continue;
            }
            fcap_rules follow = *asked;
            follow.k = (int32_t)r.k;
            int64_t const q = fcap_rules_capacity(&follow, r.n);
            r.q = q < r.n ? q : r.n;
            if (!quickly_excluded(&r) && admits(&r, h)) {
                return r.k;
            }
        }
    }
    return 0;
}

static int admits_balance(request r, int64_t num, int64_t den, hull *h) {
    r.t_limit = (fcap_ratio){num, den};
    return admits(&r, h);
}

/* A smaller t allows more, and the allowed sets change only at ratios x / y of counts with
 * x + y <= n: walk down the tree of fractions (Stern and Brocot) between 0/1, which works, and
 * 1/0, which does not, galloping along each branch. */
static fcap_ratio largest_balance(const request *r, hull *h) {
    if (!admits_balance(*r, 0, 1, h)) {
        return (fcap_ratio){0, 0};
    }
    int64_t const limit = r->q < r->n ? r->q : r->n;
    int64_t good_num = 0;
    int64_t good_den = 1;
    int64_t bad_num = 1;
    int64_t bad_den = 0;
    for (int upward = 1;; upward = !upward) {
        /* Step the good end towards the bad one (or back) as often as the answer stays. */
        int64_t const add_num = upward ? bad_num : good_num;
        int64_t const add_den = upward ? bad_den : good_den;
        int64_t const base_num = upward ? good_num : bad_num;
        int64_t const base_den = upward ? good_den : bad_den;
        int64_t const base = base_num + base_den;
        int64_t const add = add_num + add_den;
        int64_t most = base > limit ? 0 : (limit - base) / add;
        int64_t low = 0;
        int64_t high = most;
        while (low < high) {
            int64_t const times = high - (high - low) / 2;
            int64_t const num = base_num + times * add_num;
            int64_t const den = base_den + times * add_den;
            int const ok = num <= den && admits_balance(*r, num, den, h);
            if (ok == upward) {
                low = times;
            } else {
                high = times - 1;
            }
        }
        if (upward) {
            good_num += low * bad_num;
            good_den += low * bad_den;
        } else {
            bad_num += low * good_num;
            bad_den += low * good_den;
        }
        if (good_num + bad_num + good_den + bad_den > limit) {
            break;
        }
    }
    return (fcap_ratio){good_num, good_den};
}

/* ---- the story ---- */

static void count_groups(const fcap_attribute *t, int64_t n, int64_t *count, groups *out) {
    memset(count, 0, (size_t)t->n_groups * sizeof *count);
    *out = (groups){.n_groups = t->n_groups, .t = t->balance};
    for (int64_t i = 0; i < n; i++) {
        if (t->group[i] < 0) {
            out->unknown++;
        } else {
            count[t->group[i]]++;
        }
    }
    for (int32_t g = 0; g < t->n_groups; g++) {
        out->smallest = g == 0 || count[g] < out->smallest ? count[g] : out->smallest;
        out->largest = count[g] > out->largest ? count[g] : out->largest;
    }
}

/* Is passing all tests a proof that an answer exists? */
static int is_exact(const request *r) {
    int32_t asking = 0;
    for (int32_t a = 0; a < r->n_attributes; a++) {
        const groups *const g = &r->attribute[a];
        if (g->t.num > 0) {
            asking++;
            if (g->n_groups != 2 || g->unknown > 0) {
                return 0;
            }
        }
    }
    return asking <= 1;
}

static const char *clusters(int64_t k) {
    return k == 1 ? "cluster" : "clusters";
}

static int say_reason(const request *r, const fcap_plan_report *p, char *out, size_t size) {
    long long const n = r->n;
    long long const k = r->k;
    long long const q = r->q;
    const groups *const g = p->attribute >= 0 ? &r->attribute[p->attribute] : NULL;
    long long const few = g != NULL ? g->smallest : 0;
    long long const many = g != NULL ? g->largest : 0;
    long long const num = g != NULL ? g->t.num : 0;
    long long const den = g != NULL ? g->t.den : 0;
    switch (p->reason) {
    case FCAP_REASON_K_ABOVE_N:
        return snprintf(out, size, "%lld clusters cannot be made of %lld points", k, n);
    case FCAP_REASON_CAPACITY:
        return snprintf(out, size,
                        "%lld %s of at most %lld hold %lld points, but there are %lld", k,
                        clusters(k), q, k * q, n);
    case FCAP_REASON_MIN_SIZE:
        return snprintf(
            out, size,
            "%lld %s of at least %lld and at most %lld members cannot be made of %lld points",
            k, clusters(k), (long long)r->asked_min_size, (long long)r->asked_q, n);
    case FCAP_REASON_ONE_GROUP:
        return snprintf(out, size,
                        "a balance of %lld/%lld needs two groups, but all %lld points "
                        "are of one",
                        num, den, many);
    case FCAP_REASON_BALANCE:
        return snprintf(out, size,
                        "a balance of %lld/%lld is asked for, but the data have "
                        "%lld/%lld",
                        num, den, few, many);
    case FCAP_REASON_GROUP_BELOW_K:
        return snprintf(out, size,
                        "each of %lld clusters needs a member of the smallest group, "
                        "which has %lld",
                        k, few);
    default:
        return snprintf(out, size,
                        "%lld members of the smallest group and %lld of the largest cannot be "
                        "divided among %lld clusters of %lld to %lld members with a balance of "
                        "%lld/%lld in each",
                        few, many, k, (long long)r->asked_min_size, (long long)r->asked_q, num,
                        den);
    }
}

static void say(const request *r, fcap_plan_report *p) {
    size_t const size = sizeof p->sentence;
    int at = say_reason(r, p, p->sentence, size);
    const char *before = is_exact(r) ? "; what would help: " : "; what is not excluded: ";
    if (p->change_max_size > 0) {
        at += snprintf(p->sentence + at, size - (size_t)at, "%sa maximum size of %lld", before,
                       (long long)p->change_max_size);
        before = ", or ";
    }
    if (p->change_clusters > 0) {
        at += snprintf(p->sentence + at, size - (size_t)at, "%s%d %s", before,
                       (int)p->change_clusters, clusters(p->change_clusters));
        before = ", or ";
    }
    if (p->change_balance.den > 0 && p->change_balance.num == 0) {
        at += snprintf(p->sentence + at, size - (size_t)at, "%sno balance at all (0)", before);
        before = ", or ";
    } else if (p->change_balance.den > 0) {
        at += snprintf(p->sentence + at, size - (size_t)at, "%sa balance of %lld/%lld", before,
                       (long long)p->change_balance.num, (long long)p->change_balance.den);
        before = ", or ";
    }
    if (before[0] == ';') {
        snprintf(p->sentence + at, size - (size_t)at, "; no single change helps");
    }
}

fcap_status fcap_feasible(fcap_run *run, const rules *r, const fcap_rules *asked,
                          fcap_plan_report *report) {
    groups *const g = arena_array(&run->mem, groups, r->n_attributes);
    int64_t *const count = arena_array(&run->mem, int64_t, r->n_counts);
    if (g == NULL || count == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d attributes",
                             (int)r->n_attributes);
    }
    hull h;
    TRY(fcap_hull_open(run, r->n, &h));
    for (int32_t a = 0; a < r->n_attributes; a++) {
        count_groups(&r->attribute[a], r->n, count, &g[a]);
    }
    request const req = {.n = r->n,
                         .k = r->k,
                         .q = r->capacity < r->n ? r->capacity : r->n,
                         .min_size = r->min_size <= r->n ? r->min_size : r->n + 1,
                         .attribute = g,
                         .n_attributes = r->n_attributes,
                         .t_limit = {1, 1},
                         .asked_q = r->capacity,
                         .asked_min_size = r->min_size};
    *report = (fcap_plan_report){.max_size = r->capacity};
    report->reason = judge(&req, &h, &report->attribute);
    if (report->reason == FCAP_REASON_NONE) {
        report->verdict = is_exact(&req) ? FCAP_VERDICT_FEASIBLE : FCAP_VERDICT_OPEN;
        return FCAP_OK;
    }
    report->verdict = FCAP_VERDICT_INFEASIBLE;
    report->change_max_size = smallest_capacity(req, &h);
    report->change_clusters = (int32_t)nearest_clusters(req, asked, &h);
    report->change_balance = largest_balance(&req, &h);
    say(&req, report);
    return FCAP_OK;
}

static const char *const reason_name[] = {
    [FCAP_REASON_NONE] = NULL,
    [FCAP_REASON_K_ABOVE_N] = "k_above_n",
    [FCAP_REASON_CAPACITY] = "capacity",
    [FCAP_REASON_MIN_SIZE] = "min_size",
    [FCAP_REASON_ONE_GROUP] = "one_group",
    [FCAP_REASON_BALANCE] = "balance",
    [FCAP_REASON_GROUP_BELOW_K] = "group_below_k",
    [FCAP_REASON_PACKING] = "packing",
    [FCAP_REASON_WEIGHT] = "weight",
    [FCAP_REASON_SHARE] = "share",
    [FCAP_REASON_NO_ISOLATE] = "no_isolate",
    [FCAP_REASON_TOGETHER] = "together",
    [FCAP_REASON_APART] = "apart",
    [FCAP_REASON_KEEP] = "keep",
    [FCAP_REASON_MEDOIDS] = "medoids",
    [FCAP_REASON_COMBINED] = "combined",
};
_Static_assert(sizeof reason_name / sizeof *reason_name == FCAP_REASON_END,
               "every reason needs a name");

const char *fcap_reason_name(fcap_reason reason) {
    return (int)reason >= 0 && reason < FCAP_REASON_END ? reason_name[reason] : NULL;
}
