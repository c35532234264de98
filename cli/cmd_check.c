/* cmd_check.c - faircap check: recompute everything from the raw data; trust nothing.
 *
 * One line per property, `property: ok|VIOLATED (value, limit)`. The numbers come from
 * fcap_measure and fcap_certify, which share no code with any method.
 */
#include "certificate.h"
#include "commands.h"
#include "json.h"
#include "labels_in.h"
#include "save.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

enum {
    PROPERTIES_MAX = 64
};

typedef struct property {
    char name[120];
    char value[120];
    char limit[64]; /* empty when there is none */
    int ok;
} property;

typedef struct verdict {
    property property[PROPERTIES_MAX];
    int n;
    double cost;
    int has_cost;
    double bound; /* proved here; negative: none */
} verdict;

static property *add(verdict *v, const char *name, int ok) {
    property *const p = &v->property[v->n < PROPERTIES_MAX - 1 ? v->n++ : PROPERTIES_MAX - 1];
    snprintf(p->name, sizeof p->name, "%s", name);
    p->ok = ok;
    return p;
}

static void add_counts(verdict *v, const char *name, int ok, int64_t value, int64_t limit) {
    property *const p = add(v, name, ok);
    snprintf(p->value, sizeof p->value, "%lld", (long long)value);
    snprintf(p->limit, sizeof p->limit, "%lld", (long long)limit);
}

/* The least balance of attribute a over the clusters, as low/high. */
static fcap_ratio worst_balance(const job *j, const fcap_measures *m, int32_t a,
                                int32_t offset) {
    int32_t const total = job_group_total(j);
    int32_t const n_groups = j->problem.attribute[a].n_groups;
    fcap_ratio worst = {1, 1};
    for (int32_t c = 0; c < j->rules.k; c++) {
        const int64_t *const count = m->count + (int64_t)c * total + offset;
        int64_t low = n_groups > 1 ? count[0] : 0;
        int64_t high = 0;
        for (int32_t g = 0; g < n_groups; g++) {
            low = count[g] < low ? count[g] : low;
            high = count[g] > high ? count[g] : high;
        }
        if (high > 0 && low * worst.den < worst.num * high) {
            worst = (fcap_ratio){low, high};
        }
    }
    return worst;
}

static void judge_balance(verdict *v, const job *j, const fcap_measures *m) {
    int32_t offset = 0;
    for (int32_t a = 0; a < j->n_protect; a++) {
        fcap_ratio const worst = worst_balance(j, m, a, offset);
        fcap_ratio const asked = j->balance[a];
        char name[120] = "balance";
        if (j->n_protect > 1) {
            snprintf(name, sizeof name, "balance %s", job_attribute(j, a));
        }
        property *const p = add(v, name, worst.num * asked.den >= asked.num * worst.den);
        snprintf(p->value, sizeof p->value, "%lld/%lld", (long long)worst.num,
                 (long long)worst.den);
        snprintf(p->limit, sizeof p->limit, "%lld/%lld", (long long)asked.num,
                 (long long)asked.den);
        offset += j->problem.attribute[a].n_groups;
    }
}

/* Which clusters break a rule; the first few. */
static void say_clusters(const job *j, const fcap_measures *m) {
    enum {
        SHOWN = 5
    };
    int64_t const capacity = fcap_rules_capacity(&j->rules, j->weight);
    int32_t broken = 0;
    for (int32_t c = 0; c < j->rules.k; c++) {
        if (m->size[c] > capacity || m->size[c] < j->rules.min_size) {
            if (broken++ < SHOWN) {
                say_note(j->args->quiet,
                         "cluster %d has %lld members; allowed are %lld to %lld", (int)c + 1,
                         (long long)m->size[c], (long long)j->rules.min_size,
                         (long long)capacity);
            }
        }
    }
    if (broken > SHOWN) {
        say_note(j->args->quiet, "and %d more %s", (int)broken - SHOWN,
                 broken - SHOWN == 1 ? "cluster" : "clusters");
    }
}

static int judge_measures(verdict *v, const job *j, const int32_t *labels) {
    size_t const k = (size_t)j->rules.k;
    fcap_measures m = {.size = need(k, sizeof *m.size),
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
        int64_t least = m.size[0];
        int64_t most = m.size[0];
        int64_t used = 0;
        for (size_t c = 0; c < k; c++) {
            least = m.size[c] < least ? m.size[c] : least;
            most = m.size[c] > most ? m.size[c] : most;
            used += m.size[c] > 0;
        }
        add_counts(v, "clusters", used == j->rules.k, used, j->rules.k);
        add_counts(v, "capacity", m.violated_capacity == 0, most,
                   fcap_rules_capacity(&j->rules, j->weight));
        add_counts(v, "min_size", m.violated_min_size == 0, least, j->rules.min_size);
        say_clusters(j, &m);
        judge_balance(v, j, &m);
        property *const p = add(v, "cost", 1);
        char text[FCAP_NUMBER_SIZE];
        fcap_number_print(m.cost, text);
        snprintf(p->value, sizeof p->value, "%s", text);
        v->cost = m.cost;
        v->has_cost = 1;
    }
    free(m.count);
    free(m.size);
    return code;
}

/* ---- the certificate ---- */

/* What may differ by rounding: the bound was made with other code, the cost with other sums. */
#define ROUNDING 1e-9

