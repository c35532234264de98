/* sweep_page.c - report.html of a sweep: what was asked, what came of it in words, the figures,
 * the numbers, and how to do it again.
 */
#include "figure/pages.h"
#include "figure/sweep_words.h"
#include "report/page.h"
#include "request.h"
#include "summary.h"

enum {
    COLUMNS_MOST = 5 /* series beside each other in a table of costs: as many as print on A4 */
};

/* ---- means ---- */

static void cell_number(output *out, double value, int decimals, int known) {
    output_text(out, "<td>");
    if (known) {
        svg_fixed(out, value, decimals);
    } else {
        output_text(out, "–");
    }
    output_text(out, "</td>");
}

static void cell_share(output *out, int64_t part, int64_t whole, int is_bad) {
    output_format(out, "<td%s>", is_bad && part > 0 ? " class=\"bad\"" : "");
    if (whole > 0) {
        output_format(out, "%lld of %lld", (long long)part, (long long)whole);
    } else {
        output_text(out, "–");
    }
    output_text(out, "</td>");
}

/* Decimals that leave a cost four or five digits. */
static int cost_decimals(double cost) {
    return cost >= 10000 ? 0 : cost >= 1000 ? 1 : cost >= 100 ? 2 : 3;
}

static void mean_row(output *out, const curves *c, int32_t s, int32_t cheapest) {
    curve_sum const sum = curves_sum(c, s);
    int const known = sum.answered > 0;
    int32_t common = 0;
    double const relative = cheapest >= 0 ? curves_relative(c, s, cheapest, &common) : 0;
    output_text(out, "<tr><th scope=\"row\">");
    svg_name(out, c->trials->series[s].name);
    output_format(out, "</th><td>%d of %d</td>", (int)sum.answered, (int)c->n_k);
    cell_number(out, sum.cost, cost_decimals(sum.cost), known);
    if (cheapest >= 0) {
        cell_number(out, relative, 4, common > 0);
    }
    if (curves_have_balance(c)) {
        cell_number(out, curves_shown_balance(sum.balance), 3, known);
        cell_number(out, curves_shown_balance(sum.least_balance), 3, known);
        cell_share(out, sum.unbalanced, sum.answers, 1);
    }
    cell_share(out, sum.over_capacity, sum.answers, 1);
    if (c->bounded >= 0) {
        char text[GAP_SIZE];
        output_format(out, "<td>%s</td>", sum.bounds > 0 ? gap_percent(sum.gap, text) : "–");
        cell_share(out, sum.optimal, sum.bounds > 0 ? sum.answers : 0, 0);
    }
    cell_share(out, sum.repaired, method_packs(c->trials->series[s].method) ? sum.answers : 0,
               0);
    cell_number(out, sum.seconds, 2, known);
    output_text(out, "</tr>\n");
}

static void means(output *out, const curves *c) {
    int32_t const cheapest = curves_cheapest(c);
    output_text(out, "<section><h2>Means over k</h2>\n<p class=\"aside\">Means over the k that "
                     "have an answer");
    output_text(out, c->most_seeds > 1 ? ", of the median over seeds." : ".");
    if (cheapest >= 0) {
        output_text(out, " Relative cost: mean of cost / cost of ");
        svg_name(out, c->trials->series[cheapest].name);
        output_text(out, " over the k that both answer.");
    }
    output_text(out, " Repaired: the fairlets did not fit into the clusters, and their points "
                     "were placed one by one.</p>\n<div class=\"scroll\" tabindex=\"0\" "
                     "role=\"region\" aria-label=\"Means over k\">\n<table class=\"named\">\n"
                     "<thead><tr><th scope=\"col\">Series</th>"
                     "<th scope=\"col\">k answered</th><th scope=\"col\">Cost</th>");
    output_text(out, cheapest >= 0 ? "<th scope=\"col\">Relative cost</th>" : "");
    output_text(out, curves_have_balance(c) ? "<th scope=\"col\">Balance</th><th "
                                              "scope=\"col\">Least balance</th><th "
                                              "scope=\"col\">Below balance</th>"
                                            : "");
    output_text(out, "<th scope=\"col\">Over capacity</th>");
    output_text(out, c->bounded >= 0
                         ? "<th scope=\"col\">Gap</th><th scope=\"col\">Proved optimal</th>"
                         : "");
    output_text(out,
                "<th scope=\"col\">Repaired</th><th scope=\"col\">Seconds</th></tr></thead>"
                "\n<tbody>\n");
    for (int32_t s = 0; s < c->n_series; s++) {
        mean_row(out, c, s, cheapest);
    }
    output_text(out, "</tbody></table></div></section>\n");
}

/* ---- all costs ---- */

static void cost_cell(output *out, const curve_point *p) {
    if (p->answers == 0) {
        output_text(out, p->runs == 0               ? "<td></td>"
                         : p->infeasible == p->runs ? "<td>–</td>"
                                                    : "<td>?</td>");
        return;
    }
    output_text(out, p->broken > 0 ? "<td class=\"bad\">" : "<td>");
    svg_fixed(out, p->cost.median, cost_decimals(p->cost.median));
    output_text(out, p->over_capacity > 0 ? " c" : "");
    output_text(out, p->unbalanced > 0 ? " b" : "");
    output_text(out, p->optimal == p->answers ? " *" : "");
    output_text(out, "</td>");
}

static void cost_table(output *out, const curves *c, int32_t from, int32_t to) {
    output_text(out,
                "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Costs\">"
                "\n<table>\n<thead><tr><th scope=\"col\">k</th>");
    for (int32_t s = from; s < to; s++) {
        output_text(out, "<th scope=\"col\">");
        svg_name(out, c->trials->series[s].name);
        output_text(out, "</th>");
    }
    output_text(out, "</tr></thead>\n<tbody>\n");
    for (int32_t i = 0; i < c->n_k; i++) {
        output_format(out, "<tr><th scope=\"row\">%d</th>", (int)c->k[i]);
        for (int32_t s = from; s < to; s++) {
            cost_cell(out, curves_at(c, s, i));
        }
        output_text(out, "</tr>\n");
    }
    output_text(out, "</tbody></table></div>\n");
}

static void costs(output *out, const curves *c) {
    output_text(out, "<section><h2>All costs</h2>\n<p class=\"aside\">");
    output_text(out, c->most_seeds > 1 ? "Medians over seeds. " : "");
    output_text(out, "c: breaks the capacity; ");
    output_text(out, curves_have_balance(c) ? "b: breaks the balance; " : "");
    output_text(out, "*: proved optimal; –: proved that there is no answer; ?: none was "
                     "found.</p>\n");
    int32_t const tables = (c->n_series + COLUMNS_MOST - 1) / COLUMNS_MOST;
    for (int32_t t = 0; t < tables; t++) {
        cost_table(out, c, t * c->n_series / tables, (t + 1) * c->n_series / tables);
    }
    output_text(out, "</section>\n");
}

void sweep_page(output *out, const scene *s) {
    pages_open(out, s, "Sweep");
    pages_asked(out, s);
    sweep_words(out, s);
    pages_show(out, s);
    means(out, s->curves);
    costs(out, s->curves);
    pages_making(out, s);
}
