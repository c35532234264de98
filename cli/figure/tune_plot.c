/* tune_plot.c - see tune_plot.h. */
#include "figure/tune_plot.h"

#include "figure/gnuplot.h"
#include "words.h"

#include <stdlib.h>

enum {
    AREA_WIDTH = 520,
    UPPER_HEIGHT = 220,
    LOWER_HEIGHT = 110,
    TOP = 34,
    BETWEEN = 40,
    BELOW = 46,
    STEPS = 5,
    LEGEND_LETTERS = 18
};

/* Radius of the ring of a chosen value, and how much wider the next one around it is. */
static const double RING = 7.5;
static const double RINGS_APART = 2.8;

/* ---- making ---- */

tune_line *tune_plot_add(tune_plot *p, const scene *s, int32_t i, int32_t n) {
    if (p->line == NULL) {
        p->line = need((size_t)s->tuned->n, sizeof *p->line);
    }
    tune_line *const to = &p->line[p->n++];
    *to = (tune_line){.choice = &s->tuned->choice[i],
                      .n = n,
                      .cost = need((size_t)n, sizeof *to->cost),
                      .other = need((size_t)n, sizeof *to->other),
                      .chosen = -1};
    to->look = curves_look(s->curves, to->choice->first);
    to->look.shape = (int)i;
    for (int32_t v = 0; v < n; v++) {
        to->cost[v].gap = to->other[v].gap = 1;
    }
    return to;
}

/* The answer for one k and seed that is made of whole fairlets, or NULL. */
static const trial *packed_at(const curves *c, int32_t s, int32_t k, int32_t seed) {
    const curve_point *const p = curves_at(c, s, k);
    const trial *const t = seed < p->n_trials ? &p->trial[seed] : NULL;
    return t != NULL && t->state == TRIAL_DONE && !t->repaired ? t : NULL;
}

/* The least cost of all series for one k and seed; negative: none has an answer. */
static double least_cost(const tune_line *to, const curves *c, const int32_t *list, int32_t k,
                         int32_t seed) {
    double least = -1;
    for (int32_t v = 0; v < to->n; v++) {
        const trial *const t = packed_at(c, list[v], k, seed);
        least = t != NULL && (least < 0 || t->cost < least) ? t->cost : least;
    }
    return least;
}

void tune_plot_costs(tune_line *to, const curves *c, const int32_t *list) {
    int64_t *const n = need((size_t)to->n, sizeof *n);
    for (int32_t k = 0; k < c->n_k; k++) {
        for (int32_t seed = 0; seed < c->most_seeds; seed++) {
            double const least = least_cost(to, c, list, k, seed);
            for (int32_t v = 0; v < to->n && least >= 0; v++) {
                const trial *const t = packed_at(c, list[v], k, seed);
                if (t != NULL) {
                    to->cost[v].y += least > 0 ? t->cost / least : 1;
                    n[v]++;
                }
            }
        }
    }
    for (int32_t v = 0; v < to->n; v++) {
        to->cost[v].gap = n[v] == 0;
        to->cost[v].y = n[v] > 0 ? to->cost[v].y / (double)n[v] : 0;
    }
    free(n);
}

/* Room for markers and rings at the ends. */
static axis with_edges(axis a, double share) {
    double const edge = share * (a.high - a.low);
    a.low -= edge;
    a.high += edge;
    return a;
}

void tune_plot_layout(tune_plot *p, double other_low, double other_high) {
    double low = 1e300;
    double high = -1e300;
    double most = 1;
    double letters = PLOT_LETTER * LEGEND_LETTERS;
    for (int32_t i = 0; i < p->n; i++) {
        const tune_line *const l = &p->line[i];
        double const wide = plot_text_width(l->choice->name);
        letters = wide > letters ? wide : letters;
        for (int32_t v = 0; v < l->n; v++) {
            low = l->cost[v].x < low ? l->cost[v].x : low;
            high = l->cost[v].x > high ? l->cost[v].x : high;
            most = !l->cost[v].gap && l->cost[v].y > most ? l->cost[v].y : most;
        }
    }
    if (low > high) {
        low = high = 1;
    }
    double const edge = high > low ? 0 : 0.1;
    axis const x = with_edges(axis_over(low - edge, high + edge, 10), 0.03);
    axis const upper = with_edges(axis_over(1, most, STEPS), 0.06);
    axis const lower = with_edges(axis_over(other_low, other_high, STEPS), 0.12);
    double const margin = plot_left_margin(&upper) > plot_left_margin(&lower)
                              ? plot_left_margin(&upper)
                              : plot_left_margin(&lower);
    p->upper = (plot_area){margin, TOP, AREA_WIDTH, UPPER_HEIGHT, x, upper};
    p->lower = p->upper;
    p->lower.top = TOP + UPPER_HEIGHT + BETWEEN;
    p->lower.height = LOWER_HEIGHT;
    p->lower.y = lower;
    p->legend = margin + AREA_WIDTH + 16;
    p->width = p->legend + PLOT_SAMPLE + letters + 6;
    p->height = p->lower.top + LOWER_HEIGHT + BELOW;
}

