/* bench_fairlets.c - fairlets of generated data.
 *
 *     bench_fairlets FILE NUM DEN THREADS RUNS [mcf|tree]
 *
 * The x columns and the group of a CSV file, t = NUM/DEN; mcf unless tree is asked for.
 *
 * The time is that of the decomposition, from points to fairlets; the cost is the sum of
 * distances of the majority to their minority. The column k has the number of fairlets.
 */
#include "bench.h"

#include "fairlet/fairlet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc != 6 && argc != 7) {
        fputs("usage: bench_fairlets FILE NUM DEN THREADS RUNS [mcf|tree]\n", stderr);
        return 2;
    }
    bench_data data = bench_read(argv[1]);
    fcap_attribute const attribute = {
        data.group, data.n_groups, {atoi(argv[2]), atoi(argv[3])}};
    fcap_options o;
    fcap_options_init(&o);
    o.threads = atoi(argv[4]);
    int const runs = atoi(argv[5]);
    int const tree = argc == 7 && strcmp(argv[6], "tree") == 0;
    double *const seconds = calloc((size_t)runs, sizeof *seconds);
    double cost = 0;
    int64_t n = 0;
    for (int i = 0; i < runs; i++) {
        fcap_error err;
        fcap_run run;
        points p;
        two_groups g;
        fairlets f;
        fcap_run_open(&run, &o, &err);
        bench_must(fcap_points_open(&run, data.x, data.n, data.d, &p), &err);
        bench_must(fcap_two_groups_open(&run, &attribute, data.n, &g), &err);
        double const start = bench_clock();
        bench_must((tree ? fcap_fairlet_tree : fcap_fairlet_mcf)(&run, &p, &g, &f), &err);
        seconds[i] = bench_clock() - start;
        cost = f.cost;
        n = f.n;
        fcap_run_close(&run);
    }
    bench_row(tree ? "faircap fairlets, tree" : "faircap fairlets", &data, (int32_t)n,
              o.threads, seconds, runs, cost);
    free(seconds);
    bench_free(&data);
    return 0;
}
