/* rules_optimum.c - see rules_optimum.h.
 *
 * best_c(R) is the best division of the set R into c clusters. Where clusters have no names of
 * their own, the cluster of R's smallest point is any allowed set T that has it:
 *
 *     best_c(R) = min over T in R, smallest(R) in T, of value(T) + best_{c-1}(R - T)
 *
 * With a capacity for each cluster, or points that stay, T is the cluster number c - 1 and need
 * not have the smallest point. Values are (pairs, cost), compared in this order.
 */
#include "rules_optimum.h"

#include <math.h>
#include <stddef.h>

enum {
    SETS = 1 << RULES_POINTS_MOST
};
typedef uint64_t set;

static int has(set s, int64_t point) {
    return (int)(s >> point & 1);
}

static set everyone(const fcap_problem *p) {
    return ((set)1 << p->n) - 1;
}

static int64_t members(set s) {
    int64_t count = 0;
    for (; s != 0; s &= s - 1) {
        count++;
    }
    return count;
}

/* ---- what a set of points is ---- */

static double squared(const fcap_problem *p, int64_t i, int64_t j) {
    double sum = 0;
    for (int32_t c = 0; c < p->d; c++) {
        double const apart = p->x[i * p->d + c] - p->x[j * p->d + c];
        sum += apart * apart;
    }
    return sum;
}

static double manhattan(const fcap_problem *p, int64_t i, int64_t j) {
    double sum = 0;
    for (int32_t c = 0; c < p->d; c++) {
        sum += fabs(p->x[i * p->d + c] - p->x[j * p->d + c]);
    }
    return sum;
}

static double distance(const fcap_problem *p, int64_t i, int64_t j) {
    if (p->distance != NULL) {
        return p->distance[i * p->n + j];
    }
    if (p->metric == FCAP_METRIC_MANHATTAN) {
        return manhattan(p, i, j);
    }
    double const square = squared(p, i, j);
    return p->metric == FCAP_METRIC_SQEUCLIDEAN ? square : sqrt(square);
}

static int may_be_medoid(const fcap_problem *p, int64_t point) {
    return p->candidate == NULL || p->candidate[point] != 0;
}

/* The least sum of distances to a member that may be a medoid; INFINITY when none may. */
static double medoid_cost(const fcap_problem *p, set s) {
    double best = INFINITY;
    for (int64_t m = 0; m < p->n; m++) {
        if (has(s, m) && may_be_medoid(p, m)) {
            double sum = 0;
            for (int64_t j = 0; j < p->n; j++) {
                sum += has(s, j) ? distance(p, m, j) : 0;
            }
            best = sum < best ? sum : best;
        }
    }
    return best;
}

/* The squared distances to the mean are those of all pairs, divided by the size. */
static double mean_cost(const fcap_problem *p, set s) {
    double sum = 0;
    for (int64_t i = 0; i < p->n; i++) {
        for (int64_t j = i + 1; j < p->n; j++) {
            sum += has(s, i) && has(s, j) ? squared(p, i, j) : 0;
        }
    }
    return sum / (double)members(s);
}

static int has_medoid(const fcap_problem *p, set s) {
    int found = 0;
    for (int64_t i = 0; i < p->n; i++) {
        found |= has(s, i) && may_be_medoid(p, i);
    }
    return found;
}

static double cost_of(const fcap_problem *p, set s) {
    if (!has_medoid(p, s)) {
        return INFINITY;
    }
    return p->objective == FCAP_OBJECTIVE_SSE ? mean_cost(p, s) : medoid_cost(p, s);
}

static int64_t weight_of(const fcap_problem *p, set s) {
    int64_t sum = 0;
    for (int64_t i = 0; i < p->n; i++) {
        sum += has(s, i) ? (p->weight != NULL ? p->weight[i] : 1) : 0;
    }
    return sum;
}

static int64_t count_of(const fcap_problem *p, set s, int32_t attribute, int32_t group) {
    int64_t count = 0;
    for (int64_t i = 0; i < p->n; i++) {
        count += has(s, i) && p->attribute[attribute].group[i] == group;
    }
    return count;
}

/* Every pair counts once, however often it met. */
static int64_t pairs_of(const fcap_problem *p, const fcap_sets *met, set s) {
    set with[RULES_JUDGED_MOST] = {0};
    for (int64_t t = 0; t < met->n; t++) {
        for (int64_t a = met->start[t]; a < met->start[t + 1]; a++) {
            for (int64_t b = met->start[t]; b < met->start[t + 1]; b++) {
                with[met->member[a]] |= (set)1 << met->member[b];
            }
        }
    }
    int64_t count = 0;
    for (int64_t i = 0; i < p->n; i++) {
        count += has(s, i) ? members(with[i] & s & ~(((set)2 << i) - 1)) : 0;
    }
    return count;
}

