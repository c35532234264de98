/* solve.c - the calls about a request: before, the answer, and after. See faircap_r.h.
 *
 * R counts points and clusters from 1, the library from 0; both are shifted here and nowhere
 * else. A figure that the library calls "none" by a negative number is NA.
 */
#include "faircap_r.h"

#include <string.h>

static double known(double value) {
    return value < 0 ? NA_REAL : value;
}

static int32_t group_total(const fcap_problem *p) {
    int32_t total = 0;
    for (int32_t a = 0; a < p->n_attributes; a++) {
        total += p->attribute[a].n_groups;
    }
    return total;
}

static int64_t total_weight(const fcap_problem *p) {
    int64_t total = p->n;
    for (int64_t i = 0; p->weight != NULL && i < p->n; i++) {
        total += p->weight[i] - 1;
    }
    return total;
}

/* ---- after ---- */

static SEXP numbers_of(const int64_t *value, R_xlen_t n) {
    SEXP const out = Rf_allocVector(REALSXP, n);
    for (R_xlen_t i = 0; i < n; i++) {
        REAL(out)[i] = (double)value[i];
    }
    return out;
}

static SEXP medoids_of(const int64_t *medoid, int32_t k) {
    SEXP const out = Rf_allocVector(INTSXP, k);
    for (int32_t c = 0; c < k; c++) {
        INTEGER(out)[c] = medoid[c] < 0 ? NA_INTEGER : (int)medoid[c] + 1;
    }
    return out;
}

static SEXP violations_of(const fcap_measures *m) {
    record r = fcap_r_open(9);
    fcap_r_set_number(&r, "capacity", m->violated_capacity);
    fcap_r_set_number(&r, "min_size", m->violated_min_size);
    fcap_r_set_number(&r, "balance", m->violated_balance);
    fcap_r_set_number(&r, "share", m->violated_share);
    fcap_r_set_number(&r, "no_isolate", m->violated_no_isolate);
    fcap_r_set_number(&r, "together", (double)m->violated_together);
    fcap_r_set_number(&r, "apart", (double)m->violated_apart);
    fcap_r_set_number(&r, "keep", (double)m->violated_keep);
    fcap_r_set_number(&r, "medoids", m->violated_medoids);
    return fcap_r_close(&r);
}

static SEXP measures_of(const fcap_measures *m, const request *q) {
    int32_t const k = q->rules.k;
    int32_t const total = group_total(&q->problem);
    int const costs = q->problem.x != NULL || q->problem.distance != NULL;
    SEXP const cost = PROTECT(Rf_allocVector(REALSXP, costs ? k : 0));
    SEXP const group_cost = PROTECT(Rf_allocVector(REALSXP, costs ? total : 0));
    SEXP const count = PROTECT(numbers_of(m->count, (R_xlen_t)k * total));
    if (costs) {
        memcpy(REAL(cost), m->cluster_cost, (size_t)k * sizeof(double));
        memcpy(REAL(group_cost), m->group_cost, (size_t)total * sizeof(double));
    }
    record r = fcap_r_open(8);
    fcap_r_set_number(&r, "cost", costs ? m->cost : NA_REAL);
    fcap_r_set(&r, "size", numbers_of(m->size, k));
    fcap_r_set(&r, "load", numbers_of(m->load, k));
    fcap_r_set(&r, "medoid", costs ? medoids_of(m->medoid, k) : R_NilValue);
    fcap_r_set(&r, "cluster_cost", cost);
    fcap_r_set(&r, "count", count);
    fcap_r_set(&r, "group_cost", group_cost);
    fcap_r_set(&r, "violations", violations_of(m));
    SEXP const out = fcap_r_close(&r);
    UNPROTECT(3);
    return out;
}

static SEXP measure(request *q, const int32_t *labels) {
    size_t const k = q->rules.k > 0 ? (size_t)q->rules.k : 1;
    size_t const total = (size_t)group_total(&q->problem) + 1;
    fcap_measures m = {.size = (int64_t *)R_alloc(k, sizeof(int64_t)),
                       .medoid = (int64_t *)R_alloc(k, sizeof(int64_t)),
                       .cluster_cost = (double *)R_alloc(k, sizeof(double)),
                       .count = (int64_t *)R_alloc(k * total, sizeof(int64_t)),
                       .group_cost = (double *)R_alloc(total, sizeof(double)),
                       .load = (int64_t *)R_alloc(k, sizeof(int64_t))};
    fcap_error err;
    fcap_status const status =
        fcap_measure(&q->problem, &q->rules, labels, &q->options, &m, &err);
    if (status != FCAP_OK) {
        return fcap_r_failure(&err, NULL);
    }
    SEXP const measures = PROTECT(measures_of(&m, q));
    record r = fcap_r_open(3);
    fcap_r_set(&r, "measures", measures);
    fcap_r_set_number(&r, "repeated_pairs", (double)m.repeated_pairs);
    fcap_r_set_number(&r, "max_size",
                      (double)fcap_rules_capacity(&q->rules, total_weight(&q->problem)));
    SEXP const out = fcap_r_close(&r);
    UNPROTECT(1);
    return out;
}

