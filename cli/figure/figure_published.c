/* figure_published.c - our costs and those that others report: a panel for each published
 * method that has a series of the same name.
 *
 * best and its bound stand behind, in grey: they show how much there was to gain. Both curves
 * must be about the same data for the difference to mean anything; that is for the reader to
 * know, and the caption says so.
 */
#include "figure/figure.h"
#include "figure/gnuplot.h"
#include "figure/lines.h"
#include "figure/panels.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

static const char ID[] = "published";

enum {
    STEPS = 5,
    LEGEND = 26,
    NAMED_MOST = 12 /* methods in the note on those without a series */
};

static const plot_look PUBLISHED = {.colour = PLOT_ORANGE, .dash = 1, .shape = 3};
static const plot_look BEST = {.colour = PLOT_GREY, .shape = -1};
static const plot_look BOUND = {.colour = PLOT_PALE, .dash = 2, .shape = -1};

/* ---- pairs of curves ---- */

static int32_t series_named(const curves *c, const char *name) {
    for (int32_t s = 0; s < c->n_series; s++) {
        if (strcmp(c->trials->series[s].name, name) == 0) {
            return s;
        }
    }
    return -1;
}

/* The series to draw behind the others, or -1. */
static int32_t best_series(const curves *c) {
    return c->bounded >= 0 ? c->bounded : series_named(c, "best");
}

typedef struct pair {
    int32_t method; /* of the references */
    int32_t series;
} pair;

/* The methods with a series; returns their number. */
static int32_t pairs_of(const scene *of, pair *list) {
    int32_t n = 0;
    for (int32_t m = 0; m < of->published->n_methods; m++) {
        int32_t const s = series_named(of->curves, of->published->method[m]);
        if (s >= 0) {
            list[n++] = (pair){m, s};
        }
    }
    return n;
}

static pair *pairs_open(const scene *of, int32_t *n) {
    pair *const list = need((size_t)of->published->n_methods, sizeof *list);
    *n = pairs_of(of, list);
    return list;
}

/* The published cost for the i-th k, or -1. */
static double published_cost(const scene *of, int32_t method, int32_t i) {
    const reference *const found = references_find(of->published, method, of->curves->k[i]);
    return found != NULL ? found->cost : -1;
}

/* The mean of (ours - theirs) / theirs over the k that both have; *n counts these. */
static double difference(const scene *of, pair p, int32_t *n) {
    double total = 0;
    *n = 0;
    for (int32_t i = 0; i < of->curves->n_k; i++) {
        const curve_point *const ours = curves_at(of->curves, p.series, i);
        double const theirs = published_cost(of, p.method, i);
        if (ours->answers > 0 && theirs > 0) {
            total += (ours->cost.median - theirs) / theirs;
            (*n)++;
        }
    }
    return *n > 0 ? total / *n : 0;
}

/* ---- layout ---- */

typedef struct range {
    double low;
    double high;
    int any;
} range;

static void widen(range *r, double value) {
    r->low = !r->any || value < r->low ? value : r->low;
    r->high = !r->any || value > r->high ? value : r->high;
    r->any = 1;
}

static panels layout(const scene *of, const pair *list, int32_t n) {
    const curves *const c = of->curves;
    range r = {0};
    int32_t const best = best_series(c);
    for (int32_t i = 0; i < c->n_k; i++) {
        for (int32_t p = 0; p < n; p++) {
            const curve_point *const ours = curves_at(c, list[p].series, i);
            double const theirs = published_cost(of, list[p].method, i);
            if (ours->answers > 0) {
                widen(&r, ours->cost.median);
            }
            if (theirs >= 0) {
                widen(&r, theirs);
            }
        }
        const curve_point *const context = best >= 0 ? curves_at(c, best, i) : NULL;
        if (context != NULL && context->answers > 0) {
            widen(&r, context->bound >= 0 ? context->bound : context->cost.median);
        }
    }
    if (r.low < 0.5 * (r.high - r.low)) {
        r.low = 0;
    }
    axis const x = lines_k_axis(c, panels_area_width(n));
    return panels_open(n, x, axis_over(r.low, r.any ? r.high : 1, STEPS), LEGEND);
}

/* ---- drawing ---- */

typedef enum which {
    OURS,
    THEIRS,
    CONTEXT,
    LIMIT
} which;

static void points_of(const scene *of, pair p, which w, plot_point *to) {
    const curves *const c = of->curves;
    for (int32_t i = 0; i < c->n_k; i++) {
        const curve_point *const at =
            curves_at(c, w == OURS || w == THEIRS ? p.series : best_series(c), i);
        double const theirs = w == THEIRS ? published_cost(of, p.method, i) : 0;
        to[i] = (plot_point){.x = c->k[i]};
        to[i].y = w == THEIRS ? theirs : w == LIMIT ? at->bound : at->cost.median;
        to[i].gap = w == THEIRS ? theirs < 0 : w == LIMIT ? at->bound < 0 : at->answers == 0;
        to[i].hollow = w == OURS && at->broken > 0;
    }
}

