/* figure_slack.c - what the slack of the capacity ([LQ21] Eq. 15) does to cost, and to how
 * often the fairlets fit into the clusters without being taken apart.
 */
#include "figure/tune_plot.h"
#include "words.h"

#include <stdlib.h>

/* The share of the runs of all lambdas at one slack that needed no repair. */
static plot_point packed(const curves *c, const tuned_choice *choice, int32_t slack, double x) {
    int64_t runs = 0;
    int64_t good = 0;
    for (int32_t l = 0; l < choice->n_lambdas; l++) {
        for (int32_t i = 0; i < c->n_k; i++) {
            const curve_point *const p =
                curves_at(c, choice->first + slack * choice->n_lambdas + l, i);
            runs += p->runs;
            good += p->answers - p->repaired;
        }
    }
    return (plot_point){
        .x = x, .y = runs > 0 ? (double)good / (double)runs : 0, .gap = runs == 0};
}

static void add(tune_plot *p, const scene *s, int32_t i) {
    const tuned_choice *const choice = &s->tuned->choice[i];
    const series *const list = s->curves->trials->series;
    int32_t const offset = choice->series >= 0 ? choice->series - choice->first : 0;
    tune_line *const to = tune_plot_add(p, s, i, choice->n_slacks);
    int32_t *const column = need((size_t)choice->n_slacks, sizeof *column);
    for (int32_t v = 0; v < choice->n_slacks; v++) {
        column[v] = choice->first + v * choice->n_lambdas + offset % choice->n_lambdas;
        to->cost[v].x = ratio_value(list[column[v]].slack);
        to->other[v] = packed(s->curves, choice, v, to->cost[v].x);
    }
    tune_plot_costs(to, s->curves, column);
    to->chosen = choice->series >= 0 ? offset / choice->n_lambdas : -1;
    free(column);
}

static tune_plot make(const scene *s) {
    tune_plot p = {.id = "slack",
                   .title = figure_slack.title,
                   .parameter = "slack",
                   .other = "packed",
                   .column = "packed",
                   .what = "cost and share of runs without repair against the slack,"};
    for (int32_t i = 0; i < s->tuned->n; i++) {
        add(&p, s, i);
    }
    tune_plot_layout(&p, 0, 1);
    return p;
}

static void draw(output *out, const scene *s) {
    tune_plot p = make(s);
    tune_plot_draw(out, &p);
    tune_plot_close(&p);
}

static void rows(output *out, const scene *s) {
    tune_plot p = make(s);
    tune_plot_rows(out, &p);
    tune_plot_close(&p);
}

static void script(output *out, const scene *s) {
    tune_plot p = make(s);
    tune_plot_script(out, &p);
    tune_plot_close(&p);
}

static void caption(output *out, const scene *s) {
    (void)s;
    output_text(out,
                "Mean over k and seeds of the cost divided by the least cost of all slacks "
                "(1: the least everywhere), at the lambda that was chosen, of answers that "
                "needed no repair; below, the share of the runs, of all lambdas together, "
                "whose fairlets fitted into the clusters without one. A larger slack allows "
                "larger clusters, so the costs of different slacks answer different "
                "questions. Rings, in the look of their line: chosen; the wider ones lie "
                "around others.");
}

const figure figure_slack = {"slack", "Slack of the capacity", draw, rows, script, caption};
