/* verify.c - see verify.h. Written for clarity: O(n^2 d). */
#include "verify.h"

#include <math.h>
#include <stdlib.h>

static double distance(const double *a, const double *b, int32_t d) {
    double sum = 0;
    for (int32_t c = 0; c < d; c++) {
        sum += (a[c] - b[c]) * (a[c] - b[c]);
    }
    return sqrt(sum);
}

verified verify(const double *x, int64_t n, int32_t d, const int32_t *group, int32_t n_groups,
                int64_t num, int64_t den, const int32_t *labels, int32_t k) {
    verified v = {.is_partition = 1, .smallest = n, .balance = 1, .balanced = 1};
    for (int32_t c = 0; c < k; c++) {
        int64_t size = 0;
        double best = -1;
        for (int64_t m = 0; m < n; m++) {
            if (labels[m] < 0 || labels[m] >= k) {
                v.is_partition = 0;
                return v;
            }
            if (labels[m] != c) {
                continue;
            }
            size++;
            double sum = 0;
            for (int64_t j = 0; j < n; j++) {
                sum += labels[j] == c ? distance(x + m * d, x + j * d, d) : 0;
            }
            best = best < 0 || sum < best ? sum : best;
        }
        v.is_partition &= size > 0;
        v.largest = size > v.largest ? size : v.largest;
        v.smallest = size < v.smallest ? size : v.smallest;
        v.cost += best > 0 ? best : 0;
        for (int32_t g = 0; g < n_groups; g++) {
            for (int32_t h = 0; h < n_groups; h++) {
                int64_t of_g = 0;
                int64_t of_h = 0;
                for (int64_t j = 0; j < n; j++) {
                    of_g += labels[j] == c && group[j] == g;
                    of_h += labels[j] == c && group[j] == h;
                }
                v.balanced &= of_g * den >= of_h * num;
                if (of_h > 0 && (double)of_g / (double)of_h < v.balance) {
                    v.balance = (double)of_g / (double)of_h;
                }
            }
        }
    }
    return v;
}

double verify_group_cost(const double *x, int64_t n, int32_t d, const int32_t *group, int32_t g,
                         const int32_t *labels, const int64_t *medoid) {
    double sum = 0;
    int64_t members = 0;
    for (int64_t i = 0; i < n; i++) {
        if (group[i] == g) {
            sum += distance(x + i * d, x + medoid[labels[i]] * d, d);
            members++;
        }
    }
    return sum / (double)members;
}

/* ---- a request with all its rules ---- */

double verify_distance(const fcap_problem *p, int64_t i, int64_t j) {
    if (p->distance != NULL) {
        return p->distance[i * p->n + j];
    }
    double sum = 0;
    for (int32_t c = 0; c < p->d; c++) {
        double const t = p->x[i * p->d + c] - p->x[j * p->d + c];
        sum += p->metric == FCAP_METRIC_MANHATTAN ? fabs(t) : t * t;
    }
    return p->metric == FCAP_METRIC_EUCLIDEAN ? sqrt(sum) : sum;
}

/* The least sum of distances to a member, a candidate if there is one. */
static double cost_of_medoid(const fcap_problem *p, const int32_t *labels, int32_t c) {
    double best = -1;
    for (int any = 0; best < 0 && any < 2; any++) {
        for (int64_t m = 0; m < p->n; m++) {
            int const may = any || p->candidate == NULL || p->candidate[m];
            if (labels[m] != c || !may) {
                continue;
            }
            double sum = 0;
            for (int64_t j = 0; j < p->n; j++) {
                sum += labels[j] == c ? verify_distance(p, m, j) : 0;
            }
            best = best < 0 || sum < best ? sum : best;
        }
    }
    return best;
}

static double cost_of_mean(const fcap_problem *p, const int32_t *labels, int32_t c) {
    double cost = 0;
    for (int32_t a = 0; a < p->d; a++) {
        long double sum = 0;
        int64_t size = 0;
        for (int64_t j = 0; j < p->n; j++) {
            sum += labels[j] == c ? p->x[j * p->d + a] : 0;
            size += labels[j] == c;
        }
        for (int64_t j = 0; j < p->n; j++) {
            long double const t = p->x[j * p->d + a] - sum / (long double)size;
            cost += labels[j] == c ? (double)(t * t) : 0;
        }
    }
    return cost;
}

static long double mean_of(const fcap_problem *p, const int32_t *labels, int32_t c, int32_t a) {
    long double sum = 0;
    int64_t size = 0;
    for (int64_t j = 0; j < p->n; j++) {
        int const counts = labels == NULL || labels[j] == c;
        sum += counts ? p->x[j * p->d + a] : 0;
        size += counts;
    }
    return sum / (long double)size;
}

/* Aims above 0: members around the mean of their cluster; below: that mean around all. */
static double cost_of_aims(const fcap_problem *p, const int32_t *labels, int32_t c) {
    long double cost = 0;
    for (int32_t a = 0; a < p->d; a++) {
        long double const own = mean_of(p, labels, c, a);
        long double const all = mean_of(p, NULL, 0, a);
        for (int64_t j = 0; j < p->n; j++) {
            long double const alike = p->x[j * p->d + a] - own;
            long double const aim = p->aim[a];
            if (labels[j] == c) {
                cost += aim > 0 ? aim * alike * alike : -aim * (own - all) * (own - all);
            }
        }
    }
    return (double)cost;
}

static int64_t count_of(const fcap_problem *p, const int32_t *labels, int32_t c,
                        int32_t attribute, int32_t group) {
    int64_t count = 0;
    for (int64_t i = 0; i < p->n; i++) {
        count += labels[i] == c && p->attribute[attribute].group[i] == group;
    }
    return count;
}

