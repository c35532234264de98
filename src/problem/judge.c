/* judge.c - the order of the tests, from what is seen at a glance to trying everything.
 *
 * Sizes, then the rules of each attribute (spread.h), then weights and wishes (conflicts.h).
 * What none of them excludes is proved to have an answer by one of
 *   - one attribute of two groups, unit weights and no wishes: the spread is exact;
 *   - no rule about groups: sizes alone, or a packing that was found;
 *   - all divisions (divide.h), where these are few. They may also exclude the request.
 * Else it is open.
 */
#include "problem/judge.h"

#include "problem/conflicts.h"
#include "problem/divide.h"
#include "problem/packing_bound.h"
#include "problem/spread.h"

static finding found(fcap_reason reason, detail way, int32_t attribute) {
    finding f = NOTHING_FOUND;
    f.reason = reason;
    f.detail = way;
    f.attribute = attribute;
    return f;
}

/* The rules asked for, with the balances as they are now. */
static unsigned asked_now(const request *q) {
    unsigned balance = 0;
    for (int32_t a = 0; a < q->r->n_attributes; a++) {
        balance |= fcap_request_balance(q, a).num > 0 ? (unsigned)RULE_BALANCE : 0;
    }
    return (q->asked & ~(unsigned)RULE_BALANCE) | balance;
}

/* ---- sizes ---- */

/* The sum of all capacities, as far as it matters. */
static int64_t capacity_sum(const request *q) {
    int64_t const total = q->r->total_weight;
    if (q->r->capacities == NULL) {
        return q->capacity > total / q->k ? total - total % q->k + (total % q->k != 0) * q->k
                                          : q->capacity * q->k;
    }
    int64_t sum = 0;
    for (int64_t c = 0; c < q->k && sum < total; c++) {
        sum += fcap_request_capacity(q, c);
    }
    return sum;
}

static fcap_status judge_sizes(fcap_run *run, const request *q, finding *out) {
    if (q->k > q->n) {
        *out = found(FCAP_REASON_K_ABOVE_N, AS_A_WHOLE, -1);
        return FCAP_OK;
    }
    int64_t const sum = capacity_sum(q);
    if (sum < q->r->total_weight) {
        *out = found(FCAP_REASON_CAPACITY, AS_A_WHOLE, -1);
        out->a = q->r->total_weight;
        out->b = sum;
        out->c = q->r->capacities != NULL;
        return FCAP_OK;
    }
    if (q->min_size * q->k > q->n) {
        *out = found(FCAP_REASON_MIN_SIZE, AS_A_WHOLE, -1);
        return FCAP_OK;
    }
    kinds k;
    TRY(fcap_request_kinds(run, q, 0, &k));
    int64_t most = 0;
    for (int64_t j = 0; j < k.n; j++) {
        if (k.kind[j].most < q->min_size) {
            *out = found(FCAP_REASON_MIN_SIZE, AS_A_WHOLE, -1);
        }
        most += k.kind[j].most * k.kind[j].times;
    }
    if (out->reason == FCAP_REASON_NONE && most < q->n) {
        *out = found(FCAP_REASON_WEIGHT, AS_A_WHOLE, -1);
    }
    return FCAP_OK;
}

/* ---- groups ---- */

/* A balance that the whole file, or k clusters, cannot have. */
static int breaks_balance(const request *q, int32_t a, fcap_reason reason) {
    const int64_t *const total = q->total + q->offset[a];
    int32_t const n_groups = q->r->attribute[a].n_groups;
    int64_t const unknown = total[n_groups];
    fcap_ratio const t = fcap_request_balance(q, a);
    if (t.num == 0 || unknown == q->n) {
        return 0;
    }
    int64_t smallest = total[0];
    int64_t largest = total[0];
    for (int32_t g = 1; g < n_groups; g++) {
        smallest = total[g] < smallest ? total[g] : smallest;
        largest = total[g] > largest ? total[g] : largest;
    }
    return reason == FCAP_REASON_ONE_GROUP ? n_groups == 1
           : reason == FCAP_REASON_BALANCE ? t.num * largest > t.den * smallest
                                           : unknown == 0 && smallest < q->k;
}

/* A group whose share of the whole file is outside what every cluster must have, or that has
 * one member and must not leave it alone. */
