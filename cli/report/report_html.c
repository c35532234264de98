/* report_html.c - the reader's view of an answer: one page, for people who never read the
 * paper.
 *
 * The page says first what was asked, whether every rule holds and what came out, in words;
 * then which cluster is the worst; then it shows sizes, mixes, how each group is served and the
 * rows on a plane; then all numbers, the worst cluster first; what is proved; how it was made
 * and how to repeat it. It holds counts, names of columns and groups, row numbers and the
 * command line; no row of the file, and no identifier.
 *
 * It runs no script and loads nothing (page.h).
 */
#include "report/charts.h"
#include "report/group_cost.h"
#include "report/page.h"
#include "report/proof.h"
#include "report/ranking.h"
#include "report/repeat.h"
#include "report/result.h"
#include "report/scatter.h"
#include "report/svg.h"
#include "report/verdict.h"
#include "words.h"

#include <stdlib.h>

enum {
    TABLE_ROWS_MOST = 1000, /* clusters in the table; the JSON report has all */
    DENSE_COLUMNS = 14      /* of groups: from here on their names stand upright */
};

static void head(output *out, const result *r);
static void sizes(output *out, const result *r, const rank *ranks);
static void mixture(output *out, const mix *m);
static void table(output *out, const result *r, const mix *mixes, const rank *ranks);
static void making(output *out, const result *r);

void report_html(output *out, const result *r) {
    int32_t const n_attributes = r->job->problem.n_attributes;
    mix *const mixes = need((size_t)n_attributes, sizeof *mixes);
    for (int32_t a = 0; a < n_attributes; a++) {
        mixes[a] = mix_open(r, a);
    }
    rank *const ranks = ranking_open(r, mixes);
    head(out, r);
    verdict_request(out, r, mixes);
    verdict_rules(out, r, mixes);
    verdict_outcome(out, r, mixes);
    verdict_numbers(out, r, mixes);
    ranking_words(out, r, mixes, ranks);
    sizes(out, r, ranks);
    for (int32_t a = 0; a < n_attributes; a++) {
        mixture(out, &mixes[a]);
    }
    for (int32_t a = 0; a < n_attributes; a++) {
        group_cost_section(out, &mixes[a]);
    }
    scatter(out, r);
    table(out, r, mixes, ranks);
    proof_section(out, r);
    making(out, r);
    page_close(out);
    free(ranks);
    for (int32_t a = 0; a < n_attributes; a++) {
        mix_close(&mixes[a]);
    }
    free(mixes);
}

/* ---- the head ---- */

static void head(output *out, const result *r) {
    page_open(out);
    svg_count(out, r->job->rules.k, "cluster");
    output_text(out, " of ");
    page_file_name(out, r->job);
    page_body(out);
    svg_definitions(out, scatter_marker_scale(r));
    output_text(out, "<main>\n<h1>");
    svg_count(out, r->job->rules.k, "cluster");
    output_text(out, " of ");
    page_file_name(out, r->job);
    output_text(out, "</h1>\n");
}

/* ---- pictures ---- */

static void sizes(output *out, const result *r, const rank *ranks) {
    output_text(out, "<section><h2>Sizes</h2>\n<figure>\n");
    chart_sizes(out, r, ranks);
    output_text(out, "<figcaption>");
    const char *const what = r->job->problem.weight != NULL ? "Weight" : "Members";
    if (r->job->rules.k > CHART_ROWS) {
        output_text(out, "How many clusters there are of each size");
    } else {
        output_format(out, "%s of %s", what,
                      r->job->rules.k > 1 ? "each cluster, the worst first" : "the cluster");
    }
    output_text(out, r->job->rules.capacity != NULL && r->job->rules.k <= CHART_ROWS
                         ? "; the dashes are the capacities"
                         : "");
    output_text(out, ". What breaks a rule is hatched and says so.</figcaption>\n"
                     "</figure></section>\n");
}

