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

#include "problem/change.h"
#include "problem/trial.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
    if (q->r->capacities == NULL || !fcap_finding_is_of_k(f) || q->min_size > q->n) {
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

/* Whose balance is said where there are several. */
static void say_balance(sentence *s, const request *q, const changes *c) {
    int const of_one = c->attribute >= 0 && q->r->n_attributes > 1;
    if (c->balance.num == 0) {
        append(s, of_one ? "no balance (0)" : "no balance at all (0)");
    } else {
        append(s, "a balance of %lld/%lld", (long long)c->balance.num,
               (long long)c->balance.den);
    }
    if (of_one) {
        append(s, " of attribute %d", (int)c->attribute + 1);
    } else if (c->attribute < 0 && c->balance.num > 0) {
        append(s, " of every attribute");
    }
}

static void say(const request *q, const finding *f, const changes *c, fcap_plan_report *p) {
    sentence s = {p->sentence, sizeof p->sentence, 0};
    fcap_finding_say(q, f, s.text, s.size);
    s.at = strlen(s.text);
    const char *before = c->proved ? "; what would help: " : "; what is not excluded: ";
    if (c->max_size > 0) {
        append(&s, "%sa maximum %s of %lld", before, q->r->weight != NULL ? "weight" : "size",
               (long long)c->max_size);
        before = ", or ";
    }
    if (c->min_size > 0) {
        append(&s, "%sa minimum size of %lld", before, (long long)c->min_size);
        before = ", or ";
    }
    if (c->clusters > 0) {
        append(&s, "%s%d %s", before, (int)c->clusters,
               c->clusters == 1 ? "cluster" : "clusters");
        before = ", or ";
    }
    if (c->balance.den > 0) {
        append(&s, "%s", before);
        say_balance(&s, q, c);
        before = ", or ";
    }
    const char *const other = advice(q, f);
    if (other != NULL) {
        append(&s, "%s%s", before[0] == ';' ? "; what can help: " : before, other);
    } else if (before[0] == ';') {
        append(&s,
               c->gave_up ? "; no change was found that helps" : "; no single change helps");
    }
}

/* ---- the story ---- */

fcap_status fcap_feasible_within(fcap_run *run, const rules *r, const fcap_rules *asked,
                                 int any_k, int64_t effort, fcap_plan_report *report) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t left = effort;
    request q;
    finding f;
    TRY(fcap_request_open(run, r, &left, &q));
    TRY(fcap_judge(run, &q, 1, &f));
    fcap_plan_report plan = {.max_size = r->asked_capacity,
                             .reason = f.reason,
                             .attribute = f.attribute,
                             .point = f.point,
                             .cluster = f.cluster,
                             .change_attribute = -1};
    if (f.reason == FCAP_REASON_NONE) {
        plan.verdict = f.proved ? FCAP_VERDICT_FEASIBLE : FCAP_VERDICT_OPEN;
    } else {
        changes c;
        TRY(fcap_changes_find(run, &q, asked, &f, any_k, effort, TRIAL_BUDGET, &c));
        plan.verdict = FCAP_VERDICT_INFEASIBLE;
        plan.change_max_size = c.max_size;
        plan.change_min_size = c.min_size;
        plan.change_clusters = (int32_t)c.clusters;
        plan.change_balance = c.balance;
        plan.change_attribute = c.attribute;
        plan.change_balances = c.balances;
        say(&q, &f, &c, &plan);
    }
    *report = plan;
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

fcap_status fcap_feasible(fcap_run *run, const rules *r, const fcap_rules *asked,
                          fcap_plan_report *report) {
    return fcap_feasible_within(run, r, asked, 0, FEASIBLE_EFFORT, report);
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