static set set_of(const fcap_sets *sets, int64_t which) {
    set s = 0;
    for (int64_t a = sets->start[which]; a < sets->start[which + 1]; a++) {
        s |= (set)1 << sets->member[a];
    }
    return s;
}

/* ---- what a set must not be ---- */

static int is_balanced(const fcap_problem *p, set s) {
    for (int32_t a = 0; a < p->n_attributes; a++) {
        const fcap_attribute *const of = &p->attribute[a];
        for (int32_t g = 0; g < of->n_groups; g++) {
            for (int32_t h = 0; h < of->n_groups; h++) {
                if (count_of(p, s, a, g) * of->balance.den <
                    count_of(p, s, a, h) * of->balance.num) {
                    return 0;
                }
            }
        }
    }
    return 1;
}

static int has_shares(const fcap_problem *p, const fcap_rules *asked, set s) {
    int64_t const size = members(s);
    for (int32_t i = 0; i < asked->n_shares; i++) {
        const fcap_share *const share = &asked->share[i];
        int64_t const count = count_of(p, s, share->attribute, share->group);
        if (count * share->least.den < share->least.num * size ||
            count * share->most.den > share->most.num * size) {
            return 0;
        }
    }
    return 1;
}

static int leaves_nobody_alone(const fcap_problem *p, const fcap_rules *asked, set s) {
    for (int32_t i = 0; i < asked->n_no_isolate; i++) {
        if (count_of(p, s, asked->no_isolate[i].attribute, asked->no_isolate[i].group) == 1) {
            return 0;
        }
    }
    return 1;
}

static int keeps_together(const fcap_rules *asked, set s) {
    for (int64_t t = 0; t < asked->together.n; t++) {
        set const friends = set_of(&asked->together, t);
        if ((s & friends) != 0 && (s & friends) != friends) {
            return 0;
        }
    }
    return 1;
}

static int keeps_apart(const fcap_rules *asked, set s) {
    for (int64_t t = 0; t < asked->apart.n; t++) {
        if (members(s & set_of(&asked->apart, t)) > 1) {
            return 0;
        }
    }
    return 1;
}

/* Allowed as a cluster whatever its number; capacities and what is kept come later. */
static int is_allowed(const fcap_problem *p, const fcap_rules *asked, set s) {
    return members(s) >= asked->min_size && is_balanced(p, s) && has_shares(p, asked, s) &&
           leaves_nobody_alone(p, asked, s) && keeps_together(asked, s) &&
           keeps_apart(asked, s) && has_medoid(p, s);
}

int64_t rules_capacity_of(const fcap_problem *p, const fcap_rules *asked, int32_t c) {
    if (asked->capacity != NULL) {
        return asked->capacity[c];
    }
    if (asked->max_size > 0) {
        return asked->max_size;
    }
    int64_t const parts = asked->k * asked->slack.den;
    int64_t const all = weight_of(p, everyone(p)) * asked->slack.num;
    return (all + parts - 1) / parts;
}

/* The points that stay in cluster c. */
static set kept_in(const fcap_problem *p, const fcap_rules *asked, int32_t c) {
    set s = 0;
    for (int64_t i = 0; asked->keep && i < p->n; i++) {
        s |= asked->start[i] == c ? (set)1 << i : 0;
    }
    return s;
}

/* ---- the best division ---- */

typedef struct value {
    int64_t pairs;
    double cost; /* INFINITY: not allowed */
} value;

static const value none = {INT64_MAX / 4, INFINITY};

static int better(value a, value b) {
    return a.pairs != b.pairs ? a.pairs < b.pairs : a.cost < b.cost;
}

static value both(value a, value b) {
    return (value){a.pairs + b.pairs, a.cost + b.cost};
}

/* The best of one cluster out of `s` that has all of `must`, and the division of the rest. */
static value best_division(set s, set must, const value *cluster, const value *rest) {
    set const others = s & ~must;
    value best = none;
    set with = others;
    for (;;) { /* every subset of the others, the empty one last */
        set const one = with | must;
        if (isfinite(cluster[one].cost) && isfinite(rest[s ^ one].cost)) {
            value const v = both(cluster[one], rest[s ^ one]);
            best = better(v, best) ? v : best;
        }
        if (with == 0) {
            return best;
        }
        with = (with - 1) & others;
    }
}