static void mixture_words(output *out, const mix *m) {
    output_text(out, "<p>");
    if (m->attribute == 0) {
        output_text(out,
                    "Balance is the count of the smallest group of a cluster divided by the "
                    "count of its largest: 1 is an even mix, 0 means that a group is absent. ");
    }
    output_text(out, "The whole file has ");
    svg_ratio(out, m->whole.balance);
    output_text(out, " = ");
    svg_ratio_decimal(out, m->whole.balance);
    if (m->asked.num > 0) {
        output_text(out, "; every cluster was to have at least ");
        svg_ratio(out, m->asked);
    } else {
        output_text(out, "; no minimum was asked for");
    }
    output_text(out, ".</p>\n");
}

static void mixture(output *out, const mix *m) {
    int32_t const k = m->result->job->rules.k;
    output_text(out, "<section><h2>Balance by ");
    svg_name(out, mix_attribute(m));
    output_text(out, "</h2>\n");
    mixture_words(out, m);
    output_text(out, "<figure>\n");
    chart_mix_key(out, m);
    chart_mix(out, m);
    output_text(out, "<figcaption>The groups of each cluster, from left to right in the order "
                     "above");
    output_text(out, k > 1 ? "; the least balanced cluster first." : ".");
    if (chart_mix_has_limits(m)) {
        output_text(out, " A cluster is balanced enough when its two groups meet between the "
                         "dashed lines.");
    }
    if (k > CHART_ROWS) {
        output_format(out, " Not shown: %d more, at least as balanced as these",
                      (int)(k - CHART_ROWS));
        if (m->broken > CHART_ROWS) {
            output_format(out, "; %d of them are below the minimum too",
                          (int)(m->broken - CHART_ROWS));
        }
        output_text(out, ".");
    }
    output_text(out, "</figcaption>\n</figure></section>\n");
}

/* ---- the table ---- */

static int32_t groups_shown(const mix *m) {
    return m->n_groups < CHART_GROUPS ? m->n_groups : CHART_GROUPS;
}

static int group_columns(const mix *m) {
    return (int)groups_shown(m) + 1 + (m->n_groups > CHART_GROUPS) + (m->whole.unknown > 0);
}

static const char *table_class(const result *r, const mix *mixes) {
    int columns = 0;
    for (int32_t a = 0; a < r->job->problem.n_attributes; a++) {
        columns += group_columns(&mixes[a]);
    }
    return columns >= DENSE_COLUMNS ? " class=\"dense\"" : "";
}

static void table_head(output *out, const result *r, const mix *mixes) {
    int32_t const n_attributes = r->job->problem.n_attributes;
    const char *const rows = n_attributes > 0 ? " rowspan=\"2\"" : "";
    output_format(out,
                  "<thead><tr><th scope=\"col\"%s>Cluster</th><th scope=\"col\"%s>Members</th>",
                  rows, rows);
    if (r->job->problem.weight != NULL) {
        output_format(out, "<th scope=\"col\"%s>Weight</th>", rows);
    }
    if (r->job->rules.capacity != NULL) {
        output_format(out, "<th scope=\"col\"%s>Capacity</th>", rows);
    }
    for (int32_t a = 0; a < n_attributes; a++) {
        output_format(out, "<th scope=\"colgroup\" colspan=\"%d\">", group_columns(&mixes[a]));
        svg_name(out, mix_attribute(&mixes[a]));
        output_text(out, "</th>");
    }
    output_format(out,
                  "<th scope=\"col\"%s>%s</th><th scope=\"col\"%s>Share of cost</th>"
                  "<th scope=\"col\"%s>Medoid: row</th></tr>\n",
                  rows, result_squared(r) ? "Mean squared distance" : "Mean distance", rows,
                  rows);
    output_text(out, n_attributes > 0 ? "<tr>" : "");
    for (int32_t a = 0; a < n_attributes; a++) {
        for (int32_t g = 0; g < groups_shown(&mixes[a]); g++) {
            output_text(out, "<th scope=\"col\">");
            svg_name(out, mix_group(&mixes[a], g));
            output_text(out, "</th>");
        }
        output_text(out,
                    mixes[a].n_groups > CHART_GROUPS ? "<th scope=\"col\">other</th>" : "");
        output_text(out, mixes[a].whole.unknown > 0 ? "<th scope=\"col\">missing</th>" : "");
        output_text(out, "<th scope=\"col\">balance</th>");
    }
    output_text(out, n_attributes > 0 ? "</tr></thead>\n" : "</thead>\n");
}

