/* fixed.h - sums of doubles that do not depend on the order.
 *
 * A value v with |v| < 2^11 is rounded to a multiple of 2^-50 and added up in two whole
 * numbers: its lower 32 bits, and the rest. Whole numbers may be added in any order, by any
 * number of ranks, and the sum is the same; up to 2^31 values cannot overflow.
 */
#ifndef FCAP_SHARD_FIXED_H
#define FCAP_SHARD_FIXED_H

#include <math.h>
#include <stdint.h>

typedef struct fixed {
    int64_t high;
    int64_t low;
} fixed;

#define FIXED_ONE   0x1p50
#define FIXED_LIMIT 2048.0 /* |v| is below this */

static inline void fixed_add(fixed *sum, double v) {
    int64_t const units = (int64_t)floor(v * FIXED_ONE + 0.5);
    int64_t const low = units & 0xffffffff;
    sum->low += low;
    sum->high += (units - low) / 4294967296;
}

/* Between 0 and 2^32 in the lower part, so that equal sums are equal. */
static inline fixed fixed_normal(fixed sum) {
    int64_t const low = sum.low & 0xffffffff;
    return (fixed){sum.high + (sum.low - low) / 4294967296, low};
}

static inline int fixed_less(fixed a, fixed b) {
    fixed const x = fixed_normal(a);
    fixed const y = fixed_normal(b);
    return x.high < y.high || (x.high == y.high && x.low < y.low);
}

static inline double fixed_value(fixed sum) {
    fixed const s = fixed_normal(sum);
    return ((double)s.high * 4294967296.0 + (double)s.low) / FIXED_ONE;
}

#endif