/* Those of the allowed sets that cluster number c may be. */
static void fit(const fcap_problem *p, const fcap_rules *asked, int32_t c, const value *allowed,
                value *cluster) {
    int64_t const capacity = rules_capacity_of(p, asked, c);
    set const kept = kept_in(p, asked, c);
    set kept_elsewhere = 0;
    for (int32_t other = 0; other < asked->k; other++) {
        kept_elsewhere |= other != c ? kept_in(p, asked, other) : 0;
    }
    for (set s = 0; s <= everyone(p); s++) {
        int const fits = (s & kept) == kept && (s & kept_elsewhere) == 0 &&
                         isfinite(allowed[s].cost) && weight_of(p, s) <= capacity;
        cluster[s] = fits ? allowed[s] : none;
    }
}

rules_optimum rules_optimum_of(const fcap_problem *p, const fcap_rules *asked) {
    static value allowed[SETS];
    static value cluster[SETS];
    static value best[2][SETS];
    set const all = everyone(p);
    int const named = asked->capacity != NULL || asked->keep;
    allowed[0] = none;
    for (set s = 1; s <= all; s++) {
        allowed[s] = is_allowed(p, asked, s)
                         ? (value){pairs_of(p, &asked->avoid, s), cost_of(p, s)}
                         : none;
    }
    fit(p, asked, 0, allowed, cluster);
    for (set s = 0; s <= all; s++) {
        best[0][s] = cluster[s];
    }
    for (int32_t c = 1; c < asked->k; c++) {
        const value *const before = best[(c - 1) % 2];
        value *const now = best[c % 2];
        if (named) {
            fit(p, asked, c, allowed, cluster);
        }
        set const kept = kept_in(p, asked, c);
        for (set s = c == asked->k - 1 ? all : 0; s <= all; s++) {
            set const must = named ? kept : s & (~s + 1);
            now[s] =
                s != 0 && (s & must) == must ? best_division(s, must, cluster, before) : none;
        }
    }
    value const found = best[(asked->k - 1) % 2][all];
    return (rules_optimum){isfinite(found.cost), found.pairs, found.cost};
}

/* ---- a labelling ---- */

static void judge_cluster(const fcap_problem *p, const fcap_rules *asked, int32_t c, set s,
                          rules_judged *j) {
    j->valid &= s != 0;
    j->capacity += weight_of(p, s) > rules_capacity_of(p, asked, c);
    j->min_size += members(s) < asked->min_size;
    j->balance += !is_balanced(p, s);
    j->share += !has_shares(p, asked, s);
    j->no_isolate += !leaves_nobody_alone(p, asked, s);
    j->medoids += s != 0 && !has_medoid(p, s);
    j->pairs += pairs_of(p, &asked->avoid, s);
    j->cost += s != 0 ? cost_of(p, s) : 0;
    for (int64_t t = 0; t < asked->apart.n; t++) {
        int64_t const met = members(s & set_of(&asked->apart, t));
        j->apart += met * (met - 1) / 2;
    }
}

rules_judged rules_judge(const fcap_problem *p, const fcap_rules *asked,
                         const int32_t *labels) {
    rules_judged j = {.valid = 1};
    for (int32_t c = 0; c < asked->k; c++) {
        set s = 0;
        for (int64_t i = 0; i < p->n; i++) {
            s |= labels[i] == c ? (set)1 << i : 0;
        }
        judge_cluster(p, asked, c, s, &j);
    }
    for (int64_t t = 0; t < asked->together.n; t++) {
        set const friends = set_of(&asked->together, t);
        int split = 0;
        for (int64_t a = 0; a < p->n; a++) {
            for (int64_t b = 0; b < p->n; b++) {
                split |= has(friends, a) && has(friends, b) && labels[a] != labels[b];
            }
        }
        j.together += split;
    }
    for (int64_t i = 0; i < p->n; i++) {
        j.valid &= labels[i] >= 0 && labels[i] < asked->k;
        j.keep += asked->keep && asked->start[i] >= 0 && asked->start[i] != labels[i];
    }
    j.valid &= j.capacity == 0 && j.min_size == 0 && j.balance == 0 && j.share == 0 &&
               j.no_isolate == 0 && j.medoids == 0 && j.together == 0 && j.apart == 0 &&
               j.keep == 0;
    return j;
}
