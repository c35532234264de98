/* tune_plot.h - cost and something else against a parameter, a line for each tuned method, the
 * chosen value of each in a ring: what the figures of lambda and of slack have in common.
 */
#ifndef CLI_TUNE_PLOT_H
#define CLI_TUNE_PLOT_H

#include "figure/figure.h"

typedef struct tune_line {
    const tuned_choice *choice;
    plot_look look;
    int32_t n;
    plot_point *cost;  /* n: mean of cost / least cost of the line; 1 at best */
    plot_point *other; /* n */
    int32_t chosen;    /* index, or -1 */
} tune_line;

typedef struct tune_plot {
    const char *id;
    const char *title;
    const char *parameter; /* "lambda" */
    const char *other;     /* title of the lower area */
    const char *column;    /* its name in the CSV */
    const char *what;      /* gnuplot_head */
    int32_t n;
    tune_line *line;
    plot_area upper;
    plot_area lower;
    double legend;
    double width;
    double height;
} tune_plot;

/* Adds a line of n points for choice i of the scene; the caller fills the points, all gaps. */
tune_line *tune_plot_add(tune_plot *p, const scene *s, int32_t i, int32_t n);
/* Mean over k and seeds of cost / least cost among the n series of `list`, for each of them.
 * Answers that were repaired count in no mean, like runs without an answer (tuned.h). */
void tune_plot_costs(tune_line *to, const curves *c, const int32_t *list);
/* After all lines: axes and sizes. */
void tune_plot_layout(tune_plot *p, double other_low, double other_high);
void tune_plot_close(tune_plot *p);

void tune_plot_draw(output *out, const tune_plot *p);
void tune_plot_rows(output *out, const tune_plot *p);
void tune_plot_script(output *out, const tune_plot *p);

#endif
