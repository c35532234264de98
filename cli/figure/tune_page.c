/* tune_page.c - report.html of a tune: what was chosen and why, the figures, how to repeat it.
 */
#include "figure/pages.h"
#include "report/page.h"

/* As options of a sweep or cluster would take them. */
static void chosen_words(output *out, const tuned_choice *c) {
    output_text(out, "<li><b>");
    svg_name(out, c->name);
    output_text(out, "</b>: ");
    if (c->series < 0) {
        output_text(out, "nothing");
    } else {
        output_text(out, "slack ");
        output_number(out, ratio_value(c->slack));
        if (c->has_lambda) {
            output_text(out, ", lambda ");
            output_number(out, c->lambda);
        }
    }
    output_text(out, "<br><span class=\"aside\">");
    svg_sentence(out, c->why);
    output_text(out, "</span></li>\n");
}

static void verdict(output *out, const tuned *t) {
    int32_t chosen = 0;
    for (int32_t i = 0; i < t->n; i++) {
        chosen += t->choice[i].series >= 0;
    }
    output_format(out, "<div class=\"verdict%s\"><strong>", chosen < t->n ? " broken" : "");
    if (chosen == t->n) {
        output_text(out, "Chosen for each method:");
    } else {
        output_format(out, "Chosen for %d of %d methods:", (int)chosen, (int)t->n);
    }
    output_text(out, "</strong>\n<ul>\n");
    for (int32_t i = 0; i < t->n; i++) {
        chosen_words(out, &t->choice[i]);
    }
    output_text(out, "</ul></div>\n");
}

static void choice_row(output *out, const tuned_choice *c) {
    int const known = c->series >= 0;
    output_text(out, "<tr><th scope=\"row\">");
    svg_name(out, c->name);
    output_text(out, "</th><td>");
    if (known) {
        output_number(out, ratio_value(c->slack));
    }
    output_text(out, "</td><td>");
    if (known && c->has_lambda) {
        output_number(out, c->lambda);
    }
    output_text(out, "</td><td>");
    if (known && c->excess >= 0) {
        svg_fixed(out, c->excess, 4);
    }
    output_text(out, "</td><td>");
    if (known && c->balance >= 0) {
        svg_fixed(out, curves_shown_balance(c->balance), 3);
    }
    output_format(out, "</td><td>%lld</td><td>%lld</td><td>%lld</td></tr>\n",
                  (long long)c->runs, (long long)c->repaired, (long long)c->failed);
}

static void choices(output *out, const tuned *t) {
    output_text(
        out,
        "<section><h2>Chosen values</h2>\n<p class=\"aside\">Relative cost: of the chosen "
        "values, to the least of all lambdas at that slack. Runs: all lambdas at that slack; "
        "repaired: the fairlets did not fit into the clusters, and their points were placed "
        "one by one.</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
        "aria-label=\"Chosen values\">\n<table class=\"named\">\n"
        "<thead><tr><th scope=\"col\">Method</th><th scope=\"col\">Slack</th>"
        "<th scope=\"col\">Lambda</th><th scope=\"col\">Relative cost</th>"
        "<th scope=\"col\">Least balance</th><th scope=\"col\">Runs</th>"
        "<th scope=\"col\">Repaired</th><th scope=\"col\">Without answer</th></tr>"
        "</thead>\n<tbody>\n");
    for (int32_t i = 0; i < t->n; i++) {
        choice_row(out, &t->choice[i]);
    }
    output_text(out, "</tbody></table></div></section>\n");
}

void tune_page(output *out, const scene *s) {
    pages_open(out, s, "Tuning");
    pages_asked(out, s);
    verdict(out, s->tuned);
    pages_show(out, s);
    choices(out, s->tuned);
    pages_making(out, s);
}
