/* figure_cost.c - what the clusters of each series cost, against k ([LQ21] Figures 1-5, a).
 *
 * Below best's lower bound the area is hatched: no answer within its rules can lie there. Where
 * other series have a larger slack, the bound says nothing of them, and the legend says so.
 */
#include "figure/figure.h"
#include "figure/gnuplot.h"
#include "figure/lines.h"
#include "words.h"

#include <stdlib.h>

static const char ID[] = "cost";

enum {
    BOUND_NOTES = 3,    /* lines of the legend */
    REPAIRED_NOTES = 2, /* and of another */
    ABOVE = 10,         /* pixels from a marker up to the dot of a repair */
    STEPS = 7
};

static middle cost_of(const curve_point *p) {
    return p->cost;
}

/* From 0 when that costs little room; bounds and bars are inside. */
static axis cost_axis(const curves *c) {
    double low = 0;
    double high = 0;
    int any = 0;
    for (int64_t i = 0; i < (int64_t)c->n_series * c->n_k; i++) {
        const curve_point *const p = &c->point[i];
        if (p->answers > 0) {
            double const least =
                p->bound >= 0 && p->bound < p->cost.least ? p->bound : p->cost.least;
            low = !any || least < low ? least : low;
            high = !any || p->cost.largest > high ? p->cost.largest : high;
            any = 1;
        }
    }
    /* Some of what lies below the bound is to be seen. */
    low -= c->bounded >= 0 ? 0.1 * (high - low) : 0;
    low = low < 0.5 * (high - low) ? 0 : low;
    return axis_over(low, any ? high : 1, STEPS);
}

/* Has series s an answer whose fairlets did not fit? */
static int is_repaired(const curves *c, int32_t s) {
    return curves_sum(c, s).repaired > 0;
}

static int some_repaired(const curves *c) {
    int some = 0;
    for (int32_t s = 0; s < c->n_series; s++) {
        some |= is_repaired(c, s);
    }
    return some;
}

static lines layout(const curves *c) {
    int const notes =
        (c->bounded >= 0 ? BOUND_NOTES : 0) + (some_repaired(c) ? REPAIRED_NOTES : 0);
    return lines_open(c, ID, cost_of, cost_axis(c), 0, notes);
}

/* ---- repairs ---- */

/* ABOVE, in units of cost. */
static double above(const lines *l) {
    return ABOVE * (l->area.y.high - l->area.y.low) / l->area.height;
}

static void draw_repaired(output *out, const lines *l) {
    const curves *const c = l->curves;
    for (int32_t s = 0; s < c->n_series; s++) {
        for (int32_t i = 0; i < c->n_k; i++) {
            const curve_point *const p = curves_at(c, s, i);
            if (p->repaired > 0) {
                plot_dot(out, &l->area, curves_look(c, s).colour, c->k[i] + lines_shift(l, s),
                         p->cost.median + above(l), 1);
            }
        }
    }
}

/* Returns the y of the next line. */
static double repaired_legend(output *out, const lines *l, double y) {
    double const words = l->legend + PLOT_SAMPLE;
    plot_marker(out, ID, (plot_look){.colour = PLOT_GREY}, l->legend + 14, y + 3, 0);
    plot_dot(out, &(plot_area){l->legend + 14, y + 3 - ABOVE, 1, 1, {.high = 1}, {.high = 1}},
             PLOT_GREY, 0, 1, 1);
    plot_text(out, words, y + 4, PLOT_START, "soft");
    output_text(out, "placed one by one: its");
    plot_text_end(out);
    plot_text(out, words, y + PLOT_LINE, PLOT_START, "soft");
    output_text(out, "fairlets did not fit");
    plot_text_end(out);
    return y + REPAIRED_NOTES * PLOT_LINE;
}

static void script_repaired(output *out, const lines *l, int *items) {
    const curves *const c = l->curves;
    char k[LINES_K];
    int titled = 0;
    for (int32_t s = 0; s < c->n_series; s++) {
        if (is_repaired(c, s)) {
            gnuplot_item(out, items);
            output_format(out, "\"cost.csv\" using (cell(9) > 0 ? %s : NaN):(cell(4) + ",
                          lines_script_k(l, s, k));
            output_number(out, above(l));
            output_format(out, ") with points pt 7 ps 0.4 lc rgb \"%s\" %s",
                          plot_colour_name(curves_look(c, s).colour),
                          titled++ == 0 ? "title \"placed one by one\"" : "notitle");
        }
    }
}

/* ---- the bound ---- */

static plot_point *bounds_of(const curves *c) {
    plot_point *const p = need((size_t)c->n_k, sizeof *p);
    for (int32_t i = 0; i < c->n_k; i++) {
        double const bound = curves_at(c, c->bounded, i)->bound;
        p[i] = (plot_point){.x = c->k[i], .y = bound, .gap = bound < 0};
    }
    return p;
}

/* Do all series have the capacities that the bound is about? */
static int same_rules(const curves *c) {
    int same = 1;
    for (int32_t s = 0; s < c->n_series; s++) {
        for (int32_t i = 0; i < c->n_k; i++) {
            const curve_point *const p = curves_at(c, s, i);
            const curve_point *const best = curves_at(c, c->bounded, i);
            same &= p->runs == 0 || best->runs == 0 || p->q == best->q;
        }
    }
    return same;
}

