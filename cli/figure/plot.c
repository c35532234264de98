/* plot.c - see plot.h.
 *
 * Strokes and fills are attributes, not classes: no style sheet of a page reaches them by
 * accident. Only text has rules, because pages style all text.
 */
#include "figure/plot.h"

#include <stdio.h>

/* Between markers that are drawn next to each other on one line. */
static const double MARKERS_APART = 11;
static const double STEP_LEAST = 3; /* half the width of a step, so that it is seen */
static const double CAP = 2.5;      /* half the width of the ends of a bar */

const char *plot_colour_name(plot_colour colour) {
    static const char *const name[PLOT_COLOURS] = {"#000000", "#0072b2", "#d55e00",
                                                   "#009e73", "#cc79a7", "#e69f00",
                                                   "#56b4e9", "#777777", "#b0b0b0"};
    return name[colour];
}

const char *plot_dash(int dash, char separator) {
    static const char *const lengths[PLOT_DASHES] = {"",         "7 3",     "2 2.5",
                                                     "10 3 2 3", "4 2 1 2", "12 3 2 2 2 3"};
    static char text[24];
    snprintf(text, sizeof text, "%s", lengths[dash % PLOT_DASHES]);
    for (char *c = text; *c != 0; c++) {
        *c = *c == ' ' ? separator : *c;
    }
    return text;
}

double plot_text_width(const char *text) {
    int const letters = svg_name_width(text);
    return PLOT_LETTER * (letters <= SVG_NAME_LENGTH ? letters : SVG_NAME_LENGTH + 3);
}

double plot_x(const plot_area *a, double value) {
    return a->left + a->width * (value - a->x.low) / (a->x.high - a->x.low);
}

double plot_y(const plot_area *a, double value) {
    return a->top + a->height * (a->y.high - value) / (a->y.high - a->y.low);
}

/* ---- the whole ---- */

void plot_open(output *out, const char *id, double width, double height, const char *title) {
    output_format(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"%s\" class=\"plot\" "
                  "role=\"img\" aria-labelledby=\"%s-title %s-desc\" viewBox=\"0 0 ",
                  id, id, id);
    svg_fixed(out, width, 0);
    output_text(out, " ");
    svg_fixed(out, height, 0);
    output_text(out, "\" width=\"");
    svg_fixed(out, width, 0);
    output_text(out, "\" height=\"");
    svg_fixed(out, height, 0);
    output_format(out, "\">\n<title id=\"%s-title\">%s</title>\n<desc id=\"%s-desc\">", id,
                  title, id);
}

