/* partition_oracle.h - the optimum of small problems by looking at every subset.
 *
 * cost(S) = the least sum of distances to a member of S, for subsets S that are allowed; then
 * the best division of all points into k such subsets, by dynamic programming over subsets:
 * O(3^n k). Distances and rules are its own, it shares nothing with src/.
 */
#ifndef TESTS_PARTITION_ORACLE_H
#define TESTS_PARTITION_ORACLE_H

#include "instances.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    ORACLE_POINTS = 10,
    ORACLE_DIM = 3
};

typedef struct small_problem {
    int n;
    int d;
    int k;
    int q;
    int least;
    int groups; /* 1 or 2 */
    int num;    /* t = num / den */
    int den;
    double x[ORACLE_POINTS * ORACLE_DIM];
    int32_t group[ORACLE_POINTS];
} small_problem;

static inline double oracle_distance(const small_problem *p, int i, int j) {
    double sum = 0;
    for (int c = 0; c < p->d; c++) {
        double const t = p->x[i * p->d + c] - p->x[j * p->d + c];
        sum += t * t;
    }
    return sqrt(sum);
}

static inline int oracle_allowed(const small_problem *p, int set) {
    int count[2] = {0, 0};
    for (int j = 0; j < p->n; j++) {
        count[p->groups == 2 ? p->group[j] : 0] += set >> j & 1;
    }
    int const size = count[0] + count[1];
    return size >= p->least && size <= p->q &&
           (p->groups == 1 ||
            (p->den * count[0] >= p->num * count[1] && p->den * count[1] >= p->num * count[0]));
}

/* The sum of distances of a set to i. */
static inline double oracle_star(const small_problem *p, int set, int i) {
    double sum = 0;
    for (int j = 0; j < p->n; j++) {
        sum += set >> j & 1 ? oracle_distance(p, i, j) : 0;
    }
    return sum;
}

/* INFINITY when the set is not allowed. `medoids`: only these may be medoids. */
static inline double oracle_cost(const small_problem *p, int set, int medoids) {
    double least = INFINITY;
    for (int i = 0; i < p->n && oracle_allowed(p, set); i++) {
        if ((set & medoids) >> i & 1) {
            double const c = oracle_star(p, set, i);
            least = c < least ? c : least;
        }
    }
    return least;
}

/* best[m << n | set] = the least cost of dividing `set` into m allowed clusters. */
static inline double *oracle_table(const small_problem *p, int medoids) {
    int const all = 1 << p->n;
    double *const cost = malloc((size_t)all * sizeof *cost);
    double *const best = malloc((size_t)(p->k + 1) * (size_t)all * sizeof *best);
    for (int set = 0; set < all; set++) {
        cost[set] = oracle_cost(p, set, medoids);
        best[set] = set == 0 ? 0 : INFINITY;
    }
    for (int m = 1; m <= p->k; m++) {
        for (int set = 0; set < all; set++) {
            double least = INFINITY;
            for (int part = set; part > 0; part = (part - 1) & set) {
                if ((part & -part) == (set & -set)) { /* the part with the first point */
                    double const c = cost[part] + best[((m - 1) << p->n) | (set ^ part)];
                    least = c < least ? c : least;
                }
            }
            best[(m << p->n) | set] = least;
        }
    }
    free(cost);
    return best;
}

/* INFINITY when there is no answer. */
static inline double oracle_optimum(const small_problem *p, int medoids) {
    double *const best = oracle_table(p, medoids);
    double const optimum = best[(p->k << p->n) | ((1 << p->n) - 1)];
    free(best);
    return optimum;
}

/* Sizes, balances, ties and duplicates of all kinds; most of them have an answer. */
static inline small_problem draw_problem(dice *luck, int most) {
    small_problem p = {0};
    p.n = (int)roll(luck, 1, most);
    p.d = (int)roll(luck, 1, ORACLE_DIM);
    p.k = (int)roll(luck, 1, roll(luck, 0, 3) == 0 ? p.n : (p.n + 2) / 3);
    int const tight = (p.n + p.k - 1) / p.k;
    p.q = (int)roll(luck, tight, roll(luck, 0, 1) ? tight : p.n + 1);
    p.least = (int)roll(luck, 1, roll(luck, 0, 1) ? 1 : p.n / p.k);
    p.groups = (int)roll(luck, 1, 2);
    p.den = (int)roll(luck, 1, 5);
    p.num = (int)roll(luck, 1, p.den);
    shape_of_points const kind = (shape_of_points)roll(luck, 0, EQUAL);
    draw_points(luck, kind, p.x, p.n, p.d);
    for (int j = 0; j < p.n; j++) {
        p.group[j] = (int32_t)roll(luck, 0, 1);
    }
    return p;
}

#endif
