/* pages.c - see pages.h. */
#include "figure/pages.h"

#include "report/page.h"
#include "report/repeat.h"
#include "words.h"

#include <stdlib.h>

int pages_figures(const scene *s, const figure *list[FIGURES_MOST]) {
    int n = 0;
    if (s->tuned != NULL) {
        list[n++] = &figure_slack;
        list[n++] = &figure_lambda;
        return n;
    }
    list[n++] = &figure_cost;
    if (curves_have_balance(s->curves)) {
        list[n++] = &figure_balance;
    }
    list[n++] = &figure_sizes;
    if (s->published != NULL) {
        list[n++] = &figure_published;
    }
    return n;
}

void pages_open(output *out, const scene *s, const char *what) {
    const job *const j = s->curves->trials->job;
    page_open(out);
    output_format(out, "%s of ", what);
    page_file_name(out, j);
    page_body(out);
    output_format(out, "<main>\n<h1>%s of ", what);
    page_file_name(out, j);
    output_text(out, "</h1>\n");
}

void pages_more_or_less(output *out, double relative) {
    double const percent = 100 * (relative < 1 ? 1 - relative : relative - 1);
    int const decimals = percent < 0.995 ? 2 : percent < 99.5 ? 1 : 0;
    if (percent < 0.005) {
        output_text(out, "the same");
        return;
    }
    svg_fixed(out, percent, decimals);
    output_text(out, relative < 1 ? "\u00a0% less" : "\u00a0% more"); /* on one line */
}

/* ---- what was asked ---- */

static void asked_k(output *out, const curves *c) {
    int const whole = c->n_k > 2 && c->k[c->n_k - 1] - c->k[0] == c->n_k - 1;
    output_text(out, "k = ");
    if (whole) {
        output_format(out, "%d to %d", (int)c->k[0], (int)c->k[c->n_k - 1]);
    }
    for (int32_t i = 0; i < c->n_k && !whole; i++) {
        output_format(out, "%s%d",
                      i == 0            ? ""
                      : i == c->n_k - 1 ? " and "
                                        : ", ",
                      (int)c->k[i]);
    }
}

static int one_slack(const curves *c) {
    const series *const list = c->trials->series;
    int same = 1;
    for (int32_t s = 1; s < c->n_series; s++) {
        same &= list[s].slack.num * list[0].slack.den == list[0].slack.num * list[s].slack.den;
    }
    return same;
}

static void asked_sizes(output *out, const scene *s) {
    const curves *const c = s->curves;
    const job *const j = c->trials->job;
    if (j->rules.min_size > 1) {
        output_format(out, "at least %lld members, ", (long long)j->rules.min_size);
    }
    if (j->rules.max_size > 0) {
        output_format(out, "at most q = %lld member%s", (long long)j->rules.max_size,
                      plural(j->rules.max_size));
        return;
    }
    output_text(out, "at most q = ⌈n · slack / k⌉ members, the slack being ");
    if (one_slack(c) && c->n_series > 0) {
        output_number(out, ratio_value(c->trials->series[0].slack));
    } else {
        output_text(out, s->tuned != NULL ? "what is tuned" : "that of each series");
    }
}

static void asked_balance(output *out, const job *j) {
    if (j->n_protect == 0) {
        output_text(out, "; no balance was asked for, as no attribute is protected");
        return;
    }
    for (int32_t a = 0; a < j->n_protect; a++) {
        output_text(out, a == 0 ? ", and a balance of at least " : ", and of at least ");
        svg_ratio(out, j->balance[a]);
        output_text(out, " by <b>");
        svg_name(out, fcap_dataset_attribute_name(j->dataset, a));
        output_text(out, "</b>");
    }
}

