/* methods.h - each method as a whole: fairlets, clusters of fairlets, labels of points. */
#ifndef FCAP_METHODS_H
#define FCAP_METHODS_H

#include "data/points.h"
#include "problem/rules.h"

typedef struct method_result {
    int32_t *label; /* n, in [0, k) */
    int64_t iterations;
    int64_t n_fairlets;  /* 0 where there are none */
    double fairlet_cost; /* see fairlet.h */
    int repaired;        /* the fairlets did not pack: points were placed by flow */
} method_result;

/* r holds what the method enforces: without a capacity for some, without a balance for others.
 */
fcap_status fcap_method_run(fcap_run *run, const fcap_options *o, points *p, const rules *r,
                            method_result *out);

#endif
