/* judgement.c - see judgement.h. */
#include "judgement.h"

#include "mixes.h"
#include "quarrels.h"

fcap_status judgement_of_shape(const fcap_problem *p, fcap_rules r, group_shape *shape,
                               int *possible, fcap_plan_report *plan, fcap_error *err) {
    fcap_group_plan found;
    fcap_status status;
    r.min_size = shape->least;
    r.max_size = shape->most;
    if (shape->k > 0) {
        r.k = shape->k;
        status = fcap_plan(p, &r, plan, err);
        *possible = status == FCAP_OK && plan->verdict != FCAP_VERDICT_INFEASIBLE;
        return status;
    }
    r.k = 1;
    status = fcap_plan_group_size(p, &r, shape->least, shape->most, &found, err);
    if (status == FCAP_OK) {
        *plan = found.plan;
        *possible = found.k > 0;
        shape->k = found.k;
    }
    return status;
}

void group_set_shape(job *j, const group_shape *shape) {
    j->rules.k = shape->k;
    j->rules.min_size = shape->least;
    j->rules.max_size = shape->most;
}

static fcap_status judge_shape(const job *j, group_shape asked, group_judgement *to,
                               fcap_error *err) {
    *to = (group_judgement){.asked = asked, .shape = asked, .possible = 1};
    return judgement_of_shape(&j->problem, j->rules, &to->shape, &to->possible, &to->plan, err);
}

/* Nobody moves, so groups so far may stay smaller than asked for: as even as can be then, or
 * uneven if it must be. Where all groups are told about, nothing is loosened. */
static fcap_status judge_late(const job *j, group_judgement *to, fcap_error *err) {
    int const told = j->args->group_size != NULL && j->args->clusters > 0;
    int64_t const least[] = {group_shape_of_late(j).least, 1};
    fcap_status status = FCAP_OK;
    for (int i = 0; i < 2 && status == FCAP_OK && !to->possible && !told; i++) {
        if (least[i] < to->asked.least) {
            status =
                judge_shape(j, (group_shape){least[i], to->asked.most, to->asked.k}, to, err);
        }
    }
    return status;
}

/* Who comes late joins the smallest groups: of a range of sizes, first the even ones. */
static group_shape evened(const job *j, group_shape asked) {
    int const told = j->args->group_size != NULL && j->args->clusters > 0;
    if (j->args->start != NULL && !told) {
        int64_t const even = group_shape_of_late(j).least;
        asked.least = even > asked.least && even <= asked.most ? even : asked.least;
    }
    return asked;
}

static fcap_status judge_once(job *j, group_judgement *to, fcap_error *err) {
    group_shape asked = {1, 1, 0};
    if (group_shape_find(j, &asked) != 0) {
        return FCAP_E_INFEASIBLE;
    }
    fcap_status status = judge_shape(j, evened(j, asked), to, err);
    if (status == FCAP_OK && !to->possible && to->asked.least > asked.least) {
        status = judge_shape(j, asked, to, err);
    }
    if (status == FCAP_OK && j->args->start != NULL) {
        status = judge_late(j, to, err);
    }
    if (status != FCAP_OK) {
        return status;
    }
    group_set_shape(j, &to->shape);
    if (j->rules.k == 0) { /* to be said about: as few as the sizes allow */
        j->rules.k = (int32_t)((j->problem.n + to->asked.most - 1) / to->asked.most);
    }
    to->possible = to->possible && quarrels(j, &to->asked, 0) == 0;
    return FCAP_OK;
}

/* Leaves it open how many groups there are. */
static int is_possible(job *j) {
    group_judgement found;
    fcap_error err;
    int32_t const k = j->rules.k;
    int const possible = judge_once(j, &found, &err) == FCAP_OK && found.possible;
    j->rules.k = k;
    return possible;
}

fcap_status judgement_make(job *j, group_judgement *to, fcap_error *err) {
    group_shape asked;
    if (group_shape_find(j, &asked) != 0) {
        return FCAP_E_INFEASIBLE;
    }
    mixes_choose(j, &asked, is_possible);
    return judge_once(j, to, err);
}
