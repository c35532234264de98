/* bound_case.h - small problems as the library's points and shape, with their optimum. */
#ifndef TESTS_BOUND_CASE_H
#define TESTS_BOUND_CASE_H

#include "bound/lagrange.h"
#include "instances.h"
#include "partition_optimum.h"

#include <math.h>
#include <stdlib.h>

enum {
    CASE_POINTS = 10,
    CASE_DIM = 3
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
    double x[CASE_POINTS * CASE_DIM];
    int32_t group[CASE_POINTS];
} small_problem;

/* Sizes, balances, ties and duplicates of all kinds; most of them have an answer. */
static inline small_problem draw_problem(dice *luck, int most) {
    small_problem p = {0};
    p.n = (int)roll(luck, 1, most);
    p.d = (int)roll(luck, 1, CASE_DIM);
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

static inline partition_request request_of(const small_problem *p) {
    return (partition_request){.x = p->x,
                               .n = p->n,
                               .d = p->d,
                               .group = p->group,
                               .n_groups = p->groups == 2 ? 2 : 0,
                               .num = p->num,
                               .den = p->den,
                               .k = p->k,
                               .max_size = p->q,
                               .min_size = p->least};
}

/* INFINITY when there is no answer. `medoids`: only these points may be medoids. */
static inline double optimum_with(const small_problem *p, uint32_t medoids) {
    partition_request r = request_of(p);
    r.never = ~medoids;
    double const optimum = partition_optimum(&r);
    return optimum < 0 ? INFINITY : optimum;
}

typedef struct bound_case {
    small_problem p;
    double optimum; /* INFINITY: there is no answer */
    fcap_run run;
    fcap_attribute attribute;
    rules r;
    points points;
    shape s;
    double unit; /* the true distance per 1 of points */
} bound_case;

/* Opens a run that case_close() closes. */
static inline void case_open(bound_case *c, const small_problem *p) {
    c->p = *p;
    c->optimum = optimum_with(p, UINT32_MAX);
    fcap_run_open(&c->run, NULL, NULL);
    c->attribute = (fcap_attribute){c->p.group, 2, {p->num, p->den}};
    c->r = (rules){.n = p->n,
                   .k = p->k,
                   .capacity = p->q,
                   .min_size = p->least,
                   .attribute = &c->attribute,
                   .n_attributes = p->groups == 2,
                   .n_counts = p->groups == 2 ? 2 : 0};
    if (fcap_points_open(&c->run, c->p.x, p->n, p->d, &c->points) != FCAP_OK ||
        fcap_shape_open(&c->run, &c->r, &c->s) != FCAP_OK) {
        abort();
    }
    c->unit = ldexp(1, c->points.exponent);
}

static inline void case_close(bound_case *c) {
    fcap_run_close(&c->run);
}

/* Multipliers of any sign and size. */
static inline void draw_pi(dice *luck, double *pi, int n) {
    static const double scale[] = {0, 0.01, 0.3, 1, 2, 100, 1e6};
    double const size = scale[roll(luck, 0, 6)];
    double const shift = roll_unit(luck);
    for (int j = 0; j < n; j++) {
        pi[j] = size * (roll_unit(luck) - shift);
        pi[j] = roll(luck, 0, 5) == 0 && j > 0 ? pi[j - 1] : pi[j]; /* ties */
    }
}

#endif
