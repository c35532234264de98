/* figure_lambda.c - what lambda, the decay of a fairlet's value ([LQ21] Eq. 11), does to cost
 * and balance of fair-kmedoids, at the slack that was chosen.
 */
#include "figure/tune_plot.h"
#include "words.h"

#include <stdlib.h>

/* The mean over k of the balance of series s; a gap without answers. */
static plot_point mean_balance(const curves *c, int32_t s, double lambda) {
    curve_sum const sum = curves_sum(c, s);
    return (plot_point){.x = lambda, .y = sum.balance, .gap = sum.answered == 0};
}

static void add(tune_plot *p, const scene *s, int32_t i) {
    const tuned_choice *const choice = &s->tuned->choice[i];
    const series *const list = s->curves->trials->series;
    /* The grid is by slack, then lambda; without a choice its first slack is as good as any. */
    int32_t const offset = choice->series >= 0 ? choice->series - choice->first : 0;
    int32_t const first = choice->first + offset / choice->n_lambdas * choice->n_lambdas;
    tune_line *const to = tune_plot_add(p, s, i, choice->n_lambdas);
    int32_t *const row = need((size_t)choice->n_lambdas, sizeof *row);
    for (int32_t v = 0; v < choice->n_lambdas; v++) {
        row[v] = first + v;
        to->cost[v].x = list[row[v]].lambda;
        to->other[v] = mean_balance(s->curves, row[v], list[row[v]].lambda);
    }
    tune_plot_costs(to, s->curves, row);
    to->chosen = choice->series >= 0 ? offset % choice->n_lambdas : -1;
    free(row);
}

static tune_plot make(const scene *s) {
    tune_plot p = {.id = "lambda",
                   .title = figure_lambda.title,
                   .parameter = "lambda",
                   .other = "balance",
                   .column = "balance",
                   .what = "cost and balance against lambda,"};
    double high = 0;
    for (int32_t i = 0; i < s->tuned->n; i++) {
        if (s->tuned->choice[i].has_lambda) {
            add(&p, s, i);
        }
    }
    for (int32_t i = 0; i < p.n; i++) {
        for (int32_t v = 0; v < p.line[i].n; v++) {
            high = p.line[i].other[v].y > high ? p.line[i].other[v].y : high;
        }
    }
    tune_plot_layout(&p, 0, high > 0 ? high : 1);
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
    output_text(
        out,
        "Mean over k and seeds of the cost divided by the least cost of all lambdas "
        "(1: the least everywhere), at the slack that was chosen, of answers that "
        "needed no repair; below, the mean of the balance of the least balanced "
        "cluster. Rings, in the look of their line: chosen; the wider ones lie around others.");
}

const figure figure_lambda = {"lambda", "Lambda of fair-kmedoids", draw, rows, script, caption};