static const int32_t *from_zero(SEXP labels) {
    R_xlen_t const n = Rf_xlength(labels);
    int32_t *const out = (int32_t *)R_alloc((size_t)n + 1, sizeof *out);
    for (R_xlen_t i = 0; i < n; i++) {
        int const label = INTEGER(labels)[i];
        out[i] = label == NA_INTEGER || label < 1 ? -1 : label - 1;
    }
    return out;
}

SEXP fcap_r_measure(SEXP problem, SEXP rules, SEXP labels, SEXP options) {
    request q;
    fcap_error err;
    if (fcap_r_request(&q, problem, rules, options, &err) != FCAP_OK) {
        return fcap_r_failure(&err, NULL);
    }
    return measure(&q, from_zero(labels));
}

SEXP fcap_r_certify(SEXP problem, SEXP rules, SEXP multipliers, SEXP options) {
    request q;
    fcap_error err;
    double bound = 0;
    fcap_status status = fcap_r_request(&q, problem, rules, options, &err);
    if (status == FCAP_OK) {
        status =
            fcap_certify(&q.problem, &q.rules, REAL(multipliers), &q.options, &bound, &err);
    }
    return status == FCAP_OK ? Rf_ScalarReal(bound) : fcap_r_failure(&err, NULL);
}

/* ---- before ---- */

static SEXP changes_of(const fcap_plan_report *p) {
    record r = fcap_r_open(5);
    fcap_r_set_number(&r, "max_size",
                      p->change_max_size > 0 ? (double)p->change_max_size : NA_REAL);
    fcap_r_set_number(&r, "clusters", p->change_clusters > 0 ? p->change_clusters : NA_REAL);
    fcap_r_set(&r, "balance", fcap_r_ratio(p->change_balance));
    fcap_r_set_number(&r, "min_size",
                      p->change_min_size > 0 ? (double)p->change_min_size : NA_REAL);
    fcap_r_set(
        &r, "balance_attribute",
        Rf_ScalarInteger(p->change_attribute < 0 ? NA_INTEGER : p->change_attribute + 1));
    return fcap_r_close(&r);
}

static SEXP plan_of(const fcap_plan_report *p) {
    static const char *const verdict[] = {"feasible", "infeasible", "open"};
    record r = fcap_r_open(8);
    fcap_r_set(&r, "verdict", Rf_mkString(verdict[p->verdict]));
    fcap_r_set(&r, "reason", fcap_r_string(fcap_reason_name(p->reason)));
    fcap_r_set(&r, "attribute",
               Rf_ScalarInteger(p->attribute < 0 ? NA_INTEGER : p->attribute + 1));
    fcap_r_set_number(&r, "max_size", (double)p->max_size);
    fcap_r_set(&r, "change", changes_of(p));
    fcap_r_set(&r, "sentence", fcap_r_string(p->sentence));
    fcap_r_set_number(&r, "point", p->point < 0 ? NA_REAL : (double)p->point + 1);
    fcap_r_set(&r, "cluster", Rf_ScalarInteger(p->cluster < 0 ? NA_INTEGER : p->cluster + 1));
    return fcap_r_close(&r);
}

SEXP fcap_r_plan(SEXP problem, SEXP rules) {
    request q;
    fcap_error err;
    fcap_plan_report plan;
    fcap_status status = fcap_r_request(&q, problem, rules, R_NilValue, &err);
    if (status == FCAP_OK) {
        status = fcap_plan(&q.problem, &q.rules, &plan, &err);
    }
    return status == FCAP_OK ? plan_of(&plan) : fcap_r_failure(&err, NULL);
}

SEXP fcap_r_plan_group_size(SEXP problem, SEXP rules, SEXP least, SEXP most) {
    request q;
    fcap_error err;
    fcap_group_plan g;
    fcap_status status = fcap_r_request(&q, problem, rules, R_NilValue, &err);
    if (status == FCAP_OK) {
        status = fcap_plan_group_size(&q.problem, &q.rules, (int64_t)Rf_asReal(least),
                                      (int64_t)Rf_asReal(most), &g, &err);
    }
    if (status != FCAP_OK) {
        return fcap_r_failure(&err, NULL);
    }
    record r = fcap_r_open(5);
    fcap_r_set(&r, "k", Rf_ScalarInteger(g.k));
    fcap_r_set(&r, "fewest", Rf_ScalarInteger(g.fewest));
    fcap_r_set(&r, "most", Rf_ScalarInteger(g.most));
    fcap_r_set(&r, "plan", plan_of(&g.plan));
    fcap_r_set(&r, "sentence", fcap_r_string(g.sentence));
    return fcap_r_close(&r);
}

