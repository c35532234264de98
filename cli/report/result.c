/* result.c - see result.h. */
#include "report/result.h"

#include "memory.h"
#include "words.h"

#include <stdlib.h>

static void count_unknown(const result *r) {
    const job *const j = r->job;
    int32_t const n_attributes = j->problem.n_attributes;
    for (int32_t a = 0; a < n_attributes; a++) {
        const int32_t *const group = j->problem.attribute[a].group;
        for (int64_t i = 0; i < j->problem.n; i++) {
            r->unknown[(int64_t)r->labels[i] * n_attributes + a] += group[i] < 0;
        }
    }
}

int result_measure(result *r, const fcap_options *o) {
    const job *const j = r->job;
    size_t const k = (size_t)j->rules.k;
    fcap_measures *const m = &r->measures;
    m->size = need(k, sizeof *m->size);
    m->load = need(k, sizeof *m->load);
    m->medoid = need(k, sizeof *m->medoid);
    m->cluster_cost = need(k, sizeof *m->cluster_cost);
    m->cluster_balance = need(k, sizeof *m->cluster_balance);
    m->count = need(k * (size_t)job_group_total(j), sizeof *m->count);
    m->group_cost = need((size_t)job_group_total(j), sizeof *m->group_cost);
    r->unknown = need(k * (size_t)j->problem.n_attributes, sizeof *r->unknown);
    r->inside = need((size_t)j->aims.n, sizeof *r->inside);
    fcap_error err;
    fcap_status status = job_measure(j, &j->rules, r->labels, o, m, &err);
    if (status == FCAP_OK) {
        status = aims_inside(&j->aims, &j->problem, &j->rules, r->labels, r->inside, &err);
    }
    if (status != FCAP_OK) {
        return say_error(exit_code_of(status), "%s", err.message);
    }
    count_unknown(r);
    r->peak_bytes = memory_peak();
    return 0;
}

void result_close(result *r) {
    fcap_measures *const m = &r->measures;
    free(r->inside);
    free(r->unknown);
    free(m->group_cost);
    free(m->count);
    free(m->cluster_balance);
    free(m->cluster_cost);
    free(m->medoid);
    free(m->load);
    free(m->size);
}

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
