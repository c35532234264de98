/* judge.c - every rule of a request against a labelling: one property for each, and notes that
 * name the clusters and rows which break it. See properties.h.
 *
 * Whether a rule holds is counted by the library; what is looked up here are the names.
 */
#include "properties.h"
#include "row_keys.h"
#include "rule_words.h"
#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SHOWN = 5, /* notes about one rule */
    SENTENCE = 640,
    NAME = 240
};

typedef struct judging {
    verdict *v;
    const job *j;
    const int32_t *label;
    const fcap_measures *m;
    int64_t said; /* about the rule at hand */
} judging;

/* ---- notes ---- */

static void tell(judging *g, const char *format, ...) FCAP_PRINTF(2);

static void tell(judging *g, const char *format, ...) {
    if (g->said++ < SHOWN) {
        char text[SENTENCE];
        va_list args;
        va_start(args, format);
        vsnprintf(text, sizeof text, format, args);
        va_end(args);
        say_note(g->j->args->quiet, "%s", text);
    }
}

static void tell_rest(judging *g, const char *noun) {
    if (g->said > SHOWN) {
        int64_t const rest = g->said - SHOWN;
        say_note(g->j->args->quiet, "and %lld more %s%s", (long long)rest, noun,
                 rest == 1 ? "" : "s");
    }
    g->said = 0;
}

/* ---- sizes ---- */

static int64_t load_of(const judging *g, int32_t c) {
    return g->j->problem.weight != NULL ? g->m->load[c] : g->m->size[c];
}

/* The cluster that is nearest to its capacity, or farthest above it. */
static void judge_capacity(judging *g) {
    const job *const j = g->j;
    const char *const noun = j->problem.weight != NULL ? "a weight of" : "members:";
    int32_t worst = 0;
    for (int32_t c = 0; c < j->rules.k; c++) {
        int64_t const over = load_of(g, c) - rule_capacity(j, c);
        worst = over > load_of(g, worst) - rule_capacity(j, worst) ? c : worst;
        if (over > 0) {
            tell(g, "cluster %d has %s %lld; its capacity is %lld", (int)c + 1, noun,
                 (long long)load_of(g, c), (long long)rule_capacity(j, c));
        }
    }
    tell_rest(g, "cluster");
    verdict_add_counts(g->v, "capacity", g->m->violated_capacity == 0, load_of(g, worst),
                       rule_capacity(j, worst));
}

static void judge_min_size(judging *g) {
    int64_t const least = g->j->rules.min_size;
    int64_t smallest = g->m->size[0];
    for (int32_t c = 0; c < g->j->rules.k; c++) {
        int64_t const size = g->m->size[c];
        smallest = size < smallest ? size : smallest;
        if (size < least) {
            tell(g, "cluster %d has %lld %s; at least %lld are asked for", (int)c + 1,
                 (long long)size, size == 1 ? "member" : "members", (long long)least);
        }
    }
    tell_rest(g, "cluster");
    verdict_add_counts(g->v, "min_size", g->m->violated_min_size == 0, smallest, least);
}

/* ---- groups ---- */

static int32_t offset_of(const judging *g, int32_t attribute) {
    int32_t offset = 0;
    for (int32_t a = 0; a < attribute; a++) {
        offset += g->j->problem.attribute[a].n_groups;
    }
    return offset;
}

static const int64_t *counts_of(const judging *g, int32_t c, int32_t attribute) {
    return g->m->count + (int64_t)c * job_group_total(g->j) + offset_of(g, attribute);
}

/* Members of a group, or of none (-1), in cluster c. */
static int64_t count_of(const judging *g, int32_t c, int32_t attribute, int32_t group) {
    const int64_t *const count = counts_of(g, c, attribute);
    if (group >= 0) {
        return count[group];
    }
    int64_t unknown = g->m->size[c];
    for (int32_t i = 0; i < g->j->problem.attribute[attribute].n_groups; i++) {
        unknown -= count[i];
    }
    return unknown;
}

static fcap_ratio balance_of(const judging *g, int32_t c, int32_t attribute) {
    int32_t const n_groups = g->j->problem.attribute[attribute].n_groups;
    const int64_t *const count = counts_of(g, c, attribute);
    int64_t low = n_groups > 1 ? count[0] : 0;
    int64_t high = 0;
    for (int32_t i = 0; i < n_groups; i++) {
        low = count[i] < low ? count[i] : low;
        high = count[i] > high ? count[i] : high;
    }
    return (fcap_ratio){low, high};
}

