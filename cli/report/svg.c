/* svg.c - see svg.h. */
#include "report/svg.h"

#include "words.h"

#include <faircap/table.h>

#include <stdio.h>
#include <string.h>

static void escaped(output *out, const char *text, size_t size) {
    size_t from = 0;
    for (size_t i = 0; i < size; i++) {
        const char *const entity = text[i] == '&'    ? "&amp;"
                                   : text[i] == '<'  ? "&lt;"
                                   : text[i] == '>'  ? "&gt;"
                                   : text[i] == '"'  ? "&quot;"
                                   : text[i] == '\'' ? "&#39;"
                                                     : NULL;
        if (entity != NULL) {
            output_bytes(out, text + from, i - from);
            output_text(out, entity);
            from = i + 1;
        }
    }
    output_bytes(out, text + from, size - from);
}

static void shown(output *out, const char *text, size_t characters) {
    char safe_text[1024];
    size_t const size =
        fcap_text_display(text, strlen(text), characters, safe_text, sizeof safe_text);
    escaped(out, safe_text, size);
}

void svg_name(output *out, const char *text) {
    shown(out, text[0] != 0 ? text : "(empty)", SVG_NAME_LENGTH);
}

void svg_sentence(output *out, const char *text) {
    shown(out, text, 1000);
}

void svg_code(output *out, const char *text) {
    escaped(out, text, strlen(text));
}

int svg_name_width(const char *text) {
    int width = 0;
    for (const char *c = text; *c != 0 && width < 2 * SVG_NAME_LENGTH; c++) {
        unsigned const u = (unsigned char)*c;
        /* One for each character, two for those of three bytes and more: most are wide. */
        width += u < 0x80 || (u >= 0xc0 && u < 0xe0) ? 1 : u >= 0xe0 ? 2 : 0;
    }
    return width > 0 ? width : 7;
}

/* ---- numbers ---- */

int svg_decimal(char text[SVG_DECIMAL], double value, int decimals) {
    double const size = value < 0 ? -value : value;
    if (!(size < 1e12)) {
        return fcap_number_print(size <= 1e308 ? value : 0, text);
    }
    int64_t unit = 1;
    for (int i = 0; i < decimals; i++) {
        unit *= 10;
    }
    int64_t const scaled = (int64_t)(size * (double)unit + 0.5);
    const char *const sign = value < 0 && scaled > 0 ? "-" : "";
    long long const whole = (long long)(scaled / unit);
    return decimals > 0 ? snprintf(text, SVG_DECIMAL, "%s%lld.%0*lld", sign, whole, decimals,
                                   (long long)(scaled % unit))
                        : snprintf(text, SVG_DECIMAL, "%s%lld", sign, whole);
}

void svg_fixed(output *out, double value, int decimals) {
    char text[SVG_DECIMAL];
    int const n = svg_decimal(text, value, decimals);
    output_bytes(out, text, (size_t)n);
}

void svg_digits(output *out, double value, int digits) {
    double const size = value < 0 ? -value : value;
    if (size > 0 && (size < 1e-3 || size >= 1e9)) {
        output_number(out, value);
        return;
    }
    int decimals = digits;
    for (double bound = 1; decimals > 0 && size >= bound; bound *= 10) {
        decimals--;
    }
    for (double bound = 0.1; size > 0 && size < bound; bound /= 10) {
        decimals++;
    }
    svg_fixed(out, value, size > 0 ? decimals : 0);
}

void svg_number(output *out, double value) {
    svg_digits(out, value, 6);
}

void svg_share(output *out, double share) {
    svg_fixed(out, 100 * share, 2);
    output_text(out, "%");
}

void svg_ratio(output *out, fcap_ratio ratio) {
    if (ratio.den == 0) {
        output_text(out, "none");
    } else if (ratio.den == 1) {
        output_integer(out, ratio.num);
    } else {
        output_format(out, "%lld/%lld", (long long)ratio.num, (long long)ratio.den);
    }
}

void svg_ratio_decimal(output *out, fcap_ratio ratio) {
    char text[RATIO_SIZE];
    output_text(out, ratio_decimal(ratio, text));
}

void svg_count(output *out, int64_t n, const char *noun) {
    output_format(out, "%lld %s%s", (long long)n, noun, n == 1 ? "" : "s");
}

void svg_range(output *out, int64_t least, int64_t most, const char *noun) {
    if (least < most) {
        output_format(out, "%lld to ", (long long)least);
    }
    svg_count(out, most, noun);
}

/* ---- pictures ---- */

