/* fuzz_solver.c - small requests (at most 64 points) with every rule, each made around an
 * answer that is drawn first. What the tests' own judge finds valid is never called impossible,
 * nor is anything cheaper than a bound or an optimum; what fcap_cluster() answers is a
 * partition that keeps what the method enforces, costs what it says, and does not depend on
 * threads.
 *
 *   bytes: n, k, shape, method, rules (2), balance, slack, then one a point: place, label,
 * group; bytes that lack are drawn
 */
#include "fuzz/require.h"
#include "instances.h"
#include "verify.h"

#include <faircap/faircap.h>

#include <math.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum {
    HEAD = 8,
    N_MOST = 64,
    K_MOST = 10,
    D_MOST = 3,
    PAIRS_MOST = 6
};

/* One bit each. */
enum {
    BALANCE = 1,
    FITTING = 2, /* the balance is that of the drawn answer */
    SHARE = 4,
    NO_ISOLATE = 8,
    WEIGHT = 16,
    TOGETHER = 32,
    APART = 64,
    MEDOIDS = 128,
    START = 256,
    KEEP = 512,
    CAPACITIES = 1024,
    MIN_SIZE = 2048,
    DISTANCE = 4096,
    SSE = 8192,
    UNKNOWN = 16384,
    AVOID = 32768
};

typedef struct request {
    unsigned asked;
    fcap_problem p;
    fcap_rules r;
    int32_t label[N_MOST]; /* the answer that it is made around */
    int valid;             /* does that obey the rules? */
    double cost;           /* of it */
    double x[N_MOST * D_MOST];
    double distance[N_MOST * N_MOST];
    int32_t group[N_MOST];
    int64_t weight[N_MOST];
    char candidate[N_MOST];
    int64_t capacity[K_MOST];
    int32_t start[N_MOST];
    fcap_attribute attribute;
    fcap_share share;
    fcap_no_isolate no_isolate;
    int64_t first[3][PAIRS_MOST + 1];
    int64_t member[3][2 * PAIRS_MOST];
} request;

typedef struct bytes {
    const unsigned char *data;
    size_t left;
    dice luck;
} bytes;

static int next(bytes *b) {
    if (b->left > 0) {
        b->left--;
        return *b->data++;
    }
    return (int)roll(&b->luck, 0, 255);
}

static void draw_points_of(bytes *b, request *q, int grid) {
    int const n = (int)q->p.n;
    int32_t const k = q->r.k;
    int const n_groups = q->attribute.n_groups;
    for (int i = 0; i < n; i++) {
        int const place = next(b);
        int const other = next(b);
        q->label[i] = i < k ? i : other % k;
        q->group[i] = i < n_groups                              ? i
                      : (q->asked & UNKNOWN) && place % 11 == 0 ? -1
                                                                : other / 16 % n_groups;
        q->weight[i] = q->asked & WEIGHT ? 1 + place % 5 : 1;
        q->candidate[i] = (char)(!(q->asked & MEDOIDS) || i < k || place % 3 != 0);
        q->start[i] = q->asked & KEEP && place % 2 ? -1 : q->label[i];
        for (int c = 0; c < q->p.d; c++) {
            q->x[i * q->p.d + c] = c == 0   ? (grid ? place / 32 : place)
                                   : c == 1 ? other % 7
                                            : roll_unit(&b->luck);
        }
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double const d =
                i == j ? 0 : fabs(q->x[i * q->p.d] - q->x[j * q->p.d]) + (i + j) % 3;
            q->distance[i * n + j] = q->distance[j * n + i] = d;
        }
    }
}

/* Pairs of points that do (or do not) share a cluster of the drawn answer. */
static fcap_sets draw_pairs(bytes *b, request *q, int which, int same) {
    int n = 0;
    for (int t = 0; t < 4 * PAIRS_MOST && n < PAIRS_MOST; t++) {
        int64_t const i = next(b) % q->p.n;
        int64_t const j = next(b) % q->p.n;
        if (i != j && (q->label[i] == q->label[j]) == same) {
            q->first[which][n] = 2 * n;
            q->member[which][2 * n] = i;
            q->member[which][2 * n + 1] = j;
            n++;
        }
    }
    q->first[which][n] = 2 * n;
    return (fcap_sets){n, q->first[which], q->member[which]};
}

