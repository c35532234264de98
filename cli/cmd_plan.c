/* cmd_plan.c - faircap plan: what is feasible here, before solving.
 *
 * With -k it judges that request: exit 0, or 4 with the smallest changes. Without -k it lists
 * what is possible for each number of clusters.
 */
#include "commands.h"
#include "infeasible.h"
#include "json.h"
#include "outputs.h"
#include "report/result.h"
#include "request.h"
#include "rule_words.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LISTED = 20
};

static void describe(FILE *to, const job *j) {
    fprintf(to, "%lld row%s", (long long)j->problem.n, plural(j->problem.n));
    if (fcap_dataset_dropped(j->dataset) > 0) {
        fprintf(to, " (%lld more left out)", (long long)fcap_dataset_dropped(j->dataset));
    }
    fcap_columns const f = fcap_dataset_features(j->dataset);
    int32_t const columns = fcap_table_columns(j->table);
    if (j->problem.distance != NULL) {
        fprintf(to, ", %d column%s; the distances are given\n", (int)columns, plural(columns));
    } else {
        fprintf(to, ", %d column%s, %d of them make%s %d coordinate%s\n", (int)columns,
                plural(columns), (int)f.n, f.n == 1 ? "s" : "", (int)j->problem.d,
                plural(j->problem.d));
    }
    if (j->problem.weight != NULL) {
        fprintf(to, "total weight %lld\n", (long long)j->weight);
    }
    int64_t *const total = need((size_t)job_group_total(j), sizeof *total);
    int64_t *const unknown = need((size_t)j->problem.n_attributes, sizeof *unknown);
    job_count_groups(j, total, unknown);
    int32_t offset = 0;
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        int32_t const n_groups = j->problem.attribute[a].n_groups;
        int64_t low = 0;
        int64_t high = 0;
        fprintf(to, "%s:", job_attribute(j, a));
        for (int32_t g = 0; g < n_groups; g++) {
            int64_t const count = total[offset + g];
            low = g == 0 || count < low ? count : low;
            high = count > high ? count : high;
            fprintf(to, " %s %lld%s", name_shown(fcap_dataset_group_name(j->dataset, a, g)),
                    (long long)count, g + 1 < n_groups ? "," : "");
        }
        if (unknown[a] > 0) {
            fprintf(to, ", missing %lld", (long long)unknown[a]);
        }
        fprintf(to, "; balance %.3f\n",
                n_groups > 1 && high > 0 ? (double)low / (double)high : 0.0);
        offset += n_groups;
    }
    free(unknown);
    free(total);
}

static const char *verdict_word(fcap_verdict verdict) {
    return verdict == FCAP_VERDICT_FEASIBLE     ? "feasible"
           : verdict == FCAP_VERDICT_INFEASIBLE ? "infeasible"
                                                : "open";
}

typedef struct listed {
    fcap_plan_report plan;
    int32_t k;
    fcap_ratio most;
    int settled; /* den 0 in `most` means none, not that it took too long to find it */
} listed;

/* The request with one balance for all attributes. */
static fcap_status plan_with(const job *j, const fcap_rules *rules, int64_t balance,
                             fcap_plan_report *plan, fcap_error *err) {
    fcap_attribute *const same = need((size_t)j->problem.n_attributes, sizeof *same);
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        same[a] = j->problem.attribute[a];
        same[a].balance = (fcap_ratio){a < j->n_protect ? balance : 0, 1};
    }
    fcap_problem problem = j->problem;
    problem.attribute = same;
    fcap_status const status = fcap_plan(&problem, rules, plan, err);
    free(same);
    return status;
}

/* The largest balance, the same for all attributes, that is not excluded for this k. */
static int largest_balance(const job *j, const fcap_rules *rules, listed *out) {
    fcap_plan_report plan;
    fcap_error err;
    fcap_status status = plan_with(j, rules, 1, &plan, &err);
    out->settled = 1;
    out->most =
        plan.verdict == FCAP_VERDICT_INFEASIBLE ? plan.change_balances : (fcap_ratio){1, 1};
    if (status == FCAP_OK && out->most.den == 0) {
        status = plan_with(j, rules, 0, &plan, &err);
        out->settled = plan.verdict == FCAP_VERDICT_INFEASIBLE;
    }
    return status == FCAP_OK ? 0 : say_error(exit_code_of(status), "%s", err.message);
}

