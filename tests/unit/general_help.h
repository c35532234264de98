/* general_help.h - small problems with all kinds of rules, and the best of all labellings.
 *
 * The judge here shares no code with src/: it counts points and compares fractions by cross
 * multiplication, one rule after another.
 */
#ifndef TESTS_GENERAL_HELP_H
#define TESTS_GENERAL_HELP_H

#include "instances.h"

#include <faircap/faircap.h>

#include <math.h>
#include <string.h>

enum {
    WISH_MOST = 9,
    WISH_D = 2,
    WISH_K = 4
};

/* What may be asked for, as a set of bits. */
enum {
    ASK_BALANCE = 1,
    ASK_TWO = 2,
    ASK_SHARE = 4,
    ASK_ALONE = 8,
    ASK_WEIGHTS = 16,
    ASK_SIZES = 32,
    ASK_TOGETHER = 64,
    ASK_APART = 128,
    ASK_AVOID = 256,
    ASK_KEEP = 512,
    ASK_CANDIDATES = 1024,
    ASK_SSE = 2048,
    ASK_MISSING = 4096,
    ASK_END = 8192
};

typedef struct wish {
    double x[WISH_MOST * WISH_D];
    int32_t group[2][WISH_MOST];
    fcap_attribute attribute[2];
    int64_t weight[WISH_MOST];
    int64_t capacity[WISH_K];
    char candidate[WISH_MOST];
    fcap_share share[2];
    fcap_no_isolate alone;
    int64_t set_start[3][3];
    int64_t set_member[3][6];
    int32_t start[WISH_MOST];
    double aim[WISH_D];
    fcap_problem p;
    fcap_rules r;
    int asked;
} wish;

static inline fcap_sets wish_sets(wish *w, dice *luck, int which, int64_t n, int64_t size) {
    for (int64_t s = 0; s < 2; s++) {
        w->set_start[which][s] = s * size;
        for (int64_t x = 0; x < size; x++) {
            w->set_member[which][s * size + x] = roll(luck, 0, n - 1);
        }
    }
    w->set_start[which][2] = 2 * size;
    return (fcap_sets){roll(luck, 1, 2), w->set_start[which], w->set_member[which]};
}

static inline void wish_groups(wish *w, dice *luck, int64_t n, int asked) {
    for (int32_t a = 0; a < 2; a++) {
        int32_t const groups = (int32_t)roll(luck, 2, 3);
        for (int64_t j = 0; j < n; j++) {
            int const missing = (asked & ASK_MISSING) && roll(luck, 0, 5) == 0;
            w->group[a][j] = missing ? -1 : (int32_t)roll(luck, 0, groups - 1);
        }
        int64_t const den = roll(luck, 1, 4);
        int const balanced = (asked & ASK_BALANCE) && (a == 0 || (asked & ASK_TWO));
        w->attribute[a] = (fcap_attribute){
            w->group[a], groups, {balanced ? roll(luck, 1, den) : 0, balanced ? den : 1}};
    }
    for (int s = 0; s < 2; s++) {
        int64_t const den = roll(luck, 2, 6);
        int64_t const most = roll(luck, 1, den);
        w->share[s] = (fcap_share){(int32_t)roll(luck, 0, 1),
                                   (int32_t)roll(luck, -1, 1),
                                   {roll(luck, 0, most), den},
                                   {most, den}};
        if (roll(luck, 0, 2) > 0) {
            w->share[s].least.num = 0;
        }
    }
    w->alone = (fcap_no_isolate){(int32_t)roll(luck, 0, 1), (int32_t)roll(luck, 0, 1)};
}