static void table_mix(output *out, const mix *m, const mix_row *row) {
    int64_t others = 0;
    for (int32_t g = 0; g < m->n_groups; g++) {
        if (g < CHART_GROUPS) {
            output_format(out, "<td>%lld</td>", (long long)row->count[g]);
        } else {
            others += row->count[g];
        }
    }
    if (m->n_groups > CHART_GROUPS) {
        output_format(out, "<td>%lld</td>", (long long)others);
    }
    if (m->whole.unknown > 0) {
        output_format(out, "<td>%lld</td>", (long long)row->unknown);
    }
    int const bad = row->broken && row->cluster >= 0;
    output_text(out, bad ? "<td class=\"bad\">too low: " : "<td>");
    svg_ratio_decimal(out, row->balance);
    output_text(out, "</td>");
}

/* Members, with weights also the weight, and the capacity where clusters have their own. */
static void table_size(output *out, const result *r, int32_t c) {
    int const weighted = r->job->problem.weight != NULL;
    int const over = result_over(r, c) > 0;
    const char *const fault = over && !weighted        ? "too large: "
                              : result_under(r, c) > 0 ? "too small: "
                                                       : "";
    output_format(out, "<td%s>%s%lld</td>", fault[0] != 0 ? " class=\"bad\"" : "", fault,
                  (long long)r->measures.size[c]);
    if (weighted) {
        output_format(out, "<td%s>%s%lld</td>", over ? " class=\"bad\"" : "",
                      over ? "too heavy: " : "", (long long)result_load(r, c));
    }
    if (r->job->rules.capacity != NULL) {
        output_format(out, "<td>%lld</td>", (long long)result_capacity(r, c));
    }
}

static void table_row(output *out, const result *r, const mix *mixes, int32_t c) {
    int64_t const medoid = r->measures.medoid[c];
    output_format(out, "<tr><th scope=\"row\">%d</th>", (int)c + 1);
    table_size(out, r, c);
    for (int32_t a = 0; a < r->job->problem.n_attributes; a++) {
        table_mix(out, &mixes[a], &mixes[a].row[c]);
    }
    output_text(out, "<td>");
    svg_digits(out, result_cluster_mean(r, c), 4);
    output_text(out, "</td><td>");
    svg_fixed(out, r->report.cost > 0 ? 100 * r->measures.cluster_cost[c] / r->report.cost : 0,
              1);
    output_text(out, " %</td><td>");
    if (medoid >= 0) {
        output_integer(out, fcap_dataset_rows(r->job->dataset)[medoid] + 1);
    }
    output_text(out, "</td></tr>\n");
}

static void table_sums(output *out, const result *r) {
    if (r->job->problem.weight != NULL) {
        output_format(out, "<td>%lld</td>", (long long)r->job->weight);
    }
    if (r->job->rules.capacity != NULL) {
        int64_t sum = 0;
        for (int32_t c = 0; c < r->job->rules.k; c++) {
            sum += result_capacity(r, c);
        }
        output_format(out, "<td>%lld</td>", (long long)sum);
    }
}

