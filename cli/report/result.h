/* result.h - an answer together with the request: what the reports are written from. */
#ifndef CLI_RESULT_H
#define CLI_RESULT_H

#include "job.h"
#include "save.h"

typedef struct result {
    const job *job;
    const int32_t *labels;     /* problem.n labels in [0, k) */
    const double *multipliers; /* problem.n when a certificate is asked for; else NULL */
    fcap_method method;
    fcap_bound bound; /* asked for */
    fcap_report report;
    fcap_measures measures; /* all arrays are there */
    int64_t capacity;       /* in force; the largest of --sizes */
    int64_t *unknown;   /* n_attributes per cluster: members of no group; k * n_attributes */
    int64_t peak_bytes; /* of the whole process */
    double *inside;     /* of each column of job->aims: the part of its variation in groups */
} result;

/* Fills what the labels amount to: measures, unknown, inside. 0, or an exit code after having
 * said why; result_close() either way. */
int result_measure(result *r, const fcap_options *o);
void result_close(result *r);

/* Members of the smallest and of the largest cluster. */
int64_t result_smallest(const result *r);
int64_t result_largest(const result *r);
/* What cluster c takes of its capacity: its weight, or its members where there are no weights;
 * the capacity; and how much it is above it, or its members are below the fewest asked for. */
int64_t result_load(const result *r, int32_t c);
int64_t result_capacity(const result *r, int32_t c);
int64_t result_over(const result *r, int32_t c);
int64_t result_under(const result *r, int32_t c);

/* Are the costs squared distances to means (--objective sse), not distances to medoids? */
int result_squared(const result *r);
/* The mean distance of all rows to the medoids of their clusters, and of the members of cluster
 * c, from 0, to theirs; 0 when it has none. */
double result_mean(const result *r);
/* What a medoid is, after "the medoid": with --medoids not every member may be one. */
const char *result_centre(const result *r);
double result_cluster_mean(const result *r, int32_t c);

/* The JSON report of interface.md. */
void report_json(output *out, const result *r);
/* One self-contained page. */
void report_html(output *out, const result *r);

/* The JSON report of a request that cannot be met. */
void report_json_infeasible(output *out, const job *j, const fcap_plan_report *plan);

#endif