/* One row for each of the first k; *n counts them. */
static int list_possibilities(const job *j, listed *row, int32_t *n) {
    *n = 0;
    for (int32_t k = 2; k < 2 + LISTED && k <= j->problem.n; k++) {
        fcap_rules rules = j->rules;
        rules.k = k;
        fcap_error err;
        listed *const r = &row[*n];
        r->k = k;
        fcap_status const status = fcap_plan(&j->problem, &rules, &r->plan, &err);
        if (status != FCAP_OK) {
            return say_error(exit_code_of(status), "%s", err.message);
        }
        if (j->n_protect > 0) {
            int const code = largest_balance(j, &rules, r);
            if (code != 0) {
                return code;
            }
        }
        (*n)++;
    }
    return 0;
}

/* "9/11 = 0.818", "none", or "?"; returns its length. */
static int balance_text(const job *j, const listed *row, char *out, size_t size) {
    fcap_ratio const most = row->most;
    if (j->n_protect == 0) {
        out[0] = 0;
        return 0;
    }
    if (most.den == 0) {
        return snprintf(out, size, "%s", row->settled ? "none" : "?");
    }
    return snprintf(out, size, "%lld/%lld = %.3f", (long long)most.num, (long long)most.den,
                    (double)most.num / (double)most.den);
}

static void print_possibilities(FILE *to, const job *j, const listed *row, int32_t n) {
    int const plain = j->problem.n_attributes == 1 && j->problem.weight == NULL &&
                      j->rules.n_shares == 0 && j->rules.n_no_isolate == 0;
    int const exact = plain && j->n_protect == 1 && j->problem.attribute[0].n_groups == 2;
    const char *const title = j->n_protect == 0 ? ""
                              : exact           ? "largest balance"
                                                : "balance at most";
    const char *const gap = j->n_protect == 0 ? "" : "  ";
    char most[80];
    int width = (int)strlen(title);
    for (int32_t i = 0; i < n; i++) {
        int const length = balance_text(j, &row[i], most, sizeof most);
        width = length > width ? length : width;
    }
    fprintf(to, "\n  k  max size  %-*s%sas asked\n", width, title, gap);
    for (int32_t i = 0; i < n; i++) {
        const listed *const r = &row[i];
        balance_text(j, r, most, sizeof most);
        fprintf(to, "%3d  %8lld  %-*s%s%s%s%s\n", (int)r->k, (long long)r->plan.max_size, width,
                most, gap, verdict_word(r->plan.verdict),
                r->plan.reason != FCAP_REASON_NONE ? ": " : "",
                r->plan.reason != FCAP_REASON_NONE ? fcap_reason_name(r->plan.reason) : "");
    }
    fputs("\nJudge one request: add -k (and -q, -t). Make the clusters: faircap cluster.\n",
          to);
}

static void json_describe(output *out, const job *j) {
    output_format(out, "\"n\": %lld, \"dropped\": %lld, \"columns\": %d, \"coordinates\": %d, ",
                  (long long)j->problem.n, (long long)fcap_dataset_dropped(j->dataset),
                  (int)fcap_table_columns(j->table), (int)j->problem.d);
    int64_t *const total = need((size_t)job_group_total(j), sizeof *total);
    int64_t *const unknown = need((size_t)j->problem.n_attributes, sizeof *unknown);
    job_count_groups(j, total, unknown);
    json_key(out, "groups");
    output_text(out, "{");
    int32_t offset = 0;
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        output_text(out, a > 0 ? ", " : "");
        json_key(out, fcap_dataset_attribute_name(j->dataset, a));
        output_text(out, "{");
        int32_t const n_groups = j->problem.attribute[a].n_groups;
        for (int32_t g = 0; g < n_groups; g++) {
            output_text(out, g > 0 ? ", " : "");
            json_key(out, fcap_dataset_group_name(j->dataset, a, g));
            output_integer(out, total[offset + g]);
        }
        if (unknown[a] > 0) {
            output_format(out, "%s\"(missing)\": %lld", n_groups > 0 ? ", " : "",
                          (long long)unknown[a]);
        }
        output_text(out, "}");
        offset += n_groups;
    }
    output_text(out, "}");
    free(unknown);
    free(total);
}

