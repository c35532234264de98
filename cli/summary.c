/* summary.c - see summary.h. */
#include "summary.h"

#include "words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    BOUND_ROWS = 10000, /* beyond, --bound auto computes none, */
    FULL_EFFORT = 5     /* and with less effort for fewer */
};

double gap_of(const fcap_report *report) {
    double const below = report->cost - report->lower_bound;
    return report->lower_bound < 0 ? -1 : below > 0 ? below / report->cost : 0;
}

const char *gap_percent(double gap, char text[GAP_SIZE]) {
    double const percent = 100 * gap;
    int const decimals = percent >= 10 ? 0 : percent >= 1 ? 1 : percent >= 0.1 ? 2 : 3;
    double const unit = decimals == 0 ? 1 : decimals == 1 ? 10 : decimals == 2 ? 100 : 1000;
    snprintf(text, GAP_SIZE, "%.*f %%", decimals, ceil(percent * unit) / unit);
    return text;
}

const char *why_no_bound(const result *r) {
    return r->bound == FCAP_BOUND_OFF ? "--bound off"
           : result_squared(r)        ? "none is computed for squared distances to means"
           : r->bound == FCAP_BOUND_AUTO && r->job->problem.n > BOUND_ROWS
               ? "there are too many rows; --certify computes it all the same"
           : r->report.outcome != FCAP_FEASIBLE ? "stopped before there was one"
           : r->job->args->effort < FULL_EFFORT ? "there are many rows for so little --effort; "
                                                  "--certify computes it all the same"
                                                : "none is computed for these rules";
}

/* The columns that make the distance: who sees a name among them knows what to do. */
static void say_features(const job *j) {
    fcap_columns const f = fcap_dataset_features(j->dataset);
    if (j->args->distances != NULL) {
        fprintf(stderr, "distances from %s\n", safe(j->args->distances));
        return;
    }
    fputs("distance from: ", stderr);
    size_t shown = 0;
    for (int32_t i = 0; i < f.n; i++) {
        const char *const name = name_shown(fcap_table_name(j->table, f.index[i]));
        shown += strlen(name) + 2;
        if (i > 0 && shown > 90 && !j->args->verbose) {
            fprintf(stderr, ", and %d more", (int)(f.n - i));
            break;
        }
        fprintf(stderr, "%s%s", i > 0 ? ", " : "", name);
    }
    fputc('\n', stderr);
    for (int32_t i = 0; i < f.n; i++) {
        if (strcmp(fcap_table_name(j->table, f.index[i]), "cluster") == 0) {
            say_note(0, "the column cluster is part of the distance; if it is the answer of an "
                        "earlier run, leave it out with -x cluster");
        }
    }
}

/* How far from the optimum, in words; methods without a proof say nothing. */
static void say_bound(const result *r) {
    if (r->method != FCAP_METHOD_BEST) {
        return;
    }
    char text[GAP_SIZE];
    if (r->report.all_tried && r->report.outcome != FCAP_OPTIMAL) { /* by pairs, then cost */
        fputs("All were tried: no valid clustering that repeats as few pairs costs less.\n",
              stderr);
    }
    if (r->report.outcome == FCAP_OPTIMAL) {
        fputs("Optimal: no valid clustering costs less.\n", stderr);
    } else if (r->report.lower_bound >= 0) {
        fprintf(stderr, "No valid clustering%s is more than %s cheaper (lower bound %.6g).\n",
                r->job->args->avoid.n > 0 ? ", whatever pairs meet again," : "",
                gap_percent(gap_of(&r->report), text), r->report.lower_bound);
    } else {
        fprintf(stderr, "No lower bound: %s.\n", why_no_bound(r));
    }
}

/* What was asked for and not reached, and what the certificate proves of what is said. */
static void say_shortfall(const result *r) {
    const arguments *const a = r->job->args;
    const fcap_report *const about = &r->report;
    char text[GAP_SIZE];
    if (a->gap > 0 && r->method == FCAP_METHOD_BEST && about->outcome == FCAP_FEASIBLE &&
        !about->all_tried && (about->lower_bound < 0 || gap_of(about) > a->gap)) {
        say_note(0, "--gap was not reached; more --effort goes on");
    }
    if (a->certificate != NULL && about->multiplier_bound >= 0 &&
        about->multiplier_bound < about->lower_bound * (1 - 1e-9)) {
        fcap_report proved = *about;
        proved.lower_bound = about->multiplier_bound;
        say_note(
            0,
            "the certificate proves %s (lower bound %.6g); the rest is proved by branch and "
            "bound, which is not in the file",
            gap_percent(gap_of(&proved), text), proved.lower_bound);
    }
}

