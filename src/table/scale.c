/* scale.c - min-max and z-score without overflow. See scale.h. */
#include "table/scale.h"

#include <math.h>

double fcap_scale_apply(linear s, double value) {
    return s.divisor == 0 ? 0 : (ldexp(value, -s.e) - s.shift) / s.divisor;
}

/* All values divided by 2^e lie below 1/2, so that differences stay below 1. */
static int exponent_of(const double *value, int64_t n) {
    double largest = 0;
    for (int64_t i = 0; i < n; i++) {
        double const magnitude = fabs(value[i]);
        if (magnitude > largest) { /* false for NaN */
            largest = magnitude;
        }
    }
    int e = 0;
    frexp(largest, &e);
    return e + 1;
}

/* The mean of the values divided by 2^e. */
static double small_mean(const double *value, int64_t n, int e) {
    double sum = 0;
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) {
        if (!isnan(value[i])) {
            sum += ldexp(value[i], -e);
            count++;
        }
    }
    return count == 0 ? 0 : sum / (double)count;
}

double fcap_mean_of(const double *value, int64_t n) {
    int const e = exponent_of(value, n);
    return ldexp(small_mean(value, n, e), e);
}

linear fcap_scale_of(const double *value, int64_t n, fcap_scale scale) {
    linear s = {.e = 0, .shift = 0, .divisor = 1};
    if (scale == FCAP_SCALE_NONE) {
        return s;
    }
    s.e = exponent_of(value, n);
    double low = 0;
    double high = 0;
    int64_t seen = 0;
    for (int64_t i = 0; i < n; i++) {
        double const v = ldexp(value[i], -s.e);
        if (!isnan(v)) {
            low = seen == 0 || v < low ? v : low;
            high = seen == 0 || v > high ? v : high;
            seen++;
        }
    }
    s.shift = low;
    s.divisor = high - low;
    if (scale == FCAP_SCALE_ZSCORE && s.divisor > 0) {
        s.shift = small_mean(value, n, s.e);
        double sum = 0;
        for (int64_t i = 0; i < n; i++) {
            double const v = ldexp(value[i], -s.e) - s.shift;
            sum += isnan(v) ? 0 : v * v;
        }
        s.divisor = sqrt(sum / (double)seen);
    }
    return s;
}
