/* elementary.c - see elementary.h. Both reduce the argument by a power of two and sum a series.
 */
#include "base/elementary.h"

#include <math.h>
#include <stdint.h>

/* ln 2 in two parts: the first has so few bits that its product with an exponent is exact. */
static double const LN2_HIGH = 0x1.62e42fee00000p-1;
static double const LN2_LOW = 0x1.a39ef35793c76p-33;

/* 1 / i! */
static double const INVERSE[] = {
    1.0 / 1,       1.0 / 1,        1.0 / 2,         1.0 / 6,         1.0 / 24,
    1.0 / 120,     1.0 / 720,      1.0 / 5040,      1.0 / 40320,     1.0 / 362880,
    1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};

/* 2^n for a normal number, without the call of ldexp. */
static double power_of_two(int n) {
    union {
        uint64_t bits;
        double value;
    } const u = {.bits = (uint64_t)(n + 1023) << 52};
    return u.value;
}

double fcap_exp(double x) {
    if (!(x > -746)) {
        return 0;
    }
    if (x > 709.7) {
        return INFINITY;
    }
    double const power = floor(x * (1 / (LN2_HIGH + LN2_LOW)) + 0.5);
    double const r = (x - power * LN2_HIGH) - power * LN2_LOW; /* |r| <= ln 2 / 2 */
    double sum = INVERSE[13];
    for (int i = 12; i >= 0; i--) { /* the next term is below 1e-17 */
        sum = sum * r + INVERSE[i];
    }
    return power > -1022 ? sum * power_of_two((int)power) : ldexp(sum, (int)power);
}

double fcap_log(double x) {
    int power = 0;
    double m = frexp(x, &power); /* in [1/2, 1) */
    if (m < 0.70710678118654752) {
        m *= 2;
        power--;
    }
    double const z = (m - 1) / (m + 1); /* ln m = 2 (z + z^3/3 + z^5/5 + ...), |z| < 0.172 */
    double const square = z * z;
    double sum = 0;
    for (int i = 23; i >= 1; i -= 2) {
        sum = sum * square + 1.0 / i;
    }
    return (double)power * LN2_HIGH + ((double)power * LN2_LOW + 2 * z * sum);
}
