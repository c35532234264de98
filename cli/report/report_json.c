/* report_json.c - the machine's view of an answer; keys as in the interface contract. */
#include "infeasible.h"
#include "json.h"
#include "report/result.h"
#include "rule_words.h"
#include "summary.h"
#include "wishes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void key_integer(output *out, const char *key, int64_t value) {
    json_key(out, key);
    output_integer(out, value);
    output_text(out, ", ");
}

static void key_number_or_null(output *out, const char *key, double value, int there) {
    json_key(out, key);
    if (there) {
        output_number(out, value);
    } else {
        output_text(out, "null");
    }
    output_text(out, ", ");
}

static void counts(output *out, const int64_t *value, int32_t n) {
    output_text(out, "[");
    for (int32_t i = 0; i < n; i++) {
        output_format(out, "%s%lld", i > 0 ? ", " : "", (long long)value[i]);
    }
    output_text(out, "]");
}

/* What was asked for, in words, one text for each rule. */
static void rules(output *out, const job *j) {
    int32_t n;
    rule_line *const line = rule_lines(j, &n);
    json_key(out, "rules");
    output_text(out, "[");
    for (int32_t i = 0; i < n; i++) {
        output_text(out, i > 0 ? ",\n  " : "");
        json_string(out, line[i].text);
    }
    output_text(out, "],\n ");
    free(line);
}

static void request(output *out, const job *j, int64_t capacity) {
    json_key(out, "faircap");
    json_string(out, fcap_version());
    output_text(out, ", ");
    json_key(out, "file");
    json_string(out, j->args->file[0]);
    output_text(out, ",\n ");
    key_integer(out, "n", j->problem.n);
    key_integer(out, "dropped", fcap_dataset_dropped(j->dataset));
    key_integer(out, "k", j->rules.k);
    key_integer(out, "max_size", capacity);
    if (j->rules.capacity != NULL) {
        json_key(out, "capacities");
        counts(out, j->rules.capacity, j->rules.k);
        output_text(out, ", ");
    }
    key_integer(out, "min_size", j->rules.min_size);
    json_key(out, "balance_required");
    if (j->n_protect > 0) {
        json_string(out, job_balance(j));
    } else {
        output_text(out, "null");
    }
    output_text(out, ",\n ");
    key_integer(out, "coordinates", j->problem.d);
    static const char *const scale[] = {"minmax", "zscore", "none"};
    static const char *const missing[] = {"error", "drop", "impute", "category"};
    json_key(out, "scale");
    json_string(out, scale[j->args->scale]);
    output_text(out, ", ");
    json_key(out, "missing");
    json_string(out, missing[j->args->missing]);
    output_text(out, ", ");
    json_key(out, "slack");
    json_ratio(out, j->rules.slack);
    output_text(out, ",\n ");
    json_key(out, "features");
    output_text(out, "[");
    fcap_columns const f = fcap_dataset_features(j->dataset);
    for (int32_t i = 0; i < f.n; i++) {
        output_text(out, i > 0 ? ", " : "");
        json_string(out, fcap_table_name(j->table, f.index[i]));
    }
    output_text(out, "],\n ");
    json_key(out, "metric");
    json_string(out,
                j->problem.distance != NULL ? "given" : fcap_metric_name(j->problem.metric));
    output_text(out, ", ");
    json_key(out, "objective");
    json_string(out, fcap_objective_name(j->problem.objective));
    output_text(out, ",\n ");
    rules(out, j);
}

typedef struct violation {
    const char *key;
    int64_t count;
    unsigned enforcer; /* the bit of methods that keep it at 0 */
    int asked;         /* something can break it here */
} violation;

enum {
    VIOLATIONS = 9
};

