/* trials.h - many runs on one file: what sweep and tune compare, and what their figures show.
 *
 * A series is a way to cluster: a method with its fairlets, slack and lambda. A trial is one
 * run of a series with one k and one seed, and one row of results.csv. Trials are ordered by
 * series, k and seed, whatever the order in which they were run.
 */
#ifndef CLI_TRIALS_H
#define CLI_TRIALS_H

#include "job.h"

enum {
    SERIES_NAME = 64
};

typedef struct series {
    fcap_method method;
    fcap_fairlets fairlets; /* of the methods that have them */
    fcap_ratio slack;       /* of the capacity, unless -q gives it */
    double lambda;          /* of fair-kmedoids */
    /* As --methods takes it: "best", "fair-kmedoids/mcf", "fair-hierarchical/vanilla@1.2". The
     * part with @ is there when the slack is not that of --slack. */
    char name[SERIES_NAME];
} series;

typedef enum trial_state {
    TRIAL_OPEN = 0,   /* not run yet */
    TRIAL_DONE,       /* has an answer */
    TRIAL_INFEASIBLE, /* proved: there is none */
    TRIAL_NOT_FOUND   /* none was found in the given effort */
} trial_state;

typedef struct trial {
    int32_t series; /* index */
    int32_t k;
    int64_t seed;
    trial_state state;
    int64_t q; /* capacity in force */
    /* of an answer */
    fcap_outcome outcome;
    double cost;
    double bound; /* no answer that meets the rules is cheaper; negative: none computed */
    double
        balance; /* smallest of all clusters and attributes; negative: no protected attribute */
    int64_t over_capacity; /* clusters that break the capacity */
    int64_t unbalanced;    /* clusters that break the balance */
    int32_t repaired;      /* 1: the fairlets did not pack, and points were placed one by one */
    double seconds;
    int64_t *size; /* k, descending */
} trial;

typedef struct trials {
    const job *job;
    int32_t n_series;
    series *series;
    int64_t n;
    trial *trial; /* by series, k, seed */
} trials;

#endif