static fcap_status judge_file(fcap_run *run, const request *q, int32_t a, fcap_reason reason,
                              finding *out) {
    group_rules g;
    TRY(fcap_group_rules_open(run, q, a, RULE_SHARE | RULE_NO_ISOLATE, &g));
    for (int32_t i = 0; i <= g.n_groups && out->reason == FCAP_REASON_NONE; i++) {
        int64_t const c = g.total[i];
        int const off = c * g.least[i].den < g.least[i].num * q->n ||
                        c * g.most[i].den > g.most[i].num * q->n;
        if (reason == FCAP_REASON_SHARE && off) {
            *out = found(reason, TOTAL_OFF, a);
            out->group = i;
        } else if (reason == FCAP_REASON_NO_ISOLATE && g.no_isolate[i] && c == 1) {
            *out = found(reason, LONER, a);
            out->group = i;
        }
    }
    return FCAP_OK;
}

/* The rules of one attribute over all clusters; *exact: what they allow is possible. */
static fcap_status judge_spread(fcap_run *run, const request *q, int32_t a, unsigned mask,
                                fcap_reason reason, finding *out, int *exact) {
    kinds k;
    spread s;
    TRY(fcap_request_kinds(run, q, mask, &k));
    TRY(fcap_spread(run, q, a, mask, &k, &s));
    *exact = s.exact;
    if (s.excluded) {
        *out = found(reason, s.barred >= 0 ? NO_SIZE : AS_A_WHOLE, a);
        out->group = s.group;
        if (s.barred >= 0) {
            out->a = k.kind[s.barred].least;
            out->b = k.kind[s.barred].most;
        }
    }
    return FCAP_OK;
}

/* One reason for all attributes that have the newest rule of the mask. */
static fcap_status judge_attributes(fcap_run *run, const request *q, unsigned newest,
                                    unsigned mask, fcap_reason reason, finding *out,
                                    int *exact) {
    for (int32_t a = 0; a < q->r->n_attributes && out->reason == FCAP_REASON_NONE; a++) {
        int64_t const unknown = q->total[q->offset[a + 1] - 1];
        if (!fcap_request_asks(q, a, newest) || (newest == RULE_BALANCE && unknown == q->n)) {
            continue;
        }
        TRY(judge_file(run, q, a, reason, out));
        if (out->reason == FCAP_REASON_NONE) {
            TRY(judge_spread(run, q, a, mask, reason, out, exact));
        }
    }
    return FCAP_OK;
}

/* *exact: the last attribute judged, with all its rules, has exactly this many answers. */
static fcap_status judge_groups(fcap_run *run, const request *q, finding *out, int *exact) {
    for (int reason = FCAP_REASON_ONE_GROUP; reason < FCAP_REASON_PACKING; reason++) {
        for (int32_t a = 0; a < q->r->n_attributes; a++) {
            if (breaks_balance(q, a, (fcap_reason)reason)) {
                *out = found((fcap_reason)reason, AS_A_WHOLE, a);
                return FCAP_OK;
            }
        }
    }
    TRY(judge_attributes(run, q, RULE_BALANCE, RULE_BALANCE, FCAP_REASON_PACKING, out, exact));
    if (out->reason == FCAP_REASON_NONE && (q->asked & RULE_WEIGHT)) {
        TRY(fcap_judge_weights(run, q, out));
    }
    if (out->reason == FCAP_REASON_NONE) {
        TRY(judge_attributes(run, q, RULE_SHARE, RULE_BALANCE | RULE_SHARE, FCAP_REASON_SHARE,
                             out, exact));
    }
    if (out->reason == FCAP_REASON_NONE) {
        TRY(judge_attributes(run, q, RULE_NO_ISOLATE, RULES_OF_GROUPS, FCAP_REASON_NO_ISOLATE,
                             out, exact));
    }
    return FCAP_OK;
}

/* ---- wishes ---- */

static fcap_status judge_wishes(fcap_run *run, const request *q, finding *out) {
    static const struct {
        unsigned rule;
        fcap_status (*judge)(fcap_run *run, const request *q, finding *out);
    } wish[] = {{RULE_TOGETHER, fcap_judge_together},
                {RULE_APART, fcap_judge_apart},
                {RULE_KEEP, fcap_judge_keep},
                {RULE_MEDOIDS, fcap_judge_medoids}};
    for (size_t i = 0; i < sizeof wish / sizeof *wish; i++) {
        if ((q->asked & wish[i].rule) && out->reason == FCAP_REASON_NONE) {
            TRY(wish[i].judge(run, q, out));
        }
    }
    return FCAP_OK;
}

/* ---- everything ---- */

static fcap_status divide_one(fcap_run *run, const request *q, unsigned mask, int32_t attribute,
                              fcap_reason reason, finding *out) {
    division answer;
    if (out->reason != FCAP_REASON_NONE) {
        return FCAP_OK;
    }
    TRY(fcap_divide(run, q, mask, attribute, &answer));
    if (answer == DIVISION_NONE) {
        *out = found(reason, AS_A_WHOLE, attribute);
    }
    return FCAP_OK;
}