void svg_open(output *out, const char *id, const char *class, int height, const char *title) {
    output_format(out, "<svg class=\"%s\" role=\"img\" aria-labelledby=\"%s-t %s-d\"", class,
                  id, id);
    if (height > 0) {
        output_format(out, " height=\"%d\"", height);
    }
    output_format(out, ">\n<title id=\"%s-t\">%s</title><desc id=\"%s-d\">", id, title, id);
}

void svg_described(output *out) {
    output_text(out, "</desc>\n");
}

void svg_close(output *out) {
    output_text(out, "</svg>\n");
}

void svg_bar(output *out, const char *class, double x, double width, int y, int height) {
    output_format(out, "<rect class=\"%s\" x=\"", class);
    svg_share(out, x);
    output_format(out, "\" y=\"%d\" width=\"", y);
    svg_share(out, width);
    output_format(out, "\" height=\"%d\"/>\n", height);
}

void svg_limit(output *out, double x, int y1, int y2) {
    for (int halo = 1; halo >= 0; halo--) {
        output_format(out, "<line class=\"%s\" x1=\"", halo ? "halo" : "limit");
        svg_share(out, x);
        output_format(out, "\" y1=\"%d\" x2=\"", y1);
        svg_share(out, x);
        output_format(out, "\" y2=\"%d\"/>\n", y2);
    }
}

void svg_text(output *out, const char *class, double x, int dx, int y) {
    output_text(out, "<text");
    if (class[0] != 0) {
        output_format(out, " class=\"%s\"", class);
    }
    output_text(out, " x=\"");
    svg_share(out, x);
    output_format(out, "\" dx=\"%d\" y=\"%d\">", dx, y);
}

void svg_text_close(output *out) {
    output_text(out, "</text>\n");
}

/* ---- shared definitions ---- */

/* Within -5..5. The first eight are filled in the pictures of points. */
static const char *const shape_path[SVG_SHAPES] = {
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-3.6-3.6h7.2v7.2h-7.2z",
    "M0-4.8L4.6 3.6H-4.6z",
    "M0-5L4.4 0L0 5L-4.4 0z",
    "M-1.5-4.6h3v3.1h3.1v3h-3.1v3.1h-3v-3.1h-3.1v-3h3.1z",
    "M0 4.8L4.6-3.6H-4.6z",
    "M-4.4-2.4L-2.4-4.4L0-2L2.4-4.4L4.4-2.4L2 0L4.4 2.4L2.4 4.4L0 2L-2.4 4.4L-4.4 2.4L-2 0z",
    "M0-5.2L1.4-1.9L5-1.6L2.3.7L3.1 4.2L0 2.4L-3.1 4.2L-2.3.7L-5-1.6L-1.4-1.9z",
    "M4.8 0L-3.6 4.6V-4.6z",
    "M-4.4-4.4H4.4L1 0L4.4 4.4H-4.4L-1 0z",
    "M-4.8 0L3.6 4.6V-4.6z",
    "M0-4.8L4.6-1.5L2.8 3.9H-2.8L-4.6-1.5z",
};
/* The others are the first four again as outlines: in grey print they differ most. */
static const char *const outline_path[] = {
    "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0z",
    "M-3.4-3.4h6.8v6.8h-6.8z",
    "M0-4.4L4.2 3.2H-4.2z",
    "M0-4.6L4 0L0 4.6L-4 0z",
};
enum {
    FIRST_OUTLINE = 8
};

const char *svg_shape(int shape) {
    return shape_path[shape % SVG_SHAPES];
}

void svg_definitions(output *out, double marker_scale) {
    output_text(out,
                "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n"
                "<pattern id=\"hatch\" width=\"7\" height=\"7\" "
                "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
                "<rect class=\"hatch-back\" width=\"7\" height=\"7\"/>"
                "<rect class=\"hatch-line\" width=\"3\" height=\"7\"/></pattern>\n");
    for (int s = 0; s < SVG_SHAPES; s++) {
        output_format(out, "<path id=\"m%d\" class=\"%s\" transform=\"scale(", s,
                      s < FIRST_OUTLINE ? "filled" : "outline");
        svg_fixed(out, marker_scale, 2);
        output_format(out, ")\" d=\"%s\"/>\n",
                      s < FIRST_OUTLINE ? shape_path[s] : outline_path[s - FIRST_OUTLINE]);
    }
    output_text(out, "</defs></svg>\n");
}

void svg_marker(output *out, int shape, double x, double y) {
    output_format(out, "<use href=\"#m%d\" x=\"", shape % SVG_SHAPES);
    svg_share(out, x);
    output_text(out, "\" y=\"");
    svg_share(out, y);
    output_text(out, "\"/>\n");
}