/* What a baseline breaks of the rules about groups and rows, and what no rule can forbid. */
static void say_wishes(const result *r) {
    const fcap_measures *const m = &r->measures;
    const struct {
        const char *rule;
        int64_t broken;
        const char *noun;
    } kind[] = {{"shares", m->violated_share, "cluster"},
                {"--no-isolate", m->violated_no_isolate, "cluster"},
                {"--together", m->violated_together, "set"},
                {"--apart", m->violated_apart, "pair"},
                {"--keep", m->violated_keep, "row"},
                {"--medoids", m->violated_medoids, "cluster"}};
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
        if (kind[i].broken > 0) {
            say_note(0, "%s does not enforce %s: broken by %lld %s%s",
                     fcap_method_name(r->method), kind[i].rule, (long long)kind[i].broken,
                     kind[i].noun, kind[i].broken == 1 ? "" : "s");
        }
    }
    if (r->job->args->avoid.n > 0) {
        int64_t const n = m->repeated_pairs;
        int const fewest = n == 0 || r->report.all_tried;
        fprintf(stderr, "%lld %s that met before %s a cluster again%s.\n", (long long)n,
                n == 1 ? "pair" : "pairs", n == 1 ? "shares" : "share",
                fewest ? ": the fewest there can be" : "; fewer were not found, nor excluded");
    }
}

void summarise(const result *r) {
    const job *const j = r->job;
    if (j->args->quiet) {
        return;
    }
    say_features(j);
    const char *const clusters = j->rules.k == 1 ? "cluster" : "clusters";
    fprintf(stderr, "%lld %s in %d %s of %lld to %lld, cost %.6g", (long long)j->problem.n,
            j->problem.n == 1 ? "row" : "rows", (int)j->rules.k, clusters,
            (long long)result_smallest(r), (long long)result_largest(r), r->report.cost);
    if (r->measures.balance.den > 0) {
        char text[RATIO_SIZE];
        fprintf(stderr, ", balance %s", ratio_decimal(r->measures.balance, text));
    }
    fprintf(stderr, " (%s%s%s, %.2f s)\n", fcap_method_name(r->method),
            r->report.n_fairlets > 0 ? ", fairlets " : "",
            r->report.n_fairlets > 0 ? fcap_fairlets_name((fcap_fairlets)j->args->fairlets)
                                     : "",
            r->report.seconds);
    say_bound(r);
    say_shortfall(r);
    if (r->report.outcome == FCAP_TIME_LIMIT) {
        say_note(0, "stopped by --time-limit; this is the best answer so far");
    }
    if (r->report.outcome == FCAP_INTERRUPTED) {
        say_note(0, "interrupted; this is the best answer so far");
    }
    if (r->report.repaired) {
        say_note(0,
                 "the fairlets do not fit into %d %s within the rules; their points were "
                 "placed one by one",
                 (int)j->rules.k, clusters);
    }
    if (r->report.violated_capacity > 0) {
        say_note(0, "%s does not enforce sizes: %d of %d %s %s not within %lld to %lld%s",
                 fcap_method_name(r->method), (int)r->report.violated_capacity, (int)j->rules.k,
                 clusters, r->report.violated_capacity == 1 ? "is" : "are",
                 (long long)j->rules.min_size, (long long)r->capacity,
                 j->problem.weight != NULL   ? " (of weight)"
                 : j->rules.capacity != NULL ? " (of --sizes)"
                                             : "");
    }
    if (r->report.violated_balance > 0) {
        say_note(0, "%s does not enforce balance: %d of %d %s %s below %s",
                 fcap_method_name(r->method), (int)r->report.violated_balance, (int)j->rules.k,
                 clusters, r->report.violated_balance == 1 ? "is" : "are", job_balance(j));
    }
    say_wishes(r);
    if (j->args->verbose) {
        for (int32_t c = 0; c < j->rules.k; c++) {
            fprintf(stderr, "  cluster %d: %lld member%s, cost %.6g", (int)c + 1,
                    (long long)r->measures.size[c], plural(r->measures.size[c]),
                    r->measures.cluster_cost[c]);
            fcap_ratio const b = r->measures.cluster_balance[c];
            if (b.den > 0) {
                fprintf(stderr, ", balance %lld/%lld", (long long)b.num, (long long)b.den);
            }
            fputc('\n', stderr);
        }
    }
}
