/* cmd_cluster.c - faircap cluster: read, judge the request, solve, check, write.
 *
 * The answer has passed the library's independent check before anything is written, and all
 * files are complete under temporary names before the first of them gets its own.
 */
#include "commands.h"
#include "infeasible.h"
#include "outputs.h"
#include "progress.h"
#include "request.h"
#include "rule_words.h"
#include "summary.h"
#include "wishes.h"
#include "words.h"

#include <math.h>
#include <stdlib.h>

enum { /* rows above which a method takes minutes, and a note names a faster one */
    MCF_ROWS = 200000,
    EXCHANGE_ROWS = 20000
};

static fcap_method method_of(const job *j) {
    return j->args->method >= 0 ? (fcap_method)j->args->method : FCAP_METHOD_BEST;
}

/* A default method should meet the whole request, so an impossible request stops here. Who
 * names a baseline asks for its answer, whatever it breaks; the library then checks only what
 * that method enforces. */
static int judge_request(const job *j) {
    unsigned const enforced = fcap_method_enforces(method_of(j));
    judgement judged;
    fcap_error err;
    fcap_status const status = request_judge(&j->problem, &j->rules, enforced, &judged, &err);
    if (status != FCAP_OK) {
        return say_error(exit_code_of(status), "%s", err.message);
    }
    if (!judged.answerable) {
        unsigned const all =
            FCAP_ENFORCES_CAPACITY | FCAP_ENFORCES_BALANCE | FCAP_ENFORCES_WISHES;
        if (j->no_groups != NULL && enforced == all) {
            judged.kept = *j->no_groups;
        }
        int const unwritten = outputs_write_infeasible(j, &judged.kept);
        return unwritten != 0 ? unwritten : say_infeasible(j, &judged.kept);
    }
    if (judged.asked.verdict == FCAP_VERDICT_INFEASIBLE) {
        say_note(j->args->quiet, "no clustering can meet this request (%s): %s",
                 fcap_reason_name(judged.asked.reason), judged.asked.sentence);
    }
    return 0;
}

/* Options that do nothing here are said. */
static void say_idle_options(const arguments *a, fcap_method method) {
    int const best = method == FCAP_METHOD_BEST;
    int const fairlets = method_has_fairlets(method);
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

static int check_method(const job *j, fcap_method method) {
    const arguments *const a = j->args;
    if (a->certificate != NULL && method != FCAP_METHOD_BEST) {
        return say_error(EXIT_USAGE, "%s makes no certificate; only best does",
                         fcap_method_name(method));
    }
    return method_fits(j, method);
}

static int measure_and_write(result *r, const fcap_options *o) {
    int code = result_measure(r, o);
    code = code != 0 ? code : outputs_write(r, summarise);
    result_close(r);
    return code;
}

/* Which cell is it that nothing else is seen beside? Of a table whose columns are one
 * coordinate each its column, too. */
static void say_farthest(const job *j) {
    const double *const x = j->problem.x;
    int32_t const d = j->problem.d;
    if (x == NULL || j->args->distances != NULL) {
        return;
    }
    int64_t far = 0;
    for (int64_t i = 1; i < j->problem.n * d; i++) {
        far = fabs(x[i]) > fabs(x[far]) ? i : far;
    }
    fcap_columns const f = fcap_dataset_features(j->dataset);
    int64_t const row = fcap_dataset_rows(j->dataset)[far / d];
    say_note(j->args->quiet, "the value farthest from 0 is in row %lld of the data%s%s%s",
             (long long)row + 1, f.n == d ? ", in column \"" : "",
             f.n == d ? name_shown(fcap_table_name(j->table, f.index[far % d])) : "",
             f.n == d ? "\"" : "");
}

/* Who gets nothing should know what to ask for instead. */
static int say_failure(const job *j, fcap_status status, const fcap_error *err) {
    int const code = say_error(exit_code_of(status), "%s", err->message);
    if (status == FCAP_E_NOT_FOUND) {
        char options[RULE_SIZE];
        say_note(j->args->quiet,
                 "it is not proved that there is none: try more --effort%s, another --seed, or "
                 "relax one of %s",
                 j->args->time_limit > 0 ? " or --time-limit" : "", rule_options(j, options));
    }
    if (status == FCAP_E_OVERFLOW) {
        say_farthest(j);
    }
    return code;
}

/* The time for the cheapest fairlets, and for all exchanges of a medoid, grows with the square
 * of the rows. */
static void say_faster_ways(const job *j, fcap_method method) {
    int64_t const rows = j->problem.n;
    if (method == FCAP_METHOD_FAIR_KMEDOIDS && rows > EXCHANGE_ROWS &&
        j->args->time_limit <= 0) {
        say_note(j->args->quiet,
                 "fair-kmedoids tries every exchange of a medoid, which takes long for %lld "
                 "rows; --time-limit S takes the best until then, and -m fair-hierarchical is "
                 "faster",
                 (long long)rows);
    }
    if (method_has_fairlets(method) && j->args->fairlets == FCAP_FAIRLETS_MCF &&
        rows > MCF_ROWS) {
        say_note(j->args->quiet,
                 "the cheapest fairlets of %lld rows take long; --fairlets tree takes seconds "
                 "and costs a few percent more",
                 (long long)rows);
    }
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
    code = code != 0 ? code : outputs_fit(j);
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
    say_faster_ways(j, o.method);
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
                .capacity = rule_largest_capacity(j)};
    fcap_error err;
    fcap_status const status =
        fcap_cluster(&j->problem, &j->rules, &o, labels, &r.report, &err);
    progress_end(&p);
    if (status != FCAP_OK) {
        code = say_failure(j, status, &err);
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

int cmd_cluster(const arguments *args) {
    if (args->method >= 0 && method_has_fairlets((fcap_method)args->method) &&
        args->protect.n == 0) {
        return say_error(EXIT_USAGE, "%s needs to know the protected attribute: -p COL",
                         fcap_method_name((fcap_method)args->method));
    }
    if (args->clusters == 0 && !wishes_set_clusters(args)) {
        return say_error(EXIT_USAGE,
                         "say how many clusters: -k N, or how many members each: -s "
                         "3-4 (faircap plan shows what is possible)");
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
