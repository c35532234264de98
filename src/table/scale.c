/* scale.c - min-max and z-score without overflow. See scale.h. */
#include "table/scale.h"

#include <math.h>

void fcap_range_add(value_range *range, const double *value, int64_t n, int64_t step) {
    value_range r = *range;
    for (int64_t i = 0; i < n; i++) {
        double const v = value[i * step];
        if (!isnan(v)) {
            r.low = r.seen == 0 || v < r.low ? v : r.low;
            r.high = r.seen == 0 || v > r.high ? v : r.high;
            r.seen++;
        }
    }
    *range = r;
}

/* All values divided by 2^e lie below 1/2, so that differences stay below 1. */
static int exponent_of(value_range range) {
    double const low = fabs(range.low);
    double const high = fabs(range.high);
    int e = 0;
    frexp(low > high ? low : high, &e);
    return e + 1;
}

/* v * power[0] * power[1] is v / 2^e, rounded once: where there are two powers, v is so small
 * that neither rounds. */
static void set_powers(linear *s, int e) {
    int const part = e < -1000 ? 1000 : 0;
    s->power[0] = ldexp(1, part);
    s->power[1] = ldexp(1, -e - part);
}

static double scaled(const linear *s, double value) {
    return value * s->power[0] * s->power[1];
}

/* The mean of the scaled values. */
static double small_mean(const linear *s, const double *value, int64_t n, int64_t step) {
    double sum = 0;
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) {
        if (!isnan(value[i * step])) {
            sum += scaled(s, value[i * step]);
            count++;
        }
    }
    return count == 0 ? 0 : sum / (double)count;
}

double fcap_mean_of(value_range range, const double *value, int64_t n, int64_t step) {
    linear s = {.divisor = 1};
    int const e = exponent_of(range);
    set_powers(&s, e);
    return ldexp(small_mean(&s, value, n, step), e);
}

linear fcap_scale_of(value_range range, const double *value, int64_t n, int64_t step,
                     fcap_scale scale) {
    linear s = {.power = {1, 1}, .divisor = 1};
    if (scale == FCAP_SCALE_NONE) {
        return s;
    }
    set_powers(&s, exponent_of(range));
    s.shift = scaled(&s, range.low);
    s.divisor = scaled(&s, range.high) - s.shift;
    if (scale == FCAP_SCALE_ZSCORE && s.divisor > 0) {
        s.shift = small_mean(&s, value, n, step);
        double sum = 0;
        for (int64_t i = 0; i < n; i++) {
            double const v = scaled(&s, value[i * step]) - s.shift;
            sum += isnan(v) ? 0 : v * v;
        }
        s.divisor = sqrt(sum / (double)range.seen);
    }
    return s;
}
