/* blocks.h - sums over the coordinates from one point to the 16 of a block: of squares, or of
 * absolute differences.
 *
 * Points lie in blocks of 16, coordinate by coordinate:
 *
 *     block b:  x0 of points 16b..16b+15 | x1 of the same points | ... | x(d-1)
 *
 * A distance is summed over the coordinates in order, one point per lane, so the compiler may
 * use vectors of any width and the bits stay the same. (Vectors along the coordinates would
 * make the sum depend on the width.)
 */
#ifndef FCAP_DATA_BLOCKS_H
#define FCAP_DATA_BLOCKS_H

#include <stdint.h>

enum {
    LANES = 16
};

/* Four lanes at a time in the compiler's own vectors: left to itself, gcc unrolls the loop over
 * the lanes first and then finds scalars (measured: 4 times slower). */
typedef double quad __attribute__((vector_size(4 * sizeof(double))));

/* The coordinates of `point` are LANES apart, as in its own block. Inline, so that it
 * becomes part of a function marked WIDE. */
static inline void block_squares(const double *point, const double *block, int32_t d,
                                 quad *restrict sum) {
    const quad *b = (const quad *)(const void *)block;
    quad s0 = {0};
    quad s1 = {0};
    quad s2 = {0};
    quad s3 = {0};
    for (int64_t c = 0; c < d; c++, b += 4) {
        double const a = point[c * LANES];
        quad const t0 = b[0] - a;
        quad const t1 = b[1] - a;
        quad const t2 = b[2] - a;
        quad const t3 = b[3] - a;
        s0 += t0 * t0;
        s1 += t1 * t1;
        s2 += t2 * t2;
        s3 += t3 * t3;
    }
    sum[0] = s0;
    sum[1] = s1;
    sum[2] = s2;
    sum[3] = s3;
}

typedef int64_t quad_bits __attribute__((vector_size(4 * sizeof(int64_t))));

#define ABSOLUTE(x) ((quad)((quad_bits)(x)&INT64_MAX)) /* clears the sign */

/* The same with absolute differences. */
static inline void block_absolutes(const double *point, const double *block, int32_t d,
                                   quad *restrict sum) {
    const quad *b = (const quad *)(const void *)block;
    quad s0 = {0};
    quad s1 = {0};
    quad s2 = {0};
    quad s3 = {0};
    for (int64_t c = 0; c < d; c++, b += 4) {
        double const a = point[c * LANES];
        s0 += ABSOLUTE(b[0] - a);
        s1 += ABSOLUTE(b[1] - a);
        s2 += ABSOLUTE(b[2] - a);
        s3 += ABSOLUTE(b[3] - a);
    }
    sum[0] = s0;
    sum[1] = s1;
    sum[2] = s2;
    sum[3] = s3;
}

#endif
