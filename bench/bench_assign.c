/* bench_assign.c - points to fixed medoids at least cost, within bounds.
 *
 *     bench_assign FILE K THREADS RUNS             clusters of at most 1.01 n / K points
 *     bench_assign FILE K THREADS RUNS balance     and at least 0.98 of a fair share of each
 * group
 *
 * The medoids are the first K rows. The time is that of fcap_assign() alone, without prices to
 * start from, on costs that are ready. The last column is the optimum in whole units, which
 * bench/peers/lemon_assign.cpp must find too, for the same costs: it reads them from the file
 * that the variable FCAP_COSTS names, if it is set.
 */
#include "bench.h"
#include "cluster/assign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void save_costs(const char *path, const assign_problem *p) {
    FILE *const f = fopen(path, "wb");
    int64_t const size[3] = {p->n, p->k, p->size_most[0]};
    size_t const cells = (size_t)(p->n * p->k);
    if (f == NULL || fwrite(size, sizeof size, 1, f) != 1 ||
        fwrite(p->cost, sizeof *p->cost, cells, f) != cells || fclose(f) != 0) {
        fprintf(stderr, "cannot write %s\n", path);
        exit(1);
    }
}

/* At least 0.98 of its fair share of every group in every cluster. */
static int64_t *floors(const bench_data *data, int32_t k) {
    int64_t *const least = calloc((size_t)(data->n_groups * k), sizeof *least);
    for (int64_t j = 0; j < data->n; j++) {
        for (int32_t i = 0; i < k; i++) {
            least[data->group[j] * k + i]++;
        }
    }
    for (int64_t v = 0; v < (int64_t)data->n_groups * k; v++) {
        least[v] = least[v] * 98 / (100 * k);
    }
    return least;
}

int main(int argc, char **argv) {
    int const balance = argc == 6 && strcmp(argv[5], "balance") == 0;
    if (argc != 5 && !balance) {
        fputs("usage: bench_assign FILE K THREADS RUNS [balance]\n", stderr);
        return 2;
    }
    bench_data data = bench_read(argv[1]);
    int32_t const k = atoi(argv[2]);
    int const runs = atoi(argv[4]);
    fcap_error err;
    fcap_run run;
    fcap_options o;
    fcap_options_init(&o);
    o.threads = atoi(argv[3]);
    fcap_run_open(&run, &o, &err);
    points p;
    bench_must(fcap_points_open(&run, data.x, data.n, data.d, &p), &err);
    int64_t *const medoid = calloc((size_t)k, sizeof *medoid);
    int64_t *const size_most = calloc((size_t)k, sizeof *size_most);
    for (int32_t i = 0; i < k; i++) {
        medoid[i] = i;
        size_most[i] = (101 * data.n + 100 * k - 1) / (100 * k);
    }
    int32_t *cost;
    double unit = 0;
    bench_must(fcap_assign_costs(&run, &p, medoid, k, &cost, &unit), &err);
    assign_problem a = {
        .n = data.n, .k = k, .n_groups = 1, .cost = cost, .size_most = size_most};
    int64_t *const least = balance ? floors(&data, k) : NULL;
    if (balance) {
        a.n_groups = data.n_groups;
        a.group = data.group;
        a.least = least;
    }
    if (getenv("FCAP_COSTS") != NULL) {
        save_costs(getenv("FCAP_COSTS"), &a);
    }
    double *const seconds = calloc((size_t)runs, sizeof *seconds);
    int32_t *const label = calloc((size_t)data.n, sizeof *label);
    int64_t *const price = calloc((size_t)((a.n_groups + 1) * k), sizeof *price);
    int64_t total = 0;
    for (int i = 0; i < runs; i++) {
        memset(price, 0, (size_t)((a.n_groups + 1) * k) * sizeof *price);
        double const from = bench_clock();
        bench_must(fcap_assign(&run, &a, (assign_prices){price, price + a.n_groups * k}, label,
                               &total),
                   &err);
        seconds[i] = bench_clock() - from;
    }
    bench_row(balance ? "faircap assign balance" : "faircap assign", &data, k, o.threads,
              seconds, runs, (double)total);
    fcap_run_close(&run);
    free(least);
    free(price);
    free(label);
    free(seconds);
    free(size_most);
    free(medoid);
    bench_free(&data);
    return 0;
}