void pages_asked(output *out, const scene *s) {
    const curves *const c = s->curves;
    const job *const j = c->trials->job;
    output_text(out, "<p>Asked for: divide ");
    svg_count(out, j->problem.n, "row");
    output_text(out, " into k clusters of similar members, ");
    asked_k(out, c);
    output_text(out, ", each with ");
    asked_sizes(out, s);
    asked_balance(out, j);
    output_text(out, ". ");
    svg_count(out, c->trials->n, "run");
    if (s->tuned != NULL) {
        output_text(out, " on a grid of slacks and lambdas: ");
        svg_count(out, s->tuned->n, "method");
    } else {
        output_format(out, ": %d series", (int)c->n_series);
    }
    output_text(out, ", ");
    svg_count(out, c->most_seeds, "seed");
    if (s->tuned == NULL) {
        output_format(out, ", effort %lld", (long long)j->args->effort);
    }
    output_text(out, ".</p>\n");
}

/* ---- figures ---- */

void pages_show(output *out, const scene *s) {
    const figure *list[FIGURES_MOST];
    int const n = pages_figures(s, list);
    for (int i = 0; i < n; i++) {
        const figure *const f = list[i];
        output_format(out,
                      "<section><h2>%s</h2>\n<figure>\n<div class=\"scroll\" tabindex=\"0\" "
                      "role=\"region\" aria-label=\"%s\">\n",
                      f->title, f->title);
        f->draw(out, s);
        output_text(out, "</div>\n<figcaption>");
        f->caption(out, s);
        output_format(out,
                      " <a href=\"%s.svg\">Figure</a>, <a href=\"%s.csv\">values</a>, <a "
                      "href=\"%s.gp\">gnuplot script</a>.</figcaption>\n</figure></section>\n",
                      f->name, f->name, f->name);
    }
    if (s->tuned == NULL && !curves_have_balance(s->curves)) {
        output_text(out, "<section><h2>Balance</h2>\n<p>There is no figure of the balance: no "
                         "attribute is protected (<code>-p</code>).</p></section>\n");
    }
}

/* ---- how it was made ---- */

static void groups(output *out, const job *j) {
    int64_t *const total = need((size_t)job_group_total(j), sizeof *total);
    int64_t *const unknown = need((size_t)j->problem.n_attributes, sizeof *unknown);
    job_count_groups(j, total, unknown);
    const int64_t *count = total;
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        int32_t const n = j->problem.attribute[a].n_groups;
        output_text(out, "<dt>Groups</dt><dd>");
        svg_name(out, fcap_dataset_attribute_name(j->dataset, a));
        output_text(out, ": ");
        for (int32_t g = 0; g < n && g < 24; g++) {
            output_text(out, g > 0 ? ", " : "");
            svg_name(out, fcap_dataset_group_name(j->dataset, a, g));
            output_format(out, " %lld", (long long)count[g]);
        }
        if (n > 24) {
            output_format(out, " and %d more", (int)(n - 24));
        }
        if (unknown[a] > 0) {
            output_format(out, "; of no group %lld", (long long)unknown[a]);
        }
        output_text(out, "</dd>\n");
        count += n;
    }
    free(unknown);
    free(total);
}

static double total_seconds(const trials *t) {
    double seconds = 0;
    for (int64_t i = 0; i < t->n; i++) {
        seconds += t->trial[i].state == TRIAL_DONE ? t->trial[i].seconds : 0;
    }
    return seconds;
}

void pages_making(output *out, const scene *s) {
    const char *const name = s->tuned != NULL ? "tune" : "sweep";
    const trials *const t = s->curves->trials;
    output_text(out, "<section><h2>How it was made</h2>\n<dl class=\"made\">\n");
    page_file(out, t->job);
    page_columns(out, t->job);
    page_notes(out, t->job);
    groups(out, t->job);
    output_text(out, "<dt>Time</dt><dd>");
    svg_fixed(out, total_seconds(t), 1);
    output_text(out, " seconds of search, all runs together</dd>\n");
    page_program(out);
    output_text(out, "</dl>\n<p>To repeat it:</p>\n");
    repeat_command(out, t->job->args);
    output_format(out,
                  "<p class=\"foot\">Every number of this page comes from "
                  "<a href=\"results.csv\">results.csv</a>, one row for each run; <a "
                  "href=\"%s.json\">%s.json</a> has what was asked. The page loads nothing and "
                  "sends nothing. It holds counts, names of columns and groups, and the "
                  "command as it was "
                  "typed; nothing else of the file.</p>\n</section>\n",
                  name, name);
    page_close(out);
}
