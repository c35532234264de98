/* figure_sizes.c - how large the clusters are, against k: box plots, a panel for each series
 * ([LQ21] Figures 1-5, c, with the outliers, which the paper leaves out).
 *
 * A box stands for all clusters of all seeds. The capacity of each k is a dashed level; every
 * cluster above it is a filled dot, in the box or not: a rule is broken by clusters, not by
 * quartiles.
 */
#include "figure/figure.h"
#include "figure/gnuplot.h"
#include "figure/lines.h"
#include "figure/panels.h"
#include "words.h"

#include <stdlib.h>

static const char ID[] = "sizes";
static const double BOX_APART = 6; /* pixels from one box to the next, at least */

enum {
    STEPS = 5,
    LEGEND = 26,
    HALF_BOX_LEAST = 2,
    HALF_BOX_MOST = 7
};

static const plot_look CAPACITY = {.colour = PLOT_BLACK, .dash = 1, .shape = -1};

/* ---- sizes of one series and k ---- */

typedef struct sizes {
    double *sorted;
    int64_t n;
} sizes;

static sizes sizes_open(const curve_point *p) {
    int64_t n = 0;
    for (int32_t i = 0; i < p->n_trials; i++) {
        n += p->trial[i].state == TRIAL_DONE ? p->trial[i].k : 0;
    }
    sizes s = {.sorted = need((size_t)n, sizeof(double))};
    for (int32_t i = 0; i < p->n_trials; i++) {
        if (p->trial[i].state == TRIAL_DONE) {
            for (int32_t c = 0; c < p->trial[i].k; c++) {
                s.sorted[s.n++] = (double)p->trial[i].size[c];
            }
        }
    }
    spread_sort(s.sorted, s.n);
    return s;
}

/* Calls `each` for every size that has a dot, once, with the number of clusters. */
static void each_dot(const sizes *s, const spread_box *box, int64_t q, void *user,
                     void (*each)(void *user, double size, int above, int64_t clusters)) {
    for (int64_t i = 0; i < s->n;) {
        int64_t next = i + 1;
        while (next < s->n && s->sorted[next] == s->sorted[i]) {
            next++;
        }
        int const above = s->sorted[i] > (double)q;
        if (above || i < box->first || i > box->last) {
            each(user, s->sorted[i], above, next - i);
        }
        i = next;
    }
}

/* ---- layout ---- */

/* To the largest size or capacity of a series, and far enough for steps of whole members. */
static axis size_axis(const curves *c, int32_t of) {
    double high = STEPS;
    for (int32_t i = 0; i < c->n_k; i++) {
        const curve_point *const p = curves_at(c, of, i);
        if (p->answers > 0) {
            sizes const s = sizes_open(p);
            double const largest = s.sorted[s.n - 1];
            high = largest > high ? largest : high;
            high = (double)p->q > high ? (double)p->q : high;
            free(s.sorted);
        }
    }
    return axis_over(0, high, STEPS);
}

/* One huge cluster of one series is not to flatten the boxes of all others. */
static panels layout(const curves *c) {
    axis *const own = need((size_t)c->n_series, sizeof *own);
    for (int32_t s = 0; s < c->n_series; s++) {
        own[s] = size_axis(c, s);
    }
    axis const x = lines_k_axis(c, panels_area_width(c->n_series));
    panels p = panels_open(c->n_series, x, own[0], LEGEND);
    panels_give_axes(&p, own);
    return p;
}

/* Every so many k has a box. */
static int32_t box_distance(const panels *p, const curves *c) {
    double const unit = p->panel_width / (p->x.high - p->x.low);
    double const wanted = BOX_APART / unit;
    int32_t const dense = c->n_k > 1 && c->k[c->n_k - 1] - c->k[0] < 2 * c->n_k;
    return !dense || wanted <= 1 ? 1 : (int32_t)wanted + 1;
}

/* ---- drawing ---- */

typedef struct dots {
    output *out;
    const plot_area *area;
    int32_t k;
} dots;

static void draw_dot(void *user, double size, int above, int64_t clusters) {
    const dots *const d = user;
    (void)clusters;
    plot_dot(d->out, d->area, PLOT_BLACK, d->k, size, above);
}