/* n points, k clusters, and what is asked for, all by lot. */
static inline void wish_draw(wish *w, dice *luck, int64_t n, int32_t k, int asked) {
    *w = (wish){.asked = asked};
    draw_points(luck, (shape_of_points)roll(luck, 0, GRID), w->x, n, WISH_D);
    wish_groups(w, luck, n, asked);
    int64_t total = 0;
    for (int64_t j = 0; j < n; j++) {
        w->weight[j] = (asked & ASK_WEIGHTS) ? roll(luck, 1, 6) : 1;
        total += w->weight[j];
        w->candidate[j] = roll(luck, 0, 2) > 0;
        w->start[j] = roll(luck, 0, 2) == 0 ? (int32_t)roll(luck, 0, k - 1) : -1;
    }
    w->p = (fcap_problem)FCAP_PROBLEM_INIT;
    w->p.x = w->x;
    w->p.n = n;
    w->p.d = WISH_D;
    w->p.attribute = w->attribute;
    w->p.n_attributes = 2;
    w->p.weight = (asked & ASK_WEIGHTS) ? w->weight : NULL;
    w->p.candidate = (asked & ASK_CANDIDATES) ? w->candidate : NULL;
    w->p.objective = (asked & ASK_SSE) ? FCAP_OBJECTIVE_SSE : FCAP_OBJECTIVE_MEDOIDS;
    w->r = (fcap_rules)FCAP_RULES_INIT;
    w->r.k = k;
    int64_t const even = (total + k - 1) / k;
    w->r.max_size = even + roll(luck, 0, 2 * total / n);
    w->r.min_size = even > 2 && n / k >= 2 ? roll(luck, 1, 2) : 1;
    for (int32_t i = 0; i < k; i++) {
        w->capacity[i] = even + roll(luck, -1, 3);
        w->capacity[i] = w->capacity[i] < 1 ? 1 : w->capacity[i];
    }
    w->r.capacity = (asked & ASK_SIZES) ? w->capacity : NULL;
    w->r.share = w->share;
    w->r.n_shares = (asked & ASK_SHARE) ? (int32_t)roll(luck, 1, 2) : 0;
    w->r.no_isolate = &w->alone;
    w->r.n_no_isolate = (asked & ASK_ALONE) ? 1 : 0;
    if (asked & ASK_TOGETHER) {
        w->r.together = wish_sets(w, luck, 0, n, 2);
    }
    if (asked & ASK_APART) {
        w->r.apart = wish_sets(w, luck, 1, n, 2);
    }
    if (asked & ASK_AVOID) {
        w->r.avoid = wish_sets(w, luck, 2, n, 3);
    }
    if (asked & ASK_KEEP) {
        w->r.start = w->start;
        w->r.keep = 1;
    }
}

/* Members alike in some coordinates, clusters in others, instead of the objective drawn. */
static inline void wish_mix(wish *w, dice *luck) {
    for (int c = 0; c < WISH_D; c++) {
        w->aim[c] = (double)roll(luck, -4, 4) / 2;
    }
    w->p.objective = FCAP_OBJECTIVE_MIXED;
    w->p.aim = w->aim;
}

/* ---- the judge ---- */

static inline int wish_shares(const wish *w, const int32_t *label, int32_t c) {
    for (int32_t s = 0; s < w->r.n_shares; s++) {
        const fcap_share *const share = &w->share[s];
        int64_t size = 0;
        int64_t count = 0;
        for (int64_t j = 0; j < w->p.n; j++) {
            size += label[j] == c;
            count += label[j] == c && w->group[share->attribute][j] == share->group;
        }
        if (count * share->least.den < share->least.num * size ||
            count * share->most.den > share->most.num * size) {
            return 0;
        }
    }
    return 1;
}

static inline int wish_balanced(const wish *w, const int32_t *label, int32_t c) {
    for (int a = 0; a < 2; a++) {
        const fcap_attribute *const t = &w->attribute[a];
        int64_t count[3] = {0};
        for (int64_t j = 0; j < w->p.n; j++) {
            if (label[j] == c && w->group[a][j] >= 0) {
                count[w->group[a][j]]++;
            }
        }
        for (int32_t g = 0; g < t->n_groups; g++) {
            for (int32_t h = 0; h < t->n_groups; h++) {
                if (count[g] * t->balance.den < count[h] * t->balance.num) {
                    return 0;
                }
            }
        }
    }
    return 1;
}

static inline int wish_cluster_ok(const wish *w, const int32_t *label, int32_t c) {
    int64_t load = 0;
    int64_t size = 0;
    int64_t alone = 0;
    int64_t candidates = 0;
    for (int64_t j = 0; j < w->p.n; j++) {
        int const in = label[j] == c;
        load += in ? w->weight[j] : 0;
        size += in;
        alone += in && w->group[w->alone.attribute][j] == w->alone.group;
        candidates += in && (w->p.candidate == NULL || w->candidate[j]);
    }
    int64_t const most = w->r.capacity != NULL ? w->capacity[c] : w->r.max_size;
    return load <= most && size >= w->r.min_size && candidates > 0 &&
           !(w->r.n_no_isolate > 0 && alone == 1) && wish_balanced(w, label, c) &&
           wish_shares(w, label, c);
}

/* Pairs of the sets that share a cluster; each pair of points once. */
static inline int64_t wish_pairs(const wish *w, const fcap_sets *sets, const int32_t *label) {
    char seen[WISH_MOST][WISH_MOST] = {{0}};
    int64_t met = 0;
    (void)w;
    for (int64_t s = 0; s < sets->n; s++) {
        for (int64_t a = sets->start[s]; a < sets->start[s + 1]; a++) {
            for (int64_t b = sets->start[s]; b < sets->start[s + 1]; b++) {
                int64_t const x = sets->member[a];
                int64_t const y = sets->member[b];
                if (x < y && !seen[x][y]) {
                    seen[x][y] = 1;
                    met += label[x] == label[y];
                }
            }
        }
    }
    return met;
}