static int is_balanced(const fcap_problem *p, const int32_t *labels, int32_t c) {
    for (int32_t a = 0; a < p->n_attributes; a++) {
        const fcap_attribute *const t = &p->attribute[a];
        for (int32_t g = 0; g < t->n_groups; g++) {
            int64_t const of_g = count_of(p, labels, c, a, g);
            if (t->n_groups == 1 && of_g > 0 && t->balance.num > 0) {
                return 0; /* the other group has nobody */
            }
            for (int32_t h = 0; h < t->n_groups; h++) {
                if (of_g * t->balance.den < t->balance.num * count_of(p, labels, c, a, h)) {
                    return 0;
                }
            }
        }
    }
    return 1;
}

static int64_t size_of(const fcap_problem *p, const int32_t *labels, int32_t c) {
    int64_t size = 0;
    for (int64_t i = 0; i < p->n; i++) {
        size += labels[i] == c;
    }
    return size;
}

static int shares_hold(const fcap_problem *p, const fcap_rules *r, const int32_t *labels,
                       int32_t c) {
    int64_t const size = size_of(p, labels, c);
    for (int32_t i = 0; i < r->n_shares; i++) {
        fcap_share const s = r->share[i];
        int64_t const count = count_of(p, labels, c, s.attribute, s.group);
        if (count * s.least.den < s.least.num * size ||
            count * s.most.den > s.most.num * size) {
            return 0;
        }
    }
    return 1;
}

static int someone_is_alone(const fcap_problem *p, const fcap_rules *r, const int32_t *labels,
                            int32_t c) {
    for (int32_t i = 0; i < r->n_no_isolate; i++) {
        if (count_of(p, labels, c, r->no_isolate[i].attribute, r->no_isolate[i].group) == 1) {
            return 1;
        }
    }
    return 0;
}

static int has_candidate(const fcap_problem *p, const int32_t *labels, int32_t c) {
    for (int64_t i = 0; i < p->n; i++) {
        if (labels[i] == c && (p->candidate == NULL || p->candidate[i])) {
            return 1;
        }
    }
    return 0;
}

static int is_over_capacity(const fcap_problem *p, const fcap_rules *r, const int32_t *labels,
                            int32_t c) {
    int64_t load = 0;
    int64_t all = 0;
    for (int64_t i = 0; i < p->n; i++) {
        int64_t const weight = p->weight != NULL ? p->weight[i] : 1;
        all += weight;
        load += labels[i] == c ? weight : 0;
    }
    if (r->capacity != NULL) {
        return load > r->capacity[c];
    }
    if (r->max_size > 0) {
        return load > r->max_size;
    }
    /* load > ceil(x)  <=>  load - 1 >= x  for x = all * slack / k */
    return (load - 1) * r->slack.den * r->k >= all * r->slack.num;
}

static int has(const fcap_sets *sets, int64_t s, int64_t point) {
    for (int64_t at = sets->start[s]; at < sets->start[s + 1]; at++) {
        if (sets->member[at] == point) {
            return 1;
        }
    }
    return 0;
}

/* Pairs of points that share a cluster and a set. */
static int64_t pairs_of(const fcap_sets *sets, int64_t n, const int32_t *labels) {
    int64_t pairs = 0;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = i + 1; j < n; j++) {
            int met = 0;
            for (int64_t s = 0; !met && s < sets->n && labels[i] == labels[j]; s++) {
                met = has(sets, s, i) && has(sets, s, j);
            }
            pairs += met;
        }
    }
    return pairs;
}

/* Sets with members in two clusters. */
static int64_t divided_sets(const fcap_sets *sets, int64_t n, const int32_t *labels) {
    int64_t divided = 0;
    for (int64_t s = 0; s < sets->n; s++) {
        int found = 0;
        for (int64_t i = 0; i < n; i++) {
            for (int64_t j = 0; !found && j < i; j++) {
                found = labels[i] != labels[j] && has(sets, s, i) && has(sets, s, j);
            }
        }
        divided += found;
    }
    return divided;
}

judged verify_rules(const fcap_problem *p, const fcap_rules *r, const int32_t *labels) {
    judged v = {.is_partition = 1};
    for (int64_t i = 0; i < p->n; i++) {
        v.is_partition &= labels[i] >= 0 && labels[i] < r->k;
    }
    for (int32_t c = 0; v.is_partition && c < r->k; c++) {
        v.is_partition = size_of(p, labels, c) > 0;
    }
    if (!v.is_partition) {
        return v;
    }
    for (int32_t c = 0; c < r->k; c++) {
        v.cost += p->objective == FCAP_OBJECTIVE_SSE     ? cost_of_mean(p, labels, c)
                  : p->objective == FCAP_OBJECTIVE_MIXED ? cost_of_aims(p, labels, c)
                                                         : cost_of_medoid(p, labels, c);
        v.over_capacity += is_over_capacity(p, r, labels, c);
        v.under_min_size += size_of(p, labels, c) < r->min_size;
        v.unbalanced += !is_balanced(p, labels, c);
        v.wrong_shares += !shares_hold(p, r, labels, c);
        v.isolating += someone_is_alone(p, r, labels, c);
        v.without_medoid += !has_candidate(p, labels, c);
    }
    for (int64_t i = 0; r->keep && i < p->n; i++) {
        v.moved += r->start[i] >= 0 && r->start[i] != labels[i];
    }
    v.divided = divided_sets(&r->together, p->n, labels);
    v.not_apart = pairs_of(&r->apart, p->n, labels);
    v.repeated = pairs_of(&r->avoid, p->n, labels);
    v.valid = v.over_capacity + v.under_min_size + v.unbalanced + v.wrong_shares + v.isolating +
                  v.without_medoid + v.divided + v.not_apart + v.moved ==
              0;
    return v;
}