static void find_violations(const result *r, violation v[VIOLATIONS]) {
    const fcap_measures *const m = &r->measures;
    const fcap_rules *const asked = &r->job->rules;
    const violation all[VIOLATIONS] = {
        {"capacity", m->violated_capacity, FCAP_ENFORCES_CAPACITY, 1},
        {"min_size", m->violated_min_size, FCAP_ENFORCES_CAPACITY, 1},
        {"balance", m->violated_balance, FCAP_ENFORCES_BALANCE, r->job->n_protect > 0},
        {"share", m->violated_share, FCAP_ENFORCES_WISHES, asked->n_shares > 0},
        {"no_isolate", m->violated_no_isolate, FCAP_ENFORCES_WISHES, asked->n_no_isolate > 0},
        {"together", m->violated_together, FCAP_ENFORCES_WISHES, asked->together.n > 0},
        {"apart", m->violated_apart, FCAP_ENFORCES_WISHES, asked->apart.n > 0},
        {"keep", m->violated_keep, FCAP_ENFORCES_WISHES, asked->keep},
        {"medoids", m->violated_medoids, FCAP_ENFORCES_WISHES,
         r->job->problem.candidate != NULL},
    };
    memcpy(v, all, sizeof all);
}

/* The keys of "violations" that this method keeps at 0; of what nobody asked for, none. */
static void enforced(output *out, const result *r) {
    unsigned const bits = fcap_method_enforces(r->method);
    violation v[VIOLATIONS];
    int said = 0;
    find_violations(r, v);
    output_text(out, "[");
    for (int i = 0; i < VIOLATIONS; i++) {
        if (v[i].asked && (bits & v[i].enforcer)) {
            output_text(out, said++ > 0 ? ", " : "");
            json_string(out, v[i].key);
        }
    }
    output_text(out, "]");
}

static void violations(output *out, const result *r) {
    violation v[VIOLATIONS];
    find_violations(r, v);
    json_key(out, "violations");
    output_text(out, "{");
    for (int i = 0; i < VIOLATIONS; i++) {
        output_text(out, i > 0 ? ", " : "");
        json_key(out, v[i].key);
        output_integer(out, v[i].count);
    }
    output_text(out, "},\n ");
    if (r->job->args->avoid.n > 0) {
        key_integer(out, "repeated_pairs", r->measures.repeated_pairs);
        output_text(out, "\n ");
    }
}

static void groups_of(output *out, const result *r, int32_t a, int32_t offset) {
    const job *const j = r->job;
    int32_t const total = job_group_total(j);
    int32_t const n_groups = j->problem.attribute[a].n_groups;
    int any_unknown = 0;
    for (int32_t c = 0; c < j->rules.k; c++) {
        any_unknown |= r->unknown[(int64_t)c * j->problem.n_attributes + a] > 0;
    }
    json_key(out, fcap_dataset_attribute_name(j->dataset, a));
    output_text(out, "[");
    for (int32_t c = 0; c < j->rules.k; c++) {
        output_text(out, c > 0 ? ", {" : "{");
        for (int32_t g = 0; g < n_groups; g++) {
            output_text(out, g > 0 ? ", " : "");
            json_key(out, fcap_dataset_group_name(j->dataset, a, g));
            output_integer(out, r->measures.count[(int64_t)c * total + offset + g]);
        }
        if (any_unknown) {
            output_text(out, n_groups > 0 ? ", " : "");
            json_key(out, "(missing)");
            output_integer(out, r->unknown[(int64_t)c * j->problem.n_attributes + a]);
        }
        output_text(out, "}");
    }
    output_text(out, "]");
}

static void group_costs_of(output *out, const result *r, int32_t a, int32_t offset) {
    const job *const j = r->job;
    json_key(out, fcap_dataset_attribute_name(j->dataset, a));
    output_text(out, "{");
    for (int32_t g = 0; g < j->problem.attribute[a].n_groups; g++) {
        output_text(out, g > 0 ? ", " : "");
        json_key(out, fcap_dataset_group_name(j->dataset, a, g));
        output_number(out, r->measures.group_cost[offset + g]);
    }
    output_text(out, "}");
}

