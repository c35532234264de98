/* request.c - from R's lists to a problem, rules and options. See faircap_r.h.
 *
 * Matrices of R are columns one after the other, so a point is a column here: R hands over
 * t(x), whose memory is exactly the library's rows. Points, groups and distances are used
 * where they are; whole numbers that R keeps as doubles are copied.
 */
#include "faircap_r.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the problem ---- */

static fcap_status read_attributes(fcap_problem *problem, SEXP list, fcap_error *err) {
    SEXP const groups = fcap_r_field(list, "groups");
    SEXP const balance = fcap_r_field(list, "balance");
    R_xlen_t const n = Rf_xlength(groups);
    fcap_attribute *const a = (fcap_attribute *)R_alloc((size_t)n + 1, sizeof *a);
    for (R_xlen_t i = 0; i < n; i++) {
        a[i].group = INTEGER(VECTOR_ELT(groups, i));
        a[i].n_groups = INTEGER(fcap_r_field(list, "n_groups"))[i];
        fcap_status const status =
            fcap_ratio_parse(fcap_r_text(balance, i), &a[i].balance, err);
        if (status != FCAP_OK) {
            return status;
        }
    }
    problem->attribute = a;
    problem->n_attributes = (int32_t)n;
    return FCAP_OK;
}

static fcap_status read_problem(fcap_problem *problem, SEXP list, fcap_error *err) {
    *problem = (fcap_problem)FCAP_PROBLEM_INIT;
    SEXP const points = fcap_r_field(list, "points");
    SEXP const distance = fcap_r_field(list, "distance");
    SEXP const candidate = fcap_r_field(list, "candidate");
    SEXP const aim = fcap_r_field(list, "aim");
    problem->n = (int64_t)fcap_r_number(list, "n");
    if (points != R_NilValue) {
        problem->x = REAL(points);
        problem->d = Rf_nrows(points);
    }
    if (distance != R_NilValue) {
        problem->distance = REAL(distance);
    }
    if (candidate != R_NilValue) {
        problem->candidate = (const char *)RAW(candidate);
    }
    problem->weight = fcap_r_counts(fcap_r_field(list, "weight"));
    problem->metric = (fcap_metric)Rf_asInteger(fcap_r_field(list, "metric"));
    problem->objective = (fcap_objective)Rf_asInteger(fcap_r_field(list, "objective"));
    problem->aim = aim == R_NilValue ? NULL : REAL(aim);
    return read_attributes(problem, list, err);
}

/* ---- the rules ---- */

static fcap_status read_shares(fcap_rules *rules, SEXP list, fcap_error *err) {
    SEXP const attribute = fcap_r_field(list, "attribute");
    R_xlen_t const n = Rf_xlength(attribute);
    fcap_share *const s = (fcap_share *)R_alloc((size_t)n + 1, sizeof *s);
    for (R_xlen_t i = 0; i < n; i++) {
        s[i].attribute = INTEGER(attribute)[i];
        s[i].group = INTEGER(fcap_r_field(list, "group"))[i];
        const char *const least = fcap_r_text(fcap_r_field(list, "least"), i);
        const char *const most = fcap_r_text(fcap_r_field(list, "most"), i);
        fcap_status status = fcap_ratio_parse(least, &s[i].least, err);
        status = status == FCAP_OK ? fcap_ratio_parse(most, &s[i].most, err) : status;
        if (status != FCAP_OK) {
            return status;
        }
    }
    rules->share = s;
    rules->n_shares = (int32_t)n;
    return FCAP_OK;
}

static void read_no_isolate(fcap_rules *rules, SEXP list) {
    SEXP const attribute = fcap_r_field(list, "attribute");
    R_xlen_t const n = Rf_xlength(attribute);
    fcap_no_isolate *const alone = (fcap_no_isolate *)R_alloc((size_t)n + 1, sizeof *alone);
    for (R_xlen_t i = 0; i < n; i++) {
        alone[i].attribute = INTEGER(attribute)[i];
        alone[i].group = INTEGER(fcap_r_field(list, "group"))[i];
    }
    rules->no_isolate = alone;
    rules->n_no_isolate = (int32_t)n;
}

static fcap_sets read_sets(SEXP list) {
    SEXP const start = fcap_r_field(list, "start");
    if (start == R_NilValue) {
        return (fcap_sets){.n = 0};
    }
    return (fcap_sets){.n = Rf_xlength(start) - 1,
                       .start = fcap_r_counts(start),
                       .member = fcap_r_counts(fcap_r_field(list, "member"))};
}

