/* feasible.c - deciding whether any clustering can meet a request, and what would.
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
 * With more groups, several attributes or other rules the like is necessary only (spread.h),
 * and small requests are decided by trying all divisions (divide.h); judge.h has the order.
 * A request that passes without proof is "open": not excluded, not proved.
 */
#include "problem/feasible.h"

#include "problem/judge.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A request, what was asked, and what the changes tried so far amount to. */
typedef struct inquiry {
    fcap_run *run;
    const fcap_rules *asked;
    int proved;  /* the changes found are proved to be enough */
    int gave_up; /* not every k was tried */
} inquiry;

enum {
    POINTS_JUDGED = 20000000 /* while looking for another k, when a judgement is about points */
};

/* ---- the smallest change ---- */

static fcap_status admits(const inquiry *i, const request *q, int *yes, int *proved) {
    finding f;
    TRY(fcap_judge(i->run, q, 0, &f));
    *yes = f.reason == FCAP_REASON_NONE;
    *proved = f.proved;
    return FCAP_OK;
}

/* *field is a number of q, of which `bad` does not work: the nearest to it that does, by
 * halving, if `good`, beyond which nothing more is allowed, does; else 0. */
static fcap_status nearest_that_works(inquiry *i, const request *q, int64_t *field, int64_t bad,
                                      int64_t good, int64_t *out) {
    int yes;
    int proved;
    *field = good;
    TRY(admits(i, q, &yes, &proved));
    if (!yes) {
        return FCAP_OK;
    }
    int sure = proved;
    while (good - bad > 1 || bad - good > 1) {
        *field = bad + (good - bad) / 2;
        TRY(admits(i, q, &yes, &proved));
        if (yes) {
            good = *field;
            sure = proved;
        } else {
            bad = *field;
        }
    }
    i->proved &= sure;
    *out = good;
    return FCAP_OK;
}

static fcap_status smallest_capacity(inquiry *i, request q, int64_t *out) {
    int64_t const most = q.r->total_weight;
    *out = 0;
    return q.capacity >= most || q.r->capacities != NULL
               ? FCAP_OK
               : nearest_that_works(i, &q, &q.capacity, q.capacity, most, out);
}

static fcap_status largest_min_size(inquiry *i, request q, int64_t *out) {
    *out = 0;
    return q.min_size <= 1 ? FCAP_OK
                           : nearest_that_works(i, &q, &q.min_size, q.min_size, 1, out);
}

/* The fewest clusters that labels of an answer to start from leave possible. */
static int64_t fewest_clusters(const rules *r) {
    int64_t fewest = 1;
    for (int64_t i = 0; r->start != NULL && i < r->n; i++) {
        fewest = r->start[i] >= fewest ? r->start[i] + 1 : fewest;
    }
    return fewest;
}

static int depends_on_clusters(const finding *f) {
    return f->reason != FCAP_REASON_ONE_GROUP && f->reason != FCAP_REASON_BALANCE &&
           f->detail != TOTAL_OFF && f->detail != LONER && f->detail != APART_AND_TOGETHER &&
           f->detail != KEPT_TORN && f->detail != KEPT_APART;
}

/* Is this k excluded by numbers alone? Then it costs nothing to go on. */
static int at_a_glance(fcap_reason reason) {
    return reason <= FCAP_REASON_GROUP_BELOW_K;
}