/* ---- the answer ---- */

static SEXP report_of(const fcap_report *p) {
    record r = fcap_r_open(14);
    fcap_r_set(&r, "status", fcap_r_string(fcap_outcome_name(p->outcome)));
    fcap_r_set_number(&r, "cost", p->cost);
    fcap_r_set_number(&r, "lower_bound", known(p->lower_bound));
    fcap_r_set_number(&r, "fixed_medoid_bound", known(p->fixed_medoid_bound));
    fcap_r_set_number(&r, "multiplier_bound", known(p->multiplier_bound));
    fcap_r_set(&r, "swap_optimal", Rf_ScalarLogical(p->swap_optimal != 0));
    fcap_r_set_number(&r, "iterations", (double)p->iterations);
    fcap_r_set_number(&r, "nodes", (double)p->nodes);
    fcap_r_set(&r, "all_tried", Rf_ScalarLogical(p->all_tried != 0));
    fcap_r_set(&r, "threads", Rf_ScalarInteger(p->threads));
    fcap_r_set_number(&r, "seconds", p->seconds);
    fcap_r_set_number(&r, "peak_bytes", (double)p->peak_bytes);
    fcap_r_set(&r, "repaired", Rf_ScalarLogical(p->repaired != 0));
    record f = fcap_r_open(2);
    fcap_r_set_number(&f, "n", (double)p->n_fairlets);
    fcap_r_set_number(&f, "cost", p->fairlet_cost);
    fcap_r_set(&r, "fairlets", fcap_r_close(&f));
    return fcap_r_close(&r);
}

/* What is wrong, and for an impossible request also what would make it possible. */
static SEXP failure_of(const request *q, const fcap_error *err) {
    SEXP const failure = PROTECT(fcap_r_failure(err, NULL));
    fcap_plan_report plan;
    fcap_error other;
    if (err->status == FCAP_E_INFEASIBLE &&
        fcap_plan(&q->problem, &q->rules, &plan, &other) == FCAP_OK) {
        Rf_setAttrib(failure, Rf_install("plan"), plan_of(&plan));
    }
    UNPROTECT(1);
    return failure;
}

SEXP fcap_r_cluster(SEXP problem, SEXP rules, SEXP options) {
    request q;
    fcap_error err;
    fcap_report report;
    if (fcap_r_request(&q, problem, rules, options, &err) != FCAP_OK) {
        return fcap_r_failure(&err, NULL);
    }
    int64_t const n = q.problem.n;
    SEXP const clustering = PROTECT(Rf_allocVector(INTSXP, n));
    int32_t *const labels = INTEGER(clustering);
    int const certificate = fcap_r_flag(options, "certificate");
    SEXP const multipliers = PROTECT(Rf_allocVector(REALSXP, certificate ? n : 0));
    q.options.multipliers = certificate ? REAL(multipliers) : NULL;
    if (fcap_cluster(&q.problem, &q.rules, &q.options, labels, &report, &err) != FCAP_OK) {
        SEXP const failure = failure_of(&q, &err);
        UNPROTECT(2);
        return failure;
    }
    /* An interrupt that ended the search must not end the measuring too. */
    q.options.tick = NULL;
    int const only = fcap_r_flag(options, "cluster_only");
    SEXP const measured = PROTECT(only ? R_NilValue : measure(&q, labels));
    for (int64_t i = 0; i < n; i++) {
        labels[i]++;
    }
    int const proved = certificate && report.multiplier_bound >= 0;
    record r = fcap_r_open(4);
    fcap_r_set(&r, "clustering", clustering);
    fcap_r_set(&r, "multipliers", proved ? multipliers : R_NilValue);
    fcap_r_set(&r, "report", report_of(&report));
    fcap_r_set(&r, "measured", measured);
    SEXP const out = fcap_r_close(&r);
    UNPROTECT(3);
    return out;
}

/* ---- distances ---- */

/* The lower triangle by columns, as "dist" has it, to the full matrix. */
SEXP fcap_r_expand(SEXP dist, SEXP points) {
    R_xlen_t const n = (R_xlen_t)Rf_asReal(points);
    SEXP const out = PROTECT(Rf_allocMatrix(REALSXP, (int)n, (int)n));
    const double *next = REAL(dist);
    double *const full = REAL(out);
    for (R_xlen_t j = 0; j < n; j++) {
        full[j * n + j] = 0;
        for (R_xlen_t i = j + 1; i < n; i++) {
            full[j * n + i] = *next;
            full[i * n + j] = *next++;
        }
    }
    UNPROTECT(1);
    return out;
}