static void draw_panel(output *out, const curves *c, const panels *p, int32_t s) {
    plot_area const area = panels_area(p, s);
    int32_t const every = box_distance(p, c);
    double const unit = area.width / (area.x.high - area.x.low);
    double const wanted = 0.36 * unit * every;
    double const half = wanted > HALF_BOX_MOST    ? HALF_BOX_MOST
                        : wanted < HALF_BOX_LEAST ? HALF_BOX_LEAST
                                                  : wanted;
    plot_point *const q = need((size_t)c->n_k, sizeof *q);
    for (int32_t i = 0; i < c->n_k; i++) {
        const curve_point *const at = curves_at(c, s, i);
        q[i] = (plot_point){.x = c->k[i], .y = (double)at->q, .gap = at->answers == 0};
        if (at->answers > 0 && i % every == 0) {
            sizes const list = sizes_open(at);
            spread_box const box = spread_tukey(list.sorted, list.n);
            plot_box(out, &area, curves_look(c, s).colour, c->k[i], half, &box);
            each_dot(&list, &box, at->q, &(dots){out, &area, c->k[i]}, draw_dot);
            free(list.sorted);
        }
    }
    plot_steps(out, &area, CAPACITY, q, c->n_k);
    if (curves_sum(c, s).answered == 0) {
        plot_nothing(out, &area);
    }
    free(q);
    panels_name(out, p, s, c->trials->series[s].name);
}

static void legend(output *out, const panels *p) {
    plot_area a = panels_area(p, 0);
    double const y = panels_bottom(p) + 10;
    double x = a.left;
    plot_sample_line(out, ID, CAPACITY, x, y);
    plot_words(out, x + PLOT_SAMPLE, y + 4, PLOT_START, "capacity");
    /* A dot of the area's at a place of ours. */
    a.x = (axis){.low = 0, .high = 1};
    a.y = (axis){.low = 0, .high = 1};
    for (int filled = 1; filled >= 0; filled--) {
        x += filled ? 130 : 170;
        a.left = x + 4;
        a.width = 1;
        a.top = y;
        a.height = 1;
        plot_dot(out, &a, PLOT_BLACK, 0, 1, filled);
        plot_words(out, x + 14, y + 4, PLOT_START,
                   filled ? "above the capacity" : "outlier within the capacity");
    }
}

static void describe(output *out, const curves *c) {
    output_format(out,
                  "Box plots of cluster sizes against the number of clusters k, a panel "
                  "for each of %d series. The axes of sizes differ from panel to panel. ",
                  (int)c->n_series);
    for (int32_t s = 0; s < c->n_series; s++) {
        curve_sum const sum = curves_sum(c, s);
        if (sum.over_capacity > 0) {
            svg_name(out, c->trials->series[s].name);
            output_format(out, " has clusters above the capacity in %lld of %lld answers. ",
                          (long long)sum.over_capacity, (long long)sum.answers);
        }
    }
    output_text(out, "All values are in sizes.csv.");
}

static void draw(output *out, const scene *of) {
    const curves *const c = of->curves;
    panels p = layout(c);
    plot_open(out, ID, p.width, p.height, figure_sizes.title);
    describe(out, c);
    plot_described(out, ID);
    for (int32_t s = 0; s < c->n_series; s++) {
        panels_axes(out, &p, s);
        draw_panel(out, c, &p, s);
    }
    panels_titles(out, &p, "number of clusters k", "members");
    plot_text(out, panels_area(&p, 0).left, 20, PLOT_START, "title");
    output_text(out, figure_sizes.title);
    plot_text_end(out);
    legend(out, &p);
    plot_close(out);
    panels_close(&p);
}

/* ---- as text ---- */

typedef struct row_start {
    output *out;
    const char *name;
    int32_t k;
    int64_t q;
} row_start;

static void start_row(const row_start *r, const char *mark, int64_t clusters, double size) {
    output_format(r->out, "%s,%d,%lld,%s,%lld,", r->name, (int)r->k, (long long)r->q, mark,
                  (long long)clusters);
    output_number(r->out, size);
}

static void dot_row(void *user, double size, int above, int64_t clusters) {
    const row_start *const r = user;
    start_row(r, above ? "above" : "outlier", clusters, size);
    output_text(r->out, ",,,,\n");
}

static void rows(output *out, const scene *of) {
    const curves *const c = of->curves;
    output_text(out, "method,k,q,mark,clusters,size,low,lower,upper,high\n");
    for (int32_t s = 0; s < c->n_series; s++) {
        for (int32_t i = 0; i < c->n_k; i++) {
            const curve_point *const at = curves_at(c, s, i);
            if (at->answers == 0) {
                continue;
            }
            sizes const list = sizes_open(at);
            spread_box const box = spread_tukey(list.sorted, list.n);
            row_start row = {out, c->trials->series[s].name, c->k[i], at->q};
            double const value[] = {box.low, box.lower, box.upper, box.high};
            start_row(&row, "box", list.n, box.median);
            for (int v = 0; v < 4; v++) {
                output_text(out, ",");
                output_number(out, value[v]);
            }
            output_text(out, "\n");
            each_dot(&list, &box, at->q, &row, dot_row);
            free(list.sorted);
        }
    }
}