void tune_plot_close(tune_plot *p) {
    for (int32_t i = 0; i < p->n; i++) {
        free(p->line[i].cost);
        free(p->line[i].other);
    }
    free(p->line);
    *p = (tune_plot){0};
}

/* ---- drawing ---- */

/* In the look of its line, as several may lie on each other. */
static void ring(output *out, plot_look look, double x, double y, int32_t inside) {
    output_text(out, "<circle cx=\"");
    svg_fixed(out, x, 2);
    output_text(out, "\" cy=\"");
    svg_fixed(out, y, 2);
    output_text(out, "\" r=\"");
    svg_fixed(out, RING + RINGS_APART * inside, 1);
    output_format(out, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"",
                  plot_colour_name(look.colour));
    if (look.dash > 0) {
        output_format(out, " stroke-dasharray=\"%s\"", plot_dash(look.dash, ' '));
    }
    output_text(out, "/>\n");
}

/* What is drawn in one of the two areas. */
static const plot_point *points_in(const tune_plot *p, const plot_area *a, int32_t i) {
    return a == &p->upper ? p->line[i].cost : p->line[i].other;
}

/* The chosen point of line i, or NULL. */
static const plot_point *chosen_in(const tune_plot *p, const plot_area *a, int32_t i) {
    int32_t const chosen = p->line[i].chosen;
    const plot_point *const points = points_in(p, a, i);
    return chosen >= 0 && !points[chosen].gap ? &points[chosen] : NULL;
}

static int near(double a, double b) {
    return a - b < RINGS_APART && b - a < RINGS_APART;
}

/* How many rings of earlier lines lie about where that of line i does, which is `at`. */
static int32_t rings_inside(const tune_plot *p, const plot_area *a, int32_t i,
                            const plot_point *at) {
    int32_t inside = 0;
    for (int32_t before = 0; before < i; before++) {
        const plot_point *const other = chosen_in(p, a, before);
        inside += other != NULL && near(plot_x(a, at->x), plot_x(a, other->x)) &&
                  near(plot_y(a, at->y), plot_y(a, other->y));
    }
    return inside;
}

static void curve(output *out, const tune_plot *p, const plot_area *a, int32_t i) {
    const tune_line *const l = &p->line[i];
    plot_curve(out, p->id, a, l->look, points_in(p, a, i), l->n, plot_marker_distance(a, l->n),
               0);
    const plot_point *const at = chosen_in(p, a, i);
    if (at != NULL) {
        ring(out, l->look, plot_x(a, at->x), plot_y(a, at->y), rings_inside(p, a, i, at));
    }
}

static void describe(output *out, const tune_plot *p) {
    output_format(out, "Relative cost and %s against %s for %d tuned methods. ", p->other,
                  p->parameter, (int)p->n);
    for (int32_t i = 0; i < p->n; i++) {
        const tune_line *const l = &p->line[i];
        if (l->chosen >= 0) {
            svg_name(out, l->choice->name);
            output_text(out, ": chosen ");
            output_number(out, l->cost[l->chosen].x);
            output_text(out, ". ");
        }
    }
    output_format(out, "All values are in %s.csv.", p->id);
}

