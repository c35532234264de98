/* bench.h - what the bench programs share: data from a generated file, times, one row of
 * output.
 *
 *     what,n,d,k,threads,runs,min_s,median_s,cost
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <faircap/faircap.h>

/* The x columns of a CSV file as they are, and its column `group` where it has one. */
typedef struct bench_data {
    double *x; /* n rows of d */
    int64_t n;
    int32_t d;
    int32_t *group; /* n ids, 0 for the value that comes first; NULL without the column */
    int32_t n_groups;
} bench_data;

/* Exits with a message when the file cannot be read. */
bench_data bench_read(const char *path);
void bench_free(bench_data *data);

/* Seconds of a monotonic clock. */
double bench_clock(void);
/* Sorts the times of all runs and prints the row. */
void bench_row(const char *what, const bench_data *data, int32_t k, int32_t threads,
               double *seconds, int runs, double cost);
/* Prints the message and exits with 1, unless status is FCAP_OK. */
void bench_must(fcap_status status, const fcap_error *err);

#endif