static void draw_sizes(request *q, int slack) {
    int64_t load[K_MOST] = {0};
    int64_t members[K_MOST] = {0};
    int64_t largest = 0;
    int64_t smallest = N_MOST;
    for (int i = 0; i < q->p.n; i++) {
        load[q->label[i]] += q->weight[i];
        members[q->label[i]]++;
    }
    for (int c = 0; c < q->r.k; c++) {
        largest = load[c] > largest ? load[c] : largest;
        smallest = members[c] < smallest ? members[c] : smallest;
        q->capacity[c] = load[c] + slack % 3;
    }
    q->r.max_size = largest + slack % 4;
    q->r.min_size = q->asked & MIN_SIZE ? smallest : 1;
    q->r.capacity = q->asked & CAPACITIES ? q->capacity : NULL;
}

/* The largest balance that the drawn answer has. */
static fcap_ratio balance_of(const request *q) {
    fcap_ratio least = {1, 1};
    for (int c = 0; c < q->r.k; c++) {
        int64_t count[4] = {0};
        for (int i = 0; i < q->p.n; i++) {
            if (q->label[i] == c && q->group[i] >= 0) {
                count[q->group[i]]++;
            }
        }
        for (int g = 0; g < q->attribute.n_groups; g++) {
            for (int h = 0; h < q->attribute.n_groups; h++) {
                if (count[h] > 0 && count[g] * least.den < least.num * count[h]) {
                    least = (fcap_ratio){count[g], count[h]};
                }
            }
        }
    }
    return least;
}

static void read_request(const unsigned char *data, size_t size, request *q) {
    bytes b = {data + HEAD, size - HEAD, dice_of((uint64_t)data[0] << 8 | data[6])};
    memset(q, 0, sizeof *q);
    q->asked = (unsigned)data[4] | (unsigned)data[5] << 8;
    q->p = (fcap_problem)FCAP_PROBLEM_INIT;
    q->r = (fcap_rules)FCAP_RULES_INIT;
    q->p.n = 4 + data[0] % (N_MOST - 3);
    q->r.k = 1 + data[1] % (q->p.n < K_MOST ? (int)q->p.n : K_MOST);
    q->p.d = 1 + data[2] % D_MOST;
    q->attribute = (fcap_attribute){q->group, 2 + data[2] / 4 % 3, {0, 1}};
    draw_points_of(&b, q, data[2] / 16 % 2);
    draw_sizes(q, data[7]);
    q->p.x = q->x;
    q->p.metric = (fcap_metric)(data[2] / 32 % 3);
    q->p.distance = q->asked & DISTANCE && !(q->asked & SSE) ? q->distance : NULL;
    q->p.objective = q->asked & SSE ? FCAP_OBJECTIVE_SSE : FCAP_OBJECTIVE_MEDOIDS;
    q->p.metric = q->asked & SSE ? FCAP_METRIC_EUCLIDEAN : q->p.metric;
    q->p.weight = q->asked & WEIGHT ? q->weight : NULL;
    q->p.candidate = q->asked & MEDOIDS && !(q->asked & SSE) ? q->candidate : NULL;
    q->p.attribute = &q->attribute;
    q->p.n_attributes = 1;
    if (q->asked & BALANCE) {
        q->attribute.balance =
            q->asked & FITTING ? balance_of(q) : (fcap_ratio){data[6] % 8, 8};
    }
    if (q->asked & SHARE) {
        q->share =
            (fcap_share){0, data[6] / 8 % 2, {data[6] / 16 % 4, 12}, {8 + data[6] / 64, 12}};
        q->r.share = &q->share;
        q->r.n_shares = 1;
    }
    if (q->asked & NO_ISOLATE) {
        q->no_isolate = (fcap_no_isolate){0, data[7] / 4 % q->attribute.n_groups};
        q->r.no_isolate = &q->no_isolate;
        q->r.n_no_isolate = 1;
    }
    q->r.together = q->asked & TOGETHER ? draw_pairs(&b, q, 0, 1) : q->r.together;
    q->r.apart = q->asked & APART ? draw_pairs(&b, q, 1, 0) : q->r.apart;
    q->r.avoid = q->asked & AVOID ? draw_pairs(&b, q, 2, 1) : q->r.avoid;
    q->r.start = q->asked & (START | KEEP) ? q->start : NULL;
    q->r.keep = (q->asked & KEEP) != 0;
    judged const j = verify_rules(&q->p, &q->r, q->label);
    q->valid = j.valid;
    q->cost = j.cost;
}