static void add_number(verdict *v, const char *name, int ok, double value, double limit) {
    property *const p = add(v, name, ok);
    fcap_number_print(value, p->value);
    if (limit >= 0) {
        fcap_number_print(limit, p->limit);
    }
}

static int all_ok(const verdict *v) {
    int ok = 1;
    for (int i = 0; i < v->n; i++) {
        ok &= v->property[i].ok;
    }
    return ok;
}

/* The bound is recomputed, and what it says about this result: nothing when that breaks a rule,
 * for the bound is about results that keep them all. */
static void judge_bound(verdict *v, double claimed, double found, int quiet) {
    int const valid = v->has_cost && all_ok(v);
    add_number(v, "lower_bound", found >= claimed * (1 - ROUNDING), found, claimed);
    v->bound = found;
    if (!valid) {
        say_note(quiet, "there is no gap: the bound is about results that keep every rule");
        return;
    }
    double const above = v->cost - found;
    int const ok = above >= -ROUNDING * v->cost;
    double const gap = v->cost > 0 ? above / v->cost : above;
    add_number(v, "gap", ok, ok && gap < 0 ? 0 : gap, -1);
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
    property *const p = add(v, "certificate", why[0] == 0);
    snprintf(p->value, sizeof p->value, "%.*s", (int)sizeof p->value - 1,
             why[0] != 0 ? why : c.data);
    if (why[0] == 0) {
        judge_bound(v, c.bound, found, j->args->quiet);
    }
    return 0;
}

/* ---- saying ---- */

static void print_verdict(const verdict *v) {
    for (int i = 0; i < v->n; i++) {
        const property *const p = &v->property[i];
        printf("%s: %s (%s%s%s)\n", p->name, p->ok ? "ok" : "VIOLATED", p->value,
               p->limit[0] != 0 ? ", " : "", p->limit);
    }
}

static int write_json(const verdict *v, const job *j, int ok) {
    output *const out = need(1, sizeof *out);
    int code = output_open(out, j->args->json);
    if (code == 0) {
        output_text(out, "{\"status\": ");
        json_string(out, ok ? "ok" : "violated");
        output_text(out, ", \"cost\": ");
        if (v->has_cost) {
            output_number(out, v->cost);
        } else {
            output_text(out, "null");
        }
        if (j->args->certificate != NULL) {
            output_text(out, ", \"lower_bound\": ");
            if (v->bound >= 0) {
                output_number(out, v->bound);
            } else {
                output_text(out, "null");
            }
        }
        output_text(out, ", \"properties\": [");
        for (int i = 0; i < v->n; i++) {
            const property *const p = &v->property[i];
            output_text(out, i > 0 ? ",\n {\"property\": " : "\n {\"property\": ");
            json_string(out, p->name);
            output_format(out, ", \"ok\": %s, \"value\": ", p->ok ? "true" : "false");
            json_string(out, p->value);
            output_text(out, ", \"limit\": ");
            if (p->limit[0] != 0) {
                json_string(out, p->limit);
            } else {
                output_text(out, "null");
            }
            output_text(out, "}");
        }
        output_text(out, "]}\n");
        code = output_finish(out);
        code = code != 0 ? code : output_commit(out);
        output_discard(out);
    }
    free(out);
    return code;
}

/* What is wrong with the rows, in words. */
static void say_rows(const job *j, const labels_in *in) {
    int const quiet = j->args->quiet;
    if (in->rows != j->problem.n) {
        say_note(quiet, "the result has %lld rows, the file has %lld", (long long)in->rows,
                 (long long)j->problem.n);
    }
    if (in->different > 0) {
        say_note(quiet,
                 "%lld rows of the result are not those of the file: changed cells, or another "
                 "order (--labels-only results may be in any order)",
                 (long long)in->different);
    }
    if (in->unlabelled > 0) {
        say_note(quiet, "%lld rows have no whole number from 1 in the column cluster",
                 (long long)in->unlabelled);
    }
}

static int check(job *j, const labels_in *in) {
    verdict *const v = need(1, sizeof *v);
    v->bound = -1;
    int const complete = in->matched == j->problem.n && in->rows == j->problem.n &&
                         in->different == 0 && in->unlabelled == 0;
    if (!complete) {
        say_rows(j, in);
    }
    add_counts(v, "rows", complete, in->different > 0 ? in->rows - in->different : in->matched,
               j->problem.n);
    if (j->rules.k == 0) {
        j->rules.k = in->largest;
    }
    int code = 0;
    if (complete && in->largest > j->rules.k) {
        add_counts(v, "clusters", 0, in->largest, j->rules.k);
    } else if (complete) {
        code = judge_measures(v, j, in->label);
    }
    if (code == 0 && j->args->certificate != NULL && j->rules.k > 0) {
        code = judge_certificate(v, j);
    }
    int const ok = all_ok(v);
    if (code == 0) {
        int const on_stdout = j->args->json != NULL && strcmp(j->args->json, "-") == 0;
        if (!on_stdout) {
            print_verdict(v);
        }
        code = j->args->json != NULL ? write_json(v, j, ok) : 0;
    }
    free(v);
    return code != 0 ? code : ok ? EXIT_DONE : EXIT_VIOLATED;
}

int cmd_check(const arguments *args) {
    if (strcmp(args->file[0], "-") == 0 && strcmp(args->file[1], "-") == 0) {
        return say_error(EXIT_USAGE, "only one of FILE and RESULT can be standard input");
    }
    job j;
    int code = job_open(&j, args);
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
