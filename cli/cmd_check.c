/* cmd_check.c - faircap check: recompute everything from the raw data; trust nothing.
 *
 * One line per property (properties.h). The numbers come from fcap_measure and fcap_certify,
 * which share no code with any method.
 */
#include "certificate.h"
#include "commands.h"
#include "labels_in.h"
#include "outputs.h"
#include "properties.h"
#include "wishes.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

static int judge_measures(verdict *v, const job *j, const int32_t *labels) {
    size_t const k = (size_t)j->rules.k;
    fcap_measures m = {.size = need(k, sizeof *m.size),
                       .load = need(k, sizeof *m.load),
                       .count = need(k * (size_t)job_group_total(j), sizeof *m.count)};
    fcap_options o;
    fcap_options_init(&o);
    o.threads = (int32_t)j->args->threads;
    fcap_error err;
    fcap_status const status = job_measure(j, &j->rules, labels, &o, &m, &err);
    int code = 0;
    if (status != FCAP_OK) {
        code = say_error(exit_code_of(status), "%s", err.message);
    } else {
        verdict_judge(v, j, labels, &m);
        verdict_add_number(v, "cost", 1, m.cost, -1);
        v->cost = m.cost;
        v->has_cost = 1;
    }
    free(m.count);
    free(m.load);
    free(m.size);
    return code;
}

/* ---- the certificate ---- */

/* What may differ by rounding: the bound was made with other code, the cost with other sums. */
#define ROUNDING 1e-9

/* The bound is recomputed, and what it says about this result: nothing when that breaks a rule,
 * for the bound is about results that keep them all. */
static void judge_bound(verdict *v, double claimed, double found, int quiet) {
    int const valid = v->has_cost && verdict_all_ok(v);
    verdict_add_number(v, "lower_bound", found >= claimed * (1 - ROUNDING), found, claimed);
    v->bound = found;
    if (!valid) {
        say_note(quiet, "there is no gap: the bound is about results that keep every rule");
        return;
    }
    double const above = v->cost - found;
    int const ok = above >= -ROUNDING * v->cost;
    double const gap = v->cost > 0 ? above / v->cost : above;
    verdict_add_number(v, "gap", ok, ok && gap < 0 ? 0 : gap, -1);
}

static int judge_certificate(verdict *v, const job *j) {
    certificate c;
    int const code = certificate_read(&c, j, j->args->certificate);
    if (code != 0) {
        return code;
    }
    fcap_options o;
    fcap_options_init(&o);
    o.threads = (int32_t)j->args->threads;
    fcap_error err;
    double found = -1;
    fcap_status status = FCAP_OK;
    if (c.multiplier != NULL) {
        status = fcap_certify(&j->problem, &j->rules, c.multiplier, &o, &found, &err);
    }
    certificate_free(&c);
    if (status == FCAP_E_NO_MEMORY) {
        return say_error(exit_code_of(status), "%s", err.message);
    }
    const char *const why = status != FCAP_OK ? err.message : c.why;
    property *const p = verdict_add(v, "certificate", why[0] == 0);
    snprintf(p->value, sizeof p->value, "%.*s", (int)sizeof p->value - 1,
             why[0] != 0 ? why : c.data);
    if (why[0] == 0) {
        judge_bound(v, c.bound, found, j->args->quiet);
    }
    return 0;
}

/* ---- the story ---- */

static const struct {
    const char *one; /* row ... */
    const char *many;
} FLAW[ROW_FLAWS] = {
    [ROW_MISSING] = {"of the file is not in the result", "of the file are not in the result"},
    [ROW_TWICE] = {"of the result is there for the second time",
                   "of the result are there for the second time"},
    [ROW_UNKNOWN] = {"of the result is none of the file", "of the result are none of the file"},
    [ROW_DIFFERENT] = {"has other cells than the file, or another place",
                       "have other cells than the file, or another place"},
    [ROW_UNLABELLED] = {"has no whole number from 1 as its cluster",
                        "have no whole number from 1 as their cluster"},
};

/* What is wrong with the rows, in words: "1 row of the result is none of the file, on line 7".
 */
static void explain_rows(const labels_in *in, char text[REASON_SIZE]) {
    size_t at = 0;
    text[0] = 0;
    if (in->other_header > 0) { /* then no row can be that of the file */
        snprintf(text, REASON_SIZE, "column %d of the result is not called as in the file",
                 (int)in->other_header);
        return;
    }
    for (int flaw = 0; flaw < ROW_FLAWS; flaw++) {
        int64_t const n = in->flaws[flaw];
        char place[40] = "";
        if (n > 0 && flaw != ROW_MISSING) {
            snprintf(place, sizeof place, ", %son line %lld", n > 1 ? "the first " : "",
                     (long long)in->line[flaw]);
        }
        if (n > 0 && at < REASON_SIZE) {
            at += (size_t)snprintf(text + at, REASON_SIZE - at, "%s%lld row%s %s%s",
                                   at > 0 ? "; " : "", (long long)n, n == 1 ? "" : "s",
                                   n == 1 ? FLAW[flaw].one : FLAW[flaw].many, place);
        }
    }
}

static void judge_rows(verdict *v, const job *j, const labels_in *in, int complete) {
    verdict_add_counts(v, "rows", complete, in->matched, j->problem.n);
    if (!complete) {
        property *const p = &v->property[v->n - 1];
        explain_rows(in, p->reason);
        if (in->flaws[ROW_DIFFERENT] > 0 && in->other_header == 0) {
            say_note(j->args->quiet, "results of --labels-only may be in any order");
        }
    }
}

static int check(job *j, const labels_in *in) {
    verdict found = verdict_open();
    verdict *const v = &found;
    int const complete = in->matched == j->problem.n && in->rows == j->problem.n &&
                         in->flaws[ROW_UNLABELLED] == 0;
    judge_rows(v, j, in, complete);
    if (j->rules.k == 0) {
        int32_t const started = wishes_started(j);
        j->rules.k = in->largest > started ? in->largest : started;
    }
    int code = 0;
    if (complete && in->largest > j->rules.k) {
        verdict_add_counts(v, "clusters", 0, in->largest, j->rules.k);
    } else if (complete) {
        code = judge_measures(v, j, in->label);
    }
    if (code == 0 && j->args->certificate != NULL && j->rules.k > 0) {
        code = judge_certificate(v, j);
    }
    int const ok = verdict_all_ok(v);
    if (code == 0) {
        int const on_stdout = j->args->json != NULL && strcmp(j->args->json, "-") == 0;
        if (!on_stdout) {
            verdict_print(v);
        }
        code = j->args->json != NULL ? verdict_json(v, j) : 0;
    }
    verdict_close(v);
    return code != 0 ? code : ok ? EXIT_DONE : EXIT_VIOLATED;
}

int cmd_check(const arguments *args) {
    if (strcmp(args->file[0], "-") == 0 && strcmp(args->file[1], "-") == 0) {
        return say_error(EXIT_USAGE, "only one of FILE and RESULT can be standard input");
    }
    job j;
    int code = outputs_check(args);
    code = code != 0 ? code : job_open(&j, args);
    if (code != 0) {
        return code;
    }
    labels_in in;
    code = labels_read(&in, &j, args->file[1]);
    if (code == 0) {
        code = check(&j, &in);
        labels_free(&in);
    }
    job_close(&j);
    return code;
}
