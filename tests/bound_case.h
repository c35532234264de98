/* bound_case.h - a small problem (partition_oracle.h) as the library's points and shape. */
#ifndef TESTS_BOUND_CASE_H
#define TESTS_BOUND_CASE_H

#include "bound/lagrange.h"
#include "partition_oracle.h"

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
    c->optimum = oracle_optimum(p, (1 << p->n) - 1);
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