static void json_possibilities(output *out, const job *j, const listed *row, int32_t n) {
    output_text(out, "{");
    json_describe(out, j);
    output_text(out, ", \"possible\": [");
    for (int32_t i = 0; i < n; i++) {
        output_format(out, "%s\n {\"k\": %d, \"max_size\": %lld, \"status\": \"%s\", ",
                      i > 0 ? "," : "", (int)row[i].k, (long long)row[i].plan.max_size,
                      verdict_word(row[i].plan.verdict));
        json_key(out, "largest_balance");
        json_ratio(out, j->n_protect > 0 ? row[i].most : (fcap_ratio){0, 0});
        output_text(out, "}");
    }
    output_text(out, "]}\n");
}

static void json_verdict(output *out, const job *j, const fcap_plan_report *plan) {
    output_text(out, "{");
    json_describe(out, j);
    output_format(out, ", \"k\": %d, \"max_size\": %lld, \"min_size\": %lld, ", (int)j->rules.k,
                  (long long)plan->max_size, (long long)j->rules.min_size);
    json_key(out, "balance_required");
    if (j->n_protect > 0) {
        json_string(out, job_balance(j));
    } else {
        output_text(out, "null");
    }
    output_format(out, ", \"status\": \"%s\"}\n", verdict_word(plan->verdict));
}

static int on_stdout(const output *out) {
    return out->path != NULL && strcmp(out->path, "-") == 0;
}

/* A request of sizes and a balance is one line; more rules are a list. */
static void print_verdict(const job *j, const fcap_plan_report *plan) {
    int32_t n;
    rule_line *const line = rule_lines(j, &n);
    int plain = j->rules.capacity == NULL && j->problem.weight == NULL;
    for (int32_t i = 0; i < n; i++) {
        plain &= strcmp(line[i].name, "capacity") == 0 ||
                 strcmp(line[i].name, "min_size") == 0 || strcmp(line[i].name, "balance") == 0;
    }
    printf("%s: %d %s", verdict_word(plan->verdict), (int)j->rules.k,
           j->rules.k == 1 ? "cluster" : "clusters");
    if (plain) {
        printf(" of %lld to %lld member%s%s%s", (long long)j->rules.min_size,
               (long long)plan->max_size, plural(plan->max_size),
               j->n_protect > 0 ? ", balance at least " : "",
               j->n_protect > 0 ? job_balance(j) : "");
    }
    printf("%s\n", plan->verdict == FCAP_VERDICT_OPEN
                       ? "; not excluded, but it may still be impossible"
                       : "");
    for (int32_t i = 0; i < n && !plain; i++) {
        printf("  %s\n", line[i].text);
    }
    free(line);
}

static int judge(const job *j, output *out) {
    fcap_plan_report plan;
    fcap_error err;
    fcap_status const status = request_plan(j, &plan, &err);
    if (status != FCAP_OK) {
        return say_error(exit_code_of(status), "%s", err.message);
    }
    int const infeasible = plan.verdict == FCAP_VERDICT_INFEASIBLE;
    if (out->path != NULL && infeasible) {
        report_json_infeasible(out, j, &plan);
    } else if (out->path != NULL) {
        json_verdict(out, j, &plan);
    }
    int const text = !on_stdout(out);
    if (text && !j->args->quiet) {
        describe(stdout, j);
    }
    if (infeasible) {
        return say_infeasible(j, &plan);
    }
    if (text && !j->args->quiet) {
        print_verdict(j, &plan);
    }
    return 0;
}

static int list(const job *j, output *out) {
    listed row[LISTED];
    int32_t n = 0;
    int const code = list_possibilities(j, row, &n);
    if (code != 0) {
        return code;
    }
    if (out->path != NULL) {
        json_possibilities(out, j, row, n);
    }
    if (!on_stdout(out) && !j->args->quiet) {
        describe(stdout, j);
        print_possibilities(stdout, j, row, n);
    }
    return 0;
}

int cmd_plan(const arguments *args) {
    job j;
    int code = outputs_check(args);
    code = code != 0 ? code : job_open(&j, args);
    if (code != 0) {
        return code;
    }
    output *const out = need(1, sizeof *out);
    code = args->json != NULL ? output_open(out, args->json) : 0;
    if (code == 0) {
        code = j.rules.k > 0 ? judge(&j, out) : list(&j, out);
        int const reported = code == 0 || code == EXIT_INFEASIBLE;
        if (args->json != NULL && reported) {
            int const saved = output_finish(out);
            code = saved != 0 ? saved : code;
            int const committed = saved != 0 ? saved : output_commit(out);
            code = committed != 0 ? committed : code;
        }
        output_discard(out);
    }
    free(out);
    job_close(&j);
    return code;
}
