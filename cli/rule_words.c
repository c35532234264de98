/* rule_words.c - see rule_words.h. */
#include "rule_words.h"

#include "wishes.h"
#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- parts ---- */

int64_t rule_capacity(const job *j, int32_t c) {
    return j->rules.capacity != NULL ? j->rules.capacity[c]
                                     : fcap_rules_capacity(&j->rules, j->weight);
}

int64_t rule_largest_capacity(const job *j) {
    int64_t most = rule_capacity(j, 0);
    for (int32_t c = 1; j->rules.capacity != NULL && c < j->rules.k; c++) {
        most = j->rules.capacity[c] > most ? j->rules.capacity[c] : most;
    }
    return most;
}

static const char *group_text(const job *j, int32_t attribute, int32_t group,
                              const char *(*shown)(const char *), char text[GROUP_SIZE]) {
    snprintf(
        text, GROUP_SIZE, "%s:%s", shown(fcap_dataset_attribute_name(j->dataset, attribute)),
        group < 0 ? "(missing)" : shown(fcap_dataset_group_name(j->dataset, attribute, group)));
    return text;
}

const char *rule_group(const job *j, int32_t attribute, int32_t group, char text[GROUP_SIZE]) {
    return group_text(j, attribute, group, name_shown, text);
}

const char *rule_title(const job *j, int32_t attribute, int32_t group, char text[GROUP_SIZE]) {
    return group_text(j, attribute, group, safe, text);
}

const char *rule_capacities(const job *j, char text[RULE_SIZE]) {
    enum {
        ROOM = RULE_SIZE / 2 /* for the list; the rest is for the words around it */
    };
    size_t at = 0;
    text[0] = 0;
    for (int32_t c = 0; c < j->rules.k; c++) {
        const char *const comma = c > 0 ? ", " : "";
        if (at + 32 > ROOM) {
            snprintf(text + at, RULE_SIZE - at, "%s...", comma);
            break;
        }
        at += (size_t)snprintf(text + at, RULE_SIZE - at, "%s%lld", comma,
                               (long long)j->rules.capacity[c]);
    }
    return text;
}

static int64_t members_of(const fcap_sets *sets) {
    return sets->n > 0 ? sets->start[sets->n] : 0;
}

/* ---- the list ---- */

typedef struct lines {
    rule_line *line;
    int32_t n;
} lines;

static void add(lines *to, const char *name, const char *option, const char *format, ...)
    FCAP_PRINTF(4);

static void add(lines *to, const char *name, const char *option, const char *format, ...) {
    rule_line *const l = &to->line[to->n++];
    l->name = name;
    l->option = option;
    va_list args;
    va_start(args, format);
    vsnprintf(l->text, sizeof l->text, format, args);
    va_end(args);
}

static void add_sizes(lines *to, const job *j) {
    const char *const unit =
        j->problem.weight != NULL ? "a total weight of at most" : "at most";
    const char *const noun = j->problem.weight != NULL ? "" : " members";
    int64_t const most = rule_largest_capacity(j);
    if (j->rules.capacity != NULL) {
        char list[RULE_SIZE];
        add(to, "capacity", "--sizes", "clusters 1 to %d: %s %s%s, in this order",
            (int)j->rules.k, unit, rule_capacities(j, list), noun);
    } else {
        add(to, "capacity", j->args->group_size != NULL ? "-s" : "-q",
            "every cluster: %s %lld%s", unit, (long long)most,
            most == 1 && noun[0] != 0 ? " member" : noun);
    }
    if (j->rules.min_size > 1) {
        add(to, "min_size", j->args->group_size != NULL ? "-s" : "--min-size",
            "every cluster: at least %lld members", (long long)j->rules.min_size);
    }
}

static void add_share(lines *to, const job *j, const fcap_share *s) {
    char group[GROUP_SIZE];
    char least[RATIO_SIZE];
    char most[RATIO_SIZE];
    add(to, "share", "--share", "every cluster: %s are %s to %s of the members",
        rule_group(j, s->attribute, s->group, group), ratio_print(s->least, least),
        ratio_print(s->most, most));
}

static void add_groups(lines *to, const job *j) {
    char group[GROUP_SIZE];
    for (int32_t a = 0; a < j->n_protect; a++) {
        fcap_ratio const t = j->balance[a];
        if (t.num > 0) {
            add(to, "balance", "-t", "every cluster: a balance of at least %lld/%lld by %s",
                (long long)t.num, (long long)t.den, job_attribute(j, a));
        }
    }
    for (int32_t i = 0; i < j->rules.n_shares; i++) {
        add_share(to, j, &j->rules.share[i]);
    }
    for (int32_t i = 0; i < j->rules.n_no_isolate; i++) {
        const fcap_no_isolate *const r = &j->rules.no_isolate[i];
        add(to, "no_isolate", "--no-isolate", "no cluster has exactly one %s",
            rule_group(j, r->attribute, r->group, group));
    }
}

static void add_rows(lines *to, const job *j) {
    const fcap_rules *const r = &j->rules;
    if (r->together.n > 0) {
        add(to, "together", "--together", "%lld rows stay together, in %lld set%s",
            (long long)members_of(&r->together), (long long)r->together.n,
            plural(r->together.n));
    }
    if (r->apart.n > 0) {
        add(to, "apart", "--apart", "%lld rows stay apart, in %lld set%s",
            (long long)members_of(&r->apart), (long long)r->apart.n, plural(r->apart.n));
    }
    if (r->keep) {
        int64_t const kept = wishes_labelled(j);
        add(to, "keep", "--keep",
            "%lld row%s stay%s in the earlier cluster%s, %lld may join any", (long long)kept,
            plural(kept), kept == 1 ? "s" : "", plural(kept), (long long)(j->problem.n - kept));
    }
    if (j->problem.candidate != NULL) {
        int64_t const n = wishes_candidates(j);
        add(to, "medoids", "--medoids", "only %lld row%s may be %s", (long long)n, plural(n),
            n == 1 ? "a medoid" : "medoids");
    }
    if (j->args->avoid.n > 0) {
        add(to, "repeated_pairs", "--avoid",
            "as few pairs as possible of those that shared one of %lld earlier clusters",
            (long long)r->avoid.n);
    }
}

rule_line *rule_lines(const job *j, int32_t *n) {
    size_t const most = 8 + (size_t)(j->n_protect + j->rules.n_shares + j->rules.n_no_isolate);
    lines to = {need(most, sizeof *to.line), 0};
    add_sizes(&to, j);
    add_groups(&to, j);
    add_rows(&to, j);
    *n = to.n;
    return to.line;
}

const char *rule_options(const job *j, char text[RULE_SIZE]) {
    int32_t n;
    rule_line *const line = rule_lines(j, &n);
    size_t at = 0;
    text[0] = 0;
    for (int32_t i = 0; i < n; i++) {
        int const again = i > 0 && strcmp(line[i].option, line[i - 1].option) == 0;
        int const hard = strcmp(line[i].name, "repeated_pairs") != 0;
        if (!again && hard) {
            at += (size_t)snprintf(text + at, RULE_SIZE - at, "%s%s", at > 0 ? ", " : "",
                                   line[i].option);
        }
    }
    free(line);
    return text;
}
