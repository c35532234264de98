/* group.c - judging and making groups, as faircap group does it, step by step. */
#include "bridge.h"
#include "chosen.h"
#include "cmd_group.h"
#include "json_more.h"
#include "labels.h"
#include "remedy.h"
#include "summary.h"
#include "wishes.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- judging ---- */

typedef struct changes {
    output *out;
    int n;
} changes;

/* Opens {"kind": ..., "value": ; the sentence closes it. */
static void open_change(changes *c, const char *kind) {
    int n = 0;
    json_comma(c->out, &c->n);
    output_text(c->out, "{");
    json_text(c->out, &n, "kind", kind);
    json_field(c->out, &n, "value");
}

static void close_change(changes *c, const char *sentence) {
    output_text(c->out, ",");
    json_key(c->out, "sentence");
    json_string(c->out, sentence);
    output_text(c->out, "}");
}

static void offer_leaving_out(void *user, const char *wish) {
    changes *const c = user;
    char sentence[400];
    snprintf(sentence, sizeof sentence, "Without this wish the others are possible: %.300s.",
             wish);
    open_change(c, "leave_out");
    json_string(c->out, wish);
    close_change(c, sentence);
}

static void offer_balance(changes *c, const job *j, const fcap_plan_report *plan) {
    fcap_ratio const t = plan->change_balance;
    if (t.den == 0 || plan->change_attribute < 0) {
        return;
    }
    int32_t const a = plan->change_attribute;
    remedy const other = {.kind = OTHER_MIX, .attribute = a, .ratio = t};
    prospect const is = remedy_judge(j, &other);
    if (is == IN_VAIN) {
        return;
    }
    const char *const column = fcap_dataset_attribute_name(j->dataset, a);
    char sentence[400];
    if (t.num == 0) {
        snprintf(sentence, sizeof sentence, "No mix by %.200s %s.", column, prospect_words(is));
    } else {
        snprintf(sentence, sizeof sentence, "A mix by %.200s of at least %lld to %lld %s.",
                 column, (long long)t.num, (long long)t.den, prospect_words(is));
    }
    open_change(c, "balance");
    json_ratio(c->out, t);
    output_text(c->out, ",");
    json_key(c->out, "column");
    json_string(c->out, column);
    close_change(c, sentence);
}

static void offer_larger(changes *c, const job *j, const group_judgement *of) {
    int64_t const most = of->plan.change_max_size;
    remedy const larger = {.kind = OTHER_SHAPE, .shape = {of->asked.least, most, 0}};
    prospect const is = most > 0 ? remedy_judge(j, &larger) : IN_VAIN;
    char sentence[200];
    if (is != IN_VAIN) {
        snprintf(sentence, sizeof sentence, "Groups of %lld to %lld %s.",
                 (long long)of->asked.least, (long long)most, prospect_words(is));
        open_change(c, "max_size");
        output_integer(c->out, most);
        close_change(c, sentence);
    }
}

static void offer_number(changes *c, const job *j, const group_judgement *of) {
    int32_t const k = of->plan.change_clusters;
    remedy const others = {.kind = OTHER_SHAPE, .shape = {1, j->problem.n, k}};
    int const fixed = j->args->start != NULL; /* nobody moves */
    prospect const is = k > 0 && !fixed ? remedy_judge(j, &others) : IN_VAIN;
    char sentence[200];
    if (is != IN_VAIN) {
        snprintf(sentence, sizeof sentence, "%d group%s %s.", (int)k, plural(k),
                 prospect_words(is));
        open_change(c, "clusters");
        output_integer(c->out, k);
        close_change(c, sentence);
    }
}

/* The members verdict ... changes; says what clashes on standard error. */
static void write_judgement(output *out, int *n, const job *j, const group_judgement *of) {
    const char *const reason = fcap_reason_name(of->plan.reason);
    json_text(out, n, "verdict",
              !of->possible                               ? "impossible"
              : of->plan.verdict == FCAP_VERDICT_FEASIBLE ? "possible"
                                                          : "open");
    json_whole(out, n, "k", of->possible ? of->shape.k : of->asked.k);
    json_field(out, n, "sizes");
    output_format(out, "{\"least\":%lld,\"most\":%lld}", (long long)of->shape.least,
                  (long long)of->shape.most);
    json_text(out, n, "reason", !of->possible && reason != NULL ? reason : "");
    json_field(out, n, "mixes");
    chosen_write(out, j);
    json_field(out, n, "changes");
    output_text(out, "[");
    if (!of->possible) {
        changes c = {out, 0};
        clash_say(j, &of->asked);
        (j->args->group_size != NULL ? offer_larger : offer_number)(&c, j, of);
        offer_balance(&c, j, &of->plan);
        clash_each_way_out(j, offer_leaving_out, &c);
    }
    output_text(out, "]");
}