/* Does the series have a row with that mark? gnuplot warns of plots without points. */
static int has_mark(const curves *c, int32_t s, int above) {
    int found = 0;
    for (int32_t i = 0; i < c->n_k; i++) {
        const curve_point *const at = curves_at(c, s, i);
        sizes const list = sizes_open(at);
        if (list.n > 0) {
            spread_box const box = spread_tukey(list.sorted, list.n);
            for (int64_t v = 0; v < list.n; v++) {
                int const over = list.sorted[v] > (double)at->q;
                found |= above ? over : !over && (v < box.first || v > box.last);
            }
        }
        free(list.sorted);
    }
    return found;
}

static void script_panel(output *out, const curves *c, int32_t s) {
    const char *const name = c->trials->series[s].name;
    int items = 0;
    output_format(out, "set title \"%s\"\n", name);
    if (curves_sum(c, s).answered > 0) {
        gnuplot_item(out, &items);
        output_format(
            out,
            "\"sizes.csv\" using (box(\"%s\")):(cell(8)):(cell(7)):(cell(10)):(cell(9))"
            " with candlesticks fs solid 0.35 lc rgb \"%s\" notitle",
            name, plot_colour_name(curves_look(c, s).colour));
        gnuplot_item(out, &items);
        output_format(
            out,
            "\"sizes.csv\" using (box(\"%s\")):(cell(6)):(cell(6)):(cell(6)):(cell(6))"
            " with candlesticks lw 2 lc rgb \"black\" notitle",
            name);
        gnuplot_item(out, &items);
        output_format(out,
                      "\"sizes.csv\" using (box(\"%s\")):(cell(3)):(0.5) with xerrorbars pt -1 "
                      "lc rgb \"black\" dt (4,2) notitle",
                      name);
    }
    for (int above = 1; above >= 0; above--) {
        if (has_mark(c, s, above)) {
            gnuplot_item(out, &items);
            output_format(
                out,
                "\"sizes.csv\" using (dot(\"%s\", \"%s\")):(cell(6)) with points pt %d "
                "ps 0.4 lc rgb \"black\" notitle",
                name, above ? "above" : "outlier", above ? 7 : 6);
        }
    }
    gnuplot_end(out, items);
}

static void script(output *out, const scene *of) {
    const curves *const c = of->curves;
    panels p = layout(c);
    gnuplot_open(
        out,
        &(gnuplot_head){
            ID, "box plots of the sizes of the clusters against k, a panel for each series,",
            "sweep", p.width, p.height});
    output_text(out,
                "dot(name, mark) = strcol(4) eq mark ? of(name) : NaN\n"
                "box(name) = dot(name, \"box\")\n"
                "set boxwidth 0.7\nset bars 0\nset xlabel \"k\"\nset ylabel \"members\"\n");
    output_format(out, "set multiplot layout %d,%d\n", (int)((p.n + p.columns - 1) / p.columns),
                  (int)p.columns);
    for (int32_t s = 0; s < c->n_series; s++) {
        gnuplot_ranges(out, &p.x, &p.own[s]);
        script_panel(out, c, s);
    }
    output_text(out, "unset multiplot\n");
    panels_close(&p);
}

static void caption(output *out, const scene *of) {
    const curves *const c = of->curves;
    panels p = layout(c);
    output_text(out, "Sizes of all clusters");
    if (c->most_seeds > 1) {
        output_format(out, " of %d seeds together", (int)c->most_seeds);
    }
    output_text(out,
                ": boxes from the lower to the upper quartile with the median as a line, "
                "whiskers to the last sizes within 1.5 times the box&#39;s height, outliers "
                "as circles. The dashed line is the capacity of each k; every size above it "
                "is a filled dot. The axes of sizes differ from panel to panel.");
    int32_t const every = box_distance(&p, c);
    if (every > 1) {
        output_format(out, " Boxes stand at one of %d k.", (int)every);
    }
    panels_close(&p);
}

const figure figure_sizes = {ID, "Sizes of the clusters", draw, rows, script, caption};