void plot_described(output *out, const char *id) {
    output_text(out, "</desc>\n<style>");
    output_format(out,
                  "#%s text{font-family:Helvetica,Arial,'Liberation Sans',sans-serif;"
                  "font-size:12px;fill:#1a1a1a}#%s .tick{font-size:11px}",
                  id, id);
    output_format(
        out,
        "#%s .soft{fill:#555}#%s .strong,#%s .title{font-weight:700}#%s "
        ".title{font-size:14px}#%s .halo{paint-order:stroke;stroke:#fff;stroke-width:3px}"
        "</style>\n<defs>\n",
        id, id, id, id, id);
    output_format(out,
                  "<pattern id=\"%s-hatch\" width=\"6\" height=\"6\" "
                  "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
                  "<path d=\"M0 0V6\" stroke=\"#999\" stroke-width=\"1.2\"/></pattern>\n",
                  id);
    for (int s = 0; s < SVG_SHAPES; s++) {
        output_format(out, "<path id=\"%s-m%d\" d=\"%s\"/>\n", id, s, svg_shape(s));
    }
    output_text(out, "</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
}

void plot_close(output *out) {
    output_text(out, "</svg>\n");
}

/* ---- text ---- */

void plot_text(output *out, double x, double y, plot_anchor anchor, const char *class) {
    static const char *const name[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    output_text(out, "<text x=\"");
    svg_fixed(out, x, 1);
    output_text(out, "\" y=\"");
    svg_fixed(out, y, 1);
    output_format(out, "\"%s", name[anchor]);
    if (class[0] != 0) {
        output_format(out, " class=\"%s\"", class);
    }
    output_text(out, ">");
}

void plot_text_end(output *out) {
    output_text(out, "</text>\n");
}

void plot_words(output *out, double x, double y, plot_anchor anchor, const char *words) {
    plot_text(out, x, y, anchor, "");
    output_text(out, words);
    plot_text_end(out);
}

/* ---- lines ---- */

static void place(output *out, char command, double x, double y) {
    output_format(out, "%c", command);
    svg_fixed(out, x, 2);
    output_text(out, " ");
    svg_fixed(out, y, 2);
}

static void path_open(output *out) {
    output_text(out, "<path fill=\"none\" d=\"");
}

static void path_end(output *out, plot_look look, double width) {
    output_format(out, "\" stroke=\"%s\" stroke-width=\"", plot_colour_name(look.colour));
    svg_fixed(out, width, 1);
    output_text(out, "\"");
    if (look.dash > 0) {
        output_format(out, " stroke-dasharray=\"%s\"", plot_dash(look.dash, ' '));
    }
    output_text(out, "/>\n");
}

/* The pieces between gaps. */
static int32_t pieces(output *out, const plot_area *a, const plot_point *p, int32_t n) {
    int32_t drawn = 0;
    for (int32_t i = 0; i < n; i++) {
        if (!p[i].gap) {
            int const begins = i == 0 || p[i - 1].gap;
            place(out, begins ? 'M' : 'L', plot_x(a, p[i].x), plot_y(a, p[i].y));
            drawn++;
        }
    }
    return drawn;
}

static void line(output *out, const plot_area *a, plot_look look, double width,
                 const plot_point *p, int32_t n) {
    path_open(out);
    if (pieces(out, a, p, n) == 0) {
        place(out, 'M', a->left, a->top); /* an empty path would be no valid one */
    }
    path_end(out, look, width);
}

void plot_thin(output *out, const plot_area *a, plot_look look, const plot_point *p,
               int32_t n) {
    line(out, a, look, 1, p, n);
}

static void bars(output *out, const plot_area *a, plot_look look, const plot_point *p,
                 int32_t n) {
    int32_t drawn = 0;
    for (int32_t i = 0; i < n; i++) {
        if (p[i].gap || !(p[i].low < p[i].high)) {
            continue;
        }
        if (drawn++ == 0) {
            path_open(out);
        }
        double const x = plot_x(a, p[i].x);
        double const end[] = {plot_y(a, p[i].low), plot_y(a, p[i].high)};
        place(out, 'M', x, end[0]);
        place(out, 'L', x, end[1]);
        for (int e = 0; e < 2; e++) {
            place(out, 'M', x - CAP, end[e]);
            place(out, 'L', x + CAP, end[e]);
        }
    }
    if (drawn > 0) {
        path_end(out, (plot_look){.colour = look.colour}, 0.8);
    }
}

void plot_marker(output *out, const char *id, plot_look look, double x, double y, int hollow) {
    const char *const colour = plot_colour_name(look.colour);
    output_format(out, "<use href=\"#%s-m%d\" transform=\"translate(", id,
                  look.shape % SVG_SHAPES);
    svg_fixed(out, x, 2);
    output_text(out, " ");
    svg_fixed(out, y, 2);
    if (hollow) {
        output_format(
            out, ") scale(.85)\" fill=\"#fff\" stroke=\"%s\" stroke-width=\"1.6\"/>\n", colour);
    } else {
        output_format(out, ") scale(.9)\" fill=\"%s\" stroke=\"#fff\" stroke-width=\".7\"/>\n",
                      colour);
    }
}

int32_t plot_marker_distance(const plot_area *a, int32_t n) {
    double const wanted = MARKERS_APART * n / a->width;
    return wanted <= 1 ? 1 : (int32_t)wanted + 1;
}

void plot_curve(output *out, const char *id, const plot_area *a, plot_look look,
                const plot_point *p, int32_t n, int32_t every, int32_t phase) {
    bars(out, a, look, p, n);
    line(out, a, look, 1.6, p, n);
    for (int32_t i = 0; i < n && look.shape >= 0; i++) {
        int const alone = (i == 0 || p[i - 1].gap) && (i == n - 1 || p[i + 1].gap);
        if (!p[i].gap && (alone || i % every == phase % every)) {
            plot_marker(out, id, look, plot_x(a, p[i].x), plot_y(a, p[i].y), p[i].hollow);
        }
    }
}

void plot_level(output *out, const plot_area *a, plot_look look, double y) {
    path_open(out);
    place(out, 'M', a->left, plot_y(a, y));
    place(out, 'L', a->left + a->width, plot_y(a, y));
    path_end(out, look, 1.4);
}

void plot_steps(output *out, const plot_area *a, plot_look look, const plot_point *p,
                int32_t n) {
    double const half = a->width * 0.5 / (a->x.high - a->x.low);
    double const reach = half > STEP_LEAST ? half : STEP_LEAST;
    path_open(out);
    place(out, 'M', a->left, a->top);
    for (int32_t i = 0; i < n; i++) {
        if (!p[i].gap) {
            int const joined = i > 0 && !p[i - 1].gap && p[i].x - p[i - 1].x < 1.5;
            double const x = plot_x(a, p[i].x);
            place(out, joined ? 'L' : 'M', x - (joined ? half : reach), plot_y(a, p[i].y));
            int const followed = i < n - 1 && !p[i + 1].gap && p[i + 1].x - p[i].x < 1.5;
            place(out, 'L', x + (followed ? half : reach), plot_y(a, p[i].y));
        }
    }
    path_end(out, look, 1.1);
}

/* Along the points from the left to the right end of each piece. A point that stands alone
 * still says something about its own k, and gets a width. */
static void along(output *out, const plot_area *a, const plot_point *p, int32_t n, int closed) {
    double const bottom = a->top + a->height;
    place(out, 'M', a->left, bottom); /* a path must begin somewhere */
    for (int32_t i = 0; i < n; i++) {
        if (p[i].gap) {
            continue;
        }
        int const begins = i == 0 || p[i - 1].gap;
        int const ends = i == n - 1 || p[i + 1].gap;
        double const half = begins && ends ? 0.3 : 0;
        double const y = plot_y(a, p[i].y);
        if (begins && closed) {
            place(out, 'M', plot_x(a, p[i].x - half), bottom);
        }
        place(out, begins && !closed ? 'M' : 'L', plot_x(a, p[i].x - half), y);
        if (half > 0) {
            place(out, 'L', plot_x(a, p[i].x + half), y);
        }
        if (ends && closed) {
            place(out, 'L', plot_x(a, p[i].x + half), bottom);
        }
    }
}

void plot_below(output *out, const char *id, const plot_area *a, const plot_point *p,
                int32_t n) {
    output_format(out, "<path fill=\"url(#%s-hatch)\" d=\"", id);
    along(out, a, p, n, 1);
    output_text(out, "\"/>\n");
    path_open(out);
    along(out, a, p, n, 0);
    path_end(out, (plot_look){.colour = PLOT_GREY}, 1);
}

void plot_nothing(output *out, const plot_area *a) {
    plot_text(out, a->left + a->width / 2, a->top + a->height / 2, PLOT_MIDDLE, "soft");
    output_text(out, "no answer");
    plot_text_end(out);
}

/* ---- boxes ---- */

void plot_dot(output *out, const plot_area *a, plot_colour colour, double x, double y,
              int filled) {
    const char *const name = plot_colour_name(colour);
    output_text(out, "<circle cx=\"");
    svg_fixed(out, plot_x(a, x), 2);
    output_text(out, "\" cy=\"");
    svg_fixed(out, plot_y(a, y), 2);
    output_format(out, "\" r=\"%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\".9\"/>\n",
                  filled ? "1.9" : "1.7", filled ? name : "#fff", name);
}

void plot_box(output *out, const plot_area *a, plot_colour colour, double x, double half_width,
              const spread_box *box) {
    double const middle = plot_x(a, x);
    double const upper = plot_y(a, box->upper);
    double const lower = plot_y(a, box->lower);
    path_open(out);
    place(out, 'M', middle, plot_y(a, box->high));
    place(out, 'L', middle, upper);
    place(out, 'M', middle, lower);
    place(out, 'L', middle, plot_y(a, box->low));
    path_end(out, (plot_look){.colour = colour}, 1);
    output_text(out, "<rect x=\"");
    svg_fixed(out, middle - half_width, 2);
    output_text(out, "\" y=\"");
    svg_fixed(out, upper, 2);
    output_text(out, "\" width=\"");
    svg_fixed(out, 2 * half_width, 2);
    output_text(out, "\" height=\"");
    svg_fixed(out, lower - upper, 2);
    output_format(out, "\" fill=\"%s\" fill-opacity=\".35\" stroke=\"%s\"/>\n",
                  plot_colour_name(colour), plot_colour_name(colour));
    path_open(out);
    place(out, 'M', middle - half_width, plot_y(a, box->median));
    place(out, 'L', middle + half_width, plot_y(a, box->median));
    path_end(out, (plot_look){.colour = PLOT_BLACK}, 1.8);
}

/* ---- axes ---- */

double plot_left_margin(const axis *y) {
    return 38 + PLOT_LETTER * axis_label_length(y);
}

static void tick_label(output *out, const axis *of, double value, double x, double y,
                       plot_anchor anchor) {
    char text[SVG_DECIMAL];
    axis_label(of, value, text);
    plot_text(out, x, y, anchor, "tick");
    output_text(out, text);
    plot_text_end(out);
}

void plot_axes(output *out, const plot_area *a, int y_labels) {
    double const bottom = a->top + a->height;
    path_open(out);
    place(out, 'M', a->left, bottom);
    for (int i = 0; i < axis_ticks(&a->y); i++) {
        double const y = plot_y(a, axis_tick(&a->y, i));
        place(out, 'M', a->left, y);
        place(out, 'L', a->left + a->width, y);
    }
    output_text(out, "\" stroke=\"#e2e2e2\"/>\n");
    path_open(out);
    place(out, 'M', a->left, a->top);
    place(out, 'L', a->left, bottom);
    place(out, 'L', a->left + a->width, bottom);
    for (int i = 0; i < axis_ticks(&a->x); i++) {
        place(out, 'M', plot_x(a, axis_tick(&a->x, i)), bottom);
        place(out, 'L', plot_x(a, axis_tick(&a->x, i)), bottom + 4);
    }
    output_text(out, "\" stroke=\"#555\"/>\n");
    for (int i = 0; i < axis_ticks(&a->x); i++) {
        double const value = axis_tick(&a->x, i);
        tick_label(out, &a->x, value, plot_x(a, value), bottom + 17, PLOT_MIDDLE);
    }
    for (int i = 0; i < axis_ticks(&a->y) && y_labels; i++) {
        double const value = axis_tick(&a->y, i);
        tick_label(out, &a->y, value, a->left - 6, plot_y(a, value) + 4, PLOT_END);
    }
}

void plot_x_title(output *out, const plot_area *a) {
    plot_text(out, a->left + a->width / 2, a->top + a->height + 36, PLOT_MIDDLE, "");
}

void plot_y_title(output *out, const plot_area *a) {
    double const x = a->left - plot_left_margin(&a->y) + 16;
    double const y = a->top + a->height / 2;
    output_text(out, "<text text-anchor=\"middle\" transform=\"translate(");
    svg_fixed(out, x, 1);
    output_text(out, " ");
    svg_fixed(out, y, 1);
    output_text(out, ") rotate(-90)\">");
}

/* ---- the legend ---- */

enum {
    SAMPLE_LINE = 28
};

void plot_sample_line(output *out, const char *id, plot_look look, double x, double y) {
    path_open(out);
    place(out, 'M', x, y);
    place(out, 'L', x + SAMPLE_LINE, y);
    path_end(out, look, look.shape >= 0 ? 1.6 : 1.2);
    if (look.shape >= 0) {
        plot_marker(out, id, look, x + SAMPLE_LINE / 2.0, y, 0);
    }
}

void plot_sample_bar(output *out, double x, double y) {
    double const middle = x + SAMPLE_LINE / 2.0;
    path_open(out);
    place(out, 'M', middle, y - 6);
    place(out, 'L', middle, y + 6);
    for (int side = -1; side <= 1; side += 2) {
        place(out, 'M', middle - CAP, y + 6 * side);
        place(out, 'L', middle + CAP, y + 6 * side);
    }
    path_end(out, (plot_look){.colour = PLOT_BLACK}, 0.8);
}

void plot_sample_below(output *out, const char *id, double x, double y) {
    output_format(out, "<path fill=\"url(#%s-hatch)\" d=\"", id);
    place(out, 'M', x, y - 4);
    place(out, 'L', x + SAMPLE_LINE, y - 4);
    place(out, 'L', x + SAMPLE_LINE, y + 7);
    place(out, 'L', x, y + 7);
    output_text(out, "z\"/>\n");
    path_open(out);
    place(out, 'M', x, y - 4);
    place(out, 'L', x + SAMPLE_LINE, y - 4);
    path_end(out, (plot_look){.colour = PLOT_GREY}, 1);
}