static void bound_legend(output *out, const lines *l, double y) {
    const curves *const c = l->curves;
    double const words = l->legend + PLOT_SAMPLE;
    plot_sample_below(out, ID, l->legend, y);
    plot_text(out, words, y + 4, PLOT_START, "soft");
    output_text(out, "lower bound: no answer that");
    plot_text_end(out);
    plot_text(out, words, y + PLOT_LINE, PLOT_START, "soft");
    output_text(out, "keeps all rules is cheaper");
    plot_text_end(out);
    if (!same_rules(c)) {
        plot_text(out, words, y + 2 * PLOT_LINE - 4, PLOT_START, "soft");
        output_text(out, "(with a slack of ");
        output_number(out, ratio_value(c->trials->series[c->bounded].slack));
        output_text(out, ")");
        plot_text_end(out);
    }
}

/* ---- the four texts ---- */

static void describe(output *out, const curves *c) {
    output_format(out, "Cost against the number of clusters k for %d series. ",
                  (int)c->n_series);
    for (int32_t s = 0; s < c->n_series; s++) {
        curve_sum const sum = curves_sum(c, s);
        svg_name(out, c->trials->series[s].name);
        if (sum.answered == 0) {
            output_text(out, ": no answer. ");
        } else {
            output_text(out, ": mean ");
            svg_number(out, sum.cost);
            output_text(out, ". ");
        }
    }
    output_text(out, "All values are in cost.csv.");
}

static void draw(output *out, const scene *of) {
    const curves *const c = of->curves;
    lines const l = layout(c);
    plot_open(out, ID, l.width, l.height, figure_cost.title);
    describe(out, c);
    plot_described(out, ID);
    plot_axes(out, &l.area, 1);
    if (c->bounded >= 0) {
        plot_point *const bound = bounds_of(c);
        plot_below(out, ID, &l.area, bound, c->n_k);
        free(bound);
    }
    lines_draw(out, &l);
    draw_repaired(out, &l);
    plot_text(out, l.area.left, 20, PLOT_START, "title");
    output_text(out, figure_cost.title);
    plot_text_end(out);
    plot_x_title(out, &l.area);
    output_text(out, "number of clusters k");
    plot_text_end(out);
    plot_y_title(out, &l.area);
    output_text(out, "cost");
    axis_unit(out, &l.area.y);
    plot_text_end(out);
    double y = lines_legend(out, &l);
    y = some_repaired(c) ? repaired_legend(out, &l, y) : y;
    if (c->bounded >= 0) {
        bound_legend(out, &l, y);
    }
    plot_close(out);
}

static void add_bound_and_repaired(output *out, const curves *c, const curve_point *p) {
    (void)c;
    output_text(out, ",");
    if (p->bound >= 0) {
        output_number(out, p->bound);
    }
    output_format(out, ",%d", (int)p->repaired);
}

static void rows(output *out, const scene *of) {
    lines const l = layout(of->curves);
    lines_rows(out, &l, ",bound,repaired", add_bound_and_repaired);
}

static void script(output *out, const scene *of) {
    const curves *const c = of->curves;
    lines const l = layout(c);
    int items = 0;
    gnuplot_open(out,
                 &(gnuplot_head){
                     ID, "the cost against the number of clusters k, a line for each series,",
                     "sweep", l.width, l.height});
    gnuplot_ranges(out, &l.area.x, &l.area.y);
    output_text(out, "set xlabel \"number of clusters k\"\nset ylabel \"cost\"\n"
                     "set key outside right top Left reverse\n");
    lines_script_title(out, &l);
    if (c->bounded >= 0) {
        const char *const name = c->trials->series[c->bounded].name;
        gnuplot_item(out, &items);
        output_format(out,
                      "\"cost.csv\" using (of(\"%s\")):(cell(8)) with filledcurves y1=", name);
        output_number(out, l.area.y.low);
        output_text(out, " fs pattern 4 lc rgb \"#999999\" title \"lower bound\"");
    }
    lines_script(out, &l, &items);
    script_repaired(out, &l, &items);
    gnuplot_end(out, items);
}

static void caption(output *out, const scene *of) {
    const curves *const c = of->curves;
    lines const l = layout(c);
    output_text(out, "Sum of the distances from each member to its cluster&#39;s medoid.");
    lines_caption(out, &l);
    if (some_repaired(c)) {
        output_text(out,
                    " A dot above a marker: the fairlets did not fit into the clusters, and "
                    "their points were placed one by one, which is freer than keeping "
                    "fairlets whole, so that a smaller capacity can cost less there.");
    }
    if (c->bounded >= 0) {
        output_text(out, " Hatched: below the lower bound that ");
        svg_name(out, c->trials->series[c->bounded].name);
        output_text(out, " proves, where no answer that keeps all rules can lie");
        output_text(out, same_rules(c) ? "; methods that break rules can."
                                       : "; methods that break rules can, and series whose "
                                         "slack, and so capacity, is larger.");
    }
    if (l.area.y.low > 0) {
        output_text(out, " The axis of costs does not begin at 0.");
    }
}

const figure figure_cost = {ID, "Cost", draw, rows, script, caption};
