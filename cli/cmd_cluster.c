/* cmd_cluster.c - faircap cluster: read, judge the request, solve, check, write.
 *
 * The answer has passed the library's independent check before anything is written, and all
 * files are complete under temporary names before the first of them gets its own.
 */
#include "commands.h"
#include "progress.h"
#include "result.h"
#include "summary.h"
#include "table_out.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* The files of one call. */
typedef struct outputs {
    output table;
    output json;
    output html;
} outputs;

static int64_t peak_memory(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (int64_t)usage.ru_maxrss * 1024 : 0;
}

/* ---- writing ---- */

static int finish_and_commit(output *const *list, int n) {
    int code = 0;
    for (int i = 0; i < n && code == 0; i++) {
        code = list[i]->path != NULL ? output_finish(list[i]) : 0;
    }
    for (int i = 0; i < n && code == 0; i++) {
        code = list[i]->path != NULL ? output_commit(list[i]) : 0;
    }
    for (int i = 0; i < n; i++) {
        output_discard(list[i]);
    }
    return code;
}

static int is_stdout(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}

/* Something to write to as it is: a terminal, a pipe, /dev/null. */
static int is_device(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

/* Of two files with one name only the last would be left. A device may be named twice. */
static int check_outputs(const arguments *a) {
    const char *const path[] = {a->output, a->json, a->html};
    for (int i = 0; i < 3; i++) {
        if (path[i] != NULL && path[i][0] == 0) {
            return say_error(EXIT_USAGE, "the name of an output is empty");
        }
        for (int j = i + 1; j < 3; j++) {
            if (path[i] == NULL || path[j] == NULL || strcmp(path[i], path[j]) != 0) {
                continue;
            }
            if (is_stdout(path[i]) || !is_device(path[i])) {
                return say_error(EXIT_USAGE, "two outputs cannot both go to \"%s\"",
                                 safe(path[i]));
            }
        }
    }
    return 0;
}

/* The roster itself is never written over: its rows cannot be had back. */
static int spare_input(const arguments *a) {
    const char *const path[] = {a->output, a->json, a->html};
    struct stat in;
    if (stat(a->file[0], &in) != 0 || !S_ISREG(in.st_mode)) {
        return 0;
    }
    for (int i = 0; i < 3; i++) {
        struct stat out;
        if (path[i] != NULL && stat(path[i], &out) == 0 && out.st_dev == in.st_dev &&
            out.st_ino == in.st_ino) {
            return say_error(EXIT_USAGE, "\"%s\" is the input; give the output another name",
                             safe(path[i]));
        }
    }
    return 0;
}

/* A file that cannot be written is better known before a long search than after it. */
static int try_outputs(const arguments *a) {
    const char *const path[] = {a->output, a->json, a->html};
    output *const trial = need(1, sizeof *trial);
    int code = 0;
    for (int i = 0; i < 3 && code == 0; i++) {
        if (path[i] != NULL && !is_stdout(path[i]) && !is_device(path[i])) {
            code = output_open(trial, path[i]);
            output_discard(trial);
        }
    }
    free(trial);
    return code;
}

static int write_all(const result *r) {
    const arguments *const a = r->job->args;
    int const report_on_stdout = is_stdout(a->json) || is_stdout(a->html);
    const char *const table = a->output != NULL ? a->output : report_on_stdout ? NULL : "-";
    outputs *const o = need(1, sizeof *o);
    int code = 0;
    if (table != NULL && (code = output_open(&o->table, table)) == 0) {
        write_labelled_table(&o->table, r->job, r->labels);
    }
    if (code == 0 && a->json != NULL && (code = output_open(&o->json, a->json)) == 0) {
        report_json(&o->json, r);
    }
    if (code == 0 && a->html != NULL && (code = output_open(&o->html, a->html)) == 0) {
        report_html(&o->html, r);
    }
    output *const list[] = {&o->table, &o->json, &o->html};
    if (code == 0) {
        code = finish_and_commit(list, 3);
    } else {
        for (int i = 0; i < 3; i++) {
            output_discard(list[i]);
        }
    }
    free(o);
    return code;
}

static int write_infeasible(const job *j, const fcap_plan_report *plan) {
    int code = 0;
    if (j->args->json != NULL) {
        output *const out = need(1, sizeof *out);
        code = output_open(out, j->args->json);
        if (code == 0) {
            report_json_infeasible(out, j, plan);
            code = finish_and_commit(&out, 1);
        }
        free(out);
    }
    if (code != 0) {
        return code;
    }
    return say_infeasible(j, plan);
}

/* ---- solving ---- */

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
    return code != 0 ? code : write_infeasible(j, &kept);
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

/* Fairlets, and best, need the two groups of one attribute, known for every row. */
static int check_groups(const job *j, fcap_method method) {
    const arguments *const a = j->args;
    const char *const name = fcap_method_name(method);
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
    r->unknown = need(k * (size_t)j->n_protect, sizeof *r->unknown);
    fcap_error err;
    fcap_status const status = fcap_measure(&j->problem, &j->rules, r->labels, o, m, &err);
    int code = 0;
    if (status != FCAP_OK) {
        code = say_error(exit_code_of(status), "%s", err.message);
    } else {
        count_unknown(r);
        r->peak_bytes = peak_memory();
        code = write_all(r);
    }
    if (code == 0) {
        summarise(r);
    }
    free(r->unknown);
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
    code = spare_input(a);
    code = code != 0 ? code : try_outputs(a);
    if (code != 0) {
        return code;
    }
    fcap_options o;
    fcap_options_init(&o);
    o.method = method_of(j);
    say_idle_options(a, o.method);
    code = check_groups(j, o.method);
    if (code != 0) {
        return code;
    }
    o.gap = a->gap;
    o.bound = a->certify ? FCAP_BOUND_CERTIFY : (fcap_bound)a->bound;
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
    if (args->certify && args->bound == FCAP_BOUND_OFF) {
        return say_error(EXIT_USAGE, "--certify and --bound off exclude each other");
    }
    int code = check_outputs(args);
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