static fcap_status nearest_clusters(inquiry *i, request q, const finding *f, int64_t *out) {
    int64_t const k = q.k;
    int64_t const fewest = fewest_clusters(q.r);
    int const plain = (q.asked & ~(unsigned)RULE_BALANCE) == 0;
    int64_t judged = 0;
    *out = 0;
    if (q.r->capacities != NULL || !depends_on_clusters(f)) {
        return FCAP_OK;
    }
    int64_t const farthest = k - 1 > q.n - k ? k - 1 : q.n - k;
    for (int64_t step = k > q.n ? k - q.n : 1; step <= farthest; step++) {
        for (int side = 0; side < 2 && judged < POINTS_JUDGED; side++) {
            q.k = side == 0 ? k - step : k + step;
            if (q.k < fewest || q.k > q.n) {
                continue;
            }
            fcap_rules follow = *i->asked;
            follow.k = (int32_t)q.k;
            int64_t const capacity = fcap_rules_capacity(&follow, q.r->total_weight);
            q.capacity = capacity < q.r->total_weight ? capacity : q.r->total_weight;
            finding now;
            TRY(fcap_judge(i->run, &q, 0, &now));
            if (now.reason == FCAP_REASON_NONE) {
                i->proved &= now.proved;
                *out = q.k;
                return FCAP_OK;
            }
            judged += plain || at_a_glance(now.reason) ? 0 : q.n;
        }
    }
    i->gave_up = judged >= POINTS_JUDGED;
    return FCAP_OK;
}

static fcap_status admits_balance(const inquiry *i, request q, int64_t num, int64_t den,
                                  int *yes, int *proved) {
    q.t_limit = (fcap_ratio){num, den};
    return admits(i, &q, yes, proved);
}

/* A smaller t allows more, and the allowed sets change only at ratios x / y of counts with
 * x + y <= n: walk down the tree of fractions (Stern and Brocot) between 0/1, which works, and
 * 1/0, which does not, galloping along each branch. */
static fcap_status largest_balance(inquiry *i, const request *q, fcap_ratio *out) {
    int64_t const limit = q->r->weight == NULL && q->capacity < q->n ? q->capacity : q->n;
    fcap_ratio good = {0, 1};
    fcap_ratio bad = {1, 0};
    int yes;
    int proved;
    *out = (fcap_ratio){0, 0};
    TRY(admits_balance(i, *q, 0, 1, &yes, &proved));
    if (!(q->asked & RULE_BALANCE) || !yes) {
        return FCAP_OK;
    }
    int sure = proved;
    for (int upward = 1;; upward = !upward) {
        /* Step the good end towards the bad one (or back) as often as the answer stays. */
        fcap_ratio const add = upward ? bad : good;
        fcap_ratio const base = upward ? good : bad;
        int64_t low = 0;
        int64_t high = (limit - base.num - base.den) / (add.num + add.den);
        while (low < high) {
            int64_t const times = high - (high - low) / 2;
            int64_t const num = base.num + times * add.num;
            int64_t const den = base.den + times * add.den;
            yes = 0;
            if (num <= den) {
                TRY(admits_balance(i, *q, num, den, &yes, &proved));
            }
            sure = yes ? proved : sure;
            if (yes == upward) {
                low = times;
            } else {
                high = times - 1;
            }
        }
        if (upward) {
            good = (fcap_ratio){good.num + low * bad.num, good.den + low * bad.den};
        } else {
            bad = (fcap_ratio){bad.num + low * good.num, bad.den + low * good.den};
        }
        if (good.num + bad.num + good.den + bad.den > limit) {
            break;
        }
    }
    i->proved &= sure;
    *out = good;
    return FCAP_OK;
}

/* ---- the sentence ---- */

typedef struct sentence {
    char *text;
    size_t size;
    size_t at;
} sentence;

FCAP_PRINTF(2)
static void append(sentence *s, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(s->text + s->at, s->size - s->at, format, args);
    va_end(args);
    s->at += strlen(s->text + s->at);
}

/* Of capacities that are given one by one; NULL: none that are others help. */
static const char *capacities_advice(const request *q, const finding *f) {
    int const too_many = f->reason == FCAP_REASON_K_ABOVE_N ||
                         f->reason == FCAP_REASON_GROUP_BELOW_K ||
                         (f->reason == FCAP_REASON_MIN_SIZE && q->min_size * q->k > q->n);
    if (q->r->capacities == NULL || !depends_on_clusters(f) || q->min_size > q->n) {
        return NULL;
    }
    return too_many ? "fewer capacities" : "other capacities";
}

