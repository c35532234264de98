/* bench.c - see bench.h. */
#include "bench.h"

#include <faircap/table.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void bench_must(fcap_status status, const fcap_error *err) {
    if (status != FCAP_OK) {
        fprintf(stderr, "%s\n", err->message);
        exit(1);
    }
}

double bench_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bench_data bench_read(const char *path) {
    fcap_error err;
    fcap_table *table = NULL;
    fcap_dataset *data = NULL;
    fcap_encode_options encode;
    fcap_encode_options_init(&encode);
    encode.scale = FCAP_SCALE_NONE;
    int32_t feature[1000];
    int32_t protect = -1;
    encode.features.index = feature;
    bench_must(fcap_table_read(path, NULL, &table, NULL, &err), &err);
    for (int32_t c = 0; c < fcap_table_columns(table) && encode.features.n < 1000; c++) {
        const char *const name = fcap_table_name(table, c);
        if (name[0] == 'x') {
            feature[encode.features.n++] = c;
        } else if (strcmp(name, "group") == 0) {
            protect = c;
            encode.protect.index = &protect;
            encode.protect.n = 1;
        }
    }
    bench_must(fcap_dataset_encode(table, &encode, &data, NULL, &err), &err);
    fcap_problem const p = fcap_dataset_problem(data);
    size_t const cells = (size_t)p.n * (size_t)p.d;
    bench_data out = {.n = p.n, .d = p.d, .x = malloc(cells * sizeof *out.x)};
    memcpy(out.x, p.x, cells * sizeof *out.x);
    if (p.n_attributes > 0) {
        out.n_groups = p.attribute[0].n_groups;
        out.group = malloc((size_t)p.n * sizeof *out.group);
        memcpy(out.group, p.attribute[0].group, (size_t)p.n * sizeof *out.group);
    }
    fcap_dataset_free(data);
    fcap_table_free(table);
    return out;
}

void bench_free(bench_data *data) {
    free(data->x);
    free(data->group);
}

static int by_value(const void *left, const void *right) {
    double const a = *(const double *)left;
    double const b = *(const double *)right;
    return (a > b) - (a < b);
}

void bench_row(const char *what, const bench_data *data, int32_t k, int32_t threads,
               double *seconds, int runs, double cost) {
    qsort(seconds, (size_t)runs, sizeof *seconds, by_value);
    printf("%s,%lld,%d,%d,%d,%d,%.4f,%.4f,%.6f\n", what, (long long)data->n, (int)data->d,
           (int)k, (int)threads, runs, seconds[0], seconds[runs / 2], cost);
}