static void table(output *out, const result *r, const mix *mixes, const rank *ranks) {
    int32_t const k = r->job->rules.k;
    int32_t const rows = k < TABLE_ROWS_MOST ? k : TABLE_ROWS_MOST;
    output_format(out, "<section><h2>%s</h2>\n<p class=\"aside\">",
                  k > 1 ? "All clusters, the worst first" : "The cluster");
    if (rows < k) {
        output_format(out, "The worst %d of %d; the JSON report has all. ", (int)rows, (int)k);
    }
    output_text(out, "Rows are numbered from 1 in the order of the file, its header not "
                     "counted.</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                     "aria-label=\"All clusters\">\n");
    output_format(out, "<table%s>\n", table_class(r, mixes));
    table_head(out, r, mixes);
    output_text(out, "<tbody>\n");
    for (int32_t i = 0; i < rows; i++) {
        table_row(out, r, mixes, ranks[i].cluster);
    }
    output_format(out, "</tbody>\n<tfoot><tr><th scope=\"row\">All</th><td>%lld</td>",
                  (long long)r->job->problem.n);
    table_sums(out, r);
    for (int32_t a = 0; a < r->job->problem.n_attributes; a++) {
        table_mix(out, &mixes[a], &mixes[a].whole);
    }
    output_text(out, "<td>");
    svg_digits(out, result_mean(r), 4);
    output_text(out, "</td><td>100 %</td><td></td></tr></tfoot>\n</table></div></section>\n");
}

/* ---- how it was made ---- */

static void method_used(output *out, const result *r) {
    const arguments *const a = r->job->args;
    output_format(out, "<dt>Method</dt><dd>%s, effort %lld, seed %lld</dd>\n",
                  fcap_method_name(r->method), (long long)a->effort, (long long)a->seed);
    if (r->report.n_fairlets > 0) {
        output_text(out, "<dt>Fairlets</dt><dd>");
        svg_count(out, r->report.n_fairlets, "fairlet");
        output_format(out, " (%s), cost ", fcap_fairlets_name((fcap_fairlets)a->fairlets));
        svg_fixed(out, r->report.fairlet_cost, 2);
        output_text(out, r->report.repaired ? "; they did not fit into the clusters, so their "
                                              "points were placed one by one</dd>\n"
                                            : "</dd>\n");
    }
}

static const char *ending(const fcap_report *report) {
    switch (report->outcome) {
    case FCAP_OPTIMAL:
        return "proved optimal";
    case FCAP_TIME_LIMIT:
        return "ended by the time limit";
    case FCAP_INTERRUPTED:
        return "interrupted";
    case FCAP_FEASIBLE:
    case FCAP_OUTCOME_END:
    default:
        return report->all_tried ? "all divisions tried" : "ended by itself";
    }
}

static void making(output *out, const result *r) {
    output_text(out, "<section><h2>How it was made</h2>\n<dl class=\"made\">\n");
    page_file(out, r->job);
    page_columns(out, r->job);
    page_notes(out, r->job);
    method_used(out, r);
    output_format(out, "<dt>Search</dt><dd>%s, ", ending(&r->report));
    svg_count(out, r->report.iterations, "improvement");
    output_text(out, ", ");
    svg_fixed(out, r->report.seconds, 2);
    output_text(out, " seconds with ");
    svg_count(out, r->report.threads, "thread");
    output_text(out, "</dd>\n");
    page_program(out);
    output_text(out, "</dl>\n<p>To repeat it:</p>\n");
    repeat_command(out, r->job->args);
    output_text(out,
                r->report.outcome == FCAP_TIME_LIMIT || r->report.outcome == FCAP_INTERRUPTED
                    ? "<p class=\"aside\">This search did not end by itself, so another run "
                      "may find something else.</p>\n"
                    : "<p class=\"aside\">The same file, options and version give the same "
                      "clusters, on any machine and with any number of threads.</p>\n");
    output_text(out,
                "<p class=\"foot\">This page loads nothing and sends nothing. It holds counts, "
                "names of columns and groups, numbers of rows, the places of the rows that "
                "are drawn, and the command as it was typed; nothing else of the "
                "file.</p>\n</section>\n");
}