/* What can be changed besides sizes, clusters and balance? NULL: nothing. */
static const char *advice(const request *q, const finding *f) {
    switch (f->reason) {
    case FCAP_REASON_WEIGHT:
        return "lighter points";
    case FCAP_REASON_SHARE:
        return "wider shares";
    case FCAP_REASON_NO_ISOLATE:
        return f->detail != LONER && fcap_request_asks(q, f->attribute, RULE_BALANCE)
                   ? "one of the two rules alone"
                   : "no such rule";
    case FCAP_REASON_TOGETHER:
        return "smaller sets that stay together";
    case FCAP_REASON_APART:
        return "fewer points that are to be apart";
    case FCAP_REASON_KEEP:
        return "keeping fewer points";
    case FCAP_REASON_MEDOIDS:
        return "more points that may be medoids";
    case FCAP_REASON_COMBINED:
        return "one rule less";
    default:
        return capacities_advice(q, f);
    }
}

static void say(const inquiry *i, const request *q, const finding *f, fcap_plan_report *p) {
    sentence s = {p->sentence, sizeof p->sentence, 0};
    fcap_finding_say(q, f, s.text, s.size);
    s.at = strlen(s.text);
    const char *before = i->proved ? "; what would help: " : "; what is not excluded: ";
    if (p->change_max_size > 0) {
        append(&s, "%sa maximum %s of %lld", before, q->r->weight != NULL ? "weight" : "size",
               (long long)p->change_max_size);
        before = ", or ";
    }
    if (p->change_min_size > 0) {
        append(&s, "%sa minimum size of %lld", before, (long long)p->change_min_size);
        before = ", or ";
    }
    if (p->change_clusters > 0) {
        append(&s, "%s%d %s", before, (int)p->change_clusters,
               p->change_clusters == 1 ? "cluster" : "clusters");
        before = ", or ";
    }
    if (p->change_balance.den > 0 && p->change_balance.num == 0) {
        append(&s, "%sno balance at all (0)", before);
        before = ", or ";
    } else if (p->change_balance.den > 0) {
        append(&s, "%sa balance of %lld/%lld", before, (long long)p->change_balance.num,
               (long long)p->change_balance.den);
        before = ", or ";
    }
    const char *const other = advice(q, f);
    if (other != NULL) {
        append(&s, "%s%s", before[0] == ';' ? "; what can help: " : before, other);
    } else if (before[0] == ';') {
        append(&s,
               i->gave_up ? "; no change was found that helps" : "; no single change helps");
    }
}

/* ---- the story ---- */

fcap_status fcap_feasible_within(fcap_run *run, const rules *r, const fcap_rules *asked,
                                 int64_t effort, fcap_plan_report *report) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t left = effort;
    request q;
    finding f;
    TRY(fcap_request_open(run, r, &left, &q));
    TRY(fcap_judge(run, &q, 1, &f));
    fcap_plan_report plan = {.max_size = r->capacity,
                             .reason = f.reason,
                             .attribute = f.attribute,
                             .point = f.point,
                             .cluster = f.cluster};
    if (f.reason == FCAP_REASON_NONE) {
        plan.verdict = f.proved ? FCAP_VERDICT_FEASIBLE : FCAP_VERDICT_OPEN;
    } else {
        inquiry i = {.run = run, .asked = asked, .proved = 1};
        int64_t clusters;
        left = effort;
        plan.verdict = FCAP_VERDICT_INFEASIBLE;
        TRY(smallest_capacity(&i, q, &plan.change_max_size));
        TRY(nearest_clusters(&i, q, &f, &clusters));
        TRY(largest_balance(&i, &q, &plan.change_balance));
        TRY(largest_min_size(&i, q, &plan.change_min_size));
        plan.change_clusters = (int32_t)clusters;
        say(&i, &q, &f, &plan);
    }
    *report = plan;
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

fcap_status fcap_feasible(fcap_run *run, const rules *r, const fcap_rules *asked,
                          fcap_plan_report *report) {
    return fcap_feasible_within(run, r, asked, FEASIBLE_EFFORT, report);
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