/* "key": {attribute: what `write` writes, ...} */
static void by_attribute(output *out, const result *r, const char *key,
                         void (*write)(output *, const result *, int32_t, int32_t)) {
    int32_t offset = 0;
    json_key(out, key);
    output_text(out, "{");
    for (int32_t a = 0; a < r->job->problem.n_attributes; a++) {
        output_text(out, a > 0 ? ",\n  " : "");
        write(out, r, a, offset);
        offset += r->job->problem.attribute[a].n_groups;
    }
    output_text(out, "},\n ");
}

/* The decomposition, or null for methods without one. */
static void fairlets_of(output *out, const result *r) {
    if (r->report.n_fairlets == 0) {
        output_text(out, "\"fairlets\": null, ");
        return;
    }
    json_key(out, "fairlets");
    json_string(out, fcap_fairlets_name((fcap_fairlets)r->job->args->fairlets));
    output_text(out, ", ");
    key_integer(out, "fairlet_count", r->report.n_fairlets);
    key_number_or_null(out, "fairlet_cost", r->report.fairlet_cost, 1);
    output_format(out, "\"repaired\": %s, ", r->report.repaired ? "true" : "false");
    json_key(out, "fairlet_centre");
    json_string(out, r->job->args->fairlet_centre == FCAP_FAIRLET_CENTRE_RANDOM ? "random"
                                                                                : "median");
    output_text(out, ", ");
    if (r->method == FCAP_METHOD_FAIR_KMEDOIDS) {
        key_number_or_null(out, "lambda", r->job->args->lambda, 1);
    }
    output_text(out, "\n ");
}

/* The part of each column's variation inside the groups and between them, and the names. */
static void aims_of(output *out, const result *r) {
    const job *const j = r->job;
    double const lot = aims_by_lot(j->problem.n, j->rules.k);
    json_key(out, "columns");
    output_text(out, "[");
    for (int32_t i = 0; i < j->aims.n; i++) {
        const aim_column *const c = &j->aims.column[i];
        output_text(out, i > 0 ? ",\n  {" : "{");
        json_key(out, "name");
        json_string(out, fcap_table_name(j->table, c->column));
        output_format(out, ", \"wish\": \"%s\", ", c->diverse ? "diverse" : "similar");
        key_number_or_null(out, "weight", c->weight, 1);
        key_integer(out, "unknown", c->unknown);
        key_number_or_null(out, "inside", r->inside[i], c->total > 0);
        key_number_or_null(out, "between", 1 - r->inside[i], c->total > 0);
        json_key(out, "inside_by_lot");
        output_number(out, lot);
        output_text(out, "}");
    }
    output_text(out, "],\n ");
    json_key(out, "group_names");
    output_text(out, "[");
    for (int32_t g = 0; g < j->rules.k; g++) {
        char name[GROUP_NAME_SIZE];
        output_text(out, g > 0 ? ", " : "");
        json_string(out, wishes_group_name(j, g, name));
    }
    output_text(out, "],\n ");
}

/* What best says besides: how it got its bound, and what else is proved. */
static void proof(output *out, const result *r) {
    const fcap_report *const a = &r->report;
    int const best = r->method == FCAP_METHOD_BEST;
    double const above = a->cost - a->fixed_medoid_bound;
    key_number_or_null(out, "multiplier_bound", a->multiplier_bound, a->multiplier_bound >= 0);
    key_number_or_null(out, "fixed_medoid_gap", a->cost > 0 ? above / a->cost : 0,
                       a->fixed_medoid_bound >= 0);
    json_key(out, "swap_optimal");
    output_text(out, !best ? "null, " : a->swap_optimal ? "true, " : "false, ");
    json_key(out, "all_tried");
    output_text(out, !best ? "null, " : a->all_tried ? "true, " : "false, ");
    key_integer(out, "nodes", a->nodes);
    json_key(out, "bound");
    if (best) {
        json_string(out, fcap_bound_name(r->bound));
    } else {
        output_text(out, "null");
    }
    output_text(out, ", ");
}

