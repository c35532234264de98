/* remedy.c - see remedy.h. */
#include "remedy.h"

#include "mixes.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIZE_TEXT = 48
};

/* The request as it would be typed then, beside that of the job, with which it shares all that
 * no judgement changes: but for the balances of the data set, which are put back. */
typedef struct trial {
    job j;
    arguments args;
    char size[SIZE_TEXT];
} trial;

static void *copied(const void *from, int32_t n, size_t size) {
    void *const to = need((size_t)n, size);
    if (n > 0) {
        memcpy(to, from, (size_t)n * size);
    }
    return to;
}

static trial *open_trial(const job *of) {
    trial *const t = need(1, sizeof *t);
    t->j = *of;
    t->args = *of->args;
    t->j.args = &t->args;
    t->j.balance = copied(of->balance, of->n_protect, sizeof *of->balance);
    t->j.even = copied(of->even, of->n_protect, sizeof *of->even);
    t->j.shares.share = copied(of->shares.share, of->shares.n_shares, sizeof *of->shares.share);
    t->j.shares.no_isolate =
        copied(of->rules.no_isolate, of->rules.n_no_isolate, sizeof *of->rules.no_isolate);
    t->j.rules.share = t->j.shares.share;
    t->j.rules.no_isolate = t->j.shares.no_isolate;
    if (of->args->start == NULL) {
        t->j.rules.k = 0; /* was found for the request as it is */
    }
    return t;
}

static void close_trial(trial *t, const job *of) {
    for (int32_t a = 0; a < of->n_protect; a++) {
        fcap_dataset_set_balance(of->dataset, a, of->balance[a]);
    }
    free(t->j.balance);
    free(t->j.even);
    free(t->j.shares.share);
    free(t->j.shares.no_isolate);
    free(t);
}

/* ---- what is different ---- */

static void ask_for_shape(trial *t, const group_shape *shape) {
    int const late = t->args.start != NULL;
    if (shape->k > 0 && !late) {
        t->args.clusters = shape->k;
        t->args.group_size = NULL;
        return;
    }
    snprintf(t->size, sizeof t->size, "%lld-%lld", late ? 1 : (long long)shape->least,
             (long long)shape->most);
    t->args.group_size = t->size;
    t->args.clusters = late ? t->args.clusters : 0;
}

static void leave_alone(job *j, int32_t a) {
    int32_t kept = 0;
    for (int32_t i = 0; i < j->rules.n_no_isolate; i++) {
        if (j->shares.no_isolate[i].attribute != a) {
            j->shares.no_isolate[kept++] = j->shares.no_isolate[i];
        }
    }
    j->rules.n_no_isolate = kept;
}

static void apply(trial *t, const remedy *r) {
    switch (r->kind) {
    case OTHER_SHAPE:
        ask_for_shape(t, &r->shape);
        break;
    case OTHER_MIX:
        mixes_give(&t->j, r->attribute, r->ratio);
        break;
    case NO_ALONE:
        leave_alone(&t->j, r->attribute);
        break;
    case NO_TOGETHER:
        t->j.rules.together.n = 0;
        break;
    case NO_APART:
        t->j.rules.apart.n = 0;
        break;
    }
}

/* ---- judged ---- */

prospect remedy_judge(const job *j, const remedy *r) {
    trial *const t = open_trial(j);
    group_judgement found;
    fcap_error err;
    apply(t, r);
    int const judged = judgement_make(&t->j, &found, &err) == FCAP_OK;
    close_trial(t, j);
    return !judged || !found.possible                    ? IN_VAIN
           : found.plan.verdict == FCAP_VERDICT_FEASIBLE ? SURE
                                                         : OPEN;
}

const char *prospect_words(prospect p) {
    return p == SURE ? "would do" : "may do";
}
