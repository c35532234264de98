/* lines.c - see lines.h. */
#include "figure/lines.h"

#include "figure/gnuplot.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    AREA_WIDTH = 520,
    AREA_HEIGHT = 330,
    TOP = 34,
    BELOW = 46,
    LEGEND_LETTERS = 27 /* of its notes */
};

static const double SHIFT_MOST = 0.15;

axis lines_k_axis(const curves *c, double width) {
    double const low = c->n_k > 0 ? c->k[0] : 0;
    double const high = c->n_k > 0 ? c->k[c->n_k - 1] : 1;
    double const edge = (high - low) / 40 > 0.5 ? (high - low) / 40 : 0.5;
    double const from = low - edge > 0.5 ? low - edge : 0.5; /* there is no k below 1 */
    int digits = 1;
    for (int32_t rest = (int32_t)high; rest >= 10; rest /= 10) {
        digits++;
    }
    return axis_whole(from, high + edge, (int)(width / (PLOT_LETTER * digits + 10)));
}

static int some_broken(const curves *c) {
    int broken = 0;
    for (int64_t i = 0; i < (int64_t)c->n_series * c->n_k; i++) {
        broken |= c->point[i].broken > 0;
    }
    return broken;
}

lines lines_open(const curves *c, const char *id, middle (*of)(const curve_point *p), axis y,
                 double gutter, int notes) {
    lines l = {.curves = c, .id = id, .of = of};
    double letters = PLOT_LETTER * LEGEND_LETTERS;
    for (int32_t s = 0; s < c->n_series; s++) {
        double const wide = plot_text_width(c->trials->series[s].name);
        letters = wide > letters ? wide : letters;
    }
    l.area = (plot_area){.left = plot_left_margin(&y),
                         .top = TOP,
                         .width = AREA_WIDTH,
                         .height = AREA_HEIGHT,
                         .x = lines_k_axis(c, AREA_WIDTH),
                         .y = y};
    l.legend = l.area.left + l.area.width + gutter + 16;
    l.width = l.legend + PLOT_SAMPLE + letters + 6;
    int const rows = c->n_series + notes + (c->most_seeds > 1) + 2 * some_broken(c);
    double const needed = TOP + PLOT_LINE * rows + 8;
    l.height = TOP + AREA_HEIGHT + BELOW;
    l.height = needed > l.height ? needed : l.height;
    return l;
}

static double less(double a, double b) {
    return a < b ? a : b;
}

double lines_shift(const lines *l, int32_t s) {
    const curves *const c = l->curves;
    if (c->most_seeds < 2 || c->n_series < 2 || c->n_k == 0) {
        return 0;
    }
    /* The area has an edge on both sides, which may be narrower than a step of k. */
    double most = 0.6 * less(c->k[0] - l->area.x.low, l->area.x.high - c->k[c->n_k - 1]);
    most = less(most, SHIFT_MOST * (c->n_k > 1 ? c->k[1] - c->k[0] : 1));
    for (int32_t i = 2; i < c->n_k; i++) {
        most = less(most, SHIFT_MOST * (c->k[i] - c->k[i - 1]));
    }
    return most * (2.0 * s / (c->n_series - 1) - 1);
}

static void points_of(const lines *l, int32_t s, plot_point *p) {
    const curves *const c = l->curves;
    double const shift = lines_shift(l, s);
    for (int32_t i = 0; i < c->n_k; i++) {
        const curve_point *const from = curves_at(c, s, i);
        middle const m = l->of(from);
        p[i] = (plot_point){.x = c->k[i] + shift,
                            .y = m.median,
                            .low = m.least,
                            .high = m.largest,
                            .gap = from->answers == 0,
                            .hollow = from->broken > 0};
    }
}

void lines_draw(output *out, const lines *l) {
    const curves *const c = l->curves;
    if (curves_empty(c)) {
        plot_nothing(out, &l->area);
        return;
    }
    plot_point *const p = need((size_t)c->n_k, sizeof *p);
    int32_t const every = plot_marker_distance(&l->area, c->n_k);
    for (int32_t s = c->n_series; s-- > 0;) {
        points_of(l, s, p);
        plot_curve(out, l->id, &l->area, curves_look(c, s), p, c->n_k, every, s);
    }
    free(p);
}

