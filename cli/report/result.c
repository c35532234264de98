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

int64_t result_load(const result *r, int32_t c) {
    return r->job->problem.weight != NULL ? r->measures.load[c] : r->measures.size[c];
}

int64_t result_capacity(const result *r, int32_t c) {
    return r->job->rules.capacity != NULL ? r->job->rules.capacity[c] : r->capacity;
}

int64_t result_over(const result *r, int32_t c) {
    int64_t const over = result_load(r, c) - result_capacity(r, c);
    return over > 0 ? over : 0;
}

int64_t result_under(const result *r, int32_t c) {
    int64_t const under = r->job->rules.min_size - r->measures.size[c];
    return under > 0 ? under : 0;
}

int result_squared(const result *r) {
    return r->job->problem.objective == FCAP_OBJECTIVE_SSE;
}

double result_mean(const result *r) {
    return r->report.cost / (double)r->job->problem.n;
}

double result_cluster_mean(const result *r, int32_t c) {
    int64_t const size = r->measures.size[c];
    return size > 0 ? r->measures.cluster_cost[c] / (double)size : 0;
}

const char *result_centre(const result *r) {
    return r->job->problem.candidate != NULL ? "of the members that may be one the most central"
                                             : "the most central member";
}
