/* trial.h - a request with other numbers, judged as if it had been asked.
 *
 * A suggestion is worth what the judge says when it is followed. So every judgement here has
 * the effort that a request of its own has; only how many of them there are is limited.
 */
#ifndef FCAP_PROBLEM_TRIAL_H
#define FCAP_PROBLEM_TRIAL_H

#include "problem/judge.h"

enum {
    TRIAL_BUDGET = 100000000 /* steps of a series of trials: some seconds at most */
};

typedef enum trial_answer {
    TRIAL_EXCLUDED,
    TRIAL_ADMITTED,
    TRIAL_UNKNOWN /* the budget ran out before it was judged */
} trial_answer;

/* A series of trials. */
typedef struct trials {
    fcap_run *run;
    int64_t effort; /* of each judgement, for trying divisions */
    int64_t budget; /* steps left for all of them */
    int any_k;      /* any number of clusters will do that the sizes allow ... */
    int64_t fewest; /* ... and that is not smaller than this */
} trials;

typedef struct trial {
    trial_answer answer;
    int64_t k;  /* the number of clusters judged last: if admitted, that one */
    int proved; /* admitted, and an answer exists */
} trial;

/* Judges a request; with any_k the numbers of clusters one by one, the fewest first. */
fcap_status fcap_try(trials *t, request q, trial *out);

/* The fewest clusters that labels of an answer to start from leave possible. */
int64_t fcap_fewest_clusters(const rules *r);

#endif
