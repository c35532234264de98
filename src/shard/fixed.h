/* fixed.h - sums of doubles that do not depend on the order.
 *
 * A value v with |v| < 2^11 is rounded to a multiple of 2^-82 and added up in three whole
 * numbers: its lowest 32 bits, the 32 above them, and the rest. Whole numbers may be added in
 * any order, by any number of ranks, and the sum is the same; up to 2^31 values cannot
 * overflow.
 *
 * Why so fine: distances are in units of the diameter, and one row far from all others may be a
 * cluster of its own. Then the cost is made of distances that are 1e-12 of the diameter, of
 * which 2^-50 would keep three digits.
 */
#ifndef FCAP_SHARD_FIXED_H
#define FCAP_SHARD_FIXED_H

#include <stdint.h>

enum {
    FIXED_PARTS = 3
};

typedef struct fixed {
    int64_t part[FIXED_PARTS]; /* in units of 2^-18, 2^-50 and 2^-82 */
} fixed;

#define FIXED_UNIT  0x1p-82 /* what is lost of a value is at most half of it */
#define FIXED_FIRST 0x1p18  /* of the first part */
#define FIXED_NEXT  0x1p32  /* times as fine is each further one */

/* The largest whole number up to x. (floor() is a call on plain x86-64.) */
static inline int64_t fixed_floor(double x) {
    int64_t const cut = (int64_t)x;
    return cut - (x < (double)cut);
}

/* No difference here rounds: a double has no more than 53 bits. */
static inline void fixed_add(fixed *sum, double v) {
    double rest = v * FIXED_FIRST;
    for (int i = 0; i < FIXED_PARTS - 1; i++) {
        int64_t const whole = fixed_floor(rest);
        sum->part[i] += whole;
        rest = (rest - (double)whole) * FIXED_NEXT;
    }
    sum->part[FIXED_PARTS - 1] += fixed_floor(rest + 0.5);
}

static inline void fixed_join(fixed *sum, fixed more) {
    for (int i = 0; i < FIXED_PARTS; i++) {
        sum->part[i] += more.part[i];
    }
}

/* Between 0 and 2^32 in all parts but the first, so that equal sums are equal. */
static inline fixed fixed_normal(fixed sum) {
    for (int i = FIXED_PARTS - 1; i > 0; i--) {
        int64_t const low = sum.part[i] & 0xffffffff;
        sum.part[i - 1] += (sum.part[i] - low) / 4294967296;
        sum.part[i] = low;
    }
    return sum;
}

static inline int fixed_less(fixed a, fixed b) {
    fixed const x = fixed_normal(a);
    fixed const y = fixed_normal(b);
    int i = 0;
    while (i < FIXED_PARTS - 1 && x.part[i] == y.part[i]) {
        i++;
    }
    return x.part[i] < y.part[i];
}

static inline double fixed_value(fixed sum) {
    fixed const s = fixed_normal(sum);
    double value = 0;
    for (int i = 0; i < FIXED_PARTS; i++) {
        value = value * FIXED_NEXT + (double)s.part[i];
    }
    return value * FIXED_UNIT;
}

#endif
