/* rules.c - checking a request, and judging count vectors. See rules.h. */
#include "problem/rules.h"

#include <stddef.h>
#include <string.h>

/* Programs built before there was an aim hand over a shorter problem. */
#define PROBLEM_BEFORE_AIM offsetof(fcap_problem, aim)

__extension__ typedef unsigned __int128 u128;

int64_t fcap_ceil_div(int64_t a, int64_t b, int64_t c) {
    int64_t const product = a * b;
    return product / c + (product % c != 0);
}

int64_t fcap_rules_capacity(const fcap_rules *asked, int64_t n) {
    if (asked->max_size > 0) {
        return asked->max_size;
    }
    if (n < 1 || asked->k < 1 || asked->slack.num < 1 || asked->slack.den < 1) {
        return 0;
    }
    /* n may be a weight of up to 2^53, so the product needs more than 64 bits. */
    u128 const product = (u128)n * (u128)asked->slack.num;
    u128 const divisor = (u128)asked->slack.den * (u128)asked->k;
    u128 const capacity = (product + divisor - 1) / divisor;
    return capacity < INT64_MAX ? (int64_t)capacity : INT64_MAX;
}

static int valid_ratio(fcap_ratio r) {
    return r.num >= 0 && r.den >= 1 && r.num <= RATIO_LIMIT && r.den <= RATIO_LIMIT;
}

static fcap_status check_attribute(fcap_run *run, const fcap_problem *p, int32_t a) {
    const fcap_attribute *const t = &p->attribute[a];
    if (t->n_groups < 0 || t->group == NULL) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT, "attribute %d has no groups", (int)a);
    }
    if (!valid_ratio(t->balance) || t->balance.num > t->balance.den) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "the balance of attribute %d is %lld/%lld; it must lie between 0 "
                             "and 1, of whole numbers up to 10^9",
                             (int)a, (long long)t->balance.num, (long long)t->balance.den);
    }
    for (int64_t i = 0; i < p->n; i++) {
        if (t->group[i] < -1 || t->group[i] >= t->n_groups) {
            return fcap_run_fail(run, FCAP_E_ARGUMENT,
                                 "point %lld has group %d of attribute %d, which has %d groups",
                                 (long long)i, (int)t->group[i], (int)a, (int)t->n_groups);
        }
    }
    return FCAP_OK;
}

/* Does attribute a have a group g? -1 are its unknown points, where those are meant. */
static fcap_status check_group(fcap_run *run, const fcap_problem *p, int32_t a, int32_t g,
                               int32_t least) {
    if (a < 0 || a >= p->n_attributes || g < least || g >= p->attribute[a].n_groups) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "a rule is about group %d of attribute %d, which does not exist",
                             (int)g, (int)a);
    }
    return FCAP_OK;
}

static fcap_status check_shares(fcap_run *run, const fcap_problem *p, const fcap_rules *asked) {
    if (asked->n_shares < 0 || (asked->n_shares > 0 && asked->share == NULL) ||
        asked->n_no_isolate < 0 || (asked->n_no_isolate > 0 && asked->no_isolate == NULL)) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "the %d shares, or %d rules against being alone, are not there",
                             (int)asked->n_shares, (int)asked->n_no_isolate);
    }
    for (int32_t i = 0; i < asked->n_shares; i++) {
        const fcap_share *const s = &asked->share[i];
        TRY(check_group(run, p, s->attribute, s->group, -1));
        if (!valid_ratio(s->least) || !valid_ratio(s->most) || s->most.num > s->most.den ||
            fcap_ratio_less(s->most, s->least)) {
            return fcap_run_fail(
                run, FCAP_E_ARGUMENT,
                "a share from %lld/%lld to %lld/%lld is asked for; both must "
                "lie between 0 and 1, of whole numbers up to 10^9, the smaller "
                "one first",
                (long long)s->least.num, (long long)s->least.den, (long long)s->most.num,
                (long long)s->most.den);
        }
    }
    for (int32_t i = 0; i < asked->n_no_isolate; i++) {
        TRY(check_group(run, p, asked->no_isolate[i].attribute, asked->no_isolate[i].group, 0));
    }
    return FCAP_OK;
}

