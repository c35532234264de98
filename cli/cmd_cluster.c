/* cmd_cluster.c - faircap cluster: read, judge the request, solve, check, write.
 *
 * The answer has passed the library's independent check before anything is written, and all
 * files are complete under temporary names before the first of them gets its own.
 */
#include "commands.h"
#include "outputs.h"
#include "progress.h"
#include "summary.h"
#include "words.h"

#include <stdlib.h>
#include <sys/resource.h>

static int64_t peak_memory(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (int64_t)usage.ru_maxrss * 1024 : 0;
}

static int two_known_groups(const fcap_attribute *t, int64_t n) {
    int known = t->n_groups == 2;
    for (int64_t i = 0; known && i < n; i++) {
        known = t->group[i] >= 0;
    }
    return known;
}

/* best keeps at most one balance, of two known groups (docs/decisions/0007). */
static int best_can(const job *j) {
    int balances = 0;
    int can = 1;
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        const fcap_attribute *const t = &j->problem.attribute[a];
        if (t->balance.num > 0) {
            balances++;
            can = can && two_known_groups(t, j->problem.n);
        }
    }
    return can && balances <= 1;
}

static fcap_method method_of(const job *j) {
    return j->args->method >= 0 ? (fcap_method)j->args->method
           : best_can(j)        ? FCAP_METHOD_BEST
                                : FCAP_METHOD_KMEDOIDS;
}

/* Can the baseline that was asked for do what it enforces itself? */
static int baseline_can(const job *j, fcap_plan_report *plan, int *can) {
    unsigned const all = FCAP_ENFORCES_CAPACITY | FCAP_ENFORCES_BALANCE;
    unsigned const kept =
        j->args->method >= 0 ? fcap_method_enforces((fcap_method)j->args->method) : all;
    if (kept == all) {
        return 0;
    }
    fcap_problem p = j->problem;
    fcap_rules r = j->rules;
    if (!(kept & FCAP_ENFORCES_BALANCE)) {
        p.n_attributes = 0;
    }
    if (!(kept & FCAP_ENFORCES_CAPACITY)) {
        r.max_size = p.n;
        r.min_size = 1;
    }
    fcap_error err;
    fcap_status const status = fcap_plan(&p, &r, plan, &err);
    *can = status == FCAP_OK && plan->verdict != FCAP_VERDICT_INFEASIBLE;
    plan->max_size = fcap_rules_capacity(&j->rules, p.n); /* the report says what was asked */
    return status == FCAP_OK ? 0 : say_error(exit_code_of(status), "%s", err.message);
}

/* A default method should meet the whole request, so an impossible request stops here. Who
 * names a baseline asks for its answer, whatever it breaks; the library then checks only what
 * that method enforces. */
static int judge_request(const job *j) {
    fcap_plan_report plan;
    fcap_error err;
    fcap_status const status = fcap_plan(&j->problem, &j->rules, &plan, &err);
    if (status != FCAP_OK) {
        return say_error(exit_code_of(status), "%s", err.message);
    }
    if (plan.verdict != FCAP_VERDICT_INFEASIBLE) {
        return 0;
    }
    int baseline = 0;
    fcap_plan_report kept = plan;
    int const code = baseline_can(j, &kept, &baseline);
    if (code == 0 && baseline) {
        say_note(j->args->quiet, "no clustering can meet this request (%s): %s",
                 fcap_reason_name(plan.reason), plan.sentence);
        return 0;
    }
    int const unwritten = code != 0 ? code : outputs_write_infeasible(j, &kept);
    return unwritten != 0 ? unwritten : say_infeasible(j, &kept);
}