static int broken(const judged *j, unsigned enforced) {
    return (enforced & FCAP_ENFORCES_CAPACITY && j->over_capacity + j->under_min_size > 0) ||
           (enforced & FCAP_ENFORCES_BALANCE && j->unbalanced > 0) ||
           (enforced & FCAP_ENFORCES_WISHES && j->wrong_shares + j->isolating + j->divided +
                                                       j->not_apart + j->moved +
                                                       j->without_medoid >
                                                   0);
}

static void check_answer(const request *q, fcap_method method, const int32_t *label,
                         const fcap_report *report) {
    judged const j = verify_rules(&q->p, &q->r, label);
    unsigned const enforced = fcap_method_enforces(method);
    REQUIRE(j.is_partition, "no partition");
    REQUIRE(!broken(&j, enforced), "a rule is broken: rules %04x, %s", q->asked,
            fcap_method_name(method));
    REQUIRE(fabs(j.cost - report->cost) <= 1e-9 * (1 + j.cost), "costs %.17g, not %.17g",
            j.cost, report->cost);
    if (q->valid && method == FCAP_METHOD_BEST) {
        double const more = q->cost * (1 + 1e-9) + 1e-9;
        REQUIRE(report->lower_bound <= more, "bound %.17g, but %.17g is possible",
                report->lower_bound, q->cost);
        REQUIRE(report->outcome != FCAP_OPTIMAL || report->cost <= more,
                "optimal %.17g, but %.17g", report->cost, q->cost);
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static request q;
    if (size < HEAD) {
        return 0;
    }
    read_request(data, size, &q);
    fcap_plan_report plan;
    fcap_error err = {0};
    if (fcap_plan(&q.p, &q.r, &plan, &err) == FCAP_OK) {
        REQUIRE(!q.valid || plan.verdict != FCAP_VERDICT_INFEASIBLE, "called infeasible: %s",
                plan.sentence);
    } else {
        REQUIRE(err.status == FCAP_E_ARGUMENT, "%s", err.message);
    }
    fcap_options o;
    fcap_options_init(&o);
    o.method = data[3] % 4 ? FCAP_METHOD_BEST : (fcap_method)(data[3] / 4 % FCAP_METHOD_END);
    o.fairlets = (fcap_fairlets)(data[3] / 32 % FCAP_FAIRLETS_END);
    o.bound = data[3] & 128 ? FCAP_BOUND_OFF : FCAP_BOUND_AUTO;
    /* Whole searches are for test_rules.c: here most are stopped early, wherever they are, by
     * a clock that goes on by a microsecond with every look at it (clock.c). */
    int const whole = q.p.n <= 12 && data[7] % 16 == 0;
    o.time_limit = whole ? 0 : 1e-6 * (1 + data[7] * data[7] / 64);
    o.effort = 1;
    o.threads = 1;
    int32_t label[N_MOST];
    int32_t other[N_MOST];
    fcap_report report;
    fcap_status const status = fcap_cluster(&q.p, &q.r, &o, label, &report, &err);
    REQUIRE(status == FCAP_OK || status == FCAP_E_ARGUMENT || status == FCAP_E_NOT_FOUND ||
                status == FCAP_E_INFEASIBLE || (status == FCAP_E_CANCELLED && !whole),
            "status %d: %s", (int)status, err.message);
    REQUIRE(status != FCAP_E_INFEASIBLE || !q.valid, "infeasible, but there is an answer: %s",
            err.message);
    if (status == FCAP_OK) {
        check_answer(&q, o.method, label, &report);
        if (whole) {
            o.threads = 2;
            REQUIRE(fcap_cluster(&q.p, &q.r, &o, other, &report, &err) == FCAP_OK, "%s",
                    err.message);
            REQUIRE(memcmp(label, other, (size_t)q.p.n * sizeof *label) == 0,
                    "threads change labels");
        }
    }
    return 0;
}
