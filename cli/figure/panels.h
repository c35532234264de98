/* panels.h - small plots of one kind beside each other, on the same axes or, where
 * values of one would flatten all others, each on an axis of y of its own. */
#ifndef CLI_PANELS_H
#define CLI_PANELS_H

#include "figure/plot.h"

typedef struct panels {
    int32_t n;
    int32_t columns;
    axis x;
    axis y;    /* of all; with axes of their own, the one with the longest labels */
    axis *own; /* n, or NULL */
    double gap;
    double panel_width;
    double width; /* of the whole */
    double height;
} panels;

/* The width of an area when there are n panels: what its axis of x is made for. */
double panels_area_width(int32_t n);
/* below: room at the end of the figure, for a legend. */
panels panels_open(int32_t n, axis x, axis y, double below);
/* Gives each panel an axis of y of its own, of the n given ones, which panels_close() frees. */
void panels_give_axes(panels *p, axis *own);
void panels_close(panels *p);
plot_area panels_area(const panels *p, int32_t i);
/* The axes of panel i; values along y that all panels share are written at the left of each
 * row only. */
void panels_axes(output *out, const panels *p, int32_t i);
/* The name of panel i, and the unit of its own axis where it has one. */
void panels_name(output *out, const panels *p, int32_t i, const char *name);
/* Below the last panel of each column, and at the left of each row. */
void panels_titles(output *out, const panels *p, const char *x, const char *y);
/* Where the room at the end begins. */
double panels_bottom(const panels *p);

#endif