int bridge_judge(output *out, const arguments *args) {
    job j;
    arguments asked;
    group_judgement of;
    int code = group_open(&j, &asked, args);
    if (code != 0) {
        return code;
    }
    code = group_judge(&j, &of);
    if (code == 0) {
        int n = 0;
        output_text(out, "{");
        write_judgement(out, &n, &j, &of);
        output_text(out, "}\n");
    }
    job_close(&j);
    return code;
}

/* ---- progress ---- */

/* The worker's: labels are NULL unless they are new. */
__attribute__((import_module("page"), import_name("progress"))) void
page_progress(const char *stage, double done, double total, double cost, double bound,
              const int32_t *labels, int32_t n);

typedef struct telling {
    const job *j;
    int32_t *label; /* as told last */
    int32_t *named; /* numbered as an answer is */
    int32_t *number;
} telling;

/* As an answer: by the smallest row, unless groups keep their numbers. */
static void number_groups(const telling *t) {
    const job *const j = t->j;
    int32_t next = 0;
    for (int32_t g = 0; g < j->rules.k; g++) {
        t->number[g] = j->rules.keep ? g : -1;
    }
    for (int64_t i = 0; i < j->problem.n; i++) {
        int32_t *const number = &t->number[t->label[i]];
        *number = *number < 0 ? next++ : *number;
        t->named[i] = *number;
    }
}

static int tell(void *user, const fcap_progress *state) {
    const telling *const t = user;
    size_t const size = (size_t)t->j->problem.n * sizeof *t->label;
    int const better = state->labels != NULL && memcmp(t->label, state->labels, size) != 0;
    if (better) {
        memcpy(t->label, state->labels, size);
        number_groups(t);
    }
    page_progress(state->stage, (double)state->done, (double)state->total, state->cost,
                  state->bound, better ? t->named : NULL, (int32_t)t->j->problem.n);
    return 0;
}

/* ---- making ---- */

static void write_answer(output *out, const result *r) {
    const job *const j = r->job;
    int const bounded = r->report.lower_bound >= 0;
    int n = 0;
    output_text(out, "{");
    json_field(out, &n, "labels");
    for (int64_t i = 0; i < j->problem.n; i++) {
        output_format(out, "%s%d", i > 0 ? "," : "[", (int)r->labels[i]);
    }
    output_text(out, "]");
    json_field(out, &n, "names");
    for (int32_t g = 0; g < j->rules.k; g++) {
        char name[GROUP_NAME_SIZE];
        output_text(out, g > 0 ? "," : "[");
        json_string(out, wishes_group_name(j, g, name));
    }
    output_text(out, "]");
    json_text(out, &n, "outcome", fcap_outcome_name(r->report.outcome));
    json_whole(out, &n, "allTried", r->report.all_tried);
    json_real(out, &n, "cost", r->report.cost, 1);
    json_real(out, &n, "lowerBound", bounded ? r->report.lower_bound : -1, 1);
    json_real(out, &n, "gap", gap_of(&r->report), bounded);
    json_whole(out, &n, "seed", j->args->seed);
    json_whole(out, &n, "effort", j->args->effort);
    json_real(out, &n, "seconds", r->report.seconds, 1);
    json_field(out, &n, "mixes");
    chosen_write(out, j);
    json_field(out, &n, "measure");
    labels_write(out, r);
    output_text(out, "}\n");
}

static int make(output *out, const job *j) {
    size_t const rows = (size_t)j->problem.n;
    int32_t *const label = need(rows, sizeof *label);
    telling t = {j, need(rows, sizeof *t.label), need(rows, sizeof *t.named),
                 need((size_t)j->rules.k, sizeof *t.number)};
    memset(t.label, -1, rows * sizeof *t.label);
    fcap_options o;
    fcap_error err;
    group_options(j->args, &o);
    o.tick = tell;
    o.tick_user = &t;
    result r = {.job = j, .labels = label, .method = o.method, .capacity = j->rules.max_size};
    fcap_status const status = fcap_cluster(&j->problem, &j->rules, &o, label, &r.report, &err);
    int code = status == FCAP_OK ? 0 : group_say_failure(j, status, &err);
    if (code == 0) {
        code = result_measure(&r, NULL);
        if (code == 0) {
            write_answer(out, &r);
        }
        result_close(&r);
    }
    free(t.number);
    free(t.named);
    free(t.label);
    free(label);
    return code;
}

int bridge_group(output *out, const arguments *args) {
    job j;
    arguments asked;
    group_judgement of;
    int code = group_open(&j, &asked, args);
    if (code != 0) {
        return code;
    }
    code = group_judge(&j, &of);
    if (code == 0 && of.possible) {
        code = make(out, &j);
    } else if (code == 0) {
        int n = 0;
        output_text(out, "{");
        write_judgement(out, &n, &j, &of);
        output_text(out, "}\n");
    }
    job_close(&j);
    return code;
}
