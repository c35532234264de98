/* trials.h - many runs on one file: what sweep and tune compare, and what their figures show.
 *
 * A series is a way to cluster: a method with its fairlets, slack and lambda. A trial is one
 * run of a series with one k and one seed, and one row of results.csv. Trials are ordered by
 * series, k and seed, whatever the order in which they were run.
 */
#ifndef CLI_TRIALS_H
#define CLI_TRIALS_H

#include "job.h"
#include "progress.h"
#include "study/ranges.h"

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
    int64_t over_capacity; /* clusters outside the sizes allowed */
    int64_t unbalanced;    /* clusters that break the balance */
    int32_t repaired;      /* 1: the fairlets did not pack, and points were placed one by one */
    double seconds;
    int64_t *size; /* k, descending */
    int64_t line;  /* of results.csv, where it was read from; 0: it was run */
} trial;

typedef struct trials {
    const job *job;
    int32_t n_series;
    series *series;
    int64_t n;
    trial *trial; /* by series, k, seed */
    int by_grid;  /* of tune: names leave out the slack, so several series share one */
} trials;

/* Of a command, like --seeds: 0, or an exit code after having said why. Every series with
 * every k and seed, all open. The series are copied. */
int trials_open(trials *t, const job *j, const series *list, int32_t n_series,
                const count_set *k);
void trials_close(trials *t);

/* By series, k and seed; for qsort and bsearch. */
int trial_order(const void *a, const void *b);

/* What the trial asks of every cluster. */
fcap_rules trial_rules(const trials *t, const trial *row);
/* "optimal", "feasible", "time_limit", "infeasible", "not_found"; NULL for an open one. */
const char *trial_status(const trial *row);
/* Clusters of an answer that break a rule, each counted once for every rule. */
int64_t trial_violations(const trial *row);
/* (cost - bound) / cost; negative without a bound. */
double trial_gap(const trial *row);

/* Runs what is open, several at a time. `save` is called from this thread about once a second
 * while there is something new, and at the end; a code other than 0 ends the run. 0,
 * EXIT_INTERRUPTED without a word, or an exit code after having said why. In all cases what is
 * complete is in *t and saved, and what is not is open. */
typedef int trials_save(void *user, const trials *t);
int trials_run(trials *t, progress *p, trials_save *save, void *user);

#endif