double lines_legend(output *out, const lines *l) {
    const curves *const c = l->curves;
    double const words = l->legend + PLOT_SAMPLE;
    double y = TOP + 6;
    for (int32_t s = 0; s < c->n_series; s++, y += PLOT_LINE) {
        plot_sample_line(out, l->id, curves_look(c, s), l->legend, y);
        plot_text(out, words, y + 4, PLOT_START, "");
        svg_name(out, c->trials->series[s].name);
        plot_text_end(out);
    }
    if (c->most_seeds > 1) {
        plot_sample_bar(out, l->legend, y);
        plot_text(out, words, y + 4, PLOT_START, "soft");
        output_text(out, "from least to largest");
        plot_text_end(out);
        y += PLOT_LINE;
    }
    if (some_broken(c)) {
        plot_marker(out, l->id, (plot_look){.colour = PLOT_GREY}, l->legend + 8, y, 1);
        plot_marker(out, l->id, (plot_look){.colour = PLOT_GREY, .shape = 1}, l->legend + 21, y,
                    1);
        plot_text(out, words, y + 4, PLOT_START, "soft");
        output_text(out, "hollow: breaks the capacity");
        plot_text_end(out);
        y += PLOT_LINE;
        if (curves_have_balance(c)) {
            plot_text(out, words, y, PLOT_START, "soft");
            output_text(out, "or the balance");
            plot_text_end(out);
            y += PLOT_LINE;
        }
    }
    return y;
}

/* ---- as text ---- */

void lines_rows(output *out, const lines *l, const char *names,
                void (*more)(output *out, const curves *c, const curve_point *p)) {
    const curves *const c = l->curves;
    output_format(out, "method,k,seeds,median,least,largest,broken%s\n", names);
    for (int32_t s = 0; s < c->n_series; s++) {
        for (int32_t i = 0; i < c->n_k; i++) {
            const curve_point *const p = curves_at(c, s, i);
            if (p->runs == 0) {
                continue;
            }
            middle const m = l->of(p);
            double const value[] = {m.median, m.least, m.largest};
            output_format(out, "%s,%d,%d", c->trials->series[s].name, (int)c->k[i],
                          (int)p->runs);
            for (int v = 0; v < 3; v++) {
                output_text(out, ",");
                if (p->answers > 0) {
                    output_number(out, value[v]);
                }
            }
            output_format(out, ",%d", (int)p->broken);
            more(out, c, p);
            output_text(out, "\n");
        }
    }
}

static int any_answer(const curves *c, int32_t s, int broken_only) {
    int any = 0;
    for (int32_t i = 0; i < c->n_k; i++) {
        const curve_point *const p = curves_at(c, s, i);
        any |= broken_only ? p->broken > 0 : p->answers > 0;
    }
    return any;
}

void lines_script_title(output *out, const lines *l) {
    if (some_broken(l->curves)) {
        output_text(out, "set title \"white dots: answers that break a rule\"\n");
    }
}

const char *lines_script_k(const lines *l, int32_t s, char text[LINES_K]) {
    const char *const name = l->curves->trials->series[s].name;
    double const shift = lines_shift(l, s);
    char by[SVG_DECIMAL];
    svg_decimal(by, shift < 0 ? -shift : shift, 4);
    if (shift == 0) {
        snprintf(text, LINES_K, "of(\"%s\")", name);
    } else {
        snprintf(text, LINES_K, "of(\"%s\") %c %s", name, shift < 0 ? '-' : '+', by);
    }
    return text;
}

void lines_script(output *out, const lines *l, int *items) {
    const curves *const c = l->curves;
    for (int32_t s = 0; s < c->n_series; s++) {
        char k[LINES_K];
        lines_script_k(l, s, k);
        if (!any_answer(c, s, 0)) {
            continue;
        }
        if (c->most_seeds > 1) {
            gnuplot_item(out, items);
            output_format(out,
                          "\"%s.csv\" using (%s):(cell(4)):(cell(5)):(cell(6)) with "
                          "yerrorbars pt -1",
                          l->id, k);
            gnuplot_look(out, (plot_look){.colour = curves_look(c, s).colour, .shape = -1},
                         "0.8");
            output_text(out, " notitle");
        }
        gnuplot_item(out, items);
        output_format(out, "\"%s.csv\" using (%s):(cell(4)) with linespoints", l->id, k);
        gnuplot_look(out, curves_look(c, s), "1.6");
        output_format(out, " title \"%s\"", c->trials->series[s].name);
        if (any_answer(c, s, 1)) {
            gnuplot_item(out, items);
            output_format(out,
                          "\"%s.csv\" using (cell(7) > 0 ? %s : NaN):(cell(4)) with "
                          "points pt 7 ps 0.4 lc rgb \"white\" notitle",
                          l->id, k);
        }
    }
}

void lines_caption(output *out, const lines *l) {
    const curves *const c = l->curves;
    if (c->most_seeds > 1) {
        output_format(out,
                      " Lines join the medians of %d seeds, bars reach from the least to "
                      "the largest value.",
                      (int)c->most_seeds);
        output_text(out, c->n_series > 1 ? " Series are moved a little along k, so that their "
                                           "bars do not lie on each other."
                                         : "");
    }
    int32_t const every = plot_marker_distance(&l->area, c->n_k);
    if (every > 1) {
        output_format(out, " Markers stand at one of %d k.", (int)every);
    }
    if (some_broken(c)) {
        output_format(out, " Hollow markers: an answer breaks the capacity%s.",
                      curves_have_balance(c) ? " or the balance" : "");
    }
}