static void judge_balance(judging *g, int32_t a, int named) {
    const job *const j = g->j;
    fcap_ratio const asked = j->problem.attribute[a].balance;
    fcap_ratio worst = {1, 1};
    for (int32_t c = 0; c < j->rules.k; c++) {
        fcap_ratio const found = balance_of(g, c, a);
        if (found.num * worst.den < worst.num * found.den) {
            worst = found;
        }
        if (found.num * asked.den < asked.num * found.den) {
            tell(g,
                 "cluster %d has a balance of %lld/%lld by %s; at least %lld/%lld is asked for",
                 (int)c + 1, (long long)found.num, (long long)found.den, job_attribute(j, a),
                 (long long)asked.num, (long long)asked.den);
        }
    }
    tell_rest(g, "cluster");
    char name[NAME];
    snprintf(name, sizeof name, "balance%s%s", named ? " " : "",
             named ? safe(fcap_dataset_attribute_name(j->dataset, a)) : "");
    property *const p = verdict_add(g->v, name, worst.num * asked.den >= asked.num * worst.den);
    snprintf(p->value, sizeof p->value, "%lld/%lld", (long long)worst.num,
             (long long)worst.den);
    snprintf(p->limit, sizeof p->limit, "%lld/%lld", (long long)asked.num,
             (long long)asked.den);
}

static void judge_share(judging *g, const fcap_share *s) {
    const job *const j = g->j;
    int broken = 0;
    fcap_ratio low = {1, 1};
    fcap_ratio high = {0, 1};
    char group[GROUP_SIZE];
    rule_group(j, s->attribute, s->group, group);
    for (int32_t c = 0; c < j->rules.k; c++) {
        fcap_ratio const found = {count_of(g, c, s->attribute, s->group), g->m->size[c]};
        if (found.den == 0) {
            continue;
        }
        low = found.num * low.den < low.num * found.den ? found : low;
        high = found.num * high.den > high.num * found.den ? found : high;
        if (found.num * s->least.den < s->least.num * found.den ||
            found.num * s->most.den > s->most.num * found.den) {
            broken = 1;
            tell(g, "cluster %d: %lld of %lld are %s; asked for are %lld/%lld to %lld/%lld",
                 (int)c + 1, (long long)found.num, (long long)found.den, group,
                 (long long)s->least.num, (long long)s->least.den, (long long)s->most.num,
                 (long long)s->most.den);
        }
    }
    tell_rest(g, "cluster");
    char name[NAME + 8];
    snprintf(name, sizeof name, "share %s", rule_title(j, s->attribute, s->group, group));
    property *const p = verdict_add(g->v, name, !broken);
    snprintf(p->value, sizeof p->value, "%lld/%lld..%lld/%lld", (long long)low.num,
             (long long)low.den, (long long)high.num, (long long)high.den);
    snprintf(p->limit, sizeof p->limit, "%lld/%lld..%lld/%lld", (long long)s->least.num,
             (long long)s->least.den, (long long)s->most.num, (long long)s->most.den);
}

static void judge_no_isolate(judging *g, const fcap_no_isolate *rule) {
    const job *const j = g->j;
    char group[GROUP_SIZE];
    rule_group(j, rule->attribute, rule->group, group);
    int64_t alone = 0;
    const int32_t *const groups = j->problem.attribute[rule->attribute].group;
    for (int64_t i = 0; i < j->problem.n; i++) {
        int32_t const c = g->label[i];
        if (groups[i] == rule->group && count_of(g, c, rule->attribute, rule->group) == 1) {
            alone++;
            tell(g, "cluster %d: %s is the only one of %s", (int)c + 1, row_shown(j, i), group);
        }
    }
    tell_rest(g, "cluster");
    char name[NAME + 16];
    snprintf(name, sizeof name, "no_isolate %s",
             rule_title(j, rule->attribute, rule->group, group));
    verdict_add_counts(g->v, name, alone == 0, alone, 0);
}

/* ---- single rows ---- */

static void judge_together(judging *g) {
    const fcap_sets *const sets = &g->j->rules.together;
    for (int64_t s = 0; s < sets->n; s++) {
        int64_t const first = sets->member[sets->start[s]];
        for (int64_t at = sets->start[s] + 1; at < sets->start[s + 1]; at++) {
            int64_t const other = sets->member[at];
            if (g->label[other] != g->label[first]) {
                tell(g, "%s is in cluster %d, but %s in cluster %d: they belong together",
                     row_shown(g->j, first), (int)g->label[first] + 1, row_shown(g->j, other),
                     (int)g->label[other] + 1);
                break;
            }
        }
    }
    tell_rest(g, "set");
    verdict_add_counts(g->v, "together", g->m->violated_together == 0, g->m->violated_together,
                       0);
}

