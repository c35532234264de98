/* request.c - see request.h. */
#include "request.h"

#include "words.h"

int method_has_fairlets(fcap_method method) {
    return method != FCAP_METHOD_BEST && method != FCAP_METHOD_KMEDOIDS;
}

int method_packs(fcap_method method) {
    return method == FCAP_METHOD_FAIR_HIERARCHICAL || method == FCAP_METHOD_FAIR_KMEDOIDS;
}

int method_fits(const job *j, fcap_method method) {
    const char *const name = fcap_method_name(method);
    if (!method_has_fairlets(method)) {
        return 0;
    }
    if (j->n_protect == 0) {
        return say_error(EXIT_USAGE, "%s needs to know the protected attribute: -p COL", name);
    }
    if (j->n_protect > 1) {
        return say_error(EXIT_USAGE,
                         "%s takes one protected attribute, not %d; best takes several", name,
                         (int)j->n_protect);
    }
    return 0;
}

const char *rules_of_best(const job *j) {
    return j->problem.weight != NULL   ? "weights (-w)"
           : j->rules.n_shares > 0     ? "shares (--share)"
           : j->rules.n_no_isolate > 0 ? "groups of which nobody is alone (--no-isolate)"
                                       : NULL;
}

/* The request as far as a method promises to keep it. */
static void drop_unenforced(fcap_problem *p, fcap_rules *r, unsigned enforced) {
    if (!(enforced & FCAP_ENFORCES_WISHES)) {
        fcap_rules plain = FCAP_RULES_INIT;
        plain.k = r->k;
        plain.max_size = r->max_size;
        plain.slack = r->slack;
        plain.min_size = r->min_size;
        plain.capacity = r->capacity;
        *r = plain;
        p->candidate = NULL;
    }
    if (!(enforced & FCAP_ENFORCES_BALANCE)) {
        p->n_attributes = 0;
    }
    if (!(enforced & FCAP_ENFORCES_CAPACITY)) {
        r->max_size = p->n;
        r->min_size = 1;
        r->capacity = NULL;
        p->weight = NULL;
    }
}

fcap_status request_plan(const job *j, fcap_plan_report *plan, fcap_error *err) {
    if (j->no_groups != NULL) {
        *plan = *j->no_groups;
        return FCAP_OK;
    }
    return fcap_plan(&j->problem, &j->rules, plan, err);
}

fcap_status request_judge(const fcap_problem *p, const fcap_rules *r, unsigned enforced,
                          judgement *out, fcap_error *err) {
    fcap_status const status = fcap_plan(p, r, &out->asked, err);
    if (status != FCAP_OK) {
        return status;
    }
    out->kept = out->asked;
    out->answerable = out->asked.verdict != FCAP_VERDICT_INFEASIBLE;
    unsigned const all = FCAP_ENFORCES_CAPACITY | FCAP_ENFORCES_BALANCE | FCAP_ENFORCES_WISHES;
    if (out->answerable || enforced == all) {
        return FCAP_OK;
    }
    fcap_problem kept_problem = *p;
    fcap_rules kept_rules = *r;
    drop_unenforced(&kept_problem, &kept_rules, enforced);
    fcap_status const again = fcap_plan(&kept_problem, &kept_rules, &out->kept, err);
    out->answerable = again == FCAP_OK && out->kept.verdict != FCAP_VERDICT_INFEASIBLE;
    out->kept.max_size = out->asked.max_size; /* the report says what was asked */
    return again;
}