static void percent(output *out, double share) {
    svg_fixed(out, 100 * (share < 0 ? -share : share), 1);
    output_text(out, share < 0 ? " % below" : " % above");
}

static void draw_panel(output *out, const scene *of, const panels *p, int32_t i, pair two) {
    const curves *const c = of->curves;
    plot_area const area = panels_area(p, i);
    int32_t const every = plot_marker_distance(&area, c->n_k);
    plot_point *const points = need((size_t)c->n_k, sizeof *points);
    panels_axes(out, p, i);
    if (best_series(c) >= 0) {
        points_of(of, two, LIMIT, points);
        plot_thin(out, &area, BOUND, points, c->n_k);
        points_of(of, two, CONTEXT, points);
        plot_thin(out, &area, BEST, points, c->n_k);
    }
    points_of(of, two, THEIRS, points);
    plot_curve(out, ID, &area, PUBLISHED, points, c->n_k, every, 0);
    points_of(of, two, OURS, points);
    plot_look const look = curves_look(c, two.series);
    plot_curve(out, ID, &area, (plot_look){.colour = look.colour, .shape = 0}, points, c->n_k,
               every, 0);
    free(points);
    panels_name(out, p, i, c->trials->series[two.series].name);
    int32_t common = 0;
    double const mean = difference(of, two, &common);
    plot_text(out, area.left + area.width, area.top + 10, PLOT_END, "halo");
    if (common > 0) {
        output_text(out, "ours ");
        percent(out, mean);
    } else {
        output_text(out, "no k in common");
    }
    plot_text_end(out);
}

static void legend(output *out, const scene *of, const panels *p) {
    double const y = panels_bottom(p) + 10;
    double const x = plot_left_margin(&p->y);
    plot_sample_line(out, ID, (plot_look){.colour = PLOT_BLACK, .shape = 0}, x, y);
    plot_words(out, x + PLOT_SAMPLE, y + 4, PLOT_START, "ours (in the method&#39;s colour)");
    plot_sample_line(out, ID, PUBLISHED, x + 260, y);
    plot_words(out, x + 260 + PLOT_SAMPLE, y + 4, PLOT_START, "published");
    if (best_series(of->curves) >= 0) {
        plot_sample_line(out, ID, BEST, x + 400, y);
        plot_words(out, x + 400 + PLOT_SAMPLE, y + 4, PLOT_START, "best");
        if (of->curves->bounded >= 0) {
            plot_sample_line(out, ID, BOUND, x + 490, y);
            plot_words(out, x + 490 + PLOT_SAMPLE, y + 4, PLOT_START, "its lower bound");
        }
    }
}

static void describe(output *out, const scene *of, const pair *list, int32_t n) {
    output_format(out,
                  "Cost against the number of clusters k, ours and published, for %d "
                  "methods. ",
                  (int)n);
    for (int32_t p = 0; p < n; p++) {
        int32_t common = 0;
        double const mean = difference(of, list[p], &common);
        if (common > 0) {
            svg_name(out, of->published->method[list[p].method]);
            output_text(out, ": ours ");
            percent(out, mean);
            output_text(out, " on average. ");
        }
    }
    output_text(out, "All values are in published.csv.");
}

static void draw(output *out, const scene *of) {
    int32_t n = 0;
    pair *const list = pairs_open(of, &n);
    panels const p = layout(of, list, n);
    plot_open(out, ID, p.width, p.height, figure_published.title);
    describe(out, of, list, n);
    plot_described(out, ID);
    plot_text(out, plot_left_margin(&p.y), 20, PLOT_START, "title");
    output_text(out, figure_published.title);
    plot_text_end(out);
    for (int32_t i = 0; i < n; i++) {
        draw_panel(out, of, &p, i, list[i]);
    }
    if (n > 0) {
        panels_titles(out, &p, "number of clusters k", "cost");
        legend(out, of, &p);
    } else {
        plot_words(out, plot_left_margin(&p.y), panels_bottom(&p), PLOT_START,
                   "No published method has the name of a series.");
    }
    plot_close(out);
    free(list);
}

/* ---- as text ---- */

static const char *const source_name[] = {"ours", "published", "best", "bound"};

/* The points of a kind; 0 when there is none: gnuplot warns of plots without points. */
static int has_points(const scene *of, pair two, which w, plot_point *points) {
    if ((w == CONTEXT || w == LIMIT) && best_series(of->curves) < 0) {
        return 0;
    }
    points_of(of, two, w, points);
    int any = 0;
    for (int32_t i = 0; i < of->curves->n_k; i++) {
        any |= !points[i].gap;
    }
    return any;
}