static inline int wish_obeyed(const wish *w, const int32_t *label) {
    for (int32_t c = 0; c < w->r.k; c++) {
        if (!wish_cluster_ok(w, label, c)) {
            return 0;
        }
    }
    for (int64_t s = 0; s < w->r.together.n; s++) {
        for (int64_t a = w->r.together.start[s] + 1; a < w->r.together.start[s + 1]; a++) {
            if (label[w->r.together.member[a]] != label[w->r.together.member[a - 1]]) {
                return 0;
            }
        }
    }
    for (int64_t j = 0; w->r.keep && j < w->p.n; j++) {
        if (w->start[j] >= 0 && label[j] != w->start[j]) {
            return 0;
        }
    }
    return wish_pairs(w, &w->r.apart, label) == 0;
}

static inline double wish_distance(const wish *w, int64_t a, int64_t b) {
    double sum = 0;
    for (int c = 0; c < WISH_D; c++) {
        double const t = w->x[a * WISH_D + c] - w->x[b * WISH_D + c];
        sum += t * t;
    }
    return sqrt(sum);
}

static inline double wish_sse(const wish *w, const int32_t *label, int32_t c) {
    double cost = 0;
    for (int e = 0; e < WISH_D; e++) {
        double mean = 0;
        double size = 0;
        for (int64_t j = 0; j < w->p.n; j++) {
            mean += label[j] == c ? w->x[j * WISH_D + e] : 0;
            size += label[j] == c;
        }
        mean /= size;
        for (int64_t j = 0; j < w->p.n; j++) {
            double const t = w->x[j * WISH_D + e] - mean;
            cost += label[j] == c ? t * t : 0;
        }
    }
    return cost;
}

/* All pairs of points: half their squared differences, divided by the size, are the squares
 * around the mean; of the whole, less those of the clusters, what is between them. */
static inline double wish_inside(const wish *w, const int32_t *label, int c) {
    double inside = 0;
    for (int32_t g = 0; g < w->r.k; g++) {
        double sum = 0;
        double size = 0;
        for (int64_t i = 0; i < w->p.n; i++) {
            for (int64_t j = 0; j < w->p.n; j++) {
                double const t = w->x[i * WISH_D + c] - w->x[j * WISH_D + c];
                sum += label[i] == g && label[j] == g ? t * t / 2 : 0;
            }
            size += label[i] == g;
        }
        inside += size > 0 ? sum / size : 0;
    }
    return inside;
}

static inline double wish_mixed(const wish *w, const int32_t *label) {
    int32_t one[WISH_MOST] = {0}; /* all points in one cluster */
    double cost = 0;
    for (int c = 0; c < WISH_D; c++) {
        double const inside = wish_inside(w, label, c);
        cost +=
            w->aim[c] > 0 ? w->aim[c] * inside : -w->aim[c] * (wish_inside(w, one, c) - inside);
    }
    return cost;
}

static inline double wish_cost(const wish *w, const int32_t *label) {
    double cost = 0;
    if (w->p.objective == FCAP_OBJECTIVE_MIXED) {
        return wish_mixed(w, label);
    }
    for (int32_t c = 0; c < w->r.k; c++) {
        double least = INFINITY;
        for (int64_t m = 0; m < w->p.n; m++) {
            if (label[m] != c || (w->p.candidate != NULL && !w->candidate[m])) {
                continue;
            }
            double sum = 0;
            for (int64_t j = 0; j < w->p.n; j++) {
                sum += label[j] == c ? wish_distance(w, m, j) : 0;
            }
            least = sum < least ? sum : least;
        }
        cost += w->p.objective == FCAP_OBJECTIVE_SSE ? wish_sse(w, label, c) : least;
    }
    return cost;
}

typedef struct wished {
    int found; /* some labelling obeys all rules */
    int64_t met;
    double cost;
    double least; /* of all, whatever pairs they repeat */
} wished;

/* The best of all k^n labellings: fewest repeated pairs, then least cost. */
static inline wished wish_best(const wish *w) {
    int32_t label[WISH_MOST] = {0};
    wished best = {0, INT64_MAX, INFINITY, INFINITY};
    for (;;) {
        if (wish_obeyed(w, label)) {
            int64_t const met = wish_pairs(w, &w->r.avoid, label);
            double const cost = wish_cost(w, label);
            double const least = cost < best.least ? cost : best.least;
            if (met < best.met || (met == best.met && cost < best.cost)) {
                best = (wished){1, met, cost, least};
            }
            best.least = least;
        }
        int64_t j = 0;
        while (j < w->p.n && ++label[j] == w->r.k) {
            label[j++] = 0;
        }
        if (j == w->p.n) {
            return best;
        }
    }
}

/* Is what the report of the best answer calls proved so? Of so few points, all is proved. */
static inline int wish_told(const wished *best, const fcap_report *report) {
    double const little = 1e-9 * (1 + best->cost);
    int const bounded = report->lower_bound <= best->least + little &&
                        report->lower_bound >= best->least - 100 * little;
    if (report->outcome == FCAP_OPTIMAL) {
        return bounded && best->cost <= best->least + little;
    }
    return bounded && report->outcome == FCAP_FEASIBLE && report->all_tried &&
           best->cost > best->least * (1 + 1e-10);
}

#endif