/* Options that do nothing here are said. */
static void say_idle_options(const arguments *a, fcap_method method) {
    int const best = method == FCAP_METHOD_BEST;
    int const fairlets = !best && method != FCAP_METHOD_KMEDOIDS;
    int const searches =
        best || method == FCAP_METHOD_KMEDOIDS || method == FCAP_METHOD_FAIRLET_KMEDOIDS;
    const struct {
        const char *name;
        int idle;
    } option[] = {
        {"lambda", a->lambda != 0.3 && method != FCAP_METHOD_FAIR_KMEDOIDS},
        {"fairlets", a->fairlets != FCAP_FAIRLETS_MCF && !fairlets},
        {"fairlet-centre", a->fairlet_centre != FCAP_FAIRLET_CENTRE_MEDIAN &&
                               (!fairlets || method == FCAP_METHOD_FAIR_HIERARCHICAL)},
        {"effort", a->effort != 5 && !searches},
        {"gap", a->gap > 0 && !best},
        {"bound", a->bound != FCAP_BOUND_AUTO && !best},
        {"certify", a->certify && !best},
    };
    for (size_t i = 0; i < sizeof option / sizeof *option; i++) {
        if (option[i].idle) {
            say_note(a->quiet, "--%s has no effect on %s", option[i].name,
                     fcap_method_name(method));
        }
    }
}

/* Can the method do this? Fairlets, and best, need two groups of one attribute, all known. */
static int check_method(const job *j, fcap_method method) {
    const arguments *const a = j->args;
    const char *const name = fcap_method_name(method);
    if (a->certificate != NULL && method != FCAP_METHOD_BEST) {
        return say_error(EXIT_USAGE, "%s makes no certificate; only best does%s", name,
                         a->method < 0 ? ", which takes two groups of one attribute, known for "
                                         "every row"
                                       : "");
    }
    if (method == FCAP_METHOD_KMEDOIDS) {
        if (a->method < 0) { /* best would have been taken */
            say_note(a->quiet,
                     "no method keeps a balance of three groups, of several attributes or with "
                     "missing groups yet; kmedoids keeps no rule");
        }
        return 0;
    }
    if (method == FCAP_METHOD_BEST && best_can(j)) {
        return 0;
    }
    if (j->problem.n_attributes > 1) {
        return say_error(EXIT_USAGE, "%s takes one protected attribute, not %d", name,
                         (int)j->problem.n_attributes);
    }
    const fcap_attribute *const t = &j->problem.attribute[0];
    const char *const column = safe(fcap_table_name(j->table, j->protect[0]));
    int64_t unknown = 0;
    for (int64_t i = 0; i < j->problem.n; i++) {
        unknown += t->group[i] < 0;
    }
    if (t->balance.num > 0 && unknown > 0) {
        return say_error(EXIT_USAGE,
                         "%s needs a group for every row, but %s is missing in %lld of %lld; "
                         "--missing drop leaves these out",
                         name, column, (long long)unknown, (long long)j->problem.n);
    }
    if (t->balance.num > 0 && t->n_groups != 2) {
        return say_error(EXIT_USAGE, "%s takes two groups, but %s has %d", name, column,
                         (int)t->n_groups);
    }
    return 0;
}

static void count_unknown(const result *r) {
    const job *const j = r->job;
    for (int32_t a = 0; a < j->n_protect; a++) {
        const int32_t *const group = j->problem.attribute[a].group;
        for (int64_t i = 0; i < j->problem.n; i++) {
            r->unknown[(int64_t)r->labels[i] * j->n_protect + a] += group[i] < 0;
        }
    }
}

static int measure_and_write(result *r, const fcap_options *o) {
    const job *const j = r->job;
    size_t const k = (size_t)j->rules.k;
    fcap_measures *const m = &r->measures;
    m->size = need(k, sizeof *m->size);
    m->medoid = need(k, sizeof *m->medoid);
    m->cluster_cost = need(k, sizeof *m->cluster_cost);
    m->cluster_balance = need(k, sizeof *m->cluster_balance);
    m->count = need(k * (size_t)job_group_total(j), sizeof *m->count);
    m->group_cost = need((size_t)job_group_total(j), sizeof *m->group_cost);
    r->unknown = need(k * (size_t)j->n_protect, sizeof *r->unknown);
    fcap_error err;
    fcap_status const status = fcap_measure(&j->problem, &j->rules, r->labels, o, m, &err);
    int code = 0;
    if (status != FCAP_OK) {
        code = say_error(exit_code_of(status), "%s", err.message);
    } else {
        count_unknown(r);
        r->peak_bytes = peak_memory();
        code = outputs_write(r);
    }
    if (code == 0) {
        summarise(r);
    }
    free(r->unknown);
    free(m->group_cost);
    free(m->count);
    free(m->cluster_balance);
    free(m->cluster_cost);
    free(m->medoid);
    free(m->size);
    return code;
}

