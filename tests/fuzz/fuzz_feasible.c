/* fuzz_feasible.c - small requests of every kind, judged by fcap_plan() and by dynamic
 * programming. Two groups: the verdict, the reason and each smallest change must be exactly
 * right. Three groups, or points of unknown group: what is called impossible must be, and no
 * change may be passed over that works.
 *
 *   bytes: kind, a, b, c, k, max_size, min_size, p, r, slack, extremes
 */
#include "fuzz/dp_oracle.h"

#include <faircap/faircap.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define REQUIRE(condition)                                                                     \
    do {                                                                                       \
        if (!(condition)) {                                                                    \
            fprintf(stderr, "not true: %s (line %d)\n", #condition, __LINE__);                 \
            complain(q, report);                                                               \
            abort();                                                                           \
        }                                                                                      \
    } while (0)

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum {
    GROUP_MOST = 11,
    SMALL_MOST = 4,
    POINTS_MOST = 2 * GROUP_MOST
};

typedef enum third {
    NO_THIRD,
    THIRD_GROUP,
    THIRD_UNKNOWN
} third;

/* A request in plain numbers, for the oracles. */
typedef struct request {
    int count[3];
    third kind;
    int n;
    int64_t k;
    int64_t max_size; /* 0: by the slack */
    int64_t min_size;
    fcap_ratio slack;
    int p;
    int r;
} request;

static void complain(const request *q, const fcap_plan_report *report) {
    fprintf(
        stderr,
        "a %d, b %d, c %d (kind %d), k %lld, max_size %lld, min_size %lld, slack %lld/%lld, "
        "t %d/%d\n",
        q->count[0], q->count[1], q->count[2], (int)q->kind, (long long)q->k,
        (long long)q->max_size, (long long)q->min_size, (long long)q->slack.num,
        (long long)q->slack.den, q->p, q->r);
    fprintf(stderr,
            "verdict %d, reason %d, capacity %lld, changes %lld, %d, %lld/%lld, %lld: %s\n",
            (int)report->verdict, (int)report->reason, (long long)report->max_size,
            (long long)report->change_max_size, (int)report->change_clusters,
            (long long)report->change_balance.num, (long long)report->change_balance.den,
            (long long)report->change_min_size, report->sentence);
}

/* ---- the oracles ---- */

/* The capacity for k clusters, by counting up: the smallest q with q k den >= n num. */
static int64_t capacity(const request *q, int64_t k) {
    if (q->max_size > 0) {
        return q->max_size;
    }
    int64_t s = 1;
    while (s * k * q->slack.den < q->n * q->slack.num) {
        s++;
    }
    return s;
}

/* Three counts: reach[x][y][z] after i clusters. */
static int allowed3(const request *q, const int *c, int most, int least, int p, int r) {
    int const s = c[0] + c[1] + c[2];
    int low = c[0] < c[1] ? c[0] : c[1];
    int high = c[0] > c[1] ? c[0] : c[1];
    if (q->kind == THIRD_GROUP) {
        low = c[2] < low ? c[2] : low;
        high = c[2] > high ? c[2] : high;
    }
    return s >= 1 && s >= least && s <= most && p * high <= r * low;
}

static int dp3(const request *q, int k, int most, int least, int p, int r) {
    enum {
        SIDE = SMALL_MOST + 1,
        CELLS = SIDE * SIDE * SIDE
    };
    char reach[CELLS] = {1};
    for (int i = 0; i < k; i++) {
        char next[CELLS] = {0};
        int any = 0;
        for (int from = 0; from < CELLS; from++) {
            int const x[3] = {from / SIDE / SIDE, from / SIDE % SIDE, from % SIDE};
            if (!reach[from]) {
                continue;
            }
            int u[3];
            for (u[0] = 0; u[0] <= q->count[0] - x[0]; u[0]++) {
                for (u[1] = 0; u[1] <= q->count[1] - x[1]; u[1]++) {
                    for (u[2] = 0; u[2] <= q->count[2] - x[2]; u[2]++) {
                        if (allowed3(q, u, most, least, p, r)) {
                            next[from + (u[0] * SIDE + u[1]) * SIDE + u[2]] = 1;
                            any = 1;
                        }
                    }
                }
            }
        }
        if (!any) {
            return 0;
        }
        memcpy(reach, next, sizeof reach);
    }
    return reach[(q->count[0] * SIDE + q->count[1]) * SIDE + q->count[2]];
}

/* Can it be done, with these numbers in place of the asked ones? */
static int possible(const request *q, int64_t k, int64_t most, int p, int r) {
    if (k < 1 || k > q->n || q->min_size > q->n) {
        return 0;
    }
    int const small_most = most < q->n ? (int)most : q->n;
    if (q->kind == NO_THIRD) {
        return dp_feasible(q->count[0], q->count[1], (int)k, small_most, (int)q->min_size, p,
                           r);
    }
    return dp3(q, (int)k, small_most, (int)q->min_size, p, r);
}

/* ---- the checks ---- */

/* The reasons in the order of the header, from their one-line definitions. */
static fcap_reason expected_reason(const request *q, int64_t most) {
    int const few = q->count[0] < q->count[1] ? q->count[0] : q->count[1];
    int const many = q->n - few;
    if (q->k > q->n) {
        return FCAP_REASON_K_ABOVE_N;
    }
    if (most < q->n && q->k * most < q->n) {
        return FCAP_REASON_CAPACITY;
    }
    if (q->min_size > most || q->min_size > q->n || q->k * q->min_size > q->n) {
        return FCAP_REASON_MIN_SIZE;
    }
    if (q->p > 0 && few == 0) {
        return FCAP_REASON_ONE_GROUP;
    }
    if (q->p * many > q->r * few) {
        return FCAP_REASON_BALANCE;
    }
    if (q->p > 0 && few < q->k) {
        return FCAP_REASON_GROUP_BELOW_K;
    }
    return FCAP_REASON_PACKING;
}

static int is_smaller(int x, int y, int64_t p, int64_t r) { /* x / y < p / r */
    return x * r < p * y;
}

static void check_capacity_change(const request *q, const fcap_plan_report *report,
                                  int64_t most) {
    int64_t const change = report->change_max_size;
    REQUIRE(change == 0 || (change > most && change <= q->n));
    int64_t const last = change == 0 ? q->n : change - 1;
    for (int64_t s = most + 1; s <= last; s++) {
        REQUIRE(!possible(q, q->k, s, q->p, q->r));
    }
    REQUIRE(change == 0 || q->kind != NO_THIRD || possible(q, q->k, change, q->p, q->r));
}

static void check_clusters_change(const request *q, const fcap_plan_report *report) {
    int64_t const change = report->change_clusters;
    REQUIRE(change >= 0 && change <= q->n);
    int64_t const distance = change == 0 ? INT64_MAX : llabs(change - q->k);
    for (int64_t k = 1; k <= q->n; k++) {
        int64_t const away = llabs(k - q->k);
        if (away < distance || (away == distance && k < change)) {
            REQUIRE(!possible(q, k, capacity(q, k), q->p, q->r));
        }
    }
    REQUIRE(change != q->k || change == 0);
    REQUIRE(change == 0 || q->kind != NO_THIRD ||
            possible(q, change, capacity(q, change), q->p, q->r));
}

static void check_balance_change(const request *q, const fcap_plan_report *report,
                                 int64_t most) {
    fcap_ratio const change = report->change_balance;
    REQUIRE(change.den >= 0 && change.num >= 0 && change.num <= change.den);
    REQUIRE(change.den == 0 || change.num * q->r < q->p * change.den || q->p == 0);
    if (change.den == 0) {
        REQUIRE(change.num == 0);
        REQUIRE(!possible(q, q->k, most, 0, 1));
        return;
    }
    REQUIRE(change.num + change.den <= q->n || change.num == 0);
    for (int y = 1; y <= q->n; y++) {
        for (int x = 1; x <= y && x + y <= q->n; x++) {
            if (is_smaller(x, y, q->p, q->r) && !is_smaller(x, y, change.num, change.den) &&
                x * change.den != change.num * y) {
                REQUIRE(!possible(q, q->k, most, x, y));
            }
        }
    }
    REQUIRE(q->kind != NO_THIRD || possible(q, q->k, most, (int)change.num, (int)change.den));
}

static void check_minimum_change(const request *q, const fcap_plan_report *report,
                                 int64_t most) {
    int64_t const change = report->change_min_size;
    request other = *q;
    REQUIRE(change >= 0 && change <= q->n && (change == 0 || change < q->min_size));
    other.min_size = q->min_size <= q->n ? q->min_size : q->n + 1;
    while (--other.min_size > change) {
        REQUIRE(!possible(&other, q->k, most, q->p, q->r));
    }
    REQUIRE(change == 0 || q->kind != NO_THIRD || possible(&other, q->k, most, q->p, q->r));
}

static void check_plan(const request *q, const fcap_plan_report *report) {
    int64_t const most = capacity(q, q->k);
    REQUIRE(report->max_size == most);
    int const can = possible(q, q->k, most, q->p, q->r);
    if (q->kind == NO_THIRD) {
        REQUIRE(report->verdict == (can ? FCAP_VERDICT_FEASIBLE : FCAP_VERDICT_INFEASIBLE));
    } else {
        REQUIRE(!can || report->verdict != FCAP_VERDICT_INFEASIBLE);
        REQUIRE(can || report->verdict != FCAP_VERDICT_FEASIBLE);
    }
    if (report->verdict != FCAP_VERDICT_INFEASIBLE) {
        REQUIRE(report->reason == FCAP_REASON_NONE && report->attribute == -1);
        REQUIRE(report->change_max_size == 0 && report->change_clusters == 0 &&
                report->change_balance.den == 0 && report->change_min_size == 0 &&
                report->sentence[0] == 0);
        return;
    }
    REQUIRE(report->reason > FCAP_REASON_NONE && report->reason < FCAP_REASON_END);
    REQUIRE(q->kind != NO_THIRD || report->reason == expected_reason(q, most));
    REQUIRE(report->attribute == (report->reason >= FCAP_REASON_ONE_GROUP ? 0 : -1));
    REQUIRE(memchr(report->sentence, 0, sizeof report->sentence) != NULL);
    REQUIRE(strlen(report->sentence) > 20);
    check_capacity_change(q, report, most < q->n ? most : q->n);
    check_clusters_change(q, report);
    check_balance_change(q, report, most);
    check_minimum_change(q, report, most);
}

/* ---- bytes -> request ---- */

/* Numbers at the edge of their types must not overflow on the way. */
static int64_t extreme(unsigned which) {
    static const int64_t value[] = {INT64_MAX,        INT64_MAX / 2,      (int64_t)1 << 62,
                                    (int64_t)1 << 61, (int64_t)INT32_MAX, (int64_t)1 << 31,
                                    (int64_t)1 << 32, (int64_t)1 << 33};
    return value[which % 8];
}

static request read_request(const unsigned char *d) {
    static const fcap_ratio slacks[] = {{101, 100},
                                        {1, 1},
                                        {11, 10},
                                        {3, 2},
                                        {1000000000, 999999999},
                                        {5, 1},
                                        {999999999, 999999998}};
    request q = {.kind = (third)(d[0] % 8 < 6 ? 0 : d[0] % 8 - 5)};
    int const limit = q.kind == NO_THIRD ? GROUP_MOST : SMALL_MOST;
    q.count[0] = d[1] % (limit + 1);
    q.count[1] = d[2] % (limit + 1);
    q.count[2] = q.kind == NO_THIRD ? 0 : 1 + d[3] % limit;
    if (q.kind != NO_THIRD || q.count[0] + q.count[1] == 0) {
        q.count[0] += q.count[0] == 0; /* every group has a member */
        q.count[1] += q.kind != NO_THIRD && q.count[1] == 0;
    }
    q.n = q.count[0] + q.count[1] + q.count[2];
    q.k = 1 + d[4] % (q.n + 2);
    q.max_size = d[5] % (q.n + 3);
    q.min_size = 1 + d[6] % 8 % (q.n + 1);
    q.r = 1 + d[8] % 12;
    q.p = d[7] % (q.r + 1);
    q.slack = slacks[d[9] % (sizeof slacks / sizeof *slacks)];
    unsigned const e = d[10];
    if (e >= 224) { /* rarely */
        q.max_size = e & 1 ? extreme(e >> 1) : q.max_size;
        q.min_size = e & 2 ? extreme(e >> 2) : q.min_size;
        q.k = (e & 7) == 4 ? INT32_MAX : q.k;
    }
    return q;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    if (size < 11) {
        return 0;
    }
    request const q = read_request(data);
    int32_t group[POINTS_MOST + 1];
    int at = 0;
    for (int g = 0; g < 3; g++) {
        for (int i = 0; i < q.count[g]; i++) {
            group[at++] = g < 2 ? g : q.kind == THIRD_GROUP ? 2 : -1;
        }
    }
    if (q.count[0] == 0) { /* one group only: number 0 */
        memset(group, 0, sizeof group);
    }
    int const n_groups = q.kind == THIRD_GROUP ? 3 : (q.count[0] > 0) + (q.count[1] > 0);
    fcap_attribute const attribute = {group, n_groups, {q.p, q.r}};
    fcap_problem problem = FCAP_PROBLEM_INIT;
    problem.n = q.n;
    problem.d = 1;
    problem.attribute = &attribute;
    problem.n_attributes = 1;
    fcap_rules rules = FCAP_RULES_INIT;
    rules.k = (int32_t)q.k;
    rules.max_size = q.max_size;
    rules.min_size = q.min_size;
    rules.slack = q.slack;
    fcap_plan_report report;
    fcap_error err;
    if (fcap_plan(&problem, &rules, &report, &err) != FCAP_OK) {
        fprintf(stderr, "refused: %s\n", err.message);
        abort();
    }
    check_plan(&q, &report);
    return 0;
}