static fcap_status check_sets(fcap_run *run, const fcap_sets *sets, int64_t n,
                              const char *name) {
    if (sets->n < 0 || (sets->n > 0 && (sets->start == NULL || sets->member == NULL))) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT, "the sets of %s are not there", name);
    }
    for (int64_t s = 0; s < sets->n; s++) {
        if (sets->start[s] < 0 || sets->start[s] > sets->start[s + 1]) {
            return fcap_run_fail(run, FCAP_E_ARGUMENT,
                                 "set %lld of %s is from member %lld to %lld; starts are at "
                                 "least 0 and ascend",
                                 (long long)s, name, (long long)sets->start[s],
                                 (long long)sets->start[s + 1]);
        }
        for (int64_t at = sets->start[s]; at < sets->start[s + 1]; at++) {
            if (sets->member[at] < 0 || sets->member[at] >= n) {
                return fcap_run_fail(run, FCAP_E_ARGUMENT,
                                     "a set of %s has point %lld; there are %lld", name,
                                     (long long)sets->member[at], (long long)n);
            }
        }
    }
    return FCAP_OK;
}

static fcap_status check_wishes(fcap_run *run, const fcap_problem *p, const fcap_rules *asked) {
    TRY(check_shares(run, p, asked));
    TRY(check_sets(run, &asked->together, p->n, "together"));
    TRY(check_sets(run, &asked->apart, p->n, "apart"));
    TRY(check_sets(run, &asked->avoid, p->n, "avoid"));
    for (int64_t i = 0; asked->start != NULL && i < p->n; i++) {
        if (asked->start[i] < -1 || asked->start[i] >= asked->k) {
            return fcap_run_fail(run, FCAP_E_ARGUMENT,
                                 "point %lld starts in cluster %d; there are %d", (long long)i,
                                 (int)asked->start[i], (int)asked->k);
        }
    }
    if (asked->keep && asked->start == NULL) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT, "there is no start to keep");
    }
    if ((int)p->objective < 0 || p->objective >= FCAP_OBJECTIVE_END) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT, "there is no objective number %d",
                             (int)p->objective);
    }
    return FCAP_OK;
}

/* The capacities in force: counted in weights where there are any. */
static fcap_status open_capacity(fcap_run *run, const fcap_problem *p, const fcap_rules *asked,
                                 rules *out) {
    int64_t total = p->n;
    for (int64_t i = 0; p->weight != NULL && i < p->n; i++) {
        if (p->weight[i] < 1 || p->weight[i] - 1 > WEIGHT_LIMIT - total) {
            return fcap_run_fail(run, FCAP_E_ARGUMENT,
                                 "point %lld has weight %lld; weights are whole numbers from 1 "
                                 "on, with a sum of at most 2^53",
                                 (long long)i, (long long)p->weight[i]);
        }
        total += p->weight[i] - 1;
    }
    out->weight = p->weight;
    out->total_weight = total;
    out->capacity = fcap_rules_capacity(asked, total);
    out->capacities = asked->capacity;
    for (int32_t c = 0; asked->capacity != NULL && c < asked->k; c++) {
        if (asked->capacity[c] < 1) {
            return fcap_run_fail(run, FCAP_E_ARGUMENT,
                                 "cluster %d has capacity %lld; at least 1 is needed", (int)c,
                                 (long long)asked->capacity[c]);
        }
        if (c == 0 || asked->capacity[c] > out->capacity) {
            out->capacity = asked->capacity[c];
        }
    }
    out->asked_capacity = out->capacity;
    out->capacity = out->capacity < total ? out->capacity : total;
    return FCAP_OK;
}

int fcap_rules_plain(const rules *r) {
    return r->capacities == NULL && r->weight == NULL && r->n_shares == 0 &&
           r->n_no_isolate == 0 && r->together.n == 0 && r->apart.n == 0 && r->avoid.n == 0 &&
           r->start == NULL && r->candidate == NULL && r->objective == FCAP_OBJECTIVE_MEDOIDS;
}

