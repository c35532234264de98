/* terms.c - see terms.h. */
#include "shard/terms.h"

#include "problem/feasible.h"

/* As for a problem whose points are here, but for the counts, which are known. */
static fcap_status judge(fcap_run *run, const schema *s, const fcap_mpi_request *q,
                         terms *out) {
    fcap_rules asked = FCAP_RULES_INIT;
    asked.k = q->k;
    asked.max_size = q->max_size;
    asked.slack = q->slack;
    asked.min_size = q->min_size;
    fcap_problem problem = FCAP_PROBLEM_INIT;
    problem.n = s->n;
    problem.metric = s->metric;
    TRY(fcap_rules_open(run, &problem, &asked, &out->r));
    if (s->n_groups == 2) {
        out->attribute = (fcap_attribute){NULL, 2, q->balance};
        out->r.attribute = &out->attribute;
        out->r.n_attributes = 1;
        out->r.n_counts = 2;
        out->r.members = s->total;
    }
    fcap_plan_report plan = {.verdict = FCAP_VERDICT_FEASIBLE};
    TRY(fcap_feasible(run, &out->r, &asked, &plan));
    if (plan.verdict == FCAP_VERDICT_INFEASIBLE) {
        return fcap_run_fail(run, FCAP_E_INFEASIBLE, "%s", plan.sentence);
    }
    return fcap_shape_open(run, &out->r, &out->s);
}

static fcap_status open_on_root(fcap_run *run, const schema *s, const fcap_mpi_request *q,
                                terms *out) {
    TRY(judge(run, s, q, out));
    out->capacity = out->r.asked_capacity;
    out->around = fcap_box_all(&out->s);
    TRY(fcap_polygon_open(run, &out->s, &out->hull));
    if (!fcap_polygon_build(&out->s, &out->around, &out->hull)) {
        return fcap_run_fail(
            run, FCAP_E_INFEASIBLE,
            "the rules leave no way to divide the rows (%lld) among the clusters (%d)",
            (long long)s->n, (int)q->k);
    }
    return FCAP_OK;
}

fcap_status fcap_terms_open(fcap_run *run, fcap_comm *comm, const schema *s,
                            const fcap_mpi_request *q, terms *out) {
    *out = (terms){0};
    fcap_status const status = comm->rank == 0 ? open_on_root(run, s, q, out) : FCAP_OK;
    AGREE(run, comm, status);
    fcap_comm_broadcast(comm, &out->capacity, sizeof out->capacity);
    return FCAP_OK;
}

double fcap_terms_support(const terms *t, const double *price) {
    int32_t const k = t->s.k;
    double pay = 0;
    for (int32_t i = 0; i < k; i++) {
        double const second = t->s.n_groups == 2 ? price[k + i] : 0;
        pay += fcap_polygon_support(&t->hull, price[i], second);
    }
    return pay;
}