void report_json(output *out, const result *r) {
    const job *const j = r->job;
    int32_t const k = j->rules.k;
    double const cost = r->report.cost;
    int const bounded = r->report.lower_bound >= 0;
    output_text(out, "{");
    request(out, j, r->capacity);
    json_key(out, "method");
    json_string(out, fcap_method_name(r->method));
    output_text(out, ", ");
    fairlets_of(out, r);
    json_key(out, "enforces");
    enforced(out, r);
    output_text(out, ", ");
    violations(out, r);
    key_integer(out, "seed", j->args->seed);
    key_integer(out, "effort", j->args->effort);
    key_integer(out, "threads", r->report.threads);
    key_integer(out, "iterations", r->report.iterations);
    output_text(out, "\n ");
    key_number_or_null(out, "cost", cost, 1);
    key_number_or_null(out, "lower_bound", r->report.lower_bound, bounded);
    key_number_or_null(out, "gap", gap_of(&r->report), bounded);
    proof(out, r);
    fcap_ratio const b = r->measures.balance;
    key_number_or_null(out, "balance", b.den > 0 ? (double)b.num / (double)b.den : 0,
                       b.den > 0);
    output_text(out, "\n ");
    json_key(out, "sizes");
    counts(out, r->measures.size, k);
    output_text(out, ",\n ");
    if (j->problem.weight != NULL) {
        json_key(out, "loads");
        counts(out, r->measures.load, k);
        output_text(out, ",\n ");
    }
    by_attribute(out, r, "groups", groups_of);
    if (j->problem.objective == FCAP_OBJECTIVE_MIXED) {
        aims_of(out, r);
    }
    by_attribute(out, r, "group_cost", group_costs_of);
    json_key(out, "medoids");
    output_text(out, "[");
    const int64_t *const rows = fcap_dataset_rows(j->dataset);
    for (int32_t c = 0; c < k; c++) {
        output_text(out, c > 0 ? ", " : "");
        if (r->measures.medoid[c] >= 0) {
            output_integer(out, rows[r->measures.medoid[c]] + 1);
        } else {
            output_text(out, "null"); /* no member may be one */
        }
    }
    output_text(out, "],\n ");
    json_key(out, "status");
    json_string(out, fcap_outcome_name(r->report.outcome));
    output_text(out, ", ");
    json_key(out, "seconds");
    output_number(out, floor(r->report.seconds * 1e6 + 0.5) / 1e6);
    output_text(out, ", ");
    json_key(out, "peak_bytes");
    output_integer(out, r->peak_bytes);
    output_text(out, "}\n");
}

void report_json_infeasible(output *out, const job *j, const fcap_plan_report *plan) {
    output_text(out, "{");
    request(out, j, plan->max_size);
    output_text(out, "\"status\": \"infeasible\", ");
    json_key(out, "reason");
    json_string(out, fcap_reason_name(plan->reason));
    output_text(out, ",\n ");
    json_key(out, "smallest_change");
    output_text(out, "{\"max_size\": ");
    if (plan->change_max_size > 0) {
        output_integer(out, plan->change_max_size);
    } else {
        output_text(out, "null");
    }
    output_text(out, ", \"clusters\": ");
    if (plan->change_clusters > 0) {
        output_integer(out, plan->change_clusters);
    } else {
        output_text(out, "null");
    }
    output_text(out, ", \"balance\": ");
    json_ratio(out, plan->change_balance);
    output_text(out, ", \"balance_attribute\": ");
    if (plan->change_attribute >= 0) {
        json_string(out, fcap_dataset_attribute_name(j->dataset, plan->change_attribute));
    } else {
        output_text(out, "null");
    }
    output_text(out, ", \"min_size\": ");
    if (plan->change_min_size > 0) {
        output_integer(out, plan->change_min_size);
    } else {
        output_text(out, "null");
    }
    output_text(out, "},\n ");
    json_key(out, "sentence");
    char sentence[INFEASIBLE_SIZE];
    json_string(out, infeasible_sentence(j, plan, sentence));
    output_text(out, "}\n");
}