fcap_status fcap_rules_open(fcap_run *run, const fcap_problem *p, const fcap_rules *asked,
                            rules *out) {
    if ((p->struct_size != sizeof *p && p->struct_size != PROBLEM_BEFORE_AIM) ||
        asked->struct_size != sizeof *asked) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "struct_size is not set: start from FCAP_PROBLEM_INIT and "
                             "FCAP_RULES_INIT");
    }
    if (p->n < 1 || p->n > INT32_MAX) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT, "n is %lld; it must lie between 1 and %d",
                             (long long)p->n, INT32_MAX);
    }
    if (p->n_attributes < 0 || (p->n_attributes > 0 && p->attribute == NULL)) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT, "the %d attributes are not there",
                             (int)p->n_attributes);
    }
    if (asked->k < 1) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "%d clusters are asked for; at least 1 is "
                             "needed",
                             (int)asked->k);
    }
    if (asked->max_size < 0 || asked->min_size < 1) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "sizes from %lld to %lld are asked for; both must be at least 1",
                             (long long)asked->min_size, (long long)asked->max_size);
    }
    if (!valid_ratio(asked->slack) || asked->slack.num < asked->slack.den) {
        return fcap_run_fail(
            run, FCAP_E_ARGUMENT,
            "slack is %lld/%lld; it must be at least 1, of whole numbers up to 10^9",
            (long long)asked->slack.num, (long long)asked->slack.den);
    }
    *out = (rules){.n = p->n,
                   .k = asked->k,
                   .min_size = asked->min_size,
                   .attribute = p->attribute,
                   .n_attributes = p->n_attributes,
                   .share = asked->share,
                   .n_shares = asked->n_shares,
                   .no_isolate = asked->no_isolate,
                   .n_no_isolate = asked->n_no_isolate,
                   .together = asked->together,
                   .apart = asked->apart,
                   .avoid = asked->avoid,
                   .start = asked->start,
                   .keep = asked->keep != 0,
                   .candidate = p->candidate,
                   .objective = p->objective,
                   .aim = p->struct_size == sizeof *p ? p->aim : NULL};
    for (int32_t a = 0; a < p->n_attributes; a++) {
        TRY(check_attribute(run, p, a));
        /* and one for the unknown of each attribute, in tables that count them */
        if (p->attribute[a].n_groups > INT32_MAX - p->n_attributes - out->n_counts) {
            return fcap_run_fail(run, FCAP_E_OVERFLOW,
                                 "the groups of %d attributes are more than %d",
                                 (int)p->n_attributes, INT32_MAX - (int)p->n_attributes);
        }
        out->n_counts += p->attribute[a].n_groups;
    }
    TRY(check_wishes(run, p, asked));
    return open_capacity(run, p, asked, out);
}

static void extremes(const int64_t *count, int32_t n, int64_t *low, int64_t *high) {
    *low = *high = count[0];
    for (int32_t g = 1; g < n; g++) {
        *low = count[g] < *low ? count[g] : *low;
        *high = count[g] > *high ? count[g] : *high;
    }
}

int fcap_rules_balanced(const rules *r, const int64_t *count) {
    for (int32_t a = 0; a < r->n_attributes; a++) {
        const fcap_attribute *const t = &r->attribute[a];
        if (t->n_groups > 0 && t->balance.num > 0) {
            int64_t low;
            int64_t high;
            extremes(count, t->n_groups, &low, &high);
            if (t->n_groups == 1) {
                low = 0; /* the other group of Eq. 3 has no member anywhere */
            }
            if (t->balance.num * high > t->balance.den * low) {
                return 0;
            }
        }
        count += t->n_groups;
    }
    return 1;
}

int fcap_ratio_less(fcap_ratio a, fcap_ratio b) {
    return a.num * b.den < b.num * a.den;
}

fcap_ratio fcap_rules_balance(const rules *r, const int64_t *count) {
    fcap_ratio least = {1, 1};
    int32_t judged = 0;
    for (int32_t a = 0; a < r->n_attributes; a++) {
        int32_t const n_groups = r->attribute[a].n_groups;
        if (n_groups > 0) {
            int64_t low;
            int64_t high;
            extremes(count, n_groups, &low, &high);
            fcap_ratio const balance = {n_groups == 1 ? 0 : low, high};
            if (high > 0 && fcap_ratio_less(balance, least)) {
                least = balance;
            }
            judged++;
        }
        count += n_groups;
    }
    return judged > 0 ? least : (fcap_ratio){0, 0};
}
