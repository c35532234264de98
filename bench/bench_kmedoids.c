/* bench_kmedoids.c - k-medoids on generated data: name,n,d,k,threads,runs,min_s,median_s,cost
 *
 *     bench_kmedoids FILE K THREADS RUNS     the x columns of a CSV file, as they are
 *
 * The time is that of fcap_cluster() alone: distances, search and the check of the answer.
 */
#include <faircap/faircap.h>
#include <faircap/table.h>

#include <stdio.h>
#include <stdlib.h>

static int by_value(const void *left, const void *right) {
    double const a = *(const double *)left;
    double const b = *(const double *)right;
    return (a > b) - (a < b);
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fputs("usage: bench_kmedoids FILE K THREADS RUNS\n", stderr);
        return 2;
    }
    fcap_error err;
    fcap_table *table = NULL;
    fcap_dataset *data = NULL;
    fcap_encode_options encode;
    fcap_encode_options_init(&encode);
    encode.scale = FCAP_SCALE_NONE;
    int32_t column[1000];
    encode.features.index = column;
    fcap_status const read = fcap_table_read(argv[1], NULL, &table, NULL, &err);
    for (int32_t c = 0; read == FCAP_OK && c < fcap_table_columns(table) && c < 1000; c++) {
        if (fcap_table_name(table, c)[0] == 'x') {
            column[encode.features.n++] = c;
        }
    }
    if (read != FCAP_OK || fcap_dataset_encode(table, &encode, &data, NULL, &err) != FCAP_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    fcap_problem const p = fcap_dataset_problem(data);
    fcap_rules r = FCAP_RULES_INIT;
    r.k = atoi(argv[2]);
    fcap_options o;
    fcap_options_init(&o);
    o.threads = atoi(argv[3]);
    int const runs = atoi(argv[4]);
    double *const seconds = calloc((size_t)runs, sizeof *seconds);
    int32_t *const labels = calloc((size_t)p.n, sizeof *labels);
    fcap_report report = {0};
    for (int i = 0; i < runs; i++) {
        if (fcap_cluster(&p, &r, &o, labels, &report, &err) != FCAP_OK) {
            fprintf(stderr, "%s\n", err.message);
            return 1;
        }
        seconds[i] = report.seconds;
    }
    qsort(seconds, (size_t)runs, sizeof *seconds, by_value);
    printf("faircap kmedoids,%lld,%d,%d,%d,%d,%.4f,%.4f,%.6f\n", (long long)p.n, (int)p.d,
           (int)r.k, (int)o.threads, runs, seconds[0], seconds[runs / 2], report.cost);
    free(labels);
    free(seconds);
    fcap_dataset_free(data);
    fcap_table_free(table);
    return 0;
}
