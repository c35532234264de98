/* result.h - what a method hands to faircap.c: labels, and what it knows about them. */
#ifndef FCAP_SEARCH_RESULT_H
#define FCAP_SEARCH_RESULT_H

#include <stdint.h>

typedef struct method_result {
    int32_t *label; /* n, in [0, k) */
    int64_t iterations;
    int64_t n_fairlets;  /* 0 where there are none */
    double fairlet_cost; /* see fairlet.h */
    int repaired;        /* the fairlets did not pack: points were placed by flow */
    /* of best; bounds in the scale of points, negative: none */
    double lower_bound;
    double fixed_medoid_bound;
    double multiplier_bound;
    double *multiplier; /* n, which prove multiplier_bound; NULL for the other methods */
    int swap_optimal;   /* proved */
    int optimal;        /* proved */
    int all_tried;      /* proved: none repeats fewer pairs, none with as few costs less */
    int64_t nodes;
} method_result;

#endif
