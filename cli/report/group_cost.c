/* group_cost.c - see group_cost.h. */
#include "report/group_cost.h"

#include "report/charts.h"
#include "report/svg.h"
#include "words.h"

#include <stdlib.h>

static int farthest_first(const void *left, const void *right) {
    const served *const a = left;
    const served *const b = right;
    return a->mean > b->mean ? -1 : a->mean < b->mean ? 1 : a->group < b->group ? -1 : 1;
}

served *served_open(const mix *m) {
    served *const list = need((size_t)m->n_groups, sizeof *list);
    for (int32_t g = 0; g < m->n_groups; g++) {
        list[g] = (served){g, m->total[g], m->cost[g]};
    }
    qsort(list, (size_t)m->n_groups, sizeof *list, farthest_first);
    return list;
}

static void words(output *out, const mix *m, const served *list) {
    const served *const far = &list[0];
    const served *const near = &list[m->n_groups - 1];
    output_text(out,
                "<p>How far the members of a group are from the medoid of their cluster, on "
                "average. ");
    if (far->mean > near->mean) {
        output_text(out, "<b>");
        svg_name(out, mix_group(m, far->group));
        output_text(out, "</b> is served worst: ");
        if (near->mean > 0) {
            svg_fixed(out, 100 * (far->mean / near->mean - 1), 1);
            output_text(out, " % farther than ");
        } else {
            output_text(out, "farther than ");
        }
        svg_name(out, mix_group(m, near->group));
        output_text(out, m->n_groups > 2 ? ", the nearest." : ".");
    } else {
        output_text(out, "All groups are served alike.");
    }
    output_text(out,
                " No rule asks for equal distances, and small differences are usual.</p>\n");
}

/* A bar with the mean of all rows as a line. */
static void bar(output *out, const char *class, double mean, double all, double longest) {
    output_text(out, "<td class=\"bar\"><svg height=\"17\" aria-hidden=\"true\">");
    if (longest > 0) {
        svg_bar(out, class, 0, mean / longest, 0, 17);
        svg_limit(out, all / longest, 0, 17);
    }
    output_text(out, "</svg></td>");
}

static void against_all(output *out, double mean, double all) {
    double const more = all > 0 ? 100 * (mean / all - 1) : 0;
    output_text(out, more > 0 ? "<td>+" : "<td>");
    svg_fixed(out, more, 1);
    output_text(out, " %</td></tr>\n");
}

void group_cost_section(output *out, const mix *m) {
    if (m->n_groups < 2) {
        return;
    }
    served *const list = served_open(m);
    int32_t const shown = m->n_groups < CHART_GROUPS ? m->n_groups : CHART_GROUPS;
    double const all = result_mean(m->result);
    double const longest = list[0].mean > all ? list[0].mean : all;
    output_text(out, "<section><h2>Distance by ");
    svg_name(out, mix_attribute(m));
    output_text(out, "</h2>\n");
    words(out, m, list);
    output_text(
        out,
        "<table class=\"served\">\n<thead><tr><th scope=\"col\">Group</th>"
        "<th scope=\"col\">Members</th><th scope=\"col\">Mean distance</th>"
        "<td class=\"bar\"></td><th scope=\"col\">Against all</th></tr></thead>\n<tbody>\n");
    for (int32_t i = 0; i < shown; i++) {
        char colour[COLOUR_SIZE];
        chart_colour(colour, list[i].group);
        output_text(out, "<tr><th scope=\"row\">");
        svg_name(out, mix_group(m, list[i].group));
        output_format(out, "</th><td>%lld</td><td>", (long long)list[i].members);
        svg_digits(out, list[i].mean, 4);
        output_text(out, "</td>");
        bar(out, colour, list[i].mean, all, longest);
        against_all(out, list[i].mean, all);
    }
    output_format(out, "</tbody>\n<tfoot><tr><th scope=\"row\">All rows</th><td>%lld</td><td>",
                  (long long)m->result->job->problem.n);
    svg_digits(out, all, 4);
    output_text(out, "</td>");
    bar(out, "none", all, all, longest);
    output_text(out, "<td></td></tr></tfoot>\n</table>\n<p class=\"aside\">The farthest group "
                     "first. The dashed line is the mean of all rows.");
    if (m->n_groups > shown) {
        output_format(out, " %d more %s nearer; the JSON report has all.",
                      (int)(m->n_groups - shown),
                      m->n_groups - shown == 1 ? "group is" : "groups are");
    }
    output_text(out, "</p>\n</section>\n");
    free(list);
}