/* Pairs of a family of sets that share a cluster, as many as are shown. */
static void tell_pairs(judging *g, const fcap_sets *sets, const char *what) {
    for (int64_t s = 0; s < sets->n && g->said < SHOWN; s++) {
        for (int64_t a = sets->start[s]; a < sets->start[s + 1] && g->said < SHOWN; a++) {
            for (int64_t b = a + 1; b < sets->start[s + 1] && g->said < SHOWN; b++) {
                int64_t const one = sets->member[a];
                int64_t const other = sets->member[b];
                if (g->label[one] == g->label[other]) {
                    tell(g, "%s and %s are both in cluster %d%s", row_shown(g->j, one),
                         row_shown(g->j, other), (int)g->label[one] + 1, what);
                }
            }
        }
    }
}

static void judge_pairs(judging *g, const char *name, const fcap_sets *sets, int64_t found,
                        int is_rule) {
    if (found > 0 && (is_rule || g->j->args->verbose)) {
        tell_pairs(g, sets, is_rule ? "; they belong apart" : " again");
        g->said = found > g->said ? found : g->said;
    }
    tell_rest(g, "pair");
    if (is_rule) {
        verdict_add_counts(g->v, name, found == 0, found, 0);
    } else {
        property *const p = verdict_add(g->v, name, 1);
        snprintf(p->value, sizeof p->value, "%lld", (long long)found);
    }
}

static void judge_keep(judging *g) {
    const int32_t *const start = g->j->rules.start;
    for (int64_t i = 0; i < g->j->problem.n && g->m->violated_keep > 0; i++) {
        if (start[i] >= 0 && start[i] != g->label[i]) {
            tell(g, "%s was in cluster %d and is in cluster %d", row_shown(g->j, i),
                 (int)start[i] + 1, (int)g->label[i] + 1);
        }
    }
    tell_rest(g, "row");
    verdict_add_counts(g->v, "keep", g->m->violated_keep == 0, g->m->violated_keep, 0);
}

static void judge_medoids(judging *g) {
    char *const has = need((size_t)g->j->rules.k, 1);
    for (int64_t i = 0; i < g->j->problem.n; i++) {
        if (g->j->problem.candidate[i]) {
            has[g->label[i]] = 1;
        }
    }
    for (int32_t c = 0; c < g->j->rules.k; c++) {
        if (!has[c]) {
            tell(g, "cluster %d has no member that may be a medoid (--medoids)", (int)c + 1);
        }
    }
    tell_rest(g, "cluster");
    free(has);
    verdict_add_counts(g->v, "medoids", g->m->violated_medoids == 0, g->m->violated_medoids, 0);
}

/* ---- the story ---- */

void verdict_judge(verdict *v, const job *j, const int32_t *labels, const fcap_measures *m) {
    judging g = {.v = v, .j = j, .label = labels, .m = m};
    const fcap_rules *const r = &j->rules;
    int64_t used = 0;
    for (int32_t c = 0; c < r->k; c++) {
        used += m->size[c] > 0;
    }
    verdict_add_counts(v, "clusters", used == r->k, used, r->k);
    judge_capacity(&g);
    judge_min_size(&g);
    for (int32_t a = 0; a < j->n_protect; a++) {
        judge_balance(&g, a, j->n_protect > 1);
    }
    for (int32_t i = 0; i < r->n_shares; i++) {
        judge_share(&g, &r->share[i]);
    }
    for (int32_t i = 0; i < r->n_no_isolate; i++) {
        judge_no_isolate(&g, &r->no_isolate[i]);
    }
    if (r->together.n > 0) {
        judge_together(&g);
    }
    if (r->apart.n > 0) {
        judge_pairs(&g, "apart", &r->apart, m->violated_apart, 1);
    }
    if (r->keep) {
        judge_keep(&g);
    }
    if (j->problem.candidate != NULL) {
        judge_medoids(&g);
    }
    if (j->args->avoid.n > 0) {
        judge_pairs(&g, "repeated_pairs", &r->avoid, m->repeated_pairs, 0);
    }
}