static void rows(output *out, const scene *of) {
    int32_t n = 0;
    pair *const list = pairs_open(of, &n);
    plot_point *const points = need((size_t)of->curves->n_k, sizeof *points);
    output_text(out, "method,k,source,cost\n");
    for (int32_t p = 0; p < n; p++) {
        for (int w = OURS; w <= LIMIT; w++) {
            if (!has_points(of, list[p], (which)w, points)) {
                continue;
            }
            for (int32_t i = 0; i < of->curves->n_k; i++) {
                output_format(out, "%s,%d,%s,", of->published->method[list[p].method],
                              (int)of->curves->k[i], source_name[w]);
                if (!points[i].gap) {
                    output_number(out, points[i].y);
                }
                output_text(out, "\n");
            }
        }
    }
    free(points);
    free(list);
}

static void script_panel(output *out, const scene *of, pair two) {
    const curves *const c = of->curves;
    const char *const name = c->trials->series[two.series].name;
    plot_look const look[] = {
        {.colour = curves_look(c, two.series).colour}, PUBLISHED, BEST, BOUND};
    int items = 0;
    plot_point *const points = need((size_t)c->n_k, sizeof *points);
    output_format(out, "set title \"%s\"\n", name);
    for (int w = LIMIT; w >= OURS; w--) {
        if (has_points(of, two, (which)w, points)) {
            int const thin = look[w].shape < 0;
            gnuplot_item(out, &items);
            output_format(out,
                          "\"published.csv\" using (from(\"%s\", \"%s\")):(cell(4)) with %s",
                          name, source_name[w], thin ? "lines" : "linespoints");
            gnuplot_look(out, look[w], thin ? "1" : "1.6");
            output_format(out, " title \"%s\"", source_name[w]);
        }
    }
    gnuplot_end(out, items);
    free(points);
}

static void script(output *out, const scene *of) {
    int32_t n = 0;
    pair *const list = pairs_open(of, &n);
    panels const p = layout(of, list, n);
    gnuplot_open(
        out,
        &(gnuplot_head){ID, "our costs and published ones against k, a panel for each method,",
                        "sweep", p.width, p.height});
    gnuplot_ranges(out, &p.x, &p.y);
    output_text(out, "from(name, source) = strcol(3) eq source ? of(name) : NaN\n"
                     "set xlabel \"k\"\nset ylabel \"cost\"\nset key font \",7\"\n");
    int32_t const rows_of_panels = n > 0 ? (n + p.columns - 1) / p.columns : 1;
    output_format(out, "set multiplot layout %d,%d\n", (int)rows_of_panels, (int)p.columns);
    for (int32_t i = 0; i < n; i++) {
        script_panel(out, of, list[i]);
    }
    if (n == 0) {
        gnuplot_end(out, 0);
    }
    output_text(out, "unset multiplot\n");
    free(list);
}

/* Methods that nobody here can be compared with. */
static void name_others(output *out, const scene *of) {
    int32_t others = 0;
    for (int32_t m = 0; m < of->published->n_methods; m++) {
        if (series_named(of->curves, of->published->method[m]) < 0) {
            others++;
            if (others <= NAMED_MOST) {
                output_text(out, others == 1 ? " Published, but without a series of that name: "
                                             : ", ");
                svg_name(out, of->published->method[m]);
            }
        }
    }
    if (others > NAMED_MOST) {
        output_format(out, " and %d more", (int)(others - NAMED_MOST));
    }
    output_text(out, others > 0 ? "." : "");
}

/* Rows that nothing here can be compared with, by method or by k. */
static void count_others(output *out, const scene *of) {
    const references *const r = of->published;
    const curves *const c = of->curves;
    int64_t by_method = 0;
    int64_t matched = 0;
    for (int32_t m = 0; m < r->n_methods; m++) {
        int32_t const s = series_named(c, r->method[m]);
        for (int32_t i = 0; i < c->n_k && s >= 0; i++) {
            matched += curves_at(c, s, i)->answers > 0 && published_cost(of, m, i) >= 0;
        }
    }
    for (int64_t i = 0; i < r->n; i++) {
        by_method += series_named(c, r->method[r->reference[i].method]) < 0;
    }
    if (matched < r->n) {
        output_format(out,
                      " Of %lld published rows %lld have no counterpart here: %lld for want of "
                      "the method, %lld of an answer for their k.",
                      (long long)r->n, (long long)(r->n - matched), (long long)by_method,
                      (long long)(r->n - matched - by_method));
    }
}

static void caption(output *out, const scene *of) {
    output_text(out,
                "Our costs and published ones, with the mean difference over the k that both "
                "have. It means something only where both are about the same rows, columns "
                "and scaling.");
    name_others(out, of);
    count_others(out, of);
}

const figure figure_published = {ID, "Cost, ours and published", draw, rows, script, caption};
