/* axis.h - which values an axis shows, and which of them are labelled.
 *
 * Ticks are multiples of a step of 1, 2 or 5 times a power of ten. Labels of very large and
 * very small values are in units of a power of ten, which the title of the axis then says.
 */
#ifndef CLI_AXIS_H
#define CLI_AXIS_H

#include "report/svg.h"

typedef struct axis {
    double low;
    double high; /* above low */
    double step;
    int decimals; /* of a label */
    int power;    /* labels are in units of 10^power */
} axis;

/* Holds low..high, starts and ends at a tick, at most `most` steps long. A range of no width
 * is widened; what is not finite counts as 0. */
axis axis_over(double low, double high, int most);
/* Exactly low..high; ticks at whole numbers, at most `most` of them where high - low is whole.
 */
axis axis_whole(double low, double high, int most);

/* Ticks 0 .. axis_ticks() - 1. */
int axis_ticks(const axis *a);
double axis_tick(const axis *a, int i);
/* The label of a value; returns its length. */
int axis_label(const axis *a, double value, char text[SVG_DECIMAL]);
/* The length of its longest label. */
int axis_label_length(const axis *a);
/* " (×10⁶)", or nothing. */
void axis_unit(output *out, const axis *a);

#endif
