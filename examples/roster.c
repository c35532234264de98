/* roster.c - read a CSV file, cluster its rows fairly, print a cluster for each.
 *
 *     cc roster.c $(pkg-config --cflags --libs faircap) -o roster
 *     ./roster roster.csv gender 8
 */
#include <faircap/table.h>

#include <stdio.h>
#include <stdlib.h>

/* What is wrong, with the lines of the file where there are any. */
static int fail(const fcap_error *err, const fcap_faults *faults) {
    fprintf(stderr, "%s\n", err->message);
    for (int32_t i = 0; err->status == FCAP_E_DATA && i < faults->kept; i++) {
        fprintf(stderr, "line %lld: %s\n", (long long)faults->fault[i].line,
                faults->fault[i].message);
    }
    return 1;
}

static int cluster(fcap_dataset *data, int32_t k) {
    fcap_dataset_set_balance(data, 0, (fcap_ratio){1, 2});
    fcap_problem const problem = fcap_dataset_problem(data);
    fcap_rules rules = FCAP_RULES_INIT;
    rules.k = k;
    int32_t *const labels = malloc((size_t)problem.n * sizeof *labels);
    fcap_report report;
    fcap_error err = {FCAP_E_NO_MEMORY, "out of memory"};
    if (labels == NULL ||
        fcap_cluster(&problem, &rules, NULL, labels, &report, &err) != FCAP_OK) {
        free(labels);
        return fail(&err, NULL);
    }
    const int64_t *const row = fcap_dataset_rows(data);
    printf("row,%s,cluster\n", fcap_dataset_attribute_name(data, 0));
    for (int64_t i = 0; i < problem.n; i++) {
        printf("%lld,%s,%d\n", (long long)row[i] + 1,
               fcap_dataset_group_name(data, 0, problem.attribute[0].group[i]),
               (int)labels[i] + 1);
    }
    fprintf(stderr, "cost %.4f, %s\n", report.cost, fcap_outcome_name(report.outcome));
    free(labels);
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: roster FILE COLUMN CLUSTERS\n");
        return 2;
    }
    fcap_error err;
    fcap_faults faults;
    fcap_table *table = NULL;
    if (fcap_table_read(argv[1], NULL, &table, &faults, &err) != FCAP_OK) {
        return fail(&err, &faults);
    }
    int32_t const protect = fcap_table_find(table, argv[2]);
    int code = 1;
    if (protect < 0) {
        fprintf(stderr, "there is no column %s\n", argv[2]);
    } else {
        fcap_encode_options encode;
        fcap_encode_options_init(&encode);
        encode.protect = (fcap_columns){&protect, 1};
        fcap_dataset *data = NULL;
        if (fcap_dataset_encode(table, &encode, &data, &faults, &err) != FCAP_OK) {
            code = fail(&err, &faults);
        } else {
            code = cluster(data, (int32_t)strtol(argv[3], NULL, 10));
        }
        fcap_dataset_free(data);
    }
    fcap_table_free(table);
    return code;
}