static fcap_status read_rules(fcap_rules *rules, SEXP list, fcap_error *err) {
    *rules = (fcap_rules)FCAP_RULES_INIT;
    SEXP const start = fcap_r_field(list, "start");
    rules->k = (int32_t)fcap_r_number(list, "k");
    rules->max_size = (int64_t)fcap_r_number(list, "max_size");
    rules->min_size = (int64_t)fcap_r_number(list, "min_size");
    rules->capacity = fcap_r_counts(fcap_r_field(list, "capacity"));
    rules->together = read_sets(fcap_r_field(list, "together"));
    rules->apart = read_sets(fcap_r_field(list, "apart"));
    rules->avoid = read_sets(fcap_r_field(list, "avoid"));
    rules->start = start == R_NilValue ? NULL : INTEGER(start);
    rules->keep = fcap_r_flag(list, "keep");
    read_no_isolate(rules, fcap_r_field(list, "no_isolate"));
    const char *const slack = fcap_r_text(fcap_r_field(list, "slack"), 0);
    fcap_status const status = fcap_ratio_parse(slack, &rules->slack, err);
    return status == FCAP_OK ? read_shares(rules, fcap_r_field(list, "share"), err) : status;
}

/* ---- the options ---- */

static void look_for_interrupt(void *unused) {
    (void)unused;
    R_CheckUserInterrupt();
}

static void call_report(void *user) {
    ticker *const t = user;
    const fcap_progress *const p = t->progress;
    SEXP const call = PROTECT(Rf_allocVector(LANGSXP, 6));
    SEXP at = call;
    SETCAR(at, t->report);
    SETCAR(at = CDR(at), fcap_r_string(p->stage));
    SETCAR(at = CDR(at), Rf_ScalarReal((double)p->done));
    SETCAR(at = CDR(at), Rf_ScalarReal(p->total > 0 ? (double)p->total : NA_REAL));
    SETCAR(at = CDR(at), Rf_ScalarReal(p->cost < 0 ? NA_REAL : p->cost));
    SETCAR(CDR(at), Rf_ScalarReal(p->bound < 0 ? NA_REAL : p->bound));
    t->go_on = Rf_asLogical(Rf_eval(call, R_GlobalEnv)) != FALSE;
    UNPROTECT(1);
}

/* Neither an interrupt nor an error may jump over the library: R_ToplevelExec stops both. */
static int tick(void *user, const fcap_progress *progress) {
    ticker *const t = user;
    if (!R_ToplevelExec(look_for_interrupt, NULL)) {
        return 1;
    }
    if (t->report == R_NilValue) {
        return 0;
    }
    t->progress = progress;
    return !R_ToplevelExec(call_report, t) || !t->go_on;
}

/* Blocks remember their size in front of them; 16 bytes keep what follows aligned. */
enum {
    BLOCK_HEAD = 16
};

static void *budget_alloc(void *user, size_t size) {
    budget *const b = user;
    if (size > b->limit - b->used || size > SIZE_MAX - BLOCK_HEAD) {
        return NULL;
    }
    char *const block = malloc(size + BLOCK_HEAD);
    if (block == NULL) {
        return NULL;
    }
    memcpy(block, &size, sizeof size);
    b->used += size;
    return block + BLOCK_HEAD;
}

static void budget_release(void *user, void *block) {
    if (block != NULL) {
        budget *const b = user;
        char *const head = (char *)block - BLOCK_HEAD;
        size_t size;
        memcpy(&size, head, sizeof size);
        b->used -= size;
        free(head);
    }
}

static void read_options(request *out, SEXP list) {
    fcap_options *const o = &out->options;
    double const limit = fcap_r_number(list, "memory_limit");
    o->method = (fcap_method)Rf_asInteger(fcap_r_field(list, "method"));
    o->effort = (int32_t)fcap_r_number(list, "effort");
    o->threads = (int32_t)fcap_r_number(list, "threads");
    o->seed = (uint64_t)fcap_r_number(list, "seed");
    o->time_limit = fcap_r_number(list, "time_limit");
    o->fairlets = (fcap_fairlets)Rf_asInteger(fcap_r_field(list, "fairlets"));
    o->fairlet_centre = (fcap_fairlet_centre)Rf_asInteger(fcap_r_field(list, "fairlet_centre"));
    o->lambda = fcap_r_number(list, "lambda");
    o->gap = fcap_r_number(list, "gap");
    o->bound = (fcap_bound)Rf_asInteger(fcap_r_field(list, "bound"));
    out->ticker.report = fcap_r_field(list, "report");
    if (limit < (double)SIZE_MAX) {
        out->budget.limit = (size_t)limit;
        o->allocator = (fcap_allocator){budget_alloc, budget_release, &out->budget};
    }
}

fcap_status fcap_r_request(request *out, SEXP problem, SEXP rules, SEXP options,
                           fcap_error *err) {
    *out = (request){.ticker = {.report = R_NilValue}};
    fcap_status status = read_problem(&out->problem, problem, err);
    if (status == FCAP_OK && rules != R_NilValue) {
        status = read_rules(&out->rules, rules, err);
    }
    fcap_options_init(&out->options);
    out->options.tick = tick;
    out->options.tick_user = &out->ticker;
    if (options != R_NilValue) {
        read_options(out, options);
    }
    return status;
}