static void legend(output *out, const tune_plot *p) {
    double y = TOP + 6;
    for (int32_t i = 0; i < p->n; i++, y += PLOT_LINE) {
        plot_sample_line(out, p->id, p->line[i].look, p->legend, y);
        plot_text(out, p->legend + PLOT_SAMPLE, y + 4, PLOT_START, "");
        svg_name(out, p->line[i].choice->name);
        plot_text_end(out);
    }
    ring(out, (plot_look){.colour = PLOT_GREY}, p->legend + 14, y + 4, 0);
    plot_text(out, p->legend + PLOT_SAMPLE, y + 8, PLOT_START, "soft");
    output_text(out, "chosen");
    plot_text_end(out);
}

static int any_point(const plot_point *points, int32_t n) {
    int any = 0;
    for (int32_t v = 0; v < n; v++) {
        any |= !points[v].gap;
    }
    return any;
}

void tune_plot_draw(output *out, const tune_plot *p) {
    plot_open(out, p->id, p->width, p->height, p->title);
    describe(out, p);
    plot_described(out, p->id);
    plot_axes(out, &p->upper, 1);
    plot_axes(out, &p->lower, 1);
    int any = 0;
    for (int32_t i = p->n; i-- > 0;) {
        any |= any_point(p->line[i].cost, p->line[i].n);
        curve(out, p, &p->upper, i);
        curve(out, p, &p->lower, i);
    }
    if (!any) {
        plot_nothing(out, &p->upper);
    }
    plot_text(out, p->upper.left, 20, PLOT_START, "title");
    output_text(out, p->title);
    plot_text_end(out);
    plot_y_title(out, &p->upper);
    output_text(out, "relative cost");
    plot_text_end(out);
    plot_y_title(out, &p->lower);
    output_text(out, p->other);
    plot_text_end(out);
    plot_x_title(out, &p->lower);
    output_text(out, p->parameter);
    plot_text_end(out);
    legend(out, p);
    plot_close(out);
}

/* ---- as text ---- */

static void value_or_nothing(output *out, const plot_point *p) {
    output_text(out, ",");
    if (!p->gap) {
        output_number(out, p->y);
    }
}

void tune_plot_rows(output *out, const tune_plot *p) {
    output_format(out, "method,%s,relative_cost,%s,chosen\n", p->parameter, p->column);
    for (int32_t i = 0; i < p->n; i++) {
        const tune_line *const l = &p->line[i];
        for (int32_t v = 0; v < l->n; v++) {
            output_format(out, "%s,", l->choice->name);
            output_number(out, l->cost[v].x);
            value_or_nothing(out, &l->cost[v]);
            value_or_nothing(out, &l->other[v]);
            output_format(out, ",%d\n", v == l->chosen);
        }
    }
}

static void script_area(output *out, const tune_plot *p, const plot_area *a, int column) {
    int items = 0;
    gnuplot_ranges(out, &a->x, &a->y);
    for (int32_t i = 0; i < p->n; i++) {
        const tune_line *const l = &p->line[i];
        if (!any_point(points_in(p, a, i), l->n)) {
            continue;
        }
        gnuplot_item(out, &items);
        output_format(out, "\"%s.csv\" using (of(\"%s\")):(cell(%d)) with linespoints", p->id,
                      l->choice->name, column);
        gnuplot_look(out, l->look, "1.6");
        output_format(out, " title \"%s\"", l->choice->name);
        const plot_point *const at = chosen_in(p, a, i);
        if (at != NULL) {
            gnuplot_item(out, &items);
            output_format(out,
                          "\"%s.csv\" using (cell(5) == 1 ? of(\"%s\") : NaN):(cell(%d)) with "
                          "points pt 6 ps ",
                          p->id, l->choice->name, column);
            output_number(out, (RING + RINGS_APART * rings_inside(p, a, i, at)) / 4);
            output_format(out, " lc rgb \"%s\" notitle", plot_colour_name(l->look.colour));
        }
    }
    gnuplot_end(out, items);
}

void tune_plot_script(output *out, const tune_plot *p) {
    gnuplot_open(out, &(gnuplot_head){p->id, p->what, "tune", p->width, p->height});
    output_format(out,
                  "set key outside right top Left reverse\nset lmargin 9\nset multiplot layout "
                  "2,1\nset ylabel \"relative cost\"\n");
    script_area(out, p, &p->upper, 3);
    output_format(out, "set ylabel \"%s\"\nset xlabel \"%s\"\n", p->other, p->parameter);
    script_area(out, p, &p->lower, 4);
    output_text(out, "unset multiplot\n");
}
