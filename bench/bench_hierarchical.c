/* bench_hierarchical.c - agglomeration of the points of a file.
 *
 *     bench_hierarchical FILE K THREADS RUNS [WEIGHT CAPACITY]
 *
 * Every point is an item of weight WEIGHT (1); the capacity is all of them together if none is
 * given. The cost is the sum of the heights of all merges, to be compared with that of peers.
 */
#include "bench.h"

#include "cluster/hierarchical.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc != 5 && argc != 7) {
        fputs("usage: bench_hierarchical FILE K THREADS RUNS [WEIGHT CAPACITY]\n", stderr);
        return 2;
    }
    bench_data data = bench_read(argv[1]);
    int32_t const k = atoi(argv[2]);
    int const runs = atoi(argv[4]);
    int64_t const each = argc == 7 ? atoll(argv[5]) : 1;
    int64_t const capacity = argc == 7 ? atoll(argv[6]) : data.n;
    fcap_options o;
    fcap_options_init(&o);
    o.threads = atoi(argv[3]);
    double *const seconds = calloc((size_t)runs, sizeof *seconds);
    int32_t *const label = calloc((size_t)data.n, sizeof *label);
    int64_t *const weight = calloc((size_t)data.n, sizeof *weight);
    double *const height = calloc((size_t)data.n, sizeof *height);
    for (int64_t i = 0; i < data.n; i++) {
        weight[i] = each;
    }
    merge_items const items = {.n = data.n, .d = data.d, .x = data.x, .weight = weight};
    merge_result out = {.label = label, .height = height};
    for (int i = 0; i < runs; i++) {
        fcap_error err;
        fcap_run run;
        double const start = bench_clock();
        fcap_run_open(&run, &o, &err);
        bench_must(fcap_hierarchical(&run, &items, k, capacity, &out), &err);
        fcap_run_close(&run);
        seconds[i] = bench_clock() - start;
    }
    double cost = 0;
    for (int64_t i = 0; i < data.n - out.n_clusters; i++) {
        cost += height[i];
    }
    bench_row("faircap hierarchical", &data, out.n_clusters, o.threads, seconds, runs, cost);
    free(height);
    free(weight);
    free(label);
    free(seconds);
    bench_free(&data);
    return 0;
}