static int solve(const job *j) {
    int code = judge_request(j);
    if (code != 0) {
        return code;
    }
    const arguments *const a = j->args;
    progress p;
    progress_start(&p, a); /* from here on a signal is an orderly stop: no file is left over */
    code = outputs_try(a);
    if (code != 0) {
        return code;
    }
    fcap_options o;
    fcap_options_init(&o);
    o.method = method_of(j);
    say_idle_options(a, o.method);
    code = check_method(j, o.method);
    if (code != 0) {
        return code;
    }
    o.gap = a->gap;
    o.bound = a->certify || a->certificate != NULL ? FCAP_BOUND_CERTIFY : (fcap_bound)a->bound;
    double *const multipliers =
        a->certificate != NULL ? need((size_t)j->problem.n, sizeof *multipliers) : NULL;
    o.multipliers = multipliers;
    o.fairlets = (fcap_fairlets)a->fairlets;
    o.fairlet_centre = (fcap_fairlet_centre)a->fairlet_centre;
    o.lambda = a->lambda;
    o.effort = (int32_t)a->effort;
    o.threads = (int32_t)a->threads;
    o.seed = (uint64_t)a->seed;
    o.time_limit = a->time_limit;
    o.tick = progress_tick;
    o.tick_user = &p;
    int32_t *const labels = need((size_t)j->problem.n, sizeof *labels);
    result r = {.job = j,
                .labels = labels,
                .multipliers = multipliers,
                .method = o.method,
                .bound = o.bound,
                .capacity = fcap_rules_capacity(&j->rules, j->problem.n)};
    fcap_error err;
    fcap_status const status =
        fcap_cluster(&j->problem, &j->rules, &o, labels, &r.report, &err);
    progress_end(&p);
    if (status != FCAP_OK) {
        code = say_error(exit_code_of(status), "%s", err.message);
    } else {
        o.tick = NULL; /* the answer is there: saving it is not interrupted */
        code = measure_and_write(&r, &o);
    }
    free(labels);
    free(multipliers);
    if (code == 0 && r.report.outcome == FCAP_INTERRUPTED) {
        code = EXIT_INTERRUPTED;
    }
    return code;
}

static int needs_fairlets(const arguments *args) {
    return args->method >= 0 && (fcap_method)args->method != FCAP_METHOD_KMEDOIDS &&
           (fcap_method)args->method != FCAP_METHOD_BEST;
}

int cmd_cluster(const arguments *args) {
    if (needs_fairlets(args) && args->protect.n == 0) {
        return say_error(EXIT_USAGE, "%s needs to know the protected attribute: -p COL",
                         fcap_method_name((fcap_method)args->method));
    }
    if (args->clusters == 0) {
        return say_error(EXIT_USAGE, "say how many clusters: -k N (faircap plan shows what is "
                                     "possible)");
    }
    if ((args->certify || args->certificate != NULL || args->gap > 0) &&
        args->bound == FCAP_BOUND_OFF) {
        return say_error(EXIT_USAGE, "--%s and --bound off exclude each other",
                         args->certify               ? "certify"
                         : args->certificate != NULL ? "certificate"
                                                     : "gap");
    }
    int code = outputs_check(args);
    if (code != 0) {
        return code;
    }
    job j;
    code = job_open(&j, args);
    if (code == 0) {
        code = solve(&j);
        job_close(&j);
    }
    return code;
}
