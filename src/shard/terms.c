/* terms.c - see terms.h. */
#include "shard/terms.h"

#include "problem/feasible.h"

/* A problem with the right counts; its arrays are gone when this returns. */
static fcap_status judge(fcap_run *run, const schema *s, const fcap_mpi_request *q,
                         terms *out) {
    fcap_rules asked = FCAP_RULES_INIT;
    asked.k = q->k;
    asked.max_size = q->max_size;
    asked.slack = q->slack;
    asked.min_size = q->min_size;
    out->attribute = (fcap_attribute){NULL, 2, q->balance};
    fcap_problem problem = FCAP_PROBLEM_INIT;
    problem.n = s->n;
    problem.metric = s->metric;
    fcap_run scratch;
    fcap_run_open(&scratch, NULL, run->err);
    if (s->n_groups == 2) {
        int32_t *const group = arena_array(&scratch.mem, int32_t, s->n);
        for (int64_t i = s->total[0]; group != NULL && i < s->n; i++) {
            group[i] = 1;
        }
        out->attribute.group = group;
        problem.attribute = &out->attribute;
        problem.n_attributes = 1;
    }
    fcap_plan_report plan = {.verdict = FCAP_VERDICT_FEASIBLE};
    fcap_status status =
        s->n_groups == 2 && out->attribute.group == NULL
            ? fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for judging %lld rows",
                            (long long)s->n)
            : fcap_rules_open(&scratch, &problem, &asked, &out->r);
    status = status != FCAP_OK ? status : fcap_feasible(&scratch, &out->r, &asked, &plan);
    if (status == FCAP_OK && plan.verdict == FCAP_VERDICT_INFEASIBLE) {
        status = fcap_run_fail(run, FCAP_E_INFEASIBLE, "%s", plan.sentence);
    }
    status = status != FCAP_OK ? status : fcap_shape_open(run, &out->r, &out->s);
    out->attribute.group = NULL;
    out->s.group = NULL;
    out->r.attribute = &out->attribute;
    fcap_run_close(&scratch);
    return status;
}

static fcap_status open_on_root(fcap_run *run, const schema *s, const fcap_mpi_request *q,
                                terms *out) {
    TRY(judge(run, s, q, out));
    out->capacity = out->r.capacity;
    out->around = fcap_box_all(&out->s);
    TRY(fcap_polygon_open(run, &out->s, &out->hull));
    if (!fcap_polygon_build(&out->s, &out->around, &out->hull)) {
        return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                             "%lld rows cannot be divided among %d clusters by the rules",
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
