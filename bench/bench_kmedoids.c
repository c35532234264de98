/* bench_kmedoids.c - k-medoids on generated data.
 *
 *     bench_kmedoids FILE K THREADS RUNS     the x columns of a CSV file, as they are
 *
 * The time is that of fcap_cluster() alone: distances, search and the check of the answer.
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc != 5) {
        fputs("usage: bench_kmedoids FILE K THREADS RUNS\n", stderr);
        return 2;
    }
    bench_data data = bench_read(argv[1]);
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.x = data.x;
    p.n = data.n;
    p.d = data.d;
    fcap_rules r = FCAP_RULES_INIT;
    r.k = atoi(argv[2]);
    fcap_options o;
    fcap_options_init(&o);
    o.method = FCAP_METHOD_KMEDOIDS;
    o.threads = atoi(argv[3]);
    int const runs = atoi(argv[4]);
    double *const seconds = calloc((size_t)runs, sizeof *seconds);
    int32_t *const labels = calloc((size_t)p.n, sizeof *labels);
    fcap_report report = {0};
    for (int i = 0; i < runs; i++) {
        fcap_error err;
        bench_must(fcap_cluster(&p, &r, &o, labels, &report, &err), &err);
        seconds[i] = report.seconds;
    }
    bench_row("faircap kmedoids", &data, r.k, o.threads, seconds, runs, report.cost);
    free(labels);
    free(seconds);
    bench_free(&data);
    return 0;
}
