/* lines.h - a line for each series against k, with its legend: what the figures of cost and of
 * balance have in common.
 */
#ifndef CLI_LINES_H
#define CLI_LINES_H

#include "figure/curves.h"

typedef struct lines {
    const curves *curves;
    const char *id;
    middle (*of)(const curve_point *p); /* what is drawn */
    plot_area area;
    double legend; /* where it begins, from the left */
    double width;  /* of the whole */
    double height;
} lines;

/* k on an axis that is so many pixels wide. */
axis lines_k_axis(const curves *c, double width);

/* gutter: room between area and legend; notes: lines of the legend below the series. */
lines lines_open(const curves *c, const char *id, middle (*of)(const curve_point *p), axis y,
                 double gutter, int notes);

/* How far along k a series is moved, so that bars at one k stand beside each other: at most
 * 0.15 of the way to the next k. 0 without bars. */
double lines_shift(const lines *l, int32_t s);

/* All series, the first on top. */
void lines_draw(output *out, const lines *l);
/* The series, then how bars and hollow markers are meant; returns the y of the next line. */
double lines_legend(output *out, const lines *l);

/* CSV: method,k,seeds,median,least,largest,broken and what `more` adds, each with a comma
 * before it, named in `names`. No answer: those cells are empty. */
void lines_rows(output *out, const lines *l, const char *names,
                void (*more)(output *out, const curves *c, const curve_point *p));
/* What the marks of broken rules mean, and the items of gnuplot's plot command. */
void lines_script_title(output *out, const lines *l);
enum {
    LINES_K = SERIES_NAME + SVG_DECIMAL + 16
};
/* The k of a row of series s as gnuplot computes it, with its shift. Returns text. */
const char *lines_script_k(const lines *l, int32_t s, char text[LINES_K]);
void lines_script(output *out, const lines *l, int *items);
/* "Median of 10 seeds, ...": how lines are to be read. */
void lines_caption(output *out, const lines *l);

#endif
