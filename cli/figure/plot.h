/* plot.h - the parts of a plot that stands alone: an SVG with a viewBox, in black on white.
 *
 * The same text is a file and a part of a page that holds several plots. So every id starts
 * with the plot's own, and its few style rules apply below that id only.
 *
 * Lines are told apart by colour (Okabe and Ito's, safe for colour-blind readers), by dashes
 * and by the shape of their markers, each of which is enough: for print in black and white too.
 *
 * Lengths are pixels at full size, y downwards. All text of unknown origin is written by the
 * caller through svg_name(), between plot_text() and plot_text_end().
 */
#ifndef CLI_PLOT_H
#define CLI_PLOT_H

#include "figure/axis.h"
#include "figure/spread.h"

enum {
    PLOT_DASHES = 6,
    PLOT_LINE = 18 /* from one line of a legend to the next */
};

/* Width of a letter, about: names rarely take more, in any font. */
static const double PLOT_LETTER = 6.4;

typedef enum plot_colour {
    PLOT_BLACK,
    PLOT_BLUE,
    PLOT_VERMILION,
    PLOT_GREEN,
    PLOT_PURPLE,
    PLOT_ORANGE,
    PLOT_SKY,
    PLOT_GREY,
    PLOT_PALE,
    PLOT_COLOURS
} plot_colour;

typedef enum plot_anchor {
    PLOT_START,
    PLOT_MIDDLE,
    PLOT_END
} plot_anchor;

typedef struct plot_look {
    plot_colour colour;
    int dash;  /* 0 is solid */
    int shape; /* of markers; negative: none */
} plot_look;

typedef struct plot_area {
    double left;
    double top;
    double width;
    double height;
    axis x;
    axis y;
} plot_area;

/* "#0072b2" */
const char *plot_colour_name(plot_colour colour);
/* Lengths of strokes and gaps, separated by `separator`; "" when solid. Static memory. */
const char *plot_dash(int dash, char separator);
/* About how wide a name is. */
double plot_text_width(const char *text);

double plot_x(const plot_area *a, double value);
double plot_y(const plot_area *a, double value);

/* ---- the whole ---- */

/* Opens a plot up to its description; the caller writes that, then plot_described(). */
void plot_open(output *out, const char *id, double width, double height, const char *title);
void plot_described(output *out, const char *id);
void plot_close(output *out);

/* Grid, frame, ticks and their labels; those along y only with y_labels. */
void plot_axes(output *out, const plot_area *a, int y_labels);
/* Where the titles of the axes go; the caller writes them and plot_text_end(). */
void plot_x_title(output *out, const plot_area *a);
void plot_y_title(output *out, const plot_area *a);
/* Room left of an area for its labels and title. */
double plot_left_margin(const axis *y);

/* ---- pieces ---- */

void plot_text(output *out, double x, double y, plot_anchor anchor, const char *class);
void plot_text_end(output *out);
void plot_words(output *out, double x, double y, plot_anchor anchor, const char *words);

/* A point of a curve, by value. */
typedef struct plot_point {
    double x;
    double y;
    double low; /* a bar from low to high; none when they are equal */
    double high;
    int gap;    /* no point here: the line is interrupted */
    int hollow; /* its marker */
} plot_point;

/* A line through the points with a marker at every `every`-th, beginning with the one at
 * `phase` (so that lines on top of each other show all their markers), and at those that stand
 * alone. */
void plot_curve(output *out, const char *id, const plot_area *a, plot_look look,
                const plot_point *p, int32_t n, int32_t every, int32_t phase);
/* How far apart the markers must be so that they do not touch: every so many of n points. */
int32_t plot_marker_distance(const plot_area *a, int32_t n);
/* A thin line without markers. */
void plot_thin(output *out, const plot_area *a, plot_look look, const plot_point *p, int32_t n);
/* What lies below the points, hatched, and the line that limits it. */
void plot_below(output *out, const char *id, const plot_area *a, const plot_point *p,
                int32_t n);
/* Says that there is nothing to draw. */
void plot_nothing(output *out, const plot_area *a);
/* A horizontal line across the area. */
void plot_level(output *out, const plot_area *a, plot_look look, double y);
/* A level for each point, from half a unit left of it to half a unit right, or a little more.
 */
void plot_steps(output *out, const plot_area *a, plot_look look, const plot_point *p,
                int32_t n);
void plot_box(output *out, const plot_area *a, plot_colour colour, double x, double half_width,
              const spread_box *box);
/* A small circle. */
void plot_dot(output *out, const plot_area *a, plot_colour colour, double x, double y,
              int filled);
void plot_marker(output *out, const char *id, plot_look look, double x, double y, int hollow);

/* ---- the legend ---- */

enum {
    PLOT_SAMPLE = 34 /* width of a sample in a legend; its words begin there */
};
/* Samples at (x, y), the middle of a line of the legend; the caller writes the words. */
void plot_sample_line(output *out, const char *id, plot_look look, double x, double y);
void plot_sample_bar(output *out, double x, double y);
void plot_sample_below(output *out, const char *id, double x, double y);

#endif
