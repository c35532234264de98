/* figure_balance.c - the balance of the least balanced cluster, against k ([LQ21] Figures 1-5,
 * b): the balance asked for is dashed, that of the whole file dotted, both named at the right.
 */
#include "figure/figure.h"
#include "figure/gnuplot.h"
#include "figure/lines.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>

static const char ID[] = "balance";

enum {
    STEPS = 6,
    NAMED_MOST = 6, /* balances asked for that differ and are drawn */
    APART = 14      /* of two names above each other */
};

static middle balance_of(const curve_point *p) {
    return p->balance;
}

/* ---- the levels ---- */

typedef struct level {
    double value;
    plot_look look;
    char name[32];
    double y; /* of its name */
} level;

static int by_value_falling(const void *left, const void *right) {
    const level *const a = left;
    const level *const b = right;
    return (a->value < b->value) - (a->value > b->value);
}

/* The balances asked for, without repetitions, and that of the file; the highest first. */
static int levels_of(const curves *c, level *list) {
    const job *const j = c->trials->job;
    int n = 0;
    for (int32_t a = 0; a < j->n_protect && n < NAMED_MOST; a++) {
        int known = j->balance[a].num == 0;
        for (int i = 0; i < n; i++) {
            known |= list[i].value == ratio_value(j->balance[a]);
        }
        if (!known) {
            list[n] = (level){.value = ratio_value(j->balance[a]),
                              .look = {.colour = PLOT_BLACK, .dash = 1, .shape = -1}};
            snprintf(list[n].name, sizeof list[n].name, "asked %lld/%lld",
                     (long long)j->balance[a].num, (long long)j->balance[a].den);
            n++;
        }
    }
    list[n] = (level){.value = curves_whole_balance(c),
                      .look = {.colour = PLOT_BLACK, .dash = 2, .shape = -1}};
    char text[SVG_DECIMAL];
    svg_decimal(text, curves_shown_balance(list[n].value), 3);
    snprintf(list[n].name, sizeof list[n].name, "whole file %.12s", text);
    qsort(list, (size_t)n + 1, sizeof *list, by_value_falling);
    return n + 1;
}

/* At their lines, but never on top of each other and never below the area. */
static void place_names(const plot_area *a, level *list, int n) {
    for (int i = 0; i < n; i++) {
        list[i].y = plot_y(a, list[i].value) + 4;
        if (i > 0 && list[i].y < list[i - 1].y + APART) {
            list[i].y = list[i - 1].y + APART;
        }
    }
    double limit = a->top + a->height + 4;
    for (int i = n; i-- > 0; limit -= APART) {
        list[i].y = list[i].y > limit ? limit : list[i].y;
    }
}

static lines layout(const curves *c) {
    level list[NAMED_MOST + 1];
    int const n = levels_of(c, list);
    double high = list[0].value;
    double letters = 0;
    for (int64_t i = 0; i < (int64_t)c->n_series * c->n_k; i++) {
        const curve_point *const p = &c->point[i];
        high = p->answers > 0 && p->balance.largest > high ? p->balance.largest : high;
    }
    for (int i = 0; i < n; i++) {
        double const wide = plot_text_width(list[i].name);
        letters = wide > letters ? wide : letters;
    }
    return lines_open(c, ID, balance_of, axis_over(0, high, STEPS), letters + 8, 0);
}

/* ---- the four texts ---- */

static void describe(output *out, const curves *c) {
    output_format(out,
                  "Balance of the least balanced cluster against the number of clusters k for "
                  "%d series. ",
                  (int)c->n_series);
    for (int32_t s = 0; s < c->n_series; s++) {
        curve_sum const sum = curves_sum(c, s);
        svg_name(out, c->trials->series[s].name);
        if (sum.answered == 0) {
            output_text(out, ": no answer. ");
        } else {
            output_text(out, ": at least ");
            svg_fixed(out, curves_shown_balance(sum.least_balance), 3);
            output_text(out, ". ");
        }
    }
    output_text(out, "All values are in balance.csv.");
}

static void draw(output *out, const scene *of) {
    const curves *const c = of->curves;
    lines const l = layout(c);
    level list[NAMED_MOST + 1];
    int const n = levels_of(c, list);
    place_names(&l.area, list, n);
    plot_open(out, ID, l.width, l.height, figure_balance.title);
    describe(out, c);
    plot_described(out, ID);
    plot_axes(out, &l.area, 1);
    for (int i = 0; i < n; i++) {
        plot_level(out, &l.area, list[i].look, list[i].value);
        plot_words(out, l.area.left + l.area.width + 6, list[i].y, PLOT_START, list[i].name);
    }
    lines_draw(out, &l);
    plot_text(out, l.area.left, 20, PLOT_START, "title");
    output_text(out, figure_balance.title);
    plot_text_end(out);
    plot_x_title(out, &l.area);
    output_text(out, "number of clusters k");
    plot_text_end(out);
    plot_y_title(out, &l.area);
    output_text(out, "balance");
    plot_text_end(out);
    lines_legend(out, &l);
    plot_close(out);
}

static void add_levels(output *out, const curves *c, const curve_point *p) {
    (void)p;
    const job *const j = c->trials->job;
    double strictest = 0;
    for (int32_t a = 0; a < j->n_protect; a++) {
        strictest =
            ratio_value(j->balance[a]) > strictest ? ratio_value(j->balance[a]) : strictest;
    }
    output_text(out, ",");
    output_number(out, strictest);
    output_text(out, ",");
    output_number(out, curves_whole_balance(c));
}

static void rows(output *out, const scene *of) {
    lines const l = layout(of->curves);
    lines_rows(out, &l, ",asked,whole_file", add_levels);
}

static void script(output *out, const scene *of) {
    const curves *const c = of->curves;
    lines const l = layout(c);
    level list[NAMED_MOST + 1];
    int const n = levels_of(c, list);
    int items = 0;
    gnuplot_open(
        out,
        &(gnuplot_head){
            ID, "the balance of the least balanced cluster against k, a line for each series,",
            "sweep", l.width, l.height});
    gnuplot_ranges(out, &l.area.x, &l.area.y);
    output_text(out, "set xlabel \"number of clusters k\"\nset ylabel \"balance\"\n"
                     "set key outside right top Left reverse\n");
    lines_script_title(out, &l);
    lines_script(out, &l, &items);
    for (int i = 0; i < n; i++) {
        gnuplot_item(out, &items);
        output_number(out, list[i].value);
        output_text(out, " with lines");
        gnuplot_look(out, list[i].look, "1.4");
        output_format(out, " title \"%s\"", list[i].name);
    }
    gnuplot_end(out, items);
}

static void caption(output *out, const scene *of) {
    lines const l = layout(of->curves);
    output_text(out, "Balance of the least balanced cluster: members of its smallest group "
                     "divided by those of its largest. Dashed: what was asked of every "
                     "cluster; dotted: the whole file.");
    lines_caption(out, &l);
}

const figure figure_balance = {ID, "Balance", draw, rows, script, caption};
