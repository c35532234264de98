/* tuned.h - what tune chose: a slack, and for fair-kmedoids a lambda, of every method.
 *
 * The trials of a tune have one series for each point of the grid. Series of one method and
 * fairlets have one name ("fair-kmedoids/mcf", never with @) and differ in slack and lambda;
 * fair-hierarchical knows no lambda, so its series differ in slack alone and carry the default
 * lambda, which means nothing. Series are ordered by method and fairlets, slack, lambda.
 *
 * A failed trial is one without an answer; a repaired one is said by trial.repaired.
 */
#ifndef CLI_TUNED_H
#define CLI_TUNED_H

#include "study/trials.h"

typedef struct tuned_choice {
    char name[SERIES_NAME]; /* of all its series */
    fcap_method method;
    fcap_fairlets fairlets;
    int32_t first;    /* series first .. first + n_series - 1 are its grid */
    int32_t n_series; /* n_slacks * n_lambdas: series first + s * n_lambdas + l */
    int32_t n_slacks;
    int32_t n_lambdas; /* 1 where has_lambda is 0 */
    int has_lambda;
    int32_t series;   /* the chosen one; -1: no trial of the grid has an answer */
    fcap_ratio slack; /* its slack and lambda */
    double lambda;
    /* of the trials at the chosen slack, all lambdas together */
    int64_t runs;
    int64_t repaired;
    int64_t failed;
    int64_t infeasible; /* of those failed: no clustering can meet the request */
    /* of the chosen series */
    double
        excess;     /* mean over k and seeds of cost / least cost of all lambdas, of answers
                       that needed no repair; 1: the least everywhere; negative: no such answer */
    double balance; /* the least of its answers; negative: no answer */
    char why[480];  /* some sentences */
} tuned_choice;

typedef struct tuned {
    int32_t n;
    tuned_choice *choice; /* in the order of the series */
} tuned;

/* The grid: one series for each point, and a choice to be made for each method and fairlets. 0,
 * or an exit code after having said why. The caller frees *list, and closes in both cases. */
int tuned_open(tuned *g, const arguments *a, const decimal_set *slacks,
               const decimal_set *lambdas, series **list, int32_t *n);
void tuned_close(tuned *g);

/* Makes the choices, once all trials are complete. */
void tuned_choose(tuned *g, const trials *t);

#endif
