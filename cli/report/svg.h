/* svg.h - pieces of pictures and of the text around them, for the HTML report.
 *
 * Pictures have no viewBox: places along x are percentages of the picture's width, heights are
 * pixels. So a picture fills a phone and a wide screen alike while its letters keep their size.
 * Colours are classes (c0 .. c6, none), given their meaning by the page's style sheet.
 *
 * All text of unknown origin goes through svg_name(), svg_sentence() or svg_code(), which
 * escape it; the other functions take text of the program's own.
 */
#ifndef CLI_SVG_H
#define CLI_SVG_H

#include "save.h"

#include <faircap/faircap.h>
#include <faircap/table.h>

enum {
    SVG_COLOURS = 7,      /* of a colour-blind safe palette; then they start again */
    SVG_SHAPES = 12,      /* of markers, told apart without colour */
    SVG_NAME_LENGTH = 40, /* characters of a column's or group's name; longer ones are cut */
    SVG_DECIMAL = FCAP_NUMBER_SIZE /* room for a decimal */
};

/* Text from a file: at most SVG_NAME_LENGTH characters, nothing invisible, escaped. */
void svg_name(output *out, const char *text);
/* The same for a sentence that may hold names: not cut. */
void svg_sentence(output *out, const char *text);
/* Text without anything invisible, such as repeat.c makes: escaped, as it is otherwise. */
void svg_code(output *out, const char *text);
/* About how many digits wide a name is when shown. */
int svg_name_width(const char *text);

/* A decimal with a point under every locale; what is not finite is 0. The first returns the
 * length of the text. At most six decimals. */
int svg_decimal(char text[SVG_DECIMAL], double value, int decimals);
void svg_fixed(output *out, double value, int decimals);
/* With that many significant digits; a whole part is never cut. */
void svg_digits(output *out, double value, int digits);
/* With six of them. */
void svg_number(output *out, double value);
/* A place or width: 0.5 is "50%". */
void svg_share(output *out, double share);
/* num/den, and "none" when den is 0. */
void svg_ratio(output *out, fcap_ratio ratio);
/* The same as a decimal with three places, rounded down, so that what is below 1/2 looks so. */
void svg_ratio_decimal(output *out, fcap_ratio ratio);
/* "cluster" or "clusters", "member" or "members". */
void svg_count(output *out, int64_t n, const char *noun);
/* "3 to 5 members"; "1 member" where both are 1. */
void svg_range(output *out, int64_t least, int64_t most, const char *noun);

/* Opens a picture up to its description; the caller writes that, then svg_described().
 * height 0 leaves the height to the class. */
void svg_open(output *out, const char *id, const char *class, int height, const char *title);
void svg_described(output *out);
void svg_close(output *out);

/* A bar from share x to share x + width at pixel y; class may name several. */
void svg_bar(output *out, const char *class, double x, double width, int y, int height);
/* A line across from y1 to y2 at share x, dashed, with a halo. */
void svg_limit(output *out, double x, int y1, int y2);
/* Opens a text at share x moved by dx pixels; the caller writes it, then svg_text_close(). */
void svg_text(output *out, const char *class, double x, int dx, int y);
void svg_text_close(output *out);

/* The patterns and markers that the pictures of one page share; scale 1 is a marker of 10 px.
 */
void svg_definitions(output *out, double marker_scale);
/* The path of one of SVG_SHAPES markers within -5..5; all are closed, and told apart filled or
 * hollow. */
const char *svg_shape(int shape);
/* A marker at shares (x, y) of the picture. */
void svg_marker(output *out, int shape, double x, double y);

#endif
