/* gnuplot.h - what the scripts that redraw the figures have in common.
 *
 * A script reads NAME.csv and writes NAME.png; both stand beside it. It draws in the figure's
 * colours, dashes and, as far as gnuplot has them, markers; what gnuplot cannot draw hollow
 * gets a white dot.
 */
#ifndef CLI_GNUPLOT_H
#define CLI_GNUPLOT_H

#include "figure/plot.h"

typedef struct gnuplot_head {
    const char *name;  /* of its files */
    const char *what;  /* it draws, as a sentence goes on after "draws" */
    const char *study; /* that makes it: "sweep" or "tune" */
    double width;
    double height;
} gnuplot_head;

/* What it is, terminal, file, separator and two functions: of("x") is column 2 in the rows of
 * method x, cell(c) is column c, and both are undefined elsewhere. */
void gnuplot_open(output *out, const gnuplot_head *h);
/* set xrange and yrange; ticks along x are those of the axis, so that those of k are whole. */
void gnuplot_ranges(output *out, const axis *x, const axis *y);
/* lc ... dt ... lw ... [pt ... ps ...] */
void gnuplot_look(output *out, plot_look look, const char *width);
/* Before item i of a plot command: "plot" or a comma and a new line. */
void gnuplot_item(output *out, int *items);
/* Ends the plot command; one without items draws an empty frame. */
void gnuplot_end(output *out, int items);

#endif
