/* result.c - see result.h. */
#include "report/result.h"

int64_t result_smallest(const result *r) {
    int64_t least = r->measures.size[0];
    for (int32_t c = 1; c < r->job->rules.k; c++) {
        least = r->measures.size[c] < least ? r->measures.size[c] : least;
    }
    return least;
}

int64_t result_largest(const result *r) {
    int64_t most = r->measures.size[0];
    for (int32_t c = 1; c < r->job->rules.k; c++) {
        most = r->measures.size[c] > most ? r->measures.size[c] : most;
    }
    return most;
}

double result_mean(const result *r) {
    return r->report.cost / (double)r->job->problem.n;
}

double result_cluster_mean(const result *r, int32_t c) {
    int64_t const size = r->measures.size[c];
    return size > 0 ? r->measures.cluster_cost[c] / (double)size : 0;
}