/* Which rules alone exclude it? Tries fewer rules than all, in the order of the reasons. */
static fcap_status divide_parts(fcap_run *run, const request *q, unsigned asked, finding *out) {
    static const struct {
        unsigned newest;
        unsigned mask;
        fcap_reason reason;
    } part[] = {
        {RULE_BALANCE, RULE_BALANCE, FCAP_REASON_PACKING},
        {RULE_WEIGHT, RULE_WEIGHT, FCAP_REASON_WEIGHT},
        {RULE_SHARE, RULE_BALANCE | RULE_SHARE, FCAP_REASON_SHARE},
        {RULE_NO_ISOLATE, RULES_OF_GROUPS, FCAP_REASON_NO_ISOLATE},
        {RULE_TOGETHER, RULE_TOGETHER | RULE_WEIGHT, FCAP_REASON_TOGETHER},
        {RULE_TOGETHER, RULE_TOGETHER | RULE_WEIGHT | RULES_OF_GROUPS, FCAP_REASON_TOGETHER},
        {RULE_APART, RULE_APART | RULE_TOGETHER | RULE_WEIGHT, FCAP_REASON_APART},
        {RULE_KEEP, RULE_KEEP | RULE_TOGETHER | RULE_WEIGHT, FCAP_REASON_KEEP},
        {RULE_KEEP, RULE_KEEP | RULE_APART | RULE_TOGETHER | RULE_WEIGHT, FCAP_REASON_KEEP},
        {RULE_KEEP, RULE_KEEP | RULE_TOGETHER | RULE_WEIGHT | RULES_OF_GROUPS,
         FCAP_REASON_KEEP},
        {RULE_MEDOIDS, RULE_MEDOIDS | RULE_TOGETHER | RULE_WEIGHT | RULE_KEEP,
         FCAP_REASON_MEDOIDS},
    };
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        if (!(asked & part[i].newest)) {
            continue;
        }
        unsigned const mask = part[i].mask & asked;
        if (!(part[i].newest & RULES_OF_GROUPS)) {
            TRY(divide_one(run, q, mask, -1, part[i].reason, out));
            continue;
        }
        for (int32_t a = 0; a < q->r->n_attributes; a++) {
            if (fcap_request_asks(q, a, part[i].newest)) {
                TRY(divide_one(run, q, mask, a, part[i].reason, out));
            }
        }
    }
    return FCAP_OK;
}

/* Is there an answer, by a proof that needs no search? */
static fcap_status prove(fcap_run *run, const request *q, unsigned asked, int exact,
                         int *proved) {
    int32_t asking = 0;
    for (int32_t a = 0; a < q->r->n_attributes; a++) {
        asking += fcap_request_asks(q, a, RULES_OF_GROUPS);
    }
    unsigned const beyond = asked & ~(unsigned)RULES_OF_GROUPS;
    if (asking > 0) {
        *proved = asking == 1 && beyond == 0 && exact;
        return FCAP_OK;
    }
    if (beyond == 0 || beyond == RULE_MEDOIDS) {
        *proved = 1;
        return FCAP_OK;
    }
    if ((beyond & ~(unsigned)(RULE_WEIGHT | RULE_TOGETHER)) != 0) {
        return FCAP_OK;
    }
    kinds k;
    TRY(fcap_request_kinds(run, q, beyond, &k));
    return fcap_packing_found(run, q, beyond, &k, proved);
}

static fcap_status judge(fcap_run *run, const request *q, int why, finding *out) {
    int exact = 0;
    TRY(judge_sizes(run, q, out));
    if (out->reason == FCAP_REASON_NONE) {
        TRY(judge_groups(run, q, out, &exact));
    }
    if (out->reason == FCAP_REASON_NONE) {
        TRY(judge_wishes(run, q, out));
    }
    if (out->reason != FCAP_REASON_NONE) {
        return FCAP_OK;
    }
    unsigned const asked = asked_now(q);
    TRY(prove(run, q, asked, exact, &out->proved));
    if (out->proved) {
        return FCAP_OK;
    }
    division all;
    TRY(fcap_divide(run, q, asked, -1, &all));
    out->proved = all == DIVISION_EXISTS;
    if (all == DIVISION_OPEN || (all == DIVISION_NONE && why)) {
        TRY(divide_parts(run, q, asked, out));
    }
    if (all == DIVISION_NONE && out->reason == FCAP_REASON_NONE) {
        *out = found(FCAP_REASON_COMBINED, AS_A_WHOLE, -1);
    }
    return FCAP_OK;
}

fcap_status fcap_judge(fcap_run *run, const request *q, int why, finding *out) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    *out = NOTHING_FOUND;
    TRY(judge(run, q, why, out));
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
