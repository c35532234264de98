/* quickstart.c - cluster twelve points into three groups and measure the answer.
 *
 *     cc quickstart.c $(pkg-config --cflags --libs faircap) -o quickstart && ./quickstart
 */
#include <faircap/faircap.h>

#include <stdio.h>

int main(void) {
    double const x[12][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {9, 9}, {9, 8},
                             {8, 9}, {8, 8}, {0, 9}, {1, 9}, {0, 8}, {1, 8}};
    int32_t const group[12] = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};

    fcap_attribute const fair = {group, 2, {1, 2}}; /* balance at least 1/2 in each cluster */
    fcap_problem problem = FCAP_PROBLEM_INIT;
    problem.x = &x[0][0];
    problem.n = 12;
    problem.d = 2;
    problem.attribute = &fair;
    problem.n_attributes = 1;

    fcap_rules rules = FCAP_RULES_INIT;
    rules.k = 3;
    rules.max_size = 4;

    fcap_plan_report plan;
    fcap_error err;
    if (fcap_plan(&problem, &rules, &plan, &err) != FCAP_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    printf("%s\n", plan.verdict == FCAP_VERDICT_FEASIBLE ? "feasible" : plan.sentence);

    int32_t labels[12];
    fcap_report report;
    if (fcap_cluster(&problem, &rules, NULL, labels, &report, &err) != FCAP_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    for (int i = 0; i < 12; i++) {
        printf("%d%s", (int)labels[i] + 1, i < 11 ? " " : "\n");
    }
    printf("cost %.4f, %d clusters too large, %d unbalanced\n", report.cost,
           (int)report.violated_capacity, (int)report.violated_balance);
    return 0;
}
