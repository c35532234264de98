/* axis.c - see axis.h. */
#include "figure/axis.h"

#include <math.h>

enum {
    DECIMALS_MOST = 6,
    TICKS_MOST = 200
};

/* Above and below these, labels are in units of a power of ten. */
static const double LARGE = 1e5;
static const double SMALL = 0.1;
/* Labels have few digits, so an axis is at least this wide compared with its values. */
static const double NARROWEST = 1e-4;

static double ten_to(int power) {
    double value = 1;
    for (int i = 0; i < power; i++) {
        value *= 10;
    }
    for (int i = 0; i > power; i--) {
        value /= 10;
    }
    return value;
}

/* The smallest step of 1, 2 or 5 times a power of ten, not below `least`, that divides the
 * width into at most `most` parts. */
static double nice_step(double width, double least, int most) {
    double decade = 1;
    while (decade * most >= width && decade > 1e-300) {
        decade /= 10;
    }
    while (decade * 10 * most < width) {
        decade *= 10;
    }
    static const double factor[] = {1, 2, 5, 10, 20};
    for (size_t i = 0; i < sizeof factor / sizeof *factor; i++) {
        double const step = decade * factor[i];
        if (step >= least && step * most >= width * (1 - 1e-12)) {
            return step;
        }
    }
    return least;
}

static void choose_labels(axis *a) {
    double const low = fabs(a->low);
    double const largest = low > fabs(a->high) ? low : fabs(a->high);
    a->power = 0;
    if (largest >= LARGE || largest < SMALL) {
        while (largest >= 1000 * ten_to(a->power)) {
            a->power += 3;
        }
        while (largest < ten_to(a->power) && a->power > -300) {
            a->power -= 3;
        }
    }
    double step = a->step / ten_to(a->power);
    for (a->decimals = 0; a->decimals < DECIMALS_MOST; a->decimals++) {
        if (fabs(step - floor(step + 0.5)) < 1e-6 * step) {
            break;
        }
        step *= 10;
    }
}

static double finite_or_zero(double value) {
    return value >= -1e300 && value <= 1e300 ? value : 0;
}

axis axis_over(double low, double high, int most) {
    axis a = {.low = finite_or_zero(low), .high = finite_or_zero(high)};
    double const size = fabs(a.low) > fabs(a.high) ? fabs(a.low) : fabs(a.high);
    if (a.high - a.low <= NARROWEST * size) {
        double const middle = a.low + (a.high - a.low) / 2;
        double const half = size > 0 ? NARROWEST * size : 0.5;
        a.low = middle >= 0 && middle < half ? 0 : middle - half;
        a.high = a.low + 2 * half;
    }
    a.step = nice_step(a.high - a.low, 0, most);
    a.low = floor(a.low / a.step + 1e-9) * a.step;
    a.high = ceil(a.high / a.step - 1e-9) * a.step;
    choose_labels(&a);
    return a;
}

axis axis_whole(double low, double high, int most) {
    axis a = {.low = low, .high = high > low ? high : low + 1};
    a.step = nice_step(a.high - a.low, 1, most);
    choose_labels(&a);
    return a;
}

static double first_tick(const axis *a) {
    return ceil(a->low / a->step - 1e-9);
}

int axis_ticks(const axis *a) {
    double const n = floor(a->high / a->step + 1e-9) - first_tick(a) + 1;
    return n < 0 ? 0 : n > TICKS_MOST ? TICKS_MOST : (int)n;
}

double axis_tick(const axis *a, int i) {
    return (first_tick(a) + i) * a->step;
}

int axis_label(const axis *a, double value, char text[SVG_DECIMAL]) {
    return svg_decimal(text, value / ten_to(a->power), a->decimals);
}

int axis_label_length(const axis *a) {
    int longest = 0;
    for (int i = 0; i < axis_ticks(a); i++) {
        char text[SVG_DECIMAL];
        int const length = axis_label(a, axis_tick(a, i), text);
        longest = length > longest ? length : longest;
    }
    return longest;
}

void axis_unit(output *out, const axis *a) {
    static const char *const superscript[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    if (a->power == 0) {
        return;
    }
    int const size = a->power < 0 ? -a->power : a->power;
    output_text(out, a->power < 0 ? " (×10⁻" : " (×10");
    for (int unit = size >= 100 ? 100 : size >= 10 ? 10 : 1; unit > 0; unit /= 10) {
        output_text(out, superscript[size / unit % 10]);
    }
    output_text(out, ")");
}
